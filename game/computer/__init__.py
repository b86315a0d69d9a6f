"""Computer players. Each is given a view and nothing else."""

from game.computer.thumb import rule_of_thumb

__all__ = ["rule_of_thumb"]
