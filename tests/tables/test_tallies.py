"""What is counted of games against bots: each that came to an end, once, for the one person who played it."""

import random
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.tables.playing import ADA, BEN, BOT, Player, new_table, play_on, registry_in, run
from tianxia.tables import tallies
from tianxia.tables.database import open_database
from tianxia.tables.registry import Registry
from tianxia.tables.rows import Seat
from tianxia.tables.setup import Terms
from tianxia.tables.store import Person, Standing
from tianxia.tables.tallies import MIXED, Tally

GOLDEN = Path(__file__).parents[1] / "golden"
EASY, HARD = Seat("easy", bot="easy"), Seat("hard", bot="hard")


async def ended(registry: Registry, *seats: Seat, game: str = "huns", terms: Terms | None = None, **how: object) -> str:
    """A game of these seats that came to such an end, as the table that played it tells the store."""
    table = await registry.create(game, {"players": len(seats)}, seats, "en", terms or Terms())
    found = await registry.open(table)
    assert found is not None
    rows = len(await registry.store.rows(table, 0))
    last = (await registry.store.rows(table, 0))[-1]
    row = type(last)(number=rows, at=time.time())
    await registry.store.append(table, rows, (row,), over=True, standing=Standing(**how))  # type: ignore[arg-type]
    return table


def test_a_resigned_game_is_lost_and_counts_once_also_after_it_is_deleted(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table, unfinished = await new_table(registry, ADA, BOT), await new_table(registry, ADA, BOT)
            await registry.remove(unfinished.setup.id, Person("ada", "Ada"), "en")
            assert await registry.store.results.tallies("ada") == [], "a game that did not end was not played"
            await table.resign("ada", "en")
            lost = [Tally("chu-han", str(BOT.bot), 1, 0, 0)]
            assert await registry.store.results.tallies("ada") == lost
            await registry.rematch(table.setup.id, Person("ada", "Ada"), "en")
            await registry.remove(table.setup.id, Person("ada", "Ada"), "en")
            assert await registry.store.load(table.setup.id) is None
            assert await registry.store.results.tallies("ada") == lost

    run(test)


def test_a_game_that_is_played_out_is_counted_by_its_places(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BOT, game="sun-tzu")
            ada = Player(table, "ada")
            await play_on([ada], random.Random(1), 10_000)
            await ada.settle()
            result = table.history.now.result
            assert result is not None
            (tally,) = await registry.store.results.tallies("ada")
            drawn = result.count(1) == 2
            won = result[0] == 1 and not drawn
            assert tally == Tally("sun-tzu", str(BOT.bot), 1, int(won), int(drawn))

    run(test)


def test_games_levels_wins_and_draws_are_told_apart(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            await ended(registry, ADA, EASY, result=(1, 2))
            await ended(registry, EASY, ADA, result=(1, 1))
            await ended(registry, ADA, EASY, EASY, result=(2, 1, 3))
            await ended(registry, ADA, HARD, HARD, result=(1, 2, 2))
            await ended(registry, ADA, HARD, EASY, result=(1, 2, 3))
            assert await registry.store.results.tallies("ada") == [
                Tally("huns", MIXED, 1, 1, 0),
                Tally("huns", "easy", 3, 1, 1),
                Tally("huns", "hard", 1, 1, 0),
            ]

    run(test)


@pytest.mark.parametrize(
    ("seats", "terms", "how"),
    [
        ((ADA, BEN), Terms(), {"result": (1, 2)}),
        ((ADA, BEN, EASY), Terms(), {"result": (1, 2, 3)}),
        ((ADA, ADA, EASY), Terms(), {"result": (1, 2, 3)}),
        ((ADA, EASY), Terms(imported=True), {"result": (1, 2)}),
        ((ADA, EASY), Terms(), {"settled": "abandon"}),
        # somebody else played there, resigned, and has deleted the game; a bot went on
        ((ADA, EASY, EASY), Terms(), {"result": (1, 2, 3), "resigned": (2,), "away": (2,)}),
    ],
)
def test_what_does_not_count(tmp_path: Path, seats: tuple[Seat, ...], terms: Terms, how: dict[str, object]) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            await ended(registry, *seats, terms=terms, **how)
            assert await registry.store.results.tallies("ada") == []

    run(test)


def test_what_a_guest_has_played_goes_into_its_account_and_goes_with_that(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            people, account = registry.store.people, Person("eve", "Eve", account=True)
            await people.add_guest(Person("ada", "Ada"), "a token")
            await people.register(account, "eve", "hash", "another token", "")
            table = await ended(registry, ADA, EASY, result=(1, 2))
            await registry.store.remove(table, "ada")
            assert await people.prune(time.time() + 60, 0) == 0, "who has played is remembered"
            await people.claim("ada", account)
            assert await registry.store.results.tallies("ada") == []
            assert await registry.store.results.tallies("eve") == [Tally("huns", "easy", 1, 1, 0)]
            await people.delete("eve")
            assert await registry.store.results.tallies("eve") == []

    run(test)


def test_games_that_were_over_before_anything_was_counted_are_counted_once(tmp_path: Path) -> None:
    (path := tmp_path / "games.sqlite3").write_bytes((GOLDEN / "games-2.db").read_bytes())
    for _ in range(2):
        with closing(open_database(path)) as database:
            assert tallies.of(database, "ada") == [Tally("chu-han", "normal", 1, 0, 0)]
            over = database.execute("SELECT count(*) FROM games WHERE over = 1").fetchone()
            assert over == (2,), "the other one was played with people"
