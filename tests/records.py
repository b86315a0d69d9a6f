"""Where the records made by other programs lie: beside the checkout, not in it."""

from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "records"


def record_file(name: str) -> Path:
    """The file, or a skip that says what is missing."""
    path = FOLDER / name
    if not path.is_file():
        pytest.skip(f"../shared/records/{name} is missing beside this checkout")
    return path
