"""The arena for more than two seats: the same deals with everybody at every seat, and who comes out ahead.

Reference for the ratings: Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (2011), the model of
Plackett and Luce, as the package openskill has it.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import TypeVar

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

from tianxia.bots.arena import Z95, interval
from tianxia.bots.levels import Entrant, name_of, read_bot
from tianxia.bots.series import play, seed_of, seed_of_bot, series
from tianxia.engine.errors import TianxiaError
from tianxia.engine.game import Game

Who = TypeVar("Who")


class Deal(msgspec.Struct, frozen=True, omit_defaults=True):
    """One deal, played once with each of the `seatings`: the places by seat."""

    seed: int
    deal: int
    places: tuple[tuple[int, ...], ...]
    decisions: int
    cut_short: tuple[int, ...] = ()
    """Choices for which each bot had no time to do all of its simulations; empty if there were none."""


class Standing(msgspec.Struct, frozen=True):
    """How one bot did; intervals are of 95 %.

    `first` is its share of first places and `place` its mean place, both for each seat that it had: 1 / seats and
    (seats + 1) / 2 if all are equally good. `skill` is its OpenSkill rating, 25 to begin with.
    """

    bot: str
    first: float
    first_interval: tuple[float, float]
    place: float
    place_interval: tuple[float, float]
    skill: float
    skill_interval: tuple[float, float]
    cut_short: int
    """Choices for which it had no time to do all of its simulations: with others the results may be others."""


class Ranking(msgspec.Struct, frozen=True):
    """How the bots did, in the order in which they were named."""

    game: str
    seats: int
    deals: int
    games: int
    standings: tuple[Standing, ...]
    decisions: int


def seatings(bots: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Who sits where in the games of a deal: the number of a bot for each seat.

    Each bot has one seat while the others share the rest in turn, and then all move on by one seat until everybody was
    everywhere. What is the same again is left out.

    >>> seatings(3, 3)
    ((0, 1, 2), (2, 0, 1), (1, 2, 0))
    >>> seatings(2, 3)
    ((0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
    """
    found: dict[tuple[int, ...], None] = {}
    for one in range(bots):
        others = [(one + i) % bots for i in range(1, bots)]
        line = (one, *islice(cycle(others), seats - 1))
        for turn in range(seats):
            found.setdefault(line[seats - turn :] + line[: seats - turn])
    return tuple(found)


def play_deal(game: Game, names: tuple[Entrant, ...], seed: int, deal: int) -> Deal:
    """Play deal number `deal` of a seed with every seating, each time with fresh bots."""
    cards = seed_of(seed, deal)
    places, decisions, cut = [], 0, [0] * len(names)
    for seating in seatings(len(names), game.seats):
        bots = [read_bot(names[bot], game, seed_of_bot(seed, deal, seat)) for seat, bot in enumerate(seating)]
        found, count, short = play(game, bots, cards)
        places.append(found)
        decisions += count
        for who, number in zip(seating, short, strict=True):
            cut[who] += number
    return Deal(seed, deal, tuple(places), decisions, tuple(cut) if any(cut) else ())


