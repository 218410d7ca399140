"""The engine's Chu Han for tests: one record, stepped without the comfort of a match, seen in the reference's words."""

from __future__ import annotations

import struct
from functools import cache
from itertools import islice
from typing import Any, ClassVar

import numpy as np

import tianxia
from tests.games import table
from tianxia.engine import _entries as entries
from tianxia.games.chu_han.cards import EVENT_CARDS, EVENT_LABELS, KIND_LABELS, KINDS, NUMBERS
from tianxia.games.chu_han.questions import CANCEL, GIVE, QUESTIONS

GAME = tianxia.load("chu-han")
WITH_EVENTS = tianxia.load("chu-han", events=True)
OPTION_SETS: dict[str, dict[str, Any]] = {
    "plain": {},
    "events": {"events": True},
    "campaign": {"campaign": "river_and_hill"},
    "both": {"events": True, "campaign": "river_and_hill"},
}
GAMES = {name: tianxia.load("chu-han", **options) for name, options in OPTION_SETS.items()}
STAGE_WORDS = {name: "take" if name == "mandate" else name for name in QUESTIONS.by_name}
"""As the reference says it."""
DRAWN = 2
NOTATION = [GAME.action(number).text for number in range(GAME.actions.size)]
ID = {text: number for number, text in enumerate(NOTATION)}
VIEWERS: tuple[int | None, ...] = (0, 1, None)

Facts = dict[str, Any]


@cache
def names(counts: bytes) -> list[str]:
    """Counts by kind as the sorted names of the cards."""
    return sorted(kind for kind, n in zip(KINDS, counts, strict=True) for _ in range(n))


@cache
def cards_of(kinds: int, size: int, *others: int) -> list[str]:
    """The sorted names of the cards of a set and of other cards (labels): a lone plain kind makes up the size."""
    cards = [kind for i, kind in enumerate(KINDS) if kinds >> i & 1]
    plain = [kind for kind in cards if kind in NUMBERS[1:]]
    if len(plain) == 1:
        cards += plain * (size - len(cards))
    assert len(cards) == size
    return sorted(cards + [KIND_LABELS[label] for label in others if label])


@cache
def labels(places: bytes) -> list[str]:
    return [KIND_LABELS[place] for place in places]


def labels_of_events(places: bytes) -> list[str]:
    return [EVENT_LABELS[place] for place in places]


