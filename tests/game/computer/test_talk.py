"""Giving up, claims of others and the pushes of a Schieberamsch: nothing is given away, and good offers are taken."""

import random
from collections import Counter
from statistics import fmean

from game.actions import Accept, Action, Claim, Concede, Pass, Play
from game.computer import rule_of_thumb
from game.computer.contest import deals as shuffled_deals
from game.computer.levels import player, warm_up
from game.computer.selfplay import play_deal
from game.deal import apply, legal_actions, new_deal, waiting_for
from game.rules import Rules
from game.scoring import GameResult, result
from game.state import SEATS, Finished, Playing, Seat, State
from game.view import Phase, View, view_for
from tests.compiled import compiled

pytestmark = compiled

PUSHING = Rules(all_pass="schieberamsch", scoring="classic")


class Quiet:
    """Plays on by rules of thumb, or at random."""

    def __init__(self, source: random.Random | None = None) -> None:
        self._source = source

    def choose(self, view: View) -> Action:
        plays = [action for action in view.legal if isinstance(action, Play)]
        if self._source is not None and plays:
            return self._source.choice(plays)
        return rule_of_thumb(view)


def played_on(state: State, players: list[Quiet]) -> GameResult:
    """The result if nobody gives up."""
    while not isinstance(state, Finished):
        seat = waiting_for(state)[0]
        plays = [action for action in legal_actions(state, seat) if isinstance(action, Play)]
        state = apply(state, seat, plays[0] if len(plays) == 1 else players[seat].choose(view_for(state, seat)))
    found = result(state)
    assert isinstance(found, GameResult)
    return found


def test_whoever_gives_up_gives_nothing_away(source: random.Random) -> None:
    """Once a deal at most, the others agree, and whatever is played instead, the giver's side fares no better."""
    from game.computer.answers import gives_up

    warm_up()
    givers: Counter[str] = Counter()
    for order in shuffled_deals(480, source.randrange(1 << 30)):
        state: State = new_deal(order, Rules())
        offers: Counter[Seat] = Counter()
        while not isinstance(state, Finished):
            seat = waiting_for(state)[0]
            view = view_for(state, seat)
            if isinstance(state, Playing) and gives_up(view):
                offers[seat] += 1
                assert player("club", 1, 4).choose(view) in (Concede(), Claim())
                over = given_up(state, seat)
                others = [played_on(state, [Quiet(source) for _ in SEATS]) for _ in range(4)]
                if seat == over.declarer:
                    assert all(other.score <= over.score < 0 for other in others)
                else:
                    assert all(other.score == over.score for other in others)
                givers["declarer" if seat == over.declarer else "defender"] += 1
            state = apply(state, seat, rule_of_thumb(view))
        assert all(count == 1 for count in offers.values())
    assert min(givers["declarer"], givers["defender"]) > 0


def given_up(state: State, seat: Seat) -> GameResult:
    """The result if a seat gives up, and computers are asked."""
    state = apply(state, seat, Concede())
    while not isinstance(state, Finished):
        asked = waiting_for(state)[0]
        answer = player("club", 1, 4).choose(view_for(state, asked))
        assert isinstance(answer, Accept)
        state = apply(state, asked, answer)
    found = result(state)
    assert isinstance(found, GameResult)
    return found


def test_late_claims_are_accepted_if_they_hold() -> None:
    """In the last tricks, whoever claims: what both agree to holds, and much is agreed to."""
    warm_up()
    accepted = refused = 0
    source = random.Random(8)
    for order in shuffled_deals(60, 8):
        state: State = new_deal(order, Rules())
        while not isinstance(state, Finished):
            seat = waiting_for(state)[0]
            if isinstance(state, Playing) and claimable(state):
                asked = apply(state, state.turn, Claim())
                answers = [player("club", 1, 4).choose(view_for(asked, one)) for one in state.turn.others]
                agreed = all(isinstance(one, Accept) for one in answers)
                holds = all(takes_all(state, state.turn, source) for _ in range(6))
                assert holds or not agreed
                accepted += agreed
                refused += not agreed
            state = apply(state, seat, rule_of_thumb(view_for(state, seat)))
    assert accepted > 5
    assert refused > 5


def claimable(state: Playing) -> bool:
    return len(state.tricks) >= 6 and not state.trick and Claim() in legal_actions(state, state.turn)


def takes_all(state: Playing, claimant: Seat, source: random.Random) -> bool:
    """Whether the claimant, leading from the top, takes all tricks that are left against others who play at random."""
    game, now = state.terms.game, state
    while True:
        plays = [action for action in legal_actions(now, now.turn) if isinstance(action, Play)]
        if now.turn == claimant:
            best = max(plays, key=lambda play: (play.card in game.trumps, game.strength(play.card)))
        else:
            best = source.choice(plays)
        after = apply(now, now.turn, best)
        tricks = after.tricks if isinstance(after, Playing | Finished) else ()
        if any(trick.winner != claimant for trick in tricks[len(state.tricks) :]):
            return False
        if isinstance(after, Finished):
            return True
        assert isinstance(after, Playing)
        now = after


class Pusher:
    """Passes in the auction, pushes as an Expert or by rules of thumb, plays by these."""

    def __init__(self, *, thinks: bool) -> None:
        self._expert = player("expert", 3, 8) if thinks else None
        self.pushes = 0

    def choose(self, view: View) -> Action:
        if Pass() in view.legal:
            return Pass()
        if view.phase is Phase.PUSHING and self._expert is not None:
            self.pushes += 1
            return self._expert.choose(view)
        return rule_of_thumb(view)


def test_pushes_are_worth_more_than_by_rule_of_thumb() -> None:
    """All pass; the seat that thinks about its pushes loses less with the same cards. The deals are always the same."""
    warm_up()
    gains: list[int] = []
    for number, order in enumerate(shuffled_deals(40, 5)):
        seat = SEATS[number % 3]
        scores: list[int] = []
        for thinks in (True, False):
            players = [Pusher(thinks=thinks and one == seat) for one in SEATS]
            scores.append(result(play_deal(order, PUSHING, players)).scores[seat])
            assert (players[seat].pushes > 0) is thinks
        gains.append(scores[0] - scores[1])
    assert fmean(gains) > 5
