"""Huang in words: the box, parts and labels; prompts, the log and refusals have files of their own."""

from collections.abc import Mapping
from typing import Any

from tianxia.engine.i18n import N_, Speak
from tianxia.engine.rooms import BoxTexts
from tianxia.games.huang.advice import advice
from tianxia.games.huang.log import describe
from tianxia.games.huang.preview import preview
from tianxia.games.huang.prompts import prompt
from tianxia.games.huang.refusals import why_not
from tianxia.games.huang.texts import A_TILE, LEADERS, SEAT_TITLES, THE_LEADERS, given, place_said

__all__ = ["SEAT_TITLES", "advice", "box", "describe", "label", "parts", "preview", "prompt", "why_not"]

Fields = Mapping[str, Any]


def box(speak: Speak) -> BoxTexts:
    """What stands on the box."""
    _ = speak.gettext
    return BoxTexts(
        _("A tile game: states grow, meet, and go to war. Only your weakest colour counts, so neglect none."),
        _("A junk on a river of great waves, pagodas on the cliffs of both banks, a red sun."),
        (_("Tiger"), _("Rabbit"), _("Rat"), _("Goat"), _("Dragon, the fifth dynasty")),
    )


def parts(kind: str, args: Fields) -> tuple[str, ...]:
    """What a player taps for an action; buttons have none."""
    if kind in ("place", "replace"):
        hand = f"hand:{args['colour']}"
        return ("replace", hand) if kind == "replace" else (hand, f"hex:{args['hex']}")
    if kind == "leader":
        return (f"leader:{args['colour']}", f"hex:{args['hex']}")
    if kind == "withdraw":
        return (f"leader:{args['colour']}", "screen")
    if kind in ("riot", "establish"):
        return (kind, args["payment"])
    if kind in ("remove", "keep"):
        return (f"hex:{args['hex']}",)
    if kind in ("support", "winner"):
        return (f"hex:{args['side']}",)
    if kind in ("pagoda", "palace"):
        place = args["triangle"] if kind == "pagoda" else args["rhombus"]
        return tuple(f"hex:{hex_}" for hex_ in place.split("+"))
    if kind == "move":
        return (f"pagoda:{args['triangle']}",)
    if kind == "take":
        return (f"market:{args['colour']}",)
    return ()


def label(kind: str, args: Fields, speak: Speak) -> str:
    """An action in words, for its button."""
    _ = speak.gettext
    if kind in ("riot", "establish"):
        return _(PAYMENT_LABELS[kind, args["payment"]])
    if kind == "commit":
        gift = given("yellow", args["tiles"], args["leader"], speak)
        return _("Commit {gift}").format(gift=gift) if gift else _("Commit nothing")
    if kind == "support":
        gift = given("red", args["tiles"], args["leader"], speak)
        text = _("Support side {hex} with {gift}") if gift else _("Support side {hex} with nothing")
        return text.format(hex=args["side"], gift=gift)
    names = dict(args)
    if "colour" in args:
        names["tile"] = _(A_TILE[args["colour"]])
        names["leader"] = _(LEADERS[args["colour"]])
        names["the_leader"] = _(THE_LEADERS[args["colour"]])
    for place in ("triangle", "rhombus"):
        if place in args:
            names["place"] = place_said(args[place], speak)
    return _(LABELS[kind]).format(**names)


LABELS = {
    "place": N_("Place {tile} on {hex}"),
    "leader": N_("{leader} to {hex}"),
    "withdraw": N_("Withdraw {the_leader}"),
    "replace": N_("Replace {tile}"),
    "pass": N_("Pass"),
    "remove": N_("Remove the tile on {hex}"),
    "pagoda": N_("Pagoda on {place}"),
    "palace": N_("Palace on {place}"),
    "move": N_("Move the pagoda away from {place}"),
    "take": N_("Take {tile} from the market"),
    "stop": N_("No more blue tiles"),
    "draw": N_("Draw as many as you discarded"),
    "nothing": N_("Support no side"),
    "winner": N_("Side {side} wins"),
    "end_turn": N_("End the turn"),
    "keep": N_("Leave the granary on {hex}, take the others"),
    "decline": N_("Decline it"),
}

PAYMENT_LABELS = {
    ("riot", "tiles"): N_("Riot: discard 2 blue tiles, then remove any tile"),
    ("riot", "leader"): N_("Riot: discard 1 blue tile with the Farmer's help, then remove any tile"),
    ("establish", "tiles"): N_("Pagoda: discard 2 green tiles, then choose the place"),
    ("establish", "leader"): N_("Pagoda: discard 1 green tile with the Trader's help, then choose the place"),
}
"""Two tiles, or one and the leader off the board [H7.2, H9.4]."""
