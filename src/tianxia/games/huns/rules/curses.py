"""A card that was drawn is played; a Curse is played on an opponent [N4.1.3, N5.4, N5.5, N8.7]."""

from tianxia.engine.compiling import rule
from tianxia.games.huns.actions import ACTIONS
from tianxia.games.huns.events import EVENTS
from tianxia.games.huns.pieces import ALL_COLOURS, AMULET, AXLE, BLACK, FIRST_CURSE, ILDICO
from tianxia.games.huns.rules.camp import any_good, put_on_card, refresh, works
from tianxia.games.huns.rules.cards import ildico, shamans_amulet
from tianxia.games.huns.rules.decks import take_card
from tianxia.games.huns.rules.raids import take_goods
from tianxia.games.huns.rules.tasks import USE, allow, pop, push
from tianxia.games.huns.rules.wagons import FOR_AXLE, limit, wagons_of
from tianxia.games.huns.state import AFTER_BATCH, AMULET_GOOD, CURSE_EFFECTS, FLEE, NEW_WAGON, VICTIM

VICTIM_IS, FLEES = ACTIONS.VICTIM, ACTIONS.FLEE
CURSED, FLED, ACCEPTED, USED = EVENTS.CURSED, EVENTS.FLED, EVENTS.ACCEPTED, EVENTS.USED
BY_AMULET, BY_ILDICO = 1, 2


@rule
def play(s, seat, card, log):
    """The chosen card goes into the own camp, a Curse into an opponent's [N4.1.3]."""
    at = s.depth - 1
    colour = s.task_a[at]
    take_card(s, seat, colour, s.task_b[at], card, log)
    pop(s)
    if colour == BLACK:
        push(s, VICTIM, seat, card, 0)
        return
    s.camp[seat] |= 1 << card
    refresh(s, seat)
    if card == AXLE and works(s, seat, AXLE) and wagons_of(s, seat) < limit(s, seat):
        push(s, NEW_WAGON, seat, FOR_AXLE, 0)


@rule
def curse(s, seat, action, log):
    """A victim is named; it may flee, unless Ildico works [N5.5, N8.7, M01]."""
    (victim,) = VICTIM_IS.args(action)
    card = s.task_a[s.depth - 1]
    pop(s)
    s.cursed_by[card - FIRST_CURSE] = seat
    CURSED.emit(log, seat, card, victim)
    if ildico(s, seat):
        lie_face_up(s, victim, card, log)
    else:
        push(s, FLEE, victim, card, 0)


@rule
def flee_or_accept(s, seat, action, log):
    """Face down it never works and costs points; face up it is active at once [N5.5, N8.7]."""
    card = s.task_a[s.depth - 1]
    pop(s)
    if FLEES.has(action):
        s.camp[seat] |= 1 << card
        s.fled |= 1 << card
        FLED.emit(log, seat, card)
    else:
        ACCEPTED.emit(log, seat, card)
        lie_face_up(s, seat, card, log)


@rule
def lie_face_up(s, victim, card, log):
    """The Curse is active; then Amulet and Ildico may act [N8.7]."""
    s.camp[victim] |= 1 << card
    refresh(s, victim)
    push(s, CURSE_EFFECTS, s.active, 4 * card + victim, BY_AMULET | BY_ILDICO)


@rule
def offer_curse_effects(s, seat):
    """While both can be used the active player names the next [N6.2.1]."""
    at = s.depth - 1
    card, victim = s.task_a[at] // 4, s.task_a[at] % 4
    if s.task_b[at] & BY_AMULET and shamans_amulet(s, victim, card):
        allow(s, USE.id(AMULET))
    if s.task_b[at] & BY_ILDICO and ildico(s, seat) and any_good(s, seat):
        allow(s, USE.id(ILDICO))


@rule
def use_curse_effect(s, seat, action, log):
    """Amulet of the victim, or Ildico of who played the Curse [N8.7]."""
    at = s.depth - 1
    card, victim = s.task_a[at] // 4, s.task_a[at] % 4
    (used,) = USE.args(action)
    if used == AMULET:
        s.task_b[at] &= ~BY_AMULET
        USED.emit(log, victim, AMULET)
        push(s, AFTER_BATCH, victim, 0, 0)
        push(s, AMULET_GOOD, victim, card, 0)
    else:
        s.task_b[at] &= ~BY_ILDICO
        USED.emit(log, seat, ILDICO)
        take_goods(s, seat, ALL_COLOURS, 0, ILDICO)


@rule
def put_good_on(s, seat, card, colour, log):
    """A good from the Reserve goes directly on a card [N8.19]."""
    s.reserve[colour] -= 1
    put_on_card(s, seat, card, colour, 1, log)
