"""What is asked, one question upon another: the last one is next [N11.3]. And the list of what answers it."""

from tianxia.engine.compiling import rule
from tianxia.engine.fields import WORD
from tianxia.engine.primitives import count
from tianxia.games.huns.actions import ACTIONS
from tianxia.games.huns.record import Record
from tianxia.games.huns.state import CAN_WORDS

GOOD, USE, LOAD, TAKE_OFF, ON, WAGON = ACTIONS.GOOD, ACTIONS.USE, ACTIONS.LOAD, ACTIONS.TAKE, ACTIONS.ON, ACTIONS.WAGON
FULL_WORD = (1 << WORD) - 1


@rule
def push(s: Record, seat, question):
    """Something is asked of a seat before all that waits already."""
    s.asks[s.depth] = question
    s.asks_seat[s.depth] = seat
    s.depth += 1


@rule
def pop(s: Record):
    """The question is answered."""
    s.depth -= 1
    s.asks[s.depth] = 0
    s.asks_seat[s.depth] = 0


@rule
def last(s: Record):
    """The question that is next."""
    return s.asks[s.depth - 1]


@rule
def become(s: Record, question):
    """The question that is next is another one now, for the same seat."""
    s.asks[s.depth - 1] = question


@rule
def allow(s: Record, action):
    """One more action may be chosen."""
    s.can[action // WORD] |= 1 << action % WORD


@rule
def allow_each(s: Record, first, bits):
    """Of consecutive actions those whose bits are set may be chosen."""
    word, shift = first // WORD, first % WORD
    s.can[word] |= bits << shift & FULL_WORD
    rest = bits >> WORD - shift
    if rest:
        s.can[word + 1] |= rest


@rule
def allow_goods(s: Record, colours):
    """A good of each of these colours may be chosen."""
    allow_each(s, GOOD.id(0), colours)


@rule
def how_many(s: Record):
    """How many actions may be chosen."""
    found = 0
    for word in range(CAN_WORDS):
        found += count(s.can[word])
    return found


@rule
def forget(s: Record):
    """Nothing may be chosen until the next list is made."""
    for word in range(CAN_WORDS):
        s.can[word] = 0
