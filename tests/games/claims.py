"""What the log claims, held against the record: each event is a change of some facts, and no fact changes untold.

A game's `test_claims.py` makes a `Claims`: how a position is read as *facts*, and by kind of event a check of its line.
A fact is a tuple that begins with a place, and has a number: `("hand", 0, "8"): 2`, `("score", 1): 14`; what is not there
is 0. `follow` plays along a random game. After each act it takes the facts of before, lets the check of each event change
them as its line tells, and compares with the facts of the record after it. A check looks like this:

    def discarded(line: Line) -> None:
        line.moves(line["card"], ("hand", line["seat"]), ("out", line["seat"]))
        line.says(en="returns", pl="wraca", when=line["card"] in FRAMED)

What changes without a line (a secret order, a deal) is named too: in the check by `untold`, or for an act without events in
`Claims.acts`, whose checks get the act as a line without words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.games.table import Table
from tianxia.engine import i18n

Fact = tuple[Any, ...]
Facts = dict[Fact, int]
NUMBER = re.compile(r"-?\d+")
NOUNS = ("jedyn", "dwój", "trój", "czwór", "piąt", "szóst", "siódem", "ósem", "dziewiąt", "dziesiąt")
"""How Polish nouns for a 1, a 2 ... begin: a card or a die is called by them."""
NOUN = re.compile(rf"\b({'|'.join(NOUNS)})\w*")


@dataclass
class Line:
    """One event with its line, in the middle of what an act brings; `line["seat"]` is a field of the event."""

    event: Mapping[str, Any]
    """Its fields by name, private ones too; of an act: the seat and the arguments."""
    before: Any
    """The record before the act, and after all that it brings."""
    after: Any
    facts: Facts
    """The facts as all lines before this one left them; the methods below change them."""
    said: Mapping[str, str] = field(default_factory=dict)
    """The line by language, as the spectator reads it."""
    own: Mapping[str, str] = field(default_factory=dict)
    """The line as the seat reads it that sees the private fields; the same where there are none."""
    dark: set[str] = field(default_factory=set)
    """Places that are not told any more; they are not compared."""

    def __getitem__(self, name: str) -> Any:
        return self.event[name]

    def at(self, *fact: Any) -> int:
        """The number of a fact."""
        return self.facts.get(fact, 0)

    def lying(self, *place: Any) -> Counter[Any]:
        """What lies in a place: the last part of each of its facts, with its number."""
        return Counter({fact[-1]: n for fact, n in self.facts.items() if fact[:-1] == place and n})

    def adds(self, fact: Fact, n: int) -> None:
        """The number of a fact grows, or shrinks."""
        self.facts[fact] = self.facts.get(fact, 0) + n

    def becomes(self, fact: Fact, n: int) -> None:
        """A fact has this number now."""
        self.facts[fact] = n

    def moves(self, thing: Any, start: Fact, end: Fact, n: int = 1) -> None:
        """So many of a thing leave a place, where they must be, for another."""
        there = self.at(*start, thing)
        assert start[0] in self.dark or there >= n, f"{n} of {thing} should lie in {start}, there are {there}"
        self.adds((*start, thing), -n)
        self.adds((*end, thing), n)

    def clears(self, *places: str) -> None:
        """Nothing is left in these places."""
        for fact in self.facts:
            if fact[0] in places:
                self.facts[fact] = 0

    def untold(self, *places: str) -> None:
        """Nobody is told what lies in these places from now on, such as a hand after a deal: they are not compared."""
        self.dark.update(places)

    def says(self, *, when: bool = True, own: bool = False, **words: str) -> None:
        """The line has these words exactly `when`: one text a language, `en="returns", pl="wraca"`."""
        for lang, text in words.items():
            line = (self.own if own else self.said)[lang]
            assert (text in line) == when, f"{lang}: {line!r} should {'' if when else 'not '}say {text!r}"

    def names(self, *things: Any, own: bool = False) -> None:
        """The line has each of these words, and these numbers as they are, in every language."""
        for thing in things:
            for lang, line in (self.own if own else self.said).items():
                there = str(thing) in (NUMBER.findall(in_figures(line)) if isinstance(thing, int) else line)
                assert there, f"{lang}: {line!r} should have {thing!r}"


Check = Callable[[Line], None]


def nothing(_line: Line) -> None:
    """The line claims nothing about the facts."""


@dataclass(frozen=True)
class Claims:
    """How the log of a game is held against its records."""

    read: Callable[[Any], Any]
    """A `Table` as a record that stays as it is when the table goes on, in the form that the game's tests like."""
    facts: Callable[[Any], Facts]
    """The facts of such a record, hidden ones too."""
    events: Mapping[str, Check]
    """By kind of event; `nothing` for a kind that claims nothing."""
    acts: Mapping[str, Check] = field(default_factory=dict)
    """By kind of action: what changes with it and is told to nobody."""

    def follow(self, steps: Iterable[tuple[Any, int, int]]) -> Counter[str]:
        """Go along a game, given as each position with the seat and the act that come next; returns the kinds of events met.

        An act of -1 ends it, or goes on from the next position, whatever that is.
        """
        met: Counter[str] = Counter()
        record, seat, act = None, -1, -1
        for table, next_seat, next_act in steps:
            after = self.read(table)
            if act >= 0:
                met.update(self._compare(table, record, after, seat, act))
            record, seat, act = after, next_seat, next_act
        return met

    def _compare(self, table: Table, before: Any, after: Any, seat: int, act: int) -> list[str]:
        facts, dark = dict(self.facts(before)), set[str]()
        kind = table.game.actions.kind_of(act)
        told = [f"{seat}: {kind.to_text(kind.args(act))}"]
        events = events_of(table)
        try:
            if kind.name in self.acts:
                args = kind.to_json(kind.args(act))
                self.acts[kind.name](Line({"seat": seat, **args}, before, after, facts, dark=dark))
            for event in events:
                said, own = spoken(table, event, None), spoken(table, event, owner(table, event))
                told.append(f"  {event['kind']}: {' | '.join(said.values())}")
                same_numbers(said)
                same_numbers(own)
                self.events[event["kind"]](Line(event, before, after, facts, said, own, dark))
            compare({fact: n for fact, n in facts.items() if fact[0] not in dark},
                    {fact: n for fact, n in self.facts(after).items() if fact[0] not in dark})  # fmt: skip
        except AssertionError as error:
            raise AssertionError("\n".join([str(error), *told])) from None  # what was told says more than the calls
        return [event["kind"] for event in events]


