"""A match: one game being played, with its history, its views and its log."""

import os
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from copy import deepcopy
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from numpy import frombuffer

from tianxia.engine import _entries as entries
from tianxia.engine import i18n, looks
from tianxia.engine._entries import ACTORS, REFUSED
from tianxia.engine.errors import EngineFault, IllegalAction
from tianxia.engine.fields import SPECTATOR, Array
from tianxia.engine.kinds import FEW, FIRST, LOG_WIDTH, WHOLE, Action, Kind, Scratch
from tianxia.engine.notation import position_of
from tianxia.engine.played import Json, Played, Viewer
from tianxia.engine.records import duplicate
from tianxia.engine.sources import rules_digest
from tianxia.engine.steps import Known, Memory, Step, seats_of

if TYPE_CHECKING:
    from tianxia.engine.game import Game

UNLISTED: tuple[int | None, int] = None, 0
"""In the room of a match: no seat's actions."""


class Match(Played):
    """One game being played. Seats are numbered from 0; a viewer is a seat or None, the spectator.

    >>> import tianxia
    >>> match = tianxia.load("chu-han").new(seed=7)
    >>> match.to_act
    (0,)
    >>> first = match.legal(0)[0]
    >>> match.play(0, first)
    >>> match.step_count
    1
    >>> match.why_not(1, "pass")
    'pass: it is not your decision now [C11.2]'
    """

    def __init__(
        self, game: "Game", states: npt.NDArray[Any], start: dict[str, Json], last: Step | None = None
    ) -> None:
        self.game = game
        self._start = start
        self._states = states
        self._quick = entries.quick(states.dtype)
        self._last = last or Step.after(None, -1, -1, (), states.tobytes())

    @property
    def _states(self) -> Array:
        known = self._known
        if known.states is None:
            known.states = frombuffer(known.record, self.game.table.dtype)
        return known.states

    @_states.setter
    def _states(self, states: Array) -> None:
        self._known = Known(states=states)
        # A `Scratch` of this match's own, where `play` goes on from step to step: it has the record, and in `ahead` what is
        # legal for a seat: which one, and how many actions.
        self._room: Any = None
        self._listed = UNLISTED

    # who may do what

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may decide now, several if they choose at the same time; empty when the game is over."""
        if self._known.to_act is None:
            self._known.to_act = seats_of(self._quick.actors(self._states))
        return self._known.to_act

    def legal_ids(self, seat: int) -> npt.NDArray[np.int32]:
        """Ids of the legal actions of a seat, ascending; empty when it may not act."""
        asked, count = self._listed
        if type(seat) is int and seat == asked and count < FEW:  # as below, but quick
            few: npt.NDArray[np.int32] = self._room.ahead[FIRST[count]]
            return few
        return self._ids(self._seat(seat)).copy()

    def _ids(self, seat: int) -> npt.NDArray[np.int32]:
        """The same, not to be written to: listed once for each position, however often it is asked for."""
        legal = self._known.legal
        if seat not in legal:
            asked, count = self._listed
            if seat == asked:
                legal[seat] = self._room.ahead[:count].copy()
            else:
                scratch = self.game._scratch()
                legal[seat] = scratch.ids[: self._quick.legal(self._states, seat, scratch.ids)].copy()
                self.game._spare.append(scratch)
        return legal[seat]

    def legal(self, seat: int) -> list[Action]:
        """The legal actions of a seat; empty when it may not act."""
        return self.game._actions(self._ids(self._seat(seat)).tolist())

    def why_not(self, seat: int, action: Any, lang: str = "en") -> str:
        """Reason, with the rule's number, why an action is illegal for a seat; an empty text when it is legal."""
        number = self.game.actions.parse(action)
        if self._allows(seat, number):
            return ""
        text = self.game.action(number).text
        s = self.game.table.record_class(self.masked(seat), 0)
        return f"{text}: {self.game.notes.why_not(s, seat, number, i18n.translator(lang))}"

    def preview(self, seat: int, action: Any, lang: str = "en") -> str:
        """What a legal action brings at once, in words, as far as the seat can know; empty where the game says nothing."""
        return self._in_words("preview", seat, action, lang)

    def advice(self, seat: int, action: Any, lang: str = "en") -> str:
        """One reason for a legal action, in words, as far as the seat can know; empty where the game says nothing."""
        return self._in_words("advice", seat, action, lang)

    def _in_words(self, what: str, seat: int, action: Any, lang: str) -> str:
        """What the game's notes tell of a legal action; only some games do: see `rooms.Preview` and `rooms.Advice`."""
        number, tell = self.game.actions.parse(action), getattr(self.game.notes, what, None)
        if tell is None or not self._allows(seat, number):
            return ""
        s = self.game.table.record_class(self.masked(seat), 0)
        return str(tell(s, seat, number, i18n.translator(lang)))

    def is_irreversible(self, seat: int, action: Any) -> bool:
        """Whether a legal action can't be taken back because it shows something hidden: a draw, a look, a declaration."""
        number = self.game.actions.parse(action)
        return self._allows(seat, number) and self._tried(self._seat(seat), np.array([number], np.int32)) != []

    def irreversible_ids(self, seat: int) -> list[int]:
        """Ids of the legal actions of a seat that can't be taken back (see `is_irreversible`)."""
        return self._tried(self._seat(seat), self._ids(self._seat(seat)))

    def _tried(self, seat: int, ids: npt.NDArray[Any]) -> list[int]:
        """Those of some legal actions that are irreversible."""
        scratch = self.game._scratch()
        states, found = scratch.states, scratch.ids
        count = self._quick.irreversible(self._states, states, seat, ids, self.game._irreversible, scratch.log, found)
        irreversible: list[int] = found[:count].tolist()
        self.game._spare.append(scratch)
        return irreversible

    def legal_count(self, seat: int) -> int:
        """How many legal actions a seat has."""
        return len(self._ids(self._seat(seat)))

    def allows_kind(self, seat: int, kind: Kind) -> bool:
        """Whether a legal action of a seat is of a kind of ``game.actions``."""
        return self._allows(seat, kind.start, kind.size)

    def _allows(self, seat: int, number: int, count: int = 1) -> bool:
        """Whether one of so many numbers is a legal action."""
        ids = self._ids(self._seat(seat)).data  # Python reads numbers from it faster
        place = bisect_left(ids, number)
        return place < len(ids) and ids[place] < number + count

    def play(self, seat: int, action: Any) -> None:
        """Carry out a legal action, given in any form; raises IllegalAction with the reason and changes nothing."""
        game, room, listed = self.game, self._room or self._enter(), self._listed
        log, head, _, ahead, record, states = room
        asked, count = listed
        legal = ahead
        if type(seat) is not int or seat != asked:
            seat = self._seat(seat)
            legal = self._ids(seat)
            count = len(legal)
        number = index(action) if type(action) in WHOLE else game.actions.parse(action)
        head[0] = 0
        self._room, self._listed = None, UNLISTED  # whoever is interrupted here goes on from the last step
        try:
            following, count = self._quick.step(states, states, seat, number, log, ahead, legal, count)
        except OverflowError:
            following = REFUSED
        if following == REFUSED:
            self._room, self._listed = room, listed
            raise IllegalAction(self.why_not(seat, number))
        n = head[0]
        if n > game.most_events:
            raise EngineFault(f"{n} events in one action, room for {game.most_events}")
        told = head[LOG_WIDTH : LOG_WIDTH * (n + 1)].tobytes() if n else b""
        last, then = self._last, record.copy()
        # as `Step.after`, but quick
        step = Step(last, seat, number, told, then, last.count + 1, last.event_count + n)
        self._last, self._known = step, Known(seats_of(head[ACTORS]), step, record=then)
        self._room, self._listed = room, (following, count) if count else UNLISTED

    def _enter(self) -> Scratch:
        """Take a room, in which the position then is."""
        room: Scratch = self.game._scratch()
        room.record[:] = self._states.tobytes()
        self._room = room
        return room

    def _leave(self) -> None:
        """Give the room back; what is legal stays listed."""
        asked, _ = self._listed
        if asked is not None:
            self._ids(asked)
        self.game._spare.append(self._room)
        self._room, self._listed = None, UNLISTED

    def tell_opening(self) -> None:
        """Add what happened before anybody acted, as step 0."""
        log = self.game.new_log()
        self.game.opening(self.game.table.record_class(self._states, 0), log)
        self._last = Step.after(None, -1, -1, log[1 : int(log[0, 0]) + 1].tobytes(), self._states.tobytes())

    def after(self, seat: int, action: Any) -> "Match":
        """The match after a legal action, given in any form; this one stays. Raises as `play` does."""
        match = Match(self.game, self._states, self._start, self._last)  # `play` puts another record in its place
        match._known = self._known
        match.play(seat, action)
        match._leave()
        return match

    # what a viewer may see

    def masked(self, viewer: Viewer) -> npt.NDArray[Any]:
        """A copy of the record with all blanked that the viewer may not see; bots get this and nothing else."""
        return self.game.table.masked(self._states, self._row(viewer))

    record = masked

    @property
    def public(self) -> npt.NDArray[Any]:
        """What who looks on sees of the record, blanked once for each position: not to be written to."""
        if self._known.public is None:
            self._known.public = self.masked(None)
            self._known.public.flags.writeable = False
        return self._known.public

    def seen(self, viewer: Viewer) -> int:
        """Hash of what the viewer may see: 63 bits, the same for the same view."""
        return int(entries.hashed(self._states, self._row(viewer)))

    def differs(self, before: "Match") -> dict[Viewer, bool]:
        """By viewer whether it sees another position than in a match before; what happened in between is not compared."""
        *seats, spectator = self.game.table.differs(before._bits, self._bits)
        return {**dict(enumerate(seats[: self.game.seats])), None: spectator}

    def differs_unseen(self, before: "Match") -> bool:
        """Whether something differs from a match before that not everybody sees."""
        return self.game.table.differs_unseen(before._bits, self._bits)

    @property
    def _bits(self) -> int:
        """All of the record, as one number, to be compared with others."""
        if self._known.bits is None:
            self._known.bits = int.from_bytes(self._states.tobytes())
        return self._known.bits

    def _row(self, viewer: Viewer) -> int:
        return SPECTATOR if viewer is None else self._seat(viewer)

    def view(self, viewer: Viewer) -> dict[str, Json]:
        """What a viewer may see, as JSON: made from the masked record only; hidden values are null."""
        viewer = self._viewer(viewer)
        state = looks.view(self.game.table, self.masked(viewer), self._row(viewer))
        return {
            "game": self.game.id,
            "viewer": viewer,
            "to_act": list(self.to_act),
            "asked": self.asked,
            "state": state,
        }

    @property
    def asked(self) -> dict[str, Json] | None:
        """What is asked now, which everyone sees: its kind and its arguments by name; None when the game is over."""
        if self._known.asked is None:
            self._known.asked = self.game.table.asked(self._states)
        return self.game.questions.to_json(self._known.asked) if self.to_act else None

    @property
    def quiet(self) -> bool:
        """Whether nothing is pending: a turn begins."""
        return self.game.quiet(self._states)

    def prompt(self, viewer: Viewer, lang: str = "en") -> str:
        """Whose decision it is and what is asked, in words."""
        return self.game.notes.prompt(self.view(viewer), i18n.translator(lang))

    # history

    @property
    def result(self) -> tuple[int, ...] | None:
        """Place of each seat (1 = first, ties share), or None while the game goes on."""
        if self.to_act:
            return None
        places = np.zeros(self.game.seats, np.int64)
        entries.result(self._states, places)
        return tuple(places.tolist())

    @property
    def scores(self) -> tuple[int, ...] | None:
        """Points of each seat, as far as they lie open to everybody (see `Game.scores_open`); None where they do not."""
        known = self._known
        if known.scores is None:
            open_ = self.game.table.record_class(self.game.table.lying_open(self.public), 0)
            known.scores = tuple(self.game.score(open_)[: self.game.seats]) if self.game.scores_open(open_) else ()
        return known.scores or None

    @property
    def reckoned(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """The points of each seat, its `Game.gains` and its `Game.income`, by the whole record: never to be told before the
        game is over."""
        game = self.game
        score, gains, income = (
            tuple(by(game.table.record_class(duplicate(self._states), 0))[: game.seats]) if by else (0,) * game.seats
            for by in (game.score, game.gains or game.score, game.income and game.income.of)
        )
        return score, gains, income

    def copy(self) -> "Match":
        """An independent copy, with the same future; `copy.copy` and `copy.deepcopy` make the same."""
        return Match(self.game, duplicate(self._states), self._start, self._last)

    def record_bytes(self) -> bytes:
        """The whole record, hidden facts and all, for `recalled`."""
        return self._states.tobytes()

    @staticmethod
    def recalled(
        game: "Game", start: dict[str, Json], memory: Sequence[Memory], records: Mapping[int, bytes]
    ) -> "dict[int, Match]":
        """Matches of one history, by how many of its steps they have, each with the bytes of its record (see `remembered`).

        Numbers and bytes mean what they meant only where the rules are made of the very same files: ask that first.
        """
        found: dict[int, Match] = {}
        last: Step | None = None
        for seat, action, events, _, position in memory:
            last = Step.after(last, seat, action, events, position)
            if last.count in records:
                states = frombuffer(bytearray(records[last.count]), game.table.dtype)
                found[last.count] = Match(game, states, start, last)
        return found

    def __copy__(self) -> "Match":
        return self.copy()

    def __deepcopy__(self, _memo: dict[int, Any]) -> "Match":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle, by notation; what is read with other rules is played again, see `files.unpickled`."""
        from tianxia.engine.files import unpickled

        notation = [self.game.actions.text(action) for _, action in self.actions]
        memory = (self.remembered(), self._states.tobytes(), notation, self.chain)
        return unpickled, (self.game, rules_digest(), self._start, *memory)

    def position_hash(self) -> str:
        """Hash of the position alone, by what it means (`Table.meaning`): 16 hexadecimal digits."""
        known, table = self._known, self.game.table
        if not known.hash:
            known.hash = known.step.hash(table) if known.step else table.hash(self._states.tobytes())
        return known.hash

    def position(self) -> dict[str, Json]:
        """The position as JSON, hidden fields included: the last quiet one, and the `moves` since; `game.position` reads it.

        Before the first quiet one it is the `seed` of the deal, or what else the match began with, and the moves. Each move
        is (seat, notation).
        """
        quiet, steps = self._last_quiet()
        moves = [[seat, self.game.actions.text(number)] for seat, number in self.actions[steps:]]
        return {**quiet, **({"moves": moves} if moves else {})}

    def _last_quiet(self) -> tuple[dict[str, Json], int]:
        """The last position since which something may be pending, as it is written, and after how many steps it was."""
        if self.quiet:
            return self._written(self._states), self.step_count
        states, found, log = self.game.begun(self._start), None, self.game.new_log()
        s = self.game.table.record_class(states, 0)
        for steps, (seat, number) in enumerate(self.actions):
            if self.game.positions.quiet(s):  # it sees what the actions make of the record
                found = duplicate(states), steps
            log[0, 0], it = 0, np.array([number], np.int32)  # it is legal
            self._quick.step(states, states, seat, number, log, it[:0], it, 1)
        return (deepcopy(self._start), 0) if found is None else (self._written(found[0]), found[1])

    def _written(self, states: npt.NDArray[Any]) -> dict[str, Json]:
        return position_of(self.game.table, states, self.game.blank(), self.game.completed)

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Write the match to a record file that `tianxia.replay` reads and verifies."""
        from tianxia.engine.files import write_match

        write_match(self, path)
