"""What Huang asks, in words: whose decision it is, what is possible, how a conflict stands [H13]."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tianxia.engine.i18n import N_, Speak, either, listed
from tianxia.games.huang.pieces import (
    BLUE,
    COLOURS,
    GRANARY_POINTS,
    GREEN,
    HAND,
    HEXES,
    MOST_REPLACED,
    PALACE_HAND,
    RED,
    RHOMBUSES,
    TRIANGLES,
    YELLOW,
)
from tianxia.games.huang.texts import THE_PAGODA, owner_name, place_said, seat_name

Fields = Mapping[str, Any]

TRIANGLE_SETS = [frozenset(triangle.split("+")) for triangle in TRIANGLES]
RHOMBUS_SETS = [frozenset(rhombus.split("+")) for rhombus in RHOMBUSES]


def prompt(view: Fields, speak: Speak) -> str:
    """Whose decision it is and what is asked."""
    state = view["state"]
    if not view["to_act"]:
        return ended(state, speak)
    (asked,) = view["to_act"]
    own, others = ASKED[state["asks"]]
    if view["viewer"] != asked:
        return others(state, asked, speak) if callable(others) else waiting(others, asked, speak)
    ends = end_said(state, asked, speak)
    return f"{last_asked(state, asked, speak)}. {ends}" if ends else own(state, asked, speak)


def waiting(text: str, seat: int, speak: Speak) -> str:
    """Who else is asked, and what."""
    return speak.gettext(text).format(seat=seat_name(seat, speak))


# the end


def ended(state: Fields, speak: Speak) -> str:
    """Who has won, if anybody has [H12.3]."""
    _ = speak.gettext
    first = winner(state)
    return _("Nobody has won") if first is None else _("{seat} has won").format(seat=seat_name(first, speak))


def winner(state: Fields) -> int | None:
    """The one seat whose standing is the best [H12.3]."""
    seats = range(state["players"])
    standings = [standing(state["points"][seat], state["granaries_taken"][seat]) for seat in seats]
    best = max(standings)
    return standings.index(best) if standings.count(best) == 1 else None


def standing(points: list[int], granaries: int) -> tuple[int, ...]:
    """Colour totals, lowest first, after each white point went to the lowest; then fewer white points [H12.2, H12.3]."""
    *totals, white = points
    totals[BLUE] += GRANARY_POINTS * granaries
    for _ in range(white):
        totals[totals.index(min(totals))] += 1
    return (*sorted(totals), -white)


def last_asked(state: Fields, seat: int, speak: Speak) -> str:
    """What is asked for the last time, shorter, since the end of the game is told with it."""
    _ = speak.gettext
    if state["asks"] == "replace":
        more = state["replaced"] < MOST_REPLACED and state["hand_size"][seat]
        return _("Discard another tile, or draw") if more else _("Draw")
    if state["asks"] == "granary":
        return _("Choose the granary that stays, or do without")
    return _("End the turn")


def end_said(state: Fields, seat: int, speak: Speak) -> str:
    """That what is asked ends the game whatever the answer is; empty as long as it need not [H12.1, H12.1c]."""
    _ = speak.gettext
    if state["asks"] == "replace":
        wanted, stalls = state["replaced"], False
    elif state["asks"] in ("end_turn", "granary"):
        wanted, stalls = refill_size(state, seat), not state["drew"]
    else:
        return ""
    if wanted > state["bag_size"]:
        text = _("That ends the game: {wanted} to draw, {n} in the bag")
        return text.format(wanted=wanted, n=state["bag_size"])
    if stalls and not wanted and 0 < state["stall_turns"] <= state["quiet_turns"] + 1:
        return _("That ends the game: nobody has drawn a tile for too long")
    return ""


def refill_size(state: Fields, seat: int) -> int:
    """How many tiles the end of the turn asks for: hands, the own one in the palace's state to 7, and the market [H4.3]."""
    palace, governor = state["palace_at"].split("+")[0], state["leaders"][seat][YELLOW]
    groups = [state["group"][HEXES.index(hex_)] for hex_ in (palace, governor) if hex_ != "none"]
    sizes = [HAND] * state["players"]
    if len(groups) > 1 and groups[0] == groups[1]:
        sizes[seat] = PALACE_HAND
    missing = [max(0, size - held) for size, held in zip(sizes, state["hand_size"], strict=False)]
    wanted: int = sum(missing) + HAND - sum(state["market"])
    return wanted


