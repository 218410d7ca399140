"""What an operator does with stored games and people: nothing is lost by it, and nobody sees what is hidden."""

import asyncio
import json
import random
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

import tianxia
from tests.places import Database
from tests.server.site import Browser, Site
from tests.tables.clocked import BLITZ, Given, clocked, table_with
from tests.tables.playing import ADA, BEN, BOT, Dice, Player, new_table, play_on, run
from tests.waiting import until
from tianxia.cli import main
from tianxia.commands.console import ERRORS, OUT
from tianxia.tables.opening import FILE as DATABASE
from tianxia.tables.pace import AT_ONCE
from tianxia.tables.people import digest
from tianxia.tables.registry import Registry
from tianxia.tables.rows import EMPTY, Seat
from tianxia.tables.schema import GAMES, HEAD
from tianxia.tables.setup import Terms
from tianxia.tables.sqlite import SqliteStore
from tianxia.tables.store import Person
from tianxia.tables.time_control import DAY

GOLDEN = Path(__file__).parent / "golden"
Admin = Callable[..., tuple[int, str, str]]


@pytest.fixture
def admin(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Admin:
    for console in (OUT, ERRORS):  # no line is broken, whatever the terminal was when they were made
        monkeypatch.setattr(console, "_width", 250)

    def go(*words: str, folder: Path = tmp_path) -> tuple[int, str, str]:
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main(["admin", *words, "--data-dir", str(folder)])
        told = capsys.readouterr()
        return int(end.value.code or 0), told.out, told.err

    return go


def play(folder: Path, steps: int, *seats: Seat, game: str = "chu-han", **options: Any) -> str:
    """A game that is stored after some random steps; its id."""
    found: list[str] = []

    async def test() -> None:
        registry = Registry(SqliteStore(folder / DATABASE), Dice(), AT_ONCE)
        table = await new_table(registry, *(seats or (ADA, BEN)), game=game, **options)
        players = [Player(table, seat.guest) for seat in seats or (ADA, BEN) if seat.guest]
        await play_on(players, random.Random(1), steps)
        found.append(table.setup.id)
        await registry.close()

    run(test)
    return found[0]


def rows_of(folder: Path, game: str) -> list[str]:
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        return [row for (row,) in database.execute("SELECT row FROM rows WHERE game = ? ORDER BY number", (game,))]


def test_the_operator_reads_what_was_reported_with_what_was_written(tmp_path: Path, admin: Admin) -> None:
    game = play(tmp_path, 3)

    async def test() -> None:
        store = SqliteStore(tmp_path / DATABASE)
        await store.messages.add(game, "ben", 1, "", "[bold]You fool", "1")
        await store.messages.add(game, "ada", 0, "goodbye", "", "2")
        await store.messages.report(game, "ada", "ben", "rude", 6)
        await store.close()

    run(test)
    code, out, _ = admin("reports")
    assert code == 0
    assert f"ada about ben, game {game} after 6 rows: rude" in out
    assert "ben: [bold]You fool" in out
    assert "ada: goodbye" in out
    assert "reports: 1" in out
    assert "rude" not in admin("reports", "--most", "0")[1]


def everything(folder: Path, game: str) -> list[Any]:
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        return [
            database.execute(f"SELECT * FROM {table} WHERE {key} = ? ORDER BY 1, 2", (game,)).fetchall()
            for table, key in (("games", "id"), ("seats", "game"), ("rows", "game"))
        ]


def damage(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / DATABASE)) as database, database:
        assert database.execute(statement).rowcount


# -- games -------------------------------------------------------------------------------------------------------------


def test_the_list_has_all_games_and_can_be_narrowed_down(tmp_path: Path, admin: Admin) -> None:
    running, over = play(tmp_path, 6), play(tmp_path, 10_000, ADA, BOT)
    bad = play(tmp_path, 3, game="sun-tzu")
    damage(tmp_path, f"UPDATE games SET fault = 'it is torn' WHERE id = '{bad}'")

    def listed(*words: str) -> set[str]:
        out = admin("list", *words)[1]
        return {game for game in (running, over, bad) if game in out}

    assert listed() == {running, over, bad}
    assert listed("--state", "running") == {running}
    assert listed("--state", "over") == {over}
    assert listed("--state", "damaged") == {bad}
    assert listed("--game", "sun-tzu") == {bad}
    assert listed("--most", "1") == {bad}
    assert "it is torn" in admin("list")[1]


