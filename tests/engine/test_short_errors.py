"""Whatever is mistyped, an action, a position, an option, is answered shortly: what, where and what would be right."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import tianxia
from tianxia.engine.domains import Domain
from tianxia.engine.errors import MOST_LISTED
from tianxia.engine.game import Game
from tianxia.engine.kinds import Kind

MOST = 300
"""Two lines."""
LONG = "C7+" * 2000 + "C8"
WRONG: tuple[Any, ...] = (
    *("", "xyzzy", LONG, "a\nb", "²", "--1", "9" * 5000, "-1", "1.5", "none none", "C7+D7+D7", "Z99"),
    *(-1, 10**30, 1.5, True, None, b"x", [], {}, ["xyzzy"], [["xyzzy"]] * 400, {"kind": LONG}, [None, 7, "xyzzy"]),
)
GAMES = [tianxia.load(name) for name in tianxia.games()]


def said(call: Callable[[], Any]) -> str:
    """The text of the error, if there is one: of our own kind, short and on one line."""
    try:
        call()
    except tianxia.TianxiaError as error:
        text = str(error)
        assert len(text) <= MOST, text
        assert text.isprintable(), text
        return text
    return ""


def slips(word: str, chance: random.Random) -> Iterator[str]:
    """A word with the mistakes of quick fingers: a letter lost, doubled, in the wrong case, two swapped."""
    for i in {chance.randrange(len(word)) for _ in range(3)}:
        yield word[:i] + word[i + 1 :]
        yield word[: i + 1] + word[i:]
        yield word[:i] + word[i].swapcase() + word[i + 1 :]
        yield word[:i] + word[i : i + 2][::-1] + word[i + 2 :]


def flipped(place: str) -> str:
    """The hexes of a place in another order."""
    return "+".join(reversed(place.split("+")))


def kinds() -> list[Any]:
    return [pytest.param(game, kind, id=f"{game.id} {kind.name}") for game in GAMES for kind in game.actions]


def written(game: Game, kind: Kind, chance: random.Random) -> str:
    return kind.to_text(kind.args(kind.start + chance.randrange(kind.size)))


def mistyped(game: Game, kind: Kind, chance: random.Random) -> Iterator[Any]:
    """An action of a kind, as notation and as JSON, with one thing wrong."""
    for _ in range(4):
        text = written(game, kind, chance)
        words = text.split()
        yield from slips(text, chance)
        for wrong in (value for value in WRONG if isinstance(value, str)):
            yield from (" ".join([*words[:i], wrong, *words[i + 1 :]]) for i in range(len(words)))
        yield f"{text} {LONG}"
        args = kind.to_json(kind.args(kind.start + chance.randrange(kind.size)))
        yield from ({"kind": kind.name, **args, name: wrong} for name in args for wrong in WRONG)
        yield {"kind": kind.name, **args, LONG: 1}


@pytest.mark.parametrize(("game", "kind"), kinds())
def test_a_mistyped_action_is_answered_shortly(game: Game, kind: Kind) -> None:
    refused = [said(lambda form=form: game.action(form)) for form in mistyped(game, kind, random.Random(kind.name))]
    assert sum(map(bool, refused)) > len(refused) / 2


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_what_is_no_action_at_all_is_answered_shortly(game: Game) -> None:
    for wrong in WRONG:
        if not isinstance(wrong, int) or isinstance(wrong, bool):
            assert said(lambda wrong=wrong: game.action(wrong))
        assert said(lambda wrong=wrong: game.action({"kind": wrong}))
        said(lambda wrong=wrong: game.with_options(**{game.option_table[0].name: wrong}))
    for number in (-1, game.actions.size, 10**40):
        assert said(lambda number=number: game.action(number))


@pytest.mark.parametrize(("game", "kind"), kinds())
def test_of_many_names_those_like_the_mistyped_one_are_named(game: Game, kind: Kind) -> None:
    chance = random.Random(kind.name)
    for name, domain in kind.domains.items():
        if type(domain) is Domain and not domain.subset and len(", ".join(domain.labels)) > MOST_LISTED:
            for label in chance.sample(domain.labels, 20):
                values = {**kind.to_json(kind.args(kind.start)), "kind": kind.name}
                for wrong in (label.lower(), label[: -1 if "+" in label else None], f"{label}+", flipped(label)):
                    if wrong not in domain.labels:
                        text = said(lambda wrong=wrong, name=name, values=values: game.action({**values, name: wrong}))
                        assert label in text
                        assert game.actions.form(kind) in text


def test_a_mistyped_place_of_a_building_is_answered_with_the_place_that_is_meant() -> None:
    game = tianxia.load("huang")
    with pytest.raises(tianxia.IllegalAction) as refused:
        game.action("pagoda D7+C7+C8")
    assert str(refused.value) == (
        "'pagoda D7+C7+C8': triangle 'D7+C7+C8' is not one of 312 names; "
        "like it: C7+D7+C8, C6+C7+D7, C7+B8+C8; write 'pagoda TRIANGLE'"
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_a_mistyped_position_is_answered_shortly(game: Game) -> None:
    chance = random.Random(game.id)
    whole = game.new(seed=1).position()
    for field in game.table.fields:
        for wrong in WRONG:
            said(lambda field=field, wrong=wrong: game.position({field.name: wrong}))
            said(lambda field=field, wrong=wrong: game.position({**whole, field.name: wrong}))
            value = whole.get(field.name)
            if isinstance(value, list) and value:
                said(lambda field=field, value=value, wrong=wrong: game.position({field.name: [wrong, *value[1:]]}))
                if isinstance(value[0], list):
                    said(lambda field=field, wrong=wrong: game.position({field.name: [[wrong]]}))
        for slip in slips(field.name, chance):
            text = said(lambda slip=slip: game.position({slip: 1}))
            assert slip in game.table.by_name or re.match("there is no field", text)
    assert said(lambda: game.position({LONG: 1}))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_a_mistyped_option_is_answered_shortly(game: Game) -> None:
    chance = random.Random(game.id)
    for option in game.option_table:
        for wrong in WRONG:
            said(lambda option=option, wrong=wrong: game.with_options(**{option.name: wrong}))
        for slip in slips(option.name, chance):
            if slip != option.name:
                assert said(lambda slip=slip: game.with_options(**{slip: True}))
    assert said(lambda: game.with_options(**{LONG: True}))
    assert said(lambda: tianxia.load(LONG))
