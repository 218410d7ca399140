"""Chu Han by Tom Lehmann, for two: shed your hand before your rival does [C1]."""

from tianxia.engine.core import register_rules
from tianxia.engine.game import Game
from tianxia.engine.i18n import N_
from tianxia.engine.options import Option
from tianxia.engine.weights import Evaluator
from tianxia.games.chu_han import evaluation, heuristics, hidden, notes, positions, rules
from tianxia.games.chu_han.actions import ACTIONS
from tianxia.games.chu_han.cards import CAMPAIGNS, FACTS
from tianxia.games.chu_han.events import EVENTS, IRREVERSIBLE
from tianxia.games.chu_han.record import Record
from tianxia.games.chu_han.state import SEAT_NAMES, STATE
from tianxia.games.chu_han.weights import WEIGHTS

register_rules(STATE, rules, hidden, evaluation, heuristics)

OPTIONS = (
    Option("events", N_("Events"), N_("An event card in each hand changes a rule [C9].")),
    Option("campaign", N_("Campaign"), N_("Three linked matches, made by us: River and Hill [C10]."), CAMPAIGNS),
)


def score(s: Record) -> tuple[int, ...]:
    """The victory points [C1]; in a campaign those of this match."""
    return tuple(s.score)


def gains(s: Record) -> tuple[int, ...]:
    """The victory points with those of the matches before [C10]."""
    before = range(s.match_number - 1)
    return tuple(points + sum(s.match_score[match, seat] for match in before) for seat, points in enumerate(s.score))


GAME = Game(
    id="chu-han",
    title="Chu Han",
    every_seat=SEAT_NAMES,
    table=STATE,
    actions=ACTIONS,
    events=EVENTS,
    irreversible=frozenset(IRREVERSIBLE),
    notes=notes,
    positions=positions,
    minutes=(30, 45),
    evaluator=Evaluator("chu-han", WEIGHTS),
    effort=10,
    option_table=OPTIONS,
    score=score,
    gains=gains,
    telling=("went_out", "scored", "hand_opened"),
    facts=FACTS,
)
