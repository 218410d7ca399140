"""Guided first games: what they say and ask is legal and true, and how far somebody is follows from the rows alone."""

import asyncio
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import tianxia
from tests.tables.playing import ADA, Dice, Player, registry_in, run
from tests.waiting import soon
from tianxia.engine import i18n
from tianxia.tables import lessons, views
from tianxia.tables.frames import Freely, Why
from tianxia.tables.history import History, begun
from tianxia.tables.lessons import Lesson
from tianxia.tables.registry import Registry
from tianxia.tables.rows import ActionRow, Seat
from tianxia.tables.setup import Setup, Terms
from tianxia.tables.store import Person
from tianxia.tables.table import Table
from tianxia.tables.table_view import GuideView, TableView

LONGEST = 230
"""Characters of what is said at once: four lines on a phone."""
MOST_STEPS = 40
BRACES = re.compile(r"{[^}]*}")


def lesson(game: str) -> Lesson:
    found = lessons.lesson(game)
    assert found is not None, f"{game} has no guided first game"
    return found


def setup_of(game: str) -> Setup:
    taught = lesson(game)
    terms = Terms(lesson=taught.digest)
    return Setup("t", game, taught.options, taught.seed, "salt", 0.0, "en", "1", terms=terms)


def history_of(game: str) -> History:
    taught = lesson(game)
    return begun(taught.game, taught.seed, taught.seats(Person("ada", "Ada")), 0.0)[0]


def play(history: History, seat: int, action: int) -> None:
    row = ActionRow(seat, history.game.actions.text(action), number=history.rows, at=0.0)
    history.accept(history.prepare(row))


def others_play(setup: Setup, history: History, learner: int) -> None:
    """All that a lesson has the other seats do, and what the platform passes for anybody, until the learner is asked."""
    for seat in iter(lambda: next((one for one in history.to_act if drives(setup, history, learner, one)), None), None):
        told = lessons.reply(setup, history, seat)
        play(history, seat, int(history.match.legal_ids(seat)[0]) if told is None else told)


def drives(setup: Setup, history: History, learner: int, seat: int) -> bool:
    told = lessons.reply(setup, history, seat) if seat != learner else None
    return told is not None or history.declines_by_itself(seat)


def moments(game: str) -> Iterator[tuple[History, int]]:
    """The lesson from its beginning, each time the learner is to do something, and once more at its end."""
    taught, setup, history = lesson(game), setup_of(game), history_of(game)
    for count, step in enumerate(taught.tries):
        others_play(setup, history, taught.seat)
        yield history, count
        for move in step.moves:
            assert move in history.match.legal_ids(taught.seat), step.name
        play(history, taught.seat, step.moves[0])
    others_play(setup, history, taught.seat)
    yield history, len(taught.tries)


def shown(game: str, history: History, lang: str = "en", viewer: int | None = -1) -> TableView:
    return views.table_view(setup_of(game), history, lesson(game).seat if viewer == -1 else viewer, lang)


@cache
def walked(game: str) -> tuple[tuple[GuideView, GuideView], ...]:
    """What is said in both languages, moment by moment."""
    found = []
    for history, count in moments(game):
        told = [shown(game, history, lang).guide for lang in i18n.languages()]
        assert all(one is not None and one.done == count for one in told), (game, count, told)
        found.append(tuple(told))
    return tuple(found)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", tianxia.games())
def test_a_lesson_is_legal_from_beginning_to_end_and_the_game_goes_on(game: str) -> None:
    taught, setup = lesson(game), setup_of(game)
    for history, count in moments(game):
        last = history
        legal = shown(game, history).legal
        if count < len(taught.tries):
            assert {action.id for action in legal} == {*taught.tries[count].moves}
    for seat, planned in taught.others.items():
        assert last.line.played(seat) == list(planned), "all that the others play in it is played"
    assert not last.over
    assert all(lessons.reply(setup, last, seat) is None for seat in taught.others)
    assert lessons.asked(setup, last, taught.seat) is None
    assert any(len(last.match.legal_ids(seat)) > 1 for seat in last.to_act)


