"""Why an action is illegal, with the number of the rule: read from the seat's masked record only."""

from collections.abc import Callable
from typing import Any

from tianxia.engine.compiling import py_func
from tianxia.engine.i18n import N_, Speak
from tianxia.engine.records import duplicate
from tianxia.games.huang.actions import ACTIONS
from tianxia.games.huang.pieces import (
    ACTIONS_IN_A_TURN,
    BANDITS_SHOWN,
    BLUE,
    GREEN,
    HEXES,
    LOCATIONS,
    MOST_REPLACED,
    N_PAGODAS,
    PAGODA_COLOUR,
    RED,
    RHOMBUS_HEXES,
    TRIANGLE_HEXES,
    TRIANGLES,
    YELLOW,
)
from tianxia.games.huang.questions import CHAIN, OVER, PRICE, QUESTIONS, REPLACE
from tianxia.games.huang.record import Record
from tianxia.games.huang.rules.board import apart, colour_at, doubles, joined, lift_leader, yellow_near
from tianxia.games.huang.rules.buildings import built
from tianxia.games.huang.rules.conflict import bandit_hexes, bandits_beside, touches
from tianxia.games.huang.rules.legal import BY_LEADER
from tianxia.games.huang.sets import set_of
from tianxia.games.huang.state import A_RAID, STATE
from tianxia.games.huang.texts import bandits_said, tiles_said

TILES = (N_("yellow tile"), N_("red tile"), N_("blue tile"), N_("green tile"), N_("white tile"))
LEADERS = (N_("yellow leader"), N_("red leader"), N_("blue leader"), N_("green leader"), N_("white leader"))
"""By colour, as sentences name them."""


FIRST = {
    "riot": N_("first choose the tile that the riot removes [H7.1, H13.2]"),
    "establish": N_("first choose where the building goes [H9.4, H13.3]"),
    "pagoda": N_("first say where the building goes, or decline [H9.1, H13.4]"),
    "moved": N_("first choose the pagoda that moves [H9.2, H13.5]"),
    "market": N_("first take a tile of the market, or decline [H6.5, H13.6]"),
    "chain": N_("first place another blue tile next to the last one, or stop [H6.6, H13.7]"),
    "replace": N_("first discard more tiles, or draw [H8.1, H13.8]"),
    "revolt": N_("a revolt is on: first say what you commit [H10.1a, H13.9]"),
    "war": N_("a war is on: first say what you commit [H11.4, H13.10]"),
    "tie": N_("the strongest sides are tied: first choose the winner [H11.5, H13.11]"),
    "price": N_("first choose a red tile that must go [H11.8a, M1.5a, H13.12]"),
    "end_turn": N_("you have had both actions: end the turn [H4.1, H13.13]"),
    "granary": N_("first say which granary stays, or decline [M2.4, H13.14]"),
}
"""What is to be done before anything else."""

NOT_NOW = {
    "remove": N_("a tile is removed once a riot is paid for, or as the price of a victory [H7.1, H11.8]"),
    "pagoda": N_("a pagoda is established after its last tile was placed, or for two green tiles [H9.1, H9.4]"),
    "palace": N_("the palace is built after its last tile was placed, or for two green tiles [M3.1, H9.4]"),
    "move": N_("a pagoda moves only when another one of its colour is established [H9.2]"),
    "take": N_("a tile of the market is taken after placing a green tile [H6.5]"),
    "stop": N_("no row of blue tiles is being placed [H6.6]"),
    "draw": N_("nothing was discarded, so nothing is drawn [H8.1]"),
    "commit": N_("there is no revolt to commit to [H10.1]"),
    "nothing": N_("there is no war to commit to [H11.4]"),
    "support": N_("there is no war to commit to [H11.4]"),
    "winner": N_("there is no war with tied sides [H11.5]"),
    "keep": N_("granaries are taken at the end of the turn [M2.4]"),
    "decline": N_("nothing is offered that could be declined [H13]"),
}


def why_not(s: Record, seat: int, action: int, speak: Speak) -> str:
    """The first rule that the action breaks, in the order in which a player would ask."""
    _ = speak.gettext
    kind = ACTIONS.kind_of(action)
    if s.asks == OVER:
        return _("the game is over [H12.1]")
    if s.asked != seat:
        return _("it is not your decision now [H13]")
    if kind.name not in QUESTIONS.answers[QUESTIONS.text(s.asks)]:
        return moment_refusal(s, kind.name, speak)
    return REFUSALS[kind.name](s, seat, kind.args(action), speak)


