"""Why an action is refused: every reason, and a reason for every action that is refused."""

from __future__ import annotations

import gettext
import random
import re
from pathlib import Path
from typing import Any

import pytest

from tests.games.huang.table import ANY, COLOURS, OPTION_SETS, game
from tests.games.huang.test_positions import (
    CHAIN,
    ESTABLISH,
    GRANARY,
    MARKET,
    MOVED,
    OVER,
    PAGODA,
    PRICE,
    RAID,
    REPLACE,
    REVOLT,
    RIOT,
    TIE,
    WAR,
    Position,
    leaders,
    tiles,
)
from tests.games.huang.walks import walk
from tests.games.interference import legal
from tianxia.games.huang import refusals

pytestmark = pytest.mark.xdist_group("walks of huang")  # they are played once

BASE, BANDITS, KINGDOMS, PALACE = game(), game(bandits=True), game(eighteen_kingdoms=True), game(palace=True)
ALL_FIVE = "yellow red blue green white"
HAND: Position = {"hand": [ALL_FIVE, ""]}
BARE: Position = {"tiles": tiles()}
NEAR_6: Position = {"bandit_tiles": [0, 0, 0, 0, 0, 1], "hand": ["white", ""]}
THREE_SIDES: Position = {
    "tiles": tiles(yellow="C7 F9 C11", red="B8 E10"), "leaders": leaders({"red": "C8"}, {"red": "E9"}, {"red": "C10"}),
    "hand": ["green", "", ""], "moves": [[0, "place green D9"], [1, "nothing"], [2, "nothing"], [0, "nothing"]],
}  # fmt: skip

