"""The points that a match tells everybody: those that lie open, and no others."""

import pytest

import tianxia
from tianxia.engine import looks
from tianxia.engine.fields import COVERED, SPECTATOR


def match_of(name: str, **options: object) -> tianxia.Match:
    return tianxia.load(name, **options).new(seed=7)


def test_chu_han_tells_the_victory_points() -> None:
    match = match_of("chu-han")
    match._states["score"][0] = (12, 20)
    assert match.scores == (12, 20)


@pytest.mark.parametrize(("figure", "scores"), [(0, (0, 0)), (3, (3, 0)), (-9, (0, 9))])
def test_sun_tzu_tells_on_whose_side_the_figure_stands(figure: int, scores: tuple[int, int]) -> None:
    match = match_of("sun-tzu")
    match._states["figure"] = figure
    assert match.scores == scores


def test_huang_tells_the_weakest_colour_after_white_points_once_points_are_shown() -> None:
    match = match_of("huang", players=3)
    match._states["points"][0, :3] = [(3, 4, 5, 6, 2), (9, 9, 9, 0, 0), (1, 1, 1, 1, 4)]
    assert match.scores is None, "they lie behind the screens"
    shown = match_of("huang", players=3)
    shown._states["points"] = match._states["points"]
    shown._states["open"] = 1
    assert shown.scores == (4, 0, 2)
    assert match_of("huang", open_points=True).scores == (0, 0)


def test_huns_tells_the_points_as_if_the_game_ended_as_long_as_sent_wagons_are_shown() -> None:
    assert match_of("huns").scores is None
    match = match_of("huns", open_sent=True)
    match._states["sent"][0, 1, :2] = (1, 2)
    match._states["sent_size"][0, 1] = 2
    before = match.position_hash()
    scores = match.scores
    assert scores is not None
    assert scores[0] == 0
    assert scores[1] > 2 * 2, "two wagons count as many points as there are players, and their types count too"
    assert match.position_hash() == before, "it is worked out on a copy"


@pytest.mark.parametrize("name", tianxia.games())
def test_points_are_made_of_what_lies_open(name: str) -> None:
    """Whatever is behind a screen or in a hand is not in the record that a game counts by, and so can't be told."""
    game = tianxia.load(name)
    match = game.new(seed=7)
    for field in game.table.fields:
        if field.seen_by is COVERED:
            match._states[field.name] = 1
    open_ = game.table.lying_open(match.public)
    view = looks.view(game.table, match.masked(None), SPECTATOR)
    for field in game.table.fields:
        hidden = not field.follows and field.by_owner
        assert not hidden or not open_[field.name].any(), field.name
        assert field.seen_by is not COVERED or view[field.name] == [None] * game.table.seats
    before = match.scores
    assert game.dealt_anew(match, 0, seed=9).scores == before
