"""The slow reference plays whole games: nothing gets lost, every game ends, and no view tells more than the rules allow."""

from __future__ import annotations

import json
import random
from collections import Counter, deque
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.cases import huns_cases
from tests.oracle.huns import Huns
from tests.oracle.huns_facts import facts
from tests.oracle.huns_position import goods_outside
from tests.oracle.huns_refusals import KINDS
from tests.oracle.huns_table import Table
from tests.oracle.huns_things import COLOURS, DECK, EVERY, GOODS, NUMBER, Chance, Deck, Options, our_deck

WAYS = {f"{moment} {kind}" for moment, kinds in KINDS.items() for kind in kinds.split()}


def chance_of(seed: int, players: int) -> tuple[Chance, random.Random]:
    chance = random.Random(seed)
    decks = our_deck().decks(players)
    wagons = list(our_deck().wagons)
    for pile in (*decks, wagons):
        chance.shuffle(pile)
    return Chance(decks, wagons, chance.randrange(players), deque(chance.choices((1, 2, 3), k=1500))), chance


def new_game(seed: int, players: int, **options: Any) -> Huns:
    return Huns(chance_of(seed, players)[0], players, **options)


def lively_act(game: Huns, seat: int, chance: random.Random) -> str:
    """Effects are used more often than not, and turns are not ended before."""
    acts = game.legal(seat)
    used = [act for act in acts if act.split()[0] in ("use", "raise", "value", "loot_as", "brand", "on")]
    return chance.choice(used if used and chance.random() < 0.6 else acts)


def plays(seed: int, players: int, **options: Any) -> Iterator[tuple[Huns, int, str]]:
    """The game before each act, with the act; at the end with seat -1."""
    _, chance = chance_of(seed, players)
    game = new_game(seed, players, **options)
    while game.actors():
        (seat,) = game.actors()
        act = lively_act(game, seat, chance)
        yield game, seat, act
        game.apply(seat, act)
    yield game, -1, "over"


# --- what always holds ---------------------------------------------------------------------------------------------------


def check(game: Huns) -> None:
    table = game.table
    assert [table.reserve[c] + outside for c, outside in enumerate(goods_outside(table))] == [GOODS[game_of(game)]] * 5
    assert min(table.reserve) >= 0
    assert min(table.hand) >= 0
    assert sorted(cards_of(table)) == sorted(card for deck in our_deck().decks(game_of(game)) for card in deck), "N1.2"
    assert sorted(wagons_of(table)) == sorted(our_deck().wagons), "N1.1"
    assert len(table.display) == 4
    assert all(table.display) or not table.wagon_deck, "N2.2"
    for player in table.players:
        assert len(player.wagons()) <= 3, "N4.4"
        assert sum(player.saddlebags) <= 2, "E05"
        for _, wagon in player.wagons():
            held = Counter(space for _, space in wagon.lading)
            assert [wagon.room[c] + held[c] for c in EVERY] == list(wagon.card.need)
        for card in player.camp.values():
            assert 0 <= sum(card.goods) <= card.card.spaces, "N8.8"
            assert not (card.fled and any(card.goods)), "N5.5"
            assert (card.by is None) == (card.id[0] != "C")
            assert card.by != player.seat, "N5.4"


def game_of(game: Huns) -> int:
    return game.table.options.players


def cards_of(table: Table) -> list[str]:
    lying = [card for deck in table.decks for card in deck] + [card for player in table.players for card in player.camp]
    return lying + ([table.curse] if table.curse else [])


def wagons_of(table: Table) -> list[str]:
    lying = table.wagon_deck + [wagon for wagon in table.display if wagon]
    for player in table.players:
        lying += [wagon.id for wagon in player.sent] + [wagon.card.id for _, wagon in player.wagons()]
    return lying


