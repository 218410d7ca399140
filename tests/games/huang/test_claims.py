"""What the log of Huang claims moved, moved, and nothing moves untold: tiles, leaders, buildings, points, after every act."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from tests.games.claims import Claims, Facts, Line
from tests.games.huang.table import ANY, OPTION_SETS, Table, game
from tests.games.huang.test_positions import leaders, tiles
from tests.games.huang.walks import Step, steps
from tests.oracle.huang_map import Hex, around, linked, name, spot
from tianxia.engine import i18n
from tianxia.engine.compiling import py_func
from tianxia.games.huang.pieces import BANDITS, COLOURS, CORNERS, HEXES, LOCATIONS, PAGODAS, RHOMBUSES, TRIANGLES
from tianxia.games.huang.questions import OVER, REVOLT, TIE, WAR
from tianxia.games.huang.rules.turn import place
from tianxia.games.huang.sets import hexes_of, set_of
from tianxia.games.huang.texts import (
    A_TILE,
    LEADERS,
    OWNERS,
    SEAT_TITLES,
    THE_LEADERS,
    THE_PAGODA,
    place_said,
    points_said,
    tiles_said,
)

NUMBER = re.compile(r"\b\d+\b")
"""A number that counts; that of a hex follows its letter."""


def read(table: Table) -> Any:
    """The record as it is now."""
    return table.game.table.record_class(table.states.copy(), 0)


def facts(s: Any) -> Facts:
    """Where each thing lies, and what is counted. Committed tiles count as out of the game already: no way leads back."""
    found: Facts = Counter()
    on_board(s, found)
    out = list(s.out)
    committed = sum(max(0, n) for n in s.committed)
    out[COLOURS.index("yellow" if s.conflict == 1 else "red")] += committed
    for pile, counts in (("market", s.market), ("bag", s.bag), ("out", out)):
        found.update({(pile, colour): n for colour, n in zip(COLOURS, counts, strict=True)})
    for seat in range(s.players):
        for i, colour in enumerate(COLOURS):
            found["hand", seat, colour] = s.hand[seat, i]
            found["face down", seat, colour] = s.face_down[seat, i]
            found["points", seat, colour] = s.points[seat, i]
        found["granaries", seat] = s.granaries_taken[seat]
    if s.asks == REVOLT:
        found["strength", s.active], found["strength", s.defender] = s.totals[0], s.totals[1]
    if s.asks in (WAR, TIE):
        found.update({("strength", HEXES[s.side_hex[side] - 1]): s.totals[side] for side in range(s.n_sides)})
    found[("turn",)], found[("over",)] = s.turn, int(s.asks == OVER)
    found["active", s.active] = 1
    return dict(found)


def on_board(s: Any, found: Facts) -> None:
    """Tiles, leaders, buildings, bandits."""
    for i, colour in enumerate(COLOURS):
        found.update({("tile", HEXES[hex_], colour): 1 for hex_ in hexes_of(set_of(s.tiles, i))})
        for seat in range(s.players):
            found["leader", seat, colour, HEXES[s.leaders[seat, i] - 1] if s.leaders[seat, i] else "none"] = 1
    for i, colour in enumerate(PAGODAS):
        where = ("pagoda", COLOURS[colour], TRIANGLES[s.pagodas[i] - 1] if s.pagodas[i] else "none")
        found[where] = found.get(where, 0) + 1
    found["palace", RHOMBUSES[s.palace_at - 1] if s.palace_at else "none"] = 1
    found.update({("granary", HEXES[hex_]): 1 for hex_ in hexes_of(set_of(s.granaries))})
    for location in range(LOCATIONS):
        if s.bandit_tiles[location]:
            for corner in range(CORNERS):
                found["bandits", HEXES[s.locations[location, corner] - 1]] = BANDITS[s.bandit_tiles[location] - 1]


# --- what a line says -------------------------------------------------------------------------------------------------------


def says(line: Line, *texts: str, own: bool = False, when: bool = True) -> None:
    """The line has these texts, in each language in its words."""
    for text in texts:
        line.says(own=own, when=when, **{lang: i18n.translator(lang).gettext(text) for lang in line.said})


def seated(line: Line, *seats: int) -> None:
    """The line names these seats, as who acts or as whose something is, and no other."""
    for lang, said in line.said.items():
        speak = i18n.translator(lang).gettext
        words = set(re.findall(r"[\w']+", said))
        found = {seat for seat in range(5) if words & {speak(SEAT_TITLES[seat]), speak(OWNERS[seat])}}
        assert found == set(seats), said


def counts(line: Line, said: Any, colour: str, n: int, *, own: bool = False) -> None:
    """The line says so many of a colour, in the right form: `said` is the texts' way to say it."""
    line.says(own=own, **{lang: said(colour, n, i18n.translator(lang)) for lang in line.said})


