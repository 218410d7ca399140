"""Texts in the reader's language: gettext catalogues, read from their ``.po`` sources at run time.

A text's name is its English sentence. Names in a text stand in braces, as in ``"{count} card"``, and are filled in by ``format``.
"""

import gettext
import io
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tianxia.engine.errors import UnknownName

Speak = gettext.NullTranslations
"""What says texts in one language."""
DEFAULT = "en"
DOMAIN = "tianxia"


def languages() -> tuple[str, ...]:
    """The languages that every text exists in; English first."""
    return ("en", "pl")


@cache
def catalogue(lang: str) -> Catalog:
    """The catalogue of a language as written in its file."""
    source = files("tianxia") / "locale" / lang / "LC_MESSAGES" / f"{DOMAIN}.po"
    with source.open("rb") as file:
        return read_po(file, locale=lang, domain=DOMAIN, abort_invalid=True)


@cache
def translator(lang: str) -> gettext.NullTranslations:
    """An object with ``gettext`` and ``ngettext`` for a language; UnknownName for one that we do not speak."""
    if lang not in languages():
        raise UnknownName("language", lang, languages())
    compiled = io.BytesIO()
    write_mo(compiled, catalogue(lang))
    compiled.seek(0)
    speak = gettext.GNUTranslations(compiled)
    # every view and every page asks for the same few again
    speak.gettext = lru_cache(1 << 14)(speak.gettext)  # type: ignore[method-assign]
    return speak


@cache
def texts(lang: str, reference: str) -> dict[str, str | list[str]]:
    """All texts marked ``#: reference``, by their English; one with plurals is the list of its forms, in gettext's order."""
    found: dict[str, str | list[str]] = {}
    speak = translator(lang)
    # English has no catalogue: what is marked is the same in every other
    marked = next(other for other in languages() if other != DEFAULT) if lang == DEFAULT else lang
    for message in catalogue(marked):
        if reference not in (place for place, _ in message.locations):
            continue
        if isinstance(message.id, str):
            found[message.id] = speak.gettext(message.id)
        else:
            one, many = message.id
            found[one] = [one, many] if lang == DEFAULT else list(message.string)
    return found


def negotiate(accept: str, default: str = DEFAULT) -> str:
    """Our language that an ``Accept-Language`` header likes best.

    >>> negotiate("de-DE, pl;q=0.8, en;q=0.5")
    'pl'
    >>> negotiate("fr, pl;q=nonsense")
    'en'
    """
    best, weight = default, 0.0
    for choice in accept.split(","):
        tag, _, parameter = choice.partition(";")
        quality = _quality(parameter)
        lang = tag.strip().lower().partition("-")[0]
        if lang in languages() and quality > weight:
            best, weight = lang, quality
    return best


def _quality(parameter: str) -> float:
    name, _, value = parameter.strip().partition("=")
    if not name:
        return 1.0
    try:
        return min(1.0, max(0.0, float(value))) if name == "q" else 0.0
    except ValueError:
        return 0.0


def N_(text: str) -> str:  # noqa: N802 - gettext's usual name for "translate later"
    """Mark a text that is translated where it is shown."""
    return text


def listed(items: Sequence[str], speak: Speak) -> str:
    """One, two or more things in a row: A, B and C."""
    return _in_a_row(items, speak.gettext("{things} and {last}"))


def either(items: Sequence[str], speak: Speak) -> str:
    """One, two or more things of which one is chosen: A, B or C."""
    return _in_a_row(items, speak.gettext("{things} or {last}"))


def _in_a_row(items: Sequence[str], ending: str) -> str:
    if len(items) < 2:
        return "".join(items)
    return ending.format(things=", ".join(items[:-1]), last=items[-1])