REFUSED: list[tuple[Any, Position, str, str]] = [
    (BASE, OVER, "pass", "the game is over [H12.1]"),
    # the moment
    (BASE, RIOT, "pass", "first choose the tile that the riot removes [H7.1, H13.2]"),
    (BASE, ESTABLISH, "pass", "first choose where the building goes [H9.4, H13.3]"),
    (BASE, PAGODA, "pass", "first say where the building goes, or decline [H9.1, H13.4]"),
    (BASE, MOVED, "pass", "first choose the pagoda that moves [H9.2, H13.5]"),
    (BASE, MARKET, "pass", "first take a tile of the market, or decline [H6.5, H13.6]"),
    (BASE, CHAIN, "end_turn", "first place another blue tile next to the last one, or stop [H6.6, H13.7]"),
    (BASE, REPLACE, "pass", "first discard more tiles, or draw [H8.1, H13.8]"),
    (BASE, REVOLT, "pass", "a revolt is on: first say what you commit [H10.1a, H13.9]"),
    (BASE, WAR, "pass", "a war is on: first say what you commit [H11.4, H13.10]"),
    (BASE, TIE, "pass", "the strongest sides are tied: first choose the winner [H11.5, H13.11]"),
    (BASE, PRICE, "pass", "first choose a red tile that must go [H11.8a, M1.5a, H13.12]"),
    (BASE, {"actions_done": 2}, "pass", "you have had both actions: end the turn [H4.1, H13.13]"),
    (KINGDOMS, GRANARY, "end_turn", "first say which granary stays, or decline [M2.4, H13.14]"),
    (BASE, {}, "remove C7", "a tile is removed once a riot is paid for, or as the price of a victory [H7.1, H11.8]"),
    (BASE, {}, "pagoda C7+D7+C8", "a pagoda is established after its last tile was placed, or for two green tiles [H9.1, H9.4]"),
    (BASE, {}, "palace C7+D7+B8+C8", "the palace is built after its last tile was placed, or for two green tiles [M3.1, H9.4]"),
    (BASE, {}, "move C7+D7+C8", "a pagoda moves only when another one of its colour is established [H9.2]"),
    (BASE, {}, "take red", "a tile of the market is taken after placing a green tile [H6.5]"),
    (BASE, {}, "stop", "no row of blue tiles is being placed [H6.6]"),
    (BASE, {}, "draw", "nothing was discarded, so nothing is drawn [H8.1]"),
    (BASE, {}, "commit 0", "there is no revolt to commit to [H10.1]"),
    (BASE, {}, "nothing", "there is no war to commit to [H11.4]"),
    (BASE, {}, "support C7 1", "there is no war to commit to [H11.4]"),
    (BASE, {}, "winner C7", "there is no war with tied sides [H11.5]"),
    (BASE, {}, "keep C7", "granaries are taken at the end of the turn [M2.4]"),
    (BASE, {}, "decline", "nothing is offered that could be declined [H13]"),
    (BASE, {}, "end_turn", "you have 2 actions left [H4.1]"),
    (BASE, {"actions_done": 1}, "end_turn", "you have 1 action left [H4.1]"),
    # tiles
    (BASE, {}, "place red C8", "you have no red tile in hand [H6.1]"),
    (BASE, HAND, "place red A1", "the map has no hex A1 [H1.2, H6.1]"),
    (BASE, HAND, "place red C7", "there is a tile on C7 [H1.2b]"),
    (BASE, {**HAND, "leaders": leaders({"red": "C8"})}, "place red C8", "there is a leader on C8 [H1.2b]"),
    (BASE, HAND, "place blue C8", "C8 is land, and blue tiles go on rivers [H6.1]"),
    (BASE, HAND, "place red F8", "F8 is river, where only blue tiles go [H6.1]"),
    (BASE, {**CHAIN, "hand": [f"blue {ALL_FIVE}", ""]}, "place red C8", "only a blue tile may follow a blue one [H6.6]"),
    (BASE, {**CHAIN, "hand": [f"blue {ALL_FIVE}", ""]}, "place blue A6",
     "A6 is not next to F8, where you placed the last tile [H6.6, H6.6a]"),
    (BANDITS, NEAR_6, "place white D9", "bandits are on D9 [H1.2b, M1.3]"),
    (BANDITS, {**NEAR_6, "bandit_tiles": [0, 0, 0, 0, 2, 1]}, "place white B10",
     "B10 is beside more than one bandit tile [M1.6]"),
    (BANDITS, NEAR_6, "place white C8", "C8 is beside bandits, and the tile would be in no state [M1.4, M1.4a]"),
    (BANDITS, {**NEAR_6, "tiles": tiles(yellow="C7", red="B8"), "leaders": leaders({"blue": "B7"})}, "place white C8",
     "C8 is beside 2 bandits, and the state has 1 red tile [M1.4]"),
    (BANDITS, {**NEAR_6, "tiles": tiles(yellow="C7"), "leaders": leaders({"blue": "B7"})}, "place white C8",
     "C8 is beside 2 bandits, and the state has no red tile [M1.4]"),
    (BANDITS, {**NEAR_6, "bandit_tiles": [0, 0, 0, 0, 0, 10], "tiles": tiles(yellow="C7", red="A8 B8"),
               "leaders": leaders({"blue": "B7"})}, "place white C8",
     "C8 is beside 5 bandits, and the state has 2 red tiles [M1.4]"),
    (BANDITS, {**NEAR_6, "tiles": tiles(yellow="C7 F9", red="C6 B6"), "leaders": leaders({"red": "D7"}, {"red": "E8"})},
     "place white D8", "D8 is beside bandits, and the tile would cause a war too [M1.6]"),
    # leaders
    (BASE, {"leaders": leaders({"red": "C8"})}, "leader red C8",
     "your red leader is on C8 already: a move goes to another hex [H5.3a]"),
    (BASE, {}, "leader red A1", "the map has no hex A1 [H1.2, H5.2]"),
    (BASE, {}, "leader red F8", "F8 is river, and leaders go on land [H5.2]"),
    (BASE, {}, "leader red A2", "no yellow tile is next to A2 [H5.2]"),
    (BANDITS, NEAR_6, "leader red C8", "C8 is beside bandits [M1.3]"),
    (BASE, {"tiles": tiles(yellow="C7 C9 F9"), "leaders": leaders({"green": "C8"}, {"green": "E9"})}, "leader red D9",
     "on D9 it would join states that have leaders of one colour [H5.4, H5.5]"),
    (BASE, {"tiles": tiles(yellow="C7 C9 F9"), "leaders": leaders({}, {"green": "C8", "red": "E9"})}, "leader red D9",
     "on D9 it would join 2 states, one of which has a red leader [H5.4, H5.5]"),
    (game(players=3), {"tiles": tiles(yellow="C7 F9 C10"), "leaders": leaders({}, {"green": "C8", "red": "E9"}, {"blue": "C11"})},
     "leader red D9", "on D9 it would join 3 states, one of which has a red leader [H5.4, H5.5]"),
    (BASE, {}, "withdraw red", "your red leader is not on the board [H5.1]"),
    # riot, establish, replace
    (BASE, {"hand": ["blue", ""], "leaders": leaders({"blue": "C8"})}, "riot leader",
     "your blue leader is on the board, so it can't stand for a tile [H7.2]"),
    (BASE, {}, "riot leader", "the leader stands for one blue tile, and you have none for the other [H7.2]"),
    (BASE, HAND, "riot tiles", "a riot costs two blue tiles, or one and your blue leader off the board; you have 1 [H7.1, H7.2]"),
    (BASE, {**BARE, "hand": ["blue blue", ""]}, "riot tiles", "there is no tile on the board [H7.4]"),
    (BASE, {"hand": ["green", ""], "leaders": leaders({"green": "C8"})}, "establish leader",
     "your green leader is on the board, so it can't stand for a tile [H9.4]"),
    (BASE, {}, "establish leader", "the leader stands for one green tile, and you have none for the other [H9.4]"),
    (
        BASE, HAND, "establish tiles",
        "to establish costs two green tiles, or one and your green leader off the board; you have 1 [H9.4]",
    ),
    (BASE, {"hand": ["green green", ""]}, "establish tiles",
     "no three tiles of one colour without a building touch each other [H9.4a]"),
    (BASE, {}, "replace red", "you have no red tile in hand [H8.1]"),
    (PALACE, {"hand": ["red " * 7, ""], "moves": [[0, "replace red"]] * 6}, "replace red",
     "at most six tiles are replaced: draw [H8.1, H8.2]"),
    (BASE, RIOT, "remove C8", "there is no tile on C8 [H7.1]"),
    (BANDITS, {**RIOT, "bandit_tiles": [0, 0, 0, 0, 0, 1]}, "remove D9",
     "bandits are on D9, and they are no tile to remove [H7.1]"),
    # buildings
    (BASE, PAGODA, "pagoda C7+D7+C8", "the three hexes do not have tiles of one colour [H9.1]"),
    (BASE, {**PAGODA, "tiles": tiles(red="B9 C9 G1 F2 G2")}, "pagoda G1+F2+G2",
     "the tile that you placed is not one of the three [H9.1, H13.4]"),
    (BASE, {**PAGODA, "tiles": tiles(red="B9 C9 G1 F2 G2"), "pagodas": ["none", "none", "G1+F2+G2"]}, "pagoda G1+F2+G2",
     "there is a building on G1 already [H9.1, H9.3, M3.1a]"),
    (KINGDOMS, {**PAGODA, "tiles": tiles(red="B9 C9", yellow="C7 B8 C8")}, "pagoda C7+B8+C8",
     "there is a granary on C7 [M2.2]"),
    (BASE, PAGODA, "palace C7+D7+B8+C8", "this game is played without the palace [M3]"),
    (PALACE, PAGODA, "palace C7+D7+B8+C8", "the four hexes do not all have yellow tiles [M3.1]"),
    (PALACE, {**PAGODA, "tiles": tiles(red="B9 C9", yellow="C7 D7 B8 C8")}, "palace C7+D7+B8+C8",
     "the tile that you placed is not one of the four [M3.1, H13.4]"),
    (BASE, MOVED, "move G1+F2+G2", "no pagoda stands on G1 F2 G2 [H9.2]"),
    (BASE, {**MOVED, "tiles": tiles(red="B8 B9 C9 G1 G2 H1 I1 H2", white="C4 D4 D5"),
            "pagodas": ["none", "none", "B8+B9+C9", "H1+I1+H2", "none", "none", "none", "none", "C4+D4+D5"]}, "move C4+D4+D5",
     "the pagoda on C4 D4 D5 has another colour [H9.2]"),
    (BASE, MARKET, "take green", "there is no green tile on the market [H6.5]"),
    # conflicts
    (BASE, REVOLT, "commit 3", "you can't commit 3 yellow tiles: you have 2 [H10.1a]"),
    (BASE, {**REVOLT, "hand": ["", ""]}, "commit 1", "you can't commit 1 yellow tile: you have 0 [H10.1a]"),
    (BASE, {**REVOLT, "leaders": leaders({"yellow": "D7"}, {"red": "C8"})}, "commit 0 leader",
     "your yellow leader is on the board, so it can't help [H10.1]"),
    (BASE, WAR, "support C7 1", "no side of the war is named C7 [H11.4b]"),
    (BASE, WAR, "support C8 3", "you can't commit 3 red tiles: you have 2 [H11.4]"),
    (BASE, WAR, "support C8 1 leader", "your red leader is on the board, so it can't help [H11.4]"),
    (BASE, WAR, "support C8 0", "a side is supported by a tile or the leader at least [H11.4, H13.10]"),
    (BASE, TIE, "winner C7", "no side of the war is named C7 [H11.4b]"),
    (game(players=3), THREE_SIDES, "winner C10", "the side C10 is not tied for the highest total [H11.5]"),
    (BASE, PRICE, "remove C7", "there is no red tile on C7 [H11.8]"),
    (BASE, {**PRICE, "tiles": tiles(yellow="C7 F9", red="B8 E10 F10 J9")}, "remove J9",
     "the red tile on J9 is not one of the winning side [H11.8a]"),
    (BANDITS, RAID, "remove C7", "there is no red tile on C7 [M1.5]"),
    (BANDITS, {**RAID, "tiles": tiles(yellow="C7", red="B8 D7 C6 J9")}, "remove J9",
     "the red tile on J9 was not in the state that met the bandits [M1.5a]"),
    (KINGDOMS, GRANARY, "keep C8", "there is no granary on C8 [M2.4]"),
    (KINGDOMS, GRANARY, "keep F9", "the granary on F9 is not in the state of your blue leader [M2.4]"),
]  # fmt: skip


