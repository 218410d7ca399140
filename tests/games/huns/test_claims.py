"""What the log of Huns claims moved, moved, and nothing moves untold: goods, cards, wagons, dice, after every act.

That cards work, that effects are used up, and what is asked next, follows from what lies on the table: no line says it. From
where a good comes that is loaded or put on a card is not said: it comes from the hand, from the reserve, or from Saddlebags.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from tests.games.claims import Claims, Facts, Line
from tests.games.huns.table import ANY, COLOURS, Table, asked
from tests.games.huns.walks import Step, crowded_steps, steps
from tests.oracle.huns_things import our_deck
from tianxia.engine import i18n
from tianxia.engine.compiling import INTERPRETED
from tianxia.games.huns import texts
from tianxia.games.huns.pieces import CURSES, HOLDERS
from tianxia.games.huns.texts import card_name, goods_said

GAMES = [("2", 1), ("2", 2), ("3", 3), ("4", 4), ("2, open", 5), ("4, short", 6)]
PLACES = [(name, seed) for name in ("2", "3", "4") for seed in (range(4) if INTERPRETED else range(20))]
"""Positions full of cards."""
NONE = "none"
HAND, RESERVE, BAGS = range(1, 4)
"""From where a good comes that is loaded."""


def facts(s: Any) -> Facts:
    """Where each good, card, wagon and die is, and what is counted."""
    found: Facts = {(name,): s[name] for name in ("round", "token", "value", "wagons_left", "open")}
    found["die", s["die"]] = 1
    found["active", s["active"]] = 1
    for name in ("dice", "reserve", "hand", "saddlebags"):
        found.update({(name, colour): n for colour, n in zip(COLOURS, s[name], strict=True)})
    found.update({("taken by", colour, seat): 1 for colour, seat in zip(COLOURS, s["taken_by"], strict=True)})
    for colour, deck in zip(COLOURS, s["deck"], strict=True):
        found.update({("deck", colour, place, card): 1 for place, card in enumerate(deck) if card != NONE})
    for name in ("used", "fled", "full"):
        found.update({(name, card): 1 for card in s[name] if name != "full" or card in HOLDERS})
    found.update({("played by", card, seat): 1 for card, seat in zip(CURSES, s["cursed_by"], strict=True)})
    found.update({("display", place, wagon): 1 for place, wagon in enumerate(s["display"], 1) if wagon != NONE})
    for card, goods in zip(HOLDERS, s["goods_on"], strict=True):
        found.update({("on", card, colour): n for colour, n in zip(COLOURS, goods, strict=True)})
    for seat in range(s["players"]):
        found.update({("camp", seat, card): 1 for card in s["camp"][seat]})
        found.update({("stash", seat, colour): n for colour, n in zip(COLOURS, s["stash"][seat], strict=True)})
        found.update({("sent", seat, wagon): 1 for wagon in s["sent"][seat] if wagon != NONE})
        for slot, wagon in enumerate(s["wagons"][seat], 1):
            if wagon != NONE:
                found["wagon", seat, slot, wagon] = 1
            for space, goods in zip(COLOURS, s["load"][seat][slot - 1], strict=True):
                found.update({("load", seat, slot, space, good): n for good, n in zip(COLOURS, goods, strict=True)})
    asks = asked(s)
    if asks["kind"] in ("victim", "flee"):
        found["arriving", asks["card"]] = 1
    if asks["kind"] == "drawn":
        found["drawn", asks["colour"]] = asks["count"]
    return found


# words


def seated(line: Line, *fields: str) -> None:
    """The line names these kings, and no others."""
    meant = {line[name] for name in fields}
    for lang, said in line.said.items():
        speak = i18n.translator(lang)
        for seat in range(len(texts.SEAT_TITLES)):
            there = any(name(seat, speak) in said for name in (texts.seat_name, texts.owner_name))
            assert there == (seat in meant), said


def carded(line: Line) -> None:
    """The line names the card."""
    line.says(**{lang: card_name(line["card"], i18n.translator(lang)) for lang in i18n.languages()})


def a_good(line: Line, name: str = "colour") -> None:
    """The line names one good of a colour."""
    line.says(**{lang: i18n.translator(lang).gettext(texts.A_GOOD[line[name]]) for lang in i18n.languages()})


def some_goods(line: Line) -> None:
    """The line names so many goods of the colour."""
    told = line["colour"], line["count"]
    line.says(**{lang: goods_said(*told, i18n.translator(lang)) for lang in i18n.languages()})


# rounds, turns, dice


def round_began(line: Line) -> None:
    """The token has passed to who rolls; no die is taken."""
    seated(line, "seat")
    line.names(line["round"])
    line.adds(("round",), 1)
    assert line.at("round") == line["round"]
    line.becomes(("token",), line["seat"])
    line.clears("taken by")
    for colour in COLOURS:
        line.becomes(("taken by", colour, -1), 1)
        line.becomes(("dice", colour), 0)


def rolled(line: Line) -> None:
    """The dice that lie there are told, and only those."""
    for colour in COLOURS:
        assert bool(line[colour]) == bool(line.at("taken by", colour, -1)), "only a die that nobody has is rolled"
        line.becomes(("dice", colour), line[colour])
        line.says(when=line[colour] > 0, en=f"{colour} {line[colour]}")
    line.names(*[line[colour] for colour in COLOURS if line[colour]])


def turn_began(line: Line) -> None:
    seated(line, "seat")
    line.clears("active", "die", "value")
    line.becomes(("active", line["seat"]), 1)
    line.becomes(("die", NONE), 1)


def took_die(line: Line) -> None:
    """The value is the face, or 1 with Lame Horse."""
    seated(line, "seat")
    line.names(line["value"])
    colour, face = line["colour"], line.at("dice", line["colour"])
    assert line["value"] == face or (line["value"] == 1 and "C05" in line.before["works"][line["seat"]])
    line.becomes(("dice", colour), 0)
    line.becomes(("taken by", colour, -1), 0)
    line.becomes(("taken by", colour, line["seat"]), 1)
    line.becomes(("die", NONE), 0)
    line.becomes(("die", colour), 1)
    line.becomes(("value",), line["value"])


def changed(line: Line) -> None:
    line.names(line["value"])
    assert line.at("value") != line["value"]
    line.becomes(("value",), line["value"])


def done(line: Line) -> None:
    """The turn is over: with the last one nobody's turn begins."""
    if asked(line.before)["kind"] == "after_action":
        line.clears("active", "die", "value")
        line.becomes(("die", NONE), 1)
        line.becomes(("active", -1), 1)


