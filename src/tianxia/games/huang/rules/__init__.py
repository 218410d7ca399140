"""The rules of Huang, H1-H13 and M1-M4: set-up, who acts, what is legal, what follows."""

from tianxia.engine.compiling import rule
from tianxia.games.huang.record import Record
from tianxia.games.huang.rules.apply import apply
from tianxia.games.huang.rules.legal import legal
from tianxia.games.huang.rules.setup import setup
from tianxia.games.huang.rules.turn import place

__all__ = ["actors", "apply", "legal", "result", "setup"]


@rule
def actors(s: Record):
    """One seat is asked at a time, none after the end [H13]."""
    return 1 << s.asked if s.asked >= 0 else 0


@rule
def result(s: Record, out):
    """The places, shared by who are equal in all [H12.3a]."""
    for seat in range(s.players):
        out[seat] = place(s, seat)
