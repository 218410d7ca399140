"""Accounts that are known elsewhere too: to the OpenID provider of this site and back, and what becomes of that here."""

import secrets
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import quote

import structlog
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tianxia.engine import i18n
from tianxia.server import account, pages, visitors
from tianxia.server.account_page import Wrong
from tianxia.server.registration import ProviderError, Registration, Unconfirmed
from tianxia.server.visitors import accounts_of
from tianxia.tables import names
from tianxia.tables.accounts import Linked, Taken, new_token
from tianxia.tables.identities import MINUTES, Errand, Identities

if TYPE_CHECKING:
    from tianxia.server.openid import OpenId

LOG = structlog.get_logger("tianxia.openid")
COOKIE = "tianxia_errand"
PATH = "/account/openid"
STALE = i18n.translator(i18n.DEFAULT).gettext(
    "This log-in has taken too long, or was begun in another browser or tab. Begin it again."
)


def provider(registration: Registration | None) -> "OpenId | None":
    """The provider, if there is one; what is needed to speak with it is loaded only then."""
    if registration is None:
        return None
    from tianxia.server.openid import OpenId

    return OpenId(registration)


async def send(request: Request) -> Response:
    """``POST /account/openid``: sends the browser to the provider, to log in or to link the account that is logged in."""
    return await account.carried_out(request, "openid", _send)


async def come_back(request: Request) -> Response:
    """``GET /account/openid``: the provider has sent the browser back, with a code or with what went wrong."""
    return await account.carried_out(request, "openid", _come_back)


async def unlink(request: Request) -> Response:
    """``POST /account/openid/unlink``: the account is from now on known by its password only."""
    return await account.carried_out(request, "openid", _unlink)


async def name(request: Request) -> Response:
    """``/account/openid/name``: somebody new chooses a name, which makes the account."""
    openid, state = _openid(request), _kept(request)
    errand = await _identities(request).errand(state)
    if errand is None or errand.subject is None or errand.issuer != openid.issuer:
        return account.to(request)
    chosen, status, told = errand.name or "", 200, ""
    if request.method == "POST":
        chosen = (await pages.form(request)).get("name", "")
        try:
            account.limit(request)
            checked = names.checked(chosen, visitors.lang_of(request))
            answer = await account.register(request, checked, (errand.issuer, errand.subject))
        except names.BadName as bad:
            status, told = 400, str(bad)
        except Taken:
            status, told = 409, pages.say(request, account.TAKEN)
        except Wrong as wrong:
            status, told = wrong.status, wrong.text
        except Linked:  # sent twice: the account is there
            return account.to(request)
        else:
            await _identities(request).meet(state)
            visitors.drop_token(answer, request, COOKIE)
            return answer
    values = {"openid": openid.label, "sent": chosen[: account.MOST_NAME], "most_name": names.MOST}
    texts = {"act": "openid", "wrong_text": told, "how_long": "", "least": 0, "most": 0}
    return pages.page(request, "newcomer.html", status=status, **values, **texts)


async def _send(request: Request, sent: Mapping[str, str]) -> Response:
    openid = _openid(request)
    if pages.keeps_none(request):
        return pages.tried(request)
    account.limit(request)
    here = await visitors.account_session(request)
    linked = here is not None and openid.issuer in await _identities(request).issuers_of(here.person.id)
    if here is not None and not linked:
        await account.confirm(request, here, sent)
    state, nonce, verifier = new_token(), new_token(), secrets.token_urlsafe(48)
    try:
        address = await openid.address(
            _back(request), state, nonce, verifier, visitors.lang_of(request), prompt="login" if linked else ""
        )
    except ProviderError as error:
        raise _failed(request, error) from error
    person = here.person.id if here else None
    await _identities(request).send(state, Errand(issuer=openid.issuer, nonce=nonce, verifier=verifier, person=person))
    # a page that goes on by itself: where a form leads to another site, some browsers do not follow
    answer = pages.page(request, "leaving.html", openid=openid.label, address=address)
    answer.headers["refresh"] = f"0; url={quote(address, safe=':/?&=%#+~!$()*,;@[]')}"
    visitors.keep_token(answer, request, COOKIE, state, 60 * MINUTES)
    return answer


