"""What a program is given is its own: it stays as it was, and writing into it changes nothing for anybody else."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable, Mapping
from types import BuiltinFunctionType, FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Any

import msgspec
import numpy as np
import pytest

import tianxia
from tests.engine.games import play_on
from tests.games.test_copies import MOMENTS, at, known
from tianxia import bots
from tianxia.bots.arena import contest
from tianxia.bots.ranking import rank
from tianxia.bots.simulation import simulate
from tianxia.engine.domains import Domain
from tianxia.engine.fields import Derived, Field
from tianxia.engine.kinds import Kind, KindTable
from tianxia.engine.observations import Observation
from tianxia.engine.records import Table
from tianxia.engine.weights import Evaluator

Arguments = Callable[[tianxia.Match], tuple[Any, ...]]


def seat(match: tianxia.Match) -> int:
    return match.to_act[0]


def first(match: tianxia.Match) -> tuple[int, tianxia.Action]:
    return seat(match), match.legal(seat(match))[0]


def by_seat(match: tianxia.Match) -> tuple[Any, ...]:
    return (seat(match),)


def none(_match: tianxia.Match) -> tuple[Any, ...]:
    return ()


def by_action(match: tianxia.Match) -> tuple[Any, ...]:
    return (first(match)[1],)


def written(match: tianxia.Match) -> tuple[Any, ...]:
    return (match.position(),)


MATCH: dict[str, Arguments] = {
    **dict.fromkeys(("copy", "hash", "position", "position_hash", "record_bytes", "remembered"), none),
    "allows_kind": lambda match: (seat(match), next(iter(match.game.actions))),
    **dict.fromkeys(("differs", "differs_unseen"), lambda match: (match.copy(),)),
    "steps_before": lambda match: (match.event_count - 1,),
    **dict.fromkeys(
        (
            "legal",
            "legal_ids",
            "legal_count",
            "irreversible_ids",
            "masked",
            "record",
            "seen",
            "view",
            "events",
            "seen_events",
            "log",
            "prompt",
        ),
        by_seat,
    ),
    **dict.fromkeys(("why_not", "preview", "advice", "is_irreversible", "after"), first),
}
"""What the methods of a match are asked with; all its attributes are read besides."""
CHANGES = {"play", "tell_opening", "save", "recalled"}
"""Methods that change the match or write a file, and the one that makes matches of what was remembered."""
GAME: dict[str, Arguments] = {
    **dict.fromkeys(
        ("blank", "assets_digest", "fingerprint", "check_files", "glossary", "new_log", "with_options"), none
    ),
    "position": written,
    "completed": lambda _match: ({},),
    "begun": lambda match: (match.start,),
    "quiet": lambda match: (match.masked(None),),
    **dict.fromkeys(("action", "label"), by_action),
    "told": lambda match: match.seen_events(None)[0],
    "new": lambda _match: (3,),
    "started": lambda match: (match.start,),
    "dealt_anew": lambda match: (match, seat(match), 3),
}
ROOMS = {"score", "scores_open", "gains", "notes", "positions", "combine", "load_assets", "opening"}
"""What a game has of functions: its rooms."""
BOTS = ("random", "sloppy", "greedy", "search:20", "normal")
BOT: dict[str, Arguments] = {"choose": lambda match: (match.record(seat(match)), seat(match))}


def public(one: object) -> list[str]:
    return [name for name in dir(one) if not name.startswith("_")]


def asked(one: object, name: str, arguments: Mapping[str, Arguments], match: tianxia.Match) -> Any:
    """What a public name gives: its value, or what it answers."""
    value = getattr(one, name)
    if not isinstance(value, MethodType | BuiltinFunctionType | FunctionType):
        return value
    assert name in arguments, f"say what {type(one).__name__}.{name} is asked with"
    return value(*arguments[name](match))


SHARED = (Table, KindTable, Kind, Domain, Field, Derived, Observation, np.dtype)
"""The tables of a game, which all share: there is nothing in them that can be written to."""
PLAIN = (str, int, float, bytes, type(None), np.integer, np.bool_, FunctionType, type)


def scribble(given: Any) -> None:
    """Write into everything that can be written to; what all share must be closed."""
    if isinstance(given, dict):
        for value in given.values():
            scribble(value)
        given.clear()
        given["scribbled"] = True
    elif isinstance(given, list):
        for value in given:
            scribble(value)
        given[:] = ["scribbled"]
    elif isinstance(given, tuple | frozenset):
        for value in given:
            scribble(value)
    elif isinstance(given, MappingProxyType):
        for value in given.values():
            scribble(value)
    elif isinstance(given, np.ndarray):
        if given.flags.writeable:
            given.view(np.uint8)[...] = 7
    elif isinstance(given, msgspec.Struct):
        for field in given.__struct_fields__:
            scribble(getattr(given, field))
    elif isinstance(given, tianxia.Match):
        play_on(given, 1, 20)
    elif isinstance(given, Evaluator):
        for value in (given.record(), given.docs, *(given[name].reshape(-1) for name in given.names)):
            scribble(value)
    elif isinstance(given, SHARED):
        assert_closed(given)
    else:
        frozen = dataclasses.is_dataclass(given) and given.__dataclass_params__.frozen  # type: ignore[union-attr]
        assert frozen or isinstance(given, (*PLAIN, tianxia.Game)), f"can one write into {type(given)}?"


def assert_closed(shared: Any) -> None:
    """Nothing in it can be written to."""
    for name, value in vars(shared).items() if hasattr(shared, "__dict__") else ():
        closed(value, f"{type(shared).__name__}.{name}")


def closed(value: Any, where: str) -> None:
    if isinstance(value, np.ndarray):
        assert not value.flags.writeable, where
    elif isinstance(value, tuple | frozenset | MappingProxyType):
        for item in value.values() if isinstance(value, MappingProxyType) else value:
            closed(item, where)
    elif isinstance(value, SHARED):
        assert_closed(value)
    else:
        assert not isinstance(value, dict | list | set), f"{where} can be written to"


def frozen(value: Any) -> Any:
    """As it is now, to compare later: arrays as bytes, matches by all that is known of them."""
    if isinstance(value, tianxia.Match):
        return known(value)
    if isinstance(value, np.ndarray):
        return value.tobytes()
    if isinstance(value, tianxia.Game):
        return value.id, value.options, value.facts
    if isinstance(value, (ModuleType, FunctionType, *SHARED)):
        return id(value)
    return pickle.dumps(copy.deepcopy(value))


def cases(match: tianxia.Match) -> list[tuple[str, Any]]:
    """Every public name of the match and of its game, and what it gives."""
    found = [(f"match.{n}", asked(match, n, MATCH, match)) for n in public(match) if n not in CHANGES]
    return found + [(f"game.{n}", asked(match.game, n, GAME, match)) for n in public(match.game) if n not in ROOMS]


@pytest.mark.parametrize("moment", MOMENTS)
def test_writing_into_what_a_match_or_its_game_gives_changes_nothing(moment: str) -> None:
    match = at(moment).copy()
    before = known(match)
    fresh = [(name, frozen(value)) for name, value in cases(match)]
    for name, value in cases(match):
        scribble(value)
        assert known(match) == before, name
    assert [(name, frozen(value)) for name, value in cases(match)] == fresh


@pytest.mark.parametrize("moment", MOMENTS)
def test_what_was_kept_stays_as_it_was_when_the_match_goes_on(moment: str) -> None:
    match = at(moment).copy()
    kept = cases(match)
    then = [(name, frozen(value)) for name, value in kept]
    play_on(match, 3, 25)
    assert [(name, frozen(value)) for name, value in kept] == then


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("moment", MOMENTS)
def test_writing_into_what_a_bot_gives_or_got_changes_nothing(moment: str, name: str) -> None:
    match = at(moment)
    here = seat(match)
    scribbled, left_alone = (bots.make(name, match.game, 4) for _ in range(2))
    for _ in range(2):
        record = match.record(here)
        assert scribbled.choose(record, here) == left_alone.choose(match.record(here), here)
        scribble(record)
        for attribute in public(scribbled):
            if attribute not in BOT:
                scribble(asked(scribbled, attribute, BOT, match))
        assert scribbled.planned == left_alone.planned


def test_writing_into_the_lists_of_the_package_changes_nothing() -> None:
    game = tianxia.load("huns", players=3)
    for give in (
        tianxia.games,
        lambda: bots.names(game),
        lambda: bots.LEVELS,
        lambda: simulate(game, ("random",) * 3, 2, 0),
        lambda: contest(tianxia.load("chu-han"), ("greedy", "random"), 1),
        lambda: rank(game, ("greedy", "random"), 1),
    ):
        scribble(give())
    assert tianxia.games() == tuple(sorted(tianxia.games()))
    assert set(bots.LEVELS) == {"easy", "normal", "hard", "expert"}
    with pytest.raises(TypeError):
        bots.LEVELS["easy"] = bots.LEVELS["hard"]  # type: ignore[index]


def test_what_a_match_was_given_can_be_changed_afterwards() -> None:
    position = at("a war").position()
    game = at("a war").game
    match = game.position(position)
    before = known(match)
    scribble(position)
    assert known(match) == before
