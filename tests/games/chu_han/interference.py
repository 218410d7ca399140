"""Compiled walks over random games: at every position, what a viewer may not know is dealt anew and must change nothing.

`walk` returns a bit set of what went wrong (0 = nothing) and counts in `tally` how often each thing worth seeing was there,
so that a test can say that it did not pass for want of cases.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tianxia.engine import core
from tianxia.engine.compiling import const, entry, rule
from tianxia.engine.fields import SPECTATOR
from tianxia.engine.kinds import MAX_ARGS, new_log
from tianxia.engine.primitives import lowest
from tianxia.engine.randomness import below
from tianxia.engine.records import copy, mask, row, view_hash
from tianxia.games.chu_han import GAME
from tianxia.games.chu_han.cards import EVENT_CARDS, EVENT_LABELS, N_KINDS, PILE
from tianxia.games.chu_han.questions import GIVE

VIEW, LEGAL, MASKED, FACTS, CARDS, FOLLOWS, EVENTS, DECK = (1 << i for i in range(8))
WRONG = {
    VIEW: "a view changed",
    LEGAL: "the legal actions or the actors changed",
    MASKED: "resample read something hidden: from the masked record it deals differently",
    FACTS: "a known card moved",
    CARDS: "the cards are no longer the whole deck",
    FOLLOWS: "after the same action, which showed nothing hidden, the view differs",
    EVENTS: "after the same action an event looks different",
    DECK: "the event deck is no other order of the same events",
}
TALLIES = (
    *("positions", "varied", "seen", "surely", "opened", "begun", "later", "samples"),
    *("lent", "offered", "other_events"),
)
POSITIONS, VARIED, SEEN, SURELY, OPENED, BEGUN, LATER, SAMPLES, LENT, OFFERED, OTHER_EVENTS = range(len(TALLIES))

PRIVATE = const(
    [
        [bool(domain.owner) for domain in kind.domains.values()] + [False] * (MAX_ARGS - len(kind.domains))
        for kind in GAME.events.kinds
    ]
)
"""Which arguments of an event only its seat may see, by kind and argument; the seat is the first argument."""
HAND_OPENED = GAME.events.by_name["hand_opened"].index
EVENT_REVEALED = GAME.events.by_name["event_revealed"].index
WENT_OUT = GAME.events.by_name["went_out"].index


@entry
def walk(states, games, seed, out, other, log, twin_log, tally):
    """`states` has five records: the game, a sample, a masked sample, the start, and a generator of random numbers."""
    s, t, m, chooser = row(states, 0), row(states, 1), row(states, 2), row(states, 4)
    chooser.rng = seed
    wrong = 0
    for game in range(games):
        copy(row(states, 3), s)
        core.setup(s, seed + game)
        bits = 1
        while bits != 0:
            bits = core.actors(s)
            tally[POSITIONS] += 1
            seat, n = -1, 0
            if bits != 0:
                seat = lowest(bits)
                n = core.legal(s, seat, out)
            for viewer in range(3):
                wrong |= check(s, t, m, viewer, seat, n, out, other, chooser, tally)
                if n != 0 and seat != viewer and same_hidden_play(s, seat):
                    wrong |= compare_after(s, t, viewer, seat, out[below(chooser, n)], other, log, twin_log, m, tally)
            if wrong:
                return wrong
            if n != 0:
                log[0, 0] = 0
                core.apply(s, seat, out[below(chooser, n)], log)
    return wrong


@entry
def check(s, t, m, viewer, seat, n, out, other, chooser, tally):
    """Sample into `t` what `viewer` cannot know of `s` and compare all that it may see."""
    wrong = 0
    copy(s, t)
    dice = below(chooser, 1 << 30)
    t.rng = dice
    deal_anew(t, viewer)
    tally[SAMPLES] += 1
    if view_hash(t, viewer) != view_hash(s, viewer) or view_hash(t, SPECTATOR) != view_hash(s, SPECTATOR):
        wrong |= VIEW
    if core.actors(t) != core.actors(s):
        wrong |= LEGAL
    if viewer == seat:
        if core.legal(t, seat, other) != n:
            wrong |= LEGAL
        for i in range(n):
            if out[i] != other[i]:
                wrong |= LEGAL
    if viewer < 2:
        copy(s, m)
        mask(m, viewer)
        m.rng = dice
        deal_anew(m, viewer)
        if not same_record(m, t):
            wrong |= MASKED
        wrong |= keeps_facts(s, t, viewer, tally)
    return wrong


@rule
def deal_anew(t, viewer):
    """For the spectator both hands and the pile change."""
    if viewer < 2:
        core.resample(t, viewer)
    else:
        core.resample(t, 0)
        core.resample(t, 1)


@entry
def same_record(a, b):
    """Every field; the hash of the spectator's view leaves the hidden ones out."""
    same = view_hash(a, SPECTATOR) == view_hash(b, SPECTATOR) and a.rng == b.rng
    for seat in range(2):
        same &= view_hash(a, seat) == view_hash(b, seat)
    for place in range(PILE):
        same &= a.pile[place] == b.pile[place]
    for place in range(EVENT_CARDS):
        same &= a.event_deck[place] == b.event_deck[place]
    return same


