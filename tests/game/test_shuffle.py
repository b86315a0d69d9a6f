"""Fair deals: the documented algorithm written a second time, commitments, and an even spread."""

import hashlib
import random
from collections import Counter

from game.cards import DECK
from game.deal import new_deal
from game.rules import INTERNATIONAL, PUB
from game.shuffle import SEED_BYTES, commitment, new_seed, shuffled

KNOWN_ZERO = "D8HKDJCTCAH9HADKSJSKH7HJCQC8S8HQS7S9D9H8DASAD7DTC7CKC9HTSTDQCJSQ"
KNOWN_ONES = "C9DQCQCJSQC7DKH7HJH9S7CAHTSAHACTC8DJDAHKS9HQDTSKSTS8D8D7CKD9SJH8"
KNOWN_COMMITMENT = "46d54736f3ffa44df6dca3c321abdf9d9d754a7f0658584e10179d1ab57bde92"
NAMES = [suit + rank for suit in "CSHD" for rank in "789TJQKA"]


def by_the_book(seed: bytes, cuts: list[str]) -> list[str]:
    """The order of the cards as the documentation says, with names and numbers alone."""
    key = hashlib.sha256(seed + b"".join(cut.encode("utf-8") for cut in cuts)).digest()
    stream = bytearray()
    used = counter = 0
    order = list(NAMES)
    for i in reversed(range(1, 32)):
        while True:
            if used == len(stream):
                stream += hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
                counter += 1
            value = stream[used]
            used += 1
            if value < (256 // (i + 1)) * (i + 1):
                break
        j = value % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def test_a_second_implementation_reproduces_1000_deals(source: random.Random) -> None:
    for _ in range(1000):
        seed = source.randbytes(SEED_BYTES)
        cuts = [source.choice(["", "abheben", "Ä♣", "x" * 40]) for _ in range(source.randrange(4))]
        assert [card.name for card in shuffled(seed, cuts)] == by_the_book(seed, cuts)


def test_known_answers() -> None:
    """Two deals written down once, so that no later version deals the same seed otherwise."""
    zero, ones = bytes(32), b"\x01" * 32
    assert "".join(card.name for card in shuffled(zero)) == KNOWN_ZERO
    assert "".join(card.name for card in shuffled(ones, ["left", "right"])) == KNOWN_ONES
    assert commitment("17-3", INTERNATIONAL, zero) == KNOWN_COMMITMENT


def test_the_commitment_is_what_the_documentation_says() -> None:
    seed = b"\x07" * 32
    expected = hashlib.sha256(b"skat-v1" + b"17-3" + str(PUB).encode() + seed).hexdigest()
    assert commitment("17-3", PUB, seed) == expected


def test_everything_is_committed_to() -> None:
    seed = new_seed()
    first = commitment("1-0", INTERNATIONAL, seed)
    assert first == commitment("1-0", INTERNATIONAL, seed)
    assert first != commitment("1-1", INTERNATIONAL, seed)
    assert first != commitment("1-0", PUB, seed)
    assert first != commitment("1-0", INTERNATIONAL, bytes([seed[0] ^ 1]) + seed[1:])


def test_every_bit_of_the_seed_and_every_cut_changes_the_cards() -> None:
    seed = bytes(32)
    orders = {shuffled(bytes(seed[:i] + bytes([1 << bit]) + seed[i + 1 :])) for i in range(32) for bit in range(8)}
    orders |= {shuffled(seed), shuffled(seed, ["a"]), shuffled(seed, ["b"]), shuffled(seed, ["a", "b"])}
    assert len(orders) == 256 + 4


def test_case_122_two_fresh_seeds_differ() -> None:
    seeds = {new_seed() for _ in range(200)}
    assert len(seeds) == 200
    assert {len(seed) for seed in seeds} == {SEED_BYTES}


def test_rules_1_case_67_every_order_is_a_deal() -> None:
    for _ in range(100):
        state = new_deal(shuffled(new_seed()), INTERNATIONAL)
        assert [len(hand) for hand in (*state.deal.hands, state.deal.skat)] == [10, 10, 10, 2]


def test_rules_1_cards_are_dealt_three_skat_four_three() -> None:
    state = new_deal(DECK, INTERNATIONAL)
    places = [sorted(DECK.index(card) for card in hand) for hand in (*state.deal.hands, state.deal.skat)]
    assert places == [
        [0, 1, 2, 11, 12, 13, 14, 23, 24, 25],
        [3, 4, 5, 15, 16, 17, 18, 26, 27, 28],
        [6, 7, 8, 19, 20, 21, 22, 29, 30, 31],
        [9, 10],
    ]


def test_chi_square_of_card_by_position(source: random.Random) -> None:
    """Every card lies at every place equally often; an even shuffle fails twice in a million runs."""
    deals = 6_000
    counts: Counter[tuple[int, int]] = Counter()
    for _ in range(deals):
        counts.update((place, int(card)) for place, card in enumerate(shuffled(source.randbytes(SEED_BYTES))))
    expected = deals / 32
    statistic = sum((counts[place, card] - expected) ** 2 / expected for place in range(32) for card in range(32))
    # 32 / 31 of a chi-square of 31 x 31 degrees of freedom (places and cards are both used up): mean 992, standard
    # deviation 45; the bounds are the lower and the upper millionth.
    assert 791 < statistic < 1222


def test_chi_square_sees_a_shuffle_without_rejection(source: random.Random) -> None:
    """The same statistic on a careless shuffle (every card swapped with any other) is far outside."""
    deals = 6_000
    counts: Counter[tuple[int, int]] = Counter()
    for _ in range(deals):
        order = list(DECK)
        for i in range(32):
            j = source.randrange(32)
            order[i], order[j] = order[j], order[i]
        counts.update((place, int(card)) for place, card in enumerate(order))
    expected = deals / 32
    assert sum((counts[p, c] - expected) ** 2 / expected for p in range(32) for c in range(32)) > 1222
