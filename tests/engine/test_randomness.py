"""The generator: SplitMix64's numbers, and every number below a bound as likely as the others."""

from __future__ import annotations

import numpy as np
import pytest

from tests.engine.toy import draws, draws_below, filled


def test_the_numbers_are_those_of_splitmix64() -> None:
    states = filled()  # seeded with 1234567
    out = np.zeros(5, np.int64)
    draws(states, out)
    known = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    assert out.tolist() == [word >> 32 for word in known]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 46, 100, 1 << 31])
def test_numbers_below_a_bound_are_even(n: int) -> None:
    states, out = filled(), np.zeros(60_000, np.int64)
    n = min(n, (1 << 31) - 1)
    draws_below(states, n, out)
    assert out.min() >= 0
    assert out.max() < n
    cells = n if n <= 100 else 64
    found = np.bincount(out * cells // n, minlength=cells)
    expected = len(out) / cells
    assert ((found - expected) ** 2 / expected).sum() < cells - 1 + 4 * (2 * cells) ** 0.5


def test_a_copy_of_a_record_draws_the_same_numbers() -> None:
    states, out = filled(), np.zeros(10, np.int64)
    twin, again = states.copy(), np.zeros(10, np.int64)
    draws(states, out)
    draws(twin, again)
    assert out.tolist() == again.tolist()
    assert states.tobytes() == twin.tobytes()
