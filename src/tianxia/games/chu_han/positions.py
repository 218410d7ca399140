"""Written positions of Chu Han: what they may leave out, and what makes one impossible."""

from typing import Any

from tianxia.engine.compiling import plain
from tianxia.games.chu_han.cards import COPIES, DECREES, GOAL, KINDS, N_KINDS, PILE, ROWS
from tianxia.games.chu_han.hidden import lying_open
from tianxia.games.chu_han.state import LEAD, RESPOND, SEATS, STAGES

DRAWN = 2


def complete(s: Any, given: frozenset[str]) -> None:
    """Fields left out are as at the start of a hand; cards not named go to the pile, persons lowest, then are discarded."""
    usual = {"hand_number": 1, "last_out": -1, "winner": -1, "first_empty": -1, "decree_open": 1}
    for name, value in usual.items():
        if name not in given:
            setattr(s, name, value)
    if "score" not in given:
        s.score[1] = 1
    if "turn" not in given:
        s.turn = s.leader if s.stage == LEAD else 1 - s.leader
    if "leader" not in given:
        s.leader = s.turn if s.stage == LEAD else 1 - s.turn
    if "lead_ability_open" not in given:
        s.lead_ability_open = int(s.stage == LEAD)
    if "decrees_left" not in given:
        s.decrees_left = max(0, DECREES - s.decrees_taken[0] - s.decrees_taken[1])
    for seat in range(SEATS):
        if "hand_size" not in given:
            s.hand_size[seat] = sum(copies_held(s, seat, kind) for kind in range(N_KINDS))
        for kind in range(N_KINDS):
            if s.opened[seat] and "shown" not in given:
                s.shown[seat, kind] = copies_held(s, seat, kind)
    if "plays" not in given:
        s.plays = max((i + 1 for i in range(ROWS) if s.trick_kinds[i] or s.trick_ability[i]), default=0)
    place_unnamed(s, given)


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
    for viewer in range(SEATS):
        for place in range(PILE - s.pile_size, PILE):
            if place < s.looked_to[viewer] and "seen" not in given:
                s.seen[viewer, place] = s.pile[place]
    if "discard" not in given:
        for kind in unnamed:
            s.discard[kind] += 1


def align_pile(s: Any) -> None:
    """A pile written from its top with fewer than 16 cards lies at the last places of the dealt pile."""
    cards = [s.pile[place] for place in range(s.pile_size)]
    for place in range(PILE):
        s.pile[place] = cards[place - PILE + len(cards)] if place >= PILE - len(cards) else 0


def copies_held(s: Any, seat: int, kind: int) -> int:
    """How many copies of a kind a seat holds, a play not yet declared included."""
    begun = (s.building[seat] >> kind & 1) + (s.building_ability[seat] == kind + 1)
    return s.hand[seat, kind] + begun  # type: ignore[no-any-return]


def copies_named(s: Any, kind: int) -> int:
    """How many copies of a kind lie somewhere."""
    copies = s.discard[kind] + plain(lying_open)(s, kind)
    copies += sum(copies_held(s, seat, kind) for seat in range(SEATS))
    return copies + sum(1 for place in range(PILE) if s.pile[place] == kind + 1)  # type: ignore[no-any-return]


def check(s: Any) -> str:
    """Why a position cannot exist, or an empty text [C2.1, C3.2, C4.5]."""
    for kind in range(N_KINDS):
        found = copies_named(s, kind)
        if found != COPIES[kind]:
            return f"card {KINDS[kind]} is there {found} times, the deck has {COPIES[kind]} [C2.1]"
    for seat in range(SEATS):
        cards = sum(copies_held(s, seat, kind) for kind in range(N_KINDS))
        if s.hand_size[seat] != cards:
            return f"hand_size of seat {seat} is {s.hand_size[seat]}, the hand has {cards} cards"
        if not cards and s.stage in (LEAD, RESPOND):
            return f"the hand of seat {seat} is empty: the hand would be over [C6.1]"
        if s.score[seat] >= GOAL and s.stage != len(STAGES) - 1:
            return f"seat {seat} has {s.score[seat]} VP: the game would be over [C1]"
    taken = s.decrees_taken[0] + s.decrees_taken[1]
    if taken + s.decrees_left != DECREES:
        return f"{taken} decrees taken and {s.decrees_left} left, together they are {DECREES} [C4.5]"
    if s.pile_size != PILE - DRAWN * taken:
        return f"{s.pile_size} cards in the pile, with {taken} decrees taken there are {PILE - DRAWN * taken} [C3.2]"
    if (s.to_beat_size > 0) != (s.stage == RESPOND) and s.stage in (LEAD, RESPOND):
        return "a response needs a set to beat, a lead has none [C4.10]"
    if not (0 <= s.turn < SEATS and 0 <= s.leader < SEATS):
        return f"turn and leader should be seats from 0 to {SEATS - 1}"
    return ""
