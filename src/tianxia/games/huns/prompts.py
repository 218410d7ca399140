"""What Huns asks, in words: whose decision it is, what is resolved, what is possible [N11.3]."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tianxia.games.huns.pieces import CARDS, COLOURS, CURSES
from tianxia.games.huns.rules.raids import BY_CARD
from tianxia.games.huns.texts import (
    A_GOOD,
    N_,
    Speak,
    card_name,
    either,
    either_way,
    listed,
    mixed_goods,
    owner_name,
    seat_name,
)

Fields = Mapping[str, Any]


class Moment(NamedTuple):
    """What is asked now: the task, for whom, and the two numbers that tell more about it."""

    task: str
    seat: int
    a: int
    b: int


def prompt(view: Fields, speak: Speak) -> str:
    """Whose decision it is and what is asked."""
    state = view["state"]
    if not view["to_act"]:
        return ended(state, speak)
    (asked,) = view["to_act"]
    now = moment(state, asked)
    if view["viewer"] != asked:
        return waiting(state, now, speak)
    if now.task in ASKED:
        return ASKED[now.task](state, now, speak)
    return speak.gettext(SIMPLY_ASKED[now.task]).format(**names_of(state, now, speak))


def moment(state: Fields, asked: int) -> Moment:
    """The last task: it is next [N11.3]."""
    at = state["depth"] - 1
    return Moment(state["task"][at], asked, state["task_a"][at], state["task_b"][at])


def names_of(state: Fields, now: Moment, speak: Speak) -> dict[str, str]:
    """What sentences about a moment name: the card that is resolved, the card, player or wagon that it is about."""
    names = {"seat": seat_name(now.seat, speak)}
    if now.task in CARD_OF:
        names["card"] = card_name(CARD_OF[now.task], speak)
    if now.task in ("victim", "flee", "put", "amulet", "bribed", "ritual_goods"):
        names["other_card"] = card_name(CARDS[now.a], speak)
    if now.task in ("sweep", "levy", "encircled"):
        names["other"], names["other_owner"] = seat_name(now.a, speak), owner_name(now.a, speak)
    if now.task == "encircled":
        names["good"] = speak.gettext(A_GOOD[COLOURS[now.b]])
    if now.task in ("merchant", "spy"):
        names["good"] = speak.gettext(A_GOOD[state["loot_colour"]])
    if now.task == "needed":
        names["slot"] = str(now.a + 1)
    return names


CARD_OF = {
    "amulet": "E09",
    "keep": "E05",
    "quartermaster": "M02",
    "merchant": "M09",
    "spy": "M11",
    "outrider": "M07",
    "sweep": "R01",
    "ambush": "R02",
    "ambush_again": "R02",
    "bribe": "R05",
    "bribed": "R05",
    "swap": "R06",
    "charge": "R07",
    "fast_loading": "R08",
    "ritual": "R09",
    "ritual_goods": "R09",
    "levy": "R11",
    "encircle": "R12",
    "encircled": "R12",
    "thieves": "C06",
}
"""The card that is resolved while a task asks."""

SIMPLY_ASKED = {
    "start_good": N_("Your start good: choose one from the reserve and the wagon that it goes on"),
    "victim": N_("{other_card}: choose the opponent whose camp it goes to"),
    "curse_effects": N_("The Curse brings several effects: choose which is first"),
    "send_effects": N_("The wagon that was sent brings several effects: choose which is next"),
    "send_full": N_("Several of your wagons are full: choose the one that is sent next"),
    "amulet": N_("{card}: choose the good that goes on {other_card}"),
    "quartermaster": N_("{card}: choose the good that is added to your loot"),
    "merchant": N_("{card}: choose what you get for {good} of the loot, or leave it"),
    "put": N_("{other_card} has too few spaces for all goods: choose what goes on it"),
    "keep": N_("{card}: choose a good to keep, or let the rest return to the reserve"),
    "needed": N_("Wagon {slot} is new: choose the good that goes on it at once"),
    "new_wagon": N_("Choose a new wagon, an open one or the top of the deck; this can't be taken back"),
    "spy": N_("{card}: take {good} from the reserve, or leave it"),
    "outrider": N_("{card}: choose a good on a wagon of somebody who has sent more wagons than you"),
    "sweep": N_("{card}: choose a good on one of {other_owner} wagons"),
    "ambush": N_("{card}: choose a good on an opponent's wagon"),
    "ambush_again": N_("{card}: choose another good on the same wagon"),
    "bribe": N_("{card}: choose an opponent's Mercenary that loses goods"),
    "bribed": N_("{card}: choose a good that {other_card} loses"),
    "swap": N_("{card}: choose one of your wagons, and the one that you want for it"),
    "charge": N_("{card}: choose the colour of the goods that you take"),
    "ritual": N_("{card}: choose the Curse that gets goods"),
    "ritual_goods": N_("{card}: choose a good that goes on {other_card}"),
    "levy": N_("{card}: choose a good from {other_owner} stash"),
    "encircle": N_("{card}: choose a colour that lies on opponents' wagons"),
    "encircled": N_("{card}: choose the wagon from which {other} returns {good}"),
    "thieves": N_("{card}: choose the good on your wagons that returns to the reserve"),
}


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


def before_die_asked(state: Fields, _now: Moment, speak: Speak) -> str:
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


def after_die_asked(state: Fields, _now: Moment, speak: Speak) -> str:
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


def drawn_asked(_state: Fields, now: Moment, speak: Speak) -> str:
    """One of the cards drawn [N4.1]."""
    text = speak.ngettext(
        "Play the card that you drew",
        "Play one of the {n} cards that you drew; the others go under the deck",
        now.b,
    )
    return text.format(n=now.b)


def flee_asked(state: Fields, now: Moment, speak: Speak) -> str:
    """Whether the Curse is fled, and what that costs, one less while the Amulet works [N5.5, E09]."""
    n = state["players"] - ("E09" in state["works"][now.seat])
    text = speak.ngettext(
        "{seat} plays {card} on you: accept it, or flee it for {n} point at the end",
        "{seat} plays {card} on you: accept it, or flee it for {n} points at the end",
        n,
    )
    card = CARDS[now.a]
    player = seat_name(state["cursed_by"][CURSES.index(card)], speak)
    return text.format(seat=player, card=card_name(card, speak), n=n)


def after_action_asked(state: Fields, now: Moment, speak: Speak) -> str:
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


def place_asked(state: Fields, _now: Moment, speak: Speak) -> str:
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


def take_asked(state: Fields, now: Moment, speak: Speak) -> str:
    """The colour of a good that a card brings [N8.1.2]."""
    _ = speak.gettext
    names = {"card": card_name(bringing(now), speak)}
    if possible(state, "done"):
        return _("{card}: take a good in a colour of the wagon that was sent, or leave it").format(**names)
    return _("{card}: choose a good from the reserve").format(**names)


def bringing(now: Moment) -> str:
    """The card that lets a seat take a good."""
    return CARDS[now.b >> BY_CARD]


def fast_loading_asked(state: Fields, now: Moment, speak: Speak) -> str:
    """The first good and its wagon, the second one for the same wagon [R08]."""
    _ = speak.gettext
    first, second = (
        _("{card}: choose a good from the reserve and the wagon that it goes on"),
        _("{card}: choose a second good for the same wagon"),
    )
    return (second if now.b else first).format(**names_of(state, now, speak))


ASKED: dict[str, Callable[[Fields, Moment, Speak], str]] = {
    "before_die": before_die_asked,
    "after_die": after_die_asked,
    "drawn": drawn_asked,
    "flee": flee_asked,
    "after_action": after_action_asked,
    "place": place_asked,
    "take": take_asked,
    "fast_loading": fast_loading_asked,
}


# who is waited for


def waiting(state: Fields, now: Moment, speak: Speak) -> str:
    """Who else is asked, and what."""
    _ = speak.gettext
    names = names_of(state, now, speak)
    names["goods"] = mixed_goods(state["hand"], speak)
    if now.task in WAITED_FOR:
        return _(WAITED_FOR[now.task]).format(**names)
    if now.task == "take":
        names["card"] = card_name(bringing(now), speak)
    if "card" in names:
        return _("{card}: {seat} chooses").format(**names)
    return _("{seat} chooses a good").format(**names)


WAITED_FOR = {
    "start_good": N_("{seat} chooses a start good"),
    "before_die": N_("{seat} takes a die"),
    "after_die": N_("{seat} draws cards or loots goods"),
    "drawn": N_("{seat} chooses one of the cards drawn"),
    "victim": N_("{seat} chooses who gets {other_card}"),
    "flee": N_("{seat} flees or accepts {other_card}"),
    "curse_effects": N_("{seat} chooses which effect is next"),
    "send_effects": N_("{seat} chooses which effect is next"),
    "send_full": N_("{seat} chooses which full wagon is sent next"),
    "place": N_("{seat} places {goods}"),
    "new_wagon": N_("{seat} chooses a new wagon"),
    "after_action": N_("{seat} ends the turn"),
}
