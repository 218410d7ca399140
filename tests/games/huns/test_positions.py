"""Positions as text: they come back the same, and are refused with a reason."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tianxia
from tests.games.huns.table import COLOURS, OPTION_SETS, game, game_of_cases
from tests.games.huns.walks import walk
from tests.games.positions import refused_or_accepted
from tianxia.engine.compiling import INTERPRETED
from tianxia.games.huns.pieces import CARDS, MERCENARIES, WAGONS
from tianxia.games.huns.state import TASKS

pytestmark = pytest.mark.xdist_group("walks of huns")  # they are played once

Position = dict[str, Any]
TWO, THREE, FOUR = game_of_cases(), game_of_cases(players=3), game_of_cases(players=4)
OPEN = game_of_cases(open_sent=True)


EVERY = 4
"""Positions from one that is written and read to the next: it takes a while."""


def written(name: str, every: int) -> list[Position]:
    """Positions of a random game and of crowded tables."""
    made = game(**OPTION_SETS[name])
    return [tianxia.Match(made, table.states, {}).position() for table, _, _ in walk(name)[::every]]


@pytest.mark.parametrize("name", OPTION_SETS)
def test_the_positions_of_a_game_come_back_the_same(name: str) -> None:
    made = game(**OPTION_SETS[name])
    for (table, _, _), position in zip(walk(name)[::EVERY], written(name, EVERY), strict=True):
        assert made.position(position)._states.tobytes() == table.states.tobytes()


def test_the_deck_and_what_follows_is_not_written() -> None:
    position = TWO.new(3).position()
    assert not {"need", "type", "spaces", "from_players"} & set(position), "as in the deck of this game"
    assert not {"can", "full", "works", "wanted", "cargo", "gaps", "sent_size", "seen"} & set(position)


def test_a_position_of_another_deck_comes_back_the_same() -> None:
    need = " ".join([*["green"] * 2, "black"])
    match = TWO.position({"need": [need], "spaces": [5], "wagons": [["W02", "W03"]]})
    again = TWO.position(match.position())
    assert again.view(0)["state"]["need"][0] == [0, 0, 2, 1, 0]
    assert again._states.tobytes() == match._states.tobytes()


# --- impossible positions -------------------------------------------------------------------------------------------------


def card(name: str) -> int:
    return CARDS.index(name)


def stack(*tasks: tuple[Any, ...]) -> Position:
    """Tasks, each with its seat and what more is told about it."""
    columns = list(zip(*[(*task, 0, 0, 0)[:4] for task in tasks], strict=True))
    return {name: list(column) for name, column in zip(("task", "task_seat", "task_a", "task_b"), columns, strict=True)}


def on(camp: dict[str, str]) -> list[str]:
    """Goods on Mercenaries and Curses, by card."""
    holders = [*MERCENARIES, *(name for name in CARDS if name[0] == "C")]
    return [camp.get(name, "") for name in holders]


TURN, DIE = [("end_turn", 0), ("before_die", 0)], [("end_turn", 0), ("after_action", 0)]
BATCH = [*DIE, ("sends",), ("after_batch", 0)]
LOOT: Position = {
    "die": "red", "action": "loot", "looting": 1, "hand": "red red", "wagons": [["W08", "W24"]], **stack(*BATCH, ("place", 0)),
}  # fmt: skip
LOOT3: Position = {**LOOT, "value": 3, **stack(*DIE, ("spy",), ("sends",), ("after_batch", 0), ("place", 0))}
DRAWN: Position = {
    "die": "red",
    "action": "draw",
    **stack(*DIE, ("sends",), ("drawn", 0, 1, 2)),
    "known": [[[], ["1", "2"]]],
}
CURSE: Position = {"die": "black", "action": "draw", **stack(*DIE, ("sends",), ("flee", 1, card("C03")))}
RAID: Position = {"raided": 1, "used": ["R01"], "camp": [["R01"]]}
SWEEP: Position = {
    **RAID, **stack(*TURN, ("sends",), ("after_batch", 0), ("sweep", 0, 1)), "load": [[], [["blue"], ["", "", "", "", "yellow"]]],
    "wagons": [["W01", "W04"], ["W03", "W02"]],
}  # fmt: skip
TAX: Position = {
    "die": "red", "action": "loot", "camp": [["C10", "E08"]], "sent": [["W32"]],
    **stack(*DIE, ("sends",), ("send_effects", 0, 4 * 1, 5)),
}  # fmt: skip
START: Position = stack(("start_round",), ("start_good", 2))
OVER: Position = {"asked": -1, "round": 60}
MIRED: Position = {"camp": [["C04"]], "wagons": [["W01", "W08"]], "load": [[["blue", "", "green", "", "yellow"]]]}
POSSIBLE: dict[str, tuple[Any, Position]] = {
    "turn": (TWO, {}), "loot": (TWO, LOOT), "loot with value 3": (TWO, LOOT3), "drawn": (TWO, DRAWN), "curse": (TWO, CURSE),
    "sweep": (TWO, SWEEP), "send": (TWO, TAX), "start": (THREE, START), "over": (TWO, OVER), "mired": (TWO, MIRED),
}  # fmt: skip


@pytest.mark.parametrize("name", POSSIBLE)
def test_the_positions_that_are_spoilt_below_are_possible(name: str) -> None:
    made, position = POSSIBLE[name]
    match = made.position(position)
    assert bool(match.to_act) == (name != "over")


IMPOSSIBLE: list[tuple[Any, Any, str]] = [
    # the form
    (TWO, 5, "a position should be an object of fields, not 5"),
    (TWO, {"armies": 1}, "there is no field 'armies'; there are "),
    (TWO, {"full": ["M01"]}, "full follows from the other fields and is not told"),
    (TWO, {"players": 3}, "players: 3; this game is for 2"),
    (TWO, {"die": "white"}, "die: 'white' is not one of none, blue, red"),
    (TWO, {"dice": [4]}, "dice: 4 is not from 0 to 3"),
    # who plays
    (TWO, {"camp": [[], [], ["E01"]]}, r"rua has something, but only 2 play \[N1.2\]"),
    (TWO, {"stash": ["", "", "red"]}, r"rua has something, but only 2 play"),
    (TWO, {"active": 2}, r"active is 2, 2 play \[N1.2\]"),
    (TWO, {"token": 3, "ridden": 1}, r"token is 3, 2 play"),
    (TWO, {"dice": [0, 1, 1, 1, 1], "taken_by": [2], "active": 1}, r"taken_by tells of seat 2, 2 play"),
    # the deck
    (TWO, {"from_players": [4] * 60}, r"from_players: of the blue cards one is in from 3 players on, one with 4 \[N1.2\]"),
    (TWO, {"spaces": [0]}, r"spaces of M01: 0, not 1 to 5 \[N9.3\]"),
    (TWO, {"type": ["violet"] * 32}, r"type: wagons that are violet: 32; there are 8 of each type \[N1.1\]"),
    (TWO, {"need": ["blue blue blue"] * 32}, r"need of W01: 3 to 5 spaces in at least 2 colours \[N9.3\]"),
    # the turn
    (TWO, {"open": 1}, r"open is 1: sent wagons are shown with open_sent and at the end, else not \[N12.4\]"),
    (OPEN, {"open": 0}, r"open is 0: sent wagons are shown"),
    (TWO, {"round": 0}, r"round is 0: rounds are counted from 1 to 60"),
    (TWO, {"round": 61}, r"round is 61: rounds are counted from 1 to 60"),
    (THREE, {**START, "round": 1}, r"round is 1: rounds are counted from 1 to 60, 0 is the set-up"),
    (TWO, {"token": 1}, r"token is 1, but 0 rolled and nobody rode ahead \[N3.1, R10\]"),
    (TWO, {"ridden": 1}, r"ridden is 1: attila has the token, but did not use R10 \[R10\]"),
    (THREE, {**START, "dice": [1]}, r"dice are rolled after the start goods were taken"),
    (THREE, {**START, "camp": [["E01"]]}, r"in the set-up no card was played and no wagon sent; only start goods lie on wagons"),
    (THREE, {**START, "load": [[["blue"]]]}, r"in the set-up no card was played"),
    (TWO, {"active": 1, "rolled_by": 0}, r"active is 1: it is the turn of attila \[N3.1\]"),
    (TWO, {"dice": [0, 0, 1, 1, 1], "taken_by": [0, 0, -1, -1, -1]}, r"dice taken: 2, by the seats \[0, 1\]"),
    (TWO, {"dice": [0, 1, 1, 1, 1], "taken_by": [-1] * 5, "active": 1}, r"taken_by: the blue die is taken"),
    (TWO, {"dice": [0] * 5, "active": 1}, r"dice: all are taken, so there is no other turn in this round"),
    (TWO, {**stack(("end_round",), ("drum",), ("thieves", 0)), "dice": [1]}, r"dice: all are taken when a round is at its end"),
    (TWO, {**OVER, "active": 0}, r"active is 0: it is -1 when it is nobody's turn \[N8.11\]"),
    (TWO, {**OVER, "raided": 1}, r"a die, an action, a Raid or a bound wagon belongs to a turn"),
    (TWO, {"die": "red", **stack(*TURN)}, r"die is told: there is one after the window before it, not earlier"),
    (TWO, {**stack(("end_turn", 0), ("after_die", 0))}, r"die is missing: there is one after"),
    (TWO, {"die": "red", **stack(*DIE)}, r"action: it is told from the moment on at which one is chosen"),
    (TWO, {"die": "red", "action": "draw", "loot_colour": "red"}, r"loot_colour: a Loot has a colour, nothing else has"),
    (TWO, {"value": 2}, r"value and fixed are those of a die \[N8.3\]"),
    (TWO, {"die": "red", "dice": [1, 2, 3, 1, 2]}, r"die is red: attila took it, so its face is 0"),
    (TWO, {"die": "red", "fixed": 1}, r"fixed is 1: only C05 fixes the value"),
    (TWO, {"die": "red", "camp": [["C05"]], "fixed": 0}, r"fixed is 0: C05 fixes the value of this die"),
    (TWO, {"die": "red", "camp": [["C05"]], "value": 2}, r"value is 2: from 1 to 3, and 1 where it is fixed"),
    (TWO, {"die": "red", "value": 0}, r"value is 0: from 1 to 3"),
    (TWO, {"raided": 1, "camp": [["R01"]]}, r"raided is 1: attila has no turned Raid \[N5.2\]"),
    (TWO, {"bound": "W32"}, r"bound is W32, which is in no camp \[N8.21\]"),
    # tasks
    (TWO, stack(*TURN, ("place", 0)), r"task: place does not come upon before_die \[N11.3\]"),
    (TWO, stack(("before_die", 0)), r"task: before_die does not come upon nothing"),
    (TWO, {**stack(*TURN), "depth": 1}, r"depth is 1, 2 tasks are told; they are told from the first to the last"),
    (TWO, {"task": ["end_turn", "none", "before_die"]}, r"depth is 2, 2 tasks are told; .* without a gap"),
    (TWO, {"task_a": [0, 0, 3]}, r"task_seat, task_a, task_b: there is no task 3"),
    (TWO, {**stack(("end_turn", 0), ("before_die", 1))}, r"task_seat of before_die is 1: the active seat is 0"),
    (TWO, {**stack(*TURN, ("sends", 1)), "asked": 1}, r"task_seat of sends is 1: it is nobody's, which is written 0"),
    (TWO, stack(*TURN, ("sends",)), r"the last task is sends, at which nobody is asked"),
    (TWO, {"asked": 1, **stack(*TURN)}, r"asked is 1, but the last task is that of 0 \[N11.1\]"),
    (TWO, {**START, "task_seat": [0, 0]}, r"task_seat of start_good is 0: the third player takes a start good"),
    (THREE, stack(("start_round",), ("start_good", 1)), r"task_seat of start_good is 1: the third player takes a start good"),
    (FOUR, stack(("start_round",), *[("start_good", 3)] * 3), r"task_seat of start_good is 3"),
    (TWO, {**CURSE, "task_seat": [0, 0, 0, 0]}, r"task_seat of flee is 0: a Curse is played on an opponent \[N5.4\]"),
    (TWO, {**CURSE, "task_a": [0, 0, 0, card("E01")]}, r"task_a, task_b of flee are 0, 0: that cannot be"),
    (TWO, {**CURSE, "die": "red"}, r"task_a, task_b of flee are 38, 0: that cannot be"),
    (TWO, {**DRAWN, "task_b": [0, 0, 0, 3]}, r"task_a, task_b of drawn are 1, 3: that cannot be"),
    (TWO, {**DRAWN, "task_a": [0, 0, 0, 2]}, r"task_a, task_b of drawn are 2, 2: that cannot be"),
    (TWO, {**DRAWN, "known": [[[], ["1"]]]}, r"task_a, task_b of drawn are 1, 2: that cannot be"),
    (TWO, {**SWEEP, "task_a": [0, 0, 0, 0, 0]}, r"task_a, task_b of sweep are 0, 0"),
    (TWO, {**SWEEP, "raided": 0}, r"raided is 0, but a Raid is being carried out \[N5.2\]"),
    (TWO, {**SWEEP, **stack(*TURN, ("sends",), ("after_batch", 1), ("sweep", 0, 1))}, r"the batch is that of the active seat"),
    (TWO, {**SWEEP, **stack(*TURN, ("sends",), ("after_batch", 0), *[("sweep", 0, 1)] * 2)}, r"task: sweep is there 2 times"),
    (TWO, {**RAID, **stack(*TURN, ("sends",), ("after_batch", 0), ("place", 0), ("encircled", 0, 1, 1))}, r"an Encirclement"),
    (TWO, {**RAID, **stack(*TURN, ("sends",), ("bribed", 0, card("M01")))}, r"task_a, task_b of bribed are 24, 0"),
    (TWO, {**TAX, "task_a": [0, 0, 0, 4 * 2]}, r"task_a, task_b of send_effects are 8, 5"),
    (TWO, {**TAX, "task_seat": [0, 0, 0, 1]}, r"task_seat of send_effects is 1: the active seat says what comes first"),
    (TWO, {**LOOT, "task_seat": [0, 0, 0, 0, 1]}, r"task_seat of place is 1: the batch is that of 0 \[N8.17\]"),
    (TWO, stack(("end_round",), ("drum",), ("thieves", 0)), r"task_seat of thieves is 0: C06 is not in that camp \[C06\]"),
    # the batch
    (TWO, {"hand": "red"}, r"hand, batch_on, looting, over_curses, tally: they are of a batch, but none is being placed"),
    (TWO, {**SWEEP, "hand": "red"}, r"hand: goods are there that nobody could have taken yet"),
    (TWO, {**LOOT, "action": "draw"}, r"looting is 1, but the batch is not that of a Loot \[N4.2\]"),
    (TWO, {**LOOT, "looting": 0, **stack(*BATCH, ("place", 0), ("merchant", 0))}, r"looting is 0, but the batch is"),
    (TWO, {**LOOT, "value": 3}, r"after a Loot with value 3 M11 may act: its task waits below \[M11\]"),
    (TWO, {**LOOT3, "value": 2}, r"M11 acts after a Loot with value 3 \[M11\]"),
    (TWO, {**LOOT, "batch_on": "M01"}, r"batch_on is M01, which cannot get goods \[N8.17.1\]"),
    (TWO, {**LOOT, "tally": 1}, r"tally is 1: goods that opponents returned in an Encirclement \[R12\]"),
    (TWO, {**LOOT, "over_curses": ["C08"]}, r"over_curses: C08 is not full \[N8.18\]"),
    (TWO, {**LOOT, "over_curses": ["C01"]}, r"over_curses: only the end of C08 and C04 lets something happen"),
    (TWO, {**LOOT, "hand": "white"}, r"hand: 'white' is not one of blue, red"),
    # sends that wait
    (TWO, {"waiting": [1], "sent": [["W32"]]}, r"waiting: sends wait while an action or effect is carried out \[N8.12\]"),
    (TWO, {**LOOT, "waiting": [1]}, r"waiting: attila sent 0 wagons, there is no number 1 \[N8.12\]"),
    (TWO, {**LOOT, "waiting": [1, 1], "sent": [["W32"]]}, r"waiting: each wagon is sent once"),
    (TWO, {**LOOT, "waiting": [0, 1], "sent": [["W32"]]}, r"waiting: 1 sends are told, n_waiting is 1"),
    # cards
    (TWO, {"camp": [["E01"], ["E01"]]}, r"E01 lies in 2 places \[N1.1\]"),
    (TWO, {"camp": [["E01"]], "deck": [["E01"]]}, r"E01 lies in 2 places"),
    (TWO, {"camp": [["E11"]]}, r"E11 is not in with 2 players \[N1.2\]"),
    (THREE, {"deck": [["E12"]]}, r"E12 is not in with 3 players"),
    (TWO, {"deck": [["R01"]]}, r"deck: R01 is not blue \[N1.1\]"),
    (TWO, {"deck_size": [9, 10, 10, 10, 10]}, r"deck_size: 9 of blue, cards there: 10"),
    (TWO, {**CURSE, "camp": [["C03"]]}, r"C03 lies in 2 places"),
    (TWO, {"used": ["R01"]}, r"used: R01 cannot be \[N5, N8.5\]"),
    (TWO, {"camp": [["E01"]], "used": ["E01"]}, r"used: E01 cannot be"),
    (TWO, {"camp": [["M01"]], "fled": ["M01"]}, r"fled: M01 cannot be"),
    (TWO, {"camp": [["M01"]], "spent": ["M01"]}, r"spent: M01 cannot be"),
    (TWO, {"camp": [["C01"]], "cursed_by": [0]}, r"cursed_by: C01 was played by an opponent, not by 0 \[N5.4\]"),
    (TWO, {"goods_on": ["red"]}, r"goods_on: M01 lies face up in no camp, so it has no goods"),
    (TWO, {"camp": [["C01"]], "fled": ["C01"], "goods_on": on({"C01": "red"})}, r"goods_on: C01 lies face up in no camp"),
    (TWO, {"camp": [["M01"]], "goods_on": ["red red red red"]}, r"goods_on: 4 goods on M01, it has 3 spaces \[N5.3\]"),
    (TWO, {"saddlebags": "red"}, r"saddlebags: 1 good; at most 2 lie there, while the card is in a camp \[E05\]"),
    (TWO, {"camp": [["E05"]], "saddlebags": "red red blue"}, r"saddlebags: 3 goods; at most 2"),
    (TWO, {"known": [[["11"]]]}, r"known of attila: the blue deck has 10 cards \[N12.2\]"),
    # goods
    (TWO, {"reserve": " ".join(["red"] * 21)}, r"red goods that lie somewhere: 21; there are 20 \[N1.2\]"),
    (TWO, {"stash": ["red " * 21]}, r"red goods that lie somewhere: 21; there are 20"),
    # wagons
    (TWO, {"wagons": [["W01", "W02"], ["W02", "W03"]]}, r"W02 lies in 2 places \[N1.1\]"),
    (TWO, {"sent": [["W01"]], "wagon_deck": ["W01"]}, r"W01 lies in 2 places"),
    (TWO, {"sent": [["none", "W32"]]}, r"sent of attila: wagons are told from the first that was sent on, without a gap"),
    (TWO, {"wagons_left": 3}, r"wagons_left: 3, there are 24 in the deck"),
    (TWO, {"display": ["W01", "none", "W02", "W03"]}, r"display: a place is refilled as long as there are wagons"),
    (TWO, {"wagons": [["W01", "W02", "W03"]]}, r"wagons: attila has 3, its limit is 2, 3 with E06 \[N4.4\]"),
    (TWO, {"wagons": [["W01"]]}, r"wagons: attila has 1, it takes a new one while there is one \[N4.3.1, N4.4\]"),
    (TWO, {"camp": [["E06"]]}, r"wagons: attila has 2, it takes a new one while there is one"),
    (TWO, {"load": [[["blue blue"]]]}, r"load: 2 goods on blue spaces of W01; it has 1 \[N4.2\]"),
    (TWO, {"load": [[["", "red"]]]}, r"load: 1 good on red spaces of W01; it has 0"),
    (TWO, {"load": [[[], [], ["red"]]]}, r"load: 1 good on blue spaces of slot 3 of attila, where no wagon is; it has 0"),
    (TWO, {"load": [[["red"]]]}, r"load: a good lies on a space of another colour, but E07 is in no camp \[N8.15, E07\]"),
    (TWO, {"load": [[["blue", "", "green", "", "yellow"]]]}, r"load: W01 of attila is full, so it was sent \[N4.3\]"),
    (TWO, {**MIRED, "goods_on": on({"C04": "red red"})}, r"load: W01 of attila is full, so it was sent"),
    # the end, and what goes on by itself
    (TWO, {**OVER, "round": 3}, r"the game ends with an empty colour or deck, or after the last round \[N3.2, N8.23\]"),
    (TWO, {**OVER, "account": [[1]]}, r"account, met: they should be \[0, 0, 0, 0, 0, 0, 0"),
    (TWO, {"account": [[1]]}, r"account, met: points are counted at the end \[N7.1\]"),
    (TWO, {"camp": [["T01"]], "met": ["T01"]}, r"account, met: points are counted at the end"),
    (TWO, {"dice": [0, 0, 0, 0, 1]}, r"before_die is asked, but only 1 can be done, so the game goes on by itself \[N11.2\]"),
    (TWO, {**LOOT, "hand": "blue"}, r"place is asked, but only 0 can be done"),
]  # fmt: skip


@pytest.mark.parametrize(("made", "position", "reason"), IMPOSSIBLE, ids=[reason[:50] for *_, reason in IMPOSSIBLE])
def test_an_impossible_position_is_refused_with_the_reason(made: Any, position: Any, reason: str) -> None:
    with pytest.raises(tianxia.BadPosition, match=reason):
        made.position(position)


# --- fuzz -----------------------------------------------------------------------------------------------------------------

NAMES = ("2", "3", "4")
WRITTEN = [(game(**OPTION_SETS[name]), position) for name in NAMES for position in written(name, 11)]
NUMBERS = st.integers(-3, 40) | st.sampled_from([127, 128, 999, 1 << 63, 1 << 64])
LABELS = st.sampled_from(["none", "W08", "red", "draw", "loot", "wagons", "M01", "C08", *TASKS])
GOODS = st.lists(st.sampled_from(COLOURS), max_size=5).map(" ".join)
NAMED = st.lists(st.sampled_from([*CARDS[::5], *WAGONS[::5]]), max_size=3)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | LABELS | GOODS | NAMED,
    lambda inner: st.lists(inner, max_size=5),
    max_leaves=8,
)
FIELDS = list(TWO.table.by_name)
EXAMPLES = 60 if INTERPRETED else 80


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True)
@given(base=st.sampled_from(WRITTEN), changes=st.dictionaries(st.sampled_from(FIELDS), VALUES, min_size=1, max_size=3))
def test_a_changed_position_is_refused_or_can_be_played(base: tuple[Any, Position], changes: Position) -> None:
    refused_or_accepted(base[0], {**base[1], **changes})


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True)
@given(base=st.sampled_from(WRITTEN), data=st.data())
def test_a_position_with_one_cell_changed_is_refused_or_can_be_played(
    base: tuple[Any, Position], data: st.DataObject
) -> None:
    """Changes deep inside: a scalar, or one cell of one row."""
    position = dict(base[1])
    name = data.draw(st.sampled_from(list(position)))
    position[name] = spoilt(position[name], data)
    refused_or_accepted(base[0], position)


def spoilt(value: Any, data: st.DataObject) -> Any:
    """A value with one number, name or good in it changed."""
    if isinstance(value, int):
        return value + data.draw(st.sampled_from([-1, 1]))
    if not isinstance(value, list) or not value:
        return data.draw(GOODS if isinstance(value, str) and value not in TASKS else LABELS)
    place = data.draw(st.integers(0, len(value) - 1))
    if isinstance(value[place], str) and value[place][:1] in "ERMCTW" and value[place][1:].isdigit():
        return [*value[:place], *data.draw(NAMED), *value[place + 1 :]]
    return [*value[:place], spoilt(value[place], data), *value[place + 1 :]]


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True)
@given(base=st.sampled_from(WRITTEN), names=st.sets(st.sampled_from(FIELDS), max_size=6))
def test_a_position_with_fields_left_out_is_refused_or_can_be_played(
    base: tuple[Any, Position], names: set[str]
) -> None:
    refused_or_accepted(base[0], {name: value for name, value in base[1].items() if name not in names})


STAGE = (
    "task", "task_seat", "task_a", "task_b", "depth", "asked", "active", "die", "value", "fixed", "action", "loot_colour",
    "looting", "raided", "bound", "hand", "batch_on", "tally", "over_curses", "dice", "taken_by", "waiting", "n_waiting",
)  # fmt: skip


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True)
@given(base=st.sampled_from(WRITTEN), other=st.sampled_from(WRITTEN), names=st.sets(st.sampled_from(STAGE), min_size=1))
def test_a_position_with_the_stage_of_another_is_refused_or_can_be_played(
    base: tuple[Any, Position], other: tuple[Any, Position], names: set[str]
) -> None:
    refused_or_accepted(base[0], {**base[1], **{name: other[1][name] for name in names if name in other[1]}})


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True)
@given(base=st.sampled_from(WRITTEN), other=st.sampled_from(WRITTEN))
def test_a_position_with_all_tasks_of_another_is_refused_or_can_be_played(
    base: tuple[Any, Position], other: tuple[Any, Position]
) -> None:
    """What lies on the table is of one, whose turn it is and what is being done of the other."""
    stage = {name: other[1][name] for name in (*STAGE, "rolled_by", "token", "round") if name in other[1]}
    kept = {name: value for name, value in base[1].items() if name not in STAGE}
    refused_or_accepted(base[0], {**kept, **stage})
