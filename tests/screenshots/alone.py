"""What is photographed of what one plays alone: a hint, a deal played again, and the daily dozen to its list."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

from tests.e2e.autopilot import Autopilot
from tests.e2e.guest import buttons, private
from tests.e2e.hermit import begun_daily, closed, finished, newest_table, own_messages, play
from tests.e2e.party import open_table

if TYPE_CHECKING:
    from tests.e2e.guest import Guest
    from tests.screenshots.studio import Studio
    from tests.screenshots.tour import Language

SEEN_AFTER = 1.5


async def alone(studio: Studio, language: Language) -> None:
    await _hint(studio, language)
    await _again(studio, language)
    await _daily(studio, language)


def _moves(studio: Studio, table: int, number: int) -> int:
    ((count,),) = studio.rows("SELECT count(*) FROM moves WHERE table_id = ? AND number = ?", table, number)
    return count


async def _hint(studio: Studio, language: Language) -> None:
    party = await open_table(studio, language.people[2:], computers=2, seed=99)
    (guest,) = party.people
    key = f"skat-ui:{party.deal}:hint:"
    await guest.press(await guest.hand_with(party.deal, key), key)
    await asyncio.sleep(SEEN_AFTER)
    await studio.shoot(guest, f"{language.code}-hint")
    await party.end()


async def _again(studio: Studio, language: Language) -> None:
    """The same cards after the end of a deal; the comparison."""
    party = await open_table(studio, language.people[2:], computers=2, seed=99)
    (guest,) = party.people
    studio.choose_seed(None)
    pilot = Autopilot(guest, random.Random(1), boldness=0.9, talkative=0.0)
    await pilot.play(lambda: finished(studio, party.table) == 1)
    board = await party.result()
    await asyncio.sleep(SEEN_AFTER)
    await studio.shoot_message(guest, board["id"], f"{language.code}-again-button")
    await guest.press(board, f"skat-again:{party.table}-0:own")
    table = newest_table(studio, "practice")
    await asyncio.sleep(SEEN_AFTER)
    await studio.shoot(guest, f"{language.code}-practice")
    await play(guest, table, 2, lambda: closed(studio, table))
    await asyncio.sleep(SEEN_AFTER)
    await _shoot_own(studio, guest, f"skat-again:{party.table}-0:1", f"{language.code}-practice-result")
    await party.end()


async def _shoot_own(studio: Studio, guest: Guest, custom_id: str, name: str) -> None:
    """The newest private message with a button, whole, as on a phone."""
    message = next(m for m in guest.messages() if private(m) and custom_id in buttons(m))
    await studio.shoot_message(guest, message["id"], name)


async def _daily(studio: Studio, language: Language) -> None:
    channel = studio.channel()
    for name in language.people[:2]:
        other = studio.guest(name, studio.channel())
        table = await begun_daily(other, studio)
        await play(other, table, len(name), lambda table=table: finished(studio, table) >= 2)
    guest = studio.guest(language.people[2], channel)
    table = await begun_daily(guest, studio)
    await asyncio.sleep(SEEN_AFTER)
    await studio.shoot(guest, f"{language.code}-daily-begin")
    await play(guest, table, 1, lambda: _moves(studio, table, 0) > 20 or finished(studio, table) > 0)
    await asyncio.sleep(SEEN_AFTER)
    await studio.shoot(guest, f"{language.code}-daily-play")
    await play(guest, table, 1, lambda: finished(studio, table) == 3)
    await asyncio.sleep(SEEN_AFTER)
    await studio.shoot(guest, f"{language.code}-daily-result")
    await _shoot_own(studio, guest, f"skat-table:{table}:next.3", f"{language.code}-daily-result-whole")
    more = next(name for name in buttons(own_messages(guest, table)[0]) if name.endswith(":more:"))
    menu = await (await guest.press(own_messages(guest, table)[0], more)).answer()
    await studio.shoot(guest, f"{language.code}-daily-more", sizes=("phone",))
    guest.person.dismiss(guest.person.message(menu))
    await play(guest, table, 3, lambda: closed(studio, table))
    await asyncio.sleep(SEEN_AFTER)
    done = await (await guest.command("daily")).answer()
    await studio.shoot(guest, f"{language.code}-daily-list")
    await studio.shoot_message(guest, done["id"], f"{language.code}-daily-list-whole")
