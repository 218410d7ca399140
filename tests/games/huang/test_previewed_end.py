"""That an action ends the game of Huang is said before it is taken, wherever it is so and nowhere else [H12.1, H12.1c]."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import tianxia
from tests.games.huang.test_notes import at, played
from tests.games.huang.test_positions import leaders, tiles
from tests.games.huang.test_preview import LIKES
from tianxia.games.huang.preview import ENDING

WAYS: dict[str, dict[str, Any]] = {
    "palace": {"players": 2, "palace": True},
    "kingdoms": {"players": 3, "eighteen_kingdoms": True},
    "short": {"players": 2, "short_game": True, "bandits": True},
    "five": {"players": 5, "open_points": True},
    "quick stall": {"players": 2, "stall_turns": 2},
    "never stalls": {"players": 2, "stall_turns": 0},
}
FORCED = {"replace": "draw", "granary": "decline"}
"""By what is asked: what cannot be put off for ever."""
QUIET = Counter(
    {"pass": 30, "end_turn": 30, "leader": 5, "place": 2, "decline": 9, "stop": 9, "commit": 3, "nothing": 3}
)
BAGS = (0, 1, 3, 6)


@cache
def moments(name: str) -> tuple[tianxia.Match, ...]:
    """Positions of two random games, some of them also with few tiles in the bag."""
    return tuple(walk(name))


def walk(name: str) -> Iterator[tianxia.Match]:
    chance, made = random.Random(name), tianxia.load("huang", **WAYS[name])
    for likes in (LIKES, QUIET):
        match = made.new(seed=chance.getrandbits(30))
        for _ in range(120):
            if not match.to_act:
                break
            yield match.copy()
            (seat,) = match.to_act
            if match.view(seat)["state"]["asks"] in ("replace", "granary", "end_turn") or match.step_count % 16 == 0:
                for size in BAGS:
                    yield with_bag(match, size)
            legal = match.legal(seat)
            kinds = sorted({action.kind for action in legal})
            (kind,) = chance.choices(kinds, [likes[kind] or 1 for kind in kinds])
            match.play(seat, chance.choice([action for action in legal if action.kind == kind]))


def with_bag(match: tianxia.Match, size: int) -> tianxia.Match:
    """The same position with at most so many tiles in the bag; the others are out of the game."""
    position = match.position()
    bag = str(position["bag"]).split()
    left = {name: value for name, value in position.items() if name not in ("out", "bag_size")}
    return match.game.position({**left, "bag": " ".join(bag[:size])})


def ends(match: tianxia.Match, seat: int, action: Any) -> bool:
    """Whether the game is over after an action and what must follow it."""
    after = match.copy()
    after.play(seat, action)
    while after.to_act == (seat,) and after.view(seat)["state"]["asks"] in FORCED:
        after.play(seat, FORCED[after.view(seat)["state"]["asks"]])
    return not after.to_act


@pytest.mark.parametrize("name", WAYS)
def test_an_action_that_ends_the_game_is_foretold_to_do_so_and_no_other_is(name: str) -> None:
    seen = Counter[tuple[str, bool]]()
    for match in moments(name):
        (seat,) = match.to_act
        by_kind = {action.kind: action for action in match.legal(seat)}
        for kind, action in by_kind.items():
            text = match.preview(seat, action)
            assert ("Ends the game: " in text) == ends(match, seat, action), (action.text, text)
            seen[kind, "Ends the game: " in text] += 1
    assert {kind for kind, told in seen if told} <= set(ENDING)
    assert seen["end_turn", True]
    assert seen["end_turn", False]


@pytest.mark.parametrize("name", WAYS)
def test_a_question_of_which_every_answer_ends_the_game_says_so(name: str) -> None:
    for match in moments(name):
        (seat,) = match.to_act
        state = match.view(seat)["state"]
        step = {"end_turn": "end_turn", **FORCED}.get(state["asks"])
        doomed = step is not None and ends(match, seat, step)
        assert ("That ends the game: " in match.prompt(seat)) == doomed, match.prompt(seat)
        assert ("To kończy grę: " in match.prompt(seat, "pl")) == doomed


def test_six_tiles_are_replaced_with_five_in_the_bag() -> None:
    match = at(hand=["red " * 6, "red " * 6], bag="white " * 5, market="red " * 6)
    for number in range(6):
        text = match.preview(0, "replace red")
        assert text == ("Ends the game: the bag has too few tiles." if number == 5 else "")
        match.play(0, "replace red")
    assert match.preview(0, "draw") == "Ends the game: the bag has too few tiles."
    assert match.prompt(0) == "Draw. That ends the game: 6 to draw, 5 in the bag"
    assert match.prompt(0, "pl").endswith("Dobierz. To kończy grę: do dobrania 6, w woreczku 5")


def test_the_last_turn_says_that_it_is_the_last() -> None:
    match = played(at(hand=["red " * 4, "red " * 6], bag="white", market="red " * 6), "pass", "pass")
    assert match.preview(0, "end_turn") == "No pagoda gives you points. Ends the game: the bag has too few tiles."
    assert match.prompt(0) == "End the turn. That ends the game: 2 to draw, 1 in the bag"
    assert match.prompt(1) == "Tiger ends the turn"


def test_the_palace_asks_for_a_seventh_tile() -> None:
    match = at(
        palace=True,
        tiles={"yellow": "D7 B8 C8"},
        leaders=[{"yellow": "B7"}, {}],
        palace_at="C7+D7+B8+C8",
        hand=["red " * 6, "red " * 6],
        bag="",
        market="red " * 6,
        actions_done=2,
    )
    assert match.prompt(0).endswith("That ends the game: 1 to draw, 0 in the bag")


def test_the_turn_that_makes_the_play_stall_says_so() -> None:
    game = tianxia.load("huang", stall_turns=2)
    match = game.position(
        {"hand": ["red " * 6, "red " * 6], "market": "red " * 6, "quiet_turns": 1, "turn": 2, "actions_done": 2}
    )
    assert match.preview(0, "end_turn").endswith("Ends the game: nobody has drawn a tile for too long.")
    assert match.prompt(0).endswith("That ends the game: nobody has drawn a tile for too long")


@pytest.mark.parametrize(
    ("reds", "leader", "told"),
    [
        ("B8 D7", {"yellow": "B7"}, "No point: the tile is beside bandits, and no red leader is here to gain theirs."),
        ("B8 D7", {"red": "B7"}, "No point for the tile beside them."),
    ],
)
def test_beside_bandits_the_bandits_are_why_the_tile_scores_nothing(
    reds: str, leader: dict[str, str], told: str
) -> None:
    game = tianxia.load("huang", bandits=True)
    match = game.position(
        {
            "bandit_tiles": [0, 0, 0, 0, 0, 1],
            "tiles": tiles(yellow="C7", red=reds),
            "leaders": leaders(leader),
            "hand": ["white", ""],
        }
    )
    text = match.preview(0, "place white C8")
    assert told in text
    assert "no leader here gains it" not in text
    assert ("Tiger: +2 red." in text) == ("red" in leader)
