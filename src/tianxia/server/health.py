"""``/health``: whether the server does what it is there for, tried and not guessed; ``/ready``: whether to send it people."""

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

import tianxia
from tianxia.engine.compiling import INTERPRETED
from tianxia.tables.registry import Registry
from tianxia.tables.store import StoreError

PATIENCE = 4.0  # seconds; a monitor should hear "no" rather than nothing


async def health(request: Request) -> Response:
    """``GET /health``: 200 if games can be stored and bots answer; else 503, and what does not work.

    ``damaged`` counts the games that can't be read; that concerns those alone. ``rules`` are interpreted only while they
    are compiled for the first time.
    """
    registry: Registry = request.app.state.registry
    store, damaged = await store_health(registry)
    bots = registry.bot_pool.health()
    rules = "interpreted" if INTERPRETED else "compiled"
    told: dict[str, Any] = {"store": store or "well", "bots": bots or "well", "damaged": damaged, "rules": rules}
    ok = not (store or bots)
    return JSONResponse({"ok": ok, "version": tianxia.__version__, **told}, 200 if ok else 503)


async def ready(request: Request) -> Response:
    """``GET /ready``: 200 if people can come here; 503 while the server stops, or can read no games. Nothing is written."""
    registry: Registry = request.app.state.registry
    wrong = "stopping" if request.app.state.stopping.is_set() else ""
    try:
        async with asyncio.timeout(PATIENCE):
            await registry.store.glance("")
    except StoreError as error:
        wrong = wrong or str(error)
    except TimeoutError:
        wrong = wrong or f"no answer within {PATIENCE:g} s"
    return JSONResponse({"ready": not wrong, "reason": wrong}, 503 if wrong else 200, {"cache-control": "no-store"})


async def store_health(registry: Registry) -> tuple[str, int | None]:
    """What is wrong with the store, if anything is, and how many games are damaged, if that can be told."""
    try:
        async with asyncio.timeout(PATIENCE):
            return "", await registry.store.probe()
    except StoreError as error:
        return str(error), None
    except TimeoutError:
        return f"no answer within {PATIENCE:g} s", None
