"""Who asks, and in which language: both are kept in cookies of the browser.

A guest and an account have a cookie each. So whoever logs in on a screen with a guest's games can take these over, and who
logs out finds them as they were.
"""

import secrets
from typing import Any

from msgspec.structs import replace
from starlette.requests import HTTPConnection
from starlette.responses import Response

from tianxia.engine import i18n
from tianxia.tables.accounts import Accounts, Banned, Taken
from tianxia.tables.store import Person, Session
from tianxia.tables.views import GUEST

GUEST_COOKIE = "tianxia_guest"
ACCOUNT_COOKIE = "tianxia_account"
LANG_COOKIE = "tianxia_lang"
TRIED_COOKIE = "tianxia_tried"
"""Shows that the browser keeps cookies at all."""
HOST = "__Host-"
"""Browsers take a cookie that begins so only over TLS, for the whole site, and from this very host."""
YEAR = 365 * 24 * 3600
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "Chrom": "Chrome",
    "CriOS/": "Chrome",
    "Safari/": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}
"""By what a browser's word of itself contains; the first that fits counts, since many name others too."""


def root_of(connection: HTTPConnection) -> str:
    """The path under which the site lies, without a slash at its end; empty if it has a name of its own."""
    return str(connection.scope.get("app_root_path", connection.scope.get("root_path", "")))


def lang_of(connection: HTTPConnection) -> str:
    """The language that the address names, else that chosen on the page, else the one that the browser likes best."""
    for chosen in (connection.query_params.get("lang"), connection.cookies.get(LANG_COOKIE)):
        if chosen in i18n.languages():
            return chosen
    return i18n.negotiate(connection.headers.get("accept-language", ""))


def browser_of(connection: HTTPConnection) -> str:
    """The browser in few words, as its owner knows it; empty if it does not say."""
    told = connection.headers.get("user-agent", "")
    found = [next((name for part, name in names.items() if part in told), "") for names in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found))


def accounts_of(connection: HTTPConnection) -> Accounts:
    """Those of this server."""
    found: Accounts = connection.app.state.accounts
    return found


async def session_of(connection: HTTPConnection) -> Session | None:
    """The browser that asks: that of an account, else of a guest; None if nobody is known in it. Asked for once a request.

    Raises ``Banned`` for whom the operator keeps out.
    """
    if not hasattr(connection.state, "session"):
        connection.state.session = await account_session(connection) or await guest_session(connection)
    found: Session | None = connection.state.session
    if found is not None and found.person.banned:
        raise Banned
    return found


async def person_of(connection: HTTPConnection) -> Person | None:
    """Whose browser this is; None if nobody has played here yet."""
    found = await session_of(connection)
    return found.person if found else None


async def account_session(connection: HTTPConnection) -> Session | None:
    """The session of an account; None if nobody is logged in."""
    token = connection.cookies.get(kept_as(connection, ACCOUNT_COOKIE))
    found = await accounts_of(connection).session(token) if token else None
    return found if found and found.person.account else None


async def guest_session(connection: HTTPConnection) -> Session | None:
    """The session of the guest who has played in this browser, also while somebody is logged in."""
    # by the plain name too, as earlier versions kept it; that of an account never has it where it could be forged
    names = (kept_as(connection, GUEST_COOKIE), GUEST_COOKIE)
    token = next((connection.cookies[name] for name in names if name in connection.cookies), "")
    found = await accounts_of(connection).session(token) if token else None
    return None if found is None or found.person.account else found


async def welcome(connection: HTTPConnection, name: str = "") -> tuple[Person, str]:
    """A new guest, by name or number, and the token that its browser is to keep."""
    called = name or GUEST.format(number=secrets.randbelow(900) + 100)
    return await accounts_of(connection).welcome(called, browser_of(connection))


async def call(connection: HTTPConnection, name: str) -> tuple[Person, str | None]:
    """Whoever asks is called by this checked name from now on; with the token of a new guest. Raises ``accounts.Taken``."""
    person = await person_of(connection)
    if person is not None:
        await accounts_of(connection).rename(person, name)
        return replace(person, name=name), None
    if await accounts_of(connection).is_taken(name):
        raise Taken(name)
    return await welcome(connection, name)


def kept_as(connection: HTTPConnection, name: str) -> str:
    """What a cookie that tells who somebody is is called in the browser."""
    return HOST + name if _secure(connection) and not root_of(connection) else name


def keep(response: Response, connection: HTTPConnection, name: str, value: str, age: int = YEAR) -> None:
    """Sets a cookie that scripts cannot read and other sites cannot send along, for some seconds."""
    response.set_cookie(name, value, max_age=age, **_settings(connection))


def keep_token(response: Response, connection: HTTPConnection, name: str, token: str, age: int = YEAR) -> None:
    """Sets a cookie by which somebody is known."""
    keep(response, connection, kept_as(connection, name), token, age)


def drop_token(response: Response, connection: HTTPConnection, name: str) -> None:
    """Takes such a cookie away, under both of its names."""
    for kept in {name, kept_as(connection, name)} & connection.cookies.keys():
        response.set_cookie(kept, "", max_age=0, **_settings(connection))


def _settings(connection: HTTPConnection) -> dict[str, Any]:
    return {
        "httponly": True,
        "samesite": "lax",
        "secure": _secure(connection),
        "path": root_of(connection) + "/",
    }


def _secure(connection: HTTPConnection) -> bool:
    return connection.url.scheme in ("https", "wss")
