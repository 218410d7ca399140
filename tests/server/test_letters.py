"""People are told by e-mail that it is their turn: through a mail server that runs here."""

import re
import socket
from collections.abc import Callable, Iterator
from email import message_from_bytes
from email.message import Message
from email.policy import default
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message as Handler
from starlette.testclient import TestClient

from tests.server.test_account import FREE, Make, done, make, name, own_site, post, register, wrong
from tests.server.test_notices import told_in, until_asked
from tests.tables.playing import ADA, BEN, new_table, run
from tests.waiting import soon, until
from tianxia.server.application import app
from tianxia.server.notices.mail import Post, asking_letter, is_address, turn_letter
from tianxia.server.notices.messages import Turn
from tianxia.server.notices.notifier import LETTERS, Notices
from tianxia.server.security import ANY
from tianxia.tables.accounts import new_token
from tianxia.tables.pace import AT_ONCE
from tianxia.tables.setup import Terms
from tianxia.tables.store import Person
from tianxia.tables.subscriptions import CONFIRMED, Subscription
from tianxia.tables.time_control import CLOCKS

__all__ = ["make", "name", "own_site"]  # fixtures

SITE = "https://games.example.org/tianxia/"
TO = "ada@example.org"


class Box(Handler):
    """Keeps all letters."""

    def __init__(self) -> None:
        super().__init__()
        self.letters: list[Message] = []

    def handle_message(self, message: Message) -> None:
        self.letters.append(message)


def text(letter: Message) -> str:
    body = message_from_bytes(letter.as_bytes(), policy=default).get_body()
    assert body is not None
    return str(body.get_content())


@pytest.fixture(scope="module")
def mail() -> Iterator[tuple[Box, Post]]:
    """A mail server, and how it is reached."""
    box = Box()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    yield box, Post(f"127.0.0.1:{port}", "tianxia@games.example.org", security="none")
    controller.stop()


@pytest.fixture
def box(mail: tuple[Box, Post]) -> Box:
    mail[0].letters.clear()
    return mail[0]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, mail: tuple[Box, Post]) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("site")
    hosts, notices = ("testserver", "localhost", "127.0.0.1", ANY), Notices(post=mail[1])
    with TestClient(app(folder, pace=AT_ONCE, workers=0, limits=FREE, hosts=hosts, notices=notices)) as running:
        yield running


def test_an_address_is_told_once_its_owner_has_said_so_and_until_it_is_enough(
    tmp_path: Path, mail: tuple[Box, Post], box: Box
) -> None:
    async def test() -> None:
        async with told_in(tmp_path, Notices(post=mail[1], grace=0, again=0)) as (registry, _):
            store = registry.store.subscriptions
            for seat in (ADA, BEN):
                await registry.store.people.add_guest(Person(seat.guest or "", seat.name), f"token of {seat.name}")
                await store.set_mail(
                    seat.guest or "", f"{seat.guest}@example.org", f"secret-of-{seat.guest}", SITE, "pl"
                )
            await store.confirm_mail("secret-of-ada")
            blitz = await registry.create("chu-han", {}, (ADA, BEN), "en", Terms(clock=CLOCKS["blitz"]))
            quick = await registry.open(blitz)
            assert quick is not None
            await until_asked(quick, "ada")
            table = await new_table(registry, ADA, BEN)
            await until_asked(table, "ada")
            await soon(lambda: box.letters)
            letter = box.letters[-1]
            assert (letter["To"], letter["From"]) == (TO, "tianxia@games.example.org")
            assert letter["Auto-Submitted"] == "auto-generated"
            assert letter["List-Unsubscribe"] == f"<{SITE}letters/secret-of-ada>"
            assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            assert text(letter).splitlines() == [
                "Twój ruch.",
                f"{SITE}table/{table.setup.id}",
                "",
                "-- ",
                "Aby nie dostawać więcej tych listów:",
                f"{SITE}letters/secret-of-ada",
            ]
            for sent in range(2, int(LETTERS) + 1):  # turns that come while a letter is on its way are told in one
                await until_asked(table, "ada")
                await soon(lambda sent=sent: len(box.letters) >= sent)
            for _ in range(int(LETTERS)):
                await until_asked(table, "ada")
            await until_asked(table, "ben")
            assert len(box.letters) == LETTERS
            assert {one["To"] for one in box.letters} == {TO}, "Ben has not said that the address is his"
            assert not [one for one in box.letters if blitz in text(one)], "a live game is over before it is read"

    run(test)


