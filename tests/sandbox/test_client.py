"""The sandbox under a real discord.py client."""

from __future__ import annotations

import asyncio
import io
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import pytest
from discord import app_commands, ui

from bot.sandbox import GatewayTimes, InteractionTimes, RefusedError, Sandbox
from bot.sandbox.errors import Refusal
from bot.sandbox.faults import Fault, banned, rate_limited, refusing
from tests.sandbox.conftest import TOKEN, Client, point_at, running
from tests.sandbox.pictures import blank_png

if TYPE_CHECKING:
    from bot.sandbox.shapes import Json

Interaction = discord.Interaction[discord.Client]
PNG = blank_png(320, 200)
NONE = discord.AllowedMentions.none()


def hand(label: str) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    row.add_item(ui.Button(label=label, custom_id=f"card:{label}"))
    view.add_item(ui.TextDisplay("Your hand"))
    view.add_item(row)
    view.stop()
    return view


def text_channel(client: Client, name: str = "games") -> discord.TextChannel:
    found = discord.utils.get(client.get_all_channels(), name=name)
    assert isinstance(found, discord.TextChannel)
    return found


async def test_login_sync_command_private_answer_and_click(sandbox: Sandbox, client: Client) -> None:
    @client.tree.command(name="hand", description="Show a hand")
    async def show(interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        await interaction.edit_original_response(view=hand("first"))

    async def clicked(interaction: Interaction) -> None:
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


async def test_direct_answer_and_follow_up(sandbox: Sandbox, client: Client) -> None:
    @client.tree.command(name="hand", description="Show a hand")
    async def show(interaction: Interaction) -> None:
        response = await interaction.response.send_message("one", ephemeral=True)
        assert response.message_id is not None
        message = await interaction.followup.send("two", ephemeral=True, wait=True)
        await message.edit(content="three")
        await interaction.delete_original_response()

    await running(client)
    anna = sandbox.person("Anna")
    await anna.command("games", "hand")
    await anna.until(lambda: [m["content"] for m in anna.messages("games")] == ["three"])


async def test_command_with_translations_options_and_autocomplete(sandbox: Sandbox, client: Client) -> None:
    group = app_commands.Group(name="skat", description="Play")

    @group.command(name="open", description="Open a table")
    async def open_table(
        interaction: Interaction,
        seats: app_commands.Range[int, 3, 4],
        guest: discord.Member,
        rules: str = "pub",
    ) -> None:
        await interaction.response.send_message(f"{seats} {guest.name} {rules}")

    @open_table.autocomplete("rules")
    async def offer(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        del interaction
        return [app_commands.Choice(name=f"{current}!", value=current)]

    assert open_table.name == "open"
    assert offer is not None
    client.tree.add_command(group)
    await running(client)
    anna, ben = sandbox.person("Anna"), sandbox.person("Ben")
    offered = await anna.autocomplete("games", "skat open", "rules", "in", seats=3)
    assert [choice["value"] for choice in offered] == ["in"]
    outcome = await anna.command("games", "skat open", seats=3, guest=str(ben.id), rules="in")
    assert (outcome.message or {})["content"] == "3 ben in"


async def test_select_and_modal(sandbox: Sandbox, client: Client) -> None:
    values: list[Any] = []

    async def handle(interaction: Interaction) -> None:
        data: Any = interaction.data
        if interaction.type is discord.InteractionType.modal_submit:
            values.append(data["components"][0]["component"]["value"])
            await interaction.response.send_message("noted", ephemeral=True)
            return
        values.append(data["values"])
        modal = ui.Modal(title="Cuts", custom_id="cuts")
        modal.add_item(ui.Label(text="Text", component=ui.TextInput(custom_id="cut", max_length=20)))
        await interaction.response.send_modal(modal)

    client.handle = handle
    await running(client)
    view = ui.LayoutView(timeout=None)
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    options = [discord.SelectOption(label=name) for name in ("seven", "eight")]
    row.add_item(ui.Select(custom_id="pick", options=options))
    view.add_item(row)
    view.stop()
    sent = await text_channel(client).send(view=view)
    anna = sandbox.person("Anna")
    anna.open("games")
    outcome = await anna.select(sent.id, "eight")
    submitted = await anna.submit(outcome, {"Text": "mix it"})
    assert values == [["eight"], "mix it"]
    assert (submitted.message or {})["content"] == "noted"


async def test_pictures_in_a_gallery(sandbox: Sandbox, client: Client) -> None:
    await running(client)
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="The board")))
    view.stop()
    channel = text_channel(client)
    sent = await channel.send(view=view, file=discord.File(io.BytesIO(PNG), "board.png"))
    gallery = sent.components[0]
    assert isinstance(gallery, discord.MediaGalleryComponent)
    media = gallery.items[0].media
    assert (media.width, media.height) == (320, 200)
    assert await sent.attachments[0].read() == PNG
    edited = await sent.edit(view=view, attachments=[discord.File(io.BytesIO(PNG + b"2"), "board.png")])
    assert [a.size for a in edited.attachments] == [len(PNG) + 1]
    assert [len(e.files) for e in sandbox.requests if e.method == "PATCH"] == [1]


async def test_resume_after_a_drop(sandbox: Sandbox, client: Client) -> None:
    seen: list[int] = []

    async def handle(interaction: Interaction) -> None:
        seen.append(interaction.id)
        await interaction.response.defer()

    client.handle = handle
    await running(client)
    sent = await text_channel(client).send(view=hand("Go"))
    anna = sandbox.person("Anna")
    anna.open("games")
    sandbox.control.drop()
    await sandbox.changes.until(lambda: not sandbox.gateway.online)
    assert (await anna.click(sent.id, "Go")).acknowledged
    await client.until_heard("resumed")
    assert len(seen) == 1
    assert client.heard.count("resumed") == 1
    assert client.heard.count("ready") == 1
    assert len(sandbox.gateway.sessions) == 1


