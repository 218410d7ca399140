"""The slow reference plays whole games: nothing gets lost, every game ends, and no view tells more than S13 allows."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.oracle.sun_tzu import SunTzu
from tests.oracle.sun_tzu_cards import ARMIES, DISPLAYS, EVENTS, FRAMED, PROVINCES, Chance, all_cards, unframed_cards
from tests.oracle.sun_tzu_facts import facts
from tests.oracle.sun_tzu_table import DeckCard, Side, Table

OPTIONS: list[dict[str, Any]] = [
    {},
    {"beginner": True},
    {"generals": False},
    {"events": True},
    {"events": True, "generals": False},
    {"events": True, "orders": "fixed", "light_infantry": "army", "battle_order": "from_round_2"},
]
ACTIONS = {
    *("choose", "order", "take back", "confirm", "discard", "next", "pass", "take", "take pool", "accept", "under"),
    *(f"use {general}" for general in ("B1", "B2", "B4", "B5", "R2", "R3", "R4", "R5")),
    "over",
}


def chance_of(seed: int, beginner: bool = False) -> Chance:
    chance = random.Random(seed)
    decks = [list(unframed_cards(beginner).elements()) for _ in range(2)]
    for deck in decks:
        chance.shuffle(deck)
    return Chance(chance.sample(DISPLAYS, 5), (decks[0], decks[1]), chance.sample(EVENTS, 5))


def random_act(game: SunTzu, chance: random.Random) -> tuple[int, str]:
    """Orders are seldom taken back, so that games end soon."""
    seat = chance.choice(game.actors())
    legal = game.legal(seat)
    forward = [act for act in legal if not act.startswith("take back")]
    return seat, chance.choice(forward if forward and chance.random() < 0.9 else legal)


def plays(seed: int, **options: Any) -> Iterator[tuple[SunTzu, int, str]]:
    """A random game, before each act."""
    chance = random.Random(seed)
    game = SunTzu(chance_of(seed, options.get("beginner", False)), **options)
    while game.actors():
        seat, act = random_act(game, chance)
        yield game, seat, act
        game.apply(seat, act)
    yield game, -1, "over"


def kind_of(act: str) -> str:
    words = act.split()
    return " ".join(words[:2]) if words[0] == "use" or words[1:2] in (["back"], ["pool"]) else words[0]


def check_conservation(game: SunTzu) -> None:
    beginner = game.table.options.beginner
    blue, red = game.table.sides
    for side in (blue, red):
        assert side.all_armies() == ARMIES, "S1.8"
        assert min(side.pool, side.reinforcements, *side.armies.values()) >= 0
        assert side.all_cards() == all_cards(beginner), "S1.8"
        assert not any(side.out[kind] for kind in FRAMED)
    assert not any(blue.armies[province] and red.armies[province] for province in PROVINCES), "S1.7"
    assert -9 <= game.table.figure <= 9


def test_random_games_end_and_keep_21_armies_and_20_cards_a_side() -> None:
    acts: Counter[str] = Counter()
    for options in OPTIONS:
        for seed in range(30 if "light_infantry" in options else 8):
            for game, seat, act in plays(seed, **options):
                acts[kind_of(act)] += 1
                check_conservation(game)
                assert (seat < 0) == (game.result() is not None)
                for asked in game.actors():
                    assert 0 < len(game.legal(asked)) == len(set(game.legal(asked))), "S14"
            assert game.result() in ((1, 1), (1, 2), (2, 1))
            assert game.table.round <= 9
    assert acts.keys() == ACTIONS, "every act of S14 happens"


SECRET = {  # acts, and what they may change for others: that they were done, not how
    "order": set(),
    "take back": set(),
    "confirm": {"confirmed", "asked"},
    "choose": {"unshown", "asked"},
    "under": {"hand_size", "drawn_size", "deck_size", "decks", "asked"},
}


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_secret_act_shows_the_others_nothing(options: dict[str, Any]) -> None:
    for seed in range(3):
        chance = random.Random(seed)
        game = SunTzu(chance_of(seed, options.get("beginner", False)), **options)
        while game.actors():
            seat, act = random_act(game, chance)
            before = {viewer: game.facts(viewer) for viewer in (None, 1 - seat)}
            last = game.actors() == (seat,) and kind_of(act) in ("confirm", "choose", "under")
            game.apply(seat, act)
            if kind_of(act) in SECRET and not last:
                for viewer, old in before.items():
                    new = game.facts(viewer)
                    assert {key for key in new if new[key] != old[key]} <= SECRET[kind_of(act)], "S13.2, S14"


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_views_do_not_depend_on_what_they_hide(options: dict[str, Any]) -> None:
    chance = random.Random(1)
    for game, _, _ in plays(1, **options):
        if chance.random() < 0.3:
            for viewer in (None, 0, 1):
                other = copy.deepcopy(game.table)
                for side in other.sides:
                    reshuffle(other, side, viewer, chance)
                assert facts(other, game.ask, viewer) == game.facts(viewer)


def reshuffle(table: Table, side: Side, viewer: int | None, chance: random.Random) -> None:
    """Deal anew all that the viewer cannot know [S13.3, S13.4]."""
    table.events[1:] = chance.sample(table.events[1:], len(table.events[1:]))
    if side.seat == viewer:
        shuffle_deck([card for card in side.deck if not card.drawn_before], chance)
        return
    unknown_deck = [card for card in side.deck if not card.seen_by_all]
    cards = [*side.hand.elements(), *side.orders.values(), *side.drawn.elements(), *(c.kind for c in unknown_deck)]
    chance.shuffle(cards)
    for card in unknown_deck:
        card.kind, card.drawn_before = cards.pop(), chance.random() < 0.5
    side.drawn = Counter(cards.pop() for _ in range(side.drawn.total()))
    if table.sealed:
        side.orders = {province: cards.pop() for province in side.orders}
    else:
        side.orders = {province: cards.pop() for province in chance.sample(PROVINCES, chance.randint(0, 5)) if cards}
    side.hand = Counter(cards)
    generals = chance.sample([*side.held, *side.aside], len(side.held) + len(side.aside))
    side.held, side.aside = generals[: len(side.held)], generals[len(side.held) :]


def shuffle_deck(cards: list[DeckCard], chance: random.Random) -> None:
    kinds = [card.kind for card in cards]
    chance.shuffle(kinds)
    for card, kind in zip(cards, kinds, strict=True):
        card.kind = kind


def test_the_same_chance_and_acts_give_the_same_game() -> None:
    for seed in range(5):
        acts = [(seat, act) for _, seat, act in plays(seed, events=True)][:-1]
        again = SunTzu(chance_of(seed), events=True)
        for seat, act in acts:
            again.apply(seat, act)
        *_, (first, _, _) = plays(seed, events=True)
        assert [again.facts(viewer) for viewer in (None, 0, 1)] == [first.facts(viewer) for viewer in (None, 0, 1)]


def test_an_illegal_act_is_refused_and_changes_nothing() -> None:
    game = SunTzu(chance_of(1), generals=False)
    before = game.facts(0)
    for act in ("pass", "confirm", "order QIN 11", "order WEI 1", "take back QIN", "next WU", "use R4", "nonsense", ""):
        for seat in (0, 1, 2):
            with pytest.raises(ValueError, match="not legal"):
                game.apply(seat, act)
    assert game.facts(0) == before


@pytest.mark.parametrize("options", [{"beginner": True, "events": True}, {"beginner": True, "generals": True}], ids=str)
def test_beginners_play_without_events_and_generals(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="without events"):
        SunTzu(chance_of(1, beginner=True), **options)


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        ({"pool": [5, 5], "reinforcements": [3, 3]}, "not 21"),
        ({"armies": [{"WU": 22}, {}]}, "not 21"),
        ({"armies": [{"WU": 2}, {"WU": 1}]}, "both sides"),
        ({"hand": ["9 9", ""]}, "too many"),
        ({"deck": ["9", "10"], "out": ["", ""]}, "lie nowhere"),
        ({"orders": ["1 - - - -", "- 1 - - -"]}, "no field"),
        ({"generals": ["B3", ""]}, "cannot be"),
        ({"winner": 1}, "no field"),
    ],
)
def test_an_impossible_position_is_refused(position: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        SunTzu.from_position(position)
