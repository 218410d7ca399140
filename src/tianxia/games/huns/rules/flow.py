"""From one decision to the next: what an action does, then what happens by itself [N11]."""

from tianxia.engine.compiling import lowest, rule
from tianxia.engine.records import WORD
from tianxia.games.huns.actions import ACTIONS
from tianxia.games.huns.events import EVENTS
from tianxia.games.huns.pieces import FIRST_HOLDER, SABRE, SPY
from tianxia.games.huns.rules.camp import owner_of, refresh
from tianxia.games.huns.rules.cards import cartwright, goth_spy
from tianxia.games.huns.rules.curses import curse, flee_or_accept, play, put_good_on, use_curse_effect
from tianxia.games.huns.rules.offers import offer
from tianxia.games.huns.rules.placing import after_batch, keep, place, put_one
from tianxia.games.huns.rules.raids import (
    AND_ANOTHER,
    EXCHANGE,
    OPTIONAL,
    begin_encirclement,
    take_from_reserve,
    take_goods,
)
from tianxia.games.huns.rules.sends import next_send, use_send_effect
from tianxia.games.huns.rules.tasks import GOOD, LOAD, ON, TAKE_OFF, WAGON, forget, how_many, pop, push
from tianxia.games.huns.rules.turn import (
    after_die,
    beat_drum,
    before_die,
    begin_round,
    end_round,
    end_turn,
    tell_round,
    use,
)
from tianxia.games.huns.rules.wagons import (
    AFTER_SEND,
    FOR_AXLE,
    exchange,
    load_wagon,
    send,
    send_if_full,
    take_wagon,
    unload,
)
from tianxia.games.huns.state import (
    AFTER_ACTION,
    AFTER_BATCH,
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
    DRUM_GOOD,
    ENCIRCLED,
    ENCIRCLING,
    END_ROUND,
    END_TURN,
    FAST_LOADING,
    FLEE,
    KEEP,
    LEVYING,
    MERCHANT_GOOD,
    NEEDED,
    NEW_WAGON,
    PLACE,
    PUT,
    QUARTERMASTER_GOOD,
    RITUAL_CARD,
    RITUAL_GOODS,
    SEND_EFFECTS,
    SEND_FULL,
    SENDS,
    SPY_GOOD,
    START_GOOD,
    START_ROUND,
    SWAPPED_FULL,
    SWAPPING,
    TAKE,
    THIEVES_TAKE,
    VICTIM,
)

PLAY, USE, SEND = ACTIONS.PLAY, ACTIONS.USE, ACTIONS.SEND
EXCHANGED, ROBBED, LEVIED = EVENTS.EXCHANGED, EVENTS.ROBBED, EVENTS.LEVIED
LOST, GAVE_BACK, SWAPPED, USED = EVENTS.LOST, EVENTS.GAVE_BACK, EVENTS.SWAPPED, EVENTS.USED


@rule
def apply(s, seat, action, log):
    """Carry out an action, and what follows until a seat is asked."""
    forget(s)
    carry(s, s.task[s.depth - 1], seat, action, log)
    go_on(s, log)


@rule
def go_on(s, log):
    """Do what is next by itself: a list of one entry is carried out, an empty one skipped, but for the end of a turn [N11.2]."""
    while s.depth:
        at = s.depth - 1
        task, seat = s.task[at], s.task_seat[at]
        if by_itself(s, task, seat, log):
            continue
        if task == DRAWN:
            if s.task_b[at] > 1:
                s.asked = seat
                return
            carry(s, task, seat, PLAY.id(s.deck[s.task_a[at], 0] - 1), log)
            continue
        seat = s.task_seat[at]  # the Goth Spy's owner was found just now
        offer(s, task, seat, s.task_a[at], s.task_b[at])
        n = how_many(s)
        if n == 0:
            pop(s)
        elif n == 1 and task != AFTER_ACTION:
            action = only(s)
            forget(s)
            carry(s, task, seat, action, log)
        else:
            s.asked = seat
            return


@rule
def only(s):
    """The action that alone may be chosen."""
    word = 0
    while s.can[word] == 0:
        word += 1
    return word * WORD + lowest(s.can[word])


