"""People are told that it is their turn: over a push service that runs here, with real encryption, and over webhooks."""

import asyncio
import base64
import hashlib
import hmac
import ipaddress
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from py_vapid import Vapid

from tests.places import Place
from tests.server.push_service import Receiver, Service, service_in
from tests.tables.playing import ADA, BEN, BOT, Player, new_table, registry_in, run
from tests.waiting import soon
from tianxia.server.notices.messages import new_key
from tianxia.server.notices.notifier import Notices, Notifier
from tianxia.server.notices.outgoing import Forbidden, Outgoing, is_public
from tianxia.tables.accounts import Accounts
from tianxia.tables.metrics import REGISTRY
from tianxia.tables.registry import Registry
from tianxia.tables.rows import Seat
from tianxia.tables.store import Person, Session
from tianxia.tables.subscriptions import MOST
from tianxia.tables.table import Table

CONTACT = "mailto:ada@example.org"
SITE = "https://games.example.org/tianxia/"
AT_ONCE = Notices(CONTACT, webhooks=True, private=True, grace=0, again=0)
SECRET = "correct horse"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Service, Path]]:
    folder = tmp_path_factory.mktemp("service")
    with service_in(folder) as service:
        yield service, folder


@pytest.fixture
def service(running: tuple[Service, Path], monkeypatch: pytest.MonkeyPatch) -> Service:
    service, folder = running
    monkeypatch.setenv("SSL_CERT_FILE", str(folder / "service.pem"))
    service.sent.clear()
    service.answers.clear()
    service.location = ""
    return service


@asynccontextmanager
async def told_in(place: Place | Path, settings: Notices = AT_ONCE) -> AsyncIterator[tuple[Registry, Notifier]]:
    async with registry_in(place) as registry:
        notifier = Notifier(registry, settings)
        await notifier.start()
        try:
            yield registry, notifier
        finally:
            await notifier.close()


async def person(registry: Registry, seat: Seat) -> Session:
    """A guest whose browser is known."""
    found = Person(seat.guest or "", seat.name)
    await registry.store.people.add_guest(found, f"token of {seat.name}")
    session = await registry.store.people.session(f"token of {seat.name}")
    assert session is not None
    return session


async def subscribe(registry: Registry, session: Session, endpoint: str, lang: str = "en") -> Receiver:
    receiver = Receiver()
    store = registry.store.subscriptions
    await store.add_browser(session, endpoint, receiver.key, receiver.auth, SITE, lang)
    return receiver


async def until_asked(table: Table, guest: str) -> None:
    """The others play until it is somebody's turn anew; its own turn it plays to the end first."""
    was = False
    while True:
        (asked, *_) = table.history.to_act
        mine = table.history.seats[asked].guest == guest
        if mine and was:
            return
        was = was or not mine
        legal = table.history.match.legal_ids(asked).tolist()
        await table.play(asked, table.history.asked_since[asked], legal[-1])


def ended(kind: str, end: str) -> float:
    return REGISTRY.get_sample_value("tianxia_notices_total", {"kind": kind, "end": end}) or 0.0


# -- web push -----------------------------------------------------------------------------------------------------------


def test_whose_turn_it_is_is_told_encrypted_and_signed_and_nothing_else(place: Place, service: Service) -> None:
    async def test() -> None:
        async with told_in(place) as (registry, notifier):
            receiver = await subscribe(registry, await person(registry, ADA), f"{service.address}/ada", "pl")
            table = await new_table(registry, ADA, BEN)
            await until_asked(table, "ada")
            await soon(lambda: service.sent)
            (sent,) = service.sent
            game = table.setup.id
            assert receiver.read(sent.body) == {
                "title": "Chu Han",
                "body": "Twój ruch.",
                "url": f"{SITE}table/{game}",
                "tag": game,
            }
            assert sent.path == "/ada"
            assert (sent.headers["topic"], sent.headers["ttl"]) == (game, "86400")
            assert sent.headers["content-encoding"] == "aes128gcm"
            assert Vapid.verify(sent.headers["authorization"])
            signed, key = sent.headers["authorization"].removeprefix("vapid t=").split(",k=")
            assert notifier.push is not None
            assert key == notifier.push.public
            claims = json.loads(base64.urlsafe_b64decode(signed.split(".")[1] + "=="))
            assert (claims["aud"], claims["sub"]) == (service.address, CONTACT)

    run(test)


def test_who_has_the_page_open_is_not_told_nor_who_plays_only_bots(tmp_path: Path, service: Service) -> None:
    async def test() -> None:
        async with told_in(tmp_path) as (registry, _):
            session = await person(registry, ADA)
            await subscribe(registry, session, f"{service.address}/ada")
            table, alone = await new_table(registry, ADA, BEN), await new_table(registry, ADA, BOT)
            player = Player(table, "ada")
            await until_asked(table, "ada")
            await soon(lambda: "ada" in alone.history.now.asked)
            alone.asked(frozenset({"ada"}))
            await soon(lambda: not waiting())
            with registry.listening(session.person, lambda _: None):  # another page tells it
                other = await new_table(registry, ADA, BEN)
                await until_asked(other, "ada")
                await soon(lambda: not waiting())
            table.leave(player.subscriber)
            assert service.sent == []
            await until_asked(table, "ada")
            await soon(lambda: service.sent)
            assert [one.headers["topic"] for one in service.sent] == [table.setup.id]

    run(test)


