"""The networks that judge hands, and the lessons they are made from."""

import random
from pathlib import Path

import pytest

from game.cards import DECK
from game.computer.native import READY

# The modules below need NumPy to be imported at all; see `tests.compiled` for who notices when it goes missing.
if not READY:
    pytest.skip("numba is not installed", allow_module_level=True)

import numpy as np

from game.computer import nets
from game.computer.lessons import lesson, own_lesson
from game.computer.levels import warm_up
from game.computer.masks import SUIT, mask_of
from game.computer.network import averaged, fresh
from game.contract import Game


def log_odds(chances: nets.Array) -> nets.Array:
    return np.log(chances / (1 - chances))


def test_a_network_of_several_has_the_mean_of_their_log_odds(tmp_path: Path) -> None:
    members = [fresh(9, (8, 4), seed) for seed in range(3)]
    inputs = np.random.default_rng(1).standard_normal((50, 9)).astype(np.float32)
    wanted = np.mean([log_odds(one.chances(inputs)) for one in members], axis=0)
    together = averaged(members)
    assert np.allclose(log_odds(together.chances(inputs)), wanted, atol=1e-4)

    nets.save(tmp_path / "some.npz", {"suit": together}, {})
    loaded, _ = nets.load(tmp_path / "some.npz")
    assert np.array_equal(loaded["suit"].chances(inputs), together.chances(inputs))


def test_better_defenders_make_a_game_less_sure(source: random.Random) -> None:
    decks = [source.sample(DECK, 12) for _ in range(500)]
    hands = np.array([mask_of(Game.CLUBS, deck[:10]) for deck in decks], dtype=np.int64)
    away = np.array([mask_of(Game.CLUBS, deck[10:]) for deck in decks], dtype=np.int64)
    seats = np.zeros(500, dtype=np.int64)
    weak, ordinary, strong = (nets.win_chances(SUIT, hands, away, seats, defence).mean() for defence in (0.0, 0.5, 1.0))
    assert weak > ordinary > strong


def test_a_lesson_tells_who_played() -> None:
    line = "G 1 C7C8C9CTCQCKCACJSJHJ D7D8 1 78"
    assert (lesson(line).declarer, lesson(line).defence) == (0, 0)
    told = lesson(f"{line} 1 0.5")
    assert (told.declarer, told.defence) == (1, 0.5)
    assert lesson(str(told)) == told


def test_own_lessons_have_none_one_or_both_defenders_searching() -> None:
    warm_up()
    lessons = [own_lesson(seed, 1) for seed in range(12)]
    assert {one.defence for one in lessons} == {0, 0.5, 1}
    assert {one.declarer for one in lessons} == {1}
