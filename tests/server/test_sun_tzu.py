"""A table of Sun Tzu under attack: two seats that choose at once, an onlooker, and frames that nobody should send."""

import json
import random
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from uuid import uuid4

import pytest

import tianxia
from tests.server.site import Browser, Frame, Page, Site
from tests.waiting import take_breath
from tianxia.engine.fields import NOBODY, OWNER
from tianxia.games.sun_tzu.events import EVENTS
from tianxia.games.sun_tzu.state import STATE

GAME = tianxia.load("sun-tzu")
OWN = [field.name for field in STATE.fields if field.seen_by is OWNER]
NOBODYS = [field.name for field in STATE.fields if field.seen_by is NOBODY]
SECRETS = {kind.name: [name for name, domain in kind.domains.items() if domain.owner] for kind in EVENTS.kinds}
ORDERS = [f"order {province} {card}" for province, card in zip(STATE.by_name["unfought"].bits, "12345", strict=True)]


def assert_hides(frame: Frame, viewer: int | None) -> None:
    """Nothing in a frame is another's: neither in the view, also that of an error, nor in the events."""
    if view := frame.get("view"):
        assert view["viewer"] == viewer
        for name in OWN:
            assert [value is None for value in view["state"][name]] == [viewer != 0, viewer != 1], name
        assert all(view["state"][name] is None for name in NOBODYS)
        assert viewer is not None or not view["legal"]
    for event in frame.get("events", ()):
        if secret := SECRETS[event["kind"]]:
            assert {event[name] is None for name in secret} == {event["seat"] != viewer}, event


def catch_up(page: Page) -> None:
    """Hears all that was sent so far: answers overtake news, so these are there with the second one."""
    for _ in range(2):
        page.say({"type": "ping"})
        while (frame := page.hear())["type"] != "pong":
            if frame.get("code") == "limited":
                take_breath()
                page.say({"type": "ping"})


def glance(page: Page) -> None:
    """Hears what is there already; more may be on its way."""
    with suppress(TimeoutError):
        while True:
            page.hear(timeout=0.001)


def answered(page: Page) -> Frame:
    """The answer to the last command."""
    while (answer := page.hear())["type"] not in ("ack", "error"):
        pass
    return answer


def play(page: Page, text: str) -> Frame:
    """Sends an action, legal or not, for the table as it is now."""
    return insist(page, lambda: page.command(GAME.action(text).id))


def undo(page: Page) -> Frame:
    """Takes the last action of a seat back, as far as it may."""
    return insist(
        page, lambda: page.say({"type": "undo", "id": uuid4().hex, "game": page.table, "expect": page.view["number"]})
    )


def insist(page: Page, send: Callable[[], object]) -> Frame:
    """What the other did may come a moment later, and it may be too much at once: then it is said again."""
    while True:
        catch_up(page)
        send()
        if (code := (answer := answered(page)).get("code")) not in ("stale", "limited"):
            return answer
        if code == "limited":
            take_breath()


class Table:
    """Both seats of one guest, and an onlooker."""

    def __init__(self, site: Site, **options: str) -> None:
        owner, self.site = Browser(site), site
        form = {f"option.{name}": value for name, value in options.items()}
        self.id = owner.play(game="sun-tzu", way="screen", **form)
        self.seats = [owner.open(self.id, seat=str(seat)) for seat in (0, 1)]
        self.onlooker = Browser(site).open(self.id)
        for page in self.pages:
            page.hear("full")

    @property
    def pages(self) -> list[Page]:
        return [*self.seats, self.onlooker]

    def __enter__(self) -> "Table":
        return self

    def __exit__(self, *_: object) -> None:
        for page in self.pages:
            page.close()

    def seen(self) -> list[Any]:
        """What each of them has before it."""
        for page in self.pages:
            catch_up(page)
        return [page.view for page in self.pages]

    def check(self) -> None:
        """Every frame that was ever sent."""
        for page, viewer in zip(self.pages, (0, 1, None), strict=True):
            for frame in page.frames:
                assert_hides(frame, viewer)
            page.frames.clear()


def test_a_whole_game_with_undos_and_attacks_shows_nobody_what_is_the_others(shared: Site) -> None:
    chance, undone, refused = random.Random(1), 0, 0
    with Table(shared, events="on") as table:
        while table.onlooker.view["result"] is None:
            if chance.random() < 0.08:
                refused += attack(table, chance)
            for page in table.pages:
                glance(page)
            page = chance.choice([page for page in table.seats if page.view["legal"]] or table.seats)
            view = page.view
            if view["can_undo"] and chance.random() < 0.2:
                undone += page.undo()["type"] == "ack"
            elif view["legal"]:
                good = [one for one in view["legal"] if one["kind"] != "take_back" or chance.random() < 0.2]
                page.command(chance.choice(good or view["legal"])["id"])
                answered(page)
            table.check()
    assert undone > 5
    assert refused > 5


