"""The games as environments of PettingZoo: one agent acts at a time (AEC), or all that are asked do (Parallel).

Needs the extra `lab`: `pip install tianxia[lab]`.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from tianxia.engine.errors import IllegalAction, TianxiaError, UnknownName, brief
from tianxia.engine.game import Game
from tianxia.lab.returns import PLACE, checked_kind
from tianxia.lab.spaces import action_space, as_text, drawn_seed, observation_space
from tianxia.lab.spec import spec
from tianxia.lab.state import State

RENDER_MODES = ("human", "ansi")
ILLEGAL = REFUSE, LOSE, LOT = ("refuse", "lose", "lot")
"""What comes of an illegal action of `Parallel`."""


class _Seats:
    """What both kinds of environment have: an agent for each seat, its spaces, and games that follow from a seed."""

    def __init__(
        self,
        game: Game,
        returns: str,
        mask_in_observation: bool,
        most: int | None,
        render_mode: str | None,
        parallel: bool,
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise UnknownName("render mode", render_mode, RENDER_MODES)
        if most is not None and (type(most) is not int or most < 1):
            raise TianxiaError(
                f"{'max_cycles' if parallel else 'max_decisions'} {brief(most)}: should be 1 or more, or None"
            )
        self.metadata = {
            "name": f"{game.id.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": parallel,
            "render_fps": 1,
        }
        self.game, self.render_mode = game, render_mode
        self._kind, self._beside, self._most = checked_kind(game, returns), mask_in_observation, most
        self.possible_agents = [f"player_{seat}" for seat in range(game.seats)]
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: observation_space(game, mask_in_observation) for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(game) for agent in self.possible_agents}
        self._chance: np.random.Generator | None = None

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> Any:
        """The space of what an agent sees; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions; always the same object."""
        return self.action_spaces[agent]

    def _deal(self, seed: int | None) -> None:
        if seed is not None or self._chance is None:
            self._chance, _ = seeding.np_random(seed)
        self.position = State(self.game, drawn_seed(self._chance))
        self.agents = self.possible_agents[:]
        self._steps = 0

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def _mask(self, agent: str) -> Any:
        """What is legal for an agent now."""
        return self.position.legal_mask(self._seat(agent))

    def observe(self, agent: str) -> Any:
        """What an agent sees now."""
        seen = self.position.tensor(self._seat(agent))
        return {"observation": seen, "action_mask": self._mask(agent)} if self._beside else seen

    def render(self) -> str | None:
        """What everyone sees, as text: given ("ansi"), or printed ("human")."""
        text = as_text(self.position)
        if self.render_mode == "human":
            print(text)
        return text if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""


class AEC(_Seats, AECEnv):  # type: ignore[misc]
    """A game in which the agents `player_0`, `player_1` and so on are its seats.

    An observation is that of `game.observation`, what is legal stands in `infos[agent]["action_mask"]` (int8), or beside the
    observation if `mask_in_observation`. What is not legal raises IllegalAction and changes nothing. Where seats choose at the
    same time, the lowest that has not chosen yet is asked; the others do not see its choice. Rewards are 0 but at the end,
    when they are the `returns` of the kind that is named. After `max_decisions` the game is truncated.

    >>> import tianxia
    >>> env = AEC(tianxia.load("chu-han"))
    >>> env.reset(seed=1)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> env.agent_selection, observation.shape, bool(info["action_mask"].any())
    ('player_0', (1555,), True)
    """

    def __init__(
        self,
        game: Game,
        *,
        returns: str = PLACE,
        mask_in_observation: bool = False,
        max_decisions: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        AECEnv.__init__(self)
        _Seats.__init__(self, game, returns, mask_in_observation, max_decisions, render_mode, parallel=False)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game; without a seed the next one of those that follow from the last seed. There are no options here."""
        del options
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.possible_agents[self.position.seat]
        self._tell()

    def _tell(self) -> None:
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if not self._beside:
            for agent in self.agents:
                self.infos[agent]["action_mask"] = self._mask(agent)

    def _mask(self, agent: str) -> Any:
        """What is legal for an agent now: only for the one that is asked."""
        if agent != self.agent_selection or self.terminations[agent] or self.truncations[agent]:
            return np.zeros(self.game.actions.size, np.int8)
        return super()._mask(agent)

    def step(self, action: Any) -> None:
        """The decision of the agent that is asked; None where the game is over for it."""
        if not self.agents:
            raise TianxiaError("reset the environment first: no agent is there")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position.apply(action, self._seat(agent))
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if not self.position.to_act:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, self.position.returns(self._kind).tolist(), strict=True))
        elif self._steps == self._most:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.position.seat]
        self._accumulate_rewards()
        self._tell()
        if self.render_mode == "human":
            self.render()


