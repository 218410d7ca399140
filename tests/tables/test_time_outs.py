"""Who has no time left, who leaves and who comes back; what costs nobody time."""

import asyncio
import tracemalloc
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from tests.tables.clocked import BLITZ, DAYS, END, START, Given, clock_of, clocked, table_with
from tests.tables.playing import ADA, BEN, BOT, Player, run
from tests.tables.test_faults import damage
from tests.waiting import soon
from tianxia.server.listing import line as line_of
from tianxia.tables.autoplay import Autoplay
from tianxia.tables.frames import Ack, DayOff, Look, Looked, Return
from tianxia.tables.moment import ASKED
from tianxia.tables.opened import AGAIN
from tianxia.tables.opening import FILE
from tianxia.tables.refused import Refused
from tianxia.tables.registry import Registry
from tianxia.tables.rows import ActionRow, BotTookOverRow, ClockRow, Seat, TimedOutRow
from tianxia.tables.store import Person, StoreError
from tianxia.tables.table import Table
from tianxia.tables.time_control import DAY, GRACE, LAG
from tianxia.tables.timing import AHEAD, PULSE, Deadlines

CYD = Seat("Cyd", guest="cyd")


def told(table: Table, lang: str = "en") -> list[str]:
    return [one.text for one in table.view(None, lang).incidents]


def first(table: Table) -> tuple[str, str]:
    """Who is to act, and the other one."""
    (seat,) = table.history.to_act
    return ("ada", "ben") if seat == 0 else ("ben", "ada")


async def pass_by(registry: Registry, time: Given, seconds: float) -> None:
    """So much time passes, and nobody looks at the deadlines."""
    for _ in range(int(seconds)):
        time.wall += 1
        time.ticks += 1
        await registry.keeper.observe()


async def attend(player: Player, frame: Any) -> Any:
    player.sent = frame.id
    await player.table.attend(player.subscriber, frame)
    return await player.answer()


def test_who_has_no_time_left_is_played_for_though_nobody_looks_and_may_return(tmp_path: Path) -> None:
    async def test() -> None:
        time = Given()
        async with clocked(tmp_path, time) as registry:
            table = await table_with(registry, BLITZ, ADA, BEN)
            late, other = first(table)
            seat = ("ada", "ben").index(late)
            await time.go_by(END - 1)
            assert table.history.seats[seat].bot is None
            await time.go_by(2)
            await soon(lambda: table.history.to_act == (1 - seat,))
            sitter = table.history.seats[seat]
            assert (sitter.guest, sitter.bot) == (late, "normal")
            kinds = [type(row) for row in await registry.store.rows(table.setup.id, 3)]
            assert kinds[:3] == [TimedOutRow, BotTookOverRow, ActionRow]
            assert clock_of(table, seat).asked is None
            assert clock_of(table, seat).left == 0
            away, ben = Player(table, late), Player(table, other)
            view = away.view
            assert (view.away, view.seats[seat].deputy, view.seats[seat].bot, view.legal) == ([seat], True, None, [])
            assert view.prompt == "A bot plays for you while you are away."
            await soon(lambda: ben.view.legal)
            await ben.command(ben.view.legal[0].id)
            assert isinstance(await ben.answer(), Ack)
            assert isinstance(await attend(away, Return("r", table.setup.id)), Ack)
            assert table.history.seats[seat].bot is None
            assert table.history.now.away == ()
            assert clock_of(table, seat).left == 10
            shown = await registry.store.glance(table.setup.id)
            assert shown is not None
            assert shown.seats == table.history.seats
            name = late.title()
            assert told(table) == [f"The time of {name} is over.", f"A bot plays on for {name}.", f"{name} is back."]
            # who looks back sees who played then
            moments = [
                table.look(ben.subscriber, Look("l", n)) for n in range(table.history.streams[1 - seat].events + 1)
            ]
            assert all(isinstance(moment, Looked) for moment in moments)
            played = [moment.view.seats[seat].deputy for moment in moments if isinstance(moment, Looked)]
            assert [by_a_bot for by_a_bot, _ in groupby(played)] == [False, True, False]

    run(test)


