"""What makes a written position of Huns impossible: seats, dice, the turn, the end [N3, N4, N7]."""

from typing import Any

from tianxia.engine.compiling import plain
from tianxia.engine.records import duplicate
from tianxia.games.huns.pieces import (
    ALL_RAIDS,
    CARDS,
    COLOURS,
    LAME,
    N_COLOURS,
    RIDE,
    SEAT_NAMES,
    SEATS,
    SLOTS,
    WAGONS,
)
from tianxia.games.huns.rules.scoring import settle_account, treasures_met
from tianxia.games.huns.sets import bits_of, camp_of, sent_by
from tianxia.games.huns.state import (
    A_LOOT,
    AFTER_ACTION,
    BEFORE_DIE,
    DEEPEST,
    END_TURN,
    GONE,
    ITEMS,
    NO_ACTION,
    START_ROUND,
)

START_TASKS = (0, 0, 0, 2, 4)
"""How many tasks wait when the set-up begins, by the number of players."""


def seats_in_play(s: Any) -> str:
    """Who does not play has nothing and is nobody [N1.2]."""
    for seat in range(s.players, SEATS):
        slots = [s.wagons[seat, slot] for slot in range(SLOTS)]
        per_colour = [of[seat, colour] for of in (s.stash, s.known) for colour in range(N_COLOURS)]
        loads = [n for wagon in s.load.tolist()[seat] for row in wagon for n in row]
        account = [s.account[seat, item] for item in range(len(ITEMS))]
        if any([s.camp[seat], *sent_by(s, seat), *slots, *per_colour, *loads, *account]):
            return f"{SEAT_NAMES[seat]} has something, but only {s.players} play [N1.2]"
    for name in ("active", "token", "rolled_by", "asked"):
        if getattr(s, name) >= s.players:
            return f"{name} is {getattr(s, name)}, {s.players} play [N1.2]"
    for name in ("taken_by", "cursed_by", "waiting_seat", "task_seat"):
        seats = list(getattr(s, name))
        if max(seats) >= s.players:
            return f"{name} tells of seat {max(seats)}, {s.players} play [N1.2]"
    return ""


def stacked(s: Any) -> str:
    """Tasks are told from the first to the last."""
    n = sum(s.task[at] > 0 for at in range(DEEPEST))
    if s.depth != n or any(s.task[at] == 0 for at in range(n)):
        return (
            f"depth is {s.depth}, {n} tasks are told; they are told from the first to the last, without a gap [N11.3]"
        )
    return ""


def turn(s: Any) -> str:
    """Rounds are counted, dice are taken clockwise from who rolled, the die in play is that of the active seat [N3.1]."""
    over, setting_up = s.depth == 0, s.depth > 0 and s.task[0] == START_ROUND
    if s.open != (s.open_sent or over):
        return f"open is {s.open}: sent wagons are shown with open_sent and at the end, else not [N12.4]"
    if (s.round == 0) != setting_up or s.round > s.max_rounds:
        return f"round is {s.round}: rounds are counted from 1 to {s.max_rounds}, 0 is the set-up [N3, N8.23]"
    return token(s) or (nothing_taken(s) if setting_up else dice(s)) or (die(s) if in_turn(s) else no_turn(s))


def in_turn(s: Any) -> bool:
    """Whether it is anybody's turn."""
    return bool(s.depth > 0 and s.task[0] == END_TURN)


def token(s: Any) -> str:
    """Who rolled has the token, or who rode ahead in this round [N3.1, R10]."""
    if not s.ridden and s.token != s.rolled_by:
        return f"token is {s.token}, but {s.rolled_by} rolled and nobody rode ahead [N3.1, R10]"
    if s.ridden and not (s.used >> RIDE & 1 and camp_of(s, RIDE) == s.token):
        return f"ridden is 1: {SEAT_NAMES[s.token]} has the token, but did not use {CARDS[RIDE]} [R10]"
    return ""


def taken(s: Any) -> list[int]:
    """Colours of the dice that are taken."""
    return [colour for colour in range(N_COLOURS) if s.dice[colour] == 0]


def nothing_taken(s: Any) -> str:
    """In the set-up no dice were rolled yet, camps are empty but for wagons and the first start goods [N2.3]."""
    if len(taken(s)) < N_COLOURS or any(s.taken_by[colour] >= 0 for colour in range(N_COLOURS)):
        return "dice are rolled after the start goods were taken [N2.3, N3.1]"
    loaded = sum(n for slots in s.load.tolist() for wagon in slots for row in wagon for n in row)
    if any(s.camp[seat] or any(sent_by(s, seat)) for seat in range(s.players)) or loaded > max(
        0, START_TASKS[s.players] - s.depth
    ):
        return "in the set-up no card was played and no wagon sent; only start goods lie on wagons [N2.3]"
    return ""


