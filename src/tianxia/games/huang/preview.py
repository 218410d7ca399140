"""What an action brings at once, told before it is taken: points, wars and revolts with their strengths, buildings.

It is played on a copy of the seat's masked record and its events are read, so the rules stand in one place; what
follows from a draw or from others' hands is not told, but whether the bag is enough for it is.
"""

from collections.abc import Callable, Iterator
from gettext import NullTranslations
from typing import Any

from tianxia.engine.compiling import py_func
from tianxia.engine.i18n import N_
from tianxia.engine.outcomes import Outcome, Stage
from tianxia.games.huang.actions import ACTIONS, MOST_LEGAL
from tianxia.games.huang.events import EVENTS, MOST_EVENTS
from tianxia.games.huang.pieces import COLOURS, HEXES, N_COLOURS, RED, YELLOW
from tianxia.games.huang.questions import GRANARY, MARKET, PAGODA, PRICE, REPLACE
from tianxia.games.huang.record import Record
from tianxia.games.huang.rules.board import tiles_near
from tianxia.games.huang.state import A_REVOLT, A_WAR, ATTACK, DEFENCE, STATE
from tianxia.games.huang.texts import A_TILE, COLOUR_NAMES, LEADERS, SEAT_TITLES

DRAWING = ("draw", "replace", "pass", "take", "stop", "decline", "keep")
"""Kinds of actions of which there is nothing to tell but what they say themselves, and the end of the game."""
ENDING = ("draw", "replace", "decline", "keep", "end_turn")
"""Kinds of actions that may lead to a draw with no other decision between [H4.3, H8.1, M2.4]."""


