"""The cache of compiled code: named by all that decides what the code does, and readable where it can't be written."""

from __future__ import annotations

import shutil
from pathlib import Path

import numba
import pytest

from tianxia.engine import compiling
from tianxia.engine.compiling import const, count, lowest, plain, rule, sources_digest
from tianxia.engine.lists import put_each


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small package in the place of the real one."""
    for room in ("engine", "games/chess", "bots"):
        (tmp_path / room).mkdir(parents=True)
        (tmp_path / room / "rules.py").write_text("ROOKS = 2\n")
    monkeypatch.setattr(compiling, "PACKAGE", tmp_path)
    return tmp_path


def test_the_digest_is_the_same_for_the_same_sources(package: Path) -> None:
    before = sources_digest()
    (package / "engine" / "notes.txt").write_text("not compiled")
    (package / "server.py").write_text("not compiled")
    assert sources_digest() == before
    assert len(before) == 16


@pytest.mark.parametrize(
    "edit",
    [
        lambda package: (package / "games/chess/rules.py").write_text("ROOKS = 3\n"),
        lambda package: (package / "bots/more.py").write_text(""),
        lambda package: (package / "engine/rules.py").rename(package / "engine/rule.py"),
        lambda package: (package / "engine/rules.py").unlink(),
    ],
    ids=["an edit", "a new file", "another name", "a file less"],
)
def test_the_digest_changes_with_every_source(package: Path, edit: object) -> None:
    before = sources_digest()
    edit(package)  # type: ignore[operator]
    assert sources_digest() != before


def test_the_digest_changes_with_the_compiler_and_the_bounds_check(monkeypatch: pytest.MonkeyPatch) -> None:
    digests = {sources_digest()}
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", 1)
    digests.add(sources_digest())
    monkeypatch.setattr(numba, "__version__", "99.0")
    digests.add(sources_digest())
    assert len(digests) == 3


def test_the_cache_lies_in_the_named_root_under_the_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIANXIA_CACHE", str(tmp_path / "deep" / "root"))
    directory = compiling._cache_directory()
    assert directory == tmp_path / "deep" / "root" / f"compiled-{sources_digest()}"
    assert directory.is_dir()


def test_a_warm_cache_that_cannot_be_written_is_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: Path
) -> None:
    root = tmp_path / "root"
    warm = root / f"compiled-{sources_digest()}"
    warm.mkdir(parents=True)
    (warm / "rules.nbc").write_bytes(b"machine code")
    monkeypatch.setenv("TIANXIA_CACHE", str(root))
    monkeypatch.setattr(compiling, "_writable", lambda directory: root not in directory.parents)
    monkeypatch.setattr(compiling.tempfile, "gettempdir", lambda: str(tmp_path))
    copy = compiling._cache_directory()
    assert root not in copy.parents
    assert (copy / "rules.nbc").read_bytes() == b"machine code"
    assert compiling._cache_directory() == copy, "copied once"
    shutil.rmtree(warm)
    assert (copy / "rules.nbc").exists()


def test_a_user_s_own_numba_cache_setting_is_left_alone() -> None:
    before = numba.config.CACHE_DIR
    compiling.entry(lambda x: x)
    assert before == numba.config.CACHE_DIR


def test_tables_of_numbers_cannot_be_changed() -> None:
    table = const([3, 1, 4])
    with pytest.raises((ValueError, TypeError)):
        table[0] = 5


@pytest.mark.parametrize("word", [1, 2, 0b1011, 1 << 40, (1 << 62) - 1])
def test_count_and_lowest_of_a_bit_set(word: int) -> None:
    bits = [i for i in range(62) if word >> i & 1]
    assert (count(word), lowest(word)) == (len(bits), bits[0])


PRIMES = const([2, 3, 5])


@rule
def prime(i):
    return PRIMES[i]


@rule
def sum_of_primes(n):
    return prime(n - 1) + sum_of_primes(n - 1) if n else 0


def test_a_rule_and_all_that_it_calls_run_as_plain_python() -> None:
    total = plain(sum_of_primes)(3)
    assert total == 10
    assert type(total) is int, "numbers of a table are Python's"
    assert plain(sum_of_primes) is plain(sum_of_primes)


@pytest.mark.parametrize("members", [0, 1, 0b1011, 0b11111, 1 << 40, (1 << 62) - 1])
def test_an_action_is_put_down_for_each_member_of_a_set(members: int) -> None:
    out = [0, *[-1] * 70]
    end = put_each(out, 1, 100, members)
    assert out[:end] == [0, *(100 + i for i in range(62) if members >> i & 1)]