def rank(
    game: Game,
    names: tuple[Entrant, ...],
    deals: int,
    *,
    seed: int = 0,
    processes: int = 1,
    ray: str = "",
    path: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> Ranking:
    """Let bots, by name or as they are, play so many deals, each with every seating, in processes or on a cluster.

    `progress` gets the number of deals that are done.

    With a `path` each deal is written down when it is finished, and those found there are not played again; those of other
    seeds, joined to the file, count too.
    Raises TianxiaError when the file holds another series, or when there are fewer than two bots or more than seats.
    """
    if not 2 <= len(names) <= game.seats:
        raise TianxiaError(f"{len(names)} bots for {game.seats} seats of {game.id}: name 2 to {game.seats}")
    for name in names:
        read_bot(name, game, seed)

    def tell(done: list[Deal]) -> None:
        if progress:
            progress(len(done))

    done = series(
        game, names, deals, play_deal, Deal, seed=seed, processes=processes, ray=ray, path=path, progress=tell
    )
    return ranking(game, tuple(map(name_of, names)), done)


def ranking(game: Game, names: tuple[str, ...], played: Iterable[Deal]) -> Ranking:
    """Sum up deals. All games of a deal share it, so the deal is the unit of the intervals."""
    deals = sorted(played, key=lambda deal: (deal.seed, deal.deal))
    table = seatings(len(names), game.seats)
    skills = ratings(len(names), table, deals)
    return Ranking(
        game=game.id,
        seats=game.seats,
        deals=len(deals),
        games=len(deals) * len(table),
        standings=tuple(standing(names[bot], bot, table, deals, skills[bot]) for bot in range(len(names))),
        decisions=sum(deal.decisions for deal in deals),
    )


def standing(
    name: str, bot: int, table: Sequence[Sequence[int]], deals: Sequence[Deal], skill: PlackettLuceRating
) -> Standing:
    """How one bot did."""
    last = len(table[0])
    firsts = [of_deal(deal, table, bot, first_shares) for deal in deals]
    places = [of_deal(deal, table, bot, fair_places) for deal in deals]
    low, high = interval([(place - 1) / (last - 1) for place in places])
    return Standing(
        bot=name,
        first=mean(firsts, 1 / last),
        first_interval=interval(firsts),
        place=mean(places, (last + 1) / 2),
        place_interval=(1 + low * (last - 1), 1 + high * (last - 1)),
        skill=skill.mu,
        skill_interval=(skill.mu - Z95 * skill.sigma, skill.mu + Z95 * skill.sigma),
        cut_short=sum(deal.cut_short[bot] for deal in deals if deal.cut_short),
    )


def of_deal(
    deal: Deal, table: Sequence[Sequence[int]], bot: int, rate: Callable[[Sequence[int]], list[float]]
) -> float:
    """What a bot got in a game of a deal, on the average of its seats and of the games."""
    games = []
    for seating, places in zip(table, deal.places, strict=True):
        gains = rate(places)
        games.append(mean([gains[seat] for seat, who in enumerate(seating) if who == bot], 0.0))
    return mean(games, 0.0)


def first_shares(places: Sequence[int]) -> list[float]:
    """What each seat gets of the first place.

    >>> first_shares((1, 3, 1))
    [0.5, 0.0, 0.5]
    """
    return [(place == 1) / places.count(1) for place in places]


def fair_places(places: Sequence[int]) -> list[float]:
    """Places of which equal ones are shared, so that they always add up to the same.

    >>> fair_places((1, 3, 1))
    [1.5, 3.0, 1.5]
    """
    return [place + (places.count(place) - 1) / 2 for place in places]


def mean(values: Sequence[float], otherwise: float) -> float:
    """The mean, or something else when there is nothing."""
    return sum(values) / len(values) if values else otherwise


def ratings(bots: int, table: Sequence[Sequence[int]], deals: Sequence[Deal]) -> list[PlackettLuceRating]:
    """OpenSkill ratings after all games."""
    model = PlackettLuce(tau=0.0)  # bots do not change while they play
    known = [model.rating() for _ in range(bots)]
    for deal in deals:
        for seating, places in zip(table, deal.places, strict=True):
            for bot, skill in after_game(model, [known[bot] for bot in seating], seating, places).items():
                known[bot] = skill
    return known


def after_game(
    model: PlackettLuce, before: Sequence[PlackettLuceRating], seating: Sequence[Who], places: Sequence[int]
) -> dict[Who, PlackettLuceRating]:
    """The ratings of those who played a game, from those that they had at each seat. Who had several seats learns the mean of
    what happened at each of them."""
    rated = model.rate([[skill] for skill in before], ranks=list(map(float, places)))
    found = {}
    for who in dict.fromkeys(seating):
        mine = [team[0] for team, sitter in zip(rated, seating, strict=True) if sitter == who]
        found[who] = model.rating(mean([seat.mu for seat in mine], 0.0), mean([seat.sigma for seat in mine], 0.0))
    return found
