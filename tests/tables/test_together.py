"""Seats that choose at the same time: nobody is told what the others do, and nobody undoes it."""

import asyncio
import random
from pathlib import Path

import numpy as np
import pytest

import tianxia
from tests.tables.playing import (
    ADA,
    BEN,
    BOT,
    Dice,
    Player,
    action_row,
    follow,
    history_of,
    new_table,
    play_on,
    registry_in,
    run,
    undo_row,
)
from tests.waiting import soon
from tianxia import bots
from tianxia.tables.frames import Ack, Undo
from tianxia.tables.history import History
from tianxia.tables.worker import Answer, Question

SUN_TZU = "sun-tzu"


async def orders(player: Player, *texts: str) -> None:
    for text in texts:
        await player.command(player.action(text))
        await player.settle()


def test_who_gives_orders_is_not_told_of_to_anybody_else(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN, game=SUN_TZU, generals=False)
            ada, ben, guest = (Player(table, name) for name in ("ada", "ben", None))
            for player in (ada, ben, guest):
                await player.settle()
            before = [(player.view, table.history.events(player.viewer, 0, "en")) for player in (ben, guest)]
            await orders(ada, "order WU 6", "order QIN 1", "take_back WU", "order WU 5")
            assert await ben.quiet()
            assert await guest.quiet()
            assert [(player.view, table.history.events(player.viewer, 0, "en")) for player in (ben, guest)] == before
            assert ada.view.state["laid"][0] == ["1", "none", "none", "none", "5"]

    run(test)


def test_to_confirm_is_all_that_the_other_is_told(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN, game=SUN_TZU, generals=False)
            ada, ben = Player(table, "ada"), Player(table, "ben")
            await orders(
                ada,
                *(f"order {p} {c}" for p, c in zip(("QIN", "CHU", "JIN-YAN", "HAN-QI", "WU"), "12345", strict=True)),
            )
            await ben.settle()
            before = ben.view.state
            await orders(ada, "confirm")
            await ben.settle()
            changed = {name for name, value in ben.view.state.items() if value != before[name]}
            assert changed == {"confirmed"}
            assert ben.view.to_act == [1]

    run(test)


def test_an_undo_leaves_what_the_other_has_chosen(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN, game=SUN_TZU, generals=False)
            ada, ben = Player(table, "ada"), Player(table, "ben")
            await orders(ada, "order WU 6", "order QIN 1")
            await orders(ben, "order CHU 3", "order WU 2")
            await ada.undo()
            await ada.settle()
            assert await ben.quiet()
            assert ada.view.state["laid"][0] == ["none", "none", "none", "none", "6"]
            assert ben.view.state["laid"][1] == ["none", "3", "none", "none", "2"]
            await ben.undo()
            await ben.undo()
            await ben.settle()
            assert ben.view.state["laid"][1] == ["none"] * 5
            assert not ben.view.can_undo
            assert ada.view.state["laid"][0][4] == "6"
            again = History(table.game, table.setup.seed)
            stored = await registry.store.load(table.setup.id)
            assert stored is not None
            again.fold(stored.rows)
            assert again.match.hash() == table.history.match.hash()

    run(test)


class Planner(Dice):
    """A real bot, in this process."""

    async def choose(self, question: Question, table: str = "") -> Answer:
        self.asked.append(question)
        game = tianxia.load(question.game, **question.options)
        bot = bots.make("search:50", game, question.seed)
        record = np.frombuffer(bytearray(question.record), game.table.dtype)
        return Answer(bot.choose(record, question.seat), bot.planned)


def test_a_bot_is_asked_once_for_all_its_orders(tmp_path: Path) -> None:
    async def test() -> None:
        bot_pool = Planner()
        async with registry_in(tmp_path, bot_pool=bot_pool) as registry:
            table = await new_table(registry, ADA, BOT, game=SUN_TZU, generals=False)
            ada = Player(table, "ada")
            async with asyncio.timeout(20):
                while not ada.view.state["confirmed"][1]:
                    await ada.hear()
            assert len(bot_pool.asked) == 1
            given = [table.game.action(action).kind for _, action in table.history.match.actions]
            assert (given.count("order"), given[-1]) == (5, "confirm")

    run(test)


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_of_two_ends_and_is_the_stored_one(tmp_path: Path, seed: int) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN, game=SUN_TZU, events=True, orders="fixed")
            players = [Player(table, "ada"), Player(table, "ben")]
            await play_on(players, random.Random(seed), 2000)
            assert table.history.over
            stored = await registry.store.load(table.setup.id)
            assert stored is not None
            again = History(table.game, table.setup.seed)
            again.fold(stored.rows)
            assert again.match.hash() == table.history.match.hash()
            assert again.streams == table.history.streams

    run(test)


