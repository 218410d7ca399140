"""Two programs play each other over the API: python duel.py http://localhost:8000 TOKEN OTHER_TOKEN huns

One makes a table with an open seat, the other joins; then each plays for itself. Tokens of two accounts, with the scope "play".
"""

import json
import sys
from concurrent.futures import ThreadPoolExecutor

from play import call, follow


def duel(site: str, one: str, other: str, game: str) -> list[int]:
    """A game for two; gives the places by seat."""
    made = json.load(call(f"{site}/api/games", one, {"game": game, "seats": ["me", "open"]}))
    call(f"{site}/api/games/{made['id']}/join", other, {}).close()
    with ThreadPoolExecutor(2) as both:
        results = list(both.map(lambda token: follow(site, token, made["id"]), (one, other)))
    return results[0]


if __name__ == "__main__":
    print(duel(*sys.argv[1:]))
