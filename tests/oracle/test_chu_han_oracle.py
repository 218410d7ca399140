"""The slow reference plays whole games: nothing gets lost, every game ends, and no view tells more than C8 allows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from itertools import combinations

import pytest

from tests.oracle.chu_han import ChuHan, Deal
from tests.oracle.chu_han_cards import DECK, value
from tests.oracle.chu_han_events import EVENT_DECK, SILENCE, pile_at_start

GAMES = 250
GAMES_WITH_EVENTS = 150


def dealer(chance: random.Random) -> Callable[[], Deal]:
    deck = list(DECK.elements())

    def next_deal() -> Deal:
        chance.shuffle(deck)
        return deck[:15], deck[15:30], deck[30:]

    return next_deal


def event_order(chance: random.Random) -> list[str]:
    """One Silence set aside, the others shuffled, that Silence on top [C9.1]."""
    others = list((EVENT_DECK - Counter([SILENCE])).elements())
    chance.shuffle(others)
    return [SILENCE, *others]


def with_events(seed: int) -> tuple[random.Random, ChuHan]:
    chance = random.Random(seed)
    return chance, ChuHan(dealer(chance), events=True, event_order=event_order(chance))


def any_kind(chance: random.Random, legal: list[str]) -> str:
    """A kind of action first, then one of it: what events offer comes more often than by counting actions."""
    kind = chance.choice(sorted({text.split()[0] for text in legal}))
    return chance.choice([text for text in legal if text.split()[0] == kind])


def test_the_deck_has_46_cards() -> None:
    assert DECK.total() == 46


def test_the_event_deck_has_15_cards() -> None:
    assert EVENT_DECK.total() == 15
    assert len(EVENT_DECK) == 11
    assert EVENT_DECK[SILENCE] == 5


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


def test_random_games_with_events_end_and_keep_all_46_cards_after_each_action() -> None:
    seen_actions: Counter[str] = Counter()
    seen_events: Counter[str] = Counter()
    for seed in range(GAMES_WITH_EVENTS):
        chance, game = with_events(seed)
        choose = any_kind if seed % 2 else lambda chance, legal: chance.choice(legal)
        while game.actors():
            action = choose(chance, game.legal())
            seen_actions[action.split()[0]] += 1
            seen_events[game.event] += 1
            game.apply(action)
            assert game.all_cards() == DECK
            assert len(game.pile) == pile_at_start(game.event) - 2 * sum(game.decrees_taken)
            assert all(game.hand) or game.stage in ("cancel", "restore", "over") or game.building, "C6.1"
            assert min(game.score) >= 0
            assert max(game.score) < 31 or game.event in ("stabilisation", "wise_counsel") or game.stage == "over"
        assert max(game.score) >= 31
        assert game.score[game.winner] == max(game.score)
    assert len(seen_actions) == 24, "every action of C11.2 happens"
    assert set(seen_events) >= set(EVENT_DECK), "every event happens"


def test_after_the_fifteenth_hand_there_are_no_events() -> None:
    """Scores are set back all the time, so that nobody wins before the deck is used up [C9.5]."""
    chance, game = with_events(3)
    events = []
    while game.hand_number <= 16:
        hand = game.hand_number
        events.append(game.event)
        while game.hand_number == hand:
            game.score = [0, 0]
            game.apply(chance.choice(game.legal()))
    assert events[:15] == game.event_order
    assert events[15] == "none"


def test_an_order_of_events_must_be_one_of_the_deck_with_a_silence_first() -> None:
    chance = random.Random(1)
    order = event_order(chance)
    place = order.index("hangu")
    for wrong in ([], order[1:], [*order[:14], "hangu"], [order[place], *order[:place], *order[place + 1 :]]):
        with pytest.raises(ValueError, match=r"C9\.1"):
            ChuHan(dealer(chance), events=True, event_order=wrong)
    with pytest.raises(ValueError, match="with events"):
        ChuHan(dealer(chance), event_order=order)


@pytest.mark.parametrize("events", [False, True])
def test_what_a_seat_surely_knows_is_true(events: bool) -> None:
    for seed in range(40):
        chance, game = with_events(seed) if events else (random.Random(seed), ChuHan(dealer(random.Random(-seed))))
        while game.actors():
            game.apply(chance.choice(game.legal()))
            for seat in (0, 1):
                assert game.held(seat) <= game.whole_hand(1 - seat)


@pytest.mark.parametrize("events", [False, True])
def test_views_do_not_depend_on_what_they_hide(events: bool) -> None:
    for seed in range(40):
        chance, game = with_events(seed) if events else (random.Random(seed), ChuHan(dealer(random.Random(-seed))))
        while game.actors():
            before = game.facts(None), game.facts(1 - game.actor)
            action = chance.choice(game.legal())
            building = action.split()[0] in ("zhongli_mo", "peng_yue", "add", "warlord")
            declared = game.declared
            game.apply(action)
            if building and (game.building or game.lent) and game.declared is declared:
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


def at_hand_2(event: str) -> list[str]:
    return [SILENCE, event, *(EVENT_DECK - Counter([SILENCE, event])).elements()]


@pytest.mark.parametrize(
    ("event", "position", "complaint"),
    [
        ("warlords", {}, "face_up: 0 cards; warlords has 6"),
        ("warlords", {"face_up": "1 1 1 1 1 1 1"}, "face_up: 7 cards"),
        ("warlords", {"face_up": "9 1"}, "9: 2 copies"),
        ("warlords", {"face_up": "1", "decrees_left": 4}, "not 3 in all"),
        ("hongmen", {"face_up": "1"}, "face_up: 1 cards; hongmen has 2"),
        ("gaixia", {"face_up": "1"}, "face_up: 1 cards; gaixia has 0"),
        ("gaixia", {"event": "hangu"}, "hand 2 has gaixia, not hangu"),
        ("gaixia", {"row": "1", "row_last": 0}, "only Hangu has one"),
        ("hangu", {"row": "1 ji_bu", "row_last": 0}, "does not go 1, 2, 3"),
        ("hangu", {"row": "1"}, "row_last: -1 with a row of 1"),
    ],
)
def test_an_impossible_position_with_events_is_refused(event: str, position: dict[str, object], complaint: str) -> None:
    position = {"hand": ["9", "8"], "hand_number": 2, **position}
    with pytest.raises(ValueError, match=complaint):
        ChuHan.from_position(position, dealer(random.Random(1)), events=True, event_order=at_hand_2(event))


def test_without_the_option_there_is_no_event() -> None:
    game = ChuHan(dealer(random.Random(1)))
    assert game.facts(None)["event"] == "none"
    assert not game.face_up


def lent_sets_of_zhongli_mo(game: ChuHan, lent: str) -> set[frozenset[str]]:
    """Counted out: every set of different values with the lent card, of the right size and high enough [C5.13, C11.5]."""
    cards = sorted((game.hand[game.turn] + Counter([lent]) - Counter(["zhongli_mo"])).keys())
    number, size = game.to_beat
    sizes = range(2, len(cards) + 1) if game.leading else [size]
    return {
        frozenset(chosen)
        for count in sizes
        for chosen in combinations(cards, count)
        if lent in chosen
        and len({value(kind) for kind in chosen}) == count
        and (game.leading or min(map(value, chosen)) > number)
    }


def reached(game: ChuHan) -> set[frozenset[str]]:
    """Every set that the steps after `zhongli_mo` lead to; no step leads nowhere."""
    found = set()
    for action in game.legal():
        after = deepcopy(game)
        after.apply(action)
        if after.building:
            found |= reached(after)
        else:
            found.add(frozenset(game.building[1:] + action.split()[1:]))
    return found


@pytest.mark.parametrize("leading", [False, True])
def test_the_steps_of_zhongli_mo_lead_to_each_set_with_the_borrowed_card_and_to_no_other(leading: bool) -> None:
    many = 0
    for seed in range(60):
        chance = random.Random(seed)
        deck = [kind for kind in DECK.elements() if kind not in ("zhongli_mo", "lyu_zhi")]
        chance.shuffle(deck)
        lent, hand, rival = deck[0], deck[1:7], deck[7:10]
        position = {"hand": [" ".join(rival), " ".join([*hand, "zhongli_mo", "lyu_zhi"])], "face_up": lent}
        position |= {"hand_number": 2, "leader": int(leading)}
        to_beat = (0, 0) if leading else (chance.choice([0, 1, 2]), chance.choice([2, 3]))
        game = ChuHan.from_position(position, dealer(chance), events=True, event_order=at_hand_2("warlords"))
        if not leading:
            game.start_response(1)
            game.to_beat = to_beat
        wanted = lent_sets_of_zhongli_mo(game, lent)
        many += len(wanted)
        if f"warlord {lent}" in game.legal():
            game.apply(f"warlord {lent}")
        if "zhongli_mo" not in game.legal() or not game.lent:
            assert not wanted
            continue
        game.apply("zhongli_mo")
        assert reached(game) == wanted
    assert many > 100


def test_unnamed_cards_fill_the_pile_from_the_bottom_persons_first() -> None:
    game = ChuHan.from_position({"hand": ["9 zhongli_mo", "xiang_yu"]}, dealer(random.Random(1)))
    assert game.pile[-3:] == ["ying_bu", "han_xin", "liu_bang"]
    assert len(game.pile) == 16
    assert game.all_cards() == DECK
