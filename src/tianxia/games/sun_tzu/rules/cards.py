"""How cards and generals move [S2, S8, S12]."""

from tianxia.engine.compiling import rule
from tianxia.engine.primitives import add_to_row, at_least
from tianxia.games.sun_tzu.events import EVENTS
from tianxia.games.sun_tzu.pieces import DECK, FRAMED, MOST_SHOWN, N_CARDS, N_PROVINCES, NONE
from tianxia.games.sun_tzu.record import Record

DISCARDED, DREW, GENERAL_SHOWN, WENT_UNDER = EVENTS.DISCARDED, EVENTS.DREW, EVENTS.GENERAL_SHOWN, EVENTS.WENT_UNDER


@rule
def kinds_in_hand(s: Record, seat):
    """Bit set of the kinds in hand."""
    return at_least(s.hand, seat, 1)


@rule
def take_top(s: Record, seat):
    """The top card leaves the deck; returns its kind."""
    kind = s.deck[seat, 0] - 1
    if s.fresh[seat]:
        s.fresh[seat] -= 1
        s.undrawn[seat, kind] -= 1
    for place in range(DECK - 1):
        s.deck[seat, place] = s.deck[seat, place + 1]
        s.known[seat, place] = s.known[seat, place + 1]
        s.returned[seat, place] = s.returned[seat, place + 1]
    s.deck[seat, DECK - 1] = NONE
    s.known[seat, DECK - 1] = NONE
    s.returned[seat, DECK - 1] = NONE
    s.deck_size[seat] -= 1
    return kind


@rule
def go_under(s: Record, seat, kind):
    """A card goes under the own deck; its owner knows it there [S13.3]."""
    place = s.deck_size[seat]
    s.deck[seat, place] = kind + 1
    s.known[seat, place] = kind + 1
    s.deck_size[seat] = place + 1


@rule
def return_card(s: Record, seat, province, log):
    """R5 and B4: the revealed card goes under the own deck, the top card out of the game, shown to both [S8.7]."""
    kind = s.revealed[seat] - 1
    s.face_up[seat, province] = NONE
    s.returned[seat, s.deck_size[seat]] = kind + 1
    go_under(s, seat, kind)
    gone = take_top(s, seat)
    s.out[seat, gone] += 1
    WENT_UNDER.emit(log, seat, kind, gone)


@rule
def draw(s: Record, seat, count):
    """Draw cards, to be kept or one put under [S2.1, S12.2]; returns them for `tell_drawn`."""
    kinds = 0
    for i in range(count):
        kind = take_top(s, seat)
        s.drawn[seat, kind] += 1
        kinds |= (kind + 1) << 5 * i
    s.drawn_size[seat] = count
    return kinds


@rule
def tell_drawn(s: Record, seat, kinds, log):
    """Only their owner is told which cards they are."""
    DREW.emit(log, seat, s.drawn_size[seat], kinds & 31, kinds >> 5 & 31, kinds >> 10 & 31, kinds >> 15 & 31)


@rule
def keep_drawn(s: Record, seat):
    """The cards drawn go to the hand."""
    for kind in range(FRAMED, N_CARDS):
        s.hand[seat, kind] += s.drawn[seat, kind]
        s.drawn[seat, kind] = 0
    s.hand_size[seat] += s.drawn_size[seat]
    s.drawn_size[seat] = 0


@rule
def draw_for_round(s: Record, seat, log):
    """Draws 2 and puts 1 under, with a 1 draws 3; what a short deck gives instead is kept unasked [S12.2]."""
    wanted = 3 if s.draws_more[seat] else 2
    count = min(wanted, s.deck_size[seat])
    if count:
        tell_drawn(s, seat, draw(s, seat, count), log)
    if count < wanted:
        keep_drawn(s, seat)


@rule
def clear_up(s: Record, seat):
    """Framed cards return to the hand, all other used cards are out of the game [S12.1]."""
    for province in range(N_PROVINCES):
        card = s.face_up[seat, province]
        if card:
            framed = card <= FRAMED
            s.hand[seat, card - 1] += framed
            s.hand_size[seat] += framed
            s.out[seat, card - 1] += 1 - framed
            s.face_up[seat, province] = NONE


@rule
def discard(s: Record, seat, kind, log):
    """An unframed card of the hand, openly and out of the game, moves an army from reinforcements to the pool [S4.3]."""
    add_to_row(s.hand, seat, kind, -1)
    s.hand_size[seat] -= 1
    s.out[seat, kind] += 1
    s.reinforcements[seat] -= 1
    s.pool[seat] += 1
    DISCARDED.emit(log, seat, kind)


@rule
def show(s: Record, seat, general, log):
    """A general is used: shown, and out [S8]."""
    s.held[seat] &= ~(1 << general)
    s.unshown[seat] -= 1
    for place in range(MOST_SHOWN):
        if s.shown[seat, place] == NONE:
            s.shown[seat, place] = general + 1
            break
    GENERAL_SHOWN.emit(log, seat, general)


@rule
def take_general(s: Record, seat, general):
    """A general is chosen, in secret [S2.2, S9.5]."""
    s.aside[seat] &= ~(1 << general)
    s.held[seat] |= 1 << general
    s.unshown[seat] += 1
