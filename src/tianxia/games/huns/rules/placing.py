"""Placing a batch: on one card or on wagons; surplus; what happens after it [N4.2, N8.17, N8.18]."""

from tianxia.engine.compiling import rule
from tianxia.games.huns.actions import ACTIONS
from tianxia.games.huns.events import EVENTS
from tianxia.games.huns.pieces import AXLE, FIRST_HOLDER, IRON, MIRE, N_COLOURS, RUST, SLOTS
from tianxia.games.huns.questions import AFTER_BATCH, FOR_NOTHING, KEEP, NEW_WAGON, PUT, SEND_FULL
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.asking import GOOD, LOAD, ON, allow, allow_goods, become, how_many, pop, push
from tianxia.games.huns.rules.camp import (
    goods_of_card,
    in_hand,
    may_load,
    open_holders,
    owner_of,
    put_on_card,
    works,
)
from tianxia.games.huns.rules.cards import branding_iron, room_in_saddlebags
from tianxia.games.huns.rules.raids import offer_holders
from tianxia.games.huns.rules.wagons import load_wagon, offer_loads, wagons_of
from tianxia.games.huns.state import NOWHERE, ON_CARDS, ON_WAGONS

BRAND, DONE = ACTIONS.BRAND, ACTIONS.DONE
RETURNED, KEPT = EVENTS.RETURNED, EVENTS.KEPT


@rule
def offer_places(s: Record, seat):
    """Where the next good of a batch may go; the first decision also chooses the place [N8.17]."""
    hand = in_hand(s)
    if hand == 0:
        return
    if s.batch_on >= ON_CARDS:
        offer_holders(s, 1 << s.batch_on - ON_CARDS & ~s.full)
        return
    if s.batch_on == NOWHERE:
        offer_holders(s, open_holders(s, seat))
    offer_loads(s, seat, hand)
    if branding_iron(s, seat):
        others = how_many(s)
        offer_brands(s, seat, hand)
        if others == 0 and how_many(s):
            allow(s, DONE.id())


@rule
def offer_brands(s: Record, seat, hand):
    """A good in hand may go on an empty space of another colour [N8.17.4]."""
    for slot in range(SLOTS):
        wanted = s.wanted[seat, slot]
        if wanted and may_load(s, seat, slot):
            for colour in range(N_COLOURS):
                if hand >> colour & 1:
                    for space in range(N_COLOURS):
                        if wanted >> space & 1 and space != colour:
                            allow(s, BRAND.id(colour, slot + 1, space))


@rule
def place(s: Record, seat, action, log):
    """A good is loaded or branded, or the whole batch goes on a card [N8.17]."""
    if LOAD.has(action):
        colour, slot = LOAD.args(action)
        s.hand[colour] -= 1
        s.batch_on = ON_WAGONS
        load_wagon(s, seat, slot - 1, colour, colour, log)
    elif ON.has(action):
        (holder,) = ON.args(action)
        pop(s)
        place_on_card(s, seat, FIRST_HOLDER + holder, log)
    elif BRAND.has(action):
        colour, slot, space = BRAND.args(action)
        s.spent |= 1 << IRON
        s.hand[colour] -= 1
        s.batch_on = ON_WAGONS
        load_wagon(s, seat, slot - 1, space, colour, log)
    else:
        pop(s)


@rule
def place_on_card(s: Record, seat, card, log):
    """All goods go on the card at once; if there are too many, the owner chooses [N8.17.2]."""
    s.batch_on = ON_CARDS + card
    goods = 0
    for colour in range(N_COLOURS):
        goods += s.hand[colour]
    if goods > s.spaces[card - FIRST_HOLDER] - goods_of_card(s, card):
        push(s, seat, PUT.id(card))
        return
    for colour in range(N_COLOURS):
        if s.hand[colour]:
            put_on_card(s, seat, card, colour, s.hand[colour], log)
            s.hand[colour] = 0


@rule
def put_one(s: Record, seat, card, action, log):
    """One of too many goods goes on the card [N8.17.2]."""
    (colour,) = GOOD.args(action)
    s.hand[colour] -= 1
    put_on_card(s, seat, card, colour, 1, log)


@rule
def offer_keeping(s: Record, seat):
    """Surplus of a Loot may stay on the Saddlebags [E05]."""
    hand = in_hand(s)
    if hand and room_in_saddlebags(s, seat) > 0:
        allow_goods(s, hand)
        allow(s, DONE.id())


@rule
def keep(s: Record, seat, action, log):
    """One good stays on the Saddlebags, or no more [E05]."""
    if GOOD.has(action):
        (colour,) = GOOD.args(action)
        s.hand[colour] -= 1
        s.saddlebags[colour] += 1
        KEPT.emit(log, seat, colour)
    else:
        pop(s)


@rule
def after_batch(s: Record, seat, kept, log):
    """Surplus returns, Saddlebags first; then what became full acts [N8.18]."""
    if s.looting and not kept and room_in_saddlebags(s, seat) > 0:
        become(s, AFTER_BATCH.id(1))
        push(s, seat, KEEP.id())
        return
    pop(s)
    for colour in range(N_COLOURS):
        if s.hand[colour]:
            s.reserve[colour] += s.hand[colour]
            RETURNED.emit(log, seat, colour, s.hand[colour])
            s.hand[colour] = 0
    s.looting = 0
    s.batch_on = NOWHERE
    if s.over_curses:
        end_curses(s)


@rule
def end_curses(s: Record):
    """Rust over: a wagon for the Wide Axle; Mire over: all full wagons are sent [N8.9, N8.18]."""
    if s.over_curses >> RUST & 1:
        owner = owner_of(s, RUST)
        if works(s, owner, AXLE) and wagons_of(s, owner) < SLOTS:
            push(s, owner, NEW_WAGON.id(FOR_NOTHING))
    if s.over_curses >> MIRE & 1:
        push(s, owner_of(s, MIRE), SEND_FULL.id())
    s.over_curses = 0
