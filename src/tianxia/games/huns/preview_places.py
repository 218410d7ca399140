"""Where the goods in hand fit: how many go on wagons or on a card, what returns, which wagon is full then [N4.2, N8.17]."""

from collections.abc import Iterator
from typing import NamedTuple

from tianxia.engine.compiling import py_func
from tianxia.engine.i18n import Speak, listed
from tianxia.games.huns.pieces import (
    BROKEN_AXLE,
    CARDS,
    DISPLAY,
    FIRST_CURSE,
    FIRST_HOLDER,
    MIRE,
    N_COLOURS,
    N_HOLDERS,
    RUST,
    SADDLEBAGS,
    SLOTS,
)
from tianxia.games.huns.record import Record
from tianxia.games.huns.rules.camp import goods_of_card, may_load, open_holders, works
from tianxia.games.huns.rules.cards import room_in_saddlebags
from tianxia.games.huns.rules.wagons import limit, wagons_of
from tianxia.games.huns.sets import asked, possible
from tianxia.games.huns.state import NOWHERE, ON_WAGONS
from tianxia.games.huns.texts import card_name

Room = list[int]
"""Empty spaces by colour."""


class Batch(NamedTuple):
    """Goods in hand by colour, and whether other cards may still change what becomes of them."""

    hand: list[int]
    changeable: bool
    bagged: bool
    """Whether what is left over may stay on the Saddlebags."""

    @property
    def size(self) -> int:
        """How many goods."""
        return sum(self.hand)


def places(s: Record, seat: int, speak: Speak) -> Iterator[str]:
    """A sentence for the wagons, and one for the cards that the batch in hand may go on, as far as they differ."""
    question = asked(s)["kind"]
    hand = [int(s.hand[colour]) for colour in range(N_COLOURS)]
    if question not in ("place", "quartermaster", "merchant") or not any(hand):
        return
    batch = Batch(hand, question != "place", bool(s.looting and py_func(room_in_saddlebags)(s, seat) > 0))
    if s.batch_on in (NOWHERE, ON_WAGONS):
        yield from on_wagons(s, seat, batch, speak)
    if s.batch_on == NOWHERE:
        yield from on_cards(s, seat, batch, speak)


def rooms(s: Record, seat: int) -> dict[int, Room]:
    """The empty spaces of each own wagon that may get goods, by slot."""
    return {
        slot: [
            int(s.need[s.wagons[seat, slot] - 1, colour])
            - sum(s.load[seat, slot, colour, good] for good in range(N_COLOURS))
            for colour in range(N_COLOURS)
        ]
        for slot in range(SLOTS)
        if py_func(may_load)(s, seat, slot)
    }


def fitting(hand: list[int], room: Room) -> int:
    """How many goods in hand have a space of their colour."""
    return sum(map(min, hand, room))


def on_wagons(s: Record, seat: int, batch: Batch, speak: Speak) -> Iterator[str]:
    """How many go on wagons, what becomes of the others, which wagons are full then."""
    _ = speak.gettext
    found = {slot: room for slot, room in rooms(s, seat).items() if fitting(batch.hand, room)}
    if not found:
        return
    broken = py_func(works)(s, seat, BROKEN_AXLE) and seat == s.active
    fits = [fitting(batch.hand, room) for room in found.values()]
    if broken and min(fits) < max(fits):
        yield _("On one of the wagons: {said} at most.").format(said=fit_said(max(fits), speak))
        return
    one_of_them = broken and len(found) > 1
    total = [sum(room[colour] for room in found.values()) for colour in range(N_COLOURS)]
    fit = max(fits) if one_of_them else fitting(batch.hand, total)
    mired = py_func(works)(s, seat, MIRE)
    fillable = [slot for slot, room in found.items() if covers(batch.hand, room, room)]
    new = not mired and not broken and gets_wagon(s, seat, len(fillable))
    # goods may go on a new wagon instead, so with several wagons none is sure to become full
    sure = not one_of_them and (len(found) == 1 or not new)
    full = [slot for slot in fillable if sure and covers(batch.hand, found[slot], total)]
    maybe = [slot for slot in fillable if slot not in full]
    said = [fit_said(fit, speak)]
    if batch.size > fit:
        branded = batch.changeable or possible(s, "brand")
        said.append(new_said(batch.size - fit, speak) if new else rest_said(batch, batch.size - fit, branded, speak))
    where = _("On one of the wagons: {said}") if one_of_them else _("On wagons: {said}")
    sentence = where.format(said=", ".join(said))
    for slot in [] if batch.changeable else full:
        text = _("wagon {slot} is full then and stays: {mire}") if mired else _("wagon {slot} is full then and sent")
        sentence += "; " + text.format(slot=slot + 1, mire=card_name(CARDS[MIRE], speak))
    if maybe and not batch.changeable:
        text = speak.ngettext("wagon {slots} can be filled", "wagons {slots} can be filled", len(maybe))
        sentence += "; " + text.format(slots=listed([str(slot + 1) for slot in maybe], speak))
    yield sentence + "."


