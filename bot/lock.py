"""Who owns a SQLite database: whoever holds the operating system's lock on the file beside it.

The lock is the system's, not the file's existence, so kill -9 frees it at once and nothing is ever stale. The file
stays; removing it would let two processes lock two different files.
"""

import contextlib
import fcntl
import os
import socket
from pathlib import Path
from typing import Final

from bot.refusal import InUse, Unusable

_held: Final[set[int]] = set()


def _forget_in_child() -> None:
    # A forked worker that outlives a killed parent would keep the database locked.
    for descriptor in _held:
        with contextlib.suppress(OSError):
            os.close(descriptor)
    _held.clear()


os.register_at_fork(after_in_child=_forget_in_child)


class FileLock:
    """A held lock; `release` gives it back."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor: int | None = descriptor

    @classmethod
    def take(cls, path: Path, owned: Path) -> "FileLock":
        """Lock `path` on behalf of the database `owned`, without waiting.

        Raises InUse naming the holder's pid and host, Unusable if the file cannot be written.
        """
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise Unusable(
                f"{path} cannot be written ({error.strerror}); give this user write access to the folder"
            ) from None
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"process {os.getpid()} on {socket.gethostname()}".encode(), 0)
        except BlockingIOError:
            holder = os.pread(descriptor, 300, 0).decode(errors="replace").strip() or "another process"
            os.close(descriptor)
            raise InUse(f"{owned} is in use by {holder}; stop that process first") from None
        except OSError as error:
            os.close(descriptor)
            raise Unusable(f"{path} cannot be locked ({error.strerror}); free some space or use a local disk") from None
        _held.add(descriptor)
        return cls(descriptor)

    def release(self) -> None:
        if self._descriptor is not None:
            _held.discard(self._descriptor)
            os.close(self._descriptor)
            self._descriptor = None
