"""Why an action may be a good one, in a sentence or two: a fact that the seat can see, for who asks for a hint.

Where nothing that can be seen speaks for an action, no reason is given.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from tianxia.engine.compiling import py_func
from tianxia.engine.i18n import Speak
from tianxia.games.huang.actions import ACTIONS
from tianxia.games.huang.pieces import ACTIONS_IN_A_TURN, BLUE, COLOURS, HEXES, RED, WHITE, YELLOW
from tianxia.games.huang.preview import losses, meet, standing, turned, turns
from tianxia.games.huang.preview_conflicts import STAGE, brought, revolt, revolt_won, side_name, war, war_won
from tianxia.games.huang.questions import GRANARY, MARKET, PAGODA
from tianxia.games.huang.record import Record
from tianxia.games.huang.rules.board import tiles_near
from tianxia.games.huang.rules.turn import total
from tianxia.games.huang.state import ATTACK, DEFENCE
from tianxia.games.huang.texts import A_TILE, COLOUR_NAMES, LEADERS, points_said, tiles_said

Args = dict[str, Any]
Reason = Callable[[Record, int, int, Args, Speak], str]
"""Says why, or nothing where it does not hold."""


def advice(s: Record, seat: int, action: int, speak: Speak) -> str:
    """One reason for a legal action, or nothing; `s` is the seat's masked record."""
    kind = ACTIONS.kind_of(action)
    args = kind.to_json(kind.args(action))
    return next(filter(None, (reason(s, seat, action, args, speak) for reason in REASONS.get(kind.name, ()))), "")


def weakest(s: Record, seat: int, colour: int) -> bool:
    """Whether no colour of the seat is lower, granaries counted; white points stand for any [H12.2, H12.2a]."""
    totals = [int(py_func(total)(s, seat, one)) for one in range(WHITE)]
    return colour != WHITE and totals[colour] == min(totals)


def gains(s: Record, seat: int, action: int, _args: Args, speak: Speak) -> str:
    """Points at once, and whether they are where the seat is weakest [H6.2, H9.6, H10.2, H11.7]."""
    gained: Counter[str] = Counter()
    for event in STAGE.played(s, seat, action).of("scored"):
        if event["seat"] == seat:
            gained[event["colour"]] += event["points"]
    if not gained:
        return ""
    colour = min(gained, key=lambda one: (not weakest(s, seat, COLOURS.index(one)), COLOURS.index(one)))
    points = points_said(colour, gained[colour], speak)
    if weakest(s, seat, COLOURS.index(colour)):
        text = speak.gettext("It brings you {points}; white apart, no colour of yours is lower now.")
        return text.format(points=points)
    return speak.gettext("It brings you {points}.").format(points=points)


def sends_home(s: Record, seat: int, action: int, _args: Args, speak: Speak) -> str:
    """Whose leader goes home by it, as the preview tells [H5.7, H7.3]."""
    outcome = STAGE.played(s, seat, action)
    others = [event for event in outcome.of("went_home") if event["seat"] != seat]
    return " ".join(losses(outcome._replace(kind="", events=others), speak))


def fights(s: Record, seat: int, action: int, _args: Args, speak: Speak) -> str:
    """The revolt or the war that begins, with its strengths, and what the seat gains if it wins [H10, H11]."""
    outcome = STAGE.played(s, seat, action)
    said = next((said for tell in (revolt, war) for said in tell(outcome, speak)), "")
    if not said:
        return ""
    after = outcome.after
    if outcome.of("revolt_began"):
        won = brought(revolt_won(after, seat), seat, speak) if seat in (after.active, after.defender) else ""
    else:
        ends = [war_won(after, side) for side in range(after.n_sides)]
        best = max(ends, key=lambda ended: own_points(ended.of("scored"), seat))
        won = brought(best, seat, speak) if own_points(best.of("scored"), seat) else ""
    text = speak.gettext("If you win: {what}.").format(what=won)
    return f"{said} {text}" if won else said


def own_points(scored: list[dict[str, Any]], seat: int) -> int:
    """What the seat gains, of all colours."""
    return sum(event["points"] for event in scored if event["seat"] == seat)


def wins(s: Record, seat: int, action: int, _args: Args, speak: Speak) -> str:
    """The conflict ends by it in the seat's favour, and what that brings [H10.2, H11.6]."""
    outcome = STAGE.played(s, seat, action)
    what = brought(outcome, seat, speak)
    for event in outcome.of("revolt_ended"):
        if event["winner"] == seat:
            text = speak.gettext("It wins you the revolt {own} to {other}: {what}.")
            return text.format(own=event["strength"], other=event["other"], what=what)
    for event in outcome.of("war_won"):
        if own_points(outcome.of("scored"), seat):
            side = next(side for side in range(s.n_sides) if HEXES[s.side_hex[side] - 1] == event["hex"])
            text = speak.gettext("It wins the war for the side of {side}: {what}.")
            return text.format(side=side_name(s, side, speak), what=what)
    return ""


