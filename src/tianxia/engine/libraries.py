"""Faster compiling of rules and faster rules: changes to Numba, limited to what is marked here or what they can't change.

Numba optimises and turns into machine code each function, and again in each function that calls it: with rules that are
a hundred small functions, most of the time goes there. A rule is called by compiled code only, so its code is kept as it
was lowered, and is optimised once, in what reaches it: an entry point, or a shared rule. A shared rule is machine code
of its own, which all entry points that reach it call by its symbol; the cache keeps it with each of them.
"""

import operator
import os
from collections.abc import Sequence
from typing import Any

from llvmlite import binding as llvm
from numba import types
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.cpu import CPUContext
from numba.core.types.functions import BaseFunction
from numba.np import arrayobj

INNER, SHARED = "inner ", f"shared {os.urandom(4).hex()} "
"""Mark the qualified names of functions that only compiled code calls; the shared ones have machine code.

The number keeps symbols apart that different processes have made.
"""


class Library(JITCodeLibrary):  # type: ignore[misc]
    """Numba's code library, but an inner function waits for what calls it, and a shared one is not linked in but called."""

    _symbol = ""
    _shared: Sequence["Library"] = ()

    @property
    def _is_inner(self) -> bool:
        return bool(self.name.startswith(INNER))

    @property
    def _is_shared(self) -> bool:
        return bool(self.name.startswith(SHARED))

    def finalize(self) -> None:
        """Link what is called, optimise it, make machine code of it. For inner functions, their callers do that."""
        if self._is_inner:
            self._raise_if_finalized()
            self._finalized = True
            return
        if self._is_shared:
            self._symbol = next(f.name for f in self._final_module.functions if not f.is_declaration)
        called = self._called([])[::-1]  # callers before what they call: what nobody calls yet is not linked
        self._linking_libraries = [library for library in called if not library._is_shared]
        self._shared = [library for library in called if library._is_shared]
        super().finalize()

    def _called(self, found: list["Library"]) -> list["Library"]:
        """Add all that is called from here, through inner functions too, what is called before what calls it."""
        for library in self._linking_libraries:
            if library not in found:
                if library._is_inner:
                    library._called(found)
                found += [shared for shared in library._shared if not library._is_shared and shared not in found]
                found.append(library)
        return found

    def _optimize_final_module(self) -> None:
        """Nobody else calls the rules linked in here: so what is called once becomes a part of its caller, and more."""
        inner = {
            function.name
            for library in self._linking_libraries
            if library._is_inner
            for function in library._final_module.functions
            if not function.is_declaration
        }
        for function in self._final_module.functions:
            if function.name in inner:
                function.linkage = llvm.Linkage.internal
        super()._optimize_final_module()

    def _optimize_functions(self, module: Any) -> None:
        """Of rules only what makes them smaller: what links them optimises them in earnest."""
        if not self._is_inner and not self._is_shared:
            super()._optimize_functions(module)
            return
        module.data_layout = self._codegen._data_layout
        for function in module.functions:
            if not function.is_declaration:
                passes = llvm.create_new_function_pass_manager()
                passes.add_sroa_pass()
                passes.add_instruction_combine_pass()
                passes.add_simplify_cfg_pass()
                passes.run(function, self._codegen._pass_builder())

    def get_pointer_to_function(self, name: str) -> int:
        """Address of a function's machine code, 0 if it has none."""
        return 0 if self._is_inner else int(super().get_pointer_to_function(name))

    def serialize_using_object_code(self) -> tuple[Any, ...]:
        """What the cache keeps: as usual, and the machine code of the shared functions called from here, if any."""
        usual: tuple[Any, ...] = super().serialize_using_object_code()
        return (*usual, self._machine_code({})) if self._shared else usual

    def _machine_code(self, found: dict[str, bytes]) -> dict[str, bytes]:
        """Machine code by symbol."""
        for library in self._shared:
            if library._symbol not in found:
                found[library._symbol] = library._get_compiled_object()
                library._machine_code(found)
        return found

    @classmethod
    def _unserialize(cls, codegen: Any, state: tuple[Any, ...]) -> Any:
        engine = codegen._engine
        for symbol, machine_code in state[3].items() if state[3:] else ():
            if not engine.is_symbol_defined(symbol):
                engine._ee.add_object_file(llvm.ObjectFileRef.from_data(machine_code))
                engine._defined_symbols.add(symbol)
        return super()._unserialize(codegen, state[:3])


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
ITEMS = frozenset({operator.getitem, operator.setitem})


def _type_of_call(self: Any, context: Any, args: Any, kws: Any) -> Any:
    """What an operator gives for numbers, or for an array and numbers, is asked once: Numba tries dozens of overloads."""
    if kws or not _is_plain(self.typing_key, args):
        return _numba_type_of_call(self, context, args, kws)
    known = self.__dict__.setdefault("_known", {})
    plain = tuple(types.unliteral(a) for a in args)
    if plain not in known:
        known[plain] = _numba_type_of_call(self, context, plain, kws)
    return known[plain]


def _is_plain(function: Any, args: Any) -> bool:
    if function in OPERATORS:
        return _are_numbers(args)
    if function not in ITEMS or not isinstance(args[0], types.Array):
        return False
    index = [args[1].dtype] if isinstance(args[1], types.UniTuple) else [args[1]]
    return _are_numbers([*index, *args[2:]])


def _are_numbers(kinds: Any) -> bool:
    return all(isinstance(a, types.Integer | types.Boolean | types.Float) for a in kinds)


def _refresh(self: Any) -> None:
    """Look for new declarations only if there are any: Numba looks a thousand times, which takes a millisecond each."""
    registries = [*self._registries, *self.typing_context._registries]
    size = sum(len(items) for registry in registries for items in vars(registry).values() if isinstance(items, list))
    if self.typing_context.__dict__.get("_size") != size:
        _numba_refresh(self)
        self.typing_context._size = size


def _index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """In a rule an index does not count from the end if it is negative: that costs two steps at each access."""
    library = context.active_code_library
    if kind.signed and isinstance(library, Library) and (library._is_inner or library._is_shared):
        return context.cast(builder, index, kind, types.intp)
    return _numba_index(context, builder, kind, index, size)


_numba_index = arrayobj.fix_integer_index
_numba_refresh = CPUContext.refresh
_numba_set_environment = JITCPUCodegen.set_env
_numba_type_of_call = BaseFunction.get_call_type


def install() -> None:
    """Put these in Numba's place, before anything is compiled."""
    JITCPUCodegen._library_class = Library
    JITCPUCodegen.set_env = _set_environment
    arrayobj.fix_integer_index = _index
    CPUContext.refresh = _refresh
    BaseFunction.get_call_type = _type_of_call  # type: ignore[method-assign]
