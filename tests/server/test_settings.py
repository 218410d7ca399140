"""Settings: what the command line says counts most, then the environment, then the file, then what is usual."""

from pathlib import Path

import pytest

from tianxia.server import settings
from tianxia.server.limits import Limits
from tianxia.server.settings import BadSettings, Settings, read

TOKEN = "a token that nobody knows"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "tianxia.toml"
    monkeypatch.setenv("TIANXIA_CONFIG", str(file))
    file.write_text('port = 81\nhost = "::1"\nallow_host = ["a.example"]\n[limits]\ngames = 3\nsockets = 7\n')
    return file


def test_the_command_line_goes_before_the_environment_and_that_before_the_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (read().port, read().host, read().cap) == (81, "::1", 20.0)
    monkeypatch.setenv("TIANXIA_PORT", "82")
    assert read().port == 82
    assert read({"port": "83"}).port == 83
    monkeypatch.setenv("TIANXIA_HOST", "")  # as good as not set
    assert read().host == "::1"


def test_a_file_that_is_named_goes_before_that_of_the_environment(file: Path, tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text("port = 99")
    assert read({}, tmp_path / "other.toml").port == 99


def test_lists_are_written_with_spaces_or_commas_and_limits_of_all_places_are_put_together(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert read().allow_host == ("a.example",)
    monkeypatch.setenv("TIANXIA_ALLOW_HOST", "b.example, c.example")
    monkeypatch.setenv("TIANXIA_LIMITS", "sockets=8 work=5")
    assert read().allow_host == ("b.example", "c.example")
    assert read({"limits": ["work=6"]}).limits == Limits(games=3, sockets=8, work=6)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("port = 'x'", "{file}: port: 'x' should be a valid integer"),
        ("prot = 1", "{file}: there is no setting 'prot'; there are host, port, "),
        ("port = ", "{file}: it should be written in TOML: "),
        ("limits = 3", "{file}: limits: limits should be numbers by name"),
        ("[limits]\nspeed = 3", "{file}: limits: there is no limit 'speed'; there are request, "),
        ("log_format = 'xml'", "{file}: log_format: 'xml' should be 'text' or 'json'"),
        ("database = 'mysql://x'", "{file}: database: should be written as postgresql://user:password@host/name"),
        (
            "openid_issuer = 'http://a.example'",
            "{file}: openid_issuer: 'http://a.example' should be written as https://",
        ),
        (
            "openid_issuer = 'https://a.example'",
            "openid_client: openid_issuer and openid_client should be set together",
        ),
        ("openid_client = 'tianxia'", "{file}: openid_client: openid_issuer and openid_client should be set together"),
        (
            "mail_server = 'smtp.example.org:99999'\nmail_from = 'a@b.org'",
            "{file}: mail_server: 'smtp.example.org:99999' should",
        ),
        (
            "mail_server = 'smtp.example.org'\nmail_from = 'tianxia'",
            "{file}: mail_from: 'tianxia' should be written as",
        ),
        ("metrics_token = 'short'", "{file}: metrics_token: String should have at least 16 characters"),
    ],
)
def test_what_is_wrong_is_told_with_its_place_and_what_would_be_right(file: Path, text: str, said: str) -> None:
    file.write_text(text)
    with pytest.raises(BadSettings) as error:
        read()
    assert str(error.value).startswith(said.format(file=file))


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("TIANXIA_PORT", "x", "TIANXIA_PORT: 'x' should be a valid integer"),
        ("TIANXIA_LIMITS", "games", "TIANXIA_LIMITS: limit 'games' should be written as name=value"),
        ("TIANXIA_ROOT_PATH", "x", "TIANXIA_ROOT_PATH: root path 'x' should be written as /tianxia"),
    ],
)
def test_a_variable_that_is_wrong_is_told_by_its_name(
    file: Path, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, said: str
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(BadSettings) as error:
        read()
    assert str(error.value).startswith(said)


def test_secrets_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIANXIA_METRICS_TOKEN", TOKEN)
    monkeypatch.setenv("TIANXIA_OPENID_SECRET", "rabbit hole")
    found = read({"database": "postgresql://ada:wonder@db/games"})
    shown = repr(found) + "".join(map(found.shown, Settings.model_fields))
    assert "postgresql://ada:***@db/games" in shown
    assert TOKEN not in shown
    assert "rabbit hole" not in shown
    assert "wonder" not in shown
    assert read({"database": "postgresql://ada:wonder@[::1"}).shown("database") == "***"
    monkeypatch.setenv("TIANXIA_METRICS_TOKEN", "wonder")
    with pytest.raises(BadSettings) as error:
        read()
    assert "wonder" not in str(error.value)


def test_settings_go_to_another_process_as_they_are() -> None:
    found = read({"port": "9", "limits": ["games=2"], "allow_host": ["a"], "database": "postgresql://a:b@c/d"})
    assert Settings(**found.model_dump(mode="json")) == found


def test_every_setting_is_told_on_the_page_as_it_is() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
    told = page.partition("| setting |")[2].partition("\n\n")[0].splitlines()[2:]
    usual = Settings.model_construct()
    for line, (name, field) in zip(told, settings.table(), strict=True):
        option = settings.OPTIONS.get(name, "--" + name.replace("_", "-"))
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        assert cells == [
            f"`{name}`",
            "" if name in settings.NO_OPTION else f"`{option}`",
            f"`{usual.shown(name)}`" if usual.shown(name) else "",
            field.description,
        ]
