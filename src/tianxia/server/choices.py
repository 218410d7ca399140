"""What a guest chose on a game's box, read from the form and checked."""

import secrets
from collections.abc import Mapping
from typing import NamedTuple

import msgspec

import tianxia
from tianxia.bots import house
from tianxia.bots.levels import is_own
from tianxia.engine import i18n
from tianxia.engine.game import Game
from tianxia.engine.options import Option, Value
from tianxia.server.boxes import ANY, FIRST_FIELD, LEVEL, OPTION_FIELD
from tianxia.tables import time_control
from tianxia.tables.rows import EMPTY, Seat
from tianxia.tables.seating import own_seats
from tianxia.tables.setup import Terms
from tianxia.tables.store import Person

SCREEN = "screen"
"""Value of the field ``way`` for players who share one screen, and of a seat for who sits beside its maker."""
ME, PERSON = "me", "person"
"""Values of a seat at a table for others: who makes it, and whoever comes."""
SEAT_FIELD = "seat."
"""Begins the name of a form's field that says who sits in a seat."""
LOT, FIXED = "lot", "fixed"
"""Values of the field ``order``."""
LINK, PUBLIC = "link", "public"
"""Values of the field ``open``."""
CASUAL, RATED = "casual", "rated"
"""Values of the field ``counts``."""
AT_ONCE, LATER, NOBODY = "at-once", "later", "nobody"
"""Values of the field ``watch``: when others see the game."""
BEHIND = 300
"""Seconds that others are behind if they see it later."""
WATCH: Mapping[str, Mapping[str, int]] = {AT_ONCE: {}, LATER: {"delay": BEHIND}, NOBODY: {"onlookers": False}}
"""The terms that each of them means."""


class Wrong(Exception):
    """A choice that there is not, and what to say about it."""


class Unknown(Wrong):
    """There is no box on which that could be chosen."""


class Choices(NamedTuple):
    """A game to begin, and who is to sit where: one guest and bots, or several at one screen, maybe with bots too."""

    game: Game
    options: dict[str, Value]  # those that were chosen
    level: str
    seat: int | None  # None when it is drawn
    shared: int  # how many share the screen; 0 if the guest plays alone

    def seats(self, guest: Person) -> tuple[Seat, ...]:
        """Who sits where; seats at one screen are called by their side, since one guest has them all."""
        bot = Seat(self.level, bot=self.level)
        if self.shared:
            return (*own_seats(self.game, guest, range(self.shared)), *[bot] * (self.game.seats - self.shared))
        own = secrets.randbelow(self.game.seats) if self.seat is None else self.seat
        return tuple(guest.seat() if seat == own else bot for seat in range(self.game.seats))


def read(form: Mapping[str, str], lang: str) -> Choices:
    """The choices in a form; raises Wrong, in the language of who chose."""
    say = i18n.translator(lang).gettext
    level = form.get("level", LEVEL)
    game, options = game_of(form, lang)
    if level not in house.offered(game.id):
        raise Unknown(say("There is no such game or level."))
    way = form.get("way", "")
    if way not in ("", SCREEN):
        raise Unknown(say("There is no such way to play; leave it out, or write {way}.").format(way=SCREEN))
    if way == SCREEN:
        return Choices(game, options, level, None, shared_of(game, form.get("bots", "0"), lang))
    return Choices(game, options, level, seat_of(game, form.get("seat", ANY), lang), 0)


class Others(NamedTuple):
    """A table for others, and who is to sit where, as the form names it."""

    game: Game
    options: dict[str, Value]  # those that were chosen
    sitting: tuple[str, ...]
    terms: Terms

    def seats(self, guest: Person) -> tuple[Seat, ...]:
        """Who sits where; whoever comes finds an empty seat."""
        own = [seat for seat, sitter in enumerate(self.sitting) if sitter in (ME, SCREEN)]
        here = dict(zip(own, own_seats(self.game, guest, own), strict=True))
        return tuple(
            here.get(seat) or (EMPTY if sitter == PERSON else Seat(sitter, bot=sitter))
            for seat, sitter in enumerate(self.sitting)
        )


