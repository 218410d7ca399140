"""``python -m tianxia.server SETTINGS``: what ``run`` lets serve in its place, interpreted; its settings as JSON."""

import json
import socket
import sys

from tianxia.server.running import serve

settings = json.loads(sys.argv[1])
sockets = [socket.socket(fileno=number) for number in settings["sockets"]]
serve(settings, sockets, parent=settings["parent"])
