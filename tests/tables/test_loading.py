"""Loading a game: off the event loop, once, and only as long as somebody waits."""

import asyncio
from pathlib import Path

import pytest

import tianxia
from tests.tables.playing import ADA, BEN, new_table, registry_in, run
from tianxia.tables.history import History
from tianxia.tables.registry import Registry
from tianxia.tables.rows import ActionRow

ROWS = 2000


async def long_game(registry: Registry) -> str:
    """A game in which a seat lays an order and takes it back, again and again."""
    name = await registry.create("sun-tzu", {"generals": False}, (ADA, BEN), "en")
    pair = ("order WU 6", "take_back WU")
    await registry.store.append(
        name, 3, tuple(ActionRow(0, pair[number % 2], number=3 + number, at=1.0) for number in range(ROWS))
    )
    return name


@pytest.fixture
def accepted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The rows that were followed since, by their number."""
    numbers: list[int] = []
    accept = History.accept
    monkeypatch.setattr(
        History, "accept", lambda history, prepared: (numbers.append(history.rows), accept(history, prepared))
    )
    return numbers


def test_a_load_stops_when_nobody_waits_any_more(tmp_path: Path, accepted: list[int]) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            name = await long_game(registry)
            accepted.clear()
            waiting = [asyncio.create_task(registry.open(name)) for _ in range(3)]
            while len(accepted) < 10:
                await asyncio.sleep(0)
            waiting[0].cancel()
            await asyncio.sleep(0)
            before = len(accepted)
            while len(accepted) < before + 10:  # the others still wait for it
                await asyncio.sleep(0)
            for task in waiting[1:]:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
            one, other = [await new_table(registry, ADA, BEN, game="huang", players=2) for _ in range(2)]
            assert one.game is other.game, "what is alike is made once"
            assert len(accepted) < ROWS
            assert await registry.open(name) is not None
            assert accepted[-3 - ROWS :] == list(range(3 + ROWS))

    run(test)


def test_many_who_wait_share_one_load(tmp_path: Path, accepted: list[int]) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            name = await long_game(registry)
            accepted.clear()
            tables = await asyncio.gather(*(registry.open(name) for _ in range(50)))
            assert len({id(table) for table in tables}) == 1
            assert accepted == list(range(3 + ROWS))

    run(test)


def test_a_registry_that_closes_waits_for_no_load(tmp_path: Path, accepted: list[int]) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            name = await long_game(registry)
            accepted.clear()
            waiting = asyncio.create_task(registry.open(name))
            while len(accepted) < 10:
                await asyncio.sleep(0)
        assert len(accepted) < ROWS
        with pytest.raises(asyncio.CancelledError):
            await waiting

    run(test)


def test_nobody_loads_a_game_to_list_it_or_to_show_its_frame(
    tmp_path: Path, accepted: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            name = await long_game(registry)
            accepted.clear()
            monkeypatch.setattr(tianxia.Game, "new", lambda *_: pytest.fail("a game is loaded"))
            assert [game.id for game in await registry.store.games_of("ada")] == [name]
            seen = await registry.glance(name)
            assert seen is not None
            assert seen.standing is not None
            assert seen.standing.to_act == (0, 1)
            assert accepted == []

    run(test)
