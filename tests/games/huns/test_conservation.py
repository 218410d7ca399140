"""Nothing is lost or made up: cards, goods, wagons after every act of random games; what follows does follow; bounds hold."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.huns.table import ANY, OPTION_SETS
from tests.games.huns.walks import CROWDED, crowded_steps, steps, walk
from tianxia.engine.compiling import INTERPRETED
from tianxia.games.huns.pieces import A_COLOUR, CARDS, GOODS, N_COLOURS, N_WAGONS, WAGONS
from tianxia.games.huns.sets import bits_of
from tianxia.games.huns.state import DEEPEST

pytestmark = pytest.mark.xdist_group("walks of huns")  # they are played once

GAMES = [(name, seed) for name in OPTION_SETS for seed in ((1,) if INTERPRETED else (1, 2, 3))]
LIMITS = [(f.name, f.low, len(f.labels) - 1 if f.labels else (1 << len(f.bits)) - 1 if f.bits else f.top)
          for f in ANY.table.fields if f.name != "rng" and not f.wide]  # fmt: skip
FOLLOWING = [f.name for f in ANY.table.fields if f.follows]

every_game = pytest.mark.parametrize(("name", "seed"), GAMES)


@every_game
def test_every_good_is_somewhere(name: str, seed: int) -> None:
    for table, _, _ in walk(name, seed):
        s = table.states[0]
        lying = s["reserve"] + s["hand"] + s["saddlebags"] + s["stash"].sum(0) + s["goods_on"].sum(0)
        lying = lying + s["load"].sum((0, 1, 2))
        assert lying.tolist() == [GOODS[table.players]] * N_COLOURS, "N1.2"


@every_game
def test_every_card_is_in_one_place(name: str, seed: int) -> None:
    for table, _, _ in walk(name, seed):
        s = table.states[0]
        lying = Counter(CARDS[card] for camp in s["camp"].tolist() for card in bits_of(camp))
        lying.update(CARDS[card - 1] for deck in s["deck"].tolist() for card in deck if card)
        if table.question in ("victim", "flee"):
            lying[table.asks["card"]] += 1
        assert lying == Counter(card for card, n in zip(CARDS, s["from_players"], strict=True) if n <= table.players)
        for deck, size in zip(s["deck"].tolist(), s["deck_size"].tolist(), strict=True):
            assert [card > 0 for card in deck] == [place < size for place in range(A_COLOUR)], "from the top, no gaps"


@every_game
def test_every_wagon_is_in_one_place(name: str, seed: int) -> None:
    for table, _, _ in walk(name, seed):
        s = table.states[0]
        lying = Counter[str]()
        for where in (s["sent"].ravel(), s["wagons"].ravel(), s["display"], s["wagon_deck"]):
            lying.update(WAGONS[wagon - 1] for wagon in where.tolist() if wagon)
        assert lying == Counter(WAGONS)
        deck = s["wagon_deck"].tolist()
        assert [wagon > 0 for wagon in deck] == [place < s["wagons_left"] for place in range(N_WAGONS)], "no gaps"
        assert s["wagons_left"] == 0 or s["display"].all(), "N2.2"


@every_game
def test_no_space_holds_more_than_one_good(name: str, seed: int) -> None:
    for table, _, _ in walk(name, seed):
        s = table.states[0]
        for wagons, loads in zip(s["wagons"].tolist(), s["load"], strict=True):
            for wagon, load in zip(wagons, loads, strict=True):
                assert (load.sum(1) <= (s["need"][wagon - 1] if wagon else 0)).all(), "N4.2"
        assert (s["goods_on"].sum(1) <= s["spaces"]).all(), "N5.3, N5.4"
        assert s["saddlebags"].sum() <= 2, "E05"


@every_game
def test_what_follows_is_what_a_written_position_would_get(name: str, seed: int) -> None:
    for table, _, _ in walk(name, seed):
        twin = table.states.copy()
        for field in FOLLOWING:
            twin[field] = 0
        s = table.game.table.record_class(twin, 0)
        table.game.positions.complete(s, frozenset(set(ANY.table.by_name) - set(FOLLOWING)))
        quiet = table.game.quiet(table.states)
        for field in FOLLOWING:
            assert (field == "can" and not quiet) or (twin[field] == table.states[field]).all(), field
        assert not (quiet and table.game.positions.check(s))


@every_game
def test_questions_and_events_have_room(name: str, seed: int) -> None:
    for table, _, _ in walk(name, seed):
        assert table.states["depth"][0] <= DEEPEST - 2
        assert int(table.log[0, 0]) < table.game.most_events / 2


@every_game
def test_fields_and_events_stay_within_their_bounds(name: str, seed: int) -> None:
    for table, _, _ in walk(name, seed):
        for field, low, high in LIMITS:
            values = table.states[field]
            assert low <= values.min(), field
            assert values.max() <= high, field
        for row in table.log[1 : int(table.log[0, 0]) + 1].tolist():
            kind = ANY.events.kinds[row[0]]
            kind.id(*row[1 : 1 + len(kind.domains)])  # raises when out of range
            assert not any(row[1 + len(kind.domains) :])
        for other in range(table.players):
            legal = table.legal(other)
            assert legal == sorted(set(legal)), "ascending, no action twice"
            assert bool(legal) == (other in table.actors), "who is asked can act, and nobody else"
        if not table.actors:
            assert sorted(table.result()[: table.players])[0] == 1


@every_game
def test_one_thing_alone_is_never_asked(name: str, seed: int) -> None:
    for table, _, _ in walk(name, seed):
        if table.actors and table.question != "after_action":
            assert len(table.legal(table.actors[0])) > 1, "N11.2"


# --- the events tell everything --------------------------------------------------------------------------------------------


PLACED = {"loaded": (1, None), "put": (2, 3)}
TAKEN = {"robbed": 3, "levied": 2, "lost": 2, "gave_back": 2}
"""Where the colour stands in an event by which a good leaves, or comes to, what nobody has placed; and how many they are."""


@every_game
def test_goods_come_and_go_as_the_events_tell(name: str, seed: int) -> None:
    expected: list[int] = []
    for table, _, _ in steps(name, seed):
        s = table.states[0]
        unplaced = (s["reserve"] + s["hand"] + s["saddlebags"]).tolist()
        for kind, args in table.events() if expected else ():
            if kind in PLACED:
                colour, count = PLACED[kind]
                expected[args[colour]] -= args[count] if count else 1
            elif kind in TAKEN:
                expected[args[TAKEN[kind]]] += 1
        assert unplaced == (expected or unplaced)
        expected = unplaced


@every_game
def test_wagons_come_and_go_as_the_events_tell(name: str, seed: int) -> None:
    sent: Counter[int] = Counter()
    for table, _, _ in steps(name, seed):
        s = table.states[0]
        for kind, args in table.events():
            if kind == "sent":
                sent[args[0]] += 1
            elif kind == "new_wagon":
                assert args[2] + 1 in (*s["wagons"][args[0]], *s["sent"][args[0]])
        assert s["sent_size"].tolist() == [sent[seat] for seat in range(len(s["sent_size"]))]


def test_every_act_and_every_event_happens() -> None:
    acts, events = set[str](), set[str]()
    wanted = set(ANY.actions.by_name), set(ANY.events.by_name)
    for seed in range(1, 40):
        for walked in (*(steps(name, seed) for name in CROWDED), *(crowded_steps(name, seed) for name in CROWDED)):
            for table, _, act in walked:
                if act >= 0:
                    acts.add(ANY.actions.kind_of(act).name)
                events |= {kind for kind, _ in table.events()}
        if (acts, events) == wanted:
            return
    assert (acts, events) == wanted
