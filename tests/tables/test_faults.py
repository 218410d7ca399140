"""What goes wrong with one game, or with the disk, and whom that concerns."""

import asyncio
import os
import resource
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.tables.playing import run
from tests.tables.test_store import opened, row, setup
from tianxia.tables import folder, schema
from tianxia.tables.sqlite import SqliteStore, check
from tianxia.tables.store import Conflict, Damaged, StoreError

FILE = Path("data/games.sqlite3")
DAMAGES = {
    "UPDATE games SET game = 'chess' WHERE id = 'bad'": "there is no game 'chess'",
    "UPDATE games SET game = CAST(x'ff' AS TEXT) WHERE id = 'bad'": r"game is no text: \\xff",
    "UPDATE games SET options = '[1' WHERE id = 'bad'": "options cannot be read",
    "UPDATE games SET options = '{\"seasons\":1}' WHERE id = 'bad'": "seasons",
    "UPDATE games SET options = '{\"events\":[1]}' WHERE id = 'bad'": "options cannot be read",
    "UPDATE games SET seed = 'x' WHERE id = 'bad'": "seed cannot be read",
    "UPDATE games SET seed = '7' WHERE id = 'bad'": "not those that the game began with",
    "UPDATE games SET standing = '{' WHERE id = 'bad'": "standing cannot be read",
    "UPDATE seats SET name = CAST(x'ff41' AS TEXT) WHERE game = 'bad'": r"name is no text: \\xffA",
    "UPDATE seats SET bot = 'god' WHERE game = 'bad' AND seat = 1": "there is no bot 'god'",
    "DELETE FROM seats WHERE seat = 1 AND game = 'bad'": "1 seats are stored, chu-han has 2",
    "UPDATE seats SET seat = 7 WHERE seat = 1 AND game = 'bad'": "a seat is missing",
    "UPDATE rows SET action = 99999 WHERE game = 'bad'": "an action that chu-han does not have",
    "UPDATE rows SET action = -1 WHERE game = 'bad'": "an action that chu-han does not have",
    "UPDATE rows SET seat = 2 WHERE game = 'bad' AND number = 1": "of a seat that the game does not have",
    "DELETE FROM rows WHERE game = 'bad' AND number = 0": "1 rows are missing",
}


async def two_games(store: SqliteStore) -> None:
    for name in ("bad", "good"):
        await store.create(setup(name))
        await store.append(name, 0, (row(0), row(1)))


def damage(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        assert database.execute(statement).rowcount


@contextmanager
def full_disk() -> Iterator[None]:
    """No file of this process can grow, as on a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize(("statement", "fault"), DAMAGES.items())
def test_a_damaged_game_is_listed_with_its_fault_beside_the_others(
    tmp_path: Path, statement: str, fault: str
) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await two_games(store)
            damage(tmp_path / FILE, statement)
            listed = {game.id: game for game in await store.games_of("ada")}
            assert set(listed) == {"bad", "good"}
            assert listed["good"].fault == ""
            assert listed["good"].seats == setup().seats
            with pytest.raises(AssertionError if not listed["bad"].fault else ZeroDivisionError, match=fault):
                1 / 0 if fault in listed["bad"].fault.replace("\\", "\\\\") else pytest.fail(listed["bad"].fault)

    with pytest.raises(ZeroDivisionError):
        run(test)


def test_a_job_that_fails_fails_alone(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await two_games(store)
            damage(tmp_path / FILE, "UPDATE games SET seed = 'x' WHERE id = 'bad'")
            outcomes = await asyncio.gather(
                store.append("good", 2, (row(2),)),
                store.append("good", 2, (row(2),)),
                store.load("bad"),
                store.note("bad", None, "\udcff"),
                store.append("good", 3, (row(3),)),
                return_exceptions=True,
            )
            assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, Damaged, type(None), type(None)]
            assert len(await store.rows("good", 0)) == 4

    run(test)
