"""A house that closes while its tables are played at."""

import logging
from pathlib import Path

import pytest

from tests.tables.playing import BOT, Player, house_in, new_table, run
from tests.waiting import soon


def test_a_house_that_closes_finishes_what_is_under_way_and_has_nothing_to_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)

    async def test() -> None:
        async with house_in(tmp_path) as house:
            tables = [await new_table(house, BOT, BOT) for _ in range(8)]
            players = [Player(table, None) for table in tables]  # nobody plays where nobody looks
            await soon(lambda: all(table.course.rows > 10 for table in tables))
            rows = {table.setup.id: table for table in tables}
        assert len(players) == 8
        async with house_in(tmp_path) as house:
            for name, table in rows.items():
                assert len(await house.store.rows(name, 0)) == table.course.rows

    run(test)
    assert [record.getMessage() for record in caplog.records] == []
