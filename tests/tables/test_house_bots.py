"""Bots of who runs the server: what they get, and what they do wrong, which costs a table nothing."""

import asyncio
import logging
import sys
from pathlib import Path
from types import ModuleType

import pytest

import tianxia
from tests.tables.playing import ADA, Player, new_table, registry_in, run
from tests.tables.test_bot_pool import question as asked_of
from tests.waiting import soon, until
from tianxia.bots import house
from tianxia.engine.errors import TianxiaError
from tianxia.tables import house_bots, views, worker
from tianxia.tables.bot_pool import BotPool
from tianxia.tables.rows import Seat
from tianxia.tables.worker import Question
from tianxia.tables.workers import Worker

MINE = """
import os, pathlib, sys, time
pathlib.Path(__file__).with_name("loaded").touch()
from tianxia import lab

class Last:
    '''Plays the last of its legal actions.'''
    def __init__(self, game, seed):
        self.game = game
    def choose(self, record, seat):
        return int(lab.State.from_record(self.game, record, seat, 0).legal(seat)[-1])

class Reads:
    def __init__(self, game, seed): pass
    def choose(self, record, seat):
        return int(input())

class Raises(Last):
    def choose(self, record, seat):
        raise ValueError(f"my hand is {record['hand']}")

class Cheats(Last):
    def choose(self, record, seat):
        return -1

class Guesses(Last):
    def choose(self, record, seat):
        return True

class Hangs(Last):
    def choose(self, record, seat):
        pathlib.Path(__file__).with_name("hangs").touch()
        while True:
            pass

class Stuck(Last):
    def choose(self, record, seat):
        while True:
            try:
                time.sleep(60)
            except BaseException:
                pass

class Exits(Last):
    def choose(self, record, seat):
        os._exit(1)

class Forks(Last):
    '''Leaves a child that has its pipes open.'''
    def choose(self, record, seat):
        os.fork()
        while True:
            try:
                time.sleep(60)
            except BaseException:
                pass

def leave_a_child():
    '''It has our pipes open, in a session of its own, until it is told to end.'''
    told = pathlib.Path(__file__).with_name("told")
    if not os.fork():
        os.setsid()
        while not told.exists():
            time.sleep(0.01)
        os._exit(0)

class Departs(Last):
    def choose(self, record, seat):
        leave_a_child()
        os._exit(1)

class Parts(Stuck):
    def choose(self, record, seat):
        leave_a_child()
        return super().choose(record, seat)

class Leaves(Last):
    def choose(self, record, seat):
        sys.exit(1)

class Sees(Last):
    '''Answers only where it is shown nothing that its seat may not see.'''
    def choose(self, record, seat):
        if record["hand"][0, 1 - seat].any() or record["rng"].any():
            raise ValueError
        return super().choose(record, seat)
"""
BAD = ("Raises", "Cheats", "Guesses", "Hangs", "Leaves", "Reads")
FATAL = ("Exits", "Stuck", "Forks")
LEAVING = ("Departs", "Parts")


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv(house.VARIABLE, " ".join(f"mine:{name}" for name in ("Last", "Sees", *LEAVING, *BAD, *FATAL)))
    monkeypatch.setattr(house_bots, "INTERPRETED", True)  # sooner
    monkeypatch.setattr(house_bots, "GRACE", 60.0)


def question(bot: str, seconds: float | None = None) -> Question:
    match = tianxia.load("chu-han").new(1)
    (seat,) = match.to_act
    return Question("chu-han", {}, f"mine:{bot}", 1, seat, match.record(seat).tobytes(), seconds)


LAST = int(tianxia.load("chu-han").new(1).legal_ids(0)[-1])


