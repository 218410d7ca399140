"""A server with almost nothing around it: no home, no name, nothing to write on but one folder."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.site import Site

STRANGER = ["--reuid=54321", "--regid=54321", "--clear-groups"]
READS = ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
"""The project may lie where others may not read; what they may write is what counts here."""

READ_ONLY = """
mount --bind "$1" "$1"
cut -d' ' -f5 /proc/self/mountinfo | while read -r place; do
    case "$place" in /proc*|/dev*|/sys*|"$1") ;; *) mount -o remount,bind,ro "$place";; esac
done
mount -t tmpfs -o ro tmpfs /dev/shm
shift
exec "$@"
"""

OPEN = re.compile(r"Tianxia is open at http://127.0.0.1:\d+/  \(Ctrl-C closes it\)\n")
HALF = (
    "POST /play HTTP/1.1\\r\\nHost: 127.0.0.1:{port}\\r\\nOrigin: http://127.0.0.1:{port}\\r\\n"
    "Content-Length: 50\\r\\n\\r\\ngame="
)
"""A request that is not whole, as a shell's printf takes it."""

LOGGED = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \[(warning|error)\s*\] \S.*")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The one that can be written."""
    (tmp_path / "free").mkdir()
    (tmp_path / "free").chmod(0o777)
    return tmp_path / "free"


def as_a_stranger(*command: str) -> list[str]:
    """Somebody whom the machine does not know."""
    return ["setpriv", *STRANGER, *READS, *command] if os.geteuid() == 0 else list(command)


def with_nothing_to_write(folder: Path, *command: str) -> list[str]:
    mapped = [] if os.geteuid() == 0 else ["--map-root-user"]
    return ["unshare", *mapped, "--mount", "sh", "-ec", READ_ONLY, "sh", str(folder), *command]


def serve(*more: str | Path) -> list[str]:
    return [sys.executable, "-m", "tianxia", "serve", "--port", "0", *map(str, more)]


def refused(command: list[str], **environment: str) -> str:
    """The one line of a command that cannot be carried out."""
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, cwd="/", timeout=120)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.count("\n") == 1, ran.stderr
    return ran.stderr


def opens(command: list[str], **environment: str) -> str:
    """Starts and is stopped again; gives what it logged."""
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd="/"
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=60)
    assert OPEN.fullmatch(line), errors
    return errors


HOMES: list[dict[str, str]] = [{}, {"HOME": "/nonexistent"}]


@pytest.mark.parametrize("home", HOMES, ids=["none", "nonexistent"])
def test_a_stranger_without_a_home_is_told_to_name_a_folder(home: dict[str, str]) -> None:
    assert re.fullmatch(r"tianxia: .*: name .*folder.* with --data-dir\n", refused(as_a_stranger(*serve()), **home))


def test_whoever_may_not_write_to_the_folder_of_games_is_told_to_name_another(folder: Path) -> None:
    folder.chmod(0o755)
    command = as_a_stranger(*serve("--data-dir", folder))
    assert re.fullmatch(r"tianxia: .*: Permission denied: name another folder .* with --data-dir\n", refused(command))


@pytest.mark.parametrize("home", HOMES, ids=["none", "nonexistent"])
def test_a_stranger_without_a_home_serves_from_a_folder_that_it_names(folder: Path, home: dict[str, str]) -> None:
    named = {"TIANXIA_CACHE": str(folder / "cache"), **home}
    assert opens(as_a_stranger(*serve("--data-dir", folder / "games")), **named) == ""
    assert list((folder / "cache").iterdir())


def test_where_nothing_can_be_written_one_line_after_the_other_says_what_to_name(folder: Path) -> None:
    home = {"HOME": "/nonexistent"}
    assert refused(with_nothing_to_write(folder, *serve()), **home).endswith("with --data-dir\n")
    command = with_nothing_to_write(folder, *serve("--data-dir", folder / "games"))
    assert refused(command, **home).endswith("with TIANXIA_CACHE\n")
    assert opens(command, **home, TIANXIA_CACHE=str(folder / "cache")) == ""


def test_what_is_logged_has_time_and_level_and_is_not_repeated(tmp_path: Path) -> None:
    site = Site(tmp_path)
    try:
        for _ in range(30):
            subprocess.run(
                ["bash", "-c", f"exec 3<>/dev/tcp/127.0.0.1/{site.port}; printf 'nonsense\\r\\n\\r\\n' >&3; cat <&3"],
                capture_output=True,
                check=True,
            )
    finally:
        site.stop()
    (line,) = site.errors().splitlines()
    assert LOGGED.fullmatch(line)
    assert "Invalid HTTP request" in line


def test_a_stop_in_the_middle_of_a_request_prints_no_traceback(tmp_path: Path) -> None:
    site = Site(tmp_path)
    command = f"exec 3<>/dev/tcp/127.0.0.1/{site.port}; printf '{HALF.format(port=site.port)}' >&3; echo sent; sleep 60"
    waiting = subprocess.Popen(["bash", "-c", command], stdout=subprocess.PIPE)
    try:
        assert waiting.stdout is not None
        assert waiting.stdout.readline() == b"sent\n"
        began = time.monotonic()
        site.stop()
        assert time.monotonic() - began < 5
    finally:
        waiting.kill()
        waiting.wait()
    assert "Traceback" not in site.errors()
    assert all(LOGGED.fullmatch(line) for line in site.errors().splitlines())
