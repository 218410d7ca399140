"""A heuristic for Huns, the policy of bots.

In words: goods go where they finish something soon, a wagon before all; of dice the one whose goods or
cards are worth most; cards by their effect and the time left; a Curse on who is ahead, fled if it would cost more than
fleeing; Raids when they gain enough, or when the end is near.
"""

from tianxia.engine.compiling import rule
from tianxia.engine.primitives import count
from tianxia.games.huns.actions import ACTIONS
from tianxia.games.huns.evaluation import (
    card_points,
    filled_part,
    fled_cost,
    holder_part,
    outlook,
    size_of,
    time_left,
    treasure,
    turns_left,
)
from tianxia.games.huns.pieces import (
    ALL_CURSES,
    ALL_EQUIPMENT,
    ALL_MERCENARIES,
    ALL_RAIDS,
    AMBUSH,
    BLACK,
    BLUE,
    FIRST_HOLDER,
    FROM_DECK,
    GREEN,
    N_COLOURS,
    RED,
    SLOTS,
    SWEEP,
)
from tianxia.games.huns.questions import (
    AMULET_GOOD,
    BRIBED,
    BRIBING,
    ENCIRCLED,
    MERCHANT_GOOD,
    NEEDED,
    PUT,
    RITUAL_CARD,
    RITUAL_GOODS,
    THIEVES_TAKE,
)
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.asking import last
from tianxia.games.huns.rules.camp import goods_of_card, may_load, open_holders, owner_of
from tianxia.games.huns.rules.curses import played_curse
from tianxia.games.huns.rules.hooks import draw_count, loot_count

DIE, RAISE, VALUE, DRAW, LOOT = ACTIONS.DIE, ACTIONS.RAISE, ACTIONS.VALUE, ACTIONS.DRAW, ACTIONS.LOOT
LOOT_AS, PLAY, USE, VICTIM, FLEE = ACTIONS.LOOT_AS, ACTIONS.PLAY, ACTIONS.USE, ACTIONS.VICTIM, ACTIONS.FLEE
ACCEPT, ON, LOAD, BRAND, GOOD = ACTIONS.ACCEPT, ACTIONS.ON, ACTIONS.LOAD, ACTIONS.BRAND, ACTIONS.GOOD
TAKE, SWAP, WAGON, SEND, DONE = ACTIONS.TAKE, ACTIONS.SWAP, ACTIONS.WAGON, ACTIONS.SEND, ACTIONS.DONE


@rule
def policy(s: Record, seat, ids, n, w, out):
    """Points for each legal action."""
    for i in range(n):
        out[i] = w.sharp * points(s, w, seat, ids[i])


@rule
def points(s: Record, w, seat, a):
    """What an action is worth, in points of the game."""
    if DIE.has(a):
        (colour,) = DIE.args(a)
        return for_die(s, w, seat, colour)
    if LOAD.has(a):
        colour, slot = LOAD.args(a)
        return for_load(s, w, seat, slot - 1) + w.colour_order * colour
    if ON.has(a):
        (holder,) = ON.args(a)
        return for_holder(s, w, seat, FIRST_HOLDER + holder)
    if LOOT.has(a):
        return for_loot(s, w, seat, s.die - 1, s.value)
    if DRAW.has(a):
        return for_draw(s, w, seat, s.die - 1, s.value)
    if PLAY.has(a):
        (card,) = PLAY.args(a)
        return for_card(s, w, seat, card)
    if USE.has(a):
        (card,) = USE.args(a)
        return for_use(s, w, seat, card)
    if GOOD.has(a):
        (colour,) = GOOD.args(a)
        return for_good(s, w, seat, colour)
    if TAKE.has(a):
        other, slot, colour = TAKE.args(a)
        return for_taking(s, w, seat, other, slot - 1, colour)
    if BRAND.has(a):
        colour, slot, _ = BRAND.args(a)
        return for_load(s, w, seat, slot - 1) - w.branding - w.branded * a_good(s, w, seat, colour)
    return points_of_rest(s, w, seat, a)


