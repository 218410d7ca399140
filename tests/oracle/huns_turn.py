"""A game of Huns from the set-up to the end: rounds, turns and their windows [N2, N3, N4, N6.1.1, N8.11]."""

from __future__ import annotations

from tests.oracle.huns_action import draw, loot
from tests.oracle.huns_placing import loads, put_on_wagon, run_waiting, settle, take_any, take_one
from tests.oracle.huns_raids import take_from_wagon, takes, usable_raids, use_raid
from tests.oracle.huns_score import end_game
from tests.oracle.huns_table import Player, Roll, Script, Table, ask, pick
from tests.oracle.huns_things import (
    BLACK,
    COLOURS,
    DISPLAY,
    EVERY,
    GOODS,
    NOWHERE,
    START_WAGONS,
    Chance,
    Deck,
    Options,
)

ONCE_A_ROUND = {"E03", "E07", "M04", "M06", "M07", "M11"}
ONCE_A_TURN = {"E04", "E08", "E12", "M12"}

# --- N2: set-up ----------------------------------------------------------------------------------------------------------


def set_up(chance: Chance, deck: Deck, options: Options) -> Table:
    """Decks and Reserve, display, two wagons each seat by seat, first player [N2.1, N2.2, N2.3]."""
    chance.check(deck, options.players)
    table = Table(options, deck, [Player(seat) for seat in range(options.players)])
    table.decks = [list(cards) for cards in chance.decks]
    table.reserve = [GOODS[options.players]] * 5
    table.wagon_deck = list(chance.wagons[DISPLAY:])
    table.display = list(chance.wagons[:DISPLAY])
    for player in table.players:
        for slot in range(START_WAGONS):
            player.slots[slot] = table.wagon_from("deck")
    table.token = table.rolled_by = table.active = chance.first
    return table


def start_goods(table: Table) -> Script[None]:
    """The third player loads 1 good of choice, the fourth 2 of different colours [N2.3]."""
    order = table.seats_from(table.rolled_by)
    for seat, count in zip(order[2:], (1, 2), strict=False):
        allowed = [count > 0 for count in table.reserve]
        for _ in range(count):
            goods = [min(table.reserve[c], allowed[c]) for c in EVERY]
            act = yield from pick("set_up", seat, loads(table, seat, goods), "N2.3")
            if act is not None:
                _, word, slot = act.split()
                colour = COLOURS.index(word)
                allowed[colour] = False
                table.reserve[colour] -= 1
                yield from put_on_wagon(table, seat, int(slot), colour, colour)


# --- N3: rounds ----------------------------------------------------------------------------------------------------------


def game(table: Table) -> Script[None]:
    """From the set-up, or from a turn before its die, to the end."""
    if not table.in_turn:
        yield from start_goods(table)
    else:
        yield from windows(table)
        table.turn += 1
        yield from turns(table)
        yield from end_of_round(table)
    while not table.over:
        yield from roll_all(table)
        yield from turns(table)
        yield from end_of_round(table)


def roll_all(table: Table) -> Script[None]:
    """Who holds the token rolls; "once per round" begins anew [N3.1, N8.5]."""
    faces = yield Roll(5)
    assert isinstance(faces, list)
    table.dice = faces
    table.rolled_by, table.turn, table.ridden = table.token, 0, False
    table.spent -= ONCE_A_ROUND


def turns(table: Table) -> Script[None]:
    """Clockwise, until all five dice are taken [N3.1]."""
    while table.turn < 5:
        start_turn(table)
        yield from windows(table)
        table.turn += 1


def start_turn(table: Table) -> None:
    seats = table.seats_from(table.rolled_by)
    table.active = seats[table.turn % len(seats)]
    table.in_turn = True
    table.die, table.value, table.lame, table.action = None, 0, False, NOWHERE
    table.raided, table.first_wagon = False, None
    table.spent -= ONCE_A_TURN & table.player(table.active).camp.keys()


