"""The page's own fonts: every letter and sign that a player reads is in them, and nothing asks for others."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

import tianxia
from tianxia.engine import i18n

PACKAGE = Path(tianxia.__file__).parent
STATIC = PACKAGE / "server" / "static"
PAGE = Path(__file__).parents[1] / "web" / "src"
FONTS = sorted((STATIC / "fonts").glob("*.woff2"), key=lambda path: path.stem)
STYLES = [STATIC / "site.css", *sorted(PAGE.rglob("*.css"))]
MOST = 120_000
"""Bytes of all fonts together."""

COMMENTS = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
ESCAPES = re.compile(r"\\u([0-9a-fA-F]{4})|\\u\{([0-9a-fA-F]+)\}|&#(\d+);|\\([0-9a-fA-F]{4})")
FAMILIES = re.compile(r"font(?:-family)?\s*:\s*([^;}]+)")
FAMILY = re.compile(r'("[^"]*"|\S+)$')


def strings(path: Path) -> str:
    """All strings of a Python file but its docstrings, which nobody is shown."""
    tree = ast.parse(path.read_text("utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in told)
    return "\n".join(node.value for node in constants if isinstance(node.value, str))


def script(path: Path) -> str:
    """A script or style sheet without its comments, what is written by number as the letter that it is."""
    text = COMMENTS.sub("", path.read_text("utf-8"))
    return ESCAPES.sub(lambda found: chr(int(next(filter(None, found.groups())), 10 if found[3] else 16)), text)


def texts() -> Iterator[tuple[str, str]]:
    """Files and what players may read of them; the terminal's drawings are not on the page."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if "terminal" not in path.parts:
            yield str(path), strings(path)
    for path in sorted(PACKAGE.rglob("*.*.txt")):
        yield str(path), path.read_text("utf-8")
    for lang in i18n.languages():
        for message in i18n.catalogue(lang):
            yield f"catalogue {lang}", "".join([*map(str, (message.id, message.string))])
    for path in [
        *(PACKAGE / "server" / "templates").glob("*.html"),
        STATIC / "theme.js",
        *STYLES,
        *PAGE.rglob("*.ts*"),
    ]:
        yield str(path), script(path)


@cache
def signs() -> dict[str, str]:
    """Every letter and sign that players may read, and a file that has it."""
    return {sign: where for where, text in texts() for sign in text if sign >= " "}


@pytest.mark.parametrize("path", FONTS, ids=lambda path: path.stem)
def test_every_letter_and_sign_that_a_player_reads_is_in_the_font(path: Path) -> None:
    drawn = TTFont(path).getBestCmap()
    assert {sign: where for sign, where in signs().items() if ord(sign) not in drawn} == {}
    whole = "ABCDEFGHIJKLMNOPQRSTUVWXYZĄĆĘŁŃÓŚŹŻabcdefghijklmnopqrstuvwxyząćęłńóśźż0123456789„”“’–×−→"
    assert [sign for sign in whole if ord(sign) not in drawn] == []


@pytest.mark.parametrize("path", FONTS, ids=lambda path: path.stem)
def test_figures_are_of_one_width_and_stand_on_the_line(path: Path) -> None:
    font = TTFont(path)
    glyphs, drawn = font.getBestCmap(), font.getGlyphSet()
    widths = [font["hmtx"][glyphs[ord(digit)]][0] for digit in "0123456789"]
    assert max(widths) - min(widths) <= 1  # a thousandth of the size
    boxes = [BoundsPen(drawn) for _ in widths]
    for digit, box in enumerate(boxes):
        drawn[glyphs[ord(str(digit))]].draw(box)
    assert min(box.bounds[1] for box in boxes) >= -20
    tops = [box.bounds[3] for box in boxes]
    assert max(tops) - min(tops) <= 50


def test_the_fonts_are_small_and_may_be_passed_on() -> None:
    assert [path.stem for path in FONTS] == ["print-bold", "print-medium", "print-medium-italic", "text", "text-italic"]
    assert sum(path.stat().st_size for path in FONTS) <= MOST
    for path in FONTS:
        font, licence = TTFont(path), STATIC / "fonts" / f"{path.stem.split('-')[0]}-OFL.txt"
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence.read_text("utf-8")
        # the licence reserves the name of one of them
        names = {str(record) for record in font["name"].names if record.nameID not in (0, 13, 14)}
        assert not [name for name in names if "Source" in name]


def test_no_style_sheet_or_drawing_asks_for_another_family() -> None:
    ours = {"var(--print)", "var(--plain)", "inherit", '"Tianxia Print"', '"Tianxia Text"'}
    for path in [*STYLES, *STATIC.rglob("*.svg")]:
        for value in FAMILIES.findall(COMMENTS.sub("", path.read_text("utf-8"))):
            family = FAMILY.search(value.strip())
            assert family is not None
            assert family[0] in ours, (path.name, value)
        assert path.suffix == ".css" or "<text" not in path.read_text("utf-8")


def test_each_font_file_is_named_in_the_style_sheet() -> None:
    named = re.findall(r'url\("fonts/([\w-]+)\.woff2"\)', (STATIC / "site.css").read_text("utf-8"))
    assert sorted(named) == [path.stem for path in FONTS]
