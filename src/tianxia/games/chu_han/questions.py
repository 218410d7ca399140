"""What Chu Han asks, and what answers it [C11.2]; numbers follow the order of the rows."""

from tianxia.engine.questions import question, questions

EITHER_WAY = ("decree", "set", "threes", "sixes", "zhongli_mo", "add", "swap", "row", "warlord")
"""What a lead and a response share."""
LEAD_ABILITIES = ("ji_bu", "yu_ji", "ying_bu")
RESPONSE_ABILITIES = ("peng_yue", "han_xin", "xiahou_ying", "liu_bang", "xiang_yu")

QUESTIONS = questions(
    question("lead", "a set; before it a lead ability, a decree, or what the event offers [C4.1, C4.2, C9.1]",
             (*EITHER_WAY, *LEAD_ABILITIES, "done")),
    question("respond", "a higher set of the same size, a response ability, or a pass [C4.3]",
             (*EITHER_WAY, *RESPONSE_ABILITIES, "pass")),
    question("cancel", "whether Lyu Zhi cancels the declared ability [C5.3, C11.2]", ("cancel", "decline")),
    question("restore", "whether Xiao He restores the cancelled ability [C5.4, C11.2]", ("restore", "decline")),
    question("over", "nothing: the game is over [C1]"),
    question("give", "which of the two cards of the decree goes to the rival [C9.11]", ("give",)),
    question("mandate", "a card of the trick that was passed, or none [C9.12]", ("take", "decline")),
)  # fmt: skip
LEAD, RESPOND, CANCEL, RESTORE, OVER, GIVE, PICK = (row.id() for row in QUESTIONS)
