"""Who asks, and in which language: both are kept in cookies of the browser."""

import secrets
from typing import Any

from starlette.requests import HTTPConnection
from starlette.responses import Response

from tianxia.engine import i18n
from tianxia.tables.registry import Registry
from tianxia.tables.store import Guest
from tianxia.tables.views import GUEST

GUEST_COOKIE = "tianxia_guest"
LANG_COOKIE = "tianxia_lang"
TRIED_COOKIE = "tianxia_tried"
"""Shows that the browser keeps cookies at all."""
YEAR = 365 * 24 * 3600


def root_of(connection: HTTPConnection) -> str:
    """The path under which the site lies, without a slash at its end; empty if it has a name of its own."""
    return str(connection.scope.get("app_root_path", connection.scope.get("root_path", "")))


def lang_of(connection: HTTPConnection) -> str:
    """The language that was chosen on the page, else the one that the browser likes best."""
    chosen = connection.cookies.get(LANG_COOKIE)
    if chosen in i18n.languages():
        return chosen
    return i18n.negotiate(connection.headers.get("accept-language", ""))


async def guest_of(connection: HTTPConnection) -> Guest | None:
    """The guest whose browser this is; None if it has not played here yet."""
    token = connection.cookies.get(GUEST_COOKIE)
    registry: Registry = connection.app.state.registry
    return await registry.store.guest(token) if token else None


async def welcome(connection: HTTPConnection) -> tuple[Guest, str]:
    """A new guest with a name, and the token that its browser is to keep."""
    registry: Registry = connection.app.state.registry
    return await registry.welcome(GUEST.format(number=secrets.randbelow(900) + 100))


def keep(response: Response, connection: HTTPConnection, name: str, value: str) -> None:
    """Sets a cookie that scripts cannot read and other sites cannot send along."""
    settings: dict[str, Any] = {"httponly": True, "samesite": "lax", "secure": connection.url.scheme == "https"}
    response.set_cookie(name, value, max_age=YEAR, path=root_of(connection) + "/", **settings)
