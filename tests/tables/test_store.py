"""The stores: SQLite in real files, and a real PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from prometheus_client import REGISTRY

from tests.places import Place
from tianxia.tables.rows import ActionRow, Row, Seat, UndoRow, opening
from tianxia.tables.setup import Past, Setup
from tianxia.tables.sqlite import SqliteStore
from tianxia.tables.store import Conflict, Standing, Store, Stored, StoreError

SEATS = (Seat("Ada", guest="ada"), Seat("normal", bot="normal"))


def setup(name: str = "g1") -> Setup:
    return Setup(name, "chu-han", {"events": False}, 2**62 + 1, "salt", 1.0, "pl", "0.1.0", "tables", "deck")


def row(number: int, *, seat: int = 0, action: str | None = "set 1 1", command: str | None = None) -> Row:
    """A row of such a game; the first after its opening is number 3."""
    if action is None:
        return UndoRow(seat, number=number, at=float(number), command=command)
    return ActionRow(seat, action, number=number, at=float(number), command=command, hash="0" * 16)


OPENING = opening(SEATS, 1.0)


@asynccontextmanager
async def opened(place: Path | Place) -> AsyncIterator[Store]:
    store = SqliteStore(place / "data" / "games.sqlite3") if isinstance(place, Path) else place.store()
    try:
        yield store
    finally:
        await store.close()


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


def test_a_game_comes_back_as_it_was_stored(place: Place) -> None:
    async def test() -> None:
        rows = (row(3, command="a"), row(4, seat=1), row(5, action=None, command="b"))
        async with opened(place) as store:
            await store.create(setup(), OPENING)
            await store.append("g1", 3, rows[:1])
            await store.append("g1", 4, rows[1:])
        async with opened(place) as store:
            assert await store.load("g1") == Stored(setup(), OPENING + rows)
            assert await store.load("g2") is None

    run(test())


def test_a_game_that_goes_on_from_another_one_and_is_over_is_stored_so(place: Place) -> None:
    async def test() -> None:
        past = Past({"seed": 7}, ((0, "set 1 1"), (1, "pass")), 1, "g0")
        brought, standing = msgspec.structs.replace(setup(), past=past), Standing(result=(1, 2))
        async with opened(place) as store:
            await store.create(brought, OPENING, standing)
        async with opened(place) as store:
            assert await store.load("g1") == Stored(brought, OPENING, standing)
            (listed,) = await store.games_of("ada")
            assert listed.over

    run(test())


def test_a_game_is_there_before_its_first_action(place: Place) -> None:
    async def test() -> None:
        async with opened(place) as store:
            await store.create(setup(), OPENING)
        async with opened(place) as store:
            assert await store.load("g1") == Stored(setup(), OPENING)

    run(test())


def test_a_number_is_appended_once_however_many_want_to(place: Place) -> None:
    async def test() -> None:
        async with opened(place) as store:
            await store.create(setup(), OPENING)
            outcomes = await asyncio.gather(
                *(store.append("g1", 3, (row(3, action=f"set {n} 1"),)) for n in range(1, 5)), return_exceptions=True
            )
            assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict"] * 3 + ["NoneType"]

    run(test())


def test_rows_with_a_gap_are_refused(place: Place) -> None:
    async def test() -> None:
        async with opened(place) as store:
            await store.create(setup(), OPENING)
            for expected, number in ((4, 4), (3, 4)):
                with pytest.raises(Conflict):
                    await store.append("g1", expected, (row(number),))
            with pytest.raises(Conflict):
                await store.append("none", 0, (row(0),))

    run(test())


def test_a_command_is_stored_once_for_a_seat(place: Place) -> None:
    async def test() -> None:
        async with opened(place) as store:
            await store.create(setup(), OPENING)
            await store.append("g1", 3, (row(3, command="a"),))
            with pytest.raises(Conflict):
                await store.append("g1", 4, (row(4, command="a"),))
            await store.append("g1", 4, (row(4, seat=1, command="a"),))

    run(test())


def commits() -> float:
    return REGISTRY.get_sample_value("tianxia_store_commit_seconds_count") or 0.0


def test_many_games_share_commits_and_keep_their_order(place: Place) -> None:
    async def test() -> None:
        async with opened(place) as store:
            names = [f"g{n}" for n in range(50)]
            await asyncio.gather(*(store.create(setup(name), OPENING) for name in names))

            async def play(name: str) -> None:
                for number in range(3, 13):
                    await store.append(name, number, (row(number),))

            before = commits()
            await asyncio.gather(*map(play, names))
            assert commits() - before < 10 * len(names) / 5
            for name in names:
                stored = await store.load(name)
                assert stored is not None
                assert [r.number for r in stored.rows] == list(range(13))

    run(test())


def test_a_guest_finds_own_games_the_one_it_played_in_last_first(place: Place) -> None:
    async def test() -> None:
        async with opened(place) as store:
            for name in ("g1", "g2", "g3"):
                await store.create(setup(name), OPENING)
            await store.append("g2", 3, (row(3), row(4), row(5)), over=True)
            await store.append("g3", 3, (msgspec.structs.replace(row(3), seat=1, at=9e9),))
            games = await store.games_of("ada")
            assert (games[0].id, games[0].over) == ("g2", True)
            assert {game.id for game in games} == {"g1", "g2", "g3"}
            assert games[0].seats == SEATS
            assert await store.games_of("normal") == []

    run(test())


def test_what_is_kept_beside_the_rows_is_written_when_it_changes_or_a_minute_later(place: Place) -> None:
    async def test() -> None:
        async with opened(place) as store:
            await store.create(setup(), OPENING)
            first, then = Standing((0,)), Standing((1,))
            for number, (at, told, played, stands) in enumerate(
                (
                    (3.0, {"standing": first, "deadline": 50.0}, 3.0, first),
                    (4.0, {"standing": first, "deadline": 50.0}, 3.0, first),
                    (63.0, {"standing": first, "deadline": 50.0}, 3.0, first),
                    (63.5, {"standing": first, "deadline": 50.0}, 63.5, first),
                    (64.0, {"deadline": 50.0}, 63.5, first),
                    (65.0, {"deadline": 51.0}, 65.0, first),
                    (66.0, {}, 66.0, first),
                    (67.0, {"standing": then}, 67.0, then),
                    (68.0, {"over": True}, 68.0, then),
                    (69.0, {"over": True}, 68.0, then),
                ),
                3,
            ):
                await store.append("g1", number, (msgspec.structs.replace(row(number), at=at),), **told)
                seen = await store.glance("g1")
                assert seen is not None
                assert (seen.played, seen.standing, seen.over) == (played, stands, "over" in told)
                assert await store.deadline("g1") == told.get("deadline")
                (game,) = await store.games_of("ada")
                assert game.played == at, "when the guest's own step was accepted"

    run(test())


def test_a_closed_store_refuses(place: Place) -> None:
    async def test() -> None:
        async with opened(place) as store:
            await store.create(setup(), OPENING)
        with pytest.raises(StoreError):
            await store.load("g1")

    run(test())
