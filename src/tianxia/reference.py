"""Writes the reference of a game, as Markdown, from its tables: actions, observation, events, options.

``python -m tianxia.reference chu-han > docs/reference/chu-han.md``; a test fails when the committed file differs.
"""

import json
import sys
from collections.abc import Iterable, Sequence

import tianxia
from tianxia.engine.domains import Domain
from tianxia.engine.fields import ALL, Derived, Field
from tianxia.engine.game import Game
from tianxia.engine.kinds import Kind
from tianxia.engine.observations import QUESTION

SHORT = 6
"""Lists of names up to this long are written where they are used, longer ones under Names."""


def reference(name: str) -> str:
    """The reference of a game, by its id.

    >>> reference("chu-han").splitlines()[0]
    '# Chu Han: reference'
    """
    game = tianxia.load(name)
    asked = [actions(game), questions(game), observation(game), rows_of_numbers(game), events(game)]
    chapters = [head(game), options(game), *asked, weights(game), names(game)]
    return "\n\n".join("\n".join(lines) for lines in chapters) + "\n"


def head(game: Game) -> list[str]:
    """The game in a few facts."""
    seats = ", ".join(f"{number} = {seat}" for number, seat in enumerate(game.seat_names))
    return [
        f"# {game.title}: reference",
        "",
        f"Written by `python -m tianxia.reference {game.id}` from the tables in",
        f"`src/tianxia/games/{game.id.replace('-', '_')}`: change those, never this file. The numbers in brackets are",
        f"rules; see [{game.title}](../{game.id}.md).",
        "",
        *row("id", "seats", "action ids", "bytes of a record", "seed"),
        *row("---", "---", "---", "---", "---"),
        *row(f"`{game.id}`", seats, f"0 to {game.actions.size - 1}", str(game.table.dtype.itemsize), "0 to 2**63 - 1"),
    ]


def options(game: Game) -> list[str]:
    """What can be chosen before a match."""
    lines = ["## Options", ""]
    if not game.option_table:
        return [*lines, f'None: `tianxia.load("{game.id}")` takes no options.']
    lines += [*row("option", "values", "usual", "meaning"), *row("---", "---", "---", "---")]
    for option in game.option_table:
        values = f"{option.low} to {option.high}" if option.is_number else ", ".join(option.names)
        lines += row(f"`{option.name}`", values, option.usual_name, option.doc)
    return lines


def actions(game: Game) -> list[str]:
    """Every kind of action with its ids and all the ways of writing it."""
    lines = [
        "## Actions",
        "",
        "An id is the first id of its kind plus the arguments, each times its weight. An argument with names counts from",
        "0 in the order of the names; one that names several is a bit set (first name 1, second 2, third 4 ...); a flag",
        "is 0 or 1. *Parts* are what a player taps on the page; actions without parts are buttons.",
        "",
        *row("notation", "ids", "id", "example", "as JSON", "parts", "in words"),
        *row(*["---"] * 7),
    ]
    for kind in game.actions:
        action = game.action(kind.id(*(example(domain) for domain in kind.domains.values())))
        parts = " ".join(action.parts)
        form = json.dumps({"kind": action.kind, **action.args})
        cells = (game.actions.form(kind), ids(kind), formula(kind), action.text, form, parts)
        lines += row(*(f"`{cell}`" if cell else "" for cell in cells), game.label(action))
    if any(kind.domains for kind in game.actions):
        lines += ["", *row("action", "argument", "values"), *row("---", "---", "---")]
    for kind in game.actions:
        for name, domain in kind.domains.items():
            lines += row(f"`{kind.name}`", f"`{name}`", domain_values(domain))
    return lines


