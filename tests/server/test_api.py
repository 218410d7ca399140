"""What programs ask over HTTP: who they are, their games, what they play; and what they are told where that is not done."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from httpx import Response

from tests.server.programs import ALL, Here, Program, here
from tests.tables.clocked import END, Given
from tests.waiting import soon
from tianxia.server.api.calls import BODY_LIMIT
from tianxia.tables import upkeep
from tianxia.tables.database import connect
from tianxia.tables.opening import FILE
from tianxia.tables.rows import EMPTY
from tianxia.tables.setup import Terms

Test = Callable[[Here], Awaitable[None]]


@pytest.fixture
def on_a_site(tmp_path: Path) -> Callable[..., None]:
    """Runs a test on a site of its own."""

    def run(test: Test, **limits: float) -> None:
        async def whole() -> None:
            async with here(tmp_path, **limits) as site:
                await test(site)

        asyncio.run(whole())

    return run


def problem(answer: Response, status: int, code: str) -> dict[str, Any]:
    """What is wrong, which is told as RFC 9457 has it."""
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json"), answer.text
    told: dict[str, Any] = answer.json()
    assert (told["status"], told["code"]) == (status, code), told
    assert told["detail"]
    return told


# -- who asks -------------------------------------------------------------------------------------------------------


def test_the_token_of_who_is_kept_out_opens_nothing(on_a_site: Callable[..., None], tmp_path: Path) -> None:
    async def test(site: Here) -> None:
        ada = await site.program("Ada")
        game = await ada.begin()
        with closing(connect(tmp_path / FILE)) as database:
            upkeep.ban(database, upkeep.person(database, "Ada"))
        for path in ("account", "games", f"games/{game}/export"):
            problem(await ada.get(path), 403, "banned")

    on_a_site(test)


def test_a_token_is_good_for_its_scopes_only(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        reads = await site.program("Ada", frozenset({"read"}))
        told = (await reads.get("account")).json()
        assert told == {"id": reads.person.id, "name": "Ada", "program": False, "scopes": ["read"]}
        refused = await reads.post("games", {"game": "chu-han"})
        assert "scope play" in problem(refused, 403, "scope")["detail"]
        assert refused.headers["www-authenticate"] == 'Bearer error="insufficient_scope", scope="play"'
        plays = Program(site, await site.accounts.new_token(reads.person, "plays", frozenset({"play"})), reads.person)
        assert (await plays.get("account")).status_code == 200
        assert await plays.begin()

    on_a_site(test)


@pytest.mark.parametrize("header", [None, "", "Bearer", "Basic YTpi", "Bearer x", "Bearer two words", "Bearer \xff"])
def test_nobody_comes_in_without_a_token(on_a_site: Callable[..., None], header: str | None) -> None:
    async def test(site: Here) -> None:
        headers = {} if header is None else {"authorization": header.encode("latin-1")}
        answer = await site.client.get("/api/account", headers=headers)
        assert problem(answer, 401, "token")["where"] == "header.authorization"
        assert answer.headers["www-authenticate"].startswith("Bearer")

    on_a_site(test)


def test_no_cookie_lets_a_program_in_and_no_token_lets_one_into_the_pages(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        program = await site.program("Ada")
        session = await site.accounts.log_in("Ada", "correct horse", "")
        cookies = {"cookie": f"tianxia_account={session}"}
        assert ">Ada<" in (await site.client.get("/account", headers=cookies)).text
        problem(await site.client.get("/api/account", headers=cookies), 401, "token")
        problem(await site.client.post("/api/games", json={"game": "chu-han"}, headers=cookies), 401, "token")
        assert ">Ada<" not in (await site.client.get("/account", headers=program.headers)).text
        page = {"cookie": f"tianxia_account={program.token}"}
        assert ">Ada<" not in (await site.client.get("/account", headers=page)).text
        session_as_token = {"authorization": f"Bearer {session}"}
        problem(await site.client.get("/api/account", headers=session_as_token), 401, "token")

    on_a_site(test)


def test_a_program_needs_no_origin_and_a_page_does(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        program = await site.program("Ada")
        foreign = {"origin": "https://elsewhere.example", "sec-fetch-site": "cross-site"}
        assert (await program.post("games", {"game": "chu-han"}, **foreign)).status_code == 201
        assert (await site.client.post("/play", data={"game": "chu-han"}, headers=foreign)).status_code == 403

    on_a_site(test)


def test_the_store_has_only_the_hash_of_a_token(on_a_site: Callable[..., None], tmp_path: Path) -> None:
    async def test(site: Here) -> None:
        program = await site.program("Ada")
        assert re.fullmatch(r"tianxia_[\w-]{43}", program.token), "256 bits"
        await program.get("account")
        stored = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
        assert b"Ada" in stored
        assert program.token.encode() not in stored
        assert program.token.removeprefix("tianxia_").encode() not in stored

    on_a_site(test)


def test_a_revoked_token_is_worth_nothing_and_others_stay(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        program = await site.program("Ada")
        other = Program(site, await site.accounts.new_token(program.person, "other", ALL), program.person)
        first, second = await site.accounts.tokens_of(program.person)
        assert (first.name, second.name) == ("test", "other")
        stranger = await site.person("Eve")
        await site.accounts.revoke(stranger, first.id)
        assert (await program.get("account")).status_code == 200, "it is not hers"
        await site.accounts.revoke(program.person, first.id)
        problem(await program.get("account"), 401, "token")
        assert (await other.get("account")).status_code == 200
        await site.accounts.delete(program.person, "en")
        problem(await other.get("account"), 401, "token")

    on_a_site(test)


# -- games ----------------------------------------------------------------------------------------------------------


def test_a_game_is_begun_as_it_is_wished(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        program = await site.program("Ada")
        told = await program.post(
            "games", {"game": "huang", "options": {"players": 3}, "seats": ["easy", "me", "random"]}
        )
        game = told.json()
        assert (told.status_code, told.headers["location"]) == (201, f"/table/{game['id']}")
        assert [(seat["bot"], seat["own"]) for seat in game["seats"]] == [
            ("easy", False),
            (None, True),
            ("random", False),
        ]
        (listed,) = (await program.get("games")).json()["games"]
        assert (listed["id"], listed["over"], listed["fault"]) == (game["id"], False, "")
        drawn = (await program.post("games", {"game": "chu-han", "level": "greedy"})).json()
        assert sorted(seat["bot"] or "" for seat in drawn["seats"]) == ["", "greedy"]
        shared = (await program.post("games", {"game": "chu-han", "seats": ["me", "me"]})).json()
        assert [seat["name"] for seat in shared["seats"]] == ["Han", "Chu"]
        assert [(one["round"], one["points"]) for one in (game, shared)] == [
            (1, None),
            (1, [0, 1]),
        ]  # the second begins with one
        assert [one["clock"] for one in (game, listed, shared)] == [None] * 3
        timed = (await program.post("games", {"game": "chu-han", "clock": "days"})).json()
        assert timed["clock"] == {"bank": 432000.0, "turn": 86400.0, "live": False, "cap": 604800.0, "vacation": 14}
        assert (timed["away"], timed["resigned"]) == ([], [])
        assert (await (await site.program("Eve")).get("games")).json() == {"games": []}

    on_a_site(test)


@pytest.mark.parametrize(
    ("wish", "status", "where", "right"),
    [
        ({"game": "chess"}, 422, "body.game", "chu-han"),
        ({"game": "huang", "options": {"player": 3}}, 422, "body.options", "players"),
        ({"game": "huang", "options": {"players": 9}}, 422, "body.options", "players"),
        ({"game": "huang", "options": {"name": "x"}}, 422, "body.options", "players"),
        ({"game": "chu-han", "seats": ["me"]}, 422, "body.seats", "2 of me"),
        ({"game": "chu-han", "seats": ["easy", "easy"]}, 422, "body.seats", "me among them"),
        ({"game": "chu-han", "seats": ["me", "human"]}, 422, "body.seats", "expert"),
        ({"game": "chu-han", "level": "me"}, 422, "body.level", "expert"),
        ({"game": "chu-han", "clock": "noon"}, 422, "body.clock", "blitz"),
        ({"game": "chu-han", "level": 1}, 400, "body.level", "openapi"),
        ({}, 400, "body", "openapi"),
        ({"game": "chu-han", "seat": 1}, 400, "body", "openapi"),
        ({"game": "chu-han", "x" * 3000: 1}, 400, "body", "openapi"),
        ([], 400, "body", "openapi"),
    ],
)
def test_a_wish_for_a_game_that_there_is_not_is_told_with_what_would_be_right(
    on_a_site: Callable[..., None], wish: Any, status: int, where: str, right: str
) -> None:
    async def test(site: Here) -> None:
        program = await site.program("Ada")
        told = problem(await program.post("games", wish), status, "illegal" if status == 422 else "malformed")
        assert told["where"] == where
        assert right in told["expected"]
        assert len(told["detail"]) <= 200
        assert (await program.get("games")).json() == {"games": []}

    on_a_site(test)


@pytest.mark.parametrize("body", [b"{", b"\xff", b"[" * 10_000, b'{"game": NaN}', b"x" * (BODY_LIMIT + 1)])
def test_what_is_no_json_or_too_long_is_told(on_a_site: Callable[..., None], body: bytes) -> None:
    async def test(site: Here) -> None:
        program = await site.program("Ada")
        answer = await site.client.post("/api/games", content=body, headers=program.headers)
        problem(answer, 413 if len(body) > BODY_LIMIT else 400, "malformed")

    on_a_site(test)


def test_what_is_not_there_and_what_is_not_asked_like_that(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        program = await site.program("Ada")
        problem(await program.get("nothing"), 404, "gone")
        for path in ("games/none/export", "games/n%00/export", "games/../export", f"games/{'n' * 99}/export"):
            assert (await program.get(path)).status_code == 404
        for path in ("games/none/stream", "games/%C5%82/stream"):
            assert problem(await program.get(path), 404, "gone")["where"] == "path.id"
        for path in ("actions", "undo", "resign"):
            problem(await program.post(f"games/none/{path}", {"action": 1} if path == "actions" else None), 404, "gone")
        answer = await program.post("account")
        problem(answer, 405, "method")
        assert answer.headers["allow"] == "GET"

    on_a_site(test)


# -- playing --------------------------------------------------------------------------------------------------------


async def asked(program: Program, **options: Any) -> tuple[str, dict[str, Any]]:
    """A game at one screen, in which a seat of the account is asked, and what that sees."""
    game = await program.begin(seats=("me", "me"))
    (listed,) = (await program.get("games")).json()["games"]
    (seat,) = listed["to_act"]
    async with program.stream(f"games/{game}/stream?seat={seat}") as stream:
        await stream.until_asked()
        return game, stream.view


def test_an_action_is_named_in_any_of_its_forms(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        program = await site.program("Ada")
        game, view = await asked(program)
        action = next(action for action in view["legal"] if not action["irreversible"])
        forms = (action["id"], action["text"], {"kind": action["kind"], **action["args"]})
        for number, form in enumerate(forms):
            done = await program.act(game, form, f"do{number}", seat=view["viewer"])
            assert done.status_code == 200, done.text
            assert done.json()["key"] == f"do{number}"
            back = await program.post(f"games/{game}/undo", {"seat": view["viewer"]})
            assert back.status_code == 200, back.text
            assert back.json()["number"] > done.json()["number"]

    on_a_site(test)


def test_a_command_with_a_key_is_carried_out_once_also_when_it_races_itself(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        program = await site.program("Ada")
        game, view = await asked(program)
        seat, action = view["viewer"], view["legal"][0]["id"]
        many = [program.act(game, action, "k", seat=seat, expect=view["number"]) for _ in range(20)]
        answers = await asyncio.gather(*many)
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.text for answer in answers}) == 1
        rows = (await program.get(f"games/{game}/export")).json()["rows"]
        assert [row["kind"] for row in rows if row["kind"] not in ("joined", "started")] == ["action"]
        later = await program.act(game, action, "k", seat=seat, expect=view["number"])
        assert later.text == answers[0].text, "an answer of before, though the number is an old one now"

    on_a_site(test)


def test_of_two_commands_that_race_one_is_stale_and_is_told_the_number(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        program = await site.program("Ada")
        game, view = await asked(program)
        seat, actions = view["viewer"], [action["id"] for action in view["legal"][:2]]
        answers = await asyncio.gather(
            *(program.act(game, action, f"k{action}", seat=seat, expect=view["number"]) for action in actions)
        )
        done, late = sorted(answers, key=lambda answer: answer.status_code)
        told = problem(late, 409, "stale")
        assert (done.status_code, told["where"], told["number"]) == (200, "body.expect", done.json()["number"])

    on_a_site(test)


def test_what_is_not_legal_is_told_with_the_reason_of_the_rules(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        program = await site.program("Ada")
        game, view = await asked(program)
        seat = view["viewer"]
        told = problem(await program.act(game, "pass", seat=seat), 422, "illegal")
        assert "[C4.2]" in told["detail"]
        assert told["where"] == "body.action"
        polish = await program.post(
            f"games/{game}/actions", {"action": "pass", "seat": seat}, **{"accept-language": "pl"}
        )
        assert problem(polish, 422, "illegal")["detail"] != told["detail"]
        for wrong in ("dance", 10**9, {"kind": "set"}, {"kind": ["x"]}, "set 8 2 joker more", "\ud800"):
            body = json.dumps({"action": wrong, "seat": seat}).encode()
            answer = await site.client.post(f"/api/games/{game}/actions", content=body, headers=program.headers)
            assert answer.status_code in (400, 422), answer.text
        for wrong in (None, True, [], 1.5, -1, 2**70, {}):
            problem(await program.act(game, wrong, seat=seat), 400, "malformed")
        problem(await program.post(f"games/{game}/undo", {"seat": seat}), 422, "illegal")
        problem(await program.act(game, view["legal"][0]["id"], "k" * 65, seat=seat), 400, "malformed")

    on_a_site(test)


def test_who_has_several_seats_names_one_and_no_other(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        program, stranger = await site.program("Ada"), await site.program("Eve")
        game, view = await asked(program)
        action = view["legal"][0]["id"]
        told = problem(await program.act(game, action), 422, "illegal")
        assert (told["where"], told["expected"]) == ("body.seat", "one of 0, 1")
        problem(await stranger.act(game, action, seat=view["viewer"]), 403, "foreign")
        problem(await stranger.act(game, action), 403, "foreign")
        problem(await stranger.post(f"games/{game}/resign"), 403, "foreign")
        problem(await stranger.get(f"games/{game}/stream?seat={view['viewer']}"), 403, "foreign")
        problem(await stranger.get(f"games/{game}/export"), 404, "gone")

    on_a_site(test)


def test_a_game_is_given_up_once(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        program = await site.program("Ada")
        game = await program.begin()
        told = (await program.post(f"games/{game}/resign")).json()
        assert (told["over"], told["resigned"], told["result"], told["your_turn"]) == (True, [0], [2, 1], False)
        problem(await program.post(f"games/{game}/resign"), 409, "over")
        problem(await program.act(game, "pass"), 409, "over")
        assert (await program.get(f"games/{game}/export")).json()["seed"]

    on_a_site(test)


def test_no_request_meets_a_table_that_was_let_go(
    on_a_site: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables are let go as soon as nobody visits them, so each request opens it anew."""

    async def test(site: Here) -> None:
        ada = await site.program("Ada")
        game = await ada.begin("chu-han", ("me", "me"))
        table = await site.registry.open(game)
        assert table is not None
        (seat,) = table.history.to_act
        action = table.history.match.legal(seat)[0].id
        del table
        monkeypatch.setattr("tianxia.tables.opened.IDLE", 0.0)
        for answer in (
            lambda: ada.act(game, action, seat=seat),
            lambda: ada.post(f"games/{game}/resign"),
        ):
            async with site.registry.visiting(game):
                pass
            await soon(lambda: site.registry.tables == 0)
            told = await answer()
            assert told.status_code == 200, told.text

    on_a_site(test)


