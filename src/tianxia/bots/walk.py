"""Information-set tree search, compiled: no game is known here, only the engine's contract.

One simulation deals what the searcher cannot know anew, walks down the tree by what the players have found good so far,
adds one node, plays on by the policy to the end of the stretch, and backs up what the position is worth for each
player along the edges it went. An edge holds the value for the one player who decides there (max^n), so any number of
seats works the same.

Where seats choose at the same time, `matching` takes over.

Reference: Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012); the exploration with a prior
is that of Silver et al., "Mastering the game of Go without human knowledge" (2017).
"""

import math
from typing import Any

from tianxia.bots.matching import matching, mean_choice, update_regrets
from tianxia.bots.tree import (
    CHAIN,
    DEEPEST,
    DEPTH,
    IN_TREE,
    M42,
    MOST_PLANNED,
    NO_EDGE,
    NODES,
    Tree,
    Workspace,
    begin,
    find,
    link,
    mean_value,
    node_key,
    step_down,
)
from tianxia.engine import core
from tianxia.engine.compiling import entry, held, lowest, rule
from tianxia.engine.randomness import below
from tianxia.engine.records import copy, row

EXPLORATION = 1.5
"""Weight of exploration, in standard deviations of the results, so that one number suits every game."""
WIDEST = 32
"""Where more actions are legal than these, only the best of them by the policy are looked at."""
SLIPS, OF = 51, 1024
"""Roll-outs play any legal action so often, so that a wrong policy does not blind the search."""


@entry
def run_simulations(states: Any, me: int, tree: Tree, work: Workspace, seed: int, simulations: int) -> Any:
    """Run simulations for seat `me`, which is to act; returns the action to play by what is known so far.

    That is the one chosen most often; where seats choose at the same time, one drawn from the mean strategy, and
    `work.plan` holds all that `me` is to choose before the others show anything. `states[0]` is its masked record, of
    which nothing hidden is read; `states[1]` is scratch.
    """
    # One long function: each function of its own that reaches `apply` would optimise all rules once more.
    tree = held(tree)
    work = held(work)
    root = row(states, 0)
    s = row(states, 1)
    for i in range(simulations + 1):
        copy(root, s)
        s.rng = seed + i
        core.resample(s, me)
        core.hide_choices(s, me)
        begin(work)
        if i == simulations:
            break
        end = core.phase(s) + 1
        bits = core.actors(s)
        while bits != 0 and core.phase(s) < end:
            seat = me if bits >> me & 1 else lowest(bits)
            n = core.legal(s, seat, work.ids)
            if n > WIDEST and not core.simultaneous(s):
                n = narrow(s, seat, work, n)
            action = work.ids[choice(s, seat, me, tree, work, n) if n > 1 else 0]
            work.chain[seat] = (work.chain[seat] & M42) * CHAIN + action + 1
            core.apply(s, seat, action, work.log)
            bits = core.actors(s)
        core.evaluate(s, row(work.weights, 0), work.gains)
        back_up(tree, work, work.gains[me])
    work.plan[0] = 0
    if not core.simultaneous(s):
        return most_visited(tree, find(tree, node_key(root, me, me, work)))
    while core.simultaneous(s) and core.actors(s) >> me & 1 and work.plan[0] < MOST_PLANNED:
        n = core.legal(s, me, work.ids)
        action = work.ids[mean_choice(s, me, tree, work, n) if n > 1 else 0]
        work.plan[0] += 1
        work.plan[work.plan[0]] = action
        core.apply(s, me, action, work.log)
    return work.plan[1]


@rule
def narrow(s: Any, seat: Any, work: Any, n: Any) -> Any:
    """Of a long list of legal actions keep those that the policy finds best, in their order; returns how many.

    The policy must tell them apart: of equal ones the first are kept.
    """
    core.policy(s, seat, work.ids, n, row(work.weights, 0), work.points)
    for i in range(WIDEST):
        best = i
        for j in range(i + 1, n):
            if work.points[j] > work.points[best]:
                best = j
        swap(work.points, i, best)
        swap(work.ids, i, best)
    for i in range(1, WIDEST):
        j = i
        while j and work.ids[j - 1] > work.ids[j]:
            swap(work.ids, j - 1, j)
            j -= 1
    return WIDEST


