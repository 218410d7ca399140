"""Information-set tree search, compiled: no game is known here, only the engine's contract.

One simulation deals what the searcher cannot know anew, walks down the tree by what the players have found good so far,
adds one node, plays on by the rule of thumb to the end of the stretch, and books what the position is worth for each
player on the edges it went along. An edge holds the worth for the one player who decides there (max^n), so any number of
seats works the same.

Reference: Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012); the exploration with a prior
is that of Silver et al., "Mastering the game of Go without human knowledge" (2017).
"""

import math
from typing import Any, NamedTuple

import numpy as np

from tianxia.engine import core
from tianxia.engine.compiling import entry, lowest, rule
from tianxia.engine.kinds import new_log
from tianxia.engine.randomness import below
from tianxia.engine.records import copy, row, view_hash

EXPLORATION = 1.5
"""Weight of exploration, in standard deviations of the results, so that one number suits every game."""
EVEN = 0.1
"""Part of the prior that is shared evenly; the rest follows the rule of thumb."""
SLIPS, OF = 51, 1024
"""Roll-outs play any legal action so often, so that a wrong rule of thumb does not blind the search."""

DEEPEST = 256
"""Most decisions that one simulation walks in the tree."""
ROOT_EDGES, EDGES = 1024, 16
"""Room for edges: at the root, and at each node on the average."""
DEPTH, IN_TREE = range(2)
NODES, LINKED = range(2)
NO_EDGE = -1
UNSET = -1.0
CHAIN, M42 = 1_000_003, (1 << 42) - 1
SEAT_MARK = 0x1E3779B97F4A7C15
M62 = (1 << 62) - 1


class Tree(NamedTuple):
    """Nodes in an open-addressing table by key; a node's edges are a list with ascending actions."""

    key: Any
    """int64 [slots], slots a power of two: what the deciding player goes by, hashed; 0 = free."""
    first: Any
    """int32 [slots]: first edge."""
    action: Any
    """int32 [edges]."""
    next: Any
    """int32 [edges]: next edge of the same node."""
    seen: Any
    """int32 [edges]: visits of the node in worlds where the action was legal."""
    visits: Any
    """int32 [edges]: how often it was chosen."""
    prior: Any
    """float64 [edges]: share of the exploration."""
    total: Any
    """float64 [edges]: sum of the worth for the player who decides."""
    used: Any
    """int64 [2]: nodes, edges."""
    results: Any
    """float64 [3]: number, sum and sum of squares of the searcher's worth in all simulations."""


class Desk(NamedTuple):
    """Scratch of one search."""

    ids: Any
    """int32 [most legal]: legal actions."""
    points: Any
    """float64 [most legal]: what the rule of thumb thinks of them."""
    edges: Any
    """int32 [most legal]: their edges."""
    walk: Any
    """int64 [2]: how many decisions deep the simulation is in the tree, and whether it still is in it."""
    path: Any
    """int32 [DEEPEST]: edges walked."""
    who: Any
    """int32 [DEEPEST]: who decided there."""
    chain: Any
    """int64 [seats]: each seat's own decisions in this simulation, hashed."""
    gains: Any
    """float64 [seats]: what the end is worth."""
    log: Any
    """Without rows: no events are wanted."""


def new_tree(nodes: int) -> Tree:
    """An empty tree for so many nodes; memory that is not used yet costs nothing."""
    slots = 1 << max(4, (2 * nodes - 1).bit_length())
    edges = ROOT_EDGES + EDGES * nodes
    return Tree(
        key=np.zeros(slots, np.int64),
        first=np.zeros(slots, np.int32),
        action=np.zeros(edges, np.int32),
        next=np.zeros(edges, np.int32),
        seen=np.zeros(edges, np.int32),
        visits=np.zeros(edges, np.int32),
        prior=np.zeros(edges),
        total=np.zeros(edges),
        used=np.zeros(2, np.int64),
        results=np.zeros(3),
    )


