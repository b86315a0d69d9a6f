"""Tests mirror the tree of the project."""
