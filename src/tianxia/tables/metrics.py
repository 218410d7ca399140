"""What is counted and measured for the operator, for all games of a kind together: never a table, a person or a choice."""

from collections.abc import Iterable, Iterator

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    Metric,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

REGISTRY = CollectorRegistry()
"""All of this process."""

disable_created_metrics()  # type: ignore[no-untyped-call]  # when each of them began is of no use
ProcessCollector(registry=REGISTRY)
PlatformCollector(registry=REGISTRY)

FAST = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds that bound the classes of what should be done at once."""

REQUESTS = Counter("tianxia_requests", "Requests that were answered.", ["method", "status"], registry=REGISTRY)
BEGUN = Counter("tianxia_games_begun", "Games that were set up.", ["game"], registry=REGISTRY)
FINISHED = Counter("tianxia_games_finished", "Games that came to an end.", ["game"], registry=REGISTRY)
ACCEPTED = Counter(
    "tianxia_actions_accepted", "Actions that were stored, of people and bots.", ["game"], registry=REGISTRY
)
REFUSED = Counter(
    "tianxia_commands_refused", "Commands of pages that changed nothing.", ["game", "code"], registry=REGISTRY
)
COMMAND = Histogram(
    "tianxia_command_seconds",
    "From the arrival of a page's command to its answer.",
    ["game"],
    buckets=FAST,
    registry=REGISTRY,
)
COMMIT = Histogram(
    "tianxia_store_commit_seconds", "One transaction of the store that writes.", buckets=FAST, registry=REGISTRY
)
TOGETHER = Histogram(
    "tianxia_store_commit_jobs",
    "What shares one transaction that writes.",
    buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256),
    registry=REGISTRY,
)
QUESTIONS = Counter(
    "tianxia_bot_questions",
    "Questions to bots: answered in full time, in a shortened one, by the heuristic, or not at all.",
    ["answer"],
    registry=REGISTRY,
)
THOUGHT = Histogram(
    "tianxia_bot_seconds",
    "From a question to a bot to its answer.",
    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0),
    registry=REGISTRY,
)
NOTICES = Counter(
    "tianxia_notices",
    "What was sent to people of whom it is the turn: sent, refused there, failed on the way, or dropped for want of room.",
    ["kind", "end"],
    registry=REGISTRY,
)
LAG = Histogram(
    "tianxia_loop_lag_seconds", "How late the event loop comes to what is due.", buckets=FAST, registry=REGISTRY
)


class Now(Collector):
    """What is so at this moment: gauges by name, each with what it says and its values by a label."""

    def __init__(self, gauges: Iterable[tuple[str, str, dict[str, float]]]) -> None:
        self._gauges = gauges

    def collect(self) -> Iterator[Metric]:
        """All of them; a value without a label has an empty one."""
        for name, said, values in self._gauges:
            label = ["part"] if any(values) else []
            family = GaugeMetricFamily(name, said, labels=label)
            for part, value in values.items():
                family.add_metric([part] if label else [], value)
            yield family
