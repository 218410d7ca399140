"""A game as the engine knows it: its tables, its rules, its options; and the matches that can be made of it."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tianxia.engine import _entries as entries
from tianxia.engine import i18n
from tianxia.engine.compiling import INTERPRETED
from tianxia.engine.errors import BadPosition, IllegalAction, TianxiaError, UnknownName, brief
from tianxia.engine.kinds import Action, KindTable, Scratch, new_log
from tianxia.engine.match import Match
from tianxia.engine.notation import position_into
from tianxia.engine.observations import Observation
from tianxia.engine.options import Option, Value, anything
from tianxia.engine.questions import QuestionTable
from tianxia.engine.records import Table
from tianxia.engine.rooms import Notes, Positions
from tianxia.engine.weights import Evaluator

SEED_LIMIT = 1 << 63


def checked_seed(seed: Any) -> int:
    """A seed that was given; TianxiaError if it is none."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < SEED_LIMIT:
        raise TianxiaError(f"seed {brief(seed)} should be a whole number from 0 to 2**63 - 1")
    return int(seed)


def nothing(_states: npt.NDArray[Any]) -> None:
    """The options are all that a game needs to begin."""


def unscored(_s: Any) -> tuple[int, ...]:
    """A game without points."""
    return ()


def always(_s: Any) -> bool:
    """The points lie open from the beginning."""
    return True


def untold(_s: Any, _log: npt.NDArray[np.int32]) -> None:
    """Nothing happens before somebody acts."""


class Income(NamedTuple):
    """Points that come turn after turn by themselves: what turned a game is not that they came, but whatever brought them."""

    of: Callable[[Any], tuple[int, ...]]
    """What each seat gets as things stand, of a copy of a record."""
    paid: Callable[[Mapping[str, Any]], int]
    """How much of it an event tells of."""


