"""A game as the engine knows it: its tables, its rules, its options; and the matches that can be made of it."""

import gettext
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tianxia.engine import entries, i18n
from tianxia.engine.errors import BadPosition, TianxiaError, UnknownName
from tianxia.engine.kinds import Action, KindTable, new_log
from tianxia.engine.match import Match
from tianxia.engine.records import Table
from tianxia.engine.texts import position_into

SEED_LIMIT = 1 << 63
Value = bool | str
"""Of an option."""


@dataclass(frozen=True)
class Option:
    """An option of a game: an ordinary field of the record with this name. Its values have names, or it is on or off."""

    name: str
    title: str
    """What players read; `title`, `doc` and `labels` are translated where they are shown."""
    doc: str
    labels: tuple[str, ...] = ()
    default: int = 0
    """Usual value: number of a label, or 1 for on."""

    @property
    def values(self) -> tuple[Value, ...]:
        """What may be chosen, in the order of the field's values."""
        return self.labels or (False, True)

    @property
    def names(self) -> tuple[str, ...]:
        """The values in words."""
        return self.labels or ("off", "on")

    def parse(self, game: str, value: Any) -> Value:
        """A value as it was given: its name, or a truth value for off and on; raises UnknownName."""
        for number, allowed in enumerate(self.values):
            if isinstance(value, bool | int | str) and value in (allowed, self.names[number]):
                return allowed
        raise UnknownName(f"value of option {self.name} of {game}", value, self.names)


def anything(_given: Mapping[str, Value]) -> dict[str, Value]:
    """Every combination of options is allowed, and none brings another."""
    return {}


class BoxTexts(NamedTuple):
    """What stands on a game's box: one or two sentences, what the cover shows, each seat as it is chosen."""

    tagline: str
    cover: str
    seats: tuple[str, ...]


class Notes(Protocol):
    """A game's room `notes`: everything that is said about it in words, and the parts that a player taps."""

    def box(self, speak: gettext.NullTranslations) -> BoxTexts:
        """The texts on the box of the game."""

    def parts(self, kind: str, args: Mapping[str, Any]) -> tuple[str, ...]:
        """Parts of the table that make up an action, in the order in which they are named."""

    def label(self, kind: str, args: Mapping[str, Any], speak: gettext.NullTranslations) -> str:
        """The action in words, for a button."""

    def prompt(self, view: Mapping[str, Any], speak: gettext.NullTranslations) -> str:
        """Whose decision it is and what is asked."""

    def describe(self, event: Mapping[str, Any], viewer: int | None, speak: gettext.NullTranslations) -> str:
        """One line of the log; a private field that the viewer may not see is None."""

    def why_not(self, s: Any, seat: int, action: int, speak: gettext.NullTranslations) -> str:
        """Reason, with the rule's number, why an action is illegal; `s` is the seat's masked record."""


class Positions(Protocol):
    """A game's room `positions`: what a written position may leave out, and what it must fulfil."""

    def complete(self, s: Any, given: frozenset[str]) -> None:
        """Fill in the fields that were not given."""

    def check(self, s: Any) -> str:
        """Why the position cannot exist, or an empty text."""


@dataclass(frozen=True, eq=False)
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
    seat_names: tuple[str, ...]
    table: Table
    actions: KindTable
    events: KindTable
    sealing: frozenset[str]
    notes: Notes
    positions: Positions
    minutes: tuple[int, int]
    effort: int = 1
    """Simulations that a bot needs here for each one that it needs in a game whose decisions are easier to compare."""
    declining: str = "decline"
    """Kind of action that uses nothing: who can do nothing else is not asked, the platform does it after a while."""
    option_table: tuple[Option, ...] = ()
    combine: Callable[[Mapping[str, Value]], Mapping[str, Value]] = anything
    """Takes the options that were given; gives what they bring with them, or raises TianxiaError if they exclude each other."""
    options: dict[str, Value] = field(default_factory=dict)
    most_legal: int = 1024
    most_events: int = 63

    @property
    def seats(self) -> int:
        """Number of players."""
        return len(self.seat_names)

    def with_options(self, /, **options: Any) -> "Game":
        """The same game with these options; an unknown name or value raises UnknownName and lists the valid ones."""
        table = {option.name: option for option in self.option_table}
        given = {}
        for name, value in options.items():
            if name not in table:
                raise UnknownName(f"option of {self.id}", name, list(table))
            given[name] = table[name].parse(self.id, value)
        usual = {name: option.values[option.default] for name, option in table.items()}
        return replace(self, options={**usual, **self.combine(given), **given})

    def blank(self) -> npt.NDArray[Any]:
        """A record that is zero but for the options."""
        states = self.table.new()
        for option in self.option_table:
            states[option.name] = option.values.index(self.options[option.name])
        return states

    def new(self, seed: int) -> Match:
        """Deal a match; the same seed (0 to 2**63 - 1) deals the same match."""
        if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < SEED_LIMIT:
            raise TianxiaError(f"seed {seed!r} should be a whole number from 0 to 2**63 - 1")
        states = self.blank()
        entries.setup(states, int(seed))
        return Match(self, states, {"seed": int(seed)})

    def position(self, position: Mapping[str, Any]) -> Match:
        """A match that starts from a written position (see `Match.position`); fields left out take their usual values.

        Raises BadPosition with the reason when the position cannot exist.
        """
        states = self.blank()
        given = position_into(self.table, states, position)
        s = self.table.record_class(states, 0)
        self.positions.complete(s, given)
        reason = self.positions.check(s)
        if reason:
            raise BadPosition(reason)
        return Match(self, states, {"position": deepcopy(dict(position))})

    def action(self, form: Any) -> Action:
        """Any form of an action (id, notation, JSON object, Action) as an Action; raises BadAction with what is wrong.

        >>> import tianxia
        >>> tianxia.load("chu-han").action("set 8 2 joker").parts
        ('hand:8', 'hand:8', 'hand:0')
        """
        number = self.actions.parse(form)
        kind = self.actions.kind_of(number)
        args = kind.to_json(kind.args(number))
        return Action(number, kind.name, args, kind.to_text(kind.args(number)), self.notes.parts(kind.name, args))

    def label(self, form: Any, lang: str = "en") -> str:
        """An action in words."""
        action = self.action(form)
        return self.notes.label(action.kind, action.args, i18n.translator(lang))

    def new_log(self) -> npt.NDArray[np.int32]:
        """An event log large enough for one action."""
        log: npt.NDArray[np.int32] = new_log(self.most_events)
        return log
