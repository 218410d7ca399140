"""The course of a finished game: the points as they went, what turned it, and nothing of it while the game goes on."""

import asyncio
import random
from functools import cache
from pathlib import Path

import pytest

import tianxia
from tests.server.test_replays import brought, position, site
from tianxia.tables.course import MOST, Point, points, turning, worth

GAMES = tianxia.games()


@cache
def random_game(name: str) -> tuple[tianxia.Match, list[Point]]:
    """A random game that is over, and how it stood after each action."""
    chance, start = random.Random(5), tianxia.load(name).new(1)
    match = start
    while match.to_act:
        seat = chance.choice(match.to_act)
        match = match.after(seat, int(chance.choice(match.legal_ids(seat))))
    return match, points(start, match.actions)


@pytest.mark.parametrize("game", GAMES)
def test_the_points_end_where_the_game_ended(game: str) -> None:
    match, found = random_game(game)
    assert found[-1].score == match.scores
    assert found[-1].events == match.event_count
    assert found[-1].turn
    assert [one.place for one in found] == list(range(match.step_count + 1))


@pytest.mark.parametrize("game", GAMES)
def test_what_turned_a_game_moved_the_seats_apart_more_than_the_rest(game: str) -> None:
    match, found = random_game(game)
    told = worth(match, found)
    gained = [end - begin for begin, end in zip(found[0].gains, found[-1].gains, strict=True)]
    assert [sum(points) for points in zip(*told, strict=True)] == gained  # each is brought by one action
    turned = turning(told)
    swings = {place: max(points) - min(points) for place, points in enumerate(told)}
    rest = [size for place, size in swings.items() if place not in turned]
    assert 1 < len(turned) <= MOST
    assert turned == sorted(turned)
    assert min(swings[place] for place in turned) >= max(rest)


def test_points_for_pagodas_are_what_made_them_flow() -> None:
    match, found = random_game("huang")
    told = worth(match, found)
    assert match.game.income
    steady = [
        (event["step"], event["seat"])
        for event in match.events(None)
        if match.game.income.paid(event) and found[event["step"]].income == found[event["step"] - 1].income
    ]
    assert steady
    for place, seat in steady:  # what changed nothing there brings no more than it did by itself
        paid = sum(
            match.game.income.paid(event)
            for event in match.events(None, found[place - 1].events)
            if event["step"] == place
        )
        assert told[place][seat] == found[place].gains[seat] - found[place - 1].gains[seat] - paid


def test_the_course_is_told_when_the_game_is_over_in_the_readers_language(tmp_path: Path) -> None:
    async def test() -> None:
        async with site(tmp_path) as client:
            table = await brought(client)
            told = (await client.get(f"{table}/replay/course")).json()
            end = await position(client, table, at=10_000)
            assert [points[-1] for points in told["scores"]] == end["view"]["scores"]
            assert told["places"][-1] == end["last"]
            assert {turn["seat"] for turn in told["turns"]} <= {0, 1}
            then = await position(client, table, at=told["turns"][0]["place"])
            assert all(end["events"][turn["events"] - 1]["text"] == turn["text"] for turn in told["turns"])
            assert told["turns"][0]["text"] in [event["text"] for event in then["events"]]
            polish = (await client.get(f"{table}/replay/course", params={"lang": "pl"})).json()
            assert polish["turns"][0]["text"] != told["turns"][0]["text"]

    asyncio.run(test())


def test_nothing_of_it_is_told_while_the_game_goes_on(tmp_path: Path) -> None:
    async def test() -> None:
        async with site(tmp_path) as client:
            answer = await client.post("/play", data={"game": "huang", "level": "easy"})
            told = await client.get(f"{answer.headers['location']}/replay/course")
            assert (told.status_code, told.content) == (204, b"")
            assert (await client.get("/table/nowhere/replay/course")).status_code == 404

    asyncio.run(test())


def test_a_rematch_may_be_against_bots_of_another_level(tmp_path: Path) -> None:
    async def test() -> None:
        async with site(tmp_path) as client:
            answer = await client.post("/play", data={"game": "chu-han", "level": "easy"})
            table = answer.headers["location"]
            await client.post(f"{table}/resign")
            again = await client.post(f"{table}/rematch", data={"level": "hard"})
            opened = await client.app.state.registry.open(again.headers["location"].removeprefix("/table/"))  # type: ignore[attr-defined]
            assert sorted(seat.bot or "" for seat in opened.history.seats) == ["", "hard"]
            assert (await client.post(f"{table}/rematch", data={"level": "divine"})).status_code == 400

    asyncio.run(test())
