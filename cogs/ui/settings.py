"""A server's settings, for its moderators: all on one screen, with the default rules and the season behind it."""

import math
from dataclasses import dataclass
from typing import Final

from discord.ui import LayoutView

from bot.guilds import LANGUAGES, MOST_CHANNELS, NEVER, TIMES, USUAL, GuildChoices, TimeName
from bot.texts import Texts
from cogs.ui.ids import SettingsId, SettingsVerb
from cogs.ui.layout import DANGER, MAIN, Block, Option, button, channel_select, rows, screen, select, text
from cogs.ui.options import chooser
from cogs.ui.rules_text import rules_line
from game.driver import Times

NAMES: Final[dict[str, str]] = {"de": "Deutsch", "en": "English"}
"""Each language by its own name."""


@dataclass(frozen=True, slots=True)
class GuildPage:
    """What the screens need. `own_language`: the Discord server's; `usual`: the times of the process.

    `channels`: the chosen ones that still exist.
    """

    guild: int
    choices: GuildChoices
    own_language: str
    usual: Times
    channels: tuple[int, ...]

    def to(self, verb: SettingsVerb, argument: str = "") -> SettingsId:
        return SettingsId(self.guild, verb, argument)


def settings(page: GuildPage, texts: Texts, *, news: str = "") -> LayoutView:
    """All settings; `news` is what has just been done."""
    resets = page.choices.resets
    return screen(
        text(f"### {texts('settings.title')}", texts("settings.about"), news),
        _language(page, texts),
        [_time(page, texts, name) for name in TIMES],
        text(_channels(page, texts)),
        channel_select(
            page.to("channels"),
            page.channels,
            most=MOST_CHANNELS,
            placeholder=texts("settings.channels.choose"),
        ),
        text(
            texts("settings.rules.are", rules=rules_line(page.choices.rules, texts)),
            texts("settings.season.since", day=f"<t:{int(resets[-1])}:D>") if resets else texts("settings.season.none"),
        ),
        rows(
            [
                button(texts("settings.rules"), page.to("rules"), style=MAIN),
                button(texts("settings.season"), page.to("season"), style=DANGER),
            ]
        ),
        accent=None,
    )


def _language(page: GuildPage, texts: Texts) -> Block:
    own = NAMES[page.own_language if page.own_language in NAMES else "en"]
    names = {"server": texts("settings.language.server", language=own)} | NAMES
    return select(
        page.to("language"),
        [
            Option(
                texts("option.is", option=texts("settings.language"), value=names[value]),
                value,
                texts("settings.language.about"),
                value == page.choices.language,
            )
            for value in LANGUAGES
        ],
    )


def _time(page: GuildPage, texts: Texts, name: TimeName) -> Block:
    usual: float = getattr(page.usual, name)
    chosen: float | None = getattr(page.choices, name)
    values = {USUAL: usual, **{str(one): float(one) for one in TIMES[name]}}
    if name == "reminder":
        values[NEVER] = math.inf
    if chosen is not None and chosen not in (values[value] for value in values if value != USUAL):
        values[f"{chosen:g}"] = chosen
    return select(
        page.to(name),
        [
            Option(
                texts("option.is", option=texts(f"settings.{name}"), value=_seconds(value, seconds, texts)),
                value,
                texts(f"settings.{name}.about"),
                chosen is None if value == USUAL else seconds == chosen,
            )
            for value, seconds in values.items()
        ],
    )


def _seconds(value: str, seconds: float, texts: Texts) -> str:
    if math.isinf(seconds):
        return texts("settings.never")
    whole, rest = divmod(round(seconds), 60)
    told = texts("settings.minutes", n=whole) if whole and not rest else texts("settings.seconds", n=round(seconds))
    return texts("settings.usual", time=told) if value == USUAL else told


def _channels(page: GuildPage, texts: Texts) -> str:
    return (
        texts("settings.channels.some", channels=mentions(page.channels))
        if page.channels
        else texts("settings.channels.all")
    )


def mentions(channels: tuple[int, ...]) -> str:
    """Channels as Discord shows them: with their names, as links."""
    return ", ".join(f"<#{channel}>" for channel in channels)


def default_rules(page: GuildPage, texts: Texts) -> LayoutView:
    """The rules that a new table starts with; a select's chosen value is the new value of its option."""
    rules = page.choices.rules
    return screen(
        text(f"### {texts('settings.rules')}", rules_line(rules, texts), "-# " + texts("settings.rules.about")),
        chooser(
            rules,
            texts,
            preset=lambda name: page.to("preset", name),
            option=lambda name: page.to("option", name),
        ),
        _back(page, texts),
        accent=None,
    )


def season_question(page: GuildPage, texts: Texts) -> LayoutView:
    """Really begin a new season?"""
    return screen(
        text(f"### {texts('settings.season')}", texts("settings.season.question")),
        rows(
            [
                button(texts("settings.season.yes"), page.to("season-sure"), style=DANGER),
                button(texts("back"), page.to("show")),
            ]
        ),
        accent=None,
    )


def _back(page: GuildPage, texts: Texts) -> list[Block]:
    return rows([button(texts("back"), page.to("show"))])
