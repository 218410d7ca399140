"""Reads the rule cases of Chu Han, the same for every implementation; their format is told in chu_han.toml."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.cases.reading import check_keys, read_file, read_refusal

Deal = tuple[list[str], list[str], list[str]]
KEYS = {
    *("rule", "name", "position", "play", "facts", "seen_by_0", "seen_by_1", "held_by_0", "held_by_1"),
    *("legal", "illegal", "exactly", "next_deal", "events"),
}
SILENCE = "silence"
OTHER_EVENTS = [
    *(SILENCE, SILENCE, SILENCE, SILENCE, "restraint", "warlords", "hongmen", "hangu", "gaixia", "stabilisation"),
    *("hong_canal", "mandate", "sudden_charge", "wise_counsel"),
]


@dataclass
class Case:
    """One case; `seen` is by viewer (None = spectator), in the vocabulary of the oracle's `facts`."""

    rule: str
    name: str
    position: dict[str, Any] | None  # None = a new game
    deal: Deal  # for every new hand
    fixed_deal: bool  # the case depends on `deal`
    play: list[str] = field(default_factory=list)
    seen: dict[int | None, dict[str, Any]] = field(default_factory=dict)
    hands: list[list[str]] | None = None  # the real hands, whoever sees them
    held: dict[int, list[str]] = field(default_factory=dict)  # what a seat surely knows of the rival's hand
    legal: list[str] = field(default_factory=list)
    illegal: list[tuple[str, str]] = field(default_factory=list)  # notation and the number of the rule that forbids it
    exactly: list[str] | None = None
    event_order: list[str] | None = None  # of all 15; None = a game without events

    def __str__(self) -> str:
        return f"{self.rule}-{self.name}"


def load() -> list[Case]:
    """All cases; those with an order of events need the option."""
    raw = read_file("chu_han.toml")
    return [read_case(case, raw["default_deal"]) for case in raw["case"]]


def read_case(raw: dict[str, Any], default_deal: list[str]) -> Case:
    check_keys(raw, KEYS)
    han, chu, pile = (part.split() for part in raw.get("next_deal", default_deal))
    position = raw.get("position")
    events = read_events(raw.get("events"), position)
    facts = {key: read_fact(key, fact) for key, fact in raw.get("facts", {}).items()}
    hands = facts.pop("hands", None)
    seen: dict[int | None, dict[str, Any]] = {None: facts}
    for seat in (0, 1):
        seen[seat] = {key: read_fact(key, fact) for key, fact in raw.get(f"seen_by_{seat}", {}).items()}
    return Case(
        rule=raw["rule"],
        name=raw["name"],
        position=position,
        deal=(han, chu, pile),
        fixed_deal="next_deal" in raw,
        play=raw.get("play", []),
        seen=seen,
        hands=hands,
        held={seat: sorted(raw[f"held_by_{seat}"].split()) for seat in (0, 1) if f"held_by_{seat}" in raw},
        legal=raw.get("legal", []),
        illegal=[read_refusal(text) for text in raw.get("illegal", [])],
        exactly=raw.get("exactly"),
        event_order=events,
    )


def read_events(order: str | None, position: dict[str, Any] | None) -> list[str] | None:
    """An order of its own or the event of a position turns the option on; that position is in hand 2 if nothing else is said."""
    if order is None and (position is None or "event" not in position):
        return None
    if position is not None:
        position.setdefault("hand_number", 2)
    if order is not None:
        return order.split()
    return order_with(position["event"], position["hand_number"])


def order_with(event: str, hand_number: int) -> list[str]:
    """A Silence first; `event` in that hand, all others as they come [C9.1]."""
    if hand_number == 1 or event == "none":
        return [SILENCE, *OTHER_EVENTS]
    others = list(OTHER_EVENTS)
    others.remove(event)
    return [SILENCE, *others[: hand_number - 2], event, *others[hand_number - 2 :]]


def read_fact(key: str, fact: Any) -> Any:
    """Cards are written as one string; "hidden" is what the viewer does not see."""
    if key in ("hands", "building", "seen", "drawn", "known", "lent"):
        return [None if part == "hidden" else read_seats_part(key, part) for part in fact]
    if key in ("discard", "face_up"):
        return sorted(fact.split())
    if key == "row":
        return fact.split()
    if key == "trick":
        return [[seat, ability, sorted(cards.split())] for seat, ability, cards in fact]
    if key == "declared":
        ability, cards, target = fact
        return [ability, sorted(cards.split()), target]
    return fact


def read_seats_part(key: str, part: Any) -> Any:
    if key in ("hands", "drawn", "known"):
        return sorted(part.split())
    if key == "lent":
        return part
    if key == "seen":
        return part.split()
    ability, cards = part
    return [ability, sorted(cards.split())]
