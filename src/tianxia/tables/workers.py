"""A process that thinks for bots, as the server holds it, and the turns that tables take with such processes."""

import asyncio
import contextlib
import os
import signal
import sys
from collections import OrderedDict, deque
from collections.abc import AsyncIterator

from tianxia.tables.worker import ANSWERS, LENGTH, Answer, Question, pack

NOTHING = Answer(None)
ENDING = 2.0  # seconds that are waited for a process that was killed


class Lost(Exception):
    """The process ended, or was ended, before it answered; the text says why, if it is known."""


class Worker:
    """One process; it answers one question at a time."""

    COMMAND = (sys.executable, "-m", "tianxia.tables.worker")

    def __init__(self, process: asyncio.subprocess.Process, interpreted: bool) -> None:
        self.process = process
        self.interpreted = interpreted

    @classmethod
    async def start(cls, *arguments: str, interpreted: bool = False) -> "Worker":
        """Starts a process; it says hello once it can answer at once."""
        env = {**os.environ, "NUMBA_DISABLE_JIT": "1" if interpreted else "0"}
        try:
            process = await asyncio.create_subprocess_exec(
                *cls.COMMAND,
                *arguments,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=env,
                start_new_session=True,  # what is sent to the server and all it started is for the server alone
            )
        except OSError as error:  # no more processes or files
            raise Lost(str(error)) from error
        return cls(process, interpreted)

    async def hello(self) -> None:
        """Waits until the process is ready; raises ``Lost`` if it ends before or cannot play."""
        answer = await self._read()
        if answer.error:
            raise Lost(answer.error)

    async def ask(self, question: Question) -> Answer:
        """One question, one answer; raises ``Lost`` if the process ends meanwhile."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(pack(question))
            await self.process.stdin.drain()
        except (ConnectionError, RuntimeError) as error:
            raise Lost from error
        return await self._read()

    async def stop(self) -> None:
        """Ends the process and all of its session, in mid-thought too."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)  # it leads a session; a child of it would keep the pipes open
        with contextlib.suppress(TimeoutError):  # as does one that has gone into a session of its own
            await asyncio.wait_for(self.process.wait(), ENDING)

    async def _read(self) -> Answer:
        assert self.process.stdout is not None
        try:
            head = await self.process.stdout.readexactly(LENGTH.size)
            return ANSWERS.decode(await self.process.stdout.readexactly(LENGTH.unpack(head)[0]))
        except asyncio.IncompleteReadError as error:
            raise Lost(f"exit status {await self.process.wait()}") from error


class Turns:
    """So many may be at work at once; of those who wait each table has its turn, however much it asks."""

    def __init__(self, places: int) -> None:
        self.places = self._free = places
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))

    @contextlib.asynccontextmanager
    async def turn(self, table: str, wait: float) -> AsyncIterator[None]:
        """A turn of this table; raises ``TimeoutError`` if it does not come in time."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(table, wait)
        try:
            yield
        finally:
            self._next()

    async def _wait(self, table: str, wait: float) -> None:
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line = self._waiting.setdefault(table, deque())
        line.append(mine)
        try:
            async with asyncio.timeout(wait):
                await mine
        except BaseException:  # nobody waits here any more
            if mine.done() and not mine.cancelled():
                self._next()
            else:
                with contextlib.suppress(ValueError):
                    line.remove(mine)
                if not line and self._waiting.get(table) is line:
                    del self._waiting[table]
            raise

    def _next(self) -> None:
        while self._waiting:
            table, line = self._waiting.popitem(last=False)
            first = line.popleft()
            if line:
                self._waiting[table] = line  # behind all others
            if not first.done():
                first.set_result(None)
                return
        self._free += 1
