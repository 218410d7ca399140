"""The web application: routes, and what lives as long as it does."""

import asyncio
import gzip
import mimetypes
import os
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from functools import lru_cache
from pathlib import Path

import platformdirs
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import tianxia
from tianxia.server import (
    account,
    identities,
    installed,
    lobby,
    news,
    opening,
    own_games,
    pages,
    rankings,
    replays,
    shelf,
    turns,
    waiting,
)
from tianxia.server.api.routes import routes as api_routes
from tianxia.server.health import health, ready
from tianxia.server.limits import Limiter, Limits
from tianxia.server.monitoring import metrics, watch_loop
from tianxia.server.notices import forms, letters
from tianxia.server.notices.notifier import Notices, Notifier
from tianxia.server.registration import Registration
from tianxia.server.security import ANY, Guard, Mounted, names_in
from tianxia.server.socket import table_socket
from tianxia.tables.accounts import Accounts, Banned
from tianxia.tables.bot_pool import BotPool
from tianxia.tables.opening import open_store
from tianxia.tables.pace import Pace
from tianxia.tables.registry import Registry
from tianxia.tables.replay import Replays
from tianxia.tables.store import StoreError

STATIC = Path(__file__).parent / "static"
mimetypes.add_type("font/woff2", ".woff2")  # not every machine's list knows it


PACKED = ("text/", "image/svg+xml", "application/json")
"""How the types of what is sent packed begin; fonts are packed already."""
SMALL = 1000
"""Bytes that are not worth it."""


@lru_cache(maxsize=256)
def packed(path: str, changed: float) -> bytes:
    """A file with gzip, as it was when it changed last: it is packed once, and not for each page that is opened."""
    return gzip.compress(Path(path).read_bytes())


