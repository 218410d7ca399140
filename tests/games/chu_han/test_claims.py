"""What the log of Chu Han claims moved, moved, and nothing moves untold: cards, decrees, points, after every act."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from tests.cases.chu_han_cases import Case, load
from tests.games.chu_han.lockstep import CHOOSERS
from tests.games.chu_han.table import GAME, ID, NOTATION, OPTION_SETS, WITH_EVENTS, Seen, Table, labels
from tests.games.chu_han.test_cases import give_deal, start
from tests.games.chu_han.test_conservation import begun, counted, lent, trick
from tests.games.claims import Claims, Facts, Line
from tianxia.games.chu_han.cards import (
    DECREES,
    EVENT_LABELS,
    FACE_UP,
    HAND,
    KIND_LABELS,
    KINDS,
    PILE,
    TOP_VALUE,
    card_name,
)
from tianxia.games.chu_han.texts import EVENT_NAMES, SEAT_TITLES

DRAWN = ("first", "second", "third", "fourth")
OF_A_HAND = ("discard", "trick", "declared", "beside", "row", "decrees", "decrees left", "doubled", "open", "to beat")
"""Places that a new hand finds empty [C3.4]."""


def facts(s: Seen) -> Facts:
    """Where each card lies, and what is counted."""
    found: Facts = Counter()
    pair = s.looked_at
    for name, cards in {
        "discard": counted(s.array("discard")),
        "beside": counted(s.array("face_up")),
        "declared": declared(s),
        "pile": Counter(card for card in labels(s.array("pile"))[s.top :] if card != "none"),
        "pair": Counter(labels(s.array("pile"))[s.top - pair : s.top]),
    }.items():
        found.update({(name, card): n for card, n in cards.items()})
    for seat in (0, 1):
        hand = counted(s.array("hand", seat, 2)) + Counter(begun(s, seat))
        hand -= lent(s) if seat == s.turn else Counter()
        found.update({("hand", seat, card): n for card, n in hand.items()})
        found["score", seat] = s.score[seat]
        found["decrees", seat] = s.array("decrees_taken")[seat]
        found["open", seat] = s.array("opened")[seat]
        found["matches won", seat] = s.array("matches_won")[seat]
    for seat, cards in zip(s.array("trick_seat"), trick(s)[: s.plays], strict=False):
        found.update({("trick", seat, card): n for card, n in Counter(cards).items()})
    for seat, card in zip(s.array("row_seat"), labels(s.array("row")[: s.row_size]), strict=False):
        found["row", seat, card] += 1
    for name in ("decrees_left", "doubled", "hand_number", "match_number", "leader"):
        found[(name.replace("_", " "),)] = getattr(s, name)
    found["to beat", "value"], found["to beat", "size"] = s.to_beat_value, s.to_beat_size
    found["event", EVENT_LABELS[s.event]] = 1
    found["winner", s.winner] = 1
    return dict(found)


def declared(s: Seen) -> Counter[str]:
    """The cards of the declared play."""
    cards = Counter(KIND_LABELS[label] for label in (s.declared_ability, s.declared_target) if label)
    kinds = [kind for i, kind in enumerate(KINDS) if s.declared_kinds >> i & 1]
    return cards + Counter(set_of(kinds, s.declared_size))


def set_of(kinds: list[str], size: int) -> list[str]:
    """The cards of a set: a plain kind that is alone but for the joker makes up its size."""
    plain = [kind for kind in kinds if kind.isdigit() and kind != "0"]
    return kinds + plain * (size - len(kinds)) if len(plain) == 1 else kinds


def named(line: Line, *cards: str, own: bool = False) -> None:
    """The line names these cards."""
    line.names(*(card_name(card) for card in cards), own=own)


def seated(line: Line, seat: int) -> None:
    """The line names the seat, not its rival; Han Xin is neither."""
    for said in line.said.values():
        found = {word for word in re.findall(r"\w+", said.replace("Han Xin", "")) if word in SEAT_TITLES}
        assert found == {SEAT_TITLES[seat]}, said


def score(line: Line, seat: int, points: int) -> None:
    """Points, and in words how many."""
    seated(line, seat)
    line.adds(("score", seat), points)
    line.names(abs(points))
    line.says(when=points < 0, en="loses", pl="traci")
    line.says(when=points >= 0, en="gains", pl="zdobywa")


# --- by kind of event -----------------------------------------------------------------------------------------------------


def dealt(line: Line) -> None:
    line.clears(*OF_A_HAND)
    line.untold("hand", "pile", "pair")
    line.becomes(("decrees left",), DECREES)
    line.becomes(("hand number",), line["hand_number"])
    line.becomes(("leader",), line["leader"])
    line.names(line["hand_number"])
    seated(line, line["leader"])
    assert list(line.after.array("hand_size")) == [HAND, HAND], "C3.2"


def event_revealed(line: Line) -> None:
    """Fewer decrees are told by the text of the event [C9.2]."""
    event = line["event"]
    line.clears("event")
    line.becomes(("event", event), 1)
    beside = int(FACE_UP[EVENT_LABELS.index(event)])
    line.adds(("decrees left",), -beside // 2)
    assert line.after.pile_size == PILE - beside
    if event != "none":
        line.says(en=EVENT_NAMES[event])


def laid_open(line: Line) -> None:
    line.moves(line["card"], ("pile",), ("beside",))
    named(line, line["card"])


def drew(line: Line) -> None:
    cards = [line["first"], line["second"]]
    to = ("pair",) if line.at("event", "hong_canal") else ("hand", line["seat"])
    for card in cards:
        line.moves(card, ("pile",), to)
    line.adds(("decrees", line["seat"]), 1)
    line.adds(("decrees left",), -1)
    seated(line, line["seat"])
    line.names(2)
    in_order(line, cards)


def looked(line: Line) -> None:
    """The four in the order of the pile [C5.10]."""
    cards = [line[name] for name in DRAWN]
    s = line.before
    assert cards == labels(s.array("pile"))[s.top : s.top + 4]
    seated(line, line["seat"])
    line.names(4)
    in_order(line, cards)


def in_order(line: Line, cards: list[str]) -> None:
    """Their owner is told the cards as they came."""
    for said in line.own.values():
        assert ", ".join(map(card_name, cards)) in said.replace(" and ", ", ").replace(" i ", ", ")


def hand_opened(line: Line) -> None:
    line.becomes(("open", line["seat"]), 1)
    seated(line, line["seat"])


def lent_card(line: Line) -> None:
    """A card of the Warlords, which the play or the reaction that the next line tells uses [C9.8]."""
    line.moves(line["card"], ("beside",), ("hand", line["seat"]))
    seated(line, line["seat"])
    named(line, line["card"])


def declared_play(line: Line) -> None:
    hand, cards = ("hand", line["seat"]), set_of(line["kinds"], line["size"])
    for card in (line["ability"], *cards):
        line.moves(card, hand, ("declared",))
    if line["target"] != "none":
        line.moves(line["target"], ("discard",) if line["ability"] == "ying_bu" else hand, ("declared",))
        named(line, line["target"])
        line.says(when=line["ability"] == "ying_bu", en="take", pl="wziąć")
        line.says(when=line["ability"] == "yu_ji", en="discard", pl="odrzucić")
    seated(line, line["seat"])
    named(line, line["ability"], *cards)


def cancelled(line: Line) -> None:
    line.moves("lyu_zhi", ("hand", line["seat"]), ("discard",))
    assert line.at("declared", line["ability"]) == 1
    named(line, line["ability"], "lyu_zhi")
    seated(line, line["seat"])


def restored(line: Line) -> None:
    line.moves("xiao_he", ("hand", line["seat"]), ("discard",))
    assert line.at("declared", line["ability"]) == 1
    named(line, line["ability"], "xiao_he")
    seated(line, line["seat"])


def returned(line: Line) -> None:
    """The ability card is discarded; where the others go is said, and only then that they go [C5.4, C9.8]."""
    hand, cards = ("hand", line["seat"]), Counter(set_of(line["kinds"], line["size"]))
    beside = Counter([line["lent"]] if line["lent"] != "none" else [])
    line.moves(line["ability"], ("declared",), ("discard",))
    named(line, line["ability"])
    for card in beside:
        line.moves(card, ("declared",), ("beside",))
    if line["ability"] == "ying_bu":
        line.moves(line["target"], ("declared",), ("discard",))
    elif line["target"] != "none":
        cards[line["target"]] += 1
    to_hand = cards - beside
    for card, n in to_hand.items():
        line.moves(card, ("declared",), hand, n)
    named(line, *cards, *beside)
    if to_hand:
        seated(line, line["seat"])
    line.says(when=bool(to_hand), en="hand", pl="na rękę")
    line.says(when=bool(beside), en="beside the event", pl="przy wydarzeniu")
    line.says(when=line["ability"] == "ying_bu", en="discard pile", pl="stos kart odrzuconych")
    for said in line.said.values():
        assert sum(map(str.isdigit, said)) == cards.total() - sum(
            cards[card] for card in KINDS if not card.isdigit()
        ) + (line["ability"] == "ying_bu" and line["target"].isdigit())


def used(line: Line) -> None:
    ability, target = line["ability"], line["target"]
    line.moves(ability, ("declared",), ("trick", line["seat"]))
    if ability == "ying_bu":
        line.moves(target, ("declared",), ("hand", line["seat"]))
    elif ability == "yu_ji":
        line.moves(target, ("declared",), ("discard",))
    elif ability == "xiang_yu":
        line.becomes(("doubled",), 1)
    named(line, ability)


def played(line: Line) -> None:
    cards = set_of(line["kinds"], line["size"])
    ability = [line["ability"]] if line["ability"] != "none" else []
    for card in cards + ability:
        line.moves(card, ("declared",) if ability else ("hand", line["seat"]), ("trick", line["seat"]))
    line.becomes(("to beat", "value"), line["value"])
    line.becomes(("to beat", "size"), max(line["size"], 1))
    seated(line, line["seat"])
    named(line, *cards, *ability)
    if line["ability"] == "liu_bang":
        line.names(TOP_VALUE)
    else:
        line.names(f"{line['size']} × {line['value']}")


def passed(line: Line) -> None:
    seated(line, line["seat"])


WORTH = {"han_xin": 1, "xiahou_ying": 3, "stabilisation": 1, "wise_counsel": 2, "hangu": 3}


def scored(line: Line) -> None:
    worth = WORTH.get(line["reason"]) or line.at("to beat", "size")
    assert line["points"] == worth * (1 + line.at("doubled")), line["reason"]
    if line["reason"] == "twos":
        assert line.at("to beat", "value") == 2
        assert worth >= 6, "C4.7"
    if line["reason"] == "wise_counsel":
        assert line.at("to beat", "value") == 1
    score(line, line["seat"], line["points"])


def trick_ended(line: Line) -> None:
    for seat in (0, 1):
        for card, n in line.lying("trick", seat).items():
            line.moves(card, ("trick", seat), ("discard",), n)
    line.clears("to beat")
    line.becomes(("leader",), line["leader"])
    seated(line, line["leader"])


def picked(line: Line) -> None:
    """From the trick, of either side [C9.12]."""
    at = next(seat for seat in (0, 1) if line.at("trick", seat, line["card"]))
    line.moves(line["card"], ("trick", at), ("hand", line["seat"]))
    seated(line, line["seat"])
    named(line, line["card"])


def went_out(line: Line) -> None:
    """Each part of the points, their sum, and what of it counts: the total is not below 0 [C7.3]."""
    out, rival = line["seat"], 1 - line["seat"]
    cards = line.lying("hand", rival).total()
    assert not line.lying("hand", out).total()
    assert line["cards"] == (cards if line.at("event", "gaixia") else min(5, cards)), "C7.1, C9.1"
    decrees, own = line.at("decrees", rival), line.at("decrees", out)
    assert line["decrees"] == (2 * decrees - own if line.at("event", "restraint") else decrees), "C7.1, C9.1"
    doubled, before = bool(line.at("doubled")), line.at("score", out)
    whole = (line["cards"] + line["decrees"] + line["marked"]) * (1 + doubled)
    score(line, out, line["points"])
    assert line.at("score", out) == max(0, before + whole), "C7.3"
    line.names(line["cards"], line["decrees"])
    line.says(when=line["marked"] > 0, en=f"deserters {line['marked']}", pl=f"zbiegowie {line['marked']}")
    line.says(when=doubled, en="doubled", pl="podwojone")
    line.says(when=whole < line["points"], en="falls below 0", pl="poniżej 0")


def won(line: Line) -> None:
    line.clears("winner")
    line.becomes(("winner", line["seat"]), 1)
    seated(line, line["seat"])


def swapped(line: Line) -> None:
    line.moves(line["given"], ("hand", line["seat"]), ("beside",))
    line.moves(line["taken"], ("beside",), ("hand", line["seat"]))
    seated(line, line["seat"])
    named(line, line["given"], line["taken"])


def placed(line: Line) -> None:
    line.moves(line["card"], ("hand", line["seat"]), ("row", line["seat"]))
    seated(line, line["seat"])
    named(line, line["card"])


def gave(line: Line) -> None:
    """One card of the pair goes to the rival, and so the other to the own hand [C9.11]."""
    line.moves(line["card"], ("pair",), ("given",))
    (kept,) = line.lying("pair")
    line.moves(kept, ("pair",), ("hand", line["seat"]))
    seated(line, line["seat"])
    named(line, line["card"], own=True)


def received(line: Line) -> None:
    line.moves(line["card"], ("given",), ("hand", line["seat"]))
    seated(line, line["seat"])
    named(line, line["card"], own=True)


def match_won(line: Line) -> None:
    line.adds(("matches won", line["seat"]), 1)
    assert line["match_number"] == line.at("match number")
    seated(line, line["seat"])
    line.names(line["match_number"])


def match_began(line: Line) -> None:
    """The winner's lead becomes spoils, the other begins at 0 and leads [C10.4]."""
    line.becomes(("match number",), line["match_number"])
    line.becomes(("leader",), line["leader"])
    line.becomes(("score", line["leader"]), 0)
    line.becomes(("score", 1 - line["leader"]), line["spoils"])
    for said in line.said.values():
        assert said.index(SEAT_TITLES[1 - line["leader"]]) < said.index(SEAT_TITLES[line["leader"]])
    line.names(line["match_number"], line["spoils"])