def end_of_round(table: Table) -> Script[None]:
    """Thieves, War Drum, end check, token [N8.11]."""
    table.in_turn = False
    table.active = table.rolled_by
    table.die, table.value, table.action = None, 0, NOWHERE
    table.raided, table.first_wagon = False, None
    for seat in table.seats_from(0):
        if table.works(seat, "C06"):
            yield from thieves(table, seat)
    drummer = table.right_of(table.rolled_by)
    if table.works(drummer, "E11"):
        yield from take_any(table, drummer)
        yield from run_waiting(table)
    if not (all(table.reserve) and all(table.decks)) or table.round >= table.options.max_rounds:
        end_game(table)
        return
    if not table.ridden:
        table.token = table.left_of(table.token)
    table.round += 1


def thieves(table: Table, seat: int) -> Script[None]:
    """One good of an own wagon returns to the Reserve [C06]."""
    options = [
        f"take {seat} {slot} {COLOURS[colour]}"
        for slot, wagon in table.player(seat).wagons()
        for colour, count in enumerate(wagon.goods())
        if count
    ]
    act = yield from pick("take", seat, options, "N9")
    if act is not None:
        _, _, slot, word = act.split()
        table.player(seat).wagon(int(slot)).take(COLOURS.index(word))
        table.reserve[COLOURS.index(word)] += 1


# --- N6.1.1: the windows of a turn ---------------------------------------------------------------------------------------


def windows(table: Table) -> Script[None]:
    """Before the die, after the die, the action, after the action [N11.3]."""
    yield from before_die(table)
    yield from after_die(table)
    yield from after_action(table)


def before_die(table: Table) -> Script[None]:
    """Wolf Pelt, Bone Caster, Raids and Saddlebags, until a die is taken."""
    seat = table.active
    while True:
        options = [f"die {COLOURS[colour]}" for colour in dice_to_take(table, seat)]
        options += usable_raids(table, seat, after_action=False)
        options += ["use E03"] * can_pelt(table, seat) + ["use M12"] * can_cast(table, seat)
        if table.works(seat, "E05"):
            options += loads(table, seat, table.player(seat).saddlebags)
        act = yield from pick("before_die", seat, options, "N11.3")
        assert act is not None
        kind, word, *rest = act.split()
        if kind == "die":
            take_die(table, seat, COLOURS.index(word))
            return
        if kind == "load":
            yield from load_from_saddlebags(table, seat, COLOURS.index(word), int(rest[0]))
        elif word == "E03":
            table.spent.add("E03")
            yield from take_any(table, seat)
            yield from run_waiting(table)
        elif word == "M12":
            yield from cast_bones(table)
        else:
            yield from use_raid(table, seat, word)


def dice_to_take(table: Table, seat: int) -> list[int]:
    """Under Disgrace a 3 only if all are 3s [C11]."""
    dice = [colour for colour in EVERY if table.dice[colour]]
    others = [colour for colour in dice if table.dice[colour] != 3]
    return others if others and table.works(seat, "C11") else dice


def take_die(table: Table, seat: int, colour: int) -> None:
    """The value is the face; the first die of the round is 1 under Lame Horse [N8.3, C05]."""
    table.die = colour
    table.lame = table.turn < len(table.players) and table.works(seat, "C05")
    table.value = 1 if table.lame else table.dice[colour]
    table.dice[colour] = 0


def load_from_saddlebags(table: Table, seat: int, colour: int, slot: int) -> Script[None]:
    """A batch of its own [N8.19]."""
    table.player(seat).saddlebags[colour] -= 1
    yield from put_on_wagon(table, seat, slot, colour, colour)
    yield from settle(table)
    yield from run_waiting(table)


def can_pelt(table: Table, seat: int) -> bool:
    """No opponent has fewer sent wagons and one has more [E03]."""
    if "E03" in table.spent or not table.works(seat, "E03"):
        return False
    own = len(table.player(seat).sent)
    sent = [len(table.player(other).sent) for other in table.opponents(seat)]
    return min(sent) >= own and max(sent) > own and bool(table.takeable(seat))


