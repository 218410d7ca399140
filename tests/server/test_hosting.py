"""A site behind a proxy: names, paths, schemes and origins, with the examples of docs/hosting.md."""

import asyncio
import contextlib
import json
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from httpx import Client
from starlette.requests import HTTPConnection
from websockets import Origin
from websockets.asyncio.client import connect
from websockets.sync.client import connect as blocking

from tests.server.site import Browser, Site, client_of
from tests.waiting import LONG, until
from tianxia.server.limits import address_of
from tianxia.server.security import same_origin

NAME = "games.example.org"
ROOT = Path(__file__).parents[2]
PROXIES = f"/usr/sbin:{ROOT / '.venv' / 'proxies' / 'usr' / 'sbin'}:{ROOT / '.venv' / 'proxies' / 'usr' / 'bin'}"
"""Where `make proxies` puts them, if the machine has none."""


@dataclass
class Front:
    """A proxy that speaks TLS for the site, as the browsers see it."""

    port: int
    root: str

    @property
    def origin(self) -> str:
        return f"https://{NAME}:{self.port}"

    def client(self) -> Client:
        client = Client(base_url=f"https://127.0.0.1:{self.port}{self.root}", verify=False, timeout=LONG)
        client.headers = {"host": f"{NAME}:{self.port}", "origin": self.origin}  # type: ignore[assignment]
        return client

    def told(self, table: str, cookies: str, origin: str, *frames: str) -> Any:
        """What a table answers first. By one thread: one that reads and one that writes disturb each other under TLS."""

        async def first() -> str | bytes:
            context = ssl.create_default_context()
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            async with connect(
                f"wss://{NAME}:{self.port}{self.root}/table/{table}/socket",
                host="127.0.0.1",
                ssl=context,
                server_hostname=NAME,
                origin=Origin(origin),
                additional_headers={"Cookie": cookies},
                open_timeout=LONG,
                proxy=None,
            ) as line:
                for frame in frames:
                    await line.send(frame)
                return await asyncio.wait_for(line.recv(), LONG)

        return json.loads(asyncio.run(first()))


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def examples(kind: str) -> list[str]:
    """The examples of one proxy on the page."""
    text = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    found = re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found
    return found


def program(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path=PROXIES)
    assert found, f"{name} is missing: make proxies"
    return found


def nginx(folder: Path, port: int, upstream: int, root: str) -> list[str]:
    (example,) = examples("nginx")
    example = (
        example.replace("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;")
        .replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
        .replace(f"/etc/ssl/{NAME}.", f"{folder}/site.")
        .replace("location / {", f"location {root}/ {{")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log stderr; events {{}}\n"
        f"http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;"
        f" fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;\n{example} }}\n"
    )
    return [program("nginx"), "-c", str(folder / "nginx.conf"), "-e", "stderr"]


def caddy(folder: Path, port: int, upstream: int, root: str) -> list[str]:
    plain, under_a_path = examples("caddy")
    example = (
        (under_a_path if root else plain)
        .replace(f"{NAME} {{", f"https://{NAME}:{port} {{\n    tls {folder}/site.pem {folder}/site.key", 1)
        .replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    )
    (folder / "Caddyfile").write_text("{\n    admin off\n    auto_https disable_redirects\n}\n" + example)
    return [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


@contextlib.contextmanager
def proxied(proxy: Any, folder: Path, upstream: int, root: str) -> Iterator[Front]:
    subject = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    files = ["-keyout", str(folder / "site.key"), "-out", str(folder / "site.pem")]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *subject, *files], check=True, capture_output=True
    )
    front = Front(free_port(), root)
    environment = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "PATH": "/usr/bin:/bin"}
    with (folder / "proxy.txt").open("w") as errors:
        process = subprocess.Popen(
            proxy(folder, front.port, upstream, root), stdout=errors, stderr=errors, env=environment
        )
        try:

            def answers() -> bool:
                assert process.poll() is None, (folder / "proxy.txt").read_text()
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", front.port)):
                    return True
                return False

            until(answers)
            yield front
        finally:
            process.terminate()
            process.wait()


@pytest.mark.parametrize("root", ["", "/tianxia"])
@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_the_examples_of_the_page_make_a_site(tmp_path: Path, proxy: Any, root: str) -> None:
    site = Site(tmp_path, allow_host=[NAME], root_path=root)
    try:
        with proxied(proxy, tmp_path, site.port, root) as front, front.client() as client:
            sni = {"extensions": {"sni_hostname": NAME}}
            start = client.get("/", **sni)
            assert start.status_code == 200
            for address in re.findall(r'(?:href|src)="([^"#]+)', start.text):
                assert address.startswith(f"{root}/")
                found = client.get(f"https://127.0.0.1:{front.port}{address}", **sni)
                assert found.status_code == 200, address

            begun = client.post("/play", data={"game": "chu-han", "seat": "0"}, **sni)
            assert begun.status_code == 303
            assert begun.headers["location"].startswith(f"{root}/table/")
            cookie = begun.headers["set-cookie"]
            assert {"Secure", f"Path={root}/"} <= {part.strip() for part in cookie.split(";")}
            table = begun.headers["location"].rpartition("/")[2]
            guest = cookie.partition(";")[0]

            page = client.get(f"/table/{table}", headers={"cookie": guest}, **sni)
            assert page.status_code == 200
            assert f'data-root="{root}"' in page.text
            for address in re.findall(r'(?:href|src)="([^"#]+)', page.text):
                found = client.get(f"https://127.0.0.1:{front.port}{address}", **sni)
                assert found.status_code == 200, address
            frame = front.told(table, guest, front.origin, '{"type":"hello","last":0}')
            assert (frame["type"], frame["view"]["viewer"]) == ("full", 0)
            assert front.told(table, guest, "https://evil.example")["code"] == "origin"
            spoken = client.post("/language", data={"lang": "pl", "back": f"{root}/rules/huang"}, **sni)
            assert (spoken.status_code, spoken.headers["location"]) == (303, f"{root}/rules/huang")
    finally:
        site.stop()
    assert site.errors() == ""


