"""Builds all cogs and commands and adds them to the bot."""

from bot.app import SkatBot
from bot.translator import CommandTexts
from cogs.checking import Checking
from cogs.clicks import Clicks, table_of_deal, table_of_table
from cogs.desk import Desk
from cogs.lobby import Lobby
from cogs.places import Places
from cogs.play import Play
from cogs.preferences import Preferring
from cogs.privacy import Privacy
from cogs.scores import Scores
from cogs.ui.ids import ActionId, CheckId, ChoiceId, PreferenceId, PrivacyId, RankingBy, RankingId, TableId


async def setup(bot: SkatBot) -> None:
    """Adds all cogs and commands; the only place that knows them all."""
    desk = Desk(bot)
    texts = CommandTexts(bot.texts)
    clicks, play, scores = Clicks(desk), Play(desk), Scores(desk)
    lobby, preferring = Lobby(desk, play), Preferring(desk)
    clicks.route(ActionId, play.act, table_of_deal)
    clicks.route(ChoiceId, play.choose, table_of_deal)
    clicks.route(TableId, play.at_table, table_of_table)
    clicks.route(RankingId, scores.turn, lambda _: None)
    clicks.route(RankingBy, scores.choose, lambda _: None)
    clicks.route(PreferenceId, preferring.choose, lambda _: None)
    privacy, checking = Privacy(desk), Checking(desk)
    clicks.route(PrivacyId, privacy.choose, lambda _: None)
    clicks.route(CheckId, checking.check, lambda _: None)
    for cog in (privacy, checking, clicks, play, lobby, scores, preferring, Places(desk)):
        await bot.add_cog(cog)
    bot.tree.add_command(lobby.group(texts))
    bot.tree.add_command(scores.command(texts))
    bot.tree.add_command(preferring.command(texts))
    bot.tree.add_command(privacy.group(texts))
    bot.spawn(desk.artist.warm())
    bot.spawn(desk.upload_emojis())
    bot.spawn(bot.preferences.load_all({user for table in bot.tables.all() for user in table.people}))
