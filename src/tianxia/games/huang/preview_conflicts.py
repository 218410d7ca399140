"""What a revolt or a war would bring, told before it is decided: strengths, what is still to come, gains and losses [H10, H11].

The end of a conflict is played on a copy for each side that may win, with the strengths as they stand.
"""

from collections.abc import Iterator
from typing import Any

from tianxia.engine.i18n import Speak, listed
from tianxia.engine.outcomes import Outcome, Stage
from tianxia.engine.records import duplicate
from tianxia.games.huang.actions import ACTIONS, MOST_LEGAL
from tianxia.games.huang.events import EVENTS, MOST_EVENTS
from tianxia.games.huang.pieces import HEXES, N_COLOURS, RED, YELLOW
from tianxia.games.huang.questions import PRICE, REVOLT, TIE
from tianxia.games.huang.record import Record
from tianxia.games.huang.sets import set_of
from tianxia.games.huang.state import A_REVOLT, A_WAR, ATTACK, DEFENCE, STATE
from tianxia.games.huang.texts import COLOUR_NAMES, THE_LEADERS, THE_PAGODA, seat_name, tiles_said

MINUS = "\N{MINUS SIGN}"


def lay_out(states: Any, _seat: int) -> None:
    """The bag holds as many tiles as it does, of no matter which colours: nobody knows them [H12.1]."""
    size = int(states["bag_size"][0])
    states["bag"][0] = 0
    states["bag"][0, :2] = (size // 2, size - size // 2)


STAGE = Stage(STATE, ACTIONS, EVENTS, MOST_LEGAL, MOST_EVENTS, lay_out)


def war(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """The sides with their red tiles, and what is still to come [H11.1-H11.4]."""
    if not outcome.of("war_began"):
        return
    after = outcome.after
    sides = ", ".join(f"{side_name(after, side, speak)} {after.totals[side]}" for side in range(after.n_sides))
    yield speak.gettext("War: {sides}.").format(sides=sides)
    yield to_come(outcome, RED, range(after.players), speak)


def side_name(s: Record, side: int, speak: Speak) -> str:
    """A side by its hex and the owners of its conflicting leaders [H11.4b]."""
    hex_ = s.side_hex[side] - 1
    owners = dict.fromkeys(
        seat_name(seat, speak)
        for colour in range(N_COLOURS)
        if s.double >> colour & 1
        for seat in range(s.players)
        if s.leaders[seat, colour] and s.group[s.leaders[seat, colour] - 1] == s.group[hex_]
    )
    return f"{HEXES[hex_]} ({', '.join(owners)})"


def revolt(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """The leaders against each other with the tiles beside them, and what is still to come [H10.1]."""
    after = outcome.after
    for event in outcome.of("revolt_began"):
        attacker, defender = event["seat"], event["defender"]
        yield speak.gettext("Revolt: {attacker} {attack}, {defender} {defence}, who wins a tie.").format(
            attacker=seat_name(attacker, speak),
            attack=after.totals[ATTACK],
            defender=seat_name(defender, speak),
            defence=after.totals[DEFENCE],
        )
        yield to_come(outcome, YELLOW, (attacker, defender), speak)


def to_come(outcome: Outcome, colour: int, seats: Any, speak: Speak) -> str:
    """What the seats may commit: the own tiles by their number, others by the size of their hand [H10.1, H11.4]."""
    after, texts = outcome.after, []
    for seat in seats:
        off = after.leaders[seat, colour] == 0
        name = seat_name(seat, speak)
        if seat == outcome.seat:
            text = speak.gettext("{dynasty} up to {count}").format(dynasty=name, count=after.hand[seat, colour] + off)
        else:
            text = speak.gettext("{dynasty} a hand of {count}").format(dynasty=name, count=after.hand_size[seat])
            text += speak.gettext(" and a leader") if off else ""
        texts.append(text)
    return speak.gettext("Still to come: {seats}.").format(seats=", ".join(texts))


def commitments(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """Where a conflict stands after a commitment, or how it ends [H10.2, H11.5, H11.8]."""
    after = outcome.after
    if outcome.kind not in ("commit", "support", "nothing", "winner"):
        return
    for event in outcome.of("revolt_ended"):
        yield speak.gettext("{dynasty} wins {high} to {low}.").format(
            dynasty=seat_name(event["winner"], speak), high=event["strength"], low=event["other"]
        )
    for event in outcome.of("war_won"):
        yield speak.gettext("The side of {hex} wins with {high}; price {price}.").format(
            hex=event["hex"], high=event["strength"], price=event["price"]
        )
    if after.conflict == A_REVOLT:
        seats = ((after.active, ATTACK), (after.defender, DEFENCE))
        sides = ", ".join(f"{seat_name(seat, speak)} {after.totals[side]}" for seat, side in seats)
        yield speak.gettext("Strengths then: {sides}.").format(sides=sides)
    elif after.conflict == A_WAR and after.won_by < 0:
        sides = ", ".join(f"{HEXES[after.side_hex[side] - 1]} {after.totals[side]}" for side in range(after.n_sides))
        yield speak.gettext("Strengths then: {sides}.").format(sides=sides)


def more(points: int, colour: str, speak: Speak) -> str:
    """So many points of a colour more, or less."""
    return f"{'+' if points > 0 else MINUS}{abs(points)} {speak.gettext(COLOUR_NAMES[colour])}"


def gains(outcome: Outcome, speak: Speak) -> dict[int, str]:
    """The points that each seat gains."""
    gained: dict[int, list[str]] = {}
    for event in outcome.of("scored"):
        gained.setdefault(event["seat"], []).append(more(event["points"], event["colour"], speak))
    return {seat: ", ".join(texts) for seat, texts in gained.items()}


def stakes(outcome: Outcome, speak: Speak) -> Iterator[str]:
    """What each end of the conflict would bring, with the strengths as they are then [H10.2, H11.6-H11.8]."""
    after = outcome.after
    if after.asks == PRICE:
        return
    if after.conflict == A_REVOLT:
        for seat in (after.active, after.defender):
            ended = brought(revolt_won(after, seat), outcome.seat, speak)
            yield speak.gettext("If {winner} wins: {what}.").format(winner=seat_name(seat, speak), what=ended)
    elif after.conflict == A_WAR:
        for side in range(after.n_sides):
            ended = brought(war_won(after, side), outcome.seat, speak)
            yield speak.gettext("If {winner} wins: {what}.").format(winner=HEXES[after.side_hex[side] - 1], what=ended)


def changed(s: Record, **fields: Any) -> Record:
    """A copy of the record with other values in these fields."""
    states = duplicate(s._states[s._i : s._i + 1])
    for name, value in fields.items():
        states[name][0] = value
    return STATE.record_class(states, 0)  # type: ignore[no-any-return]


def revolt_won(s: Record, seat: int) -> Outcome:
    """The end of a revolt that this seat wins: the defender answers, who wins a tie [H10.2]."""
    totals = (1, 0) if seat == s.active else (0, 0)
    decided = changed(s, asks=REVOLT, asked=s.defender, totals=(*totals, 0))
    return STAGE.played(decided, s.defender, ACTIONS.COMMIT.id(0, 0))


def war_won(s: Record, side: int) -> Outcome:
    """The end of a war that this side wins, up to the red tiles that the placer has to choose: it wins a tie [H11.5]."""
    tied = changed(s, asks=TIE, asked=s.active)
    return STAGE.played(tied, s.active, ACTIONS.WINNER.id(s.side_hex[side] - 1))


def brought(ended: Outcome, viewer: int, speak: Speak) -> str:
    """Who gains and who loses what in a conflict that ended so, and its price [H11.6-H11.8]."""
    parts = []
    for seat, said in gains(ended, speak).items():
        text = speak.gettext("you {points}") if seat == viewer else speak.gettext("{dynasty} {points}")
        parts.append(text.format(dynasty=seat_name(seat, speak), points=said))
    lost: dict[int, list[str]] = {}
    for event in ended.of("went_home"):
        lost.setdefault(event["seat"], []).append(speak.gettext(THE_LEADERS[event["colour"]]))
    for seat, leaders in lost.items():
        text = speak.gettext("you lose {what}") if seat == viewer else speak.gettext("{dynasty} loses {what}")
        parts.append(text.format(dynasty=seat_name(seat, speak), what=listed(leaders, speak)))
    for event in ended.of("war_won"):
        if fallen := losers_lose(ended, event["hex"], speak):
            parts.append(speak.gettext("the losers lose {what}").format(what=listed(fallen, speak)))
        if event["price"]:
            parts.append(speak.gettext("price {price}").format(price=event["price"]))
    return "; ".join(parts)


def losers_lose(ended: Outcome, winner: str, speak: Speak) -> list[str]:
    """Red tiles of the losing sides, and the pagodas that stand on them [H11.6, H9.5]."""
    s = ended.before
    sides = [set_of(s.sides, side) for side in range(s.n_sides) if HEXES[s.side_hex[side] - 1] != winner]

    def beaten(hex_: str) -> bool:
        return any(side >> HEXES.index(hex_) & 1 for side in sides)

    reds = sum(beaten(event["hex"]) for event in ended.of("removed"))
    pagodas = [
        speak.gettext(THE_PAGODA[event["colour"]])
        for event in ended.of("pagoda_lost")
        if any(map(beaten, event["triangle"].split("+")))
    ]
    return [*([tiles_said("red", reds, speak)] if reds else []), *pagodas]
