"""What makes a written position of Chu Han impossible: the rules that every position keeps, each with its reason."""

from typing import Any

from tianxia.engine.compiling import plain
from tianxia.engine.notation import counted
from tianxia.games.chu_han.cards import (
    COPIES,
    DECREES,
    FACE_UP,
    HAN_XIN,
    HAND,
    HONG_CANAL,
    HONGMEN,
    JI_BU,
    JOKER,
    KINDS,
    LIU_BANG,
    LYU_ZHI,
    MANDATE,
    N_KINDS,
    PENG_YUE,
    PILE,
    ROWS,
    TOP_VALUE,
    UNDRAWABLE,
    VALUES,
    WARLORDS,
    XIAHOU_YING,
    XIANG_YU,
    XIAO_HE,
    YING_BU,
    YU_JI,
    ZHONGLI_MO,
    card_name,
    cards_in_set,
)
from tianxia.games.chu_han.hidden import lying_open
from tianxia.games.chu_han.impossible_events import EVENT_RULES, GAINS_AT_THE_END, WAITS_FOR_THE_END
from tianxia.games.chu_han.state import CANCEL, GIVE, HAN, LEAD, OVER, PICK, RESPOND, RESTORE, SEATS

DRAWN = 2
NINE = 9
LEAD_ABILITIES = (JI_BU, YU_JI, YING_BU)
PASSES = (XIAHOU_YING, XIANG_YU)
RESPONSES = (PENG_YUE, XIAHOU_YING, ZHONGLI_MO, HAN_XIN, LIU_BANG, XIANG_YU)
YING_BU_VALUES = range(1, 6)


def check(s: Any) -> str:
    """Why a position cannot exist: the first of these rules that it breaks; an empty text if it keeps them all."""
    if any(copies_named(s, kind) > COPIES[kind] for kind in range(N_KINDS)):
        return deck_is_whole(s)  # nothing was completed then, so that other rules would complain of what was not given
    return next(filter(None, (broken(s) for broken in RULES)), "")


def deck_is_whole(s: Any) -> str:
    """All 46 cards are there [C2.1]."""
    found = [copies_named(s, kind) for kind in range(N_KINDS)]
    for kind in sorted(range(N_KINDS), key=lambda kind: COPIES[kind] - found[kind]):  # too many before missing ones
        if found[kind] != COPIES[kind]:
            return f"card {card_name(KINDS[kind])} is there {found[kind]} times, the deck has {COPIES[kind]} [C2.1]"
    return ""


def decrees_in_all(s: Any) -> int:
    """Six decrees, but Warlords have 3 less and Hongmen 1 [C4.5, C9.2]."""
    return DECREES - int(FACE_UP[s.event]) // DRAWN


def places_drawn(s: Any) -> int:
    """Places of the dealt pile that are empty: the event's cards come from the top, two cards are drawn by each decree.

    The pair of Hong Canal lies there until one card is given [C9.2, C9.11].
    """
    drawn = int(FACE_UP[s.event]) + DRAWN * (s.decrees_taken[0] + s.decrees_taken[1])
    return int(min(PILE, max(0, drawn - DRAWN if s.stage == GIVE else drawn)))


def decrees_and_pile(s: Any) -> str:
    """Six decrees in all; each that was taken took two cards from the top of the pile [C3.2, C4.5]."""
    taken, in_all, drawn = s.decrees_taken[0] + s.decrees_taken[1], decrees_in_all(s), places_drawn(s)
    if taken + s.decrees_left != in_all:
        return f"{counted(taken, 'decree')} taken and {s.decrees_left} left, together they are {in_all} [C4.5]"
    if s.pile_size != PILE - drawn:
        with_it = f"with {counted(taken, 'decree')} taken there are {PILE - drawn}"
        return f"{counted(s.pile_size, 'card')} in the pile, {with_it} [C3.2]"
    for place in range(PILE):
        if (s.pile[place] == 0) != (place < drawn):
            return f"pile: place {place} should be {'none' if s.pile[place] else 'a card'}, {drawn} are drawn"
    return ""


