"""Results and ratings in the store: what the end of a rated game adds, what deleting an account takes, and all anew.

``results`` is the truth, in the order of its numbers; ``ratings`` is a fold over it. Each function does its part of a
transaction that its caller opens and closes.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec
from sqlalchemy import BindParameter, bindparam, delete, func, insert, null, select, update

from tianxia.tables import profiles, tallies
from tianxia.tables.executor import Executor
from tianxia.tables.logs import logger
from tianxia.tables.ratings import DAY, MOST_A_DAY, Rating, Sitting, after, is_sound, level_of, shown, who_of, why_not
from tianxia.tables.reads import ROW, TERMS, seats
from tianxia.tables.rows import EMPTY, JoinedRow, LeftRow, ResignedRow, Seat, StartedRow
from tianxia.tables.schema import GAMES, PEOPLE, POSTPONED, PULSE, RATINGS, RESULTS, ROWS, Statement
from tianxia.tables.statements import GAME, Database, ask, by_name
from tianxia.tables.store import Outcome, RatingChange, readable

GONE = "deleted:"
"""Begins what somebody is called while all is worked out anew who has deleted the account."""

log = logger(__name__)

WHO: BindParameter[str] = bindparam("of_who")
NAMED: BindParameter[str] = bindparam("of_name")
SEATS: BindParameter[int] = bindparam("of_seats")
RATED = (RATINGS.c.game == NAMED) & (RATINGS.c.seats == SEATS) & (RATINGS.c.who == WHO)
LOCK = Statement(select(PULSE.c.at).where(PULSE.c.one == 1).with_for_update())
"""Where several processes write, they count games one after the other."""
COUNTED = Statement(select(RESULTS.c.seat).where(RESULTS.c.id == GAME).limit(1))
A_GAME = Statement(select(GAMES.c.game, GAMES.c.terms).where(GAMES.c.id == GAME))
AN_ACCOUNT = Statement(select(PEOPLE.c.program).where(PEOPLE.c.id == WHO, PEOPLE.c.key.is_not(None)))
DECIDED = Statement(select(ROWS.c.seat).where(ROWS.c.game == GAME, ROWS.c.command.is_not(None)).distinct())
STOOD = Statement(select(ROWS.c.row).where(ROWS.c.game == GAME).order_by(ROWS.c.number))
OWN, OTHER = RESULTS.alias("own"), RESULTS.alias("other")
MET = Statement(
    select(OTHER.c.who, func.count(OTHER.c.id.distinct()))
    .join(OTHER, OTHER.c.id == OWN.c.id)
    .where(OWN.c.who == WHO, OWN.c.at > bindparam("since"), OTHER.c.who != OWN.c.who)
    .group_by(OTHER.c.who)
)
KNOWN = Statement(select(RATINGS.c.mu, RATINGS.c.sigma).where(RATED))
LATEST = Statement(select(func.coalesce(func.max(RESULTS.c.number), 0)))
NEW_RESULT = Statement(insert(RESULTS))
MOVED = Statement(
    update(RATINGS)
    .where(RATED)
    .values(
        mu=bindparam("new_mu"),
        sigma=bindparam("new_sigma"),
        games=RATINGS.c.games + 1,
        firsts=RATINGS.c.firsts + bindparam("won"),
        last=bindparam("at"),
    )
)
NEW_RATING = Statement(insert(RATINGS))
CHANGES = Statement(
    select(RESULTS.c.mu_before, RESULTS.c.sigma_before, RESULTS.c.mu, RESULTS.c.sigma)
    .where(RESULTS.c.id == GAME)
    .order_by(RESULTS.c.seat)
)
DISOWNED = Statement(update(RESULTS).where(RESULTS.c.who == WHO).values(who=null()))
FORGOTTEN = Statement(delete(RATINGS).where(RATINGS.c.who == WHO))
ALL_FORGOTTEN = Statement(delete(RATINGS))
ALL = Statement(select(RESULTS).order_by(RESULTS.c.number, RESULTS.c.seat))
WRITTEN_ANEW = Statement(
    update(RESULTS)
    .where(RESULTS.c.id == GAME, RESULTS.c.seat == bindparam("of_seat"))
    .values(
        mu_before=bindparam("old_mu"),
        sigma_before=bindparam("old_sigma"),
        mu=bindparam("new_mu"),
        sigma=bindparam("new_sigma"),
    )
)


PUT_OFF = Statement(insert(POSTPONED))
IS_PUT_OFF = Statement(select(POSTPONED.c.id).where(POSTPONED.c.id == GAME))
DUE = Statement(select(POSTPONED.c.id).where(POSTPONED.c.due <= bindparam("now")).order_by(POSTPONED.c.due))
A_PUT_OFF = Statement(select(POSTPONED.c.result).where(POSTPONED.c.id == GAME))
NOT_PUT_OFF = Statement(delete(POSTPONED).where(POSTPONED.c.id == GAME))


class Counting(msgspec.Struct, frozen=True):
    """A game that counts: its name, who sat where as who is rated, how it came out, and when (Unix seconds)."""

    name: str
    who: tuple[str, ...]
    outcome: Outcome
    at: float


class Results:
    """The results and ratings of a store, for those who ask from the event loop."""

    def __init__(self, reads: Executor, writes: Executor) -> None:
        self._reads, self._writes = reads, writes

    async def changes(self, game: str) -> tuple[RatingChange, ...] | None:
        """What a game made of the ratings, by seat; empty if it did not count, None if it is still to do so."""
        return await self._reads.do(lambda database: changes(database, game))

    async def settle(self, now: float) -> list[str]:
        """Counts the games whose end everybody has been shown by now (Unix seconds); gives their names."""
        due = await self._reads.do(lambda database: [id for (id,) in ask(database, DUE, now=now)])
        if due:
            await self._writes.do(lambda database: settle(database, due), games=tuple(due))
        return due

    async def tallies(self, person: str) -> list[tallies.Tally]:
        """What somebody has played against bots, rated or not."""
        return await self._reads.do(lambda database: tallies.of(database, person))

    async def categories(self) -> list[tuple[str, int]]:
        """Games and numbers of seats in which anybody is rated."""
        return await self._reads.do(profiles.categories)

    async def ranking(self, game: str, seats: int, first: int, most: int) -> profiles.Ranking:
        """Who is rated at a game of so many seats, the best first: so many of them from a place on."""
        return await self._reads.do(lambda database: profiles.ranking(database, game, seats, first, most))

    async def person(self, key: str) -> profiles.Somebody | None:
        """The account whose name has this key."""
        return await self._reads.do(lambda database: profiles.person(database, key))

    async def profiled(self, games: Sequence[str]) -> dict[str, str]:
        """Those who play in these games and whose profile everybody may see: their names, by person."""
        return await self._reads.do(lambda database: profiles.profiled(database, games))

    async def profile(self, who: str) -> list[profiles.Rated]:
        """All ratings of a person or a bot, the one that moved last first."""
        return await self._reads.do(lambda database: profiles.rated(database, who))

    async def record(self, who: str, game: str, seats: int, reader: str = "") -> profiles.Record:
        """What somebody has done at a game of so many seats, as far as a person may see it."""
        return await self._reads.do(lambda database: profiles.record(database, who, game, seats, reader))


# -- what the end of a game adds -----------------------------------------------------------------------------------------


def add(database: Database, game: str, outcome: Outcome, at: float) -> None:
    """Counts a rated game that is over, if it counts; once, however often it is told. Where onlookers are some time behind that
    is put off for as long: nobody is to read of its end sooner."""
    ask(database, LOCK).fetchone()
    if ask(database, COUNTED, of_game=game).fetchone() or ask(database, IS_PUT_OFF, of_game=game).fetchone():
        return
    sitting = _sitting(database, game, at)
    if reason := why_not(sitting):
        log.info("a game does not count for ratings", game=game, reason=reason)
        return
    name, terms = ask(database, A_GAME, of_game=game).fetchone()
    counting = Counting(name, tuple(str(who_of(seat)) for seat in sitting.ended), outcome, at)
    if delay := TERMS.decode(readable(terms)).delay:
        ask(database, PUT_OFF, id=game, due=at + delay, result=msgspec.json.encode(counting).decode())
    else:
        _count(database, game, counting)


def settle(database: Database, games: Sequence[str]) -> None:
    """Counts games that were put off, in this order. Who has deleted the account meanwhile is not named there."""
    ask(database, LOCK).fetchone()
    for game in games:
        if (found := ask(database, A_PUT_OFF, of_game=game).fetchone()) is None:  # another process was faster
            continue
        ask(database, NOT_PUT_OFF, of_game=game)
        try:
            told = msgspec.json.decode(readable(found[0]), type=Counting)
        except msgspec.MsgspecError as error:  # the others count all the same
            log.error("a game that was put off cannot be counted for ratings", game=game, reason=str(error))
            continue
        here = [bool(level_of(one) or ask(database, AN_ACCOUNT, of_who=one).fetchone()) for one in told.who]
        known = [one for one in told.who if level_of(one) is None]
        if _met(database, known, told.at) < MOST_A_DAY:
            who = tuple(
                one if there else f"{GONE}{seat}" for seat, (one, there) in enumerate(zip(told.who, here, strict=True))
            )
            _count(database, game, msgspec.structs.replace(told, who=who))


def _count(database: Database, game: str, counting: Counting) -> None:
    name, who, outcome, at = counting.name, counting.who, counting.outcome, counting.at
    (latest,) = ask(database, LATEST).fetchone()
    before = [_known(database, name, len(who), one) for one in who]
    moved = after(before, who, outcome.places)
    for seat, one in enumerate(who):
        ask(
            database,
            NEW_RESULT,
            id=game,
            seat=seat,
            number=latest + 1,
            game=name,
            seats=len(who),
            who=None if one.startswith(GONE) else one,
            place=outcome.places[seat],
            points=outcome.points[seat] if outcome.points else None,
            at=at,
            mu_before=before[seat].mu,
            sigma_before=before[seat].sigma,
            mu=moved[one].mu,
            sigma=moved[one].sigma,
        )
    for one, rating in moved.items():
        if not one.startswith(GONE):
            _move(database, name, len(who), one, rating, first=1 in _places(one, who, outcome.places), at=at)


def _sitting(database: Database, game: str, at: float) -> Sitting:
    """All on which it depends whether a game counts. Who gave a seat up and left is rated there all the same."""
    last = seats(database, game)
    began, resigned = _began(database, game, len(last))
    ended = tuple(began[n] if seat.guest is None and n in resigned else seat for n, seat in enumerate(last))
    people = sorted({seat.guest for seat in ended if seat.guest is not None})
    found = {one: ask(database, AN_ACCOUNT, of_who=one).fetchone() for one in people}
    accounts = {one: bool(row[0]) for one, row in found.items() if row is not None}
    decided = {seat for (seat,) in ask(database, DECIDED, of_game=game)}
    return Sitting(began, ended, accounts, frozenset(decided), bool(resigned), _met(database, list(accounts), at))


def _met(database: Database, accounts: Sequence[str], at: float) -> int:
    """How many games two of these accounts have played in the day before, at most."""
    met = [
        count
        for one in accounts
        for other, count in ask(database, MET, of_who=one, since=at - DAY)
        if other in accounts
    ]
    return max(met, default=0)


def _began(database: Database, game: str, count: int) -> tuple[Sequence[Seat], frozenset[int]]:
    """Who sat where when a game began, and which seats were given up since."""
    sitting, began, resigned = [EMPTY] * count, [EMPTY] * count, set[int]()
    for (text,) in ask(database, STOOD, of_game=game):
        match ROW.decode(readable(text)):
            case JoinedRow(seat=seat, sitter=sitter):
                sitting[seat] = sitter
            case LeftRow(seat=seat):
                sitting[seat] = EMPTY
            case StartedRow(order=order):
                began = [sitting[seat] for seat in order or range(count)]
            case ResignedRow(seat=seat):
                resigned.add(seat)
    return began, frozenset(resigned)


def _places(one: str, who: Sequence[str], places: Sequence[int]) -> list[int]:
    return [place for sitter, place in zip(who, places, strict=True) if sitter == one]


def _known(database: Database, game: str, count: int, who: str) -> Rating:
    found = ask(database, KNOWN, of_name=game, of_seats=count, of_who=who).fetchone()
    return Rating(*found) if found and is_sound(Rating(*found)) else Rating()


def _move(database: Database, game: str, count: int, who: str, rating: Rating, *, first: bool, at: float) -> None:
    key = {"of_name": game, "of_seats": count, "of_who": who}
    moved = ask(database, MOVED, **key, new_mu=rating.mu, new_sigma=rating.sigma, won=int(first), at=at)
    if not moved.rowcount:
        values = {"mu": rating.mu, "sigma": rating.sigma, "games": 1, "firsts": int(first), "last": at}
        ask(database, NEW_RATING, game=game, seats=count, who=who, **values)


def changes(database: Database, game: str) -> tuple[RatingChange, ...] | None:
    """What a game made of the ratings, by seat; None if that is put off."""
    if ask(database, IS_PUT_OFF, of_game=game).fetchone():
        return None
    found = ask(database, CHANGES, of_game=game).fetchall()
    return tuple(RatingChange(shown(Rating(*row[:2])), shown(Rating(*row[2:]))) for row in found)


# -- what is taken, and all anew -----------------------------------------------------------------------------------------


def forget(database: Database, who: str) -> None:
    """Somebody's ratings go; the results stay for those who played there, without saying who it was."""
    ask(database, LOCK).fetchone()
    ask(database, DISOWNED, of_who=who)
    ask(database, FORGOTTEN, of_who=who)


