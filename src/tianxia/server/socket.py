"""The table socket: frames in, frames out. Whatever comes in is answered; nothing that comes in can break the table."""

import asyncio
import contextlib
import logging
from functools import partial

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tianxia.engine import i18n
from tianxia.server.limits import Bucket, Limiter, address_of
from tianxia.server.security import host_of, same_origin
from tianxia.server.visitors import accounts_of, lang_of, session_of
from tianxia.tables.frames import (
    FRAME_TYPES,
    ErrorCode,
    ErrorFrame,
    Hello,
    Ping,
    Pong,
    Why,
    WhyAnswer,
    decode_frame,
    encode_frame,
)
from tianxia.tables.house import House, Unreadable
from tianxia.tables.refused import Refused
from tianxia.tables.store import Session, StoreError
from tianxia.tables.table import Table
from tianxia.tables.watcher import Watcher

log = logging.getLogger(__name__)

FRAME_LIMIT = 4096  # bytes; the largest frame that a page sends has some 300
RATE, BURST = 40.0, 100  # frames a second, and at once
PATIENCE = 200  # frames over the limit before the connection is closed
POLICY, FAILED = 1008, 1011  # close codes


async def table_socket(socket: WebSocket) -> None:
    """``/table/{id}/socket``; who has several seats names the one that it wants to see with ``?seat=``, or ``none``."""
    limiter: Limiter = socket.app.state.limiter
    address, lang = address_of(socket), lang_of(socket)
    try:
        if limiter.sockets[address] >= limiter.limits.sockets:
            raise Refused("limited", say(lang, "Too many tables are open from this address. Close some of them."))
        limiter.sockets[address] += 1
        try:
            await _visit(socket, address, lang)
        finally:
            limiter.sockets[address] -= 1
            if not limiter.sockets[address]:
                del limiter.sockets[address]
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
    with accounts_of(socket).line(session, partial(_hang_up, socket)):
        await _sit(socket, session, address, lang)


async def _sit(socket: WebSocket, session: Session | None, address: str, lang: str) -> None:
    """Opens the table and stays there; raises ``Refused`` where there is nothing to see."""
    house: House = socket.app.state.house
    try:
        table = await _opened(socket, house)
    except Unreadable:
        table = None
    except StoreError as error:
        raise Refused("failed", say(lang, "The program failed here; nothing was changed.")) from error
    if socket.client_state == WebSocketState.DISCONNECTED:  # whoever it was did not wait
        return
    if table is None:
        raise Refused("gone", say(lang, "There is no such table, or it cannot be opened."))
    try:
        seat = table.seat_of(session.person.id if session else None, socket.query_params.get("seat"), lang)
    except Refused:
        house.left(table)
        raise
    watcher = table.join(seat, lang)
    try:
        await socket.accept()
        sender = asyncio.create_task(_send(socket, watcher))
        try:
            await _receive(socket, watcher, address)
        finally:
            sender.cancel()
    finally:
        table.leave(watcher)
        house.left(table)


def _hang_up(socket: WebSocket) -> None:
    """The session of a browser has ended: its page comes back, as who it is then."""
    closing = asyncio.ensure_future(socket.close(POLICY))
    closing.add_done_callback(lambda done: done.cancelled() or done.exception())  # it may have gone by itself


async def _opened(socket: WebSocket, house: House) -> Table | None:
    """The table; waits for it only as long as the page does."""
    await socket.receive()  # that it wants to connect; until it may, all that can follow is that it has gone
    opening = asyncio.ensure_future(house.open(socket.path_params["id"]))
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
        await socket.send_text(encode_frame(ErrorFrame("", refused.code, refused.reason, None)).decode())
        await socket.close(POLICY)


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    try:
        while True:
            frame = await watcher.next()
            await socket.send_text(encode_frame(frame).decode())
    except WebSocketDisconnect:
        pass  # the receiving side sees it too and clears up
    except Exception:
        if socket.application_state == WebSocketState.DISCONNECTED:  # it was hung up meanwhile
            return
        log.exception("table %s: nothing more can be shown to this connection", watcher.table.setup.id)
        with contextlib.suppress(Exception):
            await socket.close(FAILED)
    finally:
        watcher.gone = True


async def _receive(socket: WebSocket, watcher: Watcher, address: str) -> None:
    bucket, over = Bucket(RATE, BURST), 0
    while over < PATIENCE:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        await watcher.room()
        data = message.get("text") if message.get("text") is not None else message.get("bytes")
        if not bucket.take():
            over += 1
            reason = say(watcher.lang, "Too many messages: at most {rate} a second. This one was not carried out.")
            _refuse(watcher, _id_of(data), "limited", reason.format(rate=int(RATE)))
        else:
            await _answer(watcher, data, socket.app.state.limiter, address)
    await socket.close(POLICY)


async def _answer(watcher: Watcher, data: str | bytes | None, limiter: Limiter, address: str) -> None:
    """One frame of the page; every way through here ends in an answer. Costly ones of a busy address have to wait."""
    try:
        if not isinstance(data, str):
            raise msgspec.DecodeError("frames are text in JSON")
        if len(data) > FRAME_LIMIT:
            raise msgspec.DecodeError(f"a frame has at most {FRAME_LIMIT} characters, this one has {len(data)}")
        frame = decode_frame(data)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        known = f"; there are {', '.join(FRAME_TYPES)}" if "`$.type`" in str(error) else ""
        _refuse(watcher, _id_of(data), "malformed", f"{error}{known}")
        return
    if not await limiter.work(address, str(frame.__struct_config__.tag)):
        _refuse(watcher, getattr(frame, "id", ""), "limited", _too_much(watcher.lang))
        return
    try:
        match frame:
            case Ping():
                watcher.reply(Pong())
            case Hello():
                await watcher.table.resume()
                watcher.greet(frame.last)
            case Why():
                watcher.reply(WhyAnswer(frame.id, watcher.table.why(watcher.viewer, frame, watcher.lang)))
            case _:
                await watcher.table.command(watcher, frame)
    except Exception:
        log.exception("table %s: a frame failed", watcher.table.setup.id)
        told = say(watcher.lang, "The program failed here; nothing was changed.")
        _refuse(watcher, getattr(frame, "id", ""), "failed", told)


def _refuse(watcher: Watcher, id: str, code: ErrorCode, reason: str) -> None:
    watcher.reply(ErrorFrame(id, code, reason, None))


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
