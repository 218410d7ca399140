"""How others find a table: its address, as they can open it, and the same as a QR code."""

import io
import socket

import segno
from markupsafe import Markup
from starlette.requests import Request

from tianxia.server.security import LOOPBACK, host_of, parts_of

ELSEWHERE = ("10.255.255.255", 1)
"""An address of no site; nothing is sent to it."""
ON_DARK, PLAIN = "\033[97;40m", "\033[0m"


def address(request: Request, path: str) -> str:
    """The address of one of our pages for others: where this machine is asked for as itself, that in the house's network."""
    lan: str = request.app.state.lan
    if lan and is_local(request):
        return lan + path
    return f"{request.url.scheme}://{host_of(request)}{path}"


def is_local(request: Request) -> bool:
    """This machine was asked for by a name that others can't use."""
    return parts_of("//" + host_of(request))[0] in LOOPBACK


def drawn(address: str) -> Markup:
    """The code as SVG, without a size, a style or a script of its own."""
    return Markup(segno.make_qr(address, error="m").svg_inline(omitsize=True, svgclass="qr", lineclass=None))


def printed(address: str) -> str:
    """The code for a terminal, dark on light whatever its colours are."""
    drawing = io.StringIO()
    segno.make_qr(address, error="m").terminal(drawing, border=2, compact=True)
    return "".join(f"{ON_DARK}{row}{PLAIN}\n" for row in drawing.getvalue().splitlines())


def lan_address() -> str:
    """This machine's own address in the network of the house; empty if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(ELSEWHERE)
        except OSError:
            return ""
        found = str(asked.getsockname()[0])
    return "" if found in (*LOOPBACK, "0.0.0.0") else found