@pytest.mark.parametrize("game", tianxia.games())
def test_both_languages_have_the_same_steps_and_fill_in_the_same_facts(game: str) -> None:
    steps = [step.name for step in lesson(game).steps]
    assert len(steps) == len({*steps}) <= MOST_STEPS
    english, *others = (lessons.words(game, lang) for lang in i18n.languages())
    assert [*english] == steps
    for words in others:
        assert [*words] == steps
        for name in steps:
            for mine, theirs in zip(english[name], words[name], strict=True):
                assert bool(mine) == bool(theirs), name
                assert {*BRACES.findall(mine)} == {*BRACES.findall(theirs)}, name
    for step in lesson(game).steps:
        assert bool(step.moves) == bool(english[step.name].task), step.name
        assert step.at, f"{step.name} is about no place"


@pytest.mark.parametrize("game", tianxia.games())
def test_what_is_said_is_short_and_nothing_is_left_to_fill_in(game: str) -> None:
    cards = [card for told in walked(game) for guide in told for card in guide.cards]
    assert len(cards) == 2 * len(lesson(game).steps)
    for card in cards:
        assert 0 < len(card.text) <= LONGEST, card.text
        assert not BRACES.search(card.text + card.task)


@pytest.mark.parametrize("game", tianxia.games())
def test_only_the_learner_is_told_anything(game: str) -> None:
    history, taught = history_of(game), lesson(game)
    for viewer in (*taught.others, None):
        assert shown(game, history, viewer=viewer).guide is None


@pytest.mark.parametrize("game", tianxia.games())
def test_every_wish_but_the_asked_one_is_answered_in_the_words_of_the_lesson(game: str) -> None:
    taught, setup = lesson(game), setup_of(game)
    history, _ = next(moments(game))
    words = lessons.words(game, "en")[taught.tries[0].name]
    for action in history.match.legal(taught.seat):
        wanted = action.id in taught.tries[0].moves
        assert lessons.instead(setup, history, taught.seat, action.text, "en") == ("" if wanted else words.instead)
        astray = lessons.astray(setup, history, taught.seat, Why("w", list(action.parts), kind=None), "en")
        assert astray in (("",) if wanted else ("", words.instead))


def test_what_a_step_says_of_the_position_is_read_from_it() -> None:
    """The figures of Chu Han's last step are those of the score, not of the text."""
    *_, (history, _) = moments("chu-han")
    score = history.match.view(0)["state"]["score"]  # type: ignore[index, call-overload]
    text = shown("chu-han", history).guide.cards[0].text  # type: ignore[union-attr]
    assert f"{score[0]} to {score[1]}" in text
    assert "{score[0]} to {score[1]}" in lessons.words("chu-han", "en")["out"].text


def test_nothing_more_is_said_before_the_others_have_played() -> None:
    """Chu may still react to the last card, and only then it scores."""
    taught, setup, history = lesson("chu-han"), setup_of("chu-han"), history_of("chu-han")
    for step in taught.tries:
        others_play(setup, history, taught.seat)
        play(history, taught.seat, step.moves[0])
    guide = shown("chu-han", history).guide
    assert guide is not None
    assert (guide.cards, guide.last) == ([], False)


# -- at a table --------------------------------------------------------------------------------------------------------


async def taught_table(registry: Registry, game: str, digest: str = "") -> Table:
    taught = lesson(game)
    terms = Terms(lesson=digest or taught.digest)
    seats = taught.seats(Person("ada", "Ada"))
    name = await registry.create(game, taught.options, seats, "en", terms, seed=taught.seed)
    table = await registry.open(name)
    assert table is not None
    return table


def guide_of(player: Player) -> GuideView:
    assert player.view.guide is not None
    return player.view.guide


