"""What bots are told of Chu Han."""

import random
from typing import Any

import numpy as np
import pytest

import tianxia
from tests.engine.games import GAME, finished, play_on
from tests.games.chu_han.lockstep import match_of, random_position
from tianxia import bots
from tianxia.engine import core
from tianxia.engine.compiling import entry
from tianxia.engine.records import row
from tianxia.games.chu_han.cards import EVENT_KINDS, N_KINDS, VALUES
from tianxia.games.chu_han.heuristics import unseen_by_value

WEIGHTS = GAME.evaluator.record()


@entry
def unseen(states: Any, seat: int) -> Any:
    return unseen_by_value(row(states, 0), seat)


@entry
def evaluate(states: Any, weights: Any, out: Any) -> None:
    core.evaluate(row(states, 0), row(weights, 0), out)


def greedy(position: dict[str, object]) -> str:
    """What the heuristic plays."""
    match = GAME.position(position)
    (seat,) = match.to_act
    return GAME.action(bots.make("greedy", GAME, 0).choose(match.record(seat), seat)).text


@pytest.mark.parametrize("steps", range(1, 60, 3))
def test_the_unseen_cards_are_the_rivals_hand_and_the_pile(steps: int) -> None:
    check_unseen(play_on(GAME.new(steps), steps, steps))


@pytest.mark.parametrize("event", EVENT_KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_with_events_the_cards_beside_the_event_may_come_too_but_not_the_row(event: str, seed: int) -> None:
    match = match_of(random_position(random.Random(seed), event))
    check_unseen(match)
    play_on(match, seed, 5)
    check_unseen(match)


def check_unseen(match: tianxia.Match) -> None:
    s = GAME.table.record_class(match._states, 0)
    for seat in range(2):
        packed = unseen(match._states, seat)
        hidden = [0] * 10
        for kind in range(N_KINDS):
            hidden[VALUES[kind]] += s.hand[1 - seat, kind] + (s.building[1 - seat] >> kind & 1) + s.face_up[kind]
        for lent in s.lent:  # it counts in a hand and beside the event
            if lent:
                hidden[VALUES[lent - 1]] -= 1
        if s.building_ability[1 - seat]:
            hidden[VALUES[s.building_ability[1 - seat] - 1]] += 1
        for card in s.pile:
            if card:
                hidden[VALUES[card - 1]] += 1
        assert [packed >> 4 * value & 15 for value in range(10)] == hidden


def test_a_value_is_exact_at_the_end_and_shared_before() -> None:
    out = np.zeros(2)
    for match in (GAME.new(0), finished(1), play_on(GAME.new(5), 5, 80)):
        evaluate(match._states, WEIGHTS, out)
        assert out.sum() == pytest.approx(1)
        if match.result:
            assert out.tolist() == [float(place == 1) for place in match.result]


def test_a_lead_in_points_is_worth_more_near_the_end() -> None:
    values = []
    for score in ([5, 0], [29, 24]):
        out = np.zeros(2)
        evaluate(GAME.position({"hand": ["1", "2"], "score": score})._states, WEIGHTS, out)
        values.append(out[0])
    assert 0.5 < values[0] < values[1] < 1


def test_greedy_goes_out_when_it_can() -> None:
    assert greedy({"hand": ["4 4 4", "5 7"]}) == "set 4 3"
    assert greedy({"hand": ["yu_ji 8", "5 7"]}) == "yu_ji 8"


def test_greedy_leads_many_cards() -> None:
    assert greedy({"hand": ["1 1 1 1 5 9", "2 2 4 7 8"]}) == "set 1 4"


def test_greedy_cancels_with_its_last_card() -> None:
    assert greedy({"hand": ["5 7 ji_bu", "lyu_zhi"], "moves": [(0, "ji_bu")]}) == "cancel"
