"""What makes a written position of Huns impossible: what is to be done, one task upon another [N11.3]."""

from collections.abc import Callable
from typing import Any, NamedTuple

from tianxia.engine.compiling import plain
from tianxia.engine.notation import counted
from tianxia.games.huns.pieces import (
    A_COLOUR,
    ALL_COLOURS,
    ALL_CURSES,
    ALL_MERCENARIES,
    BLACK,
    CARDS,
    MIRE,
    N_COLOURS,
    N_WAGONS,
    RUST,
    SEAT_NAMES,
    SEATS,
    SLOTS,
    SPY,
    THIEVES,
    bits_of,
)
from tianxia.games.huns.rules.hooks import draw_count
from tianxia.games.huns.rules.raids import AND_ANOTHER, BY_CARD
from tianxia.games.huns.rules.tasks import how_many
from tianxia.games.huns.sets import camp_of
from tianxia.games.huns.state import (
    A_DRAW,
    A_LOOT,
    AFTER_ACTION,
    AFTER_BATCH,
    AFTER_DIE,
    AMBUSH_AGAIN,
    AMBUSHING,
    AMULET_GOOD,
    BEFORE_DIE,
    BRIBED,
    BRIBING,
    CHARGING,
    CURSE_EFFECTS,
    DEEPEST,
    DRAWN,
    DRUM_GOOD,
    ENCIRCLED,
    ENCIRCLING,
    END_ROUND,
    END_TURN,
    FAST_LOADING,
    FLEE,
    KEEP,
    LEVYING,
    MERCHANT_GOOD,
    MOST_WAITING,
    NEEDED,
    NEW_WAGON,
    NONE,
    NOWHERE,
    ON_CARDS,
    OUTRIDING,
    PLACE,
    PUT,
    QUARTERMASTER_GOOD,
    RITUAL_CARD,
    RITUAL_GOODS,
    SEND_EFFECTS,
    SEND_FULL,
    SENDS,
    SPY_GOOD,
    START_GOOD,
    START_ROUND,
    SWAPPED_FULL,
    SWAPPING,
    SWEEPING,
    TAKE,
    TASKS,
    THIEVES_TAKE,
    VICTIM,
)

ACTIVE, ROLLER, ANYBODY, NOBODY, OTHER, BATCH, THIRD, ROBBED = (
    "active", "roller", "anybody", "nobody", "other", "batch", "third", "robbed",
)  # fmt: skip
"""Whose a task is: of the active seat; of it or of who rolled; 0, nobody's; not the active seat's; of who has the batch."""
GROUND = NONE
"""What the first task lies upon."""

About = Callable[[Any, int, int, int], bool]
"""Whether `task_a` and `task_b` fit a task of a seat."""


class Row(NamedTuple):
    """What a task may lie upon, whose it is, and what more is told about it."""

    upon: tuple[int, ...]
    whose: str
    about: About = lambda s, seat, a, b: a == b == 0


def slot_of(a: int) -> bool:
    """A place for a wagon."""
    return a < SLOTS


def rival_of(s: Any, seat: int, other: int) -> bool:
    """Another seat that plays."""
    return other < s.players and other != seat


def has(s: Any, seat: int, card: int, allowed: int) -> bool:
    """A card of these kinds lies face up in a camp."""
    return bool(card < len(CARDS) and 1 << card & allowed & s.camp[seat] & ~s.fled)


def mercenary_of_rival(s: Any, seat: int, card: int, b: int) -> bool:
    """A Mercenary in the camp of another."""
    return bool(card < len(CARDS) and 1 << card & ALL_MERCENARIES and rival_of(s, seat, camp_of(s, card)) and b == 0
                and camp_of(s, card) >= 0)  # fmt: skip


def own_curse(s: Any, seat: int, card: int, b: int) -> bool:
    """A Curse face up in the own camp."""
    return has(s, seat, card, ALL_CURSES) and b == 0


def drawn(s: Any, seat: int, colour: int, n: int) -> bool:
    """As many cards of the die's colour as a Draw allows, two or more: one is played unasked [N4.1.1, N4.1.3]."""
    known = s.known[seat, s.die - 1] + 1
    return bool(colour == s.die - 1 and s.action == A_DRAW and 1 < n == plain(draw_count)(s, seat, colour, s.value)
                and known & ((1 << n) - 1) == 0)  # fmt: skip


