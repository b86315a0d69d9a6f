"""Games and contracts: trumps, following, strength, matadors, values. A forbidden contract cannot be built."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final

from game.cards import DECK, JACKS, Card, Rank, Suit


class Game(Enum):
    """What decides trumps and strength; the value is the letter in texts.

    Ramsch is no contract, but it is played by the trumps of a Grand (RULES 6).
    """

    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    CLUBS = "C"
    GRAND = "G"
    NULL = "N"
    RAMSCH = "R"

    @property
    def suit(self) -> Suit | None:
        """The trump suit; None for Grand, Null and Ramsch."""
        return _TRUMP_SUIT.get(self)

    @property
    def base(self) -> int:
        """The base value (ISkO 5.1.1); 23 for Null, 0 for Ramsch."""
        return _BASE[self]

    @property
    def trumps(self) -> tuple[Card, ...]:
        """All trumps, strongest first: 11 in a suit game, 4 in Grand and Ramsch, none in Null."""
        return _TRUMPS[self]

    def group(self, card: Card) -> int:
        """The effective suit as a small number: two cards of one group follow each other."""
        return GROUPS[self][card]

    def strength(self, card: Card) -> int:
        """A number that grows with the card's rank inside its group; trumps lie above all suits."""
        return STRENGTHS[self][card]


TRUMP_GROUP: Final = 4

_TRUMP_SUIT: Final = {
    Game.DIAMONDS: Suit.DIAMONDS,
    Game.HEARTS: Suit.HEARTS,
    Game.SPADES: Suit.SPADES,
    Game.CLUBS: Suit.CLUBS,
}
_BASE: Final = {game: suit.value for game, suit in _TRUMP_SUIT.items()} | {
    Game.GRAND: 24,
    Game.NULL: 23,
    Game.RAMSCH: 0,
}
_ORDER: Final = (Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE, Rank.JACK)
_NULL_ORDER: Final = tuple(Rank)


def _trumps(game: Game) -> tuple[Card, ...]:
    if game is Game.NULL:
        return ()
    suited = [card for card in DECK if card.suit is game.suit and card not in JACKS]
    return JACKS + tuple(sorted(suited, key=lambda card: _ORDER.index(card.rank), reverse=True))


_TRUMPS: Final = {game: _trumps(game) for game in Game}

GROUPS: Final = {game: tuple(TRUMP_GROUP if card in _TRUMPS[game] else card >> 3 for card in DECK) for game in Game}


def _strength(game: Game, card: Card) -> int:
    if card in _TRUMPS[game]:
        return 100 - _TRUMPS[game].index(card)
    order = _NULL_ORDER if game is Game.NULL else _ORDER
    return order.index(card.rank)


STRENGTHS: Final = {game: tuple(_strength(game, card) for card in DECK) for game in Game}


def winner(game: Game, trick: tuple[Card, Card, Card]) -> int:
    """Index (0 led, 1, 2) of the card that wins a full trick (ISkO 2.2.4 to 2.2.6)."""
    groups = GROUPS[game]
    strengths = STRENGTHS[game]
    best = 0
    group = groups[trick[0]]
    for index in (1, 2):
        challenger = trick[index]
        challenging = groups[challenger]
        if challenging == group:
            if strengths[challenger] > strengths[trick[best]]:
                best = index
        elif challenging == TRUMP_GROUP:
            best = index
            group = TRUMP_GROUP
    return best


def matadors(game: Game, cards: Collection[Card]) -> int:
    """Matadors over hand and skat: positive "with", negative "without", 0 for Null (ISkO 2.3; RULES 5)."""
    trumps = game.trumps
    if not trumps:
        return 0
    held = trumps[0] in cards
    run = 0
    for trump in trumps:
        if (trump in cards) is not held:
            break
        run += 1
    return run if held else -run


def most_matadors(game: Game, hand: Collection[Card]) -> int:
    """The most matadors, counted positively, that a hand of ten can have with any skat it could imagine."""
    with_run = 0
    missing = 2
    for trump in game.trumps:
        if trump not in hand:
            if not missing:
                break
            missing -= 1
        with_run += 1
    return max(with_run, -matadors(game, hand))


class ImpossibleContract(ValueError):
    """A combination of game and announcements that RULES 3 forbids."""


