"""Games that a version before has stored: they are opened and go on, or stop where they no longer fit, and say so."""

import asyncio
import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import tianxia
from tests.other_program import A_FIELD, A_KIND, A_RULE, WHAT_FOLLOWS, Change, other_program
from tests.tables.playing import ADA, BEN, Player, new_table, play_on, registry_in, run, steps
from tests.waiting import soon
from tianxia.tables.frames import Ack
from tianxia.tables.registry import Registry
from tianxia.tables.rows import ActionRow, Row, seat_in
from tianxia.tables.sqlite import SqliteStore
from tianxia.tables.store import Person

GOLDEN = Path(__file__).parents[1] / "golden"


# -- the first versions of the store -----------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5])
def test_games_of_an_earlier_version_open_as_they_were_left_and_go_on(tmp_path: Path, version: int) -> None:
    (tmp_path / "games.sqlite3").write_bytes((GOLDEN / f"games-{version}.db").read_bytes())
    known = json.loads((GOLDEN / f"games-{version}.json").read_text())

    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            known_as = await registry.store.people.session("token-of-ada")
            assert known_as is not None
            guest = known_as.person
            assert guest == Person("ada", "Ada"), "the token of a browser of before goes on working"
            listed = {game.id: game for game in await registry.games_of(guest)}
            assert listed.keys() == known.keys()
            assert not any(game.fault for game in listed.values())
            assert all((game.standing is None) == (version == 1) for game in listed.values())
            assert any(game.played > game.created for game in listed.values())
            for name, told in known.items():
                table = await registry.open(name)
                assert table is not None
                assert not table.paused
                history = table.history
                assert (history.game.id, steps(history), history.match.step_count) == (
                    told["game"],
                    told["rows"],
                    told["steps"],
                )
                assert [history.streams[viewer].number for viewer in history.viewers] == told["numbers"]
                assert list(history.to_act) == told["to_act"]
                assert history.now.result == (told["result"] and tuple(told["result"]))
                if version > 1:
                    assert [[seat.name, seat.guest, seat.bot] for seat in history.seats] == told["seats"]
                    if told["scores"]:  # of which there were some then
                        assert list(history.match.scores or ()) == told["scores"]
                    assert sorted(history.now.resigned) == told["resigned"]
            listed = {game.id: game for game in await registry.games_of(guest)}
            assert [game.standing and list(game.standing.to_act) for game in listed.values()] == [
                known[name]["to_act"] for name in listed
            ]
            assert await play_each(registry, guest) >= 2
        async with registry_in(tmp_path) as registry:
            assert len(await registry.store.names()) == len(known)
            for name in known:
                table = await registry.open(name)
                assert table is not None
                assert not table.fault

    async def play_each(registry: Registry, guest: Person) -> int:
        """Ada plays on where she is asked; says in how many games."""
        played = 0
        for name in known:
            table = await registry.open(name)
            assert table is not None
            ada = Player(table, guest.id)
            if ada.view.legal:
                await ada.command(ada.view.legal[0].id)
                assert isinstance(await ada.answer(), Ack)
                played += 1
        return played

    run(test)


def test_what_was_wrong_with_a_game_of_before_is_wrong_with_it_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    path.write_bytes((GOLDEN / "games-2.db").read_bytes())
    known = list(json.loads((GOLDEN / "games-2.json").read_text()))
    wrongs = {
        "UPDATE rows SET action = 99999 WHERE number = 0 AND game = ?": "row 3: '99999' is no kind of action",
        "UPDATE games SET game = 'chess' WHERE id = ?": "there is no game 'chess'",
        "DELETE FROM rows WHERE number = 2 AND game = ?": "row 5 is missing",
    }
    with closing(sqlite3.connect(path)) as database, database:
        for name, statement in zip(known, wrongs, strict=False):
            assert database.execute(statement, (name,)).rowcount

    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            faults = {game.id: game.fault for game in await registry.store.games_of("ada")}
            for name, wrong in zip(known, wrongs.values(), strict=False):
                assert faults[name].startswith(wrong)
                assert await registry.store.export(name, "ada") is not None
            assert [faults[name] for name in known[len(wrongs) :]] == [""] * (len(known) - len(wrongs))

    run(test)


# -- other tables, other rules -----------------------------------------------------------------------------------------