def waiting() -> list[str]:
    """Who is about to be told."""
    return [task.get_name() for task in asyncio.all_tasks() if task.get_name().startswith("tells of ")]


def test_a_game_is_told_of_once_a_while_and_only_if_it_still_waits(tmp_path: Path, service: Service) -> None:
    async def test() -> None:
        async with told_in(tmp_path, AT_ONCE._replace(again=3600)) as (registry, _):
            await subscribe(registry, await person(registry, ADA), f"{service.address}/ada")
            table, over = await new_table(registry, ADA, BEN), await new_table(registry, ADA, BEN)
            await until_asked(table, "ada")
            await soon(lambda: service.sent and not waiting())
            await until_asked(table, "ada")
            await over.resign("ben", "en")
            over.asked(frozenset({"ada"}))
            other = await new_table(registry, ADA, BEN)
            await until_asked(other, "ada")
            await soon(lambda: len(service.sent) == 2 and len(waiting()) == 1)
            assert waiting() == [f"tells of {table.setup.id}"]
            assert [one.headers["topic"] for one in service.sent] == [table.setup.id, other.setup.id]

    run(test)


def test_who_is_asked_again_while_it_is_told_is_told_again(tmp_path: Path, service: Service) -> None:
    async def test() -> None:
        async with told_in(tmp_path) as (registry, _):
            await subscribe(registry, await person(registry, ADA), f"{service.address}/ada")
            table = await new_table(registry, ADA, BEN)
            service.hurry.clear()
            try:
                await until_asked(table, "ada")
                await soon(lambda: service.sent)
                await until_asked(table, "ada")
                assert len(service.sent) == 1
            finally:
                service.hurry.set()
            await soon(lambda: not waiting())
            assert len(service.sent) == 2

    run(test)


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten_and_one_that_fails_is_not(
    tmp_path: Path, service: Service, status: int
) -> None:
    async def test() -> None:
        async with told_in(tmp_path) as (registry, _):
            ada, ben = await person(registry, ADA), await person(registry, BEN)
            await subscribe(registry, ada, f"{service.address}/gone")
            await subscribe(registry, ben, f"{service.address}/full")
            service.answers |= {"/gone": status, "/full": 500}
            table = await new_table(registry, ADA, BEN)
            for guest, path in (("ada", "/gone"), ("ben", "/full")):
                await until_asked(table, guest)
                await soon(lambda path=path: service.of(path))  # who is not asked any more is not told
            await soon(lambda: not waiting())
            assert await registry.store.subscriptions.of("ada") == []
            assert len(await registry.store.subscriptions.of("ben")) == 1

    run(test)


def test_a_service_that_fails_stops_no_game_and_a_redirect_is_not_followed(tmp_path: Path, service: Service) -> None:
    async def test() -> None:
        async with told_in(tmp_path) as (registry, _):
            ada, ben = await person(registry, ADA), await person(registry, BEN)
            await subscribe(registry, ada, "https://127.0.0.1:9/")  # nobody listens
            await subscribe(registry, ben, f"{service.address}/moved")
            service.answers["/moved"], service.location = 307, f"{service.address}/elsewhere"
            failed, refused = ended("push", "failed"), ended("push", "refused")
            table = await new_table(registry, ADA, BEN)
            await until_asked(table, "ada")
            await soon(lambda: ended("push", "failed") > failed)
            await until_asked(table, "ben")
            await soon(lambda: ended("push", "refused") > refused)
            await soon(lambda: not waiting())
            assert service.of("/elsewhere") == []
            assert not table.paused

    run(test)


def test_a_subscription_goes_with_its_session_and_with_the_account(place: Place, service: Service) -> None:
    async def test() -> None:
        async with told_in(place) as (registry, _):
            accounts, store = Accounts(registry), registry.store.subscriptions
            try:
                tokens = [await accounts.register(None, "Ada", SECRET, "")]
                tokens += [await accounts.log_in("Ada", SECRET, "") for _ in range(2)]
                first, second, third = [await accounts.session(token) for token in tokens]
                assert first is not None
                assert second is not None
                assert third is not None
                for number, session in enumerate((first, second, third)):
                    await subscribe(registry, session, f"{service.address}/{number}")
                await store.set_hook(first.person.id, f"{service.address}/hook", "s", SITE, "en")

                async def left() -> list[str]:
                    return [one.endpoint.rpartition("/")[2] for one in await store.of(first.person.id)]

                assert await left() == ["0", "1", "2", "hook"]
                await accounts.end(first.person, second.id)
                assert await left() == ["0", "2", "hook"]
                await accounts.end_others(first)
                assert await left() == ["0", "hook"]
                await accounts.change_password(first.person, SECRET, "")
                assert await left() == ["hook"]
                await accounts.delete(first.person, "en")
                assert place.ask("SELECT * FROM subscriptions") == []
            finally:
                await accounts.close()

    run(test)


