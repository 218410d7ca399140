"""Rounds and turns: the roll, the die, the two actions, the end of a turn, of a round, of the game [N3, N4, N8.11]."""

from tianxia.engine.compiling import rule
from tianxia.engine.randomness import below
from tianxia.games.huns.actions import ACTIONS
from tianxia.games.huns.events import BY_DECK, BY_GOODS, BY_ROUNDS, EVENTS
from tianxia.games.huns.pieces import (
    ALL_COLOURS,
    ARCHER,
    BLACK,
    CASTER,
    DRUM,
    FACES,
    HORSE,
    MERCHANT,
    N_COLOURS,
    ONCE_A_ROUND,
    ONCE_A_TURN,
    OUTRIDER,
    PELT,
    QUARTERMASTER,
    REARGUARD,
    SMITH,
    THIEVES,
    bits_of,
)
from tianxia.games.huns.questions import (
    AFTER_ACTION,
    AFTER_BATCH,
    AFTER_DIE,
    BEFORE_DIE,
    DRUM_GOOD,
    END_ROUND,
    END_TURN,
    MERCHANT_GOOD,
    OUTRIDING,
    PLACE,
    QUARTERMASTER_GOOD,
    SENDS,
    SPY_GOOD,
    THIEVES_TAKE,
)
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.asking import LOAD, USE, allow, allow_each, pop, push
from tianxia.games.huns.rules.camp import owner_of, works
from tianxia.games.huns.rules.cards import (
    alan_archer,
    bone_caster,
    gepid_smith,
    lame_horse,
    oath_of_peace,
    outrider,
    rearguard,
    saddlebags,
    steppe_horse,
    war_drum,
    wolf_pelt,
)
from tianxia.games.huns.rules.decks import draw
from tianxia.games.huns.rules.hooks import dice_to_take, draw_count, loot_count
from tianxia.games.huns.rules.raids import begin_raid, take_goods, usable_raids
from tianxia.games.huns.rules.scoring import place_of, settle_accounts
from tianxia.games.huns.rules.wagons import load_wagon, offer_loads
from tianxia.games.huns.state import A_DRAW, A_LOOT, NO_ACTION

DIE, RAISE, VALUE, DRAW, LOOT = ACTIONS.DIE, ACTIONS.RAISE, ACTIONS.VALUE, ACTIONS.DRAW, ACTIONS.LOOT
LOOT_AS, DONE = ACTIONS.LOOT_AS, ACTIONS.DONE
ROUND_BEGAN, ROLLED, TURN_BEGAN, TOOK_DIE = EVENTS.ROUND_BEGAN, EVENTS.ROLLED, EVENTS.TURN_BEGAN, EVENTS.TOOK_DIE
CHANGED, LOOTED, USED, GAME_OVER, WON = EVENTS.CHANGED, EVENTS.LOOTED, EVENTS.USED, EVENTS.OVER, EVENTS.WON
BEFORE_PLACING = bits_of(MERCHANT, QUARTERMASTER)
"""Cards that may act between a loot and its placing."""


@rule
def begin_round(s: Record):
    """The first player rolls all five dice; effects of once a round may act again [N3.1, N8.5]."""
    s.round += 1
    s.rolled_by = s.token
    s.ridden = 0
    s.spent &= ~ONCE_A_ROUND
    for colour in range(N_COLOURS):
        s.taken_by[colour] = -1
        s.dice[colour] = 1 + below(s, FACES)
    begin_turn(s, s.token)


@rule
def tell_round(s: Record, log):
    """The news of a round that began."""
    ROUND_BEGAN.emit(log, s.round, s.rolled_by)
    tell_dice(s, log)
    TURN_BEGAN.emit(log, s.active)


@rule
def tell_dice(s: Record, log):
    """The news of a roll."""
    ROLLED.emit(log, s.dice[0], s.dice[1], s.dice[2], s.dice[3], s.dice[4])


@rule
def begin_turn(s: Record, seat):
    """A turn: one die, one action [N3.1, N8.5]."""
    forget_turn(s)
    s.active = seat
    s.spent &= ~(ONCE_A_TURN & s.camp[seat])
    push(s, seat, END_TURN.id())
    push(s, seat, BEFORE_DIE.id())


