"""The solver against brute force, and against itself under changes that may not matter."""

import random
from dataclasses import dataclass, replace

import pytest

from game.cards import DECK, Card, Suit
from game.computer.masks import LAYOUTS, cards_of, mask_of, mask_points
from game.computer.plain import PlainSearch
from game.computer.solver import Position, Solver, Terms
from game.contract import Game
from game.playing import playable
from game.state import SEATS
from tests.compiled import compiled
from tests.game.computer.brute import Hands, brute_value

MODES = [
    *[(game, False, False) for game in (Game.DIAMONDS, Game.HEARTS, Game.SPADES, Game.CLUBS, Game.GRAND)],
    (Game.NULL, True, True),
    (Game.RAMSCH, True, False),
    (Game.CLUBS, False, True),
    (Game.GRAND, False, True),
]


@dataclass(frozen=True)
class Sample:
    terms: Terms
    hands: Hands
    leader: int
    trick: tuple[Card, ...]

    @property
    def position(self) -> Position:
        game = self.terms.game
        hands = (mask_of(game, self.hands[0]), mask_of(game, self.hands[1]), mask_of(game, self.hands[2]))
        return Position(hands, SEATS[self.leader], tuple(mask_of(game, [card]) for card in self.trick))


def samples(count: int, source: random.Random, sizes: tuple[int, ...]) -> list[Sample]:
    found: list[Sample] = []
    for number in range(count):
        game, lowest, tricks = MODES[number % len(MODES)]
        size = source.choice(sizes)
        dealt = source.sample(DECK, 3 * size)
        hands = [tuple(sorted(dealt[n * size : (n + 1) * size])) for n in range(3)]
        leader = source.randrange(3)
        trick: tuple[Card, ...] = ()
        for step in range(source.choice((0, 0, 1, 2))):
            seat = (leader + step) % 3
            card = source.choice(playable(game, hands[seat], trick))
            hands[seat] = tuple(one for one in hands[seat] if one is not card)
            trick = (*trick, card)
        bonus = source.choice((0, 11)) if game is Game.RAMSCH else 0
        terms = Terms(game, source.choice(SEATS), lowest, tricks, bonus)
        found.append(Sample(terms, (hands[0], hands[1], hands[2]), leader, trick))
    return found


def wanted(sample: Sample) -> int:
    terms = sample.terms
    return brute_value(
        terms.game, sample.hands, sample.leader, sample.trick, terms.alone,
        lowest=terms.lowest, tricks=terms.tricks, bonus=terms.bonus,
    )  # fmt: skip


def plain_value(sample: Sample) -> int:
    terms = sample.terms
    plain = PlainSearch(terms.alone, LAYOUTS[terms.game], terms.lowest, int(terms.tricks), terms.bonus)
    position = sample.position
    return plain.value(position.hands, position.leader, position.trick)


@compiled
def test_it_equals_brute_force(source: random.Random, request: pytest.FixtureRequest) -> None:
    count = 2000 if request.config.option.long else 400
    solver = Solver(1 << 12)
    for sample in samples(count, source, (2, 3, 4, 4, 5)):
        assert solver.value(sample.position, sample.terms) == wanted(sample), sample


def test_plain_python_equals_brute_force(source: random.Random) -> None:
    for sample in samples(90, source, (2, 3, 4)):
        assert plain_value(sample) == wanted(sample), sample


@compiled
def test_the_value_does_not_depend_on_the_table(source: random.Random) -> None:
    solvers = [Solver(1 << bits) for bits in (1, 8, 16)]
    for sample in samples(36, source, (7,)):
        values = {solver.value(sample.position, sample.terms) for solver in solvers}
        assert len(values) == 1
        assert None not in values


@compiled
def test_a_window_of_zero_agrees_with_the_exact_value(source: random.Random) -> None:
    solver = Solver()
    for sample in samples(36, source, (6,)):
        value = solver.value(sample.position, sample.terms)
        assert value is not None
        assert solver.reaches(sample.position, sample.terms, value) is True
        assert solver.reaches(sample.position, sample.terms, value + 1) is False


def relabelled(sample: Sample, game: Game, suits: dict[Suit, Suit]) -> Sample:
    """The same position with suits renamed; jacks, which rank by suit, stay unless the game is Null."""
    keeps_jacks = sample.terms.game is not Game.NULL

    def renamed(card: Card) -> Card:
        if keeps_jacks and card.rank.value == "J":
            return card
        return next(one for one in DECK if one.rank is card.rank and one.suit is suits[card.suit])

    hands = [tuple(sorted(map(renamed, hand))) for hand in sample.hands]
    trick = tuple(map(renamed, sample.trick))
    return Sample(replace(sample.terms, game=game), (hands[0], hands[1], hands[2]), sample.leader, trick)


@compiled
def test_the_order_of_suits_does_not_matter(source: random.Random) -> None:
    solver = Solver()
    for sample in samples(90, source, (6,)):
        names = list(Suit)
        source.shuffle(names)
        suits = dict(zip(Suit, names, strict=True))
        trumps = sample.terms.game.suit
        game = sample.terms.game if trumps is None else Game(suits[trumps].letter)
        other = relabelled(sample, game, suits)
        assert solver.value(other.position, other.terms) == solver.value(sample.position, sample.terms)


@compiled
def test_turning_the_table_does_not_matter(source: random.Random) -> None:
    solver = Solver()
    for sample in samples(45, source, (6,)):
        hands = (sample.hands[2], sample.hands[0], sample.hands[1])
        terms = replace(sample.terms, alone=sample.terms.alone.left)
        turned = Sample(terms, hands, (sample.leader + 1) % 3, sample.trick)
        assert solver.value(turned.position, terms) == solver.value(sample.position, sample.terms)


@compiled
def test_it_stops_at_its_cap() -> None:
    source = random.Random(1)
    dealt = source.sample(DECK, 30)
    hands = tuple(mask_of(Game.CLUBS, dealt[n : n + 10]) for n in (0, 10, 20))
    position = Position((hands[0], hands[1], hands[2]), SEATS[0])
    assert Solver().value(position, Terms(Game.CLUBS, SEATS[0]), most_nodes=100) is None


def test_masks_and_cards_are_inverse() -> None:
    for game in Game:
        assert set(cards_of(game, mask_of(game, DECK[3:17]))) == set(DECK[3:17])
        assert mask_points(LAYOUTS[game], mask_of(game, DECK)) == 120
