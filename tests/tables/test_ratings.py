"""Ratings: which games count, what they make of the ratings, and that all of it follows from the results."""

import asyncio
import os
import random
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from itertools import pairwise
from pathlib import Path

import psycopg
import pytest
from openskill.models import PlackettLuce

from tests.places import Database, Place
from tests.tables.clocked import Given, clocked
from tests.tables.playing import BOT, Player, new_table, play_on, registry_in, run
from tests.waiting import soon
from tianxia.cli import main
from tianxia.tables import profiles, ratings, results, seating, writes
from tianxia.tables.accounts import Accounts
from tianxia.tables.database import open_database
from tianxia.tables.names import key_of
from tianxia.tables.opening import FILE as DATABASE
from tianxia.tables.ratings import DAY, MOST_A_DAY, Rating, Reason, Sitting, shown, why_not
from tianxia.tables.refused import Refused
from tianxia.tables.registry import Registry
from tianxia.tables.results import recompute
from tianxia.tables.rows import EMPTY, ResignedRow, Seat, opening
from tianxia.tables.schema import RATINGS, RESULTS
from tianxia.tables.setup import Setup, Terms
from tianxia.tables.sqlite import claim
from tianxia.tables.store import Outcome, Person, Store
from tianxia.tables.table import Table

FILE = "games.sqlite3"
ADA, BEN, CYD = (Seat(name, guest=name.lower()) for name in ("Ada", "Ben", "Cyd"))
EASY = Seat("easy", bot="easy")
OWN = Seat("mine:Last", bot="mine:Last")
GUEST = Seat("Guest 112", guest="guest")
RATED = Terms(rated=True)
ACCOUNTS = {"ada": False, "ben": False, "cyd": False}


@asynccontextmanager
async def people_in(folder: Path | Place) -> AsyncIterator[Registry]:
    """A registry with three accounts and a guest."""
    async with registry_in(folder) as registry:
        for seat in (ADA, BEN, CYD):
            assert seat.guest is not None
            person = Person(seat.guest, seat.name, account=True)
            await registry.store.people.register(person, key_of(seat.name), "hash", f"token of {seat.name}", "")
        await registry.store.people.add_guest(Person("guest", "Guest 112"), "token of the guest")
        yield registry


async def rated_table(
    registry: Registry, *seats: Seat, terms: Terms = RATED, game: str = "chu-han", **options: int
) -> Table:
    table = await registry.open(await registry.create(game, options, seats, "en", terms))
    assert table is not None
    return table


def lines(folder: Path, statement: str, file: str = FILE) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / file)) as database:
        return database.execute(statement).fetchall()


def kept(folder: Path, file: str = FILE) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    """All ratings and all results."""
    order = "SELECT * FROM {} ORDER BY 1, 2, 3"
    return lines(folder, order.format(RATINGS.name), file), lines(folder, order.format(RESULTS.name), file)


class Past:
    """Games that are over, written as the store writes them, without playing them."""

    def __init__(self, store: Store) -> None:
        self.store, self.games = store, 0

    async def play(
        self,
        seats: Sequence[Seat],
        places: Sequence[int],
        *,
        game: str = "huang",
        at: float | None = None,
        terms: Terms = RATED,
    ) -> str:
        self.games += 1
        id, at = f"game {self.games}", 1e6 * self.games if at is None else at
        setup = Setup(
            id, game, {"players": len(seats)} if game in ("huang", "huns") else {}, 1, "s", at, "en", "0", terms=terms
        )
        rows = opening(seats, at)
        await self.store.create(setup, rows)
        last = ResignedRow(0, number=len(rows), at=at)
        await self.store.append(id, len(rows), (last,), over=True, outcome=Outcome(tuple(places)))
        return id


# -- what a game makes of ratings ----------------------------------------------------------------------------------------


