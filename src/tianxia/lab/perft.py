"""Counts of decision paths: a fingerprint of all rules that say who may do what, as chess programs have it.

Two versions of the rules that count the same paths to some depth allow the same there; where they do not, `divide` tells behind
which decisions they differ.
"""

from tianxia.engine.errors import TianxiaError, brief
from tianxia.lab.state import State


def perft(state: State, depth: int) -> int:
    """How many ways there are to take so many decisions, or fewer if the game ends before. The state stays as it is.

    >>> import tianxia
    >>> state = State(tianxia.load("sun-tzu"), seed=1)
    >>> [perft(state, depth) for depth in (0, 1, 2)]
    [1, 5, 25]
    """
    if type(depth) is not int or depth < 0:
        raise TianxiaError(f"depth {brief(depth)}: should be a whole number, 0 or more")
    if depth == 0 or not state.to_act:
        return 1
    ids = state.legal().tolist()
    if depth == 1:
        return len(ids)
    return sum(perft(_after(state, action), depth - 1) for action in ids)


def divide(state: State, depth: int) -> dict[str, int]:
    """The same by the first decision, in notation."""
    text = state.game.actions.text
    return {text(action): perft(_after(state, action), depth - 1) for action in state.legal().tolist()}


def _after(state: State, action: int) -> State:
    twin = state.clone()
    twin.apply(action)
    return twin
