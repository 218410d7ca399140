"""What a viewer may not know is dealt anew and must change nothing that it sees; for any game."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from tianxia.engine import _entries as entries
from tianxia.engine.fields import SPECTATOR
from tianxia.engine.game import Game
from tianxia.engine.match import Match
from tianxia.engine.steps import Event, Step


def other_world(game: Game, states: Any, viewer: int | None, seed: int) -> Any:
    """The same position as far as the viewer can know, with other hidden facts; for the spectator all of them."""
    twin = states.copy()
    for seat in range(game.seats) if viewer is None else (viewer,):
        entries.resample(twin, seat, seed + seat)
    return twin


def seen(game: Game, states: Any, viewer: int | None) -> bytes:
    """What a viewer may see of a record."""
    masked = states.copy()
    entries.masked(masked, SPECTATOR if viewer is None else viewer)
    return masked.tobytes()


def legal(game: Game, states: Any, seat: int) -> list[int]:
    out = np.zeros(game.most_legal, np.int32)
    return out[: entries.legal(states, seat, out)].tolist()  # type: ignore[no-any-return]


def check_world(game: Game, states: Any, viewer: int | None, seed: int) -> Any:
    """Deal a world and check all that must stay; returns it."""
    twin = other_world(game, states, viewer, seed)
    assert seen(game, twin, viewer) == seen(game, states, viewer), "the view changed"
    assert seen(game, twin, None) == seen(game, states, None), "what everyone sees changed"
    assert entries.actors(twin) == entries.actors(states)
    if game.quiet(twin):
        reason = game.positions.check(game.table.record_class(twin, 0))
        assert not reason, f"a world that cannot be: {reason}"
    if viewer is not None:
        assert legal(game, twin, viewer) == legal(game, states, viewer)
        masked = states.copy()
        entries.masked(masked, viewer)
        entries.resample(masked, viewer, seed + viewer)
        assert masked.tobytes() == twin.tobytes(), (
            "resample reads what is hidden: from the masked record it deals otherwise"
        )
    return twin


def told_in(match: Any, viewer: int | None, seed: int) -> Any:
    """A match in another world: other hidden facts, and other private fields in the log."""
    twin = match.copy()
    twin._states = other_world(match.game, match._states, viewer, seed)
    twin._last = None
    for step in match._last.line():
        events = tuple(other_event(match.game, event, viewer) for event in step.events(match.game.events.kinds))
        twin._last = Step.after(twin._last, step.seat, step.action, events, match.position_hash())
    return twin


def other_event(game: Game, event: Event, viewer: int | None) -> Event:
    """An event with other values in the fields that are private to other seats."""
    step, index, args = event
    domains = game.events.kinds[index].domains.values()
    changed = (
        (arg + 1 - domain.low) % domain.radix + domain.low if domain.owner and args[0] != viewer else arg
        for arg, domain in zip(args, domains, strict=True)
    )
    return step, index, tuple(changed)


def random_matches(game: Game, seed: int, every: int) -> Iterator[Match]:
    """A match on its way: the position after each so many random actions, and the last one."""
    match, chance = game.new(seed), random.Random(seed)
    while match.to_act:
        seat = chance.choice(match.to_act)
        match.play(seat, int(chance.choice(match.legal_ids(seat))))
        if match.step_count % every == 0 or not match.to_act:
            yield match


def told(match: Match, viewer: int | None, every: int = 1) -> bytes:
    """All that the programs and pages of a viewer can ask for; of all refusals every so many."""
    answers: dict[str, Any] = {
        "view": match.view(viewer),
        "events": match.events(viewer),
        "log": [match.log(viewer, lang) for lang in ("en", "pl")],
        "prompt": [match.prompt(viewer, lang) for lang in ("en", "pl")],
        "floor": [match.undo_floor, match.step_count, match.to_act],
        "record": match.record(viewer).tobytes().hex(),
        "hash": match.seen(viewer),
    }
    if viewer is not None:
        answers["legal"] = match.legal_ids(viewer).tolist()
        answers["why_not"] = [
            match.why_not(viewer, number) for number in range(match.step_count % every, match.game.actions.size, every)
        ]
    return json.dumps(answers).encode()