@pytest.mark.usefixtures("mine")
def test_whatever_a_bot_of_the_house_does_costs_it_one_decision(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        pool = BotPool(workers=0)
        pool.house.seconds = 120.0  # machines are busy now and then
        for bot in ("Last", "Sees"):
            assert (await pool.choose(question(bot), "t")).action == LAST
        process = pool.house.running
        for bot in BAD:
            caplog.clear()
            assert (await pool.choose(question(bot, 1.0 if bot == "Hangs" else None), "t")).action is None
            (line,) = caplog.records
            assert line.getMessage() == f"mine:{bot} failed: another one plays in its place"
            assert (line.levelno, line.__dict__["table"]) == (logging.ERROR, "t")
            assert "my hand is [" not in line.__dict__["exception"], "what it says may be hidden"
            assert not pool.house._resting, "in a reaction window any bot may be late"
        assert (await pool.choose(question("Last"), "t")).action == LAST
        assert pool.house.running is process
        for bot in FATAL:
            if bot != "Exits":
                assert (await pool.choose(question("Last"), "t")).action == LAST
                assert pool.house.running is not process
                process = pool.house.running
                monkeypatch.setattr(house_bots, "GRACE", 0.2)
            caplog.clear()
            for _ in range(2):
                assert (await pool.choose(question(bot, 1.0), "t")).action is None
            (line,) = caplog.records
            assert line.getMessage() == f"mine:{bot} had its process ended and rests: another one plays in its place"
        await pool.close()
        assert pool.house.running is None

    run(test)


@pytest.mark.usefixtures("mine")
def test_what_takes_long_to_load_takes_no_time_of_a_decision_and_what_is_late_rests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(
        house.VARIABLE, "nowhere:Net mine:Last mine:Hangs"
    )  # the first does not load, and that harms no other

    async def test() -> None:
        pool = BotPool(workers=0)
        pool.house.prepare()
        assert pool.house._ready is not None
        await pool.house._ready
        assert (tmp_path / "loaded").exists()
        pool.house.seconds = 120.0
        assert (await pool.choose(question("Last"), "t")).action == LAST
        pool.house.seconds = 1.0
        for _ in range(2):
            assert (await pool.choose(question("Hangs"), "t")).action is None
        late, *others = [line.getMessage() for line in caplog.records if line.__dict__.get("table") == "t"]
        assert (late, others) == ("mine:Hangs failed: another one plays in its place", []), "it rests"
        await pool.close()

    run(test)


@pytest.mark.usefixtures("mine")
def test_a_module_that_never_loads_is_named_once_and_not_with_every_decision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "endless.py").write_text("import gate\ngate.wait()")
    gate = ModuleType("gate")
    monkeypatch.setattr(gate, "wait", lambda: until(lambda: caplog.messages != []), raising=False)
    monkeypatch.setitem(sys.modules, "gate", gate)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(worker, "LONG_LOAD", 0.0)
    with monkeypatch.context() as patch:
        patch.setenv(house.VARIABLE, "endless:Net")
        worker.load_own()
    del sys.modules["endless"]
    assert caplog.messages == [
        "the module endless has not loaded: until it has, others play in place of all bots of this server's own"
    ]
    caplog.clear()

    async def test() -> None:
        pool = BotPool(workers=0)
        for _ in range(2):
            assert (await pool.choose(question("Last", 1e-3), "t")).action is None
        await pool.close()

    run(test)
    assert caplog.messages == ["this server's own bots are not ready: others play in their place until they are"]


@pytest.mark.usefixtures("mine")
def test_a_thought_that_is_undone_takes_the_process_from_nobody(tmp_path: Path) -> None:
    async def test() -> None:
        pool = BotPool(workers=0)
        pool.house.seconds = 120.0
        assert (await pool.choose(question("Last"), "t")).action == LAST
        process = pool.house.running
        thinking = asyncio.create_task(pool.choose(question("Hangs", 1.0), "t"))
        await soon((tmp_path / "hangs").exists)
        thinking.cancel()
        assert (await pool.choose(question("Last"), "other")).action == LAST
        assert pool.house.running is process
        await pool.close()

    run(test)


@pytest.mark.usefixtures("mine")
def test_a_bot_that_does_not_come_back_rests_also_where_nobody_waits_for_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(house_bots, "GRACE", 0.2)

    async def test() -> None:
        house = BotPool(workers=0).house
        house.seconds = 120.0
        house.prepare()
        assert house._ready is not None
        await house._ready
        thinking = asyncio.create_task(house.choose(question("Stuck", 1.0), "t"))
        while house._thought is None:
            await asyncio.sleep(0)
        thinking.cancel()
        assert (await house.choose(question("Last"), "other")).action == LAST
        assert (await house.choose(question("Stuck"), "t")).action is None
        (line,) = [line for line in caplog.records if line.__dict__.get("table")]
        assert line.getMessage() == "mine:Stuck had its process ended and rests: another one plays in its place"
        await house.close()

    run(test)


