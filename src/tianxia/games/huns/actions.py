"""The actions of Huns, as N11.4 lists them; ids follow the order of the rows."""

from tianxia.engine.domains import names, number
from tianxia.engine.kinds import kind, table
from tianxia.games.huns.pieces import CARDS, COLOURS, DISPLAY, FACES, HOLDERS, SEATS, SLOTS

COLOUR, CARD, HOLDER, SEAT, SLOT = names(COLOURS), names(CARDS), names(HOLDERS), number(0, SEATS - 1), number(1, SLOTS)
PLACE = names((*map(str, range(1, DISPLAY + 1)), "deck"))
"""Where a new wagon comes from."""

ACTIONS = table(
    kind("die", colour=COLOUR),
    kind("raise"),
    kind("value", value=number(1, FACES)),
    kind("draw"),
    kind("loot"),
    kind("loot_as", colour=COLOUR),
    kind("play", card=CARD),
    kind("use", card=CARD),
    kind("victim", seat=SEAT),
    kind("flee"),
    kind("accept"),
    kind("on", card=HOLDER),
    kind("load", colour=COLOUR, slot=SLOT),
    kind("brand", colour=COLOUR, slot=SLOT, space=COLOUR),
    kind("good", colour=COLOUR),
    kind("take", seat=SEAT, slot=SLOT, colour=COLOUR),
    kind("swap", slot=SLOT, seat=SEAT, other_slot=SLOT),
    kind("wagon", place=PLACE),
    kind("send", slot=SLOT),
    kind("done"),
)
