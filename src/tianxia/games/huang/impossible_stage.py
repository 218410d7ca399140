"""What makes a written position of Huang impossible: what is asked of whom, and how the game ended [H4, H12, H13]."""

from collections.abc import Callable
from typing import Any

from tianxia.engine.compiling import plain
from tianxia.engine.notation import counted
from tianxia.games.huang.pieces import (
    ACTIONS_IN_A_TURN,
    BLUE,
    COLOURS,
    GREEN,
    HEXES,
    MOST_REPLACED,
    N_PAGODAS,
    PAGODA_COLOUR,
    PALACE_HAND,
    TRIANGLE_HEXES,
    TRIANGLES,
    WORDS,
)
from tianxia.games.huang.rules.board import colour_at, tiles_in
from tianxia.games.huang.rules.buildings import (
    any_place_with,
    bare,
    free_pagoda,
    granaries_of,
    in_use,
    places,
    takes_pagoda,
)
from tianxia.games.huang.rules.draws import market_size
from tianxia.games.huang.rules.turn import next_blue
from tianxia.games.huang.state import (
    ASKS,
    CHAIN,
    END_TURN,
    ESTABLISH,
    GRANARY,
    MARKET,
    MOVED,
    OVER,
    PAGODA,
    REPLACE,
    REVOLT,
    RIOT,
    SEAT_NAMES,
    WAR,
)

FINISHING = (PAGODA, MOVED, MARKET, CHAIN)
"""While a tile is being finished [H6.7]."""


def expected_asked(s: Any) -> int:
    """The one seat that is asked [H13]."""
    if s.asks == OVER:
        return -1
    if s.asks == REVOLT:
        return int(s.active if s.committed[s.active] < 0 else s.defender)
    if s.asks == WAR:
        seats = [(s.active + i) % s.players for i in range(1, s.players + 1)]
        return int(next((seat for seat in seats if s.committed[seat] < 0), s.active))
    return int(s.active)


def stage(s: Any) -> str:
    """What is asked fits the turn and what lies on the table [H4, H13]."""
    asks = ASKS[s.asks]
    if s.active >= s.players:
        return f"active is {s.active}, {s.players} play [H2.3]"
    if s.asked != expected_asked(s):
        return f"asked is {s.asked}: {asks} is asked of {expected_asked(s)} [H13]"
    last = s.asks in (END_TURN, GRANARY)
    if s.asks != OVER and (s.actions_done == ACTIONS_IN_A_TURN) != last:
        when = "after" if last else "before"
        return f"actions_done is {s.actions_done}: {asks} is asked {when} the second action is over [H4.1]"
    if (s.replaced > 0) != (s.asks == REPLACE):
        return f"replaced is {s.replaced}: tiles are discarded while a replace is asked, and only then [H8]"
    if s.chosen and s.asks != MOVED:
        return "chosen is told: only while a pagoda that moves is asked for [H13.5]"
    if s.placed and s.asks not in FINISHING:
        return "placed is told: only while a tile is being finished [H6.7]"
    return turns(s) or finishing(s) or (CONDITIONS[s.asks](s) if s.asks in CONDITIONS else "")


def turns(s: Any) -> str:
    """Turns are counted from 1; tiles are drawn in a replace, and else at the end of a turn [H4.3, H12.1c]."""
    if s.turn < 1:
        return "turn is 0, turns are counted from 1"
    if s.quiet_turns > s.turn - (s.asks != OVER):
        return f"quiet_turns is {s.quiet_turns} in turn {s.turn} [H12.1c]"
    if s.drew and not s.actions_done and s.asks != OVER:
        return "drew is 1: nothing was drawn yet in this turn [H4.3, H8.1]"
    return ""


def finishing(s: Any) -> str:
    """The tile that is being finished lies there, in the colour that is asked about [H6.7]."""
    if not s.placed:
        return (
            ""
            if s.asks not in FINISHING or s.asks == MOVED
            else f"placed is missing: {ASKS[s.asks]} is asked after a tile [H6.7]"
        )
    colour = plain(colour_at)(s, s.placed - 1)
    expected = {MARKET: GREEN, CHAIN: BLUE}.get(s.asks, colour)
    if colour < 0 or colour != expected:
        return (
            f"placed is {HEXES[s.placed - 1]}: no {COLOURS[expected] if expected >= 0 else ''} tile lies there [H6.7]"
        )
    return ""


def riot(s: Any) -> str:
    """Two tiles or more, or there is no choice; it is paid [H7.1, H13.2]."""
    if sum(plain(tiles_in)(s, word).bit_count() for word in range(WORDS)) < 2:
        return "riot is asked while two tiles or more are on the board [H13.2]"
    return paid(s, BLUE)


