"""Random play through whole deals, under rules that cover every pair of option values, with a Scene around each."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import combinations
from typing import Any

from cogs.ui.names import clean
from cogs.ui.scene import Chair, Scene
from game.actions import Accept, Action, Announce, Bid, Claim, Concede, Decline, Pass, Push, TakeSkat
from game.cards import DECK
from game.deal import apply, legal_actions, new_deal, waiting_for
from game.rules import INTERNATIONAL, OPTIONS, PUB, Rules
from game.scoring import result
from game.series import Series
from game.state import SEATS, Finished, Seat, State

HOSTILE = (
    "@everyone",
    "[free nitro](https://evil.example)",
    "```\n# heading",
    "||spoiler|| **bold** __x__ ~~y~~ `z`",
    "\u202eevil\u202d",
    "\u200b\u200d\ufeff",
    "👨‍👩‍👧‍👦" * 32,
    "1. one\n2. two",
    "<:emoji:123456789012345678><@&1><t:0:R>",
    "</skat open:1>",
    "-# small",
    "_" * 40,
)


@dataclass(frozen=True, slots=True)
class Moment:
    scene: Scene
    state: State


def rules_covering_pairs(seed: int = 1) -> list[Rules]:
    """Rules in which every two values of two options occur together, and both presets."""
    rng = random.Random(seed)
    values = dict(OPTIONS) | {"length": ("series", "12", "24", "unlimited", "target:500", "target:-300")}
    open_pairs = {
        ((one, x), (other, y))
        for one, other in combinations(sorted(values), 2)
        for x in values[one]
        for y in values[other]
    }
    found = [INTERNATIONAL, PUB]
    for rules in found:
        open_pairs -= _pairs(rules)
    while open_pairs:
        first = min(open_pairs, key=repr)
        best = max(
            (_random_rules(values, dict(first), rng) for _ in range(12)),
            key=lambda rules: len(_pairs(rules) & open_pairs),
        )
        found.append(best)
        open_pairs -= _pairs(best)
    return found


def _random_rules(values: dict[str, tuple[Any, ...]], fixed: dict[str, Any], rng: random.Random) -> Rules:
    return Rules(**({name: rng.choice(several) for name, several in values.items()} | fixed))


def _pairs(rules: Rules) -> set[tuple[tuple[str, Any], tuple[str, Any]]]:
    chosen = sorted((field.name, getattr(rules, field.name)) for field in fields(rules))
    return set(combinations(chosen, 2))


def scene_of(rules: Rules, rng: random.Random, *, number: int = 0, series: Series | None = None) -> Scene:
    """A table of people with hostile names, unknown people and computers."""
    chairs = tuple(
        rng.choice(
            (
                Chair(taken=True, name=clean(rng.choice(HOSTILE))),
                Chair(taken=True, name="Anna", stand_in=True),
                Chair(taken=True),
                Chair(taken=True, level="club"),
            )
        )
        for _ in range(rules.chairs)
    )
    return Scene(
        table=rng.choice((1, 17, 10**17)),
        rules=rules,
        chairs=chairs,
        series=series or Series(rules),
        number=number,
        host=0,
        commitment="ab" * 32,
        cuts=rng.randrange(3),
    )


def moments(rules: Rules, rng: random.Random, deals: int = 1) -> Iterator[Moment]:
    """Every state of some deals of one list, the finished ones with their entry in the series."""
    series = Series(rules)
    for number in range(deals):
        scene = scene_of(rules, rng, number=number, series=series)
        order = list(DECK)
        rng.shuffle(order)
        state: State = new_deal(order, rules)
        while not isinstance(state, Finished):
            yield Moment(scene, state)
            seat, action = _move(state, rng)
            state = apply(state, seat, action)
        series = series.with_result(result(state))
        over = Scene(
            scene.table, rules, scene.chairs, series, number, host=0, commitment="ab" * 32, seed="cd" * 32,
            next_commitment="ef" * 32, next_in=1,
        )  # fmt: skip
        yield Moment(over, state)


def _move(state: State, rng: random.Random) -> tuple[Seat, Action]:
    """A random move that visits rare branches often enough and does not end every deal by giving up."""
    if rng.random() < 0.06:
        offers = [
            (seat, action) for seat in SEATS for action in legal_actions(state, seat) if action in (Claim(), Concede())
        ]
        if offers:
            return rng.choice(offers)
    seat = waiting_for(state)[0]
    legal = [action for action in legal_actions(state, seat) if action not in (Claim(), Concede())]
    bids = [action for action in legal if isinstance(action, Bid)]
    if bids:
        legal = [*bids[:1], *bids[:1], rng.choice(bids[:12]), *[Pass()] * 3]
    elif TakeSkat() in legal:
        legal = [TakeSkat(), rng.choice([one for one in legal if isinstance(one, Announce | Push)])]
    elif any(isinstance(action, Accept) for action in legal):
        legal = [action for action in legal if isinstance(action, Accept | Decline)]
        legal += [action for action in legal if isinstance(action, Decline)] * 2
    return seat, rng.choice(legal)
