"""River and Hill, a campaign of our own: three linked matches that follow 206 to 202 BC [C10].

- C10.1 Three matches: 206 BC to 15 VP, 204 BC to 20, 202 BC to 25. Who wins two has won the campaign.
- C10.2 Marks: 1, 5, 7 and the persons who served Han are Han's; 2, 8 and those who served Chu are Chu's; 0, 4, 9 are nobody's.
- C10.3 Deserters: who goes out scores 1 VP more for each card with the own mark that is left in the rival's hand, at most 3.
  It is part of the points for going out, so Xiang Yu doubles it too.
- C10.4 Spoils: who won a match begins the next one with 1 VP for every full 5 VP that it was ahead, with at most 3; the other
  begins with none, and leads. All cards and decrees are back; the events go on where they were.
"""

from tianxia.engine.compiling import rule
from tianxia.games.chu_han.cards import GOAL, MARKED, MATCH_GOALS, MOST_DESERTERS, MOST_SPOILS, N_KINDS, SPOIL
from tianxia.games.chu_han.record import Record
from tianxia.games.chu_han.state import SEATS


@rule
def set_goal(s: Record):
    """VP that win the game, or the match of a campaign [C1, C10.1]."""
    s.goal = MATCH_GOALS[s.match_number - 1] if s.match_number else GOAL


@rule
def deserters(s: Record, out):
    """Cards with the own mark that are left in the rival's hand, so many as count [C10.3]."""
    found = 0
    if s.campaign:
        for kind in range(N_KINDS):
            if MARKED[out] >> kind & 1:
                found += s.hand[1 - out, kind]
    return min(found, MOST_DESERTERS)


@rule
def spoils(s: Record, winner):
    """VP with which the winner of a match begins the next [C10.4]."""
    return max(0, min(MOST_SPOILS, (s.score[winner] - s.score[1 - winner]) // SPOIL))


@rule
def note_match(s: Record, winner):
    """The match stands in the table of results [C10.1]."""
    for seat in range(SEATS):
        s.match_score[s.match_number - 1, seat] = s.score[seat]
    s.matches_won[winner] += 1
