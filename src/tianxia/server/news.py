"""Pages that keep themselves up to date: a stream of server-sent events that say "something has changed", and nothing else.

The page then asks for itself again (``static/live.js``), so whoever looks sees what it may see, and no more.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext, suppress

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from tianxia.server.limits import Limiter, address_of
from tianxia.server.visitors import accounts_of, session_of
from tianxia.tables.bell import Bell
from tianxia.tables.opened import Unreadable
from tianxia.tables.registry import Registry
from tianxia.tables.store import Session, StoreError
from tianxia.tables.table import Table

KEEP_ALIVE = 25.0  # seconds between two signs of life; proxies cut what is silent for a minute
PAUSE = 1.0  # seconds from one event to the next: a page is not asked for more often
OFTEN = 60.0  # ... and so often the lists of the lobby are, since whoever waits may have gone

Beat = Callable[[], Awaitable[None]]


async def lobby(request: Request) -> Response:
    """``GET /lobby/news``: an event whenever the lists of public games have changed, and now and then."""
    registry: Registry = request.app.state.registry
    return await stream(request, registry.lobby, again=OFTEN)


async def table(request: Request) -> Response:
    """``GET /table/{id}/news``: an event whenever somebody comes or goes before the game starts, and when it does."""
    registry: Registry = request.app.state.registry
    id = request.path_params["id"]
    with suppress(Unreadable):
        async with registry.visiting(id) as found:  # and for a while after it: until the stream begins
            if found is not None:
                return await _of_table(request, registry, found)
    return Response(status_code=204)  # the browser does not come back


async def _of_table(request: Request, registry: Registry, found: Table) -> Response:
    id = found.setup.id
    session = await session_of(request)
    here = session.person.id if session and any(seat.guest == session.person.id for seat in found.history.seats) else ""

    async def beat() -> None:
        if here:
            with suppress(StoreError):  # the next one may be noted
                await registry.store.wait(id)

    terms, history = found.setup.terms, found.history
    hears_on = here or (terms.onlookers and not terms.delay)  # others hear that it starts, and never that it is over
    return await stream(
        request, found.bell, beat, found.waited_for(here), session, ended=lambda: not hears_on and history.started
    )


async def stream(
    request: Request,
    bell: Bell,
    beat: Beat | None = None,
    here: AbstractContextManager[None] | None = None,
    session: Session | None = None,
    again: float = 0.0,
    ended: Callable[[], bool] = lambda: False,
) -> Response:
    """Events of a bell, from the count that the page names on; while it runs somebody is ``here``, with a ``beat``.

    Once it has ``ended`` whoever asks gets one event, the same at any time.
    """
    limiter: Limiter = request.app.state.limiter
    address = address_of(request)
    if limiter.sockets[address] >= limiter.limits.sockets:
        raise HTTPException(503)
    stopping: asyncio.Event = request.app.state.stopping
    hung_up = asyncio.Event()
    known = request.headers.get("last-event-id") or request.query_params.get("last", "")
    last = int(known) if known.isdecimal() and len(known) < 10 else -1

    async def events() -> AsyncIterator[str]:
        nonlocal last
        with limiter.line(address), accounts_of(request).line(session, hung_up.set), here or nullcontext():
            silent = 0.0
            if beat is not None:
                await beat()
            yield ": \n\n"
            while not (stopping.is_set() or hung_up.is_set()):
                if ended():
                    yield "data: changed\n\n"
                    return
                if await _first(bell.heard(last), stopping.wait(), hung_up.wait()):
                    if ended():
                        continue
                    silent, last = 0.0, bell.count
                    yield f"id: {last}\ndata: changed\n\n"
                    await _first(stopping.wait(), hung_up.wait(), seconds=PAUSE)
                    continue
                silent += KEEP_ALIVE
                if again and silent >= again:
                    silent = 0.0
                    yield f"id: {last}\ndata: again\n\n"
                    continue
                if beat is not None:
                    await beat()
                yield ": \n\n"

    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(events(), media_type="text/event-stream", headers=headers)


async def _first(*waits: Awaitable[object], seconds: float = KEEP_ALIVE) -> bool:
    """Whether one of these comes within some seconds."""
    tasks = [asyncio.ensure_future(wait) for wait in waits]
    try:
        done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        return bool(done)
    finally:
        for task in tasks:
            task.cancel()
