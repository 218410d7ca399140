"""A process that thinks for bots: reads questions from its standard input, writes answers to its standard output.

It gets the masked record of one seat and nothing else of the game. It ends when its input ends.
"""

import os
import signal
import struct
import sys
import traceback
from functools import partial
from importlib import import_module
from threading import Timer
from typing import Any, BinaryIO, Literal

import msgspec
import numpy as np

from tianxia.tables import logs

NICENESS = 10  # the web process goes first
WARM_UP = "search:10"  # short, and it needs all that any level needs
LONG_LOAD = 60.0  # seconds in which a module should be loaded

STAND_IN = "greedy"
"""The bot that plays by the heuristic: it needs no search, so it needs no time."""

Pressure = Literal["", "short", "heuristic"]
"""Whether so many bots play that this one had less time than usual, or only the heuristic."""


class Question(msgspec.Struct, frozen=True):
    """What should a bot of this level do here? ``record`` holds only what ``seat`` may see."""

    game: str
    options: dict[str, Any]
    level: str
    seed: int
    seat: int
    record: bytes
    seconds: float | None = None  # at most, where that is less than the level may take


class Answer(msgspec.Struct, frozen=True):
    """The action that the bot chose and what it will play after it (see ``Bot.planned``), or what went wrong."""

    action: int | None
    planned: list[tuple[int, int]] = []
    error: str = ""
    pressure: Pressure = ""
    late: bool = False  # whether its time was over


LENGTH = struct.Struct("<I")
QUESTIONS = msgspec.msgpack.Decoder(Question)
ANSWERS = msgspec.msgpack.Decoder(Answer)


def pack(message: Question | Answer) -> bytes:
    """A message as it goes over the pipe: its length, then msgpack."""
    body = msgspec.msgpack.encode(message)
    return LENGTH.pack(len(body)) + body


class Late(BaseException):
    """A bot's time is over. It is no ``Exception``, which the bot may deal with itself."""


def think(question: Question) -> Answer:
    """Lets the bot choose; a bot that fails gives an answer too."""
    try:
        import tianxia
        from tianxia import bots
        from tianxia.bots.levels import is_own

        game = tianxia.load(question.game, **question.options)
        record = np.frombuffer(bytearray(question.record), game.table.dtype)
        if len(record) != 1:  # compiled code would read what lies beside it
            raise ValueError(f"{len(question.record)} bytes are no record of {question.game}")
        if is_own(question.level):
            return Answer(choice_of_own(question, game, record))
        bot = bots.make(question.level, game, question.seed, seconds=question.seconds)
        return Answer(int(bot.choose(record, question.seat)), bot.planned)
    except (Exception, Late, SystemExit) as error:  # what it says may name what is hidden
        return Answer(None, error=logs.trace_of(error), late=isinstance(error, Late))


def choice_of_own(question: Question, game: Any, record: Any) -> int:
    """What a bot of who runs this server plays, if it is legal; raises what the bot raises, and ``Late``."""
    from tianxia import bots
    from tianxia.bots.series import allowed
    from tianxia.engine import _entries as entries

    legal = np.zeros(game.most_legal, np.int32)
    legal = legal[: entries.legal(record, question.seat, legal)]

    def stop(_number: int, _frame: object) -> None:
        raise Late

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.0 if question.seconds is None else max(question.seconds, 0.001))
    try:
        bot = bots.make(question.level, game, question.seed)
        answer = bot.choose(record, question.seat)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
    return allowed(game, bot, question.seat, answer, legal)


def warm_up(bot: str) -> Answer:
    """Compiles what has to be, or waits for who compiles; then a bot chooses once in every game, so that all is read in."""
    import tianxia
    from tianxia import warmup

    try:
        if not warmup.is_warm():
            warmup.warm_up()
    except Exception:
        return Answer(None, error=traceback.format_exc(limit=-3))
    for name in tianxia.games.names():
        match = tianxia.load(name).new(0)
        seat = match.to_act[0]
        answer = think(Question(name, {}, bot, 0, seat, match.record(seat).tobytes()))
        if answer.error:
            return answer
    return Answer(None)


def load_own() -> None:
    """Loads the modules of the bots of who runs this server, which may take longer than a bot may think; one that may never be
    loaded is told of, once."""
    from tianxia.bots import house

    log = logs.logger(__name__)
    for module in dict.fromkeys(name.partition(":")[0] for name, _ in house.own()):
        told = "the module %s has not loaded: until it has, others play in place of all bots of this server's own"
        long = Timer(LONG_LOAD, partial(log.error, told, module, seconds=LONG_LOAD))
        long.daemon = True
        long.start()
        try:
            import_module(module)
        except (Exception, SystemExit) as error:  # its bots are told so when they are asked
            log.error("the module %s did not load", module, exception=logs.trace_of(error))
        finally:
            long.cancel()


def serve(source: BinaryIO, sink: BinaryIO, own: bool = False) -> None:
    """Warms up, says hello, then answers one question after another. Who cannot play says so and ends. For bots of who runs this
    server it loads their modules, and needs no search."""
    hello = warm_up(STAND_IN if own else WARM_UP)
    if own:
        load_own()
    sink.write(pack(hello))
    sink.flush()
    if hello.error:
        return
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        body = source.read(LENGTH.unpack(head)[0])
        sink.write(pack(think(QUESTIONS.decode(body))))
        sink.flush()


def main() -> None:
    """Serves on the standard streams; whatever a bot prints goes to the error stream, and it has nothing to read. With ``--own``
    it thinks for bots of who runs the server."""
    for ending in (signal.SIGINT, signal.SIGTERM):  # they are for the server, which ends its processes
        signal.signal(ending, signal.SIG_IGN)
    logs.configure()
    os.nice(NICENESS)
    np.seterr(over="ignore")  # interpreted, random numbers wrap around as silently as compiled
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    serve(source, sink, own="--own" in sys.argv)


if __name__ == "__main__":
    main()
