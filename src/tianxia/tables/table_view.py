"""What a viewer may see of a table, as structs: made for one viewer and in its language (``views.py``), sent in frames."""

from typing import Any

from msgspec import Struct

from tianxia.tables.store import RatingChange


class LegalAction(Struct, frozen=True):
    """One action that the viewer may take now."""

    id: int
    kind: str
    args: dict[str, Any]
    text: str  # notation
    parts: list[str]  # what to tap, a multiset of named parts
    label: str  # in the viewer's language
    irreversible: bool  # cannot be taken back once played


class SeatView(Struct, frozen=True):
    """Who sits in a seat."""

    name: str
    bot: str | None  # level
    program: bool  # an account that a program plays
    connected: bool
    thinking: bool
    deputy: bool  # a bot plays for who sits here, who is away


class ClockView(Struct, frozen=True):
    """The time of a seat; what is left now is ``left`` less the time since ``runs``, if that has come."""

    left: float  # seconds
    runs: float | None  # since when it runs, in Unix seconds of the server, maybe still to come; null while it does not
    vacation: int  # days that can be taken off


class ClocksView(Struct, frozen=True):
    """The clocks of a table."""

    live: bool  # else turns may be days apart
    words: str  # how much time there is
    seats: list[ClockView]


class IncidentView(Struct, frozen=True):
    """A line of the log that no step of the game made."""

    after: int  # how many events the viewer had been shown by then
    text: str


class OptionView(Struct, frozen=True):
    """An option of the game as this table has it, in the viewer's language."""

    title: str
    words: str  # its value
    value: bool | int | str  # the same as the game names it


class OfferView(Struct, frozen=True):
    """What somebody asks the others for, in the viewer's language."""

    number: int  # to be named in an answer
    seat: int
    what: str
    text: str
    own: bool  # it is the viewer's
    asked: bool  # the viewer is to answer
    awaited: list[int]  # seats


class Revealed(Struct, frozen=True):
    """What the commitment was made of: sha256 of ``seed:salt`` as text. Public once the game is over."""

    seed: str
    salt: str


class GuideCard(Struct, frozen=True):
    """A step of a lesson, in the viewer's language."""

    text: str
    task: str  # the move that is asked for; empty if there is none
    at: list[str]  # names of the places of the page that it is about


class GuideView(Struct, frozen=True):
    """What a lesson says now. Its cards are read one after the other; the last one asks for the move, if there is one."""

    cards: list[GuideCard]  # empty while others decide
    done: int  # moves that the learner has made
    first: int  # place of the first card among all of the lesson
    count: int  # cards of the lesson
    last: bool  # all moves are made: the game is free


class TableView(Struct, frozen=True):
    """The table as one viewer may see it; made from that viewer's masked record only."""

    game: str
    table: str
    viewer: int | None  # seat, null for a spectator
    number: int
    to_act: list[int]
    asked: dict[str, Any] | None  # what: a kind and its arguments; null when the game is over
    state: dict[str, Any]
    legal: list[LegalAction]
    prompt: str  # what is asked, in words
    result: list[int] | None  # places by seat, 1 the winner
    resigned: list[int]  # seats that gave the game up
    away: list[int]  # seats whose guests don't play any more; for ratings they come after all others
    ended: bool  # nobody was left to play with, so the game is over
    settled: str  # "draw" or "abandon", where all agreed to end it so; empty else. Who abandoned it has no result
    offer: OfferView | None  # that waits for answers
    may_offer: list[str]  # what the viewer may ask the others for
    hints: bool  # whoever plays here may ask for a hint
    onlookers: int  # how many look on
    delay: int  # seconds that these are behind
    scores: list[int]
    seats: list[SeatView]
    clocks: ClocksView | None  # null for a game without
    incidents: list[IncidentView]
    options: dict[str, OptionView]  # by name; empty for a game that has none
    can_undo: bool
    undo_reason: str  # why not, in words; empty when can_undo
    waiting: bool  # nothing for this viewer to decide now
    paused: str  # why the table stands still; empty when it does not
    ratings: list[RatingChange] | None  # by seat, when a rated game is over; empty if it did not count
    ratings_wait: bool  # a rated game is over, and counts when who looks on has seen that
    rematch: int | None  # the seat that asks the others to play again; null if none does
    hurried: str  # that bots had less time than usual, and why; empty when they had all of it
    commitment: str  # shown from the start, so that the deal cannot be changed later
    revealed: Revealed | None
    lang: str
    guide: GuideView | None  # what a lesson says; null where there is none
    past: str  # address of the position that the game goes on from, on this site; empty if it was dealt


class Replayed(Struct, frozen=True):
    """A position of a finished game as one viewer saw it, and where one can go from there.

    A *place* is how many actions come before a position. Those that showed the viewer nothing are passed over.
    """

    view: TableView
    events: list[dict[str, Any]]  # those after the place that the page knows
    place: int
    last: int  # place of the end
    before: int
    after: int
    turn_before: int  # where the turn began, or the one before it
    turn_after: int
    can_go_on: bool  # a game of one's own may go on from here


class Turn(Struct, frozen=True):
    """An action of a finished game that brought or cost more points than most."""

    place: int  # actions up to it and with it
    events: int  # that had happened with the one that the text tells
    seat: int  # who acted
    changed: list[int]  # by seat: what it brought, later too
    text: str  # what happened, in words


class Course(Struct, frozen=True):
    """How the points of a finished game went, of its whole record."""

    places: list[int]  # after how many actions they stood so: where turns began, and at the end
    events: list[int]  # that had happened by then
    scores: list[list[int]]  # by seat, then by these
    turns: list[Turn]  # in their order
