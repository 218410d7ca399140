"""A whole server under load, all four games with rules and views: each part prints the lines of its table.

boot        how long a start takes with many games stored, and the first touch of a game while many pages come back
restart     how long many pages wait until they are current again after a kill
actions     many games, two sockets each, so many actions a second; memory of an idle table and of a socket
spectators  one game with many onlookers, some of which take nothing, beside the same without them, and a crowd that comes
            and goes (``onlookers.py``)
bots        people's actions while processes think for bots on all cores
soak        games that end and begin again, and how the memory grows; six times as long as the others
kills       kill -9 at random moments, on SQLite; what was acknowledged against what is stored
racing      the same with two processes on PostgreSQL (``kills.py``)
processes   what two processes on PostgreSQL do more than one (``processes.py``)
crowds      how long pages wait that all come at once, to stored games (``crowd.py``)
reconnect   the same where they have the table already, or come to games in memory (``reconnect.py``)
beside      the server of boardgame.io under the same load (``boardgameio.py``)

Run ``python bench/load.py [PART ...] [--minutes 10] [--games 1000] [--finished 10000] [--rate 300] [--kills 50] [--runs 1]``;
without a part, all of them. What is measured is written down at once (``load.jsonl``), so what was stopped goes on where it
was; told at the end are the medians of so many runs, and of what is lost all of it. ``--docs`` writes that into
docs/hosting.md.
"""

import argparse
import asyncio
import math
import resource
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import boardgameio
import crowd
import kills as racing_kills
import msgspec
import onlookers
import processes as two_processes
import reconnect as coming_back
from book import Book, row, times
from crowd import TOKEN, played
from people import Company, Line, Site, begin, compared, dial, told_load

import tianxia
from tianxia.tables.history import History
from tianxia.tables.keeping import SNAPSHOT
from tianxia.tables.opening import FILE
from tianxia.tables.rows import Row
from tianxia.tables.setup import Setup
from tianxia.tables.snapshots import pack
from tianxia.tables.sqlite import SqliteStore
from tianxia.tables.store import Person

ROOT = Path(__file__).parents[1]
DEALS = 3  # of each game; the others are copies
MOVES = 60
TOUCHES = 200
WHOLE = 10**9
AT_A_TIME = 64  # games that are stored together
SOAK = 6  # times the minutes: finished games stay in memory for ten (``opened.IDLE``) before as many go as come
Given = argparse.Namespace


async def settle(company: Company, games: int, lines: int = 2) -> None:
    """So many games, all four in turn, some dozens at a time."""
    names = tianxia.games()
    await company.table(names[0], lines)  # the guest is made with it
    for first in range(1, games, 32):
        await asyncio.gather(*(company.table(names[n % 4], lines) for n in range(first, min(games, first + 32))))


def kept_last(history: History, deal: int, rows: Sequence[Row]) -> tuple[int, bytes]:
    """After how many rows a server kept this game last, and how it stood then."""
    count = (len(rows) - 1) // SNAPSHOT * SNAPSHOT
    then = History(history.game, deal)
    then.fold(rows[:count])
    return count, pack(then.snapshot())


async def fill(folder: Path, running: int, finished: int) -> None:
    """Stores games by the dozen, as a server would have."""
    store, names = SqliteStore(folder / FILE), tianxia.games()
    await store.people.add_guest(Person("ada", "Ada", False), TOKEN)
    for kind, count, moves in (("running", running, MOVES), ("finished", finished, WHOLE)):
        kinds = [(game, deal, *played(game, deal, moves)) for game in names for deal in range(DEALS)]
        last = [kept_last(history, deal, rows) for _, deal, history, rows in kinds]
        for first in range(0, count, AT_A_TIME):
            numbers = range(first, min(count, first + AT_A_TIME))
            kept = [(*kinds[number % len(kinds)], *last[number % len(kinds)]) for number in numbers]
            await asyncio.gather(*(put(store, f"{kind}{n}", *one) for n, one in zip(numbers, kept, strict=True)))
    await store.close()


async def put(
    store: SqliteStore, name: str, game: str, deal: int, history: History, rows: list[Row], cut: int, snapshot: bytes
) -> None:
    """Stores a game, and how it stood after its first rows, so many as ``cut`` says."""
    made_of = (tianxia.__version__, history.game.fingerprint())
    standing = history.now.standing
    await store.create(Setup(name, game, {}, deal, "salt", 1.0, "en", *made_of), tuple(rows[:cut]), standing)
    await store.append(name, cut, tuple(rows[cut:]), over=history.over, standing=standing, snapshot=snapshot)


