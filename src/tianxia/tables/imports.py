"""Finished games that people bring in as files: record files, and exports of this platform."""

import secrets
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec import json
from msgspec.structs import replace

import tianxia
from tianxia import bots
from tianxia.engine import files
from tianxia.engine.game import Game
from tianxia.tables import exports
from tianxia.tables.history import MOST_ROWS, History, begun
from tianxia.tables.moment import Moment
from tianxia.tables.replay import length_of
from tianxia.tables.rows import ActionRow, OfferedRow, ResignedRow, Row, Seat, TimedOutRow
from tianxia.tables.setup import Past, Setup, Terms
from tianxia.tables.store import Person, new_id

MOST_BYTES = 1 << 20
"""Of a file: room for several times as many actions as people play."""


class Brought(NamedTuple):
    """A game from a file, played again and found to be over."""

    game: Game
    start: Mapping[str, Any]
    line: list[tuple[int, str]]
    own: tuple[int, ...]  # seats of whoever took the file away
    levels: dict[int, str]  # of bots, by seat
    then: Moment  # at its end, which may have come before that of the rules


def read(text: bytes) -> Brought:
    """What a file holds; raises ``tianxia.BadRecord`` with what is wrong, as short as it can be said.

    The game must have been dealt: rules run compiled, and a position from somewhere else is no ground to let them.
    """
    if len(text) > MOST_BYTES:
        raise tianxia.BadRecord(f"the file is larger than {MOST_BYTES >> 10} KiB")
    return _exported(text) if exports.holds_export(text) else _recorded(text)


def _exported(text: bytes) -> Brought:
    try:
        told = json.decode(text, type=exports.Exported)
        if (past := told.beginning) is not None:
            _must_be_dealt({"anew": {"start": past.start, "moves": past.moves}})
    except tianxia.TianxiaError:
        raise
    except (ValueError, RecursionError) as error:
        raise tianxia.BadRecord(f"the exported game cannot be read: {error}") from None
    told, history = exports.followed(text, "the file", 2 * MOST_ROWS)
    if not history.over:
        raise tianxia.BadRecord("the game in the file is not over")
    own = tuple(seat for seat, one in enumerate(told.seats[: history.game.seats]) if one.own)
    sitting = enumerate(told.seats[: history.game.seats])
    levels = {seat: one.bot for seat, one in sitting if one.bot in bots.LEVELS and not one.own and one.bot}
    return Brought(history.game, history.match.start, _line(history.match), own or (0,), levels, history.now)


def _recorded(text: bytes) -> Brought:
    record = files.record_of(text, "the file")
    if len(record.steps) > MOST_ROWS:
        raise tianxia.BadRecord(f"the file has {len(record.steps)} steps, more than {MOST_ROWS}")
    _must_be_dealt(record.start)
    match = files.match_of(text, "the file", tianxia.load)
    if match.to_act:
        raise tianxia.BadRecord("the game in the file is not over")
    return Brought(match.game, match.start, _line(match), (0,), {}, Moment(match, ()))


def _line(match: "tianxia.Match") -> list[tuple[int, str]]:
    return [(seat, match.game.actions.text(action)) for seat, action in match.actions]


def _must_be_dealt(start: dict[str, Any]) -> None:
    """Raises ``tianxia.BadRecord`` for a game that began with a written position, or after more than a whole game."""
    try:
        count, first = length_of(start), start
        while "anew" in first:
            first = first["anew"]["start"]
    except (TypeError, KeyError):
        raise tianxia.BadRecord("the start of the game in the file cannot be read") from None
    if "position" in first:
        raise tianxia.BadRecord("the game in the file began with a written position: only dealt ones can be brought in")
    if count > MOST_ROWS:
        raise tianxia.BadRecord("the game in the file goes on from too long a game")


def stored(brought: Brought, person: Person, lang: str) -> tuple[Setup, tuple[Row, ...], History]:
    """The game as it is stored: its person has the seats that are its own, the others are called by their sides."""
    game, start = brought.game, dict(brought.start)
    past, seed = None, start.get("seed")
    if "anew" in start:
        told = start["anew"]
        past, seed = Past(told["start"], tuple(map(tuple, told["moves"])), told["seat"]), told["seed"]
    assert isinstance(seed, int)
    now = time.time()
    setup = Setup(
        id=new_id(),
        game=game.id,
        options=game.options,
        seed=seed,
        salt=secrets.token_hex(16),
        created=now,
        lang=lang,
        rules=tianxia.__version__,
        tables=game.fingerprint(),
        assets=game.assets_digest(),
        terms=Terms(imported=True),
        past=past,
    )
    history, rows = begun(game, setup.start, tuple(_seat(brought, seat, person) for seat in range(game.seats)), now)
    more: list[Row] = []
    for seat, action in brought.line:
        more.append(_accepted(history, ActionRow(seat, action, number=history.rows, at=now)))
    for end in _ends(brought, now) if not history.over else ():
        more.append(_accepted(history, replace(end, number=history.rows)))
    if not history.over:  # its seed is known: nobody is to play on
        raise tianxia.BadRecord("the game in the file does not come to its end here")
    return setup, (*rows, *more), history


def _ends(brought: Brought, now: float) -> list[Row]:
    """What ended a game before its rules did: consent, or that all but one went, in that order."""
    then, gone = brought.then, brought.then.gone
    if then.settled:
        return [OfferedRow(brought.own[0], then.settled, number=0, at=now)]  # nobody else is there to be asked
    times = sorted({at for _, at in gone})
    rows: list[Row] = []
    for place, (seat, went) in enumerate(gone, 1):
        late = seat not in then.resigned and seat in then.match.to_act
        kind, at = TimedOutRow if late else ResignedRow, now + times.index(went) * 1e-3
        rows.append(kind(seat, place == len(gone), number=0, at=at))
    return rows


def _accepted(history: History, row: Row) -> Row:
    prepared = history.prepare(row)
    history.accept(prepared)
    return prepared.row


def _seat(brought: Brought, seat: int, person: Person) -> Seat:
    side = brought.game.notes.SEAT_TITLES[seat]
    if seat in brought.own:
        return Seat(person.name if len(brought.own) == 1 else side, guest=person.id)
    if (level := brought.levels.get(seat)) is not None:
        return Seat(level, bot=level)
    return Seat(side)


def brought_in(text: bytes, person: Person, lang: str) -> tuple[Setup, tuple[Row, ...], History]:
    """A file as a game that can be stored; raises ``tianxia.BadRecord`` with what is wrong."""
    try:
        return stored(read(text), person, lang)
    except tianxia.BadRecord:
        raise
    except (tianxia.TianxiaError, tianxia.EngineFault) as error:
        raise tianxia.BadRecord(str(error)) from None
