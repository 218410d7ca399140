"""What a viewer sees of a record, as JSON; for who looks again and again only what has changed is made anew.

What everybody sees is worked out once, from what who looks on sees. A seat's look adds what it alone sees, from its own masked
record.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import compress
from operator import itemgetter, ne
from typing import Any, NamedTuple

from tianxia.engine.fields import ALL, COVERED, NOBODY, SPECTATOR, Array, Derived, Field, Json, named
from tianxia.engine.records import Table, duplicate, fields_read


class Made(NamedTuple):
    """What a derived value was made of: it stays as long as that does."""

    names: frozenset[str]
    take: Callable[[dict[str, Json]], Any]
    values: Any


class Look(NamedTuple):
    """What a viewer saw of a record, and what it was made of. `state` is not to be written to."""

    state: dict[str, Json]
    made: dict[str, Made]
    """By derived value."""
    fields: tuple[bytes, ...]
    """Of who looks on the fields of the record; of a seat those that it sees otherwise."""
    uncovered: bool
    public: "Look | None" = None
    """What who looks on saw of the same record; None if this is it."""


def view(table: Table, states: Array, viewer: int) -> dict[str, Json]:
    """Write what `viewer` may see of a (masked) record as JSON; what is hidden is null by the table, not by zeros.

    `viewer` is a seat, or SPECTATOR.
    """
    return look(table, states, viewer).state


def look(table: Table, states: Array, viewer: int, before: Look | None = None, public: Look | None = None) -> Look:
    """The same for who looks again and again: values that stayed as they were are the very objects of the look before.

    `before` is an earlier look of the same viewer, `public` what who looks on sees of the same record.
    """
    if viewer != SPECTATOR and public is None:
        public = look(table, table.masked(states, SPECTATOR), SPECTATOR)
    mine, take_apart = _made(table, public is None)
    fields = take_apart(states.tobytes())
    uncovered = bool(table.uncovered_by and states[table.uncovered_by][0])
    if before is not None and before.uncovered != uncovered:
        before = None
    if before is not None and before.fields == fields and before.public is public:
        return before
    if before is None:
        state = public.state.copy() if public else {}
    elif public is None:
        state = before.state.copy()
    else:
        state = public.state | {f.name: before.state[f.name] for f in mine}
    for f in compress(mine, map(ne, fields, before.fields)) if before else mine:
        state[f.name] = _shown_value(states[f.name][0], f, viewer, uncovered)
    return Look(state, _derive(table, states, viewer, state, uncovered, before, public), fields, uncovered, public)


def _derive(
    table: Table,
    states: Array,
    viewer: int,
    state: dict[str, Json],
    uncovered: bool,
    before: Look | None,
    public: Look | None,
) -> dict[str, Made]:
    """Adds what is derived to what a viewer sees; gives what each of these values was made of."""
    made = public.made.copy() if public else {}
    private = _private(table)
    for d in table.derived:
        if public and private.isdisjoint(made[d.name].names):
            continue
        private |= {d.name}
        known = before.made[d.name] if before else None
        if before and known and known.take(state) == known.values:
            state[d.name], made[d.name] = before.state[d.name], known
            continue
        value, made[d.name] = _derived(table, d, states, state, viewer, uncovered)
        state[d.name] = before.state[d.name] if before and before.state[d.name] == value else value
    return made


def _derived(
    table: Table, d: Derived, states: Array, state: dict[str, Json], viewer: int, uncovered: bool
) -> tuple[Json, Made]:
    """A derived value, and what it was made of."""
    if not d.by_rules:
        seen = _Read(state)
        return d.follows(seen), _made_of(frozenset(seen.names), seen.names, state)
    record = _seen_by(table, states, viewer, uncovered)
    if d.row and viewer != SPECTATOR:
        value, rest = [*state[d.name]], {d.name}  # as everybody sees it
        value[viewer] = d.row(record, viewer)
    else:
        value, rest = d.follows(record), set()
    read = fields_read(record)
    if not all(f.shown for f in read):
        read = table.fields  # nothing of what is shown may tell that it has changed
    return value, _made_of(frozenset(f.name for f in read), {f.name for f in read if f.shown} | rest, state)


def _made_of(names: frozenset[str], shown: set[str], state: dict[str, Json]) -> Made:
    take = itemgetter(*shown) if shown else len
    return Made(names, take, take(state))


@cache
def _made(table: Table, public: bool) -> tuple[tuple[Field, ...], Callable[[bytes], tuple[bytes, ...]]]:
    """The fields that a look shows: all of them, or those that a seat sees otherwise; and what takes them out of a record's
    bytes."""
    fields = tuple(f for f in table.fields if f.shown and (public or f.by_owner))
    offsets: Any = table.dtype.fields
    places = [slice(offsets[f.name][1], offsets[f.name][1] + f.size) for f in fields]
    return fields, itemgetter(*places, slice(0), slice(0))  # of less than two it would give no tuple


@cache
def _private(table: Table) -> frozenset[str]:
    """The names of the fields that not everybody sees alike."""
    return frozenset(f.name for f in table.fields if f.by_owner)


def _shown_value(values: Any, f: Field, viewer: int, uncovered: bool) -> Json:
    if f.seen_by is NOBODY:
        return None
    if f.seen_by is ALL or (f.seen_by is COVERED and uncovered):
        return named(f, values)
    return [row if seat == viewer else None for seat, row in enumerate(named(f, values))]


class _Read(Mapping[str, Json]):
    """What a viewer sees, for what is derived from it: notes what of it was read."""

    def __init__(self, state: dict[str, Json]) -> None:
        self._state, self.names = state, set[str]()

    def __getitem__(self, name: str) -> Json:
        self.names.add(name)
        return self._state[name]

    def __iter__(self) -> Iterator[str]:
        self.names.update(self._state)
        return iter(self._state)

    def __len__(self) -> int:
        return len(self._state)


def _seen_by(table: Table, states: Array, viewer: int, uncovered: bool) -> Any:
    """A record of what views show of a masked one: without what lies behind the screens of others."""
    seen = duplicate(states)
    for f in () if uncovered else table.covered:
        rows = seen[f.name][0]
        own = None if viewer == SPECTATOR else rows[viewer].copy()
        rows[:] = 0
        if own is not None:
            rows[viewer] = own
    return table.record_class(seen)
