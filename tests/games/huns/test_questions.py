"""The chains of rules by question are complete: each question is named where it is answered, or where it happens by itself."""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from typing import Any

from tianxia.engine.questions import Question
from tianxia.games.huns.questions import NONE, QUESTIONS


def named(room: str, *functions: str) -> set[str]:
    """The questions that functions of a file of rules branch on, each of them once."""
    module, found = import_module(f"tianxia.games.huns.rules.{room}"), []
    for function in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(function, ast.FunctionDef) and function.name in functions:
            tests = [node.test for node in ast.walk(function) if isinstance(node, ast.If)]
            values: list[Any] = [
                getattr(module, name.id, None)
                for test in tests
                for name in ast.walk(test)
                if isinstance(name, ast.Name)
            ]
            found += [value.name for value in values if isinstance(value, Question)]
    assert len(found) == len(set(found)), "a question is told apart twice"
    return set(found)


def test_each_question_has_its_list_of_answers() -> None:
    assert named("legal", "legal", "offer") == set(QUESTIONS.answers)


def test_each_question_is_answered() -> None:
    assert named("apply", "answer") == set(QUESTIONS.answers)


def test_what_asks_nobody_happens_by_itself() -> None:
    by_itself = set(QUESTIONS.by_name) - set(QUESTIONS.answers) - {NONE.name}
    assert named("apply", "by_itself") == by_itself | {"spy"}, "whether anybody is asked about the Spy is found there"
