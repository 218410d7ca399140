"""The rules of Sun Tzu, S1-S12 and S14: set-up, who acts, what is legal, what follows."""

from tianxia.engine.compiling import rule
from tianxia.games.sun_tzu.questions import D1, D2, D9, OVER
from tianxia.games.sun_tzu.record import Record
from tianxia.games.sun_tzu.rules.apply import apply
from tianxia.games.sun_tzu.rules.legal import legal
from tianxia.games.sun_tzu.rules.sequence import DRAW
from tianxia.games.sun_tzu.rules.setup import setup
from tianxia.games.sun_tzu.state import SEATS

__all__ = ["actors", "apply", "legal", "result", "setup", "simultaneous"]


@rule
def actors(s: Record):
    """One seat, or in D1, D2 and D9 each that has not chosen, confirmed or put a card under [S14]."""
    if s.asks == D2:
        return (1 - s.confirmed[0]) | (1 - s.confirmed[1]) << 1
    if s.asks == D9:
        return (s.drawn_size[0] > 0) | (s.drawn_size[1] > 0) << 1
    if s.asks == D1:
        return (s.unshown[0] == 0) | (s.unshown[1] == 0) << 1
    if s.asks == OVER:
        return 0
    return 1 << s.asked


@rule
def simultaneous(s: Record):
    """Generals, orders and the card put under are chosen by both at the same time, in secret [S14]."""
    return s.asks == D2 or s.asks == D9 or s.asks == D1


@rule
def result(s: Record, out):
    """The winner is first; a draw is shared [S11]."""
    for seat in range(SEATS):
        out[seat] = 1 if s.winner == seat or s.winner == DRAW else 2
