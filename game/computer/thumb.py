"""A player by rules of thumb: always legal, at once, no search. What every other player falls back on."""

from collections.abc import Collection, Sequence
from itertools import combinations

from game.actions import (
    Accept,
    Action,
    Announce,
    Bid,
    Decline,
    Hold,
    NoKontra,
    NoRe,
    Pass,
    Play,
    Push,
    TakeSkat,
)
from game.cards import DECK, JACKS, Card, card_points
from game.computer.estimate import win_chance
from game.contract import PICK_UP_CONTRACTS, TRUMP_GAMES, Contract, Game, highest_value, matadors, winner
from game.state import SEATS, Hand, Seat
from game.view import Phase, View

PLAYABLE = 0.5
"""The chance from which a game is bid on; the skat usually adds to it."""


def rule_of_thumb(view: View) -> Action:
    """A sensible legal action for the view's seat."""
    match view.phase:
        case Phase.BIDDING:
            return _bid(view)
        case Phase.DECLARING:
            return _declare(view)
        case Phase.DOUBLING:
            return next(action for action in view.legal if isinstance(action, NoKontra | NoRe))
        case Phase.PUSHING:
            return _push(view)
        case _:
            return _answer(view) if view.question is not None else Play(_card(view))


def _limit(view: View) -> int:
    """How far the hand is worth bidding: the value of the best game that looks playable."""
    hand = view.hand
    limit = 0
    for game in (*TRUMP_GAMES, Game.NULL):
        chance = win_chance(game, hand)
        if chance >= PLAYABLE:
            run = min(abs(matadors(game, hand)), 4)
            contract = Contract(game)
            limit = max(limit, contract.null_value if contract.null else game.base * (run + 1))
    return limit


def _bid(view: View) -> Action:
    limit = _limit(view)
    for action in view.legal:
        if isinstance(action, Bid | Hold):
            return action if action.value <= limit else Pass()
    return Pass()


def _declare(view: View) -> Action:
    if not view.skat_taken:
        return TakeSkat()
    legal = {action.contract for action in view.legal if isinstance(action, Announce)}
    best: tuple[float, Announce] | None = None
    for contract in PICK_UP_CONTRACTS:
        if contract in legal:
            discards = _discards(contract.game, view.hand)
            kept = [card for card in view.hand if card not in discards]
            chance = win_chance(contract.game, kept)
            if contract.ouvert:
                chance **= 1.5
            value = _value(contract, view)
            worth = chance * (value + 50) - (1 - chance) * (2 * value + 90)
            if best is None or worth > best[0]:
                best = worth, Announce(contract, discards)
    assert best is not None
    return best[1]


def _value(contract: Contract, view: View) -> int:
    if contract.null:
        return contract.null_value
    run = abs(matadors(contract.game, view.hand))
    value = contract.game.base * (run + 1)
    # An overbid game needs Schneider first; it is a last resort.
    return value if value >= view.bid else highest_value(contract, run) * 3


def _discards(game: Game, hand: Hand) -> Hand:
    """The two cards to lay away: those whose loss keeps the chance highest, then the dearest ones."""

    def worth(pair: tuple[Card, Card]) -> tuple[float, int]:
        kept = [card for card in hand if card not in pair]
        points = card_points(pair)
        return win_chance(game, kept) + 0.004 * points, points

    pairs = [pair for pair in combinations(hand, 2) if game is Game.NULL or not any(c in game.trumps for c in pair)]
    return max(pairs or combinations(hand, 2), key=worth)


def _push(view: View) -> Action:
    if TakeSkat() in view.legal:
        jacks = sum(card in JACKS for card in view.hand)
        return TakeSkat() if jacks <= 1 else Push()
    high = sorted((card for card in view.hand if card not in JACKS), key=lambda card: (card.points, card))
    return Push((high[-1], high[-2]))


def _answer(view: View) -> Action:
    question = view.question
    assert question is not None
    # A declarer's offer to give up is a won game; a partner's is not taken up.
    agrees = _claim_holds(view, question.by) if question.claim else question.by == view.declarer
    wanted = Accept if agrees else Decline
    return next(action for action in view.legal if isinstance(action, wanted))


def _claim_holds(view: View, claimant: Seat) -> bool:
    """Whether every card the claimant shows beats all of its suit that is not accounted for, trumps included."""
    game = view.game
    shown = dict(view.shown).get(claimant, ())
    if game is None or game is Game.NULL or view.leader != claimant or view.trick:
        return False
    out = [card for card in _unseen(view) if card not in shown] + list(view.hand)
    trumps_out = [card for card in out if card in game.trumps]
    own_trumps = [card for card in shown if card in game.trumps]
    if trumps_out and len(own_trumps) < len(trumps_out):
        return False
    return all(
        game.strength(card) > game.strength(other)
        for card in shown
        for other in out
        if game.group(card) == game.group(other)
    )