def check_between(game: Huns) -> None:
    """What holds between the parts of a turn."""
    table = game.table
    assert not any(table.hand), "N8.18"
    assert not table.waiting, "N8.12"
    assert not table.became_full
    assert not table.drawn
    assert table.curse is None
    for player in table.players:
        for _, wagon in player.wagons():
            assert not wagon.full or table.works(player.seat, "C04"), "N4.3"
        if any(table.display):
            assert len(player.wagons()) >= table.limit(player.seat), "N4.4.1, N8.9"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_games_end_at_the_end_of_a_round_and_nothing_is_lost(players: int, seed: int) -> None:
    turns = 0
    for game, seat, act in plays(seed, players):
        check(game)
        ask = game.asks()
        assert (seat < 0) == (ask is None) == (game.result() is not None)
        if ask:
            assert ask.options == sorted(set(ask.options), key=NUMBER.__getitem__)
            assert len(ask.options) > 1 or ask.moment == "after_action", "N11.2"
            assert all(option.split()[0] in KINDS[ask.moment].split() for option in ask.options), "N11.3"
            assert [bool(game.legal(other)) for other in range(players)] == [other == seat for other in range(players)]
            if ask.moment in ("before_die", "after_die", "after_action"):
                check_between(game)
                assert seat == game.table.active
            if ask.moment == "after_action":
                turns += act == "done"
                assert seat == (game.table.rolled_by + game.table.turn) % players, "N3.1"
    table = game.table
    check_between(game)
    assert turns == 5 * table.round, "N3.1"
    assert not all(table.reserve) or not all(table.decks), "N3.2"
    assert table.dice == [0] * 5
    assert 1 in table.places


@pytest.mark.parametrize("players", [2, 4])
def test_one_batch_is_never_split(players: int) -> None:
    """A batch that began on wagons stays on wagons; on a card all goes at once, as much as there is room."""
    for seed in range(3):
        wagons_before: tuple[int, int, dict[str, int]] | None = None  # seat, goods left, goods on own cards
        card_before: tuple[int, str, int] | None = None  # seat, card, goods on it in the end
        for game, seat, act in plays(seed + 20, players):
            ask = game.asks()
            moment, held = (ask.moment, sum(game.table.hand)) if ask else ("over", 0)
            if wagons_before and moment == "placing" and wagons_before[:2] == (seat, held):
                assert not any(option.startswith("on ") for option in game.legal(seat)), "N8.17.1"
                assert on_cards(game, seat) == wagons_before[2], "N8.17.3"
            if card_before and moment != "card_goods":
                assert on_cards(game, card_before[0])[card_before[1]] >= card_before[2], "N8.17.2"
                card_before = None
            wagons_before = None
            if moment == "placing" and act.startswith("on "):
                card = game.table.player(seat).camp[act.split()[1]]
                card_before = (seat, card.id, sum(card.goods) + min(card.room, held))
            elif moment == "placing" and act != "done":
                wagons_before = (seat, held - 1, on_cards(game, seat))


def on_cards(game: Huns, seat: int) -> dict[str, int]:
    return {card.id: sum(card.goods) for card in game.table.player(seat).camp.values()}


def test_every_kind_of_act_happens_at_each_moment() -> None:
    found: Counter[str] = Counter()
    for seed in range(60):  # two wagons that become sendable at once come in one game of some hundred
        for players in (2, 3, 4):
            for game, _, act in plays(seed + 200, players):
                ask = game.asks()
                if ask:
                    found[f"{ask.moment} {act.split()[0]}"] += 1
        if found.keys() >= WAYS:
            break
    assert not WAYS - found.keys()


# --- what is hidden ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_views_do_not_depend_on_what_they_hide(players: int) -> None:
    chance = random.Random(1)
    for game, seat, _ in plays(1, players):
        if seat >= 0 and chance.random() < 0.1:
            for viewer in (None, *range(players)):
                view, legal = game.facts(viewer), game.legal(seat)
                hide(game.table, viewer, chance)
                assert game.facts(viewer) == view, "N12.1"
                assert viewer == seat or game.legal(seat) == legal


def hide(table: Table, viewer: int | None, chance: random.Random) -> None:
    """The unknown cards are dealt over the unknown places of their deck, the wagon deck too [N12.3]."""
    known = set() if viewer is None else table.player(viewer).known
    for deck in table.decks:
        places = [place for place, card in enumerate(deck) if card not in known and place >= table.drawn]
        cards = [deck[place] for place in places]
        chance.shuffle(cards)
        for place, card in zip(places, cards, strict=True):
            deck[place] = card
    chance.shuffle(table.wagon_deck)


def test_what_a_seat_knows_of_a_deck_is_true_and_only_what_it_drew() -> None:
    drawn: list[set[str]] = [set(), set(), set()]
    for game, seat, act in plays(3, 3):
        for viewer in range(3):
            seen = game.facts(viewer)["seen"]
            for deck, told in zip(game.table.decks, seen, strict=True):
                assert all(place in (card, "?") for card, place in zip(deck, told, strict=True))
                assert {place for place in told if place != "?"} == drawn[viewer] & set(deck) or seat == viewer
        if act.startswith("play "):
            drawn[seat] |= {option.removeprefix("play ") for option in game.legal(seat)}
        for player in game.table.players:
            drawn[player.seat] |= player.known
        assert game.facts(None)["seen"] == [["?"] * len(deck) for deck in game.table.decks], "N12.3"


