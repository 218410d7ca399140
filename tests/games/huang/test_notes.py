"""What Huang says: the log, what is asked, labels, and the parts that a player taps."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tianxia
from tests.cases.huang_cases import load
from tests.games.huang.playing import LIKES, by_kind
from tests.games.huang.table import COLOURS, ID
from tests.games.huang.test_cases import play
from tianxia.engine import _entries as entries
from tianxia.engine import i18n
from tianxia.games.huang import log, texts
from tianxia.games.huang.pieces import DYNASTIES
from tianxia.games.huang.prompts import winner
from tianxia.games.huang.questions import QUESTIONS
from tianxia.server import rulebook

GAMES: dict[str, dict[str, Any]] = {
    "bandits and palace": {"players": 3, "bandits": True, "palace": True},
    "kingdoms": {"players": 2, "eighteen_kingdoms": True, "short_game": True},
}
RAW = re.compile(r"[{}_+]|\bNone\b|'none'")
"""Names in braces that nothing filled in, names of fields and kinds, places as the notation writes them."""
ENGLISH = re.compile(r"\b(yellow|red|blue|green|white|tiles?|leader|tiger|rabbit|none)\b", re.IGNORECASE)

CAPITALS = ["J2", "I5", "L6", "C7", "J8", "F9", "H11"]
"""Of the usual map. C8 is next to C7, E9 next to F9; D8 touches B8, C8, E8 and E9."""


def at(**position: Any) -> tianxia.Match:
    """A match for two on the usual map, with its capitals, from what is told."""
    options = {name: position.pop(name) for name in ("players", "palace", "bandits") if name in position}
    tiles = position.pop("tiles", {})
    leaders = [[seat.get(colour, "none") for colour in COLOURS] for seat in position.pop("leaders", [])]
    lying = [tiles.get(colour, "").split() for colour in COLOURS]
    lying[0] = [*CAPITALS, *lying[0]]
    return tianxia.load("huang", **options).position({"tiles": lying, "leaders": leaders, **position})


def at_war(**more: Any) -> tianxia.Match:
    """Two states with a red leader each, which a red tile on D8 joins."""
    position = {
        "tiles": {"red": "B8 E8"},
        "leaders": [{"red": "C8"}, {"red": "E9", "yellow": "F10"}],
        "hand": ["red red red", "red"],
    }
    match = at(**{**position, **more})
    match.play(0, "place red D8")
    return match


def played(match: tianxia.Match, *actions: str) -> tianxia.Match:
    for action in actions:
        (seat,) = match.to_act
        match.play(seat, action)
    return match


@cache
def lively(name: str) -> tuple[tianxia.Match, ...]:
    """A game with everything in it, as it is before each action and after the last."""
    chance = random.Random(1)
    match = tianxia.load("huang", **GAMES[name]).new(seed=1)
    found = [match.copy()]
    while match.to_act:
        (seat,) = match.to_act
        match.play(seat, chance.choice(by_kind(chance, [action.text for action in match.legal(seat)], LIKES)))
        found.append(match.copy())
    return tuple(found)


# whole games


def viewers(match: tianxia.Match) -> Iterator[int | None]:
    yield from (*range(match.game.seats), None)


@pytest.mark.parametrize("lang", i18n.languages())
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_told_and_asked_in_words(name: str, lang: str) -> None:
    match = lively(name)[-1]
    said = [line for viewer in viewers(match) for line in match.log(viewer, lang)]
    said += [now.prompt(viewer, lang) for now in lively(name) for viewer in (0, None)]
    assert [line for line in said if not line or RAW.search(line)] == []
    if lang != i18n.DEFAULT:
        assert [line for line in said if ENGLISH.search(line)] == []


@pytest.mark.parametrize("lang", i18n.languages())
@pytest.mark.parametrize("name", GAMES)
def test_labels_are_unique_among_the_legal_actions(name: str, lang: str) -> None:
    label = cache(lambda number: lively(name)[0].game.label(number, lang))
    for match in lively(name)[::3]:
        for seat in match.to_act:
            labels = [label(number) for number in match.legal_ids(seat).tolist()]
            assert len(set(labels)) == len(labels)
            assert [text for text in labels if not text or RAW.search(text)] == []
            assert lang == i18n.DEFAULT or [text for text in labels if ENGLISH.search(text)] == []


@pytest.mark.parametrize("name", GAMES)
def test_the_log_tells_how_many_tiles_others_drew_but_never_which_they_drew_or_discarded(name: str) -> None:
    match = lively(name)[-1]
    for viewer in viewers(match):
        for event, line in zip(match.events(viewer), match.log(viewer), strict=True):
            if event["kind"] in ("drew", "discarded"):
                hidden = event["seat"] != viewer
                assert hidden == (not any(colour in line for colour in COLOURS)), line
                numbers = [str(event["tiles"])] if event["kind"] == "drew" else []
                assert not hidden or re.findall(r"\d+", line) == numbers


@pytest.mark.parametrize("name", GAMES)
def test_prompts_do_not_depend_on_what_is_hidden(name: str) -> None:
    chance = random.Random(2)
    for match in lively(name)[::4]:
        for seat in range(match.game.seats):
            other = match.copy()
            entries.resample(other._states, seat, chance.getrandbits(60))
            assert match.prompt(seat) == other.prompt(seat)


@pytest.mark.parametrize("name", GAMES)
def test_the_winner_that_is_named_is_the_first_of_the_result(name: str) -> None:
    match = lively(name)[-1]
    assert match.result is not None
    first = [seat for seat, place in enumerate(match.result) if place == 1]
    assert winner(match.view(None)["state"]) == (first[0] if len(first) == 1 else None)


# every decision


@pytest.mark.parametrize("lang", i18n.languages())
def test_every_decision_of_the_cases_is_asked_in_words(lang: str) -> None:
    seen = set()
    for case in load():
        if case.position is None or case.name.startswith(("a_hand_of_more", "at_most_six")):
            continue
        match = play(case).match
        asks = match.view(None)["state"]["asks"]
        seen.add(asks)
        prompts = [match.prompt(viewer, lang) for viewer in viewers(match)]
        assert [text for text in prompts if not text or RAW.search(text)] == [], case.name
        own = {match.prompt(seat, lang) for seat in match.to_act}
        assert not own & {prompts[-1]}, case.name
        assert all(line and not RAW.search(line) for line in match.log(None, lang)), case.name
    assert seen == set(QUESTIONS.by_name)


def test_the_five_actions_are_named_as_far_as_they_are_possible() -> None:
    match = at(hand=["blue blue green", ""], tiles={"red": "B8 C8 C9"})
    assert match.prompt(0) == ("Action 1 of 2: place a tile, position a leader, riot, establish, replace or pass")
    assert match.prompt(1) == match.prompt(None) == "Tiger takes the first action"
    match.play(0, "pass")
    assert match.prompt(1) == "Tiger takes the second action"
    assert match.prompt(0).startswith("Action 2 of 2: place a tile")


def test_a_pagoda_that_has_no_place_is_not_named() -> None:
    assert at(hand=["green green", ""]).prompt(0) == "Action 1 of 2: place a tile, position a leader, replace or pass"
    assert at(hand=["", ""]).prompt(0) == "Action 1 of 2: position a leader or pass"


def test_a_revolt_is_asked_with_its_strengths() -> None:
    match = at(leaders=[{}, {"red": "C8"}], hand=["yellow yellow", "yellow"])
    match.play(0, "leader red B7")
    assert match.prompt(0) == ("Revolt on B7, your 1 against 1: give yellow tiles, the Governor, both or nothing")
    assert match.prompt(None) == "Revolt on B7, Tiger's 1 against Rabbit's 1: Tiger commits"
    match.play(0, "commit 2")
    assert match.prompt(1) == (
        "Revolt on B7, your 1 to 3, you win ties: give a yellow tile, the Governor, both or nothing"
    )
    assert match.prompt(1, "pl") == ("Rewolta na B7, masz 1 do 3 i remis: daj żółty kafel i/lub Gubernatora albo nic")
    match.play(1, "commit 1 leader")
    assert match.log(0) == [
        "Tiger places the Soldier on B7",
        "Revolt on B7: Tiger's Soldier against Rabbit's",
        "Tiger commits 2 yellow tiles",
        "Rabbit commits 1 yellow tile and the Governor",
        "Rabbit wins the revolt as the defender, 3 against 3",
        "Tiger's Soldier leaves B7 and goes back to the screen",
        "Rabbit gains 1 red point for the revolt",
    ]
    assert match.log(0, "pl")[1:4] == [
        "Rewolta na B7: Żołnierz Tygrysa kontra Żołnierz Królika",
        "Tygrys przeznacza na rewoltę 2 żółte kafle",
        "Królik przeznacza na rewoltę 1 żółty kafel i Gubernatora",
    ]


def test_a_war_is_asked_with_its_sides_and_told_to_the_end() -> None:
    match = at_war()
    assert match.prompt(1) == "War over D8: support C8 (1) or E8 (1) with a red tile, or none"
    assert match.prompt(0) == "War over D8, sides C8 (1) and E8 (1): Rabbit commits"
    played(match, "support E8 1", "support C8 2")
    assert match.log(None) == [
        "Tiger places a red tile on D8",
        "Tiger starts a war over D8, with 2 sides",
        "The side C8 has strength 1",
        "The side E8 has strength 1",
        "Rabbit supports the side E8 with 1 red tile",
        "Tiger supports the side C8 with 2 red tiles",
        "The side C8 wins the war with 3; the price: 2 red tiles",
        "Rabbit's Soldier leaves E9 and goes back to the screen",
        "Tiger gains 1 red point for a leader beaten in the war",
        "E8 loses a red tile",
    ]


def test_the_price_of_a_war_is_told_as_what_it_is_not_as_paid() -> None:
    """The winner has no red tile and got none, only a leader's support: nothing is paid [H11.8]."""
    match = at_war(players=3, tiles={"red": "E8"}, leaders=[{"red": "C8"}, {"red": "E9"}], hand=["red", "", ""])
    played(match, "nothing", "support C8 0 leader", "nothing", "winner C8")
    assert match.view(None)["state"]["out"][1] == 1  # the loser's tile
    assert "The side C8 wins the war with 1; the price: 1 red tile" in match.log(0)
    assert "Strona C8 wygrywa wojnę z siłą 1; cena: 1 czerwony kafel" in match.log(0, "pl")


