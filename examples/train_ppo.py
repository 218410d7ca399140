"""Trains a player of Chu Han by PPO, with NumPy alone: python train_ppo.py

The shape is that of CleanRL: all in one file, from top to bottom. A net first imitates greedy, then it plays against it and
learns from what its hands bring. Written are the net (train_ppo.npz) and the learning curve (train_ppo.csv, train_ppo.svg). At
the end the net plays greedy in the arena, the same deals from both seats, always what it finds best. Afterwards
`tianxia arena chu-han --bots train_ppo:Trained greedy` lets it do so again.
"""

# %% Settings
import argparse
import math
import sys
import time
from dataclasses import dataclass, fields
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

import tianxia
from tianxia import bots, lab
from tianxia.bots.arena import contest


@dataclass
class Args:
    """What can be set, `--seed 3` for instance."""

    decisions: int = 1_200_000  # against greedy, to learn from
    seed: int = 1
    games: int = 512  # side by side, half of them at each seat
    steps: int = 16  # decisions of each game between two updates
    imitated: int = 150_000  # decisions of greedy
    hidden: int = 256
    rate: float = 5e-4  # of learning, at the beginning; it falls to a twentieth
    epochs: int = 2
    parts: int = 8  # minibatches of an epoch
    trace: float = 0.95  # lambda of generalised advantage estimation
    clip: float = 0.2
    entropy: float = 0.005
    point: int = 1000  # games that make a point of the learning curve
    pairs: int = 500  # deals of the contest at the end, each from both seats


