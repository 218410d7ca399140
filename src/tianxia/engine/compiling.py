"""The compile layer: rules are plain functions that Numba compiles and caches on disk.

With ``NUMBA_DISABLE_JIT=1`` the same functions run interpreted on a record of memoryviews, where every store is checked
for overflow and every index for its range: that mode is for debugging, for a stand-in while the cache is cold, and for tests.
"""

import builtins
import os
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

import numba
import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.imputils import impl_ret_borrowed, lower_builtin, lower_cast, lower_getattr_generic
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr, infer_global, signature
from numba.extending import intrinsic, models, overload, register_model

from tianxia.engine import libraries
from tianxia.engine.cache import Cache, usable
from tianxia.engine.errors import TianxiaError
from tianxia.engine.passes import RuleCompiler

INTERPRETED = bool(numba.config.DISABLE_JIT)
"""True when this process runs the rules as plain Python."""
STOCK = os.environ.get("TIANXIA_STOCK_NUMBA") == "1"
"""True when Numba compiles as it comes, without the changes of `libraries` and `passes`: slower, for when one of them fails."""
PATCHED = not INTERPRETED and not STOCK
PIPELINE = {} if STOCK else {"pipeline_class": RuleCompiler}

M64 = (1 << 64) - 1

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


CACHE = None if INTERPRETED else usable()
"""Where compiled code lies; None where there is no place for it, or nothing is compiled."""


def kept() -> Path:
    """The folder of compiled code; raises ``TianxiaError`` where it would be compiled anew each time."""
    if CACHE is None:
        raise TianxiaError("there is no folder that can be written for compiled code: name one with TIANXIA_CACHE")
    return CACHE


def _compile(function: F, **options: Any) -> F:
    made: F = numba.njit(error_model="numpy", **PIPELINE, **options)(function)
    return made


def rule(function: F) -> F:
    """Compile a function of the rules, to be called by other compiled code only: nothing allocated, see `libraries`.

    Every integer argument becomes int64 at the call, so that a rule is compiled once and not once a type. It is not
    cached by itself but in the entry points that reach it.
    """
    compiled = _compile(_inner(function), no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False)
    if not INTERPRETED:
        template: Any = compiled.get_call_template  # type: ignore[attr-defined]
        compiled.get_call_template = lambda args, kws: template([_wide(kind) for kind in args], kws)  # type: ignore[attr-defined]
    return compiled


def _inner(function: F) -> F:
    if PATCHED:
        function.__qualname__ = libraries.INNER + function.__qualname__
    return function


def share(function: Callable[..., Any]) -> None:
    """Make a rule, not yet compiled, machine code of its own, which all that calls it goes to."""
    if PATCHED:
        body = function.py_func  # type: ignore[attr-defined]
        body.__qualname__ = body.__qualname__.replace(libraries.INNER, libraries.SHARED)


if PATCHED:
    libraries.install()


def _wide(kind: Any) -> Any:
    return types.int64 if isinstance(kind, types.Integer | types.Boolean) else kind


def entry(function: F) -> F:
    """Compile an entry point from Python into compiled code: cached on disk, runs without the GIL."""
    return _cached(_compile(function, nogil=True, no_cfunc_wrapper=True, _nrt=False))


def short_entry(function: F) -> F:
    """The same for what takes a microsecond or so: it keeps the GIL; to give it back and get it again takes 30 ns."""
    return _cached(_compile(function, no_cfunc_wrapper=True, _nrt=False))


def _cached(made: F) -> F:
    """Numba takes the cache directory from its global setting at decoration: it is changed for that moment only."""
    if CACHE is not None:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(CACHE)
        try:
            made._cache = Cache(made.py_func)  # type: ignore[attr-defined]
        finally:
            numba.config.CACHE_DIR = before
    return made


def at_once(function: F, *arguments: Any) -> F:
    """The machine code of an entry point for arguments of the kinds of these, which Python calls with no look at what they are.

    To find that out takes longer than most of what is called from Python. Other arguments overwrite memory.
    """
    if INTERPRETED:
        return function
    made: F = function.compile(tuple(map(numba.typeof, arguments)))  # type: ignore[attr-defined]
    return made


_py_funcs: dict[Any, Any] = {}


def py_func(function: F) -> F:
    """Give the Python function behind a rule, for code that is not compiled; the rules that it calls are plain too."""
    body: Any = getattr(function, "py_func", None)
    if body is None:
        return function
    if function not in _py_funcs:
        names: dict[str, Any] = {"__builtins__": builtins}
        made = FunctionType(body.__code__, names, body.__name__, body.__defaults__, body.__closure__)
        _py_funcs[function] = made
        for name in body.__code__.co_names:
            if name in body.__globals__:
                names[name] = _py_value(body.__globals__[name])
    return _py_funcs[function]  # type: ignore[no-any-return]


