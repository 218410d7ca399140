"""Positions as text: they come back the same, and are refused with a reason."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tianxia
from tests.games.huns.table import COLOURS, OPTION_SETS, Table, game, game_of_cases
from tests.games.huns.walks import steps_from, walk
from tests.games.positions import refused_or_accepted
from tianxia.engine.compiling import INTERPRETED
from tianxia.games.huns.pieces import CARDS, CURSES, HOLDERS, MERCENARIES, N_COLOURS, WAGONS
from tianxia.games.huns.questions import QUESTIONS

pytestmark = pytest.mark.xdist_group("walks of huns")  # they are played once

Position = dict[str, Any]
TWO, THREE, FOUR = game_of_cases(), game_of_cases(players=3), game_of_cases(players=4)
OPEN = game_of_cases(open_sent=True)


EVERY = 4
"""Positions from one that is written and read to the next: it takes a while."""


@cache
def quiet(name: str) -> list[Any]:
    """Records of a random game and of crowded tables in which a turn begins."""
    made = game(**OPTION_SETS[name])
    return [table.states for table, _, _ in walk(name) if made.quiet(table.states)]


def written(name: str, every: int) -> list[Position]:
    """These records as positions."""
    made = game(**OPTION_SETS[name])
    return [tianxia.Match(made, states, {}).position() for states in quiet(name)[::every]]


@pytest.mark.parametrize("name", OPTION_SETS)
def test_the_positions_of_a_game_come_back_the_same(name: str) -> None:
    made = game(**OPTION_SETS[name])
    for states, position in zip(quiet(name)[::EVERY], written(name, EVERY), strict=True):
        assert "moves" not in position
        assert made.position(position)._states.tobytes() == states.tobytes()


def test_the_deck_and_what_follows_is_not_written() -> None:
    position = TWO.new(3).position()
    assert not {"need", "type", "spaces", "from_players"} & set(position), "as in the deck of this game"
    assert not {"can", "full", "works", "wanted", "cargo", "gaps", "sent_size", "seen"} & set(position)


def test_a_position_of_another_deck_comes_back_the_same() -> None:
    need = " ".join([*["green"] * 2, "black"])
    match = TWO.position({"need": [need], "spaces": [5], "wagons": [["W02", "W03"]]})
    again = TWO.position(match.position())
    assert again.view(0)["state"]["need"][0] == [0, 0, 2, 1, 0]
    assert again._states.tobytes() == match._states.tobytes()


# --- impossible positions -------------------------------------------------------------------------------------------------


def on(camp: dict[str, str]) -> list[str]:
    """Goods on Mercenaries and Curses, by card."""
    holders = [*MERCENARIES, *(name for name in CARDS if name[0] == "C")]
    return [camp.get(name, "") for name in holders]


MIRED: Position = {"camp": [["C04"]], "wagons": [["W01", "W08"]], "load": [[["blue", "", "green", "", "yellow"]]]}
POSSIBLE: dict[str, tuple[Any, Position]] = {
    "turn": (TWO, {}), "mired": (TWO, MIRED), "a turn after a Raid": (TWO, {"raided": 1, "camp": [["R01"]], "used": ["R01"]}),
}  # fmt: skip


@pytest.mark.parametrize("name", POSSIBLE)
def test_the_positions_that_are_spoilt_below_are_possible(name: str) -> None:
    made, position = POSSIBLE[name]
    assert made.position(position).to_act


IMPOSSIBLE: list[tuple[Any, Any, str]] = [
    # the form
    (TWO, 5, "a position should be an object of fields, not 5"),
    (TWO, {"armies": 1}, "there is no field 'armies'; there are "),
    (TWO, {"full": ["M01"]}, "full follows from the other fields and is not told"),
    (TWO, {"players": 3}, "players: 3; this game is for 2"),
    (TWO, {"die": "white"}, "die: 'white' is not one of none, blue, red"),
    (TWO, {"dice": [4]}, "dice: 4 is not from 0 to 3"),
    # who plays
    (TWO, {"camp": [[], [], ["E01"]]}, r"rua has something, but only 2 play \[N1.2\]"),
    (TWO, {"stash": ["", "", "red"]}, r"rua has something, but only 2 play"),
    (TWO, {"active": 2}, r"active is 2, 2 play \[N1.2\]"),
    (TWO, {"token": 3, "ridden": 1}, r"token is 3, 2 play"),
    (TWO, {"dice": [0, 1, 1, 1, 1], "taken_by": [2], "active": 1}, r"taken_by tells of seat 2, 2 play"),
    # the deck
    (TWO, {"from_players": [4] * 60}, r"from_players: of the blue cards one is in from 3 players on, one with 4 \[N1.2\]"),
    (TWO, {"spaces": [0]}, r"spaces of M01: 0, not 1 to 5 \[N9.3\]"),
    (TWO, {"type": ["violet"] * 32}, r"type: wagons that are violet: 32; there are 8 of each type \[N1.1\]"),
    (TWO, {"need": ["blue blue blue"] * 32}, r"need of W01: 3 to 5 spaces in at least 2 colours \[N9.3\]"),
    # the turn
    (TWO, {"open": 1}, r"open is 1: sent wagons are shown with open_sent and at the end, else not \[N12.4\]"),
    (OPEN, {"open": 0}, r"open is 0: sent wagons are shown"),
    (TWO, {"round": 0}, r"round is 0: rounds are counted from 1 to 60"),
    (TWO, {"round": 61}, r"round is 61: rounds are counted from 1 to 60"),
    (TWO, {"token": 1}, r"token is 1, but 0 rolled and nobody rode ahead \[N3.1, R10\]"),
    (TWO, {"ridden": 1}, r"ridden is 1: attila has the token, but did not use R10 \[R10\]"),
    (TWO, {"active": 1, "rolled_by": 0}, r"active is 1: it is the turn of attila \[N3.1\]"),
    (TWO, {"dice": [0, 0, 1, 1, 1], "taken_by": [0, 0, -1, -1, -1]}, r"dice taken: 2, by the seats \[0, 1\]"),
    (TWO, {"dice": [0, 1, 1, 1, 1], "taken_by": [-1] * 5, "active": 1}, r"taken_by: the blue die is taken"),
    (TWO, {"dice": [0] * 5}, r"dice: all are taken, so there is no other turn in this round"),
    (TWO, {"raided": 1, "camp": [["R01"]]}, r"raided is 1: attila has no turned Raid \[N5.2\]"),
    (TWO, {"bound": "W32"}, r"bound is W32, which is in no camp \[N8.21\]"),
    # what is pending
    (TWO, {"asks": ["end_turn", "after_die"]}, r"after_die is asked in the middle of a turn: tell the position with which"),
    (TWO, {"asks": ["end_turn", "before_die", "take red"]}, r"asks: 'take red': card is missing"),
    (TWO, {"depth": 1}, r"none asks nobody: tell the position"),
    (TWO, {"asked": 1}, r"asked, asks_seat: the active seat is asked, which is 0 \[N11.1\]"),
    (TWO, {"asks_seat": [0, 1], "asks": ["end_turn", "before_die"], "depth": 2}, r"asked, asks_seat: the active seat is asked"),
    (TWO, {"die": "red"}, r"die: it is told of an action, not before a die is taken \[N3.1, N11.3\]"),
    (TWO, {"hand": "red"}, r"hand: it is told of an action, not before"),
    (TWO, {"waiting": [1], "sent": [["W32"]]}, r"waiting: it is told of an action, not before"),
    (TWO, {"account": [[1]]}, r"account: it is told at the end, not before"),
    (TWO, {"camp": [["T01"]], "met": ["T01"]}, r"met: it is told at the end, not before"),
    # cards
    (TWO, {"camp": [["E01"], ["E01"]]}, r"E01 lies in 2 places \[N1.1\]"),
    (TWO, {"camp": [["E01"]], "deck": [["E01"]]}, r"E01 lies in 2 places"),
    (TWO, {"camp": [["E11"]]}, r"E11 is not in with 2 players \[N1.2\]"),
    (THREE, {"deck": [["E12"]]}, r"E12 is not in with 3 players"),
    (TWO, {"deck": [["R01"]]}, r"deck: R01 is not blue \[N1.1\]"),
    (TWO, {"deck_size": [9, 10, 10, 10, 10]}, r"deck_size: 9 of blue, cards there: 10"),
    (TWO, {"used": ["R01"]}, r"used: R01 cannot be \[N5, N8.5\]"),
    (TWO, {"camp": [["E01"]], "used": ["E01"]}, r"used: E01 cannot be"),
    (TWO, {"camp": [["M01"]], "fled": ["M01"]}, r"fled: M01 cannot be"),
    (TWO, {"camp": [["M01"]], "spent": ["M01"]}, r"spent: M01 cannot be"),
    (TWO, {"camp": [["C01"]], "cursed_by": [0]}, r"cursed_by: C01 was played by an opponent, not by 0 \[N5.4\]"),
    (TWO, {"goods_on": ["red"]}, r"goods_on: M01 lies face up in no camp, so it has no goods"),
    (TWO, {"camp": [["C01"]], "fled": ["C01"], "goods_on": on({"C01": "red"})}, r"goods_on: C01 lies face up in no camp"),
    (TWO, {"camp": [["M01"]], "goods_on": ["red red red red"]}, r"goods_on: 4 goods on M01, it has 3 spaces \[N5.3\]"),
    (TWO, {"saddlebags": "red"}, r"saddlebags: 1 good; at most 2 lie there, while the card is in a camp \[E05\]"),
    (TWO, {"camp": [["E05"]], "saddlebags": "red red blue"}, r"saddlebags: 3 goods; at most 2"),
    (TWO, {"known": [[["11"]]]}, r"known of attila: the blue deck has 10 cards \[N12.2\]"),
    # goods
    (TWO, {"reserve": " ".join(["red"] * 21)}, r"red goods that lie somewhere: 21; there are 20 \[N1.2\]"),
    (TWO, {"stash": ["red " * 21]}, r"red goods that lie somewhere: 21; there are 20"),
    # wagons
    (TWO, {"wagons": [["W01", "W02"], ["W02", "W03"]]}, r"W02 lies in 2 places \[N1.1\]"),
    (TWO, {"sent": [["W01"]], "wagon_deck": ["W01"]}, r"W01 lies in 2 places"),
    (TWO, {"sent": [["none", "W32"]]}, r"sent of attila: wagons are told from the first that was sent on, without a gap"),
    (TWO, {"wagons_left": 3}, r"wagons_left: 3, there are 24 in the deck"),
    (TWO, {"display": ["W01", "none", "W02", "W03"]}, r"display: a place is refilled as long as there are wagons"),
    (TWO, {"wagons": [["W01", "W02", "W03"]]}, r"wagons: attila has 3, its limit is 2, 3 with E06 \[N4.4\]"),
    (TWO, {"wagons": [["W01"]]}, r"wagons: attila has 1, it takes a new one while there is one \[N4.3.1, N4.4\]"),
    (TWO, {"camp": [["E06"]]}, r"wagons: attila has 2, it takes a new one while there is one"),
    (TWO, {"load": [[["blue blue"]]]}, r"load: 2 goods on blue spaces of W01; it has 1 \[N4.2\]"),
    (TWO, {"load": [[["", "red"]]]}, r"load: 1 good on red spaces of W01; it has 0"),
    (TWO, {"load": [[[], [], ["red"]]]}, r"load: 1 good on blue spaces of slot 3 of attila, where no wagon is; it has 0"),
    (TWO, {"load": [[["red"]]]}, r"load: a good lies on a space of another colour, but E07 is in no camp \[N8.15, E07\]"),
    (TWO, {"load": [[["blue", "", "green", "", "yellow"]]]}, r"load: W01 of attila is full, so it was sent \[N4.3\]"),
    (TWO, {**MIRED, "goods_on": on({"C04": "red red"})}, r"load: W01 of attila is full, so it was sent"),
    # what goes on by itself
    (TWO, {"dice": [0, 0, 0, 0, 1]}, r"only one thing can be done, so the game goes on by itself: tell how \[N11.2\]"),
]  # fmt: skip


@pytest.mark.parametrize(("made", "position", "reason"), IMPOSSIBLE, ids=[reason[:50] for *_, reason in IMPOSSIBLE])
def test_an_impossible_position_is_refused_with_the_reason(made: Any, position: Any, reason: str) -> None:
    with pytest.raises(tianxia.BadPosition, match=reason):
        made.position(position)


# --- fuzz -----------------------------------------------------------------------------------------------------------------

NAMES = ("2", "3", "4")
WRITTEN = st.deferred(
    lambda: st.sampled_from([(game(**OPTION_SETS[name]), position) for name in NAMES for position in written(name, 11)])
)
"""Found when a test asks for the first: not by each process that collects the tests."""
NUMBERS = st.integers(-3, 40) | st.sampled_from([127, 128, 999, 1 << 63, 1 << 64])
LABELS = st.sampled_from(["none", "W08", "red", "draw", "loot", "wagons", "M01", "C08", *QUESTIONS.answers])
GOODS = st.lists(st.sampled_from(COLOURS), max_size=5).map(" ".join)
NAMED = st.lists(st.sampled_from([*CARDS[::5], *WAGONS[::5]]), max_size=3)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | LABELS | GOODS | NAMED,
    lambda inner: st.lists(inner, max_size=5),
    max_leaves=8,
)
FIELDS = list(TWO.table.by_name)
EXAMPLES = 60 if INTERPRETED else 80
MUTATIONS = 40 if INTERPRETED else 200


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True)
@given(base=WRITTEN, changes=st.dictionaries(st.sampled_from(FIELDS), VALUES, min_size=1, max_size=3))
def test_a_changed_position_is_refused_or_can_be_played(base: tuple[Any, Position], changes: Position) -> None:
    refused_or_accepted(base[0], {**base[1], **changes})


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True)
@given(base=WRITTEN, data=st.data())
def test_a_position_with_one_cell_changed_is_refused_or_can_be_played(
    base: tuple[Any, Position], data: st.DataObject
) -> None:
    """Changes deep inside: a scalar, or one cell of one row."""
    position = dict(base[1])
    name = data.draw(st.sampled_from(list(position)))
    position[name] = spoilt(position[name], data)
    refused_or_accepted(base[0], position)


def spoilt(value: Any, data: st.DataObject) -> Any:
    """A value with one number, name or good in it changed."""
    if isinstance(value, int):
        return value + data.draw(st.sampled_from([-1, 1]))
    if not isinstance(value, list) or not value:
        return data.draw(GOODS if isinstance(value, str) and value not in QUESTIONS.by_name else LABELS)
    place = data.draw(st.integers(0, len(value) - 1))
    if isinstance(value[place], str) and value[place][:1] in "ERMCTW" and value[place][1:].isdigit():
        return [*value[:place], *data.draw(NAMED), *value[place + 1 :]]
    return [*value[:place], spoilt(value[place], data), *value[place + 1 :]]


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True)
@given(base=WRITTEN, names=st.sets(st.sampled_from(FIELDS), max_size=6))
def test_a_position_with_fields_left_out_is_refused_or_can_be_played(
    base: tuple[Any, Position], names: set[str]
) -> None:
    refused_or_accepted(base[0], {name: value for name, value in base[1].items() if name not in names})


TURN = (
    "active",
    "asked",
    "asks_seat",
    "dice",
    "taken_by",
    "rolled_by",
    "token",
    "ridden",
    "raided",
    "bound",
    "round",
    "spent",
)


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True)
@given(base=WRITTEN, other=WRITTEN, names=st.sets(st.sampled_from(TURN), min_size=1))
def test_a_position_with_the_turn_of_another_is_refused_or_can_be_played(
    base: tuple[Any, Position], other: tuple[Any, Position], names: set[str]
) -> None:
    refused_or_accepted(base[0], {**base[1], **{name: other[1][name] for name in names if name in other[1]}})


# --- each that is accepted plays to an end --------------------------------------------------------------------------------


def mutated(chance: random.Random, made: Any, states: Any) -> Any:
    """A record that no game may come to: some cards, goods, wagons, marks or dice lie elsewhere."""
    states = states.copy()
    s = states[0]
    for change in chance.choices((a_card, a_good, a_wagon, a_mark, the_dice, knowledge), k=chance.randint(1, 6)):
        change(chance, s, int(s["players"]))
    for f in made.table.fields:
        if f.follows:
            s[f.name] = 0
    told = frozenset(f.name for f in made.table.fields if not f.follows)
    made.positions.complete(made.table.record_class(states, 0), told)
    return states


def a_card(chance: random.Random, s: Any, players: int) -> None:
    """From the top of a deck, or from a camp, into another camp."""
    seat, other = chance.sample(range(players), 2)
    colour = chance.randrange(N_COLOURS)
    mine = [
        card for card in range(len(CARDS)) if s["camp"][seat] >> card & 1 and not (s["used"] | s["fled"]) >> card & 1
    ]
    if chance.random() < 0.5 and s["deck_size"][colour] > 1:
        card = int(s["deck"][colour, 0]) - 1
        s["deck"][colour, :-1] = s["deck"][colour, 1:]
        s["deck"][colour, -1] = 0
        s["deck_size"][colour] -= 1
        s["known"][:, colour] = 0
    elif mine:
        card = chance.choice(mine)
        s["camp"][seat] &= ~(1 << card)
    else:
        return
    s["camp"][other] |= 1 << card
    if CARDS[card] in CURSES:
        s["cursed_by"][CURSES.index(CARDS[card])] = seat


def a_good(chance: random.Random, s: Any, players: int) -> None:
    """Between the Reserve, a stash, a card and a wagon."""
    seat, colour = chance.randrange(players), chance.randrange(N_COLOURS)
    place = chance.choice(("stash", "holder", "wagon"))
    target = {
        "stash": s["stash"][seat],
        "holder": s["goods_on"][chance.randrange(len(HOLDERS))],
        "wagon": s["load"][seat, chance.randrange(3), colour],
    }[place]
    step = chance.choice((-1, 1))
    if target[colour] + step >= 0 and s["reserve"][colour] - step >= 0:
        target[colour] += step
        s["reserve"][colour] -= step


def a_wagon(chance: random.Random, s: Any, players: int) -> None:
    """An empty one changes places with one that lies face up, or one is sent from the deck."""
    seat, slot, place = chance.randrange(players), chance.randrange(2), chance.randrange(4)
    if chance.random() < 0.5:
        if not s["load"][seat, slot].any() and s["display"][place] and s["wagons"][seat, slot]:
            s["wagons"][seat, slot], s["display"][place] = int(s["display"][place]), int(s["wagons"][seat, slot])
    elif s["wagons_left"]:
        s["wagons_left"] -= 1
        sent = s["sent"][seat]
        sent[int((sent > 0).sum())] = s["wagon_deck"][int(s["wagons_left"])]
        s["wagon_deck"][int(s["wagons_left"])] = 0


def a_mark(chance: random.Random, s: Any, _players: int) -> None:
    """A card is used, has fled, is spent; or is not."""
    s[chance.choice(("used", "fled", "spent"))] ^= 1 << chance.randrange(len(CARDS))


def the_dice(chance: random.Random, s: Any, players: int) -> None:
    """Other faces, others taken, another's turn."""
    taken = chance.randrange(5)
    faces = [0] * taken + [chance.randint(1, 3) for _ in range(5 - taken)]
    chance.shuffle(faces)
    s["dice"] = faces
    gone = iter(range(taken))
    s["taken_by"] = [-1 if face else (s["rolled_by"] + next(gone)) % players for face in faces]
    s["active"] = s["asked"] = (s["rolled_by"] + taken) % players
    s["asks_seat"][:2] = s["active"]
    s["raided"], s["bound"] = chance.randrange(2), 0


def knowledge(chance: random.Random, s: Any, players: int) -> None:
    """Places in decks that a seat knows; the round."""
    seat, colour = chance.randrange(players), chance.randrange(N_COLOURS)
    s["known"][seat, colour] = chance.getrandbits(12) & ((1 << int(s["deck_size"][colour])) - 1)
    s["round"] = chance.randint(1, int(s["max_rounds"]))


@pytest.mark.parametrize("name", NAMES)
def test_each_position_that_is_accepted_plays_to_an_end(name: str) -> None:
    made, chance, accepted = game(**OPTION_SETS[name]), random.Random(5), 0
    for states in chance.choices(quiet(name), k=MUTATIONS):
        twin = mutated(chance, made, states)
        if made.positions.check(made.table.record_class(twin, 0)):
            continue
        accepted += 1
        match = tianxia.Match(made, twin, {"position": {}})
        assert made.position(match.position())._states.tobytes() == twin.tobytes()
        *_, (last, seat, _) = steps_from(Table.at(made, twin.copy()), chance, 5_000)
        assert seat < 0, "it goes on"
        assert 1 in last.result()
    assert MUTATIONS / 8 < accepted < MUTATIONS
