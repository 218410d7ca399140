"""What a table answers to a command that it does not carry out."""

from tianxia.tables.frames import ErrorCode


class Refused(Exception):
    """A command that changes nothing, and why."""

    def __init__(self, code: ErrorCode, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason
