"""Dispatch: generic code calls `legal(s, ...)`, the type of the record chooses the game's function.

Compiled, the choice is made by the record's type while the caller is compiled, so it costs nothing and caches well.
Integers become int64 here, once, so that each rule is compiled for one set of types only.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

from numba import types
from numba.core.errors import TypingError
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

from tianxia.engine.compiling import rule, share, slim
from tianxia.engine.records import Table, register


class Rules(NamedTuple):
    """What a game's rooms `rules`, `hidden`, `evaluation` and `heuristics` give; the docstrings are the contract."""

    setup: Callable[..., Any]
    actors: Callable[..., Any]
    legal: Callable[..., Any]
    apply: Callable[..., Any]
    resample: Callable[..., Any]
    hide_choices: Callable[..., Any]
    simultaneous: Callable[..., Any]
    result: Callable[..., Any]
    phase: Callable[..., Any]
    evaluate: Callable[..., Any]
    policy: Callable[..., Any]


LONG = ("setup", "legal", "apply", "resample", "policy")
"""Functions of the contract that several entry points reach and that are compiled by themselves; the others are part of each."""

NEVER = -1e3
"""Points of a policy for what no bot does while it can do something else: it can wait at no cost, or be undone."""

RULES: dict[Any, Rules] = {}
"""Rules by record type: the compiled type and the interpreted class of each game."""


@rule
def one_at_a_time(_s):  # type: ignore[no-untyped-def]
    """Exactly one seat decides at a time."""
    return False


@rule
def nothing_chosen(_s, _seat):  # type: ignore[no-untyped-def]
    """Nothing is chosen at the same time."""


USUAL = {"simultaneous": one_at_a_time, "hide_choices": nothing_chosen}
"""For games in which seats never choose at the same time: these need not be written."""


def register_rules(table: Table, *rooms: ModuleType) -> None:
    """Join a field table with the functions of the contract, found by name in the game's rooms."""
    found: dict[str, Callable[..., Any]] = {}
    for name in Rules._fields:
        written = [getattr(room, name) for room in rooms if hasattr(room, name)]
        (found[name],) = written or [USUAL[name]]
    for name in LONG:
        share(found[name])
    RULES[register(table)] = RULES[table.record_class] = Rules(**found)


def setup(s: Any, seed: int) -> None:
    """Lay out the first position in a record that is zero but for its options; `seed` from 0 to 2**63 - 1."""
    RULES[type(s)].setup(s, seed)


def actors(s: Any) -> int:
    """Bit set of the seats that may act now; 0 = the game is over, several bits = a simultaneous choice."""
    return RULES[type(s)].actors(s)  # type: ignore[no-any-return]


def legal(s: Any, seat: int, out: Any) -> int:
    """Write the ids of the legal actions of a seat that may act, ascending, into `out` (int32); returns how many."""
    return RULES[type(s)].legal(s, seat, out)  # type: ignore[no-any-return]


def apply(s: Any, seat: int, action: int, log: Any) -> None:
    """Carry out a legal action; `log` (int32, see `kinds.new_log`) collects the events."""
    RULES[type(s)].apply(s, seat, action, log)


def resample(s: Any, seat: int) -> None:
    """Deal all that `seat` cannot know anew, uniformly over what it may hold possible; reads nothing hidden from it.

    Draws from `s.rng`: search sets that from its own generator first.
    """
    RULES[type(s)].resample(s, seat)


def hide_choices(s: Any, seat: int) -> None:
    """In a choice that seats make at the same time: take back what the others chose, so that search finds it itself.

    It may narrow the order in which a seat makes its choices, if it leaves every outcome. Nothing in other positions.
    """
    RULES[type(s)].hide_choices(s, seat)


def simultaneous(s: Any) -> int:
    """Whether seats choose at the same time and hidden from each other, also when only one of them is left to choose."""
    return RULES[type(s)].simultaneous(s)  # type: ignore[no-any-return]


def result(s: Any, out: Any) -> None:
    """Write the place of each seat (1 = first, ties share) into `out` (int64) when the game is over."""
    RULES[type(s)].result(s, out)


def phase(s: Any) -> float:
    """How far the play is, in stretches (hands, rounds): a roll-out stops one stretch further on, or at the end."""
    return RULES[type(s)].phase(s)  # type: ignore[no-any-return]


def evaluate(s: Any, w: Any, out: Any) -> None:
    """Write how good the position looks for each seat, 0 (lost) to 1 (won), into `out` (float64); exact when over.

    `w` are the game's weights (see `weights`), of which whoever calls may give other values.
    """
    RULES[type(s)].evaluate(s, w, out)


def policy(s: Any, seat: int, ids: Any, n: int, w: Any, out: Any) -> None:
    """Write how good each action of `ids[:n]` looks into `out` (float64), by the weights `w`; reads only what `seat` sees.

    The best one has the most points; search takes their softmax for shares, so one point is a factor of 2.7. What gets
    NEVER is not even tried.
    """
    RULES[type(s)].policy(s, seat, ids, n, w, out)


def _dispatch(function: Callable[..., Any]) -> None:
    """Give a function of the contract its compiled form: a direct call of the game's function, integers as int64."""

    def target(record: Any) -> Any:
        return types.Dispatcher(getattr(RULES[record], function.__name__))

    @infer_global(function)
    class _Typing(AbstractTemplate):  # type: ignore[misc]
        def generic(self, args: Any, _kws: Any) -> Any:
            if args[0] not in RULES:
                raise TypingError(f"{function.__name__}: {args[0]} is not the record of a game")
            cast = [types.int64 if isinstance(a, types.Integer | types.Boolean) else a for a in args]
            if function.__name__ in LONG:
                cast = [slim(a) for a in cast]
            call = target(args[0]).get_call_type(self.context, tuple(cast), {})
            return signature(call.return_type, *cast)

    @lower_builtin(function, types.VarArg(types.Any))
    def _lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        game_function = context.get_function(target(sig.args[0]), sig)
        context.add_linking_libs(getattr(game_function, "libs", ()))
        return game_function(builder, args)


for _function in (setup, actors, legal, apply, resample, hide_choices, simultaneous, result, phase, evaluate, policy):
    _dispatch(_function)
