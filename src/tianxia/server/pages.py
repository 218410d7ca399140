"""The pages that the server draws: how one is made; the frame of a table, the rules, and what to do when lost."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

import tianxia
from tianxia.engine import i18n
from tianxia.server import howto, rulebook, visitors
from tianxia.server.boxes import Box, box, figures
from tianxia.server.limits import Limiter, address_of
from tianxia.tables import views
from tianxia.tables.onlookers import admits
from tianxia.tables.opened import AssetMismatch, Unreadable
from tianxia.tables.registry import Registry
from tianxia.tables.rows import Seat, seats_of
from tianxia.tables.store import Glance, Person, StoreError

FORM_LIMIT = 4096

TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=select_autoescape(),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def linked(text: str, page: str = "") -> Markup:
    """A rule's text with the numbers of other rules as links: into the page of the rules, on which they may stand."""
    return Markup(rulebook.NUMBER.sub(rf'<a href="{page}#\g<0>">\g<0></a>', str(escape(text))))


def marked(text: str, page: str = "") -> Markup:
    """A text that tells how to play: its terms as such, its numbers as links into the rules."""
    return Markup(howto.TERM.sub(r"<dfn>\1</dfn>", str(linked(text, page))))


TEMPLATES.filters["linked"] = linked
TEMPLATES.filters["marked"] = marked


def page(request: Request, template: str, *, status: int = 200, **values: Any) -> HTMLResponse:
    """A page in the visitor's language. ``_`` translates in templates."""
    lang = visitors.lang_of(request)
    speak = i18n.translator(lang)
    text = TEMPLATES.get_template(template).render(
        lang=lang,
        languages=i18n.languages(),
        root=visitors.root_of(request),
        me=getattr(request.state, "session", None),
        path=request.url.path if request.method == "GET" else visitors.root_of(request) + "/",
        _=speak.gettext,
        plural=speak.ngettext,
        **values,
    )
    # who sees what depends on cookies and languages, and no page may be shown from a cache after it has changed
    return HTMLResponse(text, status, {"cache-control": "no-store", "vary": "cookie, accept-language"})


def say(request: Request, text: str) -> str:
    """A text in the visitor's language."""
    return i18n.translator(visitors.lang_of(request)).gettext(text)


def count_game(request: Request) -> None:
    """Counts a new game of this address; raises HTTPException 429 where that is too many."""
    limiter: Limiter = request.app.state.limiter
    if not limiter.games[address_of(request)].take():
        raise HTTPException(429)


def keeps_none(request: Request) -> bool:
    """A browser that has no cookie of ours yet, or never keeps one."""
    return not request.cookies and "text/html" in request.headers.get("accept", "")


def tried(request: Request) -> Response:
    """Such a browser is to send the form once more with a cookie: else the game, or the account, would be nobody's."""
    if request.query_params:
        told = say(
            request, "One cookie is needed to know you at the table, and your browser keeps none: allow it, then play."
        )
        return lost(request, 400, told)
    answer = RedirectResponse("?again=yes", 307)
    visitors.keep(answer, request, visitors.TRIED_COOKIE, "yes")
    return answer


async def table(request: Request) -> Response:
    """``GET /table/{id}``: the frame in which the table page's own script draws; the game is loaded when that connects."""
    found = await glanced(request)
    return found if isinstance(found, Response) else await framed(request, found)


async def glanced(request: Request) -> Glance | Response:
    """The game of the address without its rows, or what to say where there is none that can be opened."""
    registry: Registry = request.app.state.registry
    try:
        found = await registry.glance(request.path_params["id"])
    except AssetMismatch:
        told = say(
            request, "This game began with another map or deck than the one in use now. With that one it goes on."
        )
        return lost(request, 409, told)
    except Unreadable:
        return unreadable(request)
    return no_table(request) if found is None else found


async def framed(request: Request, found: Glance, *, replayed: bool = False) -> Response:
    """The frame of a table, or of the replay of its game."""
    registry: Registry = request.app.state.registry
    lang = visitors.lang_of(request)
    guest = await visitors.person_of(request)
    if not admits(found.setup, found.seats, guest.id if guest else None):
        return lost(request, 403, say(request, "This table is closed to onlookers."))
    known = await registry.store.results.profiled([found.setup.id])
    return page(
        request,
        "table.html",
        profiles=list(dict.fromkeys(known[seat.guest] for seat in found.seats if seat.guest in known)),
        table=found.setup.id,
        box=box(found.setup.game, lang),
        texts=as_data(i18n.texts(lang, "web")),
        glossary=as_data(tianxia.load(found.setup.game, **found.setup.options).glossary(lang)),
        terms=as_data([term._asdict() for term in howto.terms(found.setup.game, lang)]),
        seats=[] if replayed else seats_at_screen(found, guest),
        own=seats_of(found.seats, guest.id if guest else None),
        replayed=replayed,
        over=found.over,
        preparing=registry.bot_pool.preparing,
    )


