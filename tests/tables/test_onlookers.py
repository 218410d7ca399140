"""Who looks on: whether it may, what it sees some time behind, and how many there are."""

import random
from pathlib import Path

import msgspec
from msgspec.structs import replace

import tianxia
from tests.tables.playing import ADA, BEN, Player, new_table, play_on, registry_in, run
from tests.waiting import soon
from tianxia.tables.frames import AnswerOffer, ErrorFrame, Look, MakeOffer, Step
from tianxia.tables.history import begun
from tianxia.tables.onlookers import Behind, admits
from tianxia.tables.registry import Registry
from tianxia.tables.rows import EMPTY, ActionRow, Row, Seat
from tianxia.tables.setup import Setup, Terms
from tianxia.tables.store import Person
from tianxia.tables.table import Table
from tianxia.tables.timing import Time

GAME = tianxia.load("chu-han")
LATE = Setup("t", "chu-han", {}, 7, "salt", 0.0, "en", "", terms=Terms(public=True, delay=60))


def played(seed: int) -> list[Row]:
    """The rows of a whole game, one every ten seconds."""
    chance = random.Random(seed)
    history, rows = begun(GAME, seed, (ADA, BEN), 0.0)
    found = list(rows)
    while not history.over:
        (seat,) = history.to_act
        action = GAME.actions.text(int(chance.choice(history.match.legal_ids(seat))))
        row = ActionRow(seat, action, number=history.rows, at=10.0 * history.rows)
        history.accept(history.prepare(row))
        found.append(row)
    return found


def test_nothing_is_shown_that_is_newer_than_the_delay_and_all_that_is_older() -> None:
    rows, told = played(7), [0]
    behind = Behind(LATE, GAME, lambda: told.append(1), Time())
    behind.add(rows)
    for now in [float(second) for second in range(0, 10 * len(rows) + 60, 7)]:
        behind.release(now)
        old = [row for row in rows if row.at + 60 <= now]
        assert behind.history.rows == len(old)
        if behind.history.rows < len(rows):
            assert not behind.history.over
    behind.release(10.0 * len(rows) + 60)
    assert behind.history.over


def test_rows_are_shown_in_their_order_though_the_clock_was_set_back() -> None:
    rows = played(7)[:8]
    rows[6] = replace(rows[6], at=rows[5].at - 1000)
    behind = Behind(LATE, GAME, lambda: None, Time())
    behind.add(rows)
    behind.release(rows[5].at + 59)
    assert behind.history.rows == 5
    behind.release(rows[7].at + 60)
    assert behind.history.rows == 8


async def late_table(registry: Registry, **terms: object) -> Table:
    made = await registry.create("chu-han", {}, (ADA, BEN), "en", Terms(**{"delay": 3600, **terms}))  # type: ignore[arg-type]
    table = await registry.open(made)
    assert table is not None
    return table


