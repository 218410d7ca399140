"""The processes that think for bots: slow ones, dying ones, and games that go on all the same."""

import asyncio
import os
import random
import sys
import time
from pathlib import Path

import pytest

import tianxia
from tests.tables.playing import ADA, BOT, Player, new_table, play_on, registry_in, run
from tests.waiting import LONG, soon
from tianxia.tables import bot_pool as bot_pool_module
from tianxia.tables.bot_pool import BotPool
from tianxia.tables.rows import Seat
from tianxia.tables.worker import Question
from tianxia.tables.workers import Turns, Worker

SCRIPT = """
import os, pathlib, time
import msgspec
from tianxia.tables import worker

FOLDER = pathlib.Path({folder!r})

def think(question):
    if question.level == "slow":
        (FOLDER / "slow").touch()
        time.sleep(60)
    if question.level == "dies":
        os._exit(1)
    if question.level == "dies once" and not (FOLDER / "died").exists():
        (FOLDER / "died").touch()
        os._exit(1)
    if question.level == "fails":
        return worker.Answer(None, error="no idea")
    if question.level in ("expert", "easy", "budget"):
        time.sleep(0.02)
        return worker.Answer(round(1000 * (question.seconds or 0)))
    if question.level == "hard":
        return really(msgspec.structs.replace(question, level="random"))
    if question.level == "normal":
        time.sleep(0.01)
        return worker.Answer(None)
    print("a bot may print what it likes")
    return worker.Answer(question.seat + 40)

really = worker.think
worker.think = think
def warm_up(bot):
    with (FOLDER / "starts").open("a") as starts:
        starts.write("x")
    if (FOLDER / "ill").exists():
        return worker.Answer(None, error="no rules")
    if (FOLDER / "dead").exists():
        os._exit(3)
    return worker.Answer(None)

worker.warm_up = warm_up
worker.main()
"""


@pytest.fixture(autouse=True)
def _script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "thinking.py"
    script.write_text(SCRIPT.format(folder=str(tmp_path)))
    monkeypatch.setattr(Worker, "COMMAND", (sys.executable, str(script)))
    monkeypatch.setattr(bot_pool_module, "PATIENCE", 60.0)


def question(level: str, seat: int = 2, record: bytes = b"", seconds: float | None = None) -> Question:
    return Question("chu-han", {}, level, 1, seat, record, seconds)


def real(level: str) -> Question:
    """A question that can really be answered."""
    match = tianxia.load("chu-han").new(1)
    return question(level, match.to_act[0], match.record(match.to_act[0]).tobytes())


LEGAL = tianxia.load("chu-han").new(1).legal_ids(0).tolist()


def test_a_question_is_answered_by_a_niced_process() -> None:
    async def test() -> None:
        bot_pool = BotPool()
        assert (await bot_pool.choose(question("quick"))).action == 42
        assert (await bot_pool.choose(question("quick", seat=3))).action == 43
        (worker,) = bot_pool.running
        assert os.getpriority(os.PRIO_PROCESS, worker.process.pid) >= 10
        await bot_pool.close()
        assert worker.process.returncode is not None

    run(test)


def test_a_thought_that_takes_too_long_is_cut_off() -> None:
    async def test() -> None:
        bot_pool = BotPool(cap=0.3)
        assert (await bot_pool.choose(question("quick"))).action == 42
        start = time.perf_counter()
        assert (await bot_pool.choose(question("slow"))).action is None
        assert time.perf_counter() - start < LONG / 2  # half of what it would take
        assert (await bot_pool.choose(question("quick"))).action == 42
        await bot_pool.close()

    run(test)


@pytest.mark.parametrize(("level", "answer"), [("dies once", 42), ("dies", None), ("fails", None)])
def test_a_lost_process_is_replaced_once(level: str, answer: int | None) -> None:
    async def test() -> None:
        bot_pool = BotPool()
        assert (await bot_pool.choose(question(level))).action == answer
        assert (await bot_pool.choose(question("quick"))).action == 42
        await bot_pool.close()

    run(test)


