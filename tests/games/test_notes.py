"""What every game says in words: over random games, for every viewer, in every language, and telling nothing hidden."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

import tianxia
from tianxia.engine import _entries as entries
from tianxia.engine import i18n
from tianxia.server import rulebook

NUMBERED = re.compile(rf"\[{rulebook.NUMBER.pattern}(, {rulebook.NUMBER.pattern})*\]$")
"""A refusal ends with the numbers of the rules that it names."""
DOUBLED = re.compile(r"\b(\w+(?: \w+)+) \1\b", re.IGNORECASE)
"""Words that are said twice, as where the name of a card ends like what stands before an owner."""
UNFILLED = re.compile(r"[{}]|\bNone\b")

GAMES = {
    "chu-han": {"events": True, "campaign": "river_and_hill"},
    "sun-tzu": {"events": True, "light_infantry": "army"},
    "huang": {"players": 3, "bandits": True, "palace": True},
    "huns": {"players": 4},
}


def viewers(match: tianxia.Match) -> tuple[int | None, ...]:
    """The seats, and the spectator."""
    return (*range(match.game.seats), None)


def matches(game: str, seed: int) -> Iterator[tianxia.Match]:
    """A random game, as it is before each action and after the last."""
    chance = random.Random(seed)
    match = tianxia.load(game, **GAMES[game]).new(seed)
    yield match
    while match.to_act:
        seat = chance.choice(match.to_act)
        match.play(seat, int(chance.choice(match.legal_ids(seat))))
        yield match


@cache
def finished(game: str, seed: int) -> tianxia.Match:
    *_, match = matches(game, seed)
    return match


def test_every_game_is_tried() -> None:
    assert set(GAMES) == set(tianxia.games.names())


@pytest.mark.parametrize("lang", i18n.languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_the_log_is_said_to_everybody(game: str, lang: str) -> None:
    for seed in range(4):
        for viewer in viewers(finished(game, seed)):
            for line in finished(game, seed).log(viewer, lang):
                assert line
                assert not UNFILLED.search(line), line
                assert not DOUBLED.search(line), line


@pytest.mark.parametrize("lang", i18n.languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_decision_is_asked_in_words_and_who_is_not_asked_reads_what_everybody_reads(game: str, lang: str) -> None:
    for match in matches(game, 1):
        for viewer in viewers(match):
            prompt = match.prompt(viewer, lang)
            assert prompt
            assert viewer in match.to_act or prompt == match.prompt(None, lang)
            assert not UNFILLED.search(prompt), prompt


@pytest.mark.parametrize("lang", i18n.languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_action_has_words_that_are_its_own(game: str, lang: str) -> None:
    for match in matches(game, 2):
        for seat in match.to_act:
            labels = [match.game.label(number, lang) for number in match.legal_ids(seat).tolist()]
            assert len(set(labels)) == len(labels)
            assert not any(UNFILLED.search(label) for label in labels)


@pytest.mark.parametrize("lang", i18n.languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_names_a_rule(game: str, lang: str) -> None:
    chance = random.Random(4)
    for match in matches(game, 4):
        for seat in range(match.game.seats):
            for number in chance.sample(range(match.game.actions.size), 2):
                reason = match.why_not(seat, number, lang)
                if number in match.legal_ids(seat):
                    assert reason == ""
                else:
                    assert NUMBERED.search(reason), reason
                    assert not UNFILLED.search(reason), reason


@pytest.mark.parametrize("game", GAMES)
def test_prompts_and_refusals_tell_nothing_hidden(game: str) -> None:
    """They are the same when all that the seat cannot know is dealt anew."""
    chance = random.Random(5)
    for match in matches(game, 5):
        for seat in range(match.game.seats):
            other = match.copy()
            entries.resample(other._states, seat, chance.getrandbits(60))
            assert match.prompt(seat) == other.prompt(seat)
            for number in chance.sample(range(match.game.actions.size), 3):
                if number not in match.legal_ids(seat):
                    assert match.why_not(seat, number) == other.why_not(seat, number)
