"""Two at one screen: one guest has both seats and sees the table as one of them at a time."""

import random
from pathlib import Path

import pytest

from tests.tables.playing import BEN, BOT, Player, new_table, play_on, registry_in, run, steps
from tianxia.tables.rows import Seat
from tianxia.tables.table import Refused

HAN, CHU = Seat("Han", guest="ada"), Seat("Chu", guest="ada")


def seated(table: object, seat: int) -> Player:
    """The guest of both seats, looking as one of them."""
    player = Player(table, "ada")  # type: ignore[arg-type]
    player.subscriber.viewer = seat
    return player


def test_a_guest_sees_the_table_as_the_seat_that_it_names(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, HAN, CHU)
            assert [table.seat_of("ada", wish) for wish in ("0", "1")] == [0, 1]

    run(test)


def test_without_a_name_it_is_the_seat_that_is_asked(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, HAN, CHU)
            assert table.seat_of("ada") == table.history.match.to_act[0] == 0
            han = Player(table, "ada")
            await han.command(han.plain())
            assert table.seat_of("ada") == table.history.match.to_act[0] == 1

    run(test)


@pytest.mark.parametrize("wish", ["1", "2", "-1", "", "x", "00", "²", "0 "])
@pytest.mark.parametrize("guest", ["ada", None, "eve"])
def test_a_seat_that_is_not_the_guests_is_refused(tmp_path: Path, guest: str | None, wish: str) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            for rival in (BEN, BOT):
                table = await new_table(registry, HAN, rival)
                with pytest.raises(Refused, match="This seat is not yours") as refused:
                    table.seat_of(guest, wish)
                assert refused.value.code == "foreign"

    run(test)


def test_both_seats_of_one_guest_play_a_game_and_see_only_their_own_hand(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, HAN, CHU)
            players = [seated(table, 0), seated(table, 1)]
            await play_on(players, random.Random(4), 40)
            for own, player in enumerate(players):
                assert [hand is not None for hand in player.view.state["hand"]] == [own == 0, own == 1]

    run(test)


def test_each_seat_takes_back_its_own_action(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, HAN, CHU)
            han, chu = seated(table, 0), seated(table, 1)
            await han.command(han.plain())
            assert (han.view.can_undo, chu.view.can_undo) == (True, False)
            await han.undo()
            assert han.view.to_act == [0]

    run(test)


def test_both_are_here_while_the_screen_shows_one_of_them(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, HAN, CHU)
            assert [seat.connected for seat in Player(table, "ada").view.seats] == [True, True]

    run(test)


def test_a_reaction_window_stays_until_the_screen_was_passed_on(tmp_path: Path) -> None:
    """If it closed by itself, who waits for the screen would know that the rival had nothing to react with."""

    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            for _ in range(50):
                table = await new_table(registry, HAN, CHU)
                players = [seated(table, 0), seated(table, 1)]
                chance = random.Random(1)
                for _ in range(60):
                    seat = table.history.match.to_act[0]
                    if [action.kind for action in players[seat].view.legal] == ["decline"]:
                        await players[seat].settle()
                        assert table.history.match.to_act == (seat,)
                        assert not players[seat].view.waiting
                        await players[seat].command(players[seat].view.legal[0].id)
                        assert steps(table.history) > 0
                        return
                    await players[seat].command(chance.choice(players[seat].view.legal).id)
                    if table.history.over:
                        break
            raise AssertionError("no window without a reaction came up")

    run(test)


def test_the_start_page_lists_the_game_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, HAN, CHU)
            player = seated(table, 0)
            await player.command(player.plain())
            (summary,) = await registry.store.games_of("ada")
            assert [seat.name for seat in summary.seats] == ["Han", "Chu"]

    run(test)


def test_who_shares_a_screen_is_here_while_it_shows_no_side(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, HAN, CHU)
            screen = table.join(None, "en", "ada")
            assert table.here == {"ada"}
            table.leave(screen)
            table.join(None, "en", "eve")
            assert table.here == set()

    run(test)
