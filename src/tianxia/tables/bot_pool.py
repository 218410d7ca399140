"""The pool of processes that think for bots. A process that dies or takes too long costs one answer, never a game.

Where more questions come than there are processes, each table gets its turn, and all think for a shorter time. What
cannot wait any longer is answered by the heuristic, which needs no process; a move at random is the very last.
"""

import asyncio
import contextlib
import os
import sys
from collections import OrderedDict, deque
from collections.abc import AsyncIterator

import msgspec

from tianxia.bots.levels import LEVELS
from tianxia.tables.logs import logger
from tianxia.tables.metrics import QUESTIONS, THOUGHT
from tianxia.tables.worker import ANSWERS, LENGTH, STAND_IN, Answer, Question, pack, think

log = logger(__name__)

PATIENCE = 2.0  # seconds to wait for a first start before another process stands in
ROUND = 8.0  # seconds after which every table that waits has had its turn: as long as the longest thought
SHORTEST = 0.1  # seconds of a thought, however many wait
REST = (1.0, 60.0)  # seconds before a process that did not start is tried again: at first, at most

NOTHING = Answer(None)


class Lost(Exception):
    """The process ended, or was ended, before it answered; the text says why, if it is known."""


def cores() -> int:
    """Processes that may think beside the web process: one a core, but one."""
    return max(1, len(os.sched_getaffinity(0)) - 1)


