"""No viewer is told what it may not know, and samples of the hidden cards are fair [C8]."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from typing import Any

import pytest

import tianxia
from tests.games.chu_han import interference
from tests.games.chu_han.table import GAME, GAMES, OPTION_SETS, VIEWERS, WITH_EVENTS, labels, names
from tests.games.fair import check_fair
from tests.games.interference import random_matches, told, told_in
from tianxia.engine import _entries as entries
from tianxia.games.chu_han.cards import COPIES, KINDS

pytestmark = pytest.mark.xdist_group("worlds of chu han")  # their entry points are compiled once

WALKS = {"plain": 300, "both": 150}
"""Random games by options; a campaign has two or three matches."""


@pytest.fixture(scope="module", params=WALKS)
def walked(request: pytest.FixtureRequest) -> tuple[list[str], dict[str, int]]:
    return interference.run(WALKS[request.param], seed=1, **OPTION_SETS[request.param])


def test_what_a_viewer_may_not_know_changes_nothing_it_sees(walked: tuple[list[str], dict[str, int]]) -> None:
    wrong, tally = walked
    assert wrong == []
    assert tally["positions"] > 10_000


def test_the_walk_met_every_kind_of_knowledge(walked: tuple[list[str], dict[str, int]]) -> None:
    _, tally = walked
    for what in ("seen", "surely", "opened", "begun", "later"):
        assert tally[what] > 300, what
    assert tally["varied"] > 0.9 * 2 * tally["positions"], "samples vary"


def test_the_walk_met_what_events_hide() -> None:
    wrong, tally = interference.run(40, seed=2, **OPTION_SETS["both"])
    assert wrong == []
    for what in ("lent", "offered"):
        assert tally[what] > 50, what
    assert tally["other_events"] > 0.5 * tally["samples"], "the order of the events to come varies"


@pytest.mark.parametrize(("options", "seed"), [("plain", 0), ("plain", 1), ("events", 2), ("both", 3)])
def test_words_records_and_reasons_do_not_depend_on_what_is_hidden(options: str, seed: int) -> None:
    for match in random_matches(GAMES[options], seed, 41):
        for viewer in VIEWERS:
            assert told(told_in(match, viewer, seed), viewer, 5) == told(match, viewer, 5)


def test_the_spectator_sees_no_hidden_card_in_any_event() -> None:
    private = {kind.name: [name for name, domain in kind.domains.items() if domain.owner] for kind in GAME.events.kinds}
    seen = Counter[str]()
    for seed in range(12):
        match, chance = (GAME if seed % 2 else WITH_EVENTS).new(seed), random.Random(seed)
        while match.to_act:
            (seat,) = match.to_act
            match.play(seat, int(chance.choice(match.legal_ids(seat))))
        for event in match.events(None):
            assert all(event[name] is None for name in private[event["kind"]])
            seen[event["kind"]] += 1
        for seat in (0, 1):
            for event in match.events(seat):
                for name in private[event["kind"]]:
                    assert (event[name] is None) == (event["seat"] != seat)
        hidden = {name: value for name, value in match.view(None)["state"].items() if value in (None, [None, None])}
        assert hidden.keys() == {
            *("hand", "building", "building_ability", "lent", "surely", "pile", "seen", "deck", "event_deck", "rng"),
        }
    for kind in ("drew", "looked", "gave", "received"):
        assert seen[kind]


# --- fair samples ------------------------------------------------------------------------------------------------------

UNSEEN = ["1", "1", "2", "9", "lyu_zhi", "xiao_he", "ji_bu"]
"""In the small world seven cards are unseen: three in Chu's hand, four in the pile."""
SAMPLES = 20_000
World = tuple[tuple[str, ...], tuple[str, ...]]


def small_world(**known: Any) -> tianxia.Match:
    """Han to lead with one card; all decrees are taken and all else is discarded."""
    rest = Counter(dict(zip(KINDS, COPIES, strict=True))) - Counter([*UNSEEN, "8"])
    chu, pile = UNSEEN[:3], UNSEEN[3:]
    return GAME.position(
        {
            "hand": ["8", " ".join(chu)],
            "pile": pile,
            "discard": " ".join(rest.elements()),
            "decrees_taken": [3, 3],
            **known,
        }
    )


def sampled(match: tianxia.Match, seat: int) -> Counter[World]:
    worlds: Counter[World] = Counter()
    for seed in range(SAMPLES):
        states = match._states.copy()
        entries.resample(states, seat, seed)
        worlds[world(states, 1 - seat)] += 1
    return worlds


def world(states: Any, rival: int) -> World:
    hand = names(states["hand"][0, rival].tobytes())
    return tuple(hand), tuple(labels(states["pile"].tobytes())[12:])


def enumerated(known_hand: list[str], known_pile: dict[int, str]) -> Counter[World]:
    """Every way to lay the unseen cards, told apart though equal, that fits what is known."""
    free = list(UNSEEN)
    for card in [*known_hand, *known_pile.values()]:
        free.remove(card)
    ways: Counter[World] = Counter()
    places = [place for place in range(4) if place not in known_pile]
    for order in permutations(free):
        hand = [*known_hand, *order[len(places) :]]
        pile = {**known_pile, **dict(zip(places, order, strict=False))}
        ways[tuple(sorted(hand)), tuple(pile[place] for place in range(4))] += 1
    return ways


