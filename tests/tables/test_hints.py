"""A hint: what a bot would do, from what the seat sees, where it is nobody's loss; one at a time, and nothing is played."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from tests.tables.playing import ADA, BEN, BOT, Dice, Player, new_table, registry_in, run
from tests.waiting import soon
from tianxia.tables import lessons
from tianxia.tables.frames import ErrorFrame, Freely, Hint, Hinted, ServerFrame
from tianxia.tables.hints import LEVEL
from tianxia.tables.registry import Registry
from tianxia.tables.rows import Seat
from tianxia.tables.setup import Terms
from tianxia.tables.store import Person
from tianxia.tables.table import Table
from tianxia.tables.worker import Answer, Question

BOTH = (Seat("Han", guest="ada"), Seat("Chu", guest="ada"))


class Slow(Dice):
    """A pool that answers hints when it is told to; bots of the table at random."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()

    async def choose(self, question: Question, table: str = "") -> Answer:
        if question.level == LEVEL:
            await self.go.wait()
        return await super().choose(question, table)


async def asked(player: Player, id: str) -> ServerFrame:
    player.sent = id
    player.table.hints.ask(player.subscriber, Hint(id))
    return await player.answer()


@pytest.mark.parametrize("seats", [(ADA, BOT), BOTH])
def test_who_plays_alone_gets_a_legal_action_and_a_reason_and_nothing_changes(
    tmp_path: Path, seats: tuple[Seat, Seat]
) -> None:
    async def test() -> None:
        pool = Dice()
        async with registry_in(tmp_path, bot_pool=pool) as registry:
            table = await new_table(registry, *seats)
            ada = Player(table, "ada")
            assert ada.view.hints
            before = (table.history.rows, table.history.match.hash(), ada.view.number)
            pool.asked.clear()
            first = await asked(ada, "h1")
            assert isinstance(first, Hinted)
            assert first.action in [action.id for action in ada.view.legal]
            assert first.reason == table.history.match.advice(0, first.action)
            assert (table.history.rows, table.history.match.hash(), ada.view.number) == before
            (question,) = [one for one in pool.asked if one.level == LEVEL]
            assert question.record == table.history.match.record(0).tobytes(), "made from the masked record alone"
            assert await asked(ada, "h2") == msgspec.structs.replace(first, id="h2"), (
                "what was found is not sought again"
            )
            assert len([one for one in pool.asked if one.level == LEVEL]) == 1

    run(test)


def test_there_is_none_against_people_in_rated_games_for_onlookers_and_out_of_turn(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            ada, eve = Player(table, "ada"), Player(table, None)
            assert not ada.view.hints
            assert not eve.view.hints
            refused = await asked(ada, "h")
            assert isinstance(refused, ErrorFrame)
            assert refused.reason == "There are no hints where a game is rated or somebody else plays."
            assert (await asked(eve, "e")).code == "foreign"  # type: ignore[union-attr]
            rated = await rated_table(registry)
            one = Player(rated, "ada")
            assert not one.view.hints
            assert (await asked(one, "r")).code == "foreign"  # type: ignore[union-attr]
            alone = await new_table(registry, *BOTH)
            chu = Player(alone, "ada")
            chu.subscriber.viewer = 1 - alone.history.to_act[0]
            assert (await asked(chu, "c")).code == "stale"  # type: ignore[union-attr]

    run(test)


def test_there_is_none_while_a_lesson_says_what_to_play(tmp_path: Path) -> None:
    async def test() -> None:
        taught = lessons.lesson("chu-han")
        assert taught is not None
        async with registry_in(tmp_path) as registry:
            seats, terms = taught.seats(Person("ada", "Ada")), Terms(lesson=taught.digest)
            name = await registry.create("chu-han", taught.options, seats, "en", terms, seed=taught.seed)
            table = await registry.open(name)
            assert table is not None
            ada = Player(table, "ada")
            assert not ada.view.hints
            await table.attend(ada.subscriber, Freely("f", name))
            assert ada.view.hints

    run(test)


async def rated_table(registry: Registry) -> Table:
    table = await registry.open(await registry.create("chu-han", {}, (ADA, BOT), "en", Terms(rated=True)))
    assert table is not None
    return table


def test_one_at_a_time_for_a_seat_and_none_for_a_position_that_is_past(tmp_path: Path) -> None:
    async def test() -> None:
        pool = Slow()
        async with registry_in(tmp_path, bot_pool=pool) as registry:
            table = await new_table(registry, *BOTH)
            ada = Player(table, "ada")
            table.hints.ask(ada.subscriber, Hint("h1"))
            second = await asked(ada, "h2")
            assert isinstance(second, ErrorFrame)
            assert second.code == "limited"
            await ada.command(ada.plain())
            await ada.answer()
            pool.go.set()
            ada.sent = "h1"
            assert (await ada.refused()).code == "stale"

    run(test)


def test_a_table_that_closes_seeks_no_more(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path, bot_pool=Slow()) as registry:
            table = await new_table(registry, *BOTH)
            ada = Player(table, "ada")
            table.hints.ask(ada.subscriber, Hint("h1"))
            (task,) = table.hints._seeking.values()
            table.close()
            await soon(task.done)
            assert task.cancelled()

    run(test)
