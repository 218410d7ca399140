"""What Huang foretells of an action is what then happens, and is told from the masked record."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import pytest

import tianxia
from tests.oracle.huang_map import Hex, linked, spot
from tianxia.engine.kinds import Action
from tianxia.games.huang import preview
from tianxia.games.huang.events import IRREVERSIBLE
from tianxia.games.huang.pieces import COLOURS
from tianxia.games.huang.preview import DRAWING, STAGE

LIKES = Counter({"place": 30, "leader": 9, "support": 5, "pagoda": 9, "riot": 3, "establish": 5})
OPTIONS = (
    {"players": 2, "palace": True},
    {"players": 3, "bandits": True},
    {"players": 4, "eighteen_kingdoms": True},
)
MOST_ACTIONS = 220
UNTOLD = ("drew", "market_filled", "turn_began", "over")
"""What is drawn, and what comes after it, nobody can foretell."""


def liked(chance: random.Random, match: tianxia.Match, seat: int) -> Action:
    """An action of a kind that is liked; a tile goes next to others."""
    legal = match.legal(seat)
    kinds = sorted({action.kind for action in legal})
    (kind,) = chance.choices(kinds, [LIKES[kind] or 1 for kind in kinds])
    return chance.choice([action for action in legal if action.kind == kind])


def positions(seed: int) -> Iterator[tuple[tianxia.Match, int, Action]]:
    """A game before each of its actions."""
    chance = random.Random(seed)
    match = tianxia.load("huang", **OPTIONS[seed % len(OPTIONS)]).new(seed)
    for _ in range(MOST_ACTIONS):
        if not match.to_act:
            return
        seat = match.to_act[0]
        action = liked(chance, match, seat)
        yield match, seat, action
        match.play(seat, action)


def masked(match: tianxia.Match, seat: int):  # type: ignore[no-untyped-def]
    return match.game.table.record_class(match.masked(seat), 0)


@cache
def foretold(seed: int) -> tuple[tuple[str, str], ...]:
    """The kinds of actions of a game with what was foretold of them; checked on the way against what happened."""
    texts = []
    for match, seat, action in positions(seed):
        text = match.preview(seat, action)
        texts.append((action.kind, text))
        if action.kind in DRAWING:
            assert text == "" or text.startswith("Ends the game: ")
            continue
        after = match.copy()
        start = len(after.events(None))
        after.play(seat, action)
        happened = [
            {name: value for name, value in event.items() if name != "step"} for event in after.events(None, start)
        ]
        until = next((i for i, event in enumerate(happened) if event["kind"] in UNTOLD), len(happened))
        assert STAGE.played(masked(match, seat), seat, action.id).events[:until] == happened[:until]
    return tuple(texts)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_foretold_is_what_happens(seed: int) -> None:
    assert foretold(seed)


def test_points_wars_revolts_and_buildings_are_told() -> None:
    told = " ".join(text for seed in range(6) for _, text in foretold(seed))
    for words in ("+1 red", "War: ", "Revolt: ", "who wins a tie", "Still to come: ", "goes home", "Founds a state"):
        assert words in told
    assert not re.search(r"[{}]|None", told)


def states_of(match: tianxia.Match) -> dict[tuple[int, int], frozenset[Hex]]:
    """The leaders by seat and colour, each with the hexes that it is linked with: what joins them, worked out anew [H3.1]."""
    state = match.view(None)["state"]
    leaders = {
        (seat, colour): spot(name)
        for seat, row in enumerate(state["leaders"])
        for colour, name in enumerate(row)
        if name != "none"
    }
    groups = linked([*leaders.values(), *(spot(name) for names in state["tiles"] for name in names)])
    return {leader: next(group for group in groups if hex_ in group) for leader, hex_ in leaders.items()}


def several_in_one(apart: dict[Any, Any], together: dict[Any, Any], mover: object) -> bool:
    """Whether two leaders, not the one that moves, stand apart in the one and together in the other."""
    both = [leader for leader in apart if leader in together and leader != mover]
    return any(apart[one] != apart[two] and together[one] == together[two] for one, two in combinations(both, 2))


@pytest.mark.parametrize("seed", range(6))
def test_states_are_said_to_unite_and_to_split_where_they_do(seed: int) -> None:
    told = Counter[str]()
    for match, seat, _ in positions(seed):
        if match.step_count % 12 or match.view(None)["state"]["conflict"] != "none":
            continue
        before = states_of(match)
        for action in match.legal(seat):
            if action.kind not in ("leader", "withdraw") and not (action.kind == "place" and action.id % 4 == 0):
                continue
            after = match.copy()
            after.play(seat, action)
            if after.view(None)["state"]["conflict"] != "none" or not after.to_act:
                continue
            text = match.preview(seat, action)
            mover = None if action.kind == "place" else (seat, COLOURS.index(action.args["colour"]))
            now = states_of(after)
            assert ("Unites states." in text) == several_in_one(before, now, mover), (action.text, text)
            assert ("Splits a state." in text) == several_in_one(now, before, mover), (action.text, text)
            told.update(sentence for sentence in ("Unites", "Splits") if sentence in text)
    assert told["Unites"]


def test_a_war_is_told_with_the_red_tiles_of_its_sides() -> None:
    for match, seat, action in (one for seed in range(12) for one in positions(seed)):
        text = match.preview(seat, action) if action.kind == "place" else ""
        if "War: " in text:
            start = len(match.events(None))
            after = match.copy()
            after.play(seat, action)
            strengths = [event["strength"] for event in after.events(None, start) if event["kind"] == "side"]
            assert [int(n) for n in re.findall(r" (\d+)", text.split(".")[0])] == strengths
            return
    raise AssertionError("no war was begun")


def test_a_riot_tells_which_tile_it_removes() -> None:
    told = [text for seed in range(6) for kind, text in foretold(seed) if kind == "remove"]
    assert any(text.startswith("Removes a ") for text in told)


def test_strengths_after_a_commitment_are_told_with_their_sides() -> None:
    told = [text for seed in range(6) for kind, text in foretold(seed) if kind == "commit" and "then" in text]
    assert told
    assert all(re.match(r"Strengths then: \w+ \d+, \w+ \d+\.", text) for text in told)


def test_the_record_stays_as_it_was() -> None:
    for match, seat, action in positions(1):
        s = masked(match, seat)
        before = s._states.tobytes()
        preview.preview(s, seat, action.id, tianxia.engine.i18n.translator("en"))
        assert s._states.tobytes() == before
        if match.step_count > 40:
            break


def test_an_action_is_irreversible_where_it_brings_an_event_that_is() -> None:
    for match, seat, action in (one for seed in range(3) for one in positions(seed)):
        after = match.copy()
        start = len(after.events(None))
        after.play(seat, action)
        irreversible = any(event["kind"] in IRREVERSIBLE for event in after.events(None, start))
        assert match.is_irreversible(seat, action) == irreversible
