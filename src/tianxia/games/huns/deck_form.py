"""The form of a deck of Huns: what a deck file must say, and everything that is wrong with one [N1.1, N1.2, N9.3]."""

import json
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tianxia.engine import i18n
from tianxia.engine.errors import TianxiaError
from tianxia.games.huns.pieces import (
    A_COLOUR,
    A_TYPE,
    BLACK,
    CARDS,
    COLOURS,
    FEWEST,
    GREEN,
    MOST_SPACES,
    SEATS,
    TYPES,
    WAGON_SIZES,
    WAGONS,
)

TIMINGS = ("start", "during", "end", "any", "endgame")
"""When a card acts: start of the turn, in it, at its end, in anybody's, at the end of the game [N6.1.1]."""
KINDS: dict[str, tuple[str, ...]] = {
    "blue": ("auto", "optional"),
    "red": ("once",),
    "green": ("auto", "optional"),
    "black": ("curse",),
    "yellow": ("treasure",),
}
"""How the cards of each colour act: by themselves, if the owner likes, once."""
MORE_PLAYERS = tuple(range(FEWEST + 1, SEATS + 1))
"""Numbers of players from which one card of each colour comes in [N1.2]."""
LEAST_COLOURS = 2
"""Of the spaces on a wagon [N9.3]."""

LONGEST = {"name": 40, "effect": 600}
"""Letters of a text, so that it has room in a question or on its card."""

DECK_KEYS = ("note", "cards", "wagons")
WORDS = tuple(f"{what}_{lang}" for what in ("name", "effect") for lang in i18n.languages())
CARD_KEYS = ("id", "colour", "min_players", "spaces", "timing", "kind", *WORDS)
WAGON_KEYS = ("id", "type", "size", "need")

Object = Mapping[str, Any]


class BadDeck(TianxiaError):
    """A deck that cannot be read, or not be played with: where, what is wrong, what would be right."""


def decode(text: str) -> Any:
    """The JSON of a deck file; raises BadDeck with line and column.

    >>> decode('{"cards": [}')
    Traceback (most recent call last):
    tianxia.games.huns.deck_form.BadDeck: not JSON: line 1, column 12: Expecting value
    """
    try:
        return json.loads(text, object_pairs_hook=without_doubles)
    except json.JSONDecodeError as error:
        raise BadDeck(f"not JSON: line {error.lineno}, column {error.colno}: {error.msg}") from None
    except BadDeck:
        raise
    except (RecursionError, ValueError) as error:  # nested without end, a number of thousands of digits
        raise BadDeck(f"this is no deck: {error}") from None


