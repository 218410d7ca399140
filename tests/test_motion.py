"""How things move on the page: for times that are tokens, and by nothing that has to be laid out anew."""

import re
from pathlib import Path

import pytest

from tests.test_styles import SHEETS, name, styles

MOTIONS = re.compile(r"(?:animation|transition)(?:-duration)?:([^;]*);")
TIME = re.compile(r"(?<![\w.-])\d*\.?\d+m?s\b")
KEYFRAMES = re.compile(r"@keyframes [\w-]+ \{(.*?)\n\}", re.DOTALL)
PROPERTY = re.compile(r"^\s+([\w-]+):", re.MULTILINE)
CHEAP = {"transform", "translate", "scale", "opacity"}


@pytest.mark.parametrize("path", SHEETS, ids=name)
def test_what_moves_once_takes_a_time_that_is_a_token(path: Path) -> None:
    once = [told for told in MOTIONS.findall(styles(path)) if "infinite" not in told]
    assert [told for told in once if TIME.search(told.split("both")[0])] == []


@pytest.mark.parametrize("path", SHEETS, ids=name)
def test_only_transform_and_opacity_are_animated(path: Path) -> None:
    assert {found for frames in KEYFRAMES.findall(styles(path)) for found in PROPERTY.findall(frames)} <= CHEAP
    moved = {part.split()[0] for told in re.findall(r"transition:([^;]*);", styles(path)) for part in told.split(",")}
    assert moved <= {*CHEAP, "none"}
