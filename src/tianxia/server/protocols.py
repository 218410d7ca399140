"""uvicorn's protocols with limits of their own: it waits for ever for the rest of a request, and for a reader.

What a page may take is bounded by three things: the time for a request to arrive, the time in which nothing of an
answer is taken, and the number of connections. Where there are too many, those that have asked for nothing yet go first.
"""

import asyncio
from asyncio.transports import BaseTransport
from typing import Any, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tianxia.server.limits import Limits

TABLES = 0.75
"""Share of all connections that may be open tables: the rest is for pages, and for who asks whether all is well."""


def let_go(transport: BaseTransport) -> None:
    """asyncio's transport refers to itself by a method of its own, and would lie about until all objects are looked through
    (``tables/garbage.py``). Without that it is freed at once."""
    getattr(transport, "__dict__", {}).pop("_read_ready_cb", None)


class Config(uvicorn.Config):
    """uvicorn's settings, and what the protocols here need."""

    def __init__(self, app: Any, limits: Limits, **settings: Any) -> None:
        super().__init__(app, http=Http, ws=Sockets, **settings)
        self.limits = limits


class Http(H11Protocol):
    """One connection over which a browser asks for pages."""

    config: Config
    _late: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come."""
        super().connection_made(transport)
        self._watch()
        most = self.config.limits.connections
        if len(self.connections) <= most:
            return
        here = [one for one in self.connections if not one.transport.is_closing()]
        if len(here) > most:
            waiting = (one for one in here if isinstance(one, Http) and one._late is not None)
            min(waiting, key=lambda one: cast(asyncio.TimerHandle, one._late).when(), default=self).transport.abort()

    def data_received(self, data: bytes) -> None:
        """A piece of a request, or several of them."""
        super().data_received(data)
        self._watch()

    def send_400_response(self, msg: str) -> None:
        """What came is no request. Where its head was one, whoever answers that already does it for nobody."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:  # it is answered already
            self.transport.close()

    def on_response_complete(self) -> None:
        """A request is answered; the next one may be here already."""
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._forget()
        super().connection_lost(exc)
        let_go(self.transport)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From now on the other protocol has the connection."""
        self._forget()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """What was sent is not taken."""
        super().pause_writing()
        self._stalled = self.loop.call_later(self.config.limits.stall, self.transport.abort)

    def resume_writing(self) -> None:
        """It is."""
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()

    def _watch(self) -> None:
        """A request that is not whole has a limited time, however often a byte of it comes."""
        if self.transport.get_protocol() is not self:
            return  # it was a request for a socket, which the other protocol has now
        kept_alive = self.timeout_keep_alive_task is not None  # between two requests uvicorn's own timer runs
        state = self.conn.their_state
        if state is h11.SEND_BODY or (state is h11.IDLE and not kept_alive):
            if self._late is None and not self.transport.is_closing():
                self._late = self.loop.call_later(self.config.limits.request, self.transport.abort)
        elif self._late is not None:
            self._late.cancel()
            self._late = None

    def _forget(self) -> None:
        for timer in (self._late, self._stalled):
            if timer is not None:
                timer.cancel()
        self._late = self._stalled = None


class Sockets(WebSocketsSansIOProtocol):
    """One connection of a table page."""

    config: Config
    _stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        """A request for a socket, which was read already."""
        super().connection_made(transport)
        most = TABLES * self.config.limits.connections
        if len(self.connections) > most and sum(isinstance(one, Sockets) for one in self.connections) > most:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._resume()
        super().connection_lost(exc)
        let_go(self.transport)

    async def send(self, message: Any) -> None:
        """uvicorn closes a connection that answered no ping; what is still to be sent then has nobody to take it."""
        if self.close_sent and message["type"] == "websocket.send":
            raise ClientDisconnected
        await super().send(message)

    def pause_writing(self) -> None:
        """What was sent is not taken."""
        super().pause_writing()
        self._stalled = self.loop.call_later(self.config.limits.stall, self.transport.abort)

    def resume_writing(self) -> None:
        """It is."""
        super().resume_writing()
        self._resume()

    def _resume(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