@rule
def points_of_rest(s: Record, w, seat, a):
    """Actions that are rarer."""
    if LOOT_AS.has(a):
        (colour,) = LOOT_AS.args(a)
        return for_loot(s, w, seat, colour, s.value) - w.loots_as
    if RAISE.has(a):
        return w.raises
    if VALUE.has(a):
        (value,) = VALUE.args(a)
        return best_action(s, w, seat, s.die - 1, value) + w.by_value if value > s.value else w.value_kept
    if VICTIM.has(a):
        (other,) = VICTIM.args(a)
        return w.victim_ahead * outlook(s, w, other) + curse_cost(s, w, other, played_curse(s))
    if FLEE.has(a):
        return -1.0 * fled_cost(s, seat)
    if ACCEPT.has(a):
        return -curse_cost(s, w, seat, played_curse(s))
    if WAGON.has(a):
        (place,) = WAGON.args(a)
        return for_wagon(s, w, seat, place)
    if SWAP.has(a):
        slot, other, other_slot = SWAP.args(a)
        mine, theirs = filled_part(s, w, seat, slot - 1, 0), filled_part(s, w, other, other_slot - 1, 0)
        return (theirs - mine) * (1.0 + w.stolen / (s.players - 1))
    return 0.0


@rule
def for_die(s: Record, w, seat, colour):
    """The better action with a die."""
    return best_action(s, w, seat, colour, s.dice[colour])


@rule
def best_action(s: Record, w, seat, colour, value):
    """Draw or loot, what is worth more."""
    found = for_loot(s, w, seat, colour, value)
    if s.deck_size[colour]:
        found = max(found, for_draw(s, w, seat, colour, value))
    return found


@rule
def for_loot(s: Record, w, seat, colour, value):
    """Goods of a colour: on the wagons that want them, or on the best card."""
    goods = loot_count(s, seat, colour, value)
    return max(on_wagons(s, w, seat, colour, goods), on_best_holder(s, w, seat, goods))


@rule
def on_wagons(s: Record, w, seat, colour, goods):
    """What goods of one colour gain on the own wagons, one after another where they gain most."""
    found = 0.0
    used = -1
    for _ in range(2):
        best, best_goods, best_slot = 0.0, 0, -1
        for slot in range(SLOTS):
            if slot != used and s.wanted[seat, slot] >> colour & 1 and may_load(s, seat, slot):
                here = min(goods, empty_spaces(s, seat, slot, colour))
                gain = filled_part(s, w, seat, slot, here) - filled_part(s, w, seat, slot, 0)
                if here and gain > best:
                    best, best_goods, best_slot = gain, here, slot
        if best_slot < 0:
            break
        found += best
        goods -= best_goods
        used = best_slot
    return found


@rule
def empty_spaces(s: Record, seat, slot, colour):
    """Empty spaces of a colour on a wagon."""
    found = s.need[s.wagons[seat, slot] - 1, colour]
    for good in range(N_COLOURS):
        found -= s.load[seat, slot, colour, good]
    return found


@rule
def on_best_holder(s: Record, w, seat, goods):
    """What so many goods gain on the card where they gain most."""
    found = 0.0
    cards = open_holders(s, seat)
    while cards:
        lone = cards & -cards
        cards &= ~lone
        found = max(found, holder_gain(s, w, seat, count(lone - 1), goods))
    return found


@rule
def holder_gain(s: Record, w, seat, card, goods):
    """What so many goods gain on a card."""
    before = goods_of_card(s, card)
    after = min(before + goods, s.spaces[card - FIRST_HOLDER])
    return holder_part(s, w, seat, card, after) - holder_part(s, w, seat, card, before)


@rule
def for_draw(s: Record, w, seat, colour, value):
    """Cards of a colour: the best of so many."""
    cards = draw_count(s, seat, colour, value)
    time = time_left(s, w)
    if colour == BLUE:
        mean, spread = w.draw_blue[0] * time, w.draw_blue[1] * time
    elif colour == RED:
        mean, spread = (
            1.0 + (w.raiding + w.raiding_more * (s.players - 2)) * min(1.0, w.draw_red[0] * time),
            w.draw_red[1],
        )
    elif colour == GREEN:
        mean, spread = w.draw_green[0] * time - w.draw_green_cost, w.draw_green[1] * time
    elif colour == BLACK:
        harm = w.curses_one if s.players == 2 else w.curses_more
        mean, spread = min(1.0 * s.players, w.draw_black[0] * time) * harm, w.draw_black[1] * time
    else:
        mean, spread = w.draw_yellow[0] * s.players, w.draw_yellow[1] * s.players
    return mean + spread * (cards - 1) / (1.0 + w.draw_more * (cards - 1))


@rule
def for_card(s: Record, w, seat, card):
    """What a card is worth that is played now."""
    bit = 1 << card
    if bit & ALL_EQUIPMENT:
        return card_points(s, w, card)
    if bit & ALL_RAIDS:
        return 1.0 + card_points(s, w, card) * (w.raid_played + w.raiding_more * (s.players - 2))
    if bit & ALL_MERCENARIES:
        spaces = s.spaces[card - FIRST_HOLDER]
        cost = w.space_cost * spaces
        worth_full = 1.0 + card_points(s, w, card)
        likely = turns_left(s, w) / (turns_left(s, w) + w.space_turns * spaces)
        return likely * (worth_full - cost + w.filling) - (1.0 - likely)
    if bit & ALL_CURSES:
        return w.curse_played * min(1.0 * s.players, card_points(s, w, card))
    return treasure(s, w, seat, card)


