"""Fair deals: a seed and the players' cuts fix the cards, a commitment published beforehand proves it.

The deck is a Fisher-Yates shuffle of the fixed card order, driven by SHA-256 in counter mode, so that anyone can
compute it again in any language:

- key = SHA-256(seed || cut 1 || cut 2 ...), cuts as UTF-8;
- the byte stream is SHA-256(key || counter), counter = 0, 1, 2 ... as eight bytes, most significant first;
- for i = 31 down to 1: a byte below the largest multiple of i + 1 that fits in 256 is taken modulo i + 1 (others are
  thrown away) and gives j; cards i and j change places;
- commitment = SHA-256("skat-v1" || deal id || rules text || seed).

It proves that the cards were fixed before the bidding, not that whoever runs the bot did not look.
"""

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from typing import Final

from game.cards import DECK, Card
from game.rules import Rules

SEED_BYTES: Final = 32
"""A distinct deal needs 51.3 bits and a full order of the deck 117.7, so 256 bits leave nothing to guess."""

CUT_LENGTH: Final = 40
"""The most characters a cut may have."""


def new_seed() -> bytes:
    """A seed from the operating system's secure source."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(deal_id: str, rules: Rules, seed: bytes) -> str:
    """The hexadecimal fingerprint that is published before the deal."""
    return hashlib.sha256(b"skat-v1" + deal_id.encode() + str(rules).encode() + seed).hexdigest()


def shuffled(seed: bytes, cuts: Sequence[str] = ()) -> tuple[Card, ...]:
    """The 32 cards as dealt."""
    order = list(DECK)
    stream = _stream(hashlib.sha256(seed + "".join(cuts).encode()).digest())
    for i in range(31, 0, -1):
        bound = 256 - 256 % (i + 1)
        byte = next(byte for byte in stream if byte < bound)
        j = byte % (i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def _stream(key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        yield from hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        counter += 1
