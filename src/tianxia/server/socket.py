"""The table socket: frames in, frames out. Whatever comes in is answered; nothing that comes in can break the table."""

import asyncio
import contextlib
from functools import partial

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tianxia.engine import i18n
from tianxia.engine.errors import shortly
from tianxia.server.limits import Bucket, Limiter, address_of
from tianxia.server.security import host_of, same_origin
from tianxia.server.visitors import accounts_of, lang_of, session_of
from tianxia.tables.accounts import Banned
from tianxia.tables.frames import (
    FRAME_TYPES,
    DayOff,
    Echo,
    ErrorCode,
    ErrorFrame,
    Freely,
    Hello,
    Hint,
    Hush,
    Look,
    Ping,
    Report,
    Return,
    Say,
    ServerFrame,
    Why,
    WhyAnswer,
    decode_frame,
    encode_frame,
)
from tianxia.tables.logs import logger, trace_of
from tianxia.tables.onlookers import admits
from tianxia.tables.opened import Unreadable
from tianxia.tables.refused import Refused
from tianxia.tables.registry import Registry
from tianxia.tables.store import Session, StoreError
from tianxia.tables.subscriber import Subscriber
from tianxia.tables.table import Table

log = logger(__name__)

FRAME_LIMIT = 4096  # bytes; the largest frame that a page sends has some 300
RATE, BURST = 40.0, 100  # frames a second, and at once
PATIENCE = 200  # frames over the limit before the connection is closed
POLICY, FAILED = 1008, 1011  # close codes


class Texts:
    """Frames as text; the last one is kept, since many who look on get the same."""

    def __init__(self) -> None:
        self._last: tuple[ServerFrame | None, str] = None, ""

    def of(self, frame: ServerFrame) -> str:
        """A frame in JSON."""
        if frame is not self._last[0]:
            self._last = frame, encode_frame(frame).decode()
        return self._last[1]


_texts = Texts()


async def table_socket(socket: WebSocket) -> None:
    """``/table/{id}/socket``; who has several seats names the one that it wants to see with ``?seat=``, or ``none``."""
    limiter: Limiter = socket.app.state.limiter
    address, lang = address_of(socket), lang_of(socket)
    try:
        if limiter.sockets[address] >= limiter.limits.sockets:
            raise Refused("limited", say(lang, "Too many tables are open from this address. Close some of them."))
        with limiter.line(address):
            await _visit(socket, address, lang)
    except Refused as refused:
        await _turn_away(socket, refused)


async def _visit(socket: WebSocket, address: str, lang: str) -> None:
    """Lets in who may come; raises ``Refused`` where there is nothing to see."""
    if not same_origin(socket):
        told = say(lang, "Refused: origin. Your browser is at {origin}, but this site was asked for as {host}.")
        origin = socket.headers.get("origin", "")[:200]
        raise Refused("origin", told.format(origin=origin or "?", host=host_of(socket)[:200] or "?"))
    limiter: Limiter = socket.app.state.limiter
    if not await limiter.work(address, "hello"):
        raise Refused("limited", _too_much(lang))
    try:
        session = await session_of(socket)
    except StoreError as error:
        raise Refused("failed", say(lang, "The program failed here; nothing was changed.")) from error
    except Banned as error:
        told = say(lang, "You cannot play here any more. Whoever runs this site has closed it to you.")
        raise Refused("gone", told) from error
    with accounts_of(socket).line(session, partial(_hang_up, socket)):
        await _sit(socket, session, address, lang)


async def _sit(socket: WebSocket, session: Session | None, address: str, lang: str) -> None:
    """Opens the table and stays there; raises ``Refused`` where there is nothing to see."""
    async with contextlib.AsyncExitStack() as visit:
        try:
            table = await _opened(socket, visit)
        except Unreadable:
            table = None
        except StoreError as error:
            raise Refused("failed", say(lang, "The program failed here; nothing was changed.")) from error
        if socket.client_state == WebSocketState.DISCONNECTED:  # whoever it was did not wait
            return
        if table is None:
            raise Refused("gone", say(lang, "There is no such table, or it cannot be opened."))
        await _stay(socket, table, session.person.id if session else None, address, lang)


async def _stay(socket: WebSocket, table: Table, guest: str | None, address: str, lang: str) -> None:
    """Joins the table for as long as the page does; raises ``Refused`` where there is nothing to see."""
    seat = table.seat_of(guest, socket.query_params.get("seat"), lang)
    if not admits(table.setup, table.history.seats, guest):
        raise Refused("foreign", say(lang, "This table is closed to onlookers."))
    subscriber = table.join(seat, lang, guest)
    try:
        await socket.accept()
        with contextlib.suppress(StoreError):  # the game goes on without what is written
            await table.talk.come(subscriber)
        sender = asyncio.create_task(_send(socket, subscriber))
        try:
            await _receive(socket, subscriber, address)
        finally:
            sender.cancel()
    finally:
        table.leave(subscriber)


def _hang_up(socket: WebSocket) -> None:
    """The session of a browser has ended: its page comes back, as who it is then."""
    closing = asyncio.ensure_future(socket.close(POLICY))
    closing.add_done_callback(lambda done: done.cancelled() or done.exception())  # it may have gone by itself


