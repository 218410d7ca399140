"""The names that people may choose, and the key by which two that look alike are one.

A name is text of one script, so that no letter of another can stand in for one of its own. Its key is what is left of it
for the eye: without case, spaces and marks between letters, and with each letter as the one that Unicode's table of
confusables has for it (UTS 39, from the package confusable-homoglyphs). Capital I and small l look alike, so i, l and 1
are one letter in a key.
"""

import re
import unicodedata
from functools import cache

import tianxia
from tianxia import bots
from tianxia.bots import house
from tianxia.engine import i18n
from tianxia.tables.views import DELETED, GUEST, bot_name, side_titles

MOST = 24
"""Characters of a name."""
KINDS = ("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd")
BETWEEN = " -'’.·_"
"""May stand after a letter or digit, one at a time but for a full stop and a space; a space not at the end."""
INVISIBLE = re.compile(r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Letters and marks, by their category, of which nothing is seen. All others are no letters."""
TOGETHER = ({"HAN", "HIRAGANA", "KATAKANA"}, {"HAN", "HANGUL"}, {"HAN", "BOPOMOFO"})
"""Scripts that are written together."""
MARKS = 2
"""So many of them may stand on one letter."""


class BadName(Exception):
    """A name that nobody may have, and why, in the language of who chose it."""


def cleaned(name: str) -> str:
    """A name as it is stored: composed (NFC), without spaces around it."""
    return unicodedata.normalize("NFC", name).strip()


def checked(name: str, lang: str) -> str:
    """A chosen name as it is stored; raises ``BadName`` for one that nobody may have."""
    speak = i18n.translator(lang)
    say, name = speak.gettext, cleaned(name)
    if not 1 <= len(name) <= MOST:
        told = speak.ngettext(
            "A name has {count} letter at most, and one at least.",
            "A name has {count} letters at most, and one at least.",
            MOST,
        )
        raise BadName(told.format(count=MOST))
    if found := next((letter for letter in name if not _allowed(letter)), ""):
        shown = found if found.isprintable() else f"U+{ord(found):04X}"
        raise BadName(say("A name is of letters and digits; this is none: {letter}").format(letter=shown))
    if not _well_built(name):
        raise BadName(say("A name begins with a letter or a digit, has a letter, and no two spaces or dots in a row."))
    if len(scripts := _scripts(name)) > 1 and not any(scripts <= together for together in TOGETHER):
        raise BadName(say("A name is of the letters of one script; this one mixes several."))
    key = key_of(name)
    if key in _reserved() or key_of(re.sub(r"[\d\s]+$", "", name)) in _reserved():
        raise BadName(say("Bots, guests or sides are called like that: choose another name."))
    if "LATIN" not in scripts and (seen := _folded(skeleton(name))).isascii() and seen != key:
        raise BadName(say("In these capitals it looks like another name: write it with small letters."))
    return name


def key_of(name: str) -> str:
    """What is the same for all names that look alike, whichever case they are written in; empty if nothing is left."""
    return _folded(skeleton(unicodedata.normalize("NFKC", name).casefold()))


def skeleton(text: str) -> str:
    """A text with the letters that Unicode has for all that look like them, and nothing between them."""
    prototypes = _prototypes()
    letters = (letter for letter in unicodedata.normalize("NFD", text) if letter not in BETWEEN)
    return unicodedata.normalize("NFD", "".join(prototypes.get(letter, letter) for letter in letters))


def _folded(skeleton: str) -> str:
    return skeleton.casefold().replace("i", "l")


def _allowed(letter: str) -> bool:
    if letter in BETWEEN:
        return True
    plain = unicodedata.normalize("NFKC", letter) == letter
    return plain and unicodedata.category(letter) in KINDS and not INVISIBLE.match(letter)


def _well_built(name: str) -> bool:
    row = 0  # marks on the last letter
    for before, letter in zip(" " + name, name, strict=False):
        row = row + 1 if unicodedata.category(letter)[0] == "M" else 0
        if row > MARKS or (before in BETWEEN and (row or (letter in BETWEEN and before + letter != ". "))):
            return False
    return any(letter.isalpha() for letter in name)


def _scripts(name: str) -> set[str]:
    from confusable_homoglyphs.categories import unique_aliases  # a fifth of a second, at the first name that is chosen

    return set(unique_aliases(name)) - {"COMMON", "INHERITED"}


@cache
def _prototypes() -> dict[str, str]:
    """By letter the one that stands for all that look like it. The package lists both ways; the one that has most, or is
    written with several letters, is the one that Unicode's table leads to."""
    from confusable_homoglyphs.confusables import confusables_data

    alike: dict[str, set[str]] = {}
    for letter, others in confusables_data.items():
        for other in others:
            pair = [text.strip(chr(0x200E)) for text in (letter, other["c"])]  # marks of direction are around some
            for one, two in (pair, pair[::-1]):
                alike.setdefault(one, set()).add(two)

    def weight(one: str) -> tuple[int, int, bool, list[int]]:
        return len(one), len(alike[one]), one.isalnum(), [-ord(part) for part in one]

    return {letter: max(others | {letter}, key=weight) for letter, others in alike.items() if len(letter) == 1}


@cache
def _reserved() -> frozenset[str]:
    """The keys of what we call bots, guests, sides and who has deleted the account, in every language."""
    games = tianxia.games.names()
    levels = {level for game in games for level in bots.names(tianxia.load(game))}
    found = {*games, *levels, *(house.called(name) for name, _ in house.own()), "Tianxia", "Bot"}
    for lang in i18n.languages():
        say = i18n.translator(lang).gettext
        found |= {say(DELETED), say(GUEST).format(number="")}
        bots_here = {bot_name(level, lang) for level in (*levels, "")}
        found |= bots_here
        found |= {" ".join(reversed(name.split())) for name in bots_here}  # "Bot easy" would pass for one too
        found |= {say(title) for title in side_titles()}
    return frozenset(map(key_of, found))
