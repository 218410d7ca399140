"""Chu Han by Tom Lehmann, for two: shed your hand before your rival does [C1]."""

from tianxia.engine.core import register_rules
from tianxia.games.chu_han import advice, hidden, rules
from tianxia.games.chu_han.state import STATE

register_rules(STATE, rules, hidden, advice)
