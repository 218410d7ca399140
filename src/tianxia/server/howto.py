"""How a game is played, to read before its rules: a text file of the game, with figures drawn by the page's own pieces.

``src/tianxia/games/<game>/howto.<lang>.txt``::

    = war A tile that joins two states: war
    Two states that meet fight a [war|wars] (H11.1).
    > map tiles=red:B8 war=1
      The red tile joins them: the second state wins.
    * An item of a list.

A line with ``=`` begins a part, with its name and its title; ``*`` an item, ``>`` a figure with its facts, and under it what it
shows in words; any other line a paragraph. Lines that begin with a space go on with the one before. ``[war|wars]`` is a term: as
it stands here, then the other forms in which prompts and refusals use it.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from tianxia.engine import i18n

AIM, TURN, WORDS = "aim", "turn", "words"
"""Parts that every game has; those between the turn and the words are what one must know."""
TERM = re.compile(r"\[([^\]|]+)((?:\|[^\]|]+)*)\]")
ENDED = re.compile(r"(?<=[.!?]) (?=\S)")


class Figure(NamedTuple):
    """What is drawn and, in words, what it shows."""

    name: str
    facts: dict[str, str]
    caption: str


class Block(NamedTuple):
    """A paragraph, or the items of a list, or a figure."""

    text: str = ""
    items: tuple[str, ...] = ()
    figure: Figure | None = None


class Part(NamedTuple):
    """What is said under one heading."""

    name: str
    title: str
    blocks: tuple[Block, ...]

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures of the part."""
        return tuple(block.figure for block in self.blocks if block.figure)

    @property
    def texts(self) -> Iterator[str]:
        """Its paragraphs and items."""
        for block in self.blocks:
            yield from (block.text, *block.items) if block.text else block.items


class Term(NamedTuple):
    """A word of the game: the forms in which it is met, where it is told, and the sentence that tells it."""

    forms: tuple[str, ...]
    part: str
    sentence: str


@cache
def parts(game: str, lang: str) -> tuple[Part, ...]:
    """How a game is played, in a language or, where that is not written, in English; nothing for a game without a text."""
    folder = files("tianxia") / "games" / game.replace("-", "_")
    for source in (folder / f"howto.{lang}.txt", folder / f"howto.{i18n.DEFAULT}.txt"):
        if source.is_file():
            return parse(source.read_text("utf-8"))
    return ()


def parse(text: str) -> tuple[Part, ...]:
    """Reads such a text.

    >>> (part,) = parse("= aim The aim\\nBe\\n  first.\\n> race to=31\\n  Han leads.")
    >>> part.name, part.title, part.blocks[0].text, part.figures
    ('aim', 'The aim', 'Be first.', (Figure(name='race', facts={'to': '31'}, caption='Han leads.'),))
    """
    found: list[tuple[str, str, list[Block]]] = []
    for line in joined(text):
        sign, _, rest = line.partition(" ")
        if sign == "=":
            name, _, title = rest.partition(" ")
            found.append((name, title, []))
        elif not found:
            raise ValueError(f"such a text begins with a part, as in '= aim The aim', not with {line!r}")
        elif sign == ">":
            found[-1][2].append(Block(figure=figure(rest)))
        elif sign == "*":
            blocks = found[-1][2]
            items = blocks.pop().items if blocks and blocks[-1].items else ()
            blocks.append(Block(items=(*items, rest)))
        else:
            found[-1][2].append(Block(line))
    return tuple(Part(name, title, tuple(blocks)) for name, title, blocks in found)


def joined(text: str) -> list[str]:
    """The lines of a text, with those that go on."""
    lines: list[str] = []
    for line in filter(str.strip, text.splitlines()):
        if line[0] == " " and lines:
            lines[-1] += " " + line.strip()
        else:
            lines.append(line.strip())
    return lines


def figure(line: str) -> Figure:
    """A figure: its name, its facts as long as there are any, its caption."""
    name, *words = line.split()
    facts: dict[str, str] = {}
    while words and "=" in words[0]:
        key, _, facts[key] = words.pop(0).partition("=")
    return Figure(name, facts, " ".join(words))


def plain(text: str) -> str:
    """A text without the signs of its terms."""
    return TERM.sub(r"\1", text)


@cache
def terms(game: str, lang: str) -> tuple[Term, ...]:
    """The words of a game, in the order in which they are told."""
    found = []
    for part in parts(game, lang):
        for text in part.texts:
            for sentence in [text] if part.name == WORDS else ENDED.split(text):
                said = re.sub(r":$", ".", plain(sentence))
                for match in TERM.finditer(sentence):
                    forms = (match[1], *filter(None, match[2].split("|")))
                    found.append(Term(tuple(dict.fromkeys(form.lower() for form in forms)), part.name, said))
    return tuple(found)
