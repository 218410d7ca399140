"""What happens in Chu Han: the log and the animations are made of these."""

from collections.abc import Mapping
from typing import Any

from tianxia.engine.domains import names, number, private, subset
from tianxia.engine.fields import Derived
from tianxia.engine.kinds import kind, table
from tianxia.games.chu_han.cards import (
    CARDS,
    DECREES,
    EVENT_LABELS,
    KIND_LABELS,
    KINDS,
    MATCHES,
    MOST_DESERTERS,
    MOST_HANDS,
    MOST_SPOILS,
    MOST_VP,
    TOP_VALUE,
    cards_in_set,
)

SEAT = number(0, 1)
VP = number(-MOST_VP, MOST_VP)
CARD = names(KINDS)
CARD_OR_NONE = names(KIND_LABELS)
SECRET = private(CARD_OR_NONE)
REASONS = ("twos", "han_xin", "xiahou_ying", "stabilisation", "wise_counsel", "hangu")
TWOS_REASON, HAN_XIN_REASON, XIAHOU_YING_REASON, STABILISATION_REASON, WISE_COUNSEL_REASON, HANGU_REASON = range(
    len(REASONS)
)


def set_cards(event: Mapping[str, Any]) -> list[str] | None:
    """The cards of the set in an event that names their kinds."""
    return cards_in_set(event["size"], event["kinds"]) if "kinds" in event else None


EVENTS = table(
    kind("dealt", hand_number=number(1, MOST_HANDS), leader=SEAT),
    kind("drew", seat=SEAT, first=SECRET, second=SECRET),
    kind("looked", seat=SEAT, first=SECRET, second=SECRET, third=SECRET, fourth=SECRET),
    kind("hand_opened", seat=SEAT),
    kind("lent", seat=SEAT, card=CARD),
    kind("declared", seat=SEAT, ability=CARD, target=CARD_OR_NONE, value=number(0, TOP_VALUE), size=number(0, TOP_VALUE),
         kinds=subset(KINDS)),
    kind("cancelled", seat=SEAT, ability=CARD),
    kind("restored", seat=SEAT, ability=CARD),
    kind("returned", seat=SEAT, ability=CARD, target=CARD_OR_NONE, size=number(0, TOP_VALUE), kinds=subset(KINDS),
         lent=CARD_OR_NONE),
    kind("used", seat=SEAT, ability=CARD, target=CARD_OR_NONE),
    kind("played", seat=SEAT, ability=CARD_OR_NONE, value=number(0, TOP_VALUE), size=number(0, TOP_VALUE),
         kinds=subset(KINDS)),
    kind("passed", seat=SEAT),
    kind("scored", seat=SEAT, points=VP, reason=names(REASONS)),
    kind("trick_ended", leader=SEAT),
    kind("went_out", seat=SEAT, points=VP, cards=number(0, CARDS), decrees=number(-DECREES, 2 * DECREES),
         marked=number(0, MOST_DESERTERS), spared=number(0, MOST_VP)),
    kind("won", seat=SEAT),
    kind("event_revealed", event=names(EVENT_LABELS)),
    kind("laid_open", card=CARD),
    kind("swapped", seat=SEAT, given=CARD, taken=CARD),
    kind("placed", seat=SEAT, card=CARD),
    kind("gave", seat=SEAT, card=SECRET),
    kind("received", seat=SEAT, card=SECRET),
    kind("picked", seat=SEAT, card=CARD),
    kind("match_won", seat=SEAT, match_number=number(1, MATCHES)),
    kind("match_began", match_number=number(1, MATCHES), leader=SEAT, spoils=number(0, MOST_SPOILS)),
    derived=[Derived("set_cards", 1, KINDS, set_cards, "the cards of the set, where the event has one")],
)  # fmt: skip
"""`kinds` names the kinds of a set's cards, `size` counts the cards; see `cards.copies_in_set`. `cards`, `decrees` and `marked`
of `went_out` are its VP for each, before Xiang Yu doubles their sum: with Restraint those for decrees may be negative [C9.4].
`points` is what the total changes by, `spared` what it does not lose because it is never below 0 [C7.3]. A card of the
Warlords is `lent` to the play or reaction that is told next; in `returned` it is the card of the set that goes back beside
the event, or none [C9.8]."""

IRREVERSIBLE = ("dealt", "drew", "looked", "hand_opened", "declared", "won", "gave")
"""Events after which nothing before them can be undone: something hidden was shown, or the game is over."""
