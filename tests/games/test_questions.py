"""What each game asks: its table of questions against the game as it is played."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import tianxia
from tests.games.test_notes import GAMES, matches, viewers
from tianxia.engine.fields import ALL
from tianxia.engine.questions import Question

SEEDS = range(6)


@cache
def answered(game: str) -> dict[str, set[str]]:
    """By question the kinds of actions that were legal, over random games."""
    found: dict[str, set[str]] = defaultdict(set)
    for seed in SEEDS:
        for match in matches(game, seed):
            kinds = {
                match.game.actions.kind_of(number).name for seat in match.to_act for number in match.legal_ids(seat)
            }
            if match.asked:
                found[match.asked["kind"]] |= kinds
    return dict(found)


@pytest.mark.parametrize("game", GAMES)
def test_a_question_is_answered_by_the_kinds_of_its_row_and_by_no_others(game: str) -> None:
    declared = tianxia.load(game).questions.answers
    for question, kinds in answered(game).items():
        assert kinds <= set(declared[question]), question


@pytest.mark.parametrize("game", GAMES)
def test_nearly_everything_that_can_be_asked_is_asked_in_a_few_games(game: str) -> None:
    declared = set(tianxia.load(game).questions.answers)
    assert len(declared - set(answered(game))) <= len(declared) // 4, declared - set(answered(game))


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_action_answers_a_question(game: str) -> None:
    loaded = tianxia.load(game)
    answers = {kind for kinds in loaded.questions.answers.values() for kind in kinds}
    assert answers == set(loaded.actions.by_name)


@pytest.mark.parametrize("game", GAMES)
def test_everybody_sees_what_is_asked_and_nobody_is_asked_when_it_is_over(game: str) -> None:
    for match in matches(game, 1):
        views = [match.view(viewer)["asked"] for viewer in viewers(match)]
        assert all(view == match.asked for view in views)
        assert (match.asked is None) == (match.result is not None)
        if match.asked:
            question = match.game.questions.by_name[match.asked["kind"]]
            assert set(match.asked) == {"kind", *question.domains}


@pytest.mark.parametrize("game", GAMES)
def test_a_question_that_is_told_in_a_position_is_read_again(game: str) -> None:
    questions = tianxia.load(game).questions
    (asks,) = (f for f in tianxia.load(game).table.fields if f.questions is questions)
    assert asks.seen_by is ALL
    for number in {kind.start + kind.size - 1 for kind in questions} | {kind.start for kind in questions}:
        assert questions.parse(questions.text(number)) == number


@pytest.mark.parametrize("game", GAMES)
def test_a_question_that_is_none_is_refused_with_those_that_are(game: str) -> None:
    loaded = tianxia.load(game)
    (asks,) = (f for f in loaded.table.fields if f.questions is not None)
    told = ["dance"] if asks.shape else "dance"
    with pytest.raises(tianxia.TianxiaError, match=f"{asks.name}: 'dance' is no question"):
        loaded.position({asks.name: told})


# where questions are told apart


def room(game: str, name: str) -> ModuleType:
    return import_module(f"tianxia.games.{game.replace('-', '_')}.{name}")


def chain(game: str, function: str) -> Iterator[str]:
    """The questions that the conditions of a function name, in the file that is named after it."""
    module, table = room(game, f"rules.{function}"), tianxia.load(game).questions
    (body,) = (
        node
        for node in ast.parse(Path(str(module.__file__)).read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name == function
    )
    known = vars(room(game, "questions"))
    for branch in ast.walk(body):
        for node in ast.walk(branch.test) if isinstance(branch, ast.If) else ():
            if isinstance(node, ast.Name) and node.id in known:
                yield from names(known[node.id], table)


def names(value: Any, table: Any) -> Iterator[str]:
    """The questions that a name stands for: one by its number or its row, or several."""
    if isinstance(value, tuple):
        for one in value:
            yield from names(one, table)
    elif isinstance(value, int | Question):
        yield table.kind_of(value).name if isinstance(value, int) else value.name


@pytest.mark.parametrize("function", ["legal", "apply"])
@pytest.mark.parametrize(
    "game", sorted(set(GAMES) - {"huns"})
)  # whose questions lie on a stack: huns/test_questions.py
def test_each_question_has_its_branch_in_one_chain_and_at_most_the_last_one_is_not_named(
    game: str, function: str
) -> None:
    named = Counter(chain(game, function))
    assert set(named.values()) == {1}, named
    assert set(named) <= set(tianxia.load(game).questions.answers)
    assert len(set(tianxia.load(game).questions.answers) - set(named)) <= 1


@pytest.mark.parametrize("game", GAMES)
def test_each_question_is_asked_in_words(game: str) -> None:
    assert set(room(game, "prompts").ASKED) == set(tianxia.load(game).questions.answers)
