"""What people choose about notices, and what the pages themselves tell: whose turn it is, the app, the page without a line."""

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.server.push_service import Receiver
from tests.server.test_account import FREE, Make, done, log_in, make, name, post, register, wrong
from tianxia.server.application import app
from tianxia.server.notices.messages import new_key
from tianxia.server.notices.notifier import Notices
from tianxia.server.visitors import ACCOUNT_COOKIE, GUEST_COOKIE
from tianxia.tables.pace import AT_ONCE
from tianxia.tables.registry import Registry
from tianxia.tables.rows import Seat
from tianxia.tables.subscriptions import Subscription

__all__ = ["make", "name"]  # fixtures

KEY = new_key()
ENDPOINT = "https://push.example.org/send/1"
HOOK = "https://hook.example.org/x"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    notices = Notices("mailto:ada@example.org", KEY, webhooks=True)
    folder = tmp_path_factory.mktemp("site")
    with TestClient(app(folder, pace=AT_ONCE, workers=0, limits=FREE, notices=notices)) as running:
        yield running


def subscriptions(site: TestClient, client: TestClient) -> list[Subscription]:
    """Of whoever this browser is known as."""
    registry: Registry = site.app.state.registry  # type: ignore[attr-defined]
    assert site.portal is not None
    token = client.cookies.get(ACCOUNT_COOKIE) or client.cookies[GUEST_COOKIE]
    session = site.portal.call(registry.store.people.session, token)
    assert session is not None
    return site.portal.call(registry.store.subscriptions.of, session.person.id)


def tell(client: TestClient, endpoint: str = ENDPOINT, **changed: str) -> None:
    receiver = Receiver()
    form = {"endpoint": endpoint, "key": receiver.key, "secret": receiver.auth, **changed}
    done(post(client, "/account/notices/browser", **form), "/account?told=browser")


# -- the page of the account --------------------------------------------------------------------------------------------


def test_a_browser_is_told_when_it_asks_for_it_and_until_it_does_not(site: TestClient, make: Make, name: str) -> None:
    client = make()
    assert 'id="push"' not in client.get("/account").text
    register(client, name)
    page = client.get("/account").text
    assert re.search(r'id="push"[^>]*data-key="[\w-]{87}"', page)
    assert " data-on" not in page
    assert subscriptions(site, client) == []
    tell(client)
    (found,) = subscriptions(site, client)
    assert (found.endpoint, found.site, found.lang) == (ENDPOINT, "http://testserver/", "en")
    assert " data-on" in client.get("/account").text
    other = make()
    log_in(other, name)
    assert " data-on" not in other.get("/account").text
    done(post(client, "/account/notices/quiet"), "/account?told=quiet")
    assert subscriptions(site, client) == []


def test_a_guest_may_be_told_too_and_nobody_is_after_logging_out(site: TestClient, make: Make, name: str) -> None:
    client = make()
    post(client, "/play", game="chu-han")
    tell(client, ENDPOINT + "guest")
    assert len(subscriptions(site, client)) == 1
    register(client, name)  # the guest's session ends
    tell(client, ENDPOINT + "guest")
    other = make()
    log_in(other, name)
    post(client, "/account/logout")
    assert subscriptions(site, other) == []


@pytest.mark.parametrize(
    "changed",
    [{"endpoint": "https://10.0.0.1/"}, {"endpoint": ""}, {"key": "AAAA"}, {"secret": "AAAA"}, {"key": "é"}],
)
def test_a_browser_that_cannot_be_told_is_refused(
    site: TestClient, make: Make, name: str, changed: dict[str, str]
) -> None:
    client = make()
    register(client, name + "abcdefghk"[len(str(changed)) % 9])
    receiver = Receiver()
    form = {"endpoint": ENDPOINT, "key": receiver.key, "secret": receiver.auth, **changed}
    answer = post(client, "/account/notices/browser", **form)
    assert (answer.status_code, wrong(answer)) == (400, "This browser could not be noted.")
    assert subscriptions(site, client) == []


def test_a_form_of_another_site_and_of_nobody_changes_nothing(make: Make) -> None:
    client, receiver = make(), Receiver()
    form = {"endpoint": ENDPOINT, "key": receiver.key, "secret": receiver.auth}
    assert post(client, "/account/notices/browser", **form).status_code == 403
    foreign = client.post("/account/notices/browser", data=form, headers={"origin": "https://evil.example"})
    assert foreign.status_code == 403
    assert post(client, "/account/notices/nothing").status_code == 404


