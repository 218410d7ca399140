"""The pages about ratings as a browser gets them."""

import asyncio
import re
from collections.abc import Iterator, Sequence
from html import unescape
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from tests.server.test_account import FREE, SECRET, done, post, register
from tests.tables.test_ratings import RATED, Past
from tianxia.server.application import app
from tianxia.server.chart import HEIGHT, WIDTH, chart
from tianxia.tables.names import key_of
from tianxia.tables.pace import AT_ONCE
from tianxia.tables.registry import Registry
from tianxia.tables.rows import Seat
from tianxia.tables.setup import Terms

EASY = Seat("easy", bot="easy")
ADA, ODD, EVE = "Ada", "O'Neil.Ż ą", "Eve"
ODD_NAMES = (
    "%00",
    "%FF%FE",
    "a%2Fb",
    "a" * 5000,
    "Ada%0d%0a",
    "🙂",
    "<b>",
    "bot:easy",
    "' OR 1=1",
    "\u202e",
    "%ud800",
)


class Site:
    """Browsers of one site, each with an account, and what they have played."""

    def __init__(self, site: TestClient) -> None:
        self.site = site
        registry: Registry = site.app.state.registry  # type: ignore[attr-defined]
        self.people = registry.store.people
        self.past = Past(registry.store)

    def add(self, name: str) -> tuple[TestClient, Seat]:
        """A browser in which somebody has an account."""
        browser = TestClient(self.site.app, follow_redirects=False)
        register(browser, name)
        found = asyncio.run(self.people.find(key_of(name)))
        assert found is not None
        return browser, Seat(name, guest=found[0].id)

    def play(self, seats: Sequence[Seat], *places: int, game: str = "huang", terms: Terms = RATED) -> str:
        return asyncio.run(self.past.play(seats, places, game=game, terms=terms))

    def get(self, path: str, lang: str = "en", status: int = 200, browser: TestClient | None = None) -> str:
        answer = (browser or self.site).get(path, headers={"accept-language": lang})
        assert answer.status_code == status, answer.text
        return unescape(answer.text)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with TestClient(app(tmp_path_factory.mktemp("site"), pace=AT_ONCE, workers=0, limits=FREE)) as running:
        yield Site(running)


@pytest.fixture(scope="module")
def players(site: Site) -> dict[str, tuple[TestClient, Seat]]:
    """Three people who have played Huang for two and for three, one of them with bots, and Huns."""
    found = {name: site.add(name) for name in (ADA, ODD, EVE)}
    ada, odd, eve = (seat for _, seat in found.values())
    for _ in range(4):
        site.play((odd, ada, EASY), 1, 2, 3)
    site.play((odd, ada, EASY), 1, 1, 3)
    site.play((eve, ada), 2, 1)
    site.play((ada, odd), 1, 2, game="huns")
    return found


Players = dict[str, tuple[TestClient, Seat]]


def rows(page: str) -> list[list[str]]:
    """The texts of a page's tables, row by row."""
    cells = (re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S) for row in re.findall(r"<tr.*?</tr>", page, re.S))
    return [[" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in row] for row in cells]


def test_the_ranking_names_who_is_rated_the_best_first_and_marks_bots(site: Site, players: Players) -> None:
    page = site.get("/ranking?game=huang&seats=3")
    head, *lines = rows(page)
    assert head[:4] == ["Place", "Name", "Rating", "Games"]
    assert [line[:2] + line[3:5] for line in lines] == [
        ["1", ODD, "5", "5"],
        ["2", ADA, "5", "1"],
        ["3", "Easy bot", "5", "0"],
    ]
    numbers = [int(line[2].removesuffix(" ?")) for line in lines]
    assert numbers == sorted(numbers, reverse=True)
    assert all(line[2].endswith("?") for line in lines), "after five games they are provisional"
    assert f'href="/people/{quote(ODD)}"' in page
    assert "Bot łatwy" in site.get("/ranking?game=huang&seats=3", "pl")


def test_who_is_logged_in_finds_the_own_place(site: Site, players: Players) -> None:
    page = site.get("/ranking?game=huang&seats=3", browser=players[ADA][0])
    assert "Your place: 2 of 3" in page
    assert len(re.findall('<tr class="own">', page)) == 1
    assert "Your place" not in site.get("/ranking?game=huang&seats=3", browser=players[EVE][0])
    assert "Huns" in site.get("/ranking", browser=players[ODD][0]).partition("<h1>")[0], "the game of the last result"


def test_a_ranking_without_anybody_leads_to_a_rated_game(site: Site, players: Players) -> None:
    browser, _ = players[ADA]
    page = site.get("/ranking?game=sun-tzu", browser=browser)
    (begin,) = re.findall(r'Nobody is rated here yet.*?href="(/new\?game=sun-tzu[^"]+)"', page)
    assert 'name="counts" value="rated" checked' in site.get(begin, browser=browser)


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("game=huang&seats=4", 200),
        ("game=sun-tzu", 200),
        ("game=huang&page=2", 200),
        ("game=huang&page=999999", 200),
        ("page=-1&page=x", 200),
        ("page=%F0%9F%99%82", 200),
        ("page=١", 200),
        ("page=99999999999999999999999", 200),
        ("game=", 404),
        ("game=go", 404),
        ("game=huang&seats=6", 404),
        ("game=huang&seats=%00", 404),
        ("game=../../etc", 404),
    ],
)
def test_a_ranking_that_there_is_not_is_told(site: Site, query: str, status: int) -> None:
    site.get(f"/ranking?{query}", status=status)


