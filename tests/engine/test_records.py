"""The field table: who sees what, what may stand where, one type for each game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from tests.engine.toy import PLACES, SEATS, TOY, VIEWERS, filled, hashed, masked
from tianxia.engine import looks
from tianxia.engine.errors import BadPosition
from tianxia.engine.fields import ALL, COVERED, NOBODY, OWNER, SPECTATOR, WORD, Array, field
from tianxia.engine.notation import position_into, position_of
from tianxia.engine.records import duplicate, record, register

COVERED_FIELDS = {"points": [0, 0], "marks": []}
"""Each with a row of it that is all zero, as JSON."""


def test_a_field_without_seen_by_cannot_be_declared() -> None:
    with pytest.raises(TypeError, match="seen_by"):
        field("hand", "i1", (2,), doc="cards")  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("declare", "reason"),
    [
        (lambda: field("hand", seen_by=OWNER, doc=""), "OWNER needs a first axis"),
        (
            lambda: record("g", seats=3, fields=[field("hand", "i1", (2, 5), seen_by=OWNER, doc="")]),
            "first axis .* 3 seats",
        ),
        (lambda: field("hand", "i1", (2, 3), counts="ab", seen_by=ALL, doc=""), "2 kinds are named, the last axis"),
        (lambda: field("set", "i1", bits="abcdefgh", seen_by=ALL, doc=""), "8 bits do not fit in i1"),
        (lambda: field("set", bits=PLACES[:63], seen_by=ALL, doc=""), "63 bits need a last axis of 2 words of i8"),
        (
            lambda: field("set", shape=(2,), bits=PLACES, seen_by=ALL, doc=""),
            "130 bits need a last axis of 3 words of i8",
        ),
        (lambda: field("set", "i4", (5,), bits=PLACES, seen_by=ALL, doc=""), r"130 bits .* of i8, not \(5,\) of i4"),
        (lambda: field("points", seen_by=COVERED, doc=""), "COVERED needs a first axis"),
        (
            lambda: record("g", seats=3, fields=[field("points", "i1", (2,), seen_by=COVERED, doc="")]),
            "first axis .* 3 seats",
        ),
        (lambda: record("g", seats=2, fields=[field("a", seen_by=ALL, doc="")] * 2), "a field name is used twice"),
        (lambda: record("g", seats=2, fields=[], uncovered_by="open"), "no single number 'open'"),
    ],
)
def test_a_field_that_cannot_be_is_refused(declare: object, reason: str) -> None:
    with pytest.raises(TypeError, match=reason):
        declare()  # type: ignore[operator]


def test_a_layout_cannot_be_registered_twice() -> None:
    with pytest.raises(TypeError, match="record toy has the type of toy"):
        register(TOY)


@pytest.mark.parametrize(("columns", "bytes_behind"), [(5, 3), (9, 7), (15, 1), (16, 0), (19, 0)])
def test_a_row_that_is_taken_as_a_whole_ends_within_the_record(columns: int, bytes_behind: int) -> None:
    table = record("g", seats=2, fields=[field("hand", "i1", (2, columns), seen_by=ALL, doc="")])
    names = table.dtype.fields
    assert names is not None
    assert table.dtype.itemsize - names["hand"][1] - 2 * columns >= bytes_behind


def test_two_games_with_the_same_fields_have_different_types() -> None:
    fields = [field("round", seen_by=ALL, doc="")]
    assert record("one", seats=2, fields=fields).dtype != record("two", seats=2, fields=fields).dtype


@pytest.mark.parametrize(
    "sizes", [("i1",), ("i1", "i8"), ("i2", "i1", "i4", "i8"), ("i1",) * 7, ("i1",) * 8, ("u8", "i4")]
)
def test_a_record_is_whole_words_without_hidden_gaps(sizes: tuple[str, ...]) -> None:
    table = record("g", seats=2, fields=[field(f"f{i}", size, seen_by=ALL, doc="") for i, size in enumerate(sizes)])
    assert table.dtype.itemsize % 8 == 0
    assert table.dtype.itemsize == 8 * table.words
    assert sum(table.dtype[name].itemsize for name in table.dtype.names or ()) == table.dtype.itemsize
    assert all(
        offset % table.dtype[name].itemsize == 0
        for name, (_, offset, *_) in (table.dtype.fields or {}).items()
        if name[0] == "f"
    )


@pytest.mark.parametrize("viewer", VIEWERS)
def test_masking_keeps_what_the_table_says_and_nothing_else(viewer: int) -> None:
    states, whole = filled(), filled()
    masked(states, viewer)
    for f in TOY.fields:
        kept, before = states[f.name][0], whole[f.name][0]
        if f.seen_by in (ALL, COVERED):
            assert np.array_equal(kept, before), f.name
        elif f.seen_by is NOBODY:
            assert not np.any(kept), f.name
        else:
            for seat in range(SEATS):
                assert np.array_equal(kept[seat], before[seat] if seat == viewer else np.zeros_like(before[seat]))
    assert not np.any(states["_pad"])


def test_a_duplicate_has_the_same_bytes_and_a_life_of_its_own() -> None:
    states = filled()
    for several in (states, np.concatenate([states, filled()]), np.concatenate([states, filled()])[1:]):
        twin, before = duplicate(several), several.tobytes()
        assert (twin.dtype, twin.shape, twin.tobytes()) == (several.dtype, several.shape, before)
        twin.view(np.uint64)[:] = 0
        assert several.tobytes() == before
        assert not twin.view(np.uint64).any()


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_record_is_masked_outside_of_rules_as_it_is_inside(viewer: int) -> None:
    states, before = filled(), filled().tobytes()
    inside = duplicate(states)
    masked(inside, viewer)
    assert TOY.masked(states, viewer).tobytes() == inside.tobytes()
    assert states.tobytes() == before


def test_masking_twice_is_masking_once() -> None:
    once, twice = filled(), filled()
    masked(once, 1)
    for _ in range(2):
        masked(twice, 1)
    assert once.tobytes() == twice.tobytes()


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_hash_of_a_view_depends_on_the_view_only(viewer: int) -> None:
    before = hashed(filled(), viewer)
    assert 0 <= before < 1 << 63
    for f in TOY.fields:
        for cell in np.ndindex(*(f.shape or (1,))):
            changed = filled()
            changed[f.name].reshape(1, *(f.shape or (1,)))[(0, *cell)] += 1
            visible = f.seen_by in (ALL, COVERED) or (f.seen_by is OWNER and cell[0] == viewer)
            assert (hashed(changed, viewer) != before) == visible, f.name


def test_a_hidden_value_is_null_and_a_visible_zero_is_zero() -> None:
    states = TOY.new()
    masked(states, 1)
    view = looks.view(TOY, states, 1)
    assert view["hand"] == [None, [0] * 5, None]
    assert view["wish"] == [None, 0, None]
    assert view["plan"] == [None, [[], []], None]
    assert view["bag"] is view["secret"] is view["rng"] is None
    assert view["score"] == [0, 0, 0]
    assert view["mood"] == "calm"


def test_what_is_for_rules_only_is_not_in_views_and_must_follow_from_the_rest() -> None:
    fields = [field("round", seen_by=ALL, doc=""), field("twice", seen_by=ALL, doc="", follows=True, shown=False)]
    table = record("g", seats=2, fields=fields)
    assert looks.view(table, table.new(), 0) == {"round": 0}
    with pytest.raises(TypeError, match="field round: what views leave out must follow from other fields"):
        field("round", seen_by=ALL, doc="", shown=False)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_is_covered_is_open_in_the_record_and_in_views_for_its_owner_only(viewer: int) -> None:
    states = filled()
    states["open"] = 0
    masked(states, viewer)
    view = looks.view(TOY, states, viewer)
    for name in COVERED_FIELDS:
        assert np.array_equal(states[name], filled()[name])
        assert [row is not None for row in view[name]] == [seat == viewer for seat in range(SEATS)]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_was_covered_is_seen_by_all_once_it_is_uncovered(viewer: int) -> None:
    states = TOY.new()
    states["open"] = 1
    for name, row in COVERED_FIELDS.items():
        assert looks.view(TOY, states, viewer)[name] == [row] * SEATS


def test_a_field_that_nothing_uncovers_stays_covered() -> None:
    table = record("g", seats=2, fields=[field("points", "i1", (2,), seen_by=COVERED, doc="")])
    assert looks.view(table, table.new(), 1)["points"] == [None, 0]


def test_a_set_over_several_words_is_seen_by_name_and_hidden_as_a_whole() -> None:
    view = looks.view(TOY, filled(), 1)
    members = ["p0", "p2", "p61", "p62", "p129"]
    assert view["land"] == members
    assert view["walks"] == [None, [members] * 2, None]


@pytest.mark.parametrize("place", [0, WORD - 1, WORD, 2 * WORD - 1, 2 * WORD, len(PLACES) - 1])
def test_each_name_of_a_wide_set_has_its_own_bit(place: int) -> None:
    states = TOY.new()
    position_into(TOY, states, {"land": [PLACES[place]]})
    assert [int(word).bit_count() for word in states["land"][0]].index(1) == place // WORD
    assert sum(int(word).bit_count() for word in states["land"][0]) == 1
    assert looks.view(TOY, states, SPECTATOR)["land"] == [PLACES[place]]


def test_bit_sets_and_labels_are_seen_by_name() -> None:
    view = looks.view(TOY, filled(), 1)
    assert view["plan"] == [None, [["north", "south"], ["north"]], None]
    assert view["mood"] == "wild"
    assert all(value is None for value in looks.view(TOY, filled(), SPECTATOR)["hand"])


# --- written positions ---------------------------------------------------------------------------------------------------


def test_a_record_comes_back_from_its_text() -> None:
    states = TOY.new()
    before = filled()
    before["wish"], before["bag"], before["secret"] = [[-5, 0, 5]], [[0, 1, 2, 3, 4, 5, 6]], 9
    position_into(TOY, states, position_of(TOY, before))
    assert states.tobytes() == before.tobytes()


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"wish": [-6]}, "wish: -6 is not from -5 to 5"),
        ({"wish": [6]}, "wish: 6 is not from -5 to 5"),
        ({"round": -1}, "round: -1 is not from 0 to 9223372036854775807"),
        ({"bag": [40000]}, "bag: 40000 is not from 0 to 32767"),
        ({"hand": ["f"]}, "hand: 'f' is not one of a, b, c, d, e"),
        ({"hand": ["a " * 128]}, "hand: 128 times a, at most 127"),
        ({"plan": [["north"]]}, "plan: 'north' should be a list of names, of north, south$"),
        ({"plan": {}}, "plan: {} should be a list of at most 3 lists of lists of names, of north, south$"),
        ({"plan": [7]}, "plan: 7 should be a list of at most 2 lists of names, of north, south$"),
        ({"hand": 7}, "hand: 7 should be a list of at most 3 texts of kinds, such as 'a b c'$"),
        ({"hand": [7]}, "hand: 7 should be a text of kinds, such as 'a b c'$"),
        ({"plan": [[["up"]]]}, "plan: 'up' is not one of north, south"),
        ({"land": ["p130"]}, "land: 'p130' is not one of 130 names; like it: p10, p13, p30"),
        ({"land": ["p1", "p1"]}, "land: 'p1' is named twice"),
        ({"land": "p0"}, "land: 'p0' should be a list of names, such as p0, p1, p2$"),
        (
            {"walks": {"ana": "p0"}},
            "walks: .* should be a list of at most 3 lists of lists of names, such as p0, p1, p2$",
        ),
        (
            {"walks": [[["p0"]], [["p0"], [], []]]},
            "walks: .* should be a list of at most 2 lists of names, such as p0, p1, p2$",
        ),
        ({"mood": "sad"}, "mood: 'sad' is not one of calm, wild"),
        ({"score": [0, 0, 0, 0]}, "score: .* should be a list of at most 3 whole numbers$"),
    ],
)
def test_a_bad_value_is_refused_by_the_name_of_its_field(position: dict[str, object], reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        position_into(TOY, TOY.new(), position)


SUMS = record(
    "sums",
    seats=2,
    fields=[
        field("numbers", "i1", (3,), seen_by=ALL, doc="what is added"),
        field("land", "i1", (4,), seen_by=ALL, doc="read from a file"),
        field("total", follows=True, seen_by=ALL, doc="their sum"),
    ],
)


def blank_sums() -> Array:
    states = SUMS.new()
    states["land"][0] = [1, 2, 3, 4]
    return states


def read_sums(position: Mapping[str, Any]) -> Array:
    """Without numbers there is a 7; the total follows."""
    states = blank_sums()
    if "numbers" not in position_into(SUMS, states, position):
        states["numbers"][0, 0] = 7
    states["total"] = states["numbers"].sum()
    return states


@pytest.mark.parametrize(
    ("numbers", "written"), [([7, 0, 0], {"numbers": [7, 0, 0]}), ([0, 0, 0], {"numbers": [0, 0, 0]})]
)
def test_what_is_blank_or_follows_is_not_written_unless_it_would_not_come_back(
    numbers: list[int], written: dict[str, Any]
) -> None:
    states = blank_sums()
    states["numbers"][0], states["total"] = numbers, sum(numbers)
    position = position_of(SUMS, states, blank_sums(), read_sums)
    assert position == written
    assert read_sums(position).tobytes() == states.tobytes()


def test_what_follows_is_not_told() -> None:
    with pytest.raises(BadPosition, match="total follows from the other fields and is not told"):
        position_into(SUMS, SUMS.new(), {"total": 3})
    with pytest.raises(BadPosition, match=r"there is no field 'sum'; there are numbers, land$"):
        position_into(SUMS, SUMS.new(), {"sum": 3})


# --- the interpreted record ------------------------------------------------------------------------------------------------


def test_the_interpreted_record_reads_python_numbers_and_refuses_what_does_not_fit() -> None:
    states = filled()
    s = TOY.record_class(states, 0)
    assert type(s.hand[1, 2]) is type(s.round) is int
    s.round, s.hand[0, 0] = 3, 127
    assert (states["round"][0], states["hand"][0, 0, 0]) == (3, 127)
    with pytest.raises(ValueError, match="invalid value"):
        s.hand[0, 0] = 128
    with pytest.raises(IndexError):
        s.hand[0, 5] = 1
    with pytest.raises(ValueError, match=r"invalid value|out of range|too large"):
        s.round = 1 << 63
