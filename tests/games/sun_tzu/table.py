"""The engine's Sun Tzu for tests, seen in the words of the slow reference."""

from __future__ import annotations

from functools import cache
from typing import Any

import tianxia
from tests.games import table
from tests.games.table import WHOLE, Reading
from tests.oracle.sun_tzu_cards import Chance
from tianxia.engine.fields import SPECTATOR
from tianxia.games.sun_tzu.pieces import CARDS, EVENT_CARDS, PROVINCES
from tianxia.games.sun_tzu.questions import QUESTIONS

GAME = tianxia.load("sun-tzu")
VIEWERS: tuple[int | None, ...] = (0, 1, None)
OPTION_SETS: dict[str, dict[str, Any]] = {
    "normal": {},
    "beginner": {"beginner": True},
    "no generals": {"generals": False},
    "events": {"events": True},
    "early order": {"battle_order": "from_round_2"},
    "army": {"events": True, "light_infantry": "army", "battle_order": "from_round_2"},
    "fixed": {"events": True, "orders": "fixed"},
    "events alone": {"events": True, "generals": False, "orders": "fixed", "light_infantry": "army"},
}

Facts = dict[str, Any]


def words(text: str) -> str:
    """The engine's notation in the words of the rules: `use_b1 QIN CHU` is `use B1 QIN CHU`."""
    head, *rest = text.split()
    if head.startswith("use_"):
        head = f"use {head[4:].upper()}"
    return " ".join([head.replace("_", " "), *rest])


NOTATION = [words(GAME.action(number).text) for number in range(GAME.actions.size)]
ID = {text: number for number, text in enumerate(NOTATION)}


class Table(table.Table):
    """One position."""

    game = GAME

    def reading(self, viewer: int | None) -> Reading:
        """What a viewer sees."""
        return Reading(GAME, self.masked_bytes(viewer), SPECTATOR if viewer is None else viewer)

    def whole(self) -> Reading:
        """All of it."""
        return Reading(GAME, self.bytes.tobytes(), WHOLE)

    def chance(self) -> Chance:
        """All the chance of a game just laid out; cards already drawn lie on top again [S2.5]."""
        s = self.whole()
        decks = []
        for hand, deck in zip(s["hand"], s["deck"], strict=True):
            drawn = [card for card in names(hand) if int(not card.isdigit() or int(card) > 6)]
            decks.append(drawn + [card for card in deck if card != "none"])
        events = s["event_deck"] if s["events"] else list(EVENT_CARDS)
        return Chance(s["displays"], (decks[0], decks[1]), events)

    def facts(self, viewer: int | None) -> Facts:
        """What a viewer sees, in the words of the reference."""
        s = self.reading(viewer)
        actors = list(self.actors)
        return {**common_facts(s, actors, None if actors else self.result()), **own_facts(s, viewer)}


def names(counts: list[int]) -> list[str]:
    """Counts by kind as the sorted names of the cards."""
    return _names(tuple(counts))[:]


@cache
def _names(counts: tuple[int, ...]) -> list[str]:
    return sorted(kind for kind, n in zip(CARDS, counts, strict=True) for _ in range(n))


def own_and_other(values: list[Any], seen: Any) -> list[Any]:
    return [None if value is None else seen(value) for value in values]


def present(labels: list[str]) -> list[str]:
    return [label for label in labels if label != "none"]


def common_facts(s: Any, actors: list[int], result: Any) -> Facts:
    """What everyone sees; `s` gives the fields by name, as a JSON view does."""
    asks = QUESTIONS.parse(s["asks"])
    plain = (
        "round", "figure", "displays", "holder", "event", "unfought", "battle", "revealed", "plagues", "infantry", "pool",
        "reinforcements", "armies", "markers", "used", "face_up", "hand_size", "drawn_size", "deck_size", "unshown",
    )  # fmt: skip
    flags = ("sealed", "pestilence", "physician", "feint")
    flags_by_seat = ("confirmed", "draws_more", "beaten_nine", "beaten_ten")
    return {
        **{name: s[name] for name in plain},
        **{name: bool(s[name]) for name in flags},
        **{name: [bool(value) for value in s[name]] for name in flags_by_seat},
        "decision": f"D{asks + 1}" if s["asks"] != "over" else "over",
        "asked": actors,
        "need": [s["need"], s["need_seat"], s["need_province"], s["missing"]],
        "events_out": present(s["events_out"]),
        "result": list(result) if result else None,
        "out": [names(counts) for counts in s["out"]],
        "shown": [present(shown) for shown in s["shown"]],
    }


def own_facts(s: Any, viewer: int | None) -> Facts:
    """What differs by viewer."""
    sealed, unfought = s["sealed"], s["unfought"]
    lying = ["sealed" if province in unfought else "none" for province in PROVINCES] if sealed else None
    return {
        "hands": own_and_other(s["hand"], names),
        "drawn": own_and_other(s["drawn"], names),
        "undrawn": own_and_other(s["undrawn"], names),
        "generals": own_and_other(s["held"], sorted),
        "aside": own_and_other(s["aside"], sorted),
        "orders": [lying if orders is None else orders for orders in s["laid"]],
        "decks": [deck_as_seen(s, seat, viewer) for seat in (0, 1)],
    }


def deck_as_seen(s: Any, seat: int, viewer: int | None) -> list[str]:
    """From the top, "?" for an unknown card."""
    known = s["known"][seat] if seat == viewer else s["returned"][seat]
    return ["?" if card == "none" else card for card in known[: s["deck_size"][seat]]]


def facts_of_view(view: dict[str, Any], result: Any) -> Facts:
    """The same facts from the JSON view, which is what pages and programs get."""
    s = view["state"]
    return {**common_facts(s, view["to_act"], result), **own_facts(s, view["viewer"])}


# --- positions in the words of the reference and of the cases -----------------------------------------------------------


def moves_of(*sides: str) -> list[tuple[int, str]]:
    """Five orders of each side, in default battle order, and the confirmations."""
    orders = [zip(PROVINCES, cards.split(), strict=True) for cards in sides]
    given = [[(seat, f"order {province} {card}") for province, card in rows] for seat, rows in enumerate(orders)]
    return [act for seat, acts in enumerate(given) for act in [*acts, (seat, "confirm")]]


def match_at(position: dict[str, Any], **options: Any) -> tianxia.Match:
    """A match at a position of the cases."""
    return GAME.with_options(**options).position(position_for_engine(position))


def position_for_engine(position: dict[str, Any]) -> dict[str, Any]:
    """A position in the words of the cases, as `game.position` reads it."""
    given = {**position}
    for name in ("armies", "markers"):
        if name in given:
            given[name] = [[side.get(province, 0) for province in PROVINCES] for side in given[name]]
    for name, field in {"deck": "deck", "generals": "held", "shown": "shown"}.items():
        if name in given:
            given[field] = [row.split() for row in given.pop(name)]
    if "put_under" in given:
        given["fresh"] = [len(deck) - n for deck, n in zip(given["deck"], given.pop("put_under"), strict=True)]
    if "used" in given:
        marked = given.get("markers", [[], []])
        given["used"] = [
            [p for i, p in enumerate(PROVINCES) if p in used or (marked[seat] and marked[seat][i])]
            for seat, used in enumerate(given["used"])
        ]
    if "events" in given:
        left = given.pop("events")
        out = [event for event in EVENT_CARDS if event not in left]
        given |= {"event_deck": out + left, "events_out": out}
    for name in ("beaten_nine", "beaten_ten"):
        if name in given:
            given[name] = [int(value) for value in given[name]]
    return given