def test_a_mounted_site_answers_whether_the_proxy_takes_its_path_away_or_not(tmp_path: Path) -> None:
    site = Site(tmp_path, root_path="/tianxia")
    try:
        with client_of(site) as client:
            for prefix in ("", "/tianxia"):
                start = client.get(f"{prefix}/")
                assert start.status_code == 200
                assert 'action="/tianxia/play"' in start.text
                assert client.get(f"{prefix}/static/site.css").status_code == 200
                assert client.get(f"{prefix}/rules/huang").status_code == 200
                assert 'href="/tianxia/"' in client.get(f"{prefix}/none").text
            assert client.get("/tianxia").headers["location"] == "/tianxia/"
    finally:
        site.stop()


@pytest.mark.parametrize(
    ("host", "status"),
    [
        *(("127.0.0.1", 200), ("localhost:80", 200), ("LocalHost.", 200), ("[::1]:8000", 200), ("192.168.1.7", 200)),
        *(("Games.Example.Org", 200), ("games.example.org:443", 200)),
        *(("example.org", 421), ("evil.games.example.org", 421), ("[::", 421), ("", 421)),
    ],
)
def test_only_addresses_and_allowed_names_are_answered(allowed: Site, host: str, status: int) -> None:
    with client_of(allowed) as client:
        answer = client.get("/", headers={"host": host})
        assert answer.status_code == status
        if host == "example.org":
            assert "--allow-host example.org" in answer.text


@pytest.fixture(scope="module")
def allowed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that trusts one proxy, on another machine."""
    site = Site(tmp_path_factory.mktemp("site"), allow_host=[NAME], trust_proxy=["10.0.0.1"])
    try:
        yield site
    finally:
        site.stop()


def test_whoever_is_no_trusted_proxy_is_not_believed(allowed: Site, shared: Site) -> None:
    for site, believed in ((allowed, False), (shared, True)):
        with client_of(site) as client:
            headers = {"origin": site.origin, "x-forwarded-proto": "https"}
            cookie = client.post("/play", data={"game": "chu-han"}, headers=headers).headers["set-cookie"]
            assert ("Secure" in cookie) == believed


def test_with_every_address_of_the_machine_a_foreign_name_is_still_foreign(tmp_path: Path) -> None:
    site = Site(tmp_path, host="0.0.0.0")
    try:
        with client_of(site) as client:
            assert client.get("/", headers={"host": "evil.example"}).status_code == 421
            assert client.get("/", headers={"host": socket.gethostname()}).status_code == 200
    finally:
        site.stop()


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("https://h:8443", "h:8443", True),
        ("https://h:8443", "h", True),  # the proxy dropped the port
        ("https://h:8443", "h:443", True),  # or put its own there
        ("https://h", "h:443", True),
        ("http://h", "h:80", True),
        ("https://H.Example", "h.example", True),
        ("https://h.example", "H.EXAMPLE:443", True),
        ("https://h.example.", "h.example", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("http://[::1]", "[::1]", True),
        ("https://h", "h:8000", False),
        ("http://h:1", "h:8000", False),
        ("null", "h", False),
        ("null", "null", False),
        ("", "h", False),
        ("https://evil", "h", False),
        ("https://h.evil", "h", False),
        ("https://evil.h", "h", False),
        ("https://h:x", "h:x", False),
        ("https://[::", "[::", False),
        ("https://", "", False),
    ],
)
def test_an_origin_and_a_host_are_of_one_site(origin: str, host: str, same: bool) -> None:
    headers = [(b"host", host.encode()), (b"origin", origin.encode())]
    assert same_origin(HTTPConnection({"type": "http", "headers": headers})) == same


def test_a_browser_that_says_that_another_site_sent_a_request_is_believed() -> None:
    for told, same in ((b"same-origin", True), (b"none", True), (b"same-site", False), (b"cross-site", False)):
        headers = [(b"host", b"h"), (b"origin", b"https://h"), (b"sec-fetch-site", told)]
        assert same_origin(HTTPConnection({"type": "http", "headers": headers})) == same


def test_a_port_that_a_proxy_added_is_no_hindrance_where_the_browser_says_so() -> None:
    for told, same in ((b"same-origin", True), (b"same-site", False), (b"cross-site", False)):
        headers = [(b"host", b"h:8000"), (b"origin", b"https://h"), (b"sec-fetch-site", told)]
        assert same_origin(HTTPConnection({"type": "http", "headers": headers})) == same


@pytest.mark.parametrize(
    ("client", "address"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("", ""),
    ],
)
def test_a_household_is_one_address(client: str, address: str) -> None:
    scope = {"type": "http", "headers": [], "client": (client, 1) if client else None}
    assert address_of(HTTPConnection(scope)) == address


def test_a_page_from_elsewhere_is_told_so_in_its_language(shared: Site) -> None:
    table = Browser(shared).play()
    line = blocking(
        f"ws://127.0.0.1:{shared.port}/table/{table}/socket",
        origin=Origin("https://games.example.org"),
        additional_headers={"Accept-Language": "pl"},
        open_timeout=LONG,
    )
    with line:
        reason = json.loads(line.recv(LONG))["reason"]
    assert reason.startswith("Odmowa: pochodzenie (origin).")
    assert "https://games.example.org" in reason
    assert f"127.0.0.1:{shared.port}" in reason
