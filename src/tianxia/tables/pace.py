"""How long bots take, and how long a reaction window lasts for whom the platform answers.

Every answer in a reaction window that no human gives, be it a bot's choice or a decline for want of the card, comes
after a delay drawn from one distribution. So the time tells nothing about the hand.
"""

import math
import random

from msgspec import Struct

REACTION_THOUGHT = 1.0
"""Seconds that a bot may think about a reaction: less than the shortest delay, so that thinking never shows."""


class Pace(Struct, frozen=True):
    """Delays in seconds: ordinary moves of bots uniform, reactions log-normal between two bounds."""

    move: tuple[float, float] = (0.5, 1.1)
    reaction_median: float = 1.9
    reaction_spread: float = 0.35
    reaction: tuple[float, float] = (1.2, 5.0)

    def move_delay(self) -> float:
        """How long a bot takes for an ordinary move, at least."""
        return random.SystemRandom().uniform(*self.move)

    def reaction_delay(self) -> float:
        """How long a reaction window stays open, whichever answer comes."""
        least, most = self.reaction
        drawn = self.reaction_median * math.exp(random.SystemRandom().gauss(0.0, self.reaction_spread))
        return min(most, max(least, drawn))


AT_ONCE = Pace(move=(0.0, 0.0), reaction_median=0.0, reaction=(0.0, 0.0))
"""No delays at all, for tests."""