# cards


def used(line: Line) -> None:
    """The card lies in that camp, or Blood Tax in the camp of another who got it from that seat."""
    seated(line, "seat")
    carded(line)
    card, seat = line["card"], line["seat"]
    assert line.at("played by", card, seat) if card == "C10" else line.at("camp", seat, card)
    if card[0] == "R":
        assert not line.at("used", card)
        line.becomes(("used", card), 1)


def drew(line: Line) -> None:
    seated(line, "seat")
    line.names(line["count"])
    deck = deck_of(line, line["colour"])
    assert 0 < line["count"] <= len(deck)
    line.becomes(("drawn", line["colour"]), line["count"])


def deck_of(line: Line, colour: str) -> list[str]:
    """The cards of a deck from the top."""
    lying = sorted((fact[2], fact[3]) for fact, n in line.facts.items() if fact[:2] == ("deck", colour) and n)
    return [card for _, card in lying]


def played(line: Line) -> None:
    """The card lay at that place of those drawn; the others are under the deck now, the first drawn uppermost."""
    seated(line, "seat")
    carded(line)
    line.names(line["place"])
    card = line["card"]
    colour = COLOURS["ERMCT".index(card[0])]
    n, deck = line.at("drawn", colour), deck_of(line, colour)
    assert line["place"] <= n
    assert deck[line["place"] - 1] == card
    for place, there in enumerate(deck):
        line.becomes(("deck", colour, place, there), 0)
    for place, there in enumerate([*deck[n:], *[other for other in deck[:n] if other != card]]):
        line.becomes(("deck", colour, place, there), 1)
    line.becomes(("drawn", colour), 0)
    line.becomes(("arriving", card) if colour == "black" else ("camp", line["seat"], card), 1)


def cursed(line: Line) -> None:
    """It arrives, and lies there at once where it cannot be fled."""
    seated(line, "seat", "victim")
    carded(line)
    card = line["card"]
    assert line["victim"] != line["seat"]
    line.becomes(("played by", card, -1), 0)
    line.becomes(("played by", card, line["seat"]), 1)
    if asked(line.after)["kind"] != "flee":
        assert "M01" in line.before["works"][line["seat"]], "only with Ildico nobody is asked"
        lies(line, line["victim"])


def lies(line: Line, seat: int) -> None:
    """A Curse that arrived lies in a camp."""
    assert line.at("arriving", line["card"])
    line.becomes(("arriving", line["card"]), 0)
    line.becomes(("camp", seat, line["card"]), 1)


def fled(line: Line) -> None:
    accepted(line)
    line.becomes(("fled", line["card"]), 1)


def accepted(line: Line) -> None:
    seated(line, "seat")
    carded(line)
    lies(line, line["seat"])


# goods


def looted(line: Line) -> None:
    seated(line, "seat")
    line.says(when=line["count"] == 0, en="the reserve has nothing", pl="w rezerwie nie ma takich")
    if line["count"]:
        some_goods(line)
    else:
        assert not line.at("reserve", line["colour"])
    line.moves(line["colour"], ("reserve",), ("hand",), line["count"])