def hands(s: Any) -> str:
    """15 cards and two a decree at most; an empty hand ends the hand [C3.2, C6.1]."""
    for seat in range(SEATS):
        cards = sum(copies_held(s, seat, kind) for kind in range(N_KINDS))
        if s.hand_size[seat] != cards:
            return f"hand_size of seat {seat} is {s.hand_size[seat]}, the hand has {counted(cards, 'card')}"
        most = most_cards(s, seat)
        if cards > most:
            return f"seat {seat} has {counted(cards, 'card')}, {most} is the most it can have [C3.2, C4.5]"
        if not cards and may_not_be_empty(s, seat):
            return f"the hand of seat {seat} is empty: the hand would be over [C6.1]"
    if s.stage != OVER and s.first_empty != expected_first_empty(s):
        return f"first_empty is {s.first_empty}, by the hands it is {expected_first_empty(s)} [C6.2]"
    return ""


def most_cards(s: Any, seat: int) -> int:
    """What is dealt and drawn; Ying Bu beside the Warlords, the pairs of Hong Canal and the picks of Mandate add to it."""
    if s.event == MANDATE:
        return sum(COPIES)
    if s.event == HONG_CANAL:
        return HAND + s.decrees_taken[0] + s.decrees_taken[1] - (s.stage == GIVE)  # type: ignore[no-any-return]
    return HAND + DRAWN * s.decrees_taken[seat] + (s.event == WARLORDS)  # type: ignore[no-any-return]


def may_not_be_empty(s: Any, seat: int) -> bool:
    """In a turn nobody, in a window the seat that may react, unless it may do so with a card of the Warlords [C11.6]."""
    if s.stage == RESTORE and seat == s.turn:
        return not (s.event == WARLORDS and s.face_up[XIAO_HE])
    return s.stage in (LEAD, RESPOND, GIVE, PICK) or (s.stage == CANCEL and seat != s.turn)


def expected_first_empty(s: Any) -> int:
    """In a window a seat may be without cards; the owner of the declared play was it before its rival [C6.2]."""
    if s.stage in (CANCEL, RESTORE):
        return next((seat for seat in (s.turn, 1 - s.turn) if not s.hand_size[seat]), -1)
    return -1


def scores(s: Any) -> str:
    """31 or more VP end the game, and nothing else does; with two events at the end of the hand only [C1, C9.6]."""
    needed = int(s.goal)
    reached = [seat for seat in range(SEATS) if s.score[seat] >= needed]
    if s.stage != OVER:
        if reached and s.event not in WAITS_FOR_THE_END:
            return f"seat {reached[0]} has {s.score[reached[0]]} VP: the game would be over [C1]"
        return "" if s.winner < 0 else f"winner is {s.winner}, but the game is not over [C1]"
    if s.winner not in reached or (len(reached) > 1 and s.event not in GAINS_AT_THE_END):
        return f"the game is over: the winner, and only the winner, has {needed} VP or more [C1]"
    if s.score[s.winner] < s.score[1 - s.winner]:
        return f"winner is {s.winner}, but seat {1 - s.winner} has more VP [C9.3]"
    return ""


def open_steps(s: Any) -> str:
    """The lead ability is for a leader who has declared none; the six of C5.2 close the decree step [C11.3]."""
    if s.stage == LEAD and s.turn != s.leader:
        return f"seat {s.leader} leads, but it is the turn of seat {s.turn} [C4.8]"
    leads = s.stage == LEAD or (s.stage == GIVE and not s.to_beat_size)
    if s.lead_ability_open and (not leads or s.plays):
        return "the lead ability is open for a leader who has declared none, and for nobody else [C11.3]"
    closed = s.stage in (OVER, GIVE) or s.declared_ability - 1 in RESPONSES
    if s.decree_open and closed:
        return "the decree step is closed after a decree, after a response ability, when the game is over [C11.3]"
    return ""


def set_to_beat(s: Any) -> str:
    """The last set of the trick; a response needs one, a lead has none [C4.10]."""
    to_beat = (s.to_beat_value, s.to_beat_size)
    if (s.stage in (RESPOND, PICK) and not s.to_beat_size) or (s.stage == LEAD and s.to_beat_size):
        return "a response needs a set to beat, a lead has none [C4.10]"
    if (to_beat[0] > 0) > (to_beat[1] > 0):
        return f"the set to beat has value {s.to_beat_value} but no cards [C4.10]"
    if s.to_beat_value == TOP_VALUE and s.to_beat_size > 1:
        return "only Liu Bang is a 10, against a single 9 [C5.9]"
    found = last_set(s)
    if found is not None and found != to_beat:
        return f"the set to beat is {to_beat[1]} of value {to_beat[0]}, the last in the trick {found[1]} of {found[0]} [C4.10]"
    return ""


