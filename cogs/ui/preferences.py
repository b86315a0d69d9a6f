"""What a person prefers, as a screen of selects: one a preference, each with what it changes."""

from discord.ui import LayoutView

from bot.preferences import CHOICES, Preferences
from bot.texts import Texts
from cogs.ui.ids import PreferenceId
from cogs.ui.layout import Block, Option, screen, select, text


def preferences(chosen: Preferences, texts: Texts) -> LayoutView:
    """A select's chosen value is the new value of its preference."""
    return screen(
        text(f"### {texts('preferences.title')}", texts("preferences.about")),
        [_select(chosen, texts, key) for key in CHOICES],
        accent=None,
    )


def _select(chosen: Preferences, texts: Texts, key: str) -> Block:
    present: str = getattr(chosen, key)
    name = texts(f"preference.{key}")
    return select(
        PreferenceId(key),
        [
            Option(
                texts("option.is", option=name, value=texts(f"preference.{key}.{value}")),
                value,
                texts(f"preference.{key}.{value}.about"),
                value == present,
            )
            for value in CHOICES[key]
        ],
        placeholder=name,
    )
