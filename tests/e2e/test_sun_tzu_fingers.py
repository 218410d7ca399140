"""Orders by finger: the first tap on a province shows what the order would bring, the second gives it."""

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Server
from tests.e2e.staged import Stage, find
from tests.e2e.staged_sun_tzu import standing


def test_a_finger_sees_what_an_order_brings_before_it_is_given(phone: Page, server: Server) -> None:
    stage = Stage(phone, server, "sun-tzu")
    shown = standing({"round": 2, "armies": [[0] * 5, [3, 0, 0, 0, 0]], "hand": ["7", "10"]})
    stage.show(shown)
    phone.locator('.hand-card[data-part="hand:7"]').tap()
    for province in ("CHU", "QIN"):
        phone.locator(f'.st-ground[data-part="province:{province}"]').tap(position={"x": 12, "y": 60})
        order = find(lambda one, to=province: one["args"] == {"card": "7", "province": to}, shown.legal)  # type: ignore[misc]
        expect(phone.locator(".brings")).to_have_text("Then: " + shown.preview(order["id"]))
    assert not [frame for frame in stage.sent if frame["type"] == "command"]
    phone.locator('.st-ground[data-part="province:QIN"]').tap(position={"x": 12, "y": 60})
    assert stage.played() == order["id"]