def pays(s: Record, seat: int, action: int, _args: Args, speak: Speak) -> str:
    """What the seat gains more at the end of its turns, as the preview tells, where no other gains as well [H9.6]."""
    outcome = STAGE.played(s, seat, action)
    changed = {leader: change for leader, change in turned(outcome).items() if change}
    helps = all((change > 0) == (owner == seat) for (owner, _colour), change in changed.items())
    return next(turns(outcome, speak), "") if changed and helps else ""


def nothing_left(s: Record, _seat: int, _action: int, _args: Args, speak: Speak) -> str:
    """The turn has no action left [H4.1]."""
    return "" if s.actions_done < ACTIONS_IN_A_TURN else speak.gettext("You have no action left.")


def beside_its_like(s: Record, seat: int, action: int, args: Args, speak: Speak) -> str:
    """On the way to three of a colour [H9.1], unless others gain by it: the preview tells that then. In the Eighteen Kingdoms
    three blue ones carry nothing [M2.1]."""
    colour = COLOURS.index(args["colour"])
    useless = (colour == BLUE and s.eighteen_kingdoms) or STAGE.played(s, seat, action).of("scored")
    if useless or not py_func(tiles_near)(s, colour, HEXES.index(args["hex"])):
        return ""
    text = speak.gettext("It lies beside {tile}: three of a colour that touch each other can carry a pagoda.")
    return text.format(tile=speak.gettext(A_TILE[args["colour"]]))


def builds(s: Record, seat: int, action: int, args: Args, speak: Speak) -> str:
    """The triangle for a pagoda that would pay the seat [H9.1, H9.6]; in the Royal Palace yellow ones may carry that instead."""
    after = STAGE.played(s, seat, action).after
    colour = COLOURS.index(args["colour"])
    leader = after.leaders[seat, colour]
    if after.asks != PAGODA or (after.palace and colour == YELLOW) or not leader:
        return ""
    if after.group[leader - 1] != after.group[HEXES.index(args["hex"])]:
        return ""
    text = speak.gettext(
        "Three {colour} tiles touch then: a pagoda there brings you a point at the end of each turn of yours."
    )
    return text.format(colour=speak.gettext(COLOUR_NAMES[args["colour"]]))


def to_market(s: Record, seat: int, action: int, _args: Args, speak: Speak) -> str:
    """A tile of the market may be taken with it [H6.5]."""
    after = STAGE.played(s, seat, action).after
    return speak.gettext("You may take a tile from the market with it.") if after.asks == MARKET else ""


def was_off(s: Record, seat: int, _action: int, args: Args, speak: Speak) -> str:
    """Only on the board a leader gains points [H6.2]."""
    if s.leaders[seat, colour := COLOURS.index(args["colour"])]:
        return ""
    leader, held = speak.gettext(LEADERS[args["colour"]]), int(s.hand[seat, colour])
    if not held:
        text = speak.gettext("From now on your {leader} gains a point for each tile of its colour placed in its state.")
        return text.format(leader=leader)
    text = speak.gettext("You hold {tiles}: with your {leader} in their state each of them brings a point.")
    return text.format(tiles=tiles_said(args["colour"], held, speak), leader=leader)


def safer(s: Record, seat: int, action: int, args: Args, speak: Speak) -> str:
    """More yellow tiles beside the leader than where it stood: its strength in a revolt [H10.1]."""
    place, after = s.leaders[seat, COLOURS.index(args["colour"])], STAGE.played(s, seat, action).after
    if not place or after.conflict:
        return ""
    stood, stands = (
        int(py_func(tiles_near)(one, YELLOW, at)) for one, at in ((s, place - 1), (after, HEXES.index(args["hex"])))
    )
    text = speak.gettext(
        "Yellow tiles beside your {leader}, its strength in a revolt: {after}, and {before} where it stood."
    )
    leader = speak.gettext(LEADERS[args["colour"]])
    return text.format(leader=leader, after=stands, before=stood) if stands > stood else ""


