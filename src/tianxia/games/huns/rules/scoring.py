"""The end: Treasures, then points, then places [N7]."""

from tianxia.engine.compiling import rule
from tianxia.engine.primitives import count
from tianxia.games.huns.pieces import ALL_MERCENARIES, ALL_RAIDS, ALL_TREASURES, AMULET, N_COLOURS, TREASURER
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.camp import works
from tianxia.games.huns.rules.treasures import fulfilled, most_of_a_type, types_sent
from tianxia.games.huns.state import FOR_FLED, FOR_MERCENARIES, FOR_RAIDS, FOR_TREASURES, FOR_TYPES, FOR_WAGONS, ITEMS


@rule
def settle_accounts(s: Record):
    """Points of all seats, by what they are for [N7.1, N7.1.1]."""
    s.met = 0
    for seat in range(s.players):
        met = treasures_met(s, seat)
        s.met |= met
        settle_account(s, seat, met)


@rule
def treasures_met(s: Record, seat):
    """Treasures that count: those fulfilled, and one more by the Treasurer [M10, N7.1.1]."""
    met = fulfilled(s, seat)
    unmet = s.camp[seat] & ALL_TREASURES & ~met
    if unmet and works(s, seat, TREASURER):
        met |= unmet & -unmet
    return met


@rule
def settle_account(s: Record, seat, met):
    """Points of a seat, by what they are for [N7.1]."""
    mercenaries = s.camp[seat] & ALL_MERCENARIES
    s.account[seat, FOR_RAIDS] = count(s.camp[seat] & ALL_RAIDS)
    s.account[seat, FOR_MERCENARIES] = count(mercenaries & s.full) - count(mercenaries & ~s.full)
    s.account[seat, FOR_TREASURES] = s.players * count(met)
    s.account[seat, FOR_FLED] = -(s.players - works(s, seat, AMULET)) * count(s.camp[seat] & s.fled)
    s.account[seat, FOR_WAGONS] = s.players * s.sent_size[seat]
    s.account[seat, FOR_TYPES] = max(types_sent(s, seat), most_of_a_type(s, seat))


@rule
def points(s: Record, seat):
    """Points of a seat when the accounts are settled."""
    found = 0
    for item in range(len(ITEMS)):
        found += s.account[seat, item]
    return found


@rule
def goods_in_stash(s: Record, seat):
    """Goods in a stash: they break ties [N7.2]."""
    found = 0
    for colour in range(N_COLOURS):
        found += s.stash[seat, colour]
    return found


@rule
def place_of(s: Record, seat):
    """Place of a seat: more points, then more goods in the stash, then shared [N7.2]."""
    found = 1
    mine, goods = points(s, seat), goods_in_stash(s, seat)
    for other in range(s.players):
        theirs = points(s, other)
        found += theirs > mine or (theirs == mine and goods_in_stash(s, other) > goods)
    return found