def at(line: Line, *places: str) -> None:
    """The line names these hexes, in each language as places are said."""
    for where in places:
        line.says(**{lang: place_said(where, i18n.translator(lang)) for lang in line.said})


def shift(line: Line, thing: tuple[Any, ...], start: str, end: str) -> None:
    """A thing on the board leaves where it must be, for another place."""
    assert line.at(*thing, start) > 0, f"{thing} should be on {start}"
    line.adds((*thing, start), -1)
    line.adds((*thing, end), 1)


def group(line: Line, hex_: str, without: str = "") -> frozenset[Hex]:
    """The hexes linked with one, by the facts [H3.1]."""
    things = [fact for fact, n in line.facts.items() if n and fact[0] in ("tile", "leader") and "none" not in fact]
    hexes = {fact[1] if fact[0] == "tile" else fact[3] for fact in things} - {without}
    return next(found for found in linked(map(spot, hexes)) if spot(hex_) in found)


def leader_at(line: Line, seat: int, colour: str) -> str:
    """Where a leader stands, by the facts."""
    return next(hex_ for hex_, n in line.lying("leader", seat, colour).items() if n)


def rulers(line: Line, hexes: frozenset[Hex], colour: str) -> list[int]:
    """Whose leaders of a colour stand in a state."""
    stand = {fact[1]: fact[3] for fact, n in line.facts.items() if n and fact[0] == "leader" and fact[2] == colour}
    return [seat for seat, hex_ in stand.items() if hex_ != "none" and spot(hex_) in hexes]


# --- by kind of event -----------------------------------------------------------------------------------------------------


def turn_began(line: Line) -> None:
    line.clears("active")
    line.becomes(("active", line["seat"]), 1)
    line.adds(("turn",), 1)
    assert line.at("turn") == line["turn"]
    line.names(line["turn"])
    seated(line, line["seat"])


def placed(line: Line) -> None:
    line.moves(line["colour"], ("hand", line["seat"]), ("tile", line["hex"]))
    seated(line, line["seat"])
    says(line, A_TILE[line["colour"]])
    at(line, line["hex"])


def scored(line: Line) -> None:
    """Points, and that what they are said to be for is so."""
    seat, colour, points = line["seat"], line["colour"], line["points"]
    line.adds(("points", seat, colour), points)
    seated(line, seat)
    counts(line, points_said, colour, points)
    assert points > 0
    WHY[line["why"]](line, seat, colour, points)


def for_tile(line: Line, seat: int, colour: str, points: int) -> None:
    """The leader of the tile's colour gains it, else the yellow one [H6.2]."""
    hex_ = HEXES[line.after.placed - 1] if line.after.placed else newest(line)
    state = group(line, hex_)
    assert line.at("tile", hex_, colour) == points == 1
    assert (rulers(line, state, colour) or rulers(line, state, "yellow")) == [seat]


def newest(line: Line) -> str:
    """The hex with a tile that was not there before the act."""
    (hex_,) = {fact[1] for fact, n in line.facts.items() if n and fact[0] == "tile" and fact not in facts(line.before)}
    return str(hex_)


def for_pagodas(line: Line, seat: int, colour: str, points: int) -> None:
    """A point for each pagoda of the leader's colour in its state [H9.6]."""
    state = group(line, leader_at(line, seat, colour))
    standing = line.lying("pagoda", colour)
    assert points == sum(n for where, n in standing.items() if where != "none" and spot(where.split("+")[0]) in state)


def for_beaten(line: Line, seat: int, colour: str, points: int) -> None:
    """One leader of the colour is off the board that stood there before the act [H10.2, H11.7]."""
    assert points == 1
    assert leader_at(line, seat, colour) != "none"
    homes = [fact for fact, n in line.facts.items() if n and fact[0] == "leader" and fact[2:] == (colour, "none")]
    assert any(fact not in facts(line.before) for fact in homes)