def new_desk(most_legal: int, seats: int) -> Desk:
    """Scratch for a game with at most so many legal actions."""
    return Desk(
        ids=np.zeros(most_legal, np.int32),
        points=np.zeros(most_legal),
        edges=np.zeros(most_legal, np.int32),
        walk=np.zeros(2, np.int64),
        path=np.zeros(DEEPEST, np.int32),
        who=np.zeros(DEEPEST, np.int32),
        chain=np.zeros(seats, np.int64),
        gains=np.zeros(seats),
        log=new_log(0),
    )


@entry
def grow(states: Any, me: int, tree: Tree, desk: Desk, seed: int, simulations: int) -> Any:
    """Run simulations for seat `me`, which is to act; returns the action that was chosen most often so far.

    `states[0]` is its masked record, of which nothing hidden is read; `states[1]` is scratch.
    """
    # One long function: each function of its own that reaches `apply` would optimise all rules once more.
    root = row(states, 0)
    s = row(states, 1)
    for i in range(simulations):
        copy(root, s)
        s.rng = seed + i
        core.resample(s, me)
        begin(desk)
        stretch = core.horizon(s)
        bits = core.actors(s)
        while bits != 0 and core.horizon(s) == stretch:
            seat = lowest(bits)
            n = core.legal(s, seat, desk.ids)
            action = desk.ids[decide(s, seat, me, tree, desk, n) if n > 1 else 0]
            desk.chain[seat] = (desk.chain[seat] & M42) * CHAIN + action + 1
            core.apply(s, seat, action, desk.log)
            bits = core.actors(s)
        core.worth(s, desk.gains)
        book(tree, desk, desk.gains[me])
    return most_visited(tree, find(tree, node_key(root, me, me, desk)))


@rule
def begin(desk: Any) -> Any:
    """A simulation begins at the root of the tree."""
    desk.walk[DEPTH] = 0
    desk.walk[IN_TREE] = 1
    for seat in range(len(desk.chain)):
        desk.chain[seat] = 0


@rule
def decide(s: Any, seat: Any, me: Any, tree: Any, desk: Any, n: Any) -> Any:
    """Index of the action to play: in the tree by what is known of it, below by the rule of thumb; one node is added."""
    if not desk.walk[IN_TREE]:
        return by_thumb(s, seat, desk, n)
    key = node_key(s, seat, me, desk)
    slot = find(tree, key)
    fresh = tree.key[slot] == 0
    depth = desk.walk[DEPTH]
    if depth == DEEPEST or not link(s, seat, tree, desk, slot, n):
        desk.walk[IN_TREE] = 0
        return by_thumb(s, seat, desk, n)
    if fresh:
        tree.key[slot] = key
        tree.used[NODES] += 1
        desk.walk[IN_TREE] = 0
    chosen = best_edge(tree, desk, n)
    desk.path[depth] = desk.edges[chosen]
    desk.who[depth] = seat
    desk.walk[DEPTH] = depth + 1
    return chosen


@rule
def node_key(s: Any, seat: Any, me: Any, desk: Any) -> Any:
    """What the deciding player goes by, hashed; never 0.

    The searcher: all that it may see. Another player: what everyone sees and its own decisions since the root; so its
    nodes are shared by all the hands that it may hold, and the searcher's secrets are not in them.
    """
    known = view_hash(s, seat) if seat == me else view_hash(s, len(desk.chain)) ^ desk.chain[seat]
    return (known ^ (seat + 1) * SEAT_MARK) & M62 | 1


@rule
def find(tree: Any, key: Any) -> Any:
    """The slot of a node, or the free slot where it would go."""
    last = len(tree.key) - 1
    slot = key >> 1 & last
    while tree.key[slot] != 0 and tree.key[slot] != key:
        slot = (slot + 1) & last
    return slot


