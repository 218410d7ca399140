"""What is sent: an encrypted message to a push service (RFC 8030, 8291, 8292), or signed JSON to a webhook.

Neither holds more than everybody at the table knows: the game, its name here, and that it is somebody's turn.
"""

import base64
import hashlib
import hmac
import time
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec

from tianxia.engine import i18n
from tianxia.tables.subscriptions import Subscription

KEEP = 24 * 3600
"""Seconds that a push service keeps a message for a browser that is not there."""
SIGNED = 12 * 3600
"""Seconds for which a signature of ours is good."""
SIGNATURE = "X-Tianxia-Signature"


class Turn(NamedTuple):
    """It is somebody's turn: the table, and the game's title."""

    table: str
    title: str


def link(to: Subscription, turn: Turn) -> str:
    """The address of the table, as that person knows the site."""
    return f"{to.site}table/{turn.table}"


class BadKey(Exception):
    """A key that is none; the text says what it should be."""


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_key() -> str:
    """A private key (P-256), as text."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return _text(ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big"))


def check_browser(key: str, secret: str) -> None:
    """Raises ValueError unless these are the public key and the secret of a browser."""
    from cryptography.hazmat.primitives.asymmetric import ec

    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _raw(key))
    if len(_raw(secret)) != 16:
        raise ValueError("the secret of a browser has 16 bytes")


class Push:
    """Writes messages for push services, signed with the key of the site; ``contact`` is whom they may write to."""

    def __init__(self, key: str, contact: str) -> None:
        from cryptography.hazmat.primitives import serialization
        from py_vapid import Vapid, VapidException

        try:
            self._key = Vapid.from_raw(key.encode())
        except (VapidException, ValueError) as error:
            raise BadKey("push_key should be a private key of P-256 in base64url: 43 letters") from error
        self._contact = contact
        form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        self.public = _text(self._key.public_key.public_bytes(*form))

    def message(self, to: Subscription, turn: Turn) -> tuple[bytes, dict[str, str]]:
        """Body and headers. A later message of the same game takes the place of one that still waits."""
        from pywebpush import WebPusher

        say = i18n.translator(to.lang).gettext
        told = {"title": turn.title, "body": say("It is your turn."), "url": link(to, turn), "tag": turn.table}
        keys = {"p256dh": to.key, "auth": to.secret}
        body = WebPusher({"endpoint": to.endpoint, "keys": keys}).encode(msgspec.json.encode(told))["body"]
        parts = urlsplit(to.endpoint)
        claims = {"sub": self._contact, "aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + SIGNED}
        return body, {
            **self._key.sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEEP),
            "Topic": turn.table,
            "Urgency": "normal",
        }


def hook_message(to: Subscription, turn: Turn) -> tuple[bytes, dict[str, str]]:
    """Body and headers. The signature is the HMAC-SHA-256 of the body by the secret of the webhook, in hexadecimal."""
    told = {"type": "your_turn", "game": turn.title, "table": turn.table, "url": link(to, turn), "at": int(time.time())}
    body = msgspec.json.encode(told)
    signature = hmac.new(to.secret.encode(), body, hashlib.sha256).hexdigest()
    return body, {"Content-Type": "application/json", SIGNATURE: f"sha256={signature}"}
