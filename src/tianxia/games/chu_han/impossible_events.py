"""What makes a written position of Chu Han impossible that is played with events or as a campaign [C9, K]."""

from typing import Any

import numpy as np

from tianxia.engine.compiling import plain
from tianxia.engine.notation import counted
from tianxia.games.chu_han.cards import (
    CAMPAIGNS,
    EVENT_CARDS,
    EVENT_COPIES,
    EVENT_KINDS,
    EVENT_LABELS,
    FACE_UP,
    HANGU,
    HIGHEST_IN_ROW,
    HONG_CANAL,
    HONGMEN,
    KINDS,
    MANDATE,
    MATCH_GOALS,
    MATCHES,
    MATCHES_TO_WIN,
    NO_EVENT,
    SILENCE,
    STABILISATION,
    VALUES,
    WARLORDS,
    WISE_COUNSEL,
    XIAHOU_YING,
    XIANG_YU,
    card_name,
)
from tianxia.games.chu_han.rules.legal import legal
from tianxia.games.chu_han.state import CANCEL, GIVE, LEAD, OVER, PICK, RESPOND, RESTORE, SEATS

WAITS_FOR_THE_END = (STABILISATION, WISE_COUNSEL)
"""Events with which 31 VP win only at the end of the hand [C9.6]."""
GAINS_AT_THE_END = (*WAITS_FOR_THE_END, HANGU)
"""Events with which both may have 31 VP at the end of a hand [C9.3]."""


def event_deck(s: Any) -> str:
    """One event a hand from a deck of 15, the first is a Silence; after the fifteenth hand there is none [C9.1, C9.5]."""
    past, deck = [s.events_past[event] for event in range(len(EVENT_KINDS))], s.event_deck.tolist()
    if not s.events:
        return "an event is told, but option events is off [C9]" if s.event or any(past) or any(deck) else ""
    left = max(0, EVENT_CARDS - s.hand_number)
    if (s.event == NO_EVENT) != (s.hand_number > EVENT_CARDS):
        return f"event is {EVENT_LABELS[s.event]} in hand {s.hand_number}: the deck has an event for 15 hands [C9.5]"
    if sum(past) != min(s.hand_number - 1, EVENT_CARDS):
        wanted = f"before hand {s.hand_number} there were {s.hand_number - 1}"
        return f"events_past names {counted(sum(past), 'event')}, {wanted} [C9.1]"
    if not past[SILENCE - 1] and (any(past) or s.event != SILENCE):
        return "the first event is a Silence [C9.1]"
    if [place for place in range(EVENT_CARDS) if deck[place]] != list(range(left)):
        return f"event_deck: events to come, from the bottom: {left} [C9.1]"
    for event, (name, copies) in enumerate(EVENT_COPIES.items(), 1):
        found = past[event - 1] + deck.count(event) + (s.event == event)
        if found != copies:
            return f"event {name} is there {found} times, the deck has {copies} [C9.1]"
    return ""


def cards_of_event(s: Any) -> str:
    """Six cards lie beside Warlords till they are used, two beside Hongmen; a row only at Hangu [C9.1, C9.2]."""
    beside, most = sum(s.face_up), int(FACE_UP[s.event])
    if beside > most or (s.event == HONGMEN and beside < most):
        return f"face_up has {counted(beside, 'card')}, this event has {most} [C9.2]"
    for place in range(HIGHEST_IN_ROW):
        kind = s.row[place] - 1
        if (kind >= 0) != (place < s.row_size) or (kind < 0 and s.row_seat[place]):
            return f"the row has {counted(s.row_size, 'card')}, but place {place} does not fit that [C9.10]"
        if kind >= 0 and VALUES[kind] != place + 1:
            return f"card {card_name(KINDS[kind])} of the row should be a {place + 1} [C9.10]"
    return "only Hangu has a row [C9.1]" if s.row_size and s.event != HANGU else ""


def stage_of_event(s: Any) -> str:
    """A gift is chosen only at Hong Canal, a card of the trick only at Mandate, by who passed [C9.11, C9.12]."""
    if s.stage == GIVE:
        if s.event != HONG_CANAL:
            return "only Hong Canal lets a player give a card [C9.11]"
        if not s.decrees_taken[s.turn]:
            return f"seat {s.turn} gives a card of a decree, but has taken none [C9.11]"
        if not s.to_beat_size and s.turn != s.leader:
            return f"seat {s.leader} leads, but it is the turn of seat {s.turn} [C4.8]"
    if s.stage != PICK:
        return "leads_next is told, but no card of the trick is picked [C9.12]" if s.leads_next >= 0 else ""
    if s.event != MANDATE:
        return "only at Mandate a card of the trick is picked [C9.12]"
    if not s.plays:
        return "a card of the trick is picked, but the trick is empty [C9.12]"
    leads = leads_after_pick(s)
    return "" if s.leads_next == leads else f"leads_next is {s.leads_next}, by the trick it is {leads} [C4.3, C5.15]"