class Static(StaticFiles):
    """Our files; a browser asks each time whether they are still the same."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """One file."""
        response, asked = super().file_response(full_path, stat_result, scope, status_code), Headers(scope=scope)
        response.headers["cache-control"] = "no-cache"
        whole = isinstance(response, FileResponse) and "range" not in asked and stat_result.st_size >= SMALL
        if not (
            whole and "gzip" in asked.get("accept-encoding", "") and response.headers["content-type"].startswith(PACKED)
        ):
            return response
        kept = {
            name: value for name, value in response.headers.items() if name not in ("content-length", "accept-ranges")
        }
        headers = kept | {"content-encoding": "gzip", "vary": "Accept-Encoding"}
        return Response(packed(str(full_path), stat_result.st_mtime), status_code, headers)


def data_directory() -> Path:
    """Where games are kept unless another place is named; raises ``StoreError`` if there is none."""
    try:
        folder = platformdirs.user_data_path("tianxia", appauthor=False)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except RuntimeError:
        raise StoreError("there is no home to keep games in: name a folder with --data-dir") from None
    except OSError as error:
        raise StoreError(
            f"{error.filename}: {error.strerror}: name another folder for games with --data-dir"
        ) from error
    return folder


def folder_of(data_dir: Path | str | None, database: str = "") -> Path:
    """The folder that is named, or the one for games, which is not needed where these are in a database."""
    return Path(data_dir or ".") if data_dir is not None or database else data_directory()


def app(
    data_dir: Path | str | None = None,
    *,
    database: str = "",
    pace: Pace | None = None,
    workers: int | None = None,
    cap: float = 20.0,
    hosts: Collection[str] = (ANY,),
    root_path: str = "",
    lan: str = "",
    limits: Limits | None = None,
    metrics_token: str | None = None,
    openid: Registration | None = None,
    notices: Notices | None = None,
) -> Starlette:
    """The application. It answers under the names ``hosts`` (any by default); ``cap`` bounds a bot's thought. Who names
    ``metrics_token`` gets what is measured.

    Games are in a folder or, for several processes, in the PostgreSQL database at the address ``database``. ``lan`` is the
    address under which others in the house's network find it, if they do; ``openid`` the provider at which people may log in.
    """
    folder = folder_of(data_dir, database)
    limiter = Limiter(limits or Limits())
    mounted = [Middleware(Mounted, root=root_path)] if root_path else []

    @asynccontextmanager
    async def lifespan(application: Starlette) -> AsyncIterator[None]:
        for name in tianxia.games.names():  # a game that cannot be loaded should be noticed now
            tianxia.load(name)
        registry = Registry(open_store(folder, database), BotPool(workers, cap), pace)
        accounts = Accounts(registry)
        application.state.registry, application.state.limiter = registry, limiter
        application.state.accounts, application.state.replays = accounts, Replays(registry)
        application.state.lan, application.state.hosts = lan, names_in(hosts)
        application.state.openid = identities.provider(openid)
        notifier = application.state.notifier = Notifier(registry, notices or Notices())
        await notifier.start()
        watching = asyncio.create_task(watch_loop())
        try:
            yield
        finally:
            watching.cancel()
            await notifier.close()
            await accounts.close()
            await application.state.replays.close()
            await registry.close()

    made = Starlette(
        routes=[
            Route("/", shelf.show),
            Route("/name", shelf.name, methods=["POST"]),
            Route("/play", shelf.play, methods=["POST"]),
            Route("/guide", shelf.teach, methods=["POST"]),
            Route("/new", opening.show),
            Route("/new", opening.make, methods=["POST"]),
            Route("/lobby", lobby.show),
            Route("/lobby/news", news.lobby),
            Route("/table/{id}", own_games.table),
            Route("/table/{id}/news", news.table),
            Route("/table/{id}/about", own_games.about),
            Route("/table/{id}/export", own_games.export),
            Route("/table/{id}/resign", own_games.confirm_resigning),
            Route("/table/{id}/resign", own_games.resign, methods=["POST"]),
            Route("/table/{id}/delete", own_games.confirm_deleting),
            Route("/table/{id}/delete", own_games.delete, methods=["POST"]),
            Route("/table/{id}/replay", replays.show),
            Route("/table/{id}/replay/position", replays.position),
            Route("/table/{id}/replay/course", replays.course),
            Route("/table/{id}/replay/go-on", replays.go_on, methods=["POST"]),
            Route("/table/{id}/record", replays.record),
            Route("/import", replays.bring, methods=["GET", "POST"]),
            Route("/table/{id}/{act}", waiting.act, methods=["POST"]),
            WebSocketRoute("/table/{id}/socket", table_socket),
            Route("/account", account.show),
            Route("/account/openid", identities.come_back),
            Route("/account/openid", identities.send, methods=["POST"]),
            Route("/account/openid/name", identities.name, methods=["GET", "POST"]),
            Route("/account/openid/unlink", identities.unlink, methods=["POST"]),
            Route("/account/notices/{act}", forms.act, methods=["POST"]),
            Route("/letters/{secret}", letters.show),
            Route("/letters/{secret}", letters.say, methods=["POST"]),
            Route("/account/{act}", account.act, methods=["POST"]),
            Route("/turns", turns.show),
            Route("/turns/news", turns.news),
            Route("/manifest.webmanifest", installed.manifest),
            Route("/service-worker.js", installed.worker),
            Route("/offline", installed.offline),
            Route("/ranking", rankings.ranking),
            Route("/people/{name}", rankings.person),
            Route("/bots/{level}", rankings.bot),
            Route("/how-to-play/{game}", pages.how_to_play),
            Route("/rules/{game}", pages.rules),
            Route("/language", pages.language, methods=["POST"]),
            *api_routes(),
            Route("/health", health),
            Route("/ready", ready),
            Route("/metrics", metrics),
            Mount("/static", Static(directory=STATIC), name="static"),
        ],
        middleware=[
            *mounted,
            Middleware(Guard, hosts=hosts, limiter=limiter),
            Middleware(GZipMiddleware, minimum_size=SMALL),
        ],
        exception_handlers={
            404: pages.NOT_FOUND,
            405: pages.NOT_ALLOWED,
            429: pages.TOO_MANY,
            500: pages.FAILED,
            Banned: pages.BANNED,
            StoreError: pages.NOT_STORED,
        },
        lifespan=lifespan,
    )
    made.state.metrics_token = metrics_token
    made.state.stopping = asyncio.Event()  # what would go on for ever ends with it
    return made
