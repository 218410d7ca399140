"""Matches: copies, refused actions that change nothing, what can be undone."""

from __future__ import annotations

import random
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tianxia
from tests.engine.games import GAME, finished, play_on
from tianxia.engine import _entries as entries
from tianxia.engine.errors import EngineFault
from tianxia.engine.kinds import LOG_WIDTH


def snapshot(match: tianxia.Match) -> tuple[Any, ...]:
    return match.hash(), match._states.tobytes(), match.actions, match._events_from(0), match.undo_floor


# --- copies and hashes --------------------------------------------------------------------------------------------------


def test_the_same_seed_and_actions_give_the_same_chain_of_hashes() -> None:
    again = GAME.new(3)
    for seat, action in finished(3).actions:
        again.play(seat, action)
    assert again.chain == finished(3).chain
    assert len(again.chain) == again.step_count + 1


def test_hashes_differ_between_seeds_and_steps() -> None:
    hashes = [link for seed in range(8) for link in finished(seed).chain]
    assert len(set(hashes)) == len(hashes)


def test_a_copy_and_its_original_go_their_own_ways() -> None:
    match = play_on(GAME.new(1), 1, steps=30)
    before = snapshot(match)
    twin = match.copy()
    assert snapshot(twin) == before
    play_on(twin, 7)
    assert snapshot(match) == before
    assert play_on(match, 7).hash() == twin.hash()


def test_a_copy_draws_the_same_cards_as_its_original() -> None:
    match = GAME.new(11)
    ends = {play_on(match.copy(), 5).hash() for _ in range(3)}
    assert len(ends) == 1


def test_a_position_is_not_changed_by_its_reader_and_its_giver_not_by_the_match() -> None:
    hands = ["9 8", "7 5"]
    given = {"hand": hands}
    match = GAME.position(given)
    hands[0] = "nonsense"
    assert match.start["position"]["hand"][0] == "9 8"


@pytest.mark.parametrize("seed", [-1, 1 << 63, 1.0, "1", None, True, [1]])
def test_a_seed_is_a_whole_number_from_0_to_2_to_the_63(seed: Any) -> None:
    with pytest.raises(tianxia.TianxiaError, match="seed"):
        GAME.new(seed)


def test_the_largest_seed_deals() -> None:
    assert play_on(GAME.new((1 << 63) - 1), 1).result is not None


def test_an_option_that_does_not_exist_is_named_with_the_valid_ones() -> None:
    with pytest.raises(tianxia.UnknownName, match="'speed'; there are events, campaign"):
        tianxia.load("chu-han", speed=1)
    with pytest.raises(tianxia.UnknownName, match="'go'; there are chu-han, huang, huns, sun-tzu"):
        tianxia.load("go")


# --- refused actions ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_every_action_is_legal_or_refused_with_a_rule_and_without_a_trace(seed: int) -> None:
    match, chance = GAME.new(seed), random.Random(seed)
    while match.to_act:
        (seat,) = match.to_act
        legal = match.legal_ids(seat).tolist()
        before = snapshot(match)
        for number in chance.sample(range(GAME.actions.size), 4):
            for actor in (0, 1):
                if actor == seat and number in legal:
                    assert match.why_not(actor, number) == ""
                    continue
                with pytest.raises(tianxia.IllegalAction, match=r"\[C\d+(\.\d+)?(, C\d+\.\d+)*\]$"):
                    match.play(actor, number)
        assert snapshot(match) == before
        match.play(seat, chance.choice(legal))


NUMBERS = ["0", "1", "2", "3", "8", "-1", "--1", "10", "9" * 5000, "٣", "²"]
OTHERS = ["joker", "ji_bu+yu_ji", "ji_bu+ji_bu", "+", "", "None", "true", "\0", "set\n8"]
WORDS = st.sampled_from([*GAME.actions.by_name, *NUMBERS, *OTHERS])
NOTATIONS = st.lists(WORDS, max_size=5).map(" ".join) | st.text(max_size=30)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
OBJECTS = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("kind", "value", "count", "joker", "persons", "card", "more"), JSON)
)
FORMS = NOTATIONS | OBJECTS | JSON | st.binary() | st.integers(-10, 600)


