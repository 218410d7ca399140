"""When a seat is asked for a reaction."""

import tianxia


def in_window(match: "tianxia.Match", seat: int) -> bool:
    """A seat is asked for a reaction: public, since declining is legal in every window and only there."""
    ids, kind = match.legal_ids(seat), match.game.actions.by_name.get(match.game.declining)
    return kind is not None and bool(((ids >= kind.start) & (ids < kind.start + kind.size)).any())
