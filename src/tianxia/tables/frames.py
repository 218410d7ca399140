"""Every frame that passes between a table page and the platform, as one table of structs.

The web page's types are derived from these (see ``tianxia.server.typescript``). Frames are JSON objects with a ``type``
field. A *number* is the viewer's own version of the table: it counts only the steps which that viewer could see, so it
never tells that a rival is half way through a play.
"""

from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from tianxia.tables.table_view import LegalAction, TableView

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