CHECKS = {
    "dealt": dealt,
    "drew": drew,
    "looked": looked,
    "hand_opened": hand_opened,
    "lent": lent_card,
    "declared": declared_play,
    "cancelled": cancelled,
    "restored": restored,
    "returned": returned,
    "used": used,
    "played": played,
    "passed": passed,
    "scored": scored,
    "trick_ended": trick_ended,
    "went_out": went_out,
    "won": won,
    "event_revealed": event_revealed,
    "laid_open": laid_open,
    "swapped": swapped,
    "placed": placed,
    "gave": gave,
    "received": received,
    "picked": picked,
    "match_won": match_won,
    "match_began": match_began,
}
CLAIMS = Claims(Table.whole, facts, CHECKS)
WALKS = [(options, seed) for options in OPTION_SETS for seed in range(12)]
ONCE = pytest.mark.xdist_group("claims of chu han")  # its games are followed once


def steps(options: str, seed: int) -> Iterator[tuple[Table, int, int]]:
    """Every position of a random game with the seat and the act that come next; at the end seat -1."""
    table, chance = Table.new(seed, **OPTION_SETS[options]), random.Random(seed)
    choose = CHOOSERS[seed % len(CHOOSERS)]
    while (seat := table.actor) >= 0:
        act = ID[choose(chance, [NOTATION[number] for number in table.legal(seat)])]
        yield table, seat, act
        table.apply(seat, act)
    yield table, -1, -1


