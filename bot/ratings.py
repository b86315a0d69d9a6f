"""Skill of people and computers, by what they won against whom; kept up in the transaction of the result.

What a deal changed is kept with the results of those it changed it for, so that it holds when another is forgotten.

Model: Bradley-Terry with full pairing of Weng and Lin (JMLR 12, 2011), as openskill computes it. A declarer plays for
two against the two defenders, so that what one side gains the other loses; a Ramsch is each against each.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from openskill.models import BradleyTerryFull, BradleyTerryFullRating
from sqlalchemy import bindparam, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.schema import ratings
from game.journal import ChairResult

_MEAN: Final = 25.0
_DOUBT: Final = _MEAN / 3

# The cards decide most of a deal, so a single one says less of skill than a game of the usual model: twice its beta.
_MODEL: Final = BradleyTerryFull(mu=_MEAN, sigma=_DOUBT, beta=_MEAN / 3, tau=_MEAN / 1000)

DECLARER_AHEAD: Final = 4.3
"""By how much a declarer counts as better than they are: among equals they should win two games in three.

From about there on it pays in list scoring to declare, so who bids what pays neither gains nor loses by bidding.
"""

Player = tuple[int, str]
"""A person, with an empty level, or 0 and the level of a computer."""


@dataclass(frozen=True, slots=True)
class Skill:
    """What is believed of a player after so many `deals`: mean and standard deviation."""

    mu: float = _MEAN
    sigma: float = _DOUBT
    deals: int = 0

    @property
    def estimate(self) -> float:
        """The skill of which one can be sure; 0 for who has not played."""
        return self.mu - 3 * self.sigma


NEW: Final = Skill()


@dataclass(frozen=True, slots=True)
class SkillChange:
    """What a deal does to a skill: `mu` is added to the mean, `sigma` multiplies the deviation."""

    mu: float
    sigma: float


PLAYING: Final = ("declarer", "defender", "ramsch")
"""The roles of a result that is rated."""


def player_of(result: ChairResult) -> Player | None:
    """Who is rated for a chair; None for a person who has been forgotten."""
    if result.user is not None:
        return result.user, ""
    return (0, result.level) if result.level is not None else None


def rated(known: Mapping[Player, Skill], results: Sequence[ChairResult]) -> dict[Player, Skill]:
    """The skills after a deal of those who played it."""
    return changed(known, results, changes(known, results))


def changes(known: Mapping[Player, Skill], results: Iterable[ChairResult]) -> dict[int, SkillChange]:
    """What a deal changes, by chair; nothing where nobody declared and it was no Ramsch.

    Who is not `known` is new. A person who has been forgotten counts as new, and nothing is said of their chair.
    """
    seated = [result for result in results if result.role in PLAYING]
    declares = [result.role == "declarer" for result in seated]
    ramsch = any(result.role == "ramsch" for result in seated)
    if not ramsch and not any(declares):
        return {}
    players = [player_of(result) for result in seated]
    before = [known.get(player, NEW) if player is not None else NEW for player in players]
    if ramsch:
        after = _ramsch(before, [result.score for result in seated])
    else:
        after = _game(before, declares, won=seated[0].won is True)
    return {
        result.chair: SkillChange(mu - old.mu, sigma / old.sigma)
        for result, player, old, (mu, sigma) in zip(seated, players, before, after, strict=True)
        if player is not None
    }


def changed(
    known: Mapping[Player, Skill], results: Iterable[ChairResult], by_chair: Mapping[int, SkillChange]
) -> dict[Player, Skill]:
    """The skills after a deal that changed so much on each chair. A computer that holds two chairs takes both."""
    after: dict[Player, Skill] = {}
    for result in results:
        player, change = player_of(result), by_chair.get(result.chair)
        if player is not None and change is not None:
            now = after.get(player) or known.get(player, NEW)
            deals = now.deals + (player not in after)
            after[player] = Skill(now.mu + change.mu, now.sigma * change.sigma, deals)
    return after


_Belief = tuple[float, float]


def _game(before: Sequence[Skill], declares: Sequence[bool], *, won: bool) -> list[_Belief]:
    declarer = before[declares.index(True)]
    defenders = [skill for skill, own in zip(before, declares, strict=True) if not own]
    twice = [_MODEL.rating(declarer.mu + DECLARER_AHEAD, declarer.sigma) for _ in defenders]
    against = [_MODEL.rating(skill.mu, skill.sigma) for skill in defenders]
    twice, against = _MODEL.rate([twice, against], ranks=[1, 2] if won else [2, 1])
    gained = sum(one.mu - DECLARER_AHEAD - declarer.mu for one in twice)
    others = iter(against)
    return [(declarer.mu + gained, twice[0].sigma) if own else _belief(next(others)) for own in declares]


def _ramsch(before: Sequence[Skill], scores: Sequence[int]) -> list[_Belief]:
    rated = _MODEL.rate(
        [[_MODEL.rating(one.mu, one.sigma)] for one in before], scores=[float(score) for score in scores]
    )
    return [_belief(one) for (one,) in rated]


def _belief(rating: BradleyTerryFullRating) -> _Belief:
    return rating.mu, rating.sigma


def row_of(guild: int, player: Player, skill: Skill) -> dict[str, Any]:
    """The row of a rating."""
    user, level = player
    return {
        "guild": guild,
        "user_id": user,
        "level": level,
        "mu": skill.mu,
        "sigma": skill.sigma,
        "deals": skill.deals,
        "skill": skill.estimate,
    }


def _setting(insert: Any) -> Any:
    statement = insert(ratings)
    changed = {name: statement.excluded[name] for name in ("mu", "sigma", "deals", "skill")}
    return statement.on_conflict_do_update(index_elements=["guild", "user_id", "level"], set_=changed)


_SET: Final = {"sqlite": _setting(sqlite.insert), "postgresql": _setting(postgresql.insert)}
_KNOWN: Final = select(ratings.c.user_id, ratings.c.level, ratings.c.mu, ratings.c.sigma, ratings.c.deals).where(
    ratings.c.guild == bindparam("guild"),
    tuple_(ratings.c.user_id, ratings.c.level).in_(bindparam("players", expanding=True)),
)


async def add(connection: AsyncConnection, guild: int, results: Sequence[ChairResult]) -> dict[int, SkillChange]:
    """Rate those who played a finished deal; gives what it changed, by chair."""
    players = {player for result in results if (player := player_of(result)) is not None}
    found = await connection.execute(_KNOWN, {"guild": guild, "players": sorted(players)})
    known = {(row.user_id, row.level): Skill(row.mu, row.sigma, row.deals) for row in found.all()}
    by_chair = changes(known, results)
    rows = [row_of(guild, player, skill) for player, skill in changed(known, results, by_chair).items()]
    if rows:
        await connection.execute(_SET[connection.dialect.name], rows)
    return by_chair
