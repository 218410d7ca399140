"""What can go wrong, each with a short text that says what, where and what would be right."""

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from heapq import nlargest

MOST_REPEATED = 40
"""Characters of a wrong value that an error repeats."""
MOST_SAID = 200
"""Characters of what another library says is wrong, which may repeat a wrong value."""
MOST_LISTED = 190
"""Characters of a list of valid names that an error gives in full; of a longer one it gives those like the wrong name."""


def brief(value: object) -> str:
    """A wrong value as code writes it, in one line, cut off where it is long.

    >>> brief("place red E5"), brief("no" * 99)
    ("'place red E5'", "'nononononononononononononononononono...")
    """
    try:
        said = repr(value).replace("\n", " ")
    except ValueError:
        said = "a number of thousands of digits"  # Python writes none as long
    return said if len(said) <= MOST_REPEATED else f"{said[: MOST_REPEATED - 3]}..."


def shortly(error: object) -> str:
    """What another library says is wrong, cut off where it is long.

    >>> shortly("no text"), len(shortly("no" * 999))
    ('no text', 200)
    """
    said = str(error)
    return said if len(said) <= MOST_SAID else f"{said[: MOST_SAID - 3]}..."


def not_one_of(value: object, valid: Sequence[str]) -> str:
    """That a value is none of the valid names, and what would be right.

    >>> not_one_of("up", ["north", "south"])
    "'up' is not one of north, south"
    >>> not_one_of("N77", [f"n{i}" for i in range(10, 90)])
    "'N77' is not one of 80 names; like it: n77, n17, n27"
    """
    listed = ", ".join(valid)
    right = listed if len(listed) <= MOST_LISTED else f"{len(valid)} names; {like(value, valid)}"
    return f"{brief(value)} is not one of {right}"


def there_are(value: object, valid: Sequence[str]) -> str:
    """The valid names beside a wrong one; of many those that are like it.

    >>> there_are("up", ["north", "south"]), there_are("up", ["north"]), there_are("up", [])
    ('there are north, south', 'there is north', 'there is none')
    """
    listed = ", ".join(valid)
    if len(listed) > MOST_LISTED:
        return f"there are {len(valid)}; {like(value, valid)}"
    return f"there {'are' if len(valid) > 1 else 'is'} {listed or 'none'}"


def like(wrong: object, valid: Sequence[str]) -> str:
    """The three names that are most like a wrong one, or just three of them: case, and the order around a +, do not count."""
    meant = str(wrong)[:MOST_REPEATED].lower().split("+")

    def likeness(name: str) -> tuple[int, float]:
        parts = name.lower().split("+")
        return len({*meant} & {*parts}), SequenceMatcher(None, "+".join(sorted(meant)), "+".join(sorted(parts))).ratio()

    near = nlargest(3, valid, likeness)
    return f"{'like it:' if likeness(near[0]) > (0, 0.6) else 'such as'} {', '.join(near)}"


class TianxiaError(ValueError):
    """Bad input of any kind."""


class IllegalAction(TianxiaError):
    """An action that the rules do not allow here: the reason, with the number of the rule."""


class BadPosition(TianxiaError):
    """A position that cannot exist: the reason."""


class BadRecord(TianxiaError):
    """A record file that does not hold a valid game: the first bad step, by number."""


class UnknownName(TianxiaError):
    """A game, option, bot or language that does not exist; the valid ones are named."""

    def __init__(self, what: str, name: object, valid: Iterable[object]) -> None:
        names = list(map(str, valid))
        super().__init__(f"there is no {what} {brief(name)}; {there_are(name, names)}")
        self._asked = (what, name, names)

    def __reduce__(self) -> tuple[type["UnknownName"], tuple[str, object, list[str]]]:
        """For pickle: an error of another process comes here as it was."""
        return UnknownName, self._asked


class EngineFault(RuntimeError):
    """A fault of the program, never of the player: a table pauses on it and decides nothing."""
