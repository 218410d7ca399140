"""What the engine asks of the rooms of a game that are not compiled: its notes, and its positions."""

import gettext
from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from tianxia.engine.options import Value


class BoxTexts(NamedTuple):
    """What stands on a game's box: one or two sentences, what the cover shows, each seat as it is chosen."""

    tagline: str
    cover: str
    seats: tuple[str, ...]


class Notes(Protocol):
    """A game's room `notes`: everything that is said about it in words, and the parts that a player taps."""

    @property
    def SEAT_TITLES(self) -> tuple[str, ...]:  # noqa: N802, it is a constant of the room
        """What players call the side of each seat, to be translated."""

    def box(self, speak: gettext.NullTranslations) -> BoxTexts:
        """The texts on the box of the game."""

    def parts(self, kind: str, args: Mapping[str, Any]) -> tuple[str, ...]:
        """Parts of the table that make up an action, in the order in which they are named."""

    def label(self, kind: str, args: Mapping[str, Any], speak: gettext.NullTranslations) -> str:
        """The action in words, for a button."""

    def prompt(self, view: Mapping[str, Any], speak: gettext.NullTranslations) -> str:
        """Whose decision it is and what is asked; who is not asked reads what everybody reads."""

    def describe(self, event: Mapping[str, Any], speak: gettext.NullTranslations) -> str:
        """One line of the log; a private field that its reader may not see is None."""

    def why_not(self, s: Any, seat: int, action: int, speak: gettext.NullTranslations) -> str:
        """Reason, with the rule's number, why an action is illegal; `s` is the seat's masked record."""


class Preview(Protocol):
    """What a game's room `notes` may have besides."""

    def preview(self, s: Any, seat: int, action: int, speak: gettext.NullTranslations) -> str:
        """What a legal action brings at once, as far as the seat can know; `s` is its masked record."""


class Advice(Protocol):
    """What a game's room `notes` may have besides."""

    def advice(self, s: Any, seat: int, action: int, speak: gettext.NullTranslations) -> str:
        """One reason for a legal action, as far as the seat can know; `s` is its masked record."""


class Glossary(Protocol):
    """What the room `notes` of a game with cards to read may have besides."""

    def glossary(self, lang: str, options: Mapping[str, Value]) -> Mapping[str, Mapping[str, str]]:
        """What stands on each card, by its id: its name, what kind of card it is (about), its timing, its effect."""


class Positions(Protocol):
    """A game's room `positions`: which ones are written, what they may leave out, and what they must fulfil."""

    def quiet(self, s: Any) -> bool:
        """Whether nothing is pending: a turn begins. All others are written as such a position and the moves since."""

    def complete(self, s: Any, given: frozenset[str]) -> None:
        """Fill in the fields that were not given."""

    def check(self, s: Any) -> str:
        """Why a quiet position cannot exist, or an empty text."""
