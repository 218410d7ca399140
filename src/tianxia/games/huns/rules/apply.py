"""What an action does, by the question that it answers, and what happens by itself until a seat is asked again [N11]."""

from tianxia.engine.compiling import rule
from tianxia.engine.fields import WORD
from tianxia.engine.primitives import lowest
from tianxia.games.huns.actions import ACTIONS
from tianxia.games.huns.events import EVENTS
from tianxia.games.huns.pieces import FIRST_HOLDER, SABRE, SPY
from tianxia.games.huns.questions import (
    AFTER_ACTION,
    AFTER_BATCH,
    AFTER_DIE,
    AFTER_SEND,
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
    FOR_AXLE,
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
    SENDS,
    SPY_GOOD,
    START_GOOD,
    START_ROUND,
    SWAPPED_FULL,
    SWAPPING,
    SWEEPING,
    TAKE,
    TALLY,
    THIEVES_TAKE,
    VICTIM,
)
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.asking import GOOD, LOAD, ON, TAKE_OFF, WAGON, become, forget, how_many, last, pop, push
from tianxia.games.huns.rules.cards import cartwright, goth_spy
from tianxia.games.huns.rules.curses import curse, flee_or_accept, play, put_good_on, use_curse_effect
from tianxia.games.huns.rules.legal import offer
from tianxia.games.huns.rules.placing import after_batch, keep, place, put_one
from tianxia.games.huns.rules.raids import begin_encirclement, bribe, levy, swap, take_from_reserve, take_goods
from tianxia.games.huns.rules.sends import next_send, use_send_effect
from tianxia.games.huns.rules.turn import (
    after_action,
    after_die,
    beat_drum,
    before_die,
    begin_round,
    end_round,
    end_turn,
    tell_round,
)
from tianxia.games.huns.rules.wagons import load_wagon, send, send_if_full, take_wagon, unload

PLAY, USE, SEND = ACTIONS.PLAY, ACTIONS.USE, ACTIONS.SEND
EXCHANGED, ROBBED, GAVE_BACK, USED = EVENTS.EXCHANGED, EVENTS.ROBBED, EVENTS.GAVE_BACK, EVENTS.USED


@rule
def apply(s: Record, seat, action, log):
    """Carry out an action, and what follows until a seat is asked."""
    forget(s)
    answer(s, last(s), seat, action, log)
    go_on(s, log)


@rule
def go_on(s: Record, log):
    """Do what is next by itself: a list of one entry is carried out, an empty one skipped, but for the end of a turn [N11.2]."""
    while s.depth:
        question = last(s)
        if by_itself(s, question, s.asks_seat[s.depth - 1], log):
            continue
        seat = s.asks_seat[s.depth - 1]  # the Goth Spy's owner was found just now
        if DRAWN.has(question):
            colour, n = DRAWN.args(question)
            if n > 1:
                s.asked = seat
                return
            answer(s, question, seat, PLAY.id(s.deck[colour, 0] - 1), log)
            continue
        offer(s, question, seat)
        n = how_many(s)
        if n == 0:
            pop(s)
        elif n == 1 and not AFTER_ACTION.has(question):
            action = only(s)
            forget(s)
            answer(s, question, seat, action, log)
        else:
            s.asked = seat
            return


@rule
def only(s: Record):
    """The action that alone may be chosen."""
    word = 0
    while s.can[word] == 0:
        word += 1
    return word * WORD + lowest(s.can[word])


@rule
def by_itself(s: Record, question, seat, log):
    """What asks nobody; returns whether it was that."""
    row = ROW[question]
    if row == SENDS.index:
        next_send(s)
    elif row == AFTER_BATCH.index:
        (kept,) = AFTER_BATCH.args(question)
        after_batch(s, seat, kept, log)
    elif row == END_TURN.index:
        end_turn(s, seat, log)
    elif row == SPY_GOOD.index:
        return find_spy(s)
    elif row == END_ROUND.index:
        end_round(s, log)
    elif row == DRUM_GOOD.index:
        beat_drum(s, log)
    elif row == SWAPPED_FULL.index:
        (slot,) = SWAPPED_FULL.args(question)
        pop(s)
        send_if_full(s, seat, slot - 1, log)
    elif row == TALLY.index:
        taker, colour = TALLY.args(question)
        take_tally(s, taker, colour, log)
    elif row == START_ROUND.index:
        pop(s)
        begin_round(s)
        tell_round(s, log)
    else:
        return False
    return True