def dice(s: Any) -> str:
    """Clockwise from who rolled each takes one; a die that lies there was taken by nobody [N3.1]."""
    gone = taken(s)
    for colour in range(N_COLOURS):
        if (s.taken_by[colour] >= 0) != (colour in gone):
            return f"taken_by: the {COLOURS[colour]} die is {'' if colour in gone else 'not '}taken [N3.1]"
    in_order = sorted((s.rolled_by + turns) % s.players for turns in range(len(gone)))
    if sorted(s.taken_by[colour] for colour in gone) != in_order:
        return f"taken_by: dice taken: {len(gone)}, by the seats {in_order} [N3.1.1]"
    if not in_turn(s):
        return "" if len(gone) == N_COLOURS else "dice: all are taken when a round is at its end [N3.1]"
    expected = (s.rolled_by + len(gone) - (s.die > 0)) % s.players
    if s.active != expected:
        return f"active is {s.active}: it is the turn of {SEAT_NAMES[expected]} [N3.1]"
    if not s.die and len(gone) == N_COLOURS:
        return "dice: all are taken, so there is no other turn in this round [N3.1]"
    return ""


def no_turn(s: Any) -> str:
    """Outside turns no die is in play [N8.11]."""
    if s.active != -1:
        return f"active is {s.active}: it is -1 when it is nobody's turn [N8.11]"
    told = (s.die, s.value, s.fixed, s.action, s.loot_colour, s.looting, s.raided, s.bound)
    return "a die, an action, a Raid or a bound wagon belongs to a turn [N8.11]" if any(told) else ""


def die(s: Any) -> str:
    """The die in play was taken by the active seat; its value, the action, the colour of the loot [N4, N8.3]."""
    window = s.task[1] if s.depth > 1 else 0
    if (s.die == 0) != (window == BEFORE_DIE):
        return f"die is {'told' if s.die else 'missing'}: there is one after the window before it, not earlier [N4]"
    if (s.action != NO_ACTION) != (window == AFTER_ACTION):
        return "action: it is told from the moment on at which one is chosen, not earlier [N4]"
    if (s.loot_colour > 0) != (s.action == A_LOOT):
        return "loot_colour: a Loot has a colour, nothing else has [N4.2.2]"
    return value(s) or raid_and_wagon(s)


def value(s: Any) -> str:
    """1 to 3, and 1 for the first die of a round under Lame Horse [N8.3, C05]."""
    if not s.die:
        return "value and fixed are those of a die [N8.3]" if s.value or s.fixed else ""
    colour = s.die - 1
    if s.dice[colour] or s.taken_by[colour] != s.active:
        return f"die is {COLOURS[colour]}: {SEAT_NAMES[s.active]} took it, so its face is 0 [N3.1]"
    first = sum(s.taken_by[other] == s.active for other in range(N_COLOURS)) == 1
    lame = s.camp[s.active] & ~s.fled & 1 << LAME and first
    if s.fixed and not lame:
        return f"fixed is 1: only {CARDS[LAME]} fixes the value, of the first die of a round [C05]"
    if lame and not s.full >> LAME & 1 and not s.fixed:
        return f"fixed is 0: {CARDS[LAME]} fixes the value of this die [C05]"
    if s.value == 0 or (s.fixed and s.value != 1):
        return f"value is {s.value}: from 1 to 3, and 1 where it is fixed [N8.3, C05]"
    return ""


def raid_and_wagon(s: Any) -> str:
    """A Raid of this turn is turned; the first wagon that got a good is in a camp or was sent [N5.2, N8.21]."""
    if s.raided and not s.camp[s.active] & s.used & ALL_RAIDS:
        return f"raided is 1: {SEAT_NAMES[s.active]} has no turned Raid [N5.2]"
    if s.bound:
        met = [s.wagons[seat, slot] for seat in range(s.players) for slot in range(SLOTS)]
        if s.bound != GONE and s.bound not in met:
            return f"bound is {WAGONS[s.bound - 1]}, which is in no camp [N8.21]"
    return ""


def accounts(s: Any) -> str:
    """At the end points are counted, because a colour or a deck is empty or after the last round; before it none are [N7]."""
    told = [s.account[seat, item] for seat in range(SEATS) for item in range(len(ITEMS))]
    if s.depth:
        return "account, met: points are counted at the end [N7.1]" if any(told) or s.met else ""
    empty = any(s.reserve[colour] == 0 or s.deck_size[colour] == 0 for colour in range(N_COLOURS))
    if not empty and s.round < s.max_rounds:
        return "the game ends with an empty colour or deck, or after the last round [N3.2, N8.23]"
    was, now, met = told, [0] * len(told), 0
    for seat in range(s.players):
        mine = plain(treasures_met)(s, seat)
        met |= mine
        now[len(ITEMS) * seat : len(ITEMS) * (seat + 1)] = counted(s, seat, mine)
    if was != now or s.met != met:
        return f"account, met: they should be {now}, {[CARDS[card] for card in bits_of(met)]} [N7.1]"
    return ""


def counted(s: Any, seat: int, met: int) -> list[int]:
    """The points of a seat by what they are for; the record stays as it is."""
    twin = s.table.record_class(duplicate(s._states[s._i : s._i + 1]), 0)
    plain(settle_account)(twin, seat, met)
    return [twin.account[seat, item] for item in range(len(ITEMS))]
