import pytest

import tianxia
from tianxia.engine import i18n
from tianxia.engine.errors import UnknownName


@pytest.mark.parametrize(
    ("count", "words"),
    [(0, "0 kart"), (1, "1 karta"), (2, "2 karty"), (5, "5 kart"), (12, "12 kart"), (22, "22 karty")],
)
def test_polish_has_three_plurals(count: int, words: str) -> None:
    speak = i18n.translator("pl")
    assert speak.ngettext("{count} card", "{count} cards", count).format(count=count) == words


def test_english_needs_no_entries() -> None:
    assert i18n.translator("en").gettext("Rules") == "Rules"


def test_a_language_that_we_do_not_speak_is_refused() -> None:
    match = tianxia.load("chu-han").new(1)
    with pytest.raises(UnknownName, match="there is no language 'de'; there are en, pl"):
        match.log(None, "de")


@pytest.mark.parametrize(
    ("accept", "lang"),
    [
        *(("", "en"), ("*", "en"), ("pl", "pl"), ("pl-PL,pl;q=0.9,en;q=0.8", "pl"), ("fr,en;q=0.5,pl;q=0.4", "en")),
        *(("pl;q=0,en;q=0.1", "en"), ("pl;q=", "en"), (";;;,,,=", "en")),
    ],
)
def test_the_browser_chooses_the_language(accept: str, lang: str) -> None:
    assert i18n.negotiate(accept) == lang


@pytest.mark.parametrize("reference", ["server", "web"])
def test_every_text_has_a_polish_translation_with_the_same_names(reference: str) -> None:
    english, polish = i18n.texts("en", reference), i18n.texts("pl", reference)
    assert english.keys() == polish.keys()
    for name, text in polish.items():
        forms = [text] if isinstance(text, str) else text
        assert len(forms) == (1 if isinstance(text, str) else 3)
        for form in forms:
            assert form, f"not translated: {name}"
            assert set(_names(form)) == set(_names(name)), f"other names in braces: {name}"


def _names(text: str) -> list[str]:
    return [part.partition("}")[0] for part in text.split("{")[1:]]
