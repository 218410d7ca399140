"""Whatever a page is sent during whole games holds nothing that it may not see."""

import json
import random
from typing import Any

import pytest

from tests.server.site import Browser, Page, Site

SECRET_NAMES = {"rng", "seed", "salt", "deck", "guest", "token"}


def names(value: Any) -> set[str]:
    """All names of fields in a JSON value."""
    if isinstance(value, dict):
        return set(value).union(*map(names, value.values()))
    return set().union(*map(names, value)) if isinstance(value, list) else set()


def check(frame: dict[str, Any], viewer: int | None) -> None:
    view = frame.get("view")
    if view is None:
        return
    assert view["viewer"] == viewer
    state = view["state"]
    for field in ("hand", "building", "building_ability", "seen"):
        for seat, held in enumerate(state[field]):
            assert (held is None) == (seat != viewer), field
    assert state.get("pile") is None
    assert state.get("rng") is None
    over = view["result"] is not None
    assert (view["revealed"] is None) == (not over)
    assert not (names({**view, "revealed": None, "state": {}}) | names(frame.get("events"))) & SECRET_NAMES
    for event in frame.get("events", ()):
        if event["kind"] in ("drew", "looked"):
            shown = {value for name, value in event.items() if name not in ("kind", "seat", "step", "text")}
            assert (shown == {None}) == (event["seat"] != viewer)


@pytest.mark.parametrize("seat", [0, 1])
def test_no_frame_of_a_whole_game_with_undos_shows_what_is_hidden(shared: Site, seat: int) -> None:
    browser, chance = Browser(shared), random.Random(seat)
    table = browser.play(seat=str(seat))
    with browser.open(table) as page, Browser(shared).open(table) as watching:
        while page.act(chance):
            if page.view["can_undo"] and chance.random() < 0.3 and page.undo()["type"] == "ack":
                page.hear("full")
        while watching.view.get("result") is None:
            watching.hear()
        check_all(page, seat)
        check_all(watching, None)
        revealed = page.view["revealed"]
    for looking, viewer in ((browser, seat), (Browser(shared), None)):
        with looking.open(table) as page:
            frame = page.hear("full")
            check(frame, viewer)
            assert revealed["seed"] not in json.dumps(frame["events"])


def check_all(page: Page, viewer: int | None) -> None:
    for frame in page.frames:
        check(frame, viewer)
    revealed = page.view["revealed"]
    early = [frame for frame in page.frames if frame.get("view") and not frame["view"]["revealed"]]
    assert revealed["seed"] not in json.dumps(early)
    assert revealed["salt"] not in json.dumps(early)


def test_the_commitment_of_the_first_frame_matches_what_is_revealed_at_the_end(shared: Site) -> None:
    import hashlib

    browser, chance = Browser(shared), random.Random(3)
    with browser.open(browser.play(seat="0")) as page:
        first = page.hear("full")["view"]["commitment"]
        while page.act(chance):
            pass
        revealed = page.view["revealed"]
        assert hashlib.sha256(f"{revealed['seed']}:{revealed['salt']}".encode()).hexdigest() == first


def test_the_page_of_a_table_holds_no_game(shared: Site) -> None:
    browser = Browser(shared)
    table = browser.play()
    import urllib.request

    text = urllib.request.urlopen(f"{shared.origin}/table/{table}").read().decode()
    assert browser.cookies["tianxia_guest"] not in text
    assert "hand" not in text.partition("<script type")[0].replace("data-", "")
