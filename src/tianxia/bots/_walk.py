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
    LINKED,
    M42,
    MOST_PLANNED,
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
from tianxia.engine.randomness import below
from tianxia.engine.records import copy, row

EXPLORATION = 1.5
"""Weight of exploration, in standard deviations of the results, so that one number suits every game."""
FIRST, WIDENING = 32, 16
"""So many actions, the best by the policy, are considered at a new node, and one more each time that so many simulations
chose there: that one is tried at once. So each action of the position that is asked is found if only the search is long
enough, and those further down as long as the tree has room for them."""
SLIPS, OF = 51, 1024
"""Roll-outs play any of the FIRST actions so often, so that a wrong policy does not blind the search."""


@entry
def run_simulations(states: Any, me: int, tree: Tree, work: Workspace, seed: int, simulations: int) -> Any:
    """Run simulations for seat `me`, which is to act; returns the action to play by what is known so far.

    That is the one chosen most often; where seats choose at the same time, one drawn from the mean strategy, and
    `work.plan` holds all that `me` is to choose before the others show anything. `states[0]` is its masked record, of
    which nothing hidden is read; `states[1]` is scratch.
    """
    # One long function: each function of its own that reaches `apply` would optimise all rules once more.
    tree = by_reference(tree)
    work = by_reference(work)
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
            take(s, seat, work.ids[choice(s, seat, me, tree, work, n) if n > 1 else 0], work)
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
def take(s: Any, seat: Any, action: Any, work: Any) -> None:
    """A seat decides in a simulation."""
    work.chain[seat] = (work.chain[seat] & M42) * CHAIN + action + 1
    core.apply(s, seat, action, work.log)


@rule
def narrow(s: Any, seat: Any, work: Any, n: Any, width: Any) -> Any:
    """Of more than `width` legal actions keep those that the policy finds best, in their order; returns how many.

    The policy should tell them apart: of equal ones the first are kept.
    """
    core.policy(s, seat, work.ids, n, row(work.weights, 0), work.points)
    for i in range(n):
        work.ranked[i] = work.points[i]
    least = ranked_number(work.ranked, n, width - 1)
    equal = width
    for i in range(n):
        equal -= work.points[i] > least
    kept = 0
    for i in range(n):
        if work.points[i] > least or (work.points[i] == least and equal > 0):
            equal -= work.points[i] == least
            work.ids[kept] = work.ids[i]
            kept += 1
    return kept


@rule
def ranked_number(numbers: Any, n: Any, rank: Any) -> Any:
    """Of `n` numbers the one with so many before it if the highest come first, by Hoare's selection; sorts them in part."""
    low, high = 0, n - 1
    while low < high:
        pivot = numbers[(low + high) >> 1]
        i, j = low, high
        while i <= j:
            while numbers[i] > pivot:
                i += 1
            while numbers[j] < pivot:
                j -= 1
            if i <= j:
                number = numbers[i]
                numbers[i] = numbers[j]
                numbers[j] = number
                i += 1
                j -= 1
        if rank <= j:
            high = j
        elif rank >= i:
            low = i
        else:
            break
    return numbers[rank]


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
    passed = 0 if fresh else tree.passed[slot]
    width = FIRST + passed // WIDENING
    widens = passed and passed % WIDENING == 0 and n >= width
    if n > width:
        n = narrow(s, seat, work, n, width)
    known = tree.used[LINKED]
    linked = link(s, seat, tree, work, slot, n) if work.walk[DEPTH] < DEEPEST else 0
    if linked == 0:
        work.walk[IN_TREE] = 0
        return by_policy(s, seat, work, n)
    if fresh:
        add(tree, slot, key)
        work.walk[IN_TREE] = 0
    tree.passed[slot] += 1
    chosen = newest(tree, work, linked, known) if widens else -1
    if chosen < 0:
        chosen = best_edge(s, tree, work, linked)
    step_down(work, seat, work.edges[chosen], 0)
    return chosen


@rule
def newest(tree: Any, work: Any, n: Any, known: Any) -> Any:
    """Index of an action whose edge is none of the first `known` of the tree and that may be tried; -1 if there is none."""
    for i in range(n):
        if work.edges[i] >= known and tree.prior[work.edges[i]] > 0.0:
            return i
    return -1


@rule
def best_edge(s: Any, tree: Any, work: Any, n: Any) -> Any:
    """Choose by mean value plus exploration: more for a high prior, less for each visit; what is untried has the node's mean.

    What has no prior is left out.
    """
    baseline = max(0.0, mean_value(tree, work, n))
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
    """Below the tree: the policy, now and then any of the FIRST actions."""
    if below(s, OF) < SLIPS:
        return below(s, narrow(s, seat, work, n, FIRST) if n > FIRST else n)
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
