"""Maps: read from their text, judged by H1.4, replaced by own ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import tianxia
from tianxia.engine.errors import UnknownName
from tianxia.engine.fields import WORD
from tianxia.games.huang import hexmap
from tianxia.games.huang.hexmap import BadMap, HexMap, problems, read, shipped
from tianxia.games.huang.pieces import HEXES, neighbours

BASE, EIGHTEEN = shipped("seven_states"), shipped("eighteen_kingdoms")
MAPS = pytest.mark.parametrize("board", [BASE, EIGHTEEN], ids=["base", "eighteen"])
boards = st.sampled_from([BASE, EIGHTEEN])


def index_of(board: HexMap, name: str) -> int:
    return board.names.index(name)


def with_cells(board: HexMap, cells: Mapping[int, str]) -> HexMap:
    """The same map with other signs on some hexes. A hex that goes would renumber the rest, so it takes the bandits too."""
    rows = [list(row) for row in board.rows]
    for i, cell in cells.items():
        rows[board.hexes[i].row][board.hexes[i].column] = cell
    bandits = () if "_" in cells.values() else board.bandits
    return replace(board, rows=tuple("".join(row) for row in rows), bandits=bandits)


def with_location(board: HexMap, number: int, hexes: tuple[int, ...]) -> HexMap:
    bandits = list(board.bandits)
    bandits[number - 1] = tuple(sorted(hexes))
    return replace(board, bandits=tuple(bandits))


def text_of(board: HexMap) -> str:
    """A map as a file."""
    rows = [" " * (r % 2) + " ".join(row) for r, row in enumerate(board.rows)]
    capitals = ", ".join(f"{letter} {title}" for letter, title in board.titles)
    lines = [*rows, "", f"name: {board.name}", f"capitals: {capitals}"]
    if board.bandits:
        lines.append("bandit locations, as (row, column) from 0:")
    for number, hexes in enumerate(board.bandits, 1):
        places = (board.hexes[i] for i in hexes)
        lines.append(f" {number} " + "".join(f"({place.row},{place.column})" for place in places))
    return "\n".join(lines) + "\n"


# Our maps


@MAPS
def test_our_maps_fit_every_condition(board: HexMap) -> None:
    assert problems(board) == []


def test_the_base_map_has_seven_states_and_the_other_nineteen_kingdoms() -> None:
    assert [capital.name for capital in BASE.capitals] == ["Yan", "Zhao", "Qi", "Qin", "Wei", "Han", "Chu"]
    assert len(EIGHTEEN.capitals) == 19
    assert (BASE.name, EIGHTEEN.name) == ("Seven States", "Eighteen Kingdoms")
    assert [[BASE.names[i] for i in hexes] for hexes in BASE.bandits][:2] == [["F1", "G1", "F2"], ["H2", "H3", "I3"]]
    assert EIGHTEEN.bandits == ()


@MAPS
def test_hexes_stand_in_reading_order(board: HexMap) -> None:
    assert [(hex.row, hex.column) for hex in board.hexes] == sorted((hex.row, hex.column) for hex in board.hexes)
    assert [hex.index for hex in board.hexes] == list(range(len(board.hexes)))
    assert [HEXES[hex.number] for hex in board.hexes] == list(board.names)


@MAPS
def test_hexes_touch_where_their_middles_are_one_hex_apart(board: HexMap) -> None:
    def middle(i: int) -> tuple[int, int]:
        return 2 * board.hexes[i].column + board.hexes[i].row % 2, board.hexes[i].row

    for a, b in combinations(range(len(board.hexes)), 2):
        (x, y), (u, v) = middle(a), middle(b)
        near = (abs(x - u), abs(y - v)) in {(2, 0), (1, 1)}
        assert board.touch(a, b) == board.touch(b, a) == near


@MAPS
def test_hexes_touch_as_on_the_grid_of_the_engine(board: HexMap) -> None:
    numbers = [hex.number for hex in board.hexes]
    for hex in board.hexes:
        assert [numbers[i] for i in board.neighbours[hex.index]] == sorted({*neighbours(hex.number)} & {*numbers})


@MAPS
def test_a_map_written_down_is_read_the_same(board: HexMap) -> None:
    assert read(text_of(board)) == board
    assert read(text_of(board).replace("\n", "\r\n")) == board


def test_lines_that_begin_with_a_number_sign_are_remarks() -> None:
    assert read("# mine\n" + text_of(BASE).replace("name:", "# rows end here\nname:")) == BASE


# H1.4, one condition after the other


def only(board: HexMap, pattern: str) -> bool:
    """Whether all that a map breaks reads like this."""
    found = problems(board)
    assert all(problem.endswith(" [H1.4]") for problem in found)
    return bool(found) and all(re.fullmatch(pattern + r" \[H1\.4\]", problem) for problem in found)


def says(board: HexMap, *words: str) -> bool:
    """Whether one of the lines holds all these words."""
    return any(all(re.search(rf"\b{re.escape(word)}\b", problem) for word in words) for problem in problems(board))


@given(boards, st.data())
def test_a_hex_that_nothing_touches_is_named(board: HexMap, data: st.DataObject) -> None:
    i = data.draw(st.sampled_from(range(len(board.hexes))))
    assert says(with_cells(board, dict.fromkeys(board.neighbours[i], "_")), f"{board.names[i]} is not connected")


def test_pieces_of_a_map_are_named_but_for_the_largest() -> None:
    cut = [hex.index for hex in BASE.hexes if hex.row == 1]
    assert says(with_cells(BASE, dict.fromkeys(cut, "_")), "C1 D1 E1 F1 G1 H1 I1 J1 K1 are not connected with the rest")


@given(boards, st.data())
def test_too_few_capitals_are_counted(board: HexMap, data: st.DataObject) -> None:
    gone = data.draw(st.sets(st.sampled_from([capital.index for capital in board.capitals]), min_size=1))
    left, right = len(board.capitals) - len(gone), hexmap.CAPITALS[board.kind]
    assert only(with_cells(board, dict.fromkeys(gone, ".")), rf"it has {left} capitals?; an? .* map has {right}")


def test_too_many_capitals_are_counted() -> None:
    board = replace(BASE, titles=(*BASE.titles, ("A", "Ba")))
    assert only(with_cells(board, {index_of(BASE, "K1"): "A"}), "it has 8 capitals; .*|the capitals .* touch")


@given(boards, st.data())
def test_capitals_that_touch_are_named(board: HexMap, data: st.DataObject) -> None:
    one, other = data.draw(st.permutations(board.capitals))[:2]
    beside = data.draw(st.sampled_from(board.neighbours[one.index]))
    moved = with_cells(board, {other.index: ".", beside: other.letter})
    assert says(moved, f"{one.name} on {board.names[one.index]}", f"{other.name} on {board.names[beside]}", "touch")


@given(boards, st.data())
def test_a_capital_needs_two_hexes_of_land(board: HexMap, data: st.DataObject) -> None:
    capital = data.draw(st.sampled_from(board.capitals))
    around = data.draw(st.permutations(board.neighbours[capital.index]))
    kept = data.draw(st.integers(0, 1))
    flooded = with_cells(board, {**dict.fromkeys(around[kept:], "~"), **dict.fromkeys(around[:kept], ".")})
    assert says(
        flooded,
        f"{capital.name} on {board.names[capital.index]} needs 2 adjacent land hexes",
        *around_names(board, around[:kept]),
    )
    assert not says(with_cells(flooded, dict.fromkeys(around[:2], ".")), f"{capital.name} on", "needs")


def around_names(board: HexMap, hexes: list[int]) -> list[str]:
    return [board.names[i] for i in hexes] or ["none"]


@given(st.data())
def test_a_base_map_needs_two_river_triples_apart(data: st.DataObject) -> None:
    kept = data.draw(st.sampled_from(BASE.river_triples))
    dry = {hex.index: "." for hex in BASE.hexes if hex.river and hex.index not in kept}
    drained = with_cells(BASE, dry)
    assert only(drained, "it needs 2 triples .* without a common hex, it has " + drained.told(kept))
    others = [triple for triple in BASE.river_triples if not {*triple} & {*kept}]
    second = data.draw(st.sampled_from(others))
    assert problems(with_cells(drained, dict.fromkeys(second, "~"))) == []
    assert says(with_cells(drained, dict.fromkeys(kept, ".")), "it has none")


@given(st.data())
def test_triples_that_share_a_hex_are_one_too_few(data: st.DataObject) -> None:
    overlapping = [(a, b) for a, b in combinations(BASE.river_triples, 2) if {*a} & {*b}]
    pair = data.draw(st.sampled_from(overlapping))
    kept = {i for triple in pair for i in triple}
    drained = with_cells(BASE, {hex.index: "." for hex in BASE.hexes if hex.river and hex.index not in kept})
    assert says(drained, "it needs 2 triples", *(BASE.told(triple) for triple in pair))


@given(st.data())
def test_an_eighteen_kingdoms_map_has_no_river_triple(data: st.DataObject) -> None:
    capitals = {capital.index for capital in EIGHTEEN.capitals}
    triple = data.draw(st.sampled_from([triple for triple in EIGHTEEN.triples if not {*triple} & capitals]))
    assert says(
        with_cells(EIGHTEEN, dict.fromkeys(triple, "~")), f"{EIGHTEEN.told(triple)} are three mutually adjacent"
    )


def test_an_eighteen_kingdoms_map_has_no_bandit_locations() -> None:
    assert only(replace(EIGHTEEN, bandits=BASE.bandits), "it has bandit locations; an Eighteen Kingdoms map has none")


@given(st.sets(st.integers(1, 10), min_size=1))
def test_missing_bandit_locations_are_named(missing: set[int]) -> None:
    bandits = tuple(() if number in missing else hexes for number, hexes in enumerate(BASE.bandits, 1))
    told = ", ".join(map(str, sorted(missing))) if len(missing) < 10 else "s"
    assert only(replace(BASE, bandits=bandits), f"(there is no bandit location |it has no bandit location){told}; .*")


def test_a_base_map_without_bandit_locations_is_told_so() -> None:
    assert only(replace(BASE, bandits=()), "it has no bandit locations; a base map has 1 to 10")


numbers = st.integers(1, 10)


@given(numbers, st.data())
def test_a_bandit_location_is_land(number: int, data: st.DataObject) -> None:
    hexes = BASE.bandits[number - 1]
    wet = data.draw(st.sets(st.sampled_from(hexes), min_size=1))
    assert says(with_cells(BASE, dict.fromkeys(wet, "~")), f"location {number}", "be land", BASE.told(sorted(wet)))


@given(numbers, st.data())
def test_the_hexes_of_a_bandit_location_touch_each_other(number: int, data: st.DataObject) -> None:
    hexes = tuple(data.draw(st.lists(st.integers(0, 160), min_size=3, max_size=3)))
    assume(tuple(sorted(hexes)) not in BASE.triples)
    told = BASE.told(sorted(hexes))
    assert says(with_location(BASE, number, hexes), f"location {number} on {told} should be three mutually adjacent")


def near(board: HexMap, i: int) -> list[tuple[int, ...]]:
    """Triples that touch a hex but do not hold it."""
    return [t for t in board.triples if i not in t and any(board.touch(i, j) for j in t)]


@given(numbers, st.data())
def test_a_bandit_location_stays_away_from_capitals(number: int, data: st.DataObject) -> None:
    capital = data.draw(st.sampled_from(BASE.capitals))
    where = f"the capital {capital.name} on {BASE.names[capital.index]}"
    covering = data.draw(st.sampled_from([t for t in BASE.triples if capital.index in t]))
    assert says(with_location(BASE, number, covering), f"location {number} on {BASE.told(covering)} covers {where}")
    touching = data.draw(st.sampled_from(near(BASE, capital.index)))
    assert says(with_location(BASE, number, touching), f"location {number} on {BASE.told(touching)} touches {where}")


@given(numbers, numbers, st.data())
def test_bandit_locations_stay_away_from_each_other(number: int, other: int, data: st.DataObject) -> None:
    assume(number < other)
    theirs = BASE.bandits[other - 1]
    common = data.draw(st.sampled_from(theirs))
    sharing = data.draw(st.sampled_from([t for t in BASE.triples if common in t]))
    shared = BASE.told(sorted({*sharing} & {*theirs}))
    told = f"and {other} on {BASE.told(theirs)}"
    assert says(
        with_location(BASE, number, sharing), f"locations {number} on {BASE.told(sharing)}", f"{told} share {shared}"
    )
    beside = {t for i in theirs for t in near(BASE, i) if not {*t} & {*theirs}}
    touching = data.draw(st.sampled_from(sorted(beside)))
    assert says(with_location(BASE, number, touching), f"locations {number} on {BASE.told(touching)}", f"{told} touch")


# H1.4 as a whole, against a plain reading of it over small maps of any kind

cells = st.sampled_from("....~~~_ABCDEFG")
KINDS: Mapping[str, str] = {
    "connected": "not connected with the rest",
    "capitals": "it has .* capitals?;",
    "capitals apart": "^the capitals .* touch",
    "land": "needs 2 adjacent land",
    "triples": "it needs 2 triples|are three mutually adjacent river",
    "numbers": "there is no bandit location|it has no bandit locations|it has bandit locations;",
    "adjacent": "should be three mutually adjacent",
    "dry": "should be land",
    "away": "^bandit location .* (covers|touches) the capital",
    "apart": "^the bandit locations .* (share|touch)",
}


@st.composite
def small_maps(draw: st.DrawFn) -> HexMap:
    width = draw(st.integers(1, 5))
    rows, used = [], set()
    for _ in range(draw(st.integers(1, 5))):
        row = ""
        for cell in draw(st.lists(cells, min_size=width, max_size=width)):
            row += "." if cell in used else cell
            used |= {cell} & set("ABCDEFG")
        rows.append(row)
    titles = tuple((letter, letter.lower()) for letter in sorted(used))
    board = HexMap("small", draw(st.sampled_from(["base", "eighteen"])), tuple(rows), titles)
    assume(board.hexes)
    location = st.lists(st.sampled_from(range(len(board.hexes))), min_size=3, max_size=3).map(
        lambda x: tuple(sorted(x))
    )
    told = draw(st.lists(st.one_of(st.just(()), location, location), min_size=10, max_size=10))
    return replace(board, bandits=tuple(told) if any(told) and draw(st.booleans()) else ())


def broken(board: HexMap) -> Iterator[str]:
    """The conditions of H1.4 that a map breaks, from distances only."""
    at = {hex.index: (2 * hex.column + hex.row % 2, hex.row) for hex in board.hexes}
    cell = {hex.index: hex.cell for hex in board.hexes}

    def next_to(a: int, b: int) -> bool:
        return (abs(at[a][0] - at[b][0]), abs(at[a][1] - at[b][1])) in {(2, 0), (1, 1)}

    piece = {0}
    for _ in at:
        piece |= {b for b in at if any(next_to(a, b) for a in piece)}
    if len(piece) < len(at):
        yield "connected"
    capitals = [i for i in at if cell[i].isalpha()]
    if len(capitals) != (7 if board.kind == "base" else 19):
        yield "capitals"
    if any(next_to(a, b) for a, b in combinations(capitals, 2)):
        yield "capitals apart"
    if any(sum(next_to(i, j) and cell[j] != "~" for j in at) < 2 for i in capitals):
        yield "land"
    wet = [i for i in at if cell[i] == "~"]
    lakes = [set(t) for t in combinations(wet, 3) if all(next_to(a, b) for a, b in combinations(t, 2))]
    if lakes if board.kind == "eighteen" else not any(not a & b for a, b in combinations(lakes, 2)):
        yield "triples"
    told = [hexes for hexes in board.bandits if hexes]
    if len(told) != (10 if board.kind == "base" else 0):
        yield "numbers"
    if board.kind == "eighteen":
        return
    if any(not next_to(a, b) for hexes in told for a, b in combinations(hexes, 2)):
        yield "adjacent"
    if any(cell[i] == "~" for hexes in told for i in hexes):
        yield "dry"
    if any(i == j or next_to(i, j) for hexes in told for i in hexes for j in capitals):
        yield "away"
    if any(i == j or next_to(i, j) for one, other in combinations(told, 2) for i in one for j in other):
        yield "apart"


@given(small_maps())
def test_the_conditions_are_those_of_a_plain_reading(board: HexMap) -> None:
    found = problems(board)
    assert {kind for kind, pattern in KINDS.items() if any(re.search(pattern, line) for line in found)} == {
        *broken(board)
    }
    assert all(any(re.search(pattern, line) for pattern in KINDS.values()) for line in found)


# Texts that cannot be read


def at(line: int, change: Callable[[str], str]) -> str:
    """The base map with one line changed."""
    lines = text_of(BASE).splitlines()
    lines[line - 1] = change(lines[line - 1])
    return "\n".join(lines)


NAMES, CAPITALS, FIRST = 16, 17, 19
"""Lines of the base map's text."""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is no hex: begin with rows of cells"),
        ("_ _\n _ _\n", "there is no hex"),
        (at(1, lambda row: " " + row), "line 1: row 1 begins with 1 space; it should begin with no space"),
        (at(2, str.strip), "line 2: row 2 begins with 0 spaces; it should begin with one space"),
        (at(3, lambda row: row + " ."), "line 3: 14 cells, the first row has 13: fill up with _"),
        (at(4, lambda row: row[:-2]), "line 4: 12 cells, the first row has 13"),
        (
            at(5, lambda row: row.replace("Z", "z")),
            "line 5: 'z' should be . land, ~ river, _ no hex, or the letter A to Z",
        ),
        (
            at(5, lambda row: row.replace(". ", ".")),
            "line 5: '.~' should be single signs with a space between",
        ),
        (at(5, lambda row: row.replace("Z", "A")), "line 5: capital A on I5 has no name; add 'A Name' to 'capitals:'"),
        (
            at(5, lambda row: row.replace("Z", "Y")),
            "line 5: capital Y stands on J2 and on I5; give each its own letter",
        ),
        (at(5, lambda row: row.replace("Z", ".")), f"line {CAPITALS}: capital Z Zhao is on no hex; write Z in a cell"),
        (at(15, lambda _: "rivers"), "line 15: 'rivers' should be single"),
        (
            at(NAMES, lambda _: "title: x"),
            f"line {NAMES}: there is no part 'title'; there are name, capitals, bandit locations",
        ),
        (
            at(NAMES, lambda _: "Seven"),
            f"line {NAMES}: 'Seven' belongs to no part; below the rows begin with 'capitals:'",
        ),
        (at(NAMES, lambda _: "name: " + "x" * 41), f"line {NAMES}: the name '{'x' * 41}' has 41 letters; at most 40"),
        (at(NAMES, lambda _: "name: a\x07b"), f"line {NAMES}: the name 'a\\x07b' has signs that cannot be printed"),
        (
            at(CAPITALS, lambda x: x + ", Yan"),
            f"line {CAPITALS}: capital 'Yan' should be written as letter and name, as in",
        ),
        (at(CAPITALS, lambda x: x + ", Y"), f"line {CAPITALS}: capital 'Y' should be written as letter and name"),
        (at(CAPITALS, lambda x: x + ", Y Ba"), f"line {CAPITALS}: capital Y is named twice, Yan and Ba"),
        (at(CAPITALS, lambda x: x + ", A Yan"), f"line {CAPITALS}: two capitals are called Yan"),
        (text_of(BASE) + "capitals: A Ba", "line 29: the part 'capitals' stands here a second time"),
        (at(FIRST, lambda x: x[:-5]), f"line {FIRST}: bandit location 1 has 2 hexes instead of 3"),
        (at(FIRST, lambda x: x + "(1,6)"), f"line {FIRST}: bandit location 1 has 4 hexes instead of 3"),
        (
            at(FIRST, lambda x: x.replace("1 ", "2 ", 1)),
            f"line {FIRST + 1}: bandit location 2 stands here a second time",
        ),
        (at(FIRST, lambda x: x.replace("1 ", "11 ", 1)), f"line {FIRST}: bandit location 11 should be from 1 to 10"),
        (
            at(FIRST, lambda x: x.replace("(0,5)", "(0,1)")),
            f"line {FIRST}: bandit location 1: (0,1) is no hex; both count",
        ),
        (at(FIRST, lambda x: x.replace("(0,5)", "(99,5)")), f"line {FIRST}: bandit location 1: (99,5) is no hex"),
        (at(FIRST, lambda _: "1 F1 G1 F2"), f"line {FIRST}: '1 F1 G1 F2' should be a number and three of (row,column)"),
        (" ".join("." * 14), "line 1: 14 cells; the grid of the engine has 14 rows of 13 cells"),
        (
            "\n".join(" " * (r % 2) + "." for r in range(15)),
            "line 15: this is row 15; the grid of the engine has 14 rows",
        ),
    ],
)
def test_a_text_that_is_no_map_is_refused_with_line_and_remedy(text: str, said: str) -> None:
    with pytest.raises(BadMap) as refused:
        read(text)
    assert str(refused.value).startswith(said), str(refused.value)


