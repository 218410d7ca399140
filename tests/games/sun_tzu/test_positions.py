"""Positions as text: they come back the same, and are refused with a reason."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tianxia
from tests.games.positions import refused_or_accepted
from tests.games.sun_tzu.playing import steps
from tests.games.sun_tzu.table import GAME, OPTION_SETS, Table
from tianxia.engine.notation import position_of
from tianxia.games.sun_tzu.pieces import CARDS

WITH_EVENTS = GAME.with_options(events=True)

Position = dict[str, Any]


def game_of(position: Position) -> Any:
    """The game with the options that a position was played with."""
    values = {option.name: position[option.name] for option in GAME.option_table}
    return GAME.with_options(**{name: v if isinstance(v, str) else bool(v) for name, v in values.items()})


def written(name: str, seed: int, every: int) -> list[Position]:
    """Positions of a random game."""
    found = [position_of(GAME.table, table.states) for table, _, _ in steps(seed, OPTION_SETS[name])]
    return found[::every] + found[-1:]


@pytest.mark.parametrize("name", OPTION_SETS)
def test_every_position_of_a_game_comes_back_the_same(name: str) -> None:
    game = GAME.with_options(**OPTION_SETS[name])
    for seed in range(3):
        for table, _, _ in steps(seed, OPTION_SETS[name]):
            match = game.position(position_of(GAME.table, table.states))
            assert match._states.tobytes() == table.states.tobytes()


# --- impossible positions -------------------------------------------------------------------------------------------------

ALL_LAID = ["1", "2", "3", "4", "5"]
NEXT = {"asks": "next", "step": "next", "round": 4, "holder": 1, "laid": [ALL_LAID, ALL_LAID]}
REVEAL: Position = {
    "asks": "reveal", "step": "reveal_1", "battle": "QIN", "revealed": ["7", "1"], "face_up": [["7"], ["1"]],
    "held": [["B2"], ["R1"]],
}  # fmt: skip
ARMY: Position = {
    "asks": "army", "step": "cost_1", "battle": "QIN", "revealed": ["5", "1"], "face_up": [["5"], ["1"]],
    "need": "place", "need_seat": 0, "need_province": "QIN", "missing": 2,
    "pool": [0, 18], "armies": [[0, 18], []],
}  # fmt: skip
UNDER = {"asks": "under", "step": "under", "drawn": ["7 8", ""]}
OVER = {"asks": "over", "step": "finished", "round": 9, "figure": 2, "winner": 0, "sealed": 1}
ALL_ASIDE = [["B1", "B3", "B4", "B5"], ["R2", "R3", "R4", "R5"]]

IMPOSSIBLE: list[tuple[Any, str]] = [
    # the form
    (5, "a position should be an object of fields, not 5"),
    ({"troops": [1, 2]}, "there is no field 'troops'; there are "),
    ({"round": 10}, "round: 10 is not from 0 to 9"),
    ({"figure": 10}, "figure: 10 is not from -9 to 9"),
    ({"asks": "D2"}, "asks: 'D2' is not one of general, orders, next"),
    ({"hand": ["11", ""]}, "hand: '11' is not one of 1, 2, 3"),
    ({"used": [["WEI"], []]}, "used: 'WEI' is not one of QIN, CHU"),
    ({"displays": ["9/9/9"]}, "displays: '9/9/9' is not one of 1/4/3"),
    ({"scratch": [1]}, "scratch: 1 is not from 0 to 0"),
    # options, armies, displays
    ({"beginner": 1, "generals": 1}, r"beginners play without events and generals \[S2.3\]"),
    (
        {"pool": [5, 18], "reinforcements": [3, 3]},
        r"blue has 5 armies in the pool, 3 in reinforcements, .*: 8, not 21 \[S1.8\]",
    ),
    ({"armies": [[22 - 1, 1], []]}, r"blue has .*, not 21 \[S1.8\]"),
    ({"armies": [[0, 2], [0, 1]]}, r"CHU has armies of both sides \[S1.7\]"),
    ({"markers": [[1], []], "used": [[], []]}, r"blue has a marker in QIN, which is not used \[S7.2\]"),
    ({"displays": ["1/4/3", "1/4/3"]}, r"the five score displays are different ones \[S1.4\]"),
    # cards
    ({"hand": ["9 9", ""]}, r"blue has the card 9 2 times, not 1 \[S1.6\]"),
    ({"hand": ["", "6 6"]}, r"red has the card 6 2 times, not 1 \[S1.6\]"),
    ({"deck": [["9"], []], "out": ["", ""]}, r"blue has the card .* times, not .* \[S1.6\]"),
    ({"out": ["4", ""]}, r"blue: the framed 4 is never out of the game, nor in the deck \[S12.1\]"),
    ({"deck_size": [13, 14]}, "deck_size of blue is 13; its deck has 14 cards"),
    ({"fresh": [14, 3], "undrawn": ["", ""]}, r"undrawn of blue is not what lies on top of the deck \[S13.3\]"),
    (
        {"fresh": [12, 14], "known": [[], []]},
        r"known of blue should be the deck below the 12 cards never drawn \[S13.3\]",
    ),
    ({"returned": [["7"], []]}, r"returned of blue: the general who returns a card is not shown \[S8.7\]"),
    (
        {"returned": [["7"], []], "shown": [["B4"], []]},
        r"returned of blue: one -1, which lies at that place .* \[S8.7\]",
    ),
    ({"hand_size": [7, 6]}, r"hand_size of blue is 7, it has 6 cards \[S13.2\]"),
    ({"drawn": ["7 8", ""]}, r"blue has drawn 2 cards; at the end of this round it draws 2 \[S12.2\]"),
    ({**UNDER, "drawn": ["7 8 9", ""]}, r"blue has drawn 3 cards; at the end of this round it draws 2 \[S12.2\]"),
    ({**UNDER, "drawn_size": [3, 0]}, "drawn_size of blue is 3, it has drawn 2 cards"),
    # orders
    ({"sealed": 1}, r"sealed is 1: orders are sealed once both have confirmed"),
    ({"confirmed": [1, 0]}, r"blue has confirmed without five orders \[S4.5\]"),
    ({"laid": [ALL_LAID, ALL_LAID], "confirmed": [1, 1]}, r"both have confirmed, so the orders are sealed \[S4.5\]"),
    ({"laid": [["6"], []], "used": [["QIN"], []]}, r"blue has a 6 in QIN, where it used one \[S4.2\]"),
    ({"orders": "fixed", "laid": [["none", "1"], []]}, r"blue gives orders from QIN on, and has them in CHU \[S4.1\]"),
    ({**NEXT, "laid": [ALL_LAID, ["1"]]}, r"red has orders in QIN; sealed ones lie where no battle was"),
    ({**NEXT, "confirmed": [0, 1]}, "blue has orders in .*; sealed ones lie where no battle was"),
    ({"unfought": ["QIN"]}, "unfought is told of sealed orders only"),
    ({"face_up": [["1"], []]}, r"a card of blue is face up in QIN, where no battle was \[S6.7\]"),
    ({"asks": "general", "round": 0, "laid": [["1"], []]}, r"blue has orders before the game begins \[S2.4\]"),
    # generals
    ({"held": [["B3"], ["R1"]]}, r"B3 is shown as soon as the game begins \[S8.3\]"),
    ({"held": [["R1"], ["R2"]]}, r"the generals of blue are B1, B2, B3, B4, B5, each in one place \[S2.2\]"),
    ({"held": [["B1", "B2"], ["R1"]]}, r"blue has 2 generals, not 1 \[S2.2, S9.5\]"),
    ({"held": [["B1"], ["R1"]], "unshown": [0, 1]}, "unshown of blue is 0, it holds 1 generals"),
    ({"shown": [["none", "B1"], []]}, "the generals that blue has shown are told in order"),
    ({"held": [["B2"], []], "aside": ALL_ASIDE}, r"red has 0 generals, not 1|the generals of red"),
    ({"pestilence": 1}, r"R4 is at work, but not shown \[S8\]"),
    ({"asks": "general", "round": 0, "held": [["B1"], ["R1"]]}, r"both have chosen a general, so the game has begun"),
    ({"asks": "general", "round": 0, "held": [["B1", "B2"], []]}, r"blue chooses one general \[S2.2\]"),
    # events
    ({"event": "Hero"}, r"there are event cards, but they are not played with \[S2.3\]"),
    # what is asked
    ({"asks": "next"}, r"the holder chooses the next battle from round 4 on"),
    ({"asks": "next", "step": "window_1"}, r"next is asked at the step next, not window_1 \[S14\]"),
    ({"round": 0}, r"round is 0: it is 0 while generals are chosen, and never else \[S2.4\]"),
    ({"asked": 0}, r"asked is 0, it is the decision of -1"),
    ({**NEXT, "asked": 0}, r"asked is 0, it is the decision of 1"),
    (
        {**NEXT, "round": 3},
        r"the holder chooses the next battle from round 4 on, while 2 or more provinces are unfought",
    ),
    ({**NEXT, "holder": -1}, r"the holder chooses the next battle|asked is"),
    ({**NEXT, "laid": [["1"], ["1"]]}, r"while 2 or more provinces are unfought \[S5.1\]"),
    ({**NEXT, "battle": "QIN"}, r"battle is told: there is one from the reveal to the events \[S6.6\]"),
    ({**REVEAL, "battle": "none"}, r"battle is missing"),
    (
        {**REVEAL, "revealed": ["7", "none"]},
        r"revealed of red: in a battle, and only then, each side has a card revealed",
    ),
    ({**REVEAL, "face_up": [["8"], ["1"]]}, r"the card that blue revealed in QIN lies face up there \[S6.7\]"),
    ({**REVEAL, "step": "reveal_2"}, r"red has no reveal window now \[S8.2\]"),
    ({**REVEAL, "held": [[], ["R1"]]}, r"blue has no reveal window now \[S8.2\]"),
    ({**REVEAL, "physician": 1}, r"R3 is at work, but not shown|R3 acts on the one Plague"),
    (
        {**REVEAL, "physician": 1, "held": [["B2"], []], "shown": [[], ["R3"]]},
        r"R3 acts on the one Plague that was revealed",
    ),
    (
        {**REVEAL, "need": "cost", "missing": 1},
        r"armies are looked for only while their owner is asked for them \[S7.5\]",
    ),
    ({**ARMY, "missing": 0}, r"an army is asked for: need, need_seat and missing tell which \[S7.5\]"),
    (
        {**ARMY, "pool": [1, 18], "armies": [[0, 17], []]},
        r"the pool is not empty, so the army comes from there unasked",
    ),
    ({**ARMY, "step": "marker_2"}, r"armies of the kind place are not looked for at the step marker_2 \[S6.6\]"),
    ({**ARMY, "need_province": "CHU"}, r"need_province is where the battle is"),
    ({**ARMY, "need_province": "none"}, r"need_province: a need of the kind place is somewhere"),
    (
        {**ARMY, "armies": [[21], []], "reinforcements": [0, 3]},
        r"blue has no army to take or to bring, so it is not asked",
    ),
    (
        {**ARMY, "armies": [[0, 18], [2]], "pool": [0, 16]},
        r"armies are put only where the other side has none \[S6.3\]",
    ),
    ({"asks": "window", "step": "window_1"}, r"the window after the battles opens up to round 6"),
    ({"asks": "window", "step": "window_1", "round": 7, "held": [["B1"], ["R1"]]}, r"opens up to round 6"),
    ({**UNDER, "drawn": ["", ""]}, r"nobody has a card to put under, so the round is over \[S12.2\]"),
    ({**UNDER, "face_up": [["1"], []]}, r"played cards were cleared up before cards were drawn \[S12.1\]"),
    ({**UNDER, "round": 9}, r"after round 9 no cards are drawn \[S3.1\]"),
    (
        {**UNDER, "round": 3, "figure": 9},
        r"the figure is at an end after the scoring of round 3: the game is over \[S11.1\]",
    ),
    (
        {"asks": "reinforce", "step": "reinforce_1", "round": 8},
        r"reinforcements are asked for before pools are compared",
    ),
    ({"asks": "reinforce", "step": "reinforce_1", "round": 9, "figure": 1}, r"the figure in the middle, and some left"),
    ({**OVER, "winner": 1}, r"winner is 1, by figure and pools it is 0 \[S11.2\]"),
    ({**OVER, "figure": 0, "winner": 0}, r"winner is 0, by figure and pools it is 2 \[S11.2\]"),
    ({**OVER, "round": 5}, r"the game ends after round 9, after the fifth event, or with the figure at an end"),
    ({"winner": 0}, r"winner is 0, but the game is not over \[S11\]"),
]
EVENTS_IMPOSSIBLE: list[tuple[Position, str]] = [
    ({"event_deck": ["Hero", "Hero"]}, r"event_deck should have each of Pandemic, .* once \[S2.3\]"),
    ({"events_out": ["Hero"], "events_left": 5}, r"events_out should be the first 0 of event_deck \[S9.1\]"),
    (
        {"event": "Hero", "event_deck": ["Champion", "Hero", "Pandemic", "War chariot", "Light infantry"]},
        "event should be the top one",
    ),
    ({"events_left": 0}, r"events_out should be the first 5|the fifth event is out"),
    ({"asks": "chariot", "step": "serve_2"}, r"battle is missing|War chariot asks"),
    (
        {**REVEAL, "asks": "chariot", "step": "serve_2", "event": "War chariot"},
        r"War chariot asks a side that used the 6 in 3 provinces",
    ),
    (
        {**REVEAL, "asks": "infantry", "step": "serve_2", "event": "Light infantry"},
        r"Light infantry asks the side with fewer points",
    ),
]


@pytest.mark.parametrize(("position", "reason"), IMPOSSIBLE, ids=[reason[:50] for _, reason in IMPOSSIBLE])
def test_an_impossible_position_is_refused_with_the_reason(position: Any, reason: str) -> None:
    with pytest.raises(tianxia.BadPosition, match=reason):
        GAME.position(position)


@pytest.mark.parametrize(
    ("position", "reason"), EVENTS_IMPOSSIBLE, ids=[reason[:50] for _, reason in EVENTS_IMPOSSIBLE]
)
def test_an_impossible_position_with_events_is_refused_with_the_reason(position: Any, reason: str) -> None:
    with pytest.raises(tianxia.BadPosition, match=reason):
        WITH_EVENTS.position(position)


@pytest.mark.parametrize("position", [NEXT, REVEAL, ARMY, UNDER, OVER], ids=["next", "reveal", "army", "under", "over"])
def test_the_positions_that_were_spoilt_are_possible(position: Position) -> None:
    GAME.position(position)


# --- fuzz -------------------------------------------------------------------------------------------------------------------

WRITTEN = [position for name in OPTION_SETS for position in written(name, 2, 11)]
NUMBERS = st.integers(-3, 22) | st.sampled_from([127, 128, 1 << 63, 1 << 64])
LABELS = st.sampled_from(
    ["none", "1", "6", "7", "-1", "+2", "Plague", "B4", "R5", "QIN", "WU", "Hero", "next", "army", "free", "cost"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | LABELS | st.lists(st.sampled_from(CARDS), max_size=5).map(" ".join),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(
    base=st.sampled_from(WRITTEN),
    changes=st.dictionaries(st.sampled_from(list(GAME.table.by_name)), VALUES, min_size=1, max_size=3),
)
def test_a_changed_position_is_refused_or_can_be_played(base: Position, changes: Position) -> None:
    refused_or_accepted(game_of(base), {**base, **changes})


@settings(max_examples=80, deadline=None, derandomize=True)
@given(base=st.sampled_from(WRITTEN), data=st.data())
def test_a_position_with_one_cell_changed_is_refused_or_can_be_played(base: Position, data: st.DataObject) -> None:
    """Changes deep inside: a scalar, or one cell of one row."""
    position = dict(base)
    name = data.draw(st.sampled_from(list(base)))
    value = base[name]
    if isinstance(value, int):
        position[name] = value + data.draw(st.sampled_from([-1, 1]))
    elif isinstance(value, list) and value:
        row, place = list(value), data.draw(st.integers(0, len(value) - 1))
        if isinstance(row[place], int):
            row[place] += data.draw(st.sampled_from([-1, 1]))
        elif isinstance(row[place], list) and row[place]:
            cells, cell = list(row[place]), data.draw(st.integers(0, len(row[place]) - 1))
            cells[cell] = cells[cell] + 1 if isinstance(cells[cell], int) else data.draw(LABELS)
            row[place] = cells
        else:
            row[place] = data.draw(VALUES)
        position[name] = row
    else:
        position[name] = data.draw(VALUES)
    refused_or_accepted(game_of(base), position)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(base=st.sampled_from(WRITTEN), names=st.sets(st.sampled_from(list(GAME.table.by_name)), max_size=6))
def test_a_position_with_fields_left_out_is_refused_or_can_be_played(base: Position, names: set[str]) -> None:
    refused_or_accepted(game_of(base), {name: value for name, value in base.items() if name not in names})


SCALARS = (
    "asks",
    "step",
    "need",
    "missing",
    "round",
    "figure",
    "holder",
    "asked",
    "sealed",
    "physician",
    "feint",
    "event",
)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(
    base=st.sampled_from(WRITTEN), other=st.sampled_from(WRITTEN), names=st.sets(st.sampled_from(SCALARS), min_size=1)
)
def test_a_position_with_the_stage_of_another_is_refused_or_can_be_played(
    base: Position, other: Position, names: set[str]
) -> None:
    refused_or_accepted(game_of(base), {**base, **{name: other[name] for name in names if name in other}})


def test_positions_are_written_at_every_decision() -> None:
    assert {position["asks"] for position in WRITTEN} >= {
        "general",
        "orders",
        "next",
        "army",
        "window",
        "under",
        "over",
    }
    assert Table.new(1).actors == (0, 1)