PROVINCES = ("QIN", "CHU", "JIN-YAN", "HAN-QI", "WU")
ALL_ORDERS = tuple(f"order {province} {card}" for province, card in zip(PROVINCES, "12345", strict=True))


def test_what_the_other_confirms_makes_no_choice_stale(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN, game=SUN_TZU, generals=False)
            ada, ben = Player(table, "ada"), Player(table, "ben")
            await orders(ada, *ALL_ORDERS)
            await orders(ben, "order WU 6")
            seen = ben.view.number
            await orders(ada, "confirm")
            assert ben.view.number == seen + 1
            await ben.command(ben.action("order QIN 1"), expect=seen)
            assert isinstance(await ben.answer(), Ack)
            await ben.command(ben.action("order CHU 2"), expect=seen)
            assert (await ben.refused()).code == "stale", "what ben did himself is known to him"

    run(test)


def test_what_the_other_confirms_makes_no_undo_stale(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN, game=SUN_TZU, generals=False)
            ada, ben = Player(table, "ada"), Player(table, "ben")
            await orders(ada, *ALL_ORDERS)
            await orders(ben, "order WU 6")
            seen = ben.view.number
            await orders(ada, "confirm")
            await table.command(ben.subscriber, Undo("u", table.setup.id, seen))
            ben.sent = "u"
            assert isinstance(await ben.answer(), Ack)
            assert ben.view.state["laid"][1] == ["none"] * 5

    run(test)


def test_a_choice_from_before_the_reveal_is_stale(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN, game=SUN_TZU, generals=False)
            ada, ben = Player(table, "ada"), Player(table, "ben")
            await orders(ada, *ALL_ORDERS, "confirm")
            await ada.settle()
            seen = ada.view.number
            await orders(ben, *ALL_ORDERS, "confirm")
            await ada.command(ada.action("order QIN 1"), expect=seen)
            assert (await ada.refused()).code == "stale"

    run(test)


def test_a_bot_is_not_asked_again_because_the_other_confirms(tmp_path: Path) -> None:
    thinking = asyncio.Event()

    class Slow(Dice):
        async def choose(self, question: Question, table: str = "") -> Answer:
            self.asked.append(question)
            await thinking.wait()
            return Answer(None)

    async def test() -> None:
        bot_pool = Slow()
        async with registry_in(tmp_path, bot_pool=bot_pool) as registry:
            table = await new_table(registry, ADA, BOT, game=SUN_TZU, generals=False)
            ada = Player(table, "ada")
            await orders(ada, *ALL_ORDERS, "confirm")
            assert len(bot_pool.asked) == 1
            rows = table.history.rows
            thinking.set()
            await soon(lambda: table.history.rows != rows)

    run(test)


def long_game() -> History:
    """A game of Sun Tzu far from its start, where both seats choose."""
    game = tianxia.load(SUN_TZU)
    history, chance = history_of(game, 5), random.Random(5)
    while history.rows < 150 or len(history.to_act) < 2 or len(history.match.legal_ids(0)) < 10:
        seat = chance.choice(history.to_act)
        legal = history.match.legal_ids(seat).tolist()
        follow(history, action_row(history, seat, chance.choice(legal)))
    return history


def test_nobody_plays_the_game_anew_to_take_something_back(monkeypatch: pytest.MonkeyPatch) -> None:
    history, chance = long_game(), random.Random(1)
    monkeypatch.setattr(tianxia.Game, "new", lambda *_: pytest.fail("the game is played anew from its seed"))
    undone = 0
    for _ in range(400):
        if history.over:
            break
        able = [seat for seat in range(2) if history.can_undo(seat)]
        if able and chance.random() < 0.4:
            row = undo_row(history, chance.choice(able))
            undone += 1
        else:
            seat = chance.choice(history.to_act)
            row = action_row(history, seat, chance.choice(history.match.legal_ids(seat).tolist()))
        assert history.effort(row) <= 40
        follow(history, row)
    assert undone > 50


def test_a_choice_that_stays_open_for_long_keeps_few_positions() -> None:
    history = long_game()
    game = history.game
    first = history.rows
    legal = [game.action(number) for number in history.match.legal_ids(0).tolist()]
    order = next(action for action in legal if action.kind == "order")
    back = game.action(f"take_back {order.args['province']}")
    for _ in range(200):
        for action in (order, back):
            follow(history, action_row(history, 0, action.id))
    assert history.rows == first + 400
    assert len(history._positions) < 60
    for left in range(400, 0, -1):
        assert history.can_undo(0), left
        row = undo_row(history, 0)
        assert history.effort(row) <= 17
        follow(history, row)
    assert not history.match.view(0)["state"]["laid"][0].count(order.args["card"])
