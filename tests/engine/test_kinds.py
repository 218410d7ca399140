"""Tables of kinds: ids, JSON and notation say the same, and what is no action is refused with what would be right."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.games import GAME
from tianxia.engine.compiling import entry
from tianxia.engine.domains import FLAG, Domain, names, number, private, subset
from tianxia.engine.kinds import BadAction, KindTable, kind, new_log, table

TOY = table(
    kind("rest"),
    kind("go", way=names(["north", "south", "east"]), steps=number(1, 4)),
    kind("take", card=names([0, 1, 2, 5, 9]), fast=FLAG),
    kind("send", who=subset(["ana", "bo", "cy"]), cold=FLAG, from_=number(-3, 3)),
)
MANY = number(0, 9)


@st.composite
def tables(draw: st.DrawFn) -> KindTable:
    """Any table: up to five kinds of up to six arguments."""
    domain = st.one_of(
        st.tuples(st.integers(-50, 50), st.integers(0, 12)).map(lambda t: number(t[0], t[0] + t[1])),
        st.integers(1, 6).map(lambda n: names([f"n{i}" for i in range(n)])),
        st.integers(1, 4).map(lambda n: names(list(range(n)))),
        st.integers(1, 4).map(lambda n: subset([f"s{i}" for i in range(n)])),
        st.just(FLAG),
    )
    rows = draw(st.lists(st.lists(domain, max_size=6), min_size=1, max_size=5))
    return table(*(kind(f"k{i}", **{f"a{j}": d for j, d in enumerate(row)}) for i, row in enumerate(rows)))


@settings(max_examples=80, derandomize=True)
@given(made=tables(), data=st.data())
def test_ids_go_round_through_arguments_json_and_notation(made: KindTable, data: st.DataObject) -> None:
    assert made.size == sum(math.prod(k.radices) for k in made)
    for action in data.draw(st.lists(st.integers(0, made.size - 1), min_size=1, max_size=20)):
        k = made.kind_of(action)
        args = k.args(action)
        assert k.id(*args) == action
        assert [other.has(action) for other in made].count(True) == 1
        assert made.parse({"kind": k.name, **k.to_json(args)}) == action
        if all(d.to_text(x) for d, x in zip(k.domains.values(), args, strict=True) if not d.flag):
            assert made.parse(k.to_text(args)) == action
        assert made.parse(action) == made.parse(np.int32(action)) == action


def test_every_action_of_a_game_goes_round() -> None:
    for action in range(GAME.actions.size):
        form = GAME.action(action)
        assert GAME.action({"kind": form.kind, **form.args}) == GAME.action(form) == form
        if form.args.get("persons") != []:
            assert GAME.action(form.text) == form
    assert len({GAME.action(action).text for action in range(GAME.actions.size)}) == GAME.actions.size


@pytest.mark.parametrize(
    ("text", "args"),
    [
        ("rest", ("rest", {})),
        ("go south 4", ("go", {"way": "south", "steps": 4})),
        ("  go   south\t4 ", ("go", {"way": "south", "steps": 4})),
        ("take 9", ("take", {"card": 9, "fast": False})),
        ("take 9 fast", ("take", {"card": 9, "fast": True})),
        ("send ana+cy -3", ("send", {"who": ["ana", "cy"], "cold": False, "from_": -3})),
        ("send cy+ana cold 2", ("send", {"who": ["ana", "cy"], "cold": True, "from_": 2})),
    ],
)
def test_notation_is_the_kind_and_its_arguments(text: str, args: tuple[str, dict[str, Any]]) -> None:
    action = TOY.parse(text)
    k = TOY.kind_of(action)
    assert (k.name, k.to_json(k.args(action))) == args


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ("", "'' is no kind of action; there are rest, go, take, send"),
        ("Rest", "'Rest' is no kind of action"),
        ("rest now", "'now' is one word too many; write 'rest'"),
        ("go", "way is missing; write 'go WAY STEPS'"),
        ("go south", "steps is missing"),
        ("go up 1", "way 'up' is not one of north, south, east"),
        ("go south 0", "steps 0 is not from 1 to 4"),
        ("go south 5", "steps 5 is not from 1 to 4"),
        ("go south ²", "steps .*"),
        ("go south 1.0", "steps '1.0' should be a whole number"),
        ("take 3", "card '3' is not one of 0, 1, 2, 5, 9"),
        ("take 9 fast fast", "'fast' is one word too many; write 'take CARD .fast.'"),
        ("send ana+ana 1", "who 'ana' is named twice"),
        ("send dan 1", "who 'dan' is not one of ana, bo, cy"),
        ({}, "None is no kind of action"),
        ({"kind": ["rest"]}, "is no kind of action"),
        ({"kind": "rest", "now": 1}, "rest has no 'now'"),
        ({"kind": "go", "way": "south", "steps": True}, "steps True should be a whole number"),
        ({"kind": "go", "way": "south", "steps": None}, "steps None should be a whole number"),
        ({"kind": "go", "way": 1, "steps": 1}, "way 1 is not one of"),
        ({"kind": "take", "card": True}, "card True is not one of"),
        ({"kind": "take", "card": 9, "fast": 1}, "fast 1 should be true or false"),
        ({"kind": "send", "who": "", "from_": 1}, "who '' is not one of"),
        ({"kind": "send", "who": {"ana": 1}, "from_": 1}, "should be a list of names"),
        ({"kind": "send", "who": [["ana"]], "from_": 1}, "should be a list of names"),
        (-1, f"ids go from 0 to {TOY.size - 1}"),
        (TOY.size, f"ids go from 0 to {TOY.size - 1}"),
        (1 << 80, "ids go from 0 to"),
        (True, "should be an id, a text"),
        (1.0, "should be an id, a text"),
        (None, "should be an id, a text"),
        (b"rest", "should be an id, a text"),
    ],
)
def test_what_is_no_action_is_refused_with_what_would_be_right(form: Any, reason: str) -> None:
    with pytest.raises(BadAction, match=reason):
        TOY.parse(form)


@pytest.mark.parametrize("args", [(), (0,), (0, 1, 2), (3, 1), (-1, 1), (0, 0), (0, 5)])
def test_an_id_of_arguments_out_of_range_is_an_error(args: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="go: "):
        TOY.GO.id(*args)


def test_a_kind_has_at_most_six_arguments() -> None:
    with pytest.raises(TypeError, match="more than 6 arguments"):
        table(kind("k", a=MANY, b=MANY, c=MANY, d=MANY, e=MANY, f=MANY, g=MANY))


def test_an_unknown_kind_is_named_with_the_valid_ones() -> None:
    with pytest.raises(AttributeError, match="no kind 'FLY'; there are rest, go, take, send"):
        _ = TOY.FLY


def test_only_the_owner_sees_a_private_field() -> None:
    domain = private(names(["a", "b"]), owner="who")
    assert (domain.owner, domain.labels, domain.radix) == ("who", ("a", "b"), 2)
    assert Domain(2).owner == ""


GO, SEND, TAKE = TOY.GO, TOY.SEND, TOY.TAKE


@entry
def compiled_ids(out):
    out[0] = GO.id(2, 4)
    out[1] = SEND.id(5, 1, -2)
    out[2] = GO.has(GO.id(0, 1)) and not GO.has(TAKE.id(0, 0))
    out[3], out[4], out[5] = SEND.args(SEND.id(5, 1, -2))


@entry
def compiled_events(log):
    GO.emit(log, 2, 4)
    SEND.emit(log, 5, 1, -2)


def test_compiled_ids_are_those_of_python() -> None:
    out = np.zeros(6, np.int64)
    compiled_ids(out)
    assert out.tolist() == [GO.id(2, 4), SEND.id(5, 1, -2), 1, 5, 1, -2]


def test_events_are_rows_of_kind_and_arguments_and_nothing_left_over() -> None:
    by_python, compiled = new_log(3), new_log(3)
    by_python[1:], compiled[1:] = 7, 8
    GO.emit(by_python, 2, 4)
    SEND.emit(by_python, 5, 1, -2)
    compiled_events(compiled)
    assert by_python[:3].tolist() == compiled[:3].tolist()
    assert compiled.tolist()[1:3] == [[1, 2, 4, 0, 0, 0, 0], [3, 5, 1, -2, 0, 0, 0]]


def test_a_log_without_rows_collects_nothing_and_a_full_one_counts_on() -> None:
    compiled_events(new_log(0))
    full = new_log(1)
    compiled_events(full)
    assert full[0, 0] == 2, "two events, one row: the reader sees that some are missing"
    assert full[1].tolist() == [1, 2, 4, 0, 0, 0, 0]
