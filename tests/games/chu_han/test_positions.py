"""Written positions: every position of a game comes back the same, and what cannot exist is refused with the reason."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tianxia
from tests.games.chu_han.lockstep import CHOOSERS, random_position, table_of
from tests.games.chu_han.table import GAME, GAMES, ID, NOTATION, OPTION_SETS, WITH_EVENTS, Table
from tianxia.engine.game import Game
from tianxia.engine.notation import position_of
from tianxia.games.chu_han.cards import EVENT_KINDS, EVENT_LABELS, KINDS

CAMPAIGN = GAMES["campaign"]


def game_of(position: dict[str, Any]) -> Game:
    """The game with the options that a written position tells, as far as it tells any."""
    events, campaign = position.get("events") == 1, position.get("campaign") == "river_and_hill"
    return GAMES[("both" if campaign else "events") if events else ("campaign" if campaign else "plain")]


def positions(seed: int, options: str = "plain") -> list[dict[str, Any]]:
    """Every position of a random game, written."""
    table, chance = Table.new(seed, **OPTION_SETS[options]), random.Random(seed)
    choose = CHOOSERS[seed % len(CHOOSERS)]
    written = [position_of(GAME.table, table.states)]
    while (seat := table.actor) >= 0:
        table.apply(seat, ID[choose(chance, [NOTATION[number] for number in table.legal(seat)])])
        written.append(position_of(GAME.table, table.states))
    return written


@pytest.mark.parametrize("options", OPTION_SETS)
@pytest.mark.parametrize("seed", range(4))
def test_every_position_of_a_game_comes_back_the_same(options: str, seed: int) -> None:
    for position in positions(seed, options):
        match = GAMES[options].position(position)
        told = match.position()
        assert {**told, **position} == told
        assert GAMES[options].position(told)._states.tobytes() == match._states.tobytes()
        assert told["rng"] == position["rng"]


@pytest.mark.parametrize("options", ["plain", "both"])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_usual_need_not_be_written(options: str, seed: int) -> None:
    derived = ("hand_size", "shown", "first_empty", "pile_size", "decrees_left", "plays", "row_size", "leads_next")
    for position in positions(seed, options):
        short = {name: value for name, value in position.items() if name not in derived}
        if short["stage"] != "over":
            assert (
                GAMES[options].position(short)._states.tobytes() == GAMES[options].position(position)._states.tobytes()
            )


@pytest.mark.parametrize("event", [None, *EVENT_KINDS])
@pytest.mark.parametrize("seed", range(6))
def test_endings_come_back_the_same(seed: int, event: str | None) -> None:
    chance = random.Random(seed)
    match = (WITH_EVENTS if event else GAME).position(
        position_of(GAME.table, table_of(random_position(chance, event)).states)
    )
    for _ in range(12):
        if not match.to_act:
            break
        (seat,) = match.to_act
        match.play(seat, int(chance.choice(match.legal_ids(seat))))
        assert match.game.position(match.position())._states.tobytes() == match._states.tobytes()


def test_a_match_from_a_position_goes_on_as_the_first_one() -> None:
    middle = GAME.new(4)
    chance = random.Random(4)
    while middle.to_act and middle.step_count < 90:
        middle.play(middle.to_act[0], int(chance.choice(middle.legal_ids(middle.to_act[0]))))
    twin = GAME.position(middle.position())
    for _ in range(100):
        if not middle.to_act:
            break
        (seat,) = middle.to_act
        assert middle.legal_ids(seat).tolist() == twin.legal_ids(seat).tolist()
        action = int(chance.choice(middle.legal_ids(seat)))
        middle.play(seat, action)
        twin.play(seat, action)
    assert twin.position() == middle.position()


def test_a_position_may_name_two_hands_and_nothing_else() -> None:
    match = GAME.position({"hand": ["8 8 0", "9"]})
    position = match.position()
    assert position["hand_size"] == [3, 1]
    assert position["score"] == [0, 1]
    assert position["pile"][-4:] == ["ying_bu", "han_xin", "liu_bang", "xiang_yu"]
    assert match.to_act == (0,)


def test_the_set_to_beat_follows_from_the_trick() -> None:
    trick = {"trick_seat": [0], "trick_value": [8], "trick_size": [2], "trick_kinds": [["8", "0"]]}
    match = GAME.position({"hand": ["5", "9"], "stage": "respond", **trick})
    assert match.view(None)["state"]["to_beat_size"] == 2
    assert match.to_act == (1,)


def test_a_score_of_nothing_comes_back_as_nothing() -> None:
    match = GAME.position({"hand": ["8", "9"], "score": [0, 0]})
    assert GAME.position(match.position()).scores == (0, 0)


# --- impossible positions -------------------------------------------------------------------------------------------------

HANDS = {"hand": ["8 8 2 ji_bu", "9 7"]}
TRICK = {"trick_seat": [0], "trick_value": [8], "trick_size": [1], "trick_kinds": [["8"]]}
RESPOND = {"hand": ["5 5 2 ji_bu", "9 7"], "stage": "respond", "to_beat_value": 8, "to_beat_size": 1}
CANCEL = {**HANDS, "hand": ["8 8 2", "9 7"], "stage": "cancel", "turn": 0, "leader": 0, "declared_ability": "ji_bu"}

IMPOSSIBLE: list[tuple[Any, str]] = [
    # the form
    (5, "a position should be an object of fields, not 5"),
    (None, "a position should be an object"),
    ([], "a position should be an object"),
    ("hand", "a position should be an object"),
    ({"hand": ["zhongli_mo", "9"], "face_up": "zhongli_mo", "event": "warlords"}, "card Zhongli Mo is there 2 times"),
    ({**HANDS, "points": [1, 2]}, "there is no field 'points'; there are "),
    ({**HANDS, "_pad": [0]}, "there is no field '_pad'"),
    ({**HANDS, "trick_cards": [["8"]]}, "there is no field 'trick_cards'"),
    ({**HANDS, 3: 4}, "there is no field 3"),
    ({"hand": ["3 8", "9"]}, "hand: '3' is not one of 0, 1, 2, 4"),
    ({"hand": "8 9"}, "hand: '8 9' should be a list of at most 2 texts"),
    ({"hand": ["8", "9", "7"]}, "hand: .* should be a list of at most 2 texts"),
    ({"hand": [8, 9]}, "hand: 8 should be a text of kinds"),
    ({"hand": [None, "9"]}, "hand: None should be a text of kinds"),
    ({"hand": ["1 " * 200, "9"]}, "hand: "),
    ({**HANDS, "stage": "start"}, "stage: 'start' is not one of lead, respond, cancel, restore, over"),
    ({**HANDS, "stage": 1}, "stage: 1 is not one of"),
    ({**HANDS, "turn": 2}, "turn: 2 is not from 0 to 1"),
    ({**HANDS, "turn": True}, "turn: True should be a whole number"),
    ({**HANDS, "turn": 0.0}, "turn: 0.0 should be a whole number"),
    ({**HANDS, "turn": "0"}, "turn: '0' should be a whole number"),
    ({**HANDS, "turn": [0]}, r"turn: \[0\] should be a whole number"),
    ({**HANDS, "winner": -2}, "winner: -2 is not from -1 to 1"),
    ({**HANDS, "score": [141, 0]}, "score: 141 is not from 0 to 140"),
    ({**HANDS, "score": [-1, 0]}, "score: -1 is not from 0 to 140"),
    ({**HANDS, "score": 5}, "score: 5 should be a list of at most 2"),
    ({**HANDS, "score": [1, 2, 3]}, "score: .* should be a list of at most 2"),
    ({**HANDS, "hand_number": 0}, "hand_number: 0 is not from 1 to 999"),
    ({**HANDS, "hand_number": 1 << 70}, "hand_number: .* is not from 1 to 999"),
    ({**HANDS, "plays": 17}, "plays: 17 is not from 0 to 16"),
    ({**HANDS, "deck": [1]}, "deck: 1 is not from 0 to 0"),
    ({**HANDS, "rng": -1}, "rng: -1 is not from 0"),
    ({**HANDS, "rng": 1 << 64}, "rng: .* is not from 0"),
    ({**HANDS, "pile": ["8"] * 17}, "pile: .* should be a list of at most 16"),
    ({**HANDS, "pile": ["six"]}, "pile: 'six' is not one of none, 0, 1"),
    ({**HANDS, "building": ["ji_bu"]}, "building: 'ji_bu' should be a list of names"),
    ({**HANDS, "building": [["3"]]}, "building: '3' is not one of 0, 1"),
    ({**HANDS, "building": [[["3"]]]}, r"building: \['3'\] is not one of"),
    # cards
    ({"hand": ["9 9", "8"]}, r"card 9 is there 2 times, the deck has 1 \[C2.1\]"),
    ({"hand": ["ji_bu", "ji_bu"]}, r"card Ji Bu is there 2 times, the deck has 1 \[C2.1\]"),
    ({**HANDS, "discard": "ji_bu"}, "card .* is there .* times"),
    ({**HANDS, "discard": ""}, "card .* is there .* times"),
    (
        {"hand": ["1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2", "9"]},
        r"seat 0 has 16 cards, 15 is the most it can have \[C3.2, C4.5\]",
    ),
    ({"hand": ["8", ""]}, r"the hand of seat 1 is empty: the hand would be over \[C6.1\]"),
    ({**HANDS, "hand_size": [4, 3]}, "hand_size of seat 1 is 3, the hand has 2 cards"),
    # decrees and pile
    (
        {**HANDS, "decrees_taken": [1, 1], "decrees_left": 5},
        r"2 decrees taken and 5 left, together they are 6 \[C4.5\]",
    ),
    ({**HANDS, "decrees_taken": [6, 6]}, r"12 decrees taken"),
    ({**HANDS, "decrees_left": 5}, r"0 decrees taken and 5 left"),
    ({**HANDS, "pile_size": 4}, "4 cards in the pile, with 0 decrees taken there are 16"),
    ({**HANDS, "pile": ["9"] * 3}, "card 9 is there 4 times, the deck has 1"),
    ({**HANDS, "pile": ["1"] * 3}, "3 cards in the pile, with 0 decrees taken there are 16"),
    # scores
    ({**HANDS, "score": [31, 0]}, r"seat 0 has 31 VP: the game would be over \[C1\]"),
    ({**HANDS, "winner": 1}, r"winner is 1, but the game is not over \[C1\]"),
    ({**HANDS, "stage": "over"}, "the game is over: the winner, and only the winner, has 31 VP or more"),
    ({**HANDS, "stage": "over", "winner": 0, "score": [4, 31]}, "the winner, and only the winner"),
    ({**HANDS, "stage": "over", "winner": 0, "score": [31, 31]}, "the winner, and only the winner"),
    # turn and steps
    ({**HANDS, "turn": 1, "leader": 0}, r"seat 0 leads, but it is the turn of seat 1 \[C4.8\]"),
    ({**RESPOND, "lead_ability_open": 1}, "the lead ability is open for a leader who has declared none"),
    ({**CANCEL, "lead_ability_open": 1}, "the lead ability is open for a leader who has declared none"),
    ({**HANDS, "first_empty": 1}, "first_empty is 1, by the hands it is -1"),
    # set to beat
    ({**HANDS, "stage": "respond"}, r"a response needs a set to beat, a lead has none \[C4.10\]"),
    ({**HANDS, "to_beat_value": 8, "to_beat_size": 1}, "a response needs a set to beat, a lead has none"),
    ({**HANDS, "to_beat_value": 8}, "has value 8 but no cards"),
    ({**RESPOND, "to_beat_value": 10, "to_beat_size": 2}, r"only Liu Bang is a 10, against a single 9 \[C5.9\]"),
    ({**RESPOND, **TRICK, "to_beat_value": 7}, "the set to beat is 1 of value 7, the last in the trick 1 of 8"),
    # the trick
    ({**RESPOND, **TRICK, "plays": 0}, "the trick has 0 plays, but number 0 is written too"),
    ({**RESPOND, **TRICK, "trick_value": [7]}, "play 0 of the trick: the value of the set is 8, not 7"),
    ({**RESPOND, **TRICK, "trick_size": [2], "trick_kinds": [["0"]]}, "a set is one or more cards of one value"),
    ({**RESPOND, **TRICK, "trick_kinds": [["8", "5"]], "trick_size": [2]}, "a set is one or more cards of one value"),
    ({**RESPOND, **TRICK, "trick_kinds": [["8", "0"]]}, "a set is one or more cards of one value"),
    ({**RESPOND, **TRICK, "turn": 0}, "seat 0 played last in the trick, so the other seat responds"),
    ({**RESPOND, **TRICK, "trick_ability": ["lyu_zhi"]}, "Lyu Zhi makes no set"),
    ({**RESPOND, **TRICK, "trick_ability": ["han_xin"]}, "Han Xin answers a set"),
    ({**RESPOND, **TRICK, "trick_ability": ["liu_bang"]}, "value, size and kinds should be 10, 0 and none"),
    ({**RESPOND, **TRICK, "trick_ability": ["peng_yue"]}, "Peng Yue's set has the value and size to beat"),
    ({**RESPOND, **TRICK, "trick_ability": ["zhongli_mo"]}, "2 or more cards of different values"),
    (
        {**HANDS, "trick_ability": ["yu_ji"], "trick_seat": [1]},
        "only the leader has played, so it is the leader's turn",
    ),
    ({**HANDS, "trick_ability": ["yu_ji"], "trick_value": [3]}, "value, size and kinds should be 0, 0 and none"),
    ({**HANDS, "trick_ability": ["xiang_yu"]}, "Xiang Yu makes no set"),
    (
        {**RESPOND, "trick_seat": [0, 0], "trick_value": [5, 8], "trick_size": [1, 1], "trick_kinds": [["5"], ["8"]]},
        "play 1 of the trick: the players take turns",
    ),
    (
        {**RESPOND, "trick_seat": [0, 1], "trick_value": [8, 5], "trick_size": [1, 1], "trick_kinds": [["8"], ["5"]]},
        "play 1 of the trick: a response has the size 1 and a value above 8",
    ),
    (
        {**RESPOND, "trick_seat": [0, 1], "trick_value": [5, 8], "trick_size": [2, 1], "trick_kinds": [["5"], ["8"]]},
        "play 1 of the trick: a response has the size 2",
    ),
    (
        {
            **RESPOND,
            "trick_seat": [0, 1],
            "trick_ability": ["none", "yu_ji"],
            "trick_value": [8],
            "trick_size": [1],
            "trick_kinds": [["8"]],
        },
        "play 1 of the trick: a lead ability is played first",
    ),
    # the declared play
    ({**HANDS, "decree_open": 0, "declared_ability": "xiang_yu"}, "a play is declared, but no reaction is asked"),
    ({**HANDS, "declared_target": "4"}, "a play is declared"),
    ({**HANDS, "stage": "cancel"}, "the leader cannot declare"),
    ({**CANCEL, "declared_ability": "lyu_zhi"}, "the leader cannot declare Lyu Zhi"),
    ({**CANCEL, "declared_ability": "han_xin"}, "the leader cannot declare Han Xin"),
    ({**CANCEL, "to_beat_value": 5, "to_beat_size": 1}, "the responder cannot declare Ji Bu"),
    ({**CANCEL, "declared_target": "5"}, "the target of Ji Bu is wrong"),
    ({**CANCEL, "declared_ability": "yu_ji"}, "the target of Yu Ji is wrong"),
    ({**CANCEL, "declared_ability": "ying_bu", "declared_target": "0"}, "Ying Bu takes a card of value 1 to 5"),
    ({**CANCEL, "declared_value": 5}, "the declared play: value, size and kinds should be 0, 0 and none"),
    ({**CANCEL, "declared_ability": "zhongli_mo"}, "the declared play: Zhongli Mo's set is 2 or more cards"),
    ({**CANCEL, "hand": ["8 8 2", "lyu_zhi"], "stage": "restore"}, "Lyu Zhi cancelled, so he lies in the discard pile"),
    ({**CANCEL, "hand": ["8 8 2", ""]}, "the hand of seat 1 is empty"),
    ({**CANCEL, "decrees_taken": [3, 3]}, "Lyu Zhi lies open: nobody is asked to cancel"),
    (
        {**CANCEL, "declared_ability": "han_xin", "to_beat_value": 5, "to_beat_size": 1, "turn": 1, "decree_open": 1},
        "the decree step is closed after a decree, after a response ability",
    ),
    # a play that was begun
    ({**HANDS, "building": [["4"]]}, "seat 0 has begun a play without an ability"),
    ({**HANDS, "building_ability": ["none", "zhongli_mo"]}, "seat 1 has begun a play, but it is not its turn"),
    ({**HANDS, "building_ability": ["peng_yue"]}, "Peng Yue begins no play of several steps here"),
    ({**HANDS, "building_ability": ["xiang_yu"]}, "Xiang Yu begins no play of several steps here"),
    ({"hand": ["8 8", "9"], "building_ability": ["zhongli_mo"]}, "Zhongli Mo's set cannot be completed"),
    ({"hand": ["8 2", "9"], "building_ability": ["zhongli_mo"], "building": [["yu_ji", "ji_bu"]]}, "different values"),
    ({**RESPOND, "building_ability": ["none", "zhongli_mo"]}, "Zhongli Mo's set cannot be completed"),
    ({**RESPOND, "building_ability": ["none", "peng_yue"]}, "Peng Yue was begun without a set of equal value"),
    # knowledge
    ({**HANDS, "shown": ["8 8 2 ji_bu"]}, "an opened hand shows all its cards, a closed one none"),
    ({**HANDS, "opened": [1], "shown": ["8 8"]}, "an opened hand shows all its cards, a closed one none"),
    ({**HANDS, "surely": [["8", ""], ["", ""]]}, "surely: both seats know"),
    ({**HANDS, "surely": [["5", ""], ["5", ""]]}, "surely: seat 0 does not hold so many 5"),
    ({**HANDS, "seen": [["8"]]}, "seen: place 0 is not what Ji Bu showed seat 0"),
    ({**HANDS, "looked_to": [4, 0], "seen": [["9"] * 4]}, "seen: place 0 is not what Ji Bu showed seat 0"),
    ({**HANDS, "looked_to": [3, 0]}, "looked_to of seat 0: Ji Bu shows four places"),
    ({**HANDS, "looked_to": [0, 2]}, "looked_to of seat 1: Ji Bu shows four places"),
]


@pytest.mark.parametrize(("position", "reason"), IMPOSSIBLE, ids=[reason[:50] for _, reason in IMPOSSIBLE])
def test_an_impossible_position_is_refused_with_the_reason(position: Any, reason: str) -> None:
    with pytest.raises(tianxia.BadPosition, match=reason):
        GAME.position(position)


def test_without_the_options_there_is_no_event_and_no_match() -> None:
    with pytest.raises(tianxia.BadPosition, match=r"an event is told, but option events is off \[C9\]"):
        GAME.position({**HANDS, "event": "silence"})
    with pytest.raises(tianxia.BadPosition, match=r"a match is told, but option campaign is none \[C10.1\]"):
        GAME.position({**HANDS, "matches_won": [1, 0]})


LENT = {"hand": ["8 8 5", "9 7"], "event": "warlords", "face_up": "5 4", "lent": ["5", "none"]}
"""Han's hand names the card beside the event too: it counts there while a play uses it."""
MANDATE = {"hand": ["5 2", "9 7"], "event": "mandate", "stage": "mandate", **TRICK}
GIVE = {"hand": ["5 5 2 ji_bu", "9 7"], "event": "hong_canal", "stage": "give", "decrees_taken": [1, 0]}

