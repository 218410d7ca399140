"""The record of Chu Han, typed. Written by `python -m tianxia.protocols` from `state.py`: change that."""

from typing import Protocol

from tianxia.engine.shapes import AnyRecord, Cube, Grid, Row


class Record(AnyRecord, Protocol):
    """What lies on the table of Chu Han; `state.py` says what each field means."""

    events: int
    campaign: int
    goal: int
    match_number: int
    match_score: Grid
    matches_won: Row
    event: int
    events_past: Row
    event_deck: Row
    face_up: Row
    row: Row
    row_seat: Row
    row_size: int
    lent: Row
    declared_lent: int
    leads_next: int
    score: Row
    hand_number: int
    last_out: int
    winner: int
    asks: int
    turn: int
    leader: int
    decree_open: int
    lead_ability_open: int
    decrees_left: int
    decrees_taken: Row
    doubled: int
    hand: Grid
    hand_size: Row
    opened: Row
    shown: Grid
    building_ability: Row
    building: Row
    surely: Cube
    pile: Row
    pile_size: int
    looked_to: Row
    seen: Grid
    deck: Row
    discard: Row
    plays: int
    trick_seat: Row
    trick_ability: Row
    trick_value: Row
    trick_size: Row
    trick_kinds: Row
    to_beat_value: int
    to_beat_size: int
    declared_ability: int
    declared_value: int
    declared_size: int
    declared_kinds: int
    declared_target: int
    first_empty: int
    rng: int
