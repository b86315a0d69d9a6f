"""Command names in each person's language. A name's key is looked up in the same catalogues as every other text."""

from typing import Final

import discord
from discord import app_commands

from bot.texts import Texts

LANGUAGES: Final = {
    discord.Locale.german: "de",
    discord.Locale.american_english: "en",
    discord.Locale.british_english: "en",
}


class CommandTexts:
    """Names and descriptions of commands, their options and choices: English by default, with the key for the rest."""

    def __init__(self, texts: Texts) -> None:
        self._english = texts.of("en")

    def __call__(self, key: str) -> app_commands.locale_str:
        """The text of ``command.<key>``, such as ``skat.open.name`` or ``leaderboard.period.month``."""
        full = f"command.{key}"
        return app_commands.locale_str(self._english(full), key=full)


class CommandTranslator(app_commands.Translator):
    """Answers Discord's question for a command's text in German and English; other languages see the English one."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002 the key says already where the text stands
    ) -> str | None:
        key = string.extras.get("key")
        language = LANGUAGES.get(locale)
        if key is None or language is None:
            return None
        return self._texts.of(language)(key)
