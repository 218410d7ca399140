"""Chu Han as its rules read (C1-C9 and C11): slow and plain, the second opinion on the engine.

Cards are strings, the names of the kinds [C11.1]; a hand is a Counter of them. Every function says which rule it is.
Nothing here is shared with the package, so that a misreading on one side shows as a difference between the two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.oracle import chu_han_events as event_rules
from tests.oracle.chu_han_cards import CHU, CLOSING_ABILITIES, DECK, HAN, LEAD_ABILITIES, PILE, Cards, sets_in, value
from tests.oracle.chu_han_facts import Views
from tests.oracle.chu_han_options import legal_actions
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
    lent: str = ""  # the card of it that lay face up at Warlords [C9.8]


class ChuHan(Views):
    """A game of Chu Han. `next_deal` gives each hand's cards: Han's, Chu's and the draw pile from the top.

    With `events`, `event_order` names the 15 event cards in their order; the first hand's is always a silence [C9.1].
    """

    def __init__(
        self,
        next_deal: Callable[[], Deal],
        position: dict[str, Any] | None = None,
        *,
        events: bool = False,
        event_order: Sequence[str] = (),
    ):
        self.next_deal = next_deal
        self.event_order = list(event_order)
        if events:
            event_rules.check_order(self.event_order)
        elif event_order:
            raise ValueError("an order of events is for a game with events")
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
    def from_position(cls, position: dict[str, Any], next_deal: Callable[[], Deal], **options: Any) -> ChuHan:
        return cls(next_deal, position, **options)

    # --- C3: a hand begins ---------------------------------------------------------------------------------------

    def start_hand(self, leader: int) -> None:
        """15 cards each, 16 in the pile, the next event, and everything else as new [C3.2, C3.4, C9.1]."""
        han, chu, pile = self.next_deal()
        if (len(han), len(chu), len(pile)) != (15, 15, PILE) or Counter(han + chu + pile) != DECK:
            raise ValueError("a deal is 15 cards, 15 cards and a pile of 16: together the whole deck [C3.2]")
        self.hand: list[Cards] = [Counter(han), Counter(chu)]
        self.pile = list(pile)
        self.discard: Cards = Counter()
        self.hand_number += 1
        self.clear_table()
        event_rules.lay_face_up(self)
        self.start_trick(leader)

    def clear_table(self) -> None:
        """All decrees back, no doubling, no open hand, nothing known [C3.4]."""
        self.event = event_rules.event_of_hand(self)
        self.face_up: Cards = Counter()  # beside the event: Warlords, Hongmen
        self.row: list[str] = []  # Hangu
        self.row_last = -1  # who placed the highest card of the row
        self.decrees_left = event_rules.decrees_in_all(self.event)
        self.decrees_taken = [0, 0]
        self.doubled = False
        self.opened = [False, False]
        self.seen = [["none"] * PILE, ["none"] * PILE]  # what Ji Bu showed each seat, by place of the dealt pile
        self.surely: list[Cards] = [Counter(), Counter()]  # what each seat knows of the rival's hand [C8.6]
        self.declared: Play | None = None
        self.building: list[str] = []  # a play that is not complete: the ability card, then its cards [C11.5]
        self.lent = ""  # the face-up card that this play has to use [C11.5]
        self.window = ""  # "cancel" or "restore" while a reaction is asked for
        self.drawn: list[str] = []  # the pair of a decree at Hong Canal until one is given [C9.11]
        self.drawn_was_seen = False  # by the rival, in the pile
        self.next_leader = -1  # who leads once the Mandate card is picked [C9.12]

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
        if self.drawn:
            return "give"
        if self.next_leader >= 0:
            return "take"
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
            self.options = list(legal_actions(self))
        return list(self.options)

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
        elif self.next_leader >= 0:
            self.pick_from_trick(arguments)
        elif word in ("decree", "swap", "row", "give"):
            self.decree_step(word, arguments)
        elif word == "warlord":
            self.lent = arguments[0]
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
            seat = self.turn
            self.score_pass(seat)
            self.settle(seat, False, lambda: self.end_trick(leader=1 - seat))
        else:
            self.declare_person(word, *arguments)

    def decree_step(self, word: str, arguments: list[str]) -> None:
        """A decree or what an event offers instead; it cannot be cancelled, but may go out [C5.5, C6.8, C9.4]."""
        seat = self.turn
        if word == "decree":
            self.take_decree()
        elif word == "swap":
            event_rules.swap(self, *arguments)
        elif word == "row":
            event_rules.place_in_row(self, *arguments)
        else:
            event_rules.give(self, *arguments)
        self.settle(seat, False, lambda: None)

    def take_decree(self) -> None:
        """A decree draws the two top cards at once; who had seen them knows them in that hand [C4.5, C8.2, C8.6].

        At Hong Canal they are no cards of the hand before one is given and the other kept [C8.6, C9.11].
        """
        seat = self.turn
        self.decree_open = False
        self.decrees_left -= 1
        self.decrees_taken[seat] += 1
        top = PILE - len(self.pile)
        pair, self.pile = self.pile[:2], self.pile[2:]
        was_seen = "none" not in self.seen[1 - seat][top : top + 2]
        for seen in self.seen:
            seen[top : top + 2] = ["none", "none"]
        if self.event == "hong_canal":
            self.drawn, self.drawn_was_seen = pair, was_seen
            return
        self.hand[seat] += Counter(pair)
        if was_seen:
            self.surely[1 - seat] += Counter(pair)

    def build(self, card: str) -> None:
        """A card of an incomplete play is set aside, seen by its owner only [C8.4].

        The lent copy is used even if the hand has the kind too [C11.5].
        """
        if card != self.lent:
            self.hand[self.turn] -= Counter([card])
        self.building.append(card)

    def built_from_hand(self) -> Cards:
        return Counter(self.building) - Counter([self.lent])

    def within_reach(self) -> Cards:
        """The cards for the rest of a play: the hand, and the lent card if it is not used yet."""
        unused = [self.lent] if self.lent and self.lent not in self.building else []
        return self.hand[self.turn] + Counter(unused)

    def choose_set(self, notation: str) -> None:
        """A plain set cannot be cancelled; with Peng Yue it completes a play that can [C5.5, C5.12]."""
        seat = self.turn
        set_ = next(s for s in sets_in(self.within_reach()) if s.notation == notation)
        if self.building:
            cards = Counter(set_.cards) + Counter(self.building)
            self.declare(Play(seat, "peng_yue", cards, value=set_.value, size=set_.size))
            return
        cards = Counter(set_.cards)
        self.put_down(seat, cards)
        self.lay_set(seat, "none", cards, set_.value, set_.size)
        self.settle(seat, False, lambda: self.start_response(1 - seat))

    def put_down(self, seat: int, cards: Cards) -> str:
        """A complete play leaves the hand, but its lent card the place beside the event [C9.8]; returns that card."""
        lent, from_event = self.lent, Counter([self.lent] if self.lent else [])
        self.hand[seat] += self.built_from_hand()
        self.building, self.lent = [], ""
        self.leave_hand(seat, cards - from_event)
        self.face_up -= from_event
        return lent

    def declare_zhongli_mo(self) -> None:
        """His set has the value of its lowest card; he is not counted [C2.2]. The 0 is a 0 here, no joker [C4.6]."""
        lowest, size = value(self.building[1]), len(self.building) - 1
        self.declare(Play(self.turn, "zhongli_mo", Counter(self.building), value=lowest, size=size))

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
        play.lent = self.put_down(play.seat, from_hand)
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
        """A window is left out exactly when its card lies open or its seat is empty and it is not at Warlords [C11.6]."""
        if event_rules.lies_open(self, card):
            return False
        return not self.is_empty(seat) or event_rules.at_warlords(self, card)

    def react(self, word: str) -> None:
        """Lyu Zhi cancels, Xiao He cancels the cancel; both are discarded at once [C4.4, C5.4, C6.8]."""
        play = self.declared
        assert play is not None
        asked, self.window = self.window, ""
        if word == "cancel":
            self.use_reaction(1 - play.seat, "lyu_zhi")
            if self.window_opens("xiao_he", play.seat):
                self.window = "restore"
            else:
                self.be_cancelled(play)
        elif word == "restore":
            self.use_reaction(play.seat, "xiao_he")
            self.resolve(play)
        elif asked == "cancel":
            self.resolve(play)
        else:
            self.be_cancelled(play)

    def use_reaction(self, seat: int, card: str) -> None:
        """From the hand or from beside Warlords, and at once to the discard pile [C4.4, C9.4]."""
        if self.hand[seat][card]:
            self.leave_hand(seat, Counter([card]))
        else:
            self.face_up -= Counter([card])
        self.discard[card] += 1

    def be_cancelled(self, play: Play) -> None:
        """The ability card is discarded, Ying Bu's target too; the other cards return to the hand [C5.4].

        A card of the set that lay face up at Warlords goes back there [C9.8]. The ability does nothing and its
        owner's turn goes on, unless the hand ends [C5.17].
        """
        self.declared = None
        self.discard[play.ability] += 1
        others = play.cards - Counter([play.ability])
        if play.ability == "ying_bu":
            self.discard += others
        else:
            back_to_event = others & Counter([play.lent])
            self.face_up += back_to_event
            self.enter_hand_openly(play.seat, others - back_to_event)
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
        self.enter_hand_openly(play.seat, Counter([play.target]))
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
        self.score_pass(play.seat)
        return lambda: self.end_trick(leader=play.seat)

    def xiang_yu(self, play: Play) -> Callable[[], None]:
        """A pass; all that is scored from now in this hand is doubled [C5.15, C5.16]."""
        self.trick.append((play.seat, play.ability, play.cards))
        self.doubled = True
        self.score_pass(play.seat)  # doubled already [C9.13]
        return lambda: self.end_trick(leader=1 - play.seat)

    def lay_set(self, seat: int, ability: str, cards: Cards, number: int, size: int) -> None:
        """The set to beat is the last that resolved [C4.10]; six or more 2s score their number [C4.7]."""
        self.trick.append((seat, ability, cards))
        self.to_beat = (number, size)
        if number == 2 and size >= MANY_TWOS:
            self.gain(seat, size)
        if number == 1 and self.event == "wise_counsel":
            self.gain(seat, event_rules.ONES_POINTS)  # [C9.14]

    def score_pass(self, seat: int) -> None:
        """1 VP for each pass at Stabilisation, Xiahou Ying's and Xiang Yu's too [C9.1, C9.4, C9.13]."""
        if self.event == "stabilisation":
            self.gain(seat, event_rules.PASS_POINTS)

    def end_trick(self, leader: int) -> None:
        """After a pass, and both checks: at Mandate the passer may pick a card first [C6.9, C9.12]."""
        if self.event == "mandate":
            self.next_leader = leader
        else:
            self.clear_trick(leader)

    def pick_from_trick(self, kinds: list[str]) -> None:
        """`take` a kind, or decline [C11.2]."""
        for kind in kinds:
            event_rules.pick(self, kind)
        leader, self.next_leader = self.next_leader, -1
        self.clear_trick(leader)

    def clear_trick(self, leader: int) -> None:
        """All cards of the trick go to the discard pile [C4.4]."""
        for _, _, cards in self.trick:
            self.discard += cards
        self.start_trick(leader)

    def settle(self, owner: int, emptied_by_declaring: bool, follow_up: Callable[[], None]) -> None:
        """31 check, going-out check, and only then the next turn [C6, C6.9]; two events drop the first [C9.6]."""
        if self.event not in event_rules.LATE_VICTORY and self.someone_won(None):
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

    def someone_won(self, out: int | None) -> bool:
        """31 or more wins, also in the middle of a hand and before any going-out points [C1, C6.3].

        At the end of a hand both may be there: the higher total wins, level the player who went out [C7.3, C9.3].
        """
        there = [seat for seat in (HAN, CHU) if self.score[seat] >= WINNING_SCORE]
        if len(there) == 2:
            assert out is not None, "only one seat at a time scores in the middle of a hand"
            there = [out] if self.score[HAN] == self.score[CHU] else [self.score.index(max(self.score))]
        if there:
            (self.winner,) = there
        return self.winner >= 0

    def end_hand(self, out: int) -> None:
        """1 VP per card left to the rival, at most 5, and 1 per decree the rival took [C7.1]; then C7.3."""
        self.score_going_out(out)
        if self.row:  # the highest card of Hangu, whoever went out [C9.10]
            self.gain(self.row_last, event_rules.HANGU_POINTS)
        self.last_out = out
        if self.someone_won(out):
            return
        if self.score[HAN] == self.score[CHU]:
            self.start_hand(leader=out)  # [C3.3]
        else:
            self.start_hand(leader=HAN if self.score[HAN] < self.score[CHU] else CHU)

    def score_going_out(self, out: int) -> None:
        """Doubled as a sum; the total is never below 0 [C7.3]. Gaixia has no limit for cards left [C9.1]."""
        left = self.hand[1 - out].total()
        if self.event != "gaixia":
            left = min(left, MOST_LEFT_CARDS)
        self.gain(out, left + event_rules.decree_points(self, out))
        self.score[out] = max(self.score[out], 0)

    # --- hands -----------------------------------------------------------------------------------------------------

    def is_empty(self, seat: int) -> bool:
        return self.hand[seat].total() == 0

    def leave_hand(self, seat: int, cards: Cards) -> None:
        """Each card that leaves a hand may be one that the rival knew of [C8.6]."""
        assert cards <= self.hand[seat]
        self.hand[seat] -= cards
        self.surely[1 - seat] -= cards  # a Counter never goes below 0 here

    def enter_hand_openly(self, seat: int, cards: Cards) -> None:
        """The rival knows of them from now on [C8.6]."""
        self.hand[seat] += cards
        self.surely[1 - seat] += cards