def test_a_step_that_comes_after_the_time_is_refused_and_the_time_out_stands_once(tmp_path: Path) -> None:
    async def test() -> None:
        time = Given()
        async with clocked(tmp_path, time) as registry:
            table = await table_with(registry, BLITZ, ADA, BEN)
            late = Player(table, first(table)[0])
            await registry.keeper.close()  # the timer is slow
            await pass_by(registry, time, END - LAG - 1)
            await late.command(late.view.legal[0].id, id="in time")
            assert isinstance(await late.answer(), Ack)
            slow = Player(table, ("ada", "ben")[table.history.to_act[0]])
            await pass_by(registry, time, END)
            await slow.command(slow.view.legal[0].id, id="too late")
            refused = await slow.refused()
            assert (refused.code, refused.reason) == ("over", "Your time was over before this came.")
            await table.time_out()
            rows = await registry.store.rows(table.setup.id, 0)
            assert [row.seat for row in rows if isinstance(row, TimedOutRow)] == [slow.viewer]

    run(test)


def test_where_nobody_is_left_the_game_is_over_and_who_went_last_stands_first(tmp_path: Path) -> None:
    async def test() -> None:
        time = Given()
        async with clocked(tmp_path, time) as registry:
            table = await table_with(registry, BLITZ, ADA, BEN)
            late, other = first(table)
            seat = ("ada", "ben").index(late)
            await time.go_by(END + 1)
            await soon(lambda: table.history.to_act == (1 - seat,))
            await time.go_by(END + 1)
            await soon(lambda: table.history.over)
            now = table.history.now
            assert now.ended
            assert now.result == now.rated == ((2, 1) if seat == 0 else (1, 2))
            assert Player(table, other).view.prompt == "The game is over: nobody else was left."
            assert Player(table, late).view.prompt == f"The game is over: the time of {other.title()} is."
            (listed,) = await registry.store.games_of(other)
            assert line_of(listed, Person(other, ""), "en").turn == "you won"
            alone = await table_with(registry, BLITZ, ADA, BOT, BOT, game="huang", players=3)
            await soon(lambda: alone.history.to_act == (0,))
            await time.go_by(END + 1)
            await soon(lambda: alone.history.over)
            assert alone.history.now.result == (3, 1, 1)
            assert Player(alone, "ada").view.prompt == "Your time is over, and so is the game."
            summary = (await registry.store.games_of("ada", alone.setup.id))[0]
            assert summary.standing is not None
            assert summary.standing.away == (0,)
            assert line_of(summary, Person("ada", "Ada"), "en").turn == "your time was over"

    run(test)


def test_with_more_than_two_who_resigns_or_deletes_the_game_is_played_for(tmp_path: Path) -> None:
    async def test() -> None:
        time = Given()
        async with clocked(tmp_path, time) as registry:
            table = await table_with(registry, None, ADA, BEN, CYD, game="huang", players=3)
            await table.resign("ada", "en")
            assert not table.history.over
            (listed,) = await registry.games_of(Person("cyd", "Cyd"))
            assert line_of(listed, Person("cyd", "Cyd"), "en").rivals == ["Ada", "Ben"]
            ada = Player(table, "ada")
            assert ada.view.prompt == "You have resigned: a bot plays on for you."
            assert (await attend(ada, Return("r", table.setup.id))).code == "illegal"
            with pytest.raises(Refused, match="already"):
                await table.resign("ada", "en")
            time.wall += 1
            await registry.remove(table.setup.id, Person("ben", "Ben"), "en")
            assert not table.history.over
            assert table.history.seats[1] == Seat("Ben", bot="normal")
            time.wall += 1
            await table.resign("cyd", "en")
            now = table.history.now
            assert now.ended
            assert now.result == (3, 2, 1)

    run(test)


def test_a_game_that_is_played_to_its_end_has_its_own_result_and_another_one_for_ratings(tmp_path: Path) -> None:
    async def test() -> None:
        async with clocked(tmp_path, Given()) as registry:
            table = await table_with(registry, None, ADA, BEN, game="chu-han")
            now = table.history.now
            ended = now._replace(match=_over(table))
            own = ended.match.result
            assert own is not None
            winner = own.index(1)
            assert ended.rated == ended.result == own
            gone = ended._replace(gone=((winner, START),))
            assert gone.result == own
            assert gone.rated == tuple(3 - place for place in own)

    run(test)


