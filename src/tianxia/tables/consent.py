"""What all who play agree to: to take an action back beyond what a seat may by itself, to share the first place, to end a
game without a result.

An offer is answered by all other people at the table; a bot has no say, also one that plays for somebody. It lapses as soon
as the table moves on for everybody's eyes: a step that nobody else sees must not be told by an offer that goes.
"""

from typing import TYPE_CHECKING, NamedTuple, get_args

import tianxia
from tianxia.engine import i18n
from tianxia.engine.i18n import N_
from tianxia.tables.frames import AnswerOffer, MakeOffer
from tianxia.tables.refused import Refused
from tianxia.tables.rows import AgreedRow, DeclinedRow, JoinedRow, LeftRow, OfferedRow, Row, What
from tianxia.tables.setup import Setup
from tianxia.tables.table_view import OfferView

if TYPE_CHECKING:
    from tianxia.tables.history import History
    from tianxia.tables.moment import Moment

SILENCE = 3 * 24 * 3600.0
"""Seconds after which who is to act and does not answer agrees to end a game without a clock."""
WHATS: tuple[What, ...] = get_args(What)


class Offer(NamedTuple):
    """What a seat asked the others for."""

    number: int  # counts the offers of a game, from 1
    seat: int
    what: What
    agreed: frozenset[str]  # the guests who want it
    place: int = 0  # of the action that is to be taken back
    at: float = 0.0  # when, in Unix seconds
    silent: bool = False  # whoever does not answer for long agrees; older versions did not say so


# -- the fold ----------------------------------------------------------------------------------------------------------


def people(now: "Moment") -> frozenset[str]:
    """The guests who have a say: those who play for themselves."""
    return frozenset(sitter.guest for sitter in now.seats if sitter.guest is not None and sitter.bot is None)


def awaited(now: "Moment", offer: Offer) -> frozenset[str]:
    """The guests who have not answered an offer."""
    return people(now) - offer.agreed


def silent_at(now: "Moment") -> float | None:
    """When those who have not answered an offer agree to it by that: a game without a clock must not wait for ever for somebody
    who is to act in it and is gone. None if that is never."""
    offer = now.offer
    if offer is None or not offer.silent or not awaited(now, offer) <= now.asked:
        return None
    return offer.at + SILENCE


def completed(now: "Moment", row: Row, place: int | None) -> Offer | None:
    """The offer that all want with a row; None if one is missing. ``place`` is that of the action that is to be taken back,
    if one may be."""
    if isinstance(row, OfferedRow) and (guest := now.seats[row.seat].guest) is not None:
        offer = Offer(now.offers + 1, row.seat, row.what, frozenset({guest}), place or 0)
    elif isinstance(row, AgreedRow) and now.offer is not None and (guest := now.seats[row.seat].guest) is not None:
        offer = now.offer._replace(agreed=now.offer.agreed | {guest})
    else:
        return None
    return None if awaited(now, offer) else offer


def after(now: "Moment", row: OfferedRow | DeclinedRow | AgreedRow, place: int | None) -> "Moment":
    """After an offer or an answer to one, but for the position; raises ``tianxia.IllegalAction`` if there can be none."""
    guest, offer = now.seats[row.seat].guest, now.offer
    if guest is None or guest not in people(now) or now.over:
        raise tianxia.IllegalAction(f"{row.__struct_config__.tag}: seat {row.seat} has no say")
    if isinstance(row, OfferedRow):
        if offer is not None or (row.what == "undo" and place is None) or (row.what == "draw" and len(now.seats) != 2):
            raise tianxia.IllegalAction(f"offer: {row.what} cannot be offered now")
        offer = Offer(now.offers + 1, row.seat, row.what, frozenset({guest}), place or 0, row.at, row.silent)
        now = now._replace(offer=offer, offers=offer.number)
    elif offer is None or (isinstance(row, AgreedRow) and guest not in awaited(now, offer)):
        raise tianxia.IllegalAction(f"answer: seat {row.seat} is not asked for its consent")
    elif isinstance(row, DeclinedRow):
        return now._replace(offer=None, declined=now.declined | {(offer.seat, offer.what)})
    else:
        now = now._replace(offer=offer._replace(agreed=offer.agreed | {guest}))
    assert now.offer is not None
    if awaited(now, now.offer):
        return now
    settled = now.offer.what if now.offer.what != "undo" else ""
    return now._replace(offer=None, declined=frozenset(), settled=settled)


def lapses(row: Row, seen: bool) -> bool:
    """Whether an open offer is void after a row, which everybody has seen something of or not."""
    return isinstance(row, JoinedRow | LeftRow) or (seen and not isinstance(row, OfferedRow | DeclinedRow | AgreedRow))


# -- who may -----------------------------------------------------------------------------------------------------------


