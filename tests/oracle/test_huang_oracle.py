"""The slow reference plays whole games: nothing gets lost, every game ends, and no view tells more than the rules allow."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.oracle.huang import Huang
from tests.oracle.huang_facts import facts
from tests.oracle.huang_map import BASE, EIGHTEEN_KINGDOMS, Map, around, load_map, read_map, spot
from tests.oracle.huang_score import placing, totals
from tests.oracle.huang_table import Player, Table
from tests.oracle.huang_things import ALL_PAGODAS, ALL_TILES, BLUE, COLOURS, RED, WHITE, YELLOW, Chance, Options, listed

MODULES: list[dict[str, Any]] = [
    {},
    {"bandits": True},
    {"eighteen_kingdoms": True},
    {"palace": True},
    {"bandits": True, "palace": True},
    {"eighteen_kingdoms": True, "palace": True},
]
TABLES: list[tuple[int, dict[str, Any]]] = [
    *((players, modules) for players in (2, 3, 4, 5) for modules in MODULES),
    *((2, {"short_game": True, **modules}) for modules in MODULES),
]
SOME = [TABLES[0], (3, {"bandits": True, "palace": True}), (5, {"eighteen_kingdoms": True}), (2, {"short_game": True})]
BOARDS = {False: load_map(BASE), True: load_map(EIGHTEEN_KINGDOMS)}
LIKES = {"place": 30, "leader": 8, "riot": 2, "replace": 2, "establish": 6, "pagoda": 5, "palace": 5, "support": 5}
ACTS = {
    *("H13.1 place", "H13.1 leader", "H13.1 withdraw", "H13.1 riot", "H13.1 establish", "H13.1 replace", "H13.1 pass"),
    *(
        "H13.2 remove",
        "H13.3 pagoda",
        "H13.4 pagoda",
        "H13.4 palace",
        "H13.4 decline",
        "H13.5 move",
        "H13.6 take",
        "H13.6 decline",
        "H13.7 place",
    ),
    *("H13.7 stop", "H13.8 replace", "H13.8 draw", "H13.9 commit", "H13.10 nothing", "H13.10 support", "H13.11 winner"),
    *("H13.12 remove", "H13.13 end", "H13.14 keep", "H13.14 decline"),
}


def board_of(options: dict[str, Any]) -> Map:
    return BOARDS[options.get("eighteen_kingdoms", False)]


def chance_of(seed: int, players: int, map_: Map) -> Chance:
    chance = random.Random(seed)
    bag = listed(ALL_TILES - Counter({YELLOW: len(map_.capitals)}))
    chance.shuffle(bag)
    return Chance(chance.randrange(players), bag, chance.sample(range(1, 11), 10))


def new_game(seed: int, players: int, **options: Any) -> Huang:
    map_ = board_of(options)
    return Huang(chance_of(seed, players, map_), map_, players, **options)


def lively_act(game: Huang, seat: int, chance: random.Random) -> str:
    """Mostly tiles, near to others and to those of their colour, so that states meet and buildings rise."""
    by_kind: dict[str, list[str]] = {}
    for act in game.legal(seat):
        by_kind.setdefault(act.split()[0], []).append(act)
    kinds = list(by_kind)
    (kind,) = chance.choices(kinds, [LIKES.get(kind, 1) for kind in kinds])
    acts = by_kind[kind]
    if kind != "place" or chance.random() < 0.1:
        return chance.choice(acts)
    return max(chance.sample(acts, min(15, len(acts))), key=lambda act: company(game.table, act))


def company(table: Table, act: str) -> int:
    _, colour, where = act.split()
    near = around(spot(where))
    alike = sum(table.tiles.get(hex_) == colour for hex_ in near)
    groups = len(table.touched(spot(where), table.groups()))
    return 2 * alike + 3 * groups


def plays(seed: int, players: int, **options: Any) -> Iterator[tuple[Huang, int, str]]:
    """A game, before each act."""
    chance = random.Random(seed)
    game = new_game(seed, players, **options)
    while game.actors():
        (seat,) = game.actors()
        act = lively_act(game, seat, chance)
        yield game, seat, act
        game.apply(seat, act)
    yield game, -1, "over"


def check(game: Huang) -> None:
    """What holds before every decision."""
    table = game.table
    assert table.all_tiles() == ALL_TILES, "H1.1"
    assert table.all_pagodas() == ALL_PAGODAS, "H1.1"
    assert all(count >= 0 for player in table.players for count in player.hand.values())
    carried = [hex_ for pagoda in table.pagodas for hex_ in pagoda.hexes] + [*(table.palace or ()), *table.granaries]
    assert len(set(carried)) == len(carried), "one building at most on a tile"
    assert all(hex_ in table.tiles for hex_ in carried), "H9.5"
    for pagoda in table.pagodas:
        assert {table.tiles[hex_] for hex_ in pagoda.hexes} == {pagoda.colour}, "H9.1"
    assert not table.leader_hexes() & (table.tiles.keys() | table.bandit_hexes()), "H1.2b"
    for hex_, colour in table.tiles.items():
        assert (hex_ in table.map.river) == (colour == BLUE), "H6.1"
    for hex_ in table.leaders.values():
        assert hex_ in table.map.land, "H5.2"
        assert table.yellow_around(hex_), "H5.7"
    if game.ask and game.ask.number in ("H13.1", "H13.13"):
        assert not table.double(), "H3.5"
        assert table.conflict is None
        assert not table.must_go
        assert not any(table.bandits_beside(hex_) for hex_ in [*table.tiles, *table.leaders.values()]), "M1.3, M1.4"
    granaries = len(table.granaries) + sum(player.granaries for player in table.players)
    assert granaries <= (19 if table.options.eighteen_kingdoms else 0), "M2.1"


@pytest.mark.parametrize(("players", "options"), TABLES, ids=str)
def test_games_end_and_keep_138_tiles_and_9_pagodas(players: int, options: dict[str, Any]) -> None:
    for game, seat, _ in plays(players, players, **options):
        check(game)
        assert (seat < 0) == (game.result() is not None)
        for other in range(players):
            legal = game.legal(other)
            assert len(legal) == len(set(legal))
            assert bool(legal) == (other == seat), "H13"
    places = game.result()
    assert places is not None
    assert sorted(places)[0] == 1
    assert game.table.bag == [] or game.table.quiet_turns == 100, "H12.1"


def test_every_act_of_the_rules_happens() -> None:
    acts: Counter[str] = Counter()
    for seed in range(3):
        for players, options in SOME:
            for game, _, act in plays(seed + 10, players, **{**options, "palace": True}):
                if game.ask:
                    acts[f"{game.ask.number} {act.split()[0]}"] += 1
        if acts.keys() >= ACTS:
            break
    assert not ACTS - acts.keys()


@pytest.mark.parametrize(("players", "options"), SOME, ids=str)
def test_views_do_not_depend_on_what_they_hide(players: int, options: dict[str, Any]) -> None:
    chance = random.Random(1)
    for game, _, _ in plays(1, players, **options):
        if chance.random() < 0.1 and game.result() is None:
            for viewer in (None, *range(players)):
                other = copy.deepcopy(game.table)
                deal_anew(other, viewer, chance)
                assert facts(other, game.ask, viewer) == game.facts(viewer)


def deal_anew(table: Table, viewer: int | None, chance: random.Random) -> None:
    """All that the viewer does not see: hands, bag, what is set aside, others' discards in a replace, points, granaries."""
    others = [player for player in table.players if player.seat != viewer]
    piles = [table.set_aside, *(player.hand for player in others), *(player.face_down for player in others)]
    tiles = table.bag + [colour for pile in piles for colour in listed(pile)]
    chance.shuffle(tiles)
    table.bag = [tiles.pop() for _ in table.bag]
    for pile in piles:
        size = pile.total()
        pile.clear()
        pile.update(tiles.pop() for _ in range(size))
    for player in others:
        player.points = Counter({colour: chance.randrange(9) for colour in COLOURS})
        player.granaries = chance.randrange(9)


