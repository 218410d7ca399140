"""What the forms do that stand on the page of an account."""

import time
import unicodedata
from collections.abc import Awaitable, Callable, Mapping

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tianxia.engine import i18n
from tianxia.server import pages, visitors
from tianxia.server.account_page import MOST_LABEL, Wrong, how_long, hushed, page
from tianxia.server.api.calls import SCOPES
from tianxia.server.limits import Limiter, address_of
from tianxia.server.visitors import ACCOUNT_COOKIE, GUEST_COOKIE, accounts_of
from tianxia.tables import accounts, names
from tianxia.tables.refused import Refused
from tianxia.tables.registry import Registry
from tianxia.tables.store import Conflict, Person, Session

FORM_LIMIT = 16_384
"""Bytes: two passwords of the longest kind, written as forms write them."""
MOST_NAME = 100
"""Characters of a name that is looked for; none is so long."""
FRESH = 600.0
"""Seconds after a log-in for which nobody is asked to log in anew."""
TAKEN = i18n.translator(i18n.DEFAULT).gettext("That name is taken, or too much like one that is: choose another.")


async def show(request: Request) -> Response:
    """``GET /account``: the account of who is logged in; for others log-in and registration."""
    return await page(request)


async def act(request: Request) -> Response:
    """``POST /account/{act}``: carries a form of that page out, or shows it again with what is wrong."""
    name = request.path_params["act"]
    if name not in ACTS:
        return pages.lost(request, 404, pages.say(request, "There is no such page."))
    return await carried_out(request, name, ACTS[name])


async def carried_out(request: Request, name: str, form: "Form") -> Response:
    """What a form of the page does, or the page again with what is wrong."""
    sent = await pages.form(request, FORM_LIMIT)
    try:
        return await form(request, sent)
    except Wrong as wrong:
        return await page(request, name, wrong, sent)
    except names.BadName as bad:
        return await page(request, name, Wrong(str(bad)), sent)
    except accounts.Taken:
        return await page(request, name, Wrong(pages.say(request, TAKEN), 409), sent)
    except accounts.WrongPassword:
        text = pages.say(request, "Name and password do not match.")
        if name not in ("login", "renew"):
            text = pages.say(request, "This is not your password.")
        return await page(request, name, Wrong(text, 403), sent)
    except accounts.OneTime:
        text = pages.say(request, "This password was for one time. Write it once more, and choose one of your own.")
        return await page(request, "renew", Wrong(text, 403), sent)
    except accounts.Linked:
        text = pages.say(
            request, "It belongs to another account here, or another one of this provider belongs to yours."
        )
        return await page(request, name, Wrong(text, 409), sent)
    except accounts.Banned:
        text = pages.say(request, "You cannot play here any more. Whoever runs this site has closed it to you.")
        return await page(request, name, Wrong(text, 403), sent)
    except accounts.Busy:
        text = pages.say(request, "Too many people are logging in at this moment. Try again in a few seconds.")
        return await page(request, name, Wrong(text, 429), sent)


# -- the forms ----------------------------------------------------------------------------------------------------------


async def _name(request: Request, sent: Mapping[str, str]) -> Response:
    limit(request)
    name = names.checked(sent.get("name", ""), visitors.lang_of(request))
    if pages.keeps_none(request):
        return pages.tried(request)
    _, token = await visitors.call(request, name)
    answer = to(request, "name")
    if token is not None:
        visitors.keep_token(answer, request, GUEST_COOKIE, token)
    return answer


async def _register(request: Request, sent: Mapping[str, str]) -> Response:
    if await visitors.account_session(request):
        return to(request)
    if pages.keeps_none(request):
        return pages.tried(request)
    limit(request)
    name = names.checked(sent.get("name", ""), visitors.lang_of(request))
    password = _new_password(request, sent)
    return await register(request, name, password)


async def register(request: Request, name: str, known_by: str | tuple[str, str]) -> Response:
    """Makes an account of who asks, known by a password or by an identity; see ``Accounts.register``."""
    guest = await visitors.guest_session(request)
    token = await accounts_of(request).register(
        guest.person if guest else None, name, known_by, visitors.browser_of(request)
    )
    answer = to(request, "registered")
    visitors.keep_token(answer, request, ACCOUNT_COOKIE, token)
    visitors.drop_token(answer, request, GUEST_COOKIE)
    return answer