@settings(max_examples=300, derandomize=True)
@given(form=FORMS, step=st.integers(0, 30))
def test_nonsense_is_refused_and_changes_nothing(form: Any, step: int) -> None:
    match = MIDDLE[step].copy()
    before = snapshot(match)
    (seat,) = match.to_act
    try:
        match.play(seat, form)
    except tianxia.IllegalAction:
        assert snapshot(match) == before
    else:
        assert match.step_count == len(before[2]) + 1, "it was an action after all"
        assert match.actions[-1][1] in MIDDLE[step].legal_ids(seat)


MIDDLE = [play_on(GAME.new(2), 2, steps=step) for step in range(31)]


@pytest.mark.parametrize("seat", [-1, 2, 1.0, "0", None, True])
def test_there_are_two_seats(seat: Any) -> None:
    match = GAME.new(1)
    for ask in (match.legal, lambda seat: match.play(seat, "decree"), lambda seat: match.why_not(seat, "decree")):
        with pytest.raises(tianxia.IllegalAction, match=r"there is no seat .*; seats go from 0 to 1"):
            ask(seat)
    if seat is not None:
        for look in (match.view, match.events, match.log, match.prompt, match.record):
            with pytest.raises(tianxia.IllegalAction, match=r"there is no seat .*; seats go from 0 to 1"):
                look(seat)


def test_a_forged_action_is_judged_by_its_id() -> None:
    match = GAME.new(1)
    for number in (10_000, -1):
        with pytest.raises(tianxia.IllegalAction, match="ids go from 0 to"):
            match.play(0, tianxia.Action(number, "pass", {}, "pass"))
    first = match.legal(0)[0]
    for wrong in (3.5, float(first.id), True, "pass", None):
        for ask in (lambda form: match.play(0, form), lambda form: match.why_not(0, form), match.game.action):
            with pytest.raises(tianxia.IllegalAction, match="should be an id"):
                ask(tianxia.Action(wrong, "pass", {}, "pass"))  # type: ignore[arg-type]


def test_numpy_integers_are_ids_and_seats() -> None:
    match = GAME.new(1)
    match.play(np.int64(0), match.legal_ids(0)[0])
    ((seat, action),) = match.actions
    assert (type(seat), type(action)) == (int, int)
    assert type(match.view(np.int8(1))["viewer"]) is int  # it is JSON


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    match = finished(3).copy()
    assert match.to_act == ()
    assert sorted(match.result or ()) == [1, 2]
    assert match.legal(0) == match.legal(1) == []
    for seat in (0, 1):
        with pytest.raises(tianxia.IllegalAction, match=r"the game is over \[C1\]"):
            match.play(seat, "pass")


def test_legal_actions_follow_the_record_however_it_was_changed() -> None:
    match = GAME.position({"hand": ["8 8", "9"]})
    twin = match.copy()
    assert "set 8 2" in map(str, match.legal(0))
    twin._states = GAME.position({"hand": ["8", "9"]})._states
    assert "set 8 2" not in map(str, twin.legal(0))
    assert "set 8 2" in map(str, match.legal(0))


@pytest.mark.parametrize("name", tianxia.games())
def test_what_a_match_gave_stays_as_it_is_while_the_match_goes_on(name: str) -> None:
    match, chance = tianxia.load(name).new(4), random.Random(4)
    given: list[tuple[Any, bytes]] = []
    later: list[tuple[tianxia.Match, int, bytes]] = []
    for _ in range(60):
        seat = chance.choice(match.to_act)
        legal = match.legal_ids(seat)
        ahead = match.after(seat, legal[0])
        arrays = legal, match._states, match.masked(0), match.public, ahead._states, *map(ahead.legal_ids, ahead.to_act)
        given += [(array, array.tobytes()) for array in arrays]
        later += [(ahead, seat, ahead.legal_ids(seat).tobytes()) for seat in ahead.to_act]
        match.play(seat, legal[chance.randrange(len(legal))])
        assert all(array.tobytes() == before for array, before in given), match.step_count
        assert all(ahead.legal_ids(seat).tobytes() == before for ahead, seat, before in later), match.step_count