@pytest.mark.parametrize(("players", "options"), SOME, ids=str)
def test_a_discard_in_a_replace_tells_others_only_that_it_was_done(players: int, options: dict[str, Any]) -> None:
    for game, seat, act in plays(2, players, **options):
        if not act.startswith("replace"):
            continue
        views = [game.facts(viewer) for viewer in (None, *range(players)) if viewer != seat]
        twin = copy.deepcopy(game.table)
        for view in views:
            assert view["hands"] == [None] * players or view["hands"][seat] is None
            assert view["face_down"][seat] is None
        discarded = act.removeprefix("replace ")
        twin.player(seat).hand[discarded] -= 1
        twin.player(seat).face_down[discarded] += 1
        after = [facts(twin, game.ask, viewer) for viewer in (None, *range(players)) if viewer != seat]
        for view, later in zip(views, after, strict=True):
            assert {key for key in view if view[key] != later[key]} <= {"hand_size", "face_down_size"}


def test_points_are_open_if_the_players_choose() -> None:
    for option in (False, True):
        for game, seat, _ in plays(3, 3, open_points=option):
            if seat < 0:
                assert None not in game.facts(None)["points"], "H12.4"
                assert None not in game.facts(None)["hands"], "H12.4"
                break
            shown = game.facts(None)["points"] + game.facts(None)["granaries_taken"]
            assert (None not in shown) == option
            assert game.facts(None)["hands"] == [None, None, None]


def test_the_same_chance_and_acts_give_the_same_game() -> None:
    acts = [(seat, act) for _, seat, act in plays(4, 2, bandits=True)][:-1]
    again = new_game(4, 2, bandits=True)
    for seat, act in acts:
        again.apply(seat, act)
    *_, (first, _, _) = plays(4, 2, bandits=True)
    assert [again.facts(viewer) for viewer in (None, 0, 1)] == [first.facts(viewer) for viewer in (None, 0, 1)]


