"""What makes a quiet position of Chu Han impossible that is played with events or as a campaign [C9, C10]."""

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
    HONGMEN,
    KINDS,
    MATCH_GOALS,
    MATCHES,
    MATCHES_TO_WIN,
    NO_EVENT,
    SILENCE,
    STABILISATION,
    VALUES,
    WISE_COUNSEL,
    card_name,
)
from tianxia.games.chu_han.record import Record
from tianxia.games.chu_han.state import SEATS

WAITS_FOR_THE_END = (STABILISATION, WISE_COUNSEL)
"""Events with which 31 VP win only at the end of the hand [C9.6]."""


def event_deck(s: Record) -> str:
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


def cards_of_event(s: Record) -> str:
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


def campaign(s: Record) -> str:
    """Three matches; two that are won end it; the table of results has the matches that are over [C10.1]."""
    results = [s.match_score[n, seat] for n in range(MATCHES) for seat in range(SEATS)]
    if not s.campaign:
        told = s.match_number or any(results) or any(s.matches_won)
        return "a match is told, but option campaign is none [C10.1]" if told else ""
    if not s.match_number:
        return f"match_number: a campaign {CAMPAIGNS[s.campaign]} begins with match 1 [C10.1]"
    if s.match_number > s.hand_number:
        return f"match {s.match_number} in hand {s.hand_number}: each match has a hand [C10.1]"
    played = s.match_number - 1
    if sum(s.matches_won) != played:
        return f"matches_won should be {played} in all: so many matches are over [C10.1]"
    if max(s.matches_won) == MATCHES_TO_WIN:
        return f"who wins {MATCHES_TO_WIN} matches has won the campaign [C10.1]"
    return results_of_matches(s, played)


def results_of_matches(s: Record, played: int) -> str:
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
    return ""


EVENT_RULES = (event_deck, cards_of_event, campaign)
