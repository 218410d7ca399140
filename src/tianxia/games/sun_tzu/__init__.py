"""Sun Tzu by Alan M. Newman, for two: five provinces, five secret orders a round [S1-S4]."""

from collections.abc import Mapping

from tianxia.engine.core import register_rules
from tianxia.engine.errors import TianxiaError
from tianxia.engine.game import Game
from tianxia.engine.i18n import N_
from tianxia.engine.options import Option, Value
from tianxia.engine.weights import Evaluator
from tianxia.games.sun_tzu import evaluation, heuristics, hidden, notes, positions, rules
from tianxia.games.sun_tzu.actions import ACTIONS
from tianxia.games.sun_tzu.events import EVENTS, IRREVERSIBLE
from tianxia.games.sun_tzu.pieces import FACTS
from tianxia.games.sun_tzu.record import Record
from tianxia.games.sun_tzu.state import BATTLE_ORDERS, INFANTRIES, ORDERS, SEAT_NAMES, STATE
from tianxia.games.sun_tzu.weights import WEIGHTS

register_rules(STATE, rules, hidden, evaluation, heuristics)

OPTIONS = (
    Option("events", N_("Events"), N_("Five event cards; after the fifth the game ends [S9].")),
    Option("generals", N_("Generals"), N_("Each side secretly has a general who acts once [S8]."), default=1),
    Option(
        "beginner",
        N_("Beginners"),
        N_(
            "The rules' easier game: no generals, events or special cards +2 and +3, and you may use all your armies "
            "from the start [S2.3]."
        ),
        beginners=True,
    ),
    Option(
        "orders", N_("Orders"), N_("Free: in any order, changed until confirmed. Fixed: from QIN to WU [S4.1]."), ORDERS
    ),
    Option(
        "battle_order",
        N_("Order of battles"),
        N_("From when on the side with fewer armies chooses the next battle [S5.1]."),
        BATTLE_ORDERS,
    ),
    Option(
        "light_infantry", N_("Light infantry"), N_("What this event gives: a point, or an army [S9.6]."), INFANTRIES
    ),
)


def combine(given: Mapping[str, Value]) -> dict[str, Value]:
    """Beginners play without events and generals [S2.3]."""
    if not given.get("beginner"):
        return {}
    if given.get("events") or given.get("generals"):
        raise TianxiaError(N_("beginners play without events and generals [S2.3]"))
    return {"generals": False}


def score(s: Record) -> tuple[int, ...]:
    """How far the points figure stands on the side of each: one of them has 0 [S1.3]."""
    return max(s.figure, 0), max(-s.figure, 0)


GAME = Game(
    id="sun-tzu",
    title="Sun Tzu",
    every_seat=SEAT_NAMES,
    table=STATE,
    actions=ACTIONS,
    events=EVENTS,
    irreversible=frozenset(IRREVERSIBLE),
    notes=notes,
    positions=positions,
    minutes=(30, 45),
    evaluator=Evaluator("sun-tzu", WEIGHTS),
    declining="pass",
    effort=100,
    option_table=OPTIONS,
    score=score,
    telling=("scored", "gained"),
    facts=FACTS,
    combine=combine,
)
