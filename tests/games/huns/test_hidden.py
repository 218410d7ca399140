"""No viewer is told what it may not know, and samples of the hidden facts are fair [N12]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from math import factorial, prod
from typing import Any

import pytest

import tianxia
from tests.games.fair import check_fair
from tests.games.huns.table import ANY, COLOURS, OPTION_SETS, Table, game, taking
from tests.games.huns.walks import CROWDED, crowded_steps, steps, walk
from tests.games.interference import check_world, other_world, random_matches, seen, told, told_in
from tianxia.engine.compiling import INTERPRETED
from tianxia.games.huns.events import IRREVERSIBLE
from tianxia.games.huns.pieces import CARDS, N_COLOURS, WAGONS

pytestmark = pytest.mark.xdist_group("walks of huns")  # they are played once

SEEDS = range(1) if INTERPRETED else range(2)
PLACES = range(5) if INTERPRETED else range(12)
"""Games, and positions full of cards, for each number of players."""
HIDDEN = ("deck", "wagon_deck")
UNCOVERING = (*IRREVERSIBLE, "played")
"""Events that show something hidden, so that what follows may differ."""
MANY_ORDERS = 24
"""With so many possible orders of the decks another world nearly always has another one."""


def viewers(name: str) -> tuple[int | None, ...]:
    return (*range(OPTION_SETS[name]["players"]), None)


def positions(name: str) -> Iterator[tuple[int, Table, int, int]]:
    """Some positions of a game and of crowded tables, with their number."""
    for number, (table, seat, act) in enumerate(walk(name)):
        if act >= 0 and (number % 4 == 0 or table.question in ("drawn", "victim", "flee")):
            yield number, table, seat, act


@pytest.mark.parametrize("name", OPTION_SETS)
def test_what_a_viewer_may_not_know_changes_nothing_it_sees(name: str) -> None:
    """In every position of some games, for one viewer after another [N12.3]."""
    made, asked, number = game(**OPTION_SETS[name]), Counter[str](), 0
    crowded = PLACES if name in CROWDED else ()
    for walked in (*(steps(name, seed) for seed in SEEDS), *(crowded_steps(name, seed) for seed in crowded)):
        for table, _, _ in walked:
            asked[table.question] += 1
            number += 1
            viewer = viewers(name)[number % len(viewers(name))]
            twin = check_world(made, table.states, viewer, number)
            check_kept(table, twin[0], viewer)
    assert {"before_die", "drawn", "flee", "none"} <= set(asked)


def check_kept(table: Table, twin: Any, viewer: int | None) -> None:
    """All but the hidden fields is the same; of the decks so are the cards that they hold, and the known places."""
    s = table.states[0]
    for name in ANY.table.by_name:
        if name not in (*HIDDEN, "seen", "rng"):
            assert (s[name] == twin[name]).all(), name
    assert (s["deck"].sum(1) == twin["deck"].sum(1)).all()
    assert sorted(s["wagon_deck"].tolist()) == sorted(twin["wagon_deck"].tolist())
    for colour in range(N_COLOURS):
        assert sorted(s["deck"][colour].tolist()) == sorted(twin["deck"][colour].tolist())
        for seat in range(table.players):
            eyes = seen_cards(twin, seat, colour)
            assert twin["seen"][seat, colour].tolist() == eyes, "other seats know the same places"
            assert viewer != seat or s["seen"][seat, colour].tolist() == eyes, "N12.2"


def seen_cards(s: Any, seat: int, colour: int) -> list[int]:
    """What the seat's known places hold."""
    return [int(card) if s["known"][seat, colour] >> place & 1 else 0 for place, card in enumerate(s["deck"][colour])]


@pytest.mark.parametrize("name", CROWDED)
def test_all_that_a_viewer_may_not_know_varies(name: str) -> None:
    """The decks, the deck of wagons, and what the others know of the decks."""
    varied, met = Counter[tuple[int | None, str]](), Counter[tuple[int | None, str]]()
    for number, table, _, _ in positions(name):
        here = table.states[0]
        for viewer in viewers(name):
            twin = other_world(table.game, table.states, viewer, number)[0]
            for field in ("wagon_deck", "seen", *["deck"] * (orders(here, viewer) >= MANY_ORDERS)):
                met[viewer, field] += 1
                varied[viewer, field] += bool((twin[field] != here[field]).any())
    for viewer in viewers(name):
        assert met[viewer, "deck"] > 0.5 * met[viewer, "seen"]
        assert varied[viewer, "deck"] > 0.9 * met[viewer, "deck"]
        assert varied[viewer, "wagon_deck"] > 0.5 * met[viewer, "wagon_deck"]
        assert varied[viewer, "seen"] > 0.2 * met[viewer, "seen"]


