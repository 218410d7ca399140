"""How long bots may take."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import tianxia
from tests.tables.playing import BOT, Dice, Player, new_table, registry_in, run
from tests.waiting import soon
from tianxia.engine import _entries as entries
from tianxia.tables.pace import REACTION_THOUGHT

GAME = tianxia.load("chu-han")


def is_reaction(record: bytes, seat: int) -> bool:
    """Whether the seat whose masked record this is may decline."""
    ids = np.zeros(GAME.most_legal, np.int32)
    count = entries.legal(np.frombuffer(bytearray(record), GAME.table.dtype), seat, ids)
    return any(GAME.action(number).kind == GAME.declining for number in ids[:count].tolist())


def test_a_bot_thinks_about_a_reaction_for_less_than_the_shortest_delay_and_else_as_long_as_its_level_may(
    tmp_path: Path,
) -> None:
    """So the time that it takes tells nothing about what it holds."""
    dice = Dice()

    async def test() -> None:
        async with registry_in(tmp_path, bot_pool=dice) as registry:
            table = await new_table(registry, BOT, BOT)
            Player(table, None)  # bots begin when somebody looks
            await soon(lambda: table.history.over)

    run(test)
    limits = {(is_reaction(question.record, question.seat), question.seconds) for question in dice.asked}
    assert limits == {(True, REACTION_THOUGHT), (False, None)}
