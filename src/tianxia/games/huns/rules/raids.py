"""Raids: when each can be used, what it begins, and the choices it brings [N5.2, N9.2]."""

from tianxia.engine.compiling import rule
from tianxia.engine.primitives import lowest
from tianxia.games.huns.actions import ACTIONS
from tianxia.games.huns.events import EVENTS
from tianxia.games.huns.pieces import (
    ALL_CURSES,
    ALL_MERCENARIES,
    ALL_RAIDS,
    AMBUSH,
    AT_THE_END_OF_A_TURN,
    BRIBE,
    CHARGE,
    ENCIRCLE,
    FIRST_HOLDER,
    LEVY,
    LOADING,
    MARCH,
    N_COLOURS,
    OATH,
    RIDE,
    RITUAL,
    SLOTS,
    SWAP,
    SWEEP,
    TRIBUTE,
)
from tianxia.games.huns.questions import (
    AFTER_BATCH,
    AMBUSHING,
    BRIBING,
    CHARGING,
    ENCIRCLED,
    ENCIRCLING,
    FAST_LOADING,
    LEVYING,
    PLACE,
    RITUAL_CARD,
    SENDS,
    SWAPPED_FULL,
    SWAPPING,
    SWEEPING,
    TAKE,
    TALLY,
)
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.asking import ON, TAKE_OFF, allow, allow_each, push
from tianxia.games.huns.rules.camp import (
    any_good,
    fits,
    fits_batch,
    goods_of_card,
    in_reserve,
    open_holders,
    owner_of,
    refresh,
    rival,
    wagon_colours,
    works,
)
from tianxia.games.huns.rules.decks import draw
from tianxia.games.huns.rules.wagons import exchange, goods_of_wagon
from tianxia.games.huns.state import A_LOOT

TOOK, TOKEN, USED = EVENTS.TOOK, EVENTS.TOKEN, EVENTS.USED
LEVIED, LOST, SWAPPED = EVENTS.LEVIED, EVENTS.LOST, EVENTS.SWAPPED
EXCHANGE = ACTIONS.SWAP
EVERY_COLOUR = (1 << N_COLOURS) - 1


@rule
def usable_raids(s: Record, seat, after_action):
    """Raids that can be used now: one a turn, and only if it can do something [N5.2, N5.2.2, N9.2, C09]."""
    mine = s.camp[seat] & ALL_RAIDS & ~s.used
    if mine == 0 or s.raided or works(s, seat, OATH):
        return 0
    if not after_action:
        mine &= ~AT_THE_END_OF_A_TURN
    found = 0
    while mine:
        if can_raid(s, seat, lowest(mine)):
            found |= mine & -mine
        mine &= mine - 1
    return found


@rule
def can_raid(s: Record, seat, card):
    """Whether the "only if" of a Raid holds and its first choice has an entry [N9.2]."""
    if card == SWEEP or card == AMBUSH:
        return can_rob(s, seat)
    if card == TRIBUTE:
        return s.value == 1 and any_good(s, seat) != 0
    if card == MARCH:
        return can_march(s, seat)
    if card == BRIBE:
        return bribable(s, seat) != 0 or any_good(s, seat) != 0
    if card == SWAP:
        return can_swap(s, seat)
    if card == CHARGE:
        return any_good(s, seat) != 0
    if card == LOADING:
        return wagon_colours(s, seat) & in_reserve(s) != 0
    if card == RITUAL:
        return in_reserve(s) != 0 if active_curses(s, seat) else any_good(s, seat) != 0
    if card == RIDE:
        return s.token != seat
    if card == LEVY:
        return can_levy(s, seat)
    return lying_on_rivals(s, seat) != 0


@rule
def any_cargo(s: Record, seat, other, colours):
    """Whether a good of these colours can be taken from an opponent's wagons [N8.22]."""
    if not rival(s, seat, other):
        return False
    found = 0
    for slot in range(SLOTS):
        found |= s.cargo[other, slot]
    return found & colours != 0


@rule
def can_rob(s: Record, seat):
    """A good that fits lies on an opponent's wagon [R01, R02]."""
    colours = fits(s, seat)
    for other in range(s.players):
        if any_cargo(s, seat, other, colours):
            return True
    return False


