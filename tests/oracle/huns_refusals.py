"""Why an act cannot be played, with the number of the rule that forbids it."""

from __future__ import annotations

from tests.oracle.huns_table import Ask, Table


def why_not(table: Table, ask: Ask | None, seat: int, text: str) -> str:
    return f"{text}: not legal"
