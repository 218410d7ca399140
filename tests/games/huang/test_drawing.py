"""The drawing of a map: complete, on its own, and the one that stands in the documentation."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given

from tests.games.huang.test_hexmap import BASE, MAPS, small_maps
from tianxia.games.huang import hexmap
from tianxia.games.huang.drawing import draw, outlines
from tianxia.games.huang.hexmap import HexMap

IMAGES = Path(__file__).parents[3] / "docs" / "images"
SVG = "{http://www.w3.org/2000/svg}"


def texts(drawing: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(drawing).iter(f"{SVG}text")]


@MAPS
def test_every_hex_capital_and_bandit_location_is_drawn(board: HexMap) -> None:
    drawn = texts(draw(board))
    assert all(drawn.count(name) == 1 for name in board.names)
    assert drawn.count(board.name) == 1
    for capital in board.capitals:
        assert capital.letter in drawn
        assert set(capital.name.split()) <= set(drawn)
    assert [text for text in drawn if text.isdigit()] == [str(n + 1) for n in range(len(board.bandits))] + ["1"] * any(
        board.bandits
    )


@given(small_maps())
def test_any_map_is_drawn_as_well_formed_xml(board: HexMap) -> None:
    drawn = texts(draw(replace(board, name="<&> \"'")))
    assert set(board.names) <= set(drawn)
    assert "<&> \"'" in drawn


@MAPS
def test_a_drawing_needs_nothing_else(board: HexMap) -> None:
    drawing = draw(board)
    assert set(re.findall(r'href="([^"]*)"', drawing)) <= {"#current", "#edge"}
    assert not re.search(r"<(script|image|style|foreignObject)", drawing)
    ids = re.findall(r' id="([^"]*)"', drawing)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#(\w+)\)", drawing)) <= {*ids}
    assert len(drawing.encode()) < 40_000


@MAPS
def test_outlines_are_the_edges_that_no_two_of_the_hexes_share(board: HexMap) -> None:
    for hexes in ([hex.index for hex in board.hexes if hex.river], range(len(board.hexes))):
        pairs = sum(board.touch(a, b) for a in hexes for b in hexes if a < b)
        assert sum(map(len, outlines(board, hexes))) == 6 * len(hexes) - 2 * pairs


def test_an_island_in_a_lake_has_an_outline_of_its_own() -> None:
    lake = hexmap.read("_ ~ ~\n ~ . ~\n_ ~ ~\n")
    assert sorted(map(len, outlines(lake, (hex.index for hex in lake.hexes if hex.river)))) == [6, 18]


@pytest.mark.parametrize("name", hexmap.SHIPPED)
def test_the_drawings_in_the_documentation_are_those_of_our_maps(name: str) -> None:
    file = IMAGES / f"{name.replace('_', '-')}.svg"
    told = f"run: tianxia map draw {name} --out {file.relative_to(IMAGES.parents[1])}"
    assert file.read_text("utf-8") == draw(hexmap.shipped(name)), told


def test_a_map_without_rivers_or_capitals_is_drawn_too() -> None:
    assert set(texts(draw(hexmap.read(".")))) >= {"A1", "A map of Huang", "1 hex, 0 of them river · 0 capitals"}
    assert "10 bandit locations" in draw(BASE)