def test_ratings_are_those_of_openskill(place: Place) -> None:
    chance, model = random.Random(1), PlackettLuce()

    async def test() -> None:
        async with people_in(place) as registry:
            past = Past(registry.store)
            known = {one: model.rating() for one in ("ada", "ben", "cyd", "bot:easy")}
            games = dict.fromkeys(known, 0)
            for _ in range(60):
                seats = chance.sample([ADA, BEN, CYD, EASY], 3)
                places = chance.choice([(1, 2, 3), (3, 1, 2), (1, 1, 3), (2, 2, 1), (1, 1, 1), (2, 3, 1)])
                await past.play(seats, places)
                who = [str(ratings.who_of(seat)) for seat in seats]
                rated = model.rate([[known[one]] for one in who], ranks=[float(place) for place in places])
                known.update({one: team[0] for one, team in zip(who, rated, strict=True)})
                for one in who:
                    games[one] += 1
        found = {who: tuple(rest) for who, *rest in place.ask("SELECT who, mu, sigma, games FROM ratings")}
        assert found == {one: (skill.mu, skill.sigma, games[one]) for one, skill in known.items()}

    run(test)


def test_a_bot_at_several_seats_learns_their_mean_and_has_played_once(tmp_path: Path) -> None:
    async def test() -> None:
        model = PlackettLuce()
        async with people_in(tmp_path) as registry:
            await Past(registry.store).play([ADA, EASY, EASY], (2, 1, 3))
        ada, one, other = (team[0] for team in model.rate([[model.rating()] for _ in range(3)], ranks=[2.0, 1.0, 3.0]))
        found = {who: (mu, sigma, games, firsts) for _, _, who, mu, sigma, games, firsts, _ in kept(tmp_path)[0]}
        mean = ((one.mu + other.mu) / 2, (one.sigma + other.sigma) / 2)
        assert found == {"ada": (ada.mu, ada.sigma, 1, 0), "bot:easy": (*mean, 1, 1)}

    run(test)


def test_each_game_and_each_number_of_seats_has_ratings_of_its_own(tmp_path: Path) -> None:
    async def test() -> None:
        async with people_in(tmp_path) as registry:
            past = Past(registry.store)
            for seats, game in (([ADA, BEN], "huang"), ([ADA, BEN, CYD], "huang"), ([ADA, BEN], "huns")):
                await past.play(seats, range(1, len(seats) + 1), game=game)
            assert await registry.store.results.categories() == [("huang", 2), ("huang", 3), ("huns", 2)]
            assert [one.games for one in await registry.store.results.profile("ada")] == [1, 1, 1]

    run(test)


def test_a_game_that_is_played_to_its_end_moves_ratings_and_tells_all_who_look(tmp_path: Path) -> None:
    async def test() -> None:
        async with people_in(tmp_path) as registry:
            table = await rated_table(registry, ADA, BEN)
            players = [Player(table, "ada"), Player(table, "ben"), Player(table, None)]
            assert players[0].view.ratings is None
            await play_on(players[:2], random.Random(1), 3000)
            result = table.history.now.result
            assert result is not None
            (change,) = {tuple(player.view.ratings or ()) for player in players}
            assert [one.before for one in change] == [1000, 1000]
            winner = result.index(1)
            assert change[winner].after > 1000 > change[1 - winner].after
            (line,) = [line for line in kept(tmp_path)[0] if line[2] == ("ada", "ben")[winner]]
            assert shown(Rating(*line[3:5])) == change[winner].after  # type: ignore[misc]
        async with registry_in(tmp_path) as again:
            found = await again.open(table.setup.id)
            assert found is not None
            assert tuple(Player(found, None).view.ratings or ()) == change

    run(test)


