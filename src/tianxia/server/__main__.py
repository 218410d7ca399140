"""``python -m tianxia.server``: what ``run`` lets serve in its place, interpreted; it is told how on its standard input."""

import json
import socket
import sys

import msgspec

from tianxia.server.running import serve
from tianxia.server.settings import Settings
from tianxia.tables.pace import Pace

told = json.loads(sys.stdin.read())
sockets = [socket.socket(fileno=number) for number in told["sockets"]]
serve(
    Settings(**told["settings"]),
    sockets,
    pace=msgspec.convert(told["pace"], Pace | None),
    lan=told["lan"],
    parent=told["parent"],
)
