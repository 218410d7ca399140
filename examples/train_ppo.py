"""Trains a player of Chu Han that beats greedy, by PPO with NumPy alone: python train_ppo.py --minutes 8

The shape is that of CleanRL: all in one file, from top to bottom. The net first imitates greedy, then it plays against it and
learns what it gains. Written are what the net weighs (train_ppo.npz) and the learning curve (train_ppo.csv, train_ppo.svg); at
the end the net plays greedy in the arena, the same deals from both seats, its best action without chance. Afterwards
`tianxia arena chu-han --bots train_ppo:Trained greedy` lets it do so again.
"""

# %% Settings
import argparse
import sys
import time
from pathlib import Path

import numpy as np

import tianxia
from tianxia import bots, lab
from tianxia.bots.arena import contest

HERE = Path(sys.argv[0]).resolve().parent if "ipykernel" not in sys.modules else Path.cwd()
parser = argparse.ArgumentParser()
parser.add_argument("--minutes", type=float, default=8.0, help="how long it learns")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--games", type=int, default=512, help="games side by side, half of them at each seat")
parser.add_argument("--steps", type=int, default=32, help="decisions of each game between two updates")
parser.add_argument("--imitated", type=int, default=60_000, help="decisions of greedy that are imitated first")
parser.add_argument("--hidden", type=int, default=192)
parser.add_argument("--rate", type=float, default=5e-4, help="of learning, at the beginning; it falls to a tenth")
parser.add_argument("--epochs", type=int, default=2)
parser.add_argument("--parts", type=int, default=8, help="minibatches of an epoch")
parser.add_argument("--discount", type=float, default=0.995)
parser.add_argument("--lam", type=float, default=0.95, help="of generalised advantage estimation")
parser.add_argument("--clip", type=float, default=0.2)
parser.add_argument("--entropy", type=float, default=0.01)
parser.add_argument("--pairs", type=int, default=500, help="deals of the contest at the end, each from both seats")
parser.add_argument("--out", type=Path, default=Path())

GAME = tianxia.load("chu-han")


# %% The net: two hidden layers, a policy over all actions and a value
class Net:
    """Weights with Adam; `forward` keeps what `learn` needs."""

    def __init__(self, columns, hidden, chance):
        self.columns = columns  # the numbers of an observation that ever change; the others say nothing
        sizes = [(len(columns), hidden), (hidden, hidden), (hidden, GAME.actions.size), (hidden, 1)]
        scales = [np.sqrt(2 / 60), np.sqrt(2 / hidden), 0.01 / np.sqrt(hidden), 1 / np.sqrt(hidden)]
        self.weights = [
            array
            for (rows, columns), scale in zip(sizes, scales, strict=True)
            for array in (
                (chance.standard_normal((rows, columns)) * scale).astype(np.float32),
                np.zeros(columns, np.float32),
            )
        ]
        self.first = [np.zeros_like(w) for w in self.weights]
        self.second = [np.zeros_like(w) for w in self.weights]
        self.updates = 0

    def forward(self, seen, mask):
        """Logarithms of the chances of all actions, of what is not legal -1e9, and values."""
        a, b, c, d, e, f, g, h = self.weights
        self.seen, self.one = seen, np.maximum(seen @ a + b, 0)
        self.two = np.maximum(self.one @ c + d, 0)
        logits = np.where(mask, self.two @ e + f, np.float32(-1e9))
        logits -= logits.max(axis=1, keepdims=True)
        logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
        return logits, (self.two @ g + h)[:, 0]

    def learn(self, d_logits, d_values, rate):
        """One step of Adam down the gradients of the policy's logits and of the values."""
        _, _, c, _, e, _, g, _ = self.weights
        d_values = d_values[:, None]
        d_two = (d_logits @ e.T + d_values @ g.T) * (self.two > 0)
        d_one = (d_two @ c.T) * (self.one > 0)
        pairs = ((self.seen, d_one), (self.one, d_two), (self.two, d_logits), (self.two, d_values))
        gradients = [array for x, d in pairs for array in (x.T @ d, d.sum(axis=0))]
        norm = np.sqrt(sum(float((x * x).sum()) for x in gradients))
        self.updates += 1
        step = rate * np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for w, m, v, x in zip(self.weights, self.first, self.second, gradients, strict=True):
            x *= min(1.0, 0.5 / (norm + 1e-8))
            m += 0.1 * (x - m)
            v += 0.001 * (x * x - v)
            w -= step * m / (np.sqrt(v) + 1e-8)


class Trained:
    """The net as a bot: it plays what it finds best."""

    def __init__(self, game, seed, net=None):
        self.game, self.net = game, net
        if net is None:
            with np.load(Path(__file__).with_suffix(".npz")) as file:
                self.net = Net(file["columns"], 1, np.random.default_rng(0))
                self.net.weights = [file[f"w{i}"] for i in range(8)]

    def choose(self, record, seat):
        mask = lab.State.from_record(self.game, record, seat, 0).legal_mask(seat)
        seen = self.game.observation.observe(record, seat)[:, self.net.columns]
        return int(self.net.forward(seen, mask[None] != 0)[0].argmax())


