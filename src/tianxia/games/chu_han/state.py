"""What lies on the table of Chu Han: the field table [C8]."""

from collections.abc import Mapping
from typing import Any

from tianxia.engine.fields import ALL, NOBODY, OWNER, Derived, field
from tianxia.engine.records import record
from tianxia.games.chu_han.cards import (
    CAMPAIGNS,
    CARDS,
    COPIES,
    DECREES,
    EVENT_CARDS,
    EVENT_COPIES,
    EVENT_KINDS,
    EVENT_LABELS,
    HIGHEST_IN_ROW,
    KIND_LABELS,
    KINDS,
    MARKED,
    MATCHES,
    MATCHES_TO_WIN,
    MOST_DESERTERS,
    MOST_HANDS,
    MOST_VP,
    N_EVENTS,
    N_KINDS,
    PILE,
    ROWS,
    TOP_VALUE,
    cards_in_set,
    cards_that_count,
    decree_points,
)
from tianxia.games.chu_han.questions import QUESTIONS

SEATS = 2
SEAT_NAMES = ("han", "chu")
HAN, CHU = 0, 1


def trick_cards(state: Mapping[str, Any]) -> list[list[str]]:
    """The cards of each play of the trick, its ability card last."""
    return [
        cards_in_set(state["trick_size"][play], state["trick_kinds"][play]) + named(state["trick_ability"][play])
        for play in range(state["plays"])
    ]


def declared_cards(state: Mapping[str, Any]) -> list[str]:
    """The cards of the declared play: its set, the ability card, the target."""
    cards = cards_in_set(state["declared_size"], state["declared_kinds"])
    return cards + named(state["declared_ability"]) + named(state["declared_target"])


def stakes(state: Mapping[str, Any]) -> list[list[int]]:
    """What each seat would gain by going out now [C7.1, C7.2, C9.1, C10.3].

    By seat: for cards, for decrees; the fewest and most deserters, as far as the viewer sees the rival's hand; the least and
    the most points.
    """
    return [stake(state, out) for out in range(SEATS)]


def stake(state: Mapping[str, Any], out: int) -> list[int]:
    """The same for one seat."""
    rival = 1 - out
    event = EVENT_LABELS.index(state["event"])
    cards = cards_that_count(event, state["hand_size"][rival])
    decrees = decree_points(event, state["decrees_taken"][out], state["decrees_taken"][rival])
    fewest = most = 0
    if state["campaign"] != "none":
        held = state["shown"][rival] if state["opened"][rival] else state["hand"][rival]
        surely = (state["surely"][out] or [None, None])[rival]
        known = held or surely or [0] * N_KINDS
        found = sum(count for kind, count in enumerate(known) if MARKED[out] >> kind & 1)
        fewest = min(found, MOST_DESERTERS)
        most = fewest if held else min(found + state["hand_size"][rival] - sum(known), MOST_DESERTERS)
    times = 1 + state["doubled"]
    return [cards, decrees, fewest, most, times * (cards + decrees + fewest), times * (cards + decrees + most)]


def named(label: str) -> list[str]:
    """The card that a label names, if any."""
    return [] if label == "none" else [label]


