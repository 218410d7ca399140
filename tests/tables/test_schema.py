"""The tables of the store as they are described, on SQLite and on PostgreSQL, and the steps that lead to them."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from tests.places import Server
from tianxia.tables.database import open_database, version_of
from tianxia.tables.migrating import STEPS, upgrade
from tianxia.tables.schema import GAMES, HEAD, METADATA, PEOPLE, ROWS, SEATS, SESSIONS

GOLDEN = Path(__file__).parents[1] / "golden"
POSTGRES = pytest.mark.xdist_group("postgres")


@pytest.fixture
def connection(postgres: Server) -> Iterator[Connection]:
    """A connection to a database without tables, whose changes are taken back."""
    address = postgres.database(model="template1").address
    engine = create_engine(address.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as connection:
        yield connection
        connection.rollback()
    engine.dispose()


def differences(connection: Connection) -> list[object]:
    """Between the tables that there are and those that are described."""
    found = compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), METADATA)
    # files of before don't say that this key is never null, but it is the number of its row
    return [one for one in found if one[0][:4] != ("modify_nullable", None, "pulse", "one")]


def test_the_version_is_that_of_the_last_step() -> None:
    config = Config()
    config.set_main_option("script_location", STEPS)
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


@pytest.mark.parametrize("file", [None, "games-1.db", "games-2.db", "games-3.db", "games-4.db", "games-5.db"])
def test_every_file_comes_to_what_is_described(tmp_path: Path, file: str | None) -> None:
    path = tmp_path / "games.sqlite3"
    if file is not None:
        path.write_bytes((GOLDEN / file).read_bytes())
    with closing(open_database(path)) as database:
        assert version_of(database) == HEAD
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        strict = database.execute("SELECT name, strict FROM pragma_table_list WHERE schema = 'main'").fetchall()
        ((index,),) = database.execute("SELECT sql FROM sqlite_schema WHERE name = 'rows_command'").fetchall()
        assert index.upper().endswith("WHERE COMMAND IS NOT NULL"), "rows of no command cost it nothing"
        described = {table.name for table in METADATA.sorted_tables}
        assert {name for name, is_strict in strict if is_strict} == described
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        assert differences(connection) == []
    engine.dispose()


@POSTGRES
def test_the_steps_lead_to_what_is_described_on_postgresql(connection: Connection) -> None:
    upgrade(connection, "")
    assert differences(connection) == []
    index = connection.execute(text("SELECT pg_get_indexdef('rows_command'::regclass)")).scalar_one()
    assert index.endswith("WHERE (command IS NOT NULL)")


@POSTGRES
def test_the_guests_of_before_are_people_and_their_tokens_sessions_on_postgresql(connection: Connection) -> None:
    upgrade(connection, "", "0004")
    connection.execute(text("INSERT INTO guests (id, token, name, created) VALUES ('ada', 't', 'Ada', 1.5)"))
    upgrade(connection, "0004")
    assert connection.execute(select(PEOPLE)).all() == [
        ("ada", "Ada", None, None, 1.5, None, "{}", 0, None, None, 0, 0)
    ]
    assert connection.execute(select(SESSIONS)).all() == [("t", "ada", 1.5, 1.5, "")]


@POSTGRES
def test_what_is_described_is_made_and_used_on_postgresql(connection: Connection) -> None:
    METADATA.create_all(connection)
    assert differences(connection) == []
    texts = dict.fromkeys(("game", "options", "seed", "salt", "commitment", "lang", "rules"), "x")
    connection.execute(insert(GAMES).values(id="g", created=1.5, played=1.5, **texts))
    connection.execute(insert(SEATS).values(game="g", seat=0, name="Ada", guest="ada"))
    connection.execute(insert(PEOPLE).values(id="ada", name="Ada", created=1.5))
    connection.execute(insert(SESSIONS).values(token="t", person="ada", created=1.5, seen=1.5, browser=""))
    connection.execute(insert(PEOPLE).values(id="ben", name="Ada", created=1.5))  # guests may share a name
    row = {"game": "g", "seat": 0, "command": "c", "row": "{}"}
    connection.execute(insert(ROWS).values(number=0, **row))
    assert connection.execute(select(GAMES.c.over, GAMES.c.tables, GAMES.c.created)).one() == (0, "", 1.5)
    assert connection.execute(select(func.max(ROWS.c.number))).scalar() == 0
    assert connection.execute(select(PEOPLE.c.settings, PEOPLE.c.key).where(PEOPLE.c.id == "ada")).one() == ("{}", None)
    connection.execute(update(PEOPLE).where(PEOPLE.c.id == "ada").values(key="ada", password="hash"))
    for wrong in (  # the key of an account is its own; a session is of somebody
        update(PEOPLE).where(PEOPLE.c.id == "ben").values(key="ada"),
        insert(SESSIONS).values(token="u", person="eve", created=1.5, seen=1.5, browser=""),
    ):
        with pytest.raises(IntegrityError), connection.begin_nested():
            connection.execute(wrong)
    for number in (0, 1):  # the number is taken; the command was stored
        with pytest.raises(IntegrityError), connection.begin_nested():
            connection.execute(insert(ROWS).values(number=number, **row))
