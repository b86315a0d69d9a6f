"""What a seat cannot see changes nothing it knows and nothing it does: bidding, pushing, playing, in every role."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from game.actions import Pass
from game.cards import DECK
from game.computer import rule_of_thumb
from game.computer.levels import LEVELS, player, warm_up
from game.deal import apply, new_deal, waiting_for
from game.rules import PUB, Rules
from game.state import Finished, Playing, Seat, State
from game.view import Phase, View, view_for
from tests.compiled import compiled
from tests.game.computer.redeal import redealt

PUSHING = Rules(all_pass="schieberamsch", kontra="any_defender", kontra_until="own_first_card")

ROLES = {
    "games": (PUB, False, {"bidding", "declaring", "doubling", "declarer", "defender"}),
    "ramsch": (PUB, True, {"bidding", "ramsch"}),
    "pushing": (PUSHING, True, {"bidding", "pushing", "ramsch"}),
}


def role(view: View) -> str:
    if view.phase is not Phase.PLAYING:
        return view.phase.value
    return "ramsch" if view.declarer is None else "declarer" if view.seat == view.declarer else "defender"


def situations(rules: Rules, passing: bool, source: random.Random) -> Iterator[tuple[State, Seat]]:
    """States of as many deals as are asked for, with a seat that has to act; those of one deal lie apart."""
    while True:
        state: State = new_deal(source.sample(DECK, 32), rules)
        while not isinstance(state, Finished):
            seat = waiting_for(state)[0]
            view = view_for(state, seat)
            if source.random() < (0.12 if isinstance(state, Playing) else 0.5) and len(view.legal) > 1:
                yield state, seat
            action = Pass() if passing and Pass() in view.legal else rule_of_thumb(view)
            state = apply(state, seat, action)


@compiled
@pytest.mark.parametrize("kind", ROLES)
@pytest.mark.parametrize("level", [*LEVELS, "rules"])
def test_dealing_anew_what_is_hidden_changes_no_choice(
    level: str, kind: str, source: random.Random, request: pytest.FixtureRequest
) -> None:
    warm_up()
    rules, passing, roles = ROLES[kind]
    wanted = 60 if request.config.option.long else 5
    compared: Counter[str] = Counter()
    for state, seat in situations(rules, passing, source):
        one = view_for(state, seat)
        if compared[role(one)] >= wanted:
            continue
        again = redealt(state, seat, source)
        if again is None:
            continue
        other = view_for(again, seat)
        compared[role(one)] += 1
        assert player(level, 7, 4).choose(one) == player(level, 7, 4).choose(other)
        if all(compared[name] >= wanted for name in roles):
            break
    assert set(compared) >= roles


def test_the_dealing_anew_reaches_every_hidden_place(source: random.Random) -> None:
    """Hands, skat and what others laid away do differ, or the test above would show nothing."""
    changed: Counter[str] = Counter()
    for number, (state, seat) in enumerate(situations(PUSHING, True, source)):
        again = redealt(state, seat, source)
        if again is not None:
            changed["hands"] += any(again.deal.hands[one] != state.deal.hands[one] for one in seat.others)
            changed["skat"] += again.deal.skat != state.deal.skat
            changed["moves"] += again.moves != state.moves
        if number == 60:
            break
    assert min(changed["hands"], changed["skat"], changed["moves"]) > 3
