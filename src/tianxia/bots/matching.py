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
    NODES,
    SPREAD,
    UNSET,
    find,
    link,
    node_key,
    softmax,
    step_down,
    usual_worth,
)
from tianxia.engine import core
from tianxia.engine.compiling import rule
from tianxia.engine.randomness import below

STRAYS, OF = 154, 1024
"""A seat that has not strayed yet takes any action so often, so that all are tried."""
LEAST_CHANCE = 1e-3
"""What was less likely than this is weighed as if it had been so likely: one rare result should not decide."""
RARE = 0.1
"""What the mean strategy plays less often than this share of its most frequent action is left over from trying: not played."""
FINE = (1 << 31) - 1


@rule
def matching(s: Any, seat: Any, me: Any, tree: Any, desk: Any, n: Any) -> Any:
    """Index of the action where seats choose at the same time: by positive regrets, now and then any action.

    Nodes are added for each seat until it meets a new one; from there on, and after the choice, the rule of thumb plays.
    """
    desk.walk[IN_TREE] = 0
    depth = desk.walk[DEPTH]
    if desk.gone[seat] or depth == DEEPEST or desk.begins[depth] + n > SPREAD:
        return by_chance(s, seat, desk, n)
    key = node_key(s, seat, me, desk)
    slot = find(tree, key)
    fresh = tree.key[slot] == 0
    if not link(s, seat, tree, desk, slot, n):
        desk.gone[seat] = 1
        return by_chance(s, seat, desk, n)
    if fresh:
        tree.key[slot] = key
        tree.used[NODES] += 1
        desk.gone[seat] = 1
    desk.usual[depth] = UNSET if fresh else usual_worth(tree, desk, n)
    strategy(tree, desk, n)
    if not desk.strayed[seat]:
        for i in range(n):
            tree.mean[desk.edges[i]] += desk.points[i] * tree.results[0]
    ways = open_to_choice(tree, desk, n)
    desk.stray[depth] = 0.0 if desk.strayed[seat] else STRAYS / OF / ways
    if not desk.strayed[seat] and below(s, OF) < STRAYS:
        desk.strayed[seat] = depth + 1
        chosen = stray(tree, desk, below(s, ways))
    else:
        chosen = drawn(s, desk, n)
    desk.share[depth] = desk.points[chosen]
    for i in range(n):
        desk.spread[desk.begins[depth] + i] = desk.edges[i]
    step_down(desk, seat, desk.edges[chosen], n)
    return chosen


@rule
def open_to_choice(tree: Any, desk: Any, n: Any) -> Any:
    """How many of the actions have a prior: the others are not even tried."""
    ways = 0
    for i in range(n):
        ways += tree.prior[desk.edges[i]] > 0.0
    return ways


@rule
def stray(tree: Any, desk: Any, left: Any) -> Any:
    """Index of the action with a prior that has `left` others with one before it."""
    i = 0
    while left or tree.prior[desk.edges[i]] == 0.0:
        left -= tree.prior[desk.edges[i]] > 0.0
        i += 1
    return i


@rule
def strategy(tree: Any, desk: Any, n: Any) -> Any:
    """Write the mix that a node plays now into `desk.points`: the positive regrets, or the prior if there are none."""
    total = 0.0
    for i in range(n):
        tried = tree.prior[desk.edges[i]] > 0.0
        desk.points[i] = max(0.0, tree.regret[desk.edges[i]]) if tried else 0.0
        total += desk.points[i]
    if total <= 0.0:
        for i in range(n):
            desk.points[i] = tree.prior[desk.edges[i]]
            total += desk.points[i]
    for i in range(n):
        desk.points[i] /= total


@rule
def mean_choice(s: Any, seat: Any, tree: Any, desk: Any, n: Any) -> Any:
    """Index of an action drawn from the mean strategy of the searcher's node, or by the rule of thumb if there is none."""
    slot = find(tree, node_key(s, seat, seat, desk))
    if tree.key[slot] == 0 or not link(s, seat, tree, desk, slot, n):
        return by_chance(s, seat, desk, n)
    most = 0.0
    for i in range(n):
        most = max(most, tree.mean[desk.edges[i]])
    if most <= 0.0:
        return by_chance(s, seat, desk, n)
    total = 0.0
    for i in range(n):
        share = tree.mean[desk.edges[i]]
        desk.points[i] = share if share >= RARE * most else 0.0
        total += desk.points[i]
    for i in range(n):
        desk.points[i] /= total
    return drawn(s, desk, n)


@rule
def drawn(s: Any, desk: Any, n: Any) -> Any:
    """Index drawn from the shares in `desk.points`, which add up to 1."""
    left = below(s, FINE) / FINE
    for i in range(n):
        left -= desk.points[i]
        if left < 0.0:
            return i
    return n - 1


@rule
def by_chance(s: Any, seat: Any, desk: Any, n: Any) -> Any:
    """Index drawn from the softmax of the rule of thumb: who always plays its best choice is easily read."""
    core.thumb(s, seat, desk.ids, n, desk.points)
    softmax(desk, n)
    return drawn(s, desk, n)


@rule
def book_regrets(tree: Any, desk: Any, seat: Any) -> Any:
    """Where seats chose at the same time: what an action brought, divided by how likely that was to be seen there.

    What a seat chose after it had strayed tells nothing of the mix that it plays, so nodes above a stray are left out.
    """
    stays = 1.0
    for step in range(desk.walk[DEPTH]):
        depth = desk.walk[DEPTH] - 1 - step
        first, end = desk.begins[depth], desk.begins[depth + 1]
        if desk.who[depth] != seat or first == end or desk.strayed[seat] > depth + 1:
            continue
        share, stray = desk.share[depth], desk.stray[depth]
        chance = share
        if stray > 0.0:
            chance = stray + (1.0 - STRAYS / OF) * share * stays
            stays *= 1.0 - STRAYS / OF
        if desk.usual[depth] == UNSET:
            continue
        gain = (desk.gains[seat] - desk.usual[depth]) / max(chance, LEAST_CHANCE)
        tree.regret[desk.path[depth]] += gain
        for i in range(first, end):
            tree.regret[desk.spread[i]] -= share * gain
