"""Nothing is lost or made up: armies, cards, events, generals after every act of random games; all within bounds [S1.8]."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.games.sun_tzu.playing import steps
from tests.games.sun_tzu.table import GAME, OPTION_SETS, Table, present
from tianxia.games.sun_tzu.pieces import BEGINNER_COPIES, CARDS, COPIES, EVENT_CARDS, FRAMED, PROVINCES

GAMES = [(name, seed) for name in OPTION_SETS for seed in range(6)]
LIMITS = [(f.name, f.low, len(f.labels) - 1 if f.labels else (1 << len(f.bits)) - 1 if f.bits else f.top)
          for f in GAME.table.fields if f.name != "rng"]  # fmt: skip

every_game = pytest.mark.parametrize(("name", "seed"), GAMES)


def cards(s: Any, seat: int) -> Counter[str]:
    """Every card of a side, wherever it lies."""
    lying = Counter(present([*s["deck"][seat], *s["laid"][seat], *s["face_up"][seat]]))
    for where in ("hand", "drawn", "out"):
        lying += Counter(dict(zip(CARDS, s[where][seat], strict=True)))
    return lying


@every_game
def test_every_position_of_a_game_keeps_what_all_keep(name: str, seed: int) -> None:
    for table, _, _ in steps(seed, OPTION_SETS[name]):
        check_possible(table)


def check_possible(table: Table) -> None:
    """What every position keeps, also in the middle of a round."""
    check_kept(table)
    check_public(table)
    check_orders(table)


def check_kept(table: Table) -> None:
    """No card and no army is lost or made up, and each lies where it may."""
    s = table.whole()
    whole = +Counter(dict(zip(CARDS, BEGINNER_COPIES if s["beginner"] else COPIES, strict=True)))
    for seat in (0, 1):
        assert cards(s, seat) == whole, "S1.8"
        assert not any(s["out"][seat][:FRAMED]), "S12.1"
        armies = s["pool"][seat] + s["reinforcements"][seat] + sum(s["armies"][seat]) + sum(s["markers"][seat])
        assert armies == 21, "S1.8"
        marked = {province for province, n in zip(PROVINCES, s["markers"][seat], strict=True) if n}
        assert marked <= set(s["used"][seat]), "S7.2"
    assert not any(blue and red for blue, red in zip(*s["armies"], strict=True)), "S1.7"


def check_public(table: Table) -> None:
    """Sizes, and what is known of decks, generals and events, are true of them."""
    s = table.whole()
    assert not any(s["scratch"]), "scratch is cleared"
    assert not any(s.raw[-5:]), "padding"
    for seat in (0, 1):
        orders = present(s["laid"][seat])
        assert s["hand_size"][seat] == sum(s["hand"][seat]) + (0 if s["sealed"] else len(orders)), "S13.2"
        assert s["drawn_size"][seat] == sum(s["drawn"][seat])
        deck = present(s["deck"][seat])
        assert deck == s["deck"][seat][: s["deck_size"][seat]], "no gaps"
        fresh = s["fresh"][seat]
        assert Counter(deck[:fresh]) == +Counter(dict(zip(CARDS, s["undrawn"][seat], strict=True))), "S13.3"
        assert s["known"][seat][: len(deck)] == ["none"] * fresh + deck[fresh:], "S13.3"
        for place, card in enumerate(s["returned"][seat]):
            assert card == "none" or (card == deck[place] and place >= fresh), "S8.7"
        assert s["unshown"][seat] == len(s["held"][seat])
        generals = [*s["held"][seat], *s["aside"][seat], *present(s["shown"][seat])]
        assert len(set(generals)) == len(generals) == (5 if s["generals"] else 0), "S2.2"
    if s["events"]:
        out = present(s["events_out"])
        assert sorted(s["event_deck"]) == sorted(EVENT_CARDS)
        assert s["event_deck"][: len(out)] == out
        assert len(out) + s["events_left"] == 5


def check_orders(table: Table) -> None:
    """Sealed orders lie where no battle was; a 6 not where one was used, but for R1; five are confirmed."""
    s = table.whole()
    for seat in (0, 1):
        places = [province for province, card in zip(PROVINCES, s["laid"][seat], strict=True) if card != "none"]
        if s["sealed"]:
            assert places == s["unfought"], "S4.5"
        elif s["confirmed"][seat]:
            assert places == list(PROVINCES), "S4.5"
        if s["orders"] == "fixed" and not s["sealed"]:
            assert places == list(PROVINCES[: len(places)]), "S4.1"
        sixes = {province for province in places if s["laid"][seat][PROVINCES.index(province)] == "6"}
        assert not sixes & set(s["used"][seat]) or "R1" in s["held"][seat], "S4.2"
        assert "B3" not in s["held"][seat] or not s["round"], "S8.3"


@every_game
def test_fields_and_events_stay_within_their_bounds(name: str, seed: int) -> None:
    for table, seat, _ in steps(seed, OPTION_SETS[name]):
        check_bounds(table)
        for other in (0, 1):
            legal = table.legal(other)
            assert legal == sorted(set(legal)), "ascending, no action twice"
            assert bool(legal) == (other in table.actors), "who is to act can act, and nobody else"
        if seat < 0:
            assert table.result() in ((1, 1), (1, 2), (2, 1))


def check_bounds(table: Table) -> None:
    for field, low, high in LIMITS:
        values = table.states[field]
        assert low <= values.min(), field
        assert values.max() <= high, field
    assert int(table.log[0, 0]) < GAME.most_events
    for row in table.log[1 : int(table.log[0, 0]) + 1].tolist():
        kind = GAME.events.kinds[row[0]]
        kind.id(*row[1 : 1 + len(kind.domains)])  # raises when out of range
        assert not any(row[1 + len(kind.domains) :])


def test_every_act_and_every_event_happens() -> None:
    acts, events = set[str](), set[str]()
    for name in ("events", "army"):
        for seed in range(60):
            for table, _, act in steps(seed, OPTION_SETS[name]):
                if act >= 0:
                    acts.add(GAME.actions.kind_of(act).name)
                events |= {GAME.events.kinds[row[0]].name for row in table.log[1 : int(table.log[0, 0]) + 1].tolist()}
    assert acts == set(GAME.actions.by_name)
    assert events == set(GAME.events.by_name)


@pytest.mark.parametrize("name", ["events", "army"])
def test_the_log_tells_every_army(name: str) -> None:
    """Armies go only where the events say [S1.8]."""
    places = GAME.events.by_name["moved"].domains["start"].labels
    for seed in range(6):
        before = None
        for table, _, _ in steps(seed, OPTION_SETS[name]):
            s = table.whole()
            now = [armies_by_place(s, seat) for seat in (0, 1)]
            if before is not None:
                for row in table.log[1 : int(table.log[0, 0]) + 1].tolist():
                    tell(GAME.events.kinds[row[0]].name, row[1:], before, places)
                assert before == now
            before = now


def armies_by_place(s: Any, seat: int) -> Counter[str]:
    armies = Counter(dict(zip(PROVINCES, s["armies"][seat], strict=True)))
    armies.update(pool=s["pool"][seat], reinforcements=s["reinforcements"][seat], marker=sum(s["markers"][seat]))
    return +armies


def tell(kind: str, args: list[int], armies: list[Counter[str]], places: tuple[str, ...]) -> None:
    """Change the armies as an event says."""
    moves: list[tuple[int, str, str, int]] = []
    if kind == "moved":
        moves = [(args[0], places[args[1]], places[args[2]], args[3])]
    elif kind == "discarded":
        moves = [(args[0], "reinforcements", "pool", 1)]
    elif kind == "plague":
        moves = [(seat, PROVINCES[args[0]], "pool", args[1 + seat]) for seat in (0, 1)]
    for seat, start, end, count in moves:
        armies[seat] = +(armies[seat] + Counter({end: count}) - Counter({start: count}))
