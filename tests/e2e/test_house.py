"""``/settings`` in the real process: what moderators choose holds, and nobody else chooses anything (F37)."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from bot.sandbox import permissions
from cogs.ui.rules_text import with_option
from game.rules import PUB, Rules
from tests.e2e.guest import Guest, pressable, selects, table_number, text_of
from tests.e2e.house import QUICK
from tests.e2e.party import open_table

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from bot.sandbox.model import Channel, Guild
    from tests.e2e.house import House

pytestmark = pytest.mark.asyncio(loop_scope="module")

CHANNELS = 8
Json = dict[str, Any]


def home(house: House) -> Guild:
    return next(iter(house.sandbox.world.guilds.values()))


def moderator(house: House, name: str) -> Guest:
    """A new moderator, who has caused no note yet and so is told everything once."""
    world, guild = house.sandbox.world, home(house)
    staff = next(role for role in guild.roles.values() if role.name == "Moderators")
    world.join(guild, world.add_person(name, "de"), staff.id)
    return house.guest(name, house.channel())


async def menu(guest: Guest) -> Json:
    """The settings, opened anew; whatever was chosen before is taken back afterwards."""
    return await (await guest.command("settings")).answer()


def chosen(guest: Guest, shown: Json, custom_id: str) -> str:
    """The line that a select shows as chosen."""
    (line,) = [o["label"] for o in selects(guest.person.message(shown))[custom_id]["options"] if o.get("default")]
    return line


def to(house: House, verb: str) -> str:
    return f"skat-settings:{home(house).id}:{verb}"


@asynccontextmanager
async def settings(
    house: House, name: str = "Mona", where: Channel | None = None
) -> AsyncGenerator[tuple[Guest, Json]]:
    """A moderator with the open menu; in the end the server has its usual settings again."""
    guest = house.guest(name, where or house.channel())
    shown = await menu(guest)
    try:
        yield guest, shown
    finally:
        moderator = house.guest("Olga", house.channel())
        open_menu = await menu(moderator)
        await moderator.choose(open_menu, to(house, "language"), "server")
        for name, value in (("stand_in", "usual"), ("reminder", "usual"), ("next_deal", "usual")):
            await moderator.choose(open_menu, to(house, name), value)
        await choose_channels(moderator, open_menu, to(house, "channels"))
        await moderator.press(open_menu, to(house, "rules"))
        await moderator.press(moderator.person.message(open_menu), to(house, "preset.international"))


async def choose_channels(guest: Guest, shown: Json, custom_id: str, *channels: Channel) -> None:
    outcome = await guest.person.select(shown, *[str(one.id) for one in channels], custom_id=custom_id)
    assert outcome.acknowledged, outcome.reason


@pytest.mark.parametrize(
    ("name", "title", "time"),
    [
        ("Mona", "Einstellungen dieses Servers", "Erinnern: nach 5 Minuten (üblich)"),
        ("Olga", "Settings of this server", "Remind: after 5 minutes (usual)"),
    ],
)
async def test_settings_are_shown_in_the_moderators_language(house: House, name: str, title: str, time: str) -> None:
    async with settings(house, name) as (guest, shown):
        assert title in text_of(shown)
        assert QUICK["SKAT_REMINDER_SECONDS"] == "300"
        assert chosen(guest, shown, to(house, "reminder")) == time


async def test_the_language_of_the_boards_changes_at_once_and_outlives_the_process(house: House) -> None:
    channel = house.channel()
    anna = house.guest("Anna", channel)
    await anna.command("skat open")
    await anna.until_board("Regeln:")
    async with settings(house) as (mona, shown):
        await mona.choose(shown, to(house, "language"), "en")
        await anna.until_board("Rules:")
        assert chosen(mona, shown, to(house, "language")) == "Tischsprache: English"
        assert await house.stop() == 0
        await house.open()
        await anna.press(anna.board(), f"skat-table:{table_number(anna.board())}:add.club")
        await anna.until_board("Rules:")
        # A new table, too; what only Anna sees stays in her language.
        ben = house.guest("Ben", house.channel())
        assert "Rules:" in await ben.ask("skat open")
        assert "Hier läuft schon ein Tisch" in await ben.ask("skat open")
        olga = house.guest("Olga", house.channel())
        await olga.choose(await menu(olga), to(house, "language"), "de")
        await anna.until_board("Regeln:")


async def test_default_rules_are_for_new_tables_alone(house: House) -> None:
    """F37: what a table is played by is fixed when it starts."""
    party = await open_table(house, ["Anna"], computers=2, seed=3)
    before = house.rows("SELECT rules FROM tables WHERE id = ?", party.table)
    async with settings(house) as (mona, shown):
        await mona.press(shown, to(house, "rules"))
        page = mona.person.message(shown)
        assert "International" in text_of(page)
        await mona.press(page, to(house, "preset.pub"))
        await mona.choose(page, to(house, "option.length"), "12")
        await mona.choose(page, to(house, "option.bock"), "on")
        expected = with_option(with_option(PUB, "length", "12"), "bock", "on")
        await mona.press(mona.person.message(page), to(house, "show"))
        assert "Übliche Regeln" in text_of(mona.person.message(shown))
        assert "Bock: an" in text_of(mona.person.message(shown))
        assert house.rows("SELECT rules FROM tables WHERE id = ?", party.table) == before == [(str(Rules()),)]
        assert house.rows("SELECT DISTINCT rules FROM deals WHERE table_id = ?", party.table) == before
        ben = house.guest("Ben", house.channel())
        board = await (await ben.command("skat open")).answer()
        assert "Bock: an" in text_of(board)
        rows = house.rows("SELECT rules FROM tables WHERE id = ?", table_number(board))
        assert [Rules.parse(text) for (text,) in rows] == [expected]
        # The running table's own rules are what its deals go on with.
        assert "International" in await _rules_of(party.people[0])
    await party.end()


async def _rules_of(guest: Guest) -> str:
    more = next(name for name in pressable(guest.board()) if name.endswith(":more:"))
    opened = await (await guest.press(guest.board(), more)).answer()
    rules = next(name for name in pressable(opened) if name.endswith(":rules"))
    return text_of(await (await guest.press(opened, rules)).answer())


async def test_times_apply_at_once_also_to_who_is_waited_for(house: House) -> None:
    party = await open_table(house, ["Anna"], computers=2, seed=None)
    anna = party.people[0]
    await anna.until(lambda: anna.hand(party.deal), "a hand")
    async with settings(house) as (mona, shown):
        await mona.choose(shown, to(house, "reminder"), "30")
        assert chosen(mona, shown, to(house, "reminder")) == "Erinnern: nach 30 Sekunden"
        # The stand-in gives way to the reminder: it comes later, always.
        await mona.choose(shown, to(house, "stand_in"), "60")
        await mona.choose(shown, to(house, "reminder"), "180")
        assert chosen(mona, shown, to(house, "stand_in")) == "Vertretung: nach 5 Minuten"
        await mona.choose(shown, to(house, "stand_in"), "60")
        assert chosen(mona, shown, to(house, "reminder")) == "Erinnern: nach 30 Sekunden"
        await mona.choose(shown, to(house, "reminder"), "never")
        assert chosen(mona, shown, to(house, "reminder")) == "Erinnern: nie"
        kept = dict(house.rows("SELECT key, value FROM settings WHERE guild = ?", home(house).id))
        assert (kept["reminder"], kept["stand_in"]) == ("never", "60")
        outcome = await mona.forge(shown, to(house, "stand_in"), component_type=3, values=["86400"])
        assert "nicht mehr zur Wahl" in text_of(await outcome.answer())
        assert dict(house.rows("SELECT key, value FROM settings WHERE guild = ?", home(house).id)) == kept
    await party.end()


async def test_tables_are_opened_in_the_allowed_channels_and_their_threads(house: House) -> None:
    here, there = house.channel("skat-here"), house.channel("skat-there")
    thread = house.sandbox.world.add_thread(there, "night", house.sandbox.world.person("Ben").id)
    async with settings(house) as (mona, shown):
        await choose_channels(mona, shown, to(house, "channels"), there)
        assert f"nur in <#{there.id}>" in text_of(mona.person.message(shown))
        (select,) = [part for part in _selects(mona.person.message(shown)) if part["type"] == CHANNELS]
        assert [one["id"] for one in select["default_values"]] == [str(there.id)]
        for name, words in (("Ben", "wird hier nicht Skat gespielt"), ("Vera", "Skat is not played here")):
            told = await house.guest(name, here).ask("skat open")
            assert words in told
            assert f"<#{there.id}>" in told
        assert "Regeln:" in await house.guest("Ben", there).ask("skat open")
        assert "Regeln:" in await house.guest("Ben", str(thread.id)).ask("skat open")
        # Its last allowed channel is gone: better anywhere than nowhere.
        await choose_channels(mona, mona.person.message(shown), to(house, "channels"), gone := house.channel())
        house.sandbox.world.delete_channel(gone)
        assert "Regeln:" in await house.guest("Ben", here).ask("skat open")


def _selects(message: Json) -> list[Json]:
    from bot.sandbox.gestures import parts_of

    return [part for part in parts_of(message) if part["type"] in (3, CHANNELS)]


async def test_channels_of_another_server_are_no_choice(house: House) -> None:
    world = house.sandbox.world
    other = world.add_guild("Elsewhere", "en-US", owner=world.person("Olga"))
    foreign = world.add_channel(other, "foreign")
    nora = moderator(house, "Nora")
    outcome = await nora.forge(
        await menu(nora), to(house, "channels"), component_type=CHANNELS, values=[str(foreign.id)]
    )
    assert "nicht mehr zur Wahl" in text_of(await outcome.answer())
    assert house.rows("SELECT count(*) FROM settings WHERE key = 'channels'") == [(0,)]


async def test_a_season_is_reset_after_a_second_question(house: House) -> None:
    async with settings(house) as (mona, shown):
        await mona.press(shown, to(house, "season"))
        assert "nicht zurückholen" in text_of(mona.person.message(shown))
        await mona.press(mona.person.message(shown), to(house, "show"))
        assert house.rows("SELECT count(*) FROM settings WHERE key = 'season_resets'") == [(0,)]
        await mona.press(mona.person.message(shown), to(house, "season"))
        await mona.press(mona.person.message(shown), to(house, "season-sure"))
        told = text_of(mona.person.message(shown))
        assert "Die neue Saison hat begonnen" in told
        ((kept,),) = house.rows("SELECT value FROM settings WHERE key = 'season_resets'")
        assert f"<t:{int(float(kept))}:D>" in told


# Help, rules and the lesson

# F37


async def test_f37_the_command_is_refused_without_the_right_and_not_even_offered(house: House) -> None:
    anna = house.guest("Anna", house.channel())
    await anna.person.refresh()
    assert "settings" not in {command["name"] for command in anna.person.surroundings["commands"]}
    # A server may offer the command to everyone: the bot looks for itself.
    offered = next(
        iter(command for command in house.sandbox.world.commands[None].values() if command["name"] == "settings")
    )
    usual, offered["default_member_permissions"] = offered["default_member_permissions"], None
    house.sandbox.world.surroundings_changed()
    try:
        for name, words in (("Anna", "die diesen Server verwalten"), ("Vera", "who manage this server")):
            guest = house.guest(name, house.channel())
            outcome = await guest.command("settings")
            told = await outcome.answer()
            assert words in text_of(told)
            assert not selects(told)
    finally:
        offered["default_member_permissions"] = usual
        house.sandbox.world.surroundings_changed()


async def test_f37_every_click_is_refused_once_the_role_is_gone(house: House) -> None:
    mona = moderator(house, "Marta")
    shown = await menu(mona)
    before = house.rows("SELECT guild, key, value FROM settings ORDER BY key")
    house.sandbox.world.set_roles(home(house), mona.id)
    answers: list[Json] = []
    for verb, values in (
        ("language", ["en"]),
        ("reminder", ["30"]),
        ("stand_in", ["90"]),
        ("next_deal", ["10"]),
        ("option.kontra", ["needs_18"]),
        ("channels", [str(house.channel().id)]),
        ("rules", None),
        ("preset.pub", None),
        ("season", None),
        ("season-sure", None),
        ("show", None),
    ):
        kind = 2 if values is None else CHANNELS if verb == "channels" else 3
        outcome = await mona.forge(shown, to(house, verb), component_type=kind, values=values)
        answers += outcome.messages
    # Told once, then acknowledged in silence: nobody causes more notes than that.
    assert len(answers) == 1
    assert "die diesen Server verwalten" in text_of(answers[0])
    assert house.rows("SELECT guild, key, value FROM settings ORDER BY key") == before
    assert selects(mona.person.message(shown)) == selects(shown)


async def test_f37_the_id_of_another_server_is_refused(house: House) -> None:
    world = house.sandbox.world
    other = world.add_guild("Second Club", "en-US", owner=world.person("Olga"))
    mona = moderator(house, "Meike")
    world.join(other, world.person("Meike"), world.add_role(other, "Moderators", permissions.MODERATOR).id)
    shown = await menu(mona)
    for verb, kind, values in (("language", 3, ["en"]), ("preset.pub", 2, None), ("season-sure", 2, None)):
        outcome = await mona.forge(shown, f"skat-settings:{other.id}:{verb}", component_type=kind, values=values)
        if verb == "language":
            assert "gehört zu einem anderen Server" in text_of(await outcome.answer())
    assert house.rows("SELECT count(*) FROM settings WHERE guild = ?", other.id) == [(0,)]


async def test_settings_never_replace_a_public_message(house: House) -> None:
    """A click that only an invented message could bring: the board stays a board."""
    mona = house.guest("Mona", house.channel())
    board = await (await mona.command("skat open")).answer()
    outcome = await mona.forge(board, to(house, "show"))
    assert "Einstellungen dieses Servers" in text_of(await outcome.answer())
    assert text_of(mona.person.message(board)) == text_of(board)
    assert outcome.message is not None
    assert outcome.message["flags"] & 64
