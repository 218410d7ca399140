"""Requests that this server makes to addresses that others have named: over TLS, and only to where anybody could ask.

The name is looked up once, every address of it is checked, and the connection goes to the one that was checked: what the
name means a moment later does not matter. Nothing is followed to another place.
"""

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from urllib.parse import urlsplit

TIMEOUT = 10.0
"""Seconds that a whole request may take."""
LONGEST = 1024
"""Characters of an address."""
EMBEDDED = (ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("64:ff9b:1::/48"))
"""Addresses of IPv6 that end in one of IPv4 (NAT64)."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Forbidden(Exception):
    """An address to which this server sends nothing; the text says why, in technical words."""


def is_public(address: Address) -> bool:
    """Anybody on the internet could ask there: it is not of this machine or network, whichever way it is written."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
        if inner is None and any(address in network for network in EMBEDDED):
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None and not is_public(inner):
            return False
    return address.is_global and not (address.is_multicast or address.is_reserved)


class Outgoing:
    """Makes such requests, on the caller's thread. With ``private`` also to private networks and this machine."""

    def __init__(self, private: bool = False) -> None:
        self._private = private
        self._tls = ssl.create_default_context()

    def checked(self, endpoint: str) -> tuple[str, int, str]:
        """Host, port and path of an address; raises ``Forbidden``. What its name means is looked up when it is used."""
        try:
            parts = urlsplit(endpoint)
            host, port = parts.hostname or "", parts.port or 443
        except ValueError as error:
            raise Forbidden(str(error)) from error
        odd = len(endpoint) > LONGEST or not endpoint.isascii() or any(letter <= " " for letter in endpoint)
        if odd or parts.scheme != "https" or not host or parts.username is not None or parts.fragment:
            raise Forbidden("an address should begin with https:// and hold neither a user nor a fragment")
        if port != 443 and not self._private:
            raise Forbidden("the port should be that of https")
        try:
            self._allow(ipaddress.ip_address(host))
        except ValueError:  # it is a name
            if "." not in host.rstrip(".") and not self._private:
                raise Forbidden("the name is none of the internet") from None
        return host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else "")

    def _allow(self, address: Address) -> None:
        if not (self._private or is_public(address)):
            raise Forbidden("the address is of a private network")

    def post(self, endpoint: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Sends a request and gives the status of the answer, whose body is not read. Raises ``Forbidden``, OSError and
        ``http.client.HTTPException``."""
        host, port, path = self.checked(endpoint)
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        for one in found:  # one that is forbidden makes all of them suspect
            self._allow(ipaddress.ip_address(str(one[4][0]).partition("%")[0]))
        line = _Line(host, port, str(found[0][4][0]), self._tls)
        late = threading.Timer(TIMEOUT, line.cut)
        late.daemon = True
        late.start()
        try:
            line.request("POST", path, body, dict(headers))
            return line.getresponse().status
        finally:
            late.cancel()
            line.close()


class _Line(http.client.HTTPSConnection):
    """A connection for a name to an address that was looked up before."""

    def __init__(self, host: str, port: int, address: str, tls: ssl.SSLContext) -> None:
        super().__init__(host, port, timeout=TIMEOUT, context=tls)
        self._to, self._secured = address, tls

    def connect(self) -> None:
        """Connects to that address; the certificate has to be the name's."""
        plain = socket.create_connection((self._to, self.port), TIMEOUT)
        try:
            self.sock = self._secured.wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise

    def cut(self) -> None:
        """From another thread: ends what goes on, however slowly answers come."""
        with suppress(OSError, AttributeError):  # it is not connected, or not any more
            self.sock.shutdown(socket.SHUT_RDWR)
