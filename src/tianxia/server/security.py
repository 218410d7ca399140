"""What every answer and every request has to do with safety: headers, origins, hosts, rates."""

import time
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def host_of(connection: HTTPConnection) -> str:
    """Host and port as the browser named them."""
    return connection.headers.get("host", "")


def same_origin(connection: HTTPConnection) -> bool:
    """The request comes from one of our own pages. Browsers name the origin of every POST and every WebSocket.

    The scheme is left out: behind a proxy that speaks TLS we see http where the browser sees https.
    """
    _, _, origin = connection.headers.get("origin", "").partition("://")
    return bool(origin) and origin == host_of(connection)


class Bucket:
    """Lets ``rate`` frames a second through, and ``burst`` at once."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate, self.burst = rate, burst
        self._tokens = float(burst)
        self._at = time.monotonic()

    def take(self) -> bool:
        """Takes one token; False if there is none."""
        now = time.monotonic()
        self._tokens = min(self.burst, self._tokens + (now - self._at) * self.rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Guard:
    """ASGI middleware: refuses foreign host names and foreign POSTs, adds the security headers."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] | None = None) -> None:
        self.app = app
        self.hosts = hosts  # names under which we answer; None for any

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; sockets check their origin themselves, so that they can say why not."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        if scope["type"] == "websocket":
            if self._knows(connection):
                await self.app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in security_headers(connection).items():
                    headers.setdefault(name, value)
            await send(message)

        if not self._knows(connection):
            await PlainTextResponse("Unknown host.\n", 421)(scope, receive, send_guarded)
        elif scope["method"] not in ("GET", "HEAD", "OPTIONS") and not same_origin(connection):
            text = "This request did not come from a page of this site, so it was not carried out.\n"
            await PlainTextResponse(text, 403)(scope, receive, send_guarded)
        else:
            await self.app(scope, receive, send_guarded)

    def _knows(self, connection: HTTPConnection) -> bool:
        # a page of another site may point its own name at this machine; then the name is not ours
        try:
            name = urlsplit("//" + host_of(connection)).hostname
        except ValueError:
            return False
        return self.hosts is None or name in self.hosts


def security_headers(connection: HTTPConnection) -> dict[str, str]:
    """No script but our own files, no frames, no guessing of types."""
    host = host_of(connection)
    sockets = f" ws://{host} wss://{host}" if host and not set(host) & set(" ;,'\"") else ""
    policy = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "font-src": "'self'",
        "connect-src": f"'self'{sockets}",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
    }
    return {
        "content-security-policy": "; ".join(f"{name} {value}" for name, value in policy.items()),
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=()",
    }
