"""*Learn by playing*: a guided first game, told from a file of the game.

``games/<game>/lesson.toml`` says with which options, seed and seat it is played, and then step by step what is said
(``say``), which moves the learner is asked for (``try``, any of them will do) and what the others play (``others``).
``games/<game>/lesson.<lang>.txt`` has the words of each step by its name::

    # lead
    Low sets are hard to get rid of.
    > Tap the two 1s, then play them.
    ! The rest of your hand has its turn soon.

A line after ``>`` is what is asked for, one after ``!`` what somebody reads who wishes something else. Names in braces are
fields of the learner's own view (``{score[0]}``), ``{move}`` and ``{brings}`` are the move that is asked for and its preview.

How far somebody is follows from the actions that count and from nothing else: as long as each seat has played what the
lesson says, the next step is known. Then the same table goes on as a free game.
"""

import hashlib
import tomllib
from collections import Counter
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import tianxia
from tianxia.engine import i18n
from tianxia.engine.game import Game
from tianxia.tables.frames import Why
from tianxia.tables.history import History, number_of
from tianxia.tables.rows import Seat
from tianxia.tables.setup import Setup
from tianxia.tables.store import Person
from tianxia.tables.streams import Viewer
from tianxia.tables.table_view import GuideCard, GuideView

LEVEL = "easy"
"""The bot of the free game that follows."""


class Step(NamedTuple):
    """Something that is said at places of the page, maybe with a move to try."""

    name: str
    at: tuple[str, ...]
    moves: tuple[int, ...] = ()  # any of which is asked for; nothing is asked if there are none


class Words(NamedTuple):
    """What is said in a step, in a language."""

    text: str
    task: str = ""
    instead: str = ""


class Lesson(NamedTuple):
    """A guided first game."""

    game: Game
    options: dict[str, Any]
    seed: int
    seat: int
    steps: tuple[Step, ...]
    others: dict[int, tuple[int, ...]]  # by seat what is played for it
    digest: str

    @property
    def tries(self) -> tuple[Step, ...]:
        """The steps in which a move is asked for."""
        return tuple(step for step in self.steps if step.moves)

    def cards(self, done: int) -> tuple[Step, ...]:
        """What is said after so many moves of the learner, up to the next of them."""
        tried, found = 0, []
        for step in self.steps:
            if tried == done:
                found.append(step)
            tried += bool(step.moves)
        return tuple(found)

    def seats(self, learner: Person) -> tuple[Seat, ...]:
        """Who sits where."""
        bot = Seat(LEVEL, bot=LEVEL)
        return tuple(learner.seat() if seat == self.seat else bot for seat in range(self.game.seats))


def _room(game: str, name: str) -> str:
    source = files("tianxia") / "games" / game.replace("-", "_") / name
    return source.read_text("utf-8") if source.is_file() else ""


@cache
def lesson(game: str) -> Lesson | None:
    """The lesson of a game; None if it has none."""
    text = _room(game, "lesson.toml")
    if not text:
        return None
    told = tomllib.loads(text)
    loaded = tianxia.load(game, **told.get("options", {}))
    number, seat = loaded.actions.parse, int(told["seat"])
    steps, others = [], {other: list[int]() for other in range(loaded.seats) if other != seat}
    for one in told["step"]:
        for move in one.get("others", ()):
            who, _, action = move.partition(" ")
            others[int(who)].append(number(action))
        if name := one.get("say") or one.get("try"):
            moves = tuple(map(number, one["moves"])) if "try" in one else ()
            steps.append(Step(name, tuple(one.get("at", ())), moves))
    digest = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
    played = {other: tuple(moves) for other, moves in others.items()}
    return Lesson(loaded, told.get("options", {}), int(told["seed"]), seat, tuple(steps), played, digest)


@cache
def words(game: str, lang: str) -> dict[str, Words]:
    """What is said in each step of a game's lesson, by its name."""
    found: dict[str, dict[str, str]] = {}
    for line in filter(None, map(str.strip, _room(game, f"lesson.{lang}.txt").splitlines())):
        if line.startswith("# "):
            parts = found[line[2:]] = {"": "", ">": "", "!": ""}
            continue
        mark = line[0] if line[0] in ">!" else ""
        parts[mark] = f"{parts[mark]} {line.removeprefix(mark).strip()}".strip()
    return {name: Words(parts[""], parts[">"], parts["!"]) for name, parts in found.items()}


