"""F16, F18, F19 with the real process: what it asks of Discord when a place is gone, and how play goes on."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.sandbox.errors import Refusal
from bot.sandbox.faults import refusing
from tests.faults.party import Party, ids, words

if TYPE_CHECKING:
    from bot.sandbox.requestlog import Request
    from tests.faults.rig import Rig

QUIET = 2.0
"""Seconds in which a board would have been edited, and an edit that failed tried again."""


async def playing(rig: Rig, *names: str, channel: str = "games", moves: int = 6) -> Party:
    party = Party(rig, channel, names)
    await party.start()
    await party.play_moves(moves)
    return party


def mark(rig: Rig) -> int:
    return max((request.number for request in rig.sandbox.requests), default=0)


def about(rig: Rig, after: int, *places: str) -> list[Request]:
    """Requests that name one of the channels or servers, the cards' faces and names of commands aside."""
    return [one for one in rig.sandbox.requests.after(after) if any(place in one.path for place in places)]


def closed(rig: Rig, table: int) -> object:
    ((reason,),) = rig.disk.rows("SELECT closed_reason FROM tables WHERE id = ?", table)
    return reason


async def test_f16_a_deleted_channel(rig: Rig) -> None:
    rig.settings |= {"SKAT_TABLES_PER_USER": "1", "SKAT_REMINDER_SECONDS": "1", "SKAT_STAND_IN_SECONDS": "2"}
    await rig.start()
    party = await playing(rig, "Anna", "Ben", "Clara")
    (board,) = rig.disk.rows("SELECT channel FROM tables WHERE id = ?", party.table)
    channel = str(board[0])
    rig.sandbox.world.delete_channel(rig.sandbox.world.channel("games"))
    await rig.logged("is suspended")
    await asyncio.sleep(0.3)
    after, saved = mark(rig), rig.disk.moves(party.table)
    await asyncio.sleep(QUIET + 1)
    assert about(rig, after, channel) == []
    assert rig.disk.moves(party.table) == saved
    assert closed(rig, party.table) is None
    # Everybody is free at once, at one table a person.
    second = await playing(rig, "Anna", "Ben", "Clara", channel="more-games", moves=2)
    assert second.table != party.table
    # A restart finds out by one request that is told so, and asks no more.
    await rig.kill()
    after = mark(rig)
    await rig.start()
    await rig.until(lambda: about(rig, after, channel), "the request that finds out")
    await asyncio.sleep(QUIET)
    refused = about(rig, after, channel)
    assert [(one.status, one.answer["code"]) for one in refused] == [(404, 10003)]
    assert rig.errors() == []


async def thread_party(rig: Rig) -> Party:
    world = rig.sandbox.world
    world.add_thread(world.channel("games"), "skat-evening", world.person("Anna").id)
    return await playing(rig, "Anna", "Ben", channel="skat-evening")


async def test_f18_an_archived_thread_is_opened_once(rig: Rig) -> None:
    await rig.start()
    party = await thread_party(rig)
    thread = rig.sandbox.world.channel("skat-evening")
    after = mark(rig)
    rig.sandbox.control.set_thread("skat-evening", archived=True)
    await party.play()
    assert party.over
    assert not thread.archived
    opened = [
        r
        for r in about(rig, after, f"/channels/{thread.id}")
        if r.method == "PATCH" and r.path.endswith(f"/{thread.id}")
    ]
    assert [one.status for one in opened] == [200]
    assert rig.errors() == []


async def test_f18_a_locked_thread_pauses_the_table(rig: Rig) -> None:
    await rig.start()
    party = await thread_party(rig)
    thread = rig.sandbox.world.channel("skat-evening")
    board = party.board
    after = mark(rig)
    rig.sandbox.control.set_thread("skat-evening", archived=True, locked=True)
    turn = await party.next_turn()
    assert turn is not None
    await turn.person.click(turn.hand, custom_id=party.choice(turn))
    await rig.logged("is paused")
    await asyncio.sleep(0.3)
    failed = [one for one in about(rig, after, f"/channels/{thread.id}") if one.status and one.status >= 400]
    assert 2 <= len(failed) <= 4, [(one.method, one.path, one.status) for one in failed]
    moves, count = rig.disk.moves(party.table), mark(rig)
    await asyncio.sleep(QUIET)
    assert [one for one in about(rig, count, f"/channels/{thread.id}") if one.status and one.status >= 400] == []
    assert rig.disk.moves(party.table) == moves
    rig.sandbox.control.set_thread("skat-evening", archived=False, locked=False)
    await party.play()
    assert party.over
    assert board["id"] in {message["id"] for message in party.people[0].messages("skat-evening")}


