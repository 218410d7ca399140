"""What the server of these tests does."""

import uvicorn

from tests.chance import settle
from tianxia.server.application import app
from tianxia.server.limits import Limits
from tianxia.tables.pace import AT_ONCE


def serve(port: int, folder: str, deal: int) -> None:
    """Bots without processes of their own play at random, and without waiting: nothing has to compile."""
    settle(deal)
    limits = Limits(games=1e6, games_at_once=1000000, work=1e9, work_at_once=1e9, entries=1e6, entries_at_once=1000000)
    application = app(folder, pace=AT_ONCE, workers=0, limits=limits)
    uvicorn.run(application, host="127.0.0.1", port=port, log_level="warning")
