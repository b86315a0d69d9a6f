"""Claims: whether the claimant takes every trick (a Null declarer: none) however the cards lie and are played.

All cards that the claimant does not see are treated as one hand that plays as badly for him as can be. So a proof
holds; a claim without one may still be good.
"""

from collections.abc import Sequence

from game.cards import DECK, Card
from game.contract import TRUMP_GROUP, Game
from game.state import Hand, Seat
from game.view import View


def proves(view: View) -> bool:
    """Whether the claim of the view's seat is proven from what that seat knows."""
    return view.seat is not None and claim_holds(view, view.seat, view.hand)


def claim_holds(view: View, claimant: Seat, hand: Hand, against: Hand | None = None) -> bool:
    """Whether the claim of a seat with these cards is proven from what the view's seat knows.

    With `against` it is proven against that hand alone. Trumps and suits are drawn from both hands at once, so a
    claim on lead that holds against each of two hands holds against both.
    """
    game, leader = view.game, view.leader
    if game is None or leader is None or not hand:
        return False
    out = _out(view, hand) if against is None else list(against)
    if game is Game.NULL:
        return claimant == view.declarer and _takes_none(view, claimant, hand, out)
    if view.turn != claimant:
        return not _has_played(view, claimant) and _rules_all(game, hand, [*out, *view.trick])
    if not view.trick:
        return takes_all(game, hand, out)
    followers = [card for card in hand if game.group(card) == game.group(view.trick[0])] or hand
    last = len(view.trick) == 2
    return any(
        all(_beats(game, card, other) for other in view.trick)
        and (last or not any(_threatens(game, other, card) for other in out))
        and takes_all(game, tuple(one for one in hand if one is not card), out)
        for card in followers
    )


def _out(view: View, hand: Hand) -> list[Card]:
    """The cards that others may hold, as far as the view's seat knows."""
    gone = {card for trick in view.tricks for card in trick.cards} | {*view.trick, *hand}
    if view.seat == view.declarer:
        gone.update(view.put_away)
    return [card for card in DECK if card not in gone]


def takes_all(game: Game, hand: Hand, out: Sequence[Card]) -> bool:
    """Whether a hand on lead takes every trick against all cards that are out in one hand."""
    trumps = [card for card in hand if game.group(card) == TRUMP_GROUP]
    trumps_out = [card for card in out if game.group(card) == TRUMP_GROUP]
    if not _draws(game, trumps, trumps_out):
        return False
    side = [card for card in hand if game.group(card) != TRUMP_GROUP]
    if side and len(trumps) < len(trumps_out):
        return False
    return all(
        _draws(
            game,
            [card for card in side if game.group(card) == group],
            [card for card in out if game.group(card) == group],
        )
        for group in {game.group(card) for card in side}
    )


def _draws(game: Game, own: Sequence[Card], out: Sequence[Card]) -> bool:
    """Whether one's cards of a group, led from the top, each take their trick against all others in one hand."""
    if not own or not out:
        return True
    highest = max(game.strength(card) for card in out)
    from_top = sorted((game.strength(card) for card in own), reverse=True)
    return all(strength > highest for strength in from_top[: len(out)])


def _rules_all(game: Game, hand: Hand, out: Sequence[Card]) -> bool:
    """Whether a hand of trumps only, each above all trumps out, takes every trick whoever leads."""
    return all(game.group(card) == TRUMP_GROUP for card in hand) and all(
        game.strength(card) > game.strength(other) for card in hand for other in out if game.group(other) == TRUMP_GROUP
    )


def _has_played(view: View, claimant: Seat) -> bool:
    """Whether the claimant's card lies in the trick on the table, which others may still take."""
    leader = view.leader
    return leader is not None and (claimant - leader) % 3 < len(view.trick)


def _beats(game: Game, card: Card, other: Card) -> bool:
    """Whether `card`, played after `other`, lies above it."""
    if game.group(card) == game.group(other):
        return game.strength(card) > game.strength(other)
    return game.group(card) == TRUMP_GROUP


def _threatens(game: Game, other: Card, card: Card) -> bool:
    """Whether `other`, played after `card` that lies highest, could take the trick from it."""
    if game.group(other) == game.group(card):
        return game.strength(other) > game.strength(card)
    return game.group(other) == TRUMP_GROUP


def _takes_none(view: View, claimant: Seat, hand: Hand, out: Sequence[Card]) -> bool:
    """Whether a Null declarer who does not have to lead stays under whatever is led, suit by suit."""
    if view.turn == claimant or view.trick:
        return False
    for group in {Game.NULL.group(card) for card in hand}:
        own = sorted(Game.NULL.strength(card) for card in hand if Game.NULL.group(card) == group)
        others = sorted(Game.NULL.strength(card) for card in out if Game.NULL.group(card) == group)
        if any(mine > theirs for mine, theirs in zip(own, others, strict=False)):
            return False
    return True
