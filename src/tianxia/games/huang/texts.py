"""The names of Huang's colours, leaders and dynasties, and how sentences say tiles, points and places [H1, H2.3].

Languages bend names, so each name stands here in the forms that sentences need: a dynasty as who acts and as an owner, a
leader as who acts and as what is acted on, tiles and points always as what is acted on.
"""

from collections.abc import Sequence

from tianxia.engine.i18n import N_, Speak, listed
from tianxia.games.huang.pieces import COLOURS

SEAT_TITLES = (N_("Tiger"), N_("Rabbit"), N_("Rat"), N_("Goat"), N_("Dragon"))
OWNERS = (N_("Tiger's"), N_("Rabbit's"), N_("Rat's"), N_("Goat's"), N_("Dragon's"))

COLOUR_NAMES = dict(zip(COLOURS, (N_("yellow"), N_("red"), N_("blue"), N_("green"), N_("white")), strict=True))

LEADERS = {
    "yellow": N_("Governor"),
    "red": N_("Soldier"),
    "blue": N_("Farmer"),
    "green": N_("Trader"),
    "white": N_("Artisan"),
}
"""Each colour's trade is the name of its leaders."""

THE_LEADERS = {
    "yellow": N_("the Governor"),
    "red": N_("the Soldier"),
    "blue": N_("the Farmer"),
    "green": N_("the Trader"),
    "white": N_("the Artisan"),
}

A_TILE = {
    "yellow": N_("a yellow tile"),
    "red": N_("a red tile"),
    "blue": N_("a blue tile"),
    "green": N_("a green tile"),
    "white": N_("a white tile"),
}
THE_PAGODA = {
    "yellow": N_("the yellow pagoda"),
    "red": N_("the red pagoda"),
    "blue": N_("the blue pagoda"),
    "green": N_("the green pagoda"),
    "white": N_("the white pagoda"),
}


def seat_name(seat: int, speak: Speak) -> str:
    """The dynasty of a seat, as who acts."""
    return speak.gettext(SEAT_TITLES[seat])


def owner_name(seat: int, speak: Speak) -> str:
    """The dynasty of a seat, as whose something is."""
    return speak.gettext(OWNERS[seat])


def tiles_said(colour: str, n: int, speak: Speak) -> str:
    """So many tiles of a colour."""
    plural = speak.ngettext
    said = {
        "yellow": plural("{n} yellow tile", "{n} yellow tiles", n),
        "red": plural("{n} red tile", "{n} red tiles", n),
        "blue": plural("{n} blue tile", "{n} blue tiles", n),
        "green": plural("{n} green tile", "{n} green tiles", n),
        "white": plural("{n} white tile", "{n} white tiles", n),
    }
    return said[colour].format(n=n)


def points_said(colour: str, n: int, speak: Speak) -> str:
    """So many points of a colour."""
    plural = speak.ngettext
    said = {
        "yellow": plural("{n} yellow point", "{n} yellow points", n),
        "red": plural("{n} red point", "{n} red points", n),
        "blue": plural("{n} blue point", "{n} blue points", n),
        "green": plural("{n} green point", "{n} green points", n),
        "white": plural("{n} white point", "{n} white points", n),
    }
    return said[colour].format(n=n)


def bandits_said(n: int, speak: Speak) -> str:
    """So many bandits, as who stands somewhere [M1.2]."""
    return speak.ngettext("{n} bandit", "{n} bandits", n).format(n=n)


def mixed_tiles(counts: Sequence[int], speak: Speak) -> str:
    """Tiles of several colours, given by colour."""
    named = [tiles_said(colour, n, speak) for colour, n in zip(COLOURS, counts, strict=True) if n]
    return listed(named, speak)


def place_said(place: str, speak: Speak) -> str:
    """Where a building stands, hex by hex."""
    return listed(place.split("+"), speak)


def given(colour: str, tiles: int, leader: bool, speak: Speak) -> str:
    """What is committed to a conflict: tiles, the leader, both; empty if it is nothing [H10.1, H11.4]."""
    things = [tiles_said(colour, tiles, speak)] if tiles else []
    if leader:
        things.append(speak.gettext(THE_LEADERS[colour]))
    return listed(things, speak)
