"""The actions of Sun Tzu, as S14 lists them; ids follow the order of the rows."""

from tianxia.engine.domains import names
from tianxia.engine.kinds import kind, table
from tianxia.games.sun_tzu.pieces import CARDS, GENERALS, PROVINCES

PROVINCE, CARD = names(PROVINCES), names(CARDS)

ACTIONS = table(
    kind("choose", general=names(GENERALS)),
    kind("order", province=PROVINCE, card=CARD),
    kind("confirm"),
    kind("take_back", province=PROVINCE),
    kind("next", province=PROVINCE),
    kind("use_b1", start=PROVINCE, end=PROVINCE),
    kind("use_b2"),
    kind("use_b4"),
    kind("use_b5", province=PROVINCE),
    kind("use_r2", province=PROVINCE),
    kind("use_r3"),
    kind("use_r4"),
    kind("use_r5"),
    kind("take", province=PROVINCE),
    kind("take_pool"),
    kind("discard", card=CARD),
    kind("accept"),
    kind("under", card=CARD),
    kind("pass"),
)