class Worker:
    """One process; it answers one question at a time."""

    COMMAND = (sys.executable, "-m", "tianxia.tables.worker")

    def __init__(self, process: asyncio.subprocess.Process, interpreted: bool) -> None:
        self.process = process
        self.interpreted = interpreted

    @classmethod
    async def start(cls, *, interpreted: bool = False) -> "Worker":
        """Starts a process; it says hello once it can answer at once."""
        env = {**os.environ, "NUMBA_DISABLE_JIT": "1" if interpreted else "0"}
        try:
            process = await asyncio.create_subprocess_exec(
                *cls.COMMAND,
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
        """Ends the process, in mid-thought too."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()

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


class BotPool:
    """A fixed number of processes, replaced when lost. With none of them every bot plays at random.

    The first start of a version compiles the rules, which takes a while. Until then a process that runs them
    interpreted stands in, with a bot that needs no search.
    """

    def __init__(self, workers: int | None = 1, cap: float = 20.0, wait: float = 20.0) -> None:
        self.cap = cap  # seconds for one thought
        self.wait = wait  # seconds that a question waits for a process
        self.running: set[Worker] = set()
        self.workers = cores() if workers is None else workers
        self._turns = Turns(self.workers)
        self._idle: list[Worker] = []
        self._first: asyncio.Task[None] | None = None  # the first start, which may have to compile
        self._trouble: str | None = None
        self._rest, self._rest_until = REST[0], 0.0

    def prepare(self) -> None:
        """Starts the first process, so that it is ready when the first bot is to move."""
        if self._first is None and self.workers:
            self._first = asyncio.create_task(self._start_first())

    @property
    def preparing(self) -> bool:
        """The first start is still under way: another process stands in."""
        return self._first is not None and not self._first.done()

    def health(self) -> str | None:
        """What is wrong, in words for the operator; None if bots can think. A process that is gone is started anew."""
        if self.workers and self._trouble is None and self._first is not None and self._first.done():
            self._idle = [worker for worker in self._idle if worker.process.returncode is None]
            if all(worker.process.returncode is not None for worker in self.running):
                self._first = None
                self.prepare()
                return "the processes that think for bots have ended; one is being started"
        return self._trouble

    @property
    def waiting(self) -> int:
        """How many questions wait for a process."""
        return self._turns.waiting

    async def choose(self, question: Question, table: str = "") -> Answer:
        """What the bot plays; no action if even the heuristic fails, so that the caller plays something legal itself."""
        with THOUGHT.time():
            answer = await self._answer(question, table)
        QUESTIONS.labels("none" if answer.action is None else answer.pressure or "full").inc()
        return answer

    async def _answer(self, question: Question, table: str) -> Answer:
        if not self.workers:
            return NOTHING
        self.prepare()
        try:
            async with self._turns.turn(table, self.wait):
                shortened = self._shortened(question)
                answer = await self._choose(shortened)
                if answer.action is not None:
                    return msgspec.structs.replace(answer, pressure="" if shortened is question else "short")
        except TimeoutError:
            log.warning("bots play by the heuristic: a question waited too long", seconds=self.wait)
        return msgspec.structs.replace(await asyncio.to_thread(by_heuristic, question), pressure="heuristic")

    async def close(self) -> None:
        """Ends all processes."""
        if self._first is not None:
            self._first.cancel()
            await asyncio.gather(self._first, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self.running))
        self.running.clear()
        self._idle.clear()

    def _shortened(self, question: Question) -> Question:
        """The same question with less time, if others wait; what is asked for decides, never how the game stands."""
        seconds = max(SHORTEST, ROUND * self.workers / (self.workers + self._turns.waiting))
        level = LEVELS.get(question.level)
        usual = min(question.seconds or ROUND, level.seconds if level else ROUND)
        if seconds >= usual or (level and level.simulations is None):
            return question
        return msgspec.structs.replace(question, seconds=seconds)

    async def _choose(self, question: Question) -> Answer:
        for _ in range(2):  # a lost process is replaced once
            worker = None
            try:
                worker = await self._take()
                asked = msgspec.structs.replace(question, level=STAND_IN) if worker.interpreted else question
                answer = await asyncio.wait_for(worker.ask(asked), self.cap)
            except Lost as lost:
                log.warning("a thinking process was lost", reason=str(lost))
                await self._drop(worker)
            except BaseException as error:  # too late, or nobody waits any more: its answer would confuse the next
                await self._drop(worker)
                if isinstance(error, TimeoutError):
                    log.error("a bot took too long", seconds=self.cap, game=question.game)
                    return NOTHING
                raise
            else:
                self._idle.append(worker)
                if answer.error:
                    log.error("a bot failed", game=question.game, exception=answer.error)
                return answer
        return NOTHING

    async def _take(self) -> Worker:
        """An idle process, else a new one; the one that stands in only while nothing is compiled."""
        assert self._first is not None
        if not self._first.done():
            await asyncio.wait([self._first], timeout=PATIENCE)
        compiled = self._first.done()
        while self._idle:
            worker = self._idle.pop()
            if worker.process.returncode is None and not (compiled and worker.interpreted):
                return worker
            await self._drop(worker)
        return await self._start(interpreted=not compiled)

    async def _start_first(self) -> None:
        with contextlib.suppress(Lost):
            self._idle.append(await self._start(interpreted=False))

    async def _start(self, *, interpreted: bool) -> Worker:
        """A new process; raises ``Lost``. One that did not start is tried again after a while only."""
        now = asyncio.get_running_loop().time()
        if now < self._rest_until:
            raise Lost(self._trouble or "")
        worker = None
        try:
            worker = await Worker.start(interpreted=interpreted)
            self.running.add(worker)
            await worker.hello()
        except BaseException as error:
            await self._drop(worker)
            if isinstance(error, Lost):
                self._trouble = f"a process that thinks for bots did not start: {error}"
                self._rest_until = now + self._rest
                self._rest = min(REST[1], 2 * self._rest)
                log.error("%s", self._trouble)
            raise
        self._trouble, self._rest = None, REST[0]
        return worker

    async def _drop(self, worker: Worker | None) -> None:
        if worker is not None:
            self.running.discard(worker)
            await asyncio.shield(worker.stop())


def by_heuristic(question: Question) -> Answer:
    """What the heuristic plays, at once and in this process."""
    answer = think(msgspec.structs.replace(question, level=STAND_IN))
    if answer.error:
        log.error("the heuristic failed", game=question.game, exception=answer.error)
    return answer
