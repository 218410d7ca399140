"""How the points stand, as if the game ended now, and how far Treasures are [N7.1, N9].

Of wagons that lie face down before the viewer the types are not known: what counts by types counts nothing then.
"""

from tianxia.engine.compiling import py_func
from tianxia.games.huns.pieces import ALL_TREASURES, BANNERS, CROWN, N_CARDS, bits_of
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.scoring import settle_account, treasures_met
from tianxia.games.huns.rules.treasures import counted, needed
from tianxia.games.huns.state import FOR_TYPES, ITEMS

BY_TYPE = bits_of(CROWN, BANNERS)
"""Treasures whose condition asks for types of wagons."""


def face_down(s: Record, seat: int) -> bool:
    """Whether wagons that a seat has sent lie face down before who sees this record [N12.4]."""
    return bool(s.sent_size[seat] and not s.sent[seat, 0])


def account(s: Record, seat: int) -> list[int]:
    """Points of a seat if the game ended now, by what they are for; `s` is a record that may be written to."""
    hidden = face_down(s, seat)
    met = py_func(treasures_met)(s, seat)
    py_func(settle_account)(s, seat, met & ~BY_TYPE if hidden else met)
    points = [int(s.account[seat, item]) for item in range(len(ITEMS))]
    if hidden:
        points[FOR_TYPES] = 0
    return points


def progress(s: Record) -> list[list[int]]:
    """For each Treasure how many there are of what it counts, and how many there must be; nothing where that is not known."""
    return [far(s, card) for card in range(CROWN, N_CARDS)]


def far(s: Record, card: int) -> list[int]:
    """The same for one Treasure."""
    owners = [seat for seat in range(s.players) if s.camp[seat] & ALL_TREASURES & 1 << card]
    if not owners or (BY_TYPE >> card & 1 and face_down(s, owners[0])):
        return []
    return [int(py_func(counted)(s, owners[0], card)), int(py_func(needed)(s, owners[0], card))]
