"""The processes that think for bots: slow ones, dying ones, and games that go on all the same."""

import asyncio
import os
import random
import sys
import time
from pathlib import Path

import pytest

from tests.tables.playing import ADA, BOT, Player, house_in, new_table, play_on, run
from tests.waiting import soon
from tianxia.tables import thinkers as thinkers_module
from tianxia.tables.thinkers import Thinkers, Worker
from tianxia.tables.worker import Question

SCRIPT = """
import os, pathlib, time
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
    if question.level == "normal":
        time.sleep(0.01)
        return worker.Answer(None)
    print("a bot may print what it likes")
    return worker.Answer(question.seat + 40)

worker.think = think
worker.warm_up = lambda: worker.Answer(None)
worker.main()
"""


@pytest.fixture(autouse=True)
def _script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "thinking.py"
    script.write_text(SCRIPT.format(folder=str(tmp_path)))
    monkeypatch.setattr(Worker, "COMMAND", (sys.executable, str(script)))
    monkeypatch.setattr(thinkers_module, "PATIENCE", 60.0)


def question(level: str, seat: int = 2) -> Question:
    return Question("chu-han", {}, level, 1, seat, b"")


def test_a_question_is_answered_by_a_niced_process() -> None:
    async def test() -> None:
        thinkers = Thinkers()
        assert (await thinkers.choose(question("quick"))).action == 42
        assert (await thinkers.choose(question("quick", seat=3))).action == 43
        (worker,) = thinkers.running
        assert os.getpriority(os.PRIO_PROCESS, worker.process.pid) >= 10
        await thinkers.close()
        assert worker.process.returncode is not None

    run(test)


def test_a_thought_that_takes_too_long_is_cut_off() -> None:
    async def test() -> None:
        thinkers = Thinkers(cap=0.3)
        assert (await thinkers.choose(question("quick"))).action == 42
        start = time.perf_counter()
        assert (await thinkers.choose(question("slow"))).action is None
        assert time.perf_counter() - start < 2
        assert (await thinkers.choose(question("quick"))).action == 42
        await thinkers.close()

    run(test)


@pytest.mark.parametrize(("level", "answer"), [("dies once", 42), ("dies", None), ("fails", None)])
def test_a_lost_process_is_replaced_once(level: str, answer: int | None) -> None:
    async def test() -> None:
        thinkers = Thinkers()
        assert (await thinkers.choose(question(level))).action == answer
        assert (await thinkers.choose(question("quick"))).action == 42
        await thinkers.close()

    run(test)


def test_questions_wait_for_a_free_process() -> None:
    async def test() -> None:
        thinkers = Thinkers(workers=2)
        answers = await asyncio.gather(*(thinkers.choose(question("quick", seat)) for seat in range(10)))
        assert [answer.action for answer in answers] == [seat + 40 for seat in range(10)]
        assert len(thinkers.running) <= 2
        await thinkers.close()

    run(test)


def test_who_no_longer_waits_does_not_get_the_next_ones_answer(tmp_path: Path) -> None:
    async def test() -> None:
        thinkers = Thinkers()
        await thinkers.choose(question("quick"))
        slow = asyncio.create_task(thinkers.choose(question("slow")))
        await soon((tmp_path / "slow").exists)
        slow.cancel()
        await asyncio.gather(slow, return_exceptions=True)
        assert (await thinkers.choose(question("quick", seat=5))).action == 45
        await thinkers.close()

    run(test)


def test_killing_the_processes_in_mid_thought_loses_no_game(tmp_path: Path) -> None:
    async def test() -> None:
        thinkers = Thinkers()
        async with house_in(tmp_path, thinkers=thinkers) as house:
            table = await new_table(house, ADA, BOT)
            ada, chance = Player(table, "ada"), random.Random(1)
            for _ in range(3):
                for worker in list(thinkers.running):
                    worker.process.kill()
                while not (ada.view.legal or table.course.over):
                    await ada.hear()
                rows = table.course.rows
                await play_on([ada], chance, 2)
                assert table.course.rows > rows
                assert not table.paused

    run(test)
