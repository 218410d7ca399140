"""How a game stood after some of its rows, kept so that these need not be played again."""

import hashlib
from pathlib import Path
from typing import Literal

import msgspec

from tianxia.engine.sources import rules_digest
from tianxia.engine.steps import Memory
from tianxia.tables import clocks, consent
from tianxia.tables.incidents import Incident
from tianxia.tables.line import Counted
from tianxia.tables.moment import Rematch
from tianxia.tables.rows import Seat
from tianxia.tables.streams import Stream

Rest = tuple[
    tuple[Seat, ...],
    bool,
    frozenset[int],
    bool,
    tuple[tuple[int, float], ...],
    clocks.Clocks | None,
    tuple[str, ...],
    Rematch | None,
    Literal["", "draw", "abandon"],
    consent.Offer | None,
    int,
    frozenset[tuple[int, str]],
    bool,
]
"""What is in a moment after the position."""


class Snapshot(msgspec.Struct, frozen=True, array_like=True):
    """How a game stood: what ``History`` has, by numbers. Good for the very program that made it."""

    made_by: str
    rows: int
    memory: list[Memory]
    records: dict[int, bytes]  # by how many steps led to it: the position, and those that can be come back to
    line: list[Counted]
    streams: list[Stream]  # these by viewer, the seats first
    shown_at: list[list[int]]
    asked_since: list[int]  # by seat
    answers: list[tuple[int, str, int]]
    now: Rest
    incidents: list[Incident]


FILES = (
    "history.py", "trail.py", "line.py", "streams.py", "snapshots.py", "rows.py", "moment.py", "consent.py", "clocks.py",
    "time_control.py", "windows.py", "incidents.py",
)  # fmt: skip
FOLD = b"".join(Path(__file__).with_name(name).read_bytes() for name in FILES)
MADE_BY = f"{rules_digest()} {hashlib.blake2b(FOLD, digest_size=8).hexdigest()}"
"""Digest of the rules and of what the fold is made of: a snapshot means what it meant where both are the same."""
pack = msgspec.msgpack.Encoder().encode
unpack = msgspec.msgpack.Decoder(Snapshot).decode