def test_others_are_asked_for_their_consent_and_answer(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        ada, eve = await site.program("Ada"), await site.program("Eve")
        game = await ada.begin(seats=("me", "open"))
        await eve.post(f"games/{game}/join", {})
        asks = f"games/{game}/offer"
        told = problem(await ada.post(asks, {"what": "undo"}), 422, "illegal")
        assert (told["where"], "nothing" in told["detail"].lower()) == ("body.what", True)
        problem(await ada.post(asks, {"what": "dance"}), 400, "malformed")
        offered = [await ada.post(asks, {"what": "draw"}, **{"idempotency-key": "k"}) for _ in range(2)]
        assert [answer.status_code for answer in offered] == [200, 200]
        async with eve.stream(f"games/{game}/stream") as stream:
            await stream.frame()
            offer = stream.view["offer"]
            assert (offer["what"], offer["asked"], offer["own"]) == ("draw", True, False)
            old = problem(await eve.post(f"games/{game}/answer", {"offer": 9, "agree": True}), 409, "stale")
            assert old["where"] == "body.offer"
            agreed = await eve.post(f"games/{game}/answer", {"offer": offer["number"], "agree": True})
            assert agreed.status_code == 200, agreed.text
        (over,) = (await ada.get("games")).json()["games"]
        assert (over["over"], over["result"]) == (True, [1, 1])

    on_a_site(test)


def test_a_program_returns_to_its_seat(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        programs = await site.program("Ada"), await site.program("Eve")
        told = await programs[0].post("games", {"game": "chu-han", "seats": ["me", "open"], "clock": "blitz"})
        game = told.json()["id"]
        await programs[1].post(f"games/{game}/join", {})
        table = await site.registry.open(game)
        assert table is not None
        (seat,) = table.history.to_act
        late = programs[seat]
        problem(await late.post(f"games/{game}/return", {}), 422, "illegal")
        table.time = Given(table.time.now() + END + 1)
        await table.time_out()
        assert table.history.seats[seat].bot is not None
        problem(await late.post(f"games/{game}/undo", {}), 403, "foreign")
        back = [await late.post(f"games/{game}/return", {}, **{"idempotency-key": "b"}) for _ in range(2)]
        assert [answer.status_code for answer in back] == [200, 200]
        assert table.history.seats[seat].bot is None

    on_a_site(test)


def test_an_open_seat_is_taken_and_left_and_with_the_last_one_the_game_starts(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        ada, eve = await site.program("Ada"), await site.program("Eve")
        game = await ada.begin("huang", ("me", "open", "open"), players=3)
        (made,) = (await ada.get("games")).json()["games"]
        assert (made["started"], made["your_turn"], made["seats"][1]["name"]) == (False, False, "")
        problem(await ada.act(game, "pass"), 422, "illegal")
        problem(await ada.post(f"games/{game}/join", {}), 422, "illegal")
        assert problem(await eve.post(f"games/{game}/join", {"seat": 0}), 422, "illegal")["where"] == "body.seat"
        taken = (await eve.post(f"games/{game}/join", {"seat": 2})).json()
        assert [(seat["name"], seat["own"]) for seat in taken["seats"]] == [("Ada", False), ("", False), ("Eve", True)]
        assert (await eve.post(f"games/{game}/leave")).json() == {"games": []}
        problem(await eve.post(f"games/{game}/leave"), 422, "illegal")
        async with ada.stream("stream/events") as events:
            for program in (eve, await site.program("Ben")):
                taken = (await program.post(f"games/{game}/join", {})).json()
            assert taken["started"]
            told = await events.next()
            assert told is not None
            assert (told["type"], told["game"]["id"]) == ("gameStart", game)
        problem(await eve.post(f"games/{game}/leave"), 409, "over")

    on_a_site(test)


def test_a_program_joins_by_the_same_rules_as_a_page(on_a_site: Callable[..., None]) -> None:
    """Not where who made the table does not want to meet it, nor where the seats are kept for who played before."""

    async def test(site: Here) -> None:
        ada, eve, ben = [await site.program(name) for name in ("Ada", "Eve", "Ben")]
        game = await ada.begin("chu-han", ("me", "open"))
        await site.registry.store.messages.hush(ada.person.id, eve.person.id, "block")
        problem(await eve.post(f"games/{game}/join", {}), 403, "foreign")
        before = await site.registry.create("chu-han", {}, (ada.person.seat(), ben.person.seat()), "en")
        kept = Terms(rematch_of=before)
        again = await site.registry.create("chu-han", {}, (EMPTY, ada.person.seat()), "en", kept)
        problem(await eve.post(f"games/{again}/join", {}), 403, "foreign")
        assert (await ben.post(f"games/{again}/join", {})).json()["started"]
        assert (await ada.post(f"games/{game}/leave")).status_code == 200
        assert await site.registry.open(game) is None, "a table without anybody is no more"
        problem(await eve.post(f"games/{game}/join", {}), 404, "gone")

    on_a_site(test)


# -- limits ---------------------------------------------------------------------------------------------------------


def test_requests_of_a_token_are_counted_and_it_is_told_when_to_come_again(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        program, other = await site.program("Ada"), await site.program("Ben")
        answers = [await program.get("account") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        problem(answers[-1], 429, "limited")
        assert int(answers[-1].headers["retry-after"]) > 60
        assert (await other.get("account")).status_code == 200

    on_a_site(test, calls=0.01, calls_at_once=3)


def test_games_and_streams_are_counted(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        program = await site.program("Ada")
        game = await program.begin()
        answer = await program.post("games", {"game": "chu-han"})
        problem(answer, 429, "limited")
        assert int(answer.headers["retry-after"]) > 60
        async with program.stream("stream/events"):
            problem(await program.get(f"games/{game}/stream"), 429, "limited")
        await soon(lambda: not site.application.state.limiter.streams)
        async with program.stream("stream/events") as stream:
            assert stream.status == 200

    on_a_site(test, games=0.001, games_at_once=1, streams=1)


def test_a_busy_address_is_told_as_a_problem(on_a_site: Callable[..., None]) -> None:
    async def test(site: Here) -> None:
        program = await site.program("Ada")
        answers = [await program.get("account") for _ in range(3)]
        problem(answers[-1], 429, "limited")
        assert answers[-1].headers["retry-after"]

    on_a_site(test, work=0.001, work_at_once=5, patience=0.1)


# -- what it says of itself -----------------------------------------------------------------------------------------


def test_the_page_of_the_api_shows_each_address_and_each_shape_without_scripts_of_others(
    on_a_site: Callable[..., None],
) -> None:
    async def test(site: Here) -> None:
        told = (await site.client.get("/api/openapi.json")).json()
        answer = await site.client.get("/api")
        page = answer.text
        assert told["openapi"] == "3.1.0"
        for path, methods in told["paths"].items():
            for method, one in methods.items():
                assert f"<b>{method.upper()}</b> {path}</h2>" in page
                assert one["summary"].replace("'", "&#39;") in page
        anchors = set(re.findall(r' id="(\w+)"', page))
        assert set(told["components"]["schemas"]) <= anchors
        assert set(re.findall(r'href="#(\w+)"', page)) <= anchors | {"main"}
        assert re.findall(r"<script src=\"(.*?)\"", page) == ["/static/theme.js", "/static/install.js"]
        assert "script-src 'self'" in answer.headers["content-security-policy"]
        references = set(re.findall(r"#/components/schemas/(\w+)", json.dumps(told)))
        assert references == set(told["components"]["schemas"])

    on_a_site(test)