def questions(game: Game) -> list[str]:
    """All that can be asked, and which actions answer it."""
    lines = [
        "## Questions",
        "",
        '`match.view(seat)["asked"]` is the question and its arguments, for everyone; who is asked stands in `to_act`.',
        "In the record a question is a number, made as an action's id is, and in notation it is written like an action.",
        "What has no answers asks nobody: the game goes on by itself, or is over.",
        "",
        *row("question", "numbers", "asks for", "answers"),
        *row(*["---"] * 4),
    ]
    for kind in game.questions:
        asked = game.questions.question(kind.start)
        answers = ", ".join(f"`{name}`" for name in asked.answers)
        lines += row(f"`{game.questions.form(kind)}`", ids(kind), asked.doc, answers)
    if any(kind.domains for kind in game.questions):
        lines += ["", *row("question", "argument", "values"), *row("---", "---", "---")]
    for kind in game.questions:
        for name, domain in kind.domains.items():
            lines += row(f"`{kind.name}`", f"`{name}`", domain_values(domain))
    return lines


def observation(game: Game) -> list[str]:
    """The fields of the record, and who sees what of them."""
    lines = [
        "## Observation",
        "",
        "`match.record(seat)` is a NumPy array of one record with these fields; what the seat may not see is zero.",
        '`match.view(seat)["state"]` holds the same fields as JSON, with names for numbers where there are names, and',
        "`null` for what is hidden. *owner* means that row `i` of the first axis is seen by seat `i` only. A spectator",
        "(`None`) sees what everyone sees. *covered* is what everyone could have noted: open in the record, and in views",
        "for its owner only.",
        "",
        *row("field", "dtype", "shape", "seen by", "values", "meaning"),
        *row(*["---"] * 6),
    ]
    for f in game.table.fields:
        sight = ("everyone" if f.seen_by is ALL else f.seen_by.value) + ("" if f.shown else ", not in views")
        lines += row(f"`{f.name}`", f"`{f.dtype}`", f"`{f.shape}`", sight, field_values(f), f.doc)
    return lines + derived_values(
        "Views have these values besides, which follow from the visible ones:", game.table.derived
    )


def rows_of_numbers(game: Game) -> list[str]:
    """The layout of an observation."""
    seen = game.observation
    lines = [
        "## Observation as numbers",
        "",
        f"`game.observation.observe(states, seat)` gives float32 rows of {seen.size} numbers from 0 to 1, here with the usual",
        f"options; this layout is version `{seen.version}`. `game.observation.fields[name].slice` is where a field lies. Seats",
        "are counted from the viewer on. A number stands between its bounds; of a label one place is 1, of a set each member's.",
        "What stays as it is through a game has no place, see [the lab](../lab.md#observations).",
        "",
        *row("field", "from", "shape", "form", "values"),
        *row(*["---"] * 5),
    ]
    for segment in seen.fields.values():
        values = f"{segment.low} to {segment.high}"
        if segment.places:
            values = "its kind, then its arguments" if segment.form == QUESTION else short(segment.places)
        lines += row(f"`{segment.name}`", str(segment.start), f"`{segment.shape}`", segment.form, values)
    return lines


def events(game: Game) -> list[str]:
    """What the log and the animations are made of, and who sees what of it."""
    lines = [
        "## Events",
        "",
        "`match.events(viewer)` lists what happened, as JSON: `kind`, `step` (the number of the action that it followed)",
        "and these fields. A private field is `null` for every viewer but its owner. After an *irreversible* event,",
        "nothing before it can be undone: something hidden was shown.",
        "",
        *row("event", "field", "values", "seen by", "irreversible"),
        *row(*["---"] * 5),
    ]
    for kind in game.events:
        irreversible = "yes" if kind.name in game.irreversible else ""
        for i, (name, domain) in enumerate(kind.domains.items()):
            sight = f"the seat in `{domain.owner}`" if domain.owner else "everyone"
            first = (f"`{kind.name}`", irreversible) if i == 0 else ("", "")
            lines += row(first[0], f"`{name}`", domain_values(domain), sight, first[1])
    return lines + derived_values("Events have these values besides, where they apply:", game.events.derived)


