"""Computer players: always legal, no fallbacks, sound claims, and what they are for."""

import random

import pytest

from game.actions import Accept, Announce, Bid, Claim, Pass, Play, TakeSkat
from game.cards import DECK, cards
from game.computer import levels
from game.computer.contest import deals as shuffled_deals
from game.computer.endgame import endgame_card
from game.computer.hindsight import position_of
from game.computer.levels import LEVELS, Player, player, warm_up
from game.computer.prover import proves, takes_all
from game.computer.selfplay import play_deal, play_out
from game.computer.solver import Terms, thread_solver
from game.contract import HAND_CONTRACTS, PICK_UP_CONTRACTS, Game, winner
from game.deal import apply, legal_actions, new_deal, waiting_for
from game.playing import playable
from game.rules import Rules
from game.state import SEATS, Declared, Doubling, Ending, Finished, Playing, State
from game.view import view_for
from tests.compiled import compiled

RULES = [
    Rules(),
    Rules(all_pass="ramsch", kontra="any_defender"),
    Rules(all_pass="schieberamsch", kontra="any_defender", kontra_until="own_first_card", ramsch_skat="loser"),
    Rules(matadors="jacks", null_loss="single", scoring="classic", concede="one", all_pass="ramsch"),
]


def all_legal(level: str, count: int, seed: int, worlds: int | None) -> int:
    """Plays deals under all rules; returns fallbacks. An illegal answer raises."""
    fallbacks = 0
    for number, order in enumerate(shuffled_deals(count, seed)):
        players = [player(level, number * 3 + seat, worlds) for seat in SEATS]
        play_deal(order, RULES[number % len(RULES)], players)
        fallbacks += sum(one.fallbacks for one in players)
    return fallbacks


@compiled
@pytest.mark.parametrize(("level", "count"), [("rules", 120), ("beginner", 24), ("club", 28), ("expert", 28)])
def test_every_answer_is_legal_and_none_is_a_fallback(
    level: str, count: int, source: random.Random, request: pytest.FixtureRequest
) -> None:
    warm_up()
    if request.config.option.long:
        count = request.config.option.deals or (20_000 if level == "rules" else 2_000)
    assert all_legal(level, count, source.randrange(1 << 30), 4) == 0


@compiled
@pytest.mark.long
def test_a_full_expert_is_legal(source: random.Random, request: pytest.FixtureRequest) -> None:
    warm_up()
    assert all_legal("expert", request.config.option.deals or 100, source.randrange(1 << 30), None) == 0


@compiled
@pytest.mark.parametrize("level", ["rules", *LEVELS])
def test_every_contract_is_played_legally(level: str, source: random.Random) -> None:
    """Hand, announcements, Ouvert and Null Ouvert, doubled or not, which the auctions of few deals do not bring."""
    warm_up()
    doubled = 0
    for contract in (*PICK_UP_CONTRACTS, *HAND_CONTRACTS):
        state: State = new_deal(source.sample(DECK, 32), RULES[source.choice((1, 2))])
        players = [player(level, seat, 2) for seat in SEATS]
        while not isinstance(state, Playing | Doubling):
            (seat,) = waiting_for(state)
            legal = legal_actions(state, seat)
            announcing = [action for action in legal if isinstance(action, Announce) and action.contract == contract]
            bids = [action for action in legal if isinstance(action, Bid) and action.value == 18]
            wanted = announcing or (bids if seat == 0 else []) or [one for one in legal if one in (Pass(), TakeSkat())]
            state = apply(state, seat, source.choice(wanted))
            assert not isinstance(state, Finished)
        over = play_out(state, players)
        assert sum(one.fallbacks for one in players) == 0
        assert isinstance(over.terms, Declared)
        assert over.terms.contract == contract
        doubled += over.terms.kontra is not None
    assert level in ("rules", "beginner") or doubled > 0


def test_before_it_is_warm_rules_of_thumb_play(monkeypatch: pytest.MonkeyPatch, source: random.Random) -> None:
    monkeypatch.setattr(levels, "is_warm", lambda: False)
    assert all_legal("expert", 8, source.randrange(1 << 30), 4) == 0


def test_the_last_tricks_are_searched_in_plain_python(source: random.Random) -> None:
    searched = 0
    for order in shuffled_deals(6, source.randrange(1 << 30)):
        state: State = new_deal(order, RULES[1])
        while not isinstance(state, Finished):
            seat = waiting_for(state)[0]
            view = view_for(state, seat)
            action = player("rules").choose(view)
            if isinstance(action, Play) and isinstance(state, Playing) and len(state.tricks) >= 7:
                card = endgame_card(view, source)
                assert card is not None
                assert Play(card) in view.legal
                searched += 1
                action = Play(card)
            state = apply(state, seat, action)
    assert searched > 20


