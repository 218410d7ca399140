"""The engine's Huang for tests, seen in the words of the slow reference."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import tianxia
from tests.games import table
from tests.oracle.huang_map import BASE, EIGHTEEN_KINGDOMS, Map, load_map
from tests.oracle.huang_things import COLOURS, DYNASTIES, NOWHERE, Chance
from tianxia.engine.game import Game
from tianxia.games.huang.pieces import BANDITS, PAGODAS
from tianxia.games.huang.questions import QUESTIONS

MODULES: dict[str, dict[str, Any]] = {
    "base": {},
    "bandits": {"bandits": True},
    "kingdoms": {"eighteen_kingdoms": True},
    "palace": {"palace": True},
    "bandits and palace": {"bandits": True, "palace": True},
    "kingdoms and palace": {"eighteen_kingdoms": True, "palace": True},
}
OPTION_SETS: dict[str, dict[str, Any]] = {
    **{f"{n}, {name}": {"players": n, **options} for n in (2, 3, 4, 5) for name, options in MODULES.items()},
    **{f"short, {name}": {"players": 2, "short_game": True, **options} for name, options in MODULES.items()},
    "2, open, quick stall": {"players": 2, "open_points": True, "stall_turns": 3},
    "5, open, never stalls": {"players": 5, "open_points": True, "stall_turns": 0},
}
MAPS = {False: load_map(BASE), True: load_map(EIGHTEEN_KINGDOMS)}

Facts = dict[str, Any]


def map_of(options: dict[str, Any]) -> Map:
    return MAPS[bool(options.get("eighteen_kingdoms"))]


@cache
def game(**options: Any) -> Game:
    return tianxia.load("huang", **options)


ANY = game()


def words(text: str) -> str:
    """The engine's notation in the words of the rules: `pagoda A1+B1+B2` is `pagoda A1 B1 B2`, sorted as there."""
    head, *rest = text.split()
    if head in ("pagoda", "palace", "move"):
        rest = rest[0].split("+")
    return " ".join([head.replace("_", " "), *rest])


NOTATION = [words(ANY.action(number).text) for number in range(ANY.actions.size)]
ID = {text: number for number, text in enumerate(NOTATION)}


class Table(table.Table):
    """One position; `game` is set by who makes it."""

    game = ANY

    @classmethod
    def of(cls, options: dict[str, Any], seed: int) -> Table:
        made = game(**options)
        return type("Table", (cls,), {"game": made})(made.new(seed)._states)  # type: ignore[no-any-return]

    @property
    def players(self) -> int:
        return int(self.states["players"][0])

    def chance(self) -> Chance:
        """All the chance of a game just laid out; the bag's first tiles are those already drawn [H2.6]."""
        s = self.states[0]
        first = int(s["active"])
        piles = [s["aside"], *(s["hand"][(first + i) % self.players] for i in range(self.players)), s["market"]]
        bandits: list[int] = []
        for location, tile in enumerate(s["bandit_tiles"].tolist()):
            bandits += [location + 1, tile] if tile else []
        return Chance(
            first, [tile for pile in [*piles, s["bag"]] for tile in listed(pile)], bandits or list(range(1, 11))
        )

    def drawn(self) -> list[str]:
        """Tiles drawn by the last action, in that order."""
        tiles = []
        for row in self.log[1 : int(self.log[0, 0]) + 1].tolist():
            kind = self.game.events.kinds[row[0]]
            if kind.name in ("drew", "market_filled"):
                counts = colours_drawn(row[1:]) if kind.name == "drew" else row[1:]
                tiles += [colour for colour, n in zip(COLOURS, counts, strict=False) for _ in range(n)]
        return tiles

    def bag(self) -> list[str]:
        return listed(self.states["bag"][0])

    def facts(self, viewer: int | None) -> Facts:
        """What a viewer sees, in the words of the reference."""
        result = None if self.actors else self.result()
        return facts_of(self.view(viewer)["state"], result, viewer)


def colours_drawn(args: Sequence[int]) -> tuple[int, ...]:
    """Of each colour how many tiles the event `drew` tells of."""
    _seat, tiles, *counts = args[: len(COLOURS) + 1]
    return (*counts, tiles - sum(counts))


def listed(counts: Any) -> list[str]:
    return [colour for colour, n in zip(COLOURS, counts.tolist(), strict=True) for _ in range(n)]


