"""Huns in the terminal: open things for everybody, the own cards with what they do, nothing that is hidden."""

from __future__ import annotations

import io
import random

import pytest
from rich.console import Console

import tianxia
from tianxia import terminal
from tianxia.engine.errors import TianxiaError
from tianxia.games.huns import deck
from tianxia.terminal.play import answer


def drawn(match: tianxia.Match, viewer: int | None, lang: str = "en") -> str:
    out = io.StringIO()
    Console(file=out, width=200).print(terminal.draw(match.view(viewer), lang))
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
    assert f"sent: {sizes[owner]} (1 " in drawn(match, owner)
    assert f"sent: {sizes[owner]} (1 " not in drawn(match, (owner + 1) % 3)
    while match.to_act:
        match.play(match.to_act[0], int(chance.choice(match.legal_ids(match.to_act[0]))))
    told = drawn(match, None)
    assert told.count(" points: ") == 3
    assert f"sent: {match.view(None)['state']['sent_size'][owner]} (" in told


@pytest.mark.parametrize("asked", ["victim", "flee"])
def test_a_curse_that_is_played_is_shown_with_what_it_does(asked: str) -> None:
    match = played_until(asked, seed=3)
    (seat,) = match.to_act
    assert match.asked
    curse = deck.in_use().by_id[match.asked["card"]]
    assert f"{curse.id} {curse.name('en')}: {curse.effect('en')}" in " ".join(drawn(match, seat).split())


def test_the_table_speaks_the_language_of_the_reader() -> None:
    match = played_until("die", seed=2, after=120)
    told = " ".join(drawn(match, 0, "pl").replace("│", " ").split())
    cards = [deck.in_use().by_id[card] for card in match.view(0)["state"]["camp"][0]]
    assert cards
    for card in cards:
        assert f"{card.name('pl')}" in told
        assert card.effect("pl") in told
    for english in ("Round", "reserve", "deck", "wagons", "stash", "first player", "you", "green"):
        assert english not in told.replace("b r g k y", "")


@pytest.mark.parametrize(("lang", "said"), [("en", "fAmi"), ("pl", "głód"), ("pl", "famine"), ("pl", "c02")])
def test_a_card_is_told_by_its_notation_or_a_part_of_its_name(lang: str, said: str) -> None:
    told = answered(f"card {said}", lang)
    famine = deck.in_use().by_id["C02"]
    assert told.startswith(f"C02 {famine.name(lang)} (")
    assert famine.effect(lang) in told


def test_a_card_that_is_not_there_is_no_card() -> None:
    with pytest.raises(TianxiaError, match="no card is called so"):
        answered("card snow", "en")


def test_help_speaks_the_language_of_the_reader_and_names_the_cards() -> None:
    assert "card NAME what a card does" in answered("?", "en")
    assert "card NAZWA co robi karta" in answered("?", "pl")
    assert "można to zrobić" in answered("? die red", "pl")


def answered(said: str, lang: str) -> str:
    """What the terminal says to something that is no action, at the begin of a game."""
    out = io.StringIO()
    match = tianxia.load("huns").new(seed=1)
    assert answer(said, match, match.to_act[0], Console(file=out, width=2000), lang)
    return " ".join(out.getvalue().split())
