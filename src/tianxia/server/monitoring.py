"""``/metrics``, for who names the token; and what is measured beside all that."""

import asyncio
import hmac
from collections.abc import AsyncIterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tianxia.server.health import store_health
from tianxia.tables.metrics import LAG, REGISTRY, Now
from tianxia.tables.registry import Registry

OFTEN = 0.5  # seconds between two looks at the event loop


async def metrics(request: Request) -> Response:
    """``GET /metrics`` in Prometheus' text; 404 unless the operator has set a token, 401 for who does not name it."""
    token: str | None = request.app.state.metrics_token
    if not token:
        raise HTTPException(404)
    named = request.headers.get("authorization", "").encode()
    if not hmac.compare_digest(named, f"Bearer {token}".encode()):
        return Response("name the token: Authorization: Bearer TOKEN\n", 401, {"www-authenticate": "Bearer"})
    now = CollectorRegistry()
    now.register(Now([gauge async for gauge in _gauges(request)]))
    return Response(
        generate_latest(REGISTRY) + generate_latest(now),
        media_type=CONTENT_TYPE_LATEST,
        headers={"cache-control": "no-store"},
    )


async def _gauges(request: Request) -> AsyncIterator[tuple[str, str, dict[str, float]]]:
    registry: Registry = request.app.state.registry
    store, damaged = await store_health(registry)
    bots = registry.bot_pool.health()
    up = {"store": float(not store), "bots": float(not bots)}
    yield "tianxia_up", "Whether it works: 1 or 0, as /health says.", up
    if damaged is not None:
        yield "tianxia_damaged_games", "Games that cannot be read or followed.", {"": float(damaged)}
    sockets = sum(request.app.state.limiter.sockets.values())
    yield "tianxia_sockets", "Tables that are open in browsers.", {"": float(sockets)}
    yield "tianxia_tables", "Tables in memory.", {"": float(registry.tables)}
    queues = {name: float(length) for name, length in registry.store.waiting().items()}
    queues["bots"] = float(registry.bot_pool.waiting)
    yield "tianxia_waiting", "What waits for a thread of the store, or for a bot.", queues


async def watch_loop() -> None:
    """Measures for ever how late the event loop is."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + OFTEN
        await asyncio.sleep(OFTEN)
        LAG.observe(max(0.0, loop.time() - due))
