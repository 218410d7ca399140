"""A toy record of every kind of field, and its primitives in whatever mode this process runs.

    python -m tests.engine.toy

prints what they give as JSON: a test compares the compiled answers with the interpreted ones.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from tianxia.engine.compiling import entry
from tianxia.engine.fields import ALL, COVERED, NOBODY, OWNER, SPECTATOR, field
from tianxia.engine.primitives import (
    add_to_row,
    at_least,
    count,
    lowest,
    put_again,
    put_each,
    put_few,
    put_spaced,
    put_steps,
)
from tianxia.engine.randomness import below, mix, rand
from tianxia.engine.records import copy, mask, record, register, row, view_hash

SEATS = 3
VIEWERS = (*range(SEATS), SPECTATOR)
PLACES = tuple(f"p{i}" for i in range(130))
"""More names than fit in two words."""
TOY = record(
    "toy",
    seats=SEATS,
    uncovered_by="open",
    fields=[
        field("open", high=1, seen_by=ALL, doc="1 if what is covered is shown"),
        field("points", "i2", (SEATS, 2), seen_by=COVERED, doc="rows behind screens"),
        field("land", "i8", (3,), bits=PLACES, seen_by=ALL, doc="a set over several words"),
        field("walks", "i8", (SEATS, 2, 3), bits=PLACES, seen_by=OWNER, doc="such sets of their owners"),
        field("marks", "i8", (SEATS, 3), bits=PLACES, seen_by=COVERED, doc="such sets behind screens"),
        field("round", seen_by=ALL, doc="scalar for all"),
        field("score", "i1", (SEATS,), seen_by=ALL, doc="row for all"),
        field("hand", "i1", (SEATS, 5), counts=("a", "b", "c", "d", "e"), seen_by=OWNER, doc="rows of their owners"),
        field("wish", "i8", (SEATS,), low=-5, high=5, seen_by=OWNER, doc="one word an owner"),
        field("plan", "i4", (SEATS, 2), bits=("north", "south"), seen_by=OWNER, doc="bit sets"),
        field("bag", "i2", (7,), seen_by=NOBODY, doc="row for nobody"),
        field("secret", seen_by=NOBODY, doc="scalar for nobody"),
        field("mood", labels=("calm", "wild"), seen_by=ALL, doc="label"),
        field("rng", "u8", seen_by=NOBODY, doc="state of the random numbers"),
    ],
)
KIND = register(TOY)


def filled() -> Any:
    """A record in which every byte of every field is set."""
    states = TOY.new()
    states["open"], states["points"] = 1, [[[1, 2], [3, 4], [5, 6]]]
    states["land"] = states["walks"] = states["marks"] = [1 << 61 | 5, 1, 1 << 5]
    states["round"], states["secret"], states["mood"] = 7, -9, 1
    states["score"] = [[1, 2, 3]]
    states["hand"] = np.arange(1, 16).reshape(1, 3, 5)
    states["wish"] = [[1, 1 << 40, 5]]
    states["plan"] = [[[1, 2], [3, 1], [2, 3]]]
    states["bag"] = [[-1, 2, -3, 4, -5, 6, -7]]
    states["rng"] = 1234567
    return states


@entry
def masked(states, viewer):
    mask(row(states, 0), viewer)


@entry
def hashed(states, viewer):
    return view_hash(row(states, 0), viewer)


@entry
def copied(states, target):
    copy(row(states, 0), row(target, 0))


@entry
def draws(states, out):
    s = row(states, 0)
    for i in range(out.shape[0]):
        out[i] = rand(s)


@entry
def draws_below(states, n, out):
    s = row(states, 0)
    for i in range(out.shape[0]):
        out[i] = below(s, n)


@entry
def members(words, out):
    n = 0
    for i in range(words.shape[0]):
        n = put_each(out, n, 100 * i, words[i])
        n = put_few(out, n, 100 * i, words[i] & 0xFFFF)
    return n


@entry
def steps(out):
    n = 0
    for many in range(20):
        n = put_steps(out, n, 1000 * many, many % 3 + 1, many)
        n = put_again(out, n, n - many, many, -7)
        n = put_spaced(out, n, 3, many, many * 13 & 255)
    return n


@entry
def enough(states, out):
    s = row(states, 0)
    for seat in range(SEATS):
        for least in range(out.shape[1]):
            out[seat, least] = at_least(s.hand, seat, least)


@entry
def added(states):
    s = row(states, 0)
    for seat in range(SEATS):
        for kind in range(5):
            add_to_row(s.hand, seat, kind, 3 * seat - kind)


@entry
def counts(words, out):
    for i in range(words.shape[0]):
        out[i, 0] = count(words[i])
        out[i, 1] = lowest(words[i])


WORDS = np.array([1, 2, 3, 6, 8, 255, 1 << 31, (1 << 31) + 1, 1 << 61, (1 << 62) - 1, 0x155555555], np.int64)
BOUNDS = (1, 2, 3, 6, 46, 1000, 1 << 16, (1 << 31) - 1, (1 << 30) + 1, 3 << 29)


def answers() -> dict[str, Any]:
    states = filled()
    given: dict[str, Any] = {"mix": [mix(word) for word in (0, 1, 1 << 63, (1 << 64) - 1)]}
    out = np.zeros(50, np.int64)
    draws(states, out)
    given["rand"] = out.tolist()
    for n in BOUNDS:
        draws_below(states, n, out)
        given[f"below {n}"] = out.tolist()
    given["rng"] = int(states["rng"][0])
    pairs = np.zeros((len(WORDS), 2), np.int64)
    counts(WORDS, pairs)
    given["count, lowest"] = pairs.tolist()
    hands = np.zeros((SEATS, 17), np.int64)
    enough(states, hands)
    given["at least"] = hands.tolist()
    changed = filled()
    added(changed)
    given["added"] = changed["hand"].tolist()
    given["the rest"] = [bool((changed[name] == states[name]).all()) for name in TOY.by_name if name != "rng"]
    ids = np.zeros(700, np.int32)
    given["members"] = ids[: members(WORDS, ids)].tolist()
    given["steps"] = ids[: steps(ids)].tolist()
    for viewer in VIEWERS:
        given[f"hash {viewer}"] = int(hashed(states, viewer))
        twin = filled()
        masked(twin, viewer)
        given[f"mask {viewer}"] = twin.tobytes().hex()
        target = TOY.new()
        copied(twin, target)
        given[f"copy {viewer}"] = target.tobytes().hex()
    return given


if __name__ == "__main__":
    print(json.dumps(answers()))
