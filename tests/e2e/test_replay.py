"""Finished games in the browser: through them by keys, on from them, and what was sealed."""

import json
import random
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import tianxia
from tests.e2e.axe import looks, violations
from tests.e2e.conftest import Server
from tests.e2e.player import SLOW_PAINT, begin, painted, wait_for_turn
from tianxia.engine import files

SHORT = {"chu-han": 41, "huang": 4, "huns": 2, "sun-tzu": 3}
"""By game a seed of chance with which it does not take long."""


def bring(page: Page, server: Server, folder: Path, game: str, **options: int) -> int:
    """A random game from a record file, at its beginning; gives the place of its end."""
    chance, match = random.Random(SHORT[game]), tianxia.load(game, **options).new(1)
    while match.to_act:
        seat = chance.choice(match.to_act)
        match.play(seat, int(chance.choice(match.legal_ids(seat))))
    file = folder / f"{game}.json"
    file.write_bytes(files.written(match))
    page.goto(f"{server.address}/import")
    page.set_input_files("#file", str(file))
    page.locator("main .primary").click()
    page.wait_for_url("**/replay*")
    at(page, 0)
    return match.step_count


def at(page: Page, place: int) -> None:
    """Until the position at a place is shown, and told by the address."""
    expect(page.locator(".table-page")).to_have_attribute("data-number", str(place + 1))
    page.wait_for_function(f"() => new URLSearchParams(location.search).get('at') === '{place}'")


def test_a_whole_game_is_gone_through_by_keys(page: Page, server: Server, tmp_path: Path) -> None:
    last = bring(page, server, tmp_path, "chu-han")
    seen = [0]
    while seen[-1] < last:
        page.keyboard.press("ArrowRight")
        page.wait_for_function(f"() => Number(document.querySelector('.table-page').dataset.number) > {seen[-1] + 1}")
        seen.append(int(page.locator(".table-page").get_attribute("data-number") or 0) - 1)
        at(page, seen[-1])
    expect(page.locator(".end h2")).to_be_visible()
    lines = page.locator(".log li").count()
    page.keyboard.press("ArrowLeft")
    at(page, seen[-2])
    expect(page.locator(".end")).to_have_count(0)
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("PageDown")
    page.wait_for_function("() => Number(document.querySelector('.table-page').dataset.number) > 1")
    page.keyboard.press("End")
    at(page, last)
    assert page.locator(".log li").count() == lines
    page.keyboard.press("PageUp")
    page.wait_for_function(f"() => Number(document.querySelector('.table-page').dataset.number) < {last + 1}")
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("p")
    expect(page.locator('[data-way="play"]')).to_have_attribute("aria-pressed", "true")
    page.wait_for_function(f"() => Number(document.querySelector('.table-page').dataset.number) > {seen[1] + 1}")
    page.keyboard.press("p")
    expect(page.locator('[data-way="play"]')).to_have_attribute("aria-pressed", "false")


def test_a_key_that_is_pressed_before_the_paint_leads_on(page: Page, server: Server, tmp_path: Path) -> None:
    bring(page, server, tmp_path, "chu-han")
    page.add_init_script(SLOW_PAINT)
    page.reload()
    table = page.locator(".table-page")
    expect(table).to_have_attribute("data-number", "1")
    page.keyboard.press("ArrowRight")
    expect(table).not_to_have_attribute("data-number", "1")


def test_an_answer_that_is_cut_off_is_asked_for_again(page: Page, server: Server, tmp_path: Path) -> None:
    bring(page, server, tmp_path, "chu-han")
    half = {"body": '{"view": {', "content_type": "application/json"}
    page.route("**/replay/position*", lambda route: route.fulfill(**half), times=1)
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => Number(document.querySelector('.table-page').dataset.number) > 1")


@pytest.mark.parametrize(
    ("game", "options"), [("chu-han", {}), ("huang", {"players": 2}), ("huns", {"players": 2}), ("sun-tzu", {})]
)
def test_an_address_shows_its_position_from_its_seat(
    page: Page, server: Server, tmp_path: Path, game: str, options: dict[str, int]
) -> None:
    last = bring(page, server, tmp_path, game, **options)
    address = page.url.partition("?")[0]
    for place, seat in ((0, 1), (last // 2, 0), (last, 1)):
        page.goto(f"{address}?at={place}&seat={seat}")
        at(page, place)
        expect(page.locator(".eyes select")).to_have_value(str(seat))
        expect(page.locator(".seek output")).to_have_text(f"{place} of {last}")
        expect(page.locator(".end")).to_have_count(int(place == last))
        assert page.locator('.board [data-lit="true"]').count() == 0
    page.locator(".eyes select").select_option("")
    page.wait_for_function("() => location.search.includes('seat=none')")
    expect(page.locator(".replay-panel form")).to_have_count(0)


def test_everybody_can_use_it_also_on_a_phone(page: Page, server: Server, tmp_path: Path) -> None:
    page.goto(f"{server.address}/import")
    assert violations(page) == []
    bring(page, server, tmp_path, "chu-han")
    page.keyboard.press("PageDown")
    page.wait_for_function("() => Number(document.querySelector('.table-page').dataset.number) > 1")
    for width in looks(page, ("light", 390), ("dark", 1280)):
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        bar = page.locator("#playback").bounding_box()
        assert bar is not None
        assert bar["x"] >= 0
        assert bar["x"] + bar["width"] <= width


def test_one_plays_on_from_a_position(page: Page, server: Server, tmp_path: Path) -> None:
    bring(page, server, tmp_path, "chu-han")
    page.keyboard.press("PageDown")
    page.wait_for_function("() => Number(document.querySelector('.table-page').dataset.number) > 1")
    page.locator(".replay-panel button", has_text="Play on from here").click()
    page.wait_for_url(lambda url: "/replay" not in url)
    wait_for_turn(page)
    page.locator("#settings-button").click()
    assert "/replay?at=" in (page.locator(".deal a").get_attribute("href") or "")


NO_WEB_CRYPTO = "Object.defineProperty(crypto, 'subtle', { value: undefined })"


@pytest.mark.parametrize("secure", [True, False], ids=["secure", "plain"])
def test_the_browser_checks_what_was_sealed(page: Page, server: Server, secure: bool) -> None:
    if not secure:
        page.add_init_script(NO_WEB_CRYPTO)
    begin(page, server, "chu-han")
    page.wait_for_function("() => localStorage.getItem('tianxia.seals') !== null")
    table = page.url.rpartition("/")[2]
    headers = {"origin": server.address}
    assert page.request.post(f"{server.address}/table/{table}/resign", headers=headers).ok
    for address in (f"/table/{table}", f"/table/{table}/replay"):
        page.goto(server.address + address)
        check = page.locator(".end, .replay-panel").locator(".seal-check")
        check.locator("button").click()
        expect(check.locator("p")).to_have_attribute("data-answer", "same")
    for seals, answer in (([], "unseen"), ([[table, "0" * 64]], "changed")):
        page.evaluate("(seals) => localStorage.setItem('tianxia.seals', seals)", json.dumps(seals))
        check.locator("button").click()
        expect(check.locator("p")).to_have_attribute("data-answer", answer)
    painted(page)
