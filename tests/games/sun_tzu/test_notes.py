"""What Sun Tzu says: the log of a battle, what is asked, why not, and the parts that a player taps."""

from __future__ import annotations

import random
import re

import pytest

import tianxia
from tianxia.engine import i18n
from tianxia.games.sun_tzu import pieces, texts
from tianxia.games.sun_tzu.actions import ACTIONS
from tianxia.games.sun_tzu.prompts import ASKED
from tianxia.games.sun_tzu.questions import D1, D2, D9, QUESTIONS
from tianxia.games.sun_tzu.refusals import NO_PASSING, OTHER_MOMENT, WAIT
from tianxia.server import rulebook

PLAIN = {"generals": False}
TAPPED_ALONE = re.compile(r"(general|hand|province|order|drawn):\S+|pool|reinforcements")


def ordered(blue: str, red: str, **options: object) -> tianxia.Match:
    """A game in which both have put framed cards from QIN to WU, and blue has confirmed."""
    match = tianxia.load("sun-tzu", **{**PLAIN, **options}).new(seed=1)
    for seat, cards in enumerate((blue, red)):
        for province, card in zip(pieces.PROVINCES, cards.split(), strict=True):
            match.play(seat, f"order {province} {card}")
    match.play(0, "confirm")
    return match


def test_every_question_is_said_to_who_is_asked_and_to_who_waits() -> None:
    assert set(ASKED) == set(QUESTIONS.answers)
    of_both = {QUESTIONS.text(number) for number in (D1, D2, D9)}
    assert {question for question, said in ASKED.items() if said.waiting_for_both} == of_both
    assert set(WAIT) == {D1, D2, D9}


def test_every_kind_of_action_has_its_moment_and_passing_is_refused_where_it_is_no_answer() -> None:
    assert set(OTHER_MOMENT) == {*ACTIONS.by_name, "use_r1"} - {"pass"}
    assert set(NO_PASSING) == {question for question, kinds in QUESTIONS.answers.items() if "pass" not in kinds}


def test_the_log_tells_a_battle_by_its_cards_and_its_difference() -> None:
    match = ordered("5 4 3 2 1", "1 2 3 4 5")
    match.play(1, "confirm")
    lines = match.log(None)
    assert lines[lines.index("All orders are sealed") + 1 :][:7] == [
        "QIN: 5 of Sun Tzu against 1 of King Shao",
        "QIN: Sun Tzu wins by 4",
        "Sun Tzu: 4 armies from the pool to QIN",
        "CHU: 4 of Sun Tzu against 2 of King Shao",
        "CHU: Sun Tzu wins by 2",
        "Sun Tzu: 2 armies from the pool to CHU",
        "JIN-YAN: 3 of Sun Tzu against 3 of King Shao",
    ]


def test_armies_are_counted_in_right_polish() -> None:
    match = ordered("6 4 3 2 1", "1 2 3 4 5")
    match.play(1, "confirm")
    lines = match.log(None, "pl")
    assert "Sun Tzu: 1 oddział z puli zostaje znacznikiem szóstki w QIN" in lines
    assert "Sun Tzu: 5 oddziałów z puli do QIN" in lines
    assert "Sun Tzu: 2 oddziały z puli do CHU" in lines


def test_polish_players_read_the_words_of_the_box() -> None:
    speak = i18n.translator("pl")
    assert texts.card_name("Plague", speak) == "Plaga"
    told = [rule.text for section in rulebook.sections("sun-tzu", "pl") for rule in section.rules]
    said = [message.string for message in i18n.catalogue("pl") if "games/sun_tzu" in str(message.locations)]
    for text in [*told, *map(str, said)]:
        assert not re.search(r"\bzaraz[aeęąy]?\b|\barmi", text, re.IGNORECASE), text


def test_only_their_owner_reads_which_cards_were_drawn() -> None:
    match = tianxia.load("sun-tzu").new(seed=1)
    match.play(0, "choose B2")
    match.play(1, "choose R1")
    own, other = (next(line for line in match.log(seat) if line.startswith("Sun Tzu draws 4 cards")) for seat in (0, 1))
    assert own.startswith("Sun Tzu draws 4 cards: ")
    assert other == "Sun Tzu draws 4 cards"


def test_no_line_of_the_log_says_which_general_was_chosen() -> None:
    match = tianxia.load("sun-tzu").new(seed=1)
    match.play(0, "choose B2")
    assert match.log(0) == match.log(1) == ["Sun Tzu has chosen a general"]


def test_the_prompt_counts_the_orders_that_are_missing() -> None:
    match = tianxia.load("sun-tzu", **PLAIN).new(seed=1)
    assert match.prompt(0) == "Round 1: put a card at 5 more provinces"
    for number, province in enumerate(pieces.PROVINCES):
        match.play(0, f"order {province} {number + 1}")
    assert match.prompt(0) == "Round 1: confirm your orders, or change them"
    assert match.prompt(1) == "Round 1: put a card at 5 more provinces"
    match.play(0, "confirm")
    assert match.prompt(0) == match.prompt(None) == "King Shao gives orders"


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("order QIN 6", "a card lies at QIN already: take it back first [S4.1]"),
        ("discard 1", "the cards 1 to 6 can't be discarded [S4.3]"),
        ("use_r2 QIN", "this game is played without generals [S2.3]"),
        ("use_b1 QIN CHU", "March is a general of the other side [S8]"),
        ("pass", "every province must get a card [S4.1]"),
        ("under 7", "a card goes under the deck at the end of a round [S12.2]"),
        ("take QIN", "no army is looked for now [S7.5]"),
    ],
)
def test_a_refusal_in_the_orders_names_the_rule(action: str, reason: str) -> None:
    assert ordered("5 4 3 2 1", "1 2 3 4 5").why_not(1, action) == f"{action}: {reason}"