def _over(table: Table) -> Any:
    match = table.history.match
    while match.to_act:
        seat = match.to_act[0]
        match = match.after(seat, int(match.legal_ids(seat)[-1]))
    return match


def test_a_deadline_is_found_after_a_restart_and_the_outage_costs_nobody_time_and_is_told(tmp_path: Path) -> None:
    async def test() -> None:
        time = Given()
        async with clocked(tmp_path, time) as registry:
            table = await table_with(registry, BLITZ, ADA, BEN)
            name, seat = table.setup.id, table.history.to_act[0]
            await time.go_by(GRACE + 100)
        later = Given(time.wall + 3605)
        async with clocked(tmp_path, later) as registry:
            await later.go_by(BLITZ.bank - 100 - PULSE)
            seen = await registry.store.glance(name)
            assert seen is not None
            assert seen.seats[seat].bot is None
            await later.go_by(3 * PULSE)
            table = await registry.open(name)  # type: ignore[assignment]
            await soon(lambda: table.history.now.away == (seat,))
            assert told(table)[0] == "The server was down; the clocks stood still for 1 hour 5 seconds."
            assert told(table, "pl")[0] == "Serwer nie działał; zegary stały: 1 godzina 5 sekund."
            rows = await registry.store.rows(name, 3)
            credit = rows[0]
            assert isinstance(credit, ClockRow)
            assert credit.until - credit.since == pytest.approx(3605)

    run(test)


@pytest.mark.parametrize("comes", [False, True])
def test_a_game_that_could_not_be_opened_in_time_goes_on_once_it_is_repaired(tmp_path: Path, comes: bool) -> None:
    """By itself after a while, and at once when somebody comes."""

    async def test() -> None:
        time = Given()
        async with clocked(tmp_path, time) as registry:
            name = (await table_with(registry, BLITZ, ADA, BEN)).setup.id
        time = Given(time.wall)
        async with clocked(tmp_path, time) as registry:
            damage(tmp_path / FILE, f"UPDATE games SET game = 'none' WHERE id = '{name}'")
            await time.go_by(END + AHEAD)
            assert registry.loaded(name) is None
            damage(tmp_path / FILE, f"UPDATE games SET game = 'chu-han' WHERE id = '{name}'")
            if comes:
                assert await registry.open(name) is not None
            else:
                await time.go_by(AGAIN)
            table = registry.loaded(name)
            assert table is not None
            await time.go_by(END + PULSE)  # that it stood still cost nobody time
            await soon(lambda: len(table.history.now.away) == 1)

    run(test)


def test_an_outage_is_credited_though_whoever_opened_the_table_has_gone_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        time = Given()
        async with clocked(tmp_path, time) as registry:
            table = await table_with(registry, BLITZ, ADA, BEN)
            name, seat = table.setup.id, table.history.to_act[0]
        later, credit = Given(time.wall + 60), Table.credit
        coming, gone = asyncio.Event(), asyncio.Event()

        async def slowly(table: Table, outages: Any) -> None:
            coming.set()
            await gone.wait()
            await credit(table, outages)

        monkeypatch.setattr(Table, "credit", slowly)
        async with clocked(tmp_path, later) as registry:
            opening = asyncio.create_task(registry.open(name))
            await coming.wait()
            opening.cancel()
            await asyncio.wait([opening])
            gone.set()
            found = await registry.open(name)
            assert found is not None
            await soon(lambda: told(found) != [])
            assert clock_of(found, seat).at(later.now()) == BLITZ.bank

    run(test)


def test_several_outages_are_credited_once_each(tmp_path: Path) -> None:
    async def test() -> None:
        time = Given()
        async with clocked(tmp_path, time) as registry:
            table = await table_with(registry, DAYS, ADA, BEN)
            name, seat = table.setup.id, table.history.to_act[0]
        for _ in range(3):
            time = Given(time.wall + 1000)
            async with clocked(tmp_path, time):
                pass
        time = Given(time.wall)
        for _ in range(2):
            async with clocked(tmp_path, time) as registry:
                table = await registry.open(name)  # type: ignore[assignment]
                credits = [row for row in await registry.store.rows(name, 0) if isinstance(row, ClockRow)]
                assert len(credits) == 3
                assert clock_of(table, seat).at(time.now()) == DAYS.bank
            time = Given(time.wall)

    run(test)