@pytest.mark.parametrize(
    ("known", "known_hand", "known_pile"),
    [
        ({}, [], {}),
        ({"surely": [["", "1"], ["", "1"]]}, ["1"], {}),
        ({"surely": [["", "1 2"], ["", "1 2"]]}, ["1", "2"], {}),
        (
            {"seen": [["none"] * 12 + UNSEEN[3:5], []], "looked_to": [14, 0]},
            [],
            {0: "9", 1: "lyu_zhi"},
        ),
        (
            {"seen": [["none"] * 12 + UNSEEN[3:5], []], "looked_to": [14, 0], "surely": [["", "1"], ["", "1"]]},
            ["1"],
            {0: "9", 1: "lyu_zhi"},
        ),
    ],
    ids=["nothing", "a card in hand", "two cards in hand", "the top of the pile", "both"],
)
def test_samples_are_uniform_over_all_worlds_that_fit(
    known: dict[str, Any], known_hand: list[str], known_pile: dict[int, str]
) -> None:
    found = sampled(small_world(**known), seat=0)
    ways = enumerated(known_hand, known_pile)
    check_fair(found, ways)


def test_a_half_built_play_is_dealt_anew_for_the_rival_only() -> None:
    match = GAME.position({"hand": ["zhongli_mo 2 4 5 8", "9 7"]})
    match.play(0, "zhongli_mo")
    match.play(0, "add 2")
    own, rival = match._states.copy(), match._states.copy()
    entries.resample(own, 0, 5)
    entries.resample(rival, 1, 5)
    assert own["building"][0, 0] == match._states["building"][0, 0]
    assert own["hand"][0, 0].tolist() == match._states["hand"][0, 0].tolist()
    assert rival["building"][0].tolist() == [0, 0]
    assert rival["building_ability"][0].tolist() == [0, 0]
    assert rival["hand"][0, 0].sum() == 5, "C8.4: the cards of the play count as hand"


# --- what events hide ----------------------------------------------------------------------------------------------------


def at(event: str, **position: Any) -> tianxia.Match:
    return WITH_EVENTS.position({"event": event, **position})


def test_a_lent_card_is_its_owners_secret_until_the_play_is_declared() -> None:
    match = at("warlords", face_up="8 5 ji_bu", hand=["8 1 zhongli_mo", "9 7"])
    before = [match.view(viewer) for viewer in (1, None)], match.seen(1), match.seen(None)
    for action in ("warlord 5", "zhongli_mo", "add 1"):
        match.play(0, action)
        assert ([match.view(viewer) for viewer in (1, None)], match.seen(1), match.seen(None)) == before, "C8.4"
        assert match.view(0)["state"]["lent"][0] == "5"
    match.play(0, "add 5")
    match.play(0, "done")
    assert match.view(None)["state"]["declared_lent"] == "5"
    assert names(match._states["face_up"][0].tobytes()) == ["8", "ji_bu"]


def test_a_lent_card_is_dealt_anew_for_the_rival_only() -> None:
    match = at("warlords", face_up="8 5", hand=["8 1 zhongli_mo", "9 7"])
    match.play(0, "warlord 5")
    own, rival = match._states.copy(), match._states.copy()
    entries.resample(own, 0, 5)
    entries.resample(rival, 1, 5)
    assert own["lent"][0].tolist() == match._states["lent"][0].tolist()
    assert own["hand"][0, 0].tolist() == match._states["hand"][0, 0].tolist()
    assert rival["lent"][0].tolist() == [0, 0]
    assert rival["hand"][0, 0].sum() == 3, "the card beside the event is none of the hand"


def test_at_hong_canal_the_taker_knows_the_pair_and_the_receiver_the_gift() -> None:
    match = at("hong_canal", hand=["8 1", "9 7"], pile=["5", "4", *["1"] * 6, *["2"] * 8])
    match.play(0, "decree")
    assert match.view(0)["state"]["seen"][0][:2] == ["5", "4"]
    assert match.view(1)["state"]["seen"] == [None, ["none"] * 16]
    assert match.log(None)[-1] == match.log(1)[-1] == "Han takes a decree and draws 2 cards"
    match.play(0, "give 4")
    assert match.log(0)[-2:] == ["Han gives 4 to the rival", "Chu gets a card from the rival"]
    assert match.log(1)[-2:] == ["Han gives a card to the rival", "Chu gets 4 from the rival"]
    assert match.log(None)[-2:] == ["Han gives a card to the rival", "Chu gets a card from the rival"]
    known = [names(match.masked(0)["surely"][0, 0, holder].tobytes()) for holder in (0, 1)]
    assert known == [[], ["4"]], "C8.6: the giver knows the gift in the rival's hand, the rival not the kept card"
    for seed in range(20):
        states = match._states.copy()
        entries.resample(states, 0, seed)
        assert "4" in names(states["hand"][0, 1].tobytes())


def test_the_order_of_the_events_to_come_is_sampled_uniformly() -> None:
    past = "silence silence silence silence silence restraint warlords hongmen hangu gaixia stabilisation"
    match = at("hong_canal", hand=["8 1", "9 7"], events_past=past)
    orders: Counter[tuple[int, ...]] = Counter()
    for seed in range(6000):
        states = match._states.copy()
        entries.resample(states, 0, seed)
        orders[tuple(states["event_deck"][0].tolist())] += 1
    to_come = [event for event in match._states["event_deck"][0].tolist() if event]
    assert len(to_come) == 3
    check_fair(orders, Counter({(*order, *[0] * 12): 1 for order in permutations(to_come)}))
