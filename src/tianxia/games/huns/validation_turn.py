"""What makes a written position of Huns impossible: seats, what is pending, dice, whose turn it is [N3, N4, N11]."""

from tianxia.engine.compiling import py_func
from tianxia.games.huns.pieces import ALL_RAIDS, CARDS, COLOURS, N_COLOURS, RIDE, SEAT_NAMES, SEATS, SLOTS, WAGONS
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.asking import how_many
from tianxia.games.huns.sets import camp_of, sent_by
from tianxia.games.huns.state import GONE

PENDING = (
    "die", "value", "fixed", "action", "loot_colour", "looting", "hand", "batch_on", "tally", "over_curses", "waiting",
    "waiting_seat", "n_waiting",
)  # fmt: skip
"""What belongs to an action that is being carried out."""
AT_THE_END = ("met", "account")


def seats_in_play(s: Record) -> str:
    """Who does not play has nothing and is nobody [N1.2]."""
    for seat in range(s.players, SEATS):
        slots = [s.wagons[seat, slot] for slot in range(SLOTS)]
        per_colour = [of[seat, colour] for of in (s.stash, s.known) for colour in range(N_COLOURS)]
        loads = [n for wagon in s.load.tolist()[seat] for row in wagon for n in row]
        if any([s.camp[seat], *sent_by(s, seat), *slots, *per_colour, *loads]):
            return f"{SEAT_NAMES[seat]} has something, but only {s.players} play [N1.2]"
    for name in ("active", "token", "rolled_by"):
        if not 0 <= getattr(s, name) < s.players:
            return f"{name} is {getattr(s, name)}, {s.players} play [N1.2]"
    for name in ("taken_by", "cursed_by"):
        seats = list(getattr(s, name))
        if max(seats) >= s.players:
            return f"{name} tells of seat {max(seats)}, {s.players} play [N1.2]"
    return ""


def nothing_pending(s: Record) -> str:
    """The active seat is asked; of an action nothing is told yet, of the end no points [N7.1, N11.3]."""
    if s.asked != s.active or list(s.asks_seat) != [s.active] * 2 + [0] * (len(s.asks_seat) - 2):
        return f"asked, asks_seat: the active seat is asked, which is {s.active} [N11.1]"
    for name in (*PENDING, *AT_THE_END):
        if s._states[name][s._i].any():
            when = "at the end" if name in AT_THE_END else "of an action"
            return f"{name}: it is told {when}, not before a die is taken [N3.1, N11.3]"
    return ""


def turn(s: Record) -> str:
    """Rounds are counted, dice are taken clockwise from who rolled [N3.1]."""
    if s.open != s.open_sent:
        return f"open is {s.open}: sent wagons are shown with open_sent and at the end, else not [N12.4]"
    if not 1 <= s.round <= s.max_rounds:
        return f"round is {s.round}: rounds are counted from 1 to {s.max_rounds} [N3, N8.23]"
    return token(s) or dice(s) or raid_and_wagon(s)


def token(s: Record) -> str:
    """Who rolled has the token, or who rode ahead in this round [N3.1, R10]."""
    if not s.ridden and s.token != s.rolled_by:
        return f"token is {s.token}, but {s.rolled_by} rolled and nobody rode ahead [N3.1, R10]"
    if s.ridden and not (s.used >> RIDE & 1 and camp_of(s, RIDE) == s.token):
        return f"ridden is 1: {SEAT_NAMES[s.token]} has the token, but did not use {CARDS[RIDE]} [R10]"
    return ""


def taken(s: Record) -> list[int]:
    """Colours of the dice that are taken."""
    return [colour for colour in range(N_COLOURS) if s.dice[colour] == 0]


def dice(s: Record) -> str:
    """Clockwise from who rolled each takes one; a die that lies there was taken by nobody [N3.1]."""
    gone = taken(s)
    if len(gone) == N_COLOURS:
        return "dice: all are taken, so there is no other turn in this round [N3.1]"
    for colour in range(N_COLOURS):
        if (s.taken_by[colour] >= 0) != (colour in gone):
            return f"taken_by: the {COLOURS[colour]} die is {'' if colour in gone else 'not '}taken [N3.1]"
    in_order = sorted((s.rolled_by + turns) % s.players for turns in range(len(gone)))
    if sorted(s.taken_by[colour] for colour in gone) != in_order:
        return f"taken_by: dice taken: {len(gone)}, by the seats {in_order} [N3.1.1]"
    expected = (s.rolled_by + len(gone)) % s.players
    return "" if s.active == expected else f"active is {s.active}: it is the turn of {SEAT_NAMES[expected]} [N3.1]"


def raid_and_wagon(s: Record) -> str:
    """A Raid of this turn is turned; the first wagon that got a good is in a camp or was sent [N5.2, N8.21]."""
    if s.raided and not s.camp[s.active] & s.used & ALL_RAIDS:
        return f"raided is 1: {SEAT_NAMES[s.active]} has no turned Raid [N5.2]"
    met = [s.wagons[seat, slot] for seat in range(s.players) for slot in range(SLOTS)]
    if s.bound not in (0, GONE, *met):
        return f"bound is {WAGONS[s.bound - 1]}, which is in no camp [N8.21]"
    return ""


def choice(s: Record) -> str:
    """Where only one thing can be done it is done unasked [N11.2]."""
    if py_func(how_many)(s) < 2:
        return "before_die is asked, but only one thing can be done, so the game goes on by itself: tell how [N11.2]"
    return ""
