"""The record of Huns, typed. Written by `python -m tianxia.protocols` from `state.py`: change that."""

from typing import Protocol

from tianxia.engine.shapes import AnyRecord, Block, Cube, Grid, Row


class Record(AnyRecord, Protocol):
    """What lies on the table of Huns; `state.py` says what each field means."""

    players: int
    open_sent: int
    max_rounds: int
    open: int
    spaces: Row
    from_players: Row
    need: Grid
    type: Row
    round: int
    asked: int
    active: int
    token: int
    rolled_by: int
    ridden: int
    dice: Row
    taken_by: Row
    die: int
    value: int
    fixed: int
    action: int
    loot_colour: int
    looting: int
    raided: int
    bound: int
    hand: Row
    batch_on: int
    tally: int
    over_curses: int
    asks: Row
    asks_seat: Row
    depth: int
    waiting: Row
    waiting_seat: Row
    n_waiting: int
    can: Row
    camp: Row
    used: int
    fled: int
    spent: int
    full: int
    works: Row
    cursed_by: Row
    goods_on: Grid
    saddlebags: Row
    wagons: Grid
    load: Block
    wanted: Grid
    cargo: Grid
    gaps: Grid
    sent_size: Row
    stash: Grid
    reserve: Row
    display: Row
    wagons_left: int
    deck_size: Row
    known: Grid
    met: int
    account: Grid
    sent: Grid
    seen: Cube
    deck: Grid
    wagon_deck: Row
    rng: int