@rule
def answer(s: Record, question, seat, action, log):
    """What an action does at its moment [N11.3]. What is asked until it is done stays: others are over with it."""
    row = ROW[question]
    if row == PLACE.index:
        place(s, seat, action, log)
    elif row == BEFORE_DIE.index:
        before_die(s, seat, action, log)
    elif row == AFTER_DIE.index:
        after_die(s, seat, action, log)
    elif row == AFTER_ACTION.index:
        after_action(s, seat, action, log)
    elif row == DRAWN.index:
        colour, n = DRAWN.args(question)
        (card,) = PLAY.args(action)
        pop(s)
        play(s, seat, colour, n, card, log)
    elif row == TAKE.index:
        pop(s)
        take_good(s, seat, question, action, log)
    elif row == NEW_WAGON.index:
        (why,) = NEW_WAGON.args(question)
        (origin,) = WAGON.args(action)
        pop(s)
        new_wagon(s, seat, origin, why, log)
    elif row == NEEDED.index:
        (slot,) = NEEDED.args(question)
        (good,) = GOOD.args(action)
        pop(s)
        s.reserve[good] -= 1
        load_wagon(s, seat, slot - 1, good, good, log)
    elif row == VICTIM.index:
        (card,) = VICTIM.args(question)
        pop(s)
        curse(s, seat, card, action, log)
    elif row == FLEE.index:
        (card,) = FLEE.args(question)
        pop(s)
        flee_or_accept(s, seat, card, action, log)
    elif row == CURSE_EFFECTS.index:
        use_curse_effect(s, seat, question, action, log)
    elif row == SEND_EFFECTS.index:
        use_send_effect(s, question, action, log)
    elif row == KEEP.index:
        keep(s, seat, action, log)
    elif row == PUT.index:
        (card,) = PUT.args(question)
        put_one(s, seat, card, action, log)
    elif row == QUARTERMASTER_GOOD.index:
        (good,) = GOOD.args(action)
        pop(s)
        take_from_reserve(s, seat, good, 1, log)
    elif row == MERCHANT_GOOD.index:
        pop(s)
        exchange_good(s, seat, action, log)
    elif row == AMULET_GOOD.index:
        (card,) = AMULET_GOOD.args(question)
        (good,) = GOOD.args(action)
        pop(s)
        put_good_on(s, seat, card, good, log)
    elif row == SEND_FULL.index:
        (slot,) = SEND.args(action)
        send(s, seat, slot - 1, log)
    elif row == SPY_GOOD.index:
        pop(s)
        spy(s, seat, action, log)
    elif row == SWEEPING.index or row == AMBUSH_AGAIN.index or row == OUTRIDING.index:
        pop(s)
        rob(s, seat, action, log)
    elif row == AMBUSHING.index:
        other, slot, _good = TAKE_OFF.args(action)
        pop(s)
        if s.sent_size[other] > s.sent_size[seat]:
            push(s, seat, AMBUSH_AGAIN.id(other, slot))
        rob(s, seat, action, log)
    elif row == FAST_LOADING.index:
        good, slot = LOAD.args(action)
        pop(s)
        push(s, seat, LOADING_AGAIN.id(slot, s.wagons[seat, slot - 1]))
        load_from_reserve(s, seat, action, log)
    elif row == LOADING_AGAIN.index:
        pop(s)
        load_from_reserve(s, seat, action, log)
    elif row == CHARGING.index:
        (good,) = GOOD.args(action)
        pop(s)
        push(s, seat, PLACE.id())
        take_from_reserve(s, seat, good, min(2, s.reserve[good]), log)
    elif row == SWAPPING.index:
        pop(s)
        swap(s, seat, action, log)
    elif row == BRIBING.index:
        (holder,) = ON.args(action)
        pop(s)
        push(s, seat, BRIBED.id(FIRST_HOLDER + holder))
        push(s, seat, BRIBED.id(FIRST_HOLDER + holder))
    elif row == BRIBED.index:
        (card,) = BRIBED.args(question)
        (good,) = GOOD.args(action)
        pop(s)
        bribe(s, card, good, log)
    elif row == RITUAL_CARD.index:
        (holder,) = ON.args(action)
        pop(s)
        push(s, seat, RITUAL_GOODS.id(FIRST_HOLDER + holder))
        push(s, seat, RITUAL_GOODS.id(FIRST_HOLDER + holder))
    elif row == RITUAL_GOODS.index:
        (card,) = RITUAL_GOODS.args(question)
        (good,) = GOOD.args(action)
        pop(s)
        put_good_on(s, seat, card, good, log)
    elif row == LEVYING.index:
        (other,) = LEVYING.args(question)
        (good,) = GOOD.args(action)
        pop(s)
        levy(s, seat, other, good, log)
    elif row == ENCIRCLING.index:
        (good,) = GOOD.args(action)
        pop(s)
        begin_encirclement(s, seat, good)
    elif row == ENCIRCLED.index:
        pop(s)
        s.tally += 1
        give_back(s, action, log)
    elif row == THIEVES_TAKE.index:
        pop(s)
        give_back(s, action, log)
    elif row == START_GOOD.index:
        pop(s)
        start_good(s, seat, action, log)


