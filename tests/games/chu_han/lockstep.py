"""The engine and the slow reference side by side: the same decisions, compared after each one.

    python -m tests.games.chu_han.lockstep --games 100000 --from-seed 0 --options events

stops at the first disagreement and says what differs, where, and how to get there again.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import tianxia
from tests.cases.chu_han_cases import order_with
from tests.games import lockstep
from tests.games.chu_han.table import (
    GAME,
    ID,
    NOTATION,
    VIEWERS,
    WITH_EVENTS,
    Seen,
    Table,
    facts_of_view,
    position_for_engine,
)
from tests.games.lockstep import Disagreement, difference
from tests.oracle.chu_han import ChuHan
from tests.oracle.chu_han_cards import DECK, SIXES, THREES, sets_in, value
from tests.oracle.chu_han_events import CARDS_BESIDE, EVENT_DECK, SILENCE, decrees_in_all, pile_at_start
from tianxia.engine.fields import SPECTATOR
from tianxia.engine.notation import position_of

UNDEFINED_AT_THE_END = ("actor", "turn", "decree_open", "lead_ability_open")
"""The rules do not say whose turn it is when the game is over."""

JSON_EVERY = 32
"""Steps between comparisons of JSON views, which cost more than all the rest."""

MOST_LED = 8
"""Cards of a set that leads a trick: with those that are left the hand is not too large [C3.2]."""

Chooser = Callable[[random.Random, list[str]], str]


def any_action(chance: random.Random, legal: list[str]) -> str:
    return chance.choice(legal)


def any_kind(chance: random.Random, legal: list[str]) -> str:
    """A kind of action first, then one of it: abilities and passes come more often than by counting actions."""
    kinds = sorted({text.split()[0] for text in legal})
    kind = chance.choice(kinds)
    return chance.choice([text for text in legal if text.split()[0] == kind])


def plotting(chance: random.Random, legal: list[str]) -> str:
    """Persons are kept for their abilities, reactions and small cards come first: long chains, late empty hands."""

    def weight(text: str) -> float:
        kind, *words = text.split()
        if kind in ("threes", "sixes"):
            return 0.05
        if kind in ("cancel", "restore"):
            return 6
        return 2 if kind != "set" else 0.3 * len(words)

    return chance.choices(legal, [weight(text) for text in legal])[0]


CHOOSERS: tuple[Chooser, ...] = (any_action, any_kind, plotting)


OPEN = int.from_bytes(GAME.table.keep[SPECTATOR].tobytes())


def open_part(seen: Seen) -> bytes:
    """What of a view the spectator may see too."""
    return (int.from_bytes(seen.raw) & OPEN).to_bytes(len(seen.raw))


def own_facts(oracle: ChuHan, viewer: int | None) -> dict[str, Any]:
    """The part of the reference's `facts` that differs by viewer."""
    return {
        "hands": [oracle.hand_as_seen(seat, viewer) for seat in (0, 1)],
        "building": [oracle.building_of(seat) if seat == viewer else None for seat in (0, 1)],
        "seen": [oracle.seen[seat] if seat == viewer else None for seat in (0, 1)],
        "lent": [oracle.lent_to(seat) if seat == viewer else None for seat in (0, 1)],
        "drawn": [oracle.drawn_by(seat) if seat == viewer else None for seat in (0, 1)],
    }


