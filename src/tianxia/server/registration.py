"""What is said of an OpenID provider beforehand, and what can go wrong with it; ``openid.py`` speaks with it."""

from typing import NamedTuple
from urllib.parse import urlsplit


class Registration(NamedTuple):
    """How this site is known at an OpenID provider, and what that is called here."""

    issuer: str
    client: str
    secret: str | None
    label: str


class ProviderError(Exception):
    """The provider cannot be reached, or does not answer as it should."""


class Unconfirmed(Exception):
    """What came is no word of the provider on who this browser's person is."""


def is_safe(address: str) -> bool:
    """An address with https, or on this machine; written out and without anything that could end it early."""
    try:
        parts = urlsplit(address)
        here = parts.scheme == "http" and parts.hostname in ("127.0.0.1", "localhost", "::1")
        plain = address.isascii() and address.isprintable() and not set(address) & set(" \"'<>\\")
        return (
            plain
            and bool(parts.hostname)
            and parts.port != 0
            and (parts.scheme == "https" or here)
            and parts.username is None
        )
    except ValueError:
        return False
