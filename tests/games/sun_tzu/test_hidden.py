"""No viewer is told what it may not know, and samples of the hidden facts are fair [S13]."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

import tianxia
from tests.games.fair import check_fair
from tests.games.interference import check_world, other_world, random_matches, seen, told, told_in
from tests.games.sun_tzu.playing import steps
from tests.games.sun_tzu.table import GAME, OPTION_SETS, VIEWERS, Table, moves_of
from tests.games.sun_tzu.test_conservation import check_possible
from tianxia.engine import _entries as entries
from tianxia.games.sun_tzu.pieces import CARDS
from tianxia.games.sun_tzu.questions import QUESTIONS

SECRET = ("order", "take_back")
"""Acts that change nothing that anybody else sees [S14]."""


@pytest.mark.parametrize("name", OPTION_SETS)
def test_what_a_viewer_may_not_know_changes_nothing_it_sees(name: str) -> None:
    game = GAME.with_options(**OPTION_SETS[name])
    asked, worlds = Counter[str](), 0
    for seed in range(2):
        for table, _, _ in steps(seed, OPTION_SETS[name]):
            asked[QUESTIONS.text(int(table.states["asks"][0]))] += 1
            for viewer in VIEWERS:
                check_possible(Table(check_world(game, table.states, viewer, worlds)))
                worlds += 1
    assert {"orders", "under", "next", "over"} <= set(asked)


@pytest.mark.parametrize("name", OPTION_SETS)
def test_all_that_a_viewer_may_not_know_varies(name: str) -> None:
    """Each hidden field of each side is dealt otherwise in some samples, for the seats and the spectator."""
    varied, worlds = Counter[tuple[int | None, str, int]](), 0
    for seed in range(3):
        for table, _, _ in steps(seed, OPTION_SETS[name]):
            for viewer in VIEWERS:
                twin = Table(other_world(GAME, table.states, viewer, worlds)).whole()
                varied.update((viewer, *where) for where in differences(table.whole(), twin))
            worlds += 1
    options = GAME.with_options(**OPTION_SETS[name]).options
    fields = ["hand", "laid", "drawn", "undrawn", "known", "deck", *["held", "aside"] * bool(options["generals"])]
    for viewer in VIEWERS:
        rivals = [seat for seat in (0, 1) if seat != viewer]
        expected = {(viewer, field, seat) for field in fields for seat in rivals}
        if viewer is not None:
            expected.add((viewer, "deck", viewer))
        if options["events"]:
            expected.add((viewer, "event_deck", 0))
        found = {where for where in varied if where[0] == viewer}
        assert found == expected
        assert all(varied[where] > worlds / 100 for where in expected)


def differences(s: Any, twin: Any) -> list[tuple[str, int]]:
    """Fields that differ, by seat; the state of the random numbers always does."""
    found = [("event_deck", 0)] if s["event_deck"] != twin["event_deck"] else []
    for field in GAME.table.by_name:
        if field not in ("rng", "event_deck") and s[field] != twin[field]:
            found += [(field, seat) for seat in (0, 1) if s[field][seat] != twin[field][seat]]
    return found


UNCOVERING = ("revealed", "drew", "went_under", "event_up")
"""Events that show something hidden, so that what follows may differ."""


@pytest.mark.parametrize("name", OPTION_SETS)
def test_the_same_act_in_another_world_shows_the_same(name: str) -> None:
    """As long as nothing hidden is uncovered."""
    kinds, met = GAME.events.kinds, Counter[str]()
    for seed in range(3):
        for number, (table, seat, act) in enumerate(steps(seed, OPTION_SETS[name])):
            for viewer in VIEWERS if seat >= 0 else ():
                here, there = Table(table.states.copy()), Table(other_world(GAME, table.states, viewer, number))
                if act not in there.legal(seat):
                    assert viewer != seat
                    continue
                for world in (here, there):
                    world.apply(seat, act)
                rows = here.log[1 : int(here.log[0, 0]) + 1].tolist()
                if any(kinds[row[0]].name in UNCOVERING for row in rows):
                    continue
                assert seen(GAME, here.states, viewer) == seen(GAME, there.states, viewer)
                assert told_by(here, viewer) == told_by(there, viewer)
                met[GAME.actions.kind_of(act).name] += 1
    assert {"order", "under", "confirm", "take"} <= set(met)


def told_by(table: Table, viewer: int | None) -> list[list[Any]]:
    """The events of the last act as a viewer sees them."""
    told = []
    for index, *args in table.log[1 : int(table.log[0, 0]) + 1].tolist():
        domains = GAME.events.kinds[index].domains.values()
        told.append(
            [index, *(None if d.owner and args[0] != viewer else a for a, d in zip(args, domains, strict=False))]
        )
    return told


@pytest.mark.parametrize("name", OPTION_SETS)
def test_orders_are_put_and_taken_back_unseen(name: str) -> None:
    met = 0
    for seed in range(4):
        for table, seat, act in steps(seed, OPTION_SETS[name]):
            if seat < 0 or GAME.actions.kind_of(act).name not in SECRET:
                continue
            after = Table(table.states.copy())
            after.apply(seat, act)
            assert after.log[0, 0] == 0, "no event"
            for viewer in (None, 1 - seat):
                assert seen(GAME, after.states, viewer) == seen(GAME, table.states, viewer), "S13.2"
            met += 1
    assert met > 200


@pytest.mark.parametrize("name", OPTION_SETS)
def test_secret_choices_look_the_same_whatever_was_chosen(name: str) -> None:
    """A general, a confirmation, a card put under: while the other has not done it too, only that it was done is seen."""
    met = Counter[str]()
    for seed in range(4):
        for table, seat, act in steps(seed, OPTION_SETS[name]):
            kind = GAME.actions.kind_of(act).name if seat >= 0 else "over"
            if kind not in ("choose", "confirm", "under") or table.actors != (0, 1):
                continue
            views = set()
            for number in table.legal(seat):
                if GAME.actions.kind_of(number).name == kind:
                    after = Table(table.states.copy())
                    after.apply(seat, number)
                    views.add(seen(GAME, after.states, 1 - seat))
                    met[kind] += 1
            assert len(views) == 1
    assert met["confirm"]
    assert met["under"]


@pytest.mark.parametrize("name", OPTION_SETS)
def test_secret_acts_of_the_two_seats_commute(name: str) -> None:
    """Orders, confirmations, generals, cards put under: in which order they come changes nothing [S14]."""
    met, chance = Counter[str](), random.Random(name)
    for seed in range(4):
        for table, _, _ in steps(seed, OPTION_SETS[name]):
            if table.actors != (0, 1):
                continue
            pair = [chance.choice(secret_acts(table, seat)) for seat in (0, 1)]
            one, other = Table(table.states.copy()), Table(table.states.copy())
            for twin, order in ((one, (0, 1)), (other, (1, 0))):
                for seat in order:
                    assert pair[seat] in twin.legal(seat)
                    twin.apply(seat, pair[seat])
            assert one.states.tobytes() == other.states.tobytes()
            met.update(GAME.actions.kind_of(act).name for act in pair)
    assert {"order", "under", "confirm"} <= set(met)


def secret_acts(table: Table, seat: int) -> list[int]:
    """The acts of a seat that are not open ones [S4.5]; the confirmation first, as it is rare."""
    kinds = {number: GAME.actions.kind_of(number).name for number in table.legal(seat)}
    confirming = [number for number, kind in kinds.items() if kind == "confirm"]
    return confirming or [number for number, kind in kinds.items() if kind in ("choose", "order", "take_back", "under")]


# --- words --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["normal", "events", "fixed"])
def test_words_records_and_reasons_do_not_depend_on_what_is_hidden(name: str) -> None:
    for match in random_matches(GAME.with_options(**OPTION_SETS[name]), 3, 37):
        for viewer in VIEWERS:
            assert told(told_in(match, viewer, seed=7), viewer, 5) == told(match, viewer, 5)


def test_the_spectator_sees_no_hidden_card_in_any_event() -> None:
    private = {kind.name: [name for name, domain in kind.domains.items() if domain.owner] for kind in GAME.events.kinds}
    found = Counter[str]()
    for seed in range(4):
        match = GAME.with_options(events=True).new(seed)
        chance = random.Random(seed)
        while match.to_act:
            seat = chance.choice(match.to_act)
            match.play(seat, int(chance.choice(match.legal_ids(seat))))
        for event in match.events(None):
            assert all(event[name] is None for name in private[event["kind"]])
            found[event["kind"]] += 1
        hidden = {name for name, value in match.view(None)["state"].items() if value in (None, [None, None])}
        assert hidden == {
            *("hand", "laid", "drawn", "held", "aside", "undrawn", "known", "deck", "event_deck", "scratch", "rng"),
        }
    assert {"drew", "put_under"} <= set(found)


# --- fair samples ---------------------------------------------------------------------------------------------------------

SAMPLES = 20_000
UNSEEN = ["7", "-1", "-1", "Plague"]
"""In the small world red has these unframed cards where blue does not see them."""
REST = "8 9 10 -1 +1 +1 +1 +2 +3 Plague"
"""The others are out."""


def small_position(**told: Any) -> dict[str, Any]:
    """Blue's unframed cards are out but for the 7, red's but for four; one battle, in WU, is not fought."""
    return {
        "round": 5, "held": [["B2"], ["R1"]], "shown": [[], []], "used": [[], ["WU"]],
        "deck": [[], UNSEEN[:2]], "hand": ["7", " ".join(UNSEEN[2:])],
        "out": ["8 9 10 -1 -1 -1 +1 +1 +1 +2 +3 Plague Plague", REST],
        "moves": moves_of("1 2 3 7 5", "1 2 3 4 5"),
        **told,
    }  # fmt: skip


World = tuple[str, tuple[str, ...], str]


def world(states: Any) -> World:
    """Red's general, its deck from the top, and its order in WU."""
    s = Table(states).whole()
    deck = tuple(card for card in s["deck"][1] if card != "none")
    return "".join(s["held"][1]), deck, s["laid"][1][4]