async def test_a_new_session_when_it_cannot_be_resumed(sandbox: Sandbox, client: Client) -> None:
    await running(client)
    sandbox.control.invalidate()
    await client.until_heard("ready", 2)
    assert "resumed" not in client.heard


async def test_reconnect_is_resumed(sandbox: Sandbox, client: Client) -> None:
    await running(client)
    sandbox.control.reconnect()
    await client.until_heard("resumed")


async def test_a_revoked_token_ends_the_client(
    sandbox: Sandbox, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = await running(client)
    sandbox.revoke_token(TOKEN)
    with pytest.raises(discord.ConnectionClosed) as closed:
        await task
    assert closed.value.code == 4004
    point_at(sandbox, monkeypatch)
    async with Client() as again:
        with pytest.raises(discord.LoginFailure):
            await again.login(TOKEN)


async def test_threads(sandbox: Sandbox, client: Client) -> None:
    await running(client)
    channel = text_channel(client)
    thread = await channel.create_thread(name="table", type=discord.ChannelType.public_thread)
    sent = await thread.send("board")
    await client.until_heard("thread_create")
    sandbox.control.set_thread(thread.id, archived=True)
    await client.until_heard("thread_update")
    with pytest.raises(discord.HTTPException) as refused:
        await sent.edit(content="x")
    assert refused.value.code == 50083
    await thread.edit(archived=False)
    await sent.edit(content="x")


async def test_world_changes_are_heard(sandbox: Sandbox, client: Client) -> None:
    await running(client)
    control = sandbox.control
    control.permissions("games", deny=["send_messages"])
    await client.until_heard("guild_channel_update")
    channel = text_channel(client)
    assert not channel.permissions_for(channel.guild.me).send_messages
    with pytest.raises(discord.Forbidden):
        await channel.send("x")
    control.delete_channel("lounge")
    await client.until_heard("guild_channel_delete")
    control.outage()
    await client.until_heard("guild_unavailable")
    control.outage(available=True)
    await client.until_heard("guild_available")
    control.kick()
    await client.until_heard("guild_remove")
    with pytest.raises(discord.NotFound):
        await client.fetch_guild(channel.guild.id)
    control.invite()
    await client.until_heard("guild_join")


async def test_library_and_faults(sandbox: Sandbox, client: Client) -> None:
    await running(client)
    sandbox.limits.enabled = False
    channel = text_channel(client)
    sandbox.faults.add(rate_limited(0.05, "POST"))
    await channel.send("after a short wait")
    sandbox.faults.add(Fault("POST", status=500, body="oops"))
    await channel.send("after a retry", nonce=7)
    for fault, kind in (
        (Fault("POST", status=503, body="busy"), discord.DiscordServerError),
        (refusing(Refusal.MISSING_ACCESS, "POST"), discord.Forbidden),
        (banned("POST"), discord.HTTPException),
        (Fault("POST", lost=True), aiohttp.ServerDisconnectedError),
    ):
        sandbox.faults.add(fault)
        with pytest.raises(kind):
            await channel.send("refused", nonce=8)
    again = await channel.send("refused", nonce=8)
    messages = sandbox.world.channel("games").messages
    assert [m.payload["content"] for m in messages.values()] == [
        "after a short wait",
        "after a retry",
        "refused",
    ]
    assert again.id == max(messages)


async def test_the_library_keeps_to_the_limits_by_itself(sandbox: Sandbox, client: Client) -> None:
    await running(client)
    channel = text_channel(client)
    sent = await channel.send("x")
    for _ in range(4):
        await asyncio.wait_for(sent.edit(content="y"), 0.5)
    # The request that takes the last token is held back until the bucket is full again.
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(sent.edit(content="z"), 0.2)
    assert sandbox.world.channel("games").messages[sent.id].payload["content"] == "z"
    assert [e.status for e in sandbox.requests if e.status == 429] == []


async def test_application_emojis(sandbox: Sandbox, client: Client) -> None:
    await running(client)
    emoji = await client.create_application_emoji(name="jack_clubs", image=PNG)
    assert [e.name for e in await client.fetch_application_emojis()] == ["jack_clubs"]
    view = ui.LayoutView(timeout=None)
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    row.add_item(ui.Button(emoji=emoji, custom_id="card"))
    view.add_item(row)
    view.stop()
    await text_channel(client).send(view=view, allowed_mentions=NONE)
    await emoji.delete()
    assert sandbox.world.emojis == {}


async def test_a_zombie_connection_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client's heart stops, and the server is the one to notice."""
    sandbox = Sandbox(
        gateway_times=GatewayTimes(heartbeat=0.2, identify_spacing=0),
        interaction_times=InteractionTimes(),
    )
    await sandbox.start()
    point_at(sandbox, monkeypatch)
    async with Client() as client:
        await running(client)
        first = next(iter(sandbox.gateway.links))
        heart: Any = vars(client.ws)["_keep_alive"]
        heart.stop()
        await client.until_heard("resumed")
        assert first not in sandbox.gateway.links
    await sandbox.stop()


def test_shapes_are_plain_json(sandbox: Sandbox) -> None:
    found: Json = sandbox.control.state()
    assert found["online"] is False
    assert len(found["users"]) == 8
