"""What the page of the account says about notices."""

from typing import NamedTuple

from starlette.requests import Request

from tianxia.server.notices.notifier import Notifier
from tianxia.tables.registry import Registry
from tianxia.tables.store import Session


class Shown(NamedTuple):
    """What can be chosen, and what was. ``fresh`` is the secret of a webhook, just after it was made."""

    key: str = ""  # the public one of the site; empty if there is no web push here, or nobody to be told
    on: bool = False  # this browser is told
    webhooks: bool = False
    hook: str = ""
    fresh: str = ""
    letters: bool = False
    address: str = ""  # for letters
    confirmed: bool = False


async def shown(request: Request, here: Session | None, fresh: str = "") -> Shown:
    """What the page shows to a session."""
    notifier: Notifier = request.app.state.notifier
    registry: Registry = request.app.state.registry
    if here is None:
        return Shown()
    found = await registry.store.subscriptions.of(here.person.id)
    mail = next((one for one in found if one.is_mail), None)
    return Shown(
        letters=notifier.letters and here.person.account,
        address=mail.endpoint if mail else "",
        confirmed=bool(mail and mail.key),
        key=notifier.push.public if notifier.push else "",
        on=any(one.session == here.id for one in found),
        webhooks=notifier.webhooks and here.person.account,
        hook=next((one.endpoint for one in found if one.is_hook), ""),
        fresh=fresh,
    )
