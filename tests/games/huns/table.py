"""The engine's Huns for tests, seen in the words of the slow reference."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

import tianxia
from tests.cases.huns_cases import DECK
from tests.games import table
from tests.oracle.huns_things import COLOURS, NOWHERE, Chance
from tianxia.engine.fields import named
from tianxia.engine.game import Game
from tianxia.games.huns.deck import read
from tianxia.games.huns.pieces import CARDS, CURSES, HOLDERS, WAGONS
from tianxia.games.huns.state import ITEMS

OPTION_SETS: dict[str, dict[str, Any]] = {
    "2": {"players": 2},
    "3": {"players": 3},
    "4": {"players": 4},
    "2, open": {"players": 2, "open_sent": True},
    "4, short": {"players": 4, "max_rounds": 4},
}
MOMENTS = {
    "set_up": ("start_good",),
    "before_die": ("before_die",),
    "after_die": ("after_die",),
    "cards_drawn": ("drawn",),
    "curse_to_play": ("victim",),
    "curse_arrives": ("flee",),
    "colour": (
        "amulet", "quartermaster", "merchant", "needed", "bribed", "charge", "ritual_goods", "levy", "encircle",
    ),
    "placing": ("place",),
    "card_goods": ("put",),
    "surplus": ("keep",),
    "new_wagon": ("new_wagon",),
    "take": ("sweep", "ambush", "ambush_again", "encircled", "outrider", "thieves"),
    "card": ("bribe", "ritual"),
    "swap": ("swap",),
    "fast_loading": ("fast_loading", "fast_loading_again"),
    "send": ("send_full",),
    "order": ("curse_effects", "send_effects"),
    "goth_spy": ("spy",),
    "after_action": ("after_action",),
}  # fmt: skip
"""The questions, by the moment of N11.3 that they are."""
MOMENT = {question: moment for moment, questions in MOMENTS.items() for question in questions} | {"take": "colour"}

Facts = dict[str, Any]


@cache
def game(**options: Any) -> Game:
    return tianxia.load("huns", **options)


@cache
def game_of_cases(**options: Any) -> Game:
    """The game with the deck of the rule cases: what is told of its wagons does not depend on how ours are balanced."""
    return replace(game(**options), load_assets=read(json.dumps(DECK)).load_assets)


ANY = game()
NOTATION = [kind.to_text(kind.args(n)) for kind in ANY.actions.kinds for n in range(kind.start, kind.start + kind.size)]
ID = {text: number for number, text in enumerate(NOTATION)}


def taking(die: str, value: int, position: Facts, *acts: str) -> Facts:
    """A written position in whose turn seat 0 took a die with this value, and acted."""
    dice = list(position.get("dice", (1, 2, 3, 1, 2)))
    dice[COLOURS.index(die)] = value
    return {**position, "dice": dice, "moves": [[0, act] for act in (f"die {die}", *acts)]}


class Whole(dict[str, Any]):
    """All of a record, hidden facts too, in the form of JSON views; a field is read when it is asked for."""

    def __init__(self, states: Any) -> None:
        super().__init__()
        self.states = states

    def __missing__(self, name: str) -> Any:
        self[name] = named(ANY.table.by_name[name], self.states[name][0])
        return self[name]


class Table(table.Table):
    """One position; `game` is set by who makes it."""

    game = ANY

    @classmethod
    def of(cls, options: dict[str, Any], seed: int) -> Table:
        made = game(**options)
        return cls.at(made, made.new(seed)._states)

    @classmethod
    def at(cls, made: Game, states: Any) -> Table:
        return type("Table", (cls,), {"game": made})(states)  # type: ignore[no-any-return]

    @property
    def players(self) -> int:
        return int(self.states["players"][0])

    @property
    def question(self) -> str:
        """The kind of question that is next."""
        return str(self.asks["kind"])

    @property
    def asks(self) -> Facts:
        """What is asked, with its arguments by name."""
        return ANY.questions.to_json(ANY.table.asked(self.states))

    def whole(self) -> Whole:
        """All of it."""
        return Whole(self.states.copy())

    def chance(self) -> Chance:
        """All the chance of a game just laid out, the first roll too where there is no start good [N2.4]."""
        s = self.states[0]
        wagons = [*s["display"], *(s["wagons"][seat, slot] for seat in range(self.players) for slot in range(2))]
        chance = Chance(
            [[CARDS[card - 1] for card in deck if card] for deck in s["deck"].tolist()],
            [WAGONS[int(wagon) - 1] for wagon in wagons] + self.wagon_deck(),
            int(s["token"]),
        )
        chance.rolls.extend(s["dice"][s["dice"] > 0].tolist())
        return chance

    def wagon_deck(self) -> list[str]:
        """From the top."""
        s = self.states[0]
        return [WAGONS[wagon - 1] for wagon in s["wagon_deck"][: int(s["wagons_left"])][::-1].tolist()]

    def events(self) -> list[tuple[str, list[int]]]:
        """The events of the last act."""
        kinds = self.game.events.kinds
        return [(kinds[row[0]].name, row[1:]) for row in self.log[1 : int(self.log[0, 0]) + 1].tolist()]

    def rolled(self) -> list[int]:
        """Faces rolled by the last act, in that order."""
        return [face for name, args in self.events() if name == "rolled" for face in args if face]

    def facts(self, viewer: int | None) -> Facts:
        """What a viewer sees, in the words of the reference."""
        return facts_of(self.view(viewer)["state"], None if self.actors else self.result(), viewer)


def facts_of(s: Facts, result: tuple[int, ...] | None, viewer: int | None) -> Facts:
    """A view's state in the reference's words."""
    n = s["players"]
    return {**course(s, result, n), **middle(s, viewer), **camps(s, n), **wagons(s, n)}


def asked(s: Facts) -> Facts:
    """What is asked, with its arguments by name, from the stack that a view shows."""
    return ANY.questions.to_json(ANY.questions.parse(s["asks"][s["depth"] - 1])) if s["depth"] else {"kind": NOWHERE}


def course(s: Facts, result: tuple[int, ...] | None, n: int) -> Facts:
    names = ("value", "round", "dice", "action", "token", "rolled_by", "die")
    return {
        **{name: s[name] for name in names},
        "decision": MOMENT[asked(s)["kind"]] if result is None else "over",
        "asked": s["asked"],
        "active": s["active"] if s["active"] >= 0 else s["rolled_by"],
        "raided": bool(s["raided"]),
        "round": max(1, s["round"]),
        "spent": sorted(s["spent"]),
        "waiting": s["waiting_seat"][: s["n_waiting"]],
        "points": [account(row) for row in s["account"][:n]] if result else None,
        "result": list(result) if result else None,
    }


def account(row: list[int]) -> Facts:
    return {**dict(zip(ITEMS, row, strict=True)), "total": sum(row)}


def middle(s: Facts, viewer: int | None) -> Facts:
    asks = asked(s)
    seen = [[NOWHERE] * size for size in s["deck_size"]] if viewer is None else s["seen"][viewer]
    return {
        "deck_sizes": s["deck_size"],
        "seen": [
            ["?" if card == NOWHERE else card for card in deck[:size]]
            for deck, size in zip(seen, s["deck_size"], strict=True)
        ],
        "drawn": asks["count"] if asks["kind"] == "drawn" else 0,
        "curse": asks["card"] if asks["kind"] in ("victim", "flee") else NOWHERE,
        "reserve": s["reserve"],
        "hand": s["hand"],
        "display": ["" if wagon == NOWHERE else wagon for wagon in s["display"]],
        "wagon_deck_size": s["wagons_left"],
    }


def camps(s: Facts, n: int) -> Facts:
    lying = {card for camp in s["camp"][:n] for card in camp}
    return {
        "camps": s["camp"][:n],
        "used": sorted(s["used"]),
        "fled": sorted(s["fled"]),
        "goods_on": {card: goods for card, goods in zip(HOLDERS, s["goods_on"], strict=True) if any(goods)},
        "cursed_by": {card: seat for card, seat in zip(CURSES, s["cursed_by"], strict=True) if card in lying},
        "stash": s["stash"][:n],
        "saddlebags": [s["saddlebags"] if "E05" in camp else [0] * len(COLOURS) for camp in s["camp"][:n]],
    }


def wagons(s: Facts, n: int) -> Facts:
    return {
        "wagons": [
            [said(wagon, load) if wagon != NOWHERE else "" for wagon, load in zip(*rows, strict=True)]
            for rows in zip(s["wagons"][:n], s["load"][:n], strict=True)
        ],
        "sent": [
            s["sent_size"][seat] if sent is None else [wagon for wagon in sent if wagon != "none"]
            for seat, sent in enumerate(s["sent"][:n])
        ],
    }


def said(wagon: str, load: list[list[int]]) -> str:
    """Its goods by the colour of their space, each as good>space."""
    lading = [
        f"{COLOURS[good]}>{COLOURS[space]}"
        for space, row in enumerate(load)
        for good, k in enumerate(row)
        for _ in range(k)
    ]
    return " ".join([wagon, *lading])