def last_set(s: Any) -> tuple[int, int] | None:
    """Value and size of the last set in the trick; Liu Bang is a single 10 [C4.10]."""
    for play in reversed(range(s.plays)):
        if s.trick_size[play] or s.trick_ability[play] == LIU_BANG + 1:
            return s.trick_value[play], max(1, s.trick_size[play])
    return None


def trick(s: Any) -> str:
    """Plays alternate; each set has the size of the one before and a higher value, or Peng Yue's equals it [C4.3]."""
    before: tuple[int, int] | None = None
    for play in range(ROWS):
        if play >= s.plays:
            if (
                s.trick_seat[play]
                or s.trick_ability[play]
                or s.trick_kinds[play]
                or s.trick_size[play]
                or s.trick_value[play]
            ):
                return f"the trick has {s.plays} plays, but number {play} is written too"
            continue
        reason = play_in_trick(s, play, before)
        if reason:
            return f"play {play} of the trick: {reason}"
        if s.trick_size[play] or s.trick_ability[play] == LIU_BANG + 1:
            before = (s.trick_value[play], max(1, s.trick_size[play]))
    return whose_turn(s, before is not None)


def play_in_trick(s: Any, play: int, before: tuple[int, int] | None) -> str:
    """One play: whose, and whether it may follow the set before it."""
    ability = s.trick_ability[play] - 1
    led_ability = play > 0 and s.trick_ability[play - 1] - 1 in LEAD_ABILITIES
    if play and (s.trick_seat[play] == s.trick_seat[play - 1]) != led_ability:
        return "the players take turns; a lead ability and the first set are the leader's [C4.3]"
    if ability in LEAD_ABILITIES and play:
        return "a lead ability is played first [C2.3]"
    if ability in LEAD_ABILITIES or ability == HAN_XIN or is_last_pass(s, play):
        if ability == HAN_XIN and before is None:
            return "Han Xin answers a set [C5.14]"
        return set_of_play(0, 0, 0, s.trick_value[play], s.trick_size[play], s.trick_kinds[play])
    return set_of(ability, s.trick_value[play], s.trick_size[play], s.trick_kinds[play], before)


def is_last_pass(s: Any, play: int) -> bool:
    """Xiahou Ying or Xiang Yu end a trick: they lie in it at the end of the game, or while a card may be picked [C6.9]."""
    return s.trick_ability[play] - 1 in PASSES and play == s.plays - 1 and s.stage in (OVER, PICK)


def whose_turn(s: Any, has_set: bool) -> str:
    """Who played last waits; before the first set it is the leader's turn [C4.8]."""
    if s.stage == OVER or not s.plays:
        return ""
    last = s.trick_seat[s.plays - 1]
    if is_last_pass(s, s.plays - 1):
        return "" if s.turn == last else f"seat {last} passed, so it may pick a card [C9.12]"
    if has_set and (s.turn == last or s.stage == LEAD):
        return f"seat {last} played last in the trick, so the other seat responds [C4.3]"
    if not has_set and (last != s.leader or s.turn != s.leader):
        return "only the leader has played, so it is the leader's turn [C4.1]"
    return ""


def set_of(ability: int, value: int, size: int, kinds: int, before: tuple[int, int] | None) -> str:
    """Whether a set with this ability (-1: none) can be played on the set before it (None: it is led)."""
    if ability == LIU_BANG:
        return set_of_play(TOP_VALUE, 0, 0, value, size, kinds) or (
            "" if before == (NINE, 1) else "Liu Bang answers a single 9 only [C5.9]"
        )
    if ability not in (-1, ZHONGLI_MO, PENG_YUE):
        return f"{card_name(KINDS[ability])} makes no set [C2.2]"
    named = [kind for kind in range(N_KINDS) if kinds >> kind & 1]
    values = {VALUES[kind] for kind in named if kind != JOKER or ability == ZHONGLI_MO or len(named) == 1}
    if ability == ZHONGLI_MO:
        if len(values) != len(named) or size != len(named) or size < 2:
            return "Zhongli Mo's set is 2 or more cards of different values [C5.8, C5.13]"
    elif len(values) != 1 or size != len(cards_in_set(size, [KINDS[kind] for kind in named])) or size < len(named):
        return "a set is one or more cards of one value [C4.2]"
    if value != min(values):
        return f"the value of the set is {min(values)}, not {value} [C4.10]"
    if ability == PENG_YUE:
        return "" if (value, size) == before else "Peng Yue's set has the value and size to beat [C5.12]"
    if before is not None and (size != before[1] or value <= before[0]):
        return f"a response has the size {before[1]} and a value above {before[0]} [C4.3]"
    return ""


