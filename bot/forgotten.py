"""Who asked to be forgotten, as keyed fingerprints in a file of its own: restoring a backup does not take them back.

An entry is the time of the deletion and HMAC-SHA256(key, user id), so the file names nobody to whoever has not got
the key. Entries are only ever added, each later than all before it. A database notes the newest entry that was carried
out in it (`bot.meta.FORGOTTEN_UNTIL`), in the transaction that carries it out. After a restore that note is as old as
the backup, so what is newer than the note is to be done again; all that the backup has of those people is from before.
Somebody who came back after a deletion is left alone: an entry that is not newer than the note was carried out before
they came back, whatever the database holds of them is new. No clock of a row needs to be believed.
"""

import errno
import hashlib
import hmac
import os
import re
import secrets
from pathlib import Path
from typing import Final, Self

from sqlalchemy import make_url

from bot.refusal import Unusable
from bot.sqlite_file import beside

KEY_ENDING: Final = ".key"
WITHOUT_FILE: Final = Path("skat.forgotten")
"""Where the list lies if the database is on a server."""

_LINE: Final = re.compile(r"(\d+\.\d+) ([0-9a-f]{64})")
_STEP: Final = 0.001
_CHECKED: Final = b"skat-bot"


def place(database_url: str, chosen: Path | None) -> Path:
    """Where the list of a database lies: where the settings say, beside the SQLite file, or in the current folder."""
    if chosen is not None:
        return chosen.expanduser()
    url = make_url(database_url)
    if url.get_backend_name() != "sqlite":
        return WITHOUT_FILE
    return beside(Path(url.database or "").expanduser().resolve(), "forgotten")


class ForgottenList:
    """Use `open`. Everything blocks for a moment; `add` returns once the entry survives a crash."""

    def __init__(self, path: Path, key: bytes, entries: list[tuple[float, str]]) -> None:
        self._path = path
        self._key = key
        self._entries = entries

    @classmethod
    def open(cls, path: Path, key: str | None = None) -> Self:
        """The list at `path`, made if there is none; without a `key` the one in the file beside it, made likewise.

        Raises Unusable for a list that was made with another key or cannot be read or written.
        """
        try:
            if path.exists():
                return cls._read(path, _key(path, key, fresh=False))
            secret = _key(path, key, fresh=True)
            _make(path, f"key {_fingerprint(secret, _CHECKED)}\n")
        except OSError as error:
            raise Unusable(
                f"{path} cannot be used ({error.strerror}); give this user access to it, or set SKAT_FORGOTTEN_FILE"
            ) from None
        return cls(path, secret, [])

    @classmethod
    def _read(cls, path: Path, key: bytes) -> Self:
        text = path.read_text(encoding="ascii", errors="replace")
        first, *lines = text.split("\n")
        if not hmac.compare_digest(first, f"key {_fingerprint(key, _CHECKED)}"):
            raise Unusable(
                f"{path} was made with another key; set SKAT_SECRET_KEY, or restore the file that ends with "
                f"{KEY_ENDING}, as it was"
            )
        found = [_LINE.fullmatch(line) for line in lines[:-1]]
        if None in found or not lines:
            raise Unusable(f"{path} is damaged; restore it from a copy")
        if lines[-1]:
            # A last line without an end is an entry that was never promised.
            os.truncate(path, len(text) - len(lines[-1]))
        return cls(path, key, [(float(match[1]), match[2]) for match in found if match is not None])

    @property
    def newest(self) -> float:
        """The time of the newest entry, 0 if there is none."""
        return self._entries[-1][0] if self._entries else 0.0

    def add(self, user: int, at: float) -> float:
        """Note that a person was forgotten; the time under which it is noted. Raises OSError."""
        noted = max(round(at, 3), round(self.newest + _STEP, 3))
        mark = self._of(user)
        _append(self._path, f"{noted:.3f} {mark}\n")
        self._entries.append((noted, mark))
        return noted

    def since(self, at: float) -> "Known":
        """Those who were forgotten later than `at`."""
        return Known(self._key, frozenset(mark for noted, mark in self._entries if noted > at))

    def _of(self, user: int) -> str:
        return _fingerprint(self._key, str(user).encode())


class Known:
    """Answers for a user id whether it is among those who were forgotten."""

    def __init__(self, key: bytes, prints: frozenset[str]) -> None:
        self._key = key
        self._prints = prints

    def __len__(self) -> int:
        return len(self._prints)

    def __contains__(self, user: int) -> bool:
        return _fingerprint(self._key, str(user).encode()) in self._prints


def _fingerprint(key: bytes, message: bytes) -> str:
    return hmac.new(key, message, hashlib.sha256).hexdigest()


def _key(path: Path, chosen: str | None, *, fresh: bool) -> bytes:
    if chosen is not None:
        return chosen.encode()
    file = path.with_suffix(KEY_ENDING)
    if file.exists():
        return file.read_text(encoding="ascii").strip().encode()
    if not fresh:
        raise Unusable(f"{file} is missing, without which {path} cannot be read; restore it, or set SKAT_SECRET_KEY")
    made = secrets.token_hex(32)
    _make(file, f"{made}\n")
    return made.encode()


def _make(path: Path, text: str) -> None:
    """A new file for this user alone, whole or not at all."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    _append(new, text)
    new.rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _append(path: Path, text: str) -> None:
    """Add to a file; returns once the disk has it, and leaves it as it was if the disk has no room."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
    try:
        before = os.fstat(descriptor).st_size
        try:
            _write(descriptor, text.encode("ascii"))
        except OSError:
            os.ftruncate(descriptor, before)
            raise
    finally:
        os.close(descriptor)


def _write(descriptor: int, data: bytes) -> None:
    if os.write(descriptor, data) != len(data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    os.fsync(descriptor)
