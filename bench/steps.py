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
from tianxia.tables.pace import AT_ONCE
from tianxia.tables.sqlite import SqliteStore
from tianxia.tables.table import Table

try:
    from tianxia.tables.bot_pool import BotPool
    from tianxia.tables.registry import Registry
except ImportError:  # an older checkout
    from tianxia.tables.house import House as Registry  # type: ignore[no-redef]
    from tianxia.tables.thinkers import Thinkers as BotPool  # type: ignore[no-redef]
try:
    from tianxia.tables.rows import Seat
except ImportError:  # likewise
    from tianxia.tables.store import Seat  # type: ignore[attr-defined, no-redef]

CLOCK = time.process_time
"""Seconds of all threads of this process: what other work on the machine takes does not count."""


def first_of(one: Any, *names: str) -> Any:
    """What has one of these names, of today or of before."""
    return next(getattr(one, name) for name in names if hasattr(one, name))


def history_of(table: Table) -> Any:
    return first_of(table, "history", "course")


class Onlooker:
    """A connection: takes each frame as it comes, written as it would be sent."""

    def __init__(self, table: Table, viewer: int | None, heard: asyncio.Event) -> None:
        self.heard = heard
        self.subscriber = table.join(viewer, "en")
        self.subscriber.greet(0)
        self.sizes: list[int] = []
        self.task = asyncio.create_task(self.look())

    async def look(self) -> None:
        while True:
            frame = await self.subscriber.next()
            written = encode_frame(frame)
            if type(frame).__name__ == "Step":
                self.sizes.append(len(written))
            self.heard.set()

    @property
    def current(self) -> bool:
        number, _ = self.subscriber.table.moment(self.subscriber.viewer)
        return self.subscriber.last == number and not self.subscriber._replies


async def measured(registry: Registry, game: str, options: dict[str, Any], actions: int) -> dict[str, Any]:
    chance, costs, sizes, steps, opening = random.Random(1), [], [], [], []
    while len(costs) < actions:
        count = tianxia.load(game, **options).seats
        seats = tuple(Seat(f"Guest {seat}", guest=str(seat)) for seat in range(count))
        table = await registry.open(await registry.create(game, options, seats, "en"))
        assert table is not None
        heard = asyncio.Event()
        onlookers = [Onlooker(table, viewer, heard) for viewer in (*range(count), None)]
        while not history_of(table).over and len(costs) < actions:
            while not history_of(table).over and not (asked := free(table)):
                await asyncio.sleep(0)
            if history_of(table).over:
                break
            seat = chance.choice(asked)
            action = chance.choice(history_of(table).match.legal_ids(seat).tolist())
            frame = Command(f"c{len(costs)}", table.setup.id, history_of(table).streams[seat].number, action)
            before = sum(sum(one.sizes) for one in onlookers)
            start = CLOCK()
            await table.command(onlookers[seat].subscriber, frame)
            while not all(one.current for one in onlookers):
                heard.clear()
                await heard.wait()  # to look again and again would count as the action's
            costs.append(CLOCK() - start)
            steps.append(sum(sum(one.sizes) for one in onlookers) - before)
        while first_of(table, "autoplay", "drivers").busy:
            await asyncio.sleep(0)
        for one in onlookers:
            one.task.cancel()
            table.leave(one.subscriber)
            sizes += one.sizes
        stored = await registry.store.load(table.setup.id)
        assert stored is not None
        if len(stored.rows) >= min(100, actions // 2):
            start = CLOCK()
            Table(stored, registry.store, first_of(registry, "bot_pool", "thinkers"), registry.pace).close()
            opening.append((CLOCK() - start) / len(stored.rows) * 1000)
        table.close()
    return {"costs": costs, "sizes": sizes, "steps": steps, "opening": opening}


def free(table: Table) -> list[int]:
    """The seats that somebody has to decide for."""
    return [seat for seat in history_of(table).to_act if not history_of(table).declines_by_itself(seat)]


async def main(game: str, players: int, actions: int) -> dict[str, Any]:
    loaded = tianxia.load(game)
    options = {"players": players} if loaded.players[0] < loaded.players[1] else {}
    with tempfile.TemporaryDirectory() as folder:
        if not warmup.is_warm():
            warmup.warm_up()
        registry = Registry(SqliteStore(Path(folder) / "games.sqlite3"), BotPool(0), AT_ONCE)
        try:
            if hasattr(registry, "_looking"):
                await registry._looking  # a start reads all games in, which is no action's cost
            await measured(registry, game, options, 20)  # what is made once a process
            return await measured(registry, game, options, actions)
        finally:
            await registry.close()


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))))