@rule
def by_itself(s, task, seat, log):
    """Tasks that ask nobody; returns whether it is one."""
    at = s.depth - 1
    if task == SENDS:
        next_send(s)
    elif task == AFTER_BATCH:
        after_batch(s, seat, log)
    elif task == END_TURN:
        end_turn(s, seat, log)
    elif task == END_ROUND:
        end_round(s, log)
    elif task == DRUM_GOOD:
        beat_drum(s, log)
    elif task == START_ROUND:
        pop(s)
        begin_round(s)
        tell_round(s, log)
    elif task == SWAPPED_FULL:
        slot = s.task_a[at]
        pop(s)
        send_if_full(s, seat, slot, log)
    elif task == ENCIRCLED and s.task_a[at] == seat:
        take_tally(s, seat, s.task_b[at], log)
    elif task == SPY_GOOD:
        return find_spy(s)
    else:
        return False
    return True


@rule
def find_spy(s):
    """The Goth Spy's owner is asked, if it can act [M11]; returns whether it is over already."""
    owner = goth_spy(s)
    if owner < 0:
        pop(s)
        return True
    s.task_seat[s.depth - 1] = owner
    return False


@rule
def take_tally(s, seat, colour, log):
    """As many goods as were returned make one batch [R12]."""
    pop(s)
    take_from_reserve(s, seat, colour, s.tally, log)
    s.tally = 0


@rule
def carry(s, task, seat, action, log):
    """What an action does at its moment [N11.3]."""
    if task == PLACE:
        place(s, seat, action, log)
    elif task == BEFORE_DIE:
        before_die(s, seat, action, log)
    elif task == AFTER_DIE:
        after_die(s, seat, action, log)
    elif task == DRAWN:
        (card,) = PLAY.args(action)
        play(s, seat, card, log)
    elif task == AFTER_ACTION:
        if USE.has(action):
            (card,) = USE.args(action)
            use(s, seat, card, log)
        else:
            pop(s)
    elif task == VICTIM:
        curse(s, seat, action, log)
    elif task == FLEE:
        flee_or_accept(s, seat, action, log)
    elif task == CURSE_EFFECTS:
        use_curse_effect(s, seat, action, log)
    elif task == SEND_EFFECTS:
        use_send_effect(s, action, log)
    elif task == PUT:
        put_one(s, seat, action, log)
    elif task == KEEP:
        keep(s, seat, action, log)
    elif GOOD.has(action):
        (colour,) = GOOD.args(action)
        choose_good(s, task, seat, colour, log)
    elif TAKE_OFF.has(action):
        other, slot, colour = TAKE_OFF.args(action)
        take_off(s, task, seat, other, slot - 1, colour, log)
    else:
        carry_rarer(s, task, seat, action, log)


@rule
def choose_good(s, task, seat, colour, log):
    """A good is chosen: taken, exchanged, put on a card or wagon, returned [N11.3]."""
    at = s.depth - 1
    a, b = s.task_a[at], s.task_b[at]
    pop(s)
    if task == TAKE:
        if b & OPTIONAL:
            USED.emit(log, seat, SABRE)
        take_from_reserve(s, seat, colour, 1, log)
        if b & AND_ANOTHER:
            push(s, TAKE, seat, a & ~(1 << colour), b & ~AND_ANOTHER)
    elif task == QUARTERMASTER_GOOD:
        take_from_reserve(s, seat, colour, 1, log)
    elif task == MERCHANT_GOOD:
        s.hand[s.loot_colour - 1] -= 1
        s.reserve[s.loot_colour - 1] += 1
        s.reserve[colour] -= 1
        s.hand[colour] += 1
        EXCHANGED.emit(log, seat, s.loot_colour - 1, colour)
    elif task == NEEDED:
        s.reserve[colour] -= 1
        load_wagon(s, seat, a, colour, colour, log)
    elif task == AMULET_GOOD or task == RITUAL_GOODS:
        put_good_on(s, seat, a, colour, log)
    elif task == BRIBED:
        bribe(s, a, colour, log)
    elif task == CHARGING:
        push(s, PLACE, seat, 0, 0)
        take_from_reserve(s, seat, colour, min(2, s.reserve[colour]), log)
    elif task == LEVYING:
        s.stash[a, colour] -= 1
        s.hand[colour] += 1
        LEVIED.emit(log, seat, a, colour)
        push(s, PLACE, seat, 0, 0)
    elif task == ENCIRCLING:
        begin_encirclement(s, seat, colour, log)


