"""What holds for every address of the site, as its table of routes names them."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from tests.server.asgi import ORIGIN, ask, talk
from tests.server.programs import ALL, Here, here
from tianxia.server.api.calls import Methods
from tianxia.tables.rows import EMPTY
from tianxia.tables.setup import Terms

KEPT = ("/static/site.css", "/api/openapi.json", "/manifest.webmanifest", "/service-worker.js", "/offline")
"""The same for everybody: a browser asks each time whether it has changed."""
METHODS = ("POST", "PUT", "PATCH", "DELETE", "PROPFIND")


def routes(application: Starlette) -> Iterator[tuple[str, BaseRoute]]:
    """Every address with its route; a file stands for the folder of files."""
    for route in application.routes:
        if isinstance(route, Mount):
            yield route.path + "/site.css", route
        elif isinstance(route, Route | WebSocketRoute):
            yield route.path, route


def read(application: Starlette) -> list[str]:
    """What can be read with GET."""
    found = []
    for path, route in routes(application):
        if isinstance(route, Mount) or (isinstance(route, Route) and "GET" in (route.methods or {"GET"})):
            found.append(path)
    return found


def filled(path: str, table: str) -> str:
    """An address with what its parts may be."""
    parts = {
        "id": table,
        "game": "chu-han",
        "name": "Ada",
        "level": "easy",
        "act": "join",
        "path": "nothing",
        "secret": "x",
    }
    return re.sub(r"{(\w+)(?::path)?}", lambda part: parts[part[1]], path)


async def tables(site: Here) -> tuple[list[str], list[tuple[str, str]]]:
    """A table that runs and one that waits, and what the browser and the program of who sits there send along."""
    ada = await site.person("Ada")
    token = await site.accounts.new_token(ada, "test", ALL)
    session = await site.accounts.log_in("Ada", "correct horse", "")
    seats = {"running": (ada.seat(), ada.seat()), "waiting": (ada.seat(), EMPTY)}
    ids = [await site.registry.create("chu-han", {}, seats[name], "en", Terms(public=True)) for name in seats]
    return ids, [
        ("cookie", f"tianxia_account={session}; __Host-tianxia_account={session}"),
        ("authorization", f"Bearer {token}"),
    ]


def test_every_address_is_guarded_by_its_headers(tmp_path: Path) -> None:
    """No inline code, no guessing of types, no address told to others, nothing kept by a cache, cookies bound under TLS."""

    async def test() -> None:
        async with here(tmp_path) as site:
            ids, known = await tables(site)
            paths = sorted({filled(path, id) for path in read(site.application) for id in (*ids, "nothing")})
            assert len(paths) > 30
            seen: dict[str, int] = {}
            for path in (*paths, "/nowhere", "/static/nothing"):
                for headers in ([], known):
                    for scheme in ("http", "https"):
                        answer = await ask(site.application, "GET", path, headers=headers, scheme=scheme)
                        check(path, answer.status, answer.headers, answer.body.decode("utf-8", "replace"))
                        if headers and scheme == "http":
                            seen[path] = answer.status
            assert {status for path, status in seen.items()} >= {200, 204, 303, 404, 405, 409}, seen

    asyncio.run(test())


def check(path: str, status: int, headers: dict[str, str], text: str) -> None:
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'", path
    assert policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'", path
    assert headers["x-content-type-options"] == "nosniff", path
    assert headers["referrer-policy"] == "same-origin", path
    assert headers["cache-control"] == ("no-cache" if path in KEPT else "no-store"), path
    assert status < 500, path
    if headers.get("content-type", "").startswith("text/html"):
        for script in re.findall(r"<script([^>]*)>", text):
            assert ' src="' in script or "json" in script, (path, script)
        assert not re.search(r"<style|\s(?:style|on\w+)\s*=|javascript:", re.sub(r"<script.*?</script>", "", text)), (
            path
        )
    for cookie in headers.get("set-cookie", "").splitlines():
        assert {"httponly", "samesite=lax"} <= set(cookie.lower().split("; ")), path


def test_no_other_site_makes_a_browser_send_anything(tmp_path: Path) -> None:
    """Every address and every way to send, with the browser's own cookies: nothing but our own pages gets through."""
    foreign: list[list[tuple[str, str]]] = [
        [],
        [("origin", "null")],
        [("origin", "http://evil.example")],
        [("origin", ORIGIN + ".evil.example")],
        [("origin", ORIGIN), ("sec-fetch-site", "cross-site")],
        [("origin", ORIGIN), ("sec-fetch-site", "same-site")],
        [("sec-fetch-site", "same-origin")],
    ]

    async def test() -> None:
        async with here(tmp_path) as site:
            ids, (cookie, _) = await tables(site)
            for path, route in routes(site.application):
                if isinstance(route, WebSocketRoute):
                    continue
                api = isinstance(route, Route) and isinstance(route.endpoint, Methods)
                for method in METHODS:
                    for headers in foreign:
                        asked = [cookie, *headers, ("content-type", "multipart/form-data; boundary=x")]
                        answer = await ask(
                            site.application, method, filled(path, ids[0]), headers=asked, body=b"seat=0"
                        )
                        right = (401, 404, 405) if api or path.startswith("/api/") else (403,)
                        assert answer.status in right, (method, path, headers, answer.status)
                        assert "set-cookie" not in answer.headers
            ours = [cookie, ("origin", ORIGIN)]
            assert (await ask(site.application, "POST", f"/table/{ids[1]}/close", headers=ours)).status == 303

    asyncio.run(test())


