"""The engine's protocol: a seat that is told only what it may see comes to the very view it would have at the table."""

import argparse
import io
import random

import pytest

from game.actions import Action, Announce, Play, Push, TakeSkat, to_text
from game.cards import DECK
from game.computer import rule_of_thumb
from game.computer.engine import run, token
from game.computer.seatside import BadMove, Seatside
from game.deal import apply, legal_actions, new_deal, waiting_for
from game.rules import Rules
from game.state import SEATS, Finished, Seat, State
from game.view import view_for

RULES = [
    Rules(),
    Rules(all_pass="ramsch", kontra="any_defender"),
    Rules(all_pass="schieberamsch", kontra="needs_18", kontra_until="own_first_card"),
]


def told(state: State, seat: Seat, action: Action, to: Seat) -> str:
    """The token of a move as another seat sees it."""
    if to != seat:
        match action:
            case Announce(contract, _) if contract.ouvert:
                return ".".join([str(contract), *(c.name for c in dict(view_for(state, to).shown)[seat])])
            case Announce(contract, _):
                return str(contract)
            case Push():
                return "push"
            case _:
                pass
    return token(action)


def choice(state: State, seat: Seat, source: random.Random) -> Action:
    legal = legal_actions(state, seat)
    plays = [action for action in legal if isinstance(action, Play)]
    if source.random() < 0.5:
        return rule_of_thumb(view_for(state, seat))
    return source.choice(plays or legal)


@pytest.mark.parametrize("rules", RULES, ids=["international", "pub", "pushing"])
def test_the_view_is_rebuilt_from_what_is_told(rules: Rules) -> None:
    source = random.Random(4)
    for _ in range(25):
        order = list(DECK)
        source.shuffle(order)
        state: State = new_deal(order, rules)
        sides = [Seatside(seat, rules) for seat in SEATS]
        for seat, side in zip(SEATS, sides, strict=True):
            side.take_hand(".".join(card.name for card in view_for(state, seat).hand))
        passing = source.random() < 0.5
        while not isinstance(state, Finished):
            seat = waiting_for(state)[0]
            for to, side in zip(SEATS, sides, strict=True):
                assert side.view() == view_for(state, to)
            legal = legal_actions(state, seat)
            action = next((a for a in legal if to_text(a) == "pass"), None) if passing else None
            action = action or choice(state, seat, source)
            after = apply(state, seat, action)
            for to, side in zip(SEATS, sides, strict=True):
                side.told(str(int(seat)), [told(after, seat, action, to)])
                if to == seat and isinstance(action, TakeSkat):
                    side.told("w", [".".join(card.name for card in view_for(after, to).picked_up)])
            state = after


def test_lines_are_answered_and_errors_do_not_end_it() -> None:
    lines = io.StringIO(
        "go\nnew REARHAND rules\nfly\nhand C7\nhand CJ.SJ.HJ.DJ.CA.CT.CK.CQ.SA.ST\ngo\nmove 1 p\nmove 0 H7\n"
        "go\nmove 2 18\nmove 0 p\nmove 2 s\nmove w D7.D8\ngo\nquit\nfly\n"
    )
    answers = io.StringIO()
    assert run(argparse.Namespace(), lines, answers) == 0
    said = answers.getvalue().splitlines()
    assert [line.split()[0] for line in said] == ["error", "error", "error", "error", "error", "move", "move"]
    assert said[5] == "move 18"
    assert said[6].split()[1].startswith(("G.", "C."))


def test_what_cannot_be_is_refused() -> None:
    side = Seatside(SEATS[0], Rules())
    with pytest.raises(BadMove):
        side.told("1", ["18"])
    side.take_hand("CJSJHJDJCACTCKCQSAST")
    with pytest.raises(BadMove):
        side.told("0", ["18"])
    side.told("1", ["18"])
    with pytest.raises(BadMove):
        side.told("2", ["20"])