# what is next by itself


@rule
def find_spy(s: Record):
    """The Goth Spy's owner is asked, if it can act [M11]; returns whether it is over already."""
    owner = goth_spy(s)
    if owner < 0:
        pop(s)
        return True
    s.asks_seat[s.depth - 1] = owner
    return False


@rule
def take_tally(s: Record, seat, colour, log):
    """As many goods as were returned make one batch [R12]."""
    pop(s)
    take_from_reserve(s, seat, colour, s.tally, log)
    s.tally = 0


# goods that are chosen


@rule
def take_good(s: Record, seat, question, action, log):
    """A good from the Reserve, or none; another one of a different colour may follow [N8.1.2, R03, E10]."""
    if not GOOD.has(action):
        return
    (good,) = GOOD.args(action)
    colours, optional, another, card = TAKE.args(question)
    if optional:
        USED.emit(log, seat, SABRE)
    take_from_reserve(s, seat, good, 1, log)
    if another:
        push(s, seat, TAKE.id(colours & ~(1 << good), optional, 0, card))


@rule
def exchange_good(s: Record, seat, action, log):
    """A good of the loot for one of the Reserve, or none [M09]."""
    if GOOD.has(action):
        (good,) = GOOD.args(action)
        s.hand[s.loot_colour - 1] -= 1
        s.reserve[s.loot_colour - 1] += 1
        s.reserve[good] -= 1
        s.hand[good] += 1
        EXCHANGED.emit(log, seat, s.loot_colour - 1, good)


@rule
def spy(s: Record, seat, action, log):
    """The Goth Spy takes a good of the loot's colour, or leaves it [M11]."""
    if USE.has(action):
        s.spent |= 1 << SPY
        USED.emit(log, seat, SPY)
        push(s, 0, SENDS.id())
        take_goods(s, seat, 1 << s.loot_colour - 1, 0, 0, SPY)


@rule
def new_wagon(s: Record, seat, place, why, log):
    """A wagon comes; the Wide Axle, or the Cartwright after a send, puts a good on it [E06, M05, N8.19]."""
    slot = take_wagon(s, seat, place, log)
    if why == FOR_AXLE or (why == AFTER_SEND and cartwright(s, seat)):
        push(s, seat, NEEDED.id(slot + 1))


@rule
def start_good(s: Record, seat, action, log):
    """A good from the Reserve on a wagon; the next one of the same seat has another colour [N2.3]."""
    good, _slot = LOAD.args(action)
    if START_GOOD.has(last(s)) and s.asks_seat[s.depth - 1] == seat:
        become(s, START_GOOD.id(good + 1))
    load_from_reserve(s, seat, action, log)


@rule
def load_from_reserve(s: Record, seat, action, log):
    """A good from the Reserve goes directly on a wagon [N2.3, R08]."""
    good, slot = LOAD.args(action)
    s.reserve[good] -= 1
    load_wagon(s, seat, slot - 1, good, good, log)


# goods that leave a wagon


@rule
def rob(s: Record, seat, action, log):
    """A good of another's wagon goes into the batch [R01, R02, M07]."""
    other, slot, good = TAKE_OFF.args(action)
    unload(s, other, slot - 1, good)
    s.hand[good] += 1
    ROBBED.emit(log, seat, other, slot, good)
    push(s, seat, PLACE.id())


@rule
def give_back(s: Record, action, log):
    """A good of a wagon goes back to the Reserve [R12, C06]."""
    owner, slot, good = TAKE_OFF.args(action)
    unload(s, owner, slot - 1, good)
    s.reserve[good] += 1
    GAVE_BACK.emit(log, owner, slot, good)
