"""Tables: who may do what, what they are told, and what happens when something fails."""

import asyncio
import random
from pathlib import Path

import numpy as np
import pytest

import tianxia
from tests.tables.playing import ADA, BEN, BOT, Dice, Player, new_table, play_on, registry_in, run, steps
from tests.waiting import soon
from tianxia.engine import _entries as entries
from tianxia.tables.frames import Ack, ErrorFrame, Full, Step, Undo, Why
from tianxia.tables.history import History
from tianxia.tables.pace import Pace
from tianxia.tables.refused import Refused
from tianxia.tables.rows import ActionRow, Seat
from tianxia.tables.store import StoreError
from tianxia.tables.worker import Answer, Question

GAME = tianxia.load("chu-han")


def test_a_table_tells_both_players_and_the_spectators(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            ada, ben, guest = (Player(table, name) for name in ("ada", "ben", "eve"))
            for player in (ada, ben, guest):
                await player.settle()
            await ada.command(ada.plain())
            for player in (ada, ben, guest):
                await player.settle()
                assert player.view.number == 2
            assert isinstance(ada.frames[-2], Ack)
            assert isinstance(ben.frames[-1], Step)
            assert guest.view.legal == []

    run(test)


def test_guests_and_sides_are_called_in_the_readers_language_and_names_stay(tmp_path: Path) -> None:
    names = {
        "Gość 364": "Gość 364",
        "Guest 704": "Gość 704",
        "Tiger": "Tygrys",
        "deleted": "konto usunięte",
        "Rules": "Rules",
    }

    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            seats = [Seat(name, guest=f"g{number}") for number, name in enumerate(names)]
            table = await new_table(registry, *seats, game="huang", players=5)
            english, polish = (Player(table, None, lang).view.seats for lang in ("en", "pl"))
            assert [seat.name for seat in english] == ["Guest 364", "Guest 704", "Tiger", "deleted", "Rules"]
            assert [seat.name for seat in polish] == list(names.values())

    run(test)


def test_the_rival_of_a_play_that_is_not_complete_is_sent_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            for _ in range(200):
                table = await new_table(registry, ADA, BEN)
                ada = Player(table, "ada")
                if ada.action("zhongli_mo") in [action.id for action in ada.view.legal]:
                    break
            ben, guest = Player(table, "ben"), Player(table, None)
            for player in (ada, ben, guest):
                await player.settle()
            await ada.command(ada.action("zhongli_mo"))
            await ada.command(ada.view.legal[0].id)
            await ada.undo()
            assert await ben.quiet()
            assert await guest.quiet()
            assert (ada.view.number, ben.view.number) == (4, 1)

    run(test)


def test_an_undo_shows_everything_anew(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            ada, ben = Player(table, "ada"), Player(table, "ben")
            await ben.settle()
            plain = ada.plain()
            await ada.command(plain)
            await ben.settle()
            assert ada.view.can_undo
            await ada.undo()
            answer = await ada.answer()
            await table.command(ada.subscriber, Undo(ada.sent, table.setup.id, ada.view.number))
            assert await ada.answer() == answer
            assert steps(table.history) == 2
            frame = await ben.hear()
            assert isinstance(frame, Full)
            assert not any(event["kind"] == "played" for event in frame.events)
            assert ada.view.undo_reason == "Nothing has been played yet."

    run(test)


def test_an_undo_past_what_is_irreversible_is_refused_with_a_reason(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            ada, ben = Player(table, "ada"), Player(table, "ben")
            assert next(action for action in ada.view.legal if action.kind == "decree").irreversible
            await ada.command(ada.action("decree"))
            for player, reason in ((ada, "showed something new"), (ben, "not yours")):
                await player.settle()
                before = table.history.match.hash()
                await player.undo()
                error = await player.refused()
                assert (error.code, table.history.match.hash()) == ("illegal", before)
                assert reason in error.reason

    run(test)


def test_a_seat_cannot_act_for_another_one(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            ada, ben, eve = (Player(table, name) for name in ("ada", "ben", "eve"))
            action = ada.plain()
            await ben.command(action)
            assert (await ben.refused()).code == "illegal"
            await eve.command(action)
            assert (await eve.refused()).code == "foreign"
            assert steps(table.history) == 0

    run(test)


def test_a_game_that_is_over_takes_no_action(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            players = [Player(table, "ada"), Player(table, "ben")]
            await play_on(players, random.Random(1), 2000)
            ada = players[0]
            await ada.settle()
            assert ada.view.result is not None
            assert ada.view.revealed is not None
            await ada.command(0)
            assert (await ada.refused()).code == "over"
            assert [game.over for game in await registry.store.games_of("ada")] == [True]

    run(test)


def test_a_table_is_loaded_once_for_all_who_come_at_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            name = await registry.create("chu-han", {}, (ADA, BEN), "en")
            tables = await asyncio.gather(*(registry.open(name) for _ in range(4)))
            assert len({id(table) for table in tables}) == 1
            assert await registry.open("none") is None

    run(test)


def test_a_stored_game_is_the_live_game(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BOT)
            ada = Player(table, "ada")
            await play_on([ada], random.Random(2), 40)
            await ada.settle()
            live = table.history.match.hash(), table.history.streams
            name = table.setup.id
            stored = await registry.store.load(name)
            assert stored is not None
            again = History(table.game, stored.setup.seed)
            again.fold(stored.rows)
            assert (again.match.hash(), again.streams) == live
        async with registry_in(tmp_path) as registry:
            reopened = await registry.open(name)
            assert reopened is not None
            assert (reopened.history.match.hash(), reopened.history.streams) == live

    run(test)


def test_an_engine_error_pauses_the_table_and_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            ada, ben = Player(table, "ada"), Player(table, "ben")
            before, action = table.history.match.hash(), ada.plain()
            with monkeypatch.context() as broken:
                broken.setattr(History, "prepare", lambda *_: 1 // 0)
                await ada.command(action)
                assert (await ada.refused()).code == "paused"
                await ben.settle()
                assert ben.view.paused
                assert not ada.view.legal
                assert ada.view.result is None
                assert table.why(0, Why("w", [], kind="pass"), "en") == ada.view.paused
                await ada.command(action)
                assert (await ada.refused()).code == "paused"
            assert (table.history.match.hash(), steps(table.history)) == (before, 0)
            for paused in ("", table.paused):  # as while what was stored is read
                table.paused = paused
                assert (bool(ben.view.paused), bool(ada.view.legal)) == (bool(paused), not paused)
            await table.resume()
            await ada.command(action)
            assert isinstance(await ada.answer(), Ack)
            assert not ben.view.paused

    run(test)


def test_the_log_of_an_engine_error_tells_nothing_that_was_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_history: History, row: ActionRow, *_: object) -> None:
        raise KeyError(row.action)

    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            ada = Player(table, "ada")
            action = ada.plain()
            monkeypatch.setattr(History, "prepare", fail)
            await ada.command(action)
            assert (await ada.refused()).code == "paused"
            (record,) = caplog.records
            written = str(vars(record))
            told = (record.getMessage(), record.table, record.row)  # type: ignore[attr-defined]
            assert told == ("the engine failed", table.setup.id, "row 3 (action of seat 0)")
            assert "in fail" in record.exception, "where it failed"  # type: ignore[attr-defined]
            assert table.game.action(action).text not in written

    run(test)


def test_a_step_that_cannot_be_stored_did_not_happen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            ada = Player(table, "ada")
            before, action = table.history.match.hash(), ada.plain()

            async def full(*_: object, **__: object) -> None:
                raise StoreError("disk full")

            with monkeypatch.context() as broken:
                broken.setattr(registry.store, "append", full)
                await ada.command(action)
                assert (await ada.refused()).code == "paused"
            assert table.history.match.hash() == before
            await table.resume()
            await ada.command(action)
            assert isinstance(await ada.answer(), Ack)

    run(test)


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (ValueError("not any more"), "row 11: not any more"),
        (tianxia.IllegalAction("set 8 2: you have one 8"), "row 11: the rules of this version do not allow it"),
    ],
)
def test_a_row_that_the_rules_no_longer_allow_pauses_the_table_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, fault: str
) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            players = [Player(table, "ada"), Player(table, "ben")]
            await play_on(players, random.Random(4), 10)
            prepare = History.prepare

            def stricter(history: History, row: object) -> object:
                if steps(history) == 8 and isinstance(row, ActionRow):
                    raise error
                return prepare(history, row)  # type: ignore[arg-type]

            monkeypatch.setattr(History, "prepare", stricter)
        async with registry_in(tmp_path) as registry:
            again = await registry.open(table.setup.id)
            assert again is not None
            assert steps(again.history) == 8
            ada = Player(again, "ada")
            assert "rules" in ada.view.paused
            assert ada.view.result is None
            (listed,) = await registry.store.games_of("ada")
            assert listed.fault == fault
            with pytest.raises(Refused, match="rules"):
                await again.resign("ada", "en")
            monkeypatch.setattr(History, "fold", lambda *_: pytest.fail("its rows are followed once"))
            for _ in range(100):
                await again.resume()
            assert "rules" in ada.view.paused

    run(test)


def test_a_page_that_goes_away_does_not_stop_its_command(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            ada = Player(table, "ada")
            work = asyncio.create_task(ada.command(ada.plain()))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
            await soon(lambda: table.history.rows == 4)
            stored = await registry.store.load(table.setup.id)
            assert stored is not None
            assert len(stored.rows) == 4

    run(test)


def test_many_commands_at_once_are_played_one_after_another(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            ada = Player(table, "ada")
            await ada.settle()
            action, number = ada.plain(), ada.view.number
            await asyncio.gather(*(ada.command(action, id=f"x{n}", expect=number) for n in range(10)))
            await ada.settle()
            answers = [frame for frame in ada.frames if isinstance(frame, Ack | ErrorFrame)]
            assert [type(answer) for answer in answers].count(Ack) == 1
            assert {answer.code for answer in answers if isinstance(answer, ErrorFrame)} == {"stale"}
            assert steps(table.history) == 1

    run(test)


# -- reaction windows --------------------------------------------------------------------------------------------------


async def open_window(table_of: list[Player], chance: random.Random) -> bool:
    """Plays until somebody is asked for a reaction."""
    history = table_of[0].table.history
    while not history.over:
        if any(history.in_window(seat) for seat in history.match.to_act):
            return True
        player = next(player for player in table_of if player.view.legal)
        abilities = [a for a in player.view.legal if a.kind in ("ji_bu", "yu_ji", "ying_bu", "han_xin", "xiahou_ying")]
        await player.command(chance.choice(abilities or player.view.legal).id)
    return False


def test_the_platform_declines_for_who_holds_no_reaction_and_tells_nobody(tmp_path: Path) -> None:
    slow = Pace(move=(0.0, 0.0), reaction_median=0.3, reaction=(0.3, 0.3))

    async def test() -> None:
        async with registry_in(tmp_path, slow) as registry:
            chance = random.Random(7)
            shapes: dict[bool, set[tuple[bool, ...]]] = {
                True: set(),
                False: set(),
            }  # what the rival is shown, by whether the reaction is held
            while not all(shapes.values()):
                table = await new_table(registry, ADA, BEN)
                players = [Player(table, "ada"), Player(table, "ben")]
                if not await open_window(players, chance):
                    continue
                (seat,) = table.history.match.to_act
                asked, rival = players[seat], players[1 - seat]
                alone = table.history.declines_by_itself(seat)
                shapes[not alone].add(
                    (rival.view.to_act[0] == seat, rival.view.waiting, rival.view.seats[seat].thinking)
                )
                assert asked.view.waiting == alone
                assert bool(asked.view.legal) == (not alone)
                assert ("it is passed for you" in asked.view.prompt) == alone
                assert "you" not in rival.view.prompt
                told = table.why(seat, Why("w", [], kind="decline"), "en")
                assert ("it is passed for you" in told) == alone
                if alone:
                    rows = table.history.rows
                    await asked.command(asked.action("decline"))
                    assert (await asked.refused()).code == "illegal"
                    assert table.history.rows == rows
                    await soon(lambda table=table, rows=rows: table.history.rows > rows)  # type: ignore[misc]
            assert shapes[True] == shapes[False] == {(True, True, True)}

    run(test)


def test_bots_take_the_same_time_to_react_whatever_they_choose() -> None:
    pace = Pace()
    drawn = sorted(pace.reaction_delay() for _ in range(2000))
    assert pace.reaction[0] <= drawn[0]
    assert drawn[-1] <= pace.reaction[1]
    assert 1.7 < drawn[1000] < 2.1


# -- bots --------------------------------------------------------------------------------------------------------------


def test_a_bot_is_given_the_masked_record_of_its_seat_only(tmp_path: Path) -> None:
    async def test() -> None:
        dice = Dice()
        async with registry_in(tmp_path, bot_pool=dice) as registry:
            table = await new_table(registry, ADA, BOT)
            ada = Player(table, "ada")
            await play_on([ada], random.Random(3), 30)
            await ada.settle()
            assert dice.asked
            for question in dice.asked:
                states = np.frombuffer(question.record, table.game.table.dtype)
                assert question.seat == 1
                assert not states["hand"][0][0].any()
                assert not states["pile"].any()
                assert not states["rng"].any()

    run(test)


class Planner(Dice):
    """Plays in several steps where it can."""

    async def choose(self, question: Question, table: str = "") -> Answer:
        states = np.frombuffer(bytearray(question.record), GAME.table.dtype)
        out = np.zeros(GAME.most_legal, np.int32)
        legal = out[: entries.legal(states, question.seat, out)].tolist()
        steps = ("zhongli_mo", "add", "done")
        return Answer(next((action for action in legal if GAME.action(action).kind in steps), legal[-1]))


def test_a_bot_makes_no_pause_between_the_steps_of_a_secret_play(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path, Pace(move=(1.0, 1.0)), Planner()) as registry:
            while True:
                table = await new_table(registry, BOT, BEN)
                if GAME.action("zhongli_mo").id in table.history.match.legal_ids(0):
                    break
            ben = Player(table, "ben")
            while ben.view.state["asks"] == "lead":
                await ben.hear()
            stored = await registry.store.load(table.setup.id)
            assert stored is not None
            played = [row for row in stored.rows if isinstance(row, ActionRow) and row.seat == 0]
            assert len(played) > 2
            assert played[-1].at - played[0].at < 0.9

    run(test)


def test_bots_play_each_other_when_somebody_looks(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, BOT, BOT)
            assert steps(table.history) == 0
            guest = Player(table, None)
            while guest.view.result is None:
                await guest.hear()
            assert guest.view.revealed is not None

    run(test)


def test_a_game_with_very_many_steps_takes_nothing_back_and_then_goes_on_for_who_did_not_take_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        monkeypatch.setattr("tianxia.tables.views.MOST_ROWS", 7)
        monkeypatch.setattr("tianxia.tables.table.MOST_ROWS", 7)
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            ada, ben, chance = Player(table, "ada"), Player(table, "ben"), random.Random(1)
            for _ in range(2):
                await ada.command(ada.plain())
                await ada.undo()
            assert steps(table.history) == 4
            await ada.command(ada.plain())
            assert not ada.view.can_undo
            assert ada.view.undo_reason == "This game has so many steps that nothing can be taken back any more."
            await ada.undo()
            assert (await ada.refused()).reason == ada.view.undo_reason
            while steps(table.history) < 11:
                await play_on([ada, ben], chance, 1)
            taken = table.history.commands_of(0), table.history.commands_of(1)
            assert taken[1] < 7 <= taken[0]  # of 14, which a game may have
            while not ada.view.legal:
                await play_on([ben], chance, 1)
            await ada.command(ada.plain())
            assert (await ada.refused()).code == "limited"
            assert table.history.commands_of(0) == taken[0]
            await table.resign("ada", "en")
            assert table.history.over

    run(test)
