"""The pool of processes that think for bots. A process that dies or takes too long costs one answer, never a game."""

import asyncio
import contextlib
import logging
import os
import sys

from tianxia.tables.worker import ANSWERS, LENGTH, Answer, Question, pack

log = logging.getLogger(__name__)


class Lost(Exception):  # noqa: N818 - an outcome, not a fault
    """The process ended, or was ended, before it answered."""


class Worker:
    """One process; it answers one question at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, *, interpreted: bool = False) -> "Worker":
        """Starts a process and waits until it says hello."""
        env = {**os.environ, "NUMBA_DISABLE_JIT": "1" if interpreted else "0"}
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tianxia.tables.worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=env,
        )
        worker = cls(process)
        await worker._read()
        return worker

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
    """A fixed number of processes, started when first needed and replaced when lost."""

    def __init__(self, workers: int = 1, cap: float = 20.0, wait: float = 60.0) -> None:
        self.cap = cap  # seconds for one thought
        self.wait = wait  # seconds for a thought with its queueing
        self.running: set[Worker] = set()
        self._free = asyncio.Semaphore(workers)
        self._idle: list[Worker] = []

    async def choose(self, question: Question) -> int | None:
        """The bot's action; None if no process answered in time, so that the caller plays something legal itself."""
        try:
            async with asyncio.timeout(self.wait), self._free:
                return await self._choose(question)
        except TimeoutError:
            log.error("no answer for %s within %s s", question.level, self.wait)
            return None

    async def close(self) -> None:
        """Ends all processes."""
        await asyncio.gather(*(worker.stop() for worker in self.running))
        self.running.clear()
        self._idle.clear()

    async def _choose(self, question: Question) -> int | None:
        for _ in range(2):  # a lost process is replaced once
            worker = await self._take()
            try:
                answer = await asyncio.wait_for(worker.ask(question), self.cap)
            except Lost:
                log.warning("a thinking process was lost; asking another one")
                await self._drop(worker)
            except BaseException as error:  # too late, or nobody waits any more: its answer would confuse the next
                await self._drop(worker)
                if isinstance(error, TimeoutError):
                    log.error("%s took longer than %s s", question.level, self.cap)
                    return None
                raise
            else:
                self._idle.append(worker)
                if answer.error:
                    log.error("bot %s failed: %s", question.level, answer.error)
                return answer.action
        return None

    async def _take(self) -> Worker:
        while self._idle:
            worker = self._idle.pop()
            if worker.process.returncode is None:
                return worker
            self.running.discard(worker)
        worker = await Worker.start()
        self.running.add(worker)
        return worker

    async def _drop(self, worker: Worker) -> None:
        self.running.discard(worker)
        await asyncio.shield(worker.stop())
