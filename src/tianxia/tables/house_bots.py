"""The process in which the bots of who runs this server think: apart from ours, so that nothing they do there harms a table.

Whatever goes wrong there costs them decisions, which a bot of ours makes in their place.
"""

import asyncio

import msgspec

from tianxia.bots import house
from tianxia.engine.compiling import INTERPRETED
from tianxia.tables.logs import logger
from tianxia.tables.worker import Answer, Question
from tianxia.tables.workers import NOTHING, Lost, Turns, Worker

log = logger(__name__)

SECONDS = 8.0  # that a bot may think: as long as the longest thought of ours
GRACE = 1.0  # seconds after which a process that does not stop by itself is ended
REST = 60.0  # seconds until a bot is asked again that took all of its time, or a process is started that did not start


class HouseBots:
    """One process, started when first needed; it answers one question at a time."""

    def __init__(self, cap: float) -> None:
        self.seconds = min(SECONDS, cap)
        self.running: Worker | None = None
        self._turns = Turns(1)
        self._ready: asyncio.Task[None] | None = None
        self._start_again = 0.0
        self._slow = False  # whether somebody has waited in vain for the process to be ready, and the log says so
        self._resting: dict[str, float] = {}  # by name until when
        self._thought: asyncio.Task[Answer] | None = None  # the last one; who asked for it may wait for it no longer

    def prepare(self) -> None:
        """Starts the process, so that it is ready when the first such bot is to move."""
        gone = self._ready is None or (self._ready.done() and not self._is_alive())
        if gone and house.own() and asyncio.get_running_loop().time() >= self._start_again:
            self._ready, self._slow = asyncio.create_task(self._start()), False

    async def choose(self, question: Question, table: str = "") -> Answer:
        """What such a bot plays; no action where one of ours is to play in its place."""
        bot, seconds, now = question.level, self.seconds, asyncio.get_running_loop().time
        if question.seconds is not None:
            seconds = min(seconds, question.seconds)
        if bot not in house.own_of(question.game):
            log.warning("%s is no bot of this server: another one plays in its place", bot, table=table)
            return NOTHING
        if now() < self._resting.get(bot, 0.0):
            return NOTHING
        try:
            async with self._turns.turn(table, seconds):
                worker = await self._process(seconds)
                if worker is not None:
                    rests = question.seconds is None  # in a reaction window any bot may be late now and then
                    asked = msgspec.structs.replace(question, seconds=seconds)
                    self._thought = asyncio.create_task(self._think(worker, asked, table, rests_if_late=rests))
                    return await asyncio.shield(self._thought)  # if undone meanwhile, the process goes on for others
        except TimeoutError:
            log.warning("%s did not come to its turn: another one plays in its place", bot, table=table)
        return NOTHING

    async def close(self) -> None:
        """Ends the process."""
        tasks = [task for task in (self._ready, self._thought) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self.running is not None:
            await self._end(self.running)

    async def _think(self, worker: Worker, question: Question, table: str, *, rests_if_late: bool) -> Answer:
        """What a bot answers, also where nobody waits for it any longer; the process of one that does not is ended."""
        bot, now = question.level, asyncio.get_running_loop().time
        try:
            answer = await asyncio.wait_for(worker.ask(question), (question.seconds or 0.0) + GRACE)
        except Exception as error:  # a late answer would confuse the next question
            self._resting[bot] = now() + REST
            reason = "it did not stop when its time was over" if isinstance(error, TimeoutError) else str(error)
            told = "%s had its process ended and rests: another one plays in its place"
            log.error(told, bot, table=table, reason=reason, seconds=REST)
            await self._end(worker)
            return NOTHING
        if answer.error:
            log.error("%s failed: another one plays in its place", bot, table=table, exception=answer.error)
        if answer.late and rests_if_late:
            self._resting[bot] = now() + REST
        return answer

    async def _process(self, seconds: float) -> Worker | None:
        """The process, if it is ready within some seconds; raises ``TimeoutError`` if a thought of before keeps it longer."""
        if self._thought is not None:  # of somebody who waits for it no longer
            await asyncio.wait([self._thought], timeout=seconds)
            if not self._thought.done():
                raise TimeoutError
        self.prepare()
        if self._ready is None:
            return None
        if not self._slow:
            await asyncio.wait([self._ready], timeout=seconds)
            self._slow = not (self._ready.done() and self._is_alive())
            if self._slow:
                log.warning("this server's own bots are not ready: others play in their place until they are")
        return self.running if self._ready.done() and self._is_alive() else None

    def _is_alive(self) -> bool:
        return self.running is not None and self.running.process.returncode is None

    async def _start(self) -> None:
        if self.running is not None:  # it is gone; what it started may not be
            await self._end(self.running)
        try:
            self.running = await Worker.start("--own", interpreted=INTERPRETED)
            await self.running.hello()
            log.info("this server's own bots are ready")
        except Lost as lost:
            if self.running is not None:
                await self._end(self.running)
            self._start_again = asyncio.get_running_loop().time() + REST
            log.error("the process for this server's own bots did not start", reason=str(lost))

    async def _end(self, worker: Worker) -> None:
        if self.running is worker:
            self.running = None
        await worker.stop()