def test_an_account_names_a_webhook_and_sees_its_secret_once(site: TestClient, make: Make, name: str) -> None:
    client = make()
    register(client, name)
    answer = post(client, "/account/notices/webhook", endpoint=HOOK)
    (found,) = subscriptions(site, client)
    assert (found.endpoint, found.session) == (HOOK, None)
    assert found.secret in answer.text
    page = client.get("/account").text
    assert HOOK in page
    assert found.secret not in page
    refused = post(client, "/account/notices/webhook", endpoint="https://192.168.0.1/")
    assert (refused.status_code, wrong(refused)[:11]) == (400, "The address")
    assert subscriptions(site, client) == [found]
    done(post(client, "/account/notices/webhook", endpoint=""), "/account?told=quiet")
    assert subscriptions(site, client) == []


def test_without_leave_of_the_operator_nothing_is_offered(tmp_path: Path) -> None:
    with TestClient(app(tmp_path, pace=AT_ONCE, workers=0, limits=FREE), follow_redirects=False) as client:
        register(client, "Ada")
        page = client.get("/account").text
        assert "notices" not in page.replace("/static/", "")
        assert post(client, "/account/notices/webhook", endpoint=HOOK).status_code == 403
        receiver = Receiver()
        form = {"endpoint": ENDPOINT, "key": receiver.key, "secret": receiver.auth}
        assert post(client, "/account/notices/browser", **form).status_code == 403


# -- whose turn it is ---------------------------------------------------------------------------------------------------


def test_the_games_that_wait_for_somebody_are_told_to_nobody_else(site: TestClient, make: Make, name: str) -> None:
    registry: Registry = site.app.state.registry  # type: ignore[attr-defined]
    assert site.portal is not None
    browsers = [make() for _ in range(2)]
    people = []
    for number, client in enumerate(browsers):
        register(client, name + "abc"[number])
        session = site.portal.call(registry.store.people.session, client.cookies[ACCOUNT_COOKIE])
        assert session is not None
        people.append(session.person)
    seats = tuple(one.seat(one.name) for one in people)
    game = site.portal.call(registry.create, "chu-han", {}, seats, "en")
    site.portal.call(registry.create, "chu-han", {}, (seats[0], Seat("normal", bot="normal")), "en")  # nobody waits
    table = site.portal.call(registry.open, game)
    assert table is not None
    (asked,) = table.history.to_act
    answers = [client.get("/turns") for client in browsers]
    waits = {"games": [{"title": "Chu Han", "url": f"/table/{game}"}], "said": "It is your turn"}
    assert answers[asked].json() == waits
    assert answers[1 - asked].json()["games"] == []
    assert make().get("/turns").json()["games"] == []
    assert answers[asked].headers["cache-control"] == "no-store"
    assert make().get("/turns/news").status_code == 204


# -- the app ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("root", ["", "/tianxia"])
def test_the_app_knows_where_the_site_lies(tmp_path: Path, root: str) -> None:
    application = app(tmp_path, pace=AT_ONCE, workers=0, limits=FREE, root_path=root)
    with TestClient(application, "http://testserver") as client:
        get = partial(client.get, follow_redirects=False)
        page = get(f"{root}/").text
        (address,) = re.findall(r'rel="manifest" href="([^"]+)"', page)
        manifest = get(address)
        assert manifest.headers["content-type"].startswith("application/manifest+json")
        told = manifest.json()
        assert (told["start_url"], told["scope"], told["lang"]) == (f"{root}/", f"{root}/", "en")
        assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
        for icon in told["icons"]:
            assert get(icon["src"]).headers["content-type"] == icon["type"]
        polish = get(f"{root}/manifest.webmanifest?lang=pl").json()
        assert (polish["lang"], polish["description"]) == ("pl", "Gry planszowe dawnych Chin i stepu")
        assert "manifest-src 'self'" in manifest.headers["content-security-policy"]
        worker = get(f"{root}/service-worker.js")
        assert worker.headers["content-type"].startswith("text/javascript")
        assert worker.headers["cache-control"] == "no-cache"
        shell = json.loads(re.findall(r"const SHELL = (.*);", worker.text)[0])
        offline = get(f"{root}/offline").text
        for path in shell:
            assert get(f"{root}/{path}").status_code == 200
        linked = re.findall(r'(?:src|href)="([^"#]+)', offline)
        assert {one for one in linked if "/static/" in one} <= {f"{root}/{path}" for path in shell}
        assert "No connection" in offline
        assert "Brak połączenia" in offline


def test_the_worker_keeps_no_script_of_a_table(make: Make) -> None:
    shell = re.findall(r"const SHELL = (.*);", make().get("/service-worker.js").text)[0]
    assert [path for path in json.loads(shell) if path.endswith(".js")] == ["static/theme.js"]
