"""The page of an account, or the one on which guests are named, log in and register, as it is shown."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from babel.dates import format_datetime
from starlette.requests import Request
from starlette.responses import Response

from tianxia.engine import i18n
from tianxia.server import pages, visitors
from tianxia.server.api.calls import Allowed
from tianxia.server.listing import ago
from tianxia.server.notices.shown import shown
from tianxia.server.visitors import accounts_of
from tianxia.tables import accounts, names
from tianxia.tables.people import digest
from tianxia.tables.registry import Registry
from tianxia.tables.store import Person, Session, Token

MOST_LABEL = 40
"""Characters of the name of a token."""
SLOW = {"retry-after": "20"}


class Line(NamedTuple):
    """A browser in the list of somebody's."""

    id: str
    browser: str
    since: str
    seen: str
    here: bool


class Hushed(NamedTuple):
    """Somebody who is not read."""

    key: str  # by which the form names it: ids of people stay here
    name: str
    blocked: bool


class TokenLine(NamedTuple):
    """A token in the list of somebody's."""

    id: str
    name: str
    scopes: str
    since: str
    seen: str  # empty if it was not used yet


class Wrong(Exception):
    """A form that was not carried out, and why."""

    def __init__(self, text: str, status: int = 400) -> None:
        super().__init__(text)
        self.text, self.status = text, status


async def page(
    request: Request,
    act: str = "",
    wrong: Wrong | None = None,
    sent: Mapping[str, str] | None = None,
    *,
    fresh: str = "",
    secret: str = "",
) -> Response:
    """The page, with what is wrong with one of its forms; passwords that were sent do not come back. A fresh token, or the
    secret of a webhook, is shown this once."""
    registry: Registry = request.app.state.registry
    here, lang = await visitors.session_of(request), visitors.lang_of(request)
    guest = await visitors.guest_session(request)
    values = {
        "act": act,
        "wrong_text": wrong.text if wrong else "",
        "sent": (sent or {}).get("name", ""),
        "told": told(request.query_params.get("told", ""), lang),
        "most_name": names.MOST,
        "how_long": how_long(lang),
        "least": accounts.LEAST,
        "most": accounts.MOST,
        "openid": provider.label if (provider := request.app.state.openid) else "",
        "notices": await shown(request, here, secret),
        "hushed": [one for _, one in await hushed(request, here.person)] if here else [],
    }
    if here is not None and here.person.account:
        found = await accounts_of(request).sessions_of(here.person)
        values["person"], values["browsers"] = here.person, [line(one, here, lang) for one in found]
        values["tokens"] = [token_line(one, lang) for one in await accounts_of(request).tokens_of(here.person)]
        values["scopes"], values["most_label"], values["fresh"] = scopes_in_words(lang), MOST_LABEL, fresh
        values["has_password"] = await accounts_of(request).has_password(here.person)
        values["linked"] = provider is not None and (
            provider.issuer in await registry.store.identities.issuers_of(here.person.id)
        )
        values["playing"] = bool(await registry.games_of(here.person))
        values["claimable"] = len(await registry.games_of(guest.person)) if guest else 0
        values["hidden"] = await registry.store.people.is_hidden(here.person.id)
        template = "account.html"
    else:
        values["called"] = pages.called(guest.person, lang) if guest else ""
        template = "enter.html"
    answer = pages.page(request, template, status=wrong.status if wrong else 200, **values)
    if wrong and wrong.status == 429:
        answer.headers.update(SLOW)
    return answer


def told(what: str, lang: str) -> str:
    """What was done, after it was."""
    say = i18n.translator(lang).gettext
    return {
        "name": say("The name is changed."),
        "registered": say("You have an account now. All your games are in it."),
        "password": say("The password is changed. Every other browser is logged out."),
        "linked": say("You can log in like that from now on."),
        "again": say("It is noted that you have just logged in."),
        "unlinked": say("You log in with your password only from now on."),
        "sessions": say("That browser is logged out."),
        "others": say("Every other browser is logged out."),
        "profile": say("It is noted who may see your profile."),
        "claim": say("The games are in your account now."),
        "revoke": say("The token is revoked."),
        "program": say("This is a bot account now."),
        "logout": say("You are logged out."),
        "delete": say("The account is deleted."),
        "hear": say("You read them again."),
        "browser": say("This browser is told now when it is your turn."),
        "letter": say("A letter was sent there: it asks whether the address is yours."),
        "quiet": say("It is not told any more."),
    }.get(what, "")


def line(session: Session, here: Session, lang: str) -> Line:
    """A browser in words."""
    say = i18n.translator(lang).gettext
    since = datetime.fromtimestamp(session.created, UTC).astimezone()
    return Line(
        id=session.id,
        browser=session.browser or say("a browser"),
        since=format_datetime(since, "d MMM y, HH:mm", locale=lang),
        seen=ago(session.seen, lang),
        here=session.id == here.id,
    )


def scopes_in_words(lang: str) -> dict[Allowed, str]:
    """What a token may be good for."""
    say = i18n.translator(lang).gettext
    return {
        "read": say("See your games as your seats see them"),
        "play": say("Begin games and play them; sees them too"),
    }


def token_line(token: Token, lang: str) -> TokenLine:
    """A token in words."""
    since = datetime.fromtimestamp(token.created, UTC).astimezone()
    return TokenLine(
        id=token.id,
        name=token.name,
        scopes=", ".join(sorted(token.scopes)),
        since=format_datetime(since, "d MMM y, HH:mm", locale=lang),
        seen=ago(token.seen, lang) if token.seen else "",
    )


def how_long(lang: str) -> str:
    """How long a password has to be, in words."""
    said = i18n.translator(lang).ngettext(
        "At least {count} letter, digit or sign, at most {most}.",
        "At least {count} letters, digits or signs, at most {most}.",
        accounts.LEAST,
    )
    return said.format(count=accounts.LEAST, most=accounts.MOST)


async def hushed(request: Request, person: Person) -> list[tuple[str, Hushed]]:
    """Whom somebody does not read, by id."""
    registry: Registry = request.app.state.registry
    lang = visitors.lang_of(request)
    return [
        (other, Hushed(digest(other)[:16], pages.called(Person(other, name), lang), how == "block"))
        for other, name, how in await registry.store.messages.hushed_by_name(person.id)
    ]