TWELVE = ["silence"] * 4 + [
    "restraint", "warlords", "hongmen", "gaixia", "stabilisation", "hong_canal", "mandate", "sudden_charge",
]  # fmt: skip
"""Events to come in hand 3, with one that is left out."""

IMPOSSIBLE_EVENTS: list[tuple[Any, str]] = [
    # the deck of events
    ({**HANDS, "event": "none"}, r"event is none in hand 1: the deck has an event for 15 hands \[C9.5\]"),
    ({**HANDS, "hand_number": 16, "event": "silence"}, "event is silence in hand 16"),
    ({**HANDS, "hand_number": 1, "event": "hangu"}, r"the first event is a Silence \[C9.1\]"),
    ({**HANDS, "hand_number": 3, "events_past": "silence"}, "events_past names 1 event, before hand 3 there were 2"),
    ({**HANDS, "hand_number": 2, "event": "gaixia", "events_past": "hangu"}, "the first event is a Silence"),
    ({**HANDS, "hand_number": 2, "event": "silence", "events_past": "hangu"}, "the first event is a Silence"),
    ({**HANDS, "events_past": "", "event_deck": ["hangu"]}, "event_deck: events to come, from the bottom: 14"),
    (
        {**HANDS, "hand_number": 3, "event": "hangu", "events_past": "silence hangu", "event_deck": TWELVE},
        "hangu is there 2 times, the deck has 1",
    ),
    # the cards of an event
    ({**HANDS, "event": "warlords", "face_up": "1 1 1 1 1 1 1"}, r"face_up has 7 cards, this event has 6 \[C9.2\]"),
    ({**HANDS, "event": "hongmen", "face_up": "1"}, "face_up has 1 card, this event has 2"),
    ({**HANDS, "face_up": "1"}, "face_up has 1 card, this event has 0"),
    ({**HANDS, "event": "gaixia", "row": ["1"]}, "only Hangu has a row"),
    ({**HANDS, "event": "hangu", "row": ["2"]}, r"card 2 of the row should be a 1 \[C9.10\]"),
    ({**HANDS, "event": "hangu", "row": ["1"], "row_size": 2}, "the row has 2 cards, but place 1 does not fit that"),
    ({**HANDS, "event": "hangu", "row": ["1"], "row_seat": [0, 1]}, "the row has 1 card, but place 1"),
    # decrees, pile, hands
    ({**HANDS, "event": "warlords", "decrees_taken": [2, 2]}, "4 decrees taken and 0 left, together they are 3"),
    ({**HANDS, "event": "hongmen", "decrees_left": 6}, "0 decrees taken and 6 left, together they are 5"),
    ({**HANDS, "event": "warlords", "pile_size": 16}, "16 cards in the pile, with 0 decrees taken there are 10"),
    ({"hand": ["1 " * 9 + "2 " * 8, "9"], "event": "warlords"}, "seat 0 has 17 cards, 16 is the most"),
    ({"hand": ["1 " * 9 + "2 " * 8, "9"], "event": "hong_canal", "decrees_taken": [1, 0]}, "17 cards, 16 is the most"),
    # points
    ({**HANDS, "event": "gaixia", "score": [31, 0]}, "seat 0 has 31 VP: the game would be over"),
    ({**HANDS, "event": "gaixia", "stage": "over", "winner": 0, "score": [31, 31]}, "the winner, and only the winner"),
    ({**HANDS, "event": "hangu", "stage": "over", "winner": 0, "score": [31, 33]}, r"seat 1 has more VP \[C9.3\]"),
    # Hong Canal and Mandate
    ({**GIVE, "event": "gaixia"}, r"only Hong Canal lets a player give a card \[C9.11\]"),
    ({**GIVE, "decrees_taken": [0, 1]}, "seat 0 gives a card of a decree, but has taken none"),
    ({**GIVE, "turn": 1, "leader": 0, "decrees_taken": [1, 1]}, "seat 0 leads, but it is the turn of seat 1"),
    ({**GIVE, "decree_open": 1}, "the decree step is closed after a decree"),
    ({**GIVE, "looked_to": [0, 0]}, "looked_to of seat 0: it looks at the two cards of its decree"),
    ({**MANDATE, "event": "gaixia"}, r"only at Mandate a card of the trick is picked \[C9.12\]"),
    ({**MANDATE, "leads_next": 1}, "leads_next is 1, by the trick it is 0"),
    ({**MANDATE, "turn": 0}, "seat 0 played last in the trick"),
    ({**HANDS, "event": "mandate", "leads_next": 1}, "leads_next is told, but no card of the trick is picked"),
    ({**HANDS, "event": "mandate", "stage": "mandate"}, "a response needs a set to beat"),
    ({**MANDATE, "trick_seat": [], "trick_value": [], "trick_size": [], "trick_kinds": [], "to_beat_size": 1,
      "to_beat_value": 8}, "the trick is empty"),
    # Warlords
    ({**LENT, "face_up": "4"}, "lent: 5 does not lie face up at Warlords"),
    ({**LENT, "hand": ["8 8", "9 7"]}, "lent: 5 counts in `hand` until the play is declared"),
    ({**LENT, "lent": ["none", "5"]}, "lent: seat 1 uses a card of the Warlords, but it is not its turn"),
    ({**LENT, "stage": "respond", "to_beat_value": 9, "to_beat_size": 1, "hand": ["8 8 5", "7"], "turn": 0},
     r"lent: no play can use 5 \[C11.5\]"),
    ({**HANDS, "event": "warlords", "declared_lent": "5"}, "no play with a card of the Warlords is declared"),
    ({**CANCEL, "event": "warlords", "declared_lent": "5"}, "5 is neither the ability nor in the set of the play"),
    ({**CANCEL, "event": "hongmen", "face_up": "lyu_zhi 5"}, r"Lyu Zhi lies open: nobody is asked to cancel \[C11.6\]"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("position", "reason"), IMPOSSIBLE_EVENTS, ids=[reason[:50] for _, reason in IMPOSSIBLE_EVENTS]
)
def test_an_impossible_position_with_events_is_refused_with_the_reason(position: Any, reason: str) -> None:
    with pytest.raises(tianxia.BadPosition, match=reason):
        WITH_EVENTS.position(position)


SECOND = {**HANDS, "match_number": 2, "matches_won": [1, 0], "match_score": [[15, 9], [0, 0], [0, 0]]}

IMPOSSIBLE_CAMPAIGNS: list[tuple[Any, str]] = [
    ({**HANDS, "match_number": 0}, r"a campaign river_and_hill begins with match 1 \[C10.1\]"),
    ({**SECOND, "hand_number": 1}, "match 2 in hand 1"),
    ({**SECOND, "matches_won": [0, 0]}, "matches_won: 1 matches are over"),
    ({**SECOND, "matches_won": [0, 1]}, "who has more VP at the end of a match wins it"),
    ({**SECOND, "match_number": 3, "matches_won": [2, 0]}, "who wins 2 matches has won the campaign"),
    ({**SECOND, "match_score": [[14, 9]]}, "match_score: match 1 is won with 15 VP"),
    ({**SECOND, "match_score": [[15, 9], [1, 0]]}, "match_score: match 2 is not over"),
    ({**HANDS, "score": [15, 0]}, "seat 0 has 15 VP: the game would be over"),
    ({**SECOND, "score": [20, 0]}, "seat 0 has 20 VP: the game would be over"),
    (
        {
            **SECOND,
            "stage": "over",
            "winner": 0,
            "score": [20, 3],
            "matches_won": [2, 0],
            "match_score": [[15, 9], [20, 4]],
        },
        "match_score: match 2 ended with the score",
    ),
]


@pytest.mark.parametrize(
    ("position", "reason"), IMPOSSIBLE_CAMPAIGNS, ids=[reason[:50] for _, reason in IMPOSSIBLE_CAMPAIGNS]
)
def test_an_impossible_position_of_a_campaign_is_refused_with_the_reason(position: Any, reason: str) -> None:
    with pytest.raises(tianxia.BadPosition, match=reason):
        CAMPAIGN.position(position)


# --- what an event adds --------------------------------------------------------------------------------------------------


def test_a_position_may_name_an_event_and_nothing_of_its_deck() -> None:
    match = WITH_EVENTS.position({**HANDS, "event": "warlords"})
    position = match.position()
    assert (position["hand_number"], position["events_past"]) == (2, "silence")
    assert len(position["face_up"].split()) == 6
    assert (position["decrees_left"], position["pile_size"]) == (3, 10)
    to_come = [event for event in position["event_deck"] if event != "none"]
    assert len(to_come) == 13
    assert "warlords" not in to_come


def test_a_position_without_an_event_has_a_silence() -> None:
    assert WITH_EVENTS.position(HANDS).view(None)["state"]["event"] == "silence"
    assert WITH_EVENTS.position({**HANDS, "hand_number": 16}).view(None)["state"]["event"] == "none"


def test_who_picks_and_who_leads_then_follows_from_the_trick() -> None:
    match = WITH_EVENTS.position(MANDATE)
    assert match.to_act == (1,)
    assert match.position()["leads_next"] == 0
    by_ability = {
        "trick_seat": [0, 1],
        "trick_ability": ["none", "xiahou_ying"],
        "trick_value": [8],
        "trick_size": [1],
        "trick_kinds": [["8"]],
    }
    match = WITH_EVENTS.position({**MANDATE, **by_ability})
    assert match.to_act == (1,)
    assert match.position()["leads_next"] == 1, "C5.15"


def test_the_pair_of_hong_canal_lies_on_the_pile_and_is_seen() -> None:
    match = WITH_EVENTS.position(GIVE)
    view = match.view(0)["state"]
    assert view["pile_size"] == 16
    assert view["seen"][0][:3] == [*view["seen"][0][:2], "none"]
    assert "none" not in view["seen"][0][:2]
    assert [action.kind for action in match.legal(0)] == ["give"] * len(set(view["seen"][0][:2]))


# --- fuzz -------------------------------------------------------------------------------------------------------------------

WRITTEN = [
    position for seed, options in enumerate(["plain", "plain", "events", "events", "both"])
    for position in positions(seed, options)[::9]
]  # fmt: skip
NUMBERS = st.integers(-3, 20) | st.sampled_from([-1, 127, 128, 1 << 62, 1 << 63, 1 << 64])
LABELS = st.sampled_from(
    ["none", "0", "1", "8", "9", "3", "ji_bu", "zhongli_mo", "lyu_zhi", "lead", "respond", "cancel", "give", "warlords"]
)
CARDS = st.lists(LABELS, max_size=5).map(" ".join)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.floats() | LABELS | CARDS,
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=8,
)


