"""Wagons: goods on their spaces, sending full ones, taking new ones [N4.3, N4.4, N8.9, N8.15]."""

from tianxia.engine.compiling import const, rule
from tianxia.games.huns.events import EVENTS
from tianxia.games.huns.pieces import AXLE, DISPLAY, FROM_DECK, MIRE, N_COLOURS, SLOTS
from tianxia.games.huns.questions import AFTER_SEND, NEW_WAGON
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.asking import LOAD, WAGON, allow, allow_each, push
from tianxia.games.huns.rules.camp import may_load, works
from tianxia.games.huns.state import GONE

SPACED = const([sum(1 << SLOTS * i for i in range(N_COLOURS) if colours >> i & 1) for colours in range(1 << N_COLOURS)])
"""By a set of colours the set of its actions `load` for one slot: between two of them are those for the others."""
LOADED, SENT, GOT_WAGON, LAID = EVENTS.LOADED, EVENTS.SENT, EVENTS.NEW_WAGON, EVENTS.LAID


@rule
def load_wagon(s: Record, seat, slot, space, colour, log):
    """A good goes on an empty space; a full wagon is sent at once, unless Mire is active [N4.3, C04]."""
    s.load[seat, slot, space, colour] += 1
    s.gaps[seat, slot] -= 1
    s.cargo[seat, slot] |= 1 << colour
    on_space = 0
    for good in range(N_COLOURS):
        on_space += s.load[seat, slot, space, good]
    if on_space == s.need[s.wagons[seat, slot] - 1, space]:
        s.wanted[seat, slot] &= ~(1 << space)
    if seat == s.active and s.bound == 0:
        s.bound = s.wagons[seat, slot]
    LOADED.emit(log, seat, colour, slot + 1, space)
    send_if_full(s, seat, slot, log)


@rule
def send_if_full(s: Record, seat, slot, log):
    """A full wagon is sent, unless Mire is active [N4.3, C04]."""
    if s.wagons[seat, slot] and s.gaps[seat, slot] == 0 and not works(s, seat, MIRE):
        send(s, seat, slot, log)


@rule
def unload(s: Record, seat, slot, colour):
    """A good leaves a wagon: a space of its own colour if one holds such a good, else the first that does [N8.15]."""
    space = colour
    if s.load[seat, slot, colour, colour] == 0:
        space = 0
        while s.load[seat, slot, space, colour] == 0:
            space += 1
    s.load[seat, slot, space, colour] -= 1
    s.gaps[seat, slot] += 1
    s.wanted[seat, slot] |= 1 << space
    left = 0
    for other in range(N_COLOURS):
        left += s.load[seat, slot, other, colour]
    if left == 0:
        s.cargo[seat, slot] &= ~(1 << colour)


@rule
def send(s: Record, seat, slot, log):
    """Goods to the stash, the wagon to the sent ones; a new one if there are too few; the effects of it wait [N4.3.1, N8.12]."""
    for space in range(N_COLOURS):
        for colour in range(N_COLOURS):
            s.stash[seat, colour] += s.load[seat, slot, space, colour]
            s.load[seat, slot, space, colour] = 0
    if s.bound == s.wagons[seat, slot]:
        s.bound = GONE
    s.sent[seat, s.sent_size[seat]] = s.wagons[seat, slot]
    s.sent_size[seat] += 1
    s.waiting[s.n_waiting] = s.sent_size[seat]
    s.waiting_seat[s.n_waiting] = seat
    s.n_waiting += 1
    s.wagons[seat, slot] = 0
    s.wanted[seat, slot] = 0
    s.gaps[seat, slot] = 0
    s.cargo[seat, slot] = 0
    SENT.emit(log, seat, slot + 1)
    if wagons_of(s, seat) < limit(s, seat):
        push(s, seat, NEW_WAGON.id(AFTER_SEND))


@rule
def wagons_of(s: Record, seat):
    """How many wagons a seat is filling."""
    found = 0
    for slot in range(SLOTS):
        found += s.wagons[seat, slot] > 0
    return found


@rule
def limit(s: Record, seat):
    """How many wagons a seat may have: two, three while Wide Axle works [N4.4.1]."""
    return 3 if works(s, seat, AXLE) else 2


@rule
def offer_wagons(s: Record):
    """A wagon that lies face up, or the top of the deck [N2.2]."""
    for place in range(DISPLAY):
        if s.display[place]:
            allow(s, WAGON.id(place))
    if s.wagons_left:
        allow(s, WAGON.id(FROM_DECK))


@rule
def take_wagon(s: Record, seat, place, log):
    """A wagon comes into the lowest free slot; a place that was emptied is refilled [N2.2, N4.3.1]. Returns the slot."""
    slot = 0
    while slot < SLOTS and s.wagons[seat, slot]:  # without a bound LLVM makes it a call of strlen, which a GPU lacks
        slot += 1
    wagon = top_wagon(s) if place == FROM_DECK else s.display[place]
    lay_wagon(s, seat, slot, wagon)
    GOT_WAGON.emit(log, seat, slot + 1, wagon - 1, place)
    if place < FROM_DECK:
        s.display[place] = top_wagon(s) if s.wagons_left else 0
        if s.display[place]:
            LAID.emit(log, place + 1, s.display[place] - 1)
    return slot


@rule
def top_wagon(s: Record):
    """The top of the wagon deck is taken away."""
    s.wagons_left -= 1
    wagon = s.wagon_deck[s.wagons_left]
    s.wagon_deck[s.wagons_left] = 0
    return wagon


@rule
def lay_wagon(s: Record, seat, slot, wagon):
    """An empty wagon lies in a slot."""
    s.wagons[seat, slot] = wagon
    s.cargo[seat, slot] = 0
    size, wanted = 0, 0
    for colour in range(N_COLOURS):
        size += s.need[wagon - 1, colour]
        wanted |= (s.need[wagon - 1, colour] > 0) << colour
    s.gaps[seat, slot] = size
    s.wanted[seat, slot] = wanted


@rule
def goods_of_wagon(s: Record, seat, slot):
    """How many goods lie on a wagon."""
    size = 0
    for colour in range(N_COLOURS):
        size += s.need[s.wagons[seat, slot] - 1, colour]
    return size - s.gaps[seat, slot]


@rule
def offer_loads(s: Record, seat, colours):
    """A good of one of these colours may go on an empty space of its colour."""
    for slot in range(SLOTS):
        offer_loads_on(s, seat, slot, colours)


@rule
def offer_loads_on(s: Record, seat, slot, colours):
    """The same for one wagon."""
    wanted = s.wanted[seat, slot] & colours
    if wanted and may_load(s, seat, slot):
        allow_each(s, LOAD.id(0, slot + 1), SPACED[wanted])


@rule
def exchange(s: Record, seat, slot, other, other_slot):
    """Two wagons change places with their goods [R06]."""
    s.wagons[seat, slot], s.wagons[other, other_slot] = s.wagons[other, other_slot], s.wagons[seat, slot]
    s.wanted[seat, slot], s.wanted[other, other_slot] = s.wanted[other, other_slot], s.wanted[seat, slot]
    s.gaps[seat, slot], s.gaps[other, other_slot] = s.gaps[other, other_slot], s.gaps[seat, slot]
    s.cargo[seat, slot], s.cargo[other, other_slot] = s.cargo[other, other_slot], s.cargo[seat, slot]
    for space in range(N_COLOURS):
        for colour in range(N_COLOURS):
            mine = s.load[seat, slot, space, colour]
            s.load[seat, slot, space, colour] = s.load[other, other_slot, space, colour]
            s.load[other, other_slot, space, colour] = mine
