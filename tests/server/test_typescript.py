from pathlib import Path

from tianxia.server.typescript import module

TYPES = Path(__file__).parents[2] / "web" / "src" / "types.ts"


def test_the_types_of_the_page_are_those_of_the_frames() -> None:
    assert TYPES.read_text() == "\n".join(module()) + "\n", (
        "run: python -m tianxia.server.typescript > web/src/types.ts"
    )
