"""What cards do at the named hooks, one small function each; Raids and Treasures have files of their own [N9].

The hooks: roll, take die, die value, draw count, loot count, placing a batch, sending a wagon, new wagon, curse played,
end of action, end of round, scoring. `hooks` says which cards act at each.
"""

from tianxia.engine.compiling import rule
from tianxia.games.huns.pieces import (
    AMULET,
    ARCHER,
    BOW,
    CARTWRIGHT,
    CASTER,
    DISGRACE,
    DIVINER,
    DRUM,
    FACES,
    FAMINE,
    FIRST_CURSE,
    FOG,
    HORN,
    HORSE,
    ILDICO,
    IN_BAGS,
    IRON,
    LAME,
    MERCHANT,
    N_COLOURS,
    OATH,
    OUTRIDER,
    PELT,
    QUARTERMASTER,
    REARGUARD,
    SABRE,
    SADDLEBAGS,
    SMITH,
    SPY,
    TAX,
    WHIP,
)
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.camp import any_good, fits, in_reserve, open_holders, owner_of, works
from tianxia.games.huns.rules.raids import any_cargo
from tianxia.games.huns.state import A_DRAW


@rule
def ready(s: Record, seat, card):
    """A card works and was not used in this round or turn yet [N8.5]."""
    return works(s, seat, card) and not s.spent >> card & 1


# ---------------------------------------------------------------- loot count [N4.2.1]


@rule
def recurve_bow(s: Record, seat, value):
    """One more good if the value is 1 or 2 [E01]."""
    return value < FACES and works(s, seat, BOW)


@rule
def famine(s: Record, seat, goods):
    """One good less, but at least one [C02]."""
    return max(1, goods - 1) if works(s, seat, FAMINE) else goods


# ---------------------------------------------------------------- draw count [N4.1.1]


@rule
def scout_horn(s: Record, seat):
    """Two more cards [E02]."""
    return 2 * works(s, seat, HORN)


@rule
def diviner(s: Record, seat):
    """Three more cards [M03]."""
    return 3 * works(s, seat, DIVINER)


@rule
def fog(s: Record, seat, cards):
    """Exactly one card [C03]."""
    return 1 if works(s, seat, FOG) else cards


# ---------------------------------------------------------------- die value, take die [N8.3]


@rule
def lame_horse(s: Record, seat):
    """The first die that a player takes in a round has value 1 [C05]."""
    if not works(s, seat, LAME):
        return False
    for colour in range(N_COLOURS):
        if s.taken_by[colour] == seat:
            return False
    return True


@rule
def disgrace(s: Record, seat, dice):
    """Of the available dice a 3 may be taken only if all show 3 [C11]."""
    if not works(s, seat, DISGRACE):
        return dice
    lower = 0
    for colour in range(N_COLOURS):
        lower |= (0 < s.dice[colour] < FACES) << colour
    return lower if lower else dice


@rule
def steppe_horse(s: Record, seat):
    """Once per turn a value of 1 or 2 may be raised, if it is not fixed [E04]."""
    return s.value < FACES and not s.fixed and ready(s, seat, HORSE)


@rule
def rearguard(s: Record, seat):
    """Once per turn another value, if at most two dice were available [E12]."""
    if s.fixed or not ready(s, seat, REARGUARD):
        return False
    left = 0
    for colour in range(N_COLOURS):
        left += s.dice[colour] > 0
    return left <= 1


@rule
def alan_archer(s: Record, seat):
    """Once per round the colours as which a die may loot: those that the Reserve has, but its own [M06]."""
    return in_reserve(s) & ~(1 << s.die - 1) if ready(s, seat, ARCHER) else 0


@rule
def oath_of_peace(s: Record, seat):
    """No Raids, and no drawing with the black die [C09]."""
    return works(s, seat, OATH)


# ---------------------------------------------------------------- before the die


@rule
def wolf_pelt(s: Record, seat):
    """Once per round, if nobody has sent fewer wagons and somebody more: any good [E03]."""
    if not ready(s, seat, PELT):
        return False
    more = False
    for other in range(s.players):
        if s.sent_size[other] < s.sent_size[seat]:
            return False
        more |= s.sent_size[other] > s.sent_size[seat]
    return more and any_good(s, seat) != 0


@rule
def bone_caster(s: Record, seat):
    """Once per turn the available dice are rolled again [M12]."""
    return ready(s, seat, CASTER)


