"""What Sun Tzu foretells of an action is what then happens, and is told from what the seat sees."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

import tianxia
from tests.games.interference import other_world
from tests.games.sun_tzu.playing import steps
from tests.games.sun_tzu.table import GAME, OPTION_SETS, moves_of
from tianxia.engine import i18n
from tianxia.engine.compiling import INTERPRETED
from tianxia.engine.outcomes import Outcome
from tianxia.games.sun_tzu.pieces import CARDS, PROVINCES, margin
from tianxia.games.sun_tzu.preview import armies_after, happenings, preview, until_hidden
from tianxia.games.sun_tzu.preview_battle import played

SEEDS = range(2 if INTERPRETED else 3)
NAMES = ("Sun Tzu", "King Shao")
CHANGE = re.compile(r"(Sun Tzu|King Shao) ([+−]\d+)")
STAKE = re.compile(r"Scoring after round (\d) as provinces lie: Sun Tzu (\d+):(\d+) King Shao, then (\d+):(\d+)\.")


@cache
def foretold(name: str) -> tuple[tuple[tianxia.Match, int, str, str], ...]:
    """Actions of random games: the match, the seat, the action, what is foretold of it."""
    found, chance = [], random.Random(name)
    for seed in SEEDS:
        for table, seat, act in steps(seed, OPTION_SETS[name]):
            if act < 0:
                continue
            match = tianxia.Match(GAME.with_options(**OPTION_SETS[name]), table.states.copy(), {})
            for number in {act, chance.choice(table.legal(seat))}:
                text = match.game.action(number).text
                found.append((match, seat, text, match.preview(seat, number)))
    return tuple(found)


def record(match: tianxia.Match, seat: int) -> Any:
    return match.game.table.record_class(match.masked(seat), 0)


def playing(match: tianxia.Match, seat: int, act: str) -> tuple[tianxia.Match, list[dict[str, Any]]]:
    """A copy on which the action is played, and the events of it as nobody sees them hidden."""
    after = match.copy()
    start = len(after.events(seat))
    after.play(seat, act)
    return after, [{key: event[key] for key in event if key != "step"} for event in after.events(seat, start)]


@pytest.mark.parametrize("name", OPTION_SETS)
def test_what_is_foretold_is_what_happens(name: str) -> None:
    met = Counter[str]()
    for match, seat, act, text in foretold(name):
        action = match.game.action(act)
        if action.kind in ("confirm", "next", "order", "take_back", "choose"):
            continue
        outcome = until_hidden(played(record(match, seat), seat, action.id))
        after, happened = playing(match, seat, act)
        known = [event for event in outcome.events if event["kind"] != "went_under"]
        real = [event for event in happened if event["kind"] != "went_under"]
        assert known == real[: len(known)], (act, text)
        if outcome.whole:
            assert len(known) == len(real), act
            assert armies_after(outcome) == after.view(None)["state"]["armies"], act
        met[action.kind] += 1
    assert met["under"]
    assert met["take"]


@pytest.mark.parametrize("name", ["normal", "events"])
def test_the_points_at_stake_are_those_of_the_displays(name: str) -> None:
    told = 0
    for match, seat, act, text in foretold(name):
        for round, *points in STAKE.findall(text):
            outcome = until_hidden(played(record(match, seat), seat, match.game.action(act).id))
            state = match.view(None)["state"]
            lie = [state["armies"], armies_after(outcome)]
            worth = [int(display.split("/")[int(round) // 3 - 1]) for display in state["displays"]]
            sums = [sum(n for n, held in zip(worth, row, strict=True) if held) for armies in lie for row in armies]
            assert sums == [int(n) for n in points], (act, text)
            told += 1
    assert told > 1


@pytest.mark.parametrize("name", ["normal", "no generals"])
def test_who_goes_first_is_told_before_the_orders_are_sealed(name: str) -> None:
    told = Counter[bool]()
    for match, seat, act, text in foretold(name):
        sealed = (
            [event for event in playing(match, seat, act)[1] if event["kind"] == "sealed"] if act == "confirm" else []
        )
        for event in sealed:
            assert text.startswith("The battles begin.")
            assert (f"As armies lie now, {NAMES[event['holder']]} goes first." in text) == (event["holder"] >= 0)
            told[event["holder"] >= 0] += 1
    assert told[True]


def cases(text: str) -> dict[str, list[int]]:
    """By the card of the other side what is told: armies more or less of blue and red."""
    (line,) = re.findall(r"Armies: ([^.]*)\.", text)
    found = {}
    for case in line.split("; "):
        against = re.search(r"against ([+-]?\d+)|^(Plague):", case)
        change = dict(CHANGE.findall(case))
        assert change or "no change" in case, case
        found[against[1] or against[2] if against else ""] = [
            int(change.get(name, "0").replace("−", "-")) for name in NAMES
        ]
    return found


def lie(**armies: int) -> list[int]:
    """Armies by province."""
    return [armies.get(province, 0) for province in PROVINCES]


ARMIES = [[lie(QIN=4, CHU=1), lie(WU=1)], [lie(CHU=1), lie(QIN=3, WU=2)], [lie(WU=1), lie()], [lie(), lie(QIN=9)]]


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("armies", ARMIES)
def test_an_order_brings_what_is_foretold_against_each_card_that_is_named(card: str, armies: Any) -> None:
    """Blue's card in QIN, which is fought first; red has cards of every kind to put there."""
    plain = "7 8 9 10 -1 +1 +2 +3 Plague"
    mine = plain if card in plain.split() else ""
    start = {"round": 2, "armies": armies, "hand": [mine, plain]}
    match = GAME.with_options(generals=False).position(start)
    told = cases(match.preview(0, f"order QIN {card}"))
    assert len(told) >= 1
    for other, change in told.items():
        after = GAME.with_options(generals=False).position(start)
        orders = [five(card), five(other or "1")]
        for seat, act in moves_of(*orders)[:-1]:
            after.play(seat, act)
        before = after.view(None)["state"]["armies"]
        seat, act = moves_of(*orders)[-1]
        events = playing(after, seat, act)[1]
        fought = [event for event in events if event["kind"] in ("revealed", "moved", "plague")]
        second = next((i for i, event in enumerate(fought) if i and event["kind"] == "revealed"), len(fought))
        now = [row[0] for row in before]
        for event in fought[:second]:
            if event["kind"] == "plague":
                now = [now[0] - event["blue"], now[1] - event["red"]]
            elif event["kind"] == "moved":
                now[event["seat"]] += event["count"] * ((event["end"] == "QIN") - (event["start"] == "QIN"))
        assert [lies - lay for lies, lay in zip(now, (row[0] for row in before), strict=True)] == change, (card, other)
        assert (margin(card, other or "1") == 0) == (change == [0, 0]) or "Plague" in (card, other)


