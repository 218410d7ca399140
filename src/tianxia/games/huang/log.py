"""What happens in Huang, in words: one line of the log for each event."""

from collections.abc import Callable, Mapping
from typing import Any

from tianxia.engine.i18n import N_, Speak, listed
from tianxia.games.huang.pieces import COLOURS
from tianxia.games.huang.texts import (
    A_TILE,
    LEADERS,
    THE_LEADERS,
    THE_PAGODA,
    given,
    mixed_tiles,
    owner_name,
    place_said,
    points_said,
    seat_name,
)

Fields = Mapping[str, Any]


def describe(event: Fields, speak: Speak) -> str:
    """One line of the log; a private field that the viewer may not see is None."""
    kind = event["kind"]
    if kind in LONGER_LINES:
        return LONGER_LINES[kind](event, speak)
    return speak.gettext(LINES[kind]).format(**names_of(event, speak))


def names_of(event: Fields, speak: Speak) -> dict[str, Any]:
    """The fields of an event as sentences say them."""
    _ = speak.gettext
    names = dict(event)
    if "seat" in event:
        names["seat"] = seat_name(event["seat"], speak)
        names["owner"] = owner_name(event["seat"], speak)
    colour = event.get("colour")
    if colour is not None:
        names["tile"] = _(A_TILE[colour])
        names["leader"] = _(LEADERS[colour])
        names["the_leader"] = _(THE_LEADERS[colour])
        names["pagoda"] = _(THE_PAGODA[colour])
    for field, place in (("triangle", "place"), ("rhombus", "place"), ("before", "old")):
        if field in event:
            names[place] = place_said(event[field], speak)
    return names


LINES = {
    "turn_began": N_("Turn {turn}: {seat}"),
    "placed": N_("{seat} places {tile} on {hex}"),
    "withdrew": N_("{seat} withdraws {the_leader} from {hex}"),
    "went_home": N_("{owner} {leader} leaves {hex} and goes back to the screen"),
    "removed": N_("{hex} loses {tile}"),
    "pagoda_lost": N_("{place} lose {pagoda}; it goes back to the supply"),
    "palace_lost": N_("{place} lose the palace; it goes back to the supply"),
    "granary_lost": N_("{hex} loses its granary"),
    "took": N_("{seat} takes {tile} from the market"),
    "passed": N_("{seat} passes"),
    "side": N_("The side {hex} has strength {strength}"),
}


def scored_line(event: Fields, speak: Speak) -> str:
    """Points with their reason."""
    seat, points = event["seat"], event["points"]
    said = points_said(event["colour"], points, speak)
    return speak.gettext(SCORED_FOR[event["why"]]).format(seat=seat_name(seat, speak), points=said)


SCORED_FOR = {
    "tile": N_("{seat} gains {points} for the tile"),
    "pagoda": N_("{seat} gains {points} for pagodas"),
    "revolt": N_("{seat} gains {points} for the revolt"),
    "war": N_("{seat} gains {points} for a leader beaten in the war"),
    "bandits": N_("{seat} gains {points} for the bandits"),
}


def positioned_line(event: Fields, speak: Speak) -> str:
    """A leader comes to the board or moves [H5.1]."""
    _ = speak.gettext
    placed, moved = _("{seat} places {the_leader} on {hex}"), _("{seat} moves {the_leader} from {old} to {hex}")
    return (placed if event["before"] == "none" else moved).format(**names_of(event, speak))


def paid_line(event: Fields, speak: Speak) -> str:
    """What a riot or a pagoda costs [H7.2, H9.4]."""
    _ = speak.gettext
    tiles = 1 if event["payment"] == "leader" else 2
    paid = given(event["colour"], tiles, event["payment"] == "leader", speak)
    riot, pagoda = _("{seat} starts a riot with {paid}"), _("{seat} establishes with {paid}")
    return (riot if event["colour"] == "blue" else pagoda).format(seat=seat_name(event["seat"], speak), paid=paid)


def established_line(event: Fields, speak: Speak) -> str:
    """A pagoda from the supply, or one that moves [H9.2]."""
    _ = speak.gettext
    new, moved = _("{seat} establishes {pagoda} on {place}"), _("{seat} moves {pagoda} from {old} to {place}")
    return (new if event["before"] == "none" else moved).format(**names_of(event, speak))


def palace_line(event: Fields, speak: Speak) -> str:
    """The palace from the supply, or moved [M3.1]."""
    _ = speak.gettext
    new, moved = _("{seat} builds the palace on {place}"), _("{seat} moves the palace from {old} to {place}")
    return (new if event["before"] == "none" else moved).format(**names_of(event, speak))


def discarded_line(event: Fields, speak: Speak) -> str:
    """A tile of a replace; its colour, to its owner only [H8.1]."""
    _ = speak.gettext
    seat = seat_name(event["seat"], speak)
    if event["colour"] is None:
        return _("{seat} discards a tile face down").format(seat=seat)
    return _("{seat} discards {tile} face down").format(seat=seat, tile=_(A_TILE[event["colour"]]))


def revolt_line(event: Fields, speak: Speak) -> str:
    """Who revolts against whom [H10.1]."""
    text = speak.gettext("Revolt on {hex}: {attacker} {leader} against {defender}")
    return text.format(
        hex=event["hex"],
        leader=speak.gettext(LEADERS[event["colour"]]),
        attacker=owner_name(event["seat"], speak),
        defender=owner_name(event["defender"], speak),
    )


