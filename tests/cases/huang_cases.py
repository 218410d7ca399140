"""Reads the rule cases of Huang, the same for every implementation; their format is told in huang.toml."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tests.cases.reading import check_keys, read_file, read_refusal

SEATS = range(5)
KEYS = {
    *("rule", "name", "players", "options", "position", "chance", "play", "facts", *(f"seen_by_{n}" for n in SEATS)),
    *("legal", "illegal", "exactly", "exactly_for"),
}
COLOURS = ["yellow", "red", "blue", "green", "white"]
TILES = {"yellow": 42, "red": 36, "blue": 24, "green": 24, "white": 12}
PILES = {"market", "out"}  # colours in any order
PILES_BY_SEAT = {"hands", "face_down"}
BEHIND_SCREENS = {"points", "granaries_taken"}


@dataclass
class Case:
    """One case; `seen` is by viewer (None = spectator), in the vocabulary of the oracle's `facts`."""

    rule: str
    name: str
    players: int
    options: dict[str, Any]
    position: dict[str, Any] | None  # None = a new game
    starting_player: int
    bag: list[str]  # from the first to be drawn
    bandits: list[int]
    play: list[str]
    seen: dict[int | None, dict[str, Any]]
    legal: list[str]
    illegal: list[tuple[str, str]]  # and the number of the rule that forbids it
    exactly: list[str] | None
    exactly_for: dict[str, list[str]]  # by the words they begin with

    def __str__(self) -> str:
        return f"{self.rule}-{self.name}"


def load() -> list[Case]:
    raw = read_file("huang.toml")
    return [read_case(case, raw["default_chance"]) for case in raw["case"]]


def read_case(raw: dict[str, Any], default_chance: dict[str, Any]) -> Case:
    check_keys(raw, KEYS)
    chance = {**default_chance, **raw.get("chance", {})}
    options = raw.get("options", {})
    seen: dict[int | None, dict[str, Any]] = {None: raw.get("facts", {})}
    seen |= {seat: raw[f"seen_by_{seat}"] for seat in SEATS if f"seen_by_{seat}" in raw}
    return Case(
        rule=raw["rule"],
        name=raw["name"],
        players=raw.get("players", 2),
        options=options,
        position=raw.get("position"),
        starting_player=chance["starting_player"],
        bag=read_bag(chance["bag"], capitals=19 if options.get("eighteen_kingdoms") else 7),
        bandits=chance["bandits"],
        play=raw.get("play", []),
        seen={viewer: {key: read_fact(key, fact) for key, fact in facts.items()} for viewer, facts in seen.items()},
        legal=raw.get("legal", []),
        illegal=[read_refusal(text) for text in raw.get("illegal", [])],
        exactly=raw.get("exactly"),
        exactly_for={begin: [f"{begin} {end}" for end in ends] for begin, ends in raw.get("exactly_for", {}).items()},
    )


def read_bag(first: str, capitals: int) -> list[str]:
    """The tiles that are told, then all others in the order of colours."""
    rest = Counter(TILES) - Counter({"yellow": capitals})
    rest.subtract(first.split())
    return first.split() + [colour for colour in COLOURS for _ in range(rest[colour])]


def read_fact(key: str, fact: Any) -> Any:
    """Colours are written as one string in any order; "hidden" is what the viewer does not see."""
    if key in PILES:
        return in_order(fact)
    if key in PILES_BY_SEAT:
        return [None if part == "hidden" else in_order(part) for part in fact]
    if key in BEHIND_SCREENS:
        return [None if part == "hidden" else part for part in fact]
    return fact


def in_order(tiles: str) -> str:
    return " ".join(sorted(tiles.split(), key=COLOURS.index))


def as_told(facts: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """Of `facts` what the case tells: of the board only the hexes that it names."""
    told = {key: facts[key] for key in expected}
    if "board" in expected:
        told["board"] = {hex_: facts["board"][hex_] for hex_ in expected["board"]}
    return told