def without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, of which plain reading would keep only the last of equal keys."""
    made = dict(pairs)
    if len(made) < len(pairs):
        key = next(key for key, n in Counter(key for key, _ in pairs).items() if n > 1)
        raise BadDeck(f"{said(key)} is there twice in one object ({said(made.get('id', pairs[0][0]))})")
    return made


def problems(told: Any) -> list[str]:
    """Everything that is wrong with a decoded deck file, a line each: where, what, what would be right.

    >>> problems({"cards": [], "wagons": [], "remark": ""})[0]
    'the deck: there is no key "remark"; the keys are note, cards, wagons [N9.3]'
    """
    if not isinstance(told, dict):
        return ["the deck should be an object with cards and wagons [N9.3]"]
    found = [*wrong_keys("the deck", told, DECK_KEYS, optional=("note",))]
    for key, ids, check, count in (
        ("cards", CARDS, wrong_card, wrong_numbers_of_players),
        ("wagons", WAGONS, wrong_wagon, wrong_types),
    ):
        entries = told.get(key)
        if isinstance(entries, list):
            found += wrong_entries(key, entries, ids, check)
            found += count([entry for entry in entries if isinstance(entry, dict)])
        elif key in told:
            found.append(f"{key} should be a list, not {said(entries)}")
    return [f"{problem} [N9.3]" for problem in found]


def wrong_entries(
    key: str, entries: Sequence[Any], ids: Sequence[str], check: Callable[[str, Object], Iterator[str]]
) -> Iterator[str]:
    """Every entry of a list has an id of its own, and no id is missing."""
    seen: Counter[str] = Counter()
    for number, entry in enumerate(entries, 1):
        name = entry.get("id") if isinstance(entry, dict) else None
        if not isinstance(name, str) or name not in ids:
            have = said(name if isinstance(entry, dict) else entry)
            yield f"{key}, entry {number}: it should be an object with an id from {ids[0]} to {ids[-1]}, not {have}"
            continue
        seen[name] += 1
        yield from check(name, entry)
    for name in ids:
        if seen[name] != 1:
            yield f"{name} is there {seen[name]} times" if seen[name] else f"{name} is missing from the {key}"


def wrong_keys(where: str, told: Object, keys: Sequence[str], optional: Sequence[str] = ()) -> Iterator[str]:
    """All keys are there, and no others."""
    for key in told:
        if key not in keys:
            yield f"{where}: there is no key {said(key)}; the keys are {', '.join(keys)}"
    for key in keys:
        if key not in told and key not in optional:
            yield f"{where}: {key} is missing"


def wrong_card(name: str, told: Object) -> Iterator[str]:
    """A card has its colour, 1-5 spaces if it is a Mercenary or a Curse, and its words in every language [N9.3]."""
    yield from wrong_keys(name, told, CARD_KEYS)
    colour = CARDS.index(name) // A_COLOUR
    rules = {
        "colour": ((COLOURS[colour],), said(COLOURS[colour])),
        "min_players": ((FEWEST, *MORE_PLAYERS), f"{FEWEST} to {SEATS}"),
        "spaces": spaces_allowed(colour),
        "timing": (TIMINGS, f"one of {', '.join(TIMINGS)}"),
        "kind": (KINDS[COLOURS[colour]], f"one of {', '.join(KINDS[COLOURS[colour]])}"),
    }
    for key, (allowed, right) in rules.items():
        if key in told and not one_of(told[key], allowed):
            yield f"{name}: {key} {said(told[key])} should be {right}"
    for key in WORDS:
        if key in told:
            yield from wrong_text(f"{name}: {key}", told[key], LONGEST[key.partition("_")[0]])


def wrong_text(where: str, told: Any, longest: int) -> Iterator[str]:
    """A text is not empty, not too long, and all of it can be printed in one line."""
    if not (isinstance(told, str) and told.strip()):
        yield f"{where} {said(told)} should be a text"
        return
    if len(told) > longest:
        yield f"{where} {said(told)} has {len(told)} letters, it should have at most {longest}"
    at, odd = next(((at, letter) for at, letter in enumerate(told, 1) if not can_be_printed(letter)), (0, ""))
    if odd:
        yield f"{where} {said(told)}: letter {at} is U+{ord(odd):04X}, it should be one that can be printed"


def can_be_printed(letter: str) -> bool:
    """Letters, signs and spaces; no control or formatting characters, no line breaks."""
    return unicodedata.category(letter) not in ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")


def spaces_allowed(colour: int) -> tuple[tuple[Any, ...], str]:
    """How many spaces a card of a colour may have, and that in words."""
    if colour in (GREEN, BLACK):
        return tuple(range(1, MOST_SPACES + 1)), f"1 to {MOST_SPACES}"
    return (None,), "null: only Mercenaries and Curses have spaces"


def wrong_wagon(name: str, told: Object) -> Iterator[str]:
    """A wagon has a type, and 3-5 spaces in at least two colours [N9.3]."""
    yield from wrong_keys(name, told, WAGON_KEYS)
    least, most = WAGON_SIZES
    sizes = tuple(range(least, most + 1))
    if "type" in told and not one_of(told["type"], TYPES):
        yield f"{name}: type {said(told['type'])} should be one of {', '.join(TYPES)}"
    if "size" in told and not one_of(told["size"], sizes):
        yield f"{name}: size {said(told['size'])} should be {least} to {most}"
    need = told.get("need")
    if not isinstance(need, dict):
        if "need" in told:
            yield f"{name}: need {said(need)} should be an object with the spaces of each colour"
        return
    wrong = [*wrong_need(name, need)]
    yield from wrong
    if not wrong and one_of(told.get("size"), sizes) and sum(need.values()) != told["size"]:
        yield f"{name}: size {told['size']} should be {sum(need.values())}, the number of spaces that it needs goods on"


def wrong_need(name: str, need: Object) -> Iterator[str]:
    """Spaces are counted by colour, in at least two of them."""
    for colour, spaces in need.items():
        if colour not in COLOURS:
            yield f"{name}: need {said(colour)} should be one of {', '.join(COLOURS)}"
        elif not one_of(spaces, range(1, WAGON_SIZES[1] + 1)):
            yield f"{name}: need of {colour} {said(spaces)} should be 1 to {WAGON_SIZES[1]}; leave out what it needs not"
    if len(need) < LEAST_COLOURS:
        yield f"{name}: it should have spaces of at least {LEAST_COLOURS} colours, not {len(need)}"


def wrong_numbers_of_players(cards: Sequence[Object]) -> Iterator[str]:
    """In each colour one card is for 3 players or more and one for 4 [N1.2]."""
    for number, colour in enumerate(COLOURS):
        own = CARDS[number * A_COLOUR : (number + 1) * A_COLOUR]
        for players in MORE_PLAYERS:
            marked = [c["id"] for c in cards if c.get("id") in own and one_of(c.get("min_players"), (players,))]
            if len(marked) != 1:
                have = ", ".join(marked) or "none"
                yield f"{colour} cards: one should have min_players {players}, there is {have}"


def wrong_types(wagons: Sequence[Object]) -> Iterator[str]:
    """There are eight wagons of each type [N1.1]."""
    for kind in TYPES:
        have = sum(wagon.get("type") == kind for wagon in wagons)
        if have != A_TYPE:
            yield f"{kind} wagons: there should be {A_TYPE}, not {have}"


def one_of(value: Any, allowed: Sequence[Any]) -> bool:
    """Whether a JSON value is one of some, and of the same type: true is not 1."""
    return any(value == one and type(value) is type(one) for one in allowed)


def said(value: Any) -> str:
    """A JSON value as it is written, shortened if long.

    >>> said(None), said("a" * 99)[-5:]
    ('null', 'aaaa…')
    """
    text = json.dumps(value, ensure_ascii=False)
    text = "".join(letter if can_be_printed(letter) else f"\\u{ord(letter):04x}" for letter in text)
    return text if len(text) <= 40 else f"{text[:40]}…"