# %% Imitation
def games_of_greedy(args):
    """What greedy sees, may do and does where it has a choice, playing against itself."""
    batch, teacher, found = lab.Vector(GAME, 128), bots.make("greedy", GAME, args.seed), []
    seen, infos = batch.reset(args.seed)
    for _ in range(args.imitated // 128):
        records, masks, chosen = batch.records(), infos["mask"], np.zeros(128, np.int64)
        for i in np.flatnonzero(infos["seat"] >= 0):
            chosen[i] = teacher.choose(records[i : i + 1], infos["seat"][i])
        some = masks.sum(axis=1) > 1
        found.append((seen[some], masks[some] != 0, chosen[some]))
        seen, _, _, infos = batch.step(chosen)
    return [np.concatenate(column) for column in zip(*found, strict=True)]


def imitate(args, chance):
    """A net that has learned what greedy does."""
    seen, masks, chosen = games_of_greedy(args)
    net = Net(np.flatnonzero(seen.min(axis=0) != seen.max(axis=0)), args.hidden, chance)
    seen = seen[:, net.columns]
    for epoch in range(6):
        right = 0
        for part in np.array_split(chance.permutation(len(seen)), max(1, len(seen) // 256)):
            logits, _ = net.forward(seen[part], masks[part])
            rows, off = np.arange(len(part)), np.exp(logits)
            right += int((logits.argmax(axis=1) == chosen[part]).sum())
            off[rows, chosen[part]] -= 1
            net.learn(off / len(part), np.zeros(len(part), np.float32), 1e-3)
        print(f"imitation {epoch + 1}: {right / len(seen):.3f} of what greedy does", flush=True)
    return net


# %% Learning
def lead(batch):
    """By game how far its seat leads, in games: points of 31."""
    score = batch.records()["score"].astype(np.float32)
    return (score[:, batch.seat] - score[:, 1 - batch.seat]) / 31


def train(args):
    """Learn for so many minutes; gives the net and the learning curve."""
    chance = np.random.default_rng(args.seed)
    start, decisions, won, curve = time.perf_counter(), 0, [], []
    net = imitate(args, chance)
    half = args.games // 2
    batches = [lab.Vector(GAME, half, seat=seat, rivals="greedy") for seat in (0, 1)]
    begun = [batch.reset(2 * args.seed + seat) for seat, batch in enumerate(batches)]
    seen = np.concatenate([b[0] for b in begun])[:, net.columns]
    mask = np.concatenate([b[1]["mask"] for b in begun]) != 0
    leads = np.concatenate([lead(batch) for batch in batches])
    was_over = np.zeros(args.games, bool)
    n, shape = args.steps * args.games, (args.steps, args.games)
    all_seen = np.zeros((*shape, seen.shape[1]), np.float32)
    all_masks = np.zeros((*shape, mask.shape[1]), bool)
    actions = np.zeros(shape, np.int64)
    logs, values, rewards, ends, void = (np.zeros(shape, np.float32) for _ in range(5))
    while (spent := time.perf_counter() - start) < 60 * args.minutes:
        for t in range(args.steps):
            logits, values[t] = net.forward(seen, mask)
            all_seen[t], all_masks[t], void[t] = seen, mask, was_over
            summed = np.exp(logits).cumsum(axis=1)
            actions[t] = (summed > chance.random((args.games, 1)) * summed[:, -1:]).argmax(axis=1)
            logs[t] = logits[np.arange(args.games), actions[t]]
            stepped = [b.step(actions[t, i * half : (i + 1) * half]) for i, b in enumerate(batches)]
            seen = np.concatenate([s[0] for s in stepped])[:, net.columns]
            mask = np.concatenate([s[3]["mask"] for s in stepped]) != 0
            over = np.concatenate([s[2] for s in stepped])
            mask[over, 0] = True
            gained = np.concatenate([s[1][:, i] for i, s in enumerate(stepped)])
            now = np.concatenate([lead(batch) for batch in batches])
            rewards[t] = np.where(was_over, 0, gained + now - leads)
            won += ((gained[over] + 1) / 2).tolist()
            leads, ends[t], was_over = now, over, over
        # advantages, by generalised advantage estimation
        following, advantage = net.forward(seen, mask)[1], np.zeros(args.games, np.float32)
        advantages = np.zeros(shape, np.float32)
        for t in reversed(range(args.steps)):
            more = args.discount * (1 - ends[t])
            advantage = rewards[t] + more * following - values[t] + more * args.lam * advantage
            advantages[t], following = advantage, values[t]
        used = np.flatnonzero(void.ravel() == 0)
        goals = (advantages + values).ravel()
        decisions += len(used)
        rate = args.rate * (1 - 0.9 * min(1.0, spent / (60 * args.minutes)))
        for _ in range(args.epochs):
            for part in np.array_split(chance.permutation(used), args.parts):
                logits, value = net.forward(all_seen.reshape(n, -1)[part], all_masks.reshape(n, -1)[part])
                rows, chosen = np.arange(len(part)), actions.ravel()[part]
                ratio = np.exp(logits[rows, chosen] - logs.ravel()[part])
                gain = advantages.ravel()[part]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                held = ((gain > 0) & (ratio > 1 + args.clip)) | ((gain < 0) & (ratio < 1 - args.clip))
                chances = np.exp(logits)
                disorder = -(chances * logits).sum(axis=1, keepdims=True)
                d_logits = chances * (np.where(held, 0, gain * ratio)[:, None] + args.entropy * (logits + disorder))
                d_logits[rows, chosen] -= np.where(held, 0, gain * ratio)
                net.learn(d_logits / len(part), (value - goals[part]) / len(part), rate)
        if len(won) >= args.games:
            curve.append((round(time.perf_counter() - start, 1), decisions, float(np.mean(won))))
            print(f"{curve[-1][0]:7.1f} s {decisions:9,} decisions: won {curve[-1][2]:.3f} of {len(won)}", flush=True)
            won = []
    return net, curve


if __name__ == "__main__":
    args = parser.parse_args()
    net, curve = train(args)
    np.savez(args.out / "train_ppo.npz", columns=net.columns, **{f"w{i}": w for i, w in enumerate(net.weights)})
    found = contest(GAME, (Trained(GAME, 0, net), "greedy"), args.pairs, seed=args.seed)
    print(found)
