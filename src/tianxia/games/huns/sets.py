"""Where things of Huns lie, in plain words for what is not compiled: positions, tests."""

from typing import Any

from tianxia.engine.fields import WORD
from tianxia.games.huns.actions import ACTIONS
from tianxia.games.huns.pieces import CARDS, N_CARDS, N_COLOURS, N_WAGONS, SLOTS
from tianxia.games.huns.questions import QUESTIONS
from tianxia.games.huns.record import Record


def bits_of(word: int) -> list[int]:
    """Members of a bit set."""
    return [i for i in range(int(word).bit_length()) if word >> i & 1]


def cards_in(word: int) -> str:
    """The cards of a bit set, in words."""
    return ", ".join(CARDS[card] for card in bits_of(word) if card < N_CARDS)


def camp_of(s: Record, card: int) -> int:
    """In whose camp a card lies, -1 if in none."""
    return next((seat for seat in range(s.players) if s.camp[seat] >> card & 1), -1)


def asked(s: Record) -> dict[str, Any]:
    """The question that is next, as `Match.asked` tells it: its kind, and its arguments by name."""
    return QUESTIONS.to_json(s.asks[s.depth - 1]) if s.depth else {"kind": "none"}


def goods_on(s: Record, holder: int) -> int:
    """How many goods lie on a Mercenary or Curse."""
    return int(sum(s.goods_on[holder, colour] for colour in range(N_COLOURS)))


def size_of(s: Record, wagon: int) -> int:
    """Spaces of a wagon, by its value in a field: 0 is none."""
    return int(sum(s.need[wagon - 1, colour] for colour in range(N_COLOURS))) if wagon else 0


def sent_by(s: Record, seat: int) -> list[int]:
    """The wagons that a seat has sent, by the number of their label."""
    return [s.sent[seat, i] for i in range(N_WAGONS) if s.sent[seat, i]]


def wagons_lying(s: Record) -> list[int]:
    """In how many places each wagon lies, the deck of wagons left out."""
    lying = [0] * N_WAGONS
    for place in range(len(s.display)):
        if s.display[place]:
            lying[s.display[place] - 1] += 1
    for seat in range(s.players):
        for wagon in sent_by(s, seat):
            lying[wagon - 1] += 1
        for slot in range(SLOTS):
            if s.wagons[seat, slot]:
                lying[s.wagons[seat, slot] - 1] += 1
    return lying


def possible(s: Record, kind: str) -> bool:
    """Whether some action of a kind can be taken now."""
    found = ACTIONS.by_name[kind]
    return any(s.can[action // WORD] >> action % WORD & 1 for action in range(found.start, found.start + found.size))
