"""HTTP and WebSocket: pages, the table socket, security."""

import gc

from tianxia.engine.garbage import uncollected

with uncollected():  # what is loaded here stays: to look through it again and again takes a fifth of the time
    from tianxia.server.application import app, data_directory
    from tianxia.server.running import run
    from tianxia.server.settings import Settings

    gc.freeze()

__all__ = ["Settings", "app", "data_directory", "run"]
