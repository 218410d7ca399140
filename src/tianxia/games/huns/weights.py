"""What bots of Huns go by, in numbers: see `evaluation` and `heuristics`. Points are those of the game.

Values of cards were found by self-play: what an owner gains on the average who begins with the card. They fade with the
time that is left.
"""

from tianxia.engine.weights import weight

CARDS = (
    12, 15, 30, 20, 12, 10, 28, 32, 12, 35, 36, 20,  # Equipment
    14, 11, 13, 10, 9, 9, 11, 11, 11, 8, 11, 12,  # Raids, besides their point
    8, 26, 10, 16, 12, 7, 12, 19, 12, 8, 24, 4,  # Mercenaries, besides their points
    14, 24, 16, 16, 24, 31, 10, 15, 14, 17, 33, 23,  # Curses: what they cost
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  # Treasures: by their conditions
)  # fmt: skip

WEIGHTS = (
    weight("cards", CARDS, "the effect of each card for a whole game, in tenths of a point"),
    weight("whole_game", 13.0, "rounds of a whole game"),
    weight("a_turn", 1.6, "goods that a turn brings on wagons, on the average"),
    weight("draws", 0.62, "cards of a colour that a round takes from its deck"),
    weight("loots", 1.6, "goods of a colour that it takes from the Reserve"),
    weight("this_round", 0.5, "what is left of this round, on the average"),
    weight("last_turn", 0.3, "what is left of this turn"),
    weight("a_wagon", 0.15, "a wagon that is sent, besides the number of players"),
    weight("a_type", 0.7, "if it makes a row of types longer"),
    weight("unsent", 0.9, "part of a wagon's worth that can be hoped for while spaces are empty"),
    weight("unfilled", 0.85, "the same for a Mercenary or a Curse"),
    weight("treasure_lost", 0.25, "how likely a fulfilled Treasure is lost again in a whole game"),
    weight("treasure_most", 0.9, "how likely one is fulfilled at most"),
    weight("treasure_time", 1.3, "for each part of a whole game that is left"),
    weight("begun", (1.0, 1.0, 0.0, 1.0, 0.5, 0.3, 1.0, 0.0, 1.0, 1.0), "by Treasure: how much of it counts as done"),
    weight("needed", (4.0, 5.0, 1.0, 5.0, 2.5, 3.0, 4.5, 1.0, 6.0, 5.0), "by Treasure: how much is needed, with that"),
    weight("cauldron_even", 0.6, "how near the Cauldron is if the next player has sent as many wagons"),
    weight("cauldron_odd", 0.35, "if not"),
    weight("other_treasure", 0.5, "how near any other Treasure is"),
    weight("raid_kept", 0.1, "a Raid that can still be used, besides its effect"),
    weight("curse_suffered", 1.5, "how much an active Curse costs more than its effect"),
    weight("doubt_at_end", 1.6, "points ahead that make it e times as likely to be first, at the end"),
    weight("doubt_of_time", 4.0, "how many more with a whole game left"),
    weight("sharp", 2.5, "shares of the heuristic: one point is a factor of e to this"),
    weight("a_raid", 0.7, "what a Raid gains later, if it is not used now"),
    weight("raided", 1.3, "what it gains now: so often the best good"),
    weight("robbed", 0.3, "how much more if a rival loses it"),
    weight("stolen", 0.45, "a rival's loss against an own gain, with two players; divided among more"),
    weight("raid_waits", 0.5, "part of `a_raid` for each turn that is left"),
    weight("uses", 1.0, "to use any other effect"),
    weight("colour_order", 0.01, "of equal goods the later colour first"),
    weight("branding", 0.15, "to brand a good"),
    weight("branded", 0.3, "part of what the good would gain in its own colour"),
    weight("loots_as", 0.05, "how much less goods of another colour are worth than those of the die"),
    weight("raises", 4.0, "to raise a die"),
    weight("by_value", 0.5, "a higher value of a die, besides what can be done with it"),
    weight("value_kept", -1.0, "the value that it has"),
    weight("victim_ahead", 0.4, "a Curse on somebody: for each point of the outlook"),
    weight(
        "draw_blue", (2.1, 0.55), "Equipment with a whole game left: a card drawn, how much better the best of two is"
    ),
    weight("draw_red", (2.0, 0.15), "Raids: how fast they fade (1 = not before the end), the best of two"),
    weight("draw_green", (1.6, 0.4), "Mercenaries with a whole game left"),
    weight("draw_green_cost", 0.7, "what one costs to fill"),
    weight("draw_black", (1.9, 0.2), "Curses with a whole game left"),
    weight("draw_yellow", (0.3, 0.14), "Treasures, for each player"),
    weight("draw_more", 0.25, "how much less each card more is worth"),
    weight("raiding", 0.4, "what a Raid gains that is drawn, besides its point"),
    weight("raid_played", 0.5, "part of its effect for one that is played"),
    weight("raiding_more", 0.15, "how much more for each player above two"),
    weight("space_cost", 0.55, "a Mercenary: what each space costs"),
    weight("space_turns", 0.8, "turns that each space takes"),
    weight("filling", 0.6, "what filling it is worth besides"),
    weight("curses_one", 0.5, "a Curse drawn: part of the harm that counts as gain, with two players"),
    weight("curses_more", 0.35, "with more"),
    weight("curse_played", 0.4, "a Curse that is played"),
    weight("curse_space", 0.5, "an active Curse: what each space costs"),
    weight("curse_rest", 0.25, "part of its effect until it is full"),
    weight("bribes", 0.3, "a bribe: part of what the card is worth to its owner"),
    weight("traded", 0.9, "part of what the good given in exchange would gain"),
    weight("plenty", 0.02, "a good that is given or named: for each in the Reserve"),
    weight("spared", 0.2, "part of what it would gain"),
    weight("unseen_wagon", -4.35, "a new wagon from the deck"),
    weight("size_cost", 1.0, "an open one: for each space"),
    weight("same_colour", 0.15, "for each space of a colour that it needs more than once"),
    weight("scarce", 0.2, "for each space of a scarce colour"),
    weight("enough", 5.0, "a colour with fewer goods in the Reserve is scarce"),
    weight("wanted", 0.3, "for each colour of the goods in hand"),
)