def sampled(match: tianxia.Match, seat: int) -> Iterator[Any]:
    for seed in range(SAMPLES):
        yield other_world(match.game, match._states, seat, seed)


def enumerated(generals: list[str], known_last: str = "") -> dict[World, float]:
    """Every general, every way to lay the unseen cards, every order that S4.2 allows; each choice even in itself."""
    ways: Counter[World] = Counter()
    unseen = list(UNSEEN)
    if known_last:
        unseen.remove(known_last)
    free_places = 1 if known_last else 2
    orders = list(permutations(range(len(unseen))))
    for general in generals:
        for order in orders:
            cards = [unseen[i] for i in order]
            deck = tuple(cards[:free_places]) + ((known_last,) if known_last else ())
            hand = ["5", "6", *cards[free_places:]]
            allowed = [card for card in hand if card != "6" or general == "R1"]
            for card in allowed:
                ways[general, deck, card] += 1 / len(generals) / len(orders) / len(allowed)
    return dict(ways)


def test_samples_are_fair_over_generals_cards_and_orders() -> None:
    found = Counter(world(states) for states in sampled(GAME.position(small_position()), 0))
    check_fair(found, enumerated(["R1", "R2", "R3", "R4", "R5"]))


def test_a_returned_card_is_known_by_kind_and_place() -> None:
    told = {
        "held": [["B2"], ["R2"]], "shown": [[], ["R5"]], "deck": [[], ["7", "Plague"]], "fresh": [0, 1],
        "hand": ["7", "-1 -1"], "returned": [[], ["none", "Plague"]],
        "events_out": ["War chariot"], "event": "Pandemic",
    }  # fmt: skip
    match = GAME.with_options(events=True).position(small_position(**told))
    found = Counter(world(states) for states in sampled(match, 0))
    check_fair(found, enumerated(["R1", "R2", "R3", "R4"], known_last="Plague"))


