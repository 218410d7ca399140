"""Finished games are replayed position by position, and what goes on from a position is dealt anew."""

import asyncio
import random
import time
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import tianxia
from tests.tables.playing import ADA, BEN, BOT, Player, new_table, play_on, registry_in, run
from tests.waiting import soon
from tianxia.games.chu_han.cards import COPIES
from tianxia.tables import onlookers, views
from tianxia.tables.history import MOST_ROWS, History
from tianxia.tables.registry import Registry
from tianxia.tables.replay import KEPT, Replay, Replays
from tianxia.tables.rows import ActionRow, Seat
from tianxia.tables.setup import Past, Terms, start_of
from tianxia.tables.store import Person
from tianxia.tables.table import Table

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("chu-han", {}),
    ("huang", {"players": 2}),
    ("huns", {"players": 2}),
    ("sun-tzu", {}),
]
IDS = [name for name, _ in GAMES]


async def played(registry: Registry, game: str = "chu-han", steps: int = 10_000, **options: Any) -> Table:
    """A random game of two, in which something was taken back where that can be done at once."""
    table = await new_table(registry, ADA, BEN, game=game, **options)
    players = [Player(table, "ada"), Player(table, "ben")]
    if game == "chu-han":
        await players[0].command(players[0].plain())
        await players[0].undo()
    await play_on(players, random.Random(1), steps)
    return table


def line_of(table: Table) -> list[tuple[int, str]]:
    return [(seat, table.game.actions.text(action)) for seat, action in table.history.match.actions]


@pytest.mark.parametrize(("game", "options"), GAMES, ids=IDS)
def test_every_position_is_shown_as_it_was_shown_while_the_game_was_played(
    tmp_path: Path, game: str, options: dict[str, Any]
) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await played(registry, game, 60, **options)
            await registry.resign(table.setup.id, Person("ben", "Ben"), "en")
            replay = Replay(table.setup, table.history)
            assert replay.last == len(line_of(table)) > KEPT
            live = History(table.game, table.setup.seed)
            for row in (await registry.store.rows(table.setup.id, 0))[:3]:
                live.accept(live.prepare(row))
            for place in range(replay.last + 1):
                for viewer in (0, 1, None):
                    then = views.table_view(table.setup, live, viewer, "en")
                    shown = replay.at(place, viewer, "en")
                    assert (shown.view.state, shown.view.scores) == (then.state, then.scores)
                    told = [(event["kind"], event["text"]) for event in shown.events]
                    assert told == [(event["kind"], event["text"]) for event in live.events(viewer, 0, "en")]
                    if place < replay.last:
                        assert (shown.view.prompt, shown.view.to_act, shown.view.result) == (
                            views.table_view(table.setup, live, viewer, "en", replayed=True).prompt,
                            then.to_act,
                            None,
                        )
                    assert shown.view.legal == []
                if place < replay.last:
                    seat, action = line_of(table)[place]
                    live.accept(live.prepare(ActionRow(seat, action, number=live.rows, at=0.0)))

    run(test)


