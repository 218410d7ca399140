"""Huns in the terminal: dice and decks, open wagons, every camp, your cards with what they do."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tianxia.games.huns.deck import in_use
from tianxia.games.huns.pieces import COLOURS, HOLDERS, N_COLOURS, SEAT_NAMES, WAGONS

STYLES = dict(zip(COLOURS, ("blue", "red", "green", "bright_black", "yellow"), strict=True))
LETTERS = dict(zip(COLOURS, "brgky", strict=True))
NAMES = tuple(name.title() for name in SEAT_NAMES)
State = Mapping[str, Any]


def draw(view: Mapping[str, Any]) -> RenderableType:
    """The table from one seat, or for a spectator."""
    state, viewer = view["state"], view["viewer"]
    seats = [seat for seat in range(state["players"]) if seat != viewer]
    own = () if viewer is None else (camp(state, viewer, own=True), *drawn(state, viewer, view["to_act"]))
    return Group(
        header(state), board(state), display(state), *(camp(state, seat) for seat in seats), *own, *hand(state)
    )


def header(state: State) -> Text:
    """The round, who has the token, whose turn it is and with which die; how goods are written."""
    text = Text(f"Round {state['round']} · first player {NAMES[state['token']]}", style="dim")
    if state["active"] >= 0:
        text.append(f" · {NAMES[state['active']]}'s turn", style="not dim")
    if state["die"] != "none":
        text.append(f" · {state['die']} die, value {state['value']}", style=f"not dim {STYLES[state['die']]}")
    text.append("\nb r g k y: blue red green black yellow; a capital is a good, a small letter an empty space")
    return text


def board(state: State) -> RenderableType:
    """The dice by their decks, the goods of the reserve, the cards that are left."""
    table = Table("", *COLOURS, box=None, padding=(0, 2), header_style="bold")
    dice = (
        str(face) if face else f"– {NAMES[who]}" if who >= 0 else "–"
        for face, who in zip(state["dice"], state["taken_by"], strict=True)
    )
    table.add_row(Text("die", style="dim"), *dice)
    table.add_row(Text("reserve", style="dim"), *map(str, state["reserve"]))
    table.add_row(Text("deck", style="dim"), *map(str, state["deck_size"]))
    return Panel(table, expand=False)


def display(state: State) -> Text:
    """The open wagons with their places, and how many are left."""
    text = Text("Open wagons: ", style="dim")
    for place, wagon in enumerate(state["display"], 1):
        text.append(f"{place} ", style="not dim")
        text.append_text(wagon_drawn(state, wagon))
        text.append("   ")
    return text.append(f"deck {state['wagons_left']}")


def wagon_drawn(state: State, wagon: str, load: list[list[int]] | None = None) -> Text:
    """A wagon: its type, the goods on it, its empty spaces."""
    if wagon == "none":
        return Text("–", style="dim")
    number = WAGONS.index(wagon)
    text = Text(f"{state['type'][number]} ", style="not dim")
    for space, need in enumerate(state["need"][number]):
        goods = load[space] if load else [0] * N_COLOURS
        text.append_text(goods_drawn(goods))
        empty = need - sum(goods)
        text.append(LETTERS[COLOURS[space]] * empty, style=f"not bold dim {STYLES[COLOURS[space]]}")
    return text


def goods_drawn(counts: Iterable[int]) -> Text:
    """Goods, a capital letter each."""
    text = Text()
    for colour, n in zip(COLOURS, counts, strict=True):
        text.append(LETTERS[colour].upper() * n, style=f"not dim bold {STYLES[colour]}")
    return text


def camp(state: State, seat: int, own: bool = False) -> RenderableType:
    """What lies in front of a player: wagons, stash, cards; of the own cards what they do."""
    lines = [facts(state, seat), wagons(state, seat)]
    if own:
        lines += [
            card_drawn(state, card).append(f"  {in_use().by_id[card].effect('en')}", style="not bold dim")
            for card in state["camp"][seat]
        ]
    elif state["camp"][seat]:
        lines.append(Text(", ").join(card_drawn(state, card) for card in state["camp"][seat]))
    title = Text(NAMES[seat] + (" (you)" if own else ""), style="bold" if seat == state["asked"] else "")
    return Panel(Group(*lines), title=title, title_align="left", padding=(0, 1))


def facts(state: State, seat: int) -> Text:
    """Wagons sent, stash, Saddlebags; at the end the points."""
    text = Text(f"sent {state['sent_size'][seat]}")
    if state["sent"][seat] and state["sent_size"][seat]:
        types = [state["type"][WAGONS.index(wagon)] for wagon in state["sent"][seat][: state["sent_size"][seat]]]
        text.append(" (" + ", ".join(f"{types.count(kind)} {kind}" for kind in dict.fromkeys(types)) + ")")
    text.append(" · stash ").append_text(goods_drawn(state["stash"][seat]) if any(state["stash"][seat]) else Text("–"))
    if "E05" in state["camp"][seat] and any(state["saddlebags"]):
        text.append(" · Saddlebags ").append_text(goods_drawn(state["saddlebags"]))
    if state["asked"] < 0:
        text.append(f" · {sum(state['account'][seat])} points", style="bold")
    return text


def wagons(state: State, seat: int) -> Text:
    """The wagons that are being filled, by slot."""
    text = Text()
    for slot, (wagon, load) in enumerate(zip(state["wagons"][seat], state["load"][seat], strict=True), 1):
        if wagon != "none":
            text.append(f"{slot} ", style="dim").append_text(wagon_drawn(state, wagon, load)).append("   ")
    return text


def card_drawn(state: State, name: str) -> Text:
    """A card: its name, its goods and empty spaces, and what has become of it."""
    card = in_use().by_id[name]
    text = Text(card.name("en"), style=f"bold {STYLES[card.colour]}")
    if name in HOLDERS:
        goods = state["goods_on"][HOLDERS.index(name)]
        text.append(" ").append_text(goods_drawn(goods))
        text.append("○" * (state["spaces"][HOLDERS.index(name)] - sum(goods)), style="not bold default")
    for what in ("used", "fled", "full"):
        if name in state[what]:
            text.append(f" ({what})", style="not bold default")
    return text


def drawn(state: State, viewer: int, to_act: list[int]) -> Iterator[RenderableType]:
    """The cards that you drew, with what they do."""
    at = state["depth"] - 1
    if viewer in to_act and state["task"][at] == "drawn":
        for name in state["seen"][viewer][state["task_a"][at]][: state["task_b"][at]]:
            card = in_use().by_id[name]
            text = Text(f"{name} {card.name('en')}: ", style=f"bold {STYLES[card.colour]}")
            yield text.append(card.effect("en"), style="not bold default")


def hand(state: State) -> Iterator[RenderableType]:
    """The goods that are being placed."""
    if any(state["hand"]):
        yield Text("Goods in hand: ").append_text(goods_drawn(state["hand"]))