@dataclass(frozen=True, slots=True)
class Contract:
    """A game with what was announced. Its text: ``G``, ``CH``, ``DHS``, ``DHZ``, ``CO``, ``N``, ``NO``, ``NHO``."""

    game: Game
    hand: bool = False
    schneider: bool = False
    schwarz: bool = False
    ouvert: bool = False

    def __post_init__(self) -> None:
        if self.game is Game.RAMSCH:
            raise ImpossibleContract("Ramsch has no declarer and is no contract")
        if self.game is Game.NULL:
            if self.schneider or self.schwarz:
                raise ImpossibleContract("Null knows neither Schneider nor Schwarz")
            return
        if self.schneider and not self.hand:
            raise ImpossibleContract("Schneider is announced only with Hand")
        if self.schwarz and not self.schneider:
            raise ImpossibleContract("Schwarz announced includes Schneider announced")
        if self.ouvert and not self.schwarz:
            raise ImpossibleContract("trump Ouvert includes Hand and both announcements")

    def __str__(self) -> str:
        return _contract_text(self)

    @property
    def null(self) -> bool:
        return self.game is Game.NULL

    @property
    def extra_levels(self) -> int:
        """Levels a trump contract has beyond matadors and the game itself, if no more than announced is reached."""
        return self.hand + 2 * self.schneider + 2 * self.schwarz + self.ouvert

    @property
    def null_value(self) -> int:
        """23, Hand 35, Ouvert 46, Hand Ouvert 59 (ISkO 2.5.2)."""
        return (23, 35, 46, 59)[self.hand + 2 * self.ouvert]


@cache
def _contract_text(contract: Contract) -> str:
    letter = contract.game.value
    if contract.null:
        return letter + "H" * contract.hand + "O" * contract.ouvert
    if contract.ouvert:
        return letter + "O"
    if contract.schwarz:
        return letter + "HZ"
    return letter + "H" * contract.hand + "S" * contract.schneider


@cache
def contract(text: str) -> Contract:
    """The contract of a text; modifiers ``H S Z O`` may stand in any order and imply what they include.

    Raises ImpossibleContract (a ValueError) for anything that is no contract.
    """
    letter, modifiers = text[:1], text[1:]
    if not letter or letter not in "CSHDGN" or set(modifiers) - set("HSZO") or len(set(modifiers)) != len(modifiers):
        raise ImpossibleContract(f"no contract: {text[:8]!r}; write C S H D G or N and any of H S Z O")
    game = Game(letter)
    hand, schneider, schwarz, ouvert = (mark in modifiers for mark in "HSZO")
    if game is Game.NULL:
        return Contract(game, hand, schneider, schwarz, ouvert)
    schwarz = schwarz or ouvert
    schneider = schneider or schwarz
    return Contract(game, hand or schneider, schneider, schwarz, ouvert)


TRUMP_GAMES: Final = (Game.DIAMONDS, Game.HEARTS, Game.SPADES, Game.CLUBS, Game.GRAND)
PICK_UP_CONTRACTS: Final = tuple(contract(text) for text in ("D", "H", "S", "C", "G", "N", "NO"))
HAND_CONTRACTS: Final = tuple(
    contract(letter + marks) for letter in "DHSCG" for marks in ("H", "HS", "HZ", "O")
) + tuple(contract(text) for text in ("NH", "NHO"))


def _bids() -> tuple[int, ...]:
    suit = {base * level for base in (9, 10, 11, 12) for level in range(2, 19)}
    grand = {24 * level for level in range(2, 12)}
    return tuple(sorted({23, 35, 46, 59} | suit | grand))


BIDS: Final = _bids()
"""The 63 legal bids, ascending from 18 to 264 (RULES 2)."""


def highest_value(announced: Contract, run: int) -> int:
    """The most a contract can be worth with `run` matadors (counted positively): Schneider and Schwarz made."""
    if announced.null:
        return announced.null_value
    unannounced = (not announced.schneider) + (not announced.schwarz)
    return announced.game.base * (run + 1 + announced.extra_levels + unannounced)


def offered(hand: Collection[Card], bid: int, *, jacks_only: bool) -> tuple[Contract, ...]:
    """The contracts that may be announced at a bid: Hand games with ten cards, pick-up games with twelve.

    Those whose highest possible value reaches the bid; if none does, every trump contract. For Hand games
    "possible" means with any skat the declarer could imagine, so that it depends on no hidden card (RULES 3).
    """
    pick_up = len(hand) == 12
    candidates = PICK_UP_CONTRACTS if pick_up else HAND_CONTRACTS
    runs = {
        game: min(abs(matadors(game, hand)) if pick_up else most_matadors(game, hand), 4 if jacks_only else 11)
        for game in (*TRUMP_GAMES, Game.NULL)
    }
    reaching = tuple([c for c in candidates if highest_value(c, runs[c.game]) >= bid])
    return reaching or tuple(c for c in candidates if not c.null)
