"""What the log of Sun Tzu claims moved, moved, and nothing moves untold: armies, cards, generals, the figure, after every act.

That a 6 used its place, that a 1 draws more, and what events count, follows from the cards that were revealed: no line says it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from tests.cases.sun_tzu_cases import Case, load
from tests.games.claims import Claims, Facts, Line
from tests.games.sun_tzu.playing import steps
from tests.games.sun_tzu.table import GAME, ID, OPTION_SETS, Table, present
from tests.games.sun_tzu.test_cases import start
from tianxia.engine import i18n
from tianxia.games.sun_tzu import texts
from tianxia.games.sun_tzu.pieces import CARDS, FRAMED, PROVINCES, margin
from tianxia.games.sun_tzu.state import STEPS

SEATS = ("blue", "red")
DRAWN = ("first", "second", "third", "fourth")
OF_A_BATTLE = ("physician", "feint")
"""What generals do to a card till the battle is decided."""


def facts(s: Any) -> Facts:
    """Where each army, card and general is, and what is counted."""
    found: Facts = {}
    for seat in (0, 1):
        for name in ("pool", "reinforcements", "confirmed"):
            found[name, seat] = s[name][seat]
        for name in ("armies", "markers"):
            found.update({(name, seat, province): n for province, n in zip(PROVINCES, s[name][seat], strict=True)})
        for name in ("hand", "drawn", "out"):
            found.update({(name, seat, card): n for card, n in zip(CARDS, s[name][seat], strict=True)})
        for name in ("laid", "face_up"):
            found.update(
                {(name, seat, at, card): 1 for at, card in zip(PROVINCES, s[name][seat], strict=True) if card != "none"}
            )
        found.update({("deck", seat, card): n for card, n in Counter(present(s["deck"][seat])).items()})
        for name in ("held", "aside"):
            found.update({(name, seat, general): 1 for general in s[name][seat]})
        found.update({("shown", seat, general): 1 for general in present(s["shown"][seat])})
    for name in ("figure", "round", "sealed", "pestilence"):
        found[(name,)] = s[name]
    undecided = STEPS.index(s["step"]) <= STEPS.index("result")
    for name in OF_A_BATTLE:
        found[(name,)] = s[name] * undecided
    for name in ("event", "holder", "winner"):
        found[name, s[name]] = 1
    found.update({("events out", event): 1 for event in present(s["events_out"])})
    found.update({("display", at, display): 1 for at, display in zip(PROVINCES, s["displays"], strict=True)})
    return found


def seated(line: Line, seat: int) -> None:
    """The line names the side, and not the other."""
    for lang, said in line.said.items():
        names = [texts.seat_name(side, i18n.translator(lang)) for side in (0, 1)]
        assert [name in said for name in names] == [side == seat for side in (0, 1)], said


def carded(line: Line, *cards: str, own: bool = False) -> None:
    """The line names these cards."""
    for lang in i18n.languages():
        for card in cards:
            line.says(own=own, **{lang: texts.card_name(card, i18n.translator(lang))})


def stands(line: Line) -> None:
    """Where the figure stands now, for whom."""
    figure = line["figure"]
    line.becomes(("figure",), figure)
    line.says(when=figure == 0, en="in the middle", pl="pośrodku")
    if figure:
        for lang, said in line.said.items():
            last = said.split(";")[-1]
            name = texts.seat_name(int(figure < 0), i18n.translator(lang))
            assert name in last, last
            assert str(abs(figure)) in last, last


# --- acts that nobody is told ---------------------------------------------------------------------------------------------


def ordered(line: Line) -> None:
    """Secret until the cards are revealed [S4.1]."""
    line.moves(line["card"], ("hand", line["seat"]), ("laid", line["seat"], line["province"]))


def taken_back(line: Line) -> None:
    to_hand(line, line["seat"], line["province"])


def to_hand(line: Line, seat: int, province: str) -> None:
    (card,) = line.lying("laid", seat, province)
    line.moves(card, ("laid", seat, province), ("hand", seat))


def chosen(line: Line) -> None:
    """Which general it is stays secret [S2.2, S9.5]."""
    line.moves(line["general"], ("aside", line["seat"]), ("held", line["seat"]))


ACTS = {"order": ordered, "take_back": taken_back, "choose": chosen}

# --- by kind of event -----------------------------------------------------------------------------------------------------


def chose(line: Line) -> None:
    seated(line, line["seat"])


def round_began(line: Line) -> None:
    """What a general did lasts for a round; cards are cleared up [S8.6, S12.1]."""
    clear_up(line)
    line.clears("sealed", "pestilence", "confirmed")
    line.adds(("round",), 1)
    assert line.at("round") == line["round"]
    line.names(line["round"])


def clear_up(line: Line) -> None:
    """Framed cards return to the hand, the others leave the game: the rules say it, no line does [S12.1]."""
    for seat in (0, 1):
        for province in PROVINCES:
            for card in line.lying("face_up", seat, province):
                framed = CARDS.index(card) < FRAMED
                line.moves(card, ("face_up", seat, province), ("hand" if framed else "out", seat))


def general_shown(line: Line) -> None:
    general = line["general"]
    line.moves(general, ("held", line["seat"]), ("shown", line["seat"]))
    lasting = {"R3": "physician", "R4": "pestilence", "B2": "feint"}
    if general in lasting:
        line.becomes((lasting[general],), 1)
    seated(line, line["seat"])
    for lang in i18n.languages():
        line.says(**{lang: texts.general_name(general, i18n.translator(lang))})


def confirmed(line: Line) -> None:
    line.becomes(("confirmed", line["seat"]), 1)
    seated(line, line["seat"])


def lifted(line: Line) -> None:
    """With fixed orders they return to the hand, as unseen as they were laid [S4.5]."""
    line.becomes(("confirmed", line["seat"]), 0)
    seated(line, line["seat"])
    if line.before["orders"] == "fixed":
        for province in PROVINCES:
            to_hand(line, line["seat"], province)


def sealed(line: Line) -> None:
    line.becomes(("sealed",), 1)
    line.clears("holder")
    line.becomes(("holder", line["holder"]), 1)
    if line["holder"] >= 0:
        seated(line, line["holder"])
    line.says(when=line["holder"] >= 0, en="goes first", pl="pierwsz")


def discarded(line: Line) -> None:
    seat = line["seat"]
    line.moves(line["card"], ("hand", seat), ("out", seat))
    line.adds(("reinforcements", seat), -1)
    line.adds(("pool", seat), 1)
    seated(line, seat)
    carded(line, line["card"])
    line.names(1)


def revealed(line: Line) -> None:
    province = line["province"]
    for seat, name in enumerate(SEATS):
        line.moves(line[name], ("laid", seat, province), ("face_up", seat, province))
        carded(line, line[name])
    line.names(province)
    for lang, form in {"en": "{card} of {seat}", "pl": "{seat} {card}"}.items():
        for seat, name in enumerate(SEATS):
            speak = i18n.translator(lang)
            whose = form.format(card=texts.card_name(line[name], speak), seat=texts.seat_name(seat, speak))
            assert re.search(rf" {re.escape(whose)}\b", line.said[lang]), line.said[lang]


def went_under(line: Line) -> None:
    seat = line["seat"]
    (at,) = (province for province in PROVINCES if (line.at("face_up", seat, province, line["card"]) and
             province == line.after["battle"]) or province == line.before["battle"])  # fmt: skip
    line.moves(line["card"], ("face_up", seat, at), ("deck", seat))
    line.moves(line["gone"], ("deck", seat), ("out", seat))
    seated(line, seat)
    carded(line, line["card"], line["gone"])


def plague(line: Line) -> None:
    """Of n armies n // 2 return, or all but 1 [S7.4]."""
    province = line["province"]
    for seat, name in enumerate(SEATS):
        there, count = line.at("armies", seat, province), line[name]
        assert count == (max(0, there - 1) if line.at("pestilence") else there // 2)
        line.adds(("armies", seat, province), -count)
        line.adds(("pool", seat), count)
        if count:
            seated(line, seat)
            line.names(count)
    line.clears(*OF_A_BATTLE)
    line.names(province)
    line.says(when=line["blue"] + line["red"] == 0, en="no army", pl="nie zabiera")


def cards_at(line: Line, province: str) -> list[str]:
    """The two cards of a battle, as what they count [S6.5, S8.5, S8.8]."""
    cards = []
    for seat in (0, 1):
        (card,) = line.lying("face_up", seat, province) or ("-1",)  # only a -1 has gone under the deck by then
        cards.append("6" if seat == 0 and line.at("feint") else "0" if card == "Plague" else card)
    return cards


def won(line: Line) -> None:
    """By the difference of the cards; or by 1 through Light infantry [S6.1, S9.6]."""
    own, other = line["seat"], 1 - line["seat"]
    if not line.at("event", "Light infantry") or line.before["asks"] != "infantry":
        cards = cards_at(line, line["province"])
        assert line["margin"] == margin(cards[own], cards[other])
    assert line["margin"] > 0
    line.clears(*OF_A_BATTLE)
    seated(line, own)
    line.names(line["province"], line["margin"])


def nobody_won(line: Line) -> None:
    assert margin(*cards_at(line, line["province"])) == 0
    line.clears(*OF_A_BATTLE)
    line.names(line["province"])


def moved(line: Line) -> None:
    seat, count = line["seat"], line["count"]
    assert count > 0
    for place, sign in ((line["start"], -1), (line["end"], 1)):
        if place == "marker":
            fact: tuple[Any, ...] = ("markers", seat, line["province"])
            line.names(line["province"])
        elif place in PROVINCES:
            fact = ("armies", seat, place)
            line.names(place)
        else:
            fact = (place, seat)
        line.adds(fact, sign * count)
        assert line.at(*fact) >= 0
    ends = {line["start"], line["end"]}
    line.says(when="pool" in ends, en="pool", pl="pul")
    line.says(when="reinforcements" in ends, en="reinforcements", pl="posiłk")
    line.says(when="marker" in ends, en="marker", pl="znacznik")
    seated(line, seat)
    line.names(count)


def event_fired(line: Line) -> None:
    assert line.at("event", line["event"]) == 1
    named_event(line)


def named_event(line: Line) -> None:
    for lang in i18n.languages():
        line.says(**{lang: i18n.translator(lang).gettext(texts.EVENT_NAMES[line["event"]])})


def event_up(line: Line) -> None:
    """The next one, and so the one before is out; after the last the game ends [S9.1]."""
    (before,) = line.lying("event")
    line.clears("event")
    line.becomes(("events out", before), 1)
    line.becomes(("event", line["event"]), 1)
    line.says(when=line["event"] == "none", en="ends", pl="kończy")
    if line["event"] != "none":
        named_event(line)
    else:
        assert line.after["step"] in ("leads", "reinforce_1", "reinforce_2", "finished")


def gained(line: Line) -> None:
    """One point, towards the own end [S9.6]."""
    assert line["figure"] == line.at("figure") + (1 if line["seat"] == 0 else -1)
    stands(line)
    line.names(1)
    for lang, said in line.said.items():
        assert said.startswith(texts.seat_name(line["seat"], i18n.translator(lang))), said


def scored(line: Line) -> None:
    """The sums of the displays of provinces that a side holds; the figure moves by the difference [S10.1]."""
    assert line["round"] == line.at("round")
    sums = []
    for seat, name in enumerate(SEATS):
        displays = {at: display for at in PROVINCES for display in line.lying("display", at)}
        held = [at for at in PROVINCES if line.at("armies", seat, at)]
        sums.append(sum(int(displays[at].split("/")[line["round"] // 3 - 1]) for at in held))
        assert line[name] == sums[seat]
    assert line["figure"] == max(-9, min(9, line.at("figure") + sums[0] - sums[1]))
    stands(line)
    line.names(line["round"], *sums)


def drew(line: Line) -> None:
    """Cards of the deck; what a short deck gives, and the first four, are kept unasked [S2.4, S12.2]."""
    seat, count = line["seat"], line["count"]
    if line.at("round"):
        clear_up(line)
    cards = [line[name] for name in DRAWN[:count]]
    asked = line.after["drawn_size"][seat] > 0
    for card in cards:
        line.moves(card, ("deck", seat), ("drawn" if asked else "hand", seat))
    seated(line, seat)
    line.names(count)
    carded(line, *cards, own=True)


def put_under(line: Line) -> None:
    """And so the others are kept [S12.2]."""
    seat = line["seat"]
    line.moves(line["card"], ("drawn", seat), ("deck", seat))
    for card, n in line.lying("drawn", seat).items():
        line.moves(card, ("drawn", seat), ("hand", seat), n)
    seated(line, seat)
    carded(line, line["card"], own=True)


def over(line: Line) -> None:
    winner = line["winner"]
    line.clears("winner")
    line.becomes(("winner", winner if winner >= 0 else 2), 1)
    line.says(when=winner < 0, en="draw", pl="remis")
    if winner >= 0:
        seated(line, winner)
    leader = line.at("figure") or line.at("pool", 0) - line.at("pool", 1)
    assert winner == (-1 if leader == 0 else int(leader < 0)), "S11"


CHECKS = {
    "chose": chose,
    "round_began": round_began,
    "general_shown": general_shown,
    "confirmed": confirmed,
    "lifted": lifted,
    "sealed": sealed,
    "discarded": discarded,
    "revealed": revealed,
    "went_under": went_under,
    "plague": plague,
    "won": won,
    "nobody_won": nobody_won,
    "moved": moved,
    "event_fired": event_fired,
    "event_up": event_up,
    "took_general": chose,
    "gained": gained,
    "scored": scored,
    "drew": drew,
    "put_under": put_under,
    "over": over,
}
CLAIMS = Claims(Table.whole, facts, CHECKS, ACTS)
WALKS = [(options, 10 * i + n) for i, options in enumerate(OPTION_SETS) for n in range(10)]
ONCE = pytest.mark.xdist_group("claims of sun tzu")  # its games are followed once


def steps_of(case: Case) -> Iterator[tuple[Table, int, int]]:
    """The same of a case of the rules."""
    table = Table(start(case)._states)
    for seat, act in case.play:
        seat = table.actors[0] if seat is None else seat
        yield table, seat, ID[act]
        table.apply(seat, ID[act])
    yield table, -1, -1


@cache
def followed(options: str, seed: int) -> Counter[str]:
    """Goes along a random game, once; the kinds of events that it met."""
    return CLAIMS.follow(steps(seed, OPTION_SETS[options]))


def test_every_kind_of_event_is_checked() -> None:
    assert set(CHECKS) == set(GAME.events.by_name)


@ONCE
@pytest.mark.parametrize(("options", "seed"), WALKS)
def test_what_the_log_claims_is_what_happened(options: str, seed: int) -> None:
    followed(options, seed)


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
