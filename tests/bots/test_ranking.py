"""The arena for more than two seats: who sits where, shares of places, ratings, files. Huang stands for any such game."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import tianxia
from tianxia import bots
from tianxia.bots.ranking import Deal, fair_places, first_shares, rank, ranking, seatings
from tianxia.bots.series import play
from tianxia.engine.errors import TianxiaError

THREE, FOUR, FIVE = (tianxia.load("huang", players=n, stall_turns=2) for n in (3, 4, 5))
BOTS = ("greedy", "random")

PAIRS = [(count, seats) for seats in (2, 3, 4, 5) for count in range(2, seats + 1)]


def deals(*places: tuple[tuple[int, ...], ...]) -> list[Deal]:
    return [Deal(0, number, games, 1) for number, games in enumerate(places)]


def won_by(winner: int, count: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Places of a deal in which one bot always comes first, at its first seat."""
    found = []
    for seating in seatings(count, seats):
        first = seating.index(winner)
        rest = iter(range(2, seats + 1))
        found.append(tuple(1 if seat == first else next(rest) for seat in range(seats)))
    return tuple(found)


# --- who sits where ------------------------------------------------------------------------------------------------------


def test_two_bots_at_two_seats_swap_them() -> None:
    assert seatings(2, 2) == ((0, 1), (1, 0))


def test_one_bot_meets_copies_of_the_other_and_the_other_way_round() -> None:
    assert Counter(tuple(sorted(seating)) for seating in seatings(2, 4)) == {(0, 1, 1, 1): 4, (0, 0, 0, 1): 4}


@pytest.mark.parametrize(("count", "seats"), PAIRS)
def test_every_bot_is_at_every_seat_equally_often(count: int, seats: int) -> None:
    for bot in range(count):
        counts = [sum(seating[seat] == bot for seating in seatings(count, seats)) for seat in range(seats)]
        assert len(set(counts)) == 1
        assert counts[0] > 0


@pytest.mark.parametrize(("count", "seats"), PAIRS)
def test_no_seating_is_played_twice_and_every_bot_plays_in_each(count: int, seats: int) -> None:
    found = seatings(count, seats)
    assert len(set(found)) == len(found)
    assert all(set(seating) == set(range(count)) for seating in found)


# --- what is counted -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("places", "first", "fair"),
    [
        ((1, 2, 3), [1, 0, 0], [1, 2, 3]),
        ((1, 1, 3), [0.5, 0.5, 0], [1.5, 1.5, 3]),
        ((2, 1, 2, 4), [0, 1, 0, 0], [2.5, 1, 2.5, 4]),
        ((1, 1, 1, 1), [0.25] * 4, [2.5] * 4),
    ],
)
def test_equal_places_are_shared(places: tuple[int, ...], first: list[float], fair: list[float]) -> None:
    assert first_shares(places) == first
    assert fair_places(places) == fair


def test_who_always_wins_has_all_first_places_where_each_bot_has_one_seat() -> None:
    found = ranking(THREE, ("a", "b", "c"), deals(*[won_by(1, 3, 3)] * 20))
    assert [standing.first for standing in found.standings] == [0, 1, 0]
    assert found.standings[1].place == 1
    assert (found.seats, found.deals, found.games) == (3, 20, 60)


def test_shares_are_for_each_seat_so_that_copies_do_not_add_up() -> None:
    a, b = ranking(FOUR, ("a", "b"), deals(*[won_by(0, 2, 4)] * 20)).standings
    assert a.first == pytest.approx((1 + 1 / 3) / 2)  # alone it wins each game, three of it win one each
    assert b.first == 0
    assert a.place < 2.5 < b.place


def test_intervals_hold_what_was_found_and_narrow_with_more_deals() -> None:
    mixed = [won_by(0, 3, 3), won_by(1, 3, 3), won_by(0, 3, 3)]
    few, many = (ranking(THREE, ("a", "b", "c"), deals(*mixed * times)).standings[0] for times in (3, 60))
    for name in ("first", "place", "skill"):
        (low, high), (low_many, high_many) = getattr(few, f"{name}_interval"), getattr(many, f"{name}_interval")
        assert low < getattr(few, name) < high
        assert high_many - low_many < high - low


def test_ratings_follow_the_places() -> None:
    one = won_by(2, 3, 3)
    found = [standing.skill for standing in ranking(THREE, ("a", "b", "c"), deals(*[one] * 30)).standings]
    assert found[2] > 30 > 25 > max(found[:2])


def test_bots_that_always_share_are_rated_alike() -> None:
    level = ((1, 1, 1),) * 3
    found = ranking(THREE, ("a", "b", "c"), deals(*[level] * 10)).standings
    assert len({round(standing.skill, 6) for standing in found}) == 1
    assert {(round(standing.first, 6), standing.place) for standing in found} == {(0.333333, 2.0)}


def test_without_deals_nobody_is_better() -> None:
    found = ranking(FOUR, BOTS, [])
    assert {(s.first, s.place, s.skill) for s in found.standings} == {(0.25, 2.5, 25.0)}


def test_choices_without_time_for_all_simulations_are_added_up() -> None:
    one, other = deals(won_by(0, 2, 3), won_by(1, 2, 3))
    hurried = [Deal(0, 0, one.places, 1, (0, 3)), other, Deal(0, 2, one.places, 1, (1, 2))]
    assert [standing.cut_short for standing in ranking(THREE, BOTS, hurried).standings] == [1, 5]


# --- real games ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [THREE, FIVE])
def test_a_game_ends_with_a_place_for_each_seat(game: tianxia.Game) -> None:
    places, decisions, _ = play(game, [bots.make("random", game, seat) for seat in range(game.seats)], 3)
    assert len(places) == game.seats
    assert min(places) == 1
    assert decisions > 0


def test_two_processes_find_the_same_as_one() -> None:
    assert rank(THREE, BOTS, 1, processes=2) == rank(THREE, BOTS, 1)


def test_as_many_bots_as_seats_can_be_ranked() -> None:
    found = rank(THREE, ("greedy", "random", "sloppy"), 1)
    assert [standing.bot for standing in found.standings] == ["greedy", "random", "sloppy"]
    assert found.games == 3
    assert sum(standing.first for standing in found.standings) == pytest.approx(1)


def test_a_ranking_goes_on_where_its_file_ends(tmp_path: Path) -> None:
    path = tmp_path / "results"
    rank(THREE, BOTS, 1, path=path)
    with path.open("ab") as file:
        file.write(b'{"seed":0,"deal":1,"pla')  # cut off while it was written
    played: list[int] = []
    found = rank(THREE, BOTS, 2, path=path, progress=played.append)
    assert played == [2]
    assert found == rank(THREE, BOTS, 2, path=path)
    assert len(path.read_text().splitlines()) == 1 + 2


def test_a_file_with_other_options_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "results"
    rank(THREE, BOTS, 1, path=path)
    with pytest.raises(TianxiaError, match="holds greedy against random of another contest; name a new file"):
        rank(FOUR, BOTS, 1, path=path)


@pytest.mark.parametrize("names", [(), ("random",), ("random",) * 4])
def test_fewer_than_two_bots_or_more_than_seats_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(TianxiaError, match="bots for 3 seats of huang: name 2 to 3"):
        rank(THREE, names, 1)
