"""Nothing is lost or made up: tiles, buildings, leaders after every act of random games; groups follow from the board."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tests.games.huang.invariants import (
    all_tiles_are_somewhere,
    board,
    buildings_stand_on_their_tiles,
    fields_are_within_their_bounds,
    leaders_stand_beside_yellow_and_alone_of_their_colour,
    sizes_are_true,
    standing,
)
from tests.games.huang.table import ANY, COLOURS, OPTION_SETS, Table
from tests.games.huang.walks import steps, walk
from tianxia.games.huang.pieces import N_HEXES, N_LEADERS, N_PAGODAS, PAGODAS, SEATS, neighbours, words_of
from tianxia.games.huang.sets import hexes_of, set_of
from tianxia.games.huang.state import A_WAR

pytestmark = pytest.mark.xdist_group("walks of huang")  # they are played once

GRANARIES = 19

every_game = pytest.mark.parametrize("name", OPTION_SETS)


def rows(table: Table) -> list[tuple[str, list[int]]]:
    """The events of the last act."""
    return [(ANY.events.kinds[row[0]].name, row[1:]) for row in table.log[1 : int(table.log[0, 0]) + 1].tolist()]


@every_game
def test_all_tiles_are_somewhere(name: str) -> None:
    for table, _, _ in walk(name):
        all_tiles_are_somewhere(table.states[0])


@every_game
def test_sizes_are_public_and_true(name: str) -> None:
    for table, _, _ in walk(name):
        sizes_are_true(table.states[0])


@every_game
def test_pagodas_palace_and_granaries_stand_on_their_tiles(name: str) -> None:
    lost = 0
    for table, _, _ in walk(name):
        s = table.states[0]
        buildings_stand_on_their_tiles(s)
        lost += sum(kind == "granary_lost" for kind, _ in rows(table))
        left = len(hexes_of(set_of(s["granaries"])))
        assert left + s["granaries_taken"].sum() + lost == (GRANARIES if s["eighteen_kingdoms"] else 0), "M2"


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
        leaders_stand_beside_yellow_and_alone_of_their_colour(table.states[0])


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
        fields_are_within_their_bounds(table.states[0])
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
