"""Builds all cogs and commands and adds them to the bot."""

from bot.app import SkatBot
from bot.translator import CommandTexts
from cogs.checking import Checking
from cogs.clicks import Clicks, table_of_deal, table_of_table
from cogs.desk import Desk
from cogs.guide import Guide
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
from cogs.ui.figure_ids import RaceId, RankingBy, RankingId, StatsBy, StatsId
from cogs.ui.guide_ids import LearnId, RulesId
from cogs.ui.ids import ActionId, ChoiceId, PreferenceId, PrivacyId, SettingsId, TableId
from cogs.ui.past_ids import AgainId, CheckId, DailyId, ExportId, HistoryId, ReplayId, ReplayPick


async def setup(bot: SkatBot) -> None:
    """Adds all cogs and commands; the only place that knows them all."""
    desk = Desk(bot)
    # Before anything is shown or waited for: the tables that were open keep their language and times.
    open_tables = (*bot.tables.all(), *bot.tables.suspended())
    await bot.guild_book.load_all({table.guild for table in open_tables})
    for guild in {table.guild for table in open_tables}:
        bot.tables.times_changed(guild)
    await _add(bot, desk)
    bot.spawn(desk.artist.warm())
    bot.spawn(desk.upload_emojis())
    bot.spawn(bot.preferences.load_all({user for table in bot.tables.all() for user in table.people}))


async def _add(bot: SkatBot, desk: Desk) -> None:
    texts = CommandTexts(bot.texts)
    clicks, play = Clicks(desk), Play(desk)
    lobby, playing = Lobby(desk, play), Playing(desk)
    scores, figures, history = Scores(desk), Figures(desk), History(desk)
    preferring, moderating, privacy, checking = Preferring(desk), Moderating(desk), Privacy(desk), Checking(desk)
    guide = Guide(desk)
    clicks.route(ActionId, play.act, table_of_deal)
    clicks.route(ChoiceId, play.choose, table_of_deal)
    clicks.route(TableId, play.at_table, table_of_table)
    for kind, handler in (
        (AgainId, playing.again),
        (DailyId, playing.of_day),
        (RankingId, scores.turn),
        (RankingBy, scores.choose),
        (RaceId, scores.race),
        (StatsId, figures.show),
        (StatsBy, figures.choose),
        (HistoryId, history.turn),
        (ReplayId, history.replay),
        (ReplayPick, history.pick),
        (ExportId, history.export),
        (PreferenceId, preferring.choose),
        (SettingsId, moderating.choose),
        (RulesId, guide.turn),
        (LearnId, guide.study),
        (PrivacyId, privacy.choose),
        (CheckId, checking.check),
    ):
        clicks.route(kind, handler, lambda _: None)
    for cog in (
        clicks, play, lobby, playing, scores, figures, history, preferring, moderating, privacy, checking, guide,
        Places(desk),
    ):  # fmt: skip
        await bot.add_cog(cog)
    for command in (
        lobby.group(texts),
        playing.command(texts),
        scores.command(texts),
        figures.command(texts),
        history.command(texts),
        preferring.command(texts),
        moderating.command(texts),
        privacy.group(texts),
        *guide.commands(texts),
    ):
        bot.tree.add_command(command)
