"""The lobby: where one finds players, and games to watch."""

from starlette.requests import Request
from starlette.responses import Response

from tianxia.server import pages, visitors
from tianxia.server.boxes import boxes
from tianxia.server.public import lines, open_tables, running_games
from tianxia.tables import time_control
from tianxia.tables.registry import Registry
from tianxia.tables.store import Glance

ANY = ""


async def show(request: Request) -> Response:
    """``GET /lobby``: the lists of public games; ``?game=``, ``?players=`` and ``?clock=`` leave the others out."""
    registry: Registry = request.app.state.registry
    lang, person = visitors.lang_of(request), await visitors.person_of(request)
    games = boxes(lang)
    game, players, clock = wanted = [request.query_params.get(name, ANY) for name in ("game", "players", "clock")]
    heard = registry.lobby.count  # before what is read: who listens from there on misses nothing
    waiting, running = await open_tables(registry), await running_games(registry)
    return pages.page(
        request,
        "lobby.html",
        news=f"{visitors.root_of(request)}/lobby/news?last={heard}",
        games=games,
        numbers=range(2, max(len(box.seats) for box in games) + 1),
        clocks=time_control.presets(lang),
        game=game,
        players=players,
        clock=clock,
        waiting=await lines(registry, [seen for seen in waiting if fits(seen, *wanted)], person, lang),
        running=await lines(registry, [seen for seen in running if fits(seen, *wanted)], person, lang),
    )


def fits(seen: Glance, game: str, players: str, clock: str) -> bool:
    """Whether a game is one of those that are looked for."""
    has = seen.setup.game, str(len(seen.seats)), time_control.name_of(seen.setup.terms.clock)
    return all(wish in (ANY, found) for wish, found in zip((game, players, clock), has, strict=True))
