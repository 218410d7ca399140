"""What is legal in Chu Han [C11.2], for the slow reference.

At Warlords a face-up card may be lent to a play [C11.5]: `lent` is its kind, or "" for a play from the hand alone.
A play with a lent card must use it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tests.oracle.chu_han_cards import KINDS, Cards, Set, sets_in, value
from tests.oracle.chu_han_events import at_warlords, gifts, instead_of_a_decree, picks

if TYPE_CHECKING:
    from tests.oracle.chu_han import ChuHan


def legal_actions(game: ChuHan) -> Iterator[str]:
    """Every legal action of the seat that decides."""
    if game.winner >= 0:
        return
    if game.window:
        yield from reactions(game)
    elif game.drawn:
        yield from gifts(game)
    elif game.next_leader >= 0:
        yield from picks(game)
    elif game.building:
        yield from next_steps(game)
    elif game.lent:
        yield from plays(game, game.lent)
    else:
        yield from turn_options(game)


def reactions(game: ChuHan) -> Iterator[str]:
    """Declining is always possible, also when the card is not there; a face-up card at Warlords serves [C9.4, C11.2]."""
    word, card = ("cancel", "lyu_zhi") if game.window == "cancel" else ("restore", "xiao_he")
    if game.hand[game.actor][card] or at_warlords(game, card):
        yield word
    yield "decline"


def turn_options(game: ChuHan) -> Iterator[str]:
    """Decree step, plays, and for the responder a pass, in one list [C4.1, C4.2, C4.3, C11.3]."""
    yield from decrees(game)
    yield from instead_of_a_decree(game)
    yield from plays(game, "")
    yield from (f"warlord {kind}" for kind in KINDS if at_warlords(game, kind) and any(plays(game, kind)))
    if not game.leading:
        yield "pass"


def decrees(game: ChuHan) -> Iterator[str]:
    """At most one a turn, while there are any [C4.5, C4.9]; at Sudden Charge only while responding [C9.1]."""
    if game.decree_open and game.decrees_left > 0 and not (game.event == "sudden_charge" and game.leading):
        yield "decree"


def plays(game: ChuHan, lent: str) -> Iterator[str]:
    """The plays that use the lent card, if there is one."""
    for notation, used in all_plays(game, lent):
        if not lent or lent in used:
            yield notation


def all_plays(game: ChuHan, lent: str) -> Iterator[tuple[str, list[str]]]:
    """Each play and the cards that it uses, as far as a lent card may be among them."""
    cards = game.hand[game.turn] + Counter([lent] if lent else [])
    yield from (lead_plays if game.leading else response_plays)(game, cards)
    if cards["zhongli_mo"] and zhongli_mo_cards(game, cards, [], lent):
        yield "zhongli_mo", ["zhongli_mo", lent]


def lead_plays(game: ChuHan, cards: Cards) -> Iterator[tuple[str, list[str]]]:
    """A lead ability, while it is open, or any set [C4.1, C4.2, C11.3]."""
    if game.lead_ability_open:
        yield from lead_abilities(game, cards)
    yield from ((set_.notation, set_.cards) for set_ in sets_in(cards))


def lead_abilities(game: ChuHan, cards: Cards) -> Iterator[tuple[str, list[str]]]:
    """Yu Ji needs another card, from the hand; Ying Bu a 1-5 in the discard pile [C2.2, C5.11, C9.8]."""
    if cards["ji_bu"]:
        yield "ji_bu", ["ji_bu"]
    if cards["yu_ji"]:
        hand = game.hand[game.turn]
        yield from ((f"yu_ji {kind}", ["yu_ji"]) for kind in KINDS if hand[kind] and kind != "yu_ji")
    if cards["ying_bu"]:
        found = [kind for kind in KINDS if game.discard[kind] and 1 <= value(kind) <= 5]
        yield from ((f"ying_bu {kind}", ["ying_bu"]) for kind in found)


def response_plays(game: ChuHan, cards: Cards) -> Iterator[tuple[str, list[str]]]:
    """A set of the same size and higher value, or a response ability [C4.3]."""
    number, size = game.to_beat
    for set_ in sets_in(cards):
        if set_.size == size and set_.value > number:
            yield set_.notation, set_.cards
    if cards["peng_yue"]:
        sets = peng_yue_sets(game, cards)
        if sets:
            yield "peng_yue", ["peng_yue", *(card for set_ in sets for card in set_.cards)]
    for person in ("han_xin", "xiahou_ying", "xiang_yu"):
        if cards[person]:
            yield person, [person]
    if cards["liu_bang"] and game.to_beat == (9, 1):  # [C5.9]; a single 9 is always plain, the deck has one 9
        yield "liu_bang", ["liu_bang"]


def zhongli_mo_cards(game: ChuHan, cards: Cards, chosen: list[str], lent: str) -> list[str]:
    """Cards that may be added next: each of a higher value, and a complete play must follow [C5.13, C11.4, C11.5].

    Leading, 2 cards are enough [C5.8]; responding, exactly the size to beat, all above the value to beat.
    """
    floor, size = (-1, 2) if game.leading else game.to_beat
    if size < 2:
        return []
    if chosen:
        floor = value(chosen[-1])
    others = [kind for kind in KINDS if cards[kind] and kind != "zhongli_mo"]
    return [
        kind
        for kind in others
        if value(kind) > floor and can_be_completed(game, others, [*chosen, kind], size, needed(lent, "zhongli_mo"))
    ]


def needed(lent: str, person: str) -> str:
    """The lent card that the other cards of the play must contain: none, if it is the ability card itself."""
    return "" if lent == person else lent


def can_be_completed(game: ChuHan, others: list[str], chosen: list[str], size: int, must: str) -> bool:
    """Enough different values lie above the last card, and the lent card is in or can still come in."""
    last = value(chosen[-1])
    values_above = {value(kind) for kind in others if value(kind) > last}
    if len(values_above) < size - len(chosen):
        return False
    if not must or must in chosen:
        return True
    return value(must) > last and (game.leading or len(chosen) < size)


def peng_yue_sets(game: ChuHan, cards: Cards) -> list[Set]:
    """With Peng Yue a set of exactly the value and size to beat, himself not counted; never a 0 [C5.12, C5.8]."""
    without_him = cards - Counter({"peng_yue": 1})
    return [s for s in sets_in(without_him) if s.value > 0 and (s.value, s.size) == game.to_beat]


def next_steps(game: ChuHan) -> Iterator[str]:
    """A play of several steps has no way back [C11.4, C11.5]."""
    cards = game.within_reach()
    person, *chosen = game.building
    must = needed(game.lent, person)
    if person == "peng_yue":
        yield from (s.notation for s in peng_yue_sets(game, cards) if not must or must in s.cards)
        return
    yield from (f"add {kind}" for kind in zhongli_mo_cards(game, cards, chosen, game.lent))
    if game.leading and len(chosen) >= 2 and (not must or must in chosen):
        yield "done"
