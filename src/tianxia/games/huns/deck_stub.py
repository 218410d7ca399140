import json
from pathlib import Path

from tianxia.games.huns.pieces import COLOURS, TYPES

D = json.loads((Path(__file__).parent / "deck.json").read_text())


def furnish(states):
    for i, c in enumerate(D["cards"]):
        states["from_players"][0, i] = c["min_players"]
        if c["spaces"]:
            states["spaces"][0, i - 24] = c["spaces"]
    for i, w in enumerate(D["wagons"]):
        states["type"][0, i] = TYPES.index(w["type"])
        for c, colour in enumerate(COLOURS):
            states["need"][0, i, c] = w["need"].get(colour, 0)
