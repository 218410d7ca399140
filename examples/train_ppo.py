"""Trains a player of Chu Han by PPO, with NumPy alone: python train_ppo.py --minutes 8

The shape is that of CleanRL: all in one file, from top to bottom. The net first imitates greedy, then it plays against it and
learns from what it gains. Written are the net (train_ppo.npz) and the learning curve (train_ppo.csv, train_ppo.svg). At the end
the net plays greedy in the arena, the same deals from both seats, always what it finds best. Afterwards
`tianxia arena chu-han --bots train_ppo:Trained greedy` lets it do so again.
"""

# %% Settings
import argparse
import sys
import time
from dataclasses import dataclass, fields

import numpy as np

import tianxia
from tianxia import bots, lab
from tianxia.bots.arena import contest


@dataclass
class Args:
    """What can be set, `--minutes 3` for instance."""

    minutes: float = 8.0  # of learning, imitation included
    seed: int = 1
    games: int = 512  # side by side, half of them at each seat
    steps: int = 32  # decisions of each game between two updates
    imitated: int = 60_000  # decisions of greedy
    hidden: int = 192
    rate: float = 5e-4  # of learning, at the beginning; it falls to a tenth
    epochs: int = 2
    parts: int = 8  # minibatches of an epoch
    discount: float = 0.995
    trace: float = 0.95  # lambda of generalised advantage estimation
    clip: float = 0.2
    entropy: float = 0.005
    pairs: int = 500  # deals of the contest at the end, each from both seats


