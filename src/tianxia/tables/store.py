"""What is kept of a game: its setup and the list of its accepted rows. Position and seats are a fold over that list.

``SqliteStore`` (``sqlite.py``) is the store of one process, ``PostgresStore`` (``postgres.py``) that of several.
"""

import hashlib
import math
import secrets
import string
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

from msgspec import Struct, json

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


class Seat(Struct, frozen=True):
    """Who sits in a seat: a guest, or a bot of some level; neither, where a guest left or nobody came yet.

    Both where a bot plays for a guest who is away.
    """

    name: str
    guest: str | None = None
    bot: str | None = None
    program: bool = False  # the guest is the account of a program, see ``Person``


LISTED = 200
"""Games in a list for everybody."""
LOBBY = "lobby"
"""In the place of a game: the lists of public games."""
EMPTY = Seat("")
"""A seat that nobody has taken yet."""


def seats_of(seats: Iterable[Seat], guest: str | None) -> tuple[int, ...]:
    """The seats of a guest; several if it shares its screen with others."""
    return tuple(number for number, seat in enumerate(seats) if guest is not None and seat.guest == guest)


def new_id() -> str:
    """A name for a game or a person, which nobody guesses: 71 bits of letters and digits. A hyphen, at its beginning, would be
    an option on a command line."""
    return "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(12))


def empty_seats(seats: Iterable[Seat]) -> tuple[int, ...]:
    """The seats that nobody has taken."""
    return tuple(number for number, seat in enumerate(seats) if seat == EMPTY)


def readable(value: T) -> T:
    """A value as it can be shown: bytes that are no text as their numbers, what is no finite number as a word."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)  # type: ignore[return-value]
    if isinstance(value, str):
        return value.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")  # type: ignore[return-value]
    return value


def commitment(seed: int, salt: str) -> str:
    """The hash of a seed and a salt that are secret."""
    return hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest()


class Terms(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """On what terms a game is played, besides its rules. The usual ones are those of a game among friends."""

    public: bool = False  # everybody may find it, join it and look on; else only who was given its address
    rated: bool = False  # it counts for ratings
    watchers: bool = True  # who does not play may look on
    delay: int = 0  # seconds that who looks on is behind
    lot: bool = False  # who sits where is drawn when it starts
    clock: Clock | None = None  # the time that each seat has
    imported: bool = False  # it was brought in from a file when it was over: nobody played it here
    rematch_of: str = ""  # the game whose players it is for, each one seat further on
    lesson: str = ""  # digest of the lesson that it begins as, a guided first game; empty for any other


class Past(Struct, frozen=True, forbid_unknown_fields=True):
    """What a game goes on from: another one after so many of its actions, as a seat knew it then. What that seat could not
    know is dealt anew, by the seed of the game that goes on."""

    start: dict[str, Any]  # of the other game, see ``Match.start``
    moves: tuple[tuple[int, str], ...]  # seat and notation
    seat: int
    table: str = ""  # the other game, if it is one of this store


class Setup(Struct, frozen=True):
    """All that a game starts from. ``seed`` and ``salt`` are secret until it is over, the commitment is public."""

    id: str
    game: str
    options: dict[str, Any]
    seed: int
    salt: str
    created: float  # Unix seconds
    lang: str
    rules: str  # version of the program that the game began with
    tables: str = ""  # fingerprint of the game's tables as they were then; empty if none was noted
    furnishing: str = ""  # digest of its map or deck; empty if it has none, or none was noted
    terms: Terms = Terms()
    past: Past | None = None  # None for a game that is dealt from its seed

    @property
    def start(self) -> dict[str, Any]:
        """With what its match begins, see ``Match.start``."""
        return start_of(self.seed, self.past)

    @property
    def commitment(self) -> str:
        """The hash that proves after the game that the deal was not changed during it."""
        return commitment(self.seed, self.salt)


def start_of(seed: int, past: Past | None) -> dict[str, Any]:
    """With what a match begins, see ``Match.start``: a deal from the seed, or a past dealt anew by it."""
    if past is None:
        return {"seed": seed}
    moves = [list(move) for move in past.moves]
    return {"anew": {"start": past.start, "moves": moves, "seat": past.seat, "seed": seed}}


class Entry(Struct, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True):
    """What every accepted row has. ``hash`` is that of the position after it (``Match.position_hash``). Rows that move
    nothing are without, and those of a version that noted none."""

    number: int
    at: float  # Unix seconds
    command: str | None = None  # the client's id of the command; None for what the platform or a bot does
    hash: str = ""


class JoinedRow(Entry, frozen=True, tag="joined"):
    """Somebody, or a bot, took an empty seat."""

    seat: int
    sitter: Seat


class LeftRow(Entry, frozen=True, tag="left"):
    """The guest in a seat left it for good; its name stays, unless the seat is called otherwise from then on.

    Before the start the seat is empty again, and a bot may leave it too.
    """

    seat: int
    name: str = ""


class StartedRow(Entry, frozen=True, tag="started"):
    """All seats are taken, and the game begins. By lot, seat n is for who sat in seat ``order[n]`` until then."""

    order: tuple[int, ...] = ()


class ActionRow(Entry, frozen=True, tag="action"):
    """A seat played an action, in notation."""

    seat: int
    action: str
    lag: float = 0.0  # seconds of the way from the page and back, as it was measured here; only with a clock


class UndoRow(Entry, frozen=True, tag="undo"):
    """A seat took its last action back, and what rivals did unseen since."""

    seat: int


class ResignedRow(Entry, frozen=True, tag="resigned"):
    """A seat gave the game up, which ends it where nobody is left to play with."""

    seat: int
    ends: bool = True


class TimedOutRow(Entry, frozen=True, tag="timed_out"):
    """The time of a seat was over, which ends the game where nobody is left to play with."""

    seat: int
    ends: bool = False


class BotTookOverRow(Entry, frozen=True, tag="bot_took_over"):
    """A bot of some level plays for a seat from now on."""

    seat: int
    level: str


class ReturnedRow(Entry, frozen=True, tag="returned"):
    """The guest of a seat plays for itself again."""

    seat: int


Why = Literal["outage", "paused", "clock"]
"""Why time went by that nobody is to lose: the server was down, the table was paused, the machine's clock was set."""


