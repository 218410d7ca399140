"""What all who play agree to: the fold, who has a say, and that nothing hidden is told by it."""

import random
from contextlib import closing
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tianxia
from tests.games.test_notes import GAMES
from tests.tables.clocked import Given, clocked
from tests.tables.playing import (
    ADA,
    BEN,
    BOT,
    Player,
    action_row,
    follow,
    history_of,
    new_table,
    registry_in,
    run,
    undo_row,
)
from tests.tables.test_history import GAME, play, seed_with, with_rival_half_way
from tests.waiting import soon
from tianxia.engine import _entries as entries
from tianxia.tables import consent, upkeep, views
from tianxia.tables.database import open_database
from tianxia.tables.frames import AnswerOffer, MakeOffer
from tianxia.tables.history import History, begun
from tianxia.tables.opening import FILE
from tianxia.tables.rows import EMPTY, AgreedRow, DeclinedRow, LeftRow, OfferedRow, Row, Seat
from tianxia.tables.setup import Setup, Terms
from tianxia.tables.store import Person
from tianxia.tables.table import Table
from tianxia.tables.timing import AHEAD, PULSE

SETUP = Setup("t", "chu-han", {}, 0, "salt", 0.0, "en", "")
What = Literal["undo", "draw", "abandon"]


def offer(history: History, seat: int, what: What) -> None:
    follow(history, OfferedRow(seat, what, number=history.rows, at=0.0))


def agree(history: History, seat: int) -> None:
    follow(history, AgreedRow(seat, number=history.rows, at=0.0))


def decline(history: History, seat: int) -> None:
    follow(history, DeclinedRow(seat, number=history.rows, at=0.0))


def told(history: History) -> list[tuple[str, int]]:
    """What the log says beside the steps, and of whom."""
    return [(one.kind, one.seat) for one in history.incidents]


def passed() -> History:
    """Han has led a set and Chu has passed, which shows nothing of what Chu holds."""
    history = history_of(GAME, seed_with("set 1 1"))
    play(history, "set 1 1")
    play(history, "pass")
    return history


def test_what_a_rival_has_answered_is_taken_back_if_it_agrees() -> None:
    history = passed()
    before = history.match.hash()
    assert not history.can_undo(0)
    offer(history, 0, "undo")
    assert history.match.hash() == before, "not before the answer"
    agree(history, 1)
    assert history.match.step_count == 0
    assert history.match.hash() == history_of(GAME, seed_with("set 1 1")).match.hash(), "nothing is dealt anew"
    assert history.now.offer is None
    assert {stream.reset for stream in history.streams.values()} == {4}
    assert told(history) == [("undone", 0)]
    play(history, "set 1 1")
    assert history.can_undo(0)


def test_what_is_declined_stays_and_is_not_asked_for_again_before_the_table_moves_on() -> None:
    history = passed()
    offer(history, 0, "undo")
    decline(history, 1)
    assert history.match.step_count == 2
    assert told(history) == [("declined", 1)]
    assert "declined" in consent.refusal(history, SETUP, 0, "undo", "en")
    assert consent.may_offer(history, SETUP, 0) == ["draw", "abandon"]
    play(history, history.match.legal(0)[-1].text)
    assert "declined" not in consent.refusal(history, SETUP, 0, "undo", "en")


def test_nothing_is_taken_back_past_what_a_rival_showed_or_drew() -> None:
    history = history_of(GAME, seed_with("set 1 1"))
    play(history, "set 1 1")
    answer = next(action for action in history.match.legal(1) if action.kind == "set")
    play(history, answer.text)
    assert history.line.asks_back(0) is None, "the rival's cards lie there"
    with pytest.raises(tianxia.IllegalAction):
        offer(history, 0, "undo")
    drawn = history_of(GAME, 1)
    play(drawn, "decree")
    assert drawn.line.asks_back(0) is None


def test_a_rated_game_is_not_taken_back_by_consent() -> None:
    history = passed()
    rated = Setup("t", "chu-han", {}, 0, "salt", 0.0, "en", "", terms=Terms(rated=True))
    assert consent.may_offer(history, SETUP, 0) == ["undo", "draw", "abandon"]
    assert consent.may_offer(history, rated, 0) == ["draw", "abandon"]


def test_two_share_the_first_place_of_a_draw() -> None:
    history = passed()
    offer(history, 1, "draw")
    assert not history.over
    agree(history, 0)
    assert history.over
    assert (history.now.result, history.now.standing.settled) == ((1, 1), "draw")
    for late in (OfferedRow(0, "draw", number=history.rows, at=0.0), AgreedRow(1, number=history.rows, at=0.0)):
        with pytest.raises(tianxia.IllegalAction):
            history.prepare(late)