def for_bandits(line: Line, seat: int, colour: str, points: int) -> None:
    """As many as there are bandits, for the red leader of the state [M1.5]."""
    hex_ = newest(line)
    assert points == bandits_near(line, hex_)
    assert rulers(line, group(line, hex_), "red") == [seat]
    assert colour == "red"


WHY = {"tile": for_tile, "pagoda": for_pagodas, "revolt": for_beaten, "war": for_beaten, "bandits": for_bandits}


def bandits_near(line: Line, hex_: str) -> int:
    """How many bandits are beside a hex."""
    return max(line.at("bandits", name(near)) for near in around(spot(hex_)))


def positioned(line: Line) -> None:
    shift(line, ("leader", line["seat"], line["colour"]), line["before"], line["hex"])
    seated(line, line["seat"])
    says(line, THE_LEADERS[line["colour"]])
    at(line, line["hex"], *([line["before"]] if line["before"] != "none" else []))


def withdrew(line: Line) -> None:
    shift(line, ("leader", line["seat"], line["colour"]), line["hex"], "none")
    seated(line, line["seat"])
    says(line, THE_LEADERS[line["colour"]])
    at(line, line["hex"])


def went_home(line: Line) -> None:
    shift(line, ("leader", line["seat"], line["colour"]), line["hex"], "none")
    seated(line, line["seat"])
    says(line, LEADERS[line["colour"]])
    at(line, line["hex"])


def paid(line: Line) -> None:
    helped = line["payment"] == "leader"
    line.moves(line["colour"], ("hand", line["seat"]), ("out",), 1 if helped else 2)
    assert not helped or line.at("leader", line["seat"], line["colour"], "none")
    seated(line, line["seat"])
    counts(line, tiles_said, line["colour"], 1 if helped else 2)
    says(line, THE_LEADERS[line["colour"]], when=helped)


def removed(line: Line) -> None:
    line.moves(line["colour"], ("tile", line["hex"]), ("out",))
    at(line, line["hex"])
    says(line, A_TILE[line["colour"]])


def established(line: Line) -> None:
    shift(line, ("pagoda", line["colour"]), line["before"], line["triangle"])
    assert all(line.at("tile", hex_, line["colour"]) for hex_ in line["triangle"].split("+"))
    seated(line, line["seat"])
    says(line, THE_PAGODA[line["colour"]])
    at(line, line["triangle"], *([line["before"]] if line["before"] != "none" else []))


def pagoda_lost(line: Line) -> None:
    shift(line, ("pagoda", line["colour"]), line["triangle"], "none")
    says(line, THE_PAGODA[line["colour"]])
    at(line, line["triangle"])


def palace_built(line: Line) -> None:
    shift(line, ("palace",), line["before"], line["rhombus"])
    seated(line, line["seat"])
    at(line, line["rhombus"], *([line["before"]] if line["before"] != "none" else []))


def palace_lost(line: Line) -> None:
    shift(line, ("palace",), line["rhombus"], "none")
    at(line, line["rhombus"])


def granary_lost(line: Line) -> None:
    assert line.at("granary", line["hex"])
    line.becomes(("granary", line["hex"]), 0)
    at(line, line["hex"])


def took(line: Line) -> None:
    line.moves(line["colour"], ("market",), ("hand", line["seat"]))
    seated(line, line["seat"])
    says(line, A_TILE[line["colour"]])


def discarded(line: Line) -> None:
    line.moves(line["colour"], ("hand", line["seat"]), ("face down", line["seat"]))
    seated(line, line["seat"])
    says(line, A_TILE[line["colour"]], own=True)
    says(line, A_TILE[line["colour"]], when=False)


def passed(line: Line) -> None:
    seated(line, line["seat"])


def revolt_began(line: Line) -> None:
    """Two leaders of a colour in one state; each counts the yellow tiles beside it [H10.1]."""
    attacker, defender, colour = line["seat"], line["defender"], line["colour"]
    assert sorted(rulers(line, group(line, line["hex"]), colour)) == sorted((attacker, defender))
    assert leader_at(line, attacker, colour) == line["hex"]
    for seat in (attacker, defender):
        near = [name(hex_) for hex_ in around(spot(leader_at(line, seat, colour)))]
        line.becomes(("strength", seat), sum(line.at("tile", hex_, "yellow") for hex_ in near))
    seated(line, attacker, defender)
    says(line, LEADERS[colour])
    at(line, line["hex"])


