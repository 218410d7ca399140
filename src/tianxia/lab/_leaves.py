"""The search of the bots in two halves, so that somebody else can say between them what leaves are worth.

The tree, the choice at its nodes and the back-up are those of `tianxia.bots`. A leaf is a position at which some legal action
has no edge yet: with hidden hands the same node can be a leaf again in another world.
"""

from typing import Any

from tianxia.bots.matching import matching
from tianxia.bots.tree import (
    DEEPEST,
    DEPTH,
    HEAD_START,
    IN_TREE,
    LINKED,
    NO_EDGE,
    Tree,
    Workspace,
    add,
    begin,
    find,
    link,
    mean_value,
    node_key,
    step_down,
)
from tianxia.bots.walk import back_up, best_edge, take
from tianxia.engine import core
from tianxia.engine.compiling import by_reference, entry, rule
from tianxia.engine.primitives import lowest
from tianxia.engine.records import copy, row

OVER = -1
"""In place of the seat that decides at a leaf: the game is over there."""


@entry
def descend(root: Any, me: int, tree: Tree, work: Workspace, seed: int, leaves: Any, number: int) -> tuple[int, int]:
    """Walk down the tree from `root[0]`, the masked record of `me`, in a world of its own, to a leaf: `leaves[number]`.

    Returns the seat that decides there and how many legal actions `work.ids` holds; (OVER, 0), with `work.gains`, where the
    game is over. `work` keeps the way for `conclude`. Until then it counts as
    one more visit that changes no mean, so that others take other ways.
    """
    tree = by_reference(tree)
    work = by_reference(work)
    s = row(leaves, number)
    copy(row(root, 0), s)
    s.rng = seed
    core.resample(s, me)
    core.hide_choices(s, me)
    begin(work)
    bits = core.actors(s)
    seat = OVER
    n = 0
    while bits != 0:
        seat = me if bits >> me & 1 else lowest(bits)
        n = core.legal(s, seat, work.ids)
        index = 0
        if n > 1 or work.walk[DEPTH] == DEEPEST:
            work.walk[IN_TREE] = are_linked(tree, work, find(tree, node_key(s, seat, me, work)), n)
            if not work.walk[IN_TREE]:
                break
            index = chosen(s, seat, me, tree, work, n)
        take(s, seat, work.ids[index], work)
        bits = core.actors(s)
    for i in range(work.walk[DEPTH]):
        tree.visits[work.path[i]] += 1
        tree.total[work.path[i]] += work.lent[i]
    if bits == 0:
        core.evaluate(s, row(work.weights, 0), work.gains)
        return OVER, 0
    return seat, n


@rule
def are_linked(tree: Any, work: Any, slot: Any, n: Any) -> Any:
    """Find the edges of the actions in `work.ids`; returns whether each has one, and the simulation may go on."""
    if tree.key[slot] == 0 or work.walk[DEPTH] == DEEPEST:
        return 0
    edge = tree.first[slot]
    for i in range(n):
        while edge != NO_EDGE and tree.action[edge] < work.ids[i]:
            edge = tree.next[edge]
        if edge == NO_EDGE or tree.action[edge] != work.ids[i]:
            return 0
        work.edges[i] = edge
    return 1


@rule
def chosen(s: Any, seat: Any, me: Any, tree: Any, work: Any, n: Any) -> Any:
    """Index of the action that a simulation takes at a node; notes what its edge is worth until now, or else the node."""
    depth = work.walk[DEPTH]
    baseline = max(0.0, mean_value(tree, work, n))
    if core.simultaneous(s):
        index = matching(s, seat, me, tree, work, n)
    else:
        index = best_edge(s, tree, work, n)
        step_down(work, seat, work.edges[index], 0)
    if work.walk[DEPTH] > depth:
        edge = work.path[depth]
        work.lent[depth] = tree.total[edge] / tree.visits[edge] if tree.visits[edge] else baseline
    return index


@entry
def conclude(
    leaves: Any,
    number: int,
    me: int,
    tree: Tree,
    work: Workspace,
    seat: int,
    ids: Any,
    n: int,
    priors: Any,
    values: Any,
) -> None:
    """Back up what `leaves[number]` is worth, `values[number]` by seat, and make its edges with the shares in `priors[number]`.

    `seat` and `n` are what `descend` gave, `ids[number, :n]` the legal actions there; where the game is over, `work.gains` are
    the values.
    """
    tree = by_reference(tree)
    work = by_reference(work)
    if seat != OVER:
        for i in range(len(work.gains)):
            work.gains[i] = values[number, i]
        if n > 1:
            expand(row(leaves, number), seat, me, tree, work, ids[number], n, priors[number])
    for i in range(work.walk[DEPTH]):
        tree.visits[work.path[i]] -= 1
        tree.total[work.path[i]] -= work.lent[i]
    back_up(tree, work, work.gains[me])


@rule
def expand(s: Any, seat: Any, me: Any, tree: Any, work: Any, ids: Any, n: Any, priors: Any) -> None:
    """Make the edges that a leaf lacks, as far as there is room, with the shares given for its actions."""
    key = node_key(s, seat, me, work)
    slot = find(tree, key)
    fresh = tree.key[slot] == 0
    known = tree.used[LINKED]
    linked = link(s, seat, tree, work, slot, n)
    if fresh and linked:
        add(tree, slot, key)
    place = 0
    for i in range(n):
        if place < linked and work.ids[place] == ids[i]:
            edge = work.edges[place]
            if edge >= known:
                tree.prior[edge] = priors[i]
                tree.regret[edge] = HEAD_START * priors[i]
            place += 1
