"""Privacy and checks: within Discord's limits in both languages; the printed command works in a shell, whatever
people cut the cards with."""

import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bot.person import Kept
from bot.texts import Texts
from cogs.ui import privacy
from cogs.ui.check import FILE, LONGEST, Checked, check, command
from cogs.ui.ids import PrivacyId
from game.__main__ import verify
from game.rules import PUB
from game.shuffle import CUT_LENGTH, commitment, shuffled
from tests.cogs.ui.payload import buttons, words
from tests.cogs.ui.payload import check as valid

ROOT = Path(__file__).parents[3]
HOSTILE = (
    "", " ", "'", "\"'\"", "`touch owned`", "$(touch owned)", "; touch owned #", "&& touch owned", "-", "--seed=00",
    "--", "\\", "\\'", "\n", "a\nb", "\t", "!!", "*", "~", "$HOME", "%s", "```", "@everyone", "<@123>", "\u202e abc",
    "\u200b", "e\u0301", "é", "\u212b", "🂡🃏", "\ufe0f", "\x00", "\x1b[31m", "x" * CUT_LENGTH, "日本語",
)  # fmt: skip
SEED = bytes(range(32))


@pytest.fixture(params=["de", "en"])
def texts(request: pytest.FixtureRequest) -> Texts:
    return Texts.load(strict=True).of(request.param)


def checked(*cuts: str) -> Checked:
    return Checked(
        deal="17-3",
        rules=str(PUB),
        seed=SEED.hex(),
        commitment=commitment("17-3", PUB, SEED),
        cuts=cuts,
        cards=".".join(card.name for card in shuffled(SEED, cuts)),
        fingerprint_matches=True,
        cards_match=True,
    )


def run(line: str, folder: Path) -> tuple[int, str]:
    env = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        ["sh", "-c", line], cwd=folder, env=env, capture_output=True, text=True, timeout=60, check=False
    )
    return done.returncode, done.stdout


def test_the_command_works_in_a_shell_with_every_hostile_cut_at_once(tmp_path: Path) -> None:
    found = checked(*HOSTILE)
    assert run(command(found), tmp_path) == (
        0,
        f"commitment {found.commitment}\ncards {found.cards}\nthe cards match\nthe commitment matches\n",
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("cut", HOSTILE[:12])
def test_one_cut_alone(cut: str, tmp_path: Path) -> None:
    code, said = run(command(checked(cut)), tmp_path)
    assert code == 0, said
    assert list(tmp_path.iterdir()) == []


def test_a_command_is_one_line_without_anything_that_a_message_or_clipboard_changes(source: random.Random) -> None:
    for _ in range(300):
        cut = "".join(chr(source.choice((source.randrange(32, 127), source.randrange(0x11000)))) for _ in range(9))
        if any(0xD800 <= ord(character) < 0xE000 for character in cut):
            continue
        line = command(checked(cut))
        assert "\n" not in line
        assert "`" not in line
        assert line.isprintable()


def test_one_byte_changed_does_not_pass() -> None:
    found = checked("abc")

    def code(deal: str, seed: str, cuts: list[str], published: str, cards: str) -> int:
        return verify(deal, found.rules, seed, cuts, published, dealt=cards)

    right = ("17-3", found.seed, ["abc"], found.commitment, found.cards)
    assert code(*right) == 0
    other = "0" if found.commitment[0] != "0" else "1"
    none: list[str] = []
    for wrong in (
        ("17-4", *right[1:]),
        ("17-3", "01" + found.seed[2:], *right[2:]),
        ("17-3", found.seed, ["abd"], *right[3:]),
        ("17-3", found.seed, none, *right[3:]),
        ("17-3", found.seed, ["abc"], other + found.commitment[1:], found.cards),
        (*right[:4], found.cards[::-1]),
    ):
        assert code(*wrong) == 1
    assert verify("17-3", "international", found.seed, ["abc"], found.commitment, dealt=found.cards) == 1


def test_checks_fit_into_a_message(texts: Texts) -> None:
    for cuts in ((), ("abc",), HOSTILE, tuple("c" * CUT_LENGTH for _ in range(99))):
        found = checked(*cuts)
        components = valid(check(found, texts))
        long = len(command(found)) > LONGEST
        assert (f"attachment://{FILE}" in str(components)) is long
        assert (command(found) in words(components)) is not long
        assert "✅" in words(components)
    for wrong in (replace(checked(), fingerprint_matches=False), replace(checked(), cards_match=False)):
        told = words(valid(check(wrong, texts)))
        assert "✅" not in told
        assert told.count("❌") == 1


def test_cuts_are_shown_harmless(texts: Texts) -> None:
    told = words(valid(check(checked("@everyone <@1> [a](https://b.c) # x"), texts)))
    listed = next(part for part in told.splitlines() if part.startswith("1\\."))
    assert "@everyone" not in listed
    assert "<@1>" not in listed
    assert "](" not in listed


NOTHING = Kept(0, 0, 0, 0, 0, 0, None, None, None)
MUCH = Kept(6, 123_456, 999, 12, 48, 3, 1.7e9, 1.8e9, None)


def test_privacy_screens_fit_into_a_message(texts: Texts) -> None:
    user = 1_100_000_000_000_000_011
    for kept in (NOTHING, MUCH, replace(MUCH, results=1), replace(NOTHING, asked=1.8e9)):
        for days in (0, 1, 730):
            components = valid(privacy.privacy(user, kept, days, texts))
            assert [(to, enabled) for to, enabled, _ in buttons(components)] == [
                (PrivacyId("export"), True),
                (PrivacyId("delete"), kept.asked is None),
            ]
    assert str(user) in words(valid(privacy.privacy(user, MUCH, 730, texts)))
    assert "123456" in words(valid(privacy.privacy(user, MUCH, 730, texts)))
    asked = [words(valid(privacy.question(texts, in_a_deal=dealt))) for dealt in (False, True)]
    assert texts("privacy.in_a_deal") in asked[1]
    assert texts("privacy.in_a_deal") not in asked[0]
    assert words(valid(privacy.done(texts, waits=False))) != words(valid(privacy.done(texts, waits=True)))
    assert f"attachment://{privacy.FILE}" in str(valid(privacy.export(texts)))
