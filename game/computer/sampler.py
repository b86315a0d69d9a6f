"""Worlds that agree with what a seat knows: uniform by exact counting, all of them when few remain.

A world is four masks: the three hands and the skat. The sampler deals groups one after another; how many ways the
rest can then be dealt decides how many cards of a group a place gets, so that every consistent world is as likely as
any other.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb
from random import Random

from game.computer.knowledge import Knowledge
from game.computer.masks import BIT_GROUPS

World = tuple[int, int, int, int]


def _bits(mask: int) -> list[int]:
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low)
        mask ^= low
    return found


class Sampler:
    """Deals the unseen cards of one situation."""

    def __init__(self, known: Knowledge) -> None:
        self._fixed = known.fixed
        self._places = known.places
        groups = BIT_GROUPS[known.layout]
        self._groups: list[list[int]] = []
        rest = known.unseen
        while rest:
            group = groups[(rest & -rest).bit_length() - 1]
            self._groups.append(_bits(rest & group))
            rest &= ~group
        # Bound groups first keep the number of open splits small.
        self._allowed = [tuple(not cards[0] & place.never for place in self._places) for cards in self._groups]
        self._ways = cache(self._count)
        self._choices = cache(self._options)

    @property
    def count(self) -> int:
        """How many worlds there are."""
        return self._ways(0, tuple(place.size for place in self._places))

    def _splits(self, number: int, room: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        size = len(self._groups[number])
        allowed = self._allowed[number]
        limits = [least if may else 0 for least, may in zip(room, allowed, strict=True)]

        def split(place: int, left: int) -> Iterator[tuple[int, ...]]:
            if place == len(limits) - 1:
                if left <= limits[place]:
                    yield (left,)
                return
            for take in range(min(left, limits[place]) + 1):
                for rest in split(place + 1, left - take):
                    yield (take, *rest)

        yield from split(0, size)

    def _options(self, number: int, room: tuple[int, ...]) -> tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...]:
        """Each way to share a group among the places: number of worlds, the share, the room left."""
        found: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = []
        for share in self._splits(number, room):
            left = tuple(had - took for had, took in zip(room, share, strict=True))
            after = self._ways(number + 1, left)
            if after:
                ways, rest = after, len(self._groups[number])
                for took in share:
                    ways *= comb(rest, took)
                    rest -= took
                found.append((ways, share, left))
        return tuple(found)

    def _count(self, number: int, room: tuple[int, ...]) -> int:
        if number == len(self._groups):
            return int(not any(room))
        return sum(ways for ways, _, _ in self._choices(number, room))

    def draw(self, source: Random) -> World:
        """One world, each as likely as any other. Raises ValueError if what is known is contradictory."""
        if not self._places:
            return self._fixed
        hands = list(self._fixed)
        room = tuple(place.size for place in self._places)
        for number, group in enumerate(self._groups):
            options = self._choices(number, room)
            total = sum(option[0] for option in options)
            if not total:
                raise ValueError("no world agrees with the view")
            pick = source.randrange(total)
            share = options[0][1]
            for ways, candidate, left in options:
                if pick < ways:
                    share, room = candidate, left
                    break
                pick -= ways
            cards = source.sample(group, len(group))
            start = 0
            for place, took in zip(self._places, share, strict=True):
                for card in cards[start : start + took]:
                    hands[place.number] |= card
                start += took
        return hands[0], hands[1], hands[2], hands[3]

    def everything(self) -> Iterator[World]:
        """All worlds, each once."""
        yield from self._deal(0, self._fixed, tuple(place.size for place in self._places))

    def _deal(self, number: int, hands: World, room: tuple[int, ...]) -> Iterator[World]:
        if number == len(self._groups):
            yield hands
            return
        for _, share, left in self._choices(number, room):
            for dealt in _partitions(self._groups[number], share):
                after = list(hands)
                for place, mask in zip(self._places, dealt, strict=True):
                    after[place.number] |= mask
                yield from self._deal(number + 1, (after[0], after[1], after[2], after[3]), left)


def _partitions(cards: list[int], share: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if len(share) == 1:
        yield (sum(cards),)
        return
    for chosen in combinations(cards, share[0]):
        rest = [card for card in cards if card not in chosen]
        for others in _partitions(rest, share[1:]):
            yield (sum(chosen), *others)


def worlds(known: Knowledge, most: int, source: Random) -> list[World]:
    """Up to `most` worlds: all there are if no more than that, else drawn at random."""
    sampler = Sampler(known)
    if sampler.count <= most:
        return list(sampler.everything())
    return [sampler.draw(source) for _ in range(most)]
