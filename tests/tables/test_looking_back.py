"""Looking back while a game is played: everybody sees again what it was shown, and nothing more."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import tianxia
from tests.tables.playing import ADA, BEN, Player, new_table, play_on, registry_in, run
from tests.tables.test_together import long_game
from tianxia.tables.frames import Look, Looked
from tianxia.tables.showing import OF_THE_POSITION
from tianxia.tables.trail import FAR

OPTIONS: dict[str, dict[str, Any]] = {
    "chu-han": {"events": True},
    "sun-tzu": {},
    "huang": {"players": 2},
    "huns": {"players": 2},
}
STEPS = 60


@pytest.mark.parametrize("game", OPTIONS)
def test_each_moment_is_shown_again_as_it_was_shown(tmp_path: Path, game: str) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN, game=game, **OPTIONS[game])
            players = [Player(table, name) for name in ("ada", "ben", "eve")]
            chance = random.Random(6)
            shown: dict[tuple[int, int], dict[str, Any]] = {}
            for _ in range(STEPS):
                for place, player in enumerate(players):
                    view = player.view
                    events = table.history.streams[player.viewer].events
                    # several actions may lead there: the first is what the event came with
                    shown.setdefault((place, events), {"number": view.number, **of_the_position(view)})
                await play_on(players, chance, 1)
            for place, player in enumerate(players):
                for events in {events for seen, events in shown if seen == place}:
                    looked = msgspec.json.decode(
                        msgspec.json.encode(table.look(player.subscriber, Look("l", events))), type=Looked
                    )
                    then = {"number": looked.view.number, **of_the_position(looked.view)}
                    assert looked.events == events
                    assert then == shown[place, events], (player.viewer, events)
                    assert (looked.view.legal, looked.view.can_undo, looked.view.revealed) == ([], False, None)

    run(test)


def test_amid_an_action_the_table_is_as_it_was_before_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            ada, chance = Player(table, "ada"), random.Random(6)
            told: list[str] = []
            players = [ada, Player(table, "ben")]
            while "dealt" not in told[1:]:
                await play_on(players, chance, 1)
                told = [event["kind"] for event in table.history.match.events(None)]
            out = told.index("went_out") + 1
            amid, end = (table.look(ada.subscriber, Look("l", events)) for events in (out, len(told)))
            assert isinstance(amid, Looked)
            assert isinstance(end, Looked)
            assert (amid.events, amid.view.state["hand_number"]) == (out, 1)
            assert end.view.state["hand_number"] == 2

    run(test)


def of_the_position(view: Any) -> dict[str, Any]:
    return dict(msgspec.json.decode(msgspec.json.encode({name: getattr(view, name) for name in OF_THE_POSITION})))


def test_nobody_plays_the_game_anew_to_look_back(monkeypatch: pytest.MonkeyPatch) -> None:
    history, played, after = long_game(), list[Any](), tianxia.Match.after
    monkeypatch.setattr(tianxia.Match, "after", lambda match, *act: played.append(act) or after(match, *act))
    monkeypatch.setattr(tianxia.Game, "started", lambda *_: pytest.fail("the game is played anew from its start"))
    for events in range(history.match.event_count + 1):
        assert history.back_after(events).match.event_count <= events or events == 0
        assert len(played) < FAR
        played.clear()


def test_nobody_looks_ahead_and_looking_changes_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        async with registry_in(tmp_path) as registry:
            table = await new_table(registry, ADA, BEN)
            ada = Player(table, "ada")
            before = ada.view
            told = table.history.streams[0].events
            looked = table.look(ada.subscriber, Look("l", 1 << 30))
            assert isinstance(looked, Looked)
            assert looked.events == told
            assert of_the_position(looked.view) == of_the_position(before)
            assert ada.view == before
            await ada.command(ada.plain())

    run(test)
