"""The log says what went wrong and where, and nothing that anybody at a table may not know."""

import asyncio
import io
import json
import logging
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tables.playing import ADA, BOT, Dice, Player, new_table, registry_in, run
from tests.tables.test_faults import full_disk
from tianxia.tables import logs
from tianxia.tables.history import History
from tianxia.tables.worker import Answer, Question, think

NAMES = {"event", "time", "level", "logger", *logs.FIELDS}


class Log:
    """What is written while a test runs."""

    def __init__(self) -> None:
        self.stream = io.StringIO()

    def lines(self) -> list[dict[str, Any]]:
        """Each of them is a JSON object."""
        return [json.loads(line) for line in self.stream.getvalue().splitlines()]

    def to(self, form: str) -> logging.Handler:
        return logs.handler(form, self.stream)


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> Iterator[Log]:
    caplog.set_level("WARNING")
    caplog.set_level("DEBUG", "tianxia")
    made = Log()
    handler = made.to("json")
    logging.getLogger().addHandler(handler)
    yield made
    logging.getLogger().removeHandler(handler)


class Clumsy(Dice):
    """A bot that fails now and then, and says what it held."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self.chance = chance

    async def choose(self, question: Question, table: str = "") -> Answer:
        if self.chance.random() < 0.2:
            raise ValueError(f"the record is {question.record!r}")
        return await super().choose(question, table)


def test_games_in_which_much_fails_leave_nothing_hidden_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: Log
) -> None:
    chance, unsaid = random.Random(1), set[str]()
    prepare, snapshot = History.prepare, History.snapshot

    def failing(history: History, row: Any, *given: Any) -> Any:
        unsaid.add(getattr(row, "action", "") or "nothing that was said")
        if history.rows > 3 and chance.random() < 0.1:
            raise KeyError(getattr(row, "action", "row"), history.match.view(0))
        return prepare(history, row, *given)

    def unkept(history: History) -> Any:
        raise RuntimeError(str(history.match.view(0)))

    monkeypatch.setattr(History, "prepare", failing)
    monkeypatch.setattr(History, "snapshot", unkept)
    monkeypatch.setattr("tianxia.tables.autoplay.RETRY", 0.0)

    async def test() -> None:
        async with registry_in(tmp_path, bot_pool=Clumsy(chance)) as registry:
            table = await new_table(registry, ADA, BOT)
            ada = Player(table, "ada")
            for step in range(150):
                await table.resume()
                if table.history.over:
                    break
                if not ada.view.legal:
                    await asyncio.sleep(0)
                    continue
                action = chance.choice(ada.view.legal).id
                if step % 20 == 5:
                    with full_disk():
                        await ada.command(action)
                else:
                    await ada.command(action)
            unsaid.update({str(table.setup.seed), table.setup.salt, table.setup.commitment, '"ada"', "Ada"})
        monkeypatch.setattr(History, "snapshot", snapshot)

    run(test)
    lines = log.lines()
    assert {line["event"] for line in lines} >= {
        "the engine failed",
        "a row could not be stored",
        "a seat could not decide",
    }
    for line in lines:
        assert line.keys() <= NAMES
        written = json.dumps({name: value for name, value in line.items() if name != "exception"})
        assert not [secret for secret in unsaid if secret in written], line
        assert not [secret for secret in unsaid if len(secret) > 4 and secret in line.get("exception", "")], line


def test_what_others_log_is_told_without_what_it_says_of_a_failure(log: Log) -> None:
    try:
        raise ValueError("the hand is 7 8 9")
    except ValueError as error:
        logging.getLogger("uvicorn.error").error("Exception in ASGI application\n", exc_info=error)
    logging.getLogger("asyncio").error("Task exception was never retrieved\nfuture: the hand is 7 8 9")
    logging.getLogger("uvicorn.error").error("closed", extra={"websocket": "the hand is 7 8 9"})
    logging.getLogger("websockets").debug("< the hand is 7 8 9")
    lines = log.lines()
    assert [line["event"] for line in lines] == [
        "Exception in ASGI application",
        "Task exception was never retrieved",
        "closed",
    ]
    assert lines[0]["exception"].startswith("ValueError\n")
    assert "7 8 9" not in json.dumps(lines).replace('raise ValueError(\\"the hand is 7 8 9\\")', "")


def test_a_bot_that_fails_does_not_tell_what_it_held() -> None:
    answer = think(Question("chu-han", {}, "greedy", 0, 0, b"the hand"))
    assert answer.error.startswith("ValueError\n")
    assert "8 bytes are no record" not in answer.error.replace("{len(question.record)} bytes are no record", "")


def test_a_line_is_not_repeated_but_for_another_table(log: Log) -> None:
    ours = logs.logger("tianxia.here")
    for table in ("one", "one", "two", "one"):
        ours.warning("it failed", table=table)
    assert [line["table"] for line in log.lines()] == ["one", "two"]


def test_lines_for_people_have_time_level_place_and_what_it_concerns(caplog: pytest.LogCaptureFixture) -> None:
    log, ours = Log(), logging.getLogger("tianxia.here")
    ours.addHandler(handler := log.to("text"))
    caplog.set_level("INFO", "tianxia.here")
    logs.logger(ours.name).info("it began", table="one", secret="7 8 9")
    logs.logger(ours.name).debug("too much")
    ours.removeHandler(handler)
    written = log.stream.getvalue()
    assert written.endswith("[info] it began [tianxia.here] table=one\n")
    assert len(written.splitlines()) == 1