@pytest.mark.parametrize("game", tianxia.games())
def test_an_exported_game_is_stored_again_as_it_was(tmp_path: Path, admin: Admin, game: str) -> None:
    id = play(tmp_path, 12, game=game, **({} if game in ("chu-han", "sun-tzu") else {"players": 2}))
    before, file = everything(tmp_path, id), tmp_path / "game.json"
    assert admin("export", id, str(file), "--secrets")[0] == 0
    assert file.stat().st_mode & 0o777 == 0o600
    assert "already, which is left as it is" in admin("import", str(file))[2]
    other = tmp_path / "other"
    other.mkdir()
    shutil.copy(tmp_path / DATABASE, other)
    with closing(sqlite3.connect(other / DATABASE)) as database, database:
        for table in ("snapshots", "rows", "seats", "games"):
            database.execute(f"DELETE FROM {table}")
    assert admin("import", str(file), folder=other)[0] == 0
    assert everything(other, id) == before
    assert admin("rerun", id, folder=other)[1] == f"{id}: rows: {len(before[2])}, all as they were\n"


def test_a_table_that_waits_for_people_and_seats_drawn_by_lot_come_back_too(tmp_path: Path, admin: Admin) -> None:
    found: list[str] = []

    async def test() -> None:
        registry = Registry(SqliteStore(tmp_path / DATABASE), Dice(), AT_ONCE)
        found.append(await registry.create("chu-han", {}, (ADA, EMPTY), "en", Terms(public=True)))
        found.append(await registry.create("chu-han", {}, (ADA, BEN), "en", Terms(lot=True)))
        await registry.close()

    run(test)
    assert found[0] in admin("list", "--state", "open")[1]
    for id in found:
        before, file = everything(tmp_path, id), tmp_path / f"{id}.json"
        admin("export", id, str(file), "--secrets")
        for table, key in (("rows", "game"), ("seats", "game"), ("games", "id")):
            damage(tmp_path, f"DELETE FROM {table} WHERE {key} = '{id}'")
        assert admin("import", str(file))[0] == 0
        assert everything(tmp_path, id) == before


def test_a_running_game_is_exported_only_with_its_secrets(tmp_path: Path, admin: Admin) -> None:
    id = play(tmp_path, 6)
    status, out, err = admin("export", id)
    assert (status, out) == (2, "")
    assert "holds the seed and all hands: add --secrets" in err
    status, out, err = admin("export", id, "--secrets")
    assert "shows what its players may not know" in err
    assert json.loads(out)["seed"]


def test_what_is_exported_of_a_game_that_is_over_is_replayed(
    tmp_path: Path, admin: Admin, capsys: pytest.CaptureFixture[str]
) -> None:
    id, file = play(tmp_path, 10_000), tmp_path / "game.json"
    assert admin("export", id, str(file))[0] == 0
    with pytest.raises(SystemExit):
        main(["replay", str(file)])
    assert "verified: Chu Han" in capsys.readouterr().out


CHANGES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "row 4: it leads to another position than it did": lambda told: told["rows"][4].update(hash="0" * 16),
    "row 3 is missing": lambda told: told["rows"].pop(3),
    "seed and salt are not those": lambda told: told.update(seed="7"),
    "there is no game 'chess'": lambda told: told.update(game="chess"),
    "of the format 'else'": lambda told: told.update(format="else"),
    "it is no game that `tianxia admin export` wrote": lambda told: told.update(rows=3),
    "does not follow from them": lambda told: told.update(over=1),
    "it cannot be stored": lambda told: told.update(created=None),
    "it cannot be stored: Python int too large": lambda told: told.update(created=10**30),
}


@pytest.mark.parametrize("wrong", CHANGES)
def test_a_file_that_does_not_fit_is_not_stored(tmp_path: Path, admin: Admin, wrong: str) -> None:
    id, file = play(tmp_path, 6), tmp_path / "game.json"
    told = json.loads(admin("export", id, "--secrets")[1])
    CHANGES[wrong](told)
    told["id"] = "another"
    file.write_text(json.dumps(told))
    status, _, err = admin("import", str(file))
    assert status == 2
    assert wrong in err
    assert err.count("\n") == 1
    assert everything(tmp_path, "another") == [[], [], []]


