"""How much time the players of a game have: the kinds of clocks that a table may be made with."""

from typing import Literal

from babel.dates import format_timedelta
from msgspec import Struct

from tianxia.engine import i18n
from tianxia.engine.i18n import N_

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
UNITS: dict[float, Literal["day", "hour", "minute", "second"]] = {
    DAY: "day",
    HOUR: "hour",
    MINUTE: "minute",
    1.0: "second",
}
GRACE = 30.0
"""Seconds of a live game before a seat's time runs for the first time."""
WINDOW = 5.0
"""Seconds to react that cost nobody anything: as long as the platform waits at most before it declines for a seat, so that
what a reaction cost never tells whether there was a choice."""
LAG = 1.0
"""Seconds that the way from a page and back is credited with at most, for each decision of a live game."""
RETURNED = 10.0
"""Seconds that who returns to a live game has at least."""


class Clock(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The time of each seat, in seconds. A live game is played in one go; else turns may be days apart."""

    bank: float  # at the start
    turn: float  # added whenever a seat passes the turn on
    live: bool = True
    cap: float = 0.0  # the most that there may be; 0 for no bound
    vacation: int = 0  # days that a seat can take off

    @property
    def lag(self) -> float:
        """The most that the way is credited with, for a decision."""
        return LAG if self.live else 0.0

    def grace(self, window: bool, first: bool) -> float:
        """Seconds of a decision before time runs."""
        return max(WINDOW if window else 0.0, GRACE if self.live and first else 0.0)

    def added(self, left: float) -> float:
        """What somebody who has so much left gets for passing the turn on."""
        return min(self.turn, max(0.0, self.cap - left)) if self.cap else self.turn

    @property
    def returned(self) -> float:
        """What somebody who returns has at least."""
        return max(self.turn, RETURNED)


NONE = "none"
CLOCKS: dict[str, Clock] = {
    "blitz": Clock(5 * MINUTE, 5),
    "rapid": Clock(15 * MINUTE, 15),
    "long": Clock(30 * MINUTE, 30),
    "day": Clock(2 * DAY, DAY / 2, live=False, cap=3 * DAY, vacation=7),
    "days": Clock(5 * DAY, DAY, live=False, cap=7 * DAY, vacation=14),
    "week": Clock(14 * DAY, 2 * DAY, live=False, cap=21 * DAY, vacation=21),
}
"""The clocks that can be chosen, by name."""
TITLES = {
    NONE: N_("No clock"),
    "blitz": N_("Blitz"),
    "rapid": N_("Rapid"),
    "long": N_("Long"),
    "day": N_("A turn a day"),
    "days": N_("Every few days"),
    "week": N_("Without haste"),
}


class Preset(Struct, frozen=True):
    """A clock that can be chosen, in words."""

    name: str
    title: str
    words: str
    live: bool


def presets(lang: str) -> list[Preset]:
    """What can be chosen, in a language; the first one is no clock at all."""
    say = i18n.translator(lang).gettext
    chosen = ((name, title, CLOCKS.get(name)) for name, title in TITLES.items())
    return [
        Preset(name, say(title), in_words(clock, lang), bool(clock and clock.live)) for name, title, clock in chosen
    ]


def read(name: str) -> Clock | None:
    """The clock of a name, None for no clock; raises KeyError if there is none of that name."""
    return None if name == NONE else CLOCKS[name]


def name_of(clock: Clock | None) -> str:
    """The name of a clock that can be chosen; empty for any other."""
    return NONE if clock is None else next((name for name, known in CLOCKS.items() if known == clock), "")


def called(clock: Clock | None, lang: str) -> str:
    """What a clock is called, in a language; how much time there is, if it has no name."""
    name = name_of(clock)
    return i18n.translator(lang).gettext(TITLES[name]) if name else in_words(clock, lang)


def in_words(clock: Clock | None, lang: str) -> str:
    """How much time there is."""
    say = i18n.translator(lang).gettext
    if clock is None:
        return say("Everybody takes the time they need.")
    bank, turn, cap = (lasting(seconds, lang) for seconds in (clock.bank, clock.turn, clock.cap))
    if clock.live:
        return say("{bank} each, and {turn} more for each turn.").format(bank=bank, turn=turn)
    told = say("{bank} each, and {turn} more for each turn, up to {cap}; {vacation} off.")
    return told.format(bank=bank, turn=turn, cap=cap, vacation=lasting(clock.vacation * DAY, lang))


def way_in_words(lang: str) -> str:
    """How much of the way to the server is credited in live games."""
    say = i18n.translator(lang).gettext
    return say("What a slow line costs you is given back, up to {lag} for each decision.").format(
        lag=lasting(LAG, lang)
    )


def lasting(seconds: float, lang: str) -> str:
    """A stretch of time in words, in its two largest units."""
    parts, rest = [], round(seconds)
    for unit in (DAY, HOUR, MINUTE, 1.0):
        count, rest = divmod(rest, int(unit))
        if count:
            part = format_timedelta(count * unit, granularity=UNITS[unit], threshold=1e9, locale=lang)
            parts.append(str(part))
    return " ".join(parts[:2])
