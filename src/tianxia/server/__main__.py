"""``python -m tianxia.server SETTINGS``: what ``run`` starts itself as, interpreted; its own arguments as JSON."""

import json
import sys

import msgspec

from tianxia.server.limits import Limits
from tianxia.server.running import run

settings = json.loads(sys.argv[1])
run(**{**settings, "limits": msgspec.convert(settings["limits"], Limits)})
