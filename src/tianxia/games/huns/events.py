"""What happens in Huns: the log and the animations are made of these."""

from tianxia.engine.domains import names, number
from tianxia.engine.kinds import kind, table
from tianxia.games.huns.actions import CARD, COLOUR, HOLDER, PLACE, SEAT, SLOT
from tianxia.games.huns.pieces import FACES, MOST_GOODS, MOST_ROUNDS, SEATS, WAGONS

COUNT = number(0, MOST_GOODS)
FACE = number(0, FACES)
WAGON = names(WAGONS)
SEAT_OR_NONE = number(-1, SEATS - 1)
ENDS = ("goods", "deck", "rounds")
"""What ends the game [N3.2, N8.23]."""
BY_GOODS, BY_DECK, BY_ROUNDS = range(len(ENDS))

MOST_EVENTS = 400
"""Room for the events of one action."""

EVENTS = table(
    kind("round_began", round=number(0, MOST_ROUNDS), seat=SEAT),
    kind("rolled", blue=FACE, red=FACE, green=FACE, black=FACE, yellow=FACE),
    kind("turn_began", seat=SEAT),
    kind("took_die", seat=SEAT, colour=COLOUR, value=FACE),
    kind("changed", seat=SEAT, value=FACE),
    kind("used", seat=SEAT, card=CARD),
    kind("drew", seat=SEAT, colour=COLOUR, count=COUNT),
    kind("played", seat=SEAT, card=CARD, place=COUNT),
    kind("cursed", seat=SEAT, card=CARD, victim=SEAT),
    kind("fled", seat=SEAT, card=CARD),
    kind("accepted", seat=SEAT, card=CARD),
    kind("looted", seat=SEAT, colour=COLOUR, count=COUNT),
    kind("took", seat=SEAT, colour=COLOUR, count=COUNT),
    kind("exchanged", seat=SEAT, colour=COLOUR, received=COLOUR),
    kind("robbed", seat=SEAT, other=SEAT, slot=SLOT, colour=COLOUR),
    kind("levied", seat=SEAT, other=SEAT, colour=COLOUR),
    kind("loaded", seat=SEAT, colour=COLOUR, slot=SLOT, space=COLOUR),
    kind("put", seat=SEAT, card=HOLDER, colour=COLOUR, count=COUNT),
    kind("filled", seat=SEAT, card=HOLDER),
    kind("lost", seat=SEAT, card=HOLDER, colour=COLOUR),
    kind("gave_back", seat=SEAT, slot=SLOT, colour=COLOUR),
    kind("returned", seat=SEAT, colour=COLOUR, count=COUNT),
    kind("kept", seat=SEAT, colour=COLOUR),
    kind("sent", seat=SEAT, slot=SLOT),
    kind("new_wagon", seat=SEAT, slot=SLOT, wagon=WAGON, place=PLACE),
    kind("laid", place=number(1, 4), wagon=WAGON),
    kind("swapped", seat=SEAT, slot=SLOT, other=SEAT, other_slot=SLOT),
    kind("token", seat=SEAT),
    kind("over", why=names(ENDS)),
    kind("won", seat=SEAT_OR_NONE),
)

IRREVERSIBLE = ("rolled", "drew", "new_wagon", "laid")
"""They show what was hidden, or chance has spoken: no undo beyond them."""
