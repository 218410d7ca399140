"""What may be chosen at each moment: the lists of N11.3."""

from tianxia.engine.compiling import rule
from tianxia.games.huns.actions import ACTIONS
from tianxia.games.huns.pieces import FIRST_HOLDER, N_COLOURS, SLOTS, SPY
from tianxia.games.huns.rules.camp import any_good, fits, fits_batch, in_hand, in_reserve, may_load, rival
from tianxia.games.huns.rules.cards import persian_merchant, quartermaster
from tianxia.games.huns.rules.curses import offer_curse_effects
from tianxia.games.huns.rules.placing import offer_keeping, offer_places
from tianxia.games.huns.rules.raids import (
    OPTIONAL,
    bribable,
    levied,
    lying_on_rivals,
    offer_cargo,
    offer_holders,
    offer_robbery,
    offer_swaps,
    ritual_cards,
)
from tianxia.games.huns.rules.sends import offer_send_effects
from tianxia.games.huns.rules.tasks import USE, allow, allow_goods
from tianxia.games.huns.rules.turn import offer_after_action, offer_after_die, offer_before_die
from tianxia.games.huns.rules.wagons import offer_loads, offer_loads_on, offer_wagons
from tianxia.games.huns.state import (
    AFTER_ACTION,
    AFTER_DIE,
    AMBUSH_AGAIN,
    AMBUSHING,
    AMULET_GOOD,
    BEFORE_DIE,
    BRIBED,
    BRIBING,
    CHARGING,
    CURSE_EFFECTS,
    ENCIRCLED,
    ENCIRCLING,
    FAST_LOADING,
    FLEE,
    KEEP,
    LEVYING,
    MERCHANT_GOOD,
    NEEDED,
    NEW_WAGON,
    OUTRIDING,
    PLACE,
    PUT,
    QUARTERMASTER_GOOD,
    RITUAL_CARD,
    RITUAL_GOODS,
    SEND_EFFECTS,
    SEND_FULL,
    SPY_GOOD,
    START_GOOD,
    SWAPPING,
    SWEEPING,
    TAKE,
    THIEVES_TAKE,
    VICTIM,
)

VICTIM_IS, FLEES, ACCEPTS = ACTIONS.VICTIM, ACTIONS.FLEE, ACTIONS.ACCEPT
SEND, DONE = ACTIONS.SEND, ACTIONS.DONE


@rule
def offer(s, task, seat, a, b):
    """Write down what may be chosen now [N11.3]."""
    if task == PLACE:
        offer_places(s, seat)
    elif task == BEFORE_DIE:
        offer_before_die(s, seat)
    elif task == AFTER_DIE:
        offer_after_die(s, seat)
    elif task == AFTER_ACTION:
        offer_after_action(s, seat)
    elif task == QUARTERMASTER_GOOD:
        allow_goods(s, quartermaster(s, seat))
    elif task == MERCHANT_GOOD:
        offer_exchange(s, seat)
    elif task == KEEP:
        offer_keeping(s, seat)
    elif task == PUT:
        allow_goods(s, 0 if s.full >> a & 1 else in_hand(s))
    elif task == NEW_WAGON:
        offer_wagons(s)
    elif task == NEEDED:
        allow_goods(s, needed(s, seat, a))
    elif task == TAKE:
        offer_taking(s, seat, a, b)
    elif task == VICTIM:
        for other in range(s.players):
            if other != seat:
                allow(s, VICTIM_IS.id(other))
    elif task == FLEE:
        allow(s, FLEES.id())
        allow(s, ACCEPTS.id())
    elif task == CURSE_EFFECTS:
        offer_curse_effects(s, seat)
    elif task == SEND_EFFECTS:
        offer_send_effects(s)
    elif task == SEND_FULL:
        offer_full_wagons(s, seat)
    else:
        offer_rarer(s, task, seat, a, b)


@rule
def offer_rarer(s, task, seat, a, b):
    """The moments of Raids, of some cards, of the set-up."""
    if task == SWEEPING:
        offer_robbery(s, seat, a)
    elif task == AMBUSHING:
        for other in range(s.players):
            offer_robbery(s, seat, other)
    elif task == AMBUSH_AGAIN:
        offer_cargo(s, a, b, fits_batch(s, seat))
    elif task == OUTRIDING:
        for other in range(s.players):
            if s.sent_size[other] > s.sent_size[seat]:
                offer_robbery(s, seat, other)
    elif task == AMULET_GOOD:
        allow_goods(s, in_reserve(s))
    elif task == SPY_GOOD:
        allow(s, USE.id(SPY))
        allow(s, DONE.id())
    elif task == BRIBING:
        offer_holders(s, bribable(s, seat))
    elif task == BRIBED:
        for colour in range(N_COLOURS):
            allow_goods(s, (s.goods_on[a - FIRST_HOLDER, colour] > 0) << colour)
    elif task == SWAPPING:
        offer_swaps(s, seat)
    elif task == CHARGING:
        allow_goods(s, any_good(s, seat))
    elif task == FAST_LOADING:
        offer_fast_loading(s, seat, a, b)
    elif task == RITUAL_CARD:
        offer_holders(s, ritual_cards(s, seat))
    elif task == RITUAL_GOODS:
        allow_goods(s, 0 if s.full >> a & 1 else in_reserve(s))
    elif task == LEVYING:
        allow_goods(s, levied(s, seat, a))
    elif task == ENCIRCLING:
        allow_goods(s, lying_on_rivals(s, seat))
    elif task == ENCIRCLED:
        offer_returns(s, seat, a, b)
    elif task == THIEVES_TAKE:
        for slot in range(SLOTS):
            offer_cargo(s, seat, slot, (1 << N_COLOURS) - 1)
    elif task == START_GOOD:
        offer_loads(s, seat, in_reserve(s) & ~(1 << a >> 1))


@rule
def offer_exchange(s, seat):
    """A colour for which a good of the loot is exchanged, or none [M09]."""
    colours = persian_merchant(s, seat)
    if colours:
        allow_goods(s, colours)
        allow(s, DONE.id())


@rule
def needed(s, seat, slot):
    """Colours of which the Reserve has a good and a wagon an empty space [M05, E06, N8.19]."""
    return s.wanted[seat, slot] & in_reserve(s) if may_load(s, seat, slot) else 0


@rule
def offer_taking(s, seat, colours, how):
    """A colour that the Reserve has and that fits; with Scouting Sabre it may be left [N8.1.2, E10]."""
    found = colours & in_reserve(s) & fits(s, seat)
    allow_goods(s, found)
    if found and how & OPTIONAL:
        allow(s, DONE.id())


@rule
def offer_full_wagons(s, seat):
    """Full wagons of a camp, one of which is sent next [N8.18]."""
    for slot in range(SLOTS):
        if s.wagons[seat, slot] and s.gaps[seat, slot] == 0:
            allow(s, SEND.id(slot + 1))


@rule
def offer_fast_loading(s, seat, slot, wagon):
    """A good from the Reserve for one wagon; the second one for the same [R08]."""
    if wagon == 0:
        offer_loads(s, seat, in_reserve(s))
    elif s.wagons[seat, slot] == wagon:
        offer_loads_on(s, seat, slot, in_reserve(s))


@rule
def offer_returns(s, seat, other, colour):
    """From which wagon an opponent returns a good of the named colour [R12]."""
    if rival(s, seat, other):
        for slot in range(SLOTS):
            offer_cargo(s, other, slot, 1 << colour)
