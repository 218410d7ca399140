"""No viewer is told what it may not know, and samples of the hidden facts are fair [Hidden]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

import tianxia
from tests.games.fair import check_fair
from tests.games.huang.table import ANY, COLOURS, OPTION_SETS, Table, game, listed
from tests.games.huang.walks import walk
from tests.games.interference import check_world, other_world, random_matches, seen, told, told_in
from tianxia.engine import _entries as entries
from tianxia.games.huang.pieces import N_COLOURS
from tianxia.games.huang.questions import QUESTIONS

pytestmark = pytest.mark.xdist_group("walks of huang")  # they are played once

EVERY = 9
"""Positions from one that is looked at to the next: worlds cost much where nothing is compiled."""
HIDDEN = ("hand", "face_down", "bag", "aside")
UNCOVERING = ("drew", "market_filled", "over")
"""Events that show something hidden, so that what follows may differ."""


def viewers(name: str) -> tuple[int | None, ...]:
    return (*range(OPTION_SETS[name]["players"]), None)


def positions(name: str) -> Iterator[tuple[int, Table, int, int]]:
    """Some positions of a game, with their number, in which much is hidden still."""
    for number, (table, seat, act) in enumerate(walk(name)):
        if seat >= 0 and (number % EVERY == 0 or table.states["conflict"][0]):
            yield number, table, seat, act


@pytest.mark.parametrize("name", OPTION_SETS)
def test_what_a_viewer_may_not_know_changes_nothing_it_sees(name: str) -> None:
    made, asked = game(**OPTION_SETS[name]), Counter[str]()
    for number, table, _, _ in positions(name):
        asked[QUESTIONS.text(int(table.states["asks"][0]))] += 1
        viewer = viewers(name)[number % len(viewers(name))]
        twin = check_world(made, table.states, viewer, number)
        check_kept(table.states[0], twin[0], viewer)
    assert {"action", "end_turn"} <= set(asked)


def check_kept(s: Any, twin: Any, viewer: int | None) -> None:
    """All but the hidden fields is the same; so is what is known of a hand, and what the own eyes see."""
    for name in ANY.table.by_name:
        if name not in (*HIDDEN, "rng"):
            assert (s[name] == twin[name]).all(), name
    assert (twin["hand"] >= s["known"]).all(), "tiles of the market stay where all saw them go [H6.5]"
    assert (twin["hand"].sum(1) == s["hand"].sum(1)).all()
    assert (twin["face_down"].sum(1) == s["face_down"].sum(1)).all()
    whole = [sum(x[name].reshape(-1, N_COLOURS).sum(0) for name in HIDDEN).tolist() for x in (s, twin)]  # type: ignore[attr-defined]
    assert whole[0] == whole[1], "the unseen tiles are dealt anew, no others"
    if viewer is not None:
        assert (twin["hand"][viewer] == s["hand"][viewer]).all()
        assert (twin["face_down"][viewer] == s["face_down"][viewer]).all()


@pytest.mark.parametrize("name", ["2, base", "short, bandits", "3, kingdoms and palace", "5, open, never stalls"])
def test_all_that_a_viewer_may_not_know_varies(name: str) -> None:
    """Each hidden field of each other seat is dealt otherwise in some samples."""
    varied, worlds = Counter[tuple[int | None, str, int]](), 0
    for number, table, _, _ in positions(name):
        worlds += 1
        for viewer in viewers(name):
            twin = other_world(table.game, table.states, viewer, number)
            varied.update((viewer, *where) for where in differences(table.states, twin))
    fields = ["hand", "face_down"]
    common = {("bag", 0), *({("aside", 0)} if OPTION_SETS[name].get("short_game") else ())}
    for viewer in viewers(name):
        rivals = [seat for seat in viewers(name) if seat not in (viewer, None)]
        found = {where[1:] for where in varied if where[0] == viewer}
        expected = {(field, seat) for field in fields for seat in rivals} | common
        expected = {where for where in expected if where[0] != "face_down" or ever_down(name, where[1])}
        assert found == expected
        assert all(varied[viewer, "hand", seat] > worlds / 2 for seat in rivals if seat is not None)


def ever_down(name: str, seat: Any) -> bool:
    """Whether a seat has tiles face down at a position that is looked at."""
    return any(table.states["face_down_size"][0, seat] for _, table, _, _ in positions(name))


def differences(states: Any, twin: Any) -> list[tuple[str, int]]:
    """Fields that differ, by seat; the state of the random numbers always does."""
    found = []
    for name in ANY.table.by_name:
        here, there = states[name][0], twin[name][0]
        if name != "rng" and (here != there).any():
            by_seat = name in ("hand", "face_down")
            found += (
                [(name, seat) for seat in range(len(here)) if (here[seat] != there[seat]).any()]
                if by_seat
                else [(name, 0)]
            )
    return found


@pytest.mark.parametrize("name", ["3, base", "short, palace", "2, kingdoms", "4, bandits"])
def test_the_same_act_in_another_world_shows_the_same(name: str) -> None:
    """As long as nothing hidden is uncovered."""
    kinds, met = ANY.events.kinds, Counter[str]()
    for number, table, seat, act in positions(name):
        for viewer in viewers(name):
            here, there = (
                type(table)(table.states.copy()),
                type(table)(other_world(table.game, table.states, viewer, number)),
            )
            if act not in there.legal(seat):
                assert viewer != seat
                continue
            for world in (here, there):
                world.apply(seat, act)
            if any(kinds[row[0]].name in UNCOVERING for row in here.log[1 : int(here.log[0, 0]) + 1].tolist()):
                continue
            assert seen(table.game, here.states, viewer) == seen(table.game, there.states, viewer)
            assert told_by(here, viewer) == told_by(there, viewer)
            met[ANY.actions.kind_of(act).name] += 1
    assert {"place", "leader"} <= set(met)


def told_by(table: Table, viewer: int | None) -> list[list[Any]]:
    """The events of the last act as a viewer sees them."""
    told = []
    for index, *args in table.log[1 : int(table.log[0, 0]) + 1].tolist():
        domains = ANY.events.kinds[index].domains.values()
        told.append(
            [index, *(None if d.owner and args[0] != viewer else a for a, d in zip(args, domains, strict=False))]
        )
    return told


@pytest.mark.parametrize("name", ["2, base", "3, palace"])
def test_a_discard_looks_the_same_whatever_was_discarded(name: str) -> None:
    """In a replace only how many is public."""
    met = 0
    for _, table, seat, _ in positions(name):
        discards = [act for act in table.legal(seat) if ANY.actions.kind_of(act).name == "replace"]
        views = set()
        for act in discards:
            after = type(table)(table.states.copy())
            after.apply(seat, act)
            views.add(seen(table.game, after.states, None))
            assert told_by(after, None) == [[ANY.events.by_name["discarded"].index, seat, None]]
        assert len(views) <= 1
        met += len(discards) > 1
    assert met > 10


# --- words --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["3, base", "short, bandits", "2, kingdoms and palace", "5, open, never stalls"])
def test_words_records_hashes_and_reasons_do_not_depend_on_what_is_hidden(name: str) -> None:
    for match in random_matches(game(**OPTION_SETS[name]), 3, 61):
        for viewer in viewers(name) if match.to_act else ():
            assert told(told_in(match, viewer, seed=7), viewer, 97) == told(match, viewer, 97)


def test_the_spectator_sees_no_hidden_tile_in_any_event() -> None:
    private = {kind.name: [name for name, domain in kind.domains.items() if domain.owner] for kind in ANY.events.kinds}
    found = Counter[str]()
    for match in random_matches(game(players=3), 1, 50):
        for event in match.events(None):
            assert all(event[name] is None for name in private[event["kind"]])
            found[event["kind"]] += 1
        if match.to_act:
            hidden = {name for name, value in match.view(None)["state"].items() if value in (None, [None] * 5)}
            assert hidden == {"hand", "face_down", "bag", "aside", "rng", "points", "granaries_taken"}
    assert {"drew", "discarded"} <= set(found)


def test_at_the_end_the_screens_are_open_but_bag_and_discards_stay_hidden() -> None:
    *_, match = random_matches(game(stall_turns=3), 1, 1)
    state = match.view(None)["state"]
    assert match.to_act == ()
    assert all(points is not None for points in state["points"])
    assert [sum(hand) for hand in state["hands"]] == state["hand_size"]
    assert state["bag"] is None
    assert state["face_down"] == [None] * 5


# --- fair samples ---------------------------------------------------------------------------------------------------------

SAMPLES = 8_000
World = tuple[Any, ...]


def small_world(unseen: str, own: str = "red", **more: Any) -> dict[str, Any]:
    """A position in which few tiles are not seen: those named lie in hands, in the bag, face down; all others are out."""
    return {"tiles": [["C7", "F9"], [], [], [], []], "hand": [own, *unseen.split("/")], **more}


def world(states: Any) -> World:
    """Where the unseen tiles lie, from the second seat on."""
    s = states[0]
    piles = (*s["hand"][1:], *s["face_down"][1:], s["bag"])
    return tuple(" ".join(listed(pile)) for pile in piles)


def dealt(tiles: str, sizes: list[int], known: dict[int, str] | None = None) -> dict[World, float]:
    """Every way to deal some tiles to piles of these sizes, each order of the tiles as likely as the others."""
    ways = Counter[World]()
    known = known or {}
    for order in permutations(tiles.split()):
        left, piles = list(order), []
        for i, size in enumerate(sizes):
            pile = [*left[:size], *known.get(i, "").split()]
            del left[:size]
            piles.append(" ".join(sorted(pile, key=COLOURS.index)))
        ways[tuple(piles)] += 1
    return {world: float(n) for world, n in ways.items()}


def sampled(match: tianxia.Match, seat: int) -> Counter[World]:
    return Counter(world(other_world(match.game, match._states, seat, seed)) for seed in range(SAMPLES))


def test_hands_and_bag_are_dealt_fairly() -> None:
    match = game(players=3).position(small_world("red red/blue", bag="white green"))
    found = sampled(match, 0)
    check_fair(found, dealt("red red blue white green", [2, 1, 0, 0, 0, 0, 0, 0, 2]))


def test_face_down_discards_of_others_are_dealt_too_and_the_own_ones_known() -> None:
    face_down = ["yellow", "blue", "white"]
    match = game(players=3).position(small_world("red/red", bag="green", face_down=face_down))
    found = sampled(match, 0)
    check_fair(found, dealt("red red green blue white", [1, 1, 0, 0, 1, 1, 0, 0, 1]))
    assert other_world(match.game, match._states, 0, 1)["face_down"][0, 0].tolist() == [1, 0, 0, 0, 0]


def test_a_tile_taken_from_the_market_stays_in_its_hand() -> None:
    known = ["", "white", ""]
    match = game(players=3).position(small_world("white red/blue", bag="white green", known=known))
    found = sampled(match, 0)
    check_fair(found, dealt("red blue white green", [1, 1, 0, 0, 0, 0, 0, 0, 2], {0: "white"}))


def test_committed_tiles_are_seen_and_stay() -> None:
    """Rabbit has committed two of its red tiles: they lie open, and are dealt to nobody."""
    position = {
        "tiles": [["C7", "F9"], ["B8"], [], [], []], "hand": ["green", "red red red", "green blue"],
        "leaders": [["none", "C8"], ["none", "E9"]], "bag": "white", "moves": [[0, "place green D9"], [1, "support C8 2"]],
    }  # fmt: skip
    match = game(players=3).position(position)
    assert match.to_act == (2,)
    found = sampled(match, 0)
    check_fair(found, dealt("red green blue white", [1, 2, 0, 0, 0, 0, 0, 0, 1]))


def test_tiles_put_aside_are_dealt_too() -> None:
    """One red and one blue tile among 24 aside, one in hand and one in the bag, all others yellow."""
    match = game(short_game=True).position(
        {"tiles": [["C7"], [], [], [], []], "hand": ["", "red"], "bag": "blue", "aside": "yellow " * 24}
    )
    found = Counter[World]()
    for seed in range(SAMPLES):
        s = other_world(match.game, match._states, 0, seed)[0]
        found[tuple(" ".join(listed(pile)) for pile in (s["hand"][1], s["bag"]))] += 1
        assert s["aside"].sum() == 24
    ways = {("red", "blue"): 1, ("blue", "red"): 1, ("yellow", "yellow"): 24 * 23}
    one_of_two = [("red", "yellow"), ("blue", "yellow"), ("yellow", "red"), ("yellow", "blue")]
    ways |= dict.fromkeys(one_of_two, 24)
    check_fair(found, {world: float(n) for world, n in ways.items()})


def test_a_sample_starts_from_its_seed() -> None:
    match = game(players=3).new(5)
    assert (
        other_world(match.game, match._states, 0, 9).tobytes() == other_world(match.game, match._states, 0, 9).tobytes()
    )
    assert entries.actors(match._states) == 1 << match.to_act[0]
