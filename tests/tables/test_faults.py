"""What goes wrong with one game, or with the disk, and whom that concerns."""

import asyncio
import json
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.tables.playing import ADA, BEN, Player, new_table, registry_in, run
from tests.tables.test_store import OPENING, SEATS, opened, row, setup
from tianxia.tables import database as files
from tianxia.tables.folder import Claim
from tianxia.tables.frames import Ack
from tianxia.tables.opened import Unreadable
from tianxia.tables.refused import Refused
from tianxia.tables.schema import HEAD
from tianxia.tables.sqlite import SqliteStore, check
from tianxia.tables.store import Damaged, Person, Standing, StoreError

FILE = Path("data/games.sqlite3")
GOLDEN = Path(__file__).parents[1] / "golden"
DAMAGES = {
    "UPDATE games SET game = 'chess' WHERE id = 'bad'": "there is no game 'chess'; there are",
    "UPDATE games SET game = CAST(x'ff' AS TEXT) WHERE id = 'bad'": "game is no text: \\xff",
    "UPDATE games SET options = '[1' WHERE id = 'bad'": "options cannot be read: ",
    "UPDATE games SET options = '{\"seasons\":1}' WHERE id = 'bad'": "there is no option of chu-han 'seasons'",
    "UPDATE games SET options = '{\"events\":[1]}' WHERE id = 'bad'": "options cannot be read: ",
    "UPDATE games SET seed = 'x' WHERE id = 'bad'": "seed cannot be read: ",
    "UPDATE games SET seed = '7' WHERE id = 'bad'": "seed and salt are not those that the game began with",
    "UPDATE games SET created = 1e300 WHERE id = 'bad'": "created is no time: 1e+300",
    "UPDATE games SET created = -9e999 WHERE id = 'bad'": "created is no time: -inf",
    "UPDATE seats SET name = CAST(x'ff41' AS TEXT) WHERE game = 'bad'": "name is no text: \\xffA",
    "UPDATE seats SET bot = 'god' WHERE game = 'bad' AND seat = 1": "there is no bot 'god'",
    "DELETE FROM seats WHERE seat = 1 AND game = 'bad'": "1 seats are stored, chu-han has 2",
    "UPDATE seats SET seat = 7 WHERE seat = 1 AND game = 'bad'": "a seat is missing",
    "UPDATE rows SET row = replace(row, 'set 1 1', 'dance') WHERE game = 'bad'": "row 3: 'dance' is no kind of action; ",
    "UPDATE rows SET row = replace(row, 'set 1 1', '99999') WHERE game = 'bad'": "row 3: '99999' is no kind of action; ",
    "UPDATE rows SET row = replace(row, '\"seat\":0', '\"seat\":2') WHERE game = 'bad' AND number = 4": "row 4 is of a seat "
    "that the game does not have",
    "UPDATE rows SET row = replace(row, 'action', 'dance') WHERE game = 'bad' AND number = 4": "row 4 cannot be read: ",
    "UPDATE rows SET row = CAST(x'ff' AS TEXT) WHERE game = 'bad' AND number = 4": "row 4 is no text: \\xff",
    "UPDATE rows SET row = replace(row, ':4', ':5') WHERE game = 'bad' AND number = 4": "row 4 says that it is row 5",
    "DELETE FROM rows WHERE game = 'bad' AND number = 3": "row 3 is missing",
}


async def two_games(store: SqliteStore) -> None:
    for name in ("bad", "good"):
        await store.create(setup(name), OPENING)
        await store.append(name, 3, (row(3), row(4)))


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


# -- one game ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("statement", DAMAGES)
def test_a_damaged_game_is_listed_exported_and_removed_beside_the_others(tmp_path: Path, statement: str) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await two_games(store)
            damage(tmp_path / FILE, statement)
            listed = {game.id: game for game in await store.games_of("ada")}
            assert set(listed) == {"bad", "good"}
            assert listed["bad"].fault.startswith(DAMAGES[statement])
            assert listed["good"].fault == ""
            assert listed["good"].seats == SEATS
            told = await store.export("bad", "ada")
            assert told is not None
            assert {
                row["seat"] for row in json.loads(json.dumps(told, allow_nan=False))["rows"] if isinstance(row, dict)
            } <= {0, 2}
            assert not {"seed", "salt"} & told.keys()
            assert await store.export("bad", "ben") is None
            assert not await store.remove("bad", "ben")
            assert await store.remove("bad", "ada")
            assert [game.id for game in await store.games_of("ada")] == ["good"]

    run(test)


