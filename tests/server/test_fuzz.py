"""Malformed frames and requests bring nothing down; ``python -m tests.server.fuzz`` tries as many as you like."""

import asyncio
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tests.server import fuzz
from tests.server.programs import here


def test_whatever_is_sent_the_site_answers_and_its_tables_go_on(tmp_path: Path) -> None:
    seen = asyncio.run(fuzz.fuzz(tmp_path, 0, 500))
    assert seen["frames"] > 1500
    assert seen["requests"] > 300
    assert seen["played on"] > 3


def test_a_request_that_fails_is_noticed(tmp_path: Path) -> None:
    async def test() -> bool:
        async with here(tmp_path) as site:
            world = fuzz.World(site)
            await world.set_up()

            async def broken(request: Request) -> Response:
                return Response(status_code=500)

            site.application.router.routes.insert(0, Route("/{path:path}", broken))
            world.paths = [("/lobby", False)]
            try:
                await fuzz.case(1, world)
            except fuzz.Fault:
                return True
            return False

    assert asyncio.run(test())
