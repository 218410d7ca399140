"""Every text that the server shows exists in every language."""

import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.extract import extract_from_dir

import tianxia
from tianxia.engine import i18n

PACKAGE = Path(tianxia.__file__).parent
KEYWORDS = {"say": (1, 2), "gettext": None, "ngettext": (1, 2)}
TEMPLATE_TEXT = re.compile(r"""_\("([^"]+)"\)""")


def used() -> Iterator[str]:
    """The texts named in the platform's code and templates."""
    for room in ("tables", "server"):
        for _, _, message, _, _ in extract_from_dir(PACKAGE / room, [("**.py", "python")], keywords=KEYWORDS):
            yield next(filter(None, (message,) if isinstance(message, str) else message))
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
