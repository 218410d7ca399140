"""What programs follow: whole games, line by line; what ends a stream, and what it never shows."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

import tianxia
from tests.games.interference import told_in
from tests.server.programs import Here, Json, Program, Stream, here
from tests.server.test_hidden import check
from tests.tables.playing import Player
from tests.waiting import soon
from tianxia.tables import attendance
from tianxia.tables.kept import Kept
from tianxia.tables.table import Table

Test = Callable[[Here], Awaitable[None]]
GAMES: dict[str, dict[str, Any]] = {
    "chu-han": {},
    "sun-tzu": {"events": True},
    "huang": {"players": 3},
    "huns": {"players": 2},
}
WORLDS = 12
"""Moments of a game at which hidden facts are dealt anew."""


@pytest.fixture(autouse=True)
def presence_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """How many look on says nothing of hidden facts, but of when they came."""
    monkeypatch.setattr(attendance, "GATHERED", 0.0)


@pytest.fixture
def on_a_site(tmp_path: Path) -> Callable[..., None]:
    """Runs a test on a site of its own."""

    def run(test: Test, **limits: float) -> None:
        async def whole() -> None:
            async with here(tmp_path, **limits) as site:
                await test(site)

        asyncio.run(whole())

    return run


async def play_one(program: Program, game: str, stream: Stream, chance: random.Random) -> bool:
    """Plays a random legal action when asked; False at the end."""
    if not await stream.until_asked():
        return False
    answer = await program.act(game, chance.choice(stream.view["legal"])["text"], expect=stream.view["number"])
    assert answer.status_code in (200, 409), answer.text
    return await stream.frame() is not None


async def table_of(site: Here, game: str) -> Table:
    table = await site.registry.open(game)
    assert table is not None
    return table


# -- a game ---------------------------------------------------------------------------------------------------------


def test_nobody_follows_a_game_that_has_not_begun_or_who_leaves_again_would_know_a_hand(
    on_a_site: Callable[..., None],
) -> None:
    async def test(site: Here) -> None:
        ada, eve = await site.program("Ada"), await site.program("Eve")
        game = await ada.begin(seats=("me", "open"))
        for program in (ada, eve):
            async with program.stream(f"games/{game}/stream") as stream:
                told = await stream.next()
                assert (stream.status, told and told["code"]) == (409, "early")
        await eve.post(f"games/{game}/join", {})
        async with eve.stream(f"games/{game}/stream") as stream:
            assert await stream.frame()
            assert (stream.status, stream.view["viewer"]) == (200, 1)

    on_a_site(test)


def test_a_stream_begins_with_the_whole_view_and_ends_with_the_game(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        program, chance = await site.program("Ada"), random.Random(1)
        game = await program.begin()
        async with program.stream(f"games/{game}/stream") as stream:
            first = await stream.frame()
            assert first is not None
            assert (first["type"], first["view"]["viewer"], first["view"]["game"]) == ("full", 0, "chu-han")
            while await play_one(program, game, stream, chance):
                pass
            assert stream.view["result"]
            assert stream.view["revealed"]["seed"]
            seen = stream.view
        async with program.stream(f"games/{game}/stream") as again:
            last = await again.frame()
            assert last is not None
            assert last["view"] | {"seats": []} == seen | {"seats": []}
            assert await again.next() is None

    on_a_site(test)


def test_a_stream_goes_on_from_the_number_that_was_read_last(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        program = await site.program("Ada")
        game = await program.begin()
        async with program.stream(f"games/{game}/stream") as stream:
            await stream.until_asked()
            last, begun = stream.view["number"], len((await of_now(program, game))["events"])
            action = next(action for action in stream.view["legal"] if action["kind"] == "set")
            assert (await program.act(game, action["id"])).status_code == 200
            while stream.view["number"] == last:
                await stream.frame()
            await stream.until_asked()  # the bot has answered: nothing comes between the two that are compared
        gap = await of_now(program, game, f"?last={last}")
        assert gap["type"] == "step"
        assert gap["events"][0]["kind"] != "dealt"
        whole = await of_now(program, game)
        assert whole["events"][begun:] == gap["events"]
        assert whole["view"] == gap["view"]
        unknown = await of_now(program, game, "?last=999")
        assert (unknown["type"], len(unknown["events"])) == ("full", len(whole["events"]))

    on_a_site(test)


async def of_now(program: Program, game: str, query: str = "") -> Json:
    """The first line of a new stream, with its view."""
    async with program.stream(f"games/{game}/stream{query}") as stream:
        frame = await stream.frame()
        assert frame is not None, stream.status
        return frame


def test_what_others_play_and_take_back_comes_by_itself(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        ada, eve = await site.program("Ada"), await site.program("Eve")
        game = await ada.begin(seats=("me", "me"))
        table = await table_of(site, game)
        (seat,) = table.history.to_act
        async with eve.stream(f"games/{game}/stream") as looking:
            await looking.frame()
            assert (looking.view["viewer"], looking.view["legal"]) == (None, [])
            played = next(action.id for action in table.view(seat, "en").legal if action.kind == "set")
            await ada.act(game, played, seat=seat)
            step = await looking.frame()
            assert step is not None
            assert step["type"] == "step"
            assert step["events"]
            await ada.post(f"games/{game}/undo", {"seat": seat})
            back = await looking.frame()
            assert back is not None
            assert back["type"] == "full"

    on_a_site(test)


def test_an_empty_line_comes_where_nothing_happens(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        program = await site.program("Ada")
        game = await program.begin(seats=("me", "me"))
        for path in (f"games/{game}/stream", "stream/events"):
            async with program.stream(path) as stream:
                assert await stream.raw()
                assert [await stream.raw() for _ in range(3)] == [b""] * 3

    on_a_site(test, keep_alive=0.02)


def test_for_a_program_that_does_not_read_nothing_queues_up(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        program, eve, chance = await site.program("Ada"), await site.program("Eve"), random.Random(2)
        game = await program.begin()
        async with eve.stream(f"games/{game}/stream") as slow, eve.stream("stream/events") as _:
            await slow.frame()
            slow.reading.clear()
            async with program.stream(f"games/{game}/stream") as stream:
                for _ in range(30):
                    await play_one(program, game, stream, chance)
                before, played = slow.sent, stream.sent
                slow.reading.set()
                table = await table_of(site, game)
                while slow.view["number"] < table.history.streams[None].number:
                    await slow.frame()
                assert slow.sent - before <= 2
                assert played > 30

    on_a_site(test)


# -- an account -----------------------------------------------------------------------------------------------------


def test_an_account_hears_of_its_games_and_of_no_others(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        program, eve, chance = await site.program("Ada"), await site.program("Eve"), random.Random(3)
        before = await program.begin()
        await eve.begin()
        async with program.stream("stream/events") as events:
            told = await events.next()
            assert told is not None
            assert (told["type"], told["game"]["id"]) == ("gameStart", before)
            await eve.begin()
            game = await program.begin()
            told = await events.next()
            assert told is not None
            assert (told["type"], told["game"]["id"]) == ("gameStart", game)
            heard: list[Json] = []
            async with program.stream(f"games/{game}/stream") as stream:
                while await play_one(program, game, stream, chance):
                    pass
            while not heard or heard[-1]["type"] != "gameFinish":
                event = await events.next()
                assert event is not None
                heard.append(event)
            assert {event["game"]["id"] for event in heard} <= {before, game}
            turns = [event["game"] for event in heard if event["type"] == "yourTurn" and event["game"]["id"] == game]
            assert turns
            assert all(turn["your_turn"] for turn in turns)
            assert heard[-1]["game"]["result"] == stream.view["result"]
        async with program.stream("stream/events") as events:
            told = await events.next()
            assert told is not None
            assert told["game"]["id"] == before, "what is over is not begun anew"
            await program.post(f"games/{before}/resign")
            while told is not None and told["type"] != "gameFinish":
                told = await events.next()
            assert told is not None

    on_a_site(test)


def test_a_program_that_starts_anew_gets_all_its_games_back(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        program = await site.program("Ada")
        games = {await program.begin(seats=("me", "me")) for _ in range(20)}
        for _ in range(2):  # the second time it comes back after it was killed
            async with program.stream("stream/events") as events:
                told = [await events.next() for _ in games]
                assert {event and event["game"]["id"] for event in told} == games
                assert all(event and event["type"] == "gameStart" and event["game"]["your_turn"] for event in told)

    on_a_site(test)


def test_a_program_can_play_by_the_events_of_its_account_alone(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        program, chance = await site.program("Ada"), random.Random(4)
        async with program.stream("stream/events") as events:
            game = await program.begin()
            while (event := await events.next()) is not None and event["type"] != "gameFinish":
                if event["game"]["your_turn"]:
                    view = (await of_now(program, game))["view"]
                    if view["legal"]:
                        await program.act(game, chance.choice(view["legal"])["id"], expect=view["number"])
            assert event is not None
            assert event["game"]["over"]

    on_a_site(test)


# -- what ends a stream ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["revoked", "deleted", "stopped"])
def test_streams_end_with_their_token_and_with_the_server(on_a_site: Callable[..., None], how: str) -> None:
    async def test(site: Here) -> None:
        program, other = await site.program("Ada"), await site.program("Ben")
        game = await program.begin(seats=("me", "me"))
        paths = (f"games/{game}/stream", "stream/events")
        async with program.stream(paths[0]) as one, program.stream(paths[1]) as two, other.stream(paths[0]) as third:
            await asyncio.gather(one.next(), two.next(), third.next())
            if how == "revoked":
                (token,) = await site.accounts.tokens_of(program.person)
                await site.accounts.revoke(program.person, token.id)
            elif how == "deleted":
                await site.accounts.delete(program.person, "en")
            else:
                site.application.state.stopping.set()
            await asyncio.gather(one.end(), two.end())
            if how == "revoked":
                await soon(lambda: third.lines.qsize())
                assert not third.task.done()
        table = site.registry._tables.get(game)
        assert table is None or not table.subscribers

    on_a_site(test)


def test_who_leaves_is_forgotten(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        program = await site.program("Ada")
        game = await program.begin(seats=("me", "me"))
        table = await table_of(site, game)
        async with program.stream(f"games/{game}/stream") as one, program.stream("stream/events") as two:
            await asyncio.gather(one.next(), two.next())
            assert len(table.subscribers) == 1
        assert not table.subscribers
        assert not site.registry._listeners
        assert not site.application.state.limiter.streams

    on_a_site(test)


# -- what is hidden -------------------------------------------------------------------------------------------------


def test_no_line_of_a_whole_game_shows_what_is_hidden(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        program, eve, chance = await site.program("Ada"), await site.program("Eve"), random.Random(5)
        game = await program.begin()
        lines: dict[int | None, list[Json]] = {0: [], None: []}
        async with program.stream(f"games/{game}/stream") as own, eve.stream(f"games/{game}/stream") as looking:
            while await own.until_asked():
                lines[0].append({"type": "full", "view": own.view})
                legal = own.view["legal"]
                await program.act(game, chance.choice(legal)["id"], expect=own.view["number"])
                if await own.frame() is None:
                    break
            while (frame := await looking.frame()) is not None:
                lines[None].append(frame)
            lines[0].append({"type": "full", "view": own.view})
        assert min(map(len, lines.values())) > 20
        for viewer, frames in lines.items():
            for frame in frames:
                check(frame, viewer)
        revealed = own.view["revealed"]
        early = json.dumps([frame for frames in lines.values() for frame in frames if not frame["view"]["revealed"]])
        assert revealed["seed"] not in early
        assert revealed["salt"] not in early

    on_a_site(test)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_token_is_shown_is_the_same_in_every_world_that_it_holds_possible(
    on_a_site: Callable[..., None], name: str
) -> None:
    """At moments of a game all that a viewer cannot know is dealt anew; each line must be the same, to the letter."""

    async def test(site: Here) -> None:
        ada, ben, eve = [await site.program(called) for called in ("Ada", "Ben", "Eve")]
        loaded, chance = tianxia.load(name, **GAMES[name]), random.Random(name)
        sitting = [ada.person.seat(), ben.person.seat(), *[ada.person.seat()] * (loaded.seats - 2)]
        game = await site.registry.create(name, GAMES[name], tuple(sitting), "en")
        table = await table_of(site, game)
        played, seats = Player(table, None), range(loaded.seats)
        every = {"chu-han": 7, "sun-tzu": 9, "huang": 17, "huns": 13}[name]
        worlds = others = 0
        while not table.history.over and worlds < WORLDS:
            for seat in table.history.to_act:
                played.subscriber.viewer = seat
                legal = table.history.match.legal_ids(seat).tolist()
                if legal and not table.history.declines_by_itself(seat):
                    await played.command(chance.choice(legal))
                    break
            else:
                await soon(lambda: table.history.over or not table.autoplay.busy)
            if table.history.rows % every == 0:
                worlds += 1
                for viewer in (*seats, None):
                    program = eve if viewer is None else ben if viewer == 1 else ada
                    others += await same_in_another_world(table, program, viewer, worlds)
        assert worlds > 3
        assert others > worlds, "hidden facts were others indeed"

    on_a_site(test)


async def same_in_another_world(table: Table, program: Program, viewer: int | None, seed: int) -> bool:
    """Compares; says whether the other world was another one at all."""
    history, here = table.history, table.history.now
    before = await all_shown(program, table, viewer)
    history.now = here._replace(match=told_in(here.match, viewer, seed))
    table.kept = Kept()
    try:
        assert await all_shown(program, table, viewer) == before
        return bool(history.now.match.hash() != here.match.hash())
    finally:
        history.now = here
        table.kept = Kept()


async def all_shown(program: Program, table: Table, viewer: int | None) -> list[bytes]:
    """What its streams begin with, what is refused and why, and its list of games."""
    game = table.setup.id
    query = "" if viewer is None else f"?seat={viewer}"
    shown = []
    for path in (f"games/{game}/stream{query}", *(() if viewer is None else ("stream/events",))):
        async with program.stream(path) as stream:
            shown.append(await stream.raw() or b"")
    actions = table.game.actions.size
    for number in range(0, actions, max(1, actions // 10)):
        if viewer is None or number not in table.history.match.legal_ids(viewer):
            body = {} if viewer is None else {"seat": viewer}
            shown.append((await program.act(game, number, **body)).content)
    shown += [(await program.get(path)).content for path in ("games", f"games/{game}/export")]
    return shown