def moment_refusal(s: Record, name: str, speak: Speak) -> str:
    """What is asked now, where the action is for another moment."""
    _, plural = speak.gettext, speak.ngettext
    asks = QUESTIONS.text(s.asks)
    if asks == "action" and name == "end_turn":
        left = ACTIONS_IN_A_TURN - s.actions_done
        text = plural("you have {n} action left [H4.1]", "you have {n} actions left [H4.1]", left)
        return text.format(n=left)
    return _(NOT_NOW[name]) if asks == "action" else _(FIRST[asks])


# tiles


def place_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """A tile of the hand on an empty hex of its ground; next to bandits only to beat them [H6.1, H6.6, M1.4]."""
    _ = speak.gettext
    colour, hex_ = args
    if s.asks == CHAIN and colour != BLUE:
        return _("only a blue tile may follow a blue one [H6.6]")
    if not s.hand[seat, colour]:
        return _("you have no {tile} in hand [H6.1]").format(tile=_(TILES[colour]))
    if not everywhere(s) >> hex_ & 1:
        return _("the map has no hex {hex} [H1.2, H6.1]").format(hex=HEXES[hex_])
    reason = taken_refusal(s, hex_, speak)
    if reason:
        return reason
    if colour == BLUE and set_of(s.land) >> hex_ & 1:
        return _("{hex} is land, and blue tiles go on rivers [H6.1]").format(hex=HEXES[hex_])
    if colour != BLUE and set_of(s.river) >> hex_ & 1:
        return _("{hex} is river, where only blue tiles go [H6.1]").format(hex=HEXES[hex_])
    if s.asks == CHAIN and not py_func(touches)(hex_, s.placed - 1):
        return _("{hex} is not next to {last}, where you placed the last tile [H6.6, H6.6a]").format(
            hex=HEXES[hex_], last=HEXES[s.placed - 1]
        )
    return bandits_refusal(s, hex_, speak)


def everywhere(s: Record) -> int:
    """All hexes of the map."""
    return set_of(s.land) | set_of(s.river)


def taken_refusal(s: Record, hex_: int, speak: Speak) -> str:
    """What lies on a hex already; empty if nothing does [H1.2b, M1.3]."""
    _ = speak.gettext
    if s.bandits and bandits_on(s) >> hex_ & 1:
        return _("bandits are on {hex} [H1.2b, M1.3]").format(hex=HEXES[hex_])
    if py_func(colour_at)(s, hex_) >= 0:
        return _("there is a tile on {hex} [H1.2b]").format(hex=HEXES[hex_])
    if set_of(s.leader_hexes) >> hex_ & 1:
        return _("there is a leader on {hex} [H1.2b]").format(hex=HEXES[hex_])
    return ""


def bandits_on(s: Record) -> int:
    """Hexes under bandit tiles."""
    return set_of(py_func(bandit_hexes)(s))


def bandits_refusal(s: Record, hex_: int, speak: Speak) -> str:
    """Why the bandits beside a hex are not beaten [M1.4, M1.6]."""
    _ = speak.gettext
    location = py_func(bandits_beside)(s, hex_)
    if location == LOCATIONS:
        return _("{hex} is beside more than one bandit tile [M1.6]").format(hex=HEXES[hex_])
    groups = py_func(joined)(s, hex_)
    if py_func(doubles)(s, groups):
        return _("{hex} is beside bandits, and the tile would cause a war too [M1.6]").format(hex=HEXES[hex_])
    numbers = [group for group in py_func(apart)(groups) if group]
    if not any(s.realm[number] for number in numbers):
        return _("{hex} is beside bandits, and the tile would be in no state [M1.4, M1.4a]").format(hex=HEXES[hex_])
    reds = sum(set_of(s.tiles, RED) >> at & 1 and s.group[at] in numbers for at in range(len(HEXES)))
    return _("{hex} is beside {bandits}, and the state has {tiles} [M1.4]").format(
        hex=HEXES[hex_],
        bandits=bandits_said(int(BANDITS_SHOWN[s.bandit_tiles[location]]), speak),
        tiles=tiles_said("red", reds, speak) if reds else _("no red tile"),
    )


# leaders


