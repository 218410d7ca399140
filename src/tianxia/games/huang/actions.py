"""The actions of Huang, as H13 lists them; ids follow the order of the rows."""

from typing import Any

from tianxia.engine.domains import FLAG, Domain, names, number
from tianxia.engine.errors import brief
from tianxia.engine.kinds import kind, table
from tianxia.games.huang.pieces import COLOURS, HEXES, N_HEXES, PALACE_HAND, RHOMBUSES, TRIANGLES


class OnTheGrid(Domain):
    """Hexes by name: a wrong one is told where the grid ends, which is shorter than all the names."""

    def parse(self, value: Any) -> int:
        """Name to number."""
        if value in self.labels:
            return self.labels.index(value)
        first, last = HEXES[0], HEXES[-1]
        raise ValueError(
            f"{brief(value)} is no hex: a column from {first[0]} to {last[0]}, then a row from {first[1:]} to {last[1:]}"
        )


HEX = OnTheGrid(N_HEXES, labels=HEXES)
COLOUR, TILES = names(COLOURS), number(0, PALACE_HAND)
PAYMENT = names(("tiles", "leader"))
"""Two tiles, or one and the leader off the board [H7.2, H9.4]."""

MOST_LEGAL = 2048
"""Room for a list of legal actions, and a few places more: see `put_each`."""

ACTIONS = table(
    kind("place", colour=COLOUR, hex=HEX),
    kind("leader", colour=COLOUR, hex=HEX),
    kind("withdraw", colour=COLOUR),
    kind("riot", payment=PAYMENT),
    kind("establish", payment=PAYMENT),
    kind("replace", colour=COLOUR),
    kind("pass"),
    kind("remove", hex=HEX),
    kind("pagoda", triangle=names(TRIANGLES)),
    kind("palace", rhombus=names(RHOMBUSES)),
    kind("move", triangle=names(TRIANGLES)),
    kind("take", colour=COLOUR),
    kind("stop"),
    kind("draw"),
    kind("commit", tiles=TILES, leader=FLAG),
    kind("nothing"),
    kind("support", side=HEX, tiles=TILES, leader=FLAG),
    kind("winner", side=HEX),
    kind("end_turn"),
    kind("keep", hex=HEX),
    kind("decline"),
)
