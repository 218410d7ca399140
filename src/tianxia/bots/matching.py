"""Search where seats choose at the same time, compiled: regret matching by outcome sampling.

The best answer to what the other is found to do is no plan there: it can be answered in turn. So each node plays its
actions in proportion to how much they were missed, all seats choose before anything is shown, and the mean of these mixes
is what the bot plays, by chance.

Reference: Lanctot et al., "Monte Carlo sampling for regret minimization in extensive games" (2009).
"""

from typing import Any

from tianxia.bots.tree import (
    DEEPEST,
    DEPTH,
    IN_TREE,
    SPREAD,
    UNSET,
    add,
    find,
    link,
    mean_value,
    node_key,
    softmax,
    step_down,
)
from tianxia.engine import core
from tianxia.engine.compiling import rule
from tianxia.engine.randomness import below
from tianxia.engine.records import row

EXPLORES, OF = 154, 1024
"""A seat that has not explored yet takes any action so often, so that all are tried."""
LEAST_CHANCE = 1e-3
"""What was less likely than this is weighed as if it had been so likely: one rare result should not decide."""
RARE = 0.1
"""What the mean strategy plays less often than this share of its most frequent action is left over from trying: not played."""
FINE = (1 << 31) - 1


@rule
def matching(s: Any, seat: Any, me: Any, tree: Any, work: Any, n: Any) -> Any:
    """Index of the action where seats choose at the same time: by positive regrets, now and then any action.

    Nodes are added for each seat until it meets a new one; from there on, and after the choice, the policy plays.
    """
    work.walk[IN_TREE] = 0
    depth = work.walk[DEPTH]
    if work.left_tree[seat] or depth == DEEPEST or work.begins[depth] + n > SPREAD:
        return by_chance(s, seat, work, n)
    key = node_key(s, seat, me, work)
    slot = find(tree, key)
    fresh = tree.key[slot] == 0
    linked = link(s, seat, tree, work, slot, n)
    if linked == 0:
        work.left_tree[seat] = 1
        return by_chance(s, seat, work, n)
    n = linked
    if fresh:
        add(tree, slot, key)
        work.left_tree[seat] = 1
    work.baseline[depth] = mean_value(tree, work, n)
    strategy(tree, work, n)
    if not work.explored[seat]:
        for i in range(n):
            tree.mean[work.edges[i]] += work.points[i] * tree.results[0]
    ways = open_to_choice(tree, work, n)
    work.exploration[depth] = 0.0 if work.explored[seat] else EXPLORES / OF / ways
    if not work.explored[seat] and below(s, OF) < EXPLORES:
        work.explored[seat] = depth + 1
        chosen = open_action(tree, work, below(s, ways))
    else:
        chosen = drawn(s, work, n)
    work.share[depth] = work.points[chosen]
    for i in range(n):
        work.spread[work.begins[depth] + i] = work.edges[i]
    step_down(work, seat, work.edges[chosen], n)
    return chosen


@rule
def open_to_choice(tree: Any, work: Any, n: Any) -> Any:
    """How many of the actions have a prior: the others are not even tried."""
    ways = 0
    for i in range(n):
        ways += tree.prior[work.edges[i]] > 0.0
    return ways


@rule
def open_action(tree: Any, work: Any, left: Any) -> Any:
    """Index of the action with a prior that has `left` others with one before it."""
    i = 0
    while left or tree.prior[work.edges[i]] == 0.0:
        left -= tree.prior[work.edges[i]] > 0.0
        i += 1
    return i


@rule
def strategy(tree: Any, work: Any, n: Any) -> Any:
    """Write the mix that a node plays now into `work.points`: the positive regrets, or the prior if there are none."""
    total = 0.0
    for i in range(n):
        tried = tree.prior[work.edges[i]] > 0.0
        work.points[i] = max(0.0, tree.regret[work.edges[i]]) if tried else 0.0
        total += work.points[i]
    if total <= 0.0:
        for i in range(n):
            work.points[i] = tree.prior[work.edges[i]]
            total += work.points[i]
    for i in range(n):
        work.points[i] /= total


@rule
def mean_choice(s: Any, seat: Any, tree: Any, work: Any, n: Any) -> Any:
    """Index of an action drawn from the mean strategy of the searcher's node, or by the policy if there is none."""
    slot = find(tree, node_key(s, seat, seat, work))
    linked = link(s, seat, tree, work, slot, n) if tree.key[slot] != 0 else 0
    if linked == 0:
        return by_chance(s, seat, work, n)
    n = linked
    most = 0.0
    for i in range(n):
        most = max(most, tree.mean[work.edges[i]])
    if most <= 0.0:
        return by_chance(s, seat, work, n)
    total = 0.0
    for i in range(n):
        share = tree.mean[work.edges[i]]
        work.points[i] = share if share >= RARE * most else 0.0
        total += work.points[i]
    for i in range(n):
        work.points[i] /= total
    return drawn(s, work, n)


@rule
def drawn(s: Any, work: Any, n: Any) -> Any:
    """Index drawn from the shares in `work.points`, which add up to 1."""
    left = below(s, FINE) / FINE
    for i in range(n):
        left -= work.points[i]
        if left < 0.0:
            return i
    return n - 1


@rule
def by_chance(s: Any, seat: Any, work: Any, n: Any) -> Any:
    """Index drawn from the softmax of the policy: who always plays its best choice is easily read."""
    core.policy(s, seat, work.ids, n, row(work.weights, 0), work.points)
    softmax(work, n)
    return drawn(s, work, n)


@rule
def update_regrets(tree: Any, work: Any, seat: Any) -> Any:
    """Where seats chose at the same time: what an action brought, divided by how likely that was to be seen there.

    What a seat chose after it had explored tells nothing of the mix that it plays, so nodes above that one are left out.
    """
    stays = 1.0
    for step in range(work.walk[DEPTH]):
        depth = work.walk[DEPTH] - 1 - step
        first, end = work.begins[depth], work.begins[depth + 1]
        if work.who[depth] != seat or first == end or work.explored[seat] > depth + 1:
            continue
        share, explores = work.share[depth], work.exploration[depth]
        chance = share
        if explores > 0.0:
            chance = explores + (1.0 - EXPLORES / OF) * share * stays
            stays *= 1.0 - EXPLORES / OF
        if work.baseline[depth] == UNSET:
            continue
        gain = (work.gains[seat] - work.baseline[depth]) / max(chance, LEAST_CHANCE)
        tree.regret[work.path[depth]] += gain
        for i in range(first, end):
            tree.regret[work.spread[i]] -= share * gain
