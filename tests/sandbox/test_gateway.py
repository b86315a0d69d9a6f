"""The gateway by hand: identify, intents, resume, close codes, faults."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from bot.sandbox import GatewayTimes, Sandbox
from tests.sandbox.wire import Wire

if TYPE_CHECKING:
    from tests.sandbox.conftest import Raw


async def logged_in(wire: Wire) -> Wire:
    answer = await wire.identify()
    assert answer["t"] == "READY", answer
    await wire.event("GUILD_CREATE")
    return wire


async def test_hello_ready_and_guild(sandbox: Sandbox) -> None:
    async with Wire(sandbox) as wire:
        assert wire.hello["op"] == 10
        assert wire.hello["d"]["heartbeat_interval"] == 2000
        await wire.identify()
        assert [guild["unavailable"] for guild in wire.ready["guilds"]] == [True]
        guild = await wire.event("GUILD_CREATE")
        assert [member["user"]["bot"] for member in guild["members"]] == [True]
        await wire.send(1, wire.sequence)
        assert (await wire.next())["op"] == 11


async def test_zlib_stream(sandbox: Sandbox) -> None:
    async with Wire(sandbox, "?v=10&encoding=json&compress=zlib-stream") as wire:
        await logged_in(wire)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"token": "revoked"}, 4004),
        ({"intents": 1 << 30}, 4013),
        ({"intents": 1 | 1 << 15}, 4014),
        ({"shard": [2, 2]}, 4010),
        ({"properties": None}, 4002),
    ],
)
async def test_identify_refused(sandbox: Sandbox, changes: dict[str, Any], code: int) -> None:
    sandbox.revoke_token("revoked")
    async with Wire(sandbox) as wire:
        assert await wire.identify(**changes) == {"closed": code}


async def test_frames_out_of_order_close(sandbox: Sandbox) -> None:
    async with Wire(sandbox) as wire:
        await wire.send(3, {})
        assert await wire.next() == {"closed": 4003}
    async with Wire(sandbox) as wire:
        await logged_in(wire)
        assert await wire.identify() == {"closed": 4005}
    async with Wire(sandbox) as wire:
        await wire.socket.send_str("no json")
        assert await wire.next() == {"closed": 4002}
    async with Wire(sandbox) as wire:
        await wire.send(99, None)
        assert await wire.next() == {"closed": 4001}
    async with Wire(sandbox, "?v=6&encoding=json") as wire:
        assert await wire.next() == {"closed": 4012}


async def test_too_many_frames_close(sandbox: Sandbox) -> None:
    async with Wire(sandbox) as wire:
        for _ in range(121):
            await wire.send(1, None)
        frames = [await wire.next() for _ in range(121)]
    assert frames[-1] == {"closed": 4008}


async def test_identify_too_soon_invalidates(sandbox: Sandbox) -> None:
    sandbox.gateway.times.identify_spacing = 60.0
    async with Wire(sandbox) as first, Wire(sandbox) as second:
        await logged_in(first)
        assert (await second.identify())["op"] == 9


async def test_silent_client_is_dropped(sandbox: Sandbox) -> None:
    sandbox.gateway.times = GatewayTimes(heartbeat=0.05, identify_spacing=0)
    async with Wire(sandbox) as wire:
        await logged_in(wire)
        assert await wire.next() == {"closed": 1006}


async def test_only_the_guilds_intent(sandbox: Sandbox, raw: Raw) -> None:
    world = sandbox.world
    async with Wire(sandbox) as wire:
        await logged_in(wire)
        await raw.post(content="hello")
        channel = world.add_channel(next(iter(world.guilds.values())), "new")
        assert (await wire.next())["t"] == "CHANNEL_CREATE"
        world.delete_channel(channel)
        assert (await wire.next())["t"] == "CHANNEL_DELETE"


async def test_message_events_hide_contents_without_the_intent(sandbox: Sandbox) -> None:
    async with Wire(sandbox) as wire:
        await wire.identify(intents=1 | 1 << 9)
        sandbox.person("Anna").say("games", "what a hand")
        assert (await wire.event("MESSAGE_CREATE"))["content"] == ""
        sandbox.person("Anna").say("games", f"look <@{sandbox.world.bot.id}>")
        assert (await wire.event("MESSAGE_CREATE"))["content"].startswith("look")


async def test_resume_replays_missed_events(sandbox: Sandbox) -> None:
    guild = next(iter(sandbox.world.guilds.values()))
    async with Wire(sandbox) as wire:
        await logged_in(wire)
        session, sequence = wire.ready["session_id"], wire.sequence
        sandbox.gateway.drop()
        assert await wire.next() == {"closed": 1006}
    sandbox.world.add_channel(guild, "missed")
    async with Wire(sandbox) as again:
        await again.resume(session, sequence)
        missed = await again.next()
        assert (missed["t"], missed["s"], missed["d"]["name"]) == ("CHANNEL_CREATE", sequence + 1, "missed")
        assert (await again.next())["t"] == "RESUMED"


async def test_resume_too_late_or_foreign_is_invalid(sandbox: Sandbox) -> None:
    async with Wire(sandbox) as wire:
        await logged_in(wire)
        session, sequence = wire.ready["session_id"], wire.sequence
        sandbox.gateway.drop()
    async with Wire(sandbox) as again:
        await again.resume("unknown", sequence)
        assert (await again.next())["d"] is False
        await again.resume(session, sequence + 5)
        assert (await again.next())["op"] == 9
        sandbox.clock.shift(600)
        await again.resume(session, sequence)
        assert (await again.next())["op"] == 9


async def test_a_clean_close_ends_the_session(sandbox: Sandbox) -> None:
    async with Wire(sandbox) as wire:
        await logged_in(wire)
        session, sequence = wire.ready["session_id"], wire.sequence
        await wire.socket.close(code=1000)
    await sandbox.changes.until(lambda: not sandbox.gateway.online)
    async with Wire(sandbox) as again:
        await again.resume(session, sequence)
        assert (await again.next())["op"] == 9


async def test_reconnect_invalidate_and_revoke(sandbox: Sandbox) -> None:
    async with Wire(sandbox) as wire:
        await logged_in(wire)
        sandbox.gateway.ask_reconnect()
        assert (await wire.next())["op"] == 7
        sandbox.gateway.invalidate(resumable=True)
        assert (await wire.next())["d"] is True
        sandbox.revoke_token("token")
        assert await wire.next() == {"closed": 4004}


async def test_refused_and_silent_and_late(sandbox: Sandbox) -> None:
    guild = next(iter(sandbox.world.guilds.values()))
    async with Wire(sandbox) as wire:
        await logged_in(wire)
        sandbox.gateway.delay = 0.1
        started = asyncio.get_running_loop().time()
        sandbox.world.add_channel(guild, "late")
        await wire.event("CHANNEL_CREATE")
        assert asyncio.get_running_loop().time() - started > 0.09
        sandbox.gateway.silent = True
        await wire.send(1, None)
        with pytest.raises(TimeoutError):
            await wire.next(within=0.1)
    sandbox.control.clear_faults()
    sandbox.gateway.drop(refuse_for=30)
    wire = Wire(sandbox)
    with pytest.raises(Exception, match="503"):
        await wire.__aenter__()
    await wire.session.close()


async def test_outage_kick_and_invite(sandbox: Sandbox, raw: Raw) -> None:
    guild = next(iter(sandbox.world.guilds.values()))
    channel = sandbox.world.channel("games")
    async with Wire(sandbox) as wire:
        await logged_in(wire)
        sandbox.control.outage("Card Club")
        assert await wire.event("GUILD_DELETE") == {"id": str(guild.id), "unavailable": True}
        assert (await raw("GET", f"/guilds/{guild.id}"))[0] == 503
        assert (await raw("GET", f"/channels/{channel.id}"))[0] == 503
        sandbox.control.outage("Card Club", available=True)
        assert (await wire.event("GUILD_CREATE"))["unavailable"] is False
        sandbox.control.kick()
        assert await wire.event("GUILD_DELETE") == {"id": str(guild.id)}
        assert (await raw("GET", f"/guilds/{guild.id}"))[1]["code"] == 10004
        assert (await raw("GET", f"/channels/{channel.id}"))[1]["code"] == 50001
        sandbox.control.invite()
        await wire.event("GUILD_CREATE")


async def test_shards_hear_their_guilds_only(sandbox: Sandbox) -> None:
    guild = next(iter(sandbox.world.guilds.values()))
    mine = (guild.id >> 22) % 2
    async with Wire(sandbox) as own, Wire(sandbox) as other:
        await own.identify(shard=[mine, 2])
        await other.identify(shard=[1 - mine, 2])
        assert len(own.ready["guilds"]) == 1
        assert other.ready["guilds"] == []


async def test_own_role_change_is_heard(sandbox: Sandbox) -> None:
    world = sandbox.world
    guild = next(iter(world.guilds.values()))
    async with Wire(sandbox) as wire:
        await logged_in(wire)
        role = world.add_role(guild, "Bots", 0)
        await wire.event("GUILD_ROLE_CREATE")
        world.set_roles(guild, world.person("Anna").id, role.id)
        world.set_roles(guild, world.bot.id, role.id)
        assert (await wire.event("GUILD_MEMBER_UPDATE"))["user"]["bot"] is True
