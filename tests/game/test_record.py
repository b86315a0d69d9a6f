"""One-line records: other people's files agree, and whatever is written is read back."""

import random
from pathlib import Path

import pytest

from game.__main__ import main
from game.deal import new_deal
from game.record import BadRecord, adjudicated, disagreements, read, result_fields, write
from game.rules import Rules
from game.scoring import result
from game.state import Ending, Finished
from tests.game.dealfile import FOLDER
from tests.game.dealfile import read as read_deal
from tests.game.notation import deal, do
from tests.game.pairwise import covering_rules
from tests.game.random_play import random_deal
from tests.records import record_file

COUNTS = {"real.sgf": 26, "golden.sgf.gz": 10_000, "golden_resign.sgf.gz": 500}


@pytest.mark.parametrize("name", COUNTS)
def test_records_of_others_agree(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = record_file(name)
    assert main(["replay", str(path)]) == 0
    count = COUNTS[name]
    assert capsys.readouterr().out == f"{path}: {count} records, {count} agree, 0 disagree, 0 unreadable\n"


def test_written_deals_are_read_back_under_all_options(source: random.Random, deals: int | None) -> None:
    rows = covering_rules(source)
    endings: set[Ending] = set()
    for number in range(max(deals or 0, 6 * len(rows))):
        over = random_deal(source, rows[number % len(rows)], eager=0.0 if number % 4 == 0 else 0.6, talk=0.05)
        record = read(write(over, {"ID": str(number), "P0": "Anna"}))
        assert disagreements(record) == []
        assert isinstance(record.state, Finished)
        assert result(record.state) == result(over)
        assert record.state.deal.hands == over.deal.hands
        assert record.state.moves == over.moves
        endings.add(over.ending)
    assert endings == set(Ending)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_the_deals_in_text_are_written_and_read_back(path: Path) -> None:
    over = read_deal(path).state
    assert isinstance(over, Finished)
    record = read(write(over, {}))
    assert disagreements(record) == []
    assert isinstance(record.state, Finished)
    assert result(record.state) == result(over)


def concluded() -> Finished:
    over = do(deal("CJ HJ HA HK H9 CA CT SA D7 D8", skat="C7 S7"), "M pass R pass F bid.18 F announce.HH F concede")
    assert isinstance(over, Finished)
    return over


@pytest.mark.parametrize("name", ["a]b", "a\nb", "a\r\nb", "MV[w C7", "Jürgen ♣", ";)", "R[passed", "\x1b[2J", ""])
def test_a_name_cannot_break_a_record(name: str, tmp_path: Path) -> None:
    line = write(concluded(), {"P0": name})
    assert len(line.splitlines()) == 1
    assert disagreements(read(line)) == []
    assert read(line).properties["P0"] == " ".join(name.replace("]", ")").splitlines())
    path = tmp_path / "own.sgf"
    path.write_text(line + "\n", encoding="utf-8")
    assert main(["replay", str(path)]) == 0


def test_case_57_a_record_holds_what_was_dealt_and_what_was_put_away() -> None:
    over = do(
        deal("CJ HJ HA HK H9 CA CT SA D7 D8", skat="C7 S7"), "M pass R pass F bid.18 F skat F announce.G.CTCA F concede"
    )
    assert isinstance(over, Finished)
    line = write(over, {})
    assert "0 s w C7.S7 0 G.CT.CA" in line
    assert line.partition("MV[w ")[2].startswith("C9." if over.deal.hands[0][0].name == "C9" else "CT.")


FORGED = {
    "d": "d:1",
    "outcome": "win",
    "v": "v:-61",
    "m": "m:2",
    "bid": "overbid",
    "p": "p:16",
    "t": "t:1",
    "s": "s:1",
    "z": "z:1",
    "p2": "p2:1",
    "l": "l:2",
    "to": "to:1",
    "r": "r:1",
}


@pytest.mark.parametrize("field", FORGED)
def test_every_field_is_compared(field: str) -> None:
    line = write(concluded(), {})
    fields = read(line).properties["R"]
    named = {"outcome": "loss", "bid": "bidok"}
    changed = [
        FORGED[field] if word == named.get(field) or word.startswith(f"{field}:") else word for word in fields.split()
    ]
    assert " ".join(changed) != fields
    assert [wrong[0] for wrong in disagreements(read(line.replace(fields, " ".join(changed))))] == [field]


def record(moves: str, outcome: str = "passed") -> str:
    cards = new_deal(concluded().deal.order, Rules()).deal
    dealt = ".".join(str(card) for card in (*(card for hand in cards.hands for card in hand), *cards.skat))
    return f"(;GM[Skat]MV[w {dealt} {moves} ]R[{outcome}] ;)"


def test_a_passed_in_record() -> None:
    assert disagreements(read(record("1 p 2 p 0 p"))) == []


@pytest.mark.parametrize(
    "line",
    [
        "",
        "(;",
        "(;GM[Skat] ;)",
        "(;MV[w C7 ]R[passed] ;)",
        "(;MV[]R[passed] ;)",
        "(;MV[0 p]R[passed] ;)",
        "(;MV[w C7 1]R[passed] ;)",
        record("1 p 2 p 0 p").replace("R[passed]", ""),
        record("1 p 2 p 0 p").replace("R[passed]", "R[]"),
        record("1 p 2 p 0 p").replace("C7", "C8", 1),
        record("1 p 2 p 0 p").replace(" ;)", ""),
        record("1 p 2 p 0 p")[:90],
        record("3 p"),
        record("0 p"),
        record("1 p 2 p 0 p 0 p"),
        record("1 18 0 y 1 p 2 p 0 s w C7.C8"),
        record("1 18 0 y 1 p 2 p 0 s 0 G"),
        record("1 18 0 y 1 p 2 p 0 XX"),
        record("1 18 0 y 1 p 2 p 0 CHS 0 C1"),
        record("1 18 0 y 1 p 2 p 0 CHS 1 C8"),
        record("1 18 0 y 1 p 2 p w SC"),
        record("1 18 0 y 1 p 2 p w TI.7"),
        record("1 p 2 p 0 p").replace("MV[", "RU[kontra=maybe]MV["),
        "(;MV[" + "w " * 20000 + "]R[passed] ;)",
    ],
)
def test_what_is_no_record_is_refused_in_one_short_line(line: str) -> None:
    with pytest.raises(BadRecord) as raised:
        disagreements(read(line))
    assert str(raised.value).isprintable()
    assert 5 < len(str(raised.value)) < 300


def test_truncated_records_are_refused_wherever_they_are_cut(source: random.Random) -> None:
    line = write(concluded(), {"ID": "1"})
    for length in source.sample(range(len(line)), 100):
        with pytest.raises(BadRecord):
            read(line[:length])


def test_forged_bytes_are_refused_or_read(source: random.Random) -> None:
    """Random damage never raises anything but BadRecord."""
    over = random_deal(source, Rules.parse("pub"), eager=0.7)
    line = write(over, {})
    for _ in range(400):
        place = source.randrange(len(line))
        damaged = line[:place] + chr(source.randrange(1, 300)) + line[place + source.randrange(3) :]
        try:
            disagreements(read(damaged))
        except BadRecord:
            continue


# Early ends, by the server's semantics

EARLY = "1 18 0 y 1 p 2 p 0 s w C7.S7 0 H.C7.S7 "


def early(moves: str) -> dict[str, str]:
    return adjudicated(read(record(moves, "d:0 loss")))


def test_the_declarer_resigns_before_a_trick() -> None:
    fields = early(EARLY + "0 RE")
    assert (fields["outcome"], fields["v"], fields["s"], fields["r"]) == ("loss", "-40", "0", "1")


def test_the_declarer_leaves_or_runs_out_of_time() -> None:
    left, timed_out = early(EARLY + "w LE.0"), early(EARLY + "w TI.0")
    assert (left["outcome"], left["v"], left["l"], left["p0"], left["r"]) == ("loss", "-40", "0", "1", "0")
    assert (timed_out["v"], timed_out["to"], timed_out["p0"]) == ("-40", "0", "1")


def test_both_defenders_resign() -> None:
    fields = early(EARLY + "1 RE 2 RE")
    assert (fields["outcome"], fields["v"], fields["p"], fields["t"], fields["r"]) == ("win", "40", "120", "10", "1")
    # One alone is only noted.
    assert early(EARLY + "1 RE")["outcome"] == "loss"


def test_a_defender_leaves() -> None:
    fields = early(EARLY + "w LE.2")
    assert (fields["outcome"], fields["v"], fields["p2"], fields["l"]) == ("win", "40", "1", "2")


def test_somebody_leaves_during_the_auction() -> None:
    fields = early("1 18 w LE.0")
    assert (fields["d"], fields["outcome"], fields["v"], fields["p0"]) == ("-1", "penalty", "0", "1")


def test_fields_of_a_result() -> None:
    assert result_fields("d:0 win v:48 bidok") == {"d": "0", "outcome": "win", "v": "48", "bid": "bidok"}
    assert result_fields("passed") == {"outcome": "passed"}