def leader_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """An empty land hex next to a yellow tile, not beside bandits, and no state with a colour twice [H5, M1.3]."""
    _ = speak.gettext
    colour, hex_ = args
    names = {"hex": HEXES[hex_], "leader": _(LEADERS[colour])}
    if s.leaders[seat, colour] == hex_ + 1:
        return _("your {leader} is on {hex} already: a move goes to another hex [H5.3a]").format(**names)
    if not everywhere(s) >> hex_ & 1:
        return _("the map has no hex {hex} [H1.2, H5.2]").format(**names)
    reason = taken_refusal(s, hex_, speak)
    if reason:
        return reason
    if set_of(s.river) >> hex_ & 1:
        return _("{hex} is river, and leaders go on land [H5.2]").format(**names)
    if not py_func(yellow_near)(s, hex_):
        return _("no yellow tile is next to {hex} [H5.2]").format(**names)
    if s.bandits and py_func(bandits_beside)(s, hex_) >= 0:
        return _("{hex} is beside bandits [M1.3]").format(**names)
    twin = STATE.record_class(duplicate(s._states[s._i : s._i + 1]), 0)
    if twin.leaders[seat, colour]:
        py_func(lift_leader)(twin, seat, colour)
    groups = py_func(joined)(twin, hex_)
    if py_func(doubles)(twin, groups):
        return _("on {hex} it would join states that have leaders of one colour [H5.4, H5.5]").format(**names)
    states = sum(twin.realm[group] > 0 for group in py_func(apart)(groups) if group)
    text = speak.ngettext(
        "on {hex} it would join {n} state, which has a {leader} [H5.4, H5.5]",
        "on {hex} it would join {n} states, one of which has a {leader} [H5.4, H5.5]",
        states,
    )
    return text.format(n=states, **names)


def withdraw_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """Own leaders on the board [H5.1]."""
    _ = speak.gettext
    return _("your {leader} is not on the board [H5.1]").format(leader=_(LEADERS[args[0]]))


# riot, establish, replace


def riot_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """Two blue tiles, one of which the leader off the board may stand for; and a tile to remove [H7]."""
    _ = speak.gettext
    if args[0] == BY_LEADER and s.leaders[seat, BLUE]:
        return _("your blue leader is on the board, so it can't stand for a tile [H7.2]")
    if args[0] == BY_LEADER and not s.hand[seat, BLUE]:
        return _("the leader stands for one blue tile, and you have none for the other [H7.2]")
    if args[0] != BY_LEADER and s.hand[seat, BLUE] < 2:
        return _(
            "a riot costs two blue tiles, or one and your blue leader off the board; you have {n} [H7.1, H7.2]"
        ).format(n=s.hand[seat, BLUE])
    return _("there is no tile on the board [H7.4]")


def establish_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """Two green tiles, one of which the leader off the board may stand for; and a place [H9.4, H9.4a]."""
    _ = speak.gettext
    if args[0] == BY_LEADER and s.leaders[seat, GREEN]:
        return _("your green leader is on the board, so it can't stand for a tile [H9.4]")
    if args[0] == BY_LEADER and not s.hand[seat, GREEN]:
        return _("the leader stands for one green tile, and you have none for the other [H9.4]")
    if args[0] != BY_LEADER and s.hand[seat, GREEN] < 2:
        return _(
            "to establish costs two green tiles, or one and your green leader off the board; you have {n} [H9.4]"
        ).format(n=s.hand[seat, GREEN])
    return _("no three tiles of one colour without a building touch each other [H9.4a]")


def replace_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """A tile of the hand, six at most [H8]."""
    _ = speak.gettext
    if s.asks == REPLACE and s.replaced == MOST_REPLACED:
        return _("at most six tiles are replaced: draw [H8.1, H8.2]")
    return _("you have no {tile} in hand [H8.1]").format(tile=_(TILES[args[0]]))


def remove_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """Any tile in a riot; a red one of the side that must pay [H7.1, H11.8a, M1.5a]."""
    _ = speak.gettext
    (hex_,) = args
    names = {"hex": HEXES[hex_]}
    if s.asks != PRICE:
        if s.bandits and bandits_on(s) >> hex_ & 1:
            return _("bandits are on {hex}, and they are no tile to remove [H7.1]").format(**names)
        return _("there is no tile on {hex} [H7.1]").format(**names)
    if not set_of(s.tiles, RED) >> hex_ & 1:
        if s.conflict == A_RAID:
            return _("there is no red tile on {hex} [M1.5]").format(**names)
        return _("there is no red tile on {hex} [H11.8]").format(**names)
    if s.conflict == A_RAID:
        return _("the red tile on {hex} was not in the state that met the bandits [M1.5a]").format(**names)
    return _("the red tile on {hex} is not one of the winning side [H11.8a]").format(**names)


# buildings


def pagoda_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """Three tiles of one colour without a building [H9.1, H9.3]."""
    _ = speak.gettext
    hexes = TRIANGLE_HEXES[args[0]]
    colours = {py_func(colour_at)(s, hex_) for hex_ in hexes}
    if len(colours) > 1 or -1 in colours:
        return _("the three hexes do not have tiles of one colour [H9.1]")
    if BLUE in colours and s.eighteen_kingdoms:
        return _("in Eighteen Kingdoms there are no blue pagodas [M2.1]")
    return built_refusal(s, hexes, speak) or _("the tile that you placed is not one of the three [H9.1, H13.4]")


