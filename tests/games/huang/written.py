"""Positions and new games of the rule cases as matches of the engine; the bag has an order here."""

from __future__ import annotations

from collections import Counter
from typing import Any

import tianxia
from tests.games.huang.table import COLOURS, ID, MAPS, NOTATION, colours_drawn, facts_of, game, listed
from tests.oracle.huang_map import name, names, spots
from tianxia.engine.compiling import py_func
from tianxia.engine.game import Game
from tianxia.games.huang.pieces import HAND, LOCATIONS, PAGODAS, SEATS
from tianxia.games.huang.rules.turn import sorted_totals

Position = dict[str, Any]
PLAIN = ("points", "granaries_taken", "active", "actions_done", "quiet_turns", "market", "face_down")


class Told:
    """A match whose bag is drawn from in the order that is told: what the engine drew is exchanged."""

    def __init__(self, match: tianxia.Match, bag: list[str]) -> None:
        self.match, self.bag = match, bag

    @property
    def asked(self) -> int:
        (seat,) = self.match.to_act
        return seat

    def legal(self) -> list[str]:
        if not self.match.to_act:
            return []
        return [NOTATION[number] for number in self.match.legal_ids(self.asked).tolist()]

    def play(self, act: str) -> None:
        self.match.play(self.asked, ID[act])
        kinds = self.match.game.events.kinds
        for step, index, args in self.match._events_from(0):
            if step == self.match.step_count and kinds[index].name == "drew":
                self.exchange(self.match._states["hand"][0, args[0]], colours_drawn(args))
            elif step == self.match.step_count and kinds[index].name == "market_filled":
                self.exchange(self.match._states["market"][0], args)
        if not self.match.to_act:
            self.match._states["hands"] = self.match._states["hand"]
        self.match._states = self.match._states.copy()  # another record than the match knows
        assert Counter(self.bag) == Counter(listed(self.match._states["bag"][0]))

    def exchange(self, pile: Any, drawn: tuple[int, ...]) -> None:
        """The pile has the next tiles of the bag instead of those that the engine drew."""
        told, self.bag = self.bag[: sum(drawn)], self.bag[sum(drawn) :]
        for i, colour in enumerate(COLOURS):
            pile[i] += told.count(colour) - drawn[i]
            self.match._states["bag"][0, i] -= told.count(colour) - drawn[i]

    def facts(self, viewer: int | None) -> dict[str, Any]:
        match = self.match
        s = match.game.table.record_class(match._states, 0)
        final = [list(py_func(sorted_totals)(s, seat)) for seat in range(match.game.seats)]
        return {**facts_of(match.view(viewer)["state"], match.result, viewer), "final": final}


def at_position(position: Position, players: int, options: dict[str, Any], checked: bool = True) -> Told:
    made = game(players=players, **options)
    match = started(made, for_engine(made, position), checked)
    return Told(match, position["bag"].split() if "bag" in position else listed(match._states["bag"][0]))


def started(made: Game, position: Position, checked: bool) -> tianxia.Match:
    """A match from a position; without the check also from one that no game comes to."""
    return made.position(position) if checked else tianxia.Match(made, made.completed(position), {"position": position})


def for_engine(made: Game, position: Position) -> Position:
    """A position of the cases in the fields of the record."""
    written = {key: position[key] for key in PLAIN if key in position}
    leaders = [[seat.get(colour, "none") for colour in COLOURS] for seat in position.get("leaders", [])]
    written["leaders"] = leaders
    written["bandit_tiles"] = [position.get("bandits", {}).get(str(n + 1), 0) for n in range(LOCATIONS)]
    written["tiles"] = tiles(made, position, [at for seat in leaders for at in seat])
    written["pagodas"] = pagodas(position.get("pagodas", []))
    for told, name_ in (("hands", "hand"), ("bag", "bag"), ("set_aside", "aside")):
        if told in position:
            written[name_] = position[told]
    if "granaries" in position:
        written["granaries"] = position["granaries"].split()
    if "palace" in position:
        written["palace_at"] = shape(position["palace"])
    return written


def tiles(made: Game, position: Position, leaders: list[str]) -> list[list[str]]:
    """A capital has its tile unless it is bare or something else lies there."""
    lying = [position.get("tiles", {}).get(colour, "").split() for colour in COLOURS]
    taken = {*position.get("bare", "").split(), *leaders, *(hex_ for hexes in lying for hex_ in hexes)}
    map_ = MAPS[bool(made.options["eighteen_kingdoms"])]
    lying[0] += [name(capital) for capital in sorted(map_.capitals) if name(capital) not in taken]
    return lying


def shape(hexes: str) -> str:
    """The place of a building, in reading order."""
    return names(sorted(spots(hexes))).replace(" ", "+")


def pagodas(told: list[str]) -> list[str]:
    """By pagoda where it is."""
    places = {colour: [shape(text.partition(" ")[2]) for text in told if text.startswith(colour)] for colour in COLOURS}
    return [places[COLOURS[colour]].pop(0) if places[COLOURS[colour]] else "none" for colour in PAGODAS]


def new_game(players: int, options: dict[str, Any], first: int, bag: list[str], bandits: list[int]) -> Told:
    """A game laid out with this chance [H2.6]."""
    made, left = game(players=players, **options), list(bag)

    def draw(n: int) -> str:
        drawn, left[:n] = left[:n], []
        return " ".join(drawn)

    position: Position = {"active": first, "aside": draw(24 if options.get("short_game") else 0)}
    hands = [""] * SEATS
    for i in range(players):
        hands[(first + i) % players] = draw(HAND)
    position |= {"hand": hands, "market": draw(HAND), "bag": " ".join(left)}
    if options.get("bandits"):
        pairs = dict(zip(bandits[::2], bandits[1::2], strict=True))
        position["bandit_tiles"] = [pairs.get(n + 1, 0) for n in range(LOCATIONS)]
    return Told(made.position(position), left)
