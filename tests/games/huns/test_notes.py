"""What Huns says: the log, what is asked, labels, the parts that a player taps, the words on the cards."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tianxia
from tests.games.huns.table import game_of_cases, taking
from tianxia.engine import _entries as entries
from tianxia.engine import i18n
from tianxia.games.huns import deck, notes
from tianxia.games.huns.pieces import CARDS, COLOURS, TYPES
from tianxia.games.huns.prompts import ASKED, ended, winners
from tianxia.games.huns.questions import QUESTIONS
from tianxia.games.huns.state import ITEMS

RAW = re.compile(r"[{}_]|\bNone\b|\bnone\b|\b[EMRCTW]\d\d\b")
"""Names in braces that nothing filled in, names of fields, numbers of cards and wagons."""
ENGLISH = re.compile(
    r"\b(blue|red|green|black|yellow|violet|orange|goods?|wagons?|cards?|takes?|the|with)\b", re.IGNORECASE
)
GAMES = ((2, 1), (3, 2), (4, 3), (4, 4), (4, 5))
"""Players and seed of random games in which nearly everything happens."""


def viewers(match: tianxia.Match) -> Iterator[int | None]:
    yield from (*range(match.game.seats), None)


@cache
def lively(players: int, seed: int) -> tuple[tianxia.Match, ...]:
    """A random game as it is before each action and after the last."""
    chance = random.Random(seed)
    match = tianxia.load("huns", players=players).new(seed=seed)
    found = [match.copy()]
    while match.to_act:
        (seat,) = match.to_act
        kinds: dict[str, list[int]] = {}
        for action in match.legal(seat):
            kinds.setdefault(action.kind, []).append(action.id)
        match.play(seat, chance.choice(kinds[chance.choice(sorted(kinds))]))
        found.append(match.copy())
    return tuple(found)


def question(match: tianxia.Match) -> str:
    assert match.asked
    return str(match.asked["kind"])


# whole games


@pytest.mark.parametrize("lang", i18n.languages())
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_told_and_asked_in_words(game: tuple[int, int], lang: str) -> None:
    matches = lively(*game)
    said = [line for viewer in viewers(matches[-1]) for line in matches[-1].log(viewer, lang)]
    said += [match.prompt(viewer, lang) for match in matches[::2] for viewer in (*match.to_act, None)]
    assert [line for line in said if not line or RAW.search(line)] == []
    if lang != i18n.DEFAULT:
        assert [line for line in said if ENGLISH.search(line)] == []


@pytest.mark.parametrize("lang", i18n.languages())
@pytest.mark.parametrize("game", GAMES)
def test_labels_are_unique_among_the_legal_actions(game: tuple[int, int], lang: str) -> None:
    label = cache(lambda number: lively(*game)[0].game.label(number, lang))
    for match in lively(*game):
        for seat in match.to_act:
            labels = [label(number) for number in match.legal_ids(seat).tolist()]
            assert len(set(labels)) == len(labels)
            assert [text for text in labels if not text or RAW.search(text)] == []
            assert lang == i18n.DEFAULT or [text for text in labels if ENGLISH.search(text)] == []


def test_these_games_ask_nearly_every_question() -> None:
    asked = {question(match) for game in GAMES for match in lively(*game) if match.to_act}
    assert len(asked) > 25
    assert asked <= ASKED.keys() == QUESTIONS.answers.keys()


@pytest.mark.parametrize("game", GAMES)
def test_prompts_do_not_depend_on_what_is_hidden(game: tuple[int, int]) -> None:
    chance = random.Random(2)
    for match in lively(*game)[::5]:
        for seat in range(match.game.seats):
            other = match.copy()
            entries.resample(other._states, seat, chance.getrandbits(60))
            assert match.prompt(seat) == other.prompt(seat)


@pytest.mark.parametrize("game", GAMES)
def test_the_log_names_no_card_that_was_only_drawn(game: tuple[int, int]) -> None:
    match = lively(*game)[-1]
    names = [card.name("en") for card in deck.in_use().cards]
    drawn = [
        line
        for viewer in viewers(match)
        for event, line in zip(match.events(viewer), match.log(viewer), strict=True)
        if event["kind"] == "drew"
    ]
    assert drawn
    assert [line for line in drawn if any(name in line for name in names)] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_line_of_a_sending_tells_only_who_sends(game: tuple[int, int]) -> None:
    match = lively(*game)[-1]
    sent = {
        line
        for viewer in viewers(match)
        for event, line in zip(match.events(viewer), match.log(viewer), strict=True)
        if event["kind"] == "sent"
    }
    assert sent
    assert sent <= {f"{name} sends a wagon" for name in ("Attila", "Bleda", "Rua", "Octar")}
    assert not any(kind in line for line in sent for kind in TYPES)


@pytest.mark.parametrize("game", GAMES)
def test_the_winners_that_are_named_are_the_first_of_the_result(game: tuple[int, int]) -> None:
    match = lively(*game)[-1]
    assert match.result is not None
    first = [seat for seat, place in enumerate(match.result) if place == 1]
    assert winners(match.view(None)["state"]) == first


def test_a_tie_of_points_is_broken_by_the_stash_and_then_they_win_together() -> None:
    english = i18n.translator("en")
    account = [[3, 0, 0, 0, 2, 0], [5, 0, 0, 0, 0, 0], [0] * len(ITEMS), [0] * len(ITEMS)]
    state = {"players": 3, "account": account, "stash": [[0, 1, 0, 0, 0], [0, 2, 0, 0, 0], [9] * 5, [0] * 5]}
    assert ended(state, english) == "Bleda has won"
    state["stash"] = [[0, 1, 0, 0, 1], [0, 2, 0, 0, 0], [9] * 5, [0] * 5]
    assert ended(state, english) == "Attila and Bleda share the victory"


def test_two_begin_with_the_first_roll_which_is_told() -> None:
    match = tianxia.load("huns").new(3)
    state = match.view(None)["state"]
    began, rolled, turn = match.events(None)
    assert (began["kind"], began["round"], began["seat"]) == ("round_began", 1, state["token"])
    assert [rolled[colour] for colour in COLOURS] == state["dice"]
    assert (turn["kind"], turn["seat"], turn["step"]) == ("turn_began", match.to_act[0], 0)
    assert match.copy().events(None) == match.events(None)
    assert tianxia.load("huns", players=3).new(3).events(None) == []


# what a question says


def asked_of(wanted: str) -> Iterator[tuple[tianxia.Match, int]]:
    """Every decision of the games of one question."""
    for game in GAMES:
        for match in lively(*game):
            if match.to_act and question(match) == wanted:
                yield match, match.to_act[0]


def test_a_draw_and_a_new_wagon_are_said_to_be_final() -> None:
    for match, seat in asked_of("after_die"):
        draws = any(action.kind == "draw" for action in match.legal(seat))
        assert draws == ("a draw can't be taken back" in match.prompt(seat))
    assert all("can't be taken back" in match.prompt(seat) for match, seat in asked_of("new_wagon"))


@pytest.mark.parametrize(
    ("card", "action", "final"),
    [("M12", "none", True), ("R04", "loot", True), ("R04", "draw", False), ("R07", "loot", False)],
)
def test_cards_that_roll_or_draw_are_said_to_be_final(card: str, action: str, final: bool) -> None:
    match, seat = next(asked_of("after_action"))
    view = match.view(seat)
    view["state"].update(can=[f"use {card}", "done"], action=action)
    assert ("(no undo)" in notes.prompt(view, i18n.translator("en"))) == final


def said(kind: str, lang: str = "en", **facts: Any) -> str:
    """What is asked at a moment of a game where some facts are others."""
    match, seat = next(asked_of(kind))
    view = match.view(seat)
    view["state"].update(facts)
    return notes.prompt(view, i18n.translator(lang))


def test_more_than_three_cards_are_counted_instead_of_named() -> None:
    uses = ["use E03", "use R01", "use R02", "use M12"]
    assert said("before_die", can=["die red", *uses[:2]]).endswith("first use Wolf Pelt or Steppe Sweep")
    assert said("before_die", can=["die red", *uses]) == "Your turn: take a die, or first use one of your 4 lit cards"
    assert said("before_die", "pl", can=["die red", *uses]).endswith("najpierw użyj jednej z 4 podświetlonych kart")


def test_several_cards_that_change_the_die_are_named_without_what_they_do() -> None:
    facts: dict[str, Any] = {"die": "red", "value": 1}
    one, more = ["draw", "loot", "raise"], ["draw", "loot", "loot_as blue", "raise", "value 2"]
    assert "loot goods or raise the value with Steppe Horse;" in said("after_die", can=one, **facts)
    assert "loot goods, or use Alan Archer, Steppe Horse or Rearguard;" in said("after_die", can=more, **facts)
    archer, horse, rearguard = (deck.in_use().by_id[card].name("pl") for card in ("M06", "E04", "E12"))
    assert f"rabuj dobra albo użyj karty {archer}, {horse} lub {rearguard};" in said(
        "after_die", "pl", can=more, **facts
    )


LAST_TURN: dict[str, Any] = {
    "can": ["done"], "dice": [0] * 5, "round": 3, "max_rounds": 60, "reserve": [9] * 5, "deck_size": [9] * 5,
    "players": 4, "rolled_by": 1, "works": [[], [], [], []], "load": [[[[0] * 5] * 5] * 3] * 4,
}  # fmt: skip
"""The last decision of a round after which the dice are rolled."""
ROLL, END, OPEN = (
    "the dice are rolled then",
    "the game ends then",
    "the game ends if a colour of the reserve is empty then",
)
LOADED = [[[[0] * 5] * 5] * 3, [[[0, 1, 0, 0, 0], *[[0] * 5] * 4], *[[[0] * 5] * 5] * 2], *[[[[0] * 5] * 5] * 3] * 2]
"""A red good on a blue space of the second seat."""


@pytest.mark.parametrize(
    ("facts", "then"),
    [
        ({}, ROLL),
        ({"round": 60}, END),
        ({"deck_size": [9, 9, 0, 9, 9]}, END),
        ({"reserve": [9, 0, 9, 9, 9]}, END),
        ({"reserve": [9, 0, 9, 9, 9], "works": [[], ["C06"], [], []], "load": LOADED}, OPEN),
        ({"reserve": [0, 9, 9, 9, 9], "works": [[], ["C06"], [], []], "load": LOADED}, END),
        ({"reserve": [0, 0, 9, 9, 9], "works": [[], ["C06"], [], []], "load": LOADED}, END),
        ({"reserve": [9, 1, 9, 9, 9], "works": [["E11"], [], [], []]}, OPEN),
        ({"reserve": [9, 1, 9, 9, 9], "works": [[], ["E11"], [], []]}, ROLL),
        ({"works": [["E11"], [], [], []]}, OPEN),
    ],
)
def test_who_ends_a_round_is_told_whether_the_game_ends_too(facts: dict[str, Any], then: str) -> None:
    assert said("after_action", **(LAST_TURN | facts)) == f"End the turn and the round; {then}"


def ends(match: tianxia.Match) -> bool:
    """Whether the game is over before dice are rolled again, once the turn is ended."""
    after, told = match.copy(), len(match.events(None))
    after.play(after.to_act[0], "done")
    while True:
        kinds = [event["kind"] for event in after.events(None)[told:]]
        if "over" in kinds or "round_began" in kinds:
            return "over" in kinds
        after.play(after.to_act[0], after.legal(after.to_act[0])[0])


def test_what_is_said_to_follow_a_round_does() -> None:
    heard = set()
    for match, seat in asked_of("after_action"):
        prompt = match.prompt(seat)
        if any(action.kind == "done" for action in match.legal(seat)):
            for then, wanted in ((ROLL, False), (END, True)):
                if prompt.endswith(then):
                    assert ends(match) == wanted, prompt
                    heard.add(then)
    assert heard == {ROLL, END}


def test_a_round_that_ends_says_so_beside_the_cards_that_may_be_used() -> None:
    can = {"can": ["use R07", "done"]}
    assert said("after_action", **(LAST_TURN | can)) == f"Use Cavalry Charge, or end the turn and the round; {ROLL}"
    assert said("after_action", **(LAST_TURN | can | {"dice": [1] * 5})) == "Use Cavalry Charge, or end the turn"


def test_branding_is_said_to_be_free() -> None:
    prompt = said("place", can=["on M04", "load red 1", "brand red 1 blue"], hand=[0, 2, 0, 0, 0])
    assert prompt == "Place 2 red goods: all on one card, or on wagons; Branding Iron may put one on another colour"


@pytest.mark.parametrize(
    ("can", "asked", "polish"),
    [
        (["load red 1"], "on one of your wagons", "Połóż 1 czerwone dobro na jednym ze swoich wozów"),
        (["on M04", "load red 1"], "on a card or on one of your wagons", ""),
        (["load red 1", "brand red 1 blue"], "on a wagon; Branding Iron may put it on another colour", ""),
        (["on M04", "brand red 1 blue"], "on a card or a wagon; Branding Iron may put it on another colour", ""),
    ],
)
def test_one_good_is_not_all_that_goes_on_a_card(can: list[str], asked: str, polish: str) -> None:
    assert said("place", can=can, hand=[0, 1, 0, 0, 0]) == f"Place 1 red good {asked}"
    if polish:
        assert said("place", "pl", can=can, hand=[0, 1, 0, 0, 0]) == polish


def test_who_may_flee_a_curse_is_told_which_from_whom_and_what_it_costs() -> None:
    for match, seat in asked_of("flee"):
        event = next(event for event in reversed(match.events(seat)) if event["kind"] == "cursed")
        prompt = match.prompt(seat)
        assert deck.in_use().by_id[event["card"]].name("en") in prompt
        assert prompt.startswith(("Attila", "Bleda", "Rua", "Octar")[event["seat"]])
        n = match.game.seats - ("E09" in match.view(None)["state"]["works"][seat])
        assert f"flee it for {n} point{'s' if n > 1 else ''} at the end" in prompt


def test_the_number_of_cards_drawn_has_its_plural() -> None:
    match, seat = next(asked_of("drawn"))
    n = len(match.legal_ids(seat))
    assert match.prompt(seat) == f"Play one of the {n} cards that you drew; the others go under the deck in this order"
    assert match.prompt(seat, "pl") == f"Zagraj jedną z {n} dobranych kart; pozostałe idą pod talię w tej kolejności"


@pytest.mark.parametrize(("n", "said"), [(1, "1 czerwone dobro"), (3, "3 czerwone dobra"), (5, "5 czerwonych dóbr")])
def test_goods_are_counted_in_polish(n: int, said: str) -> None:
    event = {"kind": "looted", "seat": 0, "colour": "red", "count": n}
    assert notes.describe(event, i18n.translator("pl")) == f"Attyla rabuje {said}"


def test_wagons_are_told_by_type_and_size() -> None:
    wagon = next(wagon for wagon in deck.in_use().wagons if wagon.type == "orange" and sum(wagon.need) == 5)
    event = {"kind": "laid", "place": 1, "wagon": wagon.id}
    assert notes.describe(event, i18n.translator("en")) == "Laid out: an orange wagon with 5 spaces"


# parts


@pytest.mark.parametrize(
    ("action", "parts"),
    [
        ("die red", ("die:red",)),
        ("draw", ("draw",)),
        ("loot", ("loot",)),
        ("loot_as green", ("goods:green",)),
        ("play E05", ("drawn:E05",)),
        ("use M04", ("card:M04",)),
        ("victim 2", ("seat:2",)),
        ("on M04", ("onto:M04",)),
        ("load red 1", ("hand:red", "slot:1")),
        ("brand red 1 blue", ("brand", "hand:red", "slot:1", "space:blue")),
        ("good red", ("good:red",)),
        ("take 2 1 red", ("wagon:2:1", "load:red")),
        ("swap 1 2 3", ("slot:1", "wagon:2:3")),
        ("wagon 1", ("market:1",)),
        ("wagon deck", ("market:deck",)),
        ("send 2", ("slot:2",)),
        ("raise", ("card:E04",)),
        ("value 2", ()),
        ("flee", ()),
        ("accept", ()),
        ("done", ()),
    ],
)
def test_parts_of_an_action(action: str, parts: tuple[str, ...]) -> None:
    assert tianxia.load("huns").action(action).parts == parts


# the words on the cards


@pytest.mark.parametrize("lang", i18n.languages())
def test_the_glossary_tells_every_card(lang: str) -> None:
    glossary = tianxia.load("huns").glossary(lang)
    assert tuple(glossary) == CARDS
    for told in glossary.values():
        assert tuple(told) == ("name", "about", "timing", "effect")
        assert all(told.values())
        assert not any(re.search(r"\[|\(N\d|\bN\d", text) for text in told.values())


def test_what_a_card_is_and_when_it_acts_is_said() -> None:
    told = tianxia.load("huns").glossary("pl")
    assert told["C02"]["about"] == "Klątwa z 3 polami"
    assert told["E12"]["about"] == "Wyposażenie, od 4 graczy"
    assert told["R03"]["timing"] == "koniec tury, raz"
    assert told["M07"]["timing"] == "koniec tury, jeśli chcesz"
    assert told["T01"]["timing"] == "koniec gry"


def test_cards_are_called_as_in_the_own_deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = json.loads(deck.OURS.read_text("utf-8"))
    told["cards"][0].update(name_en="Long Bow", name_pl="Długi łuk", effect_en="As Recurve Bow.")
    (tmp_path / "mine.json").write_text(json.dumps(told), "utf-8")
    monkeypatch.setenv("TIANXIA_DECK", str(tmp_path / "mine.json"))
    game = tianxia.load("huns")
    assert game.label("play E01") == "Play Long Bow"
    assert game.label("play E01", "pl") == "Zagraj kartę Długi łuk"
    assert game.glossary()["E01"]["effect"] == "As Recurve Bow."
    event = {"kind": "used", "seat": 1, "card": "E01"}
    assert notes.describe(event, i18n.translator("en")) == "Bleda uses Long Bow"


def test_a_good_on_a_wagon_is_named_so_that_it_may_be_taken_or_returned() -> None:
    game = tianxia.load("huns")
    assert game.label("take 1 1 red") == "Red good from Bleda's wagon 1"
    assert game.label("take 0 2 blue", "pl") == "Niebieskie dobro z wozu 2 Attyli"


def test_blood_tax_is_told_of_who_takes_the_good() -> None:
    position = {
        "camp": [["C10"]],
        "wagons": [["W01", "W08"]],
        "load": [[["blue", "", "green"]]],
    }
    match = game_of_cases().position(taking("yellow", 1, position, "loot", "load yellow 1", "wagon 1"))
    assert "Bleda uses Blood Tax" in match.log(None)


def test_every_colour_is_said() -> None:
    said = {tianxia.load("huns").label(f"good {colour}") for colour in COLOURS}
    assert said == {"Blue good", "Red good", "Green good", "Black good", "Yellow good"}


@pytest.mark.parametrize("lang", i18n.languages())
def test_no_card_is_named_so_that_words_are_said_twice(lang: str) -> None:
    facts = {"seat": 1, "victim": 1, "colour": "black", "count": 1}
    for card in CARDS:
        for kind in ("used", "cursed", "fled", "accepted", "put", "filled", "lost"):
            told = notes.describe({"kind": kind, "card": card, **facts}, i18n.translator(lang))
            assert not re.search(r"\b(\w+(?: \w+)+) \1\b", told, re.IGNORECASE), told


def test_whose_card_gets_a_good_is_said_in_both_languages() -> None:
    event = {"kind": "put", "card": "C06", "seat": 1, "colour": "black", "count": 1}
    said = [notes.describe(event, i18n.translator(lang)) for lang in ("en", "pl")]
    assert said == [
        "Bleda's Thieves in the Camp gets 1 black good",
        "Karta Złodzieje w obozie u Bledy dostaje 1 czarne dobro",
    ]
