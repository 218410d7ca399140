"""Onlookers of one game, some of which take nothing, and a crowd that comes and goes: what players notice of them, and how
late they are themselves."""

import asyncio
import time
from pathlib import Path

import crowd
import msgspec
from book import row, times
from people import Company, Site, dial

STAY = 3.0  # seconds that somebody looks on who comes and goes
PING, PONG, MASKED, MASK = 0x89, 0x8A, 0x80, bytes(4)  # RFC 6455, 5.2: first and second byte of a frame


class Sink(asyncio.Protocol):
    """Takes all that comes, and only answers the server's pings."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self.transport, self.before = transport, transport.get_protocol()
        transport.set_protocol(self)
        transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        self.before.connection_lost(exc)  # or who closes it would wait for ever

    def data_received(self, data: bytes) -> None:
        if data[0] == PING:
            length = data[1]
            self.transport.write(bytes((PONG, MASKED | length, *MASK)) + data[2 : 2 + length])


async def come_and_go(site: Site, table: str, wait: float) -> None:
    """Looks on for a moment, again and again."""
    await asyncio.sleep(wait)
    while True:
        async with dial(site.host, table, "", max_queue=1) as socket:
            await socket.send('{"type":"hello","last":0}')
            await socket.recv()
            Sink(socket.transport)
            await asyncio.sleep(STAY)
            socket.transport.abort()


async def played_on(company: Company, sent: list[float], seconds: float) -> list[float]:
    """Seconds from each action to its view, at two a second, until the only game is over or the time is; ``sent`` is told
    when each was."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and not company.counts["games over"]:
        if company.ready:
            line = next(iter(company.ready))
            del company.ready[line]
            sent[0] = time.perf_counter()
            await line.act()
        await asyncio.sleep(0.5)
    await company.leave()
    return company.times


async def measure(folder: Path, onlookers: int, minutes: float) -> None:
    """Each time at a new game, since one may be over before all is measured."""
    site = Site(folder)
    site.start()
    site.compiled()
    late: list[float] = []
    sent = [0.0]

    async def sit_down() -> tuple[Company, str]:
        company = Company(site)
        await company.table("chu-han")
        return company, next(iter(company.acknowledged))

    async def look(name: str, number: int) -> None:
        """Every twentieth reads what comes; as many take nothing; from the others it is taken and thrown away, since one
        process that reads for all would be what is measured."""
        reads, frozen = number % 20 == 0, number % 20 == 10
        async with dial(site.host, name, "", max_queue=1) as socket:
            await socket.send('{"type":"hello","last":0}')
            first = await socket.recv()
            assert msgspec.json.decode(first)["type"] == "full", first
            here.release()
            if frozen:
                await asyncio.Event().wait()
            if not reads:
                Sink(socket.transport)
                await asyncio.Event().wait()
            async for text in socket:
                if '"type":"step"' in str(text) and '"events"' in str(text):
                    late.append(time.perf_counter() - sent[0])

    company, _ = await sit_down()
    times("players, nobody looks on", await played_on(company, sent, 15 * minutes))
    company, name = await sit_down()
    here = asyncio.Semaphore(0)
    watching = [asyncio.create_task(look(name, n)) for n in range(onlookers)]
    for _ in watching:
        await here.acquire()
    times(f"players, {onlookers} look on", await played_on(company, sent, 30 * minutes), "as without")
    times(f"fan-out, {onlookers // 20} of them frozen", late, "< 250 ms at p99")
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    company, name = await sit_down()
    restless = max(1, onlookers * 3 // 10)
    before, since = crowd.processor_time(site.process.pid), time.monotonic()
    coming = [asyncio.create_task(come_and_go(site, name, STAY * n / restless)) for n in range(restless)]
    while_they_come = await played_on(company, sent, 15 * minutes)
    times(f"players, {restless} look on for {STAY:.0f} s each", while_they_come, "as without")
    busy = (crowd.processor_time(site.process.pid) - before) / (time.monotonic() - since)
    row("the server's processor meanwhile", "{:.0f} %", 100 * busy)
    for task in coming:
        task.cancel()
    await asyncio.gather(*coming, return_exceptions=True)
    site.kill()
