from pathlib import Path

import pytest

import tianxia
from tianxia.engine.fields import ALL, COVERED, NOBODY, OWNER, Field, field
from tianxia.server.typescript import field_type, game_types, modules

PAGE = Path(__file__).parents[2] / "web" / "src"
HEXES = tuple(f"h{i}" for i in range(130))
NAMES = {HEXES: "Hex", ("none", *HEXES): '"none" | Hex'}


def test_the_types_of_the_page_are_those_of_the_frames_and_the_games() -> None:
    for path, text in modules().items():
        assert (PAGE / path).read_text() == text, f"{path}: run python -m tianxia.server.typescript web/src"


@pytest.mark.parametrize(
    ("declared", "wanted"),
    [
        (field("land", "i8", (3,), bits=HEXES, seen_by=ALL, doc=""), "Hex[]"),
        (field("tiles", "i8", (5, 3), bits=HEXES, seen_by=ALL, doc=""), "Hex[][]"),
        (field("walks", "i8", (4, 3), bits=HEXES, seen_by=OWNER, doc=""), "(Hex[] | null)[]"),
        (field("walks", "i8", (4, 2, 3), bits=HEXES, seen_by=COVERED, doc=""), "(Hex[][] | null)[]"),
        (field("bag", "i8", (3,), bits=HEXES, seen_by=NOBODY, doc=""), "null"),
        (field("rulers", "i1", (9,), bits=("red", "blue"), seen_by=ALL, doc=""), '("red" | "blue")[][]'),
        (field("at", labels=("none", *HEXES), seen_by=ALL, doc=""), '"none" | Hex'),
        (field("ats", "i2", (4,), labels=("none", *HEXES), seen_by=ALL, doc=""), '("none" | Hex)[]'),
        (field("points", "i2", (4, 5), seen_by=COVERED, doc=""), "(number[] | null)[]"),
        (field("taken", "i1", (4,), seen_by=COVERED, doc=""), "(number | null)[]"),
    ],
)
def test_a_field_has_the_type_in_which_views_show_it(declared: Field, wanted: str) -> None:
    assert field_type(declared, NAMES) == wanted


def test_a_very_long_list_of_names_is_written_once() -> None:
    text = "\n".join(game_types(tianxia.load("huang")))
    assert text.count('"A1" | "B1"') == 1
    assert "  tiles: HuangHex[][];" in text
    assert '  placed: "none" | HuangHex;' in text
    assert '{ kind: "pagoda"; triangle: HuangTriangle }' in text
