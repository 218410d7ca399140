"""Search with an evaluator of one's own, a net say, that judges the leaves of one game or of many at once."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tianxia.bots._walk import run_simulations
from tianxia.bots.search import MOST_NODES
from tianxia.bots.tree import EDGES, NO_EDGE, ROOT, Tree, Workspace, new_tree, new_workspace, several
from tianxia.engine import _entries as entries
from tianxia.engine.errors import TianxiaError, UnknownName, brief
from tianxia.engine.game import Game, checked_seed
from tianxia.engine.records import duplicate
from tianxia.lab._leaves import conclude, descend
from tianxia.lab._stepping import POLICIES, played_out
from tianxia.lab.arguments import game_of, listed, record_of, seat_of, whole
from tianxia.lab.returns import PLACE, returns_of

DOUBT = (2.0, 1.0, 0.625)
"""Results that a judged search begins with, 0.25 and 0.75 in number, sum and sum of squares: how much it explores goes by how
far results differ, and a net that knows nothing yet finds all the same."""
MOST_EDGES = 1 << 24
"""Room for edges in a tree: where simulations would need more, some leaves are judged and not kept."""

Records = npt.NDArray[Any]
Evaluate = Callable[
    [Records, npt.NDArray[np.int64], npt.NDArray[np.int32], npt.NDArray[np.int64]], tuple[npt.ArrayLike, npt.ArrayLike]
]
"""Judges leaves: records, who decides, the legal ids and how many; gives priors [n, most legal] and values [n, seats]."""


class Found(NamedTuple):
    """What a search found; of many games each has one axis more in front."""

    action: Any
    """The id to play: the one chosen most often; where seats choose at the same time, one drawn from the mean strategy."""
    visits: npt.NDArray[np.int64]
    """int64 [actions]: how often each was chosen."""
    values: npt.NDArray[np.float64]
    """float64 [actions]: what it was worth for the seat on the average, 0 to 1; 0 where it was never chosen."""


def search(
    game: Game,
    record: Records,
    seat: Any,
    simulations: int,
    evaluate: Evaluate | str | None = None,
    batch: int = 64,
    seed: int = 0,
) -> Found:
    """Search as the bots do, for the seat that is to act, from its record (`State.record`); the same seed finds the same.

    `evaluate(records, seats, ids, counts)` judges positions: `records` [n] as they may be, what lies hidden dealt by chance;
    `seats` [n] that decide there; `ids[i, :counts[i]]` what is legal, int32 [n, most legal]. It gives priors [n, most legal],
    how likely each of these is to be played, which need not add up to 1 (0: never), and values [n, seats] from 0 (lost) to 1
    (won). "random" and "greedy" play each leaf on to the end instead, as `State.rollout` does, in compiled code. Without it the
    game's own policy plays on to the end of the phase, and its own evaluation judges.

    With an array of records [games] and of seats [games] it searches all side by side. A call judges about `batch` leaves, at
    least one of each game; ways to those that are not judged yet count as gone, so that one game gives different ones.
    Raises TianxiaError for what does not fit, also of what `evaluate` gives.

    >>> import tianxia
    >>> from tianxia.lab.state import State
    >>> game = tianxia.load("chu-han")
    >>> state = State(game, seed=7)
    >>> found = search(game, state.record(0), 0, simulations=50)
    >>> found.action in state.legal(), int(found.visits.sum()), found.values.shape
    (True, 50, (939,))
    >>> def even(records, seats, ids, counts):
    ...     return np.ones(ids.shape), np.full((len(records), game.seats), 0.5)
    >>> search(game, state.record(0), 0, simulations=50, evaluate=even).action in state.legal()
    True
    """
    game = game_of(game)
    simulations, batch = _budget("simulations", simulations), _budget("batch", batch)
    one = whole(seat) is not None
    seats = listed(seat)
    if isinstance(evaluate, str) and evaluate not in POLICIES:
        raise UnknownName("evaluate", evaluate, POLICIES)
    if not isinstance(record, np.ndarray) or record.shape != (len(seats),) or not seats:
        raise TianxiaError(
            f"a record of {game.id} should be an array of its dtype and of shape ({max(1, len(seats))},)"
        )
    seed = checked_seed(seed)
    nodes, work = min(simulations, MOST_NODES), new_workspace(game)
    trees = several(new_tree(nodes, max(EDGES, min(game.most_legal, MOST_EDGES // nodes))), len(seats))
    sought = [
        _Sought(game, record[i : i + 1], seat, simulations, seed, Tree._make(column[i] for column in trees), work)
        for i, seat in enumerate(seats)
    ]
    if evaluate is None:
        for each in sought:
            each.play_on()
    else:
        _judged(game, sought, trees, evaluate, max(1, min(batch // len(sought), simulations)))
    found = [each.found() for each in sought]
    return found[0] if one else Found(*(np.array(column) for column in zip(*found, strict=True)))


def _budget(name: str, number: Any) -> int:
    found = whole(number)
    if found is None or found < 1:
        raise TianxiaError(f"{name} {brief(number)}: should be a whole number, 1 or more")
    return found


class _Sought:
    """The search of one game."""

    def __init__(
        self, game: Game, record: Records, seat: Any, simulations: int, seed: int, tree: Tree, work: Workspace
    ) -> None:
        self.game, self.me, self.simulations, self.seed = game, seat_of(game, seat), simulations, seed
        self.root, self.tree, self.work = record_of(game, record, self.me), tree, work
        count = entries.legal(self.root, self.me, work.ids)
        if count == 0:
            raise TianxiaError(f"seat {self.me} may not act now: there is nothing to choose")
        self.only = int(work.ids[0]) if count == 1 else None
        self.doubt = np.zeros(3)

    def play_on(self) -> None:
        """All simulations, with the game's own policy and evaluation."""
        self._run(self.simulations)

    def _run(self, simulations: int) -> int:
        states = _joined([self.root, self.root])
        return int(run_simulations(states, self.me, self.tree, self.work, self.seed, simulations))

    def found(self) -> Found:
        """What is known now."""
        visits, values = np.zeros(self.game.actions.size, np.int64), np.zeros(self.game.actions.size)
        if self.only is not None:
            count, total = self.tree.results[:2] - self.doubt[:2]
            visits[self.only], values[self.only] = self.simulations, total / count
            return Found(self.only, visits, values)
        edge = self.tree.first[self.tree.used[ROOT]]
        while edge != NO_EDGE:
            action, visited = self.tree.action[edge], self.tree.visits[edge]
            visits[action], values[action] = visited, self.tree.total[edge] / max(1, visited)
            edge = self.tree.next[edge]
        self.seed += self.simulations
        return Found(self._run(0), visits, values)


