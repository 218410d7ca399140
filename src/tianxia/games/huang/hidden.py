"""What a seat cannot know of Huang, dealt anew [Hidden]."""

from tianxia.engine.compiling import rule
from tianxia.engine.primitives import count
from tianxia.engine.randomness import below
from tianxia.games.huang.pieces import ALL_TILES, N_COLOURS, WORDS
from tianxia.games.huang.record import Record
from tianxia.games.huang.rules.conflict import committed_colour, committed_tiles


@rule
def resample(s: Record, seat):
    """The other hands, what others discarded face down, what was put aside, and the bag.

    Kept: the own tiles, and tiles that all know in a hand because they were taken from the market.
    """
    for colour in range(N_COLOURS):
        unseen = ALL_TILES[colour] - s.out[colour] - s.market[colour] - s.hand[seat, colour] - s.face_down[seat, colour]
        if colour == committed_colour(s):
            unseen -= committed_tiles(s)
        for word in range(WORDS):
            unseen -= count(s.tiles[colour, word])
        for other in range(s.players):
            if other != seat:
                s.hand[other, colour] = s.known[other, colour]
                s.face_down[other, colour] = 0
                unseen -= s.known[other, colour]
        s.bag[colour] = unseen
        s.aside[colour] = 0
    left = s.bag_size + s.aside_size
    for other in range(s.players):
        if other != seat:
            left += s.hand_size[other] + s.face_down_size[other]
            for colour in range(N_COLOURS):
                left -= s.known[other, colour]
    for other in range(s.players):
        if other != seat:
            missing = s.hand_size[other]
            for colour in range(N_COLOURS):
                missing -= s.known[other, colour]
            for _ in range(missing):
                s.hand[other, one_of(s, left)] += 1
                left -= 1
            for _ in range(s.face_down_size[other]):
                s.face_down[other, one_of(s, left)] += 1
                left -= 1
    for _ in range(s.aside_size):
        s.aside[one_of(s, left)] += 1
        left -= 1


@rule
def one_of(s: Record, left):
    """One of the tiles that are left, each as likely as the others: its colour."""
    i = below(s, left)
    colour = 0
    while i >= s.bag[colour]:
        i -= s.bag[colour]
        colour += 1
    s.bag[colour] -= 1
    return colour
