"""Finished games over HTTP: the replay page, its positions, the record file, going on from a position, bringing a file in."""

import re
from typing import NamedTuple

from msgspec import json
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response

import tianxia
from tianxia.bots import house
from tianxia.server import pages, visitors
from tianxia.server.limits import Limiter, address_of
from tianxia.tables import onlookers
from tianxia.tables.imports import MOST_BYTES, brought_in
from tianxia.tables.opened import Unreadable
from tianxia.tables.registry import Registry
from tianxia.tables.replay import Replay, Replays
from tianxia.tables.rows import Seat
from tianxia.tables.store import Glance, Person
from tianxia.tables.table_view import Replayed

MOST_BODY = MOST_BYTES + 4096
"""Bytes of a form with such a file."""
USUAL_BYTES = 50 * 1024
"""Of such a file: what is larger takes longer to play again."""
MOST_PARTS = 8
"""Fields of such a form that are looked at, and ..."""
MOST_HEAD = 1024
"""... bytes of what stands before each of them."""
BOUNDARY = re.compile(r'multipart/form-data;.*?\bboundary="?([^\s";,]{1,70})', re.IGNORECASE)
FILE = re.compile(rb'content-disposition:[^\r\n]*;[ ]*name="?file\b', re.IGNORECASE)


class Found(NamedTuple):
    """A game that the visitor may see and that is over."""

    seen: Glance
    replay: Replay


async def _over(request: Request) -> Glance | Response:
    """The game of the address, if it is over and the visitor may see it; else what to say."""
    seen = await pages.glanced(request)
    if isinstance(seen, Response):
        return seen
    person = await visitors.person_of(request)
    guest = person.id if person else None
    if not onlookers.admits(seen.setup, seen.seats, guest):
        return pages.no_table(request)
    registry: Registry = request.app.state.registry
    if not seen.over or await onlookers.late(registry.store, seen, guest, registry.keeper.time.now()):
        return pages.lost(request, 409, pages.say(request, "This game is not over yet: then it can be replayed."))
    return seen


async def _found(request: Request, cost: str) -> Found | Response:
    """The same with its replay, which is made if it is not at hand."""
    seen = await _over(request)
    if isinstance(seen, Response):
        return seen
    replays: Replays = request.app.state.replays
    limiter: Limiter = request.app.state.limiter
    kind = cost if replays.has(seen.setup.id) else "replay"
    if not await limiter.work(address_of(request), kind):
        raise HTTPException(429)
    try:
        replay = await replays.open(seen.setup.id)
    except Unreadable:
        replay = None
    if replay is None:
        return pages.unreadable(request)
    return Found(seen, replay)


async def show(request: Request) -> Response:
    """``GET /table/{id}/replay?at=&seat=&lang=``: the table with a finished game on it."""
    seen = await _over(request)
    return seen if isinstance(seen, Response) else await pages.framed(request, seen, replayed=True)


async def position(request: Request) -> Response:
    """``GET /table/{id}/replay/position?at=&seat=&known=``: a position as a seat saw it, or as onlookers did without one.

    Events come with it that happened after the place that is ``known``.
    """
    found = await _found(request, "position")
    if isinstance(found, Response):
        return _in_short(found)
    asked = request.query_params
    at, known = _number(asked.get("at"), 0), _number(asked.get("known"), None)
    seat = _number(asked.get("seat"), None)
    if at is None or (seat is not None and seat >= found.replay.game.seats):
        return Response(status_code=400)
    replays: Replays = request.app.state.replays
    told: Replayed = await replays.do(found.replay.at, at, seat, visitors.lang_of(request), found.seen.seats, known)
    return Response(json.encode(told), media_type="application/json", headers={"cache-control": "no-store"})


async def course(request: Request) -> Response:
    """``GET /table/{id}/replay/course``: how the points of the game went, and which actions turned it; nothing while it goes
    on."""
    found = await _found(request, "position")
    if isinstance(found, Response):
        return Response(status_code=204) if found.status_code == 409 else _in_short(found)
    replays: Replays = request.app.state.replays
    told = await replays.do(found.replay.course, visitors.lang_of(request))
    return Response(json.encode(told), media_type="application/json", headers={"cache-control": "no-store"})


async def record(request: Request) -> Response:
    """``GET /table/{id}/record``: the game as a record file."""
    found = await _found(request, "position")
    if isinstance(found, Response):
        return found
    replays: Replays = request.app.state.replays
    text = await replays.do(lambda: found.replay.record)
    name = f"tianxia-{found.replay.game.id}-{found.seen.setup.id}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(text, media_type="application/json", headers=headers)


