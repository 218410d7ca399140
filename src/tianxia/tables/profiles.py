"""What is told of ratings and results: the ranking of a game, and what somebody has done. A few statements a page, however
much there is."""

from collections.abc import Sequence
from itertools import groupby, zip_longest
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import BindParameter, bindparam, case, exists, func, or_, select

from tianxia.tables.ratings import DOUBT, Rating, is_provisional, level_of, shown
from tianxia.tables.reads import TERMS, is_time
from tianxia.tables.schema import GAMES, PEOPLE, RATINGS, RESULTS, Statement
from tianxia.tables.schema import SEATS as SITTING
from tianxia.tables.statements import Database, ask
from tianxia.tables.store import readable

SHOWN_GAMES = 200
"""Games in a history, and the last ones of which rivals are counted."""
RECENT = 20
RIVALS = 30

WHO: BindParameter[str] = bindparam("of_who")
READER: BindParameter[str] = bindparam("of_reader")
NAMED: BindParameter[str] = bindparam("of_name")
SEATS: BindParameter[int] = bindparam("of_seats")
HERE = (RATINGS.c.game == NAMED) & (RATINGS.c.seats == SEATS)
LISTED = or_((PEOPLE.c.hidden == 0) & PEOPLE.c.banned.is_(None), PEOPLE.c.id.is_(None))
"""Bots are, and people but for those who want it otherwise or are banned."""
SURE = RATINGS.c.mu - DOUBT * RATINGS.c.sigma

