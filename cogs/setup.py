"""Builds all cogs and commands and adds them to the bot."""

from bot.app import SkatBot
from bot.translator import CommandTexts
from cogs.clicks import Clicks, table_of_deal, table_of_table
from cogs.desk import Desk
from cogs.guide import Guide
from cogs.lobby import Lobby
from cogs.places import Places
from cogs.play import Play
from cogs.preferences import Preferring
from cogs.scores import Scores
from cogs.settings import Moderating
from cogs.ui.ids import (
    ActionId,
    ChoiceId,
    LearnId,
    PreferenceId,
    RankingBy,
    RankingId,
    RulesId,
    SettingsId,
    TableId,
)


async def setup(bot: SkatBot) -> None:
    """Adds all cogs and commands; the only place that knows them all."""
    desk = Desk(bot)
    # Before anything is shown or waited for: the tables that were open keep their language and times.
    open_tables = (*bot.tables.all(), *bot.tables.suspended())
    await bot.guild_book.load_all({table.guild for table in open_tables})
    for guild in {table.guild for table in open_tables}:
        bot.tables.times_changed(guild)
    texts = CommandTexts(bot.texts)
    clicks, play, scores = Clicks(desk), Play(desk), Scores(desk)
    lobby, preferring = Lobby(desk, play), Preferring(desk)
    moderating, guide = Moderating(desk), Guide(desk)
    clicks.route(ActionId, play.act, table_of_deal)
    clicks.route(ChoiceId, play.choose, table_of_deal)
    clicks.route(TableId, play.at_table, table_of_table)
    clicks.route(RankingId, scores.turn, lambda _: None)
    clicks.route(RankingBy, scores.choose, lambda _: None)
    clicks.route(PreferenceId, preferring.choose, lambda _: None)
    clicks.route(SettingsId, moderating.choose, lambda _: None)
    clicks.route(RulesId, guide.turn, lambda _: None)
    clicks.route(LearnId, guide.study, lambda _: None)
    for cog in (clicks, play, lobby, scores, preferring, moderating, guide, Places(desk)):
        await bot.add_cog(cog)
    bot.tree.add_command(lobby.group(texts))
    bot.tree.add_command(scores.command(texts))
    bot.tree.add_command(preferring.command(texts))
    bot.tree.add_command(moderating.command(texts))
    for command in guide.commands(texts):
        bot.tree.add_command(command)
    bot.spawn(desk.artist.warm())
    bot.spawn(desk.upload_emojis())
    bot.spawn(bot.preferences.load_all({user for table in bot.tables.all() for user in table.people}))