def test_a_game_that_is_shown_late_counts_when_its_end_was_shown_and_nobody_reads_of_it_before(tmp_path: Path) -> None:
    async def test() -> None:
        time = Given()
        async with clocked(tmp_path, time) as registry:
            people, results = registry.store.people, registry.store.results
            for seat in (ADA, BEN):
                assert seat.guest is not None
                person = Person(seat.guest, seat.name, account=True)
                await people.register(person, key_of(seat.name), "hash", f"token of {seat.name}", "")
            table = await rated_table(registry, ADA, BEN, terms=Terms(rated=True, delay=300))
            gone = await rated_table(registry, ADA, BEN, terms=Terms(rated=True, delay=300))
            ada, guest = Player(table, "ada"), Player(table, None)
            await table.resign("ben", "en")
            await gone.resign("ada", "en")
            await registry.remove(gone.setup.id, Person("ben", "Ben", account=True), "en")
            with closing(sqlite3.connect(tmp_path / DATABASE)) as file, file:  # a damaged one hinders no other
                file.execute("INSERT INTO postponed (id, due, result) VALUES ('bad', 0, CAST(x'ff41' AS TEXT))")
            await time.go_by(200)
            assert (await results.profile("ada"), await results.categories(), kept(tmp_path, DATABASE)) == (
                [],
                [],
                ([], []),
            )
            assert (ada.view.ratings, ada.view.ratings_wait, guest.view.ratings_wait) == (None, True, False)
            await people.delete("ben")
            await time.go_by(130)
            await soon(lambda: ada.view.ratings)
            assert table.behind is not None
            table.behind.release(time.now())  # its timer goes by the machine's clock
            assert guest.view.ratings == ada.view.ratings
            assert [one.games for one in await results.profile("ada")] == [2]
            assert lines(tmp_path, "SELECT DISTINCT who FROM ratings", DATABASE) == [("ada",)]
            before = kept(tmp_path, DATABASE)
            await time.go_by(60)
            assert kept(tmp_path, DATABASE) == before
        with closing(open_database(tmp_path / DATABASE)) as database:
            results_again = recompute(database)
        assert (results_again, kept(tmp_path, DATABASE)) == (2, before)

    run(test)


def test_who_resigns_loses_rating_however_early_and_points_are_kept(tmp_path: Path) -> None:
    async def test() -> None:
        async with people_in(tmp_path) as registry:
            table = await rated_table(registry, ADA, BEN)
            await table.resign("ada", "en")
            assert table.changes is not None
            before, after = ([getattr(one, name) for one in table.changes] for name in ("before", "after"))
            assert before == [1000, 1000]
            assert after[0] < 1000 < after[1]
            assert lines(tmp_path, "SELECT who, place, points FROM results ORDER BY seat") == [
                ("ada", 2, 0),
                ("ben", 1, 1),
            ]

    run(test)


def test_who_deletes_a_rated_game_against_a_bot_resigns_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with people_in(tmp_path) as registry:
            rated, casual = await rated_table(registry, ADA, BOT), await new_table(registry, ADA, BOT)
            for table in (casual, rated):
                await registry.remove(table.setup.id, Person("ada", "Ada", account=True), "en")
            assert await registry.store.names() == []
            assert lines(tmp_path, "SELECT id, who, place FROM results ORDER BY seat") == [
                (rated.setup.id, "ada", 2),
                (rated.setup.id, "bot:normal", 1),
            ]
            assert (await registry.store.results.record("ada", "chu-han", 2)).recent[0].shown is False

    run(test)


def test_who_gives_a_rated_game_up_and_leaves_it_is_rated_at_its_end(tmp_path: Path) -> None:
    async def test() -> None:
        async with people_in(tmp_path) as registry:
            table = await rated_table(registry, ADA, BEN, CYD, game="huang", players=3)
            await registry.remove(table.setup.id, Person("cyd", "Cyd", account=True), "en")
            assert table.history.seats[2].guest is None
            for guest in ("ben", "ada"):
                await table.resign(guest, "en")
            assert lines(tmp_path, "SELECT who, place FROM results ORDER BY seat") == [
                ("ada", 1),
                ("ben", 2),
                ("cyd", 3),
            ]

    run(test)


# -- which games count -----------------------------------------------------------------------------------------------------


BOTH = frozenset({0, 1})
PROGRAM = Seat("Deep", guest="deep")
FALSE = {
    "left": Sitting((ADA, BEN), (ADA, Seat("Ben")), ACCOUNTS, BOTH),
    "taken over": Sitting((ADA, GUEST), (ADA, BEN), ACCOUNTS, BOTH),
    "guest": Sitting((ADA, GUEST), (ADA, GUEST), ACCOUNTS, BOTH),
    "several seats": Sitting((ADA, ADA), (ADA, ADA), ACCOUNTS, BOTH),
    "no person": Sitting((PROGRAM, EASY), (PROGRAM, EASY), {"deep": True}, BOTH),
    "programs": Sitting(
        (ADA, PROGRAM, Seat("Blue", guest="blue")),
        (ADA, PROGRAM, Seat("Blue", guest="blue")),
        {"ada": False, "deep": True, "blue": True},
        frozenset({0, 1, 2}),
    ),
    "own bot": Sitting((ADA, OWN), (ADA, OWN), ACCOUNTS, BOTH),
    "not begun": Sitting((ADA, BEN), (ADA, BEN), ACCOUNTS, frozenset({0})),
    "too often": Sitting((ADA, BEN), (ADA, BEN), ACCOUNTS, BOTH, met=MOST_A_DAY),
}


