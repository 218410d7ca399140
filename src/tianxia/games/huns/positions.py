"""Written positions of Huns: what they may leave out. What makes one impossible is in `impossible`."""

from typing import Any

from tianxia.engine.compiling import plain
from tianxia.games.huns.impossible import CHECKED, check, lying_outside, sound
from tianxia.games.huns.impossible_turn import in_turn, taken
from tianxia.games.huns.pieces import (
    A_COLOUR,
    FIRST_CURSE,
    FIRST_HOLDER,
    GOODS,
    LAME,
    N_COLOURS,
    N_HOLDERS,
    N_WAGONS,
    SLOTS,
)
from tianxia.games.huns.rules.camp import refresh
from tianxia.games.huns.rules.decks import look
from tianxia.games.huns.rules.offers import offer
from tianxia.games.huns.rules.scoring import settle_accounts
from tianxia.games.huns.sets import bits_of, camp_of, goods_on, pending_card, sent_by, size_of, wagons_lying
from tianxia.games.huns.state import (
    A_LOOT,
    AFTER_ACTION,
    AFTER_DIE,
    BEFORE_DIE,
    DEEPEST,
    DRAWN,
    DRUM_GOOD,
    END_ROUND,
    END_TURN,
    FLEE,
    MOST_WAITING,
    NO_ACTION,
    SENDS,
    SPY_GOOD,
    START_ROUND,
)

__all__ = ["CHECKED", "check", "complete", "quiet"]

USUAL_DICE = (1, 2, 3, 1, 2)
OF_NOBODY = (START_ROUND, END_ROUND, DRUM_GOOD, SENDS, SPY_GOOD)
"""Tasks that wait for no seat."""


def quiet(_s: Any) -> bool:
    """Any position may be written."""
    return True


def complete(s: Any, given: frozenset[str]) -> None:
    """Fields left out are as in the first turn of seat 0, before its die, with empty camps.

    Without `task` a seat is asked at a window of its turn: before the die, or after it where `die` is told, or after the
    action where `action` is told too. `asked` -1 alone is the end of the game. Dice that are 0 were taken, in the order of
    colours. Cards that lie nowhere are in the decks, below those that are told; seats without wagons get the first two
    that lie nowhere, the next four lie face up unless `display` is told, the others are in their deck. Goods that lie
    nowhere are in the Reserve, or where it is told in the stash of the last seat. A Curse was played by the seat to the
    left of its camp.
    """
    complete_tasks(s, given)
    complete_turn(s, given)
    complete_cards(s, given)
    complete_wagons(s, given)
    complete_goods(s, given)
    follow(s)
    complete_die(s, given)
    if s.depth == 0 and not given & {"account", "met"}:
        plain(settle_accounts)(s)
    complete_asked(s)


# --- what is to be done --------------------------------------------------------------------------------------------------


def complete_tasks(s: Any, given: frozenset[str]) -> None:
    """The window of a turn, or the tasks that are told; each is of the active seat unless it is told."""
    over = "task" not in given and (("depth" in given and not s.depth) or ("asked" in given and s.asked < 0))
    if "task" not in given and not over:
        s.task[0] = END_TURN
        s.task[1] = BEFORE_DIE if not s.die else AFTER_DIE if s.action == NO_ACTION else AFTER_ACTION
    if "depth" not in given:
        s.depth = sum(s.task[at] > 0 for at in range(DEEPEST))
    if "active" not in given and not (s.depth and s.task[0] == END_TURN):
        s.active = -1
    if "task_seat" not in given:
        for at in range(s.depth):
            s.task_seat[at] = 0 if s.task[at] in OF_NOBODY else max(0, s.active)
    if "asked" not in given:
        s.asked = s.task_seat[s.depth - 1] if s.depth else -1
    if "n_waiting" not in given:
        s.n_waiting = sum(s.waiting[place] > 0 for place in range(MOST_WAITING))
    if "open" not in given:
        s.open = int(s.open_sent or s.depth == 0)
    if "round" not in given:
        s.round = int(not (s.depth and s.task[0] == START_ROUND))


def complete_turn(s: Any, given: frozenset[str]) -> None:
    """Dice, and who took them: clockwise from who rolled, the die in play last [N3.1]."""
    if "dice" not in given and in_turn(s):
        for colour, face in enumerate(USUAL_DICE):
            s.dice[colour] = 0 if s.die == colour + 1 else face
    gone = taken(s)
    if "rolled_by" not in given:
        turns = len(gone) - (s.die > 0)
        s.rolled_by = (s.active - turns) % s.players if in_turn(s) else s.token if "token" in given else 0
    if "token" not in given:
        s.token = s.rolled_by
    in_order = sorted(gone, key=lambda colour: colour + 1 == s.die)
    for colour in range(N_COLOURS):
        if "taken_by" not in given and s.round and colour in gone:
            s.taken_by[colour] = (s.rolled_by + in_order.index(colour)) % s.players
        elif "taken_by" not in given or colour not in gone:
            s.taken_by[colour] = -1