def read_others(form: Mapping[str, str], lang: str) -> Others:
    """The choices in a form for a table with others; raises Wrong, in the language of who chose."""
    say = i18n.translator(lang).gettext
    game, options = game_of(form, lang)
    sitting = tuple(sitter_of(form, seat) for seat in range(game.seats))
    order, open, counts = form.get("order", LOT), form.get("open", LINK), form.get("counts", CASUAL)
    clock, watch = form.get("clock", time_control.NONE), form.get("watch", AT_ONCE)
    known = order in (LOT, FIXED) and open in (LINK, PUBLIC) and counts in (CASUAL, RATED)
    known = known and clock in time_control.TITLES and watch in WATCH
    if not known or not {*sitting} <= {ME, PERSON, SCREEN, *house.offered(game.id)}:
        raise Unknown(say("There is no such choice for a table."))
    if sitting.count(ME) != 1:
        raise Wrong(say("Choose one seat for yourself: you have none, or several."))
    if order == LOT and SCREEN in sitting:
        raise Wrong(
            say("Where several share a screen the seats are not drawn: choose that they stay as they are here.")
        )
    if counts == RATED and SCREEN in sitting:
        raise Wrong(say("A rated game is for one person a seat, each at a screen of its own."))
    if counts == RATED and any(map(is_own, sitting)):
        raise Wrong(say("Bots of this site's own play no rated games: choose another bot, or a casual game."))
    terms = Terms(public=open == PUBLIC, lot=order == LOT, rated=counts == RATED, clock=time_control.read(clock))
    return Others(game, options, sitting, msgspec.structs.replace(terms, **WATCH[watch]))


def sitter_of(form: Mapping[str, str], seat: int) -> str:
    """Who is to sit in a seat, as the form names it."""
    return form.get(f"{SEAT_FIELD}{seat}", PERSON if seat else ME)


def game_of(form: Mapping[str, str], lang: str) -> tuple[Game, dict[str, Value]]:
    """The game that was chosen, and those of its options that are not the usual ones; raises Wrong."""
    say, name = i18n.translator(lang).gettext, form.get("game", "")
    if name not in tianxia.games.names():
        raise Unknown(say("There is no such game or level."))
    try:
        options = options_of(tianxia.load(name), form, lang)
        return tianxia.load(name, **options), options
    except tianxia.TianxiaError as error:
        said = say(str(error))
        raise Wrong(said[:1].upper() + said[1:]) from error


def seat_of(game: Game, wish: str, lang: str) -> int | None:
    """The seat that was chosen; raises Wrong for one that nobody has in this game."""
    speak = i18n.translator(lang)
    if wish == ANY:
        return None
    if wish not in map(str, range(len(game.every_seat))):
        raise Wrong(speak.gettext("There is no such seat."))
    if int(wish) >= game.seats:
        said = speak.ngettext(
            "In a game of {count} player nobody sits there: choose another seat, or more players.",
            "In a game of {count} players nobody sits there: choose another seat, or more players.",
            game.seats,
        )
        raise Wrong(said.format(count=game.seats))
    return int(wish)


def shared_of(game: Game, bots: str, lang: str) -> int:
    """How many share the screen when bots have the other seats; raises Wrong if that leaves fewer than two."""
    if bots not in map(str, range(game.seats - 1)):
        say = i18n.translator(lang).gettext
        raise Wrong(say("At least two of you play at one screen: choose fewer bots, or more players."))
    return game.seats - int(bots)


def options_of(game: Game, form: Mapping[str, str], lang: str) -> dict[str, Value]:
    """The options that differ from the usual ones; raises UnknownName for an unknown name or value, Wrong for a number.

    A form always sends all of them, so the usual ones do not count as chosen: another option may bring their value. Who wants
    what the rules have for a first game gets that and nothing else, whatever was chosen before.
    """
    if FIRST_FIELD in form:
        return {option.name: True for option in game.option_table if option.beginners}
    table = {option.name: option for option in game.option_table}
    chosen: dict[str, Value] = {}
    for field, text in form.items():
        if not field.startswith(OPTION_FIELD):
            continue
        name = field.removeprefix(OPTION_FIELD)
        if name not in table:
            raise tianxia.UnknownName(f"option of {game.id}", name, list(table))
        value = value_of(table[name], game, text, lang)
        if value != game.options[name]:
            chosen[name] = value
    return chosen


def value_of(option: Option, game: Game, text: str, lang: str) -> Value:
    """The value that was chosen or written."""
    try:
        return option.parse(game.id, text)
    except tianxia.TianxiaError as error:
        if not option.is_number:
            raise
        say = i18n.translator(lang).gettext
        said = say("{option}: write a number from {low} to {high}.")
        raise Wrong(said.format(option=say(option.title), low=option.low, high=option.high)) from error
