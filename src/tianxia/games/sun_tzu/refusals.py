"""Why an action is illegal, with the number of the rule: read from the seat's masked record only."""

from typing import Any

from tianxia.engine.i18n import N_, Speak
from tianxia.games.sun_tzu.actions import ACTIONS
from tianxia.games.sun_tzu.pieces import (
    B1,
    B3,
    B5,
    CARDS,
    FEINTS,
    FRAMED,
    GENERALS,
    LAST_ROUND_OF_ANY_PHASE,
    MINUS_ONE,
    MOST_SHOWN,
    N_PROVINCES,
    NEAR,
    OWN_GENERALS,
    PLAGUE,
    PROVINCES,
    R1,
    R2,
    SIX,
)
from tianxia.games.sun_tzu.questions import ANY_PHASE, D1, D2, D5, D6, D9, OVER, QUESTIONS
from tianxia.games.sun_tzu.record import Record
from tianxia.games.sun_tzu.state import BLUE, COST_NEED, FIXED, MARKER_NEED, PLACE_NEED, RED
from tianxia.games.sun_tzu.texts import card_name, general_name

OF_ANY_PHASE = tuple(kind for kind in ANY_PHASE if kind != "discard")
AT_A_REVEAL = tuple(kind for kind in QUESTIONS.answers["reveal"] if kind != "pass")

OTHER_MOMENT = {
    "choose": N_("a general is chosen before the game, and after War chariot [S2.2, S9.5]"),
    "order": N_("orders are given at the beginning of a round [S4.1]"),
    "confirm": N_("orders are confirmed at the beginning of a round [S4.5]"),
    "take_back": N_("orders are sealed, they can't be taken back any more [S4.5]"),
    "next": N_("no choice of the next battle is asked of you now [S5.1]"),
    "use_r4": N_("this general acts in the orders, before you confirm [S8.6]"),
    "use_r1": N_("this general is shown by itself, with a 6 where you used yours [S8.4]"),
    **dict.fromkeys(OF_ANY_PHASE, N_("this general acts in the orders or after the last battle [S8.1]")),
    **dict.fromkeys(AT_A_REVEAL, N_("this general acts when cards are revealed [S8.2, S14.1]")),
    "take": N_("no army is looked for now [S7.5]"),
    "take_pool": N_("no army is looked for now [S7.5]"),
    "discard": N_("reinforcements can't come at this moment [S4.3, S14.2]"),
    "accept": N_("nothing is offered now [S9.6]"),
    "under": N_("a card goes under the deck at the end of a round [S12.2]"),
}

NO_PASSING = {
    "general": N_("a general must be chosen [S2.2]"),
    "orders": N_("every province must get a card [S4.1]"),
    "next": N_("a province must be chosen [S5.1, S5.5]"),
    "under": N_("a card must go under the deck [S12.2]"),
}

WAIT = {
    D1: N_("you have chosen; wait for the other side [S2.2]"),
    D2: N_("you have confirmed; wait for the other side [S4.5]"),
    D9: N_("you have no card to put under; wait for the other side [S12.2]"),
}


def why_not(s: Record, seat: int, action: int, speak: Speak) -> str:
    """The first rule that the action breaks, in the order in which a player would ask."""
    _ = speak.gettext
    kind = ACTIONS.kind_of(action)
    if s.asks == OVER:
        return _("the game is over [S11.1]")
    if not may_act(s, seat):
        if s.asks == D2 and kind.name in OF_ANY_PHASE:
            return _("you have confirmed, and this general acts before that or after the last battle [S4.5, S8.1]")
        return _(WAIT[s.asks]) if s.asks in WAIT else _("it is not your decision now [S14]")
    if kind.name.startswith("use_"):
        general = GENERALS.index(kind.name.removeprefix("use_").upper())
        reason = general_refusal(s, seat, general, speak)
        if reason:
            return reason
    asks = QUESTIONS.text(s.asks)
    if kind.name not in QUESTIONS.answers[asks]:
        return moment_refusal(s, seat, kind, action, speak)
    if kind.name == "choose":
        return choice_refusal(s, seat, kind.args(action)[0], speak)
    if kind.name in OF_ANY_PHASE:
        return march_refusal(s, kind, action, speak)
    if kind.name in AT_A_REVEAL:
        return reveal_refusal(s, kind.name, speak)
    if kind.name in ("take", "take_pool", "pass"):
        return army_refusal(s, kind, action, speak)
    if kind.name == "discard":
        return discard_refusal(s, seat, kind.args(action)[0], speak)
    if kind.name == "next":
        (province,) = kind.args(action)
        return _("the battle in {province} has been fought [S5.5]").format(province=PROVINCES[province])
    if kind.name == "under":
        (card,) = kind.args(action)
        return _("you did not draw {card} [S12.2]").format(card=card_name(CARDS[card], speak))
    return order_refusal(s, seat, kind, action, speak)


