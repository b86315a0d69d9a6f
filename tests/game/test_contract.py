"""RULES 1, 3 and 5: trumps, who wins a trick, matadors, bids, values, what may be announced."""

import random
from itertools import product

import pytest

from game.cards import DECK, cards
from game.contract import (
    BIDS,
    HAND_CONTRACTS,
    PICK_UP_CONTRACTS,
    TRUMP_GROUP,
    Contract,
    Game,
    ImpossibleContract,
    contract,
    highest_value,
    matadors,
    most_matadors,
    offered,
    winner,
)

BASES = {"D": 9, "H": 10, "S": 11, "C": 12, "G": 24}


def test_rules_1_trumps_of_a_suit_game() -> None:
    for suit in "DHSC":
        expected = cards("CJSJHJDJ" + "".join(suit + rank for rank in "ATKQ987"))
        assert Game(suit).trumps == expected


def test_rules_1_trumps_of_grand_null_and_ramsch() -> None:
    assert Game.GRAND.trumps == Game.RAMSCH.trumps == cards("CJSJHJDJ")
    assert Game.NULL.trumps == ()


def test_rules_1_order_beside_the_trumps() -> None:
    for game, order in ((Game.HEARTS, "ATKQ987"), (Game.GRAND, "ATKQ987"), (Game.NULL, "AKQJT987")):
        strengths = [game.strength(one) for one in cards("".join("S" + rank for rank in order))]
        assert strengths == sorted(strengths, reverse=True)
        assert len(set(strengths)) == len(order)


def test_rules_4_a_jack_belongs_to_the_trumps_but_not_in_null() -> None:
    for game in Game:
        groups = {game.group(one) for one in cards("CJSJHJDJ")}
        assert groups == ({0, 1, 2, 3} if game is Game.NULL else {TRUMP_GROUP})


@pytest.mark.parametrize(
    ("game", "trick", "best"),
    [
        ("H", "S7SASK", 1),
        ("H", "SASTH7", 2),
        ("H", "S7H7H8", 2),
        ("H", "H8S7DA", 0),
        ("H", "HADJCJ", 2),
        ("H", "DJHAHT", 0),
        ("H", "HKHTHQ", 1),
        ("H", "SKSTSQ", 1),
        ("H", "S7DAC8", 0),
        ("H", "S7HJH7", 1),
        ("H", "SJHJDJ", 0),
        ("G", "HTHAHK", 1),
        ("G", "HADJHT", 1),
        ("G", "DJHASJ", 2),
        ("G", "HKHTH9", 1),
        ("N", "STSJSQ", 2),
        ("N", "STS9SJ", 2),
        ("N", "SJCJHJ", 0),
        ("N", "SKSTSA", 2),
        ("R", "HTDJHA", 1),
    ],
)
def test_rules_4_who_wins_a_trick(game: str, trick: str, best: int) -> None:
    first, second, third = cards(trick)
    assert winner(Game(game), (first, second, third)) == best


def test_rules_4_winner_by_a_second_rule_book() -> None:
    """All games on random tricks beside an order written down card by card."""
    source = random.Random(4)
    for game in Game:
        trumps = [str(one) for one in game.trumps]
        ranks = "AKQJT987" if game is Game.NULL else "ATKQ987"
        for _ in range(3000):
            trick = source.sample(DECK, 3)
            texts = [str(one) for one in trick]
            led = [text for text in texts if text in trumps]
            if led:
                best = min(led, key=trumps.index)
            else:
                best = min((text for text in texts if text[0] == texts[0][0]), key=lambda text: ranks.index(text[1]))
            assert winner(game, (trick[0], trick[1], trick[2])) == texts.index(best)


@pytest.mark.parametrize(
    ("game", "held", "expected"),
    [
        ("C", "CJ", 1),
        ("C", "CJSJ", 2),
        ("C", "CJHJ", 1),
        ("C", "SJ", -1),
        ("C", "HJ", -2),
        ("C", "DJ", -3),
        ("C", "CA", -4),
        ("C", "CT", -5),
        ("C", "C7", -10),
        ("C", "", -11),
        ("H", "CJSJHJDJHAHTHK", 7),
        ("H", "CJSJHJDJHAHTHKHQH9H8H7", 11),
        ("D", "CJSJHJDJDADKDQ", 5),
        ("G", "CJSJHJDJCACT", 4),
        ("G", "CA", -4),
        ("N", "CJSJ", 0),
    ],
)
def test_isko_2_3_matadors(game: str, held: str, expected: int) -> None:
    assert matadors(Game(game), cards(held)) == expected


def test_rules_3_most_matadors_over_every_skat() -> None:
    """The most a hand can have is the most it has over all 231 skats."""
    source = random.Random(2)
    for _ in range(60):
        hand = source.sample(DECK, 10)
        if source.random() < 0.6:
            # Top trumps over-sampled, or nearly every answer would be 1 or 2.
            hand = [*source.sample(Game.CLUBS.trumps[:8], 6), *source.sample(Game.DIAMONDS.trumps[4:], 4)]
        rest = [one for one in DECK if one not in hand]
        for game in (Game.CLUBS, Game.DIAMONDS, Game.GRAND, Game.NULL):
            every = max(abs(matadors(game, [*hand, a, b])) for a in rest for b in rest if a < b)
            assert most_matadors(game, hand) == every


