"""The tests mirror the tree; `tests/e2e` drives the real process."""