@rule
def can_march(s: Record, seat):
    """The deck of the die has a card; or the Reserve has its good and it fits [R04]."""
    if s.action == A_LOOT:
        return s.deck_size[s.die - 1] > 0
    return any_good(s, seat) >> s.die - 1 & 1 != 0


@rule
def bribable(s: Record, seat):
    """Mercenaries with goods in opponents' camps [R05]."""
    found = 0
    for other in range(s.players):
        if rival(s, seat, other):
            found |= s.camp[other] & ALL_MERCENARIES
    left = found
    while left:
        if goods_of_card(s, lowest(left)) == 0:
            found &= ~(left & -left)
        left &= left - 1
    return found


@rule
def may_swap(s: Record, seat, slot, other, other_slot):
    """The opponent's wagon holds at most one good more than the own [R06]."""
    if s.wagons[seat, slot] == 0 or s.wagons[other, other_slot] == 0:
        return False
    return goods_of_wagon(s, other, other_slot) <= goods_of_wagon(s, seat, slot) + 1


@rule
def can_swap(s: Record, seat):
    """Some wagon can be exchanged [R06]."""
    for other in range(s.players):
        if rival(s, seat, other):
            for slot in range(SLOTS):
                for other_slot in range(SLOTS):
                    if may_swap(s, seat, slot, other, other_slot):
                        return True
    return False


@rule
def active_curses(s: Record, seat):
    """Active Curses in a camp [R09]."""
    return s.camp[seat] & ALL_CURSES & ~s.fled & ~s.full


@rule
def in_stash(s: Record, seat):
    """Colours of the goods in a stash."""
    found = 0
    for colour in range(N_COLOURS):
        found |= (s.stash[seat, colour] > 0) << colour
    return found


@rule
def can_levy(s: Record, seat):
    """An opponent who has sent more wagons has a good that fits in the stash [R11]."""
    colours = fits(s, seat)
    for other in range(s.players):
        if rival(s, seat, other) and s.sent_size[other] > s.sent_size[seat] and in_stash(s, other) & colours:
            return True
    return False


@rule
def lying_on_rivals(s: Record, seat):
    """Colours that lie on opponents' wagons [R12]."""
    found = 0
    for other in range(s.players):
        if rival(s, seat, other):
            for slot in range(SLOTS):
                found |= s.cargo[other, slot]
    return found


@rule
def take_goods(s: Record, seat, colours, optional, another, card):
    """A card lets a good of these colours be taken from the Reserve, then the batch is placed [N8.1, N8.1.2].

    The good may be left if that is `optional`; `another` one of a different colour may follow.
    """
    push(s, seat, AFTER_BATCH.id(0))
    push(s, seat, PLACE.id())
    push(s, seat, TAKE.id(colours, optional, another, card))


@rule
def take_from_reserve(s: Record, seat, colour, n, log):
    """Goods go from the Reserve into the batch in hand."""
    s.reserve[colour] -= n
    s.hand[colour] += n
    TOOK.emit(log, seat, colour, n)


@rule
def begin_raid(s: Record, seat, card, log):
    """The Raid is turned, then its effect begins [N5.2.2]."""
    s.used |= 1 << card
    s.raided = 1
    USED.emit(log, seat, card)
    push(s, 0, SENDS.id())
    if card == SWEEP:
        push(s, seat, AFTER_BATCH.id(0))
        for i in range(1, s.players):
            push(s, seat, SWEEPING.id((seat + s.players - i) % s.players))
    elif card == AMBUSH:
        push(s, seat, AFTER_BATCH.id(0))
        push(s, seat, AMBUSHING.id())
    elif card == TRIBUTE:
        take_goods(s, seat, EVERY_COLOUR, 0, 1, card)
    elif card == MARCH:
        forced_march(s, seat, log)
    elif card == BRIBE and bribable(s, seat):
        push(s, seat, BRIBING.id())
    elif card == SWAP:
        push(s, seat, SWAPPING.id())
    elif card == CHARGE:
        push(s, seat, AFTER_BATCH.id(0))
        push(s, seat, CHARGING.id())
    elif card == LOADING:
        push(s, seat, AFTER_BATCH.id(0))
        push(s, seat, FAST_LOADING.id())
    elif card == RITUAL and active_curses(s, seat):
        push(s, seat, AFTER_BATCH.id(0))
        push(s, seat, RITUAL_CARD.id())
    elif card == LEVY:
        push(s, seat, AFTER_BATCH.id(0))
        for i in range(1, s.players):
            other = (seat + s.players - i) % s.players
            if s.sent_size[other] > s.sent_size[seat]:
                push(s, seat, LEVYING.id(other))
    elif card == ENCIRCLE:
        push(s, seat, AFTER_BATCH.id(0))
        push(s, seat, ENCIRCLING.id())
    else:  # Ride Ahead, and Raids that find nothing to do: any good
        if card == RIDE:
            s.token = seat
            s.ridden = 1
            TOKEN.emit(log, seat)
        take_goods(s, seat, EVERY_COLOUR, 0, 0, card)


