"""What discord.py sends obeys Discord's own description, and the judge finds what does not."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import discord
from discord import ui

from tests.openapi import complaint, complaints, needs_description
from tests.sandbox.conftest import Client, running

if TYPE_CHECKING:
    from bot.sandbox import Sandbox

pytestmark = needs_description
MESSAGES = "/channels/{channel_id}/messages"


async def test_what_the_library_sends(sandbox: Sandbox, client: Client) -> None:
    @client.tree.command(name="hand", description="Show a hand")
    async def show(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.Container(ui.TextDisplay("cards"), accent_colour=5))
        view.stop()
        await interaction.edit_original_response(view=view, allowed_mentions=discord.AllowedMentions.none())

    assert show.name == "hand"
    await running(client)
    outcome = await sandbox.person("Anna").command("games", "hand")
    await outcome.answer()
    channel = discord.utils.get(client.get_all_channels(), name="games")
    assert isinstance(channel, discord.TextChannel)
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png")))
    view.stop()
    picture = discord.File(io.BytesIO(b"x"), "board.png")
    sent = await channel.send(view=view, file=picture, nonce=5)
    await sent.edit(view=view)
    await sent.delete()
    assert complaints(sandbox.requests) == []
    assert len(sandbox.requests) >= 8


def test_the_judge_is_not_kind() -> None:
    assert complaint("POST", MESSAGES, {"content": "x"}) is None
    assert complaint("POST", MESSAGES, {"content": 5}) is not None
    assert complaint("POST", MESSAGES, {"components": [{"type": 2, "style": 1}]}) is not None
    assert complaint("POST", MESSAGES, {"attachments": [{"id": 0, "filename": "a"}]}) is None
    assert complaint("POST", "/interactions/{a}/{b}/callback", {"type": 99}) is not None
    assert complaint("GET", "/users/@me", {"content": "x"}) == "the operation takes no JSON body"
    assert complaint("PUT", MESSAGES, {}) == "no such operation"
