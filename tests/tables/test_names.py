"""The names that people may choose."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tianxia.engine import i18n
from tianxia.tables.names import INVISIBLE, MOST, BadName, checked, key_of, skeleton

LETTERS = "aoeipcxyAOEIPCXYlI1rnmMBHKTНТВМКавеорсхуіѕΑΒΕΗΙΚΜΝΟΡΤΧΥαορνłŁóéç"
"""Many that look like others, of three scripts."""


@pytest.mark.parametrize(
    "name",
    ["Ada", "Łukasz", "Ann-Marie", "O'Neil", "O’Neil", "Zoë", "Jan III", "J. R. R.", "Наташа", "Ελένη", "田中さん", "한국",
     "孙子", "مريم", "שרה", "नेहा", "x", "a" * MOST],
)  # fmt: skip
def test_names_of_people_are_taken_as_they_are(name: str) -> None:
    assert checked(name, "en") == name


def test_a_name_is_composed_and_has_no_space_around_it() -> None:
    assert checked("  Łucja Ge\u0301ne\u0301  ", "en") == "Łucja Géné"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "24 letters at most"),
        (" \t ", "24 letters at most"),
        ("a" * (MOST + 1), "24 letters at most"),
        ("a\x00b", "U\\+0000"),
        ("a\nb", "U\\+000A"),
        ("a\u200bb", "U\\+200B"),
        ("a\u202eb", "U\\+202E"),
        ("a\u2066b", "U\\+2066"),
        ("a\u00adb", "U\\+00AD"),
        ("a\ufe0fb", "this is none"),
        ("a\u3164b", "this is none"),
        ("\u115f", "this is none"),
        ("a\u2800b", "this is none"),
        ("a\ue000", "U\\+E000"),
        ("a\ud800", "U\\+D800"),
        ("<b>Ada</b>", "this is none: <"),
        ("Ada 👍", "this is none"),
        ("𝐀da", "this is none"),
        ("ﬁn", "this is none"),
        ("Ａda", "this is none"),
        ("a\u00a0b", "this is none"),
        ("12", "has a letter"),
        ("...", "begins with a letter"),
        ("-Ada", "begins with a letter"),
        ("a  b", "no two spaces"),
        ("a b\u0301\u0302\u0303\u0304", "no two spaces"),
        ("Аda", "one script"),  # the first letter is Cyrillic
        ("ΝOVA", "one script"),
        ("АНТОН", "small letters"),  # AHTOH
        ("Нора", "small letters"),  # Hopa
        ("Bot", "choose another name"),
        ("b0t", "choose another name"),
        ("Bot 3", "choose another name"),
        ("normal bot", "choose another name"),
        ("bot normal", "choose another name"),
        ("EXPERT", "choose another name"),
        ("deleted", "choose another name"),
        ("De1eted", "choose another name"),
        ("Guest 12", "choose another name"),
        ("Gość 12", "choose another name"),
        ("sun-tzu", "choose another name"),
        ("Tygrys", "choose another name"),
    ],
)
def test_other_names_are_refused_and_told_why(name: str, why: str) -> None:
    with pytest.raises(BadName, match=why):
        checked(name, "en")


@pytest.mark.parametrize("lang", i18n.languages())
def test_what_we_call_others_is_nobodys_name_in_any_language(lang: str) -> None:
    say = i18n.translator(lang).gettext
    for text in (say("deleted"), say("Bot"), say("Easy bot"), say("Guest {number}").format(number=7)):
        with pytest.raises(BadName):
            checked(text.upper(), "en")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ADA"),
        ("Ada", "a d-a"),
        ("Ivan", "lvan"),
        ("Bill", "B1ll"),
        ("modern", "modem"),
        ("O0O", "ooo"),
        ("Straße", "STRASSE"),
        ("сара", "capa"),
        ("Осс", "Occ"),
    ],
)
def test_names_that_look_alike_have_one_key(one: str, other: str) -> None:
    assert key_of(one) == key_of(other)


@pytest.mark.parametrize(("one", "other"), [("Ada", "Eda"), ("Łukasz", "Lukasz"), ("Zoe", "Zoë"), ("nova", "vova")])
def test_names_that_differ_have_two(one: str, other: str) -> None:
    assert key_of(one) != key_of(other)


def accepted(name: str) -> bool:
    try:
        return bool(checked(name, "en"))
    except BadName:
        return False


@given(st.text(max_size=30))
def test_whatever_is_taken_is_text_that_can_be_shown(name: str) -> None:
    if not accepted(name):
        return
    name = checked(name, "en")
    assert 1 <= len(name) <= MOST
    assert name == unicodedata.normalize("NFC", name) == name.strip()
    assert name.isprintable()
    assert not INVISIBLE.search(name)
    assert {unicodedata.category(letter)[0] for letter in name} <= {"L", "M", "N", "Z", "P"}
    assert key_of(name)
    assert checked(name, "en") == name, "what was taken once is taken again"


@given(st.text(LETTERS, min_size=1, max_size=6))
def test_a_name_has_the_key_of_itself_in_any_case(name: str) -> None:
    for other in (name.lower(), name.upper(), name.title()):
        assert key_of(other) == key_of(other.casefold()) == key_of(name)


def alike() -> list[tuple[str, str]]:
    """Letters that look the same, each with itself too."""
    seen = {letter: skeleton(letter) for letter in LETTERS}
    return [(one, other) for one in LETTERS for other in LETTERS if seen[one] == seen[other]]


@given(st.lists(st.deferred(lambda: st.sampled_from(alike())), min_size=1, max_size=6))
def test_two_names_that_are_taken_and_look_the_same_have_one_key(pairs: list[tuple[str, str]]) -> None:
    one, other = ("".join(letters) for letters in zip(*pairs, strict=True))
    if accepted(one) and accepted(other):
        assert key_of(one) == key_of(other)


@given(st.text(max_size=40))
def test_a_key_can_be_made_of_whatever_is_typed(text: str) -> None:
    assert " " not in key_of(text)
