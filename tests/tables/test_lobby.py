"""Tables that wait for people: who hears of them, what becomes of those that everybody leaves, and playing again."""

import asyncio
import random
import time
from pathlib import Path

import pytest

from tests.tables.playing import ADA, BEN, BOT, Player, new_table, play_on, registry_in, run
from tests.waiting import soon
from tianxia.tables import seating
from tianxia.tables.bell import Bell
from tianxia.tables.refused import Refused
from tianxia.tables.registry import Registry
from tianxia.tables.rows import EMPTY, Seat
from tianxia.tables.setup import Terms
from tianxia.tables.store import Person
from tianxia.tables.table import Table

ada, ben, cyd = Person("ada", "Ada"), Person("ben", "Ben"), Person("cyd", "Cyd")


async def public_table(registry: Registry, *seats: Seat, game: str = "chu-han", **options: int) -> Table:
    table = await registry.open(await registry.create(game, options, seats, "en", Terms(public=True)))
    assert table is not None
    return table


async def ended(registry: Registry, *seats: Seat, game: str = "chu-han", **options: int) -> Table:
    """A game that is over, since the first seat has resigned."""
    table = await new_table(registry, *seats, game=game, **options)
    await table.resign("ada", "en")
    return table


def test_a_bell_is_heard_once_however_often_it_rang() -> None:
    async def test() -> None:
        house = Bell()
        bell = Bell(house)
        waiting = asyncio.create_task(bell.heard(0))
        await asyncio.sleep(0)
        assert not waiting.done()
        bell.ring()
        bell.ring()
        assert await waiting == 2
        assert await bell.heard(1) == house.count == 2

    run(test)


