"""What a guest can do with a game besides playing it: see what is wrong with it, export it, resign, delete it."""

import json
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tianxia.server import listing, pages, visitors, waiting
from tianxia.tables.opened import Unreadable
from tianxia.tables.refused import Refused
from tianxia.tables.registry import Registry
from tianxia.tables.rows import Seat
from tianxia.tables.store import Person, Summary


class Own(NamedTuple):
    """A guest and one of its games."""

    guest: Person
    game: Summary

    @property
    def others(self) -> bool:
        """Other guests sit there too."""
        return any(seat.guest not in (None, self.guest.id) for seat in self.game.seats)

    @property
    def ends(self) -> bool:
        """To resign ends it, as ``Table.resign`` does: two play, or no other guest plays any more."""
        stay = any(sitter.guest not in (None, self.guest.id) for sitter in self._staying)
        return len(self.game.seats) == 2 or not stay

    @property
    def loses(self) -> bool:
        """Who resigns comes after somebody: all others may have gone before, and then it comes first."""
        return any(sitter.guest != self.guest.id for sitter in self._staying)

    @property
    def _staying(self) -> list[Seat]:
        """Who has not gone: guests, and bots that play for nobody."""
        away = self.game.standing.away if self.game.standing else ()
        return [sitter for seat, sitter in enumerate(self.game.seats) if seat not in away]

    def line(self, lang: str) -> listing.Line:
        """The game in words."""
        return listing.line(self.game, self.guest, lang)


async def own(request: Request) -> Own | None:
    """The game of the address, if whoever asks sits there."""
    registry: Registry = request.app.state.registry
    guest = await visitors.person_of(request)
    found = await registry.games_of(guest, request.path_params["id"])
    return Own(guest, found[0]) if guest and found else None


async def table(request: Request) -> Response:
    """``GET /table/{id}``: the table; for its guest, if it can't be read, what is wrong and what can be done."""
    mine = await own(request)
    if mine and mine.game.fault and "look" not in request.query_params:
        return _about(request, mine, 500)
    return await waiting.table(request) or await pages.table(request)


async def about(request: Request) -> Response:
    """``GET /table/{id}/about``: one of the guest's own games, and what can be done with it."""
    mine = await own(request)
    if mine and not (mine.game.started or mine.game.fault):  # there everything can be done
        return RedirectResponse(f"{visitors.root_of(request)}/table/{mine.game.id}", 303)
    return _about(request, mine) if mine else pages.no_table(request)


def _about(request: Request, mine: Own, status: int = 200) -> Response:
    line = mine.line(visitors.lang_of(request))
    return pages.page(request, "game.html", status=status, game=line, can_look=bool(mine.game.seats))


async def export(request: Request) -> Response:
    """``GET /table/{id}/export``: all that is stored of one of the guest's own games and that the guest may know."""
    registry: Registry = request.app.state.registry
    guest = await visitors.person_of(request)
    id = request.path_params["id"]
    told = await registry.store.export(id, guest.id) if guest else None
    if told is None:
        return pages.no_table(request)
    name = f"tianxia-{id}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(json.dumps(told, indent=1) + "\n", media_type="application/json", headers=headers)


async def confirm_resigning(request: Request) -> Response:
    """``GET /table/{id}/resign``: what follows, before it is done."""
    mine = await own(request)
    return _resigning(request, mine) if mine else pages.no_table(request)


def _resigning(request: Request, mine: Own) -> Response:
    """What follows if the game is given up; where it can't be, that and no button."""
    game = mine.line(visitors.lang_of(request))
    status = 200 if game.can_resign else 409
    return pages.page(request, "resign.html", status=status, game=game, mine=mine)


async def confirm_deleting(request: Request) -> Response:
    """``GET /table/{id}/delete``: what follows, before it is done."""
    mine = await own(request)
    if mine is None:
        return pages.no_table(request)
    game = mine.line(visitors.lang_of(request))
    resigns = game.can_resign and (mine.others or mine.game.rated)  # as ``Registry.give_up``
    return pages.page(request, "delete.html", game=game, mine=mine, resigns=resigns)


async def resign(request: Request) -> Response:
    """``POST /table/{id}/resign``: the guest gives the game up, and sees how it ended."""
    registry: Registry = request.app.state.registry
    mine = await own(request)
    if mine is None:
        return pages.no_table(request)
    if not mine.line(visitors.lang_of(request)).can_resign:
        return _resigning(request, mine)
    try:
        await registry.resign(mine.game.id, mine.guest, visitors.lang_of(request))
    except Refused as refused:
        return pages.lost(request, 409, refused.reason)
    except Unreadable:
        return RedirectResponse(f"{visitors.root_of(request)}/table/{mine.game.id}/about", 303)
    return RedirectResponse(f"{visitors.root_of(request)}/table/{mine.game.id}", 303)


async def delete(request: Request) -> Response:
    """``POST /table/{id}/delete``: the game leaves the guest's list, and the store if no other guest sits there."""
    registry: Registry = request.app.state.registry
    mine = await own(request)
    if mine is None:
        return pages.no_table(request)
    try:
        await registry.remove(mine.game.id, mine.guest, visitors.lang_of(request))
    except Refused as refused:
        return pages.lost(request, 503, refused.reason)
    return RedirectResponse(f"{visitors.root_of(request)}/", 303)
