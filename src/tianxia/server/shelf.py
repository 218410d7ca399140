"""The start page: the games on their shelf, who the visitor is, its own games, and how those against bots ended."""

from collections.abc import Awaitable, Callable, Sequence

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

import tianxia
from tianxia.server import choices, listing, pages, public, tallies, turns, visitors
from tianxia.server.account import introduced
from tianxia.server.account_page import Wrong
from tianxia.server.boxes import Box, boxes
from tianxia.tables import lessons, names
from tianxia.tables.registry import Registry
from tianxia.tables.setup import Terms
from tianxia.tables.store import Person


async def show(request: Request) -> Response:
    """``GET /``: the games that can be played, and the visitor's own."""
    return await shelf(request, boxes(visitors.lang_of(request)))


async def shelf(
    request: Request, shown: Sequence[Box], status: int = 200, *, name: str | None = None, wrong_name: str = ""
) -> Response:
    """The start page with these boxes; with a name that somebody wrote and may not have, and why."""
    registry: Registry = request.app.state.registry
    lang = visitors.lang_of(request)
    guest = await visitors.person_of(request)
    summaries = await registry.games_of(guest) if guest else []
    mine = [listing.line(summary, guest, lang) for summary in summaries if guest]
    return pages.page(
        request,
        "start.html",
        status=status,
        boxes=shown,
        waiting=await public.lines(registry, await public.open_tables(registry), guest, lang),
        played={summary.game for summary in summaries},
        mine=[game for game in mine if not game.over],
        finished=[game for game in mine if game.over],
        asked=turns.asked(request, guest, summaries) if guest else [],
        tally=tallies.table(await registry.store.results.tallies(guest.id), lang) if guest else None,
        called=pages.called(guest, lang) if guest else "",
        name=pages.own_name(guest) if name is None else name,
        most_name=names.MOST,
        wrong_name=wrong_name,
    )


async def name(request: Request) -> Response:
    """``POST /name``: what a guest is called from now on, or the page again with why not; a new one is remembered."""
    sent = await pages.form(request)
    written = sent.get("name", "")
    try:
        names.checked(written, visitors.lang_of(request))
        if pages.keeps_none(request):
            return pages.tried(request)
        _, token = await introduced(request, sent)
    except names.BadName as bad:
        return await _nameless(request, written, Wrong(str(bad)))
    except Wrong as wrong:
        return await _nameless(request, written, wrong)
    answer = RedirectResponse(f"{visitors.root_of(request)}/", 303)
    if token is not None:
        visitors.keep_token(answer, request, visitors.GUEST_COOKIE, token)
    return answer


async def _nameless(request: Request, written: str, wrong: Wrong) -> Response:
    shown = boxes(visitors.lang_of(request))
    return await shelf(request, shown, wrong.status, name=written[: names.MOST], wrong_name=wrong.text)


async def teach(request: Request) -> Response:
    """``POST /guide``: a guided first game, at once."""
    registry: Registry = request.app.state.registry
    sent = await pages.form(request)
    name = sent.get("game", "")
    found = lessons.lesson(name) if name in tianxia.games.names() else None
    if found is None:
        return pages.lost(request, 400, pages.say(request, "There is no guided first game of that name."))
    lang, terms = visitors.lang_of(request), Terms(lesson=found.digest)

    async def begin(guest: Person) -> str:
        return await registry.create(name, found.options, found.seats(guest), lang, terms, seed=found.seed)

    return await _begun(request, begin)


async def play(request: Request) -> Response:
    """``POST /play``: a running game, at once, against bots or with several players at this screen."""
    registry: Registry = request.app.state.registry
    lang = visitors.lang_of(request)
    sent = await pages.form(request)
    try:
        chosen = choices.read(sent, lang)
    except choices.Unknown as unknown:
        return pages.lost(request, 400, str(unknown))
    except choices.Wrong as wrong:  # the box comes back as it was filled in
        return await shelf(request, boxes(lang, sent, str(wrong)), 400)

    async def begin(guest: Person) -> str:
        return await registry.create(chosen.game.id, chosen.options, chosen.seats(guest), lang)

    return await _begun(request, begin)


async def _begun(request: Request, begin: Callable[[Person], Awaitable[str]]) -> Response:
    """To a new table of the visitor's, who may be new as well."""
    if pages.keeps_none(request):
        return pages.tried(request)
    pages.count_game(request)
    guest, token = await visitors.person_of(request), None
    if guest is None:
        guest, token = await visitors.welcome(request)
    table = await begin(guest)
    answer = RedirectResponse(f"{visitors.root_of(request)}/table/{table}", 303)
    if token is not None:
        visitors.keep_token(answer, request, visitors.GUEST_COOKIE, token)
    return answer