def weights(game: Game) -> list[str]:
    """What bots go by, with the values that they have unless others are given."""
    lines = [
        "## Weights",
        "",
        f'What bots go by: `tianxia.load("{game.id}").evaluator`. `evaluator.replace(name=...)` gives one with other values,',
        "see [architecture](../architecture.md#bots).",
        "",
        *row("weight", "value", "meaning"),
        *row("---", "---", "---"),
    ]
    for name, doc in game.evaluator.docs.items():
        value = game.evaluator[name]
        lines += row(f"`{name}`", " ".join(f"{number:g}" for number in value.ravel()), doc)
    return lines


def names(game: Game) -> list[str]:
    """The long lists of names, each once, with the number that stands for each."""
    lines = ["## Names", "", "The lists that are shortened above, each with its numbers in the record and in ids."]
    for labels in long_lists(game):
        listed = ", ".join(f"{number} = `{label}`" for number, label in enumerate(labels))
        lines += ["", f"{short(labels)}: {listed}."]
    return lines


def long_lists(game: Game) -> list[tuple[str, ...]]:
    """Every list of names that is too long to be written at each use."""
    found: dict[tuple[str, ...], None] = {}
    for kind in (*game.actions, *game.events, *game.questions):
        found.update((domain.labels, None) for domain in kind.domains.values())
    for f in game.table.fields:
        found.update((labels, None) for labels in (f.labels, f.counts, f.bits))
    for derived in (*game.table.derived, *game.events.derived):
        found[derived.labels] = None
    return [labels for labels in found if len(labels) > SHORT]


def row(*cells: str) -> list[str]:
    """One line of a table."""
    return ["| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"]


def example(domain: Domain) -> int:
    """A value that shows how an argument is written."""
    if domain.flag:
        return 0
    return 0b11 if domain.subset else domain.low + domain.radix // 4


def ids(kind: Kind) -> str:
    """The ids of a kind, from and to."""
    last = kind.start + kind.size - 1
    return str(kind.start) if kind.size == 1 else f"{kind.start}-{last}"


def formula(kind: Kind) -> str:
    """How an id is made of its arguments.

    >>> formula(tianxia.load("chu-han").actions.by_name["set"])
    '40 + 18 value + 2 (count - 1) + joker'
    """
    terms = [str(kind.start)]
    for (name, domain), weight in zip(kind.domains.items(), kind.weights, strict=True):
        argument = f"({name} - {domain.low})" if domain.low else name
        terms.append(argument if weight == 1 else f"{weight} {argument}")
    return " + ".join(terms)


def short(labels: Sequence[str]) -> str:
    """A list of names, shortened if long.

    >>> short(["a", "b"]), short("abcdefgh")
    ('`a`, `b`', '`a`, `b`, ... `h` (8 names)')
    """
    if len(labels) <= SHORT:
        return ", ".join(f"`{label}`" for label in labels)
    return f"`{labels[0]}`, `{labels[1]}`, ... `{labels[-1]}` ({len(labels)} names)"


def domain_values(domain: Domain) -> str:
    """What an argument may be."""
    if domain.flag:
        return "yes or no"
    if domain.labels:
        return ("any of " if domain.subset else "") + short(domain.labels)
    return f"{domain.low} to {domain.low + domain.radix - 1}"


def field_values(f: Field) -> str:
    """What the numbers in a field stand for."""
    if f.questions is not None:
        return "a question"
    if f.bits:
        return f"set of {short(f.bits)}"
    if f.counts:
        return f"how many of each of {short(f.counts)}"
    return short(f.labels) if f.labels else "number"


def derived_values(said: str, derived: Iterable[Derived]) -> list[str]:
    """The values that follow from others, if there are any."""
    listed = [f"- `{d.name}`: {d.doc} ({'lists of ' * d.axes}{short(d.labels) or 'numbers'})" for d in derived]
    return ["", said, "", *listed] if listed else []


def main() -> None:
    """Writes the reference of the game that the command line names."""
    valid = tianxia.games.names()
    if len(sys.argv) != 2 or sys.argv[1] not in valid:
        sys.exit(f"usage: python -m tianxia.reference GAME, where GAME is one of {', '.join(valid)}")
    sys.stdout.write(reference(sys.argv[1]))


if __name__ == "__main__":
    main()
