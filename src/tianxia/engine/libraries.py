"""Faster compiling of rules: two changes to how Numba works, both limited to what this package marks or can't change.

Numba optimises and turns into machine code each function, and again in each function that calls it: with rules that are
a hundred small functions, most of the time goes there. A rule is called by compiled code only, so its code is kept as it
was lowered, and is optimised once, in each door from Python that reaches it.
"""

import operator
from typing import Any

from numba import types
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.types.functions import BaseFunction

INNER = "inner "
"""Marks the qualified name of a function that only compiled code calls."""


class Library(JITCodeLibrary):  # type: ignore[misc]
    """Numba's code library, but for inner functions: linked with what they call, neither optimised nor machine code."""

    @property
    def _is_inner(self) -> bool:
        return bool(self.name.startswith(INNER))

    def finalize(self) -> None:
        """Link what is called; the rest is done by the doors."""
        if not self._is_inner:
            super().finalize()
            return
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Address of a function's machine code, 0 if it has none."""
        return 0 if self._is_inner else int(super().get_pointer_to_function(name))


def _set_environment(self: Any, name: str, environment: Any) -> None:
    if self._engine.get_global_value_address(name):  # an inner function's has no address
        _numba_set_environment(self, name, environment)


OPERATORS = frozenset({
    operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod, operator.neg, operator.invert,
    operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift, operator.not_, bool,
    operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge,
    operator.iadd, operator.isub, operator.imul, operator.iand, operator.ior, operator.ixor,
    operator.ilshift, operator.irshift,
})  # fmt: skip
_known: dict[tuple[Any, ...], Any] = {}


def _type_of_call(self: Any, context: Any, args: Any, kws: Any) -> Any:
    """What an operator gives for whole numbers is asked once: Numba tries dozens of overloads at every plus sign."""
    if kws or self.typing_key not in OPERATORS or not all(isinstance(a, types.Integer | types.Boolean) for a in args):
        return _numba_type_of_call(self, context, args, kws)
    plain = tuple(types.unliteral(a) for a in args)
    if (self, plain) not in _known:
        _known[self, plain] = _numba_type_of_call(self, context, plain, kws)
    return _known[self, plain]


_numba_set_environment = JITCPUCodegen.set_env
_numba_type_of_call = BaseFunction.get_call_type


def install() -> None:
    """Put these in Numba's place, before anything is compiled."""
    JITCPUCodegen._library_class = Library
    JITCPUCodegen.set_env = _set_environment
    BaseFunction.get_call_type = _type_of_call  # type: ignore[method-assign]
