"""RULES 1, 4, 5 and 6 on 4,000 games of XSkat 4.0: every card legal, every trick, every score."""

import gzip
import json
from collections import Counter
from typing import Any

import pytest

from game.actions import Announce, Play, Push
from game.cards import Card, card
from game.contract import contract
from game.deal import apply, new_deal, order_of
from game.rules import Rules
from game.scoring import GameResult, RamschResult, result
from game.state import SEATS, Finished, Hand, Hands, Seat, State
from tests.game.notation import do
from tests.records import record_file


@pytest.fixture(scope="module")
def games() -> list[dict[str, Any]]:
    with gzip.open(record_file("xskat.jsonl.gz"), "rt", encoding="ascii") as lines:
        return [json.loads(line) for line in lines]


def test_xskat_agrees(games: list[dict[str, Any]]) -> None:
    kinds = Counter(game["kind"] for game in games)
    assert kinds.total() == 4000
    assert set(kinds) == {"game", "ramsch", "schieberamsch"}
    wrong = [f"game {number}: {text}" for number, game in enumerate(games, 1) for text in differences(game)]
    assert wrong == []


def differences(game: dict[str, Any]) -> list[str]:
    """What our engine finds otherwise."""
    over = _played(_start(game), game["tricks"])
    found = result(over)
    match found:
        case GameResult():
            ours = {"points": found.points, "taken": found.tricks, "score": found.score}
        case RamschResult():
            ours = {"scores": list(found.scores), "unseen": found.unseen}
        case _:
            return ["passed in"]
    return [f"{name}: ours {value}, theirs {game[name]}" for name, value in ours.items() if value != game[name]]


def _start(game: dict[str, Any]) -> State:
    first, second, third = (_cards(hand) for hand in game["hands"])
    hands: Hands = (first, second, third)
    skat = _cards(game["skat"])
    match game["kind"]:
        case "game":
            return _declared(game, hands, skat)
        case "ramsch":
            rules = Rules(all_pass="ramsch", ramsch_skat=game["ramsch_skat"])
            return do(new_deal(order_of(hands, skat), rules), "M pass R pass F pass")
        case _:
            return _pushed(game, hands, skat)


def _declared(game: dict[str, Any], hands: Hands, skat: Hand) -> State:
    declarer = Seat(game["declarer"])
    announced = contract(game["contract"])
    if not announced.hand:
        # `was` lay in the skat: some of it stayed in the hand, the discards came out of it.
        was = _cards(game["was"])
        twelve = (*hands[declarer], *skat)
        dealt = tuple(one for one in twelve if one not in was)
        hands = (
            dealt if declarer == 0 else hands[0],
            dealt if declarer == 1 else hands[1],
            dealt if declarer == 2 else hands[2],
        )
        discards, skat = skat, was
    else:
        discards = ()
    state: State = new_deal(order_of(hands, skat), Rules())
    state = do(state, _auction(declarer, game["bid"]))
    if not announced.hand:
        state = do(state, f"{'FMR'[declarer]} skat")
    return apply(state, declarer, Announce(announced, discards))


def _auction(declarer: Seat, bid: int) -> str:
    """The shortest auction that `declarer` wins at `bid`."""
    match declarer:
        case Seat.FOREHAND:
            return f"M bid.{bid} F hold.{bid} M pass R pass" if bid > 18 else "M pass R pass F bid.18"
        case Seat.MIDDLEHAND:
            return f"M bid.{bid} F pass R pass"
        case Seat.REARHAND:
            return f"M pass R bid.{bid} F pass"


def _pushed(game: dict[str, Any], hands: Hands, skat: Hand) -> State:
    """Schieberamsch from the hands as played: who looks pushes on the same two cards.

    Whoever looks can pass on no jack, so a skat that still holds one at the end was pushed on unseen by all three.
    """
    rules = Rules(all_pass="schieberamsch", ramsch_skat=game["ramsch_skat"])
    state = do(new_deal(order_of(hands, skat), rules), "M pass R pass F pass")
    for seat in SEATS:
        looked = seat < 3 - game["unseen"]
        state = do(state, f"{'FMR'[seat]} skat") if looked else state
        state = apply(state, seat, Push(skat if looked else ()))
    return state


def _played(state: State, tricks: list[list[str]]) -> Finished:
    for trick in tricks:
        for text in trick:
            assert not isinstance(state, Finished), "over too early"
            state = apply(state, state.turn, Play(card(text)))
    assert isinstance(state, Finished)
    return state


def _cards(texts: list[str]) -> tuple[Card, ...]:
    return tuple(card(text) for text in texts)
