"""A bot of one's own: `tianxia arena chu-han --bots mybots:Clever greedy --pairs 20`, from the folder of this file."""

import random

from tianxia import lab


class Clever:
    """Of all its actions the one after which random play goes best, in worlds as its seat may hold them possible."""

    def __init__(self, game, seed):
        self.game, self.chance = game, random.Random(seed)

    def choose(self, record, seat):
        """The id of an action."""

        def worth(action):
            found = 0.0
            for _ in range(20):
                state = lab.State.from_record(self.game, record, seat, self.chance.getrandbits(62))
                state.apply(action, seat)
                found += state.rollout(self.chance.getrandbits(62))[seat]
            return found

        state = lab.State.from_record(self.game, record, seat, 0)
        return max(state.legal(seat).tolist(), key=worth)
