"""The pool of processes that think for bots. A process that dies or takes too long costs one answer, never a game."""

import asyncio
import contextlib
import logging
import os
import sys

import msgspec

from tianxia.tables.worker import ANSWERS, LENGTH, Answer, Question, pack

log = logging.getLogger(__name__)

PATIENCE = 2.0  # seconds to wait for a first start before another process stands in
STAND_IN = "greedy"


NOTHING = Answer(None)


def cores() -> int:
    """Processes that may think beside the web process: one a core, but one."""
    return max(1, len(os.sched_getaffinity(0)) - 1)


class Lost(Exception):
    """The process ended, or was ended, before it answered."""


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
        process = await asyncio.create_subprocess_exec(
            *cls.COMMAND,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=env,
        )
        return cls(process, interpreted)

    async def hello(self) -> None:
        """Waits until the process is ready; raises ``Lost`` if it ends before."""
        await self._read()

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
            raise Lost from error


class Thinkers:
    """A fixed number of processes, replaced when lost. With none of them every bot plays at random.

    The first start of a version compiles the rules, which takes a while. Until then a process that runs them
    interpreted stands in, with a bot that needs no search.
    """

    def __init__(self, workers: int | None = 1, cap: float = 20.0, wait: float = 60.0) -> None:
        self.cap = cap  # seconds for one thought
        self.wait = wait  # seconds for a thought with its queueing
        self.running: set[Worker] = set()
        self._workers = cores() if workers is None else workers
        self._free = asyncio.Semaphore(self._workers)
        self._idle: list[Worker] = []
        self._first: asyncio.Task[None] | None = None  # the first start, which may have to compile

    def prepare(self) -> None:
        """Starts the first process, so that it is ready when the first bot is to move."""
        if self._first is None and self._workers:
            self._first = asyncio.create_task(self._start_first())

    @property
    def preparing(self) -> bool:
        """The first start is still under way: another process stands in."""
        return self._first is not None and not self._first.done()

    async def choose(self, question: Question) -> Answer:
        """What the bot plays; no action if no process answered in time, so that the caller plays something legal itself."""
        if not self._workers:
            return NOTHING
        self.prepare()
        try:
            async with asyncio.timeout(self.wait), self._free:
                return await self._choose(question)
        except TimeoutError:
            log.error("no answer for %s within %s s", question.level, self.wait)
            return NOTHING

    async def close(self) -> None:
        """Ends all processes."""
        if self._first is not None:
            self._first.cancel()
            await asyncio.gather(self._first, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self.running))
        self.running.clear()
        self._idle.clear()

    async def _choose(self, question: Question) -> Answer:
        for _ in range(2):  # a lost process is replaced once
            worker = None
            try:
                worker = await self._take()
                asked = msgspec.structs.replace(question, level=STAND_IN) if worker.interpreted else question
                answer = await asyncio.wait_for(worker.ask(asked), self.cap)
            except Lost:
                log.warning("a thinking process was lost; asking another one")
                await self._drop(worker)
            except BaseException as error:  # too late, or nobody waits any more: its answer would confuse the next
                await self._drop(worker)
                if isinstance(error, TimeoutError):
                    log.error("%s took longer than %s s", question.level, self.cap)
                    return NOTHING
                raise
            else:
                self._idle.append(worker)
                if answer.error:
                    log.error("bot %s failed: %s", question.level, answer.error)
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
        try:
            self._idle.append(await self._start(interpreted=False))
        except Lost:
            log.error("a thinking process did not start")

    async def _start(self, *, interpreted: bool) -> Worker:
        worker = await Worker.start(interpreted=interpreted)
        self.running.add(worker)
        try:
            await worker.hello()
        except BaseException:
            await self._drop(worker)
            raise
        return worker

    async def _drop(self, worker: Worker | None) -> None:
        if worker is not None:
            self.running.discard(worker)
            await asyncio.shield(worker.stop())
