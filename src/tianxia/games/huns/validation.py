"""What makes a written position of Huns impossible: cards, goods and wagons, each with its reason. Also the whole list."""

from tianxia.engine.compiling import py_func
from tianxia.engine.notation import counted
from tianxia.games.huns.pieces import (
    A_COLOUR,
    A_TYPE,
    ALL_CURSES,
    ALL_RAIDS,
    AXLE,
    CARDS,
    COLOURS,
    CURSES,
    FEWEST,
    FIRST_CURSE,
    FIRST_HOLDER,
    GOODS,
    IN_BAGS,
    IRON,
    MIRE,
    MOST_SPACES,
    N_CARDS,
    N_COLOURS,
    N_HOLDERS,
    N_TYPES,
    N_WAGONS,
    ONCE_A_ROUND,
    ONCE_A_TURN,
    SADDLEBAGS,
    SEAT_NAMES,
    SEATS,
    SLOTS,
    TYPES,
    WAGON_SIZES,
    WAGONS,
)
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.camp import works
from tianxia.games.huns.rules.wagons import limit
from tianxia.games.huns.sets import (
    bits_of,
    camp_of,
    cards_in,
    goods_on,
    sent_by,
    size_of,
    wagons_lying,
)
from tianxia.games.huns.validation_turn import choice, nothing_pending, seats_in_play, turn

__all__ = ["CHECKED", "check", "sound"]


def check(s: Record) -> str:
    """Why a position cannot exist: the first of these rules that it breaks; an empty text if it keeps them all."""
    return next(filter(None, (broken(s) for broken in CHECKED)), "")


def sound(s: Record) -> bool:
    """Whether all is where the rules look for it, so that they can say what may be done."""
    return not any(broken(s) for broken in CHECKED[:-1])


# --- the deck ------------------------------------------------------------------------------------------------------------


def deck_form(s: Record) -> str:
    """In each colour a card from 3 players on and one for 4; spaces; wagons of four types [N1.2, N9.3]."""
    for colour in range(N_COLOURS):
        come_in = sorted(s.from_players[A_COLOUR * colour + number] for number in range(A_COLOUR))
        if come_in != [FEWEST] * (A_COLOUR - 2) + [FEWEST + 1, SEATS]:
            return f"from_players: of the {COLOURS[colour]} cards one is in from 3 players on, one with 4 [N1.2]"
    for holder in range(N_HOLDERS):
        if not 1 <= s.spaces[holder] <= MOST_SPACES:
            return f"spaces of {CARDS[FIRST_HOLDER + holder]}: {s.spaces[holder]}, not 1 to {MOST_SPACES} [N9.3]"
    types = [s.type[wagon] for wagon in range(N_WAGONS)]
    for kind in range(N_TYPES):
        if types.count(kind) != A_TYPE:
            return f"type: wagons that are {TYPES[kind]}: {types.count(kind)}; there are {A_TYPE} of each type [N1.1]"
    for wagon in range(N_WAGONS):
        spaces = [s.need[wagon, colour] for colour in range(N_COLOURS)]
        if not WAGON_SIZES[0] <= sum(spaces) <= WAGON_SIZES[1] or sum(n > 0 for n in spaces) < 2:
            return f"need of {WAGONS[wagon]}: 3 to 5 spaces in at least 2 colours [N9.3]"
    return ""


# --- cards ---------------------------------------------------------------------------------------------------------------


