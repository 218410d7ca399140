"""What makes a written position of Huang impossible: a revolt, a war, a fight against bandits [H10, H11, M1]."""

from typing import Any

import numpy as np

from tianxia.engine.compiling import plain
from tianxia.engine.notation import counted
from tianxia.engine.records import duplicate
from tianxia.games.huang.pieces import (
    BANDITS_SHOWN,
    COLOURS,
    HEXES,
    LOCATIONS,
    N_COLOURS,
    RED,
    SEATS,
    YELLOW,
)
from tianxia.games.huang.rules.board import (
    apart,
    colour_at,
    doubles,
    joined,
    owner,
    put_leader,
    regroup,
    states_among,
    take_leader,
)
from tianxia.games.huang.rules.conflict import bandits_beside, begin_revolt, begin_war, end_conflict
from tianxia.games.huang.sets import linked, names_of, near, set_of
from tianxia.games.huang.state import (
    A_RAID,
    A_REVOLT,
    A_WAR,
    ASKS,
    ATTACK,
    CONFLICTS,
    DEFENCE,
    NO_CONFLICT,
    PRICE,
    REVOLT,
    SEAT_NAMES,
    TIE,
    WAR,
)

ASKED_IN = {A_REVOLT: (REVOLT,), A_WAR: (WAR, TIE, PRICE), A_RAID: (PRICE,)}
NO_LOG = np.zeros((0, 7), np.int32)


def as_it_began(s: Any) -> Any:
    """A copy of the record at the begin of its revolt or war, with what was committed since; None if there is none.

    A war is not worked out once tiles and leaders have been lost in it.
    """
    if not s.marked or s.active >= s.players or s.conflict not in (A_REVOLT, A_WAR) or s.asks == PRICE:
        return None
    twin = type(s)(duplicate(s._states[s._i : s._i + 1]))
    hex_ = s.marked - 1
    plain(end_conflict)(twin)
    begun = begin_again(twin, hex_) if s.conflict == A_REVOLT else fight_again(twin, hex_)
    if begun:
        add_commitments(s, twin)
    return twin if begun else None


def begin_again(twin: Any, hex_: int) -> bool:
    """The active player's leader on the hex starts its revolt anew [H5.5, H10.1]."""
    seat = twin.active
    colours = [colour for colour in range(N_COLOURS) if twin.leaders[seat, colour] == hex_ + 1]
    if not colours:
        return False
    plain(take_leader)(twin, seat, colours[0])
    plain(regroup)(twin)
    groups = plain(joined)(twin, hex_)
    owners = [plain(owner)(twin, group, colours[0]) for group in plain(apart)(groups)]
    if plain(states_among)(twin, groups) != 1 or max(owners) < 0:
        return False
    plain(put_leader)(twin, seat, colours[0], hex_, groups)
    plain(begin_revolt)(twin, seat, max(owners), colours[0], hex_, NO_LOG)
    return True


def fight_again(twin: Any, hex_: int) -> bool:
    """The tile on the hex starts its war anew [H11.1, H11.2]."""
    if plain(colour_at)(twin, hex_) < 0:
        return False
    twin.conflict, twin.marked = A_WAR, hex_ + 1
    plain(regroup)(twin)
    groups = plain(joined)(twin, hex_)
    if not plain(doubles)(twin, groups):
        return False
    plain(begin_war)(twin, twin.active, hex_, groups, NO_LOG)
    return True


def add_commitments(s: Any, twin: Any) -> None:
    """What the players have committed so far."""
    for seat in range(s.players):
        if s.committed[seat] < 0:
            continue
        if s.conflict == A_REVOLT:
            twin.totals[ATTACK if seat == s.active else DEFENCE] += s.committed[seat] + s.helped[seat]
        elif s.supports[seat] >= 0:
            twin.totals[s.supports[seat]] += s.committed[seat] + s.helped[seat]
            twin.given[s.supports[seat]] += s.committed[seat]