async def test_f19_removed_and_invited_again(rig: Rig) -> None:
    rig.settings |= {"SKAT_REMINDER_SECONDS": "1", "SKAT_STAND_IN_SECONDS": "2"}
    await rig.start()
    party = await playing(rig, "Anna", "Ben")
    world = rig.sandbox.world
    (guild,) = world.guilds.values()
    places = [str(guild.id), *map(str, guild.channels)]
    question = f"/guilds/{guild.id}"

    def asking(after: int) -> list[Request]:
        """From the first time that the bot asks whether it is really gone: what was on its way before may fail."""
        asked = about(rig, after, *places)
        return asked[next((at for at, one in enumerate(asked) if one.path == question), len(asked)) :]

    after = mark(rig)
    rig.sandbox.control.kick()
    await rig.until(lambda: asking(after), "the question whether it is gone")
    await asyncio.sleep(0.3)
    moves = rig.disk.moves(party.table)
    await asyncio.sleep(QUIET + 1)
    assert [(one.method, one.path, one.status, one.answer["code"]) for one in asking(after)] == [
        ("GET", question, 404, 10004)
    ]
    assert rig.disk.moves(party.table) == moves
    # Also after a restart: the server is not among those that Discord lists.
    await rig.kill()
    after = mark(rig)
    await rig.start()
    await rig.until(lambda: about(rig, after, *places), "the question whether it is gone")
    await asyncio.sleep(QUIET)
    assert [(one.method, one.path) for one in about(rig, after, *places)] == [("GET", question)]
    assert closed(rig, party.table) is None
    rig.settings |= {"SKAT_REMINDER_SECONDS": "60", "SKAT_STAND_IN_SECONDS": "120"}
    rig.sandbox.control.invite()
    await party.resume()
    await party.play()
    assert party.over
    assert rig.errors() == []


async def test_f19_a_removal_that_is_not_true_changes_nothing(rig: Rig) -> None:
    """The event alone is not enough: while the server still answers, its tables are not given up."""
    await rig.start()
    party = await playing(rig, "Anna", "Ben")
    rig.sandbox.control.kick()
    rig.sandbox.control.invite()
    await party.resume()
    await party.play()
    assert party.over


async def test_f19_an_outage_pauses_and_deletes_nothing(rig: Rig) -> None:
    rig.settings |= {"SKAT_REMINDER_SECONDS": "1", "SKAT_STAND_IN_SECONDS": "2"}
    await rig.start()
    party = await playing(rig, "Anna", "Ben", "Clara")
    rig.sandbox.control.outage()
    await asyncio.sleep(0.3)
    moves, after = rig.disk.moves(party.table), mark(rig)
    await asyncio.sleep(QUIET + 1)
    assert rig.disk.moves(party.table) == moves
    (guild,) = rig.sandbox.world.guilds.values()
    # What was on its way when it began is tried again, more and more seldom.
    assert len(about(rig, after, *map(str, guild.channels))) <= 3
    rig.sandbox.control.outage(available=True)
    await party.rig.saved(moves + 1)
    assert closed(rig, party.table) is None
    assert any("skat-table" in one or "skat-ui" in one for one in ids(party.board))
    assert words(party.board)
    assert rig.errors() == []


async def test_a_permission_given_back_by_a_role_goes_on(rig: Rig) -> None:
    """Meanwhile nobody is stood in for, who could not have clicked; afterwards they are."""
    rig.settings |= {"SKAT_REMINDER_SECONDS": "1", "SKAT_STAND_IN_SECONDS": "2"}
    await rig.start()
    party = await playing(rig, "Anna", "Ben")
    after = mark(rig)
    rig.sandbox.faults.add(refusing(Refusal.MISSING_PERMISSIONS, "PATCH|POST", r"^/channels/", 100))
    turn = await party.next_turn()
    assert turn is not None
    await turn.person.click(turn.hand, custom_id=party.choice(turn))

    def refused() -> list[Request]:
        return [one for one in rig.sandbox.requests.after(after) if one.status == 403]

    await rig.logged("is paused")
    await asyncio.sleep(0.3)
    moves = rig.disk.moves(party.table)
    await asyncio.sleep(3)
    assert rig.disk.moves(party.table) == moves
    assert len(refused()) == 3
    rig.sandbox.faults.clear()
    world = rig.sandbox.world
    (guild,) = world.guilds.values()
    world.set_role_permissions(guild, guild.roles[guild.id], guild.roles[guild.id].permissions)
    await rig.saved(moves + 1)
    assert rig.errors() == []