def leads_after_pick(s: Any) -> int:
    """The rival of who passed leads next; who passed with Xiahou Ying leads itself [C4.3, C5.15]."""
    ability = s.trick_ability[s.plays - 1] - 1
    passed = passer(s)
    return passed if ability == XIAHOU_YING else 1 - passed


def passer(s: Any) -> int:
    """Who passed: whose Xiahou Ying or Xiang Yu ends the trick, else the rival of who played last [C4.3]."""
    last = s.trick_seat[s.plays - 1]
    return last if s.trick_ability[s.plays - 1] - 1 in (XIAHOU_YING, XIANG_YU) else 1 - last  # type: ignore[no-any-return]


def lent_card(s: Any) -> str:
    """Only whose turn it is uses a card of the Warlords; a declared play has used it [C9.8, C11.5]."""
    for seat in range(SEATS):
        kind = s.lent[seat] - 1
        if kind < 0:
            continue
        if s.event != WARLORDS or not s.face_up[kind]:
            return f"lent: {card_name(KINDS[kind])} does not lie face up at Warlords [C9.8]"
        if seat != s.turn or s.stage not in (LEAD, RESPOND):
            return f"lent: seat {seat} uses a card of the Warlords, but it is not its turn [C11.5]"
        in_play = s.building[seat] >> kind & 1 or s.building_ability[seat] == kind + 1
        if not s.hand[seat, kind] and not in_play:
            return f"lent: {card_name(KINDS[kind])} counts in `hand` until the play is declared [C11.5]"
        if not plain(legal)(s, seat, np.zeros(1024, np.int32)):
            return f"lent: no play can use {card_name(KINDS[kind])} [C11.5]"
    return declared_lent(s)


def declared_lent(s: Any) -> str:
    """The card of the Warlords in a declared play is its ability or a card of its set [C9.8]."""
    kind = s.declared_lent - 1
    if kind < 0:
        return ""
    if s.event != WARLORDS or s.stage not in (CANCEL, RESTORE):
        return "declared_lent: no play with a card of the Warlords is declared [C9.8]"
    if s.declared_ability != kind + 1 and not s.declared_kinds >> kind & 1:
        return f"declared_lent: {card_name(KINDS[kind])} is neither the ability nor in the set of the play [C9.8]"
    return ""


def campaign(s: Any) -> str:
    """Three matches; two that are won end it; the table of results has the matches that are over [C10.1]."""
    over = s.stage == OVER
    results = [s.match_score[n, seat] for n in range(MATCHES) for seat in range(SEATS)]
    if not s.campaign:
        told = s.match_number or any(results) or any(s.matches_won)
        return "a match is told, but option campaign is none [C10.1]" if told else ""
    if not s.match_number:
        return f"match_number: a campaign {CAMPAIGNS[s.campaign]} begins with match 1 [C10.1]"
    if s.match_number > s.hand_number:
        return f"match {s.match_number} in hand {s.hand_number}: each match has a hand [C10.1]"
    played = s.match_number if over else s.match_number - 1
    if sum(s.matches_won) != played:
        return f"matches_won: {played} matches are over [C10.1]"
    if over != (max(s.matches_won) == MATCHES_TO_WIN) or (over and s.matches_won[s.winner] != MATCHES_TO_WIN):
        return f"who wins {MATCHES_TO_WIN} matches has won the campaign [C10.1]"
    return results_of_matches(s, played)


def results_of_matches(s: Any, played: int) -> str:
    """Each match that is over was won with its number of VP or more, by who has more of them [C10.1]."""
    ahead = [0, 0]
    for number in range(MATCHES):
        result = [int(s.match_score[number, seat]) for seat in range(SEATS)]
        if number >= played and any(result):
            return f"match_score: match {number + 1} is not over [C10.1]"
        if number < played and max(result) < MATCH_GOALS[number]:
            return f"match_score: match {number + 1} is won with {MATCH_GOALS[number]} VP [C10.1]"
        for seat in range(SEATS):
            ahead[seat] += result[seat] > result[1 - seat]
    if any(ahead[seat] > s.matches_won[seat] for seat in range(SEATS)):
        return "matches_won: who has more VP at the end of a match wins it [C10.1]"
    if s.stage == OVER and any(s.match_score[s.match_number - 1, seat] != s.score[seat] for seat in range(SEATS)):
        return f"match_score: match {s.match_number} ended with the score [C10.1]"
    return ""


EVENT_RULES = (event_deck, cards_of_event, stage_of_event, lent_card, campaign)
