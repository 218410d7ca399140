"""Ratings: how strong somebody is at a game of so many seats, and which games count for that.

The model is that of Plackett and Luce as the package openskill has it, with its usual numbers; see ``bots/ranking.py``. A
rating is a normal distribution: ``mu`` is the strength that is most likely, ``sigma`` how unsure that is.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from openskill.models import PlackettLuce

from tianxia.bots.levels import is_own
from tianxia.bots.ranking import after_game
from tianxia.tables.rows import Seat

MODEL = PlackettLuce()
DOUBT = 3
"""So many sigmas below mu is the strength that somebody has almost surely; that is shown."""
BEGIN, STEP = 1000, 40
"""What is shown of a rating that rests on nothing, and of each unit of strength."""
PROVISIONAL = 10
"""Games on which a rating rests before it is more than provisional."""
DAY = 24 * 3600.0
MOST_A_DAY = 10
"""Games of the same two accounts that count within a day."""
BOT = "bot:"
"""Begins what a bot is rated as; no id of a person has a colon."""

Reason = Literal[
    "left", "taken over", "guest", "several seats", "no person", "programs", "own bot", "not begun", "too often"
]


class Rating(NamedTuple):
    """What is known of somebody's strength."""

    mu: float = float(MODEL.mu)
    sigma: float = float(MODEL.sigma)


class Sitting(NamedTuple):
    """All on which it depends whether a game counts."""

    began: Sequence[Seat]  # who sat where when it began
    ended: Sequence[Seat]  # ... and when it ended
    accounts: Mapping[str, bool]  # those of them who are accounts, each with whether a program plays for it
    decided: frozenset[int]  # seats that decided something
    resigned: bool = False  # somebody gave it up
    met: int = 0  # games that two of the accounts have played in the last day, at most


def shown(rating: Rating) -> int:
    """A rating as players read it: 1000 to begin with, more for who is surely better; 0 for one that is damaged.

    >>> shown(Rating()), shown(Rating(30.0, 2.0))
    (1000, 1960)
    """
    return round(BEGIN + STEP * (rating.mu - DOUBT * rating.sigma)) if is_sound(rating) else 0


def is_sound(rating: Rating) -> bool:
    """Whether it is of numbers that can be counted with."""
    return math.isfinite(rating.mu) and math.isfinite(rating.sigma)


def is_provisional(games: int) -> bool:
    """Whether a rating rests on so few games that it may still change a lot."""
    return games < PROVISIONAL


def who_of(seat: Seat) -> str | None:
    """As whom a seat is rated: its person, also where a bot plays for that, else the bot's level; None for nobody.

    >>> who_of(Seat("Ada", guest="x7")), who_of(Seat("normal", bot="normal"))
    ('x7', 'bot:normal')
    """
    return seat.guest or (f"{BOT}{seat.bot}" if seat.bot else None)


def level_of(who: str) -> str | None:
    """The level of a bot by as whom it is rated; None for a person."""
    return who.removeprefix(BOT) if who.startswith(BOT) else None


def after(before: Sequence[Rating], who: Sequence[str], places: Sequence[int]) -> dict[str, Rating]:
    """The ratings of all who played, from those that each seat had before. Equal places are a draw."""
    known = [MODEL.rating(mu=rating.mu, sigma=rating.sigma) for rating in before]
    return {
        one: Rating(float(skill.mu), float(skill.sigma)) for one, skill in after_game(MODEL, known, who, places).items()
    }


def why_not(game: Sitting) -> Reason | None:
    """Why a rated game that is over does not count; None if it does."""
    began, ended = [list(map(who_of, seats)) for seats in (game.began, game.ended)]
    people = [who for who in ended if who is not None and level_of(who) is None]
    programs = sum(game.accounts.get(who, False) for who in people)
    reasons: dict[Reason, bool] = {
        "left": None in ended,
        "taken over": began != ended,
        "guest": not all(who in game.accounts for who in people),
        "several seats": len(set(people)) < len(people),
        "no person": programs == len(people) or len(set(ended)) < 2,
        "programs": programs > 1,
        "own bot": any(is_own(level) for level in map(level_of, filter(None, ended)) if level),
        # who never came was not there; but to see a hand and to resign is to play
        "not begun": not game.resigned and any(who in people and n not in game.decided for n, who in enumerate(ended)),
        "too often": game.met >= MOST_A_DAY,
    }
    return next((reason for reason, holds in reasons.items() if holds), None)
