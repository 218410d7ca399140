"""Whether samples are as even as they should be."""

from __future__ import annotations

from collections.abc import Hashable, Mapping


def check_fair(found: Mapping[Hashable, int], weights: Mapping[Hashable, float]) -> None:
    """Every world is found about as often as its weight says, and no other world (chi-square, 4 standard deviations)."""
    assert set(found) == set(weights), "every world that fits is dealt, and no other"
    samples, total = sum(found.values()), sum(weights.values())
    expected = {world: samples * weight / total for world, weight in weights.items()}
    squares = sum((found[world] - n) ** 2 / n for world, n in expected.items())
    freedom = len(weights) - 1
    assert squares < freedom + 4 * (2 * freedom) ** 0.5, "too uneven"
    assert squares > freedom - 4 * (2 * freedom) ** 0.5, "not too even either"