def set_of_play(value: int, size: int, kinds: int, *found: int) -> str:
    """An ability that is no set has no cards beside it."""
    return "" if found == (value, size, kinds) else f"value, size and kinds should be {value}, {size} and none"


def declared_play(s: Any) -> str:
    """In a window a play is declared, and only then; the window's card does not lie open [C6, C11.6]."""
    ability, target = s.declared_ability - 1, s.declared_target - 1
    found = (s.declared_value, s.declared_size, s.declared_kinds)
    if s.stage not in (CANCEL, RESTORE):
        return "a play is declared, but no reaction is asked [C6]" if ability >= 0 or target >= 0 or any(found) else ""
    leads = not s.to_beat_size
    if leads and s.turn != s.leader:
        return f"seat {s.leader} leads, but it is the turn of seat {s.turn} [C4.8]"
    if ability not in ((*LEAD_ABILITIES, ZHONGLI_MO) if leads else RESPONSES):
        return f"the {'leader' if leads else 'responder'} cannot declare {card_name(KINDS[ability])} [C2.3, C2.4]"
    if leads and s.plays and ability in LEAD_ABILITIES:
        return "one lead ability a trick [C5.1]"
    if (target >= 0) != (ability in (YU_JI, YING_BU)) or target == ability:
        return f"the target of {card_name(KINDS[ability])} is wrong [C5.3, C5.11]"
    if ability == YING_BU and VALUES[target] not in YING_BU_VALUES:
        return "Ying Bu takes a card of value 1 to 5 [C5.11]"
    before = None if leads else (s.to_beat_value, s.to_beat_size)
    is_set = ability in (ZHONGLI_MO, PENG_YUE, LIU_BANG)
    reason = set_of(ability, *found, before) if is_set else set_of_play(0, 0, 0, *found)
    return f"the declared play: {reason}" if reason else window(s)


def window(s: Any) -> str:
    """Lyu Zhi's window is open before he was seen, Xiao He's after Lyu Zhi was discarded [C5.4, C11.6]."""
    if s.stage == CANCEL and lies_open(s, LYU_ZHI):
        return "Lyu Zhi lies open: nobody is asked to cancel [C11.6]"
    if s.stage == RESTORE and not s.discard[LYU_ZHI]:
        return "Lyu Zhi cancelled, so he lies in the discard pile [C5.4]"
    if s.stage == RESTORE and lies_open(s, XIAO_HE):
        return "Xiao He lies open: nobody is asked to restore [C11.6]"
    return ""


def lies_open(s: Any, kind: int) -> bool:
    """Whether a card of this kind lies where nobody can play it: discarded, in trick, declared play or row, at Hongmen."""
    if s.event == HONGMEN and s.face_up[kind]:
        return True
    return bool(s.discard[kind] + plain(lying_open)(s, kind) > 0)


def begun_play(s: Any) -> str:
    """Only the seat whose turn it is has begun a play, and it can be completed [C11.5]."""
    for seat in range(SEATS):
        ability = s.building_ability[seat] - 1
        if ability < 0:
            if s.building[seat]:
                return f"seat {seat} has begun a play without an ability [C11.5]"
        elif seat != s.turn or s.stage not in (LEAD, RESPOND):
            return f"seat {seat} has begun a play, but it is not its turn [C11.5]"
        else:
            return begun_by_ability(s, seat, ability)
    return ""


