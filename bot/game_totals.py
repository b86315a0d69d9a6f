"""A person's own games in figures, by the game and the kind of table, kept up in the transaction of the result."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import case
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.schema import GAME_COUNTS, game_totals
from bot.totals import Kind
from game.contract import contract
from game.journal import ChairResult

RAMSCH: Final = "R"
"""What stands in the place of a game's letter for a Ramsch, which everybody plays and nobody wins."""


@dataclass(frozen=True, slots=True)
class GameFigures:
    """One person's games of one sort: how many, won, and so on; `value` and `points` are sums.

    `best` is the score of the best of them, the first if there are several, played as deal `best_number` of table
    `best_table`.
    """

    game: str
    declared: int = 0
    won: int = 0
    hand: int = 0
    schneider: int = 0
    schwarz: int = 0
    overbid: int = 0
    value: int = 0
    points: int = 0
    best: int = 0
    best_table: int = 0
    best_number: int = 0

    def plus(self, later: "GameFigures") -> "GameFigures":
        """The figures of both; `later` are those of games that ended later."""
        sums = {name: getattr(self, name) + getattr(later, name) for name in GAME_COUNTS}
        best = later if not self.declared or later.best > self.best else self
        return replace(self, **sums, best=best.best, best_table=best.best_table, best_number=best.best_number)


def game_figures_of(table: int, number: int, result: ChairResult) -> GameFigures | None:
    """What deal `number` of a table adds to the figures of whoever sat on the chair; None if it was not their game."""
    declarer = result.role == "declarer"
    if not declarer and result.role != "ramsch":
        return None
    won = declarer and result.won is True
    return GameFigures(
        game=(result.contract or "")[:1] if declarer else RAMSCH,
        declared=1,
        won=won,
        hand=declarer and result.contract is not None and contract(result.contract).hand,
        schneider=won and result.schneider,
        schwarz=won and result.schwarz,
        overbid=result.overbid,
        value=result.value,
        points=result.score,
        best=result.score,
        best_table=table,
        best_number=number,
    )


def row_of(guild: int, user: int, kind: str, figures: GameFigures) -> dict[str, Any]:
    """The row of a person's figures."""
    values = {name: int(getattr(figures, name)) for name in (*GAME_COUNTS, "best", "best_table", "best_number")}
    return {"guild": guild, "user_id": user, "kind": kind, "game": figures.game, **values}


def _adding(insert: Any) -> Any:
    statement = insert(game_totals)
    new, old = statement.excluded, game_totals.c
    sums = {name: old[name] + new[name] for name in GAME_COUNTS}
    best = {name: case((new.best > old.best, new[name]), else_=old[name]) for name in ("best_table", "best_number")}
    best["best"] = case((new.best > old.best, new.best), else_=old.best)
    return statement.on_conflict_do_update(index_elements=["guild", "user_id", "kind", "game"], set_={**sums, **best})


_ADD: Final = {"sqlite": _adding(sqlite.insert), "postgresql": _adding(postgresql.insert)}


async def add(
    connection: AsyncConnection, guild: int, kind: Kind, table: int, number: int, results: Sequence[ChairResult]
) -> None:
    """Add a finished deal to the figures of the people whose game it was."""
    rows: list[dict[str, Any]] = []
    for result in results:
        figures = game_figures_of(table, number, result)
        if figures is not None and result.user is not None:
            rows.append(row_of(guild, result.user, kind, figures))
    if rows:
        await connection.execute(_ADD[connection.dialect.name], rows)
