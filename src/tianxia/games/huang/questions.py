"""What Huang asks, and what answers it [H13]; numbers follow the order of the rows."""

from tianxia.engine.questions import question, questions

QUESTIONS = questions(
    question("action", "one of the five actions, or to pass [H13.1]",
             ("place", "leader", "withdraw", "riot", "establish", "replace", "pass")),
    question("riot", "the tile that a riot removes [H13.2]", ("remove",)),
    question("establish", "where the pagoda that was paid for is built [H13.3]", ("pagoda", "palace")),
    question("pagoda", "whether and where the placed tile founds a pagoda [H13.4]", ("pagoda", "palace", "decline")),
    question("moved", "which pagoda of the colour moves there [H13.5]", ("move",)),
    question("market", "a tile of the market, or none [H13.6]", ("take", "decline")),
    question("chain", "another blue tile beside the one just placed, or to stop [H13.7]", ("place", "stop")),
    question("replace", "the next tile to discard, or to draw [H13.8]", ("replace", "draw")),
    question("revolt", "yellow tiles and the leader for a side of the revolt [H13.9]", ("commit",)),
    question("war", "red tiles and the leader for a side of the war, or nothing [H13.10]", ("nothing", "support")),
    question("tie", "the side that wins a tied war [H13.11]", ("winner",)),
    question("price", "a red tile that the victory costs [H13.12]", ("remove",)),
    question("end_turn", "the end of the turn [H13.13]", ("end_turn",)),
    question("granary", "the granary that stays, or none [H13.14]", ("keep", "decline")),
    question("over", "nothing: the game is over [H12]"),
)  # fmt: skip
(
    ACTION, RIOT, ESTABLISH, PAGODA, MOVED, MARKET, CHAIN, REPLACE, REVOLT, WAR, TIE, PRICE, END_TURN, GRANARY, OVER,
) = (row.id() for row in QUESTIONS)  # fmt: skip