@pytest.mark.parametrize("reason", FALSE)
def test_a_game_does_not_count(reason: Reason) -> None:
    assert why_not(FALSE[reason]) == reason


@pytest.mark.parametrize(
    "game",
    [
        Sitting((ADA, BEN), (ADA, BEN), ACCOUNTS, BOTH, met=MOST_A_DAY - 1),
        Sitting((ADA, EASY), (ADA, EASY), ACCOUNTS, frozenset({0})),
        Sitting((ADA, PROGRAM), (ADA, PROGRAM), {"ada": False, "deep": True}, BOTH),
        Sitting((ADA, BEN), (Seat("Eva", guest="ada"), BEN), ACCOUNTS, BOTH),
        Sitting((ADA, BEN), (Seat("Ada", guest="ada", bot="normal"), BEN), ACCOUNTS, BOTH),
        Sitting((ADA, BEN), (ADA, BEN), ACCOUNTS, frozenset(), resigned=True),
    ],
    ids=["people", "bot", "program", "another name", "a bot plays for who is away", "resigned at once"],
)
def test_a_game_counts(game: Sitting) -> None:
    assert why_not(game) is None


@pytest.mark.parametrize(
    ("seats", "terms"),
    [
        ((ADA, BEN), Terms()),
        ((ADA, GUEST), RATED),
        ((GUEST, BOT), RATED),
        ((ADA, ADA), RATED),
        ((BOT, EASY), RATED),
    ],
    ids=["casual", "guest", "guest and bot", "one screen", "bots"],
)
def test_a_game_moves_no_rating(tmp_path: Path, seats: tuple[Seat, Seat], terms: Terms) -> None:
    async def test() -> None:
        async with people_in(tmp_path) as registry:
            table = await rated_table(registry, *seats, terms=terms)
            if seats[0].guest:
                await table.resign(seats[0].guest, "en")
            else:
                await play_on([Player(table, None)], random.Random(1), 3000)
            view = Player(table, None).view
            assert view.result is not None
            assert view.ratings == ([] if terms.rated else None)
        assert kept(tmp_path) == ([], [])

    run(test)


def test_a_seat_that_was_claimed_while_it_was_played_and_games_of_before_move_no_rating(tmp_path: Path) -> None:
    async def test() -> None:
        async with people_in(tmp_path) as registry:
            over, running = [await rated_table(registry, GUEST, BEN) for _ in range(2)]
            await over.resign("ben", "en")
            accounts = Accounts(registry)
            await accounts.claim(Person("guest", "Guest 112"), Person("ada", "Ada", account=True))
            assert running.history.seats[0].guest == "ada"
            await running.resign("ben", "en")
            await accounts.close()
        assert kept(tmp_path) == ([], [])

    run(test)


def test_a_guest_does_not_join_a_rated_game(tmp_path: Path) -> None:
    async def test() -> None:
        async with people_in(tmp_path) as registry:
            table = await rated_table(registry, ADA, EMPTY)
            with pytest.raises(Refused, match="accounts"):
                await table.arrange(seating.sit(Person("guest", "Guest 112"), "en"), "en")
            await table.arrange(seating.sit(Person("ben", "Ben", account=True), "en"), "en")
            assert table.history.started

    run(test)


def test_by_lot_too_it_counts_who_sat_there_from_the_start(tmp_path: Path) -> None:
    async def test() -> None:
        async with people_in(tmp_path) as registry:
            for _ in range(6):  # by lot some of them swap seats
                table = await rated_table(registry, ADA, EMPTY, terms=Terms(rated=True, lot=True))
                await table.arrange(seating.sit(Person("ben", "Ben", account=True), "en"), "en")
                await table.resign("ben", "en")
            assert [one.games for one in await registry.store.results.profile("ben")] == [6]

    run(test)


