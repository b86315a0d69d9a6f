"""Worlds agree with the view, are equally likely, and depend on nothing the seat cannot see."""

import random
from collections import Counter

import pytest

from game.actions import Claim, Concede, Play
from game.cards import DECK, Card
from game.computer import rule_of_thumb
from game.computer.knowledge import knowledge
from game.computer.levels import player
from game.computer.masks import cards_of, mask_of
from game.computer.sampler import Sampler, worlds
from game.contract import GROUPS
from game.deal import apply, legal_actions, new_deal, waiting_for
from game.rules import PUB, Rules
from game.state import SEATS, Finished, Playing, Seat, State
from game.view import View, view_for

RULES = [PUB, Rules(all_pass="schieberamsch", kontra="any_defender")]


def situations(count: int, rules: Rules, source: random.Random) -> list[Playing]:
    """States of play, one from each of as many deals."""
    found: list[Playing] = []
    while len(found) < count:
        state: State = new_deal(source.sample(DECK, 32), rules)
        at = source.randrange(29)
        played = 0
        while not isinstance(state, Finished):
            if isinstance(state, Playing):
                if played >= at:
                    found.append(state)
                    break
                played += 1
            seat = waiting_for(state)[0]
            state = apply(state, seat, rule_of_thumb(view_for(state, seat)))
    return found


@pytest.mark.parametrize("rules", RULES, ids=["pub", "pushing"])
def test_worlds_agree_with_the_view(rules: Rules, source: random.Random) -> None:
    for state in situations(60, rules, source):
        for seat in SEATS:
            view = view_for(state, seat)
            known = knowledge(view)
            sampler = Sampler(known)
            truth = [mask_of(known.game, hand) for hand in state.hands]
            for world in [sampler.draw(source) for _ in range(5)]:
                assert world[seat] == truth[seat]
                assert [hand.bit_count() for hand in world] == [*view.counts, 2]
                assert sum(world) == sum(truth) + mask_of(known.game, state.terms.skat)
                for trick in view.tricks:
                    assert_voids(view, world, trick.leader, trick.cards)
                assert_voids(view, world, view.leader or Seat(0), view.trick)


def assert_voids(view: View, world: tuple[int, ...], leader: Seat, cards: tuple[Card, ...]) -> None:
    game = view.game
    assert game is not None
    for step, card in enumerate(cards):
        who = (leader + step) % 3
        if GROUPS[game][card] != GROUPS[game][cards[0]]:
            assert not any(GROUPS[game][one] == GROUPS[game][cards[0]] for one in cards_of(game, world[who]))


def test_all_worlds_are_each_given_once_and_the_truth_is_one_of_them(source: random.Random) -> None:
    seen = 0
    for state in situations(80, PUB, source):
        view = view_for(state, state.turn)
        known = knowledge(view)
        sampler = Sampler(known)
        if sampler.count > 3000:
            continue
        seen += 1
        every = list(sampler.everything())
        assert len(every) == len(set(every)) == sampler.count
        truth = tuple(mask_of(known.game, hand) for hand in (*state.hands, state.terms.skat))
        assert truth in every
        assert sorted(worlds(known, 3000, source)) == sorted(every)
    assert seen > 5


def test_every_world_is_as_likely() -> None:
    source = random.Random(5)
    for state in situations(200, PUB, source):
        known = knowledge(view_for(state, state.turn))
        sampler = Sampler(known)
        if not 10 <= sampler.count <= 40:
            continue
        drawn = Counter(sampler.draw(source) for _ in range(200 * sampler.count))
        assert set(drawn) == set(sampler.everything())
        assert max(drawn.values()) < 290
        assert min(drawn.values()) > 120
        return
    pytest.fail("no situation with few worlds came up")


def test_the_same_seed_gives_the_same_choice(source: random.Random) -> None:
    for state in situations(5, PUB, source):
        view = view_for(state, state.turn)
        choices = {player("club", 3, 4).choose(view) for _ in range(3)}
        assert len(choices) == 1
        assert next(iter(choices)) in view.legal


def test_legal_plays_are_what_the_situations_offer(source: random.Random) -> None:
    for state in situations(10, PUB, source):
        kinds = {type(action) for action in legal_actions(state, state.turn)}
        assert Play in kinds
        assert kinds <= {Play, Claim, Concede}
