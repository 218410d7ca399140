"""Record files: whole games come back step by step, and no broken file is taken for a game."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tianxia
from tests.engine.games import GAME, finished, play_on
from tests.other_program import A_FIELD, A_KIND, WHAT_FOLLOWS, Change, other_program

Edit = Callable[[dict[str, Any]], Any]


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    finished(3).save(path)
    return path


def edited(path: Path, edit: Edit) -> Path:
    record = json.loads(path.read_text())
    edit(record)
    path.write_text(json.dumps(record))
    return path


@pytest.mark.parametrize("seed", range(12))
def test_a_saved_game_replays_to_the_same_hash_after_each_step(seed: int, tmp_path: Path) -> None:
    match = finished(seed)
    match.save(tmp_path / "game.json")
    again = tianxia.replay(tmp_path / "game.json")
    assert again.chain == match.chain
    assert again.actions == match.actions
    assert again.result == match.result
    for viewer in (0, 1, None):
        assert again.view(viewer) == match.view(viewer)
        assert again.log(viewer) == match.log(viewer)


def test_a_game_that_starts_from_a_position_replays_too(tmp_path: Path) -> None:
    middle = play_on(GAME.new(5), 5, steps=60)
    match = play_on(GAME.position(middle.position()), 6, steps=40)
    match.save(tmp_path / "game.json")
    assert tianxia.replay(tmp_path / "game.json").chain == match.chain


def test_a_match_can_go_on_after_a_replay_as_if_it_had_never_been_saved(tmp_path: Path) -> None:
    match = play_on(GAME.new(9), 1, steps=50)
    match.save(tmp_path / "game.json")
    assert play_on(tianxia.replay(tmp_path / "game.json"), 2).hash() == play_on(match, 2).hash()


def test_saving_again_replaces_the_file(saved: Path) -> None:
    before = saved.read_bytes()
    finished(4).save(saved)
    assert saved.read_bytes() != before
    assert tianxia.replay(saved).hash() == finished(4).hash()
    assert list(saved.parent.iterdir()) == [saved], "no draft is left behind"


@pytest.mark.parametrize("step", [1, 2, 17, 60])
@pytest.mark.parametrize(
    ("what", "edit"),
    [
        ("another action", lambda steps, i: steps[i].__setitem__(1, "nonsense")),
        ("another seat", lambda steps, i: steps[i].__setitem__(0, 1 - steps[i][0])),
        ("no seat", lambda steps, i: steps[i].__setitem__(0, 7)),
        ("another hash", lambda steps, i: steps[i].__setitem__(2, "0" * 16)),
        ("dropped", lambda steps, i: steps.pop(i)),
        ("twice", lambda steps, i: steps.insert(i, steps[i - 1] if i else [1, "pass", "0" * 16])),
    ],
)
def test_the_first_bad_step_is_named(saved: Path, step: int, what: str, edit: Callable[[list[Any], int], Any]) -> None:
    edited(saved, lambda record: edit(record["steps"], step - 1))
    with pytest.raises(tianxia.BadRecord, match=rf"step {step}\b"):
        tianxia.replay(saved)


def test_another_legal_action_is_found_at_its_step(saved: Path) -> None:
    match = play_on(GAME.new(3), 3, steps=20)
    (seat,) = match.to_act
    others = [action.text for action in match.legal(seat) if action.id != finished(3).actions[20][1]]
    edited(saved, lambda record: record["steps"][20].__setitem__(1, others[0]))
    with pytest.raises(tianxia.BadRecord, match=r"step 21: .* leads to another position"):
        tianxia.replay(saved)


def test_where_a_folder_has_the_name_nothing_is_left_behind(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    with pytest.raises(IsADirectoryError):
        finished(3).save(tmp_path / "games")
    assert list(tmp_path.iterdir()) == [tmp_path / "games"]


def test_where_there_is_no_folder_nothing_is_written_and_the_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as refused:
        GAME.new(3).save(tmp_path / "none" / "game.json")
    assert refused.value.filename == str(tmp_path / "none")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kept", [0, 1, 50])
def test_missing_last_steps_are_noticed(saved: Path, kept: int) -> None:
    edited(saved, lambda record: record.__setitem__("steps", record["steps"][:kept]))
    with pytest.raises(tianxia.BadRecord, match=f"after step {kept} the hash is not the last one"):
        tianxia.replay(saved)


@pytest.mark.parametrize(
    ("edit", "complaint"),
    [
        (lambda record: record.update(format=3), "format 3, should be 1 or 2"),
        (lambda record: record.update(game="chess"), "no game 'chess'"),
        (lambda record: record.update(options={"speed": 3}), "no option of chu-han 'speed'"),
        (lambda record: record.update(options={"name": 3}), "no option of chu-han 'name'"),
        (lambda record: record.update(options={"self": 3}), "no option of chu-han 'self'"),
        (lambda record: record.update(options={"": 1 << 70}), "the start"),
        (lambda record: record.update(start={"seed": 4}), "the start"),
        (lambda record: record.update(start={"seed": -1}), "the start"),
        (lambda record: record.update(start={"seed": 1 << 70}), "the start"),
        (lambda record: record.update(start={"seed": "3"}), "the start"),
        (lambda record: record.update(start={"seed": None}), "the start"),
        (lambda record: record.update(start={}), "a seed or a position"),
        (lambda record: record.update(start={"seed": 3, "position": {}}), "a seed or a position"),
        (lambda record: record.update(start={"position": 5}), "the start"),
        (lambda record: record.update(start={"position": {"hand": ["9 9", "8"]}}), "the start"),
        (lambda record: record.update(first_hash="0" * 16), "the start does not have the hash"),
        (lambda record: record.update(last_hash="0" * 16), "is not the last one"),
        (lambda record: record.update(more=1), "unknown field"),
        (lambda record: record.pop("steps"), "missing required field"),
        (lambda record: record.update(steps=[[0, "pass"]]), "not a record file"),
        (lambda record: record.update(steps=[["0", "pass", ""]]), "not a record file"),
        (lambda record: record.update(steps="pass"), "not a record file"),
    ],
)
def test_a_bad_head_is_refused_with_the_reason(saved: Path, edit: Edit, complaint: str) -> None:
    with pytest.raises(tianxia.BadRecord, match=complaint):
        tianxia.replay(edited(saved, edit))


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"start": ' * 100_000, b"PK\x03\x04"]
)
def test_what_is_no_record_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    with pytest.raises(tianxia.BadRecord, match="not a record file"):
        tianxia.replay(path)


def test_flipped_bytes_are_found_or_change_nothing(saved: Path) -> None:
    whole, chance = saved.read_bytes(), random.Random(1)
    for _ in range(300):
        broken = bytearray(whole)
        for _ in range(chance.choice([1, 1, 1, 2, 8])):
            broken[chance.randrange(len(broken))] ^= 1 << chance.randrange(8)
        saved.write_bytes(broken)
        try:
            again = tianxia.replay(saved)
        except tianxia.BadRecord:
            continue
        assert again.chain == finished(3).chain, "a space became a tab, or the like"


def test_cut_files_are_refused(saved: Path) -> None:
    whole, chance = saved.read_bytes(), random.Random(2)
    for _ in range(60):
        saved.write_bytes(whole[: chance.randrange(len(whole) - 2)])
        with pytest.raises(tianxia.BadRecord, match="not a record file"):
            tianxia.replay(saved)


# --- other versions ---------------------------------------------------------------------------------------------------

GOLDEN = Path(__file__).parents[1] / "golden"
REPLAY = "import sys, tianxia; match = tianxia.replay(sys.argv[1]); print(match.hash(), match.position_hash())"


@pytest.mark.parametrize("game", tianxia.games.names())
def test_files_of_the_first_format_are_read_by_their_notation(game: str, tmp_path: Path) -> None:
    old = GOLDEN / f"match-1-{game}.json"
    match = tianxia.replay(old)
    assert match.hash() != json.loads(old.read_text())["last_hash"], "their hashes were of another kind"
    match.save(tmp_path / "new.json")
    assert json.loads((tmp_path / "new.json").read_text())["format"] == 2
    assert tianxia.replay(tmp_path / "new.json").chain == match.chain
    copy = tmp_path / "old.json"
    copy.write_bytes(old.read_bytes())
    edited(copy, lambda record: record["steps"][20].__setitem__(2, "0" * 16))
    assert tianxia.replay(copy).chain == match.chain, "their hashes are not compared"
    edited(copy, lambda record: record["steps"].__setitem__(20, record["steps"][19]))
    with pytest.raises(tianxia.BadRecord, match="step 21: "):
        tianxia.replay(copy)


@pytest.mark.parametrize("changes", [[A_KIND], [A_FIELD], [WHAT_FOLLOWS], [A_KIND, A_FIELD]])
def test_a_kind_a_field_that_is_zero_and_a_cache_change_no_hash(
    saved: Path, tmp_path: Path, changes: list[Change]
) -> None:
    match = tianxia.replay(saved)
    assert other_program(tmp_path / "other", changes, REPLAY, str(saved)).split() == [
        match.hash(),
        match.position_hash(),
    ]


@pytest.mark.parametrize("game", tianxia.games.names())
def test_what_follows_is_no_part_of_a_hash_and_everything_else_is(game: str) -> None:
    match = tianxia.load(game).new(1)
    for field in match.game.table.fields:
        other = match.copy()
        other._states[field.name].reshape(-1).view(np.uint8)[-1] ^= 1
        assert (other.position_hash() == match.position_hash()) == field.follows, field.name
