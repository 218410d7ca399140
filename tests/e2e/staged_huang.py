"""Moments of Huang: one of everything that may be asked, found in random games with all modules and in the rule cases."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import tianxia
from tests.cases.huang_cases import load
from tests.e2e.staged import Moment, moment, played, stand
from tests.games.huang.table import ID
from tests.games.huang.written import at_position
from tests.tables.playing import action_row, follow, history_of
from tianxia.games.huang.questions import QUESTIONS

GAMES = 12
"""So many games are looked through for moments."""
EARLY = 40
"""Before this decision the board is still empty: a moment is looked for later, if there is one."""
EAGER = {
    "leader": 2.0,
    "establish": 20.0,
    "riot": 8.0,
    "pagoda": 3.0,
    "palace": 6.0,
    "move": 6.0,
    "pass": 0.1,
    "withdraw": 0.2,
}
"""Players of these games like pagodas and palaces, so that rare moments come up."""


FAULTS = """() => {
  const reaches = ({ width, left, top, right, bottom }) =>
    width > 0 && (left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5);
  const parts = [
    '.hg-map', '.hg-home', '.hg-rail', '.hg-market', '.hg-fight', '.hg-telling', '.hg-hand', '.hg-leaders', '.pinned'
  ].filter((name) => [...document.querySelectorAll(name)].some((one) => reaches(one.getBoundingClientRect())));
  const lit = [...document.querySelectorAll(
    '.hg-hex[data-lit="true"], .hg-hand [data-lit="true"], .hg-leaders [data-lit="true"], .hg-market [data-lit="true"]'
  )].filter((one) => {
    const box = one.getBoundingClientRect();
    const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !found || !(one.contains(found) || found.closest('.hg-choice, .hg-stands'));
  });
  const fight = document.querySelector('.hg-fight')?.getBoundingClientRect();
  const parties = document.querySelectorAll('.table-page:not([data-guide]) .hg-fight :is(.hg-party, .hg-sum)');
  const sides = [...parties].filter((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left < fight.left || top < fight.top || right > fight.right || bottom > fight.bottom;
  });
  return [
    ...parts.map((name) => `${name} reaches out of the window`),
    ...lit.map((one) => `the middle of ${one.dataset.part} is covered`),
    ...sides.map((one) => `of a conflict is out of sight: ${one.textContent}`),
  ];
}"""
"""Parts of the table that reach out of the window, what may be chosen and something else lies over it, and the sides of a
conflict that are not seen without scrolling, where no lesson has the room."""
STAY = (".hg-map", ".hg-home", ".hg-hand", ".hg-leaders")


@cache
def moments() -> dict[str, Moment]:
    """A moment of every kind that came up, by what is asked."""
    options = (
        {
            "players": 2 + seed % 4,
            "bandits": seed % 4 == 1,
            "palace": seed % 3 > 0,
            "eighteen_kingdoms": seed % 4 == 3,
        }
        for seed in range(GAMES)
    )
    return moments_of_cases() | in_random_games(options)


@cache
def moments_of_five() -> dict[str, Moment]:
    """The same with as many players as there can be."""
    return in_random_games({"players": 5, "palace": True} for _ in range(GAMES))


def begun(players: int) -> Moment:
    """The first decision of a game for so many."""
    history = next(iter(played(tianxia.load("huang", players=players), 0, EAGER)))
    return moment(history, history.match.to_act[0], asked(history.match))


def in_random_games(options: Iterable[dict[str, Any]]) -> dict[str, Moment]:
    """The first moment of every kind in games with these options."""
    found: dict[str, Moment] = {}
    for seed, chosen in enumerate(options):
        for number, history in enumerate(played(tianxia.load("huang", **chosen), seed, EAGER)):
            asks = asked(history.match)
            if asks == "over":
                found[asks] = moment(history, 0, asks)
                break
            if asks not in found and number > EARLY:
                found[asks] = moment(history, history.match.to_act[0], asks)
        if len(found) == len(QUESTIONS.kinds):
            break
    return found


WAR = {
    "tiles": [["C7", "F9", "H11", "J8", "I5", "J2", "L6"], ["B8", "E8"]],
    "leaders": [["none", "C8"], ["none", "E9"]],
    "hand": ["red", "red", "red red yellow"],
}


@cache
def wars() -> dict[str, Moment]:
    """One that may be joined; and a revolt, where there is as much to give."""
    return {"joined": war_to_join(), "answered": revolt_to_answer()}


def revolt_to_answer() -> Moment:
    """A revolt on B7, 3 to the defender's 1, who may give yellow tiles and the Governor."""
    return revolt("B7", "C8", (), 2)


def strong_revolt() -> Moment:
    """The same on H10, 11 to 2: nothing that a defender is asked is longer."""
    return revolt("H10", "H12", ("H9", "I10", "G10", "I11", "G9"), 6)


def revolt(attack: str, defence: str, tiles: Iterable[str], given: int) -> Moment:
    """What the defender is asked once the attack has given so many yellow tiles, with more of them on the board."""
    history = history_of(tianxia.load("huang"), 0)
    soldier = {"tiles": [[*WAR["tiles"][0], *tiles]], "leaders": [["none", "none"], ["none", defence]]}
    stand(history, history.game.position({**soldier, "hand": [" ".join(["yellow"] * given), "yellow yellow"]}))
    for act in (f"leader red {attack}", f"commit {given}"):
        (seat,) = history.match.to_act
        follow(history, action_row(history, seat, ID[act]))
    return moment(history, 1, "revolt")


def war_to_join() -> Moment:
    """A war of the sides C8 and E8, 1 each; the third player may give red tiles and the Soldier, the second gave nothing."""
    history = history_of(tianxia.load("huang", players=3), 0)
    stand(history, history.game.position(WAR))
    for act in ("place red D8", "nothing"):
        (seat,) = history.match.to_act
        follow(history, action_row(history, seat, ID[act]))
    return moment(history, 2, "war")


def war_won() -> Moment:
    """The same war, which the side of C8 has won by the placer's word: what the third player sees, who gave nothing."""
    shown = history_of(tianxia.load("huang", players=3), 0)
    stand(shown, shown.game.position(WAR))
    for act in ("place red D8", "nothing", "nothing", "nothing", "winner C8"):
        (seat,) = shown.match.to_act
        follow(shown, action_row(shown, seat, ID[act]))
    return moment(shown, 2, "")


def asked(match: tianxia.Match) -> str:
    """What is asked."""
    return QUESTIONS.text(int(match.record(None)[0]["asks"]))


def moments_of_cases() -> dict[str, Moment]:
    """What a case comes to: random games hardly ever establish at will, or move a pagoda."""
    found: dict[str, Moment] = {}
    for case in load():
        if case.position is None:
            continue
        begun = at_position(case.position, case.players, case.options, checked=False).match
        history = history_of(begun.game, 0)
        stand(history, begun)
        for act in case.play:
            (seat,) = history.match.to_act
            if ID[act] not in history.match.legal_ids(seat):
                break  # tiles are drawn otherwise than in the case
            follow(history, action_row(history, seat, ID[act]))
        asks = asked(history.match)
        if asks not in (*found, "over"):
            found[asks] = moment(history, history.match.to_act[0], asks)
    return found
