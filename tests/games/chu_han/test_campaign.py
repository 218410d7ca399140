"""River and Hill, the campaign of our own: three matches, marks, deserters, spoils [C10]."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tianxia
from tests.games.chu_han.table import GAME, GAMES
from tianxia import bots
from tianxia.engine.game import Game
from tianxia.games.chu_han.cards import KINDS, MARKED, PERSONS
from tianxia.games.chu_han.state import CHU, HAN

CAMPAIGN, WITH_EVENTS = GAMES["campaign"], GAMES["both"]
SIX_TWOS = {"hand": ["2 2 2 2 2 2 4 4", "8 9"]}
"""Han leads and may gain 6 VP in the middle of the hand."""
SECOND = {"match_number": 2, "hand_number": 5, "match_score": [[15, 9]], "matches_won": [1, 0]}
THIRD = {"match_number": 3, "hand_number": 9, "match_score": [[15, 9], [3, 20]], "matches_won": [1, 1]}


def after(action: str, game: Game = CAMPAIGN, **position: Any) -> tianxia.Match:
    """A match from this position, after one action of the leader."""
    match = game.position(position)
    (seat,) = match.to_act
    match.play(seat, action)
    return match


def state(match: tianxia.Match) -> dict[str, Any]:
    found: dict[str, Any] = match.view(None)["state"]
    return found


def events_of(match: tianxia.Match, kind: str) -> list[dict[str, Any]]:
    return [event for event in match.events(None) if event["kind"] == kind]


# --- C10.1: three matches -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "goal"), [({}, 15), (SECOND, 20), (THIRD, 25)], ids=["first", "second", "third"])
def test_each_match_has_its_own_number_of_points(before: dict[str, Any], goal: int) -> None:
    short = after("set 2 6", **SIX_TWOS, **before, score=[goal - 7, 0])
    assert not events_of(short, "match_won")
    assert state(short)["goal"] == goal
    enough = after("set 2 6", **SIX_TWOS, **before, score=[goal - 6, 0])
    (won,) = events_of(enough, "match_won")
    assert (won["seat"], won["match_number"]) == (HAN, before.get("match_number", 1))


def test_without_the_campaign_31_points_are_needed() -> None:
    assert state(after("set 2 6", GAME, **SIX_TWOS, score=[24, 0]))["asks"] == "respond"
    assert state(after("set 2 6", GAME, **SIX_TWOS, score=[25, 0]))["asks"] == "over"


def test_after_one_match_that_is_won_the_next_begins() -> None:
    now = state(after("set 2 6", **SIX_TWOS, score=[9, 3]))
    assert (now["match_number"], now["matches_won"], now["match_score"][0]) == (2, [1, 0], [15, 3])
    assert (now["asks"], now["winner"], now["goal"]) == ("lead", -1, 20)


def test_who_wins_two_matches_has_won_the_campaign() -> None:
    match = after("set 2 6", **SIX_TWOS, **SECOND, score=[14, 3])
    assert match.to_act == ()
    assert match.result == (1, 2)
    assert state(match)["match_score"] == [[15, 9], [20, 3], [0, 0]]
    assert match.log(None)[-2:] == ["Han wins match 2", "Han wins the game"]


def test_at_one_match_each_the_third_decides() -> None:
    chu_won = {**SECOND, "matches_won": [0, 1], "match_score": [[9, 15]]}
    level = after("set 2 6", **SIX_TWOS, **chu_won, score=[14, 3])
    assert (state(level)["match_number"], state(level)["matches_won"], level.result) == (3, [1, 1], None)
    assert after("set 2 6", **SIX_TWOS, **THIRD, score=[19, 24]).result == (1, 2)


def test_points_for_going_out_win_a_match_too() -> None:
    match = after("set 4 1", hand=["4", "4 9 han_xin"], score=[11, 3])
    assert state(match)["match_score"][0] == [15, 3], "3 cards and a deserter"


# --- C10.2: marks ---------------------------------------------------------------------------------------------------


def marked(seat: int) -> set[str]:
    return {kind for i, kind in enumerate(KINDS) if int(MARKED[seat]) >> i & 1}


def test_numbers_and_zhongli_mo_have_the_marks_of_the_printed_cards() -> None:
    assert {kind for kind in marked(HAN) if kind not in PERSONS} == {"1", "5", "7"}
    assert {kind for kind in marked(CHU) if kind not in PERSONS} == {"2", "8"}
    assert "zhongli_mo" in marked(CHU)


def test_every_person_has_one_mark_and_no_card_has_two() -> None:
    assert marked(HAN) & marked(CHU) == set()
    assert marked(HAN) | marked(CHU) == set(KINDS) - {"0", "4", "9"}
    assert {"lyu_zhi", "xiao_he", "peng_yue", "xiahou_ying", "han_xin", "liu_bang"} < marked(HAN)


# --- C10.3: deserters -----------------------------------------------------------------------------------------------


def gained(match: tianxia.Match) -> tuple[int, int]:
    """Points for going out, and the deserters among them."""
    (event,) = events_of(match, "went_out")
    return event["points"], event["marked"]


def test_own_marks_in_the_rivals_hand_score_one_each() -> None:
    assert gained(after("set 4 1", hand=["4", "1 5 2 9"])) == (6, 2)
    assert gained(after("set 4 1", hand=["1 2 8 9", "4"], leader=1)) == (6, 2)


def test_three_deserters_count_at_most() -> None:
    assert gained(after("set 4 1", hand=["4", "1 5 7 9"])) == (7, 3)
    assert gained(after("set 4 1", hand=["4", "1 1 5 7"])) == (7, 3)


def test_deserters_are_not_among_the_five_cards() -> None:
    assert gained(after("set 4 1", hand=["4", "1 2 2 8 8 9 5"])) == (7, 2)


def test_xiang_yu_doubles_deserters_too() -> None:
    assert gained(after("set 4 1", hand=["4", "1 5 2 9"], doubled=1)) == (12, 2)


def test_without_the_campaign_marks_mean_nothing() -> None:
    assert gained(after("set 4 1", GAME, hand=["4", "1 5 2 9"])) == (4, 0)


def test_the_log_names_deserters() -> None:
    match = after("set 4 1", hand=["4", "1 5 2 9"])
    assert "Han goes out and gains 6 points (cards 4, decrees 0, deserters 2)" in match.log(1)


# --- C10.4: spoils --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("loser", "spoils"), [(14, 0), (11, 0), (10, 1), (6, 1), (5, 2), (1, 2), (0, 3)])
def test_every_full_five_points_of_the_lead_are_a_spoil(loser: int, spoils: int) -> None:
    assert state(after("set 2 6", **SIX_TWOS, score=[9, loser]))["score"] == [spoils, 0]


def test_there_are_three_spoils_at_most() -> None:
    match = after("set 2 7", hand=["2 2 2 2 2 2 2 4", "8 9"], score=[14, 0], doubled=1)
    assert state(match)["match_score"][0] == [28, 0]
    assert state(match)["score"] == [3, 0]


def test_the_loser_begins_with_nothing_and_leads() -> None:
    match = after("set 2 6", **SIX_TWOS, score=[9, 3])
    assert state(match)["score"][CHU] == 0
    assert match.to_act == (CHU,)
    (began,) = events_of(match, "match_began")
    assert (began["leader"], began["spoils"]) == (CHU, 2)


def test_all_cards_and_decrees_are_back() -> None:
    now = state(after("set 2 6", **SIX_TWOS, score=[9, 3], decrees_taken=[2, 2]))
    assert (now["hand_size"], now["pile_size"], now["decrees_left"]) == ([15, 15], 16, 6)
    assert (now["plays"], sum(now["discard"]), now["hand_number"]) == (0, 0, 2)


def test_doubling_ends_with_the_match() -> None:
    assert state(after("set 2 6", **SIX_TWOS, score=[9, 3], doubled=1))["doubled"] == 0


def test_the_events_go_on_where_they_were() -> None:
    match = WITH_EVENTS.position({**SIX_TWOS, "event": "gaixia", "score": [9, 3]})
    next_event = [event for event in match.position()["event_deck"] if event != "none"][-1]
    match.play(HAN, "set 2 6")
    now = state(match)
    assert (now["match_number"], now["event"]) == (2, next_event)
    assert sum(now["events_past"]) == 2


def test_stabilisation_puts_off_the_end_of_a_match() -> None:
    position = {**SIX_TWOS, "event": "stabilisation", "score": [9, 3]}
    now = state(after("set 2 6", WITH_EVENTS, **position))
    assert (now["match_number"], now["score"]) == (1, [15, 3]), "C9.6"


# --- whole campaigns ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", ["campaign", "both"])
def test_bots_play_a_whole_campaign_that_is_saved_and_replayed(options: str, tmp_path: Path) -> None:
    lengths = set()
    for seed in range(6):
        match = GAMES[options].new(seed)
        players = [
            bots.make("greedy", match.game, seed),
            bots.make("random" if seed % 2 else "greedy", match.game, seed),
        ]
        while match.to_act:
            (seat,) = match.to_act
            match.play(seat, players[seat].choose(match.record(seat), seat))
        end = state(match)
        won = [event["seat"] for event in events_of(match, "match_won")]
        assert match.result == ((1, 2) if won[-1] == HAN else (2, 1))
        assert [won.count(seat) for seat in (HAN, CHU)] == end["matches_won"]
        assert max(end["matches_won"]) == 2
        lengths.add(len(won))
        match.save(tmp_path / "match.json")
        again = tianxia.replay(tmp_path / "match.json")
        assert again.hash() == match.hash()
        assert again.game.options == match.game.options
    assert lengths == {2, 3}
