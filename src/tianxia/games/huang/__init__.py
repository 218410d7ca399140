"""Huang by Reiner Knizia, for two to five: states on the rivers of old China [H1-H13]."""

from collections.abc import Mapping
from typing import Any

import numpy.typing as npt

from tianxia.engine.compiling import py_func
from tianxia.engine.core import register_rules
from tianxia.engine.errors import TianxiaError
from tianxia.engine.game import Game, Income
from tianxia.engine.i18n import N_
from tianxia.engine.options import Option, Value
from tianxia.engine.weights import Evaluator
from tianxia.games.huang import evaluation, heuristics, hexmap, hidden, notes, positions, rules
from tianxia.games.huang.actions import ACTIONS, MOST_LEGAL
from tianxia.games.huang.events import EVENTS, IRREVERSIBLE, MOST_EVENTS
from tianxia.games.huang.pieces import FACTS, N_COLOURS, SEATS, STALL_TURNS, words_of
from tianxia.games.huang.record import Record
from tianxia.games.huang.rules.turn import sorted_totals
from tianxia.games.huang.state import MOST_STALL_TURNS, SEAT_NAMES, STATE
from tianxia.games.huang.weights import WEIGHTS

register_rules(STATE, rules, hidden, evaluation, heuristics)

OPTIONS = (
    Option(
        "players", N_("Players"), N_("Two to five; the fifth is the Dragon dynasty [M4]."), default=2, low=2, high=SEATS
    ),
    Option("short_game", N_("Short game"), N_("For two: without 24 of the tiles [H2.2].")),
    Option("bandits", N_("Bandits"), N_("Five bandit tiles on the board, for red tiles to beat [M1].")),
    Option(
        "eighteen_kingdoms",
        N_("Eighteen Kingdoms"),
        N_("The other map: 19 capitals with granaries, no blue pagodas [M2]."),
    ),
    Option("palace", N_("Royal Palace"), N_("A palace on four yellow tiles; its owner draws to seven [M3].")),
    Option("open_points", N_("Open points"), N_("Everyone sees everyone's points.")),
    Option(
        "stall_turns",
        N_("Turns without a draw"),
        N_("So many turns in a row in which nobody drew end the game, 0: never [H12.1c]."),
        default=STALL_TURNS,
        high=MOST_STALL_TURNS,
    ),
)


def combine(given: Mapping[str, Value]) -> dict[str, Value]:
    """Bandits need the map of seven states, the short game is for two [H2.2, M1]."""
    if given.get("bandits") and given.get("eighteen_kingdoms"):
        raise TianxiaError(N_("the map of Eighteen Kingdoms has no bandits [M1]"))
    if given.get("short_game") and given.get("players", 2) != 2:
        raise TianxiaError(N_("the short game is for 2 players [H2.2]"))
    return {}


def load_assets(states: npt.NDArray[Any]) -> None:
    """The map goes into the record: rules know no map of their own [H1.3]."""
    board = hexmap.shipped("eighteen_kingdoms" if states["eighteen_kingdoms"][0] else "seven_states")
    numbers = [hex_.number for hex_ in board.hexes]
    states["land"][0] = words_of(hex_.number for hex_ in board.hexes if not hex_.river)
    states["river"][0] = words_of(hex_.number for hex_ in board.hexes if hex_.river)
    states["capitals"][0] = words_of(numbers[capital.index] for capital in board.capitals)
    for location, hexes in enumerate(board.bandits):
        states["locations"][0, location] = [numbers[hex_] + 1 for hex_ in hexes]


def score(s: Record) -> tuple[int, ...]:
    """The weakest colour after white points were dealt out [H12.2]."""
    return tuple(py_func(sorted_totals)(s, seat)[0] for seat in range(s.players))


def scores_open(s: Record) -> bool:
    """Points lie behind the screens until the end [H12.4]."""
    return bool(s.open)


def gains(s: Record) -> tuple[int, ...]:
    """The points of all colours and of granaries [H12.2]."""
    return tuple(sum(py_func(sorted_totals)(s, seat)) for seat in range(s.players))


def income(s: Record) -> tuple[int, ...]:
    """What pagodas give each seat at the end of its turn [H9.6]."""
    pagodas_in = py_func(evaluation.pagodas_in)

    def of(seat: int) -> int:
        places = ((colour, s.leaders[seat, colour]) for colour in range(N_COLOURS))
        return sum(int(pagodas_in(s, s.group[at - 1], colour)) for colour, at in places if at)

    return tuple(map(of, range(s.players)))


def paid(event: Mapping[str, Any]) -> int:
    """The points of an event that are such income [H9.6]."""
    return int(event["points"]) if event["kind"] == "scored" and event["why"] == "pagoda" else 0


GAME = Game(
    id="huang",
    title="Huang",
    every_seat=SEAT_NAMES,
    table=STATE,
    actions=ACTIONS,
    events=EVENTS,
    irreversible=frozenset(IRREVERSIBLE),
    notes=notes,
    positions=positions,
    minutes=(60, 120),
    evaluator=Evaluator("huang", WEIGHTS),
    option_table=OPTIONS,
    combine=combine,
    load_assets=load_assets,
    score=score,
    scores_open=scores_open,
    gains=gains,
    income=Income(income, paid),
    telling=("war_won", "revolt_ended", "bandits_beaten", "established", "palace_built", "positioned", "placed"),
    facts=FACTS,
    effort=3,
    most_legal=MOST_LEGAL,
    most_events=MOST_EVENTS,
)
