"""Observations are what the field table says, hold nothing hidden, and every number in a record is inside its bounds."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import tianxia
from tests.engine.games import play_on
from tests.games.test_notes import GAMES, matches
from tianxia import lab
from tianxia.engine import _entries as entries
from tianxia.engine.errors import TianxiaError
from tianxia.engine.fields import ALL, COVERED, NOBODY, OWNER, SPECTATOR, WORD, Field
from tianxia.engine.observations import LABEL, NUMBER, QUESTION, SEAT, SET, Segment


@cache
def records(name: str) -> np.ndarray[Any, Any]:
    """All positions of a random game, its end too."""
    return np.concatenate([match._states for match in matches(name, 5)])


def game_of(name: str) -> tianxia.Game:
    return tianxia.load(name, **GAMES[name])


# --- the field table --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_number_is_inside_its_bounds(name: str) -> None:
    for f in game_of(name).table.fields:
        values = records(name)[f.name]
        if f.name != "rng":
            assert (values >= f.low).all() or (values[values < f.low] == 0).all(), f.name
            assert (values <= f.tops).all(), f.name
            assert f.labels or f.questions or f.bits or f.most or f.high is not None, f"{f.name} has no bound"


@pytest.mark.parametrize("name", GAMES)
def test_what_is_no_value_of_a_field_is_written_nowhere(name: str) -> None:
    """Compiled code would write it into what lies beside the row."""
    game, whole = game_of(name), records(name)[-1:]
    seen = game.observation.observe(whole, 0)[0]
    for field, segment in game.observation.fields.items():
        if segment.form != NUMBER:
            for wild in (np.iinfo(whole[field].dtype).min, np.iinfo(whole[field].dtype).max):
                wrong = whole.copy()
                wrong[field] = wild
                found = game.observation.observe(wrong, 0)[0]
                found[segment.slice] = seen[segment.slice]
                assert (found == seen).all(), field


@pytest.mark.parametrize("name", GAMES)
def test_what_is_constant_never_changes(name: str) -> None:
    constant = [f for f in game_of(name).table.fields if f.constant]
    assert {option.name for option in game_of(name).option_table} <= {f.name for f in constant}
    for f in constant:
        values = records(name)[f.name]
        assert (values == values[:1]).all(), f.name


BY_CHANCE = {
    "chu-han": set(),
    "sun-tzu": {("shown", 1)},
    "huang": {
        *((field, 0) for field in ("market", "out", "tiles")),
        *((field, 1) for field in ("known", "points", "leaders", "hand", "hands", "face_down")),
    },
    "huns": {("display", 0)},
}


@pytest.mark.parametrize("name", GAMES)
def test_every_axis_of_seats_is_marked(name: str) -> None:
    """Another axis may be as long as there are seats by chance: these are."""
    table = game_of(name).table
    as_long = {(f.name, axis) for f in table.fields for axis, length in enumerate(f.shape) if length == table.seats}
    marked = {(f.name, axis) for f in table.fields for axis in f.seat_axes}
    assert {place for place in as_long - marked if table.by_name[place[0]].seen_by is not NOBODY} == BY_CHANCE[name]


# --- what lies in a row -----------------------------------------------------------------------------------------------------


def expected(f: Field, segment: Segment, game: tianxia.Game, record: Any, viewer: int, relative: bool) -> Any:
    """The places of a field for a viewer, slowly, from the masked record and by the table alone."""
    seats, values = game.seats, record[f.name][0]
    order = [(viewer * (relative and viewer >= 0) + i) % seats for i in range(seats)]
    hidden = np.zeros(values.shape, bool)
    if f.seen_by is OWNER or (f.seen_by is COVERED and not record[game.table.uncovered_by][0]):
        hidden[[seat for seat in range(len(values)) if seat != viewer]] = True
    for axis in f.seat_axes:
        if axis or f.seen_by is not OWNER:
            values, hidden = values.take(order, axis), hidden.take(order, axis)
    if f.seen_by is OWNER:
        values, hidden = values[max(viewer, 0)], hidden[max(viewer, 0)]
    one = (-1, values.shape[-1]) if f.wide else (-1,)
    flat, unseen = values.reshape(one), hidden.reshape(one)
    found = np.zeros((len(flat), len(segment.places) or 1))
    tops = np.broadcast_to(np.array(f.most or f.top), values.shape).ravel() if segment.form == NUMBER else None
    for i, value in enumerate(flat.tolist()):
        if np.any(unseen[i]):
            continue
        if segment.form == NUMBER:
            assert tops is not None
            found[i] = (value - f.low) / max(int(tops[i]) - f.low, 1)
        elif segment.form == LABEL:
            found[i, value] = 1
        elif segment.form == SET:
            words = value if f.wide else [value]
            found[i] = [words[bit // WORD] >> bit % WORD & 1 for bit in range(len(f.bits))]
        elif segment.form == SEAT:
            name = "none" if value < 0 else str(value)
            if 0 <= value < game.table.seats:
                name = f"seat {order.index(value)}"
            found[i, segment.places.index(name)] = 1
        else:
            assert segment.form == QUESTION
            kind = game.questions.question(value)
            found[i, kind.index] = 1
            for j, (arg, domain) in enumerate(zip(kind.args(value), kind.domains.values(), strict=True)):
                found[i, segment.places.index(f"argument {j + 1}")] = (arg - domain.low) / max(domain.radix - 1, 1)
    return found.ravel()


@pytest.mark.parametrize("relative", [True, False], ids=["relative", "absolute"])
@pytest.mark.parametrize("name", GAMES)
def test_a_row_holds_what_the_table_says_of_each_field(name: str, relative: bool) -> None:
    game, states = game_of(name), records(name)
    layout = game.observation if relative else game.observation.absolute
    chosen = np.concatenate([states[:: max(1, len(states) // 12)], states[-1:]])
    for viewer in (*range(game.seats), SPECTATOR):
        rows = layout.observe(chosen, viewer)
        assert rows.shape == (len(chosen), layout.size)
        assert ((rows >= 0) & (rows <= 1)).all()
        for i, row in enumerate(rows):
            record = game.table.masked(chosen[i : i + 1], viewer)
            for field, segment in layout.fields.items():
                wanted = expected(game.table.by_name[field], segment, game, record, viewer, relative)
                assert row[segment.slice] == pytest.approx(wanted, abs=1e-6), (field, viewer)


@pytest.mark.parametrize("name", GAMES)
def test_the_segments_lie_one_after_another_and_leave_out_only_what_they_may(name: str) -> None:
    game, end = game_of(name), 0
    for segment in game.observation.fields.values():
        assert segment.start == end
        end = segment.slice.stop
    assert end == game.observation.size
    left_out = {f.name for f in game.table.fields} - set(game.observation.fields)
    for field in left_out:
        f = game.table.by_name[field]
        assert f.seen_by is NOBODY or f.constant or f.follows, field
        assert f.seen_by in (ALL, NOBODY)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_hidden_is_in_a_row(name: str) -> None:
    game, states = game_of(name), records(name)[:-1:9]
    for seat in range(game.seats):
        rows = game.observation.observe(states, seat)
        other = np.concatenate([states[i : i + 1] for i in range(len(states))])
        for i in range(len(other)):
            other[i : i + 1] = game.table.masked(other[i : i + 1], seat)
            entries.resample(other[i : i + 1], seat, 77 + i)
        assert other.tobytes() != states.tobytes()
        assert (game.observation.observe(other, seat) == rows).all()


def test_rows_of_whole_numbers_hold_the_same_undivided_where_all_of_them_fit() -> None:
    game = tianxia.load("sun-tzu")
    states = np.concatenate([play_on(game.new(2), 2, 60)._states, game.new(3)._states])
    for viewer in (0, 1, SPECTATOR):
        whole, rows = (game.observation.observe(states, viewer, dtype=dtype) for dtype in (np.int8, np.float32))
        assert whole.dtype == np.int8
        for segment in game.observation.fields.values():
            found, wanted = (part[:, segment.slice].reshape(2, *segment.shape) for part in (whole, rows))
            if segment.form == NUMBER:
                f = game.table.by_name[segment.name]
                tops = np.broadcast_to(np.array(f.most or f.top), segment.shape)
                wanted = wanted * np.maximum(tops - f.low, 1)
            if segment.form != QUESTION:
                assert found == pytest.approx(wanted, abs=1e-4), segment.name
    batch = lab.Vector(game, 2, dtype=np.int8)
    assert (batch.reset(1)[0][0] == game.observation.observe(batch.records(), 0, dtype=np.int8)[0]).all()
    with pytest.raises(TianxiaError, match="goal of chu-han has numbers from 0 to 140, too many for int8"):
        lab.Vector(tianxia.load("chu-han"), 2, dtype=np.int8)
    with pytest.raises(TianxiaError, match="float32 or int8"):
        lab.State(game, 1).tensor(0, dtype=np.float64)


def test_each_record_may_have_a_viewer_of_its_own_and_rows_are_written_where_one_wants() -> None:
    game, states = game_of("huns"), records("huns")[:6]
    viewers, out = np.array([0, 1, 2, 3, -1, 0]), np.full((6, game.observation.size), 9, np.float32)
    assert game.observation.observe(states, viewers, out) is out
    for i, viewer in enumerate(viewers.tolist()):
        assert (out[i] == game.observation.observe(states[i : i + 1], viewer)[0]).all()


@pytest.mark.parametrize(
    ("states", "seat", "out", "why"),
    [
        ("dtype", 0, None, "should be records of chu-han"),
        ("row", 0, None, "should be records of chu-han"),
        ("good", 2, None, "seats go from 0 to 1"),
        ("good", -2, None, "seats go from 0 to 1"),
        ("good", 0.0, None, "should be a seat"),
        ("good", True, None, "should be a seat"),
        ("good", [0, 1, 0], None, "should be a seat, or an array of 2 seats"),
        ("good", [[0], [0, 1]], None, "should be a seat, or an array of 2 seats"),
        ("good", np.array([2**64 - 1] * 2, np.uint64), None, "seats go from 0"),
        ("good", 0, np.zeros((2, 5), np.float32), "should be an array of float32 or int8 of shape"),
        ("good", 0, np.zeros((2, 1555)), "should be an array of float32 or int8 of shape"),
        ("good", 0, np.zeros((1555, 2), np.float32).T, "should be an array of float32 or int8 of shape"),
    ],
)
def test_what_does_not_fit_is_refused(states: str, seat: Any, out: Any, why: str) -> None:
    game = tianxia.load("chu-han")
    good = np.concatenate([game.new(1)._states, game.new(2)._states])
    given = {"dtype": good.view(np.uint64), "row": good[0], "good": good}[states]
    with pytest.raises(TianxiaError, match=why):
        game.observation.observe(given, seat, out)


def test_another_layout_has_another_version() -> None:
    versions = [tianxia.load("huns", players=n).observation.version for n in (2, 3, 3)]
    assert versions[0] != versions[1] == versions[2]
    assert tianxia.load("huns").observation.absolute.version != tianxia.load("huns").observation.version
