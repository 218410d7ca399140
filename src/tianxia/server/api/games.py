"""What programs do: see the account and its games, begin games, play in them, give them up."""

import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import msgspec
from msgspec import UNSET, UnsetType
from starlette.responses import Response

import tianxia
from tianxia.server import choices
from tianxia.server.api.calls import Call, no_game
from tianxia.server.api.problems import STATUS, Problem, too_much
from tianxia.server.api.shapes import LEVELS, OPEN, OWN, Accepted, AccountInfo, Consent, Games, NewGame, game_info
from tianxia.server.limits import Limiter, address_of
from tianxia.server.visitors import root_of
from tianxia.tables import time_control
from tianxia.tables.frames import Ack, AnswerOffer, Command, MakeOffer, Return, Undo
from tianxia.tables.opened import Unreadable
from tianxia.tables.refused import Refused
from tianxia.tables.rows import EMPTY, Seat, What
from tianxia.tables.seating import rise
from tianxia.tables.setup import Terms
from tianxia.tables.table import Playing, Table
from tianxia.tables.time_control import Clock


def answer(value: object, status: int = 200, **headers: str) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, {"cache-control": "no-store", **headers}, "application/json")


async def account(call: Call) -> Response:
    """Whose token it is, and what it is good for."""
    person = call.person
    return answer(AccountInfo(person.id, person.name, person.program, sorted(call.token.scopes)))


async def games(call: Call) -> Response:
    """The games of the account, the last played first."""
    return answer(Games([game_info(game, call.person) for game in await call.registry.games_of(call.person)]))


async def begin(call: Call) -> Response:
    """Begins a game: the account against bots of this server, against whoever joins, or in several seats of its own."""
    wanted: NewGame = call.body
    made = loaded(wanted)
    seats = seats_of(wanted, made, call)
    limiter: Limiter = call.request.app.state.limiter
    bucket = limiter.games[address_of(call.request)]
    if not bucket.take():
        raise too_much("too many games are begun from this address", bucket.soon())
    id = await call.registry.create(made.id, dict(wanted.options), seats, call.lang, Terms(clock=clock_of(wanted)))
    async with opened(call, id):
        pass  # bots begin
    (game,) = await call.registry.games_of(call.person, id)
    return answer(game_info(game, call.person), 201, location=f"{root_of(call.request)}/table/{id}")


def clock_of(wanted: NewGame) -> Clock | None:
    """The clock that is named; raises ``Problem`` if there is none of that name."""
    try:
        return time_control.read(wanted.clock)
    except KeyError as error:
        names = list(time_control.TITLES)
        detail = str(tianxia.UnknownName("clock", wanted.clock, names))
        raise Problem(422, "illegal", detail, where="body.clock", expected=", ".join(names)) from error


def loaded(wanted: NewGame) -> "tianxia.Game":
    """The game with its options; raises ``Problem`` for what there is not."""
    try:
        usual = tianxia.load(wanted.game)
    except tianxia.TianxiaError as error:
        expected = ", ".join(tianxia.games.names())
        raise Problem(422, "illegal", str(error), where="body.game", expected=expected) from error
    names = [option.name for option in usual.option_table]
    try:
        if unknown := wanted.options.keys() - set(names):
            raise tianxia.UnknownName(f"option of {usual.id}", min(unknown), names)
        return tianxia.load(wanted.game, **wanted.options)
    except tianxia.TianxiaError as error:
        expected = f"options of {usual.id}: {', '.join(names)}"
        raise Problem(422, "illegal", str(error), where="body.options", expected=expected) from error


def seats_of(wanted: NewGame, made: "tianxia.Game", call: Call) -> tuple[Seat, ...]:
    """Who is to sit where; raises ``Problem``."""
    sitters = (OWN, OPEN, *LEVELS)
    for place, valid, named in (("level", LEVELS, [wanted.level]), ("seats", sitters, wanted.seats)):
        if unknown := set(named) - set(valid):
            detail = str(tianxia.UnknownName("level", min(unknown), valid))
            raise Problem(422, "illegal", detail, where=f"body.{place}", expected=", ".join(valid))
    if not wanted.seats:
        return choices.Choices(made, dict(wanted.options), wanted.level, None, 0).seats(call.person)
    if len(wanted.seats) != made.seats or OWN not in wanted.seats:
        expected = f"{made.seats} of {', '.join(sitters)}, with {OWN} among them"
        raise Problem(422, "illegal", "nobody can sit like that", where="body.seats", expected=expected)
    several = wanted.seats.count(OWN) > 1
    titles = made.notes.SEAT_TITLES
    return tuple(
        call.person.seat(titles[number] if several else "")
        if who == OWN
        else EMPTY
        if who == OPEN
        else Seat(who, bot=who)
        for number, who in enumerate(wanted.seats)
    )


def unreadable() -> Problem:
    """There is such a game, and nothing to be done with it here."""
    detail = "this game does not fit this version of the program, or needs another map or deck; it is kept"
    return Problem(409, "unreadable", detail, where="path.id")


@asynccontextmanager
async def opened(call: Call, id: str | None = None) -> AsyncIterator[Table]:
    """The table of the address, while it is visited; raises ``Problem``."""
    try:
        async with call.registry.visiting(id or call.game) as table:
            if table is None:
                raise no_game()
            yield table
    except Unreadable as error:
        raise unreadable() from error


def wish(seat: int | UnsetType) -> str | None:
    """A seat as the table reads it."""
    return None if seat is UNSET else str(seat)


RIGHT = "an action of the list `legal` in the stream of the game"


