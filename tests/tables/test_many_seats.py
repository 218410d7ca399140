"""Tables with three to five seats: whole games, stored and opened again, with bots, guests and spectators."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import tianxia
from tests.tables.playing import BOT, Dice, Player, new_table, play_on, registry_in, run, steps
from tests.waiting import soon
from tianxia.tables.frames import Step
from tianxia.tables.rows import Seat, seats_of
from tianxia.tables.table import Refused, Table
from tianxia.tables.worker import Question, think

QUICK = {"stall_turns": 2}
"""Turns without a draw end the game soon."""
MANY = pytest.mark.parametrize("seats", [3, 4, 5])


def at_one_screen(*names: str) -> list[Seat]:
    return [Seat(name, guest="ada") for name in names]


def seated(table: Table, seat: int) -> Player:
    """The guest of several seats, looking as one of them."""
    player = Player(table, "ada")
    player.subscriber.viewer = seat
    return player


async def ended(table: Table) -> None:
    await soon(lambda: table.history.over, 120)


@MANY
def test_bots_play_a_whole_game_that_is_stored_and_opened_again(tmp_path: Path, seats: int) -> None:
    dice = Dice()

    async def test() -> None:
        async with registry_in(tmp_path, bot_pool=dice) as registry:
            table = await new_table(registry, *[BOT] * seats, game="huang", players=seats)
            spectator = Player(table, None)
            await ended(table)
            assert sorted({question.seat for question in dice.asked}) == list(range(seats))
            assert {question.options["players"] for question in dice.asked} == {seats}
            result, steps = table.history.match.result, table.history.match.hash()
            assert result is not None
            assert len(result) == seats
            assert spectator.view.result == list(result)
            name = table.setup.id
        async with registry_in(tmp_path) as registry:
            again = await registry.open(name)
            assert again is not None
            assert again.history.match.hash() == steps
            assert again.history.match.result == result
            assert again.paused == ""

    run(test)


@MANY
def test_guests_play_each_at_their_own_seat_and_see_only_their_own_hand(tmp_path: Path, seats: int) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            guests = [Seat(f"G{i}", guest=f"g{i}") for i in range(seats)]
            table = await new_table(registry, *guests, game="huang", players=seats, **QUICK)
            players = [Player(table, guest.guest) for guest in guests]
            spectator = Player(table, None)
            await play_on(players, random.Random(seats), 2 * seats)
            assert steps(table.history) > seats
            for own, player in enumerate(players):
                assert player.viewer == own
                assert [hand is not None for hand in player.view.state["hand"]] == [i == own for i in range(5)]
            assert spectator.view.state["hand"] == [None] * 5
            assert [seat.name for seat in spectator.view.seats] == [guest.name for guest in guests]
            assert [seat.connected for seat in spectator.view.seats] == [True] * seats

    run(test)


@MANY
def test_what_one_does_all_others_are_told(tmp_path: Path, seats: int) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            guests = [Seat(f"G{i}", guest=f"g{i}") for i in range(seats)]
            table = await new_table(registry, *guests, game="huang", players=seats)
            players = [Player(table, guest.guest) for guest in guests] + [Player(table, None)]
            for player in players:
                await player.settle()
            actor = players[table.history.match.to_act[0]]
            await actor.command(actor.action("pass"))
            for player in players:
                await player.settle()
                assert isinstance(player.frames[-1], Step)
                assert [event["kind"] for event in player.frames[-1].events] == ["passed"]

    run(test)


def test_a_table_needs_as_many_seats_as_players(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            for seats in (2, 4):
                with pytest.raises(tianxia.IllegalAction, match="seat"):
                    await registry.create("huang", {"players": 3}, (BOT,) * seats, "en")
            assert await registry.store.names() == []

    run(test)


@MANY
def test_a_thinking_process_answers_for_every_seat(seats: int) -> None:
    match = tianxia.load("huang", players=seats).new(seed=2)
    asked = set()
    while len(asked) < seats and match.to_act:
        (seat,) = match.to_act
        asked.add(seat)
        question = Question("huang", {"players": seats}, "greedy", 1, seat, match.record(seat).tobytes())
        answer = think(question)
        assert answer.error == ""
        assert answer.action in match.legal_ids(seat)
        quick = [action.id for action in match.legal(seat) if action.kind in ("pass", "end_turn", "stop")]
        match.play(seat, quick[0] if quick else answer.action)
    assert asked == set(range(seats))


# --- several at one screen -------------------------------------------------------------------------------------------


@MANY
def test_the_screen_shows_the_seat_that_is_asked(tmp_path: Path, seats: int) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            guests = at_one_screen(*map(str, range(seats)))
            table = await new_table(registry, *guests, game="huang", players=seats)
            players = [seated(table, seat) for seat in range(seats)]
            asked = set()
            for step in range(3 * seats):
                (seat,) = table.history.match.to_act
                assert table.seat_of("ada") == seat
                asked.add(seat)
                others = [player for player in players if player.viewer != seat]
                assert all(player.view.waiting and not player.view.legal for player in others)
                legal = players[seat].view.legal
                quick = [
                    action for action in legal if action.kind in ("pass", "stop", "end_turn", "decline", "nothing")
                ]
                await players[seat].command((quick or legal)[step % len(quick or legal)].id)
            assert asked == set(range(seats))

    run(test)


def test_bots_beside_those_at_one_screen_play_by_themselves(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(
                registry, *at_one_screen("Tiger", "Rabbit"), BOT, BOT, game="huang", players=4, **QUICK
            )
            assert len(seats_of(table.history.seats, table.history.seats[0].guest)) == 2
            players = [seated(table, 0), seated(table, 1)]
            chance, played = random.Random(2), 0
            while not table.history.over and played < 12:
                (seat,) = table.history.match.to_act
                if seat > 1:
                    await soon(lambda: table.history.over or table.history.match.to_act[0] < 2)
                    continue
                assert table.seat_of("ada") == seat
                await players[seat].command(chance.choice(players[seat].view.legal).id)
                played += 1
            assert {seat for seat, _ in table.history.match.actions} == {0, 1, 2, 3}

    run(test)


def test_the_seat_of_a_bot_is_nobodys_to_look_from(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, *at_one_screen("Tiger", "Rabbit"), BOT, game="huang", players=3)
            assert [table.seat_of("ada", wish) for wish in ("0", "1")] == [0, 1]
            for wish in ("2", "3", "4", "5"):
                with pytest.raises(Refused, match="This seat is not yours"):
                    table.seat_of("ada", wish)

    run(test)


@MANY
def test_all_at_one_screen_are_here(tmp_path: Path, seats: int) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            guests = at_one_screen(*map(str, range(seats)))
            table = await new_table(registry, *guests, game="huang", players=seats)
            assert [seat.connected for seat in Player(table, "ada").view.seats] == [True] * seats

    run(test)
