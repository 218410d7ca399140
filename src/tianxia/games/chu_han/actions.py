"""The actions of Chu Han, as C11 lists them; ids follow the order of the rows."""

from tianxia.engine.domains import FLAG, names, number, subset
from tianxia.engine.kinds import kind, table
from tianxia.games.chu_han.cards import KINDS, NUMBERS, SIXES, THREES

ACTIONS = table(
    kind("decree"),
    kind("ji_bu"),
    kind("yu_ji", card=names(KINDS)),
    kind("ying_bu", card=names(KINDS)),
    kind("set", value=names(NUMBERS), count=number(1, 9), joker=FLAG),
    kind("threes", persons=subset(THREES), joker=FLAG),
    kind("sixes", persons=subset(SIXES), joker=FLAG),
    kind("zhongli_mo"),
    kind("add", card=names(KINDS)),
    kind("done"),
    kind("peng_yue"),
    kind("han_xin"),
    kind("xiahou_ying"),
    kind("liu_bang"),
    kind("xiang_yu"),
    kind("pass"),
    kind("cancel"),
    kind("restore"),
    kind("decline"),
    kind("swap", give=names(KINDS), take=names(KINDS)),
    kind("row", card=names(KINDS)),
    kind("give", card=names(KINDS)),
    kind("take", card=names(KINDS)),
    kind("warlord", card=names(KINDS)),
)
