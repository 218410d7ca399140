"""The lab: games as environments for researchers, quick, and every argument is checked.

>>> import tianxia
>>> from tianxia import lab
>>> state = lab.State(tianxia.load("chu-han"), seed=7)
>>> while state.to_act:
...     state.apply(state.legal()[0])
>>> sorted(state.returns().tolist())
[-1.0, 1.0]
"""

from tianxia.lab.search import Found, search
from tianxia.lab.spec import Spec, spec
from tianxia.lab.state import State
from tianxia.lab.vector import Vector

__all__ = ["Found", "Spec", "State", "Vector", "search", "spec"]
