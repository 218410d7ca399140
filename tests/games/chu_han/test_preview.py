"""What Chu Han foretells of an action is what then happens, if nobody reacts, and is told from the masked record."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any

import numpy as np
import pytest

import tianxia
from tianxia.engine import _entries as entries
from tianxia.engine import i18n
from tianxia.games.chu_han.texts import SEAT_TITLES

OPTION_SETS: dict[str, dict[str, Any]] = {
    "plain": {},
    "events": {"events": True},
    "both": {"events": True, "campaign": "river_and_hill"},
}
SEEDS = range(3)
EAGER = {
    "decree": 2.0,
    "zhongli_mo": 4.0,
    "peng_yue": 4.0,
    "warlord": 4.0,
    "swap": 4.0,
    "row": 6.0,
    "take": 3.0,
    "pass": 0.5,
}
SEAT = f"({'|'.join(SEAT_TITLES)})"
HELD = re.compile(rf"{SEAT} has (\d+) cards? then")
GAINED = re.compile(rf"{SEAT} gains (\d+) points? \(")
OUT = re.compile(rf"{SEAT} goes out and (gains|loses) ([−\d]+)(?: to ([−\d]+))? points?")
TO_BEAT = re.compile(rf"{SEAT} must beat (\d+) × (\d+)")
LEADS = re.compile(rf"{SEAT} leads the next")
ENDS = re.compile(rf"This ends the (game|match)(?:: {SEAT} wins)?")
DECREE = re.compile(rf"If {SEAT} goes out, that gains (\d+) points? (more|less)")
LEFT = re.compile(r"(\d+) decrees? (?:is|are) left then")
SO_FAR = re.compile(r"So far: (\d+) × (\d+)")


@cache
def foretold(name: str, seed: int) -> tuple[tuple[tianxia.Match, int, tianxia.Action, str], ...]:
    """Legal actions of a random game: the match, the seat, the action, what is foretold of it."""
    found = []
    match, chance = tianxia.load("chu-han", **OPTION_SETS[name]).new(seed=seed), random.Random(seed)
    while match.to_act:
        (seat,) = match.to_act
        legal = match.legal(seat)
        at = match.copy()
        found += [(at, seat, act, at.preview(seat, act)) for act in chance.sample(legal, min(3, len(legal)))]
        (choice,) = chance.choices(legal, [EAGER.get(action.kind, 1.0) for action in legal])
        match.play(seat, choice)
    return tuple(found)


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def unanswered(match: tianxia.Match, seat: int, action: Any) -> tuple[tianxia.Match, list[dict[str, Any]]]:
    """A copy on which the action is played and nobody reacts, and the events of it."""
    after, start = match.copy(), len(match.events(None))
    after.play(seat, action)
    while after.to_act and after.asked and after.asked["kind"] in ("cancel", "restore"):
        after.play(after.to_act[0], "decline")
    return after, after.events(None, start)


@pytest.mark.parametrize("name", OPTION_SETS)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_foretold_is_what_happens(name: str, seed: int) -> None:
    for match, seat, action, text in foretold(name, seed):
        after, events = unanswered(match, seat, action)
        about = f"{action.text}: {text}"
        before, then = match.view(seat)["state"], after.view(seat)["state"]
        ended = {event["kind"] for event in events} & {"went_out", "won", "match_won"}
        assert ("The hand ends." in text) == ("went_out" in ended), about
        points(text, events, about)
        the_end(text, events, about)
        if ended:
            assert not HELD.search(text), about
            continue
        held = {SEAT_TITLES.index(title): int(n) for title, n in HELD.findall(text)}
        for one in (0, 1):
            assert held.get(one, before["hand_size"][one]) == then["hand_size"][one], about
        for title, size, value in TO_BEAT.findall(text):
            assert then["turn"] == SEAT_TITLES.index(title), about
            assert (then["to_beat_size"], then["to_beat_value"]) == (int(size), int(value)), about
        if not LEADS.search(text):
            assert "trick_ended" not in {event["kind"] for event in events}, about
        for title in LEADS.findall(text):
            assert SEAT_TITLES.index(title) == (then["leads_next"] if then["asks"] == "mandate" else then["leader"]), (
                about
            )
        for size, _ in SO_FAR.findall(text):
            assert len(then["building"][seat]) == int(size), about
        decree(text, before, then, about)


def points(text: str, events: list[dict[str, Any]], about: str) -> None:
    """Each seat gains what was said; for going out with unknown deserters within the range."""
    told = [[0, 0], [0, 0]]
    for title, n in GAINED.findall(text):
        told[SEAT_TITLES.index(title)] = [most + int(n) for most in told[SEAT_TITLES.index(title)]]
    for title, verb, least, most in OUT.findall(text):
        sign = -1 if verb == "loses" else 1
        own = told[SEAT_TITLES.index(title)]
        own[0] += sign * number(least)
        own[1] += sign * number(most or least)
    for seat, (least_told, most_told) in enumerate(told):
        gained = sum(
            event["points"] for event in events if event["kind"] in ("scored", "went_out") and event["seat"] == seat
        )
        assert least_told <= gained <= most_told, about


def the_end(text: str, events: list[dict[str, Any]], about: str) -> None:
    """The game or the match ends when that was said, and then only, but where deserters decide."""
    ends = [event for event in events if event["kind"] in ("won", "match_won")]
    said = ENDS.search(text)
    if said:
        assert ends, about
        assert said[1] == ("game" if ends[-1]["kind"] == "won" else "match"), about
        assert said[2] in (None, SEAT_TITLES[ends[-1]["seat"]]), about
    elif ends:
        assert "That may win the" in text, about


def decree(text: str, before: dict[str, Any], then: dict[str, Any], about: str) -> None:
    """What a decree costs is what the stakes change by."""
    told = {SEAT_TITLES.index(title): int(n) * (1 if how == "more" else -1) for title, n, how in DECREE.findall(text)}
    times = 2 if before["doubled"] else 1
    for seat in (0, 1):
        change = times * (then["stakes"][seat][1] - before["stakes"][seat][1])
        assert told.get(seat, 0) == change, about
    for left in LEFT.findall(text):
        assert int(left) == then["decrees_left"], about


@pytest.mark.parametrize("name", OPTION_SETS)
def test_nothing_hidden_changes_what_is_foretold_or_refused(name: str) -> None:
    """Every byte stays the same when what the seat cannot know is dealt anew, in both languages."""
    chance = random.Random(name)
    for match, seat, _, _ in chance.sample(foretold(name, 0), 40):
        other = np.copy(match._states)
        entries.resample(other, seat, chance.randrange(2**32))
        dealt_anew = tianxia.Match(match.game, other, {})
        legal = [action.id for action in match.legal(seat)]
        wishes = chance.sample(range(match.game.actions.size), 20)
        for lang in i18n.languages():
            for action in legal[:30]:
                assert match.preview(seat, action, lang) == dealt_anew.preview(seat, action, lang)
            for wish in wishes:
                assert match.why_not(seat, wish, lang) == dealt_anew.why_not(seat, wish, lang)


def told(position: dict[str, Any], action: str, *acts: str, **options: Any) -> str:
    """What is foretold of an action after others."""
    match = tianxia.load("chu-han", **options).position(position)
    for act in acts:
        match.play(match.to_act[0], act)
    return match.preview(match.to_act[0], action)


def test_seven_2s_gain_7_vp() -> None:
    """C4.7: six or more 2s score their number, five score nothing."""
    position = {"hand": ["2 2 2 2 2 2 0 9", "7 8"]}
    assert "Han gains 7 points (six or more 2s)." in told(position, "set 2 6 joker")
    assert "gains" not in told(position, "set 2 5")


def test_going_out_names_what_it_is_worth() -> None:
    """C7.1: 1 for each card of the rival, at most 5, and 1 for each of its decrees."""
    text = told({"hand": ["9", "1 1 2 4 4 5"], "decrees_taken": [1, 2]}, "set 9 1")
    assert text == "Han goes out and gains 7 points (cards 5, decrees 2). The hand ends."


def test_31_ends_the_game() -> None:
    """C1, C6.3: also by six 2s in the middle of a hand."""
    position = {"hand": ["2 2 2 2 2 2 9", "7 8"], "score": [25, 3]}
    assert told(position, "set 2 6") == "Han gains 6 points (six or more 2s). This ends the game: Han wins."
    assert "This ends the game: Han wins." in told({"hand": ["9", "1 1 4"], "score": [28, 3]}, "set 9 1")


def test_han_xin_throws_the_set_back_and_gains_the_rival_1_vp() -> None:
    """C5.14"""
    text = told({"hand": ["7 7 7 8", "han_xin 4"]}, "han_xin", "set 7 3")
    assert text.startswith("Han gains 1 point (Han Xin). Chu has 1 card then. Han must beat 3 × 7, or pass.")
    assert text.endswith("All this unless the rival cancels it with Lyu Zhi.")


def test_xiang_yu_as_the_last_card_doubles_his_own_going_out() -> None:
    """C5.16: 5 for 8 cards and 2 for the decrees, twice."""
    text = told({"hand": ["5 5 5 5 7 7 8 8 9", "xiang_yu"], "decrees_taken": [2, 0]}, "xiang_yu", "set 9 1")
    assert "Chu goes out and gains 14 points (cards 5, decrees 2; doubled). The hand ends." in text


def test_a_decree_costs_what_the_event_says() -> None:
    """C7.1: 1 VP for who goes out; C9.1 Restraint: 2 for the rival, 1 less for oneself."""
    assert told({"hand": ["5 8", "7 9"]}, "decree") == (
        "Han has 4 cards then. If Chu goes out, that gains 1 point more. 5 decrees are left then."
    )
    table = {"event": "restraint", "events_past": "silence", "hand_number": 2, "hand": ["5 8", "7 9"]}
    text = told(table, "decree", events=True)
    assert "If Chu goes out, that gains 2 points more. If Han goes out, that gains 1 point less." in text


def test_what_lies_open_closes_the_window_and_is_not_warned_of() -> None:
    """C11.6: Lyu Zhi in the own hand is no public fact, in the discard pile it is."""
    answered = {"hand": ["lyu_zhi 8 9", "han_xin 7 7"]}
    assert "unless the rival cancels" not in told(answered, "han_xin", "threes lyu_zhi")
    assert "unless the rival cancels" in told(answered, "han_xin", "set 8 1")


@pytest.mark.parametrize("lang", i18n.languages())
def test_it_is_told_in_whole_sentences_in_every_language(lang: str) -> None:
    said = {match.preview(seat, act, lang) for match, seat, act, _ in foretold("both", 1)}
    assert len(said) > 60
    for text in said - {""}:
        assert re.match(r"[A-ZŻŁÓŚ\d].*\.$", text), text
        assert not re.search(r"[{}_]|\bNone\b", text), text
        if lang != i18n.DEFAULT:
            assert not re.search(r"\b(cards?|decrees?|the|gains?|then|must|unless)\b", text), text


def test_deserters_that_nobody_sees_make_a_range() -> None:
    """C10.3: at most 3 of the cards that the rival holds; known ones are counted."""
    text = told({"hand": ["9", "5 5 7 7 8"]}, "set 9 1", campaign="river_and_hill")
    assert text.startswith(
        "Han goes out and gains 5 to 8 points. The rival may hold up to 3 deserters nobody knows of. The hand ends."
    )
