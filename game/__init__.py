"""Skat, as rules: pure functions over immutable values."""