async def go_on(request: Request) -> Response:
    """``POST /table/{id}/replay/go-on``: a game of the visitor's own from a position, in a seat, against bots."""
    found = await _found(request, "position")
    if isinstance(found, Response):
        return found
    replay, lang = found.replay, visitors.lang_of(request)
    sent = await pages.form(request)
    at, seat, level = _number(sent.get("at"), None), _number(sent.get("seat"), None), sent.get("level", "")
    if at is None or seat is None or seat >= replay.game.seats or level not in house.offered(replay.game.id):
        return pages.lost(request, 400, pages.say(request, "There is no such position, seat or level."))
    if pages.keeps_none(request):
        return pages.tried(request)
    replays: Replays = request.app.state.replays
    past = await replays.do(replay.past, at, seat)
    if past is None:
        return pages.lost(request, 409, pages.say(request, "Nothing goes on from this position."))
    guest, token = await _begin(request)
    bot = Seat(level, bot=level)
    seats = tuple(Seat(guest.name, guest=guest.id) if n == seat else bot for n in range(replay.game.seats))
    registry: Registry = request.app.state.registry
    table = await registry.create(replay.game.id, replay.setup.options, seats, lang, past=past)
    return _to(request, f"/table/{table}", token)


async def bring(request: Request) -> Response:
    """``GET, POST /import``: a finished game from a file comes into the visitor's list."""
    if request.method != "POST":
        await visitors.person_of(request)
        return pages.page(request, "import.html", wrong="", most=MOST_BYTES >> 10)
    text = await _file(request)
    if pages.keeps_none(request):
        return pages.tried(request)
    limiter: Limiter = request.app.state.limiter
    if not await limiter.work(address_of(request), "import", len(text) / USUAL_BYTES):
        raise HTTPException(429)
    guest, token = await _begin(request)
    replays: Replays = request.app.state.replays
    registry: Registry = request.app.state.registry
    try:
        setup, rows, history = await replays.do(brought_in, text, guest, visitors.lang_of(request))
    except tianxia.BadRecord as error:
        answer = pages.page(request, "import.html", status=400, wrong=str(error)[:400], most=MOST_BYTES >> 10)
        return _kept(answer, request, token)
    await registry.store.create(setup, rows, history.now.standing)
    return _to(request, f"/table/{setup.id}/replay", token)


async def _begin(request: Request) -> tuple[Person, str | None]:
    """Who begins a game, as often as one address may; a new guest has a token, which its browser is to keep."""
    limiter: Limiter = request.app.state.limiter
    if not limiter.games[address_of(request)].take():
        raise HTTPException(429)
    guest = await visitors.person_of(request)
    return (guest, None) if guest else await visitors.welcome(request)


def _to(request: Request, path: str, token: str | None) -> Response:
    return _kept(RedirectResponse(f"{visitors.root_of(request)}{path}", 303), request, token)


def _kept(answer: Response, request: Request, token: str | None) -> Response:
    if token is not None:
        visitors.keep_token(answer, request, visitors.GUEST_COOKIE, token)
    return answer


async def _file(request: Request) -> bytes:
    """The file in a form that was sent; what is too large is cut off where that is sure."""
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > MOST_BODY:
                break
    except ClientDisconnect:  # nobody waits for the answer
        return b""
    kind = request.headers.get("content-type", "")
    if not kind.lower().startswith("multipart/form-data"):
        return body
    boundary = BOUNDARY.match(kind)
    return file_in(body, boundary[1].encode("latin-1")) if boundary else b""


def file_in(body: bytes, boundary: bytes) -> bytes:
    """The field ``file`` of a form as a browser sends it; empty if there is none. It costs no more than the body is long,
    whatever stands there."""
    for part in (b"\r\n" + body).split(b"\r\n--" + boundary, MOST_PARTS)[1:MOST_PARTS]:
        end = part.find(b"\r\n\r\n", 0, MOST_HEAD)
        if end >= 0 and FILE.search(part, 0, end):
            return part[end + 4 :]
    return b""


def _number(text: str | None, otherwise: int | None) -> int | None:
    """A whole number from 0 in an address or a form; what is none counts as not given."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else otherwise


def _in_short(answer: Response) -> Response:
    """The same refusal for a script, which needs no page."""
    return Response(status_code=answer.status_code)
