"""What lies on the table of Sun Tzu: the field table [S1, S13]."""

from tianxia.engine.fields import ALL, NOBODY, OWNER, field, or_none
from tianxia.engine.records import record
from tianxia.games.sun_tzu.pieces import (
    ALL_PROVINCES,
    ARMIES,
    CARDS,
    COPIES,
    DECK,
    DISPLAYS,
    EVENT_CARDS,
    GENERALS,
    MOST_SHOWN,
    N_CARDS,
    N_EVENTS,
    N_PROVINCES,
    PROVINCES,
    ROUNDS,
    TRACK,
)
from tianxia.games.sun_tzu.questions import QUESTIONS

SEATS = 2
SEAT_NAMES = ("blue", "red")
BLUE, RED = 0, 1

NEEDS = ("none", "place", "marker", "cost", "pandemic")
"""What armies are looked for [S7.5]."""
NO_NEED, PLACE_NEED, MARKER_NEED, COST_NEED, PANDEMIC_NEED = range(len(NEEDS))

ORDERS = ("free", "fixed")
BATTLE_ORDERS = ("from_round_4", "from_round_2")
INFANTRIES = ("point", "army")
FREE, FIXED = range(2)

STEPS = (
    "generals", "orders", "next", "reveal_1", "reveal_2", "plague", "marker_1", "marker_2", "result", "cost_1", "cost_2",
    "remember", "fires", "serve_1", "serve_2", "turn_up", "end_battle", "window_1", "window_2", "scoring", "clear_up",
    "under", "begin_round", "leads", "reinforce_1", "reinforce_2", "compare", "finished",
)  # fmt: skip
"""What comes next, in the order of S3.1 and S6.6; 1 is for the first seat, 2 for the other [S5.4]."""

PROVINCE_LABELS, CARD_LABELS = or_none(PROVINCES), or_none(CARDS)
GENERAL_LABELS, EVENT_LABELS = or_none(GENERALS), or_none(EVENT_CARDS)

