"""What a person may choose on the page of the account: whether this browser is told, and a webhook."""

from collections.abc import Awaitable, Callable, Mapping

from starlette.requests import Request
from starlette.responses import Response

from tianxia.server import pages, visitors
from tianxia.server.account import FORM_LIMIT, limit, logged_in, to
from tianxia.server.account_page import Wrong, page
from tianxia.server.notices import mail
from tianxia.server.notices.messages import check_browser
from tianxia.server.notices.notifier import Notifier
from tianxia.server.notices.outgoing import Forbidden
from tianxia.server.security import host_of, is_own_name
from tianxia.tables.accounts import new_token
from tianxia.tables.registry import Registry
from tianxia.tables.store import Conflict


async def act(request: Request) -> Response:
    """``POST /account/notices/{act}``: carries one of these forms out, or shows the page again with what is wrong."""
    name = request.path_params["act"]
    if name not in ACTS:
        return pages.lost(request, 404, pages.say(request, "There is no such page."))
    sent = await pages.form(request, FORM_LIMIT)
    try:
        return await ACTS[name](request, sent)
    except Wrong as wrong:
        return await page(request, name, wrong, sent)


async def _browser(request: Request, sent: Mapping[str, str]) -> Response:
    notifier: Notifier = request.app.state.notifier
    registry: Registry = request.app.state.registry
    here = await visitors.session_of(request)
    if here is None or notifier.push is None:
        raise Wrong(pages.say(request, "This browser could not be noted."), 403)
    limit(request)
    endpoint, key, secret = (sent.get(name, "") for name in ("endpoint", "key", "secret"))
    try:
        notifier.outgoing.checked(endpoint)
        check_browser(key, secret)
        lang = visitors.lang_of(request)
        await registry.store.subscriptions.add_browser(here, endpoint, key, secret, site_of(request), lang)
    except (Forbidden, ValueError) as error:
        raise Wrong(pages.say(request, "This browser could not be noted.")) from error
    except Conflict as error:
        told = pages.say(request, "So many browsers of yours are told already: log one of them out first.")
        raise Wrong(told, 409) from error
    return to(request, "browser")


async def _quiet(request: Request, _sent: Mapping[str, str]) -> Response:
    registry: Registry = request.app.state.registry
    if (here := await visitors.session_of(request)) is not None:
        await registry.store.subscriptions.leave(here.id)
    return to(request, "quiet")


async def _webhook(request: Request, sent: Mapping[str, str]) -> Response:
    notifier: Notifier = request.app.state.notifier
    registry: Registry = request.app.state.registry
    here = await logged_in(request)
    endpoint = sent.get("endpoint", "").strip()
    if not endpoint:
        await registry.store.subscriptions.end_hook(here.person.id)
        return to(request, "quiet")
    if not notifier.webhooks:
        raise Wrong(pages.say(request, "Whoever runs this site does not allow that."), 403)
    limit(request)
    try:
        notifier.outgoing.checked(endpoint)
    except Forbidden as error:
        told = pages.say(request, "The address should begin with https:// and be one of the internet.")
        raise Wrong(told) from error
    secret = new_token()
    await registry.store.subscriptions.set_hook(
        here.person.id, endpoint, secret, site_of(request), visitors.lang_of(request)
    )
    return await page(request, secret=secret)


async def _mail(request: Request, sent: Mapping[str, str]) -> Response:
    notifier: Notifier = request.app.state.notifier
    registry: Registry = request.app.state.registry
    here = await logged_in(request)
    address = sent.get("address", "").strip()
    if not address:
        await registry.store.subscriptions.leave_mail(here.person.id)
        return to(request, "quiet")
    if not notifier.letters:
        raise Wrong(pages.say(request, "Whoever runs this site does not allow that."), 403)
    if not is_own_name(
        host_of(request), request.app.state.hosts
    ):  # a stranger could have it lead to a machine of theirs
        told = pages.say(
            request, "Letters can be asked for only under the name of this site. Whoever runs it can set that."
        )
        raise Wrong(told, 403)
    limit(request)
    if not mail.is_address(address):
        raise Wrong(pages.say(request, "This is no e-mail address."))
    if not notifier.may_write(here.person.id):
        raise Wrong(pages.say(request, "So many letters were sent already: try again in an hour."), 429)
    try:
        noted = await registry.store.subscriptions.set_mail(
            here.person.id, address, new_token(), site_of(request), visitors.lang_of(request)
        )
    except Conflict as error:
        told = pages.say(request, "This address was asked within the last day, or its owner wants no letters.")
        raise Wrong(told, 409) from error
    if not await notifier.ask(noted):
        await registry.store.subscriptions.not_asked(noted)
        raise Wrong(pages.say(request, "The letter could not be sent. Try again later."), 503)
    return to(request, "letter")


def site_of(request: Request) -> str:
    """The address of the start page, as the visitor knows it."""
    return f"{request.url.scheme}://{request.url.netloc}{visitors.root_of(request)}/"


ACTS: Mapping[str, Callable[[Request, Mapping[str, str]], Awaitable[Response]]] = {
    "browser": _browser,
    "quiet": _quiet,
    "webhook": _webhook,
    "mail": _mail,
}
