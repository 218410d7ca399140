"""What Sun Tzu asks, D1 to D10, and what answers it [S14]; numbers follow the order of the rows."""

from tianxia.engine.questions import question, questions

ANY_PHASE = ("use_b1", "use_b5", "use_r2", "discard")
"""What the generals of any phase and the hand allow [S14.1, S14.2]."""

QUESTIONS = questions(
    question("general", "D1, each side: one of its five generals [S2.2]", ("choose",)),
    question("orders", "D2, each side: a card for each province, then to confirm [S4]",
             ("order", "confirm", "take_back", *ANY_PHASE, "use_r4")),
    question("next", "D3: the province of the next battle [S5.1]", ("next",)),
    question("reveal", "D4: a general that acts on the cards just revealed, or none [S6.6]",
             ("use_b2", "use_b4", "use_r3", "use_r5", "pass")),
    question("army", "D5: where a missing army comes from [S7.5]", ("take", "take_pool", "discard", "pass")),
    question("chariot", "D6: a laid-aside general, or none [S9]", ("choose", "pass")),
    question("infantry", "D7: an army of the reinforcements, or none [S9.6]", ("accept", "pass")),
    question("window", "D8: after the fifth battle, a general or a discard, or none [S14]", (*ANY_PHASE, "pass")),
    question("under", "D9, each side that drew: the card that goes under the deck [S12.2]", ("under",)),
    question("reinforce", "D10: a discard for an army of the reinforcements, or none [S11.3]", ("discard", "pass")),
    question("over", "nothing: the game is over [S11]"),
)  # fmt: skip
D1, D2, D3, D4, D5, D6, D7, D8, D9, D10, OVER = (row.id() for row in QUESTIONS)
