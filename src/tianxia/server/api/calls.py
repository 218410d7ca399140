"""A request of a program: who asks, whether it may, and what it has sent; then the endpoint that it is for."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import Any, Literal, NamedTuple

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from tianxia.engine import i18n
from tianxia.engine.errors import shortly
from tianxia.server.api.lines import Coming, send_lines
from tianxia.server.api.problems import Problem, too_much
from tianxia.server.api.shapes import Nothing
from tianxia.server.limits import COST, Limiter, address_of
from tianxia.server.visitors import accounts_of
from tianxia.tables.logs import trace_of
from tianxia.tables.registry import Registry
from tianxia.tables.store import Person, StoreError, Token

log = logging.getLogger(__name__)

Allowed = Literal["read", "play"]
SCOPES: Mapping[Allowed, str] = {
    "read": "See the account, its games and what its seats see.",
    "play": "Begin games and play in its seats; sees all that `read` sees.",
}
"""What a token may be good for."""
BODY_LIMIT = 16_384  # bytes
BEARER = re.compile(r"bearer +([!-~]{1,200})", re.IGNORECASE)
NAME = re.compile(r"[\w-]{1,64}", re.ASCII)
"""Of a game."""
KEY = re.compile(r"[!-~]{1,64}")
KEY_HEADER = "Idempotency-Key"


class Call(NamedTuple):
    """What an endpoint is told."""

    request: Request
    token: Token
    lang: str
    query: Any
    body: Any

    @property
    def person(self) -> Person:
        """Whose token it is."""
        return self.token.person

    @property
    def registry(self) -> Registry:
        """The tables of this server."""
        found: Registry = self.request.app.state.registry
        return found

    @property
    def game(self) -> str:
        """The game of the address; raises ``Problem``."""
        if NAME.fullmatch(name := self.request.path_params["id"]):
            return str(name)
        raise no_game()

    @property
    def key(self) -> str | None:
        """What the program calls this command; raises ``Problem``."""
        key = self.request.headers.get(KEY_HEADER)
        if key is None or KEY.fullmatch(key):
            return key
        expected = "1 to 64 letters, digits or signs, without spaces"
        raise Problem(
            400, "malformed", f"this is no {KEY_HEADER}", where=f"header.{KEY_HEADER.lower()}", expected=expected
        )

    async def work(self, kind: str) -> None:
        """Waits until this may be done for the address; raises ``Problem`` if that would take too long."""
        limiter: Limiter = self.request.app.state.limiter
        if not await limiter.work(address_of(self.request), kind):
            raise too_much("too much is asked for from this address at once", COST[kind])


Act = Callable[[Call], Awaitable[Response]]
"""What answers a request."""


class Endpoint(NamedTuple):
    """What can be asked: the description at ``/api`` and the routes are made of these."""

    method: Literal["GET", "POST"]
    path: str
    scope: Allowed
    act: Act | Callable[[Call], AbstractAsyncContextManager[Coming]]
    answer: Any  # the type of the answer, or of each line
    status: int = 200
    query: type = Nothing
    body: Any = None  # the type of what is sent; None where nothing is read
    lines: bool = False
    keyed: bool = False  # takes an idempotency key
    problems: tuple[int, ...] = ()  # beside those of all


def no_game() -> Problem:
    """There is none of that name, or none that whoever asks may know of."""
    return Problem(404, "gone", "there is no such game", where="path.id", expected="an id that GET /api/games lists")


class Methods:
    """An ASGI application: the endpoints of one address."""

    def __init__(self, *endpoints: Endpoint) -> None:
        self._endpoints: Mapping[str, Endpoint] = {endpoint.method: endpoint for endpoint in endpoints}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, which is always answered."""
        request = Request(scope, receive)
        try:
            await self._answer(request, receive, send)
        except ClientDisconnect:  # nobody waits for the answer
            pass
        except Problem as wrong:
            await wrong.answer()(scope, receive, send)
        except StoreError:
            detail = "nothing can be stored here at the moment, so nothing was changed"
            problem = Problem(503, "failed", detail, expected="try again later", headers={"retry-after": "10"})
            await problem.answer()(scope, receive, send)
        except Exception as error:
            log.error("a request of a program failed:%s", trace_of(error))
            problem = Problem(500, "failed", "the program failed here; nothing was changed")
            await problem.answer()(scope, receive, send)

    async def _answer(self, request: Request, receive: Receive, send: Send) -> None:
        endpoint = self._endpoints.get(request.method)
        if endpoint is None:
            there = ", ".join(self._endpoints)
            raise Problem(
                405, "method", f"{request.method} is not for this address", expected=there, headers={"allow": there}
            )
        token = await _token(request)
        if token.person.banned:
            raise Problem(403, "banned", "the operator of this site keeps this account out")
        _limit(request, token)
        if endpoint.scope not in token.scopes | ({"read"} if "play" in token.scopes else set()):
            told = f'Bearer error="insufficient_scope", scope="{endpoint.scope}"'
            detail = f"this token is not good for that: it lacks the scope {endpoint.scope}"
            expected = f"a token with the scope {endpoint.scope}, made on the page of the account"
            raise Problem(403, "scope", detail, expected=expected, headers={"www-authenticate": told})
        lang = i18n.negotiate(request.headers.get("accept-language", ""))
        query = _read(endpoint.query, dict(request.query_params), "query", strict=False)
        body = None if endpoint.body is None else _read(endpoint.body, await _body(request), "body")
        call = Call(request, token, lang, query, body)
        if endpoint.lines:
            await _stream(endpoint, call, receive, send)
        else:
            response = await endpoint.act(call)  # type: ignore[misc]
            await response(request.scope, receive, send)