def test_an_illegal_act_is_refused_and_changes_nothing() -> None:
    game = new_game(1, 3)
    (seat,) = game.actors()
    before = game.facts(seat)
    for act in ("draw", "end turn", "place red Z9", "withdraw red", "decline", "nothing", "nonsense", ""):
        with pytest.raises(ValueError, match="not legal"):
            game.apply(seat, act)
    with pytest.raises(ValueError, match="not legal"):
        game.apply((seat + 1) % 3, "pass")
    assert game.facts(seat) == before


def bag_size(players: int, **options: Any) -> int:
    return int(new_game(1, players, **options).facts(None)["bag_size"])


def test_the_bag_after_the_set_up() -> None:
    assert [bag_size(2, short_game=True), *map(bag_size, (2, 3, 4, 5))] == [89, 113, 107, 101, 95], "H2.5a"
    eighteen = [bag_size(players, eighteen_kingdoms=True) for players in (2, 3, 4, 5)]
    assert [bag_size(2, short_game=True, eighteen_kingdoms=True), *eighteen] == [77, 101, 95, 89, 83], "H2.5a"


def test_white_points_make_the_best_sorted_totals() -> None:
    chance = random.Random(5)
    for _ in range(200):
        counts = [chance.randrange(6) for _ in range(5)]
        player = Player(0, points=Counter(dict(zip(COLOURS, counts, strict=True))), granaries=chance.randrange(3))
        start = counts[:4]
        start[2] += 2 * player.granaries
        assert sorted(totals(player)) == max(spread(start, player.points[WHITE])), "H12.2"


def spread(totals_: list[int], white: int) -> Iterator[list[int]]:
    """Every way to give away the white points."""
    if white == 0:
        yield sorted(totals_)
        return
    for index in range(len(totals_)):
        more = list(totals_)
        more[index] += 1
        yield from spread(more, white - 1)


def test_a_full_tie_has_no_winner_and_places_are_shared() -> None:
    table = Table(Options(3), BOARDS[False], [Player(seat) for seat in range(3)])
    for player, points in zip(table.players, [{RED: 1}, {RED: 1}, {}], strict=True):
        player.points = Counter(points)
    assert placing(table) == (1, 1, 3)


@pytest.mark.parametrize(
    ("players", "options", "complaint"),
    [
        (1, {}, "2 to 5"),
        (6, {}, "2 to 5"),
        (3, {"short_game": True}, "only for 2"),
        (2, {"bandits": True, "eighteen_kingdoms": True}, "not with"),
    ],
)
def test_options_that_exclude_each_other_are_refused(players: int, options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Options(players, **options)


LAST_LOCATION = "(1,0)(1,1)(2,1)"


@pytest.mark.parametrize(
    ("edits", "complaint"),
    [
        ({". . ~ . . ~ . . . . . _ _": "_ _ _ _ _ _ _ _ _ _ _ _ _"}, "connected"),
        ({". Y .": ". . ."}, "6 capitals"),
        ({". . Y": ". . .", ". Z .": ". Z Y"}, "touches a capital"),
        ({"~": "."}, "river triples"),
        ({"10 (1,0)": "11 (1,0)"}, "they are 1 to 10"),
        ({LAST_LOCATION: "(1,0)(1,1)(2,2)"}, "mutually adjacent"),
        ({LAST_LOCATION: "(1,1)(1,2)(2,2)"}, "is no land"),
        ({LAST_LOCATION: "(0,7)(0,8)(1,8)"}, "touches a capital or another"),
        ({". . X . .": ". ? X . ."}, "a hex is"),
    ],
)
def test_a_map_that_the_rules_do_not_allow_is_refused(edits: dict[str, str], complaint: str) -> None:
    text = BASE.read_text(encoding="utf-8")
    for old, new in edits.items():
        assert old in text
        text = text.replace(old, new)
    with pytest.raises(ValueError, match=complaint):
        read_map(text)


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        ({"tiles": {"red": "D2"}}, "blue is on river"),
        ({"tiles": {"red": "A2", "green": "A2"}}, "something already"),
        ({"tiles": {"pink": "A2"}}, "no colour"),
        ({"hands": ["white " * 13, ""]}, "too many"),
        ({"leaders": [{"red": "A2"}, {}]}, "next to a yellow"),
        ({"leaders": [{"red": "C6"}, {"red": "D7"}]}, "in one state"),
        ({"pagodas": ["red A2 A3 B3"]}, "no triangle"),
        ({"palace": "A2 A3 B3 B2"}, "no rhombus"),
        ({"granaries": "C7"}, "Eighteen Kingdoms"),
        ({"bandits": {"1": 2}}, "only with the option"),
        ({"actions_done": 3}, "cannot be"),
        ({"quiet_turns": 100}, "the game is over"),
        ({"hands": [""]}, "there are 2"),
        ({"score": 1}, "no field"),
    ],
)
def test_an_impossible_position_is_refused(position: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Huang.from_position(position, BOARDS[False], 2)