def test_a_game_goes_on_from_the_row_to_which_it_was_taken_back(tmp_path: Path, admin: Admin) -> None:
    id, kept = play(tmp_path, 60), tmp_path / "before.json"
    before = rows_of(tmp_path, id)
    out = admin("rerun", id, "--rows")[1]
    assert "started" in out
    assert json.loads(before[-1]).get("action", "nothing") not in out, "what was played may be hidden"
    assert json.loads(before[-1])["kind"] in out
    status, out, _ = admin("rewind", id, "20", "--keep-in", str(kept))
    assert (status, f"rows that are gone: {len(before) - 21}" in out) == (0, True)
    assert rows_of(tmp_path, id) == before[:21]
    assert json.dumps([json.loads(row) for row in before]) == json.dumps(json.loads(kept.read_text())["rows"])
    assert admin("rerun", id)[0] == 0

    async def test() -> None:
        registry = Registry(SqliteStore(tmp_path / DATABASE), Dice(), AT_ONCE)
        table = await registry.open(id)
        assert table is not None
        players = [Player(table, "ada"), Player(table, "ben")]
        assert (table.history.rows, table.paused) == (21, "")
        await play_on(players, random.Random(2), 10)
        assert table.history.rows > 21
        await registry.close()

    run(test)


@pytest.mark.parametrize("way", ["rewind", "import"])
def test_the_time_until_a_game_goes_on_again_costs_nobody_anything(tmp_path: Path, admin: Admin, way: str) -> None:
    async def begun() -> str:
        async with clocked(tmp_path, Given(time.time() - DAY)) as registry:
            table = await table_with(registry, BLITZ, ADA, BEN)
            await play_on([Player(table, "ada"), Player(table, "ben")], random.Random(1), 10)
            return table.setup.id

    id = asyncio.run(begun())
    file = tmp_path / "game.json"
    if way == "rewind":
        assert admin("rewind", id, "8", "--keep-in", str(file))[0] == 0
    else:
        assert admin("export", id, str(file), "--secrets")[0] == 0
        for table in ("rows", "seats", "games"):
            damage(tmp_path, f"DELETE FROM {table}")
        assert admin("import", str(file))[0] == 0
    assert admin("rerun", id)[0] == 0
    (row,) = everything(tmp_path, id)[0]
    deadline = row[list(GAMES.c.keys()).index("deadline")]
    assert time.time() < deadline < time.time() + 2 * BLITZ.bank

    async def test() -> None:
        registry = Registry(SqliteStore(tmp_path / DATABASE), Dice(), AT_ONCE)
        table = await registry.open(id)
        assert table is not None
        await table.time_out()
        assert (table.history.now.away, table.paused) == ((), "")
        await registry.close()

    run(test)


def test_who_left_after_that_row_sits_there_again(tmp_path: Path, admin: Admin) -> None:
    id = play(tmp_path, 6)
    last = len(rows_of(tmp_path, id)) - 1

    async def test() -> None:
        store = SqliteStore(tmp_path / DATABASE)
        assert not await store.remove(id, "ada")
        await store.close()

    run(test)
    admin("rewind", id, str(last), "--keep-in", str(tmp_path / "kept"))
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database:
        guests = database.execute("SELECT guest FROM seats WHERE game = ? ORDER BY seat", (id,)).fetchall()
    assert guests == [("ada",), ("ben",)]


def test_a_seat_that_passed_to_an_account_since_stays_with_it(tmp_path: Path, admin: Admin) -> None:
    id, cid = play(tmp_path, 6), Person("cid", "Cid", account=True)

    async def test() -> None:
        store = SqliteStore(tmp_path / DATABASE)
        for one in (Person("ada", "Ada"), Person("cid", "Guest")):
            await store.people.add_guest(one, f"token of {one.name}")
        await store.people.register(cid, "cid", None, "token of Cid", "")
        assert await store.people.claim("ada", cid) == [id]
        await store.close()

    run(test)
    assert admin("rewind", id, "5", "--keep-in", str(tmp_path / "kept"))[0] == 0
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database:
        sitting = database.execute("SELECT name, guest FROM seats WHERE game = ? ORDER BY seat", (id,)).fetchall()
    assert sitting == [("Cid", "cid"), ("Ben", "ben")]
    assert admin("rerun", id)[0] == 0


def test_a_game_that_is_over_is_not_taken_back(tmp_path: Path, admin: Admin) -> None:
    id = play(tmp_path, 10_000)
    before = everything(tmp_path, id)
    status, _, err = admin("rewind", id, "20", "--keep-in", str(tmp_path / "kept"))
    assert status == 2
    assert "all hands were shown" in err
    assert everything(tmp_path, id) == before
    assert not (tmp_path / "kept").exists()


