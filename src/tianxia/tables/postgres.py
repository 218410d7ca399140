"""The store of several processes: PostgreSQL.

Any process reads and writes any game. What a transaction changes it locks first, in one order for all, and tells the others
as it commits (LISTEN, NOTIFY). Which process drives a table is settled by advisory locks.
"""

import secrets

from tianxia.tables.postgres_link import PostgresLink, check
from tianxia.tables.postgres_peers import PostgresPeers
from tianxia.tables.sql import SqlStore
from tianxia.tables.store import Listener


class PostgresStore(SqlStore):
    """Games in a PostgreSQL database, which any number of processes may use."""

    def __init__(self, address: str) -> None:
        check(address)
        name = secrets.token_hex(8)
        reads = PostgresLink(address, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        peers = PostgresPeers(address, name)
        self._listeners = peers.listeners
        super().__init__(reads, PostgresLink(address, "BEGIN", name), peers)

    def listen(self, listener: Listener) -> None:
        """From now on somebody is told of what other processes change."""
        self._listeners.append(listener)

    async def close(self) -> None:
        """Finishes what is under way, leaves all tables to others and closes the connections."""
        await self.peers.close()
        await super().close()
