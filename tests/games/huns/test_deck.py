"""Decks: read from their file, judged by N9.3, replaced by an own one."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tianxia.engine import i18n
from tianxia.games.huns import deck
from tianxia.games.huns.deck import BadDeck, in_use, load, problems, read
from tianxia.games.huns.pieces import CARDS, COLOURS, HOLDERS, TYPES, WAGONS
from tianxia.games.huns.state import STATE

OURS = json.loads(deck.OURS.read_text("utf-8"))
Change = Callable[[dict[str, Any]], Any]


def changed(change: Change) -> dict[str, Any]:
    """Our deck with something changed in it."""
    told = copy.deepcopy(OURS)
    change(told)
    return told


def card(told: dict[str, Any], name: str) -> dict[str, Any]:
    return next(entry for entry in told["cards"] if entry["id"] == name)


def wagon(told: dict[str, Any], name: str) -> dict[str, Any]:
    return next(entry for entry in told["wagons"] if entry["id"] == name)


# Our deck


def test_our_deck_has_the_form_that_is_asked_of_a_deck() -> None:
    assert problems(OURS) == []


def test_our_deck_says_that_it_is_not_the_published_one() -> None:
    assert "not the published card list" in OURS["note"]


def test_each_card_has_words_of_its_own_in_every_language() -> None:
    for lang in i18n.languages():
        names = [card.name(lang) for card in in_use().cards]
        assert len(set(names)) == len(CARDS)
        assert all(card.effect(lang).endswith(".") for card in in_use().cards)


def test_in_our_deck_one_card_of_each_colour_is_for_three_players_and_one_for_four() -> None:
    later = {card.id: card.from_players for card in in_use().cards if card.from_players > 2}
    assert later == {
        "E11": 3, "R11": 3, "M06": 3, "C11": 3, "T11": 3,
        "E12": 4, "R12": 4, "M02": 4, "C12": 4, "T12": 4,
    }  # fmt: skip


def test_our_wagons_have_seven_spaces_of_each_colour_a_type() -> None:
    for kind in TYPES:
        wagons = [wagon for wagon in in_use().wagons if wagon.type == kind]
        assert Counter(sum(wagon.need) for wagon in wagons) == {3: 1, 4: 3, 5: 4}
        assert [sum(column) for column in zip(*(wagon.need for wagon in wagons), strict=True)] == [7] * len(COLOURS)


def test_each_of_our_wagons_wants_two_colours() -> None:
    assert {sum(spaces > 0 for spaces in wagon.need) for wagon in in_use().wagons} == {2}


def test_the_file_has_one_card_or_wagon_a_line() -> None:
    lines = deck.OURS.read_text("utf-8").splitlines()
    entries = [json.loads(line.rstrip(",")) for line in lines if line.startswith("  {")]
    assert entries == [*OURS["cards"], *OURS["wagons"]]


# What is wrong with a deck


WRONG: dict[str, tuple[Change, str]] = {
    "a card is missing": (lambda d: d["cards"].remove(card(d, "R05")), "R05 is missing from the cards"),
    "a wagon is missing": (lambda d: d["wagons"].remove(wagon(d, "W09")), "W09 is missing from the wagons"),
    "a card twice": (lambda d: d["cards"].append(card(d, "T01")), "T01 is there 2 times"),
    "an unknown card": (
        lambda d: card(d, "T01").update(id="T13"),
        'cards, entry 49: it should be an object with an id from E01 to T12, not "T13"',
    ),
    "an unknown wagon": (
        lambda d: wagon(d, "W01").update(id=1),
        "wagons, entry 1: it should be an object with an id from W01 to W32, not 1",
    ),
    "no card at all": (
        lambda d: d["cards"].append("E01"),
        'cards, entry 61: it should be an object with an id from E01 to T12, not "E01"',
    ),
    "another colour": (lambda d: card(d, "M03").update(colour="red"), 'M03: colour "red" should be "green"'),
    "one player": (lambda d: card(d, "E01").update(min_players=1), "E01: min_players 1 should be 2 to 4"),
    "two cards for three": (
        lambda d: card(d, "E01").update(min_players=3),
        "blue cards: one should have min_players 3, there is E01, E11",
    ),
    "no card for four": (
        lambda d: card(d, "C12").update(min_players=2),
        "black cards: one should have min_players 4, there is none",
    ),
    "no spaces": (lambda d: card(d, "M02").update(spaces=0), "M02: spaces 0 should be 1 to 5"),
    "six spaces": (lambda d: card(d, "C02").update(spaces=6), "C02: spaces 6 should be 1 to 5"),
    "null spaces": (lambda d: card(d, "C02").update(spaces=None), "C02: spaces null should be 1 to 5"),
    "true spaces": (lambda d: card(d, "C02").update(spaces=True), "C02: spaces true should be 1 to 5"),
    "a Raid with spaces": (
        lambda d: card(d, "R02").update(spaces=2),
        "R02: spaces 2 should be null: only Mercenaries and Curses have spaces",
    ),
    "no name": (lambda d: card(d, "T02").update(name_pl=" "), 'T02: name_pl " " should be a text'),
    "a number for a text": (lambda d: card(d, "T02").update(effect_en=7), "T02: effect_en 7 should be a text"),
    "a bell in a name": (
        lambda d: card(d, "T02").update(name_en="Four\aBanners"),
        r'T02: name_en "Four\u0007Banners": letter 5 is U+0007, it should be one that can be printed',
    ),
    "a text that turns the direction": (
        lambda d: card(d, "T02").update(effect_pl="Masz\u202e."),
        r'T02: effect_pl "Masz\u202e.": letter 5 is U+202E, it should be one that can be printed',
    ),
    "two lines": (
        lambda d: card(d, "T02").update(effect_en="One.\nTwo."),
        r'T02: effect_en "One.\nTwo.": letter 5 is U+000A, it should be one that can be printed',
    ),
    "a name without end": (
        lambda d: card(d, "T02").update(name_en="a" * 3000),
        f'T02: name_en "{"a" * 39}… has 3000 letters, it should have at most 40',
    ),
    "an effect without end": (
        lambda d: card(d, "T02").update(effect_en="b" * 601),
        f'T02: effect_en "{"b" * 39}… has 601 letters, it should have at most 600',
    ),
    "a key is missing": (lambda d: card(d, "T02").pop("name_en"), "T02: name_en is missing"),
    "a key is unknown": (
        lambda d: card(d, "T02").update(power=9),
        'T02: there is no key "power"; the keys are id, colour, min_players, spaces, timing, kind, '
        "name_en, name_pl, effect_en, effect_pl",
    ),
    "an unknown time": (
        lambda d: card(d, "E02").update(timing="never"),
        'E02: timing "never" should be one of start, during, end, any, endgame',
    ),
    "a kind of another colour": (
        lambda d: card(d, "R02").update(kind="curse"),
        'R02: kind "curse" should be one of once',
    ),
    "an unknown type": (
        lambda d: wagon(d, "W01").update(type="pink"),
        'W01: type "pink" should be one of violet, orange, green, blue',
    ),
    "nine of a type": (lambda d: wagon(d, "W01").update(type="blue"), "blue wagons: there should be 8, not 9"),
    "a wrong size": (
        lambda d: wagon(d, "W01").update(size=4),
        "W01: size 4 should be 3, the number of spaces that it needs goods on",
    ),
    "too large": (lambda d: wagon(d, "W01").update(size=6), "W01: size 6 should be 3 to 5"),
    "one colour": (
        lambda d: wagon(d, "W01").update(need={"blue": 3}),
        "W01: it should have spaces of at least 2 colours, not 1",
    ),
    "an unknown colour": (
        lambda d: wagon(d, "W01").update(need={"blue": 2, "pink": 1}),
        'W01: need "pink" should be one of blue, red, green, black, yellow',
    ),
    "no spaces of a colour": (
        lambda d: wagon(d, "W01")["need"].update(red=0),
        "W01: need of red 0 should be 1 to 5; leave out what it needs not",
    ),
    "no need": (
        lambda d: wagon(d, "W01").update(need=3),
        "W01: need 3 should be an object with the spaces of each colour",
    ),
    "no list": (lambda d: d.update(wagons={}), "wagons should be a list, not {}"),
    "no cards": (lambda d: d.pop("cards"), "the deck: cards is missing"),
    "a key too many": (
        lambda d: d.update(title="Mine"),
        'the deck: there is no key "title"; the keys are note, cards, wagons',
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_said_with_what_would_be_right(what: str) -> None:
    change, said = WRONG[what]
    assert f"{said} [N9.3]" in problems(changed(change))


def test_every_problem_is_told_not_only_the_first() -> None:
    wrong = [
        WRONG[what] for what in ("a card is missing", "another colour", "no name", "no card for four", "too large")
    ]

    def change(told: dict[str, Any]) -> None:
        for spoil, _ in wrong:
            spoil(told)

    assert set(problems(changed(change))) == {f"{said} [N9.3]" for _, said in wrong}


@pytest.mark.parametrize("told", [None, [], "deck", 7])
def test_a_deck_is_an_object(told: Any) -> None:
    assert problems(told) == ["the deck should be an object with cards and wagons [N9.3]"]


# Files


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"cards": [\n  {"id": "E01",}\n]}', "line 2, column 1"),
        ("", "line 1, column 1: Expecting value"),
        ('{"cards": [], "cards": []}', '"cards" is there twice in one object'),
        ('{"cards": [{"id": "E01", "spaces": 1, "spaces": 2}]}', '"spaces" is there twice in one object ("E01")'),
        ("[" * 100_000, "this is no deck"),
        ('{"cards": ' + "9" * 5000 + "}", "this is no deck"),
    ],
)
def test_bad_json_is_told_with_its_place(text: str, said: str) -> None:
    with pytest.raises(BadDeck, match=r".") as caught:
        read(text)
    assert said in str(caught.value)


def test_a_file_that_is_no_text_or_too_large_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"{\n\xff}")
    with pytest.raises(BadDeck, match=r"line 2: byte 0xff is not UTF-8"):
        load(tmp_path / "a.json")
    (tmp_path / "b.json").write_bytes(b" " * 300_000)
    with pytest.raises(BadDeck, match=r"larger than 262144 bytes"):
        load(tmp_path / "b.json")
    with pytest.raises(OSError, match=r"No such file"):
        load(tmp_path / "c.json")


def test_the_order_of_entries_does_not_matter(tmp_path: Path) -> None:
    told = {**OURS, "cards": OURS["cards"][::-1], "wagons": OURS["wagons"][::-1]}
    (tmp_path / "deck.json").write_text(json.dumps(told), "utf-8")
    assert load(tmp_path / "deck.json") == in_use()


def test_an_own_deck_takes_the_place_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def change(told: dict[str, Any]) -> None:
        card(told, "M01").update(name_en="Ildico", spaces=5)
        card(told, "E01").update(min_players=4)
        card(told, "E12").update(min_players=2)
        wagon(told, "W02").update(size=5, need={"red": 4, "yellow": 1})

    (tmp_path / "mine.json").write_text(json.dumps(changed(change)), "utf-8")
    monkeypatch.setenv("TIANXIA_DECK", str(tmp_path / "mine.json"))
    assert in_use().by_id["M01"].name("en") == "Ildico"
    states = STATE.new()
    deck.load_assets(states)
    assert states["spaces"][0, HOLDERS.index("M01")] == 5
    assert states["from_players"][0, CARDS.index("E01")] == 4
    assert states["from_players"][0, CARDS.index("E12")] == 2
    assert states["need"][0, WAGONS.index("W02")].tolist() == [0, 4, 0, 0, 1]
    monkeypatch.delenv("TIANXIA_DECK")
    assert in_use().by_id["M01"].spaces == 3


def test_an_own_deck_that_does_not_fit_is_refused_with_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(changed(lambda d: card(d, "M02").update(spaces=0))), "utf-8")
    monkeypatch.setenv("TIANXIA_DECK", str(path))
    with pytest.raises(BadDeck) as caught:
        in_use()
    assert str(caught.value) == f"{path}: M02: spaces 0 should be 1 to 5 [N9.3]"
    monkeypatch.setenv("TIANXIA_DECK", str(tmp_path / "none.json"))
    with pytest.raises(BadDeck, match=r"none.json: No such file or directory"):
        in_use()


def test_the_deck_goes_into_the_record_in_the_order_of_its_fields() -> None:
    states = STATE.new()
    deck.load_assets(states)
    for holder, spaces in zip(HOLDERS, states["spaces"][0], strict=True):
        assert in_use().by_id[holder].spaces == spaces
    assert states["from_players"][0].tolist() == [card.from_players for card in in_use().cards]
    for wagon, need, kind in zip(in_use().wagons, states["need"][0], states["type"][0], strict=True):
        assert (wagon.need, wagon.type) == (tuple(need), TYPES[kind])