def test_a_list_that_was_written_to_is_none_of_the_match() -> None:
    match = GAME.new(1)
    for _ in range(30):
        (seat,), listed = match.to_act, match.legal_ids(match.to_act[0]).tolist()
        match.legal_ids(seat)[:] = -1
        assert match.legal_ids(seat).tolist() == listed == [action.id for action in match.legal(seat)]
        with pytest.raises(tianxia.IllegalAction):
            match.play(seat, -1)
        match.play(seat, listed[-1])


def test_who_interrupts_an_action_finds_the_match_as_it_was_before() -> None:
    match = play_on(GAME.new(1), 3, steps=5)
    step, before = match._quick.step, snapshot(match)
    (seat,), action = match.to_act, match.legal(match.to_act[0])[0]

    def interrupted(*given: Any) -> None:
        step(*given)
        raise KeyboardInterrupt

    match._quick = SimpleNamespace(step=interrupted)  # type: ignore[assignment]
    with pytest.raises(KeyboardInterrupt):
        match.play(seat, action)
    match._quick = entries.quick(match._states.dtype)
    assert snapshot(match) == before
    other = match.after(seat, action)
    match.play(seat, action)
    assert snapshot(match) == snapshot(other)


# --- events ---------------------------------------------------------------------------------------------------------------


def test_a_full_event_log_is_a_fault_of_the_program_and_the_match_stays() -> None:
    match = replace(GAME, most_events=2).position({"hand": ["8", "9"]})
    before = snapshot(match)
    for _ in range(2):
        with pytest.raises(EngineFault, match="3 events in one action, room for 2"):
            match.play(0, "set 8 1")  # played, went out, dealt
        assert snapshot(match) == before


def test_what_who_looks_on_sees_is_blanked_once_for_each_position_and_not_to_be_written_to() -> None:
    match = GAME.new(1)
    for _ in range(20):
        public = match.public
        assert public.tobytes() == match.masked(None).tobytes()
        assert match.public is public
        play_on(match, 1, steps=1)
    with pytest.raises(ValueError, match="read-only"):
        match.public["score"] = 1


def test_a_draw_is_told_to_its_drawer_only() -> None:
    match = GAME.new(1)
    match.play(0, "decree")
    own, rival, spectator = (match.events(viewer)[-1] for viewer in (0, 1, None))
    assert own["kind"] == "drew"
    assert own["first"] != "none"
    assert rival == spectator == {**own, "first": None, "second": None}


def test_events_can_be_read_on_from_where_one_stopped() -> None:
    match = finished(1)
    assert match.events(0, start=10) == match.events(0)[10:]
    assert [event["step"] for event in match.events(0)] == sorted(event["step"] for event in match.events(0))


# --- undo -----------------------------------------------------------------------------------------------------------------


def undo_floor(position: dict[str, Any], *played: str) -> int:
    match = GAME.position(position)
    for action in played:
        match.play(match.to_act[0], action)
    return match.undo_floor


HANDS = ["zhongli_mo ji_bu yu_ji 2 4 5 8", "lyu_zhi peng_yue han_xin 9 7 5 4 4"]


@pytest.mark.parametrize(
    ("played", "floor"),
    [
        ([], 0),
        (["decree"], 1),
        (["decree", "zhongli_mo", "add 2"], 1),
        (["zhongli_mo"], 0),
        (["zhongli_mo", "add 2", "add 4"], 0),
        (["zhongli_mo", "add 2", "add 4", "done"], 4),
        (["zhongli_mo", "add 2", "add 4", "done", "decline"], 4),
        (["zhongli_mo", "add 2", "add 4", "done", "cancel", "decline"], 5),
        (["ji_bu"], 1),
        (["ji_bu", "decline"], 2),
        (["yu_ji 8"], 1),
        (["yu_ji 8", "decline"], 1),
        (["yu_ji 8", "decline", "set 2 1"], 2),
        (["set 4 1"], 0),
        (["set 4 1", "peng_yue"], 1),
        (["set 4 1", "peng_yue", "set 4 1"], 3),
        (["set 4 1", "pass"], 1),
        (["set 4 1", "set 9 1", "pass"], 2),
    ],
)
def test_undo_goes_back_to_the_last_secret_shown_or_the_last_decision_of_another(played: list[str], floor: int) -> None:
    assert undo_floor({"hand": HANDS}, *played) == floor


