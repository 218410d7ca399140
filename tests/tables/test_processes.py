"""Several processes on one PostgreSQL: what one does the others follow, and nothing is done twice."""

import asyncio
import random
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

import pytest

from tests.places import Database, Server
from tests.tables.clocked import BLITZ, table_with
from tests.tables.playing import ADA, BEN, BOT, Dice, Player, new_table, play_on, registry_in, run
from tests.tables.test_onlookers import late_table
from tests.tables.test_store import OPENING, row, setup
from tests.waiting import soon
from tianxia.tables import seating
from tianxia.tables.accounts import Accounts
from tianxia.tables.frames import Ack, AnswerOffer, Chat, ErrorFrame, MakeOffer, Say, Step
from tianxia.tables.postgres import PostgresStore
from tianxia.tables.postgres_link import check
from tianxia.tables.refused import Refused
from tianxia.tables.registry import Registry
from tianxia.tables.rows import EMPTY
from tianxia.tables.setup import Terms
from tianxia.tables.store import Conflict, Person, StoreError, Touched
from tianxia.tables.table import Table
from tianxia.tables.time_control import Clock

pytestmark = pytest.mark.xdist_group("postgres")
TAKEN_OVER = 5.0  # seconds
ada, ben = Person("ada", "Ada"), Person("ben", "Ben")


@asynccontextmanager
async def two(database: Database) -> AsyncIterator[tuple[Registry, Registry]]:
    """Two processes, as far as the database can tell."""
    async with registry_in(database) as one, registry_in(database) as other:
        yield one, other


async def opened(registry: Registry, table: Table) -> Table:
    """The same table in another process."""
    found = await registry.open(table.setup.id)
    assert found is not None
    return found


async def stored_and_same(registry: Registry, *tables: Table) -> int:
    """How many rows a game has; all processes have followed them."""
    await soon(lambda: not any(table.autoplay.busy for table in tables))  # or more are stored after these
    rows = await registry.store.rows(tables[0].setup.id, 0)
    await soon(lambda: all(table.history.rows == len(rows) for table in tables))
    assert len({table.history.match.hash() for table in tables}) == 1
    return len(rows)


# -- moves -------------------------------------------------------------------------------------------------------------


def test_a_move_made_through_one_process_is_seen_through_the_other(database: Database) -> None:
    async def test() -> None:
        async with two(database) as (one, other):
            here = await new_table(one, ADA, BEN)
            ada, ben = Player(here, "ada"), Player(await opened(other, here), "ben")
            await ben.settle()
            await ada.command(ada.plain())
            assert isinstance(await ada.answer(), Ack)
            frame = await ben.hear()
            assert getattr(frame, "number", 0) > 1
            await play_on([ada, ben], random.Random(1), 40)
            await stored_and_same(one, here, ben.table)

    run(test)


@pytest.mark.parametrize("clock", [None, BLITZ])
def test_a_secret_step_of_one_process_sends_nothing_to_the_pages_of_the_other(
    database: Database, clock: Clock | None
) -> None:
    async def test() -> None:
        async with two(database) as (one, other):
            here = await table_with(one, clock, ADA, BEN, game="sun-tzu", generals=False)
            ada, ben = Player(here, "ada"), Player(await opened(other, here), "ben")
            await ben.settle()
            await ada.command(ada.action("order WU 6"))
            await soon(lambda: ben.table.history.rows == here.history.rows)
            assert await ben.quiet()

    run(test)


def test_of_racing_commands_one_wins_and_the_others_are_told(database: Database) -> None:
    async def test() -> None:
        async with two(database) as (one, other):
            here = await new_table(one, ADA, BEN)
            there = await opened(other, here)
            chance, acknowledged = random.Random(2), set[str]()
            tabs = [[Player(table, guest) for table in (here, there)] for guest in ("ada", "ben")]
            for number in range(30):
                await soon(lambda: here.history.over or any(all(tab.view.legal for tab in pair) for pair in tabs))
                if here.history.over:
                    break
                racing = next(pair for pair in tabs if all(tab.view.legal for tab in pair))
                wishes = [chance.choice(tab.view.legal).id for tab in racing]
                names = [f"{number} {place}" for place in "ab"]
                commands = zip(racing, wishes, names, strict=True)
                await asyncio.gather(*(tab.command(action, id=name) for tab, action, name in commands))
                answers = [await tab.answer() for tab in racing]
                won = {answer.id for answer in answers if isinstance(answer, Ack)}
                assert won
                acknowledged |= won
            stored = [row.command for row in await one.store.rows(here.setup.id, 0) if row.command]
            assert len(stored) == len(set(stored))
            assert set(stored) == acknowledged
            assert len(stored) < 60, "some were too late"
            await stored_and_same(one, here, there)

    run(test)


