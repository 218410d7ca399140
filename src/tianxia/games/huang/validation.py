"""What makes a written position of Huang impossible: the rules that every quiet position keeps, each with its reason."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from tianxia.engine.compiling import py_func
from tianxia.games.huang.hexmap import HexMap, problems
from tianxia.games.huang.pieces import (
    ACTIONS_IN_A_TURN,
    ALL_TILES,
    ASIDE,
    BLUE,
    COLOURS,
    COLUMNS,
    CORNERS,
    HAND,
    HEXES,
    LOCATIONS,
    N_COLOURS,
    N_HEXES,
    N_PAGODAS,
    PAGODA_COLOUR,
    PALACE_HAND,
    RHOMBUS_HEXES,
    RHOMBUSES,
    ROWS,
    SEATS,
    TRIANGLE_HEXES,
    TRIANGLES,
    YELLOW,
)
from tianxia.games.huang.questions import END_TURN, QUESTIONS
from tianxia.games.huang.record import Record
from tianxia.games.huang.rules.board import yellow_near
from tianxia.games.huang.rules.conflict import bandits_beside
from tianxia.games.huang.sets import hexes_of, names_of, set_of
from tianxia.games.huang.state import MOST_TURNS, SEAT_NAMES

__all__ = ["CHECKED", "PENDING", "check", "lying", "with_building"]

CAPITALS = (7, 19)
"""On the base map, on that of Eighteen Kingdoms [H1.4]."""
PAIRS = 5
"""Of bandit tiles, each with a location [M1.1]."""
PENDING = {
    **dict.fromkeys(
        ("replaced", "placed", "chosen", "conflict", "marked", "colour", "double", "n_sides", "must_go"), 0
    ),
    **dict.fromkeys(("sides", "side_hex", "totals", "given", "helped", "hands"), 0),
    **dict.fromkeys(("defender", "won_by", "committed", "supports"), -1),
}
"""Fields that tell of what is pending, or of the end, with what they hold while nothing is."""


def check(s: Record) -> str:
    """Why a position cannot exist: the first of these rules that it breaks; an empty text if it keeps them all."""
    return next(filter(None, (broken(s) for broken in CHECKED)), "")


def options_fit(s: Record) -> str:
    """Options that exclude each other; the map that belongs to them [H2.2, M1, M2]."""
    if s.bandits and s.eighteen_kingdoms:
        return "bandits are not played with Eighteen Kingdoms [M1]"
    if s.short_game and s.players != 2:
        return f"the short game is for 2 players, not for {s.players} [H2.2]"
    if s.open != s.open_points:
        return f"open is {s.open}: before the end points are open with open_points, else not [H12.4]"
    return ""


def map_fits(s: Record) -> str:
    """The map is a map [H1.2, H1.4]."""
    kind = "eighteen" if s.eighteen_kingdoms else "base"
    locations = tuple(tuple(s.locations[n, i] - 1 for i in range(CORNERS)) for n in range(LOCATIONS))
    return map_problem(set_of(s.land), set_of(s.river), set_of(s.capitals), locations, kind)


@lru_cache(maxsize=64)
def map_problem(land: int, river: int, capitals: int, locations: tuple[tuple[int, ...], ...], kind: Any) -> str:
    """The first thing that is wrong with a map."""
    if land & river:
        return f"{names_of(land & river)}: land and river at once [H1.2]"
    if capitals & ~land:
        return f"{names_of(capitals & ~land)}: a capital is on land [H1.2]"
    if not capitals:
        return "the map has no capital [H1.2]"
    letters = dict(zip(hexes_of(capitals), (chr(ord("A") + i) for i in range(N_HEXES)), strict=False))
    signs = [
        "~" if river >> hex_ & 1 else letters.get(hex_, ".") if land >> hex_ & 1 else "_" for hex_ in range(N_HEXES)
    ]
    rows = tuple("".join(signs[row * COLUMNS : (row + 1) * COLUMNS]) for row in range(ROWS))
    index = {hex_: i for i, hex_ in enumerate(hexes_of(land | river))}
    bandits = []
    for number, hexes in enumerate(locations, 1):
        told = [hex_ for hex_ in hexes if hex_ >= 0]
        if len(set(told)) not in (0, CORNERS) or not set(told) <= set(index):
            return f"location {number}: three hexes of the map, or none [H1.4]"
        bandits.append(tuple(index[hex_] for hex_ in told))
    titles = tuple((letter, HEXES[hex_]) for hex_, letter in letters.items())
    found = problems(HexMap("", kind, rows, titles, tuple(bandits) if any(bandits) else ()))
    return f"the map: {found[0]}" if found else ""


def seats_taken(s: Record) -> str:
    """Who does not play has nothing."""
    for seat in range(s.players, SEATS):
        own = (s.leaders, s.known, s.points, s.hand, s.face_down)
        counts = [of[seat, colour] for of in own for colour in range(N_COLOURS)]
        if any(counts) or any([s.hand_size[seat], s.face_down_size[seat], s.granaries_taken[seat]]):
            return f"{SEAT_NAMES[seat]} has something, but only {s.players} play [H2.3]"
    return ""


def one_thing_a_hex(s: Record) -> str:
    """A hex of the map holds one thing, a tile on the right ground [H1.2b, H6.1]."""
    everywhere, land, river = set_of(s.land) | set_of(s.river), set_of(s.land), set_of(s.river)
    taken = 0
    for place, hexes in standing(s):
        for hex_ in hexes:
            if not everywhere >> hex_ & 1:
                return f"{place} on {HEXES[hex_]}: the map has no such hex [H1.2]"
            if taken >> hex_ & 1:
                return f"{place} on {HEXES[hex_]}: there is something already [H1.2b]"
            taken |= 1 << hex_
    for colour in range(N_COLOURS):
        wrong = set_of(s.tiles, colour) & ~(river if colour == BLUE else land)
        if wrong:
            return f"{COLOURS[colour]} tile on {names_of(wrong)}: blue tiles lie on river, the others on land [H6.1]"
    return ""


def standing(s: Record) -> Iterable[tuple[str, list[int]]]:
    """All that takes a hex, with its hexes."""
    for colour in range(N_COLOURS):
        yield f"{COLOURS[colour]} tile", hexes_of(set_of(s.tiles, colour))
    for seat in range(SEATS):
        for colour in range(N_COLOURS):
            if s.leaders[seat, colour]:
                yield f"{COLOURS[colour]} leader of {SEAT_NAMES[seat]}", [s.leaders[seat, colour] - 1]
    for location in range(LOCATIONS):
        if s.bandit_tiles[location]:
            yield f"bandit tile {s.bandit_tiles[location]}", [s.locations[location, i] - 1 for i in range(CORNERS)]


def bandit_tiles(s: Record) -> str:
    """Five pairs of the ten tiles: one names the location, the other lies there [M1.1]."""
    lying_at = [location + 1 for location in range(LOCATIONS) if s.bandit_tiles[location]]
    tiles = [s.bandit_tiles[location - 1] for location in lying_at]
    if tiles and not s.bandits:
        return "there are bandit tiles, but bandits are not played with [M1]"
    if any(not s.locations[location - 1, 0] for location in lying_at):
        return f"bandit tiles on the locations {lying_at}: not all of these are on the map [M1.1]"
    if len(set(tiles)) < len(tiles) or set(tiles) & set(lying_at) or len(tiles) > PAIRS:
        return f"bandit tiles {tiles} on the locations {lying_at}: five pairs of ten different tiles [M1.1]"
    return ""


def beside_bandits(s: Record) -> str:
    """Nothing lies beside bandits [M1.3, M1.4]."""
    for place, hexes in standing(s) if s.bandits else ():
        for hex_ in hexes if not place.startswith("bandit") else ():
            if py_func(bandits_beside)(s, hex_) >= 0:
                return f"{place} on {HEXES[hex_]}: nothing is beside bandits [M1.3, M1.4]"
    return ""


def leaders(s: Record) -> str:
    """On land next to a yellow tile; no state has two of a colour [H3.2, H5.2]."""
    seen = set()
    for seat in range(s.players):
        for colour in range(N_COLOURS):
            at = s.leaders[seat, colour] - 1
            if at < 0:
                continue
            name = f"{COLOURS[colour]} leader of {SEAT_NAMES[seat]} on {HEXES[at]}"
            if not set_of(s.land) >> at & 1:
                return f"{name}: leaders stand on land [H5.2]"
            if not py_func(yellow_near)(s, at):
                return f"{name}: no yellow tile is next to it [H5.2, H5.7]"
            if (s.group[at], colour) in seen:
                return f"{name}: its state has another {COLOURS[colour]} leader [H3.2]"
            seen.add((s.group[at], colour))
    return ""


def with_building(s: Record) -> int:
    """The hexes under pagodas and the palace."""
    found = 0
    for i in range(N_PAGODAS):
        found |= shape(TRIANGLE_HEXES, s.pagodas[i])
    return found | shape(RHOMBUS_HEXES, s.palace_at)


def shape(shapes: list[tuple[int, ...]], number: int) -> int:
    """The hexes of a place for a building, 0: none."""
    return sum(1 << hex_ for hex_ in shapes[number - 1]) if number else 0


def buildings(s: Record) -> str:
    """On tiles of their colour, no two on one tile [H9.1, M2.1, M2.2, M3.1]."""
    built = set_of(s.granaries)
    if built and not s.eighteen_kingdoms:
        return "there are granaries, but Eighteen Kingdoms is not played [M2.1]"
    wrong = built & ~(set_of(s.capitals) & set_of(s.tiles, YELLOW))
    if wrong:
        return f"granary on {names_of(wrong)}: they lie on yellow tiles of capitals [M2.1]"
    if s.palace_at and not s.palace:
        return "there is a palace, but it is not played with [M3]"
    for name, colour, hexes in pagodas_and_palace(s):
        if colour == BLUE and s.eighteen_kingdoms:
            return f"{name}: there are no blue pagodas in Eighteen Kingdoms [M2.1]"
        if hexes & ~set_of(s.tiles, colour):
            return f"{name}: no {COLOURS[colour]} tile on {names_of(hexes & ~set_of(s.tiles, colour))} [H9.1, H9.5]"
        if hexes & built:
            return f"{name}: there is a building already on {names_of(hexes & built)} [H9.1]"
        built |= hexes
    return ""


def pagodas_and_palace(s: Record) -> Iterable[tuple[str, int, int]]:
    """Those on the board: what they are and where, the colour of their tiles, their hexes."""
    for i in range(N_PAGODAS):
        if s.pagodas[i]:
            colour, place = PAGODA_COLOUR[i], TRIANGLES[s.pagodas[i] - 1]
            yield f"{COLOURS[colour]} pagoda on {place}", colour, shape(TRIANGLE_HEXES, s.pagodas[i])
    if s.palace_at:
        yield f"palace on {RHOMBUSES[s.palace_at - 1]}", YELLOW, shape(RHOMBUS_HEXES, s.palace_at)


def granaries(s: Record) -> str:
    """One for each capital at the set-up; taken ones are behind the screens [M2.1, M2.4]."""
    taken = sum(s.granaries_taken[seat] for seat in range(SEATS))
    if taken and not s.eighteen_kingdoms:
        return "granaries were taken, but Eighteen Kingdoms is not played [M2.1]"
    left = len(hexes_of(set_of(s.granaries)))
    if taken + left > CAPITALS[1]:
        return f"granaries on the board: {left}, taken: {taken}; there are {CAPITALS[1]} [M2.1]"
    return ""


def lying(s: Record) -> list[int]:
    """How many tiles of each colour lie anywhere."""
    found = [s.market[colour] + s.out[colour] + s.bag[colour] + s.aside[colour] for colour in range(N_COLOURS)]
    for colour in range(N_COLOURS):
        found[colour] += set_of(s.tiles, colour).bit_count()
        found[colour] += sum(s.hand[seat, colour] + s.face_down[seat, colour] for seat in range(SEATS))
    return found


def tiles_are_all_there(s: Record) -> str:
    """138 tiles, of each colour as many as there are [H1.1]."""
    for colour, found in enumerate(lying(s)):
        if found != ALL_TILES[colour]:
            return f"{COLOURS[colour]} tiles that lie somewhere: {found}; there are {ALL_TILES[colour]} [H1.1]"
    return ""


def piles(s: Record) -> str:
    """Sizes that are told are right; market, hands and tiles put aside have theirs [H2.2, H4.3, M3.2]."""
    for name, size, of in (("bag_size", s.bag_size, s.bag), ("aside_size", s.aside_size, s.aside)):
        if size != sum(of):
            return f"{name} is {size}; tiles there: {sum(of)}"
    if s.aside_size != (ASIDE if s.short_game else 0):
        return f"tiles aside: {s.aside_size}; {ASIDE} in a short game, else none [H2.2]"
    if sum(s.market) > HAND:
        return f"tiles on the market: {sum(s.market)}, at most {HAND} [H4.3]"
    for seat in range(s.players):
        reason = hand(s, seat)
        if reason:
            return reason
    return ""


def hand(s: Record, seat: int) -> str:
    """One hand, what is known of it, and what its owner discarded face down [H4.3, M3.2]."""
    name, most = SEAT_NAMES[seat], PALACE_HAND if s.palace else HAND
    own = [s.hand[seat, colour] for colour in range(N_COLOURS)]
    down = [s.face_down[seat, colour] for colour in range(N_COLOURS)]
    if s.hand_size[seat] != sum(own):
        return f"hand_size of {name} is {s.hand_size[seat]}; tiles in its hand: {sum(own)}"
    if s.face_down_size[seat] != sum(down):
        return f"face_down_size of {name} is {s.face_down_size[seat]}; tiles there: {sum(down)}"
    if sum(own) > most:
        return f"tiles in hand of {name}: {sum(own)}, at most {most} [H4.3, M3.2]"
    for colour in range(N_COLOURS):
        if s.known[seat, colour] > own[colour]:
            return f"known of {name}: {s.known[seat, colour]} {COLOURS[colour]}, it has {own[colour]} [H6.5]"
    return ""


def moment(s: Record) -> str:
    """The active seat is asked for an action, or after the second one for the end of its turn [H4, H13.1, H13.13]."""
    if s.active >= s.players:
        return f"active is {s.active}, {s.players} play [H2.3]"
    if s.asked != s.active:
        return f"asked is {s.asked}: {QUESTIONS.text(s.asks)} is asked of {s.active} [H13]"
    if (s.actions_done == ACTIONS_IN_A_TURN) != (s.asks == END_TURN):
        when = "after" if s.asks == END_TURN else "before"
        return f"actions_done is {s.actions_done}: {QUESTIONS.text(s.asks)} is asked {when} the second action is over [H4.1]"
    return ""


def nothing_pending(s: Record) -> str:
    """No conflict, no tile that is being finished, no tiles that are being replaced; hands are open at the end only [H13]."""
    for name, nothing in PENDING.items():
        if (s._states[name][s._i] != nothing).any():
            return f"{name} is told: nothing is pending while {QUESTIONS.text(s.asks)} is asked [H13]"
    return ""


def turns(s: Record) -> str:
    """Turns are counted from 1; tiles are drawn in a replace, and else at the end of a turn [H4.3, H12.1c]."""
    if s.turn < 1:
        return "turn is 0, turns are counted from 1"
    if s.quiet_turns >= s.turn:
        return f"quiet_turns is {s.quiet_turns} in turn {s.turn} [H12.1c]"
    if s.drew and not s.actions_done:
        return "drew is 1: nothing was drawn yet in this turn [H4.3, H8.1]"
    if 0 < s.stall_turns <= s.quiet_turns:
        return f"quiet_turns is {s.quiet_turns}: after {s.stall_turns} the game is over [H12.1c]"
    to_come = (s.bag_size + 1) * s.stall_turns - s.quiet_turns  # at most: if each tile is drawn as late as can be
    if s.stall_turns and s.turn + to_come > MOST_TURNS:
        return f"turn is {s.turn}: {to_come} more may come, and turns are counted up to {MOST_TURNS} [H12.1c]"
    return ""


CHECKED = (
    options_fit,
    map_fits,
    seats_taken,
    bandit_tiles,
    one_thing_a_hex,
    beside_bandits,
    leaders,
    buildings,
    granaries,
    tiles_are_all_there,
    piles,
    moment,
    nothing_pending,
    turns,
)