def test_an_abandoned_game_is_over_and_has_no_result() -> None:
    history = passed()
    offer(history, 0, "abandon")
    agree(history, 1)
    assert history.over
    assert history.to_act == ()
    assert (history.now.result, history.now.standing.result) == (None, None)
    assert history.now.standing.settled == "abandon"


def test_all_others_have_to_agree_once_for_all_their_seats() -> None:
    game = tianxia.load("huang", players=4)
    history = history_of(game, 1)
    follow(history, LeftRow(3, number=history.rows, at=0.0))
    first, second, third = (history.seats[seat].guest for seat in range(3))
    offer(history, 0, "abandon")
    assert history.now.offer
    assert consent.awaited(history.now, history.now.offer) == {second, third}
    for seat in (0, 3):
        with pytest.raises(tianxia.IllegalAction):
            agree(history, seat)
    agree(history, 1)
    with pytest.raises(tianxia.IllegalAction):
        agree(history, 1)
    assert not history.over
    agree(history, 2)
    assert history.over
    assert first is not None


def test_only_two_agree_on_a_draw() -> None:
    history = history_of(tianxia.load("huang", players=3), 1)
    assert "draw" not in consent.may_offer(history, SETUP, 0)
    with pytest.raises(tianxia.IllegalAction):
        offer(history, 0, "draw")


def test_an_offer_stays_while_a_rival_does_what_nobody_sees_and_lapses_with_what_everybody_sees() -> None:
    history = with_rival_half_way()
    follow(history, undo_row(history, 1))
    offer(history, 0, "draw")
    streams = history.streams
    play(history, "peng_yue")
    assert history.streams[0] is streams[0]
    assert history.now.offer is not None, "that it goes would tell that the rival is half way through a play"
    follow(history, undo_row(history, 1))
    play(history, "pass")
    assert history.now.offer is None


def test_who_leaves_takes_no_offer_along() -> None:
    history = passed()
    offer(history, 0, "draw")
    follow(history, LeftRow(1, number=history.rows, at=0.0))
    assert history.now.offer is None
    assert consent.may_offer(history, SETUP, 1) == []


def test_without_another_person_an_action_is_taken_back_past_what_bots_showed_nothing_with() -> None:
    history = with_bot(seed_with("set 1 1"))
    play(history, "set 1 1")
    play(history, "pass")
    assert consent.may_offer(history, SETUP, 0) == ["undo", "abandon"]
    offer(history, 0, "undo")
    assert history.match.step_count == 0
    offer(history, 0, "abandon")
    assert history.over
    rated = Setup("t", "chu-han", {}, 0, "salt", 0.0, "en", "", terms=Terms(rated=True))
    assert "resigned" in consent.refusal(with_bot(), rated, 0, "abandon", "en")


def with_bot(seed: int = 1) -> History:
    return begun(GAME, seed, (ADA, BOT), 0.0)[0]


def sights(history: History) -> list[tuple[int, str]]:
    """What each viewer sees, and the whole position."""
    return [(history.match.seen(viewer), history.match.position_hash()) for viewer in history.viewers]


steps = st.lists(
    st.tuples(
        st.sampled_from(["legal", "legal", "pass", "undo", "ask", "draw", "agree", "agree", "decline"]),
        st.integers(0, 1),
        st.integers(0, 400),
    ),
    max_size=40,
)


@given(seed=st.integers(0, 2**63 - 1), tried=steps)
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_the_fold_over_offers_and_answers_is_the_live_game(seed: int, tried: list[tuple[str, int, int]]) -> None:
    live, rows = history_of(GAME, seed), []
    shown = {0: sights(live)}  # by how many steps led there: what each viewer saw
    for what, seat, pick in tried:
        legal = live.match.legal_ids(seat).tolist()
        number = live.rows
        row: Row
        match what:
            case "legal" | "pass":
                action = legal[0 if what == "pass" else pick % len(legal)] if legal else 0
                row = action_row(live, seat, action)
            case "undo":
                if not live.can_undo(seat):
                    continue
                row = undo_row(live, seat)
            case "agree":
                row = AgreedRow(seat, number=number, at=0.0)
            case "decline":
                row = DeclinedRow(seat, number=number, at=0.0)
            case _:
                row = OfferedRow(seat, "undo" if what == "ask" else "draw", number=number, at=0.0)
        before = (live.match.hash(), live.streams, live.now)
        try:
            follow(live, row)
        except tianxia.IllegalAction:
            assert (live.match.hash(), live.streams, live.now) == before
            continue
        rows.append(row)
        if live.match.step_count < max(shown):  # nothing is dealt anew, and nobody sees more than it did there
            assert sights(live) == shown[live.match.step_count]
            shown = {step: sight for step, sight in shown.items() if step <= live.match.step_count}
        shown[live.match.step_count] = sights(live)
    again = history_of(GAME, seed)
    again.fold(rows)
    assert again.match.hash() == live.match.hash()
    assert again.streams == live.streams
    assert again.now[1:] == live.now[1:]
    kept = history_of(GAME, seed)
    kept.recall(live.snapshot(), [undo_row(live, 0)] * live.rows)  # of these only the last one's hash is looked at
    assert kept.now[1:] == live.now[1:]