def test_a_rewind_that_cannot_keep_what_goes_does_nothing(tmp_path: Path, admin: Admin) -> None:
    id = play(tmp_path, 20)
    before = everything(tmp_path, id)
    (tmp_path / "kept").write_text("mine")
    assert admin("rewind", id, "5", "--keep-in", str(tmp_path / "kept"))[0] == 2
    assert everything(tmp_path, id) == before
    assert (tmp_path / "kept").read_text() == "mine"


def test_a_game_that_the_rules_answer_otherwise_is_told(tmp_path: Path, admin: Admin) -> None:
    good, bad = play(tmp_path, 6), play(tmp_path, 6)
    damage(
        tmp_path, f"UPDATE rows SET row = replace(row, 'hash\":\"', 'hash\":\"0') WHERE game = '{bad}' AND number = 4"
    )
    status, out, _ = admin("rerun")
    assert status == 1
    assert f"{good}: rows: {len(rows_of(tmp_path, good))}, all as they were" in out
    assert f"{bad}: rows: {len(rows_of(tmp_path, bad))}, row 4: it leads to another position than it did" in out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("export none", "there is no game none: `tianxia admin list` lists them"),
        ("rewind none 3", "there is no game none"),
        ("rewind GAME 99", "row 99 should be from 0 to "),
        ("rewind GAME=x", "there is no game GAME=x"),
        ("rerun none", "there is no game none"),
        ("rerun --rows", "name the game of which the rows are to be listed"),
        ("import nowhere.json", "nowhere.json: No such file or directory"),
        ("list --person eve", "there is no account or guest 'eve': `tianxia admin people` lists them"),
        ("list --state lost", 'Invalid value "lost" for --state. Choose from: "open", "running", "over", "damaged".'),
        ("ban eve", "there is no account or guest 'eve'"),
        ("unban eve", "there is no account or guest 'eve'"),
        ("reset-password eve", "there is no account or guest 'eve'"),
        ("fly", 'Unknown command "fly". Available commands: backup, list, export'),
    ],
)
def test_bad_input_is_one_line(tmp_path: Path, admin: Admin, line: str, said: str) -> None:
    id = play(tmp_path, 6)
    words = [word.replace("GAME", id) if word == "GAME" else word for word in line.split()]
    words += ["5"] if line == "rewind GAME=x" else []
    status, out, err = admin(*words)
    assert (status, out) == (2, "")
    assert err.startswith(f"tianxia: {said}"), err
    assert err.count("\n") == 1


def test_a_folder_without_games_and_a_store_of_another_version_are_told(tmp_path: Path, admin: Admin) -> None:
    assert "there are no games here" in admin("list")[2]
    shutil.copy(GOLDEN / "games-4.db", tmp_path / DATABASE)
    assert f"this program needs {HEAD}: `tianxia admin migrate`" in admin("list")[2]
    status, out, _ = admin("migrate")
    assert status == 0
    assert f"version {HEAD}" in out
    assert admin("list")[0] == 0


# -- people, beside a server that runs ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    running = Site(tmp_path_factory.mktemp("site"))
    yield running
    running.stop()


@pytest.fixture
def beside(admin: Admin, site: Site) -> Admin:
    """The commands on the games of that server."""
    return partial(admin, folder=site.folder)


def account(site: Site, browser: Browser, act: str, name: str, password: str) -> int:
    answer = site.post(f"/account/{act}", browser.cookies, name=name, password=password)
    for cookie in answer.headers.get_all("set-cookie") or []:
        key, _, value = cookie.partition(";")[0].partition("=")
        browser.cookies[key] = value
    return int(answer.status)


def test_who_is_banned_is_hung_up_and_can_neither_log_in_nor_play(site: Site, beside: Admin) -> None:
    browser, other = Browser(site), Browser(site)
    browser.play(seat="0")
    assert account(site, browser, "register", "Eve", "correct horse") == 303
    table = browser.play(seat="0")
    with browser.open(table) as page:
        page.until_asked()
        status, out, err = beside("ban", "eve")
        assert (status, err) == (0, "")
        assert "running games with a seat: 2" in out
        assert "given up for good, rated ones lost" in out
        with pytest.raises(ConnectionClosed):
            page.hear("nothing more")
    with browser.open(table) as page:
        assert page.hear("error")["code"] == "gone"
    assert site.post("/play", browser.cookies, game="chu-han").status == 403
    assert account(site, other, "login", "Eve", "correct horse") == 403
    assert account(site, other, "login", "Eve", "wrong horse") == 403
    assert "Eve" in beside("people", "--banned")[1]
    assert beside("unban", "Eve")[0] == 0
    assert account(site, other, "login", "Eve", "correct horse") == 303
    assert site.post("/play", browser.cookies, game="chu-han").status == 303