@pytest.mark.parametrize(("made", "position", "act", "reason"), REFUSED, ids=[reason[:60] for *_, reason in REFUSED])
def test_an_action_is_refused_with_the_reason(made: Any, position: Position, act: str, reason: str) -> None:
    match = made.position(position)
    seat = match.to_act[0] if match.to_act else 0
    assert match.why_not(seat, act) == f"{made.action(act).text}: {reason}"


def test_who_is_not_asked_is_told_so() -> None:
    assert BASE.position({}).why_not(1, "pass") == "pass: it is not your decision now [H13]"


class Recorder(gettext.NullTranslations):
    """Remembers the texts that were said."""

    def __init__(self) -> None:
        super().__init__()
        self.said = set[str]()

    def gettext(self, message: str) -> str:
        self.said.add(message)
        return message

    def ngettext(self, one: str, many: str, n: int) -> str:
        self.said |= {one, many}
        return one if n == 1 else many


NEVER_SAID = "in Eighteen Kingdoms there are no blue pagodas [M2.1]"
"""Its map has no three river hexes that touch each other; an own map is refused if it does [H1.4]."""


def test_every_text_is_said_in_some_position() -> None:
    recorder = Recorder()
    for made, position, act, _ in REFUSED:
        match = made.position(position)
        s = made.table.record_class(match._states, 0)
        refusals.why_not(s, match.to_act[0] if match.to_act else 0, made.action(act).id, recorder)
    source = Path(refusals.__file__).read_text("utf-8")
    texts = {text for text in re.findall(r'"([^"\n]+\[[HM][^"\n]*\])"', source) if "docstring" not in text}
    assert texts - recorder.said == {NEVER_SAID, "it is not your decision now [H13]"}


