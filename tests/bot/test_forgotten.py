"""The list of those who were forgotten: it survives what may happen to a file, and names nobody."""

import os
import re
from pathlib import Path

import pytest

from bot.forgotten import WITHOUT_FILE, ForgottenList, place
from bot.refusal import Unusable

ANNA, BEN = 1_100_000_000_000_000_001, 1_100_000_000_000_000_002


def test_where_it_lies(tmp_path: Path) -> None:
    assert place(f"sqlite+aiosqlite:///{tmp_path}/skat.db", None) == tmp_path / "skat.db.forgotten"
    assert place("postgresql+asyncpg://host/skat", None) == WITHOUT_FILE
    assert place("postgresql+asyncpg://host/skat", tmp_path / "list") == tmp_path / "list"


def test_entries_are_found_again_by_their_time(tmp_path: Path) -> None:
    path = tmp_path / "skat.db.forgotten"
    first = ForgottenList.open(path)
    assert first.newest == 0.0
    assert first.add(ANNA, 1000.0) == 1000.0
    again = ForgottenList.open(path)
    assert again.newest == 1000.0
    assert ANNA in again.since(999.0)
    assert BEN not in again.since(0.0)
    assert len(again.since(1000.0)) == 0
    # A clock that goes back makes no entry that would count as older than what was done before.
    assert again.add(BEN, 500.0) > 1000.0
    assert BEN in ForgottenList.open(path).since(1000.0)
    assert ANNA not in ForgottenList.open(path).since(1000.0)


def test_it_is_for_this_user_alone_and_names_nobody(tmp_path: Path) -> None:
    path = tmp_path / "skat.db.forgotten"
    ForgottenList.open(path).add(ANNA, 1.0)
    assert str(ANNA) not in path.read_text()
    for file in (path, tmp_path / "skat.db.key"):
        assert file.stat().st_mode & 0o777 == 0o600
    # Two lists with different keys have nothing in common.
    other = tmp_path / "other.forgotten"
    ForgottenList.open(other, "another key, long enough").add(ANNA, 1.0)
    marks = [set(re.findall(r"[0-9a-f]{64}", file.read_text())) for file in (path, other)]
    assert not marks[0] & marks[1]
    assert not (tmp_path / "other.key").exists()


def test_without_its_key_it_cannot_be_used(tmp_path: Path) -> None:
    path = tmp_path / "skat.db.forgotten"
    ForgottenList.open(path).add(ANNA, 1.0)
    with pytest.raises(Unusable, match="was made with another key; set SKAT_SECRET_KEY"):
        ForgottenList.open(path, "not the one it was made with")
    (tmp_path / "skat.db.key").unlink()
    with pytest.raises(Unusable, match=r"skat\.db\.key is missing"):
        ForgottenList.open(path)
    assert not (tmp_path / "skat.db.key").exists()


def test_a_torn_last_entry_was_never_promised(tmp_path: Path) -> None:
    path = tmp_path / "skat.db.forgotten"
    listed = ForgottenList.open(path)
    listed.add(ANNA, 1.0)
    whole = path.read_bytes()
    listed.add(BEN, 2.0)
    entry = path.read_bytes()[len(whole) :]
    for length in range(1, len(entry)):
        path.write_bytes(whole + entry[:length])
        assert ForgottenList.open(path).newest == 1.0
        assert path.read_bytes() == whole
    ForgottenList.open(path).add(BEN, 2.0)
    assert BEN in ForgottenList.open(path).since(1.0)


@pytest.mark.parametrize("damage", ["", "nonsense\n", "1.000 " + "x" * 64 + "\n"])
def test_damage_is_said(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "skat.db.forgotten"
    ForgottenList.open(path)
    path.write_text(path.read_text() + damage if damage else "")
    with pytest.raises(Unusable, match=r"restore it|another key"):
        ForgottenList.open(path)


def test_a_full_disk_leaves_it_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "skat.db.forgotten"
    listed = ForgottenList.open(path)
    before = path.read_bytes()
    real = os.write

    def some(file: int, data: bytes) -> int:
        return real(file, data[:20])

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", some)
        with pytest.raises(OSError, match="No space left"):
            listed.add(ANNA, 1.0)
    assert path.read_bytes() == before
    assert ANNA not in listed.since(0.0)
    listed.add(ANNA, 1.0)
    assert ANNA in ForgottenList.open(path).since(0.0)


def test_no_place_no_start(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="set SKAT_FORGOTTEN_FILE"):
        ForgottenList.open(tmp_path / "nowhere" / "list.forgotten")
