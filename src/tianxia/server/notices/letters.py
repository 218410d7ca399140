"""The address that stands in a letter: there whoever has it says that the address is theirs, or that no more should come."""

from starlette.requests import Request
from starlette.responses import Response

from tianxia.server import pages
from tianxia.server.limits import address_of
from tianxia.tables.registry import Registry

ONE_CLICK = "List-Unsubscribe"
"""What a mail program sends that ends it without a page (RFC 8058)."""


async def show(request: Request) -> Response:
    """``GET /letters/{secret}``: what can be said; that it is asked for changes nothing, since mail programs look ahead."""
    registry: Registry = request.app.state.registry
    found = await registry.store.subscriptions.mail(request.path_params["secret"])
    if found is None:
        return _none(request)
    return pages.page(request, "letters.html", secret=found.secret, address=found.endpoint, confirmed=bool(found.key))


async def say(request: Request) -> Response:
    """``POST /letters/{secret}``: ``confirm`` or ``end``, or what a mail program sends."""
    registry: Registry = request.app.state.registry
    sent = await pages.form(request)
    if not request.app.state.limiter.entries[address_of(request)].take():
        return pages.lost(
            request, 429, pages.say(request, "Too many tries from this address. Wait a minute, then try again.")
        )
    mail, secret = registry.store.subscriptions, request.path_params["secret"]
    if await mail.mail(secret) is None:
        return _none(request)
    if sent.get("say") == "confirm":
        await mail.confirm_mail(secret)
        return pages.lost(request, 200, pages.say(request, "This address is told now when it is your turn."))
    if sent.get("say") == "end" or ONE_CLICK in sent:
        await mail.end_mail(secret)
        return pages.lost(request, 200, pages.say(request, "No more letters come."))
    return pages.lost(request, 400, pages.say(request, "There is no such page."))


def _none(request: Request) -> Response:
    return pages.lost(request, 404, pages.say(request, "No letters are sent by this link any more."))
