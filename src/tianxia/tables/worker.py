"""A process that thinks for bots: reads questions from its standard input, writes answers to its standard output.

It gets the masked record of one seat and nothing else of the game. It ends when its input ends.
"""

import os
import signal
import struct
import sys
import traceback
from typing import Any, BinaryIO, Literal

import msgspec
import numpy as np

from tianxia.tables import logs

NICENESS = 10  # the web process goes first
WARM_UP = "search:10"  # short, and it needs all that any level needs


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


LENGTH = struct.Struct("<I")
QUESTIONS = msgspec.msgpack.Decoder(Question)
ANSWERS = msgspec.msgpack.Decoder(Answer)


def pack(message: Question | Answer) -> bytes:
    """A message as it goes over the pipe: its length, then msgpack."""
    body = msgspec.msgpack.encode(message)
    return LENGTH.pack(len(body)) + body


def think(question: Question) -> Answer:
    """Lets the bot choose; a bot that fails gives an answer too."""
    try:
        import tianxia
        from tianxia import bots

        game = tianxia.load(question.game, **question.options)
        bot = bots.make(question.level, game, question.seed, seconds=question.seconds)
        record = np.frombuffer(bytearray(question.record), game.table.dtype)
        if len(record) != 1:  # compiled code would read what lies beside it
            raise ValueError(f"{len(question.record)} bytes are no record of {question.game}")
        return Answer(int(bot.choose(record, question.seat)), bot.planned)
    except Exception as error:  # what it says may name what is hidden
        return Answer(None, error=logs.trace_of(error))


def warm_up() -> Answer:
    """Compiles what has to be, or waits for who compiles; then chooses once in every game, so that all is read in."""
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
        answer = think(Question(name, {}, WARM_UP, 0, seat, match.record(seat).tobytes()))
        if answer.error:
            return answer
    return Answer(None)


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Warms up, says hello, then answers one question after another. Who cannot play says so and ends."""
    hello = warm_up()
    sink.write(pack(hello))
    sink.flush()
    if hello.error:
        return
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        body = source.read(LENGTH.unpack(head)[0])
        sink.write(pack(think(QUESTIONS.decode(body))))
        sink.flush()


def main() -> None:
    """Serves on the standard streams; whatever a bot prints goes to the error stream."""
    for ending in (signal.SIGINT, signal.SIGTERM):  # they are for the server, which ends its processes
        signal.signal(ending, signal.SIG_IGN)
    logs.configure()
    os.nice(NICENESS)
    np.seterr(over="ignore")  # interpreted, random numbers wrap around as silently as compiled
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    serve(sys.stdin.buffer, sink)


if __name__ == "__main__":
    main()
