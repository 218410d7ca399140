"""Sun Tzu in the terminal: the track, the five provinces, both sides, your hand."""

from collections.abc import Iterable, Mapping
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tianxia.games.sun_tzu.pieces import CARDS, EVENT_CARDS, FRAMED, PROVINCES, ROUNDS, TRACK
from tianxia.games.sun_tzu.texts import GENERAL_NAMES, GENERAL_TEXTS, SEAT_TITLES, event_text

STYLES = ("blue", "red")
BY_WORD = {name.lower(): name for name in (*PROVINCES, *CARDS)}
GENERALS_BY_NAME = {name.lower(): general for general, name in GENERAL_NAMES.items()}
State = Mapping[str, Any]


def draw(view: Mapping[str, Any], _lang: str) -> RenderableType:
    """The table from one seat, or for a spectator with both hands face down."""
    state, viewer = view["state"], view["viewer"]
    seats = (0, 1) if viewer is None else (1 - viewer, viewer)
    own = () if viewer is None else (*generals(state, viewer), *deck(state, viewer), *hand(state, viewer))
    if state["asks"] == "orders" and viewer in view["to_act"]:
        own = (*own, Text("All orders at once, from QIN to WU: 5 4 3 2 1. A single one: WU 9", style="dim italic"))
    return Group(header(state), *event(state), side(state, seats[0]), board(state, seats), side(state, seats[1]), *own)


def shorthand(said: str, view: Mapping[str, Any]) -> list[str]:
    """Five cards are the orders from QIN to WU, a province and a card one order; what lies there is taken back first.

    A general is chosen by its name, too.

    >>> view = {"viewer": 0, "state": {"asks": "orders", "orders": "free", "laid": [["7", *["none"] * 4], None]}}
    >>> shorthand("wu 9", view), shorthand("confirm", view)
    (['order WU 9'], ['confirm'])
    >>> shorthand("5 4 3 2 plague", view)[:2]
    ['take_back QIN', 'order QIN 5']
    >>> shorthand("choose second siege", {"viewer": 1, "state": {"asks": "general"}})
    ['choose R1']
    """
    state = view["state"]
    words = [BY_WORD.get(word.lower(), word) for word in said.split()]
    if state["asks"] == "general":
        name = said.removeprefix("choose ").lower()
        return [f"choose {GENERALS_BY_NAME[name]}" if name in GENERALS_BY_NAME else said]
    if state["asks"] != "orders":
        return [said]
    if len(words) == len(PROVINCES) and all(word in CARDS for word in words):
        given = dict(zip(PROVINCES, words, strict=True))
    elif len(words) == 2 and words[0] in PROVINCES and words[1] in CARDS:
        given = {words[0]: words[1]}
    else:
        return [said]
    laid = dict(zip(PROVINCES, state["laid"][view["viewer"]], strict=True))
    back = [f"take_back {province}" for province in given if laid[province] != "none"]
    return [*back, *(f"order {province} {card}" for province, card in given.items())]


def header(state: State) -> RenderableType:
    """The round, the points track with its figure, who goes first."""
    line = Text(f"Round {state['round']} of {ROUNDS} · ", style="dim")
    line.append("red ", style="not dim red")
    for space in range(-TRACK, TRACK + 1):
        line.append("●" if space == state["figure"] else "|" if space == 0 else "·", style="not dim bold")
    line.append(" blue", style="not dim blue")
    figure = state["figure"]
    line.append(f" · {abs(figure)} for {SEAT_TITLES[int(figure < 0)]}" if figure else " · level")
    if state["holder"] >= 0:
        line.append(f" · {SEAT_TITLES[state['holder']]} goes first")
    return line


def event(state: State) -> Iterable[RenderableType]:
    """The open event and how many are still to come [S9]."""
    if state["event"] != "none":
        left = state["events_left"]
        text = Text(f"Event {len(EVENT_CARDS) - left + 1} of {len(EVENT_CARDS)}: ", style="dim")
        text.append(state["event"], style="not dim bold")
        text.append(f" · {event_text(state['event'], state['light_infantry'])}")
        yield text


def side(state: State, seat: int) -> RenderableType:
    """A side: armies not on the board, cards, generals."""
    line = Text(SEAT_TITLES[seat], style=f"bold {STYLES[seat]}")
    counts = {
        "pool": state["pool"][seat],
        "reinforcements": state["reinforcements"][seat],
        "hand": state["hand_size"][seat],
        "deck": state["deck_size"][seat],
    }
    line.append("".join(f" · {name} {count}" for name, count in counts.items()), style="not bold default")
    shown = [GENERAL_NAMES[general] for general in state["shown"][seat] if general != "none"]
    if shown:
        line.append(f" · generals used: {', '.join(shown)}", style="not bold default")
    if state["unshown"][seat]:
        line.append(" · general not shown" + " ×2" * (state["unshown"][seat] > 1), style="not bold default")
    if state["confirmed"][seat] and not state["sealed"]:
        line.append(" · orders confirmed", style="not bold default")
    gone = cards_by_kind(state["out"][seat])
    if gone:
        line.append(f" · out of the game: {gone}", style="not bold dim default")
    return line