def read_args(line):
    """The settings of a command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    for field in fields(Args):
        parser.add_argument(f"--{field.name}", type=field.type, default=field.default)
    return Args(**vars(parser.parse_args(line)))


NET, CURVE, PICTURE = "train_ppo.npz", "train_ppo.csv", "train_ppo.svg"


# %% What is Chu Han's own
GAME = tianxia.load("chu-han")
ACTIONS = GAME.actions.swap.start  # the kinds from here on need events
HAND = np.arange(GAME.observation.size)[GAME.observation.fields["hand"].slice]


def worth(records, seats):
    """What the score is worth for these seats, from -1 to 1: the lead, which weighs more as 31 points come near."""
    mine, others = (records["score"][np.arange(len(seats)), of].astype(np.float32) for of in (seats, 1 - seats))
    return np.tanh((mine - others) / (3 + 8 * np.clip(1 - np.maximum(mine, others) / 31, 0, 1)))


# %% A net: two hidden layers, with Adam
class Net:
    """Layers of weights; `forward` keeps what `learn` needs."""

    def __init__(self, inputs, hidden, outputs, chance):
        self.weights = []
        for rows, width, scale in ((inputs, hidden, 1), (hidden, hidden, 1), (hidden, outputs, 0.1)):
            self.weights += [chance.standard_normal((rows, width)) * scale * np.sqrt(2 / rows), np.zeros(width)]
        self.weights = [w.astype(np.float32) for w in self.weights]
        self.forget()

    def forget(self):
        """Let Adam begin anew."""
        self.first, self.second = ([np.zeros_like(w) for w in self.weights] for _ in range(2))
        self.updates = 0

    def forward(self, seen):
        """What the last layer gives, float32 [rows, outputs]."""
        a, b, c, d, e, f = self.weights
        one = np.maximum(seen @ a + b, 0)
        two = np.maximum(one @ c + d, 0)
        self.inputs = seen, one, two
        return two @ e + f

    def learn(self, change, rate):
        """One step of Adam against the gradients, by what the last layer gave, of what `forward` was given last."""
        gradients = []
        for layer in (2, 1, 0):
            inputs = self.inputs[layer]
            gradients = [inputs.T @ change, change.sum(axis=0), *gradients]
            if layer:
                change = (change @ self.weights[2 * layer].T) * (inputs > 0)
        length = math.sqrt(sum(float((x * x).sum()) for x in gradients))
        self.updates += 1
        step = rate * math.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for w, m, v, x in zip(self.weights, self.first, self.second, gradients, strict=True):
            x *= min(1.0, 1 / (length + 1e-8))
            m += 0.1 * (x - m)
            v += 0.001 * (x * x - v)
            w -= step * m / (np.sqrt(v) + 1e-8)


def logarithms(outputs, mask):
    """Of the chances of all actions, -1e9 or less for what is not legal."""
    logs = np.where(mask, outputs, np.float32(-1e9))
    logs -= logs.max(axis=1, keepdims=True)
    return logs - np.log(np.exp(logs).sum(axis=1, keepdims=True))


class View(NamedTuple):
    """What a net is given of an observation: the numbers that change at all often, less their mean, by their deviation."""

    columns: Any
    mean: Any
    scale: Any

    @classmethod
    def of(cls, seen):
        """The view for observations like these."""
        deviation = seen.std(axis=0)
        columns = np.flatnonzero(deviation > 0.02)
        return cls(columns, seen[:, columns].mean(axis=0), 1 / np.maximum(deviation[columns], 0.1))

    def __call__(self, seen):
        """Of observations, float32 [rows, columns]."""
        return (seen[:, self.columns] - self.mean) * self.scale


# %% The net as a bot of our own
class Trained:
    """Plays what the net finds best: the one that was learned last in this folder, or the one given."""

    def __init__(self, game, seed, view=None, actor=None):
        self.game, self.view, self.actor = game, view, actor
        if actor is None:
            with np.load(NET) as file:
                if str(file["version"]) != game.observation.version:
                    raise ValueError(f"{NET} was learned with other observations: learn anew")
                self.view = View(*(file[name] for name in View._fields))
                self.actor = Net(1, 1, 1, np.random.default_rng(0))
                self.actor.weights = [file[f"w{i}"] for i in range(len(self.actor.weights))]

    def choose(self, record, seat):
        """The id of an action."""
        mask = lab.State.from_record(self.game, record, seat, 0).legal_mask(seat)[None, :ACTIONS] != 0
        seen = self.view(self.game.observation.observe(record, seat))
        return int(logarithms(self.actor.forward(seen), mask).argmax())


# %% Imitation
def games_of_greedy(args):
    """Step by step what greedy sees, may do and does against itself, wherever it has a choice."""
    batch, teacher = lab.Vector(GAME, 256), bots.make("greedy", GAME, args.seed)
    seen, infos = batch.reset(args.seed)
    for _ in range(max(1, args.imitated // 256)):
        records, masks, chosen = batch.records(), infos["mask"], np.zeros(256, np.int64)
        for i in np.flatnonzero(infos["seat"] >= 0):
            chosen[i] = teacher.choose(records[i : i + 1], infos["seat"][i])
        some = masks.sum(axis=1) > 1
        yield seen[some], masks[some, :ACTIONS] != 0, chosen[some]
        seen, _, _, infos = batch.step(chosen)


def imitate(args, chance):
    """How to look at observations, a net that has learned what greedy does, and how much of it."""
    played = games_of_greedy(args)
    first = list(islice(played, 50))
    view = View.of(np.concatenate([seen for seen, _, _ in first]))
    rows = [(view(seen), masks, chosen) for part in (first, played) for seen, masks, chosen in part]
    seen, masks, chosen = (np.concatenate(column) for column in zip(*rows, strict=True))
    actor = Net(len(view.columns), args.hidden, ACTIONS, chance)
    for rate in (2e-3, 1e-3, 3e-4):
        right = 0
        for part in np.array_split(chance.permutation(len(seen)), max(1, len(seen) // 256)):
            logs, order = logarithms(actor.forward(seen[part]), masks[part]), np.arange(len(part))
            right += int((logs.argmax(axis=1) == chosen[part]).sum())
            change = np.exp(logs)
            change[order, chosen[part]] -= 1
            actor.learn(change / len(part), rate)
    print(f"imitation: {right / len(seen):.3f} of what greedy does", flush=True)
    actor.forget()
    return view, actor, right / len(seen)


# %% Play
class Played(NamedTuple):
    """Decisions to learn from, a row each."""

    seen: Any  # what the critic is given: what the actor is given, and the rival's hand
    masks: Any
    actions: Any
    logs: Any  # logarithms of the chances that the actions had
    advantages: Any
    goals: Any  # what the critic should have said


class Games:
    """Games against greedy, side by side, half of them at each seat."""

    def __init__(self, args, view):
        self.args, self.view, self.won = args, view, []
        self.batch = lab.Vector(GAME, args.games, seat=np.arange(args.games) % 2, rivals="greedy")
        seen, infos = self.batch.reset(args.seed)
        self.look(seen, np.zeros((args.games, 2)), np.zeros(args.games, bool), infos)

    def look(self, seen, returns, over, infos):
        """Take in what a step brought. What the rival holds only the critic sees: it is not there when the net plays."""
        records, seats, order = self.batch.records(), self.batch.seat, np.arange(self.args.games)
        rivals = (GAME.observation.observe(records, 1 - seats)[:, HAND] - 0.08) * 10
        self.seen = np.concatenate([self.view(seen), rivals], axis=1)
        self.mask, self.over, self.hand = infos["mask"][:, :ACTIONS] != 0, over, records["hand_number"].copy()
        self.mask[over, 0] = True  # the next step deals these anew, whatever is chosen
        self.worth = np.where(over, returns[order, seats], worth(records, seats))
        self.won += ((self.worth[over] + 1) / 2).tolist()

    def play(self, actor, critic, chance):
        """So many steps. A hand is an episode: it brings what the score is worth after it, less what it was before."""
        rows, order = [], np.arange(self.args.games)
        for _ in range(self.args.steps):
            logs = logarithms(actor.forward(self.seen[:, : len(self.view.columns)]), self.mask)
            summed = np.exp(logs).cumsum(axis=1)
            actions = (summed > chance.random((len(order), 1), np.float32) * summed[:, -1:]).argmax(axis=1)
            before = self.seen, self.mask, actions, logs[order, actions], critic.forward(self.seen)[:, 0]
            worth, hand, void = self.worth, self.hand, self.over
            self.look(*self.batch.step(actions))
            gained = np.where(void, 0, self.worth - worth).astype(np.float32)
            rows.append((*before, gained, self.over | void | (self.hand != hand), void))
        seen, masks, actions, logs, values, gained, ends, void = (np.stack(c) for c in zip(*rows, strict=True))
        # generalised advantage estimation
        following, advantage, advantages = critic.forward(self.seen)[:, 0], 0.0, np.zeros_like(values)
        for t in reversed(range(self.args.steps)):
            goes_on = ~ends[t]
            advantage = gained[t] + goes_on * (following + self.args.trace * advantage) - values[t]
            advantages[t], following = advantage, values[t]
        return Played(*(c[~void] for c in (seen, masks, actions, logs, advantages, advantages + values)))


# %% Learn
def learn(actor, critic, played, args, chance, rate):
    """Some epochs of PPO."""
    for _ in range(args.epochs):
        for rows in np.array_split(chance.permutation(len(played.seen)), args.parts):
            part = Played(*(c[rows] for c in played))
            critic.learn((critic.forward(part.seen)[:, 0] - part.goals)[:, None] / len(rows), 2 * rate)
            part = Played(*(c[part.masks.sum(axis=1) > 1] for c in part))  # where there is a choice
            logs = logarithms(actor.forward(part.seen[:, : len(actor.weights[0])]), part.masks)
            order, gain = np.arange(len(logs)), part.advantages
            ratio, gain = np.exp(logs[order, part.actions] - part.logs), (gain - gain.mean()) / (gain.std() + 1e-8)
            clipped = ((gain > 0) & (ratio > 1 + args.clip)) | ((gain < 0) & (ratio < 1 - args.clip))
            pull, chances = np.where(clipped, 0, gain * ratio), np.exp(logs)
            disorder = -(chances * logs).sum(axis=1, keepdims=True)
            change = chances * (pull[:, None] + args.entropy * (logs + disorder))
            change[order, part.actions] -= pull
            actor.learn(change / len(logs), rate)


def train(args):
    """A view, a net that has learned from so many decisions, and the curve: seconds, decisions, share of games won."""
    chance, start, decisions, curve = np.random.default_rng(args.seed), time.perf_counter(), 0, []
    view, actor, _ = imitate(args, chance)
    critic, games = Net(len(view.columns) + len(HAND), args.hidden, 1, chance), Games(args, view)
    while decisions < args.decisions:
        played = games.play(actor, critic, chance)
        learn(actor, critic, played, args, chance, args.rate * (1 - 0.95 * decisions / args.decisions))
        decisions += len(played.seen)
        if len(games.won) >= args.point:
            curve.append((round(time.perf_counter() - start, 1), decisions, round(float(np.mean(games.won)), 4)))
            print("{:7.1f} s, {:9,} decisions: {:.3f} of the games won".format(*curve[-1]), flush=True)
            games.won = []
    return view, actor, curve


# %% The learning curve
def draw(curve):
    """The share of games won against greedy by decisions, as a table and as a picture."""
    with open(CURVE, "w") as file:
        file.write("seconds,decisions,won\n" + "".join("{},{},{}\n".format(*point) for point in curve))
    most = curve[-1][1] if curve else 1
    points = " ".join(f"{40 + 540 * decisions / most:.1f},{220 - 200 * won:.1f}" for _, decisions, won in curve)
    with open(PICTURE, "w") as file:
        file.write(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 250" font-family="sans-serif" font-size="11">'
            '<rect width="600" height="250" fill="#fff"/><path d="M40 20V220H580M40 120H580" fill="none" stroke="#999"/>'
            '<text x="8" y="24">100 %</text><text x="8" y="124">50 %</text><text x="8" y="224">0 %</text>'
            f'<text x="300" y="242" text-anchor="middle">decisions, {most:,} in all: share of games won against greedy</text>'
            f'<polyline points="{points}" fill="none" stroke="#a33" stroke-width="2"/></svg>\n'
        )


# %% All of it
if __name__ == "__main__":
    args = Args() if "ipykernel" in sys.modules else read_args(sys.argv[1:])
    start = time.perf_counter()
    view, actor, curve = train(args)
    weights = {f"w{i}": w for i, w in enumerate(actor.weights)}
    np.savez(NET, version=GAME.observation.version, **view._asdict(), **weights)
    draw(curve)
    outcome = contest(GAME, (Trained(GAME, 0, view, actor), "greedy"), args.pairs, seed=args.seed)
    low, high = outcome.score_interval
    print(
        f"against greedy {outcome.score:.3f} of the points in {2 * args.pairs} games, 95 % interval {low:.3f} to {high:.3f}"
    )
    print(f"{(time.perf_counter() - start) / 60:.1f} minutes, {time.process_time() / 60:.1f} of a core's time")
