"""HTTP and WebSocket: pages, the table socket, security."""

from tianxia.server.application import app, data_directory
from tianxia.server.running import run
from tianxia.server.settings import Settings

__all__ = ["Settings", "app", "data_directory", "run"]
