"""The games in OpenSpiel: import this, then `pyspiel.load_game("tianxia_chu_han(events=True)")`.

Needs `open_spiel`. A game begins with one chance node that chooses among `deals` numbered deals of `seed`, each equally likely;
all later chance follows from the deal. Seats that choose at the same time are asked one after another, and none sees what
another chose: to OpenSpiel these are decisions in turn with imperfect information. With `simultaneous=True` they are
simultaneous nodes, for algorithms that know these. Where the rules set no bound to a game it ends without a winner after
`max_length` decisions.
"""

import hashlib
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from tianxia import games
from tianxia.bots.series import seed_of
from tianxia.engine.fields import SPECTATOR
from tianxia.engine.game import Game
from tianxia.lab.returns import PLACE
from tianxia.lab.state import State

OURS: Mapping[str, int] = {"deals": 1000, "seed": 0, "max_length": 100_000}
"""Parameters beside the options of a game, with the values that they usually have."""
AT_ONCE = "simultaneous"
"""One more, which says whether seats that choose at the same time are asked together."""


def register() -> tuple[str, ...]:
    """Make the games known to `pyspiel.load_game`, as importing this module has done; returns their names there.

    >>> register()
    ('tianxia_chu_han', 'tianxia_huang', 'tianxia_huns', 'tianxia_sun_tzu')
    """
    known = []
    for name in games.names():
        kind = _kind(name)
        known.append(kind.short_name)
        if kind.short_name not in pyspiel.registered_names():
            pyspiel.register_game(kind, BY_NAME[name])
    return tuple(known)


@cache
def _kind(name: str, at_once: bool = False) -> Any:
    game = games.load(name)
    fewest, most = game.players
    options = {option.name: game.options[option.name] for option in game.option_table}
    return pyspiel.GameType(
        short_name=f"tianxia_{name.replace('-', '_')}",
        long_name=game.title,
        dynamics=getattr(pyspiel.GameType.Dynamics, "SIMULTANEOUS" if at_once else "SEQUENTIAL"),
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={**options, **OURS, AT_ONCE: False},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours with its options, as OpenSpiel knows it."""

    def __init__(self, name: str, params: Mapping[str, Any]) -> None:
        own = {parameter: int(params.get(parameter, usual)) for parameter, usual in OURS.items()}
        self.at_once = bool(params.get(AT_ONCE))
        chosen = {option: params[option] for option in params if option not in (*OURS, AT_ONCE)}
        self.ours: Game = games.load(name, **chosen)
        self.deals, self.seed, self.longest = own["deals"], own["seed"], own["max_length"]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.ours.actions.size,
            max_chance_outcomes=self.deals,
            num_players=self.ours.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(_kind(name, self.at_once), info, dict(params))

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: the text by which it is loaded."""
        return _loaded, (str(self),)

    def __deepcopy__(self, _memo: dict[int, Any]) -> "SpielGame":
        """A game never changes, so it is its own copy."""
        return self

    def new_initial_state(self) -> "SpielState":
        """A game before the deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """What writes what a player sees."""
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def _of(name: str) -> Any:
    """The class of one game: OpenSpiel makes a game of a class and its parameters alone, and finds the class by its name."""

    def begin(self: Any, params: Any = None) -> None:
        SpielGame.__init__(self, name, params or {})

    title = f"Spiel{name.title().replace('-', '')}"
    made = globals()[title] = type(title, (SpielGame,), {"__init__": begin, "__module__": __name__})
    return made


BY_NAME = {name: _of(name) for name in games.names()}


def _loaded(text: str) -> Any:
    register()
    return pyspiel.load_game(text)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, or the chance node before the deal."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.game_of_ours = game
        self.position: State | None = None
        self._left = game.longest

    def current_player(self) -> int:
        """The seat that is asked, chance, or nobody; all seats if several are asked together."""
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        together = self.game_of_ours.at_once and len(self.position.to_act) > 1
        return int(pyspiel.PlayerId.SIMULTANEOUS) if together else self.position.seat

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        return self.position.legal(player).tolist()  # type: ignore[no-any-return]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The numbers of the deals, each equally likely."""
        deals = self.game_of_ours.deals
        return [(deal, 1.0 / deals) for deal in range(deals)]

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self.position = State(self.game_of_ours.ours, seed_of(self.game_of_ours.seed, action))
        else:
            self.position.apply(action)
            self._left -= 1

    def _apply_actions(self, actions: list[int]) -> None:
        """What the seats that are asked together chose; what others give counts for nothing."""
        assert self.position is not None
        for seat in self.position.to_act:
            self.position.apply(actions[seat], seat)
        self._left -= 1

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player < 0 else self.game_of_ours.ours.actions.text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over, or was cut off."""
        return self.position is not None and (self.position.seat < 0 or self._left <= 0)

    def returns(self) -> list[float]:
        """By place from 1 to -1; all 0 before the end, and where the game was cut off."""
        if self.position is None:
            return [0.0] * self.game_of_ours.ours.seats
        return self.position.returns(PLACE).tolist()  # type: ignore[no-any-return]

    def information_state_string(self, player: int | None = None) -> str:
        """Digest of all that a player did, heard and sees."""
        return self._told(player, perfect_recall=True)

    def observation_string(self, player: int | None = None) -> str:
        """Digest of what a player sees now."""
        return self._told(player, perfect_recall=False)

    def _told(self, player: int | None, *, perfect_recall: bool) -> str:
        seat = self.current_player() if player is None else player
        for fits, wanted in ((seat >= 0, "player >= 0"), (seat < self.game_of_ours.ours.seats, "player < num_players")):
            if not fits:
                raise pyspiel.SpielError(f"{wanted}: there is no player {seat}")
        if self.position is None:
            return f"player {seat}, before the deal"
        told = self.position.record(seat).tobytes()
        if perfect_recall:
            told += self.position.history(seat).tobytes()
        return f"player {seat}, {_digest(told)}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """A state that the player cannot tell from this one: all that it cannot know dealt anew."""
        twin = self.clone()
        if twin.position is not None:
            twin.position.resample(player, int(sampler() * (1 << 62)))
        return twin  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return "before the deal" if self.position is None else repr(self.position)


def _digest(told: bytes) -> str:
    return hashlib.blake2b(told, digest_size=16).hexdigest()


class SpielObserver:
    """Writes what a player sees as `game.observation`, each field a piece; where it is to recall all there are no numbers."""

    def __init__(self, game: SpielGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observers have no parameters here; passed {params}")
        self._layout = game.ours.observation
        self._public = kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recalls = kind.perfect_recall
        self.tensor = None if self._recalls else np.zeros(self._layout.size, np.float32)
        self.dict = {} if self.tensor is None else self._pieces(self.tensor)

    def _pieces(self, tensor: npt.NDArray[np.float32]) -> dict[str, npt.NDArray[np.float32]]:
        return {name: tensor[segment.slice].reshape(segment.shape) for name, segment in self._layout.fields.items()}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees into `tensor`."""
        if self.tensor is None:
            return
        if state.position is None:
            self.tensor.fill(0)
        else:
            viewer = SPECTATOR if self._public else player
            self._layout.observe(state.position._states, viewer, self.tensor[None])

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees, or all that it has seen, or what everybody sees, as a digest."""
        if self._public and state.position is not None:
            told = state.game_of_ours.ours.table.masked(state.position._states, SPECTATOR).tobytes()
            return f"public, {_digest(told)}"
        return state.information_state_string(player) if self._recalls else state.observation_string(player)


register()
