"""The slow reference plays whole games: nothing gets lost, every game ends, and no view tells more than C8 allows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from tests.oracle.chu_han import ChuHan, Deal
from tests.oracle.chu_han_cards import DECK

GAMES = 500


def dealer(chance: random.Random) -> Callable[[], Deal]:
    deck = list(DECK.elements())

    def next_deal() -> Deal:
        chance.shuffle(deck)
        return deck[:15], deck[15:30], deck[30:]

    return next_deal


def test_the_deck_has_46_cards() -> None:
    assert DECK.total() == 46


def test_random_games_end_and_keep_all_46_cards_after_each_action() -> None:
    seen_actions: Counter[str] = Counter()
    for seed in range(GAMES):
        chance = random.Random(seed)
        game = ChuHan(dealer(chance))
        while game.actors():
            action = chance.choice(game.legal())
            seen_actions[action.split()[0]] += 1
            game.apply(action)
            assert game.all_cards() == DECK
            assert len(game.pile) == 16 - 2 * sum(game.decrees_taken)
            assert all(game.hand) or game.stage in ("cancel", "restore", "over") or game.building, "C6.1"
        assert max(game.score) >= 31
        assert game.result() == ((1, 2) if game.score[0] > game.score[1] else (2, 1))
    assert len(seen_actions) == 19, "every action of C11.2 happens"


def test_what_a_seat_surely_knows_is_true() -> None:
    for seed in range(40):
        chance = random.Random(seed)
        game = ChuHan(dealer(chance))
        while game.actors():
            game.apply(chance.choice(game.legal()))
            for seat in (0, 1):
                assert game.held(seat) <= game.whole_hand(1 - seat)


def test_views_do_not_depend_on_what_they_hide() -> None:
    for seed in range(40):
        chance = random.Random(seed)
        game = ChuHan(dealer(chance))
        while game.actors():
            before = game.facts(None), game.facts(1 - game.actor)
            action = chance.choice(game.legal())
            building = action.split()[0] in ("zhongli_mo", "peng_yue", "add")
            declared = game.declared
            game.apply(action)
            if building and game.building and game.declared is declared:
                assert (game.facts(None), game.facts(1 - game.actor)) == before, "C8.4"
            assert all(
                hand is None or opened for hand, opened in zip(game.facts(None)["hands"], game.opened, strict=True)
            )


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    game = ChuHan(dealer(random.Random(1)))
    before = game.facts(0)
    for action in ("pass", "cancel", "set 8 0", "set 3 1", "nonsense", ""):
        with pytest.raises(ValueError, match="not legal"):
            game.apply(action)
    assert game.facts(0) == before


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        ({"hand": ["9 9", "8"]}, "9: 2 copies, the deck has 1"),
        ({"hand": ["3", "8"]}, "3: 1 copies, the deck has 0"),
        ({"hand": ["9", "8"], "discard": "7"}, "lies nowhere"),
        ({"hand": ["9", "8"], "pile": "7 7"}, "pile: 2 cards"),
        ({"hand": ["9", "8"], "decrees_left": 2}, "not 6 in all"),
        ({"hand": ["9", "8"], "points": [1, 2]}, "no field"),
    ],
)
def test_an_impossible_position_is_refused(position: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        ChuHan.from_position(position, dealer(random.Random(1)))


def test_unnamed_cards_fill_the_pile_from_the_bottom_persons_first() -> None:
    game = ChuHan.from_position({"hand": ["9 zhongli_mo", "xiang_yu"]}, dealer(random.Random(1)))
    assert game.pile[-3:] == ["ying_bu", "han_xin", "liu_bang"]
    assert len(game.pile) == 16
    assert game.all_cards() == DECK
