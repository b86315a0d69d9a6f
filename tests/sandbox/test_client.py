"""The sandbox under a real discord.py client."""

from __future__ import annotations

import discord
import pytest
from discord import ui

from bot.sandbox import RefusedError, Sandbox
from tests.sandbox.conftest import Client, running


def hand(label: str) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    row.add_item(ui.Button(label=label, custom_id=f"card:{label}"))
    view.add_item(ui.TextDisplay("Your hand"))
    view.add_item(row)
    view.stop()
    return view


async def test_login_sync_command_private_answer_and_click(sandbox: Sandbox, client: Client) -> None:
    @client.tree.command(name="hand", description="Show a hand")
    async def show(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        await interaction.edit_original_response(view=hand("first"))

    async def clicked(interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=hand("second"))

    client.handle = clicked
    await running(client)
    assert [g.name for g in client.guilds] == ["Card Club"]

    anna, ben = sandbox.person("Anna"), sandbox.person("Ben")
    outcome = await anna.command("games", "hand")
    assert outcome.acknowledged
    message = await outcome.answer()
    assert message["flags"] & 64
    assert message["flags"] & 32768
    assert ben.messages("games") == []

    clicked_outcome = await anna.click(message, "first")
    assert clicked_outcome.acknowledged
    assert anna.message(message)["components"][1]["components"][0]["label"] == "second"
    with pytest.raises(RefusedError, match="no component"):
        await anna.click(message, "first")
    with pytest.raises(KeyError):
        await ben.click(message, "second")
