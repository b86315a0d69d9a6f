"""Practice that is asked for twice at once is one table, as it is when it is asked for one after the other."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tests.bot.store.test_solo import ANNA, BEN, GAMES, GUILD, den

if TYPE_CHECKING:
    from tests.bot.store.test_solo import Den

__all__ = ["den"]


async def test_two_clicks_at_once_open_one_table(den: Den) -> None:
    played = await den.series(ANNA, BEN)
    deal = (played.id, 0)
    both = await asyncio.gather(*(den.practice.again(GUILD, GAMES, ANNA, deal, None) for _ in range(2)))
    assert both[0] is both[1]
    assert den.tables.solo_of(ANNA, GUILD) == (both[0],)
    saved = [one for one in await den.store.open_tables() if one.table != played.id]
    assert [one.table for one in saved] == [both[0].id]