def test_types_of_others_sent_wagons_are_shown_by_choice_and_at_the_end() -> None:
    for option in (False, True):
        for game, _, _ in plays(3, 3, open_sent=option):
            for viewer in (None, 0, 1, 2):
                for seat, sent in enumerate(game.facts(viewer)["sent"]):
                    assert isinstance(sent, list) == (option or seat == viewer or game.result() is not None), "N12.4"


# --- the game as an object -----------------------------------------------------------------------------------------------


def test_the_same_chance_and_acts_give_the_same_game() -> None:
    acts = [(seat, act) for _, seat, act in plays(4, 2)][:-1]
    again = new_game(4, 2)
    for seat, act in acts:
        again.apply(seat, act)
    *_, (first, _, _) = plays(4, 2)
    assert [again.facts(viewer) for viewer in (None, 0, 1)] == [first.facts(viewer) for viewer in (None, 0, 1)]


def test_a_copy_goes_its_own_way() -> None:
    course = plays(5, 4)
    game = next(game for game, _, _ in course if game.table.round == 3)
    before, other = game.facts(None), game.copy()
    assert [other.facts(viewer) for viewer in range(4)] == [game.facts(viewer) for viewer in range(4)]
    for _ in range(30):
        (seat,) = other.actors()
        other.apply(seat, other.legal(seat)[-1])
    assert game.facts(None) == before
    assert other.facts(None) != before


def test_a_copy_of_a_position_is_at_the_same_decision() -> None:
    game = Huns.of_position({"wagons": [["W01 blue"]]}, 2, rolls=[1, 1, 1, 1, 1], deck=huns_cases.DECK)
    game.apply(0, "die red")
    other = game.copy()
    assert other.facts(0) == game.facts(0)
    assert other.legal(0) == game.legal(0)


def test_an_illegal_act_is_refused_and_changes_nothing() -> None:
    game = new_game(1, 2)
    (seat,) = game.actors()
    before = game.facts(seat)
    for act, rule in (("loot", "N11.3"), ("flee", "N5.5"), ("use R01", "N9.1"), ("nonsense", "N11.4"), ("", "N11.4")):
        with pytest.raises(ValueError, match=rf"^{act}: .* \[{rule}\]$"):
            game.apply(seat, act)
    with pytest.raises(ValueError, match=r"\[N11.1\]"):
        game.apply(1 - seat, "die red")
    assert game.facts(seat) == before


def test_every_refusal_in_play_names_a_rule() -> None:
    chance = random.Random(2)
    for game, seat, _ in plays(6, 4):
        for act in chance.sample(list(NUMBER), 20) if seat >= 0 else ():
            if act not in game.legal(seat):
                with pytest.raises(ValueError, match=r"\[N\d+(\.\d+)*\]$"):
                    game.apply(seat, act)


def test_a_roll_without_faces_says_so_and_goes_on_when_they_are_there() -> None:
    chance, _ = chance_of(1, 2)
    chance.rolls.clear()
    game = Huns(chance, 2)
    with pytest.raises(LookupError, match="5 faces are needed, 0 are there"):
        game.actors()
    game.chance.rolls.extend([3, 2, 1, 3, 2])
    assert game.facts(None)["dice"] == [3, 2, 1, 3, 2]
    assert game.actors() == (chance.first,)


def test_the_acts_are_366_in_the_order_of_their_numbers() -> None:
    assert len(NUMBER) == 366
    some = ["die blue", "raise", "loot_as blue", "play E01", "use E01", "on M01", "brand blue 1 blue", "swap 1 0 1"]
    assert [NUMBER[act] for act in some] == [0, 5, 11, 16, 76, 142, 181, 321], "N11.4"
    assert NUMBER["done"] == 365
    assert NUMBER["take 0 1 red"] + 5 == NUMBER["take 0 2 red"]


def test_the_start_goods_of_the_fourth_are_of_two_colours_and_on_own_wagons() -> None:
    for seed in range(20):
        game = new_game(seed, 4)
        third, fourth = (game.chance.first + 2) % 4, (game.chance.first + 3) % 4
        while game.asks() and game.asks().moment == "set_up":  # type: ignore[union-attr]
            (seat,) = game.actors()
            game.apply(seat, game.legal(seat)[0])
        goods = [[sum(c) for c in zip(*(w.goods() for _, w in p.wagons()), strict=True)] for p in game.table.players]
        assert [sum(own) for own in goods] == [{third: 1, fourth: 2}.get(seat, 0) for seat in range(4)]
        assert max(goods[fourth]) == 1, "N2.3"


