"""A game in the terminal against bots."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.prompt import Prompt
from rich.text import Text

from tianxia import terminal
from tianxia.bots import Bot
from tianxia.engine import i18n
from tianxia.engine.errors import TianxiaError
from tianxia.engine.kinds import Action
from tianxia.engine.match import Match

Say = Callable[[str], str]

LONG = 24
"""A kind with more legal actions than this is listed by its form."""


def play(match: Match, seat: int, bots: dict[int, Bot], console: Console, lang: str = "en") -> None:
    """Play a match to its end, or until the player quits: `seat` at the keyboard, bots at the other seats."""
    told = 0
    while match.to_act:
        actor = match.to_act[0]
        if actor == seat:
            told = tell(match, seat, told, console, lang)
            console.print(terminal.draw(match.view(seat), lang))
            if not decide(match, seat, console, lang):
                return
        else:
            with console.status(match.prompt(seat, lang)):
                action = bots[actor].choose(match.record(actor), actor)
            match.play(actor, action)
    tell(match, seat, told, console, lang)
    console.print(terminal.draw(match.view(seat), lang))
    console.print(Text(match.prompt(seat, lang), style="bold"))


def tell(match: Match, seat: int, told: int, console: Console, lang: str) -> int:
    """Print what happened since it was told last; returns how much is told now."""
    lines = match.log(seat, lang)
    for line in lines[told:]:
        console.print(Text(f"  {line}", style="green"))
    return len(lines)


def decide(match: Match, seat: int, console: Console, lang: str) -> bool:
    """Ask until a legal action is named and play it; False if the player quits."""
    actions = match.legal(seat)
    console.print(Text(match.prompt(seat, lang), style="bold"))
    console.print(Columns(list(options(actions, match, lang)), padding=(0, 3)))
    while True:
        try:
            said = Prompt.ask("[bold]>[/bold]", console=console).strip()
        except EOFError:
            return False
        if said in ("q", "quit"):
            return False
        before = match.step_count
        try:
            if not answer(said, match, seat, console, lang):
                for part in terminal.spoken(said, match.view(seat)):
                    match.play(seat, chosen(part, actions))
        except (TianxiaError, OSError) as error:
            console.print(Text(str(error), style="yellow"))
        if match.step_count > before:
            return True


def options(actions: list[Action], match: Match, lang: str) -> Iterator[Text]:
    """The legal actions by number; one line for a kind of which there are very many."""
    kinds = Counter(action.kind for action in actions)
    for number, action in enumerate(actions, 1):
        if kinds[action.kind] <= LONG:
            yield option(number, action, match, lang)
        elif action.kind != actions[number - 2].kind or number == 1:
            form = match.game.actions.form(match.game.actions.kind_of(action.id))
            last = number + kinds[action.kind] - 1
            yield Text(f"{number:3}-{last} ", style="bold cyan").append(form, style="not bold default")


def option(number: int, action: Action, match: Match, lang: str) -> Text:
    """A legal action with its number, in words and in notation."""
    text = Text(f"{number:3} ", style="bold cyan", no_wrap=True, overflow="ellipsis")
    text.append(match.game.label(action, lang), style="not bold default")
    text.append(f"  {action.text}", style="dim")
    return text


def chosen(said: str, actions: list[Action]) -> Any:
    """The action meant by a number of the list, or the text itself as notation."""
    if not (said.isdecimal() and len(said) < 10):
        return said
    if not 1 <= int(said) <= len(actions):
        raise TianxiaError(f"{said}: the list goes from 1 to {len(actions)}")
    return actions[int(said) - 1]


def answer(said: str, match: Match, seat: int, console: Console, lang: str) -> bool:
    """Answer what is no action; whether it was one of these."""
    _ = i18n.translator(lang).gettext
    word, _space, rest = said.partition(" ")
    if word == "" or (word == "?" and not rest):
        console.print(usage(match, _))
    elif word == "?":
        console.print(Text(match.why_not(seat, rest, lang) or rest + ": " + _("this is legal")))
    elif word == "card" and rest and match.game.glossary(lang):
        for text in cards(rest, match, lang):
            console.print(text)
    elif word == "log":
        tell(match, seat, 0, console, lang)
    elif word == "save" and rest:
        match.save(rest)
        console.print(Text(_("saved to {file}").format(file=rest)))
    else:
        return False
    return True


def usage(match: Match, _: Say) -> str:
    """What can be written at the prompt."""
    ways = [
        _("Write the number of an action or its notation, several with [b];[/b] between them. [b]?[/b] this help"),
        _("[b]? ACTION[/b] why it is not legal"),
        *([_("[b]card NAME[/b] what a card does")] if match.game.glossary() else []),
        _("[b]log[/b] all that happened"),
        _("[b]save FILE[/b] keep the game"),
        _("[b]q[/b] quit"),
    ]
    return " · ".join(ways)


def cards(said: str, match: Match, lang: str) -> list[Text]:
    """The cards of that notation, or in whose name in the reader's language or in English these words are."""
    known, english = match.game.glossary(lang), match.game.glossary()
    wanted = said.strip().casefold()
    found = [card for card in known if card.casefold() == wanted] or [
        card
        for card, words in known.items()
        if any(wanted in name.casefold() for name in (words["name"], english[card]["name"]))
    ]
    if not found:
        raise TianxiaError(i18n.translator(lang).gettext("{name}: no card is called so").format(name=said))
    return [
        Text(f"{card} {words['name']} ", style="bold").append(
            f"({', '.join(filter(None, (words['about'], words['timing'])))}): {words['effect']}", style="not bold"
        )
        for card, words in ((card, known[card]) for card in found)
    ]
