"""How letters come to a mail server: by STARTTLS, by TLS from the start, with a log-in; and what is refused on the way."""

import logging
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from tests.server.push_service import HOST, certificate
from tests.server.test_letters import SITE, TO, Box
from tests.server.test_notices import told_in
from tests.tables.playing import run
from tianxia.server.notices.mail import LONGEST_REST, Post, Rest, Security
from tianxia.server.notices.notifier import Notices
from tianxia.tables.subscriptions import CONFIRMED, Subscription

TO_ADA = Subscription("mail x", "ada", None, TO, CONFIRMED, "secret-of-ada", SITE, "en", 0.0)
SAFE: tuple[Security, ...] = ("starttls", "tls")


class Office:
    """A mail server that lets one user in, and who tried."""

    def __init__(self) -> None:
        self.box = Box()
        self.tries: list[tuple[bytes, bytes]] = []

    def knows(self, _server: SMTP, _session: Session, _envelope: Envelope, _how: str, said: Any) -> AuthResult:
        assert isinstance(said, LoginPassword)
        self.tries.append((said.login, said.password))
        return AuthResult(success=said.password == b"right", handled=False)

    @contextmanager
    def open(self, security: Security, folder: Path) -> Iterator[int]:
        """Runs it; gives its port. Its certificate is ``folder/service.pem``."""
        secured = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        secured.load_cert_chain(certificate(folder))
        how: dict[Security, dict[str, Any]] = {
            "starttls": {"tls_context": secured, "require_starttls": True},
            "tls": {"ssl_context": secured, "auth_require_tls": False},
            "none": {"auth_require_tls": False},
        }
        with socket.socket() as free:
            free.bind((HOST, 0))
            port = int(free.getsockname()[1])
        who = {"authenticator": self.knows, "auth_required": True}
        controller = Controller(self.box, hostname=HOST, port=port, **who, **how[security])
        controller.start()
        try:
            yield port
        finally:
            controller.stop()


@pytest.fixture
def office() -> Office:
    return Office()


@pytest.fixture
def trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a certificate that this machine trusts."""
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "service.pem"))
    return tmp_path


def sent(folder: Path, post: Post, times: int = 1, rest: float = 60.0) -> list[bool]:
    """Whether letters are said to be taken that ask for an address, one after the other."""
    taken: list[bool] = []

    async def test() -> None:
        async with told_in(folder / "games", Notices(post=post, rest=rest)) as (_, notifier):
            taken.extend([await notifier.ask(TO_ADA) for _ in range(times)])

    run(test)
    return taken


def at(port: int, security: Security, *, host: str = HOST, password: str = "right") -> Post:
    return Post(f"{host}:{port}", "tianxia@example.org", "tianxia", password, security)


@pytest.mark.parametrize("security", SAFE)
def test_letters_go_over_tls_to_a_mail_server_that_wants_a_log_in(
    office: Office, trusted: Path, security: Security
) -> None:
    with office.open(security, trusted) as port:
        assert sent(trusted, at(port, security)) == [True]
    assert office.tries == [(b"tianxia", b"right")]
    assert [letter["To"] for letter in office.box.letters] == [TO]


@pytest.mark.parametrize("security", SAFE)
@pytest.mark.parametrize(("host", "why"), [(HOST, "self-signed certificate"), ("localhost", "Hostname mismatch")])
def test_a_certificate_that_is_not_that_of_the_mail_server_gets_neither_password_nor_letter(
    office: Office,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    security: Security,
    host: str,
    why: str,
) -> None:
    if host != HOST:  # it is trusted, but another machine's
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "service.pem"))
    with office.open(security, tmp_path) as port:
        assert sent(tmp_path, at(port, security, host=host)) == [False]
    assert (office.tries, office.box.letters) == ([], [])
    assert why in told(caplog)


def test_where_no_tls_is_offered_no_password_goes_in_clear(
    office: Office, trusted: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with office.open("none", trusted) as port:
        assert sent(trusted, at(port, "starttls")) == [False]
        assert office.tries == []
        assert told(caplog) == "SMTPNotSupportedError"
        assert sent(trusted, at(port, "none")) == [True], "unless whoever runs the site wants it so"


def test_a_wrong_password_is_told_once_and_not_tried_again_at_once(
    office: Office, trusted: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with office.open("starttls", trusted) as port:
        post = at(port, "starttls", password="wrong-and-secret")
        assert sent(trusted, post, times=5) == [False] * 5
        ways = len(office.tries)  # one way to log in after the other that the server offers
        assert set(office.tries) == {(b"tianxia", b"wrong-and-secret")}
        assert told(caplog) == "SMTPAuthenticationError 535"
        assert "wrong-and-secret" not in caplog.text
        assert sent(trusted, post, times=2, rest=0.0) == [False, False]
        assert len(office.tries) == 3 * ways, "after a rest it is tried again"


def told(caplog: pytest.LogCaptureFixture) -> str:
    """Why no letters are taken, as the operator reads it where only warnings are kept."""
    (line,) = [one for one in caplog.records if one.levelno >= logging.WARNING and one.name.startswith("tianxia")]
    assert line.getMessage() == "the mail server takes no letters"
    return str(line.reason)  # type: ignore[attr-defined]


def test_a_mail_server_is_left_alone_for_longer_each_time_until_it_takes_a_letter() -> None:
    now = [0.0]
    rest = Rest(60.0, lambda: now[0])

    def waits() -> float:
        rest.begin()
        rest.begin()  # another letter that was on its way
        begun = now[0]
        while rest.on:
            now[0] += 1
        return now[0] - begun

    assert not rest.on
    assert [waits() for _ in range(4)] == [60, 120, 240, 480]
    assert [waits() for _ in range(5)][-1] == LONGEST_REST
    rest.end()
    assert waits() == 60