def called(guest: Person, lang: str) -> str:
    """The name of somebody, in the reader's language as long as it is one of ours."""
    return views.called(Seat(guest.name), lang)


def own_name(person: Person | None) -> str:
    """The name that somebody has chosen; empty for who is called guest and a number."""
    ours = person is None or any(called(person, lang) != person.name for lang in i18n.languages())
    return "" if ours or person is None else person.name


def as_data(told: Mapping[str, Any] | Sequence[Any]) -> Markup:
    """Something as JSON that stands in a page and ends no script; empty if there is nothing of it."""
    return Markup(json.dumps(told, ensure_ascii=False).replace("<", "\\u003c") if told else "")


def seats_at_screen(seen: Glance, guest: Person | None) -> list[int]:
    """The seats that the guest's screen is passed between, the one that is asked first; none for who has one seat."""
    own = seats_of(seen.seats, guest.id if guest else None)
    asked = seen.standing.to_act if seen.standing else ()
    return sorted(own, key=lambda seat: (seat not in asked, seat)) if len(own) > 1 else []


async def rules(request: Request) -> Response:
    """``GET /rules/{game}``: the rules in our own words, by section and number."""
    game = request.path_params["game"]
    if game not in tianxia.games.names():
        return lost(request, 404, say(request, "There is no game of that name."))
    lang = visitors.lang_of(request)
    with suppress(StoreError):  # the rules are there without it
        await visitors.person_of(request)
    about: Box = box(game, lang)
    cards = tianxia.load(game).glossary(lang)
    return page(request, "rules.html", box=about, sections=rulebook.sections(game, lang), cards=cards)


async def how_to_play(request: Request) -> Response:
    """``GET /how-to-play/{game}``: the aim, a turn and what one must know, with figures, before the rules by number."""
    game = request.path_params["game"]
    if game not in tianxia.games.names():
        return lost(request, 404, say(request, "There is no game of that name."))
    lang = visitors.lang_of(request)
    if not (parts := howto.parts(game, lang)):
        return RedirectResponse(f"{visitors.root_of(request)}/rules/{game}", 303)
    with suppress(StoreError):  # it is there without it
        await visitors.person_of(request)
    return page(
        request,
        "howto.html",
        box=box(game, lang),
        figures=figures(game),
        parts={part.name: part for part in parts},
        must_know=[part for part in parts if part.name not in (howto.AIM, howto.TURN, howto.WORDS)],
        texts=as_data(i18n.texts(lang, "web")),
        glossary=as_data(tianxia.load(game).glossary(lang)),
    )


async def language(request: Request) -> Response:
    """``POST /language``: from now on in this language, on the page where the visitor was."""
    choice = await form(request)
    back = choice.get("back", "")
    local = back.startswith("/") and not back.startswith(("//", "/\\"))
    answer = RedirectResponse(back if local else visitors.root_of(request) + "/", 303)
    if choice.get("lang") in i18n.languages():
        visitors.keep(answer, request, visitors.LANG_COOKIE, choice["lang"])
    return answer


async def form(request: Request, limit: int = FORM_LIMIT) -> dict[str, str]:
    """The fields of a small form; empty if it is too large (in bytes) or no form."""
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > limit:
                return {}
    except ClientDisconnect:  # nobody waits for the answer
        return {}
    return dict(parse_qsl(body.decode(errors="replace")))


def lost(request: Request, status: int, what: str, table: str = "") -> Response:
    """A page for who came to the wrong place: what is wrong and what to do, where to a table if one is named."""
    return page(request, "message.html", status=status, title=what, table=table)


def unreadable(request: Request) -> Response:
    """A page for who came to a game that can't be opened."""
    return lost(request, 500, say(request, "This game does not fit this version of the program. It is kept."))


def no_table(request: Request) -> Response:
    """A page for who came to a table that there is not, or that is not theirs."""
    return lost(request, 404, say(request, "There is no such table. It was closed, or the address is mistyped."))


async def _wrong(request: Request, _error: Exception, *, status: int, what: str) -> Response:
    return lost(request, status, say(request, what))


NOT_FOUND = partial(_wrong, status=404, what="There is no such page.")
NOT_ALLOWED = partial(_wrong, status=405, what="This address does not take such a request.")
TOO_MANY = partial(_wrong, status=429, what="Too many games begun from this address. Wait a minute, then try again.")
FAILED = partial(_wrong, status=500, what="The program failed here. Your games are stored; nothing is lost.")
BANNED = partial(_wrong, status=403, what="You cannot play here any more. Whoever runs this site has closed it to you.")
NOT_STORED = partial(
    _wrong, status=503, what="Nothing can be stored here at the moment, so nothing was changed. Please try again later."
)
