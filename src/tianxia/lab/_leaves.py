"""The search of the bots in two halves, so that somebody else can say between them what leaves are worth.

The tree, the choice at its nodes and the back-up are those of `tianxia.bots`. A leaf is a position at which some legal action
has no edge yet: with hidden hands the same node can be a leaf again in another world.
"""

import math
from typing import Any

from tianxia.bots._walk import back_up, best_edge, take
from tianxia.bots.matching import matching
from tianxia.bots.tree import (
    DEEPEST,
    DEPTH,
    HEAD_START,
    IN_TREE,
    LEGAL,
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
from tianxia.engine import core
from tianxia.engine.compiling import by_reference, entry, rule
from tianxia.engine.primitives import lowest
from tianxia.engine.records import copy, row

OVER = -1
"""In place of the seat that decides at a leaf: the game is over there."""


@entry
def descend(
    roots: Any,
    searchers: Any,
    trees: Tree,
    works: Workspace,
    seed: int,
    times: int,
    leaves: Any,
    owners: Any,
    seats: Any,
    ids: Any,
    counts: Any,
) -> int:
    """Walk so many times down the tree of each game to a leaf, from `roots[game]`, the masked record of `searchers[game]`.

    Returns how many leaves there are to judge. Of each it is told in `owners` whose tree it is of, in `seats` who decides there
    and in `ids[i, :counts[i]]` what is legal; `works`, one for each, keep the ways for `conclude`. Until then a way counts as
    one more visit that changes no mean, so that others take other ways. Where a game is over its rules judge at once.
    """
    n = 0
    for game in range(len(searchers)):
        me = searchers[game]
        tree = by_reference(tree_of(trees, game))
        for number in range(times):
            work = by_reference(workspace_of(works, n))
            s = row(leaves, n)
            copy(row(roots, game), s)
            s.rng = seed + number
            seat = walk_down(s, me, tree, work)
            if seat == OVER:
                core.evaluate(s, row(work.weights, 0), work.gains)
                settle(tree, work, me)
                continue
            owners[n] = game
            seats[n] = seat
            counts[n] = work.walk[LEGAL]
            for i in range(counts[n]):
                ids[n, i] = work.ids[i]
            n += 1
    return n


@rule
def walk_down(s: Any, me: Any, tree: Any, work: Any) -> Any:
    """Walk down a tree in a world of its own to a leaf, into `s`; returns the seat that decides there, or OVER."""
    core.resample(s, me)
    core.hide_choices(s, me)
    begin(work)
    bits = core.actors(s)
    seat = OVER
    while bits != 0:
        seat = me if bits >> me & 1 else lowest(bits)
        n = core.legal(s, seat, work.ids)
        index = 0
        if n > 1 or work.walk[DEPTH] == DEEPEST:
            work.walk[IN_TREE] = are_linked(tree, work, find(tree, node_key(s, seat, me, work)), n)
            if not work.walk[IN_TREE]:
                work.walk[LEGAL] = n
                break
            index = chosen(s, seat, me, tree, work, n)
        take(s, seat, work.ids[index], work)
        bits = core.actors(s)
    for i in range(work.walk[DEPTH]):
        tree.visits[work.path[i]] += 1
        tree.total[work.path[i]] += work.lent[i]
    return seat if bits != 0 else OVER


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
    searchers: Any,
    trees: Tree,
    works: Workspace,
    leaves: Any,
    owners: Any,
    seats: Any,
    ids: Any,
    counts: Any,
    priors: Any,
    values: Any,
) -> int:
    """Back up what leaves are worth, `values[i]` by seat, and make their edges with shares by `priors[i]`: what `descend` found.

    Returns 1, or 0 if some prior is no number from 0 on; then nothing is done.
    """
    for number in range(len(values)):
        for i in range(counts[number]):
            if not 0.0 <= priors[number, i] < math.inf:
                return 0
    for number in range(len(values)):
        me = searchers[owners[number]]
        tree = by_reference(tree_of(trees, owners[number]))
        work = by_reference(workspace_of(works, number))
        for i in range(len(work.gains)):
            work.gains[i] = values[number, i]
        if counts[number] > 1:
            expand(row(leaves, number), seats[number], me, tree, work, ids[number], counts[number], priors[number])
        settle(tree, work, me)
    return 1


@rule
def settle(tree: Any, work: Any, me: Any) -> None:
    """Take back what a way counted for, and back up what it was worth."""
    for i in range(work.walk[DEPTH]):
        tree.visits[work.path[i]] -= 1
        tree.total[work.path[i]] -= work.lent[i]
    back_up(tree, work, work.gains[me])


@rule
def expand(s: Any, seat: Any, me: Any, tree: Any, work: Any, ids: Any, n: Any, priors: Any) -> None:
    """Make the edges that a leaf lacks, as far as there is room: each gets the share that its action has of all priors.

    Where all of them are 0, all are as likely.
    """
    total = 0.0
    for i in range(n):
        total += priors[i]
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
                tree.prior[edge] = priors[i] / total if total > 0.0 else 1.0 / n
                tree.regret[edge] = HEAD_START * tree.prior[edge]
            place += 1


@rule
def tree_of(trees: Any, i: Any) -> Any:
    """One of several trees (`several`)."""
    return Tree(
        trees.key[i],
        trees.first[i],
        trees.passed[i],
        trees.action[i],
        trees.next[i],
        trees.seen[i],
        trees.visits[i],
        trees.prior[i],
        trees.total[i],
        trees.regret[i],
        trees.mean[i],
        trees.used[i],
        trees.results[i],
    )


@rule
def workspace_of(works: Any, i: Any) -> Any:
    """One of several workspaces that share their weights and their log."""
    return Workspace(
        works.weights,
        works.ids[i],
        works.points[i],
        works.ranked[i],
        works.edges[i],
        works.walk[i],
        works.path[i],
        works.who[i],
        works.begins[i],
        works.spread[i],
        works.exploration[i],
        works.share[i],
        works.baseline[i],
        works.lent[i],
        works.explored[i],
        works.left_tree[i],
        works.plan[i],
        works.chain[i],
        works.gains[i],
        works.log,
    )
