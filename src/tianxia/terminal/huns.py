"""Huns in the terminal: dice and decks, open wagons, every camp, your cards with what they do."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tianxia.engine import i18n
from tianxia.engine.i18n import N_, Speak
from tianxia.games.huns.deck import in_use
from tianxia.games.huns.pieces import COLOURS, CURSES, HOLDERS, N_COLOURS, TYPES, WAGONS
from tianxia.games.huns.texts import card_name, lang_of, owner_name, seat_name

STYLES = dict(zip(COLOURS, ("blue", "red", "green", "bright_black", "yellow"), strict=True))
LETTERS = dict(zip(COLOURS, "brgky", strict=True))
DECKS = (N_("blue"), N_("red"), N_("green"), N_("black"), N_("yellow"))
TYPE_NAMES = dict(zip(TYPES, (N_("violet"), N_("orange"), N_("green"), N_("blue")), strict=True))
DICE = dict(
    zip(COLOURS, (N_("blue die"), N_("red die"), N_("green die"), N_("black die"), N_("yellow die")), strict=True)
)
LIES = {"used": N_("used"), "fled": N_("fled, face down"), "full": N_("full")}
State = Mapping[str, Any]


def draw(view: Mapping[str, Any], lang: str) -> RenderableType:
    """The table from one seat, or for a spectator."""
    state, viewer, speak = view["state"], view["viewer"], i18n.translator(lang)
    seats = [seat for seat in range(state["players"]) if seat != viewer]
    own = () if viewer is None else (camp(state, viewer, speak, own=True),)
    return Group(
        header(state, speak),
        board(state, speak),
        display(state, speak),
        *(camp(state, seat, speak) for seat in seats),
        *own,
        *shown(view, speak),
        *hand(state, speak),
    )


def header(state: State, speak: Speak) -> Text:
    """The round, who has the token, whose turn it is and with which die; how goods are written."""
    _ = speak.gettext
    first = _("Round {round} · first player: {seat}")
    text = Text(first.format(round=state["round"], seat=seat_name(state["token"], speak)), style="dim")
    if state["active"] >= 0:
        turn = _("{owner} turn").format(owner=owner_name(state["active"], speak))
        text.append(f" · {turn}", style="not dim")
    if state["die"] != "none":
        die = _("{die}, value {value}").format(die=_(DICE[state["die"]]), value=state["value"])
        text.append(f" · {die}", style=f"not dim {STYLES[state['die']]}")
    letters = _("b r g k y: blue red green black yellow; a capital is a good, a small letter an empty space")
    return text.append(f"\n{letters}")


def board(state: State, speak: Speak) -> RenderableType:
    """The dice by their decks, the goods of the reserve, the cards that are left."""
    _ = speak.gettext
    table = Table("", *map(_, DECKS), box=None, padding=(0, 2), header_style="bold")
    dice = (
        str(face) if face else f"– {seat_name(who, speak)}" if who >= 0 else "–"
        for face, who in zip(state["dice"], state["taken_by"], strict=True)
    )
    table.add_row(Text(_("die"), style="dim"), *dice)
    table.add_row(Text(_("reserve"), style="dim"), *map(str, state["reserve"]))
    table.add_row(Text(_("deck"), style="dim"), *map(str, state["deck_size"]))
    return Panel(table, expand=False)


def display(state: State, speak: Speak) -> Text:
    """The open wagons with their places, and how many are left."""
    text = Text(speak.gettext("Open wagons: "), style="dim")
    for place, wagon in enumerate(state["display"], 1):
        text.append(f"{place} ", style="not dim")
        text.append_text(wagon_drawn(state, wagon, speak))
        text.append("   ")
    return text.append(f"{speak.gettext('deck')} {state['wagons_left']}")


def wagon_drawn(state: State, wagon: str, speak: Speak, load: list[list[int]] | None = None) -> Text:
    """A wagon: its type, the goods on it, its empty spaces."""
    if wagon == "none":
        return Text("–", style="dim")
    number = WAGONS.index(wagon)
    text = Text(f"{speak.gettext(TYPE_NAMES[state['type'][number]])} ", style="not dim")
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


def camp(state: State, seat: int, speak: Speak, own: bool = False) -> RenderableType:
    """What lies in front of a player: wagons, stash, cards; of the own cards what they do."""
    lines = [facts(state, seat, speak), wagons(state, seat, speak)]
    if own:
        lines += [
            card_drawn(state, card, speak).append(f"  {effect(card, speak)}", style="not bold dim")
            for card in state["camp"][seat]
        ]
    elif state["camp"][seat]:
        lines.append(Text(", ").join(card_drawn(state, card, speak) for card in state["camp"][seat]))
    you = f" ({speak.gettext('you')})" if own else ""
    title = Text(seat_name(seat, speak) + you, style="bold" if seat == state["asked"] else "")
    return Panel(Group(*lines), title=title, title_align="left", padding=(0, 1))


def facts(state: State, seat: int, speak: Speak) -> Text:
    """Wagons sent, stash, Saddlebags; at the end the points."""
    _ = speak.gettext
    text = Text(_("wagons sent: {n}").format(n=state["sent_size"][seat]))
    if state["sent"][seat] and state["sent_size"][seat]:
        types = [state["type"][WAGONS.index(wagon)] for wagon in state["sent"][seat][: state["sent_size"][seat]]]
        counted = (f"{types.count(kind)} {_(TYPE_NAMES[kind])}" for kind in dict.fromkeys(types))
        text.append(f" ({', '.join(counted)})")
    stash = state["stash"][seat]
    text.append(" · " + _("stash") + " ").append_text(goods_drawn(stash) if any(stash) else Text("–"))
    if "E05" in state["camp"][seat] and any(state["saddlebags"]):
        text.append(f" · {card_name('E05', speak)} ").append_text(goods_drawn(state["saddlebags"]))
    if state["asked"] < 0:
        text.append(" · " + _("points: {n}").format(n=sum(state["account"][seat])), style="bold")
    return text


def wagons(state: State, seat: int, speak: Speak) -> Text:
    """The wagons that are being filled, by slot."""
    text = Text()
    for slot, (wagon, load) in enumerate(zip(state["wagons"][seat], state["load"][seat], strict=True), 1):
        if wagon != "none":
            text.append(f"{slot} ", style="dim").append_text(wagon_drawn(state, wagon, speak, load)).append("   ")
    return text


def card_drawn(state: State, name: str, speak: Speak) -> Text:
    """A card: its name, its goods and empty spaces, and what has become of it."""
    text = Text(card_name(name, speak), style=f"bold {STYLES[in_use().by_id[name].colour]}")
    if name in HOLDERS:
        goods = state["goods_on"][HOLDERS.index(name)]
        text.append(" ").append_text(goods_drawn(goods))
        text.append("○" * (state["spaces"][HOLDERS.index(name)] - sum(goods)), style="not bold default")
    for field, what in LIES.items():
        if name in state[field]:
            told = N_("full: over") if field == "full" and name in CURSES else what
            text.append(f" ({speak.gettext(told)})", style="not bold default")
    return text


def effect(card: str, speak: Speak) -> str:
    """What a card does, in the reader's language."""
    return in_use().by_id[card].effect(lang_of(speak))


def shown(view: Mapping[str, Any], speak: Speak) -> Iterator[RenderableType]:
    """Cards that have no place yet, with what they do: those that the viewer drew, a Curse that is played."""
    asks, viewer, names = view["asked"], view["viewer"], []
    if asks and asks["kind"] == "drawn" and viewer == view["state"]["asked"]:
        names = view["state"]["seen"][viewer][COLOURS.index(asks["colour"])][: asks["count"]]
    elif asks and asks["kind"] in ("victim", "flee"):
        names = [asks["card"]]
    for name in names:
        text = Text(f"{name} {card_name(name, speak)}: ", style=f"bold {STYLES[in_use().by_id[name].colour]}")
        yield text.append(effect(name, speak), style="not bold default")


def hand(state: State, speak: Speak) -> Iterator[RenderableType]:
    """The goods that are being placed."""
    if any(state["hand"]):
        yield Text(speak.gettext("Goods in hand: ")).append_text(goods_drawn(state["hand"]))