@pytest.mark.parametrize(
    ("price", "english", "polish"),
    [
        (0, "without a price", "bez ceny"),
        (1, "price: 1 red tile", "cena: 1 czerwony kafel"),
        (2, "price: 2 red tiles", "cena: 2 czerwone kafle"),
        (5, "price: 5 red tiles", "cena: 5 czerwonych kafli"),
    ],
)
def test_the_price_is_counted_in_tiles(price: int, english: str, polish: str) -> None:
    event = {"kind": "war_won", "hex": "C8", "strength": 9, "price": price}
    assert log.describe(event, i18n.translator("en")).endswith(english)
    assert log.describe(event, i18n.translator("pl")).endswith(polish)


BUTTONS = (Path(__file__).parents[3] / "web" / "src" / "games" / "huang" / "index.tsx").read_text("utf-8")


@pytest.mark.parametrize("lang", i18n.languages())
@pytest.mark.parametrize(
    ("hand", "actions", "kind"),
    [
        ("blue red", ["place blue C2"], "stop"),
        ("blue blue", ["place blue C2"], "stop"),
        ("red", ["replace red"], "draw"),
        ("red", ["pass", "pass"], "end_turn"),
    ],
)
def test_what_is_asked_is_called_as_on_its_button(hand: str, actions: list[str], kind: str, lang: str) -> None:
    match = played(at(hand=[hand, ""]), *actions)
    assert kind in [action.kind for action in match.legal(0)]
    (button,) = re.findall(rf'kind: "{kind}",\s*label: m\("([^"]+)"\)', BUTTONS)
    asked = set(re.findall(r"\w+", match.prompt(0, lang).lower()))
    assert set(i18n.translator(lang).gettext(button).lower().split()) <= asked