async def _come_back(request: Request, _sent: Mapping[str, str]) -> Response:
    openid, told = _openid(request), request.query_params
    account.limit(request)
    state = told.get("state", "")
    if not (state and secrets.compare_digest(state.encode(), _kept(request).encode())):
        raise Wrong(pages.say(request, STALE))
    errand = await _identities(request).meet(state)
    if errand is None or errand.issuer != openid.issuer or not (errand.nonce and errand.verifier):
        raise Wrong(pages.say(request, STALE))
    if told.get("error") == "access_denied":
        text = pages.say(request, "You were not logged in: {name} was not to tell us who you are.")
        raise Wrong(text.format(name=openid.label))
    try:
        if "error" in told or not told.get("code"):
            raise Unconfirmed("it sends no code")
        claims = await openid.claims(told["code"], told.get("iss"), _back(request), errand.nonce, errand.verifier)
    except ProviderError as error:
        raise _failed(request, error) from error
    except Unconfirmed as error:
        LOG.warning("unconfirmed", issuer=openid.issuer, reason=str(error))
        text = pages.say(request, "{name} has not confirmed who you are. Begin the log-in again.")
        raise Wrong(text.format(name=openid.label), 403) from error
    identity = (openid.issuer, claims.subject)
    if errand.person is not None:
        return await _known(request, errand.person, identity)
    return await _arrived(request, identity, claims.names)


async def _known(request: Request, person: str, identity: tuple[str, str]) -> Response:
    """The account that was logged in when this began is linked; or was, and has logged in anew."""
    here = await account.logged_in(request)
    if here.person.id != person:
        raise Wrong(pages.say(request, STALE))
    found = await _identities(request).find(*identity)
    if found is None:
        await accounts_of(request).link(here.person, *identity)
    elif found.id != person:
        raise Linked
    token = await accounts_of(request).log_in_as(here.person, visitors.browser_of(request))
    await accounts_of(request).end(here.person, here.id)
    answer = account.to(request, "again" if found else "linked")
    visitors.keep_token(answer, request, visitors.ACCOUNT_COOKIE, token)
    visitors.drop_token(answer, request, COOKIE)
    return answer


async def _arrived(request: Request, identity: tuple[str, str], called: tuple[str, ...]) -> Response:
    """Somebody logs in; or is new here, and gets an account by one of these names or is asked for another one."""
    if found := await _identities(request).find(*identity):
        token = await accounts_of(request).log_in_as(found, visitors.browser_of(request))
        answer = await account.come_in(request, token)
        visitors.drop_token(answer, request, COOKIE)
        return answer
    for one in called:
        with suppress(names.BadName, Taken):
            answer = await account.register(request, names.checked(one, visitors.lang_of(request)), identity)
            visitors.drop_token(answer, request, COOKIE)
            return answer
    issuer, subject = identity
    state, proposed = new_token(), next((one.partition("@")[0][: names.MOST] for one in called), "")
    await _identities(request).send(state, Errand(issuer=issuer, subject=subject, name=proposed))
    answer = RedirectResponse(f"{visitors.root_of(request)}{PATH}/name", 303)
    visitors.keep_token(answer, request, COOKIE, state, 60 * MINUTES)
    return answer


async def _unlink(request: Request, sent: Mapping[str, str]) -> Response:
    openid, here = _openid(request), await account.logged_in(request)
    if not await accounts_of(request).has_password(here.person):
        raise Wrong(pages.say(request, "Set a password first: without one you could not log in any more."), 409)
    await account.confirm(request, here, sent)
    await _identities(request).unlink(here.person.id, openid.issuer)
    return account.to(request, "unlinked")


def _openid(request: Request) -> "OpenId":
    """The provider of this site; raises ``HTTPException`` 404 if it has none."""
    found: OpenId | None = request.app.state.openid
    if found is None:
        raise HTTPException(404)
    return found


def _identities(request: Request) -> Identities:
    found: Identities = request.app.state.registry.store.identities
    return found


def _kept(request: Request) -> str:
    return request.cookies.get(visitors.kept_as(request, COOKIE), "")


def _back(request: Request) -> str:
    """The address of this site to which the provider sends people, as their browsers name it."""
    return f"{request.url.scheme}://{request.headers['host']}{visitors.root_of(request)}{PATH}"


def _failed(request: Request, error: Exception) -> Wrong:
    LOG.error("no provider", reason=str(error))
    text = pages.say(request, "{name} cannot be reached at the moment. Try again later.")
    return Wrong(text.format(name=request.app.state.openid.label), 502)
