"""The tables of the store, described once for SQLite and PostgreSQL; the steps in ``migrations`` lead to them.

Of each game the rows are the truth. ``seats`` and the columns ``over``, ``played``, ``standing``, ``fault`` and ``deadline`` of
``games`` follow from them, like ``started``: they are kept in the same transaction, so that lists need no rows, and written
where a row changes something of them.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from sqlalchemy import (
    CheckConstraint,
    Column,
    ColumnElement,
    Dialect,
    Double,
    Executable,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.postgresql import psycopg
from sqlalchemy.types import TypeEngine

HEAD = "0018"
"""The version that the last step leads to."""

METADATA = MetaData()
SECONDS: TypeEngine[float] = Double().with_variant(sqlite.REAL(), "sqlite")
"""A Unix time."""

STRICT: Mapping[str, Any] = {"sqlite_strict": True}
KEYED: Mapping[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}
"""Such a table of SQLite lies in the order of its key, which is how it is read."""


def _index_where(name: str, where: ColumnElement[bool], *columns: Column[Any], unique: bool = False) -> None:
    """Only of the rows of a table of which something is true."""
    Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


PEOPLE = Table(
    "people",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("key", Text, unique=True),
    Column("password", Text),
    Column("created", SECONDS, nullable=False),
    Column("deleted", SECONDS),
    Column("settings", Text, nullable=False, server_default=text("'{}'")),
    Column("program", Integer, nullable=False, server_default=text("0")),
    Column("banned", SECONDS),
    Column("signed_out", SECONDS),
    Column("hidden", Integer, nullable=False, server_default=text("0")),
    Column("temporary", Integer, nullable=False, server_default=text("0")),
    **STRICT,
)
"""Guests and accounts. An account has a key of its name (``names.key_of``) that no other has, and a password, which may be for
one time only, or ``identities``; of some a program plays. Beside it stands since when the operator keeps somebody out, or when
all browsers were logged out from there."""
IDENTITIES = Table(
    "identities",
    METADATA,
    Column("issuer", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("person", Text, ForeignKey("people.id"), nullable=False),
    Column("created", SECONDS, nullable=False),
    PrimaryKeyConstraint("issuer", "subject"),
    UniqueConstraint("person", "issuer", name="identities_of_person"),
    **KEYED,
)
"""Who somebody is elsewhere: at an OpenID provider, by the name that it has for them."""
ERRANDS = Table(
    "errands",
    METADATA,
    Column("state", Text, primary_key=True),
    Column("created", SECONDS, nullable=False),
    Column("issuer", Text, nullable=False),
    Column("nonce", Text),
    Column("verifier", Text),
    Column("person", Text),
    Column("subject", Text),
    Column("name", Text),
    **KEYED,
)
"""Browsers that were sent to a provider, each by the SHA-256 of what it keeps, with what the answer has to fit; and those that
came back as somebody new, who has yet to choose a name."""
SESSIONS = Table(
    "sessions",
    METADATA,
    Column("token", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False),
    Column("created", SECONDS, nullable=False),
    Column("seen", SECONDS, nullable=False),
    Column("browser", Text, nullable=False),
    Index("sessions_of_person", "person"),
    **KEYED,
)
"""The browsers of people, each by the SHA-256 of the token that it keeps."""
TOKENS = Table(
    "tokens",
    METADATA,
    Column("token", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("scopes", Text, nullable=False),
    Column("created", SECONDS, nullable=False),
    Column("seen", SECONDS),
    Index("tokens_of_person", "person"),
    **KEYED,
)
"""What programs are known by, each by the SHA-256 of it; ``scopes`` are words with spaces between them."""
GAMES = Table(
    "games",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("salt", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("created", SECONDS, nullable=False),
    Column("played", SECONDS, nullable=False),
    Column("over", Integer, nullable=False, server_default=text("0")),
    Column("lang", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("standing", Text),
    Column("fault", Text),
    Column("tables", Text, nullable=False, server_default=text("''")),
    Column("furnishing", Text, nullable=False, server_default=text("''")),
    Column("terms", Text, nullable=False, server_default=text("'{}'")),
    Column("public", Integer, nullable=False, server_default=text("0")),
    Column("started", Integer, nullable=False, server_default=text("1")),
    Column("deadline", SECONDS),
    Column("past", Text, nullable=False, server_default=text("'null'")),
    **STRICT,
)
"""``played`` is the time of its last row, to a minute unless that changed something else here; before it starts, when one of its
people was there last."""
LISTED = GAMES.c.public == 1
_index_where("public_games", LISTED, GAMES.c.over, GAMES.c.started, GAMES.c.created)
_index_where("faulty_games", GAMES.c.fault.is_not(None), GAMES.c.id)
_index_where("due_games", GAMES.c.deadline.is_not(None), GAMES.c.deadline)
SEATS = Table(
    "seats",
    METADATA,
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("guest", Text),
    Column("bot", Text),
    Column("program", Integer, nullable=False, server_default=text("0")),
    PrimaryKeyConstraint("game", "seat"),
    Index("seats_of_guest", "guest"),
    **KEYED,
)
ROWS = Table(
    "rows",
    METADATA,
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("seat", Integer),
    Column("command", Text),
    Column("row", Text, nullable=False),
    PrimaryKeyConstraint("game", "number"),
    **KEYED,
)
"""Each command of a seat is stored once. Most rows of games against bots are of none."""
_index_where("rows_command", ROWS.c.command.is_not(None), ROWS.c.game, ROWS.c.seat, ROWS.c.command, unique=True)
SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("rows", Integer, nullable=False),
    Column("digest", Text, nullable=False),
    Column("state", LargeBinary, nullable=False),
    **STRICT,
)
"""A cache: how a game stood after so many rows, and the digest of these. All of it may be thrown away at any time."""
MESSAGES = Table(
    "messages",
    METADATA,
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", SECONDS, nullable=False),
    Column("person", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("preset", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("command", Text, nullable=False),
    PrimaryKeyConstraint("game", "number"),
    UniqueConstraint("game", "person", "command", name="messages_command"),
    Index("messages_of_person", "person"),
    **KEYED,
)
"""What those who play a game wrote to each other: words of their own, or ready ones by name."""
HUSHED = Table(
    "hushed",
    METADATA,
    Column("person", Text, nullable=False),
    Column("other", Text, nullable=False),
    Column("how", Text, nullable=False),
    Column("at", SECONDS, nullable=False),
    PrimaryKeyConstraint("person", "other"),
    Index("hushed_other", "other"),
    **KEYED,
)
"""Whom a person does not want to read (``mute``), or not to meet either (``block``)."""
REPORTS = Table(
    "reports",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("at", SECONDS, nullable=False),
    Column("game", Text, nullable=False),
    Column("reporter", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("rows", Integer, nullable=False),
    Column("said", Text, nullable=False),
    **STRICT,
)
"""What people told whoever runs the site about others, with a copy of what was written; it outlives the game."""
RATINGS = Table(
    "ratings",
    METADATA,
    Column("game", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("who", Text, nullable=False),
    Column("mu", SECONDS, nullable=False),
    Column("sigma", SECONDS, nullable=False),
    Column("games", Integer, nullable=False),
    Column("firsts", Integer, nullable=False),
    Column("last", SECONDS, nullable=False),
    PrimaryKeyConstraint("game", "seats", "who"),
    Index("ratings_of", "who"),
    **KEYED,
)
"""How strong people and bots are at a game of so many seats, by the name of the game and ``ratings.who_of``; how many games
that rests on, in how many of them they were first, and when the last one was. All of it follows from ``results``."""
RESULTS = Table(
    "results",
    METADATA,
    Column("id", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("who", Text),
    Column("place", Integer, nullable=False),
    Column("points", Integer),
    Column("at", SECONDS, nullable=False),
    Column("mu_before", SECONDS, nullable=False),
    Column("sigma_before", SECONDS, nullable=False),
    Column("mu", SECONDS, nullable=False),
    Column("sigma", SECONDS, nullable=False),
    PrimaryKeyConstraint("id", "seat"),
    Index("results_by_number", "number"),
    Index("results_of", "who", "game", "seats", "number"),
    Index("results_lately", "who", "at"),
    **KEYED,
)
"""Each seat of each game that counted for ratings, by the id of the game and its name, numbered in the order in which they
did; who sat there, None for who has deleted the account. They stay when the game goes."""
POSTPONED = Table(
    "postponed",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("due", SECONDS, nullable=False),
    Column("result", Text, nullable=False),
    **KEYED,
)
"""Games that are over and are to count for ratings once who looks on some time behind has seen the end: when, and how they came
out. Like ``results`` they stay when the game goes."""
AGAINST_BOTS = Table(
    "against_bots",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("level", Text, nullable=False),
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("at", SECONDS, nullable=False),
    Index("against_bots_of", "person", "game", "level"),
    **KEYED,
)
"""Each game of one person against bots that is over, by its id, with the name of the game; see ``tallies``. They stay when the
game goes."""
SUBSCRIPTIONS = Table(
    "subscriptions",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False),
    Column("session", Text, ForeignKey("sessions.token", ondelete="CASCADE")),
    Column("endpoint", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("site", Text, nullable=False),
    Column("lang", Text, nullable=False),
    Column("created", SECONDS, nullable=False),
    Index("subscriptions_of_person", "person"),
    Index("subscriptions_of_session", "session"),
    **KEYED,
)
"""Where people are told that it is their turn. A browser has an address at a push service, its key and secret, and goes with
its session; a webhook has neither key nor session, and its secret signs what is sent there. ``site`` is the address of the
start page as the person knows it."""
LETTERS = Table(
    "letters",
    METADATA,
    Column("address", Text, primary_key=True),
    Column("asked", SECONDS, nullable=False),
    Column("ended", Integer, nullable=False),
    **KEYED,
)
"""E-mail addresses, each as a digest, that were asked whether they are whose account says so: when that was last, and whether
their owner wants no letters any more, whoever asks. They stay when the account goes."""
KEYS = Table(
    "keys",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    **KEYED,
)
"""Secrets of the site itself, made when they are needed first."""
PULSE = Table(
    "pulse",
    METADATA,
    Column("one", Integer, CheckConstraint("one = 1"), primary_key=True, autoincrement=False),
    Column("at", SECONDS, nullable=False),
    **STRICT,
)

"""When games could go on last."""
OUTAGES = Table(
    "outages",
    METADATA,
    Column("since", SECONDS, primary_key=True),
    Column("until", SECONDS, nullable=False),
    Column("why", Text, nullable=False),
    **STRICT,
)
"""When they could not: a clock that ran then is credited for it when its game is loaded."""

SQLITE: Dialect = sqlite.dialect(paramstyle="qmark")
POSTGRESQL: Dialect = psycopg.dialect(paramstyle="format")  # type: ignore[no-untyped-call]


class Compiled:
    """A statement as the driver of one of the databases takes it."""

    def __init__(self, asked: Executable, dialect: Dialect) -> None:
        compiled: Any = asked.compile(dialect=dialect)  # type: ignore[attr-defined]
        self.text = str(compiled)
        self._names = tuple(compiled.positiontup)
        self._fixed = {name: value for name, value in compiled.params.items() if value is not None}

    def values(self, given: dict[str, Any]) -> tuple[Any, ...]:
        """All its parameters in their order: those that are given by name, and the numbers that stand in it."""
        return tuple(map((given | self._fixed).__getitem__, self._names))


class Statement:
    """What is asked of a database, compiled once: that takes several times as long as to do it."""

    def __init__(self, asked: Executable) -> None:
        self._asked = asked

    @cached_property
    def sqlite(self) -> Compiled:
        """For the module ``sqlite3``."""
        return Compiled(self._asked, SQLITE)

    @cached_property
    def postgresql(self) -> Compiled:
        """For psycopg."""
        return Compiled(self._asked, POSTGRESQL)
