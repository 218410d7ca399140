"""Copies of whatever a program may want to keep or send elsewhere: matches in the midst of play, games, bots, errors."""

from __future__ import annotations

import copy
import json
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tianxia
from tests.engine.games import play_on
from tests.games.huang.test_hexmap import BASE, index_of, own, with_cells
from tests.games.test_notes import GAMES, matches, viewers
from tests.other_program import A_KIND, other_program
from tests.waiting import LONG
from tianxia import bots
from tianxia.bots.search import Search
from tianxia.engine.errors import TianxiaError
from tianxia.engine.files import unpickled
from tianxia.games.huang.map_text import BadMap
from tianxia.games.huns.deck import OURS, BadDeck

WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda one: pickle.loads(pickle.dumps(one)),
    "the oldest pickle": lambda one: pickle.loads(pickle.dumps(one, 0)),
    "the method": lambda match: match.copy(),
}

MOMENTS: dict[str, tuple[str, Callable[[dict[str, Any]], bool]]] = {
    "a person may be cancelled": ("chu-han", lambda view: view["state"]["asks"] == "cancel"),
    "orders are half given by both": ("sun-tzu", lambda view: len(view["to_act"]) == 2 and view["state"]["round"] == 3),
    "a war": ("huang", lambda view: view["state"]["asks"] == "war"),
    "questions wait below others": ("huns", lambda view: view["state"]["depth"] > 1),
    **{f"the middle of {game}": (game, lambda view: True) for game in GAMES},
}


@cache
def at(moment: str) -> tianxia.Match:
    """A match at this moment, not to be changed."""
    game, fits = MOMENTS[moment]
    for seed in range(20):
        for step, match in enumerate(matches(game, seed)):
            if step >= 30 and match.to_act and fits(match.view(None)) and laid(match):
                return match.copy()
    raise AssertionError(f"no game comes to {moment}")


def laid(match: tianxia.Match) -> bool:
    """In Sun Tzu: some orders lie there and more are to come."""
    if match.game.id != "sun-tzu" or len(match.to_act) < 2:
        return True
    return all(any(card != "none" for card in match.view(seat)["state"]["laid"][seat]) for seat in match.to_act)


def known(match: tianxia.Match) -> Any:
    """All that can be asked of a match."""
    seats = range(match.game.seats)
    seen = [(match.view(viewer), match.events(viewer), match.log(viewer)) for viewer in viewers(match)]
    chances = [(match.legal(seat), match.record(seat).tobytes()) for seat in seats]
    history = (match.start, match.actions, match.chain, match.undo_floor, match.result, match.scores)
    return match.hash(), match.position(), seen, chances, history, match.game.id, match.game.options


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_copy_of_a_match_is_the_same_has_the_same_future_and_is_its_own(moment: str, way: str) -> None:
    match = at(moment).copy()
    before = known(match)
    twin = WAYS[way](match)
    assert known(twin) == before
    assert twin.game is match.game or way.endswith("pickle")
    end = play_on(twin, 5).hash()
    assert known(match) == before, "the original is as it was"
    assert play_on(match, 5).hash() == end


def test_two_names_of_one_match_are_one_match_in_the_copy_too() -> None:
    match = at("a war")
    first, second = copy.deepcopy([match, match])
    assert first is second is not match


def played_elsewhere(match: tianxia.Match, bot: bots.Bot) -> tuple[tianxia.Match, int]:
    """What another process does with them."""
    (seat, *_) = match.to_act
    chosen = bot.choose(match.record(seat), seat)
    return play_on(match, 5), chosen


def test_a_match_and_a_bot_go_to_another_process_and_back() -> None:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        for moment in MOMENTS:
            match = at(moment)
            bot = bots.make("search:30", match.game, 3)
            back, chosen = pool.submit(played_elsewhere, match, bot).result()
            assert (back.hash(), chosen) == (play_on(match.copy(), 5).hash(), played_elsewhere(match.copy(), bot)[1])


def test_an_error_of_another_process_arrives_as_it_was() -> None:
    with (
        ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool,
        pytest.raises(tianxia.UnknownName, match="there is no game 'chess'; there are chu-han, huang"),
    ):
        pool.submit(tianxia.load, "chess").result()


# --- another version of the rules, another map or deck -------------------------------------------------------------------


def by_older_rules(match: tianxia.Match, **changed: Any) -> tianxia.Match:
    """What unpickling makes of a match that was put away by another version, with some of its memory changed."""
    game, _, *memory = match.__reduce__()[1]
    remembered = dict(zip(("start", "memory", "record", "notation", "chain"), memory, strict=True)) | changed
    return unpickled(game, "0123456789abcdef", **remembered)


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_match_of_another_version_that_plays_the_same_is_read(moment: str) -> None:
    assert known(by_older_rules(at(moment))) == known(at(moment))


