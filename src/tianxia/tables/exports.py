"""A stored game as its players may take it away, and how it is played again from that."""

import sys
from pathlib import Path
from typing import Any

import msgspec

import tianxia
from tianxia.engine.errors import shortly
from tianxia.tables.history import History
from tianxia.tables.rows import Row
from tianxia.tables.schema import GAMES, SEATS
from tianxia.tables.setup import OPTIONS, Past, Terms, commitment, start_of
from tianxia.tables.statements import A_GAME, EXPORTED, OWN_SEATS, SITTING, Database, ask, by_name
from tianxia.tables.store import readable


def export(database: Database, game: str, guest: str) -> dict[str, Any] | None:
    """All that is stored of a game; until it is over without what the guest may not know."""
    own = {seat for (seat,) in ask(database, OWN_SEATS, of_game=game, of_guest=guest)}
    if not own:
        return None
    found = ask(database, A_GAME, of_game=game).fetchone()
    if found is None:
        return None
    told = {name: readable(value) for name, value in by_name(GAMES, found).items()}
    told["seats"] = [
        {
            "seat": seat["seat"],
            "name": readable(seat["name"]),
            "bot": readable(seat["bot"]),
            "program": bool(seat["program"]),
            "own": seat["seat"] in own,
        }
        for seat in (by_name(SEATS, values) for values in ask(database, SITTING, of_game=game))
    ]
    rows = ask(database, EXPORTED, of_game=game).fetchall()
    guests: dict[str, str] = {}
    told["rows"] = [_told(text, told["over"], guests) for seat, text in rows if told["over"] or seat in own]
    if not told["over"]:  # how many rows others have, and since when, is theirs: one may be half way through a choice
        told["left_out_until_the_game_is_over"] = [
            "seed",
            "salt",
            "played",
            "deadline",
            "rows of others",
            "numbers of rows",
            "hashes",
        ]
        del told["seed"], told["salt"], told["played"], told["deadline"]
    return told


def _told(text: str, over: bool, guests: dict[str, str]) -> Any:
    """A row for its players: without what the browsers of guests are known by, who are numbered at the end instead, and
    before it without the hash of what is hidden, and without its number, which would count what others chose. One that can't
    be read comes as it is."""
    try:
        row = msgspec.json.decode(text)
        for secret in ("command", *(() if over else ("hash", "number"))):
            row.pop(secret, None)
        if (guest := row.get("sitter", {}).pop("guest", None)) is not None and over:
            row["sitter"]["guest"] = guests.setdefault(guest, f"guest {len(guests) + 1}")
    except (AttributeError, TypeError, ValueError, msgspec.MsgspecError):
        return readable(text)
    return row


class ExportedSeat(msgspec.Struct, frozen=True):
    """Who sat in a seat."""

    bot: str | None = None
    own: bool = False


class Exported(msgspec.Struct, frozen=True):
    """What is read of an exported game. One that was not over has no seed."""

    game: str
    options: str  # JSON, as it is stored
    commitment: str
    rows: msgspec.Raw
    seed: str | None = None
    salt: str = ""
    assets: str = msgspec.field(default="", name="furnishing")
    terms: str = "{}"  # JSON
    past: str = "null"  # JSON
    seats: tuple[ExportedSeat, ...] = ()

    @property
    def beginning(self) -> Past | None:
        """What the game went on from."""
        return msgspec.json.decode(self.past, type=Past | None)


class _Known(msgspec.Struct):
    commitment: str = ""


def is_export(file: Path) -> bool:
    """Whether a file is an exported game, whatever is wrong with it."""
    return holds_export(file.read_bytes())


def holds_export(text: bytes) -> bool:
    """The same for what is written in a file."""
    try:
        return bool(msgspec.json.decode(text, type=_Known).commitment)
    except (ValueError, RecursionError, msgspec.MsgspecError):
        return False


def played_again(file: Path) -> History:
    """An exported game, followed row by row with the hash of each; raises ``tianxia.BadRecord`` at what does not fit."""
    return followed(file.read_bytes(), str(file))[1]


def followed(text: bytes, file: str, most: int = sys.maxsize) -> tuple[Exported, History]:
    """The same for what is written in such a file of at most so many rows, with what it says beside them."""
    try:
        told = msgspec.json.decode(text, type=Exported)
        if told.seed is None:
            raise tianxia.BadRecord(
                "it was not over yet, so what was hidden is left out: export it again when it is over"
            )
        clock = msgspec.json.decode(told.terms, type=Terms).clock
        history = History(_game_of(told), start_of(int(told.seed), told.beginning), clock)
        rows = msgspec.json.decode(told.rows, type=list[Row])
        if len(rows) > most:
            raise tianxia.BadRecord(f"it has {len(rows)} rows, more than {most}")
    except (ValueError, RecursionError, msgspec.MsgspecError, tianxia.TianxiaError) as error:
        raise tianxia.BadRecord(f"{file}: the exported game cannot be read: {shortly(error)}") from None
    try:
        history.fold(rows)
    except (tianxia.TianxiaError, tianxia.EngineFault) as error:
        raise tianxia.BadRecord(f"{file}: row {history.rows}: {error}") from None
    return told, history


def _game_of(told: Exported) -> "tianxia.Game":
    if commitment(int(told.seed or 0), told.salt) != told.commitment:
        raise tianxia.BadRecord("seed and salt are not those that the game began with")
    game = tianxia.load(told.game, **OPTIONS.decode(told.options))
    if told.assets not in ("", game.assets_digest()):
        raise tianxia.BadRecord("it was played with another map or deck than the one in use now")
    return game
