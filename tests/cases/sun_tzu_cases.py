"""Reads the rule cases of Sun Tzu, the same for every implementation; their format is told in sun_tzu.toml."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from tests.cases.reading import check_keys, read_file, read_refusal

KEYS = {
    *("rule", "name", "options", "position", "chance", "play", "facts", "seen_by_0", "seen_by_1"),
    *("legal", "illegal", "exactly", "exactly_0", "exactly_1"),
}
PROVINCES = ["QIN", "CHU", "JIN-YAN", "HAN-QI", "WU"]
SETS = {"hands", "drawn", "undrawn", "out", "generals", "aside"}  # cards or generals in any order
ROWS = {"orders", "face_up", "decks", "used", "shown"}

Act = tuple[int | None, str]  # None: the only seat that is asked


@dataclass
class Case:
    """One case; `seen` is by viewer (None = spectator), in the vocabulary of the oracle's `facts`."""

    rule: str
    name: str
    options: dict[str, Any]
    position: dict[str, Any] | None  # None = a new game
    displays: list[str]
    decks: tuple[list[str], list[str]]
    events: list[str]
    play: list[Act]
    seen: dict[int | None, dict[str, Any]]
    legal: list[Act]
    illegal: list[tuple[Act, str]]  # and the number of the rule that forbids it
    exactly: dict[int | None, list[str]]

    def __str__(self) -> str:
        return f"{self.rule}-{self.name}"


def load() -> list[Case]:
    raw = read_file("sun_tzu.toml")
    return [read_case(case, raw["default_chance"]) for case in raw["case"]]


def read_case(raw: dict[str, Any], default_chance: dict[str, Any]) -> Case:
    check_keys(raw, KEYS)
    chance = {**default_chance, **raw.get("chance", {})}
    blue, red = (deck.split() for deck in chance["decks"])
    refusals = [read_refusal(text) for text in raw.get("illegal", [])]
    keys: dict[int | None, str] = {None: "", 0: "_0", 1: "_1"}
    facts = {None: raw.get("facts", {}), 0: raw.get("seen_by_0", {}), 1: raw.get("seen_by_1", {})}
    return Case(
        rule=raw["rule"],
        name=raw["name"],
        options=raw.get("options", {}),
        position=raw.get("position"),
        displays=chance["displays"],
        decks=(blue, red),
        events=chance["events"],
        play=[act for text in raw.get("play", []) for act in read_acts(text)],
        seen={viewer: {key: read_fact(key, fact) for key, fact in seen.items()} for viewer, seen in facts.items()},
        legal=[read_act(text) for text in raw.get("legal", [])],
        illegal=[(read_act(text), rule) for text, rule in refusals],
        exactly={seat: raw[f"exactly{key}"] for seat, key in keys.items() if f"exactly{key}" in raw},
    )


def read_act(text: str) -> Act:
    """`1: confirm` -> seat 1; without a seat it is the only one that is asked."""
    match = re.fullmatch(r"([01]): (.+)", text)
    return (None, text) if match is None else (int(match[1]), match[2])


def read_acts(text: str) -> list[Act]:
    """`0: orders 1 2 3 4 5` and `round 1 2 3 4 5 | 1 2 3 4 5` stand for the five orders and the confirmation."""
    if text.startswith("round "):
        blue, red = text.removeprefix("round ").split(" | ")
        return [*confirmed_orders(0, blue), *confirmed_orders(1, red)]
    seat, act = read_act(text)
    if act.startswith("orders "):
        return confirmed_orders(seat, act.removeprefix("orders "))
    return [(seat, act)]


def confirmed_orders(seat: int | None, cards: str) -> list[Act]:
    orders = [f"order {province} {card}" for province, card in zip(PROVINCES, cards.split(), strict=True)]
    return [(seat, act) for act in [*orders, "confirm"]]


def read_fact(key: str, fact: Any) -> Any:
    """Cards are written as one string; "hidden" is what the viewer does not see."""
    if key in SETS:
        return [None if part == "hidden" else sorted(part.split()) for part in fact]
    if key in ROWS:
        return [None if part == "hidden" else read_row(part) for part in fact]
    return fact


def read_row(row: str) -> list[str]:
    """Five places or a deck from the top; "-" is an empty place."""
    return ["none" if card == "-" else card for card in row.split()]
