"""Where compiled code lies, who may have put it there, and what happens when it is damaged."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tianxia.engine import cache, compiling
from tianxia.engine.errors import TianxiaError
from tianxia.engine.sources import sources_digest

NOBODY = 65534

SQUARE = """
    from pathlib import Path
    from tianxia.engine import compiling

    @compiling.entry
    def square(x):
        return x * x

    print(square(7), square.stats.cache_hits[square.signatures[0]] if square.stats.cache_hits else 0)
"""


def run(script: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0", **environment}
    return subprocess.run([sys.executable, str(script)], env=environment, capture_output=True, text=True)


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "square.py"
    path.write_text(textwrap.dedent(SQUARE))
    return path


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A script that has run once, and the cache that it has left."""
    folder = tmp_path_factory.mktemp("ran")
    script, root = folder / "square.py", folder / "cache"
    script.write_text(textwrap.dedent(SQUARE))
    assert run(script, TIANXIA_CACHE=str(root)).stdout == "49 0\n"
    return script, root


@pytest.fixture
def cached(ran: tuple[Path, Path], tmp_path: Path) -> Path:
    """A copy of that cache."""
    return shutil.copytree(ran[1], tmp_path / "cache")


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr(cache.tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture
def warm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache with something in it that can't be written, as one of an image's layers."""
    root = tmp_path / "root"
    folder = root / f"compiled-{sources_digest()}"
    folder.mkdir(parents=True)
    (folder / "rules.nbc").write_bytes(b"machine code")
    monkeypatch.setenv("TIANXIA_CACHE", str(root))
    monkeypatch.setattr(cache, "_writable", lambda folder: root not in folder.parents)
    return folder


def test_the_cache_lies_in_the_named_root_under_the_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIANXIA_CACHE", str(tmp_path / "deep" / "root"))
    folder = cache.usable()
    assert folder == tmp_path / "deep" / "root" / f"compiled-{sources_digest()}"
    assert folder.is_dir()


@pytest.mark.parametrize("damage", [0, 0.5, -100], ids=["empty", "cut", "zeros at its end"])
def test_a_damaged_cache_is_compiled_anew_and_told_once(ran: tuple[Path, Path], cached: Path, damage: float) -> None:
    """As a crash leaves files, both kinds of them: the index of a function and its machine code."""
    script, root = ran[0], {"TIANXIA_CACHE": str(cached)}
    paths = [path for path in cached.rglob("*.nb?") if path.is_file()]
    assert sorted(path.suffix for path in paths) == [".nbc", ".nbi"]
    for path in paths:
        data = path.read_bytes()
        path.write_bytes(data[:damage] + bytes(-damage) if damage < 0 else data[: int(len(data) * damage)])
        healing = run(script, **root)
        assert (healing.returncode, healing.stdout) == (0, "49 0\n")
        assert re.fullmatch(r"compiled code in \S+ was damaged; it is compiled anew.*\n", healing.stderr)
    healed = run(script, **root)
    assert (healed.stdout, healed.stderr) == ("49 1\n", ""), "whole again"


def test_a_source_that_says_the_same_is_not_compiled_anew_whatever_its_time(script: Path, tmp_path: Path) -> None:
    """Each installation writes its files anew; what says that all is compiled must stay true."""
    root = {"TIANXIA_CACHE": str(tmp_path / "cache")}
    cold = run(script, **root)
    assert (cold.stdout, cold.stderr) == ("49 0\n", cache.COMPILES + "\n"), "who waits for it is told why"
    os.utime(script, (1e9, 1e9))
    warm = run(script, **root)
    assert (warm.stdout, warm.stderr) == ("49 1\n", "")
    script.write_text(script.read_text().replace("return x * x", "return x + x"))
    assert run(script, **root).stdout == "14 0\n"


def test_a_folder_in_the_place_of_compiled_code_makes_way(ran: tuple[Path, Path], cached: Path) -> None:
    script, root = ran[0], {"TIANXIA_CACHE": str(cached)}
    for path in [path for path in cached.rglob("*.nb?") if path.is_file()]:
        path.unlink()
        path.mkdir()
        assert run(script, **root).stdout == "49 0\n", "compiled anew"
        assert run(script, **root).stdout == "49 1\n", "and kept"


def test_what_nobody_has_used_for_long_goes_and_what_a_process_uses_stays(cached: Path) -> None:
    """Each version, and each place of the package, has a folder of its own."""
    (own,) = cached.iterdir()
    used, old, young = (cached / f"compiled-{name}" for name in ("used", "old", "young"))
    for folder in (used, old, young):
        shutil.copytree(own, folder)
    os.utime(old / cache.IN_USE, (1e9, 1e9))
    using = (
        f"import pathlib; from tianxia.engine import cache; print(cache._held(pathlib.Path({str(used)!r}))); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-u", "-c", using], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout.readline() == b"True\n"
        os.utime(used / cache.IN_USE, (1e9, 1e9))
        cache.remove_forgotten(own)
        assert set(cached.iterdir()) == {own, used, young}
        process.communicate(b"\n")
    cache.remove_forgotten(own)
    assert set(cached.iterdir()) == {own, young}


def test_a_warm_cache_that_cannot_be_written_is_copied_for_oneself_alone(warm: Path, temporary: Path) -> None:
    copy = cache.usable()
    assert copy.parent == temporary
    assert (copy / "rules.nbc").read_bytes() == b"machine code"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o700
    assert cache.usable() == copy, "copied once"
    shutil.rmtree(warm)
    assert (cache.usable() / "rules.nbc").exists()


@pytest.mark.parametrize("trap", ["anybody's", "another user's", "a link", "a file"])
def test_code_is_not_read_from_a_folder_that_somebody_else_may_have_made(
    warm: Path, temporary: Path, trap: str
) -> None:
    name = temporary / f"tianxia-{os.geteuid()}-{warm.name}"
    if trap == "a link":
        (temporary / "elsewhere").mkdir(mode=0o700)
        name.symlink_to(temporary / "elsewhere")
    elif trap == "a file":
        name.touch(mode=0o700)
    else:
        name.mkdir()
        name.chmod(0o777 if trap == "anybody's" else 0o700)
        if trap == "another user's":
            if os.geteuid():
                pytest.fail("only root can give a folder away")
            os.chown(name, NOBODY, NOBODY)
    copy = cache.usable()
    assert copy != name
    assert copy.parent == temporary
    assert (copy / "rules.nbc").read_bytes() == b"machine code"
    assert cache.usable() == copy


def test_a_user_without_a_home_has_a_temporary_cache(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(name: str) -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.delenv("TIANXIA_CACHE", raising=False)
    monkeypatch.setattr(cache.platformdirs, "user_cache_path", nobody)
    assert cache.usable().parent == temporary


def test_where_there_is_no_place_at_all_code_is_not_kept_and_one_line_says_what_to_name(
    warm: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nowhere() -> str:
        raise FileNotFoundError

    monkeypatch.setattr(cache.tempfile, "gettempdir", nowhere)
    assert cache.usable() is None
    monkeypatch.setattr(compiling, "CACHE", None)
    assert compiling.entry(lambda x: x * x)(7) == 49
    with pytest.raises(TianxiaError, match=r"with TIANXIA_CACHE$"):
        compiling.kept()