def complete_die(s: Any, given: frozenset[str]) -> None:
    """The value of the die in play, and the colour of the loot [N8.3, N4.2.2]."""
    if not s.die or not 0 <= s.active < s.players:
        return
    first = sum(s.taken_by[colour] == s.active for colour in range(N_COLOURS)) == 1
    if "fixed" not in given:
        s.fixed = int(first and s.works[s.active] >> LAME & 1)
    if "value" not in given:
        s.value = 1 if s.fixed else 2
    if "loot_colour" not in given and s.action == A_LOOT:
        s.loot_colour = s.die


# --- what lies where -----------------------------------------------------------------------------------------------------


def complete_cards(s: Any, given: frozenset[str]) -> None:
    """Decks with the cards that lie nowhere below those that are told; who played each Curse."""
    lying = {card for seat in range(s.players) for card in bits_of(s.camp[seat])} | {pending_card(s)}
    for colour in range(N_COLOURS):
        told = [s.deck[colour, place] for place in range(A_COLOUR)]
        told = told[: A_COLOUR - told[::-1].index(0)] if told[-1] == 0 else told
        rest = [
            card + 1
            for card in range(A_COLOUR * colour, A_COLOUR * (colour + 1))
            if card not in lying and card + 1 not in told and s.from_players[card] <= s.players
        ]
        told = [card for card in told if card]
        for place, card in enumerate((told + rest)[:A_COLOUR]):
            s.deck[colour, place] = card
        if "deck_size" not in given:
            s.deck_size[colour] = min(A_COLOUR, len(told + rest))
    for curse in range(A_COLOUR):
        seat = camp_of(s, FIRST_CURSE + curse)
        on_its_way = pending_card(s) == FIRST_CURSE + curse and s.task[s.depth - 1] == FLEE
        if seat < 0 and not on_its_way:
            s.cursed_by[curse] = -1
        elif "cursed_by" not in given:
            s.cursed_by[curse] = s.active if on_its_way else (seat + 1) % s.players


def complete_wagons(s: Any, given: frozenset[str]) -> None:
    """Two wagons each, four face up, the others in their deck, below those that are told [N2.2]."""
    told = [s.wagon_deck[place] for place in range(N_WAGONS) if s.wagon_deck[place]]
    lying = wagons_lying(s)
    rest = [wagon + 1 for wagon in range(N_WAGONS) if not lying[wagon] and wagon + 1 not in told]
    for seat in range(s.players):
        if not any(s.wagons[seat, slot] for slot in range(SLOTS)):
            for slot in range(min(2, len(rest))):
                s.wagons[seat, slot] = rest.pop(0)
    if "display" not in given:
        for place in range(min(len(s.display), len(rest))):
            s.display[place] = rest.pop(0)
    for place, wagon in enumerate((rest[::-1] + told)[:N_WAGONS]):
        s.wagon_deck[place] = wagon
    if "wagons_left" not in given:
        s.wagons_left = min(N_WAGONS, len(rest + told))


def complete_goods(s: Any, given: frozenset[str]) -> None:
    """Goods that lie nowhere are in the Reserve, or where it is told in the stash of the last seat [N1.2]."""
    for colour, outside in enumerate(lying_outside(s)):
        rest = max(0, GOODS[s.players] - outside)
        if "reserve" not in given:
            s.reserve[colour] = rest
        else:
            s.stash[s.players - 1, colour] += max(0, rest - s.reserve[colour])


# --- what follows --------------------------------------------------------------------------------------------------------


def follow(s: Any) -> None:
    """What is full, what works, what wagons hold and need, what each seat sees of the decks."""
    s.full = sum(
        1 << FIRST_HOLDER + holder
        for holder in range(N_HOLDERS)
        if camp_of(s, FIRST_HOLDER + holder) >= 0 and goods_on(s, holder) >= s.spaces[holder]
    )
    for seat in range(s.players):
        plain(refresh)(s, seat)
        s.sent_size[seat] = len(sent_by(s, seat))
        for slot in range(SLOTS):
            follow_wagon(s, seat, slot)
        for colour in range(N_COLOURS):
            plain(look)(s, seat, colour)


def follow_wagon(s: Any, seat: int, slot: int) -> None:
    """Empty spaces of a wagon, their colours, and those of its goods."""
    wagon = s.wagons[seat, slot]
    loads = [[s.load[seat, slot, space, colour] for colour in range(N_COLOURS)] for space in range(N_COLOURS)]
    spaces = [s.need[wagon - 1, space] if wagon else 0 for space in range(N_COLOURS)]
    s.wanted[seat, slot] = sum((spaces[space] > sum(loads[space])) << space for space in range(N_COLOURS))
    s.cargo[seat, slot] = sum(any(load[colour] for load in loads) << colour for colour in range(N_COLOURS))
    s.gaps[seat, slot] = max(0, size_of(s, wagon) - sum(map(sum, loads)))


def complete_asked(s: Any) -> None:
    """What the seat that is asked may do; of the cards just drawn only the seat that drew them knows it."""
    if s.depth and s.task[s.depth - 1] != DRAWN and sound(s):
        at = s.depth - 1
        plain(offer)(s, s.task[at], s.task_seat[at], s.task_a[at], s.task_b[at])
