"""What names a deal in the ids of buttons, in commitments and in files."""

import re
from dataclasses import dataclass
from typing import Final

NUMBER: Final = r"0|[1-9][0-9]{0,6}"
"""A number from 0, as a pattern."""
TABLE: Final = r"[1-9][0-9]{0,17}"
DEAL: Final = rf"({TABLE})-({NUMBER})"
"""A deal, as a pattern of two groups."""


@dataclass(frozen=True, slots=True)
class DealId:
    """One deal of one table; its text, ``17-3``, is also what the commitment binds."""

    table: int
    number: int

    def __str__(self) -> str:
        return f"{self.table}-{self.number}"


def deal_of(found: re.Match[str]) -> DealId:
    """The deal of the first two groups of a match."""
    return DealId(int(found[1]), int(found[2]))