def refused(by: Refused, where: str = "", number: int | None = None, legal: str = "") -> Problem:
    """What a table refused, as a problem; ``legal`` says what would be."""
    right = {
        "stale": "read the stream on, choose again, and name the new number",
        "illegal": legal,
        "foreign": "a seat of the account itself, as GET /api/games lists them",
    }
    headers = {"retry-after": "5"} if by.code in ("limited", "paused") else {}
    expected = right.get(by.code, "")
    return Problem(STATUS[by.code], by.code, by.reason, where=where, expected=expected, number=number, headers=headers)


async def play(call: Call) -> Response:
    """Plays an action. With a key it is played once, however often it is sent, and gets the same answer."""

    def made(id: str, table: Table, number: int) -> Command:
        return Command(id, table.setup.id, number, _action(call, table))

    return await _command(call, "command", made)


async def undo(call: Call) -> Response:
    """Takes the own last action back, as far as nothing new was shown since."""
    return await _command(call, "undo", lambda id, table, number: Undo(id, table.setup.id, number))


async def offer(call: Call) -> Response:
    """Asks the others for their consent. `may_offer` in the stream of the game tells what may be asked for."""
    what: What = call.body.what
    return await _command(call, "offer", lambda id, table, number: MakeOffer(id, table.setup.id, number, what))


async def consent(call: Call) -> Response:
    """Agrees to an offer, or declines it."""
    body: Consent = call.body
    return await _command(call, "answer", lambda id, table, _: AnswerOffer(id, table.setup.id, body.offer, body.agree))


async def back(call: Call) -> Response:
    """Returns to a seat in which a bot plays for the account."""
    return await _command(call, "return", lambda id, table, _: Return(id, table.setup.id))


async def _command(call: Call, kind: str, made: Callable[[str, Table, int], Playing | Return]) -> Response:
    """Carries out what is ``made`` of a key, the table and the number that was seen last."""
    async with opened(call) as table:
        return await _commanded(call, table, kind, made)


async def _commanded(
    call: Call, table: Table, kind: str, made: Callable[[str, Table, int], Playing | Return]
) -> Response:
    key = call.key or secrets.token_urlsafe(12)
    await call.work(kind)
    person, wanted = call.person.id, wish(call.body.seat)
    if wanted is None and len(own := table.seats_of(person)) > 1:  # which one is asked first changes with each command
        expected = f"one of {', '.join(map(str, own))}"
        raise Problem(422, "illegal", "the account has several seats here", where="body.seat", expected=expected)
    try:
        seat = table.seat_of(person, wanted, call.lang)
    except Refused as by:
        raise refused(by, "body.seat") from by
    seen = getattr(call.body, "expect", UNSET)
    frame = made(key, table, table.history.streams[seat].number if seen is UNSET else seen)
    if isinstance(frame, Return):
        told = await table.attend_of(person, wanted, frame, call.lang)
    else:
        told = await table.command_of(person, wanted, frame, call.lang)
    if isinstance(told, Ack):
        return answer(Accepted(told.id, told.number))
    number = table.history.streams[seat].number if told.code == "stale" else None
    stale, illegal, legal = AT_FAULT[kind]
    where = {"stale": stale, "illegal": illegal, "foreign": "body.seat"}.get(told.code, "")
    raise refused(Refused(told.code, told.reason), where, number, legal)


AT_FAULT = {
    "command": ("body.expect", "body.action", RIGHT),
    "undo": ("body.expect", "", "to take back where `can_undo` is true in the stream of the game"),
    "offer": ("body.expect", "body.what", "what `may_offer` lists in the stream of the game"),
    "answer": ("body.offer", "", "an answer where `asked` is true of the `offer` in the stream of the game"),
    "return": ("", "", "to return where `deputy` is true of the seat in the stream of the game"),
}
"""For each kind of command which part is at fault where it is stale or illegal, and what would be legal."""


def _action(call: Call, table: Table) -> int:
    """The action that is meant; raises ``Problem`` where there is none such in this game."""
    try:
        return table.game.action(call.body.action).id
    except (tianxia.TianxiaError, ValueError, TypeError, OverflowError) as error:
        raise Problem(422, "illegal", str(error), where="body.action", expected=RIGHT) from error


async def join(call: Call) -> Response:
    """Takes an open seat of a game. With the last one it starts."""
    seat = None if call.body.seat is UNSET else call.body.seat
    await _arrange(call, call.registry.sit(call.game, call.person, call.lang, seat), "body.seat")
    (game,) = await call.registry.games_of(call.person, call.game)
    return answer(game_info(game, call.person))


async def leave(call: Call) -> Response:
    """Leaves a game that has not started."""
    await _arrange(call, call.registry.arrange(call.game, rise(call.person.id, call.lang), call.lang))
    return await games(call)


async def _arrange(call: Call, done: Awaitable[object], where: str = "") -> None:
    """What is done to a table that waits, by the same rules as on its page."""
    try:
        await done
    except Refused as by:
        raise no_game() if by.code == "gone" else refused(by, where) from by
    except Unreadable as by:
        raise unreadable() from by


async def resign(call: Call) -> Response:
    """Gives the game up, with all seats of the account."""
    async with opened(call) as table:
        try:
            await table.resign(call.person.id, call.lang)
        except Refused as by:
            raise refused(by) from by
    (game,) = await call.registry.games_of(call.person, call.game) or (None,)
    if game is None:
        raise no_game()
    return answer(game_info(game, call.person))


async def export(call: Call) -> Response:
    """All that is stored of a game and that the account may know; of one that is over, all."""
    told = await call.registry.store.export(call.game, call.person.id)
    if told is None:
        raise no_game()
    return Response(json.dumps(told), media_type="application/json", headers={"cache-control": "no-store"})
