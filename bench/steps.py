"""What one action costs the web process, without a network: every seat and a spectator are shown what came of it.

``python bench/steps.py GAME PLAYERS ACTIONS`` prints one JSON object: seconds and bytes of each action, bytes of each frame
and seconds a row of opening stored games. `bench/server.py` runs it, with the code of another checkout too, so it uses only
what the platform has had for long.
"""

import asyncio
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import tianxia
from tianxia import warmup
from tianxia.tables.frames import Command, encode_frame
from tianxia.tables.house import House
from tianxia.tables.pace import AT_ONCE
from tianxia.tables.sqlite import SqliteStore
from tianxia.tables.store import Seat
from tianxia.tables.table import Table
from tianxia.tables.thinkers import Thinkers

CLOCK = time.process_time
"""Seconds of all threads of this process: what other work on the machine takes does not count."""


class Onlooker:
    """A connection: takes each frame as it comes, written as it would be sent."""

    def __init__(self, table: Table, viewer: int | None) -> None:
        self.watcher = table.join(viewer, "en")
        self.watcher.greet(0)
        self.sizes: list[int] = []
        self.task = asyncio.create_task(self.look())

    async def look(self) -> None:
        while True:
            frame = await self.watcher.next()
            written = encode_frame(frame)
            if type(frame).__name__ == "Step":
                self.sizes.append(len(written))

    @property
    def current(self) -> bool:
        number, _ = self.watcher.table.moment(self.watcher.viewer)
        return self.watcher.last == number and not self.watcher._replies


async def measured(house: House, game: str, options: dict[str, Any], actions: int) -> dict[str, Any]:
    chance, costs, sizes, steps, opening = random.Random(1), [], [], [], []
    while len(costs) < actions:
        count = tianxia.load(game, **options).seats
        seats = tuple(Seat(f"Guest {seat}", guest=str(seat)) for seat in range(count))
        table = await house.open(await house.create(game, options, seats, "en"))
        assert table is not None
        onlookers = [Onlooker(table, viewer) for viewer in (*range(count), None)]
        while not table.course.over and len(costs) < actions:
            while not table.course.over and not (asked := free(table)):
                await asyncio.sleep(0)
            if table.course.over:
                break
            seat = chance.choice(asked)
            action = chance.choice(table.course.match.legal_ids(seat).tolist())
            frame = Command(f"c{len(costs)}", table.setup.id, table.course.streams[seat].number, action)
            before = sum(sum(one.sizes) for one in onlookers)
            start = CLOCK()
            await table.command(onlookers[seat].watcher, frame)
            while not all(one.current for one in onlookers):
                await asyncio.sleep(0)
            costs.append(CLOCK() - start)
            steps.append(sum(sum(one.sizes) for one in onlookers) - before)
        while table.drivers.busy:
            await asyncio.sleep(0)
        for one in onlookers:
            one.task.cancel()
            table.leave(one.watcher)
            sizes += one.sizes
        stored = await house.store.load(table.setup.id)
        assert stored is not None
        if len(stored.rows) >= min(100, actions // 2):
            start = CLOCK()
            Table(stored, house.store, house.thinkers, house.pace).close()
            opening.append((CLOCK() - start) / len(stored.rows) * 1000)
        table.close()
    return {"costs": costs, "sizes": sizes, "steps": steps, "opening": opening}


def free(table: Table) -> list[int]:
    """The seats that somebody has to decide for."""
    return [seat for seat in table.course.to_act if not table.course.declines_by_itself(seat)]


async def main(game: str, players: int, actions: int) -> dict[str, Any]:
    loaded = tianxia.load(game)
    options = {"players": players} if loaded.players[0] < loaded.players[1] else {}
    with tempfile.TemporaryDirectory() as folder:
        if not warmup.is_warm():
            warmup.warm_up()
        house = House(SqliteStore(Path(folder) / "games.sqlite3"), Thinkers(0), AT_ONCE)
        try:
            if hasattr(house, "_looking"):
                await house._looking  # a start reads all games in, which is no action's cost
            await measured(house, game, options, 20)  # what is made once a process
            return await measured(house, game, options, actions)
        finally:
            await house.close()


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))))