def test_an_account_names_an_address_and_its_owner_confirms_and_ends_it(
    site: TestClient, box: Box, make: Make, name: str
) -> None:
    client = make()
    assert 'id="mail"' not in client.get("/account").text, "guests have none"
    register(client, name)
    for bad in (
        "ada",
        "ada@example",
        "a@b.org, c@d.org",
        "a@example.org\r\nBcc: x@example.org",
        "ada@" + "x" * 300 + ".org",
    ):
        assert "This is no e-mail address." in wrong(post(client, "/account/notices/mail", address=bad))
    assert box.letters == []
    done(post(client, "/account/notices/mail", address=TO), "/account?told=letter")
    until(lambda: box.letters)
    assert (box.letters[-1]["To"], box.letters[-1]["Subject"]) == (TO, "Is this your address?")
    (way,) = re.findall(r"http://testserver(/letters/[\w-]+)", text(box.letters[-1]))
    assert "It is not confirmed yet" in client.get("/account").text
    owner = TestClient(site.app, follow_redirects=False)  # who reads the letter elsewhere
    assert TO in owner.get(way).text
    assert "It is not confirmed yet" in client.get("/account").text, "to look changes nothing"
    assert "This address is told now" in post(owner, way, say="confirm").text
    assert "It is not confirmed yet" not in client.get("/account").text
    foreign = {"origin": "https://evil.example"}
    assert owner.post(way, data={"say": "end"}, headers=foreign).status_code == 403
    assert owner.post(way, data={"List-Unsubscribe": "One-Click"}).status_code == 200, "as mail programs send it"
    assert owner.get(way).status_code == 404
    assert f'value="{TO}"' not in client.get("/account").text
    other = "ada+1@Example.org"
    assert "its owner wants no letters" in wrong(post(client, "/account/notices/mail", address=other))
    for count in range(2, int(LETTERS)):
        done(post(client, "/account/notices/mail", address=f"b{count}@example.org"), "/account?told=letter")
    assert 'value="b3@example.org"' in client.get("/account").text
    assert "try again in an hour" in wrong(post(client, "/account/notices/mail", address="c@example.org"))
    done(post(client, "/account/notices/mail", address=""), "/account?told=quiet")
    assert 'value="b3@example.org"' not in client.get("/account").text


def test_an_address_is_asked_once_a_day_whoever_wants_that_and_its_link_goes_on_to_hold(
    site: TestClient, box: Box, make: Make, name: str
) -> None:
    to, first, second = "cyd@example.org", make(), make()
    for client, called in ((first, name), (second, f"{name} too")):
        register(client, called)
    done(post(first, "/account/notices/mail", address=to), "/account?told=letter")
    until(lambda: box.letters)
    assert "within the last day" in wrong(post(first, "/account/notices/mail", address=to))
    assert "within the last day" in wrong(post(second, "/account/notices/mail", address="CYD+x@example.org"))
    assert len(box.letters) == 1
    (way,) = re.findall(r"http://testserver(/letters/[\w-]+)", text(box.letters[-1]))
    assert to in first.get(way).text


def test_a_letter_that_no_mail_server_takes_is_not_said_to_be_sent(
    own_site: Callable[..., TestClient], mail: tuple[Box, Post], box: Box, name: str
) -> None:
    with socket.socket() as deaf:  # nobody listens there
        deaf.bind(("127.0.0.1", 0))
        post_office = Post(f"127.0.0.1:{deaf.getsockname()[1]}", "x@example.org", security="none")
        client = own_site(hosts=("testserver",), notices=Notices(post=post_office))
        register(client, name)
        for _ in range(2):  # and it may be tried again
            assert "The letter could not be sent." in wrong(post(client, "/account/notices/mail", address=TO))
        assert f'id="mail" name="address" type="email" value="{TO}"' not in client.get("/account").text


@pytest.mark.parametrize(
    "host",
    ["203.0.113.7", "evil.example", "localhost", "127.0.0.1", "evil.example@testserver", "evil.example\\@testserver"],
)
def test_no_letter_leads_anywhere_but_to_the_site_by_its_own_name(
    site: TestClient, box: Box, make: Make, name: str, host: str
) -> None:
    client = make()
    register(client, name)
    origin = {"host": host, "origin": f"http://{host}", "sec-fetch-site": "same-origin"}
    said = client.post("/account/notices/mail", data={"address": TO}, headers=origin)
    assert (said.status_code, "only under the name of this site" in wrong(said)) == (403, True)
    assert box.letters == []


def test_mail_programs_can_read_where_a_letter_is_ended_with_one_click() -> None:
    to = Subscription("mail x", "ada", None, TO, CONFIRMED, new_token(), SITE, "pl", 0.0)
    for letter in (turn_letter("tianxia@example.org", to, Turn("mZbw0PlFKHQa", "Huang")), asking_letter("x@y.org", to)):
        sent = bytes(letter)
        assert f"List-Unsubscribe: <{SITE}letters/{to.secret}>\r\n".encode() in sent
        assert b"List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n" in sent
        assert text(message_from_bytes(sent)).count(to.secret) == 1


@pytest.mark.parametrize("address", ["ada@example.org", "a.b+c@sub.example.org", "x@y.pl"])
def test_addresses_are_taken(address: str) -> None:
    assert is_address(address)
