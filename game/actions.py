"""What a seat may do, as frozen values with one text form: log row, button id and language of the tests."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from game.cards import DECK, Card, card, cards, cards_text
from game.contract import BIDS, Contract, contract


class BadAction(ValueError):
    """A text or combination of values that is no action."""


def _pair(chosen: tuple[Card, ...]) -> tuple[Card, ...]:
    if len(chosen) != 2 or chosen[0] is chosen[1]:
        raise BadAction("two different cards are put away, no more and no fewer")
    return chosen if chosen[0] < chosen[1] else (chosen[1], chosen[0])


@dataclass(frozen=True, slots=True)
class Bid:
    value: int


@dataclass(frozen=True, slots=True)
class Hold:
    value: int


@dataclass(frozen=True, slots=True)
class Pass:
    pass


@dataclass(frozen=True, slots=True)
class TakeSkat:
    pass


@dataclass(frozen=True, slots=True)
class Announce:
    """The contract and, in a pick-up game, the two discards in the order of the deck; in a Hand game none."""

    contract: Contract
    discards: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        if self.contract.hand:
            if self.discards:
                raise BadAction("a Hand game has no discards")
        else:
            object.__setattr__(self, "discards", _pair(self.discards))


@dataclass(frozen=True, slots=True)
class Kontra:
    pass


@dataclass(frozen=True, slots=True)
class NoKontra:
    pass


@dataclass(frozen=True, slots=True)
class Re:
    pass


@dataclass(frozen=True, slots=True)
class NoRe:
    pass


@dataclass(frozen=True, slots=True)
class Push:
    """Schieberamsch: pass on two cards, or, with no cards, the skat unseen."""

    cards: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        if self.cards:
            object.__setattr__(self, "cards", _pair(self.cards))


@dataclass(frozen=True, slots=True)
class Play:
    card: Card


@dataclass(frozen=True, slots=True)
class Claim:
    """The rest is mine; of a Null declarer: I take no trick any more."""


@dataclass(frozen=True, slots=True)
class Concede:
    pass


@dataclass(frozen=True, slots=True)
class Accept:
    """Agrees to the claim or the offer to give up that was move `number` of the deal, counted from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class Decline:
    number: int


Action = (
    Bid
    | Hold
    | Pass
    | TakeSkat
    | Announce
    | Kontra
    | NoKontra
    | Re
    | NoRe
    | Push
    | Play
    | Claim
    | Concede
    | Accept
    | Decline
)

_WORDS: Final[dict[str, Action]] = {
    "pass": Pass(),
    "skat": TakeSkat(),
    "kontra": Kontra(),
    "nokontra": NoKontra(),
    "re": Re(),
    "nore": NoRe(),
    "push": Push(),
    "claim": Claim(),
    "concede": Concede(),
}
_TEXTS: Final = {type(action): word for word, action in _WORDS.items()}


def to_text(action: Action) -> str:
    """The one text form of an action."""
    match action:
        case Play(played):
            return played.name
        case Bid(value):
            return f"bid.{value}"
        case Hold(value):
            return f"hold.{value}"
        case Announce(announced, discards):
            return f"announce.{announced}" + (f".{cards_text(discards)}" if discards else "")
        case Push(pushed) if pushed:
            return f"push.{cards_text(pushed)}"
        case Accept(number):
            return f"accept.{number}"
        case Decline(number):
            return f"decline.{number}"
        case _:
            return _TEXTS[type(action)]


def from_text(text: str) -> Action:
    """The inverse of `to_text`; accepts nothing but what `to_text` writes.

    Raises BadAction.
    """
    try:
        action = _parse(text)
    except ValueError as error:
        raise BadAction(f"no action: {text[:40]!r} ({error})") from None
    if to_text(action) != text:
        raise BadAction(f"no action: {text[:40]!r}; it is written {to_text(action)!r}")
    return action


def _parse(text: str) -> Action:
    if text in _WORDS:
        return _WORDS[text]
    match text.split("."):
        case [played]:
            return PLAYS[card(played)]
        case ["bid", value]:
            return Bid(_number(value))
        case ["hold", value]:
            return Hold(_number(value))
        case ["announce", announced]:
            return Announce(contract(announced))
        case ["announce", announced, discards]:
            return Announce(contract(announced), cards(discards))
        case ["push", pushed]:
            return Push(cards(pushed))
        case ["accept", number]:
            return Accept(_number(number))
        case ["decline", number]:
            return Decline(_number(number))
        case _:
            raise BadAction("unknown word")


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 4):
        raise BadAction("a number of at most four digits is needed")
    return int(text)


PLAYS: Final = tuple(Play(one) for one in DECK)
BID_ACTIONS: Final = tuple(Bid(value) for value in BIDS)


@cache
def announcements(contracts: tuple[Contract, ...]) -> dict[tuple[Card, Card], tuple[Announce, ...]]:
    """For each pair of cards in the order of the deck, the pick-up announcements that put it away.

    Kept, because the several hundred announcements of one hand are built anew for no deal.
    """
    return {
        (one, other): tuple(Announce(announced, (one, other)) for announced in contracts)
        for one in DECK
        for other in DECK
        if one < other
    }
