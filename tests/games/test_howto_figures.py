"""What the figures of the pages that tell how to play show is what the rules make of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import tianxia
from tests.games.huns.table import taking
from tianxia.games.huang.pieces import COLOURS, HEXES
from tianxia.games.huang.prompts import standing
from tianxia.games.huns.pieces import COLOURS as GOODS
from tianxia.games.sun_tzu.pieces import CARDS, PROVINCES
from tianxia.games.sun_tzu.pieces import FRAMED as HOW_MANY_FRAMED
from tianxia.server import howto

SEATS = ("han", "chu")
FRAMED = CARDS[:HOW_MANY_FRAMED]


def figures(game: str, name: str) -> Iterator[dict[str, str]]:
    """The facts of the figures of a name; both languages have the same."""
    found = [figure.facts for part in howto.parts(game, "en") for figure in part.figures if figure.name == name]
    assert found, name
    yield from found


def events(match: tianxia.Match, kind: str) -> list[dict[str, Any]]:
    return [event for event in match.events(None) if event["kind"] == kind]


def pairs(fact: str, by: str = ";") -> list[tuple[str, str]]:
    return [(one.partition(":")[0], one.partition(":")[2]) for one in fact.split(by)] if fact else []


# --- Chu Han ------------------------------------------------------------------------------------------------------------------


def set_of(cards: str) -> str:
    """The action that plays cards as one set."""
    kinds = cards.split(",")
    joker = "0" in kinds
    return f"set {next(kind for kind in kinds if kind != '0')} {len(kinds) - joker}{' joker' * joker}"


def chu_han(han: str, chu: str, **more: Any) -> tianxia.Match:
    return tianxia.load("chu-han").position({"hand": [han.replace(",", " "), chu.replace(",", " ")], **more})


def test_chu_han_who_goes_out_gains_what_is_told() -> None:
    for facts in figures("chu-han", "count"):
        match = chu_han("9", " ".join("1" * int(facts["cards"])), decrees_taken=[0, int(facts["decrees"])])
        match.play(0, "set 9 1")
        (out,) = events(match, "went_out")
        assert (out["cards"], out["decrees"], out["points"]) == tuple(
            int(facts[name]) for name in ("counted", "decrees", "points")
        )


def test_chu_han_a_trick_is_led_on_by_who_is_told() -> None:
    for facts in figures("chu-han", "trick"):
        plays = pairs(facts["plays"])
        held = [" ".join(what.replace(",", " ") for who, what in plays if who == side) for side in SEATS]
        match = chu_han(*(f"{cards.replace('pass', '')} 1 1" for cards in held))
        for who, what in plays:
            match.play(SEATS.index(who), "pass" if what == "pass" else set_of(what))
        assert match.to_act == (SEATS.index(facts["leads"]),)


def test_chu_han_a_set_is_beaten_by_what_is_told() -> None:
    for facts in figures("chu-han", "answers"):
        right, wrong = facts["yes"].split(";"), facts["no"].split(";")
        for answer in right + wrong:
            match = chu_han(f"{facts['to']},1,1", f"{answer},1")
            match.play(0, set_of(facts["to"]))
            assert (set_of(answer) in [action.text for action in match.legal(1)]) == (answer in right), answer


def test_chu_han_what_is_cancelled_stands_as_told() -> None:
    for facts in figures("chu-han", "cancel"):
        assert facts["ability"] == "ying_bu"
        match = chu_han(f"{facts['ability']},{facts['then']},9,8", f"{facts['by']},1")
        for seat, act in ((0, "ying_bu 1"), (1, "cancel"), (0, "restore")):
            match.play(seat, act)
        stood = len(events(match, "took")) > 0 or match.view(0)["state"]["hand_size"][0] > 2
        assert stood == (facts["stands"] == "yes")


def test_chu_han_a_decree_brings_and_costs_what_is_told() -> None:
    for facts in figures("chu-han", "decree"):
        match = chu_han("9,1,1", "5,5")
        match.play(0, "decree")
        assert match.view(None)["state"]["hand_size"] == [3 + int(facts["cards"]), 2]
        gained = []
        for decrees in (0, 1):
            match = chu_han("9", "5,5", decrees_taken=[0, decrees])
            match.play(0, "set 9 1")
            gained.append(events(match, "went_out")[0]["points"])
        assert gained[1] - gained[0] == int(facts["points"])


def test_chu_han_a_set_of_twos_scores_what_is_told() -> None:
    for facts in figures("chu-han", "set"):
        for cards, points in ((facts["cards"], int(facts["points"])), (facts["cards"][2:], 0)):
            match = chu_han(f"{cards},9,8", "5,5")
            before = match.view(None)["state"]["score"][0]
            match.play(0, set_of(cards))
            assert match.view(None)["state"]["score"][0] - before == points


def test_chu_han_the_persons_have_the_signs_that_are_told() -> None:
    """The caption says in its order: for the lead, in response, as a reaction, for both."""
    lead = {action.kind for action in chu_han("ji_bu,peng_yue,lyu_zhi,zhongli_mo,8,9", "5,5").legal(0)}
    for facts in figures("chu-han", "persons"):
        first, second, third, both = facts["cards"].split(",")
        assert first in lead
        assert second not in lead
        assert third not in lead
        assert both in lead
        match = chu_han("5,9,1", f"{second},{third},{both},5,8,8")
        match.play(0, "set 5 1")
        answers = {action.kind for action in match.legal(1)}
        assert second in answers
        assert third not in answers


# --- Sun Tzu ------------------------------------------------------------------------------------------------------------------


def test_sun_tzu_battles_end_as_told() -> None:
    game = tianxia.load("sun-tzu", generals=False)
    every = " ".join(card for card in CARDS if card not in FRAMED)
    for facts in figures("sun-tzu", "battles"):
        for battle in facts["list"].split(";"):
            cards, before, after = battle.split(",")
            armies = [[0, 0, 0, 0, int(count)] for count in before.split("/")]
            match = game.position({"round": 2, "armies": armies, "hand": [every, every]})
            for seat, card in enumerate(cards.split("/")):
                for province, order in zip(PROVINCES, [*FRAMED[:4], card], strict=True):
                    match.play(seat, f"order {province} {order}")
                match.play(seat, "confirm")
            while match.asked and match.asked["kind"] == "army":
                match.play(
                    match.to_act[0], next(act for act in match.legal(match.to_act[0]) if act.kind == "take_pool")
                )
            assert [row[-1] for row in match.view(None)["state"]["armies"]] == [
                int(count) for count in after.split("/")
            ], battle


def test_sun_tzu_the_figure_moves_as_told() -> None:
    game = tianxia.load("sun-tzu", generals=False)
    for facts in figures("sun-tzu", "track"):
        displays = ["1/4/3", "3/1/5", "1/4/2", "1/2/5", "2/3/3"]
        match = game.position(
            {
                "round": 3,
                "displays": displays,
                "figure": int(facts["from"]),
                "armies": [[1, 1, 1, 0, 0], [0, 0, 0, 0, 1]],
            }
        )
        for seat in (0, 1):
            for province, card in zip(PROVINCES, FRAMED, strict=False):
                match.play(seat, f"order {province} {card}")
            match.play(seat, "confirm")
        (scored,) = events(match, "scored")
        assert (scored["blue"], scored["red"], scored["figure"]) == tuple(
            int(facts[name]) for name in ("blue", "red", "to")
        )


def test_sun_tzu_the_cards_are_those_that_are_told() -> None:
    for facts in figures("sun-tzu", "cards"):
        assert set(facts["framed"].split(",")) == set(FRAMED)
        assert set(facts["once"].split(",")) == set(CARDS) - set(FRAMED)
    state = tianxia.load("sun-tzu", generals=False).new(1).view(None)["state"]
    for facts in figures("sun-tzu", "deck"):
        assert int(facts["framed"]) == len(FRAMED)
        assert int(facts["framed"]) + int(facts["drawn"]) == state["hand_size"][0]
        assert int(facts["left"]) == state["deck_size"][0]
    for facts in figures("sun-tzu", "orders"):
        assert len(facts["cards"].split(",")) == len(PROVINCES)


# --- Huang --------------------------------------------------------------------------------------------------------------------


def stood(fact: str) -> list[tuple[int, str, str]]:
    """Leaders as a figure tells them: seat, colour, hex."""
    return [(int(who[0]), who[1:], hex_) for who, hex_ in pairs(fact)]


def region(fact: str) -> list[str]:
    (left, top), (right, bottom) = ((one[0], int(one[1:])) for one in fact.split(":"))
    return [hex_ for hex_ in HEXES if left <= hex_[0] <= right and top <= int(hex_[1:]) <= bottom]


def test_huang_what_is_shown_on_the_map_ends_as_told() -> None:
    met = set()
    for facts in figures("huang", "map"):
        tiles: list[list[str]] = [[] for _ in COLOURS]
        for colour, hexes in pairs(facts["tiles"]):
            tiles[COLOURS.index(colour)] += hexes.split(",")
        pagoda = pairs(facts.get("pagoda", ""))
        new = pairs(facts.get("new", ""))
        if pagoda:  # what it stands on was completed by a tile
            new = [(pagoda[0][0], pagoda[0][1].split(",")[-1])]
            tiles[COLOURS.index(new[0][0])].remove(new[0][1])
        leaders = [["none"] * len(COLOURS) for _ in range(2)]
        for seat, colour, hex_ in stood(facts["leaders"]):
            leaders[seat][COLOURS.index(colour)] = hex_
        chain = facts["chain"].split(",") if "chain" in facts else []
        hand = [colour for colour, _ in new] + ["blue"] * len(chain)
        match = tianxia.load("huang").position({"tiles": tiles, "leaders": leaders, "hand": [" ".join(hand), ""]})
        ground = match.view(None)["state"]
        shown = region(facts["region"])
        assert {*facts.get("river", "").split(",")} - {""} == {*ground["river"]} & {*shown}
        assert {*shown} <= {*ground["river"], *ground["land"]}
        for colour, hex_ in [*new, *(("blue", hex_) for hex_ in chain)]:
            match.play(0, f"place {colour} {hex_}")
        for _, colour, hex_ in stood(facts.get("arrives", "")):
            match.play(0, f"leader {colour} {hex_}")
        if "strength" in facts:
            told = {hex_: int(count) for hex_, count in pairs(facts["strength"])}
            assert sorted(told.values()) == sorted(match.view(None)["state"]["totals"][:2])
        conflict = match.view(None)["state"]["conflict"]
        met.add(conflict)
        if pagoda:
            match.play(0, next(action for action in match.legal(0) if action.kind == "pagoda"))
            match.play(0, "pass")
            match.play(0, "end_turn")
        while match.asked and match.asked["kind"] in ("revolt", "war"):
            nothing = next(a for a in match.legal(match.to_act[0]) if a.text in ("nothing", "commit 0"))
            match.play(match.to_act[0], nothing)
        scored = [(event["seat"], event["colour"], event["points"]) for event in events(match, "scored")]
        if "war" in facts:
            assert scored == [(int(facts["war"]), "red", 1)]
            assert events(match, "war_won")[0]["price"] == 1
            assert [event["seat"] for event in events(match, "went_home")] == [1 - int(facts["war"])]
            assert len(events(match, "removed")) == 1
        elif "revolt" in facts:
            assert scored == [(int(facts["revolt"]), "red", 1)]
        else:
            ((seat, colour, points),) = stood(facts["gains"])
            gained = scored[1:] if pagoda else scored  # the tile itself brought one
            assert sum(one[2] for one in gained) == int(points)
            assert {one[:2] for one in gained} == {(seat, colour)}
    assert met == {"none", "war", "revolt"}


def test_huang_the_score_is_what_is_told() -> None:
    for facts in figures("huang", "lowest"):
        assert standing([int(count) for count in facts["points"].split(",")], 0)[0] == int(facts["score"])


# --- Huns ---------------------------------------------------------------------------------------------------------------------


def counts(fact: str) -> dict[str, int]:
    """Goods by colour, as a figure tells them."""
    return {colour: int(count) for colour, count in pairs(fact, ",")}


def wagon(kind: str, needs: dict[str, int]) -> str:
    """The wagon of the deck that a figure shows."""
    state = tianxia.load("huns", players=2).new(1).view(None)["state"]
    wanted = [needs.get(colour, 0) for colour in GOODS]
    index = next(
        i for i, (of, need) in enumerate(zip(state["type"], state["need"], strict=True)) if (of, need) == (kind, wanted)
    )
    return f"W{index + 1:02}"


def looted(facts: dict[str, str], **more: Any) -> tianxia.Match:
    ((colour, count),) = counts(facts["loot"]).items()
    match = tianxia.load("huns", players=2).position(taking(colour, count, more))
    match.play(0, "loot")
    return match


def test_huns_a_loot_goes_where_it_is_told() -> None:
    for facts in figures("huns", "load"):
        before, after = counts(facts["before"]), counts(facts["after"])
        load = [" ".join([colour] * before.get(colour, 0)) for colour in GOODS]
        match = looted(facts, wagons=[[wagon(facts["type"], counts(facts["needs"])), "W18"]], load=[[load]])
        while match.asked and match.asked["kind"] == "place":
            match.play(0, match.legal(0)[0])
        lies = match.view(0)["state"]["load"][0][0]
        assert {colour: sum(lies[GOODS.index(colour)]) for colour in after} == after
        ((colour, loot),) = counts(facts["loot"]).items()
        assert after[colour] - before[colour] == int(facts["fits"])
        assert loot - int(facts["fits"]) == int(facts["returns"])


def test_huns_a_wagon_is_sent_as_told() -> None:
    for facts in figures("huns", "send"):
        before = counts(facts["before"])
        load = [" ".join([colour] * before.get(colour, 0)) for colour in GOODS]
        match = looted(facts, wagons=[[wagon(facts["type"], counts(facts["needs"])), "W21"]], load=[[load]])
        while match.asked and match.asked["kind"] == "place":
            match.play(0, match.legal(0)[0])
        state = match.view(0)["state"]
        assert state["sent_size"][0] == 1
        assert len(str(state["stash"][0]).split()) == int(facts["stash"]) or sum(state["stash"][0]) == int(
            facts["stash"]
        )


def test_huns_a_mercenary_is_filled_as_told() -> None:
    for facts in figures("huns", "hire"):
        match = looted(facts, camp=[[facts["card"]]], wagons=[["W21", "W05"]])
        if match.asked and match.asked["kind"] == "place":
            match.play(0, f"on {facts['card']}")
        state = match.view(0)["state"]
        assert facts["card"] in state["full"]
        index = int(facts["card"][1:]) - 1
        assert sum(state["goods_on"][index]) == int(facts["fits"]) == state["spaces"][index] == int(facts["spaces"])


def test_huns_the_account_is_what_is_told() -> None:
    for facts in figures("huns", "points"):
        players = int(facts["players"])
        assert players == 2
        game = tianxia.load("huns", players=players)
        kinds = game.new(1).view(None)["state"]["type"]
        sent: list[str] = []
        for kind in facts["sent"].split(","):
            sent.append(
                next(f"W{i + 1:02}" for i, one in enumerate(kinds) if one == kind and f"W{i + 1:02}" not in sent)
            )
        camp = (
            [f"R{i + 1:02}" for i in range(int(facts["raids"]))]
            + ["M03"] * int(facts["full"])
            + ["M04"] * int(facts["unfilled"])
        )
        goods = [""] * 24
        goods[2] = "red red"
        match = game.position({"camp": [camp], "sent": [sent], "goods_on": goods})
        assert sum(match.view(0)["state"]["standing"][0]) == int(facts["total"])


def test_huns_a_curse_costs_what_is_told_and_each_deck_is_shown() -> None:
    for facts in figures("huns", "curse"):
        deck = [[], [], [], [facts["card"]]]
        match = tianxia.load("huns", players=int(facts["players"])).position(taking("black", 1, {"deck": deck}, "draw"))
        while match.asked and match.asked["kind"] != "flee":
            match.play(match.to_act[0], match.legal(match.to_act[0])[0])
        before = sum(match.view(1)["state"]["standing"][1])
        match.play(1, "flee")
        assert before - sum(match.view(1)["state"]["standing"][1]) == int(facts["costs"])
    for facts in figures("huns", "kinds"):
        assert [card[0] for card in facts["cards"].split(",")] == ["E", "R", "M", "C", "T"]


def test_huns_dice_have_the_faces_that_are_told() -> None:
    for facts in figures("huns", "dice"):
        faces = counts(facts["faces"])
        assert list(faces) == list(GOODS)
        assert facts["taken"] in faces
        match = tianxia.load("huns", players=2).position(taking(facts["taken"], faces[facts["taken"]], {}))
        assert match.preview(0, "loot").startswith(f"Attila loots {faces[facts['taken']]} {facts['taken']} goods")


@pytest.mark.parametrize("game", tianxia.games())
def test_every_figure_is_held_by_a_test_above(game: str) -> None:
    held = {
        "chu-han": {"count", "trick", "answers", "persons", "cancel", "decree", "set"},
        "huang": {"map", "lowest", "callings"},
        "huns": {"points", "dice", "load", "send", "kinds", "hire", "curse"},
        "sun-tzu": {"track", "orders", "battles", "displays", "cards", "deck"},
    }
    assert {figure.name for part in howto.parts(game, "en") for figure in part.figures} == held[game]


def test_sun_tzu_displays_are_worth_most_when_it_is_told() -> None:
    """The caption: the first after round 6, the other two after round 9."""
    state = tianxia.load("sun-tzu").new(1).view(None)["state"]
    for facts in figures("sun-tzu", "displays"):
        best = [max(range(3), key=lambda i, one=one: int(one.split("/")[i])) for one in facts["list"].split(";")]
        assert best == [1, 2, 2]
        assert all(display.count("/") == 2 for display in state["displays"])