def flying_curse(s: Any, _seat: int, card: int, b: int) -> bool:
    """A Curse, which lies in no camp yet [N8.7]."""
    return bool(card < len(CARDS) and card // A_COLOUR == BLACK and s.die - 1 == BLACK and b == 0)


def lying_curse(s: Any, seat: int, a: int, b: int) -> bool:
    """A Curse face up in the camp of another, and the effects that are left [N8.7]."""
    return has(s, a % 4, a // 4, ALL_CURSES) and rival_of(s, seat, a % 4) and b < 4


def sent_wagon(s: Any, _seat: int, a: int, b: int) -> bool:
    """A wagon with who sent it, and the effects that are left [N8.12]."""
    return bool(a % SEATS < s.players and 0 < a // SEATS <= s.sent_size[a % SEATS] and b < 8)


def colours_to_take(_s: Any, _seat: int, a: int, b: int) -> bool:
    """Colours, how one of them is taken, 1 if it may be left, 2 if another follows, and the card that lets it."""
    return 0 < a <= ALL_COLOURS and b % 4 < 3 and b >> BY_CARD < len(CARDS)


def crowded_card(s: Any, seat: int, card: int, b: int) -> bool:
    """The card that the batch goes on."""
    return has(s, seat, card, ALL_MERCENARIES | ALL_CURSES) and s.batch_on == ON_CARDS + card and b == 0


EFFECTS = (SENDS, CURSE_EFFECTS, SEND_EFFECTS)
"""Upon these an effect or a batch begins."""
WHILE_LOADING = (PLACE, AFTER_BATCH, FAST_LOADING, SEND_FULL, SWAPPED_FULL, *EFFECTS)
"""Upon these a new wagon comes."""
ROWS: dict[int, Row] = {
    START_ROUND: Row((GROUND,), NOBODY),
    START_GOOD: Row((START_ROUND, START_GOOD), THIRD, lambda s, seat, a, b: a <= N_COLOURS and b == 0),
    END_TURN: Row((GROUND,), ACTIVE),
    BEFORE_DIE: Row((END_TURN,), ACTIVE),
    AFTER_DIE: Row((END_TURN,), ACTIVE),
    AFTER_ACTION: Row((END_TURN,), ACTIVE),
    END_ROUND: Row((GROUND,), NOBODY),
    DRUM_GOOD: Row((END_ROUND,), NOBODY),
    THIEVES_TAKE: Row((DRUM_GOOD,), ROBBED),
    SPY_GOOD: Row((AFTER_ACTION,), ANYBODY),
    SENDS: Row((BEFORE_DIE, AFTER_ACTION, SPY_GOOD, END_ROUND), NOBODY),
    SEND_EFFECTS: Row((SENDS,), ROLLER, sent_wagon),
    DRAWN: Row((SENDS,), ACTIVE, drawn),
    VICTIM: Row((SENDS,), ACTIVE, flying_curse),
    FLEE: Row((SENDS,), OTHER, flying_curse),
    CURSE_EFFECTS: Row((SENDS,), ACTIVE, lying_curse),
    AFTER_BATCH: Row(EFFECTS, ANYBODY, lambda s, seat, a, b: a == 0 and b <= s.looting),
    PLACE: Row((AFTER_BATCH, SWEEPING, AMBUSH_AGAIN, LEVYING), BATCH),
    PUT: Row((AFTER_BATCH,), BATCH, crowded_card),
    KEEP: Row((AFTER_BATCH,), BATCH),
    MERCHANT_GOOD: Row((PLACE,), BATCH),
    QUARTERMASTER_GOOD: Row((MERCHANT_GOOD,), BATCH),
    TAKE: Row((PLACE,), BATCH, colours_to_take),
    NEW_WAGON: Row(WHILE_LOADING, ANYBODY, lambda s, seat, a, b: a < 3 and b == 0),
    NEEDED: Row(WHILE_LOADING, ANYBODY, lambda s, seat, a, b: slot_of(a) and s.wagons[seat, a] > 0 and b == 0),
    SEND_FULL: Row(EFFECTS, ANYBODY),
    AMULET_GOOD: Row((AFTER_BATCH,), BATCH, own_curse),
    SWEEPING: Row((AFTER_BATCH, SWEEPING), ACTIVE, lambda s, seat, a, b: rival_of(s, seat, a) and b == 0),
    LEVYING: Row((AFTER_BATCH, LEVYING), ACTIVE, lambda s, seat, a, b: rival_of(s, seat, a) and b == 0),
    AMBUSHING: Row((AFTER_BATCH,), ACTIVE),
    AMBUSH_AGAIN: Row((AFTER_BATCH,), ACTIVE, lambda s, seat, a, b: rival_of(s, seat, a) and slot_of(b)),
    OUTRIDING: Row((AFTER_BATCH,), ACTIVE),
    CHARGING: Row((AFTER_BATCH,), ACTIVE),
    FAST_LOADING: Row((AFTER_BATCH,), ACTIVE, lambda s, seat, a, b: slot_of(a) and b <= N_WAGONS and (b > 0 or a == 0)),
    ENCIRCLING: Row((AFTER_BATCH,), ACTIVE),
    ENCIRCLED: Row((PLACE, ENCIRCLED), ACTIVE, lambda s, seat, a, b: a < s.players and b < N_COLOURS),
    RITUAL_CARD: Row((AFTER_BATCH,), ACTIVE),
    RITUAL_GOODS: Row((AFTER_BATCH, RITUAL_GOODS), ACTIVE, own_curse),
    BRIBING: Row((SENDS,), ACTIVE),
    BRIBED: Row((SENDS, BRIBED), ACTIVE, mercenary_of_rival),
    SWAPPING: Row((SENDS,), ACTIVE),
    SWAPPED_FULL: Row((SENDS, SWAPPED_FULL), ANYBODY, lambda s, seat, a, b: slot_of(a) and b == 0),
}
UNASKED = (START_ROUND, END_TURN, END_ROUND, DRUM_GOOD, SENDS, AFTER_BATCH, SWAPPED_FULL)
"""Tasks that are carried out by themselves."""
OF_A_LOOT = (MERCHANT_GOOD, QUARTERMASTER_GOOD, KEEP)
WITHIN_A_LOOT = (PLACE, PUT, NEW_WAGON, NEEDED, *OF_A_LOOT)
"""What may lie upon the batch of a Loot."""
OF_A_RAID = (
    SWEEPING, AMBUSHING, AMBUSH_AGAIN, LEVYING, BRIBING, BRIBED, SWAPPING, SWAPPED_FULL, CHARGING, FAST_LOADING, RITUAL_CARD,
    RITUAL_GOODS, ENCIRCLING, ENCIRCLED,
)  # fmt: skip


def stack_of(s: Any) -> list[int]:
    """The tasks, the last one next."""
    return [s.task[at] for at in range(s.depth)]


def tasks(s: Any) -> str:
    """The tasks lie upon each other as in games, each of the right seat [N11.3]."""
    for at in range(DEEPEST):
        if at >= s.depth and (s.task_seat[at] or s.task_a[at] or s.task_b[at]):
            return f"task_seat, task_a, task_b: there is no task {at + 1} [N11.3]"
        if at < s.depth and (reason := task(s, at)):
            return reason
    if s.asked != (s.task_seat[s.depth - 1] if s.depth else -1):
        return f"asked is {s.asked}, but the last task is that of {s.task_seat[max(0, s.depth - 1)]} [N11.1]"
    if s.depth and s.task[s.depth - 1] in UNASKED:
        return f"the last task is {TASKS[s.task[s.depth - 1]]}, at which nobody is asked [N11.3]"
    return several(s) or spying(s) or batch(s) or waiting(s)


def task(s: Any, at: int) -> str:
    """One task: upon what, whose, about what."""
    number, seat, a, b = s.task[at], s.task_seat[at], s.task_a[at], s.task_b[at]
    row, below = ROWS.get(number), s.task[at - 1] if at else GROUND
    if row is None or below not in row.upon:
        return f"task: {TASKS[number]} does not come upon {TASKS[below] if at else 'nothing'} [N11.3]"
    if reason := whose(s, at, row.whose):
        return f"task_seat of {TASKS[number]} is {seat}: {reason}"
    if not row.about(s, seat, a, b):
        return f"task_a, task_b of {TASKS[number]} are {a}, {b}: that cannot be [N11.3]"
    return ""


def whose(s: Any, at: int, owner: str) -> str:
    """Why a task is not that of its seat."""
    seat, on_top = s.task_seat[at], at == s.depth - 1
    if owner == NOBODY and seat:
        return "it is nobody's, which is written 0"
    if owner == ACTIVE and seat != s.active:
        return f"the active seat is {s.active}"
    if owner == ROLLER and seat != (s.active if s.active >= 0 else s.rolled_by):
        return "the active seat says what comes first, or who rolled [N6.2.1]"
    if owner == OTHER and seat == s.active:
        return "a Curse is played on an opponent [N5.4]"
    if owner == BATCH and seat != batch_seat(s):
        return f"the batch is that of {batch_seat(s)} [N8.17]"
    if owner == THIRD:
        last = at == s.depth - 1 and (s.players == 3 or at == s.players - 1)
        if s.players == 2 or at >= s.players or seat != (s.rolled_by + (2 if last else 3)) % s.players:
            return "the third player takes a start good, then the fourth two [N2.3]"
    if owner == ROBBED and camp_of(s, THIEVES) != seat:
        return f"{CARDS[THIEVES]} is not in that camp [C06]"
    if s.task[at] == SPY_GOOD and seat != (camp_of(s, SPY) if on_top else 0):
        return f"it is that of who has {CARDS[SPY]}, and 0 before it is asked [M11]"
    if s.task[at] == AFTER_BATCH and s.task[at - 1] == SENDS:
        first = {s.active, camp_of(s, SPY)} if s.active >= 0 else {(s.rolled_by - 1) % s.players}
        return "" if seat in first else "the batch is that of the active seat, or of a card that acts now [N6.1.1]"
    return ""


def batch_seat(s: Any) -> int:
    """Whose the batch is, -1 if there is none."""
    return next((s.task_seat[at] for at in range(s.depth) if s.task[at] == AFTER_BATCH), -1)


def several(s: Any) -> str:
    """How many tasks of a kind there can be: one for each opponent, two goods [R01, R05, R09, R11, R12]."""
    stack = stack_of(s)
    for number, most in ((SWEEPING, s.players - 1), (LEVYING, s.players - 1), (ENCIRCLED, s.players), (BRIBED, 2),
                         (RITUAL_GOODS, 2), (SWAPPED_FULL, 2), (START_GOOD, s.players - 1)):  # fmt: skip
        told = [(s.task_seat[at], s.task_a[at]) for at in range(s.depth) if s.task[at] == number]
        alike = number in (SWEEPING, LEVYING, ENCIRCLED) and len(set(told)) < len(told)
        if len(told) > most or alike:
            return f"task: {TASKS[number]} is there {len(told)} times [N11.3]"
    if ENCIRCLED in stack:
        first, colours = stack.index(ENCIRCLED), {s.task_b[at] for at in range(s.depth) if s.task[at] == ENCIRCLED}
        if s.task_a[first] != s.active or len(colours) > 1:
            return "task: an Encirclement names one colour, and ends with who began it [R12]"
    if set(stack) & set(OF_A_RAID) and not s.raided:
        return "raided is 0, but a Raid is being carried out [N5.2]"
    return ""


def spying(s: Any) -> str:
    """The Goth Spy waits below a Loot with value 3; a Draw is not a Loot [M11]."""
    stack = stack_of(s)
    if SPY_GOOD in stack and (s.action != A_LOOT or s.value != 3):
        return f"{CARDS[SPY]} acts after a Loot with value 3 [M11]"
    if s.looting and s.value == 3 and SPY_GOOD not in stack:
        return f"after a Loot with value 3 {CARDS[SPY]} may act: its task waits below [M11]"
    return ""


def batch(s: Any) -> str:
    """Goods in hand, their place, a Loot, what became full: of a batch that is being placed [N8.17, N8.18]."""
    stack = stack_of(s)
    above = stack[stack.index(AFTER_BATCH) + 1 :] if AFTER_BATCH in stack else []
    hand = sum(s.hand[colour] for colour in range(N_COLOURS))
    if AFTER_BATCH not in stack and (hand or s.batch_on or s.looting or s.over_curses or s.tally):
        return "hand, batch_on, looting, over_curses, tally: they are of a batch, but none is being placed [N8.17]"
    if s.looting and (
        s.action != A_LOOT
        or batch_seat(s) != s.active
        or set(above) - set(WITHIN_A_LOOT)
        or stack.index(AFTER_BATCH) > 4
    ):
        return "looting is 1, but the batch is not that of a Loot [N4.2]"
    if not s.looting and set(above) & set(OF_A_LOOT):
        return "looting is 0, but the batch is that of a Loot [N4.2]"
    if s.batch_on >= ON_CARDS and not has(s, batch_seat(s), s.batch_on - ON_CARDS, ALL_MERCENARIES | ALL_CURSES):
        return f"batch_on is {CARDS[s.batch_on - ON_CARDS]}, which cannot get goods [N8.17.1]"
    if s.tally and (ENCIRCLED not in stack or s.tally >= s.players):
        return f"tally is {s.tally}: goods that opponents returned in an Encirclement [R12]"
    return in_hand(s, above, hand) or ended(s)


def in_hand(s: Any, above: list[int], hand: int) -> str:
    """Goods are in hand while they are placed or kept, and before only those that were taken first [N8.1.2]."""
    top = above[-1] if above else NONE
    if top == TAKE and s.batch_on != NOWHERE:
        return "batch_on: goods are taken before their place is chosen [N8.1.2]"
    begun = TAKE not in above or (s.task_a[s.depth - 1] != ALL_COLOURS and not s.task_b[s.depth - 1] & AND_ANOTHER)
    placed = {PLACE, PUT, KEEP} & set(above) and not {ENCIRCLED} & set(above)
    if hand and not (placed and begun):
        return "hand: goods are there that nobody could have taken yet [N8.1.2, N8.1.3]"
    single = {SWEEPING, LEVYING, AMBUSH_AGAIN} & set(above)
    if hand > 1 and (single or top == TAKE):
        return f"hand: {hand} goods; each is placed before the next is taken [N8.1.3]"
    return ""


def ended(s: Any) -> str:
    """Rust and Mire, full, until what follows from it is carried out [N8.18]."""
    for card in (RUST, MIRE):
        if s.over_curses >> card & 1 and (camp_of(s, card) < 0 or not s.full & ~s.fled & 1 << card):
            return f"over_curses: {CARDS[card]} is not full [N8.18]"
    if s.over_curses & ~bits_of(RUST, MIRE):
        return f"over_curses: only the end of {CARDS[RUST]} and {CARDS[MIRE]} lets something happen [N8.18]"
    return ""


def waiting(s: Any) -> str:
    """Sends that wait, oldest first, each of a wagon that was sent [N8.12]."""
    told = [(s.waiting[place], s.waiting_seat[place]) for place in range(MOST_WAITING)]
    n = sum(wagon > 0 for wagon, _ in told)
    if s.n_waiting != n or any(wagon or seat for wagon, seat in told[n:]) or not all(wagon for wagon, _ in told[:n]):
        return f"waiting: {n} sends are told, n_waiting is {s.n_waiting}; they are told from the oldest on [N8.12]"
    if n and SENDS not in stack_of(s):
        return "waiting: sends wait while an action or effect is carried out [N8.12]"
    if len(set(told[:n])) < n:
        return "waiting: each wagon is sent once [N8.12]"
    for wagon, seat in told[:n]:
        if wagon > s.sent_size[seat]:
            return f"waiting: {SEAT_NAMES[seat]} sent {counted(s.sent_size[seat], 'wagon')}, there is no number {wagon} [N8.12]"
    return ""


def under_way(s: Any) -> str:
    """Somebody is asked where two things or more can be done; one is carried out unasked, but for the end of a turn [N11.2]."""
    if s.depth == 0:
        return ""
    top = s.task[s.depth - 1]
    if top == DRAWN:
        return ""
    n = plain(how_many)(s)
    if n == 0 or (n == 1 and top != AFTER_ACTION):
        return f"{TASKS[top]} is asked, but only {n} can be done, so the game goes on by itself [N11.2]"
    return ""
