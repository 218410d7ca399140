"""What bots are told of Huang: where a roll-out may stop, what a position is worth, and a rule of thumb."""

from tianxia.engine.compiling import rule
from tianxia.games.huang.rules.turn import place
from tianxia.games.huang.state import OVER


@rule
def horizon(s):
    """A stretch is a number of turns; a finished game is a stretch of its own."""
    return s.turn // (4 * s.players) if s.asks != OVER else -1


@rule
def worth(s, out):
    """Share of the first place when over."""
    for seat in range(s.players):
        out[seat] = 1.0 if place(s, seat) == 1 else 0.0


@rule
def thumb(s, seat, ids, n, out):
    """Nothing yet."""
    for i in range(n):
        out[i] = 0.0
