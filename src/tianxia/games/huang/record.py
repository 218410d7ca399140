"""The record of Huang, typed. Written by `python -m tianxia.protocols` from `state.py`: change that."""

from typing import Protocol

from tianxia.engine.shapes import AnyRecord, Grid, Row


class Record(AnyRecord, Protocol):
    """What lies on the table of Huang; `state.py` says what each field means."""

    players: int
    short_game: int
    bandits: int
    eighteen_kingdoms: int
    palace: int
    open_points: int
    stall_turns: int
    open: int
    asks: int
    asked: int
    active: int
    turn: int
    actions_done: int
    drew: int
    quiet_turns: int
    replaced: int
    placed: int
    chosen: int
    conflict: int
    marked: int
    defender: int
    colour: int
    double: int
    n_sides: int
    won_by: int
    must_go: int
    sides: Grid
    side_hex: Row
    totals: Row
    given: Row
    committed: Row
    helped: Row
    supports: Row
    land: Row
    river: Row
    capitals: Row
    locations: Grid
    tiles: Grid
    group: Row
    realm: Row
    rulers: Row
    firsts: int
    leaders: Grid
    beside: Grid
    leader_hexes: Row
    pagodas: Row
    palace_at: int
    granaries: Row
    bandit_tiles: Row
    market: Row
    out: Row
    bag_size: int
    aside_size: int
    hand_size: Row
    face_down_size: Row
    known: Grid
    hands: Grid
    points: Grid
    granaries_taken: Row
    hand: Grid
    face_down: Grid
    bag: Row
    aside: Row
    rng: int
