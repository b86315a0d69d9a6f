"""Disk full, locked, slow, unusable, owned by another; what people see of it (F23, F38, F41-F44, F49)."""

import asyncio
import logging
import os
import re
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import pytest

from bot import logs
from bot.sandbox.faults import Fault
from tests.faults.party import Message, Party, Turn, words
from tests.faults.rig import Rig
from tests.faults.test_discord import acknowledged_once, calm

BAD_DISK = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int told(const char *what) {
    const char *folder = getenv("BAD_DISK");
    char path[4096];
    if (folder == NULL) return 0;
    snprintf(path, sizeof path, "%s/%s", folder, what);
    return access(path, F_OK) == 0;
}

static int full(int fd) {
    char link[64], path[4096];
    ssize_t length;
    if (!told("full")) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    if (strstr(path, "skat.db") == NULL) return 0;
    errno = ENOSPC;
    return 1;
}

#define REAL(name) __typeof__(&name) real = (__typeof__(&name)) dlsym(RTLD_NEXT, #name)

int fsync(int fd) { REAL(fsync); if (told("slow")) usleep(2000000); return real(fd); }
int fdatasync(int fd) { REAL(fdatasync); if (told("slow")) usleep(2000000); return real(fd); }
ssize_t write(int fd, const void *b, size_t n) { REAL(write); return full(fd) ? -1 : real(fd, b, n); }
ssize_t pwrite(int fd, const void *b, size_t n, off_t at) { REAL(pwrite); return full(fd) ? -1 : real(fd, b, n, at); }
ssize_t pwrite64(int fd, const void *b, size_t n, off64_t at) {
    REAL(pwrite64);
    return full(fd) ? -1 : real(fd, b, n, at);
}
"""
"""A disk that is slow, or full, while a file of that name lies in the folder BAD_DISK."""


@pytest.fixture
def bad_disk(rig: Rig, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder whose files make the bot's disk bad."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler to make a bad disk with: apt-get install gcc")
    folder = tmp_path_factory.mktemp("disk")
    source, library = folder / "disk.c", folder / "disk.so"
    source.write_text(BAD_DISK)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    rig.preload = library
    rig.settings["BAD_DISK"] = str(folder)
    return folder


@contextmanager
def locked(path: Path) -> Generator[None]:
    """Another program writes to the database."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


async def playing(rig: Rig) -> tuple[Party, Turn]:
    party = Party(rig, "games", ["Anna", "Ben", "Clara"])
    await party.start()
    await party.play_moves(5)
    turn = await party.next_turn()
    assert turn is not None
    return party, turn


async def test_f42_a_lock_of_eight_seconds_is_waited_for(rig: Rig) -> None:
    await rig.start()
    party, turn = await playing(rig)
    moves = rig.disk.moves(1)
    with locked(rig.database):
        began = time.monotonic()
        clicked = party.choice(turn)
        outcome = await turn.person.click(turn.hand, custom_id=clicked)
        assert outcome.acknowledged, "thinking, at once"
        assert time.monotonic() - began < 2.5
        await asyncio.sleep(8 - (time.monotonic() - began))
        assert rig.disk.moves(1) == moves
    await rig.saved(moves + 1)
    await party.answered(turn, clicked)
    following = await party.next_turn()
    assert following is not None
    await party.step(following)
    await rig.saved(moves + 2)
    assert rig.disk.moves(1) == moves + 2
    acknowledged_once(rig)


async def refused(rig: Rig, party: Party, turn: Turn, clicked: str, moves: int, *, opening: bool = True) -> None:
    """Nothing can be saved now: the move is undone and said so, and new tables are refused."""
    outcome = await turn.person.click(turn.hand, custom_id=clicked)
    assert outcome.acknowledged
    await turn.person.until_message("games", not_saved, 30)
    assert rig.disk.moves(1) == moves
    assert party.cards(turn.person) == party.held()[party.people.index(turn.person)]
    if opening:
        opened = await rig.person("David").command("more-games", "skat open")
        assert not_saved(await opened.answer(30))