def test_who_chooses_at_the_same_time_through_another_process_is_not_refused(database: Database) -> None:
    async def test() -> None:
        async with two(database) as (one, other):
            here = await new_table(one, ADA, BEN, game="sun-tzu", generals=False)
            ada, ben = Player(here, "ada"), Player(await opened(other, here), "ben")
            for text in ("order WU 6", "take_back WU", "order WU 5", "order QIN 1"):
                for player in (ada, ben):
                    await player.settle()
                await asyncio.gather(*(player.command(player.action(text)) for player in (ada, ben)))
                for player in (ada, ben):
                    assert isinstance(await player.answer(), Ack)
            assert await stored_and_same(one, here, ben.table) == 3 + 8

    run(test)


def test_the_lobby_of_another_process_hears_nothing_of_a_delayed_game(database: Database) -> None:
    async def test() -> None:
        async with two(database) as (one, other):
            await soon(lambda: other.lobby.count)  # it listens
            heard = other.lobby.count
            here = await late_table(one, public=True)
            await soon(lambda: other.lobby.count > heard)
            heard = other.lobby.count
            ada, ben = Player(here, "ada"), Player(here, "ben")
            await play_on([ada, ben], random.Random(1), 5)
            await here.command(ada.subscriber, MakeOffer("o", here.setup.id, ada.view.number, "draw"))
            await here.command(ben.subscriber, AnswerOffer("a", here.setup.id, 1, True))
            assert here.history.over
            await one.rematch(here.setup.id, Person("ada", "Ada"), "en")
            await one.create("chu-han", {}, (ADA, EMPTY), "en", Terms(public=True))  # is told after all these
            await soon(lambda: other.lobby.count > heard)
            assert other.lobby.count == heard + 1

    run(test)


def test_a_command_that_is_sent_again_through_another_process_is_played_once(database: Database) -> None:
    async def test() -> None:
        async with two(database) as (one, other):
            here = await new_table(one, ADA, BEN)
            tabs = [Player(table, "ada") for table in (here, await opened(other, here))]
            action = tabs[0].plain()
            await asyncio.gather(*(tab.command(action, id="the same", expect=1) for tab in tabs))
            answers = [await tab.answer() for tab in tabs]
            assert answers[0] == answers[1]
            assert isinstance(answers[0], Ack)
            assert await stored_and_same(one, here, tabs[1].table) == 4

    run(test)


def test_stores_that_write_to_the_same_games_do_not_stop_each_other(database: Database) -> None:
    names = [f"g{number}" for number in range(20)]

    async def test() -> None:
        stores = [PostgresStore(database.address) for _ in range(2)]
        await asyncio.gather(*(stores[0].create(setup(name), OPENING) for name in names))
        for number in range(3, 9):
            outcomes = await asyncio.gather(
                *(stores[0].append(name, number, (row(number),)) for name in names),
                *(stores[1].append(name, number, (row(number),)) for name in reversed(names)),
                return_exceptions=True,
            )
            assert [one for one in outcomes if one is not None and not isinstance(one, Conflict)] == []
            assert outcomes.count(None) == len(names)
        for store in stores:
            await store.close()
        assert database.ask("SELECT sum(deadlocks) FROM pg_stat_database WHERE datname = current_database()") == [(0,)]

    run(test)


# -- seats and people --------------------------------------------------------------------------------------------------