def refusal(history: "History", setup: Setup, seat: int, what: What, lang: str) -> str:
    """Why a seat can't make an offer; empty if it can. It is told from what the seat knows."""
    having_a_say = people(history.now)
    reason = _nothing(history.now, seat, having_a_say) or _refusal(history, setup, seat, what, having_a_say)
    return reason and i18n.translator(lang).gettext(reason)


def may_offer(history: "History", setup: Setup, seat: int) -> list[str]:
    """What a seat may offer now."""
    having_a_say = people(history.now)
    if _nothing(history.now, seat, having_a_say):
        return []
    return [what for what in WHATS if not _refusal(history, setup, seat, what, having_a_say)]


def _nothing(now: "Moment", seat: int, having_a_say: frozenset[str]) -> str:
    """Why a seat can make no offer at all, to be translated."""
    if now.over or not now.started:
        return N_("The game is over.")
    if now.seats[seat].guest not in having_a_say:
        return N_("A bot plays in this seat.")
    return N_("An offer is open already: it has to be answered first.") if now.offer else ""


def _refusal(history: "History", setup: Setup, seat: int, what: What, having_a_say: frozenset[str]) -> str:
    """Why a seat that could make others can't make this offer, to be translated."""
    now = history.now
    if (seat, what) in now.declined:
        return N_("This was declined. It can be asked for again when the table has moved on.")
    match what:
        case "undo":
            if history.can_undo(seat):
                return N_("You can take it back without asking.")
            if setup.terms.rated:
                return N_("In a rated game nothing is taken back after somebody else has decided.")
            if history.line.asks_back(seat) is None:
                return N_(
                    "Nothing can be taken back here: since then something hidden was shown, or all choose at the same time."
                )
        case "draw":
            if len(now.seats) != 2:
                return N_("Only two can agree on a draw.")
            if any(sitter.guest not in having_a_say for sitter in now.seats):
                return N_("A bot agrees on no draw.")
        case "abandon":
            if setup.terms.rated and having_a_say == {now.seats[seat].guest}:
                return N_("A rated game against bots cannot be abandoned, only resigned.")
    return ""


def row(
    history: "History", setup: Setup, seat: int, frame: MakeOffer | AnswerOffer, lang: str, at: float
) -> OfferedRow | DeclinedRow | AgreedRow:
    """The row of what a page asks for or answers; raises ``Refused``."""
    say, now, number = i18n.translator(lang).gettext, history.now, history.rows
    if isinstance(frame, MakeOffer):
        if reason := refusal(history, setup, seat, frame.what, lang):
            raise Refused("illegal", reason)
        # a game that is rated has its result by resigning or not at all; with a clock there is the time-out
        silent = frame.what == "abandon" and now.clocks is None and not setup.terms.rated
        return OfferedRow(seat, frame.what, silent, number=number, at=at, command=frame.id)
    offer, guest = now.offer, now.seats[seat].guest
    if offer is None or offer.number != frame.offer:
        raise Refused("stale", say("This offer is not open any more."))
    if guest not in people(now) or (frame.agree and guest not in awaited(now, offer)):
        raise Refused("illegal", say("You are not asked for your consent."))
    kind = AgreedRow if frame.agree else DeclinedRow
    return kind(seat, number=number, at=at, command=frame.id)


# -- in words ----------------------------------------------------------------------------------------------------------


def offer_view(now: "Moment", viewer: int | None, names: list[str], lang: str) -> OfferView | None:
    """The open offer as a viewer reads it; None if there is none. ``names`` are those of the seats."""
    offer = now.offer
    if offer is None:
        return None
    say = i18n.translator(lang).gettext
    guest = None if viewer is None else now.seats[viewer].guest
    missing = awaited(now, offer)
    own = guest is not None and guest == now.seats[offer.seat].guest
    told = {
        ("undo", True): say("You ask to take your last action back."),
        ("draw", True): say("You offer a draw."),
        ("abandon", True): say("You ask to end the game without a result."),
        ("undo", False): say("{name} asks to take the last action back."),
        ("draw", False): say("{name} offers a draw: both share the first place."),
        ("abandon", False): say("{name} asks to end the game without a result."),
    }[offer.what, own]
    text = told.format(name=names[offer.seat])
    if silent_at(now) is not None:
        text += " " + say("Whoever does not answer within three days agrees.")
    return OfferView(
        number=offer.number,
        seat=offer.seat,
        what=offer.what,
        text=text,
        own=own,
        asked=guest in missing,
        awaited=[seat for seat, sitter in enumerate(now.seats) if sitter.guest in missing],
    )


def settled_in_words(now: "Moment", lang: str) -> str:
    """How a game ended by consent; empty if it did not."""
    if not now.settled:
        return ""
    say = i18n.translator(lang).gettext
    return {
        "draw": say("The game ended in a draw, by agreement."),
        "abandon": say("The game was abandoned by agreement: it has no result."),
    }[now.settled]
