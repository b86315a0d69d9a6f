"""The networks of the package: chances of winning as declarer, by layout, and of bidding at all."""

import json
import threading
from pathlib import Path
from typing import Any, Final

import numpy as np

from game.computer import features
from game.computer.masks import GRAND, NULL, SUIT
from game.computer.network import Array, Network

WEIGHTS: Final = Path(__file__).with_name("weights.npz")

NAMES: Final = {SUIT: "suit", GRAND: "grand", NULL: "null"}
_DEPTH: Final = 3

ORDINARY_DEFENCE: Final = 0.5
"""Strangers defend worse than a search and better than rules of thumb."""

NO_SKILL: Final = np.zeros((1, 2), dtype=np.float32)
_lock = threading.Lock()


def save(path: Path, networks: dict[str, Network], figures: dict[str, Any]) -> None:
    """Writes networks by name, with the figures they were made with."""
    arrays: dict[str, Any] = {"figures": np.array(json.dumps(figures, sort_keys=True))}
    for name, network in networks.items():
        for number, (weights, biases) in enumerate(network.layers):
            arrays[f"{name}.w{number}"] = weights
            arrays[f"{name}.b{number}"] = biases
    np.savez_compressed(path, **arrays)


def load(path: Path = WEIGHTS) -> tuple[dict[str, Network], dict[str, Any]]:
    """The inverse of `save`. Raises OSError or ValueError for a file that is none of ours."""
    with np.load(path, allow_pickle=False) as arrays:
        names = sorted({key.split(".")[0] for key in arrays.files if "." in key})
        networks = {
            name: Network(tuple((arrays[f"{name}.w{n}"], arrays[f"{name}.b{n}"]) for n in range(_DEPTH)))
            for name in names
        }
        return networks, json.loads(str(arrays["figures"]))


_current: dict[str, Network] = {}


def loaded() -> dict[str, Network]:
    """The networks in use by name: the package's, unless others were put in their place."""
    with _lock:
        if not _current:
            _current.update(load()[0])
        return _current


def use(networks: dict[str, Network]) -> None:
    """Puts other networks in the place of the package's, for the whole process."""
    with _lock:
        _current.update(networks)


def win_chances(layout: int, hands: Array, discards: Array, seats: Array, defence: float = ORDINARY_DEFENCE) -> Array:
    """The chance that a searching declarer wins with ten cards and two laid away, one for each row of masks.

    `defence` is the share of the two defenders who search.
    """
    skill = np.array([[1.0, defence]], dtype=np.float32)
    return loaded()[NAMES[layout]].chances(features.rows(layout, hands, discards, seats, skill))


def bid_chances(hands: Array) -> Array:
    """The chance that a player bids 18 with ten cards, given as masks of the Grand layout."""
    nothing = np.zeros_like(hands)
    return loaded()["bid"].chances(features.rows(GRAND, hands, nothing, nothing, NO_SKILL))