def test_a_new_name_a_left_seat_and_a_deleted_game_are_told_to_the_other_process(database: Database) -> None:
    async def test() -> None:
        async with two(database) as (one, other):
            accounts = Accounts(one)
            here = await new_table(one, ADA, BEN)
            ada, ben = Player(await opened(other, here), "ada"), Player(here, "ben")
            await one.store.people.add_guest(Person("ada", "Ada"), "token")
            await accounts.rename(Person("ada", "Ada"), "Eve")
            await soon(lambda: [seat.name for seat in ada.view.seats] == ["Eve", "Ben"])
            assert ada.viewer == 0
            await one.remove(here.setup.id, Person("ada", "Eve"), "en")
            await soon(lambda: ada.viewer is None)
            await one.remove(here.setup.id, Person("ben", "Ben"), "en")
            await soon(lambda: ada.view.paused == "This game was deleted.")
            assert ben.view.paused
            assert await other.open(here.setup.id) is None
            await accounts.close()

    run(test)


def test_names_change_while_the_other_process_plays(database: Database) -> None:
    async def test() -> None:
        async with two(database) as (one, other):
            accounts = Accounts(one)
            await one.store.people.add_guest(Person("ada", "Ada"), "token")
            tables = [await new_table(other, ADA, BEN) for _ in range(4)]
            games = [[Player(table, "ada"), Player(table, "ben")] for table in tables]

            async def rename() -> None:
                for number in range(12):
                    await accounts.rename(Person("ada", ""), f"Ada {number}")

            playing = (play_on(players, random.Random(place), 12) for place, players in enumerate(games))
            await asyncio.gather(rename(), *playing)
            for table in tables:
                await stored_and_same(one, table)
                assert not table.paused
                assert [seat.name for seat in table.history.seats] == ["Ada 11", "Ben"]
            await accounts.close()

    run(test)


def test_who_has_a_page_open_in_one_process_is_here_in_all(database: Database) -> None:
    async def test() -> None:
        async with two(database) as (one, other):
            here = await new_table(one, ADA, BEN)
            there = await opened(other, here)
            ada, ben = Player(here, "ada"), Player(there, "ben")
            for player in (ada, ben):
                await soon(lambda player=player: all(seat.connected for seat in player.view.seats))
            async with registry_in(database) as third:
                guest = Player(await opened(third, here), None)  # in a process where nobody sits
                await soon(lambda: all(seat.connected for seat in guest.view.seats))
                await guest.settle()
                here.leave(ada.subscriber)
                step = await guest.hear()
                assert isinstance(step, Step)
                assert [seat.connected for seat in step.changed["seats"]] == [False, True]
            await soon(lambda: not ben.view.seats[0].connected)
            Player(here, "ada")
            await soon(lambda: ben.view.seats[0].connected)
            await one.close()
            await soon(lambda: not ben.view.seats[0].connected)

    run(test)


def test_who_looks_on_through_any_process_is_counted_in_all(database: Database) -> None:
    async def test() -> None:
        async with two(database) as (one, other):
            here = await new_table(one, ADA, BEN)
            ada, there = Player(here, "ada"), await opened(other, here)
            eve, *crowd = [Player(there, name) for name in ("eve", "fay", "gus", None)]
            await soon(lambda: ada.view.onlookers == eve.view.onlookers == 4)
            beside = Player(here, "hal")
            await soon(lambda: ada.view.onlookers == eve.view.onlookers == 5)
            assert not any(seat.connected for seat in eve.view.seats[1:]), "who looks on sits nowhere"
            told = here.presence
            for guest in crowd:
                there.leave(guest.subscriber)
            await soon(lambda: ada.view.onlookers == eve.view.onlookers == 2)
            assert here.presence <= told + 2, "they are told together, and not one by one"
            async with registry_in(database) as third:
                late = Player(await opened(third, here), "ida")
                await soon(lambda: late.view.onlookers == beside.view.onlookers == 3)
            await soon(lambda: ada.view.onlookers == eve.view.onlookers == 2)

    run(test)


def test_who_is_turned_away_is_counted_in_no_process(database: Database) -> None:
    async def test() -> None:
        async with two(database) as (one, other):
            here = await late_table(one, onlookers=False, delay=0)
            there = await opened(other, here)
            ada, ben = Player(here, "ada"), Player(there, "ben")
            await soon(lambda: ada.view.seats[1].connected)
            await other.remove(here.setup.id, Person("ben", "Ben"), "en")
            await soon(lambda: ben.subscriber.turned_away)
            beside = await new_table(one, ADA, BEN)
            Player(await opened(other, beside), "ben")
            seen = Player(beside, "ada")
            await soon(lambda: seen.view.seats[1].connected)  # so all that was told before has been heard
            assert ada.view.resigned == [1]
            assert ada.view.onlookers == 0

    run(test)