def five(first: str) -> str:
    """Orders that begin with this card."""
    rest = [card for card in ("1", "2", "3", "4", "5") if card != first]
    return " ".join([first, *rest[:4]])


EXAMPLES: list[tuple[str, dict[str, Any], str, str]] = [
    (
        "S6.3: what is more than the loser has, is put",
        {"armies": [lie(), lie(QIN=3)], "hand": ["7", "10"]},
        "order QIN 7",
        "Armies: at best Sun Tzu +3, King Shao −3 (against 1); at worst King Shao +3 (against 10); Plague: "
        "King Shao −1. Worth 1 after round 3.",
    ),
    (
        "S7.1: a 1 draws more",
        {"hand": ["", ""]},
        "order CHU 1",
        "Armies: at worst King Shao +5 (against 6). You draw 3 cards and keep 2 at the end of the round. "
        "Worth 3 after round 3.",
    ),
    (
        "S3.1: nothing is drawn after the last round",
        {"hand": ["", ""], "round": 9},
        "order CHU 1",
        "Armies: at worst King Shao +5 (against 6). Worth 5 after round 9.",
    ),
    (
        "S7.2: a 6 bars the province",
        {"hand": ["", ""]},
        "order WU 6",
        "Armies: at best Sun Tzu +5 (against 1). It puts a marker army: from then on WU is barred for your "
        "6. Worth 2 after round 3.",
    ),
    (
        "S7.3: +3 costs two armies",
        {"hand": ["+3", ""], "round": 4},
        "order WU +3",
        "Armies: at best Sun Tzu +3 (against 1). Won or not, 2 armies go to reinforcements. Worth 3 after round 6.",
    ),
    (
        "S7.4: a Plague annuls what a card does besides, where one may lie",
        {"hand": ["", "7"]},
        "order CHU 1",
        "Armies: at best Sun Tzu +1 (against -1); at worst King Shao +9 (against 10). You draw 3 cards and keep 2 at the "
        "end of the round. Annulled by: Plague. Worth 3 after round 3.",
    ),
    (
        "S7.3, S7.4: and equal + cards cost nothing",
        {"hand": ["+2", "7"]},
        "order WU +2",
        "Armies: at best Sun Tzu +2 (against 1); at worst King Shao +1 (against +3). Won or not, 1 army goes to "
        "reinforcements. Annulled by: +2, Plague. Worth 2 after round 3.",
    ),
    (
        "S7.4, S8.4: the marker of Second siege too",
        {"markers": [lie(), lie(WU=1)], "hand": ["7", ""], "held": [["B1"], ["R1"]], "shown": [[], []], "for": 1},
        "order WU 6",
        "Armies: at best King Shao +5 (against 1); at worst Sun Tzu +4 (against 10). With Second siege it puts another "
        "marker army. Annulled by: Plague. Worth 2 after round 3.",
    ),
    (
        "S7.4: half of them, rounded down",
        {"armies": [lie(), lie(QIN=5)], "hand": ["Plague", ""]},
        "order QIN Plague",
        "Armies: King Shao −2. Worth 1 after round 3.",
    ),
    (
        "S6.4: the pool is short",
        {"armies": [lie(CHU=6), lie()], "hand": ["10", ""], "pool": [2, 18]},
        "order QIN 10",
        "Armies: at best Sun Tzu +9 (against 1). Your pool may be 7 short: your other provinces give the rest. "
        "Worth 1 after round 3.",
    ),
    (
        "S6.4, S7.2: a marker needs an army too",
        {"armies": [lie(CHU=6), lie()], "hand": ["", ""], "pool": [2, 18]},
        "order QIN 6",
        "Armies: at best Sun Tzu +5 (against 1). Your pool may be 4 short: your other provinces give the rest. "
        "It puts a marker army: from then on QIN is barred for your 6. Worth 1 after round 3.",
    ),
    (
        "S4.2: where red used its 6, it can't be met but by Second siege",
        {"markers": [lie(), lie(QIN=1)], "hand": ["", ""], "shown": [["B3"], ["R2"]]},
        "order QIN 2",
        "Armies: at best Sun Tzu +1 (against 1); at worst King Shao +3 (against 5). Worth 1 after round 3.",
    ),
    (
        "S8.4: Second siege may still be held",
        {"markers": [lie(), lie(QIN=1)], "hand": ["", ""], "held": [[], ["R4"]], "shown": [["B3"], []]},
        "order QIN 2",
        "Armies: at best Sun Tzu +1 (against 1); at worst King Shao +4 (against 6). Worth 1 after round 3.",
    ),
    (
        "S4.3: a reinforcement",
        {"hand": ["7", ""]},
        "discard 7",
        "7 leaves the game; then your pool has 19, the reinforcements 2.",
    ),
    (
        "S8.9: an army less may leave a province neutral",
        {"armies": [lie(QIN=1), lie(WU=1)], "held": [["B1"], ["R1"]], "shown": [[], []]},
        "use_b1 QIN CHU",
        "QIN is neutral then. CHU belongs to Sun Tzu then. "
        "Scoring after round 3 as provinces lie: Sun Tzu 1:2 King Shao, then 3:2.",
    ),
    (
        "S10.1, S5.3: before the orders of a scoring round are sealed",
        {"armies": [lie(QIN=1, CHU=2), lie(WU=2)], "round": 3, "moves": moves_of("1 2 3 4 5", "1 2 3 4 5")[:5]},
        "confirm",
        "As armies lie now, King Shao goes first. Points are scored after this round: Sun Tzu 4:2 King Shao as provinces lie, "
        "and the figure is at 2 for Sun Tzu.",
    ),
    (
        "S11.1: the figure would be at its end",
        {"armies": [lie(CHU=2), lie()], "figure": 6, "round": 3, "moves": moves_of("1 2 3 4 5", "1 2 3 4 5")[:5]},
        "confirm",
        "As armies lie now, King Shao goes first. Points are scored after this round: Sun Tzu 3:0 King Shao as provinces lie, "
        "and the figure is at 9 for Sun Tzu. That would end the game.",
    ),
]


