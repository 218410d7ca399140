"""Nothing is lost or made up: tiles, buildings, leaders after every act of random games; groups follow from the board."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.games.huang.table import ANY, COLOURS, OPTION_SETS, Table
from tests.games.huang.walks import steps, walk
from tianxia.games.huang.pieces import (
    ALL_TILES,
    N_HEXES,
    N_LEADERS,
    N_PAGODAS,
    PAGODAS,
    RHOMBUS_HEXES,
    SEATS,
    TRIANGLE_HEXES,
    neighbours,
    words_of,
)
from tianxia.games.huang.questions import OVER
from tianxia.games.huang.sets import hexes_of, set_of
from tianxia.games.huang.state import A_REVOLT, A_WAR

pytestmark = pytest.mark.xdist_group("walks of huang")  # they are played once

LIMITS = [(f.name, f.low, len(f.labels) - 1 if f.labels else f.top)
          for f in ANY.table.fields if f.name != "rng" and not f.wide and not f.bits]  # fmt: skip
GRANARIES = 19

every_game = pytest.mark.parametrize("name", OPTION_SETS)


def board(s: Any) -> dict[int, int]:
    """Colour of each tile on the board, by hex."""
    return {hex_: colour for colour in range(len(COLOURS)) for hex_ in hexes_of(set_of(s["tiles"], colour))}


def standing(s: Any) -> dict[int, tuple[int, int]]:
    """Owner and colour of each leader on the board, by hex."""
    leaders = s["leaders"].tolist()
    return {at - 1: (seat, colour) for seat, own in enumerate(leaders) for colour, at in enumerate(own) if at}


def rows(table: Table) -> list[tuple[str, list[int]]]:
    """The events of the last act."""
    return [(ANY.events.kinds[row[0]].name, row[1:]) for row in table.log[1 : int(table.log[0, 0]) + 1].tolist()]


@every_game
def test_all_tiles_are_somewhere(name: str) -> None:
    for table, _, _ in walk(name):
        s = table.states[0]
        lying = Counter(board(s).values())
        for pile in (s["market"], s["out"], s["bag"], s["aside"], s["hand"].sum(0), s["face_down"].sum(0)):
            lying.update({colour: int(n) for colour, n in enumerate(pile)})
        lying[1 if s["conflict"] == A_WAR else 0] += int(s["committed"].clip(0).sum())
        assert [lying[colour] for colour in range(len(COLOURS))] == list(ALL_TILES), "H1.1"
        assert sum(len(hexes_of(set_of(s["tiles"], colour))) for colour in range(len(COLOURS))) == len(board(s)), (
            "H1.2b"
        )


@every_game
def test_sizes_are_public_and_true(name: str) -> None:
    for table, _, _ in walk(name):
        s = table.states[0]
        assert s["bag_size"] == s["bag"].sum()
        assert s["aside_size"] == s["aside"].sum() == (24 if s["short_game"] else 0), "H2.2"
        assert (s["hand_size"] == s["hand"].sum(1)).all()
        assert (s["face_down_size"] == s["face_down"].sum(1)).all()
        assert (s["known"] <= s["hand"]).all(), "H6.5"
        assert (s["hands"] == (s["hand"] if s["asks"] == OVER else 0)).all(), "H12.4"
        assert s["hand_size"].max() <= (7 if s["palace"] else 6), "H4.3, M3.2"
        assert s["market"].sum() <= 6, "H4.3"
        assert s["open"] == (s["open_points"] or s["asks"] == OVER), "H12.4"


@every_game
def test_pagodas_palace_and_granaries_stand_on_their_tiles(name: str) -> None:
    lost = 0
    for table, _, _ in walk(name):
        s = table.states[0]
        lost += sum(kind == "granary_lost" for kind, _ in rows(table))
        tiles, built = board(s), hexes_of(set_of(s["granaries"]))
        assert all(tiles.get(hex_) == 0 for hex_ in built), "M2.1"
        assert len(built) + s["granaries_taken"].sum() + lost == (GRANARIES if s["eighteen_kingdoms"] else 0), "M2"
        for i in range(N_PAGODAS):
            if s["pagodas"][i]:
                hexes = TRIANGLE_HEXES[int(s["pagodas"][i]) - 1]
                assert [tiles.get(hex_) for hex_ in hexes] == [PAGODAS[i]] * 3, "H9.1, H9.5"
                built += hexes
        if s["palace_at"]:
            hexes = RHOMBUS_HEXES[int(s["palace_at"]) - 1]
            assert [tiles.get(hex_) for hex_ in hexes] == [0] * 4, "M3.1"
            built += hexes
        assert len(built) == len(set(built)), "H9.1"


@every_game
def test_pagodas_come_and_go_as_the_events_tell(name: str) -> None:
    there: Counter[tuple[int, int]] = Counter()
    for table, _, _ in walk(name):
        for kind, args in rows(table):
            if kind == "established":
                _, colour, triangle, before = args[:4]
                there[colour, triangle + 1] += 1
                there[colour, before] -= before > 0
            elif kind == "pagoda_lost":
                there[args[0], args[1] + 1] -= 1
        s = table.states[0]
        now = Counter((PAGODAS[i], int(s["pagodas"][i])) for i in range(N_PAGODAS) if s["pagodas"][i])
        assert +there == now


@every_game
def test_leaders_stand_on_land_beside_yellow_and_alone_of_their_colour(name: str) -> None:
    for table, _, _ in walk(name):
        s = table.states[0]
        tiles, leaders, land = board(s), standing(s), set_of(s["land"])
        assert set_of(s["leader_hexes"]) == sum(1 << hex_ for hex_ in leaders)
        assert len(leaders) == (s["leaders"] > 0).sum(), "H1.2b"
        for hex_ in leaders:
            assert land >> hex_ & 1, "H5.2"
            assert hex_ not in tiles, "H1.2b"
            assert any(tiles.get(other) == 0 for other in neighbours(hex_)), "H5.7"
        colours = Counter((int(s["group"][hex_]), colour) for hex_, (_, colour) in leaders.items())
        most = 2 if s["conflict"] == A_REVOLT else 1
        assert max(colours.values(), default=0) <= most, "H3.2"


@every_game
def test_groups_their_rulers_and_what_touches_states_are_those_of_the_board(name: str) -> None:
    for table, _, _ in walk(name):
        s = table.states[0]
        leaders = standing(s)
        linking = {*board(s), *leaders}
        if s["conflict"] == A_WAR:
            linking.discard(int(s["marked"]) - 1)
        group, realm, rulers = [0] * (N_HEXES + 1), [0] * (N_HEXES + 1), [0] * (N_LEADERS + 1)
        beside = np.zeros_like(s["beside"])
        while linking:
            reached, border = set[int](), {min(linking)}
            while border:
                reached |= border
                border = {other for hex_ in border for other in neighbours(hex_)} & linking - reached
            for hex_ in reached:
                group[hex_] = min(reached) + 1
            there = sorted(
                seat * len(COLOURS) + colour for hex_ in reached & set(leaders) for seat, colour in [leaders[hex_]]
            )
            if there:
                realm[min(reached) + 1] = there[0] + 1
                rulers[there[0] + 1] = sum(1 << leader for leader in there)
                beside[there[0] + 1] = words_of(other for at in reached for other in neighbours(at))
            linking -= reached
        assert s["group"].tolist() == group, "H3.1"
        assert s["realm"].tolist() == realm, "H3.1"
        assert s["rulers"].tolist() == rulers, "H3.2"
        assert int(s["firsts"]) == sum(1 << leader - 1 for leader in realm if leader), "H3.1"
        assert np.array_equal(s["beside"], beside), "H3.4"


@every_game
def test_points_are_those_that_the_events_tell(name: str) -> None:
    points = [[0] * len(COLOURS) for _ in range(SEATS)]
    for table, _, _ in walk(name):
        for kind, args in rows(table):
            if kind == "scored":
                points[args[0]][args[1]] += args[2]
        assert table.states[0]["points"].tolist() == points


@every_game
def test_fields_and_events_stay_within_their_bounds(name: str) -> None:
    for table, seat, _ in walk(name):
        for field, low, high in LIMITS:
            values = table.states[field]
            assert low <= values.min(), field
            assert values.max() <= high, field
        assert int(table.log[0, 0]) < ANY.most_events
        for kind, args in rows(table):
            domains = ANY.events.by_name[kind].domains
            ANY.events.by_name[kind].id(*args[: len(domains)])  # raises when out of range
            assert not any(args[len(domains) :])
        for other in range(table.players):
            legal = table.legal(other)
            assert legal == sorted(set(legal)), "ascending, no action twice"
            assert bool(legal) == (other in table.actors), "who is asked can act, and nobody else"
        if seat < 0:
            assert sorted(table.result())[0] == 1


def test_every_act_and_every_event_happens() -> None:
    acts, events = set[str](), set[str]()
    for seed in range(1, 8):
        for name in OPTION_SETS:
            for table, _, act in steps(name, seed):
                if act >= 0:
                    acts.add(ANY.actions.kind_of(act).name)
                events |= {kind for kind, _ in rows(table)}
            if acts == set(ANY.actions.by_name) and events == set(ANY.events.by_name):
                return
    assert acts == set(ANY.actions.by_name)
    assert events == set(ANY.events.by_name)