def test_tied_sides_are_named_to_who_chooses() -> None:
    match = played(at_war(), "nothing", "nothing")
    assert match.prompt(0) == "War over D8, sides C8 (1) and E8 (1): they are tied, choose the winner"
    assert match.prompt(1) == "War over D8, sides C8 (1) and E8 (1): Tiger chooses the winner"


def test_beaten_bandits_are_told_by_their_hexes() -> None:
    match = at(
        bandits=True,
        bandit_tiles=[0, 0, 0, 0, 0, 1],
        tiles={"red": "B8 D7"},
        leaders=[{"yellow": "B7"}, {}],
        hand=["white", ""],
    )
    played(match, "place white C8")
    assert match.log(0)[-1] == "The bandits on D9, C10 and D10 are beaten"
    assert match.log(0, "pl")[-1] == "Bandyci na D9, C10 i D10 są pokonani"


def test_a_wrong_hex_is_answered_with_where_the_board_ends() -> None:
    match = at(hand=["red", ""])
    for wrong in ("Z9", "e5", "A15"):
        with pytest.raises(tianxia.IllegalAction) as refused:
            match.play(0, f"place red {wrong}")
        assert f"{wrong!r} is no hex: a column from A to M, then a row from 1 to 14; write" in str(refused.value)


def test_the_price_is_counted_down() -> None:
    match = at_war(tiles={"red": "A8 B8 A9 B9 E8"}, hand=["red red", "red"])
    played(match, "support E8 1", "nothing")
    assert match.prompt(0) == "The price of victory: 2 more red tiles of the winning side, choose one"
    assert match.prompt(0, "pl") == "Cena zwycięstwa: jeszcze 2 czerwone kafle zwycięskiej strony, wybierz jeden"
    assert match.prompt(1) == "Tiger chooses 2 red tiles that must go"
    match.play(0, "remove A8")
    assert match.prompt(0) == "The price of victory: 1 more red tile of the winning side, choose it"
    assert match.log(1, "pl")[-1] == "A8 traci czerwony kafel"


