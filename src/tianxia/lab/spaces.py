"""What the adapters for other libraries have in common: spaces, seeds, how a position is drawn as text."""

from typing import Any

import numpy as np
from gymnasium import spaces

from tianxia.engine import i18n, looks
from tianxia.engine.fields import SPECTATOR
from tianxia.engine.game import Game
from tianxia.lab.state import State

SEEDS = (1 << 63) - 1


def observation_space(game: Game, with_mask: bool = False) -> "spaces.Space[Any]":
    """Of `game.observation`: numbers from 0 to 1; with what is legal beside them, if it is to be there."""
    seen = spaces.Box(0.0, 1.0, (game.observation.size,), np.float32)
    if not with_mask:
        return seen
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (game.actions.size,), np.int8)})


def action_space(game: Game) -> spaces.Discrete:
    """Ids of actions."""
    return spaces.Discrete(game.actions.size)


def drawn_seed(chance: np.random.Generator) -> int:
    """A seed for a game."""
    return int(chance.integers(SEEDS))


def as_text(state: State) -> str:
    """What everyone sees of a position: what is asked, and the fields that are not empty."""
    game = state.game
    view = looks.view(game.table, game.table.masked(state._states, SPECTATOR), SPECTATOR)
    asked = game.questions.to_json(game.table.asked(state._states)) if state.to_act else None
    told = {"game": game.id, "viewer": None, "to_act": list(state.to_act), "asked": asked, "state": view}
    lines = [game.notes.prompt(told, i18n.translator("en"))]
    return "\n".join([*lines, *(f"{name}: {value}" for name, value in view.items() if value)])
