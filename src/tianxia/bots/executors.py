"""Where bots play their games: in this process, in several of this machine, or on the machines of a Ray cluster.

All three take work as executors of `concurrent.futures` do. What is played does not depend on where.
"""

import logging
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from typing import Any, Protocol, TypeVar

from tianxia.engine.errors import TianxiaError

T = TypeVar("T")


class Here(Executor):
    """This process, which does at once what it is given."""

    places = 1

    def submit(self, function: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Do it; raises what it raises."""
        future: Future[T] = Future()
        future.set_result(function(*args, **kwargs))
        return future


class Processes(ProcessPoolExecutor):
    """Processes of this machine."""

    def __init__(self, count: int) -> None:
        self.places = count
        super().__init__(count, multiprocessing.get_context("spawn"))


class Cluster(Executor):
    """The machines of a Ray cluster, on each of which this package is installed: one piece of work a core.

    `address` as Ray takes it: "auto", "10.0.0.1:6379", "ray://10.0.0.1:10001", or "local" for a cluster of this machine
    alone. What is lost with a machine is done again. Raises TianxiaError where there is no Ray, or no cluster.
    """

    def __init__(self, address: str) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # of a cluster that is started here
        try:
            import ray
        except ModuleNotFoundError:
            raise TianxiaError("Ray is missing: pip install tianxia[ray]") from None
        self._leave: Callable[[], None] = lambda: None
        if not ray.is_initialized():  # else this process works there already, and goes on to
            try:
                ray.init(address, logging_level=logging.ERROR, log_to_driver=False)
            except (ConnectionError, ValueError) as error:
                raise TianxiaError(f"no Ray cluster at {address}: {error}") from error
            self._leave = ray.shutdown
        self._call: Any = ray.remote(_call)
        self.places = max(1, int(ray.cluster_resources().get("CPU", 1)))

    def submit(self, function: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Have it done somewhere."""
        future: Future[T] = self._call.remote(function, args, kwargs).future()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster."""
        self._leave()


def _call(function: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> T:
    return function(*args, **kwargs)


class Somewhere(Protocol):
    """An executor that says how much it does at the same time."""

    places: int

    def submit(self, function: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Have it done."""

    def __enter__(self) -> Any: ...

    def __exit__(self, *_: Any) -> Any: ...


def executor(processes: int = 1, ray: str = "") -> Somewhere:
    """On the cluster at that address, if one is named, else so many processes; one is this process itself."""
    if ray:
        return Cluster(ray)
    return Here() if processes == 1 else Processes(processes)


def spread(place: Somewhere, function: Callable[..., T], calls: Iterable[tuple[Any, ...]]) -> Iterator[T]:
    """What a function gives for each of these arguments, as soon as it is known; only a few wait ahead."""
    running: set[Future[T]] = set()
    for arguments in calls:
        running.add(place.submit(function, *arguments))
        if len(running) >= 2 * place.places or place.places == 1:
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in finished)
    while running:
        finished, running = wait(running, return_when=FIRST_COMPLETED)
        yield from (future.result() for future in finished)
