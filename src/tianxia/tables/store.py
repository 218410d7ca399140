"""The contract of a store, and what it gives: games with their setup and rows, how they stand, people and what they are known by.

``SqliteStore`` (``sqlite.py``) is the store of one process, ``PostgresStore`` (``postgres.py``) that of several.
"""

import math
import secrets
import string
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

from msgspec import Struct

from tianxia.tables.rows import Row, Seat, Why
from tianxia.tables.setup import Setup
from tianxia.tables.time_control import Clock

if TYPE_CHECKING:
    from tianxia.tables.identities import Identities
    from tianxia.tables.messages import Messages
    from tianxia.tables.peers import Peers
    from tianxia.tables.people import People
    from tianxia.tables.results import Results
    from tianxia.tables.subscriptions import Subscriptions
    from tianxia.tables.tokens import Tokens

T = TypeVar("T")


LISTED = 200
"""Games in a list for everybody."""
LOBBY = "lobby"
"""In the place of a game: the lists of public games."""


def new_id() -> str:
    """A name for a game or a person, which nobody guesses: 71 bits of letters and digits. A hyphen, at its beginning, would be
    an option on a command line."""
    return "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(12))


def readable(value: T) -> T:
    """A value as it can be shown: bytes that are no text as their numbers, what is no finite number as a word."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)  # type: ignore[return-value]
    if isinstance(value, str):
        return value.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")  # type: ignore[return-value]
    return value


class Outcome(Struct, frozen=True):
    """How a game came out, as it counts for ratings: by seat the place, 1 = first, ties share, and the points."""

    places: tuple[int, ...]
    points: tuple[int, ...] = ()  # empty for a game without


class RatingChange(Struct, frozen=True):
    """What a game made of the rating of a seat, as players read it (``ratings.shown``)."""

    before: int
    after: int


class Stored(Struct, frozen=True):
    """A game as it lies in the store."""

    setup: Setup
    rows: Sequence[Row]
    standing: "Standing | None" = None
    fault: str = ""
    snapshot: bytes | None = None  # of a game with the first of these very rows, see ``snapshots``


class Standing(Struct, frozen=True):
    """What everybody may know of a game without a look at its table; kept beside it, so that a list need load nothing."""

    to_act: tuple[int, ...] = ()
    count: int = 0  # number of the round, hand or turn; what is counted is the game's own, see ``moment.COUNTED``
    result: tuple[int, ...] | None = None  # places by seat
    resigned: tuple[int, ...] = ()
    away: tuple[int, ...] = ()  # seats whose guests did not play to the end, see ``Moment.rated``
    settled: Literal["", "draw", "abandon"] = ""  # by consent; who abandoned a game has no result
    score: tuple[int, ...] | None = None  # by seat, as far as everybody sees it; None in what older versions noted
    due: tuple[float | None, ...] = ()  # by seat when its time is over (Unix seconds), None while that does not run


class Summary(Struct, frozen=True):
    """A line in a guest's list of games. Where a fault is named, all else may be wrong or missing."""

    id: str
    game: str
    seats: tuple[Seat, ...]
    created: float
    played: float  # when that guest's last step was accepted; a rival's may be secret
    over: bool
    standing: Standing | None = None  # None for a game of an older version that nobody has opened since
    fault: str = ""  # why it can't be read, in technical words
    started: bool = True
    clock: Clock | None = None
    rated: bool = False
    guided: bool = False

    def waits_for(self, seats: Iterable[int]) -> bool:
        """Somebody is to decide in one of these seats: in none in which a bot plays."""
        to_act = self.standing.to_act if self.standing and not (self.over or self.fault) else ()
        return any(seat in to_act and self.seats[seat].bot is None for seat in seats)


class Outage(Struct, frozen=True, array_like=True):
    """A stretch (Unix seconds) in which no game could go on."""

    since: float
    until: float
    why: Why


class Glance(Struct, frozen=True):
    """A game without its rows."""

    setup: Setup
    seats: tuple[Seat, ...]
    over: bool
    standing: Standing | None
    started: bool = True
    played: float = 0.0  # Unix seconds, see ``schema.GAMES``


class Person(Struct, frozen=True):
    """Somebody who plays: a guest, or an account. Some accounts are played by a program, for good."""

    id: str
    name: str
    account: bool = False
    program: bool = False
    banned: bool = False  # the operator keeps it out

    def seat(self, name: str = "", deputy: str | None = None) -> Seat:
        """What it sits in, by its own name unless the seat is called otherwise; a bot may play for it."""
        return Seat(name or self.name, guest=self.id, bot=deputy, program=self.program)


class Session(Struct, frozen=True):
    """A browser in which somebody is known. Its token stays there; only the hash of that is kept."""

    id: str  # the hash
    person: Person
    created: float  # Unix seconds
    seen: float
    browser: str  # in few words; empty if nothing is known of it


class Token(Struct, frozen=True):
    """What a program is known by, without a browser. Only the hash of it is kept."""

    id: str  # the hash
    person: Person
    name: str  # what its owner calls it
    scopes: frozenset[str]
    created: float  # Unix seconds
    seen: float | None  # None until it is used


