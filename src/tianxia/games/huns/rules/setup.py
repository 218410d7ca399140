"""The first position, all chance of it in order [N2]."""

from tianxia.engine.compiling import rule
from tianxia.engine.lists import shuffle
from tianxia.engine.randomness import below
from tianxia.games.huns.pieces import A_COLOUR, DISPLAY, GOODS, N_COLOURS, N_WAGONS
from tianxia.games.huns.questions import START_GOOD, START_ROUND
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.asking import last, push
from tianxia.games.huns.rules.legal import offer
from tianxia.games.huns.rules.turn import begin_round
from tianxia.games.huns.rules.wagons import lay_wagon, top_wagon


@rule
def setup(s: Record, seed):
    """Decks in the order of colours, wagons, first player; then start goods, or the first roll [N2.1-N2.4]."""
    s.rng = seed
    s.open = s.open_sent
    for curse in range(A_COLOUR):
        s.cursed_by[curse] = -1
    for colour in range(N_COLOURS):
        s.taken_by[colour] = -1
        s.reserve[colour] = GOODS[s.players]
        shuffle_deck(s, colour)
    lay_wagons(s)
    s.token = below(s, s.players)
    s.rolled_by = s.token
    if s.players == 2:
        begin_round(s)
        ask_first(s)
    else:
        ask_for_start_goods(s)


@rule
def ask_for_start_goods(s: Record):
    """One for the third player, then two for the fourth [N2.3]."""
    s.active = -1
    push(s, 0, START_ROUND.id())
    if s.players == 4:
        push(s, (s.token + 3) % 4, START_GOOD.id(0))
        push(s, (s.token + 3) % 4, START_GOOD.id(0))
    push(s, (s.token + 2) % s.players, START_GOOD.id(0))
    ask_first(s)


@rule
def ask_first(s: Record):
    """The first decision; it always has several entries."""
    s.asked = s.asks_seat[s.depth - 1]
    offer(s, last(s), s.asked)


@rule
def shuffle_deck(s: Record, colour):
    """The cards of a colour that are in with so many players, in random order [N1.2, N2.1]."""
    size = 0
    for number in range(A_COLOUR):
        card = A_COLOUR * colour + number
        if s.from_players[card] <= s.players:
            s.deck[colour, size] = card + 1
            size += 1
    s.deck_size[colour] = size
    for i in range(size - 1, 0, -1):
        j = below(s, i + 1)
        card = s.deck[colour, i]
        s.deck[colour, i] = s.deck[colour, j]
        s.deck[colour, j] = card


@rule
def lay_wagons(s: Record):
    """Four face up, then two for each player, seat by seat [N2.2]."""
    for wagon in range(N_WAGONS):
        s.wagon_deck[wagon] = wagon + 1
    shuffle(s, s.wagon_deck, N_WAGONS)
    s.wagons_left = N_WAGONS
    for place in range(DISPLAY):
        s.display[place] = top_wagon(s)
    for seat in range(s.players):
        for slot in range(2):
            lay_wagon(s, seat, slot, top_wagon(s))
