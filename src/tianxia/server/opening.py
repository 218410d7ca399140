"""A table for others: the form on which it is made, and what becomes of it."""

from collections.abc import Mapping
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

import tianxia
from tianxia.server import choices, pages, visitors
from tianxia.server.account import introduced
from tianxia.server.account_page import Wrong
from tianxia.server.boxes import Box, box, boxes
from tianxia.tables import names, time_control
from tianxia.tables.registry import Registry

FORM_LIMIT = 8192


class Place(NamedTuple):
    """A seat on the form."""

    number: int
    side: str
    field: str
    chosen: str


async def show(request: Request) -> Response:
    """``GET /new``: the form of a table for others; ``?game=`` says of which game, with what was chosen on its box."""
    return await _page(request, request.query_params)


async def make(request: Request) -> Response:
    """``POST /new``: makes the table and goes there, or shows the form again as it was filled in."""
    registry: Registry = request.app.state.registry
    lang = visitors.lang_of(request)
    sent = await pages.form(request, FORM_LIMIT)
    try:
        chosen, here = choices.read_others(sent, lang), await visitors.person_of(request)
        if pages.keeps_none(request):
            return pages.tried(request)
        if chosen.terms.rated and not (here and here.account):
            raise Wrong(pages.say(request, "A rated game is for accounts: log in, then join."), 403)
        pages.count_game(request)
        person, token = await introduced(request, sent)
    except choices.Unknown as unknown:
        return pages.lost(request, 400, str(unknown))
    except choices.Wrong as wrong:
        return await _page(request, sent, str(wrong))
    except Wrong as wrong:
        return await _page(request, sent, wrong.text, wrong.status)
    id = await registry.create(chosen.game.id, chosen.options, chosen.seats(person), lang, chosen.terms)
    answer = RedirectResponse(f"{visitors.root_of(request)}/table/{id}", 303)
    if token is not None:
        visitors.keep_token(answer, request, visitors.GUEST_COOKIE, token)
    return answer


async def _page(request: Request, form: Mapping[str, str], wrong: str = "", status: int = 400) -> Response:
    lang = visitors.lang_of(request)
    person = await visitors.person_of(request)
    game = form.get("game", "")
    if game not in tianxia.games.names():
        return pages.page(request, "games.html", boxes=boxes(lang), rated=form.get("counts") == choices.RATED)
    shown = box(game, lang, form, wrong)
    return pages.page(
        request,
        "new.html",
        status=status if wrong else 200,
        box=shown,
        places=places(shown, form),
        order=form.get("order", choices.LOT),
        open=form.get("open", choices.LINK),
        watch=form.get("watch", choices.AT_ONCE),
        behind=choices.BEHIND // 60,
        counts=form.get("counts", choices.CASUAL),
        clock=form.get("clock", time_control.NONE),
        clocks=time_control.presets(lang),
        way=time_control.way_in_words(lang),
        person=person,
        name=form.get("name", pages.own_name(person)),
        most_name=names.MOST,
    )


def places(shown: Box, form: Mapping[str, str]) -> list[Place]:
    """All seats that the game can have, as they were chosen."""
    return [
        Place(seat, side, f"{choices.SEAT_FIELD}{seat}", choices.sitter_of(form, seat))
        for seat, side in enumerate(shown.seats)
    ]
