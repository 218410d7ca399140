"""What Chu Han says about events: parts, labels, prompts, the log, the cards; on the page's data and in the terminal."""

from __future__ import annotations

import io
import random
from typing import Any

import pytest
from rich.console import Console

import tianxia
from tests.games.chu_han.table import GAMES, WITH_EVENTS
from tianxia.engine import i18n
from tianxia.games.chu_han.cards import EVENT_KINDS
from tianxia.games.chu_han.prompts import ASKED
from tianxia.games.chu_han.questions import QUESTIONS
from tianxia.games.chu_han.texts import EVENT_NAMES, EVENT_TEXTS
from tianxia.server import rulebook
from tianxia.terminal import draw


def at(event: str, **position: Any) -> tianxia.Match:
    return WITH_EVENTS.position({"hand": ["8 2", "9 7"], "event": event, **position})


def played(event: str, *actions: str, **position: Any) -> tianxia.Match:
    match = at(event, **position)
    for action in actions:
        (seat,) = match.to_act
        match.play(seat, action)
    return match


def test_every_question_is_said_to_who_is_asked_and_to_who_waits() -> None:
    assert set(ASKED) == set(QUESTIONS.answers)
    assert all(said.asked and said.waiting for said in ASKED.values())


@pytest.mark.parametrize(
    ("action", "parts", "label"),
    [
        ("swap 8 ji_bu", ("hand:8", "face_up:ji_bu"), "Swap 8 for Ji Bu"),
        ("row 1", ("hand:1", "row"), "Put 1 in the row"),
        ("give 4", ("offered:4",), "Give 4"),
        ("take han_xin", ("trick:han_xin",), "Take Han Xin"),
        ("warlord 5", ("face_up:5",), "Use 5 from beside the event"),
    ],
)
def test_what_an_event_allows_is_tapped_where_it_lies(action: str, parts: tuple[str, ...], label: str) -> None:
    assert WITH_EVENTS.action(action).parts == parts
    assert WITH_EVENTS.label(action) == label


@pytest.mark.parametrize(
    ("event", "first"),
    [
        ("silence", "a decree and a lead ability"),
        ("hongmen", "a decree, a swap and a lead ability"),
        ("hangu", "a decree, a card in the row and a lead ability"),
        ("sudden_charge", "a lead ability"),
    ],
)
def test_the_leader_is_told_what_may_come_before_the_set(event: str, first: str) -> None:
    assert at(event).prompt(0) == f"Your lead: play a set; {first} may come first"


def test_a_swap_is_offered_without_decrees_too() -> None:
    assert "a swap" in at("hongmen", decrees_taken=[2, 3]).prompt(0), "C9.4"
    assert "a decree" not in at("hongmen", decrees_taken=[2, 3]).prompt(0)


def test_every_question_of_an_event_has_words_for_both() -> None:
    gift = played("hong_canal", "decree")
    assert gift.prompt(0) == "Give one of the two cards to your rival; you keep the other"
    assert gift.prompt(1) == gift.prompt(None) == "Han chooses which card to give"
    pick = played("mandate", "set 8 1", "pass")
    assert pick.prompt(1) == "You passed: take a card of this trick, or none"
    assert pick.prompt(0) == pick.prompt(None) == "Chu may take a card of the trick"
    lent = played("warlords", "warlord 5", face_up="5 4")
    assert lent.prompt(0) == "Play 5 from beside the event, alone or with cards of your hand"
    assert lent.prompt(1) == "Han leads", "C8.4"


def test_the_log_tells_what_an_event_did() -> None:
    assert played("hongmen", "swap 8 5", face_up="5 4").log(None) == ["Han swaps 8 for 5 beside the event"]
    assert played("hangu", "row 1", hand=["1 8", "9 7"]).log(None) == ["Han puts 1 in the row"]
    taken = played("mandate", "set 8 1", "pass", "take 8").log(None)
    assert taken[-2:] == ["Chu takes 8 from the trick", "Han leads the next trick"]
    passed = played("stabilisation", "set 8 1", "pass").log(None)
    assert passed[1:3] == ["Chu passes", "Chu gains 1 point (a pass at Stabilisation)"]


def test_points_that_are_lost_are_said_so() -> None:
    match = played("restraint", "set 8 1", hand=["8", "9"], decrees_taken=[3, 0], score=[5, 9])
    assert "Han goes out and loses 2 points (cards 1, decrees -3)" in match.log(None)


def test_the_parts_of_the_points_for_going_out_make_up_their_sum() -> None:
    restraint = played("restraint", "set 8 1", hand=["8", "9"], decrees_taken=[1, 2])
    assert "Han goes out and gains 4 points (cards 1, decrees 3)" in restraint.log(None), (
        "2 for each of the rival's, -1 for the own"
    )
    doubled = played("silence", "set 8 1", hand=["8", "9"], decrees_taken=[1, 2], doubled=1)
    assert "Han goes out and gains 6 points (cards 1, decrees 2; doubled)" in doubled.log(None)