def lay_out(states: Any, _seat: int) -> None:
    """The bag holds as many tiles as it does, of no matter which colours: nobody knows them [H12.1]."""
    size = int(states["bag_size"][0])
    states["bag"][0] = 0
    states["bag"][0, :2] = (size // 2, size - size // 2)


STAGE = Stage(STATE, ACTIONS, EVENTS, MOST_LEGAL, MOST_EVENTS, lay_out)


def preview(s: Record, seat: int, action: int, speak: NullTranslations) -> str:
    """What a legal action brings at once, in a few short sentences; `s` is the seat's masked record."""
    kind = ACTIONS.kind_of(action).name
    if kind in DRAWING and kind not in ENDING:
        return ""
    outcome = STAGE.played(s, seat, action)
    tellers = (end,) if kind in DRAWING else TELLERS
    return " ".join(sentence for tell in tellers for sentence in tell(outcome, speak.gettext))


Say = Callable[[str], str]


def title(seat: int, say: Say) -> str:
    """A dynasty's name."""
    return say(SEAT_TITLES[seat])


def colour_name(colour: str, say: Say) -> str:
    """A colour's name."""
    return say(COLOUR_NAMES[colour])


def points(outcome: Outcome, say: Say) -> Iterator[str]:
    """Who gains what [H6.2, H9.6, H10.2, H11.7, M1.5]."""
    gained: dict[int, list[str]] = {}
    for event in outcome.of("scored"):
        text = f"+{event['points']} {colour_name(event['colour'], say)}"
        gained.setdefault(event["seat"], []).append(text)
    for seat, texts in gained.items():
        yield say("{dynasty}: {points}.").format(dynasty=title(seat, say), points=", ".join(texts))
    if gained:
        return
    if outcome.kind == "place" and not outcome.of("war_began") and not outcome.of("bandits_met"):
        yield say("No point: no leader here gains it.")
    elif outcome.kind == "end_turn":
        yield say("No pagoda gives you points.")


def war(outcome: Outcome, say: Say) -> Iterator[str]:
    """The sides with their red tiles, and what is still to come [H11.1-H11.4]."""
    if not outcome.of("war_began"):
        return
    after = outcome.after
    sides = ", ".join(f"{side_name(after, side, say)} {after.totals[side]}" for side in range(after.n_sides))
    yield say("War: {sides}.").format(sides=sides)
    yield to_come(outcome, RED, range(after.players), say)


def side_name(s: Record, side: int, say: Say) -> str:
    """A side by its hex and the owners of its conflicting leaders [H11.4b]."""
    hex_ = s.side_hex[side] - 1
    owners = dict.fromkeys(
        title(seat, say)
        for colour in range(N_COLOURS)
        if s.double >> colour & 1
        for seat in range(s.players)
        if s.leaders[seat, colour] and s.group[s.leaders[seat, colour] - 1] == s.group[hex_]
    )
    return f"{HEXES[hex_]} ({', '.join(owners)})"


def revolt(outcome: Outcome, say: Say) -> Iterator[str]:
    """The leaders against each other with the tiles beside them, and what is still to come [H10.1]."""
    after = outcome.after
    for event in outcome.of("revolt_began"):
        attacker, defender = event["seat"], event["defender"]
        yield say("Revolt: {attacker} {attack}, {defender} {defence}, who wins a tie.").format(
            attacker=title(attacker, say),
            attack=after.totals[ATTACK],
            defender=title(defender, say),
            defence=after.totals[DEFENCE],
        )
        yield to_come(outcome, YELLOW, (attacker, defender), say)


def to_come(outcome: Outcome, colour: int, seats: Any, say: Say) -> str:
    """What the seats may commit: the own tiles by their number, others by the size of their hand [H10.1, H11.4]."""
    after, texts = outcome.after, []
    for seat in seats:
        off = after.leaders[seat, colour] == 0
        name = title(seat, say)
        if seat == outcome.seat:
            text = say("{dynasty} up to {count}").format(dynasty=name, count=after.hand[seat, colour] + off)
        else:
            text = say("{dynasty} a hand of {count}").format(dynasty=name, count=after.hand_size[seat])
            text += say(" and a leader") if off else ""
        texts.append(text)
    return say("Still to come: {seats}.").format(seats=", ".join(texts))


def commitments(outcome: Outcome, say: Say) -> Iterator[str]:
    """Where a conflict stands after a commitment, or how it ends [H10.2, H11.5, H11.8]."""
    after = outcome.after
    if outcome.kind not in ("commit", "support", "nothing", "winner"):
        return
    for event in outcome.of("revolt_ended"):
        yield say("{dynasty} wins {high} to {low}.").format(
            dynasty=title(event["winner"], say), high=event["strength"], low=event["other"]
        )
    for event in outcome.of("war_won"):
        yield say("The side of {hex} wins with {high}; price {price}.").format(
            hex=event["hex"], high=event["strength"], price=event["price"]
        )
    if after.conflict == A_REVOLT:
        seats = ((after.active, ATTACK), (after.defender, DEFENCE))
        sides = ", ".join(f"{title(seat, say)} {after.totals[side]}" for seat, side in seats)
        yield say("Strengths then: {sides}.").format(sides=sides)
    elif after.conflict == A_WAR and after.won_by < 0:
        sides = ", ".join(f"{HEXES[after.side_hex[side] - 1]} {after.totals[side]}" for side in range(after.n_sides))
        yield say("Strengths then: {sides}.").format(sides=sides)


def bandits(outcome: Outcome, say: Say) -> Iterator[str]:
    """How many bandits are beaten, and so many red tiles lost; the tile itself scores nothing [M1.4, M1.5]."""
    for event in outcome.of("bandits_met"):
        yield say("Beats bandits: red tiles lost {count}.").format(count=event["bandits"])
        if outcome.of("scored"):
            yield say("No point for the tile beside them.")
        else:
            yield say("No point: the tile is beside bandits, and no red leader is here to gain theirs.")


def losses(outcome: Outcome, say: Say) -> Iterator[str]:
    """Leaders that go home, buildings that fall, tiles lost in a war [H5.7, H7.3, H9.5, H11.6]."""
    lost = outcome.of("removed")
    if outcome.kind == "remove" and len(lost) == 1:
        yield say("Removes {tile}.").format(tile=say(A_TILE[lost[0]["colour"]]))
    elif lost and outcome.kind != "place":
        yield say("Tiles lost: {count}.").format(count=len(lost))
    for event in outcome.of("went_home"):
        yield say("{dynasty}: the {leader} goes home.").format(
            dynasty=title(event["seat"], say), leader=say(LEADERS[event["colour"]])
        )
    for event in outcome.of("pagoda_lost"):
        yield say("A pagoda falls: {colour}.").format(colour=colour_name(event["colour"], say))
    if outcome.of("palace_lost"):
        yield say("The palace falls.")
    if outcome.of("granary_lost"):
        yield say("The granary is lost.")


def states(outcome: Outcome, say: Say) -> Iterator[str]:
    """States founded, united or split; of a leader also the yellow tiles where it comes to stand [H3.1, H3.4]."""
    if outcome.after.conflict or outcome.kind not in ("place", "leader", "withdraw", "remove"):
        return
    placed = outcome.of("positioned")
    mover = next(((event["seat"], COLOURS.index(event["colour"])) for event in placed), None)
    before, after = (standing(s) for s in (outcome.before, outcome.after))
    if mover and mover not in before and list(after.values()).count(after[mover]) == 1:
        yield say("Founds a state.")
    for event in placed:
        yield say("Yellow tiles beside it: {count}.").format(
            count=py_func(tiles_near)(outcome.after, YELLOW, HEXES.index(event["hex"]))
        )
    if meet(before, after, mover):
        yield say("Unites states.")
    if meet(after, before, mover):
        yield say("Splits a state.")


Leader = tuple[int, int]


def standing(s: Record) -> dict[Leader, int]:
    """The leaders on the board by seat and colour, each with the group that it stands in [H3.1]."""
    return {
        (seat, colour): s.group[s.leaders[seat, colour] - 1]
        for seat in range(s.players)
        for colour in range(N_COLOURS)
        if s.leaders[seat, colour]
    }


def meet(apart: dict[Leader, int], together: dict[Leader, int], mover: Leader | None) -> bool:
    """Whether leaders of different states of the one are in one state of the other; where the mover went does not count."""
    pairs = {(apart[one], together[one]) for one in apart.keys() & together.keys() - {mover}}
    return len({state for _, state in pairs}) < len(pairs)


def buildings(outcome: Outcome, say: Say) -> Iterator[str]:
    """What the tile makes possible, and whom a new pagoda will pay [H6.5, H9.1, H9.6, M3.1]."""
    after = outcome.after
    if outcome.kind == "place" and after.asks == PAGODA:
        yield say("A pagoda may be established.") if not after.palace else say("A building may be established.")
    if outcome.kind == "place" and after.asks == MARKET:
        yield say("Takes a tile from the market.")
    for event in outcome.of("established"):
        colour = COLOURS.index(event["colour"])
        group = after.group[HEXES.index(event["triangle"].split("+")[0])]
        gainers = [
            title(seat, say)
            for seat in range(after.players)
            if after.leaders[seat, colour] and after.group[after.leaders[seat, colour] - 1] == group
        ]
        if gainers:
            yield say("{dynasty}: +1 {colour} at the end of each own turn.").format(
                dynasty=gainers[0], colour=colour_name(event["colour"], say)
            )
        else:
            yield say("No leader here gains points from it.")


def price(outcome: Outcome, say: Say) -> Iterator[str]:
    """Red tiles that the placer still has to choose [H11.8, M1.5a]."""
    if outcome.after.asks == PRICE and outcome.kind != "remove":
        yield say("Red tiles to choose then: {count}.").format(count=outcome.after.must_go)


def end(outcome: Outcome, say: Say) -> Iterator[str]:
    """That the game ends, and why: also where one more step that cannot be avoided ends it [H8.1, H12.1, H12.1c, M2.4]."""
    if outcome.kind not in ENDING:
        return
    then = FORCED.get(outcome.after.asks)
    last = STAGE.played(outcome.after, outcome.seat, then.id()) if then else outcome
    for event in last.of("over"):
        yield say(ENDS_GAME[event["why"]])


FORCED = {REPLACE: ACTIONS.DRAW, GRANARY: ACTIONS.DECLINE}
"""What cannot be avoided for ever: who discarded must draw, and both answers about granaries end the turn."""
ENDS_GAME = {
    "bag": N_("Ends the game: the bag has too few tiles."),
    "stall": N_("Ends the game: nobody has drawn a tile for too long."),
}

TELLERS = (war, revolt, commitments, points, bandits, losses, states, buildings, price, end)
