"""The other processes on a PostgreSQL database: what they change, which tables they drive, who is at their tables."""

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress
from hashlib import blake2b
from itertools import islice
from typing import Any

import msgspec
import psycopg

from tianxia.tables.peers import NOBODY, Changed, Here
from tianxia.tables.postgres_link import CHANNEL, NOTIFY, Notice, connect_on_loop
from tianxia.tables.store import Listener

log = logging.getLogger(__name__)

RETRY = 1.5  # seconds between two tries to drive a table, or to connect
TOLD = 50  # tables in one notice
LEASE = "SELECT key, pg_try_advisory_lock(key) FROM unnest(%s::bigint[]) AS key"
LEAVE = "SELECT pg_advisory_unlock(key) FROM unnest(%s::bigint[]) AS key"
NAME = "tianxia "
LIVING = (
    "SELECT substr(application_name, 9) FROM pg_stat_activity"
    f" WHERE datname = current_database() AND starts_with(application_name, '{NAME}')"
)


class PostgresPeers:
    """One connection hears of the others. The other one has an advisory lock for each table that is driven here: whatever
    ends the process ends that connection, and with it all of them."""

    others = True

    def __init__(self, address: str, name: str) -> None:
        self.listeners: list[Listener] = []
        self._address, self._name = address, name
        self._wanted: dict[str, set[Changed]] = {}  # by game, whom to tell that it is driven here
        self._driven: dict[str, int] = {}  # by game its lock
        self._left: list[int] = []
        self._here: dict[str, Here] = {}  # by game
        self._untold: set[str] = set()  # games of which others don't know yet who is here
        self._asks = False
        self._elsewhere: dict[str, dict[str, Here]] = {}  # the same by process
        self._looking: dict[str, Changed] = {}  # by game, whom to tell that others come and go
        self._bell = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._listen(), name="tianxia-listens"),
            asyncio.create_task(self._settle(), name="tianxia-settles"),
        ]

    def drives(self, game: str, changed: Changed) -> bool:
        """Whether this process drives a game now; from now on it tries to."""
        self._wanted.setdefault(game, set()).add(changed)
        if game not in self._driven:
            self._bell.set()
        return game in self._driven

    def here(self, game: str, who: Here, changed: Changed) -> None:
        """Tells the others who has a page of a game open here."""
        self._looking[game] = changed
        if who != self._here.get(game, NOBODY):
            self._here[game] = who
            self._untold.add(game)
            self._bell.set()

    def elsewhere(self, game: str) -> Here:
        """Who has a page of a game open in another process."""
        there = [games[game] for games in self._elsewhere.values() if game in games]
        return Here(frozenset().union(*(one.guests for one in there)), sum(one.onlookers for one in there))

    def leave(self, game: str) -> None:
        """Leaves a game to other processes."""
        if self._here.pop(game, NOBODY) != NOBODY:
            self._untold.add(game)
        self._looking.pop(game, None)
        self._wanted.pop(game, None)
        if (key := self._driven.pop(game, None)) is not None:
            self._left.append(key)
        self._bell.set()

    async def close(self) -> None:
        """Leaves all games to other processes."""
        under_way = set(self._tasks)
        while under_way:  # what waits with ``wait_for``, as the driver does, may miss that it is cancelled
            for task in under_way:
                task.cancel()
            _, under_way = await asyncio.wait(under_way, timeout=0.1)

    # -- what others say --------------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        """Hears of what others change. What was missed while there was no connection may be anything."""
        while True:
            try:
                async with await connect_on_loop(self._address) as database:
                    await database.execute(f"LISTEN {CHANNEL}")
                    self._asks = True  # and tells: others may have asked before this one heard it
                    self._untold |= self._here.keys()
                    self._bell.set()
                    self._watch(None)
                    async for notice in database.notifies():
                        self._hear(msgspec.json.decode(notice.payload, type=Notice))
            except (psycopg.Error, msgspec.MsgspecError) as error:
                log.warning("what other processes do can't be heard now: %s", error)
            await asyncio.sleep(RETRY)

    def _hear(self, notice: Notice) -> None:
        if notice.by == self._name:
            return
        if notice.touched != Notice("").touched:
            self._watch(notice.touched)
        if notice.asks:
            self._untold |= self._here.keys()
            self._bell.set()
        if notice.here:
            known = self._elsewhere.setdefault(notice.by, {})
            for game, guests in notice.here.items():
                who = Here(frozenset(guests), notice.looking_on.get(game, 0))
                known.pop(game, None) if who == NOBODY else known.update({game: who})
            self._tell(self._looking[game] for game in notice.here if game in self._looking)

    def _watch(self, touched: Any) -> None:
        for listener in self.listeners:
            asyncio.get_running_loop().call_soon(listener, touched)

    def _tell(self, whom: Iterable[Changed]) -> None:
        for changed in whom:
            asyncio.get_running_loop().call_soon(changed)

    # -- what is settled ----------------------------------------------------------------------------------------------

    async def _settle(self) -> None:
        while True:
            try:
                async with await connect_on_loop(self._address, NAME + self._name) as database:
                    self._untold |= self._here.keys()
                    while True:
                        self._bell.clear()
                        await self._drive(database)
                        await self._say_who_is_here(database)
                        with suppress(TimeoutError):
                            async with asyncio.timeout(RETRY):
                                await self._bell.wait()
            except psycopg.Error as error:
                log.warning("which process drives which table can't be settled now: %s", error)
            lost = list(self._driven)
            self._driven.clear()
            self._left.clear()
            self._tell(changed for game in lost for changed in self._wanted.get(game, ()))
            await asyncio.sleep(RETRY)

    async def _drive(self, database: psycopg.AsyncConnection[Any]) -> None:
        """Lets go what is not needed any more, and takes what is wanted and free."""
        left, self._left = self._left, []
        wanted = {lock_of(game): game for game in self._wanted if game not in self._driven}
        if left:
            await database.execute(LEAVE, (left,))
        found = await database.execute(LEASE, (list(wanted),))  # asked even for none: so a lost connection is noticed
        for key, is_ours in await found.fetchall():
            if is_ours and (game := wanted[key]) in self._wanted:
                self._driven[game] = key
                self._tell(self._wanted[game])
            elif is_ours:  # it was left while we asked
                self._left.append(key)
                self._bell.set()

    async def _say_who_is_here(self, database: psycopg.AsyncConnection[Any]) -> None:
        asks, self._asks = self._asks, False
        while self._untold or asks:
            games = list(islice(self._untold, TOLD))
            self._untold.difference_update(games)
            told = {game: self._here.get(game, NOBODY) for game in games}
            here = {game: tuple(who.guests) for game, who in told.items()}
            looking_on = {game: who.onlookers for game, who in told.items() if who.onlookers}
            await database.execute(NOTIFY, (Notice(self._name, here=here, looking_on=looking_on, asks=asks).text,))
            asks = False
        if known := set(self._elsewhere):  # before it is asked who lives: others may begin to
            living = {name for (name,) in await (await database.execute(LIVING)).fetchall()}
            for name in known - living:
                gone = self._elsewhere.pop(name)
                self._tell(self._looking[game] for game in gone if game in self._looking)


def lock_of(game: str) -> int:
    """The advisory lock of a game."""
    return int.from_bytes(blake2b(game.encode(), digest_size=8).digest(), "big", signed=True)
