"""All tables of one process: opened from the store when somebody comes, let go when nobody is left."""

import asyncio
import logging
import secrets
import time
from typing import Any

import tianxia
from tianxia.tables.pace import Pace
from tianxia.tables.store import Guest, Seat, Setup, Store, Summary
from tianxia.tables.table import Table
from tianxia.tables.thinkers import Thinkers

log = logging.getLogger(__name__)

IDLE = 600.0  # seconds that an empty table stays in memory


class Unreadable(Exception):
    """What is stored of a game does not fit this program: it is damaged, or another version's."""


class Refurnished(Unreadable):
    """A game began with another map or deck than the one that is in use now."""


class House:
    """Creates and opens tables; knows the guests."""

    def __init__(self, store: Store, thinkers: Thinkers, pace: Pace | None = None) -> None:
        self.store = store
        self.thinkers = thinkers
        self.pace = pace or Pace()
        self._tables: dict[str, asyncio.Task[Table | None]] = {}
        self._idle: dict[str, asyncio.TimerHandle] = {}
        thinkers.prepare()

    async def create(self, game: str, options: dict[str, Any], seats: tuple[Seat, ...], lang: str) -> str:
        """Sets up a new game, stores it and returns its name; the seed is drawn here and shown to nobody."""
        furnishing = tianxia.load(game, **options).furnishing()
        setup = Setup(
            id=secrets.token_urlsafe(9),
            game=game,
            options=options,
            seed=secrets.randbits(63),
            salt=secrets.token_hex(16),
            seats=seats,
            created=time.time(),
            lang=lang,
            rules="+".join(filter(None, (tianxia.__version__, furnishing))),
        )
        await self.store.create(setup)
        return setup.id

    async def open(self, table: str) -> Table | None:
        """The table of that name, loaded once however many ask at the same moment; None if there is none.

        Raises ``Unreadable`` if there is one that can't be opened, ``Refurnished`` if it needs another map or deck.
        """
        task = self._tables.get(table)
        if task is None:
            task = self._tables[table] = asyncio.create_task(self._load(table))
        try:
            found = await asyncio.shield(task)
        except Exception:
            self._tables.pop(table, None)
            raise
        if found is None:
            self._tables.pop(table, None)
        return found

    async def _load(self, table: str) -> Table | None:
        try:
            stored = await self.store.load(table)
            if stored is None:
                return None
            self._furnished(stored.setup)
            # a long game takes a while
            return await asyncio.to_thread(Table, stored, self.store, self.thinkers, self.pace)
        except (ValueError, TypeError) as error:
            log.error("table %s cannot be opened: %s", table, error)
            raise Unreadable(table) from error

    @staticmethod
    def _furnished(setup: Setup) -> None:
        if setup.furnishing and setup.furnishing != tianxia.load(setup.game, **setup.options).furnishing():
            log.error("table %s began with another map or deck of %s than the one in use now", setup.id, setup.game)
            raise Refurnished(setup.id)

    def left(self, table: Table) -> None:
        """Somebody left; a table that stays empty is let go after a while."""
        if not table.watchers:
            name = table.setup.id
            if (timer := self._idle.pop(name, None)) is not None:
                timer.cancel()
            self._idle[name] = asyncio.get_running_loop().call_later(IDLE, self._let_go, table)

    def _let_go(self, table: Table) -> None:
        del self._idle[table.setup.id]
        if table.drivers.busy:
            self.left(table)
        elif not table.watchers:
            self._tables.pop(table.setup.id, None)

    async def games_of(self, guest: Guest | None) -> list[Summary]:
        """A guest's games, the last played first."""
        return [] if guest is None else await self.store.games_of(guest.id)

    async def welcome(self, name: str) -> tuple[Guest, str]:
        """A new guest and the token for its browser."""
        guest, token = Guest(secrets.token_urlsafe(9), name), secrets.token_urlsafe(32)
        await self.store.add_guest(guest, token)
        return guest, token

    async def close(self) -> None:
        """Stops the bots and finishes writing."""
        for timer in self._idle.values():
            timer.cancel()
        for task in self._tables.values():
            if task.done() and not task.cancelled() and task.exception() is None and (table := task.result()):
                table.drivers.stop()
        await self.thinkers.close()
        await self.store.close()