def cards(s: Record) -> str:
    """Each card that is in with so many players lies in one deck or camp [N1.2]."""
    lying = [0] * N_CARDS
    for seat in range(s.players):
        for card in bits_of(s.camp[seat]):
            lying[card] += 1
    for colour in range(N_COLOURS):
        row = [s.deck[colour, place] for place in range(A_COLOUR)]
        size = A_COLOUR - row.count(0)
        if any(row[size:]):
            return f"deck: {COLOURS[colour]} cards are told from the top, without a gap [N2.1]"
        if s.deck_size[colour] != size:
            return f"deck_size: {s.deck_size[colour]} of {COLOURS[colour]}, cards there: {size}"
        for card in row[:size]:
            if (card - 1) // A_COLOUR != colour:
                return f"deck: {CARDS[card - 1]} is not {COLOURS[colour]} [N1.1]"
            lying[card - 1] += 1
    for card in range(N_CARDS):
        expected = int(s.from_players[card] <= s.players)
        if lying[card] > 1:
            return f"{CARDS[card]} lies in {lying[card]} places [N1.1]"
        if lying[card] != expected:
            return f"{CARDS[card]} is {'not in' if lying[card] else 'missing'} with {s.players} players [N1.2]"
    return ""


def states_of_cards(s: Record) -> str:
    """Turned Raids, fled Curses, effects used up: each of a card in a camp; each Curse came from an opponent [N5]."""
    everywhere = sum(s.camp[seat] for seat in range(s.players))
    for name, marked, allowed in (
        ("used", s.used, everywhere & ALL_RAIDS),
        ("fled", s.fled, everywhere & ALL_CURSES),
        ("spent", s.spent, everywhere & (ONCE_A_TURN | ONCE_A_ROUND)),
    ):
        if marked & ~allowed:
            return f"{name}: {cards_in(marked & ~allowed)} cannot be [N5, N8.5]"
    for curse in range(A_COLOUR):
        by, seat = s.cursed_by[curse], camp_of(s, FIRST_CURSE + curse)
        if seat < 0 and by >= 0:
            return f"cursed_by: {CURSES[curse]} was not played yet [N8.7]"
        if seat >= 0 and (not 0 <= by < s.players or by == seat):
            return f"cursed_by: {CURSES[curse]} was played by an opponent, not by {by} [N5.4]"
    return ""


def goods_of_cards(s: Record) -> str:
    """Goods lie on cards in camps, no more than they have spaces, none on a Curse that fled [N5.3, N5.4, N5.5, E05]."""
    for holder in range(N_HOLDERS):
        card, n = FIRST_HOLDER + holder, goods_on(s, holder)
        if n and (camp_of(s, card) < 0 or s.fled >> card & 1):
            return f"goods_on: {CARDS[card]} lies face up in no camp, so it has no goods [N5.3, N5.5]"
        if n > s.spaces[holder]:
            return (
                f"goods_on: {counted(n, 'good')} on {CARDS[card]}, it has {counted(s.spaces[holder], 'space')} [N5.3]"
            )
    kept = sum(s.saddlebags[colour] for colour in range(N_COLOURS))
    if kept > IN_BAGS or (kept and camp_of(s, SADDLEBAGS) < 0):
        return f"saddlebags: {counted(kept, 'good')}; at most {IN_BAGS} lie there, while the card is in a camp [E05]"
    return ""


# --- goods ---------------------------------------------------------------------------------------------------------------


def goods(s: Record) -> str:
    """Of each colour as many goods as there are with so many players [N1.2]."""
    for colour, outside in enumerate(lying_outside(s)):
        found = outside + s.reserve[colour]
        if found != GOODS[s.players]:
            return f"{COLOURS[colour]} goods that lie somewhere: {found}; there are {GOODS[s.players]} [N1.2]"
    return ""


def lying_outside(s: Record) -> list[int]:
    """Goods of each colour that are not in the Reserve."""
    loads = [row for slots_of_seat in s.load.tolist() for wagon in slots_of_seat for row in wagon]
    rows = [s.saddlebags.tolist(), *s.goods_on.tolist(), *s.stash.tolist(), *loads]
    return [sum(counts) for counts in zip(*rows, strict=True)]


# --- wagons --------------------------------------------------------------------------------------------------------------


