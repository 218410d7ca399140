"""Who people are: guests, accounts, their browsers and their seats, on a real store."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from threading import Event

import pytest

from tests.places import Place
from tests.tables.playing import ADA, BEN, BOT, Player, new_table, play_on, registry_in, run
from tests.waiting import soon
from tianxia.tables.accounts import HASHER, Accounts, Busy, Taken, WrongPassword
from tianxia.tables.names import key_of
from tianxia.tables.registry import Registry
from tianxia.tables.rows import JoinedRow, LeftRow, Seat
from tianxia.tables.setup import Terms
from tianxia.tables.store import Conflict, Person, Session
from tianxia.tables.table import Table

GUEST = Person("ada", "Ada")
SECRET = "correct horse"
SHARED = (Seat("Han", guest="ada"), Seat("Chu", guest="ada"))


@asynccontextmanager
async def accounts_in(place: Place) -> AsyncIterator[tuple[Accounts, Registry]]:
    async with registry_in(place) as registry:
        accounts = Accounts(registry)
        try:
            yield accounts, registry
        finally:
            await accounts.close()


async def known(accounts: Accounts, token: str) -> Session:
    session = await accounts.session(token)
    assert session is not None
    return session


async def registered(accounts: Accounts, name: str = "Ada", guest: Person | None = None) -> Person:
    return (await known(accounts, await accounts.register(guest, name, SECRET, "Firefox, Linux"))).person


async def names_in(registry: Registry, game: str) -> list[tuple[str, str | None]]:
    """What the seats of a game are called and whose they are, as the store has it and as its rows tell."""
    seen, stored = await registry.store.glance(game), await registry.store.load(game)
    assert seen is not None
    assert stored is not None
    folded = Table(stored, registry.store, registry.bot_pool, registry.pace)
    assert not folded.paused
    assert folded.history.seats == seen.seats, "seats are a fold over rows"
    return [(seat.name, seat.guest) for seat in seen.seats]


# -- guests and their browsers -----------------------------------------------------------------------------------------


def test_a_guest_is_known_by_the_token_and_the_token_is_not_kept(place: Place) -> None:
    async def test() -> None:
        async with accounts_in(place) as (accounts, _):
            guest, token = await accounts.welcome("Guest 112", "Firefox, Linux")
            session = await known(accounts, token)
            assert (session.person, session.browser) == (Person(guest.id, "Guest 112"), "Firefox, Linux")
            assert await accounts.session("other") is None
            assert len(token) >= 43, "256 bits"
        assert token.encode() not in place.contents()
        assert session.id.encode() in place.contents()

    run(test)


def test_guests_without_a_game_are_forgotten_with_their_browsers_and_accounts_stay(place: Place) -> None:
    async def test() -> None:
        async with accounts_in(place) as (accounts, registry):
            people = registry.store.people
            for name in ("ada", "idle"):
                await people.add_guest(Person(name, name), f"token of {name}")
            eve = await registered(accounts, "Eve")
            await new_table(registry, ADA, BOT)
            assert await people.prune(time.time() - 60, 0) == 0, "they have just come"
            assert await people.prune(time.time() + 60, 0) == 1
            assert await people.session("token of ada") is not None
            assert await people.session("token of idle") is None
            assert len(await accounts.sessions_of(eve)) == 1
            await people.prune(0, time.time() + 60)
            assert await accounts.sessions_of(eve) == []
            assert await people.session("token of ada") is not None, "a guest has nothing else to come back by"
            assert await accounts.is_taken("Eve")

    run(test)


def test_it_is_noted_now_and_then_that_a_browser_was_here(place: Place) -> None:
    async def test() -> None:
        async with accounts_in(place) as (accounts, registry):
            _, token = await accounts.welcome("Eve", "")
            session = await known(accounts, token)
            assert (await known(accounts, token)).seen == session.seen
            await registry.store.people.see(session.id, 5.0)
            assert (await known(accounts, token)).seen == 5.0
            assert (await known(accounts, token)).seen >= session.seen

    run(test)


# -- accounts ----------------------------------------------------------------------------------------------------------


def test_a_guest_who_registers_keeps_its_id_and_its_games_under_the_new_name(place: Place) -> None:
    async def test() -> None:
        async with accounts_in(place) as (accounts, registry):
            await registry.store.people.add_guest(GUEST, "before")
            running, over = await new_table(registry, ADA, BEN), await new_table(registry, BEN, ADA)
            await over.resign("ben", "en")
            ben = Player(running, "ben")
            token = await accounts.register(GUEST, "Łucja", SECRET, "")
            assert (await known(accounts, token)).person == Person("ada", "Łucja", account=True)
            assert await accounts.session("before") is None, "tokens are rotated"
            assert [seat.name for seat in ben.view.seats] == ["Łucja", "Ben"], "the table heard of it"
            assert await names_in(registry, running.setup.id) == [("Łucja", "ada"), ("Ben", "ben")]
            assert await names_in(registry, over.setup.id) == [("Ben", "ben"), ("Ada", "ada")]
            assert len(await registry.store.games_of("ada")) == 2

    run(test)


def test_the_password_is_kept_as_argon2id_only(place: Place) -> None:
    async def test() -> None:
        async with accounts_in(place) as (accounts, registry):
            ada = await registered(accounts)
            kept = await registry.store.people.password(ada.id)
            assert kept is not None
            assert kept.startswith("$argon2id$")
            assert HASHER.verify(kept, SECRET)
        assert SECRET.encode() not in place.contents()

    run(test)


def test_one_logs_in_by_name_in_any_case_and_gets_a_session_of_its_own(place: Place) -> None:
    async def test() -> None:
        async with accounts_in(place) as (accounts, _):
            first = await accounts.register(None, "Ada", SECRET, "Firefox, Linux")
            second = await accounts.log_in("ADA", SECRET, "Safari, iPhone")
            ada = (await known(accounts, second)).person
            assert (await known(accounts, first)).person == ada
            assert {one.browser for one in await accounts.sessions_of(ada)} == {"Firefox, Linux", "Safari, iPhone"}

    run(test)


def test_a_password_is_the_same_on_every_keyboard(place: Place) -> None:
    async def test() -> None:
        async with accounts_in(place) as (accounts, _):
            await accounts.register(None, "Ada", "pass\u00e9 compos\u00e9", "")
            await accounts.log_in("Ada", "passe\u0301 compose\u0301", "")

    run(test)


def test_a_wrong_name_and_a_wrong_password_are_told_alike_and_cost_the_same_hash(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []
    verify = HASHER.verify

    def counted(hash: str, password: str) -> bool:
        tried.append(hash.rpartition("$")[0].rpartition("$")[0])
        return verify(hash, password)

    async def test() -> None:
        async with accounts_in(place) as (accounts, _):
            await registered(accounts)
            monkeypatch.setattr(type(HASHER), "verify", lambda _, hash, password: counted(hash, password))
            for name, password in (("Ada", "wrong horse"), ("Eve", SECRET), ("", ""), ("Ada", "")):
                with pytest.raises(WrongPassword) as told:
                    await accounts.log_in(name, password, "")
                assert str(told.value) == ""
        assert len(tried) == 4
        assert len(set(tried)) == 1, "the same work: kind, memory, passes"

    run(test)


def test_a_hash_of_weaker_settings_is_made_anew_when_one_logs_in(place: Place) -> None:
    async def test() -> None:
        async with accounts_in(place) as (accounts, registry):
            ada = await registered(accounts)
            weak = type(HASHER)(time_cost=1, memory_cost=8, parallelism=1).hash(SECRET)
            await registry.store.people.rehash(ada.id, weak)
            await accounts.log_in("Ada", SECRET, "")
            kept = await registry.store.people.password(ada.id)
            assert kept is not None
            assert not HASHER.check_needs_rehash(kept)
            await accounts.log_in("Ada", SECRET, "")

    run(test)


def test_only_so_many_passwords_wait_for_their_turn(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tianxia.tables.accounts.WAITING", 2)

    async def test() -> None:
        async with accounts_in(place) as (accounts, _):
            held = Event()
            accounts._thread.submit(held.wait)  # until all have come
            tries = [asyncio.create_task(accounts.log_in("Ada", SECRET, "")) for _ in range(2 + 3)]
            try:
                await soon(lambda: sum(one.done() for one in tries) == 3)
            finally:
                held.set()
            outcomes = await asyncio.gather(*tries, return_exceptions=True)
            assert [type(one) for one in outcomes].count(Busy) == 3
            with pytest.raises(WrongPassword):
                await accounts.log_in("Ada", SECRET, "")

    run(test)


def test_accounts_do_not_share_names_that_look_alike_and_guests_may(place: Place) -> None:
    async def test() -> None:
        async with accounts_in(place) as (accounts, registry):
            people = registry.store.people
            for name in ("eve", "joe"):
                await people.add_guest(Person(name, "Bill"), f"token of {name}")
            await accounts.register(Person("eve", "Bill"), "Bill", SECRET, "")
            for name in ("Bill", "BILL", "B1ll", "b-i-l-l"):
                with pytest.raises(Taken):
                    await accounts.register(None, name, SECRET, "")
            joe = (await known(accounts, "token of joe")).person
            assert joe.name == "Bill", "whoever was called so before, stays so"
            with pytest.raises(Taken):
                await accounts.rename(joe, "bi11")
            with pytest.raises(Conflict):  # two at the same moment
                await people.register(Person("x", "Bill", account=True), key_of("Bill"), "hash", "token", "")
            assert await accounts.session("token") is None
            await accounts.rename(joe, "Joe")
            ada = await registered(accounts, "Ada")
            with pytest.raises(Taken):
                await accounts.rename(ada, "bill")
            await accounts.rename(ada, "ADA")
            await accounts.rename(ada, "Joe")

    run(test)


def test_an_account_is_not_registered_again(place: Place) -> None:
    async def test() -> None:
        async with accounts_in(place) as (accounts, _):
            ada = await registered(accounts)
            with pytest.raises(Taken):
                await accounts.register(ada, "Eve", "another horse", "")
            await accounts.log_in("Ada", SECRET, "")

    run(test)


def test_a_session_ends_alone_and_all_others_together_and_with_them_their_lines(place: Place) -> None:
    async def test() -> None:
        async with accounts_in(place) as (accounts, _):
            ada = await registered(accounts)
            tokens = [await accounts.log_in("Ada", SECRET, str(number)) for number in range(4)]
            sessions = [await known(accounts, token) for token in tokens]
            ended: list[str] = []
            with ExitStack() as lines:
                for one in sessions[1:]:
                    lines.enter_context(accounts.line(one, partial(ended.append, one.browser)))
                with accounts.line(sessions[0], partial(ended.append, "0")):
                    await accounts.end(ada, sessions[0].id)
                assert await accounts.session(tokens[0]) is None
                assert ended == ["0"]
                await accounts.end(Person("eve", "Eve"), sessions[2].id)
                assert await accounts.session(tokens[2]) is not None, "only one's own"
                await accounts.end_others(sessions[2])
                assert [one.id for one in await accounts.sessions_of(ada)] == [sessions[2].id]
                assert sorted(ended) == ["0", "1", "3"]
            await accounts.end(ada, sessions[2].id)
            assert sorted(ended) == ["0", "1", "3"], "whose page was closed is not told"

    run(test)


def test_a_new_password_ends_every_other_session(place: Place) -> None:
    async def test() -> None:
        async with accounts_in(place) as (accounts, _):
            ada = await registered(accounts)
            token = await accounts.log_in("Ada", SECRET, "")
            with pytest.raises(WrongPassword):
                await accounts.confirm(ada, "wrong horse")
            await accounts.confirm(ada, SECRET)
            fresh = await accounts.change_password(ada, "battery staple", "Firefox, Linux")
            assert await accounts.session(token) is None
            assert [(await known(accounts, fresh)).id] == [one.id for one in await accounts.sessions_of(ada)]
            with pytest.raises(WrongPassword):
                await accounts.log_in("Ada", SECRET, "")
            await accounts.log_in("Ada", "battery staple", "")

    run(test)


# -- their seats -------------------------------------------------------------------------------------------------------


def test_a_new_name_is_that_of_running_games_and_sides_stay_sides(place: Place) -> None:
    async def test() -> None:
        async with accounts_in(place) as (accounts, registry):
            await registry.store.people.add_guest(GUEST, "token")
            running, shared = await new_table(registry, ADA, BEN), await new_table(registry, *SHARED)
            ben = Player(running, "ben")
            await play_on([Player(running, "ada"), ben], random.Random(1), 3)
            before = await registry.store.games_of("ada")
            await accounts.rename(GUEST, "Łucja")
            assert (await known(accounts, "token")).person == Person("ada", "Łucja")
            assert [seat.name for seat in ben.view.seats] == ["Łucja", "Ben"]
            assert await names_in(registry, running.setup.id) == [("Łucja", "ada"), ("Ben", "ben")]
            assert await names_in(registry, shared.setup.id) == [("Han", "ada"), ("Chu", "ada")]
            assert [game.played for game in await registry.store.games_of("ada")] == [game.played for game in before]
            rows = await registry.store.rows(running.setup.id, 0)
            await accounts.rename(Person("ada", "Łucja"), "Łucja")
            assert await registry.store.rows(running.setup.id, 0) == rows, "nothing to write"
            await play_on([Player(running, "ada"), ben], random.Random(2), 3)
            assert not running.paused

    run(test)


def test_an_account_claims_the_games_of_a_guest_running_and_finished_by_rows(place: Place) -> None:
    async def test() -> None:
        async with accounts_in(place) as (accounts, registry):
            await registry.store.people.add_guest(GUEST, "token of a guest")
            running, over = await new_table(registry, ADA, BEN), await new_table(registry, BEN, ADA)
            shared = await new_table(registry, *SHARED)
            await over.resign("ben", "en")
            page = Player(running, "ada")
            ended: list[str] = []
            with accounts.line(await known(accounts, "token of a guest"), lambda: ended.append("guest")):
                eve = await registered(accounts, "Eve")
                count = {
                    one.setup.id: len(await registry.store.rows(one.setup.id, 0)) for one in (running, over, shared)
                }
                await accounts.claim(GUEST, eve)
            assert ended == ["guest"]
            assert await names_in(registry, running.setup.id) == [("Eve", eve.id), ("Ben", "ben")]
            assert await names_in(registry, over.setup.id) == [("Ben", "ben"), ("Eve", eve.id)]
            assert await names_in(registry, shared.setup.id) == [("Han", eve.id), ("Chu", eve.id)]
            for game, before in count.items():
                rows = (await registry.store.rows(game, 0))[before:]
                assert {type(row) for row in rows[::2]} == {LeftRow}
                assert {type(row) for row in rows[1::2]} == {JoinedRow}
            assert await registry.store.games_of("ada") == []
            assert await accounts.session("token of a guest") is None
            assert len(await registry.store.games_of(eve.id)) == 3
            assert running.seat_of(eve.id) == 0
            assert running.seat_of("ada") is None
            await play_on([Player(running, eve.id), Player(running, "ben")], random.Random(1), 3)
            assert not running.paused
            assert page.viewer == 0

    run(test)


def test_only_a_guest_is_claimed_and_only_by_an_account(place: Place) -> None:
    async def test() -> None:
        async with accounts_in(place) as (accounts, registry):
            await registry.store.people.add_guest(GUEST, "token")
            game = (await new_table(registry, ADA, BEN)).setup.id
            ada = await registered(accounts, "Ada", GUEST)
            eve = await registered(accounts, "Eve")
            for wrong in ((ada, eve), (GUEST, GUEST)):
                with pytest.raises(ValueError, match="claims"):
                    await accounts.claim(*wrong)
            await accounts.claim(GUEST, eve)  # who has registered meanwhile, in another tab
            assert await names_in(registry, game) == [("Ada", "ada"), ("Ben", "ben")]
            await accounts.log_in("Ada", SECRET, "")

    run(test)


def test_a_bot_plays_on_after_the_seats_of_its_game_have_passed(place: Place) -> None:
    async def test() -> None:
        async with accounts_in(place) as (accounts, registry):
            await registry.store.people.add_guest(GUEST, "token")
            eve = await registered(accounts, "Eve")
            table = await new_table(registry, BOT, ADA)
            while table.history.to_act != (0,):
                table = await new_table(registry, BOT, ADA)
            await registry.store.people.claim("ada", eve)  # the table has not heard yet
            Player(table, None)  # with somebody there the bot begins, and its row comes too late
            await soon(lambda: table.history.rows == 5)
            assert table.history.to_act == (0,)
            await registry.follow([table.setup.id])
            await soon(lambda: table.history.to_act != (0,))
            assert table.seat_of(eve.id) == 1
            assert not table.paused

    run(test)


def test_who_deletes_the_account_leaves_no_name_and_resigns_where_others_play_on(place: Place) -> None:
    async def test() -> None:
        async with accounts_in(place) as (accounts, registry):
            await registry.store.people.add_guest(GUEST, "token")
            ada = await registered(accounts, "Adalberta", GUEST)
            seat = Seat(ada.name, guest=ada.id)
            running, alone = await new_table(registry, seat, BEN), await new_table(registry, seat, BOT)
            over = await new_table(registry, seat, BOT)
            await over.resign("ada", "en")
            late = await registry.open(await registry.create("chu-han", {}, (seat, BEN), "en", Terms(delay=60)))
            assert late is not None
            assert late.behind is not None
            guest = Player(late, None)
            await late.resign("ada", "en")
            late.behind.release(late.time.now() + 60)
            late.behind._told()  # a minute has passed
            assert guest.view.prompt == "The game is over: Adalberta resigned."
            page, ben = Player(running, "ada"), Player(running, "ben")
            token = await accounts.log_in("Adalberta", SECRET, "Firefox, Linux")
            kept = f"('{running.setup.id}', 3, 'digest', CAST('with Adalberta' AS {place.bytes}))"
            place.ask(f"INSERT INTO snapshots (game, rows, digest, state) VALUES {kept}")
            await accounts.delete(ada, "en")
            assert await accounts.session(token) is None
            with pytest.raises(WrongPassword):
                await accounts.log_in("Adalberta", SECRET, "")
            assert page.viewer is None, "it looks on"
            assert ben.view.result == [2, 1]
            assert [seat.name for seat in running.view(1, "pl").seats] == ["konto usunięte", "Ben"]
            assert await names_in(registry, running.setup.id) == [("deleted", None), ("Ben", "ben")]
            assert await names_in(registry, over.setup.id) == [("deleted", None), ("normal", None)]
            assert guest.view.prompt == "The game is over: Adalberta resigned.", "for a minute"
            late.behind.release(late.time.now() + 60)
            late.behind._told()
            assert guest.view.prompt == "The game is over: deleted resigned."
            assert await registry.store.glance(alone.setup.id) is None, "nobody could go on with it"
            assert await accounts.register(None, "Adalberta", SECRET, ""), "the name is free"
        told = place.ask("SELECT name, key, password, settings FROM people WHERE id = 'ada'")
        assert told == [("deleted", None, None, "{}")]
        assert place.ask("SELECT count(*) FROM rows WHERE row LIKE '%Adalberta%'") == [(0,)]
        assert place.ask("SELECT count(*) FROM snapshots") == [(0,)]
        assert place.ask("SELECT count(*) FROM seats WHERE name LIKE '%Adalberta%'") == [(0,)]

    run(test)
