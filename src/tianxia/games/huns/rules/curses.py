"""A card that was drawn is played; a Curse is played on an opponent [N4.1.3, N5.4, N5.5, N8.7]."""

from tianxia.engine.compiling import rule
from tianxia.games.huns.actions import ACTIONS
from tianxia.games.huns.events import EVENTS
from tianxia.games.huns.pieces import ALL_COLOURS, AMULET, AXLE, BLACK, FIRST_CURSE, ILDICO
from tianxia.games.huns.questions import (
    AFTER_BATCH,
    AMULET_GOOD,
    BY_AMULET,
    BY_ILDICO,
    CURSE_EFFECTS,
    FLEE,
    FOR_AXLE,
    NEW_WAGON,
    VICTIM,
)
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.asking import USE, allow, become, last, push
from tianxia.games.huns.rules.camp import any_good, put_on_card, refresh, works
from tianxia.games.huns.rules.cards import ildico, shamans_amulet
from tianxia.games.huns.rules.decks import take_card
from tianxia.games.huns.rules.raids import take_goods
from tianxia.games.huns.rules.wagons import limit, wagons_of

VICTIM_IS, FLEES = ACTIONS.VICTIM, ACTIONS.FLEE
CURSED, FLED, ACCEPTED, USED = EVENTS.CURSED, EVENTS.FLED, EVENTS.ACCEPTED, EVENTS.USED


@rule
def play(s: Record, seat, colour, n, card, log):
    """The card chosen of so many goes into the own camp, a Curse into an opponent's [N4.1.3]."""
    take_card(s, seat, colour, n, card, log)
    if colour == BLACK:
        push(s, seat, VICTIM.id(card))
        return
    s.camp[seat] |= 1 << card
    refresh(s, seat)
    if card == AXLE and works(s, seat, AXLE) and wagons_of(s, seat) < limit(s, seat):
        push(s, seat, NEW_WAGON.id(FOR_AXLE))


@rule
def curse(s: Record, seat, card, action, log):
    """A victim is named; it may flee, unless Ildico works [N5.5, N8.7, M01]."""
    (victim,) = VICTIM_IS.args(action)
    s.cursed_by[card - FIRST_CURSE] = seat
    CURSED.emit(log, seat, card, victim)
    if ildico(s, seat):
        lie_face_up(s, victim, card, log)
    else:
        push(s, victim, FLEE.id(card))


@rule
def flee_or_accept(s: Record, seat, card, action, log):
    """Face down it never works and costs points; face up it is active at once [N5.5, N8.7]."""
    if FLEES.has(action):
        s.camp[seat] |= 1 << card
        s.fled |= 1 << card
        FLED.emit(log, seat, card)
    else:
        ACCEPTED.emit(log, seat, card)
        lie_face_up(s, seat, card, log)


@rule
def played_curse(s: Record):
    """The Curse that was played and lies in no camp yet, -1 if there is none [N8.7]."""
    if s.depth and VICTIM.has(last(s)):
        (card,) = VICTIM.args(last(s))
        return card
    if s.depth and FLEE.has(last(s)):
        (card,) = FLEE.args(last(s))
        return card
    return -1


@rule
def lie_face_up(s: Record, victim, card, log):
    """The Curse is active; then Amulet and Ildico may act [N8.7]."""
    s.camp[victim] |= 1 << card
    refresh(s, victim)
    push(s, s.active, CURSE_EFFECTS.id(card, victim, BY_AMULET | BY_ILDICO))


@rule
def offer_curse_effects(s: Record, question, seat):
    """While both can be used the active player names the next [N6.2.1]."""
    card, victim, effects = CURSE_EFFECTS.args(question)
    if effects & BY_AMULET and shamans_amulet(s, victim, card):
        allow(s, USE.id(AMULET))
    if effects & BY_ILDICO and ildico(s, seat) and any_good(s, seat):
        allow(s, USE.id(ILDICO))


@rule
def use_curse_effect(s: Record, seat, question, action, log):
    """Amulet of the victim, or Ildico of who played the Curse [N8.7]."""
    card, victim, effects = CURSE_EFFECTS.args(question)
    (used,) = USE.args(action)
    if used == AMULET:
        become(s, CURSE_EFFECTS.id(card, victim, effects & ~BY_AMULET))
        USED.emit(log, victim, AMULET)
        push(s, victim, AFTER_BATCH.id(0))
        push(s, victim, AMULET_GOOD.id(card))
    else:
        become(s, CURSE_EFFECTS.id(card, victim, effects & ~BY_ILDICO))
        USED.emit(log, seat, ILDICO)
        take_goods(s, seat, ALL_COLOURS, 0, 0, ILDICO)


@rule
def put_good_on(s: Record, seat, card, colour, log):
    """A good from the Reserve goes directly on a card [N8.19]."""
    s.reserve[colour] -= 1
    put_on_card(s, seat, card, colour, 1, log)