def can_cast(table: Table, seat: int) -> bool:
    return "M12" not in table.spent and table.works(seat, "M12")


def cast_bones(table: Table) -> Script[None]:
    """All available dice are rolled again [M12]."""
    table.spent.add("M12")
    available = [colour for colour in EVERY if table.dice[colour]]
    faces = yield Roll(len(available))
    assert isinstance(faces, list)
    for colour, face in zip(available, faces, strict=True):
        table.dice[colour] = face


def after_die(table: Table) -> Script[None]:
    """Steppe Horse, Rearguard, Alan Archer, until draw or loot [N6.1.1]."""
    seat, die = table.active, table.die
    assert die is not None
    while True:
        options = ["loot"]
        if table.decks[die] and not (die == BLACK and table.works(seat, "C09")):
            options.append("draw")
        if "M06" not in table.spent and table.works(seat, "M06"):
            options += [f"loot_as {COLOURS[c]}" for c in EVERY if c != die and table.reserve[c]]
        options += changes(table, seat)
        act = yield from pick("after_die", seat, options, "N11.3")
        assert act is not None
        kind, *rest = act.split()
        if kind == "raise":
            table.spent.add("E04")
            table.value += 1
        elif kind == "value":
            table.spent.add("E12")
            table.value = int(rest[0])
        else:
            break
    table.action = "draw" if kind == "draw" else "loot"
    if kind == "draw":
        yield from draw(table)
    else:
        if kind == "loot_as":
            table.spent.add("M06")
        yield from loot(table, COLOURS.index(rest[0]) if rest else die)


def changes(table: Table, seat: int) -> list[str]:
    """Of the value, unless Lame Horse fixes it [E04, E12]."""
    if table.lame:
        return []
    found = []
    if "E04" not in table.spent and table.works(seat, "E04") and table.value < 3:
        found.append("raise")
    available = 5 - table.turn  # before this die was taken
    if "E12" not in table.spent and table.works(seat, "E12") and available <= 2:
        found += [f"value {value}" for value in (1, 2, 3) if value != table.value]
    return found


def after_action(table: Table) -> Script[None]:
    """Gepid Smith, Outrider and Raids; always asked, and done only if the Smith has nothing to do [N11.2, N11.3]."""
    seat = table.active
    while True:
        smith, raided = can_smith(table, seat), outrider_takes(table, seat)
        options = ["use M04"] * smith + ["use M07"] * bool(raided)
        options += usable_raids(table, seat, after_action=True)
        act = yield from ask("after_action", seat, options + ["done"] * (not smith), "N11.3")
        if act == "done":
            return
        card = act.split()[1]
        if card == "M04":
            table.spent.add("M04")
            assert table.die is not None
            yield from take_one(table, seat, table.die)
        elif card == "M07":
            table.spent.add("M07")
            yield from outrider(table, seat, raided)
        else:
            yield from use_raid(table, seat, card)
        yield from run_waiting(table)


def can_smith(table: Table, seat: int) -> bool:
    """After a Draw, a good of that deck's colour [M04]."""
    if table.action != "draw" or "M04" in table.spent or not table.works(seat, "M04"):
        return False
    assert table.die is not None
    return bool(table.takeable(seat, [table.die]))


def outrider_takes(table: Table, seat: int) -> list[str]:
    """From opponents who have sent more [M07]."""
    if "M07" in table.spent or not table.works(seat, "M07"):
        return []
    leaders = [other for other in table.robbed(seat) if other in table.more_sent(seat)]
    return [take for other in leaders for take in takes(table, seat, other)]


def outrider(table: Table, seat: int, options: list[str]) -> Script[None]:
    yield from take_from_wagon(table, seat, options)
    yield from settle(table)
