"""Requests and frames that no page of ours sends, one after the other, to a whole site in this process.

``python -m tests.server.fuzz --count 1000000`` goes on as long as you like, and ``--first`` where an earlier run ended: each
case is drawn from its own number, so a fault comes again with ``--first NUMBER --count 1``. What is valid is changed a little:
addresses and methods of all routes, headers, forms, JSON, record files, and what pages send through their socket.
"""

import argparse
import asyncio
import json
import logging
import random
import re
import sys
import tempfile
import time
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from starlette.routing import WebSocketRoute

import tianxia
from tests.server.asgi import ORIGIN, Headers, ask, talk
from tests.server.programs import ALL, Here, here
from tests.server.test_routes import routes
from tests.tables.playing import Player
from tianxia.engine import files
from tianxia.server.account import ACTS as ACCOUNT_ACTS
from tianxia.server.waiting import ACTS
from tianxia.tables.frames import FRAME_TYPES, Ack
from tianxia.tables.rows import EMPTY
from tianxia.tables.setup import Terms
from tianxia.tables.store import Person

SECRET = "correct horse"
FRAMES = 90
"""Of one connection; somewhat more at once are refused as too many."""
OFTEN = 500
"""Cases after which games and accounts that were brought down are set up anew, and tables are played on."""
METHODS = ("GET", "POST", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW", "")
PARAMETERS = ("lang", "at", "seat", "known", "last", "game", "players", "seats", "page", "told", "look", "again")
FIELDS = ("name", "password", "new", "game", "seat", "seat.0", "seat.1", "level", "bots", "way", "order", "open", "counts",
          "option.players", "option.events", "option.bandits", "at", "lang", "back", "session", "token", "label", "read",
          "play", "shown", "person", "say", "address")  # fmt: skip
ODD_TEXTS = (
    "", " ", "0", "-1", "1e9", "NaN", "Infinity", "9" * 9, "9" * 400, "0x10", "²", "٣", "true", "null", "None",
    "[]", "{}", "..", "../../etc/passwd", "%00", "\x00", "a\x00b", "\r\nX: y", "<script>alert(1)</script>",
    "'\"><img src=x>", "${7*7}", "{name}", "{0.__class__}", "%s%n", "'; DROP TABLE games; --", "łódź", "Ａｄａ",
    "\u202eadA", "\u200b", "\ufeff", "\ud800", "\udfff\ud800", "e" + "\u0301" * 40, "🀄" * 30, "x" * 70,
    "x" * 5000, "any", "none", "en", "pl", "chu-han", "huns", "huang", "sun-tzu", "normal", "me", "person",
    "screen", "//evil.example", "/\\evil.example", "/table/x?y#z", "yes", SECRET,
)  # fmt: skip
ODD_VALUES = (
    None, True, False, 0, -1, 1, 2**31, 2**31 + 1, 2**63, 2**64, -(2**63), 10**30, 0.5, -0.0, 1e308, [], {},
    [[]], [None], {"": None}, {"a": {"a": {"a": []}}}, [0] * 100,
)  # fmt: skip
ODD_JSON = (
    b"", b"NaN", b"[" * 5000, b'{"a":' * 5000, b"\xff\xfe{}", b'"\\ud800"', b'{"type":"hello","last":1e999}',
    b"1" * 5000, b"-", b"\x00", b'{"type":"why","id":"\\u0000","parts":["\\udfff"]}', b'{"a":1,"a":2}',
    b"null", b'"', b"{} {}", b"\xef\xbb\xbf{}",
)  # fmt: skip
ODD_HEADERS = (
    ("accept-language", "pl;q=NaN, en;q=1e999, *;q=-1"), ("accept-language", "-" * 900),
    ("accept-language", ",;,;q=,;=q"), ("accept-encoding", "gzip"),
    ("content-type", "multipart/form-data; boundary="), ("content-type", "application/json"),
    ("content-type", "multipart/form-data; boundary=x"), ("content-type", "\xff"), ("content-length", "-5"),
    ("range", "bytes=5-1"), ("idempotency-key", "x" * 65), ("idempotency-key", "\xff"),
    ("idempotency-key", "k"), ("last-event-id", "²"), ("last-event-id", "9" * 9), ("last-event-id", "-1"),
    ("authorization", "Bearer"), ("authorization", "Bearer \xff"), ("authorization", "Basic Og=="),
    ("cookie", "tianxia_guest=\xff; tianxia_account=;;=;"), ("cookie", "tianxia_lang=../x"),
    ("user-agent", "\xff" * 300), ("sec-fetch-site", "cross-site"), ("origin", "null"), ("origin", "http://["),
    ("accept", "text/html"), ("if-none-match", "*"), ("if-modified-since", "yesterday"), ("host", "[::"),
    ("host", "x" * 300), ("x-forwarded-for", "' OR 1=1"), ("x-forwarded-proto", "https"),
    ("upgrade", "websocket"), ("expect", "100-continue"),
)  # fmt: skip


class Fault(Exception):
    """What a case has brought about and should not have."""


class Errors(logging.Handler):
    """Whatever is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Notes a line."""
        self.told.append(f"{record.getMessage()} {getattr(record, 'exception', record.exc_info or '')}")


class Who(NamedTuple):
    """An account in its browser and with its program."""

    person: Person
    headers: Headers


class World:
    """A site with games in every state, and who plays them."""

    def __init__(self, site: Here) -> None:
        self.site = site
        self.who: list[Who] = []
        self.tables: list[str] = []
        self.people = 0
        self.paths = [(path, isinstance(route, WebSocketRoute)) for path, route in routes(site.application)]
        self.records = [record(name) for name in tianxia.games.names()]

    async def set_up(self) -> None:
        """What is missing."""
        accounts, registry = self.site.accounts, self.site.registry
        self.who = [who for who in self.who if await accounts.token(dict(who.headers)["authorization"][7:])]
        while len(self.who) < 2:
            self.people += 1
            session = await accounts.register(None, f"Fuzz {self.people}x", SECRET, "")
            found = await accounts.session(session)
            assert found is not None
            token = await accounts.new_token(found.person, "test", ALL)
            headers = {"cookie": f"tianxia_account={session}", "origin": ORIGIN, "authorization": f"Bearer {token}"}
            self.who.append(Who(found.person, tuple(headers.items())))
        one, other = (who.person for who in self.who[:2])
        for name in tianxia.games.names():
            seats = tianxia.load(name).seats
            for more in ((), (EMPTY,)):
                sitting = (one.seat(), *(more or (other.seat(),)), *[one.seat()] * (seats - 2))
                self.tables.append(
                    await registry.create(name, {}, sitting, "en", Terms(public=True, delay=len(self.tables) % 2))
                )
        body = b'--x\r\ncontent-disposition: form-data; name="file"\r\n\r\n' + self.records[0] + b"\r\n--x--\r\n"
        sent = [*self.who[0].headers, ("content-type", "multipart/form-data; boundary=x")]
        answer = await ask(self.site.application, "POST", "/import", headers=sent, body=body)
        self.tables.append(answer.headers["location"].split("/")[2])
        self.tables = self.tables[-18:]

    async def play_on(self) -> int:
        """Every table that runs takes an action; how many these were."""
        played = 0
        for name in self.tables:
            table = await self.site.registry.open(name)
            if table is None or not table.history.started or table.history.over:
                continue
            for seat in table.history.to_act:
                if (guest := table.history.seats[seat].guest) is None:
                    continue
                player = Player(table, guest)
                player.subscriber.viewer = seat
                legal = table.history.match.legal_ids(seat).tolist()
                if legal and not table.history.declines_by_itself(seat):
                    await player.command(legal[0])
                    if not isinstance(told := await player.answer(), Ack):
                        raise Fault(f"{name} does not go on: {told}")
                    played += 1
                table.leave(player.subscriber)
                break
        return played


def record(game: str, steps: int = 4000) -> bytes:
    """A random game as a record file."""
    chance, match = random.Random(5), tianxia.load(game).new(1)
    while match.to_act and match.step_count < steps:
        seat = chance.choice(match.to_act)
        match.play(seat, int(chance.choice(match.legal_ids(seat))))
    return files.written(match)


# -- one case -----------------------------------------------------------------------------------------------------------


def odd(chance: random.Random, valid: str) -> str:
    """A text that may be the valid one, or that with something in it that should not be there."""
    if chance.random() < 0.6:
        return valid
    text = chance.choice(ODD_TEXTS)
    at = chance.randrange(len(valid) + 1)
    return text if chance.random() < 0.7 else valid[:at] + text + valid[at + chance.randrange(3) :]


def mutated(chance: random.Random, value: Any, most: int = 3) -> Any:
    """A JSON value with up to so many places changed."""
    for _ in range(chance.randint(1, most)):
        value = _changed(chance, value)
    return value


def _changed(chance: random.Random, value: Any) -> Any:
    if isinstance(value, dict) and value and chance.random() < 0.9:
        name = chance.choice(list(value))
        other = {**value, name: _changed(chance, value[name])}
        if chance.random() < 0.1:
            del other[name]
        elif chance.random() < 0.1:
            other[chance.choice([*value, "x", ""])] = chance.choice(ODD_VALUES)
        return other
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        tail = value[at + 1 :] if chance.random() < 0.9 else value[at:]
        return [*value[:at], _changed(chance, value[at]), *tail]
    if isinstance(value, str) and chance.random() < 0.5:
        return odd(chance, value)
    if isinstance(value, int) and chance.random() < 0.4:
        return value + chance.choice((-2, -1, 1, 2))
    return chance.choice((*ODD_VALUES, *ODD_TEXTS))


def as_json(chance: random.Random, value: Any) -> bytes:
    """The same in bytes, which may be torn."""
    if chance.random() < 0.08:
        return chance.choice(ODD_JSON)
    text = json.dumps(value, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
    if chance.random() < 0.05:
        at = chance.randrange(len(text) + 1)
        return text[:at] + bytes([chance.randrange(256)]) + text[at + 1 :]
    return text


def form(chance: random.Random) -> bytes:
    """Fields as a form sends them."""
    names = chance.sample(FIELDS, chance.randrange(8))
    valid = {"game": chance.choice(tianxia.games.names()), "name": "Cyd", "seat": "0", "at": "3", "level": "easy"}
    valid |= {"seat.0": "me", "seat.1": "person", "back": "/", "lang": "pl", "label": "x", "play": "on", "bots": "0"}
    sent = {name: odd(chance, valid.get(name, "yes")) for name in names}
    text = urlencode(sent, errors="surrogatepass").encode()
    return (
        text
        if chance.random() < 0.9
        else chance.choice((text + b"&" * 3000, b"%", b"=&=&%zz%", text * 40, b"\xff\x00"))
    )


def file(chance: random.Random, records: list[bytes]) -> bytes:
    """A record file in a form."""
    text = chance.choice(records)
    if chance.random() < 0.9:
        told = json.loads(text)
        told["steps"] = told["steps"][: chance.choice((0, 3, 30))]
        if chance.random() < 0.3:
            start = told["start"]
            for _ in range(chance.choice((1, 2, 400))):
                start = {
                    "anew": {
                        "start": start,
                        "moves": told["steps"][:2],
                        "seat": chance.choice((0, 1, -1, 9)),
                        "seed": 7,
                    }
                }
            told["start"] = start
        if chance.random() < 0.2:
            told = {"game": told["game"], "options": "{}", "commitment": "x", "seed": "1", "salt": "", "past": "null",
                    "rows": [{"kind": "started", "number": 0, "at": 0}], "seats": [{"bot": "easy", "own": True}]}  # fmt: skip
        text = as_json(chance, mutated(chance, told))
    head = b'--x\r\ncontent-disposition: form-data; name="file"; filename="a.json"\r\n\r\n'
    whole = head + text + b"\r\n--x--\r\n"
    return whole if chance.random() < 0.9 else whole[chance.randrange(60) :]


def asked_of_api(chance: random.Random) -> Any:
    """What programs send."""
    return chance.choice(
        (
            {"game": "chu-han", "seats": ["me", "random"], "options": {"players": 2}},
            {"game": "huns", "seats": ["me", "me", "open"], "options": {"players": 3}, "level": "greedy"},
            {"action": {"kind": "set", "value": 8, "count": 2, "joker": True}, "expect": 1, "seat": 0},
            {"action": "pass", "seat": 1},
            {"action": chance.randrange(400)},
            {"seat": 0},
        )
    )


def frame(chance: random.Random, table: str) -> str | bytes:
    """What a page sends through its socket."""
    kind, id = chance.choice(FRAME_TYPES), str(chance.randrange(50))
    valid = {"type": kind, "id": id}
    more: dict[str, dict[str, Any]] = {
        "command": {"game": table, "expect": chance.randrange(30), "action": chance.randrange(500)},
        "undo": {"game": table, "expect": chance.randrange(30)},
        "why": {"parts": ["hand:8", "hand:8"], "kind": chance.choice((None, "set", "pass"))},
        "offer": {"game": table, "expect": chance.randrange(30), "what": chance.choice(("undo", "draw", "abandon"))},
        "answer": {"game": table, "offer": 1, "agree": False},
        "say": {"text": chance.choice(ODD_TEXTS), "preset": chance.choice(("", "hello"))},
        "hush": {"seat": 1, "how": chance.choice(("", "mute", "block"))},
        "report": {"seat": 1, "reason": "x"},
    }
    told = {**valid, **more.get(kind, {})} if kind not in ("ping", "hello") else {"type": kind}
    text = as_json(chance, mutated(chance, told) if chance.random() < 0.7 else told)
    return text if chance.random() < 0.05 else text.decode("utf-8", "replace")


def address(chance: random.Random, path: str, world: World) -> str:
    """An address with its parts filled in."""
    parts = {
        "id": chance.choice(world.tables),
        "game": "huns",
        "name": "Ada",
        "level": "easy",
        "path": "x/y",
        "secret": "x",
    }
    acts = ACCOUNT_ACTS if path.startswith("/account") else ACTS
    parts["act"] = chance.choice(list(acts))
    filled = re.sub(r"{(\w+)(?::path)?}", lambda part: odd(chance, parts[part[1]]), path)
    return (
        filled
        if chance.random() < 0.97
        else filled + chance.choice(("/", "//", "/..", "%2e", "?", "\x00", "\ud800", ";x"))
    )


async def case(number: int, world: World) -> tuple[str, int]:
    """Tries one, by its number; gives what it was and how it was answered, or how many frames it had. Raises ``Fault``."""
    chance = random.Random(number)
    path, socket = chance.choice(world.paths) if chance.random() < 0.9 else ("/table/{id}/socket", True)
    where = address(chance, path, world).encode("utf-8", "replace").decode()
    query = urlencode(
        {name: odd(chance, "1") for name in chance.sample(PARAMETERS, chance.choice((0, 0, 1, 2)))}, errors="replace"
    )
    who = dict(chance.choice(world.who).headers) if chance.random() < 0.85 else {"origin": ORIGIN}
    if chance.random() < 0.4:
        name, value = chance.choice(ODD_HEADERS)
        who[name] = value
    if socket:
        where = where if chance.random() < 0.1 else f"/table/{chance.choice(world.tables)}/socket"
        frames = [frame(chance, where.split("/")[2]) for _ in range(chance.randrange(FRAMES))]
        told = await talk(world.site.application, where, query, who.items(), frames)
        if failed := [one for one in told if '"failed"' in one[:200]]:
            raise Fault(f"case {number}: {where}: {failed[0]}")
        return "frames", len(frames)
    method = chance.choice(METHODS)
    body = b""
    if method not in ("GET", "HEAD"):
        kind = "file" if path == "/import" else "json" if path.startswith("/api") else "form"
        kind = kind if chance.random() < 0.9 else chance.choice(("file", "json", "form"))
        if kind == "file":
            who.setdefault("content-type", "multipart/form-data; boundary=x")
            body = file(chance, world.records)
        else:
            body = as_json(chance, mutated(chance, asked_of_api(chance))) if kind == "json" else form(chance)
    answer = await ask(world.site.application, method, where, query, who.items(), body)
    if answer.status >= 500 or b"Traceback" in answer.body:
        raise Fault(f"case {number}: {method} {where}?{query} {body[:300]!r}: {answer.status} {answer.body[:300]!r}")
    return "requests", answer.status


async def fuzz(folder: Path, first: int, count: int, told: bool = False) -> Counter[str]:
    """Tries so many cases; gives what they were. Raises ``Fault``."""
    errors, seen, started = Errors(), Counter[str](), time.monotonic()
    logging.getLogger().addHandler(errors)
    free = {"sockets": 100_000, "streams": 100_000, "words": 1e6, "words_at_once": 1_000_000}
    async with AsyncExitStack() as stack:
        stack.callback(logging.getLogger().removeHandler, errors)
        site = await stack.enter_async_context(here(folder, **free))
        world = World(site)
        for number in range(first, first + count):
            if (number - first) % OFTEN == 0:
                await world.set_up()
            what, how = await case(number, world)
            seen[what] += how if what == "frames" else 1
            if what == "requests":
                seen[f"{how // 100}xx"] += 1
            if errors.told:
                raise Fault(f"case {number}: logged: {errors.told[0]}")
            if (number - first) % OFTEN == OFTEN - 1 or number == first + count - 1:
                await world.set_up()
                seen["played on"] += await world.play_on()
                if told:
                    print(f"{number + 1} in {time.monotonic() - started:.0f} s: {dict(seen)}", flush=True)
    return seen


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--count", type=int, default=10_000, help="how many cases")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            asyncio.run(fuzz(Path(folder), asked.first, asked.count, told=True))
        except Fault as fault:
            sys.exit(str(fault))


if __name__ == "__main__":
    main()
