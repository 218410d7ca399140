"""Reads the rule cases of Huns, the same for every implementation; their format is told in huns.toml."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.cases.reading import check_keys, read_file, read_refusal

OUR_DECK = Path(__file__).parents[2] / "src" / "tianxia" / "games" / "huns" / "deck.json"
WAGONS = Path(__file__).with_name("huns_wagons.json")
DECK: dict[str, Any] = {
    "cards": json.loads(OUR_DECK.read_text(encoding="utf-8"))["cards"],
    "wagons": json.loads(WAGONS.read_text(encoding="utf-8"))["wagons"],
}
"""The deck of the cases [N9.3]: our cards with other wagons, so that the rules' cases stay when ours are balanced."""
COLOURS = ["blue", "red", "green", "black", "yellow"]
SEATS = range(4)
KEYS = {
    *("rule", "name", "players", "options", "position", "chance", "rolls", "play", "facts"),
    *(f"seen_by_{n}" for n in SEATS),
    *("legal", "illegal", "exactly"),
}
BY_SEAT = {"camps", "wagons", "sent", "stash", "saddlebags", "points"}
BY_COLOUR = {"dice", "deck_sizes", "reserve", "hand", "seen"}
WORDS = {"spent", "used", "fled"}


@dataclass
class Case:
    """One case; `seen` is by viewer (None = spectator), in the vocabulary of the oracle's `facts`."""

    rule: str
    name: str
    players: int
    options: dict[str, Any]
    position: dict[str, Any] | None  # None = a new game
    first: int
    decks: list[list[str]]  # by colour, from the top
    wagons: list[str]  # from the top
    rolls: list[int]
    play: list[str]
    seen: dict[int | None, dict[str, Any]]
    legal: list[str]
    illegal: list[tuple[str, str]]  # and the number of the rule that forbids it
    exactly: list[str] | None

    def __str__(self) -> str:
        return f"{self.rule}-{self.name}"


def load() -> list[Case]:
    raw = read_file("huns.toml")
    return [read_case(case, raw["default_chance"]) for case in raw["case"]]


def read_case(raw: dict[str, Any], default_chance: dict[str, Any]) -> Case:
    check_keys(raw, KEYS)
    players = raw.get("players", 2)
    chance = {**default_chance, **raw.get("chance", {})}
    cards = [card for card in DECK["cards"] if card["min_players"] <= players]
    seen: dict[int | None, dict[str, Any]] = {None: raw.get("facts", {})}
    seen |= {seat: raw[f"seen_by_{seat}"] for seat in SEATS if f"seen_by_{seat}" in raw}
    return Case(
        rule=raw["rule"],
        name=raw["name"],
        players=players,
        options=raw.get("options", {}),
        position=raw.get("position"),
        first=chance["first"],
        decks=[
            first_and_rest(chance["decks"].get(colour, ""), [card["id"] for card in cards if card["colour"] == colour])
            for colour in COLOURS
        ],
        wagons=first_and_rest(chance["wagons"], [wagon["id"] for wagon in DECK["wagons"]]),
        rolls=raw.get("rolls", default_chance["rolls"]),
        play=raw.get("play", []),
        seen={viewer: {key: read_fact(key, fact) for key, fact in facts.items()} for viewer, facts in seen.items()},
        legal=raw.get("legal", []),
        illegal=[read_refusal(text) for text in raw.get("illegal", [])],
        exactly=raw.get("exactly"),
    )


def first_and_rest(told: str, things: list[str]) -> list[str]:
    first = told.split()
    return first + [thing for thing in things if thing not in first]


# --- facts ---------------------------------------------------------------------------------------------------------------


def read_fact(key: str, fact: Any) -> Any:
    """Into the form of the oracle; a table keeps only the seats, colours or cards that it names."""
    if key in WORDS:
        return fact.split()
    if key == "display":
        return ["" if wagon == "-" else wagon for wagon in fact.split()]
    if key == "hand" and isinstance(fact, str):
        return counts(fact)
    if key == "goods_on":
        return {card: counts(goods) for card, goods in fact.items()}
    if key in BY_SEAT and isinstance(fact, dict):
        return {int(seat): read_part(key, part) for seat, part in fact.items()}
    if key in BY_SEAT and isinstance(fact, list):
        return [read_part(key, part) for part in fact]
    if key in BY_COLOUR and isinstance(fact, dict):
        return {COLOURS.index(colour): part.split() if key == "seen" else part for colour, part in fact.items()}
    return fact


def read_part(key: str, part: Any) -> Any:
    """What a seat has; a number of sent wagons stays one."""
    if key == "wagons":
        return [read_wagon(text) for text in [*part, "", "", ""][:3]]
    if key in ("stash", "saddlebags"):
        return counts(part)
    return part.split() if isinstance(part, str) else part


def counts(goods: str | list[int]) -> list[int]:
    """`red red blue` as five counts."""
    return [goods.split().count(colour) for colour in COLOURS] if isinstance(goods, str) else goods


def read_wagon(text: str) -> str:
    """`W08 green red` as "W08 red>red green>green": in the order of spaces, then of goods."""
    name, *goods = text.split() or [""]
    pairs = [word if ">" in word else f"{word}>{word}" for word in goods]
    order = sorted(pairs, key=lambda pair: [COLOURS.index(colour) for colour in reversed(pair.split(">"))])
    return " ".join([name, *order])


def as_told(facts: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """Of `facts` what the case tells: of a table only what it names, of a deck only its top or its end."""
    return {key: part_told(key, facts[key], told) for key, told in expected.items()}


def part_told(key: str, fact: Any, told: Any) -> Any:
    if not isinstance(told, dict) or fact is None:
        return fact
    if key == "goods_on":
        return {card: fact.get(card, [0] * 5) for card in told}
    if key == "points":
        return {seat: {item: fact[seat][item] for item in items} for seat, items in told.items()}
    if key == "seen":
        return {colour: as_long(fact[colour], words) for colour, words in told.items()}
    return {name: fact[name] for name in told}


def as_long(cards: list[str], told: list[str]) -> list[str]:
    """As many cards as are told: from the top, or after "..." the last ones."""
    if told[0] == "...":
        return ["...", *cards[len(cards) - len(told) + 1 :]]
    return cards[: len(told)]