def board(state: State, seats: tuple[int, int]) -> RenderableType:
    """The five provinces: points, and for each side its armies, markers and cards."""
    table = Table(box=None, padding=(0, 2), header_style="bold")
    table.add_column("")
    for province in PROVINCES:
        fought = state["battle"] == province
        table.add_column(f"▶ {province}" if fought else province, justify="center")
    table.add_row(Text("points", style="dim"), *(points(display, state["round"]) for display in state["displays"]))
    first, second = seats
    for seat, kind in ((first, "cards"), (first, "armies"), (second, "armies"), (second, "cards")):
        name = Text(f"{SEAT_TITLES[seat]}: {kind}", style=STYLES[seat])
        cell = card_at if kind == "cards" else armies_at
        table.add_row(name, *(cell(state, seat, place) for place in range(len(PROVINCES))))
    return Panel(table, expand=False)


def points(display: str, now: int) -> Text:
    """A score display with the number that counts next [S1.4]."""
    text = Text()
    for scoring, number in enumerate(display.split("/")):
        coming = scoring == max(now - 1, 0) // 3
        text.append("/" if scoring else "", style="dim")
        text.append(number, style="bold yellow" if coming else "dim")
    return text


def armies_at(state: State, seat: int, place: int) -> Text:
    """Armies of a side in a province, and whether it used its 6 there [S7.2]."""
    armies, markers = state["armies"][seat][place], state["markers"][seat][place]
    text = Text(f"■ {armies}" if armies else "–", style=f"bold {STYLES[seat]}" if armies else "dim")
    if PROVINCES[place] in state["used"][seat]:
        text.append(" 6" + "◆" * markers, style="not bold default")
    return text


def card_at(state: State, seat: int, place: int) -> Text:
    """The card of a side at a province: open, ordered by yourself, or face down."""
    open_card, laid = state["face_up"][seat][place], state["laid"][seat]
    if open_card != "none":
        return Text(open_card, style="bold")
    if laid is not None and laid[place] != "none":
        return Text(f"({laid[place]})", style="italic")
    sealed = laid is None and state["sealed"] and PROVINCES[place] in state["unfought"]
    return Text("?" if sealed else "", style="dim")


def generals(state: State, seat: int) -> Iterable[RenderableType]:
    """Your generals, or all of them while you choose."""
    held = state["held"][seat] or ()
    for general in held or (state["aside"][seat] if state["asks"] == "general" else ()):
        text = Text("Your general " if held else f"{general} ", style="bold" if held else "bold cyan")
        text.append(f"{GENERAL_NAMES[general]}: ", style="bold default")
        text.append(GENERAL_TEXTS[general], style="not bold default")
        yield text


def deck(state: State, seat: int) -> Iterable[RenderableType]:
    """What you know of your deck: the kinds never drawn, and below them, in order, what you put under [S13.3]."""
    undrawn = cards_by_kind(state["undrawn"][seat])
    under = " ".join(card for card in state["known"][seat] if card != "none")
    if undrawn or under:
        yield Text(f"Your deck: {f'{undrawn} in some order' if undrawn else 'nothing new'}", style="dim").append(
            f", then {under}" if under else ""
        )


def hand(state: State, seat: int) -> Iterable[RenderableType]:
    """Your cards as they lie in your hand, and those just drawn."""
    for title, counts in (("", state["hand"][seat]), ("drawn", state["drawn"][seat])):
        shown = [card(kind, copies, title) for kind, copies in enumerate(counts) if copies]
        if shown:
            yield Columns(shown, padding=(0, 0))


def card(kind: int, copies: int, title: str) -> RenderableType:
    """Equal cards as one; a card with a frame comes back, the others leave the game [S12.1]."""
    text = Text(CARDS[kind], style="bold" if kind < FRAMED else "bold magenta")
    text.append(f" ×{copies}" if copies > 1 else "", style="not bold default")
    return Panel(text, expand=False, padding=(0, 1), title=title or None)


def cards_by_kind(counts: list[int]) -> str:
    """Cards in a row: 7 +1×2."""
    return " ".join(f"{CARDS[kind]}×{n}" if n > 1 else CARDS[kind] for kind, n in enumerate(counts) if n)