def took(line: Line) -> None:
    seated(line, "seat")
    some_goods(line)
    line.says(en="from the reserve", pl="z rezerwy")
    line.moves(line["colour"], ("reserve",), ("hand",), line["count"])


def exchanged(line: Line) -> None:
    seated(line, "seat")
    a_good(line)
    a_good(line, "received")
    line.moves(line["colour"], ("hand",), ("reserve",))
    line.moves(line["received"], ("reserve",), ("hand",))


def unloaded(line: Line, seat: int, end: str) -> None:
    """A good leaves a wagon: a space of its own colour if one holds such a good, else the first that does [N8.15]."""
    good = line["colour"]
    spaces = [good, *COLOURS]
    space = next(one for one in spaces if line.at("load", seat, line["slot"], one, good))
    line.moves(good, ("load", seat, line["slot"], space), (end,))
    a_good(line)
    line.names(line["slot"])


def robbed(line: Line) -> None:
    seated(line, "seat", "other")
    unloaded(line, line["other"], "hand")


def gave_back(line: Line) -> None:
    seated(line, "seat")
    line.says(en="to the reserve", pl="do rezerwy")
    unloaded(line, line["seat"], "reserve")


def levied(line: Line) -> None:
    seated(line, "seat", "other")
    a_good(line)
    line.moves(line["colour"], ("stash", line["other"]), ("hand",))


def source(line: Line) -> str:
    """From where a good comes that is put somewhere: as an act or a new wagon has told, else the hand before the reserve."""
    told = line.at("source")
    line.becomes(("source",), 0)
    if told == BAGS:
        return "saddlebags"
    return "hand" if told != RESERVE and line.at("hand", line["colour"]) else "reserve"


def loads(line: Line) -> None:
    """Before the die it is from Saddlebags."""
    line.untold("source")
    line.becomes(("source",), BAGS if asked(line.before)["kind"] == "before_die" else 0)


def chooses_good(line: Line) -> None:
    """What a new wagon needs comes from the reserve, also where goods are in hand."""
    line.untold("source")
    line.becomes(("source",), RESERVE if asked(line.before)["kind"] == "needed" else 0)


def loaded(line: Line) -> None:
    seated(line, "seat")
    a_good(line)
    line.names(line["slot"])
    seat, slot, space, good = (line[name] for name in ("seat", "slot", "space", "colour"))
    line.says(when=space != good, en=f"a {space} space")
    line.moves(good, (source(line),), ("load", seat, slot, space))
    wagon = our_deck().wagons[wagon_at(line, seat, slot)]
    assert sum(line.lying("load", seat, slot, space).values()) <= wagon.need[COLOURS.index(space)]


def wagon_at(line: Line, seat: int, slot: int) -> str:
    """The wagon that lies in a slot."""
    (wagon,) = line.lying("wagon", seat, slot)
    return str(wagon)


def put(line: Line) -> None:
    seated(line, "seat")
    carded(line)
    some_goods(line)
    assert line.at("camp", line["seat"], line["card"])
    line.moves(line["colour"], (source(line),), ("on", line["card"]), line["count"])


def filled(line: Line) -> None:
    seated(line, "seat")
    carded(line)
    assert sum(line.lying("on", line["card"]).values()) == our_deck().cards[line["card"]].spaces
    line.becomes(("full", line["card"]), 1)


def lost(line: Line) -> None:
    seated(line, "seat")
    carded(line)
    a_good(line)
    line.moves(line["colour"], ("on", line["card"]), ("reserve",))
    line.becomes(("full", line["card"]), 0)


def returned(line: Line) -> None:
    seated(line, "seat")
    some_goods(line)
    line.moves(line["colour"], ("hand",), ("reserve",), line["count"])


def kept(line: Line) -> None:
    seated(line, "seat")
    a_good(line)
    line.moves(line["colour"], ("hand",), ("saddlebags",))


# wagons


def sent(line: Line) -> None:
    """It was full; its goods are in the stash, each by its own colour."""
    seated(line, "seat")
    seat, slot = line["seat"], line["slot"]
    wagon = wagon_at(line, seat, slot)
    for space, need in zip(COLOURS, our_deck().wagons[wagon].need, strict=True):
        goods = line.lying("load", seat, slot, space)
        assert sum(goods.values()) == need
        for good, n in goods.items():
            line.moves(good, ("load", seat, slot, space), ("stash", seat), n)
    line.moves(wagon, ("wagon", seat, slot), ("sent", seat))