def committed(line: Line) -> None:
    seat, colour, given, helped = line["seat"], line["colour"], line["tiles"], line["leader"]
    line.moves(colour, ("hand", seat), ("out",), given)
    assert not helped or line.at("leader", seat, colour, "none")
    seated(line, seat)
    if given:
        counts(line, tiles_said, colour, given)
    else:
        assert not NUMBER.search(line.said["en"])
    says(line, THE_LEADERS[colour], when=helped)
    if colour == "yellow":
        line.adds(("strength", seat), given + helped)
        line.says(en="nothing", pl="nic", when=not given and not helped)
    elif line["side"] != "none":
        assert ("strength", line["side"]) in line.facts
        line.adds(("strength", line["side"]), given + helped)
        at(line, line["side"])
    line.says(en="no side", pl="żadnej strony", when=colour == "red" and line["side"] == "none")


def revolt_ended(line: Line) -> None:
    winner, loser = line["winner"], line["loser"]
    assert (line.at("strength", winner), line.at("strength", loser)) == (line["strength"], line["other"])
    tied = line["strength"] == line["other"]
    assert line["strength"] > line["other"] or (tied and winner == line.before.defender)
    seated(line, winner)
    line.names(line["strength"], line["other"])
    line.says(en="as the defender", pl="jako obrońca", when=tied)
    line.clears("strength")


def war_began(line: Line) -> None:
    assert line["sides"] == line.after.n_sides
    seated(line, line["seat"])
    line.names(line["sides"])
    at(line, line["hex"])


def side(line: Line) -> None:
    """A side has the red tiles of its state as it stood before the tile [H11.1a, H11.3]."""
    hexes = group(line, line["hex"], without=HEXES[line.after.marked - 1])
    assert line["strength"] == sum(line.at("tile", name(hex_), "red") for hex_ in hexes)
    line.becomes(("strength", line["hex"]), line["strength"])
    line.names(line["strength"])
    at(line, line["hex"])


def war_won(line: Line) -> None:
    """The highest total won, and the price is the highest of the others; whether it can be paid is told by what is lost."""
    totals = line.lying("strength")
    assert totals[line["hex"]] == line["strength"] == max(totals.values(), default=0)
    assert line["price"] == max((n for hex_, n in totals.items() if hex_ != line["hex"]), default=0)
    at(line, line["hex"])
    line.names(line["strength"])
    if line["price"]:
        line.names(line["price"])
    line.says(en="without a price", pl="bez ceny", when=not line["price"])
    line.clears("strength")


def bandits_met(line: Line) -> None:
    assert bandits_near(line, line["hex"]) == line["bandits"]
    seated(line, line["seat"])
    line.names(line["bandits"])
    at(line, line["hex"])


def bandits_beaten(line: Line) -> None:
    for corner in ("first", "second", "third"):
        assert line.at("bandits", line[corner])
        line.becomes(("bandits", line[corner]), 0)
        at(line, line[corner])


def took_granaries(line: Line) -> None:
    """Those of the blue leader's state but the one that stays [M2.4]."""
    state = group(line, leader_at(line, line["seat"], "blue"))
    taken = {hex_ for hex_ in line.lying("granary") if spot(hex_) in state} - {line["left"]}
    assert len(taken) == line["count"] > 0
    assert line.at("granary", line["left"])
    for hex_ in taken:
        line.becomes(("granary", hex_), 0)
    line.adds(("granaries", line["seat"]), line["count"])
    seated(line, line["seat"])
    line.names(line["count"])
    at(line, line["left"])


def drew(line: Line) -> None:
    """To all how many, to who draws which."""
    drawn = {colour: line[colour] for colour in COLOURS[:-1]}
    drawn["white"] = line["tiles"] - sum(drawn.values())
    for colour, n in drawn.items():
        line.moves(colour, ("bag",), ("hand", line["seat"]), n)
        if n:
            counts(line, tiles_said, colour, n, own=True)
    seated(line, line["seat"])
    assert NUMBER.findall(line.said["en"]) == [str(line["tiles"])]
    assert sum(map(int, NUMBER.findall(line.own["en"]))) == line["tiles"] > 0


