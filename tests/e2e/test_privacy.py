"""A person's data: shown, taken along, deleted in the middle of a deal, over a kill and after a restore (F39)."""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from bot.sqlite_file import forms
from tests.e2e.autopilot import Autopilot
from tests.e2e.guest import buttons, pressable, private, text_of
from tests.e2e.house import ROOT, House
from tests.e2e.party import open_table
from tests.e2e.scripts import Script

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.e2e.guest import Guest
    from tests.e2e.party import Party

SCRIPT = Script(99, "M:bid.18 F:hold.18 M:bid.20 F:hold.20 M:bid.22 F:pass R:pass M:skat M:announce.H.C9CQ")

SAID = {
    "de": ("Nichts.", "1 Spielergebnis", "Plätze an 2 Tischen", "1 Einstellung", "Erledigt"),
    "en": ("Nothing.", "1 result of a deal", "seats at 2 tables", "1 preference", "Done"),
}


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A house of one test alone, so that whole database files can be looked through."""
    opened = House(tmp_path, clicks=300)
    opened.sandbox.limits.enabled = False
    await opened.open()
    yield opened
    await opened.close()


def trace(file: Path, user: int) -> bool:
    """Whether a file has an id in it, as SQLite writes numbers or as a text."""
    data = file.read_bytes()
    return any(form in data for form in forms(user))


def traces(house: House, user: int) -> list[str]:
    """The files beside the database, itself among them, that have an id in them."""
    return [file.name for file in sorted(house.directory.glob("skat.db*")) if trace(file, user)]


def totals(house: House, *but: int) -> list[Any]:
    rows = house.rows("SELECT * FROM totals ORDER BY guild, user_id, period, kind")
    return [row for row in rows if row[1] not in but]


async def played(house: House, *, seed: int = 99) -> Party:
    """A table with one finished deal."""
    party = await open_table(house, seed=seed)
    await party.play(SCRIPT)
    return party


async def delete(guest: Guest) -> str:
    """Asks for the deletion and says yes; what is said then."""
    asked = await (await guest.command("privacy delete")).answer()
    assert private(asked)
    await guest.press(asked, "skat-privacy:delete-sure")
    done = await guest.until(
        lambda: next((m for m in guest.messages() if m["id"] == asked["id"] and not buttons(m)), None), "an answer"
    )
    return text_of(done)


def export_of(house: House, guest: Guest, message: Any) -> dict[str, Any]:
    """The file that came with a message, which only the guest may see."""
    assert private(message)
    kept = house.sandbox.world.channels[int(message["channel_id"])].messages[int(message["id"])]
    assert kept.ephemeral_to == guest.id
    (name,) = kept.files
    assert name == "skat-data.json"
    return json.loads(kept.files[name])


async def test_shown_taken_along_and_deleted(house: House) -> None:
    """Both languages; counts before and after; the others' totals and the list stay as they are."""
    party = await played(house)
    second = await open_table(house, seed=None)
    people = {"de": party.people[0], "en": party.people[2]}
    vera = house.guest("Vera", house.channel())
    assert "Nothing." in await vera.ask("privacy show")
    for language, guest in people.items():
        shown = await (await guest.command("preferences")).answer()
        await guest.choose(shown, "skat-preference:sorting", "suits")
        shown = await (await guest.command("privacy show")).answer()
        assert private(shown)
        told = text_of(shown)
        for words in SAID[language][1:4]:
            assert words in told
        assert str(guest.id) in told
        assert set(pressable(shown)) == {"skat-privacy:export", "skat-privacy:delete"}
    anna, ben, clara = party.people
    cut = await anna.press(anna.board(), f"skat-table:{party.table}:cut")
    await anna.person.submit(cut, {"cut": "Schnippschnapp"})
    shown = await (await anna.command("privacy show")).answer()
    file = export_of(house, anna, await (await anna.press(shown, "skat-privacy:export")).answer())
    by_command = export_of(house, anna, await (await anna.command("privacy export")).answer())
    assert {**file, "made_at": ""} == {**by_command, "made_at": ""}
    assert file["user_id"] == str(anna.id)
    assert file["preferences"] == [{"key": "sorting", "value": "suits"}]
    assert [(one["table_id"], one["chair"], one["host"]) for one in file["chairs"]] == [
        (str(party.table), 0, True),
        (str(second.table), 0, True),
    ]
    assert [one["text"] for one in file["cuts"]] == ["Schnippschnapp"]
    assert [(one["table_id"], one["number"], one["role"]) for one in file["results"]] == [
        (str(party.table), 0, "defender")
    ]
    assert {one["period"] for one in file["totals"]} > {"all"}
    everything = json.dumps(file)
    for other in (ben, clara, vera):
        assert str(other.id) not in everything
    for (seed,) in house.rows("SELECT hex(seed) FROM deals"):
        assert seed.lower() not in everything

    await party.end()
    await second.end()
    others = totals(house, anna.id)
    assert len(others) < len(totals(house))
    assert "Erledigt" in await delete(anna)
    assert totals(house) == others
    assert traces(house, anna.id) == []
    assert traces(house, ben.id) == ["skat.db"]
    assert house.rows("SELECT count(*) FROM results WHERE user_id IS NULL") == [(1,)]
    assert "Nichts." in await anna.ask("privacy show")
    assert "Anna" not in await ben.ask("leaderboard")
    assert str(anna.id) not in house.log()
    assert await house.stop() == 0
    assert rebuilt(house) == "[]"
    assert "Done" in await restarted_delete(house, clara)