class Parallel(_Seats, ParallelEnv):  # type: ignore[misc]
    """A game in which all agents that are asked decide at the same time, as both do with the orders of Sun Tzu.

    `step` takes an action of each agent that is asked; those that others give are not looked at and may be left out. Who is
    asked has something in its mask, which stands where that of `AEC` does. Nobody sees what another chose in the same step.
    What is not legal raises IllegalAction, and nothing has changed; where `illegal` is "lose" it ends the game with the least
    that one can get, and nothing for the others; where it is "lot" a legal action is drawn in its place, for programs without
    masks. Rewards are those of `AEC`. After `max_cycles` steps the game is truncated.

    >>> import tianxia
    >>> env = Parallel(tianxia.load("sun-tzu"))
    >>> observations, infos = env.reset(seed=1)
    >>> actions = {agent: info["action_mask"].argmax() for agent, info in infos.items() if info["action_mask"].any()}
    >>> observations, rewards, terminations, truncations, infos = env.step(actions)
    >>> list(actions), rewards
    (['player_0', 'player_1'], {'player_0': 0.0, 'player_1': 0.0})
    """

    def __init__(
        self,
        game: Game,
        *,
        returns: str = PLACE,
        mask_in_observation: bool = False,
        max_cycles: int | None = None,
        illegal: str = REFUSE,
        render_mode: str | None = None,
    ) -> None:
        if illegal not in ILLEGAL:
            raise UnknownName("way to take an illegal action", illegal, ILLEGAL)
        _Seats.__init__(self, game, returns, mask_in_observation, max_cycles, render_mode, parallel=True)
        self._illegal = illegal

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """Deal a game; without a seed the next one of those that follow from the last seed. There are no options here."""
        del options
        self._deal(seed)
        return self._told()

    def _told(self) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """What each agent sees, and the infos."""
        masks = {agent: {} if self._beside else {"action_mask": self._mask(agent)} for agent in self.agents}
        return {agent: self.observe(agent) for agent in self.agents}, masks

    def step(self, actions: Mapping[str, Any]) -> tuple[Any, ...]:
        """One decision of each agent that is asked."""
        if not self.agents:
            raise TianxiaError("reset the environment first: no agent is there")
        wrong = self._take(actions)
        rewards = dict.fromkeys(self.agents, 0.0)
        self._steps += 1
        over = bool(wrong) or not self.position.to_act
        if wrong:
            rewards.update(dict.fromkeys(wrong, spec(self.game).returns[self._kind][0]))
        elif over:
            rewards = dict(zip(self.agents, self.position.returns(self._kind).tolist(), strict=True))
        cut = not over and self._steps == self._most
        seen, infos = self._told()
        ended, truncated = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return seen, rewards, ended, truncated, infos

    def _take(self, actions: Mapping[str, Any]) -> list[str]:
        """Carry out what the agents that are asked chose, all or nothing; gives those that lose by it."""
        twin, lose = self.position.clone(), []
        for seat in self.position.to_act:
            agent = self.possible_agents[seat]
            try:
                twin.apply(actions.get(agent), seat)
            except IllegalAction:
                if self._illegal == REFUSE:
                    raise
                if self._illegal == LOSE:
                    lose.append(agent)
                else:
                    assert self._chance is not None
                    twin.apply(self._chance.choice(twin.legal(seat)), seat)
        if not lose:
            self.position = twin
        return lose
