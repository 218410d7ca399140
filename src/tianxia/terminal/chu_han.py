"""Chu Han in the terminal: the event, the rival, the trick, your hand as cards."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tianxia.games.chu_han.cards import COPIES, KINDS, PERSONS, VALUES, card_name
from tianxia.games.chu_han.texts import EVENT_NAMES, EVENT_TEXTS

SEATS = ("Han", "Chu")
STYLES = ("red", "blue")
BY_VALUE = sorted(range(len(KINDS)), key=lambda kind: (VALUES[kind], kind))
State = Mapping[str, Any]


def draw(view: Mapping[str, Any], _lang: str) -> RenderableType:
    """The table from one seat, or for a spectator with both hands face down."""
    state, viewer = view["state"], view["viewer"]
    seats = (0, 1) if viewer is None else (1 - viewer, viewer)
    rival, own = (seat_line(state, seat) for seat in seats)
    return Group(
        header(state),
        *event(state),
        rival,
        *hand(state, seats[0]),
        trick(state),
        own,
        *hand(state, seats[1]),
        *offered(state),
        discard(state),
    )


def header(state: State) -> RenderableType:
    """The match of a campaign, the hand, the pile, the decrees."""
    text = ""
    if state["match_number"]:
        han, chu = state["matches_won"]
        text = f"Match {state['match_number']} to {state['goal']} points · matches won {han}:{chu} · "
    text += f"Hand {state['hand_number']} · pile {state['pile_size']} · decrees left {state['decrees_left']}"
    return Text(text + (" · all points doubled" if state["doubled"] else ""), style="dim")


def event(state: State) -> Iterable[RenderableType]:
    """The event of the hand, its face-up cards, its row."""
    if state["event"] == "none":
        return
    text = Text(EVENT_NAMES[state["event"]], style="bold")
    text.append(f": {EVENT_TEXTS[state['event']]}", style="not bold")
    yield text
    if any(state["face_up"]):
        names = [KINDS[kind] for kind in BY_VALUE for _ in range(state["face_up"][kind])]
        yield Text("Face up: ").append(cards(names))
    if state["row_size"]:
        row = Text("Row: ")
        for kind, seat in zip(state["row"][: state["row_size"]], state["row_seat"], strict=False):
            row.append(f"{card_name(kind)} ", style=STYLES[seat])
        yield row


def offered(state: State) -> Iterable[RenderableType]:
    """The pair of which one card is given; only who took the decree sees it."""
    seen = state["seen"][state["turn"]]
    if state["asks"] == "give" and seen:
        top = len(seen) - state["pile_size"]
        yield Text("Drawn: ", style="italic").append(cards(seen[top : top + 2]))


def seat_line(state: State, seat: int) -> RenderableType:
    """A seat: points, cards, decrees taken."""
    line = Text(SEATS[seat], style=f"bold {STYLES[seat]}")
    line.append(f"  score {state['score'][seat]}", style="bold")
    line.append(f" · cards {state['hand_size'][seat]} · decrees taken {state['decrees_taken'][seat]}", style="not bold")
    return line


def hand(state: State, seat: int) -> Iterable[RenderableType]:
    """The cards of a hand that is seen: one's own, or one that lies open."""
    counts = state["hand"][seat] or (state["shown"][seat] if state["opened"][seat] else None)
    if counts:
        yield Columns([card(kind, counts[kind]) for kind in BY_VALUE if counts[kind]], padding=(0, 0))
    if state["lent"][seat] not in (None, "none"):
        yield Text(f"With {card_name(state['lent'][seat])} from beside the event, counted here", style="italic")
    if state["building_ability"][seat] not in (None, "none"):
        begun = [card_name(state["building_ability"][seat]), *map(card_name, state["building"][seat])]
        yield Text(f"Begun: {', '.join(begun)}", style="italic")


def card(kind: int, copies: int) -> RenderableType:
    """Equal cards as one: value, how many of all there are, a person's name."""
    name = KINDS[kind]
    person = name in PERSONS
    text = Text(str(VALUES[kind]), style="bold magenta" if person else "bold")
    text.append(f" {card_name(name)}" if person else f" ×{copies}", style="not bold")
    if not person and COPIES[kind] > 1:
        text.append(f" of {COPIES[kind]}", style="dim")
    return Panel(text, expand=False, padding=(0, 1))


def trick(state: State) -> RenderableType:
    """What lies in the trick, what is declared, what is to beat."""
    table = Table.grid(padding=(0, 2))
    for play in range(state["plays"]):
        seat = state["trick_seat"][play]
        ability = state["trick_ability"][play]
        how = "" if ability == "none" else f"with {card_name(ability)}"
        table.add_row(
            Text(SEATS[seat], style=STYLES[seat]), cards(state["trick_cards"][play]), Text(how, style="italic")
        )
    if state["declared_ability"] != "none":
        seat = state["turn"]
        said = Text(f"declares {card_name(state['declared_ability'])}", style="italic")
        table.add_row(Text(SEATS[seat], style=STYLES[seat]), cards(state["declared_cards"]), said)
    title = "trick"
    if state["to_beat_size"]:
        title = f"to beat: {state['to_beat_size']} × {state['to_beat_value']}"
    return Panel(
        table if table.rows else Text("empty", style="dim"), title=title, title_align="left", expand=False, width=60
    )


def cards(kinds: list[str]) -> Text:
    """Cards in a row, persons with their value."""
    names = [f"{VALUES[KINDS.index(kind)]} {card_name(kind)}" if kind in PERSONS else kind for kind in kinds]
    return Text(", ".join(names) if any(" " in name for name in names) else " ".join(names))


def discard(state: State) -> RenderableType:
    """The discard pile by value."""
    values: Counter[int] = Counter()
    for kind, copies in enumerate(state["discard"]):
        values[VALUES[kind]] += copies
    said = "  ".join(f"{value}×{values[value]}" for value in sorted(values) if values[value])
    return Text(f"Discard pile: {said or 'empty'}", style="dim")
