"""Chu Han as its rules read (C1-C8 and C11, without events): slow and plain, the second opinion on the engine.

Cards are strings, the names of the kinds [C11.1]; a hand is a Counter of them. Every function says which rule it is.
Nothing here is shared with the package, so that a misreading on one side shows as a difference between the two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.oracle.chu_han_cards import (
    CHU,
    CLOSING_ABILITIES,
    DECK,
    DECREES,
    HAN,
    KINDS,
    LEAD_ABILITIES,
    PILE,
    Cards,
    Set,
    names,
    sets_in,
    value,
)
from tests.oracle.chu_han_position import set_up

Deal = tuple[list[str], list[str], list[str]]

WINNING_SCORE = 31  # [C1]
MOST_LEFT_CARDS = 5  # [C7.1]
MANY_TWOS = 6  # [C4.7]


@dataclass
class Play:
    """A declared play: it has left the hand and lies open [C6.4]."""

    seat: int
    ability: str
    cards: Cards  # the ability card, its set and its target
    target: str = "none"
    value: int = 0  # of the set that the play makes, if any
    size: int = 0
    emptied: bool = False  # declaring it emptied the owner's hand [C6.2]


class ChuHan:
    """A game of Chu Han. `next_deal` gives each hand's cards: Han's, Chu's and the draw pile from the top."""

    def __init__(self, next_deal: Callable[[], Deal], position: dict[str, Any] | None = None):
        self.next_deal = next_deal
        self.options: list[str] | None = None
        self.winner = -1
        self.score = [0, 1]  # [C3.1]
        self.hand_number = 0
        self.last_out = -1
        if position is None:
            self.start_hand(leader=HAN)  # [C3.3]
        else:
            set_up(self, position)

    @classmethod
    def from_position(cls, position: dict[str, Any], next_deal: Callable[[], Deal]) -> ChuHan:
        return cls(next_deal, position)

    # --- C3: a hand begins ---------------------------------------------------------------------------------------

    def start_hand(self, leader: int) -> None:
        """15 cards each, 16 in the pile, and everything else as new [C3.2, C3.4]."""
        han, chu, pile = self.next_deal()
        if (len(han), len(chu), len(pile)) != (15, 15, PILE) or Counter(han + chu + pile) != DECK:
            raise ValueError("a deal is 15 cards, 15 cards and a pile of 16: together the whole deck [C3.2]")
        self.hand: list[Cards] = [Counter(han), Counter(chu)]
        self.pile = list(pile)
        self.discard: Cards = Counter()
        self.clear_table()
        self.hand_number += 1
        self.start_trick(leader)

    def clear_table(self) -> None:
        """All decrees back, no doubling, no open hand, nothing known [C3.4]."""
        self.decrees_left = DECREES
        self.decrees_taken = [0, 0]
        self.doubled = False
        self.opened = [False, False]
        self.seen = [["none"] * PILE, ["none"] * PILE]  # what Ji Bu showed each seat, by place of the dealt pile
        self.surely: list[Cards] = [Counter(), Counter()]  # what each seat knows of the rival's hand [C8.6]
        self.declared: Play | None = None
        self.building: list[str] = []  # a play that is not complete: the ability card, then its cards [C11.5]
        self.window = ""  # "cancel" or "restore" while a reaction is asked for

    def start_trick(self, leader: int) -> None:
        self.leader = leader
        self.trick: list[tuple[int, str, Cards]] = []
        self.to_beat = (0, 0)
        self.turn = leader
        self.leading = True
        self.decree_open = True
        self.lead_ability_open = True

    def start_response(self, seat: int) -> None:
        """A new turn with every option of C4.3 and no lead ability [C4.8, C5.14]."""
        self.turn = seat
        self.leading = False
        self.decree_open = True
        self.lead_ability_open = False

    # --- who decides, and what is legal ----------------------------------------------------------------------------

    @property
    def stage(self) -> str:
        """A play that is being put together does not change the stage [C8.4]."""
        if self.winner >= 0:
            return "over"
        return self.window or ("lead" if self.leading else "respond")

    @property
    def actor(self) -> int:
        """The rival of the ability's owner may cancel, the owner may restore [C6.8]."""
        return 1 - self.turn if self.window == "cancel" else self.turn

    def actors(self) -> tuple[int, ...]:
        """One seat decides at a time [C11.2]."""
        return () if self.winner >= 0 else (self.actor,)

    def result(self) -> tuple[int, int] | None:
        return None if self.winner < 0 else ((1, 2) if self.winner == HAN else (2, 1))

    def legal(self) -> list[str]:
        """Every legal action of the seat that decides; remembered until the next action, for speed only."""
        if self.options is None:
            self.options = self.find_legal()
        return list(self.options)

    def find_legal(self) -> list[str]:
        if self.winner >= 0:
            return []
        if self.window:
            return list(self.reactions())
        if self.building:
            return list(self.next_steps())
        return list(self.lead_options() if self.leading else self.response_options())

    def reactions(self) -> Iterator[str]:
        """Declining is always possible, also when the card is not there [C11.2]."""
        word, card = ("cancel", "lyu_zhi") if self.window == "cancel" else ("restore", "xiao_he")
        if self.hand[self.actor][card]:
            yield word
        yield "decline"

    def lead_options(self) -> Iterator[str]:
        """Decree and lead ability in any order, each optional; then a set. No pass [C4.1, C4.2, C11.3]."""
        hand = self.hand[self.turn]
        yield from self.decrees()
        if self.lead_ability_open:
            yield from self.lead_abilities()
        for set_ in sets_in(hand):
            yield set_.notation
        if hand["zhongli_mo"] and self.zhongli_mo_cards(hand, []):
            yield "zhongli_mo"

    def response_options(self) -> Iterator[str]:
        """A decree, then a set of the same size and higher value, a response ability or a pass [C4.3]."""
        hand = self.hand[self.turn]
        number, size = self.to_beat
        yield from self.decrees()
        for set_ in sets_in(hand):
            if set_.size == size and set_.value > number:
                yield set_.notation
        if hand["zhongli_mo"] and self.zhongli_mo_cards(hand, []):
            yield "zhongli_mo"
        if hand["peng_yue"] and self.peng_yue_sets(hand):
            yield "peng_yue"
        for person in ("han_xin", "xiahou_ying", "xiang_yu"):
            if hand[person]:
                yield person
        if hand["liu_bang"] and self.to_beat == (9, 1):  # [C5.9]; a single 9 is always plain, the deck has one 9
            yield "liu_bang"
        yield "pass"

    def decrees(self) -> Iterator[str]:
        """6 decrees per hand in all, at most one a turn [C4.5, C4.9]."""
        if self.decree_open and self.decrees_left > 0:
            yield "decree"

    def lead_abilities(self) -> Iterator[str]:
        """Yu Ji needs another card in hand, Ying Bu a 1-5 in the discard pile [C2.2, C5.11]."""
        hand = self.hand[self.turn]
        if hand["ji_bu"]:
            yield "ji_bu"
        if hand["yu_ji"]:
            yield from (f"yu_ji {kind}" for kind in KINDS if hand[kind] and kind != "yu_ji")
        if hand["ying_bu"]:
            yield from (f"ying_bu {kind}" for kind in KINDS if self.discard[kind] and 1 <= value(kind) <= 5)

    def zhongli_mo_cards(self, hand: Cards, chosen: list[str]) -> list[str]:
        """Cards that may be added next: each of a higher value, and a complete play must follow [C5.13, C11.4, C11.5].

        Leading, 2 cards are enough [C5.8]; responding, exactly the size to beat, all above the value to beat.
        """
        floor, wanted = (-1, 2) if self.leading else self.to_beat
        if wanted < 2:
            return []
        if chosen:
            floor = value(chosen[-1])
        others = [kind for kind in KINDS if hand[kind] and kind != "zhongli_mo"]
        still_wanted = wanted - len(chosen) - 1
        return [
            kind
            for kind in others
            if value(kind) > floor
            and len({value(more) for more in others if value(more) > value(kind)}) >= still_wanted
        ]

    def peng_yue_sets(self, hand: Cards) -> list[Set]:
        """With Peng Yue a set of exactly the value and size to beat, himself not counted; never a 0 [C5.12, C5.8]."""
        without_him = hand - Counter({"peng_yue": 1})
        return [s for s in sets_in(without_him) if s.value > 0 and (s.value, s.size) == self.to_beat]

    def next_steps(self) -> Iterator[str]:
        """A play of several steps has no way back [C11.4, C11.5]."""
        hand = self.hand[self.turn]
        person, *chosen = self.building
        if person == "peng_yue":
            yield from (set_.notation for set_ in self.peng_yue_sets(hand))
            return
        yield from (f"add {kind}" for kind in self.zhongli_mo_cards(hand, chosen))
        if self.leading and len(chosen) >= 2:
            yield "done"

    # --- actions ---------------------------------------------------------------------------------------------------

    def apply(self, notation: str) -> None:
        if notation not in self.legal():
            raise ValueError(
                f"{notation}: not legal now; legal: {', '.join(self.legal()) or 'nothing, the game is over'}"
            )
        self.options = None
        word, *arguments = notation.split()
        if self.window:
            self.react(word)
        elif word == "decree":
            self.take_decree()
        elif word in ("set", "threes", "sixes"):
            self.choose_set(notation)
        elif word in ("zhongli_mo", "peng_yue"):
            self.build(word)
        elif word == "add":
            self.build(arguments[0])
            if not self.leading and len(self.building) - 1 == self.to_beat[1]:
                self.declare_zhongli_mo()
        elif word == "done":
            self.declare_zhongli_mo()
        elif word == "pass":
            self.settle(self.turn, False, lambda: self.end_trick(leader=1 - self.turn))
        else:
            self.declare_person(word, *arguments)

    def take_decree(self) -> None:
        """A decree draws the two top cards at once; who had seen them knows them in that hand [C4.5, C8.2, C8.6]."""
        seat = self.turn
        self.decree_open = False
        self.decrees_left -= 1
        self.decrees_taken[seat] += 1
        for _ in range(2):
            place = PILE - len(self.pile)
            card = self.pile.pop(0)
            self.hand[seat][card] += 1
            if self.seen[1 - seat][place] != "none":
                self.surely[1 - seat][card] += 1
            self.seen[HAN][place] = self.seen[CHU][place] = "none"

    def build(self, card: str) -> None:
        """A card of an incomplete play is set aside, seen by its owner only [C8.4]."""
        self.hand[self.turn] -= Counter({card: 1})
        self.building.append(card)

    def choose_set(self, notation: str) -> None:
        """A plain set cannot be cancelled; with Peng Yue it completes a play that can [C5.5, C5.12]."""
        set_ = next(s for s in sets_in(self.hand[self.turn]) if s.notation == notation)
        if self.building:
            cards = Counter(set_.cards) + self.take_up_building()
            self.declare(Play(self.turn, "peng_yue", cards, value=set_.value, size=set_.size))
            return
        seat = self.turn
        self.leave_hand(seat, Counter(set_.cards))
        self.lay_set(seat, "none", Counter(set_.cards), set_.value, set_.size)
        self.settle(seat, False, lambda: self.start_response(1 - seat))

    def take_up_building(self) -> Cards:
        """The play is complete: its cards are in the hand for a moment, to be declared from there as one."""
        cards = Counter(self.building)
        self.hand[self.turn] += cards
        self.building = []
        return cards

    def declare_zhongli_mo(self) -> None:
        """His set has the value of its lowest card; he is not counted [C2.2]. The 0 is a 0 here, no joker [C4.6]."""
        lowest, size = value(self.building[1]), len(self.building) - 1
        self.declare(Play(self.turn, "zhongli_mo", self.take_up_building(), value=lowest, size=size))

    def declare_person(self, person: str, target: str = "none") -> None:
        """Targets are declared with the ability; Ying Bu's card comes from the discard pile [C5.3, C6.4]."""
        cards = Counter([person])
        if target != "none":
            cards[target] += 1
        play = Play(self.turn, person, cards, target)
        if person == "liu_bang":
            play.value, play.size = 10, 1  # [C4.10]
        self.declare(play)

    # --- C5, C6: declare, cancel, restore, resolve -------------------------------------------------------------------

    def declare(self, play: Play) -> None:
        """A declared play leaves the hand and lies open; then the rival may react [C6, C6.4]."""
        from_hand = play.cards.copy()
        if play.ability == "ying_bu":
            from_hand -= Counter([play.target])
            self.discard -= Counter([play.target])
        self.leave_hand(play.seat, from_hand)
        play.emptied = self.is_empty(play.seat)
        self.declared = play
        if play.ability in CLOSING_ABILITIES:
            self.decree_open = False  # [C5.2, C11.3]
        if play.ability in LEAD_ABILITIES or play.ability == "zhongli_mo":
            self.lead_ability_open = False  # [C5.1, C5.2, C11.3]
        if self.window_opens("lyu_zhi", 1 - play.seat):
            self.window = "cancel"
        else:
            self.resolve(play)

    def window_opens(self, card: str, seat: int) -> bool:
        """A window is left out exactly when its card lies open or its seat is empty [C11.6]."""
        on_table = self.discard + sum((cards for _, _, cards in self.trick), Counter())
        if self.declared is not None:
            on_table += self.declared.cards
        return not on_table[card] and not self.is_empty(seat)

    def react(self, word: str) -> None:
        """Lyu Zhi cancels, Xiao He cancels the cancel; both are discarded at once [C4.4, C5.4, C6.8]."""
        play = self.declared
        assert play is not None
        asked, self.window = self.window, ""
        if word == "cancel":
            self.leave_hand(1 - play.seat, Counter(["lyu_zhi"]))
            self.discard["lyu_zhi"] += 1
            if self.window_opens("xiao_he", play.seat):
                self.window = "restore"
            else:
                self.be_cancelled(play)
        elif word == "restore":
            self.leave_hand(play.seat, Counter(["xiao_he"]))
            self.discard["xiao_he"] += 1
            self.resolve(play)
        elif asked == "cancel":
            self.resolve(play)
        else:
            self.be_cancelled(play)

    def be_cancelled(self, play: Play) -> None:
        """The ability card is discarded, Ying Bu's target too; the other cards return to the hand [C5.4].

        The ability does nothing and its owner's turn goes on, unless the hand ends [C5.17].
        """
        self.declared = None
        self.discard[play.ability] += 1
        others = play.cards - Counter([play.ability])
        if play.ability == "ying_bu":
            self.discard += others
        else:
            self.hand[play.seat] += others
            self.surely[1 - play.seat] += others  # [C8.6]
        self.settle(play.seat, play.emptied, lambda: None)

    def resolve(self, play: Play) -> None:
        """The ability stands: its effect, then the checks, then what follows [C6]."""
        self.declared = None
        follow_up = getattr(self, play.ability)(play)
        self.settle(play.seat, play.emptied, follow_up)

    def ji_bu(self, play: Play) -> Callable[[], None]:
        """See the top 4 of the pile; with no decree left the rival's hand is open from now [C5.10]."""
        self.trick.append((play.seat, "ji_bu", play.cards))
        top = PILE - len(self.pile)
        self.seen[play.seat][top : top + 4] = self.pile[:4]
        if self.decrees_left == 0:
            self.opened[1 - play.seat] = True
        return lambda: None

    def yu_ji(self, play: Play) -> Callable[[], None]:
        """The named card goes to the discard pile at once, Yu Ji lies in the trick [C4.4]."""
        self.trick.append((play.seat, "yu_ji", Counter(["yu_ji"])))
        self.discard[play.target] += 1
        return lambda: None

    def ying_bu(self, play: Play) -> Callable[[], None]:
        """The named card of the discard pile comes openly into the hand [C5.11, C8.6]."""
        self.trick.append((play.seat, "ying_bu", Counter(["ying_bu"])))
        self.hand[play.seat][play.target] += 1
        self.surely[1 - play.seat][play.target] += 1
        return lambda: None

    def zhongli_mo(self, play: Play) -> Callable[[], None]:
        """Cards of all different values are one set [C2.2, C4.10]."""
        self.lay_set(play.seat, play.ability, play.cards, play.value, play.size)
        return lambda: self.start_response(1 - play.seat)

    def peng_yue(self, play: Play) -> Callable[[], None]:
        """A set of equal value is a set like any other once it stands [C4.7, C4.10]."""
        self.lay_set(play.seat, play.ability, play.cards, play.value, play.size)
        return lambda: self.start_response(1 - play.seat)

    def liu_bang(self, play: Play) -> Callable[[], None]:
        """He counts as a 10 against a single 9 [C5.9]."""
        self.lay_set(play.seat, play.ability, play.cards, play.value, play.size)
        return lambda: self.start_response(1 - play.seat)

    def han_xin(self, play: Play) -> Callable[[], None]:
        """The rival gains 1 VP and must answer the same set to beat [C5.14]; it does not score again [C5.7]."""
        self.trick.append((play.seat, play.ability, play.cards))
        self.gain(1 - play.seat, 1)
        return lambda: self.start_response(1 - play.seat)

    def xiahou_ying(self, play: Play) -> Callable[[], None]:
        """A pass, but his player leads the next trick; the rival gains 3 VP [C5.15]."""
        self.trick.append((play.seat, play.ability, play.cards))
        self.gain(1 - play.seat, 3)
        return lambda: self.end_trick(leader=play.seat)

    def xiang_yu(self, play: Play) -> Callable[[], None]:
        """A pass; all that is scored from now in this hand is doubled [C5.15, C5.16]."""
        self.trick.append((play.seat, play.ability, play.cards))
        self.doubled = True
        return lambda: self.end_trick(leader=1 - play.seat)

    def lay_set(self, seat: int, ability: str, cards: Cards, number: int, size: int) -> None:
        """The set to beat is the last that resolved [C4.10]; six or more 2s score their number [C4.7]."""
        self.trick.append((seat, ability, cards))
        self.to_beat = (number, size)
        if number == 2 and size >= MANY_TWOS:
            self.gain(seat, size)

    def end_trick(self, leader: int) -> None:
        """All cards of the trick go to the discard pile [C4.4]."""
        for _, _, cards in self.trick:
            self.discard += cards
        self.start_trick(leader)

    def settle(self, owner: int, emptied_by_declaring: bool, follow_up: Callable[[], None]) -> None:
        """31 check, going-out check, and only then the next turn [C6, C6.9]."""
        if self.someone_won():
            return
        out = self.who_went_out(owner, emptied_by_declaring)
        if out is None:
            follow_up()
        else:
            self.end_hand(out)

    def who_went_out(self, owner: int, emptied_by_declaring: bool) -> int | None:
        """Of two empty hands the one that was empty first [C6.2].

        The owner, if declaring emptied the hand; else the rival, whose Lyu Zhi came before the owner's Xiao He.
        """
        if self.is_empty(HAN) and self.is_empty(CHU):
            return owner if emptied_by_declaring else 1 - owner
        return next((seat for seat in (HAN, CHU) if self.is_empty(seat)), None)

    # --- C7: scoring -----------------------------------------------------------------------------------------------

    def gain(self, seat: int, points: int) -> None:
        """Xiang Yu doubles all that is scored after he resolved [C7.2]."""
        self.score[seat] += 2 * points if self.doubled else points

    def someone_won(self) -> bool:
        """31 or more wins, also in the middle of a hand and before any going-out points [C1, C6.3]."""
        for seat in (HAN, CHU):
            if self.score[seat] >= WINNING_SCORE:
                self.winner = seat
        return self.winner >= 0

    def end_hand(self, out: int) -> None:
        """1 VP per card left to the rival, at most 5, and 1 per decree the rival took [C7.1]; then C7.3."""
        rival = 1 - out
        self.gain(out, min(self.hand[rival].total(), MOST_LEFT_CARDS) + self.decrees_taken[rival])
        self.last_out = out
        if self.someone_won():
            return
        if self.score[HAN] == self.score[CHU]:
            self.start_hand(leader=out)  # [C3.3]
        else:
            self.start_hand(leader=HAN if self.score[HAN] < self.score[CHU] else CHU)

    # --- C8: what is known -----------------------------------------------------------------------------------------

    def is_empty(self, seat: int) -> bool:
        return self.hand[seat].total() == 0

    def leave_hand(self, seat: int, cards: Cards) -> None:
        """Each card that leaves a hand may be one that the rival knew of [C8.6]."""
        assert cards <= self.hand[seat]
        self.hand[seat] -= cards
        self.surely[1 - seat] -= cards  # a Counter never goes below 0 here

    def held(self, seat: int) -> Cards:
        """What the rival of `seat` surely holds, as `seat` knows it [C8.6]."""
        return self.surely[seat].copy()

    def facts(self, viewer: int | None) -> dict[str, Any]:
        """Everything that a seat, or a spectator (None), may see [C8]."""
        play = self.declared
        return {
            "score": list(self.score),
            "hands": [self.hand_as_seen(seat, viewer) for seat in (HAN, CHU)],
            "hand_size": [self.whole_hand(seat).total() for seat in (HAN, CHU)],
            "pile_size": len(self.pile),
            "discard": names(self.discard),
            "decrees_left": self.decrees_left,
            "decrees_taken": list(self.decrees_taken),
            "trick": [[seat, ability, names(cards)] for seat, ability, cards in self.trick],
            "to_beat": list(self.to_beat),
            "stage": self.stage,
            "turn": self.turn,
            "actor": self.actor,
            "leader": self.leader,
            "doubled": self.doubled,
            "opened": list(self.opened),
            "declared": [play.ability, names(play.cards), play.target] if play else ["none", [], "none"],
            "building": [self.building_of(seat) if seat == viewer else None for seat in (HAN, CHU)],
            "seen": [list(self.seen[seat]) if seat == viewer else None for seat in (HAN, CHU)],
            "hand_number": self.hand_number,
            "winner": self.winner,
            "decree_open": self.decree_open,
            "lead_ability_open": self.lead_ability_open,
        }

    def building_of(self, seat: int) -> list[Any]:
        if seat != self.turn or not self.building:
            return ["none", []]
        return [self.building[0], sorted(self.building)]

    def whole_hand(self, seat: int) -> Cards:
        """To others a play that is not complete is still in the hand [C8.4]."""
        return self.hand[seat] + Counter(self.building) if seat == self.turn else self.hand[seat]

    def hand_as_seen(self, seat: int, viewer: int | None) -> list[str] | None:
        """A hand is seen by its owner, and by everyone once it is open [C8.1, C8.2]."""
        if seat == viewer:
            return names(self.hand[seat])
        return names(self.whole_hand(seat)) if self.opened[seat] else None

    def all_cards(self) -> Cards:
        """Every card on the table, wherever it lies: always the whole deck [C2.1]."""
        cards = Counter([*self.pile, *self.building])
        for lying in (*self.hand, self.discard, *(row for _, _, row in self.trick)):
            cards.update(lying)
        if self.declared:
            cards.update(self.declared.cards)
        return cards