@rule
def forget_turn(s: Record):
    """Nothing is left of the last turn: no die is in play."""
    s.die = 0
    s.value = 0
    s.fixed = 0
    s.action = NO_ACTION
    s.loot_colour = 0
    s.raided = 0
    s.bound = 0


@rule
def offer_before_die(s: Record, seat):
    """A die; before it Wolf Pelt, Bone Caster, a Raid, goods from the Saddlebags [N11.3]."""
    allow_each(s, DIE.id(0), dice_to_take(s, seat))
    if wolf_pelt(s, seat):
        allow(s, USE.id(PELT))
    if bone_caster(s, seat):
        allow(s, USE.id(CASTER))
    allow_each(s, USE.id(0), usable_raids(s, seat, False))
    kept = saddlebags(s, seat)
    if kept:
        offer_loads(s, seat, kept)


@rule
def before_die(s: Record, seat, action, log):
    """A die is taken, or something is used first [N6.1.1]."""
    if DIE.has(action):
        (colour,) = DIE.args(action)
        pop(s)
        take_die(s, seat, colour, log)
    elif USE.has(action):
        (card,) = USE.args(action)
        use(s, seat, card, log)
    else:
        colour, slot = LOAD.args(action)
        s.saddlebags[colour] -= 1
        push(s, 0, SENDS.id())
        push(s, seat, AFTER_BATCH.id(0))
        load_wagon(s, seat, slot - 1, colour, colour, log)


@rule
def use(s: Record, seat, card, log):
    """An effect of a window, or a Raid [N6.2.1]."""
    if card == PELT or card == SMITH or card == OUTRIDER or card == CASTER:
        s.spent |= 1 << card
        USED.emit(log, seat, card)
        if card == CASTER:
            roll_again(s, log)
            return
        push(s, 0, SENDS.id())
        if card == OUTRIDER:
            push(s, seat, AFTER_BATCH.id(0))
            push(s, seat, OUTRIDING.id())
        else:
            take_goods(s, seat, ALL_COLOURS if card == PELT else 1 << s.die - 1, 0, 0, card)
    else:
        begin_raid(s, seat, card, log)


@rule
def roll_again(s: Record, log):
    """All available dice are rolled again [M12]."""
    for colour in range(N_COLOURS):
        if s.dice[colour]:
            s.dice[colour] = 1 + below(s, FACES)
    tell_dice(s, log)


@rule
def take_die(s: Record, seat, colour, log):
    """The value starts as the face, or as 1 under Lame Horse [N8.3, C05]."""
    s.fixed = lame_horse(s, seat)
    s.value = 1 if s.fixed else s.dice[colour]
    s.die = colour + 1
    s.dice[colour] = 0
    s.taken_by[colour] = seat
    TOOK_DIE.emit(log, seat, colour, s.value)
    push(s, seat, AFTER_DIE.id())


@rule
def offer_after_die(s: Record, seat):
    """Draw or loot; before it the value may be changed [N11.3]."""
    if steppe_horse(s, seat):
        allow(s, RAISE.id())
    if rearguard(s, seat):
        for value in range(1, FACES + 1):
            if value != s.value:
                allow(s, VALUE.id(value))
    if s.deck_size[s.die - 1] and not (s.die - 1 == BLACK and oath_of_peace(s, seat)):
        allow(s, DRAW.id())
    allow(s, LOOT.id())
    allow_each(s, LOOT_AS.id(0), alan_archer(s, seat))


@rule
def after_die(s: Record, seat, action, log):
    """The action, or another value first [N4, N8.3]."""
    if RAISE.has(action):
        s.spent |= 1 << HORSE
        change_value(s, seat, s.value + 1, HORSE, log)
    elif VALUE.has(action):
        (value,) = VALUE.args(action)
        s.spent |= 1 << REARGUARD
        change_value(s, seat, value, REARGUARD, log)
    else:
        pop(s)
        push(s, seat, AFTER_ACTION.id())
        if DRAW.has(action):
            s.action = A_DRAW
            push(s, 0, SENDS.id())
            draw(s, seat, s.die - 1, draw_count(s, seat, s.die - 1, s.value), log)
        elif LOOT_AS.has(action):
            (colour,) = LOOT_AS.args(action)
            s.spent |= 1 << ARCHER
            USED.emit(log, seat, ARCHER)
            loot(s, seat, colour, log)
        else:
            loot(s, seat, s.die - 1, log)


