"""Frames as a page reads them: a step tells what has changed since the frame before it."""

from typing import Any

Frame = dict[str, Any]
APART = ("state", "legal")


class Reader:
    """The table as the page of one connection has it."""

    def __init__(self) -> None:
        self.view: Frame = {}
        self.words: dict[int, Frame] = {}  # of actions, by id

    def read(self, frame: Frame) -> Frame:
        """The frame; a step gets the view that the page has after it, and its events where it has none."""
        if frame["type"] == "step":
            frame = {"events": [], **frame, "view": self._after(frame)}
        if view := frame.get("view"):
            self.view = view
            self.words |= {action["id"]: action for action in view["legal"]}
        return frame

    def _after(self, step: Frame) -> Frame:
        self.words |= {action["id"]: action for action in step.get("actions", ())}
        state = {**self.view.get("state", {}), **step.get("state", {})}
        for name, places in step.get("places", {}).items():
            state[name] = [places.get(str(place), value) for place, value in enumerate(state[name])]
        legal = [self.words[number] for number in step["legal"]] if "legal" in step else self.view["legal"]
        return {**self.view, **step.get("changed", {}), "state": state, "legal": legal}


def as_step(full: Frame) -> Frame:
    """A frame with a whole view as a step in which all has changed."""
    view = full["view"]
    changed = {name: value for name, value in view.items() if name not in APART}
    legal = [action["id"] for action in view["legal"]]
    told = {"changed": changed, "state": view["state"], "legal": legal, "actions": view["legal"]}
    return {"type": "step", "number": full["number"], **told, "events": full["events"]}
