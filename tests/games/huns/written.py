"""Positions and new games of the rule cases as matches of the engine; dice fall as they are told here."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any

import numpy as np

import tianxia
from tests.games.huns.table import COLOURS, ID, NOTATION, facts_of, game_of_cases
from tests.oracle.huns_things import counted
from tianxia.engine.compiling import py_func
from tianxia.engine.game import Game
from tianxia.engine.randomness import below
from tianxia.games.huns.pieces import CARDS, CURSES, FACES, HOLDERS
from tianxia.games.huns.rules.apply import go_on
from tianxia.games.huns.rules.asking import forget, pop
from tianxia.games.huns.rules.setup import ask_for_start_goods

Position = dict[str, Any]
PLAIN = ("active", "rolled_by", "token", "round", "dice")
EMPTY = ("", "-")


class Told:
    """A match whose dice fall as they are told: before an act that rolls, its random numbers are set to do so."""

    def __init__(self, match: tianxia.Match, rolls: Iterable[int]) -> None:
        self.match, self.rolls = match, deque(rolls)

    @property
    def asked(self) -> int:
        (seat,) = self.match.to_act
        return seat

    def legal(self) -> list[str]:
        if not self.match.to_act:
            return []
        return [NOTATION[number] for number in self.match.legal_ids(self.asked).tolist()]

    def play(self, act: str) -> None:
        twin, log = self.match._states.copy(), self.match.game.new_log()
        if act in self.legal():
            legal, ahead = self.match.legal_ids(self.asked), np.zeros(self.match.game.most_legal, np.int32)
            self.match._quick.step(twin, twin, self.asked, ID[act], log, ahead, legal, len(legal))
            self.load_dice(faces_in(self.match.game, log))
        self.match.play(self.asked, ID[act])

    def load_dice(self, count: int) -> None:
        """So many dice will show the next faces that are told."""
        told = [self.rolls.popleft() for _ in range(count)]
        states = self.match._states.copy()
        states["rng"] = next(rng for rng in range(1 << 30) if told == faces_from(rng, count))
        self.match._states = states

    def go_on(self) -> None:
        """Do what happens by itself at a position at which nobody is asked yet."""
        match = self.match
        twin, log = match._states.copy(), match.game.new_log()
        py_func(go_on)(match.game.table.record_class(twin, 0), log)
        self.load_dice(faces_in(match.game, log))
        match._states["can"] = 0
        py_func(go_on)(match.game.table.record_class(match._states, 0), match.game.new_log())

    def facts(self, viewer: int | None) -> dict[str, Any]:
        result = self.match.result
        return facts_of(self.match.view(viewer)["state"], result, viewer)


class Dice:
    """As much of a record as random numbers need."""

    def __init__(self, rng: int) -> None:
        self.rng = rng


def faces_from(rng: int, count: int) -> list[int]:
    """What so many dice show."""
    dice = Dice(rng)
    return [1 + below(dice, FACES) for _ in range(count)]


def faces_in(made: Game, log: Any) -> int:
    """How many dice were rolled."""
    rows = log[1 : int(log[0, 0]) + 1].tolist()
    return sum(face > 0 for row in rows if made.events.kinds[row[0]].name == "rolled" for face in row[1:])


def at_position(position: Position, players: int, rolls: Iterable[int], options: dict[str, Any]) -> Told:
    """A match at a position of the cases, also one that no game comes to, after what happens by itself and the moves since."""
    made = game_of_cases(players=players, **options)
    written = for_engine(position)
    states = made.completed(written)
    if "known" in position:
        written["known"] = known(states, position["known"])
        states = made.completed(written)
    told = Told(tianxia.Match(made, states, {"position": written}), rolls)
    told.go_on()
    for act in position.get("moves", ()):
        told.play(act)
    return told


def for_engine(position: Position) -> Position:
    """A position of the cases in the fields of the record, without the moves since."""
    written = {key: position[key] for key in PLAIN if key in position}
    for key in ("raided", "ridden"):
        if key in position:
            written[key] = int(position[key])
    written["bound"] = position.get("first_wagon", "none")
    for key in ("spent", "used", "fled"):
        written[key] = position.get(key, "").split()
    written["camp"] = [camp.split() for camp in position.get("camps", [])]
    goods = position.get("goods_on", {})
    written["goods_on"] = [words(goods.get(holder, "")) for holder in HOLDERS]
    return written | cursed_by(position, written["camp"]) | wagons(position) | piles(position)


def words(goods: str | list[int]) -> str:
    """Goods in words; the cases may also tell five counts."""
    return (
        goods if isinstance(goods, str) else " ".join(c for c, n in zip(COLOURS, goods, strict=True) for _ in range(n))
    )


def cursed_by(position: Position, camps: list[list[str]]) -> Position:
    """Who played each Curse, where one is told."""
    if "cursed_by" not in position:
        return {}
    owner = {card: seat for seat, camp in enumerate(camps) for card in camp}
    players = max(2, len(camps))
    usual = {card: (owner[card] + 1) % players for card in CURSES if card in owner}
    return {"cursed_by": [position["cursed_by"].get(card, usual.get(card, -1)) for card in CURSES]}


def wagons(position: Position) -> Position:
    """Wagons with their goods, by slot; those that are sent, face up, in the deck from the bottom."""
    written: Position = {}
    told = [[text.split() or ["none"] for text in slots] for slots in position.get("wagons", [])]
    written["wagons"] = [[name for name, *_ in slots] for slots in told]
    written["load"] = [[lading(goods) for _, *goods in slots] for slots in told]
    written["sent"] = [row.split() for row in position.get("sent", [])]
    if "display" in position:
        written["display"] = ["none" if wagon in EMPTY else wagon for wagon in position["display"].split()]
    written["wagon_deck"] = position.get("wagon_deck", "").split()[::-1]
    return written


def lading(goods: list[str]) -> list[str]:
    """By the colour of the space which goods lie there: `green>blue` is a green good on a blue space."""
    pairs = [(good, space or good) for good, _, space in (word.partition(">") for word in goods)]
    return [" ".join(good for good, on in pairs if on == space) for space in COLOURS]


def piles(position: Position) -> Position:
    """Decks from the top, stashes, Saddlebags, Reserve."""
    written: Position = {"stash": [words(goods) for goods in position.get("stash", [])]}
    decks = position.get("decks", {})
    written["deck"] = [decks.get(colour, "").split() for colour in COLOURS]
    bags = [counted(goods) if isinstance(goods, str) else goods for goods in position.get("saddlebags", [])]
    written["saddlebags"] = words([sum(counts) for counts in zip(*bags, strict=True)]) if bags else ""
    if "reserve" in position:
        written["reserve"] = words(position["reserve"])
    return written


def known(states: Any, told: list[str]) -> list[list[list[str]]]:
    """The places of the cards that each seat knows, where they lie in a deck."""
    decks = [[CARDS[card - 1] for card in deck if card] for deck in states["deck"][0].tolist()]
    return [[[str(deck.index(card) + 1) for card in row.split() if card in deck] for deck in decks] for row in told]


def new_game(
    players: int, options: dict[str, Any], first: int, decks: list[list[str]], stack: list[str], rolls: list[int]
) -> Told:
    """A game laid out with this chance [N2]."""
    made, left = game_of_cases(players=players, **options), list(stack)
    written: Position = {"token": first, "rolled_by": first, "deck": decks}
    written["display"] = [left.pop(0) for _ in range(4)]
    written["wagons"] = [[left.pop(0), left.pop(0)] for _ in range(players)]
    written["wagon_deck"] = left[::-1]
    if players == 2:
        return Told(made.position({**written, "active": first, "dice": rolls[:5]}), rolls[5:])
    states = made.completed({**written, "round": 0, "dice": [0] * 5, "taken_by": [-1] * 5})
    s = made.table.record_class(states, 0)
    for rule in (pop, pop, forget, ask_for_start_goods):
        py_func(rule)(s)
    return Told(tianxia.Match(made, states, {"position": written}), rolls)
