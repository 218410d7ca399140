"""Whoever plays without a page: bots, and the platform itself where a seat can only decline."""

import asyncio
import secrets
from contextvars import Context
from typing import TYPE_CHECKING
from weakref import proxy

from tianxia.tables import lessons
from tianxia.tables.bot_pool import BotPool
from tianxia.tables.logs import logger, trace_of
from tianxia.tables.pace import REACTION_THOUGHT, Pace
from tianxia.tables.peers import Peers
from tianxia.tables.refused import Refused
from tianxia.tables.worker import Pressure, Question

if TYPE_CHECKING:
    from tianxia.tables.table import Table

log = logger(__name__)

RETRY = 2.0  # seconds


class Autoplay:
    """The decisions of a table that are under way without a human, one task a seat."""

    def __init__(self, table: "Table", peers: Peers, bot_pool: BotPool, pace: Pace) -> None:
        self._table: Table = proxy(table)  # which has this one: so both are freed at once
        self._peers = peers
        self._bot_pool = bot_pool
        self._pace = pace
        self._stopped = False
        self.pressure: Pressure = ""  # of the last question
        self._under_way: dict[int, tuple[int, asyncio.Task[None]]] = {}
        self._planned: dict[int, list[tuple[int, int]]] = {}  # by seat, see ``Bot.planned``

    @property
    def busy(self) -> bool:
        """Some decision is under way."""
        return bool(self._under_way)

    def update(self) -> None:
        """Starts what is now to be decided and drops what no longer is, or is no longer for this process to decide."""
        if self._stopped:  # whoever calls may have meant to while the table was there
            return
        history = self._table.history
        to_act = () if self._table.paused else tuple(filter(self.drives, history.to_act))
        if to_act and not self._peers.drives(self._table.setup.id, self.update):
            to_act = ()
        for seat, (number, task) in list(self._under_way.items()):
            if task.done() or seat not in to_act or number != history.asked_since[seat]:
                del self._under_way[seat]
                if task is not asyncio.current_task():
                    task.cancel()
        for seat in to_act:
            if seat not in self._under_way:
                number = history.asked_since[seat]
                decides, name = self._decide(seat, number), f"{self._table.setup.id} seat {seat}"
                task = asyncio.create_task(decides, name=name, context=Context())  # of no request
                self._under_way[seat] = (number, task)

    def stop(self) -> None:
        """Drops everything, for good."""
        for _, task in self._under_way.values():
            task.cancel()
        self._under_way.clear()
        self._stopped = True

    def drives(self, seat: int) -> bool:
        """Whoever plays a seat now has no page: a bot, or the platform."""
        history = self._table.history
        return history.seats[seat].bot is not None or history.declines_by_itself(seat)

    async def _decide(self, seat: int, number: int) -> None:
        """Decides once; whatever goes wrong on the way is tried again, so that no game waits for ever."""
        while not self._stopped:
            try:
                await self._decide_once(seat, number)
            except Refused:  # the table is paused or has moved on: it asks anew when it goes on
                return
            except Exception as error:
                table = self._table.setup.id
                log.error("a seat could not decide", table=table, seat=seat, exception=trace_of(error))
                await asyncio.sleep(RETRY)
            else:
                return

    async def _decide_once(self, seat: int, number: int) -> None:
        history = self._table.history
        window = history.in_window(seat)
        delay = self._pace.reaction_delay() if window else self._pace.move_delay()
        if not window and history.line.goes_on(seat):
            delay = 0.0  # a pause for each step of a secret play would tell how many there are
        release = asyncio.get_running_loop().time() + delay
        level = history.seats[seat].bot
        limit = REACTION_THOUGHT if window else None
        action = int(history.match.legal_ids(seat)[0]) if level is None else await self._ask(seat, level, limit)
        await asyncio.sleep(release - asyncio.get_running_loop().time())
        await self._table.play(seat, number, action)

    async def _ask(self, seat: int, level: str, limit: float | None) -> int | None:
        """What the bot wants to do. Asked even where it has no choice, so that every reaction takes the same way."""
        setup, match = self._table.setup, self._table.history.match
        if (told := lessons.reply(setup, self._table.history, seat)) is not None:
            return told
        planned = self._planned.pop(seat, [])
        if planned and planned[0][0] == match.seen(seat):
            self._planned[seat] = planned[1:]
            return planned[0][1]
        question = Question(
            game=setup.game,
            options=setup.options,
            level=level,
            seed=secrets.randbits(62),
            seat=seat,
            record=match.record(seat).tobytes(),
            seconds=limit,
        )
        answer = await self._bot_pool.choose(question, setup.id)
        self._planned[seat] = answer.planned
        self.pressure = answer.pressure
        return answer.action
