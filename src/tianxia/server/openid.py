"""An OpenID provider: where it lets people log in, and who it says that somebody is.

That is OpenID Connect with an authorization code, PKCE, state and nonce. Authlib makes the addresses, asks for the token and
checks its claims, joserfc its signature. Authlib's part for Starlette is left out: it keeps what an answer has to fit in a
cookie, where it could be used twice. It is loaded only where a provider is set.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Generic, NamedTuple, TypeVar
from urllib.parse import urlsplit

import httpx2
import msgspec
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.httpx_client import AsyncOAuth2Client
from authlib.oidc.core import CodeIDToken
from authlib.oidc.discovery import get_well_known_url
from joserfc import jwt
from joserfc.errors import InvalidKeyIdError, JoseError
from joserfc.jwk import KeySet
from joserfc.jws import JWSRegistry
from msgspec import Struct

from tianxia.server.limits import Bucket
from tianxia.server.registration import ProviderError, Registration, Unconfirmed, is_safe

T = TypeVar("T")

SCOPE = "openid profile"
PATIENCE = 10.0  # seconds for an answer as a whole
MOST = 256 * 1024  # bytes of one
KEPT = 3600.0  # seconds until it is asked anew what it is and which keys it has
LEEWAY = 60  # seconds that its clock and ours may differ
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512")
"""By which a token may be signed: with a key that the provider alone has, of which we have the public half."""
NAMES = ("preferred_username", "nickname")
"""Claims that are no secret: what somebody is called by others there. The civil name is not asked for."""


class Metadata(Struct):
    """What a provider says of itself (OpenID Connect Discovery 1.0)."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    id_token_signing_alg_values_supported: list[str] = msgspec.field(default_factory=lambda: ["RS256"])
    token_endpoint_auth_methods_supported: list[str] = msgspec.field(default_factory=lambda: ["client_secret_basic"])
    authorization_response_iss_parameter_supported: bool = False


class Claims(NamedTuple):
    """Who somebody is there, and what they may be called here."""

    subject: str
    names: tuple[str, ...]


class Bounded(httpx2.AsyncHTTPTransport):
    """Answers of a few kilobytes, as they are."""

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """One request."""
        request.headers["accept-encoding"] = "identity"
        response = await super().handle_async_request(request)
        if response.headers.get("content-encoding", "identity") != "identity":
            raise httpx2.DecodingError("it was asked for an answer that is not packed")
        response.stream = Stream(response.stream)
        return response


class Stream(httpx2.AsyncByteStream):
    """What is read of an answer, up to ``MOST`` bytes."""

    def __init__(self, stream: object) -> None:
        assert isinstance(stream, httpx2.AsyncByteStream)
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for part in self._stream:
            size += len(part)
            if size > MOST:
                raise httpx2.ReadError(f"an answer has more than {MOST} bytes")
            yield part

    async def aclose(self) -> None:
        """Reads no more."""
        await self._stream.aclose()


class Kept(Generic[T]):
    """Something that was fetched, for an hour; by one at a time, and not too often whatever goes wrong."""

    def __init__(self, fetch: Callable[[], Awaitable[T]]) -> None:
        self._fetch, self._value, self._until = fetch, list[T](), 0.0
        self._lock, self._bucket = asyncio.Lock(), Bucket(1 / 20, 5)

    async def get(self, *, anew: bool = False) -> T:
        """The value, if wanted another one than before; raises ``ProviderError``."""
        async with self._lock:
            if anew or time.monotonic() > self._until:
                if self._bucket.take():
                    self._value = [await self._fetch()]
                    self._until = time.monotonic() + KEPT
                elif not self._value:
                    raise ProviderError("it was asked too often")
            return self._value[0]


