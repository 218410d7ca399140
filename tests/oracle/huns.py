"""Huns as its rules read (N1-N12): slow and plain, the second opinion on the engine.

The game is written as the players go through it: each part is a generator that yields a question (`Ask`) or the wish for
dice (`Roll`) and goes on with the answer. Colours are numbers in colour order, seats 0-3, slots 1-3. Nothing here is shared
with the package, so that a misreading on one side shows as a difference between the two.

Dice come from `chance.rolls`: five faces in colour order at a round's roll, for Bone Caster one for each available die in
colour order [N2.4]. They are taken when they are needed and may be added then: until there are enough the game waits, and
each question to it says how many are missing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tests.oracle.huns_facts import facts
from tests.oracle.huns_position import read_position
from tests.oracle.huns_refusals import why_not
from tests.oracle.huns_table import Ask, Roll
from tests.oracle.huns_things import Chance, Deck, Options, our_deck
from tests.oracle.huns_turn import game, set_up


class Huns:
    """A game of Huns; `chance` gives the order of decks and wagons, the first player and the rolls [N2.4].

    `players` 2-4, `open_sent` [N12.4], `max_rounds` [N8.23]; `deck` is another deck in the form of N9.3.
    """

    def __init__(
        self,
        chance: Chance | None,
        players: int = 2,
        open_sent: bool = False,
        max_rounds: int = 60,
        deck: dict[str, Any] | None = None,
        position: dict[str, Any] | None = None,
    ):
        options, cards = Options(players, open_sent, max_rounds), Deck(deck) if deck else our_deck()
        if position is not None:
            self.table = read_position(position, cards, options)
        elif chance is not None:
            self.table = set_up(chance, cards, options)
        else:
            raise ValueError("a new game needs its chance [N2.4]")
        self.chance = chance or Chance([], [], 0)
        self.rolled: list[int] = []  # faces that were taken
        self.done: list[tuple[int, str]] = []  # acts that were played
        self.origin: dict[str, Any] = {
            "players": players,
            "open_sent": open_sent,
            "max_rounds": max_rounds,
            "deck": deck,
        }
        self.position = position
        self.script = game(self.table)
        self.now: Ask | Roll | None = None
        self.go_on(None)
        for act in (position or {}).get("moves", ()):
            self.play(act)

    @classmethod
    def of_position(cls, position: dict[str, Any], players: int = 2, rolls: Iterable[int] = (), **options: Any) -> Huns:
        """The position is described in huns_position.py; `rolls` are the faces to come."""
        return cls(Chance([], [], 0, deque(rolls)), players, position=position, **options)

    def copy(self) -> Huns:
        """A game of its own at the same decision, with the same faces to come: everything is played again."""
        chance = replace(self.chance, rolls=deque([*self.rolled, *self.chance.rolls]))
        other = Huns(chance, position=self.position, **self.origin)
        for seat, act in self.done:
            other.apply(seat, act)
        return other

    # --- going on ----------------------------------------------------------------------------------------------------

    def go_on(self, answer: str | None) -> None:
        """All that happens by itself, up to the next decision, a roll without faces, or the end."""
        try:
            self.now = next(self.script) if answer is None else self.script.send(answer)
            self.roll()
        except StopIteration:
            self.now = None

    def roll(self) -> None:
        """Dice are rolled as long as there are faces for them."""
        rolls = self.chance.rolls
        while isinstance(self.now, Roll) and len(rolls) >= self.now.dice:
            faces = [rolls.popleft() for _ in range(self.now.dice)]
            if not set(faces) <= {1, 2, 3}:
                raise ValueError(f"rolls: {faces}; faces are 1-3 [N1.1]")
            self.rolled += faces
            self.now = self.script.send(faces)

    def asks(self) -> Ask | None:
        """The decision, None at the end; a roll that waits for faces is an error."""
        try:
            self.roll()
        except StopIteration:
            self.now = None
        if isinstance(self.now, Roll):
            have = len(self.chance.rolls)
            raise LookupError(f"rolls: {self.now.dice} faces are needed, {have} are there; add to chance.rolls [N2.4]")
        return self.now

    # --- what a driver asks ------------------------------------------------------------------------------------------

    def actors(self) -> tuple[int, ...]:
        """The seat that is asked now: never two at once [N11.1]."""
        ask = self.asks()
        return (ask.seat,) if ask else ()

    def legal(self, seat: int) -> list[str]:
        """In the order of N11.4."""
        ask = self.asks()
        return list(ask.options) if ask and ask.seat == seat else []

    def apply(self, seat: int, text: str) -> None:
        if text not in self.legal(seat):
            raise ValueError(why_not(self.table, self.asks(), seat, text))
        self.done.append((seat, text))
        self.go_on(text)

    def play(self, act: str) -> None:
        """An act of the seat that is asked, which led to the position."""
        ask = self.asks()
        if ask is None or act not in ask.options:
            raise ValueError(f"moves: {act}; there are {ask and ask.options}")
        self.go_on(act)

    def result(self) -> tuple[int, ...] | None:
        """The places by seat, shared by who are equal in all; None while the game goes on [N7.2]."""
        self.asks()
        return self.table.places

    def facts(self, viewer: int | None) -> dict[str, Any]:
        """Everything that a seat, or a spectator (None), may see [N12]."""
        return facts(self.table, self.asks(), viewer)
