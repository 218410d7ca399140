"""The rules of Chu Han, C1-C11: set-up, who acts, what is legal, what follows."""

from tianxia.engine.compiling import rule
from tianxia.games.chu_han.questions import CANCEL, OVER
from tianxia.games.chu_han.record import Record
from tianxia.games.chu_han.rules.apply import apply
from tianxia.games.chu_han.rules.legal import legal
from tianxia.games.chu_han.rules.setup import setup
from tianxia.games.chu_han.state import SEATS

__all__ = ["actors", "apply", "legal", "result", "setup"]


@rule
def actors(s: Record):
    """Exactly one seat decides at a time: the rival in Lyu Zhi's window, else the seat whose turn it is [C11.2]."""
    if s.asks == OVER:
        return 0
    if s.asks == CANCEL:
        return 1 << (1 - s.turn)
    return 1 << s.turn


@rule
def result(s: Record, out):
    """The winner is first, the other second [C1]."""
    for seat in range(SEATS):
        out[seat] = 1 if s.winner == seat else 2
