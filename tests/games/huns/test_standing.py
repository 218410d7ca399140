"""The points that a view of Huns shows as things stand are those of the rules, and tell nothing that lies face down."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

import tianxia
from tests.games.huns.table import game, taking
from tests.games.huns.test_preview import GAMES, PLACES, match_at, standing
from tests.games.huns.walks import crowded_steps, steps
from tianxia.engine import _entries as entries
from tianxia.engine import looks
from tianxia.engine.compiling import py_func
from tianxia.engine.fields import SPECTATOR
from tianxia.games.huns.pieces import BANNERS, CROWN, N_CARDS
from tianxia.games.huns.rules.treasures import fulfilled
from tianxia.games.huns.state import FOR_TREASURES, FOR_TYPES

BY_TYPE = 1 << CROWN | 1 << BANNERS


@cache
def positions(name: str, seed: int) -> tuple[tianxia.Match, ...]:
    """Of a game and of positions full of cards, the end too."""
    crowds = (crowded_steps(name, 100 * seed + place) for place in PLACES)
    return tuple(match_at(table) for walked in (steps(name, seed), *crowds) for table, _, _ in list(walked)[::4])


def state(match: tianxia.Match, viewer: int | None) -> dict[str, Any]:
    return dict(match.view(viewer)["state"])


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_a_seat_reads_its_own_points_as_the_rules_count_them(name: str, seed: int) -> None:
    for match in positions(name, seed):
        for seat in range(int(name)):
            assert sum(state(match, seat)["standing"][seat]) == standing(match, seat)


@pytest.mark.parametrize("viewer", [2, None])
def test_who_looks_again_and_again_sees_what_stands_now(viewer: int | None) -> None:
    match, chance, look, stood = tianxia.load("huns", players=4).new(seed=5), random.Random(5), None, set()
    for _ in range(150):
        seat = match.to_act[0]
        match = match.after(seat, chance.choice(match.legal_ids(seat).tolist()))
        look = looks.look(match.game.table, match.masked(viewer), SPECTATOR if viewer is None else viewer, look)
        assert look.state == state(match, viewer)
        stood.add(str(look.state["standing"]))
    assert len(stood) > 10


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_of_others_all_is_read_but_what_counts_by_types_that_lie_face_down(name: str, seed: int) -> None:
    less = 0
    for match in positions(name, seed):
        seen = [state(match, viewer) for viewer in range(int(name))]
        for viewer in seen:
            for seat, points in enumerate(viewer["standing"]):
                own = seen[seat]["standing"][seat]
                assert points[FOR_TREASURES] in {own[FOR_TREASURES] - int(name) * n for n in range(3)}
                assert [points[item] for item in (0, 1, 3, 4)] == [own[item] for item in (0, 1, 3, 4)]
                assert points[FOR_TYPES] in (0, own[FOR_TYPES])
                less += points[FOR_TYPES] < own[FOR_TYPES]
    assert less > 10


def test_at_the_end_the_points_that_stand_are_the_account() -> None:
    ended = [match for match in positions("4", 3) if not match.to_act]
    assert ended
    for match in ended:
        for viewer in (None, 0, 3):
            seen = state(match, viewer)
            assert seen["standing"] == seen["account"]


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_a_treasure_has_what_it_needs_when_its_condition_holds(name: str, seed: int) -> None:
    met = set()
    for match in positions(name, seed):
        s = match.game.table.record_class(match._states.copy(), 0)
        for seat in range(int(name)):
            holds, progress = py_func(fulfilled)(s, seat), state(match, seat)["progress"]
            for card in range(CROWN, N_CARDS):
                if not s.camp[seat] >> card & 1:
                    continue
                has, needs = progress[card - CROWN]
                assert (has >= needs) == bool(holds >> card & 1)
                met.add(has >= needs)
    assert met == {True, False}


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_what_stands_does_not_depend_on_what_lies_hidden(name: str, seed: int) -> None:
    """Neither on what is dealt anew, nor on the wagons that others have sent."""
    chance = random.Random(seed)
    for match in positions(name, seed):
        if not match.to_act:
            continue
        viewer = chance.randrange(int(name))
        twin = match.copy()
        entries.resample(twin._states, viewer, chance.getrandbits(60))
        for other in set(range(int(name))) - {viewer}:
            sent = twin._states["sent"][0, other]
            there = int((sent > 0).sum())
            sent[:there] = chance.sample(range(1, 33), there)
        for told in ("standing", "progress"):
            assert state(twin, viewer)[told] == state(match, viewer)[told]


@pytest.mark.parametrize(
    ("camp", "card", "wanted"),
    [
        ("T04 R01 R02", "T04", [2, 3]),
        ("T07 E01 E02 E03", "T07", [3, 3]),
        ("T05 M03", "T05", [0, 2]),
        ("T08 M03", "T08", [0, 1]),
        ("T03", "T03", [0, 1]),
    ],
)
def test_a_treasure_says_how_far_it_is(camp: str, card: str, wanted: list[int]) -> None:
    match = game(players=2).position(taking("red", 2, {"camp": [camp.split(), ["R03"]]}))
    assert state(match, 0)["progress"][int(card[1:]) - 1] == wanted
    assert state(match, 1)["progress"][int(card[1:]) - 1] == wanted
