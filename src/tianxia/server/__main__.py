"""``python -m tianxia.server HOST PORT FOLDER browser|quiet``: what ``run`` starts itself as, interpreted."""

import sys

from tianxia.server.running import run

host, port, folder, browser = sys.argv[1:]
run(host, int(port), folder, open_browser=browser == "browser")