def written(acts: str, **position: Any) -> Iterator[tuple[Table, int, int]]:
    """The same from a written position with acts that are named."""
    table = Table(WITH_EVENTS.position({"event": "silence", **position})._states)
    for act in acts.split(", "):
        yield table, table.actor, ID[act]
        assert ID[act] in table.legal(table.actor), act
        table.apply(table.actor, ID[act])
    yield table, table.actor, -1


def steps_of(case: Case) -> Iterator[tuple[Table, int, int]]:
    """The same of a case of the rules, which names the cards of a new hand."""
    match = start(case)
    for act in case.play:
        table, hand_number = Table(match._states), match._states["hand_number"][0]
        yield table, table.actor, ID[act]
        table.apply(table.actor, ID[act])
        yield table, -1, -1
        if match._states["hand_number"][0] > hand_number:
            give_deal(match, case)


@cache
def followed(options: str, seed: int) -> Counter[str]:
    """Goes along a random game, once; the kinds of events that it met."""
    return CLAIMS.follow(steps(options, seed))


def test_every_kind_of_event_is_checked() -> None:
    assert set(CHECKS) == set(GAME.events.by_name)


@ONCE
@pytest.mark.parametrize(("options", "seed"), WALKS)
def test_what_the_log_claims_is_what_happened(options: str, seed: int) -> None:
    followed(options, seed)


