"""Every game has the same rooms, and docs/architecture.md names all of them."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

import tianxia

ROOT = Path(__file__).parents[1]
GAMES = Path(tianxia.__file__).parent / "games"
NAME = re.compile(r"`([\w*]+(?:\.[\w*]+)+|\w+/)`")


def told(title: str) -> list[list[str]]:
    """The rooms of a table, those together that stand in one line."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    lines = text.split(f"| {title} |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    return [NAME.findall(line.replace("<lang>.", "*.").split("|")[1]) for line in lines]


def rooms(game: str) -> set[str]:
    """What lies in a game's folder."""
    folder = GAMES / game.replace("-", "_")
    return {path.name + "/" * path.is_dir() for path in folder.iterdir()} - {"__pycache__/"}


@pytest.mark.parametrize("game", tianxia.games())
def test_a_game_has_every_room_of_every_game(game: str) -> None:
    for names in told("room of every game"):
        assert any(fnmatch(room, name) for room in rooms(game) for name in names), names


@pytest.mark.parametrize("game", tianxia.games())
def test_every_room_of_a_game_is_in_the_list(game: str) -> None:
    listed = [name for title in ("room of every game", "room of some games") for names in told(title) for name in names]
    assert {room for room in rooms(game) if not any(fnmatch(room, name) for name in listed)} <= {"record.py"}


def test_every_room_in_the_list_is_there() -> None:
    every = {room for game in tianxia.games() for room in rooms(game)}
    for names in told("room of some games"):
        for name in names:
            assert any(fnmatch(room, name) for room in every), name


@pytest.mark.parametrize("game", tianxia.games())
def test_the_rules_of_a_game_begin_in_the_same_files(game: str) -> None:
    rules = GAMES / game.replace("-", "_") / "rules"
    for name in ("setup", "legal", "apply"):
        assert re.search(rf"^def {name}\(", (rules / f"{name}.py").read_text(encoding="utf-8"), re.MULTILINE), name
