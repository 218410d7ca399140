"""Public games in words: the tables that wait for players, and the games that may be watched."""

import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import tianxia
from tianxia.server import listing
from tianxia.server.boxes import cover
from tianxia.tables import time_control
from tianxia.tables.onlookers import admits
from tianxia.tables.registry import Registry
from tianxia.tables.rows import EMPTY, empty_seats, seats_of
from tianxia.tables.setup import Setup
from tianxia.tables.store import Glance, Person, readable
from tianxia.tables.table_view import OptionView
from tianxia.tables.views import option_views

GONE = 90.0
"""Seconds after which nobody waits at a table any more whose page is closed."""


class Line(NamedTuple):
    """A public game, in words."""

    id: str
    title: str
    cover: str
    players: list[str]
    seats: int
    free: int
    options: str
    clock: str
    lot: bool
    where: str
    score: list[listing.Points]
    profiles: list[str]  # names of those who play and have a profile that everybody sees
    since: str
    own: bool
    rated: bool


async def open_tables(registry: Registry) -> list[Glance]:
    """Public tables that wait for players, and where one of these was just now, or whose turns may be days apart."""
    found = await registry.store.public_games(started=False, since=time.time() - GONE)
    return [seen for seen in found if not seen.setup.terms.rematch_of and _known(seen)]


async def running_games(registry: Registry) -> list[Glance]:
    """Public games that are being played."""
    return [seen for seen in await registry.store.public_games(started=True) if _known(seen)]


async def lines(registry: Registry, found: Sequence[Glance], person: Person | None, lang: str) -> list[Line]:
    """Public games in words."""
    known = await registry.store.results.profiled([seen.setup.id for seen in found])
    return [line(seen, person, lang, known) for seen in found]


def line(seen: Glance, person: Person | None, lang: str, known: Mapping[str, str]) -> Line:
    """A public game in words. ``known`` are the names of those who have a profile, by person."""
    setup, who = seen.setup, person.id if person else None
    own = seats_of(seen.seats, who)
    standing = seen.standing if admits(setup, seen.seats, who) else None
    return Line(
        id=setup.id,
        title=tianxia.load(setup.game).title,
        cover=cover(setup.game),
        players=listing.sitters([seat for seat in seen.seats if seat != EMPTY], lang),
        seats=len(seen.seats),
        free=len(empty_seats(seen.seats)),
        options=" · ".join(f"{option.title}: {option.words}" for option in options_of(setup, lang)),
        clock=time_control.called(setup.terms.clock, lang) if setup.terms.clock else "",
        lot=setup.terms.lot,
        where=listing.where(setup.game, standing, lang) if standing else "",
        score=listing.score(seen.seats, standing, own, lang) if standing and seen.started else [],
        profiles=list(dict.fromkeys(known[who] for seat in seen.seats if (who := seat.guest or "") in known)),
        since=listing.ago(setup.created, lang),
        own=bool(own),
        rated=setup.terms.rated,
    )


def options_of(setup: Setup, lang: str) -> list[OptionView]:
    """The options that a table was made with, in words."""
    views = option_views(tianxia.load(setup.game, **setup.options), lang)
    return [view for name, view in views.items() if name in setup.options]


def _known(seen: Glance) -> bool:
    """This version has such a game, and its name can be written."""
    try:
        here = tianxia.load(seen.setup.game, **seen.setup.options).seats == len(seen.seats)
        return here and readable(seen.setup.id) == seen.setup.id
    except (tianxia.TianxiaError, TypeError):
        return False
