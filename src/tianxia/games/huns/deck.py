"""The deck of Huns: 60 cards and 32 wagons, read from a file of data [N9, N10].

`docs/huns.md` tells how a deck is written. TIANXIA_DECK names a file that takes the place of ours.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy.typing as npt

from tianxia.engine import i18n
from tianxia.games.huns.deck_form import BadDeck, decode, problems
from tianxia.games.huns.pieces import CARDS, COLOURS, HOLDERS, TYPES, WAGONS

__all__ = ["BadDeck", "Card", "Deck", "Wagon", "decode", "in_use", "load", "load_assets", "problems", "read"]

MOST_BYTES = 1 << 18
OURS = Path(__file__).parent / "deck.json"
OWN_DECK = "TIANXIA_DECK"
"""The environment variable that names a file with an own deck."""


@dataclass(frozen=True)
class Card:
    """A card: its colour, the number of players from which it is in, its spaces (0: none), and its words by language."""

    id: str
    colour: str
    from_players: int
    spaces: int
    timing: str
    kind: str
    names: Mapping[str, str]
    effects: Mapping[str, str]

    def name(self, lang: str) -> str:
        """What it is called."""
        return self.names.get(lang, self.names[i18n.DEFAULT])

    def effect(self, lang: str) -> str:
        """What it does, in the words that players read."""
        return self.effects.get(lang, self.effects[i18n.DEFAULT])


@dataclass(frozen=True)
class Wagon:
    """A wagon: its type, and how many spaces of each colour it has."""

    id: str
    type: str
    need: tuple[int, ...]


@dataclass(frozen=True)
class Deck:
    """The cards and the wagons, in the order of their ids."""

    cards: tuple[Card, ...]
    wagons: tuple[Wagon, ...]

    @cached_property
    def by_id(self) -> dict[str, Card]:
        """Each card by its id."""
        return {card.id: card for card in self.cards}

    def load_assets(self, states: npt.NDArray[Any]) -> None:
        """Put into a record what the rules read of the deck: they know no deck of their own."""
        spaces = {card.id: card.spaces for card in self.cards}
        states["spaces"][0] = [spaces[holder] for holder in HOLDERS]
        states["from_players"][0] = [card.from_players for card in self.cards]
        states["need"][0] = [wagon.need for wagon in self.wagons]
        states["type"][0] = [TYPES.index(wagon.type) for wagon in self.wagons]


def read(text: str) -> Deck:
    """Read a deck; raises BadDeck with everything that is wrong."""
    told = decode(text)
    if broken := problems(told):
        raise BadDeck("; ".join(broken))
    cards = {card["id"]: card for card in told["cards"]}
    wagons = {wagon["id"]: wagon for wagon in told["wagons"]}
    return Deck(
        tuple(card_of(cards[name]) for name in CARDS),
        tuple(
            Wagon(name, wagons[name]["type"], tuple(wagons[name]["need"].get(colour, 0) for colour in COLOURS))
            for name in WAGONS
        ),
    )


def card_of(told: Mapping[str, Any]) -> Card:
    """A card from its entry in a deck that has no problems."""
    return Card(
        id=told["id"],
        colour=told["colour"],
        from_players=told["min_players"],
        spaces=told["spaces"] or 0,
        timing=told["timing"],
        kind=told["kind"],
        names={lang: told[f"name_{lang}"].strip() for lang in i18n.languages()},
        effects={lang: told[f"effect_{lang}"].strip() for lang in i18n.languages()},
    )


# Files


def load(path: str | os.PathLike[str]) -> Deck:
    """Read a deck file. Raises BadDeck with everything that is wrong, and OSError."""
    return read(contents(Path(path)))


def contents(path: Path) -> str:
    """The text of a deck file, which is never large."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise BadDeck(f"the file is larger than {MOST_BYTES} bytes; a deck is {len(CARDS)} cards and some wagons")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadDeck(f"line {line}: byte {data[error.start]:#04x} is not UTF-8; save the file as UTF-8 text") from None


def in_use() -> Deck:
    """The deck to play with: ours, or the one that TIANXIA_DECK names. Read once in a process; raises BadDeck.

    >>> deck = in_use()
    >>> len(deck.cards), len(deck.wagons), deck.by_id["M01"].name("en")
    (60, 32, 'Ildico the Poisoner')
    """
    return playable(file_in_use())


def file_in_use() -> Path:
    """The file of the deck to play with."""
    return _path(os.environ.get(OWN_DECK) or OURS)


_path = cache(Path)  # it is asked for with each name of a card


@cache
def playable(path: Path) -> Deck:
    """A deck without problems."""
    try:
        return load(path)
    except BadDeck as error:
        raise BadDeck(f"{path}: {error}") from None
    except OSError as error:
        raise BadDeck(f"{path}: {error.strerror}") from None


def load_assets(states: npt.NDArray[Any]) -> None:
    """The deck in use goes into the record [N9.3]."""
    in_use().load_assets(states)
