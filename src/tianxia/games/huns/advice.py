"""What bots are told of Huns."""
from tianxia.engine.compiling import rule
@rule
def horizon(s):
    return s.round / 2
@rule
def worth(s, out):
    for seat in range(s.players):
        out[seat] = 0.0
@rule
def thumb(s, seat, ids, n, out):
    for i in range(n):
        out[i] = 0.0
