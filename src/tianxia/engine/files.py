"""Record files: a whole match as JSON, with a hash after each step so that an edit is found at its step."""

import errno
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from tianxia.engine.errors import BadRecord, IllegalAction, TianxiaError
from tianxia.engine.game import Game
from tianxia.engine.match import Match
from tianxia.engine.sources import rules_digest
from tianxia.engine.steps import Memory

FORMAT = 2
FORMATS = (1, 2)
"""That are read. Hashes of the first one were those of raw records, which have another form today: they are not compared."""

EXPORTED = b'"commitment"'
"""What only a game that was exported from its page holds."""


class RecordFile(msgspec.Struct, forbid_unknown_fields=True):
    """The form of a record file: how the match started, each step as (seat, notation, hash after it), and the last hash."""

    format: int
    game: str
    options: Mapping[str, bool | int | str]
    start: dict[str, Any]
    first_hash: str
    steps: list[tuple[int, str, str]]
    last_hash: str


def written(match: Match) -> bytes:
    """A match as its record file has it."""
    steps = [
        (seat, match.game.actions.text(number), after)
        for (seat, number), after in zip(match.actions, match.chain[1:], strict=True)
    ]
    record = RecordFile(FORMAT, match.game.id, match.game.options, match.start, match.chain[0], steps, match.hash())
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"


def write_match(match: Match, path: "str | os.PathLike[str]") -> None:
    """Write a match to a file; an existing one is replaced only when the new one is whole."""
    target = Path(path)
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(target.parent))
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=target.name, delete=False) as draft:
        try:
            draft.write(written(match))
            draft.flush()
            Path(draft.name).replace(target)
        except BaseException:
            Path(draft.name).unlink()
            raise


def read_match(path: "str | os.PathLike[str]", load: Callable[..., Game]) -> Match:
    """Read a record file and play it again, verifying each step; BadRecord names the first bad step.

    In a file of format 1 that is legality alone: an edit after which all steps are still legal goes unnoticed.
    """
    return match_of(Path(path).read_bytes(), str(path), load)


def record_of(text: bytes, path: str) -> RecordFile:
    """What a record file says, not played yet; raises BadRecord for anything else."""
    try:
        record = msgspec.json.decode(text, type=RecordFile)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        if EXPORTED in text:
            raise BadRecord(
                f"{path}: a game exported from its page, no record file: `tianxia replay` reads it"
            ) from None
        raise BadRecord(f"{path}: not a record file: {error}") from None
    if record.format not in FORMATS:
        raise BadRecord(f"{path}: format {record.format}, should be {' or '.join(map(str, FORMATS))}")
    return record


def match_of(text: bytes, path: str, load: Callable[..., Game]) -> Match:
    """The same for what is written in a record file; `path` is what errors call it."""
    record = record_of(text, path)
    try:
        game = load(record.game, **record.options)
    except TianxiaError as error:
        raise BadRecord(f"{path}: the start: {error}") from None
    if record.format == 1:
        return played_again(path, game, record.start, "", [(seat, action, "") for seat, action, _ in record.steps])
    match = played_again(path, game, record.start, record.first_hash, record.steps)
    if match.hash() != record.last_hash:
        raise BadRecord(
            f"{path}: after step {len(record.steps)} the hash is not the last one that the file names:"
            " steps are missing, or that hash was changed"
        )
    return match


def unpickled(
    game: Game,
    sources: str,
    start: dict[str, Any],
    memory: list[Memory],
    record: bytes,
    notation: list[str],
    chain: list[str],
) -> Match:
    """What `Match.__reduce__` put away: numbers, which mean the same only where the rules are made of the very same files,
    and notation. Where they are not the match is played again.

    Raises BadRecord at the first step that these rules answer otherwise.
    """
    if sources == rules_digest():
        return Match.recalled(game, start, memory, {len(memory) - 1: record})[len(memory) - 1]
    steps = [(seat, action, after) for (seat, *_), action, after in zip(memory[1:], notation, chain[1:], strict=True)]
    try:
        return played_again("a pickled match", game, start, chain[0], steps)
    except BadRecord as error:
        raise BadRecord(f"{error} (it was pickled by another version of the rules)") from None


def played_again(
    what: str, game: Game, start: Mapping[str, Any], first_hash: str, steps: Iterable[tuple[int, Any, str]]
) -> Match:
    """A match from its start and its steps (seat, action, hash after it); an empty hash is not compared.

    BadRecord names the first step that does not fit.
    """
    match = _begin(what, game, start)
    if first_hash and match.hash() != first_hash:
        raise BadRecord(
            f"{what}: the start does not have the hash that was noted:"
            " another start, another map or deck, or other rules"
        )
    for number, (seat, action, after) in enumerate(steps, 1):
        try:
            match.play(seat, action)
        except IllegalAction as error:
            raise BadRecord(f"{what}: step {number}: {error}") from None
        if after and match.hash() != after:
            raise BadRecord(f"{what}: step {number}: {action} leads to another position than was noted")
    return match


def _begin(what: str, game: Game, start: Mapping[str, Any]) -> Match:
    try:
        return game.started(start)
    except (TianxiaError, RecursionError) as error:
        raise BadRecord(f"{what}: the start: {error}") from None
