"""`python -m game`: what it prints and its exit codes, for good files, wrong files and no files."""

import gzip
import random
import subprocess
import sys
from pathlib import Path

import pytest

from game.__main__ import main
from game.record import write
from game.rules import INTERNATIONAL, PUB
from game.shuffle import commitment, shuffled
from tests.game.random_play import random_deal

ROOT = Path(__file__).resolve().parents[2]
SEED = bytes(range(32))


@pytest.fixture
def lines() -> list[str]:
    source = random.Random(7)
    return [write(random_deal(source, PUB), {"ID": str(number)}) for number in range(5)]


@pytest.fixture
def good(lines: list[str], tmp_path: Path) -> Path:
    path = tmp_path / "good.sgf"
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
    return path


def replayed(capsys: pytest.CaptureFixture[str], *paths: Path) -> tuple[int, list[str]]:
    code = main(["replay", *map(str, paths)])
    captured = capsys.readouterr()
    assert captured.err == ""
    return code, [line.replace(f"{path.parent}/", "") for line in captured.out.splitlines() for path in paths[:1]]


def test_replay_of_a_good_file(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replayed(capsys, good) == (0, ["good.sgf: 5 records, 5 agree, 0 disagree, 0 unreadable"])


def test_replay_of_a_compressed_file(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Found by its contents, whatever its name.
    packed = good.with_name("packed.sgf")
    packed.write_bytes(gzip.compress(good.read_bytes()))
    assert replayed(capsys, packed)[0] == 0


def test_blank_lines_and_windows_line_ends_are_passed_over(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good.write_bytes(b"\r\n\r\n" + good.read_bytes().replace(b"\n", b"\r\n\r\n"))
    assert replayed(capsys, good) == (0, ["good.sgf: 5 records, 5 agree, 0 disagree, 0 unreadable"])


def test_a_disagreement_names_line_field_ours_and_theirs(
    lines: list[str], good: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = next(number for number, line in enumerate(lines) if " v:" in line)
    value = lines[played].partition(" v:")[2].partition(" ")[0]
    lines[played] = lines[played].replace(f" v:{value}", " v:7")
    good.write_text("\n".join(lines), encoding="ascii")
    code, out = replayed(capsys, good)
    assert code == 1
    assert out == [
        f"good.sgf:{played + 1}: v: ours {value}, theirs 7",
        "good.sgf: 5 records, 4 agree, 1 disagree, 0 unreadable",
    ]


def test_a_truncated_line_is_one_line_and_the_rest_goes_on(
    lines: list[str], good: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines[2] = lines[2][:150]
    good.write_text("\n".join(lines), encoding="ascii")
    code, out = replayed(capsys, good)
    assert code == 2
    assert out[0].startswith("good.sgf:3: unreadable: ")
    assert out[1:] == ["good.sgf: 5 records, 4 agree, 0 disagree, 1 unreadable"]


def test_a_missing_file_is_one_line_and_the_rest_goes_on(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = replayed(capsys, good.with_name("none.sgf"), good, good.parent)
    assert code == 2
    assert out[0] == "none.sgf: cannot be read: No such file or directory"
    assert out[2] == "good.sgf: 5 records, 5 agree, 0 disagree, 0 unreadable"
    assert "Is a directory" in out[3]


def test_a_truncated_archive_is_one_line(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    packed = good.with_name("short.gz")
    packed.write_bytes(gzip.compress(good.read_bytes() * 50)[:-40])
    code, out = replayed(capsys, packed, good)
    assert code == 2
    assert sum("cannot be read" in line for line in out) == 1
    assert out[-1] == "good.sgf: 5 records, 5 agree, 0 disagree, 0 unreadable"


def test_a_damaged_archive_is_one_line(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    packed = good.with_name("damaged.gz")
    whole = gzip.compress(good.read_bytes())
    for place in range(0, len(whole), 7):
        packed.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        code, out = replayed(capsys, packed)
        assert code in (0, 1, 2)
        assert out[-1].startswith("damaged.gz: ")


def test_binary_input_is_one_line(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    binary = good.with_name("binary.sgf")
    binary.write_bytes(random.Random(3).randbytes(200_000))
    code, out = replayed(capsys, binary, good)
    assert code == 2
    assert out[0] == "binary.sgf: cannot be read: this is no text file of one-line records"
    assert len(out) == 3


def test_an_endless_line_is_one_line(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good.write_bytes(b"x" * 10_000_000)
    code, out = replayed(capsys, good)
    assert code == 2
    assert len(out) == 2


def test_text_that_is_no_record_stays_short_and_printable(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good.write_bytes(b"hello\n\x1b[2J\n\xff\xfe\n(;MV[" + b"z" * 5000 + b"]R[\x1b[31m win] ;)\n")
    code, out = replayed(capsys, good)
    assert code == 2
    assert out[-1] == "good.sgf: 4 records, 0 agree, 0 disagree, 4 unreadable"
    assert all(line.isprintable() and len(line) < 300 for line in out)


def test_a_disagreement_stays_short_and_printable(
    lines: list[str], good: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good.write_text(lines[0].replace("R[", "R[\x1b[2J" + "y" * 900 + ":9 x:\x1b "), encoding="ascii")
    code, out = replayed(capsys, good)
    assert code == 1
    assert all(line.isprintable() and len(line) < 300 for line in out)


def test_an_empty_file_has_no_records(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good.write_bytes(b"")
    assert replayed(capsys, good) == (0, ["good.sgf: 0 records, 0 agree, 0 disagree, 0 unreadable"])


# verify


def verified(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["verify", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


ARGUMENTS = ("--deal", "17-3", "--rules", "international", "--seed", SEED.hex())


def test_verify_prints_commitment_and_cards(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = verified(capsys, *ARGUMENTS, "--cut", "left", "--cut", "right")
    cards = ".".join(card.name for card in shuffled(SEED, ["left", "right"]))
    assert code == 0
    assert out == f"commitment {commitment('17-3', INTERNATIONAL, SEED)}\ncards {cards}\n"


def test_verify_says_whether_the_cards_match(capsys: pytest.CaptureFixture[str]) -> None:
    cards = ".".join(card.name for card in shuffled(SEED, ["left", "`right`"]))
    cuts = ("--cut", "left", "--cut-hex", b"`right`".hex())
    code, out, _ = verified(capsys, *ARGUMENTS, *cuts, "--cards", cards.lower())
    assert (code, out.splitlines()[-1]) == (0, "the cards match")
    # Cuts are mixed in in the order in which they are given, whichever way each is written.
    for wrong in ((*cuts[2:], *cuts[:2]), cuts[:2], ("--cut", "left", "--cut-hex", b"`Right`".hex())):
        code, out, _ = verified(capsys, *ARGUMENTS, *wrong, "--cards", cards)
        assert (code, out.splitlines()[-1]) == (1, "the cards do not match")


@pytest.mark.parametrize("cut", ["xyz", "abc", "ff"])
def test_a_cut_that_is_no_text_in_hexadecimal_is_refused(capsys: pytest.CaptureFixture[str], cut: str) -> None:
    with pytest.raises(SystemExit) as ended:
        verified(capsys, *ARGUMENTS, "--cut-hex", cut)
    assert ended.value.code == 2


def test_verify_says_whether_the_commitment_matches(capsys: pytest.CaptureFixture[str]) -> None:
    published = commitment("17-3", INTERNATIONAL, SEED)
    code, out, _ = verified(capsys, *ARGUMENTS, "--commitment", published.upper())
    assert (code, out.splitlines()[-1]) == (0, "the commitment matches")


@pytest.mark.parametrize("place", range(0, 32, 5))
def test_a_changed_byte_of_the_seed_fails(capsys: pytest.CaptureFixture[str], place: int) -> None:
    published = commitment("17-3", INTERNATIONAL, SEED)
    changed = bytearray(SEED)
    changed[place] ^= 1
    arguments = ("--deal", "17-3", "--rules", "international", "--seed", changed.hex(), "--commitment", published)
    code, out, _ = verified(capsys, *arguments)
    assert code == 1
    assert "does not match" in out


@pytest.mark.parametrize(("deal", "rules"), [("17-4", "international"), ("17-3", "pub"), ("17-3", "bock=on")])
def test_another_deal_or_other_rules_fail(capsys: pytest.CaptureFixture[str], deal: str, rules: str) -> None:
    published = commitment("17-3", INTERNATIONAL, SEED)
    code, _, _ = verified(capsys, "--deal", deal, "--rules", rules, "--seed", SEED.hex(), "--commitment", published)
    assert code == 1


def test_the_rules_text_of_a_deal_is_accepted_as_it_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, _ = verified(
        capsys, "--deal", "1-0", "--rules", str(PUB), "--seed", SEED.hex(), "--commitment", commitment("1-0", PUB, SEED)
    )
    assert code == 0


@pytest.mark.parametrize(
    ("rules", "seed", "named"),
    [
        ("kontra=maybe", SEED.hex(), "--rules"),
        ("pub", "xyz", "--seed"),
        ("pub", "abc", "--seed"),
        ("pub", "", "--seed"),
    ],
)
def test_what_cannot_be_used_is_named(capsys: pytest.CaptureFixture[str], rules: str, seed: str, named: str) -> None:
    code, out, err = verified(capsys, "--deal", "1-0", "--rules", rules, "--seed", seed)
    assert (code, out) == (2, "")
    assert err.startswith(named)
    assert len(err.splitlines()) == 1


# The command itself


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "game", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )


def test_the_command_runs(good: Path) -> None:
    found = run("replay", str(good))
    assert (found.returncode, found.stderr) == (0, "")
    assert "5 agree" in found.stdout


@pytest.mark.parametrize("arguments", [(), ("play",), ("replay",), ("verify", "--deal", "1"), ("bench", "--runs", "x")])
def test_wrong_arguments_are_explained(arguments: tuple[str, ...]) -> None:
    found = run(*arguments)
    assert found.returncode == 2
    assert "usage: python -m game" in found.stderr
    assert "Traceback" not in found.stderr


def test_bench_prints_three_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--runs", "1", "--deals", "20"]) == 0
    out = capsys.readouterr().out
    assert all(name in out for name in ("random deals/s", "replays/s", "views/s"))
