"""The button Check on a result: recomputes a finished deal for whoever may see it, and says how to do it elsewhere."""

from discord.ext import commands

from bot import proof
from bot.finished import FinishedDeal
from cogs.answer import Answer
from cogs.desk import Click, Desk
from cogs.slots import Shot
from cogs.ui.check import FILE, LONGEST, Checked, check, command
from cogs.ui.notes import Notice
from cogs.ui.past_ids import CheckId
from game.table import deal_id


class Checking(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._tables = desk.bot.tables
        self._store = desk.bot.store

    async def check(self, click: Click, wanted: CheckId, answer: Answer) -> None:
        """Of a deal that is not over the store knows nothing here, whoever asks."""
        answer.update = False
        table, number = wanted.deal.table, wanted.deal.number
        deal = await self._store.finished_deal(click.guild_id or 0, table, number)
        if deal is None:
            runs = self._runs(click, table, number)
            await self._desk.tell(click, answer, Notice.CHECK_TOO_EARLY if runs else Notice.CHECK_UNKNOWN)
        elif not proof.open_to(deal, click.user.id):
            await self._desk.tell(click, answer, Notice.CHECK_NOT_YOURS)
        else:
            await answer.show(self._shot(click, deal))

    def _runs(self, click: Click, table: int, number: int) -> bool:
        running = self._tables.get(table)
        return running is not None and running.guild == click.guild_id and running.deal.number == number

    def _shot(self, click: Click, deal: FinishedDeal) -> Shot:
        checked = Checked(
            deal=deal_id(deal.table, deal.number),
            rules=deal.rules,
            seed=deal.seed.hex(),
            commitment=deal.commitment,
            cuts=deal.cuts,
            cards=".".join(card.name for card in proof.cards(deal)),
            fingerprint_matches=proof.fingerprint_matches(deal),
            cards_match=proof.cards_match(deal),
        )
        written = command(checked)
        files = ((FILE, f"{written}\n".encode()),) if len(written) > LONGEST else ()
        return Shot(check(checked, self._desk.texts(click)), files)
