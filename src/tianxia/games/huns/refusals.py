"""Why an action is illegal, with the number of the rule: read from the seat's masked record only."""

from typing import Any

from tianxia.games.huns.texts import Speak


def why_not(s: Any, seat: int, action: int, speak: Speak) -> str:
    """The first rule that the action breaks, in the order in which a player would ask."""
    return ""