# --- decks and positions that cannot be ----------------------------------------------------------------------------------


def raw_deck() -> dict[str, Any]:
    raw: dict[str, Any] = json.loads(DECK.read_text(encoding="utf-8"))
    return raw


def test_each_type_of_wagon_has_its_sizes_and_seven_spaces_of_each_colour() -> None:
    for kind in {wagon.type for wagon in our_deck().wagons.values()}:
        wagons = [wagon for wagon in our_deck().wagons.values() if wagon.type == kind]
        assert sorted(wagon.size for wagon in wagons) == [3, 4, 4, 4, 5, 5, 5, 5], "N10"
        assert [sum(wagon.need[c] for wagon in wagons) for c in EVERY] == [7] * 5, "N10"


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda raw: raw["cards"].pop(), "T01 to T12"),
        (lambda raw: raw["cards"][11].update(min_players=2), "one for 4|for 3"),
        (lambda raw: raw["cards"][24].update(spaces=6), "1-5 spaces"),
        (lambda raw: raw["cards"][0].update(spaces=2), "1-5 spaces"),
        (lambda raw: raw["wagons"][0].update(type="orange"), "8 wagons of each type"),
        (lambda raw: raw["wagons"][0].update(need={"blue": 1, "red": 1}), "3-5 spaces"),
        (lambda raw: raw["wagons"][0].update(need={"blue": 3}), "2 or more colours"),
    ],
)
def test_a_deck_that_the_rules_do_not_allow_is_refused(spoil: Callable[[Any], Any], complaint: str) -> None:
    raw = raw_deck()
    spoil(raw)
    with pytest.raises(ValueError, match=complaint):
        Deck(raw)


def test_another_deck_can_be_played() -> None:
    raw = raw_deck()
    for card in raw["cards"]:
        card["spaces"] = card["spaces"] and 1
    for wagon in raw["wagons"]:
        wagon["need"] = {"red": 2, "black": 1}
    for seed in range(3):
        chance, random_ = chance_of(seed, 4)
        game = Huns(chance, 4, deck=raw)
        while game.actors():
            (seat,) = game.actors()
            check(game)
            game.apply(seat, lively_act(game, seat, random_))
        assert all(min(wagon.need) == 0 for wagon in game.table.deck.wagons.values())


def test_only_two_to_four_can_play() -> None:
    for players in (1, 5):
        with pytest.raises(ValueError, match="2 to 4"):
            Options(players)


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        ({"score": 1}, "no field"),
        ({"camps": ["E01", "E01"]}, "lies elsewhere"),
        ({"camps": ["E11"]}, "not in the box"),
        ({"used": "R01"}, "in no camp"),
        ({"camps": ["M01"], "goods_on": {"M01": "red red red red"}}, "too many on M01"),
        ({"stash": [[21, 0, 0, 0, 0]]}, "too many of a colour"),
        ({"wagons": [["W01 red"]]}, "no red space"),
        ({"wagons": [["W01"], ["W01"]]}, "lies elsewhere"),
        ({"wagons": [[], [], []]}, "3 seats; there are 2"),
        ({"active": 1, "rolled_by": 0}, "not its turn"),
        ({"dice": [0, 0, 0, 0, 0]}, "one is left in a turn"),
        ({"moves": ["die pink"]}, "moves: die pink"),
        ({"display": "W01 W02 W03 -"}, "four places"),
        ({"decks": {"pink": "E01"}}, "no colours"),
        ({"saddlebags": ["pink"]}, "no colour"),
    ],
)
def test_an_impossible_position_is_refused(position: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Huns.of_position(position, deck=huns_cases.DECK)


def test_a_new_game_needs_its_chance() -> None:
    with pytest.raises(ValueError, match="needs its chance"):
        Huns(None)
    chance, _ = chance_of(1, 2)
    chance.decks[0].pop()
    with pytest.raises(ValueError, match="all cards of each colour"):
        Huns(chance)
    chance, _ = chance_of(1, 3)
    chance.first = 3
    with pytest.raises(ValueError, match="seats are 0 to 2"):
        Huns(chance, 3)


def test_facts_have_one_entry_for_each_seat_or_colour() -> None:
    view = facts(new_game(1, 3).table, None, None)
    for key in ("camps", "wagons", "sent", "stash", "saddlebags"):
        assert len(view[key]) == 3
    for key in ("dice", "deck_sizes", "reserve", "hand"):
        assert len(view[key]) == len(COLOURS)
