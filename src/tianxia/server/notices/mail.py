"""Notices as e-mail: what is written, and how it is handed to the site's mail server.

It holds what everybody at the table knows, and a way to end it with one click (RFC 8058). It is sent on a thread that may wait.
"""

import re
import smtplib
import ssl
import time
from collections.abc import Callable
from email import policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Literal, NamedTuple

from tianxia.engine import i18n
from tianxia.server.notices.messages import Turn, link
from tianxia.tables.subscriptions import Subscription

TIMEOUT = 10.0
"""Seconds that each step with the mail server may take."""
LONGEST_REST = 3600.0
"""Seconds for which it is left alone at most."""
ADDRESS = re.compile(r"[\w.+=~#&'/-]{1,64}@[a-z0-9.-]{1,180}\.[a-z0-9-]{2,60}", re.ASCII | re.IGNORECASE)
"""What we take for an address: nothing that means something in the head of a letter."""

UNFOLDED = policy.SMTP.clone(max_line_length=998)
"""How letters are written: mail programs find no address in a head whose long lines are encoded (998: RFC 5322, 2.1.1)."""

Security = Literal["starttls", "tls", "none"]


class Post(NamedTuple):
    """The mail server that takes our letters (``host:port``), and from whom they come; without a server none are sent."""

    server: str = ""
    sender: str = ""
    user: str = ""
    password: str = ""
    security: Security = "starttls"


def is_address(text: str) -> bool:
    """Whether letters can be sent there."""
    return bool(ADDRESS.fullmatch(text)) and ".." not in text


def way_out(to: Subscription) -> str:
    """Where whoever has the letter confirms the address, or ends it."""
    return f"{to.site}letters/{to.secret}"


def turn_letter(sender: str, to: Subscription, turn: Turn) -> EmailMessage:
    """It is somebody's turn."""
    say = i18n.translator(to.lang).gettext
    letter = _letter(sender, to, f"{turn.title}: {say('It is your turn.')}")
    end = say("To get no more of these letters:")
    letter.set_content(f"{say('It is your turn.')}\n{link(to, turn)}\n\n-- \n{end}\n{way_out(to)}\n")
    return letter


def asking_letter(sender: str, to: Subscription) -> EmailMessage:
    """Asks whether the address is theirs; until that is said nothing else is sent there."""
    say = i18n.translator(to.lang).gettext
    letter = _letter(sender, to, say("Is this your address?"))
    told = say("Somebody wants to be told here when it is their turn in a game. If it was you, say so there:")
    rest = say("If it was not, do nothing, or say there that no letters should come: then nobody can have any sent.")
    letter.set_content(f"{told}\n{way_out(to)}\n\n{rest}\n")
    return letter


def _letter(sender: str, to: Subscription, subject: str) -> EmailMessage:
    letter = EmailMessage(UNFOLDED)
    letter["From"], letter["To"], letter["Subject"] = sender, to.endpoint, subject
    letter["Date"], letter["Message-ID"] = formatdate(), make_msgid(domain=sender.rpartition("@")[2])
    letter["List-Unsubscribe"] = f"<{way_out(to)}>"
    letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    letter["Auto-Submitted"] = "auto-generated"
    return letter


def send(post: Post, letter: EmailMessage) -> None:
    """Hands a letter to the mail server; raises OSError, of which ``smtplib.SMTPException`` is one."""
    host, _, port = post.server.partition(":")
    if post.security == "tls":
        line: smtplib.SMTP = smtplib.SMTP_SSL(
            host, int(port or 465), timeout=TIMEOUT, context=ssl.create_default_context()
        )
    else:
        line = smtplib.SMTP(host, int(port or 587), timeout=TIMEOUT)
    with line:
        if post.security == "starttls":
            line.starttls(context=ssl.create_default_context())
        if post.user:
            line.login(post.user, post.password)
        line.send_message(letter)


def is_about_the_letter(error: Exception) -> bool:
    """Whether the mail server only refused this letter, or to whom it goes; else it takes none as it is now."""
    return isinstance(error, smtplib.SMTPRecipientsRefused | smtplib.SMTPDataError) or not isinstance(error, OSError)


def reason_of(error: Exception) -> str:
    """Why a letter was not taken, for the operator: not what the mail server says, which may name people."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"{type(error).__name__}: {error.verify_message}"
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{type(error).__name__} {error.smtp_code}"
    return type(error).__name__


class Rest:
    """A mail server that took no letter is left alone for so many seconds, each time for twice as long: one that is asked
    again and again with a wrong password locks the site out."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._first, self._next, self._clock = seconds, seconds, clock
        self._until = clock()

    @property
    def on(self) -> bool:
        """Nothing is to be sent now."""
        return self._clock() < self._until

    def begin(self) -> None:
        """No letter was taken. Of several that were on their way at a time the first one counts."""
        if not self.on:
            self._until = self._clock() + self._next
            self._next = min(2 * self._next, LONGEST_REST)

    def end(self) -> None:
        """A letter was taken."""
        self._until, self._next = self._clock(), self._first
