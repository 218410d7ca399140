"""What ratings cost: the end of a rated game beside that of a casual one, and their pages when there is a lot to tell.

People and bots play Huang for two and three on a real store, without rules: what is written is what the end of a game writes.
Some people play far more than others. Then each page is asked for through the whole application.

Run ``python bench/ratings.py [--games 5000] [--people 500]``.
"""

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from starlette.testclient import TestClient

from tianxia.server.application import app
from tianxia.server.limits import Limits
from tianxia.tables.names import key_of
from tianxia.tables.opening import FILE
from tianxia.tables.rows import ResignedRow, Seat, opening
from tianxia.tables.setup import Setup, Terms
from tianxia.tables.sqlite import SqliteStore
from tianxia.tables.store import Outcome, Person

LEVELS = ("easy", "normal", "hard")
TOGETHER = 64  # games that end at once, as they would on a busy server


def name_of(number: int) -> str:
    """Another name for each number, of letters."""
    return "Ada" + "".join("bcdefghjkm"[int(digit)] for digit in str(number))


async def fill(store: SqliteStore, people: int, games: int) -> dict[bool, list[float]]:
    """Lets them play; seconds of processor and disk for each end of a game, rated or casual, when many end at once."""
    chance = random.Random(1)
    for number in range(people):
        person = Person(f"p{number}", name_of(number), account=True)
        await store.people.register(person, key_of(person.name), "hash", f"token {number}", "")
    sitters = [Seat(name_of(number), guest=f"p{number}") for number in range(people)]
    often = [1 / (1 + number) for number in range(people)]
    took: dict[bool, list[float]] = {True: [], False: []}
    for batch in range(0, games, TOGETHER):
        rated = batch // TOGETHER % 4 != 3
        made = []
        for number in range(batch, batch + TOGETHER):
            seats = list(dict.fromkeys(chance.choices(sitters, often, k=chance.choice((2, 3)))))
            if len(seats) == 1:
                seats.append(Seat("bot", bot=chance.choice(LEVELS)))
            at = 3600.0 * number
            setup = Setup(
                f"game {number}", "huang", {"players": len(seats)}, 1, "s", at, "en", "0", terms=Terms(rated=rated)
            )
            rows = opening(seats, at)
            await store.create(setup, rows)
            places = tuple(chance.sample(range(1, len(seats) + 1), len(seats)))
            made.append((setup.id, rows, ResignedRow(0, number=len(rows), at=at), Outcome(places) if rated else None))
        start = time.perf_counter()
        ends = [store.append(id, len(rows), (last,), over=True, outcome=found) for id, rows, last, found in made]
        await asyncio.gather(*ends)
        took[rated].append((time.perf_counter() - start) / TOGETHER)
    return took


def milliseconds(work: Callable[[], object], times: int = 30) -> str:
    """The median and the worst of so many times."""
    took = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        took.append(1e3 * (time.perf_counter() - start))
    return f"{statistics.median(took):8.2f} {max(took):8.2f}"


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--people", type=int, default=500)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:

        async def begin() -> dict[bool, list[float]]:
            store = SqliteStore(Path(folder) / FILE)
            took = await fill(store, given.people, given.games)
            await store.close()
            return took

        took = asyncio.run(begin())
        for rated, seconds in took.items():
            if not seconds:  # so few games that none of this kind was among them
                continue
            kind, each = "rated" if rated else "casual", 1e3 * statistics.median(seconds)
            print(f"end of a {kind} game, {TOGETHER} at once: {each:.2f} ms each")
        free = Limits(games=1e6, games_at_once=10**6, work=1e9, work_at_once=1e9)
        print(f"{'page':40} median ms worst ms")
        with TestClient(app(folder, workers=0, limits=free)) as site:
            for path in (
                "/ranking?game=huang&seats=3",
                "/ranking?game=huang&seats=3&page=5",
                f"/people/{name_of(0)}?game=huang&seats=3",
                f"/people/{name_of(given.people // 2)}",
                "/bots/normal",
            ):
                assert site.get(path).status_code == 200, path
                print(f"{path:40} {milliseconds(lambda path=path: site.get(path))}")  # type: ignore[misc]


if __name__ == "__main__":
    main()