# actions


def action_asked(state: Fields, seat: int, speak: Speak) -> str:
    """The five actions, as far as they are possible, and to pass [H4.1, H4.2, H13.1]."""
    _ = speak.gettext
    acts = [
        (_("place a tile"), state["hand_size"][seat] > 0),
        (_("position a leader"), True),
        (_("riot"), pays(state, seat, BLUE) and any(state["tiles"])),
        (_("establish"), pays(state, seat, GREEN) and any_place(state)),
        (_("replace"), state["hand_size"][seat] > 0),
    ]
    names = {"acts": ", ".join(act for act, possible in acts if possible)}
    if state["actions_done"]:
        return _("Action 2 of 2: {acts} or pass").format(**names)
    return _("Action 1 of 2: {acts} or pass").format(**names)


def pays(state: Fields, seat: int, colour: int) -> bool:
    """Whether two tiles can be paid, or one with the leader off the board [H7.2, H9.4]."""
    helped = state["leaders"][seat][colour] == "none"
    return bool(state["hand"][seat][colour] + helped >= 2)


def bare(state: Fields, colour: int) -> set[str]:
    """Tiles of a colour without a building; blue ones of Eighteen Kingdoms are as if they had one [H9.1, M2.1]."""
    if colour == BLUE and state["eighteen_kingdoms"]:
        return set()
    places = [*state["pagodas"], state["palace_at"]]
    built = {hex_ for place in places for hex_ in place.split("+")}
    return set(state["tiles"][colour]) - built - set(state["granaries"])


def any_place(state: Fields) -> bool:
    """Whether a pagoda may be established anywhere [H9.4]."""
    return any(
        triangle <= tiles
        for tiles in (bare(state, colour) for colour in range(len(COLOURS)))
        if len(tiles) > 2
        for triangle in TRIANGLE_SETS
    )


def riot_asked(_state: Fields, _seat: int, speak: Speak) -> str:
    """Which tile goes [H13.2]."""
    return speak.gettext("Riot: choose the tile that is removed from the board")


def establish_asked(state: Fields, _seat: int, speak: Speak) -> str:
    """Where the building goes [H13.3]."""
    _ = speak.gettext
    if state["palace"]:
        return _("Choose three tiles of one colour for a pagoda, or four yellow ones for the palace")
    return _("Choose the three tiles of one colour that the pagoda is established on")


def pagoda_asked(state: Fields, _seat: int, speak: Speak) -> str:
    """Whether, and where, the tile just placed carries a building [H13.4]."""
    _ = speak.gettext
    hex_ = state["placed"]
    tiles = bare(state, YELLOW)
    if state["palace"] and any(hex_ in rhombus and rhombus <= tiles for rhombus in RHOMBUS_SETS):
        return _("{hex} completes a place for a pagoda and the palace: choose one, or do without").format(hex=hex_)
    return _("{hex} completes a place for a pagoda: establish it, or do without").format(hex=hex_)


def moved_asked(state: Fields, _seat: int, speak: Speak) -> str:
    """Which of two pagodas moves [H13.5]."""
    first = state["chosen"].split("+")[0]
    colour = next(name for name, tiles in zip(COLOURS, state["tiles"], strict=True) if first in tiles)
    text = speak.gettext("No other is left: choose from where {pagoda} moves to {place}")
    return text.format(pagoda=speak.gettext(THE_PAGODA[colour]), place=place_said(state["chosen"], speak))


def market_asked(_state: Fields, _seat: int, speak: Speak) -> str:
    """A tile for a green one [H13.6]."""
    return speak.gettext("Take a tile from the market, or do without")