class ClockRow(Entry, frozen=True, tag="clock"):
    """A stretch of time that costs nobody anything."""

    since: float
    until: float
    why: Why


class VacationRow(Entry, frozen=True, tag="vacation"):
    """A seat takes a day off, in which its time does not run."""

    seat: int


What = Literal["undo", "draw", "abandon"]
"""What all who play may agree to: to take back a seat's last action, to share the first place, to end without a result."""


class OfferedRow(Entry, frozen=True, tag="offered"):
    """A seat asked the others for their consent; ``silent`` if they are to have agreed who do not answer for long."""

    seat: int
    what: What
    silent: bool = False


class DeclinedRow(Entry, frozen=True, tag="declined"):
    """A seat does not want what was offered; if it is the one that asked, not any more."""

    seat: int


class AgreedRow(Entry, frozen=True, tag="agreed"):
    """A seat wants what was offered. With the last of them it is done."""

    seat: int


class RematchRow(Entry, frozen=True, tag="rematch"):
    """The game is over, and a seat asks the others to play again at another table."""

    seat: int
    table: str


class FreedRow(Entry, frozen=True, tag="freed"):
    """A seat goes on without the lesson that the game began as."""

    seat: int


BESIDE = JoinedRow | LeftRow | StartedRow | RematchRow | ClockRow | VacationRow
"""Rows that are told beside the streams: of who plays, and of the clocks."""
Row = (
    JoinedRow
    | LeftRow
    | StartedRow
    | ActionRow
    | UndoRow
    | ResignedRow
    | RematchRow
    | TimedOutRow
    | BotTookOverRow
    | ReturnedRow
    | ClockRow
    | VacationRow
    | OfferedRow
    | DeclinedRow
    | AgreedRow
    | FreedRow
)
"""One accepted step of a game."""

OPTIONS = json.Decoder(dict[str, bool | int | str])
"""Of the options of a game, as they are stored."""


def seat_in(row: Row) -> int | None:
    """The seat that a row is of."""
    return None if isinstance(row, StartedRow | ClockRow) else row.seat


def opening(seats: Sequence[Seat], at: float) -> tuple[Row, ...]:
    """The first rows of a game: all but empty seats are taken; if there is no empty one, it starts at once."""
    sitting = [(seat, sitter) for seat, sitter in enumerate(seats) if sitter != EMPTY]
    joined = [JoinedRow(seat, sitter, number=number, at=at) for number, (seat, sitter) in enumerate(sitting)]
    return (*joined, StartedRow(number=len(joined), at=at)) if len(joined) == len(seats) else tuple(joined)


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
    rows: tuple[Row, ...]
    standing: "Standing | None" = None
    fault: str = ""
    snapshot: bytes | None = None  # of a game with the first of these very rows, see ``snapshots``


class Standing(Struct, frozen=True):
    """What everybody may know of a game without a look at its table; kept beside it, so that a list need load nothing."""

    to_act: tuple[int, ...] = ()
    count: int = 0  # number of the round, hand or turn; what is counted is the game's own, see ``history.COUNTED``
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
    played: float = 0.0  # Unix seconds of its last row; before it starts, when one of its people was there last


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


Watcher = Callable[[Touched | None], None]
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

    def watch(self, watcher: Watcher) -> None:
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
    ) -> None:
        """Adds rows to a game that has ``expected`` rows; raises ``Conflict`` if it has another number of them.

        The standing is that after the last of them; without one the old one stays. So is the deadline (Unix seconds), at
        which the table is to be looked at, None for never. A snapshot is that before the first. An outcome, of a rated game
        that these rows end, moves the ratings of its players in the same commit, if it counts.
        """

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