def test_the_same_two_count_only_so_often_within_a_day(tmp_path: Path) -> None:
    async def test() -> None:
        async with people_in(tmp_path) as registry:
            past = Past(registry.store)
            for number in range(MOST_A_DAY + 2):
                await past.play((ADA, BEN), (1, 2), at=1e9 + number)
            await past.play((ADA, CYD), (1, 2), at=1e9 + 20)
            await past.play((ADA, BEN, CYD), (1, 2, 3), at=1e9 + 21)
            await past.play((ADA, EASY), (1, 2), at=1e9 + 22)
            await past.play((ADA, BEN), (1, 2), at=1e9 + DAY + 1)
        counted = lines(tmp_path, "SELECT DISTINCT id FROM results ORDER BY number")
        assert [id for (id,) in counted] == [*(f"game {n}" for n in range(1, 11)), "game 13", "game 15", "game 16"]

    run(test)


# -- that it is stored, once, and follows from the results -----------------------------------------------------------------


async def played(registry: Registry, games: int) -> None:
    chance, past = random.Random(2), Past(registry.store)
    past.games = len(await registry.store.names())
    for number in range(past.games, past.games + games):
        seats = chance.sample([ADA, BEN, CYD, EASY], chance.choice((2, 3)))
        await past.play(seats, chance.choice([(1, 2, 3), (3, 1, 2), (1, 1, 3)])[: len(seats)], at=DAY * number)


def test_all_ratings_follow_from_the_results(tmp_path: Path) -> None:
    async def test() -> None:
        async with people_in(tmp_path) as registry:
            await played(registry, 40)
            before = kept(tmp_path)
        with closing(sqlite3.connect(tmp_path / FILE)) as database:
            database.execute("UPDATE ratings SET mu = 50, games = 1000")
            database.execute("DELETE FROM ratings WHERE who = 'ben'")
            database.execute("UPDATE results SET mu = 0, sigma_before = 1 WHERE who = 'ada'")
            database.commit()
            assert kept(tmp_path) != before
            assert results.recompute(database) == len({line[2] for line in before[1]})
            database.commit()
        assert kept(tmp_path) == before

    run(test)


def test_the_command_rates_all_anew_unless_a_server_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def test() -> None:
        async with people_in(tmp_path) as registry:
            await played(registry, 5)

    def admin() -> tuple[object, str]:
        with pytest.raises(SystemExit) as end:
            main(["admin", "rate", "--data-dir", str(tmp_path)])
        told = capsys.readouterr()
        return end.value.code, told.out + told.err

    run(test)
    (tmp_path / FILE).rename(tmp_path / DATABASE)
    before = kept(tmp_path, DATABASE)
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database:
        database.execute("DELETE FROM ratings")
        database.commit()
    assert admin() == (0, "rated anew, games: 5\n")
    assert kept(tmp_path, DATABASE) == before
    held = claim(tmp_path / DATABASE)
    assert admin()[0] == 2
    held.release()


def test_pages_ask_the_same_number_of_times_however_much_there_is(tmp_path: Path) -> None:
    async def test() -> None:
        async with people_in(tmp_path) as registry:
            await played(registry, 3)
            few = asked(tmp_path)
            await played(registry, 60)
            assert asked(tmp_path) == few

    run(test)


def asked(folder: Path) -> list[int]:
    """How many statements the ranking, a profile, a record and the profiles in a list of games take."""
    counts = []
    with closing(sqlite3.connect(folder / FILE)) as database:
        games = [game for (game,) in database.execute("SELECT DISTINCT id FROM results")]
        for page in (
            lambda: profiles.ranking(database, "huang", 2, 0, 50),
            lambda: profiles.rated(database, "ada"),
            lambda: profiles.record(database, "ada", "huang", 2, "ada"),
            lambda: profiles.profiled(database, games),
        ):
            seen: list[str] = []
            database.set_trace_callback(seen.append)
            page()
            counts.append(len(seen))
    return counts