async def restarted_delete(house: House, guest: Guest) -> str:
    await house.open()
    told = await delete(guest)
    assert traces(house, guest.id) == []
    return told


def rebuilt(house: House) -> str:
    """What differed when results, totals and skill were reckoned anew."""
    code = (
        "import asyncio, sys\nfrom bot.store import Store\n"
        "async def run():\n"
        "    store = await Store.open(sys.argv[1])\n"
        "    print([str(one) for one in (await store.rebuild()).differences])\n"
        "    await store.close()\n"
        "asyncio.run(run())"
    )
    command = (sys.executable, "-c", code, f"sqlite+aiosqlite:///{house.database}")
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=60).stdout.strip()


async def test_no_is_no(house: House) -> None:
    party = await played(house)
    anna = party.people[0]
    asked = await (await anna.command("privacy delete")).answer()
    await anna.press(asked, "skat-privacy:show")
    assert "1 Spielergebnis" in text_of(anna.person.message(asked))
    assert house.rows("SELECT count(*) FROM results WHERE user_id = ?", anna.id) == [(1,)]


async def test_nobody_deletes_for_another(house: House) -> None:
    party = await played(house)
    anna, ben, _ = party.people
    asked = await (await anna.command("privacy delete")).answer()
    board = ben.board()
    await ben.forge(board, "skat-privacy:delete-sure")
    await ben.until(lambda: "Erledigt" in "".join(ben.notes()), "an answer")
    assert traces(house, anna.id)
    assert traces(house, ben.id) == []
    assert pressable(anna.person.message(asked))


def finished(house: House, party: Party) -> int:
    ((count,),) = house.rows("SELECT count(*) FROM deals WHERE table_id = ? AND finished_at IS NOT NULL", party.table)
    return count


async def play_on(house: House, party: Party, guests: list[Guest], deals: int) -> None:
    """Some of the people play until so many deals are over."""
    pilots = [Autopilot(guest, random.Random(n), boldness=0.3, talkative=0.0) for n, guest in enumerate(guests)]
    await asyncio.gather(*(pilot.play(lambda: finished(house, party) >= deals) for pilot in pilots))


async def back_up(house: House, name: str) -> Path:
    target = house.directory / name
    env = os.environ | {"SKAT_DATABASE_URL": f"sqlite:///{house.database}", "PYTHONPATH": str(ROOT)}
    command = (sys.executable, "-m", "bot", "backup", str(target))
    await asyncio.to_thread(subprocess.run, command, cwd=house.directory, env=env, check=True, timeout=60)
    return target