def test_who_asks_in_a_hidden_way_learns_no_more(tmp_path: Path) -> None:
    """A stranger finds at a table that is closed to onlookers what it finds where there is none."""

    async def test() -> None:
        async with here(tmp_path) as site:
            ada = await site.person("Ada")
            game = await site.registry.create("chu-han", {}, (ada.seat(), ada.seat()), "en", Terms(onlookers=False))
            for path in read(site.application):
                if "{id}" in path and path not in ("/table/{id}", "/table/{id}/news"):
                    (there, nowhere) = [
                        await ask(site.application, "GET", filled(path, id)) for id in (game, "not" + game[3:])
                    ]
                    assert there.status == nowhere.status, path
                    assert there.body.replace(game.encode(), b"") == nowhere.body.replace(
                        b"not" + game[3:].encode(), b""
                    )

    asyncio.run(test())


def test_nobody_sees_a_hand_before_the_game_starts(tmp_path: Path) -> None:
    """Who leaves again, or draws another seat by lot, would know what another one holds; nor do refusals tell of it."""

    async def test() -> None:
        async with here(tmp_path) as site:
            ada, eve = await site.program("Ada"), await site.program("Eve")
            game = await site.registry.create("chu-han", {}, (ada.person.seat(), EMPTY), "en", Terms(lot=True))
            for program in (ada, eve):
                for query in ("", "?seat=0", "?last=0"):
                    async with program.stream(f"games/{game}/stream{query}") as stream:
                        assert stream.status in (403, 404, 409)
            told = {(await ada.act(game, action)).json()["detail"] for action in range(0, 200, 20)}
            assert told == {"This game has not begun yet."}
            session = await site.accounts.log_in("Ada", "correct horse", "")
            headers = [("cookie", f"tianxia_account={session}"), ("origin", ORIGIN)]
            why = '{"type": "why", "id": "1", "parts": ["hand:8"]}'
            (frame,) = await talk(site.application, f"/table/{game}/socket", "", headers, ['{"type": "hello"}', why])
            assert '"gone"' in frame

    asyncio.run(test())


def test_lines_of_programs_count_for_their_address_as_those_of_pages_do(tmp_path: Path) -> None:
    """However many tokens somebody makes there, an address has no more lines than it may have."""

    async def test() -> None:
        async with here(tmp_path, sockets=2) as site:
            one, other = await site.program("Ada"), await site.program("Ben")
            game = await site.registry.create("chu-han", {}, (one.person.seat(), other.person.seat()), "en")
            async with one.stream("stream/events"), other.stream(f"games/{game}/stream"):
                async with other.stream("stream/events") as third:
                    assert third.status == 429
                answer = await ask(site.application, "GET", "/lobby/news")
                assert answer.status == 503
            async with other.stream("stream/events") as again:
                assert again.status == 200

    asyncio.run(test())
