"""Why the store does not open: one sentence that names the next step, and the exit code of the process."""

from typing import ClassVar


class StoreError(Exception):
    """The store cannot be used; whatever was there is untouched. Carries no statement and no parameter."""

    exit_code: ClassVar[int]


class InUse(StoreError):
    """Another process owns the database."""

    exit_code = 3


class Unusable(StoreError):
    """The database is missing, damaged, foreign, newer than this program, full, or may not be written."""

    exit_code = 5
