"""What a server can be told: on the command line, else in the environment, else in a file (TOML), else what stands here.

This class is where names, defaults and meanings come from: the options of ``tianxia serve``, the variables ``TIANXIA_...``,
the file and the table in ``docs/hosting.md``.
"""

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple
from urllib.parse import urlsplit

import msgspec
from pydantic import (
    BeforeValidator,
    Field,
    PlainSerializer,
    PlainValidator,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from tianxia.bots import house
from tianxia.engine.errors import TianxiaError
from tianxia.server.limits import Limits
from tianxia.server.notices.mail import is_address
from tianxia.server.registration import Registration, is_safe
from tianxia.tables.opening import SCHEMES

PREFIX = "TIANXIA_"
CONFIG = PREFIX + "CONFIG"
"""The variable that names the file, where the command line names none."""
OPTIONS = {"limits": "--limit"}
"""Options that are not called after their setting; none for what nobody should write where all can read it."""
OPENID = ("openid_issuer", "openid_client", "openid_secret", "openid_label")
MAIL = ("mail_server", "mail_from", "mail_user", "mail_password", "mail_security")
NO_OPTION = ("metrics_token", "push_key", "maps", "deck", *OPENID, *MAIL)
SECRET = ("metrics_token", "push_key", "database", "openid_secret", "mail_password")
OF_COMPILER = (PREFIX + "CACHE", PREFIX + "STOCK_NUMBA")
"""Variables that have to be there before any file can be read."""
INHERITED = ("maps", "deck", "bots", "log_format", "log_level")
"""What the engine, and the processes that think for bots, look for in the environment."""


class BadSettings(Exception):
    """A setting that is not as it should be; the text names it, where it stands, and what would be right."""


def split(value: Any) -> Any:
    """A list that is written in one line, its parts apart by spaces or commas."""
    return re.split(r"[\s,]+", value.strip()) if isinstance(value, str) else value


def by_name(value: Any) -> Any:
    """Numbers by name from texts such as games=2, so that those of several places are put together."""
    if not isinstance(value, str | list | tuple):
        return value
    pairs = [_pair(text) for text in split(value)]
    given = dict(pairs)
    if len(given) < len(pairs):
        raise ValueError(f"a limit is given twice: {', '.join(f'{name}={number}' for name, number in pairs)}")
    return given


def limits_of(value: Any) -> Limits:
    """Limits from numbers by name."""
    if isinstance(value, Limits):
        return value
    given = by_name(value)
    if not isinstance(given, Mapping):
        raise ValueError("limits should be numbers by name")
    for name in given:
        if name not in Limits.__struct_fields__:
            raise ValueError(f"there is no limit {name!r}; there are {', '.join(Limits.__struct_fields__)}")
    try:
        return msgspec.convert(given, Limits, strict=False)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from error


def _pair(text: str) -> tuple[str, str]:
    name, equals, number = text.partition("=")
    if not equals:
        raise ValueError(f"limit {text!r} should be written as name=value")
    return name, number


Names = Annotated[tuple[str, ...], NoDecode, BeforeValidator(split)]
Bounds = Annotated[Limits, NoDecode, PlainValidator(limits_of), PlainSerializer(msgspec.to_builtins)]
_file: ContextVar[Path | None] = ContextVar("file", default=None)


class Environment(EnvSettingsSource):
    """The variables ``TIANXIA_...``."""

    def __call__(self) -> dict[str, Any]:
        """What they say."""
        found = super().__call__()
        return found | {"limits": by_name(found["limits"])} if "limits" in found else found


class Settings(BaseSettings):
    """All settings of a server."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, extra="forbid", frozen=True, validate_default=True
    )

    host: str = Field("127.0.0.1", min_length=1, description="Address to listen on; 0.0.0.0 is every address here.")
    port: int = Field(8000, ge=0, le=65535, description="Port to listen on; 0 for any that is free.")
    lan: bool = Field(
        False, description="Listen on every address, and print the one in the network of the house with its QR code."
    )
    data_dir: Path | None = Field(None, description="Folder in which games are kept; one of the user's own if not set.")
    database: str | None = Field(
        None, repr=False, description="Address of a PostgreSQL database for the games, instead of a folder."
    )
    open_browser: bool = Field(False, description="Open the start page in a browser.")
    allow_host: Names = Field(
        (),
        description="Names under which the site may be asked for, beside addresses and this machine's own; * for any.",
    )
    root_path: str = Field("", description="Path under which the site lies, as in /tianxia.")
    trust_proxy: Names = Field(
        ("127.0.0.1", "::1"), description="Addresses of proxies that tell scheme and address of a visitor."
    )
    workers: int | None = Field(
        None,
        ge=0,
        description="How many processes think for bots; one a core, but one, if not set. With 0 bots play at random.",
    )
    cap: float = Field(20.0, gt=0, description="Seconds after which a bot's thought is given up.")
    limits: Bounds = Field(Limits(), description="What one visitor may ask for, each as name=value.")
    log_format: Literal["text", "json"] = Field("text", description="Lines for people, or a JSON object a line.")
    log_level: Literal["error", "warning", "info", "debug"] = Field("warning", description="What is worth a line.")
    metrics_token: str | None = Field(
        None,
        min_length=16,
        repr=False,
        description="Who names it may read /metrics; without one there are no metrics. At least 16 characters.",
    )
    openid_issuer: str | None = Field(
        None, description="Address of an OpenID provider by whose accounts people may log in, as it writes it itself."
    )
    openid_client: str | None = Field(None, description="The client id under which it knows this site.")
    openid_secret: str | None = Field(
        None, repr=False, description="The client secret that belongs to it; none if the provider gave none."
    )
    openid_label: str | None = Field(
        None, max_length=30, description="What the provider is called on the log-in page; its host if not set."
    )
    push_contact: str = Field(
        "",
        description="Whom push services may write to, as in mailto:ada@example.org; without it nobody is told by web push.",
    )
    push_key: str | None = Field(
        None,
        repr=False,
        description="Private key of the site for web push, P-256 in base64url; made and kept with the games if not set.",
    )
    webhooks: bool = Field(False, description="Accounts may name an address that is told when it is their turn.")
    mail_server: str = Field(
        "",
        description="Mail server that takes letters to whom it is the turn, as in smtp.example.org:587; none without it.",
    )
    mail_from: str = Field("", description="Address from which these letters come.")
    mail_user: str = Field("", description="Who logs in at the mail server; nobody if not set.")
    mail_password: str | None = Field(None, repr=False, description="The password for that.")
    mail_security: Literal["starttls", "tls", "none"] = Field(
        "starttls", description="How the way to the mail server is secured; none is for one on this machine."
    )
    private_notices: bool = Field(
        False, description="Notices may also go to private networks and to this machine, and to any port there."
    )
    maps: Path | None = Field(None, description="Folder with maps of Huang of your own.")
    deck: Path | None = Field(None, description="File with a deck of Huns of your own.")
    bots: Names = Field(
        (),
        description="Bots of your own that players may choose, each as module:factory, for one game as huns=module:factory.",
    )

    @classmethod
    def settings_customise_sources(
        cls, settings_cls: type[BaseSettings], init_settings: PydanticBaseSettingsSource, *_: Any, **__: Any
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The command line goes before the environment, that before the file."""
        return init_settings, Environment(settings_cls), TomlConfigSettingsSource(settings_cls, _file.get())

    @field_validator("root_path")
    @classmethod
    def _path(cls, value: str) -> str:
        root = value.rstrip("/")
        if not re.fullmatch(r"(/[\w.~-]+)*", root, re.ASCII):
            raise ValueError(f"root path {value!r} should be written as /tianxia")
        return root

    @field_validator("openid_issuer")
    @classmethod
    def _issuer(cls, value: str | None) -> str | None:
        if value is not None and not (is_safe(value) and not set("?#") & set(value)):
            raise ValueError("should be written as https://accounts.example.org")
        return value

    @field_validator("openid_client")
    @classmethod
    def _client(cls, value: str | None, info: ValidationInfo) -> str | None:
        if "openid_issuer" in info.data and (value is None) != (info.data["openid_issuer"] is None):
            raise ValueError("openid_issuer and openid_client should be set together")
        return value

    @field_validator("push_contact")
    @classmethod
    def _contact(cls, value: str) -> str:
        if value and not re.fullmatch(r"(mailto:[^@\s]+@|https://)[^@\s]+", value):
            raise ValueError("should be written as mailto:ada@example.org or https://example.org/contact")
        return value

    @field_validator("mail_server")
    @classmethod
    def _mail_server(cls, value: str) -> str:
        found = re.fullmatch(r"[\w.-]+(?::(\d{1,5}))?", value, re.ASCII)
        if value and not (found and 0 < int(found[1] or 25) <= 65535):
            raise ValueError("should be written as smtp.example.org:587, with a port from 1 to 65535")
        return value

    @field_validator("mail_from")
    @classmethod
    def _mail_from(cls, value: str, info: ValidationInfo) -> str:
        if "mail_server" in info.data and bool(value) != bool(info.data["mail_server"]):
            raise ValueError("mail_server and mail_from should be set together")
        if value and not is_address(value):
            raise ValueError("should be written as tianxia@example.org")
        return value

    @field_validator("push_key")
    @classmethod
    def _key(cls, value: str | None) -> str | None:
        if value is not None and not re.fullmatch(r"[\w-]{43}=?", value, re.ASCII):
            raise ValueError("should be a private key of P-256 in base64url, 43 letters")
        return value

    @field_validator("bots")
    @classmethod
    def _own_bots(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        try:
            house.read(value)
        except TianxiaError as error:
            raise ValueError(str(error)) from error
        return value

    @field_validator("database")
    @classmethod
    def _postgresql(cls, value: str | None) -> str | None:
        if value is not None and not value.startswith(SCHEMES):
            raise ValueError("should be written as postgresql://user:password@host/name")
        return value

    def export(self) -> None:
        """Tells the engine, and the processes that are started from here, what they look for in the environment."""
        for name in INHERITED:
            if value := self.shown(name):
                os.environ[PREFIX + name.upper()] = value

    def registration(self) -> Registration | None:
        """Where people may log in elsewhere, if they may."""
        if self.openid_issuer is None or self.openid_client is None:
            return None
        label = self.openid_label or urlsplit(self.openid_issuer).hostname or ""
        return Registration(self.openid_issuer, self.openid_client, self.openid_secret, label)

    def shown(self, name: str) -> str:
        """The value of a setting as it may be printed."""
        value = getattr(self, name)
        if value is None or value == () or value == "":
            return ""
        if name == "database":
            with suppress(ArgumentError, ValueError):
                return make_url(value).render_as_string(hide_password=True)
        if name in SECRET:
            return "***"
        if isinstance(value, Limits):
            usual = Limits()
            changed = {one: getattr(value, one) for one in Limits.__struct_fields__}
            return " ".join(f"{one}={number:g}" for one, number in changed.items() if number != getattr(usual, one))
        return (
            " ".join(value)
            if isinstance(value, tuple)
            else str(value).lower()
            if isinstance(value, bool)
            else str(value)
        )


class Source(NamedTuple):
    """A place where settings stand, by name what stands there, and how one is called there."""

    title: str
    values: Mapping[str, Any]
    spelling: str

    def called(self, name: str) -> str:
        """A setting as it is written in this place."""
        if self.spelling == "option":
            return OPTIONS.get(name, "--" + name.replace("_", "-"))
        return PREFIX + name.upper() if self.spelling == "variable" else f"{self.title}: {name}"


def sources(given: Mapping[str, Any], file: Path | None) -> tuple[Source, ...]:
    """Where settings are looked for, that which counts most first; raises ``BadSettings`` for a file that cannot be read."""
    told: Mapping[str, Any] = {}
    if file is not None:
        try:
            told = tomllib.loads(file.read_text("utf-8"))
        except OSError as error:
            raise BadSettings(f"{file}: {error.strerror}") from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise BadSettings(f"{file}: it should be written in TOML: {error}") from error
    environment = {name: value for name in Settings.model_fields if (value := os.environ.get(PREFIX + name.upper()))}
    return (
        Source("the command line", given, "option"),
        Source("the environment", environment, "variable"),
        Source(str(file), told, "file"),
    )


def read(given: Mapping[str, Any] | None = None, file: Path | None = None) -> Settings:
    """The settings that hold, where the command line gives these; raises ``BadSettings``."""
    given = dict(given or {})
    file = file_of(file)
    places = sources(given, file)
    token = _file.set(file)
    try:
        if "limits" in given:
            given["limits"] = by_name(given["limits"])
        return Settings(**given)
    except ValidationError as error:
        raise BadSettings("; ".join(_told(one, places) for one in error.errors()[:3])) from error
    except ValueError as error:  # of limits, before they are put together
        called = next(one.called("limits") for one in places if "limits" in one.values)
        raise BadSettings(f"{called}: {error}") from error
    finally:
        _file.reset(token)


def file_of(named: Path | None) -> Path | None:
    """The file of settings: the one that was named, else that of the environment; None if there is none."""
    return named or (Path(os.environ[CONFIG]) if os.environ.get(CONFIG) else None)


def _told(error: ErrorDetails, places: tuple[Source, ...]) -> str:
    name = str(error["loc"][0])
    place = next((one for one in places if name in one.values), None)
    called = place.called(name) if place else name
    if error["type"] == "extra_forbidden":
        title = place.title if place else ""
        return f"{title}: there is no setting {name!r}; there are {', '.join(Settings.model_fields)}"
    reason = str(error.get("ctx", {}).get("error") or error["msg"].removeprefix("Input ").removeprefix("Value error, "))
    if not reason.startswith(("should", "String")) or name in SECRET:
        return f"{called}: {reason}"
    return f"{called}: {error['input']!r} {reason}"


def place_of(name: str, places: tuple[Source, ...]) -> str:
    """Where the value of a setting comes from."""
    return next((one.called(name) if one.spelling != "file" else one.title for one in places if name in one.values), "")


def unknown_variables() -> list[str]:
    """Variables that look like settings and are none."""
    known = {PREFIX + name.upper() for name in Settings.model_fields} | {CONFIG, *OF_COMPILER}
    return sorted(name for name in os.environ if name.startswith(PREFIX) and name not in known)


def table() -> Iterator[tuple[str, FieldInfo]]:
    """All settings in their order, for options and for the page about them."""
    yield from Settings.model_fields.items()
