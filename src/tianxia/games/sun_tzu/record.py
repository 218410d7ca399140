"""The record of Sun Tzu, typed. Written by `python -m tianxia.protocols` from `state.py`: change that."""

from typing import Protocol

from tianxia.engine.shapes import AnyRecord, Grid, Row


class Record(AnyRecord, Protocol):
    """What lies on the table of Sun Tzu; `state.py` says what each field means."""

    events: int
    generals: int
    beginner: int
    orders: int
    battle_order: int
    light_infantry: int
    asks: int
    asked: int
    step: int
    round: int
    figure: int
    displays: Row
    holder: int
    winner: int
    event_deck: Row
    event: int
    events_left: int
    events_out: Row
    sealed: int
    unfought: int
    battle: int
    revealed: Row
    pestilence: int
    physician: int
    feint: int
    plagues: int
    infantry: int
    need: int
    need_seat: int
    need_province: int
    missing: int
    pool: Row
    reinforcements: Row
    armies: Grid
    markers: Grid
    used: Row
    face_up: Grid
    out: Grid
    hand_size: Row
    drawn_size: Row
    deck_size: Row
    fresh: Row
    returned: Grid
    shown: Grid
    unshown: Row
    confirmed: Row
    draws_more: Row
    beaten_nine: Row
    beaten_ten: Row
    hand: Grid
    laid: Grid
    drawn: Grid
    held: Row
    aside: Row
    undrawn: Grid
    known: Grid
    deck: Grid
    scratch: Row
    rng: int
