"""Options, record files, and acts that are none: matches of Sun Tzu as programs and pages handle them."""

from __future__ import annotations

import itertools
import json
import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tianxia
from tests.games.sun_tzu.playing import steps
from tests.games.sun_tzu.table import GAME, OPTION_SETS

CITES = re.compile(r"\[S\d+(\.\d+)?(, S\d+(\.\d+)?)*\]$")
"""The end of every refusal."""
WITH_ALL = GAME.with_options(events=True, light_infantry="army")


def play_on(match: tianxia.Match, seed: int, acts: int = 100_000) -> tianxia.Match:
    """Random legal acts, at most so many."""
    chance = random.Random(seed)
    while match.to_act and acts:
        seat = chance.choice(match.to_act)
        match.play(seat, int(chance.choice(match.legal_ids(seat))))
        acts -= 1
    return match


def snapshot(match: tianxia.Match) -> tuple[Any, ...]:
    return match.hash(), match._states.tobytes(), match.actions, match._events_from(0), match.undo_floor


# --- options ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["events", "generals"])
def test_beginners_cannot_ask_for_events_or_generals(name: str) -> None:
    for value in (True, 1, "on"):
        with pytest.raises(tianxia.TianxiaError, match=r"beginners play without events and generals \[S2.3\]"):
            tianxia.load("sun-tzu", beginner=True, **{name: value})
        with pytest.raises(tianxia.TianxiaError, match=r"beginners play without events and generals \[S2.3\]"):
            GAME.with_options(beginner=True, **{name: value})


def test_beginners_may_refuse_what_they_do_not_have() -> None:
    game = tianxia.load("sun-tzu", beginner=True, events=False, generals=False)
    assert game.new(1).view(None)["state"]["unshown"] == [0, 0]
    assert tianxia.load("sun-tzu", beginner=False, events=True).options["generals"]


@pytest.mark.parametrize(
    "options",
    [
        *({"orders": value} for value in ("sealed", "FREE", "", None, 2, -1, ["free"])),
        *({"battle_order": value} for value in ("from_round_3", 4, None)),
        *({"light_infantry": value} for value in ("points", "none", 7)),
        *({"events": value} for value in ("maybe", 2, -1, None, "")),
        *({name: True} for name in ("Events", "general", "seed", "self", "")),
    ],
    ids=str,
)
def test_options_that_do_not_exist_are_refused_by_name(options: dict[str, Any]) -> None:
    (name,) = options
    with pytest.raises(tianxia.TianxiaError, match=re.escape(repr(name) if name not in GAME.options else name)):
        tianxia.load("sun-tzu", **options)


def test_all_other_combinations_of_options_play_to_the_end() -> None:
    played = 0
    values = [option.values for option in GAME.option_table]
    for chosen in itertools.product(*values):
        options = dict(zip((option.name for option in GAME.option_table), chosen, strict=True))
        if options["beginner"] and (options["events"] or options["generals"]):
            continue
        for table, _, _ in steps(played, options):
            last = table
        view = last.view(None)
        assert view["to_act"] == []
        assert {name: view["state"][name] for name in options} == options
        played += 1
    assert played == 2 * 2 * 8 + 8


# --- record files -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OPTION_SETS)
def test_a_saved_game_replays_to_the_same_hash_after_each_step(name: str, tmp_path: Path) -> None:
    match = play_on(GAME.with_options(**OPTION_SETS[name]).new(6), 6)
    match.save(tmp_path / "game.json")
    again = tianxia.replay(tmp_path / "game.json")
    assert (again.chain, again.actions, again.result) == (match.chain, match.actions, match.result)
    assert again.game.options == match.game.options
    for viewer in (0, 1, None):
        assert again.view(viewer) == match.view(viewer)
        assert again.log(viewer) == match.log(viewer)
        assert again.events(viewer) == match.events(viewer)


