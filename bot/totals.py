"""The figures of leaderboards and statistics, kept up in the transaction of the result they come from.

A total is one guild, person, period and kind. Leaderboards read totals alone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, get_args

from sqlalchemy import case, null
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.schema import COUNTS, totals
from game.contract import contract
from game.journal import ChairResult
from game.rules import INTERNATIONAL, Rules

Kind = Literal["people", "computer", "pub", "daily"]
"""Tables of people alone, with a computer among them, under rules other than International, or a daily dozen."""

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

AVERAGE_DEALS: Final = 12
"""Deals that an average needs before it is compared."""


@dataclass(frozen=True, slots=True)
class Figures:
    """One person's total; `average` is None below AVERAGE_DEALS.

    `defended`: deals against a declarer, `defeated` those of them that the declarer lost. `won`, `lost` and `hand` to
    `overbid` are about own games, `schneider` and `schwarz` about those won.
    """

    user: int
    deals: int = 0
    declared: int = 0
    won: int = 0
    lost: int = 0
    defended: int = 0
    defeated: int = 0
    points: int = 0
    seeger: int = 0
    hand: int = 0
    schneider: int = 0
    schwarz: int = 0
    overbid: int = 0

    @property
    def average(self) -> float | None:
        return self.seeger / self.deals if self.deals >= AVERAGE_DEALS else None

    def plus(self, other: "Figures") -> "Figures":
        return replace(self, **{name: getattr(self, name) + getattr(other, name) for name in COUNTS})


def kind_of(purpose: str, rules: str, results: Iterable[ChairResult]) -> Kind | None:
    """The kind of a deal; None for one that counts nowhere, because it was practice.

    How long a list is, for how many and how it is scored makes no pub rules of it.
    """
    if purpose != "series":
        return "daily" if purpose == "daily" else None
    played = Rules.parse(rules)
    if replace(played, chairs=INTERNATIONAL.chairs, length=INTERNATIONAL.length, scoring=INTERNATIONAL.scoring) != (
        INTERNATIONAL
    ):
        return "pub"
    return "computer" if any(result.user is None for result in results) else "people"


def figures_of(user: int, result: ChairResult) -> Figures:
    """What one deal adds to a person's totals."""
    own = result.role == "declarer"
    won = own and result.won is True
    return Figures(
        user,
        deals=1,
        declared=own,
        won=won,
        lost=own and not won,
        defended=result.role == "defender",
        defeated=result.role == "defender" and result.won is False,
        points=result.score,
        seeger=result.seeger,
        hand=own and result.contract is not None and contract(result.contract).hand,
        schneider=won and result.schneider,
        schwarz=won and result.schwarz,
        overbid=own and result.overbid,
    )


def row_of(guild: int, period: str, kind: str, figures: Figures) -> dict[str, Any]:
    """The row of a total."""
    return {
        "guild": guild,
        "user_id": figures.user,
        "period": period,
        "kind": kind,
        **{name: int(getattr(figures, name)) for name in COUNTS},
        "average": figures.average,
    }


def _adding(insert: Any) -> Any:
    statement = insert(totals)
    new = statement.excluded
    sums = {name: totals.c[name] + new[name] for name in COUNTS}
    average = case(
        (sums["deals"] >= AVERAGE_DEALS, sums["seeger"] * 1.0 / sums["deals"]),
        else_=null(),
    )
    return statement.on_conflict_do_update(
        index_elements=["guild", "user_id", "period", "kind"], set_={**sums, "average": average}
    )


_ADD: Final = {"sqlite": _adding(sqlite.insert), "postgresql": _adding(postgresql.insert)}


async def add(
    connection: AsyncConnection, guild: int, kind: Kind, counted_in: Iterable[str], results: Sequence[ChairResult]
) -> None:
    """Add a finished deal to the totals of the people in it, in each period it is counted in."""
    rows = [
        row_of(guild, period, kind, figures_of(result.user, result))
        for period in counted_in
        for result in results
        if result.user is not None
    ]
    if rows:
        await connection.execute(_ADD[connection.dialect.name], rows)