def wagons(s: Record) -> str:
    """Each wagon is in a camp, sent, face up or in the deck; an empty place means an empty deck [N2.2]."""
    lying = wagons_lying(s)
    deck = [s.wagon_deck[place] for place in range(N_WAGONS)]
    size = N_WAGONS - deck.count(0)
    if any(deck[size:]):
        return "wagon_deck: wagons are told from the bottom, without a gap [N2.2]"
    if s.wagons_left != size:
        return f"wagons_left: {s.wagons_left}, there are {size} in the deck"
    for seat in range(s.players):
        if any(s.sent[seat, place] for place in range(len(sent_by(s, seat)), N_WAGONS)):
            return f"sent of {SEAT_NAMES[seat]}: wagons are told from the first that was sent on, without a gap [N12.4]"
    for wagon in deck[:size]:
        lying[wagon - 1] += 1
    for wagon in range(N_WAGONS):
        if lying[wagon] != 1:
            return f"{WAGONS[wagon]} lies in {lying[wagon] or 'no'} place{'s' if lying[wagon] > 1 else ''} [N1.1]"
    if size and any(s.display[place] == 0 for place in range(len(s.display))):
        return "display: a place is refilled as long as there are wagons in the deck [N2.2]"
    return ""


def loads(s: Record) -> str:
    """Goods lie on spaces that their wagon has; one on another colour was branded [N4.2, N8.15, E07]."""
    branded = False
    for seat in range(s.players):
        for slot, load in enumerate(s.load.tolist()[seat]):
            wagon = s.wagons[seat, slot]
            for space in range(N_COLOURS):
                spaces = s.need[wagon - 1, space] if wagon else 0
                if sum(load[space]) > spaces:
                    name = WAGONS[wagon - 1] if wagon else f"slot {slot + 1} of {SEAT_NAMES[seat]}, where no wagon is"
                    loaded = counted(sum(load[space]), "good")
                    return f"load: {loaded} on {COLOURS[space]} spaces of {name}; it has {spaces} [N4.2]"
                branded |= sum(load[space]) > load[space][space]
    if branded and camp_of(s, IRON) < 0:
        return f"load: a good lies on a space of another colour, but {CARDS[IRON]} is in no camp [N8.15, E07]"
    return ""


def slots(s: Record) -> str:
    """Two wagons, three with Wide Axle; a full one is sent at once but for Mire [N4.3, N4.4, N8.9, C04]."""
    for seat in range(s.players):
        name, mine = SEAT_NAMES[seat], [slot for slot in range(SLOTS) if s.wagons[seat, slot]]
        has_axle = s.camp[seat] >> AXLE & 1
        if len(mine) > 2 + has_axle:
            return f"wagons: {name} has {len(mine)}, its limit is 2, 3 with {CARDS[AXLE]} [N4.4]"
        if len(mine) < py_func(limit)(s, seat) and any(s.display[place] for place in range(len(s.display))):
            return f"wagons: {name} has {len(mine)}, it takes a new one while there is one [N4.3.1, N4.4]"
        for slot in mine:
            if not py_func(works)(s, seat, MIRE) and size_of(s, s.wagons[seat, slot]) == sum(
                map(sum, s.load.tolist()[seat][slot])
            ):
                return f"load: {WAGONS[s.wagons[seat, slot] - 1]} of {name} is full, so it was sent [N4.3]"
    return ""


def follows(s: Record) -> str:
    """Knowledge is of places where cards lie [N12.2]."""
    for seat in range(s.players):
        for colour in range(N_COLOURS):
            if s.known[seat, colour] >> s.deck_size[colour]:
                cards = counted(s.deck_size[colour], "card")
                return f"known of {SEAT_NAMES[seat]}: the {COLOURS[colour]} deck has {cards} [N12.2]"
    return ""


CHECKED = (
    seats_in_play,
    deck_form,
    nothing_pending,
    turn,
    cards,
    states_of_cards,
    goods_of_cards,
    wagons,
    loads,
    slots,
    goods,
    follows,
    choice,
)
