"""What bots of Sun Tzu go by, in numbers: see `evaluation` and `heuristics`.

Those by round are parts of the logarithm of blue's odds to win (rounds 1 to 9; the last is the end). They were fitted to
5,000 games of the heuristic against itself; they tell half of what decides a game by round 6.
"""

from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt

from tianxia.engine.weights import following, weight
from tianxia.games.sun_tzu.evaluation import SPAN, sign
from tianxia.games.sun_tzu.pieces import CARDS, margin

OFTEN = {"1": 0.11, "2": 0.1, "3": 0.1, "4": 0.11, "5": 0.13, "6": 0.09, "7": 0.04, "8": 0.04, "9": 0.04, "10": 0.04,
         "-1": 0.05, "+1": 0.06, "+2": 0.03, "+3": 0.03, "Plague": 0.03}  # fmt: skip
Values = Mapping[str, npt.NDArray[np.float64]]


def depth(armies: int, deep: float) -> float:
    """How many armies, as a part of `deep`."""
    return max(-deep, min(deep, armies)) / deep


def depths(values: Values) -> list[float]:
    """That by armies + SPAN."""
    return [depth(armies, float(values["deep"])) for armies in range(-SPAN, SPAN + 1)]


def after(values: Values, measure: Callable[[int], float]) -> list[list[float]]:
    """By card played and armies + SPAN: what a measure is then, on the average of what the other may play."""
    played = dict(zip(CARDS, values["played"].tolist(), strict=True))

    def mean(card: str, armies: int) -> float:
        total = 0.0
        for other, often in played.items():
            plague = "Plague" in (card, other)
            left = armies - int(sign(armies)) * (abs(armies) // 2) if plague else armies + margin(card, other)
            total += often * measure(left)
        return float(total / sum(played.values()))

    return [[mean(card, armies) for armies in range(-SPAN, SPAN + 1)] for card in CARDS]


def signs_after(values: Values) -> list[list[float]]:
    """Control after a card."""
    return after(values, sign)


def depths_after(values: Values) -> list[list[float]]:
    """Depth after a card."""
    deep = float(values["deep"])
    return after(values, lambda armies: depth(armies, deep))


WEIGHTS = (
    weight("figure", (0.0, 0.29, 0.29, 0.28, 0.2, 0.2, 0.24, 0.39, 0.43, 0.51, 0.7), "by round: a point on the track"),
    weight(
        "control",
        (0.0, 0.0, 0.02, 0.05, 0.01, 0.04, 0.07, 0.06, 0.12, 0.23, 0.0),
        "by round: control of a province, for each point that it gives at the next scoring",
    ),
    weight(
        "armies",
        (0.0, 0.17, 0.17, 0.13, 0.17, 0.19, 0.24, 0.25, 0.26, 0.26, 0.0),
        "by round: `deep` armies more in a province, for each point that it gives at the next scoring",
    ),
    weight(
        "later",
        (0.0, 0.12, 0.14, 0.13, 0.12, 0.16, 0.2, 0.0, 0.0, 0.0, 0.0),
        "by round: the same at each scoring after it",
    ),
    weight(
        "kept",
        (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.35, 0.5, 0.5, 0.65, 0.0, 0.2, 0.3, 0.4, 0.17),
        "each card in hand; framed ones come back",
    ),
    weight("reinforcement", -0.15, "an army in reinforcements"),
    weight("general", 0.13, "a general that is not shown"),
    weight("deep", 6.0, "more armies than these in a province are worth no more"),
    weight("played", tuple(OFTEN.values()), "how often each card is what the other plays, roughly"),
    weight(
        "price",
        (-0.2, 0.0, 0.0, 0.0, 0.0, 0.1, 0.35, 0.5, 0.5, 0.65, 0.0, 0.2, 0.4, 0.6, 0.2),
        "what it costs to play each card: the 6 its army, unframed ones are lost; a 1 draws more",
    ),
    weight("waits", 0.1, "what a general must gain to be used now"),
    weight("sharp", 3.0, "points of the heuristic for each unit of the logarithm of the odds"),
    weight("calls", 2.0, "an army for a card, besides what the card is worth"),
    weight("spends", -3.0, "a general whose use can't be judged"),
    weight("accepts", 0.5, "a general who costs nothing, an offer"),
    weight("lets_pass", -5.0, "not to call an army that is missing"),
    following("depth", depths, "by armies + 24: how many, as a part of `deep`"),
    following("sign_after", signs_after, "by card and armies + 24: control after it, on the average of the answers"),
    following("depth_after", depths_after, "the same for depth"),
)