def market_filled(line: Line) -> None:
    for colour in COLOURS:
        line.moves(colour, ("bag",), ("market",), line[colour])
        if line[colour]:
            counts(line, tiles_said, colour, line[colour])
    assert sum(map(int, NUMBER.findall(line.said["en"]))) == sum(line[colour] for colour in COLOURS) > 0


def over(line: Line) -> None:
    line.becomes(("over",), 1)
    bag = line["why"] == "bag"
    assert line.after.bag_size == 0 if bag else line.after.quiet_turns == line.after.stall_turns
    line.says(en="the bag is empty", pl="woreczek jest pusty", when=bag)


def won(line: Line) -> None:
    first = [seat for seat in range(line.after.players) if py_func(place)(line.after, seat) == 1]
    assert line["winner"] == (first[0] if len(first) == 1 else -1)
    seated(line, *([line["winner"]] if line["winner"] >= 0 else []))


CHECKS = {check.__name__: check for check in (
    turn_began, placed, scored, positioned, withdrew, went_home, paid, removed, established, pagoda_lost, palace_built,
    palace_lost, granary_lost, took, discarded, passed, revolt_began, committed, revolt_ended, war_began, side, war_won,
    bandits_met, bandits_beaten, took_granaries, drew, market_filled, over, won,
)}  # fmt: skip
CLAIMS = Claims(read, facts, CHECKS)
WALKS = [(options, seed) for options in OPTION_SETS for seed in (1, 2)]
ONCE = pytest.mark.xdist_group("claims of huang")  # its games are followed once


@cache
def met(options: str, seed: int) -> Counter[str]:
    """The kinds of events of a random game, whose lines were held against it."""
    return CLAIMS.follow(steps(options, seed))


def written(position: Any, *acts: Any, **options: Any) -> Iterator[Step]:
    """A written position with acts that are named."""
    made = game(**options)
    table = type("Written", (Table,), {"game": made})(made.position(position)._states)
    for act in acts:
        (seat,) = table.actors
        number = made.action(act).id
        assert number in table.legal(seat), act
        yield table, seat, number
        table.apply(seat, number)
    yield table, -1, -1


def test_every_kind_of_event_is_checked() -> None:
    assert set(CHECKS) == set(ANY.events.by_name)


@ONCE
@pytest.mark.parametrize(("options", "seed"), WALKS)
def test_what_the_log_claims_is_what_happened(options: str, seed: int) -> None:
    assert met(options, seed)


@ONCE
def test_every_kind_of_event_comes() -> None:
    found = sum((met(*walk) for walk in WALKS), Counter()) + CLAIMS.follow(written(*RIOT_ON_PALACE, palace=True))
    assert set(found) == set(CHECKS)


RIOT_ON_PALACE = (
    {"tiles": tiles(yellow="C7 D7 B8 C8"), "palace_at": "C7+D7+B8+C8", "hand": ["blue blue", ""]},
    "riot tiles",
    "remove C8",
)


@pytest.mark.parametrize(
    ("position", "acts", "options"),
    [
        # the winner has no red tile and was given none: the price is told, and nothing is paid
        (
            {"tiles": tiles(yellow="C7 F9", red="E8"),
             "leaders": leaders({"red": "C8"}, {"red": "E9"}), "hand": ["red", "", ""]},
            ["place red D8", "nothing", "support C8 0 leader", "nothing", "winner C8"],
            {"players": 3},
        ),
        # no side has any strength
        (
            {"tiles": tiles(yellow="C7 F9"), "leaders": leaders({"red": "C8"}, {"red": "E9"}), "hand": ["red", ""]},
            ["place red D8", "nothing", "nothing", "winner E9"],
            {},
        ),
        # both leaders of the winning side are of no double colour but one: one point
        (
            {
                "tiles": tiles(yellow="C7 F9", red="B8 E8"),
                "leaders": leaders({"red": "C8", "blue": "B7"}, {"red": "E9", "white": "F10"}),
                "hand": ["green red red", "red"],
            },
            ["place green D8", "nothing", "support C8 2"],
            {},
        ),
    ],
)  # fmt: skip
def test_what_comes_seldom_is_told_as_it_is(position: dict[str, Any], acts: list[str], options: dict[str, Any]) -> None:
    assert CLAIMS.follow(written(position, *acts, **options))["war_won"]