CATEGORIES = Statement(select(RATINGS.c.game, RATINGS.c.seats).distinct().order_by(RATINGS.c.game, RATINGS.c.seats))
HOW_MANY = Statement(
    select(func.count()).select_from(RATINGS).outerjoin(PEOPLE, PEOPLE.c.id == RATINGS.c.who).where(HERE, LISTED)
)
RANKED = Statement(
    select(
        RATINGS.c.who,
        PEOPLE.c.name,
        PEOPLE.c.program,
        RATINGS.c.mu,
        RATINGS.c.sigma,
        RATINGS.c.games,
        RATINGS.c.firsts,
        RATINGS.c.last,
    )
    .outerjoin(PEOPLE, PEOPLE.c.id == RATINGS.c.who)
    .where(HERE, LISTED)
    .order_by(SURE.desc(), RATINGS.c.who)
    .limit(bindparam("most"))
    .offset(bindparam("first"))
)
A_PERSON = Statement(
    select(PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.program, PEOPLE.c.hidden).where(
        PEOPLE.c.key == bindparam("of_key"), PEOPLE.c.deleted.is_(None)
    )
)
OF_GAMES = tuple(f"of_game_{n}" for n in range(100))
"""The parameters of a statement that is asked of so many games at once; null where there are fewer."""
PROFILED = Statement(
    select(PEOPLE.c.id, PEOPLE.c.name)
    .join(SITTING, SITTING.c.guest == PEOPLE.c.id)
    .where(SITTING.c.game.in_([bindparam(name) for name in OF_GAMES]), PEOPLE.c.hidden == 0, PEOPLE.c.banned.is_(None))
    .where(PEOPLE.c.key.is_not(None), exists(select(RATINGS.c.who).where(RATINGS.c.who == PEOPLE.c.id)))
)
BETTER, RIVAL = RATINGS.alias("better"), PEOPLE.alias("rival")
ABOVE = (
    select(func.count())
    .select_from(BETTER)
    .outerjoin(RIVAL, RIVAL.c.id == BETTER.c.who)
    .where(
        BETTER.c.game == RATINGS.c.game,
        BETTER.c.seats == RATINGS.c.seats,
        BETTER.c.mu - DOUBT * BETTER.c.sigma > SURE,
        or_((RIVAL.c.hidden == 0) & RIVAL.c.banned.is_(None), RIVAL.c.id.is_(None)),
    )
    .scalar_subquery()
)
RATED = Statement(
    select(
        RATINGS.c.game,
        RATINGS.c.seats,
        RATINGS.c.mu,
        RATINGS.c.sigma,
        RATINGS.c.games,
        RATINGS.c.firsts,
        RATINGS.c.last,
        ABOVE,
    )
    .where(RATINGS.c.who == WHO)
    .order_by(RATINGS.c.last.desc(), RATINGS.c.game, RATINGS.c.seats)
)
LATEST = (
    select(RESULTS.c.number)
    .where(RESULTS.c.who == WHO, RESULTS.c.game == NAMED, RESULTS.c.seats == SEATS)
    .distinct()
    .order_by(RESULTS.c.number.desc())
    .limit(bindparam("most"))
)
OWN, OTHER = RESULTS.alias("own"), RESULTS.alias("other")
HISTORY = Statement(
    select(OWN.c.number, OWN.c.at, OWN.c.mu_before, OWN.c.sigma_before, OWN.c.mu, OWN.c.sigma, func.min(OWN.c.place))
    .where(OWN.c.who == WHO, OWN.c.game == NAMED, OWN.c.seats == SEATS, OWN.c.number.in_(LATEST))
    .group_by(OWN.c.number, OWN.c.at, OWN.c.mu_before, OWN.c.sigma_before, OWN.c.mu, OWN.c.sigma)
    .order_by(OWN.c.number)
)
AGAINST = Statement(
    select(
        OTHER.c.who,
        func.max(PEOPLE.c.name),
        func.max(PEOPLE.c.hidden),
        func.count(OTHER.c.number.distinct()),
        func.sum(case((OWN.c.place < OTHER.c.place, 1), else_=0)),
        func.sum(case((OWN.c.place == OTHER.c.place, 1), else_=0)),
        func.sum(case((OWN.c.place > OTHER.c.place, 1), else_=0)),
    )
    .join(OTHER, (OTHER.c.number == OWN.c.number) & (OTHER.c.seat != OWN.c.seat))
    .outerjoin(PEOPLE, PEOPLE.c.id == OTHER.c.who)
    .where(OWN.c.who == WHO, OWN.c.game == NAMED, OWN.c.seats == SEATS, OWN.c.number.in_(LATEST))
    .group_by(OTHER.c.who)
    .order_by(func.count(OTHER.c.number.distinct()).desc(), OTHER.c.who)
    .limit(RIVALS)
)
LINES = Statement(
    select(
        RESULTS.c.number,
        RESULTS.c.id,
        GAMES.c.terms,
        exists(select(SITTING.c.game).where(SITTING.c.game == RESULTS.c.id, SITTING.c.guest == READER)),
        RESULTS.c.at,
        RESULTS.c.who,
        PEOPLE.c.name,
        PEOPLE.c.hidden,
        RESULTS.c.place,
        RESULTS.c.points,
        RESULTS.c.mu_before,
        RESULTS.c.sigma_before,
        RESULTS.c.mu,
        RESULTS.c.sigma,
    )
    .outerjoin(PEOPLE, PEOPLE.c.id == RESULTS.c.who)
    .outerjoin(GAMES, GAMES.c.id == RESULTS.c.id)
    .where(RESULTS.c.number.in_(LATEST))
    .order_by(RESULTS.c.number.desc(), RESULTS.c.seat)
)


class Somebody(NamedTuple):
    """Who has a rating or a result. A bot has a level; of who has deleted the account nothing is known."""

    who: str | None
    name: str = ""
    level: str | None = None
    program: bool = False
    hidden: bool = False  # what it did is for nobody else


class Rated(NamedTuple):
    """A rating, and where it stands among all."""

    game: str
    seats: int
    place: int  # among all of that game and number of seats
    somebody: Somebody
    shown: int
    provisional: bool
    games: int
    firsts: int  # games in which it was first
    last: float  # Unix seconds


class Ranking(NamedTuple):
    """A part of all who are rated at a game of so many seats."""

    lines: list[Rated]
    total: int


class Point(NamedTuple):
    """A rating after a game."""

    at: float
    before: int
    shown: int
    place: int


class Against(NamedTuple):
    """How somebody did against a rival: how often it came before it, beside it, after it. A bot may have several seats."""

    rival: Somebody
    games: int
    ahead: int
    level: int
    behind: int


class Seated(NamedTuple):
    """A seat of a game that counted."""

    somebody: Somebody
    place: int
    points: int | None
    before: int
    shown: int


class Played(NamedTuple):
    """A game that counted."""

    id: str
    shown: bool  # the game is there still, and the reader may see it
    at: float
    seats: list[Seated]