async def _log_in(request: Request, sent: Mapping[str, str]) -> Response:
    if pages.keeps_none(request):
        return pages.tried(request)
    name = sent.get("name", "")[:MOST_NAME]
    limit(request, name)
    token = await accounts_of(request).log_in(name, _password(sent), visitors.browser_of(request))
    return await come_in(request, token)


async def _renew(request: Request, sent: Mapping[str, str]) -> Response:
    if pages.keeps_none(request):
        return pages.tried(request)
    name = sent.get("name", "")[:MOST_NAME]
    limit(request, name)
    new = _new_password(request, sent, "new")
    if new == _password(sent):
        raise Wrong(
            pages.say(request, "This password was for one time. Write it once more, and choose one of your own.")
        )
    return await come_in(
        request, await accounts_of(request).log_in(name, _password(sent), visitors.browser_of(request), new)
    )


async def come_in(request: Request, token: str) -> Response:
    """Somebody has logged in: to the start page, or to the games of a guest that can be taken over."""
    registry: Registry = request.app.state.registry
    if before := await visitors.account_session(request):
        await accounts_of(request).end(before.person, before.id)
    guest = await visitors.guest_session(request)
    claimable = guest is not None and bool(await registry.games_of(guest.person))
    answer = to(request) if claimable else RedirectResponse(f"{visitors.root_of(request)}/", 303)
    visitors.keep_token(answer, request, ACCOUNT_COOKIE, token)
    return answer


async def _log_out(request: Request, _sent: Mapping[str, str]) -> Response:
    if here := await visitors.account_session(request):
        await accounts_of(request).end(here.person, here.id)
    answer = to(request, "logout")
    visitors.drop_token(answer, request, ACCOUNT_COOKIE)
    return answer


async def _change_password(request: Request, sent: Mapping[str, str]) -> Response:
    here = await logged_in(request)
    password = _new_password(request, sent, "new")
    await confirm(request, here, sent)
    token = await accounts_of(request).change_password(here.person, password, visitors.browser_of(request))
    answer = to(request, "password")
    visitors.keep_token(answer, request, ACCOUNT_COOKIE, token)
    return answer


async def _end(request: Request, sent: Mapping[str, str]) -> Response:
    here = await logged_in(request)
    if "session" not in sent:
        await accounts_of(request).end_others(here)
        return to(request, "others")
    if sent["session"] == here.id:
        return await _log_out(request, sent)
    await accounts_of(request).end(here.person, sent["session"])
    return to(request, "sessions")


async def _claim(request: Request, _sent: Mapping[str, str]) -> Response:
    here, guest = await logged_in(request), await visitors.guest_session(request)
    if guest is None:
        return to(request)
    await accounts_of(request).claim(guest.person, here.person)
    answer = to(request, "claim")
    visitors.drop_token(answer, request, GUEST_COOKIE)
    return answer


async def _profile(request: Request, sent: Mapping[str, str]) -> Response:
    here = await logged_in(request)
    registry: Registry = request.app.state.registry
    await registry.store.people.hide(here.person.id, sent.get("shown") != "yes")
    return to(request, "profile")


async def _token(request: Request, sent: Mapping[str, str]) -> Response:
    here = await logged_in(request)
    limit(request)
    name = label_of(sent.get("label", ""))
    scopes = frozenset(str(scope) for scope in SCOPES if scope in sent)
    if not (name and scopes):
        raise Wrong(pages.say(request, "Give the token a name, and choose what it is good for."))
    try:
        fresh = await accounts_of(request).new_token(here.person, name, scopes)
    except Conflict:
        told = pages.say(request, "The account has as many tokens as it may have: revoke one of them first.")
        raise Wrong(told, 409) from None
    return await page(request, fresh=fresh)


def label_of(written: str) -> str:
    """The name of a token as it is stored: one line of what can be seen."""
    shown = "".join(letter if letter.isprintable() else " " for letter in unicodedata.normalize("NFC", written))
    return " ".join(shown.split())[:MOST_LABEL].strip()


async def _revoke(request: Request, sent: Mapping[str, str]) -> Response:
    here = await logged_in(request)
    await accounts_of(request).revoke(here.person, sent.get("token", ""))
    return to(request, "revoke")


