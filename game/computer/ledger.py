"""The rows of a long run, written one by one, so that a run that was interrupted goes on where its file ends."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path


class BadLedger(ValueError):
    """A file that holds another run; the message says which."""


class Ledger:
    """Rows of text in a CSV file, or in memory alone without a `path`.

    `run` names what decides the rows (players, seed, worlds); it stands in the first line. Raises OSError, BadLedger.
    """

    def __init__(self, path: Path | None, run: str, fields: Sequence[str]) -> None:
        self.rows: list[list[str]] = []
        self._path = path
        head = [*fields, run]
        if path is None:
            return
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        # A line without its end was cut off while it was written.
        whole = text[: text.rfind("\n") + 1]
        first, *self.rows = list(csv.reader(io.StringIO(whole))) or [head]
        if first != head:
            raise BadLedger(f"{path} holds another run: {first[-1]}, not {run}")
        with path.open("w", newline="", encoding="utf-8") as stream:
            csv.writer(stream, lineterminator="\n").writerows([head, *self.rows])

    def add(self, row: Sequence[object]) -> None:
        """Writes a row at once."""
        told = [str(one) for one in row]
        self.rows.append(told)
        if self._path is not None:
            with self._path.open("a", newline="", encoding="utf-8") as stream:
                csv.writer(stream, lineterminator="\n").writerow(told)
