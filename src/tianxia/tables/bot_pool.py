"""The pool of processes that think for bots. A process that dies or takes too long costs one answer, never a game.

Where more questions come than there are processes, each table gets its turn, and all think for a shorter time. What
cannot wait any longer is answered by the heuristic, which needs no process; a move at random is the very last.
"""

import asyncio
import contextlib
import os

import msgspec

from tianxia.bots.levels import LEVELS, is_own
from tianxia.tables.house_bots import HouseBots
from tianxia.tables.logs import logger
from tianxia.tables.metrics import QUESTIONS, THOUGHT
from tianxia.tables.worker import STAND_IN, Answer, Question, think
from tianxia.tables.workers import NOTHING, Lost, Turns, Worker

log = logger(__name__)

PATIENCE = 2.0  # seconds to wait for a first start before another process stands in
ROUND = 8.0  # seconds after which every table that waits has had its turn: as long as the longest thought
SHORTEST = 0.1  # seconds of a thought, however many wait
REST = (1.0, 60.0)  # seconds before a process that did not start is tried again: at first, at most
IN_PLACE = "normal"
"""The level that plays where a bot of this server's own does not."""


def cores() -> int:
    """Processes that may think beside the web process: one a core, but one."""
    return max(1, len(os.sched_getaffinity(0)) - 1)


class BotPool:
    """A fixed number of processes, replaced when lost. With none of them every bot of ours plays at random.

    The first start of a version compiles the rules, which takes a while. Until then a process that runs them
    interpreted stands in, with a bot that needs no search.
    """

    def __init__(self, workers: int | None = 1, cap: float = 20.0, wait: float = 20.0) -> None:
        self.cap = cap  # seconds for one thought
        self.wait = wait  # seconds that a question waits for a process
        self.running: set[Worker] = set()
        self.workers = cores() if workers is None else workers
        self.house = HouseBots(cap)
        self._turns = Turns(self.workers)
        self._idle: list[Worker] = []
        self._first: asyncio.Task[None] | None = None  # the first start, which may have to compile
        self._trouble: str | None = None
        self._rest, self._rest_until = REST[0], 0.0

    def prepare(self) -> None:
        """Starts the first process, so that it is ready when the first bot is to move."""
        self.house.prepare()
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
            answer = await (self._of_house if is_own(question.level) else self._answer)(question, table)
        QUESTIONS.labels("none" if answer.action is None else answer.pressure or "full").inc()
        return answer

    async def _of_house(self, question: Question, table: str) -> Answer:
        """What a bot of this server's own plays, else a bot of ours. Where time is short each of them has half of it."""
        half = None if question.seconds is None else question.seconds / 2
        answer = await self.house.choose(msgspec.structs.replace(question, seconds=half), table)
        if answer.action is not None:
            return answer
        return await self._answer(msgspec.structs.replace(question, level=IN_PLACE, seconds=half), table)

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
        await asyncio.gather(self.house.close(), *(worker.stop() for worker in self.running))
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
