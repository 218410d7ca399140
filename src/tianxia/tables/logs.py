"""How the server and the bots' processes log: time, level, place, and the same line not again and again."""

import asyncio
import logging
import os
import sys
import time
import traceback
from typing import TextIO

import structlog
from structlog.processors import JSONRenderer, TimeStamper
from structlog.typing import EventDict, Processor

from tianxia.tables.rows import Row, seat_in
from tianxia.tables.store import StoreError

FORM, LEVEL = "TIANXIA_LOG_FORMAT", "TIANXIA_LOG_LEVEL"
FIELDS = ("table", "seat", "row", "game", "request", "reason", "exception", "seconds", "count")
"""What may stand beside an event, and nothing else: a line is for the operator, who may be playing."""

QUIET = 60.0  # seconds in which a line is not repeated
REMEMBERED = 1000  # lines


class Seldom(logging.Filter):
    """Lets the same line through once a minute, and says then how often it was left out."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[tuple[object, ...], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this record is to be written."""
        failure = record.exc_info[1] if record.exc_info else None
        beside = tuple(str(getattr(record, name, "")) for name in FIELDS)
        line = (record.name, record.getMessage(), type(failure), str(failure), beside)
        since, left_out = self._last.get(line, (0.0, 0))
        now = time.monotonic()
        if since and now - since < QUIET:
            self._last[line] = (since, left_out + 1)
            return False
        if len(self._last) >= REMEMBERED:
            self._last.clear()
        self._last[line] = (now, 0)
        if left_out:
            record.msg, record.args = f"{record.getMessage()} (and {left_out} times since it was last told)", ()
        return True


def outline(row: Row) -> str:
    """Which row it is. What it chose may be hidden from those who read the log."""
    seat = seat_in(row)
    return f"row {row.number} ({row.__struct_config__.tag}{'' if seat is None else f' of seat {seat}'})"


def trace_of(failure: BaseException) -> str:
    """Where in the program something failed, and how it is called: not what it says, which may name what is hidden."""
    return f"{type(failure).__name__}\n{''.join(traceback.format_tb(failure.__traceback__))}".rstrip()


def uncancelled(record: logging.LogRecord) -> bool:
    """A request that nobody waits for any more is no failure."""
    failure = record.exc_info[1] if record.exc_info else None
    told = record.getMessage().rstrip().endswith(asyncio.CancelledError.__name__)  # uvicorn has it in the text
    return not told and not isinstance(failure, asyncio.CancelledError)


def _placed(_logger: object, _name: str, told: EventDict) -> EventDict:
    """Of what failed where and what, but not what it says; only what the system itself refused is told with its reason."""
    found = told.pop("exc_info", None)
    failure = found[1] if isinstance(found, tuple) else None
    if failure is not None:
        said = f" {failure}" if isinstance(failure, OSError | StoreError) else ""
        told["exception"] = f"{trace_of(failure)}{said}"
    return told


def _of_asyncio(_logger: object, _name: str, told: EventDict) -> EventDict:
    """What asyncio says of a task that failed ends with what it was doing, which may name what is hidden."""
    said = str(told["event"]).strip()
    told["event"] = said.partition("\n")[0] if told.get("logger") == "asyncio" else said
    return told


def handler(form: str, stream: TextIO) -> logging.Handler:
    """Writes lines of that form."""
    last: Processor
    if form == "json":
        stamp, last = TimeStamper(fmt="iso", key="time"), JSONRenderer(ensure_ascii=False)
    else:
        stamp = TimeStamper(fmt="%Y-%m-%d %H:%M:%S", utc=False)
        last = structlog.dev.ConsoleRenderer(colors=stream.isatty(), pad_event_to=0, pad_level=False, sort_keys=False)
    made = logging.StreamHandler(stream)
    made.addFilter(uncancelled)
    made.addFilter(Seldom())
    made.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[
                structlog.contextvars.merge_contextvars,
                structlog.stdlib.add_logger_name,
                structlog.stdlib.add_log_level,
                structlog.stdlib.ExtraAdder(allow=FIELDS),
                stamp,
                _placed,
                _of_asyncio,
            ],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
        )
    )
    return made


def configure(form: str = "", level: str = "") -> None:
    """Log to the error stream from now on; ``text`` or ``json``, and from which level on what is ours. What is not given
    is as the process that started this one has it."""
    form, level = form or os.environ.get(FORM, "text"), level or os.environ.get(LEVEL, "warning")
    root = logging.getLogger()
    root.handlers[:] = [handler(form, sys.stderr)]
    root.setLevel(logging.ERROR if level == "error" else logging.WARNING)  # what others send and get is told below that
    logging.getLogger("tianxia").setLevel(level.upper())
    logging.raiseExceptions = False  # where no line can be written, logging would tell all that the line is made of


def logger(name: str) -> structlog.stdlib.BoundLogger:
    """The logger of a module: what happened as the event, and beside it by name whom and what it concerns (``FIELDS``)."""
    made: structlog.stdlib.BoundLogger = structlog.wrap_logger(
        logging.getLogger(name),
        processors=[
            structlog.stdlib.filter_by_level,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.render_to_log_kwargs,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return made