def _unseen(view: View) -> list[Card]:
    gone = {card for trick in view.tricks for card in trick.cards} | set(view.trick) | set(view.hand)
    return [card for card in DECK if card not in gone and card not in view.put_away]


def _card(view: View) -> Card:
    cards = [action.card for action in view.legal if isinstance(action, Play)]
    if len(cards) == 1:
        return cards[0]
    game = view.game
    assert game is not None
    if view.declarer is None or (game is Game.NULL and view.seat == view.declarer):
        return _duck(view, game, cards)
    if game is Game.NULL:
        return _against_null(view, game, cards)
    return _lead(view, game, cards) if not view.trick else _follow(view, game, cards)


def _wins(game: Game, trick: Sequence[Card], card: Card) -> bool:
    """Whether `card` lies highest after being played to `trick`."""
    full = (*trick, card)
    if len(full) == 1:
        return True
    if len(full) == 2:
        return winner(game, (full[0], full[1], full[0])) == 1
    return winner(game, (full[0], full[1], full[2])) == 2


def _duck(view: View, game: Game, cards: list[Card]) -> Card:
    """Take no trick: under the trick as high as possible, else the cheapest way out."""
    if not view.trick:
        return min(cards, key=lambda card: (card in game.trumps, game.strength(card)))
    under = [card for card in cards if not _wins(game, view.trick, card)]
    if under:
        return max(under, key=lambda card: (game.strength(card), card.points))
    last = len(view.trick) == 2
    return max(cards, key=game.strength) if last else min(cards, key=game.strength)


def _against_null(view: View, game: Game, cards: list[Card]) -> Card:
    """Make the declarer win: play low when leading or before the declarer, get rid of high cards behind."""
    leader = view.leader
    assert leader is not None
    seats = [SEATS[(leader + n) % 3] for n in range(len(view.trick))]
    if view.declarer is None or view.declarer not in seats:
        return min(cards, key=game.strength)
    declared = view.trick[seats.index(view.declarer)]
    rest = [card for card in view.trick if card is not declared]
    if any(game.group(c) == game.group(declared) and game.strength(c) > game.strength(declared) for c in rest):
        return max(cards, key=game.strength)
    under = [card for card in cards if not _wins(game, view.trick, card)]
    return max(under or cards, key=game.strength)


def _lead(view: View, game: Game, cards: list[Card]) -> Card:
    trumps = [card for card in cards if card in game.trumps]
    side = [card for card in cards if card not in game.trumps]
    aces = [card for card in side if card.points == 11]
    if view.seat == view.declarer:
        out = [card for card in _unseen(view) if card in game.trumps]
        if trumps and out and (len(trumps) >= len(out) - 1 or not aces):
            top = max(trumps, key=game.strength)
            return top if game.strength(top) > max(map(game.strength, out)) else min(trumps, key=game.strength)
        if aces:
            return aces[0]
        return min(side, key=lambda card: (card.points, card)) if side else max(trumps, key=game.strength)
    if aces and game is not Game.GRAND:
        return min(aces, key=lambda ace: sum(game.group(card) == game.group(ace) for card in side))
    if aces:
        return aces[0]
    return min(side or cards, key=lambda card: (card.points, game.strength(card)))


def _follow(view: View, game: Game, cards: list[Card]) -> Card:
    leader = view.leader
    assert leader is not None
    seats = [SEATS[(leader + n) % 3] for n in range(len(view.trick))]
    winning = [card for card in cards if _wins(game, view.trick, card)]
    last = len(view.trick) == 2
    alone = view.seat == view.declarer
    if not alone and _partner_lies(view, game, seats):
        if last or _is_high(view, game, view.trick[-1] if len(view.trick) == 1 else _best(game, view.trick)):
            return max(cards, key=lambda card: (card.points, -game.strength(card)))
        return min(cards, key=lambda card: (card.points, game.strength(card)))
    if winning and (last or card_points(view.trick) >= 8 or not alone or _sure(view, game, winning)):
        if last:
            rich = [card for card in winning if card not in game.trumps]
            return max(rich, key=lambda c: c.points) if rich else min(winning, key=game.strength)
        sure = [card for card in winning if _is_high(view, game, card)]
        return min(sure or winning, key=game.strength)
    return min(cards, key=lambda card: (card.points, card in game.trumps, game.strength(card)))


def _best(game: Game, trick: Sequence[Card]) -> Card:
    return trick[1] if len(trick) == 2 and _wins(game, trick[:1], trick[1]) else trick[0]


def _partner_lies(view: View, game: Game, seats: list[Seat]) -> bool:
    best = _best(game, view.trick)
    return seats[view.trick.index(best)] != view.declarer


def _sure(view: View, game: Game, cards: Collection[Card]) -> bool:
    return any(_is_high(view, game, card) for card in cards)


def _is_high(view: View, game: Game, card: Card) -> bool:
    """Whether no card out beats `card` in its own suit."""
    rivals = [other for other in _unseen(view) if game.group(other) == game.group(card)]
    return all(game.strength(other) < game.strength(card) for other in rivals)