def accepted(position: Any) -> None:
    """What is taken for a position can be played to its end, keeps its cards, and comes back the same."""
    match = (game := game_of(position)).position(position)
    assert game.position(match.position())._states.tobytes() == match._states.tobytes()
    chance = random.Random(1)
    for _ in range(30):
        if not match.to_act:
            break
        (seat,) = match.to_act
        for viewer in (0, 1, None):
            assert match.prompt(viewer)
        match.play(seat, int(chance.choice(match.legal_ids(seat))))
        game.position(match.position())  # the cards, the trick and what is known still fit
    assert match.log(0)


@settings(max_examples=120, deadline=None, derandomize=True)
@given(
    base=st.sampled_from(WRITTEN),
    changes=st.dictionaries(st.sampled_from(list(GAME.table.by_name)), VALUES, min_size=1, max_size=3),
)
def test_a_changed_position_is_refused_or_can_be_played(base: dict[str, Any], changes: dict[str, Any]) -> None:
    try:
        accepted({**base, **changes})
    except tianxia.BadPosition as error:
        assert str(error)  # noqa: PT017


@settings(max_examples=120, deadline=None, derandomize=True)
@given(base=st.sampled_from(WRITTEN), data=st.data())
def test_a_position_with_one_number_changed_is_refused_or_can_be_played(
    base: dict[str, Any], data: st.DataObject
) -> None:
    """Changes deep inside: one cell of one field."""
    position = dict(base)
    name = data.draw(st.sampled_from([name for name, value in base.items() if isinstance(value, list) and value]))
    row = list(position[name])
    place = data.draw(st.integers(0, len(row) - 1))
    row[place] = data.draw(VALUES)
    position[name] = row
    try:
        accepted(position)
    except tianxia.BadPosition as error:
        assert str(error)  # noqa: PT017


