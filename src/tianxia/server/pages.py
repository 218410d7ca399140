"""The pages that the server draws: the shelf of games, the frame of a table, the rules, and what to do when lost."""

import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

import tianxia
from tianxia.engine import i18n
from tianxia.server import choices, rulebook, visitors
from tianxia.server.boxes import Box, box, boxes, level_names
from tianxia.tables.house import House, Refurnished, Unreadable
from tianxia.tables.store import Guest, Seat, Summary
from tianxia.tables.table import Table
from tianxia.tables.views import bot_name

FORM_LIMIT = 4096

TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=select_autoescape(),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def linked(text: str) -> Markup:
    """A rule's text with the numbers of other rules as links: all of them stand on the same page."""
    return Markup(rulebook.NUMBER.sub(r'<a href="#\g<0>">\g<0></a>', str(escape(text))))


TEMPLATES.filters["linked"] = linked


def page(request: Request, template: str, *, status: int = 200, **values: Any) -> HTMLResponse:
    """A page in the visitor's language. ``_`` translates in templates."""
    lang = visitors.lang_of(request)
    speak = i18n.translator(lang)
    text = TEMPLATES.get_template(template).render(
        lang=lang,
        languages=i18n.languages(),
        path=request.url.path if request.method == "GET" else "/",
        _=speak.gettext,
        plural=speak.ngettext,
        **values,
    )
    # who sees what depends on cookies and languages, and no page may be shown from a cache after it has changed
    return HTMLResponse(text, status, {"cache-control": "no-store", "vary": "cookie, accept-language"})


def say(request: Request, text: str) -> str:
    """A text in the visitor's language."""
    return i18n.translator(visitors.lang_of(request)).gettext(text)


async def start(request: Request) -> Response:
    """``GET /``: the games that can be played, and the visitor's own."""
    return await shelf(request, boxes(visitors.lang_of(request)))


async def shelf(request: Request, shown: Sequence[Box], *, status: int = 200) -> Response:
    """The start page with these boxes."""
    house: House = request.app.state.house
    lang = visitors.lang_of(request)
    guest = await visitors.guest_of(request)
    running = [summary for summary in await house.games_of(guest) if not summary.over]
    # a newer version may have stored games that this one does not know
    mine = [line(game, guest.id, lang) for game in running if guest and game.game in tianxia.games.names()]
    return page(request, "start.html", status=status, boxes=shown, levels=level_names(lang), mine=mine)


def line(summary: Summary, guest: str, lang: str) -> dict[str, Any]:
    """One of a guest's games, as the start page lists it."""
    rivals = [seat for seat in summary.seats if seat.guest != guest]
    return {
        "id": summary.id,
        "title": tianxia.load(summary.game).title,
        "rivals": [seat.name for seat in rivals if not seat.bot] + bots_in_words(rivals, lang),
        "own": len(summary.seats) - len(rivals),
        "cover": f"/static/covers/{summary.game}.svg",
        "played": summary.played,
    }


def bots_in_words(seats: Sequence[Seat], lang: str) -> list[str]:
    """One bot by its name; of several how many there are."""
    levels = [seat.bot for seat in seats if seat.bot]
    if len(levels) < 2:
        return [bot_name(level, lang) for level in levels]
    counted = i18n.translator(lang).ngettext("{count} bot", "{count} bots", len(levels))
    return [counted.format(count=len(levels))]


async def play(request: Request) -> Response:
    """``POST /play``: a running game, at once, against bots or with several players at this screen."""
    house: House = request.app.state.house
    lang = visitors.lang_of(request)
    sent = await form(request)
    try:
        chosen = choices.read(sent, lang)
    except choices.Unknown as unknown:
        return lost(request, 400, str(unknown))
    except choices.Wrong as wrong:  # the box comes back as it was filled in
        return await shelf(request, boxes(lang, sent, str(wrong)), status=400)
    guest, token = await visitors.guest_of(request), None
    if guest is None and not request.cookies and "text/html" in request.headers.get("accept", ""):
        return tried(request)
    if guest is None:
        guest, token = await visitors.welcome(request)
    table = await house.create(chosen.game.id, chosen.options, chosen.seats(guest), lang)
    answer = RedirectResponse(f"/table/{table}", 303)
    if token is not None:
        visitors.keep(answer, request, visitors.GUEST_COOKIE, token)
    return answer


