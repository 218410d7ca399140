"""A push service, or whatever a webhook is: a web server with a certificate, which keeps what it is sent."""

import base64
import datetime
import ipaddress
import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import http_ece
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

HOST = "127.0.0.1"


class Sent(NamedTuple):
    """One request."""

    path: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """The part of a browser that decrypts: a key of its own and a secret."""

    secret = bytes(range(16))

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        self.key, self.auth = map(text, (self.private.public_key().public_bytes(*form), self.secret))

    def read(self, body: bytes) -> Any:
        found = http_ece.decrypt(body, private_key=self.private, auth_secret=self.secret, version="aes128gcm")
        return json.loads(found)


def text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Service:
    """The server; ``answers`` says by path with which status, and ``location`` to where, if it is not 201.

    It answers at once, unless it is told not to ``hurry``.
    """

    def __init__(self, port: int) -> None:
        self.address = f"https://{HOST}:{port}"
        self.sent: list[Sent] = []
        self.answers: dict[str, int] = {}
        self.location = ""
        self.hurry = threading.Event()
        self.hurry.set()

    def of(self, path: str) -> list[Sent]:
        return [one for one in self.sent if one.path == path]


@contextmanager
def service_in(folder: Path) -> Iterator[Service]:
    """Runs one; its certificate is ``folder/service.pem``."""
    secured = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secured.load_cert_chain(certificate(folder))

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            service.sent.append(Sent(self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            service.hurry.wait()
            self.send_response(service.answers.get(self.path, 201))
            if service.location:
                self.send_header("location", service.location)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer((HOST, 0), Handler)
    server.socket = secured.wrap_socket(server.socket, server_side=True)
    service = Service(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def certificate(folder: Path) -> Path:
    """Makes one for this machine that vouches for itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.datetime.now(datetime.UTC)
    names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(HOST))])
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now - datetime.timedelta(1)).not_valid_after(now + datetime.timedelta(1))
    signed = made.add_extension(names, False).add_extension(x509.BasicConstraints(True, None), True)
    form = serialization.Encoding.PEM
    (folder / "service.pem").write_bytes(
        key.private_bytes(form, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + signed.sign(key, hashes.SHA256()).public_bytes(form)
    )
    return folder / "service.pem"
