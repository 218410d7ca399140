"""What programs send and get, one struct each; the description at ``/api`` is made of these."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

import tianxia
from tianxia import bots
from tianxia.engine.options import Value
from tianxia.tables.frames import Number
from tianxia.tables.rows import What, seats_of
from tianxia.tables.store import Person, Summary
from tianxia.tables.time_control import NONE, TITLES, Clock

OWN = "me"
"""In a wish for a new game: the seat of the account itself."""
OPEN = "open"
"""A seat that somebody else may take."""
LEVELS = ("random", "greedy", *bots.LEVELS)
"""The bots that a program may ask for: those of the pages, and two that answer at once."""
MOST_SEATS = max(tianxia.load(name).players[1] for name in tianxia.games.names())

GameName = Annotated[str, Meta(extra_json_schema={"enum": list(tianxia.games.names())})]
Sitter = Annotated[str, Meta(extra_json_schema={"enum": [OWN, OPEN, *LEVELS]})]
ClockName = Annotated[str, Meta(extra_json_schema={"enum": list(TITLES)})]
Level = Annotated[str, Meta(extra_json_schema={"enum": list(LEVELS)})]
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Seat = Annotated[
    SeatNumber | UnsetType,
    Meta(description="One of the account's own seats, where it has several."),
]
Expect = Annotated[
    Number | UnsetType,
    Meta(
        description="The number that the program has seen last. If the seat's choices have changed since, nothing is done"
        " and the answer is 409. Without it the number of now is meant."
    ),
]
ActionForm = Annotated[
    Annotated[int, Meta(ge=0, le=2**31)]
    | Annotated[str, Meta(min_length=1, max_length=200)]
    | Annotated[dict[str, Any], Meta(min_length=1, max_length=20)],
    Meta(
        description='A legal action by its id (`151`), its notation (`"set 8 2 joker"`) or its kind and arguments'
        ' (`{"kind": "set", "value": 8, "count": 2, "joker": true}`).'
    ),
]


# -- sent -----------------------------------------------------------------------------------------------------------


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game to begin: at once, or as soon as nobody is missing."""

    game: GameName
    options: Annotated[
        dict[str, Value], Meta(max_length=40, description="By name those that are to differ from the usual ones.")
    ] = {}
    seats: Annotated[
        list[Sitter],
        Meta(
            max_length=MOST_SEATS,
            description="Who sits where, for each seat `me`, `open` or the level of a bot. Without it the account draws one seat"
            " and bots have the others.",
        ),
    ] = []
    level: Annotated[Level, Meta(description="Of the bots, where no seats are named.")] = "normal"
    clock: Annotated[ClockName, Meta(description="How much time each seat has.")] = NONE


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat to take."""

    seat: Annotated[SeatNumber | UnsetType, Meta(description="Which one; without it the first that is open.")] = UNSET


class Play(Struct, frozen=True, forbid_unknown_fields=True):
    """An action to play."""

    action: ActionForm
    expect: Expect = UNSET
    seat: Seat = UNSET


class TakeBack(Struct, frozen=True, forbid_unknown_fields=True):
    """The last own action to take back."""

    expect: Expect = UNSET
    seat: Seat = UNSET


class Ask(Struct, frozen=True, forbid_unknown_fields=True):
    """What all who play are asked to agree to: to take the own last action back, to share the first place, or to end the game
    without a result."""

    what: What
    expect: Expect = UNSET
    seat: Seat = UNSET


class Consent(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to an offer; who declines the own one takes it back."""

    offer: Annotated[Number, Meta(description="Its number, as `offer` in the stream of the game tells it.")]
    agree: bool
    seat: Seat = UNSET


class Attend(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat to return to."""

    seat: Seat = UNSET


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """No more than that."""


class Look(Struct, frozen=True, forbid_unknown_fields=True):
    """As whom, and from where on."""

    seat: Seat = UNSET
    last: Annotated[
        Number | UnsetType,
        Meta(description="The number of the last line that was read: events since then follow, and not all of them."),
    ] = UNSET


# -- answered -------------------------------------------------------------------------------------------------------


class AccountInfo(Struct, frozen=True):
    """Whose token it is, and what it is good for."""

    id: str
    name: str
    program: bool  # a bot account
    scopes: list[str]


class SeatInfo(Struct, frozen=True):
    """Who sits in a seat."""

    name: str
    bot: str | None  # level of a bot of this server, which may play for somebody who is away
    program: bool  # a bot account
    own: bool


class GameInfo(Struct, frozen=True):
    """A game of the account, as lists show it."""

    id: str
    game: str
    seats: list[SeatInfo]
    created: float  # Unix seconds
    started: bool  # nobody is missing any more
    over: bool
    your_turn: bool  # a seat of the account is to decide
    to_act: list[int]  # seats that are to decide
    round: int | None  # the round, hand or turn that is played, as its players count; None before they begin to
    points: list[int] | None  # by seat, where everybody sees them
    result: list[int] | None  # places by seat, 1 the winner
    resigned: list[int]
    away: list[int]  # seats whose guests don't play any more: they resigned, or their time was over
    clock: Clock | None  # how much time each seat has, in seconds
    fault: str  # why it cannot be read; empty if it can


class Games(Struct, frozen=True):
    """The games of the account, the last played first."""

    games: list[GameInfo]


class Accepted(Struct, frozen=True):
    """The command is stored. Sent again with the same key it gets the same answer and is played once."""

    key: str
    number: int  # the seat's number after it


class GameStart(Struct, frozen=True, tag="gameStart"):
    """A game of the account runs. Sent for each of them when the stream begins, and when another one begins."""

    game: GameInfo


class YourTurn(Struct, frozen=True, tag="yourTurn"):
    """A seat of the account is to decide: after somebody else did, or after its own decision before."""

    game: GameInfo


class GameFinish(Struct, frozen=True, tag="gameFinish"):
    """A game of the account is over."""

    game: GameInfo


AccountEvent = GameStart | YourTurn | GameFinish


def game_info(summary: Summary, person: Person) -> GameInfo:
    """A game of somebody, from what is kept beside its rows."""
    own = seats_of(summary.seats, person.id)
    standing = summary.standing if not summary.fault else None
    to_act = standing.to_act if standing and not summary.over else ()
    return GameInfo(
        id=summary.id,
        game=summary.game,
        seats=[SeatInfo(seat.name, seat.bot, seat.program, number in own) for number, seat in enumerate(summary.seats)],
        created=summary.created,
        started=summary.started,
        over=summary.over,
        your_turn=summary.waits_for(own),
        to_act=list(to_act),
        round=standing.count or None if standing and summary.started else None,
        points=list(standing.score) if standing and standing.score and summary.started else None,
        result=list(standing.result) if standing and standing.result else None,
        resigned=list(standing.resigned) if standing else [],
        away=list(standing.away) if standing else [],
        clock=summary.clock,
        fault=summary.fault,
    )