@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_another_version_that_plays_otherwise_is_refused_at_its_step(game: str) -> None:
    match = at(f"the middle of {game}")
    chain = match.chain
    chain[7] = "0" * 16
    with pytest.raises(tianxia.BadRecord, match=r"step 7: .* pickled by another version of the rules"):
        by_older_rules(match, chain=chain)
    chain[0] = "0" * 16
    with pytest.raises(tianxia.BadRecord, match=r"the start does not have the hash .* another version of the rules"):
        by_older_rules(match, chain=chain)
    _, *later = match.__reduce__()[1][5]
    with pytest.raises(tianxia.BadRecord, match=r"step 1: 'fly' is no kind of action.* another version of the rules"):
        by_older_rules(match, notation=["fly", *later])


READ = """
import pickle, sys
match = pickle.load(open(sys.argv[1], "rb"))
print(match.hash(), match.game.fingerprint(), [match.game.actions.text(action) for _, action in match.actions])
"""


def test_a_match_is_read_where_another_table_gives_its_actions_other_numbers(tmp_path: Path) -> None:
    match = at("the middle of chu-han")
    (tmp_path / "match").write_bytes(pickle.dumps(match))
    said = other_program(tmp_path / "other", [A_KIND], READ, str(tmp_path / "match")).split(maxsplit=2)
    played = [match.game.actions.text(action) for _, action in match.actions]
    assert (said[0], said[2].strip()) == (match.hash(), str(played))
    assert said[1] != match.game.fingerprint(), "there the numbers mean something else"


def own_deck(folder: Path) -> tuple[str, Path]:
    """Our deck with other goods on a wagon."""
    deck = json.loads(OURS.read_text())
    (wagon,) = (wagon for wagon in deck["wagons"] if wagon["id"] == "W02")
    wagon.update(size=5, need={"red": 4, "yellow": 1})
    (folder / "mine.json").write_text(json.dumps(deck), "utf-8")
    return "TIANXIA_DECK", folder / "mine.json"


def own_map(folder: Path) -> tuple[str, Path]:
    """Our map with a hex of river more."""
    own(folder, "seven_states", with_cells(BASE, {index_of(BASE, "A3"): "~"}))
    return "TIANXIA_MAPS", folder


@pytest.mark.parametrize(("name", "make"), [("huns", own_deck), ("huang", own_map)])
def test_a_match_with_a_map_or_deck_of_ones_own_is_read_where_that_is_in_use_and_refused_elsewhere(
    name: str, make: Callable[[Path], tuple[str, Path]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = tianxia.load(name).assets_digest()
    variable, path = make(tmp_path)
    monkeypatch.setenv(variable, str(path))
    match = play_on(tianxia.load(name).new(3), 3, 40)
    assert match.game.assets_digest() != ours
    before, put_away = known(match), pickle.dumps(match)
    for way in WAYS.values():
        assert known(way(match)) == before
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(play_on, match, 5).result().hash() == play_on(match.copy(), 5).hash()
    monkeypatch.delenv(variable)
    with pytest.raises(TianxiaError, match=f"{name} was pickled with another map or deck than the one in use here"):
        pickle.loads(put_away)


# --- games, actions, events, bots, errors ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_its_own_copy_and_comes_out_of_a_pickle_with_its_options(name: str) -> None:
    game = tianxia.load(name, **GAMES[name])
    assert copy.copy(game) is copy.deepcopy(game) is game
    again = pickle.loads(pickle.dumps(game))
    assert (again.id, again.options, again.seats) == (game.id, game.options, game.seats)
    assert again.new(5).hash() == game.new(5).hash()


@pytest.mark.parametrize("way", [way for way in WAYS if way != "the method"])
@pytest.mark.parametrize("moment", MOMENTS)
def test_actions_and_events_are_copied_whole(moment: str, way: str) -> None:
    match = at(moment)
    for seat in match.to_act:
        for told in (match.legal(seat), match.events(seat)):
            assert WAYS[way](told) == told


@pytest.mark.parametrize("way", [way for way in WAYS if way != "the method"])
@pytest.mark.parametrize("name", ["random", "greedy", "sloppy", "search:30", "normal"])
@pytest.mark.parametrize("moment", ["orders are half given by both", "a war"])
def test_a_copy_of_a_bot_plays_what_the_bot_plays(moment: str, name: str, way: str) -> None:
    match = at(moment)
    seat, record = match.to_act[0], match.record(match.to_act[0])
    bot = bots.make(name, match.game, 8)
    if isinstance(bot, Search):
        bot.seconds = LONG  # a level has seconds too, which a busy machine may not give it
    bot.choose(record, seat)
    twin, third = WAYS[way](bot), WAYS[way](bot)
    assert twin.planned == bot.planned
    for _ in range(3):
        twin.choose(record, seat)
    after = third.planned, third.choose(record, seat), third.choose(record, seat)
    assert after == (bot.planned, bot.choose(record, seat), bot.choose(record, seat)), "the first copy disturbed nobody"


ERRORS = [
    *(kind("a text") for kind in (TianxiaError, tianxia.IllegalAction, tianxia.BadPosition, tianxia.BadRecord)),
    *(kind("a text") for kind in (tianxia.EngineFault, BadMap, BadDeck)),
    tianxia.UnknownName("game", "chess", ("huang", "huns")),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_comes_out_of_a_pickle_with_its_text(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again)) == (type(error), str(error))