def moment_refusal(s: Record, seat: int, kind: Any, action: int, speak: Speak) -> str:
    """What the action is for, if that is not asked now. A province may be tapped for an army, a general to be used."""
    _ = speak.gettext
    asks = QUESTIONS.text(s.asks)
    if kind.name == "pass":
        return _(NO_PASSING[asks])
    if kind.name == "take_back" and not s.sealed:
        return _(OTHER_MOMENT["order"])
    if kind.name == "next" and asks == "orders":
        return lying_order(s, seat, kind.args(action)[0], speak) or _(OTHER_MOMENT["next"])
    if kind.name == "next" and asks == "army":
        return source_refusal(s, kind.args(action)[0], speak) or _(OTHER_MOMENT["next"])
    if kind.name == "choose":
        (general,) = kind.args(action)
        use = f"use_{GENERALS[general].lower()}"
        other = general_refusal(s, seat, general, speak)
        return other or _(OTHER_MOMENT["choose" if use in QUESTIONS.answers[asks] else use])
    return _(OTHER_MOMENT[kind.name])


def lying_order(s: Record, seat: int, province: int, speak: Speak) -> str:
    """A province with an order takes no other one; empty if none lies there [S4.1]."""
    card = s.laid[seat, province]
    if not card:
        return ""
    text = speak.gettext("your {card} lies at {province}; a tap on that card takes it back [S4.1]")
    return text.format(card=card_name(CARDS[card - 1], speak), province=PROVINCES[province])


def may_act(s: Record, seat: int) -> bool:
    """Whether the seat is asked [S14]."""
    if s.asks == D1:
        return not s.unshown[seat]
    if s.asks == D2:
        return not s.confirmed[seat]
    if s.asks == D9:
        return bool(s.drawn_size[seat])
    return bool(s.asked == seat)


def general_refusal(s: Record, seat: int, general: int, speak: Speak) -> str:
    """A general acts once, for the side that holds it."""
    _ = speak.gettext
    name = general_name(GENERALS[general], speak)
    if not OWN_GENERALS[seat] >> general & 1:
        return _("{general} is a general of the other side [S8]").format(general=name)
    if not s.generals:
        return _("this game is played without generals [S2.3]")
    if any(s.shown[seat, place] == general + 1 for place in range(MOST_SHOWN)):
        return _("{general} has been used, and each general acts once [S8.10]").format(general=name)
    if not s.held[seat] >> general & 1:
        return _("{general} is not your general [S14.1]").format(general=name)
    return ""


def choice_refusal(s: Record, seat: int, general: int, speak: Speak) -> str:
    """One of the own five; after War chariot one laid aside, but never the vanguard."""
    _ = speak.gettext
    name = general_name(GENERALS[general], speak)
    if not OWN_GENERALS[seat] >> general & 1:
        return _("{general} is a general of the other side [S8]").format(general=name)
    if s.asks == D6 and general == B3:
        return _("{general} acts before the game only and can't be taken now [S9.5]").format(general=name)
    return _("{general} is not among those laid aside [S9.5]").format(general=name)


def march_refusal(s: Record, kind: Any, action: int, speak: Speak) -> str:
    """March, levy and strike: up to round 6, with an army there [S8.9]."""
    _ = speak.gettext
    if s.round > LAST_ROUND_OF_ANY_PHASE:
        return _("this general acts up to round {round} [S8.1]").format(round=LAST_ROUND_OF_ANY_PHASE)
    places = kind.args(action)
    general = GENERALS.index(kind.name.removeprefix("use_").upper())
    names = {"start": PROVINCES[places[0]], "end": PROVINCES[places[-1]]}
    if s.markers[BLUE, places[0]] and not s.armies[BLUE, places[0]]:
        return _("only a marker army is in {start}: it is not in the province and never moves [S1.7, S8.9]").format(
            **names
        )
    if not s.armies[BLUE, places[0]] and general == R2:
        return _("no blue army is in {start} [S8.9]").format(**names)
    if general == B5 and not s.pool[BLUE]:
        return _("your pool is empty [S8.9]")
    if not s.armies[BLUE, places[0]]:
        return _("you have no army in {start} [S8.9]").format(**names)
    if general == B1 and not NEAR[places[0]] >> places[1] & 1:
        return _("{start} and {end} are not adjacent [S1.2]").format(**names)
    return _("{end} is the enemy's: an army marches to a province that is neutral or yours [S8.9]").format(**names)


