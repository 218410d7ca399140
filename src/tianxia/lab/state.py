"""One position, checked and quick: what OpenSpiel calls a state."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tianxia.engine import _entries as entries
from tianxia.engine import i18n
from tianxia.engine.errors import EngineFault, IllegalAction, TianxiaError, UnknownName
from tianxia.engine.game import Game, checked_seed, untold
from tianxia.engine.kinds import FEW, FIRST, LOG_WIDTH, WHOLE, new_log
from tianxia.engine.records import duplicate
from tianxia.engine.sources import rules_digest
from tianxia.lab._stepping import (
    ACTED,
    ACTORS,
    ASKED,
    COUNT,
    LISTED,
    LOOK,
    PAGE,
    POLICIES,
    READY,
    REFUSED,
    ROWS,
    advance_of,
    played_out,
)
from tianxia.lab.arguments import UNLIKE, action_of, contradiction, game_of, record_of, seat_of
from tianxia.lab.returns import PLACE, checked_kind, returns_of

if TYPE_CHECKING:
    from tianxia.engine.match import Match

HIDDEN = int(np.iinfo(np.int32).min)
"""In a history: what the seat may not see."""
Policy = Callable[["State"], int]


class State:
    """A position of a game that goes on in place: `legal`, `apply`, `returns`. Every argument is checked.

    `State(game, seed)` deals a game; `from_match`, `from_position` and `from_record` begin elsewhere. `copy`, `deepcopy`,
    `pickle` and `clone` give independent states with the same future. A state belongs to one thread at a time.

    >>> import tianxia
    >>> state = State(tianxia.load("chu-han"), seed=7)
    >>> state.seat, state.legal()[:3].tolist(), int(state.legal_mask().sum()) == len(state.legal())
    (0, [0, 1, 58], True)
    >>> state.apply(state.legal()[0])
    """

    __slots__ = ("_advance", "_head", "_ids", "_known", "_log", "_past", "_size", "_states", "game")

    def __init__(self, game: Game, seed: int) -> None:
        self._begin(game_of(game), game.begun({"seed": checked_seed(seed)}), frozenset(range(game.seats)))
        if game.opening is not untold:
            game.opening(game.table.record_class(self._states, 0), self._log)

    def _begin(self, game: Game, states: npt.NDArray[Any], known: frozenset[int]) -> None:
        self.game, self._states, self._known = game, states, known
        self._size, self._advance = game.actions.size, advance_of(states.dtype)
        self._past: tuple[npt.NDArray[np.int32], ...] = ()
        self._log: npt.NDArray[np.int32] = new_log(PAGE + 1 + game.most_events)
        self._head = self._log[0].data  # Python reads numbers from it faster
        self._ids: npt.NDArray[np.int32] = np.zeros(game.most_legal, np.int32)
        self._look()

    def _look(self, seat: int = -1) -> None:
        self._advance(self._states, LOOK + seat, 0, self._log, self._ids)

    def _remember(self, match: "Match") -> None:
        """Take over what happened in a match."""
        rows: list[tuple[int, ...]] = []
        for step in match._last.line():
            rows += [(ACTED, step.seat, step.action)] if step.seat >= 0 else []
            rows += [(kind, *args) for _, kind, args in match._events(step)]
        if rows:
            self._past = (np.array([row + (0,) * (LOG_WIDTH - len(row)) for row in rows], np.int32),)

    @classmethod
    def from_match(cls, match: "Match") -> "State":
        """The position of a match, with what led to it; the match stays as it is."""
        state = cls.__new__(cls)
        state._begin(match.game, duplicate(match._states), frozenset(range(match.game.seats)))
        state._remember(match)
        return state

    @classmethod
    def from_position(cls, game: Game, position: Mapping[str, Any]) -> "State":
        """A written position, as `game.position` reads it; raises BadPosition with the reason when there is no such one."""
        return cls.from_match(game_of(game).position(position))

    @classmethod
    def from_record(cls, game: Game, record: npt.NDArray[Any], seat: int, seed: int) -> "State":
        """A position that a seat holds possible: its record (`record`, `Match.record`) with all that it cannot know dealt anew.

        Its history is not known. Raises TianxiaError for what is no record of this game, and for one whose facts are found to
        contradict each other (`arguments.contradiction`). Not all of that can be found: rules trust what `record` gave.
        """
        seat = seat_of(game_of(game), seat)
        states = record_of(game, record, seat)
        seen = states.tobytes()
        why = contradiction(game, seen, seat)
        if not why:
            entries.resample(states, seat, checked_seed(seed))
            why = "" if game.table.masked(states, seat).tobytes() == seen else UNLIKE  # another deal may show more
        if why:
            raise TianxiaError(f"record: its facts contradict each other: {why}")
        state = cls.__new__(cls)
        state._begin(game, states, frozenset())
        return state

    # who may do what

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may decide now, several if they choose at the same time; empty when the game is over."""
        bits = self._head[ACTORS]
        return tuple([seat for seat in range(bits.bit_length()) if bits >> seat & 1])

    @property
    def seat(self) -> int:
        """The lowest seat that may decide now, which is meant where none is named; -1 when the game is over."""
        seat: int = self._head[ASKED]
        return seat

    def legal(self, seat: int | None = None) -> npt.NDArray[np.int32]:
        """Ids of the legal actions of a seat, ascending; empty when it may not act."""
        if seat is None and (count := self._head[READY]) < FEW:  # as `_listed`, but quick
            ids: npt.NDArray[np.int32] = self._ids[FIRST[count]]
            return ids
        return self._listed(seat).copy()

    def _listed(self, seat: int | None) -> npt.NDArray[np.int32]:
        """The same, only until something else is asked."""
        head = self._head
        wanted = head[ASKED] if seat is None else seat_of(self.game, seat)
        if head[LISTED] != wanted:
            self._look(wanted)
        return self._ids[: head[COUNT]]

    def legal_mask(self, seat: int | None = None, out: npt.NDArray[np.int8] | None = None) -> npt.NDArray[np.int8]:
        """Which actions are legal for a seat: int8 [actions], 1 where it is; written into `out` if there is one."""
        listed = self._listed(seat)
        if out is None:
            out = np.zeros(self._size, np.int8)
        elif not isinstance(out, np.ndarray) or out.dtype != np.int8 or out.shape != (self._size,):
            raise TianxiaError(f"out: should be an array of int8 of shape ({self._size},)")
        elif not out.flags.writeable:
            raise TianxiaError("out: should be an array that can be written to")
        else:
            out[:] = 0
        out[listed] = 1
        return out

    def apply(self, action: Any, seat: int | None = None) -> None:
        """Carry out a legal action, an id, of a seat; raises IllegalAction with the reason and changes nothing.

        Where several seats choose at the same time and none is named, it is that of the lowest one.
        """
        if type(action) not in WHOLE:
            action = action_of(self.game, action)
        number = -1 if seat is None else seat_of(self.game, seat)
        try:
            rows = self._advance(self._states, number, action, self._log, self._ids)
        except OverflowError:
            rows = REFUSED
        if not rows:
            return
        if rows == REFUSED:
            raise IllegalAction(
                self._refusal(action_of(self.game, action), max(0, self.seat if seat is None else number))
            )
        self._put_away(rows)

    def _refusal(self, action: int, seat: int) -> str:
        s = self.game.table.record_class(self.record(seat), 0)
        return f"{self.game.actions.text(action)}: {self.game.notes.why_not(s, seat, action, i18n.translator('en'))}"

    def _put_away(self, rows: int) -> None:
        if rows >= len(self._log):
            raise EngineFault(f"more than {self.game.most_events} events in one action")
        self._past = (*self._past, self._log[1 : rows + 1].copy())
        self._head[ROWS] = 0

    # what a seat may know

    def record(self, seat: int) -> npt.NDArray[Any]:
        """A copy of the record with all blanked that the seat may not see, as bots get it (`Match.record`)."""
        return self.game.table.masked(self._states, seat_of(self.game, seat))

    def tensor(self, seat: int, relative: bool = True, dtype: npt.DTypeLike = np.float32) -> npt.NDArray[Any]:
        """What a seat sees as numbers, float32 or int8 [size]; `game.observation` says what lies where.

        Seats are counted from this one on, or by their numbers where it is not to be `relative`.
        """
        seen = self.game.observation if relative else self.game.observation.absolute
        row: npt.NDArray[Any] = seen.observe(self._states, seat_of(self.game, seat), dtype=dtype)[0]
        return row

    def history(self, seat: int) -> npt.NDArray[np.int32]:
        """All that a seat did and heard since the start, in order: int32 [rows, 7], for perfect recall.

        A row is an event, the index of its kind in `game.events` and its arguments, or a decision of the seat itself, -1, the
        seat and the action. What the seat may not see of an event is `HIDDEN`. Raises TianxiaError where that is not known,
        because the position was dealt anew for another seat or taken from a record.
        """
        seat = seat_of(self.game, seat)
        if seat not in self._known:
            raise TianxiaError(f"what seat {seat} has seen is not known: this position was dealt anew for another one")
        rows: npt.NDArray[np.int32] = np.concatenate([*self._past, self._log[1 : self._head[ROWS] + 1]])
        rows = rows[(rows[:, 0] != ACTED) | (rows[:, 1] == seat)]
        for kind in self.game.events.kinds:
            names = list(kind.domains)
            for column, domain in enumerate(kind.domains.values(), 1):
                if domain.owner:
                    owner = rows[:, 1 + names.index(domain.owner)]
                    rows[(rows[:, 0] == kind.index) & (owner != seat), column] = HIDDEN
        return rows

    # what may come of it

    def resample(self, seat: int, seed: int) -> None:
        """Deal all that a seat cannot know anew, and all chance to come: uniformly over what it may hold possible."""
        seat, seed = seat_of(self.game, seat), checked_seed(seed)
        self._states = self.record(seat)
        entries.resample(self._states, seat, seed)
        self._known &= {seat}
        self._look()

    def rollout(self, seed: int, policy: str | Policy = "random", kind: str = PLACE) -> npt.NDArray[np.float64]:
        """What each seat gets (`returns`) if the game is played on from here, chance to come drawn anew; this state stays.

        `policy` is "random", "greedy" (the best by the game's own policy) or a function that takes a state and gives an id.
        What lies hidden stays where it is: `resample` a clone first to see what a seat may expect.
        """
        seed, kind, twin = checked_seed(seed), checked_kind(self.game, kind), self.clone()
        if callable(policy):
            twin._states["rng"] = seed
            while twin._head[ACTORS]:
                twin.apply(policy(twin))
            return twin.returns(kind)
        if policy not in POLICIES:
            raise UnknownName("policy", policy, POLICIES)
        places = played_out(self.game, twin._states, np.array([seed]), policy)
        gained: npt.NDArray[np.float64] = returns_of(self.game, kind, twin._states, places)[0]
        return gained

    def returns(self, kind: str = PLACE) -> npt.NDArray[np.float64]:
        """What each seat got, float64 [seats] that add up to 0; all 0 while the game goes on.

        "place": from 1 for the first to -1 for the last, ties share. "win": 1 for the only first one, shared by several, the
        same less for each of the others. "points": points less the mean of the others', where the game counts them in a
        field `score`.
        """
        checked_kind(self.game, kind)
        return np.zeros(self.game.seats) if self._head[ACTORS] else _returns(self.game, self._states, kind)

    # copies

    def clone(self) -> "State":
        """An independent copy with the same future."""
        twin = State.__new__(State)
        twin.game, twin._known, twin._size, twin._past = self.game, self._known, self._size, self._past
        twin._advance = self._advance
        twin._states, twin._log, twin._ids = duplicate(self._states), self._log.copy(), self._ids.copy()
        twin._head = twin._log[0].data
        return twin

    def __copy__(self) -> "State":
        return self.clone()

    def __deepcopy__(self, _memo: dict[int, Any]) -> "State":
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        rows = np.concatenate([*self._past, self._log[1 : self._head[ROWS] + 1]])
        return _unpickled, (self.game, self._states.tobytes(), self._known, rows, rules_digest())

    def __repr__(self) -> str:
        return f"<State of {self.game.title}: {self._told()}>"

    def _told(self) -> str:
        return f"to act {', '.join(map(str, self.to_act))}" if self.to_act else "over"


def _unpickled(game: Game, record: bytes, known: frozenset[int], rows: npt.NDArray[np.int32], rules: str = "") -> State:
    if rules != rules_digest():
        raise TianxiaError("a state that was pickled with other rules, to which its numbers mean something else")
    state = State.__new__(State)
    state._begin(game, np.frombuffer(bytearray(record), game.table.dtype), known)
    state._past = (rows,)
    return state


def _returns(game: Game, states: npt.NDArray[Any], kind: str) -> npt.NDArray[np.float64]:
    """What each seat got in a game that is over."""
    places = np.zeros(game.seats, np.int64)
    entries.result(states, places)
    gained: npt.NDArray[np.float64] = returns_of(game, checked_kind(game, kind), states[:1], places[None])[0]
    return gained