LOOK = """
import asyncio, json, sys
from pathlib import Path
import tianxia
from tests.tables.playing import Player, registry_in
from tianxia.tables.frames import Ack

async def main():
    told = {}
    async with registry_in(Path(sys.argv[1])) as registry:
        for game in await registry.store.games_of("ada"):
            table = await registry.open(game.id)
            ada = Player(table, "ada")
            found = told[game.id] = {
                "same_tables": table.setup.tables == table.game.fingerprint(),
                "state": ada.view.state,
                "rows": table.history.rows,
                "paused": ada.view.paused,
                "exported": len((await registry.store.export(game.id, "ada"))["rows"]),
            }
            if ada.view.legal:
                await ada.command(ada.view.legal[0].id)
                found["goes_on"] = isinstance(await ada.answer(), Ack)
        for game in await registry.store.games_of("ada"):
            told[game.id]["fault"] = game.fault
    print(json.dumps(told))

asyncio.run(main())
"""


OTHER_TABLES = f" (it began with other tables, those of version {tianxia.__version__})"


def seen_by_another_program(folder: Path, place: Path, changes: list[Change]) -> dict[str, Any]:
    """What a program with other sources finds in the folder."""
    return dict(json.loads(other_program(place, changes, LOOK, str(folder))))


async def two_games(folder: Path) -> tuple[dict[str, Any], str, str]:
    """A game in which somebody has scored during play, and one that has just begun; what Ada sees of both."""
    async with registry_in(folder) as registry:
        told = {}
        for scored in (True, False):
            table = await new_table(registry, ADA, BEN, events=False)
            players = [Player(table, "ada"), Player(table, "ben")]
            chance = random.Random(1)
            while scored and not any("scored" in event["kind"] for event in table.history.match.events(0)):
                await play_on(players, chance, 1)
            await play_on(players, chance, 2)
            while not players[0].view.legal:
                await play_on(players, chance, 1)
            await soon(lambda table=table: not table.autoplay.busy)  # type: ignore[misc]
            told[table.setup.id] = {"state": players[0].view.state, "rows": table.history.rows}
        return (told, *told)


@pytest.mark.parametrize(
    ("changes", "same"),
    [([], True), ([A_KIND], False), ([A_FIELD], False), ([WHAT_FOLLOWS], True), ([A_KIND, A_FIELD], False)],
)
def test_games_of_other_tables_are_read_by_their_notation_and_go_on(
    tmp_path: Path, changes: list[Change], same: bool
) -> None:
    told, *_ = asyncio.run(two_games(tmp_path))
    found = seen_by_another_program(tmp_path, tmp_path / "other", changes)
    assert found.keys() == told.keys()
    for name, seen in found.items():
        assert seen["same_tables"] == same
        assert (seen["fault"], seen["paused"], seen["rows"]) == ("", "", told[name]["rows"])
        assert told[name]["state"].items() <= seen["state"].items()
    assert any(seen.get("goes_on") for seen in found.values())


@pytest.mark.parametrize(("changes", "why"), [([A_RULE], ""), ([A_KIND, A_RULE], OTHER_TABLES)])
def test_a_game_that_other_rules_answer_otherwise_is_shown_up_to_there_and_goes_on_no_more(
    tmp_path: Path, changes: list[Change], why: str
) -> None:
    told, scored, fresh = asyncio.run(two_games(tmp_path))
    found = seen_by_another_program(tmp_path, tmp_path / "other", changes)
    assert found[fresh]["fault"] == ""
    assert found[fresh]["rows"] == told[fresh]["rows"]
    seen = found[scored]
    assert seen["fault"] == f"row {seen['rows']}: it leads to another position than it did{why}"
    assert 3 < seen["rows"] < told[scored]["rows"]
    assert "rules of this version" in seen["paused"]
    assert "goes_on" not in seen
    assert seen["exported"] == len([row for row in asyncio.run(rows_of(tmp_path, scored)) if seat_in(row) == 0])


async def rows_of(folder: Path, game: str) -> tuple[Row, ...]:
    store = SqliteStore(folder / "games.sqlite3")
    try:
        return await store.rows(game, 0)
    finally:
        await store.close()


def test_a_row_that_was_changed_is_found_where_it_stands(tmp_path: Path) -> None:
    _, scored, fresh = asyncio.run(two_games(tmp_path))
    rows = asyncio.run(rows_of(tmp_path, scored))
    plays = [row for row in rows if isinstance(row, ActionRow)]
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as database, database:
        told = f"UPDATE rows SET row = replace(row, '{plays[1].hash}', '{plays[0].hash}') WHERE number = ? AND game = ?"
        assert database.execute(told, (plays[1].number, scored)).rowcount

    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table, other = await registry.open(scored), await registry.open(fresh)
            assert table is not None
            assert other is not None
            assert (table.history.rows, bool(table.paused), other.paused) == (plays[1].number, True, "")

    run(test)
