"""What can go wrong, each with a text that says what, where and what would be right."""

from collections.abc import Iterable


class TianxiaError(ValueError):
    """Bad input of any kind."""


class IllegalAction(TianxiaError):
    """An action that the rules do not allow here: the reason, with the number of the rule."""


class BadPosition(TianxiaError):
    """A position that cannot exist: the reason."""


class BadRecord(TianxiaError):
    """A record file that does not hold a valid game: the first bad step, by number."""


class UnknownName(TianxiaError):
    """A game, option, bot or language that does not exist; the valid ones are listed."""

    def __init__(self, what: str, name: object, valid: Iterable[object]) -> None:
        names = list(map(str, valid))
        verb = "are" if len(names) > 1 else "is"
        super().__init__(f"there is no {what} {name!r}; there {verb} {', '.join(names) or 'none'}")
        self._asked = (what, name, names)

    def __reduce__(self) -> tuple[type["UnknownName"], tuple[str, object, list[str]]]:
        """For pickle: an error of another process comes here as it was."""
        return UnknownName, self._asked


class EngineFault(RuntimeError):
    """A fault of the program, never of the player: a table pauses on it and decides nothing."""