def test_a_pagoda_that_moves_is_told_with_both_places() -> None:
    match = at(
        tiles={"red": "A8 A9 B9 K9 L9 K10 H2 H3"},
        pagodas=["none", "none", "A8+A9+B9", "K9+L9+K10"],
        hand=["red", ""],
    )
    match.play(0, "place red I3")
    assert match.prompt(0) == "I3 completes a place for a pagoda: establish it, or do without"
    match.play(0, "pagoda H2+H3+I3")
    assert match.prompt(0) == "No other is left: choose from where the red pagoda moves to H2, H3 and I3"
    match.play(0, "move A8+A9+B9")
    assert match.log(None)[-1] == "Tiger moves the red pagoda from A8, A9 and B9 to H2, H3 and I3"
    assert match.log(None, "pl")[-1] == "Tygrys przenosi czerwoną pagodę z A8, A9 i B9 na H2, H3 i I3"


def test_tiles_to_replace_are_counted_and_told_to_their_owner_only() -> None:
    match = played(at(hand=["red blue", ""]), "replace red")
    assert match.prompt(0) == "You have discarded 1 tile: discard another one, or draw"
    match.play(0, "replace blue")
    assert match.prompt(0) == "You have discarded 2 tiles: draw as many"
    assert match.log(0) == ["Tiger discards a red tile face down", "Tiger discards a blue tile face down"]
    assert match.log(0, "pl")[0] == "Tygrys odrzuca zakryty czerwony kafel"
    assert match.log(1) == match.log(None) == ["Tiger discards a tile face down"] * 2
    match.play(0, "draw")
    assert match.log(0)[-1].startswith("Tiger draws 1 ") or match.log(0)[-1].startswith("Tiger draws 2 ")
    assert match.log(1)[-1] == "Tiger draws 2 tiles"


# labels and parts


@pytest.mark.parametrize(
    ("action", "english", "polish"),
    [
        ("place red E5", "Place a red tile on E5", "Połóż czerwony kafel na E5"),
        ("leader white E5", "Artisan to E5", "Artysta na E5"),
        ("withdraw white", "Withdraw the Artisan", "Wycofaj Artystę"),
        (
            "riot leader",
            "Riot: discard 1 blue tile with the Farmer's help, then remove any tile",
            "Bunt: odrzuć 1 niebieski kafel z pomocą Rolnika, potem usuń dowolny kafel",
        ),
        ("replace green", "Replace a green tile", "Wymień zielony kafel"),
        ("pagoda C7+D7+C8", "Pagoda on C7, D7 and C8", "Pagoda na C7, D7 i C8"),
        ("commit 0", "Commit nothing", "Nic nie przeznaczaj"),
        ("commit 0 leader", "Commit the Governor", "Przeznacz Gubernatora"),
        ("commit 1", "Commit 1 yellow tile", "Przeznacz 1 żółty kafel"),
        ("commit 2 leader", "Commit 2 yellow tiles and the Governor", "Przeznacz 2 żółte kafle i Gubernatora"),
        ("commit 5", "Commit 5 yellow tiles", "Przeznacz 5 żółtych kafli"),
        (
            "support E5 2 leader",
            "Support side E5 with 2 red tiles and the Soldier",
            "Wesprzyj stronę E5: daj 2 czerwone kafle i Żołnierza",
        ),
        ("nothing", "Support no side", "Nie wspieraj żadnej strony"),
        ("keep E5", "Leave the granary on E5, take the others", "Zostaw spichlerz na E5, weź pozostałe"),
    ],
)
def test_a_button_says_all_that_it_does(action: str, english: str, polish: str) -> None:
    game = tianxia.load("huang")
    assert (game.label(action), game.label(action, "pl")) == (english, polish)