@pytest.mark.parametrize("name", OPTION_SETS)
def test_a_game_from_a_position_is_saved_and_ends_like_the_game_itself(name: str, tmp_path: Path) -> None:
    game = GAME.with_options(**OPTION_SETS[name])
    for seed, acts in enumerate((1, 40, 150)):
        match = play_on(game.new(seed), seed, acts)
        written = game.position(match.position())
        play_on(written, 1, 30).save(tmp_path / "game.json")
        again = tianxia.replay(tmp_path / "game.json")
        assert again.chain == written.chain
        play_on(match, 1, 30)
        for one in (again, written, match):
            play_on(one, 2)
        assert again.hash() == written.hash()
        assert again._states.tobytes() == match._states.tobytes()
        assert again.result == match.result


@pytest.mark.parametrize("change", [{"events": 1}, {"orders": "fixed"}, {"generals": 0}, {"beginner": 1}])
def test_a_record_with_other_options_is_refused(change: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    play_on(GAME.new(6), 6).save(path)
    record = json.loads(path.read_text())
    record["options"] |= change
    path.write_text(json.dumps(record))
    with pytest.raises(tianxia.TianxiaError):
        tianxia.replay(path)


# --- acts that are none ---------------------------------------------------------------------------------------------------


@cache
def middle(acts: int) -> tianxia.Match:
    """A match on its way; not to be changed."""
    return play_on(WITH_ALL.new(2), 2, acts)


@pytest.mark.parametrize("name", OPTION_SETS)
def test_every_act_is_legal_or_refused_with_a_rule_and_without_a_trace(name: str) -> None:
    chance = random.Random(name)
    match = GAME.with_options(**OPTION_SETS[name]).new(3)
    while match.to_act:
        before = snapshot(match)
        for seat in (0, 1):
            legal = match.legal_ids(seat).tolist()
            for number in chance.sample(range(GAME.actions.size), 4):
                if number in legal:
                    assert match.why_not(seat, number) == ""
                    continue
                with pytest.raises(tianxia.IllegalAction, match=CITES):
                    match.play(seat, number)
        assert snapshot(match) == before
        play_on(match, chance.getrandbits(30), 3)
    for seat in (0, 1):
        for number in range(GAME.actions.size):
            assert CITES.search(match.why_not(seat, number))


NUMBERS = ["0", "1", "6", "11", "-1", "+1", "+4", "9" * 5000, "٣", "²"]
OTHERS = ["QIN", "WU", "JIN-YAN", "JIN", "Plague", "plague", "B1", "R3", "B6", "pool", "back", "None", "", "\0"]
WORDS = st.sampled_from([*GAME.actions.by_name, *NUMBERS, *OTHERS])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
OBJECTS = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("kind", "province", "card", "general", "start", "end", "more"), WORDS | JSON)
)
NUMBER = st.integers(-3, GAME.actions.size + 3) | st.sampled_from([1 << 31, 1 << 32, 1 << 63, -(1 << 63), 1 << 64])
FORMS = st.lists(WORDS, max_size=4).map(" ".join) | st.text(max_size=20) | OBJECTS | JSON | st.binary() | NUMBER


@settings(max_examples=300, deadline=None, derandomize=True)
@given(form=FORMS, acts=st.integers(0, 60), seat=st.integers(0, 1))
def test_nonsense_is_refused_and_changes_nothing(form: Any, acts: int, seat: int) -> None:
    match = middle(acts).copy()
    before = snapshot(match)
    legal = match.legal_ids(seat).tolist()
    try:
        match.play(seat, form)
    except tianxia.IllegalAction as error:
        assert str(error)  # noqa: PT017
        assert snapshot(match) == before
    else:
        assert match.step_count == len(before[2]) + 1, "it was an act after all"
        assert match.actions[-1][1] in legal


def test_an_action_is_the_same_in_every_form() -> None:
    for number in range(GAME.actions.size):
        action = GAME.action(number)
        for form in (action, action.text, {"kind": action.kind, **action.args}):
            assert GAME.action(form).id == number