def orders(s: Any, viewer: int | None) -> int:
    """How many orders of the decks a viewer holds possible: late in a long game it may know nearly every place."""
    known = [0] * N_COLOURS if viewer is None else s["known"][viewer].tolist()
    sizes = s["deck_size"].tolist()
    return prod(factorial(size - places.bit_count()) for size, places in zip(sizes, known, strict=True))


@pytest.mark.parametrize("name", ["2", "3", "4"])
def test_the_same_act_in_another_world_shows_the_same(name: str) -> None:
    """As long as nothing hidden is uncovered."""
    met = Counter[str]()
    for number, table, seat, act in positions(name):
        for viewer in viewers(name):
            here = Table.at(table.game, table.states.copy())
            there = Table.at(table.game, other_world(table.game, table.states, viewer, number))
            if act not in there.legal(seat):
                assert viewer != seat
                assert table.question == "drawn", "of the cards drawn only who drew them knows which can be played"
                continue
            for world in (here, there):
                world.apply(seat, act)
            if {kind for kind, _ in here.events()} & set(UNCOVERING):
                continue
            assert seen(table.game, here.states, viewer) == seen(table.game, there.states, viewer)
            assert here.events() == there.events()
            met[ANY.actions.kind_of(act).name] += 1
    assert {"die", "loot", "load", "done", "victim"} - ({"victim"} if name == "2" else set()) <= set(met)


@pytest.mark.parametrize("name", ["2", "4"])
def test_which_card_was_drawn_is_told_only_when_it_is_played(name: str) -> None:
    """Others see how many cards were drawn, and the place of the one that is played [N4.1.2]."""
    met = 0
    for _, table, seat, act in positions(name):
        if table.question != "drawn":
            continue
        others = [viewer for viewer in viewers(name) if viewer not in (seat, None)]
        drawn = table.states["deck"][0, COLOURS.index(table.asks["colour"])][: table.asks["count"]].tolist()
        for viewer in others:
            assert table.view(viewer)["state"]["can"] == []
            assert table.view(viewer)["state"]["seen"][seat] is None
        assert sorted(table.legal(seat)) == sorted(ANY.actions.PLAY.id(card - 1) for card in drawn)
        assert act in table.legal(seat)
        met += 1
    assert met > 10


@pytest.mark.parametrize("name", ["2", "3", "4"])
def test_a_seat_knows_where_the_cards_lie_that_it_drew_itself(name: str) -> None:
    """For good, also when others draw them and put them back [N12.2]."""
    for seed in range(1, 4):
        drawn: list[set[int]] = [set() for _ in range(OPTION_SETS[name]["players"])]
        known = 0
        for table, seat, _ in steps(name, seed):
            s = table.states[0]
            if table.question == "drawn":
                row = s["deck"][COLOURS.index(table.asks["colour"])]
                drawn[seat] |= set(row[: table.asks["count"]].tolist())
            for seat_, cards in enumerate(drawn):
                own = [card for row in s["seen"][seat_].tolist() for card in row if card]
                lying = [card for row in s["deck"].tolist() for card in row if card in cards and card]
                assert own == lying
                known += len(own)
        assert known > 100


# --- words --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["2", "3", "4, short"])
def test_words_records_hashes_and_reasons_do_not_depend_on_what_is_hidden(name: str) -> None:
    for match in random_matches(game(**OPTION_SETS[name]), 3, 23):
        for viewer in viewers(name) if match.to_act else ():
            assert told(told_in(match, viewer, seed=7), viewer, 31) == told(match, viewer, 31)


def test_the_spectator_sees_neither_decks_nor_what_others_know_nor_sent_wagons() -> None:
    for match in random_matches(game(players=3), 1, 40):
        state = match.view(None)["state"]
        if match.to_act:
            hidden = {name for name, value in state.items() if value is None or value == [None] * 4}
            assert hidden == {"seen", "sent", "deck", "wagon_deck", "rng"}


# --- sent wagons [N12.4] --------------------------------------------------------------------------------------------------


def sent_so_far(match: tianxia.Match, seat: int) -> list[str]:
    """The first one first; the field has room for all."""
    return ["none" if wagon == 0 else WAGONS[wagon - 1] for wagon in match._states["sent"][0, seat].tolist()]


def test_until_the_end_only_the_number_of_others_sent_wagons_is_shown() -> None:
    met = 0
    for match in random_matches(game(players=3), 2, 9):
        for viewer in (None, 0, 1, 2):
            state = match.view(viewer)["state"]
            for seat in range(3):
                mine = sent_so_far(match, seat)
                shown = viewer == seat or not match.to_act
                assert state["sent"][seat] == (mine if shown else None)
                assert state["sent_size"][seat] == len(mine) - mine.count("none")
                met += mine[0] != "none" and not shown
    assert met > 30


def test_the_event_and_the_line_of_a_sending_name_no_wagon() -> None:
    for match in random_matches(game(players=3), 2, 1_000):
        events = [event for event in match.events(None) if event["kind"] == "sent"]
        assert events
        assert all(set(event) == {"kind", "step", "seat", "slot"} for event in events)