@rule
def swap(numbers: Any, i: Any, j: Any) -> Any:
    """Two numbers of a list change places."""
    number = numbers[i]
    numbers[i] = numbers[j]
    numbers[j] = number


@rule
def choice(s: Any, seat: Any, me: Any, tree: Any, work: Any, n: Any) -> Any:
    """Index of the action to play in a simulation."""
    if core.simultaneous(s):
        return matching(s, seat, me, tree, work, n)
    return decide(s, seat, me, tree, work, n)


@rule
def decide(s: Any, seat: Any, me: Any, tree: Any, work: Any, n: Any) -> Any:
    """Index of the action to play: in the tree by what is known of it, below by the policy; one node is added."""
    if not work.walk[IN_TREE]:
        return by_policy(s, seat, work, n)
    key = node_key(s, seat, me, work)
    slot = find(tree, key)
    fresh = tree.key[slot] == 0
    depth = work.walk[DEPTH]
    if depth == DEEPEST or not link(s, seat, tree, work, slot, n):
        work.walk[IN_TREE] = 0
        return by_policy(s, seat, work, n)
    if fresh:
        tree.key[slot] = key
        tree.used[NODES] += 1
        work.walk[IN_TREE] = 0
    chosen = best_edge(s, tree, work, n)
    step_down(work, seat, work.edges[chosen], 0)
    return chosen


@rule
def best_edge(s: Any, tree: Any, work: Any, n: Any) -> Any:
    """Choose by mean value plus exploration: more for a high prior, less for each visit; what is untried has the node's mean.

    What has no prior is left out.
    """
    baseline = mean_value(tree, work, n)
    scale = EXPLORATION * deviation(tree)
    for i in range(n):
        edge = work.edges[i]
        tree.seen[edge] += 1
        mean = tree.total[edge] / tree.visits[edge] if tree.visits[edge] else baseline
        work.points[i] = mean + scale * tree.prior[edge] * math.sqrt(1.0 * tree.seen[edge]) / (1.0 + tree.visits[edge])
        if tree.prior[edge] == 0.0:
            work.points[i] = core.NEVER
    return highest(s, work.points, n)


@rule
def highest(s: Any, points: Any, n: Any) -> Any:
    """Index of the highest of `n` points; among equal ones by lot, so that no seat is favoured for its number."""
    best = 0
    equal = 1
    for i in range(1, n):
        if points[i] > points[best]:
            best = i
            equal = 1
        elif points[i] == points[best]:
            equal += 1
            if below(s, equal) == 0:
                best = i
    return best


@rule
def deviation(tree: Any) -> Any:
    """Standard deviation of the searcher's results so far; 1 before there are two."""
    count = tree.results[0]
    if count < 2.0:
        return 1.0
    mean = tree.results[1] / count
    return math.sqrt(max(0.0, tree.results[2] / count - mean * mean))


@rule
def by_policy(s: Any, seat: Any, work: Any, n: Any) -> Any:
    """Below the tree: the policy, now and then any action."""
    if below(s, OF) < SLIPS:
        return below(s, n)
    core.policy(s, seat, work.ids, n, row(work.weights, 0), work.points)
    return highest(s, work.points, n)


@rule
def back_up(tree: Any, work: Any, mine: Any) -> Any:
    """Back up the value along the edges walked, for the player who decided there, and the regrets."""
    for seat in range(len(work.chain)):
        update_regrets(tree, work, seat)
    for i in range(work.walk[DEPTH]):
        edge = work.path[i]
        tree.visits[edge] += 1
        tree.total[edge] += work.gains[work.who[i]]
    tree.results[0] += 1.0
    tree.results[1] += mine
    tree.results[2] += mine * mine


@rule
def most_visited(tree: Any, slot: Any) -> Any:
    """The action of a node that was chosen most often; of equal ones the one that was worth most."""
    edge = tree.first[slot]
    best = edge
    while edge != NO_EDGE:
        more = tree.visits[edge] - tree.visits[best]
        if more > 0 or (more == 0 and tree.total[edge] > tree.total[best]):
            best = edge
        edge = tree.next[edge]
    return tree.action[best]
