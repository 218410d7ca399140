"""A game of several people, made before the server starts: what they agreed on elsewhere."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.tables.playing import Dice
from tianxia.tables.accounts import new_token
from tianxia.tables.opening import FILE
from tianxia.tables.pace import AT_ONCE
from tianxia.tables.registry import Registry
from tianxia.tables.rows import Seat
from tianxia.tables.setup import Terms
from tianxia.tables.sqlite import SqliteStore
from tianxia.tables.store import Person


def table_for(folder: Path, *names: str, game: str = "chu-han", **terms: Any) -> tuple[str, list[str]]:
    """The name of a game of these guests, and what their browsers are known by."""

    async def make() -> tuple[str, list[str]]:
        registry = Registry(SqliteStore(folder / FILE), Dice(), AT_ONCE)
        tokens = [new_token() for _ in names]
        seats = tuple(Seat(name, guest=f"{name} {token}") for name, token in zip(names, tokens, strict=True))
        for seat, token in zip(seats, tokens, strict=True):
            await registry.store.people.add_guest(Person(str(seat.guest), seat.name), token)
        made = await registry.create(game, {}, seats, "en", Terms(**terms))
        await registry.close()
        return made, tokens

    with ThreadPoolExecutor(1) as apart:  # a loop may be running here: that of Playwright
        return apart.submit(asyncio.run, make()).result()