@rule
def bribe(s, card, colour, log):
    """A Mercenary loses a good: it stops until it is refilled [R05, N5.3]."""
    owner = owner_of(s, card)
    s.goods_on[card - FIRST_HOLDER, colour] -= 1
    s.reserve[colour] += 1
    s.full &= ~(1 << card)
    refresh(s, owner)
    LOST.emit(log, owner, card - FIRST_HOLDER, colour)


@rule
def take_off(s, task, seat, other, slot, colour, log):
    """A good leaves a wagon: into the batch, or back to the Reserve [R01, R02, R12, M07, C06]."""
    pop(s)
    unload(s, other, slot, colour)
    if task == THIEVES_TAKE or task == ENCIRCLED:
        s.reserve[colour] += 1
        s.tally += task == ENCIRCLED
        GAVE_BACK.emit(log, other, slot + 1, colour)
        return
    s.hand[colour] += 1
    ROBBED.emit(log, seat, other, slot + 1, colour)
    if task == AMBUSHING and s.sent_size[other] > s.sent_size[seat]:
        push(s, AMBUSH_AGAIN, seat, other, slot)
    push(s, PLACE, seat, 0, 0)


@rule
def carry_rarer(s, task, seat, action, log):
    """New wagons, direct loading, cards and wagons that are named, and what is declined."""
    at = s.depth - 1
    a = s.task_a[at]
    if task == SEND_FULL:
        (slot,) = SEND.args(action)
        send(s, seat, slot - 1, log)
        return
    b = s.task_b[at]
    pop(s)
    if task == NEW_WAGON:
        (origin,) = WAGON.args(action)
        slot = take_wagon(s, seat, origin, log)
        if a == FOR_AXLE or (a == AFTER_SEND and cartwright(s, seat)):
            push(s, NEEDED, seat, slot, 0)
    elif task == START_GOOD:
        colour, slot = LOAD.args(action)
        s.reserve[colour] -= 1
        if s.task[s.depth - 1] == START_GOOD and s.task_seat[s.depth - 1] == seat:
            s.task_a[s.depth - 1] = colour + 1
        load_wagon(s, seat, slot - 1, colour, colour, log)
    elif task == FAST_LOADING:
        colour, slot = LOAD.args(action)
        s.reserve[colour] -= 1
        if b == 0:
            push(s, FAST_LOADING, seat, slot - 1, s.wagons[seat, slot - 1])
        load_wagon(s, seat, slot - 1, colour, colour, log)
    elif task == SPY_GOOD:
        spy(s, seat, action, log)
    elif task == SWAPPING:
        slot, other, other_slot = EXCHANGE.args(action)
        exchange(s, seat, slot - 1, other, other_slot - 1)
        SWAPPED.emit(log, seat, slot, other, other_slot)
        push(s, SWAPPED_FULL, other, other_slot - 1, 0)
        push(s, SWAPPED_FULL, seat, slot - 1, 0)
    elif task == BRIBING or task == RITUAL_CARD:
        (holder,) = ON.args(action)
        what = BRIBED if task == BRIBING else RITUAL_GOODS
        push(s, what, seat, FIRST_HOLDER + holder, 0)
        push(s, what, seat, FIRST_HOLDER + holder, 0)


@rule
def spy(s, seat, action, log):
    """The Goth Spy takes a good of the loot's colour, or leaves it [M11]."""
    if USE.has(action):
        s.spent |= 1 << SPY
        USED.emit(log, seat, SPY)
        push(s, SENDS, 0, 0, 0)
        take_goods(s, seat, 1 << s.loot_colour - 1, 0, SPY)
