"""What compiled code depends on: the source files that it is made of, the compiler and the processor.

A cache directory with a fixed name gives the old answer after an edit in another file; one named by a digest of all this
can't. A text that changes compiles nothing anew, because no compiled function is made of it.
"""

import hashlib
import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import llvmlite.binding
import numba
import numpy as np

PACKAGE = Path(__file__).parents[1]
COMPILED = re.compile(r"\n *@(rule|entry|short_entry|intrinsic|compiled\()")  # to look for `^` takes five times longer
IMPORTED = re.compile(r"^from (tianxia[\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)


def sources_digest() -> str:
    """Hex digest of everything that decides what the compiled code does, and where Numba looks for it."""
    digest = hashlib.blake2b(f"{PACKAGE} {_contents_digest()}".encode(), digest_size=8)
    processor = (llvmlite.binding.get_host_cpu_name(), llvmlite.binding.get_host_cpu_features().flatten())
    switches = (numba.config.BOUNDSCHECK, os.environ.get("TIANXIA_STOCK_NUMBA"))
    compiler = (numba.__version__, llvmlite.__version__, np.__version__, sys.version, switches)
    digest.update(repr((compiler, processor)).encode())
    return digest.hexdigest()


@cache
def rules_digest() -> str:
    """Hex digest of the files alone, as this process found them: the rules are the same wherever it is the same."""
    return _contents_digest()


def _contents_digest() -> str:
    digest = hashlib.blake2b(digest_size=8)
    for path in compiled_sources():
        digest.update(str(path.relative_to(PACKAGE)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def compiled_sources() -> list[Path]:
    """The files that hold compiled functions, all that they import from this package, and what joins games to the engine."""
    sources = {path: path.read_text() for path in PACKAGE.rglob("*.py")}
    modules = {_module(path): path for path in sources}
    waiting = [path for path, source in sources.items() if COMPILED.search(f"\n{source}")]
    found: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += (modules[name] for name in _imported(sources[path]) if name in modules)
    return sorted(found.union(PACKAGE.glob("games/*/__init__.py")))


def _module(path: Path) -> str:
    """The full name of the module in a file of this package."""
    parts = ("tianxia", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts).removesuffix(".__init__")


def _imported(source: str) -> Iterator[str]:
    """The modules of this package that a source imports, by name or from a package that is named, and names that are none."""
    for module, names in IMPORTED.findall(source):
        yield module
        yield from (f"{module}.{name}" for name in re.findall(r"\w+", names))
