"""From a live table to what is sent: Scenes and Views go to the pure screens, names and languages are put in here."""

from typing import Final

from bot.names import Names
from bot.texts import Texts
from cogs.slots import Shot
from cogs.ui import board as boards
from cogs.ui import hand as hands
from cogs.ui import lobby, notes, result, scores
from cogs.ui import names as cleaning
from cogs.ui.ids import ChoiceId
from cogs.ui.scene import EMPTY, Chair, Scene
from game.journal import SavedChair
from game.state import Finished
from game.table import Table
from game.view import View, view_for

RESULT_SECONDS: Final = 30


class Renderer:
    """Draws tables. Nothing of a table is kept."""

    def __init__(self, texts: Texts, names: Names, next_deal_seconds: float) -> None:
        self._texts = texts
        self._names = names
        self._next_in = round(next_deal_seconds)

    def texts(self, language: str) -> Texts:
        return self._texts.of(language)

    def scene(self, table: Table, *, over: bool = False) -> Scene:
        """The scene of the running or prepared deal; with `over` that of the last finished one."""
        deal = table.deal
        number = deal.number
        if over and deal.state is None:
            number -= 1
        return Scene(
            table=table.id,
            rules=table.rules,
            chairs=tuple(self._chair(table, sitter) for sitter in table.chairs),
            series=table.series,
            number=number,
            started=table.started,
            host=table.chair_of_user(table.host),
            commitment=deal.commitment if number == deal.number else table.last_commitment,
            seed=table.last_seed if over else "",
            next_commitment=deal.commitment if over and deal.state is None else "",
            cuts=len(deal.cuts),
            next_in=self._next_in if over and deal.state is None and table.present else None,
        )

    def _chair(self, table: Table, sitter: SavedChair | None) -> Chair:
        if sitter is None:
            return EMPTY
        if sitter.user is None:
            return Chair(taken=True, level=sitter.level)
        name = self._names.get(table.guild, sitter.user)
        return Chair(
            taken=True, name=cleaning.clean(name) if name is not None else None, stand_in=sitter.stand_in
        )

    async def board(self, table: Table, language: str) -> Shot:
        """The public board as it stands: lobby, deal, result, or the end."""
        texts = self.texts(language)
        if table.closed:
            return Shot(self._closed(table, texts))
        if not table.started:
            return Shot(lobby.lobby(self.scene(table), texts))
        view = table.view(None)
        if view is None or table.state is None:
            return Shot(self._result(table, texts))
        return Shot(boards.board(self.scene(table), view, texts))