def test_who_looks_on_is_told_of_nothing_new_by_any_frame_not_even_of_the_end(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await late_table(registry, public=True)
            ada, ben, guest = (Player(table, name) for name in ("ada", "ben", None))
            for player in (ada, ben, guest):
                await player.settle()
            first, rang = msgspec.json.encode(guest.view), (table.bell.count, registry.lobby.count)
            await play_on([ada, ben], random.Random(1), 25)
            await table.command(ada.subscriber, MakeOffer("o", table.setup.id, ada.view.number, "draw"))
            await table.command(ben.subscriber, AnswerOffer("a", table.setup.id, 1, True))
            assert ada.view.settled == "draw"
            assert (table.bell.count, registry.lobby.count) == rang, "a stranger's page is told of no change"
            await registry.rematch(table.setup.id, Person("ada", "Ada"), "en")
            assert registry.lobby.count == rang[1], "nor that they play again"
            assert await guest.quiet(), "not even that something has happened"
            assert msgspec.json.encode(guest.view) == first
            assert (guest.view.revealed, guest.view.delay) == (None, 3600)
            at_screen = Player(table, "ada")
            at_screen.subscriber.viewer = None
            assert not table.is_late(at_screen.subscriber), "who passes a screen around plays"
            await registry.remove(table.setup.id, Person("ben", "Ben"), "en")
            assert registry.lobby.count == rang[1], "nor that one of them has left"
        async with registry_in(tmp_path) as registry:
            again = await registry.open(table.setup.id)
            assert again is not None
            guest = Player(again, None)
            await guest.settle()
            assert msgspec.json.encode(guest.view) == first, "a restart shows nothing earlier"
            assert Player(again, "ada").view.settled == "draw"

    run(test)


def test_a_delayed_game_that_is_played_is_in_no_list_for_everybody(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            await late_table(registry, public=True)
            open_one = await registry.create("chu-han", {}, (ADA, EMPTY), "en", Terms(public=True, delay=60))
            shown = await registry.create("chu-han", {}, (ADA, BEN), "en", Terms(public=True))
            assert [seen.setup.id for seen in await registry.store.public_games(started=True)] == [shown]
            assert [seen.setup.id for seen in await registry.store.public_games(started=False)] == [open_one]

    run(test)


def test_only_who_plays_sees_a_table_that_is_closed_to_onlookers() -> None:
    closed = replace(LATE, terms=Terms(onlookers=False))
    seats = (ADA, Seat("easy", bot="easy"))
    assert admits(closed, seats, "ada")
    assert not admits(closed, seats, "ben")
    assert not admits(closed, seats, None)
    assert admits(LATE, seats, None)


def test_who_leaves_a_closed_table_is_turned_away(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await late_table(registry, onlookers=False, delay=0)
            ada, ben, at_screen = Player(table, "ada"), Player(table, "ben"), Player(table, "ben")
            at_screen.subscriber.viewer = None  # it sees no seat, as a screen that is passed around does
            for one in (ben, at_screen):
                await one.settle()
            await registry.remove(table.setup.id, Person("ben", "Ben"), "en")
            for one in (ben, at_screen):
                one.sent = ""
                assert (await one.refused()).code == "foreign"
                one.subscriber.greet(0)
                assert await one.quiet()
                looked = table.look(one.subscriber, Look("l", 1))
                assert isinstance(looked, ErrorFrame)
                assert looked.code == "foreign"
            assert (ada.view.resigned, ada.view.onlookers) == ([1], 0)

    run(test)


def test_everybody_is_told_how_many_look_on(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            ada = Player(table, "ada")
            eve = [Player(table, "eve"), Player(table, "eve")]
            guests = [*eve, Player(table, None)]
            await soon(lambda: ada.view.onlookers == guests[0].view.onlookers == 2)
            for guest in eve:
                table.leave(guest.subscriber)
            await soon(lambda: ada.view.onlookers == 1)

    run(test)


def test_a_crowd_that_comes_and_goes_is_told_in_two_frames_and_who_plays_at_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            ada, before = Player(table, "ada"), table.presence
            await ada.settle()
            crowd = [Player(table, None) for _ in range(40)]
            for one in crowd[:25]:
                table.leave(one.subscriber)
            assert table.presence == before + 1
            await soon(lambda: ada.view.onlookers == 15)
            assert table.presence == before + 2
            step = await ada.hear()
            assert isinstance(step, Step)
            assert (step.changed, step.state, step.legal) == ({"onlookers": 15}, {}, None)
            table.leave(crowd[30].subscriber)
            ben = Player(table, "ben")
            assert ada.view.seats[1].connected
            table.leave(ben.subscriber)
            assert not ada.view.seats[1].connected

    run(test)


def test_what_many_see_is_made_once_for_all_who_had_the_same(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            ada, ben, *guests = (Player(table, name) for name in ("ada", "ben", None, None, None))
            first, *others = [await one.hear() for one in guests]
            assert all(one is first for one in others)
            await soon(lambda: table.onlookers == len(guests))
            for one in guests:
                await one.settle()
            await ada.command(ada.plain())
            first, second = [await one.hear() for one in guests[:2]]
            assert first is second
            assert isinstance(first, Step)
            await ben.command(ben.view.legal[0].id)
            behind, third = await guests[2].hear(), await guests[0].hear()
            assert isinstance(behind, Step)
            assert isinstance(third, Step)
            assert behind.events == [*first.events, *third.events]
            assert table.kept.frames
            for one in guests:
                table.leave(one.subscriber)
            await soon(lambda: not table.kept.frames)  # nothing is kept for those who have gone

    run(test)
