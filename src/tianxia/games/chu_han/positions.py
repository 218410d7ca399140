"""Written positions of Chu Han: what they may leave out. What makes one impossible is in `impossible`."""

from typing import Any

from tianxia.games.chu_han.cards import COPIES, DECREES, N_KINDS, PILE, ROWS
from tianxia.games.chu_han.impossible import DRAWN, check, copies_held, copies_named, expected_first_empty, last_set
from tianxia.games.chu_han.state import LEAD, RESPOND, SEATS

__all__ = ["check", "complete"]


def complete(s: Any, given: frozenset[str]) -> None:
    """Fields left out are as at the start of a hand; cards not named go to the pile, persons lowest, then are discarded."""
    if any(copies_named(s, kind) > COPIES[kind] for kind in range(N_KINDS)):
        return
    usual = {"hand_number": 1, "last_out": -1, "winner": -1}
    for name, value in usual.items():
        if name not in given:
            setattr(s, name, value)
    if "score" not in given:
        s.score[1] = 1
    if "plays" not in given:
        s.plays = max((i + 1 for i in range(ROWS) if s.trick_kinds[i] or s.trick_ability[i]), default=0)
    if not given & {"to_beat_value", "to_beat_size"} and s.stage != LEAD:
        s.to_beat_value, s.to_beat_size = last_set(s) or (0, 0)
    complete_turn(s, given)
    if "decrees_left" not in given:
        s.decrees_left = max(0, DECREES - s.decrees_taken[0] - s.decrees_taken[1])
    for seat in range(SEATS):
        if "hand_size" not in given:
            s.hand_size[seat] = sum(copies_held(s, seat, kind) for kind in range(N_KINDS))
        for kind in range(N_KINDS):
            if s.opened[seat] and "shown" not in given:
                s.shown[seat, kind] = copies_held(s, seat, kind)
    if "first_empty" not in given:
        s.first_empty = expected_first_empty(s)
    place_unnamed(s, given)


def complete_turn(s: Any, given: frozenset[str]) -> None:
    """The leader leads, the rival responds; a turn begins with an open decree step [C4.9]."""
    leads = s.stage == LEAD or (s.stage != RESPOND and not s.to_beat_size)
    if "turn" not in given:
        s.turn = s.leader if leads else 1 - s.leader
    if "leader" not in given:
        s.leader = s.turn if leads else 1 - s.turn
    if "decree_open" not in given:
        s.decree_open = int(s.stage in (LEAD, RESPOND))
    if "lead_ability_open" not in given:
        s.lead_ability_open = int(s.stage == LEAD and not s.plays)


def place_unnamed(s: Any, given: frozenset[str]) -> None:
    """Put the cards that the position does not name where nobody has seen them first."""
    unnamed = [kind for kind in reversed(range(N_KINDS)) for _ in range(COPIES[kind] - copies_named(s, kind))]
    if "pile_size" not in given:
        named = sum(1 for place in range(PILE) if s.pile[place])
        s.pile_size = named if "pile" in given else max(0, PILE - DRAWN * (s.decrees_taken[0] + s.decrees_taken[1]))
    if "pile" in given and s.pile[0] and s.pile_size < PILE:
        align_pile(s)
    if "pile" not in given:
        for place in reversed(range(PILE - s.pile_size, PILE)):
            if unnamed:
                s.pile[place] = unnamed.pop(0) + 1
    if "seen" not in given:
        for viewer in range(SEATS):
            for place in range(PILE - s.pile_size, s.looked_to[viewer]):
                s.seen[viewer, place] = s.pile[place]
    if "discard" not in given:
        for kind in unnamed:
            s.discard[kind] += 1


def align_pile(s: Any) -> None:
    """A pile written from its top with fewer than 16 cards lies at the last places of the dealt pile."""
    cards = [s.pile[place] for place in range(s.pile_size)]
    for place in range(PILE):
        s.pile[place] = cards[place - PILE + len(cards)] if place >= PILE - len(cards) else 0
