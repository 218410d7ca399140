"""The history of a rating as a drawing: where its lines lie and what stands beside them. The template draws it as SVG.

The drawing is stretched to the width that there is, so words stand beside it as text of the page.
"""

from collections.abc import Sequence
from typing import NamedTuple

WIDTH, HEIGHT = 1000, 300
STEPS = (20, 50, 100, 200, 500, 1000)
MOST_LINES = 6
DOTTED = 60
"""Games up to which each has a dot of its own."""


class Chart(NamedTuple):
    """A drawing of ``WIDTH`` by ``HEIGHT``."""

    line: str  # the points of the line, as SVG writes them
    area: str  # the same down to the ground
    dots: list[tuple[float, float]]
    ticks: list[tuple[float, int]]  # heights of the lines across, each with its number; the highest one first
    low: int
    high: int


def chart(values: Sequence[int]) -> Chart:
    """The drawing of ratings, the first one first; at least one.

    >>> chart([1000, 1100]).ticks
    [(0.0, 1100), (150.0, 1050), (300.0, 1000)]
    """
    low, high = min(values), max(values)
    step = next((step for step in STEPS if high // step - low // step + 2 <= MOST_LINES), STEPS[-1])
    bottom, top = low // step * step, -(-high // step) * step
    top = max(top, bottom + step)
    across = WIDTH / max(1, len(values) - 1)
    points = [
        (round(n * across, 1), round(HEIGHT * (top - value) / (top - bottom), 1)) for n, value in enumerate(values)
    ]
    if len(points) == 1:
        points.append((float(WIDTH), points[0][1]))
    line = " ".join(f"{x:g},{y:g}" for x, y in points)
    return Chart(
        line=line,
        area=f"0,{HEIGHT} {line} {WIDTH},{HEIGHT}",
        dots=points if len(points) <= DOTTED else points[-1:],
        ticks=[(round(HEIGHT * (top - value) / (top - bottom), 1), value) for value in range(top, bottom - 1, -step)],
        low=low,
        high=high,
    )