def read_args(line):
    """The settings of a command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    for field in fields(Args):
        parser.add_argument(f"--{field.name}", type=field.type, default=field.default)
    return Args(**vars(parser.parse_args(line)))


GAME = tianxia.load("chu-han")
NET, CURVE, PICTURE = "train_ppo.npz", "train_ppo.csv", "train_ppo.svg"


# %% The net: two hidden layers, a policy over all actions, and a value
class Net:
    """Weights with Adam; `forward` keeps what `learn` needs."""

    def __init__(self, columns, hidden, chance):
        self.columns = columns  # the numbers of an observation that ever change
        self.weights = []
        for rows, width, scale in (
            (len(columns), hidden, 0.2),
            (hidden, hidden, np.sqrt(2 / hidden)),
            (hidden, GAME.actions.size, 0.01 / np.sqrt(hidden)),
            (hidden, 1, 0.1 / np.sqrt(hidden)),
        ):
            self.weights += [chance.standard_normal((rows, width)) * scale, np.zeros(width)]
        self.weights = [w.astype(np.float32) for w in self.weights]
        self.first, self.second = ([np.zeros_like(w) for w in self.weights] for _ in range(2))
        self.updates = 0

    def forward(self, seen, mask):
        """Logarithms of the chances of all actions, -1e9 or less for what is not legal, and values."""
        a, b, c, d, e, f, g, h = self.weights
        self.seen, self.one = seen, np.maximum(seen @ a + b, 0)
        self.two = np.maximum(self.one @ c + d, 0)
        logits = np.where(mask, self.two @ e + f, np.float32(-1e9))
        logits -= logits.max(axis=1, keepdims=True)
        logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
        return logits, (self.two @ g + h)[:, 0]

    def learn(self, d_logits, d_values, rate):
        """One step of Adam against the gradients, by logits and by values, of what `forward` was given last."""
        _, _, c, _, e, _, g, _ = self.weights
        d_values = d_values[:, None]
        d_two = (d_logits @ e.T + d_values @ g.T) * (self.two > 0)
        d_one = (d_two @ c.T) * (self.one > 0)
        layers = ((self.seen, d_one), (self.one, d_two), (self.two, d_logits), (self.two, d_values))
        gradients = [array for inputs, d in layers for array in (inputs.T @ d, d.sum(axis=0))]
        length = np.sqrt(sum(float((x * x).sum()) for x in gradients))
        self.updates += 1
        step = rate * np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for w, m, v, x in zip(self.weights, self.first, self.second, gradients, strict=True):
            x *= min(1.0, 0.5 / (length + 1e-8))
            m += 0.1 * (x - m)
            v += 0.001 * (x * x - v)
            w -= step * m / (np.sqrt(v) + 1e-8)


# %% The net as a bot of our own
class Trained:
    """Plays what the net finds best: the one that was learned last in this folder, or the one given."""

    def __init__(self, game, seed, net=None):
        self.game, self.net = game, net
        if net is None:
            with np.load(NET) as file:
                self.net = Net(file["columns"], 1, np.random.default_rng(0))
                self.net.weights = [file[f"w{i}"] for i in range(8)]

    def choose(self, record, seat):
        """The id of an action."""
        mask = lab.State.from_record(self.game, record, seat, 0).legal_mask(seat)
        seen = self.game.observation.observe(record, seat)[:, self.net.columns]
        return int(self.net.forward(seen, mask[None] != 0)[0].argmax())


# %% Imitation
def games_of_greedy(args):
    """What greedy sees, may do and does against itself, wherever it has a choice."""
    batch, teacher, found = lab.Vector(GAME, 128), bots.make("greedy", GAME, args.seed), []
    seen, infos = batch.reset(args.seed)
    for _ in range(max(1, args.imitated // 128)):
        records, masks, chosen = batch.records(), infos["mask"], np.zeros(128, np.int64)
        for i in np.flatnonzero(infos["seat"] >= 0):
            chosen[i] = teacher.choose(records[i : i + 1], infos["seat"][i])
        some = masks.sum(axis=1) > 1
        found.append((seen[some], masks[some] != 0, chosen[some]))
        seen, _, _, infos = batch.step(chosen)
    return [np.concatenate(column) for column in zip(*found, strict=True)]


def imitate(args, chance):
    """A net that has learned what greedy does, and how much of it."""
    seen, masks, chosen = games_of_greedy(args)
    net = Net(np.flatnonzero(seen.min(axis=0) != seen.max(axis=0)), args.hidden, chance)
    seen = seen[:, net.columns]
    for _ in range(6):
        right = 0
        for part in np.array_split(chance.permutation(len(seen)), max(1, len(seen) // 256)):
            logits, _ = net.forward(seen[part], masks[part])
            rows, off = np.arange(len(part)), np.exp(logits)
            right += int((logits.argmax(axis=1) == chosen[part]).sum())
            off[rows, chosen[part]] -= 1
            net.learn(off / len(part), np.zeros(len(part), np.float32), 1e-3)
    print(f"imitation: {right / len(seen):.3f} of what greedy does", flush=True)
    return net, right / len(seen)


# %% Learning
def lead(batch):
    """How far the seat of each game leads, in games of 31 points."""
    score, rows = batch.records()["score"].astype(np.float32), np.arange(batch.size)
    return (score[rows, batch.seat] - score[rows, 1 - batch.seat]) / 31


def train(args):
    """Learn for so many minutes; gives the net and the learning curve: seconds, decisions, share of games won."""
    chance, start, decisions, won, curve = np.random.default_rng(args.seed), time.perf_counter(), 0, [], []
    net, _ = imitate(args, chance)
    batch = lab.Vector(GAME, args.games, seat=np.arange(args.games) % 2, rivals="greedy")
    seen, infos = batch.reset(args.seed)
    seen, mask, leads, was_over = seen[:, net.columns], infos["mask"] != 0, lead(batch), np.zeros(args.games, bool)
    rows, shape = np.arange(args.games), (args.steps, args.games)
    all_seen, all_masks = np.zeros((*shape, seen.shape[1]), np.float32), np.zeros((*shape, mask.shape[1]), bool)
    actions, (logs, values, rewards, ends, void) = np.zeros(shape, np.int64), np.zeros((5, *shape), np.float32)
    while (spent := time.perf_counter() - start) < 60 * args.minutes or not decisions:
        # play
        for t in range(args.steps):
            logits, values[t] = net.forward(seen, mask)
            all_seen[t], all_masks[t], void[t] = seen, mask, was_over
            summed = np.exp(logits).cumsum(axis=1)
            actions[t] = (summed > chance.random((args.games, 1)) * summed[:, -1:]).argmax(axis=1)
            logs[t] = logits[rows, actions[t]]
            seen, returns, over, infos = batch.step(actions[t])
            seen, mask, now = seen[:, net.columns], infos["mask"] != 0, lead(batch)
            mask[over, 0] = True  # the next step deals these anew, whatever is chosen
            rewards[t] = np.where(was_over, 0, returns[rows, batch.seat] + now - leads)
            won += ((returns[over, batch.seat[over]] + 1) / 2).tolist()
            leads, ends[t], was_over = now, over, over
        # generalised advantage estimation
        following, advantage, advantages = net.forward(seen, mask)[1], 0.0, np.zeros(shape, np.float32)
        for t in reversed(range(args.steps)):
            goes_on = args.discount * (1 - ends[t])
            advantage = rewards[t] + goes_on * following - values[t] + goes_on * args.trace * advantage
            advantages[t], following = advantage, values[t]
        # learn
        used, goals = np.flatnonzero(void.ravel() == 0), (advantages + values).ravel()
        flat_seen, flat_masks = all_seen.reshape(-1, seen.shape[1]), all_masks.reshape(-1, mask.shape[1])
        decisions += len(used)
        rate = args.rate * (1 - 0.9 * min(1.0, spent / (60 * args.minutes)))
        for _ in range(args.epochs):
            for part in np.array_split(chance.permutation(used), args.parts):
                logits, value = net.forward(flat_seen[part], flat_masks[part])
                each, chosen = np.arange(len(part)), actions.ravel()[part]
                ratio, gain = np.exp(logits[each, chosen] - logs.ravel()[part]), advantages.ravel()[part]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                clipped = ((gain > 0) & (ratio > 1 + args.clip)) | ((gain < 0) & (ratio < 1 - args.clip))
                pull, chances = np.where(clipped, 0, gain * ratio), np.exp(logits)
                disorder = -(chances * logits).sum(axis=1, keepdims=True)
                d_logits = chances * (pull[:, None] + args.entropy * (logits + disorder))
                d_logits[each, chosen] -= pull
                net.learn(d_logits / len(part), (value - goals[part]) / len(part), rate)
        if len(won) >= args.games:
            curve.append((round(time.perf_counter() - start, 1), decisions, round(float(np.mean(won)), 4)))
            print("{:7.1f} s, {:9,} decisions: {:.3f} of the games won".format(*curve[-1]), flush=True)
            won = []
    return net, curve


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
    net, curve = train(args)
    np.savez(NET, columns=net.columns, **{f"w{i}": w for i, w in enumerate(net.weights)})
    draw(curve)
    outcome = contest(GAME, (Trained(GAME, 0, net), "greedy"), args.pairs, seed=args.seed)
    low, high = outcome.score_interval
    print(
        f"against greedy {outcome.score:.3f} of the points in {2 * args.pairs} games, 95 % interval {low:.3f} to {high:.3f}"
    )
