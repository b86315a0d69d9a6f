"""The same cards in every deal, so that there is an auction, a declarer and ten tricks."""

import pytest

import game.table
from tests.faults.conftest import nursery, rig

__all__ = ["nursery", "rig"]

SEED = (4).to_bytes(32, "big")


@pytest.fixture(autouse=True)
def same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game.table, "new_seed", lambda: SEED)
