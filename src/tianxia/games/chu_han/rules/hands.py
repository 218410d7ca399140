"""A hand of Chu Han: the deal, going out, the score [C3, C7]."""

from tianxia.engine.compiling import rule
from tianxia.engine.lists import shuffle
from tianxia.engine.primitives import lowest
from tianxia.games.chu_han.cards import (
    CARDS,
    DECK,
    DECREES,
    EVENT_CARDS,
    FACE_UP,
    HAND,
    HIGHEST_IN_ROW,
    MATCHES_TO_WIN,
    N_KINDS,
    NO_EVENT,
    NONE,
    PILE,
    ROWS,
    STABILISATION,
    WISE_COUNSEL,
    cards_that_count,
    copies_in_set,
    decree_points,
)
from tianxia.games.chu_han.events import EVENTS, HANGU_REASON
from tianxia.games.chu_han.questions import LEAD, OVER
from tianxia.games.chu_han.record import Record
from tianxia.games.chu_han.rules.campaign import deserters, note_match, set_goal, spoils
from tianxia.games.chu_han.state import CHU, HAN, SEATS

DEALT, WENT_OUT, WON, SCORED = EVENTS.DEALT, EVENTS.WENT_OUT, EVENTS.WON, EVENTS.SCORED
MATCH_WON, MATCH_BEGAN = EVENTS.MATCH_WON, EVENTS.MATCH_BEGAN
EVENT_REVEALED, LAID_OPEN = EVENTS.EVENT_REVEALED, EVENTS.LAID_OPEN
HIGHEST_AT_HANGU = 3
"""VP for the highest card in the row [C9.1]."""


@rule
def turn_event(s: Record):
    """The event of a hand is turned, its cards come from the top of the pile; there are fifteen [C9.1, C9.2, C9.5]."""
    if s.event:
        s.events_past[s.event - 1] += 1
    place = EVENT_CARDS - s.hand_number
    s.event = s.event_deck[place] if place >= 0 else NO_EVENT
    if place >= 0:
        s.event_deck[place] = NO_EVENT
    for place in range(FACE_UP[s.event]):
        s.face_up[s.pile[place] - 1] += 1
        s.pile[place] = NONE
    s.pile_size -= FACE_UP[s.event]
    s.decrees_left -= FACE_UP[s.event] // 2


@rule
def tell_event(s: Record, log):
    """The log is told of the event."""
    if s.events:
        EVENT_REVEALED.emit(log, s.event)
        for kind in range(N_KINDS):
            for _ in range(s.face_up[kind]):
                LAID_OPEN.emit(log, kind)


@rule
def deal(s: Record):
    """All 46 cards are shuffled; 15 go to each seat, 16 form the pile, 6 decrees lie beside it [C3.2, C3.4]."""
    clear_hand(s)
    for n in range(CARDS):
        s.deck[n] = DECK[n]
    shuffle(s, s.deck, CARDS)
    for seat in range(SEATS):
        s.hand_size[seat] = HAND
        for i in range(HAND):
            s.hand[seat, s.deck[seat * HAND + i]] += 1
    for place in range(PILE):
        s.pile[place] = s.deck[SEATS * HAND + place] + 1
    for i in range(CARDS):
        s.deck[i] = 0
    s.pile_size = PILE
    s.decrees_left = DECREES
    if s.events:
        turn_event(s)


@rule
def clear_hand(s: Record):
    """A new hand starts clean: no card, no decree, no doubling and no open hand is left [C3.4]."""
    s.doubled = 0
    s.first_empty = -1
    for seat in range(SEATS):
        s.decrees_taken[seat] = 0
        s.opened[seat] = 0
        s.looked_to[seat] = 0
        s.building_ability[seat] = NONE
        s.building[seat] = 0
        s.lent[seat] = NONE
        for kind in range(N_KINDS):
            s.hand[seat, kind] = 0
            s.shown[seat, kind] = 0
            for holder in range(SEATS):
                s.surely[seat, holder, kind] = 0
        for place in range(PILE):
            s.seen[seat, place] = NONE
    clear_declared(s)
    clear_trick(s)
    for kind in range(N_KINDS):
        s.discard[kind] = 0
        s.face_up[kind] = 0
    for place in range(HIGHEST_IN_ROW):
        s.row[place] = NONE
        s.row_seat[place] = 0
    s.row_size = 0


@rule
def clear_declared(s: Record):
    """No play is declared any more."""
    s.declared_ability = NONE
    s.declared_lent = NONE
    s.declared_target = NONE
    s.declared_value = 0
    s.declared_size = 0
    s.declared_kinds = 0


