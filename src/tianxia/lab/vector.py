"""Many games at once: one array of records, one compiled call a step and thread."""

import io
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from tianxia.engine.compiling import at_once
from tianxia.engine.errors import IllegalAction, TianxiaError, UnknownName, brief, shortly
from tianxia.engine.game import Game, checked_seed
from tianxia.engine.kinds import new_log
from tianxia.engine.records import overwrite
from tianxia.engine.sources import rules_digest
from tianxia.lab._stepping import POLICIES, advance_batch, first_illegal
from tianxia.lab.arguments import game_of, listed, seat_of, whole
from tianxia.lab.returns import PLACE, checked_kind, returns_of

BLOCK = 64
"""Seeds of one game of the batch that are drawn at a time."""
Infos = dict[str, npt.NDArray[Any]]
Numbers = npt.NDArray[Any]
_advances: dict[np.dtype[Any], Callable[..., None]] = {}
"""`advance_batch` for records of a game, found once; see `compiling.at_once`."""


class Vector:
    """A batch of games of one kind that go on side by side; each step is one decision in each of them.

    Where several seats choose at the same time, the lowest that has not chosen yet is asked. If a `seat` is named, one for all
    games or one each, only that one is asked, first where others choose too, and `rivals`, "random" or "greedy" (the best by
    the game's own policy), play the others in compiled code. A game that is over is dealt anew by the *next* step, which takes
    no notice of the action given for it. What is returned is the caller's own, unless `copy` is False: then the arrays are
    those that the next step writes into.

    >>> import tianxia
    >>> batch = Vector(tianxia.load("sun-tzu"), size=3)
    >>> seen, infos = batch.reset(seed=1)
    >>> seen.shape, infos["seat"].tolist(), infos["mask"].shape
    ((3, 1260), [0, 0, 0], (3, 174))
    >>> seen, rewards, over, infos = batch.step(infos["mask"].argmax(axis=1))
    >>> rewards.shape, over.tolist()
    ((3, 2), [False, False, False])
    """

    metadata = MappingProxyType({"autoreset_mode": "next-step"})

    def __init__(
        self,
        game: Game,
        size: int,
        *,
        seat: int | Sequence[int] | npt.NDArray[np.int64] | None = None,
        rivals: str = POLICIES[0],
        returns: str = PLACE,
        observe: bool = True,
        copy: bool = True,
        threads: int = 1,
        dtype: npt.DTypeLike = np.float32,
    ) -> None:
        """`returns` is the kind of rewards; `dtype` that of observations; without `observe` these are not made and stay empty.

        With more `threads` each has a part of the games, and all else stays as it is.
        """
        for name, number, what in (("size", size, "games"), ("threads", threads, "threads")):
            if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < 1:
                raise TianxiaError(f"{name} {brief(number)}: should be the number of {what}, 1 or more")
        if not isinstance(rivals, str) or rivals not in POLICIES:
            raise UnknownName("policy", rivals, POLICIES)
        self.game, self.size = game_of(game), int(size)
        self._greedy = rivals == "greedy"
        self._kind, self._copy, self._observes = checked_kind(game, returns), copy, observe
        try:
            self._make_room(seat, min(int(threads), self.size), dtype)
        except TianxiaError:
            raise
        except (MemoryError, OverflowError, ValueError):  # that is what NumPy raises, the more the later
            each = game.table.dtype.itemsize + 4 * game.most_legal + game.actions.size
            said = f"there is no memory for so many games, each of which takes {each:,} bytes and what is observed"
            raise TianxiaError(f"size {brief(size)}: {said}") from None

    def _make_room(self, seat: Any, threads: int, dtype: npt.DTypeLike) -> None:
        """All arrays; raises one of several errors where there are too many games."""
        game, observe = self.game, self._observes
        self.seat = None if seat is None else self._each(seat)
        self._states = game.table.new(self.size)
        self._parts = self._divided(threads)
        self._start = np.concatenate([game.blank()] * 2 * len(self._parts)).reshape(len(self._parts), 2)
        self._seats = np.zeros(self.size, np.int64)
        self._over = np.ones(self.size, np.int64)
        self._ids = np.zeros((self.size, game.most_legal), np.int32)
        self._counts = np.zeros(self.size, np.int64)
        self._masks = np.zeros((self.size, game.actions.size), np.int8)
        self._places = np.zeros((self.size, game.seats), np.int64)
        self._draws = np.zeros(self.size, np.uint64)
        self._seen = np.zeros((self.size, game.observation.size if observe else 0), dtype)
        if observe:
            game.observation.observe(self._states[:0], 0, self._seen[:0])  # refuses a dtype that does not fit
        self._rewards = np.zeros((self.size, game.seats), np.float32)
        self._mine = np.full(self.size, -1) if self.seat is None else self.seat.copy()
        self._weights, self._points = game.evaluator.record(), np.zeros((len(self._parts), game.most_legal))
        self._seed = -1
        self._deals = np.zeros(self.size, np.int64)
        """Games of each place that were dealt."""
        self._blocks = np.zeros((self.size, BLOCK), np.int64)

    def _each(self, seat: Any) -> npt.NDArray[np.int64]:
        seats = listed(seat) * (self.size if whole(seat) is not None else 1)
        if len(seats) != self.size:
            raise TianxiaError(f"{len(seats)} seats given; should be one, or one for each of {self.size} games")
        return np.array([seat_of(self.game, one) for one in seats], np.int64)

    def _divided(self, threads: int) -> list[tuple[int, slice]]:
        """The games of each thread, by its number."""
        ends = [self.size * number // threads for number in range(threads + 1)]
        return [(number, slice(*part)) for number, part in enumerate(pairwise(ends))]

    def reset(self, seed: int) -> tuple[Numbers, Infos]:
        """Deal all games anew. Each place has seeds of its own, those of two places or of two seeds have nothing in common.

        Returns what the seats that are asked see, float32 [games, size], and `infos`: who is asked (`seat`, int64 [games], -1:
        nobody), and what is legal (`mask`, int8 [games, actions]).
        """
        self._seed = checked_seed(seed)
        self._deals[:], self._over[:] = 0, 1
        self._advance(np.zeros(self.size, np.int64))
        return self._seen_now(), self._infos()

    def step(self, actions: npt.ArrayLike) -> tuple[Numbers, Numbers, npt.NDArray[np.bool_], Infos]:
        """One decision in each game; an illegal one raises IllegalAction and changes nothing anywhere.

        Returns what is seen, rewards (float32 [games, seats], 0 but at the end of a game), which games are over, and `infos`
        as `reset`. In a game that is over the seat that decided last sees the end, nobody is asked and nothing is legal.
        """
        chosen = self._checked(actions)
        self._advance(chosen)
        over = self._over != 0
        (ended,) = over.nonzero()
        self._rewards[:] = 0
        if len(ended):
            self._rewards[ended] = returns_of(self.game, self._kind, self._states, self._places, ended)
        rewards = self._rewards.copy() if self._copy else self._rewards
        return self._seen_now(), rewards, over, self._infos()

    def _checked(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        if self._seed < 0:
            raise TianxiaError("reset the batch first: nothing is dealt yet")
        try:
            chosen = np.asarray(actions)
        except ValueError:  # rows of several lengths
            chosen = np.empty(0)
        if chosen.shape != (self.size,) or chosen.dtype.kind not in "iu":
            raise TianxiaError(f"actions: should be {self.size} ids, whole numbers in an array of one axis")
        chosen = np.ascontiguousarray(chosen, np.int64)
        if (wrong := _first_illegal()(chosen, self._over, self._masks)) >= 0:
            raise IllegalAction(f"game {wrong}: {self._told(int(chosen[wrong]))} is not legal there")
        return chosen

    def _told(self, action: int) -> str:
        return self.game.actions.text(action) if 0 <= action < self.game.actions.size else brief(action)

    def _advance(self, actions: npt.NDArray[np.int64]) -> None:
        (new,) = (self._over != 0).nonzero()
        for place in new[self._deals[new] % BLOCK == 0].tolist():
            sequence = np.random.SeedSequence(self._seed, spawn_key=(place, int(self._deals[place]) // BLOCK))
            self._blocks[place] = (sequence.generate_state(BLOCK, np.uint64) >> np.uint64(1)).astype(np.int64)
        dealt = self._blocks, self._deals, actions, self._seats, self._over
        each = *dealt, self._ids, self._counts, self._masks, self._places, self._draws

        def arguments(thread: int, games: slice) -> tuple[Any, ...]:
            own = self._states[games], self._start[thread], *(array[games] for array in each)
            return *own, new_log(0), self._mine[games], self._greedy, self._weights, self._points[thread]

        run = _advances.get(self._states.dtype)
        if run is None:
            run = _advances[self._states.dtype] = at_once(advance_batch, *arguments(*self._parts[0]))

        def go_on(thread: int, games: slice) -> None:
            run(*arguments(thread, games))
            self._observe(thread, games)

        self._spread(go_on)

    def _observe(self, _thread: int, games: slice) -> None:
        if self._observes:
            self.game.observation.observe(self._states[games], self._seats[games], self._seen[games])

    def _spread(self, work: Callable[[int, slice], None]) -> None:
        """Have it done for all games: the first part here, the others by threads beside this one."""
        first, *others = self._parts
        helped = [_helpers(len(others), os.getpid()).submit(work, *part) for part in others]
        try:
            work(*first)
        finally:
            for done in helped:
                done.exception()  # waits for it
        for done in helped:
            done.result()

    def _seen_now(self) -> Numbers:
        return self._seen.copy() if self._copy else self._seen

    def _infos(self) -> Infos:
        return {
            "seat": np.where(self._over, -1, self._seats),
            "mask": self._masks.copy() if self._copy else self._masks,
        }

    def sample(self, chance: np.random.Generator) -> npt.NDArray[np.int64]:
        """A legal action for each game, each as likely; 0 where nothing is legal."""
        drawn = (chance.random(self.size) * self._counts).astype(np.int64)
        return np.where(self._counts, self._ids[np.arange(self.size), drawn], 0).astype(np.int64)

    def records(self, out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]:
        """The records of all games, hidden facts and all. A copy, written into `out` if there is one, unless `copy` is False:
        then those that the next step goes on with, not to be written to."""
        if out is None and not self._copy:
            shown = self._states.view()
            shown.flags.writeable = False
            return shown
        if out is None:
            out = np.empty_like(self._states)
        elif not isinstance(out, np.ndarray) or (out.dtype, out.shape) != (self._states.dtype, self._states.shape):
            raise TianxiaError(f"out: should be an array of {self.size} records of {self.game!r}")
        elif not (out.flags.writeable and out.flags.c_contiguous):
            raise TianxiaError("out: should be an array in one piece that can be written to")
        overwrite(out, self._states)
        return out

    def save(self) -> bytes:
        """How all games stand, for `restore`."""
        file = io.BytesIO()
        kept = {name: getattr(self, name) for name in KEPT}
        np.savez(file, states=self._states.view(np.uint64), made_by=self._made_by(), **kept)
        return file.getvalue()

    def _made_by(self) -> npt.NDArray[np.uint8]:
        """By which rules, and with which options: numbers mean the same to no others."""
        told = f"{rules_digest()} {self.game!r} {self.game.assets_digest()}"
        return np.frombuffer(told.encode(), np.uint8)

    def restore(self, saved: bytes) -> tuple[Numbers, Infos]:
        """Go on from where a batch of the same game and size was saved, by the same rules; returns as `reset`.

        Raises TianxiaError for others. That what is in it is what was saved nobody looks at: restore what you saved yourself.
        """
        try:
            with np.load(io.BytesIO(saved), allow_pickle=False) as file:
                found = dict(file)
        except Exception as error:  # of NumPy, of zipfile, of what they stand on
            raise TianxiaError(f"no batch, as Vector.save gives it: {shortly(error)}") from None
        made_by = found.pop("made_by", None)
        kept = {"states": self._states.view(np.uint64), **{name: np.asarray(getattr(self, name)) for name in KEPT}}
        if found.keys() != kept.keys() or any(
            (found[name].shape, found[name].dtype) != (array.shape, array.dtype) for name, array in kept.items()
        ):
            raise TianxiaError(f"a batch of another game or size: this one has {self.size} games of {self.game!r}")
        if not np.array_equal(made_by, self._made_by()):
            raise TianxiaError(f"a batch that other rules made, or other options: this one is of {self.game!r}")
        self._seed = int(found["_seed"])
        for name, array in kept.items():
            array[...] = found[name]
        self._spread(self._observe)
        return self._seen_now(), self._infos()


@cache
def _first_illegal() -> Callable[..., int]:
    """`first_illegal`, found once; see `compiling.at_once`."""
    return at_once(first_illegal, np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros((1, 1), np.int8))


@cache
def _helpers(number: int, _process: int) -> ThreadPoolExecutor:
    """Threads that all batches of this process share: to make them anew for each step takes longer than the step."""
    return ThreadPoolExecutor(number, "batch")


KEPT = ("_seats", "_over", "_ids", "_counts", "_masks", "_places", "_draws", "_seed", "_deals", "_blocks")
"""What is saved beside the records."""
