"""Sets of hexes where nothing is compiled: one number, a bit a hex."""

from typing import Any

from tianxia.engine.fields import WORD
from tianxia.games.huang.pieces import HEXES, WORDS


def set_of(words: Any, row: int = -1) -> int:
    """The set that a field holds in words; of a field with several sets the one in a row."""
    found = 0
    for word in range(WORDS):
        found |= int(words[word] if row < 0 else words[row, word]) << WORD * word
    return found


def words_into(words: Any, hexes: int, row: int = -1) -> None:
    """Write a set into a field."""
    for word in range(WORDS):
        bits = hexes >> WORD * word & ((1 << WORD) - 1)
        if row < 0:
            words[word] = bits
        else:
            words[row, word] = bits


def hexes_of(hexes: int) -> list[int]:
    """Its hexes, in reading order."""
    return [hex_ for hex_ in range(hexes.bit_length()) if hexes >> hex_ & 1]


def names_of(hexes: int) -> str:
    """Its hexes by name."""
    return " ".join(HEXES[hex_] for hex_ in hexes_of(hexes))
