"""Without numba and NumPy the computers still play, by rules of thumb and a search of the last tricks."""

import subprocess
import sys

WITHOUT = """
import random, sys
sys.modules["numba"] = sys.modules["numpy"] = None
from game.cards import DECK
from game.computer.levels import is_warm, player, warm, warm_up
from game.computer.native import READY
from game.computer.selfplay import play_deal
from game.rules import PUB
assert not READY
warm().join()
warm_up()
assert not is_warm()
source = random.Random(1)
for number in range(6):
    players = [player(level, number) for level in ("beginner", "club", "expert")]
    play_deal(source.sample(DECK, 32), PUB, players)
    assert not any(one.fallbacks for one in players)
"""


def run(*arguments: str, prelude: str = "") -> subprocess.CompletedProcess[str]:
    code = prelude + "import sys; from game.__main__ import main; sys.exit(main(sys.argv[1:]))"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=300, check=False
    )


def test_whole_deals_are_played_without_numba() -> None:
    found = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, timeout=300, check=False)
    assert found.returncode == 0, found.stderr


def test_solving_and_training_without_numba() -> None:
    blocked = 'import sys; sys.modules["numba"] = sys.modules["numpy"] = None\n'
    solved = run("solve", "C 0 1 CJC7 SAS7 HAH7", prelude=blocked)
    assert solved.returncode == 0
    assert solved.stdout.splitlines()[0] == "value 24 points for seat 0, seat 1 to play"
    trained = run("train", prelude=blocked)
    assert trained.returncode == 2
    assert "numba" in trained.stderr
