"""The table of what programs can ask; routes and description are made of it."""

from itertools import groupby

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from tianxia.server.api import games, streams
from tianxia.server.api.calls import Act, Endpoint, Methods
from tianxia.server.api.description import page, written
from tianxia.server.api.problems import Problem
from tianxia.server.api.shapes import (
    Accepted,
    AccountEvent,
    AccountInfo,
    Ask,
    Attend,
    Consent,
    GameInfo,
    Games,
    Join,
    Look,
    NewGame,
    Play,
    TakeBack,
)
from tianxia.tables.frames import Full, Step


def command(name: str, act: Act, body: type) -> Endpoint:
    """What a seat does in a running game: with a key it is done once."""
    path = f"/api/games/{{id}}/{name}"
    return Endpoint("POST", path, "play", act, Accepted, body=body, keyed=True, problems=(404, 409, 422))


ENDPOINTS = (
    Endpoint("GET", "/api/account", "read", games.account, AccountInfo),
    Endpoint("GET", "/api/stream/events", "read", streams.account, AccountEvent, lines=True),
    Endpoint("GET", "/api/games", "read", games.games, Games),
    Endpoint("POST", "/api/games", "play", games.begin, GameInfo, 201, body=NewGame, problems=(422,)),
    Endpoint("POST", "/api/games/{id}/join", "play", games.join, GameInfo, body=Join, problems=(404, 409, 422)),
    Endpoint("POST", "/api/games/{id}/leave", "play", games.leave, Games, problems=(404, 409, 422)),
    Endpoint(
        "GET",
        "/api/games/{id}/stream",
        "read",
        streams.table,
        Full | Step,
        query=Look,
        lines=True,
        problems=(404, 409),
    ),
    command("actions", games.play, Play),
    command("undo", games.undo, TakeBack),
    command("offer", games.offer, Ask),
    command("answer", games.consent, Consent),
    command("return", games.back, Attend),
    Endpoint("POST", "/api/games/{id}/resign", "play", games.resign, GameInfo, problems=(404, 409)),
    Endpoint("GET", "/api/games/{id}/export", "read", games.export, dict, problems=(404,)),
)


async def description(request: Request) -> Response:
    """``GET /api/openapi.json``: all of it for programs (OpenAPI 3.1)."""
    return written(request, ENDPOINTS)


async def shown(request: Request) -> Response:
    """``GET /api``: the same for people."""
    return page(request, ENDPOINTS)


async def nothing(request: Request) -> Response:
    """Any other address."""
    expected = "an address that GET /api/openapi.json describes"
    return Problem(404, "gone", "there is no such address", where="path", expected=expected).answer()


def routes() -> list[BaseRoute]:
    """Each address with all that can be asked there."""
    by_path = groupby(sorted(ENDPOINTS, key=lambda one: one.path), lambda one: one.path)
    return [
        Route("/api", shown),
        Route("/api/openapi.json", description),
        *(Route(path, Methods(*endpoints)) for path, endpoints in by_path),
        Route("/api/{path:path}", nothing, methods=["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]),
    ]