def test_rules_2_the_63_legal_bids() -> None:
    values = {base * level for base in (9, 10, 11, 12) for level in range(2, 19)}
    values |= {24 * level for level in range(2, 12)} | {23, 35, 46, 59}
    assert list(BIDS) == sorted(values)
    assert len(BIDS) == 63
    assert (BIDS[0], BIDS[-1]) == (18, 264)
    assert BIDS[:12] == (18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44)
    assert not {19, 171, 189, 190} & set(BIDS)


def test_rules_3_every_bid_is_the_value_of_a_game() -> None:
    reachable = {23, 35, 46, 59}
    for announced in (*PICK_UP_CONTRACTS, *HAND_CONTRACTS):
        if not announced.null:
            for run in range(1, 5 if announced.game is Game.GRAND else 12):
                free = (not announced.schneider) + (not announced.schwarz)
                reachable |= {
                    announced.game.base * (run + 1 + announced.extra_levels + more) for more in range(free + 1)
                }
    assert set(BIDS) == reachable


def test_rules_3_exactly_these_contracts_exist() -> None:
    built: list[Contract] = []
    for game, flags in product(Game, product((False, True), repeat=4)):
        try:
            built.append(Contract(game, *flags))
        except ImpossibleContract:
            continue
    texts = {str(one) for one in built}
    trump = {suit + marks for suit in "DHSCG" for marks in ("", "H", "HS", "HZ", "O")}
    assert texts == trump | {"N", "NH", "NO", "NHO"}
    assert len(built) == len(texts)
    assert set(built) == {*PICK_UP_CONTRACTS, *HAND_CONTRACTS}
    for one in built:
        assert contract(str(one)) == one


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("CO", "CO"),
        ("CZ", "CHZ"),
        ("CSH", "CHS"),
        ("CHSZO", "CO"),
        ("NOH", "NHO"),
        ("HH", "HH"),
        ("SHS", "SHS"),
        ("CS", "CHS"),
    ],
)
def test_records_modifiers_in_any_order(text: str, written: str) -> None:
    assert str(contract(text)) == written


@pytest.mark.parametrize("text", ["", "X", "R", "RH", "NS", "NZ", "NHS", "CHH", "C7", "CX", "c", "CH "])
def test_rules_3_what_is_no_contract_is_refused(text: str) -> None:
    with pytest.raises(ImpossibleContract):
        contract(text)


def test_rules_5_values_of_null() -> None:
    assert {text: contract(text).null_value for text in ("N", "NH", "NO", "NHO")} == {
        "N": 23,
        "NH": 35,
        "NO": 46,
        "NHO": 59,
    }


@pytest.mark.parametrize(
    ("text", "run", "value"),
    [
        ("D", 1, 36),
        ("G", 4, 168),
        ("GO", 4, 264),
        ("CO", 11, 216),
        ("CH", 2, 72),
        ("CHS", 2, 84),
        ("C", 11, 168),
        ("N", 0, 23),
    ],
)
def test_rules_3_highest_possible_value(text: str, run: int, value: int) -> None:
    assert highest_value(contract(text), run) == value


WEAK = cards("CJSJ" + "C7C8S7S8H7H8D7D8")


@pytest.mark.parametrize("bid", BIDS)
def test_case_64_no_null_below_the_bid(bid: int) -> None:
    pick_up = {str(one) for one in offered(cards("SJC7C8S7S8H7H8D7D8D9CAHA"), bid, jacks_only=False)}
    hand = {str(one) for one in offered(cards("SJC7C8S7S8H7H8D7D8"), bid, jacks_only=False)}
    assert ("N" in pick_up, "NO" in pick_up) == (bid <= 23, bid <= 46)
    assert ("NH" in hand, "NHO" in hand) == (bid <= 35, bid <= 59)


@pytest.mark.parametrize("bid", BIDS)
def test_rules_3_offered_is_what_can_reach_the_bid(bid: int) -> None:
    """Beside the formula of RULES 5 with everything made, over all games; with two jacks the run is 2."""
    twelve = (*WEAK, *cards("DKDQ"))
    best = {suit: base * (2 + 1 + 2) for suit, base in BASES.items()} | {"N": 23, "NO": 46}
    reaching = {text for text, value in best.items() if value >= bid}
    expected = reaching or set(BASES)
    assert {str(one) for one in offered(twelve, bid, jacks_only=False)} == expected


@pytest.mark.parametrize("bid", BIDS)
def test_rules_3_hand_games_reach_with_any_skat_that_can_be_imagined(bid: int) -> None:
    """Two jacks in hand and two in the skat: a run of 4, in suit games no further."""
    best: dict[str, int] = {"NH": 35, "NHO": 59}
    for suit, base in BASES.items():
        best |= {suit + "H": base * 8, suit + "HS": base * 9, suit + "HZ": base * 10, suit + "O": base * 11}
    reaching = {text for text, value in best.items() if value >= bid}
    expected = reaching or {text for text in best if text[0] != "N"}
    assert {str(one) for one in offered(WEAK, bid, jacks_only=False)} == expected


def test_rules_6_matadors_jacks_stops_the_offers_too() -> None:
    eleven = (*Game.CLUBS.trumps, *cards("SA"))
    assert contract("C") in offered(eleven, 168, jacks_only=False)
    capped = offered(eleven, 100, jacks_only=True)
    assert contract("C") not in capped
    assert contract("G") in capped
    # 12 x (4 + 1 + 2) = 84 is all that is left of it.
    assert contract("C") in offered(eleven, 84, jacks_only=True)
