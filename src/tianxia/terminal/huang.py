"""Huang in the terminal: the board with coordinates, market and bag, the players, your hand and points."""

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tianxia.games.huang.pieces import BANDITS, COLOURS, COLUMNS, DYNASTIES, HEXES, PAGODAS, ROWS, WHITE

STYLES = dict(zip(COLOURS, ("yellow", "red", "blue", "green", "white"), strict=True))
LETTERS = dict(zip(COLOURS, "yrbgw", strict=True))
EMBLEMS = dict(zip(DYNASTIES, "TRAGD", strict=True))
"""Tiger, Rabbit, rAt, Goat, Dragon."""
State = Mapping[str, Any]


def draw(view: Mapping[str, Any], _lang: str) -> RenderableType:
    """The table from one seat, or for a spectator."""
    state, viewer = view["state"], view["viewer"]
    own = () if viewer is None else (hand(state, viewer),)
    return Group(board(state), legend(), beside(state), *conflict(state), players(state), *own)


def board(state: State) -> Text:
    """Rows of hexes, odd rows shifted: a tile is its letter, a leader its letter and its dynasty's, under a building with *."""
    marks = things(state)
    built = buildings(state)
    text = Text("    " + "".join(f"{HEXES[column][0]:4}" for column in range(COLUMNS)) + "\n", style="dim")
    for row in range(ROWS):
        text.append(f"{row + 1:>3} " + "  " * (row % 2), style="dim not bold")
        for hex_ in HEXES[row * COLUMNS : (row + 1) * COLUMNS]:
            word, style = marks.get(hex_, ("", "dim"))
            text.append(f"{word + '*' * (hex_ in built):4}", style=style)
        text.append("\n")
    return text


def things(state: State) -> dict[str, tuple[str, str]]:
    """What stands on each hex, as a word and how it is printed."""
    marks = dict.fromkeys(state["land"], ("·", "dim")) | dict.fromkeys(state["river"], ("~", "dim blue"))
    for location, tile in zip(state["locations"], state["bandit_tiles"], strict=True):
        marks |= dict.fromkeys(location if tile else (), (f"b{BANDITS[tile - 1]}", "magenta"))
    for colour, hexes in zip(COLOURS, state["tiles"], strict=True):
        marks |= dict.fromkeys(hexes, (LETTERS[colour], STYLES[colour]))
    for dynasty, leaders in zip(DYNASTIES, state["leaders"], strict=True):
        for colour, hex_ in zip(COLOURS, leaders, strict=True):
            marks[hex_] = (LETTERS[colour].upper() + EMBLEMS[dynasty], f"bold reverse {STYLES[colour]}")
    return marks


def buildings(state: State) -> set[str]:
    """Hexes under a pagoda, the palace or a granary."""
    places = [*state["pagodas"], state["palace_at"]]
    return {hex_ for place in places if place != "none" for hex_ in place.split("+")} | set(state["granaries"])


def legend() -> Text:
    """What the marks mean."""
    emblems = ", ".join(f"{letter} {dynasty}" for dynasty, letter in EMBLEMS.items())
    return Text(
        f"y r b g w tiles · YT a yellow leader of tiger ({emblems}) · * under a building · ~ river · b3 bandits",
        style="dim",
    )


def tiles(counts: list[int]) -> str:
    """Tiles by colour."""
    return ", ".join(f"{n} {colour}" for colour, n in zip(COLOURS, counts, strict=True) if n) or "none"


def beside(state: State) -> Text:
    """Market, bag, pagodas in the supply."""
    supply = [0] * len(COLOURS)
    for colour, place in zip(PAGODAS, state["pagodas"], strict=True):
        supply[colour] += place == "none"
    return Text(f"Market: {tiles(state['market'])} · bag: {state['bag_size']} · pagodas in the supply: {tiles(supply)}")


def conflict(state: State) -> list[RenderableType]:
    """The sides of what is going on, with their strengths."""
    if state["conflict"] == "war":
        sides = zip(state["side_hex"], state["totals"], strict=True)
        strengths = ", ".join(f"{hex_} {total}" for hex_, total in sides if hex_ != "none")
        return [Text(f"War at {state['marked']}: {strengths}", style="bold red")]
    if state["conflict"] == "revolt":
        attack, defence, _ = state["totals"]
        return [Text(f"Revolt at {state['marked']}: attacker {attack}, defender {defence}", style="bold red")]
    return []


def players(state: State) -> Table:
    """Each player: hand, leaders off the board, points where they are shown."""
    table = Table("", "hand", "leaders off the board", "points", box=None, padding=(0, 2), header_style="dim")
    for seat in range(state["players"]):
        off = [c for c, hex_ in zip(COLOURS, state["leaders"][seat], strict=True) if hex_ == "none"]
        shown = state["points"][seat]
        table.add_row(
            Text(DYNASTIES[seat].title(), style="bold" if seat == state["active"] else ""),
            str(state["hand_size"][seat]),
            ", ".join(off) or "none",
            "behind the screen" if shown is None else points(shown),
        )
    return table


def points(shown: list[int]) -> str:
    """Points by colour, the lowest ones marked."""
    least = min(shown[:WHITE])
    words = [f"{n} {colour}" + "!" * (n == least) for colour, n in zip(COLOURS[:WHITE], shown, strict=False)]
    return ", ".join([*words, f"{shown[WHITE]} white"])


def hand(state: State, viewer: int) -> Text:
    """The own tiles."""
    text = Text("Your hand: ")
    for colour, n in zip(COLOURS, state["hand"][viewer], strict=True):
        text.append(f"{colour} " * n, style=STYLES[colour])
    return text