async def board(host: str, table: str, lines: list[object]) -> float:
    """Opens a table and leaves it open; seconds until the board is there."""
    start = time.monotonic()
    socket = await dial(host, table, TOKEN)
    lines.append(socket)
    await socket.send('{"type":"hello","last":0}')
    assert msgspec.json.decode(await socket.recv())["type"] == "full"
    return time.monotonic() - start


async def boot(folder: Path, given: Given) -> None:
    await fill(folder, given.games, given.finished)
    site = Site(folder)
    site.start()  # the first start of a version compiles its rules
    site.compiled()
    site.kill()
    starts = []
    for _ in range(3):
        starts.append(site.start())
        if len(starts) < 3:
            site.kill()
    row(
        f"boot, {given.games} running, {given.finished} finished",
        "{:.2f} s, {:.0f} MB",
        statistics.median(starts),
        site.memory,
        target="< 3 s",
    )
    site.compiled()
    lines: list[object] = []
    others = max(1, min(TOUCHES, given.games // 5))
    pages = asyncio.gather(*(board(site.host, f"running{n}", lines) for n in range(others, given.games)))
    touched = [await board(site.host, f"running{n}", lines) for n in range(others)]
    waited = await pages
    times(f"first touch while {len(waited)} pages come", touched, "< 100 ms at p95")
    times("the pages meanwhile", waited)
    site.kill()


async def restart(folder: Path, given: Given) -> None:
    site = Site(folder)
    site.start()
    site.compiled()
    company = Company(site)
    await settle(company, (given.games + 1) // 2)
    lines: list[Line] = [line for line in _lines(company) if not line.table.over]
    site.kill()
    killed = time.monotonic()
    await asyncio.to_thread(site.start)
    ready = time.monotonic()
    while any(line.current < killed for line in lines):
        await asyncio.sleep(0.05)
    cost = crowd.processor_time(site.process.pid) / len(lines)
    times(f"{given.games} pages current after a restart", [line.current - ready for line in lines], "< 5 s at p95")
    row("the start itself; processor for each page, with it", "{:.2f} s; {:.1f} ms", ready - killed, 1e3 * cost)
    await company.leave()
    site.kill()


def _lines(company: Company) -> list[Line]:
    return [line for table in company.tables for line in table.lines]


async def actions(folder: Path, given: Given) -> None:
    site = Site(folder)
    site.start()
    site.compiled()
    company, empty = Company(site), site.memory
    await settle(company, given.games, 1)
    one = site.memory
    for table in list(company.tables):
        await table.come(1)
    both = site.memory
    socket = (both - one) / given.games
    row(
        f"memory of {given.games} tables",
        "{:.0f} kB a table, {:.0f} kB a socket",
        1e3 * ((one - empty) / given.games - socket),
        1e3 * socket,
        target="told",
    )
    done = await company.play(given.rate, 60 * given.minutes)
    target = f"{given.rate:.0f} actions/s"
    row(f"{given.games} games, {2 * given.games} sockets", "{:.0f} actions/s", done, target=target)
    times("from an action to its view, there", company.times, "p50 < 10 ms, p99 < 100 ms")
    wrong("refused, broken, not begun, there", company)
    await company.leave()
    site.kill()


def wrong(what: str, company: Company) -> None:
    counts = {name: count for name, count in company.counts.items() if name[:7] in ("refused", "lines b", "games t")}
    row(what, "{:.0f}", sum(counts.values()), target="none", summed=True)
    if counts:
        print(counts, flush=True)


async def spectators(folder: Path, given: Given) -> None:
    await onlookers.measure(folder, given.games, given.minutes)


async def bots(folder: Path, given: Given) -> None:
    site = Site(folder, workers=None)
    site.start()
    site.compiled()
    company = Company(site)
    await settle(company, 8)
    alone = await quietly(company, given)
    rivals = [Company(site, seed) for seed in range(8)]
    busy = [asyncio.create_task(against_bots(rival)) for rival in rivals]
    loaded = await quietly(company, given)
    times("people, no bot thinks", alone)
    times("people, eight games against hard bots", loaded, "< 250 ms at p99")
    row("people's moves in these games", "{:.0f}", sum(len(rival.times) for rival in rivals))
    for task in busy:
        task.cancel()
    await asyncio.gather(*busy, return_exceptions=True)
    for one in (company, *rivals):
        await one.leave()
    site.stop()  # so that its processes end too


async def quietly(company: Company, given: Given) -> list[float]:
    company.times.clear()
    await company.play(20, 30 * given.minutes)
    return list(company.times)


async def against_bots(company: Company) -> None:
    """Plays at random against a hard bot, which so thinks nearly always."""
    while True:
        form = {"game": "huang", "level": "hard"}
        name, company.token = await asyncio.to_thread(begin, company.site.host, company.token, **form)
        table = company.at(name, "huang")
        await table.come(None)
        while not table.over:
            await company.play(50, 0.2)


async def soak(folder: Path, given: Given) -> None:
    site = Site(folder)
    site.start()
    site.compiled()
    company, samples = Company(site), []
    # few, so that each is over in minutes: long ones would all grow at once
    await settle(company, max(4, given.games // 50))
    rounds, start = 120, time.monotonic()
    for _ in range(rounds):
        await company.play(given.rate / 3, SOAK * 60 * given.minutes / rounds)
        samples.append(((time.monotonic() - start) / 600, site.memory))
    # what fills once is no growth: SQLite's 64 MB, texts of events, games that stay for a while
    late = samples[rounds // 2 :]
    slope = statistics.linear_regression(*zip(*late, strict=True)).slope
    row(
        "memory of a server that plays on",
        "{:+.2f} MB in 10 minutes, {:.0f} MB",
        slope,
        samples[-1][1],
        target="< 1 MB",
    )
    times("from an action to its view meanwhile", company.times)
    row("games that ended meanwhile", "{:.0f}", company.counts["games over"])
    wrong("refused, broken, not begun meanwhile", company)
    await company.leave()
    site.kill()


async def kills(folder: Path, given: Given) -> None:
    site = Site(folder)
    site.start()
    site.compiled()
    company, count, end = Company(site), 0, time.monotonic() + 60 * given.minutes
    await settle(company, 8)
    while time.monotonic() < end:
        await company.play(given.rate, company.chance.uniform(0.5, 3.0))
        site.kill()
        await asyncio.to_thread(site.start)
        count += 1
    await company.play(given.rate, 3.0)  # what waits for its answer gets it
    await company.leave()
    site.kill()
    lost, doubled = await compared(folder, company)
    counts = (count, company.counts["acknowledged"], company.counts["sent again"])
    row("kills; moves acknowledged; sent again", "{:.0f}; {:.0f}; {:.0f}", *counts, summed=True)
    row("lost; doubled", "{:.0f}; {:.0f}", lost, doubled, target="none", summed=True)


async def racing(folder: Path, given: Given) -> None:
    await racing_kills.run(given.kills, folder / "kills.jsonl", given.database)
    racing_kills.tell(folder / "kills.jsonl")


async def processes(_: Path, given: Given) -> None:
    """In processes of their own, which begin without a loop that runs."""
    await asyncio.to_thread(two_processes.measured, given.database, 24, 10.0, 1)


async def crowds(folder: Path, given: Given) -> None:
    await crowd.measure(folder, given.games, MOVES)


async def reconnect(_: Path, given: Given) -> None:
    for anew in (False, True):
        await asyncio.to_thread(coming_back.measure, "", coming_back.HERE, given.games, 175, anew)


async def beside(_: Path, given: Given) -> None:
    await boardgameio.measure(50, 20.0, 100.0, max(1, given.kills // 10))


PARTS: dict[str, Callable[[Path, Given], Awaitable[None]]] = {
    part.__name__: part
    for part in (boot, restart, actions, spectators, bots, soak, kills, racing, processes, crowds, reconnect, beside)
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--minutes", type=float, default=10.0, help="of each part that plays on")
    parser.add_argument("--games", type=int, default=1000, help="running ones; pages, and onlookers")
    parser.add_argument("--finished", type=int, default=10_000)
    parser.add_argument("--rate", type=float, default=300.0, help="actions a second; a third of them in a soak")
    parser.add_argument("--kills", type=int, default=50, help="of two processes, in all runs; beside it a tenth")
    parser.add_argument("--runs", type=int, default=1, help="of each part")
    parser.add_argument("--database", default="", help="address of a PostgreSQL database that may be written to")
    parser.add_argument("--book", type=Path, default=Path("load.jsonl"), help="where it is written down")
    parser.add_argument("--docs", action="store_true", help="write what was found into docs/hosting.md")
    given = parser.parse_args()
    if unknown := set(given.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asked = f"{given.minutes:g} minutes, {given.games} games, {given.finished} finished, {given.rate:g} actions/s"
    given.kills = math.ceil(given.kills / given.runs)
    book, parts = Book(given.book, asked), given.parts or list(PARTS)
    print(told_load(), flush=True)
    for number in range(given.runs):
        for part in parts:
            if book.runs(part) <= number:
                with tempfile.TemporaryDirectory() as folder:
                    asyncio.run(PARTS[part](Path(folder), given))
                book.note(part)
    print(f"at the end {told_load()}\n\n{book.table(parts)}")
    if given.docs:
        book.write(ROOT / "docs" / "hosting.md", list(PARTS))


if __name__ == "__main__":
    main()
