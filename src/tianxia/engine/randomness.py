"""Random numbers that live in the record: SplitMix64, so that a copy of a record draws the same future.

Reference: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
"""

from typing import Any

import numpy as np
from numba.extending import register_jitable

from tianxia.engine.compiling import M64, compiled

GAMMA = 0x9E3779B97F4A7C15
MIX1 = 0xBF58476D1CE4E5B9
MIX2 = 0x94D049BB133111EB


@register_jitable
def _mixed(z: Any) -> Any:
    """SplitMix64's finaliser on a machine word."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(MIX1)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(MIX2)
    return z ^ (z >> np.uint64(31))


def mix(word: int) -> int:
    """Scramble a 64-bit word (SplitMix64's finaliser), as plain Python.

    >>> mix(0)
    0
    """
    z = word & M64
    z = ((z ^ (z >> 30)) * MIX1) & M64
    z = ((z ^ (z >> 27)) * MIX2) & M64
    return z ^ (z >> 31)


M32 = (1 << 32) - 1


def rand(s: Any) -> int:
    """Draw 32 random bits from the record's generator `s.rng` and move it on."""
    s.rng = (s.rng + GAMMA) & M64
    return mix(s.rng) >> 32


@compiled(rand)
def _rand(s: Any) -> Any:
    def draw(s: Any) -> Any:
        s.rng = s.rng + np.uint64(GAMMA)
        return np.int64(_mixed(s.rng) >> np.uint64(32))

    return draw


def below(s: Any, n: int) -> int:
    """Draw a whole number from 0 to n - 1, each exactly as likely as the others (n from 1 to 2**31 - 1).

    Lemire's method: the high half of a 64-bit product, with the few uneven low halves drawn again.
    """
    product = rand(s) * n
    if product & M32 < n:
        uneven = (1 << 32) % n
        while product & M32 < uneven:
            product = rand(s) * n
    return product >> 32


@compiled(below)
def _below(s: Any, n: Any) -> Any:
    def draw(s: Any, n: Any) -> Any:
        m = np.int64(n)
        product = np.uint64(rand(s)) * np.uint64(m)
        if np.int64(product & np.uint64(M32)) < m:
            uneven = (1 << 32) % m
            while np.int64(product & np.uint64(M32)) < uneven:
                product = np.uint64(rand(s)) * np.uint64(m)
        return np.int64(product >> np.uint64(32))

    return draw