async def _opened(socket: WebSocket, visit: contextlib.AsyncExitStack) -> Table | None:
    """The table, which is visited from then on; waits for it only as long as the page does."""
    registry: Registry = socket.app.state.registry
    await socket.receive()  # that it wants to connect; until it may, all that can follow is that it has gone
    opening = asyncio.ensure_future(visit.enter_async_context(registry.visiting(socket.path_params["id"])))
    leaving = asyncio.ensure_future(socket.receive())
    try:
        await asyncio.wait({opening, leaving}, return_when=asyncio.FIRST_COMPLETED)
        return await opening if opening.done() else None
    finally:
        for waiting in (opening, leaving):
            waiting.cancel()


def say(lang: str, text: str) -> str:
    """A text in the language of the page."""
    return i18n.translator(lang).gettext(text)


def _too_much(lang: str) -> str:
    return say(lang, "Too much is asked for from this address at once. This was not carried out; wait a moment.")


async def _turn_away(socket: WebSocket, refused: Refused) -> None:
    """Says what is wrong before the connection is closed: a refused handshake could not."""
    with contextlib.suppress(WebSocketDisconnect):
        await socket.accept()
        await socket.send_text(_texts.of(ErrorFrame("", refused.code, refused.reason)))
        await socket.close(POLICY)


async def _send(socket: WebSocket, subscriber: Subscriber) -> None:
    try:
        while True:
            await socket.send_text(_texts.of(await subscriber.next()))
    except WebSocketDisconnect:
        pass  # the receiving side sees it too and clears up
    except Exception as error:
        if socket.application_state == WebSocketState.DISCONNECTED:  # it was hung up meanwhile
            return
        table = subscriber.table.setup.id
        log.error("nothing more can be shown to this connection", table=table, exception=trace_of(error))
        with contextlib.suppress(Exception):
            await socket.close(FAILED)
    finally:
        subscriber.gone = True


async def _receive(socket: WebSocket, subscriber: Subscriber, address: str) -> None:
    bucket, over = Bucket(RATE, BURST), 0
    while over < PATIENCE:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        await subscriber.room()
        data = message.get("text") if message.get("text") is not None else message.get("bytes")
        if not bucket.take():
            over += 1
            reason = say(subscriber.lang, "Too many messages: at most {rate} a second. This one was not carried out.")
            _refuse(subscriber, _id_of(data), "limited", reason.format(rate=int(RATE)))
        else:
            await _answer(subscriber, data, socket.app.state.limiter, address)
    await socket.close(POLICY)


async def _answer(subscriber: Subscriber, data: str | bytes | None, limiter: Limiter, address: str) -> None:
    """One frame of the page; every way through here ends in an answer. Costly ones of a busy address have to wait."""
    try:
        if not isinstance(data, str):
            raise msgspec.DecodeError("frames are text in JSON")
        if len(data) > FRAME_LIMIT:
            raise msgspec.DecodeError(f"a frame has at most {FRAME_LIMIT} characters, this one has {len(data)}")
        frame = decode_frame(data)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        known = f"; there are {', '.join(FRAME_TYPES)}" if "`$.type`" in str(error) else ""
        _refuse(subscriber, _id_of(data), "malformed", f"{shortly(error)}{known}")
        return
    if not await limiter.work(address, str(frame.__struct_config__.tag)):
        _refuse(subscriber, getattr(frame, "id", ""), "limited", _too_much(subscriber.lang))
        return
    try:
        match frame:
            case Ping():
                subscriber.pong()
            case Echo():
                subscriber.echo()
            case Hello():
                await subscriber.table.resume()
                subscriber.greet(frame.last)
            case Why():
                subscriber.reply(WhyAnswer(frame.id, subscriber.table.why(subscriber.viewer, frame, subscriber.lang)))
            case Hint():
                subscriber.table.hints.ask(subscriber, frame)
            case Look():
                subscriber.reply(subscriber.table.look(subscriber, frame))
            case Say() | Hush() | Report():
                if isinstance(frame, Hush) or limiter.may_write(address, subscriber.guest):
                    await subscriber.table.chat(subscriber, frame)
                else:
                    told = say(subscriber.lang, "Too many messages at once. This one was not sent; wait a moment.")
                    _refuse(subscriber, frame.id, "limited", told)
            case Return() | DayOff() | Freely():
                await subscriber.table.attend(subscriber, frame)
            case _:
                await subscriber.table.command(subscriber, frame)
    except Exception as error:
        log.error("a frame failed", table=subscriber.table.setup.id, exception=trace_of(error))
        told = say(subscriber.lang, "The program failed here; nothing was changed.")
        _refuse(subscriber, getattr(frame, "id", ""), "failed", told)


def _refuse(subscriber: Subscriber, id: str, code: ErrorCode, reason: str) -> None:
    subscriber.reply(ErrorFrame(id, code, reason))


def _id_of(data: str | bytes | None) -> str:
    """The id in a frame that is otherwise wrong, so that the page knows which of its commands failed."""
    if not data or len(data) > FRAME_LIMIT:
        return ""
    try:
        frame = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return ""
    id = frame.get("id") if isinstance(frame, dict) else None
    return id[:64] if isinstance(id, str) else ""