@pytest.mark.parametrize("name", OPTION_SETS)
def test_whatever_is_refused_has_a_reason_with_its_rule(name: str) -> None:
    chance, made = random.Random(name), game(**OPTION_SETS[name])
    rules = set(
        re.findall(
            r"\b[HM]\d+(?:\.\d+[a-c]?)?", Path(__file__).read_text("utf-8") + Path(refusals.__file__).read_text("utf-8")
        )
    )
    for table, seat, _ in walk(name)[::23]:
        allowed = set(legal(made, table.states, seat)) if seat >= 0 else set()
        s = table.game.table.record_class(table.states, 0)
        for number in chance.sample(range(made.actions.size), 60):
            if number not in allowed:
                reason = refusals.why_not(s, max(seat, 0), number, gettext.NullTranslations())
                cited = re.fullmatch(r"[a-zA-Z].*\[([^\]]+)\]", reason)
                assert cited, reason
                assert set(cited[1].split(", ")) <= rules
    assert len(COLOURS) == len(refusals.TILES) == len(refusals.LEADERS)


def test_for_every_question_it_is_told_what_comes_first_and_for_every_other_action_why_not_now() -> None:
    answers = ANY.questions.answers
    assert set(refusals.FIRST) == set(answers) - {"action"}
    assert set(refusals.NOT_NOW) == set(ANY.actions.by_name) - set(answers["action"]) - {"end_turn"}
