"""Revolts, wars and bandits [H10, H11, M1]."""

from tianxia.engine.compiling import rule
from tianxia.engine.fields import WORD
from tianxia.games.huang.events import EVENTS, FOR_BANDITS, FOR_REVOLT, FOR_WAR
from tianxia.games.huang.pieces import (
    BANDITS_SHOWN,
    CORNERS,
    LOCATIONS,
    N_COLOURS,
    RED,
    WORDS,
    YELLOW,
)
from tianxia.games.huang.questions import PRICE, REVOLT, TIE, WAR
from tianxia.games.huang.record import Record
from tianxia.games.huang.rules.board import (
    apart,
    colours_of,
    doubles,
    joined,
    leader_bit,
    leaders_in,
    linked_with,
    owner,
    regroup,
    regroup_around,
    take_leader,
    tiles_near,
    tiles_of,
)
from tianxia.games.huang.rules.buildings import gain, lose_buildings
from tianxia.games.huang.rules.draws import leave_hand_often
from tianxia.games.huang.rules.hexsets import (
    NO_HEX,
    HexSet,
    first,
    has,
    lone,
    meet,
    minus,
    near,
    rest,
    size,
    some,
    union,
)
from tianxia.games.huang.state import A_RAID, A_REVOLT, A_WAR, ATTACK, DEFENCE, MOST_SIDES, NO_CONFLICT

REVOLT_BEGAN, REVOLT_ENDED, COMMITTED = EVENTS.REVOLT_BEGAN, EVENTS.REVOLT_ENDED, EVENTS.COMMITTED
WAR_BEGAN, SIDE, WAR_WON = EVENTS.WAR_BEGAN, EVENTS.SIDE, EVENTS.WAR_WON
BANDITS_MET, BANDITS_BEATEN = EVENTS.BANDITS_MET, EVENTS.BANDITS_BEATEN
REMOVED, WENT_HOME = EVENTS.REMOVED, EVENTS.WENT_HOME


@rule
def ask(s: Record, what, seat):
    """The next decision [H13]."""
    s.asks = what
    s.asked = seat


@rule
def next_seat(s: Record, seat):
    """The next player clockwise."""
    return seat + 1 if seat + 1 < s.players else 0


@rule
def send_home(s: Record, seat, colour, log):
    """A leader goes back to the front of its owner's screen."""
    WENT_HOME.emit(log, seat, colour, s.leaders[seat, colour] - 1)
    take_leader(s, seat, colour)