async def works_again(rig: Rig, party: Party, turn: Turn, clicked: str, moves: int) -> None:
    """Without a restart; and the owner was told once."""
    await party.press(turn.person, turn.hand, clicked)
    await rig.saved(moves + 1)
    assert rig.disk.moves(1) == moves + 1
    opened = await rig.person("David").command("more-games", "skat open")
    assert not not_saved(await opened.answer())
    await calm(rig)
    alerts = [m for m in rig.person("Anna").messages("lounge") if "speichern" in m["content"]]
    assert len(alerts) == 1
    acknowledged_once(rig)


def not_saved(message: Message) -> bool:
    return "speichern" in words(message) or "could not save" in words(message)


async def test_f42_after_ten_seconds_a_lock_undoes_the_move(rig: Rig) -> None:
    await rig.start(SKAT_ALERT_CHANNEL=str(rig.sandbox.world.channel("lounge").id))
    rig.person("Anna").open("lounge")
    party, turn = await playing(rig)
    moves, clicked = rig.disk.moves(1), party.choice(turn)
    with locked(rig.database):
        await refused(rig, party, turn, clicked, moves, opening=False)
    await works_again(rig, party, turn, clicked, moves)


async def test_f41_a_full_disk_undoes_the_move(rig: Rig, bad_disk: Path) -> None:
    await rig.start(SKAT_ALERT_CHANNEL=str(rig.sandbox.world.channel("lounge").id))
    rig.person("Anna").open("lounge")
    party, turn = await playing(rig)
    moves, clicked = rig.disk.moves(1), party.choice(turn)
    (bad_disk / "full").touch()
    await refused(rig, party, turn, clicked, moves)
    (bad_disk / "full").unlink()
    await works_again(rig, party, turn, clicked, moves)


async def test_f23_a_second_process_leaves_within_two_seconds(rig: Rig) -> None:
    await rig.start()
    party, turn = await playing(rig)
    await calm(rig)
    requests = len(rig.sandbox.requests)
    sessions = len(rig.sandbox.gateway.sessions)
    began = time.monotonic()
    assert await rig.run() == 3
    assert time.monotonic() - began < 6  # two seconds on an idle machine
    assert f"process {rig.process}" in rig.log_of(rig.runs)
    await asyncio.sleep(0.5)
    assert len(rig.sandbox.gateway.sessions) == sessions
    assert len(rig.sandbox.requests) == requests
    await rig.kill()
    # The lock goes with the process.
    await rig.start()
    await party.press(turn.person, turn.hand, party.choice(turn))


@pytest.mark.parametrize("kind", ["empty", "foreign", "damaged", "missing", "newer"])
async def test_f43_an_unusable_database_ends_the_start_with_5(rig: Rig, kind: str) -> None:
    await rig.start()
    await rig.stop()
    path = rig.database
    match kind:
        case "empty":
            path.write_bytes(b"")
        case "foreign":
            path.write_bytes(b"GIF89a" + bytes(4000))
        case "damaged":
            content = bytearray(path.read_bytes())
            content[4096 * 2 : 4096 * 6] = os.urandom(4096 * 4)
            path.write_bytes(content)
        case "missing":
            path.unlink()
        case _:
            with sqlite3.connect(path) as connection:
                connection.execute("UPDATE schema_version SET version_num = 'r9999'")
            connection.close()
    before = path.read_bytes() if path.exists() else None
    requests = len(rig.sandbox.requests)
    assert await rig.run() == 5
    said = [line for line in rig.log_of(rig.runs).splitlines() if str(path) in line]
    assert len(said) == 1, rig.log_of(rig.runs)
    assert (path.read_bytes() if path.exists() else None) == before
    assert len(rig.sandbox.requests) == requests, "Discord hears nothing of it"


async def test_f44_a_slow_disk_delays_but_loses_nothing(rig: Rig, bad_disk: Path) -> None:
    await rig.start()
    party, turn = await playing(rig)
    (bad_disk / "slow").touch()
    moves = rig.disk.moves(1)
    for _ in range(3):
        clicked = party.choice(turn)
        outcome = await turn.person.click(turn.hand, custom_id=clicked)
        assert outcome.acknowledged
        assert outcome.seconds is not None
        assert outcome.seconds < 2.5
        await party.answered(turn, clicked)
        found = await party.next_turn()
        assert found is not None
        turn = found
    await rig.saved(moves + 3)
    assert rig.disk.moves(1) == moves + 3
    assert rig.disk.newest_deal(1) is not None
    acknowledged_once(rig)