def chain_asked(state: Fields, seat: int, speak: Speak) -> str:
    """Another blue tile [H13.7]."""
    _ = speak.gettext
    if not state["hand"][seat][BLUE]:
        return _("You have no blue tile to place next to {hex}: stop").format(hex=state["placed"])
    return _("Place another blue tile next to {hex}, or stop").format(hex=state["placed"])


def replace_asked(state: Fields, seat: int, speak: Speak) -> str:
    """More tiles, or draw [H13.8]."""
    plural = speak.ngettext
    n = state["replaced"]
    if n == MOST_REPLACED or not state["hand_size"][seat]:
        text = plural("You have discarded {n} tile: draw another", "You have discarded {n} tiles: draw as many", n)
    else:
        text = plural(
            "You have discarded {n} tile: discard another one, or draw",
            "You have discarded {n} tiles: discard another one, or draw",
            n,
        )
    return text.format(n=n)


def end_turn_asked(_state: Fields, _seat: int, speak: Speak) -> str:
    """Nothing else is left [H13.13]."""
    return speak.gettext("Both your actions are over: end the turn; hands and market are filled then")


def granary_asked(_state: Fields, _seat: int, speak: Speak) -> str:
    """All granaries but one, or none [H13.14]."""
    return speak.gettext("Take the granaries of your Farmer's state: choose the one that stays, or do without")


# conflicts


def sides_of(state: Fields, *, tied: bool = False) -> list[str]:
    """The sides of a war, each with its strength so far; if asked so, only those tied for the highest."""
    sides = list(zip(state["side_hex"], state["totals"], strict=True))[: state["n_sides"]]
    most = max(total for _hex, total in sides)
    return [f"{hex_} ({total})" for hex_, total in sides if total == most or not tied]


def revolt_asked(state: Fields, seat: int, speak: Speak) -> str:
    """What the seat commits, and how the revolt stands [H13.9]."""
    _ = speak.gettext
    attack, defence = state["totals"][:2]
    if seat == state["active"]:
        text = _("Revolt on {hex}, your {own} against {other}: {gift}")
        own, other = attack, defence
    else:
        text = _("Revolt on {hex}, your {own} to {other}, you win ties: {gift}")
        own, other = defence, attack
    tiles, leader = state["hand"][seat][YELLOW], state["leaders"][seat][YELLOW] == "none"
    if tiles and leader:
        gift = speak.ngettext(
            "give a yellow tile, the Governor, both or nothing",
            "give yellow tiles, the Governor, both or nothing",
            tiles,
        )
    elif tiles:
        gift = speak.ngettext("give a yellow tile, or nothing", "give yellow tiles, or nothing", tiles)
    elif leader:
        gift = _("give the Governor, or nothing")
    else:
        gift = _("you have nothing to give")
    return text.format(hex=state["marked"], own=own, other=other, gift=gift)


def war_asked(state: Fields, seat: int, speak: Speak) -> str:
    """Which side the seat supports with what, and how the war stands [H13.10]."""
    _ = speak.gettext
    tiles, leader = state["hand"][seat][RED], state["leaders"][seat][RED] == "none"
    if tiles and leader:
        text = speak.ngettext(
            "War over {hex}: support {sides} with a red tile, the Soldier or both, or none",
            "War over {hex}: support {sides} with red tiles, the Soldier or both, or none",
            tiles,
        )
    elif tiles:
        text = speak.ngettext(
            "War over {hex}: support {sides} with a red tile, or none",
            "War over {hex}: support {sides} with red tiles, or none",
            tiles,
        )
    elif leader:
        text = _("War over {hex}: support {sides} with the Soldier, or none")
    else:
        text = _("War over {hex}, sides {sides}: you have nothing to support a side with")
    join = either if tiles or leader else listed
    return text.format(hex=state["marked"], sides=join(sides_of(state), speak))


