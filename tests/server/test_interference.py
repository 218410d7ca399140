"""What anybody is sent is the same to the letter in every world that they hold possible: hidden facts change no byte of it.

At moments of a game all that somebody cannot know is dealt anew. Then everything is asked for once more that a page, a program or
a stranger can ask for: the table and what it refuses, its pages, its files, the lists that name it.
"""

import asyncio
import json
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import tianxia
from tests.games.interference import told_in
from tests.server.asgi import ORIGIN, ask, talk
from tests.server.programs import ALL, Here, here
from tests.server.test_api_streams import GAMES, table_of
from tests.tables.playing import Player
from tests.waiting import soon
from tianxia.tables import attendance
from tianxia.tables.frames import AnswerOffer, MakeOffer
from tianxia.tables.kept import Kept
from tianxia.tables.setup import Terms
from tianxia.tables.store import Person
from tianxia.tables.streams import Viewer
from tianxia.tables.table import Table

WORLDS = 4
EVERY = {"chu-han": 7, "sun-tzu": 9, "huang": 29, "huns": 19}
PAGES = ("/", "/lobby", "/ranking", "/people/Ada", "/table/{}", "/table/{}/about", "/table/{}/export",
         "/table/{}/replay", "/table/{}/replay/position?at=0&seat=0", "/table/{}/record", "/table/{}/news",
         "/table/{}/replay/course", "/table/{}/resign", "/table/{}/delete", "/api/account", "/api/games",
         "/api/games/{}/export", "/api/games/{}/stream", "/api/games/{}/stream?seat=0", "/api/games/{}/stream?seat=1",
         "/api/stream/events")  # fmt: skip
POSTS = ("replay/go-on", "rematch", "join", "bots", "clear", "close")
AGO = re.compile(rb"\d+ (?:second|minute)s? ago")


class Somebody(NamedTuple):
    """Who asks, from which seat, and what its browser and its program send along."""

    seat: Viewer
    headers: dict[str, str]


@pytest.fixture(autouse=True)
def presence_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """How many look on says nothing of hidden facts, but of when they came."""
    monkeypatch.setattr(attendance, "GATHERED", 0.0)


async def somebody(site: Here, person: Person, seat: Viewer) -> Somebody:
    session = await site.accounts.log_in(person.name, "correct horse", "")
    token = await site.accounts.new_token(person, "test", ALL)
    known = {"cookie": f"tianxia_account={session}", "authorization": f"Bearer {token}"}
    return Somebody(seat, {**known, "origin": ORIGIN})


async def all_told(site: Here, table: Table, who: Somebody) -> list[bytes]:
    """All that somebody gets."""
    id, told = table.setup.id, []
    for path in PAGES if who.seat is not None else PAGES[:-1]:  # who plays nowhere would wait there
        where, _, query = path.format(id).partition("?")
        answer = await ask(site.application, "GET", where, query, who.headers.items())
        told.append(b"%d %s" % (answer.status, AGO.sub(b"", answer.body)))
    for act in POSTS:
        answer = await ask(
            site.application, "POST", f"/table/{id}/{act}", "", who.headers.items(), b"at=0&seat=1&level=easy"
        )
        told.append(b"%d %s" % (answer.status, AGO.sub(b"", answer.body)))
    return told + await on_the_table(site, table, who)


