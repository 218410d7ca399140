"""Who resigns has lost, at once and for good."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.tables.playing import ADA, BEN, BOT, Dice, Player, new_table, play_on, registry_in, run, steps
from tianxia.server.listing import line as line_of
from tianxia.server.own_games import Own
from tianxia.tables.refused import Refused
from tianxia.tables.rows import BotTookOverRow, LeftRow, ResignedRow, Seat, TimedOutRow
from tianxia.tables.store import Person, StoreError

CAT = Seat("Cat", guest="cat")
SHARED = (Seat("Han", guest="ada"), Seat("Chu", guest="ada"))


def test_who_resigns_against_a_bot_has_lost_and_that_is_stored_and_shown(tmp_path: Path) -> None:
    async def test() -> None:
        dice = Dice()
        async with registry_in(tmp_path, bot_pool=dice) as registry:
            table = await new_table(registry, ADA, BOT)
            ada, guest = Player(table, "ada"), Player(table, None)
            await play_on([ada], random.Random(1), 5)
            await ada.settle()
            before = ada.view.number
            await table.resign("ada", "en")
            await ada.settle()
            await guest.settle()
            asked = len(dice.asked)
            for player in (ada, guest):
                view = player.view
                assert (view.result, view.resigned, view.to_act, view.legal) == ([2, 1], [0], [], [])
                assert view.waiting
                assert view.revealed is not None
            assert ada.view.number == before + 1
            assert ada.view.prompt == "You have resigned; the game is over."
            assert guest.view.prompt == "The game is over: Ada resigned."
            await ada.command(0)
            assert (await ada.refused()).code == "over"
            await ada.undo()
            assert (await ada.refused()).code == "over"
            with pytest.raises(Refused, match="over"):
                await table.resign("ada", "en")
            assert not table.autoplay.busy
            assert len(dice.asked) == asked
        async with registry_in(tmp_path) as registry:
            (listed,) = await registry.store.games_of("ada")
            assert listed.over
            assert listed.standing is not None
            assert (listed.standing.result, listed.standing.resigned) == ((2, 1), (0,))
            again = await registry.open(table.setup.id)
            assert again is not None
            assert Player(again, "ada").view.result == [2, 1]
            assert isinstance((await registry.store.rows(table.setup.id, 0))[-1], ResignedRow)

    run(test)


def test_all_bots_come_before_who_resigned(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, BOT, ADA, BOT, game="huang", players=3)
            await table.resign("ada", "en")
            assert Player(table, "ada").view.result == [1, 3, 1]

    run(test)


def test_players_at_one_screen_resign_together(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, *SHARED, BOT, game="huang", players=3)
            await table.resign("ada", "en")
            assert Player(table, "ada").view.result == [2, 2, 1]
            assert steps(table.history) == 2

    run(test)


def test_seats_of_one_guest_resign_all_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, *SHARED, BEN, game="huns", players=3)
            append, calls = registry.store.append, []

            async def once(*given: Any, **named: Any) -> None:
                calls.append(given)
                if len(calls) > 1:
                    raise StoreError("the disk is full")
                await append(*given, **named)

            monkeypatch.setattr(registry.store, "append", once)
            await table.resign("ada", "en")
            assert table.history.now.resigned == {0, 1}
            assert [seat.bot for seat in table.history.seats] == ["normal", "normal", None]
            rows = await registry.store.rows(table.setup.id, 4)
            assert [(row.number, row.seat) for row in rows if isinstance(row, ResignedRow)] == [(4, 0), (5, 1)]

    run(test)


def test_only_players_resign(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            with pytest.raises(Refused, match="looking on"):
                await table.resign("eve", "en")
            assert steps(table.history) == 0

    run(test)


def test_a_game_that_all_its_guests_delete_is_gone(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            name, ada, ben = table.setup.id, Player(table, "ada"), Player(table, "ben")
            await ada.command(ada.plain())
            await registry.remove(name, Person("ada", "Ada"), "en")
            assert await registry.store.games_of("ada") == []
            await ben.settle()
            assert ben.view.result == [2, 1], "who deletes a game that goes on resigns it"
            assert ada.viewer is None
            await ada.settle()
            assert ada.view.state["hand"] == [None, None]
            await registry.remove(name, Person("eve", "Eve"), "en")
            assert len(await registry.store.games_of("ben")) == 1
            rows = await registry.store.rows(name, 0)
            assert [type(row) for row in rows[-2:]] == [ResignedRow, LeftRow]
            stored = await registry.store.glance(name)
            assert stored is not None
            assert stored.seats == table.history.seats == (Seat("Ada"), BEN), "the index is what the rows make it"
            assert table.history.rows == len(rows)
            await registry.remove(name, Person("ben", "Ben"), "en")
            assert await registry.store.names() == []
            assert await registry.open(name) is None
            await ben.settle()
            assert ben.view.paused == "This game was deleted."

    run(test)


def test_a_deleted_game_takes_nothing_more(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BOT)
            ada = Player(table, "ada")
            action = ada.plain()
            await registry.remove(table.setup.id, Person("ada", "Ada"), "en")
            await ada.command(action)
            assert (await ada.refused()).code == "paused"
            await table.resume()
            assert ada.view.paused
            assert await registry.store.rows(table.setup.id, 0) == ()

    run(test)


def test_a_step_that_crosses_the_deletion_of_its_game_does_not_wake_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BOT)
            ada = Player(table, "ada")
            deleting = asyncio.create_task(registry.store.remove(table.setup.id, "ada"))
            await asyncio.sleep(0)  # the store does one after the other
            acting = asyncio.create_task(ada.command(ada.plain()))
            await deleting
            table.withdraw()
            await acting
            assert (await ada.refused()).code in ("stale", "paused")
            assert ada.view.paused == "This game was deleted."

    run(test)


def test_who_resigned_and_left_is_told_of_by_name_and_not_as_the_bot_that_plays_on(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN, CAT, game="huang", players=3)
            ben = Player(table, "ben")
            await registry.remove(table.setup.id, Person("ada", "Ada"), "en")
            await ben.settle()
            assert ben.view.seats[0].name == "Normal bot"
            assert [one.text for one in ben.view.incidents] == ["Ada has resigned.", "A bot plays on for Ada."]

    run(test)


def test_who_ended_a_game_and_left_is_told_of_by_name(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            time = registry.keeper.time
            table = await new_table(registry, ADA, BEN)
            rows = [
                TimedOutRow(0, False, number=3, at=time.now()),
                BotTookOverRow(0, "normal", number=4, at=time.now()),
            ]
            await registry.store.append(table.setup.id, 3, tuple(rows))
            await table.follow()
            ben = Player(table, "ben")
            await registry.remove(table.setup.id, Person("ada", "Ada"), "en")
            await ben.settle()
            assert ben.view.prompt == "The game is over: Ada resigned."

    run(test)


def test_who_has_resigned_reads_in_no_list_that_it_is_its_turn_while_a_bot_plays_on(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN, CAT, game="huang", players=3)
            for resigned, turn in ((False, "your turn"), (True, "waiting for Ada")):
                if resigned:
                    await table.resign("ada", "en")
                (listed,) = await registry.store.games_of("ada")
                assert listed.standing is not None
                asked = replace(listed, standing=replace(listed.standing, to_act=(0,)))
                shown = line_of(asked, Person("ada", "Ada"), "en")
                assert (shown.turn, shown.mine) == (turn, not resigned)

    run(test)


def test_who_resigns_where_all_others_have_gone_is_not_told_that_it_loses_or_that_a_bot_plays_on(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            for rivals, gone, told in (
                ((BEN,), (), (True, True)),
                ((BEN,), (1,), (True, False)),
                ((BEN, CAT), (1,), (False, True)),
                ((BEN, CAT), (1, 2), (True, False)),
                ((BEN, BOT), (1,), (True, True)),
            ):
                table = await new_table(registry, ADA, *rivals, game="huang", players=1 + len(rivals))
                (listed,) = await registry.store.games_of("ada", table.setup.id)
                assert listed.standing is not None
                seen = replace(listed, standing=replace(listed.standing, away=gone))
                mine = Own(Person("ada", "Ada"), seen)
                assert (mine.ends, mine.loses) == told
                table.history.now = table.history.now._replace(gone=tuple((seat, 1.0) for seat in gone))
                await table.resign("ada", "en")
                result = table.history.now.result
                assert (table.history.over, result is None or result[0] > 1) == told

    run(test)
