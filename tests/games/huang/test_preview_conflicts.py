"""What revolts, wars, pagodas and granaries of Huang would bring is said before, comes true, and tells nothing hidden."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest

import tianxia
from tests.games.huang.test_notes import played
from tests.games.huang.test_positions import GRANARY, leaders, tiles
from tests.games.huang.test_preview import OPTIONS, positions, states_of
from tests.oracle.huang_map import spot
from tianxia.engine import _entries as entries
from tianxia.games.huang.pieces import COLOURS, PAGODAS
from tianxia.games.huang.state import SEAT_NAMES
from tianxia.games.huang.texts import LEADERS, SEAT_TITLES

SEEDS = range(6)
END = re.compile(r"If (\w+) wins: ([^.]*)\.")
ENDED = ("war_won", "revolt_ended")
OF_AN_END = ("went_home", "scored", "removed", "pagoda_lost", "palace_lost", "granary_lost")


def position(**told: Any) -> tianxia.Match:
    """A position of two players."""
    return tianxia.load("huang").position(told)


def ends(text: str) -> dict[str, str]:
    """What each end would bring, by its winner."""
    return dict(END.findall(text))


@pytest.fixture
def joined() -> tianxia.Match:
    """A war to be begun on D8 by the first seat."""
    return position(
        tiles=tiles(yellow="C7 F9", red="B8 E8 E10"),
        leaders=leaders({"red": "C8", "yellow": "B7"}, {"red": "E9", "green": "F10"}),
        hand=["red", "red"],
    )


def test_a_war_tells_what_each_end_would_bring(joined: tianxia.Match) -> None:
    """H11.6-H11.8: points, leaders and red tiles lost, the price; the Governor and the Trader are not double."""
    assert ends(joined.preview(0, "place red D8")) == {
        "C8": "you +1 red; Rabbit loses the Soldier; the losers lose 2 red tiles; price 2",
        "E8": "Rabbit +1 red; you lose the Soldier; the losers lose 1 red tile; price 1",
    }
    polish = joined.preview(0, "place red D8", "pl")
    assert "Jeśli wygra C8: ty +1 czerwony; Królik traci Żołnierza; przegrani tracą 2 czerwone kafle; cena 2." in polish


def test_a_commitment_tells_the_ends_with_it(joined: tianxia.Match) -> None:
    """H11.8: the price is the highest losing total, with what was committed; it is told to who decides."""
    match = played(joined, "place red D8")
    assert ends(match.preview(1, "support E8 1"))["C8"].endswith("the losers lose 2 red tiles; price 3")
    assert ends(match.preview(1, "nothing"))["C8"].startswith("Tiger +1 red; you lose the Soldier;")


def test_a_decided_war_tells_no_more_what_if(joined: tianxia.Match) -> None:
    match = played(joined, "place red D8", "nothing")
    text = match.preview(0, "nothing")
    assert "If " not in text
    assert "The side of E8 wins with 2; price 1." in text


def test_a_revolt_tells_both_ends() -> None:
    """H10.2: the winner gains 1 point of the leaders' colour, the loser's leader goes home."""
    match = position(tiles=tiles(yellow="C7 D7"), leaders=leaders({}, {"red": "C8"}), hand=["", ""])
    assert ends(match.preview(0, "leader red D8")) == {
        "Tiger": "you +1 red; Rabbit loses the Soldier",
        "Rabbit": "Rabbit +1 red; you lose the Soldier",
    }


def test_leaders_that_will_gain_from_a_pagoda_are_told() -> None:
    """H9.6: at the end of its own turn; taking the leader away ends it."""
    match = position(
        tiles=tiles(yellow="C7 F9", red="B8 B9 C9"), leaders=leaders({"red": "C8"}), hand=["red", ""], actions_done=0
    )
    match = match.game.position({**match.position(), "pagodas": ["none", "none", "B8+B9+C9", *["none"] * 6]})
    assert "Tiger: −1 red at the end of each own turn." in match.preview(0, "withdraw red")
    assert "at the end of each own turn" not in match.preview(0, "pass")


def test_granaries_tell_their_points() -> None:
    """M2.4: each is worth 2 blue points at the end."""
    match = tianxia.load("huang", eighteen_kingdoms=True).position(GRANARY)
    texts = {match.preview(0, action) for action in match.legal(0) if action.kind == "keep"}
    assert texts
    assert all(re.match(r"Tiger: \+\d+ blue at the end of the game\.", text) for text in texts)


# -- it comes true -----------------------------------------------------------------------------------------------------


def lost_and_gained(events: list[dict[str, Any]], reader: int) -> list[str]:
    """The points and the lost leaders of the end of a conflict, as that reader is told them."""

    def who(seat: Any) -> int:
        return SEAT_NAMES.index(seat) if isinstance(seat, str) else int(seat)

    gained: dict[int, list[str]] = {}
    lost: dict[int, list[str]] = {}
    for event in events:
        if event["kind"] == "scored":
            gained.setdefault(who(event["seat"]), []).append(f"+{event['points']} {event['colour']}")
        elif event["kind"] == "went_home":
            lost.setdefault(who(event["seat"]), []).append(f"the {LEADERS[event['colour']]}")

    def listed(things: list[str]) -> str:
        return " and ".join([", ".join(things[:-1]), things[-1]] if things[1:] else things)

    def name(seat: int) -> str:
        return "you" if seat == reader else SEAT_TITLES[seat]

    return [
        *(f"{name(seat)} {', '.join(points)}" for seat, points in gained.items()),
        *(f"{name(seat)} {'lose' if seat == reader else 'loses'} {listed(things)}" for seat, things in lost.items()),
    ]


def until_after(events: list[dict[str, Any]]) -> tuple[dict[str, Any], list[dict[str, Any]]] | None:
    """The end of a conflict among events, and what follows from it before the next decision."""
    for i, event in enumerate(events):
        if event["kind"] in ENDED:
            after = events[i + 1 :]
            until = next((k for k, one in enumerate(after) if one["kind"] not in OF_AN_END), len(after))
            return event, after[:until]
    return None


@pytest.mark.parametrize("seed", SEEDS)
def test_an_end_that_was_told_brings_what_was_said(seed: int) -> None:
    told: dict[str, str] = {}
    reader, ended = -1, 0
    for match, seat, action in positions(seed):
        text = match.preview(seat, action)
        start = len(match.events(None))
        after = match.copy()
        after.play(seat, action)
        found = until_after(after.events(None, start))
        if found and told:
            event, happened = found
            winner = event["hex"] if event["kind"] == "war_won" else SEAT_TITLES[int(event["winner"])]
            expected = lost_and_gained(happened, reader)
            assert told[winner].split("; ")[: len(expected)] == expected, (action.text, told)
            ended += 1
        told, reader = ends(text), seat
        assert bool(told) == (after.view(None)["state"]["asks"] in ("war", "revolt", "tie"))
    assert ended


def paid(match: tianxia.Match) -> Counter[tuple[int, int]]:
    """Points of each leader from pagodas of its colour in its state, worked out anew [H9.6]."""
    state = match.view(None)["state"]
    stands = [
        (colour, place.split("+")[0])
        for colour, place in zip(PAGODAS, state["pagodas"], strict=True)
        if place != "none"
    ]
    found: Counter[tuple[int, int]] = Counter()
    for leader, hexes in states_of(match).items():
        found[leader] += sum(colour == leader[1] and spot(place) in hexes for colour, place in stands)
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_what_changes_at_the_end_of_turns_is_said_and_nothing_else(seed: int) -> None:
    for match, seat, action in positions(seed):
        text = match.preview(seat, action)
        if action.kind not in ("place", "leader", "withdraw", "pagoda", "remove"):
            continue
        after = match.copy()
        after.play(seat, action)
        if "none" not in {match.view(None)["state"]["conflict"]} & {after.view(None)["state"]["conflict"]}:
            assert "each own turn" not in text
            continue
        before, now = paid(match), paid(after)
        expected = {
            f"{SEAT_TITLES[who]}: {'+' if change > 0 else '−'}{abs(change)} {COLOURS[colour]} at the end of each own turn."
            for who, colour in before.keys() | now.keys()
            if (change := now[who, colour] - before[who, colour])
        }
        assert set(re.findall(r"\w+: [^:.]* at the end of each own turn\.", text)) == expected, action.text


@pytest.mark.parametrize("seed", range(len(OPTIONS)))
def test_nothing_hidden_is_told(seed: int) -> None:
    """What the seat cannot know is dealt anew: previews and reasons stay the same, letter by letter."""
    chance = random.Random(seed)
    for match, seat, action in positions(seed):
        if match.step_count % 5:
            continue
        twin = match.copy()
        entries.resample(twin._states, seat, chance.getrandbits(60))
        for one in {
            action.id,
            *(other.id for other in chance.sample(match.legal(seat), min(6, len(match.legal(seat))))),
        }:
            assert twin.preview(seat, one) == match.preview(seat, one)
        for wish in chance.sample(range(match.game.actions.size), 4):
            assert twin.why_not(seat, wish) == match.why_not(seat, wish)
