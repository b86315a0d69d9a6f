"""The cards as emojis of the application: uploaded once, by name, slowly, in the background.

Until an emoji is there, or if it never comes, cards are shown by their labels.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, Final, Protocol

import discord

from bot.transport import FAULTS
from cogs.pictures.deck import Deck
from cogs.pictures.emojis import Emoji, emoji_name, emojis
from cogs.ui.cards import Emojis
from game.cards import DECK, Card

log = logging.getLogger(__name__)

UPLOAD_GAP: Final = 1.0
"""Seconds between two uploads."""
ASK_AGAIN: Final = 60.0
"""Seconds until it is asked again what is there, if Discord did not say."""
FAILURES: Final = 3
"""Uploads that may fail in a row before the rest is left for the next start."""


class Application(Protocol):
    """What is needed of the client."""

    async def fetch_application_emojis(self) -> list[discord.Emoji]: ...

    async def create_application_emoji(self, *, name: str, image: bytes) -> discord.Emoji: ...


class CardEmojis:
    """Which emojis there are; `of` gives those of a deck in a language."""

    def __init__(self) -> None:
        self._there: dict[str, discord.PartialEmoji] = {}
        self._decks: dict[tuple[str, str], Emojis] = {}

    def of(self, deck: str, language: str) -> Emojis:
        key = deck, language
        if key not in self._decks:
            names = {card: emoji_name(card, Deck(deck), language) for card in DECK}
            # A hand half of pictures and half of letters is harder to read than either.
            complete = all(name in self._there for name in names.values())
            self._decks[key] = {card: self._there[name] for card, name in names.items()} if complete else {}
        return self._decks[key]

    async def upload(
        self, application: Application, drawer: Executor, arrived: Callable[[], None], gap: float = UPLOAD_GAP
    ) -> None:
        """Finds what is there and uploads the rest, `gap` seconds apart; `arrived` is told when a deck is complete."""
        for emoji in await self._there_already(application):
            self._add(emoji)
        arrived()
        failures, deck = 0, Deck.FRENCH
        for emoji in emojis():
            if emoji.deck is not deck or not isinstance(emoji.subject, Card):
                # A deck's cards come before its suits, so it can be shown now.
                deck = emoji.deck
                arrived()
            if emoji.name in self._there:
                continue
            try:
                self._add(await self._create(application, drawer, emoji))
                failures = 0
            except FAULTS as error:
                failures += 1
                log.warning("the emoji %s could not be uploaded: %s", emoji.name, type(error).__name__)
                if failures >= FAILURES:
                    return
            await asyncio.sleep(gap)
        arrived()

    async def _there_already(self, application: Application) -> list[discord.Emoji]:
        # Without an answer nothing may be uploaded, and until the next start there would be no faces at all.
        while True:
            try:
                return await application.fetch_application_emojis()
            except FAULTS as error:
                log.warning("it is not known which emojis there are: %s", type(error).__name__)
                await asyncio.sleep(ASK_AGAIN)

    async def _create(self, application: Application, drawer: Executor, emoji: Emoji) -> discord.Emoji:
        image = await asyncio.get_running_loop().run_in_executor(drawer, emoji.png)
        return await application.create_application_emoji(name=emoji.name, image=image)

    def _add(self, emoji: Any) -> None:
        self._there[emoji.name] = discord.PartialEmoji(name=emoji.name, id=emoji.id, animated=False)
        self._decks.clear()
