"""What Huns is played with: colours, the names of cards and wagons, sizes [N1, N2]."""

from tianxia.engine.compiling import const

SEATS = 4
SEAT_NAMES = ("attila", "bleda", "rua", "octar")
"""Kings of the Huns, so that seats have names; the rules number them."""
FEWEST = 2

COLOURS = ("blue", "red", "green", "black", "yellow")
BLUE, RED, GREEN, BLACK, YELLOW = range(5)
N_COLOURS = len(COLOURS)
ALL_COLOURS = (1 << N_COLOURS) - 1

A_COLOUR = 12
"""Cards of each colour [N1.1]."""
EQUIPMENT = tuple(f"E{n:02d}" for n in range(1, A_COLOUR + 1))
RAIDS = tuple(f"R{n:02d}" for n in range(1, A_COLOUR + 1))
MERCENARIES = tuple(f"M{n:02d}" for n in range(1, A_COLOUR + 1))
CURSES = tuple(f"C{n:02d}" for n in range(1, A_COLOUR + 1))
TREASURES = tuple(f"T{n:02d}" for n in range(1, A_COLOUR + 1))
CARDS = (*EQUIPMENT, *RAIDS, *MERCENARIES, *CURSES, *TREASURES)
N_CARDS = len(CARDS)
HOLDERS = (*MERCENARIES, *CURSES)
"""Cards with spaces for goods."""
N_HOLDERS = len(HOLDERS)
FIRST_CURSE = CARDS.index(CURSES[0])
FIRST_HOLDER = CARDS.index(HOLDERS[0])
MOST_SPACES = 5

(BOW, HORN, PELT, HORSE, SADDLEBAGS, AXLE, IRON, WHIP, AMULET, SABRE, DRUM, REARGUARD) = range(12)
(SWEEP, AMBUSH, TRIBUTE, MARCH, BRIBE, SWAP, CHARGE, LOADING, RITUAL, RIDE, LEVY, ENCIRCLE) = range(12, 24)
(ILDICO, QUARTERMASTER, DIVINER, SMITH, CARTWRIGHT, ARCHER, OUTRIDER, DESERTER, MERCHANT, TREASURER, SPY, CASTER) = (
    range(24, 36)
)
(BROKEN_AXLE, FAMINE, FOG, MIRE, LAME, THIEVES, MUTINY, RUST, OATH, TAX, DISGRACE, BLOCKADE) = range(36, 48)
(CROWN, BANNERS, CAULDRON, SWORD, CHAIN, MASK, ARMOUR, CONSCIENCE, SILK, AMBER, RING, PECTORAL) = range(48, 60)


def bits_of(*cards: int) -> int:
    """A set of cards as a word."""
    return sum(1 << card for card in cards)


ALL_EQUIPMENT, ALL_RAIDS, ALL_MERCENARIES, ALL_CURSES, ALL_TREASURES = (
    ((1 << A_COLOUR) - 1) << A_COLOUR * colour for colour in range(N_COLOURS)
)
ALL_HOLDERS = ALL_MERCENARIES | ALL_CURSES
ONCE_A_TURN = bits_of(HORSE, REARGUARD, WHIP, CASTER)
ONCE_A_ROUND = bits_of(PELT, IRON, SMITH, ARCHER, OUTRIDER, SPY)
AT_THE_END_OF_A_TURN = bits_of(TRIBUTE, MARCH, RIDE)
"""Raids that are only used after the action [N5.2.1]."""

TYPES = ("violet", "orange", "green", "blue")
"""Of wagons."""
N_TYPES = len(TYPES)
A_TYPE = 8
WAGONS = tuple(f"W{n:02d}" for n in range(1, A_TYPE * N_TYPES + 1))
N_WAGONS = len(WAGONS)
WAGON_SIZES = (3, 5)
"""The smallest and the largest number of spaces."""
SLOTS = 3
DISPLAY = 4
FROM_DECK = DISPLAY
"""Place of a new wagon: after the four that lie face up, the deck."""
IN_BAGS = 2
"""Goods that the Saddlebags hold."""

FACES = 3
ROUNDS = 60
"""After so many the game ends in any case [N8.23]."""
MOST_ROUNDS = 200
GOODS = const((0, 0, 20, 22, 24))
"""Goods of each colour, by the number of players [N1.2]."""
MOST_GOODS = 24


FACTS = {"wagon_types": TYPES, "in_bags": IN_BAGS}
"""What the page draws by."""