def conflict(s: Any) -> str:
    """There is a conflict while it is asked about, and it is as it must have begun [H10, H11, M1.5]."""
    expected = [which for which, asked in ASKED_IN.items() if s.asks in asked]
    if s.conflict not in (expected or [NO_CONFLICT]):
        words = " or ".join(CONFLICTS[which] for which in expected) or "none"
        return f"conflict is {CONFLICTS[s.conflict]}, while {ASKS[s.asks]} is asked it is {words} [H13]"
    if (s.conflict != NO_CONFLICT) != (s.marked != 0):
        return "marked is the hex that led to the conflict, and told in a conflict only [H10, H11.1]"
    reason = commitments(s)
    if reason or s.conflict == NO_CONFLICT:
        return reason or nothing_but(s, ())
    if s.conflict == A_REVOLT:
        return revolt(s) or nothing_but(s, ("defender", "colour", "totals"))
    if s.conflict == A_RAID:
        return raid(s) or nothing_but(s, ("must_go", "n_sides", "sides"))
    reason = war_paid(s) if s.asks == PRICE else war(s)
    return reason or nothing_but(
        s,
        (
            "double",
            "n_sides",
            "sides",
            "side_hex",
            "totals",
            "given",
            *(("won_by", "must_go") if s.asks == PRICE else ()),
        ),
    )


def nothing_but(s: Any, told: tuple[str, ...]) -> str:
    """All other fields of a conflict are empty."""
    empty = {"defender": -1, "won_by": -1}
    for name in ("defender", "colour", "double", "n_sides", "won_by", "must_go"):
        if name not in told and getattr(s, name) != empty.get(name, 0):
            return f"{name} is told, but not now [H10, H11]"
    for name in ("sides", "side_hex", "totals", "given"):
        if name not in told and s._states[name][s._i].any():
            return f"{name} is told, but not now [H10, H11]"
    return ""


def commitments(s: Any) -> str:
    """Who was asked has committed: from the hand, with a leader only if it is off the board [H10.1, H11.4]."""
    done = committed_by(s)
    colour = YELLOW if s.conflict == A_REVOLT else RED
    for seat in range(SEATS):
        name, tiles, side = SEAT_NAMES[seat], s.committed[seat], s.supports[seat]
        if (tiles >= 0) != (seat in done):
            so_far = ", ".join(SEAT_NAMES[other] for other in sorted(done)) or "nobody"
            return f"committed of {name} is {tiles}: {so_far} committed so far [H10.1, H11.4]"
        if s.helped[seat] and (tiles < 0 or s.leaders[seat, colour]):
            return f"helped of {name}: its {COLOURS[colour]} leader is not off the board, or nothing is committed [H10.1, H11.4]"
        gives = s.conflict == A_WAR and (tiles > 0 or s.helped[seat])
        if (side >= 0) != bool(gives) or side >= max(1, s.n_sides):
            return f"supports of {name} is {side}: a side of the war, where something is committed [H11.4]"
    return ""


def committed_by(s: Any) -> set[int]:
    """The seats that have been asked so far."""
    if s.conflict == A_REVOLT:
        return {s.active} if s.asked == s.defender else set()
    if s.conflict != A_WAR:
        return set()
    seats = [(s.active + i) % s.players for i in range(1, s.players + 1)]
    return set(seats[: seats.index(s.asked)] if s.asks == WAR else seats)


def differs(s: Any, twin: Any, names: tuple[str, ...]) -> str:
    """Fields that are not as the rules make them."""
    for name in names:
        if not np.array_equal(s._states[name][s._i], twin._states[name][0]):
            told, right = s._states[name][s._i].tolist(), twin._states[name][0].tolist()
            return f"{name} is {told}, it should be {right} [{'H10.1' if s.conflict == A_REVOLT else 'H11.2, H11.3'}]"
    return ""


def revolt(s: Any) -> str:
    """The leader on the marked hex joined exactly one state, with a leader of its colour [H5.5, H10.1]."""
    twin = as_it_began(s)
    if twin is None:
        return f"marked is {HEXES[s.marked - 1]}: no leader of the active player starts a revolt there [H5.5]"
    return differs(s, twin, ("defender", "colour", "totals"))


def war(s: Any) -> str:
    """The tile on the marked hex joins states with a colour that is double [H11.1]."""
    twin = as_it_began(s)
    if twin is None:
        return f"marked is {HEXES[s.marked - 1]}: no tile leads to a war there [H6.3, H11.1]"
    reason = differs(s, twin, ("double", "n_sides", "side_hex", "sides", "totals", "given"))
    most = max(s.totals[side] for side in range(s.n_sides)) if s.n_sides else 0
    if not reason and s.asks == TIE and sum(s.totals[side] == most for side in range(s.n_sides)) < 2:
        return "no two sides are tied for the highest total [H11.5]"
    return reason


def occupied(s: Any) -> int:
    """Hexes with a tile or a leader."""
    found = set_of(s.leader_hexes)
    for colour in range(N_COLOURS):
        found |= set_of(s.tiles, colour)
    return found