def test_a_new_hand_cannot_be_undone() -> None:
    assert undo_floor({"hand": ["8", "9"]}, "set 8 1") == 1


def test_an_opened_hand_cannot_be_hidden_again() -> None:
    match = GAME.position({"hand": ["ji_bu 8", "9 7"], "decrees_taken": [3, 3]})
    match.play(0, "ji_bu")  # Lyu Zhi lies in the discard pile: no window
    assert match.view(None)["state"]["opened"] == [0, 1]
    assert match.undo_floor == match.step_count


@pytest.mark.parametrize("name", tianxia.games())
def test_what_is_irreversible_is_known_before_it_is_played(name: str) -> None:
    for seed in range(3):
        match, chance = tianxia.load(name).new(seed), random.Random(seed)
        while match.to_act:
            seat = chance.choice(match.to_act)
            action = int(chance.choice(match.legal_ids(seat)))
            before = match._states.tobytes()
            final, among = match.is_irreversible(seat, action), match.irreversible_ids(seat)
            assert match._states.tobytes() == before
            match.play(seat, action)
            assert final == (action in among) == match.is_final, match.game.action(action)


def test_what_is_not_legal_is_not_irreversible() -> None:
    # what is not legal is not tried: compiled rules would write into memory that is not theirs
    match = GAME.new(1)
    assert match.why_not(1, "decree")
    assert not match.is_irreversible(1, "decree")


def test_of_a_tried_action_only_so_many_events_are_looked_at_as_the_log_has_room_for() -> None:
    match = GAME.new(1)
    while match.event_count < 2 or len(match._events(match._last)) < 2:
        before, action = match.copy(), int(match.legal_ids(match.to_act[0])[0])
        match.play(match.to_act[0], action)
    (_, first, _), *_ = match._events(match._last)
    behind = np.full(
        (64, LOG_WIDTH), first + 1, np.int32
    )  # a kind of events that shows something, says whatever lies there
    shows = np.arange(len(GAME.events.kinds)) == first + 1
    found, states = np.zeros(1, np.int32), before._states.copy()
    log, ids = behind[:2], np.array([action], np.int32)
    count = before._quick.irreversible(before._states, states, before.to_act[0], ids, shows, log, found)
    assert (count, log[1, 0], behind[2, 0]) == (0, first, first + 1)
    assert log[0, 0] > 1


# --- what is made once ----------------------------------------------------------------------------------------------------


def test_an_action_is_made_once_a_game_and_its_arguments_are_the_readers_own() -> None:
    first, action, again = GAME.new(1).legal(0)[0], GAME.action("set 8 2 joker"), tianxia.load("chu-han", events=True)
    assert GAME.new(1).legal(0)[0] is first is again.action(first.id)
    assert GAME.action(action.text) is action is GAME.action(np.int32(action.id)) is GAME.action(action)
    action.args.clear()
    assert GAME.action({"kind": action.kind, **action.args}) is action
    assert action.args


@pytest.mark.parametrize("name", tianxia.games())
def test_what_a_position_means_is_the_name_and_the_bytes_of_each_field_that_is_not_zero(name: str) -> None:
    match = play_on(tianxia.load(name).new(2), 2, 40)
    table, states = match.game.table, match._states
    said: dict[str, bytes] = {}
    for f in table.fields:
        if not f.follows:
            values = states[f.name]
            said |= f.hashed(values.tobytes()) if callable(f.hashed) else {f.hashed or f.name: values.tobytes()}
    told = sorted(f"{field}=".encode() + value for field, value in said.items() if any(value))
    assert table.meaning.of(states.tobytes()) == b"".join(told)
