"""The end of a game of Huns: conditions of Treasures, points and places [N7, N9]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from tests.oracle.huns_table import Player, Table
from tests.oracle.huns_things import BLACK, BLUE, EVERY, GREEN, YELLOW


def end_game(table: Table) -> None:
    table.over = True
    table.points = [points(table, player) for player in table.players]
    table.places = places(table)


def places(table: Table) -> tuple[int, ...]:
    """By points, then goods in the stash, then shared [N7.2, N8.13]."""
    standing = [(table.points[player.seat]["total"], sum(player.stash)) for player in table.players]
    return tuple(1 + sum(other > own for other in standing) for own in standing)


def points(table: Table, player: Player) -> dict[str, int]:
    """Item by item; N is the number of players [N7.1, N8.14]."""
    count = table.options.players
    fled = sum(card.fled for card in player.camp.values())
    mercenaries = player.of_colour(GREEN)
    full = player.full_mercenaries()
    items = {
        "raids": player.raids(),
        "mercenaries": full - (len(mercenaries) - full),
        "treasures": count * fulfilled(table, player),
        "fled": -fled * (count - 1 if table.works(player.seat, "E09") else count),
        "wagons": count * len(player.sent),
        "types": type_points(player),
    }
    return {**items, "total": sum(items.values())}


def types_sent(player: Player) -> Counter[str]:
    return Counter(wagon.type for wagon in player.sent)


def type_points(player: Player) -> int:
    """One for each type, or the number of the most frequent [N7.1]."""
    types = types_sent(player)
    return max([len(types), *types.values()])


def fulfilled(table: Table, player: Player) -> int:
    """Treasures whose condition holds; with Treasurer one more, if there is one more [N7.1.1, M10]."""
    treasures = player.of_colour(YELLOW)
    held = sum(CONDITIONS[card.id](table, player) for card in treasures)
    if table.works(player.seat, "M10"):
        held = min(len(treasures), held + 1)
    return held


def others(table: Table, player: Player) -> list[Player]:
    return [table.player(seat) for seat in table.opponents(player.seat)]


def of_one_type(table: Table, player: Player) -> bool:
    return max(types_sent(player).values(), default=0) >= 3


def banners(table: Table, player: Player) -> bool:
    return len(player.sent) >= 4 and len(types_sent(player)) >= 3


def more_than_left(table: Table, player: Player) -> bool:
    return len(player.sent) > len(table.player(table.left_of(player.seat)).sent)


def most_raids(table: Table, player: Player) -> bool:
    return player.raids() >= 3 and all(other.raids() <= player.raids() for other in others(table, player))


def two_full_mercenaries(table: Table, player: Player) -> bool:
    return player.full_mercenaries() >= 2


def two_full_curses(table: Table, player: Player) -> bool:
    return sum(card.full for card in player.of_colour(BLACK)) >= 2


def three_equipment(table: Table, player: Player) -> bool:
    return len(player.of_colour(BLUE)) >= 3


def clear_conscience(table: Table, player: Player) -> bool:
    """Neither an active nor a fled Curse, so each is full."""
    mercenaries, curses = player.of_colour(GREEN), player.of_colour(BLACK)
    return bool(mercenaries) and all(card.full for card in [*mercenaries, *curses])


def silk(table: Table, player: Player) -> bool:
    return sum(count >= 3 for count in player.stash) >= 4


def amber(table: Table, player: Player) -> bool:
    return max(player.stash) >= 6


def warband(table: Table, player: Player) -> bool:
    own = player.full_mercenaries()
    return own >= 1 and all(other.full_mercenaries() <= own for other in others(table, player))


def five_colours(table: Table, player: Player) -> bool:
    return all(player.of_colour(colour) for colour in EVERY)


CONDITIONS: dict[str, Callable[[Table, Player], bool]] = {
    "T01": of_one_type,
    "T02": banners,
    "T03": more_than_left,
    "T04": most_raids,
    "T05": two_full_mercenaries,
    "T06": two_full_curses,
    "T07": three_equipment,
    "T08": clear_conscience,
    "T09": silk,
    "T10": amber,
    "T11": warband,
    "T12": five_colours,
}
