"""A game that was exported from its page is read again."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tianxia
from tests.tables.playing import ADA, BEN, Player, new_table, play_on, registry_in, run
from tianxia.cli import main
from tianxia.tables import exports
from tianxia.tables.store import Person


async def exported(folder: Path, game: str, *, steps: int = 10_000, resign: bool = False, **options: Any) -> Path:
    """A random game in which something is taken back, as its page gives it away."""
    async with registry_in(folder) as registry:
        table = await new_table(registry, ADA, BEN, game=game, **options)
        players = [Player(table, "ada"), Player(table, "ben")]
        if game == "chu-han":
            await players[0].command(players[0].plain())
            await players[0].undo()
        await play_on(players, random.Random(1), steps)
        if resign:
            await registry.resign(table.setup.id, Person("ben", "Ben"), "en")
        told = await registry.store.export(table.setup.id, "ada")
    file = folder / "exported.json"
    file.write_text(json.dumps(told))
    return file


def replayed(capsys: pytest.CaptureFixture[str], file: Path) -> str:
    """What the command prints."""
    with pytest.raises(SystemExit) as end:
        main(["replay", str(file)])
    assert not end.value.code
    return capsys.readouterr().out


def test_a_whole_game_is_replayed_from_its_export(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(lambda: exported(tmp_path, "chu-han"))
    file = tmp_path / "exported.json"
    history = exports.played_again(file)
    assert [row["kind"] for row in json.loads(file.read_text())["rows"]].count("undo") == 1
    assert history.over
    out = replayed(capsys, file)
    assert "wins the game" in out
    assert f"verified: Chu Han, {history.match.step_count} steps, hash {history.match.hash()}" in out


def test_a_replayed_export_says_who_resigned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(lambda: exported(tmp_path, "huang", steps=6, resign=True, players=2))
    assert replayed(capsys, tmp_path / "exported.json").splitlines()[-2] == "The game is over: Ben resigned."


def test_a_game_that_is_not_over_cannot_be_replayed_from_its_export(tmp_path: Path) -> None:
    run(lambda: exported(tmp_path, "chu-han", steps=6))
    with pytest.raises(tianxia.BadRecord, match=r"was not over yet, .* export it again when it is over"):
        exports.played_again(tmp_path / "exported.json")


def test_an_export_is_no_record_file_and_is_told_so(tmp_path: Path) -> None:
    run(lambda: exported(tmp_path, "chu-han", steps=6))
    with pytest.raises(tianxia.BadRecord, match="exported from its page, no record file: `tianxia replay` reads it"):
        tianxia.replay(tmp_path / "exported.json")


CHANGES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "row 4: it leads to another position than it did": lambda told: told["rows"][4].update(hash="0" * 16),
    "row 3 is missing": lambda told: told["rows"].pop(3),
    "seed and salt are not those": lambda told: told.update(seed="7"),
    "with another map or deck": lambda told: told.update(furnishing="other"),
    "there is no game 'chess'": lambda told: told.update(game="chess"),
    r"\$\[2\]": lambda told: told["rows"].__setitem__(2, "torn"),
}


@pytest.mark.parametrize("wrong", CHANGES)
def test_what_was_changed_in_an_export_is_found(tmp_path: Path, wrong: str) -> None:
    run(lambda: exported(tmp_path, "chu-han", steps=6, resign=True))
    file = tmp_path / "exported.json"
    told = json.loads(file.read_text())
    CHANGES[wrong](told)
    file.write_text(json.dumps(told))
    with pytest.raises(tianxia.BadRecord, match=wrong):
        exports.played_again(file)
