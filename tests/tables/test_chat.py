"""What those who play write to each other: who reads it, in which language, and who does not want to."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.tables.playing import ADA, BEN, BOT, Player, new_table, registry_in, run
from tianxia.engine import i18n
from tianxia.tables import seating
from tianxia.tables.chat import CEILING, PRESETS, cleaned
from tianxia.tables.frames import Ack, Chat, ErrorFrame, Hush, Hushed, MakeOffer, Report, Say
from tianxia.tables.refused import Refused
from tianxia.tables.registry import Registry
from tianxia.tables.rows import EMPTY, Seat
from tianxia.tables.store import Person
from tianxia.tables.table import Table

CYD = Seat("Cyd", guest="cyd")


async def come(table: Table, guest: str | None, lang: str = "en") -> Player:
    player = Player(table, guest, lang)
    await table.talk.come(player.subscriber)
    await player.settle()
    return player


async def send(player: Player, frame: Say | Hush | Report) -> str:
    """Sends a frame; gives the code of the refusal, empty if it was carried out."""
    player.sent = frame.id
    await player.table.chat(player.subscriber, frame)
    answer = await player.answer()
    await player.settle()
    assert isinstance(answer, Ack | ErrorFrame)
    return answer.code if isinstance(answer, ErrorFrame) else ""


def read(player: Player) -> list[str]:
    """What the page shows, as its frames make it."""
    lines: list[str] = []
    for frame in player.frames:
        if isinstance(frame, Chat):
            lines = [*([] if frame.whole else lines), *(line.text for line in frame.lines)]
    return lines


def last(player: Player) -> Chat:
    return next(frame for frame in reversed(player.frames) if isinstance(frame, Chat))


def test_those_who_play_read_it_in_all_their_tabs_and_nobody_else_does(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            ada, tab, ben, guest = [await come(table, name) for name in ("ada", "ada", "ben", None)]
            assert await send(ada, Say("1", text="Hi")) == ""
            for player in (tab, ben, guest):
                await player.settle()
            assert read(ada) == read(tab) == read(ben) == ["Hi"]
            assert [line.own for line in last(tab).lines] == [True]
            assert [line.own for line in last(ben).lines] == [False]
            assert not any(isinstance(frame, Chat) for frame in guest.frames)
            assert await send(guest, Say("2", text="He has the Joker")) == "foreign"
            assert read(ben) == ["Hi"]

    run(test)


def test_who_comes_back_reads_what_was_written_meanwhile_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            ada = await come(table, "ada")
            for _ in range(2):  # the line broke before the answer came
                assert await send(ada, Say("once", text="Hi")) == ""
        async with registry_in(tmp_path) as registry:
            again = await registry.open(table.setup.id)
            assert again is not None
            ben = await come(again, "ben")
            assert read(ben) == ["Hi"]
            ben.subscriber.greet(ben.view.number)
            await ben.settle()
            assert read(ben) == ["Hi"]
            assert last(ben).whole
            assert await send(ben, Report("r", 0, "rude")) == ""
        with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as file, file:  # what is damaged hinders nobody
            file.execute("UPDATE messages SET text = CAST(x'ff41' AS TEXT)")
            file.execute("UPDATE reports SET said = CAST(x'ff41' AS TEXT), reason = CAST(x'ff41' AS TEXT)")
        async with registry_in(tmp_path) as registry:
            once_more = await registry.open(table.setup.id)
            assert once_more is not None
            assert read(await come(once_more, "ben")) == [r"\xffA"]
            (report,) = await registry.store.messages.reports()
            assert (report.reason, report.said) == (r"\xffA", [])

    run(test)


def test_ready_words_are_read_in_the_language_of_the_reader(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            ada, ben = await come(table, "ada"), await come(table, "ben", "pl")
            for name in PRESETS:
                assert await send(ada, Say(name, preset=name)) == ""
            await ben.settle()
            assert read(ada) == list(PRESETS.values())
            say = i18n.translator("pl").gettext
            assert read(ben) == [say(words) for words in PRESETS.values()]
            assert not set(read(ada)) & set(read(ben))
            assert await send(ada, Say("x", preset="shout")) == "malformed"
            assert await send(ada, Say("y", text="Hi", preset="hello")) == "malformed"

    run(test)


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  Hi \n\t there ", "Hi there"),
        ("e\u0301", "\u00e9"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("a\u202eb\u2066c\u200fd\u061ce", "abcde"),
        ("a\x00\x1b[31mb\x85c\ufeff\u200b", "a[31mb c"),
        ("z" + "\u0301" * 40, "\u017a" + "\u0301" * 4),
        ("\u3164\u3164", ""),
        ("\u200b\u2060", ""),
        ("\ud800x\ue000\U000e0041", "x"),
        ("Zażółć gęślą jaźń 你好 🎲", "Zażółć gęślą jaźń 你好 🎲"),
    ],
)
def test_text_stays_text_on_one_line_in_one_direction(written: str, kept: str) -> None:
    assert cleaned(written) == kept
    assert cleaned(kept) == kept


def test_empty_and_endless_messages_are_refused_and_say_why(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            ada = await come(table, "ada")
            for text in ("", "  ", "\u200b", "x" * (CEILING + 1)):
                assert await send(ada, Say("x", text=text)) == "malformed"
            assert await send(ada, Say("y", text="x" * CEILING)) == ""
            assert read(ada) == ["x" * CEILING]

    run(test)


def test_without_other_people_there_is_no_chat(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            alone = await come(await new_table(registry, ADA, BOT), "ada")
            assert not any(isinstance(frame, Chat) for frame in alone.frames)
            assert await send(alone, Say("1", text="Hi")) == "illegal"

    run(test)


async def hush(player: Player, seat: int, how: Hushed) -> str:
    return await send(player, Hush(f"h{seat}{how}", seat, how))


def test_who_is_muted_is_not_read_at_any_table_until_it_is_heard_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            first = await new_table(registry, ADA, BEN, CYD, game="huang", players=3)
            ada, tab, ben, cyd = [await come(first, name) for name in ("ada", "ada", "ben", "cyd")]
            elsewhere = await come(await new_table(registry, ADA, BEN), "ada")
            assert await send(ben, Say("1", text="before")) == ""
            assert await hush(ada, 1, "mute") == ""
            assert await send(await come(elsewhere.table, "ben"), Say("5", text="open already")) == ""
            await elsewhere.settle()
            assert read(elsewhere) == []
            assert await send(ben, Say("2", text="after")) == ""
            assert await send(cyd, Say("3", text="hello")) == ""
            for player in (ada, tab, ben):
                await player.settle()
            assert read(ada) == read(tab) == ["hello"]
            assert read(ben) == ["before", "after", "hello"], "who is muted does not notice"
            assert (last(ada).muted, last(ben).muted) == ([1], [])
            second = await come(await new_table(registry, ADA, BEN), "ada")
            assert last(second).muted == [1]
            rival = await come(second.table, "ben")
            assert await send(rival, Say("4", text="here too")) == ""
            await second.settle()
            assert read(second) == []
            assert await hush(ada, 1, "") == ""
            await tab.settle()
            assert read(ada) == read(tab) == ["before", "after", "hello"]
            for seat in (0, 7):
                assert await hush(ada, seat, "mute") == "illegal"

    run(test)


def test_who_is_muted_stays_so_while_one_tab_is_closed_and_another_opens(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            old, ben, new = await come(table, "ada"), await come(table, "ben"), Player(table, "ada")
            assert await hush(old, 1, "mute") == ""
            coming = asyncio.ensure_future(table.talk.come(new.subscriber))
            await asyncio.sleep(0)  # it waits for what was written
            table.leave(old.subscriber)
            await coming
            assert await send(ben, Say("1", text="still here")) == ""
            await new.settle()
            assert (read(new), last(new).muted) == ([], [1])

    run(test)


async def sit(registry: Registry, table: Table, person: Person) -> None:
    barred = await registry.store.messages.blockers(person.id)
    await table.arrange(seating.sit(person, "en", barred=barred), "en")


def test_who_is_blocked_is_not_read_and_does_not_join_the_tables_of_who_blocked_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            ada = await come(await new_table(registry, ADA, BEN), "ada")
            assert await hush(ada, 1, "block") == ""
            assert last(ada).blocked == [1]
            mine, theirs = await new_table(registry, ADA, EMPTY), await new_table(registry, CYD, EMPTY)
            with pytest.raises(Refused, match="cannot join"):
                await sit(registry, mine, Person("ben", "Ben"))
            await sit(registry, theirs, Person("ben", "Ben"))
            await sit(registry, mine, Person("cyd", "Cyd"))
            assert await registry.store.messages.blockers("ben") == {"ada"}
            assert await registry.store.messages.hushed("ada") == {"ben": "block"}

    run(test)


def test_a_report_keeps_what_was_written_and_outlives_the_game(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            ada, ben = await come(table, "ada"), await come(table, "ben")
            assert await send(ben, Say("1", text="You fool")) == ""
            assert await send(ada, Report("r", 1, "\u202erude\n")) == ""
            assert await send(ada, Report("r", 0)) == "illegal"
            for guest in ("ada", "ben"):
                await registry.store.remove(table.setup.id, guest)
            (told,) = await registry.store.messages.reports()
            assert (told.game, told.reporter, told.about, told.reason) == (table.setup.id, "ada", "ben", "rude")
            assert [(one.person, one.text) for one in told.said] == [("ben", "You fool")]
            assert told.rows == 3
            assert await registry.store.messages.since(table.setup.id, -1) == []

    run(test)


def test_the_same_report_is_kept_once_and_of_many_the_last_few(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN, CYD, game="huang", players=3)
            ada = await come(table, "ada")
            for text in ("a", "b", "a", "c"):  # the line broke, and the page sent it again
                assert await send(ada, Report("r", 1, text)) == ""
            reasons = [one.reason for one in await registry.store.messages.reports()]
            assert reasons == ["b", "a", "c"]
            assert await send(ada, Report("r", 2, "another one")) == ""
            for number in range(9):
                assert await send(ada, Report("r", 1, str(number))) == ""
            reasons = [one.reason for one in await registry.store.messages.reports()]
            assert reasons == ["another one", "4", "5", "6", "7", "8"]

    run(test)


def test_what_a_guest_wrote_and_blocked_goes_with_it_into_its_account_and_goes_when_that_is_deleted(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            people, messages = registry.store.people, registry.store.messages
            account = Person("dot", "Dot", account=True)
            await people.add_guest(Person("ada", "Ada"), "t1")
            await people.register(account, "dot", "hash", "t2", "")
            table = await new_table(registry, ADA, BEN)
            ada, ben = await come(table, "ada"), await come(table, "ben")
            assert await send(ada, Say("1", text="Hi")) == ""
            assert await hush(ada, 1, "block") == ""
            assert await hush(ben, 0, "mute") == ""
            await people.claim("ada", account)
            assert [one.person for one in await messages.since(table.setup.id, -1)] == ["dot"]
            assert await messages.hushed("dot") == {"ben": "block"}
            assert await messages.hushed("ben") == {"dot": "mute"}
            await people.delete("dot")
            assert await messages.since(table.setup.id, -1) == []
            assert await messages.hushed("dot") == await messages.hushed("ben") == {}

    run(test)


@pytest.mark.parametrize("told", [True, False], ids=["told", "found out"])
def test_what_comes_after_words_that_went_with_their_account_is_read_and_these_are_not(
    tmp_path: Path, told: bool
) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            await registry.store.people.add_guest(Person("ben", "Ben"), "token")
            table = await new_table(registry, ADA, BEN, CYD, game="huang", players=3)
            ada, ben, cyd = [await come(table, name) for name in ("ada", "ben", "cyd")]
            assert await send(ada, Say("1", text="Hi")) == ""
            assert await send(ben, Say("2", text="I am going")) == ""
            changed = await registry.store.people.delete("ben")
            if told:
                await registry.follow(*changed)
            else:  # by a row of its own, which comes after those of the one who left
                await table.command(ada.subscriber, MakeOffer("o", table.setup.id, ada.view.number, "abandon"))
            assert await send(cyd, Say("3", text="Bye")) == ""
            await ada.settle()
            assert read(ada) == read(cyd) == ["Hi", "Bye"]

    run(test)


def test_two_who_write_at_once_are_both_read(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            ada, ben = await come(table, "ada"), await come(table, "ben")
            both = [table.chat(one.subscriber, Say(f"{n}", text=f"{n}")) for n in range(20) for one in (ada, ben)]
            await asyncio.gather(*both)
            await ada.settle()
            await ben.settle()
            assert sorted(read(ada)) == sorted(2 * [f"{n}" for n in range(20)])
            assert read(ada) == read(ben)

    run(test)
