"""The games as environments of Gymnasium: one seat decides, bots have the others. To import this makes them known to Gymnasium.

Needs the extra `lab`: `pip install tianxia[lab]`.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tianxia import games
from tianxia.bots import Bot, Entrant
from tianxia.bots.levels import read_bot
from tianxia.engine.errors import IllegalAction, TianxiaError, UnknownName
from tianxia.engine.game import Game
from tianxia.lab.arguments import seat_of
from tianxia.lab.returns import PLACE, checked_kind
from tianxia.lab.spaces import action_space, as_text, drawn_seed, observation_space
from tianxia.lab.spec import spec
from tianxia.lab.state import State
from tianxia.lab.vector import Vector

RENDER_MODES = ("human", "ansi")
ILLEGAL = REFUSE, LOSE = ("refuse", "lose")
"""What comes of an illegal action."""


class Single(gymnasium.Env):  # type: ignore[misc]
    """A game as one of its seats meets it; `rivals` are bots, one for all other seats or one each.

    A bot is a name of `tianxia.bots`, `package.module:factory`, or whatever arenas take. An observation is that of
    `game.observation`, what is legal stands in `info["action_mask"]` (int8). The reward is 0 but at the end, when it is what the
    seat gets of `State.returns`. What is not legal raises IllegalAction and changes nothing; where `illegal` is "lose" it
    ends the game, with the least that one can get.

    >>> import tianxia
    >>> env = Single(tianxia.load("chu-han"), rivals="greedy")
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, info["action_mask"].shape
    ((1555,), (939,))
    """

    def __init__(
        self,
        game: Game,
        *,
        seat: int = 0,
        rivals: Entrant | Sequence[Entrant] = "random",
        returns: str = PLACE,
        illegal: str = REFUSE,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise UnknownName("render mode", render_mode, RENDER_MODES)
        if illegal not in ILLEGAL:
            raise UnknownName("way to take an illegal action", illegal, ILLEGAL)
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}
        self.game, self.seat, self.render_mode = game, seat_of(game, seat), render_mode
        self._kind, self._illegal = checked_kind(game, returns), illegal
        others = game.seats - 1
        self._rivals: list[Any] = list(rivals) if isinstance(rivals, list | tuple) else [rivals] * others
        if len(self._rivals) != others:
            raise TianxiaError(f"{len(self._rivals)} rivals given; {game!r} has {others} other seats")
        for rival in self._rivals:
            read_bot(rival, game, 0)
        self.observation_space = observation_space(game)
        self.action_space = action_space(game)
        self._over = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal a game and let the others play until the seat is asked; there are no options here."""
        super().reset(seed=seed)
        self._over = True
        while self._over:  # a game that ends before the seat was asked is none
            self.position = State(self.game, drawn_seed(self.np_random))
            bots = [read_bot(rival, self.game, drawn_seed(self.np_random)) for rival in self._rivals]
            self._bots: list[Bot | None] = [*bots[: self.seat], None, *bots[self.seat :]]
            self._go_on()
        return self._seen(), self._info()

    def _go_on(self) -> None:
        """The others play until the seat is asked or the game is over."""
        position = self.position
        while (seat := position.seat) >= 0 and (bot := self._bots[seat]) is not None:
            position.apply(bot.choose(position.record(seat), seat), seat)
        self._over = seat < 0

    def _seen(self) -> Any:
        return self.position.tensor(self.seat)

    def _info(self) -> dict[str, Any]:
        if self._over:
            return {"action_mask": np.zeros(self.game.actions.size, np.int8)}
        return {"action_mask": self.position.legal_mask(self.seat)}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The seat decides, then the others play until it is asked again or the game is over."""
        if self._over:
            raise TianxiaError("reset the environment first: there is no game that goes on")
        reward = 0.0
        try:
            self.position.apply(action, self.seat)
        except IllegalAction:
            if self._illegal == REFUSE:
                raise
            self._over, reward = True, self._least()
        else:
            self._go_on()
            if self._over:
                reward = float(self.position.returns(self._kind)[self.seat])
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, self._over, False, self._info()

    def _least(self) -> float:
        return spec(self.game).returns[self._kind][0]

    def render(self) -> Any:
        """What everyone sees, as text: given ("ansi"), or printed ("human")."""
        if self.render_mode == "human":
            print(as_text(self.position))
        return as_text(self.position) if self.render_mode == "ansi" else None


class Batch(VectorEnv):  # type: ignore[misc]
    """Many games at once, each as one of its seats meets it, by `lab.Vector`: all of a step is one compiled call.

    `seat` is one for all games or one each; `rivals` are "random" or "greedy", the best by the game's own policy. Where other
    bots are to play, Gymnasium's own vector environments make copies of `Single`. Observations, masks (`infos["action_mask"]`,
    int8 [games, actions]) and rewards are those of `Single`; what is not legal raises IllegalAction and no game has moved. A game
    that is over shows its end once, and is dealt anew by the next step.

    >>> import tianxia
    >>> envs = Batch(tianxia.load("chu-han"), 4, rivals="greedy", seat=[0, 1, 0, 1])
    >>> seen, infos = envs.reset(seed=1)
    >>> seen, rewards, terminations, truncations, infos = envs.step(infos["action_mask"].argmax(axis=1))
    >>> seen.shape, rewards.tolist(), infos["action_mask"].shape
    ((4, 1555), [0.0, 0.0, 0.0, 0.0], (4, 939))
    """

    def __init__(
        self,
        game: Game,
        num_envs: int = 1,
        *,
        seat: int | Sequence[int] = 0,
        rivals: str = "random",
        returns: str = PLACE,
        copy: bool = True,
        threads: int = 1,
    ) -> None:
        self.batch = Vector(game, num_envs, seat=seat, rivals=rivals, returns=returns, copy=copy, threads=threads)
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}
        self.game, self.num_envs = game, self.batch.size
        self.single_observation_space, self.single_action_space = observation_space(game), action_space(game)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal all games; without a seed those that follow from the last one. There are no options here."""
        super().reset(seed=seed)
        seen, infos = self.batch.reset(drawn_seed(self.np_random))
        return seen, self._told(infos)

    def _told(self, infos: dict[str, Any]) -> dict[str, Any]:
        return {"action_mask": infos["mask"], "_action_mask": np.ones(self.num_envs, bool)}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """The seat of each game decides, then the others play until it is asked again or the game is over."""
        seen, rewards, over, infos = self.batch.step(actions)
        mine = rewards[np.arange(self.num_envs), self.batch.seat].astype(np.float64)
        return seen, mine, over, np.zeros(self.num_envs, bool), self._told(infos)


