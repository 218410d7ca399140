"""Nothing is lost or made up: cards, decrees, points and empty places after every action of random games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.games.chu_han.lockstep import CHOOSERS
from tests.games.chu_han.table import GAME, ID, NOTATION, Seen, Table, cards_of
from tianxia.games.chu_han.cards import COPIES, KIND_LABELS, KINDS, PILE, ROWS, VALUES

GAMES = 30
DECK = Counter(dict(zip(KINDS, COPIES, strict=True)))


def positions(seed: int) -> Iterator[tuple[Table, Seen]]:
    """Every position of a random game, and its whole record."""
    table, chance = Table.new(seed), random.Random(seed)
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


def trick(s: Seen) -> list[list[str]]:
    rows = zip(s.words("trick_kinds"), s.array("trick_size"), s.array("trick_ability"), strict=True)
    return [cards_of(*row) for row in rows]


@pytest.mark.parametrize("seed", range(GAMES))
def test_every_card_lies_in_one_place(seed: int) -> None:
    for _, s in positions(seed):
        lying = counted(s.array("discard")) + Counter(card for card in s.pile() if card != "none")
        for seat in (0, 1):
            hand = counted(s.array("hand", seat, 2)) + Counter(begun(s, seat))
            assert hand.total() == s.array("hand_size")[seat], "C8.4"
            lying += hand
        lying.update(card for row in trick(s) for card in row)
        lying.update(cards_of(s.declared_kinds, s.declared_size, s.declared_ability, s.declared_target))
        assert lying == DECK, "C2.1"
        taken = sum(s.array("decrees_taken"))
        assert taken + s.decrees_left == 6, "C4.5"
        assert s.pile_size == PILE - 2 * taken == sum(card != "none" for card in s.pile()), "C3.2"
        assert all(card == "none" for card in s.pile()[: 2 * taken])


@pytest.mark.parametrize("seed", range(GAMES))
def test_what_is_over_leaves_nothing_behind(seed: int) -> None:
    for _, s in positions(seed):
        assert not any(s.array("deck")), "scratch"
        assert not any(s.raw[-8:]), "padding"
        for name in ("trick_seat", "trick_ability", "trick_value", "trick_size"):
            assert not any(s.array(name)[s.plays :]), name
        assert not any(s.words("trick_kinds")[s.plays :])
        assert s.plays <= ROWS
        for seat in (0, 1):
            shown = counted(s.array("shown", seat, 2))
            whole = counted(s.array("hand", seat, 2)) + Counter(begun(s, seat))
            assert shown == (whole if s.array("opened")[seat] else Counter()), "C5.10"
        if KIND_LABELS[s.declared_ability] == "none":
            assert (s.declared_kinds, s.declared_size, s.declared_value, s.declared_target) == (0, 0, 0, 0)


@pytest.mark.parametrize("seed", range(GAMES))
def test_the_set_to_beat_is_the_last_set_in_the_trick(seed: int) -> None:
    for _, s in positions(seed):
        rows = list(zip(s.array("trick_value"), s.array("trick_size"), s.array("trick_ability"), strict=True))
        sets = [(10, 1) if KIND_LABELS[ability] == "liu_bang" else (value, size) for value, size, ability in rows]
        last = next((row for row in reversed(sets) if row[1]), (0, 0))
        assert (s.to_beat_value, s.to_beat_size) == last, "C4.10"
        for kinds, size, value in zip(
            s.words("trick_kinds"), s.array("trick_size"), s.array("trick_value"), strict=True
        ):
            values = [VALUES[i] for i in range(len(KINDS)) if kinds >> i & 1]
            assert not size or value in values


@pytest.mark.parametrize("seed", range(GAMES))
def test_what_is_known_is_true(seed: int) -> None:
    for _, s in positions(seed):
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


@pytest.mark.parametrize("seed", range(GAMES))
def test_the_log_tells_every_point(seed: int) -> None:
    kinds = {name: GAME.events.by_name[name] for name in ("scored", "went_out", "won")}
    points = [0, 1]
    for table, s in positions(seed):
        for row in table.log[1 : int(table.log[0, 0]) + 1].tolist():
            if row[0] in (kinds["scored"].index, kinds["went_out"].index):
                points[row[1]] += row[2]
        assert points == list(s.array("score")), "C7"
        table.log[0, 0] = 0
