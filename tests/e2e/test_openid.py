"""Logging in by a provider in a browser, which follows where the pages lead."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.server.provider import CLIENT, SECRET, Provider
from tests.server.site import Site


def test_the_button_leads_to_the_provider_and_back(page: Page, tmp_path: Path) -> None:
    provider = Provider()
    site = Site(
        tmp_path, openid_issuer=provider.issuer, openid_client=CLIENT, openid_secret=SECRET, openid_label="Guild"
    )
    try:
        page.goto(site.origin + "/account")
        page.get_by_role("button", name="Log in with Guild").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Ada")
        expect(page.get_by_role("status")).to_have_text("You have an account now. All your games are in it.")
        page.get_by_role("button", name="Log in with Guild").click()
        expect(page.get_by_role("status")).to_have_text("It is noted that you have just logged in.")
    finally:
        site.stop()
        provider.close()
    assert site.errors() == ""
