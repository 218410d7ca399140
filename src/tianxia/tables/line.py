"""The actions of a game that count, and which of them can be taken back by whom."""

from typing import NamedTuple

from tianxia.tables.streams import Viewer


class Counted(NamedTuple):
    """An action that was not taken back."""

    seat: int
    action: int
    unseen_by: frozenset[Viewer]  # to these it changed nothing, so nothing may tell them that it happened
    forced: bool  # the platform declined for the seat
    simultaneous: bool  # several seats were choosing at the same time, so that theirs do not depend on it
    final: bool  # it showed something hidden, so it stays
    open: bool  # all that it changed everybody sees: it told nothing of what somebody holds


class Line(list[Counted]):
    """The actions that were not taken back, in their order."""

    def last(self, viewer: Viewer) -> Counted | None:
        """The last action that counts, as far as a viewer knows; what others chose at the same time is not after it."""
        known = self.known(viewer)
        return self[known - 1] if known else None

    def played(self, seat: int) -> list[int]:
        """The actions of a seat that count, by their ids, but for those which the platform declined for it."""
        return [one.action for one in self if one.seat == seat and not one.forced]

    def asks_back(self, seat: int) -> int | None:
        """The place of the action that a seat may take back if all agree: its last one, where what others did since, as far
        as it knows, told nothing of what they hold, and nobody chose at the same time as others. None if there is none."""
        for place in reversed(range(len(self))):
            action = self[place]
            if seat in action.unseen_by:
                continue
            if action.final or action.simultaneous:
                return None
            if action.seat == seat:
                return None if action.forced else place
            if not action.open:
                return None
        return None

    def goes_on(self, seat: int) -> bool:
        """A seat is in the middle of a play of several steps, of which nothing is public yet."""
        return bool(self) and self[-1].seat == seat and None in self[-1].unseen_by

    def places(self, viewer: Viewer) -> list[int]:
        """After how many actions a viewer saw something new: what changed nothing for it is left out."""
        return [place for place, action in enumerate(self, 1) if viewer not in action.unseen_by]

    def kept(self, known: int) -> list[Counted]:
        """What stays when the last of so many actions is taken back: what others chose at the same time."""
        return [later for later in self[known:] if later.simultaneous and self[known - 1].simultaneous]

    def known(self, viewer: Viewer) -> int:
        """How many actions count as far as a viewer knows: the last ones don't if it saw nothing of them, or if others
        chose them at the same time."""
        known = len(self)
        for action in reversed(self):
            if not self._apart(action, viewer):
                break
            known -= 1
        return known

    @staticmethod
    def _apart(action: Counted, viewer: Viewer) -> bool:
        return viewer in action.unseen_by or (action.simultaneous and viewer not in (None, action.seat))

    def goes_back(self, seat: int) -> int:
        """How far a seat could take back its actions, one after the other."""
        back, known = len(self), self.known(seat)
        while known and (own := self[known - 1]).seat == seat and not (own.final or own.forced):
            back = known = known - 1
            while known and self._apart(self[known - 1], seat):
                known -= 1
        return back