def committed_line(event: Fields, speak: Speak) -> str:
    """What is committed to a revolt, or to which side of a war [H10.1, H11.4]."""
    _ = speak.gettext
    gift = given(event["colour"], event["tiles"], event["leader"], speak)
    names = {"seat": seat_name(event["seat"], speak), "gift": gift, "hex": event["side"]}
    if event["colour"] == "yellow":
        return (_("{seat} commits {gift}") if gift else _("{seat} commits nothing")).format(**names)
    if event["side"] == "none":
        return _("{seat} supports no side").format(**names)
    return _("{seat} supports the side {hex} with {gift}").format(**names)


def revolt_ended_line(event: Fields, speak: Speak) -> str:
    """Who won and by what strengths; a tie is the defender's [H10.2]."""
    _ = speak.gettext
    tied = event["strength"] == event["other"]
    text = (
        _("{seat} wins the revolt as the defender, {strength} against {other}")
        if tied
        else _("{seat} wins the revolt, {strength} against {other}")
    )
    return text.format(seat=seat_name(event["winner"], speak), strength=event["strength"], other=event["other"])


def war_line(event: Fields, speak: Speak) -> str:
    """Who joined how many sides [H11.1, H11.2]."""
    text = speak.ngettext(
        "{seat} starts a war over {hex}, with {n} side",
        "{seat} starts a war over {hex}, with {n} sides",
        event["sides"],
    )
    return text.format(seat=seat_name(event["seat"], speak), hex=event["hex"], n=event["sides"])


def war_won_line(event: Fields, speak: Speak) -> str:
    """Which side won, and the price of it, whether it can be paid or not [H11.5, H11.8]."""
    price = event["price"]
    if not price:
        text = speak.gettext("The side {hex} wins the war with {strength}, without a price")
    else:
        text = speak.ngettext(
            "The side {hex} wins the war with {strength}; the price: {n} red tile",
            "The side {hex} wins the war with {strength}; the price: {n} red tiles",
            price,
        )
    return text.format(hex=event["hex"], strength=event["strength"], n=price)


def raid_line(event: Fields, speak: Speak) -> str:
    """How many bandits a tile meets [M1.4]."""
    text = speak.ngettext(
        "{seat} takes on {n} bandit at {hex}", "{seat} takes on {n} bandits at {hex}", event["bandits"]
    )
    return text.format(seat=seat_name(event["seat"], speak), hex=event["hex"], n=event["bandits"])


def bandits_line(event: Fields, speak: Speak) -> str:
    """Where the bandits were that are out of the game [M1.5]."""
    place = listed([event[hex_] for hex_ in ("first", "second", "third")], speak)
    return speak.gettext("The bandits on {place} are beaten").format(place=place)


def granaries_line(event: Fields, speak: Speak) -> str:
    """How many granaries went behind the screen, and which one stays [M2.4]."""
    text = speak.ngettext(
        "{seat} takes {n} granary; that on {hex} stays",
        "{seat} takes {n} granaries; that on {hex} stays",
        event["count"],
    )
    return text.format(seat=seat_name(event["seat"], speak), n=event["count"], hex=event["left"])


def drew_line(event: Fields, speak: Speak) -> str:
    """Tiles from the bag: how many, to all; of which colours, to their owner only [H4.3, H8.1]."""
    counts, tiles = [event[colour] for colour in COLOURS[:-1]], event["tiles"]
    seat = seat_name(event["seat"], speak)
    if None in counts:
        return speak.ngettext("{seat} draws {n} tile", "{seat} draws {n} tiles", tiles).format(seat=seat, n=tiles)
    said = mixed_tiles([*counts, tiles - sum(counts)], speak)
    return speak.gettext("{seat} draws {tiles}").format(seat=seat, tiles=said)


def market_line(event: Fields, speak: Speak) -> str:
    """What came to the market [H4.3]."""
    tiles = mixed_tiles([event[colour] for colour in COLOURS], speak)
    return speak.gettext("The market gets {tiles}").format(tiles=tiles)


def over_line(event: Fields, speak: Speak) -> str:
    """What ended the game [H12.1]."""
    _ = speak.gettext
    if event["why"] == "bag":
        return _("A tile must be drawn and the bag is empty: the game ends")
    return _("Nobody has drawn a tile for too long: the game ends")


def won_line(event: Fields, speak: Speak) -> str:
    """The winner, if the first place is not shared [H12.3]."""
    _ = speak.gettext
    if event["winner"] < 0:
        return _("The first place is shared: nobody wins the game")
    return _("{seat} wins the game").format(seat=seat_name(event["winner"], speak))


LONGER_LINES: dict[str, Callable[[Fields, Speak], str]] = {
    "scored": scored_line,
    "positioned": positioned_line,
    "paid": paid_line,
    "established": established_line,
    "palace_built": palace_line,
    "discarded": discarded_line,
    "revolt_began": revolt_line,
    "committed": committed_line,
    "revolt_ended": revolt_ended_line,
    "war_began": war_line,
    "war_won": war_won_line,
    "bandits_met": raid_line,
    "bandits_beaten": bandits_line,
    "took_granaries": granaries_line,
    "drew": drew_line,
    "market_filled": market_line,
    "over": over_line,
    "won": won_line,
}
