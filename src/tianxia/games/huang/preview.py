"""What an action brings at once, told before it is taken: points, wars and revolts with their strengths, buildings.

It is played on a copy of the seat's masked record and its events are read, so the rules stand in one place; what
follows from a draw or from others' hands is not told, but whether the bag is enough for it is.
"""

from collections import Counter
from collections.abc import Iterator

from tianxia.engine.compiling import py_func
from tianxia.engine.i18n import N_, Speak
from tianxia.engine.outcomes import Outcome
from tianxia.games.huang.actions import ACTIONS
from tianxia.games.huang.pieces import COLOURS, GRANARY_POINTS, HEXES, N_COLOURS, PAGODAS, TRIANGLE_HEXES, YELLOW
from tianxia.games.huang.preview_conflicts import STAGE, commitments, gains, more, revolt, stakes, war
from tianxia.games.huang.questions import GRANARY, MARKET, PAGODA, PRICE, REPLACE
from tianxia.games.huang.record import Record
from tianxia.games.huang.rules.board import tiles_near
from tianxia.games.huang.texts import A_TILE, COLOUR_NAMES, LEADERS, seat_name

DRAWING = ("draw", "replace", "pass", "take", "stop", "decline")
"""Kinds of actions of which there is nothing to tell but what they say themselves, and the end of the game."""
ENDING = ("draw", "replace", "decline", "keep", "end_turn")
"""Kinds of actions that may lead to a draw with no other decision between [H4.3, H8.1, M2.4]."""
MOVES = ("place", "leader", "withdraw", "remove")
"""Kinds of actions that may join and split states."""
CHANGES = (*MOVES, "pagoda", "move")
"""Kinds of actions after which other leaders may gain at the ends of turns."""


def preview(s: Record, seat: int, action: int, speak: Speak) -> str:
    """What a legal action brings at once, in a few short sentences; `s` is the seat's masked record."""
    kind = ACTIONS.kind_of(action).name
    if kind in DRAWING and kind not in ENDING:
        return ""
    outcome = STAGE.played(s, seat, action)
    tellers = (end,) if kind in DRAWING else TELLERS
    return " ".join(sentence for tell in tellers for sentence in tell(outcome, speak))


