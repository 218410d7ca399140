"""A guest's games in words, as the start page lists them; made from what the store keeps beside each game."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from babel.dates import format_datetime, format_timedelta

import tianxia
from tianxia.engine import i18n
from tianxia.server.boxes import cover
from tianxia.tables.moment import counted
from tianxia.tables.rows import EMPTY, Seat
from tianxia.tables.store import Person, Standing, Summary
from tianxia.tables.time_control import lasting
from tianxia.tables.views import bot_name, bot_numbers, called


class Points(NamedTuple):
    """What somebody has in a game, as everybody sees it."""

    name: str
    points: int
    own: bool


class Line(NamedTuple):
    """One of a guest's games. Of one that can't be read only its fault is sure."""

    id: str
    title: str
    cover: str  # address of a picture; empty for a game that this version does not know
    rivals: list[str]
    rival_seats: int  # how many they are, also where several bots are one of the rivals
    own: int  # seats of the guest
    begun: str  # empty if that is not known
    begun_at: str  # the same for programs
    played: str  # how long ago; empty if not yet
    where: str  # the round, hand or turn; empty where that is not known
    turn: str  # whose turn it is, or how it ended
    mine: bool  # it is the guest's turn
    score: list[Points]  # the guest's own first; empty where points are secret or there are none
    due: str  # how much time is left to who is to act, the guest before others; empty without a clock that runs
    over: bool
    started: bool
    can_resign: bool
    guided: bool  # a guided first game
    fault: str


def line(summary: Summary, guest: Person, lang: str) -> Line:
    """A game in words, in a language."""
    known = summary.game in tianxia.games.names()
    own = [number for number, seat in enumerate(summary.seats) if seat.guest == guest.id]
    rivals = [seat for seat in summary.seats if seat.guest != guest.id and seat != EMPTY]
    created = datetime.fromtimestamp(summary.created, UTC).astimezone()
    standing = summary.standing if not summary.fault else None
    return Line(
        id=summary.id,
        title=tianxia.load(summary.game).title if known else summary.game,
        cover=cover(summary.game) if known else "",
        rivals=sitters(rivals, lang),
        rival_seats=len(rivals),
        own=len(own),
        begun=format_datetime(created, "d MMM y, HH:mm", locale=lang) if summary.created else "",
        begun_at=created.isoformat(timespec="minutes"),
        played=ago(summary.played, lang) if summary.played > summary.created else "",
        where=where(summary.game, standing, lang) if standing and summary.started else "",
        turn=turn(summary, standing, own, lang) if standing else "",
        mine=summary.waits_for(own),
        score=score(summary.seats, standing, own, lang) if standing and summary.started else [],
        due=time_left(standing, own, lang) if standing and not summary.over else "",
        over=summary.over,
        started=summary.started,
        can_resign=can_resign(summary, own),
        guided=summary.guided,
        fault=summary.fault,
    )


def score(sitting: Sequence[Seat], standing: Standing, own: Sequence[int], lang: str) -> list[Points]:
    """The points of all who play, as far as everybody sees them: the guest's own first, who has several seats in order."""
    if not standing.score:
        return []
    numbers, alone = bot_numbers(sitting), i18n.translator(lang).gettext("you") if len(own) == 1 else ""
    seats = sorted(range(len(sitting)), key=lambda seat: (seat not in own, seat))
    return [
        Points(
            alone if alone and seat in own else called(sitting[seat], lang, numbers.get(seat)),
            standing.score[seat],
            seat in own,
        )
        for seat in seats
    ]


def time_left(standing: Standing, own: Sequence[int], lang: str) -> str:
    """How much time is left, in words: to the guest if it is its turn, else to whoever has least."""
    running = [(seat not in own, at) for seat, at in enumerate(standing.due) if at is not None]
    if not running:
        return ""
    left = max(0.0, min(running)[1] - time.time())
    say = i18n.translator(lang).gettext
    return say("time left: {time}").format(time=lasting(left, lang)) if left >= 1 else say("time is over")


def can_resign(game: Summary, own: Sequence[int]) -> bool:
    """There is somebody to whom a game could be lost."""
    given_up = game.standing is not None and {*own} <= {*game.standing.resigned}
    return game.started and not (game.over or game.fault or given_up) and 0 < len(own) < len(game.seats)


def ago(at: float, lang: str) -> str:
    """How long ago something was, in words; ``at`` in Unix seconds."""
    since = datetime.fromtimestamp(at, UTC) - datetime.now(UTC)
    return str(format_timedelta(since, add_direction=True, locale=lang))


def sitters(seats: Sequence[Seat], lang: str) -> list[str]:
    """People by their names, also where a bot plays for them; several bots by how many there are."""
    return [called(seat, lang) for seat in seats if seat.guest or not seat.bot] + bots_in_words(seats, lang)


def where(game: str, standing: Standing, lang: str) -> str:
    """How far a game is, by what its players count; empty before they begin to."""
    say = i18n.translator(lang).gettext
    words = {"round": say("Round {round}"), "hand_number": say("Hand {number}"), "turn": say("Turn {turn}")}
    field = counted(tianxia.load(game).table)
    if not field or not standing.count:
        return ""
    return words[field].format(round=standing.count, number=standing.count, turn=standing.count)


def turn(summary: Summary, standing: Standing, own: Sequence[int], lang: str) -> str:
    """Whose turn it is; of a game that is over, how it ended for a guest."""
    say = i18n.translator(lang).gettext
    if not summary.started:
        return say("waiting for players")
    if standing.settled:
        return say("draw by agreement") if standing.settled == "draw" else say("abandoned")
    if standing.result is None:
        if summary.waits_for(own):
            return (
                say("your turn")
                if len(own) == 1
                else say("{names} to play").format(names=_sides(summary, standing, lang))
            )
        return say("waiting for {names}").format(names=_sides(summary, standing, lang))
    won = len(own) == 1 and standing.result[own[0]] == 1  # as who goes last of all does
    if not won and set(own) & set(standing.resigned):
        return say("you resigned")
    if not won and set(own) & set(standing.away):
        return say("your time was over")
    if len(own) != 1:
        return say("over")
    place, shared = standing.result[own[0]], standing.result.count(1) > 1
    if place == 1:
        return say("shared first place") if shared else say("you won")
    if len(summary.seats) == 2:
        return say("you lost")
    return say("place {place} of {count}").format(place=place, count=len(summary.seats))


def _sides(summary: Summary, standing: Standing, lang: str) -> str:
    """Whose decision it is, by name; of several bots how many there are."""
    asked = [summary.seats[seat] for seat in standing.to_act if seat < len(summary.seats)]
    return ", ".join(sitters(asked, lang))


def bots_in_words(seats: Sequence[Seat], lang: str) -> list[str]:
    """One bot by its name; of several how many there are."""
    levels = [seat.bot for seat in seats if seat.bot and not seat.guest]
    if len(levels) < 2:
        return [bot_name(level, lang) for level in levels]
    counted = i18n.translator(lang).ngettext("{count} bot", "{count} bots", len(levels))
    return [counted.format(count=len(levels))]
