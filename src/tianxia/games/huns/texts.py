"""The names of Huns's seats, colours and wagons, and how sentences say goods, cards and points [N1].

Languages bend names, so each name stands here in the forms that sentences need. The cards' names and texts are no texts of
the program: they come from the deck in use, in the reader's language [N9.3].
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tianxia.engine import i18n
from tianxia.engine.i18n import N_, Speak, listed
from tianxia.games.huns.deck import Card, in_use
from tianxia.games.huns.pieces import COLOURS, FEWEST, WAGONS

SEAT_TITLES = (N_("Attila"), N_("Bleda"), N_("Rua"), N_("Octar"))
OWNERS = (N_("Attila's"), N_("Bleda's"), N_("Rua's"), N_("Octar's"))

A_GOOD = {
    "blue": N_("a blue good"),
    "red": N_("a red good"),
    "green": N_("a green good"),
    "black": N_("a black good"),
    "yellow": N_("a yellow good"),
}
GOODS_OF = {
    "blue": N_("blue goods"),
    "red": N_("red goods"),
    "green": N_("green goods"),
    "black": N_("black goods"),
    "yellow": N_("yellow goods"),
}
THE_DIE = {
    "blue": N_("the blue die"),
    "red": N_("the red die"),
    "green": N_("the green die"),
    "black": N_("the black die"),
    "yellow": N_("the yellow die"),
}
FROM_DECK = {
    "blue": N_("from the blue deck"),
    "red": N_("from the red deck"),
    "green": N_("from the green deck"),
    "black": N_("from the black deck"),
    "yellow": N_("from the yellow deck"),
}
DECK_EMPTY = {
    "blue": N_("The blue deck is empty then: the game ends with this round."),
    "red": N_("The red deck is empty then: the game ends with this round."),
    "green": N_("The green deck is empty then: the game ends with this round."),
    "black": N_("The black deck is empty then: the game ends with this round."),
    "yellow": N_("The yellow deck is empty then: the game ends with this round."),
}
ON_SPACE = {
    "blue": N_("on a blue space"),
    "red": N_("on a red space"),
    "green": N_("on a green space"),
    "black": N_("on a black space"),
    "yellow": N_("on a yellow space"),
}
A_WAGON = {
    "violet": N_("a violet wagon"),
    "orange": N_("an orange wagon"),
    "green": N_("a green wagon"),
    "blue": N_("a blue wagon"),
}
"""Types of wagons, as what is taken."""

TIMES = {
    "start": N_("when you take a die"),
    "during": N_("in your turn"),
    "end": N_("end of turn"),
    "any": N_("any time"),
    "endgame": N_("end of game"),
}
"""When a card acts [N6.1]."""
WAYS = {
    "optional": N_("{time}, if you like"),
    "once": N_("{time}, once"),
}
"""Cards that do not act by themselves."""


def lang_of(speak: Speak) -> str:
    """The language that texts are spoken in."""
    return str(speak.info().get("language", i18n.DEFAULT))


def seat_name(seat: int, speak: Speak) -> str:
    """The king of a seat, as who acts."""
    return speak.gettext(SEAT_TITLES[seat])


def owner_name(seat: int, speak: Speak) -> str:
    """The king of a seat, as whose something is."""
    return speak.gettext(OWNERS[seat])


def card_name(card: str, speak: Speak) -> str:
    """A card by its name in the deck in use."""
    return in_use().by_id[card].name(lang_of(speak))


def goods_said(colour: str, n: int, speak: Speak) -> str:
    """So many goods of a colour."""
    plural = speak.ngettext
    said = {
        "blue": plural("{n} blue good", "{n} blue goods", n),
        "red": plural("{n} red good", "{n} red goods", n),
        "green": plural("{n} green good", "{n} green goods", n),
        "black": plural("{n} black good", "{n} black goods", n),
        "yellow": plural("{n} yellow good", "{n} yellow goods", n),
    }
    return said[colour].format(n=n)


def mixed_goods(counts: Sequence[int], speak: Speak) -> str:
    """Goods of several colours, given by colour."""
    return listed([goods_said(colour, n, speak) for colour, n in zip(COLOURS, counts, strict=True) if n], speak)


def wagon_said(wagon: str, speak: Speak) -> str:
    """A wagon by its type and size: its name is for the record only."""
    told = in_use().wagons[WAGONS.index(wagon)]
    text = speak.ngettext("{wagon} with {n} space", "{wagon} with {n} spaces", sum(told.need))
    return text.format(wagon=speak.gettext(A_WAGON[told.type]), n=sum(told.need))


def either_way(ways: Sequence[str], speak: Speak) -> str:
    """Two or more ways, where one of them is itself a choice: A, B, or C or D."""
    return speak.gettext("{things}, or {last}").format(things=", ".join(ways[:-1]), last=ways[-1])


def glossary(lang: str, _options: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Every card in a language: its name, what kind of card it is, when it acts, what it does."""
    speak = i18n.translator(lang)
    return {
        card.id: {
            "name": card.name(lang),
            "about": about(card, speak),
            "timing": time_said(card, speak),
            "effect": card.effect(lang),
        }
        for card in in_use().cards
    }


def about(card: Card, speak: Speak) -> str:
    """The kind of a card, its spaces, and from how many players it is in [N1.2]."""
    _, plural, n = speak.gettext, speak.ngettext, card.spaces
    kinds = {
        "blue": _("Equipment"),
        "red": _("Raid"),
        "green": plural("Mercenary with {n} space", "Mercenary with {n} spaces", n),
        "black": plural("Curse with {n} space", "Curse with {n} spaces", n),
        "yellow": _("Treasure"),
    }
    kind = kinds[card.colour].format(n=n)
    if card.from_players == FEWEST:
        return kind
    text = speak.ngettext("{kind}, from {n} player", "{kind}, from {n} players", card.from_players)
    return text.format(kind=kind, n=card.from_players)


def time_said(card: Card, speak: Speak) -> str:
    """When a card acts, and whether its owner may leave it [N6.1]."""
    time = speak.gettext(TIMES[card.timing])
    way = WAYS.get(card.kind)
    return speak.gettext(way).format(time=time) if way else time
