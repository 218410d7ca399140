"""The commands that serve the games, and that tell with which settings."""

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.table import Table

from tianxia.commands.console import OUT, BadInput
from tianxia.server import settings as known
from tianxia.server.settings import BadSettings, Settings

Run = Callable[[Settings], None]
NAMED = Annotated[Path | None, Parameter(help="File of settings; TIANXIA_CONFIG names one too.")]


def taking_settings(run: Callable[[Mapping[str, Any], Path | None], None]) -> Callable[..., None]:
    """A command with an option for each setting; it gets those that were given, and the file that was named."""

    @wraps(run)
    def command(**given: Any) -> None:
        config = given.pop("config", None)
        run({name: value for name, value in given.items() if value is not None}, config)

    parameters = [inspect.Parameter("config", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=NAMED)]
    for name, field in known.table():
        if name not in known.NO_OPTION:
            parameters.append(
                inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_option(name, field))
            )
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {one.name: one.annotation for one in parameters}
    return command


def _option(name: str, field: Any) -> Any:
    """The type of an option: a text, which the settings read, a switch, or several texts."""
    usual = Settings.model_construct().shown(name) if field.default not in (None, False) else ""
    told: dict[str, Any] = {"help": f"{field.description}{f' Default: {usual}.' if usual else ''}"}
    if name in known.OPTIONS:
        told["name"] = known.OPTIONS[name]
    if field.annotation is bool:
        return Annotated[bool | None, Parameter(**told)]
    if isinstance(field.default, tuple) or name == "limits":
        return Annotated[list[str] | None, Parameter(consume_multiple=True, negative=(), **told)]
    return Annotated[str | None, Parameter(**told)]


def settings_of(given: Mapping[str, Any], config: Path | None = None) -> Settings:
    """The settings that hold; raises ``BadInput``."""
    try:
        return known.read(given, config)
    except BadSettings as error:
        raise BadInput(str(error)) from error


@taking_settings
def serve(given: Mapping[str, Any], config: Path | None) -> None:
    """Serve the games over HTTP until it is stopped; docs/hosting.md tells more."""
    from tianxia.server import run
    from tianxia.tables.store import StoreError

    try:
        run(settings_of(given, config))
    except StoreError as error:
        raise BadInput(str(error)) from error


@taking_settings
def settings(given: Mapping[str, Any], config: Path | None) -> None:
    """Tell the settings that hold, and where each comes from; secrets are not shown."""
    found, places = settings_of(given, config), known.sources(given, known.file_of(config))
    shown = Table("setting", "value", "from")
    for name, _ in known.table():
        shown.add_row(name, found.shown(name), known.place_of(name, places))
    OUT.print(shown)
    for name in known.unknown_variables():
        OUT.print(f"{name} is no setting", highlight=False)
