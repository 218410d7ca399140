"""HTTP and WebSocket: pages, the table socket, security."""

from tianxia.server.application import app, data_directory
from tianxia.server.running import run

__all__ = ["app", "data_directory", "run"]