def points(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """Who gains what [H6.2, H9.6, H10.2, H11.7, M1.5]."""
    gained = gains(outcome, speak)
    for seat, said in gained.items():
        yield speak.gettext("{dynasty}: {points}.").format(dynasty=seat_name(seat, speak), points=said)
    if gained:
        return
    if outcome.kind == "place" and not outcome.of("war_began") and not outcome.of("bandits_met"):
        yield speak.gettext("No point: no leader here gains it.")
    elif outcome.kind == "end_turn":
        yield speak.gettext("No pagoda gives you points.")


def bandits(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """How many bandits are beaten, and so many red tiles lost; the tile itself scores nothing [M1.4, M1.5]."""
    for event in outcome.of("bandits_met"):
        yield speak.gettext("Beats bandits: red tiles lost {count}.").format(count=event["bandits"])
        if outcome.of("scored"):
            yield speak.gettext("No point for the tile beside them.")
        else:
            yield speak.gettext("No point: the tile is beside bandits, and no red leader is here to gain theirs.")


def losses(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """Leaders that go home, buildings that fall, tiles lost in a war [H5.7, H7.3, H9.5, H11.6]."""
    lost = outcome.of("removed")
    if outcome.kind == "remove" and len(lost) == 1:
        yield speak.gettext("Removes {tile}.").format(tile=speak.gettext(A_TILE[lost[0]["colour"]]))
    elif lost and outcome.kind != "place":
        yield speak.gettext("Tiles lost: {count}.").format(count=len(lost))
    for event in outcome.of("went_home"):
        yield speak.gettext("{dynasty}: the {leader} goes home.").format(
            dynasty=seat_name(event["seat"], speak), leader=speak.gettext(LEADERS[event["colour"]])
        )
    for event in outcome.of("pagoda_lost"):
        yield speak.gettext("A pagoda falls: {colour}.").format(colour=speak.gettext(COLOUR_NAMES[event["colour"]]))
    if outcome.of("palace_lost"):
        yield speak.gettext("The palace falls.")
    if outcome.of("granary_lost"):
        yield speak.gettext("The granary is lost.")


def states(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """States founded, united or split; of a leader also the yellow tiles where it comes to stand [H3.1, H3.4]."""
    if outcome.after.conflict or outcome.kind not in MOVES:
        return
    placed = outcome.of("positioned")
    mover = next(((event["seat"], COLOURS.index(event["colour"])) for event in placed), None)
    before, after = (standing(s) for s in (outcome.before, outcome.after))
    if mover and mover not in before and list(after.values()).count(after[mover]) == 1:
        yield speak.gettext("Founds a state.")
    for event in placed:
        yield speak.gettext("Yellow tiles beside it: {count}.").format(
            count=py_func(tiles_near)(outcome.after, YELLOW, HEXES.index(event["hex"]))
        )
    if meet(before, after, mover):
        yield speak.gettext("Unites states.")
    if meet(after, before, mover):
        yield speak.gettext("Splits a state.")


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


def buildings(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """What the tile makes possible, and whom a new pagoda will pay [H6.5, H9.1, H9.6, M3.1]."""
    after = outcome.after
    if outcome.kind == "place" and after.asks == PAGODA:
        yield (
            speak.gettext("A pagoda may be established.")
            if not after.palace
            else speak.gettext("A building may be established.")
        )
    if outcome.kind == "place" and after.asks == MARKET:
        yield speak.gettext("Takes a tile from the market.")
    if outcome.of("established") and not any(turned(outcome).values()):
        yield speak.gettext("No leader here gains points from it.")


def income(s: Record) -> Counter[Leader]:
    """Points that each leader gains at the end of its owner's turns, from the pagodas of its colour [H9.6]."""
    paid: Counter[Leader] = Counter()
    leaders = standing(s)
    for colour, place in zip(PAGODAS, s.pagodas, strict=True):
        group = s.group[TRIANGLE_HEXES[place - 1][0]] if place else -1
        paid.update(leader for leader, stands in leaders.items() if leader[1] == colour and stands == group)
    return paid


def turned(outcome: Outcome) -> dict[Leader, int]:
    """By how much that changes: more, or less."""
    before, after = income(outcome.before), income(outcome.after)
    return {leader: after[leader] - before[leader] for leader in sorted(before.keys() | after.keys())}


def turns(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """Who gains more, or less, at the end of each own turn from now on [H9.6]."""
    if outcome.before.conflict or outcome.after.conflict or outcome.kind not in CHANGES:
        return
    for (seat, colour), change in turned(outcome).items():
        if change:
            yield speak.gettext("{dynasty}: {points} at the end of each own turn.").format(
                dynasty=seat_name(seat, speak), points=more(change, COLOURS[colour], speak)
            )


def granaries(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """What granaries will be worth [M2.4]."""
    for event in outcome.of("took_granaries"):
        yield speak.gettext("{dynasty}: {points} at the end of the game.").format(
            dynasty=seat_name(event["seat"], speak), points=more(GRANARY_POINTS * event["count"], "blue", speak)
        )


def price(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """Red tiles that the placer still has to choose [H11.8, M1.5a]."""
    if outcome.after.asks == PRICE and outcome.kind != "remove":
        yield speak.gettext("Red tiles to choose then: {count}.").format(count=outcome.after.must_go)


def end(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """That the game ends, and why: also where one more step that cannot be avoided ends it [H8.1, H12.1, H12.1c, M2.4]."""
    if outcome.kind not in ENDING:
        return
    then = FORCED.get(outcome.after.asks)
    last = STAGE.played(outcome.after, outcome.seat, then.id()) if then else outcome
    for event in last.of("over"):
        yield speak.gettext(ENDS_GAME[event["why"]])


FORCED = {REPLACE: ACTIONS.DRAW, GRANARY: ACTIONS.DECLINE}
"""What cannot be avoided for ever: who discarded must draw, and both answers about granaries end the turn."""
ENDS_GAME = {
    "bag": N_("Ends the game: the bag has too few tiles."),
    "stall": N_("Ends the game: nobody has drawn a tile for too long."),
}

TELLERS = (war, revolt, commitments, stakes, points, bandits, losses, states, buildings, turns, granaries, price, end)
