"""Fair deals, for everybody to see: what was published before proves the cards, and no seed is out early (F34)."""

from __future__ import annotations

import asyncio
import os
import random
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.autopilot import Autopilot
from tests.e2e.guest import buttons, pressable, private, table_number, text_of
from tests.e2e.house import ROOT, House
from tests.e2e.party import Party

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.e2e.guest import Guest, Json

CUTS = ("it's $(touch owned) `touch owned`", '```"\\;& touch owned #', "-\u202e\ufe0f Größe 🂡 %s!")
BLOCK = re.compile(r"```sh\n(.+)\n```")
TOUCHED = re.compile(r"[0-9a-fA-F](?=[^0-9a-fA-F]*$)")


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    opened = House(tmp_path, clicks=300)
    opened.sandbox.limits.enabled = False
    await opened.open()
    yield opened
    await opened.close()


def everything_sent(house: House) -> str:
    """All that has left the process: requests, files that came with them, and the log."""
    sent = [f"{one.path} {one.query} {one.body}" for one in house.sandbox.requests]
    files = [
        content.decode("latin-1")
        for channel in house.sandbox.world.channels.values()
        for message in channel.messages.values()
        for content in message.files.values()
    ]
    return "\n".join((*sent, *files, house.log()))


def hidden_seeds(house: House) -> list[str]:
    """Those of deals that are not over."""
    return [seed.lower() for (seed,) in house.rows("SELECT hex(seed) FROM deals WHERE finished_at IS NULL")]


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What a person gets who pastes a command into a shell."""
    env = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        ["sh", "-c", command], cwd=folder, env=env, capture_output=True, text=True, timeout=60, check=False
    )


def changed(command: str, option: str) -> str:
    """A command with the last hexadecimal digit of an option's value changed."""
    words = shlex.split(command)
    at = max(n for n, word in enumerate(words) if word.startswith(f"--{option}="))
    words[at] = TOUCHED.sub(lambda found: "1" if found[0] != "1" else "2", words[at])
    return shlex.join(words)


async def checked(guest: Guest, board: Json, deal: str) -> str:
    """The private answer to the button below a result."""
    answer = await (await guest.press(board, f"skat-check:{deal}")).answer()
    assert private(answer)
    return text_of(answer)


async def cut_table(house: House) -> Party:
    """A lobby in which everybody has cut the cards, then started."""
    channel = house.channel()
    guests = [house.guest(name, channel) for name in ("Anna", "Ben", "Clara")]
    board = await (await guests[0].command("skat open")).answer()
    table = table_number(board)
    for guest in guests[1:]:
        await guest.press(await guest.board_with(f"skat-table:{table}:join"), f"skat-table:{table}:join")
    await guests[0].board_with(f"skat-table:{table}:start")
    ((published,),) = house.rows("SELECT commitment FROM deals WHERE table_id = ?", table)
    assert published in text_of(guests[0].board())
    for guest, text in zip(guests, CUTS, strict=True):
        form = await guest.press(guest.board(), f"skat-table:{table}:cut")
        await guest.person.submit(form, {"cut": text})
    await guests[0].until(
        lambda: house.rows("SELECT count(*) FROM cuts WHERE table_id = ?", table) == [(3,)], "three cuts"
    )
    await guests[0].press(guests[0].board(), f"skat-table:{table}:start")
    return Party(house, table, tuple(guests))


async def play(party: Party, moves: int | None) -> None:
    """The people play until deal 0 is over or has so many moves."""

    def enough() -> bool:
        over = "SELECT finished_at IS NOT NULL FROM deals WHERE table_id = ? AND number = 0"
        made = "SELECT count(*) FROM moves WHERE table_id = ? AND number = 0"
        if moves is None:
            return party.house.rows(over, party.table) == [(1,)]
        return party.house.rows(made, party.table)[0][0] >= moves

    pilots = [Autopilot(g, random.Random(n), boldness=0.8, talkative=0.0) for n, g in enumerate(party.people)]
    await asyncio.gather(*(pilot.play(enough) for pilot in pilots))


async def test_f34_the_published_fingerprint_proves_the_deal(house: House) -> None:
    party = await cut_table(house)
    anna, ben, clara = party.people
    ((published,),) = house.rows("SELECT commitment FROM deals WHERE table_id = ?", party.table)
    await anna.until_board(published[:16])
    await play(party, 3)
    button = f"skat-check:{party.deal}"
    assert "läuft noch" in await anna.told(anna.board(), button, forged=True)
    house.process.send_signal(signal.SIGKILL)
    await house.process.wait()
    await house.open()
    assert "still being played" in await clara.told(clara.board(), button, forged=True)
    assert "gibt es auf diesem Server nicht" in await ben.told(ben.board(), f"skat-check:{party.table}-7", forged=True)
    for guest in party.people:
        await guest.command("skat hand")
        await guest.command("privacy export")
    hidden = hidden_seeds(house)
    assert len(hidden) == 1
    assert not [seed for seed in hidden if seed[:16] in everything_sent(house)]

    await play(party, None)
    board = await party.result()
    assert published in text_of(board)
    assert hidden[0] in text_of(board)
    assert not [seed for seed in hidden_seeds(house) if seed[:16] in everything_sent(house)]

    vera = house.guest("Vera", anna.channel)
    said = {name: await checked(guest, board, party.deal) for name, guest in (("de", anna), ("en", vera))}
    assert "Ja, alles passt zusammen" in said["de"]
    assert "Yes, everything matches" in said["en"]
    assert "3 cuts were mixed in" in said["en"]
    (command,) = BLOCK.findall(said["en"])
    assert published in command
    folder = house.directory
    ran = shell(command, folder)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "the cards match" in ran.stdout
    assert "the commitment matches" in ran.stdout
    assert not (folder / "owned").exists()
    for option in ("seed", "commitment", "cut-hex", "cards", "deal"):
        assert shell(changed(command, option), folder).returncode == 1, option

    # The old board keeps its result, and the button with it.
    await party.next()
    retired = await anna.until(
        lambda: next((m for m in anna.messages() if m["id"] == board["id"] and not moves_on(m)), None), "an old board"
    )
    assert "Ja, alles passt" in await checked(anna, retired, f"{party.table}-0")
    # A deal of another server is none of this one's.
    world = house.sandbox.world
    elsewhere = world.add_guild("Elsewhere", "en-US", owner=world.person("Olga"))
    world.join(elsewhere, world.person("David"))
    away = house.guest("David", str(world.add_channel(elsewhere, "away").id))
    shown = await (await away.command("privacy show")).answer()
    assert "no such deal" in await away.told(shown, f"skat-check:{party.table}-0", forged=True)


def moves_on(message: Json) -> list[str]:
    return [name for name in pressable(message) if name.startswith("skat-table:")]


async def test_a_database_that_was_tampered_with_does_not_pass(house: House) -> None:
    """Whoever changes a seed, a cut or a move afterwards is found out by the button."""
    party = await cut_table(house)
    anna = party.people[0]
    await play(party, None)
    board = await party.result()
    assert f"skat-check:{party.deal}" in buttons(board)
    for statement, words in (
        ("UPDATE deals SET seed = zeroblob(32) WHERE number = 0", "gehört nicht zu diesem Startwert"),
        ("UPDATE cuts SET text = text || '!' WHERE number = 0 AND position = 2", "sind nicht die gespielten"),
    ):
        connection = sqlite3.connect(house.database, timeout=10)
        with connection:
            assert connection.execute(statement).rowcount == 1
        connection.close()
        told = await checked(anna, board, party.deal)
        assert words in told
        assert "✅" not in told
