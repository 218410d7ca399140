"""The chart of `peers.py`: a bar for each rate on a scale of powers of ten, ours in red."""

from __future__ import annotations

import math
from html import escape

WIDTH, LEFT, BAR, ROW = 760, 250, 12, 16


def chart(rates: list[tuple[str, str, float]]) -> str:
    """The picture as SVG; rates are by kind, who and how many a second."""
    top = max((math.ceil(math.log10(value)) for _, _, value in rates), default=1)
    scale = (WIDTH - LEFT - 90) / top
    parts, y, before = [], 14, ""
    for kind, who, value in rates_by_kind(rates):
        if kind != before:
            y += 12
            parts.append(f'<text x="8" y="{y}" font-weight="bold">{escape(kind)}, a CPU second</text>')
            y, before = y + 6, kind
        length = max(1.0, math.log10(max(value, 1.0)) * scale)
        colour = "#a33" if who.startswith("Tianxia") else "#789"
        parts.append(f'<text x="{LEFT - 8}" y="{y + 10}" text-anchor="end">{escape(who)}</text>')
        parts.append(f'<rect x="{LEFT}" y="{y}" width="{length:.1f}" height="{BAR}" fill="{colour}"/>')
        parts.append(f'<text x="{LEFT + length + 5:.1f}" y="{y + 10}">{value:,.0f}</text>')
        y += ROW
    grid = "".join(
        f'<path d="M{LEFT + power * scale:.1f} 12V{y}" stroke="#ddd"/><text x="{LEFT + power * scale:.1f}" y="{y + 14}" '
        f'text-anchor="middle">{10**power:,}</text>'
        for power in range(0, top + 1, 2)
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 24}" font-family="sans-serif" font-size="11">'
    return f'{head}<rect width="100%" height="100%" fill="#fff"/>{grid}{"".join(parts)}</svg>\n'


def rates_by_kind(rates: list[tuple[str, str, float]]) -> list[tuple[str, str, float]]:
    kinds = list(dict.fromkeys(kind for kind, _, _ in rates))
    return sorted(rates, key=lambda rate: (kinds.index(rate[0]), -rate[2]))
