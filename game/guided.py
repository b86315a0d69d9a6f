"""The lesson's deal: fixed cards, two opponents who always answer alike, and what a good idea would be at each card.

Whoever learns is forehand and declares. The opponents are given views and follow a few fixed rules, so that a deal is
told by the learner's cards alone. What may be done is asked of `game.deal`, never decided here.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from game.actions import PLAYS, Action, Announce, Bid, Hold, Pass, TakeSkat
from game.cards import Card, Rank, cards
from game.contract import TRUMP_GROUP, Contract, Game, contract, winner
from game.deal import apply, order_of, replay
from game.illegal import Illegal, Reason
from game.rules import INTERNATIONAL
from game.state import Finished, Hand, Move, Playing, Seat, State, Trick
from game.view import View, view_for

LEARNER: Final = Seat.FOREHAND
ORDER: Final = order_of(
    (
        cards("CJSJCACTC8HAHTH7S9D9"),
        cards("HJCKC9SASKS7DAD7HKH8"),
        cards("DJCQC7STS8DKDQD8HQH9"),
    ),
    cards("DTSQ"),
)
DISCARDS: Final = cards("D9DT")
"""What the lesson puts away: the suit of which one is then rid, and its points are safe."""
PAIRS: Final = (cards("S9SQ"), DISCARDS, cards("HTSQ"), cards("C8D9"))
"""What the lesson lets one choose from."""
CONTRACT: Final = contract("C")

_AUCTION: Final[tuple[Move, ...]] = ((Seat.MIDDLEHAND, Bid(18)),)
_ANSWERED: Final[tuple[Move, ...]] = (
    (LEARNER, Hold(18)),
    (Seat.MIDDLEHAND, Pass()),
    (Seat.REARHAND, Pass()),
)
_PICKED_UP: Final[Move] = (LEARNER, TakeSkat())


class Stage(Enum):
    """The decisions before the first card, in their order; the value is how many moves came before."""

    AUCTION = 1
    SKAT = 4
    DISCARD = 5


class Idea(Enum):
    """Why a card is the good one now."""

    DRAW = "draw"
    SMALL = "small"
    LOW = "low"
    RUFF = "ruff"
    CASH = "cash"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class Advice:
    """The good cards of a moment; each of them may be played as well as any other."""

    idea: Idea
    cards: Hand


def before_cards(stage: Stage) -> State:
    """The deal as the learner is asked for a decision."""
    return replay(ORDER, INTERNATIONAL, (*_AUCTION, *_ANSWERED, _PICKED_UP)[: stage.value])


def announced(game: Contract, discards: Hand) -> State:
    """The deal before its first card."""
    return apply(before_cards(Stage.DISCARD), LEARNER, Announce(game, discards))


def after(path: Hand) -> State:
    """The deal after the learner's cards `path`, each followed by the opponents' up to the learner's next turn.

    Raises Illegal for a card that may not be played.
    """
    state = announced(CONTRACT, DISCARDS)
    for card in path:
        state = answered(apply(state, LEARNER, PLAYS[card]))
    return state


def answered(state: State) -> State:
    """The opponents play until the learner is to play, or the deal is over."""
    while isinstance(state, Playing) and state.turn != LEARNER:
        state = apply(state, state.turn, reply(view_for(state, state.turn)))
    return state


def trick_with(state: Playing, card: Card) -> Trick:
    """The trick that comes of playing `card`. Raises Illegal."""
    number = len(state.tricks)
    after_it = apply(state, LEARNER, PLAYS[card])
    while isinstance(after_it, Playing) and len(after_it.tricks) == number:
        after_it = apply(after_it, after_it.turn, reply(view_for(after_it, after_it.turn)))
    assert isinstance(after_it, Playing | Finished)
    return after_it.tricks[number]


def why_not(state: State, action: Action) -> Reason | None:
    """Why the learner may not do an action; None if it may be done."""
    try:
        apply(state, LEARNER, action)
    except Illegal as error:
        return error.reason
    return None


def reply(view: View) -> Action:
    """An opponent's card: a partner's trick is fed, a trick that can be had is taken as cheaply as it can.

    Opponents keep together: they know who declares and nothing but their view.
    """
    game = view.game
    assert game is not None
    legal = tuple(card for card in view.hand if PLAYS[card] in view.legal)

    def cheap(card: Card) -> tuple[int, int, int]:
        return (game.group(card) == TRUMP_GROUP, card.points, game.strength(card))

    if not view.trick:
        return PLAYS[_lead(view, game, legal)]
    best = max(view.trick, key=lambda card: _rank(game, card, view.trick[0]))
    leader = view.leader
    assert leader is not None
    holder = Seat((leader + view.trick.index(best)) % 3)
    taking = [card for card in legal if _rank(game, card, view.trick[0]) > _rank(game, best, view.trick[0])]
    if holder != view.declarer and len(view.trick) == 2:
        fed = [card for card in legal if game.group(card) != TRUMP_GROUP] or legal
        return PLAYS[max(fed, key=lambda card: (card.points, -game.strength(card)))]
    if taking and holder == view.declarer:
        return PLAYS[min(taking, key=cheap)]
    if game.group(view.trick[0]) == TRUMP_GROUP:
        return PLAYS[min(legal, key=game.strength)]
    return PLAYS[min(legal, key=cheap)]


def _lead(view: View, game: Game, legal: Hand) -> Card:
    """On with the own suit while there are points in it, then aces, then the longest suit from above."""
    suits = [card for card in legal if game.group(card) != TRUMP_GROUP] or list(legal)
    led = [game.group(trick.cards[0]) for trick in view.tricks if trick.leader == view.seat]

    def wish(card: Card) -> tuple[bool, bool, int, int]:
        own = bool(led) and game.group(card) == led[-1] and card.points > 0
        length = sum(game.group(one) == game.group(card) for one in suits)
        return (own, card.rank is Rank.ACE, length, game.strength(card))

    return max(suits, key=wish)


def _rank(game: Game, card: Card, led: Card) -> int:
    """The higher, the nearer a card is to winning a trick to which `led` was led."""
    group = game.group(card)
    if group == TRUMP_GROUP:
        return 1000 + game.strength(card)
    return game.strength(card) if group == game.group(led) else -1


def advice(state: Playing) -> Advice:
    """What a declarer who counts would play, from nothing but the learner's view."""
    view = view_for(state, LEARNER)
    game = view.game
    assert game is not None
    legal = tuple(card for card in view.hand if PLAYS[card] in view.legal)
    seen = {*view.hand, *view.put_away, *view.trick, *(card for trick in view.tricks for card in trick.cards)}
    unseen = [card for card in Card if card not in seen]
    if view.trick:
        return _following(game, view.trick, legal)
    trumps = [card for card in legal if game.group(card) == TRUMP_GROUP]
    if trumps and any(game.group(card) == TRUMP_GROUP for card in unseen):
        sure = tuple(card for card in trumps if _is_best(game, card, unseen))
        return Advice(Idea.DRAW, sure) if sure else Advice(Idea.SMALL, (min(trumps, key=game.strength),))
    sure = tuple(card for card in legal if _is_best(game, card, unseen))
    return Advice(Idea.CASH, sure) if sure else Advice(Idea.LAST, legal)


def _following(game: Game, trick: Hand, legal: Hand) -> Advice:
    led = trick[0]
    if all(game.group(card) != game.group(led) for card in legal):
        trumps = tuple(card for card in legal if game.group(card) == TRUMP_GROUP)
        return Advice(Idea.RUFF, trumps) if trumps else Advice(Idea.LOW, _fewest(legal))
    best = max(trick, key=lambda card: _rank(game, card, led))
    taking = tuple(card for card in legal if _rank(game, card, led) > _rank(game, best, led))
    return Advice(Idea.CASH, taking) if taking else Advice(Idea.LOW, _fewest(legal))


def _fewest(several: Hand) -> Hand:
    least = min(card.points for card in several)
    return tuple(card for card in several if card.points == least)


def _is_best(game: Game, card: Card, unseen: list[Card]) -> bool:
    """Whether nobody else can hold a higher card of the same suit, or a trump that beats it."""
    return not any(
        winner(game, (card, other, other)) != 0 and game.group(other) in (game.group(card), TRUMP_GROUP)
        for other in unseen
    )