@rule
def remove_tile(s: Record, colour, hex_, log):
    """A tile goes out of the game, with the building above it."""
    s.tiles[colour, hex_ // WORD] &= ~(1 << hex_ % WORD)
    s.out[colour] += 1
    REMOVED.emit(log, colour, hex_)
    lose_buildings(s, hex_, log)


@rule
def begin_conflict(s: Record, conflict, hex_):
    """Nobody has committed anything yet."""
    s.conflict = conflict
    s.marked = hex_ + 1
    for seat in range(s.players):
        s.committed[seat] = -1
        s.supports[seat] = -1


@rule
def committed_colour(s: Record):
    """Yellow in a revolt, red in a war [H10.1, H11.4]."""
    return YELLOW if s.conflict == A_REVOLT else RED


@rule
def committed_tiles(s: Record):
    """Tiles that lie committed to the conflict, of all players."""
    tiles = 0
    for seat in range(s.players):
        tiles += max(0, s.committed[seat])
    return tiles


@rule
def end_conflict(s: Record):
    """Nothing of it is left on the table: all committed tiles go out of the game [H10.3, H11.9]."""
    s.out[committed_colour(s)] += committed_tiles(s)
    s.conflict = NO_CONFLICT
    s.marked = 0
    s.defender = -1
    s.colour = 0
    s.double = 0
    s.n_sides = 0
    s.won_by = -1
    s.must_go = 0
    for seat in range(len(s.committed)):
        s.committed[seat] = -1
        s.supports[seat] = -1
        s.helped[seat] = 0
    for side in range(MOST_SIDES):
        s.side_hex[side] = 0
        s.totals[side] = 0
        s.given[side] = 0
        for word in range(WORDS):
            s.sides[side, word] = 0


# revolt


@rule
def begin_revolt(s: Record, seat, defender, colour, hex_, log):
    """The attacker commits first, then the defender [H10.1]."""
    begin_conflict(s, A_REVOLT, hex_)
    s.defender = defender
    s.colour = colour + 1
    s.totals[ATTACK] = strength_in_revolt(s, seat)
    s.totals[DEFENCE] = strength_in_revolt(s, defender)
    REVOLT_BEGAN.emit(log, seat, defender, colour, hex_)
    ask(s, REVOLT, seat)


@rule
def strength_in_revolt(s: Record, seat):
    """Yellow tiles next to the own leader; committed ones and the yellow leader off the board come on top [H10.1]."""
    return tiles_near(s, YELLOW, s.leaders[seat, s.colour - 1] - 1)


@rule
def commit_in_revolt(s: Record, seat, tiles, leader, log):
    """A side commits; after the defender the revolt is decided. Returns whether it is over [H10.2]."""
    s.committed[seat] = tiles
    s.helped[seat] = leader
    leave_hand_often(s, seat, YELLOW, tiles)
    COMMITTED.emit(log, seat, 0, tiles, leader, YELLOW)
    s.totals[ATTACK if seat == s.active else DEFENCE] += tiles + leader
    if seat == s.active:
        ask(s, REVOLT, s.defender)
        return False
    attack, defence = s.totals[ATTACK], s.totals[DEFENCE]
    colour = s.colour - 1
    won = attack > defence
    winner, loser = s.active if won else seat, seat if won else s.active
    REVOLT_ENDED.emit(log, winner, loser, attack if won else defence, defence if won else attack, colour)
    left = s.leaders[loser, colour] - 1
    send_home(s, loser, colour, log)
    regroup_around(s, left, leader_bit(loser, colour))
    gain(s, winner, colour, 1, FOR_REVOLT, log)
    end_conflict(s)
    return True


# war


@rule
def begin_war(s: Record, seat, hex_, groups, log):
    """The joined states that hold a leader whose colour is double are the sides [H11.1, H11.2, H11.4]."""
    begin_conflict(s, A_WAR, hex_)
    s.double = doubles(s, groups)
    left = near(hex_)
    while some(left):
        add_side(s, first(left))
        left = rest(left)
    WAR_BEGAN.emit(log, seat, hex_, s.n_sides)
    for side in range(s.n_sides):
        s.totals[side] += size(reds_left(s, side))
        SIDE.emit(log, s.side_hex[side] - 1, s.totals[side])
    ask(s, WAR, next_seat(s, seat))


@rule
def add_side(s: Record, hex_):
    """The state of a hex beside the tile is a side, if it is not yet and has a conflicting leader; the hex names it."""
    group = s.group[hex_]
    if colours_of(leaders_in(s, group)) & s.double == 0 or is_side(s, group):
        return
    set_side(s, s.n_sides, linked_with(s, hex_))
    s.side_hex[s.n_sides] = hex_ + 1
    s.n_sides += 1


@rule
def set_side(s: Record, side, hexes):
    """These hexes are a side."""
    s.sides[side, 0] = hexes.low
    s.sides[side, 1] = hexes.middle
    s.sides[side, 2] = hexes.high


@rule
def touches(hex_, other):
    """Whether two hexes are adjacent [H1.2]."""
    return has(near(hex_), other)


@rule
def is_side(s: Record, group):
    """Whether a group is a side of the war already."""
    for side in range(s.n_sides):
        if s.group[s.side_hex[side] - 1] == group:
            return True
    return False


@rule
def side_named(s: Record, hex_):
    """The side that is named by this hex [H11.4b]."""
    for side in range(s.n_sides):
        if s.side_hex[side] == hex_ + 1:
            return side
    return -1


@rule
def commit_in_war(s: Record, seat, side, tiles, leader, log):
    """A player supports a side, or none (-1); clockwise, the placer last. Returns whether all have committed [H11.4]."""
    s.committed[seat] = tiles
    s.helped[seat] = leader
    s.supports[seat] = side
    if side >= 0:
        s.totals[side] += tiles + leader
        s.given[side] += tiles
        leave_hand_often(s, seat, RED, tiles)
    COMMITTED.emit(log, seat, s.side_hex[side] if side >= 0 else 0, tiles, leader, RED)
    if seat != s.active:
        ask(s, WAR, next_seat(s, seat))
        return False
    return True


@rule
def highest(s: Record):
    """The highest total of a war."""
    most = 0
    for side in range(s.n_sides):
        most = max(most, s.totals[side])
    return most


@rule
def decide_war(s: Record, log):
    """The highest total wins; of tied ones the placer chooses. Returns whether the war is over [H11.5]."""
    most = highest(s)
    tied = 0
    for side in range(s.n_sides):
        if s.totals[side] == most:
            s.won_by = side
            tied += 1
    if tied > 1:
        s.won_by = -1
        ask(s, TIE, s.active)
        return False
    return win_war(s, log)


@rule
def win_war(s: Record, log):
    """The losing sides lose conflicting leaders and red tiles, the winner pays the price; whether it is over [H11.6-H11.8]."""
    winner = s.won_by
    price = 0
    for side in range(s.n_sides):
        if side != winner:
            price = max(price, s.totals[side])
    WAR_WON.emit(log, s.side_hex[winner] - 1, s.totals[winner], price)
    group = s.group[s.side_hex[winner] - 1]
    for colour in range(N_COLOURS):
        if s.double >> colour & 1:
            beat_leaders(s, colour, winner, owner(s, group, colour), log)
    for side in range(s.n_sides):
        if side != winner:
            lose_reds(s, side, log)
    s.must_go = max(0, price - s.given[winner])
    over = pay_price(s, log)
    if not over:
        regroup(s)
    return over


@rule
def beat_leaders(s: Record, colour, winner, gainer, log):
    """Leaders of a double colour in the losing sides go home; the winning side's leader of it gains a point each [H11.7]."""
    for seat in range(s.players):
        at = s.leaders[seat, colour] - 1
        if at < 0:
            continue
        for side in range(s.n_sides):
            if side != winner and s.sides[side, at // WORD] >> at % WORD & 1:
                send_home(s, seat, colour, log)
                if gainer >= 0:
                    gain(s, gainer, colour, 1, FOR_WAR, log)
                break


@rule
def reds_left(s: Record, side):
    """Red tiles of a side."""
    return meet(tiles_of(s, RED), HexSet(s.sides[side, 0], s.sides[side, 1], s.sides[side, 2]))


@rule
def lose_reds(s: Record, side, log):
    """All red tiles of a side go."""
    left = reds_left(s, side)
    while some(left):
        remove_tile(s, RED, first(left), log)
        left = rest(left)


@rule
def price_side(s: Record):
    """The side whose red tiles must go: the winner of a war, or the state that beat bandits."""
    return s.won_by if s.conflict == A_WAR else 0


@rule
def pay_price(s: Record, log):
    """The placer chooses tile by tile while there is a choice; returns whether nothing is left to pay [H11.8a, M1.5a].

    Groups are worked out anew when all is paid.
    """
    side = price_side(s)
    left = size(reds_left(s, side))
    if s.must_go and s.must_go < left:
        ask(s, PRICE, s.active)
        return False
    if s.must_go:
        lose_reds(s, side, log)
        s.must_go = 0
    if s.conflict == A_RAID:
        drive_out(s, log)
    end_conflict(s)
    regroup(s)
    return True


@rule
def pay_tile(s: Record, hex_, log):
    """One red tile of the price; returns whether nothing is left to pay."""
    remove_tile(s, RED, hex_, log)
    s.must_go -= 1
    over = pay_price(s, log)
    if not over:
        regroup_around(s, hex_, 0)
    return over


# bandits


@rule
def bandit_hexes(s: Record):
    """Hexes under bandit tiles [M1.3]."""
    found = NO_HEX
    for location in range(LOCATIONS):
        if s.bandit_tiles[location]:
            for i in range(CORNERS):
                found = union(found, lone(s.locations[location, i] - 1))
    return found


@rule
def near_bandits(s: Record):
    """Hexes beside bandit tiles; those under them among it [M1.3, M1.4]."""
    found = NO_HEX
    for location in range(LOCATIONS):
        if s.bandit_tiles[location]:
            for i in range(CORNERS):
                found = union(found, near(s.locations[location, i] - 1))
    return found


@rule
def bandits_beside(s: Record, hex_):
    """Location of the bandit tile that a hex is beside: -1 if there is none, LOCATIONS if there are two."""
    found = -1
    for location in range(LOCATIONS):
        if s.bandit_tiles[location]:
            beside = 0
            for i in range(CORNERS):
                beside |= touches(hex_, s.locations[location, i] - 1)
            if beside:
                found = location if found < 0 else LOCATIONS
    return found


@rule
def beats_bandits(s: Record, hex_):
    """Whether a tile may be placed beside bandits: in a state with as many red tiles, and no war [M1.4, M1.6]."""
    location = bandits_beside(s, hex_)
    if location == LOCATIONS:
        return False
    groups = joined(s, hex_)
    if doubles(s, groups):
        return False
    one, two, three = apart(groups)
    reds = 0
    left = tiles_of(s, RED)
    while some(left):
        group = s.group[first(left)]
        reds += group == one or group == two or group == three
        left = rest(left)
    return s.realm[one] | s.realm[two] | s.realm[three] and reds >= BANDITS_SHOWN[s.bandit_tiles[location]]


@rule
def meet_bandits(s: Record, seat, hex_, location, log):
    """The red leader of the state gains, the placer chooses which red tiles go; returns whether it is over [M1.5]."""
    begin_conflict(s, A_RAID, hex_)
    bandits = BANDITS_SHOWN[s.bandit_tiles[location]]
    BANDITS_MET.emit(log, seat, hex_, bandits)
    s.n_sides = 1
    set_side(s, 0, minus(linked_with(s, hex_), lone(hex_)))
    gainer = owner(s, s.group[hex_], RED)
    if gainer >= 0:
        gain(s, gainer, RED, bandits, FOR_BANDITS, log)
    s.must_go = bandits
    return pay_price(s, log)


@rule
def drive_out(s: Record, log):
    """The bandit tile is out of the game [M1.5]."""
    location = bandits_beside(s, s.marked - 1)
    s.bandit_tiles[location] = 0
    BANDITS_BEATEN.emit(log, s.locations[location, 0] - 1, s.locations[location, 1] - 1, s.locations[location, 2] - 1)
