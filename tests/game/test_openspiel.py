"""RULES 1, 4 and 5 beside OpenSpiel's `skat`, a C++ implementation by others, on fresh random deals.

Its numbers: cards 0 to 31 are D, H, S, C in this order, each 7 8 9 Q K T A J; 32 passes, 33 to 37 take the game in
diamonds, hearts, spades, clubs, Grand, and 38 is Null. Its chance nodes deal in our order. What it lacks: bidding (the
first of the three who does not pass is declarer), Hand, announcements, Ouvert and the value of a game; it returns
(points - 60) / 120 for the declarer, in Null as if a win had 90 points and a loss 30. A Null ends at the declarer's
first trick, as ours does. The discards are two single cards.
"""

import importlib
import random
from typing import Any

import pytest

from game.actions import Announce, Bid, Pass, Play, TakeSkat
from game.cards import DECK, Card
from game.contract import contract
from game.deal import apply, legal_actions, new_deal
from game.rules import INTERNATIONAL
from game.scoring import GameResult, result
from game.state import SEATS, Declaring, Finished, Playing, Seat, State

SPIEL_CARDS = tuple(Card[suit + rank] for suit in "DHSC" for rank in "789QKTAJ")
NUMBER = {card: number for number, card in enumerate(SPIEL_CARDS)}
GAMES = {33: "D", 34: "H", 35: "S", 36: "C", 37: "G", 38: "N"}
SPIEL_PASS = 32
DEALS = 2_000


@pytest.fixture(scope="module")
def spiel() -> Any:
    pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed; the extra dev brings it")
    return pyspiel.load_game("skat")


def test_the_numbers_of_the_cards_are_read_rightly(spiel: Any) -> None:
    state = spiel.new_initial_state()
    assert [state.action_to_string(-1, number) for number in range(32)] == [card.name for card in SPIEL_CARDS]


def test_fresh_random_deals_agree(spiel: Any, source: random.Random, deals: int | None) -> None:
    count = DEALS if deals is None else deals
    mismatches: list[str] = []
    for number in range(count):
        # Null and the suit games come up in turn, so that every game has its share.
        mismatches += [f"deal {number}: {text}" for text in compare(spiel, source, sorted(GAMES)[number % 6])]
    print(f"{count} deals, {len(mismatches)} mismatches")
    assert mismatches == []


def test_a_mismatch_is_found(spiel: Any, source: random.Random, monkeypatch: pytest.MonkeyPatch) -> None:
    strengths = importlib.import_module("game.contract").STRENGTHS
    grand = contract("G").game
    ten_below_king = list(strengths[grand])
    for suit in "CSHD":
        ten, king = Card[suit + "T"], Card[suit + "K"]
        ten_below_king[ten], ten_below_king[king] = ten_below_king[king], ten_below_king[ten]
    monkeypatch.setitem(strengths, grand, tuple(ten_below_king))
    assert any(compare(spiel, source, 37) for _ in range(20))


def compare(spiel: Any, source: random.Random, game: int) -> list[str]:
    """Plays one deal in both engines; returns what they do not agree on."""
    order = list(DECK)
    source.shuffle(order)
    declarer = source.choice(SEATS)
    theirs = spiel.new_initial_state()
    for card in order:
        theirs.apply_action(NUMBER[card])
    for _ in range(declarer):
        theirs.apply_action(SPIEL_PASS)
    theirs.apply_action(game)
    ours = _declared(order, declarer)
    discards = _discard(theirs, ours, source)
    if isinstance(discards, str):
        return [discards]
    ours = apply(ours, declarer, Announce(contract(GAMES[game]), discards))
    return _play(theirs, ours, source)


def _declared(order: list[Card], declarer: Seat) -> State:
    """The declarer with the skat in hand at 18."""
    state: State = new_deal(order, INTERNATIONAL)
    while not isinstance(state, Declaring):
        assert not isinstance(state, Finished)
        bids = Bid(18) in legal_actions(state, state.turn) and state.turn is declarer
        state = apply(state, state.turn, Bid(18) if bids else Pass())
    assert state.turn is declarer
    return apply(state, declarer, TakeSkat())


def _discard(theirs: Any, ours: State, source: random.Random) -> tuple[Card, Card] | str:
    assert isinstance(ours, Declaring)
    hand = set(ours.hands[ours.turn])
    chosen: list[Card] = []
    for _ in range(2):
        offered = _offered(theirs)
        if theirs.current_player() != ours.turn or offered != hand - set(chosen):
            return f"discards: theirs {sorted(offered)}, ours {sorted(hand - set(chosen))}"
        card = source.choice(sorted(offered))
        theirs.apply_action(NUMBER[card])
        chosen.append(card)
    return chosen[0], chosen[1]


def _play(theirs: Any, ours: State, source: random.Random) -> list[str]:
    tricks = 0
    while isinstance(ours, Playing):
        if theirs.is_terminal() or theirs.current_player() != ours.turn:
            return [f"turn after {tricks} tricks: theirs {theirs.current_player()}, ours {ours.turn:d}"]
        offered = _offered(theirs)
        legal = {action.card for action in legal_actions(ours, ours.turn) if isinstance(action, Play)}
        if offered != legal:
            return [f"legal cards: theirs {sorted(offered)}, ours {sorted(legal)}"]
        card = source.choice(sorted(legal))
        theirs.apply_action(NUMBER[card])
        ours = apply(ours, ours.turn, Play(card))
        assert isinstance(ours, Playing | Finished)
        if len(ours.tricks) > tricks:
            tricks = len(ours.tricks)
            winner = _word(theirs, "Last trick won by player ")
            if winner != str(int(ours.tricks[-1].winner)):
                return [f"trick {tricks}: theirs won by {winner}, ours by {ours.tricks[-1].winner:d}"]
    assert isinstance(ours, Finished)
    return _points(theirs, ours)


def _offered(theirs: Any) -> set[Card]:
    numbers: list[int] = theirs.legal_actions()
    return {SPIEL_CARDS[number] for number in numbers}


def _points(theirs: Any, ours: Finished) -> list[str]:
    if not theirs.is_terminal():
        return [f"ours is over after {len(ours.tricks)} tricks, theirs is not"]
    found = result(ours)
    assert isinstance(found, GameResult)
    returned = round(60 + 120 * theirs.returns()[found.declarer])
    points = (90 if found.won else 30) if found.contract.null else found.points
    return [] if returned == points else [f"points: theirs {returned}, ours {points}"]


def _word(theirs: Any, label: str) -> str:
    """The word after a label in OpenSpiel's text of a state."""
    return str(theirs).split(label, 1)[1].split(None, 1)[0]