class Lent:
    """A field of a frozen dataclass, a dict: whoever reads it gets a copy, so that nobody can change it for the others."""

    def __set_name__(self, _owner: type, name: str) -> None:
        self._slot = "_" + name

    def __get__(self, one: object, _owner: type) -> Any:
        return None if one is None else deepcopy(one.__dict__[self._slot])

    def __set__(self, one: object, value: Mapping[str, Any] | None) -> None:
        one.__dict__[self._slot] = deepcopy(dict(value or {}))


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """A game with its options chosen. Made by `tianxia.load`.

    >>> import tianxia
    >>> game = tianxia.load("chu-han")
    >>> game.title, game.seats
    ('Chu Han', 2)
    >>> game.new(seed=7).to_act
    (0,)
    """

    id: str
    title: str
    every_seat: tuple[str, ...]
    """Names of the seats; an option `players` tells how many of them are taken."""
    table: Table
    actions: KindTable
    events: KindTable
    irreversible: frozenset[str]
    notes: Notes
    positions: Positions
    minutes: tuple[int, int]
    evaluator: Evaluator
    """What bots of this game go by unless they are given another one."""
    effort: int = 1
    """Simulations that a bot needs here for each one that it needs in a game whose decisions are easier to compare."""
    declining: str = "decline"
    """Kind of action that uses nothing: who can do nothing else is not asked, the platform does it after a while."""
    option_table: tuple[Option, ...] = ()
    combine: Callable[[Mapping[str, Value]], Mapping[str, Value]] = anything
    """Takes the options that were given; gives what they bring with them, or raises TianxiaError if they exclude each other."""
    load_assets: Callable[[npt.NDArray[Any]], None] = nothing
    """Puts into a record that is zero but for the options what the game reads from files: a map, a deck."""
    opening: Callable[[Any, npt.NDArray[np.int32]], None] = untold
    """Writes to a log what the first position of a dealt game has to tell: what happened before anybody acted."""
    score: Callable[[Any], tuple[int, ...]] = unscored
    """Points of each seat, of a copy of a record; empty in a game without."""
    scores_open: Callable[[Any], bool] = always
    """Whether everybody knows the points; then `score` needs nothing but what lies open to everybody."""
    gains: Callable[[Any], tuple[int, ...]] | None = None
    """What shows best which actions turned a game, where that is not the `score`: of each seat, of a copy of a record."""
    income: Income | None = None
    """Of a game in which what somebody has built goes on to bring points."""
    telling: tuple[str, ...] = ()
    """Kinds of events by which such an action is told, the most telling first."""
    facts: Lent = Lent()
    """What is in the box, as JSON values: for pages and programs, so that none of them counts again."""
    options: Lent = Lent()
    most_legal: int = 1024
    most_events: int = 63
    _spare: list[Scratch] = field(default_factory=list, init=False, repr=False)
    """Room for one call each: compiled code runs while other threads do, so who needs some takes it out and puts it back."""
    _made: dict[int, Action] = field(default_factory=dict, repr=False)
    """By id the actions that were asked for; a game shares them with itself with other options."""

    @property
    def questions(self) -> QuestionTable:
        """All that can be asked, and what answers it."""
        return self.table.questions

    @cached_property
    def seats(self) -> int:
        """Number of players."""
        return int(self.options.get("players", len(self.every_seat)))

    @cached_property
    def observation(self) -> Observation:
        """What a seat sees as numbers: the layout, and how it is filled in."""
        return Observation(self)

    @cached_property
    def irreversible_kinds(self) -> frozenset[int]:
        """Numbers of the kinds of events that are irreversible."""
        return frozenset(self.events.by_name[name].index for name in self.irreversible)

    @cached_property
    def _irreversible(self) -> npt.NDArray[np.bool_]:
        """By number of a kind of event whether it is irreversible; not to be written to."""
        return np.array([kind.name in self.irreversible for kind in self.events])

    def told(self, step: int, index: int, args: Sequence[int | None]) -> dict[str, Any]:
        """An event as JSON, of its step, the number of its kind and its arguments; None for those that are hidden."""
        kind = self.events.kinds[index]
        fields = kind.to_json(args)
        more = {d.name: d.follows(fields) for d in self.events.derived}
        return {"kind": kind.name, "step": step, **fields, **{k: v for k, v in more.items() if v is not None}}

    @property
    def players(self) -> tuple[int, int]:
        """The fewest and the most players that it can be played with."""
        option = next((option for option in self.option_table if option.name == "players"), None)
        return (option.low, option.high) if option else (len(self.every_seat),) * 2

    @property
    def seat_names(self) -> tuple[str, ...]:
        """Names of the seats in this game."""
        return self.every_seat[: self.seats]

    def with_options(self, /, **options: Any) -> "Game":
        """The same game with these options; an unknown name or value raises TianxiaError and lists the valid ones."""
        table = {option.name: option for option in self.option_table}
        given = {}
        for name, value in options.items():
            if name not in table:
                raise UnknownName(f"option of {self.id}", name, list(table))
            given[name] = table[name].parse(self.id, value)
        usual = {name: option.usual for name, option in table.items()}
        return replace(self, options={**usual, **self.combine(given), **given})

    def __repr__(self) -> str:
        """How it is loaded, with the options that are not the usual ones.

        >>> import tianxia
        >>> tianxia.load("huns", players=3)
        tianxia.load('huns', players=3)
        """
        options = self.options
        told = [f"{o.name}={options[o.name]!r}" for o in self.option_table if options[o.name] != o.usual]
        return f"tianxia.load({', '.join([repr(self.id), *told])})"

    def __copy__(self) -> "Game":
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> "Game":
        """A game never changes, so it is its own copy."""
        return self

    def blank(self) -> npt.NDArray[Any]:
        """A record that is zero but for the options and what the game reads from files."""
        return np.frombuffer(bytearray(self._with_assets), self.table.dtype)

    @cached_property
    def _with_assets(self) -> bytes:
        """That record, made once: files are read when the game is first used."""
        states = self._bare()
        self.load_assets(states)
        return states.tobytes()

    def _bare(self) -> npt.NDArray[Any]:
        states = self.table.new()
        for option in self.option_table:
            states[option.name] = option.number(self.options[option.name])
        return states

    def assets_digest(self) -> str:
        """Digest of what the game reads from files, 16 hex digits; empty if it reads none. Who goes on needs the same.

        >>> import tianxia
        >>> tianxia.load("chu-han").assets_digest()
        ''
        """
        bare, states = self._bare(), self.blank()
        read = [(name, states[name].tolist()) for name in self.table.by_name if (states[name] != bare[name]).any()]
        return hashlib.blake2b(repr(read).encode(), digest_size=8).hexdigest() if read else ""

    def fingerprint(self) -> str:
        """Digest of what the tables of fields, actions and events say, 16 hex digits; texts and what follows are no part of it.

        Where it is the same, ids and records of before mean what they meant. Where it is not, only notation does.
        """
        tables = (self.table.fingerprint, self.actions.fingerprint, self.events.fingerprint)
        return hashlib.blake2b(repr(tables).encode(), digest_size=8).hexdigest()

    def check_files(self) -> None:
        """Read the files of the game, whichever options need them; raises TianxiaError for one that does not fit."""
        switches = [option.name for option in self.option_table if option.values == (False, True)]
        for chosen in ({}, *({name: True} for name in switches)):
            self.with_options(**chosen).blank()

    def new(self, seed: int) -> Match:
        """Deal a match; the same seed (0 to 2**63 - 1) deals the same match."""
        seed = checked_seed(seed)
        match = Match(self, self.begun({"seed": seed}), {"seed": seed})
        if self.opening is not untold:
            match.tell_opening()
        return match

    def begun(self, start: Mapping[str, Any]) -> npt.NDArray[Any]:
        """The record with which a match starts (`Match.start`)."""
        if "anew" in start:
            return self._anew(start["anew"])._states
        if "seed" not in start:
            return self.completed(start["position"])
        states = self.blank()
        entries.setup(states, start["seed"])
        return states

    def started(self, start: Any) -> Match:
        """The match that begins so (see `Match.start`); raises TianxiaError where there is none."""
        if isinstance(start, Mapping):
            if set(start) == {"seed"}:
                return self.new(start["seed"])
            if set(start) == {"position"}:
                return self.position(start["position"])
            if set(start) == {"anew"}:
                return self._anew(start["anew"])
        raise BadPosition("it should be a seed or a position, or another match dealt anew")

    def dealt_anew(self, match: Match, seat: int, seed: int) -> Match:
        """A match that goes on from another one as a seat knows it: what it cannot know, and all chance to come, is dealt
        anew.

        >>> import tianxia
        >>> game = tianxia.load("chu-han")
        >>> match = game.new(seed=7)
        >>> other = game.dealt_anew(match, 0, seed=8)
        >>> other.view(0)["state"] == match.view(0)["state"], other.hash() == match.hash()
        (True, False)
        """
        seat, seed = match._seat(seat), checked_seed(seed)
        states = match.masked(seat)
        entries.resample(states, seat, seed)
        moves = [[mover, self.actions.text(number)] for mover, number in match.actions]
        return Match(self, states, {"anew": {"start": match.start, "moves": moves, "seat": seat, "seed": seed}})

    def _anew(self, told: Any) -> Match:
        if not isinstance(told, Mapping) or set(told) != {"start", "moves", "seat", "seed"}:
            raise BadPosition("anew: it should tell start, moves, seat and seed")
        match = self.started(told["start"])
        self._play(match, told["moves"])
        return self.dealt_anew(match, told["seat"], told["seed"])

    def quiet(self, states: npt.NDArray[Any]) -> bool:
        """Whether nothing is pending in a record: a turn begins."""
        return self.positions.quiet(self.table.record_class(states, 0))

    def position(self, position: Mapping[str, Any]) -> Match:
        """A match from a written position (see `Match.position`); fields left out take their usual values.

        It is a quiet one, which a turn begins with, or `{"seed": ...}` or `{"anew": ...}`; the `moves` since, pairs of a
        seat and an action in any form, are the first steps of the match. Raises BadPosition with the reason when there is no
        such position.
        """
        if not isinstance(position, Mapping):
            raise BadPosition(f"a position should be an object of fields, not {brief(position)}")
        quiet = {name: value for name, value in position.items() if name != "moves"}
        match = self._dealt(quiet) if {"seed", "anew"} & set(quiet) else self._quiet_match(quiet)
        self._play(match, position.get("moves", ()))
        return match

    @staticmethod
    def _play(match: Match, moves: Any) -> None:
        if not isinstance(moves, list | tuple):
            raise BadPosition(f"moves: {brief(moves)} should be a list of pairs, a seat and an action")
        for number, move in enumerate(moves, 1):
            if not isinstance(move, list | tuple) or len(move) != 2:
                raise BadPosition(f"moves: move {number}: {brief(move)} should be a seat and an action")
            try:
                match.play(*move)
            except IllegalAction as error:
                raise BadPosition(f"moves: move {number}: {error}") from None

    def _dealt(self, position: Mapping[str, Any]) -> Match:
        deal = "seed" if "seed" in position else "anew"
        if len(position) > 1:
            others = ", ".join(name for name in position if name != deal)
            raise BadPosition(f"a seed is a whole deal: only moves are told with it, not {others}")
        try:
            return self.started({deal: position[deal]})
        except TianxiaError as error:
            raise BadPosition(str(error)) from None

    def _quiet_match(self, position: Mapping[str, Any]) -> Match:
        states = self.completed(position)
        if not self.quiet(states):
            asked = self.table.asked(states)
            when = "is asked in the middle of a turn" if self.questions.question(asked).answers else "asks nobody"
            raise BadPosition(
                f"{self.questions.text(asked)} {when}: tell the position with which the turn began, and the moves since"
            )
        players = int(states["players"][0]) if "players" in self.table.by_name else self.seats
        reason = (
            f"players: {players}; this game is for {self.seats}"
            if players != self.seats
            else self.positions.check(self.table.record_class(states, 0))
        )
        if reason:
            raise BadPosition(reason)
        return Match(self, states, {"position": deepcopy(dict(position))})

    def completed(self, position: Mapping[str, Any]) -> npt.NDArray[Any]:
        """The record of a written position, with what was left out; whether it can exist is not asked."""
        states = self.blank()
        given = position_into(self.table, states, position)
        self.positions.complete(self.table.record_class(states, 0), given)
        return states

    def action(self, form: Any) -> Action:
        """Any form of an action (id, notation, JSON object, Action) as an Action; raises BadAction with what is wrong.

        >>> import tianxia
        >>> tianxia.load("chu-han").action("set 8 2 joker").parts
        ('hand:8', 'hand:8', 'hand:0')
        """
        return self._action(self.actions.parse(form))

    def _action(self, number: int) -> Action:
        """The action of an id, made once for all games of this kind."""
        if (action := self._made.get(number)) is None:
            kind = self.actions.kind_of(number)
            args = kind.to_json(kind.args(number))
            parts = self.notes.parts(kind.name, args)
            closed = tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in args.items())
            action = self._made[number] = Action(number, kind.name, kind.to_text(kind.args(number)), parts, closed)
        return action

    def _actions(self, ids: list[int]) -> list[Action]:
        """The actions of ids that there are."""
        try:
            return list(map(self._made.__getitem__, ids))
        except KeyError:
            return list(map(self._action, ids))

    def label(self, form: Any, lang: str = "en") -> str:
        """An action in words."""
        action = self._action(self.actions.parse(form))
        return self.notes.label(action.kind, action.args, i18n.translator(lang))

    def glossary(self, lang: str = "en") -> Mapping[str, Mapping[str, str]]:
        """What stands on each card, by its id: name, about, timing, effect; empty for a game without cards to read.

        >>> import tianxia
        >>> tianxia.load("huang").glossary()
        {}
        """
        said = getattr(self.notes, "glossary", None)  # only some games have it: see `rooms.Glossary`
        return said(lang, self.options) if said else {}

    def _scratch(self) -> Scratch:
        """Room for one call, to be put back into `_spare`."""
        try:
            return self._spare.pop()
        except IndexError:
            log = self.new_log()
            ids = np.empty(self.most_legal, np.int32)
            record = bytearray(self.table.dtype.itemsize)
            states = np.frombuffer(record, self.table.dtype)
            return Scratch(log, log.reshape(-1).data, ids, ids[:0] if INTERPRETED else ids, record, states)

    def new_log(self) -> npt.NDArray[np.int32]:
        """An event log large enough for one action."""
        log: npt.NDArray[np.int32] = new_log(self.most_events)
        return log