@compiled
def test_a_player_that_fails_is_counted_and_still_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    warm_up()

    def broken(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(levels.auction, "bid", broken)
    one = Player(LEVELS["expert"], 1, 4)
    view = view_for(new_deal(DECK, Rules()), SEATS[1])
    assert one.choose(view) in view.legal
    assert one.fallbacks == 1


def test_claims_that_hold() -> None:
    assert takes_all(Game.CLUBS, cards("CJSJHACA"), cards("HJDJHT"))
    assert takes_all(Game.CLUBS, cards("CJHAHK"), cards("HT"))
    assert not takes_all(Game.CLUBS, cards("CJHKHQ"), cards("HT"))
    assert not takes_all(Game.CLUBS, cards("CJHA"), cards("CACT"))
    assert not takes_all(Game.CLUBS, cards("HA"), cards("C7"))
    assert takes_all(Game.GRAND, cards("HAHTHK"), cards("HQDA"))
    assert takes_all(Game.GRAND, cards("HAH7"), cards("H8"))


def lost_a_trick(state: Playing, seat: int, source: random.Random) -> bool:
    """Whether a claimant who leads from the top loses a trick to others who see everything and play at random."""
    game = state.terms.game
    hands = [list(hand) for hand in state.hands]
    leader, trick = (state.turn - len(state.trick)) % 3, list(state.trick)
    while any(hands):
        mover = (leader + len(trick)) % 3
        legal = playable(game, tuple(hands[mover]), tuple(trick))
        card = max(legal, key=game.strength) if mover == seat else source.choice(legal)
        hands[mover].remove(card)
        trick.append(card)
        if len(trick) == 3:
            leader = (leader + winner(game, (trick[0], trick[1], trick[2]))) % 3
            trick = []
            if leader != seat:
                return True
    return False


def test_what_is_proven_is_never_lost(source: random.Random) -> None:
    proven = 0
    for order in shuffled_deals(150, source.randrange(1 << 30)):
        state: State = new_deal(order, RULES[1])
        while not isinstance(state, Finished):
            if isinstance(state, Playing) and state.terms.game is not Game.NULL and len(state.hands[state.turn]) > 1:
                view = view_for(state, state.turn)
                if not state.trick and proves(view):
                    proven += 1
                    assert not any(lost_a_trick(state, state.turn, source) for _ in range(6))
            seat = waiting_for(state)[0]
            state = apply(state, seat, player("rules").choose(view_for(state, seat)))
    assert proven > 20


@compiled
def test_a_proven_claim_is_offered_and_accepted(source: random.Random) -> None:
    warm_up()
    claimed = 0
    for number, order in enumerate(shuffled_deals(12, source.randrange(1 << 30))):
        over = play_deal(order, Rules(), [player("club", number * 3 + seat, 4) for seat in SEATS])
        offers = [action for _, action in over.moves if isinstance(action, Claim)]
        accepted = [action for _, action in over.moves if isinstance(action, Accept)]
        if offers:
            claimed += 1
            assert over.ending is Ending.CLAIMED
            assert len(accepted) == 2
    assert claimed > 0


@compiled
def test_a_claim_that_can_be_broken_is_not_accepted_by_both(source: random.Random) -> None:
    warm_up()
    refused = 0
    for order in shuffled_deals(14, source.randrange(1 << 30)):
        state: State = new_deal(order, RULES[1])
        while not isinstance(state, Playing):
            assert not isinstance(state, Finished)
            seat = waiting_for(state)[0]
            state = apply(state, seat, player("rules").choose(view_for(state, seat)))
        claimant = state.turn
        if Claim() not in legal_actions(state, claimant):
            continue
        asked = apply(state, claimant, Claim())
        answers = [player("club", 1, 4).choose(view_for(asked, other)) for other in claimant.others]
        position, terms = position_of(state)
        wanted = Terms(terms.game, claimant, lowest=terms.game is Game.NULL, tricks=True)
        takes = thread_solver().value(position, wanted)
        holds = takes == (0 if terms.game is Game.NULL else 10)
        refused += not holds
        assert holds or not all(isinstance(answer, Accept) for answer in answers)
    assert refused > 3
