"""Screens: pure functions from a View, a Scene and Texts to Discord components."""
