"""The rules of Huns, N1-N12: set-up, who acts, what is legal, what follows."""

from tianxia.engine.compiling import rule
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.apply import apply
from tianxia.games.huns.rules.legal import legal
from tianxia.games.huns.rules.scoring import place_of
from tianxia.games.huns.rules.setup import setup

__all__ = ["actors", "apply", "legal", "result", "setup"]


@rule
def actors(s: Record):
    """One seat is asked at a time, none after the end [N11.1]."""
    return 1 << s.asked if s.asked >= 0 else 0


@rule
def result(s: Record, out):
    """The places, shared by who are equal [N7.2]."""
    for seat in range(s.players):
        out[seat] = place_of(s, seat)