@rule
def for_use(s: Record, w, seat, card):
    """An effect that can be used; a Raid may wait for a better moment, but not too long."""
    if 1 << card & ALL_RAIDS:
        gain = w.raided * best_good(s, w, seat) + (w.robbed if card in (SWEEP, AMBUSH) else 0.0)
        return gain - w.a_raid * min(1.0, w.raid_waits * turns_left(s, w))
    return w.uses


@rule
def best_good(s: Record, w, seat):
    """What one good of the Reserve gains, of the colour that gains most."""
    best = 0.0
    for colour in range(N_COLOURS):
        if s.reserve[colour]:
            best = max(best, a_good(s, w, seat, colour))
    return best


@rule
def a_good(s: Record, w, seat, colour):
    """What one good of a colour gains where it gains most."""
    return max(on_wagons(s, w, seat, colour, 1), on_best_holder(s, w, seat, 1))


@rule
def for_load(s: Record, w, seat, slot):
    """A good on a wagon: what it gains there."""
    return filled_part(s, w, seat, slot, 1) - filled_part(s, w, seat, slot, 0)


@rule
def for_holder(s: Record, w, seat, card):
    """The goods in hand on a card; or a card that is named for a Raid."""
    if BRIBING.has(last(s)):
        owner = owner_of(s, card)
        return w.bribes * holder_part(s, w, owner, card, goods_of_card(s, card))
    if RITUAL_CARD.has(last(s)):
        return holder_gain(s, w, seat, card, 2)
    goods, wagons = 0, 0.0
    for colour in range(N_COLOURS):
        if s.hand[colour]:
            goods += s.hand[colour]
            wagons += on_wagons(s, w, seat, colour, s.hand[colour])
    best = 0.0
    for slot in range(SLOTS):
        if s.wagons[seat, slot]:
            for colour in range(N_COLOURS):
                if s.hand[colour] and s.wanted[seat, slot] >> colour & 1:
                    best = max(best, for_load(s, w, seat, slot))
    # compared with the first load, whose value is that of one good only
    return holder_gain(s, w, seat, card, goods) - wagons + best


@rule
def for_good(s: Record, w, seat, colour):
    """A colour that is chosen: what one good of it gains, or spares."""
    question = last(s)
    if MERCHANT_GOOD.has(question):
        return a_good(s, w, seat, colour) - w.traded * a_good(s, w, seat, s.loot_colour - 1)
    if AMULET_GOOD.has(question) or PUT.has(question) or RITUAL_GOODS.has(question) or BRIBED.has(question):
        return w.plenty * s.reserve[colour] - w.spared * a_good(s, w, seat, colour)
    if NEEDED.has(question):
        return w.plenty * s.reserve[colour]
    return a_good(s, w, seat, colour)


@rule
def for_taking(s: Record, w, seat, other, slot, colour):
    """A good from a wagon: what it gains for oneself and costs the other; an own one that is lost."""
    loss = filled_part(s, w, other, slot, 0) - filled_part(s, w, other, slot, -1)
    if THIEVES_TAKE.has(last(s)):
        return -loss
    if ENCIRCLED.has(last(s)):
        return loss
    return a_good(s, w, seat, colour) + w.stolen / (s.players - 1) * loss


@rule
def for_wagon(s: Record, w, seat, place):
    """A new wagon: a small one, of a type that counts, with colours that are not scarce."""
    if place == FROM_DECK:
        return w.unseen_wagon
    wagon = s.display[place]
    found = -w.size_cost * size_of(s, wagon)
    for colour in range(N_COLOURS):
        found -= w.same_colour * s.need[wagon - 1, colour] * (s.need[wagon - 1, colour] > 1)
        found -= w.scarce * s.need[wagon - 1, colour] * (s.reserve[colour] < w.enough)
        found += w.wanted * (s.hand[colour] > 0 and s.need[wagon - 1, colour] > 0)
    return found


@rule
def curse_cost(s: Record, w, seat, card):
    """What an active Curse costs who has it: until it is full, or for the rest of the game."""
    spaces = s.spaces[card - FIRST_HOLDER]
    return min(card_points(s, w, card), w.curse_space * spaces + w.curse_rest * card_points(s, w, card))
