"""What Huns asks, in words: whose decision it is, what is resolved, what is possible [N11.3]."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tianxia.engine.i18n import N_, Speak, either, listed
from tianxia.games.huns.pieces import CURSES
from tianxia.games.huns.texts import A_GOOD, card_name, either_way, mixed_goods, owner_name, seat_name

Fields = Mapping[str, Any]


class Said(NamedTuple):
    """How a question is said: to whom it is asked, a text or what makes one; to who waits; and the card that is resolved."""

    asked: "str | Callable[[Fields, Fields, Speak], str]"
    waiting: str = ""
    card: str = ""


def prompt(view: Fields, speak: Speak) -> str:
    """Whose decision it is and what is asked."""
    state, asks = view["state"], view["asked"]
    if not view["to_act"]:
        return ended(state, speak)
    said = ASKED[asks["kind"]]
    text = said.asked if view["viewer"] == state["asked"] else said.waiting or waiting(asks)
    return (
        speak.gettext(text).format(**names_of(state, asks, speak))
        if isinstance(text, str)
        else text(state, asks, speak)
    )


def names_of(state: Fields, asks: Fields, speak: Speak) -> dict[str, str]:
    """What sentences about a question name: who is asked, the card that is resolved, and its arguments."""
    names = {"seat": seat_name(state["asked"], speak), "goods": mixed_goods(state["hand"], speak)}
    if at_work(asks):
        names["card"] = card_name(at_work(asks), speak)
    if "card" in asks:
        names["other_card"] = card_name(asks["card"], speak)
    if "rival" in asks:
        names["other"], names["other_owner"] = seat_name(asks["rival"], speak), owner_name(asks["rival"], speak)
    if asks["kind"] == "encircled":
        names["good"] = speak.gettext(A_GOOD[asks["colour"]])
    if asks["kind"] in ("merchant", "spy"):
        names["good"] = speak.gettext(A_GOOD[state["loot_colour"]])
    if asks["kind"] == "needed":
        names["slot"] = str(asks["slot"])
    return names


def at_work(asks: Fields) -> str:
    """The card whose effect is asked about; empty if there is none."""
    return str(asks["card"]) if asks["kind"] == "take" else ASKED[asks["kind"]].card


def waiting(asks: Fields) -> str:
    """That somebody chooses, for questions of which there is not more to say."""
    return N_("{card}: {seat} chooses") if at_work(asks) else N_("{seat} chooses a good")


# the end


def ended(state: Fields, speak: Speak) -> str:
    """Who has won, or who together [N7.2]."""
    _ = speak.gettext
    names = [seat_name(seat, speak) for seat in winners(state)]
    text = _("{seat} has won") if len(names) == 1 else _("{seat} share the victory")
    return text.format(seat=listed(names, speak))


def winners(state: Fields) -> list[int]:
    """The seats with the most points, of these those with the most goods in the stash [N7.2]."""
    seats = range(state["players"])
    standings = [(sum(state["account"][seat]), sum(state["stash"][seat])) for seat in seats]
    return [seat for seat in seats if standings[seat] == max(standings)]


# the turn


def possible(state: Fields, kind: str) -> list[str]:
    """What follows a kind in each action of it that is possible."""
    return [action.partition(" ")[2] for action in state["can"] if action.partition(" ")[0] == kind]


MOST_NAMED = 3
"""So many cards are named in a question; where there are more it would be longer than the bar of a phone."""


def usable(state: Fields, speak: Speak, most: int = MOST_NAMED) -> str:
    """That cards may be used: which, with a word for those that nobody can take back, or how many."""
    _ = speak.gettext
    final = {"M12", *(["R04"] if state["action"] == "loot" else [])}  # they roll or draw
    cards = possible(state, "use")
    if len(cards) > most:
        return speak.ngettext("use your lit card", "use one of your {n} lit cards", len(cards)).format(n=len(cards))
    names = [
        (_("{card} (no undo)") if card in final else "{card}").format(card=card_name(card, speak)) for card in cards
    ]
    return _("use {cards}").format(cards=either(names, speak)) if names else ""


def before_die_asked(state: Fields, _asks: Fields, speak: Speak) -> str:
    """A die, and what may be used before it [N6.1.1]."""
    _ = speak.gettext
    loads = bool(possible(state, "load"))
    acts = [usable(state, speak, MOST_NAMED - loads)] if possible(state, "use") else []
    if loads:
        acts.append(_("load goods from {card}").format(card=card_name("E05", speak)))
    if acts:
        said = either_way(acts, speak) if len(acts) > 1 else acts[0]
        return _("Your turn: take a die, or first {acts}").format(acts=said)
    return _("Your turn: take a die")


def after_die_asked(state: Fields, _asks: Fields, speak: Speak) -> str:
    """The action, and what may change the die before it [N4, N6.1.1]."""
    _ = speak.gettext
    acts = [_("draw cards")] if possible(state, "draw") else []
    acts.append(_("loot goods"))
    helpful = [
        (text, card_name(card, speak))
        for kind, text, card in (
            ("loot_as", _("loot another colour with {card}"), "M06"),
            ("raise", _("raise the value with {card}"), "E04"),
            ("value", _("change the value with {card}"), "E12"),
        )
        if possible(state, kind)
    ]
    if len(helpful) > 1:  # what each of them does stands on its card
        acts.append(_("use {cards}").format(cards=either([card for _text, card in helpful], speak)))
        said = either_way(acts, speak)
    else:
        acts += [text.format(card=card) for text, card in helpful]
        said = either(acts, speak)
    final, plain = (
        _("{die} with value {value}: {acts}; a draw can't be taken back"),
        _("{die} with value {value}: {acts}"),
    )
    die = _(YOUR_DIE[state["die"]])
    return (final if possible(state, "draw") else plain).format(die=die, value=state["value"], acts=said)


YOUR_DIE = {
    "blue": N_("Your blue die"),
    "red": N_("Your red die"),
    "green": N_("Your green die"),
    "black": N_("Your black die"),
    "yellow": N_("Your yellow die"),
}


def drawn_asked(_state: Fields, asks: Fields, speak: Speak) -> str:
    """One of the cards drawn [N4.1]."""
    text = speak.ngettext(
        "Play the card that you drew",
        "Play one of the {n} cards that you drew; the others go under the deck in this order",
        asks["count"],
    )
    return text.format(n=asks["count"])


def flee_asked(state: Fields, asks: Fields, speak: Speak) -> str:
    """Whether the Curse is fled, and what that costs, one less while the Amulet works [N5.5, E09]."""
    n = state["players"] - ("E09" in state["works"][state["asked"]])
    text = speak.ngettext(
        "{seat} plays {card} on you: accept it, or flee it for {n} point at the end",
        "{seat} plays {card} on you: accept it, or flee it for {n} points at the end",
        n,
    )
    card = asks["card"]
    player = seat_name(state["cursed_by"][CURSES.index(card)], speak)
    return text.format(seat=player, card=card_name(card, speak), n=n)


def after_action_asked(state: Fields, asks: Fields, speak: Speak) -> str:
    """What may be used after the action, and the end of the turn [N6.1.1, N11.3]."""
    _ = speak.gettext
    last = not any(state["dice"])
    use = usable(state, speak, MOST_NAMED - last)
    if not possible(state, "done"):
        return _("Before your turn ends: {use}").format(use=use)
    end = _(END_OF_ROUND[after_round(state)]) if last else _("end the turn")
    return capital(_("{use}, or {end}").format(use=use, end=end) if use else end)


END_OF_ROUND = {
    "roll": N_("end the turn and the round; the dice are rolled then"),
    "end": N_("end the turn and the round; the game ends then"),
    "open": N_("end the turn and the round; the game ends if a colour of the reserve is empty then"),
}


def after_round(state: Fields) -> str:
    """What follows the last turn of a round: a roll, the end, or what Thieves and War Drum leave of it [N3.2, N8.11]."""
    reserve = state["reserve"]
    if state["round"] >= state["max_rounds"] or 0 in state["deck_size"] or reserve.count(0) > 1:
        return "end"
    if 0 in reserve:
        return "open" if refilled(state, reserve.index(0)) else "end"
    drummer = (state["rolled_by"] - 1) % state["players"]
    return "open" if "E11" in state["works"][drummer] else "roll"  # its good may fill a wagon, and that empty a colour


def refilled(state: Fields, colour: int) -> bool:
    """Whether the Thieves may return a good of a colour [C06]."""
    return any(
        "C06" in state["works"][seat] and any(row[colour] for load in state["load"][seat] for row in load)
        for seat in range(state["players"])
    )


def capital(text: str) -> str:
    """A sentence."""
    return text[:1].upper() + text[1:]


# goods


def place_asked(state: Fields, _asks: Fields, speak: Speak) -> str:
    """Where the goods in hand go [N8.17]."""
    _ = speak.gettext
    names = {"goods": mixed_goods(state["hand"], speak), "iron": card_name("E07", speak)}
    cards, loads, brands = (bool(possible(state, kind)) for kind in ("on", "load", "brand"))
    if possible(state, "done"):
        text = _("{iron}: put a good on a space of another colour, or let {goods} return")
    elif cards and not loads and not brands:
        text = _("Place {goods}: choose a card")
    elif sum(state["hand"]) == 1:
        texts = (
            _("Place {goods} on one of your wagons"),
            _("Place {goods} on a card or on one of your wagons"),
            _("Place {goods} on a wagon; {iron} may put it on another colour"),
            _("Place {goods} on a card or a wagon; {iron} may put it on another colour"),
        )
        text = texts[2 * brands + cards]
    else:
        texts = (
            _("Place {goods} on your wagons"),
            _("Place {goods}: all on one card, or on your wagons"),
            _("Place {goods} on your wagons; {iron} may put one on another colour"),
            _("Place {goods}: all on one card, or on wagons; {iron} may put one on another colour"),
        )
        text = texts[2 * brands + cards]
    return text.format(**names)


def take_asked(state: Fields, asks: Fields, speak: Speak) -> str:
    """The colour of a good that a card brings [N8.1.2]."""
    _ = speak.gettext
    names = {"card": card_name(asks["card"], speak)}
    if possible(state, "done"):
        return _("{card}: take a good in a colour of the wagon that was sent, or leave it").format(**names)
    return _("{card}: choose a good from the reserve").format(**names)


ASKED = {
    "start_good": Said(
        N_("Your start good: choose one from the reserve and the wagon that it goes on"),
        N_("{seat} chooses a start good"),
    ),
    "before_die": Said(before_die_asked, N_("{seat} takes a die")),
    "after_die": Said(after_die_asked, N_("{seat} draws cards or loots goods")),
    "drawn": Said(drawn_asked, N_("{seat} chooses one of the cards drawn")),
    "victim": Said(
        N_("{other_card}: choose the opponent whose camp it goes to"), N_("{seat} chooses who gets {other_card}")
    ),
    "flee": Said(flee_asked, N_("{seat} flees or accepts {other_card}")),
    "curse_effects": Said(
        N_("The Curse brings several effects: choose which is first"), N_("{seat} chooses which effect is next")
    ),
    "amulet": Said(N_("{card}: choose the good that goes on {other_card}"), card="E09"),
    "quartermaster": Said(N_("{card}: choose the good that is added to your loot"), card="M02"),
    "merchant": Said(N_("{card}: choose what you get for {good} of the loot, or leave it"), card="M09"),
    "place": Said(place_asked, N_("{seat} places {goods}")),
    "put": Said(N_("{other_card} has too few spaces for all goods: choose what goes on it")),
    "keep": Said(N_("{card}: choose a good to keep, or let the rest return to the reserve"), card="E05"),
    "new_wagon": Said(
        N_("Choose a new wagon, an open one or the top of the deck; this can't be taken back"),
        N_("{seat} chooses a new wagon"),
    ),
    "needed": Said(N_("Wagon {slot} is new: choose the good that goes on it at once")),
    "take": Said(take_asked),
    "send_effects": Said(
        N_("The wagon that was sent brings several effects: choose which is next"),
        N_("{seat} chooses which effect is next"),
    ),
    "send_full": Said(
        N_("Several of your wagons are full: choose the one that is sent next"),
        N_("{seat} chooses which full wagon is sent next"),
    ),
    "spy": Said(N_("{card}: take {good} from the reserve, or leave it"), card="M11"),
    "sweep": Said(N_("{card}: choose a good on one of {other_owner} wagons"), card="R01"),
    "ambush": Said(N_("{card}: choose a good on an opponent's wagon"), card="R02"),
    "ambush_again": Said(N_("{card}: choose another good on the same wagon"), card="R02"),
    "bribe": Said(N_("{card}: choose an opponent's Mercenary that loses goods"), card="R05"),
    "bribed": Said(N_("{card}: choose a good that {other_card} loses"), card="R05"),
    "swap": Said(N_("{card}: choose one of your wagons, and the one that you want for it"), card="R06"),
    "charge": Said(N_("{card}: choose the colour of the goods that you take"), card="R07"),
    "fast_loading": Said(N_("{card}: choose a good from the reserve and the wagon that it goes on"), card="R08"),
    "fast_loading_again": Said(N_("{card}: choose a second good for the same wagon"), card="R08"),
    "ritual": Said(N_("{card}: choose the Curse that gets goods"), card="R09"),
    "ritual_goods": Said(N_("{card}: choose a good that goes on {other_card}"), card="R09"),
    "levy": Said(N_("{card}: choose a good from {other_owner} stash"), card="R11"),
    "encircle": Said(N_("{card}: choose a colour that lies on opponents' wagons"), card="R12"),
    "encircled": Said(N_("{card}: choose the wagon from which {other} returns {good}"), card="R12"),
    "outrider": Said(N_("{card}: choose a good on a wagon of somebody who sent more than you"), card="M07"),
    "after_action": Said(after_action_asked, N_("{seat} ends the turn")),
    "thieves": Said(N_("{card}: choose the good on your wagons that returns to the reserve"), card="C06"),
}
"""By question, all that are asked."""
