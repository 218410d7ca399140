"""Digests of many messages in one call are those that `hashlib` gives, and so are the hashes of matches."""

from __future__ import annotations

import random
from hashlib import blake2b

import numpy as np
import pytest

import tianxia
from tests.engine.games import play_on
from tianxia.engine.compiling import INTERPRETED
from tianxia.engine.hashing import BLOCK, LANES, chained, digest_rows

LENGTHS = [0, 1, 15, 16, 17, 127, 128, 129, 255, 256, 257, 384, 511, 512, 513, 1000]
WIDTH = 1024


def digests(messages: list[bytes]) -> list[str]:
    room = -(-len(messages) // LANES) * LANES
    said, lengths, found = np.zeros((room, WIDTH), np.uint8), np.zeros(room, np.int64), np.zeros(room, np.uint64)
    for i, message in enumerate(messages):
        said[i, : len(message)], lengths[i] = np.frombuffer(message, np.uint8), len(message)
    digest_rows(said, lengths, len(messages), np.zeros(8 * LANES, np.uint64), found)
    return [digest.tobytes().hex() for digest in found[: len(messages)]]


def expected(message: bytes) -> str:
    return blake2b(message, digest_size=8).hexdigest()


@pytest.mark.skipif(INTERPRETED, reason="hashlib makes them where nothing is compiled")
def test_many_digests_at_once_are_those_of_hashlib() -> None:
    chance = random.Random(1)
    every = [chance.randbytes(length) for length in (*LENGTHS, *range(2 * BLOCK + 2))]
    assert digests(every) == list(map(expected, every))
    for _ in range(200):
        some = chance.sample(every, chance.randrange(1, 3 * LANES))
        assert digests(some) == list(map(expected, some)), list(map(len, some))


@pytest.mark.skipif(INTERPRETED, reason="likewise")
def test_each_digest_of_a_chain_is_that_of_the_one_before_and_of_what_is_told() -> None:
    chance = random.Random(2)
    told = ["".join(chance.choices("abc é9", k=length)) for length in (*LENGTHS, *range(2 * BLOCK + 2))]
    chance.shuffle(told)
    links = chained("0123456789abcdef", told)
    before = ["0123456789abcdef", *links][: len(told)]
    assert links == [expected(f"{link}{text}".encode()) for link, text in zip(before, told, strict=True)]
    assert chained("0123456789abcdef", []) == []


@pytest.mark.parametrize("name", tianxia.games())
def test_the_chain_is_the_same_whether_it_is_asked_for_step_by_step_or_at_the_end(name: str) -> None:
    game = tianxia.load(name)
    match, once = game.new(3), play_on(game.new(3), 3, 150)
    links, meant = [match.hash()], match.game.table.meaning.of
    for seat, action in once.actions:
        match.play(seat, action)
        position = expected(meant(match.record_bytes()))
        assert match.position_hash() == position
        links.append(expected(f"{links[-1]} {seat} {game.actions.text(action)} {position}".encode()))
        if match.step_count % 7:
            assert match.hash() == links[-1]
    assert match.chain == links == once.chain
    assert match.remembered() == once.remembered()
