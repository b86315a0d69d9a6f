"""Deals and moves as text: seats are F, M and R, a move is a seat and an action's text."""

from collections.abc import Iterator

from game.actions import Action, from_text, to_text
from game.cards import DECK, Card, cards
from game.deal import apply, new_deal, order_of
from game.rules import INTERNATIONAL, Rules
from game.scoring import GameResult, result
from game.state import SEATS, Bidding, Finished, Hand, Seat, State

LETTERS = "FMR"
F, M, R = SEATS


def moves(text: str) -> Iterator[tuple[Seat, Action]]:
    """The moves of a text such as ``M bid.18 F pass``."""
    words = text.split()
    for who, what in zip(words[::2], words[1::2], strict=True):
        yield SEATS[LETTERS.index(who)], from_text(what)


def moves_text(several: tuple[tuple[Seat, Action], ...]) -> str:
    """The inverse of `moves`."""
    return " ".join(f"{LETTERS[seat]} {to_text(action)}" for seat, action in several)


def do(state: State, text: str) -> State:
    """The state after the moves of a text."""
    for seat, action in moves(text):
        state = apply(state, seat, action)
    return state


def deal(
    forehand: str = "", middlehand: str = "", rearhand: str = "", skat: str = "", rules: Rules = INTERNATIONAL
) -> Bidding:
    """The start of a deal; what a text leaves open is filled with the rest of the deck in its order."""
    texts = [cards(text) for text in (forehand, middlehand, rearhand, skat)]
    named = [card for text in texts for card in text]
    assert len(set(named)) == len(named), "a card is named twice"
    rest = iter([card for card in DECK if card not in named])
    full: list[Hand] = [_filled(text, size, rest) for text, size in zip(texts, (10, 10, 10, 2), strict=True)]
    return new_deal(order_of((full[0], full[1], full[2]), full[3]), rules)


def _filled(named: Hand, size: int, rest: Iterator[Card]) -> Hand:
    return named + tuple(next(rest) for _ in range(size - len(named)))


def outcome(state: State) -> GameResult:
    """The result of a declarer's game that is over."""
    assert isinstance(state, Finished)
    found = result(state)
    assert isinstance(found, GameResult)
    return found
