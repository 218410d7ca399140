"""The site as an app: its manifest, its service worker, and the page that is shown without a connection.

The worker keeps the shell of that page and nothing else: never a view, a page with somebody's data, or a script of the
tables, so that no old script ever talks to a newer server.
"""

import hashlib
import json
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tianxia.engine import i18n
from tianxia.server import visitors
from tianxia.server.pages import TEMPLATES

HERE = Path(__file__).parent
SHELL = (
    "static/site.css",
    "static/theme.js",
    "static/icon.svg",
    "static/icons/192.png",
    "static/fonts/text.woff2",
    "static/fonts/print-medium.woff2",
    "static/fonts/print-bold.woff2",
)
"""All that the page without a connection is made of, and the sign of a notice."""
ICONS = (("192.png", 192, "any"), ("512.png", 512, "any"), ("maskable.png", 512, "maskable"))
PAPER, ACCENT = "#f4eddd", "#0b5f8f"
AGAIN = {"cache-control": "no-cache"}
"""A browser asks each time whether it is still the same."""


async def manifest(request: Request) -> Response:
    """``GET /manifest.webmanifest``: how the site is called and looks where it is installed, in the visitor's language."""
    lang, root = visitors.lang_of(request), visitors.root_of(request)
    icons = [
        {"src": f"{root}/static/icons/{file}", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for file, size, purpose in ICONS
    ]
    told = {
        "id": f"{root}/",
        "name": "Tianxia",
        "short_name": "Tianxia",
        "description": i18n.translator(lang).gettext("Board games of old China and the steppe"),
        "lang": lang,
        "start_url": f"{root}/",
        "scope": f"{root}/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [
            {"src": f"{root}/static/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
            *icons,
        ],
    }
    headers = {**AGAIN, "vary": "cookie, accept-language"}
    return JSONResponse(told, headers=headers, media_type="application/manifest+json")


async def worker(_request: Request) -> Response:
    """``GET /service-worker.js``: the worker, with the version of its shell; from here it reaches the whole site."""
    told = f'const VERSION = "{version()}";\nconst SHELL = {json.dumps(SHELL)};\n'
    return Response(told + (HERE / "static" / "worker.js").read_text("utf-8"), 200, AGAIN, "text/javascript")


async def offline(request: Request) -> Response:
    """``GET /offline``: the page that the worker keeps; in all languages, since it is kept for whoever comes."""
    return Response(offline_page(visitors.root_of(request)), 200, AGAIN, "text/html")


def offline_page(root: str) -> str:
    """That page, for a site under a path."""
    spoken = [(lang, i18n.translator(lang).gettext) for lang in i18n.languages()]
    return TEMPLATES.get_template("offline.html").render(root=root, spoken=spoken)


@cache
def version() -> str:
    """Changes with anything that the worker keeps."""
    found = hashlib.sha256(offline_page("").encode())
    for name in SHELL:
        found.update((HERE / name).read_bytes())
    return found.hexdigest()[:16]
