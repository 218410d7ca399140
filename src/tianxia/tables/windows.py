"""When a seat is asked for a reaction."""

import tianxia


def asks_reaction(match: "tianxia.Match") -> bool:
    """Whether what is asked can be declined. That follows from the question, which everybody sees, and from nothing else."""
    asked, game = match.asked, match.game
    return asked is not None and game.declining in game.questions.answers[str(asked["kind"])]