def test_a_new_hand_tells_its_event_and_the_cards_beside_it() -> None:
    deck = ["silence"] * 4 + [event for event in EVENT_KINDS if event not in ("silence", "hangu", "warlords")]
    match = at("hangu", hand=["8", "9"], events_past="silence", event_deck=[*deck, "warlords"])
    match.play(0, "set 8 1")
    dealt = match.log(None).index("Hand 3 is dealt; Han leads")
    assert match.log(None)[dealt + 1] == "The event of this hand: Warlords"
    assert sum("lies face up beside the event" in line for line in match.log(None)[dealt:]) == 6


def test_after_the_last_event_the_log_says_that_there_is_none() -> None:
    match = at("hangu", hand=["8", "9"], hand_number=15)
    match.play(0, "set 8 1")
    assert "All events have been used" in match.log(None), "C9.5"


@pytest.mark.parametrize("lang", i18n.languages())
def test_every_event_card_has_a_name_and_a_text(lang: str) -> None:
    cards = {event: card for event, card in WITH_EVENTS.glossary(lang).items() if event in EVENT_NAMES}
    assert tuple(cards) == EVENT_KINDS == tuple(EVENT_NAMES) == tuple(EVENT_TEXTS)
    for card in cards.values():
        assert all(card[field] for field in ("name", "about", "timing", "effect"))
    assert len({card["name"] for card in cards.values()}) == len(cards)
    assert "5" in cards["silence"]["about"]


def test_the_polish_events_are_called_as_in_the_box() -> None:
    names = [WITH_EVENTS.glossary("pl")[event]["name"] for event in EVENT_NAMES]
    assert names == [
        *("Cisza", "Powściągliwość", "Wodzowie", "Bankiet w Hongmen", "Pęd ku przełęczy Hangu", "Bitwa pod Gaixia"),
        *("Stabilizacja", "Traktat z Kanału Hong", "Mandat Niebios", "Nagła szarża", "Rozsądna porada"),
    ]


def test_a_refusal_calls_an_event_as_its_card_does() -> None:
    refused = {"warlord 5": "Wodzach", "swap 8 5": "Bankiecie w Hongmen", "row 1": "Pędzie ku przełęczy Hangu"}
    for action, name in {**refused, "give 8": "Traktacie z Kanału Hong"}.items():
        assert name in at("silence").why_not(0, action, "pl")


def test_persons_are_told_apart_by_commas() -> None:
    match = WITH_EVENTS.position({"hand": ["ying_bu liu_bang xiang_yu 8", "9"]})
    match.play(0, "sixes ying_bu+liu_bang+xiang_yu")
    assert match.log(None)[-1] == "Han plays 3 × 6: Ying Bu, Liu Bang, Xiang Yu"


@pytest.mark.parametrize("lang", i18n.languages())
def test_the_rulebook_calls_events_as_the_cards_do(lang: str) -> None:
    sections = {section.number: section for section in rulebook.sections("chu-han", lang)}
    told = [rule.text for rule in sections["C9"].rules if rule.number.startswith("C9.1") and rule.number[4:].isalpha()]
    names = [WITH_EVENTS.glossary(lang)[event]["name"] for event in EVENT_NAMES]
    assert [text.split(":")[0].split(" (")[0] for text in told] == names


# --- the terminal -------------------------------------------------------------------------------------------------------


def drawn(match: tianxia.Match, viewer: int | None) -> str:
    console = Console(width=100, record=True, file=io.StringIO())
    console.print(draw(match.view(viewer)))
    return console.export_text()


def test_the_terminal_shows_the_event_its_cards_and_its_row() -> None:
    warlords = played("warlords", "warlord 5", face_up="5 4 4")
    text = drawn(warlords, 0)
    assert "Warlords: 3 decrees fewer." in text
    assert "Face up: 4 4 5" in text
    assert "With 5 from beside the event" in text
    assert "With 5" not in drawn(warlords, 1)
    row = played("hangu", hand=["ji_bu 8", "9 7"], row=["1", "2"], row_seat=[0, 1])
    assert "Row: 1 2" in drawn(row, None)


def test_the_terminal_shows_the_pair_to_who_took_the_decree_only() -> None:
    match = played("hong_canal", "decree", pile=["5", "4", *["1"] * 6, *["2"] * 6, "1", "1"])
    assert "Drawn: 5 4" in drawn(match, 0)
    assert "Drawn" not in drawn(match, 1) + drawn(match, None)


def test_the_terminal_tells_how_the_campaign_stands() -> None:
    position = {
        "hand": ["8 2", "9 7"],
        "match_number": 2,
        "hand_number": 4,
        "match_score": [[3, 15]],
        "matches_won": [0, 1],
    }
    assert "Match 2 to 20 points · matches won 0:1" in drawn(GAMES["campaign"].position(position), None)


@pytest.mark.parametrize("seed", range(3))
def test_the_terminal_draws_every_position(seed: int) -> None:
    match, chance = GAMES["both"].new(seed), random.Random(seed)
    while match.to_act:
        (seat,) = match.to_act
        if match.step_count % 7 == 0:
            assert all(drawn(match, viewer) for viewer in (0, 1, None))
        match.play(seat, int(chance.choice(match.legal_ids(seat))))