async def test_f39_deleted_in_the_middle_of_a_deal_over_a_kill_and_after_a_restore(house: House) -> None:
    party = await played(house)
    anna, ben, clara = party.people
    await party.next()
    moves = SCRIPT.moves()
    for seat, action in moves[:10]:
        await party.at(seat).do(party.deal, action)
    yesterday = await back_up(house, "yesterday.bak")
    assert trace(yesterday, anna.id)

    asked = await (await anna.command("privacy delete")).answer()
    assert "Ein Computer übernimmt deinen Platz" in text_of(asked)
    told = await delete(anna)
    assert "Sobald das Spiel vorbei ist" in told
    assert house.rows("SELECT stand_in FROM chairs WHERE user_id = ?", anna.id) == [(1,)]
    elsewhere = house.guest("Anna", house.channel())
    assert "sobald dein letztes Spiel vorbei ist" in await elsewhere.ask("skat open")
    back = f"skat-table:{party.table}:back"
    assert "sobald dein letztes Spiel vorbei ist" in await anna.told(anna.board(), back, forged=True)
    assert house.rows("SELECT stand_in FROM chairs WHERE user_id = ?", anna.id) == [(1,)]

    house.process.send_signal(signal.SIGKILL)
    await house.process.wait()
    await house.open()
    assert house.rows("SELECT stand_in FROM chairs WHERE user_id = ?", anna.id) == [(1,)]
    assert "verlangt" in await anna.ask("privacy show")
    for guest in (ben, clara):
        await guest.command("skat hand")
    before = totals(house)
    await play_on(house, party, [ben, clara], 2)
    await ben.until(lambda: not traces(house, anna.id), "no trace of Anna")
    # The deal was played by three people, and counts as that for the two who stay.
    kinds = house.rows("SELECT kind FROM deals WHERE table_id = ? ORDER BY number", party.table)
    assert kinds[:2] == [("people",), ("people",)]
    after = totals(house)
    assert {row[1] for row in after} == {ben.id, clara.id}
    assert after != [row for row in before if row[1] != anna.id]
    chairs = house.rows("SELECT user_id, level, stand_in, left FROM chairs WHERE table_id = ?", party.table)
    assert chairs[0] == (None, "club", 0, 0)
    assert house.rows("SELECT host FROM tables WHERE id = ?", party.table) == [(ben.id,)]
    assert str(anna.id) not in house.log()
    assert not trace(await back_up(house, "today.bak"), anna.id)
    # Play goes on, with a computer.
    prefix = f"skat-table:{party.table}:next."
    next_deal = await ben.until(
        lambda: next((name for name in pressable(ben.board()) if name.startswith(prefix)), None), "the next deal"
    )
    await ben.press(ben.board(), next_deal)
    await play_on(house, party, [ben, clara], 3)
    assert await house.stop() == 0
    assert rebuilt(house) == "[]"

    for ending in ("", "-wal", "-shm"):
        (house.directory / f"skat.db{ending}").unlink(missing_ok=True)
    shutil.copy(yesterday, house.database)
    house.database.chmod(0o600)
    assert traces(house, anna.id) == ["skat.db"]
    await house.open()
    assert traces(house, anna.id) == []
    assert {row[1] for row in totals(house)} == {ben.id, clara.id}
    assert "restored: 1 who had been forgotten" in house.log()

    # Who comes back after all that is a new person, whom no start deletes.
    channel = house.channel()
    anna = house.guest("Anna", channel)
    await anna.command("skat open")
    assert traces(house, anna.id)
    await house.stop()
    await house.open()
    assert house.rows("SELECT count(*) FROM tables WHERE host = ?", anna.id) == [(1,)]


async def test_the_list_and_its_key_are_for_this_user_alone(house: House) -> None:
    party = await played(house)
    await delete(party.people[0])
    for name in ("skat.db.forgotten", "skat.db.key"):
        assert (house.directory / name).stat().st_mode & 0o777 == 0o600
    assert not trace(house.directory / "skat.db.forgotten", party.people[0].id)
    await house.stop()
    with closing(sqlite3.connect(house.database)) as connection:
        assert connection.execute("SELECT count(*) FROM meta WHERE key = 'forgotten_until'").fetchone() == (1,)
    (house.directory / "skat.db.key").unlink()
    await house.begin()
    assert await house.process.wait() == 5
    assert "skat.db.key is missing" in house.log()
