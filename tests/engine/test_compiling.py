"""The cache of compiled code: named by all that decides what the code does, and readable where it can't be written."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import llvmlite.binding
import numba
import pytest
from numba.core.dispatcher import Dispatcher

import tianxia
from tianxia import warmup
from tianxia.engine import compiling, sources
from tianxia.engine.compiling import const, py_func, rule
from tianxia.engine.primitives import count, lowest, put_each
from tianxia.engine.sources import sources_digest


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small package in the place of the real one."""
    files = {
        "engine/entries.py": "from tianxia.engine import lists\n\n@entry\ndef legal(): ...\n",
        "engine/lists.py": "LENGTH = 8\n",
        "games/chess/rules.py": "from tianxia.games.chess.pieces import (\n    ROOKS,\n)\n\n@rule\ndef castle(): ...\n",
        "games/chess/pieces.py": "ROOKS = 2\n",
        "games/chess/notes.py": "CHECK = 'check'\n",
        "games/chess/__init__.py": "from tianxia.games.chess import notes, rules\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(sources, "PACKAGE", tmp_path)
    return tmp_path


@pytest.mark.parametrize("unread", ["engine/notes.txt", "server.py", "games/chess/notes.py"])
def test_the_digest_is_the_same_for_the_same_compiled_code(package: Path, unread: str) -> None:
    before = sources_digest()
    (package / unread).write_text("CHECK = 'in check'")
    assert sources_digest() == before
    assert len(before) == 16


@pytest.mark.parametrize(
    "edit",
    [
        lambda package: (package / "games/chess/pieces.py").write_text("ROOKS = 3\n"),
        lambda package: (package / "games/chess/__init__.py").write_text(""),
        lambda package: (package / "engine/more.py").write_text("@rule\ndef more(): ...\n"),
        lambda package: (package / "engine/lists.py").write_text("LENGTH = 16\n"),
        lambda package: (package / "engine/entries.py").rename(package / "engine/others.py"),
        lambda package: (package / "games/chess/rules.py").unlink(),
    ],
    ids=[
        "what a rule imports",
        "what joins the game",
        "a new file",
        "what an entry point imports",
        "another name",
        "a file less",
    ],
)
def test_the_digest_changes_with_every_source_of_compiled_code(package: Path, edit: Callable[[Path], object]) -> None:
    before = sources_digest()
    edit(package)
    assert sources_digest() != before


def test_all_modules_with_compiled_functions_are_in_the_digest() -> None:
    """Whatever Numba has compiled or may compile of this package comes from a file that is counted."""
    for name in tianxia.games.names():
        warmup.compile_steps(tianxia.load(name))
    found = {str(path) for path in sources.compiled_sources()}
    functions = [
        value
        for name, module in list(sys.modules.items())
        if name.startswith("tianxia")
        for value in vars(module).values()
    ]
    files = {value.py_func.__code__.co_filename for value in functions if isinstance(value, Dispatcher)}
    assert len(files) > 50 or compiling.INTERPRETED
    assert files <= found


def test_of_one_game_nothing_of_another_is_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An arena plays one game: whoever waits for it waits for no other one."""
    told: list[str] = []
    monkeypatch.setattr(warmup, "kept", lambda: tmp_path)
    warmup.warm_up(lambda label, number, count: told.append(label), ["sun-tzu"])
    assert {label.partition(":")[0] for label in told} == {"Sun Tzu", "done"}
    assert warmup.is_warm(["sun-tzu"])
    assert warmup.is_warm() is warmup.is_warm(["huns", "sun-tzu"]) is warmup.INTERPRETED


def test_the_digest_changes_with_the_place_and_the_processor(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests = {sources_digest()}
    monkeypatch.setattr(sources, "PACKAGE", Path(shutil.copytree(package, tmp_path / "elsewhere")))
    digests.add(sources_digest())
    monkeypatch.setattr(llvmlite.binding, "get_host_cpu_name", lambda: "abacus")
    digests.add(sources_digest())
    assert len(digests) == 3


def test_the_digest_changes_with_the_compiler_and_the_bounds_check(monkeypatch: pytest.MonkeyPatch) -> None:
    digests = {sources_digest()}
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", 1)
    digests.add(sources_digest())
    monkeypatch.setattr(numba, "__version__", "99.0")
    digests.add(sources_digest())
    monkeypatch.setenv("TIANXIA_STOCK_NUMBA", "1")
    digests.add(sources_digest())
    assert len(digests) == 4


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
    total = py_func(sum_of_primes)(3)
    assert total == 10
    assert type(total) is int, "numbers of a table are Python's"
    assert py_func(sum_of_primes) is py_func(sum_of_primes)


@pytest.mark.parametrize("members", [0, 1, 0b1011, 0b11111, 1 << 40, (1 << 62) - 1])
def test_an_action_is_put_down_for_each_member_of_a_set(members: int) -> None:
    out = [0, *[-1] * 70]
    end = put_each(out, 1, 100, members)
    assert out[:end] == [0, *(100 + i for i in range(62) if members >> i & 1)]
