"""Tables without a network: a registry in a temporary folder, and who looks at its tables."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import tianxia
from tests.places import Folder, Place
from tests.waiting import LONG, soon
from tianxia.tables.bot_pool import BotPool
from tianxia.tables.frames import Command, ErrorFrame, ServerFrame, Undo
from tianxia.tables.history import History, begun
from tianxia.tables.kept import Kept
from tianxia.tables.pace import AT_ONCE, Pace
from tianxia.tables.registry import Registry
from tianxia.tables.rows import ActionRow, Row, Seat, UndoRow
from tianxia.tables.streams import Viewer
from tianxia.tables.subscriber import Subscriber
from tianxia.tables.table import Table
from tianxia.tables.table_view import TableView
from tianxia.tables.worker import Answer, Question

ADA, BEN, BOT = Seat("Ada", guest="ada"), Seat("Ben", guest="ben"), Seat("normal", bot="normal")


def history_of(game: tianxia.Game, seed: int) -> History:
    """A game that has begun, with a guest in each seat."""
    return begun(game, seed, [Seat(name, guest=name) for name in game.seat_names], 0.0)[0]


def action_row(history: History, seat: int, action: Any) -> Row:
    return ActionRow(seat, history.game.action(action).text, number=history.rows, at=0.0)


def undo_row(history: History, seat: int) -> Row:
    return UndoRow(seat, number=history.rows, at=0.0)


def follow(history: History, row: Row) -> None:
    history.accept(history.prepare(row))


def steps(history: History) -> int:
    """Rows since the game began."""
    return history.rows - history.game.seats - 1


class Dice(BotPool):
    """No processes: every bot is answered for at random."""

    def __init__(self) -> None:
        super().__init__(workers=0)
        self.asked: list[Question] = []

    async def choose(self, question: Question, table: str = "") -> Answer:
        self.asked.append(question)
        return await super().choose(question, table)


@asynccontextmanager
async def registry_in(
    place: Path | Place, pace: Pace = AT_ONCE, bot_pool: BotPool | None = None
) -> AsyncIterator[Registry]:
    store = Folder(place).store() if isinstance(place, Path) else place.store()
    registry = Registry(store, bot_pool or Dice(), pace)
    try:
        yield registry
    finally:
        await registry.close()


async def new_table(registry: Registry, *seats: Seat, game: str = "chu-han", **options: Any) -> Table:
    table = await registry.open(await registry.create(game, options, seats, "en"))
    assert table is not None
    return table


class Player:
    """Somebody at a table."""

    def __init__(self, table: Table, guest: str | None, lang: str = "en") -> None:
        self.table = table
        self.subscriber: Subscriber = table.join(table.seat_of(guest), lang, guest)
        self.subscriber.greet(0)
        self.frames: list[ServerFrame] = []
        self.commands = 0
        self.sent = ""

    @property
    def viewer(self) -> Viewer:
        return self.subscriber.viewer

    @property
    def view(self) -> TableView:
        """What it sees; a view that is kept is the one that would be made now."""
        late = self.table.is_late(self.subscriber)
        shown, kept = self.table.view(self.viewer, self.subscriber.lang, late=late), self.table.kept
        self.table.kept = Kept()
        view = self.table.view(self.viewer, self.subscriber.lang, late=late)
        self.table.kept = kept
        assert shown == view
        return view

    async def hear(self) -> ServerFrame:
        frame = await asyncio.wait_for(self.subscriber.next(), LONG)
        self.frames.append(frame)
        return frame

    async def answer(self) -> ServerFrame:
        """What the last command is answered."""
        while getattr(frame := await self.hear(), "id", None) != self.sent:
            pass
        return frame

    async def refused(self) -> ErrorFrame:
        frame = await self.answer()
        assert isinstance(frame, ErrorFrame), frame
        return frame

    async def at_hand(self) -> bool:
        """Takes a frame that is there already: where no bots and clocks act, a command that is over was told to all."""
        coming = asyncio.ensure_future(self.subscriber.next())
        await asyncio.sleep(0)  # it begins, and is over at once if there is a frame
        if there := coming.done():
            self.frames.append(coming.result())
        else:
            coming.cancel()
            await asyncio.wait([coming])
        return there

    async def quiet(self) -> bool:
        """Nothing is sent for a while."""
        try:
            self.frames.append(await asyncio.wait_for(self.subscriber.next(), 0.05))
        except TimeoutError:
            return True
        return False

    async def settle(self) -> None:
        while not await self.quiet():
            pass

    async def command(self, action: int, *, id: str = "", expect: int | None = None) -> None:
        self.commands += 1
        self.sent = id or f"c{self.viewer}-{self.commands}"
        number = self.view.number if expect is None else expect
        await self.table.command(self.subscriber, Command(self.sent, self.table.setup.id, number, action))

    async def undo(self) -> None:
        self.commands += 1
        self.sent = f"u{self.viewer}-{self.commands}"
        await self.table.command(self.subscriber, Undo(self.sent, self.table.setup.id, self.view.number))

    def plain(self) -> int:
        """A legal action that everybody sees and that can be taken back: a set."""
        return next(action.id for action in self.view.legal if action.kind == "set")

    def action(self, text: str) -> int:
        return self.table.game.action(text).id


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


async def play_on(players: list[Player], chance: random.Random, steps: int) -> None:
    """Random legal actions of whoever is asked, until the game is over."""
    history = players[0].table.history
    for _ in range(steps):
        while not (asked := [player for player in players if player.view.legal]):
            if history.over:
                return
            await soon(lambda: history.over or any(player.view.legal for player in players))
        player = chance.choice(asked)
        await player.command(chance.choice(player.view.legal).id)