def test_questions_wait_for_a_free_process() -> None:
    async def test() -> None:
        bot_pool = BotPool(workers=2)
        answers = await asyncio.gather(*(bot_pool.choose(question("quick", seat)) for seat in range(10)))
        assert [answer.action for answer in answers] == [seat + 40 for seat in range(10)]
        assert len(bot_pool.running) <= 2
        await bot_pool.close()

    run(test)


def test_who_no_longer_waits_does_not_get_the_next_ones_answer(tmp_path: Path) -> None:
    async def test() -> None:
        bot_pool = BotPool()
        await bot_pool.choose(question("quick"))
        slow = asyncio.create_task(bot_pool.choose(question("slow")))
        await soon((tmp_path / "slow").exists)
        slow.cancel()
        await asyncio.gather(slow, return_exceptions=True)
        assert (await bot_pool.choose(question("quick", seat=5))).action == 45
        await bot_pool.close()

    run(test)


def test_killing_the_processes_in_mid_thought_loses_no_game(tmp_path: Path) -> None:
    async def test() -> None:
        bot_pool = BotPool()
        async with registry_in(tmp_path, bot_pool=bot_pool) as registry:
            table = await new_table(registry, ADA, BOT)
            ada, chance = Player(table, "ada"), random.Random(1)
            for _ in range(3):
                for worker in list(bot_pool.running):
                    worker.process.kill()
                while not (ada.view.legal or table.history.over):
                    await ada.hear()
                rows = table.history.rows
                await play_on([ada], chance, 2)
                assert table.history.rows > rows
                assert not table.paused

    run(test)


def test_each_table_has_its_turn_however_much_another_one_asks() -> None:
    async def test() -> None:
        bot_pool, answered = BotPool(), []

        async def ask(table: str, number: int) -> None:
            await bot_pool.choose(question("quick"), table)
            answered.append((table, number))

        await bot_pool.choose(question("quick"))
        first = [asyncio.create_task(ask("greedy", number)) for number in range(5)]
        await asyncio.sleep(0)
        await asyncio.gather(*first, *(ask(table, 0) for table in ("modest", "last")))
        assert answered[:3] == [("greedy", 0), ("greedy", 1), ("modest", 0)]
        assert answered[3:] == [("last", 0), ("greedy", 2), ("greedy", 3), ("greedy", 4)]
        await bot_pool.close()

    run(test)


def test_under_load_all_think_for_a_shorter_time_and_say_so() -> None:
    async def test() -> None:
        bot_pool = BotPool()
        (alone,) = [await bot_pool.choose(question("expert"))]
        assert (alone.action, alone.pressure) == (0, ""), "as long as its level may"
        crowd = await asyncio.gather(*(bot_pool.choose(question("expert"), str(table)) for table in range(40)))
        seconds = [answer.action / 1000 for answer in crowd if answer.action is not None]
        assert len(seconds) == 40
        assert seconds[0] == seconds[-1] == 0, "nobody waited when the first one began, nor behind the last one"
        assert seconds[1] == pytest.approx(bot_pool_module.ROUND / 39, abs=0.01)
        assert seconds[1:-1] == sorted(seconds[1:-1])
        assert {answer.pressure for answer in crowd[1:-1]} == {"short"}
        for level, limit, told in (("easy", None, ""), ("budget", 0.05, ""), ("expert", None, "short")):
            crowd = await asyncio.gather(
                *(bot_pool.choose(question(level, seconds=limit), str(table)) for table in range(12))
            )
            assert crowd[1].pressure == told, "who needs no longer is not hurried"
        await bot_pool.close()

    run(test)


def test_who_waits_too_long_plays_by_the_heuristic(tmp_path: Path) -> None:
    async def test() -> None:
        bot_pool = BotPool(wait=0.2)
        await bot_pool.choose(question("quick"))
        slow = asyncio.create_task(bot_pool.choose(question("slow")))
        await soon((tmp_path / "slow").exists)
        answer = await bot_pool.choose(real("expert"))
        assert answer.action in LEGAL
        assert answer.pressure == "heuristic"
        slow.cancel()
        await asyncio.gather(slow, return_exceptions=True)
        assert (await bot_pool.choose(question("quick"))).pressure == ""
        await bot_pool.close()

    run(test)


