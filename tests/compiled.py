"""What needs the compiled search is skipped where numba is missing."""

from typing import Final

import pytest

from game.computer.native import READY

# The bot is meant to run without numba too, and `test_absence` plays there. That it does not go missing unnoticed where
# it is declared, `test_project` asserts without a skip.
compiled: Final = pytest.mark.skipif(
    not READY, reason="numba is not installed: pip install -e '.[dev]' brings it wherever it can run"
)