def test_the_lobby_hears_of_public_tables_only(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            await registry.sit((await new_table(registry, ADA, EMPTY)).setup.id, ben, "en")
            assert registry.lobby.count == 0
            table = await public_table(registry, ADA, EMPTY)
            assert (heard := registry.lobby.count) > 0
            with table.waited_for("ada"):
                assert registry.lobby.count > heard
            heard = registry.lobby.count
            await registry.sit(table.setup.id, ben, "en")
            assert registry.lobby.count > heard
            heard, own = registry.lobby.count, table.bell.count
            players = [Player(table, "ada"), Player(table, "ben")]
            await next(one for one in players if one.view.legal).command(
                next(one for one in players if one.view.legal).plain()
            )
            assert (registry.lobby.count, table.bell.count) == (heard, own)  # what is played is told to who looks on
            await table.resign("ada", "en")
            assert registry.lobby.count > heard

    run(test)


def test_a_table_that_everybody_has_left_is_no_more(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await public_table(registry, ADA, EMPTY, BOT, game="huang", players=3)
            id, rise = table.setup.id, seating.rise
            await registry.arrange(id, rise("ada", "en"), "en")
            assert await registry.store.load(id) is None
            assert await registry.open(id) is None
            with pytest.raises(Refused, match="no such table"):
                await registry.sit(id, ben, "en")
            with pytest.raises(Refused, match="deleted"):  # by who had it open
                await table.arrange(seating.sit(ben, "en"), "en")
            other = (await public_table(registry, ADA, EMPTY, EMPTY, game="huang", players=3)).setup.id
            await registry.sit(other, ben, "en")
            await registry.remove(other, ada, "en")
            seen = await registry.glance(other)
            assert seen is not None
            assert seen.seats == (EMPTY, BEN, EMPTY)
            with pytest.raises(Refused, match="made this table"):
                await registry.arrange(other, seating.close("ada", "en"), "en")
            await registry.sit(other, cyd, "en")
            await registry.arrange(other, seating.close("ben", "en"), "en")
            assert await registry.glance(other) is None

    run(test)


def test_a_table_that_has_begun_is_not_left_without_resigning(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            id = (await new_table(registry, ADA, EMPTY)).setup.id
            await registry.sit(id, ben, "en")
            for late in (seating.rise("ada", "en"), seating.close("ada", "en")):
                with pytest.raises(Refused, match="begun"):
                    await registry.arrange(id, late, "en")
            assert not await registry.store.discard(id)
            await registry.remove(id, ada, "en")
            seen = await registry.glance(id)
            assert seen is not None
            assert seen.over

    run(test)


def test_who_only_has_the_page_open_hears_of_a_table_however_long_it_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, EMPTY)
            monkeypatch.setattr("tianxia.tables.opened.IDLE", 0.0)
            with table.waited_for():  # who has been given the link, and does not sit there yet
                async with registry.visiting(table.setup.id):
                    pass
                for _ in range(50):
                    await asyncio.sleep(0)
                heard = asyncio.create_task(table.bell.heard(table.bell.count))
                await registry.sit(table.setup.id, ben, "en")
                await asyncio.wait_for(heard, 10)
                monkeypatch.undo()
            monkeypatch.setattr("tianxia.tables.opened.IDLE", 0.0)
            async with registry.visiting(table.setup.id):
                pass
            await soon(lambda: registry.tables == 0)

    run(test)


def test_no_command_meets_a_table_that_was_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are let go as soon as nobody visits them, so each of these opens it anew."""

    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            monkeypatch.setattr("tianxia.tables.opened.IDLE", 0.0)
            made = await registry.create("chu-han", {}, (ADA, EMPTY), "en", Terms(public=True))
            await registry.sit(made, ben, "en")
            async with registry.visiting(made) as table, registry.visiting(made) as again:
                for _ in range(50):
                    await asyncio.sleep(0)
                assert table is again is registry.loaded(made)
            await soon(lambda: registry.tables == 0)
            await registry.resign(made, ben, "en")
            await soon(lambda: registry.tables == 0)
            rematch = await registry.rematch(made, ada, "en")
            await soon(lambda: registry.tables == 0)
            assert await registry.rematch(made, ben, "en") == rematch
            seen = await registry.glance(rematch)
            assert seen is not None
            assert seen.started
            await soon(lambda: registry.tables == 0)

    run(test)


def test_a_game_that_all_have_left_is_there_when_they_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            players = [Player(table, name) for name in ("ada", "ben")]
            await play_on(players, random.Random(2), 4)
            shown = [player.view for player in players]
            for player in players:
                table.leave(player.subscriber)
            monkeypatch.setattr("tianxia.tables.opened.IDLE", 0.0)
            async with registry.visiting(table.setup.id):
                pass
            await soon(lambda: registry.tables == 0)
            monkeypatch.undo()
            await registry.store.prune(time.time() + 1)  # as if nobody had come for days
            again = await registry.open(table.setup.id)
            assert again is not None
            back = [Player(again, name) for name in ("ada", "ben")]
            assert [player.view.state for player in back] == [view.state for view in shown]
            await play_on(back, random.Random(2), 1)

    run(test)


def test_tables_where_nobody_waits_any_more_are_forgotten(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            ids = [(await public_table(registry, ADA, EMPTY)).setup.id for _ in range(2)]
            running = (await new_table(registry, ADA, BOT)).setup.id
            then = time.time()
            await soon(lambda: time.time() > then)
            await registry.store.wait(ids[1])
            seen = await registry.store.public_games(started=False)
            assert [one.setup.id for one in seen] == ids[::-1]
            assert seen[0].played > then >= seen[1].played
            assert await registry.store.prune(then) == [ids[0]]
            assert set(await registry.store.names()) == {ids[1], running}

    run(test)


def test_a_rematch_begins_when_all_who_played_have_come_each_one_seat_further_on(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            sitting, terms = (ADA, BEN, EMPTY), Terms(lot=True, public=True)
            table = await registry.open(await registry.create("huang", {"players": 3}, sitting, "en", terms))
            assert table is not None
            with pytest.raises(Refused, match="not over"):
                await registry.rematch(table.setup.id, ada, "en")
            await table.arrange(seating.seat_bots("ada", "normal", "en"), "en")
            before = table.history.seats
            await table.resign("ada", "en")
            await table.resign("ben", "en")
            further = (before[2], before[0], before[1])  # each one seat further on, whatever the lot was
            player = Player(table, "ada")
            made = await registry.rematch(table.setup.id, ben, "en")
            seen = await registry.glance(made)
            assert seen is not None
            assert (seen.seats, seen.started) == (tuple(EMPTY if seat == ADA else seat for seat in further), False)
            assert player.view.rematch == before.index(BEN)
            with pytest.raises(Refused, match="played together"):
                await registry.sit(made, cyd, "en")
            with pytest.raises(Refused, match="played this game"):
                await registry.rematch(table.setup.id, cyd, "en")
            assert await registry.rematch(table.setup.id, ada, "en") == made
            begun = await registry.open(made)
            assert begun is not None
            assert (begun.history.seats, begun.history.started) == (further, True)
            assert (begun.setup.game, begun.setup.options, begun.setup.terms.public) == ("huang", {"players": 3}, True)

    run(test)


def test_two_who_ask_for_a_rematch_at_once_meet_at_one_table(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await ended(registry, ADA, BEN)
            first, second = await asyncio.gather(
                *(registry.rematch(table.setup.id, person, "en") for person in (ada, ben))
            )
            assert first == second
            assert set(await registry.store.names()) == {table.setup.id, first}
            seen = await registry.glance(first)
            assert seen is not None
            assert (seen.seats, seen.started) == ((BEN, ADA), True)

    run(test)


def test_a_rematch_that_was_taken_back_can_be_asked_for_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await ended(registry, ADA, BEN)
            gone = await registry.rematch(table.setup.id, ada, "en")
            await registry.remove(gone, ada, "en")
            made = await registry.rematch(table.setup.id, ben, "en")
            assert made != gone
            again = await registry.store.load(table.setup.id)
            assert again is not None
            opened = Table(again, registry.store, registry.bot_pool, registry.pace)
            assert opened.history.now.rematch == (1, made)

    run(test)


def test_a_rematch_of_a_game_from_a_file_is_played_here_and_sealed(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            game = await registry.create("chu-han", {}, (ADA, BOT), "en", Terms(imported=True))
            await registry.resign(game, Person("ada", "Ada"), "en")
            again = await registry.open(await registry.rematch(game, Person("ada", "Ada"), "en"))
            assert again is not None
            assert again.view(1, "en").commitment == again.setup.commitment

    run(test)


def test_against_bots_a_rematch_begins_at_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await ended(
                registry, Seat("Xiang Yu", guest="ada"), Seat("Liu Bang", guest="ada"), BOT, game="huang", players=3
            )
            made = await registry.open(await registry.rematch(table.setup.id, ada, "en"))
            assert made is not None
            sides = made.game.notes.SEAT_TITLES
            assert made.history.seats == (BOT, *(Seat(sides[seat], guest="ada") for seat in (1, 2)))
            assert made.history.started
            assert table.history.now.rematch is None

    run(test)
