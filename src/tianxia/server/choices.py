"""What a guest chose on a game's box, read from the form and checked."""

import secrets
from collections.abc import Mapping
from typing import NamedTuple

import tianxia
from tianxia import bots
from tianxia.engine import i18n
from tianxia.engine.game import Game, Value
from tianxia.server.boxes import OPTION_FIELD
from tianxia.tables.store import Guest, Seat

LEVEL = "normal"
ANY = "any"
SCREEN = "screen"
"""Value of the field ``way`` for players who share one screen."""


class Wrong(Exception):
    """A choice that there is not, and what to say about it."""


class Choices(NamedTuple):
    """A game to begin, and who is to sit where: one seat and bots, or all seats at one screen."""

    game: Game
    options: dict[str, Value]  # those that were chosen
    level: str
    seat: int | None  # None when it is drawn
    shared: bool

    def seats(self, guest: Guest) -> tuple[Seat, ...]:
        """Who sits where; seats at one screen are called by their side, since one guest has them all."""
        if self.shared:
            return tuple(Seat(name.replace("_", " ").title(), guest=guest.id) for name in self.game.seat_names)
        own = secrets.randbelow(self.game.seats) if self.seat is None else self.seat
        return tuple(
            Seat(guest.name, guest=guest.id) if seat == own else Seat(self.level, bot=self.level)
            for seat in range(self.game.seats)
        )


def read(form: Mapping[str, str], lang: str) -> Choices:
    """The choices in a form; raises Wrong, in the language of who chose."""
    say = i18n.translator(lang).gettext
    name, level, wish = form.get("game", ""), form.get("level", LEVEL), form.get("seat", ANY)
    if name not in tianxia.games.names() or level not in bots.LEVELS:
        raise Wrong(say("There is no such game or level."))
    usual = tianxia.load(name)
    if wish != ANY and wish not in map(str, range(usual.seats)):
        raise Wrong(say("There is no such seat."))
    try:
        options = options_of(usual, form)
        game = tianxia.load(name, **options)
    except tianxia.TianxiaError as error:
        raise Wrong(say(str(error))) from error
    return Choices(game, options, level, None if wish == ANY else int(wish), form.get("way") == SCREEN)


def options_of(game: Game, form: Mapping[str, str]) -> dict[str, Value]:
    """The options that differ from the usual ones; raises UnknownName for an unknown name or value.

    A form always sends all of them, so the usual ones do not count as chosen: another option may bring their value.
    """
    table = {option.name: option for option in game.option_table}
    chosen: dict[str, Value] = {}
    for field, text in form.items():
        if not field.startswith(OPTION_FIELD):
            continue
        name = field.removeprefix(OPTION_FIELD)
        if name not in table:
            raise tianxia.UnknownName(f"option of {game.id}", name, list(table))
        value = table[name].parse(game.id, text)
        if value != game.options[name]:
            chosen[name] = value
    return chosen
