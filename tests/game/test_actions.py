"""Actions: one text form each, both ways, and nothing else is read."""

import random
import string

import pytest

from game.actions import (
    PLAYS,
    Accept,
    Action,
    Announce,
    BadAction,
    Bid,
    Claim,
    Concede,
    Decline,
    Hold,
    Kontra,
    NoKontra,
    NoRe,
    Pass,
    Play,
    Push,
    Re,
    TakeSkat,
    from_text,
    to_text,
)
from game.cards import card, cards
from game.contract import HAND_CONTRACTS, PICK_UP_CONTRACTS, contract

TEXTS: dict[str, Action] = {
    "bid.18": Bid(18),
    "hold.264": Hold(264),
    "pass": Pass(),
    "skat": TakeSkat(),
    "announce.G.C7D8": Announce(contract("G"), cards("C7D8")),
    "announce.CHS": Announce(contract("CHS")),
    "announce.NHO": Announce(contract("NHO")),
    "kontra": Kontra(),
    "nokontra": NoKontra(),
    "re": Re(),
    "nore": NoRe(),
    "CJ": Play(card("CJ")),
    "claim": Claim(),
    "concede": Concede(),
    "accept.31": Accept(31),
    "decline.31": Decline(31),
    "push": Push(),
    "push.C7D8": Push(cards("C7D8")),
}


@pytest.mark.parametrize("text", TEXTS)
def test_the_text_form_both_ways(text: str) -> None:
    assert to_text(TEXTS[text]) == text
    assert from_text(text) == TEXTS[text]


def test_every_announcement_and_card_round_trips() -> None:
    actions: list[Action] = [*PLAYS, *(Announce(one) for one in HAND_CONTRACTS)]
    actions += [Announce(one, cards("D7C8")) for one in PICK_UP_CONTRACTS]
    for action in actions:
        assert from_text(to_text(action)) == action
        assert len(to_text(action)) <= 20


def test_discards_have_one_order() -> None:
    assert Announce(contract("G"), cards("D8C7")) == Announce(contract("G"), cards("C7D8"))
    assert Push(cards("D8C7")) == Push(cards("C7D8"))


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "PASS", "pass ", "bid", "bid.", "bid.x", "bid.018", "bid.-1", "bid.18.19", "bid.99999", "bid.१८",
        "bid.1 8", "hold", "announce", "announce.", "announce.X", "announce.G", "announce.G.C7", "announce.G.C7C7",
        "announce.G.D8C7", "announce.G.C7D8H9", "announce.GH.C7D8", "announce.CSH", "push.C7", "push.", "push.C7C7",
        "push.D8C7", "C1", "cj", "CJ.CJ", "accept", "accept.-3", "decline.x", "accept.007", "skat.C7D8", "kontra.2",
        "announce.G.C7 D8", "x" * 5000,
    ],
)  # fmt: skip
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(BadAction) as raised:
        from_text(text)
    assert len(str(raised.value)) < 400


def test_random_texts_are_read_or_refused(source: random.Random) -> None:
    alphabet = string.ascii_letters + string.digits + "..  "
    for _ in range(5000):
        text = source.choice([*TEXTS, ""])
        place = source.randrange(len(text) + 1)
        forged = text[:place] + source.choice(alphabet) + text[place + source.randrange(2) :]
        try:
            action = from_text(forged)
        except BadAction:
            continue
        assert to_text(action) == forged


@pytest.mark.parametrize("discards", ["", "C7", "C7C7", "C7C8C9"])
def test_case_48_two_different_cards_are_put_away(discards: str) -> None:
    with pytest.raises(BadAction):
        Announce(contract("G"), cards(discards))


def test_a_hand_game_puts_nothing_away() -> None:
    with pytest.raises(BadAction):
        Announce(contract("GH"), cards("C7D8"))
