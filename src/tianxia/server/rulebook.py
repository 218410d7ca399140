"""The rules of a game to read: a text file of the game, by section and number.

``src/tianxia/games/<game>/rulebook.<lang>.txt``::

    C4 A trick
    C4.1 The leader may ...
    C4.1a Anybody else ...
    C4.2 Then the leader must ...

A line that starts with a section's number (no dot) begins a section, one with a rule's number a rule; any other line
goes on with the rule before it. Games without such a file have an empty list.
"""

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

_NUMBER = r"[A-Z]\d+(?:\.\d+(?:[a-z]|\.\d+)?)?"
RULE = re.compile(rf"(?P<number>{_NUMBER}) (?P<text>.+)")

NUMBER = re.compile(rf"\b{_NUMBER}\b")
"""Of a section, a rule, a rule's part: C4, C4.1, C4.1a or N4.2.1."""


RULING = re.compile(r"(?:^|(?<=[.!?)] ))((?:Our ruling|Nasze (?:ustalenie|rozstrzygnięcie))[^:.]*)[:.] ")
"""Begins what the printed rules leave open, to the end of the rule."""


class Rule(NamedTuple):
    """One rule."""

    number: str
    text: str

    @property
    def parts(self) -> tuple[str, str, str]:
        """What is printed, the words that begin our ruling, the ruling; empty where there is none.

        >>> Rule("C1", "First wins. Our ruling on ties: draw.").parts
        ('First wins. ', 'Our ruling on ties', 'draw.')
        """
        printed, *more = RULING.split(self.text, maxsplit=1)
        return (printed, more[0], more[1]) if more else (printed, "", "")


class Section(NamedTuple):
    """Rules under one heading."""

    number: str
    title: str
    rules: tuple[Rule, ...]


@cache
def sections(game: str, lang: str) -> tuple[Section, ...]:
    """The rules of a game in a language."""
    source = files("tianxia") / "games" / game.replace("-", "_") / f"rulebook.{lang}.txt"
    return parse(source.read_text("utf-8")) if source.is_file() else ()


def parse(text: str) -> tuple[Section, ...]:
    """Reads a rules text.

    >>> parse("C1 Goal\\nC1.1 First to 31\\n  wins.")
    (Section(number='C1', title='Goal', rules=(Rule(number='C1.1', text='First to 31 wins.'),)),)
    """
    found: list[tuple[str, str, list[Rule]]] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        match = RULE.fullmatch(line)
        if match and "." not in match["number"]:
            found.append((match["number"], match["text"], []))
        elif match and found:
            found[-1][2].append(Rule(match["number"], match["text"]))
        elif found and found[-1][2]:
            last = found[-1][2].pop()
            found[-1][2].append(Rule(last.number, f"{last.text} {line}"))
        else:
            raise ValueError(f"a rules text begins with a section, as in 'C1 Goal', not with {line!r}")
    return tuple(Section(number, title, tuple(rules)) for number, title, rules in found)