class Touched(Struct, frozen=True, omit_defaults=True):
    """What a change of the store is of."""

    games: tuple[str, ...] = ()
    people: tuple[str, ...] = ()  # who they are or what they are called, and the browsers in which they are known


Listener = Callable[[Touched | None], None]
"""Is told what another process has changed; None where that may be anything."""


class Conflict(Exception):
    """Another writer was faster: the game has more rows than expected."""


class Damaged(Exception):
    """What is stored of a game can't be read; the text says what is wrong with it."""


class StoreError(Exception):
    """Nothing could be written or read (disk full, file gone); nothing was accepted."""


class Store(Protocol):
    """Where games live. Every method returns only after what it wrote is safe on disk.

    An error of one call is that call's alone: ``Damaged`` where what is stored of one game can't be read, ``StoreError``
    where nothing can be written or read at all.
    """

    people: "People"
    identities: "Identities"
    messages: "Messages"
    results: "Results"
    subscriptions: "Subscriptions"
    tokens: "Tokens"
    peers: "Peers"

    def listen(self, listener: Listener) -> None:
        """From now on somebody is told, on the event loop, of what other processes change."""

    async def create(
        self,
        setup: Setup,
        rows: tuple[Row, ...] = (),
        standing: Standing | None = None,
        deadline: float | None = None,
    ) -> None:
        """Adds a new game with its first rows."""

    async def append(
        self,
        game: str,
        expected: int,
        rows: tuple[Row, ...],
        *,
        over: bool = False,
        standing: Standing | None = None,
        outcome: Outcome | None = None,
        deadline: float | None = None,
        snapshot: bytes | None = None,
        listed: bool = False,
    ) -> None:
        """Adds rows to a game that has ``expected`` rows; raises ``Conflict`` if it has another number of them.

        The standing is that after the last of them; without one the old one stays. So is the deadline (Unix seconds), at
        which the table is to be looked at, None for never. A snapshot is that before the first. An outcome, of a rated game
        that these rows end, moves the ratings of its players in the same commit, if it counts. ``listed`` says that lists of
        public games may say something else from now on, which other processes are told.
        """

    async def keep(self, game: str, rows: int, snapshot: bytes) -> None:
        """Keeps how a game stands, if it still has so many rows."""

    async def deadlines(self, until: float) -> list[tuple[str, float]]:
        """The games whose deadline comes up to a time (Unix seconds), each with it; the first one first, however late."""

    async def deadline(self, game: str) -> float | None:
        """The deadline of a game, None for never."""

    async def beat(self, at: float) -> None:
        """Writes down that games can go on."""

    async def outages(self, now: float, last: Outage | None = None) -> list[Outage]:
        """All stretches in which no game could go on, in order.

        The last one is that which this process noticed, or that from the last ``beat`` until now, as when it starts; neither
        is one if another process was there.
        """

    async def load(self, game: str) -> Stored | None:
        """The game with all rows in order; None if there is none of that name."""

    async def rows(self, game: str, since: int) -> tuple[Row, ...]:
        """The rows of a game from number ``since`` on."""

    async def glance(self, game: str) -> Glance | None:
        """The game without its rows; None if there is none of that name."""

    async def public_games(self, *, started: bool, since: float = 0.0) -> list[Glance]:
        """The games that everybody may find and that are not over: those that wait for people, or those that are played;
        those where somebody was last, or the newest, first, at most ``LISTED``. Damaged ones are left out, and those that
        wait for people where nobody was since a time (Unix seconds), unless their turns may be days apart."""

    async def wait(self, game: str) -> None:
        """Remembers that one of the people of a game that has not started is there now."""

    async def discard(self, game: str) -> bool:
        """A game that has not started and in which nobody sits any more goes from the store; says whether it did."""

    async def prune(self, before: float) -> list[str]:
        """Removes the games that have not started and where nobody was since a time (Unix seconds); gives their names."""

    async def note(self, game: str, standing: Standing | None, fault: str = "") -> None:
        """Remembers what a loaded game was found to be: how it stands, or why it can't be read."""

    async def names(self) -> list[str]:
        """The names of all games."""

    async def fault(self, game: str) -> str:
        """What is wrong with a game, as far as that can be told without playing it; empty if nothing is."""

    async def games_of(self, guest: str, only: str | None = None) -> list[Summary]:
        """The games in which a guest sits, or the one of that name; those in which it played last first.

        Damaged ones too, with their fault.
        """

    async def export(self, game: str, guest: str) -> dict[str, Any] | None:
        """All that is stored of a game as JSON, whatever state it is in; None if the guest does not sit there.

        Until it is over, what the guest may not know is left out.
        """

    async def remove(self, game: str, guest: str) -> bool:
        """A guest leaves all its seats: one row each. If no other guest sits there the game is deleted; says whether that.

        Whatever state it is in. Nothing happens to a game in which the guest does not sit.
        """

    async def probe(self) -> int:
        """Writes something, reads it again and counts the damaged games; raises ``StoreError`` if it can't."""

    def waiting(self) -> dict[str, int]:
        """How much waits to be done, by kind."""

    async def close(self) -> None:
        """Finishes what is under way and lets go of the files."""
