"""The page's style sheets: colours and sizes are tokens, and every sheet lies beside the part that it styles."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import tianxia

PAGE = Path(__file__).parents[1] / "web" / "src"
SITE = Path(tianxia.__file__).parent / "server" / "static" / "site.css"
FRAME = PAGE / "frame"
GAMES = sorted(path for path in (PAGE / "games").iterdir() if path.is_dir())
SHEETS = sorted(PAGE.rglob("*.css"))
PLAIN = [path for path in SHEETS if path.name != "tokens.css"]
"""Sheets that may say no colour."""
LONGEST = 400

COMMENTS = re.compile(r"/\*.*?\*/", re.DOTALL)
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b(?=[^{}]*[;}])|\b(?:rgba?|hsla?|hwb|oklch|oklab|lab|lch)\(")
TEXT_SIZE = re.compile(r"font(?:-size)?:[^;]*\d(?:rem|em|pt)\b[^;]*;")
USED = re.compile(r"var\((--[\w-]+)")
DECLARED = re.compile(r"(--[\w-]+)\s*:")
SET_BY_SCRIPT = re.compile(r'"(--[\w-]+)"')
IMPORTED = re.compile(r'^import "\./([\w-]+\.css)";', re.MULTILINE)
PREFIX = re.compile(r"\.(\w\w)-")
SELECTOR = re.compile(r"([^{};]*)\{")
CLASS = re.compile(r"\.([a-zA-Z][\w-]*)")
WORD = re.compile(r"[\w-]+")
STEM = re.compile(r"([\w-]{3,})\$\{")
"""The beginning of a name that is put together, as `side${seat}`."""


def name(path: Path) -> str:
    return str(path.relative_to(PAGE))


@cache
def styles(path: Path) -> str:
    """A sheet without its comments."""
    return COMMENTS.sub("", path.read_text("utf-8"))


def declared(folder: Path) -> set[str]:
    """Custom properties of a folder: what its sheets declare, and what its scripts set."""
    sheets = {found for path in folder.glob("*.css") for found in DECLARED.findall(styles(path))}
    return sheets | {found for path in folder.glob("*.ts*") for found in SET_BY_SCRIPT.findall(path.read_text("utf-8"))}


def used(folders: list[Path]) -> set[str]:
    """Custom properties that sheets and drawings take."""
    paths = [path for folder in folders for kind in ("*.css", "*.ts*") for path in folder.glob(kind)]
    return {found for path in paths for found in USED.findall(styles(path))}


def imports(folder: Path) -> Iterator[tuple[str, str]]:
    """Scripts of a folder and the sheets that they import. Figures are a page of their own, which takes what it needs."""
    for path in sorted(folder.glob("*.ts*")):
        for sheet in IMPORTED.findall(path.read_text("utf-8")):
            if path.stem != "figures":
                yield path.stem, sheet


def classes(path: Path) -> set[str]:
    """The classes that a sheet names."""
    return {
        found for selector in SELECTOR.findall(styles(path)) if "@" not in selector for found in CLASS.findall(selector)
    }


@pytest.mark.parametrize("folder", [FRAME, *GAMES], ids=name)
def test_every_class_that_a_sheet_names_is_given_by_a_script(folder: Path) -> None:
    scripts = [
        path.read_text("utf-8") for path in PAGE.rglob("*.ts*") if folder == FRAME or path.parent in (folder, FRAME)
    ]
    given = {word for text in scripts for word in WORD.findall(text)}
    stems = tuple({stem for text in scripts for stem in STEM.findall(text)})
    named = set.union(*map(classes, folder.glob("*.css")))
    assert {one for one in named - given if not one.startswith(stems)} == set()


def whole_selectors(sheet: str) -> Iterator[str]:
    """Each selector with those that it is nested in."""
    around, begun = list[str](), ""
    for one in sheet:
        if one == "{":
            around.append("" if begun.lstrip().startswith("@") else begun.strip())
            yield " ".join(around)
        elif one == "}":
            around.pop()
        begun = "" if one in "{};" else begun + one


@pytest.mark.parametrize("path", SHEETS, ids=name)
def test_nothing_that_waits_for_a_child_is_said_of_whatever_there_is(path: Path) -> None:
    """A browser styles the whole page anew with each change below an element that such a rule may wait for."""
    found = [
        one for one in whole_selectors(styles(path)) if ":has(" in one and re.search(r"[\s>+~]\*(?![^\s:,[])", one)
    ]
    assert found == []


@pytest.mark.parametrize("path", PLAIN, ids=name)
def test_a_sheet_says_no_colour_but_by_a_token(path: Path) -> None:
    assert COLOUR.findall(styles(path)) == []


@pytest.mark.parametrize("path", PLAIN, ids=name)
def test_a_sheet_says_no_size_of_text_but_by_a_token(path: Path) -> None:
    assert TEXT_SIZE.findall(styles(path)) == []


@pytest.mark.parametrize("folder", [FRAME, *GAMES], ids=name)
def test_every_custom_property_that_is_used_is_declared(folder: Path) -> None:
    known = declared(folder) | declared(FRAME) | set(DECLARED.findall(styles(SITE)))
    if folder == FRAME:  # a part that games have in common may take what each of them declares
        known |= set.union(*map(declared, GAMES))
    assert used([folder]) - known == set()


@pytest.mark.parametrize("folder", [FRAME, *GAMES], ids=name)
def test_every_token_is_used(folder: Path) -> None:
    tokens = set(DECLARED.findall(styles(folder / "tokens.css")))
    assert tokens - used([FRAME, *GAMES] if folder == FRAME else [FRAME, folder]) == set()


@pytest.mark.parametrize("folder", [FRAME, *GAMES], ids=name)
def test_every_sheet_is_imported_once_and_in_its_own_folder(folder: Path) -> None:
    assert sorted(sheet for _, sheet in imports(folder)) == sorted(path.name for path in folder.glob("*.css"))


@pytest.mark.parametrize("folder", GAMES, ids=name)
def test_the_tokens_of_a_game_come_first(folder: Path) -> None:
    for script in ("index.tsx", "figures.tsx"):
        first = re.search(r"^import .*$", (folder / script).read_text("utf-8"), re.MULTILINE)
        assert first is not None
        assert first[0] == 'import "./tokens.css";'


@pytest.mark.parametrize("path", SHEETS, ids=name)
def test_a_sheet_has_at_most_400_lines(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST


def test_the_frame_names_no_class_of_one_game() -> None:
    found = {path.name: PREFIX.findall(styles(path)) for path in FRAME.glob("*.css")}
    assert {sheet: some for sheet, some in found.items() if some} == {}
