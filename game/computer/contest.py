"""Fixed contracts and duplicate deals that players are compared on.

The ordinary games of a file of records (one JSON object a line, fields as in XSkat's logs: `hands` after the discards,
`skat`, `was`, `contract`, `bid`, `declarer`, `score`) become deals that stand before the first lead.
"""

import gzip
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.actions import Action, Announce, Bid, TakeSkat
from game.cards import DECK, Card, card
from game.contract import contract
from game.deal import order_of
from game.rules import INTERNATIONAL
from game.state import SEATS, Deal, Declared, Hand, Move, Playing, with_hand


class BadContract(ValueError):
    """A line that is no fixed contract; the message says why."""


@dataclass(frozen=True, slots=True)
class FixedContract:
    """A game before its first card, and whether its declarer won it in the file."""

    state: Playing
    won: bool

    @property
    def game(self) -> str:
        terms = self.state.terms
        return terms.game.value


def fixed_contracts(path: Path) -> Iterator[FixedContract]:
    """The ordinary games of a file, plain or compressed, in order. Raises OSError, BadContract."""
    with path.open("rb") as plain:
        lines = gzip.GzipFile(fileobj=plain) if path.suffix == ".gz" else plain
        for number, line in enumerate(lines, 1):
            try:
                record = json.loads(line)
                if record["kind"] == "game":
                    yield _fixed(record)
            except (KeyError, ValueError, TypeError, IndexError) as error:
                raise BadContract(f"line {number} is no game: {error}") from None


def _hand(names: list[str]) -> Hand:
    return tuple(sorted(card(name) for name in names))


def _fixed(record: dict[str, Any]) -> FixedContract:
    hands = (_hand(record["hands"][0]), _hand(record["hands"][1]), _hand(record["hands"][2]))
    skat, was = _hand(record["skat"]), _hand(record["was"])
    declarer = SEATS[int(record["declarer"])]
    announced = contract(record["contract"])
    dealt = hands
    if not announced.hand:
        own = tuple(sorted(one for one in hands[declarer] + skat if one not in was))
        dealt = with_hand(hands, declarer, own)
    bid = int(record["bid"])
    steps: list[Action] = [Bid(bid)]
    steps += [Announce(announced)] if announced.hand else [TakeSkat(), Announce(announced, skat)]
    moves: tuple[Move, ...] = tuple((declarer, step) for step in steps)
    deal = Deal(INTERNATIONAL, order_of(dealt, was), dealt, was)
    terms = Declared(declarer, bid, announced, skat)
    return FixedContract(Playing(deal, moves, terms, hands, (), (), SEATS[0]), record["score"] > 0)


def deals(count: int, seed: int) -> Iterator[tuple[Card, ...]]:
    """Shuffled decks that depend on the seed alone; deal n is the same for every count."""
    for number in range(count):
        order = list(DECK)
        random.Random(f"{seed} {number}").shuffle(order)
        yield tuple(order)
