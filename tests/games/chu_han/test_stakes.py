"""What the page says that going out is worth is what it then brings, and is told from what the viewer sees [C7]."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import tianxia

OPTIONS: list[dict[str, Any]] = [{}, {"events": True}, {"events": True, "campaign": "river_and_hill"}]
EVENTS = ("restraint", "gaixia")
SETS = ("set", "threes", "sixes")


def goings_out(seed: int, options: dict[str, Any]) -> Iterator[tuple[tianxia.Match, int, dict[str, Any]]]:
    """Plain sets with which somebody went out in a random game: the match before, the seat, the event."""
    match, chance = tianxia.load("chu-han", **options).new(seed=seed), random.Random(seed)
    while match.to_act:
        (seat,) = match.to_act
        action = chance.choice(match.legal(seat))
        before, told = match.copy(), len(match.events(None))
        match.play(seat, action)
        events = match.events(None, told)
        out = next((event for event in events if event["kind"] == "went_out"), None)
        if out and action.kind in SETS and not any(event["kind"] == "scored" for event in events):
            yield before, seat, out


@pytest.mark.parametrize("options", OPTIONS, ids=["plain", "events", "campaign"])
def test_going_out_brings_what_it_was_said_to_be_worth(options: dict[str, Any]) -> None:
    found = [told for seed in range(6) for told in goings_out(seed, options)]
    assert len(found) > 10
    for match, seat, out in found:
        assert out["seat"] == seat
        for viewer in (seat, 1 - seat, None):
            view = match.view(viewer)["state"]
            cards, decrees, fewest, most, least, best = view["stakes"][seat]
            assert (cards, decrees) == (out["cards"], out["decrees"])
            assert fewest <= out["marked"] <= most
            assert least <= out["points"] - out["spared"] <= best
            if viewer == 1 - seat or view["opened"][1 - seat]:
                assert least == best, "who holds the cards knows the deserters"


def test_xiang_yu_doubles_what_is_at_stake() -> None:
    match = tianxia.load("chu-han").position(
        {"hand": ["1 2 4", "5 5 7 7 8 8 9"], "decrees_taken": [1, 3], "doubled": 1}
    )
    assert match.view(None)["state"]["stakes"] == [[5, 3, 0, 0, 16, 16], [3, 1, 0, 0, 8, 8]]


def test_restraint_and_gaixia_change_what_is_at_stake() -> None:
    """C9.1: own decrees cost, the rival's count twice; at Gaixia more than 5 cards count."""
    game = tianxia.load("chu-han", events=True)
    table = {"events_past": "silence", "hand_number": 2, "hand": ["1 2", "5 5 7 7 8 8 9"], "decrees_taken": [2, 1]}
    seen = {event: game.position({"event": event, **table}).view(None)["state"]["stakes"] for event in EVENTS}
    assert [own[:2] for own in seen["restraint"]] == [[5, 0], [2, 3]]
    assert seen["gaixia"][0][:2] == [7, 1]