def takes_nothing_else(s: Record, seat: int, action: int, _args: Args, speak: Speak) -> str:
    """A tile of the price that no pagoda stands on and that no leader or state needs [H11.8, H9.5, H5.7]."""
    outcome = STAGE.played(s, seat, action)
    needed = outcome.of("went_home") or outcome.of("pagoda_lost") or meet(standing(outcome.after), standing(s), None)
    return "" if needed else speak.gettext("No pagoda falls and no leader goes home with this tile.")


def changes(s: Record, _seat: int, _action: int, args: Args, speak: Speak) -> str:
    """What is replaced, if the bag has enough [H8.1, H12.1b]."""
    if s.bag_size <= s.replaced:
        return ""
    return speak.gettext("It changes {tile} for a new one.").format(tile=speak.gettext(A_TILE[args["colour"]]))


def takes(s: Record, seat: int, _action: int, args: Args, speak: Speak) -> str:
    """A tile of the market, where the seat is weakest or for nothing [H6.5]."""
    if weakest(s, seat, COLOURS.index(args["colour"])):
        text = speak.gettext("White apart, no colour of yours is lower now than this one: {colour}.")
        return text.format(colour=speak.gettext(COLOUR_NAMES[args["colour"]]))
    return speak.gettext("It is a tile more, and costs nothing.")


def draws(s: Record, _seat: int, _action: int, _args: Args, speak: Speak) -> str:
    """If the bag has enough [H8.1, H12.1b]."""
    return speak.gettext("You draw as many tiles as you have discarded.") if s.bag_size >= s.replaced else ""


def stays(s: Record, _seat: int, _action: int, _args: Args, speak: Speak) -> str:
    """To decline or to pass changes nothing [H4.2]; but after the granaries hands are filled up [H4.3]."""
    return "" if s.asks == GRANARY else speak.gettext("The board and your hand stay as they are.")


def kept(s: Record, seat: int, colour: int, speak: Speak) -> str:
    """The tiles of a colour that stay in the hand; nothing if it has none."""
    count = int(s.hand[seat, colour])
    text = speak.gettext("You keep {tiles} for later.")
    return text.format(tiles=tiles_said(COLOURS[colour], count, speak)) if count else ""


def stops(s: Record, seat: int, _action: int, _args: Args, speak: Speak) -> str:
    """The row ends [H6.6]."""
    return kept(s, seat, BLUE, speak) or speak.gettext("You have no blue tile left.")


def gives_nothing(s: Record, seat: int, _action: int, _args: Args, speak: Speak) -> str:
    """Nothing is given to a war [H11.4]."""
    return kept(s, seat, RED, speak) or speak.gettext("You have no red tile to give.")


def strengthens(s: Record, _seat: int, _action: int, args: Args, speak: Speak) -> str:
    """How strong a side of a war is then [H11.3]."""
    side = next(i for i in range(s.n_sides) if HEXES[s.side_hex[i] - 1] == args["side"])
    before = int(s.totals[side])
    text = speak.gettext("It raises the side of {hex} from {before} to {after}.")
    return text.format(hex=args["side"], before=before, after=before + args["tiles"] + args["leader"])


def own_strength(s: Record, seat: int, _action: int, args: Args, speak: Speak) -> str:
    """How strong the seat is in a revolt then; the defender has seen all that the attacker committed [H10.1]."""
    attacks = seat == s.active
    own, other = (int(s.totals[side]) for side in ((ATTACK, DEFENCE) if attacks else (DEFENCE, ATTACK)))
    if given := args["tiles"] + args["leader"]:
        if attacks:
            text = speak.gettext("It makes you {own} strong in the revolt, against {other} so far.")
        else:
            text = speak.gettext("It makes you {own} strong in the revolt, against {other}.")
        return text.format(own=own + given, other=other)
    if said := kept(s, seat, YELLOW, speak):
        return said
    return speak.gettext("Strengths in the revolt: you {own}, against {other}.").format(own=own, other=other)


REASONS: dict[str, tuple[Reason, ...]] = {
    "place": (fights, builds, gains, pays, to_market, beside_its_like),
    "leader": (gains, fights, sends_home, pays, was_off, safer),
    "remove": (gains, sends_home, fights, pays, takes_nothing_else),
    "withdraw": (pays,),
    "pagoda": (gains, pays),
    "move": (gains, pays),
    "replace": (changes,),
    "take": (takes,),
    "draw": (draws,),
    "pass": (stays,),
    "decline": (stays,),
    "stop": (stops,),
    "nothing": (wins, gives_nothing),
    "support": (wins, strengthens),
    "commit": (wins, own_strength),
    "winner": (wins,),
    "end_turn": (gains, nothing_left),
}
"""By kind of action, the most telling first."""
