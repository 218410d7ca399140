"""What an operator starts the server with fits it: names, options, files. Container engines are not asked."""

import configparser
import os
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.server.test_hosting import program
from tianxia.server import settings
from tianxia.server.settings import Settings, read

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
VARIABLES = {settings.PREFIX + name.upper() for name in Settings.model_fields} | {
    settings.CONFIG,
    *settings.OF_COMPILER,
}
COMPOSED = {"compose.yaml": "Caddyfile", "compose.postgres.yaml": "Caddyfile.postgres"}
MOST_STOPPING = 5  # seconds


def composed(file: str) -> dict[str, Any]:
    """A compose file, with what the shell puts into it."""
    text = (DEPLOY / file).read_text()
    for name, value in (("SITE", "games.example.org"), ("POSTGRES_PASSWORD", "wonder")):
        text = re.sub(rf"\$\{{{name}:\?[^}}]*\}}", value, text)
    assert "${" not in text
    found: dict[str, Any] = yaml.safe_load(text)
    return found


def checked(variables: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The settings that these variables make."""
    ours = {name: value for name, value in variables.items() if name.startswith(settings.PREFIX)}
    assert ours.keys() <= VARIABLES
    for name, value in ours.items():
        monkeypatch.setenv(name, value)
    return read()


def seconds(text: str) -> int:
    return int(text.removesuffix("s"))


def containerfile() -> dict[str, list[str]]:
    """The instructions of the last stage, by name."""
    lines = (DEPLOY / "Containerfile").read_text().replace("\\\n", " ").splitlines()
    found: dict[str, list[str]] = {}
    for line in lines:
        name, _, rest = line.partition(" ")
        if name == "FROM":
            found = {}
        if name and not name.startswith("#"):
            found.setdefault(name, []).append(" ".join(rest.split()))
    return found


def test_the_example_of_a_file_is_read() -> None:
    found = read({}, DEPLOY / "tianxia.toml")
    assert found.allow_host == ("games.example.org",)
    commented = re.findall(r"^# (\w+) = (.*)$", (DEPLOY / "tianxia.toml").read_text(), re.MULTILINE)
    assert {name for name, _ in commented} == {"metrics_token", "database"}


def test_a_container_runs_as_nobody_in_particular_and_keeps_all_in_its_volume(monkeypatch: pytest.MonkeyPatch) -> None:
    image = containerfile()
    variables = dict(pair.split("=", 1) for pair in shlex.split(image["ENV"][0]))
    found = checked(variables, monkeypatch)
    assert (found.host, str(found.data_dir)) == ("0.0.0.0", "/data")
    assert variables["TIANXIA_CACHE"].startswith("/data/")
    assert image["VOLUME"] == ["/data"]
    assert image["USER"] == ["10001"]
    assert f"--uid {image['USER'][0]}" in image["RUN"][0]
    assert (image["ENTRYPOINT"], image["CMD"]) == (['["tianxia"]'], ['["serve"]'])
    (health,) = image["HEALTHCHECK"]
    assert f"http://127.0.0.1:{found.port}/ready" in health
    assert image["EXPOSE"] == [str(found.port)]


def test_the_image_is_made_of_what_the_package_is_made_of() -> None:
    kept = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert all((ROOT / name).exists() for name in kept)
    assert {"src", "web", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE"} == kept


@pytest.mark.parametrize("file", COMPOSED)
def test_a_compose_file_names_what_there_is(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = composed(file)
    services = told["services"]
    servers = {name: service for name, service in services.items() if service.get("image") == "tianxia"}
    (subnet,) = (one["subnet"] for one in told["networks"]["inside"]["ipam"]["config"])
    for service in servers.values():
        found = checked(service["environment"], monkeypatch)
        assert found.trust_proxy == (subnet,)
        assert "games.example.org" in found.allow_host
        assert seconds(service["stop_grace_period"]) > MOST_STOPPING
        assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).resolve().is_file()
        (volume,) = service["volumes"]
        assert volume.endswith(":/data")
        assert volume.partition(":")[0] in told["volumes"]
        assert set(service.get("depends_on", ())) <= services.keys()
        assert "ports" not in service, "only the proxy is seen from outside"
    upstreams = set(re.findall(r"([\w-]+):8000", (DEPLOY / COMPOSED[file]).read_text()))
    assert upstreams == servers.keys()
    assert any(f"./{COMPOSED[file]}:/etc/caddy/Caddyfile:ro" in volume for volume in services["caddy"]["volumes"])
    if len(servers) > 1:
        assert upstreams <= set(found.allow_host), "they are asked by these names whether they are ready"
        assert found.database == "postgresql://tianxia:wonder@postgres/tianxia"


@pytest.mark.parametrize("file", COMPOSED.values())
def test_a_proxy_takes_its_file(file: str, tmp_path: Path) -> None:
    command = [program("caddy"), "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / file)]
    environment = {**os.environ, "SITE": "games.example.org", "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_unit_starts_a_command_that_there_is_and_gives_it_time_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment]
    unit.read_string((DEPLOY / "tianxia.service").read_text())
    service = unit["Service"]
    command, *words = service["ExecStart"].split()
    assert command == "/opt/tianxia/bin/tianxia"
    assert words == ["serve", "--config", "/etc/tianxia.toml"]
    variables = dict(pair.split("=", 1) for pair in service["Environment"].split())
    assert variables == {"TIANXIA_DATA_DIR": "%S/tianxia", "TIANXIA_CACHE": "%C/tianxia"}
    assert (service["StateDirectory"], service["CacheDirectory"]) == ("tianxia", "tianxia")
    checked(variables, monkeypatch)
    assert int(service["TimeoutStopSec"]) > MOST_STOPPING
    assert "MemoryDenyWriteExecute" not in service, "rules are compiled"