def test_a_seats_view_is_made_from_its_masked_record(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await played(registry)
            replay = Replay(table.setup, table.history)
            for place in (0, replay.last // 2):
                own, rival, onlooker = (replay.at(place, viewer, "en").view.state["hand"] for viewer in (0, 1, None))
                assert own[0] is not None
                assert own[1] is None
                assert rival[0] is None
                assert onlooker == [None, None]

    run(test)


def test_what_was_taken_back_is_no_part_of_the_replay_and_who_resigned_did_so_at_its_end(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await played(registry, steps=6)
            await registry.resign(table.setup.id, Person("ben", "Ben"), "en")
            replay = Replay(table.setup, table.history)
            rows = await registry.store.rows(table.setup.id, 0)
            assert replay.last == sum(isinstance(row, ActionRow) for row in rows) - 1
            assert replay.at(replay.last - 1, 0, "en").view.resigned == []
            end = replay.at(replay.last, 0, "en").view
            assert (end.resigned, end.result, end.to_act) == ([1], [1, 2], [])
            assert end.prompt == "The game is over: Ben resigned."

    run(test)


@pytest.mark.parametrize(("game", "options"), GAMES, ids=IDS)
def test_one_goes_through_a_game_by_action_and_by_turn(tmp_path: Path, game: str, options: dict[str, Any]) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await played(registry, game, 60, **options)
            await registry.resign(table.setup.id, Person("ada", "Ada"), "en")
            replay = Replay(table.setup, table.history)
            for viewer in (0, 1, None):
                states, place = [], 0
                while True:
                    shown = replay.at(place, viewer, "en")
                    states.append(shown.view.state)
                    assert shown.before < place or place == 0
                    assert shown.turn_before < place or place == 0
                    if place == replay.last:
                        break
                    assert place < shown.after <= shown.turn_after <= replay.last
                    place = shown.after
                last = len(states) - 1 - (replay.last not in table.history.line.places(viewer))  # the end is always one
                assert all(one != other for one, other in pairwise(states[: last + 1]))
            turns, place = 0, 0
            while place < replay.last:
                place, turns = replay.at(place, None, "en").turn_after, turns + 1
            assert 1 < turns < replay.last

    run(test)


def test_only_events_that_the_page_does_not_know_are_sent_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await played(registry)
            replay = Replay(table.setup, table.history)
            whole = replay.at(replay.last, 0, "en").events
            early = replay.at(20, 0, "en").events
            assert early + replay.at(replay.last, 0, "en", known=20).events == whole
            assert replay.at(20, 0, "en", known=40).events == []
            assert [event["step"] for event in early] == sorted(event["step"] for event in early)

    run(test)


def test_a_game_that_is_played_gives_no_replay_and_a_finished_one_is_made_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table, replays = await played(registry, steps=6), Replays(registry)
            id = table.setup.id
            assert await replays.open(id) is None
            assert await replays.open("nothing") is None
            assert not replays.has(id)
            await registry.resign(id, Person("ben", "Ben"), "en")
            first, second = await asyncio.gather(replays.open(id), replays.open(id))
            assert first is second is not None
            assert replays.has(id)
            await replays.close()

    run(test)


def test_who_looks_on_late_is_shown_the_replay_late(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            for delay in (0, 3600):
                made = await registry.create("chu-han", {}, (ADA, BEN), "en", Terms(delay=delay))
                await registry.resign(made, Person("ada", "Ada"), "en")
                seen = await registry.glance(made)
                assert seen is not None
                assert seen.over
                late = [
                    await onlookers.late(registry.store, seen, guest, time.time()) for guest in ("ada", "eve", None)
                ]
                assert late == [False, delay > 0, delay > 0]

    run(test)


async def gone_on(registry: Registry, replay: Replay, place: int, seat: int, *seats: Seat) -> Table:
    past = replay.past(place, seat)
    assert past is not None
    game, options = replay.game.id, replay.setup.options
    table = await registry.open(await registry.create(game, options, seats, "en", past=past))
    assert table is not None
    return table


@pytest.mark.parametrize(("game", "options"), GAMES, ids=IDS)
def test_a_game_goes_on_from_a_position_as_the_seat_knew_it_and_is_played_to_its_end(
    tmp_path: Path, game: str, options: dict[str, Any]
) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await played(registry, game, 40, **options)
            await registry.resign(table.setup.id, Person("ben", "Ben"), "en")
            replay = Replay(table.setup, table.history)
            place = replay.last // 2
            again = await gone_on(registry, replay, place, 1, BOT, ADA)
            assert again.history.match.view(1)["state"] == replay.at(place, 1, "en").view.state
            assert again.view(1, "en").past == f"/table/{table.setup.id}/replay?at={place}&seat=1"
            ada = Player(again, "ada")
            await play_on([ada], random.Random(2), 10_000)
            await soon(lambda: again.history.over)
            stored = await registry.store.load(again.setup.id)
            assert stored is not None
            assert stored.setup == again.setup
            refolded = History(again.game, stored.setup.start)
            refolded.fold(stored.rows)
            assert refolded.match.hash() == again.history.match.hash()

    run(test)


def test_what_the_seat_could_not_know_is_dealt_anew_and_fairly(tmp_path: Path) -> None:
    """The rival's cards are any that the seat has not seen, each as often as there are copies of it."""

    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await played(registry, steps=6)
            await registry.resign(table.setup.id, Person("ben", "Ben"), "en")
            past = Replay(table.setup, table.history).past(0, 0)
            assert past is not None
            games, before = 400, table.game.started(table.setup.start)
            own, true = (before.view(seat)["state"]["hand"][seat] for seat in (0, 1))
            unseen = [copies - mine for copies, mine in zip(COPIES, own, strict=True)]
            tally, same = [0] * len(unseen), 0
            for seed in range(games):
                match = table.game.started(start_of(seed, past))
                assert match.view(0)["state"] == before.view(0)["state"]
                hand = match.view(1)["state"]["hand"][1]
                tally = [sum(both) for both in zip(tally, hand, strict=True)]
                same += hand == true
            assert same <= 2
            drawn = games * sum(true)
            assert sum(tally) == drawn
            for count, left in zip(tally, unseen, strict=True):
                share = left / sum(unseen)
                assert abs(count - drawn * share) <= 4.5 * sqrt(drawn * share * (1 - share))

    run(test)


def test_nothing_goes_on_from_the_end_or_after_more_than_a_whole_game(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await played(registry)
            replay = Replay(table.setup, table.history)
            assert replay.past(replay.last, 0) is None
            assert not replay.at(replay.last, 0, "en").can_go_on
            assert replay.at(1, 0, "en").can_go_on
            assert not replay.at(1, None, "en").can_go_on
            long = Past({"seed": 1}, ((0, "pass"),) * MOST_ROWS, 0)
            replay.setup = replace(table.setup, past=long)
            assert replay.past(1, 0) is None
            assert not replay.at(1, 0, "en").can_go_on

    run(test)


@pytest.mark.parametrize(
    "told",
    [None, {}, {"start": {"seed": 1}}, {"start": {"seed": 1}, "moves": [[0, "nothing"]], "seat": 0, "seed": 1},
     {"start": {"seed": 1}, "moves": [], "seat": 5, "seed": 1}, {"start": {"seed": 1}, "moves": [], "seat": None, "seed": 1},
     {"start": {"seed": 1}, "moves": [], "seat": 0, "seed": -1}, {"start": 7, "moves": [], "seat": 0, "seed": 1}],
)  # fmt: skip
def test_a_start_that_cannot_be_is_refused(told: Any) -> None:
    with pytest.raises(tianxia.TianxiaError):
        tianxia.load("chu-han").started({"anew": told})
