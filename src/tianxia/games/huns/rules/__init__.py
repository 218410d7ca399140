"""The rules of Huns, N1-N12: set-up, who acts, what is legal, what follows."""

from tianxia.engine.compiling import lowest, rule
from tianxia.engine.records import WORD
from tianxia.games.huns.pieces import A_COLOUR
from tianxia.games.huns.rules.flow import PLAY, apply
from tianxia.games.huns.rules.scoring import place_of
from tianxia.games.huns.rules.setup import setup
from tianxia.games.huns.state import CAN_WORDS, DRAWN

__all__ = ["actors", "apply", "legal", "result", "setup"]


@rule
def actors(s):
    """One seat is asked at a time, none after the end [N11.1]."""
    return 1 << s.asked if s.asked >= 0 else 0


@rule
def legal(s, seat, out):
    """The list of the moment [N11.3]; of the cards just drawn only who drew them knows it."""
    at = s.depth - 1
    n = 0
    if s.task[at] == DRAWN:
        colour, drawn = s.task_a[at], 0
        for place in range(s.task_b[at]):
            drawn |= 1 << s.seen[seat, colour, place] - 1 - A_COLOUR * colour
        while drawn:
            out[n] = PLAY.id(A_COLOUR * colour + lowest(drawn))
            n += 1
            drawn &= drawn - 1
        return n
    for word in range(CAN_WORDS):
        bits = s.can[word]
        while bits:
            out[n] = word * WORD + lowest(bits)
            n += 1
            bits &= bits - 1
    return n


@rule
def result(s, out):
    """The places, shared by who are equal [N7.2]."""
    for seat in range(s.players):
        out[seat] = place_of(s, seat)
