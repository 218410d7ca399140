"""The server is killed without warning. Nothing that was acknowledged may be lost, and no draw may change."""

import random
import subprocess
import sys
from pathlib import Path

from tests.server.site import Browser, Site


def test_a_game_is_there_after_a_kill_before_its_first_action(site: Site) -> None:
    browser = Browser(site)
    table = browser.play(seat="0")
    with browser.open(table) as page:
        before = page.hear("full")["view"]
    site.kill()
    site.start()
    with browser.open(table) as page:
        assert page.hear("full")["view"] == before


def test_nothing_acknowledged_is_lost_however_often_the_server_is_killed(site: Site) -> None:
    browser = Browser(site)
    table = browser.play(seat="0")
    chance = random.Random(5)
    last, acknowledged = 0, {}
    for _ in range(3):
        with browser.open(table, last=last) as page:
            for _ in range(chance.randrange(1, 8)):
                if not page.until_asked():
                    return
                action = chance.choice(page.view["legal"])["id"]
                id = page.command(action)
                acknowledged[id] = (action, page.view["number"], page.hear("ack"))
                page.hear("step")
            last = page.view["number"]
            site.kill()
        site.start()
        with browser.open(table, last=last) as page:
            gap = page.hear()
            assert gap["type"] == "step"
            assert gap["number"] >= last
            for id, (action, expect, answer) in acknowledged.items():
                page.command(action, id=id, expect=expect)
                assert page.hear("ack") == answer


def test_what_was_shown_before_a_kill_is_shown_after_it(site: Site) -> None:
    browser = Browser(site)
    table = browser.play(seat="0")
    chance = random.Random(6)
    with browser.open(table) as page:
        for _ in range(25):
            page.act(chance)
        page.until_asked()
    with browser.open(table) as page:
        before = page.hear("full")
    site.kill()
    site.start()
    with browser.open(table) as page:
        assert page.hear("full") == before


def test_the_bot_goes_on_after_a_kill_in_mid_thought(tmp_path: Path) -> None:
    site = Site(tmp_path, workers=1)
    try:
        browser = Browser(site)
        table = browser.play(seat="1")  # the bot leads
        browser.open(table).close()
        site.kill()
        site.start()
        with browser.open(table) as page:
            assert page.until_asked()
    finally:
        site.stop()


def test_a_command_that_got_no_answer_can_be_sent_again(site: Site) -> None:
    browser = Browser(site)
    table = browser.play(seat="0")
    with browser.open(table) as page:
        assert page.until_asked()
        action, expect = page.plain(), page.view["number"]
        page.command(action, id="lost?", expect=expect)
        site.kill()
    site.start()
    with browser.open(table) as page:
        page.until_asked()
        page.command(action, id="lost?", expect=expect)
        assert page.hear("ack")["id"] == "lost?"


def test_a_second_server_on_one_folder_is_refused_until_the_first_is_gone(site: Site) -> None:
    def second() -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "tianxia", "serve", "--port", "0", "--data-dir", str(site.folder)]
        return subprocess.run(command, capture_output=True, text=True, timeout=60)

    assert site.process is not None
    refused = second()
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == (
        f"tianxia: the games in {site.folder} are in use by process {site.process.pid}: stop it first, or name another"
        " folder with --data-dir\n"
    )
    browser = Browser(site)
    table = browser.play(seat="0")
    site.kill()
    site.start()  # the lock of who was killed is gone with it
    with browser.open(table) as page:
        assert page.until_asked()