def test_a_profile_tells_ratings_history_rivals_and_games(site: Site, players: Players) -> None:
    page = site.get("/people/ada?game=huang&seats=3")
    shown = re.findall(r'aria-current="page"[^>]*>.*?<span class="rating">(\d+)', page, re.S)
    history = [row for row in rows(page) if len(row) == 4 and row[0] != "Date"]
    assert len(history) == 5
    assert history[0][1:3] == ["1", shown[0]], "the last game comes first, and led to the rating"
    (points,) = re.findall(r'<polyline class="line" points="([^"]+)"', page)
    assert len(points.split()) == 6, "from before the first game"
    assert "Rating after each of the last 5 games: from" in page
    assert sorted(row for row in rows(page) if len(row) == 5 and row[0] != "Name") == [
        ["Easy bot", "5", "5", "0", "0"],
        [ODD, "5", "0", "1", "4"],
    ]
    games = re.findall(r'<ul class="played">.*?</ul>', page, re.S)
    assert len(re.findall("<li>", games[0])) == 5
    assert 'href="/table/game 5/replay"' in games[0]
    assert "style=" not in page, "no inline code"
    assert "raz" in site.get("/people/Ada", "pl")


def test_a_bot_has_a_profile_too(site: Site, players: Players) -> None:
    page = site.get("/bots/easy")
    assert ODD in page
    assert "There are no rated games yet" in site.get("/bots/hard")
    site.get("/bots/best", status=404)


@pytest.mark.parametrize("name", ODD_NAMES)
def test_an_odd_name_is_nobodys(site: Site, name: str) -> None:
    for path in (f"/people/{name}", f"/bots/{name}"):
        assert site.site.get(path).status_code in (404, 400)


def test_nobody_learns_of_an_account_without_rated_games(site: Site, players: Players) -> None:
    new, _ = site.add("Nova")
    nobody, other = (site.get(f"/people/{name}", status=404) for name in ("Nobody Here", "Nova"))
    assert nobody.replace("Nobody%20Here", "Nova").replace("Nobody Here", "Nova") == other
    begin = re.findall(r'There are no rated games yet.*?href="([^"]+)"', site.get("/people/Nova", browser=new))
    (form,) = re.findall(r'href="(/new\?game=huang[^"]+)"', site.get(begin[0], browser=new))
    assert 'name="counts" value="rated" checked' in site.get(form.replace("&amp;", "&"), browser=new)


def test_names_lead_to_profiles_where_there_are_some_and_points_stand_beside_a_game(
    site: Site, players: Players
) -> None:
    ada, (new, _) = players[ADA][0], site.add("Wilma")
    made = post(ada, "/new", game="chu-han", open="public", **{"seat.0": "me", "seat.1": "person"})
    assert made.status_code == 303, made.text
    table = made.headers["location"]
    link = f'href="/people/{ADA}"'
    for page in (table, "/lobby", "/"):
        assert link in site.get(page, browser=new), page
    post(new, f"{table}/join")
    lobby = site.get("/lobby")
    assert link in lobby
    assert "Points:" in lobby
    assert f'data-profiles="{ADA}"' in site.get(table)
    assert "/people/Wilma" not in lobby, "nobody learns of an account that has played nothing rated"