@rule
def saddlebags(s: Record, seat):
    """Colours of the goods that may be loaded from here [E05]."""
    if not works(s, seat, SADDLEBAGS):
        return 0
    found = 0
    for colour in range(N_COLOURS):
        found |= (s.saddlebags[colour] > 0) << colour
    return found


@rule
def room_in_saddlebags(s: Record, seat):
    """How many goods may still be kept here [E05]."""
    if not works(s, seat, SADDLEBAGS):
        return 0
    room = IN_BAGS
    for colour in range(N_COLOURS):
        room -= s.saddlebags[colour]
    return room


# ---------------------------------------------------------------- placing a batch [N4.2.1]


@rule
def quartermaster(s: Record, seat):
    """Colours of the good that is added to a loot: others than the loot's, that fit [M02]."""
    return any_good(s, seat) & ~(1 << s.loot_colour - 1) if works(s, seat, QUARTERMASTER) else 0


@rule
def persian_merchant(s: Record, seat):
    """Colours for which a good of the loot's colour may be exchanged [M09]."""
    if s.hand[s.loot_colour - 1] == 0 or not works(s, seat, MERCHANT):
        return 0
    return any_good(s, seat) & ~(1 << s.loot_colour - 1)


@rule
def branding_iron(s: Record, seat):
    """Once per round, in the own Loot action, a good may go on a space of another colour [E07]."""
    return s.looting and seat == s.active and ready(s, seat, IRON)


# ---------------------------------------------------------------- new wagon


@rule
def cartwright(s: Record, seat):
    """In the own turn a new wagon that replaces a sent one gets a good that it needs [M05]."""
    return seat == s.active and works(s, seat, CARTWRIGHT)


# ---------------------------------------------------------------- sending a wagon [N8.12]


@rule
def drovers_whip(s: Record, seat):
    """Once per turn, in the own turn: any good [E08]."""
    return seat == s.active and ready(s, seat, WHIP) and any_good(s, seat) != 0


@rule
def scouting_sabre(s: Record, seat, wagon):
    """Who takes a good of a colour printed on the wagon: the seat that has the sender on its left, -1 if it cannot [E10]."""
    owner = (seat + s.players - 1) % s.players
    if works(s, owner, SABRE) and any_good(s, owner) & printed(s, wagon):
        return owner
    return -1


@rule
def printed(s: Record, wagon):
    """Colours printed on a wagon."""
    found = 0
    for colour in range(N_COLOURS):
        found |= (s.need[wagon - 1, colour] > 0) << colour
    return found


@rule
def blood_tax(s: Record, seat):
    """Who takes any good after a seat sent a wagon: who played this on it, -1 if nobody can [C10]."""
    if not works(s, seat, TAX):
        return -1
    taker = s.cursed_by[TAX - FIRST_CURSE]
    return taker if any_good(s, taker) else -1


# ---------------------------------------------------------------- curse played [N8.7]


@rule
def ildico(s: Record, seat):
    """Curses that this seat plays cannot be fled, and it takes any good after each [M01]."""
    return works(s, seat, ILDICO)


@rule
def shamans_amulet(s: Record, seat, card):
    """A Curse that stays face up in this camp gets a good, if it may [E09, N8.16]."""
    return works(s, seat, AMULET) and open_holders(s, seat) >> card & 1 and in_reserve(s) != 0


# ---------------------------------------------------------------- end of action


@rule
def goth_spy(s: Record):
    """Once per round who takes a good of the loot's colour after another's loot with value 3, -1 if nobody can [M11]."""
    owner = owner_of(s, SPY)
    if owner < 0 or owner == s.active or s.value < FACES or not ready(s, owner, SPY):
        return -1
    return owner if any_good(s, owner) >> s.loot_colour - 1 & 1 else -1


@rule
def gepid_smith(s: Record, seat):
    """Once per round after a Draw: a good of that deck's colour, if it fits [M04]."""
    return s.action == A_DRAW and ready(s, seat, SMITH) and any_good(s, seat) >> s.die - 1 & 1


@rule
def outrider(s: Record, seat):
    """Once per round a good that fits, from a wagon of who has sent more [M07]."""
    if not ready(s, seat, OUTRIDER):
        return False
    for other in range(s.players):
        if s.sent_size[other] > s.sent_size[seat] and any_cargo(s, seat, other, fits(s, seat)):
            return True
    return False


# ---------------------------------------------------------------- end of round


@rule
def war_drum(s: Record):
    """Who takes any good: the owner, if it sits to the right of who rolled; -1 if nobody can [E11]."""
    owner = (s.rolled_by + s.players - 1) % s.players
    return owner if works(s, owner, DRUM) and any_good(s, owner) else -1