@rule
def forced_march(s: Record, seat, log):
    """The other action in the die's own colour, with exactly one card or one good [R04, N8.20]."""
    if s.action == A_LOOT:
        draw(s, seat, s.die - 1, 1, log)
    else:
        take_from_reserve(s, seat, s.die - 1, 1, log)
        push(s, seat, AFTER_BATCH.id(0))
        push(s, seat, PLACE.id())


@rule
def offer_cargo(s: Record, other, slot, colours):
    """A good of one of these colours may be taken from a wagon."""
    allow_each(s, TAKE_OFF.id(other, slot + 1, 0), s.cargo[other, slot] & colours)


@rule
def offer_robbery(s: Record, seat, other):
    """A good that fits may be taken from an opponent's wagons [N8.1.3, N8.22]."""
    if rival(s, seat, other):
        colours = fits_batch(s, seat)
        for slot in range(SLOTS):
            offer_cargo(s, other, slot, colours)


@rule
def offer_swaps(s: Record, seat):
    """Wagons that may be exchanged [R06]."""
    for slot in range(SLOTS):
        for other in range(s.players):
            if rival(s, seat, other):
                for other_slot in range(SLOTS):
                    if may_swap(s, seat, slot, other, other_slot):
                        allow(s, EXCHANGE.id(slot + 1, other, other_slot + 1))


@rule
def offer_holders(s: Record, cards):
    """One of these Mercenaries and Curses may be named."""
    allow_each(s, ON.id(0), cards >> FIRST_HOLDER)


@rule
def levied(s: Record, seat, other):
    """Colours that can be taken from a stash [R11, N8.1.3]."""
    return in_stash(s, other) & fits_batch(s, seat) if rival(s, seat, other) else 0


@rule
def ritual_cards(s: Record, seat):
    """Own active Curses that may get goods [R09, N8.16]."""
    return open_holders(s, seat) & ALL_CURSES if in_reserve(s) else 0


@rule
def begin_encirclement(s: Record, seat, colour):
    """The colour is named: each opponent returns one, then as many are taken [R12]."""
    s.tally = 0
    push(s, seat, PLACE.id())
    push(s, seat, TALLY.id(seat, colour))
    for i in range(1, s.players):
        other = (seat + s.players - i) % s.players
        push(s, seat, ENCIRCLED.id(other, colour))


@rule
def levy(s: Record, seat, other, good, log):
    """A good of another's stash goes into the batch [R11]."""
    s.stash[other, good] -= 1
    s.hand[good] += 1
    LEVIED.emit(log, seat, other, good)
    push(s, seat, PLACE.id())


@rule
def bribe(s: Record, card, good, log):
    """A Mercenary loses a good: it stops until it is refilled [R05, N5.3]."""
    owner = owner_of(s, card)
    s.goods_on[card - FIRST_HOLDER, good] -= 1
    s.reserve[good] += 1
    s.full &= ~(1 << card)
    refresh(s, owner)
    LOST.emit(log, owner, card - FIRST_HOLDER, good)


@rule
def swap(s: Record, seat, action, log):
    """Two wagons are exchanged; those that are full are sent [R06]."""
    slot, other, other_slot = EXCHANGE.args(action)
    exchange(s, seat, slot - 1, other, other_slot - 1)
    SWAPPED.emit(log, seat, slot, other, other_slot)
    push(s, other, SWAPPED_FULL.id(other_slot))
    push(s, seat, SWAPPED_FULL.id(slot))
