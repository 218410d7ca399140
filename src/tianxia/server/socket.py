"""The table socket: frames in, frames out. Whatever comes in is answered; nothing that comes in can break the table."""

import asyncio
import contextlib
import logging

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from tianxia.engine import i18n
from tianxia.server.security import Bucket, same_origin
from tianxia.server.visitors import guest_of, lang_of
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
from tianxia.tables.table import Refused
from tianxia.tables.watcher import Watcher

log = logging.getLogger(__name__)

FRAME_LIMIT = 4096  # bytes; the largest frame that a page sends has some 300
RATE, BURST = 40.0, 100  # frames a second, and at once
PATIENCE = 200  # frames over the limit before the connection is closed
POLICY, FAILED = 1008, 1011  # close codes


async def table_socket(socket: WebSocket) -> None:
    """``/table/{id}/socket``; who has several seats names the one that it wants to see with ``?seat=``, or ``none``."""
    house: House = socket.app.state.house
    guest = await guest_of(socket)
    try:
        table = await house.open(socket.path_params["id"]) if same_origin(socket) else None
    except Unreadable:
        table = None
    if table is None:
        await socket.close(POLICY)  # before it is accepted: 403
        return
    lang = lang_of(socket)
    try:
        seat = table.seat_of(guest.id if guest else None, socket.query_params.get("seat"), lang)
    except Refused as refused:
        house.left(table)
        await _turn_away(socket, refused)
        return
    watcher = table.join(seat, lang)
    try:
        await socket.accept()
        sender = asyncio.create_task(_send(socket, watcher))
        try:
            await _receive(socket, watcher)
        finally:
            sender.cancel()
    finally:
        table.leave(watcher)
        house.left(table)


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
        log.exception("table %s: nothing more can be shown to this connection", watcher.table.setup.id)
        with contextlib.suppress(Exception):
            await socket.close(FAILED)
    finally:
        watcher.gone = True


async def _receive(socket: WebSocket, watcher: Watcher) -> None:
    bucket, over = Bucket(RATE, BURST), 0
    say = i18n.translator(watcher.lang).gettext
    while over < PATIENCE:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        await watcher.room()
        data = message.get("text") if message.get("text") is not None else message.get("bytes")
        if not bucket.take():
            over += 1
            reason = say("Too many messages: at most {rate} a second. This one was not carried out.")
            _refuse(watcher, _id_of(data), "limited", reason.format(rate=int(RATE)))
        else:
            await _answer(watcher, data)
    await socket.close(POLICY)


async def _answer(watcher: Watcher, data: str | bytes | None) -> None:
    """One frame of the page; every way through here ends in an answer."""
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
        say = i18n.translator(watcher.lang).gettext
        _refuse(watcher, getattr(frame, "id", ""), "failed", say("The program failed here; nothing was changed."))


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