@pytest.mark.parametrize("name", GAMES)
def test_whether_an_action_told_something_is_no_secret_itself(name: str) -> None:
    game, chance = tianxia.load(name, **GAMES[name]), random.Random(1)
    match, compared = game.new(1), 0
    for _ in range(400):
        if not match.to_act:
            break
        seat = chance.choice(match.to_act)
        action = int(chance.choice(match.legal_ids(seat)))
        after = match.after(seat, action)
        for viewer in range(game.seats):
            if viewer == seat or not after.differs(match)[viewer]:
                continue
            twin = match.copy()
            entries.resample(twin._states, viewer, chance.getrandbits(60))
            if seat not in twin.to_act or action not in twin.legal_ids(seat):
                continue
            other = twin.after(seat, action)
            if other.undo_floor < other.step_count and after.undo_floor < after.step_count:
                compared += 1
                assert other.differs_unseen(twin) == after.differs_unseen(match), game.action(action).text
        match = after
    assert compared > 3


# -- at a table --------------------------------------------------------------------------------------------------------


async def ask(player: Player, what: What, id: str) -> None:
    player.sent = id
    frame = MakeOffer(id, player.table.setup.id, player.view.number, what)
    await player.table.command(player.subscriber, frame)


async def reply(player: Player, agree: bool, id: str, number: int | None = None) -> None:
    player.sent = id
    shown = player.view.offer
    number = number if number is not None else shown.number if shown else 0
    await player.table.command(player.subscriber, AnswerOffer(id, player.table.setup.id, number, agree))


async def after_a_pass(registry: object, *seats: Seat) -> tuple[Table, list[Player]]:
    table = await new_table(registry, *seats)  # type: ignore[arg-type]
    players = [Player(table, seat.guest) for seat in seats if seat.guest]
    for player in players:
        await player.settle()
    return table, players


