"""A backup holds all games, also while a server runs."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.site import Browser, Site
from tianxia.cli import main


def test_a_backup_that_is_made_while_a_server_runs_holds_all_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "here").mkdir()
    site = Site(tmp_path / "here")
    try:
        browser = Browser(site)
        tables = [browser.play(seat="0") for _ in range(3)]
        with browser.open(tables[0]) as page:
            page.until_asked()
            page.command(page.plain())
            page.hear("ack")
            number = page.hear("step")["number"]
        (tmp_path / "there").mkdir()
        file = tmp_path / "there" / "tianxia.sqlite3"
        with pytest.raises(SystemExit, match="0"):
            main(["backup", str(file), "--data-dir", str(site.folder)])
        assert capsys.readouterr().out == f"games: 3, all in {file}\n"
        assert file.stat().st_mode & 0o777 == 0o600
        assert [one.name for one in file.parent.iterdir()] == [file.name]
        after = browser.play(seat="0")
    finally:
        site.stop()
    restored = Site(tmp_path / "there")
    try:
        browser.site = restored
        with browser.open(tables[0]) as page:
            assert page.hear("full")["number"] >= number
        with closing(sqlite3.connect(file)) as database:
            assert {id for (id,) in database.execute("SELECT id FROM games")} == set(tables)
        assert after not in tables
    finally:
        restored.stop()


@pytest.mark.parametrize(
    ("place", "what"),
    [
        ("games.sqlite3", "the backup would overwrite this file"),
        ("none/games.sqlite3", "there is no such folder"),
    ],
)
def test_a_backup_overwrites_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str], place: str, what: str) -> None:
    with closing(sqlite3.connect(tmp_path / "tianxia.sqlite3")) as database:
        database.execute("CREATE TABLE games (id)")
    (tmp_path / "games.sqlite3").write_text("mine")
    with pytest.raises(SystemExit, match="2"):
        main(["backup", str(tmp_path / place), "--data-dir", str(tmp_path)])
    assert what in capsys.readouterr().err
    assert (tmp_path / "games.sqlite3").read_text() == "mine"


def test_a_folder_without_games_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["backup", str(tmp_path / "copy"), "--data-dir", str(tmp_path)])
    assert "there are no games here" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