def recompute(database: Database) -> int:
    """Works all ratings out anew from the results, in the order in which the games counted; gives how many games."""
    ask(database, LOCK).fetchone()
    ask(database, ALL_FORGOTTEN)
    results = [by_name(RESULTS, row) for row in ask(database, ALL).fetchall()]
    games = [list(lines) for _, lines in groupby(results, lambda line: line["number"])]
    for lines in games:
        _count_anew(database, lines)
    return len(games)


def _count_anew(database: Database, lines: Sequence[Mapping[str, Any]]) -> None:
    """Counts a game from its results. Who is deleted has the rating there that it had."""
    name, places = lines[0]["game"], [line["place"] for line in lines]
    who = [line["who"] or f"{GONE}{line['seat']}" for line in lines]
    before = [
        _known(database, name, len(lines), one) if line["who"] else Rating(line["mu_before"], line["sigma_before"])
        for one, line in zip(who, lines, strict=True)
    ]
    moved = after(before, who, places)
    for one, line, old in zip(who, lines, before, strict=True):
        values = {"old_mu": old.mu, "old_sigma": old.sigma, "new_mu": moved[one].mu, "new_sigma": moved[one].sigma}
        ask(database, WRITTEN_ANEW, of_game=line["id"], of_seat=line["seat"], **values)
    for one, rating in moved.items():
        if not one.startswith(GONE):
            first = 1 in _places(one, who, places)
            _move(database, name, len(lines), one, rating, first=first, at=lines[0]["at"])
