"""``python -m tianxia.server SETTINGS``: what ``run`` lets serve in its place, interpreted; its settings as JSON."""

import json
import os
import socket
import sys

from tianxia.server.running import serve
from tianxia.tables.opening import ADDRESS

settings = json.loads(sys.argv[1])
sockets = [socket.socket(fileno=number) for number in settings["sockets"]]
serve({**settings, "database": os.environ.get(ADDRESS, "")}, sockets, parent=settings["parent"])
