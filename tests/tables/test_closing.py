"""A registry that closes while its tables are played at."""

import logging
from pathlib import Path

import pytest

from tests.tables.playing import BOT, Player, new_table, registry_in, run
from tests.waiting import soon


def test_a_house_that_closes_finishes_what_is_under_way_and_has_nothing_to_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)

    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            tables = [await new_table(registry, BOT, BOT) for _ in range(8)]
            players = [Player(table, None) for table in tables]  # nobody plays where nobody looks
            await soon(lambda: all(table.history.rows > 10 for table in tables))
            rows = {table.setup.id: table for table in tables}
        assert len(players) == 8
        async with registry_in(tmp_path) as registry:
            for name, table in rows.items():
                assert len(await registry.store.rows(name, 0)) == table.history.rows

    run(test)
    assert [record.getMessage() for record in caplog.records] == []