def register() -> tuple[str, ...]:
    """Make the games known to `gymnasium.make` and `make_vec`, with the options of `Single` or `Batch` and those of the game.

    Returns their ids. Importing this module has done it; `gymnasium.make("tianxia.lab.gymnasium:tianxia/Huns-v0")` does both.

    >>> register()[0]
    'tianxia/ChuHan-v0'
    >>> gymnasium.make("tianxia/Huns-v0", players=3, rivals="greedy").unwrapped.game
    tianxia.load('huns', players=3)
    """
    known = []
    for name in games.names():
        known.append(f"tianxia/{name.title().replace('-', '')}-v0")
        if known[-1] not in gymnasium.registry:
            gymnasium.register(
                known[-1], entry_point=made, vector_entry_point=made_many, kwargs={"name": name}, order_enforce=True
            )
    return tuple(known)


SINGLE = ("seat", "rivals", "returns", "illegal", "render_mode")


def made(name: str, **options: Any) -> Single:
    """The environment of a game by its name: what `register` gives to Gymnasium."""
    single = {option: options.pop(option) for option in SINGLE if option in options}
    return Single(games.load(name, **options), **single)


MANY = ("seat", "rivals", "returns", "copy", "threads")


def made_many(name: str, num_envs: int, **options: Any) -> Batch:
    """The vector environment of a game by its name: what `register` gives to Gymnasium."""
    many = {option: options.pop(option) for option in MANY if option in options}
    return Batch(games.load(name, **options), num_envs, **many)


register()