def test_an_offer_is_shown_to_all_asked_of_the_others_and_answered_by_its_number(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table, (ada, ben) = await after_a_pass(registry, ADA, BEN)
            guest = Player(table, None, "pl")
            await guest.settle()
            await ask(ada, "draw", "o1")
            for player, own, asked in ((ada, True, False), (ben, False, True), (guest, False, False)):
                await player.settle()
                shown = player.view.offer
                assert shown is not None
                assert (shown.own, shown.asked, shown.awaited) == (own, asked, [1])
            assert ben.view.offer is not None
            assert ben.view.offer.text == "Ada offers a draw: both share the first place."
            assert guest.view.offer is not None
            assert "Ada" in guest.view.offer.text != ben.view.offer.text
            await reply(ben, True, "a1", number=7)
            assert (await ben.refused()).code == "stale"
            await reply(guest, True, "a2")
            assert (await guest.refused()).code == "foreign"
            await reply(ada, True, "a3")
            assert (await ada.refused()).code == "illegal"
            await ask(ben, "abandon", "o2")
            assert "answered first" in (await ben.refused()).reason
            await reply(ben, True, "a4")
            for player in (ada, ben, guest):
                await player.settle()
                assert (player.view.settled, player.view.result, player.view.offer) == ("draw", [1, 1], None)
                assert player.view.revealed is not None
            assert ada.view.prompt == "The game ended in a draw, by agreement."
            (listed,) = await registry.store.games_of("ada")
            assert listed.over
            assert listed.standing is not None
            assert listed.standing.settled == "draw"

    run(test)


def test_an_offer_survives_a_restart_and_can_be_taken_back(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table, (ada, _) = await after_a_pass(registry, ADA, BEN)
            await ask(ada, "abandon", "o1")
        async with registry_in(tmp_path) as registry:
            again = await registry.open(table.setup.id)
            assert again is not None
            ada, ben = Player(again, "ada"), Player(again, "ben")
            assert ben.view.offer is not None
            assert ben.view.offer.asked
            await reply(ada, False, "a1")
            assert ben.view.offer is None
            assert not again.history.over

    run(test)


def test_a_bot_agrees_on_no_draw_and_does_not_keep_a_game_from_being_abandoned(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            _, (ada,) = await after_a_pass(registry, ADA, BOT)
            await ask(ada, "draw", "o1")
            assert "bot" in (await ada.refused()).reason
            await ask(ada, "abandon", "o2")
            await ada.settle()
            assert (ada.view.settled, ada.view.result) == ("abandon", None)
            assert ada.view.prompt == "The game was abandoned by agreement: it has no result."
            (listed,) = await registry.store.games_of("ada")
            assert listed.over

    run(test)


def test_nobody_waits_for_the_word_of_who_is_kept_out(tmp_path: Path) -> None:
    async def test() -> None:
        time = Given()
        async with clocked(tmp_path, time) as registry:
            for name in ("ada", "ben", "cyd"):
                await registry.store.people.add_guest(Person(name, name.title()), f"token of {name}")
            cyd = Seat("Cyd", guest="cyd")
            table = await new_table(registry, ADA, BEN, cyd, game="huang", players=3)
            waiting = await new_table(registry, cyd, BEN, EMPTY, game="huang", players=3)
            ada, ben = Player(table, "ada"), Player(table, "ben")
            await ask(ada, "abandon", "o1")
            await reply(ben, True, "a1")
            assert ada.view.offer is not None
            assert ada.view.offer.awaited == [2]
            with closing(open_database(tmp_path / FILE)) as database, database:
                upkeep.ban(database, upkeep.person(database, "cyd"))
            await time.go_by(AHEAD + PULSE)
            await soon(lambda: table.history.seats[2].bot and waiting.history.seats[0] == EMPTY)
            assert table.history.now.resigned == {2}
            await ask(ada, "abandon", "o2")
            await reply(ben, True, "a2")
            assert table.history.now.settled == "abandon"

    run(test)


def test_silence_is_consent_only_where_the_offer_says_so_and_in_no_rated_game(tmp_path: Path) -> None:
    async def test() -> None:
        async with clocked(tmp_path, Given()) as registry:
            for rated in (False, True):
                made = await registry.create("chu-han", {}, (ADA, BEN), "en", Terms(rated=rated))
                table = await registry.open(made)
                assert table is not None
                asked = ("ada", "ben")[table.history.to_act[0]]
                told: list[frozenset[str]] = []
                table.asked = told.append
                await ask(Player(table, "ada" if asked == "ben" else "ben"), "abandon", "o1")
                assert told == [{asked}], "who is asked hears of it"
                shown = Player(table, asked).view.offer
                assert shown is not None
                assert ("three days" in shown.text) == (not rated)
                assert (consent.silent_at(table.history.now) is None) == rated
                (row,) = [row for row in await registry.store.rows(made, 0) if isinstance(row, OfferedRow)]
                assert row.silent == (not rated)

    run(test)
    history = history_of(GAME, 1)
    offer(history, 1 - history.to_act[0], "abandon")  # as older versions wrote it
    assert history.now.offer is not None
    assert consent.silent_at(history.now) is None


def test_who_is_to_act_and_is_gone_for_days_has_agreed_to_end_a_game_without_a_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consent, "SILENCE", 600.0)

    async def test() -> None:
        time = Given()
        async with clocked(tmp_path, time) as registry:
            table = await new_table(registry, ADA, BEN)
            mine, theirs = (table.history.to_act[0], 1 - table.history.to_act[0])
            waiting = Player(table, ("ada", "ben")[theirs])
            await ask(waiting, "draw", "o1")
            await time.go_by(consent.SILENCE + PULSE)
            assert table.history.now.offer is not None, "a draw is nothing that silence agrees to"
            await reply(waiting, False, "a1")
            asked = Player(table, ("ada", "ben")[mine])
            await ask(asked, "abandon", "o2")
            assert registry.keeper.deadlines.next is None, "who is to act itself can go on"
            await reply(asked, False, "a2")
            await ask(waiting, "abandon", "o3")
            shown = asked.view.offer
            assert shown is not None
            assert shown.text.endswith(" Whoever does not answer within three days agrees.")
            assert registry.keeper.deadlines.next == time.now() + consent.SILENCE
            name = table.setup.id
        later = Given(time.now() + consent.SILENCE + 5)  # the server was down meanwhile
        async with clocked(tmp_path, later) as registry:
            await later.go_by(2 * AHEAD)
            again = await registry.open(name)
            assert again is not None
            assert again.history.now.offer is not None, "meanwhile nobody could answer"
            await later.go_by(consent.SILENCE)
            await soon(lambda: again.history.now.settled == "abandon")
            assert again.history.now.result is None

    run(test)


def test_who_may_ask_for_it_reads_where_besides_why_nothing_can_be_taken_back() -> None:
    reason = views.undo_reason(passed(), 0, "en")
    assert reason == "The last decision was not yours."
    assert views.with_consent(reason, ["undo", "draw"], "en").endswith("you may ask to take yours back.")
    assert views.with_consent(reason, ["draw"], "en") == reason
    assert views.with_consent("", ["undo"], "en") == ""