def test_cards_drawn_and_the_own_deck_are_dealt_fairly() -> None:
    """Blue has drawn two of the cards 7 8 9 and holds none; the third lies in its deck, with the 10 put under before."""
    position = {
        "round": 2, "deck": [["7", "8", "9", "10"], []], "fresh": [3, 0], "held": [["B1"], ["R1"]],
        "out": ["-1 -1 -1 +1 +1 +1 +2 +3 Plague Plague", "7 8 9 10 -1 -1 -1 +1 +1 +1 +2 +3 Plague Plague"],
        "moves": [*moves_of("2 3 4 5 6", "2 3 4 5 6"), (0, "pass"), (1, "pass")],
    }  # fmt: skip
    match = GAME.position(position)
    found: Counter[Any] = Counter()
    for states in sampled(match, 1):
        s = Table(states).whole()
        drawn = tuple(kind for kind, n in zip(CARDS, s["drawn"][0], strict=True) if n)
        found[drawn, tuple(s["deck"][0][:2])] += 1
    ways = {
        (tuple(sorted(cards[:2], key=CARDS.index)), cards[2:]): 1.0 for cards in permutations(["7", "8", "9", "10"])
    }
    check_fair(found, ways)
    own = Counter(tuple(Table(states).whole()["deck"][0][:2]) for states in sampled(match, 0))
    assert own == {("9", "10"): SAMPLES}, "S13.3: the only card never drawn, and the one put under"


def test_the_own_never_drawn_cards_and_the_events_are_shuffled() -> None:
    match = GAME.with_options(events=True).position(
        {
            "deck": [["7", "8", "9", "10"], []],
            "fresh": [3, 0],
            "held": [["B1"], ["R1"]],
            "events_out": ["Champion"],
            "event": "Hero",
        }
    )
    decks, events = Counter[Any](), Counter[Any]()
    for states in sampled(match, 0):
        s = Table(states).whole()
        decks[tuple(s["deck"][0][:4])] += 1
        events[tuple(s["event_deck"])] += 1
    check_fair(decks, {(*cards, "10"): 1.0 for cards in permutations(["7", "8", "9"])})
    below = permutations(["Pandemic", "War chariot", "Light infantry"])
    check_fair(events, {("Champion", "Hero", *cards): 1.0 for cards in below})


def test_orders_not_confirmed_are_in_the_hand_and_confirmed_ones_fit_the_rules() -> None:
    match = GAME.new(5)
    for seat, general in ((0, "B1"), (1, "R2")):
        match.play(seat, f"choose {general}")
    for number, province in enumerate(("QIN", "CHU", "JIN-YAN", "HAN-QI", "WU")):
        assert not other_world(GAME, match._states, 1, 3)["laid"][0, 0].any(), "S13.5: none before the confirmation"
        match.play(0, f"order {province} {number + 1}")
    match.play(0, "confirm")
    for seed in range(200):
        states = other_world(GAME, match._states, 1, seed)
        assert states["laid"][0, 0].all(), "five orders"
        assert states["hand"][0, 0].sum() == 5


def test_a_sample_starts_from_its_seed() -> None:
    match = GAME.new(5)
    assert other_world(GAME, match._states, 0, 9).tobytes() == other_world(GAME, match._states, 0, 9).tobytes()
    assert entries.actors(match._states) == 3