@pytest.mark.usefixtures("mine")
@pytest.mark.parametrize("bot", LEAVING)
def test_what_a_bot_leaves_behind_harms_no_later_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: str
) -> None:
    monkeypatch.setattr(house_bots, "GRACE", 0.2)

    async def test() -> None:
        house = BotPool(workers=0).house
        house.seconds = 120.0
        house.prepare()
        assert house._ready is not None
        await house._ready
        first = house.running
        thinking = asyncio.create_task(house.choose(question(bot, 3.0), "t"))
        while house._is_alive() and not thinking.done():
            await asyncio.sleep(0)
        house.prepare()  # while the first one's answer is still waited for
        await house._ready
        second = house.running
        assert (await thinking).action is None
        assert (await house.choose(question("Last"), "other")).action == LAST
        assert second is house.running is not first
        (tmp_path / "told").touch()
        assert first is not None
        assert first.process.stdout is not None
        await first.process.stdout.read()  # until the child is gone
        await house.close()

    run(test)


SCRIPT = """
import pathlib, sys
from tianxia.tables import worker

def think(question):
    with pathlib.Path({asked!r}).open("a") as asked:
        asked.write(f"{{question.level}} {{question.seconds}} {{' '.join(sys.argv[1:])}}\\n")
    return worker.Answer(7) if question.level == "normal" else worker.Answer(None, error="no idea")

worker.think = think
worker.warm_up = lambda bot: worker.Answer(None)
worker.main()
"""


@pytest.mark.usefixtures("mine")
@pytest.mark.parametrize("seconds", [None, 90.0])
def test_a_normal_bot_plays_in_its_place_also_of_one_that_is_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float | None
) -> None:
    script, asked = tmp_path / "thinking.py", tmp_path / "asked"
    script.write_text(SCRIPT.format(asked=str(asked)))
    monkeypatch.setattr(Worker, "COMMAND", (*Worker.COMMAND[:1], str(script)))

    async def test() -> None:
        pool = BotPool(workers=1)
        pool.house.seconds = 120.0
        for bot in ("mine:Last", "mine:Gone", "os:abort"):
            assert (await pool.choose(asked_of(bot, seconds=seconds))).action == 7
        await pool.close()

    run(test)
    half = None if seconds is None else seconds / 2
    assert asked.read_text().splitlines() == [f"mine:Last {half or 120.0} --own", *[f"normal {half} "] * 3]


@pytest.mark.usefixtures("mine")
def test_a_game_with_a_bot_that_is_no_more_opens_and_goes_on_and_says_who_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, Seat("mine:Last", bot="mine:Last"))
            name = table.setup.id
            assert Player(table, "ada").view.seats[1].name == "Bot Last (this site's own)"
        monkeypatch.delenv(house.VARIABLE)
        views.called.cache_clear()  # another process would not know it
        async with registry_in(tmp_path) as registry:
            again = await registry.open(name)
            assert again is not None
            ada, pole = Player(again, "ada", "pl"), Player(again, "ada")
            assert ada.view.seats[1].name == "Bot zwykły zamiast bota Last"
            assert pole.view.seats[1].name == "Normal bot in place of Last"
            while not ada.view.legal:
                await asyncio.wait_for(ada.hear(), 60)
            await ada.command(ada.view.legal[-1].id)
            rows = again.history.rows
            while again.history.rows == rows or not (ada.view.legal or again.history.over):
                await asyncio.wait_for(ada.hear(), 60)

    run(test)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("mine", "'mine' should be written as module:factory"),
        ("search:200", "'search:200' should be written as"),
        ("go=mine:Last", "'go=mine:Last' should be written as"),
        ("mine:Last other:Last", "mine:Last and other:Last are both called Last"),
    ],
)
def test_bots_of_the_house_are_named_so_that_players_can_tell_them_apart(text: str, why: str) -> None:
    with pytest.raises(TianxiaError, match=why):
        house.read(text.split())


def test_a_bot_may_be_for_one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(house.VARIABLE, "mine:Last huns=mine:Net, chu-han=mine:Net")
    assert house.own_of("huns") == ("mine:Last", "mine:Net")
    assert house.own_of("huang") == ("mine:Last",)
    assert house.offered("huang") == ("easy", "normal", "hard", "expert", "mine:Last")
