"""A game that is kept as it stands goes on as if all its rows had been played; what does not fit is not used."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

import tianxia
from tests.tables.playing import ADA, BEN, Player, action_row, follow, new_table, registry_in, run, undo_row
from tests.waiting import soon
from tianxia.tables.history import History, begun
from tianxia.tables.keeping import SNAPSHOT
from tianxia.tables.registry import Registry
from tianxia.tables.rows import ActionRow, Row, Seat
from tianxia.tables.snapshots import Snapshot, pack, unpack
from tianxia.tables.store import Stored
from tianxia.tables.table import Table

GAMES = {"chu-han": {}, "sun-tzu": {}, "huang": {"players": 3}, "huns": {"players": 3}}


def gone_on(history: History, chance: random.Random, count: int) -> list[Row]:
    """The rows of random actions, some of them taken back."""
    rows: list[Row] = []
    while len(rows) < count and not history.over:
        seat = chance.choice(history.to_act)
        undoing = [seat for seat in range(history.game.seats) if history.can_undo(seat)]
        if undoing and chance.random() < 0.2:
            row = undo_row(history, chance.choice(undoing))
        else:
            row = action_row(history, seat, chance.choice(history.match.legal(seat)))
        row = msgspec.structs.replace(row, command=f"c{history.rows}")
        follow(history, row)
        rows.append(row)
    return rows


def all_of(history: History) -> tuple[object, ...]:
    events = [history.events(viewer, 0, "en") for viewer in history.viewers]
    efforts = [history.effort(undo_row(history, seat)) for seat in range(history.game.seats) if history.can_undo(seat)]
    choices = (history.asked_since, history.answers, efforts, history.to_act, history.seats)
    return history.match.hash(), history.match.undo_floor, history.rows, history.streams, events, choices


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_on_from_where_it_was_kept(name: str) -> None:
    game, chance = tianxia.load(name, **GAMES[name]), random.Random(name)
    live, first = begun(game, 1, [Seat(name, guest=name) for name in game.seat_names], 0.0)
    rows = [*first, *gone_on(live, chance, 70)]
    again = History(game, 1)
    again.recall(unpack(pack(live.snapshot())), rows)
    assert all_of(again) == all_of(live)
    for row in gone_on(live, chance, 30):
        follow(again, row)
    assert all_of(again) == all_of(live)


async def with_snapshot(registry: Registry) -> tuple[Table, Stored]:
    """A table with a few rows more than it was kept with."""
    table = await new_table(registry, ADA, BEN)
    players = {0: Player(table, "ada"), 1: Player(table, "ben")}
    chance = random.Random(5)
    while table.history.rows < SNAPSHOT + 5:
        await nobody_declines(table)
        (seat,) = table.history.to_act
        await players[seat].command(chance.choice(players[seat].view.legal).id)
        await players[seat].settle()
    await nobody_declines(table)
    stored = await registry.store.load(table.setup.id)
    assert stored is not None
    return table, stored


async def nobody_declines(table: Table) -> None:
    """Until the platform has declined for whoever holds nothing to react with."""
    await soon(lambda: not any(map(table.autoplay.drives, table.history.to_act)))


def opened(registry: Registry, stored: Stored) -> Table:
    return Table(stored, registry.store, registry.bot_pool, registry.pace)


def with_nonsense(stored: Stored) -> Stored:
    """An early row is no action any more: who plays it notices."""
    early = next(row for row in stored.rows if isinstance(row, ActionRow))
    rows = tuple(msgspec.structs.replace(row, action="fly") if row == early else row for row in stored.rows)
    return msgspec.structs.replace(stored, rows=rows)


def test_what_was_kept_is_not_played_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table, stored = await with_snapshot(registry)
            rows = await registry.store.rows(table.setup.id, 0)
            assert (tuple(stored.rows), stored.rows[3:-2], stored.rows[-1]) == (rows, rows[3:-2], rows[-1])
            again = opened(registry, with_nonsense(stored))
            assert (again.paused, all_of(again.history)) == ("", all_of(table.history))
            without = msgspec.structs.replace(with_nonsense(stored), snapshot=None)
            assert opened(registry, without).paused == "rules"

    run(test)


def garbage(kept: Snapshot) -> list[bytes]:
    """What may lie there instead of a snapshot."""
    record = bytearray(kept.records[len(kept.memory) - 1])
    record[100] ^= 1
    return [
        b"",
        pack(kept)[:-9],
        pack(msgspec.structs.replace(kept, made_by="another version")),
        pack(msgspec.structs.replace(kept, records={len(kept.memory) - 1: bytes(record)})),
        pack(msgspec.structs.replace(kept, memory=kept.memory[:-1])),
        pack(msgspec.structs.replace(kept, rows=10**6)),
    ]


def test_what_does_not_fit_is_not_used(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table, stored = await with_snapshot(registry)
            assert stored.snapshot is not None
            for wrong in garbage(unpack(stored.snapshot)):
                again = opened(registry, msgspec.structs.replace(stored, snapshot=wrong))
                assert (again.paused, all_of(again.history)) == ("", all_of(table.history))
                assert (
                    opened(registry, msgspec.structs.replace(with_nonsense(stored), snapshot=wrong)).paused == "rules"
                )

    run(test)


def test_another_deal_does_not_go_on_from_it() -> None:
    game = tianxia.load("chu-han")
    live, first = begun(game, 1, [Seat(name, guest=name) for name in game.seat_names], 0.0)
    rows = [*first, *gone_on(live, random.Random(1), 20)]
    for other, seed in ((game, 2), (tianxia.load("chu-han", events=True), 1)):
        with pytest.raises(ValueError, match="another deal"):
            History(other, seed).recall(live.snapshot(), rows)


def test_a_game_whose_standing_can_not_be_kept_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_history: History) -> Snapshot:
        raise KeyError("it cannot be kept")

    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            monkeypatch.setattr(History, "snapshot", fail)
            table, stored = await with_snapshot(registry)
            assert (table.paused, stored.snapshot) == ("", None)
            assert len(stored.rows) == table.history.rows > SNAPSHOT

    run(test)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE rows SET row = row || ' ' WHERE number = 9",
        "UPDATE snapshots SET state = CAST(state || x'00' AS BLOB)",
        "UPDATE snapshots SET rows = rows - 1",
        "UPDATE snapshots SET rows = -1",
        "UPDATE rows SET row = replace(row, ',', ',' || char(10)) WHERE number = 9",
    ],
)
def test_a_snapshot_of_other_rows_or_a_changed_one_is_none(tmp_path: Path, change: str) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table, stored = await with_snapshot(registry)
            assert stored.snapshot is not None
            with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as database, database:
                database.execute(change)
            changed = await registry.store.load(table.setup.id)
            assert changed is not None
            assert changed.snapshot is None

    run(test)


def test_a_server_that_stops_keeps_the_games_of_which_it_played_many_rows(tmp_path: Path) -> None:
    async def kept(registry: Registry, game: str) -> int:
        stored = await registry.store.load(game)
        assert stored is not None
        return unpack(stored.snapshot).rows if stored.snapshot is not None else 0

    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table, stored = await with_snapshot(registry)
            name, before = table.setup.id, await kept(registry, table.setup.id)
        async with registry_in(tmp_path) as registry:
            assert await kept(registry, name) == before > 0, "few rows since"
            with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as database, database:
                database.execute("DELETE FROM snapshots")
            assert await registry.open(name) is not None
        async with registry_in(tmp_path) as registry:
            assert await kept(registry, name) == table.history.rows
            again = await registry.store.load(name)
            assert again is not None
            assert again.rows[:] == stored.rows[:]
            assert all_of(opened(registry, again).history) == all_of(table.history)

    run(test)


def test_how_a_game_stood_is_not_kept_when_it_has_gone_on(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table, _ = await with_snapshot(registry)
            for rows, kept in ((table.history.rows - 1, SNAPSHOT), (table.history.rows, table.history.rows)):
                await registry.store.keep(table.setup.id, rows, pack(table.history.snapshot()))
                again = await registry.store.load(table.setup.id)
                assert again is not None
                assert again.snapshot is not None
                assert unpack(again.snapshot).rows == kept

    run(test)


def test_a_deleted_game_leaves_no_snapshot(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table, _ = await with_snapshot(registry)
            for guest in ("ada", "ben"):
                await registry.store.remove(table.setup.id, guest)
            with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as database:
                assert database.execute("SELECT count(*) FROM snapshots").fetchone() == (0,)

    run(test)
