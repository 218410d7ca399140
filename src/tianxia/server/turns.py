"""Whose turn it is, for the other pages than the tables themselves: in their titles, their signs and a note on them."""

import secrets
from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

import tianxia
from tianxia.server import pages, visitors
from tianxia.server.news import stream
from tianxia.server.notices.notifier import waits_for
from tianxia.tables.bell import Bell
from tianxia.tables.registry import Registry
from tianxia.tables.store import Person, Summary

FIRST = 10**8
"""Counts of a new bell begin somewhere below: a page that comes back has not heard it yet."""


async def show(request: Request) -> Response:
    """``GET /turns``: the games with other people in which it is the visitor's turn, as JSON."""
    person = await visitors.person_of(request)
    registry: Registry = request.app.state.registry
    games = asked(request, person, await registry.games_of(person)) if person else []
    told = {"games": games, "said": pages.say(request, "It is your turn")}
    return JSONResponse(told, headers={"cache-control": "no-store", "vary": "cookie, accept-language"})


def asked(request: Request, person: Person, games: Sequence[Summary]) -> list[dict[str, Any]]:
    """Those of somebody's games with other people in which it is its turn: title and address."""
    return [
        {"title": tianxia.load(game.game).title, "url": f"{visitors.root_of(request)}/table/{game.id}"}
        for game in games
        if waits_for(game, person.id)
    ]


async def news(request: Request) -> Response:
    """``GET /turns/news``: an event at once, and whenever something about one of the visitor's games may be new."""
    registry: Registry = request.app.state.registry
    session = await visitors.session_of(request)
    if session is None:
        return Response(status_code=204)  # the browser does not come back
    bell = Bell()
    bell.count = secrets.randbelow(FIRST)
    return await stream(request, bell, here=registry.listening(session.person, lambda _: bell.ring()), session=session)
