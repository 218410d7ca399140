"""What the readers of all case files share: the file, unknown keys, and actions that a rule forbids."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any


def read_file(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))


def check_keys(raw: dict[str, Any], known: set[str]) -> None:
    if not raw.keys() <= known:
        raise ValueError(f"{raw.get('name')}: unknown keys {sorted(raw.keys() - known)}; known are {sorted(known)}")


def read_refusal(text: str) -> tuple[str, str]:
    """`pass [C4.2]` -> the action and the rule that forbids it."""
    match = re.fullmatch(r"(.+) \[([A-Z][\d.]+[a-c]?)\]", text)
    if match is None:
        raise ValueError(f"{text}: write the action and then the rule in brackets, as in: pass [C4.2]")
    return match[1], match[2]
