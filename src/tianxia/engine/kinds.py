"""Tables of kinds: the actions, the events and the questions of a game, numbered, typed, in JSON and in words.

An action's id is a mixed-radix number: the kinds lie one after another, a kind's arguments are the digits. Rules use
`PLACE.id(colour, hex)`, `PLACE.has(action)` and `PLACE.args(action)`, which compile to a few machine instructions.
"""

import math
import operator
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numba import types
from numba.core.errors import TypingError
from numba.core.imputils import lower_builtin, lower_constant, lower_getattr
from numba.core.typing.templates import AttributeTemplate, bound_function, infer_getattr, signature
from numba.extending import models, register_model, typeof_impl

from tianxia.engine.domains import Domain
from tianxia.engine.errors import IllegalAction, brief, there_are
from tianxia.engine.fields import Derived

MAX_ARGS = 6
WHOLE = frozenset([int, *(np.dtype(code).type for code in np.typecodes["AllInteger"])])
"""Whole numbers; spans of time, which NumPy counts among them, are none."""


@dataclass(frozen=True)
class Kind:
    """One row of a table of kinds."""

    name: str
    index: int
    start: int
    domains: Mapping[str, Domain]

    @cached_property
    def radices(self) -> tuple[int, ...]:
        """Number of values of each argument."""
        return tuple(d.radix for d in self.domains.values())

    @cached_property
    def lows(self) -> tuple[int, ...]:
        """Smallest value of each argument."""
        return tuple(d.low for d in self.domains.values())

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """What one step of each argument adds to the id."""
        return tuple(math.prod(self.radices[i + 1 :]) for i in range(len(self.domains)))

    @cached_property
    def size(self) -> int:
        """How many ids the kind has."""
        return math.prod(self.radices)

    def __hash__(self) -> int:
        return hash((self.name, self.start))

    def id(self, *args: int) -> int:
        """Id of the action with these arguments; checks ranges (the compiled form does not)."""
        if len(args) != len(self.domains):
            raise ValueError(f"{self.name}: {len(args)} arguments, should be {len(self.domains)}")
        total = self.start
        for (name, domain), weight, arg in zip(self.domains.items(), self.weights, args, strict=True):
            if not 0 <= arg - domain.low < domain.radix:
                raise ValueError(
                    f"{self.name}: {name} {arg} is not from {domain.low} to {domain.low + domain.radix - 1}"
                )
            total += (arg - domain.low) * weight
        return int(total)

    def has(self, action: int) -> bool:
        """Whether an id is of this kind."""
        return self.start <= action < self.start + self.size

    def args(self, action: int) -> tuple[int, ...]:
        """Arguments of an id of this kind."""
        rest = int(action) - self.start
        return tuple(rest // w % r + low for w, r, low in zip(self.weights, self.radices, self.lows, strict=True))

    def emit(self, log: Any, *args: int) -> None:
        """Write an event of this kind to a log (an int32 array; one without rows collects nothing)."""
        if log.shape[0]:
            n = int(log[0, 0]) + 1
            log[0, 0] = n
            if n < log.shape[0]:
                log[n, 0] = self.index
                for i in range(MAX_ARGS):
                    log[n, 1 + i] = args[i] if i < len(args) else 0

    def seen_by(self, viewer: int | None, args: tuple[int, ...]) -> tuple[int | None, ...]:
        """Arguments as a viewer knows them: None for those that only another seat may see."""
        if not any(self._owners):
            return args
        told = self.to_json(args)
        return tuple(
            [None if owner and told[owner] != viewer else x for owner, x in zip(self._owners, args, strict=True)]
        )

    @cached_property
    def _owners(self) -> tuple[str, ...]:
        """By argument the one that names the seat which alone may see it; empty for what everybody may."""
        return tuple(d.owner for d in self.domains.values())

    def to_json(self, args: Sequence[int | None]) -> dict[str, Any]:
        """Arguments as JSON values by name; null for one that is not known."""
        told = zip(self.domains.items(), args, strict=False)
        return {name: None if x is None else d.to_json(int(x)) for (name, d), x in told}

    def to_text(self, args: Sequence[int]) -> str:
        """Notation: the kind, its arguments, and the names of the flags that are set."""
        words = [self.name]
        for (name, d), x in zip(self.domains.items(), args, strict=True):
            if d.flag:
                words += [name] if x else []
            else:
                words.append(d.to_text(x))
        return " ".join(words)


class Action(msgspec.Struct, frozen=True):
    """An action in every form: id, kind and named arguments, notation, and the parts of the table a player taps for it.

    It is made once a game and never changes; whoever reads `args` gets a dict of its own.
    """

    id: int
    kind: str
    text: str
    parts: tuple[str, ...] = ()
    _args: tuple[tuple[str, Any], ...] = ()
    """Names and values of the arguments, lists as tuples."""

    @property
    def args(self) -> dict[str, Any]:
        """The arguments by name, as JSON."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in self._args}

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Action(id={self.id}, kind={self.kind!r}, args={self.args}, text={self.text!r}, parts={self.parts})"


class BadAction(IllegalAction):
    """Not an action of this game at all: the text says what is wrong and what would be right."""


class KindTable:
    """The kinds of actions (or events, or questions) of one game; each is an attribute in capitals."""

    noun = "kind of action"
    """What an error calls a row."""

    def __init__(self, kinds: Sequence[tuple[str, dict[str, Domain]]], derived: Sequence[Derived] = ()) -> None:
        self.derived = tuple(derived)
        made: list[Kind] = []
        start = 0
        for index, (name, domains) in enumerate(kinds):
            if len(domains) > MAX_ARGS:
                raise TypeError(f"{name}: more than {MAX_ARGS} arguments")
            made.append(self._row(name, index, start, MappingProxyType(domains)))
            start += made[-1].size
        self.kinds = tuple(made)
        self.size = start
        self._starts = tuple(k.start for k in made)
        self.by_name = MappingProxyType({k.name: k for k in made})
        self._text = _Texts(self).__getitem__

    def _row(self, name: str, index: int, start: int, domains: Mapping[str, Domain]) -> Kind:
        return Kind(name, index, start, domains)

    def __getattr__(self, name: str) -> Kind:
        try:
            return self.__dict__["by_name"][name.lower()]  # type: ignore[no-any-return]
        except KeyError:
            raise AttributeError(f"no kind {name!r}; there are {', '.join(self.__dict__.get('by_name', ()))}") from None

    def __iter__(self) -> Iterator[Kind]:
        return iter(self.kinds)

    def kind_of(self, action: int) -> Kind:
        """The kind of an id."""
        if 0 <= action < self.size:
            return self.kinds[bisect_right(self._starts, action) - 1]
        raise BadAction(f"{self.noun.removeprefix('kind of ')} {brief(action)}: ids go from 0 to {self.size - 1}")

    def text(self, action: int) -> str:
        """An id in notation; BadAction if there is none such."""
        return self._text(action)

    def texts(self, actions: Iterable[int]) -> list[str]:
        """The same of several."""
        return list(map(self._text, actions))

    @cached_property
    def fingerprint(self) -> str:
        """What the table says; for `Game.fingerprint`."""
        return repr([(kind.name, list(kind.domains.items())) for kind in self.kinds])

    def parse(self, form: Any) -> int:
        """Any form of an action (Action, id, notation, JSON object) to its id; BadAction says what is wrong."""
        if type(form) in WHOLE and 0 <= (number := operator.index(form)) < self.size:
            return number
        if isinstance(form, Action):
            return self._parse_id(form.id)
        if isinstance(form, str):
            return self._parse_text(form)
        if isinstance(form, dict):
            return self._parse_json(form)
        return self._parse_id(form)

    def _parse_id(self, form: Any) -> int:
        if isinstance(form, bool) or not isinstance(form, int | np.integer):
            raise BadAction(f"{brief(form)} should be an id, a text such as 'pass', or an object with a kind")
        self.kind_of(int(form))
        return int(form)

    def _kind_named(self, name: Any) -> Kind:
        if not isinstance(name, str) or name not in self.by_name:
            raise BadAction(f"{brief(name)} is no {self.noun}; {there_are(name, list(self.by_name))}")
        return self.by_name[name]

    def _parse_text(self, text: str) -> int:
        head, *words = text.split() or [""]
        kind = self._kind_named(head)
        values: dict[str, Any] = {}
        rest = list(words)
        for name, domain in kind.domains.items():
            if domain.flag:
                values[name] = name in rest
                if name in rest:
                    rest.remove(name)
            elif rest:
                values[name] = rest.pop(0)
        if rest:
            raise BadAction(f"{brief(text)}: {brief(rest[0])} is one word too many; write '{self.form(kind)}'")
        return self._build(kind, values, brief(text))

    def _parse_json(self, form: dict[str, Any]) -> int:
        kind = self._kind_named(form.get("kind"))
        values = {name: value for name, value in form.items() if name != "kind"}
        return self._build(kind, values, brief(form))

    def _build(self, kind: Kind, values: dict[str, Any], said: str) -> int:
        for name in values:
            if name not in kind.domains:
                raise BadAction(f"{said}: {kind.name} has no {brief(name)}; write '{self.form(kind)}'")
        args = []
        for name, domain in kind.domains.items():
            if name not in values:
                if not domain.flag:
                    raise BadAction(f"{said}: {name} is missing; write '{self.form(kind)}'")
                values[name] = False
            try:
                args.append(domain.parse(values[name]))
            except ValueError as error:
                raise BadAction(f"{said}: {name} {error}; write '{self.form(kind)}'") from None
        return kind.id(*args)

    @staticmethod
    def form(kind: Kind) -> str:
        """How a kind is written: 'set VALUE COUNT [joker]'."""
        words = [kind.name]
        for name, domain in kind.domains.items():
            words.append(f"[{name}]" if domain.flag else name.upper())
        return " ".join(words)


class _Texts(dict[int, str]):
    """By id its notation, made once."""

    def __init__(self, made_by: KindTable) -> None:
        self._table = made_by

    def __missing__(self, action: int) -> str:
        kind = self._table.kind_of(action)
        text = self[action] = kind.to_text(kind.args(action))
        return text


def table(*kinds: tuple[str, dict[str, Domain]], derived: Sequence[Derived] = ()) -> KindTable:
    """Build a table of kinds from rows made by `kind`; `derived` values are added to the JSON of each kind they apply to."""
    return KindTable(kinds, derived)


def kind(name: str, **domains: Domain) -> tuple[str, dict[str, Domain]]:
    """Declare a kind: its name and the domain of each argument."""
    return name, domains


class KindType(types.Opaque):  # type: ignore[misc]
    """The compiled type of one kind: start, radices and lows are part of the type, so they are constants in the code."""

    def __init__(self, k: Kind) -> None:
        self.kind = k
        super().__init__(f"Kind({k.name},{k.index},{k.start},{k.radices},{k.lows})")


register_model(KindType)(models.OpaqueModel)


@typeof_impl.register(Kind)
def _typeof(value: Kind, _context: Any) -> KindType:
    return KindType(value)


@lower_constant(KindType)
def _constant(context: Any, _builder: Any, _type: Any, _value: Any) -> Any:
    return context.get_dummy_value()


@infer_getattr
class _KindMethods(AttributeTemplate):  # type: ignore[misc]
    """Typing of `index`, `id`, `has`, `args` and `emit`: all numbers are int64, so nothing is compiled twice."""

    key = KindType

    def resolve_index(self, _k: KindType) -> Any:
        return types.int64

    @bound_function("tianxia.kind.id")
    def resolve_id(self, k: KindType, args: Any, _kws: Any) -> Any:
        self._expect(k, len(args) == len(k.kind.domains), len(args))
        return signature(types.int64, *[types.int64] * len(args))

    @bound_function("tianxia.kind.has")
    def resolve_has(self, _k: KindType, _args: Any, _kws: Any) -> Any:
        return signature(types.boolean, types.int64)

    @bound_function("tianxia.kind.args")
    def resolve_args(self, k: KindType, _args: Any, _kws: Any) -> Any:
        return signature(types.UniTuple(types.int64, len(k.kind.domains)), types.int64)

    @bound_function("tianxia.kind.emit")
    def resolve_emit(self, k: KindType, args: Any, _kws: Any) -> Any:
        self._expect(k, len(args) == 1 + len(k.kind.domains), len(args))
        return signature(types.none, args[0], *[types.int64] * (len(args) - 1))

    @staticmethod
    def _expect(k: KindType, right: bool, given: int) -> None:
        if not right:
            raise TypingError(f"{k.kind.name} has {len(k.kind.domains)} arguments, not {given}")


def _int64(context: Any, value: int) -> Any:
    return context.get_constant(types.int64, value)


@lower_getattr(KindType, "index")
def _lower_index(context: Any, _builder: Any, k: KindType, _value: Any) -> Any:
    return _int64(context, k.kind.index)


@lower_builtin("tianxia.kind.id", KindType, types.VarArg(types.Any))
def _lower_id(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    made: Kind = sig.args[0].kind
    total = _int64(context, made.start - sum(w * low for w, low in zip(made.weights, made.lows, strict=True)))
    for weight, arg in zip(made.weights, args[1:], strict=True):
        total = builder.add(total, builder.mul(arg, _int64(context, weight)))
    return total


@lower_builtin("tianxia.kind.has", KindType, types.int64)
def _lower_has(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    made: Kind = sig.args[0].kind
    offset = builder.sub(args[1], _int64(context, made.start))
    return builder.icmp_unsigned("<", offset, _int64(context, made.size))


@lower_builtin("tianxia.kind.args", KindType, types.int64)
def _lower_args(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    made: Kind = sig.args[0].kind
    rest = builder.sub(args[1], _int64(context, made.start))
    values = []
    for i, (weight, radix, low) in enumerate(zip(made.weights, made.radices, made.lows, strict=True)):
        digit = builder.udiv(rest, _int64(context, weight))
        if i:  # the id is of this kind, so the first digit has none before it
            digit = builder.urem(digit, _int64(context, radix))
        values.append(builder.add(digit, _int64(context, low)))
    return context.make_tuple(builder, sig.return_type, values)


def _write_event(log: Any, index: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any) -> None:
    if log.shape[0] > 0:
        n = log[0, 0] + 1
        log[0, 0] = n
        if n < log.shape[0]:
            log[n, 0] = index
            log[n, 1], log[n, 2], log[n, 3] = a, b, c
            log[n, 4], log[n, 5], log[n, 6] = d, e, f


@lower_builtin("tianxia.kind.emit", KindType, types.Array, types.VarArg(types.Any))
def _lower_emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    zero = _int64(context, 0)
    padded = (*args[2:], *[zero] * (MAX_ARGS - len(args[2:])))
    call = signature(types.none, sig.args[1], *[types.int64] * (1 + MAX_ARGS))
    index = _int64(context, sig.args[0].kind.index)
    return context.compile_internal(builder, _write_event, call, (args[1], index, *padded))


LOG_WIDTH = 1 + MAX_ARGS


class Scratch(NamedTuple):
    """Room for one call into compiled code."""

    log: Any
    """An event log."""
    head: memoryview
    """The same, row after row, from which Python reads numbers faster."""
    ids: Any
    """int32 [most legal]."""
    ahead: Any
    """The same, for what is legal after a step; without room where rules are interpreted and to list it takes long."""
    record: bytearray
    """Of a position."""
    states: Any
    """The same, as an array."""


FEW = 96
FIRST = tuple(np.arange(FEW)[:many] for many in range(FEW))
"""The places of the first ids of a list: NumPy copies few by their places in two thirds of the time of a slice and its copy."""


def new_log(rows: int) -> Any:
    """An event log for `rows` events (int32); 0 rows collect nothing."""
    return np.zeros((rows + 1 if rows else 0, LOG_WIDTH), np.int32)
