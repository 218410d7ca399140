"""What is measured: for who names the token, without anything about a table or a person."""

import random
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from tests.server.site import Browser, Site, client_of
from tianxia.server.application import app
from tianxia.tables import metrics
from tianxia.tables.pace import AT_ONCE
from tianxia.tables.store import StoreError

TOKEN = "nobody should know this"
LABELS = {"game", "code", "method", "status", "answer", "part", "le"}
OF_CLIENT = ("process_", "python_")


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"), metrics_token=TOKEN)
    yield site
    site.stop()


def read(site: Site) -> dict[str, float]:
    """All samples by name and labels."""
    answer = client_of(site).get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    found = {}
    for family in text_string_to_metric_families(answer.text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            assert family.name.startswith(OF_CLIENT) or sample.labels.keys() <= LABELS
            found[f"{sample.name}{{{labels}}}"] = sample.value
    return found


def test_without_a_token_there_are_no_metrics(shared: Site, watched: Site) -> None:
    for headers in ({}, {"authorization": "Bearer"}, {"authorization": "Bearer None"}):
        assert client_of(shared).get("/metrics", headers=headers).status_code == 404
        answer = client_of(watched).get("/metrics", headers=headers)
        assert answer.status_code == 401
        assert "tianxia_" not in answer.text


def test_games_sockets_actions_and_the_store_are_counted(watched: Site) -> None:
    browser, chance = Browser(watched), random.Random(1)
    table = browser.play(seat="0")
    with browser.open(table) as page:
        before = read(watched)
        assert before["tianxia_sockets{}"] == 1
        assert before["tianxia_tables{}"] == 1
        assert before["tianxia_games_begun_total{game=chu-han}"] == 1
        while page.act(chance):
            pass
        page.command(0, expect=0)
        while page.hear()["type"] != "error":
            pass
    after = read(watched)
    assert after["tianxia_games_finished_total{game=chu-han}"] == 1
    assert after["tianxia_actions_accepted_total{game=chu-han}"] > 20
    assert after["tianxia_commands_refused_total{code=over,game=chu-han}"] == 1
    assert after["tianxia_command_seconds_count{game=chu-han}"] > 10
    assert after["tianxia_store_commit_seconds_count{}"] > before["tianxia_store_commit_seconds_count{}"]
    assert after["tianxia_bot_questions_total{answer=none}"] > 0, "bots without processes play at random"
    assert after["tianxia_requests_total{method=POST,status=303}"] == 1
    assert after["tianxia_up{part=store}"] == after["tianxia_up{part=bots}"] == 1
    assert after["tianxia_damaged_games{}"] == 0
    assert {"tianxia_waiting{part=writes}", "tianxia_waiting{part=reads}", "tianxia_waiting{part=bots}"} <= after.keys()
    assert after["process_resident_memory_bytes{}"] > 1e6
    told = " ".join(after)
    assert not [secret for secret in (table, *browser.cookies.values()) if secret in told]


def test_every_metric_is_told_on_the_page(watched: Site) -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
    told = set(re.findall(r"^\| `(tianxia_\w+)`", page, re.MULTILINE))
    answer = client_of(watched).get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    families = set(re.findall(r"^# TYPE (\w+)", answer.text, re.MULTILINE))
    assert told == {name for name in families if not name.startswith(OF_CLIENT)}


def test_how_late_the_event_loop_is_gets_measured() -> None:
    assert any(family.name == "tianxia_loop_lag_seconds" for family in metrics.REGISTRY.collect())


# -- ready -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Callable[[], TestClient]]:
    with ExitStack() as stack:
        yield lambda: stack.enter_context(TestClient(app(tmp_path, pace=AT_ONCE, workers=0)))


def test_a_server_is_ready_until_it_stops(client: Callable[[], TestClient]) -> None:
    asked = client()
    assert (asked.get("/ready").status_code, asked.get("/ready").json()) == (200, {"ready": True, "reason": ""})
    asked.app.state.stopping.set()  # type: ignore[attr-defined]
    assert (asked.get("/ready").status_code, asked.get("/ready").json()["reason"]) == (503, "stopping")


def test_a_server_that_can_read_no_games_is_not_ready(
    client: Callable[[], TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = client()

    async def gone(_id: str) -> None:
        raise StoreError("the file is gone")

    monkeypatch.setattr(asked.app.state.registry.store, "glance", gone)  # type: ignore[attr-defined]
    assert asked.get("/ready").json() == {"ready": False, "reason": "the file is gone"}
