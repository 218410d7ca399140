"""What follows the sending of a wagon, one send after another [N8.12]."""

from tianxia.engine.compiling import rule
from tianxia.games.huns.events import EVENTS
from tianxia.games.huns.pieces import ALL_COLOURS, SABRE, TAX, WHIP
from tianxia.games.huns.questions import BY_SABRE, BY_TAX, BY_WHIP, SEND_EFFECTS
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.asking import USE, allow, become, pop, push
from tianxia.games.huns.rules.cards import blood_tax, drovers_whip, printed, scouting_sabre
from tianxia.games.huns.rules.raids import take_goods

USED = EVENTS.USED


@rule
def next_send(s: Record):
    """The oldest send that waits: which effects can be used is noted, then each acts [N8.12]."""
    if s.n_waiting == 0:
        pop(s)
        return
    number, seat = s.waiting[0], s.waiting_seat[0]
    s.n_waiting -= 1
    for i in range(s.n_waiting):
        s.waiting[i] = s.waiting[i + 1]
        s.waiting_seat[i] = s.waiting_seat[i + 1]
    s.waiting[s.n_waiting] = 0
    s.waiting_seat[s.n_waiting] = 0
    noted = usable(s, seat, number, BY_WHIP | BY_SABRE | BY_TAX)
    if noted:
        push(s, s.active if s.active >= 0 else s.rolled_by, SEND_EFFECTS.id(number, seat, noted))


@rule
def usable(s: Record, seat, number, noted):
    """Which of the noted effects of a send can be used now; `number` is the wagon's among those that the seat sent."""
    found = 0
    if noted & BY_WHIP and drovers_whip(s, seat):
        found |= BY_WHIP
    if noted & BY_SABRE and scouting_sabre(s, seat, s.sent[seat, number - 1]) >= 0:
        found |= BY_SABRE
    if noted & BY_TAX and blood_tax(s, seat) >= 0:
        found |= BY_TAX
    return found


@rule
def offer_send_effects(s: Record, question):
    """While two or more can be used the active player names the next [N6.2.1]."""
    number, seat, noted = SEND_EFFECTS.args(question)
    found = usable(s, seat, number, noted)
    if found & BY_WHIP:
        allow(s, USE.id(WHIP))
    if found & BY_SABRE:
        allow(s, USE.id(SABRE))
    if found & BY_TAX:
        allow(s, USE.id(TAX))


@rule
def use_send_effect(s: Record, question, action, log):
    """One effect of a send acts, whole [N6.2.1, N8.12]."""
    number, seat, noted = SEND_EFFECTS.args(question)
    wagon = s.sent[seat, number - 1]
    (card,) = USE.args(action)
    if card == WHIP:
        become(s, SEND_EFFECTS.id(number, seat, noted & ~BY_WHIP))
        s.spent |= 1 << WHIP
        USED.emit(log, seat, card)
        take_goods(s, seat, ALL_COLOURS, 0, 0, card)
    elif card == SABRE:
        become(s, SEND_EFFECTS.id(number, seat, noted & ~BY_SABRE))
        take_goods(s, scouting_sabre(s, seat, wagon), printed(s, wagon), 1, 0, card)
    else:
        become(s, SEND_EFFECTS.id(number, seat, noted & ~BY_TAX))
        taker = blood_tax(s, seat)
        USED.emit(log, taker, card)
        take_goods(s, taker, ALL_COLOURS, 0, 0, card)