def covers(hand: list[int], room: Room, total: Room) -> bool:
    """Whether the goods suffice for the spaces of a wagon, also if those of all count that compete for them."""
    return all(not room[colour] or hand[colour] >= total[colour] for colour in range(N_COLOURS))


def gets_wagon(s: Record, seat: int, sent: int) -> bool:
    """Whether a new wagon comes once so many are sent [N4.3.1]."""
    lying = s.wagons_left or any(s.display[place] for place in range(DISPLAY))
    return bool(sent and lying and py_func(wagons_of)(s, seat) - sent < py_func(limit)(s, seat))


def spaces_left(s: Record, card: int) -> int:
    """Empty spaces of a Mercenary or Curse."""
    return int(s.spaces[card - FIRST_HOLDER] - py_func(goods_of_card)(s, card))


def on_cards(s: Record, seat: int, batch: Batch, speak: Speak) -> Iterator[str]:
    """The Mercenaries and Curses that may get goods, those together that get as many [N5.3, N5.4].

    That a single good fits on a card is clear, so then only those are told that become full.
    """
    holders = py_func(open_holders)(s, seat)
    alike: dict[tuple[int, bool, str], list[str]] = {}
    for card in range(FIRST_HOLDER, FIRST_HOLDER + N_HOLDERS):
        if holders >> card & 1:
            free = spaces_left(s, card)
            fills = free <= batch.size and not batch.changeable
            if batch.size > 1 or fills:
                then = ("over" if card >= FIRST_CURSE else "full") if fills else ""
                bags_open = card == RUST and bool(s.camp[seat] >> SADDLEBAGS & 1)  # once Rust is full they work again
                key = min(batch.size, free), batch.changeable or bags_open, then
                alike.setdefault(key, []).append(card_name(CARDS[card], speak))
    for (fit, changed, then), cards in alike.items():
        said = [fit_said(fit, speak)]
        if batch.size > fit:
            said.append(rest_said(batch, batch.size - fit, changed, speak))
        text = speak.ngettext("On {cards}: {said}", "On each of {cards}: {said}", len(cards))
        yield text.format(cards=listed(cards, speak), said=", ".join(said)) + then_said(then, len(cards), speak) + "."


def then_said(then: str, n: int, speak: Speak) -> str:
    """What becomes of cards, of each one if it gets the goods."""
    if then == "full":
        return "; " + speak.ngettext("it is full then", "each is full then", n)
    return "; " + speak.ngettext("it is over then", "each is over then", n) if then else ""


def fit_said(n: int, speak: Speak) -> str:
    """So many goods fit."""
    return speak.ngettext("{n} fits", "{n} fit", n).format(n=n)


def new_said(n: int, speak: Speak) -> str:
    """So many goods fit only if a wagon that is sent makes room for them [N4.3]."""
    text = speak.ngettext("{n} only if a new wagon has room", "{n} only if a new wagon has room for them", n)
    return text.format(n=n)


def rest_said(batch: Batch, n: int, changed: bool, speak: Speak) -> str:
    """So many goods do not fit: they return, unless another card changes that [N4.2, E05, E07, M09]."""
    if changed or batch.bagged:
        return speak.ngettext("{n} is left over", "{n} are left over", n).format(n=n)
    return speak.ngettext("{n} returns", "{n} return", n).format(n=n)
