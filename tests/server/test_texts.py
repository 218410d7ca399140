"""Every text that the server shows exists in every language."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import tianxia
from tianxia.engine import i18n

PACKAGE = Path(tianxia.__file__).parent
SPEAKING = {"say", "gettext", "ngettext"}
TEMPLATE_TEXT = re.compile(r"""_\("([^"]+)"\)""")


def used() -> Iterator[str]:
    """The texts named in the platform's code and templates."""
    for room in ("tables", "server"):
        for path in (PACKAGE / room).glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in SPEAKING:
                    texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
                    yield from texts[:1]  # a plural is named by its singular
    for template in (PACKAGE / "server" / "templates").glob("*.html"):
        yield from TEMPLATE_TEXT.findall(template.read_text())


def test_every_text_of_the_server_is_translated() -> None:
    texts = set(used())
    assert len(texts) > 40
    assert texts - i18n.texts("pl", "server").keys() == set()


def test_no_translation_is_left_over() -> None:
    assert i18n.texts("pl", "server").keys() - set(used()) - {"{count} card"} - REASONS == set()


REASONS = {  # passed on by variables
    "There is no such page.",
    "This address does not take such a request.",
    "The program failed here. Your games are stored; nothing is lost.",
}