async def _program(request: Request, _sent: Mapping[str, str]) -> Response:
    here = await logged_in(request)
    if not await accounts_of(request).become_program(here.person):
        raise Wrong(pages.say(request, "This account has games: register another one for your program."), 409)
    return to(request, "program")


async def _delete(request: Request, sent: Mapping[str, str]) -> Response:
    here = await logged_in(request)
    await confirm(request, here, sent)
    try:
        await accounts_of(request).delete(here.person, visitors.lang_of(request))
    except Refused as refused:  # a running game cannot be given up now
        raise Wrong(refused.reason, 503) from refused
    answer = to(request, "delete")
    visitors.drop_token(answer, request, ACCOUNT_COOKIE)
    return answer


async def _hear(request: Request, sent: Mapping[str, str]) -> Response:
    registry: Registry = request.app.state.registry
    if (me := await visitors.person_of(request)) is not None:
        for other, one in await hushed(request, me):
            if one.key == sent.get("person"):
                await registry.store.messages.hush(me.id, other, "")
    return to(request, "hear")


Form = Callable[[Request, Mapping[str, str]], Awaitable[Response]]
ACTS: Mapping[str, Form] = {
    "name": _name,
    "register": _register,
    "login": _log_in,
    "renew": _renew,
    "logout": _log_out,
    "password": _change_password,
    "sessions": _end,
    "claim": _claim,
    "profile": _profile,
    "token": _token,
    "revoke": _revoke,
    "program": _program,
    "delete": _delete,
    "hear": _hear,
}


# -- what they share ----------------------------------------------------------------------------------------------------


def to(request: Request, told: str = "") -> RedirectResponse:
    """Back to the page, which says what was done."""
    return RedirectResponse(f"{visitors.root_of(request)}/account{'?told=' + told if told else ''}", 303)


async def introduced(request: Request, sent: Mapping[str, str]) -> tuple[Person, str | None]:
    """Whoever sits down with others, under the name that it wrote if it wrote another one, and the token of a new guest.

    An account keeps its name. Raises ``Wrong``.
    """
    lang, person = visitors.lang_of(request), await visitors.person_of(request)
    name = sent.get("name", "").strip()
    if person is not None and (person.account or name in ("", person.name, pages.called(person, lang))):
        return person, None
    limit(request)
    if not name:
        return await visitors.welcome(request)
    try:
        return await visitors.call(request, names.checked(name, lang))
    except names.BadName as bad:
        raise Wrong(str(bad)) from bad
    except accounts.Taken as taken:
        raise Wrong(pages.say(request, TAKEN), 409) from taken


async def logged_in(request: Request) -> Session:
    """The session of who is logged in; raises ``Wrong``."""
    if here := await visitors.account_session(request):
        return here
    raise Wrong(pages.say(request, "You are not logged in any more. Log in, then try again."), 403)


async def confirm(request: Request, here: Session, sent: Mapping[str, str]) -> None:
    """It is really whose account it is: it knows the password, or has just come from the provider if there is none. Raises
    ``Wrong``, ``WrongPassword``."""
    limit(request, here.person.name)
    if await accounts_of(request).has_password(here.person):
        await accounts_of(request).confirm(here.person, _password(sent))
    elif time.time() - here.created > FRESH:
        raise Wrong(pages.say(request, "For this you have to log in anew, not more than ten minutes ago."), 403)


def _password(sent: Mapping[str, str]) -> str:
    return sent.get("password", "")


def _new_password(request: Request, sent: Mapping[str, str], field: str = "password") -> str:
    password = sent.get(field, "")
    if not accounts.LEAST <= len(password) <= accounts.MOST:
        raise Wrong(how_long(visitors.lang_of(request)))
    return password


def limit(request: Request, account: str = "") -> None:
    """Counts a try of this address, and for an account if a password is tried; raises ``Wrong`` where that is too many."""
    limiter: Limiter = request.app.state.limiter
    if not limiter.entries[address_of(request)].take():
        raise Wrong(pages.say(request, "Too many tries from this address. Wait a minute, then try again."), 429)
    if account and not limiter.guesses[names.key_of(account)].take():
        raise Wrong(pages.say(request, "Too many tries for this name. Wait a minute, then try again."), 429)
