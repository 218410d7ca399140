"""What is written about the program is true: examples run, links lead somewhere, rule numbers exist."""

import doctest
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import tianxia
from tianxia.engine import core, i18n
from tianxia.reference import reference
from tianxia.server import rulebook

ROOT = Path(__file__).parents[1]
PACKAGE = Path(tianxia.__file__).parent
PAGES = sorted([*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")])

EXAMPLE = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)

NUMBER = rulebook.NUMBER
CITED = re.compile(rf"\[({NUMBER.pattern}(?:(?:, |-){NUMBER.pattern})*)\]")
"""Numbers in brackets: [C4.2], [C4.9, C5.2], [C4-C6], [H1.2a], [N4.2.1]."""
PARTS = re.compile(r"([A-Z])(\d+)(?:\.(\d+)(?:([a-z])|\.(\d+))?)?")

DECISION = re.compile(r"^\| (D\d+) \|", re.MULTILINE)
"""Numbers of decisions, as a game's page lists them."""


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("page", [page for page in PAGES if EXAMPLE.search(page.read_text("utf-8"))], ids=named)
def test_the_examples_of_a_page_run(page: Path) -> None:
    text = "\n".join(EXAMPLE.findall(page.read_text("utf-8")))
    examples = doctest.DocTestParser().get_doctest(text, {}, named(page), str(page), 0)
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples)
    assert results.attempted > 0
    assert results.failed == 0


def modules() -> Iterator[str]:
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.name not in ("__main__.py", "env.py"):  # these do their work when they are imported
            parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
            yield ".".join(part for part in parts if part != "__init__")


@pytest.mark.parametrize("name", tuple(modules()))
def test_the_examples_of_a_module_run(name: str) -> None:
    assert doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS).failed == 0


def anchors(page: Path) -> set[str]:
    """The names that a page's headings have as targets of links, as the usual renderers make them."""
    headings = HEADING.findall(page.read_text("utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(CODE.sub("", page.read_text("utf-8"))):
        if link.startswith(("https://", "http://")):
            continue
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), f"{link}: there is no {target}"
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target), f"{link}: no such heading"


def test_every_page_is_in_the_index() -> None:
    index = ROOT / "docs" / "README.md"
    linked = {(index.parent / link.partition("#")[0]).resolve() for link in LINK.findall(index.read_text("utf-8"))}
    assert [named(page) for page in PAGES if page.parent != ROOT and page not in {*linked, index}] == []


@pytest.mark.parametrize("name", core.Rules._fields)
def test_the_contract_of_a_game_is_written_as_it_is(name: str) -> None:
    parameters = ", ".join(inspect.signature(getattr(core, name)).parameters)
    assert f"| `{name}({parameters})` |" in (ROOT / "docs" / "architecture.md").read_text("utf-8")


@pytest.mark.parametrize("game", tianxia.games())
def test_the_reference_is_what_the_tables_say(game: str) -> None:
    written = (ROOT / "docs" / "reference" / f"{game}.md").read_text("utf-8")
    assert written == reference(game), f"run: python -m tianxia.reference {game} > docs/reference/{game}.md"


@pytest.mark.parametrize("game", tianxia.games())
def test_a_game_has_its_page_and_its_rulebook_in_every_language(game: str) -> None:
    assert (ROOT / "docs" / f"{game}.md").exists()
    for lang in i18n.languages():
        assert len(rulebook.sections(game, lang)) > 1


def numbers(game: str, lang: str) -> list[str]:
    """The numbers of the sections and the rules of a rulebook, in its order."""
    return [
        n for section in rulebook.sections(game, lang) for n in (section.number, *(r.number for r in section.rules))
    ]


def part(number: str) -> tuple[str, int, int, str, int]:
    """A number as it is sorted: letter of the part, section (a section before its rules), rule, what the rule is split by."""
    match = PARTS.fullmatch(number)
    assert match is not None
    letter, section, rule, more, under = match.groups("")
    return letter, int(section), int(rule) if rule else -1, more, int(under) if under else 0


@pytest.mark.parametrize("game", tianxia.games())
def test_rulebooks_have_the_same_numbers_in_rising_order(game: str) -> None:
    english = numbers(game, i18n.DEFAULT)
    parts = [part(number) for number in english]
    assert parts == sorted(set(parts))
    for section in rulebook.sections(game, i18n.DEFAULT):
        assert all(rule.number.startswith(f"{section.number}.") for rule in section.rules)
    for lang in i18n.languages():
        assert numbers(game, lang) == english


def cited(path: Path) -> Iterator[str]:
    for bracket in CITED.findall(path.read_text("utf-8")):
        yield from NUMBER.findall(bracket)


@pytest.mark.parametrize("game", tianxia.games())
def test_every_rule_cited_is_in_the_rulebook(game: str) -> None:
    page = (ROOT / "docs" / f"{game}.md").read_text("utf-8")
    known = {*numbers(game, i18n.DEFAULT), *DECISION.findall(page), *tianxia.load(game).glossary()}
    folder = PACKAGE / "games" / game.replace("-", "_")
    missing = {
        f"{named(path)}: {number}"
        for path in (*folder.rglob("*.py"), ROOT / "docs" / f"{game}.md")
        for number in cited(path)
        if number not in known
    }
    assert missing == set()


def test_every_rule_cited_in_a_translation_is_in_a_rulebook() -> None:
    known = {number for game in tianxia.games() for number in numbers(game, i18n.DEFAULT)}
    for lang in i18n.languages():
        for message in i18n.catalogue(lang):
            forms = [message.string] if isinstance(message.string, str) else message.string
            wanted = sorted(
                NUMBER.findall(" ".join(CITED.findall(message.id[0] if message.pluralizable else message.id)))
            )
            assert set(wanted) <= known, message.id
            for form in forms if message.id else []:
                assert sorted(NUMBER.findall(" ".join(CITED.findall(form)))) == wanted, message.id


@pytest.mark.parametrize("game", tianxia.games())
@pytest.mark.parametrize("lang", i18n.languages())
def test_a_rulebook_refers_to_its_own_rules_and_cards(game: str, lang: str) -> None:
    known = {*numbers(game, lang), *tianxia.load(game).glossary(lang)}
    for section in rulebook.sections(game, lang):
        for rule in section.rules:
            assert set(NUMBER.findall(rule.text)) <= known, rule.number