async def test_f49_a_backup_is_taken_during_play(rig: Rig, tmp_path: Path) -> None:
    await rig.start()
    party, turn = await playing(rig)
    target = tmp_path / "copy.db"
    saving = asyncio.ensure_future(rig.run("backup", str(target)))
    seconds: list[float] = []
    while not saving.done():
        outcome = await party.press(turn.person, turn.hand, party.choice(turn))
        assert outcome.seconds is not None
        seconds.append(outcome.seconds)
        found = await party.next_turn()
        if found is None:
            break
        turn = found
    assert await saving == 0
    # What 99 of 100 see under load is the benchmark's to say.
    assert max(seconds) < 2.5
    assert median(seconds) < 1.5
    moves = rig.disk.moves(1)
    await rig.kill()
    # The copy is put in the place of the original, as after a loss.
    for path in rig.folder.glob("skat.db*"):
        path.unlink()
    target.rename(rig.database)
    await rig.start()
    assert 0 < rig.disk.moves(1) <= moves
    await party.resume()
    found = await party.next_turn()
    assert found is not None
    await party.step(found)


MARKER = "MTA5ODc2.Marker-Of-A-Secret.xyz"


async def test_f38_a_token_is_in_no_output(rig: Rig) -> None:
    """Refused at the start, wrong settings, faults of Discord, an unexpected error: at DEBUG, and nothing of it."""
    rig.sandbox.revoke_token(MARKER)
    assert await rig.run(SKAT_DISCORD_TOKEN=MARKER) == 4
    assert await rig.run(SKAT_DISCORD_TOKEN=MARKER, SKAT_SANDBOX_PORT="x", SKAT_DATABASE_URL="mysql://u:secret@h") == 2
    assert await rig.run(SKAT_DISCORD_TOKEN=MARKER, SKAT_DATABASE_URL=f"sqlite:///{rig.folder}") == 5
    rig.sandbox.revoked.clear()
    await rig.start(SKAT_DISCORD_TOKEN=MARKER)
    party, _ = await playing(rig)
    rig.sandbox.faults.add(Fault("PATCH", r"/messages/\d+$", 2, status=400, body={"message": MARKER, "code": 1}))
    rig.sandbox.faults.add(Fault("PATCH|POST", "/webhooks/", 2, status=400, body={"message": MARKER, "code": 1}))
    for _ in range(3):
        turn = await party.next_turn()
        assert turn is not None
        await turn.person.click(turn.hand, custom_id=party.choice(turn))
        await asyncio.sleep(0.5)
    tokens = {
        request.path.split("/")[3] for request in rig.sandbox.requests if request.path.startswith("/interactions/")
    }
    rig.sandbox.gateway.drop(resumable=False)
    await asyncio.sleep(1)
    await rig.stop()
    assert rig.log
    assert MARKER not in rig.log
    assert "secret@h" not in rig.log
    assert not any(token in rig.log for token in tokens)
    # No card that somebody holds either: cards are nobody's business in a log.
    assert not re.search(r"\bskat:\d+-\d+:", rig.log)


def test_f38_what_the_log_writes_is_cleaned_of_secrets() -> None:
    """An error of a library may name the token, or an address that holds an interaction's token."""
    redaction = logs.Redaction((MARKER,))
    error = RuntimeError(f"Bot {MARKER}: POST http://discord/api/v10/webhooks/12/aW50ZXJhY3Rpb24/messages/@original")
    where = "/interactions/7/dG9rZW4/callback"
    record = logging.LogRecord("bot", logging.ERROR, "", 1, "at %s", (where,), (type(error), error, None))
    written = redaction.format(record)
    assert "RuntimeError" in written
    for secret in (MARKER, "aW50ZXJhY3Rpb24", "dG9rZW4"):
        assert secret not in written
