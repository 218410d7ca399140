"""Observations: what a seat may see as one row of numbers from 0 to 1, made from the field table alone.

A number lies between its bounds, a label is one of as many places (one-hot), a set has a place for each member, a seat is one
of as many places as there are seats, counted from the viewer on, and so are rows that belong to seats. What nobody sees, what
stays as it is through a game and what the table leaves out has no place. In rows of int8 a number is counted from its lower
bound instead, for games whose numbers all fit.

One compiled function carries this out for every game: it goes by a list of *cells*, one for each number of a record.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tianxia.engine.compiling import entry
from tianxia.engine.errors import TianxiaError, brief
from tianxia.engine.fields import COVERED, NOBODY, OWNER, SPECTATOR, WORD, Array, Field

if TYPE_CHECKING:
    from tianxia.engine.game import Game

FORMS = NUMBER, LABEL, SET, SEAT, QUESTION = ("number", "label", "set", "seat", "question")
"""How a value is written."""
CODE = {form: code for code, form in enumerate(FORMS)}
A_NUMBER, A_LABEL, A_SET, A_SEAT, A_QUESTION = range(len(FORMS))
MOST = 127
"""The largest number in a row of int8."""
BYTES, FORM, PLACE, LOW, TOP, WIDTH, SEATS = range(7)
"""Columns of a cell: bytes of the number as a power of two, its form, its first place, its least and its largest value, how many
places it has, seats of the table where it is one."""


@dataclass(frozen=True)
class Segment:
    """The places of one field: `out[segment.slice].reshape(segment.shape)`."""

    name: str
    start: int
    shape: tuple[int, ...]
    """Axes of the field, those that count seats from the viewer on, then the places of one value if it has several."""
    form: str
    """One of FORMS."""
    low: int
    high: int
    """Bounds of a number: 0 stands for the lower, 1 for the upper one. Where each kind has its own bound, the largest."""
    places: tuple[str, ...]
    """What each place of one value means, where it has several."""
    doc: str

    @property
    def slice(self) -> slice:
        """Where they lie."""
        return slice(self.start, self.start + int(np.prod(self.shape, dtype=int)))


class Observation:
    """The layout of what a seat of a game sees, and how it is filled in.

    >>> import tianxia
    >>> game = tianxia.load("chu-han")
    >>> seen = game.observation
    >>> row = seen.observe(game.new(7).record(0), 0)[0]
    >>> hand = seen.fields["hand"]
    >>> hand.shape, hand.form, row[hand.slice].shape
    ((19,), 'number', (19,))
    """

    def __init__(self, game: "Game", *, relative: bool = True) -> None:
        self._game, self._relative = game, relative
        self._uncovers = -1
        segments: dict[str, Segment] = {}
        cells, scales, sources, guards = [], [], [], []
        size = 0
        for f in game.table.fields:
            if f.seen_by is NOBODY or f.constant or not f.observed:
                continue
            segment = _segment(f, game, size)
            segments[f.name], size = segment, segment.slice.stop
            found = [self._elements(f, viewer) for viewer in (*range(game.seats), SPECTATOR)]
            sources.append([elements.ravel() for elements, _ in found])
            guards.append([covered.ravel() for _, covered in found])
            rows, factors = _cells(f, segment, game)
            cells.append(rows)
            scales.append(factors)
        self.size = size
        """Numbers in a row."""
        self.fields: Mapping[str, Segment] = MappingProxyType(segments)
        """The segments by field, in the order in which they lie."""
        self._program = (
            *(np.concatenate(parts) for parts in (cells, scales)),
            np.ascontiguousarray(np.concatenate(sources, axis=1), np.int64),
            np.ascontiguousarray(np.concatenate(guards, axis=1), np.int64),
            _questions(game),
        )
        for part in self._program:
            part.flags.writeable = False
        if game.table.uncovered_by:
            self._uncovers = _first(game.table.by_name[game.table.uncovered_by], game)

    @cached_property
    def absolute(self) -> "Observation":
        """The same layout with seats by their numbers, whoever looks."""
        return Observation(self._game, relative=False)

    @cached_property
    def version(self) -> str:
        """Digest of the layout, 8 hex digits: rows of another version mean something else."""
        told = [(s.name, s.start, s.shape, s.form, s.low, s.high, s.places) for s in self.fields.values()]
        return hashlib.blake2b(repr((self._relative, told)).encode(), digest_size=4).hexdigest()

    def __repr__(self) -> str:
        return f"<Observation of {self._game!r}: {self.size} numbers, version {self.version}>"

    def observe(
        self, states: Array, seat: Any, out: npt.NDArray[Any] | None = None, dtype: npt.DTypeLike = np.float32
    ) -> npt.NDArray[Any]:
        """What a seat sees of records: float32 or int8 [records, size], written into `out` if there is one, which has its dtype.

        `seat` is one for all, or an array of one each; SPECTATOR sees what everyone sees. Records may be masked or whole:
        nothing is read that the seat may not see. Raises TianxiaError for what does not fit.
        """
        table, seats = self._game.table, self._game.seats
        if not isinstance(states, np.ndarray) or states.dtype != table.dtype or states.ndim != 1:
            raise TianxiaError(f"states: should be records of {self._game.id}, an array of its dtype with one axis")
        states = np.ascontiguousarray(states)
        try:
            viewers = np.asarray(seat)
        except ValueError:  # rows of several lengths
            viewers = np.empty(0)
        if viewers.dtype.kind not in "iu" or viewers.shape not in ((), (1,), states.shape):
            raise TianxiaError(f"seat: {brief(seat)} should be a seat, or an array of {len(states)} seats")
        if ((viewers < SPECTATOR) | (viewers >= seats)).any():
            raise TianxiaError(f"seat: {brief(seat)}: seats go from 0 to {seats - 1}, and {SPECTATOR} is the spectator")
        viewers = np.ascontiguousarray(np.broadcast_to(viewers, states.shape), np.int64)
        if out is None:
            out = np.empty((len(states), self.size), dtype)
        if (
            not isinstance(out, np.ndarray)
            or out.dtype not in (np.float32, np.int8)
            or out.shape != (len(states), self.size)
            or not out.flags.c_contiguous
            or not out.flags.writeable
        ):
            raise TianxiaError(f"out: should be an array of float32 or int8 of shape ({len(states)}, {self.size})")
        numbers = [
            states.view(f"i{1 << power}").reshape(len(states), table.dtype.itemsize >> power) for power in range(4)
        ]
        program = self._program if out.dtype == np.float32 else self._counted
        write: Any = _fill
        write(*numbers, viewers, seats, int(self._relative), self._uncovers, *program, out)
        return out

    @cached_property
    def _counted(self) -> tuple[Array, ...]:
        """What is written into int8, where nothing is divided; raises TianxiaError where a number does not fit."""
        for s in self.fields.values():
            if s.form == NUMBER and s.high - s.low > MOST:
                raise TianxiaError(
                    f"{s.name} of {self._game.id} has numbers from {s.low} to {s.high}, too many for int8: ask for float32"
                )
        cells, scales, sources, guards, _ = self._program
        counted = (cells, np.ones_like(scales), sources, guards, _questions(self._game, counted=True))
        for part in counted:
            part.flags.writeable = False
        return counted

    def _elements(self, f: Field, viewer: int) -> tuple[Array, Array]:
        """Where the numbers of a field lie for a viewer, counted in numbers of its type, -1: hidden; and which are covered."""
        seats = self._game.seats
        elements = _first(f, self._game) + np.arange(int(np.prod(f.shape, dtype=int))).reshape(f.shape)
        order = [(max(viewer, 0) * self._relative + i) % seats for i in range(seats)]
        for axis in f.seat_axes:
            if not (axis == 0 and f.seen_by is OWNER):
                elements = elements.take(order, axis)
        covered = np.zeros(elements.shape, np.int64)
        if f.seen_by is COVERED:
            covered[[i for i, owner in enumerate(order) if owner != viewer]] = 1
        if f.seen_by is OWNER:
            elements, covered = elements[max(viewer, 0)], covered[0]
            if viewer == SPECTATOR:
                elements = np.full(elements.shape, -1)
        return elements, covered


def _first(f: Field, game: "Game") -> int:
    """Where the first number of a field lies in a record, counted in numbers of its type."""
    offsets: Any = game.table.dtype.fields
    return int(offsets[f.name][1]) // int(np.dtype(f.dtype).itemsize)


def _form(f: Field) -> str:
    if f.questions is not None:
        return QUESTION
    if f.of_seats:
        return SEAT
    return LABEL if f.labels else SET if f.bits else NUMBER


def _segment(f: Field, game: "Game", start: int) -> Segment:
    shape = [game.seats if axis in f.seat_axes else length for axis, length in enumerate(f.shape)]
    shape = shape[1:] if f.seen_by is OWNER else shape
    shape = shape[:-1] if f.wide else shape
    form = _form(f)
    places = _places(f, form, game)
    if form != NUMBER:
        shape.append(len(places))
    high = max(f.most) if f.most else f.top
    return Segment(f.name, start, tuple(shape), form, f.low, high, places, f.doc)


def _places(f: Field, form: str, game: "Game") -> tuple[str, ...]:
    """What each place of a value means."""
    if form == SEAT:
        beyond = map(str, range(game.table.seats, f.top + 1))
        return (*(f"seat {i}" for i in range(game.seats)), *("none",) * (f.low < 0), *beyond)
    if form == QUESTION:
        return (*(kind.name for kind in game.questions), *(f"argument {i + 1}" for i in range(_arguments(game))))
    return f.labels or f.bits


def _cells(f: Field, segment: Segment, game: "Game") -> tuple[Array, Array]:
    """A row for each number of a field, and what its value is multiplied by."""
    lead = segment.shape if segment.form == NUMBER else segment.shape[:-1]
    width = len(segment.places) or 1
    words = f.shape[-1] if f.wide else 1
    n = int(np.prod(lead, dtype=int)) * words
    rows = np.zeros((n, 7), np.int64)
    rows[:, BYTES] = int(np.dtype(f.dtype).itemsize).bit_length() - 1
    rows[:, FORM] = CODE[segment.form]
    rows[:, PLACE] = segment.start + np.arange(n) // words * width + np.arange(n) % words * WORD
    rows[:, LOW] = f.low
    rows[:, WIDTH] = width
    rows[:, SEATS] = game.table.seats
    rows[:, TOP] = np.resize(f.tops, n)
    if segment.form != NUMBER:
        return rows, np.ones(n)
    return rows, 1.0 / np.maximum(np.broadcast_to(np.array(f.most or f.top), lead).ravel() - f.low, 1)


def _arguments(game: "Game") -> int:
    """The most arguments that a question has."""
    return max(len(kind.domains) for kind in game.questions)


def _questions(game: "Game", counted: bool = False) -> npt.NDArray[np.float32]:
    """By number of a question its kind, then its arguments from 0 to 1, or `counted` from the lower bound."""
    table = np.zeros((game.questions.size, 1 + _arguments(game)), np.float32)
    for kind in game.questions:
        for number in range(kind.start, kind.start + kind.size):
            table[number, 0] = kind.index
            for i, (value, low, radix) in enumerate(zip(kind.args(number), kind.lows, kind.radices, strict=True), 1):
                table[number, i] = (value - low) / (1 if counted else max(radix - 1, 1))
    return table


@entry
def _fill(
    ones: Any,
    twos: Any,
    fours: Any,
    eights: Any,
    viewers: Any,
    seats: int,
    relative: int,
    uncovers: int,
    cells: Any,
    scales: Any,
    sources: Any,
    guards: Any,
    questions: Any,
    out: Any,
) -> None:
    """Write what each viewer sees of its record into its row of `out`.

    The records are given as numbers of each size. `sources[viewer, cell]` says where the number of a cell lies, `guards` whether
    it is covered until the number at `uncovers` is not 0; the last row is the spectator's.
    """
    for i in range(out.shape[0]):
        for place in range(out.shape[1]):
            out[i, place] = 0.0
        viewer = viewers[i]
        line = viewer if viewer >= 0 else seats
        shift = viewer if relative and viewer >= 0 else 0
        uncovered = uncovers >= 0 and eights[i, uncovers] != 0
        for c in range(cells.shape[0]):
            at = sources[line, c]
            if at < 0 or (guards[line, c] and not uncovered):
                continue
            size, form, place, low = cells[c, BYTES], cells[c, FORM], cells[c, PLACE], cells[c, LOW]
            if size == 0:
                value: Any = np.int64(ones[i, at])
            elif size == 1:
                value = np.int64(twos[i, at])
            elif size == 2:
                value = np.int64(fours[i, at])
            else:
                value = np.int64(eights[i, at])
            if form == A_NUMBER:
                out[i, place] = (value - low) * scales[c]
            elif value < low or value > cells[c, TOP]:
                continue  # no record of this game: it would be written somewhere else
            elif form == A_LABEL:
                out[i, place + value] = 1.0
            elif form == A_SET:
                while value != 0:
                    if value & 1:
                        out[i, place] = 1.0
                    value >>= 1
                    place += 1
            elif form == A_SEAT:
                if value >= cells[c, SEATS]:
                    value += seats - cells[c, SEATS] + (low < 0)
                elif value >= 0:
                    value = (value - shift + seats) % seats
                else:
                    value = seats
                out[i, place + value] = 1.0
            else:
                out[i, place + np.int64(questions[value, 0])] = 1.0
                last = place + cells[c, WIDTH]  # its arguments come after the kinds
                for j in range(1, questions.shape[1]):
                    out[i, last - questions.shape[1] + j] = questions[value, j]
