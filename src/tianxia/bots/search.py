"""The bot that looks ahead, within a budget of simulations, of seconds, or both."""

import time
from itertools import pairwise

import numpy as np

from tianxia.bots._walk import run_simulations
from tianxia.bots.players import Player, Record
from tianxia.bots.tree import new_tree, new_workspace
from tianxia.engine import _entries as entries
from tianxia.engine.errors import TianxiaError
from tianxia.engine.game import Game
from tianxia.engine.kinds import new_log
from tianxia.engine.records import duplicate, overwrite
from tianxia.engine.weights import Evaluator

MOST_NODES = 200_000
"""With more simulations than this no further nodes are added; each node takes about 0.8 kB."""
SLICE = 0.02
"""Seconds between two looks at the clock."""
FIRST_SLICE = 16
"""Simulations before the first look, when their pace is not known."""
SIMULATIONS = 1000


class Search(Player):
    """Information-set tree search (see `_walk`). With a budget in simulations alone it plays the same each time.

    Raises TianxiaError for a budget that is not positive.
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        evaluator: Evaluator | None = None,
        simulations: int | None = None,
        seconds: float | None = None,
    ) -> None:
        if simulations is not None and simulations < 1:
            raise TianxiaError(f"a budget of {simulations} simulations should be at least 1")
        if seconds is not None and not 0 < seconds < float("inf"):
            raise TianxiaError(f"a budget of {seconds} seconds should be more than 0")
        if simulations is None and seconds is None:
            simulations = SIMULATIONS
        self.simulations = simulations
        self.seconds = seconds
        self.cut_short = 0
        """Choices for which the seconds were over before all simulations were done, as on a machine with much else to do."""
        super().__init__(game, seed, evaluator)
        self._states = np.concatenate([game.blank(), game.blank()])
        self._work = new_workspace(game, evaluator)
        self._log = new_log(0)

    def choose(self, record: Record, seat: int) -> int:
        """See `Bot.choose`. A single legal action is played at once, and what was planned before."""
        self._checked(record, seat)
        if self._planned and self._planned[0][0] == entries.hashed(record, seat):
            return self._planned.pop(0)[1]
        self._planned = []
        start = time.monotonic()
        if self._asked(seat, entries.legal(record, seat, self._work.ids)) == 1:
            return int(self._work.ids[0])
        most = self.simulations or 1 << 62
        overwrite(self._states[:1], record)
        tree = new_tree(min(most, MOST_NODES))
        seed = self._random.getrandbits(62)
        done, size, action = 0, FIRST_SLICE, -1
        while done < most:
            size = min(size, most - done)
            action = run_simulations(self._states, seat, tree, self._work, seed + done, size)
            done += size
            spent = time.monotonic() - start
            left = SLICE if self.seconds is None else min(SLICE, self.seconds - spent)
            if left <= 0:
                break
            size = max(1, int(done / spent * left))
        self.cut_short += self.simulations is not None and done < self.simulations
        self._remember(record, seat, self._work.plan[1 : self._work.plan[0] + 1].tolist())
        return int(action)

    def _remember(self, record: Record, seat: int, plan: list[int]) -> None:
        """Seats that choose at the same time mix whole plans: what is chosen first is never answered by the search."""
        ahead = duplicate(record)
        for before, action in pairwise(plan):
            it = np.array([before], np.int32)  # it is legal
            entries.step(ahead, ahead, seat, before, self._log, it[:0], it, 1)
            self._planned.append((int(entries.hashed(ahead, seat)), action))
