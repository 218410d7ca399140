"""The table before its game starts: who has come, who may still come, and what each of them can do."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tianxia import bots
from tianxia.bots import house
from tianxia.engine import i18n
from tianxia.server import invitation, pages, visitors
from tianxia.server.account import introduced
from tianxia.server.account_page import Wrong
from tianxia.server.boxes import LEVEL, box
from tianxia.server.public import options_of
from tianxia.tables import names, seating, time_control
from tianxia.tables.opened import Unreadable
from tianxia.tables.refused import Refused
from tianxia.tables.registry import Registry
from tianxia.tables.rows import EMPTY, Seat, empty_seats
from tianxia.tables.store import Glance, Person
from tianxia.tables.table import Table
from tianxia.tables.views import called


class Place(NamedTuple):
    """A seat of the table, in words."""

    number: int
    side: str  # empty where it is drawn by lot
    name: str  # empty if nobody sits there
    kept_for: str  # whose it is in a rematch
    bot: bool
    own: bool
    host: bool
    here: bool
    profile: str  # whose it is that everybody sees; empty if there is none


async def table(request: Request) -> Response | None:
    """The page of the table that is asked for, as long as its game has not started; None after that."""
    registry: Registry = request.app.state.registry
    id = request.path_params["id"]
    with suppress(Unreadable):  # its own page tells
        seen = await registry.glance(id)
        if seen is not None and not seen.started:
            async with registry.visiting(id) as found:
                if found is not None and not found.history.started:
                    return await room(request, found)
    return None


async def room(
    request: Request, found: Table, wrong: str = "", status: int = 200, sent: Mapping[str, str] | None = None
) -> Response:
    """The page of a table that has not started, with what is wrong with a form that was sent."""
    registry: Registry = request.app.state.registry
    lang, person = visitors.lang_of(request), await visitors.person_of(request)
    now, setup = found.history.now, found.setup
    kept = await registry.kept_for(Glance(setup, now.seats, over=False, standing=None, started=False))
    places = places_of(found, person, kept, lang, await registry.store.results.profiled([setup.id]))
    own = any(place.own for place in places)
    free = empty_seats(now.seats)
    mine = [seat for seat in free if person and kept.get(seat, EMPTY).guest == person.id]
    link = invitation.address(request, f"{visitors.root_of(request)}/table/{setup.id}")
    host = next((place for place in places if place.host), None)
    return pages.page(
        request,
        "waiting.html",
        status=status,
        table=setup.id,
        box=box(setup.game, lang),
        news=f"{visitors.root_of(request)}/table/{setup.id}/news?last={found.bell.count}",
        places=places,
        taken=len(places) - len(free),
        free=len(free),
        own=own,
        hosting=person is not None and now.host == person.id,
        host=host.name if host else "",
        may_join=not own and (bool(mine) if kept else bool(free)),
        rematch=bool(kept),
        terms=setup.terms,
        options=options_of(setup, lang),
        clock=time_control.called(setup.terms.clock, lang),
        time=time_control.in_words(setup.terms.clock, lang) if setup.terms.clock else "",
        link=link,
        code=invitation.drawn(link),
        only_here=invitation.is_local(request) and not request.app.state.lan,
        level=(sent or {}).get("level", LEVEL),
        person=person,
        name=(sent or {}).get("name", pages.own_name(person)),
        most_name=names.MOST,
        wrong=wrong,
    )


def places_of(
    found: Table, person: Person | None, kept: Mapping[int, Seat], lang: str, known: Mapping[str, str]
) -> list[Place]:
    """The seats in words; whoever looks is here. ``known`` are the names of those who have a profile, by person."""
    now, here = found.history.now, found.here
    sides = [i18n.translator(lang).gettext(side) for side in found.game.notes.SEAT_TITLES]
    me = person.id if person else ""
    return [
        Place(
            number=seat,
            side="" if found.setup.terms.lot else sides[seat],
            name=called(sitter, lang) if sitter != EMPTY else "",
            kept_for=called(kept[seat], lang) if sitter == EMPTY and seat in kept and kept[seat].guest else "",
            bot=sitter.bot is not None,
            own=sitter.guest is not None and sitter.guest == me,
            host=sitter.guest is not None and sitter.guest == now.host,
            here=sitter.guest is not None and (sitter.guest == me or sitter.guest in here),
            profile=known.get(sitter.guest or "", ""),
        )
        for seat, sitter in enumerate(now.seats)
    ]


async def act(request: Request) -> Response:
    """``POST /table/{id}/{act}``: one of the things that can be done before the game starts."""
    name, id = request.path_params["act"], request.path_params["id"]
    if name not in ACTS:
        return pages.lost(request, 404, pages.say(request, "There is no such page."))
    sent = await pages.form(request)
    try:
        try:
            return await ACTS[name](request, id, sent)
        except Wrong as wrong:
            return await _again(request, id, wrong.text, wrong.status, sent)
        except Refused as refused:
            return await _refused(request, id, refused, sent)
    except Unreadable:  # also where it was only to be shown again
        return pages.unreadable(request)


async def _refused(request: Request, id: str, refused: Refused, sent: Mapping[str, str]) -> Response:
    return await _again(request, id, refused.reason, 403 if refused.code == "foreign" else 409, sent)


async def _again(request: Request, id: str, text: str, status: int, sent: Mapping[str, str]) -> Response:
    """The page of the table with what is wrong; one that says only that, where the game has started."""
    registry: Registry = request.app.state.registry
    async with registry.visiting(id) as found:
        if found is None:
            return pages.no_table(request)
        if found.history.started:
            return pages.lost(request, status, text, id)
        return await room(request, found, text, status, sent)


async def _join(request: Request, id: str, sent: Mapping[str, str]) -> Response:
    """Takes a seat, under the name that is written there."""
    if pages.keeps_none(request):
        return pages.tried(request)
    registry: Registry = request.app.state.registry
    seen = await registry.glance(id)
    if seen is None:
        return pages.no_table(request)
    if seen.started:
        raise Refused("over", pages.say(request, "This game has begun already."))
    person, token = await introduced(request, sent)
    answer = _back(request, id)
    try:
        await registry.sit(id, person, visitors.lang_of(request), _seat(sent))
    except Refused as refused:
        answer = await _refused(request, id, refused, sent)
    if token is not None:
        visitors.keep_token(answer, request, visitors.GUEST_COOKIE, token)
    return answer


async def _leave(request: Request, id: str, sent: Mapping[str, str]) -> Response:
    lang = visitors.lang_of(request)
    await _arrange(request, id, seating.rise(await _me(request), lang))
    return RedirectResponse(f"{visitors.root_of(request)}/", 303)


async def _bots(request: Request, id: str, sent: Mapping[str, str]) -> Response:
    """A bot into one seat, or into all that are free; then the game starts."""
    lang, level = visitors.lang_of(request), sent.get("level", LEVEL)
    registry: Registry = request.app.state.registry
    seen = await registry.glance(id)
    if seen is not None and level not in (bots.LEVELS if seen.setup.terms.rated else house.offered(seen.setup.game)):
        raise Wrong(pages.say(request, "There is no such game or level."))
    return await _arrange(request, id, seating.seat_bots(await _me(request), level, lang, _seat(sent)))


async def _clear(request: Request, id: str, sent: Mapping[str, str]) -> Response:
    seat = _seat(sent)
    return await _arrange(
        request, id, seating.clear(await _me(request), -1 if seat is None else seat, visitors.lang_of(request))
    )


async def _close(request: Request, id: str, sent: Mapping[str, str]) -> Response:
    await _arrange(request, id, seating.close(await _me(request), visitors.lang_of(request)))
    return RedirectResponse(f"{visitors.root_of(request)}/", 303)


async def _rematch(request: Request, id: str, sent: Mapping[str, str]) -> Response:
    """A game that is over, once more with the same people: at a table that waits for them; against bots of any level."""
    level = sent.get("level", "")
    registry: Registry = request.app.state.registry
    seen = await registry.glance(id)
    if level and seen is not None and level not in house.offered(seen.setup.game):
        raise Wrong(pages.say(request, "There is no such game or level."))
    person = await visitors.person_of(request) or Person("", "")
    pages.count_game(request)
    return _back(request, await registry.rematch(id, person, visitors.lang_of(request), level))


Act = Callable[[Request, str, Mapping[str, str]], Awaitable[Response]]
ACTS: Mapping[str, Act] = {
    "join": _join,
    "leave": _leave,
    "bots": _bots,
    "clear": _clear,
    "close": _close,
    "rematch": _rematch,
}


async def _me(request: Request) -> str:
    """The id of whoever asks; empty, which nobody's is, if nobody is known."""
    person = await visitors.person_of(request)
    return person.id if person else ""


async def _arrange(request: Request, id: str, wish: Any) -> Response:
    registry: Registry = request.app.state.registry
    await registry.arrange(id, wish, visitors.lang_of(request))
    return _back(request, id)


def _seat(sent: Mapping[str, str]) -> int | None:
    """The seat that is named; -1, which there is not, for one that is no number."""
    named = sent.get("seat", "")
    if not named:
        return None
    return int(named) if named.isdecimal() and len(named) < 3 else -1


def _back(request: Request, id: str) -> Response:
    return RedirectResponse(f"{visitors.root_of(request)}/table/{id}", 303)