def test_a_deleted_account_takes_its_ratings_along_and_leaves_those_of_others(tmp_path: Path) -> None:
    async def test() -> None:
        async with people_in(tmp_path) as registry:
            await played(registry, 40)
            others = [line for line in kept(tmp_path)[0] if line[2] != "ben"]
            accounts = Accounts(registry)
            await accounts.delete(Person("ben", "Ben", account=True), "en")
            await accounts.close()
            assert kept(tmp_path)[0] == others
            record = await registry.store.results.record("ada", "huang", 2)
            assert any(one.rival == profiles.Somebody(None) and one.games for one in record.against)
            before = kept(tmp_path)
        assert b"Ben" not in (tmp_path / FILE).read_bytes()
        with closing(sqlite3.connect(tmp_path / FILE)) as database:
            results.recompute(database)
            database.commit()
        assert kept(tmp_path) == before, "also if all is worked out anew"

    run(test)


@pytest.mark.xdist_group("postgres")
def test_games_that_end_in_two_processes_at_once_count_one_after_the_other(database: Database) -> None:
    async def test() -> None:
        async with people_in(database) as one, registry_in(database) as other:
            pasts = [Past(registry.store) for registry in (one, other)]
            pasts[1].games = 100
            for day in range(8):
                games = [past.play((ADA, BEN, CYD), (1, 2, 3), at=DAY * 2 * day) for past in pasts for _ in range(2)]
                await asyncio.gather(*games)
            record = await one.store.results.record("ada", "huang", 3)
            assert len(record.history) == 32
            assert all(after.before == point.shown for point, after in pairwise(record.history))
            ranking = await other.store.results.ranking("huang", 3, 0, 9)
            assert [(one.somebody.name, one.games) for one in ranking.lines] == [("Ada", 32), ("Ben", 32), ("Cyd", 32)]
        before = [sorted(database.ask(f"SELECT * FROM {table}")) for table in ("ratings", "results")]
        with psycopg.connect(database.address) as connection:
            assert results.recompute(connection) == 32
        assert before == [sorted(database.ask(f"SELECT * FROM {table}")) for table in ("ratings", "results")]

    run(test)


def test_a_game_of_damaged_terms_is_shown_to_no_stranger_and_harms_no_profile(tmp_path: Path) -> None:
    async def test() -> None:
        async with people_in(tmp_path) as registry:
            store, past = registry.store, Past(registry.store)
            await past.play((ADA, BEN), (1, 2))
            (path,) = tmp_path.glob("*.sqlite3")
            for terms, shown in (("{}", True), ("garbage", False), ('{"watchers": 7}', False)):
                with closing(sqlite3.connect(path)) as file, file:
                    file.execute("UPDATE games SET terms = ?", (terms,))
                (played,) = (await store.results.record("ada", "huang", 2, "cyd")).recent
                assert played.shown == shown
            with closing(sqlite3.connect(path)) as file, file:
                file.execute("UPDATE ratings SET mu = 9e999, last = 9e999 WHERE who = 'ben'")
                file.execute("UPDATE results SET mu = 9e999, mu_before = -9e999, at = 9e999 WHERE who = 'ben'")
            ranking = await store.results.ranking("huang", 2, 0, 10)
            assert {line.somebody.who: line.shown == 0 for line in ranking.lines} == {"ada": False, "ben": True}
            (point,) = (await store.results.record("ben", "huang", 2, "cyd")).history
            assert (point.at, point.before, point.shown) == (0, 0, 0)
            assert len((await store.results.record("ada", "huang", 2, "cyd")).recent) == 1
            await past.play((ADA, BEN), (2, 1))
            assert [one.shown > 0 for one in await store.results.profile("ben")] == [True]

    run(test)


def test_a_game_counts_once_however_often_it_is_told(tmp_path: Path) -> None:
    async def test() -> None:
        async with people_in(tmp_path) as registry:
            past = Past(registry.store)
            id = await past.play((ADA, BEN), (1, 2))
            before = kept(tmp_path)
            row = ResignedRow(1, number=4, at=5.0)
            await registry.store.append(id, 4, (row,), over=True, outcome=Outcome((2, 1)))
            assert kept(tmp_path) == before

    run(test)