def compare(told: Facts, found: Facts) -> None:
    """What the lines tell is what the record has."""
    differ = {
        fact: (told.get(fact, 0), found.get(fact, 0))
        for fact in (*told, *found)
        if told.get(fact, 0) != found.get(fact, 0)
    }
    assert not differ, f"(told, found) {differ}"


def events_of(table: Table) -> list[dict[str, Any]]:
    """The events of the last act, with all their fields."""
    events = []
    for row in table.log[1 : int(table.log[0, 0]) + 1].tolist():
        kind = table.game.events.kinds[row[0]]
        fields = kind.to_json(row[1 : 1 + len(kind.domains)])
        derived = {more.name: more.follows(fields) for more in table.game.events.derived}
        events.append({"kind": kind.name, **fields, **{name: v for name, v in derived.items() if v is not None}})
    return events


def owner(table: Table, event: Mapping[str, Any]) -> int | None:
    """The seat that sees the private fields of an event; None if there are none."""
    domains = table.game.events.by_name[event["kind"]].domains
    return next((event[domain.owner] for domain in domains.values() if domain.owner), None)


def spoken(table: Table, event: Mapping[str, Any], viewer: int | None) -> dict[str, str]:
    """The line of an event as a viewer reads it, by language."""
    domains = table.game.events.by_name[event["kind"]].domains
    hidden = {name: None for name, domain in domains.items() if domain.owner and event[domain.owner] != viewer}
    shown = {**event, **hidden}
    return {lang: table.game.notes.describe(shown, i18n.translator(lang)) for lang in i18n.languages()}


def same_numbers(said: Mapping[str, str]) -> None:
    """A line has the same numbers in every language, in figures or as nouns."""
    numbers = {lang: sorted(NUMBER.findall(in_figures(line))) for lang, line in said.items()}
    assert len({tuple(found) for found in numbers.values()}) == 1, f"other numbers by language: {numbers}"


def in_figures(line: str) -> str:
    """A line with the Polish nouns for numbers in figures."""
    return NOUN.sub(lambda noun: str(NOUNS.index(noun[1]) + 1), line)
