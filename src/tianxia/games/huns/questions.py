"""What Huns asks, and what answers it [N11.3]. What has no answer asks nobody: it is what happens next by itself."""

from collections.abc import Mapping

import numpy as np

from tianxia.engine.compiling import const
from tianxia.engine.domains import FLAG, names, number, subset
from tianxia.engine.fields import or_none
from tianxia.engine.questions import question, questions
from tianxia.games.huns.actions import CARD, COLOUR, SEAT, SLOT
from tianxia.games.huns.pieces import A_COLOUR, AMULET, CARDS, COLOURS, ILDICO, N_WAGONS, SABRE, TAX, WAGONS, WHIP

GOODS, A_WAGON, A_CARGO, A_HOLDER = ("good",), ("wagon",), ("take",), ("on",)
GOOD_OR_NONE = ("good", "done")
WHY = ("none", "sent", "axle")
"""Why a new wagon comes: the Cartwright or the Wide Axle may put a good on it."""
FOR_NOTHING, AFTER_SEND, FOR_AXLE = range(len(WHY))

QUESTIONS = questions(
    question("none", "nothing: an empty place"),
    question("start_round", "nothing: after the start goods the first round begins [N2.4]"),
    question("start_good", "a start good, and its wagon; the second one has another colour than the first [N2.3]", ("load",),
             first=names(or_none(COLOURS))),
    question("before_die", "a die, or what may be used before it [N3.1, N6.1.1]", ("die", "use", "load")),
    question("after_die", "draw or loot, or what may change the die before it [N4, N6.1.1]",
             ("raise", "value", "draw", "loot", "loot_as")),
    question("drawn", "which of the cards drawn is played [N4.1]", ("play",), colour=COLOUR, count=number(0, A_COLOUR)),
    question("victim", "whose camp the Curse goes to [N5.4]", ("victim",), card=CARD),
    question("flee", "whether the Curse is fled [N5.5, N8.7]", ("flee", "accept"), card=CARD),
    question("curse_effects", "which effect of a Curse that was played comes next [N6.2.1, N8.7]", ("use",),
             card=CARD, victim=SEAT, effects=subset((CARDS[AMULET], CARDS[ILDICO]))),
    question("amulet", "the good that goes on the Curse [E09, N8.7]", GOODS, card=CARD),
    question("quartermaster", "the good that is added to a loot [M02]", GOODS),
    question("merchant", "the good for which one of the loot is exchanged, or none [M09]", GOOD_OR_NONE),
    question("place", "where the next good of a batch, or all of it, goes [N8.17]", ("on", "load", "brand", "done")),
    question("put", "which goods of too many go on the card [N8.17.2]", GOODS, card=CARD),
    question("keep", "a good of a loot that stays on the Saddlebags, or no more [E05, N8.18]", GOOD_OR_NONE),
    question("new_wagon", "which new wagon comes [N4.3.1, N8.9]", A_WAGON, why=names(WHY)),
    question("needed", "the good that goes on the new wagon at once [M05, E06, N8.19]", GOODS, slot=SLOT),
    question("take", "a good of one of the colours from the reserve, or none if optional [N8.1.2]", GOOD_OR_NONE,
             colours=subset(COLOURS), optional=FLAG, another=FLAG, card=CARD),
    question("after_batch", "nothing: what is left over returns, once it was asked what is kept [N8.18]", kept=FLAG),
    question("sends", "nothing: what follows the wagons that were sent, one after another [N8.12]"),
    question("send_effects", "which effect of a wagon that was sent comes next [N6.2.1, N8.12]", ("use",),
             wagon=number(0, N_WAGONS), sender=SEAT, effects=subset((CARDS[WHIP], CARDS[SABRE], CARDS[TAX]))),
    question("send_full", "which full wagon is sent next [N8.18]", ("send",)),
    question("swapped_full", "nothing: an exchanged wagon that is full is sent [R06]", slot=SLOT),
    question("spy", "whether the Goth Spy acts [M11]", ("use", "done")),
    question("sweep", "a good on a wagon of the rival [R01]", A_CARGO, rival=SEAT),
    question("ambush", "a good on an opponent's wagon [R02]", A_CARGO),
    question("ambush_again", "another good on the same wagon [R02]", A_CARGO, rival=SEAT, slot=SLOT),
    question("bribe", "an opponent's Mercenary that loses goods [R05]", A_HOLDER),
    question("bribed", "a good that it loses [R05]", GOODS, card=CARD),
    question("swap", "an own wagon and the one that comes for it [R06]", ("swap",)),
    question("charge", "the colour of the goods that are taken [R07]", GOODS),
    question("fast_loading", "a good from the reserve and its wagon [R08]", ("load",)),
    question("fast_loading_again", "a second good for the same wagon [R08]", ("load",),
             slot=SLOT, wagon=names(or_none(WAGONS))),
    question("ritual", "the Curse that gets goods [R09]", A_HOLDER),
    question("ritual_goods", "a good that goes on it [R09]", GOODS, card=CARD),
    question("levy", "a good of the rival's stash [R11]", GOODS, rival=SEAT),
    question("encircle", "a colour that lies on opponents' wagons [R12]", GOODS),
    question("encircled", "the wagon from which the rival returns a good of the colour [R12]", A_CARGO,
             rival=SEAT, colour=COLOUR),
    question("tally", "nothing: the seat takes as many goods as were returned [R12]", taker=SEAT, colour=COLOUR),
    question("outrider", "a good on a wagon of who has sent more [M07]", A_CARGO),
    question("after_action", "the end of the turn, or what may be used before it [N6.1.1, N11.3]", ("use", "done")),
    question("end_turn", "nothing: the next turn, or the end of the round [N3.1]"),
    question("thieves", "the good on the own wagons that returns to the reserve [C06]", A_CARGO),
    question("drum", "nothing: the War Drum may bring a good [E11, N8.11]"),
    question("end_round", "nothing: the next round, or the end of the game [N3.2]"),
)  # fmt: skip
(
    NONE, START_ROUND, START_GOOD, BEFORE_DIE, AFTER_DIE, DRAWN, VICTIM, FLEE, CURSE_EFFECTS, AMULET_GOOD,
    QUARTERMASTER_GOOD, MERCHANT_GOOD, PLACE, PUT, KEEP, NEW_WAGON, NEEDED, TAKE, AFTER_BATCH, SENDS,
    SEND_EFFECTS, SEND_FULL, SWAPPED_FULL, SPY_GOOD, SWEEPING, AMBUSHING, AMBUSH_AGAIN, BRIBING, BRIBED, SWAPPING, CHARGING,
    FAST_LOADING, LOADING_AGAIN, RITUAL_CARD, RITUAL_GOODS, LEVYING, ENCIRCLING, ENCIRCLED, TALLY, OUTRIDING, AFTER_ACTION,
    END_TURN, THIEVES_TAKE, DRUM_GOOD, END_ROUND,
) = QUESTIONS  # fmt: skip
ROW = const(QUESTIONS.indices, "i1")
"""By number of a question its row: a chain of comparisons with it compiles to a switch, which tells 40 kinds at once."""
BY_AMULET, BY_ILDICO = 1, 2
"""Effects of a Curse that was played."""
BY_WHIP, BY_SABRE, BY_TAX = 1, 2, 4
"""Effects of a wagon that was sent."""