@rule
def keeps_facts(s, t, viewer, tally):
    """The seat's own cards, what Ji Bu showed it and what the rival surely holds stay; no card is lost [C8.5, C8.6]."""
    wrong = 0
    rival = 1 - viewer
    varied, known, seen = 0, 0, 0
    for kind in range(N_KINDS):
        copies = s.surely[viewer, rival, kind]
        known += copies
        whole = t.hand[rival, kind] + (t.building[rival] >> kind & 1) + (t.building_ability[rival] == kind + 1)
        if whole < copies or t.surely[rival, rival, kind] != copies:
            wrong |= FACTS
        if s.opened[rival] and whole != s.shown[rival, kind]:
            wrong |= FACTS
        if t.hand[viewer, kind] != s.hand[viewer, kind]:
            wrong |= FACTS
        varied += t.hand[rival, kind] != s.hand[rival, kind]
        before, after = s.hand[rival, kind], t.hand[rival, kind]
        for place in range(PILE):
            before += s.pile[place] == kind + 1
            after += t.pile[place] == kind + 1
        before += (s.building[rival] >> kind & 1) + (s.building_ability[rival] == kind + 1)
        before -= s.lent[rival] == kind + 1  # it lies beside the event and counts in the hand
        after += (t.building[rival] >> kind & 1) + (t.building_ability[rival] == kind + 1)
        if before != after:
            wrong |= CARDS
    for place in range(PILE):
        if s.seen[viewer, place]:
            seen += 1
            if t.pile[place] != s.seen[viewer, place]:
                wrong |= FACTS
        if t.seen[rival, place] != 0 and t.seen[rival, place] != t.pile[place]:
            wrong |= FACTS
        if (t.pile[place] == 0) != (s.pile[place] == 0) or (t.seen[rival, place] == 0) != (s.seen[rival, place] == 0):
            wrong |= CARDS
    tally[VARIED] += varied > 0
    tally[SEEN] += seen > 0
    tally[SURELY] += known > 0
    tally[OPENED] += s.opened[rival]
    tally[BEGUN] += s.building_ability[rival] > 0
    tally[LENT] += s.lent[rival] > 0
    tally[OFFERED] += s.asks == GIVE and s.turn == rival
    return wrong | keeps_events(s, t, tally)


@rule
def keeps_events(s, t, tally):
    """The events to come are the same ones, in any order [C8.3]."""
    for event in range(len(EVENT_LABELS)):
        before, after = 0, 0
        for place in range(EVENT_CARDS):
            before += s.event_deck[place] == event
            after += t.event_deck[place] == event
        if before != after:
            return DECK
    for place in range(EVENT_CARDS):
        if (s.event_deck[place] == 0) != (t.event_deck[place] == 0):
            return DECK
    for place in range(EVENT_CARDS):
        if s.event_deck[place] != t.event_deck[place]:
            tally[OTHER_EVENTS] += 1
            return 0
    return 0


@rule
def same_hidden_play(s, seat):
    """No play has been begun in secret: an action then means the same in every sample."""
    return s.building_ability[seat] == 0 and s.lent[seat] == 0


@entry
def compare_after(s, t, viewer, seat, action, other, log, twin_log, m, tally):
    """Another's action, legal in the sample too, must look the same if it shows nothing hidden."""
    legal = False
    for i in range(core.legal(t, seat, other)):
        legal |= other[i] == action
    if not legal:
        return 0
    wrong = 0
    copy(s, m)
    t.rng = m.rng
    log[0, 0] = 0
    twin_log[0, 0] = 0
    core.apply(m, seat, action, log)
    core.apply(t, seat, action, twin_log)
    if shows_hidden(s, log, viewer):
        return 0
    tally[LATER] += 1
    if view_hash(m, viewer) != view_hash(t, viewer) or core.actors(m) != core.actors(t):
        wrong |= FOLLOWS
    if log[0, 0] != twin_log[0, 0]:
        wrong |= EVENTS
    for i in range(1, log[0, 0] + 1):
        if log[i, 0] != twin_log[i, 0]:
            wrong |= EVENTS
        for j in range(MAX_ARGS):
            hidden = PRIVATE[log[i, 0], j] and log[i, 1] != viewer
            if not hidden and log[i, 1 + j] != twin_log[i, 1 + j]:
                wrong |= EVENTS
    return wrong


@rule
def shows_hidden(s, log, viewer):
    """Whether the viewer sees something that was hidden: a private event of its own, an opened hand, the next event card.

    In a campaign going out tells how many deserters were in a hand [C10.3].
    """
    shown = False
    for i in range(1, log[0, 0] + 1):
        shown |= log[i, 0] == HAND_OPENED or log[i, 0] == EVENT_REVEALED or (log[i, 0] == WENT_OUT and s.campaign)
        for j in range(MAX_ARGS):
            shown |= PRIVATE[log[i, 0], j] and log[i, 1] == viewer
    return shown


def run(games: int, seed: int, **options: Any) -> tuple[list[str], dict[str, int]]:
    """Walk over random games; returns what went wrong, in words, and how often each thing was there."""
    states = GAME.table.new(5)
    states[3:4] = GAME.with_options(**options).blank()
    tally = np.zeros(len(TALLIES), np.int64)
    out, other = (np.zeros(GAME.most_legal, np.int32) for _ in range(2))
    wrong = walk(states, games, seed, out, other, new_log(GAME.most_events), new_log(GAME.most_events), tally)
    return [text for bit, text in WRONG.items() if wrong & bit], dict(zip(TALLIES, tally.tolist(), strict=True))
