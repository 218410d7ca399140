"""The tree of a search, compiled: nodes by what the deciding player goes by, edges by action; scratch of a simulation."""

import math
from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np

from tianxia.engine import core
from tianxia.engine.compiling import rule
from tianxia.engine.errors import TianxiaError
from tianxia.engine.fields import SPECTATOR
from tianxia.engine.game import Game
from tianxia.engine.kinds import new_log
from tianxia.engine.records import row, view_hash
from tianxia.engine.weights import Evaluator

EVEN = 0.1
"""Part of the prior that is shared evenly; the rest follows the policy."""
HEAD_START = 2.0
"""Regret with which the actions of a new node begin, shared by their prior."""

DEEPEST = 256
"""Most decisions that one simulation walks in the tree."""
ROOT_EDGES, EDGES = 2048, 16
"""Room for edges: kept for the root, and at each node on the average."""
SPREAD = 4096
"""Room for the edges of all nodes of one simulation at which seats choose at the same time."""
MOST_PLANNED = 16
DEPTH, IN_TREE, LEGAL = range(3)
NODES, LINKED, ROOT = range(3)
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
    passed: Any
    """int32 [slots]: how many simulations chose there, where one seat decides."""
    action: Any
    """int32 [edges]."""
    next: Any
    """int32 [edges]: next edge of the same node."""
    seen: Any
    """int32 [edges]: visits of the node in worlds where the action was legal."""
    visits: Any
    """int32 [edges]: how often it was chosen."""
    prior: Any
    """float64 [edges]: share of the exploration; 0 = not to be chosen."""
    total: Any
    """float64 [edges]: sum of the values for the player who decides."""
    regret: Any
    """float64 [edges]: how much better than the mix played it would have been, summed up."""
    mean: Any
    """float64 [edges]: the mean strategy, not divided by its sum."""
    used: Any
    """int64 [3]: nodes, edges, the slot of the first node."""
    results: Any
    """float64 [3]: number, sum and sum of squares of the searcher's values in all simulations."""


class Workspace(NamedTuple):
    """Scratch of one search, and what it goes by."""

    weights: Any
    """The record of an evaluator."""
    ids: Any
    """int32 [most legal]: legal actions."""
    points: Any
    """float64 [most legal]: what the policy thinks of them."""
    ranked: Any
    """float64 [most legal]: the same, partly sorted."""
    edges: Any
    """int32 [most legal]: their edges."""
    walk: Any
    """int64 [3]: how many decisions deep the simulation is in the tree, whether it still is in it, and how many
    actions are legal at its leaf, where somebody else judges that."""
    path: Any
    """int32 [DEEPEST]: edges walked."""
    who: Any
    """int32 [DEEPEST]: who decided there."""
    begins: Any
    """int32 [DEEPEST + 1]: where the node's edges begin in `spread`, if seats choose at the same time; else nothing is there."""
    spread: Any
    """int32 [SPREAD]: the legal edges of these nodes."""
    exploration: Any
    """float64 [DEEPEST]: chance of the action for who explores here; 0 = explored before."""
    share: Any
    """float64 [DEEPEST]: its share in the strategy."""
    baseline: Any
    """float64 [DEEPEST]: what the node was worth before, UNSET if it is new."""
    lent: Any
    """float64 [DEEPEST]: what edges count for until somebody has judged where they led, see `tianxia.lab.search`."""
    explored: Any
    """int64 [seats]: depth + 1 where the seat explored, 0 if it did not."""
    left_tree: Any
    """int64 [seats]: 1 if the seat has left the tree."""
    plan: Any
    """int64 [1 + MOST_PLANNED]: how many actions are planned, and these."""
    chain: Any
    """int64 [seats]: each seat's own decisions in this simulation, hashed."""
    gains: Any
    """float64 [seats]: what the end is worth."""
    log: Any
    """Without rows: no events are wanted."""


def new_tree(nodes: int, edges_each: int = EDGES) -> Tree:
    """An empty tree for so many nodes with so many edges on the average; memory that is not used yet costs nothing."""
    slots = 1 << max(4, (2 * nodes - 1).bit_length())
    edges = ROOT_EDGES + edges_each * nodes
    return Tree(
        key=np.zeros(slots, np.int64),
        first=np.zeros(slots, np.int32),
        passed=np.zeros(slots, np.int32),
        action=np.zeros(edges, np.int32),
        next=np.zeros(edges, np.int32),
        seen=np.zeros(edges, np.int32),
        visits=np.zeros(edges, np.int32),
        prior=np.zeros(edges),
        total=np.zeros(edges),
        regret=np.zeros(edges),
        mean=np.zeros(edges),
        used=np.zeros(3, np.int64),
        results=np.zeros(3),
    )


def fitting(game: Game, evaluator: Evaluator | None) -> Evaluator:
    """The evaluator that was given, or that of the game; raises TianxiaError for one of another game."""
    if evaluator is not None and evaluator.game != game.id:
        raise TianxiaError(
            f"an evaluator of {evaluator.game} does not fit {game.id}: replace weights of tianxia.load({game.id!r}).evaluator"
        )
    return evaluator or game.evaluator


