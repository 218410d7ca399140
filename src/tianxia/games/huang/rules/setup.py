"""The first position, all chance of the game [H2]."""

from tianxia.engine.compiling import rule
from tianxia.engine.lists import shuffle
from tianxia.engine.randomness import below
from tianxia.games.huang.pieces import ALL_TILES, ASIDE, HAND, LOCATIONS, N_COLOURS, WORDS, YELLOW
from tianxia.games.huang.questions import ACTION
from tianxia.games.huang.record import Record
from tianxia.games.huang.rules.board import regroup
from tianxia.games.huang.rules.conflict import ask
from tianxia.games.huang.rules.draws import draw, fill_hand, fill_market


@rule
def setup(s: Record, seed):
    """Starting player, bandits, tiles put aside, hands clockwise, market [H2.6]; the map is in the record already."""
    s.rng = seed
    s.open = s.open_points
    s.turn = 1
    for seat in range(len(s.committed)):
        s.committed[seat] = -1
        s.supports[seat] = -1
    s.defender = -1
    s.won_by = -1
    s.bag_size = 0
    for colour in range(N_COLOURS):
        s.bag[colour] = ALL_TILES[colour]
        s.bag_size += ALL_TILES[colour]
    lay_capitals(s)
    s.active = below(s, s.players)
    if s.bandits:
        reveal_bandits(s)
    if s.short_game:
        for _ in range(ASIDE):
            s.aside[draw(s)] += 1
            s.aside_size += 1
    for i in range(s.players):
        fill_hand(s, (s.active + i) % s.players, HAND)
    fill_market(s)
    s.drew = 0
    ask(s, ACTION, s.active)


@rule
def lay_capitals(s: Record):
    """A yellow tile on each capital, in Eighteen Kingdoms with a granary [H2.1, M2.1]."""
    for word in range(WORDS):
        bits = s.capitals[word]
        s.tiles[YELLOW, word] = bits
        s.granaries[word] = bits if s.eighteen_kingdoms else 0
        while bits:
            s.bag[YELLOW] -= 1
            s.bag_size -= 1
            bits &= bits - 1
    regroup(s)


@rule
def reveal_bandits(s: Record):
    """The ten tiles in five pairs: the first names the location, the second lies there [M1.1]."""
    for location in range(LOCATIONS):
        s.bandit_tiles[location] = location + 1
    shuffle(s, s.bandit_tiles, LOCATIONS)
    pairs = 0
    for pair in range(LOCATIONS // 2):
        pairs |= (s.bandit_tiles[2 * pair] - 1) << 8 * pair
        pairs |= s.bandit_tiles[2 * pair + 1] << 8 * pair + 4
    for location in range(LOCATIONS):
        s.bandit_tiles[location] = 0
    for _ in range(LOCATIONS // 2):
        s.bandit_tiles[pairs & 15] = pairs >> 4 & 15
        pairs >>= 8
