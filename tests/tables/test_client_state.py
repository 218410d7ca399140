"""A step sends what has changed: the page then has the very view that it would have got as a whole."""

import json
import random
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from tests.frames import Frame, Reader
from tests.tables.playing import Player, new_table, play_on, registry_in, run
from tianxia.tables.client_state import News
from tianxia.tables.frames import Full, encode_frame
from tianxia.tables.rows import Seat
from tianxia.tables.table import Table

PLAYERS = {"chu-han": 2, "sun-tzu": 2, "huang": 5, "huns": 4}


class Page:
    """Somebody at a table who keeps only what the frames tell."""

    def __init__(self, table: Table, guest: str | None, lang: str = "en") -> None:
        self.player = Player(table, guest, lang)
        self.reader = Reader()
        self.frames: list[Frame] = []
        self.sizes: list[int] = []

    async def read(self) -> None:
        """All that waits; what the page then has is what it would get as a whole."""
        while await self.player.at_hand():
            self._take()
        while (
            self.reader.view["number"] < self.player.view.number
        ):  # the table itself has answered for a seat meanwhile
            await self.player.hear()
            self._take()
        assert self.reader.view == whole(self.player)

    def _take(self) -> None:
        written = encode_frame(self.player.frames[-1])
        self.frames.append(self.reader.read(json.loads(written)))
        self.sizes.append(len(written))


def whole(player: Player) -> Frame:
    view: Frame = json.loads(encode_frame(player.view))
    return view


async def seated(registry: Any, game: str) -> tuple[Table, list[Page]]:
    count = PLAYERS[game]
    options = {"players": count} if count > 2 else {}
    table = await new_table(
        registry, *(Seat(f"P{seat}", guest=str(seat)) for seat in range(count)), game=game, **options
    )
    return table, [
        Page(table, None if seat == count else str(seat), "pl" if seat == 1 else "en") for seat in range(count + 1)
    ]


def free_seats(table: Table) -> list[int]:
    """The seats that somebody has to decide for."""
    return [seat for seat in table.history.to_act if not table.history.declines_by_itself(seat)]


@pytest.mark.parametrize("game", PLAYERS)
def test_what_steps_tell_makes_the_view_of_each_viewer(tmp_path: Path, game: str) -> None:
    async def test() -> None:
        chance = random.Random(4)
        async with registry_in(tmp_path) as registry:
            table, pages = await seated(registry, game)
            for _ in range(14):
                await play_on([page.player for page in pages[:-1]], chance, 1)
                for page in pages:
                    await page.read()
                for seat in free_seats(table):
                    view = pages[seat].reader.view
                    if view["number"] == table.history.streams[seat].number:  # it did not go on by itself meanwhile
                        asked = table.history.match.prompt(seat, pages[seat].player.subscriber.lang)
                        assert view["prompt"] == asked
                for page in pages[:-1]:
                    if page.player.view.can_undo and chance.random() < 0.3:
                        await page.player.undo()
                        break
            assert {frame["type"] for page in pages for frame in page.frames} >= {"full", "step", "ack"}

    run(test)


def test_the_words_of_an_action_are_told_once_a_connection(tmp_path: Path) -> None:
    async def test() -> None:
        chance = random.Random(4)
        async with registry_in(tmp_path) as registry:
            table, pages = await seated(registry, "huang")
            for _ in range(14):
                await play_on([page.player for page in pages[:-1]], chance, 1)
                for page in pages:
                    await page.read()
            for page in pages:
                told = [
                    (action["id"], action["irreversible"])
                    for frame in page.frames
                    for action in (frame["view"]["legal"] if frame["type"] == "full" else frame.get("actions", ()))
                ]
                assert len(told) == len(set(told))
            again = Page(table, "0")
            await again.read()
            assert isinstance(again.player.frames[0], Full)
            assert again.reader.view["legal"] == pages[0].reader.view["legal"]

    run(test)


def test_what_several_saw_alike_is_compared_once() -> None:
    news, before, after = News(), {"points": [3, 0, 5]}, {"points": [3, 0, 6]}
    told, again = (news.of(dict(before), dict(after))[1] for _ in range(2))
    assert told == {"points": {2: 6}}
    assert told["points"] is again["points"]
    other = news.of({"points": [3, None, None]}, {"points": [4, None, None]})
    assert other == ({}, {"points": {0: 4}}), "who saw something else is told what is new to it"


def test_what_has_changed_comes_before_a_refusal(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, Seat("Ada", guest="ada"), Seat("Ben", guest="ben"))
            ben = Page(table, "ben")
            await ben.read()
            ada = Player(table, "ada")
            await ben.player.command(0, expect=0)
            await ben.read()
            table.leave(ada.subscriber)
            await ben.read()
            shown = [frame["view"]["seats"][0]["connected"] for frame in ben.frames if frame.get("view")]
            assert shown == [False, True, False], "at first, before the refusal, and after it"
            assert [frame["type"] for frame in ben.frames] == ["full", "step", "error", "step"]

    run(test)


def test_a_page_that_comes_back_gets_the_gap_and_all_of_the_view(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            _, (ada, *_) = await seated(registry, "chu-han")
            await ada.read()
            known = ada.player.view.number
            await ada.player.command(ada.player.plain())
            await ada.read()
            again = Page(ada.player.table, "0")
            again.player.subscriber.greet(known)
            await again.read()
            (step,) = again.frames
            assert step["type"] == "step"
            assert step["events"]

    run(test)


def test_a_step_of_huang_for_five_takes_under_eight_kilobytes_for_all_who_look(tmp_path: Path) -> None:
    async def test() -> None:
        chance = random.Random(1)
        steps = []
        async with registry_in(tmp_path) as registry:
            _, pages = await seated(registry, "huang")
            for page in pages:
                await page.read()
            for _ in range(25):
                before = sum(sum(page.sizes) for page in pages)
                await play_on([page.player for page in pages[:-1]], chance, 1)
                for page in pages:
                    await page.read()
                steps.append(sum(sum(page.sizes) for page in pages) - before)
        assert median(steps) < 8_000

    run(test)