SMALL = (
    *("turn", "leader", "decree_open", "lead_ability_open", "doubled", "plays", "to_beat_value", "to_beat_size"),
    *("hand_number", "leads_next", "row_size", "match_number"),
)
STAGES = st.sampled_from(["lead", "respond", "cancel", "restore", "over", "give", "mandate"])
KIND = st.sampled_from(["none", *KINDS])
EDITS = st.one_of(
    st.tuples(st.just("swap"), st.integers(0, 999), st.integers(0, 999)),
    st.tuples(st.sampled_from(SMALL), st.integers(0, 10)),
    st.tuples(st.just("stage"), STAGES),
    st.tuples(st.sampled_from(["declared_ability", "declared_target", "declared_lent"]), KIND),
    st.tuples(st.sampled_from(["building_ability", "lent"]), st.tuples(KIND, KIND).map(list)),
    st.tuples(st.just("event"), st.sampled_from(EVENT_LABELS)),
    st.tuples(st.just("face_up"), st.lists(KIND.filter(lambda kind: kind != "none"), max_size=6).map(" ".join)),
    st.tuples(st.just("row"), st.lists(KIND, max_size=3)),
    st.tuples(st.just("opened"), st.lists(st.integers(0, 1), min_size=2, max_size=2)),
    st.tuples(st.just("looked_to"), st.lists(st.integers(0, 16), min_size=2, max_size=2)),
)
USUAL = ("hand_size", "shown", "first_empty", "seen", "surely")
"""Fields that follow from the others, left out after an edit."""


