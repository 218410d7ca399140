"""Record files: a whole match as JSON, with a hash after each step so that an edit is found at its step."""

import errno
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from tianxia.engine.errors import BadRecord, IllegalAction, TianxiaError
from tianxia.engine.game import Game
from tianxia.engine.match import Match

FORMAT = 1


class RecordFile(msgspec.Struct, forbid_unknown_fields=True):
    """The form of a record file: how the match started, each step as (seat, notation, hash after it), and the last hash."""

    format: int
    game: str
    options: Mapping[str, bool | int | str]
    start: dict[str, Any]
    first_hash: str
    steps: list[tuple[int, str, str]]
    last_hash: str


def write_match(match: Match, path: "str | os.PathLike[str]") -> None:
    """Write a match to a file; an existing one is replaced only when the new one is whole."""
    steps = [
        (seat, match.game.action(number).text, after)
        for (seat, number), after in zip(match.actions, match.chain[1:], strict=True)
    ]
    record = RecordFile(FORMAT, match.game.id, match.game.options, match.start, match.chain[0], steps, match.hash())
    target = Path(path)
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(target.parent))
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=target.name, delete=False) as draft:
        draft.write(msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n")
    Path(draft.name).replace(target)


def read_match(path: "str | os.PathLike[str]", load: Callable[..., Game]) -> Match:
    """Read a record file and play it again, verifying each step; BadRecord names the first bad step."""
    try:
        record = msgspec.json.decode(Path(path).read_bytes(), type=RecordFile)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(f"{path}: not a record file: {error}") from None
    if record.format != FORMAT:
        raise BadRecord(f"{path}: format {record.format}, should be {FORMAT}")
    match = _start(record, path, load)
    if match.hash() != record.first_hash:
        raise BadRecord(
            f"{path}: the start does not have the hash that the file names:"
            " another start, another map or deck, or other rules"
        )
    for number, (seat, text, after) in enumerate(record.steps, 1):
        try:
            match.play(seat, text)
        except IllegalAction as error:
            raise BadRecord(f"{path}: step {number}: {error}") from None
        if match.hash() != after:
            raise BadRecord(f"{path}: step {number}: {text} leads to another position than the file says")
    if match.hash() != record.last_hash:
        raise BadRecord(
            f"{path}: after step {len(record.steps)} the hash is not the last one that the file names:"
            " steps are missing, or that hash was changed"
        )
    return match


def _start(record: RecordFile, path: Any, load: Callable[..., Game]) -> Match:
    try:
        game = load(record.game, **record.options)
        if set(record.start) == {"seed"}:
            return game.new(record.start["seed"])
        if set(record.start) == {"position"}:
            return game.position(record.start["position"])
    except TianxiaError as error:
        raise BadRecord(f"{path}: the start: {error}") from None
    raise BadRecord(f"{path}: the start should be a seed or a position")