def begun_by_ability(s: Any, seat: int, ability: int) -> str:
    """Peng Yue waits for his one set, Zhongli Mo for cards of rising values [C11.4, C11.5]."""
    if ability == PENG_YUE and s.stage == RESPOND and not s.building[seat] and 0 < s.to_beat_value < TOP_VALUE:
        equal = sum(s.hand[seat, kind] for kind in range(N_KINDS) if VALUES[kind] == s.to_beat_value)
        enough = equal and equal + s.hand[seat, JOKER] >= s.to_beat_size
        return "" if enough else "Peng Yue was begun without a set of equal value [C5.12]"
    if ability != ZHONGLI_MO:
        return f"{card_name(KINDS[ability])} begins no play of several steps here [C11.5]"
    added = [VALUES[kind] for kind in range(N_KINDS) if s.building[seat] >> kind & 1]
    floor = s.to_beat_value if s.stage == RESPOND else -1
    if len(set(added)) < len(added) or min(added, default=TOP_VALUE) <= floor:
        return "Zhongli Mo's cards are of different values, above the value to beat [C5.13]"
    higher = {
        VALUES[kind] for kind in range(N_KINDS) if s.hand[seat, kind] and VALUES[kind] > max(added, default=floor)
    }
    needed = s.to_beat_size if s.stage == RESPOND else 2
    if needed < 2 or len(added) + len(higher) < needed or (s.stage == RESPOND and len(added) >= needed):
        return "Zhongli Mo's set cannot be completed [C11.5]"
    return ""


def knowledge(s: Any) -> str:
    """What is shown and known is true [C5.10, C8.2, C8.6]."""
    for seat in range(SEATS):
        for kind in range(N_KINDS):
            held = copies_held(s, seat, kind)
            if s.shown[seat, kind] != (held if s.opened[seat] else 0):
                return f"shown: an opened hand shows all its cards, a closed one none (seat {seat}) [C5.10]"
            if s.surely[0, seat, kind] != s.surely[1, seat, kind]:
                return "surely: both seats know what one of them surely knows of the other's hand [C8.6]"
            if s.surely[HAN, seat, kind] > held:
                return f"surely: seat {seat} does not hold so many {card_name(KINDS[kind])} [C8.6]"
        reason = seen_places(s, seat)
        if reason:
            return reason
    return ""


def seen_places(s: Any, seat: int) -> str:
    """Ji Bu showed four places at a time, Hong Canal two; what was drawn is forgotten [C5.10, C8.2, C9.11]."""
    shown = DRAWN if s.event == HONG_CANAL else UNDRAWABLE
    if s.looked_to[seat] % DRAWN or 0 < s.looked_to[seat] < FACE_UP[s.event] + shown:
        return f"looked_to of seat {seat}: Ji Bu shows four places from a top that moves by two [C5.10]"
    top = PILE - s.pile_size
    if s.stage == GIVE and seat == s.turn and s.looked_to[seat] < top + DRAWN:
        return f"looked_to of seat {seat}: it looks at the two cards of its decree [C9.11]"
    for place in range(PILE):
        known = s.pile[place] if top <= place < s.looked_to[seat] else 0
        if s.seen[seat, place] != known:
            return f"seen: place {place} is not what Ji Bu showed seat {seat} [C8.2]"
    return ""


def copies_held(s: Any, seat: int, kind: int) -> int:
    """How many copies of a kind a seat holds, a play not yet declared included, but no card of the Warlords [C9.8]."""
    begun = (s.building[seat] >> kind & 1) + (s.building_ability[seat] == kind + 1)
    return s.hand[seat, kind] + begun - (s.lent[seat] == kind + 1)  # type: ignore[no-any-return]


def copies_named(s: Any, kind: int) -> int:
    """How many copies of a kind lie somewhere."""
    copies = s.discard[kind] + s.face_up[kind] + plain(lying_open)(s, kind)
    copies += sum(copies_held(s, seat, kind) for seat in range(SEATS))
    return copies + sum(1 for place in range(PILE) if s.pile[place] == kind + 1)  # type: ignore[no-any-return]


RULES = (
    *EVENT_RULES[:2],
    deck_is_whole,
    decrees_and_pile,
    hands,
    scores,
    trick,
    set_to_beat,
    open_steps,
    declared_play,
    begun_play,
    *EVENT_RULES[2:],
    knowledge,
)