def test_a_province_with_an_order_says_how_to_take_it_back() -> None:
    match = tianxia.load("sun-tzu", **PLAIN).new(seed=1)
    match.play(0, "order QIN 3")
    assert match.why_not(0, "next QIN").endswith("your 3 lies at QIN; a tap on that card takes it back [S4.1]")


def test_with_fixed_orders_the_next_province_is_named() -> None:
    match = tianxia.load("sun-tzu", **PLAIN, orders="fixed").new(seed=1)
    assert match.why_not(0, "order WU 5") == "order WU 5: in this game QIN gets its card next [S4.1]"
    match.play(0, "order QIN 5")
    assert match.why_not(0, "order CHU 5") == "order CHU 5: your 5 lies at QIN [S4.1]"
    assert match.why_not(0, "take_back QIN") == "take_back QIN: in this game orders are not taken back [S4.1]"


def test_before_the_orders_nothing_is_said_to_be_sealed() -> None:
    match = tianxia.load("sun-tzu").new(seed=1)
    assert match.why_not(0, "take_back QIN").endswith("orders are given at the beginning of a round [S4.1]")


def test_a_general_tapped_at_another_moment_says_when_it_acts() -> None:
    match = tianxia.load("sun-tzu").new(seed=1)
    match.play(0, "choose B2")
    match.play(1, "choose R1")
    assert match.why_not(0, "choose B2") == "choose B2: this general acts when cards are revealed [S8.2, S14.1]"
    assert match.why_not(1, "choose R1").endswith("with a 6 where you used yours [S8.4]")
    assert match.why_not(0, "choose B5") == "choose B5: Levy is not your general [S14.1]"


def test_who_has_confirmed_waits() -> None:
    match = ordered("5 4 3 2 1", "1 2 3 4 5")
    assert match.why_not(0, "take_back WU") == "take_back WU: you have confirmed; wait for the other side [S4.5]"


@pytest.mark.parametrize(
    ("action", "parts"),
    [
        ("choose B1", ("general:B1",)),
        ("order QIN 7", ("hand:7", "province:QIN")),
        ("take_back QIN", ("order:QIN",)),
        ("next JIN-YAN", ("province:JIN-YAN",)),
        ("use_b1 QIN CHU", ("general:B1", "province:QIN", "province:CHU")),
        ("use_b5 WU", ("general:B5", "province:WU")),
        ("use_r4", ("general:R4",)),
        ("take WU", ("province:WU",)),
        ("take_pool", ("pool",)),
        ("discard +1", ("hand:+1", "reinforcements")),
        ("under Plague", ("drawn:Plague",)),
        ("confirm", ()),
        ("pass", ()),
    ],
)
def test_what_a_player_taps(action: str, parts: tuple[str, ...]) -> None:
    assert tianxia.load("sun-tzu").action(action).parts == parts


def test_what_is_tapped_means_one_legal_action() -> None:
    chance = random.Random(1)
    match = tianxia.load("sun-tzu", events=True).new(seed=1)
    while match.to_act:
        seat = chance.choice(match.to_act)
        actions = match.legal(seat)
        tapped = [action.parts for action in actions if action.parts]
        assert len(set(tapped)) == len(tapped)
        assert all(TAPPED_ALONE.fullmatch(part) for parts in tapped for part in parts)
        match.play(seat, chance.choice(actions))


def test_every_general_and_event_has_a_name_and_a_text() -> None:
    for named in (texts.GENERAL_NAMES, texts.GENERAL_TEXTS, texts.GENERAL_TIMES):
        assert set(named) == set(pieces.GENERALS)
    for named in (texts.EVENT_NAMES, texts.EVENT_TEXTS):
        assert set(named) == set(pieces.EVENT_CARDS)


def test_light_infantry_says_what_the_option_gives() -> None:
    told = {gives: tianxia.load("sun-tzu", events=True, light_infantry=gives).glossary() for gives in ("point", "army")}
    assert told["point"]["Light infantry"]["effect"].endswith("gains 1.")
    assert told["army"]["Light infantry"]["effect"].endswith("may win there by 1.")
    for card in told["point"].keys() - {"Light infantry"}:
        assert told["point"][card] == told["army"][card]


@pytest.mark.parametrize("lang", i18n.languages())
def test_the_rulebook_calls_generals_and_events_as_the_cards_do(lang: str) -> None:
    sections = {section.number: section for section in rulebook.sections("sun-tzu", lang)}
    say = i18n.translator(lang).gettext
    for number, names in (("S8", texts.GENERAL_NAMES), ("S9", texts.EVENT_NAMES)):
        overview = sections[number].rules[0].text
        assert [name for name in map(say, names.values()) if name not in overview] == []
