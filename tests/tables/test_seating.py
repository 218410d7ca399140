"""Who is to play, before a game starts."""

import asyncio
from pathlib import Path

import pytest

from tests.tables.playing import ADA, BEN, new_table, registry_in, run
from tianxia.tables import seating
from tianxia.tables.refused import Refused
from tianxia.tables.registry import Registry
from tianxia.tables.rows import EMPTY, Seat
from tianxia.tables.setup import Terms
from tianxia.tables.store import Person
from tianxia.tables.table import Table

ada, ben, cyd = Person("ada", "Ada"), Person("ben", "Ben"), Person("cyd", "Cyd")
EASY = Seat("easy", bot="easy")


async def stored(registry: Registry, table: Table) -> tuple[tuple[Seat, ...], bool]:
    """Who sits where, and whether it has started, as lists tell it without the rows."""
    seen = await registry.store.glance(table.setup.id)
    assert seen is not None
    return seen.seats, seen.started


def test_a_table_waits_until_its_last_seat_is_taken(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, EMPTY, EMPTY, game="huang", players=3)
            assert table.history.to_act == ()
            assert not table.history.over
            await table.arrange(seating.sit(ben, "en", 2), "en")
            assert await stored(registry, table) == ((ADA, EMPTY, BEN), False)
            with pytest.raises(Refused, match="not free"):
                await table.arrange(seating.sit(cyd, "en", 2), "en")
            with pytest.raises(Refused, match="already"):
                await table.arrange(seating.sit(ben, "en"), "en")
            await table.arrange(seating.rise("ben", "en"), "en")
            assert await stored(registry, table) == ((ADA, EMPTY, EMPTY), False)
            await table.arrange(seating.sit(cyd, "en"), "en")
            await table.arrange(seating.seat_bots("ada", "easy", "en"), "en")
            cyds = Seat("Cyd", guest="cyd")
            assert await stored(registry, table) == ((ADA, cyds, EASY), True)
            assert table.history.to_act
            for late in (seating.sit(ben, "en"), seating.rise("ada", "en"), seating.clear("ada", 2, "en")):
                with pytest.raises(Refused, match="begun"):
                    await table.arrange(late, "en")

    run(test)


def test_only_who_made_a_table_says_who_plays(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, EMPTY, ADA, EMPTY, game="huang", players=3)
            await table.arrange(seating.sit(ben, "en"), "en")
            for wish in (
                seating.seat_bots("ben", "easy", "en"),
                seating.clear("ben", 1, "en"),
                seating.clear("eve", 0, "en"),
            ):
                with pytest.raises(Refused, match="made this table"):
                    await table.arrange(wish, "en")
            with pytest.raises(Refused, match="Nobody else"):
                await table.arrange(seating.clear("ada", 1, "en"), "en")
            await table.arrange(seating.clear("ada", 0, "en"), "en")
            await table.arrange(seating.seat_bots("ada", "easy", "en", 0), "en")
            await table.arrange(seating.clear("ada", 0, "en"), "en")
            assert await stored(registry, table) == ((EMPTY, ADA, EMPTY), False)
            await table.arrange(seating.sit(ben, "en"), "en")
            await table.arrange(seating.rise("ada", "en"), "en")
            await table.arrange(seating.seat_bots("ben", "easy", "en", 1), "en")  # who came next is the host now

    run(test)


def test_two_who_want_the_last_seat_at_once_do_not_share_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, EMPTY)
            wishes = [table.arrange(seating.sit(person, "en"), "en") for person in (ben, cyd)]
            done = await asyncio.gather(*wishes, return_exceptions=True)
            assert [one for one in done if not isinstance(one, Refused)] == [None]
            assert table.history.started

    run(test)


def test_seats_are_drawn_by_lot_when_the_last_one_comes_and_stay_so(tmp_path: Path) -> None:
    async def test() -> None:
        seen = set()
        async with registry_in(tmp_path) as registry:
            for _ in range(20):
                made = await registry.create("chu-han", {}, (ADA, EMPTY), "en", Terms(lot=True))
                table = await registry.open(made)
                assert table is not None
                await table.arrange(seating.sit(ben, "en"), "en")
                assert sorted(seat.name for seat in table.history.seats) == ["Ada", "Ben"]
                assert (await stored(registry, table))[0] == table.history.seats
                seen.add(table.history.seats)
                again = await registry.store.load(made)
                assert again is not None
                assert (
                    Table(again, registry.store, registry.bot_pool, registry.pace).history.seats == table.history.seats
                )
            assert seen == {(ADA, BEN), (BEN, ADA)}

    run(test)


def test_everybody_finds_public_games_and_only_those(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            public = await registry.create("chu-han", {}, (ADA, EMPTY), "en", Terms(public=True))
            await registry.create("chu-han", {}, (ADA, EMPTY), "en")
            assert [seen.setup.id for seen in await registry.store.public_games(started=False)] == [public]
            assert await registry.store.public_games(started=True) == []
            table = await registry.open(public)
            assert table is not None
            await table.arrange(seating.sit(ben, "en"), "en")
            assert await registry.store.public_games(started=False) == []
            assert [seen.seats for seen in await registry.store.public_games(started=True)] == [(ADA, BEN)]
            await table.resign("ada", "en")
            assert await registry.store.public_games(started=True) == []

    run(test)
