"""Huns by Fneup, for two to four: dice, decks, camps and wagons [N1-N12]."""

import numpy as np
import numpy.typing as npt

from tianxia.engine.compiling import py_func
from tianxia.engine.core import register_rules
from tianxia.engine.game import Game
from tianxia.engine.i18n import N_
from tianxia.engine.options import Option
from tianxia.engine.weights import Evaluator
from tianxia.games.huns import deck, evaluation, heuristics, hidden, notes, positions, rules
from tianxia.games.huns.actions import ACTIONS
from tianxia.games.huns.events import EVENTS, IRREVERSIBLE, MOST_EVENTS
from tianxia.games.huns.pieces import FACTS, FEWEST, MOST_ROUNDS, ROUNDS, SEAT_NAMES, SEATS
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.scoring import points, settle_accounts
from tianxia.games.huns.rules.turn import tell_round
from tianxia.games.huns.state import STATE
from tianxia.games.huns.weights import WEIGHTS

register_rules(STATE, rules, hidden, evaluation, heuristics)

OPTIONS = (
    Option("players", N_("Players"), N_("Two to four."), default=2, low=FEWEST, high=SEATS),
    Option("open_sent", N_("Open sent wagons"), N_("Everyone sees which wagons everyone sent [N12.4].")),
    Option(
        "max_rounds",
        N_("Most rounds"),
        N_("After so many rounds the game ends in any case [N8.23]."),
        default=ROUNDS,
        low=1,
        high=MOST_ROUNDS,
    ),
)


def opening(s: Record, log: npt.NDArray[np.int32]) -> None:
    """Two players begin with the first roll, others with goods [N2.3, N2.4]."""
    if s.round:
        py_func(tell_round)(s, log)


def score(s: Record) -> tuple[int, ...]:
    """Points as if the game ended now [N7.1]; settled in this copy only."""
    py_func(settle_accounts)(s)
    return tuple(py_func(points)(s, seat) for seat in range(s.players))


def scores_open(s: Record) -> bool:
    """Sent wagons are shown: by an option, or at the end [N12.4]."""
    return bool(s.open)


GAME = Game(
    id="huns",
    title="Huns",
    every_seat=SEAT_NAMES,
    table=STATE,
    actions=ACTIONS,
    events=EVENTS,
    irreversible=frozenset(IRREVERSIBLE),
    notes=notes,
    positions=positions,
    minutes=(45, 75),
    evaluator=Evaluator("huns", WEIGHTS),
    option_table=OPTIONS,
    load_assets=deck.load_assets,
    opening=opening,
    score=score,
    scores_open=scores_open,
    telling=("filled", "sent", "played", "cursed", "fled", "robbed", "levied", "swapped", "used", "loaded"),
    facts=FACTS,
    effort=10,
    most_events=MOST_EVENTS,
)
