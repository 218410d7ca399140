"""The table as one viewer may see it, in that viewer's language; made from the masked view and nothing else."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from msgspec.structs import replace

import tianxia
from tianxia.bots import house
from tianxia.bots.levels import is_own
from tianxia.engine import i18n, looks
from tianxia.engine.fields import SPECTATOR
from tianxia.engine.game import Game
from tianxia.engine.looks import Look
from tianxia.engine.options import Option, Value
from tianxia.tables import consent, incidents, lessons, time_control
from tianxia.tables.clocks import Clocks
from tianxia.tables.history import MOST_ROWS, History
from tianxia.tables.rows import Seat
from tianxia.tables.setup import Past, Setup
from tianxia.tables.streams import Viewer
from tianxia.tables.table_view import (
    ClocksView,
    ClockView,
    IncidentView,
    LegalAction,
    OptionView,
    Revealed,
    SeatView,
    TableView,
)
from tianxia.tables.worker import Pressure

GUEST = i18n.translator(i18n.DEFAULT).gettext("Guest {number}")
"""What guests are called, and stored as; readers of another language read it in theirs."""
DELETED = i18n.translator(i18n.DEFAULT).gettext("deleted")
"""The same for who has deleted the account."""
FEW = 100
"""Actions that are asked about for one answer: each costs some 50 microseconds."""


def look_of(history: History, viewer: Viewer, before: Look | None = None, public: Look | None = None) -> Look:
    """What a viewer sees of the position; what stayed as it was since a look before, or is ``public``, is not made again."""
    table, match = history.game.table, history.match
    if viewer is None:
        return looks.look(table, match.public, SPECTATOR, before)
    return looks.look(table, match.masked(viewer), viewer, before, public)


def table_view(
    setup: Setup, history: History, viewer: Viewer, lang: str, *, paused: str = "", replayed: bool = False
) -> TableView:
    """Everything but who is here (see ``seat_views``), which changes without a step. Where a finished game is ``replayed``
    nothing can be done, and what was sealed is known."""
    public = look_of(history, None)
    view = public_view(setup, history, lang, public, paused=paused, replayed=replayed)
    if viewer is None:
        return view
    look = look_of(history, viewer, public=public)
    return replace(view, **own_parts(view, setup, history, viewer, lang, look, replayed=replayed))


def public_view(
    setup: Setup, history: History, lang: str, look: Look, *, paused: str = "", replayed: bool = False
) -> TableView:
    """The same for who looks on: what everybody sees. ``look`` is what such a viewer sees of the position."""
    match, question = history.match, history.match.asked
    shown = _for_prompt(history, None, question, look)
    return TableView(
        game=setup.game,
        table=setup.id,
        viewer=None,
        number=history.streams[None].number,
        to_act=list(history.to_act),
        asked=question if history.to_act else None,
        state=look.state,
        legal=[],
        prompt=consent.settled_in_words(history.now, lang)
        or ended_in_words(history, None, lang)
        or history.game.notes.prompt(shown, i18n.translator(lang)),
        result=None if history.now.result is None else list(history.now.result),
        scores=list(match.scores or ()),
        resigned=sorted(history.now.resigned),
        away=list(history.now.away),
        ended=history.now.ended,
        settled=history.now.settled,
        offer=None,
        may_offer=[],
        hints=False,
        onlookers=0,
        delay=setup.terms.delay,
        seats=[],
        clocks=None,
        incidents=[],
        options=option_views(history.game, lang),
        can_undo=False,
        undo_reason="",
        waiting=True,
        paused=paused,
        ratings=None,
        ratings_wait=False,
        rematch=None,
        hurried="",
        commitment="" if setup.terms.imported else setup.commitment,
        revealed=Revealed(str(setup.seed), setup.salt) if history.over or replayed else None,
        lang=lang,
        guide=None,
        past=address_of(setup.past),
    )


def own_parts(
    public: TableView, setup: Setup, history: History, seat: int, lang: str, look: Look, *, replayed: bool = False
) -> dict[str, Any]:
    """What a seat's view has in place of what everybody sees (``public``), by field. ``look`` is what the seat sees of the
    position."""
    plays = seat in history.to_act and history.seats[seat].bot is None
    asked = plays and not public.paused and not replayed
    silent = asked and history.declines_by_itself(seat)
    reason = undo_reason(history, seat, lang)
    legal = legal_actions(history, seat, lang) if asked and not silent else []
    if (step := lessons.asked(setup, history, seat)) is not None:
        legal = [action for action in legal if action.id in step.moves]
    return {
        "viewer": seat,
        "number": history.streams[seat].number,
        "state": look.state,
        "legal": legal,
        "prompt": passed_for(lang) if silent else _own_prompt(public, history, seat, lang, look),
        "can_undo": not (reason or public.paused or replayed),
        "undo_reason": reason,
        "waiting": not asked or silent,
        "guide": None if replayed else lessons.view(setup, history, seat, lang),
    }


def _own_prompt(public: TableView, history: History, seat: int, lang: str, look: Look) -> str:
    """What a seat is asked, or told at the end; the others read what everybody reads."""
    if history.now.settled:
        return public.prompt
    if told := ended_in_words(history, seat, lang) or deputy_in_words(history, seat, lang):
        return told
    if seat not in history.match.to_act:
        return public.prompt
    return history.game.notes.prompt(_for_prompt(history, seat, public.asked, look), i18n.translator(lang))


def _for_prompt(history: History, viewer: Viewer, question: dict[str, Any] | None, look: Look) -> dict[str, Any]:
    return {
        "game": history.game.id,
        "viewer": viewer,
        "to_act": list(history.match.to_act),
        "asked": question,
        "state": look.state,
    }


def address_of(past: Past | None) -> str:
    """The replay of the game that one goes on from, at that position; empty if there is none."""
    if past is None or not past.table:
        return ""
    return f"/table/{past.table}/replay?at={len(past.moves)}&seat={past.seat}"


def passed_for(lang: str) -> str:
    """What a seat reads that the platform answers for: it is asked, and nobody else."""
    return i18n.translator(lang).gettext("You have nothing to use here: it is passed for you")


def ended_in_words(history: History, viewer: Viewer, lang: str) -> str:
    """Who went last, so that the game is over for want of rivals; empty if it is not."""
    now = history.now
    if not now.ended:
        return ""
    say = i18n.translator(lang).gettext
    last = max(at for _, at in now.gone)
    went = [seat for seat, at in now.gone if at == last]
    by_time = not now.resigned.intersection(went)
    if viewer in went and viewer is not None and (now.rated or ())[viewer] == 1:
        return say("The game is over: nobody else was left.")
    if viewer in went:
        return say("Your time is over, and so is the game.") if by_time else say("You have resigned; the game is over.")
    names = ", ".join(called(replace(history.seats[seat], bot=None), lang) for seat in went)  # a bot may play on there
    told = say("The game is over: the time of {name} is.") if by_time else say("The game is over: {name} resigned.")
    return told.format(name=names)


def deputy_in_words(history: History, viewer: Viewer, lang: str) -> str:
    """What somebody reads for whom a bot plays; empty for all others."""
    if viewer is None or not is_deputy(history.seats[viewer]) or history.over:
        return ""
    say = i18n.translator(lang).gettext
    if viewer in history.now.resigned:
        return say("You have resigned: a bot plays on for you.")
    return say("A bot plays for you while you are away.")


def is_deputy(seat: Seat) -> bool:
    """A bot plays for a guest."""
    return seat.guest is not None and seat.bot is not None


@lru_cache(256)
def clocks_view(clocks: Clocks, lang: str) -> ClocksView:
    """The clocks of a table."""
    shown = [ClockView(one.left, None if one.asked is None else one.runs, one.vacation) for one in clocks.seats]
    words = [time_control.in_words(clocks.control, lang), time_control.way_in_words(lang) if clocks.control.lag else ""]
    return ClocksView(clocks.control.live, " ".join(filter(None, words)), shown)


def incident_views(history: History, viewer: Viewer, lang: str) -> list[IncidentView]:
    """What happened beside the steps, as far as a viewer's events go; it is told of people, also where a bot is all that they
    left behind."""
    place, sitting = history.viewers.index(viewer), history.seats
    return [
        IncidentView(
            one.events[place], incidents.in_words(one, called(replace(sitting[one.seat], bot=None), lang), lang)
        )
        for one in history.incidents
    ]


def legal_actions(history: History, seat: int, lang: str) -> list[LegalAction]:
    """What a seat may do, in words, each with whether it can be taken back."""
    ids, irreversible = history.match.legal_ids(seat).tolist(), history.match.irreversible_ids(seat)
    legal = list(map(_in_words(history.game.id, lang, False).__getitem__, ids))
    for number in irreversible:
        legal[bisect_left(ids, number)] = _in_words(history.game.id, lang, True)[number]
    return legal


@cache
def _in_words(game: str, lang: str, irreversible: bool) -> "InWords":
    return InWords(tianxia.load(game), lang, irreversible)


class InWords(dict[int, LegalAction]):
    """The actions of a game in a language, by id, as a page gets them: each is made when it is first asked for."""

    def __init__(self, game: Game, lang: str, irreversible: bool) -> None:
        self._game, self._lang, self._irreversible = game, lang, irreversible

    def __missing__(self, number: int) -> LegalAction:
        action, label = self._game.action(number), self._game.label(number, self._lang)
        made = LegalAction(number, action.kind, action.args, action.text, list(action.parts), label, self._irreversible)
        self[number] = made
        return made


def undo_reason(history: History, seat: int, lang: str) -> str:
    """Why a seat can take nothing back; empty if it can."""
    if history.rows < MOST_ROWS and history.can_undo(seat):
        return ""
    say = i18n.translator(lang).gettext
    if history.rows >= MOST_ROWS:
        return say("This game has so many steps that nothing can be taken back any more.")
    if history.over:
        return say("The game is over.")
    last = history.line.last(seat)
    if last is None:
        return say("Nothing has been played yet.")
    if last.seat != seat or last.forced:
        return say("The last decision was not yours.")
    return say("Your last action is final or showed something new, so it stays.")


def with_consent(reason: str, may_offer: Sequence[str], lang: str) -> str:
    """Why a seat can take nothing back by itself, and that it may ask for it where it may."""
    if not reason or "undo" not in may_offer:
        return reason
    say = i18n.translator(lang).gettext
    asking = say("Under “{place}” you may ask to take yours back.")
    return f"{reason} {asking.format(place=say('This game, settings and keys'))}"


def answer(history: History, seat: int, parts: list[str], lang: str, chosen: int | None = None) -> str:
    """What tapped parts do if they are one legal action, or why they are none; empty if they can become one.

    Where the same parts make several actions, the `chosen` one is meant. Parts that are only the beginning of actions are
    answered with what forbids all of them, if that is one reason.
    """
    wanted = Counter(parts)
    legal = [(action, Counter(action.parts)) for action in history.match.legal(seat)]
    exact = [action for action, needed in legal if needed == wanted and chosen in (None, action.id)]
    if len(exact) == 1:
        return history.match.preview(seat, exact[0], lang)
    if any(wanted <= needed for _, needed in legal):
        return ""
    known = actions_by_parts(history.game.id)
    meant = known.get(tuple(sorted(parts)), ())
    reasons = (reason_in_words(history, seat, action, lang) for action in meant)
    if reason := next(filter(None, reasons), ""):
        return reason
    with_first = [(tapped, actions) for tapped, actions in known.items() if not parts or parts[0] in tapped]
    larger = [action for tapped, actions in with_first if wanted <= Counter(tapped) for action in actions]
    if 0 < len(larger) <= FEW:
        reason = reason_in_words(history, seat, larger[0], lang)
        if all(reason_in_words(history, seat, action, lang) == reason for action in larger[1:]):
            return reason
    return i18n.translator(lang).gettext("These do not make a play.")


def why_no(history: History, seat: int, kind: str, lang: str) -> str:
    """Why a seat can do nothing of a kind of action; empty if it can. An unknown kind is answered with those there are."""
    kinds = history.game.actions.by_name
    if kind not in kinds:
        return (
            i18n.translator(lang).gettext("There is no such action; there are {names}.").format(names=", ".join(kinds))
        )
    if history.declines_by_itself(seat):
        return passed_for(lang)
    if history.match.allows_kind(seat, kinds[kind]):
        return ""
    return reason_in_words(history, seat, kinds[kind].start, lang)


def reason_in_words(history: History, seat: int, action: int, lang: str) -> str:
    """Why an action is illegal, without its notation: the player sees what was tapped. Empty if it is legal."""
    reason = history.match.why_not(seat, action, lang).removeprefix(f"{history.game.action(action).text}: ")
    return reason[:1].upper() + reason[1:]


@cache
def actions_by_parts(name: str) -> dict[tuple[str, ...], list[int]]:
    """All actions of a game, legal or not, by the parts that are tapped for them."""
    game = tianxia.load(name)
    found: dict[tuple[str, ...], list[int]] = {}
    for number in range(game.actions.size):
        found.setdefault(tuple(sorted(game.action(number).parts)), []).append(number)
    return found


def hurry_in_words(pressure: Pressure, lang: str) -> str:
    """That a bot had less time than usual; empty if it had all of it."""
    if not pressure:
        return ""
    say = i18n.translator(lang).gettext
    return {
        "short": say("Many bots are playing here just now: each has less time to think than usual."),
        "heuristic": say("Too many bots are playing here just now: this one played by rule of thumb."),
    }[pressure]


def seat_views(seats: Sequence[Seat], connected: set[int], to_act: Sequence[int], lang: str) -> list[SeatView]:
    """Who sits where, who is connected, and whose decision it is."""
    numbers = bot_numbers(seats)
    return [
        SeatView(
            name=called(seat, lang, numbers.get(number)),
            bot=None if seat.guest else seat.bot,
            program=seat.program,
            connected=number in connected if seat.guest else seat.bot is not None,
            thinking=number in to_act,
            deputy=is_deputy(seat),
        )
        for number, seat in enumerate(seats)
    ]


@lru_cache(256)
def option_views(game: Game, lang: str) -> dict[str, OptionView]:
    """The options with which a game is played, all of them: what is usual must be known too."""
    say, chosen = i18n.translator(lang).gettext, game.options
    return {
        option.name: OptionView(
            say(option.title), value_in_words(option, chosen[option.name], lang), chosen[option.name]
        )
        for option in game.option_table
    }


def value_in_words(option: Option, value: Value, lang: str) -> str:
    """A value of an option as players read it: yes, no, or its name with spaces."""
    say = i18n.translator(lang).gettext
    if option.is_number:
        return str(value)
    if option.labels:
        return say(str(value).replace("_", " "))
    return say("yes") if value else say("no")


def bot_numbers(seats: Sequence[Seat]) -> dict[int, int]:
    """Numbers of the bots from 1, by seat, where there are several: so they can be told apart."""
    bots = [seat for seat, sitter in enumerate(seats) if sitter.bot and not sitter.guest]
    return {seat: number for number, seat in enumerate(bots, 1)} if len(bots) > 1 else {}


@lru_cache(1024)
def called(seat: Seat, lang: str, number: int | None = None) -> str:
    """The name of a seat in the reader's language; ``number`` is that of a bot among several.

    What we called somebody is translated, whichever language it was said in then: guests by number, the sides of those
    at one screen, and who has deleted the account. A name of their own stays.
    """
    if seat.bot and not seat.guest:
        return bot_name(seat.bot, lang, number)
    say = i18n.translator(lang).gettext
    if seat.program:
        return say("{name} (bot)").format(name=say(DELETED) if seat.name == DELETED else seat.name)
    if found := _guests().fullmatch(seat.name):
        return say(GUEST).format(number=found[1])
    return say(seat.name) if seat.name in {DELETED, *side_titles()} else seat.name


@cache
def side_titles() -> frozenset[str]:
    """What the sides of all games are called, which is what a seat at one screen is called too."""
    return frozenset(title for name in tianxia.games.names() for title in tianxia.load(name).notes.SEAT_TITLES)


@cache
def _guests() -> re.Pattern[str]:
    """What guests are called, in all languages."""
    before = {i18n.translator(lang).gettext(GUEST).removesuffix("{number}") for lang in i18n.languages()}
    return re.compile(rf"(?:{'|'.join(before)})(\d+)")


def bot_name(level: str, lang: str, number: int | None = None) -> str:
    """A bot is called by its level, and by its number if there are several; one of this server's own by its name, and if the
    server has it no more as what plays in its place."""
    say = i18n.translator(lang).gettext
    names = {
        "random": say("Random bot"),
        "greedy": say("Simple bot"),
        "easy": say("Easy bot"),
        "normal": say("Normal bot"),
        "hard": say("Hard bot"),
        "expert": say("Expert bot"),
    }
    which = "" if number is None else f" {number}"
    if is_own(level):
        told = say("Bot {name} (this site's own)") if house.is_here(level) else say("Normal bot in place of {name}")
        return told.format(name=house.called(level) + which)
    return names.get(level, say("Bot")) + which
