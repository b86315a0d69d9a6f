"""What people see and click on Discord."""

from bot.app import SkatBot
from bot.translator import CommandTexts
from cogs.clicks import Clicks, table_of_deal, table_of_table
from cogs.desk import Desk
from cogs.lobby import Lobby
from cogs.play import Play
from cogs.scores import Scores
from cogs.ui.ids import ActionId, ChoiceId, RankingBy, RankingId, TableId


async def setup(bot: SkatBot) -> None:
    """Adds all cogs and commands; the only place that knows them all."""
    desk = Desk(bot)
    texts = CommandTexts(bot.texts)
    clicks, play, scores = Clicks(desk), Play(desk), Scores(desk)
    lobby = Lobby(desk, play)
    clicks.route(ActionId, play.act, table_of_deal)
    clicks.route(ChoiceId, play.choose, table_of_deal)
    clicks.route(TableId, play.at_table, table_of_table)
    clicks.route(RankingId, scores.turn, lambda _: None)
    clicks.route(RankingBy, scores.choose, lambda _: None)
    for cog in (clicks, play, lobby, scores):
        await bot.add_cog(cog)
    bot.tree.add_command(lobby.group(texts))
    bot.tree.add_command(scores.command(texts))
    bot.spawn(desk.upload_emojis())
