"""Which cards are tried, and in what order, for compiled code."""

from game.computer.bits import CARD_GROUPS, TRUMP_MASKS, Array, beats, bit_index, popcount, top_bit
from game.computer.frames import BEST, COUNT, LED, NEXT, PLACE, PLAYER, TABLE, TAKER
from game.computer.native import jit


@jit
def order_high(
    card: int, place: int, player: int, alone: int, led: int, best: int, taker: int, hands: Array, layout: int,
    points: Array,
) -> int:  # fmt: skip
    """How soon a card is tried in a high game; greater is sooner."""
    trumps = TRUMP_MASKS[layout]
    index = bit_index(card)
    worth = points[index]
    second = (player + 1) % 3
    if place == 0:
        group = CARD_GROUPS[layout, index]
        valid = group | trumps
        if player == alone:
            third = (player + 2) % 3
            if beats(hands[second], group, trumps, card) or beats(hands[third], group, trumps, card):
                return 60 - 5 * worth - (index >> 3)
            return 200 + 3 * worth
        if not beats(hands[alone], group, trumps, card):
            return 200 + 3 * worth
        partner = 3 - player - alone
        # The partner may take the trick if the declarer cannot go higher than the partner's best.
        legal = hands[partner] & group
        if legal == 0:
            legal = hands[partner] & trumps
        legal &= valid
        if legal and not beats(hands[alone], group, trumps, top_bit(legal)):
            return 120 + 2 * worth
        return 60 - 5 * worth - (index >> 3)
    takes = (card & (led | trumps)) > best
    high = card if takes else best
    mine = takes or ((taker == alone) == (player == alone))
    if place == 2:
        return 200 + 5 * worth - (index >> 2) if mine else 60 - 5 * worth - (index >> 3)
    if (second == alone) != (player == alone):
        if mine and not beats(hands[second], led, trumps, high):
            return 200 + 5 * worth - (index >> 2)
        return 60 - 5 * worth - (index >> 3) + (60 if mine else 0)
    if mine:
        return 160 + 3 * worth - (index >> 2)
    if beats(hands[second], led, trumps, high):
        return 140 + 4 * worth
    return 60 - 5 * worth - (index >> 3)


@jit
def order_low(
    card: int, place: int, player: int, alone: int, led: int, best: int, taker: int, hands: Array, layout: int,
    points: Array,
) -> int:  # fmt: skip
    """How soon a card is tried in a low game; greater is sooner."""
    trumps = TRUMP_MASKS[layout]
    index = bit_index(card)
    worth = points[index]
    group = CARD_GROUPS[layout, index] if place == 0 else led
    high = card if place == 0 or (card & (led | trumps)) > best else best
    rank = popcount(CARD_GROUPS[layout, index] & (card - 1))
    takes = high == card
    if player == alone:
        if not takes:
            return 200 + 8 * rank + 2 * worth
        second = (player + 1) % 3
        under = place < 2 and beats(hands[second], group, trumps, card)
        under = under or (place == 0 and beats(hands[(player + 2) % 3], group, trumps, card))
        return (150 if under else 100) - 4 * rank - worth
    alone_follows = place == 0 or (place == 1 and (player + 1) % 3 == alone)
    if alone_follows:
        forced = beats(hands[alone], group, trumps, high)
        return (150 if forced else 100) - 4 * rank + worth
    if taker == alone and not takes:
        return 200 + 4 * rank + 2 * worth
    return 100 + 4 * rank - worth


@jit
def moves_at(depth: int, frames: Array, cards: Array, scores: Array, runs: Array, hands: Array, layout: int,
             points: Array, alone: int, lowest: bool, history: Array, first: int) -> None:  # fmt: skip
    """Writes the moves of a node, one of each set of equals, into the columns of its depth, best guess first."""
    player, place, led = frames[depth, PLAYER], frames[depth, PLACE], frames[depth, LED]
    hand = hands[player]
    legal = hand
    if place and hand & led:
        legal = hand & led
    others = (hands[0] | hands[1] | hands[2]) & ~hand
    others |= frames[depth, TABLE]
    count = 0
    run = 0
    last = 0
    while legal:
        card = top_bit(legal)
        legal ^= card
        index = bit_index(card)
        if last:
            between = (last - 1) & ~((card << 1) - 1)
            if between & others or not CARD_GROUPS[layout, index] & last:
                run += 1
        last = card
        equal = False
        for other in range(count):
            if runs[depth, other] == run and points[bit_index(cards[depth, other])] == points[index]:
                equal = True
                break
        if equal:
            continue
        if index == first:
            score = 1 << 20
        elif lowest:
            score = order_low(
                card, place, player, alone, led, frames[depth, BEST], frames[depth, TAKER], hands, layout, points
            )
        else:
            score = order_high(
                card, place, player, alone, led, frames[depth, BEST], frames[depth, TAKER], hands, layout, points
            )
        score = score * 64 + min(
            history[int(player == alone), 32 if place == 0 else bit_index(frames[depth, BEST]), index], 8000
        )
        # Runs stay sorted with their cards, so both are moved together.
        slot = count
        while slot and scores[depth, slot - 1] < score:
            slot -= 1
        for other in range(count, slot, -1):
            cards[depth, other] = cards[depth, other - 1]
            scores[depth, other] = scores[depth, other - 1]
            runs[depth, other] = runs[depth, other - 1]
        cards[depth, slot] = card
        scores[depth, slot] = score
        runs[depth, slot] = run
        count += 1
    frames[depth, COUNT] = count
    frames[depth, NEXT] = 0