@pytest.mark.parametrize("level", ["dies", "fails", "slow"])
def test_who_gets_no_answer_plays_by_the_heuristic(level: str) -> None:
    async def test() -> None:
        bot_pool = BotPool(cap=1.0)
        answer = await bot_pool.choose(real(level))
        assert (answer.action in LEGAL, answer.pressure) == (True, "heuristic")
        await bot_pool.close()

    run(test)


def test_many_who_no_longer_wait_leave_no_place_taken() -> None:
    async def test() -> None:
        turns, chance = Turns(2), random.Random(1)

        async def ask(table: str, steps: int, patience: float) -> None:
            async with turns.turn(table, patience):
                for _ in range(steps):
                    await asyncio.sleep(0)

        for _ in range(200):
            patience = chance.choice([0.0, 60.0])
            asked = [asyncio.create_task(ask(str(n % 3), chance.randrange(4), patience)) for n in range(8)]
            for _ in range(chance.randrange(6)):
                await asyncio.sleep(0)
            for task in chance.sample(asked, 4):
                task.cancel()
            await asyncio.gather(*asked, return_exceptions=True)
            assert (turns._free, turns.waiting) == (2, 0)

    run(test)


@pytest.mark.parametrize(("trouble", "told"), [("ill", "no rules"), ("dead", "exit status 3")])
def test_processes_that_cannot_play_are_told_and_not_started_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: str, told: str
) -> None:
    async def test() -> None:
        (tmp_path / trouble).touch()
        monkeypatch.setattr(bot_pool_module, "REST", (60.0, 60.0))
        bot_pool = BotPool(workers=2)
        assert bot_pool.health() is None
        for _ in range(5):
            answer = await bot_pool.choose(real("quick"))
            assert (answer.action in LEGAL, answer.pressure) == (True, "heuristic")
        health = bot_pool.health()
        assert health is not None
        assert health.startswith("a process that thinks for bots did not start: ")
        assert told in health
        assert (tmp_path / "starts").read_text() == "x"
        (tmp_path / trouble).unlink()
        bot_pool._rest_until = 0.0
        assert (await bot_pool.choose(question("quick"))).action == 42
        assert bot_pool.health() is None
        await bot_pool.close()

    run(test)


def test_processes_that_have_ended_are_told_and_started_anew() -> None:
    async def test() -> None:
        bot_pool = BotPool()
        assert (await bot_pool.choose(question("quick"))).action == 42
        assert bot_pool.health() is None
        for worker in bot_pool.running:
            worker.process.kill()
            await worker.process.wait()
        assert bot_pool.health() is not None
        await soon(lambda: bot_pool.health() is None and not bot_pool.preparing)
        assert any(worker.process.returncode is None for worker in bot_pool.running)
        await bot_pool.close()

    run(test)


def test_a_table_says_that_its_bots_had_less_time(tmp_path: Path) -> None:
    async def test() -> None:
        bot_pool = BotPool()
        async with registry_in(tmp_path, bot_pool=bot_pool) as registry:
            await bot_pool.choose(question("quick"))
            table = await new_table(registry, ADA, Seat("hard", bot="hard"))
            ada, pole = Player(table, "ada"), Player(table, "ada", "pl")
            for others, told in ((30, "short"), (0, "")):
                slow = asyncio.create_task(bot_pool.choose(question("slow"), "slow"))
                await asyncio.sleep(0)
                while not bot_pool._turns.waiting:
                    await play_on([ada], random.Random(1), 1)
                    await asyncio.sleep(0)
                crowd = [bot_pool.choose(question("expert"), str(n)) for n in range(others)]
                waiting = asyncio.gather(*crowd)
                await asyncio.sleep(0)
                slow.cancel()
                await soon(lambda: not ada.view.waiting)
                assert table.autoplay.pressure == told
                assert ada.view.hurried.startswith("Many bots are playing here just now" if told else "")
                assert pole.view.hurried.startswith("Gra tu teraz wiele botów" if told else "")
                assert bool(ada.view.hurried) == bool(told)
                await waiting

    run(test)


def test_one_process_a_core_thinks_but_one_is_left_for_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    for count, workers in ((1, 1), (2, 1), (16, 15)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, count=count: set(range(count)))
        assert BotPool(None).workers == workers