def test_a_browser_is_told_at_one_address_and_a_person_in_so_many_browsers(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            ada, ben = await person(registry, ADA), await person(registry, BEN)
            store = registry.store.subscriptions
            for endpoint in ("https://a.example/1", "https://a.example/2"):
                await subscribe(registry, ada, endpoint)
            assert [one.endpoint for one in await store.of("ada")] == ["https://a.example/2"]
            await subscribe(registry, ben, "https://a.example/2")  # somebody else logged in in that browser
            assert await store.of("ada") == []
            for number in range(MOST):
                await registry.store.people.begin("ada", str(number), "")
            found = await registry.store.people.sessions_of("ada")
            assert len(found) == MOST + 1
            for number, session in enumerate(found[:MOST]):
                await subscribe(registry, session, f"https://b.example/{number}")
            with pytest.raises(Exception, match="subscriptions"):
                await subscribe(registry, found[MOST], "https://b.example/one-more")

    run(test)


def test_the_key_of_the_site_is_kept_or_given(tmp_path: Path) -> None:
    async def test() -> None:
        publics = []
        for key in ("", "", new_key()):
            async with told_in(tmp_path, Notices(CONTACT, key)) as (_, notifier):
                assert notifier.push is not None
                publics.append(notifier.push.public)
        assert publics[0] == publics[1] != publics[2]
        async with told_in(tmp_path, Notices()) as (_, notifier):
            assert not notifier.on
            assert notifier.push is None
        assert (tmp_path / "games.sqlite3").stat().st_mode & 0o777 == 0o600

    run(test)


# -- webhooks -----------------------------------------------------------------------------------------------------------


def test_a_webhook_is_told_in_signed_json(tmp_path: Path, service: Service) -> None:
    async def test() -> None:
        async with told_in(tmp_path) as (registry, _):
            await person(registry, ADA)
            await registry.store.subscriptions.set_hook("ada", f"{service.address}/hook?x=1", "shh", SITE, "en")
            table = await new_table(registry, ADA, BEN)
            await until_asked(table, "ada")
            await soon(lambda: service.sent)
            (sent,) = service.sent
            told = json.loads(sent.body)
            assert isinstance(told.pop("at"), int)
            url = f"{SITE}table/{table.setup.id}"
            assert told == {"type": "your_turn", "game": "Chu Han", "table": table.setup.id, "url": url}
            signature = hmac.new(b"shh", sent.body, hashlib.sha256).hexdigest()
            assert sent.headers["x-tianxia-signature"] == f"sha256={signature}"
            assert sent.path == "/hook?x=1"

    run(test)


def test_a_webhook_is_told_only_where_that_is_allowed(tmp_path: Path, service: Service) -> None:
    async def test() -> None:
        async with told_in(tmp_path, AT_ONCE._replace(webhooks=False)) as (registry, _):
            await subscribe(registry, await person(registry, ADA), f"{service.address}/ada")
            await registry.store.subscriptions.set_hook("ada", f"{service.address}/hook", "shh", SITE, "en")
            await until_asked(await new_table(registry, ADA, BEN), "ada")
            await soon(lambda: service.sent and not waiting())
            assert [one.path for one in service.sent] == ["/ada"]

    run(test)


# -- where nothing is sent ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/", "https://127.0.0.1/", "https://10.0.0.1/", "https://169.254.169.254/latest",
        "https://[::1]/", "https://[::ffff:10.0.0.1]/", "https://[64:ff9b::a00:1]/", "https://[fd00::1]/",
        "https://localhost/", "https://intranet/", "https://push.example.org:8443/", "https://a:b@push.example.org/",
        "https://push.example.org/#x", "https://push.example.org/a b", "https://push.exämple.org/", "https:///x",
        "https://224.0.0.1/", "https://0.0.0.0/", "https://[::1", "", "https://push.example.org/" + "x" * 1024,
    ],
)  # fmt: skip
def test_an_address_that_is_not_of_the_internet_is_refused(endpoint: str) -> None:
    with pytest.raises(Forbidden):
        Outgoing().checked(endpoint)


def test_a_name_that_means_this_machine_is_refused_when_it_is_used(service: Service) -> None:
    outgoing = Outgoing()
    assert outgoing.checked("https://127.1/x") == ("127.1", 443, "/x")  # a name, as far as one can see
    with pytest.raises(Forbidden, match="private network"):
        outgoing.post("https://127.1/x", b"", {})
    assert Outgoing(private=True).post(f"{service.address}/x", b"", {}) == 201


@pytest.mark.parametrize(
    ("address", "public"),
    [("93.184.216.34", True), ("2606:4700::1111", True), ("2002:0a00:0001::", False), ("100.64.0.1", False)],
)
def test_which_addresses_are_public(address: str, public: bool) -> None:
    assert is_public(ipaddress.ip_address(address)) == public
