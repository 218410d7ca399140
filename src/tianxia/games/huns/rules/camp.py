"""Cards in a camp: which work, which may get goods [N5, N6.3, N8.16]."""

from tianxia.engine.compiling import rule
from tianxia.games.huns.events import EVENTS
from tianxia.games.huns.pieces import (
    ALL_COLOURS,
    ALL_CURSES,
    ALL_EQUIPMENT,
    ALL_HOLDERS,
    ALL_MERCENARIES,
    BLOCKADE,
    BROKEN_AXLE,
    DESERTER,
    FIRST_HOLDER,
    MIRE,
    MUTINY,
    N_COLOURS,
    RUST,
    SLOTS,
    bits_of,
)
from tianxia.games.huns.record import Record
from tianxia.games.huns.state import NOWHERE, ON_WAGONS

PUT_ON, FILLED = EVENTS.PUT, EVENTS.FILLED
THE_BLOCKADE = bits_of(BLOCKADE)
WITH_AN_END = bits_of(RUST, MIRE)
"""Curses whose end lets something happen [N8.18]."""


@rule
def works(s: Record, seat, card):
    """Whether a card of a camp works now [N6.3]."""
    return s.works[seat] >> card & 1


@rule
def refresh(s: Record, seat):
    """Which cards work after something changed in a camp [N6.3]."""
    mine = s.camp[seat]
    found = mine & ALL_CURSES & ~s.fled & ~s.full
    rusty, mutinous = found >> RUST & 1, found >> MUTINY & 1
    if not rusty:
        found |= mine & ALL_EQUIPMENT
    if not mutinous:
        found |= mine & ALL_MERCENARIES & s.full
    s.works[seat] = found


@rule
def owner_of(s: Record, card):
    """In whose camp a card lies, -1 if in none."""
    for seat in range(s.players):
        if s.camp[seat] >> card & 1:
            return seat
    return -1


@rule
def open_holders(s: Record, seat):
    """Own Mercenaries and Curses that are face up, not full and allowed; only the Blockade while it is active [N8.16]."""
    found = s.camp[seat] & ALL_HOLDERS & ~s.fled & ~s.full
    return THE_BLOCKADE if found >> BLOCKADE & 1 else found


@rule
def goods_of_card(s: Record, card):
    """How many goods lie on a card."""
    found = 0
    for colour in range(N_COLOURS):
        found += s.goods_on[card - FIRST_HOLDER, colour]
    return found


@rule
def put_on_card(s: Record, seat, card, colour, n, log):
    """Goods go on a Mercenary or Curse; when it is full a Mercenary works, a Curse is over [N5.3, N5.4]."""
    s.goods_on[card - FIRST_HOLDER, colour] += n
    PUT_ON.emit(log, seat, card - FIRST_HOLDER, colour, n)
    if goods_of_card(s, card) >= s.spaces[card - FIRST_HOLDER]:
        s.full |= 1 << card
        s.over_curses |= 1 << card & WITH_AN_END
        FILLED.emit(log, seat, card - FIRST_HOLDER)
        refresh(s, seat)


@rule
def may_load(s: Record, seat, slot):
    """Whether a wagon may get goods: Broken Axle allows one wagon a turn [C01, N8.21]."""
    wagon = s.wagons[seat, slot]
    if wagon == 0:
        return False
    return seat != s.active or not works(s, seat, BROKEN_AXLE) or s.bound == 0 or s.bound == wagon


@rule
def wagon_colours(s: Record, seat):
    """Colours of which an own wagon that is allowed has an empty space."""
    found = 0
    for slot in range(SLOTS):
        if s.wanted[seat, slot] and may_load(s, seat, slot):
            found |= s.wanted[seat, slot]
    return found


@rule
def fits(s: Record, seat):
    """Colours of goods that could be placed now [N8.1.1]."""
    return ALL_COLOURS if open_holders(s, seat) else wagon_colours(s, seat)


@rule
def fits_batch(s: Record, seat):
    """The same within a batch: once its place is chosen only that counts [N8.1.1, N8.1.3]."""
    if s.batch_on == NOWHERE:
        return fits(s, seat)
    if s.batch_on == ON_WAGONS:
        return wagon_colours(s, seat)
    return 0 if s.full >> s.batch_on - 2 & 1 else ALL_COLOURS


@rule
def in_reserve(s: Record):
    """Colours that the Reserve has."""
    found = 0
    for colour in range(N_COLOURS):
        found |= (s.reserve[colour] > 0) << colour
    return found


@rule
def in_hand(s: Record):
    """Colours of the batch in hand."""
    found = 0
    for colour in range(N_COLOURS):
        found |= (s.hand[colour] > 0) << colour
    return found


@rule
def any_good(s: Record, seat):
    """Colours of which a seat could take a good from the Reserve [N8.1.2]."""
    return in_reserve(s) & fits(s, seat)


@rule
def rival(s: Record, seat, other):
    """Whether another seat is an opponent for Raids and Mercenaries that take or exchange: not behind the Deserter [N8.22]."""
    return other != seat and not works(s, other, DESERTER)
