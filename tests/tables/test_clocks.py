"""The clocks as a fold: what follows from rows and their times, and from nothing that is hidden."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import tianxia
from tests.tables.clocked import BLITZ, DAYS, START
from tests.tables.playing import ADA, BEN, follow
from tianxia.tables import clocks, views
from tianxia.tables.clocks import Clocks
from tianxia.tables.history import History, begun
from tianxia.tables.rows import ActionRow, ClockRow, Row, Seat, UndoRow, VacationRow
from tianxia.tables.snapshots import pack, unpack
from tianxia.tables.time_control import DAY, GRACE, LAG, NONE, WINDOW, Clock, in_words, presets, read
from tianxia.tables.windows import asks_reaction

PLAIN = Clock(1000.0, 7.0, live=False, vacation=3)
"""A clock without a grace."""
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("chu-han", {}),
    ("sun-tzu", {}),
    ("sun-tzu", {"events": True}),
    ("huang", {"players": 3}),
    ("huns", {"players": 3}),
]


def clocks_in(history: History) -> Clocks:
    assert history.now.clocks is not None
    return history.now.clocks


def lefts(history: History, at: float) -> list[float]:
    return [one.at(at) for one in clocks_in(history).seats]


def played(
    name: str, options: dict[str, Any], clock: Clock, seed: int, steps: int = 120
) -> Iterator[tuple[History, Row]]:
    """A game at random in random time, with undos, row by row: each is given before it is followed."""
    game = tianxia.load(name, **options)
    history, _ = begun(game, seed, [Seat(seat, guest=seat) for seat in game.seat_names], START, clock)
    chance, at = random.Random(seed), START
    for _ in range(steps):
        if history.over:
            return
        at += chance.choice((0.1, 1.0, 3.0, 6.0, 20.0))
        undoing = [seat for seat in range(game.seats) if history.can_undo(seat)]
        row: Row
        if undoing and chance.random() < 0.15:
            row = UndoRow(chance.choice(undoing), number=history.rows, at=at)
        else:
            seat = chance.choice(history.to_act)
            action = int(chance.choice(history.match.legal_ids(seat).tolist()))
            row = ActionRow(seat, game.action(action).text, 0.3, number=history.rows, at=at)
        yield history, row
        follow(history, row)


class Accountant:
    """Counts the time of all seats from what an onlooker sees: who is to act, what is asked, and whose act that changed."""

    def __init__(self, clock: Clock, seats: int) -> None:
        self.clock = clock
        self.left = [clock.bank] * seats
        self.since: dict[int, tuple[float, bool]] = {}  # of who is to act: from when it is charged, in a window or not
        self.fresh = set(range(seats))
        self.turn: set[int] = set()
        self.gains: list[list[float]] = [[] for _ in range(seats)]

    def see(self, at: float, asked: set[int], window: bool, actor: int | None = None, undo: bool = False) -> None:
        entered = asked - set(self.since)
        if undo and actor is not None and self.gains[actor]:
            self.left[actor] -= self.gains[actor].pop()
        for seat, (since, was_window) in list(self.since.items()):
            own = seat == actor and not undo
            passed = own and (seat not in asked or bool(entered))
            if seat in asked and was_window == window and not passed and not (own and window):
                if own:
                    self.gains[seat].append(0.0)
                continue
            lag = min(0.3, self.clock.lag) if own else 0.0
            self.left[seat] = max(0.0, self.left[seat] - max(0.0, at - since - lag))
            gain = self.clock.turn if passed and seat in self.turn else 0.0
            self.left[seat] += gain
            if own:
                self.gains[seat].append(gain)
            if passed:
                self.fresh.discard(seat)
                self.turn.discard(seat)
            del self.since[seat]
        for seat in asked - set(self.since):
            self.turn |= set() if window else {seat}
            self.since[seat] = (at + self.clock.grace(window, seat in self.fresh), window)


@pytest.mark.parametrize("clock", [PLAIN, BLITZ], ids=["plain", "live"])
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_what_is_shown_of_clocks_follows_from_public_facts_and_no_time_is_lost(
    name: str, options: dict[str, Any], clock: Clock
) -> None:
    for seed in range(3):
        books: Accountant | None = None
        secret = 0
        for history, row in played(name, options, clock, seed):
            if books is None:
                books = Accountant(clock, history.game.seats)
                books.see(START, set(history.to_act), asks_reaction(history.match))
            before = history.streams[None].number
            shown = views.clocks_view(clocks_in(history), "en")
            follow_twin = history.prepare(row)
            seen = follow_twin.streams[None].number != before
            after = follow_twin.after
            assert isinstance(row, ActionRow | UndoRow)
            if seen:
                books.see(row.at, set(after.to_act), asks_reaction(after.match), row.seat, isinstance(row, UndoRow))
            else:
                secret += 1
                if isinstance(row, ActionRow):
                    books.gains[row.seat].append(0.0)
                elif books.gains[row.seat]:
                    assert books.gains[row.seat].pop() == 0.0
            assert after.clocks is not None
            assert all(one.left >= 0 and one.at(row.at) >= 0 for one in after.clocks.seats)
            assert [one.left for one in after.clocks.seats] == pytest.approx(books.left, abs=1e-4)
            runs = {seat: one.runs for seat, one in enumerate(after.clocks.seats) if one.asked is not None}
            assert runs == pytest.approx({seat: since for seat, (since, _) in books.since.items()})
            if not seen:
                assert views.clocks_view(after.clocks, "en") == shown, "a secret step moves no clock"
        assert books is not None
        if name == "sun-tzu":
            assert secret > 10


@pytest.mark.parametrize(("name", "options"), [GAMES[1], GAMES[0]])
def test_clocks_are_the_same_after_a_snapshot_and_when_all_rows_are_followed_again(
    name: str, options: dict[str, Any]
) -> None:
    game = tianxia.load(name, **options)
    _, first = begun(game, 1, [Seat(seat, guest=seat) for seat in game.seat_names], START, BLITZ)
    rows, kept, live = list(first), b"", None
    for live, row in played(name, options, BLITZ, 1, 90):
        rows.append(live.prepare(row).row)
        if len(rows) == 60:
            kept = pack(live.snapshot())
    assert live is not None
    again, recalled = History(game, 1, BLITZ), History(game, 1, BLITZ)
    again.fold(rows)
    recalled.recall(unpack(kept), rows)
    recalled.fold(rows[recalled.rows :])
    assert again.now[1:] == recalled.now[1:] == live.now[1:]


def of_two(clock: Clock, game: str = "sun-tzu", **options: Any) -> History:
    return begun(tianxia.load(game, **options), 1, (ADA, BEN), START, clock)[0]


ORDERS = ("QIN", "CHU", "JIN-YAN", "HAN-QI", "WU")


def act(history: History, seat: int, at: float, *texts: str, lag: float = 0.0) -> None:
    for text in texts:
        follow(history, ActionRow(seat, text, lag, number=history.rows, at=START + at))


def choose(history: History, seat: int, at: float) -> None:
    """All orders of a seat and their confirmation."""
    act(history, seat, at, *(f"order {place} {card}" for place, card in zip(ORDERS, "12345", strict=True)), "confirm")


def test_who_chooses_at_the_same_time_has_a_clock_of_its_own_until_it_has_chosen() -> None:
    history = of_two(PLAIN, generals=False)
    choose(history, 0, 40.0)
    assert lefts(history, START + 100) == [1000 - 40 + 7, 900]
    choose(history, 1, 100.0)
    assert lefts(history, START + 100)[1] == 907, "the last one passes the turn on too"


def test_undo_gives_no_time_back_and_no_time_is_made_by_it() -> None:
    history = of_two(PLAIN, generals=False)
    choose(history, 0, 40.0)
    for n in range(5):
        follow(history, UndoRow(0, number=history.rows, at=START + 50.0 + n))
        assert lefts(history, START + 50.0 + n)[0] == 960, "what was added is gone"
        act(history, 0, 50.0 + n, "confirm")
        assert lefts(history, START + 50.0 + n)[0] == 967
    assert lefts(history, START + 60.0)[1] == 940


def test_the_first_decision_of_a_live_game_has_a_grace_and_only_that_one() -> None:
    history = of_two(BLITZ, generals=False)
    assert lefts(history, START + GRACE) == [BLITZ.bank] * 2
    choose(history, 0, GRACE + 10)
    assert lefts(history, START + GRACE + 10) == [BLITZ.bank - 10 + BLITZ.turn, BLITZ.bank - 10]
    follow(history, UndoRow(0, number=history.rows, at=START + GRACE + 20))
    assert lefts(history, START + GRACE + 30)[0] == BLITZ.bank - 20


def test_the_way_is_credited_once_a_decision_and_up_to_its_cap() -> None:
    for lag, credited in ((0.4, 0.4), (60.0, LAG)):
        history = of_two(BLITZ, generals=False)
        texts = [f"order {place} {card}" for place, card in zip(ORDERS, "12345", strict=True)]
        act(history, 0, GRACE + 10, *texts, "confirm", lag=lag)
        assert lefts(history, 0)[0] == pytest.approx(BLITZ.bank - 10 + credited + BLITZ.turn)
    slow = of_two(DAYS, generals=False)
    choose(slow, 0, DAY)
    assert clocks_in(slow).seats[0].left == 5 * DAY, "days need no such credit"


def test_what_is_to_cost_nobody_time_costs_none_as_far_as_a_clock_ran_in_it() -> None:
    history = of_two(PLAIN, generals=False)
    choose(history, 0, 40.0)
    follow(history, ClockRow(START - 500, START + 60, "outage", number=history.rows, at=START + 70))
    assert lefts(history, START + 70) == [967, 990], "who is asked later is credited less"
    choose(history, 1, 80.0)
    assert lefts(history, START + 80)[1] == pytest.approx(1000 - 20 + 7)


def test_a_bank_holds_no_more_than_its_cap() -> None:
    history = of_two(msgspec.structs.replace(PLAIN, cap=1003.0), generals=False)
    choose(history, 0, 1.0)
    assert lefts(history, START + 1)[0] == 1003


def test_no_time_runs_on_a_day_off() -> None:
    history = of_two(PLAIN, generals=False)
    for taken in range(3):
        follow(history, VacationRow(1, number=history.rows, at=START + 100))
        assert clocks_in(history).seats[1].vacation == 2 - taken
    assert lefts(history, START + 100 + 3 * DAY) == [0, 900]
    assert lefts(history, START + 110 + 3 * DAY)[1] == 890
    with pytest.raises(tianxia.IllegalAction):
        history.prepare(VacationRow(1, number=history.rows, at=START + 200))


@pytest.mark.parametrize("seed", range(6))
def test_a_reaction_costs_the_same_whether_there_was_a_choice_or_not(seed: int) -> None:
    kinds = set()
    for history, row in played("chu-han", {}, PLAIN, seed, 400):
        clocks, seat = clocks_in(history), row.seat if isinstance(row, ActionRow) else 0
        one = clocks.seats[seat]
        if isinstance(row, ActionRow) and one.asked is not None and history.in_window(seat):
            assert one.window
            after = history.prepare(row).after.clocks
            assert after is not None
            if after.seats[seat].asked != one.asked:
                gain = PLAIN.turn if one.turn and not after.seats[seat].turn else 0.0  # for what came before it
                cost = max(0.0, row.at - one.asked - WINDOW)
                assert after.seats[seat].left == pytest.approx(one.left - cost + gain)
                kinds.add(history.declines_by_itself(seat))
    assert kinds


def test_clocks_that_can_be_chosen_have_words_in_both_languages() -> None:
    for lang in ("en", "pl"):
        shown = presets(lang)
        assert shown[0].name == NONE
        assert len({one.words for one in shown}) == len(shown)
    assert read(NONE) is None
    assert read("blitz") == BLITZ
    assert in_words(BLITZ, "en") == "5 minutes each, and 5 seconds more for each turn."
    words = {clock: views.clocks_view(clocks.new(clock, 2), "en").words for clock in (BLITZ, DAYS)}
    assert words[BLITZ].endswith("What a slow line costs you is given back, up to 1 second for each decision.")
    assert words[DAYS] == in_words(DAYS, "en")
    with pytest.raises(KeyError):
        read("bullet")
