"""Nothing is lost or made up: cards, decrees, points and empty places after every action of random games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.games.chu_han.lockstep import CHOOSERS
from tests.games.chu_han.table import GAME, ID, NOTATION, OPTION_SETS, Seen, Table, cards_of, labels
from tianxia.games.chu_han.cards import (
    COPIES,
    EVENT_COPIES,
    EVENT_LABELS,
    FACE_UP,
    KIND_LABELS,
    KINDS,
    PILE,
    ROWS,
    VALUES,
)

WALKS = [*(("plain", seed) for seed in range(30)), *((name, seed) for name in ("events", "both") for seed in range(20))]
games = pytest.mark.parametrize(("options", "seed"), WALKS)
DECK = Counter(dict(zip(KINDS, COPIES, strict=True)))


def positions(options: str, seed: int) -> Iterator[tuple[Table, Seen]]:
    """Every position of a random game, and its whole record."""
    table, chance = Table.new(seed, **OPTION_SETS[options]), random.Random(seed)
    choose = CHOOSERS[seed % len(CHOOSERS)]
    yield table, table.whole()
    while (seat := table.actor) >= 0:
        table.apply(seat, ID[choose(chance, [NOTATION[number] for number in table.legal(seat)])])
        yield table, table.whole()


def counted(counts: bytes) -> Counter[str]:
    return Counter(dict(zip(KINDS, counts, strict=True)))


def begun(s: Seen, seat: int) -> list[str]:
    """The cards of a play that is not complete yet."""
    kinds = s.words("building")[seat]
    return cards_of(kinds, kinds.bit_count(), s.array("building_ability")[seat])


def lent(s: Seen) -> Counter[str]:
    """Cards of the Warlords that count in a hand while a play uses them."""
    return Counter(card for card in labels(s.array("lent")) if card != "none")


def trick(s: Seen) -> list[list[str]]:
    rows = zip(s.words("trick_kinds"), s.array("trick_size"), s.array("trick_ability"), strict=True)
    return [cards_of(*row) for row in rows]


@games
def test_every_position_of_a_game_keeps_what_all_keep(options: str, seed: int) -> None:
    for _, s in positions(options, seed):
        check_possible(s)


def check_possible(s: Seen) -> None:
    """What every position keeps, also in the middle of a trick."""
    check_cards(s)
    check_events(s)
    check_nothing_left(s)


def check_cards(s: Seen) -> None:
    """Every card lies in one place."""
    pile = labels(s.array("pile"))
    lying = counted(s.array("discard")) + Counter(card for card in pile if card != "none")
    lying += counted(s.array("face_up")) + Counter(labels(s.array("row")[: s.row_size]))
    for seat in (0, 1):
        hand = counted(s.array("hand", seat, 2)) + Counter(begun(s, seat))
        if seat == s.turn:
            assert lent(s) <= hand
            hand -= lent(s)
        assert hand.total() == s.array("hand_size")[seat], "C8.4, C9.8"
        lying += hand
    lying.update(card for row in trick(s) for card in row)
    lying.update(cards_of(s.declared_kinds, s.declared_size, s.declared_ability, s.declared_target))
    assert lying == DECK, "C2.1"
    taken, beside = sum(s.array("decrees_taken")), int(FACE_UP[s.event])
    assert taken + s.decrees_left == 6 - beside // 2, "C4.5, C9.2"
    gone = beside + 2 * taken - s.looked_at
    assert s.pile_size == PILE - gone == sum(card != "none" for card in pile), "C3.2"
    assert all(card == "none" for card in pile[:gone])


def check_events(s: Seen) -> None:
    """Every event card is past, turned or to come."""
    lying = Counter(dict(zip(EVENT_COPIES, s.array("events_past"), strict=True)))
    lying.update(EVENT_LABELS[event] for event in (s.event, *s.array("event_deck")) if event)
    assert +lying == Counter(EVENT_COPIES if s.events else {}), "C9.1"


def check_nothing_left(s: Seen) -> None:
    """What is over leaves nothing behind."""
    assert not any(s.array("deck")), "scratch"
    assert not any(s.raw[-8:]), "padding"
    for name in ("trick_seat", "trick_ability", "trick_value", "trick_size"):
        assert not any(s.array(name)[s.plays :]), name
    assert not any(s.words("trick_kinds")[s.plays :])
    assert s.plays <= ROWS
    assert not any(s.array("row")[s.row_size :])
    assert not any(s.array("row_seat")[s.row_size :])
    if EVENT_LABELS[s.event] not in ("warlords", "hongmen"):
        assert not any(s.array("face_up"))
    if EVENT_LABELS[s.event] != "hangu":
        assert s.row_size == 0
    if EVENT_LABELS[s.event] != "warlords":
        assert not any(s.array("lent"))
        assert s.declared_lent == 0
    for seat in (0, 1):
        shown = counted(s.array("shown", seat, 2))
        whole = counted(s.array("hand", seat, 2)) + Counter(begun(s, seat))
        whole -= lent(s) if seat == s.turn else Counter()
        assert shown == (whole if s.array("opened")[seat] else Counter()), "C5.10"
    if KIND_LABELS[s.declared_ability] == "none":
        assert (s.declared_kinds, s.declared_size, s.declared_value, s.declared_target) == (0, 0, 0, 0)
        assert s.declared_lent == 0


@games
def test_the_set_to_beat_is_the_last_set_in_the_trick(options: str, seed: int) -> None:
    for _, s in positions(options, seed):
        rows = list(zip(s.array("trick_value"), s.array("trick_size"), s.array("trick_ability"), strict=True))
        sets = [(10, 1) if KIND_LABELS[ability] == "liu_bang" else (value, size) for value, size, ability in rows]
        last = next((row for row in reversed(sets) if row[1]), (0, 0))
        assert (s.to_beat_value, s.to_beat_size) == last, "C4.10"
        for kinds, size, value in zip(
            s.words("trick_kinds"), s.array("trick_size"), s.array("trick_value"), strict=True
        ):
            values = [VALUES[i] for i in range(len(KINDS)) if kinds >> i & 1]
            assert not size or value in values


@games
def test_what_is_known_is_true(options: str, seed: int) -> None:
    for _, s in positions(options, seed):
        for holder in (0, 1):
            known = Counter(s.surely(0, holder))
            assert known == Counter(s.surely(1, holder)), "viewers agree"
            assert known <= counted(s.array("hand", holder, 2)) + Counter(begun(s, holder)), "C8.6"
        for seat in (0, 1):
            looked_to, top = s.array("looked_to")[seat], PILE - s.pile_size
            seen = s.array("seen", seat, 2)
            assert bytes(seen) == bytes(top) + s.array("pile")[top : max(top, looked_to)] + bytes(
                PILE - max(top, looked_to)
            ), "C8.2"


@games
def test_the_log_tells_every_point(options: str, seed: int) -> None:
    points = [0, 1]
    for table, s in positions(options, seed):
        for row in table.log[1 : int(table.log[0, 0]) + 1].tolist():
            kind = GAME.events.kinds[row[0]].name
            if kind in ("scored", "went_out"):
                points[row[1]] = max(0, points[row[1]] + row[2])
            elif kind == "match_began":
                _, leader, spoils = row[1:4]
                points[leader], points[1 - leader] = 0, spoils
        assert points == s.score, "C7, C10.4"
        table.log[0, 0] = 0