signs = st.sampled_from([*".~_ AZ\n\t,():#0129", "capitals:", "\x00", "\u2028", "黃"])


@given(boards, st.lists(st.tuples(st.floats(0, 1), st.integers(0, 3), signs), min_size=1, max_size=3))
def test_any_text_is_read_or_refused(board: HexMap, changes: list[tuple[float, int, str]]) -> None:
    text = text_of(board)
    for where, gone, new in changes:
        start = int(where * len(text))
        text = text[:start] + new + text[start + gone :]
    try:
        found = read(text)
    except BadMap:
        return
    assert read(text_of(found), found.name, found.kind) == found


# Own maps


def own(folder: Path, name: str, board: HexMap) -> Path:
    path = folder / f"{name}.txt"
    path.write_text(text_of(board), "utf-8")
    return path


def test_a_map_of_the_same_name_takes_the_place_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = tianxia.load("huang").assets_digest()
    mine = with_cells(replace(BASE, name="Mine"), {index_of(BASE, "A3"): "~"})
    own(tmp_path, "seven_states", mine)
    monkeypatch.setenv("TIANXIA_MAPS", str(tmp_path))
    assert shipped("seven_states") == mine
    assert shipped("eighteen_kingdoms") == EIGHTEEN
    assert tianxia.load("huang").assets_digest() != before
    number = mine.hexes[index_of(mine, "A3")].number
    river = tianxia.load("huang").blank()["river"].ravel()
    assert int(river[number // WORD]) >> number % WORD & 1
    monkeypatch.delenv("TIANXIA_MAPS")
    assert shipped("seven_states") == BASE
    assert tianxia.load("huang").assets_digest() == before


def test_an_own_map_is_refused_with_all_that_it_breaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = own(tmp_path, "eighteen_kingdoms", BASE)
    monkeypatch.setenv("TIANXIA_MAPS", str(tmp_path))
    with pytest.raises(BadMap) as refused:
        shipped("eighteen_kingdoms")
    said = str(refused.value)
    assert said.startswith(f"{path}: it has 7 capitals; an Eighteen Kingdoms map has 19 [H1.4]; ")
    assert said.count("[H1.4]") == 1 + len(BASE.river_triples) + 1


def test_an_own_map_that_cannot_be_read_is_refused_with_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIANXIA_MAPS", str(tmp_path))
    (tmp_path / "seven_states.txt").write_text(". x")
    with pytest.raises(BadMap, match=r"seven_states\.txt: line 1: 'x' should be"):
        shipped("seven_states")


def test_a_folder_without_any_of_our_names_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIANXIA_MAPS", str(tmp_path / "nowhere"))
    with pytest.raises(BadMap, match=r"nowhere should be a folder with seven_states\.txt or eighteen_kingdoms\.txt"):
        shipped("seven_states")


def test_a_map_that_we_do_not_have_is_refused_with_those_that_we_have() -> None:
    with pytest.raises(UnknownName, match="there is no map 'atlantis'; there are seven_states, eighteen_kingdoms"):
        shipped("atlantis")


def test_a_file_with_another_name_is_taken_for_the_kind_that_is_nearer(tmp_path: Path) -> None:
    for board in (BASE, EIGHTEEN):
        assert hexmap.load(own(tmp_path, "mine", board)).kind == board.kind
    assert read(text_of(BASE).replace("name: Seven States", ""), "Mine").name == "Mine"
