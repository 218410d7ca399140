"""Options of a game: what may be chosen, what is usual, how a wrong value is refused, how many play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.engine.games import GAME, play_on
from tianxia.engine import files
from tianxia.engine.errors import BadRecord, TianxiaError, UnknownName
from tianxia.engine.options import Option

SWITCH = Option("doubled", "", "", default=1)
NAMED = Option("decree_open", "", "", labels=("early", "late"))
NUMBER = Option("hand_number", "", "", default=3, low=2, high=5)
FROM_ZERO = Option("pile_size", "", "", default=100, high=200)
NUMBERED = replace(GAME, option_table=(NUMBER,)).with_options()


def test_a_number_may_be_any_from_low_to_high() -> None:
    assert NUMBER.values == (2, 3, 4, 5)
    assert NUMBER.names == ("2", "3", "4", "5")
    assert (NUMBER.usual, NUMBER.usual_name) == (3, "3")
    assert (len(FROM_ZERO.values), FROM_ZERO.usual) == (201, 100)


def test_a_switch_and_names_are_no_numbers() -> None:
    assert [option.is_number for option in (SWITCH, NAMED, NUMBER, FROM_ZERO)] == [False, False, True, True]
    assert (SWITCH.usual, SWITCH.usual_name) == (True, "on")
    assert (NAMED.usual, NAMED.usual_name) == ("early", "early")


@pytest.mark.parametrize("given", [4, "4"])
def test_a_number_is_given_as_itself_or_as_text(given: Any) -> None:
    assert NUMBERED.with_options(hand_number=given).options == {"hand_number": 4}


@pytest.mark.parametrize("given", [1, 6, -2, "6", "", "four", "4.0", "+4", "04", " 4", "٤", 4.0, True, None, [4]])
def test_another_number_is_refused_with_those_that_may_be_chosen(given: Any) -> None:
    with pytest.raises(TianxiaError) as refused:
        NUMBERED.with_options(hand_number=given)
    assert str(refused.value) == f"option hand_number of chu-han is a number from 2 to 5, not {given!r}"


def test_zero_and_one_are_numbers_where_numbers_are_asked_for() -> None:
    game = replace(GAME, option_table=(FROM_ZERO,))
    assert game.with_options(pile_size=0).options["pile_size"] == 0
    for given in (False, True):
        with pytest.raises(TianxiaError, match="a number from 0 to 200"):
            game.with_options(pile_size=given)


def test_another_option_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(UnknownName, match="there is no option of chu-han 'players'; there is hand_number"):
        NUMBERED.with_options(players=2)


@pytest.mark.parametrize(("option", "value", "stored"), [(NUMBER, 5, 5), (FROM_ZERO, 0, 0), (NAMED, "late", 1)])
def test_the_record_holds_the_number_of_a_value(option: Option, value: Any, stored: int) -> None:
    game = replace(GAME, option_table=(option,)).with_options(**{option.name: value})
    assert int(game.blank()[option.name][0]) == stored


def test_a_game_loads_its_assets_after_its_options_are_set() -> None:
    seen = []

    def load_assets(states: Any) -> None:
        seen.append(int(states["hand_number"][0]))
        states["pile_size"] = 10 * states["hand_number"]

    game = replace(GAME, option_table=(NUMBER,), load_assets=load_assets)
    for number in (2, 5):
        assert int(game.with_options(hand_number=number).blank()["pile_size"][0]) == 10 * number
    assert seen == [2, 5]


# --- how many play -------------------------------------------------------------------------------------------------------

PLAYERS = Option("players", "", "", default=2, low=2, high=3)
FOR_MORE = replace(GAME, every_seat=("han", "chu", "qi"), option_table=(PLAYERS,)).with_options()


def test_the_option_players_says_which_seats_are_taken() -> None:
    assert (FOR_MORE.seats, FOR_MORE.seat_names) == (2, ("han", "chu"))
    three = replace(FOR_MORE, options={"players": 3})
    assert (three.seats, three.seat_names) == (3, ("han", "chu", "qi"))


def test_a_game_tells_the_fewest_and_the_most_players() -> None:
    assert FOR_MORE.players == (2, 3)
    assert GAME.players == (2, 2)


def test_a_record_file_keeps_a_number(tmp_path: Any) -> None:
    game = replace(GAME, option_table=(FROM_ZERO,))
    path = tmp_path / "game.json"
    match = play_on(game.with_options(pile_size=30).new(5), 5, 20)
    match.save(path)
    again = files.read_match(path, lambda name, **options: game.with_options(**options))
    assert again.game.options == {"pile_size": 30}
    assert again.hash() == match.hash()
    path.write_text(path.read_text().replace('"pile_size": 30', '"pile_size": 201'))
    with pytest.raises(BadRecord, match="the start: option pile_size of chu-han is a number from 0 to 200, not 201"):
        files.read_match(path, lambda name, **options: game.with_options(**options))