@pytest.mark.parametrize(
    ("action", "parts"),
    [
        ("place red E5", ("hand:red", "hex:E5")),
        ("leader red E5", ("leader:red", "hex:E5")),
        ("withdraw red", ("leader:red", "screen")),
        ("riot tiles", ("riot", "tiles")),
        ("establish leader", ("establish", "leader")),
        ("replace red", ("replace", "hand:red")),
        ("pass", ()),
        ("remove E5", ("hex:E5",)),
        ("pagoda C7+D7+C8", ("hex:C7", "hex:D7", "hex:C8")),
        ("palace C7+D7+C8+D8", ("hex:C7", "hex:D7", "hex:C8", "hex:D8")),
        ("move C7+D7+C8", ("pagoda:C7+D7+C8",)),
        ("take red", ("market:red",)),
        ("stop", ()),
        ("draw", ()),
        ("commit 2 leader", ()),
        ("nothing", ()),
        ("support E5 2", ("hex:E5",)),
        ("winner E5", ("hex:E5",)),
        ("end_turn", ()),
        ("keep E5", ("hex:E5",)),
        ("decline", ()),
    ],
)
def test_what_a_player_taps(action: str, parts: tuple[str, ...]) -> None:
    assert tianxia.load("huang").action(action).parts == parts


def test_what_is_tapped_means_one_action_but_for_the_strength_of_support() -> None:
    for match in lively("bandits and palace")[::5]:
        for seat in match.to_act:
            tapped = [action.parts for action in match.legal(seat) if action.parts and action.kind != "support"]
            assert len(set(tapped)) == len(tapped)


def test_every_action_has_a_label_and_parts() -> None:
    game = tianxia.load("huang")
    for number in [*ID.values()][::7]:
        assert not RAW.search(game.label(number))
        assert all(part and part.isprintable() for part in game.action(number).parts)


# names


def test_every_dynasty_and_colour_has_its_names() -> None:
    assert [title.lower() for title in texts.SEAT_TITLES] == list(DYNASTIES)
    assert [owner.removesuffix("'s").lower() for owner in texts.OWNERS] == list(DYNASTIES)
    for named in (texts.LEADERS, texts.THE_LEADERS, texts.A_TILE, texts.THE_PAGODA):
        assert list(named) == list(COLOURS)


@pytest.mark.parametrize("lang", i18n.languages())
def test_the_rulebook_calls_dynasties_and_leaders_as_the_log_does(lang: str) -> None:
    rules = {rule.number: rule.text for section in rulebook.sections("huang", lang) for rule in section.rules}
    say = i18n.translator(lang).gettext
    assert [name for name in map(say, texts.LEADERS.values()) if name not in rules["H1.0"]] == []
    assert [name for name in map(say, texts.SEAT_TITLES) if name not in rules["H2.3"]] == []


BOX = (
    "kafel",
    "zasłonk",
    "woreczk",
    "Rynek",
    "pagod",
    "spichlerz",
    "Pałac Cesarski",
    "Osiemnast",
    "bunt",
    "rewolt",
    "króle",
)
"""What the Polish box calls its things: their names, or how these begin."""
OTHERWISE = re.compile(r"\bpłyt|\bwor(ek|k)|\bżeton|Pałac król|znacznik połącz", re.IGNORECASE)


def test_things_have_the_names_of_the_polish_box() -> None:
    rules = (Path(texts.__file__).parent / "rulebook.pl.txt").read_text("utf-8")
    said = [
        form
        for message in i18n.catalogue("pl")
        if any(place in ("games/huang", "web") for place, _ in message.locations)
        for form in ([message.string] if isinstance(message.string, str) else message.string)
    ]
    assert [name for name in BOX if name not in rules + " ".join(said)] == []
    assert [text for text in [*said, *rules.splitlines()] if OTHERWISE.search(text)] == []
