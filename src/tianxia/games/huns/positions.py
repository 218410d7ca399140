"""Written positions of Huns: which ones are written, and what they may leave out. What is wrong with one: `validation`."""

from tianxia.engine.compiling import py_func
from tianxia.games.huns.pieces import (
    A_COLOUR,
    FIRST_CURSE,
    FIRST_HOLDER,
    GOODS,
    N_COLOURS,
    N_HOLDERS,
    N_WAGONS,
    SLOTS,
)
from tianxia.games.huns.questions import BEFORE_DIE, END_TURN
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.asking import push
from tianxia.games.huns.rules.camp import refresh
from tianxia.games.huns.rules.decks import look
from tianxia.games.huns.rules.legal import offer
from tianxia.games.huns.sets import bits_of, camp_of, goods_on, sent_by, size_of, wagons_lying
from tianxia.games.huns.validation import CHECKED, check, lying_outside, sound
from tianxia.games.huns.validation_turn import taken

__all__ = ["CHECKED", "check", "complete", "quiet"]

USUAL_DICE = (1, 2, 3, 1, 2)


def quiet(s: Record) -> bool:
    """In a turn, before its die: nothing else is pending [N3.1, N11.3]."""
    return bool(s.depth == 2 and END_TURN.has(s.asks[0]) and BEFORE_DIE.has(s.asks[1]))


def complete(s: Record, given: frozenset[str]) -> None:
    """Fields left out are as in the first turn of seat 0, before its die, with empty camps.

    Dice that are 0 were taken, in the order of colours. Cards that lie nowhere are in the decks, below those that are told;
    seats without wagons get the first two that lie nowhere, the next four lie face up unless `display` is told, the others
    are in their deck. Goods that lie nowhere are in the Reserve, or where it is told in the stash of the last seat. A Curse
    was played by the seat to the left of its camp.
    """
    complete_turn(s, given)
    complete_cards(s, given)
    complete_wagons(s, given)
    complete_goods(s, given)
    follow(s)
    if quiet(s) and sound(s):
        py_func(offer)(s, BEFORE_DIE.id(), s.active)


# --- whose turn it is ----------------------------------------------------------------------------------------------------


def complete_turn(s: Record, given: frozenset[str]) -> None:
    """The turn of the active seat; dice were taken clockwise from who rolled [N3.1]."""
    if not given & {"asks", "asks_seat", "depth"}:
        for kind in (END_TURN, BEFORE_DIE):
            py_func(push)(s, s.active, kind.id())
    if "asked" not in given:
        s.asked = s.active
    if "open" not in given:
        s.open = s.open_sent
    if "round" not in given:
        s.round = 1
    if "dice" not in given:
        for colour, face in enumerate(USUAL_DICE):
            s.dice[colour] = face
    gone = taken(s)
    if "rolled_by" not in given:
        s.rolled_by = (s.active - len(gone)) % s.players
    if "token" not in given:
        s.token = s.rolled_by
    for colour in range(N_COLOURS):
        if "taken_by" not in given and colour in gone:
            s.taken_by[colour] = (s.rolled_by + gone.index(colour)) % s.players
        elif "taken_by" not in given or colour not in gone:
            s.taken_by[colour] = -1


# --- what lies where -----------------------------------------------------------------------------------------------------


def complete_cards(s: Record, given: frozenset[str]) -> None:
    """Decks with the cards that lie nowhere below those that are told; who played each Curse."""
    lying = {card for seat in range(s.players) for card in bits_of(s.camp[seat])}
    for colour in range(N_COLOURS):
        told = [s.deck[colour, place] for place in range(A_COLOUR)]
        told = told[: A_COLOUR - told[::-1].index(0)] if told[-1] == 0 else told
        rest = [
            card + 1
            for card in range(A_COLOUR * colour, A_COLOUR * (colour + 1))
            if card not in lying and card + 1 not in told and s.from_players[card] <= s.players
        ]
        told = [card for card in told if card]
        for place, card in enumerate((told + rest)[:A_COLOUR]):
            s.deck[colour, place] = card
        if "deck_size" not in given:
            s.deck_size[colour] = min(A_COLOUR, len(told + rest))
    for curse in range(A_COLOUR):
        seat = camp_of(s, FIRST_CURSE + curse)
        if seat < 0:
            s.cursed_by[curse] = -1
        elif "cursed_by" not in given:
            s.cursed_by[curse] = (seat + 1) % s.players


def complete_wagons(s: Record, given: frozenset[str]) -> None:
    """Two wagons each, four face up, the others in their deck, below those that are told [N2.2]."""
    told = [s.wagon_deck[place] for place in range(N_WAGONS) if s.wagon_deck[place]]
    lying = wagons_lying(s)
    rest = [wagon + 1 for wagon in range(N_WAGONS) if not lying[wagon] and wagon + 1 not in told]
    for seat in range(s.players):
        if not any(s.wagons[seat, slot] for slot in range(SLOTS)):
            for slot in range(min(2, len(rest))):
                s.wagons[seat, slot] = rest.pop(0)
    if "display" not in given:
        for place in range(min(len(s.display), len(rest))):
            s.display[place] = rest.pop(0)
    for place, wagon in enumerate((rest[::-1] + told)[:N_WAGONS]):
        s.wagon_deck[place] = wagon
    if "wagons_left" not in given:
        s.wagons_left = min(N_WAGONS, len(rest + told))


def complete_goods(s: Record, given: frozenset[str]) -> None:
    """Goods that lie nowhere are in the Reserve, or where it is told in the stash of the last seat [N1.2]."""
    for colour, outside in enumerate(lying_outside(s)):
        rest = max(0, GOODS[s.players] - outside)
        if "reserve" not in given:
            s.reserve[colour] = rest
        else:
            s.stash[s.players - 1, colour] += max(0, rest - s.reserve[colour])


# --- what follows --------------------------------------------------------------------------------------------------------


def follow(s: Record) -> None:
    """What is full, what works, what wagons hold and need, what each seat sees of the decks."""
    s.full = sum(
        1 << FIRST_HOLDER + holder
        for holder in range(N_HOLDERS)
        if camp_of(s, FIRST_HOLDER + holder) >= 0 and goods_on(s, holder) >= s.spaces[holder]
    )
    for seat in range(s.players):
        py_func(refresh)(s, seat)
        s.sent_size[seat] = len(sent_by(s, seat))
        for slot in range(SLOTS):
            follow_wagon(s, seat, slot)
        for colour in range(N_COLOURS):
            py_func(look)(s, seat, colour)


def follow_wagon(s: Record, seat: int, slot: int) -> None:
    """Empty spaces of a wagon, their colours, and those of its goods."""
    wagon = s.wagons[seat, slot]
    loads = [[s.load[seat, slot, space, colour] for colour in range(N_COLOURS)] for space in range(N_COLOURS)]
    spaces = [s.need[wagon - 1, space] if wagon else 0 for space in range(N_COLOURS)]
    s.wanted[seat, slot] = sum((spaces[space] > sum(loads[space])) << space for space in range(N_COLOURS))
    s.cargo[seat, slot] = sum(any(load[colour] for load in loads) << colour for colour in range(N_COLOURS))
    s.gaps[seat, slot] = max(0, size_of(s, wagon) - sum(map(sum, loads)))
