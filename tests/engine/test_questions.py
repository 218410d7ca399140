"""The table of questions: numbers, notation, JSON, and where it may lie in a record."""

from __future__ import annotations

import pytest

from tianxia.engine import looks
from tianxia.engine.domains import FLAG, subset
from tianxia.engine.fields import ALL, OWNER, field
from tianxia.engine.kinds import BadAction
from tianxia.engine.questions import question, questions
from tianxia.engine.records import record, register

COLOURS = ("red", "blue")
ASKED = questions(
    question("none", "nothing"),
    question("place", "where the goods go", ("on", "done")),
    question("take", "a good of one of the colours", ("good",), colours=subset(COLOURS), optional=FLAG),
    question("end_turn", "nothing: the turn ends by itself"),
)
STACK = record(
    "stacked", seats=2, fields=[field("asks", "i2", (4,), questions=ASKED, seen_by=ALL, doc="what is asked")]
)


def test_a_question_has_named_arguments_in_every_form() -> None:
    number = ASKED.TAKE.id(0b10, 1)
    assert ASKED.text(number) == "take blue optional"
    assert ASKED.parse("take blue optional") == number
    assert ASKED.to_json(number) == {"kind": "take", "colours": ["blue"], "optional": True}
    assert ASKED.text(ASKED.TAKE.id(0, 0)) == "take -"
    assert ASKED.parse("take -") == ASKED.TAKE.id(0, 0)


def test_only_what_asks_somebody_has_answers() -> None:
    assert dict(ASKED.answers) == {"place": ("on", "done"), "take": ("good",)}


def test_an_unknown_question_is_told_with_those_that_there_are() -> None:
    with pytest.raises(BadAction, match=r"'dance' is no question; .*none, place, take, end_turn"):
        ASKED.parse("dance")


def test_of_a_stack_the_last_one_is_next() -> None:
    states = STACK.new()
    assert STACK.asked(states) == 0
    states["asks"][0, :3] = ASKED.END_TURN.id(), ASKED.TAKE.id(1, 0), ASKED.PLACE.id()
    assert ASKED.text(STACK.asked(states)) == "place"
    assert looks.view(STACK, states, 0)["asks"] == ["end_turn", "take red", "place", "none"]


def test_what_is_asked_is_seen_by_everyone_and_fits() -> None:
    with pytest.raises(TypeError, match="everyone sees it"):
        field("asks", "i2", (2,), questions=ASKED, seen_by=OWNER, doc="hidden")
    many = questions(question("good", "one of many", ("good",), colours=subset("abcdefg")))
    with pytest.raises(TypeError, match="128 questions do not fit in i1"):
        field("asks", "i1", questions=many, seen_by=ALL, doc="too narrow")


def test_a_renamed_field_means_what_it_meant() -> None:
    before = record("named", seats=2, fields=[field("stage", seen_by=ALL, doc="what is asked")])
    after = record("named", seats=2, fields=[field("asks", seen_by=ALL, doc="what is asked", hashed="stage")])
    register(before)
    register(after)
    old, new = before.new(), after.new()
    old["stage"], new["asks"] = 3, 3
    assert before.meaning.of(old.tobytes()) == after.meaning.of(new.tobytes())
    new["asks"] = 4
    assert before.meaning.of(old.tobytes()) != after.meaning.of(new.tobytes())
