"""What Sun Tzu asks, in words: whose decision it is and what is asked [S14]."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tianxia.engine.i18n import N_, Speak
from tianxia.games.sun_tzu.texts import card_name, seat_name

Fields = Mapping[str, Any]


class Said(NamedTuple):
    """How a question is said: to whom it is asked, a text or what makes one; to who waits for one seat, and for both."""

    asked: "str | Callable[[Fields, int, Speak], str]"
    waiting: str
    waiting_for_both: str = ""


def prompt(view: Fields, speak: Speak) -> str:
    """Whose decision it is and what is asked."""
    _ = speak.gettext
    state, viewer, seats = view["state"], view["viewer"], view["to_act"]
    if not seats:
        winner = state["winner"]
        return _("The game is a draw") if winner > 1 else _("{seat} has won").format(seat=seat_name(winner, speak))
    said = ASKED[view["asked"]["kind"]]
    if viewer not in seats:
        text = said.waiting_for_both if len(seats) > 1 else said.waiting
        return _(text).format(seat=seat_name(seats[0], speak))
    if not isinstance(said.asked, str):
        return said.asked(state, viewer, speak)
    return _(said.asked).format(infantry=state["infantry"])


def orders_asked(state: Fields, viewer: int, speak: Speak) -> str:
    """What is missing until the orders can be confirmed [S4.1, S4.5]."""
    plural = speak.ngettext
    missing = sum(card == "none" for card in state["laid"][viewer])
    if not missing:
        return speak.gettext("Round {round}: confirm your orders, or change them").format(round=state["round"])
    text = plural(
        "Round {round}: put a card at {n} more province",
        "Round {round}: put a card at {n} more provinces",
        missing,
    )
    return text.format(round=state["round"], n=missing)


def army_asked(state: Fields, _viewer: int, speak: Speak) -> str:
    """What the army is for, and how many are missing [S7.5]."""
    _, plural = speak.gettext, speak.ngettext
    names = {"n": state["missing"], "province": state["need_province"]}
    if state["need"] == "marker":
        return _("Your 6 in {province}: which army is its marker?").format(**names)
    if state["need"] == "place":
        text = plural(
            "{n} more army for {province}: from where?",
            "{n} more armies for {province}: from where, one by one?",
            state["missing"],
        )
    else:
        text = plural(
            "{n} more army to reinforcements: from where?",
            "{n} more armies to reinforcements: from where, one by one?",
            state["missing"],
        )
    return text.format(**names)


def reveal_asked(state: Fields, _viewer: int, speak: Speak) -> str:
    """The two cards of the battle [S8.2]."""
    blue, red = (card_name(card, speak) for card in state["revealed"])
    text = speak.gettext("{province}, {blue} against {red}: your general, or pass")
    return text.format(province=state["battle"], blue=blue, red=red)


ASKED = {
    "general": Said(N_("Choose your general, in secret"), N_("{seat} chooses a general"), N_("Both choose a general")),
    "orders": Said(orders_asked, N_("{seat} gives orders"), N_("Both give orders")),
    "next": Said(N_("Choose the province of the next battle"), N_("{seat} chooses the next battle")),
    "reveal": Said(reveal_asked, N_("{seat} may use a general")),
    "army": Said(army_asked, N_("{seat} looks for an army")),
    "chariot": Said(N_("War chariot: take another general, or pass"), N_("{seat} may take another general")),
    "infantry": Said(N_("Light infantry: win by 1 in {infantry}, or pass"), N_("{seat} may win by 1")),
    "window": Said(
        N_("After the battles: your general, reinforcements, or pass"),
        N_("{seat} may use a general or bring reinforcements"),
    ),
    "under": Said(
        N_("Put one card under your deck; you keep the rest"),
        N_("{seat} chooses a card to keep"),
        N_("Both choose a card to keep"),
    ),
    "reinforce": Said(
        N_("The larger pool wins: bring reinforcements, or pass"),
        N_("{seat} may bring reinforcements"),
    ),
}
"""By question."""
