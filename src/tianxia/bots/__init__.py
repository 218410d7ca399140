"""Players that need no person: random, greedy, search; levels of search; the arena that rates them.

>>> import tianxia
>>> from tianxia import bots
>>> game = tianxia.load("chu-han")
>>> match = game.new(seed=7)
>>> bot = bots.make("greedy", game, seed=1)
>>> action = bot.choose(match.record(0), 0)
>>> action in match.legal_ids(0)
True
"""

from tianxia.bots.levels import LEVELS, Entrant, make, names
from tianxia.bots.players import Bot

__all__ = ["LEVELS", "Bot", "Entrant", "make", "names"]
