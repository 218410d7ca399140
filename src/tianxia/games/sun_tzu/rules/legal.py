"""Which actions are legal, in ascending order of their ids [S14]."""

from tianxia.engine.compiling import rule
from tianxia.engine.lists import put
from tianxia.engine.primitives import at_least, lowest, put_few
from tianxia.games.sun_tzu.pieces import (
    ALL_PROVINCES,
    B1,
    B2,
    B3,
    B4,
    B5,
    FRAMED,
    FRAMED_KINDS,
    LAST_ROUND_OF_ANY_PHASE,
    MINUS_ONE,
    N_CARDS,
    NEAR,
    PLAGUE,
    R1,
    R2,
    R3,
    R4,
    R5,
    SIX,
)
from tianxia.games.sun_tzu.questions import D1, D2, D3, D4, D5, D6, D7, D8, D9
from tianxia.games.sun_tzu.record import Record
from tianxia.games.sun_tzu.rules.apply import (
    ACCEPT,
    CHOOSE,
    CONFIRM,
    DISCARD,
    NEXT,
    ORDER,
    PASS,
    TAKE,
    TAKE_BACK,
    TAKE_POOL,
    UNDER,
    USE_B1,
    USE_B2,
    USE_B4,
    USE_B5,
    USE_R2,
    USE_R3,
    USE_R4,
    USE_R5,
)
from tianxia.games.sun_tzu.rules.battle import feints, one_plague, returns
from tianxia.games.sun_tzu.rules.cards import kinds_in_hand
from tianxia.games.sun_tzu.rules.needs import own_provinces, sources
from tianxia.games.sun_tzu.state import BLUE, COST_NEED, FIXED, FREE, RED


@rule
def legal(s: Record, seat, out):
    """The table of decisions of S14."""
    asks = s.asks
    if asks == D2:
        return orders(s, seat, out)
    if asks == D9:
        return drawn_cards(s, seat, out)
    if asks == D5:
        return armies(s, seat, out)
    if asks == D4:
        return reveals(s, seat, out)
    if asks == D3:
        return each(NEXT, s.unfought, out, 0)
    if asks == D1:
        return each(CHOOSE, s.aside[seat], out, 0)
    n = 0
    if asks == D6:
        n = each(CHOOSE, s.aside[seat] & ~(1 << B3), out, 0)
    elif asks == D7:
        n = put(out, 0, ACCEPT.id(), True)
    else:
        if asks == D8:
            n = uses_of_any_phase(s, seat, out, 0)
        n = discards(s, seat, kinds_in_hand(s, seat), out, n)
    return put(out, n, PASS.id(), True)


@rule
def each(action, choices, out, n):
    """One action for each member of a bit set."""
    return put_few(out, n, action.id(0), choices)


@rule
def orders(s: Record, seat, out):
    """A card for a province without an order; a 6 only once a province, but for R1 [S4.1, S4.2, D2]."""
    kinds = kinds_in_hand(s, seat)
    laid = at_least(s.laid, seat, 1)
    bare = ALL_PROVINCES & ~laid
    places = bare & -bare if s.orders == FIXED else bare
    sixes = ALL_PROVINCES if s.held[seat] >> R1 & 1 else ~s.used[seat]
    n = 0
    while places:
        province = lowest(places)
        places &= places - 1
        allowed = kinds if sixes >> province & 1 else kinds & ~(1 << SIX)
        n = put_few(out, n, ORDER.id(province, 0), allowed)
    n = put(out, n, CONFIRM.id(), bare == 0)
    if s.orders == FREE:
        n = each(TAKE_BACK, laid, out, n)
    n = uses_of_any_phase(s, seat, out, n)
    n = put(out, n, USE_R4.id(), s.held[seat] >> R4 & 1)
    return discards(s, seat, kinds, out, n)


@rule
def uses_of_any_phase(s: Record, seat, out, n):
    """B1, B5 and R2, up to round 6 [S8, S8.9, S14.1]."""
    held = s.held[seat]
    if s.round > LAST_ROUND_OF_ANY_PHASE or held & (1 << B1 | 1 << B5 | 1 << R2) == 0:
        return n
    blue, red = own_provinces(s, BLUE), own_provinces(s, RED)
    if held >> B1 & 1:
        starts = blue
        while starts:
            start = lowest(starts)
            starts &= starts - 1
            ends = NEAR[start] & ~red
            n = put_few(out, n, USE_B1.id(start, 0), ends)
    if held >> B5 & 1 and s.pool[BLUE]:
        n = each(USE_B5, blue, out, n)
    if held >> R2 & 1:
        n = each(USE_R2, blue, out, n)
    return n


@rule
def discards(s: Record, seat, kinds, out, n):
    """An unframed card of the hand for an army of the reinforcements [S4.3, S14.2]."""
    return each(DISCARD, kinds & ~FRAMED_KINDS, out, n) if s.reinforcements[seat] else n


@rule
def reveals(s: Record, seat, out):
    """The generals that may be used on what was revealed [S8.2, S8.5-S8.8, D4]."""
    held = s.held[seat]
    n = put(out, 0, USE_B2.id(), (held >> B2 & 1) & (feints(s) != 0))
    n = put(out, n, USE_B4.id(), (held >> B4 & 1) & returns(s, BLUE, MINUS_ONE))
    n = put(out, n, USE_R3.id(), (held >> R3 & 1) & one_plague(s))
    n = put(out, n, USE_R5.id(), (held >> R5 & 1) & returns(s, RED, PLAGUE))
    return put(out, n, PASS.id(), True)


@rule
def armies(s: Record, seat, out):
    """Where an army may come from [S7.5, D5]."""
    places = sources(s)
    n = each(TAKE, places, out, 0)
    if s.pool[seat]:
        return put(out, n, TAKE_POOL.id(), s.need == COST_NEED)
    n = discards(s, seat, kinds_in_hand(s, seat), out, n)
    return put(out, n, PASS.id(), places == 0)


@rule
def drawn_cards(s: Record, seat, out):
    """One of the cards drawn [S12.2, D9]."""
    n = 0
    for kind in range(FRAMED, N_CARDS):
        n = put(out, n, UNDER.id(kind), s.drawn[seat, kind])
    return n