def swapped(position: dict[str, Any], first: int, second: int) -> dict[str, Any]:
    """The same position with two cards of hands, pile and discard pile exchanged."""
    piles = [*(hand.split() for hand in position["hand"]), position["pile"], position["discard"].split()]
    places = [(pile, i) for pile in piles for i, card in enumerate(pile) if card != "none"]
    (one, i), (other, j) = places[first % len(places)], places[second % len(places)]
    one[i], other[j] = other[j], one[i]
    return {
        **position,
        "hand": [" ".join(piles[0]), " ".join(piles[1])],
        "pile": piles[2],
        "discard": " ".join(piles[3]),
    }


@settings(max_examples=100, deadline=None, derandomize=True)
@given(base=st.sampled_from(WRITTEN), edits=st.lists(EDITS, min_size=1, max_size=4))
def test_a_position_that_is_nearly_right_is_refused_or_can_be_played(base: dict[str, Any], edits: list[Any]) -> None:
    position = {"hand": ["", ""], "discard": "", **{name: value for name, value in base.items() if name not in USUAL}}
    position["pile"] = list(position["pile"])
    for name, *values in edits:
        position = swapped(position, *values) if name == "swap" else {**position, name: values[0]}
    try:
        accepted(position)
    except tianxia.BadPosition as error:
        assert str(error)  # noqa: PT017


@settings(max_examples=60, deadline=None, derandomize=True)
@given(base=st.sampled_from(WRITTEN), names=st.sets(st.sampled_from(list(GAME.table.by_name)), max_size=6))
def test_a_position_with_fields_left_out_is_refused_or_can_be_played(base: dict[str, Any], names: set[str]) -> None:
    try:
        accepted({name: value for name, value in base.items() if name not in names})
    except tianxia.BadPosition as error:
        assert str(error)  # noqa: PT017
