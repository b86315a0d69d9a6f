"""The command line: ``python -m game replay | verify | bench | arena | engine | solve | train``."""

import argparse
import gzip
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

from game.bench import bench
from game.computer.commands import COMMANDS, add_commands, run
from game.record import BadRecord, disagreements, read
from game.rules import BadRules, Rules
from game.shuffle import commitment, shuffled

LONGEST_LINE = 1 << 16


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    match options.command:
        case "replay":
            return replay(options.files)
        case "verify":
            return verify(
                options.deal, options.rules, options.seed, options.cut, options.commitment, dealt=options.cards
            )
        case command if command in COMMANDS:
            return run(options)
        case _:
            return bench(runs=options.runs, deals=options.deals, players=options.players)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m game", description="Skat without Discord.")
    commands = parser.add_subparsers(dest="command", required=True)
    replaying = commands.add_parser("replay", help="replay game records and compare every result")
    replaying.add_argument("files", nargs="+", metavar="FILE", help="one-line SGF records, plain or .gz")
    verifying = commands.add_parser("verify", help="check that a deal's cards were fixed beforehand")
    verifying.add_argument("--deal", required=True, metavar="ID", help="the deal's id, as shown on the board")
    verifying.add_argument("--rules", required=True, metavar="TEXT", help="the rules text, or international or pub")
    verifying.add_argument("--seed", required=True, metavar="HEX", help="the seed shown with the result")
    verifying.add_argument("--cut", action="append", default=[], metavar="TEXT", help="a player's cut, in order")
    verifying.add_argument(
        "--cut-hex", action="append", default=[], dest="cut", type=_from_hex, metavar="HEX",
        help="a cut that no terminal can be trusted with, as UTF-8 in hexadecimal",
    )  # fmt: skip
    verifying.add_argument("--cards", metavar="TEXT", help="the cards as they were dealt, such as CJ.C7 and so on")
    verifying.add_argument("--commitment", metavar="HEX", help="the fingerprint published before the deal")
    timing = commands.add_parser("bench", help="measure the engine beside OpenSpiel")
    timing.add_argument("--runs", type=int, default=5, metavar="N", help="runs the medians are taken of (5)")
    timing.add_argument("--deals", type=int, default=2000, metavar="N", help="deals a run (2000)")
    timing.add_argument("--players", type=int, default=0, metavar="N", help="measure computer players instead, N deals")
    add_commands(commands)
    return parser


def replay(files: list[str]) -> int:
    """Exit code 0 if all agree, 1 if any record disagrees, else 2 if anything was unreadable."""
    disagreed = failed = False
    for name in files:
        count = agree = disagree = unreadable = 0
        try:
            for number, line in _lines(Path(name)):
                count += 1
                try:
                    wrong = disagreements(read(line.decode()))
                except (BadRecord, UnicodeDecodeError) as error:
                    unreadable += 1
                    print(f"{name}:{number}: unreadable: {error}")
                    continue
                for field, ours, theirs in wrong:
                    print(f"{name}:{number}: {_short(field)}: ours {ours}, theirs {_short(theirs)}")
                disagree += bool(wrong)
                agree += not wrong
        except (OSError, EOFError, ValueError, zlib.error) as error:
            failed = True
            print(f"{name}: cannot be read: {getattr(error, 'strerror', None) or error}")
        print(f"{name}: {count} records, {agree} agree, {disagree} disagree, {unreadable} unreadable")
        disagreed |= bool(disagree)
        failed |= bool(unreadable)
    return 1 if disagreed else 2 if failed else 0


def _short(text: str) -> str:
    """A record's own text on one line of ours."""
    return text if text.isprintable() and len(text) <= 40 else repr(text[:40])


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Numbered lines that are not blank, of a plain or compressed file.

    Raises OSError, EOFError for a compressed file that is cut short, zlib.error for a damaged one, ValueError for one
    that is not text.
    """
    with path.open("rb") as plain:
        packed = plain.peek(2)[:2] == b"\x1f\x8b"
        stream = gzip.GzipFile(fileobj=plain) if packed else plain
        number = 0
        while line := stream.readline(LONGEST_LINE):
            number += 1
            if b"\0" in line or len(line) == LONGEST_LINE:
                raise ValueError("this is no text file of one-line records")
            if line.strip():
                yield number, line.strip()


def _from_hex(text: str) -> str:
    """Raises ValueError for what is not UTF-8 in hexadecimal."""
    return bytes.fromhex(text).decode()


def verify(
    deal: str, rules_text: str, seed_text: str, cuts: list[str], published: str | None, *, dealt: str | None = None
) -> int:
    """Exit code 0 if all that was given of commitment and cards matches, 1 if not, 2 for input that cannot be used."""
    try:
        rules = Rules.parse(rules_text)
    except BadRules as error:
        print(f"--rules: {error}", file=sys.stderr)
        return 2
    try:
        seed = bytes.fromhex(seed_text)
    except ValueError:
        seed = b""
    if not seed:
        print("--seed: not hexadecimal; copy the seed from the deal's result", file=sys.stderr)
        return 2
    computed = commitment(deal, rules, seed)
    print(f"commitment {computed}")
    cards = ".".join(card.name for card in shuffled(seed, cuts))
    print(f"cards {cards}")
    wrong = False
    if dealt is not None:
        wrong = dealt.strip().upper() != cards
        print("the cards do not match" if wrong else "the cards match")
    if published is None:
        return int(wrong)
    matches = published.strip().lower() == computed
    print("the commitment matches" if matches else f"the commitment does not match {published}")
    return int(wrong or not matches)


if __name__ == "__main__":
    sys.exit(main())