def new_workspace(game: Game, evaluator: Evaluator | None = None) -> Workspace:
    """Scratch for a game, with the evaluator of the game unless another one is given."""
    most_legal, seats = game.most_legal, game.seats
    return Workspace(
        weights=fitting(game, evaluator).record(),
        ids=np.zeros(most_legal, np.int32),
        points=np.zeros(most_legal),
        ranked=np.zeros(most_legal),
        edges=np.zeros(most_legal, np.int32),
        walk=np.zeros(3, np.int64),
        path=np.zeros(DEEPEST, np.int32),
        who=np.zeros(DEEPEST, np.int32),
        begins=np.zeros(DEEPEST + 1, np.int32),
        spread=np.zeros(SPREAD, np.int32),
        exploration=np.zeros(DEEPEST),
        share=np.zeros(DEEPEST),
        baseline=np.zeros(DEEPEST),
        lent=np.zeros(DEEPEST),
        explored=np.zeros(seats, np.int64),
        left_tree=np.zeros(seats, np.int64),
        plan=np.zeros(1 + MOST_PLANNED, np.int64),
        chain=np.zeros(seats, np.int64),
        gains=np.zeros(seats),
        log=new_log(0),
    )


def several(one: Any, number: int, shared: Collection[str] = ()) -> Any:
    """So many empty trees or workspaces in one: each of its arrays with one more axis in front, but those that they share."""
    own = {name: part for name, part in one._asdict().items() if name not in shared}
    return one._replace(**{name: np.zeros((number, *part.shape), part.dtype) for name, part in own.items()})


@rule
def begin(work: Any) -> Any:
    """A simulation begins at the root of the tree."""
    work.walk[DEPTH] = 0
    work.walk[IN_TREE] = 1
    for seat in range(len(work.chain)):
        work.chain[seat] = 0
        work.explored[seat] = 0
        work.left_tree[seat] = 0


@rule
def step_down(work: Any, seat: Any, edge: Any, spread: Any) -> Any:
    """Note the edge that a simulation takes, and how many legal edges `work.spread` got."""
    depth = work.walk[DEPTH]
    work.path[depth] = edge
    work.who[depth] = seat
    work.begins[depth + 1] = work.begins[depth] + spread
    work.walk[DEPTH] = depth + 1


@rule
def node_key(s: Any, seat: Any, me: Any, work: Any) -> Any:
    """What the deciding player goes by, hashed; never 0.

    The searcher: all that it may see. Another player: what everyone sees and its own decisions since the root; so its
    nodes are shared by all the hands that it may hold, and the searcher's secrets are not in them.
    """
    known = view_hash(s, seat) if seat == me else view_hash(s, SPECTATOR) ^ work.chain[seat]
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
def add(tree: Any, slot: Any, key: Any) -> None:
    """Take a free slot for a node."""
    if tree.used[NODES] == 0:
        tree.used[ROOT] = slot
    tree.key[slot] = key
    tree.used[NODES] += 1


@rule
def link(s: Any, seat: Any, tree: Any, work: Any, slot: Any, n: Any) -> Any:
    """Find the edges of the actions in `work.ids`, making those that are missing; returns how many actions have one.

    Both lists ascend, so that worlds with other legal actions merge at one node. Where no room is left, a new node gets no
    edges, and a known one goes on with those it has: other actions are left out.
    """
    fresh = tree.key[slot] == 0
    room = len(tree.action) - tree.used[LINKED] - (ROOT_EDGES if work.walk[DEPTH] else 0)
    if fresh and (room < n or 2 * tree.used[NODES] >= len(tree.key)):
        return 0
    edge = NO_EDGE if fresh else tree.first[slot]
    before = NO_EDGE
    missing = 0
    linked = 0
    for i in range(n):
        while edge != NO_EDGE and tree.action[edge] < work.ids[i]:
            before = edge
            edge = tree.next[edge]
        if edge == NO_EDGE or tree.action[edge] != work.ids[i]:
            if missing >= room:
                continue
            new = tree.used[LINKED]
            tree.used[LINKED] += 1
            tree.action[new] = work.ids[i]
            tree.next[new] = edge
            tree.prior[new] = UNSET
            if before == NO_EDGE:
                tree.first[slot] = new
            else:
                tree.next[before] = new
            edge = new
            missing += 1
        work.ids[linked] = work.ids[i]
        work.edges[linked] = edge
        linked += 1
    if missing:
        set_priors(s, seat, tree, work, linked)
    return linked


@rule
def set_priors(s: Any, seat: Any, tree: Any, work: Any, n: Any) -> Any:
    """New edges get their share by the policy: the softmax of its points, a part of it spread evenly.

    What it would NEVER do has no share.
    """
    core.policy(s, seat, work.ids, n, row(work.weights, 0), work.points)
    softmax(work, n)
    open_to_choice = 0
    for i in range(n):
        open_to_choice += work.points[i] > 0.0
    for i in range(n):
        edge = work.edges[i]
        if tree.prior[edge] == UNSET:
            even = EVEN / open_to_choice if work.points[i] > 0.0 else 0.0
            tree.prior[edge] = (1.0 - EVEN) * work.points[i] + even
            tree.regret[edge] = HEAD_START * tree.prior[edge]


@rule
def softmax(work: Any, n: Any) -> Any:
    """Turn points into shares that add up to 1: one point more is a factor of e."""
    top = work.points[0]
    for i in range(n):
        top = max(top, work.points[i])
    total = 0.0
    for i in range(n):
        work.points[i] = math.exp(work.points[i] - top)
        total += work.points[i]
    for i in range(n):
        work.points[i] /= total


@rule
def mean_value(tree: Any, work: Any, n: Any) -> Any:
    """Mean value of a node for the player who decides there, UNSET if it is new."""
    visits = 0
    total = 0.0
    for i in range(n):
        visits += tree.visits[work.edges[i]]
        total += tree.total[work.edges[i]]
    return total / visits if visits else UNSET