class Pair:
    """One game played by both."""

    def __init__(
        self, table: Table, position: dict[str, Any] | None = None, order: list[str] | None = None, every: int = 1
    ) -> None:
        self.table = table
        self.every = every
        self.oracle = ChuHan(table.deal, position, events=order is not None, event_order=order or ())
        self.played: list[str] = []
        self.before = table.whole()

    def compare(self) -> list[str]:
        """Compare who may do what, and all facts after each `every` decisions and at the end; returns the legal actions."""
        table, oracle = self.table, self.oracle
        actor = table.actor
        self.same("actors", () if actor < 0 else (actor,), oracle.actors())
        over = actor < 0
        legal = sorted(NOTATION[number] for number in table.legal(actor)) if not over else []
        self.same("legal", legal, sorted(oracle.legal()))
        if over or len(self.played) % self.every == 0:
            self.compare_views(over)
            self.compare_hidden(over)
        if len(self.played) % JSON_EVERY == 0:
            self.compare_json(over)
        if over:
            self.same("result", table.result(), oracle.result())
        return legal

    def compare_views(self, over: bool) -> None:
        """What each viewer sees; what all see is compared once, and must be the same bytes in every view."""
        spectator = self.table.masked(None)
        self.same_facts("everyone", spectator.common_facts(), self.oracle.facts(None), over)
        known = [sorted(self.oracle.held(1 - holder).elements()) for holder in (0, 1)]
        for viewer in VIEWERS:
            seen = spectator if viewer is None else self.table.masked(viewer)
            self.same(f"open part of the view of {viewer}", open_part(seen), spectator.raw)
            self.same_facts(viewer, seen.own_facts(viewer), own_facts(self.oracle, viewer), over)
            if viewer is not None:
                told = [seen.surely(viewer, holder) for holder in (0, 1)]
                self.same(f"surely held, as {viewer} knows", told, known)

    def same_facts(self, viewer: Any, ours: dict[str, Any], theirs: dict[str, Any], over: bool) -> None:
        """The facts that the engine gives, one by one only if something differs."""
        if any(ours[key] != theirs[key] for key in ours):
            for key in ours:
                if not (over and key in UNDEFINED_AT_THE_END):
                    self.same(f"{key}, seen by {viewer}", ours[key], theirs[key])

    def compare_json(self, over: bool) -> None:
        """The same in the JSON that pages and programs get, where nulls stand for what is hidden."""
        for viewer in VIEWERS:
            self.same_facts(
                f"{viewer} in JSON", facts_of_view(self.table.view(viewer)), self.oracle.facts(viewer), over
            )

    def compare_hidden(self, over: bool) -> None:
        s = self.table.whole()
        for seat in (0, 1):
            self.same(f"hand of {seat}", s.hand(seat), sorted(self.oracle.hand[seat].elements()))
        self.same("pile", s.pile(), ["none"] * s.top + self.oracle.pile)
        if not over:  # who went out before the next hand: there is none
            self.same("last_out", s.last_out, self.oracle.last_out)

    def same(self, what: str, engine: Any, oracle: Any) -> None:
        if engine != oracle:
            raise Disagreement(difference(what, engine, oracle) + self.how_it_came())

    def how_it_came(self) -> str:
        """The position before the last action, which shows the difference on its own, and that action."""
        return f"\n  after {self.played[-1:]}, number {len(self.played)}, from\n  {position_of(GAME.table, self.before.states)}"

    def apply(self, action: str) -> None:
        self.played.append(action)
        self.before = self.table.whole()
        self.table.apply(self.table.actor, ID[action])
        try:
            self.oracle.apply(action)
        except (ValueError, AssertionError) as error:
            raise Disagreement(f"the oracle refuses: {error}{self.how_it_came()}") from error


OPTION_SETS = ("none", "events", "early")
"""Without events; with them; with them in an order of the deck in which the Silences come last."""


def play(seed: int, options: str = "none", seen: Counter[str] | None = None, every: int = 1) -> int:
    """One whole game in lock-step; returns the number of decisions. `seed` also picks how actions are chosen."""
    if options == "none":
        return go_on(seed, Pair(Table.new(seed), every=every), hands=99, seen=seen)
    table = Table.new(seed, events=True)
    if options == "early":
        deck = table.states["event_deck"][0]
        deck[:-1] = sorted(deck[:-1].tolist(), key=lambda event: event != 1)
        random.Random(seed).shuffle(ten := deck[EVENT_DECK[SILENCE] - 1 : -1].tolist())
        deck[EVENT_DECK[SILENCE] - 1 : -1] = ten
    return go_on(seed, Pair(table, order=table.event_order(), every=every), hands=99, seen=seen)


def play_ending(seed: int, options: str = "none", seen: Counter[str] | None = None) -> int:
    """The end of a hand in lock-step, from a random position with few cards: rare ends come often here."""
    chance = random.Random(f"position {seed}")
    position = random_position(chance, chance.choice(sorted(EVENT_DECK)) if options != "none" else None)
    led = position.pop("moves")
    pair = Pair(table_of(position), position, order_of(position))
    for action in led:
        pair.compare()
        pair.apply(action)
    return go_on(seed, pair, hands=pair.oracle.hand_number, seen=seen)


def order_of(position: dict[str, Any]) -> list[str] | None:
    """The events of a game with this position; None without events."""
    return order_with(position["event"], position["hand_number"]) if "event" in position else None


def match_of(position: dict[str, Any]) -> tianxia.Match:
    """A match at a position of the reference, after the `moves` of its leader."""
    order, quiet = order_of(position), {name: value for name, value in position.items() if name != "moves"}
    moves = [(position["leader"], action) for action in position.get("moves", ())]
    return (WITH_EVENTS if order else GAME).position({**position_for_engine(quiet, order), "moves": moves})


def table_of(position: dict[str, Any]) -> Table:
    """The engine there."""
    return Table(match_of(position)._states)