async def _stream(endpoint: Endpoint, call: Call, receive: Receive, send: Send) -> None:
    """Lines until the token is revoked or the server stops; raises ``Problem`` before the first of them."""
    state, ended, address = call.request.app.state, asyncio.Event(), address_of(call.request)
    if state.limiter.sockets[address] >= state.limiter.limits.sockets:
        raise too_much("too many lines are open from this address; close some of them")
    with (
        state.limiter.line(address),
        accounts_of(call.request).line(call.token, ended.set),
        _counted(state.limiter, call.token),
    ):
        if await accounts_of(call.request).token(_bearer(call.request)) is None:  # it may just have been revoked
            raise _unknown()
        await call.work("hello")
        async with endpoint.act(call) as coming:  # type: ignore[union-attr]
            await send_lines(receive, send, coming, state.limiter.limits.keep_alive, ended, state.stopping)


@contextmanager
def _counted(limiter: Limiter, token: Token) -> Iterator[None]:
    if limiter.streams[token.id] >= limiter.limits.streams:
        raise too_much("too many streams of this token are open; close some of them")
    limiter.streams[token.id] += 1
    try:
        yield
    finally:
        limiter.streams[token.id] -= 1
        if not limiter.streams[token.id]:
            del limiter.streams[token.id]


def _limit(request: Request, token: Token) -> None:
    bucket = request.app.state.limiter.calls[token.id]
    if not bucket.take():
        raise too_much("too many requests with this token", bucket.soon())


async def _token(request: Request) -> Token:
    """The token that came with a request; raises ``Problem``. Cookies count for nothing here."""
    found = await accounts_of(request).token(_bearer(request))
    if found is None:
        raise _unknown()
    return found


def _bearer(request: Request) -> str:
    told = BEARER.fullmatch(request.headers.get("authorization", ""))
    if told is None:
        raise _unknown("this needs a token, and there is none that can be read", "")
    return told[1]


def _unknown(
    detail: str = "this token is not known here, or not any more", error: str = ' error="invalid_token"'
) -> Problem:
    expected = "Authorization: Bearer TOKEN, with a token made on the page of the account"
    headers = {"www-authenticate": f"Bearer{error}"}
    return Problem(401, "token", detail, where="header.authorization", expected=expected, headers=headers)


async def _body(request: Request) -> bytes:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > BODY_LIMIT:
            expected = f"at most {BODY_LIMIT} bytes"
            raise Problem(413, "malformed", "too much was sent", where="body", expected=expected)
    return body or b"{}"


def _read(wanted: Any, sent: bytes | dict[str, str], where: str, *, strict: bool = True) -> Any:
    """What was sent as the struct that is wanted; raises ``Problem``."""
    try:
        if isinstance(sent, bytes):
            return msgspec.json.decode(sent, type=wanted)
        return msgspec.convert(sent, wanted, strict=strict)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        detail, _, place = str(error).partition(" - at `$")
        raise Problem(
            400,
            "malformed",
            shortly(detail),
            where=where + shortly(place.rstrip("`")),
            expected="what GET /api/openapi.json describes",
        ) from error
