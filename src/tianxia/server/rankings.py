"""The pages about ratings: the ranking of each game, and the profile of a person or a bot."""

from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from babel.dates import format_date
from starlette.requests import Request
from starlette.responses import Response

import tianxia
from tianxia import bots
from tianxia.engine import i18n
from tianxia.server import pages, visitors
from tianxia.server.boxes import cover
from tianxia.server.chart import Chart, chart
from tianxia.tables import names, profiles
from tianxia.tables.profiles import Rated, Somebody
from tianxia.tables.ratings import BEGIN, BOT, MOST_A_DAY, PROVISIONAL
from tianxia.tables.registry import Registry
from tianxia.tables.results import Results
from tianxia.tables.views import DELETED, bot_name

A_PAGE = 50
"""Lines of the ranking on a page."""
LONGEST = 100
"""Characters of a name that is looked for; none is so long."""


class Game(NamedTuple):
    """A game of which there are rankings."""

    id: str
    title: str
    cover: str
    numbers: list[int]  # of seats that it can have


class Card(NamedTuple):
    """A rating in a profile."""

    rated: Rated
    title: str
    cover: str
    numbers: bool  # the game may have other numbers of seats too


class Step(NamedTuple):
    """A game of a history in words."""

    date: str
    before: int
    after: int
    place: int


def results_of(request: Request) -> Results:
    """Those of this server."""
    registry: Registry = request.app.state.registry
    return registry.store.results


def games() -> list[Game]:
    """All games, each with the numbers of seats of which there are rankings."""
    found = []
    for name in tianxia.games.names():
        game = tianxia.load(name)
        low, high = game.players
        found.append(Game(name, game.title, cover(name), list(range(low, high + 1))))
    return found


def called(who: Somebody, lang: str) -> str:
    """What somebody is called in the reader's language."""
    if who.level is not None:
        return bot_name(who.level, lang)
    return who.name or i18n.translator(lang).gettext(DELETED)


async def ranking(request: Request) -> Response:
    """``GET /ranking``: who is rated at a game (``game``) of so many seats (``seats``), the best first, page by page."""
    lang, results = visitors.lang_of(request), results_of(request)
    me = await visitors.person_of(request)
    known, shelf = await results.categories(), games()
    asked = chosen(request, [(game.id, seats) for game in shelf for seats in game.numbers])
    if asked is None:
        return pages.lost(request, 404, pages.say(request, "There is no such ranking."))
    mine = await results.profile(me.id) if me and me.account else []
    game, seats = asked or next(((one.game, one.seats) for one in mine), known[0] if known else (shelf[0].id, 2))
    number = page_number(request)
    found = await results.ranking(game, seats, (number - 1) * A_PAGE, A_PAGE)
    return pages.page(
        request,
        "ranking.html",
        called=partial(called, lang=lang),
        games=shelf,
        game=next(one for one in shelf if one.id == game),
        seats=seats,
        rated=set(known),
        lines=found.lines,
        total=found.total,
        number=number,
        last=max(1, -(-found.total // A_PAGE)),
        mine=next((one for one in mine if (one.game, one.seats) == (game, seats)), None),
        own=me.id if me else "",
        dates=[day(one.last, lang) for one in found.lines],
        begin=BEGIN,
        provisional=PROVISIONAL,
        most_a_day=MOST_A_DAY,
    )


def chosen(request: Request, known: list[tuple[str, int]]) -> tuple[str, int] | tuple[()] | None:
    """The game and the number of seats that are asked for; of a game alone its first number. Empty if none is asked for,
    None if there is none such."""
    asked = request.query_params
    if "game" not in asked:
        return ()
    return next(
        (one for one in known if one[0] == asked["game"] and asked.get("seats", str(one[1])) == str(one[1])), None
    )


def page_number(request: Request) -> int:
    """The page that is asked for, from 1; what is no such number is the first."""
    text = request.query_params.get("page", "")
    return int(text) if text.isascii() and text.isdecimal() and 0 < len(text) < 7 and int(text) else 1


async def person(request: Request) -> Response:
    """``GET /people/{name}``: what an account has played; for others only if it is rated and wants that."""
    name = request.path_params["name"]
    me = await visitors.person_of(request)
    found = await results_of(request).person(names.key_of(name)) if len(name) <= LONGEST else None
    own = bool(me and found and found.who == me.id)
    rated = await results_of(request).profile(found.who) if found and found.who and (own or not found.hidden) else []
    if found is None or not (own or rated):
        return pages.lost(request, 404, pages.say(request, "Nobody of that name has played here for ratings."))
    return await _profile(request, found, rated, me.id if me else "")


async def bot(request: Request) -> Response:
    """``GET /bots/{level}``: what the bots of a level have played."""
    level = request.path_params["level"]
    if level not in bots.LEVELS:
        return pages.lost(request, 404, pages.say(request, "There is no such bot."))
    me = await visitors.person_of(request)
    who = f"{BOT}{level}"
    rated = await results_of(request).profile(who)
    return await _profile(request, Somebody(who, level=level), rated, me.id if me else "")


async def _profile(request: Request, who: Somebody, rated: list[Rated], reader: str) -> Response:
    lang = visitors.lang_of(request)
    rated = [one for one in rated if one.game in tianxia.games.names()]
    asked = chosen(request, [(one.game, one.seats) for one in rated])
    if asked is None:
        return pages.lost(request, 404, pages.say(request, "There is no such ranking."))
    shown = [one for one in rated if not asked or (one.game, one.seats) == asked][:1]
    record, drawn, history = None, None, list[Step]()
    if shown and who.who:
        record = await results_of(request).record(who.who, shown[0].game, shown[0].seats, reader)
        history = [Step(day(one.at, lang), one.before, one.shown, one.place) for one in record.history]
        drawn = drawing(record)
    return pages.page(
        request,
        "profile.html",
        called=partial(called, lang=lang),
        who=who,
        own=bool(reader) and who.who == reader,
        cards=[card(one) for one in rated],
        shown=shown[0] if shown else None,
        record=record,
        chart=drawn,
        history=history,
        dates=[day(game.at, lang) for game in record.recent] if record else [],
        begin=BEGIN,
        provisional=PROVISIONAL,
    )


def drawing(record: profiles.Record) -> Chart | None:
    """The history of a rating, from before its first game on."""
    points = record.history
    return chart([points[0].before, *(one.shown for one in points)]) if points else None


def card(one: Rated) -> Card:
    """A rating with the box of its game."""
    game = tianxia.load(one.game)
    return Card(one, game.title, cover(one.game), game.players[0] != game.players[1])


def day(at: float, lang: str) -> str:
    """The date of a time (Unix seconds)."""
    return str(format_date(datetime.fromtimestamp(at, UTC).astimezone(), "d MMM y", locale=lang))
