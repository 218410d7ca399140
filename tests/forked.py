"""A process that has loaded the server, interpreted, and from which others fork: to load it is most of what a start takes."""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["tests.server.site", "tests.e2e.serving"])


class Forked:
    """A forked process that does some work, in the environment of this one, with what a ``subprocess.Popen`` has."""

    def __init__(self, work: Callable[..., None], *about: Any, errors: Path | None = None) -> None:
        said, says = CONTEXT.Pipe(duplex=False)
        with pytest.MonkeyPatch.context() as patch, says:
            patch.setenv("NUMBA_DISABLE_JIT", "1")
            about = (dict(os.environ), says, errors, work, *about)
            self._process = CONTEXT.Process(target=_become, args=about, daemon=True)
            self._process.start()
        with said:
            self.stdout = open(os.dup(said.fileno()), encoding="utf-8")  # noqa: SIM115
        assert self._process.pid is not None
        self.pid = self._process.pid

    def send_signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    def terminate(self) -> None:
        self._process.terminate()

    def wait(self, timeout: float | None = None) -> int:
        """Until it is gone; gives its exit status. Raises TimeoutExpired."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
        return self._process.exitcode


def _become(
    environment: dict[str, str], says: Connection, errors: Path | None, work: Callable[..., None], *about: Any
) -> None:
    """What differs in a process of its own."""
    os.setsid()
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    sys.path += filter(None, environment.get("PYTHONPATH", "").split(os.pathsep))
    os.dup2(says.fileno(), sys.__stdout__.fileno())
    says.close()
    if errors:
        with errors.open("ab") as file:
            os.dup2(file.fileno(), sys.__stderr__.fileno())
    work(*about)