def test_the_end_and_the_ratings_are_stored_together_or_not_at_all(tmp_path: Path) -> None:
    async def test() -> None:
        async with people_in(tmp_path) as registry:
            table = await rated_table(registry, ADA, BEN)
            with closing(sqlite3.connect(tmp_path / FILE)) as database:
                database.execute(
                    "CREATE TRIGGER full BEFORE INSERT ON ratings WHEN (SELECT count(*) FROM ratings) = 1"
                    " BEGIN SELECT RAISE(FAIL, 'disk full'); END"
                )
                with pytest.raises(Refused):
                    await table.resign("ada", "en")
                seen = await registry.store.glance(table.setup.id)
                assert seen is not None
                assert not seen.over
                assert kept(tmp_path) == ([], [])
                database.execute("DROP TRIGGER full")
            await table.resume()
            await table.resign("ada", "en")
            assert [line[2] for line in kept(tmp_path)[0]] == ["ada", "ben"]

    run(test)


@pytest.mark.parametrize("committed", [False, True])
def test_a_process_that_dies_leaves_all_of_the_end_or_nothing(tmp_path: Path, committed: bool) -> None:
    async def test() -> None:
        async with people_in(tmp_path) as registry:
            await registry.create("chu-han", {}, (ADA, BEN), "en", RATED)

    run(test)
    ((game,),) = lines(tmp_path, "SELECT id FROM games")
    if (child := os.fork()) == 0:
        database = open_database(tmp_path / FILE)
        database.execute("BEGIN IMMEDIATE")
        writes.append(database, str(game), 3, (ResignedRow(0, number=3, at=5.0),), True, None, None)
        results.add(database, str(game), Outcome((2, 1)), 5.0)
        if committed:
            database.execute("COMMIT")
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    counts = [lines(tmp_path, f"SELECT count(*) FROM {table}") for table in ("rows", "results", "ratings")]
    assert counts == ([[(4,)], [(2,)], [(2,)]] if committed else [[(3,)], [(0,)], [(0,)]])
    assert lines(tmp_path, "SELECT over FROM games") == [(int(committed),)]


def test_a_program_is_rated_with_people_only_and_who_is_banned_is_not_listed(tmp_path: Path) -> None:
    async def test() -> None:
        async with people_in(tmp_path) as registry:
            assert await registry.store.people.become_program("cyd")
            past = Past(registry.store)
            await past.play((CYD, EASY), (1, 2))
            assert kept(tmp_path) == ([], [])
            await past.play((CYD, ADA), (1, 2))
            lines = (await registry.store.results.ranking("huang", 2, 0, 9)).lines
            assert [(one.somebody.name, one.somebody.program) for one in lines] == [("Cyd", True), ("Ada", False)]
            with closing(sqlite3.connect(tmp_path / FILE)) as database:
                database.execute("UPDATE people SET banned = 5 WHERE id = 'cyd'")
                database.commit()
            (line,) = (await registry.store.results.ranking("huang", 2, 0, 9)).lines
            assert (line.somebody.name, line.place) == ("Ada", 1)
            assert [one.place for one in await registry.store.results.profile("ada")] == [1]

    run(test)


def test_a_new_name_is_shown_in_the_ranking_and_who_hides_is_not(tmp_path: Path) -> None:
    async def test() -> None:
        async with people_in(tmp_path) as registry:
            await Past(registry.store).play((ADA, BEN, EASY), (2, 1, 3))
            ranking = registry.store.results.ranking
            names = [
                (one.place, one.somebody.name or one.somebody.level) for one in (await ranking("huang", 3, 0, 9)).lines
            ]
            assert names == [(1, "Ben"), (2, "Ada"), (3, "easy")]
            await registry.store.people.rename(Person("ben", "Ben", account=True), "Łucja", key_of("Łucja"))
            assert (await ranking("huang", 3, 0, 1)).lines[0].somebody.name == "Łucja"
            await registry.store.people.hide("ben", True)
            rest = await ranking("huang", 3, 1, 9)
            assert (rest.total, [one.place for one in rest.lines]) == (2, [2])
            assert [one.place for one in await registry.store.results.profile("ada")] == [1]
            assert await registry.store.people.is_hidden("ben")

    run(test)
