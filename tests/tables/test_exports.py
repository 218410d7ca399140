"""A game that was exported from its page is read again."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import tianxia
from tests.tables.playing import ADA, BEN, Player, new_table, play_on, registry_in, run
from tianxia.cli import main
from tianxia.tables import exports, imports
from tianxia.tables.frames import AnswerOffer, MakeOffer
from tianxia.tables.history import begun
from tianxia.tables.rows import ActionRow, ResignedRow, Row, Seat, TimedOutRow, What
from tianxia.tables.setup import Terms, commitment
from tianxia.tables.store import Person
from tianxia.tables.time_control import CLOCKS


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


def test_an_export_of_a_running_game_does_not_tell_when_somebody_else_last_did_something(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            seats, terms = (ADA, Seat("normal", bot="normal")), Terms(clock=CLOCKS["days"])
            table = await registry.create("chu-han", {}, seats, "en", terms)
            told = await registry.store.export(table, "ada")
            assert told is not None
            assert not {"played", "deadline"} & told.keys()
            await registry.resign(table, Person("ada", "Ada"), "en")
            told = await registry.store.export(table, "ada")
            assert told is not None
            assert {"played", "deadline"} <= told.keys()

    run(test)


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


async def agreed(folder: Path, *wishes: What) -> bytes:
    """The export of a game that ended by consent: the last wish was granted, those before it were not."""
    async with registry_in(folder) as registry:
        table = await new_table(registry, ADA, BEN)
        ada, ben = Player(table, "ada"), Player(table, "ben")
        await play_on([ada, ben], random.Random(1), 6)
        for wish in wishes:
            id = table.setup.id
            await table.command(ada.subscriber, MakeOffer(wish, id, ada.view.number, wish))
            offer = ben.view.offer
            assert offer
            await table.command(ben.subscriber, AnswerOffer(f"to {wish}", id, offer.number, wish == wishes[-1]))
        await registry.rematch(table.setup.id, Person("ben", "Ben"), "en")
        return json.dumps(await registry.store.export(table.setup.id, "ada")).encode()


@pytest.mark.parametrize("wishes", [("abandon", "draw"), ("draw", "abandon")])
def test_a_game_that_ended_by_consent_is_read_again_and_ends_so_where_it_is_brought_in(
    tmp_path: Path, wishes: tuple[What, ...]
) -> None:
    text: list[bytes] = []

    async def test() -> None:
        text.append(await agreed(tmp_path, *wishes))

    run(test)
    assert b'"guest": "ada"' not in text[0]
    _, history = exports.followed(text[0], "it")
    assert history.now.settled == wishes[-1]
    setup, rows, again = imports.brought_in(text[0], Person("eve", "Eve"), "en")
    assert (again.over, again.now.settled, again.now.result) == (True, wishes[-1], history.now.result)
    assert again.match.hash() == history.match.hash()

    async def stored() -> None:
        async with registry_in(tmp_path) as registry:
            await registry.store.create(setup, rows, again.now.standing)
            seen = await registry.glance(setup.id)
            assert seen
            assert seen.over
            table = await registry.open(setup.id)
            assert table
            assert table.history.over

    run(stored)


def gone(*last: type[TimedOutRow | ResignedRow]) -> bytes:
    """The export of a game of three that these rows ended."""
    game = tianxia.load("huang", players=3)
    history, rows = begun(game, 5, [Seat(name, guest=name) for name in game.seat_names], 0.0)
    found = list(rows)

    def accept(row: Row) -> None:
        history.accept(prepared := history.prepare(row))
        found.append(prepared.row)

    for place, kind in enumerate(last, 1):
        seat = next(seat for seat in history.match.to_act if seat not in history.now.away)
        accept(kind(seat, place == len(last), number=history.rows, at=float(history.rows)))
        while history.to_act and seat in history.to_act:
            accept(
                ActionRow(seat, game.actions.text(int(history.match.legal_ids(seat)[0])), number=history.rows, at=0.0)
            )
    told = {"game": "huang", "options": json.dumps(game.options), "seed": "5", "salt": "s"}
    told |= {"commitment": commitment(5, "s"), "rows": msgspec.to_builtins(found), "seats": [{"own": True}]}
    return json.dumps(told).encode()


@pytest.mark.parametrize("kinds", [(TimedOutRow, TimedOutRow), (ResignedRow, TimedOutRow), (TimedOutRow, ResignedRow)])
def test_a_game_in_which_people_went_is_over_where_it_is_brought_in_with_the_same_result(kinds: Any) -> None:
    text = gone(*kinds)
    _, history = exports.followed(text, "it")
    _, _, again = imports.brought_in(text, Person("eve", "Eve"), "en")
    assert history.over
    assert (again.over, again.now.result) == (True, history.now.result)


def test_a_game_that_somebody_gave_up_and_bots_played_to_its_end_can_be_brought_in() -> None:
    game, chance = tianxia.load("chu-han"), random.Random(2)
    seats = [Seat(name, guest=name) for name in game.seat_names]
    history, rows = begun(game, 5, seats, 0.0)
    found = list(rows)
    wished: list[Callable[[], Row]] = [lambda: ResignedRow(0, False, number=history.rows, at=0.0)]
    while history.to_act:
        seat = chance.choice(history.to_act)
        action = game.actions.text(int(chance.choice(history.match.legal_ids(seat))))
        row = wished.pop()() if wished else ActionRow(seat, action, number=history.rows, at=0.0)
        history.accept(prepared := history.prepare(row))
        found.append(prepared.row)
    told = {"game": "chu-han", "options": "{}", "seed": "5", "salt": "s", "commitment": commitment(5, "s")}
    text = json.dumps(told | {"rows": msgspec.to_builtins(found), "seats": [{"own": True}]}).encode()
    _, _, again = imports.brought_in(text, Person("eve", "Eve"), "en")
    assert again.now.result == history.now.result
