"""The typed records are those of the field tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from tianxia import protocols

MODULES = protocols.modules()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.parent.name)
def test_the_typed_record_is_written_anew_after_a_change_of_the_table(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == MODULES[path], "run: python -m tianxia.protocols"