class OpenId:
    """A provider at which this site is registered."""

    def __init__(self, registration: Registration) -> None:
        self.issuer, self._id, self._secret, self.label = registration
        self._tls = httpx2.create_ssl_context()
        self._metadata, self._keys = Kept(self._discover), Kept(self._fetch_keys)

    async def address(self, back: str, state: str, nonce: str, verifier: str, lang: str, *, prompt: str = "") -> str:
        """Where a browser is sent, to come ``back`` with this state; raises ``ProviderError``."""
        metadata = await self._metadata.get()
        wanted = {"nonce": nonce, "ui_locales": lang} | ({"prompt": prompt} if prompt else {})
        async with self._client(metadata) as client:
            made, _ = client.create_authorization_url(
                metadata.authorization_endpoint, state=state, code_verifier=verifier, redirect_uri=back, **wanted
            )
        return str(made)

    async def claims(self, code: str, sender: str | None, back: str, nonce: str, verifier: str) -> Claims:
        """Who it is that came back with a code, and with the name of the provider if that sends it (RFC 9207); raises
        ``Unconfirmed``, ``ProviderError``."""
        metadata = await self._metadata.get()
        if sender != self.issuer and (sender or metadata.authorization_response_iss_parameter_supported):
            raise Unconfirmed("another provider answers")
        try:
            async with asyncio.timeout(PATIENCE), self._client(metadata) as client:
                token = await client.fetch_token(
                    metadata.token_endpoint, code=code, code_verifier=verifier, redirect_uri=back
                )
        except AuthlibBaseError as error:
            raise Unconfirmed(f"it takes the code for none: {error.error}") from error
        except (httpx2.HTTPError, httpx2.InvalidURL, ValueError, TimeoutError) as error:
            raise ProviderError(f"no token comes: {type(error).__name__}") from error
        try:
            found = await self._decoded(str(token.get("id_token", "")), metadata)
            options = {
                "iss": {"essential": True, "value": self.issuer},
                "aud": {"essential": True, "value": self._id},
                "sub": {"essential": True},
            }
            params = {"nonce": nonce, "client_id": self._id, "access_token": token.get("access_token")}
            claims = CodeIDToken(found.claims, found.header, options, params)
            claims.validate(leeway=LEEWAY)
        except (JoseError, ValueError, TypeError) as error:
            raise Unconfirmed(f"the token is not good: {error}") from error
        if len(claims["sub"]) > 255:
            raise Unconfirmed("the token is not good: its subject is longer than 255 characters")
        told = [claims.get(name) for name in NAMES]
        return Claims(claims["sub"], tuple(name for name in told if isinstance(name, str) and name))

    async def _decoded(self, token: str, metadata: Metadata) -> jwt.Token:
        """A token whose signature is right, if need be by a key that is newer than those that are known."""
        allowed = [name for name in ALGORITHMS if name in metadata.id_token_signing_alg_values_supported]
        registry = JWSRegistry(algorithms=allowed, strict_check_header=False)
        try:
            return jwt.decode(token, await self._keys.get(), registry=registry)
        except InvalidKeyIdError:
            return jwt.decode(token, await self._keys.get(anew=True), registry=registry)

    def _client(self, metadata: Metadata) -> AsyncOAuth2Client:
        methods = metadata.token_endpoint_auth_methods_supported
        posted = "client_secret_basic" not in methods and "client_secret_post" in methods
        return AsyncOAuth2Client(
            self._id,
            self._secret,
            token_endpoint_auth_method=("client_secret_post" if posted else None) if self._secret else "none",
            scope=SCOPE,
            code_challenge_method="S256",
            transport=Bounded(verify=self._tls),
            timeout=PATIENCE,
        )

    async def _fetch(self, address: str) -> bytes:
        try:
            transport = Bounded(verify=self._tls)
            async with asyncio.timeout(PATIENCE), httpx2.AsyncClient(transport=transport, timeout=PATIENCE) as client:
                answer = await client.get(address)
                return answer.raise_for_status().content
        except (httpx2.HTTPError, httpx2.InvalidURL, TimeoutError) as error:
            raise ProviderError(f"{address} does not answer: {type(error).__name__}") from error

    async def _discover(self) -> Metadata:
        address = get_well_known_url(self.issuer, external=True)
        try:
            found = msgspec.json.decode(await self._fetch(address), type=Metadata)
        except msgspec.MsgspecError as error:
            raise ProviderError(f"{address}: {error}") from error
        if found.issuer != self.issuer:
            raise ProviderError(f"{address} is of the issuer {found.issuer!r}, not of {self.issuer!r}")
        for one in (found.authorization_endpoint, found.token_endpoint, found.jwks_uri):
            if not is_safe(one) or (urlsplit(self.issuer).scheme == "https" and urlsplit(one).scheme != "https"):
                raise ProviderError(f"{address} names {one!r}, which is no address with https")
        return found

    async def _fetch_keys(self) -> KeySet:
        metadata = await self._metadata.get()
        try:
            return KeySet.import_key_set(msgspec.json.decode(await self._fetch(metadata.jwks_uri)))
        except (msgspec.MsgspecError, JoseError, ValueError, KeyError, TypeError) as error:
            raise ProviderError(f"{metadata.jwks_uri}: no keys that can be used") from error
