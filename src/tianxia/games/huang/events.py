"""What happens in Huang: the log and the animations are made of these."""

from tianxia.engine.domains import FLAG, names, number, private
from tianxia.engine.fields import or_none
from tianxia.engine.kinds import kind, table
from tianxia.games.huang.actions import COLOUR, HEX, PAYMENT, TILES
from tianxia.games.huang.pieces import COLOURS, PALACE_HAND, RHOMBUSES, SEATS, TRIANGLES
from tianxia.games.huang.state import HEX_LABELS, MOST_SIDES, MOST_TURNS

SEAT = number(0, SEATS - 1)
SEAT_OR_NONE = number(-1, SEATS - 1)
HEX_OR_NONE = names(HEX_LABELS)
COUNT = number(0, 138)
SECRET_COLOUR = private(COLOUR)
SECRET_COUNT = private(number(0, PALACE_HAND))

WHY = ("tile", "pagoda", "revolt", "war", "bandits")
"""What points are gained for [H6.2, H9.6, H10.2, H11.7, M1.5]."""
FOR_TILE, FOR_PAGODA, FOR_REVOLT, FOR_WAR, FOR_BANDITS = range(len(WHY))
ENDS = ("bag", "stall")
"""What ends the game [H12.1, H12.1c]."""
BY_BAG, BY_STALL = range(len(ENDS))

MOST_EVENTS = 120
"""Room for the events of one action."""

EVENTS = table(
    kind("turn_began", seat=SEAT, turn=number(0, MOST_TURNS)),
    kind("placed", seat=SEAT, colour=COLOUR, hex=HEX),
    kind("scored", seat=SEAT, colour=COLOUR, points=COUNT, why=names(WHY)),
    kind("positioned", seat=SEAT, colour=COLOUR, hex=HEX, before=HEX_OR_NONE),
    kind("withdrew", seat=SEAT, colour=COLOUR, hex=HEX),
    kind("went_home", seat=SEAT, colour=COLOUR, hex=HEX),
    kind("paid", seat=SEAT, colour=COLOUR, payment=PAYMENT),
    kind("removed", colour=COLOUR, hex=HEX),
    kind("established", seat=SEAT, colour=COLOUR, triangle=names(TRIANGLES), before=names(or_none(TRIANGLES))),
    kind("pagoda_lost", colour=COLOUR, triangle=names(TRIANGLES)),
    kind("palace_built", seat=SEAT, rhombus=names(RHOMBUSES), before=names(or_none(RHOMBUSES))),
    kind("palace_lost", rhombus=names(RHOMBUSES)),
    kind("granary_lost", hex=HEX),
    kind("took", seat=SEAT, colour=COLOUR),
    kind("discarded", seat=SEAT, colour=SECRET_COLOUR),
    kind("passed", seat=SEAT),
    kind("revolt_began", seat=SEAT, defender=SEAT, colour=COLOUR, hex=HEX),
    kind("committed", seat=SEAT, side=HEX_OR_NONE, tiles=TILES, leader=FLAG, colour=COLOUR),
    kind("revolt_ended", winner=SEAT, loser=SEAT, strength=COUNT, other=COUNT, colour=COLOUR),
    kind("war_began", seat=SEAT, hex=HEX, sides=number(2, MOST_SIDES)),
    kind("side", hex=HEX, strength=COUNT),
    kind("war_won", hex=HEX, strength=COUNT, price=COUNT),
    kind("bandits_met", seat=SEAT, hex=HEX, bandits=number(1, 5)),
    kind("bandits_beaten", first=HEX, second=HEX, third=HEX),
    kind("took_granaries", seat=SEAT, count=number(0, 18), left=HEX),
    kind("drew", seat=SEAT, tiles=TILES, **dict.fromkeys(COLOURS[:-1], SECRET_COUNT)),
    kind("market_filled", **dict.fromkeys(COLOURS, number(0, 6))),
    kind("over", why=names(ENDS)),
    kind("won", winner=SEAT_OR_NONE),
)
"""`tiles` of `drew` are all that were drawn, open to everyone; those of no colour that it names are white."""

IRREVERSIBLE = ("drew", "market_filled", "committed", "turn_began", "over")
"""Events after which nothing before them can be undone: something hidden was shown, or another seat acts on it."""