@pytest.mark.parametrize(
    "standing", ["'{'", "'{\"to_act\":[-5]}'", "'{\"resigned\":[2]}'", "'{\"result\":[1]}'", "CAST(x'ff' AS TEXT)"]
)
def test_a_damaged_standing_is_made_anew_from_the_rows(tmp_path: Path, standing: str) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = (await new_table(registry, ADA, BEN)).setup.id
        damage(tmp_path / "games.sqlite3", f"UPDATE games SET standing = {standing}")
        async with registry_in(tmp_path) as registry:
            (listed,) = await registry.store.games_of("ada")
            assert (listed.fault, listed.standing) == ("", None)
            assert await registry.open(table)
            (listed,) = await registry.store.games_of("ada")
            assert listed.standing == Standing(to_act=(0,), count=1, score=(0, 1))

    run(test)


def test_when_a_game_was_played_or_in_which_language_spoils_no_list(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            await Player(table, "ada").command(table.history.match.legal_ids(0)[0].item())
            bad = table.setup.id
            (listed,) = await registry.store.games_of("ada")
            assert listed.played > listed.created
        for statement in (
            "UPDATE rows SET row = json_replace(row, '$.at', 1e300)",
            "UPDATE games SET lang = 'xx', played = 9e999",
        ):
            damage(tmp_path / "games.sqlite3", statement)
        async with registry_in(tmp_path) as registry:
            (listed,) = await registry.store.games_of("ada")
            assert (listed.fault, listed.played) == ("", listed.created)
            json.dumps(await registry.store.export(bad, "ada"), allow_nan=False)
            assert await registry.open(bad)
            await registry.remove(bad, Person("ada", "Ada"), "en")
            await registry.remove(bad, Person("ben", "Ben"), "en")
            assert await registry.store.names() == []

    run(test)


def test_of_a_game_of_which_only_seats_are_left_nothing_is_exported(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await two_games(store)
            damage(tmp_path / FILE, "DELETE FROM games WHERE id = 'bad'")
            assert await store.export("bad", "ada") is None
            assert [game.id for game in await store.games_of("ada")] == ["good"]

    run(test)


def test_a_job_that_fails_fails_alone(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await two_games(store)
            damage(tmp_path / FILE, "UPDATE games SET seed = 'x' WHERE id = 'bad'")
            outcomes = await asyncio.gather(
                store.append("good", 5, (row(5),)),
                store.append("good", 5, (row(5, seat=1 << 70),)),  # no number that SQLite can hold
                store.load("bad"),
                store.append("good", 6, (row(6, command="\udcff"),)),  # no text
                store.append("good", 6, (row(6),)),
                return_exceptions=True,
            )
            kinds = [type(outcome) for outcome in outcomes]
            assert kinds == [type(None), OverflowError, Damaged, UnicodeEncodeError, type(None)]
            assert len(await store.rows("good", 0)) == 7

    run(test)


def test_sound_games_go_on_while_damaged_ones_are_asked_for(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            tables = [await new_table(registry, ADA, BEN) for _ in range(5)]
            bad = await registry.create("chu-han", {}, (ADA, BEN), "en")
            damage(tmp_path / "games.sqlite3", f"UPDATE seats SET name = CAST(x'ff41' AS TEXT) WHERE game = '{bad}'")

            async def visit() -> None:
                for _ in range(20):
                    with pytest.raises(Unreadable, match="no text"):
                        await registry.open(bad)
                    assert sum(not game.fault for game in await registry.store.games_of("ada")) == 5

            async def play(player: Player) -> None:
                for _ in range(3):
                    await player.command(player.plain())
                    assert isinstance(await player.answer(), Ack)
                    await player.undo()
                    assert isinstance(await player.answer(), Ack)

            await asyncio.gather(visit(), *(play(Player(table, "ada")) for table in tables))
            assert not any(table.paused for table in tables)
            assert await registry.store.probe() == 1, "the damaged one is known"

    run(test)


def test_damaged_games_are_found_when_a_registry_opens(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            bad = await registry.create("chu-han", {}, (ADA, BEN), "en")
            await registry.create("chu-han", {}, (ADA, BEN), "en")
        damage(tmp_path / "games.sqlite3", f"UPDATE games SET options = '[1' WHERE id = '{bad}'")
        async with registry_in(tmp_path) as registry:
            async with asyncio.timeout(20):
                while await registry.store.probe() != 1:
                    await asyncio.sleep(0)

    run(test)


# -- the disk ----------------------------------------------------------------------------------------------------------


def test_on_a_full_disk_nothing_is_accepted_and_all_can_be_read(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await two_games(store)
            with full_disk():
                with pytest.raises(StoreError):
                    await store.probe()
                failed = await asyncio.gather(
                    store.append("good", 5, (row(5),)), store.create(setup("new")), return_exceptions=True
                )
                assert [type(error) for error in failed] == [StoreError, StoreError]
                assert len(await store.rows("good", 0)) == 5
            await store.probe()
            await store.append("good", 5, (row(5),))
        async with opened(tmp_path) as store:
            assert len(await store.rows("good", 0)) == 6
            assert await store.load("new") is None

    run(test)


def test_who_takes_a_game_off_the_list_while_it_cannot_be_given_up_keeps_the_seat(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            with full_disk(), pytest.raises(Refused):
                await registry.remove(table.setup.id, Person("ada", "Ada"), "en")
            assert table.history.seats == (ADA, BEN)
            async with asyncio.timeout(20):
                while table.paused:
                    await table.resume()
            await registry.remove(table.setup.id, Person("ada", "Ada"), "en")
            assert table.history.over

    run(test)


def test_a_table_goes_on_by_itself_after_a_full_disk(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            ada, ben = Player(table, "ada"), Player(table, "ben")
            action = ada.plain()
            with full_disk():
                await ada.command(action)
                assert (await ada.refused()).code == "paused"
                await ben.settle()
                assert "goes on by itself" in ben.view.paused
                await table.resume()  # a page that is loaded anew does not make it go on either
                assert ben.view.paused
            async with asyncio.timeout(20):
                while ben.view.paused:
                    await ben.hear()
            await ada.settle()
            await ada.command(action)
            assert isinstance(await ada.answer(), Ack)
            assert len(await registry.store.rows(table.setup.id, 0)) == table.history.rows == 4

    run(test)


def test_a_table_goes_on_by_itself_after_another_process_held_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "PATIENCE", 0.2)

    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            ada = Player(table, "ada")
            with closing(sqlite3.connect(tmp_path / "games.sqlite3", isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                action = ada.plain()
                await ada.command(action)
                assert (await ada.refused()).code == "paused"
                assert await registry.games_of(None) == []
                assert len(await registry.store.games_of("ada")) == 1, "what is stored can still be read"
            async with asyncio.timeout(20):
                while ada.view.paused:
                    await ada.hear()
            await ada.settle()
            await ada.command(action)
            assert isinstance(await ada.answer(), Ack)

    run(test)


def moved(path: Path) -> None:
    path.rename(path.with_name("away"))


def replaced(path: Path) -> None:
    path.with_name("other").write_bytes(path.read_bytes())
    path.with_name("other").replace(path)


@pytest.mark.parametrize("change", [Path.unlink, moved, replaced])
@pytest.mark.parametrize("file", ["games.sqlite3", "games.sqlite3-wal", "games.sqlite3.lock"])
def test_a_store_whose_file_is_gone_or_another_one_accepts_nothing(tmp_path: Path, change: Any, file: str) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await two_games(store)
            change(tmp_path / FILE.parent / file)
            for write in (store.append("good", 5, (row(5),)), store.create(setup("new")), store.probe()):
                with pytest.raises(StoreError, match=r"is gone|another file"):
                    await write

    run(test)


def emptied(path: Path) -> None:
    os.truncate(path, 0)


def zeroed(path: Path) -> None:
    zeros = [f"of={path}", "if=/dev/zero", f"bs={path.stat().st_size}", "count=1", "conv=notrunc", "status=none"]
    subprocess.run(["dd", *zeros], check=True)  # opened and closed here, it would end SQLite's locks on it


@pytest.mark.parametrize("change", [emptied, zeroed])
def test_a_store_whose_file_was_overwritten_accepts_nothing(tmp_path: Path, change: Any) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await two_games(store)
            change(tmp_path / FILE)
            with pytest.raises(StoreError, match="was emptied or overwritten"):
                await store.append("good", 5, (row(5),))

    run(test)


def test_a_file_that_is_put_back_is_written_to_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await two_games(store)
            moved(tmp_path / FILE)
            with pytest.raises(StoreError):
                await store.probe()
            (tmp_path / FILE).with_name("away").rename(tmp_path / FILE)
            await store.probe()

    run(test)


# -- the folder --------------------------------------------------------------------------------------------------------


def test_a_store_belongs_to_one_process_and_is_free_when_that_is_killed(tmp_path: Path) -> None:
    holder = "import sys, time; from pathlib import Path; from tianxia.tables.folder import Claim\n"
    holder += "held = Claim(Path(sys.argv[1])); print('held', flush=True); time.sleep(600)"
    command = [sys.executable, "-c", holder, str(tmp_path / "games.sqlite3")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        try:
            with pytest.raises(StoreError, match=f"the games in {tmp_path} are in use by process {process.pid}: "):
                check(tmp_path / "games.sqlite3")
        finally:
            process.kill()
    check(tmp_path / "games.sqlite3")
    Claim(tmp_path / "games.sqlite3").release()


def test_a_file_behind_a_link_is_kept_and_locked_where_it_lies(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "real").mkdir()
    (tmp_path / FILE).symlink_to(tmp_path / "real" / "there.sqlite3")

    async def test() -> None:
        async with opened(tmp_path) as store:
            await two_games(store)
            await store.probe()
            with pytest.raises(StoreError, match="are in use by process"):
                check(tmp_path / "real" / "there.sqlite3")

    run(test)


@pytest.mark.parametrize("mask", [0, 0o022, 0o077])
@pytest.mark.parametrize("mode", [None, 0o777, 0o755])
def test_games_can_be_read_by_their_owner_only(tmp_path: Path, mask: int, mode: int | None) -> None:
    place = tmp_path / "of_mine"
    old = os.umask(mask)
    try:
        if mode is not None:
            place.mkdir()
            place.chmod(mode)
            (place / "games.sqlite3").touch(0o666)
            (place / "games.sqlite3").chmod(0o666)

        async def test() -> None:
            store = SqliteStore(place / "games.sqlite3")
            await store.create(setup())
            modes = {file.name: file.stat().st_mode & 0o777 for file in place.iterdir()}
            assert len(modes) == 4
            assert set(modes.values()) == {0o600}, modes
            assert mode is not None or place.stat().st_mode & 0o777 == 0o700
            await store.close()

        run(test)
    finally:
        os.umask(old)


def test_a_place_that_cannot_keep_a_log_is_refused_with_the_remedy(tmp_path: Path) -> None:
    # without shared memory, as on a network drive, SQLite keeps no write-ahead log
    address = f"{(tmp_path / 'games.sqlite3').as_uri()}?vfs=unix-dotfile"
    remedy = r"answered delete.* name a folder on a disk of this machine"
    with closing(sqlite3.connect(address, uri=True)) as database, pytest.raises(StoreError, match=remedy):
        files.require_log(database, tmp_path / "games.sqlite3")


@pytest.mark.parametrize(
    "statements",
    [
        ["PRAGMA user_version = 9999"],
        ["CREATE TABLE alembic_version (version_num TEXT)", "INSERT INTO alembic_version VALUES ('9999')"],
    ],
)
def test_a_file_of_a_later_version_is_refused(tmp_path: Path, statements: list[str]) -> None:
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as database, database:
        for statement in statements:
            database.execute(statement)
    with pytest.raises(StoreError, match=f"of version 9999; this program reads versions up to {HEAD}"):
        check(tmp_path / "games.sqlite3")
