"""What is answered to a request of a program that is not carried out (RFC 9457): what is wrong, where, what would be right."""

import math
from collections.abc import Mapping
from http import HTTPStatus

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response

from tianxia.tables.frames import ErrorCode

MEDIA_TYPE = "application/problem+json"
STATUS: Mapping[ErrorCode, int] = {
    "illegal": 422,
    "stale": 409,
    "malformed": 400,
    "foreign": 403,
    "over": 409,
    "paused": 503,
    "limited": 429,
    "failed": 500,
    "origin": 403,
    "gone": 404,
}
"""Of what a table answers to a command that it does not carry out."""


class ProblemView(msgspec.Struct, frozen=True, omit_defaults=True, rename={"kind": "type"}):
    """Why a request was not carried out. Nothing was changed by it."""

    title: str  # the status in words
    status: int
    code: str  # one word for programs
    detail: str  # what is wrong
    where: str = ""  # the part of the request that it is about: `body.action`, `query.seat`, `path.id`
    expected: str = ""  # what would be right
    number: int | None = None  # the seat's number now, where another one was expected
    kind: str = "about:blank"


class Problem(Exception):
    """A request that is not carried out."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        where: str = "",
        expected: str = "",
        number: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.view = ProblemView(HTTPStatus(status).phrase, status, code, detail, where, expected, number)
        self.headers = dict(headers or {})

    def answer(self) -> Response:
        """What the program gets."""
        headers = {"cache-control": "no-store", **self.headers}
        return Response(msgspec.json.encode(self.view), self.view.status, headers, MEDIA_TYPE)


def too_much(detail: str, seconds: float = 1.0) -> Problem:
    """Asked too often; and in how many seconds it may be asked again."""
    wait = str(max(1, math.ceil(seconds)))
    return Problem(429, "limited", detail, expected=f"wait {wait} s", headers={"retry-after": wait})


def is_api(connection: HTTPConnection) -> bool:
    """A program asks."""
    path: str = connection.scope["path"]
    return path.removeprefix(connection.scope.get("root_path", "")).startswith("/api/")


def refusal(connection: HTTPConnection, status: int, code: str, text: str, wait: int = 0) -> Response:
    """What is answered before a request comes to where it should: to programs as a problem, to browsers as text."""
    headers = {"retry-after": str(wait)} if wait else {}
    if is_api(connection):
        return Problem(status, code, text, headers=headers).answer()
    return PlainTextResponse(text + "\n", status, headers)