def attack(table: Table, chance: random.Random) -> int:
    """One illegal act of each seat and one of the onlooker: refused, and nothing has changed for anybody."""
    before = table.seen()
    for seat, page in enumerate(table.seats):
        legal = {one["id"] for one in page.view["legal"]}
        wrong = chance.choice([n for n in range(GAME.actions.size) if n not in legal])
        error = insist(page, lambda page=page, wrong=wrong: page.command(wrong))
        assert (error["type"], error["code"]) in [("error", "illegal"), ("error", "over")]
        assert error["reason"]
        assert page.view == before[seat]
    one = chance.choice(before[0]["legal"] or before[1]["legal"] or [{"id": 0}])
    table.onlooker.command(one["id"])
    assert answered(table.onlooker)["code"] == "foreign"
    assert table.onlooker.undo()["code"] == "foreign"
    assert table.seen() == before
    return 1


def test_a_seat_cannot_act_for_the_other(shared: Site) -> None:
    with Table(shared, generals="off") as table:
        blue, red = table.seats
        assert play(red, "order WU 5")["type"] == "ack"
        for text in ("take_back WU", "confirm"):  # that order is red's
            assert play(blue, text)["code"] == "illegal"
        id = blue.command(GAME.action("order WU 6").id, seat=1)
        error = blue.hear("error")
        assert (error["id"], error["code"]) == (id, "malformed")
        catch_up(red)
        assert red.view["state"]["laid"][1][4] == "5"


def test_what_is_final_stays_whatever_is_undone(shared: Site) -> None:
    with Table(shared) as table:
        blue, red = table.seats
        play(blue, "choose B2")
        assert undo(blue)["code"] == "illegal"
        assert play(blue, "choose B1")["code"] == "illegal"
        play(red, "choose R4")
        for text in ORDERS:
            play(blue, text)
        play(blue, "confirm")
        catch_up(blue)
        for _ in range(3):
            assert undo(blue)["code"] == "illegal"
        assert play(blue, "take_back QIN")["code"] == "illegal"
        play(red, "use_r4")  # lifts the confirmation
        assert undo(red)["code"] == "illegal"
        catch_up(blue)
        assert blue.view["state"]["confirmed"] == [0, 0]
        assert play(blue, "take_back QIN")["type"] == "ack"
        catch_up(blue)
        assert undo(blue)["type"] == "ack"
        catch_up(blue)
        assert blue.view["state"]["laid"][0] == list("12345")


def test_undo_never_takes_back_what_the_other_chose_at_the_same_time(shared: Site) -> None:
    with Table(shared, generals="off") as table:
        blue, red = table.seats
        play(blue, "order QIN 1")
        play(red, "order QIN 2")
        play(red, "order WU 6")
        catch_up(red)
        number = red.view["number"]
        assert undo(blue)["type"] == "ack"
        assert undo(blue)["code"] == "illegal"
        catch_up(red)
        assert (red.view["number"], red.view["state"]["laid"][1]) == (number, ["2", "none", "none", "none", "6"])


def test_orders_are_seen_by_nobody_else_not_even_that_there_are_some(shared: Site) -> None:
    with Table(shared, generals="off") as table:
        blue, red = table.seats
        before = table.seen()[1:]
        for text in [*ORDERS, "take_back WU", "order WU 6"]:
            play(blue, text)
        undo(blue)
        for page in (red, table.onlooker):
            page.frames.clear()
            catch_up(page)
            assert [frame["type"] for frame in page.frames] == ["pong", "pong"]
        assert table.seen()[1:] == before


def test_an_answer_to_why_tells_nothing_of_the_other_side(shared: Site) -> None:
    asked = (["order:QIN"], ["hand:9"], ["general:R2"], ["province:QIN"], ["drawn:7"], ["general:R4"], ["pool"])
    answers = []
    for first, second in (("R2", []), ("R4", ORDERS)):
        with Table(shared) as table:
            blue, red = table.seats
            play(blue, "choose B2")
            play(red, f"choose {first}")
            for text in second:
                play(red, text)
            answers.append([])
            for page in (blue, table.onlooker):
                catch_up(page)
                for parts in asked:
                    page.say({"type": "why", "id": "w", "parts": parts})
                    answers[-1].append(page.hear("why")["reason"].replace("9 is not in your hand", "9 can be used"))
    hand_tells = 1  # whether blue holds a 9 differs from deal to deal
    for one in answers:
        del one[hand_tells]
    assert answers[0] == answers[1]


def test_the_page_and_a_second_socket_hold_nothing_of_the_other_side(shared: Site) -> None:
    with Table(shared, generals="off") as table:
        for text in ORDERS:
            play(table.seats[0], text)
        text = urllib.request.urlopen(f"{shared.origin}/table/{table.id}").read().decode()
        assert '"laid"' not in text
        with Browser(shared).open(table.id, last=1) as late:
            assert_hides(late.hear(), None)
        with Browser(shared).open(table.id, seat="0") as thief:
            error = thief.hear()
            assert (error["type"], error["code"]) == ("error", "foreign")


@pytest.mark.parametrize(
    "parts", [["order:"], ["hand:Plague"] * 64, ["province:QIN"] * 3, ["general:B9"], ["\x00"], [""]]
)
def test_any_parts_get_an_answer(shared: Site, parts: list[str]) -> None:
    with Table(shared) as table:
        page = table.seats[0]
        page.say({"type": "why", "id": "w", "parts": parts})
        assert isinstance(page.hear("why")["reason"], str)
        page.say(json.dumps({"type": "why", "id": "w", "parts": [*parts, None]}))
        assert page.hear("error")["code"] == "malformed"
