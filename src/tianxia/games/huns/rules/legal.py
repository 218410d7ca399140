"""What may be chosen, by the question that is asked: the lists of N11.3."""

from tianxia.engine.compiling import rule
from tianxia.engine.fields import WORD
from tianxia.engine.primitives import lowest
from tianxia.games.huns.actions import ACTIONS
from tianxia.games.huns.pieces import A_COLOUR, FIRST_HOLDER, N_COLOURS, SLOTS, SPY
from tianxia.games.huns.questions import (
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
    DRAWN,
    ENCIRCLED,
    ENCIRCLING,
    FAST_LOADING,
    FLEE,
    KEEP,
    LEVYING,
    LOADING_AGAIN,
    MERCHANT_GOOD,
    NEEDED,
    NEW_WAGON,
    OUTRIDING,
    PLACE,
    PUT,
    QUARTERMASTER_GOOD,
    RITUAL_CARD,
    RITUAL_GOODS,
    ROW,
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
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.asking import USE, allow, allow_goods, last
from tianxia.games.huns.rules.camp import any_good, fits, fits_batch, in_hand, in_reserve, may_load, rival
from tianxia.games.huns.rules.cards import persian_merchant, quartermaster
from tianxia.games.huns.rules.curses import offer_curse_effects
from tianxia.games.huns.rules.placing import offer_keeping, offer_places
from tianxia.games.huns.rules.raids import (
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
from tianxia.games.huns.rules.turn import offer_after_action, offer_after_die, offer_before_die
from tianxia.games.huns.rules.wagons import offer_loads, offer_loads_on, offer_wagons
from tianxia.games.huns.state import CAN_WORDS

PLAY, VICTIM_IS, FLEES, ACCEPTS = ACTIONS.PLAY, ACTIONS.VICTIM, ACTIONS.FLEE, ACTIONS.ACCEPT
SEND, DONE = ACTIONS.SEND, ACTIONS.DONE
EVERY_COLOUR = (1 << N_COLOURS) - 1


@rule
def legal(s: Record, seat, out):
    """The list of the moment [N11.3]; of the cards just drawn only who drew them knows it."""
    if DRAWN.has(last(s)):
        return legal_plays(s, seat, out)
    n = 0
    for word in range(CAN_WORDS):
        bits = s.can[word]
        while bits:
            out[n] = word * WORD + lowest(bits)
            n += 1
            bits &= bits - 1
    return n


@rule
def legal_plays(s: Record, seat, out):
    """Each of the cards drawn [N4.1]."""
    colour, count = DRAWN.args(last(s))
    n, drawn = 0, 0
    for place in range(count):
        drawn |= 1 << s.seen[seat, colour, place] - 1 - A_COLOUR * colour
    while drawn:
        out[n] = PLAY.id(A_COLOUR * colour + lowest(drawn))
        n += 1
        drawn &= drawn - 1
    return n


@rule
def offer(s: Record, question, seat):
    """Write down what may be chosen now [N11.3]. The cards that were drawn are no part of it: see `legal_plays`."""
    row = ROW[question]
    if row == PLACE.index:
        offer_places(s, seat)
    elif row == BEFORE_DIE.index:
        offer_before_die(s, seat)
    elif row == AFTER_DIE.index:
        offer_after_die(s, seat)
    elif row == AFTER_ACTION.index:
        offer_after_action(s, seat)
    elif row == QUARTERMASTER_GOOD.index:
        allow_goods(s, quartermaster(s, seat))
    elif row == MERCHANT_GOOD.index:
        offer_exchange(s, seat)
    elif row == KEEP.index:
        offer_keeping(s, seat)
    elif row == TAKE.index:
        colours, optional, _another, _card = TAKE.args(question)
        offer_taking(s, seat, colours, optional)
    elif row == NEW_WAGON.index:
        offer_wagons(s)
    elif row == NEEDED.index:
        (slot,) = NEEDED.args(question)
        allow_goods(s, needed(s, seat, slot - 1))
    elif row == VICTIM.index:
        offer_victims(s, seat)
    elif row == FLEE.index:
        allow(s, FLEES.id())
        allow(s, ACCEPTS.id())
    elif row == CURSE_EFFECTS.index:
        offer_curse_effects(s, question, seat)
    elif row == SEND_EFFECTS.index:
        offer_send_effects(s, question)
    elif row == PUT.index:
        (card,) = PUT.args(question)
        allow_goods(s, 0 if s.full >> card & 1 else in_hand(s))
    elif row == SEND_FULL.index:
        offer_full_wagons(s, seat)
    elif row == SPY_GOOD.index:
        allow(s, USE.id(SPY))
        allow(s, DONE.id())
    elif row == AMULET_GOOD.index:
        allow_goods(s, in_reserve(s))
    elif row == SWEEPING.index:
        (other,) = SWEEPING.args(question)
        offer_robbery(s, seat, other)
    elif row == AMBUSHING.index:
        for other in range(s.players):
            offer_robbery(s, seat, other)
    elif row == AMBUSH_AGAIN.index:
        other, slot = AMBUSH_AGAIN.args(question)
        offer_cargo(s, other, slot - 1, fits_batch(s, seat))
    elif row == OUTRIDING.index:
        for other in range(s.players):
            if s.sent_size[other] > s.sent_size[seat]:
                offer_robbery(s, seat, other)
    elif row == FAST_LOADING.index:
        offer_loads(s, seat, in_reserve(s))
    elif row == LOADING_AGAIN.index:
        slot, wagon = LOADING_AGAIN.args(question)
        if s.wagons[seat, slot - 1] == wagon:
            offer_loads_on(s, seat, slot - 1, in_reserve(s))
    elif row == CHARGING.index:
        allow_goods(s, any_good(s, seat))
    elif row == SWAPPING.index:
        offer_swaps(s, seat)
    elif row == BRIBING.index:
        offer_holders(s, bribable(s, seat))
    elif row == BRIBED.index:
        (card,) = BRIBED.args(question)
        for colour in range(N_COLOURS):
            allow_goods(s, (s.goods_on[card - FIRST_HOLDER, colour] > 0) << colour)
    elif row == RITUAL_CARD.index:
        offer_holders(s, ritual_cards(s, seat))
    elif row == RITUAL_GOODS.index:
        (card,) = RITUAL_GOODS.args(question)
        allow_goods(s, 0 if s.full >> card & 1 else in_reserve(s))
    elif row == LEVYING.index:
        (other,) = LEVYING.args(question)
        allow_goods(s, levied(s, seat, other))
    elif row == ENCIRCLING.index:
        allow_goods(s, lying_on_rivals(s, seat))
    elif row == ENCIRCLED.index:
        other, colour = ENCIRCLED.args(question)
        offer_returns(s, seat, other, colour)
    elif row == THIEVES_TAKE.index:
        for slot in range(SLOTS):
            offer_cargo(s, seat, slot, EVERY_COLOUR)
    elif row == START_GOOD.index:
        (first,) = START_GOOD.args(question)
        offer_loads(s, seat, in_reserve(s) & ~(1 << first >> 1))


@rule
def offer_victims(s: Record, seat):
    """Each opponent [N5.4]."""
    for other in range(s.players):
        if other != seat:
            allow(s, VICTIM_IS.id(other))


@rule
def offer_exchange(s: Record, seat):
    """A colour for which a good of the loot is exchanged, or none [M09]."""
    colours = persian_merchant(s, seat)
    if colours:
        allow_goods(s, colours)
        allow(s, DONE.id())


@rule
def needed(s: Record, seat, slot):
    """Colours of which the Reserve has a good and a wagon an empty space [M05, E06, N8.19]."""
    return s.wanted[seat, slot] & in_reserve(s) if may_load(s, seat, slot) else 0


@rule
def offer_taking(s: Record, seat, colours, optional):
    """A colour that the Reserve has and that fits; with Scouting Sabre it may be left [N8.1.2, E10]."""
    found = colours & in_reserve(s) & fits(s, seat)
    allow_goods(s, found)
    if found and optional:
        allow(s, DONE.id())


@rule
def offer_full_wagons(s: Record, seat):
    """Full wagons of a camp, one of which is sent next [N8.18]."""
    for slot in range(SLOTS):
        if s.wagons[seat, slot] and s.gaps[seat, slot] == 0:
            allow(s, SEND.id(slot + 1))


@rule
def offer_returns(s: Record, seat, other, colour):
    """From which wagon an opponent returns a good of the named colour [R12]."""
    if rival(s, seat, other):
        for slot in range(SLOTS):
            offer_cargo(s, other, slot, 1 << colour)