def _joined(records: list[Records]) -> Records:
    """Records in one array: NumPy joins structured ones field by field, which takes much longer."""
    return np.frombuffer(bytearray(b"".join(record.tobytes() for record in records)), records[0].dtype)


def _judged(game: Game, sought: list[_Sought], trees: Tree, evaluate: Evaluate | str, each: int) -> None:
    """All simulations, `each` of every game a round; the first rounds are smaller, since there is little to choose from yet."""
    room = each * len(sought)
    roots, searchers = _joined([search.root for search in sought]), np.array([search.me for search in sought])
    works = several(sought[0].work, room, shared=("weights", "log"))
    leaves, ids, even = (
        game.table.new(room),
        np.zeros((room, game.most_legal), np.int32),
        np.ones((room, game.most_legal)),
    )
    owners, seats, counts = (np.zeros(room, np.int64) for _ in range(3))
    simulations, seed, done = sought[0].simulations, sought[0].seed, 0
    for search in sought:
        search.doubt[:] = search.tree.results[:] = DOUBT
    while done < simulations:
        size = min(each, max(1, done), simulations - done)
        n = descend(roots, searchers, trees, works, seed + done, size, leaves, owners, seats, ids, counts)
        if n:
            found = duplicate(leaves[:n])
            if isinstance(evaluate, str):
                priors, values = even, _rolled_out(game, found, evaluate)
            else:
                given = evaluate(found, seats[:n].copy(), ids[:n].copy(), counts[:n].copy())
                priors, values = _checked(game, given, n)
            if not conclude(searchers, trees, works, leaves, owners, seats, ids, counts, priors, values):
                raise TianxiaError("evaluate gave priors that are not numbers from 0 on")
        done += size


def _rolled_out(game: Game, records: Records, policy: str) -> npt.NDArray[np.float64]:
    """Values of records that are played on to the end, once; chance to come follows from their own."""
    places = played_out(game, records, (records["rng"] >> np.uint64(1)).astype(np.int64), policy)
    return (returns_of(game, PLACE, records, places) + 1) / 2


def _checked(game: Game, given: Any, n: int) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Priors and values as arrays; raises TianxiaError for what does not fit. What the priors are `conclude` looks at."""
    try:
        priors, values = (np.require(part, np.float64, ("C", "W")) for part in given)
    except (TypeError, ValueError):
        raise TianxiaError(f"evaluate gave {brief(given)}; should be priors and values") from None
    for name, array, shape in (("priors", priors, (n, game.most_legal)), ("values", values, (n, game.seats))):
        if array.shape != shape:
            raise TianxiaError(f"evaluate gave {name} of shape {array.shape}, should be {shape}")
    if not ((values >= 0) & (values <= 1)).all():
        raise TianxiaError("evaluate gave values that are not from 0 to 1")
    return priors, values