def palace_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """Four yellow tiles without a building, if there is a palace [M3]."""
    _ = speak.gettext
    hexes = RHOMBUS_HEXES[args[0]]
    if not s.palace:
        return _("this game is played without the palace [M3]")
    if any(py_func(colour_at)(s, hex_) != YELLOW for hex_ in hexes):
        return _("the four hexes do not all have yellow tiles [M3.1]")
    return built_refusal(s, hexes, speak) or _("the tile that you placed is not one of the four [M3.1, H13.4]")


def built_refusal(s: Record, hexes: tuple[int, ...], speak: Speak) -> str:
    """The building that stands on one of the tiles already; empty if none does [H9.1, H9.3, M2.2, M3.1a]."""
    _ = speak.gettext
    for hex_ in hexes:
        if set_of(s.granaries) >> hex_ & 1:
            return _("there is a granary on {hex} [M2.2]").format(hex=HEXES[hex_])
        if set_of(py_func(built)(s)) >> hex_ & 1:
            return _("there is a building on {hex} already [H9.1, H9.3, M3.1a]").format(hex=HEXES[hex_])
    return ""


def move_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """One of the two pagodas of the colour [H9.2, H13.5]."""
    _ = speak.gettext
    there = [PAGODA_COLOUR[i] for i in range(N_PAGODAS) if s.pagodas[i] == args[0] + 1]
    place = TRIANGLES[args[0]].replace("+", " ")
    if there:
        return _("the pagoda on {place} has another colour [H9.2]").format(place=place)
    return _("no pagoda stands on {place} [H9.2]").format(place=place)


def take_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """What lies on the market [H6.5]."""
    _ = speak.gettext
    return _("there is no {tile} on the market [H6.5]").format(tile=_(TILES[args[0]]))


# conflicts


def commit_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """Yellow tiles of the hand, and the yellow leader if it is off the board [H10.1, H10.1a]."""
    _ = speak.gettext
    tiles = args[0]
    if tiles > s.hand[seat, YELLOW]:
        wanted, held = tiles_said("yellow", tiles, speak), s.hand[seat, YELLOW]
        return _("you can't commit {tiles}: you have {held} [H10.1a]").format(tiles=wanted, held=held)
    return _("your yellow leader is on the board, so it can't help [H10.1]")


def support_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """A side; red tiles of the hand, and the red leader if it is off the board; at least one of these [H11.4, H13.10]."""
    _ = speak.gettext
    hex_, tiles, leader = args
    if hex_ + 1 not in [s.side_hex[side] for side in range(s.n_sides)]:
        return _("no side of the war is named {hex} [H11.4b]").format(hex=HEXES[hex_])
    if tiles > s.hand[seat, RED]:
        wanted, held = tiles_said("red", tiles, speak), s.hand[seat, RED]
        return _("you can't commit {tiles}: you have {held} [H11.4]").format(tiles=wanted, held=held)
    if leader:
        return _("your red leader is on the board, so it can't help [H11.4]")
    return _("a side is supported by a tile or the leader at least [H11.4, H13.10]")


def winner_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """One of the sides tied for the highest total [H11.5]."""
    _ = speak.gettext
    if args[0] + 1 not in [s.side_hex[side] for side in range(s.n_sides)]:
        return _("no side of the war is named {hex} [H11.4b]").format(hex=HEXES[args[0]])
    return _("the side {hex} is not tied for the highest total [H11.5]").format(hex=HEXES[args[0]])


def keep_refusal(s: Record, seat: int, args: tuple[int, ...], speak: Speak) -> str:
    """A granary in the state of the own blue leader [M2.4]."""
    _ = speak.gettext
    names = {"hex": HEXES[args[0]]}
    if not set_of(s.granaries) >> args[0] & 1:
        return _("there is no granary on {hex} [M2.4]").format(**names)
    return _("the granary on {hex} is not in the state of your blue leader [M2.4]").format(**names)


REFUSALS: dict[str, Callable[[Any, int, tuple[int, ...], Speak], str]] = {
    "place": place_refusal,
    "leader": leader_refusal,
    "withdraw": withdraw_refusal,
    "riot": riot_refusal,
    "establish": establish_refusal,
    "replace": replace_refusal,
    "remove": remove_refusal,
    "pagoda": pagoda_refusal,
    "palace": palace_refusal,
    "move": move_refusal,
    "take": take_refusal,
    "commit": commit_refusal,
    "support": support_refusal,
    "winner": winner_refusal,
    "keep": keep_refusal,
}
"""By kind of action, where its moment is right."""
