"""Skill followed from result to result once more: what each deal should have changed, and what it came to.

Where all who played a deal are known it is rated anew. Where somebody has been forgotten, what was written down for the
others when it was played is all there is, and stands.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import bindparam, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import ratings
from bot.ratings import PLAYING, Player, Skill, SkillChange, player_of
from bot.schema import results
from game.journal import ChairResult

SAME: Final = 1e-9
"""Skills and changes that differ by less are the same."""

_AT_ONCE: Final = 1000

_CORRECT: Final = (
    update(results)
    .where(
        results.c.table_id == bindparam("of_table"),
        results.c.number == bindparam("of_number"),
        results.c.chair == bindparam("of_chair"),
    )
    .values(mu_change=bindparam("mu"), sigma_change=bindparam("sigma"))
)

Kept = Mapping[int, SkillChange]
"""What is written down of a deal, by chair."""


class Rerating:
    """Give it every deal of a `kind`, in the order in which they were finished; then `correct`.

    `skills`: what it came to, by guild, user and level. `differing`: how many deals of a guild had other changes.
    """

    def __init__(self) -> None:
        self.skills: dict[tuple[int, int, str], Skill] = {}
        self.differing: Counter[int] = Counter()
        self._corrections: list[tuple[int, int, int, SkillChange | None]] = []

    def take(self, guild: int, deal: tuple[int, int], lines: Sequence[ChairResult], kept: Kept) -> None:
        """A rated deal, by table and number."""
        players = {player for line in lines if (player := player_of(line)) is not None}
        known: dict[Player, Skill] = {
            player: self.skills[guild, *player] for player in players if (guild, *player) in self.skills
        }
        should_be = ratings.changes(known, lines)
        if any(line.role in PLAYING and player_of(line) is None for line in lines):
            should_be |= {chair: change for chair, change in kept.items() if chair in should_be}
        self.skills |= {(guild, *player): skill for player, skill in ratings.changed(known, lines, should_be).items()}
        self._compare(guild, deal, lines, kept, should_be)

    def unrated(self, guild: int, deal: tuple[int, int], lines: Sequence[ChairResult], kept: Kept) -> None:
        """A deal that changes nobody's skill."""
        self._compare(guild, deal, lines, kept, {})

    def _compare(
        self, guild: int, deal: tuple[int, int], lines: Sequence[ChairResult], kept: Kept, should_be: Kept
    ) -> None:
        wrong = [line.chair for line in lines if not _same(kept.get(line.chair), should_be.get(line.chair))]
        self._corrections += [(*deal, chair, should_be.get(chair)) for chair in wrong]
        self.differing[guild] += bool(wrong)

    async def correct(self, connection: AsyncConnection) -> None:
        """Write the changes that were not what they should be."""
        for start in range(0, len(self._corrections), _AT_ONCE):
            rows = [_row(*one) for one in self._corrections[start : start + _AT_ONCE]]
            await connection.execute(_CORRECT, rows)


def _row(table: int, number: int, chair: int, change: SkillChange | None) -> dict[str, Any]:
    mu, sigma = (None, None) if change is None else (change.mu, change.sigma)
    return {"of_table": table, "of_number": number, "of_chair": chair, "mu": mu, "sigma": sigma}


def _same(one: SkillChange | None, other: SkillChange | None) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one.mu - other.mu) + abs(one.sigma - other.sigma) < SAME