def go_on(seed: int, pair: Pair, hands: int, seen: Counter[str] | None = None) -> int:
    chance = random.Random(seed)
    choose = CHOOSERS[seed % len(CHOOSERS)]
    try:
        legal = pair.compare()
        while legal and pair.oracle.hand_number <= hands:
            if seen is not None:
                seen[f"event {pair.oracle.event}"] += 1
            pair.apply(choose(chance, legal))
            legal = pair.compare()
    except Disagreement as error:
        raise Disagreement(f"seed {seed}: {error}") from error
    if seen is not None:
        seen.update(text.split()[0] for text in pair.played)
    return len(pair.played)


def few_cards(chance: random.Random, deck: list[str]) -> list[list[str]]:
    return [[deck.pop(0) for _ in range(chance.randint(1, 7))] for _ in (0, 1)]


def duel(chance: random.Random, deck: list[str]) -> list[list[str]]:
    """Lyu Zhi nearly alone against an ability, perhaps with Xiao He and cards for a set: both may end empty [C6.2]."""
    kept = ["xiao_he"] if chance.random() < 0.5 else []
    owner = [chance.choice([person for person in THREES + SIXES if person not in ("lyu_zhi", "xiao_he")]), *kept]
    for card in ("lyu_zhi", *owner):
        deck.remove(card)
    owner += [deck.pop() for _ in range(chance.choice((0, 0, 0, 1, 2, 5)))]
    hands = [owner, ["lyu_zhi"] + [deck.pop() for _ in range(chance.choice((0, 0, 0, 1, 2)))]]
    return hands if chance.random() < 0.5 else hands[::-1]


def random_position(chance: random.Random, event: str | None = None) -> dict[str, Any]:
    """A trick with 1 to 7 cards in each hand, and often the set that leads it; persons more often than their share."""
    deck = sorted(DECK.elements(), key=lambda card: chance.random() * (0.3 if card in THREES + SIXES else 1))
    hands = duel(chance, deck) if chance.random() < 0.5 else few_cards(chance, deck)
    leader = chance.randrange(2)
    possible = [(0, 0), (1, 2), (3, 3), (0, 6), (2, 3), (0, 3), (1, 0)]
    taken = chance.choice([pair for pair in possible if sum(pair) <= decrees_in_all(event or SILENCE)])
    position: dict[str, Any] = {
        "leader": leader,
        "score": [chance.randint(0, 30), chance.randint(0, 30)],
        "decrees_taken": list(taken),
        "doubled": chance.random() < 0.2,
        "last_out": chance.choice([-1, 0, 1]),
    }
    moves = []
    if chance.random() < 0.5:
        led = chance.choice([found for found in sets_in(Counter(deck)) if found.size <= MOST_LED])
        for card in led.cards:
            deck.remove(card)
        hands[leader] += led.cards
        moves = [led.notation]
    if event:
        position |= beside_event(chance, event, deck)
    chance.shuffle(deck)
    pile = pile_at_start(event or SILENCE) - 2 * sum(taken)
    return position | {
        "hand": [" ".join(hand) for hand in hands],
        "pile": " ".join(deck[:pile]),
        "discard": " ".join(deck[pile:]),
        "moves": moves,
    }


def beside_event(chance: random.Random, event: str, deck: list[str]) -> dict[str, Any]:
    """An event in hand 2 to 15, and the cards of it: used ones are missing at Warlords, the row of Hangu has begun."""
    told: dict[str, Any] = {"event": event, "hand_number": chance.randint(2, 15)}
    beside = CARDS_BESIDE.get(event, 0)
    if beside:
        told["face_up"] = " ".join(deck.pop(0) for _ in range(chance.randint(0, 6) if event == "warlords" else beside))
    if event == "hangu":
        row: list[str] = []
        for number in range(1, chance.randint(0, 9) + 1):
            found = next((card for card in deck if value(card) == number), None)
            if found is None:
                break
            deck.remove(found)
            row.append(found)
        told |= {"row": " ".join(row), "row_last": chance.randrange(2) if row else -1}
    return told


def main() -> int:
    parser = lockstep.arguments(__doc__, games=1000)
    parser.add_argument("--endings", action="store_true", help="ends of hands from random positions, not whole games")
    parser.add_argument("--options", choices=OPTION_SETS, default="none", help="how events come")
    chosen = parser.parse_args()
    name, run = ("ends of hands", play_ending) if chosen.endings else ("whole games", partial(play, every=chosen.every))
    return 0 if lockstep.agree(name, lambda seed, seen: run(seed, chosen.options, seen), chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
