"""Builds all cogs and commands and adds them to the bot."""

from bot.app import SkatBot
from bot.translator import CommandTexts
from cogs.checking import Checking
from cogs.clicks import Clicks, table_of_deal, table_of_table
from cogs.desk import Desk
from cogs.history import History
from cogs.lobby import Lobby
from cogs.places import Places
from cogs.play import Play
from cogs.preferences import Preferring
from cogs.privacy import Privacy
from cogs.scores import Scores
from cogs.settings import Moderating
from cogs.solo import Playing
from cogs.stats import Figures
from cogs.ui.ids import (
    ActionId,
    AgainId,
    CheckId,
    ChoiceId,
    DailyId,
    ExportId,
    HistoryId,
    PreferenceId,
    PrivacyId,
    RaceId,
    RankingBy,
    RankingId,
    ReplayId,
    ReplayPick,
    SettingsId,
    StatsBy,
    StatsId,
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
    lobby, preferring, playing, history = Lobby(desk, play), Preferring(desk), Playing(desk), History(desk)
    moderating = Moderating(desk)
    figures = Figures(desk)
    clicks.route(ActionId, play.act, table_of_deal)
    clicks.route(ChoiceId, play.choose, table_of_deal)
    clicks.route(TableId, play.at_table, table_of_table)
    clicks.route(RankingId, scores.turn, lambda _: None)
    clicks.route(RankingBy, scores.choose, lambda _: None)
    clicks.route(RaceId, scores.race, lambda _: None)
    clicks.route(StatsId, figures.show, lambda _: None)
    clicks.route(StatsBy, figures.choose, lambda _: None)
    clicks.route(PreferenceId, preferring.choose, lambda _: None)
    privacy, checking = Privacy(desk), Checking(desk)
    clicks.route(PrivacyId, privacy.choose, lambda _: None)
    clicks.route(CheckId, checking.check, lambda _: None)
    clicks.route(AgainId, playing.again, lambda _: None)
    clicks.route(DailyId, playing.of_day, lambda _: None)
    clicks.route(HistoryId, history.turn, lambda _: None)
    clicks.route(ReplayId, history.replay, lambda _: None)
    clicks.route(ReplayPick, history.pick, lambda _: None)
    clicks.route(ExportId, history.export, lambda _: None)
    clicks.route(SettingsId, moderating.choose, lambda _: None)
    cogs = (
        clicks,
        play,
        lobby,
        scores,
        figures,
        preferring,
        playing,
        history,
        moderating,
        privacy,
        checking,
        Places(desk),
    )
    for cog in cogs:
        await bot.add_cog(cog)
    bot.tree.add_command(lobby.group(texts))
    bot.tree.add_command(scores.command(texts))
    bot.tree.add_command(figures.command(texts))
    bot.tree.add_command(preferring.command(texts))
    bot.tree.add_command(privacy.group(texts))
    bot.tree.add_command(playing.command(texts))
    bot.tree.add_command(history.command(texts))
    bot.tree.add_command(moderating.command(texts))
    bot.spawn(desk.artist.warm())
    bot.spawn(desk.upload_emojis())
    bot.spawn(bot.preferences.load_all({user for table in bot.tables.all() for user in table.people}))