async def on_the_table(site: Here, table: Table, who: Somebody) -> list[bytes]:
    """What its page is told: the whole table, what is written, and everything that is refused, with the reason."""
    history, viewer = table.history, who.seat
    expect = history.streams[viewer].number
    legal = set() if viewer is None else set(history.match.legal_ids(viewer).tolist())
    command = {"game": table.setup.id, "expect": expect}
    frames: list[dict[str, Any]] = [{"type": "hello"}]
    step = max(1, table.game.actions.size // 12)
    for number in range(history.rows % step, table.game.actions.size, step):
        action = table.game.action(number)
        frames.append({"type": "why", "parts": list(action.parts), "action": number})
        frames.append({"type": "why", "parts": [], "kind": action.kind})
        if number not in legal or viewer not in history.to_act:
            frames.append({"type": "command", **command, "action": number})
    frames.append({"type": "command", **command, "action": 0, "expect": max(0, expect - 1)})
    view = table.view(viewer, "en")
    frames += [{"type": "offer", **command, "what": what} for what in ("undo", "draw") if what not in view.may_offer]
    if not view.can_undo:
        frames.append({"type": "undo", **command})
    sent = [
        json.dumps({**frame, "id": f"f{n}"} if frame["type"] != "hello" else frame) for n, frame in enumerate(frames)
    ]
    query = "" if viewer is None else f"seat={viewer}"

    def done(told: list[str]) -> bool:
        answers = sum(frame.startswith(('{"type":"why"', '{"type":"error"', '{"type":"ack"')) for frame in told)
        return answers >= len(sent) - 1 and any(frame.startswith('{"type":"full"') for frame in told)

    told = await talk(site.application, f"/table/{table.setup.id}/socket", query, who.headers.items(), sent, done)
    assert not [frame for frame in told if frame.startswith('{"type":"ack"')], "these were to be refused"
    return [frame.encode() for frame in told]


@contextmanager
def in_another_world(table: Table, viewer: Viewer, seed: int) -> Iterator[bool]:
    """Meanwhile what a viewer cannot know is dealt anew, also in what onlookers see later; whether it is another world indeed."""
    histories = [table.history, *([table.behind.history] if table.behind else [])]
    before = [history.now for history in histories]
    try:
        for history in histories:
            history.now = history.now._replace(match=told_in(history.match, viewer, seed))
        table.kept = Kept()
        yield any(now.match.hash() != history.match.hash() for now, history in zip(before, histories, strict=True))
    finally:
        for now, history in zip(before, histories, strict=True):
            history.now = now
        table.kept = Kept()


async def play(table: Table, player: Player, chance: random.Random) -> None:
    """Some seat that is asked decides."""
    for seat in table.history.to_act:
        player.subscriber.viewer = seat
        legal = table.history.match.legal_ids(seat).tolist()
        if legal and not table.history.declines_by_itself(seat):
            await player.command(chance.choice(legal))
            return
    await soon(lambda: table.history.over or not table.autoplay.busy)


async def ask_for_something(table: Table, player: Player, seat: int) -> None:
    """An offer is open, so that it is shown; the one before it is withdrawn."""
    player.subscriber.viewer = seat
    if (offer := table.history.now.offer) is not None:
        await table.command(
            player.subscriber, AnswerOffer(f"a{table.history.rows}", table.setup.id, offer.number, False)
        )
        return
    number = table.history.streams[seat].number
    await table.command(player.subscriber, MakeOffer(f"o{table.history.rows}", table.setup.id, number, "abandon"))


@pytest.mark.parametrize(("name", "delay"), [*((name, 0) for name in GAMES), ("chu-han", 3600)])
def test_no_byte_that_anybody_is_sent_depends_on_what_they_may_not_know(
    tmp_path: Path, name: str, delay: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        attendance, "LINGER", 0.0
    )  # or whether somebody is there would depend on how long an answer takes

    async def test() -> None:
        async with here(tmp_path) as site:
            loaded, chance = tianxia.load(name, **GAMES[name]), random.Random(name)
            people = [await site.person(called) for called in ("Ada", "Ben", "Cyd", "Dot", "Eve")]
            sitting = tuple(person.seat() for person in people[: loaded.seats])
            game = await site.registry.create(name, GAMES[name], sitting, "en", Terms(public=True, delay=delay))
            who = [await somebody(site, person, seat) for seat, person in enumerate(people[: loaded.seats])]
            who += [await somebody(site, people[-1], None), Somebody(None, {"origin": ORIGIN})]
            table = await table_of(site, game)
            player, worlds, others = Player(table, None), 0, 0
            while not table.history.over and worlds < WORLDS:
                await play(table, player, chance)
                if table.history.rows % EVERY[name]:
                    continue
                worlds += 1
                if len(table.history.to_act) == 1:
                    await ask_for_something(table, player, worlds % 2)
                for one in who:
                    await soon(lambda: not table.waiting)
                    before = await all_told(site, table, one)
                    with in_another_world(table, one.seat, worlds) as other:
                        after = await all_told(site, table, one)
                    others += other
                    for at, (was, now) in enumerate(zip(before, after, strict=True)):
                        assert was == now, (one.seat, (*PAGES, *POSTS, "socket")[min(at, len(PAGES + POSTS))])
            assert worlds > 2
            assert others > worlds, "hidden facts were others indeed"

    asyncio.run(test())
