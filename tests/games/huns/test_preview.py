"""What Huns foretells of an action is what then happens, number by number, and is told from the masked record."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

import tianxia
from tests.games.huns.table import NOTATION, Table, asked, game, game_of_cases, taking
from tests.games.huns.walks import crowded_steps, steps
from tianxia.engine import _entries as entries
from tianxia.engine import i18n
from tianxia.engine.compiling import INTERPRETED, py_func
from tianxia.games.huns.pieces import COLOURS
from tianxia.games.huns.preview import STAGE, preview, until_hidden
from tianxia.games.huns.rules.scoring import points, settle_account, treasures_met

GAMES = [("2", 1), ("3", 2), ("4", 3)]
PLACES = range(4) if INTERPRETED else range(16)
"""Positions full of cards for each number of players."""
KINGS = ("Attila", "Bleda", "Rua", "Octar")
ON_WAGONS = re.compile(
    r"On (one of the |)wagons: (\d+) fits?( at most)?(?:, (\d+) (returns?|\w+ left over|only if[^.;]*))?([^.]*)\."
)
ON_CARD = re.compile(
    r"On (?:each of )?([A-Z][\w', -]+): (\d+) fits?(?:, (\d+) (returns?|\w+ left over))?(; (?:it|each) is (?:full|over) then)?\."
)
STANDING = re.compile(r"Your points as things stand: ([−\d]+), then ([−\d]+)\.")
VALUE = re.compile(r"Value (\d): (?:draws (\d+) cards?, or )?loots (\d+) (\w+) goods?\.")
DRAWN = re.compile(r"(\d+) cards? (?:is|are) drawn")
UNTOLD = ("laid", "rolled")


def match_at(table: Table) -> tianxia.Match:
    return tianxia.Match(table.game, table.states.copy(), {})


@cache
def foretold(name: str, seed: int) -> tuple[tuple[tianxia.Match, int, str, str], ...]:
    """Legal actions of a game and of positions full of cards: the match, the seat, the action, what is foretold of it."""
    found = []
    chance = random.Random(seed)
    crowds = (crowded_steps(name, 100 * seed + place) for place in PLACES)
    for walked in (steps(name, seed), *crowds):
        for table, seat, act in walked:
            if act < 0:
                continue
            match = match_at(table)
            legal = table.legal(seat)
            for number in {act, *chance.sample(legal, min(3, len(legal)))}:
                found.append((match, seat, NOTATION[number], match.preview(seat, number)))
    return tuple(found)


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def playing(match: tianxia.Match, seat: int, act: str) -> tuple[tianxia.Match, list[dict[str, Any]]]:
    """A copy on which the action is played, and the events of it."""
    after = match.copy()
    start = len(after.events(None))
    after.play(seat, act)
    return after, after.events(None, start)


def standing(match: tianxia.Match, seat: int) -> int:
    """Points of a seat if the game ended now."""
    s = match.game.table.record_class(match._states.copy(), 0)
    py_func(settle_account)(s, seat, py_func(treasures_met)(s, seat))
    return int(py_func(points)(s, seat))


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_what_is_foretold_is_what_happens(name: str, seed: int) -> None:
    for match, seat, act, text in foretold(name, seed):
        action = match.game.action(act)
        if act == "draw" or (act == "use R04" and match.view(None)["state"]["action"] == "loot") or act == "wagon deck":
            continue
        _, happened = playing(match, seat, act)
        known = [
            {key: event[key] for key in event if key != "step"} for event in happened if event["kind"] not in UNTOLD
        ]
        s = match.game.table.record_class(match.masked(seat), 0)
        outcome = until_hidden(STAGE.played(s, seat, action.id))
        assert outcome.events == known[: len(outcome.events)], (act, text)
        if outcome.whole:
            assert len(outcome.events) == len(known), act


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_the_points_that_are_foretold_are_those_that_the_action_brings(name: str, seed: int) -> None:
    told = 0
    for match, seat, act, text in foretold(name, seed):
        after, happened = playing(match, seat, act)
        found = STANDING.search(text)
        if found:
            assert (number(found[1]), number(found[2])) == (standing(match, seat), standing(after, seat)), (act, text)
            told += 1
        elif act not in ("draw", "wagon deck") and not {"rolled", "drew"} & {event["kind"] for event in happened}:
            assert standing(match, seat) == standing(after, seat), (act, text)
    assert told > 30


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_cards_and_goods_of_a_die_are_as_many_as_foretold(name: str, seed: int) -> None:
    told = Counter[str]()
    for match, seat, act, text in foretold(name, seed):
        after, happened = playing(match, seat, act)
        found = DRAWN.search(text)
        if found:
            (drew,) = [event for event in happened if event["kind"] == "drew"]
            assert drew["count"] == int(found[1])
            told["drawn"] += 1
        found = VALUE.search(text)
        if found:
            (asked,) = after.to_act
            acts = [action.kind for action in after.legal(asked)]
            assert ("draw" in acts) == (found[2] is not None), (act, text)
            (looted,) = [event for event in playing(after, asked, "loot")[1] if event["kind"] == "looted"]
            assert (looted["count"], looted["colour"]) == (int(found[3]), found[4]), (act, text)
            if found[2]:
                (drew,) = [event for event in playing(after, asked, "draw")[1] if event["kind"] == "drew"]
                assert drew["count"] == int(found[2]), (act, text)
            told["value"] += 1
    assert told["drawn"] > 10
    assert told["value"] > 20


def placed(after: tianxia.Match, seat: int, first: str, chance: random.Random) -> list[dict[str, Any]]:
    """The events until a batch is placed: by a first act, then by loading what can be loaded; nothing is branded or kept."""
    start = len(after.events(None))
    after.play(seat, first)
    while after.to_act == (seat,) or after.to_act == [seat]:
        acts = [action.text for action in after.legal(seat)]
        loads = [act for act in acts if act.startswith("load ")]
        question = asked(after.view(seat)["state"])["kind"]
        if question == "place" and loads:
            after.play(seat, chance.choice(loads))
        elif question in ("place", "keep"):
            after.play(seat, "done")
        elif question in ("new_wagon", "put", "send_full", "needed"):
            after.play(seat, chance.choice(acts))
        else:
            break
    return after.events(None, start)


def counted(events: list[dict[str, Any]], kind: str, seat: int) -> int:
    """Goods of events, until the batch is over: what a later effect brings does not count."""
    ends = [i for i, event in enumerate(events) if event["kind"] in ("used", "took", "robbed", "turn_began")]
    events = events[: ends[0]] if ends else events
    return sum(event.get("count", 1) for event in events if event["kind"] == kind and event["seat"] == seat)


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_as_many_goods_fit_and_return_as_foretold(name: str, seed: int) -> None:
    chance = random.Random(seed)
    told = Counter[str]()
    names = card_names()
    for match, seat, act, text in foretold(name, seed):
        if " fit" not in text:
            continue
        after, _ = playing(match, seat, act)
        state = after.view(seat)["state"]
        assert state["asked"] == seat
        if asked(state)["kind"] != "place":
            continue  # another card may change the goods first
        legal = [action.text for action in after.legal(seat)]
        found = ON_WAGONS.search(text)
        assert (found is not None) == any(one.startswith("load ") for one in legal), (act, text)
        if found:
            check_wagons(after, seat, found, chance, told)
        for found in ON_CARD.finditer(text):
            for card in re.split(", | and (?=[A-Z])", found[1]):
                check_card(after, seat, f"on {names[card]}", found, chance, told)
    assert min(told[what] for what in ("wagons", "returns", "sent", "card", "filled")) > 0, told


def card_names() -> dict[str, str]:
    return {told["name"]: card for card, told in game().glossary("en").items()}


def check_wagons(
    after: tianxia.Match, seat: int, found: re.Match[str], chance: random.Random, told: Counter[str]
) -> None:
    """The batch goes on wagons as foretold, whichever is loaded first."""
    state = after.view(seat)["state"]
    size, fit = sum(state["hand"]), int(found[2])
    loads = [action.text for action in after.legal(seat) if action.kind == "load"]
    events = placed(after.copy(), seat, chance.choice(loads), chance)
    loaded = counted(events, "loaded", seat)
    returned = counted(events, "returned", seat)
    told["wagons"] += 1
    if "M05" in state["works"][seat] and seat == state["active"]:
        return  # the Cartwright loads goods of his own
    if found[3]:
        assert 0 < loaded <= fit < size
    elif found[5] and found[5].startswith("only if"):
        assert fit <= loaded <= size
        assert loaded + returned == size or "E05" in state["works"][seat]
    else:
        assert loaded == fit, (found[0], events)
        if found[5] and found[5].startswith("return"):
            assert returned == int(found[4]) == size - fit, (found[0], events)
            told["returns"] += 1
    sent = {event["slot"] for event in events if event["kind"] == "sent" and event["seat"] == seat}
    for slot, then in re.findall(r"wagon (\d) is full then and (sent|stays)", found[6]):
        assert (int(slot) in sent) == (then == "sent"), (found[0], events)
        told[then] += 1
    known = {int(slot) for slot in re.findall(r"(?:wagons?|and|,) (\d)", found[6])}
    if not found[1] and "new wagon" not in found[0]:
        assert sent <= known, (found[0], events)


def check_card(
    after: tianxia.Match, seat: int, act: str, found: re.Match[str], chance: random.Random, told: Counter[str]
) -> None:
    """The batch goes on the card as foretold."""
    events = placed(after.copy(), seat, act, chance)
    put = sum(event["count"] for event in events if event["kind"] == "put" and event["card"] == act.split()[1])
    assert put == int(found[2]), (found[0], events)
    if found[4] and found[4].startswith("return"):
        assert counted(events, "returned", seat) == int(found[3]), (found[0], events)
    filled = any(event["kind"] == "filled" and event["card"] == act.split()[1] for event in events)
    assert filled == bool(found[5]), (found[0], events)
    told["card"] += 1
    told["filled"] += filled


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_fleeing_costs_what_the_question_the_preview_and_the_victim_s_preview_say(name: str, seed: int) -> None:
    met = Counter[bool]()
    for match, seat, act, text in foretold(name, seed):
        if act == "flee":
            after, _ = playing(match, seat, act)
            cost = fled(match, seat) - fled(after, seat)
            points = "point" if cost == 1 else "points"
            assert match.prompt(seat).endswith(f"flee it for {cost} {points} at the end")
            assert text.startswith(f"Costs {cost} {points} at the end.")
            met["E09" in match.view(None)["state"]["works"][seat]] += 1
        found = re.search(r"(\w+) may flee it for (\d+) points?\.", text)
        if found:
            after, _ = playing(match, seat, act)
            victim = KINGS.index(found[1])
            assert after.to_act == [victim] or after.to_act == (victim,)
            assert fled(after, victim) - fled(playing(after, victim, "flee")[0], victim) == int(found[2])
        elif "cannot flee it" in text:
            assert "M01" in match.view(None)["state"]["works"][seat]
    assert met[False]


def fled(match: tianxia.Match, seat: int) -> int:
    """Points for Curses fled from, if the game ended now."""
    s = match.game.table.record_class(match._states.copy(), 0)
    py_func(settle_account)(s, seat, 0)
    return int(s.account[seat, 3])


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_the_end_is_foretold_where_it_comes(name: str, seed: int) -> None:
    for match, seat, act, text in foretold(name, seed):
        after, happened = playing(match, seat, act)
        if act not in ("draw", "wagon deck"):
            assert ("The game ends with this." in text) == (not after.to_act), (act, text)
        if "deck is empty then" in text:
            colour = text.split(" deck is empty")[0].split()[-1].lower()
            drawn = next(event for event in happened if event["kind"] == "drew")
            assert drawn["colour"] == colour
            assert ended_in_round(after)
        empty = re.search(r"The reserve has no (\w+) goods left then", text)
        if empty:
            assert after.view(None)["state"]["reserve"][COLOURS.index(empty[1])] == 0


def ended_in_round(match: tianxia.Match) -> bool:
    """Whether the game is over before dice are rolled again."""
    match = match.copy()
    start = len(match.events(None))
    while match.to_act:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
        if any(event["kind"] == "round_began" for event in match.events(None, start)):
            return False
    return True


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_what_is_foretold_does_not_depend_on_what_is_hidden(name: str, seed: int) -> None:
    """Neither of a legal action, nor of one that is refused."""
    chance = random.Random(seed)
    for match, seat, act, text in foretold(name, seed)[::3]:
        twin = match.copy()
        entries.resample(twin._states, seat, chance.getrandbits(60))
        assert twin.preview(seat, act) == text
        wish = chance.choice(NOTATION)
        assert twin.preview(seat, wish) == match.preview(seat, wish)
        assert twin.why_not(seat, wish) == match.why_not(seat, wish)


@pytest.mark.parametrize("lang", i18n.languages())
def test_it_is_told_in_whole_sentences_in_every_language(lang: str) -> None:
    said = {match.preview(seat, act, lang) for match, seat, act, _ in foretold("4", 3)} - {""}
    assert len(said) > 100
    for text in said:
        assert re.match(r"[A-ZŻŁÓŚ−\d].*\.$", text), text
        assert not re.search(r"[{}_]|\bNone\b", text), text
        if lang != i18n.DEFAULT:
            assert not re.search(r"\b(goods?|wagons?|the|fits?|returns?|then|points?)\b", text), text


def test_the_record_stays_as_it_was() -> None:
    for match, seat, act, _ in foretold("3", 2)[:200]:
        s = match.game.table.record_class(match.masked(seat), 0)
        before = s._states.tobytes()
        preview(s, seat, match.game.action(act).id, i18n.translator("en"))
        assert s._states.tobytes() == before


GREEN: dict[str, Any] = taking("green", 3, {"wagons": [["W03", "W05"]]})
"""Two green and two black spaces, and a wagon without any of these."""
BLACK = [[["", "", "", "black black", ""]]]


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({}, "On wagon 1: 2 green goods. Attila returns 1 green good to the reserve."),
        ({"camp": [["M03"]]}, "On wagons: 2 fit, 1 returns. On Diviner: 2 fit, 1 returns; it is full then."),
        (
            {"camp": [["M03"]], "load": BLACK},
            "On wagons: 2 fit, 1 only if a new wagon has room; wagon 1 is full then and sent. "
            "On Diviner: 2 fit, 1 returns; it is full then.",
        ),
        (
            {"camp": [["C04"]], "load": BLACK},
            "On wagons: 2 fit, 1 returns; wagon 1 is full then and stays: Mire. "
            "On Mire: 2 fit, 1 returns; it is over then.",
        ),
        (
            {"camp": [["E05", "M03"]]},
            "On wagons: 2 fit, 1 is left over. On Diviner: 2 fit, 1 is left over; it is full then.",
        ),
        (
            {"camp": [["M03", "M04", "C01", "C02"]]},
            "On wagons: 2 fit. On Diviner: 2 fit; it is full then. On each of Gepid Smith and Famine: 2 fit. "
            "On Broken Axle: 2 fit; it is over then.",
        ),
        (
            {"camp": [["C01"]], "wagons": [["W03", "W01"]]},
            "On one of the wagons: 2 fit at most. On Broken Axle: 2 fit, 1 returns; it is over then.",
        ),
    ],
)
def test_of_three_green_goods_it_is_said_where_they_fit_and_what_returns(more: dict[str, Any], text: str) -> None:
    match = game(players=2).position(GREEN | more)
    n = 2 if "C02" in more.get("camp", [[]])[0] else 3  # Famine
    assert match.preview(0, "loot") == f"Attila loots {n} green goods. {text}"


@pytest.mark.parametrize(("camp", "fit"), [([], 3), (["C01"], 2)])
def test_a_hint_counts_under_broken_axle_what_fits_on_one_wagon(camp: list[str], fit: int) -> None:
    match = game(players=2).position(GREEN | {"camp": [camp], "wagons": [["W03", "W01"]]})
    assert match.advice(0, "loot") == f"Fitting on your wagons: {fit} of 3."


@pytest.mark.parametrize(
    ("camp", "works", "costs"),
    [
        ([], 2, "Costs 2 points at the end."),
        (["E09"], 1, "Costs 1 point at the end. 2 if Shaman's Amulet does not work then."),
    ],
)
def test_the_amulet_makes_fleeing_cheaper(camp: list[str], works: int, costs: str) -> None:
    position = {"camp": [[], camp], "deck": [[], [], [], ["C02", "C03"]]}
    match = game_of_cases().position(taking("black", 1, position, "draw"))
    points = "point" if works == 1 else "points"
    assert match.prompt(1).endswith(f"accept it, or flee it for {works} {points} at the end")
    assert match.preview(1, "flee").startswith(costs)
    assert match.asked == {"kind": "flee", "card": "C02"}
