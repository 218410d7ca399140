"""What happens in Sun Tzu: the log and the animations are made of these."""

from tianxia.engine.domains import names, number, private
from tianxia.engine.fields import or_none
from tianxia.engine.kinds import kind, table
from tianxia.games.sun_tzu.pieces import ARMIES, CARDS, EVENT_CARDS, GENERALS, PROVINCES, ROUNDS, TRACK

SEAT = number(0, 1)
SEAT_OR_NONE = number(-1, 1)
PROVINCE = names(PROVINCES)
CARD = names(CARDS)
SECRET = private(names(or_none(CARDS)))
COUNT = number(0, ARMIES)
POINTS = number(0, 25)

PLACES = (*PROVINCES, "pool", "reinforcements", "marker")
"""Where armies come from and go to; a marker army lies on the name field of the battle's province."""
POOL, REINFORCEMENTS, MARKER = (PLACES.index(place) for place in ("pool", "reinforcements", "marker"))
PLACE = names(PLACES)

EVENTS = table(
    kind("chose", seat=SEAT),
    kind("round_began", round=number(1, ROUNDS)),
    kind("general_shown", seat=SEAT, general=names(GENERALS)),
    kind("confirmed", seat=SEAT),
    kind("lifted", seat=SEAT),
    kind("sealed", holder=SEAT_OR_NONE),
    kind("discarded", seat=SEAT, card=CARD),
    kind("revealed", province=PROVINCE, blue=CARD, red=CARD),
    kind("went_under", seat=SEAT, card=CARD, gone=CARD),
    kind("plague", province=PROVINCE, blue=COUNT, red=COUNT),
    kind("won", seat=SEAT, province=PROVINCE, margin=number(0, 10)),
    kind("nobody_won", province=PROVINCE),
    kind("moved", seat=SEAT, start=PLACE, end=PLACE, count=COUNT, province=names(or_none(PROVINCES))),
    kind("event_fired", event=names(EVENT_CARDS)),
    kind("event_up", event=names(or_none(EVENT_CARDS))),
    kind("took_general", seat=SEAT),
    kind("gained", seat=SEAT, figure=number(-TRACK, TRACK)),
    kind("scored", round=number(1, ROUNDS), blue=POINTS, red=POINTS, figure=number(-TRACK, TRACK)),
    kind("drew", seat=SEAT, count=number(0, 4), first=SECRET, second=SECRET, third=SECRET,
         fourth=SECRET),
    kind("put_under", seat=SEAT, card=SECRET),
    kind("over", winner=SEAT_OR_NONE),
)  # fmt: skip

IRREVERSIBLE = (
    "round_began", "general_shown", "confirmed", "sealed", "discarded", "revealed", "went_under", "event_up",
    "scored", "drew", "put_under", "over", "chose",
)  # fmt: skip
"""Events after which nothing before them can be undone: something hidden was shown, or the other side acts on it."""
