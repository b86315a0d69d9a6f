"""The one place that knows whether numba and NumPy are installed.

Without them `READY` is False, nothing else in this package imports them, and the players fall back on rules of thumb
and the search in plain Python.
"""

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any, Final, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

READY: Final = all(importlib.util.find_spec(name) is not None for name in ("numba", "numpy"))
"""Whether compiled code can be used."""


def jit(function: F) -> F:
    """Compiles for threads that run without the interpreter's lock, kept on disk between starts where that can be."""
    numba: Any = importlib.import_module("numba")
    try:
        return numba.njit(nogil=True, cache=True, boundscheck=False, error_model="numpy")(function)
    except RuntimeError:
        # No directory can be written to for the cache: each start compiles anew.
        return numba.njit(nogil=True, boundscheck=False, error_model="numpy")(function)


def _intrinsic(name: str) -> Any:
    """A machine instruction on a 64-bit integer."""
    extending: Any = importlib.import_module("numba.extending")
    types: Any = importlib.import_module("numba.core.types")

    def define(_typing: Any, _value: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            del context
            if name == "ctpop":
                return builder.ctpop(arguments[0])
            flag: Any = importlib.import_module("llvmlite.ir").Constant(
                importlib.import_module("llvmlite.ir").IntType(1), 0
            )
            return getattr(builder, name)(arguments[0], flag)

        return types.int64(types.int64), generate

    return extending.intrinsic(define)


def bit_instructions() -> tuple[Callable[[int], int], Callable[[int], int], Callable[[int], int]]:
    """Population count, count of trailing zeros and count of leading zeros of 64 bits, for compiled code only."""
    return _intrinsic("ctpop"), _intrinsic("cttz"), _intrinsic("ctlz")