def of(setup: Setup) -> Lesson | None:
    """The lesson that a game is; None for any other, and for one that has changed since the game began."""
    found = lesson(setup.game) if setup.terms.lesson else None
    return found if found is not None and found.digest == setup.terms.lesson else None


def done(setup: Setup, history: History) -> int | None:
    """How many moves of the lesson the learner has made; None if the table is none, or not any more."""
    found = of(setup)
    if found is None or history.now.freed or history.over:
        return None
    own = history.line.played(found.seat)
    kept = all(move in step.moves for move, step in zip(own, found.tries, strict=False))
    for seat, moves in found.others.items():
        kept = kept and all(a == b for a, b in zip(history.line.played(seat), moves, strict=False))
    return len(own) if kept and len(own) <= len(found.tries) else None


def asked(setup: Setup, history: History, seat: Viewer) -> Step | None:
    """The step in which a seat is asked for a move of the lesson; None while it may do what it wants."""
    found = of(setup)
    if found is None or seat != found.seat or seat not in history.to_act:
        return None
    count = done(setup, history)
    return found.tries[count] if count is not None and count < len(found.tries) else None


def reply(setup: Setup, history: History, seat: int) -> int | None:
    """What the lesson has somebody else play now; None if that is for its bot to say."""
    found = of(setup)
    if found is None or done(setup, history) is None:
        return None
    planned, played = found.others.get(seat, ()), len(history.line.played(seat))
    move = planned[played] if played < len(planned) else None
    return move if move in history.match.legal_ids(seat).tolist() else None


def instead(setup: Setup, history: History, seat: Viewer, action: str, lang: str) -> str:
    """What somebody reads who wishes another action than the lesson asks for; empty if it may be played."""
    step = asked(setup, history, seat)
    return "" if step is None or number_of(setup.game, action) in step.moves else _instead(setup, history, step, lang)


def astray(setup: Setup, history: History, seat: Viewer, wish: Why, lang: str) -> str:
    """The same for tapped parts, or a button, that lead to no move of the lesson."""
    step = asked(setup, history, seat)
    if step is None:
        return ""
    wanted = [history.game.action(move) for move in step.moves]
    if wish.kind is not None:
        kept = any(action.kind == wish.kind for action in wanted)
    else:
        kept = any(Counter(wish.parts) <= Counter(action.parts) for action in wanted)
    return "" if kept else _instead(setup, history, step, lang)


def _instead(setup: Setup, history: History, step: Step, lang: str) -> str:
    said = _filled(setup, history, step, lang)
    return said.instead or i18n.translator(lang).gettext("First try this: {task}").format(task=said.task)


def view(setup: Setup, history: History, viewer: Viewer, lang: str) -> GuideView | None:
    """What is said to a viewer now; None for all but the learner, and once the game is free and the learner has played on."""
    found, count = of(setup), done(setup, history)
    if found is None or count is None or viewer != found.seat:
        return None
    steps, first = found.cards(count), found.steps.index(found.cards(count)[0])
    owed = any(len(history.line.played(seat)) < len(moves) for seat, moves in found.others.items())
    last = count == len(found.tries) and not owed
    waits = not (last or viewer in history.to_act)
    cards = [] if waits else [_card(setup, history, step, lang) for step in steps]
    return GuideView(cards, count, first, len(found.steps), last)


def _card(setup: Setup, history: History, step: Step, lang: str) -> GuideCard:
    said = _filled(setup, history, step, lang)
    return GuideCard(said.text, said.task, list(step.at))


def _filled(setup: Setup, history: History, step: Step, lang: str) -> Words:
    found = of(setup)
    assert found is not None
    known = history.match.view(found.seat)["state"]
    assert isinstance(known, dict)
    more = {}
    if step.moves and step.moves[0] in history.match.legal_ids(found.seat).tolist():
        move = history.game.action(step.moves[0])
        brings = history.match.preview(found.seat, move, lang)
        more = {"move": history.game.label(move.id, lang), "brings": brings}
    return Words(*(part.format(**known, **more) for part in words(setup.game, lang)[step.name]))
