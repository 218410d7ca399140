"""An OpenID provider in a thread: real addresses, real keys, real signatures. What it says can be spoilt."""

import base64
import hashlib
import json
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import ECKey, KeySet, RSAKey

CLIENT, SECRET = "tianxia", "only the two know it"
KEYS = {"RS256": RSAKey.generate_key(2048, {"use": "sig"}), "ES256": ECKey.generate_key("P-256", {"use": "sig"})}
FOREIGN = RSAKey.generate_key(2048)


class Provider:
    """Whoever comes to its log-in page is the person ``who``, at once. ``spoil`` changes claims of the next tokens, ``told`` what
    it says of itself; ``sign`` makes a token otherwise."""

    def __init__(self) -> None:
        self.who: dict[str, Any] = {"sub": "u-1", "preferred_username": "Ada"}
        self.algorithm = "RS256"
        self.keys = [*KEYS.values()]
        self.spoil: dict[str, Any] = {}
        self.told: dict[str, Any] = {}
        self.secret = SECRET
        self.sign: Any = None
        self.asked: Counter[str] = Counter()
        self.sent = 0
        self.last: dict[str, str] = {}
        self.codes: dict[str, dict[str, str]] = {}
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                path = urlsplit(self.path).path
                provider.asked[path] += 1
                if path == "/.well-known/openid-configuration":
                    self.answer(provider.metadata())
                elif path == "/keys":
                    self.answer(KeySet(provider.keys).as_dict(private=False))
                elif path == "/login":
                    self.send_response(302)
                    self.send_header("location", provider.visited(self.path))
                    self.end_headers()
                else:
                    self.answer({}, 404)

            def do_POST(self) -> None:
                provider.asked["/token"] += 1
                sent = self.rfile.read(int(self.headers["content-length"])).decode()
                form = {name: one for name, (one,) in parse_qs(sent).items()}
                self.answer(*provider.token(form, self.headers.get("authorization", "")))

            def answer(self, told: dict[str, Any], status: int = 200) -> None:
                body = json.dumps(told).encode()
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.issuer = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def metadata(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": self.issuer + "/login?theme=dark",
            "token_endpoint": self.issuer + "/token",
            "jwks_uri": self.issuer + "/keys",
            "id_token_signing_alg_values_supported": ["RS256", "ES256"],
            **self.told,
        }

    def visited(self, address: str, **changed: str) -> str:
        """A browser comes with this address, and the person logs in; where it is sent back to."""
        asked = self.last = {name: one for name, (one,) in parse_qs(urlsplit(address).query).items()}
        assert (asked["response_type"], asked["client_id"]) == ("code", CLIENT)
        assert "openid" in asked["scope"].split()
        assert asked["code_challenge_method"] == "S256"
        self.sent += 1
        code = f"a-code-of-the-provider-{self.sent}"
        self.codes[code] = {**asked, "who": json.dumps(self.who)}
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state'], **changed})}"

    def token(self, form: dict[str, str], authorization: str) -> tuple[dict[str, Any], int]:
        expected = "Basic " + base64.b64encode(f"{CLIENT}:{self.secret}".encode()).decode()
        if authorization != expected:
            return {"error": "invalid_client"}, 401
        asked = self.codes.pop(form["code"], None)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(form["code_verifier"].encode()).digest()).rstrip(b"=")
        if (
            asked is None
            or form["redirect_uri"] != asked["redirect_uri"]
            or challenge.decode() != asked["code_challenge"]
        ):
            return {"error": "invalid_grant"}, 400
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": asked["nonce"]}
        claims |= json.loads(asked["who"]) | self.spoil
        told = {"access_token": "x", "token_type": "Bearer", "expires_in": 300}
        return {**told, "id_token": self.signed({k: v for k, v in claims.items() if v is not None})}, 200

    def signed(self, claims: dict[str, Any]) -> str:
        if self.sign is not None:
            return str(self.sign(claims))
        wanted = {"RS256": "RSA", "ES256": "EC"}[self.algorithm]
        key = next(key for key in self.keys if key.key_type == wanted)
        key.ensure_kid()
        return jwt.encode({"alg": self.algorithm, "kid": key.kid}, claims, key, algorithms=[self.algorithm])
