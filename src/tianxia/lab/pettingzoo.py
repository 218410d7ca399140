"""The games as environments of PettingZoo: one agent acts at a time (AEC).

Needs the extra `lab`: `pip install tianxia[lab]`.
"""

from typing import Any

import numpy as np
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from tianxia.engine.errors import TianxiaError, UnknownName, brief
from tianxia.engine.game import Game
from tianxia.lab.returns import PLACE, checked_kind
from tianxia.lab.spaces import action_space, as_text, drawn_seed, observation_space
from tianxia.lab.state import State

RENDER_MODES = ("human", "ansi")


class AEC(AECEnv):  # type: ignore[misc]
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
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise UnknownName("render mode", render_mode, RENDER_MODES)
        if max_decisions is not None and (type(max_decisions) is not int or max_decisions < 1):
            raise TianxiaError(f"max_decisions {brief(max_decisions)}: should be 1 or more, or None")
        self.metadata = {
            "name": f"{game.id.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.game, self.render_mode = game, render_mode
        self._kind, self._beside, self._most = checked_kind(game, returns), mask_in_observation, max_decisions
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

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game; without a seed the next one of those that follow from the last seed. There are no options here."""
        del options
        if seed is not None or self._chance is None:
            self._chance, _ = seeding.np_random(seed)
        self.position = State(self.game, drawn_seed(self._chance))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._decisions = 0
        self.agent_selection = self.possible_agents[self.position.seat]
        self._tell()

    def _tell(self) -> None:
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if not self._beside:
            for agent in self.agents:
                self.infos[agent]["action_mask"] = self._mask(agent)

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def _mask(self, agent: str) -> Any:
        """What is legal for an agent now: only for the one that is asked."""
        if agent != self.agent_selection or self.terminations[agent] or self.truncations[agent]:
            return np.zeros(self.game.actions.size, np.int8)
        return self.position.legal_mask(self._seat(agent))

    def observe(self, agent: str) -> Any:
        """What an agent sees now."""
        seen = self.position.tensor(self._seat(agent))
        return {"observation": seen, "action_mask": self._mask(agent)} if self._beside else seen

    def step(self, action: Any) -> None:
        """The decision of the agent that is asked; None where the game is over for it."""
        if not self.agents:
            raise TianxiaError("reset the environment first: no agent is there")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position.apply(action, self._seat(agent))
        self._decisions += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if not self.position.to_act:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, self.position.returns(self._kind).tolist(), strict=True))
        elif self._decisions == self._most:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.position.seat]
        self._accumulate_rewards()
        self._tell()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """What everyone sees, as text: given ("ansi"), or printed ("human")."""
        text = as_text(self.position)
        if self.render_mode == "human":
            print(text)
        return text if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""
