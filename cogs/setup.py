"""Builds all cogs and commands and adds them to the bot."""

from bot.app import SkatBot
from bot.translator import CommandTexts
from cogs.clicks import Clicks, table_of_deal, table_of_table
from cogs.desk import Desk
from cogs.lobby import Lobby
from cogs.places import Places
from cogs.play import Play
from cogs.preferences import Preferring
from cogs.scores import Scores
from cogs.solo import Playing
from cogs.stats import Figures
from cogs.ui.ids import (
    ActionId,
    AgainId,
    ChoiceId,
    DailyId,
    PreferenceId,
    RaceId,
    RankingBy,
    RankingId,
    StatsBy,
    StatsId,
    TableId,
)


async def setup(bot: SkatBot) -> None:
    """Adds all cogs and commands; the only place that knows them all."""
    desk = Desk(bot)
    texts = CommandTexts(bot.texts)
    clicks, play, scores = Clicks(desk), Play(desk), Scores(desk)
    lobby, preferring, playing = Lobby(desk, play), Preferring(desk), Playing(desk)
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
    clicks.route(AgainId, playing.again, lambda _: None)
    clicks.route(DailyId, playing.of_day, lambda _: None)
    for cog in (clicks, play, lobby, scores, figures, preferring, playing, Places(desk)):
        await bot.add_cog(cog)
    bot.tree.add_command(lobby.group(texts))
    bot.tree.add_command(scores.command(texts))
    bot.tree.add_command(figures.command(texts))
    bot.tree.add_command(preferring.command(texts))
    bot.tree.add_command(playing.command(texts))
    bot.spawn(desk.artist.warm())
    bot.spawn(desk.upload_emojis())
    bot.spawn(bot.preferences.load_all({user for table in bot.tables.all() for user in table.people}))
