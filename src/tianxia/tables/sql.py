"""What the stores have in common: jobs for the thread that writes and for the one that reads.

Waiting for the disk happens on those threads, never on the event loop. Whatever queues up while one commit waits for
the disk goes into the next commit together.
"""

import time
from typing import Any

from tianxia.tables import exports, reads, results, tallies, writes
from tianxia.tables.executor import Executor, Link
from tianxia.tables.identities import Identities
from tianxia.tables.messages import Messages
from tianxia.tables.peers import Peers
from tianxia.tables.people import People
from tianxia.tables.results import Results
from tianxia.tables.rows import Row
from tianxia.tables.setup import Setup
from tianxia.tables.sound import game_of
from tianxia.tables.statements import Database
from tianxia.tables.store import LOBBY, Glance, Outage, Outcome, Standing, Stored, StoreError, Summary
from tianxia.tables.subscriptions import Subscriptions
from tianxia.tables.tokens import Tokens

BATCH = 256  # jobs that share one commit at most
QUIET = 10.0  # seconds in which no process of several wrote the time down, so that all of them must have been away


class SqlStore:
    """Games in a database; see ``Store`` for what each method promises."""

    def __init__(self, reads: Link, writes: Link, peers: Peers) -> None:
        self._writes = Executor("tianxia-writes", writes, together=BATCH)
        self._reads = Executor("tianxia-reads", reads)
        self.people, self.tokens = People(self._reads, self._writes), Tokens(self._reads, self._writes)
        self.identities = Identities(self._reads, self._writes)
        self.messages = Messages(self._reads, self._writes)
        self.results = Results(self._reads, self._writes)
        self.subscriptions = Subscriptions(self._reads, self._writes)
        self.peers = peers

    async def create(
        self,
        setup: Setup,
        rows: tuple[Row, ...] = (),
        standing: Standing | None = None,
        deadline: float | None = None,
    ) -> None:
        """Adds a new game with its first rows."""
        seats = game_of(setup).seats
        await self._writes.do(
            lambda database: writes.create(database, setup, seats, rows, standing, deadline),
            games=(setup.id, LOBBY) if setup.terms.listed else (setup.id,),
        )

    async def append(
        self,
        game: str,
        expected: int,
        rows: tuple[Row, ...],
        *,
        over: bool = False,
        standing: Standing | None = None,
        outcome: Outcome | None = None,
        deadline: float | None = None,
        snapshot: bytes | None = None,
        listed: bool = False,
    ) -> None:
        """Adds rows to a game that has ``expected`` rows; raises ``Conflict`` if it has another number of them."""

        def work(database: Database) -> None:
            writes.append(database, game, expected, rows, over, standing, deadline)
            if over and standing is not None:
                tallies.add(database, game, standing, rows[-1].at)
            if outcome is not None:
                results.add(database, game, outcome, rows[-1].at)
            if snapshot is not None:
                writes.keep(database, game, expected, snapshot)

        await self._writes.do(work, games=(game, LOBBY) if listed else (game,))

    async def keep(self, game: str, rows: int, snapshot: bytes) -> None:
        """Keeps how a game stands, if it still has so many rows."""

        def work(database: Database) -> None:
            if writes.count_of(database, game) == rows:  # what others stored since may have taken somebody's name away
                writes.keep(database, game, rows, snapshot)

        await self._writes.do(work, games=(game,))

    async def load(self, game: str) -> Stored | None:
        """The game with all rows in order; None if there is none of that name."""
        return await self._reads.do(lambda database: reads.load(database, game))

    async def rows(self, game: str, since: int) -> tuple[Row, ...]:
        """The rows of a game from number ``since`` on."""
        return await self._reads.do(lambda database: reads.rows(database, game, since))

    async def glance(self, game: str) -> Glance | None:
        """The game without its rows; None if there is none of that name."""
        return await self._reads.do(lambda database: reads.glance(database, game))

    async def public_games(self, *, started: bool, since: float = 0.0) -> list[Glance]:
        """The games that everybody may find: those that wait for people, or those that are played."""
        return await self._reads.do(lambda database: reads.public_games(database, started, since))

    async def wait(self, game: str) -> None:
        """Remembers that somebody waits in a game that has not started."""
        await self._writes.do(lambda database: writes.wait(database, game), games=(game,))

    async def discard(self, game: str) -> bool:
        """A game that has not started and in which nobody sits goes from the store."""
        return await self._writes.do(lambda database: writes.discard(database, game), games=(game, LOBBY))

    async def prune(self, before: float) -> list[str]:
        """Removes the games that have not started and where nobody was since a time."""
        return await self._writes.do(lambda database: writes.prune(database, before), games=(LOBBY,))

    async def note(self, game: str, standing: Standing | None, fault: str = "") -> None:
        """Remembers what a loaded game was found to be."""
        await self._writes.do(lambda database: writes.note(database, game, standing, fault), games=(game,))

    async def games_of(self, guest: str, only: str | None = None) -> list[Summary]:
        """The games in which a guest sits, or the one of that name; those in which it played last first."""
        return await self._reads.do(lambda database: reads.games_of(database, guest, only))

    async def export(self, game: str, guest: str) -> dict[str, Any] | None:
        """All that is stored of a game and that the guest may know."""
        return await self._reads.do(lambda database: exports.export(database, game, guest))

    async def remove(self, game: str, guest: str) -> bool:
        """A guest leaves all its seats; the game goes from the store if no other guest sits there."""
        return await self._writes.do(lambda database: writes.remove(database, game, guest), games=(game,))

    async def probe(self) -> int:
        """Writes the time down, reads it again and counts the damaged games."""
        at = time.time()
        await self._writes.do(lambda database: writes.beat(database, at))
        found, damaged = await self._reads.do(reads.listen)
        if found < at:  # a later probe may have been faster
            raise StoreError("what is written is not what is read")
        return damaged

    async def deadlines(self, until: float) -> list[tuple[str, float]]:
        """The games that are to be looked at up to a time, and the first of all."""
        return await self._reads.do(lambda database: reads.deadlines(database, until))

    async def deadline(self, game: str) -> float | None:
        """When a game is to be looked at."""
        return await self._reads.do(lambda database: reads.deadline(database, game))

    async def beat(self, at: float) -> None:
        """Writes the time down."""
        await self._writes.do(lambda database: writes.beat(database, at))

    async def outages(self, now: float, last: Outage | None = None) -> list[Outage]:
        """All stretches in which no game could go on, the last one until now."""
        quiet = QUIET if self.peers.others else 0.0

        def work(database: Database) -> list[Outage]:
            writes.missed(database, now, quiet, last)
            return reads.outages(database)

        return await self._writes.do(work)

    async def names(self) -> list[str]:
        """The names of all games."""
        return await self._reads.do(reads.names)

    async def fault(self, game: str) -> str:
        """What is wrong with a game that was not known to be damaged."""
        return await self._reads.do(lambda database: reads.faulty(database, game))

    def waiting(self) -> dict[str, int]:
        """How much waits to be written and to be read."""
        return {"writes": self._writes.waiting, "reads": self._reads.waiting}

    async def close(self) -> None:
        """Finishes what is under way and closes both connections."""
        await self._reads.close()
        await self._writes.close()