STATE = record(
    "chu_han",
    seats=SEATS,
    fields=[
        field("events", high=1, seen_by=ALL, constant=True, doc="option: 1 with event cards [C9]"),
        field("campaign", labels=CAMPAIGNS, seen_by=ALL, constant=True, doc="option: three linked matches, our own [C10]"),
        field("goal", high=MOST_VP, seen_by=ALL, follows=True, doc="VP that win the game, or this match [C1, C10.1]"),
        field("match_number", high=MATCHES, seen_by=ALL, doc="match of the campaign, from 1; 0 without"),
        field("match_score", "i2", (MATCHES, SEATS), high=MOST_VP, seen_by=ALL, by_seat=(1,), doc="VP at the end of each match"),
        field("matches_won", "i1", (SEATS,), high=MATCHES_TO_WIN, seen_by=ALL, by_seat=(0,), doc="matches that each side won"),
        field("event", labels=EVENT_LABELS, seen_by=ALL, doc="the event of this hand"),
        field("events_past", "i1", (N_EVENTS,), counts=EVENT_KINDS, seen_by=ALL, most=tuple(EVENT_COPIES.values()),
              doc="events of the hands before"),
        field("event_deck", "i1", (EVENT_CARDS,), labels=EVENT_LABELS, seen_by=NOBODY, doc="events to come, from the bottom"),
        field("face_up", "i1", (N_KINDS,), counts=KINDS, seen_by=ALL, most=COPIES,
              doc="cards beside the event: Warlords, Hongmen"),
        field("row", "i1", (HIGHEST_IN_ROW,), labels=KIND_LABELS, seen_by=ALL, doc="the row of Hangu, from 1 up"),
        field("row_seat", "i1", (HIGHEST_IN_ROW,), high=1, seen_by=ALL, of_seats=True, doc="who placed each card of it"),
        field("row_size", high=HIGHEST_IN_ROW, seen_by=ALL, doc="cards in the row"),
        field("lent", "i1", (SEATS,), labels=KIND_LABELS, seen_by=OWNER,
              doc="card of the Warlords that a play not yet complete uses; it counts in `hand` till then"),
        field("declared_lent", labels=KIND_LABELS, seen_by=ALL, doc="card of the Warlords in the declared play, or none"),
        field("leads_next", low=-1, high=1, seen_by=ALL, of_seats=True, doc="who leads after the pick of the Mandate, else -1"),
        field("score", "i2", (SEATS,), high=MOST_VP, seen_by=ALL, by_seat=(0,), doc="victory points"),
        field("hand_number", low=1, high=MOST_HANDS, seen_by=ALL, doc="hands dealt so far, the current one included"),
        field("last_out", low=-1, high=1, seen_by=ALL, of_seats=True,
              doc="seat that went out in the hand before, -1 in the first"),
        field("winner", low=-1, high=1, seen_by=ALL, of_seats=True, doc="seat that won, -1 while the game goes on"),
        field("asks", questions=QUESTIONS, seen_by=ALL, hashed="stage", doc="what is asked [C11.2]"),
        field("turn", high=1, seen_by=ALL, of_seats=True,
              doc="seat whose turn it is [C4.8]; in a window the owner of the declared play"),
        field("leader", high=1, seen_by=ALL, of_seats=True, doc="seat that led the trick"),
        field("decree_open", high=1, seen_by=ALL, doc="1 if the decree step of the turn is open [C11.3]"),
        field("lead_ability_open", high=1, seen_by=ALL, doc="1 if the leader may still declare a lead ability [C11.3]"),
        field("decrees_left", high=DECREES, seen_by=ALL, doc="decrees beside the pile"),
        field("decrees_taken", "i1", (SEATS,), high=DECREES, seen_by=ALL, by_seat=(0,), doc="decrees taken in this hand"),
        field("doubled", high=1, seen_by=ALL, doc="1 once Xiang Yu stood in this hand"),
        field("hand", "i1", (SEATS, N_KINDS), counts=KINDS, seen_by=OWNER, most=COPIES, doc="cards in hand"),
        field("hand_size", "i1", (SEATS,), high=CARDS, seen_by=ALL, by_seat=(0,),
              doc="cards in hand, a play not yet declared included [C8.4]"),
        field("opened", "i1", (SEATS,), high=1, seen_by=ALL, by_seat=(0,), doc="1 if the hand lies open [C5.10]"),
        field("shown", "i1", (SEATS, N_KINDS), counts=KINDS, seen_by=ALL, by_seat=(0,), most=COPIES,
              doc="the cards of a hand that lies open"),
        field("building_ability", "i1", (SEATS,), labels=KIND_LABELS, seen_by=OWNER, doc="ability of a play not yet complete"),
        field("building", "i4", (SEATS,), bits=KINDS, seen_by=OWNER, doc="the cards added to that play, one of each kind"),
        field("surely", "i1", (SEATS, SEATS, N_KINDS), counts=KINDS, seen_by=OWNER, by_seat=(1,), most=COPIES,
              doc="[viewer, holder]: copies that the holder's rival surely knows in that hand [C8.6]; viewers agree"),
        field("pile", "i1", (PILE,), labels=KIND_LABELS, seen_by=NOBODY, doc="by place from the top as dealt; none = drawn"),
        field("pile_size", high=PILE, seen_by=ALL, doc="cards left in the draw pile, the undrawable four included"),
        field("looked_to", "i1", (SEATS,), high=PILE, seen_by=ALL, by_seat=(0,),
              doc="places of the pile above this one were shown to the seat"),
        field("seen", "i1", (SEATS, PILE), labels=KIND_LABELS, seen_by=OWNER, doc="what Ji Bu showed, by place; none = not"),
        field("deck", "i1", (CARDS,), high=0, seen_by=NOBODY, doc="scratch for shuffling; zero otherwise"),
        field("discard", "i1", (N_KINDS,), counts=KINDS, seen_by=ALL, most=COPIES, doc="discard pile"),
        field("plays", high=ROWS, seen_by=ALL, doc="plays that lie in the trick"),
        field("trick_seat", "i1", (ROWS,), high=1, seen_by=ALL, of_seats=True, doc="who played each"),
        field("trick_ability", "i1", (ROWS,), labels=KIND_LABELS, seen_by=ALL, doc="with which ability, or none"),
        field("trick_value", "i1", (ROWS,), high=TOP_VALUE, seen_by=ALL, doc="value of the set, 0 without a set"),
        field("trick_size", "i1", (ROWS,), high=TOP_VALUE, seen_by=ALL, doc="cards in the set, 0 without a set"),
        field("trick_kinds", "i4", (ROWS,), bits=KINDS, seen_by=ALL, doc="their kinds; see `cards.copies_in_set`"),
        field("to_beat_value", high=TOP_VALUE, seen_by=ALL, doc="value of the set to beat [C4.10]"),
        field("to_beat_size", high=TOP_VALUE, seen_by=ALL, doc="size of the set to beat; 0 = the trick is not led yet"),
        field("declared_ability", labels=KIND_LABELS, seen_by=ALL, doc="ability of the declared play, or none"),
        field("declared_value", high=TOP_VALUE, seen_by=ALL, doc="value of the set in it, 0 without a set"),
        field("declared_size", high=TOP_VALUE, seen_by=ALL, doc="cards in the set"),
        field("declared_kinds", bits=KINDS, seen_by=ALL, doc="their kinds"),
        field("declared_target", labels=KIND_LABELS, seen_by=ALL, doc="the card that Yu Ji or Ying Bu names, or none"),
        field("first_empty", low=-1, high=1, seen_by=ALL, of_seats=True,
              doc="seat that was without cards first in this play, or -1 [C6.2]"),
        field("rng", "u8", seen_by=NOBODY, doc="state of the random numbers"),
    ],
    derived=[
        Derived("trick_cards", 2, KINDS, trick_cards, "the cards of each play that lies in the trick, the ability card last"),
        Derived("stakes", 2, (), stakes,
                "by seat, what going out is worth: cards, decrees, fewest and most deserters, least and most points"),
        Derived("declared_cards", 1, KINDS, declared_cards, "the cards of the declared play: set, ability card, target"),
    ],
)  # fmt: skip