def test_a_guest_is_banned_by_its_id(site: Site, beside: Admin) -> None:
    browser = Browser(site)
    browser.play(seat="0")
    with closing(sqlite3.connect(site.folder / DATABASE)) as database:
        token = digest(browser.cookies["tianxia_guest"])
        asked = "SELECT id, name FROM people JOIN sessions ON person = id WHERE token = ?"
        ((id, name),) = database.execute(asked, (token,)).fetchall()
    assert beside("ban", id)[0] == 0
    assert site.post("/play", browser.cookies, game="chu-han").status == 403
    assert beside("unban", name)[0] == 0, "nobody else is called so"
    assert "who has no password" in beside("reset-password", id)[2]


def test_a_new_password_logs_out_everywhere(site: Site, beside: Admin) -> None:
    browser = Browser(site)
    assert account(site, browser, "register", "Ada", "correct horse") == 303
    table = browser.play(seat="0")
    with browser.open(table) as page:
        page.until_asked()
        out = beside("reset-password", "Ada")[1]
        password = out.split()[-1]
        with pytest.raises(ConnectionClosed):
            page.hear("nothing more")
    with browser.open(table) as page:
        assert page.hear("full")["view"]["viewer"] is None
    assert account(site, browser, "login", "Ada", "correct horse") == 403
    assert account(site, browser, "login", "Ada", password) == 403, "it is for one time: a new one has to come with it"
    form = {"name": "Ada", "password": password}
    assert site.post("/account/renew", browser.cookies, **form, new=password).status == 400
    answer = site.post("/account/renew", browser.cookies, **form, new="another horse")
    assert answer.status == 303
    assert "tianxia_account" in answer.headers["set-cookie"]
    assert account(site, browser, "login", "Ada", password) == 403
    assert account(site, browser, "login", "Ada", "another horse") == 303


def test_what_a_server_remembers_is_not_changed_beside_it(site: Site, beside: Admin) -> None:
    table = Browser(site).play(seat="0")
    for words in (("rewind", table, "0"), ("import", str(Path(__file__))), ("migrate",)):
        assert "in use by process" in beside(*words)[2]
    until(lambda: table in beside("list")[1])


# -- on PostgreSQL -----------------------------------------------------------------------------------------------------


@pytest.mark.xdist_group("postgres")
def test_all_is_done_on_postgresql_too(
    database: Database, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIANXIA_DATABASE", database.address)
    for console in (OUT, ERRORS):  # no line is broken, whatever the terminal was when they were made
        monkeypatch.setattr(console, "_width", 250)

    def admin(*words: str) -> str:
        capsys.readouterr()
        with pytest.raises(SystemExit):
            main(["admin", *words])
        told = capsys.readouterr()
        return told.out + told.err

    found: list[str] = []

    async def test() -> None:
        store = database.store()
        await store.people.add_guest(Person("ada", "Ada"), "token")
        registry = Registry(store, Dice(), AT_ONCE)
        table = await new_table(registry, ADA, BEN)
        await play_on([Player(table, "ada"), Player(table, "ben")], random.Random(1), 20)
        found.append(table.setup.id)
        assert "connections use the database: stop all servers first" in await asyncio.to_thread(
            admin, "rewind", table.setup.id, "9", "--keep-in", str(tmp_path / "early")
        )
        await registry.close()

    run(test)
    (id,) = found
    file = tmp_path / "game.json"
    assert id in admin("list", "--state", "running", "--person", "Ada")
    assert f"{id} is in {file}" in admin("export", id, str(file), "--secrets")
    assert "all as they were" in admin("rerun", id)
    assert "stands as after row 9" in admin("rewind", id, "9", "--keep-in", str(tmp_path / "kept"))
    assert (tmp_path / "kept").read_bytes() == file.read_bytes()
    assert f"{id}: rows: 10, all as they were" in admin("rerun", id)
    assert "already, which is left as it is" in admin("import", str(file))
    for table in ("snapshots", "rows", "seats", "games"):
        database.ask(f"DELETE FROM {table}")
    assert f"{id} is stored again" in admin("import", str(file))
    assert admin("export", id, "--secrets").encode().startswith(file.read_bytes())
    assert "Ada (ada) is kept out; running games with a seat: 1" in admin("ban", "Ada")
    assert "Ada" in admin("people", "--banned")
    assert "Ada (ada) may play" in admin("unban", "ada")
    assert f"version {HEAD}; games: 1, people: 1" in admin("migrate")
    assert "pg_dump" in admin("backup", str(tmp_path / "backup"))
