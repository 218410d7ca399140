"""The games as boxes on a shelf: what the start page says of each."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import tianxia
from tianxia.bots import house
from tianxia.engine import i18n
from tianxia.engine.game import Game
from tianxia.engine.options import Option
from tianxia.tables import lessons
from tianxia.tables.views import value_in_words

OPTION_FIELD = "option."
"""Begins the name of a form's field that holds a value of an option."""
FIRST_FIELD = "first"
"""Field of a form that wants what the rules have for a first game."""
ANY = "any"
"""Value of the field ``seat`` for one that is drawn."""
LEVEL = "normal"
"""The bots' level as long as nobody chooses another."""
PLAYERS = "players"
"""The option that says how many play; a box asks for it first, beside the seats."""
FEW = 6
"""Up to so many numbers are shown one by one, more are written into a field."""
CITED = re.compile(r" \[[^\]]+\]")
"""What cites rules in a text."""


class Choice(NamedTuple):
    """An option of a game, as the start page asks for it."""

    field: str  # of the form
    title: str
    help: str
    values: dict[str, str]  # names, each in words
    chosen: str  # by its name; the usual one until somebody chooses
    switch: bool  # on or off
    beginners: bool  # the rules have it for a first game
    span: tuple[int, int] | None  # least and greatest, of a number that is written

    @property
    def plain_help(self) -> str:
        """The help without the numbers of rules, for somebody who has read none."""
        return CITED.sub("", self.help)


class Box(NamedTuple):
    """The outside of a game."""

    game: str
    title: str
    tagline: str
    players: str
    minutes: str
    cover: str
    page: str  # name of the script and the style sheet that draw it
    parts: tuple[str, ...]  # names of the scripts that this one imports, to be fetched together with it
    cover_text: str
    seats: tuple[str, ...]  # names to choose from, in the order of the seats
    numbers: Choice | None  # how many play, where that can be chosen
    most_bots: int  # that can be beside those who share a screen
    options: tuple[Choice, ...]  # all others
    seat: str  # that is chosen, as the form names it
    level: str
    levels: Mapping[str, str]  # the bots that can be chosen, each in words
    bots: str
    lesson: bool  # it can be learnt by playing
    wrong: str  # why there is no such game, where one was asked for

    @property
    def first(self) -> Choice | None:
        """What the rules have for a first game."""
        return next((choice for choice in self.options if choice.beginners), None)


STATIC = Path(__file__).parent / "static"
NOTHING: Mapping[str, str] = {}


def boxes(lang: str, form: Mapping[str, str] = NOTHING, wrong: str = "") -> list[Box]:
    """Every game that can be played; the one of a form that was sent, with what was wrong, as it was filled in."""
    return [
        box(game, lang, form, wrong) if game == form.get("game") else box(game, lang) for game in tianxia.games.names()
    ]


def box(game: str, lang: str, form: Mapping[str, str] = NOTHING, wrong: str = "") -> Box:
    """The box of one game, with the choices of a form."""
    speak = i18n.translator(lang)
    loaded = tianxia.load(game)
    outside = loaded.notes.box(speak)
    choices = {option.name: choice(option, lang, form) for option in loaded.option_table}
    drawn = game if (STATIC / "app" / f"{game}.js").is_file() else "plain"
    return Box(
        game=game,
        title=loaded.title,
        tagline=outside.tagline,
        players=players_in_words(loaded, lang),
        minutes=speak.gettext("{low}–{high} minutes").format(low=loaded.minutes[0], high=loaded.minutes[1]),
        cover=cover(game),
        page=drawn,
        parts=imported(drawn),
        cover_text=outside.cover,
        seats=outside.seats,
        numbers=choices.pop(PLAYERS, None),
        most_bots=loaded.players[1] - 2,
        options=tuple(choices.values()),
        seat=form.get("seat", ANY),
        level=form.get("level", LEVEL),
        levels=level_names(game, lang),
        bots=form.get("bots", "0"),
        lesson=lessons.lesson(game) is not None,
        wrong=wrong,
    )


IMPORTED = re.compile(r'from"\./([\w-]+)\.js"')


@cache
def imported(page: str) -> tuple[str, ...]:
    """The scripts that a page's script imports; none as long as the page is not built."""
    script = STATIC / "app" / f"{page}.js"
    return tuple(dict.fromkeys(IMPORTED.findall(script.read_text("utf-8")))) if script.is_file() else ()


def figures(game: str) -> str:
    """Name of the script and the style sheet that draw what the guide to a game shows; empty if it has none."""
    return game if (STATIC / "app" / "figures" / f"{game}.js").is_file() else ""


def cover(game: str) -> str:
    """Address of the drawing on a box; all games without one have the same."""
    name = game if (STATIC / "covers" / f"{game}.svg").is_file() else "any"
    return f"/static/covers/{name}.svg"


def players_in_words(game: Game, lang: str) -> str:
    """How many can play."""
    speak = i18n.translator(lang)
    low, high = game.players
    if low < high:
        return speak.gettext("{low}–{high} players").format(low=low, high=high)
    return speak.ngettext("{count} player", "{count} players", low).format(count=low)


def choice(option: Option, lang: str, form: Mapping[str, str]) -> Choice:
    """An option with everything that may be chosen."""
    say = i18n.translator(lang).gettext
    field = OPTION_FIELD + option.name
    return Choice(
        field=field,
        title=say(option.title),
        help=say(option.doc),
        values={
            name: value_in_words(option, value, lang) for name, value in zip(option.names, option.values, strict=True)
        },
        chosen=form.get(field, option.usual_name),
        switch=option.values == (False, True),
        beginners=option.beginners,
        span=(option.low, option.high) if option.is_number and len(option.values) > FEW else None,
    )


def level_names(game: str, lang: str) -> dict[str, str]:
    """The levels of bots that a guest may choose, and then this server's own bots, in words."""
    say = i18n.translator(lang).gettext
    levels = {"easy": say("easy"), "normal": say("normal"), "hard": say("hard"), "expert": say("expert")}
    own = say("{name} (this site's own)")
    return levels | {bot: own.format(name=house.called(bot)) for bot in house.own_of(game)}
