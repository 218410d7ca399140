"""What is kept beside a game so that a list need not load it: points and clocks; and what older versions kept."""

from pathlib import Path

import msgspec

from tests.tables.playing import ADA, BEN, BOT, new_table, registry_in, run
from tianxia.server import listing, public
from tianxia.tables import upkeep
from tianxia.tables.registry import Registry
from tianxia.tables.setup import Terms
from tianxia.tables.sqlite import SqliteStore
from tianxia.tables.store import Person, Standing, Summary
from tianxia.tables.time_control import CLOCKS

OLD = b'{"to_act":[0],"count":1,"result":null,"resigned":[]}'


async def listed(registry: Registry, table: str) -> Summary:
    (summary,) = await registry.store.games_of("ada", table)
    return summary


def test_a_standing_of_an_older_version_is_read_without_points_until_the_game_is_opened(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = (await new_table(registry, ADA, BOT)).setup.id
        old = msgspec.json.decode(OLD, type=Standing)
        assert (old.score, old.due) == (None, ())
        async with registry_in(tmp_path) as registry:
            await registry.store.note(table, old)
            line = listing.line(await listed(registry, table), Person("ada", "Ada"), "en")
            assert (line.where, line.score) == ("Hand 1", [])
            store = registry.store
            assert isinstance(store, SqliteStore)
            rerun = await store._reads.do(lambda database: upkeep.rerun(database, table))
            assert rerun.agrees, "what was kept then follows from its rows"
            assert await registry.open(table) is not None
            line = listing.line(await listed(registry, table), Person("ada", "Ada"), "en")
            assert line.score == [("you", 0, True), ("Normal bot", 1, False)]

    run(test)


def test_the_lobby_tells_how_a_game_stands_only_to_whom_its_table_admits(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            for onlookers in (False, True):
                await registry.create("chu-han", {}, (ADA, BEN), "en", Terms(public=True, onlookers=onlookers))
            seen = await public.running_games(registry)
            told = {}
            for person in (None, Person("cyd", "Cyd"), Person("ada", "Ada")):
                for glance in seen:
                    line = public.line(glance, person, "en", {})
                    told[person.id if person else "", glance.setup.terms.onlookers] = (line.where, bool(line.score))
            shown, kept = ("Hand 1", True), ("", False)
            assert told == {
                ("", False): kept,
                ("", True): shown,
                ("cyd", False): kept,
                ("cyd", True): shown,
                ("ada", False): shown,
                ("ada", True): shown,
            }

    run(test)


def test_points_or_times_of_another_number_of_seats_are_not_believed(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = (await new_table(registry, ADA, BOT)).setup.id
            for wrong in (Standing(score=(1, 2, 3)), Standing(due=(1.0,))):
                await registry.store.note(table, wrong)
                assert (await listed(registry, table)).standing is None

    run(test)


def test_the_time_of_whoever_is_to_act_runs_out_at_a_time_that_is_kept(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            terms = Terms(clock=CLOCKS["rapid"])
            id = await registry.create("sun-tzu", {"generals": False}, (ADA, BEN), "en", terms)
            table = await registry.open(id)
            assert table is not None
            standing = (await listed(registry, id)).standing
            assert standing is not None
            clocks = table.history.now.clocks
            assert clocks is not None
            assert standing.due == tuple(one.deadline for one in clocks.seats)
            assert None not in standing.due
            line = listing.line(await listed(registry, id), Person("ada", "Ada"), "en")
            assert line.due.startswith(("time left: 15 minutes", "time left: 14 minutes"))
            await table.resign("ada", "en")
            standing = (await listed(registry, id)).standing
            assert standing is not None
            assert standing.due == ()

    run(test)