async def learn(player: Player, count: int) -> None:
    """The next moves of the lesson, each as soon as it is asked for."""
    for _ in range(count):
        await soon(lambda: bool(player.view.legal))
        done = guide_of(player).done
        await player.command(player.view.legal[0].id)
        await soon(lambda done=done: guide_of(player).done > done)  # type: ignore[misc]


@pytest.mark.parametrize("game", tianxia.games())
def test_the_table_plays_for_the_others_what_the_lesson_says(tmp_path: Path, game: str) -> None:
    async def test() -> None:
        taught = lesson(game)
        async with registry_in(tmp_path) as registry:
            table = await taught_table(registry, game)
            ada = Player(table, "ada")
            await learn(ada, len(taught.tries))
            await soon(
                lambda: all(
                    table.history.line.played(seat)[: len(told)] == [*told] for seat, told in taught.others.items()
                )
            )
            assert guide_of(ada).last

    run(test)


def test_anything_else_is_refused_and_a_step_comes_back_after_an_undo_and_a_restart(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await taught_table(registry, "sun-tzu")
            ada = Player(table, "ada")
            await ada.command(ada.action("order WU 1"))
            words = lessons.words("sun-tzu", "en")
            assert (await ada.refused()).reason == words["nine"].instead
            await learn(ada, 2)
            assert [card.task for card in guide_of(ada).cards] == [words["six"].task]
            await ada.undo()
            await soon(lambda: guide_of(ada).done == 1)
            assert [card.task for card in guide_of(ada).cards] == [words["five"].task]
            name = table.setup.id
        async with registry_in(tmp_path) as registry:
            table = await registry.open(name)  # type: ignore[assignment]
            again = Player(table, "ada", "pl")
            assert [card.task for card in guide_of(again).cards] == [lessons.words("sun-tzu", "pl")["five"].task]

    run(test)


def test_who_plays_on_freely_may_do_anything_and_the_bot_is_asked_also_after_a_restart(tmp_path: Path) -> None:
    async def test() -> None:
        dice = Dice()
        async with registry_in(tmp_path, bot_pool=dice) as registry:
            table = await taught_table(registry, "chu-han")
            ada = Player(table, "ada")
            assert [action.text for action in ada.view.legal] == ["set 1 5"]
            await table.attend(ada.subscriber, Freely("f", table.setup.id))
            assert ada.view.guide is None
            assert len(ada.view.legal) > 10
            await ada.command(ada.action("set 1 1"))
            await soon(lambda: len(dice.asked) > 0)
            name = table.setup.id
        async with registry_in(tmp_path, bot_pool=dice) as registry:
            table = await registry.open(name)  # type: ignore[assignment]
            assert Player(table, "ada").view.guide is None

    run(test)


def test_a_game_of_a_lesson_that_has_changed_goes_on_as_a_free_one(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await taught_table(registry, "chu-han", digest="of another version")
            ada = Player(table, "ada")
            assert ada.view.guide is None
            assert len(ada.view.legal) > 10

    run(test)


def test_a_guided_game_is_marked_counts_for_nothing_and_a_rematch_is_an_ordinary_game(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await taught_table(registry, "chu-han")
            (summary,) = await registry.store.games_of("ada")
            assert summary.guided
            await table.resign("ada", "en")
            assert await registry.store.results.tallies("ada") == []
            made = await registry.rematch(table.setup.id, Person("ada", "Ada"), "en")
            again = await registry.open(made)
            assert again is not None
            assert again.setup.terms == Terms()
            assert again.setup.seed != table.setup.seed

    run(test)


def test_an_ordinary_table_teaches_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            name = await registry.create("chu-han", {}, (ADA, Seat("easy", bot="easy")), "en")
            table = await registry.open(name)
            assert table is not None
            ada = Player(table, "ada")
            assert ada.view.guide is None
            before = ada.view.number
            await table.attend(ada.subscriber, Freely("f", name))
            await asyncio.sleep(0)
            assert ada.view.number == before

    run(test)