class Seen:
    """A record as bytes, whole or masked: its fields without the price of NumPy's."""

    SCALARS = tuple(f.name for f in GAME.table.fields if not f.shape and f.dtype == "i8")
    SPANS: ClassVar = {
        f.name: slice(start, start + f.size)
        for f in GAME.table.fields
        for start in (GAME.table.dtype.fields[f.name][1],)
        if f.shape
    }

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.__dict__.update(zip(self.SCALARS, struct.unpack_from(f"={len(self.SCALARS)}q", raw), strict=True))

    @property
    def states(self) -> Any:
        return np.frombuffer(self.raw, GAME.table.dtype)

    def array(self, name: str, row: int = 0, rows: int = 1) -> bytes:
        """A row of a field of small numbers."""
        span = self.SPANS[name]
        width = (span.stop - span.start) // rows
        return self.raw[span.start + row * width : span.start + (row + 1) * width]

    def words(self, name: str) -> tuple[int, ...]:
        raw = self.array(name)
        return struct.unpack(f"={len(raw) // 4}i", raw)

    @property
    def score(self) -> list[int]:
        return list(struct.unpack("=2h", self.array("score")))

    @property
    def looked_at(self) -> int:
        """The pair that Hong Canal lets a seat look at: the engine leaves it on the pile till one card is given."""
        return DRAWN if self.asks == GIVE else 0

    @property
    def top(self) -> int:
        """Places of the pile as dealt that are empty, in the words of the reference: a pair looked at has left it."""
        return len(self.array("pile")) - self.pile_size + self.looked_at

    def common_facts(self) -> Facts:
        """What everyone sees, in the vocabulary of the slow reference."""
        declared, target = self.declared_ability, self.declared_target
        kinds, size = self.words("trick_kinds"), self.array("trick_size")
        trick = zip(self.array("trick_seat"), self.array("trick_ability"), kinds, size, strict=True)
        return {
            "score": self.score,
            "hand_size": list(self.array("hand_size")),
            "pile_size": self.pile_size - self.looked_at,
            "discard": names(self.array("discard")),
            "decrees_left": self.decrees_left,
            "decrees_taken": list(self.array("decrees_taken")),
            "trick": [
                [seat, KIND_LABELS[ability], cards_of(kinds, size, ability)]
                for seat, ability, kinds, size in islice(trick, self.plays)
            ],
            "to_beat": [self.to_beat_value, self.to_beat_size],
            "stage": STAGE_WORDS[QUESTIONS.text(self.asks)],
            "turn": self.turn,
            "actor": 1 - self.turn if self.asks == CANCEL else self.turn,
            "leader": self.leader,
            "doubled": bool(self.doubled),
            "opened": [bool(opened) for opened in self.array("opened")],
            "declared": [
                KIND_LABELS[declared],
                cards_of(self.declared_kinds, self.declared_size, declared, target),
                KIND_LABELS[target],
            ],
            "hand_number": self.hand_number,
            "winner": self.winner,
            "decree_open": bool(self.decree_open),
            "lead_ability_open": bool(self.lead_ability_open),
            "event": EVENT_LABELS[self.event],
            "decrees_in_all": self.decrees_left + sum(self.array("decrees_taken")),
            "face_up": names(self.array("face_up")),
            "row": labels(self.array("row")[: self.row_size]),
            "row_last": self.array("row_seat")[self.row_size - 1] if self.row_size else -1,
            "declared_lent": KIND_LABELS[self.declared_lent],
        }

    def own_facts(self, viewer: int | None) -> Facts:
        """What differs by viewer."""
        return {
            "hands": [self._hand(seat, viewer) for seat in (0, 1)],
            "building": [self._building(seat) if seat == viewer else None for seat in (0, 1)],
            "seen": [self._seen(seat) if seat == viewer else None for seat in (0, 1)],
            "lent": [KIND_LABELS[self.array("lent")[seat]] if seat == viewer else None for seat in (0, 1)],
            "drawn": [self._drawn(seat) if seat == viewer else None for seat in (0, 1)],
        }

    def hand(self, seat: int) -> list[str]:
        """The cards of a hand; a card of the Warlords counts there till it is used, but is no card of the hand [C9.8]."""
        cards, lent = names(self.array("hand", seat, 2)), self.array("lent")[seat] - 1
        if lent < 0 or self.words("building")[seat] >> lent & 1 or self.array("building_ability")[seat] == lent + 1:
            return cards
        left = list(cards)
        left.remove(KINDS[lent])
        return left

    def _hand(self, seat: int, viewer: int | None) -> list[str] | None:
        if seat == viewer:
            return self.hand(seat)
        return names(self.array("shown", seat, 2)) if self.array("opened")[seat] else None

    def _building(self, seat: int) -> list[Any]:
        ability, kinds = self.array("building_ability")[seat], self.words("building")[seat]
        return [KIND_LABELS[ability], cards_of(kinds, kinds.bit_count(), ability)]

    def _seen(self, seat: int) -> list[str]:
        places = labels(self.array("seen", seat, 2))
        return ["none"] * self.top + places[self.top :]

    def _drawn(self, seat: int) -> list[str]:
        """The pair of Hong Canal; who does not give sees nothing new there."""
        if not self.looked_at or seat != self.turn:
            return []
        return sorted(labels(self.array("seen", seat, 2))[self.top - DRAWN : self.top])

    def surely(self, viewer: int, holder: int) -> list[str]:
        """What the viewer is told that the holder's rival surely knows of that hand [C8.6]."""
        return names(self.array("surely", 2 * viewer + holder, 4))

    def pile(self) -> list[str]:
        """By place from the top as dealt; "none" = drawn."""
        return ["none"] * self.top + labels(self.array("pile"))[self.top :]


