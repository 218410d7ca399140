"""The fold: whatever is tried, the position is what the accepted rows make it."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import tianxia
from tests.tables.playing import action_row, follow, history_of, undo_row
from tianxia.tables import views
from tianxia.tables.history import History
from tianxia.tables.rows import ActionRow, JoinedRow, LeftRow, ResignedRow, Row, Seat, StartedRow, UndoRow
from tianxia.tables.setup import Setup
from tianxia.tables.table_view import TableView

GAME = tianxia.load("chu-han")
SIZE = GAME.actions.size

attempts = st.lists(
    st.tuples(
        st.sampled_from(["legal", "legal", "legal", "undo", "garbage"]), st.integers(0, 1), st.integers(0, SIZE + 5)
    ),
    max_size=40,
)


def attempt(history: History, what: str, seat: int, pick: int) -> Row | None:
    """Tries one step; gives the row if it was accepted."""
    legal = history.match.legal_ids(seat).tolist()
    action = legal[pick % len(legal)] if what == "legal" and legal else pick
    if what == "undo" and not history.can_undo(seat):
        return None
    try:
        row = undo_row(history, seat) if what == "undo" else action_row(history, seat, action)
        follow(history, row)
    except tianxia.IllegalAction:
        return None
    return row


@given(seed=st.integers(0, 2**63 - 1), tried=attempts)
@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
def test_the_fold_over_the_accepted_rows_is_the_live_game(seed: int, tried: list[tuple[str, int, int]]) -> None:
    live, rows = history_of(GAME, seed), []
    for what, seat, pick in tried:
        before = (live.match.hash(), live.rows, live.streams)
        row = attempt(live, what, seat, pick)
        if row is None:
            assert (live.match.hash(), live.rows, live.streams) == before
        else:
            rows.append(row)
    again = history_of(GAME, seed)
    again.fold(rows)
    assert again.match.hash() == live.match.hash()
    assert again.streams == live.streams
    assert [again.events(viewer, 0, "en") for viewer in again.viewers] == [
        live.events(viewer, 0, "en") for viewer in live.viewers
    ]


def history_at(seed: int, *texts: str) -> History:
    """A game in which the seat to act plays these actions one after another."""
    history = history_of(GAME, seed)
    for text in texts:
        play(history, text)
    return history


def play(history: History, text: str) -> None:
    row = action_row(history, history.match.to_act[0], text)
    follow(history, row)


def undo(history: History, seat: int) -> None:
    follow(history, undo_row(history, seat))


def seed_with(text: str) -> int:
    """A deal in which the first leader may play this."""
    return next(s for s in range(10**4) if GAME.action(text).id in GAME.new(s).legal_ids(0))


def numbers(history: History) -> dict[int | None, int]:
    return {viewer: stream.number for viewer, stream in history.streams.items()}


def test_a_play_that_is_not_complete_is_counted_for_its_owner_only() -> None:
    history = history_at(seed_with("zhongli_mo"), "zhongli_mo")
    assert numbers(history) == {0: 2, 1: 1, None: 1}
    play(history, history.match.legal(0)[0].text)
    assert numbers(history) == {0: 3, 1: 1, None: 1}
    assert history.events(1, 0, "en") == history.events(None, 0, "en") == history_of(GAME, 0).events(1, 0, "en")


def test_taking_back_a_play_that_was_not_complete_is_seen_by_its_owner_only() -> None:
    history = history_at(seed_with("zhongli_mo"), "zhongli_mo")
    undo(history, 0)
    assert numbers(history) == {0: 3, 1: 1, None: 1}
    assert history.match.step_count == 0


def test_numbers_never_go_back() -> None:
    history = history_at(3, GAME.new(3).legal(0)[-1].text)
    undo(history, 0)
    assert numbers(history) == {0: 3, 1: 3, None: 3}
    assert {stream.reset for stream in history.streams.values()} == {3}


def test_a_draw_cannot_be_taken_back() -> None:
    history = history_at(1, "decree")
    assert not history.can_undo(0)


def test_what_came_before_a_decision_of_the_rival_stays() -> None:
    history = history_at(seed_with("set 1 1"), "set 1 1", "pass")
    assert not history.can_undo(0)
    assert history.can_undo(1)


def test_the_last_action_of_a_turn_can_be_taken_back_though_the_turn_has_ended() -> None:
    history = history_at(seed_with("set 1 1"), "set 1 1")
    assert history.match.to_act == (1,)
    assert history.can_undo(0)
    assert not history.can_undo(1)


def with_rival_half_way() -> History:
    """Han has led a set; Chu has begun to answer with Peng Yue, which nobody else can see."""
    for seed in range(10**4):
        if GAME.action("set 1 1").id in GAME.new(seed).legal_ids(0):
            history = history_at(seed, "set 1 1")
            if GAME.action("peng_yue").id in history.match.legal_ids(1):
                play(history, "peng_yue")
                return history
    raise AssertionError("no such deal")


def test_a_play_of_the_rival_that_is_not_complete_leaves_it_open() -> None:
    history = with_rival_half_way()
    assert history.can_undo(0)
    undo(history, 0)
    assert history.match.step_count == 0
    assert numbers(history) == {0: 3, 1: 4, None: 3}
    play(history, "set 1 1")
    assert history.can_undo(0)


def test_both_may_take_back_steps_of_a_play_that_is_not_complete() -> None:
    history = with_rival_half_way()
    assert history.can_undo(1)
    undo(history, 1)
    assert history.can_undo(0)
    assert not history.can_undo(1)


def with_declined_ability(held: bool) -> History:
    """Han has declared Yu Ji, Chu has let it stand, with Lyu Zhi in hand or without."""
    for seed in range(10**4):
        match = GAME.new(seed)
        if GAME.action("yu_ji 1").id in match.legal_ids(0) and ("lyu_zhi" in match.position()["hand"][1]) == held:
            return history_at(seed, "yu_ji 1", "decline")
    raise AssertionError("no such deal")


@pytest.mark.parametrize("held", [True, False])
def test_a_decline_can_be_taken_back_by_who_decided_it_and_not_where_the_platform_did(held: bool) -> None:
    history = with_declined_ability(held)
    assert history.can_undo(1) == held
    assert views.undo_reason(history, 1, "en") == ("" if held else "The last decision was not yours.")


def test_nobody_takes_back_what_was_not_played() -> None:
    with pytest.raises(tianxia.IllegalAction):
        undo(history_of(GAME, 0), 0)
    with pytest.raises(tianxia.IllegalAction):
        undo(with_rival_half_way(), 2)


@pytest.mark.parametrize("rows", [[0, 2], [1], [-1, 0], [0, 0]])
def test_rows_that_are_not_numbered_one_by_one_are_not_followed(rows: list[int]) -> None:
    history = history_of(GAME, seed_with("set 1 1"))
    texts, first = iter(("set 1 1", "pass")), history.rows
    with pytest.raises(tianxia.EngineFault):
        history.fold(
            replace(action_row(history, history.match.to_act[0], next(texts)), number=first + number) for number in rows
        )


SETUP = Setup("t", "chu-han", {}, 0, "salt", 0.0, "en", "")


@pytest.mark.parametrize("seed", range(2))
def test_a_step_that_a_viewer_does_not_see_changes_nothing_for_it(seed: int) -> None:
    history, chance = history_of(GAME, seed), random.Random(seed)
    unseen = 0

    def shown() -> dict[int | None, TableView]:
        return {viewer: views.table_view(SETUP, history, viewer, "en") for viewer in history.viewers}

    before = shown()
    for _ in range(150):
        if history.over:
            break
        (seat,) = history.match.to_act
        undoing = [seat for seat in range(GAME.seats) if history.can_undo(seat)]
        steps = [action for action in history.match.legal(seat) if action.kind in ("zhongli_mo", "peng_yue", "add")]
        if undoing and chance.random() < 0.3:
            undo(history, chance.choice(undoing))
        else:
            play(history, chance.choice(steps or history.match.legal(seat)).text)
        after = shown()
        for viewer in history.viewers:
            if before[viewer].number == after[viewer].number:
                unseen += 1
                assert before[viewer] == after[viewer]
        before = after
    assert unseen > 10


@pytest.mark.parametrize("seed", range(3))
def test_every_event_has_the_number_at_which_its_viewer_saw_it(seed: int) -> None:
    history, chance = history_of(GAME, seed), random.Random(seed)
    seen: dict[int | None, list[dict[str, object]]] = {
        viewer: history.events(viewer, 0, "en") for viewer in history.viewers
    }
    while not history.over:
        before = numbers(history)
        play(history, chance.choice(history.match.legal(history.match.to_act[0])).text)
        for viewer in history.viewers:
            news = history.events(viewer, before[viewer], "en")
            assert {event["step"] for event in news} <= {history.streams[viewer].number}
            seen[viewer] += news
    for viewer in history.viewers:
        assert seen[viewer] == history.events(viewer, 0, "en")


# -- who sits where ----------------------------------------------------------------------------------------------------


def test_seats_are_what_the_rows_make_them() -> None:
    history = History(GAME, 1)
    ada, ben, bot = Seat("Ada", guest="ada"), Seat("Ben", guest="ben"), Seat("easy", bot="easy")
    for row in (
        JoinedRow(1, ada, number=0, at=0.0),
        LeftRow(1, number=1, at=0.0),
        JoinedRow(1, ben, number=2, at=0.0),
        JoinedRow(0, bot, number=3, at=0.0),
    ):
        follow(history, row)
    assert history.seats == (bot, ben)
    assert not history.over
    follow(history, StartedRow(number=4, at=0.0))
    assert history.to_act == (0,)
    follow(history, LeftRow(1, number=5, at=0.0))
    assert history.seats == (bot, Seat("Ben"))
    assert numbers(history) == {0: 1, 1: 1, None: 1}, "who sits where is told beside the game"


@pytest.mark.parametrize(
    "row",
    [
        ActionRow(0, "pass", number=1, at=0.0),
        UndoRow(0, number=1, at=0.0),
        ResignedRow(0, number=1, at=0.0),
        StartedRow(number=1, at=0.0),
        JoinedRow(0, Seat("Ben", guest="ben"), number=1, at=0.0),
        JoinedRow(2, Seat("Ben", guest="ben"), number=1, at=0.0),
        JoinedRow(-1, Seat("Ben", guest="ben"), number=1, at=0.0),
        LeftRow(1, number=1, at=0.0),
    ],
)
def test_before_all_seats_are_taken_nobody_plays_and_nobody_takes_a_seat_that_is_not_free(row: Row) -> None:
    history = History(GAME, 1)
    follow(history, JoinedRow(0, Seat("Ada", guest="ada"), number=0, at=0.0))
    with pytest.raises(tianxia.IllegalAction):
        history.prepare(row)


def test_a_game_starts_once() -> None:
    history = history_of(GAME, 1)
    with pytest.raises(tianxia.IllegalAction):
        history.prepare(StartedRow(number=history.rows, at=0.0))