def new_wagon(line: Line) -> None:
    """From an open place or the deck into the lowest free slot; the Cartwright's good comes from the reserve."""
    seated(line, "seat")
    seat, slot, wagon, place = (line[name] for name in ("seat", "slot", "wagon", "place"))
    need = our_deck().wagons[wagon].need
    line.names(slot, sum(need))
    line.says(when=place == "deck", en="from the deck", pl="z talii")
    assert slot == next(one for one in (1, 2, 3) if not line.lying("wagon", seat, one))
    if place == "deck":
        line.adds(("wagons_left",), -1)
    else:
        assert line.at("display", int(place), wagon)
        line.becomes(("display", int(place), wagon), 0)
    line.becomes(("wagon", seat, slot, wagon), 1)
    needed = any(n and line.at("reserve", colour) for n, colour in zip(need, COLOURS, strict=True))
    if needed and ("M05" in line.before["works"][seat] or "M05" in line.after["works"][seat]):
        line.untold("source")
        line.becomes(("source",), RESERVE if seat == line.before["active"] and slot_was_sent(line) else 0)


def slot_was_sent(line: Line) -> bool:
    """Whether the new wagon is one for a wagon that was sent, not one for Wide Axle."""
    return bool(asked(line.before).get("why", "sent") == "sent")


def laid(line: Line) -> None:
    line.names(sum(our_deck().wagons[line["wagon"]].need))
    line.adds(("wagons_left",), -1)
    line.becomes(("display", line["place"], line["wagon"]), 1)


def swapped(line: Line) -> None:
    seated(line, "seat", "other")
    line.names(line["slot"], line["other_slot"])
    ours, theirs = (line["seat"], line["slot"]), (line["other"], line["other_slot"])
    ends = {("wagon", *ours): ("wagon", *theirs), ("wagon", *theirs): ("wagon", *ours)}
    for space in COLOURS:
        ends |= {("load", *ours, space): ("load", *theirs, space), ("load", *theirs, space): ("load", *ours, space)}
    lying = {start: line.lying(*start) for start in ends}
    for start, end in ends.items():
        for thing, n in lying[start].items():
            line.moves(thing, start, end, n)


# the token, the end


def token(line: Line) -> None:
    seated(line, "seat")
    assert line.at("token") != line["seat"]
    line.becomes(("token",), line["seat"])


def over(line: Line) -> None:
    """A colour of the reserve or a deck is empty, or it was the last round; then sent wagons are shown."""
    why = line["why"]
    if why == "goods":
        assert not all(line.at("reserve", colour) for colour in COLOURS)
    elif why == "deck":
        assert not all(deck_of(line, colour) for colour in COLOURS)
    else:
        assert line.at("round") == line.before["max_rounds"]
    line.becomes(("open",), 1)


def won(line: Line) -> None:
    """Who has the most points, then the most goods in the stash; or several have."""
    s = line.after
    standings = [(sum(s["account"][seat]), sum(s["stash"][seat])) for seat in range(s["players"])]
    best = [seat for seat, one in enumerate(standings) if one == max(standings)]
    assert line["seat"] == (best[0] if len(best) == 1 else -1)
    if line["seat"] >= 0:
        seated(line, "seat")


CHECKS = {
    "round_began": round_began, "rolled": rolled, "turn_began": turn_began, "took_die": took_die, "changed": changed,
    "used": used, "drew": drew, "played": played, "cursed": cursed, "fled": fled, "accepted": accepted, "looted": looted,
    "took": took, "exchanged": exchanged, "robbed": robbed, "levied": levied, "loaded": loaded, "put": put,
    "filled": filled, "lost": lost, "gave_back": gave_back, "returned": returned, "kept": kept, "sent": sent,
    "new_wagon": new_wagon, "laid": laid, "swapped": swapped, "token": token, "over": over, "won": won,
}  # fmt: skip
ACTS = {"done": done, "load": loads, "good": chooses_good}
CLAIMS = Claims(Table.whole, facts, CHECKS, ACTS)
ONCE = pytest.mark.xdist_group("claims of huns")  # its games are followed once


@cache
def followed(walk: Callable[[str, int], Iterator[Step]], name: str, seed: int) -> Counter[str]:
    """Goes along a random game, once; the kinds of events that it met."""
    return CLAIMS.follow(walk(name, seed))


def test_every_kind_of_event_is_checked() -> None:
    assert set(CHECKS) == set(ANY.events.by_name)


@ONCE
@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_what_the_log_claims_is_what_happened(name: str, seed: int) -> None:
    followed(steps, name, seed)


@ONCE
@pytest.mark.parametrize(("name", "seed"), PLACES)
def test_what_the_log_claims_is_what_happened_where_much_lies_on_the_table(name: str, seed: int) -> None:
    followed(crowded_steps, name, seed)


@ONCE
def test_every_kind_of_event_comes() -> None:
    met: Counter[str] = Counter()
    for name, seed in GAMES[:4]:
        met += followed(steps, name, seed)
    for name, seed in PLACES:
        met += followed(crowded_steps, name, seed)
    assert set(met) == set(CHECKS)