# what positions of before are known by

FORMERLY = (
    "none", "start_round", "start_good", "before_die", "after_die", "drawn", "victim", "flee", "curse_effects", "amulet",
    "quartermaster", "merchant", "place", "put", "keep", "new_wagon", "needed", "take", "after_batch", "sends",
    "send_effects", "send_full", "swapped_full", "spy", "sweep", "ambush", "ambush_again", "bribe", "bribed", "swap", "charge",
    "fast_loading", "ritual", "ritual_goods", "levy", "encircle", "encircled", "outrider", "after_action", "end_turn",
    "thieves", "drum", "end_round",
)  # fmt: skip
"""Hashes of positions are made of these numbers, with two others that told more."""
SAME_AS = {"fast_loading_again": "fast_loading", "tally": "encircled"}


def as_formerly(stack: bytes) -> Mapping[str, bytes]:
    """A stack of questions as positions were hashed before there was a table of them."""
    rows = [_formerly(number) for number in np.frombuffer(stack, "i2").tolist()]
    forms = (("task", "i1"), ("task_a", "i2"), ("task_b", "i2"))
    return {
        name: np.array(values, form).tobytes()
        for (name, form), values in zip(forms, zip(*rows, strict=True), strict=True)
    }


def _formerly(number: int) -> tuple[int, int, int]:
    kind = QUESTIONS.kind_of(number)
    args = kind.args(number)
    if kind is TAKE:
        colours, optional, another, card = args
        told = colours, optional | another << 1 | card << 2
    elif kind is CURSE_EFFECTS:
        card, victim, effects = args
        told = 4 * card + victim, effects
    elif kind is SEND_EFFECTS:
        wagon, sender, effects = args
        told = 4 * wagon + sender, effects
    elif kind is AFTER_BATCH:
        told = 0, args[0]
    else:  # as they are told, but slots were counted from 0
        a, b, *_ = (*(arg - low for arg, low in zip(args, kind.lows, strict=True)), 0, 0)
        told = a, b
    return FORMERLY.index(SAME_AS.get(kind.name, kind.name)), *told
