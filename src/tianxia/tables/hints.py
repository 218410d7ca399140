"""Hints: what a bot would do for a seat, found from what that seat sees, with one reason in words. Nothing is played by it."""

import asyncio
import secrets
from contextvars import Context
from typing import TYPE_CHECKING
from weakref import proxy

from tianxia.engine import i18n
from tianxia.engine.match import Match
from tianxia.tables import lessons
from tianxia.tables.bot_pool import BotPool, by_heuristic
from tianxia.tables.frames import ErrorFrame, Hint, Hinted
from tianxia.tables.history import History
from tianxia.tables.logs import logger, trace_of
from tianxia.tables.refused import Refused
from tianxia.tables.setup import Setup
from tianxia.tables.worker import Question

if TYPE_CHECKING:
    from tianxia.tables.subscriber import Subscriber
    from tianxia.tables.table import Table

log = logger(__name__)

LEVEL = "normal"
"""Who is asked: so long a hint may take."""


def may_hint(history: History, setup: Setup) -> bool:
    """Only where it is nobody's loss: the game is casual, and all seats but those of one person are bots'.

    Nor while a lesson says what to play.
    """
    alone = len({seat.guest for seat in history.seats if seat.guest is not None}) == 1
    return alone and not setup.terms.rated and lessons.done(setup, history) is None


class Hints:
    """The hints of a table, one at a time for each seat. What was found for a position is not sought again."""

    def __init__(self, table: "Table", bot_pool: BotPool) -> None:
        self._table: Table = proxy(table)  # which has this one: so both are freed at once
        self._bot_pool = bot_pool
        self._seeking: dict[int, asyncio.Task[None]] = {}
        self._found: dict[int, tuple[int, int]] = {}  # by seat: the position by its number, and the action

    def ask(self, subscriber: "Subscriber", frame: Hint) -> None:
        """Answers a page, later if a bot has to think first."""
        seat, lang = subscriber.viewer, subscriber.lang
        try:
            number = self._asked(seat, lang)
            if seat in self._seeking:
                raise Refused("limited", i18n.translator(lang).gettext("A hint is being sought already."))
        except Refused as refused:
            subscriber.reply(ErrorFrame(frame.id, refused.code, refused.reason))
            return
        assert seat is not None
        sought = self._answer(subscriber, frame, seat, number)
        self._seeking[seat] = asyncio.create_task(sought, context=Context())  # of no request

    def stop(self) -> None:
        """Seeks no more."""
        for task in list(self._seeking.values()):
            task.cancel()

    def _asked(self, seat: int | None, lang: str) -> int:
        """The number of the position that the seat sees; raises ``Refused`` where there is no hint."""
        say, history = i18n.translator(lang).gettext, self._table.history
        if seat is None:
            raise Refused("foreign", say("You are looking on; only the players of this table can act."))
        if not may_hint(history, self._table.setup):
            raise Refused("foreign", say("There are no hints where a game is rated or somebody else plays."))
        if history.over:
            raise Refused("over", say("The game is over."))
        if self._table.paused or seat not in history.to_act or history.seats[seat].bot is not None:
            raise Refused("stale", say("Nothing is asked of you now."))
        return history.streams[seat].number

    async def _answer(self, subscriber: "Subscriber", frame: Hint, seat: int, number: int) -> None:
        table, lang = self._table.setup.id, subscriber.lang
        answer: Hinted | ErrorFrame
        try:
            answer = await self._seek(frame, seat, number, lang)
        except Refused as refused:
            answer = ErrorFrame(frame.id, refused.code, refused.reason)
        except Exception as error:
            log.error("a hint failed", table=table, seat=seat, exception=trace_of(error))
            told = i18n.translator(lang).gettext("The program failed here; nothing was changed.")
            answer = ErrorFrame(frame.id, "failed", told)
        finally:
            self._seeking.pop(seat)  # who has the answer may ask again
        subscriber.reply(answer)

    async def _seek(self, frame: Hint, seat: int, number: int, lang: str) -> Hinted:
        """Searches, and looks for a reason, while the table goes on."""
        match, found = self._table.history.match, self._found.get(seat)
        action = found[1] if found and found[0] == number else await self._chosen(match, seat)
        reason = "" if action is None else await asyncio.to_thread(match.advice, seat, action, lang)
        if self._asked(seat, lang) != number:
            raise Refused("stale", i18n.translator(lang).gettext("The table has moved on since; look again."))
        if action is None or action not in match.legal_ids(seat).tolist():
            raise Refused("failed", i18n.translator(lang).gettext("No hint was found here."))
        self._found[seat] = number, action
        return Hinted(frame.id, action, reason)

    async def _chosen(self, match: Match, seat: int) -> int | None:
        setup = self._table.setup
        question = Question(
            game=setup.game,
            options=setup.options,
            level=LEVEL,
            seed=secrets.randbits(62),
            seat=seat,
            record=match.record(seat).tobytes(),
        )
        action = (await self._bot_pool.choose(question, setup.id)).action
        if action is None:  # no process can think
            action = (await asyncio.to_thread(by_heuristic, question)).action
        return action
