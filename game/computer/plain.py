"""The double-dummy value in plain Python: for the last tricks, and where no compiled code can be had.

The same values as the kernel's, found by alpha-beta with a table; about a hundred times slower.
"""

from game.computer.masks import BIT_GROUPS, BIT_POINTS, TRUMPS


class PlainSearch:
    """One world's search; its table serves every position of that world. Parameters are those of `solver.Terms`."""

    def __init__(self, alone: int, layout: int, lowest: bool, base: int, bonus: int) -> None:
        self._alone = alone
        self._lowest = lowest
        self._base = base
        self._bonus = bonus
        self._points = (0,) * 32 if base else BIT_POINTS[layout]
        self._groups = BIT_GROUPS[layout]
        self._trumps = TRUMPS[layout]
        self._exact: dict[tuple[int, int, int, int], int] = {}

    def value(self, hands: tuple[int, int, int], leader: int, trick: tuple[int, ...]) -> int:
        """What the lone player gains from here on."""
        return self._within(hands, leader, trick, -1, 1000)

    def _within(self, hands: tuple[int, int, int], leader: int, trick: tuple[int, ...], low: int, high: int) -> int:
        """The value if it lies between `low` and `high`, else a bound on that side of them."""
        if not trick:
            if not any(hands):
                return 0
            known = self._exact.get((*hands, leader))
            if known is not None:
                return known
        seat = (leader + len(trick)) % 3
        upward = (seat == self._alone) != self._lowest
        start = low, high
        best = -1 if upward else 1000
        legal = hands[seat]
        if trick:
            legal = legal & self._groups[trick[0].bit_length() - 1] or legal
        while legal:
            card = 1 << (legal.bit_length() - 1)
            legal ^= card
            value = self._after(hands, leader, trick, seat, card, low, high)
            if upward:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            if low >= high:
                break
        if not trick and start[0] < best < start[1]:
            self._exact[(*hands, leader)] = best
        return best

    def _after(
        self,
        hands: tuple[int, int, int],
        leader: int,
        trick: tuple[int, ...],
        seat: int,
        card: int,
        low: int,
        high: int,
    ) -> int:
        left = list(hands)
        left[seat] ^= card
        after = (left[0], left[1], left[2])
        cards = (*trick, card)
        if len(cards) < 3:
            return self._within(after, leader, cards, low, high)
        taker, worth = self.full_trick(cards, leader, last=not any(after))
        gain = worth if taker == self._alone else 0
        return gain + self._within(after, taker, (), low - gain, high - gain)

    def full_trick(self, cards: tuple[int, ...], leader: int, *, last: bool) -> tuple[int, int]:
        """The seat that takes a trick of three cards, and what it is worth."""
        valid = self._groups[cards[0].bit_length() - 1] | self._trumps
        taker = (leader + max(range(3), key=lambda step: cards[step] & valid)) % 3
        worth = self._base + sum(self._points[card.bit_length() - 1] for card in cards)
        return taker, worth + (self._bonus if last else 0)
