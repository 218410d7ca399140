"""The texts of the table page: every one exists in Polish, and none is left over."""

import re
from pathlib import Path

import pytest

from tianxia.engine import i18n

SOURCES = Path(__file__).parents[2] / "web" / "src"
STRING = r'"((?:[^"\\]|\\.)*)"'
ONE = re.compile(rf"\b[tm]\(\s*{STRING}")
PLURAL = re.compile(rf"\bn\(\s*{STRING},\s*{STRING}")


def written() -> tuple[set[str], set[tuple[str, str]]]:
    """All texts in the sources: plain ones, and pairs of singular and plural."""
    code = "\n".join(path.read_text("utf-8") for path in sorted(SOURCES.rglob("*.ts*")))
    return set(ONE.findall(code)), set(PLURAL.findall(code))


def test_every_text_of_the_page_is_in_the_polish_catalogue() -> None:
    plain, plural = written()
    catalogue = i18n.texts("pl", "web")
    missing = sorted(text for text in plain | {one for one, _ in plural} if text not in catalogue)
    assert missing == []


def test_no_text_of_the_catalogue_is_left_over() -> None:
    plain, plural = written()
    assert sorted(set(i18n.texts("pl", "web")) - plain - {one for one, _ in plural}) == []


def test_texts_with_a_count_have_three_polish_forms() -> None:
    catalogue = i18n.texts("pl", "web")
    for one, _ in written()[1]:
        forms = catalogue[one]
        assert isinstance(forms, list)
        assert len(forms) == 3


@pytest.mark.parametrize("lang", i18n.languages())
def test_translations_fill_in_the_same_names(lang: str) -> None:
    plurals = dict(written()[1])
    for text, spoken in i18n.texts(lang, "web").items():
        wanted = set(re.findall(r"\{\w+\}", text + plurals.get(text, "")))
        for form in [spoken] if isinstance(spoken, str) else spoken:
            assert set(re.findall(r"\{\w+\}", form)) <= wanted, text
