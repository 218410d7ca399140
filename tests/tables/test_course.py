"""The fold: whatever is tried, the position is what the accepted rows make it."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tianxia
from tianxia.tables.course import Course
from tianxia.tables.store import Row

GAME = tianxia.load("chu-han")
SIZE = GAME.actions.size

attempts = st.lists(
    st.tuples(
        st.sampled_from(["legal", "legal", "legal", "undo", "garbage"]), st.integers(0, 1), st.integers(0, SIZE + 5)
    ),
    max_size=40,
)


def attempt(course: Course, what: str, seat: int, pick: int) -> Row | None:
    """Tries one step; gives the row if it was accepted."""
    legal = course.match.legal_ids(seat).tolist()
    action = legal[pick % len(legal)] if what == "legal" and legal else pick
    if what == "undo" and not course.can_undo(seat):
        return None
    row = Row(course.rows, "undo" if what == "undo" else "action", seat, None if what == "undo" else action, None, 0.0)
    try:
        course.accept(course.prepare(row))
    except tianxia.IllegalAction:
        return None
    return row


@given(seed=st.integers(0, 2**63 - 1), tried=attempts)
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_the_fold_over_the_accepted_rows_is_the_live_game(seed: int, tried: list[tuple[str, int, int]]) -> None:
    live, rows = Course(GAME, seed), []
    for what, seat, pick in tried:
        before = (live.match.hash(), live.rows, live.streams)
        row = attempt(live, what, seat, pick)
        if row is None:
            assert (live.match.hash(), live.rows, live.streams) == before
        else:
            rows.append(row)
    again = Course(GAME, seed)
    again.fold(rows)
    assert again.match.hash() == live.match.hash()
    assert again.streams == live.streams
    assert [again.events(viewer, 0, "en") for viewer in again.viewers] == [
        live.events(viewer, 0, "en") for viewer in live.viewers
    ]


def course_at(seed: int, *texts: str) -> Course:
    """A game in which the seat to act plays these actions one after another."""
    course = Course(GAME, seed)
    for text in texts:
        play(course, text)
    return course


def play(course: Course, text: str) -> None:
    row = Row(course.rows, "action", course.match.to_act[0], GAME.action(text).id, None, 0.0)
    course.accept(course.prepare(row))


def undo(course: Course, seat: int) -> None:
    course.accept(course.prepare(Row(course.rows, "undo", seat, None, None, 0.0)))


def seed_with(text: str) -> int:
    """A deal in which the first leader may play this."""
    return next(s for s in range(10**4) if GAME.action(text).id in GAME.new(s).legal_ids(0))


def numbers(course: Course) -> dict[int | None, int]:
    return {viewer: stream.number for viewer, stream in course.streams.items()}


def test_a_play_that_is_not_complete_is_counted_for_its_owner_only() -> None:
    course = course_at(seed_with("zhongli_mo"), "zhongli_mo")
    assert numbers(course) == {0: 2, 1: 1, None: 1}
    play(course, course.match.legal(0)[0].text)
    assert numbers(course) == {0: 3, 1: 1, None: 1}
    assert course.events(1, 0, "en") == course.events(None, 0, "en") == Course(GAME, 0).events(1, 0, "en")


def test_taking_back_a_play_that_was_not_complete_is_seen_by_its_owner_only() -> None:
    course = course_at(seed_with("zhongli_mo"), "zhongli_mo")
    undo(course, 0)
    assert numbers(course) == {0: 3, 1: 1, None: 1}
    assert course.match.step_count == 0


def test_numbers_never_go_back() -> None:
    course = course_at(3, GAME.new(3).legal(0)[-1].text)
    undo(course, 0)
    assert numbers(course) == {0: 3, 1: 3, None: 3}
    assert {stream.reset for stream in course.streams.values()} == {3}


def test_a_draw_cannot_be_taken_back() -> None:
    course = course_at(1, "decree")
    assert not course.can_undo(0)


def test_a_decision_of_the_rival_seals_what_came_before() -> None:
    course = course_at(seed_with("set 1 1"), "set 1 1", "pass")
    assert not course.can_undo(0)
    assert course.can_undo(1)


def test_the_last_action_of_a_turn_can_be_taken_back_though_the_turn_has_ended() -> None:
    course = course_at(seed_with("set 1 1"), "set 1 1")
    assert course.match.to_act == (1,)
    assert course.can_undo(0)
    assert not course.can_undo(1)


@pytest.mark.parametrize("seed", range(3))
def test_every_event_has_the_number_at_which_its_viewer_saw_it(seed: int) -> None:
    course, chance = Course(GAME, seed), random.Random(seed)
    seen: dict[int | None, list[dict[str, object]]] = {
        viewer: course.events(viewer, 0, "en") for viewer in course.viewers
    }
    while not course.over:
        before = numbers(course)
        play(course, chance.choice(course.match.legal(course.match.to_act[0])).text)
        for viewer in course.viewers:
            news = course.events(viewer, before[viewer], "en")
            assert {event["step"] for event in news} <= {course.streams[viewer].number}
            seen[viewer] += news
    for viewer in course.viewers:
        assert seen[viewer] == course.events(viewer, 0, "en")
