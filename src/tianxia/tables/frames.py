"""Every frame that passes between a table page and the platform, as one table of structs.

The web page's types are derived from these (see ``tianxia.server.typescript``). Frames are JSON objects with a ``type``
field. A *number* is the viewer's own version of the table: it counts only the steps which that viewer could see, so it
never tells that a rival is half way through a play.
"""

from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from tianxia.tables.store import RatingChange

CommandId = Annotated[str, Meta(min_length=1, max_length=64)]
Number = Annotated[int, Meta(ge=0, le=2**31)]
Kind = Annotated[str, Meta(max_length=64)]
Parts = Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=64)]

ShortText = Annotated[str, Meta(max_length=1000)]
Place = Annotated[int, Meta(ge=0, le=64)]
Hushed = Literal["", "mute", "block"]
"""What somebody does not want of another: to be written to, or to meet at all."""

ErrorCode = Literal["illegal", "stale", "malformed", "foreign", "over", "paused", "limited", "failed", "origin", "gone"]


# -- from the page ----------------------------------------------------------------------------------------------


class Command(Struct, frozen=True, tag="command", forbid_unknown_fields=True):
    """Play one legal action. Sent again with the same ``id`` it is answered again and played once."""

    id: CommandId
    game: str
    expect: Number
    action: Number


class Undo(Struct, frozen=True, tag="undo", forbid_unknown_fields=True):
    """Take back the own last action, as far as nothing irreversible came of it."""

    id: CommandId
    game: str
    expect: Number


class Why(Struct, frozen=True, tag="why", forbid_unknown_fields=True):
    """Ask what the tapped parts do, or why they are no legal action; or why a button cannot be pressed."""

    id: CommandId
    parts: Parts
    action: Number | None = None  # which one, where the same parts make several
    kind: Kind | None = None  # of the actions behind a button; then no parts are asked about


class Hint(Struct, frozen=True, tag="hint", forbid_unknown_fields=True):
    """Ask what a bot would do here, where nobody else plays."""

    id: CommandId


class Look(Struct, frozen=True, tag="look", forbid_unknown_fields=True):
    """Ask how the table stood when so many events of the viewer's log had happened."""

    id: CommandId
    events: Number


class MakeOffer(Struct, frozen=True, tag="offer", forbid_unknown_fields=True):
    """Ask the others for their consent."""

    id: CommandId
    game: str
    expect: Number
    what: Literal["undo", "draw", "abandon"]


class AnswerOffer(Struct, frozen=True, tag="answer", forbid_unknown_fields=True):
    """Agree to an offer or decline it; who declines the own one takes it back."""

    id: CommandId
    game: str
    offer: Number
    agree: bool


class Say(Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """Write to those who play: words of one's own, or one of the ready ones by its name. With the same ``id`` it is said once."""

    id: CommandId
    text: ShortText = ""
    preset: Kind = ""


class Hush(Struct, frozen=True, tag="hush", forbid_unknown_fields=True):
    """Read nothing more of who sits in a seat, at this table and at all others; or read it again."""

    id: CommandId
    seat: Place
    how: Hushed


class Report(Struct, frozen=True, tag="report", forbid_unknown_fields=True):
    """Tell whoever runs the site what somebody in a seat did. What was written at this table goes along."""

    id: CommandId
    seat: Place
    reason: ShortText = ""


class Return(Struct, frozen=True, tag="return", forbid_unknown_fields=True):
    """Play for oneself again, where a bot does."""

    id: CommandId
    game: str


class DayOff(Struct, frozen=True, tag="day_off", forbid_unknown_fields=True):
    """Take a day off, in which no time runs."""

    id: CommandId
    game: str


class Freely(Struct, frozen=True, tag="freely", forbid_unknown_fields=True):
    """Go on without the lesson."""

    id: CommandId
    game: str


class Ping(Struct, frozen=True, tag="ping"):
    """Ask for a sign of life."""


class Echo(Struct, frozen=True, tag="echo"):
    """A pong has come: sent at once, so that the server knows how long the way is."""


class Hello(Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """First frame of a connection: the last number that the page has, 0 for nothing."""

    last: Number = 0


ClientFrame = (
    Command
    | Undo
    | Why
    | Hint
    | Look
    | Return
    | DayOff
    | Freely
    | Ping
    | Echo
    | Hello
    | MakeOffer
    | AnswerOffer
    | Say
    | Hush
    | Report
)
FRAME_TYPES = tuple(str(frame.__struct_config__.tag) for frame in get_args(ClientFrame))


# -- to the page ------------------------------------------------------------------------------------------------


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


class Full(Struct, frozen=True, tag="full"):
    """The table from scratch: replaces all that the page knew. Sent first, and after an undo."""

    number: int
    view: TableView
    events: list[dict[str, Any]]


class Step(Struct, frozen=True, tag="step", omit_defaults=True):
    """What changed since the frame before, after steps or because somebody came or left: then the number is the old one.

    A connection's first frame has all of it.
    """

    number: int
    changed: dict[str, Any] = {}  # fields of the view, but for the next two
    state: dict[str, Any] = {}  # fields of the state of the game
    places: dict[str, dict[int, Any]] = {}  # of lists in the state that are the same elsewhere: the new values by place
    legal: list[int] | None = None  # ids of the legal actions, where they are others than before
    actions: list[LegalAction] = []  # those of them which this connection was not told yet, or not with the same words
    events: list[dict[str, Any]] = []  # only those that are new since the frame before

    @property
    def is_empty(self) -> bool:
        """Nothing is new."""
        return not (self.changed or self.state or self.places or self.events) and self.legal is None


class Ack(Struct, frozen=True, tag="ack"):
    """The command is stored; ``number`` is the viewer's number after it."""

    id: str
    number: int


class ErrorFrame(Struct, frozen=True, tag="error"):
    """The command changed nothing. What has changed without it comes before this, as a step.

    Without an id it is the connection that is refused, or a frame that could not be read.
    """

    id: str
    code: ErrorCode
    reason: str


class WhyAnswer(Struct, frozen=True, tag="why"):
    """What the tapped parts do if they are a legal action, or why they are none; empty if they can become one."""

    id: str
    reason: str


class Hinted(Struct, frozen=True, tag="hinted"):
    """What a bot would do, and one reason for it; nothing is played."""

    id: str
    action: Number
    reason: str


class Looked(Struct, frozen=True, tag="looked"):
    """How the table stood: nothing can be done in this view. Made from what the viewer was shown then, and from nothing else."""

    id: str
    events: int  # that had happened
    view: TableView


class ChatLine(Struct, frozen=True):
    """What somebody wrote."""

    number: int
    seat: int
    at: float  # Unix seconds
    text: str  # ready words in the reader's language; never to be read as anything but text
    own: bool


class Chat(Struct, frozen=True, tag="chat"):
    """What was written at the table, for one of those who play."""

    lines: list[ChatLine]  # all of the last ones, or only those that are new
    whole: bool  # all of them: what the page had before goes
    muted: list[int]  # seats of which the reader reads nothing
    blocked: list[int]
    presets: dict[str, str]  # ready words by name, in the reader's language; told with the whole
    ceiling: int  # characters of a message


class Pong(Struct, frozen=True, tag="pong"):
    """A sign of life."""

    now: float  # the server's time, in Unix seconds


ServerFrame = Full | Step | Ack | ErrorFrame | WhyAnswer | Hinted | Looked | Pong | Chat

decode_frame = msgspec.json.Decoder(ClientFrame).decode
encode_frame = msgspec.json.Encoder().encode