def test_lines_of_a_session_that_ends_in_one_process_end_in_the_other(database: Database) -> None:
    async def test() -> None:
        async with two(database) as (one, other):
            here, there = Accounts(one), Accounts(other)
            ended: list[str] = []
            async with AsyncExitStack() as stack:
                for name in ("first", "second"):
                    await one.store.people.add_guest(Person(name, name), f"token of {name}")
                    session = await there.session(f"token of {name}")
                    stack.enter_context(there.line(session, partial(ended.append, name)))
                kept = await here.session("token of second")
                ending = await here.session("token of first")
                assert kept is not None
                assert ending is not None
                await here.end_others(kept)
                await here.end(ending.person, ending.id)
                await soon(lambda: ended)
                assert ended == ["first"]
            await here.close()
            await there.close()

    run(test)


# -- who drives --------------------------------------------------------------------------------------------------------


async def play_against_bot(player: Player, rounds: int = 4) -> None:
    """Its moves, each until the bot has answered it."""
    for _ in range(rounds):
        await soon(lambda: player.view.legal or player.table.history.over, 2 * TAKEN_OVER)
        if player.table.history.over:
            return
        await player.command(player.view.legal[0].id)
        await player.answer()


def test_one_process_drives_the_bot_of_a_table_and_another_when_it_is_gone(database: Database) -> None:
    async def test() -> None:
        pools = [Dice(), Dice()]
        async with AsyncExitStack() as stack:
            one, other = [await stack.enter_async_context(registry_in(database, bot_pool=pool)) for pool in pools]
            here = await new_table(one, ADA, BOT)
            Player(here, None)
            await soon(lambda: one.store.peers.drives(here.setup.id, here.autoplay.update))
            ada = Player(await opened(other, here), "ada")
            await play_against_bot(ada)
            assert pools[0].asked
            assert pools[1].asked == [], "one process asks"
            await one.close()
            asked = len(pools[0].asked)
            while not pools[1].asked:
                await play_against_bot(ada, 1)
                await soon(lambda: ada.view.legal or ada.table.history.over, TAKEN_OVER)
            assert len(pools[0].asked) == asked

    run(test)


def test_leases_that_were_lost_with_their_connection_are_told_and_taken_again(
    database: Database, postgres: Server
) -> None:
    async def test() -> None:
        store = PostgresStore(database.address)
        told: list[bool] = []

        def changed() -> None:
            told.append(store.peers.drives("g", changed))

        assert not store.peers.drives("g", changed)
        await soon(lambda: told == [True])
        postgres.hang_up(database)
        await soon(lambda: told == [True, False, True])
        await store.close()

    run(test)


# -- the database ------------------------------------------------------------------------------------------------------


def test_a_table_goes_on_by_itself_after_the_database_was_away(database: Database, postgres: Server) -> None:
    async def test() -> None:
        async with two(database) as (one, other):
            here = await new_table(one, ADA, BEN)
            ada, ben = Player(here, "ada"), Player(await opened(other, here), "ben")
            action = ada.plain()
            with postgres.away(database):
                await ada.command(action)
                assert (await ada.refused()).code == "paused"
                with pytest.raises(StoreError):
                    await one.store.probe()
            await soon(lambda: not ada.view.paused)
            await ada.command(action)
            assert isinstance(await ada.answer(), Ack)
            await stored_and_same(one, here, ben.table)

    run(test)


def test_what_was_stored_while_a_process_heard_nothing_is_followed_later(database: Database, postgres: Server) -> None:
    async def test() -> None:
        async with two(database) as (one, other):
            here = await new_table(one, ADA, BEN)
            ada, ben = Player(here, "ada"), Player(await opened(other, here), "ben")
            postgres.hang_up(database)
            while not isinstance(await said(ada), Ack):
                await soon(lambda: not ada.view.paused)
            await soon(lambda: ben.table.history.rows == here.history.rows == 4)

    async def said(player: Player) -> Ack | ErrorFrame:
        await player.command(player.plain())
        answer = await player.answer()
        assert isinstance(answer, Ack | ErrorFrame)
        return answer

    run(test)


