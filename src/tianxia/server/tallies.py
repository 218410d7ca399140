"""How somebody's games against bots ended, as the start page tells it: by game and level."""

from collections.abc import Sequence
from typing import NamedTuple

import tianxia
from tianxia.engine import i18n
from tianxia.server.boxes import level_names
from tianxia.tables.tallies import MIXED, Tally
from tianxia.tables.views import bot_name


class Row(NamedTuple):
    """A game against bots of a level."""

    level: str
    played: int
    won: int
    drawn: int


class Group(NamedTuple):
    """A game, and how it went against each level, from the weakest on."""

    title: str
    rows: list[Row]


class Table(NamedTuple):
    """All of them."""

    groups: list[Group]
    played: int
    won: int
    any_drawn: bool


def table(tallies: Sequence[Tally], lang: str) -> Table | None:
    """What somebody has played, in words; None for who has played nothing. Games that this version does not know are left
    out."""
    known = [one for one in tallies if one.game in tianxia.games.names()]
    if not known:
        return None
    groups = []
    for game in tianxia.games.names():
        of_game = [one for one in known if one.game == game]
        order = [*level_names(game, lang), MIXED]
        of_game.sort(key=lambda one: order.index(one.level) if one.level in order else -1)
        if of_game:
            rows = [Row(called(one.level, game, lang), one.played, one.won, one.drawn) for one in of_game]
            groups.append(Group(tianxia.load(game).title, rows))
    return Table(
        groups, sum(one.played for one in known), sum(one.won for one in known), any(one.drawn for one in known)
    )


def called(level: str, game: str, lang: str) -> str:
    """Bots of a level, in words."""
    if level == MIXED:
        return i18n.translator(lang).gettext("bots of several levels")
    return level_names(game, lang).get(level) or bot_name(level, lang)