class Record(NamedTuple):
    """What somebody did at a game of so many seats: in the last games that counted."""

    history: list[Point]  # the first one first
    against: list[Against]  # the rivals who were met most
    recent: list[Played]  # the last one first


def somebody(who: str | None, name: str | None, program: int = 0, hidden: int | None = 0) -> Somebody:
    """Who that is, from what the store has."""
    level = level_of(who) if who else None
    return Somebody(who, readable(name or ""), level, bool(program), bool(hidden))


def categories(database: Database) -> list[tuple[str, int]]:
    """Games and numbers of seats in which anybody is rated."""
    return [(str(game), int(seats)) for game, seats in ask(database, CATEGORIES).fetchall()]


def ranking(database: Database, game: str, seats: int, first: int, most: int) -> Ranking:
    """Who is rated, the best first, from a place (0 = the best) on."""
    (count,) = ask(database, HOW_MANY, of_name=game, of_seats=seats).fetchone()
    found = ask(database, RANKED, of_name=game, of_seats=seats, first=first, most=most).fetchall()
    lines = [
        _rated(game, seats, place, somebody(who, name, program), *values)
        for place, (who, name, program, *values) in enumerate(found, first + 1)
    ]
    return Ranking(lines, int(count))


def _rated(
    game: str, seats: int, place: int, who: Somebody, mu: float, sigma: float, games: int, firsts: int, last: float
) -> Rated:
    return Rated(game, seats, place, who, shown(Rating(mu, sigma)), is_provisional(games), games, firsts, _time(last))


def person(database: Database, key: str) -> Somebody | None:
    """The account whose name has this key."""
    found = ask(database, A_PERSON, of_key=key).fetchone()
    return somebody(*found) if found else None


def profiled(database: Database, games: Sequence[str]) -> dict[str, str]:
    """Who plays in these games and has a profile that everybody may see: names by person."""
    found: dict[str, str] = {}
    for first in range(0, len(games), len(OF_GAMES)):
        asked = zip_longest(OF_GAMES, games[first : first + len(OF_GAMES)])
        found |= {who: readable(name) for who, name in ask(database, PROFILED, **dict(asked))}
    return found


def rated(database: Database, who: str) -> list[Rated]:
    """All ratings of a person or a bot, the one that moved last first."""
    return [
        _rated(game, seats, above + 1, Somebody(who), *values)
        for game, seats, *values, above in ask(database, RATED, of_who=who).fetchall()
    ]


def record(database: Database, who: str, game: str, seats: int, reader: str) -> Record:
    """What somebody has done at a game of so many seats, for a person who reads it; empty for nobody that is known."""
    key: dict[str, Any] = {"of_who": who, "of_name": game, "of_seats": seats}
    history = [
        Point(_time(at), shown(Rating(*values[:2])), shown(Rating(*values[2:])), place)
        for _, at, *values, place in ask(database, HISTORY, **key, most=SHOWN_GAMES)
    ]
    against = [
        Against(somebody(other, name, 0, hidden), games, ahead, level, behind)
        for other, name, hidden, games, ahead, level, behind in ask(database, AGAINST, **key, most=SHOWN_GAMES)
        if other != who
    ]
    found = ask(database, LINES, **key, most=RECENT, of_reader=reader)
    recent = [_played(list(lines)) for _, lines in groupby(found, lambda line: line[0])]
    return Record(history, against, recent)


def _played(lines: list[Any]) -> Played:
    _, id, terms, plays, at, *_ = lines[0]
    seats = [
        Seated(
            somebody(who, name, 0, hidden),
            place,
            points,
            shown(Rating(mu_before, sigma_before)),
            shown(Rating(mu, sigma)),
        )
        for *_, who, name, hidden, place, points, mu_before, sigma_before, mu, sigma in lines
    ]
    return Played(id, terms is not None and (bool(plays) or _watched(terms)), _time(at), seats)


def _time(at: float) -> float:
    """A time that can be shown, also where the store has none."""
    return at if is_time(at) else 0.0


def _watched(terms: Any) -> bool:
    """Whether strangers may look at a game; nobody may look at one whose terms cannot be read."""
    try:
        return TERMS.decode(readable(terms)).onlookers
    except msgspec.DecodeError:
        return False
