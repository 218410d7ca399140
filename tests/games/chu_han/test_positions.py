"""Written positions: every position of a game comes back the same, and what cannot exist is refused with the reason."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tianxia
from tests.games.chu_han.lockstep import match_of, random_position
from tests.games.chu_han.table import GAME, GAMES, OPTION_SETS, WITH_EVENTS, Table
from tests.games.chu_han.test_bounds import check
from tests.games.chu_han.test_conservation import check_possible
from tests.games.chu_han.test_conservation import positions as walk
from tests.games.positions import played_out, refused_or_accepted
from tianxia.engine.game import Game
from tianxia.engine.notation import position_of
from tianxia.games.chu_han.cards import EVENT_KINDS, N_EVENTS, N_KINDS, PILE
from tianxia.games.chu_han.validation import following

CAMPAIGN = GAMES["campaign"]
MUTATIONS = 100
"""So many positions are changed and, where they are accepted, played to the end."""


def game_of(position: dict[str, Any]) -> Game:
    """The game with the options that a written position tells, as far as it tells any."""
    events, campaign = position.get("events") == 1, position.get("campaign") == "river_and_hill"
    return GAMES[("both" if campaign else "events") if events else ("campaign" if campaign else "plain")]


def positions(seed: int, options: str = "plain") -> list[dict[str, Any]]:
    """Every quiet position of a random game, written."""
    tables = (table for table, _ in walk(options, seed))
    return [position_of(GAME.table, table.states) for table in tables if GAME.quiet(table.states)]


@pytest.mark.parametrize("options", OPTION_SETS)
@pytest.mark.parametrize("seed", range(4))
def test_every_quiet_position_of_a_game_comes_back_the_same(options: str, seed: int) -> None:
    for position in positions(seed, options):
        match = GAMES[options].position(position)
        told = match.position()
        assert {**told, **position} == told
        assert GAMES[options].position(told)._states.tobytes() == match._states.tobytes()
        assert told["rng"] == position["rng"]


@pytest.mark.parametrize("options", ["plain", "both"])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_usual_need_not_be_written(options: str, seed: int) -> None:
    for position in positions(seed, options):
        match = GAMES[options].position(position)
        derived = following(GAME.table.record_class(match._states, 0))
        short = {name: value for name, value in position.items() if name not in derived}
        assert GAMES[options].position(short)._states.tobytes() == match._states.tobytes()


@pytest.mark.parametrize("event", [None, *EVENT_KINDS])
@pytest.mark.parametrize("seed", range(6))
def test_endings_come_back_the_same(seed: int, event: str | None) -> None:
    chance = random.Random(seed)
    match = match_of(random_position(chance, event))
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


def test_the_set_to_beat_follows_from_the_moves() -> None:
    match = GAME.position({"hand": ["5 8 0", "9"], "moves": [(0, "set 8 1 joker")]})
    assert match.view(None)["state"]["to_beat_size"] == 2
    assert match.to_act == (1,)
    assert match.position()["moves"] == [[0, "set 8 1 joker"]]
    assert match.position()["hand"] == ["0 5 8", "9"]


def test_a_score_of_nothing_comes_back_as_nothing() -> None:
    match = GAME.position({"hand": ["8", "9"], "score": [0, 0]})
    assert GAME.position(match.position()).scores == (0, 0)


# --- impossible positions -------------------------------------------------------------------------------------------------

HANDS = {"hand": ["8 8 2 ji_bu", "9 7"]}
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
    ({**HANDS, "asks": "start"}, "asks: 'start' is no question; there are lead, respond, cancel"),
    ({**HANDS, "asks": 1}, "asks: 1 should be a question, such as 'lead'"),
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
    ({**HANDS, "hand_size": [4, 3]}, r"hand_size is \[4, 3\]; by the other fields it is \[4, 2\]"),
    # decrees and pile
    (
        {**HANDS, "decrees_taken": [1, 1], "decrees_left": 5},
        "decrees_left is 5; by the other fields it is 4",
    ),
    ({**HANDS, "decrees_taken": [6, 6]}, r"12 decrees taken, there are 6 \[C4.5\]"),
    ({**HANDS, "decrees_left": 5}, "decrees_left is 5; by the other fields it is 6"),
    ({**HANDS, "pile_size": 4}, "pile_size is 4; by the other fields it is 16"),
    ({**HANDS, "pile": ["9"] * 3}, "card 9 is there 4 times, the deck has 1"),
    ({**HANDS, "pile": ["1"] * 3}, "3 cards in the pile, with 0 decrees taken there are 16"),
    # scores
    ({**HANDS, "score": [31, 0]}, r"seat 0 has 31 VP: the game would be over \[C1\]"),
    ({**HANDS, "winner": 1}, "winner is 1; by the other fields it is -1"),
    # what is pending
    (
        {**HANDS, "asks": "respond"},
        "respond is asked in the middle of a turn: tell the position with which the turn began",
    ),
    ({**HANDS, "asks": "over", "winner": 0}, "over asks nobody: tell the position"),
    ({**HANDS, "decree_open": 0}, "lead is asked in the middle of a turn"),
    ({**HANDS, "lead_ability_open": 0}, "lead is asked in the middle of a turn"),
    ({**HANDS, "building_ability": ["zhongli_mo"]}, "lead is asked in the middle of a turn"),
    ({**HANDS, "lent": ["8", "none"]}, "lead is asked in the middle of a turn"),
    ({**HANDS, "building": [["4"]]}, r"building is \[\['4'\], \[\]\]; by the other fields it is \[\[\], \[\]\]"),
    ({**HANDS, "turn": 1, "leader": 0}, "turn is 1; by the other fields it is 0"),
    ({**HANDS, "to_beat_value": 8}, "to_beat_value is 8; by the other fields it is 0"),
    ({**HANDS, "plays": 1}, "plays is 1; by the other fields it is 0"),
    ({**HANDS, "trick_kinds": [["8"]]}, "trick_kinds is .*; by the other fields it is "),
    ({**HANDS, "declared_ability": "ji_bu"}, "declared_ability is 'ji_bu'; by the other fields it is 'none'"),
    ({**HANDS, "first_empty": 1}, "first_empty is 1; by the other fields it is -1"),
    ({**HANDS, "leads_next": 1}, "leads_next is 1; by the other fields it is -1"),
    # knowledge
    ({**HANDS, "shown": ["8 8 2 ji_bu"]}, "shown is .*; by the other fields it is "),
    ({**HANDS, "decrees_taken": [6, 0], "opened": [1], "shown": ["8 8"]}, "shown is .*; by the other fields it is "),
    ({**HANDS, "surely": [["8", ""], ["", ""]]}, "surely: both seats know"),
    ({**HANDS, "surely": [["5", ""], ["5", ""]]}, "surely: seat 0 does not hold so many 5"),
    ({**HANDS, "seen": [["8"]]}, "seen is .*; by the other fields it is "),
    ({**HANDS, "looked_to": [4, 0], "seen": [["9"] * 4]}, "seen is .*; by the other fields it is "),
    ({**HANDS, "opened": [0, 1]}, r"opened: the hand of seat 1 is closed while decrees are left \[C5.10\]"),
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
    ({**HANDS, "event": "hangu", "row": ["1"], "row_size": 2}, "row_size is 2; by the other fields it is 1"),
    ({**HANDS, "event": "hangu", "row": ["1"], "row_seat": [0, 1]}, "the row has 1 card, but place 1"),
    # decrees, pile, hands
    ({**HANDS, "event": "warlords", "decrees_taken": [2, 2]}, "4 decrees taken, there are 3"),
    ({**HANDS, "event": "hongmen", "decrees_left": 6}, "decrees_left is 6; by the other fields it is 5"),
    ({**HANDS, "event": "warlords", "pile": ["1"] * 8}, "8 cards in the pile, with 0 decrees taken there are 10"),
    ({"hand": ["1 " * 9 + "2 " * 8, "9"], "event": "warlords"}, "seat 0 has 17 cards, 16 is the most"),
    ({"hand": ["1 " * 9 + "2 " * 8, "9"], "event": "hong_canal", "decrees_taken": [1, 0]}, "17 cards, 16 is the most"),
    # points
    ({**HANDS, "event": "gaixia", "score": [31, 0]}, "seat 0 has 31 VP: the game would be over"),
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
    ({**SECOND, "matches_won": [0, 0]}, "matches_won should be 1 in all"),
    ({**SECOND, "matches_won": [0, 1]}, "who has more VP at the end of a match wins it"),
    ({**SECOND, "match_number": 3, "matches_won": [2, 0]}, "who wins 2 matches has won the campaign"),
    ({**SECOND, "match_score": [[14, 9]]}, "match_score: match 1 is won with 15 VP"),
    ({**SECOND, "match_score": [[15, 9], [1, 0]]}, "match_score: match 2 is not over"),
    ({**HANDS, "score": [15, 0]}, "seat 0 has 15 VP: the game would be over"),
    ({**SECOND, "score": [20, 0]}, "seat 0 has 20 VP: the game would be over"),
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


# --- fuzz -------------------------------------------------------------------------------------------------------------------

WRITTEN = st.deferred(
    lambda: st.sampled_from(
        [
            position
            for seed, options in enumerate(["plain", "plain", "events", "events", "both"])
            for position in positions(seed, options)[::3]
        ]
    )
)
"""Found when a test asks for the first: not by each process that collects the tests."""
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


@settings(max_examples=120, deadline=None, derandomize=True)
@given(
    base=WRITTEN,
    changes=st.dictionaries(st.sampled_from(list(GAME.table.by_name)), VALUES, min_size=1, max_size=3),
)
def test_a_changed_position_is_refused_or_can_be_played(base: dict[str, Any], changes: dict[str, Any]) -> None:
    refused_or_accepted(game_of(base), {**base, **changes})


@settings(max_examples=120, deadline=None, derandomize=True)
@given(base=WRITTEN, data=st.data())
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
    refused_or_accepted(game_of(base), position)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(base=WRITTEN, names=st.sets(st.sampled_from(list(GAME.table.by_name)), max_size=6))
def test_a_position_with_fields_left_out_is_refused_or_can_be_played(base: dict[str, Any], names: set[str]) -> None:
    refused_or_accepted(game_of(base), {name: value for name, value in base.items() if name not in names})


# --- what is accepted can be played to its end ------------------------------------------------------------------------------

QUIET = [
    table.states.copy()
    for seed, options in enumerate(("plain", "events", "both", "campaign", "events", "both"))
    for table, _ in walk(options, seed)
    if GAME.quiet(table.states)
]
RANGES = {
    "leader": (0, 1),
    "doubled": (0, 1),
    "last_out": (-1, 1),
    "hand_number": (1, 17),
    "match_number": (0, 3),
    "event": (0, N_EVENTS),
}


def move_card(chance: random.Random, s: Any) -> None:
    """A card goes from one hand, the discard pile or beside the event to another; now and then one more is made up."""
    places = [(s.hand, (0,)), (s.hand, (1,)), (s.discard, ()), (s.discard, ()), (s.face_up, ())]
    (field, at), (other, to) = chance.choice(places), chance.choice(places)
    kind = chance.choice([kind for kind in range(N_KINDS) if field[*at, kind]] or [0])
    other[*to, kind] += 1
    field[*at, kind] -= chance.random() < 0.95 and field[*at, kind] > 0


def swap_with_pile(chance: random.Random, s: Any) -> None:
    """A card of a hand or of the discard pile changes places with one of the pile."""
    row = chance.choice([(s.hand, (0,)), (s.hand, (1,)), (s.discard, ())])
    place = chance.randrange(PILE)
    kind = chance.choice([kind for kind in range(N_KINDS) if row[0][*row[1], kind]] or [-1])
    if kind >= 0 and s.pile[place]:
        row[0][*row[1], kind] -= 1
        row[0][*row[1], s.pile[place] - 1] += 1
        s.pile[place] = kind + 1


def take_decree(chance: random.Random, s: Any) -> None:
    """Two cards of the pile are in a hand, and the decree is taken or not."""
    seat, top = chance.randrange(2), next((place for place in range(PILE) if s.pile[place]), PILE)
    for place in range(top, min(PILE, top + 2)):
        s.hand[seat, s.pile[place] - 1] += 1
        s.pile[place] = 0
    s.decrees_taken[seat] += chance.random() < 0.9


def begin_row(chance: random.Random, s: Any) -> None:
    """The first card of the row of Hangu, from the discard pile."""
    kind = chance.choice([kind for kind in range(N_KINDS) if s.discard[kind]] or [0])
    s.row[0], s.row_seat[0] = kind + 1, chance.randrange(2)
    s.discard[kind] -= s.discard[kind] > 0


def change_number(chance: random.Random, s: Any) -> None:
    name, (low, high) = chance.choice(list(RANGES.items()))
    setattr(s, name, chance.randint(low, high))


def change_what_is_known(chance: random.Random, s: Any) -> None:
    """Points, open hands, places that were seen, cards that are surely held."""
    seat, kind = chance.randrange(2), chance.randrange(N_KINDS)
    match chance.randrange(4):
        case 0:
            s.score[seat] = chance.randint(0, 35)
        case 1:
            s.opened[seat] = 1
        case 2:
            s.looked_to[seat] = chance.choice((0, 2, 4, 6, 8, 12, 16))
        case _:
            for viewer in range(2):
                s.surely[viewer, seat, kind] = s.hand[seat, kind] if chance.random() < 0.9 else 1


CHANGES = (move_card, move_card, swap_with_pile, take_decree, begin_row, change_number, change_what_is_known)


def test_every_position_that_is_accepted_can_be_played_to_its_end() -> None:
    chance, accepted, refused = random.Random(1), 0, 0
    for number in range(MUTATIONS):
        states = chance.choice(QUIET).copy()
        s = GAME.table.record_class(states, 0)
        for _ in range(chance.randint(1, 4)):
            chance.choice(CHANGES)(chance, s)
        told = position_of(GAME.table, states)
        told = {"hand": ["", ""], "discard": "", **told}
        told = {name: value for name, value in told.items() if name not in following(s)}
        try:
            match = game_of(told).position(told)
        except tianxia.BadPosition as error:
            assert len(str(error)) < 200  # noqa: PT017
            refused += 1
            continue
        accepted += 1
        for step, on_the_way in enumerate(played_out(match, number)):
            if step % 16 == 0 or not on_the_way.to_act:
                table = Table(on_the_way._states)
                check_possible(table.whole())
                check(table)
        assert match.result
    assert accepted > MUTATIONS // 4
    assert refused > MUTATIONS // 4
