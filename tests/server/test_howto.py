"""The pages that tell how to play: whole without a script, the same in every language, and true to the rules' numbers."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx import Client

import tianxia
from tests.server.site import Site, client_of
from tianxia.engine import i18n
from tianxia.games.chu_han.cards import COPIES, VALUES
from tianxia.games.huang.pieces import PAGODAS, TILES
from tianxia.games.sun_tzu.pieces import ARMIES, BORDERS, REINFORCEMENTS
from tianxia.server import howto, rulebook
from tianxia.tables import lessons

ROOT = Path(__file__).parents[2]
FIVE = 5
DRAWN = re.compile(r"drawFigures\(\"[\w-]+\", Sprite, \{([^}]*)\}\)")


@pytest.fixture
def client(shared: Site) -> Iterator[Client]:
    with client_of(shared) as client:
        yield client


def numbers(game: str) -> set[str]:
    return {n for one in rulebook.sections(game, "en") for n in (one.number, *(rule.number for rule in one.rules))}


@pytest.mark.parametrize("game", tianxia.games())
def test_every_language_tells_the_same_with_the_same_figures_and_rules(game: str) -> None:
    english = howto.parts(game, "en")
    for lang in i18n.languages():
        told = howto.parts(game, lang)
        assert [part.name for part in told] == [part.name for part in english]
        for part, original in zip(told, english, strict=True):
            assert [(one.name, one.facts) for one in part.figures] == [
                (one.name, one.facts) for one in original.figures
            ]
            cited = [sorted(rulebook.NUMBER.findall(" ".join(one.texts))) for one in (part, original)]
            assert cited[0] == cited[1], part.name


@pytest.mark.parametrize("game", tianxia.games())
def test_there_are_five_things_to_know_each_with_a_figure_and_its_rules(game: str) -> None:
    known = numbers(game)
    parts = howto.parts(game, "en")
    things = [part for part in parts if part.name not in (howto.AIM, howto.TURN, howto.WORDS)]
    assert len(things) == FIVE
    assert [part.name for part in parts] == [howto.AIM, howto.TURN, *(part.name for part in things), howto.WORDS]
    for part in parts:
        cited = set(rulebook.NUMBER.findall(" ".join(part.texts)))
        assert cited, part.name
        assert cited <= known, part.name
        assert part.figures or part.name == howto.WORDS
        assert all(figure.caption for figure in part.figures)


@pytest.mark.parametrize("game", tianxia.games())
def test_every_figure_has_a_drawing_and_every_drawing_a_figure(game: str) -> None:
    script = ROOT / "web" / "src" / "games" / game.replace("-", "_") / "figures.tsx"
    (table,) = DRAWN.findall(script.read_text("utf-8"))
    drawn = set(re.findall(r"(\w+):", table))
    assert drawn == {figure.name for part in howto.parts(game, "en") for figure in part.figures}


@pytest.mark.parametrize("game", tianxia.games())
@pytest.mark.parametrize("lang", i18n.languages())
def test_a_form_of_a_word_belongs_to_one_term(game: str, lang: str) -> None:
    forms = [form for term in howto.terms(game, lang) for form in term.forms]
    assert len(forms) > 20
    assert sorted(forms) == sorted(set(forms))


def test_a_text_is_read_as_it_is_written() -> None:
    (part,) = howto.parse(
        "= war War\nTwo [wars|war]\n  meet. A [king] falls (H1).\n* one\n* two\n> map at=A1 to=B2\n  A map."
    )
    assert part.blocks[0].text == "Two [wars|war] meet. A [king] falls (H1)."
    assert part.blocks[1].items == ("one", "two")
    assert part.figures == (howto.Figure("map", {"at": "A1", "to": "B2"}, "A map."),)
    with pytest.raises(ValueError, match="begins with a part"):
        howto.parse("Two wars.")


@pytest.mark.parametrize("game", tianxia.games())
def test_the_page_says_all_without_a_script_and_leads_on(client: Client, game: str) -> None:
    for lang in i18n.languages():
        client.cookies.clear()
        text = client.get(f"/how-to-play/{game}", headers={"accept-language": lang}).text
        for part in howto.parts(game, lang):
            assert f'id="{part.name}"' in text
            for figure in part.figures:
                assert f'data-figure="{figure.name}"' in text
        assert f'href="/rules/{game}#' in text
        assert 'action="/play"' in text
        assert "[" not in re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)


def test_it_is_found_from_the_start_page_and_from_the_rules(client: Client) -> None:
    for path in ("/", "/rules/huns"):
        assert 'href="/how-to-play/huns"' in client.get(path).text
    assert client.get("/how-to-play/chess").status_code == 404


@pytest.mark.parametrize("game", tianxia.games())
@pytest.mark.parametrize("lang", i18n.languages())
def test_the_first_question_of_a_game_names_a_term(game: str, lang: str) -> None:
    match = tianxia.load(game).new(seed=1)
    prompt = match.prompt(match.to_act[0], lang).lower()
    forms = [form for term in howto.terms(game, lang) for form in term.forms]
    assert any(re.search(rf"(?<!\w){re.escape(form)}(?!\w)", prompt) for form in forms), prompt


def test_a_table_brings_the_words_of_its_game(client: Client) -> None:
    origin = str(client.base_url).rstrip("/")
    table = client.post("/play", data={"game": "huang"}, headers={"origin": origin}).headers["location"]
    (told,) = re.findall(r'id="terms">(.*?)</script>', client.get(table).text)
    words = [(term["forms"][0], term["part"]) for term in json.loads(told)]
    assert words == [(term.forms[0], term.part) for term in howto.terms("huang", "en")], (
        "none takes the place of another"
    )
    assert ("war", "war") in words


@pytest.mark.parametrize("game", tianxia.games())
@pytest.mark.parametrize("lang", i18n.languages())
def test_rulings_are_folded_apart_from_what_is_printed(client: Client, game: str, lang: str) -> None:
    rules = [rule for section in rulebook.sections(game, lang) for rule in section.rules]
    folded = [rule for rule in rules if rule.parts[2]]
    assert len(folded) > 10
    for rule in rules:
        printed, ours, ruling = rule.parts
        assert re.sub(r"[:.] ", " ", f"{printed}{ours} {ruling}") == re.sub(r"[:.] ", " ", rule.text) or not ruling
        assert not re.search(r"(?:^|\. )(?:Our ruling|Nasze ust|Nasze rozs)[^;,.]*: ", printed)
    page = client.get(f"/rules/{game}", headers={"accept-language": lang}).text
    assert page.count('<details class="ruling"><summary>') == len(folded)


def test_who_has_not_played_a_game_is_offered_what_its_rules_have_for_beginners(client: Client) -> None:
    def offered() -> list[str]:
        boxes = re.findall(r'<article class="box".*?</article>', client.get("/").text, re.DOTALL)
        return [box for box in boxes if 'name="first"' in box]

    (box,) = offered()
    assert 'value="sun-tzu"' in box
    assert (
        "no generals, events or special cards +2 and +3, and you may use all your armies from the start.</span>" in box
    )
    form = {"game": "sun-tzu", "first": "yes", "option.beginner": "off", "option.generals": "on"}
    table = client.post("/play", data=form, headers={"origin": str(client.base_url).rstrip("/")}).headers["location"]
    assert json.loads(client.get(f"{table}/export").json()["options"]) == {"beginner": True}
    assert offered() == []


@pytest.mark.parametrize("lang", i18n.languages())
def test_the_page_counts_what_is_in_the_box_as_the_rules_do(lang: str) -> None:
    def told(game: str, *names: str) -> str:
        return " ".join(text for part in howto.parts(game, lang) if part.name in names for text in part.texts)

    turn = told("huang", howto.TURN)
    numbers_told = [int(number) for number in re.findall(r"\b\d+\b", turn.split("(")[0])]
    assert numbers_told == [*TILES, len(PAGODAS), 2, 1]
    assert [PAGODAS.count(colour) for colour in range(len(TILES))] == [2, 2, 2, 2, 1]
    hold = told("sun-tzu", "hold")
    pairs = {
        frozenset(pair)
        for pair in re.findall(r"(QIN|CHU|JIN-YAN|HAN-QI|WU) (?:and|i) (QIN|CHU|JIN-YAN|HAN-QI|WU)", hold)
    }
    assert pairs == {frozenset(border) for border in BORDERS}
    assert {str(ARMIES), str(ARMIES - REINFORCEMENTS), str(REINFORCEMENTS)} <= set(
        re.findall(r"\b\d+\b", told("sun-tzu", howto.WORDS))
    )


@pytest.mark.parametrize(
    ("lang", "numbers"),
    [
        ("en", "nine 1s, eight 2s and so on to a single 9, and one 0"),
        ("pl", "Jedynek jest dziewięć, dwójek osiem i tak dalej aż do jednej dziewiątki, a 0 jest jedno"),
    ],
)
def test_how_many_cards_of_each_value_there_are_is_told(lang: str, numbers: str) -> None:
    """[C2.1]"""
    of_value = Counter[int]()
    for value, copies in zip(VALUES, COPIES, strict=True):
        of_value[value] += copies
    assert of_value == {0: 1, **{value: 10 - value for value in range(1, 10)}}
    assert any(numbers in text for part in howto.parts("chu-han", lang) for text in part.texts)


@pytest.mark.parametrize(("lang", "told"), [("en", ("stash", "share the victory")), ("pl", ("składzie", "wspólne"))])
def test_what_decides_a_tie_of_huns_is_told_with_the_aim(lang: str, told: tuple[str, str]) -> None:
    """[N7.2]"""
    aim = next(" ".join(part.texts) for part in howto.parts("huns", lang) if part.name == howto.AIM)
    assert [words for words in told if words not in aim] == []


@pytest.mark.parametrize("lang", i18n.languages())
def test_persons_without_an_ability_are_told_of_too(lang: str) -> None:
    """The 2s and the 0 show persons, who have none [C2.16, C2.17]."""
    told = next(" ".join(part.texts) for part in howto.parts("chu-han", lang) if part.name == "persons")
    for text in (told, lessons.words("chu-han", lang)["persons"].text):
        assert "Fan Zeng" in text
        assert "Xiong Xin" in text


@pytest.mark.parametrize("lang", i18n.languages())
def test_both_ways_to_pay_for_a_riot_and_for_a_pagoda_are_told(lang: str) -> None:
    """Two tiles, or one and the leader of their colour off the board [H7.2, H9.4]."""
    items = [text for part in howto.parts("huang", lang) for text in part.texts]
    for rule in ("H7.1", "H9.4"):
        (told,) = (text for text in items if rule + ")" in text or rule + "," in text)
        assert {"1", "2"} <= set(re.findall(r"\b[12]\b", told.split("(")[0])), told
    assert "1" in re.findall(r"\b[12]\b", lessons.words("huang", lang)["over"].text)
