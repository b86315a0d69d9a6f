"""The one place that knows whether numba and NumPy are installed, and where compiled code is kept.

Without them `READY` is False, nothing else in this package imports them, and the players fall back on rules of thumb
and the search in plain Python.
"""

import hashlib
import importlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_HERE: Final = Path(__file__).parent
_SOURCES: Final = ("masks", "native", "bits", "frames", "bounds", "ordering", "kernel", "batch")


def _cache_directory() -> str:
    """A directory that belongs to this state of the sources; empty if none can be written to.

    numba looks only at the file of the function it loads and not at those it calls, which may be in another.
    """
    digest = hashlib.sha256(b"".join((_HERE / f"{name}.py").read_bytes() for name in _SOURCES)).hexdigest()[:16]
    for parent in (_HERE / "__pycache__", Path.home() / ".cache" / "skat-bot"):
        place = parent / f"native-{digest}"
        try:
            place.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(place, os.W_OK):
            return str(place)
    return ""


def _prepare() -> Any:
    # Two players think at once already, and matrices this small only lose by being shared among threads.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        numba: Any = importlib.import_module("numba")
    except ImportError:
        return None
    if not numba.config.CACHE_DIR:
        numba.config.CACHE_DIR = _cache_directory()
    return numba


_numba: Final[Any] = _prepare()

READY: Final = _numba is not None
"""Whether compiled code can be used; numba brings NumPy."""


def jit(function: F) -> F:
    """Compiles for threads that run without the interpreter's lock, kept on disk between starts where that can be."""
    return _numba.njit(nogil=True, cache=bool(_numba.config.CACHE_DIR), error_model="numpy")(function)


def _intrinsic(instruction: str) -> Any:
    """A machine instruction that turns one 64-bit integer into another."""
    extending: Any = importlib.import_module("numba.extending")
    types: Any = importlib.import_module("numba.core.types")
    ir: Any = importlib.import_module("llvmlite.ir")

    def define(typing: Any, value: Any) -> Any:
        del typing, value

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            del context, signature
            # For 0 the counts of zeros are defined as well.
            flags = () if instruction == "ctpop" else (ir.Constant(ir.IntType(1), 0),)
            return getattr(builder, instruction)(arguments[0], *flags)

        return types.int64(types.int64), generate

    return extending.intrinsic(define)


def bit_instructions() -> tuple[Callable[[int], int], Callable[[int], int], Callable[[int], int]]:
    """Population count, count of trailing zeros and count of leading zeros of 64 bits, for compiled code only."""
    return _intrinsic("ctpop"), _intrinsic("cttz"), _intrinsic("ctlz")