@rule
def change_value(s: Record, seat, value, card, log):
    """A card changes the value of the die [E04, E12]."""
    s.value = value
    USED.emit(log, seat, card)
    CHANGED.emit(log, seat, value)


@rule
def loot(s: Record, seat, colour, log):
    """Goods from the Reserve make a batch; Quartermaster, Merchant, placing, surplus, sends, Goth Spy follow [N4.2.1]."""
    goods = loot_count(s, seat, colour, s.value)
    s.action = A_LOOT
    s.looting = 1
    s.loot_colour = colour + 1
    s.reserve[colour] -= goods
    s.hand[colour] += goods
    LOOTED.emit(log, seat, colour, goods)
    if s.value == FACES:
        push(s, 0, SPY_GOOD.id())
    push(s, 0, SENDS.id())
    push(s, seat, AFTER_BATCH.id(0))
    push(s, seat, PLACE.id())
    if s.works[seat] & BEFORE_PLACING:
        push(s, seat, MERCHANT_GOOD.id())
        push(s, seat, QUARTERMASTER_GOOD.id())


@rule
def offer_after_action(s: Record, seat):
    """Gepid Smith, Outrider, a Raid; the turn ends unless the Smith can still act [N11.3, M04]."""
    smith = gepid_smith(s, seat)
    if smith:
        allow(s, USE.id(SMITH))
    else:
        allow(s, DONE.id())
    if outrider(s, seat):
        allow(s, USE.id(OUTRIDER))
    allow_each(s, USE.id(0), usable_raids(s, seat, True))


@rule
def after_action(s: Record, seat, action, log):
    """Something is used, or the turn ends [N6.1.1, N11.3]."""
    if USE.has(action):
        (card,) = USE.args(action)
        use(s, seat, card, log)
    else:
        pop(s)


@rule
def end_turn(s: Record, seat, log):
    """The next player clockwise, until all five dice are taken [N3.1]."""
    pop(s)
    for colour in range(N_COLOURS):
        if s.dice[colour]:
            begin_turn(s, (seat + 1) % s.players)
            TURN_BEGAN.emit(log, s.active)
            return
    forget_turn(s)
    s.active = -1
    push(s, 0, END_ROUND.id())
    push(s, 0, DRUM_GOOD.id())
    robbed = owner_of(s, THIEVES)
    if robbed >= 0 and works(s, robbed, THIEVES):
        push(s, robbed, THIEVES_TAKE.id())


@rule
def beat_drum(s: Record, log):
    """The owner of the War Drum takes any good [E11, N8.11]."""
    pop(s)
    owner = war_drum(s)
    if owner >= 0:
        push(s, 0, SENDS.id())
        take_goods(s, owner, ALL_COLOURS, 0, 0, DRUM)


@rule
def end_round(s: Record, log):
    """The end check, then the token passes left, unless somebody rode ahead [N3.2, N8.11, N8.23]."""
    pop(s)
    for colour in range(N_COLOURS):
        if s.reserve[colour] == 0 or s.deck_size[colour] == 0:
            finish(s, BY_GOODS if s.reserve[colour] == 0 else BY_DECK, log)
            return
    if s.round >= s.max_rounds:
        finish(s, BY_ROUNDS, log)
        return
    if not s.ridden:
        s.token = (s.token + 1) % s.players
    begin_round(s)
    tell_round(s, log)


@rule
def finish(s: Record, why, log):
    """The game is over: accounts are settled, sent wagons shown [N7, N12.4]."""
    s.open = 1
    s.asked = -1
    settle_accounts(s)
    GAME_OVER.emit(log, why)
    first, winner = 0, -1
    for seat in range(s.players):
        if place_of(s, seat) == 1:
            first += 1
            winner = seat
    WON.emit(log, winner if first == 1 else -1)
