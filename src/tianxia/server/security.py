"""What every answer and every request has to do with safety: headers, origins, hosts."""

import ipaddress
import re
import secrets
from collections.abc import Collection
from urllib.parse import SplitResult, urlsplit

import structlog
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tianxia.engine import i18n
from tianxia.server.api.problems import is_api, refusal
from tianxia.server.limits import Limiter, address_of
from tianxia.server.visitors import lang_of
from tianxia.tables.metrics import REQUESTS

LOOPBACK = ("127.0.0.1", "localhost", "::1")
ANY = "*"
"""As the only allowed name: all of them."""

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
PORTS = {"http": 80, "https": 443}
NAMED = re.compile(r"([a-z0-9.-]+?)\.?(?::\d{1,5})?", re.ASCII)
"""A host that is a name and perhaps a port, with nothing that browsers might read otherwise."""


def host_of(connection: HTTPConnection) -> str:
    """Host and port as the browser named them."""
    return connection.headers.get("host", "")


def names_in(hosts: Collection[str]) -> frozenset[str]:
    """The names under which we answer, as they are compared."""
    return frozenset(name.lower().rstrip(".") for name in hosts)


def is_own_name(host: str, hosts: Collection[str]) -> bool:
    """Whether a host is literally one of the names under which we answer: not any name, and no address, which may be that of
    somebody else's machine. Only then may it be written to people who never came here."""
    found = NAMED.fullmatch(host.lower())
    return found is not None and found[1] in hosts and found[1] not in LOOPBACK and not is_address(found[1])


def parts_of(address: str) -> tuple[str, int | None]:
    """Name and port in an address that begins with ``//`` or a scheme; an empty name if it is none."""
    try:
        parts: SplitResult = urlsplit(address)
        return (parts.hostname or "").rstrip("."), parts.port or PORTS.get(parts.scheme)
    except ValueError:
        return "", None


def same_origin(connection: HTTPConnection) -> bool:
    """The request comes from one of our own pages. Browsers name the origin of every POST and every WebSocket.

    The scheme is left out: behind a proxy that speaks TLS we see http where the browser sees https. So is the port where
    a proxy may have dropped it or put its own there, but not beside another one, which is another program's.
    """
    name, port = parts_of(connection.headers.get("origin", ""))
    ours, our_port = parts_of("//" + host_of(connection))
    if not name or name != ours:
        return False
    # the browser's own word, which no page can forge; it knows the port that it sees, which may not be ours
    told = connection.headers.get("sec-fetch-site", "none")
    if told != "none":  # as it says where somebody loads a page anew, and not a page sends
        return told == "same-origin"
    return our_port in (port, None, *PORTS.values())


class Mounted:
    """ASGI middleware: the site lies under a path, whether the proxy in front takes that away or hands it on."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self.app = app
        self.root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; its path then begins with the root, as ASGI has it."""
        if scope["type"] in ("http", "websocket"):
            path = scope["path"]
            if path == self.root and scope["type"] == "http":
                await RedirectResponse(self.root + "/", 308)(scope, receive, send)
                return
            if not path.startswith(self.root + "/"):
                scope["path"] = self.root + path
            scope["root_path"] = self.root
        await self.app(scope, receive, send)


class Guard:
    """ASGI middleware: refuses foreign host names, foreign POSTs and what is too much; adds the security headers."""

    def __init__(self, app: ASGIApp, hosts: Collection[str], limiter: Limiter) -> None:
        self.app = app
        self.hosts = names_in(hosts)
        self.limiter = limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; sockets check their origin themselves, so that they can say why not."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        structlog.contextvars.bind_contextvars(request=(request := secrets.token_hex(4)))
        if scope["type"] == "websocket":
            if self._knows(connection):
                await self.app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["x-request-id"] = request
                REQUESTS.labels(scope["method"] if scope["method"] in METHODS else "other", message["status"]).inc()
                for name, value in security_headers(connection).items():
                    headers.setdefault(name, value)
            await send(message)

        if not self._knows(connection):
            name = parts_of("//" + host_of(connection))[0] or "NAME"
            text = f"Unknown host. Whoever runs this site can allow it: tianxia serve --allow-host {name}"
            await refusal(connection, 421, "host", text)(scope, receive, send_guarded)
        elif not (scope["method"] in ("GET", "HEAD", "OPTIONS") or is_program(connection) or same_origin(connection)):
            # programs have no origin, and are known by nothing that a browser sends by itself
            text = say(connection, "This request did not come from a page of this site, so it was not carried out.")
            await refusal(connection, 403, "origin", text)(scope, receive, send_guarded)
        elif not await self.limiter.work(address_of(connection), "page"):
            text = say(connection, "Too many requests from this address. Wait a few seconds.")
            await refusal(connection, 429, "limited", text, wait=5)(scope, receive, send_guarded)
        else:
            await self.app(scope, receive, send_guarded)

    def _knows(self, connection: HTTPConnection) -> bool:
        # a page of another site may point its own name at this machine; then the name is not ours. An address is no name
        name, _ = parts_of("//" + host_of(connection))
        return bool(name) and (ANY in self.hosts or name in self.hosts or is_address(name))


def is_program(connection: HTTPConnection) -> bool:
    """It is no browser: the interface for programs, or a mail program that ends letters with one click and is known by the
    secret of the address alone."""
    path = connection.scope["path"].removeprefix(connection.scope.get("root_path", ""))
    by_itself = not {"origin", "sec-fetch-site", "cookie"} & set(connection.headers)
    return is_api(connection) or (by_itself and path.startswith("/letters/"))


def say(connection: HTTPConnection, text: str) -> str:
    """A text in the visitor's language."""
    return i18n.translator(lang_of(connection)).gettext(text)


def is_address(name: str) -> bool:
    """An IP address, without brackets."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def security_headers(connection: HTTPConnection) -> dict[str, str]:
    """No script but our own files, no frames, no guessing of types; kept by no cache, unless the answer says otherwise."""
    host = host_of(connection)
    sockets = f" ws://{host} wss://{host}" if host and not set(host) & set(" ;,'\"") else ""
    policy = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "font-src": "'self'",
        "connect-src": f"'self'{sockets}",
        "manifest-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
    }
    return {
        "content-security-policy": "; ".join(f"{name} {value}" for name, value in policy.items()),
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=()",
    }