def _py_value(value: Any) -> Any:
    """What a name in a rule stands for where nothing is compiled: a table of numbers gives Python ints."""
    return value.data if isinstance(value, np.ndarray) else py_func(value)


def compiled(function: Callable[..., Any]) -> Callable[[Callable[..., Any]], Any]:
    """Give a primitive its compiled body, chosen by type; the Python function itself is the interpreted one."""
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, **PIPELINE}

    def register(choose: Callable[..., Any]) -> Callable[..., Any]:
        overload(function, jit_options=options, strict=False)(lambda *kinds: _inner(choose(*kinds)))
        return choose

    return register


def const(values: Any, dtype: str = "i8") -> Any:
    """Freeze a table of numbers for use in rules: an array when compiled, a memoryview of Python ints when interpreted.

    >>> table = const([3, 1, 4])
    >>> int(table[2])
    4
    """
    array: Any = np.ascontiguousarray(values, dtype=dtype)
    array.setflags(write=False)
    return memoryview(array) if INTERPRETED else array


@intrinsic
def address(_context: Any, record: Any) -> Any:
    """Give the address of a record as a pointer to its 8-byte words."""
    words = types.CPointer(types.uint64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], context.get_value_type(words))

    return words(record), codegen


class ReferenceType(types.Type):  # type: ignore[misc]
    """The compiled type of a named tuple that rules hand on by its address: see `by_reference`."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        super().__init__(f"reference to {kind}")


@register_model(ReferenceType)
class _ReferenceModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: ReferenceType) -> None:
        super().__init__(manager, kind, manager.lookup(kind.kind).get_value_type().as_pointer())


@infer_getattr
class _ReferenceFields(AttributeTemplate):  # type: ignore[misc]
    key = ReferenceType

    def generic_resolve(self, kind: ReferenceType, name: str) -> Any:
        return kind.kind.types[kind.kind.fields.index(name)]


@lower_getattr_generic(ReferenceType)
def _referenced_field(context: Any, builder: Any, kind: ReferenceType, value: Any, name: str) -> Any:
    number = kind.kind.fields.index(name)
    found = builder.load(cgutils.gep_inbounds(builder, value, 0, number))
    return impl_ret_borrowed(context, builder, kind.kind.types[number], found)


def by_reference(values: T) -> T:
    """Let rules hand on a named tuple of arrays by its address, not array by array; good until the entry point closes."""
    return values


@infer_global(by_reference)
class _ByReference(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, _kws: Any) -> Any:
        return signature(ReferenceType(args[0]), args[0])


@lower_builtin(by_reference, types.BaseNamedTuple)
def _hold(_context: Any, builder: Any, _sig: Any, args: Any) -> Any:
    return cgutils.alloca_once_value(builder, args[0])


class SlimArray(types.Array):  # type: ignore[misc]
    """The compiled type of an array without gaps that is handed on as where it lies and its shape: `slim`.

    Numba hands on two numbers a dimension and five more, all by way of memory, though rules read none of these.
    """


def slim(kind: Any) -> Any:
    """In which type an argument of this type is handed on to machine code of its own."""
    if isinstance(kind, types.Array) and kind.layout == "C" and kind.mutable:
        return SlimArray(kind.dtype, kind.ndim, kind.layout, name=f"slim {kind}", aligned=kind.aligned)
    return kind


@register_model(SlimArray)
class _SlimModel(models.ArrayModel):  # type: ignore[misc]
    """As Numba's arrays, but as an argument: there it is an address and a shape, from which the rest follows."""

    CARRIED = "data", "shape"

    def _carried(self) -> Any:
        return [self.get_model(self.get_field_position(name)) for name in self.CARRIED]

    def get_argument_type(self) -> Any:
        return tuple(model.get_argument_type() for model in self._carried())

    def as_argument(self, builder: Any, value: Any) -> Any:
        parts = [self.get(builder, value, name) for name in self.CARRIED]
        return tuple(model.as_argument(builder, part) for model, part in zip(self._carried(), parts, strict=True))

    def from_argument(self, builder: Any, value: Any) -> Any:
        made = self.get_value_type()(None)  # rules own no memory, so nothing asks whose this is
        for model, name, part in zip(self._carried(), self.CARRIED, value, strict=True):
            made = self.set(builder, made, model.from_argument(builder, part), name)
        return made


@lower_cast(types.Array, SlimArray)
def _made_slim(_context: Any, _builder: Any, _from: Any, _to: Any, value: Any) -> Any:
    return value
