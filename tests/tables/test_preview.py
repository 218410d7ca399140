"""What an action brings is told before it is taken, where a game has words for it."""

from gettext import NullTranslations
from typing import Any

import pytest

import tianxia
from tests.tables.playing import history_of
from tianxia.games.chu_han import notes
from tianxia.tables import views
from tianxia.tables.history import History


def preview(s: Any, seat: int, action: int, speak: NullTranslations) -> str:
    """A stand-in that tells what it was given."""
    own, rival = s.hand.tolist()[seat], s.hand.tolist()[1 - seat]
    return f"seat {seat}, action {action}, {sum(own)} cards, {sum(rival)} of the rival"


@pytest.fixture
def history(monkeypatch: pytest.MonkeyPatch) -> History:
    monkeypatch.setattr(notes, "preview", preview, raising=False)
    return history_of(tianxia.load("chu-han"), 7)


def test_parts_that_make_one_action_are_answered_with_what_it_brings(history: History) -> None:
    (action,) = [one for one in history.match.legal(0) if one.kind == "decree"]
    told = views.answer(history, 0, list(action.parts), "en")
    assert told == f"seat 0, action {action.id}, 15 cards, 0 of the rival"


def test_of_several_actions_with_the_same_parts_the_chosen_one_is_told() -> None:
    history = history_of(tianxia.load("huang", players=3), 1)
    legal = history.match.legal(history.match.to_act[0])
    seat, partless = history.match.to_act[0], [one for one in legal if not one.parts]
    assert views.answer(history, seat, [], "en", partless[0].id) == history.match.preview(seat, partless[0])


def test_parts_that_need_more_are_answered_with_nothing(history: History) -> None:
    action = next(one for one in history.match.legal(0) if len(one.parts) > 1)
    single = [one.parts for one in history.match.legal(0) if len(one.parts) == 1]
    if (action.parts[0],) not in single:
        assert views.answer(history, 0, [action.parts[0]], "en") == ""


def test_what_is_illegal_or_no_action_is_not_foretold(history: History) -> None:
    assert history.match.preview(1, "pass") == ""
    assert views.answer(history, 0, ["hand:nothing"], "en") == "These do not make a play."


def test_the_beginning_of_actions_is_answered_with_what_forbids_all_of_them(history: History) -> None:
    assert views.answer(history, 0, ["row"], "en") == "Only at the Race to Hangu Pass there is a row [C9.1]"
