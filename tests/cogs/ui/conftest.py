import discord
import pytest

from bot.texts import Texts
from game.cards import Card


@pytest.fixture(scope="session")
def texts() -> Texts:
    return Texts.load(strict=True)


@pytest.fixture(scope="session", params=["de", "en"])
def spoken(request: pytest.FixtureRequest, texts: Texts) -> Texts:
    return texts.of(request.param)


@pytest.fixture(scope="session")
def emojis() -> dict[Card, discord.PartialEmoji]:
    return {card: discord.PartialEmoji(name=f"card_{card}", id=100_000 + card) for card in Card}