@pytest.mark.parametrize("step", [7200.0, -7200.0])
def test_nobody_is_timed_out_because_the_clock_of_the_machine_was_set(tmp_path: Path, step: float) -> None:
    async def test() -> None:
        time = Given()
        async with clocked(tmp_path, time) as registry:
            table = await table_with(registry, BLITZ, ADA, BEN)
            player = Player(table, first(table)[0])
            assert player.viewer is not None
            await time.go_by(GRACE + 50)
            await time.leap(step)
            await time.go_by(50)
            left = clock_of(table, player.viewer).at(time.now())
            assert left >= BLITZ.bank - 101
            if step > 0:
                assert left == pytest.approx(BLITZ.bank - 100, abs=1)
                assert told(table) == ["The server's own clock was set; the clocks stood still for 2 hours."]
            await time.leap(step)
            await player.command(player.view.legal[0].id)
            assert isinstance(await player.answer(), Ack), "not even if that was not noticed yet"

    run(test)


def test_nobody_is_timed_out_while_it_is_written_down_that_the_machine_stood_still(tmp_path: Path) -> None:
    async def test() -> None:
        time = Given()
        async with clocked(tmp_path, time) as registry:
            table = await table_with(registry, BLITZ, ADA, BEN)
            player = Player(table, first(table)[0])
            time.wall, time.ticks = time.wall + 7200, time.ticks + 7200
            await asyncio.gather(registry.keeper.observe(), player.command(player.view.legal[0].id))
            assert isinstance(await player.answer(), Ack)

    run(test)


def test_the_clocks_of_others_run_on_where_a_table_cannot_be_credited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        time = Given()
        async with clocked(tmp_path, time) as registry:
            wrong, table = [await table_with(registry, BLITZ, ADA, BEN) for _ in range(2)]

            async def fails(*_: Any, **__: Any) -> None:
                raise StoreError("the disk is full")

            with monkeypatch.context() as broken:
                broken.setattr(wrong, "_commit", fails)
                await time.leap(7200.0, PULSE)
                await soon(lambda: told(table) != [])
            await time.go_by(END + PULSE)
            await soon(lambda: bool(table.history.now.away))

    run(test)


@pytest.mark.parametrize("fails", [False, True])
def test_the_clocks_run_on_whatever_becomes_of_what_is_done_every_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    begun: list[Registry] = []

    async def work(registry: Registry) -> None:
        begun.append(registry)
        if fails:
            raise RuntimeError("a fault of ours")
        await asyncio.Event().wait()

    async def test() -> None:
        time = Given()
        async with clocked(tmp_path, time) as registry:
            table = await table_with(registry, BLITZ, ADA, BEN)
            await soon(lambda: begun)
            await time.go_by(END + PULSE)
            await soon(lambda: bool(table.history.now.away))
            assert registry.keeper.outages == []
            assert (len(begun) > 1) == fails, "never twice at once"

    monkeypatch.setattr(Registry, "_each_minute", work)
    run(test)


def test_a_pause_of_the_table_costs_nobody_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        time = Given()
        async with clocked(tmp_path, time) as registry:
            table = await table_with(registry, BLITZ, ADA, BEN)
            player = Player(table, first(table)[0])
            assert player.viewer is not None
            await time.go_by(GRACE + 50)

            async def fails(*_: Any, **__: Any) -> None:
                raise StoreError("the disk is full")

            with monkeypatch.context() as broken:
                broken.setattr(registry.store, "append", fails)
                broken.setattr(registry.store, "probe", fails)
                await player.command(player.view.legal[0].id)
                assert (await player.refused()).code == "paused"
                await time.go_by(2 * END)
                assert table.history.now.away == ()
            await table.resume()
            assert not table.paused
            assert clock_of(table, player.viewer).at(time.now()) == pytest.approx(BLITZ.bank - 50)
            assert told(table) == ["The table was paused; the clocks stood still for 11 minutes 2 seconds."]

    run(test)