def test_who_hides_is_seen_by_nobody_else_and_comes_back(site: Site, players: Players) -> None:
    hidden, seat = site.add("Hida")
    site.play((seat, players[EVE][1]), 1, 2)
    assert "Hida" in site.get("/people/Hida")
    done(post(hidden, "/account/profile"), "/account?told=profile")
    site.get("/people/Hida", status=404)
    assert "Only you see this page" in site.get("/people/Hida", browser=hidden)
    for path in ("/ranking?game=huang&seats=2", "/ranking?game=huang&seats=2&page=2"):
        assert "Hida" not in site.get(path)
    rival = site.get("/people/Eve?game=huang&seats=2")
    assert "Hida" in rival, "who played with her knows"
    assert "/people/Hida" not in rival
    done(post(hidden, "/account/profile", shown="yes"), "/account?told=profile")
    assert "Hida" in site.get("/ranking?game=huang&seats=2")
    done(post(hidden, "/account/name", name="Hilda"), "/account?told=name")
    site.get("/people/Hida", status=404)
    assert "Hilda" in site.get("/people/Hilda")
    done(post(hidden, "/account/delete", password=SECRET), "/account?told=delete")
    site.get("/people/Hilda", status=404)
    assert ["deleted", "1", "0", "0", "1"] in rows(site.get("/people/Eve?game=huang&seats=2"))
    assert "usunięte" in site.get("/people/Eve?game=huang&seats=2", "pl")


def test_a_game_that_is_closed_to_onlookers_is_told_to_all_and_shown_to_who_played(site: Site) -> None:
    (cleo, seat), (dora, rival), (other, _) = map(site.add, ("Cleo", "Dora", "Elsa"))
    site.play((seat, rival), 1, 2)
    closed = site.play((seat, rival), 2, 1, terms=Terms(rated=True, onlookers=False))
    for browser in (None, other, cleo, dora):
        (games,) = re.findall(r'<ul class="played">.*?</ul>', site.get("/people/Cleo", browser=browser), re.S)
        assert (games.count("<li>"), games.count("place ")) == (2, 2), "how it came out is no secret"
        for link in (links := re.findall(r'href="(/table/[^"]+)"', games)):
            site.get(link, browser=browser)
        assert (f"/table/{closed}/replay" in links, len(links)) == (
            (True, 2) if browser in (cleo, dora) else (False, 1)
        )


def test_only_who_is_logged_in_says_who_may_see(site: Site) -> None:
    assert post(site.site, "/account/profile").status_code == 403


def test_an_account_makes_a_rated_table_that_is_for_accounts(site: Site, players: Players) -> None:
    form = {"game": "huang", "seat.0": "me", "seat.1": "person", "counts": "rated"}
    (ada, _), (eve, _) = players[ADA], players[EVE]
    assert "for accounts" in post(site.site, "/new", **form).text
    assert "screen of its own" in post(ada, "/new", **{**form, "seat.1": "screen", "order": "fixed"}).text
    assert post(ada, "/new", **{**form, "counts": "twice"}).status_code == 400
    table, casual = (
        post(ada, "/new", **{**form, "counts": counts, "open": "public"}).headers["location"]
        for counts in ("rated", "casual")
    )
    assert "Rated</a>, for accounts only" in site.get(table, browser=eve)
    assert "<dd>Casual</dd>" in site.get(casual, browser=eve)
    lines = dict(re.findall(r'href="(/table/[^"]*)".*?<span class="muted">(.*?)</span>', site.get("/lobby"), re.DOTALL))
    ada_plays = '<span translate="no">Ada'  # nobody's name is translated
    assert (lines[table], lines[casual]) == (f"Rated · {ada_plays}", f"Casual · {ada_plays}")
    guest = TestClient(site.site.app, follow_redirects=False, cookies={"tianxia_tried": "yes"})
    assert "for accounts" in post(guest, f"{table}/join", name="Gast").text
    done(post(eve, f"{table}/join"), table)
    done(post(eve, f"{table}/resign"), table)
    assert "Eve" in site.get("/ranking?game=huang&seats=2")


@pytest.mark.parametrize("values", [[1000], [1000, 1000], [1000, 1512, 1524], [-3000, 4000], list(range(900, 1100))])
def test_a_chart_holds_all_of_a_history(values: list[int]) -> None:
    drawn = chart(values)
    points = [tuple(map(float, point.split(","))) for point in drawn.line.split()]
    assert points[0][0] == 0
    assert points[-1][0] == WIDTH
    assert all(0 <= y <= HEIGHT for _, y in points)
    assert drawn.ticks[0][0] == 0
    assert drawn.ticks[-1] == (HEIGHT, drawn.ticks[-1][1])
    assert drawn.ticks[0][1] >= max(values) >= min(values) >= drawn.ticks[-1][1]
    assert [round(y / HEIGHT * (len(drawn.ticks) - 1)) for y, _ in drawn.ticks] == list(range(len(drawn.ticks)))