def establish(s: Any) -> str:
    """Two places or more, or there is no choice; it is paid [H9.4, H13.3]."""
    if plain(places)(s) < 2:
        return "establish is asked while there are two places or more for a building [H13.3]"
    return paid(s, GREEN)


def paid(s: Any, colour: int) -> str:
    """Two tiles are out, or one while the own leader is off the board [H7.2, H9.4]."""
    if s.out[colour] < (1 if s.leaders[s.active, colour] == 0 else 2):
        return f"the {COLOURS[colour]} tiles that were paid should be out [{'H7.1' if colour == BLUE else 'H9.4'}]"
    return ""


def pagoda(s: Any) -> str:
    """A place with the tile [H13.4]."""
    if not plain(any_place_with)(s, s.placed - 1):
        return f"no building can stand on {HEXES[s.placed - 1]} [H9.1, H13.4]"
    return ""


def moved(s: Any) -> str:
    """The place is chosen, the supply has none of the colour, two are on the board [H9.2, H13.5]."""
    if not s.chosen:
        return "chosen is missing: it is the place of the pagoda that moves [H13.5]"
    triangle, hexes = s.chosen - 1, TRIANGLE_HEXES[s.chosen - 1]
    colour = plain(colour_at)(s, hexes[0])
    if colour < 0 or not plain(in_use)(s, colour) or not plain(takes_pagoda)(triangle, *plain(bare)(s, colour)):
        return f"chosen is {TRIANGLES[triangle]}: no pagoda can stand there [H9.1, H9.3]"
    there = sum(PAGODA_COLOUR[i] == colour and s.pagodas[i] > 0 for i in range(N_PAGODAS))
    if plain(free_pagoda)(s, colour) >= 0 or there < 2:
        return f"the {COLOURS[colour]} pagodas are not both on the board, so there is no choice [H9.2, H13.5]"
    if s.placed and s.placed - 1 not in hexes:
        return f"chosen is {TRIANGLES[triangle]}: it is without the tile on {HEXES[s.placed - 1]} [H9.1]"
    return "" if s.placed else paid(s, GREEN)


def market(s: Any) -> str:
    """There is something to take [H13.6]."""
    return "" if plain(market_size)(s) else "the market is empty, so it is not asked about [H13.6]"


def chain(s: Any) -> str:
    """A hand, and a hex for the next blue tile [H13.7]."""
    if not s.hand_size[s.active]:
        return "the hand is empty, so no other blue tile is asked for [H13.7]"
    if not any(plain(next_blue)(s, s.placed - 1, word) for word in range(WORDS)):
        return f"no hex next to {HEXES[s.placed - 1]} can take a blue tile [H13.7]"
    return ""


def replace(s: Any) -> str:
    """What was discarded lies face down, and came from the hand [H8]."""
    if s.face_down_size[s.active] < s.replaced:
        lying = counted(s.face_down_size[s.active], "tile")
        return f"replaced is {s.replaced}, {SEAT_NAMES[s.active]} has {lying} face down [H8.1]"
    if s.hand_size[s.active] + s.replaced > (PALACE_HAND if s.palace else MOST_REPLACED):
        held = counted(s.hand_size[s.active], "tile")
        return f"{SEAT_NAMES[s.active]} has {held} in hand after replacing {s.replaced} [H4.3, M3.2]"
    return ""


def granary(s: Any) -> str:
    """Two granaries or more in the state of the own blue leader [M2.4, H13.14]."""
    if sum(plain(granaries_of)(s, s.active, word).bit_count() for word in range(WORDS)) < 2:
        return "granary is asked while the own blue leader is in a state with two or more [M2.4]"
    return ""


CONDITIONS: dict[int, Callable[[Any], str]] = {
    RIOT: riot,
    ESTABLISH: establish,
    PAGODA: pagoda,
    MOVED: moved,
    MARKET: market,
    CHAIN: chain,
    REPLACE: replace,
    GRANARY: granary,
}


def outcome(s: Any) -> str:
    """The game ends with an empty bag, or after so many turns without a draw [H12.1, H12.1c]."""
    stalled = s.stall_turns > 0 and s.quiet_turns >= s.stall_turns
    if s.asks != OVER and stalled:
        return f"quiet_turns is {s.quiet_turns}: after {s.stall_turns} the game is over [H12.1c]"
    if s.asks == OVER and s.bag_size and not stalled:
        return "the game ends when the bag is empty, or after many turns without a draw [H12.1]"
    return ""