WARLORDS = {"event": "warlords", "hand": ["8 7 2 2", "lyu_zhi 9"], "face_up": "zhongli_mo peng_yue 8 7"}
RARE: dict[str, tuple[str, dict[str, Any], str]] = {
    "only the target goes to the discard pile": (
        "ying_bu 5, cancel, decline",
        {"hand": ["ying_bu 8 8", "lyu_zhi 2 2"]},
        "Ying Bu is cancelled; 5 returns to the discard pile",
    ),
    "only the target returns": (
        "yu_ji 8, cancel, decline",
        {"hand": ["yu_ji 8 8", "lyu_zhi 2 2"]},
        "Yu Ji is cancelled; 8 returns to the hand of Han",
    ),
    "nothing returns": ("ji_bu, cancel, decline", {"hand": ["ji_bu 8 8", "lyu_zhi 2 2"]}, "Ji Bu is cancelled"),
    "a set returns": (
        "set 2 3, peng_yue, set 2 2 joker, cancel, decline",
        {"hand": ["2 2 2 lyu_zhi 8", "peng_yue 2 2 0 7"]},
        "Peng Yue is cancelled; 0, 2, 2 return to the hand of Chu",
    ),
    "a card of the Warlords was the ability card": (
        "warlord zhongli_mo, zhongli_mo, add 2, add 7, add 8, done, cancel, decline",
        WARLORDS,
        "Zhongli Mo is cancelled; 2, 7, 8 return to the hand of Han",
    ),
    "a card of the Warlords goes back beside the event": (
        "warlord 8, zhongli_mo, add 2, add 8, done, cancel, decline",
        {**WARLORDS, "hand": ["zhongli_mo 7 2 2", "lyu_zhi 9"], "face_up": "peng_yue 8 7"},
        "Zhongli Mo is cancelled; 8 goes back beside the event; 2 returns to the hand of Han",
    ),
    "no total falls below 0": (
        "set 8 1",
        {"event": "restraint", "hand": ["8", "9"], "decrees_taken": [3, 0], "score": [1, 9], "hand_number": 2},
        "Han goes out and loses 1 point (cards 1, decrees -3; no total falls below 0)",
    ),
    "doubled, and no total falls below 0": (
        "set 8 1",
        {
            "event": "restraint",
            "hand": ["8", "9"],
            "decrees_taken": [3, 0],
            "score": [0, 9],
            "hand_number": 2,
            "doubled": 1,
        },
        "Han goes out and gains 0 points (cards 1, decrees -3; doubled; no total falls below 0)",
    ),
}


@pytest.mark.parametrize("case", RARE)
def test_what_comes_seldom_is_told_as_it_is(case: str) -> None:
    acts, position, line = RARE[case]
    CLAIMS.follow(written(acts, **position))
    match = WITH_EVENTS.position({"event": "silence", **position})
    for act in acts.split(", "):
        match.play(match.to_act[0], act)
    assert line in match.log(None)


@pytest.mark.parametrize("case", load(), ids=str)
def test_what_the_log_claims_is_what_the_case_tells(case: Case) -> None:
    CLAIMS.follow(steps_of(case))


@ONCE
def test_every_kind_of_event_comes() -> None:
    met: Counter[str] = Counter()
    for options, seed in WALKS:
        met += followed(options, seed)
        if set(met) == set(CHECKS):
            return
    assert set(met) == set(CHECKS)
