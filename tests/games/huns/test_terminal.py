"""Huns in the terminal: open things for everybody, the own cards with what they do, nothing that is hidden."""

from __future__ import annotations

import io
import random

from rich.console import Console

import tianxia
from tianxia import terminal
from tianxia.games.huns import deck


def drawn(match: tianxia.Match, viewer: int | None) -> str:
    out = io.StringIO()
    Console(file=out, width=200).print(terminal.draw(match.view(viewer)))
    return out.getvalue()


def played_until(kind: str, *, seed: int, after: int = 0, players: int = 3) -> tianxia.Match:
    """A random game up to a decision in which a kind of action is possible."""
    chance = random.Random(seed)
    match = tianxia.load("huns", players=players).new(seed)
    while match.step_count < after or match.legal(match.to_act[0])[0].kind != kind:
        match.play(match.to_act[0], int(chance.choice(match.legal_ids(match.to_act[0]))))
    return match


def test_the_cards_just_drawn_are_shown_with_their_texts_to_who_drew_them_only() -> None:
    match = played_until("play", seed=4, after=60)
    (seat,) = match.to_act
    cards = [deck.in_use().by_id[action.args["card"]] for action in match.legal(seat)]
    assert len(cards) > 1
    for card in cards:
        assert f"{card.id} {card.name('en')}: {card.effect('en')}" in " ".join(drawn(match, seat).split())
        assert all(card.name("en") not in drawn(match, viewer) for viewer in (None, (seat + 1) % 3))


def test_every_camp_is_shown_and_of_the_own_cards_what_they_do() -> None:
    match = played_until("die", seed=2, after=120)
    camps = match.view(None)["state"]["camp"]
    told = " ".join(drawn(match, 0).replace("│", " ").split())
    for seat, camp in enumerate(camps[:3]):
        assert camp
        for name in camp:
            card = deck.in_use().by_id[name]
            assert card.name("en") in told
            assert (card.effect("en") in told) == (seat == 0), name


def test_goods_lie_on_cards_and_wagons_as_capitals() -> None:
    match = tianxia.load("huns").new(seed=1)
    told = drawn(match, 0)
    state = match.view(None)["state"]
    need = [
        colour
        for colour, n in zip("brgky", state["need"][int(state["wagons"][0][0][1:]) - 1], strict=True)
        for _ in range(n)
    ]
    assert f"1 {state['type'][int(state['wagons'][0][0][1:]) - 1]} {''.join(need)}" in told


def test_types_of_sent_wagons_are_shown_to_their_owner_until_the_end() -> None:
    chance = random.Random(1)
    match = tianxia.load("huns", players=3).new(seed=1)
    while max(match.view(None)["state"]["sent_size"]) < 1:
        match.play(match.to_act[0], int(chance.choice(match.legal_ids(match.to_act[0]))))
    sizes = match.view(None)["state"]["sent_size"]
    owner = sizes.index(max(sizes))
    assert f"sent {sizes[owner]} (1 " in drawn(match, owner)
    assert f"sent {sizes[owner]} (1 " not in drawn(match, (owner + 1) % 3)
    while match.to_act:
        match.play(match.to_act[0], int(chance.choice(match.legal_ids(match.to_act[0]))))
    told = drawn(match, None)
    assert told.count(" points") == 3
    assert f"sent {match.view(None)['state']['sent_size'][owner]} (" in told