def war_paid(s: Any) -> str:
    """The losers have lost; the winner still has more red tiles than it must lose [H11.6-H11.8a]."""
    if plain(colour_at)(s, s.marked - 1) < 0:
        return f"marked is {HEXES[s.marked - 1]}: no tile lies there [H11.1]"
    if s.n_sides < 2 or not 0 <= s.won_by < s.n_sides or not s.double:
        return "a war has two or three sides, a winner, and colours that are double [H11.2, H11.5]"
    price = 0
    for side in range(s.n_sides):
        reason = side_of_war(s, side)
        if reason:
            return reason
        if side != s.won_by:
            price = max(price, s.totals[side])
    if s.totals[s.won_by] < price:
        return "the winner has the highest total [H11.5]"
    paid = price - s.given[s.won_by] - s.must_go
    return price_left(s, s.won_by, paid, "H11.8a")


def side_of_war(s: Any, side: int) -> str:
    """One side: the state as it was before the tile, less what it lost [H11.1a, H11.6]."""
    hexes, first, tile = set_of(s.sides, side), s.side_hex[side] - 1, 1 << s.marked - 1
    beside = hexes & near(tile)
    others = sum(set_of(s.sides, other) for other in range(s.n_sides) if other != side)
    if first < 0 or not linked(hexes) or hexes & (others | tile) or (near(hexes) & occupied(s) & ~tile & ~hexes):
        return f"side {side}: a state as it was before the tile, apart from the other sides [H11.1a]"
    if beside & -beside != 1 << first:
        return f"side_hex {HEXES[first]}: the first hex of the side that touches the tile [H11.4b]"
    lost = (hexes & ~occupied(s)).bit_count()
    support = sum(s.committed[seat] + s.helped[seat] for seat in range(s.players) if s.supports[seat] == side)
    given = sum(s.committed[seat] for seat in range(s.players) if s.supports[seat] == side)
    reds = (hexes & set_of(s.tiles, RED)).bit_count()
    if s.given[side] != given:
        return f"given of side {side} is {s.given[side]}, committed were {given} [H11.4]"
    fighters = [at for seat in range(s.players) for colour in range(N_COLOURS)
                if s.double >> colour & 1 and (at := s.leaders[seat, colour] - 1) >= 0 and hexes >> at & 1]  # fmt: skip
    if side == s.won_by:
        if s.totals[side] != reds + lost + support or not fighters:
            had = f"{counted(reds + lost, 'red tile')} and {support} in support"
            return f"totals of side {side} is {s.totals[side]}, it had {had} [H11.3]"
        return ""
    if reds or fighters:
        return f"side {side} has lost: no red tile and no conflicting leader is left in it [H11.6]"
    if not 0 <= s.totals[side] - support < lost:
        return f"totals of side {side} is {s.totals[side]}, with {support} in support and {counted(lost, 'thing')} lost [H11.3]"
    return ""


def price_left(s: Any, side: int, paid: int, rule: str) -> str:
    """More red tiles are left than must go; those that went have left their hexes [H11.8a, M1.5a]."""
    hexes = set_of(s.sides, side)
    reds, gone = (hexes & set_of(s.tiles, RED)).bit_count(), (hexes & ~occupied(s)).bit_count()
    if not 0 < s.must_go < reds:
        return f"must_go is {s.must_go}: a tile is asked for while more red ones are left, here {reds} [{rule}]"
    if paid != gone:
        return f"must_go is {s.must_go}: tiles that have gone: {gone}, it should be {paid} [{rule}]"
    return ""


def raid(s: Any) -> str:
    """The tile on the marked hex touches one bandit tile; so many red tiles of its state go [M1.4, M1.5]."""
    hexes, tile = set_of(s.sides, 0), 1 << s.marked - 1
    location = plain(bandits_beside)(s, s.marked - 1) if s.bandits else -1
    if plain(colour_at)(s, s.marked - 1) < 0 or not 0 <= location < LOCATIONS:
        return f"marked is {HEXES[s.marked - 1]}: no tile there meets one bandit tile [M1.4]"
    whole = hexes | tile
    if s.n_sides != 1 or hexes & tile or not linked(whole) or near(whole) & occupied(s) & ~whole:
        return f"sides: the state that meets the bandits, without the tile: {names_of(hexes)} [M1.4a]"
    if not hexes & set_of(s.leader_hexes):
        return "no leader is in the state that meets the bandits [M1.4a]"
    return price_left(s, 0, BANDITS_SHOWN[s.bandit_tiles[location]] - s.must_go, "M1.5a")
