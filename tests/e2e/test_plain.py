"""A game without drawings in the browser: all that can be done is a button, and the log tells what came of it."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Server
from tests.test_new_game import with_one_more


def test_a_game_without_drawings_is_played_by_its_buttons(page: Page, tmp_path: Path) -> None:
    server = Server(tmp_path / "games", source=with_one_more(tmp_path / "copy"))
    try:
        page.goto(server.address)
        page.locator('form:has(input[value="new-game"]) button.primary').click()
        expect(page.locator(".plain dt", has_text="armies").first).to_be_visible()
        actions = page.locator(".plain-actions .chip")
        actions.and_(page.locator('[data-kind="choose"]')).first.click()
        for _ in range(5):  # an order for each province
            expect(actions.and_(page.locator('[data-kind="order"]')).first).to_be_visible()
            number = actions.count()
            actions.and_(page.locator('[data-kind="order"]')).first.click()
            expect(actions).not_to_have_count(number)
        actions.and_(page.locator('[data-kind="confirm"]')).click()
        expect(page.locator(".log-group li").first).to_be_visible()
    finally:
        server.kill()
