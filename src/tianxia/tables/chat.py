"""What those who play write to each other: what may be written, who reads it, and who does not want to.

Only who sits at a table writes or reads there. Who looks on has no part in it, neither way: a game is not to be told what
others see, nor the others what is said among those who play.
"""

import re
import unicodedata
from collections.abc import Collection
from typing import TYPE_CHECKING

from tianxia.engine import i18n
from tianxia.engine.i18n import N_
from tianxia.tables.frames import Chat, ChatLine, Hush, Hushed, Report, Say
from tianxia.tables.messages import KEPT, Message, Messages
from tianxia.tables.names import INVISIBLE
from tianxia.tables.refused import Refused
from tianxia.tables.rows import Seat, seats_of
from tianxia.tables.store import Conflict, StoreError

if TYPE_CHECKING:
    from tianxia.tables.history import History
    from tianxia.tables.subscriber import Subscriber

CEILING = 300
"""Characters of a message."""
MARKS = 4
"""So many of them may stand on one letter; more would run over the lines above and below."""
_TOO_MANY_MARKS = re.compile(rf"([\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{{{MARKS}}})"
                             r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")  # fmt: skip
PRESETS = {
    "hello": N_("Hello!"),
    "good_luck": N_("Good luck, and have fun."),
    "thanks": N_("Thank you."),
    "well_played": N_("Well played!"),
    "oops": N_("Oops, I did not see that."),
    "sorry": N_("Sorry."),
    "thinking": N_("I need to think about this."),
    "moment": N_("One moment please."),
    "back_soon": N_("I have to leave for a while; I will come back."),
    "back": N_("I am here again."),
    "your_turn": N_("It is your turn."),
    "good_game": N_("Good game!"),
    "rematch": N_("Shall we play again?"),
    "goodbye": N_("Goodbye!"),
}
"""Ready words by name. Each reader reads them in its own language."""


def cleaned(text: str) -> str:
    """A message as it is stored: composed (NFC), on one line, without what cannot be seen or turns the direction of writing;
    empty if nothing is left that can be seen."""
    text = " ".join(unicodedata.normalize("NFC", text).split())
    text = "".join(letter for letter in text if unicodedata.category(letter)[0] != "C")
    text = " ".join(_TOO_MANY_MARKS.sub(r"\1", text).split())
    return text if INVISIBLE.sub("", text).strip() else ""


def in_words(message: Message, lang: str) -> str:
    """A message as a reader of a language reads it."""
    if not message.preset:
        return message.text
    return i18n.translator(lang).gettext(PRESETS.get(message.preset, message.text))


def has_company(seats: Collection[Seat], guest: str | None) -> bool:
    """There is somebody else at the table to write to."""
    return any(sitter.guest not in (None, guest) for sitter in seats)


class Talk:
    """What is written at one table."""

    def __init__(self, game: str, store: Messages) -> None:
        self._game, self._store = game, store
        self._said: list[Message] = []
        self._loaded = False
        self._hushed: dict[str, dict[str, Hushed]] = {}  # by reader whom it does not want to read
        self._listeners: set[Subscriber] = set()

    async def come(self, subscriber: "Subscriber") -> None:
        """Somebody opens the table; who may read is told from now on."""
        guest = subscriber.guest
        if guest is None or not self._reads(subscriber):
            return
        fresh, hushed = await self._store.news(self._game, self._last, guest)
        await self._add(fresh)
        # last: who goes meanwhile in another tab takes it along
        self._hushed[guest] = await self._store.hushed(guest) if fresh else hushed
        self._listeners.add(subscriber)
        subscriber.wake()

    def go(self, subscriber: "Subscriber") -> None:
        """Somebody closes the page."""
        self._listeners.discard(subscriber)
        if not any(one.guest == subscriber.guest for one in self._listeners):
            self._hushed.pop(subscriber.guest or "", None)

    async def follow(self) -> None:
        """Reads what was written since, here or in another process."""
        await self._add(await self._store.since(self._game, self._last))

    @property
    def _last(self) -> int:
        return self._said[-1].number if self._said else -1

    async def _add(self, fresh: list[Message]) -> None:
        if fresh:
            for guest in {one.guest or "" for one in self._listeners}:
                await self._ask_whom_not(guest)  # it may have been said at another table
            known = {one.number for one in self._said}
            self._said = sorted([*self._said, *(one for one in fresh if one.number not in known)])[-KEPT:]
            self._wake()

    async def _ask_whom_not(self, guest: str) -> None:
        self._hushed[guest] = await self._store.hushed(guest)

    async def anew(self) -> None:
        """Reads everything again: words go with the account that wrote them, and their numbers are given to others then."""
        self._said = await self._store.since(self._game, -1)
        for one in self._listeners:
            one.heard = None
        self._wake()

    async def take(self, subscriber: "Subscriber", frame: Say | Hush | Report) -> None:
        """Does what a page asks for; raises ``Refused``."""
        say = i18n.translator(subscriber.lang).gettext
        guest, history = subscriber.guest, subscriber.table.history
        if guest is None or not seats_of(history.seats, guest):
            raise Refused("foreign", say("Only who plays at this table can write here."))
        try:
            match frame:
                case Say():
                    await self._say(subscriber, guest, frame)
                case Hush():
                    other = self._other(history, guest, frame.seat, subscriber.lang)
                    await self._store.hush(guest, other, frame.how)
                    await self._ask_whom_not(guest)
                    for one in self._listeners:
                        if one.guest == guest:
                            one.heard = None
                            one.wake()
                case Report():
                    other = self._other(history, guest, frame.seat, subscriber.lang)
                    await self._store.report(self._game, guest, other, cleaned(frame.reason), history.rows)
        except (StoreError, Conflict) as error:
            raise Refused("failed", say("The program failed here; nothing was changed.")) from error

    async def _say(self, subscriber: "Subscriber", guest: str, frame: Say) -> None:
        say, history = i18n.translator(subscriber.lang).gettext, subscriber.table.history
        text = cleaned(frame.text)
        if bool(text) == bool(frame.preset) or (frame.preset and frame.preset not in PRESETS):
            raise Refused("malformed", say("There is nothing to be read in this message."))
        if len(text) > CEILING:
            raise Refused("malformed", say("This message is too long."))
        if not has_company(history.seats, guest):
            raise Refused("illegal", say("Nobody else is at this table."))
        own = seats_of(history.seats, guest)
        seat = subscriber.viewer if subscriber.viewer in own else own[0]
        await self._store.add(self._game, guest, seat, frame.preset, text, frame.id)
        await self.follow()

    @staticmethod
    def _other(history: "History", guest: str, seat: int, lang: str) -> str:
        other = history.seats[seat].guest if seat < len(history.seats) else None
        if other is None or other == guest:
            raise Refused("illegal", i18n.translator(lang).gettext("Nobody else sits in this seat."))
        return other

    @staticmethod
    def _reads(subscriber: "Subscriber") -> bool:
        return bool(seats_of(subscriber.table.history.seats, subscriber.guest))

    def news(self, subscriber: "Subscriber") -> Chat | None:
        """What a page was not told yet; None if that is nothing, or the page is not to read here."""
        guest, seats = subscriber.guest, subscriber.table.history.seats
        if guest is None or subscriber not in self._listeners or not self._reads(subscriber):
            return None
        last = self._said[-1].number if self._said else -1
        whole, hushed = subscriber.heard is None, self._hushed.get(guest, {})
        if not whole and subscriber.heard == last:
            return None
        lines = [
            ChatLine(one.number, one.seat, one.at, in_words(one, subscriber.lang), one.person == guest)
            for one in self._said
            if (subscriber.heard is None or one.number > subscriber.heard) and one.person not in hushed
        ]
        subscriber.heard = last
        if not (lines or (whole and has_company(seats, guest))):
            return None
        of = [hushed.get(sitter.guest or "", "") for sitter in seats]
        return Chat(
            lines,
            whole,
            muted=[seat for seat, how in enumerate(of) if how == "mute"],
            blocked=[seat for seat, how in enumerate(of) if how == "block"],
            presets={name: i18n.translator(subscriber.lang).gettext(words) for name, words in PRESETS.items() if whole},
            ceiling=CEILING,
        )

    def _wake(self) -> None:
        for one in self._listeners:
            one.wake()