def tie_asked(state: Fields, _seat: int, speak: Speak) -> str:
    """Which of the tied sides wins [H13.11]."""
    text = speak.gettext("War over {hex}, sides {sides}: they are tied, choose the winner")
    return text.format(hex=state["marked"], sides=listed(sides_of(state, tied=True), speak))


def price_asked(state: Fields, _seat: int, speak: Speak) -> str:
    """Which red tile goes next, and how many must go [H13.12]."""
    plural, n = speak.ngettext, state["must_go"]
    if state["conflict"] == "war":
        text = plural(
            "The price of victory: {n} more red tile of the winning side, choose it",
            "The price of victory: {n} more red tiles of the winning side, choose one",
            n,
        )
    else:
        text = plural(
            "To beat the bandits {n} more red tile of the state must go: choose it",
            "To beat the bandits {n} more red tiles of the state must go: choose one",
            n,
        )
    return text.format(n=n)


# what all others read


def action_awaited(state: Fields, seat: int, speak: Speak) -> str:
    """Which of the two actions it is [H4.1]."""
    first, second = N_("{seat} takes the first action"), N_("{seat} takes the second action")
    return waiting(second if state["actions_done"] else first, seat, speak)


def revolt_awaited(state: Fields, seat: int, speak: Speak) -> str:
    """How the revolt stands [H13.9]."""
    attack, defence = state["totals"][:2]
    return speak.gettext("Revolt on {hex}, {attacker} {attack} against {defender} {defence}: {seat} commits").format(
        hex=state["marked"],
        attacker=owner_name(state["active"], speak),
        attack=attack,
        defender=owner_name(state["defender"], speak),
        defence=defence,
        seat=seat_name(seat, speak),
    )


def war_awaited(state: Fields, seat: int, speak: Speak) -> str:
    """How the war stands [H13.10]."""
    text = speak.gettext("War over {hex}, sides {sides}: {seat} commits")
    return text.format(hex=state["marked"], sides=listed(sides_of(state), speak), seat=seat_name(seat, speak))


def tie_awaited(state: Fields, seat: int, speak: Speak) -> str:
    """Which sides are tied [H13.11]."""
    text = speak.gettext("War over {hex}, sides {sides}: {seat} chooses the winner")
    return text.format(
        hex=state["marked"], sides=listed(sides_of(state, tied=True), speak), seat=seat_name(seat, speak)
    )


def price_awaited(state: Fields, seat: int, speak: Speak) -> str:
    """How many red tiles must go [H13.12]."""
    n = state["must_go"]
    text = speak.ngettext("{seat} chooses a red tile that must go", "{seat} chooses {n} red tiles that must go", n)
    return text.format(n=n, seat=seat_name(seat, speak))


Said = Callable[[Fields, int, Speak], str]


class Asked(NamedTuple):
    """A question in words."""

    own: Said
    """To the seat that is asked."""
    others: Said | str
    """To all others, or a text that needs no more than the name of that seat."""


ASKED = {
    "action": Asked(action_asked, action_awaited),
    "riot": Asked(riot_asked, N_("{seat} chooses the tile that a riot removes")),
    "establish": Asked(establish_asked, N_("{seat} chooses the place for a pagoda")),
    "pagoda": Asked(pagoda_asked, N_("{seat} may establish a pagoda")),
    "moved": Asked(moved_asked, N_("{seat} chooses the pagoda that moves")),
    "market": Asked(market_asked, N_("{seat} may take a tile from the market")),
    "chain": Asked(chain_asked, N_("{seat} may place another blue tile")),
    "replace": Asked(replace_asked, N_("{seat} replaces tiles")),
    "revolt": Asked(revolt_asked, revolt_awaited),
    "war": Asked(war_asked, war_awaited),
    "tie": Asked(tie_asked, tie_awaited),
    "price": Asked(price_asked, price_awaited),
    "end_turn": Asked(end_turn_asked, N_("{seat} ends the turn")),
    "granary": Asked(granary_asked, N_("{seat} may take granaries")),
}
"""By what is asked."""