@rule
def link(s: Any, seat: Any, tree: Any, desk: Any, slot: Any, n: Any) -> Any:
    """Find the edges of the legal actions, making those that are missing; False if there is no room, nothing is made then.

    Both lists ascend, so that worlds with other legal actions merge at one node.
    """
    fresh = tree.key[slot] == 0
    if tree.used[LINKED] + n > len(tree.action) or (fresh and 2 * tree.used[NODES] >= len(tree.key)):
        return False
    edge = NO_EDGE if fresh else tree.first[slot]
    before = NO_EDGE
    missing = 0
    for i in range(n):
        while edge != NO_EDGE and tree.action[edge] < desk.ids[i]:
            before = edge
            edge = tree.next[edge]
        if edge == NO_EDGE or tree.action[edge] != desk.ids[i]:
            new = tree.used[LINKED]
            tree.used[LINKED] += 1
            tree.action[new] = desk.ids[i]
            tree.next[new] = edge
            tree.prior[new] = UNSET
            if before == NO_EDGE:
                tree.first[slot] = new
            else:
                tree.next[before] = new
            edge = new
            missing += 1
        desk.edges[i] = edge
    if missing:
        set_priors(s, seat, tree, desk, n)
    return True


@rule
def set_priors(s: Any, seat: Any, tree: Any, desk: Any, n: Any) -> Any:
    """New edges get their share by the rule of thumb: the softmax of its points, a part of it spread evenly."""
    core.thumb(s, seat, desk.ids, n, desk.points)
    top = desk.points[0]
    for i in range(n):
        top = max(top, desk.points[i])
    total = 0.0
    for i in range(n):
        desk.points[i] = math.exp(desk.points[i] - top)
        total += desk.points[i]
    for i in range(n):
        if tree.prior[desk.edges[i]] == UNSET:
            tree.prior[desk.edges[i]] = (1.0 - EVEN) * desk.points[i] / total + EVEN / n


@rule
def best_edge(tree: Any, desk: Any, n: Any) -> Any:
    """Choose by mean worth plus exploration: more for a high prior, less for each visit; what is untried has the node's mean."""
    visits = 0
    total = 0.0
    for i in range(n):
        edge = desk.edges[i]
        tree.seen[edge] += 1
        visits += tree.visits[edge]
        total += tree.total[edge]
    usual = total / visits if visits else 0.0
    scale = EXPLORATION * deviation(tree)
    best = 0
    most = -math.inf
    for i in range(n):
        edge = desk.edges[i]
        mean = tree.total[edge] / tree.visits[edge] if tree.visits[edge] else usual
        value = mean + scale * tree.prior[edge] * math.sqrt(1.0 * tree.seen[edge]) / (1.0 + tree.visits[edge])
        if value > most:
            most = value
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
def by_thumb(s: Any, seat: Any, desk: Any, n: Any) -> Any:
    """Below the tree: the rule of thumb, now and then any action."""
    if below(s, OF) < SLIPS:
        return below(s, n)
    core.thumb(s, seat, desk.ids, n, desk.points)
    best = 0
    for i in range(1, n):
        if desk.points[i] > desk.points[best]:
            best = i
    return best


@rule
def book(tree: Any, desk: Any, mine: Any) -> Any:
    """Book the worth on the edges walked, for the player who decided there."""
    for i in range(desk.walk[DEPTH]):
        edge = desk.path[i]
        tree.visits[edge] += 1
        tree.total[edge] += desk.gains[desk.who[i]]
    tree.results[0] += 1.0
    tree.results[1] += mine
    tree.results[2] += mine * mine


@rule
def most_visited(tree: Any, slot: Any) -> Any:
    """The action of a node that was chosen most often."""
    edge = tree.first[slot]
    best = edge
    while edge != NO_EDGE:
        if tree.visits[edge] > tree.visits[best]:
            best = edge
        edge = tree.next[edge]
    return tree.action[best]