def test_a_bot_that_was_asked_for_a_seat_is_not_heard_once_its_guest_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        time, thought = Given(), asyncio.Event()

        async def thinks(self: Autoplay, seat: int, level: str, limit: float | None) -> int:
            await thought.wait()
            return 0

        monkeypatch.setattr(Autoplay, "_ask", thinks)
        async with clocked(tmp_path, time) as registry:
            table = await table_with(registry, BLITZ, ADA, BEN)
            late = Player(table, first(table)[0])
            assert late.viewer is not None
            await time.go_by(END + 1)
            await soon(lambda: table.autoplay.busy)
            number = table.history.asked_since[late.viewer]
            assert isinstance(await attend(late, Return("r", table.setup.id)), Ack)
            assert not table.autoplay.busy
            thought.set()
            rows = table.history.rows
            await table.play(late.viewer, number, late.view.legal[0].id)
            assert table.history.rows == rows
            await late.command(late.view.legal[0].id)
            assert isinstance(await late.answer(), Ack)

    run(test)


def test_a_day_off_is_taken_and_no_more_than_there_are(tmp_path: Path) -> None:
    async def test() -> None:
        time = Given()
        async with clocked(tmp_path, time) as registry:
            table = await table_with(registry, DAYS, ADA, BEN)
            player = Player(table, first(table)[0])
            assert player.viewer is not None
            for n in range(DAYS.vacation):
                for _ in range(2):  # sent again, it is the same day
                    assert isinstance(await attend(player, DayOff(f"d{n}", table.setup.id)), Ack)
            assert (await attend(player, DayOff("d", table.setup.id))).code == "illegal"
            clocks = player.view.clocks
            assert clocks is not None
            mine = clocks.seats[player.viewer]
            assert (mine.left, mine.runs, mine.vacation) == (DAYS.bank, START + DAYS.vacation * DAY, 0)

    run(test)


def test_the_way_to_a_page_is_measured_here_and_credited_up_to_the_cap(tmp_path: Path) -> None:
    async def test() -> None:
        time = Given()
        async with clocked(tmp_path, time) as registry:
            table = await table_with(registry, BLITZ, ADA, BEN)
            player = Player(table, first(table)[0])
            one = player.subscriber
            one.echo()
            assert one.lag == 0, "nothing was sent that this could answer"
            for way in (30.0, 0.2, 0.4, 50.0):
                one.pong()
                time.ticks += way
                one.echo()
            assert one.lag == pytest.approx(0.2)
            for _ in range(4):
                time.ticks += 30
                one.echo()
            assert one.lag == pytest.approx(0.2), "each pong is answered once"
            for _ in range(4):
                one.pong()
                time.ticks += 30
                one.echo()
            time.ticks = 0.0
            await player.command(player.view.legal[0].id)
            (row,) = [row for row in await registry.store.rows(table.setup.id, 0) if isinstance(row, ActionRow)]
            assert row.lag == LAG

    run(test)


def test_a_bot_that_was_to_act_when_the_server_stopped_goes_on_though_nobody_looks(tmp_path: Path) -> None:
    async def test() -> None:
        time = Given()
        async with clocked(tmp_path, time) as registry:
            made = await table_with(registry, DAYS, ADA, BOT, game="sun-tzu")
            name, rows = made.setup.id, made.history.rows
        time = Given(time.wall)
        async with clocked(tmp_path, time) as registry:
            await time.go_by(ASKED + PULSE)
            table = await registry.open(name)
            assert table is not None
            await soon(lambda: table.history.rows > rows)

    run(test)


def test_the_last_word_on_a_deadline_holds_and_each_is_told_once() -> None:
    deadlines = Deadlines()
    for table, at in (("a", 5.0), ("b", 3.0), ("a", 1.0), ("b", 7.0), ("c", 2.0)):
        deadlines.set(table, at)
    deadlines.set("c", None)
    assert (len(deadlines), deadlines.next) == (2, 1.0)
    assert [deadlines.pop(at) for at in (0.5, 1.0, 6.0, 7.0, 9.0)] == [None, "a", None, "b", None]
    assert deadlines.next is None


def test_deadlines_that_do_not_hold_any_more_do_not_pile_up() -> None:
    """Where turns may be days apart each of them would lie there for days."""

    deadlines = Deadlines()
    tracemalloc.start()
    for at in range(100_000):
        deadlines.set("a", float(at + 1))
        deadlines.set("b", None if at % 2 else float(at + 1))
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (len(deadlines), deadlines.pop(100_000.0), deadlines.next) == (1, "a", None)
    assert size < 1_000_000
