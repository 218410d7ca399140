"""What one address may ask of the server, so that the others are served too: how often, how much, how long."""

import asyncio
import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from msgspec import Meta, Struct
from starlette.requests import HTTPConnection

Positive = Annotated[float, Meta(gt=0)]
Count = Annotated[int, Meta(ge=1)]

FULL = 10_000  # addresses that are remembered


class Limits(Struct, frozen=True):
    """What the server bears; each number can be set with ``tianxia serve --limit name=value``.

    ``work`` and ``games`` are kept by address: a network behind one router, or visitors of a proxy that does not name
    them, share theirs. Work is counted in milliseconds of this server, as ``COST`` estimates them.
    """

    request: Positive = 15.0  # seconds until a request has arrived as a whole
    stall: Positive = 30.0  # seconds in which somebody takes nothing of what is sent to it
    connections: Annotated[int, Meta(ge=0)] = 0  # at once; 0 for as many as the files that may be open allow
    sockets: Count = 200  # open tables, other live pages and streams of programs of one address
    games: Positive = 0.5  # new games of one address a second ...
    games_at_once: Count = 60  # ... and how many after a rest
    entries: Positive = 0.2  # passwords and names that one address tries a second ...
    entries_at_once: Count = 20  # ... and after a rest
    guesses: Positive = 0.05  # passwords that are tried for one account a second, from wherever ...
    guesses_at_once: Count = 20  # ... and after a rest
    words: Positive = 0.5  # messages that one person, or one address, writes a second ...
    words_at_once: Count = 8  # ... and after a rest
    calls: Positive = 20.0  # requests of programs by one token a second ...
    calls_at_once: Count = 200  # ... and after a rest
    streams: Count = 20  # streams of one token that are open at once
    keep_alive: Positive = 5.0  # seconds after which a stream in which nothing happens gets an empty line
    work: Positive = 300.0  # milliseconds of work for one address a second ...
    work_at_once: Positive = 4000.0  # ... and after a rest
    patience: Positive = 5.0  # seconds that work is put off before it is refused


COST = {
    "page": 4.0,
    "replay": 200.0,
    "position": 4.0,
    "import": 500.0,
    "ping": 0.1,
    "echo": 0.1,
    "hello": 3.0,
    "why": 10.0,
    "look": 20.0,
    "hint": 200.0,
    "command": 6.0,
    "say": 3.0,
    "hush": 3.0,
    "report": 3.0,
}
COST |= dict.fromkeys(("undo", "return", "day_off", "freely", "offer", "answer"), COST["command"])
"""Milliseconds of work: of a page or file, of what is asked of a finished game, and of each frame."""


class Bucket:
    """Lets ``rate`` a second through, and ``burst`` at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._tokens = float(burst)
        self._at = time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """Takes tokens; False, and nothing taken, if there are too few."""
        self._fill()
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True

    def soon(self, cost: float = 1.0) -> float:
        """The seconds until so much can be taken."""
        self._fill()
        return max(0.0, (cost - self._tokens) / self.rate)

    def owe(self, cost: float, patience: float) -> float | None:
        """Takes tokens that may still have to come; gives the seconds until then, None if they are more than that."""
        self._fill()
        wait = (cost - self._tokens) / self.rate
        if wait > patience:
            return None
        self._tokens -= cost
        return max(0.0, wait)

    def _fill(self) -> None:
        now = time.monotonic()
        self._tokens = min(self.burst, self._tokens + (now - self._at) * self.rate)
        self._at = now


class Buckets:
    """A bucket for each address, or account; those not used for longest are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __getitem__(self, address: str) -> Bucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._burst)
            if len(self._buckets) > FULL:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket


class Limiter:
    """The buckets of all addresses."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.games = Buckets(limits.games, limits.games_at_once)
        self.entries = Buckets(limits.entries, limits.entries_at_once)
        self.guesses = Buckets(limits.guesses, limits.guesses_at_once)
        self._words = Buckets(limits.words, limits.words_at_once)
        self.calls = Buckets(limits.calls, limits.calls_at_once)
        self.sockets: Counter[str] = Counter()
        self.streams: Counter[str] = Counter()
        self._work = Buckets(limits.work, limits.work_at_once)

    def may_write(self, address: str, person: str | None) -> bool:
        """Whether an address, and who sits there, may write one more message now; counts it."""
        return self._words[f"person {person}"].take() and self._words[address].take()

    @contextmanager
    def line(self, address: str) -> Iterator[None]:
        """While an address has one more line open: a table, or the news of a page."""
        self.sockets[address] += 1
        try:
            yield
        finally:
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]

    async def work(self, address: str, kind: str, times: float = 1.0) -> bool:
        """Waits until an address may have this kind of work done, so many times as much as usual but never more than it may
        after a rest; False, at once, if that would take too long."""
        cost = max(COST[kind], min(COST[kind] * times, self.limits.work_at_once))
        wait = self._work[address].owe(cost, self.limits.patience)
        if wait:
            await asyncio.sleep(wait)
        return wait is not None


def address_of(connection: HTTPConnection) -> str:
    """Who asks: the address, as a trusted proxy names it. Of IPv6 it is the network, which is what one household gets."""
    host = connection.client.host if connection.client else ""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(found, ipaddress.IPv4Address):
        return host
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
