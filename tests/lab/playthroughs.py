"""Writes `playthroughs/` anew: `python -m tests.lab.playthroughs`. Games as OpenSpiel writes them down, without tensors."""

from __future__ import annotations

from pathlib import Path

from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import tianxia.lab.openspiel as known  # the games are known to OpenSpiel then

FOLDER = Path(__file__).with_suffix("")
GAMES = {
    "chu_han": "tianxia_chu_han(deals=5,max_length=60)",
    "huang": "tianxia_huang(deals=5,max_length=8,players=3)",
    "huns": "tianxia_huns(deals=5,max_length=30,players=3)",
    "sun_tzu": "tianxia_sun_tzu(deals=5,max_length=40)",
    "sun_tzu_at_once": "tianxia_sun_tzu(deals=5,max_length=24,simultaneous=True)",
}
assert known

if not flags.FLAGS.is_parsed():
    flags.FLAGS(["playthroughs"])  # what reads them asks for one


def shortened(text: str) -> str:
    """Without the lines of tensors, whose numbers `test_openspiel` compares with ours."""
    kept = [
        line for line in text.split("\n") if "Tensor(" not in line.split(" ")[0] and line[:1] not in (" ", "◯", "◉")
    ]
    return "\n".join(kept)


def replayed(path: Path) -> str:
    """The same decisions in the game of today."""
    _, text = generate_playthrough.replay(path)
    return shortened(text)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, game in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(shortened(generate_playthrough.playthrough(game, None, seed=1)))
