"""Every text that anybody can read exists in every language, with the same names in braces; none is left over."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.extract import extract_from_dir

import tianxia
from tianxia.engine import i18n

PACKAGE = Path(tianxia.__file__).parent
PAGE = Path(__file__).parents[1] / "web" / "src"

PYTHON = {
    "_": None,
    "N_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "plural": (1, 2),
    # say(text) in most modules, say(request, text) in the pages
    "say": {1: (1,), 2: (2,)},
    # the handlers of failed requests: partial(_wrong, status=..., what=text)
    "partial": {3: (3,)},
}
TEMPLATE = {"_": None, "plural": (1, 2)}
STRING = r'"((?:[^"\\]|\\.)*)"'
SCRIPT = re.compile(rf"\b(?:[tm]\(\s*{STRING}|n\(\s*{STRING},\s*{STRING})")
"""`t` says a text, `m` marks one that `t` says later, `n` chooses by a count."""

Text = str | tuple[str, str]
TRANSLATED = [lang for lang in i18n.languages() if lang != i18n.DEFAULT]


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_text_is_translated_once(lang: str) -> None:
    source = (PACKAGE / "locale" / lang / "LC_MESSAGES" / "tianxia.po").read_text("utf-8")
    texts = re.findall(rf'^((?:msgctxt .*\n)?msgid {STRING}(?:\n".*")*)$', source, re.MULTILINE)
    assert [text for text, times in Counter(text for text, _ in texts).items() if times > 1] == []


def in_python() -> Iterator[tuple[str, Text]]:
    for file, _, text, _, _ in extract_from_dir(PACKAGE, [("**.py", "python")], keywords=PYTHON):
        yield f"src/tianxia/{file}", text


def in_templates() -> Iterator[tuple[str, Text]]:
    templates = PACKAGE / "server" / "templates"
    for file, _, text, _, _ in extract_from_dir(
        templates, [("**.html", "jinja2.ext:babel_extract")], keywords=TEMPLATE
    ):
        yield f"templates/{file}", text


def in_page() -> Iterator[tuple[str, Text]]:
    for path in sorted(PAGE.rglob("*.ts*")):
        for text, one, many in SCRIPT.findall(path.read_text("utf-8")):
            found: Text = (one, many) if one else text
            yield f"web/src/{path.relative_to(PAGE)}", found


@cache
def written() -> dict[Text, str]:
    """Every text in the sources, and a file where it stands."""
    found: dict[Text, str] = {}
    for source in (in_python, in_templates, in_page):
        for file, text in source():
            found.setdefault(tuple(text) if isinstance(text, list | tuple) else text, file)  # type: ignore[arg-type]
    return found


def messages(lang: str) -> dict[Text, Message]:
    return {
        tuple(message.id) if isinstance(message.id, list | tuple) else message.id: message  # type: ignore[misc]
        for message in i18n.catalogue(lang)
        if message.id
    }


def forms(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string)


def braces(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize(("source", "least"), [(in_python, 100), (in_templates, 15), (in_page, 80)])
def test_the_texts_are_found(source: Callable[[], Iterator[tuple[str, Text]]], least: int) -> None:
    """If a room spoke in another way than this test listens for, nothing of it would be checked."""
    assert len({text for _, text in source()}) >= least


@pytest.mark.parametrize("lang", TRANSLATED)
def test_every_text_is_translated(lang: str) -> None:
    known = messages(lang).keys()
    singular = {text[0] for text in known if isinstance(text, tuple)}  # a text with a count can be said without one
    assert {text: file for text, file in written().items() if text not in known | singular} == {}


@pytest.mark.parametrize("lang", TRANSLATED)
def test_no_translation_is_empty_or_marked_as_doubtful(lang: str) -> None:
    assert [m.id for m in messages(lang).values() if m.fuzzy or not all(form.strip() for form in forms(m))] == []


@pytest.mark.parametrize("lang", TRANSLATED)
def test_no_translation_is_left_over(lang: str) -> None:
    assert [text for text in messages(lang) if text not in written()] == []


@pytest.mark.parametrize("lang", TRANSLATED)
def test_translations_fill_in_the_same_names(lang: str) -> None:
    for message in messages(lang).values():
        one, many = (message.id, message.id) if isinstance(message.id, str) else message.id
        for form in forms(message):
            assert braces(one) <= braces(form) <= braces(many), message.id


@pytest.mark.parametrize("lang", TRANSLATED)
def test_texts_with_a_count_have_every_plural_form(lang: str) -> None:
    wanted = i18n.catalogue(lang).num_plurals
    for message in messages(lang).values():
        assert len(forms(message)) == (1 if isinstance(message.id, str) else wanted), message.id


def test_english_is_the_source_and_needs_no_entries() -> None:
    assert messages(i18n.DEFAULT) == {}