def reveal_refusal(s: Record, name: str, speak: Speak) -> str:
    """What must be revealed for each of these generals [S8.5, S8.7, S8.8]."""
    _ = speak.gettext
    own = s.revealed[BLUE if name in ("use_b2", "use_b4") else RED] - 1
    if name == "use_b2" and not FEINTS >> int(own) & 1:
        return _("you did not reveal a 7, 8, 9 or 10 [S8.8]")
    if name == "use_b4" and own != MINUS_ONE:
        return _("you did not reveal a -1 [S8.7]")
    if name == "use_r5" and own != PLAGUE:
        return _("you did not reveal a Plague [S8.7]")
    if name == "use_r3" and s.revealed[BLUE] == s.revealed[RED]:
        return _("both revealed a Plague: one alone can be stopped [S8.5]")
    if name == "use_r3":
        return _("no Plague was revealed [S8.5]")
    return _("your deck is empty: no top card can leave the game [S8.7]")


def army_refusal(s: Record, kind: Any, action: int, speak: Speak) -> str:
    """Where an army may come from: the table of S7.5."""
    _ = speak.gettext
    seat = s.need_seat
    if kind.name == "pass":
        if s.need == COST_NEED and s.pool[seat]:
            return _("the armies must go to reinforcements, from the pool or a province [S7.3, S7.5]")
        return _("a province of yours can give an army, so it must [S7.5]")
    if kind.name == "take_pool":
        return _("your pool is empty [S7.5]")
    return source_refusal(s, kind.args(action)[0], speak)


def source_refusal(s: Record, province: int, speak: Speak) -> str:
    """Why a province can't give the army that is needed; empty if it can."""
    _ = speak.gettext
    seat, board = s.need_seat, s.need in (PLACE_NEED, MARKER_NEED)
    names = {"province": PROVINCES[province], "battle": PROVINCES[s.need_province - 1] if s.need_province else ""}
    if not s.armies[seat, province]:
        return _("you have no army in {province} [S7.5]").format(**names)
    if board and province == s.need_province - 1:
        return _("the army can't come from {battle} itself [S6.4, S7.2]").format(**names)
    near = [p for p in range(N_PROVINCES) if s.armies[seat, p] and NEAR[s.need_province - 1] >> p & 1]
    if s.need == PLACE_NEED and near and province not in near:
        return _("provinces adjacent to {battle} give first, and {province} is not adjacent [S6.4]").format(**names)
    return ""


def discard_refusal(s: Record, seat: int, card: int, speak: Speak) -> str:
    """An unframed card of the hand, while reinforcements are left; for a needed army only when the pool is empty."""
    _ = speak.gettext
    names = {"card": card_name(CARDS[card], speak)}
    if card < FRAMED:
        return _("the cards 1 to 6 can't be discarded [S4.3]")
    if not s.reinforcements[seat]:
        return _("you have no reinforcements left [S4.3, S14.2]")
    if s.asks == D5 and s.pool[seat]:
        return _("your pool is not empty: nothing need come from reinforcements now [S7.5]")
    lies_at = [PROVINCES[p] for p in range(N_PROVINCES) if s.laid[seat, p] == card + 1]
    if s.asks == D2 and lies_at and s.orders != FIXED:
        return _("your {card} lies at {province}: take it back first [S4.4]").format(province=lies_at[0], **names)
    return _("{card} is not in your hand [S4.3]").format(**names)


def order_refusal(s: Record, seat: int, kind: Any, action: int, speak: Speak) -> str:
    """One card of the hand at each province; a 6 once a province; all five before confirming [S4]."""
    _, plural = speak.gettext, speak.ngettext
    bare = [p for p in range(N_PROVINCES) if not s.laid[seat, p]]
    if kind.name == "confirm":
        text = plural("{n} province has no card yet [S4.5]", "{n} provinces have no card yet [S4.5]", len(bare))
        return text.format(n=len(bare))
    if kind.name == "take_back":
        if s.orders == FIXED:
            return _("in this game orders are not taken back [S4.1]")
        return _("no card of yours lies at {province} [S4.1]").format(province=PROVINCES[kind.args(action)[0]])
    province, card = kind.args(action)
    names = {"province": PROVINCES[province], "card": card_name(CARDS[card], speak)}
    if province not in bare:
        if s.orders == FIXED:
            return _("a card lies at {province} already [S4.1]").format(**names)
        return _("a card lies at {province} already: take it back first [S4.1]").format(**names)
    if s.orders == FIXED and province != bare[0]:
        return _("in this game {province} gets its card next [S4.1]").format(province=PROVINCES[bare[0]])
    if card == SIX and s.hand[seat, SIX] and s.used[seat] >> province & 1 and not s.held[seat] >> R1 & 1:
        return _("you have used your 6 in {province} [S4.2]").format(**names)
    lies_at = [PROVINCES[p] for p in range(N_PROVINCES) if s.laid[seat, p] == card + 1]
    if lies_at:
        return _("your {card} lies at {other} [S4.1]").format(other=lies_at[0], **names)
    return _("{card} is not in your hand [S4.1]").format(**names)
