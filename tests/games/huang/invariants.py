"""What holds in every position of Huang, apart from the engine's own checks: each assertion names its rule."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.games.huang.table import ANY, COLOURS
from tianxia.games.huang.pieces import ALL_TILES, N_PAGODAS, PAGODAS, RHOMBUS_HEXES, TRIANGLE_HEXES, neighbours
from tianxia.games.huang.questions import OVER
from tianxia.games.huang.sets import hexes_of, set_of
from tianxia.games.huang.state import A_REVOLT, A_WAR

LIMITS = [(f.name, f.low, len(f.labels) - 1 if f.labels else f.top)
          for f in ANY.table.fields if f.name != "rng" and not f.wide and not f.bits]  # fmt: skip


def board(s: Any) -> dict[int, int]:
    """Colour of each tile on the board, by hex."""
    return {hex_: colour for colour in range(len(COLOURS)) for hex_ in hexes_of(set_of(s["tiles"], colour))}


def standing(s: Any) -> dict[int, tuple[int, int]]:
    """Owner and colour of each leader on the board, by hex."""
    leaders = s["leaders"].tolist()
    return {at - 1: (seat, colour) for seat, own in enumerate(leaders) for colour, at in enumerate(own) if at}


def all_tiles_are_somewhere(s: Any) -> None:
    lying = Counter(board(s).values())
    for pile in (s["market"], s["out"], s["bag"], s["aside"], s["hand"].sum(0), s["face_down"].sum(0)):
        lying.update({colour: int(n) for colour, n in enumerate(pile)})
    lying[1 if s["conflict"] == A_WAR else 0] += int(s["committed"].clip(0).sum())
    assert [lying[colour] for colour in range(len(COLOURS))] == list(ALL_TILES), "H1.1"
    assert sum(len(hexes_of(set_of(s["tiles"], colour))) for colour in range(len(COLOURS))) == len(board(s)), "H1.2b"


def sizes_are_true(s: Any) -> None:
    assert s["bag_size"] == s["bag"].sum()
    assert s["aside_size"] == s["aside"].sum() == (24 if s["short_game"] else 0), "H2.2"
    assert (s["hand_size"] == s["hand"].sum(1)).all()
    assert (s["face_down_size"] == s["face_down"].sum(1)).all()
    assert (s["known"] <= s["hand"]).all(), "H6.5"
    assert (s["hands"] == (s["hand"] if s["asks"] == OVER else 0)).all(), "H12.4"
    assert s["hand_size"].max() <= (7 if s["palace"] else 6), "H4.3, M3.2"
    assert s["market"].sum() <= 6, "H4.3"
    assert s["open"] == (s["open_points"] or s["asks"] == OVER), "H12.4"


def buildings_stand_on_their_tiles(s: Any) -> None:
    tiles, built = board(s), hexes_of(set_of(s["granaries"]))
    assert all(tiles.get(hex_) == 0 for hex_ in built), "M2.1"
    assert len(built) + s["granaries_taken"].sum() <= (19 if s["eighteen_kingdoms"] else 0), "M2"
    for i in range(N_PAGODAS):
        if s["pagodas"][i]:
            hexes = TRIANGLE_HEXES[int(s["pagodas"][i]) - 1]
            assert [tiles.get(hex_) for hex_ in hexes] == [PAGODAS[i]] * 3, "H9.1, H9.5"
            built += hexes
    if s["palace_at"]:
        hexes = RHOMBUS_HEXES[int(s["palace_at"]) - 1]
        assert [tiles.get(hex_) for hex_ in hexes] == [0] * 4, "M3.1"
        built += hexes
    assert len(built) == len(set(built)), "H9.1"


def leaders_stand_beside_yellow_and_alone_of_their_colour(s: Any) -> None:
    tiles, leaders, land = board(s), standing(s), set_of(s["land"])
    assert set_of(s["leader_hexes"]) == sum(1 << hex_ for hex_ in leaders)
    assert len(leaders) == (s["leaders"] > 0).sum(), "H1.2b"
    for hex_ in leaders:
        assert land >> hex_ & 1, "H5.2"
        assert hex_ not in tiles, "H1.2b"
        assert any(tiles.get(other) == 0 for other in neighbours(hex_)), "H5.7"
    colours = Counter((int(s["group"][hex_]), colour) for hex_, (_, colour) in leaders.items())
    most = 2 if s["conflict"] == A_REVOLT else 1
    assert max(colours.values(), default=0) <= most, "H3.2"


def fields_are_within_their_bounds(s: Any) -> None:
    for field, low, high in LIMITS:
        assert low <= s[field].min(), field
        assert s[field].max() <= high, field


INVARIANTS = (
    all_tiles_are_somewhere,
    sizes_are_true,
    buildings_stand_on_their_tiles,
    leaders_stand_beside_yellow_and_alone_of_their_colour,
    fields_are_within_their_bounds,
)