def in_words(counts: list[int] | None) -> str | None:
    if counts is None:
        return None
    return " ".join(colour for colour, n in zip(COLOURS, counts, strict=True) for _ in range(n))


def facts_of(s: Facts, result: tuple[int, ...] | None, viewer: int | None) -> Facts:
    """A view's state in the reference's words: there a war is over when its price is being paid."""
    n = s["players"]
    if s["asks"] == "price":
        given = sum(max(0, tiles) for tiles in s["committed"]) if s["conflict"] == "war" else 0
        out = [tiles + given * (colour == "red") for colour, tiles in zip(COLOURS, s["out"], strict=True)]
        s = {**s, "conflict": "none", "committed": [-1] * len(s["committed"]), "out": out}
    return {**course(s, result), **on_board(s), **beside_board(s), **behind_screens(s, result, n)}


def course(s: Facts, result: tuple[int, ...] | None) -> Facts:
    asks = QUESTIONS.parse(s["asks"])
    sides = s["side_hex"][: s["n_sides"]] if s["conflict"] == "war" else []
    return {
        "decision": "over" if s["asks"] == "over" else f"H13.{asks + 1}",
        "asked": s["asked"],
        "active": s["active"],
        "actions_done": s["actions_done"],
        "replaced": s["replaced"],
        "conflict": "none" if s["conflict"] == "bandits" else s["conflict"],
        "sides": sides,
        "totals": s["totals"][: {"revolt": 2, "war": len(sides)}.get(s["conflict"], 0)],
        "commitments": [said(s, seat) for seat in range(s["players"])],
        "must_go": s["must_go"],
        "quiet_turns": s["quiet_turns"],
        "result": list(result) if result else None,
        "winner": winner(result),
    }


def winner(result: tuple[int, ...] | None) -> int:
    return result.index(1) if result and result.count(1) == 1 else -1


def said(s: Facts, seat: int) -> str:
    if s["committed"][seat] < 0:
        return NOWHERE
    given = str(s["committed"][seat]) + " leader" * s["helped"][seat]
    if s["conflict"] == "revolt":
        return given
    side = s["supports"][seat]
    return f"{s['side_hex'][side]} {given}" if side >= 0 else "nothing"


def on_board(s: Facts) -> Facts:
    board = dict.fromkeys(sorted({*s["land"], *s["river"]}), "empty")
    for colour, hexes in zip(COLOURS, s["tiles"], strict=True):
        board |= dict.fromkeys(hexes, colour)
    for seat, leaders in enumerate(s["leaders"]):
        board |= {h: f"{colour} leader {seat}" for colour, h in zip(COLOURS, leaders, strict=True) if h != "none"}
    for location, tile in zip(s["locations"], s["bandit_tiles"], strict=True):
        board |= dict.fromkeys(location if tile else (), "bandits")
    pagodas = zip(PAGODAS, s["pagodas"], strict=True)
    return {
        "board": board,
        "leaders": [
            {colour: h for colour, h in zip(COLOURS, s["leaders"][seat], strict=True) if h != "none"}
            for seat in range(s["players"])
        ],
        "pagodas": sorted(f"{COLOURS[colour]} {at.replace('+', ' ')}" for colour, at in pagodas if at != "none"),
        "palace": s["palace_at"].replace("+", " "),
        "granaries": " ".join(s["granaries"]),
        "bandits": {str(i + 1): BANDITS[tile - 1] for i, tile in enumerate(s["bandit_tiles"]) if tile},
    }


def beside_board(s: Facts) -> Facts:
    n = s["players"]
    supply = [0] * len(COLOURS)
    for colour, at in zip(PAGODAS, s["pagodas"], strict=True):
        supply[colour] += at == "none"
    return {
        "dynasties": DYNASTIES[:n],
        "supply": supply,
        "market": in_words(s["market"]),
        "out": in_words(s["out"]),
        "bag_size": s["bag_size"],
        "set_aside_size": s["aside_size"],
        "hand_size": s["hand_size"][:n],
        "face_down_size": s["face_down_size"][:n],
    }


def behind_screens(s: Facts, result: tuple[int, ...] | None, n: int) -> Facts:
    return {
        "hands": [in_words(hand) for hand in (s["hands"] if result else s["hand"])[:n]],
        "face_down": [in_words(tiles) for tiles in s["face_down"][:n]],
        "points": s["points"][:n],
        "granaries_taken": s["granaries_taken"][:n],
    }
