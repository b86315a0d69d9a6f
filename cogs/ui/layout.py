"""Building blocks of every screen: one container of texts, a picture and rows of buttons or a select."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord.ui import (
    ActionRow,
    Button,
    ChannelSelect,
    Container,
    File,
    Item,
    LayoutView,
    MediaGallery,
    Select,
    Separator,
    TextDisplay,
)

from cogs.ui.ids import Id

LABEL_LENGTH: Final = 80
OPTION_LENGTH: Final = 100
IN_A_ROW: Final = 5
CARDS_IN_A_ROW: Final = 4
"""As many as a phone shows side by side; Discord would take five."""

PLAIN: Final = discord.ButtonStyle.secondary
MAIN: Final = discord.ButtonStyle.primary
GOOD: Final = discord.ButtonStyle.success
DANGER: Final = discord.ButtonStyle.danger

GREEN: Final = 0x2E7D4F
GOLD: Final = 0xC9A227

Block = Item[Any]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that is sent along: the attachment's file name and what it shows in words."""

    name: str
    alt: str


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a select."""

    label: str
    value: str
    about: str | None = None
    chosen: bool = False


def screen(*blocks: Block | Iterable[Block | None] | None, accent: int | None = GREEN) -> LayoutView:
    """A view of one container; None, alone or in a group, and empty groups are left out."""
    container = Container[LayoutView](accent_colour=accent)
    for block in blocks:
        for item in (block,) if block is None or isinstance(block, Item) else block:
            if item is not None:
                container.add_item(item)
    return LayoutView(timeout=None).add_item(container)


def text(*lines: str) -> TextDisplay[Any] | None:
    """A text of the lines that are not empty; None if none is left."""
    kept = [line for line in lines if line]
    return TextDisplay("\n".join(kept)) if kept else None


def rule() -> Separator[Any]:
    """A thin line between two parts."""
    return Separator()


def picture(shown: Picture | None) -> MediaGallery[Any] | None:
    if shown is None:
        return None
    return MediaGallery(discord.MediaGalleryItem(f"attachment://{shown.name}", description=shown.alt))


def attachment(name: str) -> File[Any]:
    """A file that is sent along, to be opened or kept."""
    return File(f"attachment://{name}")


def button(
    label: str,
    to: Id,
    *,
    style: discord.ButtonStyle = PLAIN,
    enabled: bool = True,
    emoji: discord.PartialEmoji | None = None,
) -> Button[Any]:
    return Button(label=label[:LABEL_LENGTH], custom_id=str(to), style=style, disabled=not enabled, emoji=emoji)


def rows(buttons: Sequence[Button[Any]], width: int = IN_A_ROW) -> list[Block]:
    """Buttons in as many rows as they need."""
    return [ActionRow(*buttons[start : start + width]) for start in range(0, len(buttons), width)]


def select(to: Id, options: Sequence[Option], *, placeholder: str | None = None, enabled: bool = True) -> Block:
    """A row with a select of which one line is chosen."""
    chooser = Select[LayoutView](
        custom_id=str(to), placeholder=placeholder and placeholder[:OPTION_LENGTH], disabled=not enabled
    )
    for option in options:
        chooser.add_option(
            label=option.label[:OPTION_LENGTH],
            value=option.value,
            description=option.about and option.about[:OPTION_LENGTH],
            default=option.chosen,
        )
    return ActionRow(chooser)


PLACES: Final = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.forum,
]
"""The kinds of channels in which, or in whose threads, a table can stand."""


def channel_select(to: Id, chosen: Sequence[int], *, most: int, placeholder: str) -> Block:
    """A row with a select of up to `most` channels, none of them included; `chosen` must exist."""
    chooser = ChannelSelect[LayoutView](
        custom_id=str(to),
        channel_types=PLACES,
        placeholder=placeholder[:OPTION_LENGTH],
        min_values=0,
        max_values=most,
        default_values=[discord.Object(one) for one in chosen],
    )
    return ActionRow(chooser)