def test_with_open_sent_everyone_sees_them_at_once() -> None:
    for match in random_matches(game(players=2, open_sent=True), 2, 25):
        for viewer in (None, 0, 1):
            assert match.view(viewer)["state"]["sent"][:2] == [sent_so_far(match, seat) for seat in (0, 1)]


def test_others_sent_wagons_are_no_hidden_information() -> None:
    """They stood open before: a sample keeps them, and bots have them in the record."""
    for match in random_matches(game(players=2), 4, 30):
        for viewer in (0, 1):
            assert (match.record(viewer)["sent"] == match._states["sent"]).all()
            assert (other_world(match.game, match._states, viewer, 1)["sent"] == match._states["sent"]).all()


# --- fair samples ---------------------------------------------------------------------------------------------------------

SAMPLES = 1_500 if INTERPRETED else 6_000
World = tuple[tuple[str, ...], ...]
RED = COLOURS.index("red")


def few_unknown(**more: Any) -> dict[str, Any]:
    """Red deck: R07 to R10, all other Raids in a camp; wagon deck: W30 to W32, all others shown or sent."""
    sent = [f"W{n:02d}" for n in range(9, 30)]
    return {
        "camp": [[f"R{n:02d}" for n in range(1, 7)]], "deck": [[], ["R07", "R08", "R09", "R10"]],
        "wagons": [["W01", "W02"], ["W03", "W04"]], "display": ["W05", "W06", "W07", "W08"],
        "sent": [sent, []], "wagon_deck": ["W30", "W31", "W32"], **more,
    }  # fmt: skip


def world(states: Any) -> World:
    """The red deck from the top, and that of the wagons from the bottom."""
    red = [CARDS[card - 1] for card in states["deck"][0, RED].tolist() if card]
    return tuple(red), tuple(WAGONS[wagon - 1] for wagon in states["wagon_deck"][0].tolist() if wagon)


def every_world(known: dict[int, str]) -> dict[World, float]:
    """Each order of the cards at unknown places, each order of the wagons: all as likely as each other."""
    rest = [card for card in ("R07", "R08", "R09", "R10") if card not in known.values()]
    worlds = {}
    for order in permutations(rest):
        cards = list(order)
        red = tuple(known[place] if place in known else cards.pop(0) for place in range(4))
        for wagons in permutations(("W30", "W31", "W32")):
            worlds[red, wagons] = 1.0
    return worlds


def sampled(match: tianxia.Match, seat: int | None) -> Counter[World]:
    return Counter(world(other_world(match.game, match._states, seat, 7 * seed)) for seed in range(SAMPLES))


def known(*by_seat: str) -> list[list[list[str]]]:
    """Known places of the red deck."""
    return [[[], places.split()] for places in by_seat]


def test_a_deck_is_dealt_fairly_over_the_places_that_are_not_known() -> None:
    match = game().position(few_unknown(known=known("2", "1 2 3")))
    check_fair(sampled(match, 0), every_world({1: "R08"}))


def test_who_knows_three_of_four_places_knows_the_deck() -> None:
    match = game().position(few_unknown(known=known("2", "1 2 3")))
    check_fair(sampled(match, 1), every_world({0: "R07", 1: "R08", 2: "R09"}))


def test_a_spectator_knows_no_place() -> None:
    match = game().position(few_unknown(known=known("2", "")))
    check_fair(sampled(match, None), every_world({}))


def test_cards_that_another_has_just_drawn_lie_on_top_unseen() -> None:
    """Seat 0 has drawn two red cards; seat 1 knows the place of one of them."""
    position = few_unknown(known=known("", "1"), camp=[["R02"], ["R01", "R03", "R04", "R05", "R06"]])
    match = game().position(taking("red", 2, position, "draw"))
    assert [action.text for action in match.legal(0)] == ["play R07", "play R08"]
    check_fair(sampled(match, 1), every_world({0: "R07"}))
    check_fair(sampled(match, 0), every_world({0: "R07", 1: "R08"}))


def test_a_curse_that_was_just_played_is_in_no_deck() -> None:
    """It lies before the victim, which has not answered yet."""
    match = game().position(taking("black", 1, {"deck": [[], [], [], ["C03"]]}, "draw"))
    assert match.asked == {"kind": "flee", "card": "C03"}
    for seed in range(50):
        twin = other_world(match.game, match._states, 1, seed)
        assert 1 + CARDS.index("C03") not in twin["deck"][0]
        assert (twin["deck"][0] > 0).sum() == 5 * 10 - 1


def test_a_sample_starts_from_its_seed() -> None:
    match = game(players=3).new(5)
    worlds = [other_world(match.game, match._states, 0, seed).tobytes() for seed in (9, 9, 10)]
    assert worlds[0] == worlds[1] != worlds[2]