def tried(request: Request) -> Response:
    """A browser without any cookie is to send the form once more with one: else the game would be nobody's."""
    if request.query_params:
        told = say(
            request, "One cookie is needed to know you at the table, and your browser keeps none: allow it, then play."
        )
        return lost(request, 400, told)
    answer = RedirectResponse("?again=yes", 307)
    visitors.keep(answer, request, visitors.TRIED_COOKIE, "yes")
    return answer


async def table(request: Request) -> Response:
    """``GET /table/{id}``: the frame in which the table page's own script draws."""
    house: House = request.app.state.house
    try:
        found = await house.open(request.path_params["id"])
    except Refurnished:
        told = say(
            request, "This game began with another map or deck than the one in use now. With that one it goes on."
        )
        return lost(request, 409, told)
    except Unreadable:
        return lost(request, 500, say(request, "This game does not fit this version of the program. It is kept."))
    if found is None:
        return lost(request, 404, say(request, "There is no such table. The address may be mistyped."))
    house.left(found)  # nobody is at the table until the page connects
    lang = visitors.lang_of(request)
    guest = await visitors.guest_of(request)
    return page(
        request,
        "table.html",
        table=found.setup.id,
        box=box(found.setup.game, lang),
        texts=as_data(i18n.texts(lang, "web")),
        glossary=as_data(found.course.game.glossary(lang)),
        seats=seats_at_screen(found, guest),
        over=found.course.over,
        preparing=house.thinkers.preparing,
    )


def as_data(told: Mapping[str, Any]) -> Markup:
    """Something as JSON that stands in a page and ends no script; empty if there is nothing of it."""
    return Markup(json.dumps(told, ensure_ascii=False).replace("<", "\\u003c") if told else "")


def seats_at_screen(table: Table, guest: Guest | None) -> list[int]:
    """The seats that the guest's screen is passed between, the one that is asked first; none for who has one seat."""
    own = table.setup.seats_of(guest.id if guest else None)
    asked = table.seat_of(guest.id if guest else None)
    return [seat for seat in own if seat == asked] + [seat for seat in own if seat != asked] if len(own) > 1 else []


async def rules(request: Request) -> Response:
    """``GET /rules/{game}``: the rules in our own words, by section and number."""
    game = request.path_params["game"]
    if game not in tianxia.games.names():
        return lost(request, 404, say(request, "There is no game of that name."))
    lang = visitors.lang_of(request)
    about: Box = box(game, lang)
    cards = tianxia.load(game).glossary(lang)
    return page(request, "rules.html", box=about, sections=rulebook.sections(game, lang), cards=cards)


async def language(request: Request) -> Response:
    """``POST /language``: from now on in this language, on the page where the visitor was."""
    choice = await form(request)
    back = choice.get("back", "/")
    local = back.startswith("/") and not back.startswith(("//", "/\\"))
    answer = RedirectResponse(back if local else "/", 303)
    if choice.get("lang") in i18n.languages():
        visitors.keep(answer, request, visitors.LANG_COOKIE, choice["lang"])
    return answer


async def health(request: Request) -> Response:
    """``GET /health``: the server answers and its store does."""
    house: House = request.app.state.house
    await house.store.guest("")
    return JSONResponse({"ok": True, "version": tianxia.__version__})


async def form(request: Request) -> dict[str, str]:
    """The fields of a small form; empty if it is too large or no form."""
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > FORM_LIMIT:
                return {}
    except ClientDisconnect:  # nobody waits for the answer
        return {}
    return dict(parse_qsl(body.decode(errors="replace")))


def lost(request: Request, status: int, what: str) -> Response:
    """A page for who came to the wrong place: what is wrong and what to do."""
    return page(request, "message.html", status=status, title=what)


async def _wrong(request: Request, _error: Exception, *, status: int, what: str) -> Response:
    return lost(request, status, say(request, what))


NOT_FOUND = partial(_wrong, status=404, what="There is no such page.")
NOT_ALLOWED = partial(_wrong, status=405, what="This address does not take such a request.")
FAILED = partial(_wrong, status=500, what="The program failed here. Your games are stored; nothing is lost.")
