"""Plays a game to its end over the API, at random: python play.py http://localhost:8000 TOKEN huns

It needs nothing but Python. The token is made on the page of an account, with the scope "play".
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any


def call(address: str, token: str, body: Any = None, **headers: str) -> Any:
    """The open answer to a request; what is sent is JSON. Who asks too often waits for as long as it is told."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Authorization": f"Bearer {token}", **headers})
    while True:
        try:
            return urllib.request.urlopen(request)
        except urllib.error.HTTPError as problem:
            if problem.code != 429:
                raise
            time.sleep(int(problem.headers["Retry-After"]))


def frames(answer: Any) -> Iterator[dict[str, Any]]:
    """The lines of a stream; empty ones only say that it is still open."""
    return (json.loads(line) for line in answer if line.strip())


def play(site: str, token: str, game: str, opponent: str = "easy") -> list[int]:
    """Begins a game against bots and plays it; gives the places by seat."""
    begun = json.load(call(f"{site}/api/games", token, {"game": game, "level": opponent}))
    return follow(site, token, begun["id"])


def follow(site: str, token: str, id: str) -> list[int]:
    """Plays a game to its end; gives the places by seat."""
    table, view, legal = f"{site}/api/games/{id}", {}, []
    for frame in frames(call(f"{table}/stream", token)):
        if frame["type"] == "full":  # everything; it comes first, and after something was taken back
            view, legal = frame["view"], [action["id"] for action in frame["view"]["legal"]]
        else:  # what has changed since the line before; `state`, which is left alone here, comes in parts like that too
            view, legal = {**view, **frame.get("changed", {})}, frame.get("legal", legal)
        if legal:  # a better program begins here
            action, key = random.choice(legal), {"Idempotency-Key": str(frame["number"])}
            try:
                call(f"{table}/actions", token, {"action": action, "expect": frame["number"]}, **key).close()
            except urllib.error.HTTPError as problem:
                if problem.code != 409:  # the table has moved on meanwhile, and the next line says how
                    raise
    return view["result"]


if __name__ == "__main__":
    print(play(*sys.argv[1:]))
