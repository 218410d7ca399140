"""How the server and the bots' processes log: time, level, place, and the same line not again and again."""

import asyncio
import logging
import logging.config
import time
import traceback

from tianxia.tables.store import Row, seat_in

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
        line = (record.name, record.getMessage(), type(failure), str(failure))
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
    return f" {type(failure).__name__}\n{''.join(traceback.format_tb(failure.__traceback__))}".rstrip()


def uncancelled(record: logging.LogRecord) -> bool:
    """A request that nobody waits for any more is no failure."""
    failure = record.exc_info[1] if record.exc_info else None
    told = record.getMessage().rstrip().endswith(asyncio.CancelledError.__name__)  # uvicorn has it in the text
    return not told and not isinstance(failure, asyncio.CancelledError)


CONFIG = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"uncancelled": {"()": lambda: uncancelled}, "seldom": {"()": Seldom}},
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {
        "errors": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["uncancelled", "seldom"],
        }
    },
    "root": {"level": "WARNING", "handlers": ["errors"]},
}


def configure(form: str = "text", level: str = "warning") -> None:
    """Log to the error stream from now on."""
    logging.config.dictConfig(CONFIG)