STATE = record(
    "sun_tzu",
    seats=SEATS,
    fields=[
        field("events", high=1, seen_by=ALL, constant=True, doc="option: 1 with events [S9]"),
        field("generals", high=1, seen_by=ALL, constant=True, doc="option: 1 with generals [S8]"),
        field("beginner", high=1, seen_by=ALL, constant=True, doc="option: 1 for the game of beginners [S2.3]"),
        field("orders", labels=ORDERS, seen_by=ALL, constant=True, doc="option `orders` [S4.1]"),
        field("battle_order", labels=BATTLE_ORDERS, seen_by=ALL, constant=True,
              doc="option: from when the holder chooses [S5.1]"),
        field("light_infantry", labels=INFANTRIES, seen_by=ALL, constant=True, doc="option: what that event gives [S9.6]"),
        field("asks", questions=QUESTIONS, seen_by=ALL, doc="what is asked [S14]"),
        field("asked", low=-1, high=1, seen_by=ALL, of_seats=True,
              doc="the seat that is asked; -1: each that has not answered, or none"),
        field("step", labels=STEPS, seen_by=ALL, doc="where in the round the game is [S3.1, S6.6]"),
        field("round", high=ROUNDS, seen_by=ALL, doc="0 until both generals are chosen"),
        field("figure", low=-TRACK, high=TRACK, seen_by=ALL, doc="points figure: -9 is red's end, +9 blue's [S1.3]"),
        field("displays", "i1", (N_PROVINCES,), labels=DISPLAYS, seen_by=ALL, constant=True, doc="score display by province"),
        field("holder", low=-1, high=1, seen_by=ALL, of_seats=True,
              doc="who has fewer armies on the board, -1: nobody yet [S5.3]"),
        field("winner", low=-1, high=2, seen_by=ALL, of_seats=True, doc="seat that won, 2 = a draw, -1 while the game goes on"),
        field("event_deck", "i1", (N_EVENTS,), labels=EVENT_LABELS, seen_by=NOBODY, doc="by place from the top, the top one too"),
        field("event", labels=EVENT_LABELS, seen_by=ALL, doc="face-up event"),
        field("events_left", high=N_EVENTS, seen_by=ALL, doc="events not out, the face-up one too"),
        field("events_out", "i1", (N_EVENTS,), labels=EVENT_LABELS, seen_by=ALL, doc="events that are out, in that order"),
        field("sealed", high=1, seen_by=ALL, doc="1 from when both have confirmed to the next orders [S4.5]"),
        field("unfought", high=ALL_PROVINCES, bits=PROVINCES, seen_by=ALL, doc="provinces without a battle yet in this round"),
        field("battle", labels=PROVINCE_LABELS, seen_by=ALL, doc="province of the battle being fought"),
        field("revealed", "i1", (SEATS,), labels=CARD_LABELS, seen_by=ALL, by_seat=(0,), doc="the cards of that battle"),
        field("pestilence", high=1, seen_by=ALL, doc="1 in the round of R4 [S8.6]"),
        field("physician", high=1, seen_by=ALL, doc="1 in the battle of R3 [S8.5]"),
        field("feint", high=1, seen_by=ALL, doc="1 in the battle of B2 [S8.8]"),
        field("plagues", high=99, seen_by=ALL, doc="Plagues revealed in the game [S9.3]"),
        field("infantry", labels=PROVINCE_LABELS, seen_by=ALL, doc="where both 1s met last [S9.6]"),
        field("need", labels=NEEDS, seen_by=ALL, doc="what armies are looked for [S7.5]"),
        field("need_seat", low=-1, high=1, seen_by=ALL, of_seats=True, doc="whose armies, -1 if none"),
        field("need_province", labels=PROVINCE_LABELS, seen_by=ALL, doc="province of the need"),
        field("missing", high=ARMIES, seen_by=ALL, doc="how many are still missing"),
        field("pool", "i1", (SEATS,), high=ARMIES, seen_by=ALL, by_seat=(0,), doc="armies in the pool"),
        field("reinforcements", "i1", (SEATS,), high=ARMIES, seen_by=ALL, by_seat=(0,), doc="armies in reinforcements"),
        field("armies", "i1", (SEATS, N_PROVINCES), high=ARMIES, seen_by=ALL, by_seat=(0,), doc="armies by province"),
        field("markers", "i1", (SEATS, N_PROVINCES), high=ARMIES, seen_by=ALL, by_seat=(0,),
              doc="marker armies by province [S7.2]"),
        field("used", "i1", (SEATS,), high=ALL_PROVINCES, bits=PROVINCES, seen_by=ALL, by_seat=(0,),
              doc="provinces that a 6 used [S7.2]"),
        field("face_up", "i1", (SEATS, N_PROVINCES), labels=CARD_LABELS, seen_by=ALL, by_seat=(0,),
              doc="cards played in this round"),
        field("out", "i1", (SEATS, N_CARDS), counts=CARDS, seen_by=ALL, by_seat=(0,), most=COPIES, doc="cards out of the game"),
        field("hand_size", "i1", (SEATS,), high=20, seen_by=ALL, by_seat=(0,),
              doc="cards in hand, and orders until both confirmed [S13.2]"),
        field("drawn_size", "i1", (SEATS,), high=3, seen_by=ALL, by_seat=(0,), doc="cards drawn, one to be put under [S12.2]"),
        field("deck_size", "i1", (SEATS,), high=DECK, seen_by=ALL, by_seat=(0,), doc="cards in the deck"),
        field("fresh", "i1", (SEATS,), high=DECK, seen_by=ALL, by_seat=(0,), doc="of these never drawn: they lie on top [S13.3]"),
        field("returned", "i1", (SEATS, DECK), labels=CARD_LABELS, seen_by=ALL, by_seat=(0,),
              doc="cards that R5 or B4 put under, by place in the deck [S8.7]"),
        field("shown", "i1", (SEATS, MOST_SHOWN), labels=GENERAL_LABELS, seen_by=ALL, by_seat=(0,),
              doc="generals shown, in that order"),
        field("unshown", "i1", (SEATS,), high=MOST_SHOWN, seen_by=ALL, by_seat=(0,), doc="generals held and not shown"),
        field("confirmed", "i1", (SEATS,), high=1, seen_by=ALL, by_seat=(0,), doc="1 if the orders are confirmed [S4.5]"),
        field("draws_more", "i1", (SEATS,), high=1, seen_by=ALL, by_seat=(0,), doc="1 if a 1 was played and not annulled [S7.1]"),
        field("beaten_nine", "i1", (SEATS,), high=1, seen_by=ALL, by_seat=(0,), doc="1 if a 9 was played and did not win [S9.3]"),
        field("beaten_ten", "i1", (SEATS,), high=1, seen_by=ALL, by_seat=(0,), doc="1 if a 10 was played and did not win [S9.3]"),
        field("hand", "i1", (SEATS, N_CARDS), counts=CARDS, seen_by=OWNER, most=COPIES, doc="cards in hand"),
        field("laid", "i1", (SEATS, N_PROVINCES), labels=CARD_LABELS, seen_by=OWNER, doc="orders not revealed yet"),
        field("drawn", "i1", (SEATS, N_CARDS), counts=CARDS, seen_by=OWNER, most=COPIES, doc="cards drawn, one to be put under"),
        field("held", "i2", (SEATS,), bits=GENERALS, seen_by=OWNER, doc="generals held and not shown"),
        field("aside", "i2", (SEATS,), bits=GENERALS, seen_by=OWNER, doc="own generals that were laid aside [S2.2]"),
        field("undrawn", "i1", (SEATS, N_CARDS), counts=CARDS, seen_by=OWNER, most=COPIES,
              doc="cards of the deck that were never drawn"),
        field("known", "i1", (SEATS, DECK), labels=CARD_LABELS, seen_by=OWNER,
              doc="the deck by place from the top, as its owner knows it [S13.3]"),
        field("deck", "i1", (SEATS, DECK), labels=CARD_LABELS, seen_by=NOBODY, doc="the deck by place from the top"),
        field("scratch", "i1", (24,), high=0, seen_by=NOBODY, doc="for shuffling; zero otherwise"),
        field("rng", "u8", seen_by=NOBODY, doc="state of the random numbers"),
    ],
)  # fmt: skip