@rule
def clear_trick(s: Record):
    """The cards of the trick go to the discard pile [C4.4]."""
    for play in range(s.plays):
        if s.trick_ability[play]:
            s.discard[s.trick_ability[play] - 1] += 1
        kinds = s.trick_kinds[play]
        while kinds:
            kind = lowest(kinds)
            s.discard[kind] += copies_in_set(s.trick_kinds[play], s.trick_size[play], kind)
            kinds &= kinds - 1
    for play in range(ROWS):
        s.trick_seat[play] = 0
        s.trick_ability[play] = NONE
        s.trick_value[play] = 0
        s.trick_size[play] = 0
        s.trick_kinds[play] = 0
    s.plays = 0
    s.to_beat_value = 0
    s.to_beat_size = 0


@rule
def begin_trick(s: Record, leader):
    """The leader has a decree step and a lead ability before the set [C4.1, C4.9]."""
    s.leader = leader
    s.turn = leader
    s.asks = LEAD
    s.decree_open = 1
    s.lead_ability_open = 1


@rule
def score(s: Record, seat, points, reason, log):
    """Score points during play; Xiang Yu doubles all that is scored after he stood [C7.2]."""
    points = points * 2 if s.doubled else points
    s.score[seat] += points
    SCORED.emit(log, seat, points, reason)


@rule
def check_victory(s: Record, log):
    """31 or more VP win at once, before any scoring for going out [C1, C6.3]; returns whether the game is over."""
    for seat in range(SEATS):
        if s.score[seat] >= s.goal:
            win(s, seat, log)
            return True
    return False


@rule
def win(s: Record, seat, log):
    """The game is over; in a campaign the match, until a side has won two [C10.1]."""
    if s.campaign:
        note_match(s, seat)
        MATCH_WON.emit(log, seat, s.match_number)
        if s.matches_won[seat] < MATCHES_TO_WIN:
            begin_match(s, seat, log)
            return
    s.winner = seat
    s.asks = OVER
    s.decree_open = 0
    s.lead_ability_open = 0
    WON.emit(log, seat)


@rule
def begin_match(s: Record, winner, log):
    """The next match of a campaign: the winner has the spoils, the other leads [C10.4]."""
    gained = spoils(s, winner)
    s.match_number += 1
    set_goal(s)
    s.hand_number += 1
    s.last_out = 1 - winner
    s.score[winner] = gained
    s.score[1 - winner] = 0
    MATCH_BEGAN.emit(log, s.match_number, 1 - winner, gained)
    deal(s)
    begin_trick(s, 1 - winner)
    DEALT.emit(log, s.hand_number, s.leader)
    tell_event(s, log)


@rule
def check_at_the_end(s: Record, out, log):
    """At the end of a hand more VP win, level who went out [C7.3, C9.3]; returns whether the game is over."""
    rival = 1 - out
    if max(s.score[out], s.score[rival]) < s.goal:
        return False
    win(s, out if s.score[out] >= s.score[rival] else rival, log)
    return True


@rule
def waits_for_the_end(s: Record):
    """Stabilisation and Wise Counsel: victory is checked only at the end of the hand [C9.6]."""
    return s.event == STABILISATION or s.event == WISE_COUNSEL


@rule
def note_empty(s: Record, seat):
    """Who is without cards first has gone out, unless cards come back [C6.2]."""
    if s.hand_size[seat] == 0 and s.first_empty < 0:
        s.first_empty = seat


@rule
def note_refilled(s: Record, seat):
    """A player who got cards back is not out; then the other is, if empty [C6.2]."""
    if s.first_empty == seat and s.hand_size[seat] > 0:
        s.first_empty = -1
        note_empty(s, 1 - seat)


@rule
def settle(s: Record, log):
    """After each play: the 31 check, then the going-out check [C6]; returns whether the hand or the game ended."""
    if not waits_for_the_end(s) and check_victory(s, log):
        return True
    if s.first_empty < 0:
        return False
    end_hand(s, s.first_empty, log)
    return True


@rule
def end_hand(s: Record, out, log):
    """Who went out scores the rival's cards, at most 5, and the rival's decrees, doubled as a sum [C7.1, C7.3]."""
    rival = 1 - out
    cards = cards_that_count(s.event, s.hand_size[rival])
    decrees = decree_points(s.event, s.decrees_taken[out], s.decrees_taken[rival])
    marked = deserters(s, out)
    points = cards + decrees + marked
    points = points * 2 if s.doubled else points
    spared = max(0, -(s.score[out] + points))
    s.score[out] += points + spared
    WENT_OUT.emit(log, out, points + spared, cards, decrees, marked, spared)
    if s.row_size:
        score(s, s.row_seat[s.row_size - 1], HIGHEST_AT_HANGU, HANGU_REASON, log)
    if check_at_the_end(s, out, log):
        return
    s.last_out = out
    s.hand_number += 1
    deal(s)
    begin_trick(s, next_leader(s))
    DEALT.emit(log, s.hand_number, s.leader)
    tell_event(s, log)


@rule
def next_leader(s: Record):
    """Fewer VP leads; if level, who went out in the hand before [C3.3]."""
    if s.score[HAN] < s.score[CHU]:
        return HAN
    if s.score[CHU] < s.score[HAN]:
        return CHU
    return s.last_out