class Table(table.Table):
    """One position of the engine."""

    game = GAME

    @property
    def actor(self) -> int:
        """The one seat that decides, -1 when the game is over [C11.2]."""
        bits = entries.actors(self.states)
        return bits.bit_length() - 1  # type: ignore[no-any-return]

    def masked(self, viewer: int | None) -> Seen:
        return Seen(self.masked_bytes(viewer))

    def whole(self) -> Seen:
        return Seen(self.bytes.tobytes())

    def deal(self) -> tuple[list[str], list[str], list[str]]:
        """Han's cards, Chu's cards and the pile from the top, right after a deal: the event's cards were on top [C9.2]."""
        s = self.whole()
        return names(s.array("hand", 0, 2)), names(s.array("hand", 1, 2)), names(s.array("face_up")) + s.pile()[s.top :]

    def event_order(self) -> list[str]:
        """The events of a new game, from the first hand on."""
        s = self.whole()
        return [EVENT_LABELS[s.event], *labels_of_events(s.array("event_deck")[: EVENT_CARDS - 1])[::-1]]

    def facts(self, viewer: int | None) -> Facts:
        """What a viewer sees, from the masked record."""
        seen = self.masked(viewer)
        return {**seen.common_facts(), **seen.own_facts(viewer)}


def facts_of_view(view: dict[str, Any]) -> Facts:
    """The same facts from the JSON view, which is what pages and programs get."""
    s = view["state"]

    def cards(counts: list[int]) -> list[str]:
        return list(names(bytes(counts)))

    def hand(seat: int) -> list[str] | None:
        if s["hand"][seat] is not None:
            held = list(cards(s["hand"][seat]))
            lent = s["lent"][seat]
            if lent not in ("none", s["building_ability"][seat], *s["building"][seat]):
                held.remove(lent)
            return held
        return cards(s["shown"][seat]) if s["opened"][seat] else None

    def building(seat: int) -> list[Any] | None:
        kinds, ability = s["building"][seat], s["building_ability"][seat]
        return None if kinds is None else [ability, sorted(kinds + [ability] * (ability != "none"))]

    actor = view["to_act"][0] if view["to_act"] else s["turn"]
    plain = ("score", "hand_size", "decrees_left", "decrees_taken", "turn", "leader", "event", "lent", "declared_lent")
    flags = ("doubled", "decree_open", "lead_ability_open")
    pair = DRAWN if s["asks"] == "give" else 0
    top = 16 - s["pile_size"] + pair
    seats = enumerate(s["seen"])
    return {
        **{name: s[name] for name in (*plain, "hand_number", "winner")},
        **{name: bool(s[name]) for name in flags},
        "stage": STAGE_WORDS[s["asks"]],
        "pile_size": s["pile_size"] - pair,
        "seen": [seen and ["none"] * top + seen[top:] for seen in s["seen"]],
        "drawn": [seen and (sorted(seen[top - pair : top]) if seat == s["turn"] else []) for seat, seen in seats],
        "decrees_in_all": s["decrees_left"] + sum(s["decrees_taken"]),
        "face_up": cards(s["face_up"]),
        "row": s["row"][: s["row_size"]],
        "row_last": s["row_seat"][s["row_size"] - 1] if s["row_size"] else -1,
        "hands": [hand(0), hand(1)],
        "discard": cards(s["discard"]),
        "trick": [
            [seat, ability, sorted(cards)]
            for seat, ability, cards in zip(s["trick_seat"], s["trick_ability"], s["trick_cards"], strict=False)
        ],
        "to_beat": [s["to_beat_value"], s["to_beat_size"]],
        "actor": actor,
        "opened": [bool(opened) for opened in s["opened"]],
        "declared": [s["declared_ability"], sorted(s["declared_cards"]), s["declared_target"]],
        "building": [building(0), building(1)],
        "known": [rows and cards(rows[1 - seat]) for seat, rows in enumerate(s["surely"])],
    }


def position_for_engine(position: dict[str, Any], order: list[str] | None = None) -> dict[str, Any]:
    """A position in the words of the reference and of the cases, as `game.position` reads it; `order` is that of events."""
    given = {**position}
    if order:
        hand_number = given.get("hand_number", 1)
        past, to_come = order[: hand_number - 1], order[hand_number:]
        given |= {"event": given.get("event", order[0]), "events_past": " ".join(past), "event_deck": to_come[::-1]}
    if "row" in given:
        cards = len(given["row"].split())
        given["row_seat"] = [0] * (cards - 1) + [given.pop("row_last")] * (cards > 0)
    if "doubled" in given:
        given["doubled"] = int(given["doubled"])
    return given