@pytest.mark.parametrize(("position", "act", "text"), [row[1:] for row in EXAMPLES], ids=[row[0] for row in EXAMPLES])
def test_it_is_told_by_the_rule(position: dict[str, Any], act: str, text: str) -> None:
    seat = position.get("for", 0)
    start = {key: told for key, told in position.items() if key != "for"}
    assert GAME.position({"round": 2, **start}).preview(seat, act) == text


def test_what_befalls_both_sides_is_told_once_and_what_befalls_one_twice_is_told_twice() -> None:
    both = [
        {"kind": "moved", "seat": seat, "start": "pool", "end": "reinforcements", "count": 1, "province": "none"}
        for seat in (0, 1)
    ]
    said = [
        list(happenings(Outcome("confirm", 0, events, None, None), i18n.translator("en")))
        for events in (both, [both[0], both[0]])
    ]
    assert said[0][1] == "King Shao: the same."
    assert said[1] == [said[0][0]] * 2


def test_a_general_is_told_by_its_text_and_its_time() -> None:
    match = GAME.new(1)
    assert match.preview(0, "choose B5") == (
        "Put 1 army from your pool into a province of yours. "
        "When: in the orders or after the last battle, up to round 6."
    )


@pytest.mark.parametrize("name", OPTION_SETS)
def test_it_does_not_depend_on_what_is_hidden(name: str) -> None:
    """Byte for byte the same in another world, for wishes that are not legal too, and why they are not."""
    chance, met = random.Random(name), Counter[str]()
    for place, (match, seat, act, text) in enumerate(foretold(name)):
        twin = match.copy()
        twin._states = other_world(match.game, match._states, seat, place)
        assert twin.preview(seat, act) == text
        wish = chance.choice(range(match.game.actions.size))
        assert twin.preview(seat, wish) == match.preview(seat, wish)
        assert twin.why_not(seat, wish) == match.why_not(seat, wish)
        met[match.game.action(act).kind] += 1
    assert {"order", "confirm", "under"} <= set(met)


@pytest.mark.parametrize("lang", i18n.languages())
def test_it_is_told_in_whole_sentences_in_every_language(lang: str) -> None:
    said = {match.preview(seat, act, lang) for match, seat, act, _ in foretold("army")} - {""}
    assert len(said) > 100
    for text in said:
        assert re.match(r"[A-ZŻŁÓŚ+−\-\d].*\.$", text), text
        assert not re.search(r"[{}_]|\bNone\b", text), text
        if lang != i18n.DEFAULT:
            assert not re.search(r"\b(the|then|armies|against|your|round)\b", text), text


def test_the_record_stays_as_it_was() -> None:
    for match, seat, act, _ in foretold("events")[:200]:
        s = record(match, seat)
        before = s._states.tobytes()
        preview(s, seat, match.game.action(act).id, i18n.translator("en"))
        assert s._states.tobytes() == before