def test_processes_that_start_together_make_the_tables_once(postgres: Server) -> None:
    empty = postgres.database(model="template1")
    with ThreadPoolExecutor(3) as threads:
        list(threads.map(check, [empty.address] * 3))
    assert len(empty.ask("SELECT * FROM alembic_version")) == len(empty.ask("SELECT * FROM pulse")) == 1


def test_a_database_of_a_later_version_or_none_at_all_is_refused(database: Database, postgres: Server) -> None:
    database.ask("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="of version 9999; this program reads versions up to"):
        PostgresStore(database.address)
    with pytest.raises(StoreError, match="cannot be reached"):
        PostgresStore(f"{database.address}&port=1")


def test_text_that_postgresql_cannot_hold_names_no_game(database: Database) -> None:
    async def test() -> None:
        store = PostgresStore(database.address)
        assert await store.load("a\0b") is None
        assert await store.people.session("a\0b") is None
        await store.close()

    run(test)


def test_notices_of_many_games_are_told_in_parts(database: Database) -> None:
    async def test() -> None:
        stores = [PostgresStore(database.address) for _ in range(2)]
        heard: list[Touched | None] = []
        stores[1].listen(heard.append)
        await soon(lambda: heard == [None])
        names = {f"a game with a rather long name {number}" for number in range(400)}
        await asyncio.gather(*(stores[0].create(setup(name)) for name in names))
        await soon(lambda: {game for one in heard if one for game in one.games} == names)
        for store in stores:
            await store.close()

    run(test)


# -- what those who play say to each other -----------------------------------------------------------------------------


def test_what_is_written_and_offered_through_one_process_is_read_and_answered_through_the_other(
    database: Database,
) -> None:
    async def test() -> None:
        async with two(database) as (one, other):
            here = await new_table(one, ADA, BEN)
            there = await opened(other, here)
            ada, ben = Player(here, "ada"), Player(there, "ben")
            for player in (ada, ben):
                await player.table.talk.come(player.subscriber)
            await here.chat(ada.subscriber, Say("1", text="Hi"))
            await here.chat(ada.subscriber, Say("1", text="Hi"))
            while not (isinstance(frame := await ben.hear(), Chat) and frame.lines):
                pass
            assert [line.text for line in frame.lines] == ["Hi"]
            await here.command(ada.subscriber, MakeOffer("o", here.setup.id, ada.view.number, "draw"))
            await soon(lambda: ben.view.offer is not None)
            assert ben.view.offer
            await there.command(ben.subscriber, AnswerOffer("a", here.setup.id, ben.view.offer.number, True))
            await soon(lambda: ada.view.settled == "draw")
            await stored_and_same(one, here, there)


# -- tables that wait for people ----------------------------------------------------------------------------------------


def test_who_comes_and_goes_before_the_start_is_told_in_every_process(database: Database) -> None:
    async def test() -> None:
        async with two(database) as (one, other):
            seats, terms = (ADA, EMPTY, EMPTY), Terms(public=True)
            id = await one.create("huang", {"players": 3}, seats, "en", terms)
            await soon(lambda: other.lobby.count)
            here, there = await one.open(id), await other.open(id)
            assert here is not None
            assert there is not None
            with there.waited_for(), here.waited_for("ada"):
                heard = there.bell.count
                await soon(lambda: "ada" in there.here and there.bell.count > heard)
            await one.store.wait(id)
            await other.sit(id, ben, "en")
            await soon(lambda: here.history.seats == (ADA, BEN, EMPTY))
            done = await asyncio.gather(
                one.sit(id, Person("cyd", "Cyd"), "en"), other.sit(id, Person("dan", "Dan"), "en"),
                return_exceptions=True,
            )  # fmt: skip
            assert [type(result) for result in done if result is not None] == [Refused]
            await soon(lambda: here.history.started and there.history.started)
            for person in [seat.guest for seat in here.history.seats]:
                await here.resign(str(person), "en")
            await soon(lambda: there.history.over)
            heard = other.lobby.count
            met = await asyncio.gather(one.rematch(id, ada, "en"), other.rematch(id, ben, "en"))
            assert len(set(met)) == 1
            await soon(lambda: other.lobby.count > heard)
            gone = await other.open(met[0])
            assert gone is not None
            await one.arrange(met[0], seating.close(str(gone.history.now.host), "en"), "en")
            await soon(lambda: gone.paused == "deleted")

    run(test)
